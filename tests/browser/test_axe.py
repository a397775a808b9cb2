"""axe-core finds nothing and nothing is cut off: every page, day and dusk, every moment."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from companion.runtime import Companion
from tests.browser.game_table import GameTable, is_clean, looked_at, splash_table
from tests.browser.looks import findings, unfold
from tests.browser.moments import MOMENTS
from tests.browser.screens import phone, visit, wall, wear_cookie
from tests.web.house import Phone, app_of, referee_phone, send_away


@pytest.fixture(scope="module")
def table(screens: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameTable]:
    with splash_table(screens, tmp_path_factory.mktemp("axe")) as table:
        yield table


def clean(page: Page, path: str) -> None:
    visit(page, path)
    is_clean(page, path)


# A moment, and pages on which most is to be seen then; the soak looks at all.
SHOWN = {
    "waiting": ("/referee", "/tabletop"),
    "grab": ("/", "/seat"),
    "claimed": ("/seat", "/tabletop"),
    "scored": ("/", "/referee"),
}
# Every page there is, and where this module looks at it; what leads elsewhere shows nothing.
LIVE = {"/": "/", "/seat": "/seat", "/referee": "/referee", "/tabletop": "/tabletop"}
LEISURE = {
    "/join": "/join",
    "/me": "/me",
    "/new": "/new",
    "/rules/<kind>": "/rules/dolphin_splash",
    "/sheets": "/sheets",
    "/sheets/<kind>/<name>": "/sheets/animal_splash/pad",
    "/history": "/history",
    "/game/<number>": "/game/1",
    "/replay/<number>": "/replay/1",
    "/amend/<int:seq>": "/amend/{told}",
    "/machine": "/machine",
    "/calibrate": "/calibrate",  # closed here; tests/browser/test_calibrate.py has it open
    "/boards": "/boards",
    "/boards/<board>": "/boards/new",
    "/decks": "/decks",
    "/decks/<deck>": "/decks/new",
}
FEW = ("/figures", "/ratings", "/records", "/table", "/people")  # full: test_figures, test_people
ELSEWHERE = {
    "/poster.svg",
    "/machine/report.zip",
    "/results.csv",
    "/results.json",
    "/sheets/<kind>/<name>/<int:side>.svg",
    "/sheets/<kind>/<name>.pdf",
    "/rules",
    "/favicon.ico",
    "/static/<path:filename>",
}


@pytest.mark.parametrize(("moment", "paths"), looked_at(SHOWN, MOMENTS, tuple(LIVE)))
def test_live_pages_are_clean(table: GameTable, moment: str, paths: tuple[str, ...]) -> None:
    table.play(moment)
    for path in paths:
        is_clean(table.see(path), path)


def test_every_page_is_looked_at(table: GameTable) -> None:
    rules = {rule.rule for rule in app_of(table.house).url_map.iter_rules()}
    pages = {rule for rule in rules if not rule.startswith("/api/")}
    assert pages == {*LIVE, *LEISURE, *FEW} | ELSEWHERE


@pytest.mark.parametrize(
    "paths", [(*LEISURE.values(), "/nowhere"), pytest.param(FEW, marks=pytest.mark.soak)]
)
def test_pages_read_at_leisure_are_clean(table: GameTable, paths: tuple[str, ...]) -> None:
    table.play("scored")
    for path in paths:
        clean(table.referee, path.format(told=table.told.state()["undo"]["seq"]))


def test_a_question_about_a_ruling_and_somebody_at_the_door_are_clean(table: GameTable) -> None:
    table.play("scored")
    table.told.post("/api/review", {"on": True})
    Phone(table.house.address.port).post("/api/knock", {"seat": 1})
    clean(table.wall, "/")
    clean(table.referee, "/referee")
    clean(table.ana, "/seat")
    table.told.post("/api/review", {"on": False})
    send_away(table.told)


def test_a_link_for_a_phone_is_clean(table: GameTable) -> None:
    table.play("waiting")
    visit(table.referee, "/referee")
    unfold(table.referee)
    table.referee.get_by_role("button", name="Give a phone to Ana").click()
    table.referee.get_by_role("dialog").wait_for()
    assert findings(table.referee) == []


def test_good_night_is_clean(screens: Browser, companion: Companion) -> None:
    told, page = referee_phone(companion), wall(screens, companion.address.port)
    MOMENTS["over"](companion, told)
    told.post("/api/good_night", {"sure": True})
    clean(page, "/")
    wear_cookie(page, told.cookie)
    clean(page, "/referee")


def test_pages_without_a_game_are_clean(screens: Browser, companion: Companion) -> None:
    told = referee_phone(companion)
    pages = {name: phone(screens, companion.address.port) for name in ("nobody", "referee")}
    wear_cookie(pages["referee"], told.cookie)
    clean(pages["nobody"], "/")
    clean(pages["nobody"], "/join")
    clean(pages["nobody"], "/referee")  # closed to strangers
    clean(pages["referee"], "/referee")
    clean(pages["referee"], "/new")
    clean(pages["referee"], "/history")
    clean(pages["referee"], "/tabletop")


MAIN = "document.querySelector('main')"
BAD = {
    "color-contrast": f"{MAIN}.innerHTML = '<p>Hm</p>'; {MAIN}.firstChild.style.color = '#ccc'",
    "button-name": f"{MAIN}.innerHTML = '<button></button>'",
    "region": "document.body.insertAdjacentHTML('beforeend', '<p>Hm</p>')",
    "heading-order": f"{MAIN}.innerHTML = '<h4>Hm</h4>'",
    "aria-allowed-attr": f"{MAIN}.innerHTML = '<h2 aria-checked=true>Hm</h2>'",
}


@pytest.mark.parametrize("rule", BAD)
def test_axe_sees_a_bad_page(table: GameTable, rule: str) -> None:
    visit(table.referee, "/history")
    table.referee.evaluate(BAD[rule])
    assert [found for found in findings(table.referee) if found.startswith(f"{rule}:")]
