"""How a turn of SPLIT ends: discard, refill, draw, and whose turn is next.

Knows nothing of matches and chips: their modules come here when a turn is done.
"""

from typing import Final

from companion.frozen import replace
from companion.games.common import next_seat, one, put, so_many
from companion.games.split.cards import one_card
from companion.games.split.facts import Match
from companion.games.split.state import (
    Place,
    Stage,
    State,
    Step,
    is_light,
    members,
    rotation,
    side_of,
    side_text,
)
from companion.words import Judged, Ruling, Seat, Seats, Text

Said = tuple[Ruling, ...]
_NO_PATH: Final = Text("No path")
_STUCK: Final = Text("Nobody can play any more")


def finished(state: State, said: Said) -> Judged[State]:
    """The turn after its last chip: a perfect match goes, and the player draws."""
    if is_light(state):
        return pass_on(state, said)
    # H-Q23 First the place is cleared and filled again, then the player draws.
    state, said = _cleared(state, said)
    # H-R3 One card at the end of a turn.
    after, said = draw(state, state.turn, 1, said)
    # H-Q17 With nothing to draw nobody is told to.
    drew = state.turn if after.hands != state.hands else None
    return pass_on(replace(after, drew=drew), said)


def dropped(state: State, said: Said) -> Judged[State]:
    """The turn of somebody who is gone: what was due is not done."""
    if not is_light(state):
        # H-S5 A perfect match is discarded all the same.
        state, said = _cleared(state, said)
    if not rotation(state):
        # H-S5 Nobody is there at all: the next one plays as soon as somebody is.
        turn = Seat((state.turn + 1) % state.setup.seats)
        return Judged(replace(fresh_turn(state), turn=turn), said)
    return pass_on(state, said)


def draw(state: State, seat: Seat, wanted: int, said: Said) -> tuple[State, Said]:
    """A seat draws cards, as far as there are any."""
    state, said = _with_a_pile(state, wanted, said)
    # H-Q17 With nothing to draw the hand stays smaller.
    drawn = min(wanted, state.pile)
    hands = put(state.hands, seat, state.hands[seat] + drawn)
    return replace(state, pile=state.pile - drawn, hands=hands), said


def shuffled(state: State) -> State:
    """The discards as the new pile."""
    # H-C3 What was discarded may come again.
    state = replace(state, discarded=0)
    return replace(state, pile=state.pile + state.thrown, thrown=0)


def pass_on(state: State, said: Said) -> Judged[State]:
    """The next seat's turn."""
    # H-R2 To the left.
    turn = next_seat(rotation(state), state.turn)
    after = replace(fresh_turn(state), turn=turn)
    if is_light(after) or after.hands[turn] or after.pile or after.thrown:
        return Judged(after, said)
    text = Text("{seat} has no card, and there is none to draw.", seat=one(turn))
    # H-Q24 A hand without cards is a turn without a play.
    return without_play(after, (*said, Ruling("H-Q24", text, (turn,))))


def fresh_turn(state: State) -> State:
    """The state with nothing done in a turn yet."""
    return replace(state, step=Step.TURN, play=None, due=None, lit=False, reshuffled=False)


def without_play(state: State, said: Said) -> Judged[State]:
    """A turn ends without a play for want of cards; after a full circle of these all is over."""
    blanks = state.blanks + 1
    if blanks < len(rotation(state)):
        return pass_on(replace(state, blanks=blanks), said)
    turn = next_seat(rotation(state), state.turn)
    stuck = replace(fresh_turn(state), turn=turn, blanks=0)
    # H-Q24 Nobody can play any more: whoever placed the last chip wins.
    return last_chip_wins(stuck, "H-Q24", said, _STUCK)


def last_chip_wins(state: State, rule: str, said: Said, why: Text = _NO_PATH) -> Judged[State]:
    """Without a path the side of the last chip has won; `why` opens the sentence."""
    if state.last is None:
        text = Text("{why}, and no chip was placed: nobody wins.", why=why)
        return Judged(replace(state, stage=Stage.OVER), (*said, Ruling(rule, text, (), "over")))
    # H-R13 Whoever placed the last chip.
    side = side_of(state, state.last)
    text = Text(
        "{why}, and the last chip was {seat}'s: {side} wins!",
        why=why,
        seat=one(state.last),
        side=side_text(side),
    )
    return won(state, side, Ruling(rule, text, members(state, side), "win"), said)


def won(state: State, side: int, ruling: Ruling, said: Said, joined: bool = False) -> Judged[State]:
    """The game is over."""
    over = replace(state, stage=Stage.OVER, winner=side, joined=joined, by_word=False)
    return Judged(over, (*said, ruling))


def team_text(state: State, side: int) -> Seats:
    """Whose side it is, in a sentence, also who has left it: as a win is theirs, too."""
    return Seats(members(state, side))


def _cleared(state: State, said: Said) -> tuple[State, Said]:
    """Discard the perfect match that was just made, if there is one, and fill its place."""
    due = state.due
    if due is None or due.match is not Match.PERFECT:
        return state, said
    number, place = due.place, state.places[due.place]
    cards = (*(lying.card for lying in place.open), *place.under)
    bag = sum(map(one_card, cards))
    # H-R6 The match and everything under it is discarded.
    state = replace(
        state,
        thrown=state.thrown + len(cards),
        discarded=state.discarded + bag,
        out=state.out - bag,
    )
    places = put(state.places, number, Place())
    state, said = _with_a_pile(state, 1, said)
    # H-R6 The dealer fills the place with one card. The match itself is there to be shuffled, so
    # that a place is never left empty.
    return replace(state, places=places, pile=state.pile - 1, refilled=number), said


def _with_a_pile(state: State, wanted: int, said: Said) -> tuple[State, Said]:
    """The state with so many cards in the draw pile, if need be by way of a shuffle."""
    if state.pile >= wanted or not state.thrown:
        return state, said
    said = (*said, _shuffle_said(state.thrown))
    # H-Q17 The pile runs out: the discards are shuffled, and are the pile.
    return shuffled(state), said


def _shuffle_said(cards: int) -> Ruling:
    text = Text("The draw pile is empty: shuffle the {n}.", n=so_many(cards, "discard"))
    return Ruling("H-Q17", text, (), "shuffle")
