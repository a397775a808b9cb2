"""Which tests `tools/quick` runs for a file, and that it is told where there are none."""

from pathlib import Path

import pytest

from tests import quick

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize(
    ("path", "tests"),
    [
        ("companion/table/caller.py", {"tests/table/test_caller.py"}),
        ("companion/table/board/link.py", {"tests/table/test_board_link.py"}),
        ("companion/say.py", {"tests/test_say.py"}),
        ("companion/referee/effects.py", {"tests/referee/test_effects.py"}),
        ("companion/referee/__init__.py", {"tests/referee/test_referee.py"}),
        ("companion/web/guard.py", {"tests/web/test_guard.py"}),
        ("tests/table/test_clock.py", {"tests/table/test_clock.py"}),
        ("tools/quick", {"tests/test_tools.py"}),
        ("companion/games/split/__init__.py", {"tests/games/test_split.py", *quick.OF_ALL_GAMES}),
    ],
)
def test_a_file_has_its_mirror(path: str, tests: set[str]) -> None:
    assert (ROOT / path).is_file()
    assert set(quick.mirror(path).tests) >= tests


@pytest.mark.parametrize("game", quick.games())
def test_a_game_s_rules_are_held_to_its_rows_and_its_part_of_the_contract(game: str) -> None:
    found = quick.mirror(f"companion/games/{game}/__init__.py")
    assert found.game == game
    assert {*found.tests} >= {*quick.OF_ALL_GAMES}
    others = [other for other in quick.games() if other != game]
    assert not [test for test in found.tests if any(f"test_{o}" in test for o in others)]
    run, _ = quick.commands([f"companion/games/{game}/__init__.py"])
    assert f" or {game}" in run[-1][-1]


def test_a_page_is_drawn_and_its_browser_only_named() -> None:
    found = quick.mirror("companion/web/templates/tablet.html")
    assert "tests/web/test_tablet_http.py" in found.tests
    assert "tests/browser/test_tablet.py" in found.slow
    assert not set(found.tests) & set(found.slow)


def test_what_takes_long_is_named_and_others_are_started() -> None:
    ours = sorted(str(path.relative_to(quick.ROOT)) for path in quick.ROOT.glob("companion/*/*.py"))
    long = {path: found for path in ours if (found := quick.mirror(path)).slow}
    assert long
    for path, found in long.items():
        assert found.tests and not set(found.tests) & set(found.slow)
        _, notes = quick.commands([path])
        assert all(any(test in note for note in notes) for test in found.slow)


def test_where_nothing_mirrors_a_file_that_is_said() -> None:
    run, notes = quick.commands([".gitignore"])
    assert notes == ["No quick test mirrors .gitignore."]
    assert run == [["pytest", "-q", "-n", "0", quick.HOUSE]]


def test_only_what_may_have_types_is_asked_for_them() -> None:
    asked = {
        path: [words[0] for words in quick.commands([path])[0]]
        for path in ("companion/say.py", "tests/test_say.py", "README.md")
    }
    assert asked == {
        "companion/say.py": ["ruff", "ruff", "mypy", "pytest"],
        "tests/test_say.py": ["ruff", "ruff", "pytest"],
        "README.md": ["pytest"],
    }


def test_what_was_deleted_is_not_looked_at() -> None:
    assert quick.commands(["companion/gone.py"]) == ([["pytest", "-q", "-n", "0", quick.HOUSE]], [])


def test_every_module_has_a_mirror_that_is_there() -> None:
    modules = [str(path.relative_to(ROOT)) for path in ROOT.glob("companion/**/*.py")]
    for path in modules:
        found = quick.mirror(path)
        assert all((ROOT / test).is_file() for test in (*found.tests, *found.slow)), path
    without = [path for path in modules if not quick.mirror(path).tests]
    assert len(without) < len(modules) // 10, without
