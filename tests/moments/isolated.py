"""Where a person's name stands in a page's words: it keeps its own direction to itself.

A name that is written from right to left would turn round what stands beside it: the comma between
two of them, a number that follows. A name is isolated by the marks of Unicode, by `bdi`, or as all
that an element of its own line says. Reads what was drawn; needs no browser.
"""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Final

FIRST, LAST = "\u2068", "\u2069"
RIGHT_TO_LEFT: Final = re.compile("[\u0590-\u08ff]")
HELD: Final = re.compile(f"{FIRST}[^{LAST}]*{LAST}")
IN_WORDS: Final = ("aria-label", "title", "alt", "placeholder", "content")
IN_LINE: Final = ("a", "abbr", "b", "em", "i", "small", "span", "strong", "time", "tspan")
SILENT: Final = ("script", "style", "template")
# What is drawn by numbers alone: nine tenths of all that a page opens.
SHAPES: Final = "path|circle|ellipse|rect|line|polygon|polyline|stop"
SHAPE: Final = re.compile(rf"<({SHAPES})\b[^>]*(/>|></\1>)")
VOID: Final = ("area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr", "use")


def exposed(html: str) -> Iterator[str]:
    """The words of a page in which a name is not isolated, each with the element around it."""
    if not _is_exposed(html):
        return
    page = _Page()
    page.feed(SHAPE.sub("", html))
    page.close()
    yield from page.found


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._open: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: words or "" for name, words in attrs}
        for name in IN_WORDS:
            words = told.get(name, "")
            if _is_exposed(words) and not _is_all_name(words):
                self.found.append(f'{tag}[{name}] "{words}"')
        if tag not in VOID:
            self._open.append((tag, told.get("class", "")))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        tag, classes = self._open[-1] if self._open else ("", "")
        if tag in SILENT or tag == "bdi" or not _is_exposed(data):
            return
        alone = tag not in IN_LINE or "fits" in classes.split()
        if not (alone and _is_all_name(data)):
            self.found.append(f'{tag}.{classes} "{" ".join(data.split())}"')


def _is_exposed(words: str) -> bool:
    return bool(RIGHT_TO_LEFT.search(HELD.sub("", words)))


def _is_all_name(words: str) -> bool:
    """Whether nothing is said beside the name."""
    return all(RIGHT_TO_LEFT.match(word) for word in words.split())
