"""What is wrong with the pages that a family's own game brings, each with file and line.

Reads what is written there; what goes wrong only as it is drawn is for others to say.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from jinja2 import Environment, TemplateSyntaxError, nodes

from companion.words import CompanionError, short

WRITTEN = (".html", ".css", ".svg")
SHARED = Path(__file__).with_name("web") / "templates"  # what all pages are made of
GAMES = Path(__file__).with_name("games")
STYLE, SPRITE = "style.css", "sprite.html"  # these are on all pages
# Words of the table's own addresses and of what answers there; nothing else is called so.
_ADDRESSES = """
access again amend answer api calibrate caller child door door_choice drop_file drop_poster enter
events figures forget fragment game go_on good_night grab hand here history house invite join
keep_poster knock let_in machine me merge names network new of_table pages people plain_name play
points put_out ratings record records redeem redo referee rename replay replaying results review
rules seat send_away sheets sim simulator sit state static table tablet tabletop time undo vouch
what_if whoami wiring
"""
ADDRESSES = frozenset(_ADDRESSES.split())
_UNREAD = re.compile(r"/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL)
_MARK = re.compile(r"[{};]")
_NO_ELEMENTS = ("@keyframes", "@font-face", "@property", "@page", "@counter-style")
_NAMED = re.compile(r"[.#]([\w-]+)|\[\s*(data-[\w-]+)")  # a class, an id or data of a part
_BEGUN = re.compile("[;}]")
_REACHED = re.compile(r"\{\{.*?\}\}|\{%.*?%\}")
_BUT = re.compile(r":not\([^()]*\)")
_WORN = re.compile(r"\b(?:class|id)=\"((?:\{\{.*?\}\}|\{%.*?%\}|[^\"])*)\"")
_PUT_ON = re.compile(r"'([^']*)'")  # by an expression in there
_DATA = re.compile(r"\bdata-[\w-]+")
_WORD = re.compile(r"[a-z][\w-]*")
_PART = re.compile(r"[(),]")
_REMARK = re.compile(r"/\*.*?\*/", re.DOTALL)
_LIKE = re.compile(r"\[\s*(?:class|id)\s*[*^~|$]?=\s*[\"']?([\w-]+)")  # all that are called so
_DRAWN = re.compile(r"<(/?)(svg|symbol)\b")


class Unread(CompanionError):
    """A file that is no text."""


def text_of(path: Path) -> str:
    """What is in a file of a game. Raises Unread."""
    try:
        return path.read_text(encoding="utf-8")
    except ValueError:
        raise Unread(f"it is no UTF-8 text. ({path}, line 1)") from None


def faults(kind: str, pages: Path) -> Iterator[str]:
    """Templates that cannot be read or ask for what is not there, drawings that no browser draws,
    and styles of more than the game. Raises Unread."""
    files = sorted(path for path in pages.rglob("*") if path.is_file())
    for path in (path for path in files if path.suffix in WRITTEN):
        text = text_of(path)
        found: Iterator[tuple[str, int]] = iter(())
        if path.suffix == ".html":
            found = _of_template(kind, pages, path, text)
        elif path == pages / STYLE:
            found = _of_style(kind, text)
        for fault, line in found:
            yield f"{fault} ({path}, line {line})"


def _of_template(kind: str, pages: Path, path: Path, text: str) -> Iterator[tuple[str, int]]:
    try:
        read = Environment().parse(text, path.name, str(path))
    except TemplateSyntaxError as problem:
        yield f"{str(problem.message).rstrip('.')}.", problem.lineno
        return
    for name, line in _asked(read):
        own = name.removeprefix(f"games/{kind}/")
        if not ((pages / own).is_file() if own != name else (SHARED / name).is_file()):
            yield f'there is no template "{short(name)}".', line
    if path == pages / SPRITE:
        yield from _of_drawings(text)


def _asked(read: nodes.Template) -> Iterator[tuple[str, int]]:
    """The templates by name that one cannot do without. Of other games it is not asked here."""
    for node in read.find_all((nodes.Include, nodes.Import, nodes.FromImport, nodes.Extends)):
        name = getattr(node, "template", None)
        is_left_out = isinstance(node, nodes.Include) and node.ignore_missing
        if isinstance(name, nodes.Const) and isinstance(name.value, str) and not is_left_out:
            yield name.value, node.lineno


def _of_drawings(text: str) -> Iterator[tuple[str, int]]:
    inside = 0
    for found in _DRAWN.finditer(text):
        end, element = found.groups()
        if element == "svg":
            inside += -1 if end else 1
        elif not end and inside < 1:
            yield (
                "its drawings should stand inside one <svg>: elsewhere nothing draws them.",
                (_line(text, found.start())),
            )
            return


def _of_style(kind: str, text: str) -> Iterator[tuple[str, int]]:
    """The first rule for elements of whatever class, for it would be so on all games' pages."""
    read, remarked = (one.sub(_blank, text) for one in (_UNREAD, _REMARK))
    since, skipped = 0, 0  # where what stands before a brace begins; braces that are closed unread
    for found in _MARK.finditer(read):
        before, since = read[since : found.start()], found.end()
        if found[0] == "}":
            skipped -= skipped > 0
        elif found[0] == "{" and (skipped or before.strip().startswith(_NO_ELEMENTS)):
            skipped += 1
        elif found[0] == "{" and not before.strip().startswith("@"):
            skipped = 1
            for one in _apart(remarked[found.start() - len(before) : found.start()]):
                if one.strip() and not _is_own(kind, one):
                    said = short(" ".join(one.split()))
                    told = f'its style should be of its own, and has "{said}", which other games'
                    line = _line(read, found.start() - len(before.lstrip()))
                    so = f"name a class that begins with {kind}, and that no other game has"
                    yield f"{told} wear, too: {so}.", line
                    return


def _blank(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found[0])


def _apart(selectors: str) -> Iterator[str]:
    """What is between commas, but for those in brackets."""
    since, inside = 0, 0
    for found in _PART.finditer(selectors):
        inside += {"(": 1, ")": -1}.get(found[0], 0)
        if found[0] == "," and inside < 1:
            yield selectors[since : found.start()]
            since = found.end()
    yield selectors[since:]


def _is_own(kind: str, selector: str) -> bool:
    """Whether it is for something that no page of another game wears."""
    said, shared = _BUT.sub("", selector), _shared(kind)
    names = {word for found in _NAMED.findall(said) for word in found if word}
    like = _LIKE.findall(said)
    return bool(names - shared) or any(not any(one in name for name in shared) for one in like)


@cache
def _shared(kind: str) -> frozenset[str]:
    """What all pages wear, and those of our other games."""
    styles = [*SHARED.with_name("static").glob("*.css"), *GAMES.glob(f"*/pages/{STYLE}")]
    names = {
        word
        for style in styles
        if style.parent.parent.name != kind
        for before in _UNREAD.sub(" ", style.read_text(encoding="utf-8")).split("{")
        for found in _NAMED.findall(_BEGUN.split(before)[-1])
        for word in found
    }
    for page in SHARED.glob("*.html"):
        text = page.read_text(encoding="utf-8")
        names |= set(_DATA.findall(text))
        for worn in _WORN.findall(text):
            names |= set(_WORD.findall(" ".join((_REACHED.sub(" ", worn), *_PUT_ON.findall(worn)))))
    return frozenset(names)


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
