"""When two names are the same to whoever reads them, the one rule for every way in; and how a name
stands among other words.

Pure. Case, spaces, accents and what nobody sees count nothing, and a letter that looks like a
Latin one is that one. It is a small table by hand, not all of Unicode's: Greek and Cyrillic letters
that fonts draw like Latin ones, and a few Latin ones with a stroke.
"""

import re
import unicodedata

SAME_NAME = "Two people have the same name. Add a letter to one of them."
_PAIRS = (
    "АA ВB ЕE ІI ЈJ КK МM НH ОO РP СC ЅS ТT УY ХX ӀI ҮY ԚQ ԜW "
    "аa еe іi јj кk оo рp сc ѕs уy хx һh ӏl ԁd ԛq ԝw ѵv "
    "ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ϹC "
    "αa ιi κk νv οo ρp υu ϲc ϳj "
    "łl ŁL øo ØO đd ĐD ħh ĦH ŧt ŦT ıi ɑa ɡg ’' ‘' ʼ' `' ´' ‐- ‑- –- —-"
)
_LATIN = str.maketrans({pair[0]: pair[1] for pair in _PAIRS.split()})
_STROKES = str.maketrans({"I": "l", "1": "l", "|": "l", "0": "O"})  # as most fonts draw them
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # letters without a picture
# What sits on a letter of Latin, Greek or Cyrillic; in other scripts marks are letters.
_MARKS = ((0x300, 0x36F), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF))
_VARIANTS = ((0xFE00, 0xFE0F), (0xE0100, 0xE01EF), (0x180B, 0x180F))
_JOINER, _PARTER = "\u200d", "\u200c"  # of pictures, and of letters that are written joined
_VIRAMA = 9  # Unicode's class of what makes one letter of two
_FIRST, _LAST = "\u2068", "\u2069"  # around what keeps its own direction to itself
_TIED = "\u2060"  # between two letters that stand on one line
SHORT_MOST = 9  # letters of a name that is whole everywhere
NBSP = "\u00a0"  # a blank at which no line ends
# Thai, Lao, Burmese, Khmer and their kin: written without blanks, so browsers part them by a word
# list, in which no name stands.
_UNSPACED = re.compile(
    "[\u0e01-\u0e4e\u0e81-\u0edf\u1000-\u103f\u1050-\u109f\u1780-\u17dd\u1950-\u19df"
    "\u1a20-\u1aad\ua9e0-\ua9fe\uaa60-\uaadf]"
)
_STACKS = frozenset("\u1039\u17d2\u1a60")  # the next letter stands below
_TAILS = frozenset("\u0e33\u0eb3")  # vowels that reach over the letter before them


def isolated(name: str) -> str:
    """A name as it stands among other words, wherever these are read: it turns round nothing beside
    it, and no line ends inside a short one. What holds it nobody sees.
    """
    words = upright(name)
    if len(alone(name).replace(" ", "")) > SHORT_MOST:
        return words
    return words.replace(" ", NBSP).replace(f"-{_TIED}", "-").replace("-", f"-{_TIED}")


def upright(name: str) -> str:
    """A name where lines end as they like, as in a shell, and a word that is nobody's name: what is
    written from right to left turns round no comma before the next name and no number, and no line
    ends inside one that is written without blanks.
    """
    if name.isascii() or name.startswith(_FIRST) or _TIED in name:
        return name
    turns = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
    return f"{_FIRST}{name}{_LAST}" if turns else _tied(name)


def alone(name: str) -> str:
    """An isolated name, or any other, as it stands by itself: its place finds its direction."""
    return unmarked(name.removeprefix(_FIRST).removesuffix(_LAST))


def ended(text: str, most: int) -> str:
    """A sentence of so many letters at most: its end is left out after a word, and inside no name
    that is isolated.
    """
    if len(text) <= most:
        return text
    left = text[:most].rpartition(" ")[0]
    if left.count(_FIRST) > left.count(_LAST):
        left = left[: left.rindex(_FIRST)]
    return f"{left.rstrip(', ')} …"


def unmarked(text: str) -> str:
    """A sentence as somebody types it who does not see what isolates names and ties words in it."""
    return text.replace(_FIRST, "").replace(_LAST, "").replace(_TIED, "").replace(NBSP, " ")


def _tied(name: str) -> str:
    befores = ("", *name)
    parted = (_is_parted(before, one) for before, one in zip(befores, name, strict=False))
    return "".join(_TIED + one if is_so else one for is_so, one in zip(parted, name, strict=True))


def _is_parted(before: str, letter: str) -> bool:
    """Whether a browser may end a line between them; what belongs to one letter stays whole."""
    if not (_UNSPACED.match(before) and _UNSPACED.match(letter)):
        return False
    is_one = before in _STACKS or letter in _TAILS or unicodedata.category(letter).startswith("M")
    return not is_one


def tidy(text: str) -> str:
    """A name as it is kept: one blank between words, and nothing that cannot be shown; what joins
    a family to one picture, or parts two letters, stays.
    """
    spaced = " ".join(unicodedata.normalize("NFC", text).split())
    shown = "".join(one for at, one in enumerate(spaced) if _is_kept(spaced, at))
    return " ".join(shown.split())


def is_legible(name: str) -> bool:
    """Whether there is anything to read."""
    return bool(_bare(name))


def alike(one: str, other: str) -> bool:
    """Whether two names are the same to whoever reads them."""
    return not readings(one).isdisjoint(readings(other))


def same(one: str, other: str) -> bool:
    """Whether two names are written alike, in small or large letters."""
    return tidy(one).casefold() == tidy(other).casefold()


def readings(name: str) -> frozenset[str]:
    """What a name may be read as; names with one reading in common are alike."""
    bare = _bare(name)
    latin = bare.translate(_LATIN)
    # An I is like an l, but not like an L.
    return frozenset((bare.casefold(), latin.casefold(), f"={latin.translate(_STROKES)}"))


def _bare(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name)
    return "".join(one for one in letters if not (one.isspace() or _is_unread(one)))


def _is_kept(text: str, at: int) -> bool:
    if text[at] not in (_JOINER, _PARTER):
        return text[at].isprintable() and text[at] not in _BLANK
    before, after = text[:at][-1:], text[at + 1 : at + 2]
    if not (before and after):
        return False
    if unicodedata.category(after) == "So":  # a picture
        ends = unicodedata.category(before) in ("So", "Sk") or before == "\ufe0f"
        return text[at] == _JOINER and ends
    is_arabic = all(unicodedata.bidirectional(one) == "AL" for one in (before, after))
    return is_arabic or unicodedata.combining(before) == _VIRAMA


def _is_unread(letter: str) -> bool:
    at = ord(letter)
    if letter in _BLANK or any(least <= at <= most for least, most in (*_MARKS, *_VARIANTS)):
        return True
    return unicodedata.category(letter) in ("Cf", "Cc")
