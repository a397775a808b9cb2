"""A small child's seat on a phone: large, whole, easy to read, and read aloud by one tap."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.runtime import Companion
from tests.browser.game_table import is_clean
from tests.browser.looks import cut_off, small_targets
from tests.browser.moments import MOMENTS
from tests.browser.screens import holds, phone, seen, tap, visit, wear_cookie
from tests.web.house import Phone, begin, patient, seated, until
from tests.web.test_child_http import ASKED, alone, is_child

LARGE_PX = 88  # a small child's thumb misses what is smaller
SMALL, LOW = {"width": 320, "height": 568}, {"width": 568, "height": 320}
# Cards and spaces, which are many, are as large as their game draws them.
ANSWERS = """() => [...document.querySelectorAll(".child .card .button")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.textContent.trim(), one.getBoundingClientRect().height])"""
# Each answer has a picture, or at least a sign.
BARE = """() => [...document.querySelectorAll(".child .card .button")]
  .filter((one) => one.checkVisibility() && !one.closest(".numbers") && !one.querySelector("svg"))
  .filter((one) => getComputedStyle(one, "::before").content === "none")
  .map((one) => one.textContent.trim())"""

# Where the first answer ends.
FIRST = """() => [...document.querySelectorAll(".child .card :is(button, label)")]
  .find((one) => one.checkVisibility()).getBoundingClientRect().bottom"""

# A number is a picture, and alone on its button.
SIGNED = """() => [...document.querySelectorAll(".child .numbers .button")]
  .filter((one) => getComputedStyle(one, "::before").content !== "none")
  .map((one) => one.textContent.trim())"""


@pytest.fixture(scope="module", autouse=True)
def many_who_ask(house: Companion) -> None:
    """More phones come in here than may in a minute."""
    patient(house)


@pytest.fixture
def page(screens: Browser, house: Companion) -> Iterator[Page]:
    page = phone(screens, house.address.port)
    yield page
    assert page.problems == []  # type: ignore[attr-defined]


def sees(page: Page, house: Companion, referee: Phone, moment: str) -> None:
    """The page is the one of the child that is asked at this moment."""
    ASKED[moment](house, referee)
    child, _ = alone(referee, lambda seat: seated(house, referee, seat))
    visit(page, "/seat", child.cookie)


@pytest.mark.parametrize(
    "moment",
    [
        "splash foul",
        "animal light_surfacing",
        "animal light_counting",
        "fish asked",
        "split light",
        "party dying",
    ],
)
def test_a_child_s_page_is_large_and_whole(
    moment: str, page: Page, house: Companion, referee: Phone
) -> None:
    sees(page, house, referee, moment)
    is_clean(page, moment)
    assert small_targets(page) == []
    assert page.evaluate(BARE) == page.evaluate(SIGNED) == []
    small = [words for words, height in page.evaluate(ANSWERS) if height < LARGE_PX]
    assert small == []
    for size in (SMALL, LOW):
        page.set_viewport_size(size)
        assert cut_off(page) == []
        assert page.evaluate(FIRST) <= size["height"], size


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (568, 320), (1024, 600)])
def test_a_board_grows_under_a_small_child_s_thumb(
    size: tuple[int, int], page: Page, house: Companion, referee: Phone
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    sees(page, house, referee, "split chip")
    space, told = page.locator("label.space").first, page.locator(".child [data-confirm]")
    whole = page.locator("[data-whole]")
    expect(whole).to_be_hidden()
    space.click()
    expect(told).to_be_disabled()  # the first tap only brought it near
    assert small_targets(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    space.click()
    expect(told).to_be_enabled()
    whole.click()
    expect(page.locator("[data-quarter]")).to_have_count(0)
    expect(told).to_be_enabled()


VOICE = """
  window.heard = [];
  speechSynthesis.speak = (said) => { heard.push(said.text); said.onstart?.(); };
"""
COUNT_PICTURES = """() => {
  window.pictures = 0;
  document.addEventListener("table:state", () => { pictures += 1; });
}"""


def test_a_dolphin_that_a_child_grabs_is_the_child_s(
    page: Page, house: Companion, referee: Phone
) -> None:
    """Nobody asks a child for the colour of what it has just tapped."""
    begin(referee, "Ana", "Ben", "Cy")
    ana = seated(house, referee, 0, source="127.0.8.2")  # all others here knock from one address
    is_child(referee, 0)
    visit(page, "/seat", ana.cookie)
    referee.answer("start", "deal")
    page.locator("#pool[data-tap] #toy-1").click()
    seen(page, "You have one!")
    assert house.referee.picture.view.claims == {"1": 0}
    referee.answer("yes", "verdict")
    seen(page, "Who is left without a dolphin?")
    expect(page.get_by_text("Which dolphin is yours?")).to_have_count(0)


def test_a_child_may_grab_as_long_as_a_dolphin_lies_there(
    page: Page, house: Companion, referee: Phone
) -> None:
    """Also when somebody was quick to say that the first grab was a good one."""
    MOMENTS["holders"](house, referee)
    cy = seated(house, referee, 2, source="127.0.8.3")
    is_child(referee, 2)
    visit(page, "/seat", cy.cookie)
    seen(page, "Which dolphin is yours?")
    (free,) = {0, 1, 2} - {mark.pad for mark in house.referee.picture.view.order}
    page.locator(f"#pool[data-tap] #toy-{free}").click()
    until(lambda: house.referee.picture.view.claims == {str(free): 2}, "the claim")
    expect(page.get_by_text("Which dolphin is yours?")).to_have_count(0)


# As if what the table asks of a hand came together with the "Wait!".
DEAF = """document.addEventListener("table:state", (event) => {
  window.pictures = (window.pictures ?? 0) + 1;
  if (window.deaf) event.stopImmediatePropagation();
});"""


def test_a_child_s_grab_outlasts_a_wait(page: Page, house: Companion, referee: Phone) -> None:
    """Somebody says "Wait!" between the hand and what the table asks of it."""
    begin(referee, "Ana", "Ben", "Cy")
    ana = seated(house, referee, 0, source="127.0.8.5")
    is_child(referee, 0)
    wear_cookie(page, ana.cookie)
    page.add_init_script(DEAF)
    visit(page, "/seat")
    referee.answer("start", "deal")
    toy = page.locator("#pool[data-tap] #toy-1")
    expect(toy).to_be_visible()
    page.evaluate("deaf = true")
    toy.click()
    until(lambda: referee.phase() == "grab", "the hand")
    assert referee.post("/api/review", {"on": True})[0] == 200
    seen(page, "Wait a moment!")
    page.evaluate("deaf = false; pictures = 0")
    house.referee.note_trouble("wire", "A wire is loose.")
    holds(page, "pictures > 0")
    house.referee.note_trouble("wire", "")
    assert not house.referee.picture.view.claims
    assert referee.post("/api/review", {"on": False})[0] == 200
    until(lambda: house.referee.picture.view.claims == {"1": 0}, "the claim")


def test_a_page_that_becomes_a_child_s_has_the_one_question_alone(
    page: Page, house: Companion, referee: Phone
) -> None:
    """The phones of an evening are open before its first game; a finger on Rules left the game."""
    begin(referee, "Ana", "Ben", "Cy")
    ana = seated(house, referee, 0, source="127.0.8.4")
    is_child(referee, 0, False)  # others of this module made Ana one
    visit(page, "/seat", ana.cookie)
    rules = page.get_by_role("link", name="The rules")
    expect(rules).to_be_visible()
    is_child(referee, 0)
    expect(page.locator(".child")).to_be_visible()
    expect(rules).to_be_hidden()
    page.reload()
    expect(page.locator(".child")).to_be_visible()
    expect(rules).to_be_hidden()


def test_a_tap_reads_the_question_and_each_answer(
    page: Page, house: Companion, referee: Phone
) -> None:
    page.add_init_script(VOICE)
    sees(page, house, referee, "fish fishing")
    tap(page, "Read it to me")
    holds(page, "heard.length === 3")
    assert page.evaluate("heard") == ["Ben goes fishing.", "Drew a card", "Caught it!"]
    assert page.locator(".heard").count() == 2
    page.evaluate(COUNT_PICTURES)
    house.referee.note_trouble("wire", "A wire is loose.")
    holds(page, "pictures === 1")
    assert page.locator(".heard").count() == 2, "a new picture of the question leaves them lit"
