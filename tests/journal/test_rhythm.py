"""When a journal looks after its files, by a clock that is told; and after a trouble it goes on."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.journal import Journal, JournalError, Op, Row, hold, mark, rescue
from companion.journal.settings import ROOM

FILE = "journal.sqlite"


class Clock:
    """Told time."""

    def __init__(self) -> None:
        self.s = 1_000.0

    def now_s(self) -> float:
        return self.s


FOLD_FIRST_S, FOLD_GAP_S, FOLD_ROWS = 0.4, 1.0, 250
MARK_GAP_S, SAVE_GAP_S = 1.0, 2.0


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(hold, "time", SimpleNamespace(monotonic=made.now_s))
    return made


@pytest.fixture
def journal(tmp_path: Path, clock: Clock) -> Iterator[Journal]:
    made = Journal(tmp_path / "state" / FILE, "boot")
    for connection in (made._write, made._hold.side, made._hold._keep):
        connection.execute("PRAGMA synchronous = OFF")  # what a disk costs is left out
    yield made
    made.close()


def tell(journal: Journal, rows: int = 1) -> None:
    journal.append(1, [Row(Op.FACT, "[]", "referee", 1)] * rows, 0)


def folds(journal: Journal) -> list[str]:
    """What is done to bring the file up to date, from now on."""
    found: list[str] = []
    journal._hold._keep.set_trace_callback(found.append)
    return found


def test_the_file_is_brought_up_to_date_when_it_is_due_and_not_more_often(
    journal: Journal, clock: Clock
) -> None:
    done = folds(journal)
    journal.look()
    clock.s += FOLD_FIRST_S - 0.01
    journal.look()
    assert done == []  # pages come first
    clock.s += 0.01
    journal.look()
    assert len(done) == 1
    journal.begin_game("dolphin_splash", '{"seats":3}', [], 0)
    for _ in range(9):
        clock.s += FOLD_GAP_S / 10
        journal.look()
        assert len(done) == 1
    clock.s += FOLD_GAP_S / 10 + 0.01
    journal.look()
    assert len(done) == 2
    clock.s += 100
    journal.look()
    assert len(done) == 2  # nothing is new


@pytest.mark.parametrize("more", [1, 2, 90])
def test_rows_alone_are_folded_in_when_they_are_many(
    journal: Journal, clock: Clock, more: int
) -> None:
    journal.begin_game("dolphin_splash", '{"seats":3}', [], 0)
    clock.s += 10
    journal.look()
    done = folds(journal)
    tell(journal, FOLD_ROWS - 1)
    for _ in range(3):
        clock.s += 10
        journal.look()
    assert done == []  # they are known by heart
    tell(journal, more)
    journal.look()
    assert len(done) == 1
    clock.s += 10
    journal.look()
    assert len(done) == 1


def test_the_newest_row_is_noted_once_a_second_while_it_is_another(
    journal: Journal, clock: Clock
) -> None:
    journal.begin_game("dolphin_splash", '{"seats":3}', [], 0)
    journal._write.execute("INSERT INTO sqlite_sequence VALUES ('rows', 5000)")
    tell(journal)
    journal.look()
    assert mark.read(journal.path) == 5001
    tell(journal)
    clock.s += MARK_GAP_S - 0.01
    journal.look()
    assert mark.read(journal.path) == 5001
    clock.s += 0.02
    journal.look()
    assert mark.read(journal.path) == 5002
    mark.file_of(journal.path).unlink()
    clock.s += 100
    journal.look()
    assert mark.read(journal.path) == 0, "no card is worn for what is noted already"


def test_a_disk_that_will_not_save_is_asked_again_after_a_while(
    journal: Journal, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[float] = []
    save = rescue.save

    def full(*told: Any, **more: Any) -> Any:
        tried.append(clock.s)
        if len(tried) < 3:
            raise OSError(28, "No space left on device")
        return save(*told, **more)

    monkeypatch.setattr(rescue, "save", full)
    began_s = clock.s
    shutil.rmtree(journal.path.parent)
    while not journal.is_saved:
        journal.look()
        clock.s += SAVE_GAP_S / 4
    assert tried == [began_s + n * SAVE_GAP_S for n in range(3)]
    assert journal.go_on() and journal.trouble == ""


def test_after_a_trouble_there_is_room_again_and_nobody_has_to_say_so(journal: Journal) -> None:
    journal.begin_game("dolphin_splash", '{"seats":3}', [], 0)
    (pages,) = journal._write.execute("PRAGMA page_count").fetchone()
    journal._write.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(JournalError):
        tell(journal, 200)
    assert journal.trouble
    journal._write.execute("PRAGMA max_page_count = 1000000")
    journal.look()
    assert journal.trouble == "" and journal.setting(ROOM) == ""
    tell(journal, 200)
    assert len(list(journal.rows(1))) == 200


def test_while_all_is_well_nothing_is_written_to_see_that(journal: Journal) -> None:
    said: list[str] = []
    journal._write.set_trace_callback(said.append)
    journal.look()
    assert said == []


@pytest.mark.parametrize("more", [0, 1])
def test_a_log_so_long_that_sqlite_folds_it_in_by_itself_is_no_alarm(
    journal: Journal, more: int
) -> None:
    """Four thousand pages: from then on the file changes without our doing."""
    journal.begin_game("split", "{}", [], 0)
    assert journal._hold.write.execute("PRAGMA wal_autocheckpoint").fetchone() == (4000,)
    os.truncate(f"{journal.path}-wal", 4000 * 4096 + more)
    os.utime(journal.path)
    journal.look()
    assert bool(journal.trouble) == (not more)


def test_a_file_that_cannot_be_looked_at_is_believed_in(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(name: Any, **more: Any) -> Any:
        raise PermissionError(13, "Permission denied", name)

    monkeypatch.setattr("companion.journal.watch.os.stat", refused)
    journal.look()
    monkeypatch.undo()
    assert journal.trouble == "" and os.path.exists(journal.path)
