"""SPLIT on real screens: a few taps a turn, and every moment clean on phone and TV."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.game_table import GameTable, game_table, looked_at, spilled
from tests.browser.looks import (
    THEMES,
    cut_off,
    findings,
    small_targets,
)
from tests.browser.screens import (
    PHONE,
    decide,
    holds,
    seen,
    start_instead,
    tap,
    up_to_date,
    visit,
)
from tests.browser.split_moments import OPEN, PEOPLE, SPLIT_MOMENTS
from tests.games.split_table import NO_MATCH
from tests.web.house import until

LOOKED_AT = {  # a moment, and pages on which most is to be seen then; the soak looks at all
    "turn": ("/", "/referee"),
    "lit": ("/seat",),
    "light": ("/seat",),
}
NARROWEST = {"width": 320, "height": 568}
SPACE_PX = 36  # ten in a row on a phone: a tap marks one and lifts it out, a button tells it


@pytest.fixture(scope="module")
def table(screens: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameTable]:
    folder = tmp_path_factory.mktemp("split")
    with game_table(screens, folder, PEOPLE, "split", (0, 1), (*THEMES, "light")) as table:
        table.moments = lambda moment: SPLIT_MOMENTS[moment](table.told)
        table.looked_at = lambda state: min(state["view"]["turn"] or 0, 1)
        yield table


def picked(page: Page, name: str) -> None:
    """One tap on a card or a space in the question, by its name."""
    page.locator(f".question [aria-label='{name}']:visible").first.click()


# --- play -------------------------------------------------------------------------------------


def test_ten_cards_are_turned_up_by_a_rank_and_a_suit_each(table: GameTable) -> None:
    table.at("waiting", table.ana, table.ben)
    tap(table.ana, "Dealt")
    picked(table.ana, "4, all suits")
    picked(table.ana, "4 of spades")
    seen(table.ben, "Place 1: 4 of spades.")
    # another place than the one that stands, told on another phone
    picked(table.ben, "Place 10")
    picked(table.ben, "red joker")
    until(lambda: table.view()["places"][9]["open"], "the joker")
    assert table.view()["places"][1]["open"] == []


def test_a_turn_is_two_taps_a_card_and_two_taps_a_chip(table: GameTable) -> None:
    table.at("turn")
    picked(table.ben, "Place 1: on the 4 of spades")
    picked(table.ben, "4 of clubs")
    seen(table.wall, "Strong: a chip on spades and one on clubs.")
    expect(table.wall.locator("#pool")).to_have_attribute("aria-label", WALL_STRONG)

    table.ben.set_viewport_size(NARROWEST)
    assert table.ben.evaluate(LEAVES) == []
    table.ben.set_viewport_size(PHONE)
    here = table.ben.locator("[data-confirm][data-key=place]")
    expect(here).to_be_disabled()
    picked(table.ben, "row 1, space 3, hearts or diamonds")
    here.click()
    seen(table.ben, "The chip goes on spades or clubs")
    tap(table.ben, "Show where")
    expect(table.ben.locator(".space.lit")).to_have_count(57)  # those with spades or clubs
    picked(table.ben, "row 1, space 2, spades")
    expect(here).to_have_text("Put it here: row 1, space 2")
    holds(table.ben, LIFTED)
    here.click()
    until(lambda: table.view()["chips"][1] == "green", "the chip")
    up_to_date(table.ben, table.told)
    picked(table.ben, "row 2, space 6, clubs")
    here.click()
    seen(table.wall, "Ben places a green chip on row 2, space 6.")
    assert table.view()["turn"] == 2
    expect(table.wall.locator(".b-newest")).to_have_count(1)
    assert [page.problems for page in table.pages] == [[]] * 4  # type: ignore[attr-defined]


WALL_STRONG = (
    "The board, the practice board. red has 45 chips left. green has 45 chips left. Ben's turn. "
)
LEAVES = """() => [...document.querySelectorAll(".space input")].filter((one) => {
  one.checked = true;
  const { left, right } = one.nextElementSibling.getBoundingClientRect();
  const wide = document.documentElement.scrollWidth;
  one.checked = false;
  return left < 0 || right > innerWidth || wide > innerWidth;
}).map((one) => one.dataset.name)"""
LIFTED = """() => {
  const drawn = document.querySelector(".space input:checked + svg");
  return drawn.getBoundingClientRect().width > 56;
}"""


def test_a_joker_is_asked_about_and_a_perfect_match_takes_a_chip_off(table: GameTable) -> None:
    table.at("reading", table.ana, table.wall)
    tap(table.ana, "Perfect: two chips on hearts")
    seen(table.wall, "Ana removes a chip. Which?")
    green = next(n for n, chip in enumerate(table.view()["chips"]) if chip == "green")
    picked(table.ana, f"row {green // 10 + 1}, space {green % 10 + 1}, a green chip")
    tap(table.ana, "Take this one off")
    until(lambda: table.view()["chips"][green] == "", "the chip taken off")
    seen(table.wall, "It shows hearts: another may go.")
    tap(table.ana, "No more")
    seen(table.wall, "Ana places a red chip. Where?")


def test_a_hand_is_shown_and_the_companion_looks(table: GameTable) -> None:
    table.at("turn", table.ana, table.ben, table.wall)
    tap(table.ben, "No match: show the hand")
    seen(table.ana, "Is there a match in Ben's hand?")
    table.ana.locator("summary", has_text="Card by card").click()
    show = table.ana.locator("[data-confirm][data-key=cards]")
    for told, half in enumerate(sorted(NO_MATCH), 1):
        expect(show).to_be_disabled()
        rank = half // 2 % 13
        if not table.ana.locator(f"[id$='cards-rank-{rank}']").is_checked():
            table.ana.locator(f"[id$='cards-rank-{rank}']").click()
        table.ana.locator(f"[id$='cards-{half}']").click()
        if told == 3:
            expect(show).to_contain_text("(3 of 7)")
    show.click()
    seen(table.wall, "No match: Ben throws 7 cards away and draws 7. Try again.")
    tap(table.ben, "No match: show the hand")
    tap(table.ana, "Yes: the turn is over")
    seen(table.wall, "There is a match: Ben keeps the hand, and the turn is over.")


# --- how it looks -----------------------------------------------------------------------------


@pytest.mark.parametrize(("moment", "paths"), looked_at(LOOKED_AT, SPLIT_MOMENTS))
def test_every_moment_is_clean(table: GameTable, moment: str, paths: tuple[str, ...]) -> None:
    table.looks_clean(moment, paths, small)


def small(page: Page) -> list[str]:
    """Small targets; a row's field may be one, for the space beside it is tapped."""
    others = [one for one in small_targets(page) if not one.startswith("INPUT row")]
    return others + small_targets(page, SPACE_PX)


def test_pages_of_the_past_are_clean(table: GameTable) -> None:
    table.past_is_clean("built", "/game/{game}", "/replay/{game}?at=14", "/amend/{seq}")


@pytest.mark.parametrize("moment", ["turn", "lit", "claim"])
def test_nothing_is_cut_off_at_200_percent(screens: Browser, table: GameTable, moment: str) -> None:
    table.is_whole_at_200_percent(screens, moment)


def test_six_rows_and_the_whole_board_fit_the_wall(table: GameTable) -> None:
    table.play("six")
    visit(table.wall, "/")
    expect(table.wall.locator(".row")).to_have_count(6)
    assert spilled(table.wall) == []
    box = table.wall.locator("#pool").bounding_box()
    assert box and box["y"] >= 0 and box["y"] + box["height"] <= 1080


def test_the_ten_cards_are_dealt_on_one_screen(table: GameTable) -> None:
    table.play("turning")
    page = table.see("/seat")
    page.locator(".question .rank-tab").first.click()
    box = page.locator(".question").bounding_box()
    assert box and box["y"] + box["height"] <= page.viewport_size["height"]  # type: ignore[index]


def test_a_new_game_of_two_teams_is_four_taps(table: GameTable) -> None:
    table.play("waiting")  # these four are known, and played last
    page = table.referee
    visit(page, "/new")
    decide(page, "SPLIT", "Check everything")
    tap(page, "These 4 play")
    seen(page, "Partners sit opposite: Ana and Maximiliane, Ben and Dee.")
    marks = page.locator(".order .split-side-mark")
    expect(marks).to_have_text(["red", "green", "red", "green"])
    page.get_by_role("button", name="Ben up").click()
    seen(page, "Partners sit opposite: Ben and Maximiliane, Ana and Dee.")
    assert (cut_off(page), small_targets(page), findings(page)) == ([], [], [])
    start_instead(page)
    assert table.view()["side"] == [0, 1, 0, 1]


def test_five_are_one_too_many_or_one_too_few(table: GameTable) -> None:
    table.play("waiting")
    page = table.referee
    visit(page, "/new")
    decide(page, "SPLIT", "Check everything")
    page.locator("#add-name").fill("Gus")
    tap(page, "Add")
    expect(page.get_by_role("button", name="Not 5: one more or one less")).to_be_disabled()
    for name in ("Gus", "Dee"):
        page.locator(f".face[data-person='{name}']").click()
    tap(page, "These 3 play")
    expect(page.locator(".order .split-side-mark")).to_have_text(["red", "green", "gold"])
    expect(page.locator("#sides")).to_be_hidden()


def test_the_open_cards_are_as_they_were_told(table: GameTable) -> None:
    table.play("turn")
    assert [place["open"][0]["card"] for place in table.view()["places"]] == [*OPEN]
    visit(table.ana, "/seat")
    places = table.ana.locator("ol.split-places li")
    expect(places).to_have_count(10)
    expect(places.first).to_have_attribute("aria-label", "Place 1: 4 of spades")
