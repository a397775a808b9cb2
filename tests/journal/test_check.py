"""A journal too large to be looked through at the start: that comes later, and misses nothing."""

import sqlite3
from pathlib import Path

import pytest

from companion.journal import Journal, Op, Row
from companion.journal import file as journal_file
from companion.journal.check import IntegrityCheck
from companion.journal.file import Damaged, suspicion

GAMES_IN_IT = 6
ROWS_A_GAME = 300
WORD = b'"points":41'


@pytest.fixture
def large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A journal that counts as large, whose first game holds a word to be damaged."""
    monkeypatch.setattr(journal_file, "WHOLE_BYTES", 4096)
    path = tmp_path / "journal.sqlite"
    journal = Journal(path, "boot")
    for game in range(GAMES_IN_IT):
        number = journal.begin_game("dolphin_splash", "{}", [], 0).game
        points = 41 if game == 0 else 1
        fact = f'[{{"kind":"corrected","seat":0,"points":{points}}}]'
        journal.append(number, [Row(Op.FACT, fact, "referee", n) for n in range(ROWS_A_GAME)], 0)
    journal.close()
    return path


def looked(path: Path) -> str:
    """What a check complains of."""
    check = IntegrityCheck(path, begin_s=0.0, pause_s=0.0)
    check.start()
    check.wait()
    return check.complaint


def damage(path: Path) -> None:
    """One letter of an old game's row becomes another: SQLite itself notices nothing."""
    content = path.read_bytes()
    assert WORD in content
    path.write_bytes(content.replace(WORD, b'"points":14', 1))


def test_a_sound_one_is_no_cause_for_words(large: Path) -> None:
    assert looked(large) == ""
    assert not suspicion(large).exists()


def test_damage_in_an_old_game_is_found_and_saved_at_the_next_start(large: Path) -> None:
    damage(large)
    journal = Journal(large, "boot")  # the game at hand is sound: play goes on
    assert "Start the companion again" in looked(large)
    journal.close()
    assert suspicion(large).exists()
    again = Journal(large, "boot")
    assert "damaged" in again.recovered()
    assert len(list(again.rows(GAMES_IN_IT))) == ROWS_A_GAME
    assert not suspicion(large).exists()
    again.close()


def test_damage_in_the_game_at_hand_is_found_at_the_start(large: Path) -> None:
    content = large.read_bytes()
    at = content.rindex(b'"points":1}')
    large.write_bytes(content[:at] + b'"points":2}' + content[at + 11 :])
    with pytest.raises(Damaged):
        journal_file.opened(large)


def test_a_small_one_is_looked_through_at_the_start(
    large: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    damage(large)
    monkeypatch.setattr(journal_file, "WHOLE_BYTES", 1 << 30)
    with pytest.raises(Damaged):
        journal_file.opened(large)


def test_closing_cuts_it_short(large: Path) -> None:
    check = IntegrityCheck(large, begin_s=60.0)
    check.start()
    check.close()
    assert check.complaint == ""


@pytest.mark.parametrize(
    ("code", "is_damage"),
    [
        (sqlite3.SQLITE_CORRUPT, True),
        (sqlite3.SQLITE_CORRUPT | 1 << 8, True),
        (sqlite3.SQLITE_NOTADB, True),
        (sqlite3.SQLITE_BUSY, False),
        (sqlite3.SQLITE_CANTOPEN, False),
        (sqlite3.SQLITE_FULL, False),
    ],
)
def test_what_a_disk_or_another_program_is_to_blame_for_is_no_damage(
    large: Path, monkeypatch: pytest.MonkeyPatch, code: int, is_damage: bool
) -> None:
    def fails(*_: object) -> None:
        problem = sqlite3.DatabaseError("it cannot be")
        problem.sqlite_errorcode = code
        raise problem

    monkeypatch.setattr(journal_file, "check_pages", fails)
    assert bool(looked(large)) == suspicion(large).exists() == is_damage
