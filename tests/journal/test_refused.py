"""What cannot be opened, copied or saved is said with its remedy, and nothing of it is lost."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal import (
    Journal,
    JournalError,
    Op,
    Row,
    backup,
    disk,
    hold,
    recovery,
    rescue,
)
from companion.journal.backup import BACKUPS, BackupError, back_up
from companion.journal.people import People
from companion.journal.restore import restore
from companion.words import Seat

FILE = "journal.sqlite"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A closed journal of two games, with a row each."""
    with closing(Journal(tmp_path / "state" / FILE, "boot")) as journal:
        people = People(journal)
        for n, kind in enumerate(("dolphin_splash", "split"), start=1):
            numbers = [people.number(name, n) for name in ("Ana", "Ben")[:n]]
            game = journal.begin_game(kind, '{"seats":3}', numbers, n).game
            journal.append(game, [Row(Op.FACT, '[{"kind":"good_grab"}]', "gpio", n)], n)
    return journal.path


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with closing(Journal(path, "boot")) as made:
        yield made


def changed(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(statement)


# --- opened -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statement", "kept"),
    [
        ("UPDATE games SET kind = 'splat' WHERE game = 1", [2]),
        ("UPDATE rows SET facts = '[]' WHERE game = 1", [2, 1]),
        ("PRAGMA user_version = 0", [2, 1]),
        ("UPDATE settings SET value = '1' WHERE key = 'version'", [2, 1]),
    ],
)
def test_a_letter_that_is_another_costs_what_it_stands_in(
    path: Path, statement: str, kept: list[int]
) -> None:
    changed(path, statement)
    with closing(Journal(path, "boot")) as journal:
        assert journal.recovered().startswith("The journal was damaged. Saved: ")
        assert [game.game for game in journal.games()] == kept
        rows = {game: len(list(journal.rows(game))) for game in (1, 2)}
        assert rows == {1: int(1 in kept and "rows" not in statement), 2: 1}


def test_a_file_that_may_not_be_read_is_left_as_it_is(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(file: Path, mode: str = "r") -> None:
        raise PermissionError(13, "Permission denied", str(file))

    was = path.read_bytes()
    with monkeypatch.context() as closed, pytest.raises(JournalError) as found:
        closed.setattr(Path, "open", refused)
        Journal(path, "boot")
    assert str(found.value) == (
        f"The journal {path} cannot be opened: Permission denied. "
        "Is it a file that this user may read and write?"
    )
    assert path.read_bytes() == was


# --- people -----------------------------------------------------------------------------------


def test_everybody_is_told_who_was_here_last_the_first(journal: Journal) -> None:
    people = People(journal)
    cy = people.number("Cy", 9)
    told = [(one.person.name, one.seen_ms) for one in people.everybody()]
    assert told == [("Cy", 9), ("Ana", 2), ("Ben", 2)]
    found = {
        game: {seat: one.name for seat, one in seated.items()}
        for game, seated in people.everywhere().items()
    }
    assert found == {1: {Seat(0): "Ana"}, 2: {Seat(0): "Ana", Seat(1): "Ben"}}
    people.seat(1, Seat(2), cy)
    assert people.everywhere()[1][Seat(2)].name == "Cy"


# --- copied -----------------------------------------------------------------------------------


@pytest.mark.parametrize("times", [1, 4, 5])
def test_a_copy_that_is_cleared_meanwhile_is_begun_anew_a_few_times(
    path: Path, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    copy, left = backup._copy, [times]

    def cleared(journal: Path, part: Path) -> None:
        if left[0]:
            left[0] -= 1
            part.unlink()
            raise OSError("no such file")
        copy(journal, part)

    monkeypatch.setattr(backup, "_copy", cleared)
    folder = path.parent / BACKUPS
    if times == 5:
        with pytest.raises(BackupError, match="something else clears that folder"):
            back_up(path, folder, "1")
        assert left == [0] and not [*folder.iterdir()]
    else:
        assert [back_up(path, folder, "1")] == [*folder.iterdir()]


def test_what_cannot_be_brought_back_leaves_what_there_is(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = path.parent / BACKUPS
    copy, was = back_up(path, folder, "1"), path.read_bytes()

    def full(*words: object) -> None:
        raise BackupError("There is no room.")

    with monkeypatch.context() as card, pytest.raises(JournalError, match="There is no room."):
        card.setattr("companion.journal.restore.back_up", full)
        restore(copy, path, folder, "2")
    with pytest.raises(JournalError, match="There is no copy"):
        restore(tmp_path / "none", path, folder, "2")
    assert path.read_bytes() == was and [*folder.iterdir()] == [copy]


# --- saved ------------------------------------------------------------------------------------


def test_what_cannot_be_saved_takes_no_room(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path) -> None:
        raise OSError(28, "No space left on device")

    os.replace(journal.path, journal.path.with_suffix(".away"))
    with monkeypatch.context() as card:
        card.setattr(disk, "sync", full)
        journal.look()
    assert "No space left on device. Make room" in journal.trouble and not journal.is_saved
    assert not recovery.beside(journal.path, recovery.SAVING).exists()


def test_what_an_image_holds_is_known_by_it_and_the_rest_by_heart() -> None:
    known = rescue.Memory()
    known.told([(number, "row") for number in range(1, 6)])
    for number in range(1, 4):
        known.begun((number, "game"))
    known.imaged(b"image", 3, 2)
    assert (known.image, known.newest, known.game) == (b"image", 5, 3)
    assert (known.rows, known.games) == ({4: (4, "row"), 5: (5, "row")}, {3: (3, "game")})


def test_of_a_journal_too_large_for_an_image_the_game_at_hand_is_known_by_heart(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hold, "IMAGE_MOST", 0)
    with closing(Journal(path, "boot")) as journal:
        journal.append(2, [Row(Op.FACT, "[]", "gpio", 3)], 3)
    with closing(Journal(path, "boot")) as journal:
        known = journal._hold._known  # type: ignore[attr-defined]
        assert {number: row[0] for number, row in known.rows.items()} == {2: 2, 3: 3}
        assert {number: game[0] for number, game in known.games.items()} == {2: 2}
        assert known.image == b""


@pytest.mark.parametrize("lost", ["DELETE FROM rows WHERE seq = 3", "DELETE FROM games", None])
def test_what_a_connection_reads_is_believed_where_all_that_is_known_is_in_it(
    path: Path, tmp_path: Path, lost: str | None
) -> None:
    with closing(Journal(path, "boot")) as journal:
        hold = journal._hold
        journal.append(2, [Row(Op.FACT, "[]", "gpio", 3)], 3)
        known = hold._known  # type: ignore[attr-defined]
        with closing(sqlite3.connect(tmp_path / "whole", isolation_level=None)) as whole:
            hold.write.backup(whole)
            if lost:
                whole.execute("PRAGMA foreign_keys = OFF")
                whole.execute(lost)
            new = tmp_path / "new"
            assert rescue._copy(whole, new, known, "is gone", "") == (lost is None)
