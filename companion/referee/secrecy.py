"""What of a fact may be told once it does not stand: what it is called, and nothing that it said.

Pure. Facts mark their fields in their types; a field that says nothing of itself is a secret.
"""

from collections.abc import Iterator
from dataclasses import fields
from enum import Enum
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from companion.referee.fold import Entry, Fact
from companion.words import OPEN, SECRET, Choice, Open, Pad, Refused, Seat, Secret, Text


def called(fact: Fact) -> Text:
    """What a fact is called where it does not stand: the same for all facts of its kind."""
    name: Text = getattr(fact, "called", Text("a word"))
    return name


def is_secret(fact: Fact, setup: Any = None) -> bool:
    """Whether it says something that nobody may know unless it stands: in a game of this setup,
    or without one in any."""
    found = (mark for mark in marks(_kind(fact)).values() if isinstance(mark, Secret))
    way = getattr(setup, "variant", "")
    way = way.value if isinstance(way, Enum) else way
    return any(setup is None or mark.variant in ("", way) for mark in found)


def sure(choice: Choice) -> str:
    """What is asked once more before this is told: it cannot be unsaid, or drops much; or empty."""
    # What can only be one thing is known already.
    known = {slot.field for slot in choice.slots if slot.preset and len(slot.options) == 1}
    said = marks(_kind(choice.fact)).items()
    found = (m.sure for name, m in said if isinstance(m, Secret) and name not in known)
    return choice.sure or next(filter(None, found), "")


def happened(entry: Entry) -> bool:
    """Whether it stands and counts: what did not happen has nothing to say."""
    return entry.standing and entry.refused is None


def refusal(entry: Entry) -> Refused | None:
    """Why it does not count, as far as anybody may know: a reason may say what the fact said."""
    if entry.refused is None or not is_secret(entry.fact):
        return entry.refused
    return Refused(entry.refused.rule, called(entry.fact))


def is_unsaid(entry: Entry) -> bool:
    """Whether it once said a secret that does not stand."""
    return entry.by_person and is_secret(entry.fact) and (entry.amended or not happened(entry))


@cache
def marks(kind: Any) -> dict[str, Open | Secret]:
    """What each field of a kind of facts is; a field without a mark is a secret."""
    said = said_marks(kind)
    return {field.name: said.get(field.name, SECRET) for field in fields(kind)}


def said_marks(kind: Any) -> dict[str, Open | Secret]:
    """What the fields of a kind of facts say of themselves. Seats and dolphins are open."""
    hints = get_type_hints(kind, include_extras=True)
    found = {field.name: tuple(_notes(hints[field.name])) for field in fields(kind)}
    marked = ((name, _mark(notes)) for name, notes in found.items())
    return {name: mark for name, mark in marked if mark is not None}


def _kind(fact: Fact) -> Any:
    return type(fact)


def _mark(notes: tuple[Open | Secret | None, ...]) -> Open | Secret | None:
    """One secret in it makes it one; and all of it must be said to be open."""
    secrets = [note for note in notes if isinstance(note, Secret)]
    asking = [note for note in secrets if note.sure]
    return next(iter(asking or secrets), None if None in notes else OPEN)


def _notes(hint: Any) -> Iterator[Open | Secret | None]:
    """The marks of all parts of an annotation; None for a part that has none."""
    if get_origin(hint) is Annotated:
        inner, *notes = get_args(hint)
        own = [note for note in notes if isinstance(note, Open | Secret)]
        yield from own or _notes(inner)
    elif get_args(hint):
        for part in get_args(hint):
            yield from () if part in (Ellipsis, type(None)) else _notes(part)
    else:
        yield OPEN if hint in (Seat, Pad) else None
