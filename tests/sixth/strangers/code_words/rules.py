"""The rules of Code Words."""

from companion.frozen import dataclass, replace
from companion.games.placing import PlacedView, Standing, placing
from companion.games.view import CommonView
from companion.words import Ask, Choice, Judged, Refused, Ruling, Seat, Seats, Slot, Text

from .facts import Fact, Guessed, Kept, Setup

WORDS = ("Lighthouse", "Umbrella", "Penguin", "Volcano", "Trumpet")


@dataclass(frozen=True, slots=True)
class State:
    setup: Setup
    words: tuple[int | None, ...]
    rounds: tuple[int, int] = (0, 0)
    told: int = 0


def start(setup: Setup) -> State:
    return State(setup, (None,) * setup.seats)


def _team(state: State, side: int) -> tuple[Seat, ...]:
    return tuple(Seat(n) for n in range(state.setup.seats) if n % 2 == side)


def _winner(state: State) -> int | None:
    return next((side for side in (0, 1) if state.rounds[side] >= state.setup.goal), None)


def judge(state: State, fact: Fact) -> Judged[State]:
    if _winner(state) is not None:
        raise Refused("C-R3", Text("A team has won."))
    state = replace(state, told=state.told + 1)
    match fact:
        case Kept(seat, word):
            # C-R1
            if state.words[seat] is not None:
                raise Refused("C-R1", Text("{seat} has a word.", seat=Seats((seat,))))
            words = tuple(word if n == seat else one for n, one in enumerate(state.words))
            return Judged(replace(state, words=words))
        case Guessed(side):
            # C-R2
            if None in state.words:
                raise Refused("C-R1", Text("Somebody has no word yet."))
            rounds = tuple(n + (at == side) for at, n in enumerate(state.rounds))
            state = replace(state, rounds=rounds, words=(None,) * state.setup.seats)
            said = [
                Ruling(
                    "C-R2",
                    Text("{team} guess it.", team=Seats(_team(state, side))),
                    _team(state, side),
                )
            ]
            if _winner(state) is not None:
                # C-R3
                said.append(
                    Ruling(
                        "C-R3",
                        Text("{team} win!", team=Seats(_team(state, side))),
                        _team(state, side),
                        "win",
                    )
                )
            return Judged(state, tuple(said))


def asks(state: State) -> tuple[Ask, ...]:
    if _winner(state) is not None:
        return ()
    missing = [Seat(n) for n, one in enumerate(state.words) if one is None]
    if missing:
        labels = tuple(Text(word) for word in WORDS)
        return tuple(
            Ask(
                Text("Which word do you have?"),
                (seat,),
                (
                    Choice(
                        "word",
                        Text("That one"),
                        Kept(seat, 0),
                        (Slot("word", (0, 1, 2, 3, 4), of="word", labels=labels),),
                    ),
                ),
                topic=f"word {seat}",
            )
            for seat in missing
        )
    everybody = tuple(Seat(n) for n in range(state.setup.seats))
    choices = tuple(
        Choice(f"side{n}", Text("{team}", team=Seats(_team(state, n))), Guessed(n)) for n in (0, 1)
    )
    return (
        Ask(Text("Has a team guessed all words?"), everybody, choices, must=False, topic="guess"),
    )


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
    rounds: tuple[int, ...]
    mine: str


def view(state: State, seat: Seat | None = None) -> View:
    winner = _winner(state)
    all_have = None not in state.words
    mine = state.words[seat] if seat is not None else None
    return View(
        phase="over" if winner is not None else "guess" if all_have else "words",
        stage="over" if winner is not None else "live" if all_have else "between",
        told=state.told,
        present=tuple(Seat(n) for n in range(state.setup.seats)),
        over=winner is not None,
        winners=() if winner is None else _team(state, winner),
        placing=placing(
            Standing(_team(state, n), (state.rounds[n],), (Text("{n} rounds", n=state.rounds[n]),))
            for n in (0, 1)
        )
        if winner is not None
        else (),
        hint=Text("Give hints to your team, and guess!") if all_have and winner is None else None,
        rounds=state.rounds,
        mine="" if mine is None else WORDS[mine],
    )
