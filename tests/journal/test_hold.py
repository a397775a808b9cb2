"""The hold on a journal's files: what is noticed, what is saved and how, and what is missing."""

import fcntl
import os
import re
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from itertools import permutations
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.journal import Journal, JournalError, Op, Row, disk, hold, mark, recovery, rescue
from companion.journal import file as journal_file
from companion.journal.people import People
from companion.journal.watch import Watch

FILE = "journal.sqlite"
GAP_S = hold.MARK_GAP_S  # as it ships


class PlugPulled(BaseException):
    """Here the power went."""


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for gap in ("MARK_GAP_S", "FOLD_GAP_S", "FOLD_FIRST_S", "SAVE_GAP_S"):
        monkeypatch.setattr(hold, gap, -1.0)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    made = Journal(tmp_path / "state" / FILE, "boot")
    made.begin_game("dolphin_splash", '{"seats":3}', [People(made).number("Ana", 0)], 0)
    yield made
    made.close()


def tell(journal: Journal, *tells: str, game: int = 1) -> None:
    for told in tells:
        journal.append(game, [Row(Op.FACT, "[]", "referee", 1, nonce=told)], 0)


def take_all(path: Path) -> None:
    shutil.rmtree(path.parent)


def tells(path: Path, game: int = 1) -> list[str | None]:
    journal = Journal(path, "next")
    try:
        return [row.nonce for row in journal.rows(game)]
    finally:
        journal.close()


def test_word_refused_as_the_files_went_is_not_there_when_it_goes_on(journal: Journal) -> None:
    tell(journal, "a")
    journal._write.set_trace_callback(
        lambda said: take_all(journal.path) if said == "COMMIT" else None
    )
    with pytest.raises(JournalError, match="is gone, so nothing that is told now is kept"):
        tell(journal, "b")
    journal._write.set_trace_callback(None)
    assert not journal.is_saved and journal.trouble
    journal.look()
    assert journal.is_saved and "is saved in" in journal.trouble
    with pytest.raises(JournalError):
        journal.begin_game("dolphin_splash", "{}", [], 0)
    with pytest.raises(JournalError):
        People(journal).number("Zoe", 0)
    with ThreadPoolExecutor(1) as screens:  # they go on reading
        assert screens.submit(lambda: [row.nonce for row in journal.rows(1)]).result() == ["a"]
    assert journal.go_on() and not journal.go_on()
    assert journal.trouble == "" and People(journal).names(1) == {0: "Ana"}
    tell(journal, "b", "c")
    journal.close()
    assert tells(journal.path) == ["a", "b", "c"]


def test_what_is_saved_is_saved_once_while_it_lies_there(journal: Journal) -> None:
    tell(journal, "a")
    take_all(journal.path)
    journal.look()
    assert journal.is_saved
    folder, made = journal.path.parent, set[int]()
    for _ in range(3):
        (saved,) = folder.glob(f"{FILE}{recovery.SAVED}*")
        made.add(saved.stat().st_mtime_ns)
        journal.look()
    assert len(made) == 1
    saved.unlink()
    journal.look()
    assert journal.is_saved and list(folder.glob(f"{FILE}{recovery.SAVED}*"))


@pytest.mark.parametrize("in_place", [False, True])
def test_what_lies_in_its_place_is_kept_and_named_where_there_is_something(
    journal: Journal, in_place: bool
) -> None:
    tell(journal, "a")
    take_all(journal.path)
    if in_place:
        journal.path.parent.mkdir()
        journal.path.write_bytes(b"another")
    journal.look()
    assert journal.go_on()
    said = journal.recovered()
    named = re.search(r" What lies in its place is kept: (\S+)$", said)
    assert bool(named) is in_place, said
    assert not named or Path(named[1]).read_bytes() == b"another"


def test_own_checkpoints_are_no_alarm(journal: Journal) -> None:
    stop = threading.Event()
    found: list[str] = []

    def look() -> None:
        while not stop.is_set():
            journal.look()
            journal.checkpoint()
            found.append(journal.trouble)

    looking = threading.Thread(target=look)
    looking.start()
    for n in range(300):
        tell(journal, f"t{n}")
        People(journal).number(f"P{n % 7}", n)
    stop.set()
    looking.join()
    assert set(found) == {""} and len(found) > 5
    assert journal.path.stat().st_size > 20_000


def test_file_system_without_a_log_is_played_on_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / FILE
    with closing(sqlite3.connect(path, isolation_level=None)) as plain:
        plain.execute("CREATE TABLE t (x)")
        watch = Watch(path)
        plain.execute("INSERT INTO t VALUES (1)")
        assert (watch.glance(), watch.look()) == ("", "")
        path.unlink()
        assert watch.look() == "is gone"
    watch.close()


@pytest.mark.parametrize("step", range(5))
@pytest.mark.parametrize("garbage", [True, False])
def test_plug_pulled_at_any_step_of_going_on_loses_nothing(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, step: int, garbage: bool
) -> None:
    tell(journal, "a", "b")
    journal.look()
    if garbage:
        journal.path.write_bytes(b"garbage")
    else:
        journal.path.unlink()
    journal.look()
    assert journal.is_saved
    left, real = [step], os.replace

    def replace(old: Path, new: Path) -> None:
        if left[0] == 0:
            raise PlugPulled
        left[0] -= 1
        real(old, new)

    with monkeypatch.context() as patched:
        patched.setattr(recovery.os, "replace", replace)
        with suppress(PlugPulled):
            journal.go_on()
    if left == [0]:
        lock = journal._hold._lock  # type: ignore[attr-defined]
        fcntl.flock(lock._file, fcntl.LOCK_UN)  # as at the end of a process
    else:
        journal.close()
    assert tells(journal.path) == ["a", "b"]


def test_plug_pulled_while_it_is_saved_leaves_no_half_file_to_go_on_with(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell(journal, "a", "b")
    journal.look()
    journal.path.write_bytes(b"garbage")

    def pulled(*_: object) -> None:
        raise PlugPulled

    with monkeypatch.context() as patched:
        patched.setattr(rescue.disk, "sync", pulled)
        with pytest.raises(PlugPulled):
            journal.look()
    assert list(journal.path.parent.glob(f"{FILE}.saving"))
    assert not list(journal.path.parent.glob(f"{FILE}.saved-*"))
    journal.look()  # it was not the plug, after all
    assert journal.is_saved and journal.go_on()
    assert [row.nonce for row in journal.rows(1)] == ["a", "b"]


def test_folder_that_cannot_be_made_is_tried_again(journal: Journal) -> None:
    tell(journal, "a")
    take_all(journal.path)
    journal.path.parent.write_text("a file")
    journal.look()
    assert "cannot be saved yet" in journal.trouble and not journal.is_saved
    assert not journal.go_on()
    journal.path.parent.unlink()
    journal.look()
    assert journal.is_saved and journal.go_on()
    tell(journal, "b")
    assert [row.nonce for row in journal.rows(1)] == ["a", "b"]


def test_end_without_room_leaves_what_there_is_and_says_what_is_missing(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell(journal, "a")
    journal.look()
    tell(journal, "b")
    os.truncate(f"{journal.path}-wal", 0)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(rescue, "save", full)
    journal.look()
    assert "No space left on device. Make room" in journal.trouble
    journal.close()
    again = Journal(journal.path, "again")
    assert [row.nonce for row in again.rows(1)] == ["a"]
    assert again.recovered().startswith("Row 2 is missing")
    again.close()


def test_journal_that_another_companion_keeps_by_now_is_not_taken_from_it(
    journal: Journal,
) -> None:
    tell(journal, "a")
    take_all(journal.path)
    other = Journal(journal.path, "other")
    journal.look()
    assert journal.is_saved
    with pytest.raises(JournalError, match="Another companion"):
        journal.go_on()
    other.close()
    journal.look()
    assert journal.is_saved and journal.go_on()
    tell(journal, "b")
    assert [row.nonce for row in journal.rows(1)] == ["a", "b"]


def test_too_large_for_an_image_what_was_told_since_the_start_is_kept(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hold, "IMAGE_MOST", 0)
    tell(journal, "a")
    journal.begin_game("dolphin_splash", '{"seats":3}', [], 1)
    tell(journal, "b", game=2)
    journal.close()
    again = Journal(journal.path, "again")
    tell(again, "c", game=2)
    again.look()
    again.path.write_bytes(b"garbage")
    again.look()
    assert again.go_on()
    assert [row.nonce for row in again.rows(2)] == ["b", "c"]
    assert "Earlier games were in that file alone" in again.recovered()
    again.close()


# --- what is missing --------------------------------------------------------------------------


def test_missing_rows_are_told_once_and_their_numbers_not_given_again(tmp_path: Path) -> None:
    path = tmp_path / FILE
    for missing, newest, kept in (
        ("Row 8 is", 7, 8), ("Row 1,240 is", 1239, 1240), ("Rows 1,239 to 1,240 are", 1238, 1240),
        ("Rows 1 to 1,240 are", 0, 1240),
    ):  # fmt: skip
        mark.write(path, kept)
        assert mark.missing(path, newest).startswith(f"{missing} missing from the journal {path}")
    journal = Journal(path, "boot")
    assert journal.recovered() == mark.missing(path, 0) == mark.complaint(path)
    journal.begin_game("dolphin_splash", "{}", [], 0)
    tell(journal, "a")
    assert [row.seq for row in journal.rows(1)] == [1241]
    journal.forget_recovered()
    journal.close()
    assert mark.read(path) == 1241 and mark.complaint(path) == ""
    path.unlink()
    assert mark.complaint(path).startswith("Rows 1 to 1,241 are")


@pytest.mark.parametrize("missing", [0, 1, 2, 3, 4, 5])
def test_rows_of_before_there_were_marks_are_kept_up_to_the_first_that_is_missing(
    missing: int,
) -> None:
    row = (None, 1, "fact", "[]", 0, "", "referee", "", None, "", "", 5, "boot", 6, "")
    assert len(row) == len(journal_file.ROW.split(", "))
    found = recovery.Found(games={1: (1, "split", "{}", 0, None, None)})
    found.rows = {seq: [row] for seq in range(1, 6) if seq != missing}
    saved = recovery.proved(found)
    until = missing - 1 if missing > 1 else 5
    assert [kept[0] for kept in saved.rows] == [n for n in range(1, until + 1) if n != missing]
    assert [game for game, _ in saved.cut] == ([1] if 1 < missing < 5 else [])


def test_a_row_that_several_pages_show_is_the_one_that_was_written() -> None:
    values = ("fact", "[]", 0, "", "referee", "", None, "", "", 5, "boot", 6, "")
    mark = journal_file.mark_of(0, 1, 1, *values)
    right, wrong = (None, 1, *values, mark), (None, 1, *values, mark + 1)
    others = [(None, game, *values, mark) for game in (7, "x")]  # of no game that is kept
    found = recovery.Found(games={1: (1, "split", "{}", 0, None, None)})
    for shown in permutations((right, wrong, *others)):
        found.rows = {1: list(shown)}
        assert [row[0] for row in recovery.proved(found).rows] == [1]
        found.rows = {1: [row for row in shown if row is not right]}
        assert recovery.proved(found).cut == ((1, 0),)


def test_a_game_that_is_not_as_it_was_written_is_not_kept() -> None:
    games = {}
    for game, more in ((1, 0), (2, 1), (3, -1)):
        note = (game, "split", "{}", 0, None)
        games[game] = (*note, None, journal_file.mark_of(0, *note[:4], None) + more)
    assert [kept[0] for kept in recovery.proved(recovery.Found(games=games)).games] == [1]


@pytest.mark.parametrize("length", [1, 4095, 4096, 4097, 10_000])
def test_a_file_that_is_read_block_by_block_is_all_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, length: int
) -> None:
    path = tmp_path / FILE
    path.write_bytes(content := bytes(n % 251 for n in range(length)))

    def refuse(_: Path) -> bytes:
        raise OSError("a sector that cannot be read")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert recovery._bytes_of(path) == content
    read = disk.read_at

    def bad_sector(file: int, length: int, at: int) -> bytes:
        if at == 4096:
            refuse(path)
        return read(file, length, at)

    monkeypatch.setattr(disk, "read_at", bad_sector)
    bad = bytes(min(4096, max(0, length - 4096)))
    assert recovery._bytes_of(path) == content[:4096] + bad + content[8192:]


@pytest.mark.parametrize("content", [b"", b"\xff" * 17, b"12"])
def test_mark_that_cannot_be_read_makes_nothing_up(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / FILE
    mark.file_of(path).write_bytes(content)
    assert mark.read(path) == (12 if content == b"12" else 0)


def test_what_is_set_aside_takes_the_name_of_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / FILE
    given = []
    for n in range(8):
        given.append(recovery.free_stamp(path))
        what = (recovery.DAMAGED, recovery.SAVED)[n % 2]
        recovery.beside(path, what + given[-1]).touch()
    assert len(set(given)) == 8


def test_a_journal_s_folder_is_nobody_else_s(tmp_path: Path) -> None:
    path = tmp_path / "a" / "state" / FILE
    Journal(path, "boot").close()
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(("mode", "kept"), [(0o755, 0o700), (0o700, 0o700), (0o1777, 0o1777)])
def test_only_a_folder_of_its_own_is_closed_to_others(tmp_path: Path, mode: int, kept: int) -> None:
    folder = tmp_path / "state"
    folder.mkdir()
    folder.chmod(mode)
    Journal(folder / FILE, "boot").close()
    assert folder.stat().st_mode & 0o7777 == kept
    assert (folder / FILE).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(("home", "kept"), [("a", 0o700), ("state", 0o755), ("z", 0o700)])
def test_no_folder_but_home_itself_is_left_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: str, kept: int
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / home))
    folder = tmp_path / "state"
    folder.mkdir(mode=0o755)
    journal_file.keep_private(folder / FILE)
    assert folder.stat().st_mode & 0o7777 == kept


def test_the_newest_number_is_written_once_a_second(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    now_s, written = [100.0], list[float]()
    monkeypatch.setattr(hold, "MARK_GAP_S", GAP_S)
    monkeypatch.setattr(hold, "time", SimpleNamespace(monotonic=lambda: now_s[0]))
    monkeypatch.setattr(mark, "write", lambda *_: written.append(now_s[0]))
    journal._hold._mark_s = now_s[0]  # type: ignore[attr-defined]
    for n in range(40):
        tell(journal, f"t{n}")
        journal.look()
        now_s[0] += 0.125  # a card is not worn for it
    assert written == [100.0, 101.0, 102.0, 103.0, 104.0]


def test_mark_that_cannot_be_written_stops_nothing(journal: Journal) -> None:
    mark.file_of(journal.path).mkdir()
    tell(journal, "a")
    journal.look()
    assert journal.trouble == ""
    journal.close()
    assert tells(journal.path) == ["a"]


# --- whose files ------------------------------------------------------------------------------


def test_home_is_not_closed_to_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    tmp_path.chmod(0o755)
    (tmp_path / f"{FILE}.damaged-1").write_bytes(b"")
    journal_file.keep_private(tmp_path / FILE)
    assert tmp_path.stat().st_mode & 0o777 == 0o755
    assert (tmp_path / f"{FILE}.damaged-1").stat().st_mode & 0o777 == 0o600
