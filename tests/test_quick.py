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
        ("companion/games/split/__init__.py", {"tests/games/test_split.py"}),
        ("companion/games/split/book.py", {"tests/games/test_books.py"}),
        ("companion/games/split/sheets.py", {"tests/sheets/test_sheets.py"}),
        ("companion/games/split/rules.md", {"tests/web/test_rules.py"}),
        ("companion/games/split/pages/hero.html", {"tests/web/test_split_http.py"}),
        ("companion/games/split/robot/__init__.py", {"tests/robots/test_choices.py"}),
        ("companion/journal/rows.py", {"tests/journal/test_journal.py"}),
        ("companion/more_games.py", {"tests/sixth/test_left_out.py"}),
        ("companion/web/templates/_hero.html", {*quick.TEMPLATES}),
        ("companion/web/static/wall.css", {"tests/web/test_styles.py"}),
        ("companion/web/static/join.js", {"tests/web/test_scripts.py"}),
    ],
)
def test_a_file_has_its_mirror(path: str, tests: set[str]) -> None:
    assert (ROOT / path).is_file()
    assert set(quick.mirror(path).tests) >= tests


@pytest.mark.parametrize("game", quick.games())
def test_a_game_is_held_to_its_rows_and_its_part_of_what_all_games_keep(game: str) -> None:
    for file in (ROOT / "companion" / "games" / game).rglob("*.*"):
        path = str(file.relative_to(ROOT))
        found = quick.mirror(path)
        assert found.game == game
        assert found.parts == quick.OF_ALL_GAMES.get(file.suffix, ())
        assert all((ROOT / part).is_file() for part in found.parts)
        others = [other for other in quick.games() if other != game]
        assert not [test for test in found.tests if any(f"test_{o}" in test for o in others)]
        if found.parts:
            run, notes = quick.commands([path])
            assert run[-1] == ["pytest", "-q", "-n", "0", *found.parts, "-k", game]
            assert f"tools/test -k '{game}'" in notes[-1]


@pytest.mark.parametrize("page", ["hero", "own", "new", "table", "style.css"])
def test_a_name_that_many_files_have_is_none_of_them_s(page: str) -> None:
    """Dolphin Splash has no test of its pages alone: what speaks of such names is of others."""
    path = f"companion/games/dolphin_splash/pages/{page}{'' if '.' in page else '.html'}"
    assert quick.mirror(path).tests in ((), ("tests/web/test_styles.py",))


def test_what_is_asked_whole_and_in_part_is_asked_whole() -> None:
    run, _ = quick.commands(
        ["companion/games/split/pages/hero.html", "companion/web/templates/_hero.html"]
    )
    assert {*run[1]} >= {*quick.TEMPLATES}
    assert run[-1][-2:] == ["-k", "split"] and not {*run[-1]} & {*quick.TEMPLATES}


def test_a_link_is_what_it_leads_to() -> None:
    asked = ["docs/rules/split.md", "companion/games/split/rules.md"]
    assert quick.commands(asked[:1]) == quick.commands(asked) == quick.commands(asked[1:])


def test_a_page_is_drawn_and_its_browser_only_named() -> None:
    found = quick.mirror("companion/web/templates/tablet.html")
    assert "tests/web/test_tablet_http.py" in found.tests
    assert "tests/browser/test_tablet.py" in found.slow
    assert not set(found.tests) & set(found.slow)


def test_what_takes_long_is_named_and_others_are_started() -> None:
    ours = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("companion/**/*.py"))
    long = {path: found for path in ours if (found := quick.mirror(path)).slow}
    assert "tests/sixth/test_stumbling.py" in long["companion/held_game.py"].slow
    assert "tests/web/test_roles.py" not in filter(quick.is_quick, quick.all_tests())
    for path, found in long.items():
        assert not set(found.tests) & set(found.slow)
        _, notes = quick.commands([path])
        assert all(any(test in note for note in notes) for test in found.slow)


def test_where_nothing_mirrors_a_file_that_is_said() -> None:
    run, notes = quick.commands([".gitignore"])
    assert notes[0] == "No quick test mirrors .gitignore."
    assert run == [["pytest", "-q", "-n", "0", quick.HOUSE]]
    assert notes[1:] == ["Left to make test: whatever only meets these files on its way"]


def test_only_what_may_have_types_is_asked_for_them() -> None:
    asked = {
        path: [words[0] for words in quick.commands([path])[0]]
        for path in ("companion/say.py", "tests/test_say.py", "README.md")
    }
    assert asked == {
        "companion/say.py": ["ruff", "ruff", "mypy", "pytest", "pytest"],
        "tests/test_say.py": ["ruff", "ruff", "pytest", "pytest"],
        "README.md": ["pytest", "pytest"],
    }


def test_what_was_deleted_is_not_looked_at_and_that_is_said() -> None:
    run, notes = quick.commands(["companion/gone.py"])
    assert run == [["pytest", "-q", "-n", "0", quick.HOUSE]]
    assert notes[0] == "companion/gone.py is not there."


def test_a_folder_is_what_is_in_it() -> None:
    folder = "companion/games/split"
    whole = [str(one.relative_to(ROOT)) for one in sorted((ROOT / folder).rglob("*.*"))]
    files = [one for one in whole if "__pycache__" not in one and (ROOT / one).is_file()]
    assert quick.commands([folder]) == quick.commands(files)
    assert len(quick.commands([folder])[0]) > 4


def test_every_module_has_a_mirror_that_is_there() -> None:
    modules = [str(path.relative_to(ROOT)) for path in ROOT.glob("companion/**/*.py")]
    for path in modules:
        found = quick.mirror(path)
        assert all((ROOT / test).is_file() for test in (*found.tests, *found.slow)), path
    mirrored = {path: quick.mirror(path) for path in modules}
    without = [path for path, one in mirrored.items() if not one.tests + one.parts]
    assert len(without) < len(modules) // 10, without
