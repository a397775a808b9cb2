"""A picture that changes a little is little work for a phone: styles say what they are for.

Browsers keep one list of what is drawn anew where anything that a `:has` asks for came or went, for
all rules together. A single rule that is for whatever lies there puts the whole page on that list,
with every drawing in it, at each picture. A custom property says the same to whatever lies there.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import own_pages
from companion.games import GAMES

PACKAGE = Path(__file__).resolve().parents[2] / "companion"
SELECTORS = re.compile(r"([^{};]+)\{")
ATTRIBUTE = re.compile(r"\[[^]]*\]")
FUNCTION = re.compile(r":([\w-]+)\(([^()]*)\)")
NAMED = re.compile(r"[.#\[]|^[a-z]")


def for_whatever(css: str) -> Iterator[str]:
    """The selectors that ask `:has` of something, and are for anything in it or beside it."""
    for found in SELECTORS.finditer(re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)):
        rule = found[1].strip()
        for selector in () if rule.startswith("@") else _plain(rule).split(","):
            *before, last = re.split(r"\s*[>+~]\s*|\s+", selector.strip())
            if any(":asks" in part for part in before) and not NAMED.search(last):
                yield rule


def _plain(rule: str) -> str:
    """The same without brackets: `:asks` is where `:has` was, `.one` is one of several."""
    rule, brackets = ATTRIBUTE.sub("[]", rule), 1
    while brackets:
        rule, brackets = FUNCTION.subn(_word, rule)
    return rule


def _word(function: re.Match[str]) -> str:
    name, inner = function.groups()
    named = all(NAMED.search(one.strip()) for one in inner.split(","))
    one = ".one" if name in ("is", "where") and named else ""
    return one + (":asks" if name == "has" or ":asks" in inner else "")


def test_no_style_has_the_whole_page_drawn_anew() -> None:
    styles = [*PACKAGE.glob("web/static/*.css"), *PACKAGE.glob("games/*/pages/*.css")]
    found = [f"{one.name}: {rule}" for one in styles for rule in for_whatever(one.read_text())]
    assert styles and not found, "\n".join(found)


@pytest.mark.parametrize(
    ("rule", "is_told"),
    [
        (".column:has(.pool) > * {}", True),
        ("@media print {\n  body:has(.poster) *, h1 { display: none }", True),
        (".card .grid:has(> .pad:nth-child(5):last-child) > :nth-child(4) {}", True),
        (".column:not(:has(> .hero, > .question [data-wide])) > :not(.at-hand) {}", True),
        (".column:is(:has(.pool), .wide) ~ :is(:first-child, .button) {}", True),
        (".column:has(.pool) > .row {} .row > * {}", False),
        (".column:has(> [data-at='a:has(b) *']) svg {}", False),
        (".column:has(.pool) > :is(h2, .row):first-child {}", False),
        (".column:has(> *) {} .row:not(:has(*)) {} /* a:has(b) * {} */", False),
    ],
)
def test_such_a_style_is_told(rule: str, is_told: bool) -> None:
    assert bool(list(for_whatever(rule))) is is_told


@pytest.mark.parametrize("kind", GAMES)
def test_no_game_of_ours_dresses_another(kind: str) -> None:
    pages = PACKAGE / "games" / kind / "pages"
    assert [fault for fault in own_pages.faults(kind, pages) if "style" in fault] == []


@pytest.mark.parametrize(("kind", "worn"), [("hand", "hand"), ("fish", "fish-card")])
def test_what_others_wear_is_no_game_s_own_by_its_name(
    kind: str, worn: str, tmp_path: Path
) -> None:
    style = tmp_path / own_pages.STYLE
    for name, told in ((worn, 1), (f"{kind}-of-ours", 0)):
        style.write_text(f".{name} b {{ top: 0 }}", encoding="utf-8")
        assert sum("style" in fault for fault in own_pages.faults(kind, tmp_path)) == told, name
