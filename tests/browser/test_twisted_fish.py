"""Twisted Fish on real screens: two taps an ask, and every moment clean on phone and TV."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.fish_moments import FISH_MOMENTS
from tests.browser.game_table import GameTable, game_table, looked_at, spilled
from tests.browser.looks import THEMES, cut_off
from tests.browser.screens import PATIENCE_MS, decide, seen, start_instead, tap, visit
from tests.web.house import begin, until

PEOPLE = ("Ana", "Ben", "Cy")
LOOKED_AT = {  # a moment, and pages on which most is to be seen then; the soak looks at all
    "turn": ("/referee", "/seat"),
    "leftovers": ("/seat",),
    "scored": ("/",),
}


@pytest.fixture(scope="module")
def table(screens: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameTable]:
    folder = tmp_path_factory.mktemp("fish")
    with game_table(screens, folder, PEOPLE, "twisted_fish", (0, 1), (*THEMES, "light")) as table:
        table.moments = lambda moment: FISH_MOMENTS[moment](table.told)
        table.looked_at = lambda state: 1
        yield table


@pytest.fixture
def family(table: GameTable) -> GameTable:
    """Ana, Ben and Cy at a fresh game, their screens lit; Cy plays by the referee's phone."""
    table.darken()
    begin(table.told, *PEOPLE, kind="twisted_fish", variant="refereed")
    table.light(table.wall, table.ana, table.ben)
    return table


def card(page: Page, name: str) -> None:
    """One tap on a card that lies open."""
    page.locator(f".question .card-button[aria-label='{name}']").click()


def opened(page: Page, words: str) -> None:
    """Open what is folded behind these words."""
    page.locator("summary", has_text=words).first.click()


def test_a_family_plays_a_round(family: GameTable) -> None:
    family.light(family.referee)
    tap(family.ana, "Dealt")
    seen(family.ben, "What does Ben ask for?")

    # An ask: one tap on a card, one on the answer. Whom: the neighbour, or a tap more.
    family.ben.locator(".question .preset .pick", has_text="Ana").click()
    card(family.ben, "red card shark")
    seen(family.ana, "Ben asks Ana for the red card shark. Yes or no?")
    expect(family.wall.locator("#pool")).to_have_attribute("aria-label", WALL_ASK)
    tap(family.ana, "Yes, here you go!")
    until(lambda: family.view()["counts"] == [7, 9, 8], "the card in the other hand")

    # Whom he asked last and what he asked for last are first now: two taps.
    card(family.ben, "blue card shark")
    tap(family.ana, "No: go fish!")
    tap(family.ben, "Caught it!")
    until(lambda: family.view()["counts"] == [7, 10, 8], "the very card")

    # A kind that does not lie open: its picture opens it.
    family.ben.locator(".question .kind-tab", has_text="eel").click()
    card(family.ben, "purple eel")
    tap(family.ana, "No: go fish!")
    tap(family.ben, "Drew a card")
    seen(family.wall, "Ben goes fishing.")

    opened(family.ben, "Five of a kind?")
    family.ben.locator(".fish-kind[aria-label='card shark']").click()
    seen(family.wall, "Ben lays the card shark basket: 75 points.")

    opened(family.ana, "A Zinger in between?")
    family.ana.get_by_role("button", name="Game Warden: Ben").click()
    seen(family.wall, "Game Warden! A card of Ben goes back into the pond.")
    expect(family.wall.get_by_label("Game Warden, played")).to_be_visible()
    assert [page.problems for page in family.pages] == [[]] * 4  # type: ignore[attr-defined]


WALL_ASK = "The Fish Pond: 49 cards. Ben asks Ana for the red card shark. 0 baskets on the table."


def test_a_whopper_is_tried_with_its_evidence_and_the_round_is_scored(family: GameTable) -> None:
    FISH_MOMENTS["whopper"](family.told)
    seen(family.ana, "Whopper! Maximiliane said no to the purple eel")
    seen(family.wall, "Did Maximiliane tell a whopper?")
    tap(family.ana, "A whopper!")
    until(lambda: family.view()["liars"] == [2], "the catch")

    family.told.answer("agree")
    for page, name in ((family.ana, "Ana"), (family.ben, "Ben")):
        seen(page, f"{name} still holds 9 cards. Which?")
        for _ in range(8):
            page.get_by_role("button", name="More: Cards of 5").click()
        page.get_by_role("button", name="More: Zingers").click()
        tap(page, "Done")
    seen(family.wall, "Maximiliane still holds 7 cards. Which?")
    family.told.answer("values", sharks=0, tens=0, fives=7, zingers=0)
    seen(family.wall, "wins the round with -35.")
    assert family.view()["totals"] == [-65, -65, -35]


def test_a_slip_is_taken_back(family: GameTable) -> None:
    tap(family.ana, "Dealt")
    card(family.ben, "green whale")
    tap(family.ben, "Take back “Ben asks Cy for the green whale”")
    until(lambda: family.view()["phase"] == "turn", "the ask taken back")
    seen(family.ben, "What does Ben ask for?")


def test_what_was_opened_and_picked_stays_while_others_tell_something(family: GameTable) -> None:
    tap(family.ana, "Dealt")
    family.ben.locator(".question .preset .pick", has_text="Ana").click()
    family.ben.locator(".question .kind-tab", has_text="crab").click()
    shown = int(family.ben.locator("#live").get_attribute("data-seq") or 0)
    family.told.post("/api/names", {"seat": 2, "was": "Cy", "name": "Cyrus"})
    seen(family.ben, "Cyrus")
    assert shown
    card(family.ben, "green crab")
    seen(family.wall, "Ben asks Ana for the green crab.")


# --- how it looks -----------------------------------------------------------------------------


@pytest.mark.parametrize(("moment", "paths"), looked_at(LOOKED_AT, FISH_MOMENTS))
def test_every_moment_is_clean(table: GameTable, moment: str, paths: tuple[str, ...]) -> None:
    table.looks_clean(moment, paths)


def test_pages_of_the_past_are_clean(table: GameTable) -> None:
    table.past_is_clean("scored", "/game/{game}", "/replay/{game}?at=3", "/amend/{seq}")


@pytest.mark.parametrize("moment", ["turn", "asked", "leftovers", "scored"])
def test_nothing_is_cut_off_at_200_percent(screens: Browser, table: GameTable, moment: str) -> None:
    table.is_whole_at_200_percent(screens, moment)


def test_six_rows_fit_the_wall(table: GameTable) -> None:
    table.play("scorecard")
    visit(table.wall, "/")
    expect(table.wall.locator(".row")).to_have_count(6, timeout=PATIENCE_MS)
    assert spilled(table.wall) == []


@pytest.mark.parametrize("path", ["/referee", "/seat"])
def test_the_score_card_is_one_screen(table: GameTable, path: str) -> None:
    table.play("scorecard")
    page = table.see(path)
    last = page.locator(".question [data-confirm]").bounding_box()
    assert last and last["y"] + last["height"] <= page.viewport_size["height"]  # type: ignore[index]
    assert page.locator(".question button:visible").count() == 2 * 8 + 1


def test_a_score_card_is_counted_up_and_down(table: GameTable) -> None:
    table.play("scorecard")
    ben = table.see("/seat")
    for more in ("sharks, 75", "10s, 50", "10s, 50", "In hand: 5s"):
        ben.get_by_role("button", name="More").filter(visible=True).and_(
            ben.locator(f"[aria-label*='{more}']")
        ).click()
    ben.get_by_role("button", name="Less: Baskets of 10s").click()
    tap(ben, "Done")
    until(lambda: 1 not in table.view()["owing"], "the line of Ben")
    seen(ben, "Take back")
    assert ben.locator("#undo-fresh").inner_text() != "↶ Take back “Ben”"


def test_two_may_play_by_choosing_two(table: GameTable) -> None:
    table.play("waiting")
    page = table.referee
    visit(page, "/new")
    decide(page, "Twisted Fish", "Only add up")
    chosen = page.locator(".face[aria-pressed=true]")
    while chosen.count() > 1:
        chosen.first.click()
    expect(page.get_by_role("button", name="1 more")).to_be_disabled()
    page.locator(".face[aria-pressed=false]").first.click()
    tap(page, "These 2 play")
    start_instead(page)
    assert len(table.view()["present"]) == 2


def test_a_new_game_with_its_options(table: GameTable) -> None:
    table.play("waiting")
    page = table.referee
    visit(page, "/new")
    decide(page, "Twisted Fish", "Check everything")
    tap(page, "play")
    page.locator("[data-options=twisted_fish] summary").click()
    page.get_by_label("A whopper that the companion can prove is said").select_option("never")
    assert cut_off(page) == []
    start_instead(page)
    options = [option["text"] for option in table.told.state()["game"]["options"]]
    assert "A whopper that the companion can prove is said: never" in options
