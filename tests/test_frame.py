"""The frame names no game: what games declare stands in their own folders and nowhere else.

Kinds, phases, topics, cards and sounds are taken from the games; they are looked for as whole
strings, attributes and file names in everything that is not a game's.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

from companion.games import GAMES
from tests.games.mutants import sources
from tests.games.shelf import RULES

PACKAGE = Path(__file__).resolve().parent.parent / "companion"
NOT_THE_FRAME = ("games", "new_game")
STEPS = ("Phase", "Stage", "Step")
CARDS = ("Card", "Kind", "Role", "Suit", "Animal", "Plant", "Action", "Icon", "Zinger")

# Words that some game uses, too, and that mean something of the frame's here.
OF_THE_FRAME = {
    "deal": "the topic of the question between rounds, in every game",
    "crayon": "the topic of the table's own pen, in every game",
    "start": "the table's button, and its sound; to begin",
    "over": "a field of every view, a stage of every game",
    "between": "a stage of every game",
    "live": "a stage of every game; the part of a page that is drawn anew",
    "resting": "a stage of every game",
    "waiting": "a stage of a game, said once in its rules; who waits at the door",
    "playing": "who plays; a board's recording that is played back",
    "round": "a field of a view; a function of numbers",
    "turn": "whose turn it is in a view; to turn",
    "close": "to close a file, a journal, a connection",
    "card": "a box on a page; a card in a hand",
    "cards": "whoever holds the cards of robots in the demo",
    "ask": "a question",
    "asked": "a question that was put",
    "answer": "an answer to a question",
    "pick": "what fills a slot of an answer",
    "group": "a role of markup, a part of a drawing",
    "first": "the first of several",
    "none": "nothing, in markup and in findings",
    "again": "once more",
    "act": "what to do about a finding",
    "move": "a row that is dragged",
    "remove": "to take away",
    "removed": "a record of a browser's observer",
    "saved": "what was saved of a damaged journal",
    "score": "a part that a game draws for each seat",
    "board": "the touch board",
    "claim": "to say that a dolphin is mine",
    "false": "the truth value in markup",
    "out": "who only plays along; to be put out",
    "hit": "a finger on a button",
    "weak": "a pad that feels little",
    "chip": "a chip of pins in Linux",
    "chips": "chips of pins in Linux",
    "holders": "who holds a pin",
    "reading": "the reader of the configuration",
    "splash": "the name of a table in a network",
}


@cache
def names_of(kind: str) -> frozenset[str]:
    """What this game declares."""
    game, module = GAMES[kind], RULES[kind]
    entered = (name for content in game.takes for name in (content.word, content.many))
    found = {game.kind, *entered, *(sound.name for sound in game.sounds)}
    for path in sources(module).values():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found |= {*topics_in(tree)} | {*steps_in(tree)}
    return frozenset(found)


def topics_in(tree: ast.AST) -> Iterator[str]:
    """The topics of the questions and offers of a module."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("Ask", "offer"):
            place = 4 if getattr(call.func, "id", "") == "Ask" else 3
            said = [
                *call.args[place : place + 1],
                *(k.value for k in call.keywords if k.arg == "topic"),
            ]
            for node in said:
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value


def steps_in(tree: ast.AST) -> Iterator[str]:
    """The values of the enums that say what a table or a turn is at, and which cards there are."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.name in (*STEPS, *CARDS):
            for line in node.body:
                if isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name):
                    value = line.value.value if isinstance(line.value, ast.Constant) else None
                    yield value if isinstance(value, str) else line.targets[0].id.lower()


@cache
def all_names() -> frozenset[str]:
    """What all games declare."""
    return frozenset(name for kind in GAMES for name in names_of(kind)) - {""}


def said_in_python(text: str) -> Iterator[tuple[int, str]]:
    every = tuple(ast.walk(ast.parse(text)))
    methods = {id(call.func) for call in every if isinstance(call, ast.Call)}
    for node in every:
        match node:
            case ast.Constant(value=str(value), lineno=line):
                yield line, value
            case ast.Attribute(attr=name, lineno=line) if id(node) not in methods:
                yield line, name
            case ast.ImportFrom(module=str(module), lineno=line):
                yield from ((line, part) for part in module.split("."))


def said_in_template(text: str) -> Iterator[tuple[int, str]]:
    tree = Environment().parse(text)
    for const in tree.find_all(nodes.Const):
        if isinstance(const.value, str):
            yield const.lineno, const.value
            yield from ((const.lineno, part) for part in re.split(r"[/.]", const.value))
    methods = {id(call.node) for call in tree.find_all(nodes.Call)}
    for attr in tree.find_all(nodes.Getattr):
        if id(attr) not in methods:
            yield attr.lineno, attr.attr
    for data in tree.find_all(nodes.TemplateData):
        for found in re.finditer(r'="([\w-]+)"', data.data):
            yield data.lineno, found[1]


def said_in_script(text: str) -> Iterator[tuple[int, str]]:
    for line, words in enumerate(text.splitlines(), 1):
        code = re.sub(r"(^|\s)//.*", "", words)
        if key := re.match(r"\s*(\w+): ", code):
            yield line, key[1]
        for found in re.finditer(r'"([^"\n]*)"|\'([^\'\n]*)\'|\.(\w+)(?![\w(])', code):
            yield line, found[1] or found[2] or found[3] or ""
            yield from ((line, inner) for inner in re.findall(r'="?([\w-]+)"?\]', found[0]))


def said_in_style(text: str) -> Iterator[tuple[int, str]]:
    bare = re.sub(r"/\*.*?\*/", lambda m: "\n" * m[0].count("\n"), text, flags=re.DOTALL)
    for line, words in enumerate(bare.splitlines(), 1):
        for found in re.finditer(r'="([^"]+)"|\.([a-zA-Z][\w-]*)', words):
            yield line, found[1] or found[2]


READERS = {
    ".py": said_in_python,
    ".html": said_in_template,
    ".js": said_in_script,
    ".css": said_in_style,
}


def frame() -> Iterator[Path]:
    """All files that are no game's."""
    for path in sorted(PACKAGE.rglob("*")):
        parts = path.relative_to(PACKAGE).parts
        if path.suffix in READERS and parts[0] not in NOT_THE_FRAME and "vendor" not in parts:
            yield path


def complaints(path: Path, text: str) -> Iterator[str]:
    """Where a file of the frame names a game."""
    own = all_names() - OF_THE_FRAME.keys()
    stem = path.stem
    for part in {stem, stem.partition("_")[0]}:
        if part in own | GAMES.keys():
            yield f"{path.relative_to(PACKAGE)} is called after {part}"
    for line, said in READERS[path.suffix](text):
        if said in own:
            yield f"{path.relative_to(PACKAGE)}:{line} says {said!r}"


def test_the_frame_names_no_game() -> None:
    found = [one for path in frame() for one in complaints(path, path.read_text(encoding="utf-8"))]
    assert not found, "\n".join(found)


BAD = (
    ("web/host.py", 'ROUND = ("live", "grab", "holders")'),
    ("web/api.py", 'kind = "animal_splash"'),
    ("web/prints.py", "from companion.games.party_splash.cards import SAMPLE"),
    ("table/caller.py", 'SIGNS = {"whopper": ()}'),
    ("web/templates/_wall.html", "{% if must[0].topic == 'verdict' %}{% endif %}"),
    ("web/templates/_wall.html", '{% include "games/dolphin_splash/table.html" %}'),
    ("web/templates/_seat.html", '{% if snap.view.phase == "grab" %}{% endif %}'),
    ("web/templates/_seat.html", "{{ snap.zinger }}"),
    ("web/static/sound.js", 'const SIGNS = { a: "go_fish" };'),
    ("web/static/page.css", '[data-phase="grab"] { color: red; }'),
    ("robots/live.py", 'person = view["twisted_fish"]'),
    ("web/decks.py", ""),
    ("library.py", 'GROUP = KeyGroup("decks", "")'),
    ("web/static/split_board.js", ""),
    ("web/static/animal_splash.css", ""),
)


@pytest.mark.parametrize(("path", "text"), BAD)
def test_a_game_s_name_in_the_frame_is_seen(path: str, text: str) -> None:
    assert list(complaints(PACKAGE / path, text))
