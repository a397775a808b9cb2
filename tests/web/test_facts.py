"""What the rules say stands once, in Python: no page and no script says it again.

Looked for in everything that is drawn: what things are called, numbers that stand for cards,
prices and counts in words, and arithmetic.
"""

import re
from collections.abc import Iterator
from enum import Enum
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from jinja2 import nodes

from companion.games import GAMES
from tests.games.mutants import sources
from tests.games.shelf import RULES
from tests.web.reads import ENV, kind_of
from tests.web.scripts import SCRIPTS, TEMPLATES, text_of

MANY = 3  # things of one sort have a list of names
SUMS = (nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Pow)
# How many are left is a difference of two counts.
LEFT_OVER = {"have - fresh", "one.all - one.shown", "check.findings|length - room"}
# Numbers in words that no rule says.
SAID = {
    "fewer than 300\u00a0taps": "how long it takes to enter a deck",
    "and 2 is two suits": "a key of the keyboard",
    "0": "a count that a script fills in",
    "1 step": "whose price stands beside it",
    "2 steps": "whose price stands beside it",
}
# What the game says with these words, too, and scripts mean otherwise.
OF_THE_SCRIPT = {
    "other": "what an editor calls a card that only people judge",
    "animal": "a field of a card, and the sort of a picture",
    "colour": "a field of a card, and the sort of a picture",
    "background": "a field of a card, and the sort of a picture",
    "plant": "the sort of a picture",
    **dict.fromkeys(("animals", "colours", "backgrounds", "plants"), "a field of a deck"),
}


@cache
def constants(kind: str) -> tuple[tuple[str, Any], ...]:
    """What the modules of a game have at their top, by its name."""
    modules = (vars(import_module(name)) for name in sources(RULES[kind]))
    return tuple((name, value) for module in modules for name, value in module.items())


@cache
def names_of(kind: str) -> frozenset[str]:
    """What the things of a game are called, as its lists of names have them."""
    lists = (value for name, value in constants(kind) if name.strip("_").isupper())
    names = (one for some in lists if isinstance(some, tuple) and len(some) >= MANY for one in some)
    return frozenset(one for one in names if isinstance(one, str) and not one.isdecimal())


@cache
def words_of(kind: str) -> frozenset[str]:
    """The values of its enums, and the texts that are constants of its rules."""
    enums = (one for _, one in constants(kind) if isinstance(one, type) and issubclass(one, Enum))
    values = {one.value for enum in enums for one in enum if isinstance(one.value, str)}
    texts = {one for name, one in constants(kind) if name.isupper() and isinstance(one, str)}
    return frozenset(values | texts)


# --- templates --------------------------------------------------------------------------------


def complaints(kind: str, text: str) -> Iterator[str]:
    """What a template should have been told: of the game, or of the frame where `kind` is empty."""
    tree, is_left_over = ENV.parse(text), any(known in text for known in LEFT_OVER)
    for found in tree.find_all(SUMS):
        yield f"line {found.lineno} reckons"
    for sum_ in tree.find_all((nodes.Add, nodes.Sub)):
        if not (_is_offset(sum_.left) or _is_offset(sum_.right) or is_left_over):
            yield f"line {sum_.lineno} adds things up"
    if kind:
        yield from _of_a_game(kind, tree)
        yield from _said(tree)


def _is_offset(node: nodes.Node) -> bool:
    match node:
        case nodes.CondExpr(expr1=one, expr2=other):
            return _is_offset(one) and other is not None and _is_offset(other)
        case _:
            return isinstance(node, nodes.Const | nodes.List)


def _of_a_game(kind: str, tree: nodes.Template) -> Iterator[str]:
    for const in tree.find_all(nodes.Const):
        if const.value in names_of(kind):
            yield f"line {const.lineno} names {const.value!r}"
    for line in tree.find_all(nodes.Assign):
        if isinstance(line.node, nodes.Const) and type(line.node.value) in (int, float):
            yield f"line {line.lineno} sets a number"
    for list_ in tree.find_all((nodes.List, nodes.Tuple, nodes.Dict)):
        items = list_.items
        values = [item.value if isinstance(item, nodes.Pair) else item for item in items]
        consts = [one.value for one in values if isinstance(one, nodes.Const)]
        if len(consts) >= 2 and any(type(value) in (int, float) for value in consts):
            yield f"line {list_.lineno} lists numbers"


def _said(tree: nodes.Template) -> Iterator[str]:
    """Numbers in words that are shown, and in the names of parts."""
    data = "".join(part.data for part in tree.find_all(nodes.TemplateData))
    shown = re.split(r"<[^>]*>", data) + re.findall(r'aria-label="([^"<]*)"', data)
    shown = [words for words in shown if re.search(r"\d", words) and '="' not in words]
    consts = (const.value for const in tree.find_all(nodes.Const))
    shown += [one for one in consts if isinstance(one, str) and re.search(r"\d [a-z]{3,}", one)]
    for words in shown:
        if words.strip() not in SAID and not any(known in words for known in SAID if " " in known):
            yield f"says {words.strip()!r}"


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: "/".join(file.parts[-3:]))
def test_a_template_is_told_what_the_rules_say(file: Path) -> None:
    kind = kind_of(file)
    assert not list(complaints(kind if kind in GAMES else "", file.read_text(encoding="utf-8")))


BAD = (
    ("twisted_fish", '{% set KINDS = ["card shark", "whale"] %}'),
    ("twisted_fish", "{% set FIRST_ZINGER = 65 %}"),
    ("twisted_fish", '{% set emblems = {"warden": 65, "diver": 66} %}'),
    ("twisted_fish", "{{ COLOURS[card % 5] }}"),
    ("twisted_fish", '{{ "8 cards each" if waiting else "" }}'),
    ("twisted_fish", "Shuffle all 73 cards and deal 8 to each."),
    ("twisted_fish", "{% set places = [[105, 120], [265, 60]] %}"),
    ("party_splash", "{% set spots = {1: [[590, 105]]} %}"),
    ("party_splash", '{% for key, card in (("claw", 7), ("slip", 8)) %}{% endfor %}'),
    ("split", '{% set RANKS = ["ace", "2"] %}'),
    ("split", '{% for colour in ("red", "green", "gold") %}{% endfor %}'),
    ("split", '<svg aria-label="10 face up"></svg>'),
    ("animal_splash", '{% if animal == "crab" %}{% endif %}'),
    ("", "{{ x - size / 2 }}"),
    ("", "{{ mark.x - mark.bar }}"),
    ("", "{{ half * 2 }}"),
)


@pytest.mark.parametrize(("kind", "text"), BAD)
def test_what_a_template_says_by_itself_is_seen(kind: str, text: str) -> None:
    assert list(complaints(kind, text))


# --- scripts ----------------------------------------------------------------------------------


def told_again(kind: str, text: str) -> Iterator[str]:
    """What a game's script says that its page should have told it."""
    own = (names_of(kind) | words_of(kind)) - OF_THE_SCRIPT.keys() - {kind}
    for one in re.findall(r'"([^"\n]*)"', text):
        if one in own:
            yield f"says {one!r}"
    for name, number in re.findall(r"const (\w+) = (\d+);", text):
        if (name, int(number)) in constants(kind):
            yield f"says {name} = {number}"


@pytest.mark.parametrize("file", [one for one in SCRIPTS if kind_of(one)], ids=lambda one: one.name)
def test_a_script_is_told_what_the_rules_say(file: Path) -> None:
    assert not list(told_again(kind_of(file), text_of(file)))


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("animal_splash", 'return Number(animal === "crab");'),
        ("animal_splash", 'export const ANY = "any";'),
        ("split", 'const NAMES = { S: "spades" };'),
        ("split", 'const LETTERS = "SHDC";'),
        ("split", "export const SPACES = 100;"),
    ],
)
def test_what_a_script_says_by_itself_is_seen(kind: str, text: str) -> None:
    assert list(told_again(kind, text))
