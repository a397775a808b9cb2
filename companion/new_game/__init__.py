"""Writes the folder of a new game: the smallest whole one, to be changed into yours."""

import builtins
import keyword
import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import companion.games
from companion.games import GAMES
from companion.words import CompanionError

ROOM = Path(__file__).parent
STUB, TEST, SHELVED = ROOM / "stub", ROOM / "test_new_game.txt", ROOM / "conftest.txt"
HERE = ROOM.parent  # the package
OWN = Path("my-games")
LETTERS_MOST = 24  # of a name: lines with a longer one would be too long


def place(here: Path) -> Path | None:
    """Where a game goes of which nobody says it: None is among ours, for who works in a clone."""
    clone = HERE.parent.resolve()
    is_clone = (clone / "tests" / "games").is_dir()
    return None if is_clone and here.resolve().is_relative_to(clone) else OWN


def write(name: str, games: Path | None) -> Iterator[Path]:
    """The files of a new game, in a folder of games or, without one, among ours in a clone.

    Raises CompanionError, with nothing written.
    """
    _check(name)
    folder = (HERE / "games" if games is None else games) / name
    goes = (folder,) if games is not None else (folder, _test_of(name), _page_of(name))
    if there := next(filter(os.path.lexists, goes), None):
        raise CompanionError(f"{there} is there already. Choose another name.")
    try:
        yield from _written(name, games, folder)
    except OSError as problem:
        shutil.rmtree(folder, ignore_errors=True)
        for path in goes[1:]:
            with suppress(OSError):
                path.unlink(missing_ok=True)
        raise CompanionError(
            f"{folder} cannot be written: {problem.strerror}. Make room there, or name another "
            "place: --games FOLDER."
        ) from problem


def _test_of(name: str) -> Path:
    return HERE.parent / "tests" / "games" / f"test_{name}.py"


def _page_of(name: str) -> Path:
    return HERE.parent / "docs" / "rules" / f"{name}.md"


def _written(name: str, games: Path | None, folder: Path) -> Iterator[Path]:
    for path in sorted(STUB.rglob("*")):
        if path.is_file() and path.suffix in (".py", ".md", ".html", ".css"):
            yield _copied(path, folder / path.relative_to(STUB), name)
    if games is not None:
        yield _copied(SHELVED, folder / "conftest.py", name)
        yield _copied(TEST, folder / f"test_{name}.py", name)
        return
    yield _copied(TEST, _test_of(name), name)
    page = _page_of(name)
    page.symlink_to(f"../../companion/games/{name}/rules.md")
    yield page
    # At last, and whole or not: a shelf that names what is not there would stop every game.
    yield _on_the_shelf(HERE / "games" / "__init__.py", name)


def _check(name: str) -> None:
    if not re.fullmatch(rf"[a-z][a-z0-9_]{{1,{LETTERS_MOST - 1}}}", name):
        raise CompanionError(
            f"{name!r} is no name for a game's folder. Take up to {LETTERS_MOST} small letters, "
            "such as high_card."
        )
    known = keyword.iskeyword(name) or keyword.issoftkeyword(name) or hasattr(builtins, name)
    if known or name in sys.stdlib_module_names:
        raise CompanionError(f"Python calls something {name} already. Choose another name.")
    ours = name in (*GAMES, ROOM.name, HERE.name) or hasattr(companion.games, name.upper())
    if ours or (HERE / "games" / f"{name}.py").exists():
        raise CompanionError(f"There is a {name} already. Choose another name.")


def _copied(path: Path, to: Path, name: str) -> Path:
    """One file, which speaks of the new game."""
    title = name.replace("_", " ").title()
    text = path.read_text(encoding="utf-8").replace("New Game", title)
    text = re.sub(r"(?<!companion\.)new_game", name, text)  # never the room that this comes from
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_text(re.sub(r"\bN-(?=[RSC]\d)", f"{name[0].upper()}-", text), encoding="utf-8")
    return to


def _on_the_shelf(games: Path, name: str) -> Path:
    """Its import among our games, and its line on the shelf, the last one."""
    lines = games.read_text(encoding="utf-8").splitlines()
    new = f"from companion.games.{name} import GAME as {name.upper()}"
    imports = [n for n, line in enumerate(lines) if line.startswith("from companion.games.")]
    first, after = imports[0], imports[-1] + 1
    lines[first:after] = sorted([*lines[first:after], new])
    lines.insert(lines.index(")"), f"    {name.upper()},")
    new_shelf = games.with_suffix(".new")
    try:
        new_shelf.write_text("\n".join(lines) + "\n", encoding="utf-8")
        new_shelf.replace(games)
    finally:
        new_shelf.unlink(missing_ok=True)
    return games
