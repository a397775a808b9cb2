"""The journal's settings: one list of keys, no two alike, and nobody makes up another."""

import ast
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.journal import settings
from companion.journal.settings import Key, entered

PACKAGE = Path(settings.__file__).resolve().parent.parent
KEYS = {name: value for name, value in vars(settings).items() if isinstance(value, Key)}
# What stands in families' files: a key's name is never changed.
NAMES = {
    "EVENING": "evening",
    "EVENING_AFTER": "evening_after",
    "NIGHT": "night",
    "POSTERS": "posters",
    "POINTS": "points",
    "ASKING": "asking",
    "WATCHING": "watching",
    "VOUCHED": "vouched",
    "WRONG_MS": "wrong_ms",
    "SHARED": "shared",
    "FIGURES": "figures",
    "SAT": "sat",
    "RATED": "rated",
    "REVIEW": "review",
    "MAY_WAIT": "may_wait",
    "MAY_TAKE_BACK": "may_take_back",
    "DOOR": "door",
    "WIRES_KNOWN": "wires_known",
    "STARTS": "starts",
    "RECOVERED": "salvaged",
    "VERSION": "version",
    "ROOM": "room",
    "HOUSE": "house",
    "UNSWEPT": "unswept",
}
GROUPS = {content.word: entered(content.word) for game in GAMES.values() for content in game.takes}


def test_names_are_those_in_old_journals() -> None:
    named = {name: key.name for name, key in KEYS.items()}
    assert named == NAMES
    assert {group.prefix for group in GROUPS.values()} == {"board:", "deck:"}


def test_no_two_keys_clash() -> None:
    names = [key.name for key in KEYS.values()]
    prefixes = [group.prefix for group in GROUPS.values()]
    assert len(set(names)) == len(names)
    begun = [(p, n) for p in prefixes for n in [*names, *prefixes] if n.startswith(p) and n != p]
    assert not begun and len(set(prefixes)) == len(prefixes)


def test_each_says_who_writes_it() -> None:
    for one in [*KEYS.values(), *GROUPS.values()]:
        assert one.writer.endswith(".")


@pytest.mark.parametrize(
    ("key", "value", "text", "before"),
    [
        (settings.EVENING, "ab12", "ab12", "first"),
        (settings.EVENING_AFTER, 7, "7", 0),
        (settings.MAY_WAIT, False, "no", True),
        (settings.MAY_WAIT, True, "yes", True),
        (settings.MAY_TAKE_BACK, True, "yes", False),
        (settings.MAY_TAKE_BACK, False, "no", False),
        (settings.UNSWEPT, True, "yes", False),
        (settings.UNSWEPT, False, "no", False),
        (settings.STARTS, 3, "3", 0),
        (settings.POINTS, (5, 3, 1), "5 3 1", ()),
        (settings.SHARED, {"ab": (1, 2), "cd": (3,)}, "ab 1 2;cd 3", {}),
    ],
)
def test_a_value_is_read_as_it_was_written(
    key: Key[object], value: object, text: str, before: object
) -> None:
    told = text.encode().decode()  # as of a file: equal, and not the program's own word
    assert key.text(value) == text and key.read(told) == value and key.read("") == before


@pytest.mark.parametrize("name", [name for name, key in KEYS.items() if key.read("") in (True, 0)])
def test_what_is_so_or_not_is_read_as_it_was_written(name: str) -> None:
    key = KEYS[name]
    for value in (True, False) if isinstance(key.read(""), bool) else (1, 0):
        told = f" {key.text(value)}"[1:]  # equal, and not the program's own word
        assert key.read(told) is value


def made_up(tree: ast.Module) -> list[int]:
    """Lines where a setting's key is a text, or is made outside the list."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    asks = {"setting", "set_setting", "settings", "drop_setting", "Key", "KeyGroup"}
    return [call.lineno for call in calls if name_of(call.func) in asks and is_text(call)]


def name_of(called: ast.expr) -> str:
    return getattr(called, "attr", "") or getattr(called, "id", "")


def is_text(call: ast.Call) -> bool:
    first = call.args[0]
    return isinstance(first, ast.JoinedStr | ast.BinOp) or (
        isinstance(first, ast.Constant) and isinstance(first.value, str)
    )


def test_nobody_makes_up_a_key() -> None:
    said = [
        f"{path}:{line}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if path != Path(settings.__file__).resolve()
        for line in made_up(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert not said


@pytest.mark.parametrize(
    "line", ["journal.setting('a')", "self._journal.settings('a' + b)", "Key(f'{a}', str, str, '')"]
)
def test_a_made_up_key_is_seen(line: str) -> None:
    assert made_up(ast.parse(line)) == [1]


@pytest.mark.parametrize("text", ["5 x", "-1", "3,2"])
def test_points_that_are_none_are_as_ever(text: str) -> None:
    assert settings.POINTS.read(text) == ()
