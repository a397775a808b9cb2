"""Who touches the journal's files while nobody looks is heard, and nobody else is."""

import errno
import os
import shutil
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal import Journal, JournalError, hold
from companion.journal.inotify import Inotify
from companion.journal.people import People
from tests.journal.test_hold import FILE, tell
from tests.journal.test_hold import at_once as at_once  # for all tests here
from tests.web.house import PATIENCE_S

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Linux alone tells of files")


class Heard:
    """What was heard since the last time that somebody asked."""

    def __init__(self) -> None:
        self._rung = threading.Event()

    def ring(self) -> None:
        self._rung.set()

    def since(self, patience_s: float = PATIENCE_S) -> bool:
        rung = self._rung.wait(patience_s)
        self._rung.clear()
        return rung


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    made = Journal(tmp_path / "table" / "state" / FILE, "boot")
    made.begin_game("dolphin_splash", '{"seats":3}', [People(made).number("Ana", 0)], 0)
    yield made
    made.close()


@pytest.fixture
def heard(journal: Journal) -> Heard:
    """Once all is done that is due."""
    found = Heard()
    rest(journal, found)
    return found


def rest(journal: Journal, heard: Heard) -> None:
    """Look as the companion does, until there is no more to do; what that touched is past."""
    for _ in range(20):
        if journal.tells(heard.ring) and not heard.since(0.05):
            return
        journal.look()
    raise AssertionError("there is always more to do")


def log(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def replace(path: Path) -> None:
    shutil.copy(path, path.with_suffix(".other"))
    os.replace(path.with_suffix(".other"), path)


def replace_from_elsewhere(path: Path) -> None:
    other = path.parents[1] / "other"
    shutil.copy(path, other)
    os.replace(other, path)


def overwrite(path: Path) -> None:
    path.write_bytes(b"garbage" * 3000)


DEEDS: dict[str, Callable[[Path], object]] = {
    "deleted": Path.unlink,
    "replaced": replace,
    "replaced by one from elsewhere": replace_from_elsewhere,
    "overwritten": overwrite,
    "renamed": lambda path: path.rename(path.with_suffix(".away")),
    "its log cut": lambda path: os.truncate(log(path), 40),
    "its log deleted": lambda path: log(path).unlink(),
    "its index deleted": lambda path: path.with_name(path.name + "-shm").unlink(),
    "its folder deleted": lambda path: shutil.rmtree(path.parent),
    "its folder renamed": lambda path: path.parent.rename(path.parent.with_name("away")),
    "the folder above renamed": lambda path: path.parents[1].rename(path.parents[2] / "away"),
}


@pytest.mark.parametrize("deed", DEEDS)
def test_whatever_is_done_to_the_files_is_heard_and_then_seen(
    journal: Journal, heard: Heard, deed: str
) -> None:
    tell(journal, "a")
    rest(journal, heard)
    DEEDS[deed](journal.path)
    assert heard.since()
    journal.look()
    assert journal.trouble and not journal.tells(heard.ring), "it is looked at again and again"
    assert journal.is_saved and journal.go_on()
    tell(journal, "b")
    rest(journal, heard)
    journal.path.unlink()
    assert heard.since(), "of what it goes on with, too"


def test_a_link_that_leads_elsewhere_is_heard_of(tmp_path: Path) -> None:
    (tmp_path / "card").mkdir()
    link, heard = tmp_path / FILE, Heard()
    link.symlink_to(tmp_path / "card" / FILE)
    with closing(Journal(link, "boot")) as journal:
        rest(journal, heard)
        link.unlink()
        assert heard.since()
        journal.look()
        assert journal.trouble


def test_who_only_reads_wakes_nobody(journal: Journal, heard: Heard) -> None:
    tell(journal, "a")
    rest(journal, heard)
    for _ in range(3):
        assert [row.nonce for row in journal.rows(1)] == ["a"]
        with closing(sqlite3.connect(f"file:{journal.path}?mode=ro", uri=True)) as reader:
            assert reader.execute("SELECT count(*) FROM rows").fetchone()
        journal.look()
        assert journal.tells(heard.ring)
    assert not heard.since(0.05)


def test_there_is_no_rest_while_something_is_due(
    journal: Journal, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hold, "MARK_GAP_S", 3600.0)
    tell(journal, "a")
    journal.look()
    tell(journal, "b")
    assert not journal.tells(heard.ring), "how far it came is not noted yet"
    monkeypatch.setattr(journal, "_trouble", "There is no room.")
    assert not journal.tells(heard.ring)
    assert not journal.tells(None)


def test_a_word_that_cannot_be_written_is_looked_at(
    journal: Journal, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as full, pytest.raises(JournalError):
        full.setattr(journal._hold, "lost", "The card is out.")
        tell(journal, "a")
    assert heard.since(0.0)
    journal._hold.write.execute("PRAGMA max_page_count = 1")
    with pytest.raises(JournalError):
        for n in range(999):
            tell(journal, str(n) * 999)
    assert heard.since(0.0) and journal.trouble
    assert not journal.tells(heard.ring)


def test_where_the_system_tells_nothing_it_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*words: object, **more: object) -> object:
        raise TypeError("no Linux")

    monkeypatch.setattr("ctypes.CDLL", none)
    with closing(Journal(tmp_path / FILE, "boot")) as journal:
        journal.look()
        assert not journal.tells(lambda: None)


def test_where_others_watch_all_that_may_be_watched_nothing_is_left_open(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(*words: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    while not journal.tells(lambda: None):  # until nothing is due
        journal.look()
    before = len(os.listdir("/proc/self/fd"))
    journal._hold._ears.close()
    journal._hold._ears = None
    monkeypatch.setattr(Inotify, "_add", no_room)
    for _ in range(5):
        assert not journal.tells(lambda: None)
    assert len(os.listdir("/proc/self/fd")) == before - 1


def test_its_thread_ends_with_the_journal(journal: Journal, heard: Heard) -> None:
    def listening() -> int:
        return sum(thread.name == "journal-files" for thread in threading.enumerate())

    assert listening() == 1
    journal.close()
    journal.close()
    assert listening() == 0
