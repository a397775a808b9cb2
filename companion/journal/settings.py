"""What the journal remembers beside games, names and phones: each setting's key, type and writer.

Names of keys stand in families' files: none is ever changed or given to something else.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from companion.frozen import dataclass

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Key(Generic[T]):
    """One setting; what was never written, or cannot be read, is what `read` makes of ""."""

    name: str
    read: Callable[[str], T]
    text: Callable[[T], str]
    writer: str  # who writes it, and when


@dataclass(frozen=True, slots=True)
class KeyGroup:
    """Settings of one sort, each under an id of its own."""

    prefix: str
    writer: str

    def key(self, at: str) -> Key[str]:
        """The one with this id."""
        return Key(self.prefix + at, str, str, self.writer)


def is_yes(text: str) -> bool:
    """Whether it is so; no, where that was never said."""
    return text == "yes"


def yes_or_no(said: bool) -> str:
    """The text that `is_yes` reads."""
    return "yes" if said else "no"


def number(text: str) -> int:
    """A whole number, 0 where there is none."""
    return int(text) if text.isdecimal() else 0


def numbers(text: str) -> tuple[int, ...]:
    """Whole numbers with blanks between them; none where there is anything else."""
    parts = text.split()
    return tuple(map(int, parts)) if all(map(str.isdecimal, parts)) else ()


def _spaced(some: Sequence[int]) -> str:
    return " ".join(map(str, some))


def lists(text: str) -> dict[str, tuple[int, ...]]:
    """Numbers by a word, as "word 1 2;word 3"; what is none of that is left out."""
    parts = (part.partition(" ") for part in text.split(";"))
    return {word: numbers(rest) for word, _, rest in parts if word and numbers(rest)}


def listed(found: Mapping[str, Sequence[int]]) -> str:
    """The text that `lists` reads."""
    return ";".join(f"{word} {_spaced(some)}" for word, some in found.items())


EVENING: Key[str] = Key(
    "evening", lambda text: text or "first", str, "Access, at good night: phones of others are out."
)
EVENING_AFTER: Key[int] = Key(
    "evening_after", number, str, "The evening, at good night: its last game."
)
NIGHT: Key[tuple[int, ...]] = Key(
    "night", numbers, _spaced, "The evening, at good night: its first and last game, and when."
)
POSTERS: Key[tuple[int, ...]] = Key(
    "posters", numbers, _spaced, "People: of which evenings (when) somebody kept a poster."
)
POINTS: Key[tuple[int, ...]] = Key(
    "points",
    numbers,
    _spaced,
    "The referee: what the places of a game are worth over an evening, the first one first.",
)
ASKING: Key[tuple[int, ...]] = Key(
    "asking", numbers, _spaced, "Access: who is here and asks to play, who asked first the first."
)
WATCHING: Key[tuple[int, ...]] = Key(
    "watching", numbers, _spaced, "Access: who is here and would rather watch."
)
VOUCHED: Key[tuple[int, ...]] = Key(
    "vouched", numbers, _spaced, "Access: of whom somebody said tonight that two phones are theirs."
)
WRONG_MS: Key[tuple[int, ...]] = Key(
    "wrong_ms", numbers, _spaced, "The door: when wrong pictures were tapped tonight."
)
SHARED: Key[Mapping[str, tuple[int, ...]]] = Key(
    "shared", lists, listed, "Access: who has been at one phone tonight, by what pages call it."
)
FIGURES: Key[Mapping[str, tuple[int, ...]]] = Key(
    "figures", lists, listed, "Access: who said that they want figures of themselves, or none."
)
SAT: Key[Mapping[str, tuple[int, ...]]] = Key(
    "sat",
    lists,
    listed,
    "The referee, as somebody sits down in the game at hand: who sat there by which word.",
)
RATED: Key[bool] = Key(
    "rated",
    is_yes,
    yes_or_no,
    "Access: whether this house is shown who is ahead of whom.",
)
REVIEW: Key[str] = Key("review", str, str, "The referee: who questions the last ruling.")
MAY_WAIT: Key[bool] = Key(
    "may_wait",
    lambda text: text != "no",
    yes_or_no,
    "The referee: whether anybody may question a ruling.",
)
DOOR: Key[str] = Key(
    "door",
    lambda text: text if text in ("wall", "nods", "open") else "",
    str,
    "Access: how strangers come in, if the house has said so.",
)
MAY_TAKE_BACK: Key[bool] = Key(
    "may_take_back",
    is_yes,
    yes_or_no,
    "The referee: whether anybody may take back or put right what others told.",
)
WIRES_KNOWN: Key[str] = Key(
    "wires_known", str, str, "The wiring check: with which wires all was well."
)
STARTS: Key[int] = Key(
    "starts", number, str, "The journal, each time that play begins on it: pages tell new from old."
)
RECOVERED: Key[str] = Key(
    "salvaged", str, str, "Recovery: the sentence for the screens, until the next game is begun."
)
VERSION: Key[int] = Key(
    "version", number, str, "The file, once more: a flipped bit in its header shows."
)
HOUSE: Key[str] = Key(
    "house", str, str, "The file, when it is made: whose the numbers of its people are."
)
UNSWEPT: Key[bool] = Key(
    "unswept",
    is_yes,
    yes_or_no,
    "People, when somebody is forgotten; the sweep, once no file of this table holds the name.",
)
PLAIN = KeyGroup("plain:", "Libraries: what a board or a deck is called in place of any name.")
FORGOTTEN = KeyGroup("forgotten:", "People: who was forgotten or merged, by number; by house.")
ROOM: Key[str] = Key("room", str, str, "The journal, for a moment: whether the disk has room.")


def entered(word: str) -> KeyGroup:
    """What families entered for a game that calls one so."""
    return KeyGroup(f"{word}:", "The referee's phone: what was entered for a game.")
