"""A new question comes into sight by itself, but not under a finger; a long name is said whole."""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion import games
from companion.runtime import Companion
from tests.browser import animal_moments as animal
from tests.browser import fish_moments as fish
from tests.browser import party_moments as party
from tests.browser import split_moments as split
from tests.browser.screens import (
    holds,
    lively,
    mark,
    phone,
    screen,
    up_to_date,
    visit,
)
from tests.web.house import Phone, leader, referee_phone, seated
from tests.web.test_child_http import is_child

PEOPLE = ("Ana", "Ben", 20 * "W")
BOTTOM = "scrollTo(0, document.body.scrollHeight)"
IN_SIGHT = """() => {
  const question = document.querySelector("[data-question]")?.getBoundingClientRect();
  const bar = document.querySelector(".bar").getBoundingClientRect();
  return question && question.top >= bar.bottom - 1 && question.top < innerHeight / 3;
}"""
GOOD_NIGHT = """() => {
  const title = document.querySelector(".good-night h2")?.getBoundingClientRect();
  const bar = document.querySelector(".bar").getBoundingClientRect();
  return title && title.top >= bar.bottom - 1 && title.bottom <= innerHeight;
}"""
ASKED = "() => document.querySelector('[data-question]') !== null"


@pytest.fixture
def variant() -> str:
    return "refereed"


@pytest.fixture
def told(companion: Companion, variant: str) -> Phone:
    return leader(companion, *PEOPLE, kind="twisted_fish", variant=variant)


@pytest.fixture
def ben(screens: Browser, companion: Companion, told: Phone) -> Page:
    """The phone of who will be asked next; its page was scrolled down."""
    page = at_seat(screens, companion, seated(companion, told, 1))
    page.evaluate(BOTTOM)
    return page


@pytest.mark.parametrize("moves", [False, True])
def test_a_new_question_comes_into_sight(ben: Page, told: Phone, moves: bool) -> None:
    """Whole, also where it arrives with a little leap: it does not hide what it begins with."""
    if moves:
        lively(ben)
    assert not ben.evaluate(IN_SIGHT)
    told.answer("start", "deal")
    holds(ben, IN_SIGHT)


RESTS = """() => {
  const question = document.querySelector("[data-question]");
  const { top } = question.getBoundingClientRect();
  const bar = document.querySelector(".bar").getBoundingClientRect();
  return !question.getAnimations().length && top >= bar.bottom - 1;
}"""
A_LITTLE_HIDDEN = """() => {
  const bar = document.querySelector(".bar").getBoundingClientRect();
  const question = document.querySelector("#live .question");
  if (question.getAnimations().length) return false;
  const { top } = question.getBoundingClientRect();
  scrollTo({ top: scrollY + top - bar.bottom + 12, behavior: "instant" });
  return Math.abs(question.getBoundingClientRect().top - bar.bottom + 12) < 2;
}"""


def test_a_question_that_leaps_in_comes_to_rest_in_sight(
    screens: Browser, companion: Companion
) -> None:
    """It arrives lower than it stands, and would slip under the bar."""
    referee = referee_phone(companion)
    split.light(referee)
    page = at_seat(screens, companion, seated(companion, referee, 1))
    lively(page)
    holds(page, A_LITTLE_HIDDEN)
    referee.answer("strong")
    holds(page, "() => document.querySelector('[data-topic=chip]') !== null")
    holds(page, RESTS)


def at_seat(screens: Browser, companion: Companion, who: Phone) -> Page:
    """A phone at its seat, on a page that is long enough to be scrolled."""
    return on_page(screens, companion, who, "/seat")


def on_page(screens: Browser, companion: Companion, who: Phone, path: str) -> Page:
    page = phone(screens, companion.address.port)
    visit(page, path, who.cookie)
    holds(page, "() => document.querySelector('.alive').textContent === 'live'")
    page.evaluate("document.querySelector('#live').style.paddingBottom = '100vh'")
    return page


BELONGS = """(above) => {
  const question = document.querySelector("[data-question]")?.getBoundingClientRect();
  const top = document.querySelector(above)?.getBoundingClientRect().top;
  const bar = document.querySelector(".bar").getBoundingClientRect();
  return question && top >= bar.bottom - 1 && question.top > top && question.top < innerHeight / 2;
}"""


@dataclass(frozen=True)
class Above:
    """What stands above a question, who is asked it, and the word that leads to it."""

    above: str
    seat: int
    before: Callable[[Phone], None]
    word: Callable[[Phone], object]
    child: bool = False


ABOVE = {
    "who splashes whom": Above(
        "#party-asked", 1, party.armed, lambda told: told.answer("splash", "turn", target=1)
    ),
    "the card that is asked for": Above(
        "#asked-for", 0, fish.turn, lambda told: told.answer("ask", "ask", target=0, card=1)
    ),
    "what reads it to a child": Above(
        "[data-read]", 0, fish.turn, lambda told: told.answer("ask", "ask", target=0, card=1), True
    ),
}


@pytest.mark.parametrize("what", ABOVE)
def test_what_belongs_above_a_question_comes_into_sight_with_it(
    screens: Browser, companion: Companion, what: str
) -> None:
    one = ABOVE[what]
    referee = referee_phone(companion)
    one.before(referee)
    asked = seated(companion, referee, one.seat)
    if one.child:
        is_child(referee, one.seat)
    page = at_seat(screens, companion, asked)
    page.evaluate(BOTTOM)
    one.word(referee)
    holds(page, BELONGS, one.above)


WAITS = """() => {
  const review = document.querySelector("#under-review")?.getBoundingClientRect();
  const bar = document.querySelector(".bar").getBoundingClientRect();
  return review && review.top >= bar.bottom - 1 && review.bottom < innerHeight;
}"""


LAST_BUT_ONE = 12  # facts, and one card of the grid is still asked for after the next


@pytest.mark.parametrize("path", ["/referee", "/seat"])
def test_that_somebody_says_wait_comes_into_sight(
    screens: Browser, companion: Companion, told: Phone, path: str
) -> None:
    """On all phones: until then nothing counts that is tapped there."""
    told.answer("start", "deal")
    who = told if path == "/referee" else seated(companion, told, 1)
    page = on_page(screens, companion, who, path)
    page.evaluate(BOTTOM)
    seated(companion, told, 0).post("/api/review", {"on": True})
    holds(page, WAITS)


def test_a_question_that_waits_folded_pulls_no_page_away(
    screens: Browser, companion: Companion
) -> None:
    """Cards of the grid are told while start cards are asked for: the referee reads on below."""
    referee = referee_phone(companion)
    two = PEOPLE[:2]
    filled = animal.full(companion, referee, lambda fact, told: told == LAST_BUT_ONE, people=two)
    assert filled is not None
    page = on_page(screens, companion, referee, "/referee")
    page.evaluate(BOTTOM)
    before = page.evaluate("scrollY")
    animal.tell(companion, filled)
    up_to_date(page, referee)
    expect(page.locator("details[data-topic=filled]")).to_be_visible()
    assert page.evaluate("scrollY") == before > 0


@pytest.mark.parametrize("path", ["/referee", "/seat"])
def test_a_page_that_is_loaded_anew_shows_its_question(
    screens: Browser, companion: Companion, path: str
) -> None:
    """A browser that reloads a page scrolls it to where it was."""
    referee = referee_phone(companion)
    fish.turn(referee)
    who = referee if path == "/referee" else seated(companion, referee, 1)
    page = on_page(screens, companion, who, path)
    page.evaluate(BOTTOM)
    page.reload()
    holds(page, "() => document.querySelector('.alive').textContent === 'live'")
    holds(page, IN_SIGHT)


def test_nothing_moves_under_a_finger(ben: Page, told: Phone) -> None:
    ben.mouse.move(10, 400)
    ben.mouse.down()
    before = ben.evaluate("scrollY")
    told.answer("start", "deal")
    holds(ben, "() => document.querySelector('[data-topic=ask]') !== null")
    assert ben.evaluate("scrollY") == before
    ben.mouse.up()
    holds(ben, IN_SIGHT)


OTHERS = """() => {
  const turn = document.querySelector(".waiting[id^=ask-]")?.getBoundingClientRect();
  const back = document.querySelector("#undo-fresh")?.getBoundingClientRect();
  const bar = document.querySelector(".bar").getBoundingClientRect();
  return turn && back && back.top >= bar.bottom - 1 && turn.bottom < innerHeight / 2;
}"""


def test_good_night_comes_into_sight(ben: Page, told: Phone) -> None:
    told.answer("start", "deal")
    ben.evaluate(BOTTOM)
    assert told.post("/api/good_night", {"sure": True})[0] == 200
    holds(ben, GOOD_NIGHT)


@pytest.mark.parametrize("variant", ["scorecard"])
def test_whose_turn_it_is_comes_into_sight_when_ones_own_is_over(
    ben: Page, told: Phone, companion: Companion
) -> None:
    """And what may be taken back above it."""
    told.answer("start", "deal")
    holds(ben, IN_SIGHT)
    ben.evaluate(BOTTOM)
    assert seated(companion, told, 1).answer("tally")["reply"] == "counts"
    holds(ben, OTHERS)


SEEN_WHOLE = """() => {
  const button = document.querySelector("[data-confirm]");
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const seen = (y) => button.contains(document.elementFromPoint((left + right) / 2, y));
  return !button.disabled && seen(top + 2) && seen(bottom - 2);
}"""


@pytest.mark.parametrize("path", ["/referee", "/seat"])
def test_the_button_that_a_pick_makes_ready_comes_into_sight(
    screens: Browser, companion: Companion, path: str
) -> None:
    """Also from below what stays at the edge of the referee's phone; later picks move nothing."""
    referee = leader(companion, "Ana", "Ben", "Cy", "Dee", kind="split", variant="light")
    referee.answer("start", "deal")
    referee.answer("strong")
    page = screen(screens, companion.address.port, {"width": 390, "height": 720}, has_touch=True)
    who = referee if path == "/referee" else seated(companion, referee, 1)
    visit(page, path, who.cookie)
    holds(page, "() => document.querySelector('.alive').textContent === 'live'")
    assert not page.evaluate(SEEN_WHOLE)
    mark(page, "row 3, space 4")
    holds(page, SEEN_WHOLE)
    before = page.evaluate("scrollY")
    mark(page, "row 5, space 5")
    assert page.evaluate("scrollY") == before > 0


def test_what_is_said_is_whole_on_the_smallest_phones(ben: Page) -> None:
    """A name that is cut, and whatever a game refuses: it goes by itself, and nobody scrolls it."""
    said = refusals()
    assert len(said) > 150
    for wide, high in ((320, 568), (568, 320)):
        ben.set_viewport_size({"width": wide, "height": high})
        assert ben.evaluate(CUT, [*said, TOO_LONG]) == [TOO_LONG]
    name = ben.locator(".row .name", has_text=20 * "W")
    ben.set_viewport_size({"width": 240, "height": 800})
    name.click()
    expect(ben.locator("#toast")).to_have_text(20 * "W")


def refusals() -> list[str]:
    """What all games refuse with, with long names in place of seats."""
    files = sorted(Path(games.__file__).parent.glob("*/*.py"))
    return sorted({said for file in files for said in refused_in(ast.parse(file.read_text()))})


def refused_in(tree: ast.Module) -> Iterator[str]:
    """The sentences of one file; what it has a name for is said in another place of it."""
    named = {
        str(one.targets[0].id): one.value.value
        for one in tree.body
        if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name)
        if isinstance(one.value, ast.Constant) and isinstance(one.value.value, str)
    }
    for function in [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)]:
        if "Refused(" in ast.unparse(function):
            calls = [one for one in ast.walk(function) if isinstance(one, ast.Call)]
            texts = [one for one in calls if ast.unparse(one.func) == "Text" and one.args]
            for text in texts:
                words = named.get(ast.unparse(text.args[0])) or literal(text.args[0])
                if words:
                    yield filled(words, text.keywords)


def literal(words: ast.expr) -> str:
    return words.value if isinstance(words, ast.Constant) and isinstance(words.value, str) else ""


def filled(template: str, keywords: list[ast.keyword]) -> str:
    fields = {str(one.arg): ast.unparse(one.value).startswith("one(") for one in keywords}
    long = {name: LONG if is_seat else "purple hammerhead" for name, is_seat in fields.items()}
    return str(template.format(**long))


LONG = "Maximilian Alexander"
TOO_LONG = 30 * "so many words "
CUT = """(said) => import("/static/post.js").then(({ toast }) => said.filter((words) => {
  toast(words, 0);
  const line = document.getElementById("toast");
  const { left, right } = line.getBoundingClientRect();
  return line.scrollHeight > line.clientHeight + 1 || left < 0 || right > innerWidth;
}))"""
