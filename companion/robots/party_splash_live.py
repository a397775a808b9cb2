"""A party family at a table that asks: its facts as answers to the referee's questions.

Nothing is known ahead but the next thing that happens: it is told as soon as a question or an offer
can tell it. All seats are robots'. No clock: the family waits for nothing but its answers.
"""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from companion.games.party_splash.facts import Fact, Setup
from companion.robots.acts import Reply
from companion.robots.party_splash import PartyFamily, Temper
from companion.robots.twisted_fish_live import picks_for
from companion.words import Ask


class PartyTable:
    """The family, and where it stands in its game."""

    def __init__(self, setup: Setup, rng: Random, temper: Temper | None = None) -> None:
        self.family = PartyFamily(setup, rng, temper)
        self._game: Iterator[Fact] = self.family.game()
        self._told = 0  # facts that counted when the next one became due
        self.next: Fact | None = next(self._game, None)

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
