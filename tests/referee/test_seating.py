"""Who sits where follows the words by which people sat down: taken back, it is as it was before."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from companion.frozen import replace
from companion.games import GAMES
from companion.journal import Op
from companion.journal.people import People
from companion.journal.settings import SAT
from companion.referee.amending import Answer
from companion.referee.fold import Entry, Fold
from companion.referee.rows import change_row
from companion.referee.seating import sit_by
from companion.referee.secrecy import happened
from companion.referee.showing import PLAYS_ON, SITS_DOWN, seats_of
from companion.say import Names, say
from companion.words import Ask, HandedOver, Joined, Seat
from tests.games.chance import any_setup
from tests.games.shelf import RULES
from tests.referee.hall import REFEREE, Hall, hall

PEOPLE = 4
STEPS, SEEDS = 30, 2
NEW = ("Zoë", "Yan", "Xi", "Will", "Vera", "Uwe", "Tom", "Sue", "Ria", "Quin", "Pia", "Olaf")


def hands_seats_on(game: ModuleType) -> bool:
    """Whether a game knows that somebody sits down for somebody else: a new one leaves it out."""
    state = game.start(any_setup(game, Random(1)))
    return any(ask.topic == "seatings" for ask in game.asks(state))


HANDED_ON = [kind for kind, game in RULES.items() if hands_seats_on(game)]


def names(table: Hall) -> dict[Seat, str]:
    """By seat, who is at the table."""
    picture = table.referee.picture
    here = {*picture.view.present, *picture.view.joining}
    return {seat: name for seat, name in picture.names.seats.items() if seat in here}


def hand_over(table: Hall, seat: int, name: str) -> int:
    """Somebody else plays on; the number of that word."""
    opened = table.referee.picture.open
    (ask,) = (one.id for one in opened if "hand_over" in {key.key for key in one.ask.choices})
    reply = table.referee.answer(table.tap(), ask, "hand_over", {"seat": seat}, REFEREE)
    assert reply.kind == "counts", reply
    assert table.referee.rename(Seat(seat), name).kind == "counts"
    return reply.seq


def seats_move(table: Hall, rng: Random, new: list[str]) -> bool:
    """Somebody sits down, plays on for somebody or goes, by chance; whether it counts."""
    picture = table.referee.picture
    offered = [
        (one.id, choice.key, choice.slots[0].options)
        for one in picture.open
        if one.ask.topic == "seatings"
        for choice in one.ask.choices
    ]
    ask, key, options = rng.choice(offered)
    seat = rng.choice(options)
    reply = table.referee.answer(table.tap(), ask, key, {"seat": seat}, REFEREE)
    if reply.kind == "counts" and key in (SITS_DOWN, PLAYS_ON):
        assert table.referee.rename(Seat(int(seat)), new.pop()).kind == "counts"
    return reply.kind == "counts"


def drop(table: Hall, word: int) -> None:
    """A word never was, as the referee puts it right; nothing falls with it."""
    assert not table.referee.what_if(word, ()).falls
    seen = table.referee.picture.seq
    assert table.referee.amend(table.tap(), word, (), seen, REFEREE).kind == "counts"


class Long(list[Entry]):
    """The facts of a long game: nobody goes through all of them."""

    def __iter__(self) -> Iterator[Entry]:
        raise AssertionError("all facts of the game are read")


def hold_seats(fold: Fold) -> None:
    """What is read of the words by which people sit down is what all facts would tell."""
    counts = [entry for entry in fold.entries if happened(entry)]
    told = [(entry, fact) for entry in counts for fact in entry.facts]
    sat = {one.seat: entry.row.seq for entry, one in told if isinstance(one, Joined | HandedOver)}
    late = {Seat(one.seat) for _, one in told if isinstance(one, Joined)}
    assert sit_by(fold) == sat
    assert {*seats_of(fold)} == {*map(Seat, range(fold.setup.seats)), *late}


@pytest.mark.parametrize("kind", HANDED_ON)
def test_seats_are_known_without_reading_the_whole_game(kind: str, table: Hall) -> None:
    """By chance: told, undone, redone, put right into sitting down and out of it, and looked at."""
    table.begin(PEOPLE, kind=kind)
    rng, new, word = Random(kind), list(NEW), 0
    for _ in range(STEPS):
        picture, fold = table.referee.picture, table.referee._judging.fold
        assert fold is not None
        match rng.choice(("seats", "seats", "undo", "redo", "amend", "tell")):
            case "seats" if len(new) > 1:
                seats_move(table, rng, new)
            case "undo" if picture.undo:
                table.undo()
            case "redo" if picture.redo:
                table.redo()
            case "amend" if picture.undo:
                word = picture.undo.amends or picture.undo.seq
                questions = table.referee.what_if(word, ()).questions
                ways = [
                    Answer(n, *one) for n, ask in enumerate(questions) for one in keys(ask, rng)
                ]
                answers = tuple(rng.sample(ways, min(1, len(ways))))
                table.referee.amend(table.tap(), word, answers, picture.seq, REFEREE)
            case "tell":
                asked = [(one.id, *told) for one in picture.open for told in keys(one.ask, rng)]
                if asked:
                    table.referee.answer(table.tap(), *rng.choice(asked), REFEREE)
        for looked_at in (fold, fold.up_to(rng.randint(0, len(fold.entries)))):
            hold_seats(looked_at)
        if fold.entries:
            place = rng.randrange(len(fold.entries))
            seat = Seat(rng.randrange(PEOPLE))
            hold_seats(fold.with_amended(place, rng.choice(((), (HandedOver(seat),)))))
    assert word, "something was put right"
    fold = table.referee._judging.fold
    assert fold is not None
    for n, entry in enumerate([one for one in fold.entries if one.by_person]):
        told = (HandedOver(Seat(n % PEOPLE)),)
        row = change_row(Op.AMEND, entry.row.seq, f"later-{n}", REFEREE, 0, told)
        fold.take(replace(row, seq=1_000 + n))
        hold_seats(fold)
    fold.entries = Long(fold.entries)
    table.referee._judging._read_names()
    assert seats_of(fold)


def keys(ask: Ask, rng: Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """Its answers, each with a pick by chance."""
    for choice in ask.choices:
        picks = {slot.field: rng.choice(slot.options) for slot in choice.slots if slot.options}
        yield choice.key, picks


def test_seats_are_handed_on_in_all_games_of_ours() -> None:
    assert len(HANDED_ON) >= len(GAMES)


@pytest.mark.parametrize("kind", HANDED_ON)
def test_who_sits_where_goes_back_and_forth_with_the_words(kind: str, tmp_path: Path) -> None:
    """By chance: somebody comes, goes, plays on, is named by hand; undone, redone, restarted."""
    for seed in range(SEEDS):
        rng, folder = Random(seed), tmp_path / str(seed)
        folder.mkdir()
        with hall(folder) as table:
            table.begin(PEOPLE, kind=kind)
            back, forth, new = [names(table)], [], list(NEW)  # back[-1]: who sits there now
            for _ in range(STEPS):
                match rng.choice(("seats", "seats", "undo", "undo", "redo", "rename", "restart")):
                    case "seats" if new and seats_move(table, rng, new):
                        back, forth = [*back, names(table)], []
                    case "undo" if len(back) > 1:
                        forth.append(back.pop())
                        table.undo()
                    case "redo" if forth:
                        back.append(forth.pop())
                        table.redo()
                    case "rename" if len(back) > 1 and not forth and new:
                        # Of whom the newest seat is: it is theirs as long as that word stands.
                        for seat in (s for s in back[-1] if back[-1][s] != back[-2].get(s)):
                            table.referee.rename(seat, new.pop())
                            back[-1] = names(table)
                    case "restart":
                        table.restart()
                assert names(table) == back[-1], f"seed {seed}"


@pytest.mark.parametrize("kind", HANDED_ON)
def test_a_seat_that_two_took_over_goes_back_to_the_first(kind: str, table: Hall) -> None:
    table.begin(PEOPLE, kind=kind)
    first, second = hand_over(table, 1, "Zoë"), hand_over(table, 1, "Yan")
    drop(table, first)
    assert names(table)[Seat(1)] == "Yan", "who came later still sits there"
    drop(table, second)
    assert names(table)[Seat(1)] == "Ben"


def test_who_was_merged_meanwhile_comes_back_as_the_other(table: Hall) -> None:
    table.begin(PEOPLE)
    hand_over(table, 1, "Zoë")
    people = People(table.journal)
    ben, bens = people.named("Ben"), people.number("Benjamin", 1)
    assert ben is not None
    people.merge(ben.number, bens)
    table.undo()
    assert names(table)[Seat(1)] == "Benjamin"


def test_who_was_forgotten_meanwhile_comes_back_as_a_guest(table: Hall) -> None:
    table.begin(PEOPLE)
    hand_over(table, 1, "Zoë")
    people = People(table.journal)
    ben = people.named("Ben")
    assert ben is not None
    people.forget(ben.number)
    table.undo()
    assert names(table)[Seat(1)] == "A guest"


def test_nobody_sits_twice(table: Hall) -> None:
    """Who gave a seat away and sits at another by now does not get the old one, too."""
    table.begin(PEOPLE)
    over = hand_over(table, 1, "Zoë")
    hand_over(table, 2, "Ben")
    drop(table, over)
    found = list(names(table).values())
    assert found.count("Ben") == 1 and len(set(found)) == len(found)


@pytest.mark.parametrize("kind", HANDED_ON)
def test_of_two_seats_that_get_one_name_at_once_the_second_adds_a_letter(
    kind: str, table: Hall
) -> None:
    """Whatever each of two phones saw when it was written."""
    table.begin(PEOPLE, kind=kind)
    before = names(table)
    assert table.referee.rename(Seat(1), "Zoe", "Ben").kind == "counts"
    second = table.referee.rename(Seat(2), "Zo\u0451", before[Seat(2)])
    assert second.kind == "refused" and "Add a letter" in say(second.text, Names())
    assert names(table) == {**before, Seat(1): "Zoe"}


def test_the_next_game_knows_nothing_of_it(table: Hall) -> None:
    table.begin(PEOPLE)
    hand_over(table, 1, "Zoë")
    table.referee.begin_game("split", ["Ana", "Cy", "Dee"], {}, table.tap(), sure=True)
    hand_over(table, 2, "Eve")
    table.undo()
    assert names(table) == {Seat(0): "Ana", Seat(1): "Cy", Seat(2): "Dee"}


@pytest.mark.parametrize("told", ["", "game 1;1 5 0", "game 1;x 1 2;1 5 0 99 7", "game;1", "{1:2}"])
def test_a_damaged_note_of_it_stops_no_start(told: str, table: Hall) -> None:
    table.begin(PEOPLE)
    hand_over(table, 1, "Zoë")
    with table.journal.writing() as cursor:
        cursor.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (SAT.name, told))
    table.restart()
    table.undo()
    assert set(names(table)) == {Seat(n) for n in range(PEOPLE)}
