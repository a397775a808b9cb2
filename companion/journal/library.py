"""What a family entered for its games, by sort: kept beside the evenings, in the journal's file.

Knows neither phones nor games: what is kept here was found to be without faults before.
"""

import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from companion import codec
from companion.journal import Journal
from companion.journal.settings import KeyGroup
from companion.words import Refused, Text

ENTERED_MOST = 24  # more than any family has; a list that a phone can show


class Stored(Protocol):
    """A thing that is kept: a frozen dataclass with a name, and when it was saved."""

    @property
    def name(self) -> str: ...
    @property
    def saved_ms(self) -> int: ...


K = TypeVar("K", bound=Stored)


@dataclass(frozen=True, slots=True)
class ContentType(Generic[K]):
    """One sort of things: the group of its settings, its form, what one and many are called."""

    group: KeyGroup
    form: type[K]
    one: Text
    many: Text
    is_sound: Callable[[K], bool]


class Library(Generic[K]):
    """All things of a sort in one journal. All methods may be called from any thread."""

    def __init__(
        self,
        journal: Journal,
        type_: ContentType[K],
        wall_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> None:
        self._journal, self._type, self._wall_ms = journal, type_, wall_ms
        self._lock = threading.Lock()  # a name is looked for and then written

    def all(self) -> dict[str, K]:
        """Every one by its id, the newest first. Raises JournalError."""
        found = {}
        for at, text in self._journal.settings(self._type.group).items():
            with suppress(codec.Malformed):  # the journal's file was damaged there
                kept: K = codec.loads(self._type.form, text)
                if self._type.is_sound(kept):
                    found[at] = kept
        return found

    def put(self, made: Callable[[int], K], at: str = "") -> str:
        """Save a new one, or the one with this id anew; answers its id. It is durable then.

        `made` makes it of the time at which it is saved. The same name with the same contents is
        the same one, so that a phone may say it twice.
        Raises Refused with nothing changed, JournalError.
        """
        new, one = made(self._wall_ms()), self._type.one
        with self._lock:
            others = self.all()
            if at and others.pop(at, None) is None:
                text = Text("That {one} is not here any more. Save it as a new one.", one=one)
                raise Refused("", text)
            for other, kept in others.items():
                if kept.name.casefold() == new.name.casefold():
                    if not at and made(kept.saved_ms) == kept:
                        return other
                    text = Text('There is another {one} called "{name}".', one=one, name=new.name)
                    raise Refused("", text)
            if not at and len(others) >= ENTERED_MOST:
                text = Text("{n} {many} are kept already. Take one away first.", n=len(others),
                            many=self._type.many)  # fmt: skip
                raise Refused("", text)
            at = at or secrets.token_hex(4)  # never one that a phone may still show
            self._journal.set_setting(self._type.group.key(at), codec.dumps(new))
        return at

    def drop(self, at: str) -> None:
        """Keep it no longer; games that were played with it have it in their setups."""
        self._journal.drop_setting(self._type.group.key(at))


def too_long(rule: str, one: Text, most: int) -> Refused:
    """What to say of a file that is longer than any of its sort."""
    return Refused(rule, Text("That file is too long: a {one}'s has {n} letters at most.",
                              one=one, n=most))  # fmt: skip
