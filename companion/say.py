"""Texts -> sentences, with people's and dolphins' names in place of seats and pads.

For pages, shell, voices and logs. Builds no sentence of its own: the templates come from the
rules, and a language's catalogue may stand in for the English ones.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, fields, is_dataclass
from functools import cache
from typing import get_args, get_type_hints

from companion.frozen import dataclass, replace
from companion.names import NBSP, isolated, upright
from companion.words import (
    CompanionError,
    Moment,
    Pad,
    Pads,
    Refused,
    Seat,
    Seats,
    Takers,
    Text,
    Us,
    Value,
)

DOLPHINS = ("Red", "Blue", "Green", "Gold", "White")


@dataclass(frozen=True, slots=True)
class Names:
    """Who sits where and what the dolphins are called; what has no name gets its number."""

    seats: Mapping[Seat, str] = field(default_factory=dict)
    pads: tuple[str, ...] = DOLPHINS
    looks: Mapping[Seat, str] = field(default_factory=dict)  # in a word; a seat's own where none is
    people: Mapping[Seat, int] = field(default_factory=dict)
    translate: Callable[[str], str] = str
    upright: bool = False  # for a shell, in which a line may end inside a short name, too
    # The hour of a game's fact, by its number; "" where nobody knows it.
    hour: Callable[[int], str] = field(default=lambda fact: "", compare=False)
    # The line of a file that tells it, where there is one.
    line: Callable[[int], int] = field(default=lambda fact: fact, compare=False)

    def seat(self, seat: Seat) -> str:
        """The name at a seat."""
        return self.seats.get(seat) or self.translate("Seat {n}").format(n=seat + 1)

    def pad(self, pad: Pad) -> str:
        """The dolphin's name."""
        if 0 <= pad < len(self.pads):
            return self.pads[pad]
        return self.translate("Dolphin {n}").format(n=pad + 1)

    def moment(self, fact: int) -> str:
        """When a game's fact was told: "at 20:14", or in which line where no hour is known."""
        hour = self.hour(fact)
        if hour:
            return self.translate("at {hour}").format(hour=hour)
        return self.translate("in line {n}").format(n=self.line(fact))


def say(text: Text, names: Names) -> str:
    """The sentence."""
    template = names.translate(text.template)
    return template.format_map({key: _spoken(value, names) for key, value in text.values})


def spoken(data: object, names: Names) -> object:
    """Data such as a game's view with every Text in it spoken, however deep; lists are tuples."""
    match data:
        case dict():
            return {key: spoken(item, names) for key, item in data.items()}
        case list() | tuple():
            return tuple(spoken(item, names) for item in data)
        case Text():
            return say(data, names)
    if not is_dataclass(data) or isinstance(data, type):
        return data
    told = {field: spoken(getattr(data, field), names) for field in _telling(type(data))}
    return replace(data, **told) if told else data


@cache
def _telling(form: type) -> tuple[str, ...]:
    """The fields of a dataclass that may hold a Text, however deep."""
    hints = get_type_hints(form)
    return tuple(field.name for field in fields(form) if _tells(hints[field.name]))


def _tells(hint: object) -> bool:
    if isinstance(hint, type) and is_dataclass(hint):
        return hint is Text or bool(_telling(hint))
    return any(map(_tells, get_args(hint)))


def complaint(problem: CompanionError, names: Names | None = None) -> str:
    """What went wrong, for people: a refusal is spoken with its numbers, and names its rule."""
    if not isinstance(problem, Refused):
        return str(problem)
    said = say(problem.text, names or Names())
    return f"{said} [{problem.rule}]" if problem.rule else said


def listed(items: list[str], names: Names) -> str:
    """ "Ana", "Ana and Ben", "Ana, Ben and Cy"; "nobody" for none."""
    if not items:
        return names.translate("nobody")
    *first, last = map(upright if names.upright else isolated, items)
    joined = names.translate("{first} and {last}")
    return joined.format(first=", ".join(first), last=last) if first else last


def parted(text: str, end: re.Pattern[str], names: Iterable[str]) -> tuple[str, str]:
    """A sentence before and after what ends its first part; a name's own full stop ends none."""
    open_, named = text, tuple(names)
    for name in sorted(
        {*named, *map(upright, named), *map(isolated, named)}, key=len, reverse=True
    ):
        open_ = open_.replace(name, "\0" * len(name))
    found = end.search(open_)
    return (text[: found.start()], text[found.end() :]) if found else (text, "")


def duration(us: int) -> str:
    """A length of time as a person reads it: "0.1 ms", "84 ms", "1.3 s", on one line (`NBSP`)."""
    if us < 9_950:
        return f"{us / 1000:.1f}{NBSP}ms"
    return f"{us / 1000:.0f}{NBSP}ms" if us < 999_500 else f"{us / 1_000_000:.1f}{NBSP}s"


def _length(value: Us, names: Names) -> str:
    """A length of time; "about" where another one as likely would read otherwise."""
    said = duration(value.us)
    least, most = max(0, value.us - value.unsure_us), value.us + value.unsure_us
    if duration(least) == said == duration(most):
        return said
    return names.translate("about {time}").format(time=said)


def _spoken(value: Value, names: Names) -> str:
    match value:
        case Seats(of):
            return listed([names.seat(seat) for seat in of], names)
        case Pads(of):
            return listed([names.pad(pad) for pad in of], names)
        case Takers(of):
            taken = [names.pad(pad) if seat is None else names.seat(seat) for pad, seat in of]
            return listed(taken, names)
        case Us():
            return _length(value, names)
        case Moment(fact):
            return names.moment(fact)
        case Text():
            return say(value, names)
        case str():
            return upright(value)  # a family's own word, as on a card of its deck
        case _:
            return str(value)
