"""How wide words are at the least trouble: wide enough for any font that a screen may have.

Pure arithmetic; knows no font. A browser measures it: tests/browser/test_poster.py.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from companion.names import NBSP

# By their widths in DejaVu Sans Bold, which is wider than other fonts of its kind.
NARROW = frozenset("iljtfrI.,:;'!|()[]’·גוזיןנ")
BROAD, BROADEST = frozenset("MwΜМФЫЪЦДжфюы"), frozenset("Wm@%—…шщ")
BROAD_CYRILLIC = frozenset("ЖШЩЮ")
HAMZA = "ء"  # nothing joins it
# Arabic letters before another one that they join, and where they end a word or join none.
_ARABIC = {
    f"اأإآ{HAMZA}": (0.52, 0.52),
    "ٱدذرزژوؤة": (0.64, 0.64),
    "جحخچعغمه": (0.74, 0.8),
    "بتثنيئىیپل": (0.42, 1.07),
    "فقكکگ": (0.74, 1.2),
    "سشصضطظ": (1.04, 1.42),
}
ARABIC = {letter: wide for letters, wide in _ARABIC.items() for letter in letters}
NO_WIDTH = ("Mn", "Me", "Cf", "Cc")
CUT = "…"
# Scripts that write marks above marks, and letters below letters, have so much of the size others
# have: those of India, Sri Lanka, Thailand and Laos; and of Tibet, Burma, Cambodia, Bali and Java.
TALL = re.compile("[\u0900-\u0eff]"), 0.75
_TALLEST = r"\u0f00-\u109f\u1780-\u17ff\u1a20-\u1aaf\u1b00-\u1b7f\ua980-\ua9ff\uaa60-\uaa7f"
TALLEST = re.compile(f"[{_TALLEST}]"), 0.56
KEPT_MOST = 256  # texts whose width is known: an evening's names come again with each picture


@lru_cache(KEPT_MOST)
def width(text: str) -> float:
    """How wide a text in bold letters is, in its letters' size; never less than it is."""
    return sum(map(_wide, text, f"{text[1:]} "))


def is_tall(text: str) -> bool:
    """Whether some of it is higher, and goes lower, than letters of its size do elsewhere."""
    return share(text) < 1


def share(text: str) -> float:
    """How large it is written beside letters that are as high as most are."""
    return min((so_large for script, so_large in (TALL, TALLEST) if script.search(text)), default=1)


def fitted(text: str, room: float, most: float, least: float) -> tuple[str, float]:
    """The text and its size, so that it has room; what is too long in the least size is cut."""
    most *= share(text)
    least = min(least, most)
    wide = width(text)
    size = min(most, room / wide) if wide else most
    return (text, round(size, 1)) if size >= least else (cut(text, room, least), least)


def cut(text: str, room: float, size: float) -> str:
    """The text, and where it has no room in this size, as much of it as has."""
    if width(text) * size <= room:
        return text
    kept = list(clusters(text))
    while kept and width("".join(kept)) + width(CUT) > room / size:
        kept.pop()
    return "".join(kept).rstrip() + CUT


def lines(text: str, room: float, size: float, most: int) -> tuple[str, ...] | None:
    """The text broken at words into so many lines; None where it does not fit."""
    found: list[str] = []
    for word in filter(None, text.split(" ")):  # no line ends inside a short name (`isolated`)
        longer = f"{found[-1]} {word}" if found else word
        if found and width(longer) * size <= room:
            found[-1] = longer
        else:
            found.append(word)
    fits = len(found) <= most and all(width(line) * size <= room for line in found)
    return tuple(found) if fits else None


def clusters(text: str) -> Iterator[str]:
    """The text in parts that are not torn: a letter with its marks, a flag, a family."""
    part = ""
    for letter in text:
        joined = unicodedata.category(letter) in (*NO_WIDTH, "Mc") or _is_tone(letter)
        flag = _is_of_flag(letter) and len(part) == 1 and _is_of_flag(part)
        if part and not (joined or flag or part.endswith("\u200d")):
            yield part
            part = ""
        part += letter
    if part:
        yield part


def _is_tone(letter: str) -> bool:
    return 0x1F3FB <= ord(letter) <= 0x1F3FF


def _is_of_flag(letter: str) -> bool:
    return 0x1F1E6 <= ord(letter) <= 0x1F1FF


def _wide(letter: str, after: str) -> float:
    if unicodedata.category(letter) in NO_WIDTH:
        return 0.0
    if letter in ARABIC:
        return ARABIC[letter][after not in ARABIC or after == HAMZA]
    if after == "\ufe0f":
        return 1.5
    if _is_of_flag(letter):
        return 0.88  # two letters where there is no flag
    if unicodedata.east_asian_width(letter) in "WF" or ord(letter) >= 0x2190:
        return 1.06 if unicodedata.category(letter) == "Lo" else 1.5
    if letter in (" ", NBSP):
        return 0.4
    if letter in NARROW:
        return 0.52
    if letter in BROAD:
        return 1.04
    if letter in BROADEST:
        return 1.16
    if letter in BROAD_CYRILLIC:
        return 1.34
    if unicodedata.bidirectional(letter) == "R":
        return 0.78
    if "а" <= letter <= "я":
        return 0.9 if letter in "дмъы" else 0.74
    return 0.88 if letter.isupper() or ord(letter) > 0x24F else 0.74
