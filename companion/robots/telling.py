"""A family at a table that asks: what happens next, told as an answer to the referee's questions.

Nothing is known ahead but the next thing that happens: it is told as soon as a question or an offer
can tell it. All seats are robots'. No clock: the family waits for nothing but its answers.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.robots.acts import Reply
from companion.robots.twisted_fish_live import picks_for
from companion.words import Ask


class Telling:
    """A game of facts, and where it stands at the table."""

    def __init__(self, game: Iterator[Any]) -> None:
        self._game = game
        self._told = 0  # facts that counted when the next one became due
        self.next: Any = next(self._game, None)

    def look(self, view: Mapping[str, Any]) -> None:
        """See what counts by now: once the next fact was taken, another one happens."""
        if view["told"] > self._told and self.next is not None:
            self._told = view["told"]
            self.next = next(self._game, None)

    def answer(self, ask: Ask) -> Reply | None:
        """The answer by which this question or offer tells what has just happened, if it can."""
        if self.next is None:
            return None
        for choice in ask.choices:
            picks = picks_for(choice, self.next)
            if picks is not None:
                return Reply(choice.key, ask.seats[0] if ask.seats else None, picks)
        return None
