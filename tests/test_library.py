"""What families enter is kept whole or not at all, as long as the evenings, and goes with those."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.codec import terse
from companion.games.animal_splash.content import DECKS
from companion.games.game import Content
from companion.games.split.content import BOARDS
from companion.journal import Journal
from companion.journal.backup import BACKUPS, back_up
from companion.journal.file import JournalError
from companion.journal.restore import restore
from companion.journal.settings import KeyGroup, entered
from companion.library import ENTERED_MOST, Library, Stored, Version, decoded, read, written
from companion.say import Names, say
from companion.words import Refused
from tests.entered import BAD, DECK, GARBAGE, SORTS, Sort
from tests.games.decks import SPARE, any_deck, largest

BOARD = SORTS["board"]


@pytest.fixture(params=SORTS.values(), ids=SORTS)
def sort(request: pytest.FixtureRequest) -> Sort:
    found: Sort = request.param
    return found


@pytest.fixture
def library(journal: Journal, sort: Sort) -> Library:
    return Library(journal, sort.content, lambda: 7)


def refusal(work: object, *told: object) -> tuple[str, str]:
    with pytest.raises(Refused) as caught:
        work(*told)  # type: ignore[operator]
    return caught.value.rule, say(caught.value.text, Names())


def kept(library: Library, *told: object) -> str:
    return library.keep(*told).at  # type: ignore[arg-type]


def names(library: Library) -> list[str]:
    return [kept.name for kept in library.all().values()]


# --- keeping ----------------------------------------------------------------------------------


def test_it_is_kept_and_found(library: Library, sort: Sort) -> None:
    at = kept(library, "Grandma's", sort.ours)
    assert library.all() == {at: Stored("Grandma's", sort.value("Grandma's"), 7)}


def test_it_stands_in_the_journal_as_ever(journal: Journal) -> None:
    """Journals of before have them so."""
    boards, decks = Library(journal, BOARDS, lambda: 7), Library(journal, DECKS, lambda: 8)
    kept(boards, "Ours", BOARD.ours)
    kept(decks, "Ours", SORTS["deck"].ours)
    (board,) = journal.settings(KeyGroup("board:", "")).values()
    rows = json.dumps(BOARD.ours, separators=(",", ":"))
    assert board == f'{{"kind":"kept","name":"Ours","rows":{rows},"saved_ms":7}}'
    (deck,) = journal.settings(KeyGroup("deck:", "")).values()
    begins = '{"kind":"kept","name":"Ours","deck":{"kind":"deck","title":"Ours","animals":["crab",'
    assert deck.startswith(begins) and deck.endswith('"aids":1,"sample":false},"saved_ms":8}')


def test_blanks_are_one_between_spaces(journal: Journal) -> None:
    boards = Library(journal, BOARDS)
    board = kept(boards, "Ours", [f"  {row.replace(' ', '   ')} " for row in BOARD.ours])
    assert boards.all()[board].value == BOARD.value()


def test_its_words_turn_no_line_round_and_end_none(sort: Sort) -> None:
    def marked(data: object) -> object:
        if isinstance(data, list):
            return [marked(one) for one in data]
        if isinstance(data, dict):
            return {key: marked(one) for key, one in data.items()}
        return f"\n{data}\u202e\u200f\x07 " if isinstance(data, str) else data

    assert decoded(sort.content, marked(sort.ours)) == decoded(sort.content, sort.ours)


def test_the_newest_comes_first_also_when_saved_anew(library: Library, sort: Sort) -> None:
    one, other = kept(library, "One", sort.ours), kept(library, "Other", sort.ours)
    assert list(library.all()) == [other, one]
    assert kept(library, "One", sort.theirs, one) == one
    assert list(library.all()) == [one, other]
    assert library.all()[one].value != sort.value("One")


def test_what_is_said_twice_is_kept_once(library: Library, sort: Sort) -> None:
    assert kept(library, "Ours", sort.ours) == kept(library, "Ours", sort.ours)
    assert len(library.all()) == 1


def test_two_never_have_one_name(library: Library, sort: Sort) -> None:
    at, other = kept(library, "Ours", sort.ours), kept(library, "Theirs", sort.ours)
    another = f'There is another {sort.content.word} called "%s".'
    assert refusal(library.keep, "oURS", sort.theirs) == ("", another % "Ours")
    assert refusal(library.keep, "Ours", sort.ours, other) == ("", another % "Ours")
    assert kept(library, "OURS", sort.ours, at) == at


def test_what_was_taken_away_is_not_saved_over_another(library: Library, sort: Sort) -> None:
    at = kept(library, "Ours", sort.ours)
    library.drop(at)
    gone = f"That {sort.content.word} was taken away. Tap again to save it anew."
    assert library.all() == {} and refusal(library.keep, "Ours", sort.ours, at) == ("", gone)
    assert kept(library, "Ours", sort.ours) != at


def test_who_opened_it_before_saves_over_nothing(library: Library, sort: Sort) -> None:
    first = library.keep("Ours", sort.ours)
    newer = library.keep("Ours", sort.theirs, first.at, first.version)
    before = library.all()
    rule, said = refusal(library.keep, "Mine", sort.ours, *_of(first))
    assert said.startswith(f"This {sort.content.word} was changed on another screen.") and not rule
    assert library.all() == before
    assert library.keep("Ours", sort.theirs, *_of(first)) == newer, "the answer was lost on its way"
    assert library.keep("Ours", sort.ours, *_of(newer)) == first, "the same contents again"


def _of(saved: Version) -> tuple[str, str]:
    return saved.at, saved.version


def test_a_library_has_an_end(library: Library, sort: Sort) -> None:
    for n in range(ENTERED_MOST):
        last = kept(library, f"{n}", sort.ours)
    full = f"24 {sort.content.many} are kept already. Take one away first."
    assert refusal(library.keep, "One more", sort.ours) == ("", full)
    assert kept(library, "The last", sort.ours, last) == last  # saved anew it takes no more room


@pytest.mark.parametrize(("word", "data", "rule", "sentence"), BAD)
def test_what_has_a_fault_is_refused_and_nothing_changes(
    journal: Journal, word: str, data: object, rule: str, sentence: str
) -> None:
    sort = SORTS[word]
    library = Library(journal, sort.content)
    at = kept(library, "Ours", sort.ours)
    before = library.all()
    for into in ("", at):
        said = refusal(library.keep, "New", data, into)
        assert said[0] == rule and said[1].startswith(sentence)
    assert library.all() == before


def test_sorts_lie_apart(journal: Journal) -> None:
    one, other = Library(journal, BOARDS), Library(journal, DECKS)
    board, deck = kept(one, "Ours", BOARD.ours), kept(other, "Ours", SORTS["deck"].ours)
    one.drop(deck)
    other.drop(board)
    assert list(one.all()) == [board] and list(other.all()) == [deck]


# --- how long ---------------------------------------------------------------------------------


def test_it_is_there_after_a_start_and_in_every_copy(tmp_path: Path) -> None:
    path, folder = tmp_path / "journal.sqlite", tmp_path / BACKUPS
    with closing(Journal(path, "boot")) as journal:
        Library(journal, BOARDS).keep("Ours", BOARD.ours)
        copy = back_up(path, folder, "1")  # while it is in use
        Library(journal, BOARDS).keep("Later", BOARD.theirs)
    with closing(Journal(path, "boot")) as journal:
        assert names(Library(journal, BOARDS)) == ["Later", "Ours"]
    aside = restore(copy, path, folder, "2")
    with closing(Journal(path, "boot")) as journal:
        assert names(Library(journal, BOARDS)) == ["Ours"]
    assert aside is not None
    with closing(Journal.for_reading(aside)) as journal:
        assert names(Library(journal, BOARDS)) == ["Later", "Ours"]


def test_it_is_saved_from_a_damaged_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with closing(Journal(path, "boot")) as journal:
        board = kept(Library(journal, BOARDS), "Ours", BOARD.ours)
    data = bytearray(path.read_bytes())
    data[40:60] = b"\xff" * 20  # in the file's own header
    path.write_bytes(data)
    with closing(Journal(path, "boot")) as journal:
        assert journal.recovered()
        assert Library(journal, BOARDS).all()[board].value == BOARD.value()


def test_what_is_damaged_there_is_no_bar(journal: Journal, library: Library, sort: Sort) -> None:
    at = kept(library, "Ours", sort.ours)
    group = entered(sort.content.word)
    (whole,) = journal.settings(group).values()
    said = json.loads(whole)
    field = next(name for name in said if name not in ("kind", "name", "saved_ms"))
    journal.set_setting(group.key("cut"), "{")
    journal.set_setting(group.key("none"), json.dumps({"name": "X", "saved_ms": 1}))
    journal.set_setting(group.key("faulty"), json.dumps({**said, field: []}))
    journal.set_setting(KeyGroup(f"{sort.content.word}ing", "").key(""), "something else")
    assert list(library.all()) == [at]


def test_a_full_disk_is_said_and_changes_nothing(
    journal: Journal, library: Library, sort: Sort
) -> None:
    kept(library, "Ours", sort.ours)
    journal._side.execute("PRAGMA query_only = ON")
    with pytest.raises(JournalError):
        kept(library, "Theirs", sort.theirs)
    journal._side.execute("PRAGMA query_only = OFF")
    assert names(library) == ["Ours"]


def test_a_journal_that_is_read_alone_keeps_nothing_new(
    journal: Journal, library: Library, sort: Sort
) -> None:
    kept(library, "Ours", sort.ours)
    with closing(Journal.for_reading(journal.path)) as looked_at:
        assert names(Library(looked_at, sort.content)) == ["Ours"]
        with pytest.raises((JournalError, sqlite3.Error)):
            Library(looked_at, sort.content).keep("Theirs", sort.theirs)


def test_settings_are_found_by_their_beginning(journal: Journal) -> None:
    for key in ("a:1", "a:2", "ab", "A:1", "b", "a%"):
        journal.set_setting(KeyGroup(key, "").key(""), key.upper())
    some = KeyGroup("a:", "")
    assert journal.settings(some) == {"2": "A:2", "1": "A:1"}
    journal.drop_setting(some.key("2"))
    assert journal.settings(some) == {"1": "A:1"}
    journal.drop_setting(some.key("never there"))


# --- files ------------------------------------------------------------------------------------

WORDY = "Grandma’s “big” one"


def test_a_file_brings_the_same_to_another_table(sort: Sort) -> None:
    text = written(sort.content, sort.value(WORDY), WORDY)
    assert read(sort.content, text) == (WORDY, sort.value(WORDY))
    assert len(text) < sort.content.letters * 0.6


LONGEST = ((SPARE, 0, 0, 0), (0, SPARE, 0, 0), (0, 0, SPARE, 0), (0, 0, 0, SPARE))


@pytest.mark.parametrize("more", LONGEST)
@pytest.mark.parametrize("letter", ["x", "\u05d0", "\u6f22", "\U0001f419"])
def test_the_largest_deck_goes_through_its_file(letter: str, more: tuple[int, ...]) -> None:
    deck = largest(letter, *more)
    assert read(DECKS, written(DECKS, DECKS.checked(deck)))[1] == deck


@pytest.mark.parametrize("letter", ['"', "\\"])
def test_what_its_own_file_could_not_hold_is_not_kept(journal: Journal, letter: str) -> None:
    """JSON writes such a letter as two: what is kept can always be carried elsewhere."""
    library, deck = Library(journal, DECKS), largest(letter, SPARE, 0, 0, 0)
    rule, sentence = refusal(library.keep, "Ours", terse(deck))
    assert rule == "A-S10" and "Shorter names" in sentence
    assert library.all() == {}


@pytest.mark.parametrize("seed", range(20))
def test_any_deck_that_is_kept_comes_whole_to_another_table(
    journal: Journal, tmp_path: Path, seed: int
) -> None:
    here, deck = Library(journal, DECKS), any_deck(Random(seed))
    at = here.keep("Ours", terse(deck)).at
    one = here.all()[at]
    name, value = read(DECKS, written(DECKS, one.value, one.name))
    with closing(Journal(tmp_path / "other.sqlite", "boot")) as opened:
        there = Library(opened, DECKS)
        there.keep(name, terse(value))
        assert [other.value for other in there.all().values()] == [deck]


def test_a_file_is_mended_by_hand_and_has_a_line_for_each_row_or_card() -> None:
    board = '{\n "splash_companion": "split board",\n "name": "Ours",\n "rows": [\n  "'
    rows = written(BOARDS, BOARD.value(), "Ours")
    assert rows.startswith(board) and rows.count("\n") == 16
    deck = (
        '{\n "splash_companion": "animal splash deck",\n "title": "Ours",\n "animals": ["crab", "'
    )
    cards = written(DECKS, DECK)
    assert cards.startswith(deck) and cards.count("\n") > 72


def test_a_board_s_file_needs_no_name_and_may_say_more() -> None:
    for more in ({"more": [1]}, {"name": 3}):
        assert read(BOARDS, json.dumps({"rows": BOARD.ours, **more})) == ("", BOARD.value())


def test_a_part_of_a_deck_is_read() -> None:
    part = replace(DECK, cards=DECK.cards[:3], starts=(), missions=(), ends=())
    assert read(DECKS, written(DECKS, part)) == ("Ours", part)


@pytest.mark.parametrize("text", GARBAGE.values(), ids=GARBAGE)
def test_a_file_that_is_none_is_refused(sort: Sort, text: str) -> None:
    rule, sentence = refusal(taken, sort.content, text)
    assert rule == sort.content.rule and sentence.endswith(".")


def test_any_bytes_are_read_or_refused(sort: Sort) -> None:
    rng, whole = Random(1), written(sort.content, sort.value())
    for _ in range(200):
        at = rng.randrange(len(whole))
        text = whole[:at] + rng.choice(["", "\\", '"', "S", "-", "\u2660"]) + whole[at + 1 :]
        try:
            taken(sort.content, text)
        except Refused as refused:
            assert refused.rule


def taken(content: Content, text: str) -> object:
    """What is kept of a file."""
    return content.checked(read(content, text)[1])
