"""One file for whoever helps with a table that ails: what it is, says, feels and played.

Holds no secret of the table, and no name unless asked for. Reads alone; changes nothing.
"""

import io
import json
import lzma
import os
import platform
import re
import sqlite3
import struct
import subprocess
import sys
import time
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from companion import __version__
from companion.access.secret import KEY_FILE, wall_key
from companion.doctor import Finding, as_json
from companion.frozen import dataclass
from companion.journal import GameRow, Journal
from companion.journal.people import People
from companion.lately import LINES_MOST
from companion.referee.replay import Unusable, exported
from companion.say import complaint
from companion.table.config import Config
from companion.words import GUEST, short

ZIP_FIRST, ZIP_LAST = (1980, 1, 1, 0, 0, 0), (2107, 12, 31, 23, 59, 58)
GAMES_MOST = 5  # the newest
RECORDING_MOST = 4 << 20  # bytes of what a touch board said
PACKAGES = ("flask", "waitress", "gpiozero", "lgpio", "pyserial", "click", "segno")
GAMES = "games/"
UNPACKED_MOST = 256 << 20  # bytes: no evening fills as many, and a file of a few may claim it
SERVICE = "splash-companion"
# What zipfile raises for a file that is damaged, locked by a password, or packed by other means.
_SPOILED = (struct.error, zlib.error, lzma.LZMAError, zipfile.BadZipFile)
ZIP_TROUBLE = (OSError, EOFError, RuntimeError, ValueError, *_SPOILED)
SHORT = 4  # letters: a shorter name is looked for as a word alone
ABOUT = """This is what a Splash Companion says of itself, for whoever helps with it.

table.json     the program, the machine, how large the evenings are
config.json    how the table is wired and set
doctor.json    what `companion doctor` finds
log.txt        what it said lately, a crash of one of its parts with it
games/*.jsonl  the newest games; `companion replay` of this very file judges them again. While one
               is on, none of its sort is here: a board may be the same
board.rec      what the touch board said, if that was recorded (companion replay board.rec)

{names}No link of the referee's and nothing that phones are known by is in here.
"""
NAMELESS = "Nobody's name is in here: a name stands as “a guest”.\n"
NAMED = "names.json     who sat where, as was asked for.\n"


@dataclass(frozen=True, slots=True)
class Ailing:
    """What is looked at. `examine` is the doctor's; `said` are the newest lines of its log.

    `is_on` is the sort of game that is played just now: nobody at the table reads it up, nor the
    board that it may share with one before.
    """

    journal: Journal
    config: Config
    state: Path
    examine: Callable[[], tuple[Finding, ...]]
    said: Callable[[], str]
    is_on: str = ""


def of_the_service() -> str:
    """What the service said lately, by the system's own log; why not, where that cannot be had."""
    words = ("journalctl", "--unit", SERVICE, "--lines", str(LINES_MOST), "--no-pager", "--output")
    try:
        done = subprocess.run((*words, "short-iso"), capture_output=True, text=True, timeout=20)
    except (OSError, subprocess.TimeoutExpired) as problem:
        return f"The system keeps no log that could be read here ({problem}).\n"
    return done.stdout or done.stderr


def packed(ailing: Ailing, names: bool = False) -> bytes:
    """The file, a ZIP. With `names` it says who sat where; else nobody is named in it."""
    hide = _hiding(ailing, names)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(_entry("README.txt"), ABOUT.format(names=NAMED if names else NAMELESS))
        for name, text in _texts(ailing, names):
            file.writestr(_entry(name), hide(text).encode("utf-8", "backslashreplace"))
        recording = ailing.config.board.record
        if recording is not None and recording.is_file():
            file.writestr(_entry("board.rec"), _end_of(recording))
    return out.getvalue()


def _entry(name: str) -> zipfile.ZipInfo:
    """Named, and dated as far as a ZIP can: a Pi that was never online may live in 1970."""
    entry = zipfile.ZipInfo(name, min(max(time.localtime()[:6], ZIP_FIRST), ZIP_LAST))
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o600 << 16  # for nobody else, where it is unpacked
    return entry


def _texts(ailing: Ailing, names: bool) -> Iterator[tuple[str, str]]:
    newest = [one for one in ailing.journal.games(GAMES_MOST) if one.kind != ailing.is_on]
    yield "table.json", _json(_table(ailing))
    yield "config.json", _json(asdict(ailing.config))
    yield "doctor.json", as_json(ailing.examine()) + "\n"
    yield "log.txt", ailing.said()
    for game in newest:
        yield f"{GAMES}{game.game:06d}-{game.kind}.jsonl", _game(ailing.journal, game)
    if names:
        people = People(ailing.journal)
        yield "names.json", _json({game.game: people.names(game.game) for game in newest})


def _table(ailing: Ailing) -> dict[str, object]:
    path = ailing.journal.path
    return {
        "companion": __version__,
        "written": time.strftime("%Y-%m-%d %H:%M:%S"),
        "python": sys.version.split()[0],
        "system": platform.platform(),
        "sqlite": sqlite3.sqlite_version,
        "packages": {name: _version_of(name) for name in PACKAGES},
        "files": {file.name: file.stat().st_size for file in sorted(path.parent.glob("*.*"))},
        "journal": ailing.journal.trouble or "well",
    }


def _version_of(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not here"


def _game(journal: Journal, game: GameRow) -> str:
    try:
        return "".join(f"{line}\n" for line in exported(journal, game))
    except Unusable as problem:
        return f"{complaint(problem)}\n"


def _end_of(recording: Path) -> bytes:
    """A recording, or its newest part with the head that says what it is."""
    content = recording.read_bytes()
    if len(content) <= RECORDING_MOST:
        return content
    head, _, rest = content.partition(b"\n")
    return head + b"\n" + rest[-RECORDING_MOST:].partition(b"\n")[2]


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False, default=str) + "\n"


# --- what nobody else is to read ----------------------------------------------------------------


def _hiding(ailing: Ailing, names: bool) -> Callable[[str], str]:
    """Takes out of a text what is only this table's: its key, its paths, and who plays at it."""
    own = {str(ailing.state): "STATE", os.path.expanduser("~"): "~", platform.node(): "this-table"}
    key = ailing.state / KEY_FILE
    if key.is_file():
        known = key.read_text("utf-8").strip()
        own |= {known: "…", wall_key(known): "…"}
    people = () if names else [one.person.name for one in People(ailing.journal).everybody()]
    patterns = [(re.compile(re.escape(text)), word) for text, word in own.items() if len(text) > 1]
    patterns += [(pattern, GUEST) for name in _longest_first(people) for pattern in _spelled(name)]

    def hidden(text: str) -> str:
        for pattern, word in patterns:
            text = pattern.sub(word.replace("\\", ""), text)
        return text

    return hidden


def _longest_first(names: Iterable[str]) -> list[str]:
    return sorted(filter(None, names), key=len, reverse=True)


def _spelled(name: str) -> Iterator[re.Pattern[str]]:
    """A name as it is written, and as JSON may have it."""
    for written in {name, json.dumps(name)[1:-1], json.dumps(name, ensure_ascii=False)[1:-1]}:
        found = re.escape(written)
        yield re.compile(rf"\b{found}\b" if len(name) < SHORT else found, re.IGNORECASE)


# --- reading one ---------------------------------------------------------------------------------


def games_in(path: Path) -> Iterator[tuple[str, list[str]]]:
    """The games of such a file, the oldest first: what each is called, and its lines.

    Raises Unusable where it has none, or is damaged.
    """
    try:
        with zipfile.ZipFile(path) as file:
            found = sorted(name for name in file.namelist() if name.startswith(GAMES))
            if sum(file.getinfo(name).file_size for name in found) > UNPACKED_MOST:
                raise Unusable(f"{path} is far larger than any evening. It is another ZIP.")
            texts = [file.read(name).decode("utf-8") for name in found]
    except Unusable:
        raise
    except ZIP_TROUBLE as problem:
        raise Unusable(f"{path} is damaged ({short(str(problem))}). Have it made again.") from None
    if not found:
        raise Unusable(f"{path} holds no game: none was played there, or it is another ZIP.")
    yield from zip(found, (text.split("\n") for text in texts), strict=True)
