"""Games of strangers in a real browser: played in another language, put right to the end, and with
more words and answers than ours have.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from companion import more_games, new_game
from companion.games import GAMES
from tests.browser.looks import cut_off
from tests.browser.screens import NAME, PHONE, holds, screen, visit, wear_cookie
from tests.browser.test_translated import TRANSLATES
from tests.sixth.test_strangers import STRANGERS
from tests.test_new_game import forget
from tests.web.house import Phone, begin, referee_phone, running

MANY = 300
ASKED = """    many = tuple(
        Choice(f"a{n}", Text("Answer {n}", n=n), Highest(NOBODY), (one_of("seat", everybody),))
        for n in range(MANY)
    )
    if state.phase is Phase.LIVE:
        return (Ask(Text("Which of them all?"), everybody, many),)
"""
BROKEN = """() => [...document.querySelectorAll(".question .grid .button")].filter((button) => {
  const walk = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walk.nextNode()) {
    for (const word of walk.currentNode.data.matchAll(/\\S+/g)) {
      range.setStart(walk.currentNode, word.index);
      range.setEnd(walk.currentNode, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map((one) => Math.round(one.top)));
      if (lines.size > 1) return true;
    }
  }
  return false;
}).map((button) => button.textContent.trim())"""


@pytest.fixture(scope="module")
def referee(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phone]:
    """At a table with the games of strangers, and one that has three hundred answers."""
    before, folder = set(GAMES), tmp_path_factory.mktemp("own")
    list(new_game.write("many_words", folder))
    rules = folder / "many_words" / "rules.py"
    text = rules.read_text(encoding="utf-8")
    live = "    if state.phase is Phase.LIVE:\n        highest"
    assert live in text
    text = text.replace(live, f"{ASKED}{live}")
    rules.write_text(text.replace("MANY", str(MANY)), encoding="utf-8")
    assert more_games.add(folder) == more_games.add(STRANGERS) == ()
    house = running(tmp_path_factory.mktemp("house"), names=(NAME,))
    yield referee_phone(house)
    house.close()
    forget(before)


@pytest.fixture
def page(screens: Browser, referee: Phone) -> Iterator[Page]:
    """The referee's phone."""
    page = screen(screens, referee.port, PHONE)
    wear_cookie(page, referee.cookie)
    yield page
    assert not page.problems  # type: ignore[attr-defined]


def translated(page: Page) -> None:
    """From the next page on."""
    page.add_init_script(TRANSLATES.split("document.addEventListener")[0])


def test_one_person_plays_in_another_language(page: Page, referee: Phone) -> None:
    translated(page)
    begin(referee, "Ana", kind="tower")
    visit(page, "/referee")
    page.get_by_role("button", name="Blocks: 7", exact=True).click()
    expect(page.locator(".waiting")).to_have_text("PUT ONE MORE BLOCK ON IT!")


def test_a_word_of_a_stranger_is_put_right_to_the_end(page: Page, referee: Phone) -> None:
    begin(referee, "Ana", kind="tower")
    assert referee.answer("high", blocks=7)["reply"] == "counts"
    translated(page)
    told = next(line for line in referee.state()["said"] if line["told"])
    visit(page, f"/amend/{told['seq']}")
    page.get_by_role("button", name="Blocks: 9", exact=True).click()
    page.get_by_role("button", name="PUT IT RIGHT").click()
    page.wait_for_url("**/referee")
    holds(page, "() => document.body.textContent.includes('TOWER')")
    assert referee.state()["view"]["high"] == 9


@pytest.mark.parametrize("wide", [320, 360, 390, 768])
def test_words_of_a_strangers_answers_are_whole(page: Page, referee: Phone, wide: int) -> None:
    begin(referee, "Ana", "Ben", "Cy", "Dee", kind="code_words")
    page.set_viewport_size({"width": wide, "height": 740})
    visit(page, "/referee")
    assert page.get_by_role("button", name="Lighthouse").is_visible()
    assert page.evaluate(BROKEN) == [] and cut_off(page) == []


def test_in_a_book_without_a_word_there_is_nothing_to_find(page: Page) -> None:
    for kind, much in (("tower", 0), ("code_words", 1)):
        visit(page, f"/rules/{kind}")
        expect(page.locator("#find")).to_have_count(much)
        expect(page.get_by_role("link", name="Contents")).to_have_count(much)
        if much:
            page.locator("#find").fill("a word that is nowhere")
            expect(page.locator("#found")).to_contain_text("Nothing here says that.")


def test_three_hundred_answers_can_be_told(page: Page, referee: Phone) -> None:
    begin(referee, "Ana", "Ben", kind="many_words")
    assert referee.answer("start")["reply"] == "counts"
    visit(page, "/referee")
    assert cut_off(page) == []
    assert len(referee.state()["asks"][0]["choices"]) == MANY
    assert referee.answer(f"a{MANY - 1}", seat=1)["reply"] == "counts"
