"""Who is forgotten is in no byte of any file, also after a kill, a restore, a damage."""

import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.access.session_rows import Session, SessionRows
from companion.games import GAMES
from companion.journal import Journal, forgotten, sweep
from companion.journal.backup import BACKUPS, back_up, copies
from companion.journal.people import GUESTS, People, Person, guest, named
from companion.journal.restore import restore
from companion.journal.settings import EVENING, PLAIN, UNSWEPT, entered
from companion.words import Seat
from tests.journal.names import files_with

FILE = "journal.sqlite"
BEFORE = sorted((Path(__file__).parent / "before").glob("*.sqlite"))
NAME, OTHER, THIRD = "Žofie Łęcka", "Balthasar", "Xanthippe"
NOW = 1_700_000_000_000
TITLED = '{"kind":"setup","seats":2,"deck":{"kind":"deck","title":"%s","missions":[]}}'


class Pulled(BaseException):
    """The plug."""


class House:
    """A state folder with people, a game, phones and a copy."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.backups = folder, folder / BACKUPS
        self.path = folder / FILE
        self.open()
        self.numbers = [self.people.number(name, NOW) for name in (NAME, OTHER, THIRD)]

    def open(self) -> None:
        self.journal = Journal(self.path, "boot")
        for connection in (self.journal._write, self.journal._side):
            connection.execute("PRAGMA synchronous = OFF")  # what a disk costs is left out
        self.people = People(self.journal)

    def play(self, *numbers: int, setup: str = '{"seats":3}') -> int:
        return self.journal.begin_game("dolphin_splash", setup, numbers, NOW).game

    def phone(self, number: int) -> SessionRows:
        rows = SessionRows(self.journal)
        session = Session("seat", None, self.journal.setting(EVENING), person=Person(number, ""))
        rows.note(f"hash of {number}", session, NOW)
        return rows

    def forget(self, number: int) -> None:
        self.people.forget(number)
        assert sweep.sweep(self.journal, self.backups) == ""

    def copy(self) -> Path:
        return back_up(self.path, self.backups, "1")

    def said(self) -> list[str]:
        return files_with(self.folder, NAME)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path / "state")
    yield made
    made.journal.close()


def known(path: Path) -> list[str]:
    with closing(Journal.for_reading(path)) as journal:
        return sorted(one.name for one in People(journal).known())


# --- no byte ----------------------------------------------------------------------------------


def test_no_byte_of_the_state_folder_says_the_name(house: House) -> None:
    game = house.play(*house.numbers)
    rows = house.phone(house.numbers[0])
    house.copy()
    for piece in (f"{FILE}.saving", f"{FILE}.saving-wal", f"{BACKUPS}/journal-1.sqlite.part"):
        (house.folder / piece).write_text(NAME)
    assert len(house.said()) > 3
    house.forget(house.numbers[0])
    assert house.said() == [], "while it runs, and its log is folded in already"
    assert house.people.names(game) == {0: "A guest", 1: OTHER, 2: THIRD}
    assert house.people.seated(game)[Seat(0)] == Person(house.numbers[0], "")
    assert rows.find("hash of 1") is None and rows.find("hash of 1", revoked=True) is not None
    assert not house.journal.setting(UNSWEPT)
    house.copy()
    house.journal.close()
    assert house.said() == []
    house.open()
    assert house.people.number(NAME, NOW) not in house.numbers, "who comes again is somebody new"


def test_a_short_name_is_taken_out_where_it_is_a_word(house: House) -> None:
    for name, before, after in (
        ("Emma", "Emmaboard of Emma", "A guestboard of A guest"),
        ("Ida", "Idaho for Ida, Ida's", "Idaho for A guest, A guest's"),
    ):
        told = json.dumps({"kind": "kept", "name": before})
        assert json.loads(forgotten._without(told, name))["name"] == after


def test_a_copy_is_made_anew_where_something_is_taken_out_of_it(house: House) -> None:
    kept = '{"kind":"kept","name":"%s","board":[],"saved_ms":1}'
    key = entered("board").key("1")
    house.journal.set_setting(key, kept % "The twins'")
    copy = house.copy()
    was = copy.stat().st_ino, copy.read_bytes()
    assert sweep.sweep(house.journal, house.backups) == ""
    assert (copy.stat().st_ino, copy.read_bytes()) == was, "nobody is in it who is forgotten"
    house.journal.set_setting(PLAIN.key(key.name), "A board")
    assert sweep.sweep(house.journal, house.backups) == ""
    with closing(sqlite3.connect(copy)) as found:
        said = found.execute("SELECT value FROM settings WHERE key = ?", (key.name,)).fetchone()
    assert json.loads(said[0])["name"] == "A board"


def test_several_guests_of_one_game_are_told_apart(house: House) -> None:
    game = house.play(*house.numbers)
    for number in house.numbers[:2]:
        house.forget(number)
    assert house.people.names(game) == {0: GUESTS[0], 1: GUESTS[1], 2: THIRD}


@pytest.mark.parametrize("kind", GAMES)
def test_a_whole_table_of_guests_is_told_apart(kind: str) -> None:
    nobody = Person(0, "")
    seats = {Seat(n): nobody for n in range(GAMES[kind].seats[1])}
    called = named(seats)
    assert len(set(called.values())) == len(seats)
    assert called == {seat: guest(seat) for seat in seats}


def test_no_page_keeps_a_shadow_of_names_that_moved(house: House) -> None:
    """A table of many pages, whose rows grew, shrank and went: SQLite moves them about."""
    rng = Random(1)
    for n in range(150):
        number = house.people.number(f"Somebody {n} {'x' * rng.randrange(60)}", NOW)
        if rng.random() < 0.3:
            house.people.rename(rng.choice([number, *house.numbers[1:]]), "y" * rng.randrange(90))
        if rng.random() < 0.2:
            house.people.rename(house.numbers[0], NAME + " " * rng.randrange(60))
        if rng.random() < 0.05:
            house.people.forget(number)
        if n % 50 == 0:
            house.copy()
    house.forget(house.numbers[0])
    house.journal.close()
    assert house.said() == []


def test_what_a_family_called_its_decks_and_boards_says_it_no_more(house: House) -> None:
    name = f'{{"kind":"kept","name":"{NAME.upper()}\'s","board":[],"saved_ms":1}}'
    house.journal.set_setting(entered("board").key("1"), name)
    deck = f'{{"kind":"kept","deck":{{"title":"The {NAME}deck"}},"name":"The {NAME}deck"}}'
    house.journal.set_setting(entered("deck").key("2"), deck)
    game = house.play(*house.numbers, setup=TITLED % f"{NAME} 72")
    house.copy()
    house.forget(house.numbers[0])
    assert list(house.journal.settings(entered("board")).values()) == [
        '{"kind":"kept","name":"A guest\'s","board":[],"saved_ms":1}'
    ]
    found = house.journal.game(game)
    assert found is not None and found.setup == TITLED % "A guest 72"
    house.journal.close()
    assert house.said() == []
    house.open()
    assert house.journal.recovered() == "", "its mark is right"


def test_a_short_name_is_looked_for_as_a_word() -> None:
    assert (
        forgotten._without('{"name":"Al\'s Alternate"}', "Al") == '{"name":"A guest\'s Alternate"}'
    )
    for odd in ("{", "[1]", '{"name":3}', '{"deck":{"missions":[{"title":"Al"}]}}', "[" * 9999):
        assert forgotten._without(odd, "Al") == odd


# --- older copies -----------------------------------------------------------------------------


def test_an_older_copy_elsewhere_brings_no_name_back(house: House, tmp_path: Path) -> None:
    game = house.play(*house.numbers)
    house.phone(house.numbers[0])
    old = back_up(house.path, tmp_path / "stick", "1")
    newcomer = house.people.number("Zoë", NOW)
    house.forget(house.numbers[0])
    house.journal.close()
    restore(old, house.path, house.backups, "2")
    assert house.said() == [] and known(house.path) == [OTHER, THIRD]
    house.open()
    assert house.people.names(game)[Seat(0)] == "A guest"
    assert SessionRows(house.journal).find("hash of 1") is None
    assert house.people.number("Yves", NOW) > newcomer, "Zoë's number is in a copy"
    house.journal.close()
    shutil.copy(old, house.path)  # by hand, which nobody should
    house.open()
    assert [one.name for one in house.people.known()] == [OTHER, THIRD]
    house.journal.close()
    assert house.said() == []


@pytest.mark.parametrize("kept", BEFORE, ids=lambda file: file.stem)
def test_nor_does_one_from_before_phones_were_people_s(kept: Path, tmp_path: Path) -> None:
    state, stick = tmp_path / "state", tmp_path / kept.name
    state.mkdir()
    shutil.copy(kept, stick)
    with closing(sqlite3.connect(stick)) as old, old:
        old.execute("UPDATE people SET name = ? WHERE person = 2", (NAME,))
        old.execute("INSERT INTO sessions VALUES ('h', 'seat', 1, 'first', 5, NULL)")
    shutil.copy(stick, state / FILE)
    with closing(Journal(state / FILE, "boot")) as journal:
        People(journal).forget(2)
        assert sweep.sweep(journal, state / BACKUPS) == ""
        assert SessionRows(journal).find("h") is None
    assert files_with(state, NAME) == []
    restore(stick, state / FILE, state / BACKUPS, "2")
    assert files_with(state, NAME) == []
    with closing(Journal(state / FILE, "boot")) as journal:
        assert journal.recovered() == ""
        names = People(journal).names(journal.games(1)[0].game)
        assert (names[Seat(0)], names[Seat(1)]) == ("Ana", "A guest")
        assert SessionRows(journal).find("h") is None


def test_the_list_goes_along_to_another_table(house: House, tmp_path: Path) -> None:
    house.play(*house.numbers)
    old = back_up(house.path, tmp_path / "stick", "1")
    house.forget(house.numbers[0])
    new = back_up(house.path, tmp_path / "stick", "2")
    there = tmp_path / "there"
    there.mkdir()
    for copy in (new, old):
        restore(copy, there / FILE, there / BACKUPS, "2")
        with closing(Journal(there / FILE, "boot")):
            assert files_with(there, NAME) == []
    assert known(there / FILE) == [OTHER, THIRD]


def test_numbers_of_another_table_are_other_people_s(house: House, tmp_path: Path) -> None:
    house.forget(house.numbers[0])
    house.journal.close()
    with closing(Journal(tmp_path / "other" / FILE, "boot")) as other:
        People(other).number("Somebody else", NOW)
        theirs = back_up(other.path, tmp_path / "stick", "1")
    restore(theirs, house.path, house.backups, "2")
    assert known(house.path) == ["Somebody else"]
    house.open()
    assert [one.name for one in house.people.known()] == ["Somebody else"]
    left = sweep.kept(house.journal, house.backups)
    assert left == copies(house.backups), "of the table that was here before: named"


# --- merged -----------------------------------------------------------------------------------


def test_a_double_s_games_and_phones_are_the_other_s(house: House) -> None:
    double, other, third = house.numbers
    game = house.play(double, third)
    rows = house.phone(double)
    house.people.look(double, "star-pink")
    house.people.child(double, True)
    house.people.merge(double, other)
    assert house.people.person(other) == Person(other, OTHER, "star-pink", True)
    assert house.people.names(game) == {0: OTHER, 1: THIRD}
    found = rows.find("hash of 1")
    assert found is not None and found.person is not None and found.person.number == other
    assert house.people.named(NAME) is None


def test_who_is_forgotten_is_so_under_all_numbers(house: House, tmp_path: Path) -> None:
    first, second, third = house.numbers
    game = house.play(*house.numbers)
    old = back_up(house.path, tmp_path / "stick", "1")
    house.people.merge(first, second)
    house.people.merge(second, third)
    house.journal.close()
    restore(old, house.path, house.backups, "1")
    house.open()
    assert house.people.names(game) == dict.fromkeys(range(3), THIRD), "doubles stay merged, too"
    house.forget(third)
    house.journal.close()
    restore(old, house.path, house.backups, "1")
    assert all(files_with(house.folder, name) == [] for name in (NAME, OTHER, THIRD))


def test_a_copy_that_knows_the_double_alone(house: House, tmp_path: Path) -> None:
    game = house.play(house.numbers[0])
    old = back_up(house.path, tmp_path / "stick", "1")
    late = house.people.number("Zofie", NOW)
    house.people.merge(house.numbers[0], late)
    house.journal.close()
    restore(old, house.path, house.backups, "1")
    house.open()
    assert house.people.seated(game)[Seat(0)] == Person(late, NAME)


# --- at any moment ----------------------------------------------------------------------------

STEPS: tuple[tuple[object, str], ...] = (
    (forgotten, "take_out"),
    (forgotten, "_unname"),
    (forgotten, "write"),
    (sweep, "_pieces"),
    (sweep, "taken_out"),
    (sweep.os, "replace"),
    (Journal, "renew"),
    (Journal, "set_setting"),
)


@pytest.mark.parametrize(("of", "step"), STEPS, ids=lambda one: str(one))
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_plug_that_is_pulled_leaves_all_or_nothing(
    of: object,
    step: str,
    after: bool,
    house: House,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house.play(*house.numbers, setup=TITLED % NAME)
    house.copy()
    whole: Callable[..., object] = getattr(of, step)
    there = tmp_path / "there"

    def pulled(*given: object) -> object:
        if after:
            whole(*given)
        shutil.copytree(house.folder, there)
        raise Pulled

    with monkeypatch.context() as patched:
        patched.setattr(of, step, pulled)
        with pytest.raises(Pulled):
            house.forget(house.numbers[0])
    begun = of != forgotten or step == "write"
    with closing(Journal(there / FILE, "boot")) as journal:
        if journal.setting(UNSWEPT):
            assert sweep.sweep(journal, there / BACKUPS) == ""
        names = [one.name for one in People(journal).known()]
        assert (NAME not in names) == begun
    assert (files_with(there, NAME) == []) == begun
    if begun:
        assert not list(there.glob("**/*.part*"))


def test_a_disk_that_takes_nothing_is_said_and_tried_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.copy()
    with monkeypatch.context() as patched:
        patched.setattr(sweep.os, "replace", full)
        house.people.forget(house.numbers[0])
        said = sweep.sweep(house.journal, house.backups)
    assert "may still hold a name" in said and NAME not in said and "Make room" in said
    assert house.journal.setting(UNSWEPT) and house.said() != []
    assert sweep.sweep(house.journal, house.backups) == "" and house.said() == []


def full(*_: object) -> None:
    raise OSError(28, "No space left on device")


# --- what can only be named -------------------------------------------------------------------


def test_damaged_files_are_named_and_deleted_by_name(house: House) -> None:
    (house.folder / f"{FILE}.damaged-20260101-101010").write_text(NAME)
    (house.folder / f"{FILE}.damaged-20260101-101010-wal").write_text(NAME)
    copy = house.copy()
    as_it_lay = copy.with_name("journal-1-20260101.sqlite")
    as_it_lay.write_bytes(copy.read_bytes()[:5000])
    as_it_lay.with_name(as_it_lay.name + "-wal").write_text(NAME)
    house.forget(house.numbers[0])
    left = sweep.kept(house.journal, house.backups)
    assert [file.name for file in left] == [as_it_lay.name, f"{FILE}.damaged-20260101-101010"]
    assert not sweep.drop(house.journal, house.backups, FILE), "none of them"
    assert not sweep.drop(house.journal, house.backups, f"../{FILE}.damaged-20260101-101010")
    assert all(sweep.drop(house.journal, house.backups, file.name) for file in left)
    assert house.said() == [] and copies(house.backups) == [copy]
    assert sweep.kept(house.journal, house.backups) == []


def test_copies_stay_in_the_order_of_their_hours(house: House) -> None:
    made = []
    for _ in range(3):
        house.play(*house.numbers)
        made.append(house.copy())
    for n, copy in enumerate(made):
        os.utime(copy, (n, n))
    house.forget(house.numbers[0])
    assert copies(house.backups) == made[::-1]
    assert all(copy.stat().st_mode & 0o777 == 0o600 for copy in made)


def test_what_is_saved_of_a_damaged_journal_has_no_name_either(house: House) -> None:
    house.play(*house.numbers)
    house.journal.checkpoint()
    with house.journal.writing() as cursor:
        was = forgotten.house_of(cursor)
    whole = house.path.read_bytes()
    house.forget(house.numbers[0])
    house.journal.close()
    house.path.write_bytes(whole[:60] + b"\xff" * 8 + whole[68:])  # an older one, and damaged
    house.open()
    assert house.journal.recovered()
    with house.journal.reading() as cursor:
        assert forgotten.house_of(cursor) == was
    assert [one.name for one in house.people.known()] == [OTHER, THIRD]
    (left,) = sweep.kept(house.journal, house.backups)
    sweep.drop(house.journal, house.backups, left.name)
    house.journal.close()
    assert house.said() == []


def test_a_damaged_one_that_is_copied_before_its_log_is_folded_in_is_named(house: House) -> None:
    house.play(*house.numbers)
    house.journal.checkpoint()
    whole = house.path.read_bytes()
    house.people.forget(house.numbers[0])  # the file still says the name, its log no more
    house.path.write_bytes(whole[:60] + b"\xff" * 8 + whole[68:])
    as_it_lay = house.copy()
    assert NAME.encode() in as_it_lay.read_bytes()
    house.path.write_bytes(whole)
    assert sweep.sweep(house.journal, house.backups) == ""
    assert sweep.kept(house.journal, house.backups) == [as_it_lay]
    assert sweep.drop(house.journal, house.backups, as_it_lay.name) and house.said() == []


@pytest.mark.parametrize("harm", ["gone", "overwritten"])
def test_what_is_saved_of_one_that_was_taken_away_has_no_name_either(
    house: House, harm: str
) -> None:
    house.play(*house.numbers, setup=TITLED % NAME)
    house.journal.renew()  # it is known by heart
    house.forget(house.numbers[0])
    if harm == "gone":
        house.path.unlink()
    else:
        house.path.write_bytes(b"garbage " * 9000)
    house.journal.look()
    assert house.journal.is_saved and house.said() == []
    assert house.journal.go_on() and house.said() == []
    assert [one.name for one in house.people.known()] == [OTHER, THIRD]
