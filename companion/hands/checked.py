"""Whether cards were dealt as their seals said: anybody may deal them again from what is told.

Pure: what a journal has of a game's deals comes in, also of those that were taken back.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from companion.frozen import dataclass
from companion.hands.lot import order_of, seal_of
from companion.words import Sealed, Seat, Unsealed

Hands = Mapping[Seat, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Checked:
    """A deal: whether what was opened fits its seal, and its hands if so; None while sealed."""

    seal: str
    fits: bool | None
    hands: Hands


def checked(facts: Iterable[Sealed | Unsealed], rules: Any) -> Iterator[Checked]:
    """Every deal by `rules` (`Game.hands`), in the order in which they were sealed."""
    told = tuple(facts)
    opened: dict[str, Unsealed] = {}
    for one in told:
        # Once something does not fit, nothing that is told later makes that good.
        if isinstance(one, Unsealed) and (one.seal not in opened or is_sealed(opened[one.seal])):
            opened[one.seal] = one
    seals = dict.fromkeys(fact.seal for fact in told if isinstance(fact, Sealed))
    for seal in seals:
        fact = opened.get(seal)
        fits = None if fact is None else is_sealed(fact)
        yield Checked(seal, fits, dealt_first(fact, rules) if fact and fits else {})
    for seal in opened.keys() - seals:  # nobody was bound to it before
        yield Checked(seal, False, {})


def is_sealed(opened: Unsealed) -> bool:
    """Whether this lot is the one that its seal was made of."""
    try:
        lot = bytes.fromhex(opened.salt), bytes.fromhex(opened.seed)
    except ValueError:
        return False
    return bool(opened.people) and seal_of(*lot) == opened.seal


def dealt_first(opened: Unsealed, rules: Any) -> Hands:
    """The hands before anything was passed."""
    seed, people = bytes.fromhex(opened.seed), opened.people
    hands: Hands = rules.dealt(people, order_of(seed, rules.deck(len(people))))
    return hands


def dealt_again(opened: Unsealed, rules: Any) -> Hands:
    """The hands as they were at the end, by nothing but what is told."""
    hands = dealt_first(opened, rules)
    for places in opened.passed:
        hands = rules.passed(hands, places)
    return hands
