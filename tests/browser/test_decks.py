"""A family enters its cards at a phone: few taps, nothing lost, a game played with them."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.codec import terse
from companion.games.animal_splash.content import DECKS
from companion.games.animal_splash.deck import Deck
from companion.games.animal_splash.sample import SAMPLE
from companion.library import Library, read, written
from companion.runtime import Companion
from tests.browser.looks import cut_off, findings_by_day_and_dusk, small_targets, unfold
from tests.browser.screens import (
    PHONE,
    decide,
    phone,
    screen,
    seen,
    start_instead,
    tap,
    visit,
)
from tests.games.decks import SPARE, largest
from tests.web.house import Phone, leader

TAPS_MOST = 300  # for a deck of 72 cards, once they are sorted
SORTS = ("cards", "starts", "missions", "ends")

# A thumb that taps only what is not chosen yet, as fast as the page can: answers its taps.
THUMB = """([sort, cards]) => {
  let taps = 0;
  const touch = (button) => { button.click(); taps += 1; };
  const pick = (field, word) => {
    const row = document.querySelector(`[data-row="${field}"]`);
    const on = [...row.querySelectorAll("[data-field]")];
    const wanted = on.find((one) => (one.dataset.word ?? one.dataset.number) === String(word));
    if (wanted.getAttribute("aria-pressed") !== "true") touch(wanted);
  };
  const one = (field, word) => touch(document.querySelector(
    `[data-row="${field}"] [data-word="${word}"]`));
  touch(document.querySelector(`[data-sort="${sort}"]`));
  for (const card of cards) {
    if (card.plants) {
      if (card.second) {
        touch(document.getElementById("two-animals"));
        one("animal", card.animal);
        one("animal", card.second);
      } else pick("animal", card.animal);
      pick("colour", card.colour);
      pick("background", card.background);
      pick("oxygen", card.oxygen ?? 0);
      if (card.plants.length > 1) touch(document.getElementById("two"));
      card.plants.forEach((plant) => one("plants", plant));
      continue;
    }
    const nouns = ["animal", "colour", "background", "plant"];
    const measure = card.measure ?? "other";
    const every = nouns.find((noun) => measure === `${noun}s`);
    pick("what", every ?? measure);
    if (measure !== "other") pick("of", every ? "*" : card.of);
    if (card.count) pick("count", card.count);
    const title = document.getElementById("card-title");
    if (title.placeholder !== card.title) {
      title.value = card.title;
      title.dispatchEvent(new Event("change", { bubbles: true }));
    }
    if (card.colour) pick("hue", card.colour);
    if (card.points) touch(document.querySelector(
      `[data-field="points"][data-number="${card.points}"]`));
    else {
      pick("best", card.best);
      touch(document.querySelector(`[data-field="second"][data-number="${card.second}"]`));
    }
  }
  return taps;
}"""


@pytest.fixture
def told(house: Companion) -> Iterator[Phone]:
    """The referee's phone, by plain HTTP; no deck is there when the test is done."""
    referee = leader(house, "Ana", "Ben", "Cy")
    yield referee
    decks = Library(house.referee.journal, DECKS)
    for deck in decks.all():
        decks.drop(deck)


@pytest.fixture
def page(screens: Browser, house: Companion, told: Phone) -> Iterator[Page]:
    """The editor of a new deck, at a phone that has kept nothing."""
    page = phone(screens, house.address.port)
    visit(page, "/decks/new", told.cookie)
    yield page
    problems = page.problems  # type: ignore[attr-defined]
    assert [said for said in problems if "status of 400" not in said] == []  # what was refused


def by_hand(page: Page, deck: Deck, sorts: tuple[str, ...] = SORTS) -> int:
    """Enter the cards of a deck, sorted as the page advises; answers how many taps it took."""
    said = json.loads(written(DECKS, deck))
    said["cards"].sort(key=lambda card: (card["animal"], card["colour"], card["background"]))
    return sum(page.evaluate(THUMB, [sort, said[sort]]) for sort in sorts)


def count(page: Page, words: str) -> None:
    """The page says so many of 72."""
    expect(page.locator("#count")).to_have_text(words)


def chosen(page: Page, field: str) -> list[str]:
    """What is chosen in a row."""
    found = page.locator(f"[data-row={field}] [aria-pressed=true]")
    return [str(one.get_attribute("data-word")) for one in found.all()]


def given(page: Page, field: str, tmp_path: Path, text: str) -> None:
    """Choose a file in a field."""
    file = tmp_path / "deck.json"
    file.write_text(text, encoding="utf-8")
    page.locator("#file").evaluate("(part) => { part.open = true; }")
    page.locator(field).set_input_files(file)


def test_a_whole_deck_from_the_first_tap_to_the_game(
    page: Page, told: Phone, house: Companion
) -> None:
    assert (taps := by_hand(page, SAMPLE)) < TAPS_MOST, taps
    count(page, "72 of 72")
    page.locator("#name").fill("Grandma's")
    tap(page, "Save", exact=True)
    seen(page, "“Grandma's” is saved.")
    (kept,) = Library(house.referee.journal, DECKS).all().values()
    for sort in SORTS:
        assert Counter(getattr(kept.value, sort)) == Counter(getattr(SAMPLE, sort))

    visit(page, "/new")
    decide(page, "Animal Splash", "Only add up")
    tap(page, "These 3 play")
    which = page.get_by_label("Which cards?")
    expect(which).to_be_hidden()  # in a light game nobody enters cards
    for _ in range(2):
        tap(page, "Back")
    tap(page, "Check everything")
    tap(page, "These 3 play")
    assert which.locator("option").all_inner_texts() == [
        "Grandma's",
        "Sample cards, not the printed ones",
    ]
    start_instead(page)
    assert house.referee.picture.setup.deck == replace(kept.value, title="")  # a name stays here


def test_a_card_is_entered_mended_and_taken_back_and_outlives_a_reload(page: Page) -> None:
    for word in ("turtle", "green", "reef", "kelp"):
        page.locator(f"[data-word={word}]:visible").click()
    page.locator("[data-word=kelp]:visible").click()  # the same card again: one tap
    count(page, "2 of 72")
    page.locator("#two").click()
    page.locator("[data-word=sponge]:visible").click()
    page.locator("[data-word=kelp]:visible").click()
    named = "Main card 3: green, turtle, reef, sponge or kelp"
    page.get_by_role("button", name=named).click()
    tap(page, "crab")
    assert chosen(page, "plants") == ["kelp", "sponge"]
    tap(page, "Done")
    assert cut_off(page) == [] == small_targets(page)

    page.reload()  # the phone died, and is there again
    seen(page, "What you had not saved is here again.")
    count(page, "3 of 72")
    page.get_by_role("button", name="Main card 3: green, crab, reef, sponge or kelp").click()
    tap(page, "Take it out")
    count(page, "2 of 72")
    tap(page, "Undo")
    count(page, "3 of 72")
    page.locator("[data-sort=missions]").click()
    for field, word in (("what", "plant"), ("of", "kelp"), ("hue", "red")):
        page.locator(f"[data-field={field}][data-word={word}]").click()
    page.locator("[data-field=points][data-number='3']").click()
    expect(page.locator("#where")).to_contain_text("how many?")
    page.locator("[data-field=count][data-number='4']").click()
    seen(page, "4 kelp")
    unfold(page)
    assert findings_by_day_and_dusk(page) == []
    tap(page, "Save", exact=True)
    refusal = "A deck has 72 cards; this one has 4. A-S10"
    expect(page.locator("#trouble")).to_have_text(refusal)
    assert page.locator("#trouble a").get_attribute("href") == "/rules/animal_splash#A-S10"


def test_71_cards_are_refused_and_two_parts_are_a_deck(page: Page, tmp_path: Path) -> None:
    some = replace(SAMPLE, cards=SAMPLE.cards[:39])
    given(page, "#open", tmp_path, written(DECKS, some))
    refusal = "A deck has 72 cards; this one has 71. A-S10"
    expect(page.locator("#file-trouble")).to_have_text(refusal)
    count(page, "0 of 72")
    given(page, "#open", tmp_path, "x" * 200_000)
    expect(page.locator("#file-trouble")).to_contain_text("That is too long")

    by_hand(page, replace(SAMPLE, cards=SAMPLE.cards[39:]), ("cards",))
    count(page, "1 of 72")
    given(page, "#merge", tmp_path, written(DECKS, some))
    count(page, "72 of 72")
    tap(page, "Undo")
    count(page, "1 of 72")
    tap(page, "Redo")
    with page.expect_download() as download:
        tap(page, "Save what is here as a file")
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert Counter(read(DECKS, file.read_text("utf-8"))[1].cards) == Counter(SAMPLE.cards)

    page.locator("summary", has_text="What your box calls them").click()
    page.get_by_label("animal 2").fill("shark")
    page.get_by_label("animal 2").press("Tab")
    page.locator("[data-sort=cards]").click()
    assert page.get_by_role("button", name="turtle").count() == 0
    assert page.get_by_role("button", name=": red, shark").count() == 2


LONG = "Grandma's very own \U0001f419 of the north sea"  # cut after twenty, half a picture is left


def test_a_name_in_a_file_is_not_cut_and_the_largest_deck_comes_and_goes(
    page: Page, tmp_path: Path
) -> None:
    deck = replace(largest("\U0001f419", 0, SPARE, 0, 0), title=LONG)
    given(page, "#open", tmp_path, written(DECKS, deck))
    count(page, "72 of 72")
    expect(page.locator("#name")).to_have_value(LONG)
    tap(page, "Save", exact=True)
    expect(page.locator("#trouble")).to_have_text("A name should have 1 to 20 letters.")
    page.locator("#name").fill("Grandma's")
    with page.expect_download() as download:
        tap(page, "Save what is here as a file")
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert read(DECKS, file.read_text("utf-8"))[1] == replace(deck, title="Grandma's")
    given(page, "#open", tmp_path, file.read_text("utf-8"))
    tap(page, "Save", exact=True)
    seen(page, "“Grandma's” is saved.")


def test_a_phone_is_as_wide_as_ever_with_animals_of_one_long_word(page: Page, told: Phone) -> None:
    """Each opens its own cards, three side by side."""
    deck = {"name": "Ours", "content": terse(largest("W", 15, 15, 4, 4))}
    at = told.post("/api/decks", deck)[1]["deck"]
    game = {"kind": "animal_splash", "people": ["Ana", "Ben"], "variant": "full", "deck": at}
    assert told.post("/api/game", {**game, "sure": True})[1]["reply"] == "counts"
    told.answer("start", "deal")
    page.goto(page.url.replace("/decks/new", "/referee"))
    expect(page.locator(".as-tab").first).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_the_pages_of_decks_are_whole_at_200_percent(
    screens: Browser, house: Companion, told: Phone
) -> None:
    kept = told.post("/api/decks", {"name": "Grandma's own", "content": terse(SAMPLE)})[1]
    half = {name: size // 2 for name, size in PHONE.items()}
    page = screen(screens, house.address.port, half, device_scale_factor=4, has_touch=True)
    visit(page, "/decks", told.cookie)
    assert cut_off(page) == [] == small_targets(page)
    visit(page, f"/decks/{kept['deck']}")
    for sort in SORTS:
        page.locator(f"[data-sort={sort}]").click()
        assert cut_off(page) == [] == small_targets(page), sort
