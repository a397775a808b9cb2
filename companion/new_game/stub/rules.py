"""The rules of New Game: what comes of a fact, what is asked and what is shown."""

from enum import Enum

from companion.frozen import dataclass, replace
from companion.games.common import NOBODY, by_pen, correction, one_of, so_many
from companion.games.placing import PlacedView, Standing, placing
from companion.games.view import CommonView
from companion.words import Ask, Choice, Corrected, Judged, Refused, Ruling, Seat, Seats, Text

from .facts import Dealt, Fact, Highest, Setup

PLAYERS_LEAST, PLAYERS_MOST = 2, 6


# --- what comes of it ---------------------------------------------------------------------------


class Phase(Enum):
    """What the table is at."""

    BETWEEN = "between"  # before a deal
    LIVE = "live"  # cards are out
    OVER = "over"


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment."""

    setup: Setup
    points: tuple[int, ...]  # by seat
    phase: Phase = Phase.BETWEEN
    round: int = 0
    told: int = 0  # facts that counted so far


def start(setup: Setup) -> State:
    """A new game. Raises Refused."""
    # N-S1 Two to six play.
    if not PLAYERS_LEAST <= setup.seats <= PLAYERS_MOST:
        raise Refused("N-S1", Text("Two to six play this."))
    return State(setup, (0,) * setup.seats)


def judge(state: State, fact: Fact) -> Judged[State]:
    """What comes of a fact. Raises Refused."""
    judged = _judged(state, fact)
    return replace(judged, state=replace(judged.state, told=state.told + 1))


def _judged(state: State, fact: Fact) -> Judged[State]:
    match fact:
        case Dealt() | Highest() if state.phase is Phase.OVER:
            raise Refused("N-R3", Text("Somebody has won."))
        case Dealt():
            return _deal(state)
        case Highest(seat):
            return _highest(state, seat)
        case Corrected(seat, points):
            return _correct(state, seat, points)


def _deal(state: State) -> Judged[State]:
    if state.phase is not Phase.BETWEEN:
        raise Refused("N-R1", Text("The cards are out already."))
    # N-R1 Everybody gets a card.
    dealt = replace(state, phase=Phase.LIVE, round=state.round + 1)
    return Judged(dealt, (Ruling("N-R1", Text("Round {n}.", n=dealt.round), sign="start"),))


def _highest(state: State, seat: Seat) -> Judged[State]:
    if state.phase is not Phase.LIVE:
        raise Refused("N-R2", Text("Deal first."))
    _check(state, seat)
    # N-R2 The highest card is a point.
    scored = replace(state, points=_plus(state, seat, 1), phase=Phase.BETWEEN)
    text = Text("{seat} has the highest card.", seat=Seats((seat,)))
    return _won(scored, (Ruling("N-R2", text, (seat,)),))


def _correct(state: State, seat: Seat, points: int) -> Judged[State]:
    _check(state, seat)
    # N-S2 The people have the last word on every score.
    state = replace(state, points=_plus(state, seat, points))
    said = (Ruling("N-S2", by_pen(seat, points, "point"), (seat,)),)
    if state.phase is Phase.OVER and not _winners(state):
        state = replace(state, phase=Phase.BETWEEN)
    return _won(state, said)


def _won(state: State, said: tuple[Ruling, ...]) -> Judged[State]:
    winners = _winners(state)
    if not winners:
        return Judged(state, said)
    # N-R3 Enough points win.
    state = replace(state, phase=Phase.OVER)
    text = Text("{seats} wins!" if len(winners) == 1 else "{seats} win!", seats=Seats(winners))
    return Judged(state, (*said, Ruling("N-R3", text, winners, "win")))


def _winners(state: State) -> tuple[Seat, ...]:
    most = max(state.points)
    if most < state.setup.points:
        return ()
    return tuple(Seat(seat) for seat, points in enumerate(state.points) if points == most)


def _check(state: State, seat: Seat) -> None:
    # N-C1 It knows who sits where.
    if seat not in _everybody(state):
        raise Refused("N-C1", Text("Nobody sits there."))


def _plus(state: State, seat: Seat, points: int) -> tuple[int, ...]:
    return tuple(p + points if s == seat else p for s, p in enumerate(state.points))


def _everybody(state: State) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat in range(state.setup.seats))


# --- what is asked ------------------------------------------------------------------------------


def asks(state: State) -> tuple[Ask, ...]:
    """What has to be heard next, and what may be told besides."""
    everybody = _everybody(state)
    pen = correction(state.setup.seats, Text("Gets points"), (-1, 1, 2))
    if state.phase is Phase.OVER:
        return (pen,)
    if state.phase is Phase.LIVE:
        highest = Choice("highest", Text("This one"), Highest(NOBODY), (one_of("seat", everybody),))
        return (Ask(Text("Who has the highest card?"), everybody, (highest,), topic="turn"), pen)
    return (Ask(Text("Everybody gets a card."), everybody, (_deals(),), topic="deal"), pen)


def _deals() -> Choice:
    return Choice("start", Text("Dealt"), Dealt(), tone="good")


# --- what is shown ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class View(CommonView):
    """A game on a screen. Lists are by seat."""

    phase: str
    stage: str  # "between" deals, "live" or "over": what every screen knows of a game
    round: int
    told: int  # facts that counted so far
    present: tuple[Seat, ...]
    points: tuple[int, ...]
    over: bool
    winners: tuple[Seat, ...]
    placing: tuple[PlacedView, ...]


def view(state: State, seat: Seat | None = None) -> View:
    """The game for a seat's phone, or for the wall; everybody sees the same."""
    over = state.phase is Phase.OVER
    return View(
        phase=state.phase.value,
        stage=state.phase.value,
        round=state.round,
        told=state.told,
        present=_everybody(state),
        points=state.points,
        over=over,
        winners=_winners(state),
        placing=placing(_standings(state)) if over else (),
    )


def _standings(state: State) -> tuple[Standing, ...]:
    return tuple(
        Standing((seat,), (points,), (Text("{n}", n=so_many(points, "point")),))
        for seat, points in zip(_everybody(state), state.points, strict=True)
    )
