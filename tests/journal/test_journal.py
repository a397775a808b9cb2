"""The journal: what was written comes back, nothing is half written, failures are sentences."""

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import Journal, JournalError, Op, Row
from companion.journal import file as journal_file
from companion.journal.people import People
from companion.journal.settings import EVENING
from companion.words import Seat

ROOT = Path(__file__).resolve().parent.parent.parent
FILE = "journal.sqlite"
NOW = 1_700_000_000_000


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    made = Journal(tmp_path / FILE, "boot-a")
    yield made
    made.close()


def fact(at_us: int = 0, nonce: str | None = None) -> Row:
    return Row(Op.FACT, '[{"kind":"good_grab"}]', "gpio", at_us, nonce=nonce)


def game_of(journal: Journal, *people: int) -> int:
    return journal.begin_game("dolphin_splash", '{"seats":3}', people, NOW).game


def sentence(refused: pytest.ExceptionInfo[JournalError], path: Path) -> str:
    """What a person reads: one that names the file and says what to do."""
    said = str(refused.value)
    assert str(path) in said and said.endswith((".", "?")) and "Traceback" not in said
    return said


# --- rows -------------------------------------------------------------------------------------


def test_rows_come_back_as_they_were_written(journal: Journal) -> None:
    game = game_of(journal)
    rows = [
        Row(Op.FACT, '[{"kind":"corrected","why":"Zürich 🐬\u2028 \\"x\\""}]', "seat:2", 7),
        Row(
            op=Op.AMEND,
            facts="[]",
            by="referee",
            table_us=2**60,
            of=3,
            drops=(4, 9),
            screen="tv",
            nonce="a" * 80,
            ask="12.3",
            asked="Who?",
            rules="1",
        ),
        Row(Op.UNDO, "[]", "buttons", 9, of=1),
        Row(Op.REDO, "[]", "buttons", 10, of=1),
    ]
    written = journal.append(game, rows, NOW)
    assert list(journal.rows(game)) == list(written)
    plain = [row for row in written if (row.wall_ms, row.boot) == (NOW, "boot-a")]
    assert [row.seq for row in plain] == [1, 2, 3, 4]
    again = [(w.op, w.facts, w.of, w.drops, w.nonce, w.ask, w.table_us) for w in written]
    assert again == [(r.op, r.facts, r.of, r.drops, r.nonce, r.ask, r.table_us) for r in rows]


def test_what_is_not_written_yet_has_no_number_no_hour_and_no_boot() -> None:
    row = Row(Op.FACT, "[]", "referee", 7)
    assert (row.seq, row.wall_ms, row.boot, row.of, row.drops) == (0, 0, "", 0, ())
    assert not row.is_pretended and not (row.screen or row.nonce or row.ask or row.asked)


def test_rows_outlive_the_process_and_keep_their_numbers(tmp_path: Path) -> None:
    first = Journal(tmp_path / FILE, "boot-a")
    game = game_of(first)
    written = first.append(game, [fact(5), fact(6)], NOW)
    first.close()
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {FILE, f"{FILE}.lock", f"{FILE}.newest"}
    second = Journal(tmp_path / FILE, "boot-b")
    assert tuple(second.rows(game)) == written
    (third,) = second.append(game, [fact(7)], NOW + 1)
    assert (third.seq, third.boot) == (3, "boot-b")
    assert second.last_seq() == 3
    second.close()


def test_table_time_is_the_latest_ever_whatever_the_order(journal: Journal) -> None:
    assert (journal.last_table_us(), journal.last_seq()) == (0, 0)
    game = game_of(journal)
    journal.append(game, [fact(900), fact(100)], NOW)
    journal.append(game_of(journal), [fact(300)], NOW)
    assert (journal.last_table_us(), journal.last_seq()) == (900, 3)


def test_one_burst_is_one_transaction(journal: Journal) -> None:
    game = game_of(journal)
    said: list[str] = []
    journal._write.set_trace_callback(said.append)
    journal.append(game, [fact(n) for n in range(5)], NOW)
    journal._write.set_trace_callback(None)
    assert [words for words in said if words in ("BEGIN IMMEDIATE", "COMMIT")] == [
        "BEGIN IMMEDIATE",
        "COMMIT",
    ]
    assert len(list(journal.rows(game))) == 5


def test_tap_is_written_once_and_takes_its_whole_burst_with_it(journal: Journal) -> None:
    game = game_of(journal)
    journal.append(game, [fact(1, "tap")], NOW)
    with pytest.raises(JournalError):
        journal.append(game, [fact(2), fact(3, "tap"), fact(4)], NOW)
    assert [row.table_us for row in journal.rows(game)] == [1]
    journal.append(game, [fact(5), fact(6)], NOW)  # no nonce at all is no nonce twice
    assert [row.table_us for row in journal.rows(game)] == [1, 5, 6]


def test_nonces_of_rows_and_of_new_games_are_known(journal: Journal) -> None:
    game = journal.begin_game("dolphin_splash", "{}", [], NOW, nonce="new").game
    journal.append(game, [fact(1, "tap")], NOW)
    assert [journal.has_nonce(nonce) for nonce in ("new", "tap", "other")] == [True, True, False]


def test_every_row_is_on_the_disk_before_it_counts(journal: Journal) -> None:
    for connection in (journal._write, journal._side):
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL


# --- games and people -------------------------------------------------------------------------


def test_new_game_ends_the_older_ones(journal: Journal) -> None:
    first, second = game_of(journal), game_of(journal)
    newest, oldest = journal.games()
    assert (newest.game, newest.ended_ms) == (second, None)
    assert (oldest.game, oldest.ended_ms) == (first, NOW)
    journal.end_game(second, NOW + 5)
    found = journal.game(second)
    assert found is not None and found.ended_ms == NOW + 5
    assert journal.game(99) is None and len(journal.games(1)) == 1


def test_people_are_known_again_the_last_seen_first(journal: Journal) -> None:
    people = People(journal)
    ana, ben = people.number("Ana", NOW), people.number("Ben", NOW + 1)
    assert people.number("Ana", NOW + 2) == ana
    assert [(one.number, one.name) for one in people.known()] == [(ana, "Ana"), (ben, "Ben")]
    game = game_of(journal, ana)
    people.seat(game, Seat(0), ben)
    assert people.names(game) == {0: "Ben"}


def test_nobody_is_renamed_to_what_somebody_else_is_called(journal: Journal) -> None:
    people = People(journal)
    numbers = [people.number(name, NOW) for name in ("Ana", "Ben", "Cy")]
    for number in numbers:
        for other in numbers:
            name = next(one.name for one in people.known() if one.number == other)
            met = people.rename(number, name.upper())
            assert (met.number if met is not None else number) == other
            if met is None:
                assert people.rename(number, name) is None, "one's own name may be written anew"
    assert sorted(one.name for one in people.known()) == ["Ana", "Ben", "Cy"]


# --- settings ---------------------------------------------------------------------------------


def test_settings_and_starts_are_remembered(tmp_path: Path) -> None:
    for start in (1, 2, 3):
        journal = Journal(tmp_path / FILE, "boot")
        assert journal.setting(EVENING) == ("first" if start == 1 else str(start - 1))
        journal.set_setting(EVENING, str(start))
        assert journal.count_start() == start
        journal.close()


# --- files that cannot be used ----------------------------------------------------------------


def test_new_file_gets_todays_version_and_an_old_one_is_brought_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / FILE
    old = Journal(path, "boot")
    game = game_of(old)
    rows = old.append(game, [fact(3)], NOW)
    old.close()
    assert _version(path) == journal_file.VERSION
    steps = (*journal_file._MIGRATIONS, "CREATE TABLE more (x); INSERT INTO more VALUES (1);")
    monkeypatch.setattr(journal_file, "_MIGRATIONS", steps)
    monkeypatch.setattr(journal_file, "VERSION", len(steps))
    new = Journal(path, "boot")
    assert tuple(new.rows(game)) == rows
    new.close()
    assert _version(path) == len(steps)


def test_migration_that_breaks_off_leaves_the_old_version_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / FILE
    Journal(path, "boot").close()
    steps = (*journal_file._MIGRATIONS, "CREATE TABLE more (x); INSERT INTO nowhere VALUES (1);")
    with monkeypatch.context() as patched:
        patched.setattr(journal_file, "_MIGRATIONS", steps)
        patched.setattr(journal_file, "VERSION", len(steps))
        with pytest.raises(JournalError):
            Journal(path, "boot")
    assert _version(path) == journal_file.VERSION
    whole = Journal(path, "boot")
    tables = whole._write.execute("SELECT name FROM sqlite_master WHERE name = 'more'").fetchall()
    whole.close()
    assert tables == []


def _version(path: Path) -> int:
    connection = sqlite3.connect(path)
    try:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])
    finally:
        connection.close()


def test_newer_file_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / FILE
    newer = sqlite3.connect(path)
    newer.executescript("CREATE TABLE rows (odd); PRAGMA user_version = 99;")
    newer.close()
    before = path.read_bytes()
    for _ in range(2):  # and nothing stays locked or open
        with pytest.raises(JournalError) as refused:
            Journal(path, "boot")
        assert "newer companion" in sentence(refused, path) and "Install" in str(refused.value)
    assert path.read_bytes() == before
    assert {entry.name for entry in tmp_path.iterdir()} == {FILE, f"{FILE}.lock"}


def test_database_of_something_else_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / FILE
    other = sqlite3.connect(path)
    other.executescript("CREATE TABLE recipes (cake);")
    other.close()
    before = path.read_bytes()
    with pytest.raises(JournalError) as refused:
        Journal(path, "boot")
    assert "something else" in sentence(refused, path) and path.read_bytes() == before


def test_second_owner_is_refused_until_the_first_lets_go(tmp_path: Path) -> None:
    path = tmp_path / FILE
    first = Journal(path, "boot")
    with pytest.raises(JournalError) as refused:
        Journal(path, "boot")
    assert "--state FOLDER" in sentence(refused, path)
    first.close()
    Journal(path, "boot").close()


def test_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("not a folder")
    for folder in (file, file / "below", Path("/proc/nowhere")):
        with pytest.raises(JournalError) as refused:
            Journal(folder / FILE, "boot")
        assert "--state FOLDER" in sentence(refused, folder / FILE)


def test_journal_that_is_a_folder_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.mkdir()
    with pytest.raises(JournalError) as refused:
        Journal(path, "boot")
    assert "cannot be opened" in sentence(refused, path)


IN_THE_WAY = ("-wal", "-shm", "-journal", ".lock", ".suspect", ".saving", ".saving-wal")
NOT_IN_THE_WAY = (".newest", ".forgotten", ".saved-1", ".damaged-1")


@pytest.mark.parametrize("state", ["none", "sound", "damaged"])
@pytest.mark.parametrize("name", IN_THE_WAY + NOT_IN_THE_WAY)
def test_folder_where_the_journal_wants_a_file(name: str, state: str, tmp_path: Path) -> None:
    path = tmp_path / FILE
    if state != "none":
        journal = Journal(path, "boot")
        journal.append(game_of(journal), [fact(1)], NOW)
        journal.close()
    if state == "damaged":
        bytes_ = bytearray(path.read_bytes())
        bytes_[4096:4200] = b"\xff" * 104
        path.write_bytes(bytes_)
    place = tmp_path / (FILE + name)
    place.unlink(missing_ok=True)
    place.mkdir()
    before = path.read_bytes() if path.exists() else b""
    if name in IN_THE_WAY:
        with pytest.raises(JournalError) as refused:
            Journal(path, "boot")
        assert f"{place} is a folder" in sentence(refused, path)
        assert (path.read_bytes() if path.exists() else b"") == before, "it is left as it was"
        place.rmdir()
    Journal(path, "boot").close()
    assert path.is_file()


def test_closed_journal_answers_with_a_sentence(tmp_path: Path) -> None:
    journal = Journal(tmp_path / FILE, "boot")
    game = game_of(journal)
    journal.close()
    for late in (
        lambda: journal.append(game, [fact(1)], NOW),
        lambda: journal.set_setting(EVENING, "b"),
        lambda: journal.setting(EVENING),
    ):
        with pytest.raises(JournalError):
            late()


# --- a full disk ------------------------------------------------------------------------------


def test_full_disk_is_a_sentence_and_writing_goes_on_once_there_is_room(journal: Journal) -> None:
    game = game_of(journal)
    written = journal.append(game, [fact(1)], NOW)
    pages = journal._write.execute("PRAGMA page_count").fetchone()[0]
    journal._write.execute(f"PRAGMA max_page_count = {pages}")
    burst = [fact(n) for n in range(2, 3000)]
    with pytest.raises(JournalError) as refused:
        journal.append(game, burst, NOW)
    assert "full" in sentence(refused, journal.path) and "Make room" in str(refused.value)
    assert tuple(journal.rows(game)) == written
    journal._write.execute("PRAGMA max_page_count = 1000000")
    journal.append(game, burst, NOW)
    assert len(list(journal.rows(game))) == len(burst) + 1


CHILD = """
import resource, sys
from pathlib import Path
from companion.journal import Journal, JournalError, Op, Row
path = Path(sys.argv[1])
journal = Journal(path, "boot")
game = journal.begin_game("dolphin_splash", "{}", [], 0).game
limits = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, limits[1]))
n = 0
try:
    while True:
        journal.append(game, [Row(Op.FACT, '["' + "x" * 900 + '"]', "gpio", n)] * 3, 0)
        n += 3
except JournalError as problem:
    print(f"sentence {problem}")
print(len(list(journal.rows(game))) == n)
resource.setrlimit(resource.RLIMIT_FSIZE, limits)
journal.append(game, [Row(Op.FACT, "[]", "gpio", 7)], 0)
print(n + 1)
journal.close()
"""


def test_file_that_may_not_grow_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / FILE
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0 and done.stderr == ""
    said, kept, rows = done.stdout.splitlines()
    assert said.startswith("sentence ") and str(path) in said and "full" in said
    assert kept == "True"
    again = Journal(path, "boot")
    assert len(list(again.rows(1))) == int(rows) > 10
    again.close()


def test_journal_copied_from_under_a_running_companion_is_whole(tmp_path: Path) -> None:
    """A card image taken in the middle of an evening: the file and its log, as they lie."""
    journal = Journal(tmp_path / FILE, "boot")
    game = game_of(journal)
    written = journal.append(game, [fact(n) for n in range(50)], NOW)
    copy = tmp_path / "copy"
    copy.mkdir()
    for name in (FILE, f"{FILE}-wal"):
        shutil.copy(tmp_path / name, copy / name)
    journal.close()
    again = Journal(copy / FILE, "boot")
    assert tuple(again.rows(game)) == written
    again.close()
