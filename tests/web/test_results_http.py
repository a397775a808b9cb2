"""What was played, taken elsewhere: nobody is named unasked, and nobody against their wish."""

import csv
import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from companion.access import AccessError
from companion.access.export import LETTERS, exported, of_evening
from companion.access.own_figures import let_rate, say_figures
from companion.frozen import replace
from companion.journal import GameRow, Journal
from companion.journal.people import People
from companion.referee.past import summary_told
from companion.stats.export import (
    COLUMNS,
    TABLE,
    TAKES,
    GameTaken,
    SeatPlayed,
    as_csv,
    as_json,
    play,
)
from tests.robots.many import play_a_few
from tests.test_cli import companion as command
from tests.web.house import Phone, begin, leader, running, until, win
from tests.web.test_ratings_http import GAMES, fast

PEOPLE = ("Ana", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a few games of every kind; the last is over, and nobody has left it."""
    folder = tmp_path_factory.mktemp("results")
    play_a_few(folder)
    return folder


@pytest.fixture
def journal(played: Path, tmp_path: Path) -> Iterator[Journal]:
    shutil.copytree(played, tmp_path / "copy")
    with closing(Journal(tmp_path / "copy" / "journal.sqlite", "boot")) as journal:
        yield journal


def taken(journal: Journal, names: bool = False) -> tuple[GameTaken, ...]:
    games = ((game, summary_told(journal, game)) for game in journal.games())
    return tuple(exported(journal, games, names).games)


def lines(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text)))


def test_every_game_that_came_to_its_end_is_in_both(journal: Journal) -> None:
    games = taken(journal)
    over = [game.game for game in journal.games() if summary_told(journal, game).over]
    assert [game.game for game in games] == over
    assert len({game.kind for game in games}) >= 4
    told = json.loads(as_json(games))["games"]
    table = lines(as_csv(games))
    assert {str(game["game"]) for game in told} == {line["game"] for line in table}
    assert any(line["figure"] for line in table)
    for game, one in zip(told, games, strict=True):
        assert len(game["seats"]) == len(one.seats) >= 2
        assert any(seat["won"] for seat in game["seats"]) or game["kind"] == "party_splash"


def test_nobody_is_named_unless_it_is_asked_for(journal: Journal) -> None:
    for write in (as_csv, as_json):
        quiet, loud = write(taken(journal)), write(taken(journal, names=True))
        assert not any(name in quiet for name in PEOPLE)
        assert "Ana" in loud and "Ben" in loud


def test_a_label_is_one_person_in_one_file_and_another_in_the_next(journal: Journal) -> None:
    first, second, named = taken(journal), taken(journal), taken(journal, names=True)

    def who(games: tuple[GameTaken, ...]) -> list[str]:
        return [seat.who for game in games for seat in game.seats]

    pairs = set(zip(who(named), who(first), strict=True))
    assert len(pairs) == len(dict(pairs)) == len({label for _, label in pairs})
    assert not set(who(first)) & set(who(second))


def test_no_two_people_get_one_label(journal: Journal) -> None:
    """Also where chance draws one twice."""
    drawn = iter("AAAA" * 2 + LETTERS * 99)
    games = ((game, summary_told(journal, game)) for game in journal.games())
    found = list(exported(journal, games, False, lambda _: next(drawn)).games)
    labels = {seat.who for game in found for seat in game.seats}
    names = {seat.who for game in taken(journal, names=True) for seat in game.seats}
    assert len(labels) == len(names)


def test_who_wants_no_figures_has_none_and_is_in_nobody_s(journal: Journal) -> None:
    ana = People(journal).named("Ana")
    assert ana is not None
    before = [f for game in taken(journal, True) for seat in game.seats for f in seat.figures]
    assert any("Ana" in one.figure for one in before), "somebody was soaked by her"
    say_figures(journal, ana.number, False)
    for game in taken(journal, names=True):
        for seat in game.seats:
            assert seat.who != "Ana" or not seat.figures
            assert not any("Ana" in one.figure for one in seat.figures)


def test_a_game_that_is_not_over_is_not_in_it(journal: Journal) -> None:
    newest = journal.games(1)[0]
    setup = newest.setup
    journal.begin_game(newest.kind, setup, [], 5)
    assert {game.game for game in taken(journal)} <= {g.game for g in journal.games()[1:]}


def row(at: str) -> GameRow:
    return GameRow(1, "split", "{}", round(datetime.fromisoformat(at).timestamp() * 1000), 1)


def test_an_evening_goes_on_after_midnight() -> None:
    late, early = row("2026-11-24T00:40:00"), row("2026-11-24T11:00:00")
    assert of_evening([late, early], "2026-11-23") == [late]
    assert of_evening([late, early], "2026-11-24") == [early]
    assert of_evening([late, early], "") == [late, early]
    went_on = replace(early, told_ms=row("2026-11-25T20:15:00").begun_ms)
    assert of_evening([went_on], "2026-11-25") == [went_on] and not of_evening(
        [went_on], "2026-11-24"
    )
    for wrong in ("yesterday", "2026-13-01", "=1+1"):
        with pytest.raises(AccessError, match="as a date"):
            of_evening([late], wrong)


@pytest.mark.parametrize("name", ["=1+1", "+49", "-Ana", "-5+1", "-5\n=1", "@home", "\tx", "Ana"])
def test_no_program_for_tables_works_a_name_out(name: str) -> None:
    seats = (SeatPlayed(name, 1, "-5", True),)
    begun = "2026-11-23T20:00:00+00:00"
    game = GameTaken(1, "split", "SPLIT", "", begun, begun, 3, seats)
    (line,) = lines(as_csv([game]))
    assert line["who"] == (name if name == "Ana" else f"'{name}")
    assert line["score"] == "-5", "a number stays one"
    assert list(line) == list(COLUMNS)


def test_bg_stats_takes_a_play(journal: Journal) -> None:
    """Its own words: source, date in UTC, game, and by player a rank and whether they won."""
    for game, told in zip(
        taken(journal), json.loads(as_json(taken(journal)))["games"], strict=True
    ):
        made = play(game)
        assert made["playDate"] == game.begun[:19].replace("T", " ")
        assert made["game"]["sourceGameId"] == game.kind
        assert [one["winner"] for one in made["players"]] == [seat.won for seat in game.seats]
        assert len({one["sourcePlayerId"] for one in made["players"]}) == len(game.seats)
        link = told["bg_stats"]["link"]
        assert link.startswith(TAKES) and " " not in link
        sent = json.loads(unquote(link.removeprefix(TAKES)))
        assert sent == told["bg_stats"]["takes"]


# --- by page and command ----------------------------------------------------------------------


def test_the_referee_s_phone_has_both_files(played: Path, tmp_path: Path) -> None:
    shutil.copytree(played, tmp_path / "state")
    made = running(tmp_path / "state")
    with closing(made):
        referee = leader(made, "Ana", "Ben", "Cy")
        page = referee.get("/history")[1]
        assert "/results.csv" in page and "/results.json?names=1" in page
        assert "/results" not in Phone(made.address.port).get("/history")[1]

        def table(path: str) -> Any:
            code, text = referee.get(path)
            return lines(text) if code == 200 else None

        whole = until(lambda: table("/results.csv?names=1"))
        assert {line["who"] for line in whole} >= {"Ana", "Ben"}
        assert not {line["who"] for line in table("/results.csv")} & set(PEOPLE)
        day = whole[0]["begun"][:10]
        assert table(f"/results.csv?evening={day}") is not None
        assert table("/results.csv?evening=1999-01-01") == []
        assert referee.get("/results.json?evening=soon")[0] == 400
        begin(referee, "Ana", "Ben", "Cy")
        games = len({line["game"] for line in table("/results.csv")})
        win(referee, 1)

        def one_more() -> bool:
            return len({line["game"] for line in table("/results.csv") or ()}) == games + 1

        until(one_more, "the game that is over, and that nobody has left yet")


def test_the_command_writes_the_same(journal: Journal, tmp_path: Path) -> None:
    state = str(journal.path.parent)
    for name, form in (("a.csv", lines), ("a.json", json.loads)):
        file = tmp_path / name
        done = command("results", str(file), "--state", state)
        assert done.exit_code == 0 and "nobody is named" in done.output
        text = file.read_bytes().decode("utf-8")
        assert form(text) and not any(name in text for name in PEOPLE)
        assert command("results", str(file), "--names", "--state", state).exit_code == 0
        assert "Ana" in file.read_text(encoding="utf-8")
    wrong = command("results", str(tmp_path / "a.xls"), "--state", state)
    assert wrong.exit_code != 0 and ".csv" in wrong.output
    nowhere = command("results", str(tmp_path / "no" / "a.csv"), "--state", state)
    assert nowhere.exit_code != 0 and "Name another place" in nowhere.output


# --- all of it --------------------------------------------------------------------------------


def whole(journal: Journal, names: bool = False) -> tuple[list[dict[str, str]], Any]:
    """The table and the data of all games."""

    def found() -> Any:
        games = ((game, summary_told(journal, game)) for game in journal.games(1000))
        return exported(journal, games, names)

    table, data = found(), found()
    return lines(as_csv(table.games, table.house)), json.loads(as_json(data.games, data.house))


def test_records_races_and_what_the_table_did_are_in_it(journal: Journal) -> None:
    table, data = whole(journal, names=True)
    abouts = {line["about"] for line in table}
    assert abouts >= {"figure", "record", "table", "met"} and "rating" not in abouts
    for about, key in (("record", "records"), ("table", "table")):
        of_data = sum(len(game[key]) for game in data["games"])
        assert of_data == sum(line["about"] == about for line in table) > 0
    assert any(line["part"] == "Red" and line["of"] for line in table)
    assert all(line["who"] == TABLE for line in table if line["about"] == "table")
    assert any(game["race"] for game in data["games"])
    for game in data["games"]:
        for line in game["race"]:
            assert line["who"] and all(0 <= height <= 1000 for height in line["heights"])


def test_whom_everybody_met_is_in_it_from_both_sides(journal: Journal) -> None:
    _, data = whole(journal, names=True)
    met = {
        (one["who"], one["figure"].removeprefix("Ahead of ")): (one["times"], one["of"])
        for one in data["house"]
    }
    assert met
    for (one, other), (ahead, times) in met.items():
        behind, again = met[other, one]
        assert times == again and ahead + behind <= times


def test_in_all_of_it_nobody_is_named_unasked_and_who_wants_no_figures_nowhere(
    journal: Journal,
) -> None:
    table, data = whole(journal)
    assert not any(name in f"{table}{data}" for name in PEOPLE)
    ana = People(journal).named("Ana")
    assert ana is not None
    say_figures(journal, ana.number, False)
    table, data = whole(journal, names=True)
    for line in table:
        if line["about"] in ("record", "met", "rating", "table"):
            assert "Ana" not in f"{line['who']} {line['figure']}"
    assert not any("Ana" in str(game["records"]) for game in data["games"])
    assert "Ana" not in str(data["house"])


def test_who_is_ahead_is_in_it_where_the_house_wants_that(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "journal.sqlite", "boot")) as journal:
        fast(journal, "gpio", GAMES)
        assert not [line for line in whole(journal)[0] if line["about"] == "rating"]
        let_rate(journal, True)
        table, data = whole(journal, names=True)
        rated = [line for line in table if line["about"] == "rating"]
        assert [line["who"] for line in rated] == ["Ana", "Ben", "Cy"]
        assert rated[0]["figure"] == "Surely ahead of Ben and Cy"
        assert [line["of"] for line in rated] == [str(GAMES)] * 3
        assert len([one for one in data["house"] if one["about"] == "rating"]) == 3


def test_names_are_in_it_as_they_are_typed(tmp_path: Path) -> None:
    """And not as the sentences of pages hold them."""
    with closing(Journal(tmp_path / "journal.sqlite", "boot")) as journal:
        fast(journal, "gpio", GAMES)
        let_rate(journal, True)
        people = People(journal)
        for before, name in (("Ana", "Zoë-Marie"), ("Ben", "Anna Maria")):
            person = people.named(before)
            assert person is not None and people.rename(person.number, name) is None
        table, data = whole(journal, names=True)
    for said in (str(table), json.dumps(data, ensure_ascii=False)):
        assert "Ahead of Zoë-Marie" in said and "Surely ahead of Anna Maria and Cy" in said
        assert "\\xa0" not in ascii(said) and "\\u2060" not in ascii(said)
