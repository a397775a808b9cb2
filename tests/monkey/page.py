"""A page as it came: its elements, as browsers read them. Knows no page by name."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any, Final

VOID: Final = {
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr",
}  # fmt: skip
INERT: Final = {"template", "script", "noscript"}
SYMBOLS: Final = re.compile("<symbol.*?</symbol>", re.DOTALL)  # drawings that others use


class Element:
    """One element, and what it is in."""

    def __init__(self, tag: str, attrs: dict[str, str], parent: "Element | None") -> None:
        self.tag, self.attrs, self.parent = tag, attrs, parent
        self.children: list[Element] = []
        self.text = ""  # its own, without its children's

    def data(self, name: str) -> str | None:
        """What its `data-` attribute of this name says; None where it has none."""
        return self.attrs.get(f"data-{name}")

    def json(self, name: str) -> Any:
        """The same, read as a script reads it."""
        return json.loads(self.attrs[f"data-{name}"])

    def all(self, *tags: str) -> Iterator["Element"]:
        """It and what is in it: of these tags, or all that is."""
        if not tags or self.tag in tags:
            yield self
        for child in self.children:
            yield from child.all(*tags)

    def having(self, name: str) -> Iterator["Element"]:
        """What in it has such a `data-` attribute."""
        return (one for one in self.all() if one.data(name) is not None)

    def closest(self, name: str) -> "Element | None":
        """What it is in, or itself, that has such a `data-` attribute."""
        at: Element | None = self
        while at is not None and at.data(name) is None:
            at = at.parent
        return at

    def by_id(self, name: str) -> "Element | None":
        """What in it has this id."""
        return next((one for one in self.all() if one.attrs.get("id") == name), None)

    def words(self) -> str:
        """All that it says."""
        said = self.attrs.get("aria-label") or " ".join(
            (self.text, *(child.words() for child in self.children))
        )
        return " ".join(said.split())


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = self.at = Element("page", {}, None)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = Element(tag, {name: value or "" for name, value in attrs}, self.at)
        self.at.children.append(made)
        if tag not in VOID:
            self.at = made

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.at = self.at.parent or self.root

    def handle_endtag(self, tag: str) -> None:
        assert self.at.tag == tag, f"</{tag}> ends <{self.at.tag}>"
        self.at = self.at.parent or self.root

    def handle_data(self, data: str) -> None:
        self.at.text += data


def read(html: str) -> Element:
    """The page of this text, without what no browser shows. Raises AssertionError where an
    element is ended that was not begun."""
    reader = _Reader()
    reader.feed(SYMBOLS.sub("", html))
    reader.close()
    assert reader.at is reader.root, f"<{reader.at.tag}> is never ended"
    for one in list(reader.root.all()):
        one.children = [child for child in one.children if child.tag not in INERT]
    return reader.root
