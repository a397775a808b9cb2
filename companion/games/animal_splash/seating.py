"""Who sits at the table of Animal Splash: leaving, sitting down and handing a seat over.

The box is silent about these; the rulings are the project's own (A-S1 to A-S5).
"""

from companion.frozen import replace
from companion.games.animal_splash.state import (
    NOWHERE,
    Stage,
    State,
    Step,
    is_light,
    player,
    rotation,
    row_length,
)
from companion.games.animal_splash.turns import Said, begun, finished
from companion.games.common import next_seat, one, plays_on, put, rests
from companion.words import Judged, Refused, Ruling, Seat, Text


def leave(state: State, seat: Seat) -> Judged[State]:
    """A seat leaves; what it has stays and counts. Raises Refused."""
    if state.stage is Stage.OVER:
        raise Refused("A-S1", Text("The game is over; everybody may go."))
    player(state, seat)
    away = replace(state, present=tuple(s for s in state.present if s != seat))
    if away.present and seat == state.dealer:
        away = replace(away, dealer=next_seat(away.present, seat))
    if state.divers:
        # A-S1 The diver leaves the grid, and is in nobody's way.
        away = replace(away, divers=put(away.divers, seat, NOWHERE))
    said: Said = (Ruling("A-S1", Text(_farewell(state, seat), seat=one(seat)), (seat,)),)
    if _is_starting(state):
        # A-S1 Before the first dive there is nothing that could stay.
        away = _without_start(away, seat)
    judged = Judged(away, said)
    if state.stage is Stage.PLAYING and state.turn == seat and rotation(away):
        # A-S5 In the middle of a turn: what was done stays done, and the next one dives.
        judged = finished(away, said)
    return _rested(judged)


def stops(state: State, seat: Seat) -> str:
    """What would stop if the seat left now (`STOPS`), or "" where play goes on."""
    if state.stage not in (Stage.STARTING, Stage.PLAYING, Stage.COUNTING):
        return ""
    if len(state.present) > _least(state.stage) and state.turn != seat:
        return ""  # asked at every fact, of everybody: whose turn it is may end a game by leaving
    after = leave(state, seat).state.stage
    return {Stage.RESTING: "rest", Stage.OVER: "end_game"}.get(after, "")


def join(state: State, seat: Seat) -> Judged[State]:
    """Somebody sits down on a seat of this game. Raises Refused (A-S3)."""
    if state.stage is Stage.OVER:
        raise Refused("A-S3", Text("This game is over. Play in the next one!"))
    if seat in state.present:
        raise Refused("A-S3", Text("{seat} plays already.", seat=one(seat)))
    # A-S3 Rounds and rows are as many as there were players: no further seat in mid-game.
    if not 0 <= seat < state.setup.seats:
        raise Refused("A-S3", Text("No place is free in this game. Play in the next one!"))
    # A-S3 With the row, the oxygen and the missions that are there, or with a start card.
    joined = replace(state, present=tuple(sorted((*state.present, seat))))
    if joined.dealer not in joined.present:
        # A-S2 Whoever was to lay out went when nobody else was there.
        joined = replace(joined, dealer=next_seat(joined.present, joined.dealer))
    said = (Ruling("A-S3", Text("{seat} sits down.", seat=one(seat)), (seat,)),)
    if joined.stage is Stage.RESTING and len(joined.present) >= _least(joined.before):
        # A-S2 With two the game goes on where it was, and with one the count.
        joined = replace(joined, stage=joined.before)
    if joined.stage is Stage.PLAYING and rotation(joined) and _left_in_turn(joined):
        # A-S5 Whose turn it was has ended it by leaving, though nobody was there to dive next.
        return finished(joined, said)
    return Judged(joined, said)


def hand_over(state: State, seat: Seat) -> Judged[State]:
    """Another person plays on for a seat, with all that it has."""
    player(state, seat)
    # A-S4 The rules know seats, not people: nothing else changes.
    return Judged(state, (plays_on("A-S4", seat),))


def _left_in_turn(state: State) -> bool:
    """Whether whose turn it is has left it: is still away, or came back without a diver."""
    begun = state.step is not Step.MOVE
    # A-S5 Who has come back dives anew.
    came_back = begun and state.divers[state.turn] == NOWHERE
    return came_back or state.turn not in rotation(state)


def _farewell(state: State, seat: Seat) -> str:
    """What is said when somebody leaves, and what the others have to do then."""
    if not state.divers:
        return "{seat} leaves."
    if state.divers[seat] != NOWHERE:
        what = "the diver comes off the grid. Row, pearls and missions stay and count."
        return f"{{seat}} leaves; {what}"
    if _is_starting(state) and row_length(state, seat):
        return "{seat} leaves; the start card goes back."
    if row_length(state, seat) > 1:
        return "{seat} leaves; row, pearls and missions stay and count."
    return "{seat} leaves."


def _is_starting(state: State) -> bool:
    """Whether it is before the first dive, also while the game rests."""
    stage = state.before if state.stage is Stage.RESTING else state.stage
    return stage is Stage.STARTING


def _without_start(state: State, seat: Seat) -> State:
    first = None if state.first == seat else state.first
    oxygen = put(state.oxygen, seat, 0)
    if is_light(state):
        return replace(state, first=first, oxygen=oxygen, cards=put(state.cards, seat, 0))
    back = sum(1 << card for card in state.rows[seat])
    rows = put(state.rows, seat, ())
    return replace(state, first=first, oxygen=oxygen, rows=rows, seen=state.seen & ~back)


def _rested(judged: Judged[State]) -> Judged[State]:
    """The game without somebody: it goes on, or rests."""
    state, said = judged.state, judged.rulings
    if state.stage in (Stage.OVER, Stage.RESTING):
        return judged
    if len(state.present) < _least(state.stage):
        # A-S2 Nobody plays alone.
        resting = replace(state, stage=Stage.RESTING, before=state.stage)
        return Judged(resting, (*said, Ruling("A-S2", rests(len(state.present)))))
    if state.stage is Stage.COUNTING:
        return judged
    # A-S1 The others may just have waited for that start card.
    return begun(state, said)


def _least(stage: Stage) -> int:
    # A-S2 To play takes two; what everybody has can be counted by one.
    return 1 if stage is Stage.COUNTING else 2
