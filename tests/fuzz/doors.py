"""Where bytes come in that others wrote: files that people carry, and what a card may have spoiled.

Each door has what is right, and lets bytes in; who does not take them says so in a sentence.
"""

import io
import shutil
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner

from companion import cli, diagnosis
from companion.access.secret import KEY_FILE, new_secret, read_key
from companion.games.game import Content
from companion.hands import store
from companion.helpers import heard
from companion.journal import Journal, forgotten, mark
from companion.journal.backup import back_up
from companion.library import read, written
from companion.referee.replay import exported
from companion.say import Names, say
from companion.table import config
from companion.words import CompanionError, Refused, Seat
from tests.entered import SORTS
from tests.table.boards import MS, Taped

ROOT = Path(__file__).resolve().parents[2]
LINES = 24  # of a game: enough of everything, and soon judged
DEAL = store.Deal(7, (Seat(0), Seat(2)), b"s" * 16, b"t" * 16, ((0, 1), (3, 3)), (None, 2))


@dataclass(frozen=True)
class Door:
    """Right bytes, made in an empty folder; and how others come in there.

    `enter` gives the sentence of who refused them, "" where they were taken.
    """

    seeds: Callable[[Path], tuple[bytes, ...]]
    enter: Callable[[bytes, Path], str]


def entered(letting: Callable[[], object]) -> str:
    """The sentence, if there is one."""
    try:
        letting()
    except Refused as refused:
        return say(refused.text, Names())
    except CompanionError as problem:
        return str(problem)
    return ""


def command(*words: object) -> str:
    """What a command says that could not do it; its exception where it has no sentence for it."""
    done = CliRunner().invoke(cli.main, [str(word) for word in words])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code in (0, 1, 2)
    return done.stderr if done.exit_code == 2 else ""


# --- what people carry -----------------------------------------------------------------------


def _settings(_: Path) -> tuple[bytes, ...]:
    return tuple(file.read_bytes() for file in sorted((ROOT / "hardware").glob("companion*.toml")))


def _load(told: bytes, folder: Path) -> str:
    file = folder / "companion.toml"
    file.write_bytes(told)
    return entered(lambda: config.load(file))


@cache
def _games() -> tuple[bytes, ...]:
    """A game of each kind, as it is exported, as far as it goes in a few lines."""
    return tuple(
        _exported(file) for file in sorted((ROOT / "tests/journal/before").glob("*.sqlite"))
    )


def _exported(file: Path) -> bytes:
    with TemporaryDirectory() as folder:
        own = Path(shutil.copy(file, folder))  # who reads a journal leaves its log beside it
        with closing(Journal.for_reading(own)) as journal:
            lines = list(exported(journal, journal.games()[0]))
    return "\n".join(lines[:LINES]).encode()


def _replay(told: bytes, folder: Path) -> str:
    file = folder / "game.jsonl"
    file.write_bytes(told)
    return command("replay", file)


def _reports(_: Path) -> tuple[bytes, ...]:
    made = []
    for how in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", how) as file:
            file.writestr(f"{diagnosis.GAMES}1.jsonl", _games()[0])
        made.append(out.getvalue())
    return tuple(made)


def _recordings(folder: Path) -> tuple[bytes, ...]:
    file = folder / "board.rec"
    with Taped(file) as desk:
        desk.meet()
        desk.touch(1)
        desk.run(60 * MS)
    return (file.read_bytes(),)


def _content(content: Content, value: object) -> Door:
    def enter(told: bytes, _: Path) -> str:
        return entered(lambda: content.checked(read(content, told.decode(errors="replace"))[1]))

    return Door(lambda _: (written(content, value, "Ours").encode(),), enter)


def _copies(folder: Path) -> tuple[bytes, ...]:
    file = folder / "journal.sqlite"
    with closing(Journal(file, "boot")):
        pass
    return (back_up(file, folder, "1").read_bytes(),)


def _restore(told: bytes, folder: Path) -> str:
    file, journal = folder / "copy.sqlite", folder / "journal.sqlite"
    file.write_bytes(told)
    journal.unlink(missing_ok=True)
    with closing(Journal(journal, "boot")):
        pass
    before = journal.read_bytes()
    said = command("restore", file, "--state", folder)
    assert not said or journal.read_bytes() == before, "what cannot be brought back changes nothing"
    return said


# --- what a card may have spoiled ------------------------------------------------------------


def _deals(folder: Path) -> tuple[bytes, ...]:
    store.Store(folder).keep(DEAL)
    return ((folder / store.FILE).read_bytes(),)


def _deal(told: bytes, folder: Path) -> str:
    (folder / store.FILE).write_bytes(told)
    assert store.Store(folder).deal() in (None, DEAL), "cards are as they were, or dealt anew"
    return ""


def _key(told: bytes, folder: Path) -> str:
    (folder / KEY_FILE).write_bytes(told)
    key = read_key(folder)
    assert len(key) >= len(new_secret()) and key.isascii(), "what is short is soon guessed"
    assert read_key(folder) == key
    return ""


def _mark(told: bytes, folder: Path) -> str:
    file = folder / "journal.sqlite"
    mark.file_of(file).write_bytes(told)
    mark.missing(file, 3)
    mark.write(file, 4)
    assert mark.read(file) == 4
    return ""


def _lists(told: bytes, folder: Path) -> str:
    file = folder / "journal.sqlite"
    forgotten.file_of(file).write_bytes(told)
    forgotten.read(file)
    return ""


def _network(told: bytes, folder: Path) -> str:
    file = folder / "now.json"
    file.write_bytes(told)
    shown = heard.shown(file)
    assert {type(field) for field in (shown.phase, shown.name, shown.key, shown.code)} == {str}
    return ""


def _once(told: bytes) -> Callable[[Path], tuple[bytes, ...]]:
    return lambda _: (told,)


DOORS = {
    "settings": Door(_settings, _load),
    "replay": Door(lambda _: _games(), _replay),
    "report": Door(_reports, _replay),
    "recording": Door(_recordings, _replay),
    "board": _content(SORTS["board"].content, SORTS["board"].value()),
    "deck": _content(SORTS["deck"].content, SORTS["deck"].value()),
    "copy": Door(_copies, _restore),
    "deal": Door(_deals, _deal),
    "key": Door(_once(new_secret().encode() + b"\n"), _key),
    "mark": Door(_once(b"0000000000000123\n"), _mark),
    "forgotten": Door(_once(b"abcd 3 5>6 7\nefgh 1\n"), _lists),
    "network": Door(_once(b'{"phase": "on", "name": "Splash", "key": "k", "ip": "::1"}'), _network),
}


def found() -> Iterator[tuple[str, Path]]:
    """What was found once, by door."""
    for folder in sorted((ROOT / "tests/fuzz/found").iterdir()):
        for file in sorted(folder.iterdir()):
            yield folder.name, file
