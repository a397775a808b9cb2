"""A robot family's whole game straight into the rules: no pins, no pages, no clock.

The shortest way from a seed to a finished game, and the journal's facts that it would leave.
"""

from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

from companion.robots.acts import Act, Does, Reply, Reveal
from companion.robots.dolphin_splash import Family
from companion.words import Ask, Choice, Counted, Homed, Lifted, Pad, Released, Touched

FACTS_MOST = 20_000  # no game is that long: something hangs
PAD_UNCERTAIN_US = 300


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: the facts that were told, where they led, and what is true."""

    facts: tuple[Any, ...]
    state: Any
    truth: Reveal


def play(game: ModuleType, family: Family) -> Played:
    """Play until somebody wins. Raises Refused where the rules refuse a true word."""
    told = _Told(game, game.start(family.setup))
    while told.view()["winner"] is None and len(told.facts) < FACTS_MOST:
        _one_step(told, family)
    if family.round is not None:
        _talk(told, family)  # a bonus that decides nothing any more is marked all the same
        family.scored()
    return Played(tuple(told.facts), told.state, family.truth.reveal())


class _Told:
    """The facts so far."""

    def __init__(self, game: ModuleType, state: Any) -> None:
        self.game, self.state = game, state
        self.facts: list[Any] = []

    def tell(self, fact: Any) -> None:
        self.state = self.game.judge(self.state, fact).state
        self.facts.append(fact)

    def view(self) -> Any:
        return self.game.view(self.state)


def _one_step(told: _Told, family: Family) -> None:
    phase = told.view()["phase"]
    if phase == "live":
        for act in family.play_on():
            _act(told, act)
        return
    if phase == "reset":
        for act in family.put_back():
            _act(told, act)
    _talk(told, family)


def _talk(told: _Told, family: Family) -> None:
    """Take up one question or offer; questions that are needed come last, claims go first."""
    asks: list[Ask] = sorted(told.game.asks(told.state), key=lambda ask: ask.must)
    for ask in asks:
        before = told.view()
        if ask.must and ask.topic == "deal" and before["phase"] != "scored" and not family.round:
            family.dealt()
        reply = family.answer(ask) if _asked(ask, family) else None
        if reply is None:
            continue
        told.tell(filled(ask, reply))
        _follow(told, family, ask, before["phase"])
        return


def _asked(ask: Ask, family: Family) -> bool:
    return family.round is not None or ask.topic == "deal"


def _follow(told: _Told, family: Family, ask: Ask, phase: str) -> None:
    """Let the family know what the referee made of it, as people see it on the wall."""
    if ask.topic == "foul":
        family.fouled()
    elif ask.topic == "deal":
        if phase == "scored" and family.round is not None:
            family.scored()
        family.dealt()


def filled(ask: Ask, reply: Reply) -> Any:
    """The fact that a reply tells."""
    choice: Choice = next(choice for choice in ask.choices if choice.key == reply.key)
    picks = {
        name: tuple(pick) if isinstance(pick, list) else pick for name, pick in reply.picks.items()
    }
    return replace(choice.fact, **picks)


def _act(told: _Told, act: Act) -> None:
    pad = Pad(0) if act.pad is None else act.pad
    match act.does:
        case Does.TOUCH:
            told.tell(Touched(pad, act.at_us, PAD_UNCERTAIN_US))
        case Does.LIFT:
            told.tell(Lifted(pad, act.at_us, PAD_UNCERTAIN_US))
        case Does.RELEASE:
            told.tell(Released(pad, act.at_us))
        case Does.HOME:
            told.tell(Homed(pad, act.at_us))
        case Does.PASS:
            told.tell(Counted(1, ()))
        case Does.NEAR:
            told.tell(Counted(0, (pad,)))
