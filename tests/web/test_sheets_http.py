"""Sheets over HTTP: every game's, on every paper, and a sentence for what there is not."""

import pytest

from companion.games import GAMES
from companion.runtime import Companion
from companion.web.press import environment
from companion.web.sheets import PDFS
from tests.web.house import Phone, app_of

SHEETS = [(kind, sheet.key) for kind, game in GAMES.items() for sheet in game.sheets]
PAPER = ("a4", "us-letter")


def test_all_games_sheets_are_on_one_page(stranger: Phone) -> None:
    for paper in PAPER:
        status, page = stranger.get(f"/sheets?paper={paper}&ink=grey")
        assert status == 200
        for kind, key in SHEETS:
            assert f"/sheets/{kind}/{key}?paper={paper}&amp;ink=grey" in page
            assert f'id="{kind}"' in page
            boxless = GAMES[kind].boxless
            assert boxless is None or boxless.title in page


@pytest.mark.parametrize(("kind", "key"), SHEETS)
def test_a_sheet_has_its_sides_and_its_pdf(stranger: Phone, kind: str, key: str) -> None:
    status, page = stranger.get(f"/sheets/{kind}/{key}")
    made = (PDFS / f"{kind}-{key}-a4.pdf").is_file()  # tests/sheets holds that all are
    assert status == 200 and (f"/sheets/{kind}/{key}.pdf" in page) == made
    sides = page.count('class="leaf ')
    sides_there = [stranger.get(f"/sheets/{kind}/{key}/{n}.svg")[0] for n in (1, sides, sides + 1)]
    assert sides_there == [200, 200, 404]
    status, file = stranger.get(f"/sheets/{kind}/{key}.pdf?ink=grey")
    assert (status == 200 and file.startswith("%PDF-")) or "Print its page" in file


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/sheets/nowhere/pad", "no such sheet"),
        ("/sheets/split/elephant", "no such sheet"),
        ("/sheets/split/elephant.pdf", "no such sheet"),
        ("/sheets/split/board/0.svg", "no such side"),
        ("/sheets/split/board/99999999999999999999.svg", "no such side"),
        ("/sheets?paper=a3", "A4 or Letter"),
        ("/sheets/split/board/1.svg?paper=A4", "A4 or Letter"),
        ("/sheets/split/board.pdf?ink=gold", "in colour or in grey"),
        ("/sheets/split/board?ink=", "in colour or in grey"),
    ],
)
def test_what_there_is_not_is_said(stranger: Phone, path: str, said: str) -> None:
    status, page = stranger.get(path)
    assert status == 404 and said in page


def test_a_game_without_sheets_is_left_out(
    monkeypatch: pytest.MonkeyPatch, stranger: Phone
) -> None:
    monkeypatch.setitem(GAMES["split"].__dict__, "prints", False)
    monkeypatch.setitem(GAMES["split"].__dict__, "sheets", ())
    assert stranger.get("/sheets/split/pad")[0] == 404
    assert "/sheets/split/" not in stranger.get("/sheets")[1]
    assert "/sheets" not in stranger.get("/rules/split")[1]
    assert "/sheets#twisted_fish" in stranger.get("/rules/twisted_fish")[1]


def test_where_families_look_there_is_a_way_to_it(referee: Phone) -> None:
    assert 'href="/sheets"' in referee.get("/new")[1]
    assert 'href="/sheets#split"' in referee.get("/boards")[1]
    assert 'href="/sheets#animal_splash"' in referee.get("/decks")[1]


def test_pages_and_pdfs_are_drawn_by_the_same_templates(house: Companion) -> None:
    app = app_of(house).jinja_env
    alone = environment()
    for name in ("trim_blocks", "lstrip_blocks", "undefined", "filters"):
        theirs, ours = getattr(app, name), getattr(alone, name)
        assert theirs == ours or theirs.items() >= ours.items()
