"""What a screen reader hears: the order, the names of buttons, and what is said by itself."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.game_table import GameTable, splash_table
from tests.browser.looks import unfold
from tests.browser.moments import grab
from tests.browser.screens import visit


@pytest.fixture(scope="module")
def table(screens: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameTable]:
    with splash_table(screens, tmp_path_factory.mktemp("reader")) as table:
        yield table


def heard(page: Page) -> str:
    """The accessibility tree of the page, in the order that it is read out."""
    return page.locator("body").aria_snapshot()


def in_order(tree: str, *parts: str) -> None:
    """These are in the tree, one after the other."""
    at = 0
    for part in parts:
        found = tree.find(part, at)
        assert found >= 0, f"{part!r} is not there, or too early:\n{tree}"
        at = found + 1


@pytest.mark.parametrize("moment", ["waiting", "grab", "holders", "foul", "bonus"])
def test_the_question_comes_before_the_scores_and_those_before_what_happened(
    table: GameTable, moment: str
) -> None:
    table.play(moment)
    must = next(ask for ask in table.told.state()["asks"] if ask["must"])
    question = f'heading "{must["text"]}" [level=2]'
    after = ['list "Scores"']
    for line in table.told.state()["said"][:1]:
        after += ['list "What just happened"', line["text"]]
    visit(table.ana, "/seat")
    in_order(heard(table.ana), question, *after)
    visit(table.referee, "/referee")
    unfold(table.referee)
    in_order(heard(table.referee), question, *after)
    visit(table.wall, "/")
    in_order(heard(table.wall), question, 'list "Scores"')


def test_a_row_says_who_and_how_many_letters(table: GameTable) -> None:
    table.play("scored")
    visit(table.wall, "/")
    in_order(heard(table.wall), "Ana", '"1 of 6 letters: S"', "Maximiliane", '"0 of 6 letters')


VERBS = re.compile(
    r"(Touch|Put back|Undo|Take back|↶ Take back|↷ Say again|Pause|Go on|Deal|Dealt|Good|Too|"
    r"Nobody|Somebody|These|I |Sound|Light|Let|No\b|Yes|Correct|Put out|Give|✋|Anybody|New|"
    r"The first|Count|PASS)"
)
PICKED = re.compile(r"(Ana|Ben|Cy|Maximiliane|Red|Blue|Green|calm|brisk|wild)$")


@pytest.mark.parametrize("moment", ["live", "grab", "scored"])
@pytest.mark.parametrize("path", ["/seat", "/referee"])
def test_buttons_say_what_they_do(table: GameTable, moment: str, path: str) -> None:
    table.play(moment)
    page = table.ana if path == "/seat" else table.referee
    visit(page, path)
    buttons = re.findall(r"^( *)- '?button \"(.+?)\"", heard(page), flags=re.MULTILINE)
    assert len(buttons) >= 3
    tree = heard(page)
    for _, name in buttons:
        assert VERBS.match(name) or PICKED.match(name), name
        if PICKED.match(name):  # a name alone stands in a group that asks
            assert re.search(rf'group "[^"]+":\n(?: +- .*\n)*? +- button "{name}"', tree), name


def test_the_verdict_and_the_next_question_are_said_by_themselves(table: GameTable) -> None:
    table.play("live")
    visit(table.ana, "/seat")
    aloud = table.ana.locator("#aloud")
    expect(aloud).to_have_attribute("aria-live", "polite")
    table.ana.evaluate("window.same = document.getElementById('aloud')")
    table.told.answer("grab", "grab")
    expect(aloud).to_contain_text("Four of a kind?")
    table.told.answer("seat:3", "holders")
    expect(aloud).to_contain_text("letter")
    assert table.ana.evaluate("window.same === document.getElementById('aloud')")
    regions = (
        "() => [...document.querySelectorAll('#live [aria-live]')].map((one) => one.className)"
    )
    assert table.ana.evaluate(regions) == ["alive"] or table.ana.evaluate(regions) == []

    # What a cover hides is not heard either, until somebody takes it off.
    visit(table.ana, "/seat?pass=1")
    shown = table.ana.locator("#live").get_attribute("data-shown")
    table.told.answer("start", "deal")
    expect(table.ana.locator("#live")).not_to_have_attribute("data-shown", shown or "")
    expect(aloud).to_be_empty()
    table.ana.click("#cover-off")
    expect(aloud).to_contain_text("deals")


# For each time that a page asks what of it is in sight, whether that is drawn.
DRAWN = """() => {
  const live = document.getElementById("live");
  const look = Element.prototype.getClientRects;
  let drawn = "";
  const frame = () => {
    drawn = live.dataset.shown;
    requestAnimationFrame(frame);
  };
  frame();
  window.drawn = [];
  Element.prototype.getClientRects = function () {
    window.drawn.push(drawn === live.dataset.shown && drawn);
    return look.call(this);
  };
}"""
# What a page asks the place of that lies in a closed drawer.
IN_DRAWERS = """() => {
  window.laid = [];
  for (const name of ["getClientRects", "getBoundingClientRect"]) {
    const look = Element.prototype[name];
    Element.prototype[name] = function () {
      if (this.closest("details:not([open]) > :not(summary)")) window.laid.push(this.outerHTML);
      return look.call(this);
    };
  }
}"""


def test_the_wall_is_drawn_before_it_is_said(table: GameTable) -> None:
    """What is asked of a page that is not drawn has all of it laid out, and once more then."""
    table.play("grab")
    visit(table.wall, "/")
    expect(table.wall.locator("#aloud")).to_contain_text("Four of a kind?")
    table.wall.evaluate(DRAWN)
    before = table.wall.locator("#live").get_attribute("data-shown")
    table.told.answer("yes", "verdict")
    expect(table.wall.locator("#aloud")).not_to_contain_text("Four of a kind?")
    drawn = set(table.wall.evaluate("window.drawn"))
    assert drawn == {table.wall.locator("#live").get_attribute("data-shown")} != {before}


def test_what_is_said_in_a_closed_drawer_is_heard_and_not_laid_out(table: GameTable) -> None:
    """A browser lays out what a closed drawer holds only for who asks where it lies: much work."""
    table.play("grab")
    visit(table.referee, "/referee")
    expect(table.referee.locator("#aloud")).to_contain_text("Four of a kind?")
    table.referee.evaluate(IN_DRAWERS)
    table.told.answer("yes", "verdict")
    expect(table.referee.locator("#aloud")).to_contain_text("Good grab!")
    assert table.referee.evaluate("!document.querySelector('#drawer-game').open")
    assert table.referee.evaluate("window.laid") == []


def test_the_wall_says_the_photo_finish(table: GameTable) -> None:
    table.play("live")
    visit(table.wall, "/")
    grab(table.house, table.told)
    expect(table.wall.locator("#aloud")).to_contain_text("Green was first, about 84 ms before Red.")
    expect(table.wall.locator("#aloud")).to_contain_text("Four of a kind?")


def test_the_tempo_slider_is_read_in_seconds(table: GameTable) -> None:
    table.play("live")
    table.told.post("/api/caller", {"every_ms": 1800})
    visit(table.referee, "/referee")
    unfold(table.referee)
    slider = table.referee.get_by_role("slider", name="Seconds between two calls")
    expect(slider).to_have_attribute("aria-valuetext", "1.8\u00a0seconds")
    slider.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "1.9\u00a0seconds")
