"""`python -m bench`: every figure, as a table on stdout and as JSON in a file.

Exit 0 whatever the figures are: a miss is a line of the table, not an error.
"""

import argparse
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from bench import (
    alert,
    animal,
    board,
    disk,
    dom,
    growth,
    idle,
    live,
    octoprint,
    order,
    party,
    past,
    peers,
    phones,
    pocket,
    rules,
    split,
    tail,
)
from bench.figures import Figure, as_json, show

ROUNDS = 10_000
GAMES = 10_000
FETCHED = ("peers", "octoprint")  # what they look at comes from PyPI


def main() -> None:
    """Run what was asked for."""
    asked = _asked()
    with tempfile.TemporaryDirectory(prefix="bench-", dir=asked.folder) as made:
        found = list(_figures(Path(made), asked))
    show(found, sys.stdout)
    if asked.json:
        asked.json.write_text(as_json(found, _machine()) + "\n", encoding="utf-8")


def _figures(folder: Path, asked: argparse.Namespace) -> Iterator[Figure]:
    sections: dict[str, Callable[[], Iterator[Figure]]] = {
        "rules": lambda: rules.figures(folder),
        "split": lambda: split.figures(),
        "party": lambda: party.figures(),
        "animal": lambda: animal.figures(),
        "disk": lambda: disk.figures(folder),
        "order": lambda: order.figures(),
        "pocket": lambda: pocket.figures(),
        "board": lambda: board.figures(),
        "idle": lambda: idle.figures(folder),
        "phones": lambda: phones.figures(folder),
        "live": lambda: live.figures(folder),
        "tail": lambda: tail.figures(folder),
        "dom": lambda: dom.figures(folder, _chromium()),
        "alert": lambda: alert.figures(folder, asked.minutes),
        "growth": lambda: growth.figures(folder, ROUNDS),
        "past": lambda: past.figures(folder, GAMES),
        "peers": lambda: peers.figures(),
        "octoprint": lambda: octoprint.figures(folder),
    }
    chosen = asked.sections or [name for name in sections if name not in FETCHED]
    for name in chosen:
        if name not in sections:
            sys.exit(f"There is no section {name}: there are {', '.join(sections)}.")
    for name in chosen:
        print(f"{name} …", file=sys.stderr, flush=True)
        yield from sections[name]()


def _chromium() -> str:
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    sys.exit("There is no Chromium. Install it: sudo apt-get install chromium")


def _machine() -> str:
    return f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}"


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("sections", nargs="*", help="where none is named, all that fetch nothing")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long PASS is called")
    parser.add_argument("--json", type=Path, help="a file for the figures")
    parser.add_argument("--folder", type=Path, help="where to write: a folder on the real disk")
    return parser.parse_args()


main()
