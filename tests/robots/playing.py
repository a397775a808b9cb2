"""A robot family's whole game: its acts and answers in the order in which people would give them.

`play` tells them straight to the rules; `play_at` to any table: pins and pages, or a screen.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any, Protocol

from companion.games.dolphin_splash.robot.family import Family
from companion.games.dolphin_splash.robot.truth import Reveal
from companion.robots.acts import Act, Does, Reply
from companion.words import Ask, Choice, Counted, Homed, Lifted, Pad, Released, Touched

STEPS_MOST = 20_000  # no game is that long: something hangs
PAD_UNCERTAIN_US = 300


class TableLike(Protocol):
    """Where a family can play: it sees a view and questions, acts and answers."""

    def view(self) -> Any: ...
    def asks(self) -> tuple[Ask, ...]: ...
    def act(self, acts: Iterable[Act]) -> None: ...
    def answer(self, ask: Ask, reply: Reply) -> None: ...


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: the facts that were told, where they led, and what is true."""

    facts: tuple[Any, ...]
    state: Any
    truth: Reveal


def play(game: ModuleType, family: Family) -> Played:
    """Play straight into the rules. Raises Refused where they refuse a true word."""
    rules = _Rules(game, game.start(family.setup))
    play_at(rules, family)
    return Played(tuple(rules.facts), rules.state, family.truth.reveal())


def play_at(table: TableLike, family: Family) -> None:
    """Play at a table until somebody wins."""
    for _ in range(STEPS_MOST):
        if table.view().winner is not None:
            break
        _one_step(table, family)
    if family.round is not None:
        _talk(table, family)  # a bonus that decides nothing any more is marked all the same
        family.scored()


def filled(ask: Ask, reply: Reply) -> Any:
    """The fact that a reply tells."""
    choice: Choice = next(choice for choice in ask.choices if choice.key == reply.key)
    picks = {
        name: tuple(pick) if isinstance(pick, list) else pick for name, pick in reply.picks.items()
    }
    return replace(choice.fact, **picks)


def _one_step(table: TableLike, family: Family) -> None:
    phase = table.view().phase
    if phase == "live":
        table.act(family.play_on())
        return
    if phase == "reset":
        table.act(family.put_back())
    _talk(table, family)


def _talk(table: TableLike, family: Family) -> None:
    """Take up one offer or question: what may be said goes before what must be."""
    phase = table.view().phase
    for ask in sorted(table.asks(), key=lambda ask: ask.must):
        known = family.round is not None or ask.topic == "deal"
        reply = family.answer(ask) if known else None
        if reply is not None:
            if ask.topic == "deal":
                table.act(family.put_back(after=True))
            table.answer(ask, reply)
            _follow(family, ask, phase)
            return


def _follow(family: Family, ask: Ask, phase: str) -> None:
    """Let the family know what its answer brought about, as people see it on the wall."""
    if ask.topic == "foul":
        family.fouled()
    elif ask.topic == "deal":
        if phase == "scored" and family.round is not None:
            family.scored()
        family.dealt()


class _Rules:
    """The rules themselves as a table."""

    def __init__(self, game: ModuleType, state: Any) -> None:
        self.game, self.state = game, state
        self.facts: list[Any] = []

    def view(self) -> Any:
        return self.game.view(self.state)

    def asks(self) -> tuple[Ask, ...]:
        asks: tuple[Ask, ...] = self.game.asks(self.state)
        return asks

    def act(self, acts: Iterable[Act]) -> None:
        for act in acts:
            self._tell(_felt(act))

    def answer(self, ask: Ask, reply: Reply) -> None:
        self._tell(filled(ask, reply))

    def _tell(self, fact: Any) -> None:
        self.state = self.game.judge(self.state, fact).state
        self.facts.append(fact)


def _felt(act: Act) -> Any:
    pad = Pad(0) if act.pad is None else act.pad
    match act.does:
        case Does.TOUCH:
            return Touched(pad, act.at_us, PAD_UNCERTAIN_US)
        case Does.LIFT:
            return Lifted(pad, act.at_us, PAD_UNCERTAIN_US)
        case Does.RELEASE:
            return Released(pad, act.at_us)
        case Does.HOME:
            return Homed(pad, act.at_us)
        case Does.PASS:
            return Counted(1, ())
        case Does.NEAR:
            return Counted(0, (pad,))
