"""Our own games, read before anything else: of one that cannot be, a sentence is said and no more.

Also says what is wrong with any game's folder, and where. Must not look at what a game means.
"""

import os
import sys
import traceback
from importlib.util import cache_from_source
from pathlib import Path

from companion.say import complaint
from companion.words import CompanionError

FOLDER = Path(__file__).with_name("games")


def said(problem: BaseException) -> str:
    """What is wrong, as a sentence."""
    if isinstance(problem, CompanionError):
        return complaint(problem)
    if isinstance(problem, AttributeError | TypeError | ImportError | SyntaxError | NameError):
        text = problem.msg if isinstance(problem, SyntaxError) else str(problem)
        return f"{text.rstrip('.')}."
    return f"{type(problem).__name__}: {str(problem).rstrip('.')}."


def where(problem: BaseException, folder: Path) -> str:
    """The last line in a folder that led there, or the folder's first."""
    if isinstance(problem, SyntaxError) and problem.filename:
        return f"{problem.filename}, line {problem.lineno}"
    frames = traceback.extract_tb(problem.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(folder)]
    return (
        f"{own[-1].filename}, line {own[-1].lineno}" if own else f"{folder / '__init__.py'}, line 1"
    )


def is_changed(folder: Path) -> bool:
    """Whether a file of a folder is newer than what Python made of it, or was never read."""
    files = (os.path.join(top, name) for top, _, names in os.walk(folder) for name in names)
    for file in files:
        if file.endswith(".py") and os.path.exists(file):  # an editor's mark leads nowhere
            compiled = cache_from_source(file)
            if not os.path.exists(compiled) or os.stat(compiled).st_mtime < os.stat(file).st_mtime:
                return True
    return False


try:
    from companion.games import GAMES

    for game in GAMES.values():
        if is_changed(FOLDER / game.kind):
            game.load()  # now: later it would keep somebody from playing
            from compileall import compile_dir

            compile_dir(FOLDER / game.kind, quiet=2)  # the robot's too, or this were so for ever
except Exception as problem:  # whatever a game that is being written may raise
    said_where = f"{said(problem)} ({where(problem, FOLDER)})"
    print(f"One of our games cannot be played: {said_where}", file=sys.stderr)
    sys.exit(2)
