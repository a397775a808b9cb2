"""Copies of the evenings: whole while somebody plays, few, and all or nothing on the way back."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections import namedtuple
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion import __version__, cli
from companion.access.secret import renew_key
from companion.journal import Journal, JournalError, Op, Row, backup, disk
from companion.journal import file as journal_file
from companion.journal.backup import KEEP, BackupError, back_up, before_a_change, copies, format_of
from companion.journal.restore import restore
from companion.places import JOURNAL_FILE

NOW = 1_700_000_000_000
Room = namedtuple("Room", "total used free")


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    made = Journal(tmp_path / JOURNAL_FILE, "boot-a")
    yield made
    made.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "backups"


def play(journal: Journal) -> None:
    """One more game with a row."""
    game = journal.begin_game("dolphin_splash", '{"seats":3}', (), NOW).game
    journal.append(game, [Row(Op.FACT, '[{"kind":"good_grab"}]', "gpio", 1)], NOW)


def games(path: Path) -> int:
    journal = Journal.for_reading(path)
    with closing(journal):
        return len(journal.games())


def set_format(path: Path, number: int) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {number}")
        if number > journal_file.VERSION:  # as a newer program notes it
            connection.execute("UPDATE settings SET value = ? WHERE key = 'version'", (number,))
        connection.commit()


def with_a_bad_page(data: bytes) -> bytes:
    """A journal's bytes where a disk gave back something else: SQLite sees it when it comes by."""
    return data[: 4 * 4096] + b"\xff" * 2000 + data[4 * 4096 + 2000 :]


# --- copying ----------------------------------------------------------------------------------


def test_a_copy_holds_all_that_was_written_while_somebody_plays(
    journal: Journal, folder: Path
) -> None:
    play(journal)
    assert journal.path.with_name(JOURNAL_FILE + "-wal").stat().st_size  # not folded in yet
    copy = back_up(journal.path, folder, "1.2.3")
    play(journal)  # and goes on
    assert games(copy) == 1 and games(journal.path) == 2
    assert [file.name for file in folder.iterdir()] == [copy.name]
    assert copy.name.startswith("journal-1.2.3-2")


def test_what_a_killed_companion_left_in_its_log_is_copied_too(
    journal: Journal, tmp_path: Path, folder: Path
) -> None:
    play(journal)
    left = tmp_path / "left" / JOURNAL_FILE
    left.parent.mkdir()
    for more in ("", "-wal"):  # what the disk has after a pulled plug
        shutil.copy(f"{journal.path}{more}", f"{left}{more}")
    assert games(back_up(left, folder, "1")) == 1


def test_a_copy_is_for_its_owner_alone(journal: Journal, folder: Path) -> None:
    play(journal)
    old = os.umask(0)
    try:
        copy = back_up(journal.path, folder, "1")
    finally:
        os.umask(old)
    assert (folder.stat().st_mode & 0o777, copy.stat().st_mode & 0o777) == (0o700, 0o600)


def test_what_root_copies_is_the_evenings_owner_s(
    journal: Journal, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(journal)
    given = []
    monkeypatch.setattr(backup.os, "geteuid", lambda: 0)
    monkeypatch.setattr(backup.os, "chown", lambda path, *owner: given.append((path, *owner)))
    copy = back_up(journal.path, folder, "1")
    owner = journal.path.stat()
    assert given == [(path, owner.st_uid, owner.st_gid) for path in (folder, copy)]


def test_what_root_brings_back_or_renews_is_the_folder_s_owner_s(
    journal: Journal, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who gives the commands with a bare sudo: else the table's own user could not begin."""
    play(journal)
    copy = back_up(journal.path, folder, "1")
    state, given = tmp_path / "state", {}
    state.mkdir()
    monkeypatch.setattr(disk.os, "geteuid", lambda: 0)
    monkeypatch.setattr(disk.os, "chown", lambda path, *to, **how: given.update({path: (to, how)}))
    restore(copy, state / "journal.sqlite", state / "backups", "1")
    renew_key(state)
    new = "journal.sqlite.lock", "journal.sqlite", "referee.key.new"
    owner = state.stat().st_uid, state.stat().st_gid
    assert given == {state / name: (owner, {"follow_symlinks": False}) for name in new}


def test_the_newest_few_are_kept(journal: Journal, folder: Path) -> None:
    made = []
    for n in range(KEEP + 2):
        play(journal)
        made.append(back_up(journal.path, folder, "1"))
        os.utime(made[-1], (n, n))
    assert copies(folder) == made[:1:-1]


def test_the_one_just_made_is_kept_whatever_the_clock_says(journal: Journal, folder: Path) -> None:
    for _ in range(KEEP):
        play(journal)
        os.utime(back_up(journal.path, folder, "1"), (2**32, 2**32))  # a clock that was ahead
    play(journal)
    new = back_up(journal.path, folder, "2")
    assert new.exists() and len(copies(folder)) == KEEP


def test_the_same_evenings_are_not_kept_twice(journal: Journal, folder: Path) -> None:
    play(journal)
    first = back_up(journal.path, folder, "1")
    assert back_up(journal.path, folder, "2") == first
    assert [file.name for file in folder.iterdir()] == [first.name]


def test_an_older_copy_of_the_same_evenings_spares_no_new_one(
    journal: Journal, folder: Path
) -> None:
    """What was brought back may be as an older copy is; the newest is another's."""
    play(journal)
    other = back_up(journal.path, folder, "1")
    play(journal)
    same = back_up(journal.path, folder, "2")
    os.utime(same, (1, 1))
    assert back_up(journal.path, folder, "3") not in (other, same)


def test_without_room_there_is_a_sentence_and_nothing_else(
    journal: Journal, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(journal)
    kept = back_up(journal.path, folder, "1")
    play(journal)
    monkeypatch.setattr(backup.shutil, "disk_usage", lambda _: Room(1, 1, 1_600_000))
    with pytest.raises(BackupError, match=r"2 MB are free\). Make room there"):
        back_up(journal.path, folder, "2")
    assert [file.name for file in folder.iterdir()] == [kept.name]


def test_a_disk_that_fills_up_meanwhile_leaves_no_half_copy(
    journal: Journal, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(journal)

    def full(journal: Path, part: Path) -> None:
        part.write_bytes(b"half")
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(backup, "_copy", full)
    with pytest.raises(BackupError, match="disk is full.*Make room"):
        back_up(journal.path, folder, "1")
    assert not list(folder.iterdir())


def test_what_a_pulled_plug_left_half_is_swept_away(journal: Journal, folder: Path) -> None:
    play(journal)
    folder.mkdir()
    (folder / "journal-1-20200101-000000.sqlite.part").write_bytes(b"half")
    copy = back_up(journal.path, folder, "2")
    assert [file.name for file in folder.iterdir()] == [copy.name]


@pytest.mark.parametrize("where", [0, 4096], ids=["its beginning", "a page"])
def test_a_damaged_journal_is_copied_as_it_lies(
    journal: Journal, folder: Path, where: int, capfd: pytest.CaptureFixture[str]
) -> None:
    play(journal)
    journal.close()
    data = bytearray(journal.path.read_bytes())
    data[where : where + 2000] = b"\xff" * 2000
    journal.path.write_bytes(data)
    copy = back_up(journal.path, folder, "1")
    assert copy.read_bytes() == bytes(data)
    assert "is copied as it lies" in capfd.readouterr().err


# --- before another version gets them ---------------------------------------------------------


def test_evenings_that_are_newer_are_refused(journal: Journal, tmp_path: Path) -> None:
    journal.close()
    set_format(journal.path, 9)
    with pytest.raises(BackupError, match=r"newer Splash Companion \(format 9, this one knows 2\)"):
        before_a_change(2, "1", tmp_path, [])
    assert not (tmp_path / "backups").exists()


def test_the_refusal_names_the_copy_that_it_can_read(journal: Journal, tmp_path: Path) -> None:
    play(journal)
    before_a_change(journal_file.VERSION, "1", tmp_path, [])
    (old,) = copies(tmp_path / "backups")
    play(journal)
    newer = back_up(journal.path, tmp_path / "backups", "2")
    for path in (newer, journal.path):
        set_format(path, journal_file.VERSION + 1)
    with pytest.raises(BackupError, match=f"restore {old} --state {tmp_path}\\)"):
        before_a_change(journal_file.VERSION, "2", tmp_path, [])


def test_the_tables_file_says_where_the_journal_is(journal: Journal, tmp_path: Path) -> None:
    play(journal)
    state, config = tmp_path / "state", tmp_path / "companion.toml"
    config.write_text(f'[journal]\npath = "{journal.path}"\n', encoding="utf-8")
    said = before_a_change(9, "1", state, [str(tmp_path / "none.toml"), str(config)])
    (copy,) = copies(state / "backups")
    assert games(copy) == 1 and str(copy) in said


@pytest.mark.parametrize("text", ["journal = 3", "[journal]\npath = 4", "no toml", "\x00", ""])
def test_a_tables_file_that_says_nothing_of_it_is_passed_over(tmp_path: Path, text: str) -> None:
    config = tmp_path / "companion.toml"
    config.write_text(text, encoding="utf-8")
    assert backup.journal_of([str(config)], tmp_path) == tmp_path / JOURNAL_FILE


def test_a_new_table_has_nothing_to_keep(tmp_path: Path) -> None:
    assert before_a_change(2, "1", tmp_path, []) == "There are no evenings yet."
    assert not list(tmp_path.iterdir())


def test_it_runs_from_its_own_text_where_nothing_of_ours_is(
    journal: Journal, tmp_path: Path
) -> None:
    play(journal)
    words = [str(journal_file.VERSION), "1", str(tmp_path)]
    command = [sys.executable, "-I", "-S", "-", *words]
    text = Path(backup.__file__).read_text(encoding="utf-8")
    done = subprocess.run(command, input=text, cwd="/", capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (copy,) = copies(tmp_path / "backups")
    assert str(copy) in done.stdout and games(copy) == 1
    command[-3] = "1"  # and now it knows too little
    done = subprocess.run(command, input=text, cwd="/", capture_output=True, text=True)
    assert done.returncode == 1 and "Keep the newer one" in done.stderr


# --- and back ---------------------------------------------------------------------------------


def test_a_copy_comes_back_and_what_was_there_is_kept(journal: Journal, folder: Path) -> None:
    play(journal)
    copy = back_up(journal.path, folder, "1")
    play(journal)
    journal.close()
    kept = restore(copy, journal.path, folder, "2")
    assert games(journal.path) == 1
    assert kept is not None and games(kept) == 2
    with closing(Journal(journal.path, "boot-b")) as again:  # and it is played on
        play(again)
    assert games(journal.path) == 2


def test_pages_never_take_the_next_pictures_for_older_ones(journal: Journal, folder: Path) -> None:
    journal.count_start()
    copy = back_up(journal.path, folder, "1")
    later = [journal.count_start() for _ in range(3)][-1]
    journal.close()
    restore(copy, journal.path, folder, "1")
    with closing(Journal(journal.path, "boot-b")) as again:
        assert again.count_start() > later


def test_the_copy_that_comes_back_stays_even_if_it_is_the_oldest(
    journal: Journal, folder: Path
) -> None:
    for n in range(KEEP):
        play(journal)
        os.utime(back_up(journal.path, folder, "1"), (n, n))
    oldest = copies(folder)[-1]
    play(journal)
    journal.close()
    restore(oldest, journal.path, folder, "1")
    assert oldest.exists() and games(journal.path) == 1


def test_a_new_machine_takes_a_copy(journal: Journal, folder: Path, tmp_path: Path) -> None:
    play(journal)
    copy = back_up(journal.path, folder, "1")
    new = tmp_path / "new" / JOURNAL_FILE
    assert restore(copy, new, new.parent / "backups", "1") is None
    assert games(new) == 1


def test_while_a_companion_keeps_the_journal_nothing_comes_back(
    journal: Journal, folder: Path
) -> None:
    copy = back_up(journal.path, folder, "1")
    play(journal)
    with pytest.raises(JournalError, match="already keeps"):
        restore(copy, journal.path, folder, "1")
    assert games(journal.path) == 1


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda file: file.unlink(), "There is no copy"),
        (lambda file: file.write_bytes(b"x" * 9000), "Take another one; or"),
        (lambda file: file.write_bytes(file.read_bytes()[:9000]), "Take another one; or"),
        (lambda file: file.write_bytes(with_a_bad_page(file.read_bytes())), "Take another one; or"),
        (lambda file: set_format(file, 9), "newer companion"),
        (lambda file: (file.unlink(), sqlite3.connect(file).close(), file.touch()), "no journal"),
    ],
    ids=["none", "no database", "half", "a bad page", "newer", "empty"],
)
def test_what_is_no_whole_copy_of_ours_changes_nothing(
    journal: Journal, folder: Path, spoil: object, said: str
) -> None:
    play(journal)
    copy = back_up(journal.path, folder, "1")
    journal.close()
    assert callable(spoil)
    spoil(copy)
    with pytest.raises(JournalError, match=said):
        restore(copy, journal.path, folder, "1")
    assert games(journal.path) == 1


# --- the commands -----------------------------------------------------------------------------


def test_the_commands_copy_and_bring_back(journal: Journal, tmp_path: Path) -> None:
    play(journal)
    state = ["--state", str(tmp_path)]
    made = CliRunner().invoke(cli.main, ["backup", *state])
    copy = Path(made.stdout.strip())
    assert made.exit_code == 0 and copy.parent == tmp_path / "backups"
    assert copy.name.startswith(f"journal-{__version__}-")
    play(journal)
    refused = CliRunner().invoke(cli.main, ["restore", str(copy), *state])
    assert refused.exit_code == 1 and "Stop that one first" in refused.stderr
    journal.close()
    back = CliRunner().invoke(cli.main, ["restore", str(copy), *state])
    assert back.exit_code == 0 and f"The evenings are those of {copy}." in back.stdout
    assert games(journal.path) == 1


def test_a_copy_goes_where_it_is_told(journal: Journal, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    words = ["backup", "--to", str(stick), "--state", str(tmp_path)]
    done = CliRunner().invoke(cli.main, words)
    assert done.exit_code == 0 and [str(copy) for copy in copies(stick)] == done.stdout.split()


def test_where_there_is_no_journal_the_command_says_so(tmp_path: Path) -> None:
    done = CliRunner().invoke(cli.main, ["backup", "--state", str(tmp_path)])
    assert done.exit_code == 1 and "There is no journal" in done.stderr


def test_a_folder_that_is_none_is_said(journal: Journal, folder: Path) -> None:
    folder.write_bytes(b"")
    with pytest.raises(BackupError, match="could not be copied"):
        back_up(journal.path, folder, "1")


def test_a_format_that_cannot_be_read_is_no_reason_to_refuse(tmp_path: Path) -> None:
    (tmp_path / JOURNAL_FILE).write_bytes(b"x" * 9000)
    assert format_of(tmp_path / JOURNAL_FILE) == backup.MISSING
    assert backup.why_not(tmp_path / JOURNAL_FILE, tmp_path, 1) == ""


def written_in(path: Path, version: int) -> Path:
    with closing(sqlite3.connect(path)) as made:
        made.execute(f"PRAGMA user_version = {version}")
        made.execute("CREATE TABLE games (game)")
    return path


@pytest.mark.parametrize(("known", "fitting"), [(1, "1"), (2, "2"), (3, "2"), (4, "")])
def test_who_installs_an_older_program_is_told_the_newest_copy_that_it_can_read(
    tmp_path: Path, known: int, fitting: str
) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    journal = written_in(tmp_path / JOURNAL_FILE, 4)
    made = [written_in(folder / f"journal-{version}.sqlite", version) for version in (1, 2, 4)]
    odd = folder / "journal-odd.sqlite"
    odd.write_bytes(b"what nobody can read" * 99)
    for age, copy in enumerate((*made, odd)):
        os.utime(copy, ns=(age, age))
    said = backup.why_not(journal, folder, known)
    assert bool(said) is (known < 4)
    assert (f"companion restore {folder}/journal-{fitting}.sqlite" in said) is bool(fitting)
    for copy in (*made, odd):
        copy.unlink()
    assert "put them aside" in backup.why_not(journal, folder, 3)
