"""What the rules of Animal Splash conclude from each fact.

Pure: no clock, no chance, no input or output. Above each statement stands the rule it enforces.
"""

from typing import assert_never

from companion.frozen import replace
from companion.games.animal_splash import laying, light, plays
from companion.games.animal_splash.deck import checked
from companion.games.animal_splash.facts import (
    Adjusted,
    Breathed,
    Dealt,
    Dived,
    Drew,
    Ended,
    EndTurned,
    Fact,
    Filled,
    First,
    Full,
    Granted,
    Light,
    Met,
    Moved,
    Paid,
    Picked,
    Revealed,
    Scored,
    Setup,
    Shifted,
    Slid,
    Surfaced,
    Swapped,
    Tallied,
    Valued,
    Voted,
)
from companion.games.animal_splash.sample import SAMPLE
from companion.games.animal_splash.scoring import crowned
from companion.games.animal_splash.seating import hand_over, join, leave
from companion.games.animal_splash.state import TOKENS, Stage, State, box_of, plus, tokens_out
from companion.games.common import by_pen, one
from companion.words import (
    Corrected,
    HandedOver,
    Joined,
    Judged,
    Left,
    Refused,
    Ruling,
    Seat,
    Text,
)


def start(setup: Setup) -> State:
    """A new game. Raises Refused for a number of players (A-R1) or a deck that is none."""
    # A-R1 Two to five.
    if not 2 <= setup.seats <= 5:
        raise Refused("A-R1", Text("Animal Splash is for 2 to 5 players, not {n}.", n=setup.seats))
    # A-C1 Somebody of them lays out the cards.
    if not 0 <= setup.dealer < setup.seats:
        raise Refused("A-C1", Text("Seat {n} is not at this table.", n=setup.dealer + 1))
    # A-S9 Whoever has not entered the printed deck plays with the sample.
    deck = SAMPLE if setup.deck is None else checked(setup.deck)
    present = tuple(Seat(seat) for seat in range(setup.seats))
    state = State(setup, box_of(deck), Stage.WAITING, setup.dealer, present)
    return replace(state, pen=(0,) * setup.seats)


def judge(state: State, fact: Fact) -> Judged[State]:
    """The state after a fact and the rulings on it. Raises Refused for what cannot be."""
    judged = _judged(state, fact)
    told = replace(judged.state, told=state.told + 1)
    return _tokens(Judged(told, judged.rulings))


def _judged(state: State, fact: Fact) -> Judged[State]:
    match fact:
        case Dived() | Paid() | Surfaced() | Granted() | Valued() | Tallied():
            return _light(state, fact)
        case Moved() | Picked() | Shifted() | Slid() | Swapped() | Scored():
            return _full(state, fact)
        case Met() | Voted() | Ended():
            return _full(state, fact)
        case _:
            return _around(state, fact)


def _light(state: State, fact: Light) -> Judged[State]:
    match fact:
        case Dived():
            return light.dived(state, fact)
        case Paid():
            return light.paid(state, fact)
        case Surfaced():
            return light.surfaced(state, fact)
        case Granted():
            return light.granted(state, fact)
        case Valued():
            return light.valued(state, fact)
        case Tallied():
            return light.tallied(state, fact)
        case _:
            assert_never(fact)


def _full(state: State, fact: Full) -> Judged[State]:
    match fact:
        case Moved():
            return plays.moved(state, fact)
        case Picked():
            return plays.picked(state, fact)
        case Shifted():
            return plays.shifted(state, fact)
        case Slid():
            return plays.slid(state, fact)
        case Swapped():
            return plays.swapped(state, fact)
        case Scored():
            return plays.scored(state, fact)
        case Met():
            return plays.met(state, fact)
        case Voted():
            return plays.voted(state, fact)
        case Ended():
            return plays.ended(state, fact)
        case _:
            assert_never(fact)


_Dealing = Dealt | First | Breathed | Drew | Filled | Revealed | EndTurned
_Around = _Dealing | Left | Joined | HandedOver | Adjusted | Corrected


def _around(state: State, fact: _Around) -> Judged[State]:
    """What begins a game, who sits where, and the table's own pens."""
    match fact:
        case Dealt():
            return laying.dealt(state, fact)
        case First():
            return laying.first_told(state, fact)
        case Breathed():
            return laying.breathed(state, fact)
        case Drew():
            return laying.drew(state, fact)
        case Filled():
            return laying.filled(state, fact)
        case Revealed():
            return laying.revealed(state, fact)
        case EndTurned():
            return laying.end_turned(state, fact)
        case Left():
            return leave(state, fact.seat)
        case Joined():
            return join(state, fact.seat)
        case HandedOver():
            return hand_over(state, fact.seat)
        case Adjusted():
            return _adjusted(state, fact)
        case Corrected():
            return _corrected(state, fact)
        case _:
            assert_never(fact)


def _tokens(judged: Judged[State]) -> Judged[State]:
    state, said = judged.state, judged.rulings
    out = tokens_out(state) >= TOKENS
    if out and not state.warned:
        text = Text("All {n} tokens are out: take anything else for more.", n=TOKENS)
        # A-Q22 There is always one more; the table is told when the box is empty.
        said = (*said, Ruling("A-Q22", text))
    return Judged(replace(state, warned=out), said)


# --- the table's own pens ---------------------------------------------------------------------


def _adjusted(state: State, fact: Adjusted) -> Judged[State]:
    seat = _of_this_game(state, fact.seat)
    # A-S8 Before the cards are laid out there is no oxygen, and nobody has less than none.
    if not state.oxygen:
        raise Refused("A-S8", Text("Oxygen comes with the cards: lay them out first."))
    if not fact.oxygen:
        raise Refused("A-S8", Text("That is so already."))
    if state.oxygen[seat] + fact.oxygen < 0:
        has = state.oxygen[seat]
        raise Refused("A-S8", Text("{seat} has {n} oxygen: take less away.", seat=one(seat), n=has))
    # A-S8 What the table counts is what is there.
    after = replace(state, oxygen=plus(state.oxygen, seat, fact.oxygen))
    text = Text("{seat} has {n} oxygen: the table says so.", seat=one(seat), n=after.oxygen[seat])
    said = (Ruling("A-S8", text, (seat,)),)
    # A-R11 Where it decides a tie, it does.
    return crowned(after, said) if state.stage is Stage.OVER else Judged(after, said)


def _corrected(state: State, fact: Corrected) -> Judged[State]:
    seat = _of_this_game(state, fact.seat)
    if fact.points == 0:
        raise Refused("A-S7", Text("That is so already."))
    # A-S7 The people have the last word on every score.
    after = replace(state, pen=plus(state.pen, seat, fact.points))
    said = (Ruling("A-S7", by_pen(seat, fact.points, "point"), (seat,)),)
    # A-S7 After the game as well: it may make somebody the winner.
    return crowned(after, said) if state.stage is Stage.OVER else Judged(after, said)


def _of_this_game(state: State, seat: Seat) -> Seat:
    # A-C1 Only seats of this game can be named.
    if not 0 <= seat < state.setup.seats:
        raise Refused("A-C1", Text("Seat {n} is not at this table.", n=seat + 1))
    return seat
