"""What the referee needs to hear next in SPLIT.

Only questions: the answers are facts, and judge.py rules on them. They say no more than the view.
"""

from functools import lru_cache

from companion.frozen import replace
from companion.games.common import CACHE_SIZE, one
from companion.games.split.cards import (
    CARDS,
    HALVES,
    card_text,
    cards_in,
    cards_text,
    hand_of,
    suit_keys,
    suits_in,
)
from companion.games.split.facts import (
    CHIPS,
    Claimed,
    Dealt,
    Enough,
    LitUp,
    Match,
    Matched,
    Meant,
    Placed,
    Played,
    Removed,
    Searched,
    Shown,
    Spent,
    Turned,
)
from companion.games.split.knowing import held, may_hold
from companion.games.split.matches import Reading, house, reading_text, takes
from companion.games.split.offers import offers, tellers
from companion.games.split.path import spaces_in
from companion.games.split.plays import ways_to_mean
from companion.games.split.state import (
    PLACES,
    Place,
    Stage,
    State,
    Step,
    free,
    is_boxless,
    is_light,
    legal_spaces,
    seen,
    side_of,
    side_text,
    spot,
    team,
    untold,
)
from companion.words import Ask, Choice, Seat, Slot, Text


def asks(state: State) -> tuple[Ask, ...]:
    """The open questions, the needed ones first, then what is always possible."""
    musts = _musts(state)
    if is_boxless(state):  # the screen is the board and the chips: what is played is played there
        musts = tuple(replace(ask, on_table=True) for ask in musts)
    return (*musts, *offers(state))


def lit_spaces(state: State) -> tuple[int, ...]:
    """The spaces that light up: where a chip may go, if somebody or the house wants that."""
    # H-S11 On request, or always as a house option.
    lit = state.lit or state.setup.light_up_spaces
    # H-S10 In a light game nobody knows: all that is free may be right.
    known = state.step is Step.CHIP and not is_light(state)
    return legal_spaces(state) if lit and known else ()


def takes_of(state: State, place: Place) -> tuple[tuple[int, ...], ...]:
    """For each card that lies open at a place the cards that may be played upon it."""
    options = house(state.setup)
    mates = place.open[::-1] if len(place.open) == 2 else place.open
    return tuple(takes(mate.face, place.match, options) for mate in mates)


def _musts(state: State) -> tuple[Ask, ...]:
    match state.stage:
        case Stage.WAITING:
            return (_deal(state),)
        case Stage.PLAYING:
            told = _cards_to_tell(state)
            # H-R3 A card is played on one that lies open.
            return told if _lies_bare(state) else (*told, _turn(state))
    return ()


def _lies_bare(state: State) -> bool:
    """Whether the ten places wait for their first card, and no hand is shown."""
    waits = len(untold(state)) == PLACES
    return waits and state.step is Step.TURN


def _deal(state: State) -> Ask:
    yes = Choice("start", Text("Dealt: start the game"), Dealt(state.dealer), tone="good")
    text = Text("{dealer} deals.", dealer=one(state.dealer))
    return Ask(text, state.present, (yes,), topic="deal")


def _cards_to_tell(state: State) -> tuple[Ask, ...]:
    places = untold(state)
    if not places:
        return ()
    left = tuple(card for card in range(CARDS) if seen(state, card) < HALVES)
    ask = _card_to_tell(places, left, state.present)
    if places != (state.refilled,):
        return (ask,)
    # H-R6 What becomes of the match, and who sees to it: nobody taps that.
    lead = Text("{dealer} throws the match away and turns up a card.", dealer=one(state.dealer))
    return (replace(ask, lead=lead),)


@lru_cache(CACHE_SIZE)
def _card_to_tell(places: tuple[int, ...], left: tuple[int, ...], who: tuple[Seat, ...]) -> Ask:
    slots = (
        # The places in their order, unless another one is tapped.
        Slot("place", places, of="place", preset=True),
        Slot("card", left, of="card", labels=cards_text(left)),
    )
    told = Choice("turned", Text("Lies face up"), Turned(places[0], 0), slots)
    text = Text("Which card was turned up?")
    if len(places) == 1:  # then no page asks where
        text = Text("Which card was turned up at place {n}?", n=places[0] + 1)
    return Ask(text, who, (told,), topic="turned")


# --- a turn -----------------------------------------------------------------------------------


def _turn(state: State) -> Ask:
    match state.step:
        case Step.TURN:
            return _card(state)
        case Step.READING:
            return _reading(state)
        case Step.CLAIM:
            return _claim(state)
        case Step.REMOVE | Step.AGAIN:
            return _remove(state)
        case Step.CHIP:
            return _chip(state)


def _card(state: State) -> Ask:
    seat = state.turn
    claim = Choice("claim", Text("No match: show the hand"), Claimed(seat))
    text = Text("{seat} plays a card. Which, and where?", seat=one(seat))
    if is_light(state):
        # H-S10 The kind of match is typed in.
        kinds = tuple(
            Choice(kind.value, Text(kind.value.capitalize()), Matched(seat, kind)) for kind in Match
        )
        text = Text("{seat} plays a card. What match is it?", seat=one(seat))
        return Ask(text, _chooser(state), (*kinds, claim), topic="turn")
    # H-Q25 A turn is a play or a claim: nobody passes.
    choices = (*_plays(state, seat), claim)
    return Ask(text, _chooser(state), choices, topic="turn", lead=_drawing(state))


def _drawing(state: State) -> Text | None:
    """That whoever just played draws a card: nobody taps it, so nobody would think of it."""
    # H-R3 It is said until the next one has played.
    return None if state.drew is None else Text("{seat} draws a card.", seat=one(state.drew))


def _plays(state: State, seat: Seat) -> tuple[Choice, ...]:
    if not state.hands[seat]:
        return ()
    fitting: dict[int, list[int]] = {}
    for number, place in enumerate(state.places):
        for half, cards in enumerate(takes_of(state, place)):
            fitting[spot(number, half)] = [card for card in cards if may_hold(state, card)]
    spots = tuple(at for at, cards in fitting.items() if cards)
    every = tuple(sorted({card for cards in fitting.values() for card in cards}))
    return (_play(seat, spots, every),) if spots else ()


@lru_cache(CACHE_SIZE)
def _play(seat: Seat, spots: tuple[int, ...], cards: tuple[int, ...]) -> Choice:
    slots = (
        Slot("on", spots, of="half"),
        Slot("card", cards, of="card", labels=cards_text(cards)),
    )
    return Choice("play", Text("Plays it there"), Played(seat, spots[0], 0), slots)


def _reading(state: State) -> Ask:
    ways = ways_to_mean(state)
    play = state.play
    assert play is not None
    # H-R11 Each way that the cards allow.
    choices = tuple(_way(state.turn, way) for way in ways)
    text = Text(
        "{seat} plays the {card}. What is it meant as?",
        seat=one(state.turn),
        card=card_text(play.card),
    )
    return Ask(text, _chooser(state), choices, topic="reading")


def _way(seat: Seat, way: Reading) -> Choice:
    key = f"{way.match.value}:{suit_keys(way.suits)}"
    return Choice(key, reading_text(way), Meant(seat, way.match, suits_in(way.suits)))


def _claim(state: State) -> Ask:
    seat = state.turn
    none = Choice("no", Text("No: new cards"), Searched(seat, False))
    some = Choice("yes", Text("Yes: the turn is over"), Searched(seat, True))
    text = Text("Is there a match in {seat}'s hand?", seat=one(seat))
    # H-R8 The others look, and say so.
    return Ask(text, state.present, (none, some, *_else(state, seat)), topic="claim")


def _else(state: State, seat: Seat) -> tuple[Choice, ...]:
    """What else may come of a hand that is shown."""
    if is_light(state):
        # H-S10 A light game does not count the pile: the table says when it is used up.
        return (Choice("spent", Text("No, and no cards are left"), Spent(seat)),)
    if untold(state):
        return ()
    # H-C2 Or the companion looks, card by card.
    known = tuple(_known(state, card) for card in range(CARDS))
    # H-C2 What was shown before lies in the hand: it is picked already.
    ticked = hand_of(cards_in(state.shown[seat]))
    return (_shows(seat, state.hands[seat], known, ticked),)


def _known(state: State, card: int) -> int:
    return seen(state, card) - held(state, card)


@lru_cache(CACHE_SIZE)
def _shows(seat: Seat, many: int, known: tuple[int, ...], ticked: tuple[int, ...]) -> Choice:
    halves = tuple(card * HALVES + n for card in range(CARDS) for n in range(HALVES - known[card]))
    labels = cards_text(tuple(half // HALVES for half in halves))
    slot = Slot("cards", halves, "hand", many, many, many=True, ticked=ticked, labels=labels)
    return Choice("cards", Text("Card by card"), Shown(seat, ()), (slot,))


# --- chips ------------------------------------------------------------------------------------


def _remove(state: State) -> Ask:
    seat = state.turn
    slot = Slot("space", legal_spaces(state), of="space")
    off = Choice("remove", Text("This one comes off"), Removed(seat, 0), (slot,))
    if state.step is Step.REMOVE:
        text = Text("{seat} removes a chip. Which?", seat=one(seat))
        return Ask(text, _team(state), (off,), topic="remove")
    stop = Choice("no", Text("No more"), Enough(seat))
    text = Text("{seat} may remove another chip. Which?", seat=one(seat))
    # H-Q14 It may also be enough.
    return Ask(text, _team(state), (off, stop), topic="remove")


def _chip(state: State) -> Ask:
    seat, due = state.turn, state.due
    assert due is not None
    # Without light all free spaces may be tapped: to see which will do is the player's part.
    lit = lit_spaces(state)
    slot = Slot("space", lit or spaces_in(free(state)), of="space")
    goes = Choice("place", Text("Here"), Placed(seat, 0), (slot,))
    show = Choice("light", Text("Show where"), LitUp(seat))
    side = side_text(side_of(state, seat))
    text = Text("{seat} places a {side} chip. Where?", seat=one(seat), side=side)
    if due.left < CHIPS[due.match]:  # the one before is what just happened
        text = Text("Where does the next {side} chip go?", side=side)
    # H-S10 Nor is there anything to ask for.
    knows = not lit and not is_light(state)
    return Ask(text, _team(state), (goes, show) if knows else (goes,), topic="chip")


def _chooser(state: State) -> tuple[Seat, ...]:
    """Who says which card is played."""
    # H-R15 No talk while a card is chosen: whose turn it is tells it alone.
    mine = (state.turn,) if state.turn in state.present else _partners(state)
    return tellers(state, mine)


def _team(state: State) -> tuple[Seat, ...]:
    """Who says where chips go."""
    # H-R15 Once the card lies there the team may talk, and either of them tells it.
    return tellers(state, _partners(state))


def _partners(state: State) -> tuple[Seat, ...]:
    return team(state, side_of(state, state.turn))
