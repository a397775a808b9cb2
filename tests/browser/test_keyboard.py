"""By keyboard alone: a new game and a whole round, the focus always in sight and never lost."""

import pytest
from playwright.sync_api import Browser, Page

from companion.runtime import Companion
from tests.browser.screens import holds, phone, up_to_date, visit
from tests.web.house import Phone, begin, referee_phone, until

TABS_MOST = 120  # to anything on any page
Pages = tuple[Page, Phone]


@pytest.fixture
def referee(screens: Browser, companion: Companion) -> Pages:
    """The referee's page, to be used by keyboard, and the same by HTTP, to look."""
    told = referee_phone(companion)
    page = phone(screens, companion.address.port, cookie=told.cookie)
    return page, told


FOCUS = """() => {
  const one = document.activeElement;
  if (one === document.body) return null;
  const shown = one.matches(".pick input") ? one.nextElementSibling : one;
  const box = shown.getBoundingClientRect();
  const style = getComputedStyle(shown);
  const bar = document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
  return {
    name: one.getAttribute("aria-label") ?? (one.labels?.[0] ?? one).textContent.trim(),
    seen: one.matches(":focus-visible") && style.outlineStyle !== "none"
      && parseFloat(style.outlineWidth) >= 2,
    there: box.bottom > 0 && box.top < innerHeight
      && (one.closest(".bar, .skip") || box.top >= bar - 1),
  };
}"""


def tab_to(page: Page, words: str) -> None:
    """Press Tab until the focus is on what says these words; it is in sight all the way."""
    for _ in range(TABS_MOST):
        page.keyboard.press("Tab")
        focus = page.evaluate(FOCUS)
        if focus is None:  # past the last one: round again
            continue
        assert focus["seen"], f"no outline round {focus['name']}"
        assert focus["there"], f"{focus['name']} is not on the screen"
        if words in focus["name"]:
            return
    raise AssertionError(f"Tab does not lead to {words}")


def press(page: Page, words: str, key: str = "Enter") -> None:
    """Find a button by Tab and press it; wherever the page goes then, the focus is not lost."""
    tab_to(page, words)
    page.keyboard.press(key)


def focus_is_kept(page: Page) -> None:
    holds(page, "document.activeElement !== document.body")
    focus = page.evaluate(FOCUS)
    assert focus["seen"], f"no outline round {focus['name']}"
    assert focus["there"], f"{focus['name']} is not on the screen"


def test_a_whole_round_on_the_referees_page(referee: Pages) -> None:
    page, told = referee
    begin(told, "Ana", "Ben", "Cy")
    visit(page, "/referee")
    for words, key, phase in (
        ("Dealt", "Enter", "live"),
        ("This game", "Enter", "live"),
        ("Somebody grabbed", "Space", "grab"),
        ("Good grab", "Enter", "holders"),
        ("Cy", "Space", "scored"),
    ):
        press(page, words, key)
        until(lambda phase=phase: told.phase() == phase, phase)
        up_to_date(page, told)
        focus_is_kept(page)
    assert told.state()["view"]["letters"] == [1, 1, 0]


def test_one_enter_too_many_answers_nothing(referee: Pages) -> None:
    page, told = referee
    begin(told, "Ana", "Ben", "Cy")
    told.answer("start", "deal")
    told.answer("grab", "grab")
    visit(page, "/referee")
    tab_to(page, "Good grab")
    page.keyboard.press("Enter")
    until(lambda: told.phase() == "holders", "the next question")
    holds(page, "document.activeElement.matches('[data-question]')")
    page.keyboard.press("Enter")
    tab_to(page, "Ana")  # and the very next answers are near
    assert told.phase() == "holders"


def test_ticks_and_undo_by_keyboard(referee: Pages) -> None:
    page, told = referee
    begin(told, "Ana", "Ben", "Cy")
    told.answer("start", "deal")
    told.answer("grab", "grab")
    visit(page, "/referee")
    press(page, "Too soon!")
    until(lambda: told.phase() == "foul", "who touched")
    page.get_by_role("checkbox", name="Ben").wait_for()
    press(page, "Ben", "Space")
    press(page, "These touched: Ben")
    until(lambda: told.state()["view"]["letters"] == [1, 0, 1], "the others' letters")
    up_to_date(page, told)
    press(page, "Take back")
    until(lambda: told.state()["view"]["letters"] == [0, 0, 0], "undo")


def test_tempo_and_pause_by_keyboard(referee: Pages) -> None:
    page, told = referee
    begin(told, "Ana", "Ben", "Cy")
    told.answer("start", "deal")
    visit(page, "/referee")
    press(page, "This game")
    tab_to(page, "Seconds between")
    before = told.state()["caller"]["every_ms"]
    page.keyboard.press("ArrowRight")
    until(lambda: told.state()["caller"]["every_ms"] == before + 100, "a slower caller")
    focus_is_kept(page)
    press(page, "Pause")
    until(lambda: told.state()["caller"]["paused"], "the pause")
    page.get_by_role("button", name="Go on PASS").wait_for()
    page.keyboard.press("Enter")  # the focus is still on the button, which says "Go on" now
    until(lambda: not told.state()["caller"]["paused"], "the calls")


ASKED = ("Write 3 names", "Choose 2 more", "Choose 1 more")


def test_a_new_game_by_keyboard(referee: Pages) -> None:
    page, told = referee
    visit(page, "/referee")
    press(page, "New game")
    page.wait_for_url("**/new")
    press(page, "SPLASH!")
    focus_is_kept(page)
    asked = page.locator("[data-next]")
    for name, wanted in zip(("Ana", "Ben", "Cy"), ASKED, strict=True):
        assert asked.inner_text() == wanted
        tab_to(page, "Another name") if name == "Ana" else None
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        focus_is_kept(page)
    press(page, "These 3 play")
    focus_is_kept(page)
    press(page, "Cy up")
    focus_is_kept(page)
    page.keyboard.press("Enter")  # the focus went up with Cy
    press(page, "Start")
    page.wait_for_url("**/referee")
    assert [seat["name"] for seat in told.state()["seats"]] == ["Cy", "Ana", "Ben"]


def test_a_game_again_by_keyboard(referee: Pages) -> None:
    page, told = referee
    begin(told, "Ana", "Ben", "Cy")
    told.answer("start", "deal")
    told.answer("grab", "grab")
    visit(page, f"/replay/{told.state()['game']['id']}")
    for way, at in (("on", "1"), ("back", "0")):
        press(page, f"One {way}")
        page.get_by_text(f"Moment {at} of").wait_for()
        focus_is_kept(page)
    press(page, "▶ Play", "Space")
    page.get_by_text("Moment 1 of").wait_for()


def test_a_word_is_put_right_by_keyboard(referee: Pages) -> None:
    page, told = referee
    begin(told, "Ana", "Ben", "Cy")
    for key, topic in (("start", "deal"), ("grab", "grab"), ("no", "verdict")):
        told.answer(key, topic)
    visit(page, f"/amend/{told.state()['undo']['seq']}")
    press(page, "Good grab")
    page.get_by_text("Then it would be so:").wait_for()
    press(page, "Agreed: put it right")
    page.wait_for_url("**/referee")
    until(lambda: told.phase() == "holders", "a good grab")


@pytest.mark.parametrize(
    ("path", "words"), [("/decks/new", "turtle"), ("/decks", "new"), ("/boards", "new")]
)
def test_what_families_enter_is_reached_by_keyboard(referee: Pages, path: str, words: str) -> None:
    page, _ = referee
    visit(page, path)
    tab_to(page, words)


def test_the_first_tab_leads_past_the_bar(referee: Pages) -> None:
    page, told = referee
    begin(told, "Ana", "Ben", "Cy")
    visit(page, "/referee")
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUS)["name"] == "To the table"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "live"
