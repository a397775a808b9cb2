"""Writes the folder of a new game: the smallest whole one, to be changed into yours."""

import keyword
import re
from collections.abc import Iterator
from pathlib import Path

from companion.games import GAMES
from companion.words import CompanionError

STUB, TEST = Path(__file__).parent / "stub", Path(__file__).parent / "test_new_game.txt"
HERE = Path(__file__).parent.parent  # the package


def write(name: str, games: Path | None) -> Iterator[Path]:
    """The files of a new game, in a folder of games or, without one, among ours in a clone.

    Raises CompanionError, with nothing written.
    """
    _check(name)
    clone = HERE.parent
    if games is None and not (clone / "tests" / "games").is_dir():
        raise CompanionError(
            "This companion is installed, so its own games stay as they are. Say where yours "
            "are: --games FOLDER."
        )
    folder = (HERE / "games" if games is None else games) / name
    if folder.exists():
        raise CompanionError(f"{folder} is there already. Choose another name.")
    for path in sorted(STUB.rglob("*")):
        if path.is_file() and path.suffix in (".py", ".md", ".html", ".css"):
            yield _copied(path, folder / path.relative_to(STUB), name)
    test = clone / "tests" / "games" if games is None else folder
    yield _copied(TEST, test / f"test_{name}.py", name)
    if games is None:
        yield _on_the_shelf(HERE / "games" / "__init__.py", name)


def _check(name: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9_]{1,30}", name) or keyword.iskeyword(name):
        raise CompanionError(
            f"{name!r} is no name for a game's folder. Take small letters, such as high_card."
        )
    if name in GAMES or (HERE / "games" / f"{name}.py").exists():
        raise CompanionError(f"There is a {name} already. Choose another name.")


def _copied(path: Path, to: Path, name: str) -> Path:
    """One file, which speaks of the new game."""
    title = name.replace("_", " ").title()
    text = path.read_text(encoding="utf-8").replace("new_game", name).replace("New Game", title)
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
    games.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return games
