"""Taking back over real HTTP: who may, what others are told, and which buttons a page has."""

import re
from collections.abc import Callable

import pytest

from companion.runtime import Companion
from tests.web.house import Phone, begin, unchanged

pytestmark = pytest.mark.usefixtures("patient_limits")

Seat = Callable[[int], Phone]


@pytest.fixture
def game(house: Companion, referee: Phone) -> Phone:
    """A game with four people, and Ana has told that cards are dealt."""
    assert referee.post("/api/house", {"may_take_back": False})[0] == 200
    begin(referee, "Ana", "Ben", "Cy", "Opa")
    return referee


def page(phone: Phone, name: str = "seat") -> str:
    """The live part of a page, as it goes to this phone."""
    status, text = phone.get(f"/api/fragment?page={name}")
    assert status == 200
    return text.replace('\\"', '"')


def turn(phone: Phone, way: str, of: int) -> tuple[int, str]:
    status, said = phone.post(f"/api/{way}", {"tell": f"{way} {of} {phone.source}", "of": of})
    return status, said["say"]


def deal(ana: Phone) -> int:
    """Ana tells that cards are dealt; the number of her word."""
    assert ana.answer("start", "deal")["reply"] == "counts"
    return int(ana.state()["undo"]["seq"])


def test_the_newest_word_is_taken_back_by_who_told_it_alone(
    house: Companion, game: Phone, seat: Seat, stranger: Phone
) -> None:
    ana, ben = seat(0), seat(1)
    of = deal(ana)
    assert f'data-undo="{of}"' in page(ana) and f'data-undo="{of}"' in page(game, "referee")
    assert "data-undo" not in page(ben) and ben.state()["undo"] is None
    with unchanged(house, game):
        assert turn(ben, "undo", of) == (403, "Only Ana or the referee may take it back.")
        assert turn(stranger, "undo", of)[0] == 403
    assert turn(ana, "undo", of) == (200, "")
    assert f'data-redo="{of}"' in page(ana) and f'data-redo="{of}"' in page(game, "referee")
    assert "data-redo" not in page(ben) and ben.state()["redo"] is None
    with unchanged(house, game):
        assert turn(ben, "redo", of) == (403, "Only Ana or the referee may say it again.")
    assert turn(ana, "redo", of) == (200, "")


def test_what_the_referee_said_is_the_referees(house: Companion, game: Phone, seat: Seat) -> None:
    ana = seat(0)
    game.answer("start", "deal")
    of = game.state()["undo"]["seq"]
    with unchanged(house, game):
        assert turn(ana, "undo", of) == (403, "Only the referee may take it back.")
    assert "data-undo" not in page(ana)


def test_an_own_word_that_is_older_is_the_referees_to_amend(
    house: Companion, game: Phone, seat: Seat
) -> None:
    ana = seat(0)
    of = deal(ana)
    game.answer("correct", "crayon", seat=1, points=1)
    with unchanged(house, game):
        assert "newer" in turn(ana, "undo", of)[1]
        assert ana.get(f"/amend/{of}")[0] == 403
        for path in ("what_if", "amend"):
            told = {"tell": "x", "of": of, "answers": [], "seen": 1}
            told = told if path == "amend" else {"of": of, "answers": []}
            status, said = ana.post(f"/api/{path}", told)
            assert (status, "referee's page" in said["say"]) == (403, True)
    assert "/amend/" not in page(ana) and "/amend/" in page(game, "referee")


def test_a_phone_without_a_seat_in_this_game_takes_nothing_back(
    house: Companion, game: Phone, seat: Seat
) -> None:
    opa = seat(3)
    begin(game, "Ana", "Ben", "Cy")
    of = deal(seat(0))
    game.post("/api/house", {"may_take_back": True})
    with unchanged(house, game):
        status, said = turn(opa, "undo", of)
        assert (status, said.split(",")[0]) == (403, "You are not in this game")
    assert "data-undo" not in page(opa)


def test_the_one_it_concerned_reads_who_took_it_back(game: Phone, seat: Seat) -> None:
    ana, ben, opa = seat(0), seat(1), seat(3)
    game.post("/api/house", {"may_take_back": True})
    of = deal(ana)
    assert turn(opa, "undo", of)[0] == 200
    said = "Opa took this back: a deal."
    assert ana.state()["took_back"] == said and page(ana).count(said) >= 2
    assert 'id="took-back"' not in page(ben) and 'id="took-back"' not in page(opa)
    assert ben.state()["headline"]["text"] == said, "it is everybody's news for a moment"
    deal(ana)
    assert ana.state()["took_back"] == "" and 'id="took-back"' not in page(ana)
    # Who is named in what was told is concerned, too.
    game.answer("correct", "crayon", seat=1, points=1)
    assert turn(game, "undo", game.state()["undo"]["seq"])[0] == 200
    assert ben.state()["took_back"] == "The referee took this back: what the pen wrote."
    assert ana.state()["took_back"] == ""


def test_the_house_may_let_everybody_who_plays(house: Companion, game: Phone, seat: Seat) -> None:
    ana, ben = seat(0), seat(1)
    of = deal(ana)
    assert 'data-may-take-back="1"' in page(game, "referee")
    assert game.post("/api/house", {"may_take_back": True})[1]["reply"] == "counts"
    assert 'data-may-take-back="0"' in page(game, "referee")
    assert house.referee.picture.may_take_back
    assert f'data-undo="{of}"' in page(ben)
    assert f"/amend/{of}" in re.findall(r'href="([^"]+)"', page(ben))
    assert ben.get(f"/amend/{of}")[0] == 200
    seen = ben.post("/api/what_if", {"of": of, "answers": []})[1]["seen"]
    told = {"tell": "out", "of": of, "answers": [], "seen": seen}
    assert ben.post("/api/amend", told)[1]["reply"] == "counts"
    assert game.state()["undo"]["text"] == "Taken out: it was not so", "no mere head"
    for both in ({}, {"may_wait": True, "may_take_back": True}, {"may_take_back": 1}):
        assert game.post("/api/house", both)[0] == 400
    game.post("/api/house", {"may_take_back": False})


def test_anybody_may_say_wait_who_may_take_nothing_back(game: Phone, seat: Seat) -> None:
    ben = seat(1)
    assert "data-review" not in page(ben), "nothing is there to question"
    deal(seat(0))
    assert 'data-review="1"' in page(ben) and "data-undo" not in page(ben)
    assert ben.post("/api/review", {"on": True})[1]["reply"] == "counts"
    assert game.state()["review"] == {"by": "Ben"} and ben.answer("grab")["reply"] == "refused"
    assert "/amend/" not in page(ben) and "/amend/" in page(game, "referee")
    assert ben.post("/api/review", {"on": False})[1]["reply"] == "counts"


def test_the_house_may_let_the_referee_alone_say_wait(game: Phone, seat: Seat) -> None:
    game.post("/api/house", {"may_wait": False})
    status, said = seat(1).post("/api/review", {"on": True})
    assert (status, said["say"]) == (403, "At this table only the referee may say wait.")
    assert game.post("/api/review", {"on": True})[1]["reply"] == "counts"
    game.post("/api/house", {"may_wait": True})


# --- the next game ----------------------------------------------------------------------------


def test_a_game_that_is_on_ends_only_if_somebody_said_so(house: Companion, game: Phone) -> None:
    told = {"kind": "split", "people": ["Ana", "Ben"]}
    number = game.state()["game"]["id"]
    for unsure in ({}, {"sure": False}, {"ends": number + 1}, {"ends": 0}):
        with unchanged(house, game):
            status, said = game.post("/api/game", {**told, **unsure})
            assert (status, said["reply"]) == (409, "refused")
            assert said["say"].startswith("SPLASH! is on")
    for neither in ({"sure": "yes"}, {"ends": "1"}):
        assert game.post("/api/game", {**told, **neither})[0] == 400
    assert game.post("/api/game", {**told, "ends": number})[1]["reply"] == "counts"
    assert game.post("/api/game", {**told, "sure": True})[1]["reply"] == "counts"


def test_again_is_one_tap_and_another_game_two(game: Phone, seat: Seat) -> None:
    ana = seat(0)
    assert "data-again" not in page(game, "referee") and 'href="/new"' in page(game, "referee")
    assert "data-same" not in game.get("/new")[1], "a game is on: nothing begins with one tap"
    while not game.state()["view"]["over"]:
        game.answer("correct", "crayon", seat=0, points=2)
        if any(ask["topic"] == "bonus" for ask in game.state()["asks"]):
            game.answer("no", "bonus")
    shown = page(game, "referee")
    assert "data-again" in shown and "New game" in shown and "data-again" not in page(ana)
    assert "Play again? Tap " in page(ana, "wall")
    new = game.get("/new")[1]
    assert "data-same" in new and "Ana, Ben, Cy and Opa</span> play" in new
    ticked = re.findall(r'data-person="(\w+)" aria-pressed="true"', new)
    assert sorted(ticked) == ["Ana", "Ben", "Cy", "Opa"]
    assert ana.post("/api/again", {"tell": "a"})[0] == 403
    number = game.state()["game"]["id"]
    assert game.post("/api/again", {"tell": "a"}) == game.post("/api/again", {"tell": "a"})
    state = game.state()
    assert (state["game"]["id"], state["view"]["over"]) == (number + 1, False)
    assert [seat["name"] for seat in state["seats"]] == ["Ana", "Ben", "Cy", "Opa"]
    assert game.post("/api/again", {"tell": "b"})[1]["reply"] == "already"
