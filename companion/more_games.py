"""Games from a folder of a family's own: each is put on the shelf, or left out with a sentence.

Looks at what a game says before anybody plays it; what it means is the game's own.
"""

import json
import re
import sys
import traceback
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, get_type_hints

from companion import codec
from companion.games import GAMES, sounds
from companion.games.game import Game
from companion.say import Names, complaint, spoken
from companion.words import CompanionError

FIVE = ("Setup", "start", "judge", "asks", "view")
SHOWN = {
    "phase": str,
    "stage": str,
    "present": list,
    "over": bool,
    "winners": list,
    "placing": list,
}
_RULE = re.compile(r"\"([A-Z]-[RQCS]\d+[a-z]?)\"")


class LeftOut(CompanionError):
    """Why a game cannot be played: what is wrong, where, and what it should be."""


def add(games: Path) -> tuple[str, ...]:
    """Put every game of a folder on the shelf; a sentence for each that was left out."""
    if not games.is_dir():
        return (f"There is no folder {games}, so no games of yours are on the shelf.",)
    sentences = []
    for folder in sorted(path for path in games.iterdir() if (path / "__init__.py").is_file()):
        try:
            game = _loaded(folder)
            _look_at(game, folder)
        except LeftOut as problem:
            sentences.append(f"The game {folder.name} was left out: {problem}")
        else:
            GAMES[game.kind] = game
    return tuple(sentences)


def _loaded(folder: Path) -> Game:
    """The game that a folder declares. Raises LeftOut."""
    first, name = folder / "__init__.py", f"companion.games.{folder.name}"
    if folder.name in GAMES:
        raise LeftOut(f"there is a game of that kind already. Rename its folder. ({first}, line 1)")
    spec = spec_from_file_location(name, first, submodule_search_locations=[str(folder)])
    assert spec is not None and spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        game: Any = module.GAME
    except Exception as problem:  # whatever a stranger's module may raise
        _forget(name)
        raise LeftOut(f"{_said(problem)} ({_where(problem, folder)})") from problem
    if not isinstance(game, Game) or game.kind != folder.name:
        _forget(name)
        line = _line_of(first, "kind=")
        raise LeftOut(f'its GAME should say kind="{folder.name}". ({first}, line {line})')
    return game


def _look_at(game: Game, folder: Path) -> None:
    """Raises LeftOut where the game is not what it says."""
    first = folder / "__init__.py"
    known = sounds()
    for sound in game.sounds:
        if sound.name in known:
            line = _line_of(first, sound.name)
            raise LeftOut(f"the sound {sound.name!r} is there already. ({first}, line {line})")
    try:
        state = game.start(game.Setup(game.seats[0]))
        codec.kinds(codec.fact_of(game.judge))
        game.asks(state)
        view = spoken(game.view(state), Names())
        json.dumps(view)
        hints = get_type_hints(get_type_hints(game.view)["return"])
    except Exception as problem:  # whatever a stranger's rules may raise
        raise LeftOut(f"{_said(problem)} ({_where(problem, folder)})") from problem
    for fault in (*_faults_of_view(view, hints), *_unknown_ids(game, folder)):
        raise LeftOut(fault if ".md" in fault else f"{fault} ({_place(game.view, first)})")


def _faults_of_view(view: Any, hints: dict[str, Any]) -> Iterator[str]:
    for name, form in SHOWN.items():
        if not isinstance(view.get(name), form):
            yield f'its view should have "{name}", a {form.__name__}.'
    for name in view.keys() ^ hints.keys():
        yield f'its view and its View do not both have "{name}".'


def _unknown_ids(game: Game, folder: Path) -> Iterator[str]:
    """Rules that rulings name and the rules page, where there is one, does not have."""
    page = folder / game.rules
    if not page.is_file():
        return
    there = page.read_text(encoding="utf-8")
    for path in sorted(folder.glob("*.py")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for rule in _RULE.findall(line):
                if not re.search(rf"^\|\s*{rule}\s*\|", there, re.MULTILINE):
                    yield f"{game.rules} has no rule {rule}. ({path}, line {number})"


def _said(problem: Exception) -> str:
    if isinstance(problem, CompanionError):
        return complaint(problem)
    if isinstance(problem, AttributeError | TypeError | ImportError | SyntaxError | NameError):
        return f"{str(problem).rstrip('.')}."
    return f"{type(problem).__name__}: {problem}."


def _where(problem: Exception, folder: Path) -> str:
    """The last line of the game's own that led there."""
    if isinstance(problem, SyntaxError) and problem.filename:
        return f"{problem.filename}, line {problem.lineno}"
    frames = traceback.extract_tb(problem.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(folder)]
    return (
        f"{own[-1].filename}, line {own[-1].lineno}" if own else f"{folder / '__init__.py'}, line 1"
    )


def _place(function: Any, first: Path) -> str:
    code = getattr(function, "__code__", None)
    return f"{code.co_filename}, line {code.co_firstlineno}" if code else f"{first}, line 1"


def _line_of(path: Path, words: str) -> int:
    lines = path.read_text(encoding="utf-8").splitlines()
    return next((number for number, line in enumerate(lines, 1) if words in line), 1)


def _forget(name: str) -> None:
    for loaded in [one for one in sys.modules if one == name or one.startswith(f"{name}.")]:
        del sys.modules[loaded]
