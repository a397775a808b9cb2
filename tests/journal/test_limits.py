"""Each limit of the journal's files at both its sides, and each order as it is promised."""

import os
import sqlite3
import time
from collections import namedtuple
from contextlib import closing, nullcontext
from pathlib import Path

import pytest

from companion.journal import (
    Journal,
    JournalError,
    Op,
    Row,
    backup,
    disk,
    forgotten,
    mark,
    recovery,
)
from companion.journal import file as journal_file
from companion.journal.backup import BackupError, back_up, copies, why_not
from companion.journal.journal import NEWEST_ROWS
from companion.journal.people import GUESTS, People, guest
from companion.journal.settings import STARTS

NOW = 1_700_000_000_000
SPARE = 4 << 20  # bytes that are left free beside a copy
FILE = "journal.sqlite"
Room = namedtuple("Room", "total used free")


def fact(at_us: int = 0) -> Row:
    return Row(Op.FACT, '[{"kind":"good_grab"}]', "gpio", at_us)


def game_of(journal: Journal) -> int:
    return journal.begin_game("dolphin_splash", '{"seats":3}', (), NOW).game


# --- rows and games ---------------------------------------------------------------------------


def test_the_latest_time_is_looked_for_among_so_many_rows(journal: Journal) -> None:
    game = game_of(journal)
    journal.append(game, [fact(900), *[fact(7)] * (NEWEST_ROWS - 1)], NOW)
    assert NEWEST_ROWS == 1000 and journal.last_table_us() == 900
    journal.append(game, [fact(8)], NOW)
    assert journal.last_table_us() == 8, "more than any full disk ever kept back"


def test_games_from_before_there_were_marks_are_marked_each_for_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / FILE
    kinds = ("dolphin_splash", "split", "dolphin_splash")
    order = (1, 1, 2, 1, 3, 2, 2, 3)  # nobody plays so, and a file may say so
    with monkeypatch.context() as before, closing(journal_file.connect(path)) as old:
        before.setattr(journal_file, "_MIGRATIONS", journal_file._MIGRATIONS[:1])
        journal_file.migrate(old, 0)
        for game, kind in enumerate(kinds, start=1):
            told = (game, kind, "{}", NOW)
            old.execute("INSERT INTO games VALUES (?, ?, ?, ?, NULL, NULL)", told)
        marks = ", ".join("?" * 15)
        for seq, game in enumerate(order, start=1):
            row = (seq, game, "fact", f'[{{"kind":"n{seq}"}}]', 0, "[]", "gpio", "", None, "", "")
            old.execute(f"INSERT INTO rows VALUES ({marks})", (*row, seq, "boot", NOW, "1"))
    new = Journal(path, "boot")
    assert new.recovered() == "", "nothing of it is damaged"
    for game in (1, 2, 3):
        wanted = [seq for seq, of in enumerate(order, start=1) if of == game]
        assert [row.seq for row in new.rows(game)] == wanted
        before_ = 0
        for found in new._write.execute(
            f"SELECT {journal_file.ROW}, mark FROM rows WHERE game = ? ORDER BY seq", (game,)
        ):
            before_ = journal_file.mark_of(before_, *found[:-1])
            assert found[-1] == before_
    new.close()


@pytest.mark.parametrize("most", [1, 2, 3, 4, 5, 100])
def test_marks_are_looked_at_so_many_at_a_time(journal: Journal, most: int) -> None:
    for rows in (2, 0, 3):
        game = game_of(journal)
        if rows:
            journal.append(game, [fact(n) for n in range(rows)], NOW)
    after, more, turns = (0, 0, 0), True, 0
    while more:
        after, more = journal_file.check_marks(journal._write, journal.path, after, most)
        turns += 1
    assert after[:2] == (3, 5) and turns == 5 // most + 1


def test_large_numbers_are_numbers_as_small_ones_are(tmp_path: Path) -> None:
    path = tmp_path / FILE
    with closing(Journal(path, "boot")) as journal:
        for table, last in (("people", 700), ("rows", 5000)):
            told = "INSERT INTO sqlite_sequence VALUES (?, ?)"
            journal._write.execute(told, (table, last))
        people = People(journal)
        ana, ben = people.number("Ana", NOW), people.number("Ben", NOW)
        assert (ana, ben) == (701, 702)
        met = [people.rename(ana, name) for name in ("ANA", "Ben", "Ana")]
        assert [one and one.number for one in met] == [None, ben, None]
        mark_ = journal_file.mark_of(0, 900, "split", "{}", NOW, None)
        values = (900, "split", "{}", NOW, None, None, mark_)
        journal._write.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?)", values)
        game = journal.begin_game("split", "{}", (ana, ben), NOW).game
        for n in range(3):
            journal.append(game, [fact(n), fact(n)], NOW)
        people.merge(ana, ben)
        assert people.names(game) == {0: "Ben", 1: "Ben"}
    with closing(Journal(path, "boot")) as journal:
        assert journal.recovered() == "" and journal.last_seq() == 5006
        assert [row.seq for row in journal.rows(901)] == list(range(5001, 5007))


# --- people -----------------------------------------------------------------------------------


def test_guests_are_told_apart_as_far_as_there_are_words() -> None:
    assert len({guest(n) for n in range(len(GUESTS))}) == len(GUESTS) == 8
    assert [guest(n) for n in range(12)] == [*GUESTS, *[GUESTS[-1]] * 4]


@pytest.mark.parametrize("name", ["Ana", "ANA", "ana"])
def test_who_is_called_just_so_comes_before_who_reads_alike(journal: Journal, name: str) -> None:
    names = ("Ana", "ANA", "ana", "\N{CYRILLIC CAPITAL LETTER A}na")  # the last reads like them
    with journal.writing() as cursor:
        told = [(one, NOW + seen) for seen, one in enumerate(names)]
        cursor.executemany("INSERT INTO people (name, seen_ms) VALUES (?, ?)", told)
    found = [one.name for one in People(journal).alike(name)]
    others = [one for one in reversed(names[:3]) if one != name]
    assert found == [name, *others, names[3]]


def test_a_house_has_a_name_that_no_other_has() -> None:
    houses = {forgotten.new_house() for _ in range(50)}
    assert len(houses) == 50 and all(len(bytes.fromhex(one)) == 8 for one in houses)


@pytest.mark.parametrize("name", ["4lice", "Zora"])
def test_a_name_is_taken_out_whatever_letter_it_begins_with(journal: Journal, name: str) -> None:
    number = People(journal).number(name, NOW)
    told = f'{{"name":"{name}\'s board"}}'
    setup = f'{{"seats":3,"deck":{{"title":"{name}"}}}}'
    game = journal.begin_game("split", setup, (number,), NOW).game
    with journal.writing() as cursor:
        cursor.execute("INSERT INTO settings VALUES ('board', ?)", (told,))
    People(journal).forget(number)
    with journal.reading() as cursor:
        (kept,) = cursor.execute("SELECT value FROM settings WHERE key = 'board'").fetchone()
    assert kept == '{"name":"A guest\'s board"}'
    found = journal.game(game)
    assert found is not None and found.setup == setup.replace(name, "A guest")


# --- copies -----------------------------------------------------------------------------------


def test_a_copy_wants_the_journal_its_log_and_some_room(
    journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal.append(game_of(journal), [fact()], NOW)
    folder, log = tmp_path / "backups", backup._log_of(journal.path)
    wanted = journal.path.stat().st_size + log.stat().st_size + SPARE
    assert log.stat().st_size
    for free in (wanted - 1, wanted):
        monkeypatch.setattr(backup.shutil, "disk_usage", lambda _, free=free: Room(1, 1, free))
        if free < wanted:
            with pytest.raises(BackupError, match=f"{wanted / 1e6:.0f} MB are wanted, "):
                back_up(journal.path, folder, "1")
        else:
            assert back_up(journal.path, folder, "1").exists()


def test_copies_of_one_second_have_names_of_their_own(
    journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "strftime", lambda _: "20260101-000000")
    names = []
    for _ in range(3):
        journal.append(game_of(journal), [fact()], NOW)
        names.append(back_up(journal.path, tmp_path / "backups", "1").name)
    first = "journal-1-20260101-000000"
    assert names == [f"{first}.sqlite", f"{first}-2.sqlite", f"{first}-3.sqlite"]


@pytest.mark.parametrize("keep", [0, 1, 2, 3, 9])
def test_so_many_copies_are_kept(journal: Journal, tmp_path: Path, keep: int) -> None:
    made = []
    for n in range(4):
        journal.append(game_of(journal), [fact()], NOW)
        made.append(back_up(journal.path, tmp_path / "backups", f"{n}", 9))
        os.utime(made[-1], (1000 + n, 1000 + n))
    journal.append(game_of(journal), [fact()], NOW)
    made.append(back_up(journal.path, tmp_path / "backups", "new", keep))
    assert copies(tmp_path / "backups") == made[::-1][: max(keep, 1)]


def test_copies_are_in_the_order_of_their_hours_and_then_of_their_names(tmp_path: Path) -> None:
    hours = {"journal-c.sqlite": 5, "journal-a.sqlite": 9, "journal-b.sqlite": 5}
    for name, hour in hours.items():
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (hour, hour))
    (tmp_path / "journal-d.sqlite-wal").touch()
    names = [copy.name for copy in copies(tmp_path)]
    assert names == ["journal-a.sqlite", "journal-c.sqlite", "journal-b.sqlite"]


@pytest.mark.parametrize("known", range(journal_file.VERSION - 1, journal_file.VERSION + 2))
def test_a_program_may_have_what_it_knows(journal: Journal, tmp_path: Path, known: int) -> None:
    said = why_not(journal.path, tmp_path / "backups", known)
    assert bool(said) == (known < journal_file.VERSION)
    numbers = f"(format {journal_file.VERSION}, this one knows {known})"
    assert not said or numbers in said


@pytest.mark.parametrize("own", ["a", "m", "z"])
def test_the_lists_beside_a_journal_begin_with_its_own_house(tmp_path: Path, own: str) -> None:
    path, lists = tmp_path / FILE, {house: {n: 0} for n, house in enumerate("zam", start=1)}
    forgotten.write(path, own, lists)
    assert [*forgotten.read(path)] == [own, *(house for house in "zam" if house != own)]
    assert forgotten.read(path) == lists


# --- what is missing, and what was saved ------------------------------------------------------


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        (6, ""),
        (7, ""),
        (8, "Row 8 is missing"),
        (9, "Rows 8 to 9 are missing"),
        (12_007, "Rows 8 to 12,007 are missing"),
    ],
)
def test_what_is_missing_after_a_row_is_counted(tmp_path: Path, kept: int, said: str) -> None:
    path = tmp_path / FILE
    mark.write(path, kept)
    assert mark.read(path) == kept and mark.file_of(path).stat().st_size == 17
    found = mark.missing(path, 7)
    assert found.startswith(said) and bool(found) == bool(said)


@pytest.mark.parametrize("content", [b"", b"no journal" * 999])
def test_of_what_cannot_be_read_nothing_is_said_to_be_missing(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / FILE
    mark.write(path, 9)
    assert "missing" in mark.complaint(path), "there is no journal at all"
    path.write_bytes(content)
    assert mark.complaint(path) == "", "whoever opens it says what is the matter"


def test_what_is_set_aside_has_a_date_that_nothing_else_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "strftime", lambda _: "day")
    path, stamps = tmp_path / FILE, []
    for what in (recovery.SAVED, recovery.DAMAGED, recovery.SAVED, recovery.DAMAGED):
        stamps.append(recovery.free_stamp(path))
        recovery.beside(path, what + stamps[-1]).touch()
    assert stamps == ["day", "day-2", "day-3", "day-4"]


def test_so_many_are_said_in_words() -> None:
    assert [recovery.many(n, "row") for n in (0, 1, 2)] == ["0 rows", "1 row", "2 rows"]


def test_starts_are_guessed_where_they_cannot_be_read() -> None:
    found = recovery.Found(settings={STARTS.name: "7", "evening": "x"})
    told = recovery._settings(found, "so it was")
    assert told[STARTS.name] == "7" and told["evening"] == "x"
    assert told["version"] == str(journal_file.VERSION) and "so it was" in told.values()
    guessed = recovery._settings(recovery.Found(settings={STARTS.name: "q"}), "")
    assert int(guessed[STARTS.name]) > 1_000


def test_numbers_go_on_after_all_that_was_ever_given() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        journal_file_like = "CREATE TABLE t (n INTEGER PRIMARY KEY AUTOINCREMENT)"
        db.execute(journal_file_like)
        for found, rows, people in (
            (recovery.Found(), 0, 0),
            (recovery.Found(rows={4: [], 9: []}, people={3: (3,)}), 9, 3),
            (recovery.Found(numbers={"rows": 12, "people": 8}, rows={9: []}), 12, 8),
            (recovery.Found(seatings=[(1, 0, 6), (1, 1, None)], people={5: (5,)}), 0, 6),
        ):
            recovery._go_on_numbering(db.cursor(), found)
            told = dict(db.execute("SELECT name, seq FROM sqlite_sequence").fetchall())
            assert told == {"rows": rows + 1_000, "people": people}


def test_a_package_is_told_what_was_done_or_why_not(
    journal: Journal, capsys: pytest.CaptureFixture[str]
) -> None:
    state = str(journal.path.parent)
    for known, failed in ((journal_file.VERSION, 0), (journal_file.VERSION - 1, 1)):
        assert backup.main([str(known), "1", state]) == failed
        said = capsys.readouterr()
        assert bool(said.err) == bool(failed) and bool(said.out) != bool(failed)


class Unopened:
    """A connection to a file that SQLite cannot read: its first word fails."""

    def __init__(self, code: int) -> None:
        self._code = code

    def execute(self, *_: object) -> None:
        problem = sqlite3.OperationalError("it cannot be")
        problem.sqlite_errorcode = self._code
        raise problem

    def close(self) -> None:
        """Nothing is open."""


@pytest.mark.parametrize(
    ("code", "found"),
    [
        (sqlite3.SQLITE_CANTOPEN, journal_file.VERSION),
        (sqlite3.SQLITE_CANTOPEN | 2 << 8, journal_file.VERSION),
        (sqlite3.SQLITE_IOERR, backup.MISSING),
        (sqlite3.SQLITE_NOTADB, backup.MISSING),
    ],
)
def test_where_a_log_cannot_be_shared_the_file_is_read_as_it_lies(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, code: int, found: int
) -> None:
    connect, asked = sqlite3.connect, list[str]()
    journal.checkpoint()

    def some(where: str, **more: bool) -> sqlite3.Connection | Unopened:
        asked.append(where.partition("?")[2])
        return Unopened(code) if asked[-1] == "mode=ro" else connect(where, **more)

    monkeypatch.setattr(backup.sqlite3, "connect", some)
    assert backup.format_of(journal.path) == found
    goes = found == journal_file.VERSION
    assert asked == ["mode=ro", "immutable=1"][: 1 + goes]
    asked.clear()
    with nullcontext() if goes else pytest.raises(JournalError):
        journal_file.connect_for_reading(journal.path).close()
    assert asked == ["mode=ro", "immutable=1"][: 1 + goes]


def test_names_in_a_folder_outlive_a_pulled_plug(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = list[bool]()
    monkeypatch.setattr(
        os, "fsync", lambda file: kept.append(os.path.samestat(os.fstat(file), tmp_path.stat()))
    )
    disk.sync_folder(tmp_path)
    backup._sync(tmp_path)
    assert kept == [True, True]
