"""A family's game of which something is not as it should be: one sentence with file and line."""

import re
import sys
from collections.abc import Callable, Iterator
from compileall import compile_dir
from dataclasses import fields
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion import more_games, new_game, own_games
from companion.games import GAMES
from companion.games.game import Game
from companion.referee import past
from tests.test_new_game import forget

KIND = "high_card"
STUB = {
    "kind": f'"{KIND}"',
    "package": "__name__",
    "title": '"High Card"',
    "ages": '"6 years and up"',
    "seats": "(2, 6)",
    "options": '(Option("points", "So many points win", "number", 1, 20),)',
}
IMPORTS = """from companion.games.game import Effort, Game, Option
from companion.sounds import Sound

"""


def sound(caption: str = '"A"', rhythm: str = "((50, 0),)", tune: str = "()") -> str:
    return f'(Sound("a", {caption}, {rhythm}, {tune}),)'


# Legal by their types, and yet no table could be played at: what GAME says, and what is said of it.
AMISS = {
    "nobody may play": ("seats", "(0, 3)", "from 1 to 8"),
    "more than have room": ("seats", "(2, 9)", "from 1 to 8"),
    "the most first": ("seats", "(5, 2)", "from 1 to 8"),
    "three numbers": ("seats", "(2, 3, 4)", '"seats"'),
    "an option of no field": ("options", '(Option("colour", "Colour"),)', '"colour"'),
    "an option of no kind": ("options", '(Option("points", "Points", "slider"),)', '"points"'),
    "a choice of nothing": ("options", '(Option("points", "Points", "choice"),)', '"points"'),
    "a choice of words": (
        "options",
        '(Option("points", "Points", "choice", values=(("many", "Many"),)),)',
        '"points"',
    ),
    "a number without room": (
        "options",
        '(Option("points", "Points", "number", 5, 1),)',
        '"points"',
    ),
    "bounds that rules refuse": (
        "options",
        '(Option("points", "Points", "number", 1, 99),)',
        '"points"',
    ),
    "an option that nobody has chosen": (
        "options",
        '(Option("seats", "Seats", "number", 2, 6),)',
        '"seats"',
    ),
    "an option that is usually none of it": (
        "options",
        '(Option("points", "Points", "number", 5, 9),)',
        '"points"',
    ),
    "a way that it has not": ("variants", '(("short", "Short"),)', "variant"),
    "an effort of no way": ("efforts", '(Effort("short", "Short", "Few taps.", 1),)', "short"),
    "fewer by no option": ("few", '("small", 1)', '"small"'),
    "two sounds of a name": (
        "sounds",
        '(Sound("a", "A", ((50, 0),), ((440, 0, 50),)), Sound("a", "B", ((50, 0),), ()))',
        "is there already",
    ),
    "a tone before its sound": ("sounds", sound(tune="((440, -1, 50),)"), '"tune"'),
    "a tone of no length": ("sounds", sound(tune="((440, 0, 0),)"), '"tune"'),
    "a tone of no pitch": ("sounds", sound(tune="((0, 0, 50),)"), '"tune"'),
    "a tone for bats": ("sounds", sound(tune="((440_000, 0, 50),)"), '"tune"'),
    "a tone without an end": ("sounds", sound(tune="((440, 0, float('inf')),)"), '"tune"'),
    "a beat of no length": ("sounds", sound(rhythm="((0, 50),)"), '"rhythm"'),
    "a beat before the last": ("sounds", sound(rhythm="((50, -60), (50, 0))"), '"rhythm"'),
    "a beat of no number": ("sounds", sound(rhythm="((float('nan'), 0),)"), '"rhythm"'),
    "a beat of hours": ("sounds", sound(rhythm="((50, 3_600_000),)"), '"rhythm"'),
    "beats of hours": ("sounds", sound(rhythm="((50, 5000),) * 999"), "ten seconds"),
    "tones of hours": ("sounds", sound(tune="((440, 9999, 9999),)"), "ten seconds"),
    "tones without number": ("sounds", sound(tune="((440, 0, 50),) * 9999"), "100 tones"),
    "over before it begins": ("minutes", "-5", '"minutes"'),
    "more than a night": ("minutes", "10 ** 9", '"minutes"'),
    "taps for ever": ("efforts", '(Effort("short", "Short", "", 10 ** 9),)', '"taps"'),
    "taps taken back": ("efforts", '(Effort("short", "Short", "", -1),)', '"taps"'),
    "fewer than somebody": ("few", '("points", 0)', '"few"'),
    "more where fewer may": ("few", '("points", 3)', "fewer"),
    "never by any number": ("never", "(2, 3, 4, 5, 6)", '"never"'),
    "never by less than one": ("never", "(0,)", '"never"'),
    "sides of nobody": ("sides", "((4, 0),)", '"sides"'),
    "more sides than people": ("sides", "((2, 3),)", '"sides"'),
    "ages that nobody comes to": ("ages", '"9" * 5000', '"ages"'),
    "ages of nothing": ("ages", '" "', '"ages"'),
    "a number past all counting": (
        "options",
        '(Option("points", "Points", "number", 1, 10 ** 30),)',
        '"most"',
    ),
    "half a letter in a sound": ("sounds", sound(caption=r'"\ud83d"'), '"caption"'),
    "another's package": ("package", '"companion.games.split"', "package=__name__"),
    "recalls what is not there": ("recalls", '"lately"', "lately"),
    "nothing but spaces for a title": ("title", '"  "', '"title"'),
    "a title that fills the wall": ("title", '"Card" * 11', '"title"'),
    "a title of two lines": ("title", '"High\\nCard"', '"title"'),
    "a title that turns a line round": ("title", '"High \\u202eCard"', '"title"'),
    "ages of two lines": ("ages", '"6 years\\nand up"', '"ages"'),
}


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Path]:
    """A folder with one new game; the shelf is as it was afterwards."""
    before = set(GAMES)
    list(new_game.write(KIND, tmp_path))
    yield tmp_path
    forget(before)


def says(games: Path, **more: str) -> None:
    """Let its GAME say this besides."""
    told = "".join(f"    {name}={value},\n" for name, value in {**STUB, **more}.items())
    text = f'"""High Card."""\n\n{IMPORTS}GAME = Game(\n{told})\n'
    (games / KIND / "__init__.py").write_text(text, encoding="utf-8")


class Vanishing(dict[str, Any]):
    """Modules of which one was there when they were listed, and is taken back at once."""

    def __iter__(self) -> Iterator[str]:
        yield from [*super().__iter__(), f"companion.games.{KIND}.gone"]


def left_out(games: Path) -> str:
    """The one sentence, which leads to a line of that game."""
    (sentence,) = more_games.add(games)
    found = re.search(r"\((\S+), line (\d+)\)$", sentence)
    assert sentence.startswith(f"The game {KIND} was left out: ") and found, sentence
    assert Path(found[1]).is_relative_to(games) and int(found[2]) > 0
    assert KIND not in GAMES
    return sentence


@pytest.mark.parametrize("name", ["größe", "class", "high-card", "2cards"])
def test_a_folder_that_no_address_can_say_is_left_out(games: Path, name: str) -> None:
    (games / KIND).rename(games / name)
    (sentence,) = more_games.add(games)
    assert more_games.NO_NAME in sentence and str(games / name) in sentence
    assert name not in GAMES


def test_what_is_taken_back_meanwhile_is_no_fault(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that was given up while it loads takes its modules back itself."""
    says(games, title="3.5")
    seen = SimpleNamespace(modules=Vanishing(sys.modules))
    monkeypatch.setattr(more_games, "sys", seen)
    assert "title" in left_out(games)


@pytest.mark.parametrize("name", [field.name for field in fields(Game)])
def test_every_field_of_its_declaration_is_looked_at(games: Path, name: str) -> None:
    says(games, **{name: "3.5"})
    sentence = left_out(games)
    assert name in sentence
    says(games)
    assert more_games.add(games) == ()


@pytest.mark.parametrize(("name", "value", "said"), AMISS.values(), ids=AMISS)
def test_what_no_table_could_be_played_at_is_said(
    games: Path, name: str, value: str, said: str
) -> None:
    says(games, **{name: value})
    assert said in left_out(games)


# Legal for a folder, and yet a part of our own house.
NAMES = ("view", "book", "game", "a b", "a.b", "class")


@pytest.mark.parametrize("name", NAMES)
def test_a_folder_that_no_game_can_be_called_after_is_said(games: Path, name: str) -> None:
    ours = dict(sys.modules)
    (games / KIND).rename(games / name)
    (sentence,) = more_games.add(games)
    assert sentence.startswith(f"The game {name} was left out: ") and "name" in sentence
    assert {key: module for key, module in sys.modules.items() if key in ours} == ours


FACTS = """from companion.frozen import dataclass
from companion.words import Seat


@dataclass(frozen=True, slots=True)
class Setup:
    seats: int
    {setup}: int = 3


@dataclass(frozen=True, slots=True)
class Dealt:
    {fact}: int = 3


@dataclass(frozen=True, slots=True)
class Highest:
    seat: Seat


Fact = Dealt | Highest
"""
DRAWN = '<symbol id="high_card-sun" viewBox="0 0 9 9"><path d="M1 1h7"/></symbol>'
RULED = "| H-R1 | A deal. |\n| H-R2 | A point. |\n| H-R3 | Three win. |\n| H-S1 | Two play. |\n"
ALL_RULED = f"{RULED}| H-S2 | The pen. |\n| H-C1 | Who sits where. |\n"

PARTS = {
    "a page of a page that is not there": (
        "pages/hero.html",
        '\n{% extends "page.html" %}',
        'no template "page.html"',
    ),
    "a page with a part that is not there": (
        "pages/hero.html",
        '{% include "games/high_card/nope.html" %}',
        'no template "games/high_card/nope.html"',
    ),
    "a page with words that are not there": (
        "pages/hero.html",
        '{% import "words.html" as words %}',
        'no template "words.html"',
    ),
    "drawings that no browser draws": ("pages/sprite.html", DRAWN, "<svg>"),
    "drawings after the end": ("pages/sprite.html", f"<svg></svg>\n{DRAWN}", "<svg>"),
    "a style of all pages": ("pages/style.css", "body { color: red; }", '"body"'),
    "a style of a part of all": (
        "pages/style.css",
        "/* { */ .high_card-a, ul li { color: red; }",
        '"ul li"',
    ),
    "a style of what all pages wear": (
        "pages/style.css",
        ".high_card-a b { top: 0 }\n.high_card-a, .card .row { color: red; }",
        '".card .row"',
    ),
    "a style of what another game wears": ("pages/style.css", ".wall .half b { top: 0 }", ".half"),
    "a style by what a page is": ("pages/style.css", "[aria-label] { top: 0 }", "[aria-label]"),
    "a style of a page's own part": ("pages/style.css", "#live > b { top: 0 }", "#live"),
    "a style of all but its own": (
        "pages/style.css",
        ".row:not(.high_card-a) { color: red; }",
        ".row:not(.high_card-a)",
    ),
    "a style of all narrow pages": (
        "pages/style.css",
        ".high_card-a { color: red }\n@media (max-width: 20rem) {\n  main { color: red; }\n}\n",
        '"main"',
    ),
    "a rule by a letter that no page has": (
        "rules.md",
        f"{ALL_RULED}| H-F1 | Fish swim. |\n",
        "H-F1",
    ),
    "a rule by two letters": ("rules.md", f"{ALL_RULED}| HC-R1 | Fish swim. |\n", "HC-R1"),
    "a fact of a kind": ("facts.py", FACTS.format(setup="points", fact="kind"), '"kind"'),
    "a setup of a kind": ("facts.py", FACTS.format(setup="kind", fact="cards"), '"kind"'),
    "a style that is no text": ("pages/style.css", b"\xff\xfe", "UTF-8"),
    "a drawing that is no text": ("pages/own.svg", b"\xff\xfe", "UTF-8"),
    "a page without an end": ("pages/score.html", "{% if snap %}", "Unexpected end"),
    "a book of another sort": (
        "book.py",
        "from companion.games.book import Book\n\nBOOK = Book(goal=None)\n",
        '"goal"',
    ),
    "robots of another sort": ("robot/__init__.py", "ROBOTS = 3\n", "ROBOTS"),
    "robots for nobody": (
        "robot/__init__.py",
        "from companion.robots import Robots\n\nROBOTS = Robots(print, players=())\n",
        '"players"',
    ),
    "more robots than have names": (
        "robot/__init__.py",
        "from companion.robots import Robots\n\nROBOTS = Robots(print, players=(3, 7))\n",
        '"players"',
    ),
    "sheets of another sort": ("sheets.py", "SHEETS = (3,)\n", "'int'"),
    "no text": ("rules.md", b"\xff\xfe", "UTF-8"),
    "a page that is no text": ("pages/score.html", b"\xff\xfe", "UTF-8"),
    "rules that end the program": ("rules.py", "raise SystemExit(3)\n", "SystemExit: 3"),
    "rules without an end": ("rules.py", "while True:\n    pass\n", "it takes too long."),
    "a start without an end": (
        "rules.py",
        "from companion.games.view import CommonView\n\nfrom .facts import Fact, Setup\n\n\n"
        "def start(setup: Setup) -> int:\n    while True:\n        pass\n\n\n"
        "def judge(state: int, fact: Fact) -> int: ...\ndef asks(state: int): ...\n"
        "def view(state: int, seat=None) -> CommonView: ...\n",
        "it takes too long.",
    ),
    "rules without a line": ("rules.py", "", "start"),
    "rules of numbers": ("rules.py", "start = judge = asks = view = 3\n", "start"),
    "facts of nothing": ("facts.py", "", "Setup"),
}


@pytest.mark.parametrize(("part", "text", "said"), PARTS.values(), ids=PARTS)
def test_each_file_of_it_is_looked_at(
    games: Path, in_haste: Callable[[], None], part: str, text: str | bytes, said: str
) -> None:
    (games / KIND / part).write_bytes(text if isinstance(text, bytes) else text.encode())
    if "end" in said or "long" in said:
        in_haste()
    assert said in left_out(games)


# What all pages and styles may say: nobody else wears it, and nothing is missing.
WELL = {
    "style.css": "@import url('x.css');\n@font-face { font-family: x; src: url('x.woff2'); }\n"
    "@keyframes high_card-turn { from { opacity: 0; } to { opacity: 1; } }\n"
    '.high_card-a::after { content: "} body {"; }\n'
    "@media (max-width: 20rem) { .wall .high_card-a, .row:has(.high_card-b, i) { & b { top: 0 } } }"
    "\n#high_card-c > b { color: red }\n.a-name-of-its-own { top: 0 }\n[data-of-its-own] { top: 0 }"
    "\nbody:has(.high_card-a) .row:not(.card) { top: 0 }"
    "\n:is(.wall, :not(.child)) .high_card-a { top: 0 }\n[class^='high_card'] b { top: 0 }",
    "hero.html": '{% include "nope.html" ignore missing %}{% import "_bits.html" as bits %}'
    '{% include ["nope.html", "_bits.html"] %}{% include "games/" ~ snap.game.kind ~ "/x.html" %}',
    "sprite.html": f'<svg class="sprite" width="0" height="0">{DRAWN}</svg>',
}


@pytest.mark.parametrize("page", WELL)
def test_pages_that_are_as_they_should_be_are_taken(games: Path, page: str) -> None:
    (games / KIND / "pages" / page).write_text(WELL[page], encoding="utf-8")
    assert more_games.add(games) == ()


@pytest.mark.parametrize("module", ["facts", "rules"])
def test_a_module_that_is_missing_is_named_as_a_file(games: Path, module: str) -> None:
    (games / KIND / f"{module}.py").unlink()
    assert f"it has no {module}.py" in left_out(games)


def test_a_name_for_a_folder_is_said_where_one_is_none(games: Path) -> None:
    (games / KIND).rename(games / "high-card")
    (sentence,) = more_games.add(games)
    assert "such as high_card" in sentence


TAKES = """from companion.frozen import dataclass
from companion.games.game import Content, Game


@dataclass(frozen=True, slots=True)
class Flag:
    title: str = ""
    crew: str = "Sharks"


def flag(word="flag", many="flags", blank=Flag(), part="crew"):
    return Content(
        word=word, many=many, form=Flag, checked=lambda flag: flag, blank=blank, part=part,
        rule="H-R1", mark="flag", letters=900, title="Flags", why="", enter="A flag",
        editor="score.html",
    )


GAME = Game(
    kind="high_card", package=__name__, title="High Card", ages="6", seats=(2, 6), takes=({},)
)
"""
TAKEN = {
    "as another game's": ('many="decks"', "/decks"),
    "as a page of the table": ('many="history"', "/history"),
    "as what answers": ('many="hand"', "/hand"),
    "as two words": ('many="my flags"', "'my flags'"),
    "as an address": ('many="a/b"', "'a/b'"),
    "as nothing": ('many=""', "''"),
    "blank of nothing": ("blank=None", '"blank"'),
    "known by no part of it": ('part="mast"', '"mast"'),
    "twice": ("), flag(", "takes a flag already"),
    "twice in one list": ('), flag(word="banner"', "/flags"),
}


@pytest.mark.parametrize(("told", "said"), TAKEN.values(), ids=TAKEN)
def test_what_families_would_enter_has_a_place_of_its_own(
    games: Path, told: str, said: str
) -> None:
    """Two of one address would keep the whole table from starting."""
    facts = games / KIND / "facts.py"
    text = facts.read_text(encoding="utf-8").replace(
        "    seats: int\n", "    seats: int\n    flag: tuple[int, ...] = ()\n    banner: int = 0\n"
    )
    facts.write_text(text, encoding="utf-8")
    first = games / KIND / "__init__.py"
    first.write_text(TAKES.replace("{}", f"flag({told})"), encoding="utf-8")
    assert said in left_out(games)
    first.write_text(TAKES.replace("{}", "flag()"), encoding="utf-8")
    assert more_games.add(games) == ()


@pytest.mark.parametrize(
    "called", ['"a deal"', 'Text("{who} deals")', 'Text("a " * 999)', "3", 'Text(" ")']
)
def test_a_fact_is_called_by_words_that_can_be_said(games: Path, called: str) -> None:
    facts = games / KIND / "facts.py"
    text = facts.read_text(encoding="utf-8").replace('Text("a deal")', called)
    facts.write_text(text, encoding="utf-8")
    sentence = left_out(games)
    assert "Dealt" in sentence and "called" in sentence and "facts.py, line 2" in sentence


def test_an_editors_mark_in_its_folder_is_no_part_of_it(games: Path) -> None:
    """Beside a file with changes in it editors leave a link that leads nowhere."""
    assert more_games.add(games) == ()
    own_games.is_changed(games / KIND)
    before = past.program.__wrapped__()
    for folder, name in ((KIND, "rules.py"), (f"{KIND}/robot", "__init__.py"), (KIND, "rules.md")):
        (games / folder / f".#{name}").symlink_to("somebody@somewhere.1234")
    assert past.program.__wrapped__() == before
    forget(set(GAMES) - {KIND})
    assert more_games.add(games) == ()
    compile_dir(games / KIND, quiet=2)
    assert not own_games.is_changed(games / KIND)
