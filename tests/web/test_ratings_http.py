"""Who is ahead, and the records of the house: where it is wanted, of those who want it, as it is
kept. Both are worked out of what is kept of games, and are the same as if all was folded anew.
"""

import re
from collections.abc import Iterator
from contextlib import closing
from random import Random
from typing import Any

import pytest

from companion import codec
from companion.access.own_figures import all_in_figures, house_rates, named_in_figures, say_figures
from companion.access.rating import finish_of, ratings_of
from companion.games.dolphin_splash.facts import Setup
from companion.journal import Journal, Op, Row
from companion.journal.people import People, Person
from companion.referee.past import FigureTold, Past, Placed, Summary, summary_told
from companion.runtime import Companion
from companion.stats.rating import RatingShown
from companion.stats.spans import FEW
from companion.web.records import records_of
from companion.words import Corrected, Seat, Touched
from tests.web.house import Phone, begin, referee_phone, running, seated, until
from tests.web.test_figures_http import PEOPLE, note

pytestmark = pytest.mark.usefixtures("closed_pasts")

GAMES = 2 * FEW


def fast(journal: Journal, sensor: str, games: int, by: str = "seat:0", wins: int = 0) -> None:
    """Games of theirs, won by whoever gets all six letters at once."""
    people = [People(journal).number(name, 1) for name in PEOPLE]
    for _ in range(games):
        game = journal.begin_game("dolphin_splash", codec.dumps(Setup(3)), people, 1).game
        told: list[tuple[Any, str]] = [(Touched(0, 1, 1), sensor)]  # type: ignore[arg-type]
        told += [(Corrected(Seat(wins), 1), by)] * 6
        rows = [Row(Op.FACT, codec.dumps((fact,)), of, n) for n, (fact, of) in enumerate(told)]
        journal.append(game, rows, 1)
        journal.end_game(game, 2)


def found_in(journal: Journal, past: Past | None = None) -> tuple[RatingShown, ...]:
    """The ratings of what is kept, or of all games folded anew."""
    games = [game for game in journal.games(10_000) if game.ended_ms is not None]
    known = past.summaries(games) if past else tuple(summary_told(journal, g) for g in games)
    return ratings_of(games, known, all_in_figures(journal))


def rated(journal: Journal) -> dict[tuple[str, str], str]:
    """What each rating says, by game and way."""
    return {(one.title, one.way): " ".join(one.said) for one in found_in(journal)}


def test_an_order_is_of_one_kind_of_table(journal: Journal) -> None:
    fast(journal, "gpio", GAMES)
    fast(journal, "tablet", GAMES, wins=1)
    found = rated(journal)
    assert {way.rpartition(", ")[2] for _, way in found} == {"touch modules", "tablet"}
    gpio, tablet = sorted(found.values())
    assert gpio == "Ana is surely ahead of Ben and Cy. All else is too close to call."
    assert tablet == "Ben is surely ahead of Ana and Cy. All else is too close to call."


def test_what_does_not_count_in_figures_does_not_count_here(journal: Journal) -> None:
    fast(journal, "sim", GAMES)
    fast(journal, "gpio", GAMES, by="robot")
    assert rated(journal) == {}
    fast(journal, "gpio", FEW - 1)
    (said,) = rated(journal).values()
    assert said.startswith("Nothing yet")


def test_who_wants_no_figures_is_a_child_or_is_forgotten_is_not_in_it(journal: Journal) -> None:
    fast(journal, "gpio", GAMES)
    ana, ben, cy = (People(journal).named(name) for name in PEOPLE)
    assert ana and ben and cy
    say_figures(journal, cy.number, False)
    assert set(rated(journal).values()) == {"Ana is surely ahead of Ben."}
    People(journal).child(ben.number, True)
    assert rated(journal) == {}
    say_figures(journal, ben.number, True)
    assert set(rated(journal).values()) == {"Ana is surely ahead of Ben."}
    People(journal).forget(ben.number)
    assert rated(journal) == {}


def test_kept_is_as_folded_anew_whatever_is_taken_back_put_right_or_forgotten(
    journal: Journal,
) -> None:
    rng = Random(4)
    for n in range(GAMES):
        fast(journal, "gpio", 1, wins=n % 4 // 3)
    past = Past(journal)
    before = found_in(journal, past)
    assert before == found_in(journal)
    for _ in range(12):
        game = rng.choice(journal.games(GAMES)).game
        word = rng.choice([row for row in journal.rows(game) if row.by == "seat:0"])
        other = codec.dumps((Corrected(Seat(1), 6),))
        done = rng.choice(
            [
                Row(Op.UNDO, "[]", "seat:0", 99, of=word.seq),
                Row(Op.AMEND, other, "seat:0", 99, of=word.seq),
            ]
        )
        journal.append(game, [done], 3)
        assert found_in(journal, past) == found_in(journal)
    cy = People(journal).named("Cy")
    assert cy
    People(journal).forget(cy.number)
    assert found_in(journal, past) == found_in(journal) != before
    past.close()


def summary(sides: tuple[tuple[int, ...], ...], *places: int, counted: int = 4) -> Summary:
    placing = tuple(Placed(Seat(n), place, False, None, ()) for n, place in enumerate(places))
    figures = tuple(FigureTold(Seat(n), "Games won", 0, 1, 0, "", (), "") for n in range(counted))
    seats = tuple(tuple(Seat(seat) for seat in side) for side in sides)
    return Summary(True, 1, "", placing, figures=figures, sides=seats)


def people(*numbers: int) -> dict[Seat, Person]:
    return {Seat(seat): Person(n, f"P{n}") for seat, n in enumerate(numbers) if n}


def test_sides_come_in_together_and_one_that_is_not_whole_tells_nothing() -> None:
    of_two = summary(((0, 2), (1, 3)), 1, 2, 1, 2)
    found = finish_of(of_two, people(11, 12, 13, 14))
    assert (found.sides, found.places) == (((11, 13), (12, 14)), (1, 2))
    assert finish_of(of_two, people(11, 12, 0, 14)).sides == ()
    assert finish_of(of_two, people(11, 12, 13, 13)).sides == (), "one person on two seats"


def test_who_wins_together_against_others_plays_alone() -> None:
    party = summary((), 1, 1, 2, 2, counted=3)
    found = finish_of(party, people(11, 12, 13, 14))
    assert (found.sides, found.places) == (((11,), (12,), (13,)), (1, 1, 2))


# --- records ----------------------------------------------------------------------------------


def test_the_records_of_a_house_name_nobody_who_does_not_want_that(journal: Journal) -> None:
    note(journal, "gpio", "seat:0")
    note(journal, "tablet", "seat:0")
    note(journal, "gpio", "robot")
    games = journal.games()
    known = [summary_told(journal, game) for game in games]

    def named(game: Any) -> dict[Seat, str]:
        return named_in_figures(journal, game)

    (group,) = records_of(games, known, named)
    titles = [record.title for record in group.records]
    assert len(titles) == len(set(titles)) == 4
    assert "Closest finish (tablet)" in titles and "Closest finish (touch modules)" in titles
    assert "Ana" in str(group)
    ana = People(journal).named("Ana")
    assert ana
    say_figures(journal, ana.number, False)
    (group,) = records_of(games, known, named)
    assert "Ana" not in str(group) and "somebody" in str(group)


# --- pages ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Companion]:
    state = tmp_path_factory.mktemp("ratings")
    with closing(Journal(state / "journal.sqlite", "boot")) as journal:
        fast(journal, "gpio", GAMES)
        note(journal, "gpio", "seat:0")
    made = running(state)
    begin(referee_phone(made), *PEOPLE)
    yield made
    made.close()


def whole(phone: Phone, path: str) -> str:
    return until(lambda: (page := phone.get(path)[1]) and "Counting" not in page and page)


def test_nobody_is_put_in_an_order_before_the_house_wants_it(house: Companion) -> None:
    referee = referee_phone(house)
    ana = seated(house, referee, 0)
    page = ana.get("/ratings")[1]
    assert "Nobody is put in an order here" in page and "data-rated" not in page
    assert "surely" not in page
    assert 'data-rated="1"' in referee.get("/ratings")[1]
    assert ana.post("/api/ratings", {"on": True})[0] == 403
    assert not house_rates(house.referee.journal)
    assert referee.post("/api/ratings", {"on": True})[0] == 200
    page = whole(ana, "/ratings")
    assert "Ana is surely ahead of Ben and Cy." in page and 'data-rated="0"' not in page
    table = re.findall(r"<caption>From where to where.*?</table>", page, re.DOTALL)
    assert len(table) == 1 and table[0].count('<th scope="rowgroup"') == len(PEOPLE)
    assert referee.post("/api/ratings", {"on": False})[0] == 200
    assert "surely ahead" not in ana.get("/ratings")[1]
    assert Phone(house.address.port).get("/ratings")[0] == 403


def test_the_records_lead_to_their_moments(house: Companion) -> None:
    page = whole(Phone(house.address.port), "/records")
    links = re.findall(r'href="(/replay/[0-9]+[?]at=[0-9]+)"', page)
    assert links and "Closest finish (touch modules)" in page and "40\u00a0ms" in page
    for link in links:
        code, replay = Phone(house.address.port).get(link)
        assert code == 200 and "closed" not in replay
