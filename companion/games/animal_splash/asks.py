"""What the referee needs to hear next in Animal Splash.

Only questions: the answers are facts, and judge.py rules on them. They say no more than the view.
"""

from functools import lru_cache

from companion.games.animal_splash import labels
from companion.games.animal_splash.deck import OXYGEN
from companion.games.animal_splash.divers import breath, lap, line
from companion.games.animal_splash.facts import (
    LEFT,
    RIGHT,
    Breathed,
    Dealt,
    Dived,
    Drew,
    Ended,
    EndTurned,
    Filled,
    First,
    Granted,
    Met,
    Moved,
    Picked,
    Revealed,
    Surfaced,
    Tallied,
    Valued,
    Voted,
)
from companion.games.animal_splash.laying import first_of, main_cards, missions_left, start_cards
from companion.games.animal_splash.light import PEARLS_A_CARD, untallied
from companion.games.animal_splash.naming import COLOURS
from companion.games.animal_splash.offers import offers, tellers
from companion.games.animal_splash.state import (
    NOWHERE,
    UNTOLD,
    Stage,
    State,
    Step,
    dives,
    is_light,
    others_at,
    pearls_of,
    row_length,
    without_start,
)
from companion.games.common import CACHE_SIZE, one
from companion.words import Ask, Choice, Seat, Slot, Text

_BREATHS = (1, 3, 0)  # what start cards show, the usual one first
_SIDES = (RIGHT, LEFT)
_POINTS = tuple(range(1, 21))  # of a mission
_BEST = tuple(range(1, 41))  # of an end card
_COUNTS = tuple(range(41))


def asks(state: State) -> tuple[Ask, ...]:
    """The open questions, the needed ones first, then what is always possible."""
    return (*_musts(state), *offers(state))


def _musts(state: State) -> tuple[Ask, ...]:
    match state.stage:
        case Stage.WAITING:
            return (_deal(state),)
        case Stage.STARTING:
            return (*_starts(state), *_first(state), *_cards_to_tell(state))
        case Stage.PLAYING:
            return (*_starts(state), *_cards_to_tell(state), *_turn(state))
        case Stage.COUNTING:
            return (*_end_card(state), *(_tally(state, seat) for seat in untallied(state)))
    return ()


# --- the beginning ----------------------------------------------------------------------------


def _deal(state: State) -> Ask:
    yes = Choice("start", Text("All is laid out"), Dealt(state.dealer), tone="good")
    text = Text("{seat} lays out the cards.", seat=one(state.dealer))
    return Ask(text, state.present, (yes,), topic="deal")


def _starts(state: State) -> tuple[Ask, ...]:
    if is_light(state):
        return tuple(_breath(seat, tellers(state, seat)) for seat in without_start(state))
    cards = start_cards(state)
    names = tuple(state.faces[card].name for card in cards)
    return tuple(_start(state, seat, cards, names) for seat in without_start(state))


@lru_cache(CACHE_SIZE)
def _breath(seat: Seat, who: tuple[Seat, ...]) -> Ask:
    slot = Slot("oxygen", _BREATHS, of="oxygen", labels=labels.oxygen(_BREATHS))
    took = Choice("start", Text("Oxygen"), Breathed(seat, 0), (slot,))
    text = Text("{seat}: how much oxygen is on the start card?", seat=one(seat))
    return Ask(text, who, (took,), topic="start")


def _start(state: State, seat: Seat, cards: tuple[int, ...], names: tuple[Text, ...]) -> Ask:
    slot = Slot("card", cards, of="card", labels=names)
    drew = Choice("start", Text("Start card"), Drew(seat, cards[0] if cards else 0), (slot,))
    text = Text("{seat}: which start card?", seat=one(seat))
    return Ask(text, tellers(state, seat), (drew,), topic="start")


def _first(state: State) -> tuple[Ask, ...]:
    among = first_of(state)
    if state.first is not None or not among:
        return ()
    # A-Q24 Of equal numbers the youngest one's.
    text = Text("Who has the lowest number?") if is_light(state) else Text("Who is the youngest?")
    choices = tuple(
        Choice(f"seat:{seat}", Text("{seat}", seat=one(seat)), First(seat)) for seat in among
    )
    return (Ask(text, state.present, choices, topic="first"),)


def _cards_to_tell(state: State) -> tuple[Ask, ...]:
    if is_light(state):
        return ()
    asked = []
    places = tuple(n for n, card in enumerate(state.grid) if card == UNTOLD)
    if places:
        cards = main_cards(state)
        names = tuple(state.faces[card].name for card in cards)
        slots = (
            # The places in their order, unless another one is tapped.
            Slot("place", places, of="place", preset=True, labels=labels.places(places)),
            Slot("card", cards, of="card", labels=names),
        )
        told = Choice("filled", Text("Lies there"), Filled(places[0], 0), slots)
        text = Text("Which card was laid out?")
        asked.append(Ask(text, state.present, (told,), topic="filled"))
    if state.hidden:
        asked.append(_mission_to_tell(state))
    return (*asked, *_end_card(state))


def _mission_to_tell(state: State) -> Ask:
    missions = missions_left(state)
    names = labels.titles(tuple(state.deck.missions[n].title for n in missions))
    slot = Slot("mission", missions, of="mission", labels=names)
    told = Choice("revealed", Text("Lies open"), Revealed(missions[0]), (slot,))
    return Ask(Text("Which mission was turned up?"), state.present, (told,), topic="revealed")


def _end_card(state: State) -> tuple[Ask, ...]:
    if is_light(state):
        if state.stage is not Stage.COUNTING or state.values is not None:
            return ()
        slots = (Slot("best", _BEST, of="number"), Slot("second", (0, *_BEST), of="number"))
        told = Choice("valued", Text("That's it"), Valued(1, 0), slots)
        text = Text("What does the end card give, to the best and to the second best?")
        return (Ask(text, state.present, (told,), topic="end_card"),)
    if state.end is not None:
        return ()
    names = labels.titles(tuple(end.title for end in state.deck.ends))
    slot = Slot("end", tuple(range(len(names))), of="end_card", labels=names)
    turned = Choice("end_turned", Text("Lies open"), EndTurned(0), (slot,))
    return (Ask(Text("Which end card lies there?"), state.present, (turned,), topic="end_card"),)


# --- a turn -----------------------------------------------------------------------------------


def _turn(state: State) -> tuple[Ask, ...]:
    if state.turn not in state.present:
        return ()
    match state.step:
        case Step.MOVE:
            return (_dive(state) if is_light(state) else _move(state),)
        case Step.PICK:
            return _pick(state)
        case Step.ACT:
            return (_surface(state) if is_light(state) else _act(state),)
        case Step.VOTE:
            return (_vote(state),)


def _dive(state: State) -> Ask:
    seat, have = state.turn, state.oxygen[state.turn]
    who = tellers(state, seat)
    crab = Slot("oxygen", OXYGEN, of="oxygen", labels=labels.oxygen(OXYGEN))
    if state.divers[seat] == NOWHERE:
        dives = Choice("place", Text("Oxygen on the card"), Dived(seat, 0, 0), (crab,))
        text = Text(
            "{seat} places the diver and takes a card. Is there oxygen on it?", seat=one(seat)
        )
        return Ask(text, who, (dives,), topic="dive")
    most = lap(len(others_at(state, seat)))
    # A-C2 Only steps that can be paid for.
    steps = tuple(n for n in range(1, most + 1) if have + breath(n) >= 0)
    return _steps(seat, steps, who)


@lru_cache(CACHE_SIZE)
def _steps(seat: Seat, steps: tuple[int, ...], who: tuple[Seat, ...]) -> Ask:
    slots = (
        # No oxygen on the card, unless it is tapped.
        Slot("oxygen", OXYGEN, of="oxygen", preset=True, labels=labels.oxygen(OXYGEN)),
        Slot("steps", steps, of="steps", labels=labels.steps(steps)),
    )
    goes = Choice("dive", Text("Steps"), Dived(seat, 1, 0), slots)
    return Ask(Text("{seat} dives. How many steps?", seat=one(seat)), who, (goes,), topic="dive")


def _surface(state: State) -> Ask:
    seat = state.turn
    room = PEARLS_A_CARD * row_length(state, seat) - pearls_of(state, seat)
    # A-Q12 Groups may wait for a later turn: so one turn may fill all cards.
    pearls = tuple(range(room + 1))
    owned = {taken.colour for taken in state.missions[seat]}
    colours = tuple(n for n, colour in enumerate(COLOURS) if colour not in owned)
    return _ends(seat, pearls, colours, tellers(state, seat))


@lru_cache(CACHE_SIZE)
def _ends(
    seat: Seat, pearls: tuple[int, ...], colours: tuple[int, ...], who: tuple[Seat, ...]
) -> Ask:
    words = labels.pearls(pearls)
    scored = Slot("pearls", pearls, of="pearls", labels=words)
    over = Choice("over", Text("Pearls"), Surfaced(seat, 0), (scored,))
    slots = (
        # None, unless they are tapped.
        Slot("pearls", pearls, of="pearls", preset=True, labels=words),
        Slot("colour", colours, of="colour", labels=tuple(Text(COLOURS[n]) for n in colours)),
        Slot("points", _POINTS, of="number"),
    )
    takes = Choice("mission", Text("Takes a mission"), Granted(seat, 0, 1, 0), slots)
    text = Text("{seat}: how many new pearls?", seat=one(seat))
    return Ask(text, who, (over, takes) if colours else (over,), topic="act")


def _move(state: State) -> Ask:
    seat = state.turn
    every = dives(state)
    in_reach = tuple(dive for dive in every if dive.possible)
    # A-S11 Where nothing in reach has a card, any spot that can be paid for.
    reach = in_reach or tuple(dive for dive in every if state.oxygen[seat] + dive.oxygen >= 0)
    spots = tuple(dive.spot for dive in reach)
    slot = Slot("spot", spots, of="spot", labels=labels.spots(reach))
    goes = Choice("move", Text("There"), Moved(seat, 0), (slot,))
    text = Text("{seat} dives. Where to?", seat=one(seat))
    if state.divers[seat] == NOWHERE:
        text = Text("{seat} places the diver. Where?", seat=one(seat))
    return Ask(text, tellers(state, seat), (goes,), topic="dive")


def _pick(state: State) -> tuple[Ask, ...]:
    seat = state.turn
    places = tuple(place for place in line(state.divers[seat]) if state.grid[place] >= 0)
    if not places:
        return ()  # until it is told what lies there
    names = tuple(state.faces[state.grid[place]].name for place in places)
    slots = (
        # To the right, unless the left is tapped.
        Slot("end", _SIDES, of="side", preset=True, labels=labels.sides(_SIDES)),
        Slot("place", places, of="place", labels=names),
    )
    takes = Choice("pick", Text("Takes it"), Picked(seat, 0, RIGHT), slots)
    text = Text("{seat} takes a card. Which?", seat=one(seat))
    return (Ask(text, tellers(state, seat), (takes,), topic="pick"),)


def _act(state: State) -> Ask:
    seat = state.turn
    owned = {taken.colour for taken in state.missions[seat]}
    free = tuple(n for n in state.open if state.deck.missions[n].colour not in owned)
    over = Choice("over", Text("Done: next player"), Ended(seat), tone="good")
    text = Text("What does {seat} do now?", seat=one(seat))
    # A-Q30 Or nothing more.
    choices: tuple[Choice, ...] = (over,)
    if free:
        names = labels.titles(tuple(state.deck.missions[n].title for n in free))
        slot = Slot("mission", free, of="mission", labels=names)
        choices = (over, Choice("mission", Text("Takes a mission"), Met(seat, free[0]), (slot,)))
    return Ask(text, tellers(state, seat), choices, topic="act")


def _vote(state: State) -> Ask:
    seat, mission = state.turn, state.deck.missions[state.voting]
    others = tuple(other for other in state.present if other != seat)
    yes = Choice(
        "yes", Text("Yes: {seat} takes it", seat=one(seat)), Voted(seat, True), tone="good"
    )
    no = Choice("no", Text("No"), Voted(seat, False))
    text = Text("{title}: is that true for {seat}?", title=mission.title, seat=one(seat))
    # A-Q21 The others judge what the companion cannot.
    return Ask(text, tellers(state, *others), (yes, no), topic="vote")


# --- the end ----------------------------------------------------------------------------------


def _tally(state: State, seat: Seat) -> Ask:
    who = tellers(state, seat)
    title = state.deck.ends[state.end].title if state.end is not None else ""
    return _counts(seat, title, who)


@lru_cache(CACHE_SIZE)
def _counts(seat: Seat, title: str, who: tuple[Seat, ...]) -> Ask:
    slot = Slot("count", _COUNTS, of="number")
    told = Choice("tally", Text("So many"), Tallied(seat, 0), (slot,))
    text = Text("{seat}, count what the end card shows. How many?", seat=one(seat))
    if title:
        text = Text("{seat}: how many? {title}.", seat=one(seat), title=title)
    return Ask(text, who, (told,), topic="tally")
