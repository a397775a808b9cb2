"""The rules of Tower."""

from companion.frozen import dataclass, replace
from companion.games.placing import PlacedView
from companion.games.view import CommonView
from companion.words import Ask, Choice, Judged, Refused, Seat, Slot, Text

from .facts import Built, Fact, Fell, Setup


@dataclass(frozen=True, slots=True)
class State:
    setup: Setup
    high: tuple[int, ...] = ()
    over: bool = False
    told: int = 0


def start(setup: Setup) -> State:
    return State(setup)


def judge(state: State, fact: Fact) -> Judged[State]:
    if state.over:
        raise Refused("", Text("The tower lies on the floor."))
    state = replace(state, told=state.told + 1)
    match fact:
        case Built(blocks):
            return Judged(replace(state, high=(*state.high, blocks)))
        case Fell():
            return Judged(replace(state, over=True))


def asks(state: State) -> tuple[Ask, ...]:
    if state.over:
        return ()
    high = Choice(
        "high", Text("Blocks"), Built(1), (Slot("blocks", tuple(range(1, 61)), of="number"),)
    )
    fell = Choice("fell", Text("It fell down!"), Fell(), tone="bad")
    if len(state.high) % 2:
        return (
            Ask(Text("Has it fallen?"), (Seat(0),), (fell,), must=False),
            Ask(Text("How high is it now?"), (Seat(0),), (high,), must=False),
        )
    return (Ask(Text("How high is it?"), (Seat(0),), (high, fell)),)


@dataclass(frozen=True, slots=True)
class View(CommonView):
    phase: str
    stage: str
    told: int
    present: tuple[Seat, ...]
    over: bool
    winners: tuple[Seat, ...]
    placing: tuple[PlacedView, ...]
    hint: Text | None
    high: int


def view(state: State, seat: Seat | None = None) -> View:
    return View(
        phase="over" if state.over else "build",
        stage="over" if state.over else "live",
        told=state.told,
        present=(Seat(0),),
        over=state.over,
        winners=(),
        placing=(),
        hint=Text("Put one more block on it!") if len(state.high) % 2 else None,
        high=max(state.high, default=0),
    )
