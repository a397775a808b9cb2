"""The house's own rules, read from the source: who may import whom, and what no module may hold.

Each rule is a function from a parsed module to complaints, and is shown a bad module first.
"""

import ast
import re
import subprocess
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "companion"


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# DESIGN.md's map: a layer and what it may import; "*" is everything. "" is companion/__init__.py.
# A file of its own line may import only that, and be imported where its layer may not.
MAY_IMPORT = {
    "": words(""),
    "words": words("frozen"),
    "say": words("words names"),
    "codec": words("words say names"),
    "sounds": words("words frozen"),
    "looks": words(""),
    "days": words(""),
    "names": words(""),
    "bits": words(""),
    "points": words(""),
    "games": words("words bits points sounds sheets"),
    # Drawing with nothing but numbers; the book is what reference cards are made of.
    "sheets": words("games.book evening.lettering"),
    "evening": words("words games looks names"),
    # Figures and pictures of what was played; pages hand them names.
    "stats": words("looks names points say evening.lettering evening.poster"),
    # A game's robots, in its folder: chance is theirs, the rules are not (robots_know_no_rules).
    "robot": words("words bits games robots"),
    "new_game": words("words say names codec games robots sheets"),
    "own_games": words("words say games"),
    "own_pages": words("words"),
    "in_time": words("words"),
    "annotations": words("words codec"),
    "held_hands": words("words codec games"),
    "held_game": words("words say codec annotations games held_hands in_time own_games robots"),
    "more_games": words(
        "words say codec annotations sheets sounds games in_time own_games own_pages held_game "
        "held_hands names new_game.rows robots"
    ),
    "stop": words(""),
    "table": words("words sounds stop holding"),
    "journal": words("words codec names"),
    "journal.backup": words(""),  # the Debian package runs its text alone
    "journal.mark": words("journal"),
    "journal.pages": words("frozen"),
    "frozen": words(""),
    "calibrate": words("words say table"),
    "library": words("words codec games journal names"),
    "places": words("table"),
    "namesake": words(""),
    "neighbours": words("namesake"),
    "early": words(""),
    "holding": words("journal.file"),
    "doctor": words("words table journal.mark holding names places namesake"),
    "notify": words(""),
    "kiosk": words("stop table"),
    "helpers": words("journal.backup places table"),
    "network_command": words("*"),
    "own_network": words("*"),
    "robots": words("words games"),
    "referee": words("words say codec days games evening journal looks names table"),
    # Who is named in figures, and in a file to take away, is for access to say.
    "access": words("words say days games evening journal looks names referee stats"),
    # Hands on phones: dealt, kept and passed; what they are worth is the game's.
    "hands": words("words say games journal journal.disk referee table"),
    "hands.lot": words(""),
    "hands.checked": words("words hands.lot"),
    "demo": words("words say games.view access referee robots table"),
    # Games for their titles and options; never the table's pins, serial lines or SQL.
    "web": words(
        "words say codec days games evening in_time journal.people journal.settings library looks "
        "names own_games access doctor holding referee sheets stats"
    ),
    "assembly": words("*"),
    "runtime": words("*"),
    "running": words("*"),
    "sentences": words("*"),
    "cli": words("*"),
    "people_commands": words("*"),
    "lately": words(""),
    "diagnosis": words("*"),
    "report_commands": words("*"),
    "doctor_command": words("*"),
    "alone": words("cli"),
    "one_file": words("alone"),
}

# The rules of a game are arithmetic: time and chance arrive as fields of facts.
PURE = words(
    "__future__ abc bisect collections dataclasses enum fractions functools itertools math "
    "operator re string types typing"
)
# hash() and id() differ from run to run, and a replay must not.
IMPURE_CALLS = words("open print eval exec compile input breakpoint globals hash id __import__")

# Where data of any shape comes in: JSON, a choice's fact, requests, a command line.
# The referee and the robots pass on facts and states of any game.
ANY_LAYERS = words(
    "in_time annotations held_hands held_game more_games new_game library codec frozen words "
    "referee hands robot robots web cli people_commands report_commands doctor_command sentences"
)

# What a robot may read of its game: never how anything is judged, which its truth is held against.
ROBOT_READS = words("facts cards deck sample practice robot")

FROZEN = {f"dataclass(frozen=True, slots=True{more})" for more in ("", ", kw_only=True")}

ANY_MODULES = words("companion.games.game")  # what any game declares

MODULE_LINES_MOST = 500
FUNCTION_LINES_MOST = 50

MUTABLE_CALLS = words(
    "list dict set bytearray defaultdict deque Counter OrderedDict ChainMap Queue SimpleQueue "
    "Lock RLock Condition Event Thread local count cycle iter"
)
IO_CALLS = words(
    "open print connect read_text read_bytes write_text mkdir getaddrinfo socket run Popen "
    "getenv gethostname now time time_ns monotonic monotonic_ns token_hex"
)
CHANGING_METHODS = words(
    "append extend insert add update setdefault pop popitem remove discard clear sort "
    "reverse appendleft"
)


@dataclass(frozen=True)
class Module:
    """One parsed module: its dotted name, its text and its tree."""

    name: str
    text: str
    tree: ast.Module
    package: bool = False

    @property
    def layer(self) -> str:
        """The part of the house it belongs to."""
        return layer_of(self.name)

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """All nodes of the tree: most rules go through them."""
        return tuple(ast.walk(self.tree))


Rule = Callable[[Module], Iterator[str]]


def module(name: str, text: str, package: bool = False) -> Module:
    return Module(name, text, ast.parse(text), package)


# --- the rules --------------------------------------------------------------------------------


def keeps_to_the_map(m: Module) -> Iterator[str]:
    """Imports only what MAY_IMPORT allows its layer."""
    file = m.name.partition(".")[2]
    if m.layer not in MAY_IMPORT:
        yield f"{m.name} is not on the map of tests/test_house.py: say who may import what"
        return
    own = MAY_IMPORT.get(file) if "." in file else None
    allowed = MAY_IMPORT[m.layer] | {m.layer} if own is None else own
    if not stands_alone(m):
        allowed = allowed | words("frozen")
    for line, name in imported(m):
        inner = name.partition(".")[2]
        here = {inner, layer_of(name), "*"}
        if name.startswith("companion.") and not here & allowed:
            yield f"{m.name}:{line} imports {name}"


def frozen_data_is_made_quickly(m: Module) -> Iterator[str]:
    """Frozen, slotted classes are made by `companion.frozen`: a start makes hundreds of them."""
    if stands_alone(m):
        return
    taken = {
        alias.name
        for node in m.nodes
        if isinstance(node, ast.ImportFrom) and node.module == "dataclasses"
        for alias in node.names
    }
    classes = (node for node in m.nodes if isinstance(node, ast.ClassDef))
    for made in {ast.unparse(how) for node in classes for how in node.decorator_list}:
        if "dataclass" in taken and made in FROZEN:
            yield f"{m.name} says @{made}: take that of companion.frozen"


def games_are_pure(m: Module) -> Iterator[str]:
    """A game imports only words, its siblings and pure stdlib, and reaches for nothing else."""
    if m.layer != "games":
        return
    loads = words("importlib") if m.name in ANY_MODULES else words("")  # the rules, when asked for
    for line, name in imported(m):
        if name.split(".")[0] not in PURE | loads | {"companion"}:
            yield f"{m.name}:{line} imports {name}"
    for node in m.nodes:
        if isinstance(node, ast.Call) and called(node) in IMPURE_CALLS:
            yield f"{m.name}:{node.lineno} calls {called(node)}"


def robots_know_no_rules(m: Module) -> Iterator[str]:
    """A robot imports the facts and cards of its own game, and nothing that judges them."""
    if m.layer != "robot":
        return
    home = m.name.split(".")[2]
    for line, name in imported(m):
        parts = (name.split(".") + ["", ""])[:4]
        if parts[1] == "games" and (parts[2] != home or parts[3] not in ROBOT_READS):
            yield f"{m.name}:{line} imports {name}"


def modules_are_short(m: Module) -> Iterator[str]:
    lines = len(m.text.splitlines())
    if lines > MODULE_LINES_MOST:
        yield f"{m.name} has {lines} lines, {MODULE_LINES_MOST} are the most"


def functions_are_short(m: Module) -> Iterator[str]:
    for node in m.nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > FUNCTION_LINES_MOST:
                yield f"{m.name}:{node.lineno} {node.name} has {lines} lines"


def statements_are_written_out(m: Module) -> Iterator[str]:
    """What is done or not is an `if`, never a conditional expression for its effects."""
    for node in m.nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.IfExp):
            yield f"{m.name}:{node.lineno} does one of two things in an expression"


def laid_out_by_the_formatter(m: Module) -> Iterator[str]:
    """By hand only where a table of data is clearer so, and says why behind its `fmt: skip`."""
    for number, line in enumerate(m.text.splitlines(), 1):
        if re.search(r"# fmt: (skip(?! # \w)|off)", line):
            yield f"{m.name}:{number} is laid out by hand"
    for node in m.nodes:
        if isinstance(node, ast.Starred) and isinstance(node.value, ast.Tuple | ast.List):
            yield f"{m.name}:{node.lineno} stars what it could write out"


def no_changing_state(m: Module) -> Iterator[str]:
    """Nothing at module level can change: constants are Final, written in capitals, or frozen."""
    for statement in m.tree.body:
        for name, value in assigned(statement):
            if is_mutable(value) and not is_constant(name, statement):
                yield f"{m.name}:{statement.lineno} {name} can change"
    names = {name for statement in m.tree.body for name, _ in assigned(statement)}
    for node in m.nodes:
        if isinstance(node, ast.Global):
            yield f"{m.name}:{node.lineno} global {', '.join(node.names)}"
        elif (name := changed(node)) in names and name not in local_names(m.tree):
            yield f"{m.name}:{getattr(node, 'lineno', 0)} {name} is changed"


def nothing_happens_at_import(m: Module) -> Iterator[str]:
    """Importing a module only defines things; the command line may hang up its commands."""
    for node in m.tree.body:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and m.layer != "cli":
            yield f"{m.name}:{node.lineno} calls {called(node.value)} at import"
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.With | ast.For | ast.While):
            for inner in ast.walk(node):
                if isinstance(inner, ast.Call) and called(inner) in IO_CALLS:
                    yield f"{m.name}:{inner.lineno} calls {called(inner)} at import"


def any_stays_at_the_edges(m: Module) -> Iterator[str]:
    if m.layer in ANY_LAYERS or m.name in ANY_MODULES:
        return
    for node in m.nodes:
        match node:
            case ast.Name(id="Any", lineno=line) | ast.Attribute(attr="Any", lineno=line):
                yield f"{m.name}:{line} says Any"


def has_a_docstring(m: Module) -> Iterator[str]:
    """A module says what it is for; an empty __init__.py has nothing to say."""
    if m.tree.body and not (ast.get_docstring(m.tree) or "").split("\n\n")[0].endswith("."):
        yield f"{m.name} does not open with a sentence of purpose"


def refusals_are_spoken(m: Module) -> Iterator[str]:
    """What may be a refusal is never put into words by str(): its text has numbers to fill in."""
    for handler in m.nodes:
        if not (isinstance(handler, ast.ExceptHandler) and handler.type and handler.name):
            continue
        if {"Refused", "CompanionError"} & {called_name(node) for node in ast.walk(handler.type)}:
            for node in ast.walk(handler):
                match node:
                    case (
                        ast.FormattedValue(value=ast.Name(id=name))
                        | ast.Call(func=ast.Name(id="str"), args=[ast.Name(id=name)])
                    ) if name == handler.name:
                        yield f"{m.name}:{node.lineno} speaks {name}: say.complaint does that"


RULES: tuple[Rule, ...] = (
    keeps_to_the_map,
    frozen_data_is_made_quickly,
    games_are_pure,
    robots_know_no_rules,
    modules_are_short,
    functions_are_short,
    statements_are_written_out,
    laid_out_by_the_formatter,
    no_changing_state,
    nothing_happens_at_import,
    any_stays_at_the_edges,
    has_a_docstring,
    refusals_are_spoken,
)

# --- the house keeps them ---------------------------------------------------------------------


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_house_keeps_the_rule(rule: Rule) -> None:
    complaints = [complaint for m in the_house() for complaint in rule(m)]
    assert not complaints, "\n".join(complaints)


def test_only_a_dozen_tables_are_laid_out_by_hand() -> None:
    assert sum(m.text.count("# fmt: skip") for m in the_house()) <= 12


def doubled(house: Iterable[Module]) -> set[str]:
    """What several classes are called."""
    classes = [node.name for m in house for node in m.tree.body if isinstance(node, ast.ClassDef)]
    return {name for name in classes if classes.count(name) > 1 and not name.startswith("_")}


def test_a_name_of_two_classes_has_a_line_in_the_words() -> None:
    words = (ROOT / "docs" / "words.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`(\w+)`", words.partition("## One name")[2]))
    # What every new game begins with is no second name of its own.
    ours = (m for m in the_house() if not m.name.startswith("companion.new_game.stub"))
    assert doubled(ours) <= told <= doubled(the_house())


def circle(files: dict[str, Module]) -> list[str]:
    """Files that import each other, the first one once more at the end; none if there are none."""
    open_ = {name: imported_files(m, files) for name, m in files.items()}
    while done := [name for name, others in open_.items() if not others & open_.keys()]:
        for name in done:
            del open_[name]
    path = [next(iter(open_))] if open_ else []
    while path and path[-1] not in path[:-1]:
        path.append(min(open_[path[-1]] & open_.keys()))
    return path


def imported_files(m: Module, files: dict[str, Module]) -> set[str]:
    """The files that this one names, also where only types are checked."""
    found = set()
    for node in m.nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = absolute(m, node)
            parts = (f"{base}.{alias.name}" for alias in node.names)
            found |= {part if part in files else base for part in parts}
    return found & files.keys() - {m.name}


def test_no_files_go_in_a_circle() -> None:
    assert not circle({m.name: m for m in the_house()})


def test_a_circle_is_seen() -> None:
    texts = {"a": "import b", "b": "if TYPE_CHECKING:\n    from a.c import X", "a.c": "import a"}
    assert circle({name: module(name, text) for name, text in texts.items()}) == [
        "a",
        "b",
        "a.c",
        "a",
    ]
    texts["a.c"] = "import d"
    assert not circle({name: module(name, text) for name, text in texts.items()})


def unreached(files: dict[str, Module]) -> set[str]:
    """Files that no other file imports, or loads by its name."""
    imported_ = {name for m in files.values() for name in imported_files(m, files)}
    named = {one.value for m in files.values() for one in m.nodes if isinstance(one, ast.Constant)}
    alone = (name for name, m in files.items() if name not in imported_ and not m.package)
    return {name for name in alone if not {last := name.split(".")[-1], f"{last}.py"} & named}


def test_every_file_is_reached() -> None:
    assert unreached({m.name: m for m in the_house()}) == {"companion.one_file"}  # where all begins


def test_a_file_that_nobody_loads_is_seen() -> None:
    texts = {"a.b": "from a import c", "a.c": "load('d')", "a.d": "import a.b", "a.e": "import a.b"}
    assert unreached({name: module(name, text) for name, text in texts.items()}) == {"a.e"}


def test_the_map_names_rooms_that_are_there() -> None:
    files = {m.name.partition(".")[2] for m in the_house()} | {m.layer for m in the_house()}
    assert not MAY_IMPORT.keys() - files


def test_the_house_is_read() -> None:
    assert {m.name for m in the_house()} >= {"companion", "companion.words"}


TRY = "try:\n  pass\nexcept"
BAD: tuple[tuple[Rule, str, str], ...] = (
    (keeps_to_the_map, "companion.games.split", "from companion.table import gpio"),
    (keeps_to_the_map, "companion.games.split", "from ..table.gpio import Table"),
    (keeps_to_the_map, "companion.table.gpio", "import companion.games"),
    (keeps_to_the_map, "companion.web.pages", "from companion import journal"),
    (keeps_to_the_map, "companion.words", "from companion.say import spoken"),
    (keeps_to_the_map, "companion.journal.backup", "from companion.journal import rows"),
    (keeps_to_the_map, "companion.journal", "def f():\n    from companion.referee import R"),
    (keeps_to_the_map, "companion.attic", "x = 1"),
    (
        frozen_data_is_made_quickly,
        "companion.say",
        "from dataclasses import dataclass\n@dataclass(frozen=True, slots=True)\nclass C: ...",
    ),
    (games_are_pure, "companion.games.split", "import time"),
    (games_are_pure, "companion.games.split", "from random import choice"),
    (games_are_pure, "companion.games.split", "import logging, threading"),
    (games_are_pure, "companion.games.split", "def f(): print('hm')"),
    (games_are_pure, "companion.games.split.deal", "def f(x): return hash(x)"),
    (keeps_to_the_map, "companion.games.split.judge", "from companion.games.split.robot import X"),
    (keeps_to_the_map, "companion.games.split.robot.family", "from companion.referee import R"),
    (
        robots_know_no_rules,
        "companion.games.split.robot.board",
        "import companion.games.split.judge",
    ),
    (robots_know_no_rules, "companion.games.split.robot", "from companion.games import split"),
    (
        robots_know_no_rules,
        "companion.games.split.robot",
        "import companion.games.twisted_fish.facts",
    ),
    (modules_are_short, "companion.say", "x = 1\n" * 501),
    (functions_are_short, "companion.say", "def f():\n" + "    x = 1\n" * 50),
    (functions_are_short, "companion.say", "class C:\n  def f(self):\n" + "    x = 1\n" * 50),
    (statements_are_written_out, "companion.say", "def f(a):\n    a.b() if a else a.c()\n"),
    (laid_out_by_the_formatter, "companion.say", "x = (1,\n     2)  # fmt: skip"),
    (laid_out_by_the_formatter, "companion.say", "x = (0, *(1, 2))"),
    (no_changing_state, "companion.say", "cache = {}"),
    (no_changing_state, "companion.say", "seen: set[int] = set()"),
    (no_changing_state, "companion.say", "from queue import Queue\nline = Queue()"),
    (no_changing_state, "companion.say", "N = 0\ndef f():\n    global N\n    N = 1"),
    (no_changing_state, "companion.say", "SEEN = {1: 2}\ndef f(x):\n    SEEN[x] = 1"),
    (no_changing_state, "companion.say", "SEEN = [1]\ndef f(x):\n    SEEN.append(x)"),
    (nothing_happens_at_import, "companion.say", "print('hello')"),
    (nothing_happens_at_import, "companion.say", "TEXT = open('words.txt').read()"),
    (nothing_happens_at_import, "companion.say", "import time\nBORN = time.time()"),
    (any_stays_at_the_edges, "companion.games.split", "from typing import Any\ndef f(x: Any): 1"),
    (any_stays_at_the_edges, "companion.table", "import typing\ny: typing.Any = 1"),
    (refusals_are_spoken, "companion.cli", f"{TRY} Refused as r:\n  print(f'{{r}}')"),
    (
        refusals_are_spoken,
        "companion.cli",
        f"{TRY} (OSError, CompanionError) as p:\n  print(str(p))",
    ),
    (has_a_docstring, "companion.say", "x = 1"),
    (has_a_docstring, "companion.say", '"""Speaks"""\nx = 1'),
)


@pytest.mark.parametrize(("rule", "name", "text"), BAD)
def test_the_rule_sees_a_bad_module(rule: Rule, name: str, text: str) -> None:
    assert list(rule(module(name, text)))


GOOD = '''"""Keeps to all rules.

Must not do anything else.
"""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

from companion.words import Seat

from . import sibling

GAMES = {"split": sibling}
letters: Final = {"S": 1}
SEATS = (Seat(0), Seat(1))


def tally(of: tuple[int, ...]) -> dict[int, int]:
    """Counts."""
    SEATS = {}
    counts: dict[int, int] = {}
    for one in of:
        counts[one] = counts.get(one, 0) + 1
    counts.update(SEATS)
    return counts
'''


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_rule_lets_a_good_module_pass(rule: Rule) -> None:
    assert not list(rule(module("companion.games.split", GOOD)))


# --- the tree speaks of itself alone ----------------------------------------------------------

# Written so that this file does not say them itself.
FOREIGN = re.compile(
    r"/[w]ork/|/[r]oot/|/[t]mp/\w|/[h]ome/(?!pi\b|<)\w|[C]:\\\\Users|"
    r"[p]ythonhosted\.org|[p]ypi\.org|[r]egistry\.npmjs|[i]ndex-url|[f]ind-links|"
    r"[d]eb\.debian\.org|[s]napshot\.debian|[t]rusted-host"
)


def test_no_file_names_a_machine_or_a_registry() -> None:
    said = [
        f"{path}:{number}: {line.strip()[:100]}"
        for path in own_files()
        for number, line in enumerate(text_of(ROOT / path).splitlines(), 1)
        if FOREIGN.search(line)
    ]
    assert not said, "\n".join(said)


@pytest.mark.parametrize("line", ["cd /wo" + "rk/main", "--index" + "-url=x", "~ = /ro" + "ot/x"])
def test_a_machine_s_name_would_be_seen(line: str) -> None:
    assert FOREIGN.search(line)


# --- what a stranger installs has all its files -----------------------------------------------


def test_every_file_of_the_package_is_installed() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = settings["tool"]["setuptools"]["package-data"]["companion"]
    installed = {path for pattern in patterns for path in PACKAGE.glob(pattern)}
    data = {ROOT / path for path in own_files() if path.parts[0] == "companion"}
    left_out = {path for path in data - installed if path.suffix not in {".py", ".po", ".pot"}}
    assert not left_out


def test_every_folder_with_python_is_a_package() -> None:
    bare = {
        path.parent for path in PACKAGE.rglob("*.py") if not (path.parent / "__init__.py").exists()
    }
    assert not bare


# --- helpers ----------------------------------------------------------------------------------


@cache
def the_house() -> tuple[Module, ...]:
    """All modules, parsed once for all rules."""
    return tuple(map(parsed, sorted(PACKAGE.rglob("*.py"))))


def parsed(path: Path) -> Module:
    parts = list(path.relative_to(ROOT).with_suffix("").parts)
    package = parts[-1] == "__init__"
    name = ".".join(parts[:-1] if package else parts)
    return module(name, path.read_text(encoding="utf-8"), package)


def imported(m: Module) -> Iterator[tuple[int, str]]:
    """Lines and full dotted names of all imports, also those inside functions."""
    for node in m.nodes:
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = absolute(m, node)
            if base == "companion":  # from companion import say
                yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)
            else:
                yield node.lineno, base


def absolute(m: Module, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    parts = m.name.split(".")
    up = node.level - (1 if m.package else 0)
    return ".".join(parts[: len(parts) - up] + ([node.module] if node.module else []))


def stands_alone(m: Module) -> bool:
    """Whether it is read without the rest of the house."""
    return MAY_IMPORT.get(m.name.partition(".")[2]) == words("")


def layer_of(name: str) -> str:
    """The part of the house: "games" of companion.games.split, "robot" of its robots' folder."""
    parts = [*name.split("."), "", "", ""]
    return "robot" if parts[1] == "games" and parts[3] == "robot" else parts[1]


def called(node: ast.Call) -> str:
    return called_name(node.func)


def called_name(node: ast.AST) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def assigned(node: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    match node:
        case ast.Assign(targets=targets, value=value):
            yield from ((target.id, value) for target in targets if isinstance(target, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
            yield name, value


def is_mutable(value: ast.expr) -> bool:
    if isinstance(value, ast.Call):
        return called(value) in MUTABLE_CALLS
    comprehensions = ast.ListComp | ast.DictComp | ast.SetComp | ast.GeneratorExp
    return isinstance(value, ast.List | ast.Dict | ast.Set | comprehensions)


def is_constant(name: str, node: ast.stmt) -> bool:
    if name == "__all__" or name.lstrip("_").isupper():
        # Capitals promise; `changed` below holds the module to it. A lock keeps no promise.
        value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
        return not isinstance(value, ast.Call) or called(value) in {"dict", "set", "list"}
    return isinstance(node, ast.AnnAssign) and "Final" in ast.unparse(node.annotation)


def changed(node: ast.AST) -> str:
    """The name whose content this statement changes, if any."""
    match node:
        case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()):
            return name
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attr)):
            return name if attr in CHANGING_METHODS else ""
    return ""


def local_names(tree: ast.Module) -> frozenset[str]:
    """Names that some function makes its own: changing those says nothing of the module's."""
    return frozenset(
        inner.id
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for inner in ast.walk(node)
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)
    )


def own_files() -> list[PurePosixPath]:
    """All files that are, or would be, in the repository; vendored ones speak for others."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    if listed.returncode:  # an unpacked archive has no repository
        names = [str(path.relative_to(ROOT)) for path in ROOT.rglob("*") if path.is_file()]
        names = [name for name in names if not name.startswith(".")]
    else:
        names = [name for name in listed.stdout.split("\0") if name]
    paths = [PurePosixPath(name) for name in names if (ROOT / name).is_file()]
    return [path for path in paths if not {"vendor", "__pycache__"} & set(path.parts)]


def text_of(path: Path) -> str:
    """The file as text; pictures and other binary files have nothing to read."""
    data = path.read_bytes()
    return "" if b"\0" in data else data.decode("utf-8", "replace")
