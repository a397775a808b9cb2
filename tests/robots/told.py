"""A robot game that was told straight to the rules, and its facts folded anew."""

from dataclasses import dataclass, field
from functools import reduce
from types import ModuleType
from typing import Any

from companion.words import Refused


@dataclass
class Played:
    """A game: what was told and what came of it."""

    setup: Any
    facts: list[Any] = field(default_factory=list)
    state: Any = None
    cited: set[str] = field(default_factory=set)  # the rules that rulings named
    lied: list[frozenset[Any]] = field(default_factory=list)  # after each fact: who has, and when

    def tell(self, game: ModuleType, fact: Any) -> Any:
        """The state after this fact, which is judged by the game's rules."""
        judged = game.judge(self.state, fact)
        self.state = judged.state
        self.facts.append(fact)
        self.cited.update(ruling.rule for ruling in judged.rulings)
        return self.state


def refolded(game: ModuleType, setup: Any, facts: list[Any]) -> Any:
    """All that still can be, folded anew."""

    def taken(state: Any, fact: Any) -> Any:
        try:
            return game.judge(state, fact).state
        except Refused:
            return state

    return reduce(taken, facts, game.start(setup))
