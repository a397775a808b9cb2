"""The referee's page: one screen, three drawers, and no two buttons that look alike."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.game_table import REFEREE, GameTable, is_clean, splash_table
from tests.browser.looks import small_targets
from tests.browser.moments import MOMENTS
from tests.browser.screens import holds, seen, tap, wall

# Where who touched is ticked: two such questions, or a long one.
LONG = ("foul", "claimed")
DRAWERS = ("This game", "The house", "The machine")

# What is to be tapped and can be seen: its words and its picture, and what it does.
BUTTONS = """() => [...document.querySelectorAll("#live button, #live a.button")]
  .filter((one) => one.checkVisibility())
  .map((one) => {
    const looks = [one.innerText.trim(), one.querySelector(".shape")?.dataset.shape ?? ""];
    const { ask, key, picks, pick, letIn, yes, undo, redo, pause, step } = one.dataset;
    const does = [one.id, one.href, ask, key, picks, pick, letIn, yes, undo, redo, pause, step];
    return [looks.join("|"), does.join("|")];
  })"""

IN_SIGHT = """() => {
  const { top } = document.querySelector("#drawer-house > summary").getBoundingClientRect();
  return top >= 0 && top < innerHeight / 2;
}"""

# How far the words of a win stand from the winner's name, in heights of their letters.
APART = """() => {
  const title = document.querySelector(".hero h2");
  const [name, words] = [document.createRange(), document.createRange()];
  name.selectNodeContents(title.querySelector(".called"));
  const said = title.lastChild;
  words.setStart(said, said.data.search(/\\S/));
  words.setEnd(said, said.data.length);
  const far = words.getBoundingClientRect().left - name.getBoundingClientRect().right;
  return far / parseFloat(getComputedStyle(title).fontSize);
}"""


@pytest.fixture(scope="module")
def table(screens: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameTable]:
    with splash_table(screens, Path(tmp_path_factory.mktemp("referee"))) as table:
        yield table


def bottom(page: Page, part: str) -> float:
    """Where the last of these ends."""
    box = page.locator(part).last.bounding_box()
    assert box, part
    return box["y"] + box["height"]


@pytest.mark.parametrize("moment", [one for one in MOMENTS if one not in LONG])
def test_it_is_one_screen(table: GameTable, moment: str) -> None:
    table.play(moment)
    page = table.see(REFEREE)
    height = page.evaluate("innerHeight")
    assert bottom(page, ".rows") < bottom(page, ".drawers") <= height
    assert page.locator(".drawers > details > summary").all_inner_texts() == [*DRAWERS]
    assert page.locator(".drawers > a", has_text="New game").is_visible()


@pytest.mark.parametrize("moment", LONG)
def test_people_undo_and_drawers_are_in_sight_of_a_long_question(
    table: GameTable, moment: str
) -> None:
    table.play(moment)
    page = table.see(REFEREE)
    for down in (0, 300):
        page.evaluate("(down) => scrollBy({ top: down, behavior: 'instant' })", down)
        assert bottom(page, ".rows") <= bottom(page, ".acts") <= bottom(page, ".drawers")
        assert bottom(page, ".drawers") <= page.evaluate("innerHeight")


@pytest.mark.parametrize("moment", LONG)
def test_a_drawer_that_is_opened_comes_into_sight(table: GameTable, moment: str) -> None:
    table.play(moment)
    page = table.see(REFEREE)
    page.locator("#drawer-house > summary").click()
    holds(page, f"({IN_SIGHT})()")
    page.locator("#drawer-house > summary").click()
    assert bottom(page, ".drawers") <= page.evaluate("innerHeight")


@pytest.mark.parametrize("moment", MOMENTS)
def test_undo_is_in_sight_and_no_two_buttons_look_alike(table: GameTable, moment: str) -> None:
    table.play(moment)
    page = table.see(REFEREE)
    if page.locator("[data-undo]").count():
        assert bottom(page, "[data-undo]") <= page.evaluate("innerHeight")
    # Within a drawer each question is opened for itself.
    page.evaluate("document.querySelectorAll('.drawer').forEach((one) => { one.open = true; })")
    does: dict[str, set[str]] = {}
    for looks, deed in page.evaluate(BUTTONS):
        does.setdefault(looks, set()).add(deed)
    assert {looks: deeds for looks, deeds in does.items() if len(deeds) > 1} == {}


def test_its_drawers_are_clean_by_day_and_dusk(table: GameTable) -> None:
    table.play("scored")
    page = table.see(REFEREE)
    is_clean(page, REFEREE)
    assert small_targets(page) == []


def test_a_letter_more_is_said_as_people_say_it(table: GameTable) -> None:
    table.play("waiting")
    page = table.see(REFEREE)
    page.locator("#drawer-game > summary").click()
    page.locator("summary", has_text="Is a score wrong?").click()
    pen = page.locator("details[data-topic=crayon]")
    pen.locator(".pick", has_text="Ana").click()
    pen.locator(".pick", has_text="1 letter more").click()
    tap(page, "1 letter more for Ana")
    seen(page, "1 letter more for Ana: the table says so.")


def test_somebody_else_s_dolphin_is_asked_for_by_name(table: GameTable) -> None:
    table.play("claimed")
    asks = table.told.state()["asks"]
    asked = [ask["text"] for ask in asks if ask["topic"] == "claim"]
    assert asked and not [text for text in asked if "your" in text]


def test_the_wall_says_who_has_won_once_and_what_comes_next(
    screens: Browser, table: GameTable
) -> None:
    table.play("over")
    page = wall(screens, table.house.address.port)
    page.goto(f"{page.base}/")  # type: ignore[attr-defined]
    seen(page, "What next?")
    winner = table.told.state()["view"]["winner"]
    assert page.locator(".row.won").get_attribute("id") == f"row-{winner}"
    assert page.locator(".row.dealer").count() == 0
    said = page.locator(":is(h1, h2, p):not(.unseen)", has_text="wins").all_inner_texts()
    assert len(said) == 1, said
    assert page.evaluate(APART) >= 0.2
    assert "START" not in page.locator(".wall-band").inner_text()  # a pretended table has none here
