"""One list of sounds: every sign of a ruling is in it, and no two sound or read alike."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import GAMES, sounds
from companion.sounds import COMMON
from tests.games.mutants import sources
from tests.games.shelf import RULES


def test_no_sound_is_declared_twice() -> None:
    names = [sound.name for sound in COMMON]
    names += [sound.name for game in GAMES.values() for sound in game.sounds]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("of", ["rhythm", "tune", "caption"])
def test_every_sound_can_be_told_from_all_others(of: str) -> None:
    seen = [getattr(sound, of) for sound in sounds().values()]
    assert all(seen)
    assert len(set(seen)) == len(seen)


@pytest.mark.parametrize("kind", GAMES)
def test_every_sign_of_a_ruling_is_a_sound_of_its_game_or_of_the_table(kind: str) -> None:
    known = {sound.name for sound in (*COMMON, *GAMES[kind].sounds)} | {""}
    for path in sources(RULES[kind]).values():
        assert {*signs_in(path)} <= known, path


def signs_in(path: Path) -> Iterator[str]:
    """All texts that may be the sign of a ruling of one module."""
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Ruling":
            signs = [*call.args[3:4], *(k.value for k in call.keywords if k.arg == "sign")]
            for node in (node for sign in signs for node in ast.walk(sign)):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value
