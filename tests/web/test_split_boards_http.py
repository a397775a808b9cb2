"""Boards over HTTP: saved, carried as a file, played on; never on a live page."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.boards import FILE_MOST, Boards, read
from companion.games.split.practice import PRACTICE
from companion.runtime import Companion
from companion.web.guard import BODY_MOST
from tests.web.house import Phone, begin, unchanged
from tests.web.test_bad_input import is_refused, is_sentence

OURS = tuple(reversed(PRACTICE))
NINE = PRACTICE[:9]


@pytest.fixture
def boards(house: Companion, referee: Phone) -> Iterator[Boards]:
    """The boards of the house: none lies on the table, and none is there when the test is done."""
    begin(referee, "Ana", "Ben", "Cy")
    kept = Boards(house.referee.journal)
    yield kept
    for board in kept.all():
        kept.drop(board)


def saved(referee: Phone, name: str = "Ours", rows: tuple[str, ...] = OURS) -> str:
    status, said = referee.post("/api/boards", {"name": name, "rows": rows})
    assert status == 200, said
    return str(said["board"])


def test_a_board_is_saved_and_comes_as_a_file(boards: Boards, referee: Phone) -> None:
    board = saved(referee)
    status, text = referee.get(f"/api/boards/{board}")
    assert (status, read(text)) == (200, ("Ours", OURS))
    assert (
        referee.headers["Content-Disposition"] == f"attachment; filename=split-board-{board}.json"
    )
    again = referee.post("/api/read_board", {"file": text})
    assert again == (200, {"name": "Ours", "rows": list(OURS)})


def test_a_board_is_saved_anew(boards: Boards, referee: Phone) -> None:
    board = saved(referee)
    told = {"board": board, "name": "Ours", "rows": PRACTICE}
    assert referee.post("/api/boards", told) == (200, {"board": board, "name": "Ours"})
    assert boards.all()[board].rows == PRACTICE


@pytest.mark.parametrize(
    ("told", "words", "rule"),
    [
        ({"name": "X", "rows": NINE}, "this one has 9", "H-Q20"),
        ({"name": "X", "rows": [["S"] * 10] * 10}, "list of texts", "H-Q20"),
        ({"name": "X", "rows": ("X" + OURS[0][2:], *OURS[1:])}, 'says "X"', "H-Q20"),
        ({"name": "X", "rows": ("- " + OURS[0], *OURS[1:])}, "Row 1 has 11 spaces", "H-Q20"),
        ({"name": "X"}, "list of texts", "H-Q20"),
        ({"name": "", "rows": OURS}, "1 to 20 letters", ""),
        ({"name": "x" * 21, "rows": OURS}, "1 to 20 letters", ""),
        ({"rows": OURS}, "should be a text", ""),
        ({"name": "Ours", "rows": PRACTICE}, "another board", ""),
        ({"name": "X", "rows": OURS, "board": "00000000"}, "not here any more", ""),
        ({"name": "X", "rows": OURS, "more": 1}, "not known here", ""),
    ],
)
def test_what_is_no_board_is_refused(
    boards: Boards, house: Companion, referee: Phone, told: Any, words: str, rule: str
) -> None:
    saved(referee)
    before = boards.all()
    with unchanged(house, referee):
        answer = referee.post("/api/boards", told)
    assert words in is_refused(answer, 400)
    assert answer[1]["rule"] == rule
    assert boards.all() == before


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (json.dumps({"rows": NINE}), "this one has 9"),
        (json.dumps({"rows": (*OURS, "S")}), "this one has 11"),
        (json.dumps({"rows": [*OURS[:9], "S " * 9]}), "Row 10 has 9 spaces"),
        ('{"rows": ', "no rows in it"),
        ("\u2660\u2665", "no rows in it"),
        ("[" * FILE_MOST, "no rows in it"),
        (" " * (FILE_MOST + 1), "too long"),
    ],
)
def test_a_file_that_is_no_board_is_refused_with_its_rule(
    boards: Boards, house: Companion, referee: Phone, text: str, words: str
) -> None:
    with unchanged(house, referee):
        answer = referee.post("/api/read_board", {"file": text})
    assert words in is_refused(answer, 400)
    assert answer[1]["rule"] == "H-Q20"
    assert boards.all() == {}


def test_a_huge_file_is_not_read_at_all(boards: Boards, referee: Phone) -> None:
    is_refused(referee.post("/api/read_board", {"file": "x" * BODY_MOST}), 413)


def test_only_the_referee_sees_boards(
    boards: Boards, referee: Phone, seat: Callable[[int], Phone]
) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    board, ana = saved(referee), seat(0)
    assert ana.get(f"/boards/{board}")[0] == ana.get(f"/api/boards/{board}")[0] == 403
    assert ana.post("/api/drop_board", {"board": board})[0] == 403
    assert list(boards.all()) == [board]


def test_a_board_is_taken_away(boards: Boards, referee: Phone) -> None:
    board = saved(referee)
    assert "Ours" in referee.get("/boards")[1]
    assert referee.post("/api/drop_board", {"board": board}) == (200, {"ok": True})
    assert "Ours" not in referee.get("/boards")[1]
    assert referee.get(f"/boards/{board}")[0] == 404
    assert is_sentence(json.loads(referee.get(f"/api/boards/{board}")[1])["say"])


# --- a game on it -----------------------------------------------------------------------------


def playing(referee: Phone, board: str, **more: Any) -> tuple[int, Any]:
    told = {"kind": "split", "people": ["Ana", "Ben"], "board": board, **more}
    return referee.post("/api/game", told)


def test_a_game_is_played_on_a_board_of_the_house(
    boards: Boards, house: Companion, referee: Phone
) -> None:
    board = saved(referee)
    assert playing(referee, board)[1]["reply"] == "counts"
    assert house.referee.picture.setup.board == OURS
    assert not referee.state()["view"]["practice"]
    boards.drop(board)
    assert referee.answer("start", "deal")["reply"] == "counts"  # it is in the game's own setup


def test_without_a_board_it_is_the_practice_board_and_says_so(referee: Phone) -> None:
    begin(referee, "Ana", "Ben", kind="split")
    assert referee.state()["view"]["practice"]


@pytest.mark.parametrize("board", ["00000000", "", 7, ["x"]])
def test_a_board_that_is_not_there_begins_no_game(
    house: Companion, referee: Phone, board: Any
) -> None:
    with unchanged(house, referee):
        is_refused(playing(referee, board), 400)


def test_a_board_is_for_a_game_that_has_one(boards: Boards, referee: Phone) -> None:
    board = saved(referee)
    told = {"kind": "dolphin_splash", "people": ["Ana", "Ben", "Cy"], "board": board}
    is_refused(referee.post("/api/game", told), 200)


def test_a_begin_page_offers_every_board(boards: Boards, referee: Phone) -> None:
    board = saved(referee, "Grandma's & ours")
    page = referee.get("/new")[1]
    assert f'<option value="{board}">Grandma&#39;s &amp; ours</option>' in page
    assert not any(row in page for row in OURS)


PAGES = ("/", "/seat", "/referee", "/history", "/rules/split", "/new", "/boards")
LIVE = ("wall", "seat", "referee", "tabletop", "join")


def test_a_board_on_the_table_is_on_no_page_but_by_its_free_spaces(
    boards: Boards, referee: Phone
) -> None:
    """H-Q21: what is under a chip can be seen nowhere, and the rows of a board go to no screen."""
    board = saved(referee)
    playing(referee, board)
    referee.answer("start", "deal")
    referee.answer("lies", "board", space=0, seat=0)
    number = referee.state()["game"]["id"]
    assert referee.state()["view"]["spaces"][0] == ""
    seen = [referee.get(path)[1] for path in (*PAGES, f"/game/{number}", f"/replay/{number}")]
    seen += [referee.get(f"/api/fragment?page={page}")[1] for page in LIVE]
    seen += [referee.get("/api/state")[1], referee.get(f"/api/replay/{number}")[1]]
    assert not any(row in text for row in OURS for text in seen)


def test_nobody_looks_under_chips_in_the_editor(
    boards: Boards, house: Companion, referee: Phone
) -> None:
    board, other = saved(referee), saved(referee, "Another", PRACTICE)
    playing(referee, board)
    status, page = referee.get(f"/boards/{board}")
    assert (status, "nobody looks under the chips" in page) == (409, True)
    status, text = referee.get(f"/api/boards/{board}")
    assert (status, json.loads(text)["rule"]) == (409, "H-Q21")
    assert not any(row in page or row in text for row in OURS)
    assert referee.get(f"/boards/{other}")[0] == 200
    assert referee.get(f"/boards/{board}?sure=yes")[0] == 200  # the table has the last word
    assert referee.get(f"/api/boards/{board}?sure=yes")[0] == 200
    referee.answer("correct", "crayon", seat=0, points=1)
    assert referee.state()["view"]["over"]
    assert referee.get(f"/boards/{board}")[0] == 200
