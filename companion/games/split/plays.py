"""Cards that are turned up and played: what match they make.

What comes of a match, its chips, is for chips.py.
"""

from companion.frozen import replace
from companion.games.common import one, put
from companion.games.split.cards import (
    card_text,
    count,
    is_joker,
    one_card,
    size,
    suits_in,
)
from companion.games.split.chips import RULE_OF, earned
from companion.games.split.facts import CHIPS, Match, Matched, Meant, Played, Turned, Variant
from companion.games.split.matches import Reading, house, reading_text, readings, refusal
from companion.games.split.state import (
    Due,
    Lying,
    Place,
    Play,
    State,
    Step,
    at_turn,
    playing,
    refereed,
    seen,
)
from companion.words import Judged, Refused, Ruling, Text


def turned(state: State, fact: Turned) -> Judged[State]:
    """A card lies face up at a place. Raises Refused."""
    refereed(playing(state))
    if state.places[fact.place].open:
        raise Refused("H-R2", Text("Place {n} has its card.", n=fact.place + 1))
    not_a_third(state, fact.card)
    # H-R2 Ten cards lie face up beside the board.
    place = Place((Lying(fact.card, fact.card),))
    places = put(state.places, fact.place, place)
    text = Text("Place {n}: {card}.", n=fact.place + 1, card=card_text(fact.card))
    up = replace(state, places=places, out=state.out + one_card(fact.card))
    return Judged(up, (Ruling("H-R2", text),))


def played(state: State, fact: Played) -> Judged[State]:
    """A half card makes a match, or is refused."""
    at_turn(refereed(state), fact.seat, Step.TURN)
    place = state.places[fact.on // 2]
    mate = _mate(place, fact.on)
    _can_hold(state, fact)
    # H-R3 It must make a match.
    ways = readings(mate.face, fact.card, place.match, house(state.setup))
    if not ways:
        raise Refused(*refusal(mate.face, fact.card, house(state.setup)))
    play = Play(fact.on, fact.card)
    if len(ways) > 1:
        # H-R11 The player says which: the companion asks.
        waiting = replace(state, play=play, step=Step.READING)
        text = Text("{seat} plays the {card}.", seat=one(fact.seat), card=card_text(fact.card))
        return Judged(waiting, (Ruling("H-R11", text, (fact.seat,), "card"),))
    return made(state, play, ways[0])


def meant(state: State, fact: Meant) -> Judged[State]:
    """Of several ways to mean a match this is the one. Raises Refused."""
    at_turn(state, fact.seat, Step.READING)
    play = state.play
    assert play is not None
    for way in ways_to_mean(state):
        if way.match is fact.match and suits_in(way.suits) == fact.suits:
            return made(state, play, way)
    # H-Q1 Only what the cards allow.
    raise Refused("H-Q1", Text("That match cannot be meant so."))


def ways_to_mean(state: State) -> tuple[Reading, ...]:
    """The ways to mean the card that was just played."""
    if state.play is None:
        return ()
    place = state.places[state.play.on // 2]
    mate = _mate(place, state.play.on)
    return readings(mate.face, state.play.card, place.match, house(state.setup))


def matched(state: State, fact: Matched) -> Judged[State]:
    """Light: a match of this kind was made. Raises Refused."""
    at_turn(state, fact.seat, Step.TURN)
    if state.setup.variant is Variant.REFEREED:
        raise Refused("H-S10", Text("Tap the cards: the companion says what match they make."))
    # H-S10 The kind of match is told; its chips may go anywhere.
    due = Due(fact.match, 0, CHIPS[fact.match], ())
    text = Text("{seat} makes a {match} match.", seat=one(fact.seat), match=Text(fact.match.value))
    said = (Ruling(RULE_OF[fact.match], text, (fact.seat,), fact.match.value),)
    return earned(state, due, said)


def made(state: State, play: Play, way: Reading) -> Judged[State]:
    """The match is made, and its chips are due."""
    seat, number = state.turn, play.on // 2
    place = _laid(state, state.places[number], play, way)
    held = state.shown[seat]
    if count(held, play.card):
        held -= one_card(play.card)
    after = replace(
        state,
        places=put(state.places, number, place),
        hands=put(state.hands, seat, state.hands[seat] - 1),
        out=state.out + one_card(play.card),
        shown=put(state.shown, seat, held),
    )
    template = "{seat} plays the {card}. {match}."
    text = Text(template, seat=one(seat), card=card_text(play.card), match=reading_text(way))
    said = (Ruling(RULE_OF[way.match], text, (seat,), way.match.value),)
    return earned(after, _due(way, number), said)


def not_a_third(state: State, card: int) -> None:
    """Refuse (H-C3) a third half of a card."""
    # H-C3 There are two halves of each card between two shuffles.
    if seen(state, card) >= 2:
        text = Text("Both halves of the {card} are out already.", card=card_text(card))
        raise Refused("H-C3", text)


def _can_hold(state: State, fact: Played) -> None:
    """Refuse a card that cannot be in the seat's hand."""
    if not state.hands[fact.seat]:
        raise Refused("H-R3", Text("{seat} has no card.", seat=one(fact.seat)))
    held = state.shown[fact.seat]
    if count(held, fact.card):
        return
    not_a_third(state, fact.card)
    # H-C2 A hand that was shown is known until something is drawn.
    if size(held) >= state.hands[fact.seat]:
        text = Text("{seat} showed another hand.", seat=one(fact.seat))
        raise Refused("H-C2", text)


def _mate(place: Place, on: int) -> Lying:
    """The card that a card played there is matched with."""
    if on % 2 >= len(place.open):
        text = Text("First tell which card lies at place {n}.", n=on // 2 + 1)
        raise Refused("H-R3", text)
    # H-R7 Of two cards either may be covered; the match is with the one that stays open.
    return place.open[1 - on % 2] if len(place.open) == 2 else place.open[0]


def _laid(state: State, place: Place, play: Play, way: Reading) -> Place:
    mate = _mate(place, play.on)
    new = _lying(state, play.card, way) if is_joker(play.card) else Lying(play.card, play.card)
    if is_joker(mate.face) and not is_joker(play.card):
        mate = _lying(state, mate.card, way)
    if len(place.open) == 1:
        # H-R4 The match stays.
        return Place((mate, new), place.under, way.match)
    covered = place.open[play.on % 2].card
    # H-R7 What is covered lies under the new match.
    under = (*place.under, covered)
    return Place((new, mate) if play.on % 2 == 0 else (mate, new), under, way.match)


def _lying(state: State, joker: int, way: Reading) -> Lying:
    if state.setup.joker_keeps_rank and way.face >= 0:
        # H-Q2 House option: it stays what it was played as, until covered or discarded.
        return Lying(joker, way.face)
    # H-Q2 Wild again for each play on it.
    return Lying(joker, joker)


def _due(way: Reading, place: int) -> Due:
    if way.match is Match.STRONG:
        ways = tuple(1 << suit for suit in suits_in(way.suits))
        # H-R5 Two chips, one on each suit.
        return Due(way.match, way.suits, 2, ways, place)
    # H-R4 One chip on either suit.
    # H-R6 Two chips on the one suit.
    left = CHIPS[way.match]
    return Due(way.match, way.suits, left, (way.suits,), place)
