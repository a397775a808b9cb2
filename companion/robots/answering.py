"""A family at a table that asks: what happens next, told as an answer to the referee's questions.

Nothing is known ahead but the next thing that happens: it is told as soon as a question or an offer
can tell it. All seats are robots'. No clock: the family waits for nothing but its answers.
"""

from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from typing import Any, Generic, Protocol, TypeVar

from companion.games.view import CommonView
from companion.robots.acts import Act, Reply
from companion.words import Ask, Choice, Pad, Seat, Slot


class Family(Protocol):
    """People round a table, and the game that they play there."""

    def game(self) -> Iterator[Any]:
        """Its facts, each when it happens."""

    def winners(self) -> tuple[Seat, ...]:
        """Who has won, by the family's own count."""


F = TypeVar("F", bound=Family)


class Answering(Generic[F]):
    """A family, and where it stands in its game."""

    turn = 0  # nobody's cards are shown

    def __init__(self, family: F) -> None:
        self.family = family
        self._game = family.game()
        self._told = 0  # facts that counted when the next one became due
        self.next: Any = next(self._game, None)

    def look(self, view: CommonView, now_us: int = 0) -> list[Act]:
        """See what counts by now: once the next fact was taken, another one happens."""
        if view.told > self._told and self.next is not None:
            self._told = view.told
            self.next = next(self._game, None)
        return []

    def answer(self, ask: Ask) -> Reply | None:
        """The answer by which this question or offer tells what has just happened, if it can."""
        if self.next is None:
            return None
        for choice in ask.choices:
            picks = picks_for(choice, self.next)
            if picks is not None:
                return Reply(choice.key, _teller(ask, choice, self.next), picks)
        return None

    def over(self) -> tuple[Seat, ...]:
        """The game is over for good: who has won."""
        return self.family.winners()

    # --- what there is not: hands, and people who hold cards ----------------------------------

    def sit(self, people: Iterable[Seat]) -> None:
        """No seat is played by people."""

    def heard(self, now_us: int) -> None:
        """PASS is for others."""

    def next_us(self) -> int | None:
        """No hand moves."""
        return None

    def hand(self, seat: Seat) -> dict[str, Any] | None:
        """No hand is shown."""
        return None

    def choose(self, seat: Seat, card: int, turn: int) -> bool:
        """No card is chosen on a phone."""
        return False

    def reach(self, seat: Seat, pad: Pad, now_us: int) -> bool:
        """The dolphins rest."""
        return False


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
