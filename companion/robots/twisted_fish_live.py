"""A Twisted Fish family at a table that asks: its facts as answers to the referee's questions.

Nothing is known ahead but the next thing that happens: it is told as soon as a question or an offer
can tell it. All seats are robots'. No clock: the family waits for nothing but its answers.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from random import Random
from typing import Any

from companion.games.twisted_fish.facts import Fact, Setup
from companion.robots.acts import Reply
from companion.robots.twisted_fish import PROVEN, TwistedFishFamily
from companion.robots.twisted_fish_hands import Temper
from companion.robots.twisted_fish_truth import Standing
from companion.words import Ask, Choice, Ruling, Seat, Slot, Text


class TwistedFishTable:
    """The family, and where it stands in its evening."""

    def __init__(self, setup: Setup, rng: Random, temper: Temper | None = None) -> None:
        self.family = TwistedFishFamily(setup, rng, temper)
        self._evening: Iterator[Fact] = self.family.evening()
        self._told = 0  # facts that counted when the next one became due
        self._heard: set[tuple[int, Text]] = set()  # whoppers that were announced
        self.next: Fact | None = next(self._evening, None)

    def look(self, view: Mapping[str, Any]) -> None:
        """See what counts by now: once the next fact was taken, another one happens."""
        self._listen(view)
        if view["told"] > self._told and self.next is not None:
            self._told = view["told"]
            self.next = next(self._evening, None)

    def answer(self, ask: Ask) -> Reply | None:
        """The answer by which this question or offer tells what has just happened, if it can."""
        if self.next is None:
            return None
        for choice in ask.choices:
            picks = picks_for(choice, self.next)
            if picks is not None:
                return Reply(choice.key, _teller(ask, choice, self.next), picks)
        return None

    def over(self) -> Standing:
        """The score by the family's own count."""
        return self.family.score.standing()

    def _listen(self, view: Mapping[str, Any]) -> None:
        for whopper in view["whoppers"]:
            heard = (view["round"], whopper["evidence"])
            if heard not in self._heard:
                self._heard.add(heard)
                seat = Seat(whopper["seat"])
                self.family.hear([Ruling(PROVEN, whopper["evidence"], (seat,))])


def picks_for(choice: Choice, fact: Any) -> dict[str, int | list[int]] | None:
    """The picks with which a choice tells a fact; None where it cannot."""
    if type(choice.fact) is not type(fact):
        return None
    slots = {slot.field: slot for slot in choice.slots}
    fixed = {f.name: getattr(fact, f.name) for f in fields(fact) if f.name not in slots}
    if replace(choice.fact, **{name: getattr(fact, name) for name in slots}) != fact or any(
        getattr(choice.fact, name) != value for name, value in fixed.items()
    ):
        return None
    if not all(_offers(slot, getattr(fact, name)) for name, slot in slots.items()):
        return None
    return {name: _pick(getattr(fact, name)) for name in slots if getattr(fact, name) is not None}


def _offers(slot: Slot, value: Any) -> bool:
    values: Iterable[Any] = value if slot.many else (value,)
    if value is None:
        return slot.least == 0
    return all(item in slot.options for item in values)


def _pick(value: Any) -> int | list[int]:
    return list(value) if isinstance(value, tuple) else value


def _teller(ask: Ask, choice: Choice, fact: Any) -> Seat | None:
    """Who says it: whoever it is filled in for, or else one of those who are asked."""
    for slot in choice.slots:
        if slot.me:
            return Seat(getattr(fact, slot.field))
    return ask.seats[0] if ask.seats else None
