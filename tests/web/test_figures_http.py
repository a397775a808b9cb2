"""What somebody did, on their own phone alone: of people at a table that feels, as they want it."""

import re
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion import codec
from companion.access.own_figures import (
    forget_figures,
    named_in_figures,
    others_in_figures,
    say_figures,
)
from companion.games import GAMES
from companion.games.dolphin_splash.facts import Claimed, Dealt, GoodGrab, Setup
from companion.games.split.facts import Fixed as SplitFixed
from companion.journal import Journal, Op, Row
from companion.journal.people import People, Person
from companion.journal.rows import PRETEND, GameRow
from companion.journal.settings import FIGURES
from companion.referee.fold import Entry, Fold
from companion.referee.past import FigureTold, Past, Placed, Summary, summary_of_fold
from companion.runtime import Companion
from companion.web.figures import ended_games, evening_of, groups_of, met_of
from companion.words import Corrected, HandedOver, Pad, Seat, Touched
from tests.games.test_race import games_of
from tests.referee.test_again import over
from tests.robots.hearsay import REFEREE, Room
from tests.robots.stories import STORIES
from tests.web.house import (
    Phone,
    begin,
    leader,
    on_a_tablet,
    referee_phone,
    running,
    seated,
    until,
    win,
)

pytestmark = pytest.mark.usefixtures("closed_pasts")

PEOPLE = ("Ana", "Ben", "Cy")
ROUNDS = 4
LATE_US = 40_000  # Ben's hand after Ana's


def facts() -> Iterator[Any]:
    """A game that Ana wins; Ben says nothing in every second round."""
    game = GAMES["dolphin_splash"]
    state, at_us = game.start(Setup(3)), 0
    for n in range(ROUNDS):
        at_us += 10_000_000
        told: list[Any] = [
            Dealt(state.dealer),
            Touched(Pad(0), at_us, 300),
            Touched(Pad(1), at_us + LATE_US, 300),
            Claimed(Seat(0), Pad(0)),
            GoodGrab(),
            Claimed(Seat(1) if n % 2 else Seat(2), Pad(1)),
        ]
        for fact in told:
            state = game.judge(state, fact).state
            yield fact
    while not game.view(state).over:
        fact = Corrected(Seat(0), 1)
        state = game.judge(state, fact).state
        yield fact


def note(journal: Journal, sensor: str, by: str, *more: Any) -> None:
    """A game of theirs, felt and told like this."""
    people = [People(journal).number(name, 1) for name in PEOPLE]
    game = journal.begin_game("dolphin_splash", codec.dumps(Setup(3)), people, 1).game
    told = [*facts(), *more]
    sources = [sensor if isinstance(fact, Touched) else by for fact in told]
    rows = [
        Row(Op.FACT, codec.dumps((f,)), s, n)
        for n, (f, s) in enumerate(zip(told, sources, strict=True))
    ]
    journal.append(game, rows, 1)
    journal.end_game(game, 2)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Companion]:
    state = tmp_path_factory.mktemp("figures")
    journal = Journal(state / "journal.sqlite", "boot")
    for sensor, by in (("gpio", "seat:0"), ("tablet", "seat:0"), ("gpio", "referee")):
        note(journal, sensor, by)
    note(journal, "sim", "seat:0")
    note(journal, "gpio", "robot")
    journal.close()
    made = running(state)
    begin(referee_phone(made), *PEOPLE)  # they are here again
    yield made
    made.close()


@pytest.fixture(scope="module")
def ana(house: Companion) -> Phone:
    return seated(house, referee_phone(house), 0)


def told(phone: Phone) -> dict[str, str]:
    """The figures on a page once all is counted."""
    page = until(lambda: (p := phone.get("/figures")[1]) and "Counting" not in p and p)
    found = re.findall(r"<h3>(.*?)</h3>.*?<figcaption>(.*?)</figcaption>", page, re.DOTALL)
    return {title: re.sub(r"<[^>]+>", "", said) for title, said in found}


def test_what_was_felt_otherwise_or_by_nobody_is_not_put_together(ana: Phone) -> None:
    found = told(ana)
    assert found["Games won"] == "3 of 3.", "neither robots' nor pretended ones"
    assert found["My hand was first (touch modules)"] == "8 of 8. Of 8 grabs, 8 said whose."
    assert found["My hand was first (tablet)"] == "4 of 4. Of 4 grabs, 4 said whose."
    assert found["Too soon"] == "0 of 12."


def test_a_record_leads_to_its_moment(ana: Phone) -> None:
    told(ana)
    page = ana.get("/figures")[1]
    (table,) = re.findall(r"<caption>Closest finish \(tablet\).*?</table>", page, re.DOTALL)
    assert "40\u00a0ms" in table and "Ana" in table
    link = re.search(r'href="(/replay/[0-9]+[?]at=[0-9]+)"', table)
    assert link
    code, replay = ana.get(link[1])
    assert code == 200 and "closed" not in replay
    assert "Closest finish (touch modules)" in page


def met(journal: Journal, name: str) -> set[tuple[str, str, str]]:
    """Whom somebody met, how often, and how often they were ahead."""
    person = People(journal).named(name)
    assert person is not None
    games, past = People(journal).played(person.number), Past(journal)
    known = past.summaries([game for game, _ in games])
    past.close()
    shown = met_of(games, known, others_in_figures(journal, person))
    return {(one.name, one.met, one.ahead) for one in shown}


def test_whom_somebody_met_stands_on_their_page(ana: Phone) -> None:
    told(ana)
    page = ana.get("/figures")[1]
    (table,) = re.findall(r"<caption>In all games together.*?</table>", page, re.DOTALL)
    assert ">Ben</th></tr><tr><td>3 times</td><td>3 times</td>" in table
    assert ">Ana</th>" not in table, "nobody meets herself"


def test_met_is_over_games_that_count(journal: Journal) -> None:
    note(journal, "gpio", "seat:0")
    note(journal, "tablet", "seat:0")
    note(journal, "sim", "seat:0")
    note(journal, "gpio", "robot")
    note(journal, "gpio", "seat:0", HandedOver(Seat(1)))
    assert met(journal, "Ana") == {("Ben", "twice", "twice"), ("Cy", "3 times", "3 times")}
    ben = met(journal, "Ben")
    assert {(name, often) for name, often, _ in ben} == {("Ana", "twice"), ("Cy", "twice")}
    assert ("Ana", "twice", "never") in ben


def test_who_wants_no_figures_or_is_forgotten_is_met_by_nobody(journal: Journal) -> None:
    note(journal, "gpio", "seat:0")
    ben, cy = People(journal).named("Ben"), People(journal).named("Cy")
    assert ben and cy
    say_figures(journal, ben.number, False)
    People(journal).forget(cy.number)
    assert met(journal, "Ana") == set()
    named_there = named_in_figures(journal, journal.games()[0])
    assert named_there == {Seat(0): "Ana"}, "a name that is gone is no empty word"


def test_equal_places_and_a_second_seat() -> None:
    rows = GameRow(1, "split", "{}", 0, 1)
    ben, cy = Person(2, "Ben", "", False), Person(3, "Cy", "", False)
    seats = {Seat(1): ben, Seat(2): cy, Seat(3): cy}
    placing = tuple(Placed(Seat(n), place, False, None, ()) for n, place in enumerate((2, 2, 1, 3)))
    figures = tuple(FigureTold(Seat(n), "Games won", 0, 1, 0, "", (), "") for n in range(4))
    summary = Summary(True, 1, "", placing, figures=figures)
    shown = met_of([(rows, Seat(0))], [summary], {1: seats})
    assert [(one.name, one.met, one.ahead) for one in shown] == [
        ("Ben", "once", "never"),
        ("Cy", "once", "never"),
    ]


def test_each_phone_shows_its_own_person(house: Companion, ana: Phone) -> None:
    ben = seated(house, referee_phone(house), 1)
    found = told(ben)
    assert found["Games won"] == "0 of 3."
    assert found["My hand was first (touch modules)"] == "0 of 4. Of 8 grabs, 4 said whose."
    assert (
        found["After the first hand (touch modules)"] == "Felt 4 times. Of 8 grabs, 4 said whose."
    )
    assert Phone(house.address.port).get("/figures")[0] == 403


def test_a_game_counts_as_soon_as_it_is_over_and_no_more_once_that_is_taken_back(
    tmp_path: Path,
) -> None:
    with closing(on_a_tablet(tmp_path / "state")) as made:
        referee = referee_phone(made)
        win(referee, 0)
        won = made.referee.picture.game
        ana = seated(made, referee, 0)
        assert won is not None and won.ended_ms is None
        assert told(ana)["Games won"] == "1 of 1."
        assert [game.game for game in ended_games(made.referee)] == [won.game]
        undo = referee.state()["undo"]
        assert referee.post("/api/undo", {"tell": "back", "of": undo["seq"]})[0] == 200
        assert not made.referee.picture.view.over
        assert told(ana) == {} and ended_games(made.referee) == []
        begin(referee, *PEOPLE)  # left as it stood
        assert [game.game for game in ended_games(made.referee)] == [won.game]


@pytest.mark.parametrize("kind", STORIES)
def test_so_it_is_in_every_game(kind: str, tmp_path: Path) -> None:
    with closing(Room(tmp_path)) as room:
        game = over(room, kind).game
        assert game is not None and game.ended_ms is None
        assert [one.game for one in ended_games(room.referee)] == [game.game]
        while room.referee.picture.view.over:
            line = room.referee.picture.undo
            assert line is not None
            assert room.referee.undo(room.tap(), line.seq, REFEREE).kind == "counts"
        assert ended_games(room.referee) == []


def test_who_wants_no_figures_has_none(ana: Phone) -> None:
    assert ana.post("/api/figures", {"on": False})[0] == 200
    page = ana.get("/figures")[1]
    assert "You wanted none." in page and "<figure>" not in page
    assert ana.post("/api/figures", {"on": True})[0] == 200
    assert told(ana)["Games won"] == "3 of 3."


def test_a_child_has_none_before_it_wants_some(house: Companion) -> None:
    referee = referee_phone(house)
    cy = seated(house, referee, 2)
    number = People(house.referee.journal).named("Cy")
    assert number is not None
    assert referee.post("/api/child", {"person": number.number, "child": True})[0] == 200
    assert "A child has none, unless you want some." in cy.get("/figures")[1]
    assert cy.post("/api/figures", {"on": True})[0] == 200
    assert told(cy)["Games won"] == "0 of 3."


def test_who_wants_no_figures_is_in_nobody_elses(journal: Journal) -> None:
    note(journal, "gpio", "seat:0")
    game, ben = journal.games()[0], People(journal).named("Ben")
    assert ben is not None
    soaked = FigureTold(Seat(0), "Soaked by \x021\x03", 1, 1, 0, "", (), "")
    told = Summary(True, 1, "", (), figures=(soaked,))
    (group,) = groups_of([(game, Seat(0))], [told], partial(named_in_figures, journal))
    assert [one.title for one in group.figures] == ["Soaked by Ben"]
    say_figures(journal, ben.number, False)
    assert not groups_of([(game, Seat(0))], [told], partial(named_in_figures, journal))


def test_a_game_after_midnight_belongs_to_the_evening_before() -> None:
    begun = int(datetime(2026, 5, 3, 1, 30).timestamp() * 1000)
    assert evening_of(GameRow(1, "split", "{}", begun, None)) == "2 May 2026"


def test_a_game_that_went_on_another_day_belongs_to_that_evening() -> None:
    begun, told = (int(datetime(2026, 5, day, 20).timestamp() * 1000) for day in (3, 31))
    assert evening_of(GameRow(1, "split", "{}", begun, None, told)) == "31 May 2026"


def test_a_seat_that_was_handed_over_is_nobodys(journal: Journal) -> None:
    note(journal, "gpio", "seat:0", HandedOver(Seat(0)))
    past = Past(journal)
    seats = {one.seat for one in past.summary(journal.games()[0]).figures}
    assert seats == {1, 2}


@pytest.mark.parametrize(("boot", "counts"), [("boot", True), (f"{PRETEND}boot", False)])
def test_what_was_told_at_a_pretended_table_does_not_count(
    tmp_path: Path, boot: str, counts: bool
) -> None:
    journal = Journal(tmp_path / "journal.sqlite", boot)
    note(journal, "gpio", "seat:0")
    past = Past(journal)
    assert bool(past.summary(journal.games()[0]).figures) == counts
    journal.close()


def test_a_table_with_simulated_pins_says_so_in_each_row(house: Companion) -> None:
    leader(house, *PEOPLE)
    house.referee.tell("", Corrected(Seat(0), 1), "referee")
    (row,) = house.referee.journal.rows(house.referee.journal.games(1)[0].game)
    assert row.is_pretended


def test_a_game_on_the_practice_board_is_practice() -> None:
    for states in games_of("split"):
        view = GAMES["split"].view(states[-1])
        if view.over:
            fold = Fold(GAMES["split"], states[-1].setup)
            row = Row(Op.FACT, "[]", "referee", 0)
            ended = SplitFixed(0, None)
            fold.entries = [Entry(row, ended, (ended,), now, now) for now in states]
            assert bool(summary_of_fold(fold).figures) != view.practice


def test_who_is_forgotten_left_no_word_on_figures(journal: Journal) -> None:
    for number, on in ((3, False), (4, True), (3, True)):
        say_figures(journal, number, on)
    assert journal.setting(FIGURES) == {"on": (4, 3)}
    forget_figures(journal, 4)
    assert journal.setting(FIGURES) == {"on": (3,)}
