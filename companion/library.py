"""What families entered for their games: kept beside the evenings, in the journal's file, and
carried to other tables as files of its own.

Knows neither phones nor any one game, whose `Content` says what is entered. Nothing that has a
fault is kept.
"""

import hashlib
import json
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from companion import codec
from companion.frozen import dataclass
from companion.games.game import Content
from companion.journal import Journal, settings
from companion.names import alike, tidy
from companion.words import Refused, Text

ENTERED_MOST = 24  # more than any family has; a list that a phone can show
_MARK = "splash_companion"  # the field of a file that says what it is


@dataclass(frozen=True, slots=True)
class Stored:
    """A thing that is kept: its name, itself without faults, and when it was saved."""

    name: str
    value: Any
    saved_ms: int


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a thing that is kept: the thing's id, and a mark of its name and contents."""

    at: str
    version: str


class Gone(Refused):
    """What was to be saved anew was taken away meanwhile."""


class Overtaken(Refused):
    """Somebody else saved another version meanwhile."""


class Library:
    """All things of a sort in one journal. All methods may be called from any thread."""

    def __init__(
        self,
        journal: Journal,
        content: Content,
        wall_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> None:
        self.content = content
        self._journal, self._wall_ms = journal, wall_ms
        self._group = settings.entered(content.word)
        self._field = content.word if content.is_titled else content.part  # of what is written
        self._lock = threading.Lock()  # a name is looked for and then written

    def all(self) -> dict[str, Stored]:
        """Every one by its id, the newest first. Raises JournalError."""
        found = {}
        for at, text in self._journal.settings(self._group).items():
            with suppress(codec.Malformed, Refused):  # the journal's file was damaged there
                found[at] = self._read(text)
        return found

    def keep(self, name: str, data: object, at: str = "", version: str = "") -> Version:
        """Save what JSON data says, anew where an id is given. It is durable then.

        With a version it is saved anew only over that one, so that nobody's work is lost to who
        opened it before. The same name with the same contents is the same one, so that a phone may
        say it twice. Raises Refused with nothing changed, JournalError.
        """
        word, many = Text(self.content.word), Text(self.content.many)
        value = self.content.checked(decoded(self.content, data))
        if self.content.is_titled:
            value = replace(value, title=name)
        _has_room(self.content, written(self.content, value, name))
        new = Stored(name, value, self._wall_ms())
        with self._lock:
            others = self.all()
            if at:
                _may_replace(others.pop(at, None), new, version, word)
            for other, kept in others.items():
                if alike(kept.name, name):
                    if not at and _is_same(new, kept):
                        return Version(other, version_of(kept))
                    another = 'There is another {one} called "{name}".'
                    text = Text(another, one=word, name=kept.name)
                    raise Refused("", text)
            if not at and len(others) >= ENTERED_MOST:
                text = Text(
                    "{n} {many} are kept already. Take one away first.", n=len(others), many=many
                )
                raise Refused("", text)
            at = at or secrets.token_hex(4)  # never one that a phone may still show
            self._journal.set_setting(self._group.key(at), self._written(new))
            plain = settings.PLAIN.key(self._group.key(at).name)
            if self._journal.setting(plain) not in ("", name):
                self._journal.drop_setting(plain)  # older copies keep the name that was chosen
        return Version(at, version_of(new))

    def plain(self, at: str) -> str:
        """Call it by no name that a family chose; answers how. Raises Refused, JournalError."""
        word = self.content.word
        with self._lock:
            others = self.all()
            kept = others.pop(at, None)
            if kept is None:
                raise Refused("", Text("That {one} is not here any more.", one=Text(word)))
            taken = [other.name for other in others.values()]
            names = (f"{word.capitalize()} {n}" for n in range(1, len(taken) + 2))
            name = next(one for one in names if not any(alike(one, other) for other in taken))
            titled = self.content.is_titled
            value = replace(kept.value, title=name) if titled else kept.value
            text = self._written(Stored(name, value, kept.saved_ms))
            # Older copies are to call it so, too.
            self._journal.set_setting(settings.PLAIN.key(self._group.key(at).name), name)
            self._journal.set_setting(self._group.key(at), text)
            self._journal.set_setting(settings.UNSWEPT, True)
        return name

    def drop(self, at: str) -> None:
        """Keep it no longer; games that were played with it have it in their setups."""
        self._journal.drop_setting(self._group.key(at))

    def _written(self, kept: Stored) -> str:
        said = {"name": kept.name, self._field: kept.value, "saved_ms": kept.saved_ms}
        return codec.dumps({"kind": "kept", **said})

    def _read(self, text: str) -> Stored:
        match codec.parse(text):
            case {"name": str(name), self._field: data, "saved_ms": int(saved_ms)}:
                return Stored(name, self.content.checked(_formed(self.content, data)), saved_ms)
        raise codec.Malformed("That is nothing of this sort.")


def version_of(kept: Stored) -> str:
    """Which version it is: the same for the same name and contents, whenever it was saved."""
    return hashlib.sha256(codec.dumps([kept.name, kept.value]).encode()).hexdigest()[:16]


def _is_same(new: Stored, kept: Stored) -> bool:
    return replace(new, saved_ms=kept.saved_ms) == kept


def _may_replace(kept: Stored | None, new: Stored, version: str, word: Text) -> None:
    """Raises Gone, Overtaken."""
    if kept is None:
        raise Gone("", Text("That {one} was taken away. Tap again to save it anew.", one=word))
    if version and version != version_of(kept) and not _is_same(new, kept):
        both = "This {one} was changed on another screen. Give yours a new name: both are kept."
        raise Overtaken("", Text(both, one=word))


def decoded(content: Content, data: object) -> Any:
    """One from JSON data, in whatever state it is. Raises Refused where it is none.

    Its words are tidied as names are: they are read in lists and sentences among others.
    """
    return _formed(content, _tidied(data))


def _formed(content: Content, data: object) -> Any:
    try:
        return codec.decode(content.form, data, f"the {content.word}")
    except codec.Malformed as problem:
        text = Text(content.formless, one=Text(content.word), why=str(problem))
        raise Refused(content.rule, text) from None


def written(content: Content, value: object, name: str = "") -> str:
    """One as a file, to be carried to another table or mended by hand: what is long in lines."""
    plain = codec.terse(value)
    named = plain if content.is_titled else {"name": name, content.part: plain}
    said = {_MARK: content.mark, **named}
    lines = (f" {json.dumps(key)}: {_block(item)}" for key, item in said.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read(content: Content, text: str) -> tuple[str, Any]:
    """The name and the thing in a file, whole or a part of one. Raises Refused."""
    word, part = Text(content.word), Text(content.part)
    _has_room(content, text)
    said = None
    with suppress(codec.Malformed):
        said = codec.parse(text)
    if not isinstance(said, dict) or content.part not in said:
        none = "That file is no {one}: it has no {part} in it."
        raise Refused(content.rule, Text(none, one=word, part=part))
    if content.is_titled:
        value = decoded(content, {key: item for key, item in said.items() if key != _MARK})
        return value.title, value
    name = said.get("name", "")
    return name if isinstance(name, str) else "", decoded(content, said[content.part])


def _tidied(data: Any) -> Any:
    if isinstance(data, str):
        return tidy(data)
    if isinstance(data, list):
        return [_tidied(one) for one in data]
    if isinstance(data, dict):
        return {key: _tidied(one) for key, one in data.items()}
    return data


def _has_room(content: Content, text: str) -> None:
    """Raises Refused for what no table would read: so nothing is kept that cannot be carried."""
    if len(text) > content.letters:
        long = "That is too long: a {one}'s file has {n} letters at most. Shorter names help."
        raise Refused(content.rule, Text(long, one=Text(content.word), n=content.letters))


def _block(value: object) -> str:
    """JSON in a line, or in one for each entry: of things, and of ten or more texts."""
    if not isinstance(value, list) or not (value and (isinstance(value[0], dict) or value[9:])):
        return json.dumps(value, ensure_ascii=False)
    entries = ",\n".join(f"  {json.dumps(entry, ensure_ascii=False)}" for entry in value)
    return f"[\n{entries}\n ]"
