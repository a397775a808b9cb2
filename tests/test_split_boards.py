"""Boards of SPLIT are kept whole or not at all, as long as the evenings, and go where those go."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.boards import FILE_MOST, Boards, Kept, checked, read, written
from companion.games.split.board import faults
from companion.games.split.practice import PRACTICE
from companion.journal import Journal
from companion.journal.backup import BACKUPS, back_up
from companion.journal.file import JournalError
from companion.journal.library import ENTERED_MOST
from companion.journal.restore import restore
from companion.journal.settings import BOARDS, KeyGroup
from companion.say import Names, say
from companion.words import Refused

TURNED = tuple(reversed(PRACTICE))
NINE = PRACTICE[:9]
BAD = {
    "9 rows": NINE,
    "11 rows": (*PRACTICE, PRACTICE[0]),
    "no rows": (),
    "a row of nine": ("S S S S S S S S S", *PRACTICE[1:]),
    "three suits": ("SHD" + PRACTICE[0][2:], *PRACTICE[1:]),
    "the same suit twice": ("SS" + PRACTICE[0][2:], *PRACTICE[1:]),
    "a gap": ("-" + PRACTICE[0][2:], *PRACTICE[1:]),
    "small letters": tuple(row.lower() for row in PRACTICE),
    "no clubs": tuple(row.replace("C", "S").replace("SS", "S") for row in PRACTICE),
    "numbers": (1,) * 10,
    "one text": "S" * 10,
    "nothing": None,
}


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with closing(Journal(tmp_path / "journal.sqlite", "boot")) as opened:
        yield opened


def refusal(work: object, *told: object) -> Refused:
    with pytest.raises(Refused) as caught:
        work(*told)  # type: ignore[operator]
    return caught.value


def sentence(work: object, *told: object) -> str:
    return say(refusal(work, *told).text, Names())


# --- keeping ----------------------------------------------------------------------------------


def test_a_board_is_kept_and_found(journal: Journal) -> None:
    boards = Boards(journal, lambda: 7)
    board = boards.keep("Ours", PRACTICE)
    assert boards.all() == {board: Kept("Ours", PRACTICE, 7)}


def test_blanks_are_one_between_spaces(journal: Journal) -> None:
    boards = Boards(journal)
    board = boards.keep("Ours", [f"  {row.replace(' ', '   ')} " for row in PRACTICE])
    assert boards.all()[board].rows == PRACTICE


def test_the_newest_comes_first_also_when_saved_anew(journal: Journal) -> None:
    boards = Boards(journal)
    one, other = boards.keep("One", PRACTICE), boards.keep("Other", PRACTICE)
    assert list(boards.all()) == [other, one]
    assert boards.keep("One", TURNED, one) == one
    assert list(boards.all()) == [one, other]
    assert boards.all()[one].rows == TURNED


def test_a_board_that_is_said_twice_is_kept_once(journal: Journal) -> None:
    boards = Boards(journal)
    assert boards.keep("Ours", PRACTICE) == boards.keep("Ours", PRACTICE)
    assert len(boards.all()) == 1


def test_two_boards_never_have_one_name(journal: Journal) -> None:
    boards = Boards(journal)
    board, other = boards.keep("Ours", PRACTICE), boards.keep("Theirs", PRACTICE)
    assert "another board" in sentence(boards.keep, "oURS", TURNED)
    assert "another board" in sentence(boards.keep, "Ours", PRACTICE, other)
    assert boards.keep("OURS", PRACTICE, board) == board


def test_a_board_that_was_taken_away_is_not_saved_over_another(journal: Journal) -> None:
    boards = Boards(journal)
    board = boards.keep("Ours", PRACTICE)
    boards.drop(board)
    assert boards.all() == {}
    assert "not here any more" in sentence(boards.keep, "Ours", PRACTICE, board)
    assert boards.keep("Ours", PRACTICE) != board


def test_a_library_has_an_end(journal: Journal) -> None:
    boards = Boards(journal)
    for n in range(ENTERED_MOST):
        last = boards.keep(f"Board {n}", PRACTICE)
    assert "Take one away" in sentence(boards.keep, "One more", PRACTICE)
    assert boards.keep("The last", PRACTICE, last) == last  # saved anew it takes no more room


@pytest.mark.parametrize("rows", BAD.values(), ids=BAD)
def test_a_board_with_a_fault_is_refused_and_nothing_changes(
    journal: Journal, rows: object
) -> None:
    boards = Boards(journal)
    board = boards.keep("Ours", PRACTICE)
    before = boards.all()
    assert refusal(boards.keep, "New", rows).rule == "H-Q20"
    assert refusal(boards.keep, "Ours", rows, board).rule == "H-Q20"
    assert boards.all() == before


# --- how long ---------------------------------------------------------------------------------


def test_it_is_there_after_a_start_and_in_every_copy(tmp_path: Path) -> None:
    path, folder = tmp_path / "journal.sqlite", tmp_path / BACKUPS
    with closing(Journal(path, "boot")) as journal:
        Boards(journal).keep("Ours", PRACTICE)
        copy = back_up(path, folder, "1")  # while it is in use
        Boards(journal).keep("Later", TURNED)
    with closing(Journal(path, "boot")) as journal:
        assert [kept.name for kept in Boards(journal).all().values()] == ["Later", "Ours"]
    aside = restore(copy, path, folder, "2")
    with closing(Journal(path, "boot")) as journal:
        assert [kept.name for kept in Boards(journal).all().values()] == ["Ours"]
    assert aside is not None
    with closing(Journal.for_reading(aside)) as journal:
        assert [kept.name for kept in Boards(journal).all().values()] == ["Later", "Ours"]


def test_it_is_saved_from_a_damaged_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with closing(Journal(path, "boot")) as journal:
        board = Boards(journal).keep("Ours", PRACTICE)
    data = bytearray(path.read_bytes())
    data[40:60] = b"\xff" * 20  # in the file's own header
    path.write_bytes(data)
    with closing(Journal(path, "boot")) as journal:
        assert journal.recovered()
        assert Boards(journal).all()[board].rows == PRACTICE


def test_what_is_no_board_in_the_file_is_no_bar(journal: Journal) -> None:
    boards = Boards(journal)
    board = boards.keep("Ours", PRACTICE)
    journal.set_setting(BOARDS.key("one"), "{")
    journal.set_setting(BOARDS.key("two"), '{"name": "X", "rows": ["S"], "saved_ms": 1}')
    journal.set_setting(KeyGroup("boarding", "").key(""), "no board at all")
    assert list(boards.all()) == [board]


def test_a_full_disk_is_said_and_changes_nothing(journal: Journal) -> None:
    boards = Boards(journal)
    boards.keep("Ours", PRACTICE)
    journal._side.execute("PRAGMA query_only = ON")
    with pytest.raises(JournalError):
        boards.keep("Theirs", TURNED)
    journal._side.execute("PRAGMA query_only = OFF")
    assert [kept.name for kept in boards.all().values()] == ["Ours"]


# --- files ------------------------------------------------------------------------------------


def test_a_file_brings_the_same_board_to_another_table() -> None:
    text = written(Kept("Grandma’s “big” one", PRACTICE, 7))
    assert read(text) == ("Grandma’s “big” one", PRACTICE)
    assert len(text) < FILE_MOST / 4


def test_a_file_needs_no_name_and_may_say_more() -> None:
    assert read(json.dumps({"rows": PRACTICE, "more": [1]})) == ("", PRACTICE)
    assert read(json.dumps({"rows": PRACTICE, "name": 3})) == ("", PRACTICE)


@pytest.mark.parametrize("rows", BAD.values(), ids=BAD)
def test_a_file_with_a_fault_is_refused(rows: object) -> None:
    assert refusal(read, json.dumps({"rows": rows})).rule == "H-Q20"


GARBAGE = {
    "empty": "",
    "words": "SPLIT",
    "cut": '{"rows": ["S',
    "a list": "[]",
    "a number": "7",
    "another's": '{"games": []}',
    "brackets": "[" * FILE_MOST,
    "zeros": "\0" * 100,
    "long": " " * (FILE_MOST + 1),
}


@pytest.mark.parametrize("text", GARBAGE.values(), ids=GARBAGE)
def test_a_file_that_is_none_is_refused(text: str) -> None:
    assert refusal(read, text).rule == "H-Q20"


def test_any_bytes_are_read_or_refused() -> None:
    rng, whole = Random(1), written(Kept("Ours", PRACTICE, 0))
    for _ in range(300):
        at = rng.randrange(len(whole))
        text = whole[:at] + rng.choice(["", "\\", '"', "S", " ", "\u2660"]) + whole[at + 1 :]
        try:
            _, rows = read(text)
        except Refused as refused:
            assert refused.rule == "H-Q20"
        else:
            assert not faults(rows)


def test_the_nine_rows_are_counted() -> None:
    said = say(refusal(checked, NINE).text, Names())
    assert said == "A board has 10 rows of spaces; this one has 9."


def test_settings_are_found_by_their_beginning(journal: Journal) -> None:
    for key in ("a:1", "a:2", "ab", "A:1", "b", "a%"):
        journal.set_setting(KeyGroup(key, "").key(""), key.upper())
    some = KeyGroup("a:", "")
    assert journal.settings(some) == {"2": "A:2", "1": "A:1"}
    journal.drop_setting(some.key("2"))
    assert journal.settings(some) == {"1": "A:1"}
    journal.drop_setting(some.key("never there"))


def test_a_journal_that_is_read_alone_keeps_nothing_new(journal: Journal) -> None:
    Boards(journal).keep("Ours", PRACTICE)
    with closing(Journal.for_reading(journal.path)) as looked_at:
        assert len(Boards(looked_at).all()) == 1
        with pytest.raises((JournalError, sqlite3.Error)):
            Boards(looked_at).keep("Theirs", TURNED)
