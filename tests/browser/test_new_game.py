"""How a new game begins: which, how much the companion does, who, in what order."""

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games import GAMES
from companion.names import isolated
from companion.runtime import Companion
from tests.browser.game_table import is_clean
from tests.browser.looks import cut_off, small_targets
from tests.browser.screens import decide, phone, start_instead, tap, visit
from tests.web.house import Phone, begin, leader, referee_phone

ASKED = [kind for kind, game in GAMES.items() if game.efforts]
PEOPLE = ("Ana", "Ben", "Cy", "Dee")


@pytest.fixture(scope="module")
def told(house: Companion) -> Phone:
    return leader(house, *PEOPLE)


@pytest.fixture(scope="module")
def page(screens: Browser, house: Companion, told: Phone) -> Page:
    shown = phone(screens, house.address.port, cookie=told.cookie)
    return shown


@pytest.mark.parametrize("kind", ASKED)
def test_how_much_it_does_is_asked_in_pictures_on_one_screen(page: Page, kind: str) -> None:
    visit(page, "/new")
    page.locator(f"[data-game={kind}]").click()
    answers = page.locator(f"[data-efforts={kind}] button")
    efforts = GAMES[kind].efforts
    expect(answers).to_have_count(len(efforts))
    for number, effort in enumerate(efforts):
        expect(answers.nth(number).locator(".effort-mark")).to_be_visible()
        expect(answers.nth(number).locator(".taps svg")).to_have_count(effort.taps)
    last = answers.last.bounding_box()
    assert last and last["y"] + last["height"] <= page.viewport_size["height"]  # type: ignore[index]
    is_clean(page, kind)
    assert small_targets(page) == []


@pytest.mark.parametrize("kind", ASKED)
@pytest.mark.parametrize("number", [0, -1])
def test_a_game_does_as_much_as_was_tapped(page: Page, told: Phone, kind: str, number: int) -> None:
    game = GAMES[kind]
    effort = game.efforts[number]
    visit(page, "/new")
    page.locator(f"[data-game={kind}]").click()
    page.locator(f"[data-efforts={kind}] [data-effort={effort.variant}]").click()
    tap(page, "These 4 play")
    options = page.locator(f"[data-options={kind}]")
    options.locator("summary").click()
    for option in game.options:
        if option.drawn:
            continue  # by the game itself, where it is wanted
        visible = option.only in ("", effort.variant)
        expect(options.locator(f"[data-option={option.key}]")).to_be_visible(visible=visible)
    assert cut_off(page) == []
    start_instead(page)
    assert told.state()["view"]["variant"] == effort.variant
    said = [option["text"] for option in told.state()["game"]["options"]]
    hidden = [one.label for one in game.options if one.only not in ("", effort.variant)]
    assert not [text for text in said if text.startswith(tuple(hidden) or ("-",))]


def test_what_was_said_of_one_game_ends_no_other(page: Page, told: Phone) -> None:
    visit(page, "/new")
    page.locator("[data-game=dolphin_splash]").click()
    tap(page, "These 4 play")
    tap(page, "Start", exact=True)
    words = page.locator("#ends-words")
    expect(words).to_be_visible()
    begin(told, *PEOPLE, kind="party_splash")  # by another referee, meanwhile
    begun = told.state()["game"]
    tap(page, "End it, and begin the new one")
    expect(words).to_contain_text(begun["title"])
    assert told.state()["game"] == begun
    tap(page, "End it, and begin the new one")
    page.wait_for_url("**/referee")
    assert told.state()["game"]["kind"] == "dolphin_splash"
    page.problems.clear()  # type: ignore[attr-defined]  # the questions


@pytest.mark.parametrize("kind", ASKED)
def test_the_least_is_usual(told: Phone, kind: str) -> None:
    begin(told, *PEOPLE, kind=kind)
    game = GAMES[kind]
    assert told.state()["view"]["variant"] == game.efforts[0].variant == game.variants[0][0]
    assert [one.variant for one in game.efforts] == [key for key, _ in game.variants]
    assert game.efforts[0].taps == min(one.taps for one in game.efforts)


@pytest.mark.parametrize("kind", [kind for kind, game in GAMES.items() if game.boxless])
def test_without_its_box_it_shows_what_it_takes_and_says_so(
    page: Page, told: Phone, kind: str
) -> None:
    boxless = GAMES[kind].boxless
    assert boxless
    visit(page, "/new")
    page.locator(f"[data-boxless={kind}]").click()
    if GAMES[kind].efforts:
        page.locator(f"[data-efforts={kind}] button").first.click()
    tap(page, "These 4 play")
    own = page.locator(f"[data-own={kind}] [data-unboxed]")
    expect(own).to_be_visible()
    is_clean(page, f"{kind} without its box")
    assert small_targets(page) == []
    start_instead(page)
    assert told.state()["game"]["title"] == boxless.title


def test_the_pack_s_sets_are_drawn_for_as_many_as_play(page: Page, told: Phone) -> None:
    visit(page, "/new")
    page.locator("[data-boxless=dolphin_splash]").click()
    sets = page.locator(".pack-sets > li")
    for people in (4, 5, 3):
        names = page.locator("#faces [aria-pressed=true]")
        while (now := names.count()) != people:
            if now > people:
                names.last.click()
            else:
                page.locator("#add-name").fill("Eve")
                page.locator("#add button").click()
        tap(page, f"These {people} play")
        expect(sets.filter(visible=True)).to_have_count(people)
        tap(page, "Back")
    tap(page, "These 3 play")
    page.locator("[data-own=dolphin_splash] [data-option=cards]").select_option("kings")
    expect(sets.first).to_contain_text("four kings")
    expect(sets.first.locator("text").first).to_have_text("K")
    page.locator("[data-option=pads]").select_option("0")  # spoons
    start_instead(page)
    assert told.state()["view"]["pack"] == ["K", "10", "9"]
    assert told.state()["view"]["in_play"] == []
    visit(page, "/new")  # the house is asked once
    expect(page.locator("[data-own=dolphin_splash] [data-option=cards]")).to_have_value("kings")
    begin(told, *PEOPLE)  # as the other tests find it


def test_with_phones_alone_only_what_can_be_played_so_is_asked(page: Page, told: Phone) -> None:
    """D-R1, D-S13 So many robots as there is room for, and no way of playing that takes cards."""
    visit(page, "/new")
    page.locator("[data-phones=dolphin_splash]").click()
    for number in (1, 2, 3):
        page.locator("#faces button").nth(number).click()
    expect(page.locator("[data-next]")).to_have_text("This one plays")
    for number in (1, 2, 3):
        page.locator("#faces button").nth(number).click()
    tap(page, "These 4 play")
    robots = page.locator("[data-option=robots]")
    fit = robots.locator("option:not([disabled])")
    expect(fit).to_have_text(["where one is missing", "1", "2"])
    robots.select_option("2")
    page.locator("[data-options=dolphin_splash] summary").click()
    expect(page.locator("[data-options=dolphin_splash] [data-variant]")).to_be_hidden()
    tap(page, "Back")
    page.locator("#add-name").fill("Eve")
    page.locator("#add button").click()
    tap(page, "These 5 play")
    expect(fit).to_have_text(["where one is missing", "1"])
    expect(robots).to_have_value("0")
    start_instead(page)
    assert told.state()["view"]["variant"] == "standard"
    begin(told, *PEOPLE)  # as the other tests find it
    visit(page, "/new")
    page.locator("[data-game=dolphin_splash]").click()
    tap(page, "These 4 play")
    page.locator("[data-options=dolphin_splash] summary").click()
    expect(page.locator("[data-options=dolphin_splash] [data-variant]")).to_be_visible()


def test_partners_are_said_with_names_that_are_held(page: Page) -> None:
    visit(page, "/new")
    decide(page, "SPLIT", "Check everything")
    for name in PEOPLE[2:]:
        page.locator(f".face[data-person='{name}']").click()
    for name in ("Jo-Ann", "ליא בר"):
        page.locator("#add-name").fill(name)
        tap(page, "Add")
    tap(page, "These 4 play")
    held = f"Partners sit opposite: Ana and {isolated('Jo-Ann')}, Ben and {isolated('ליא בר')}."
    expect(page.locator("#sides")).to_be_visible()
    assert page.locator("#sides").text_content() == held
    up = page.locator("[data-name='ליא בר'] [data-move='-1']")
    assert up.get_attribute("aria-label") == f"{isolated('ליא בר')} up"


def test_who_shares_a_phone_plays_where_nobody_needs_one(
    screens: Browser, companion: Companion
) -> None:
    """Also when a game of phones was looked at before."""
    referee = referee_phone(companion)
    phones = [Phone(companion.address.port, source=f"127.0.9.{n}") for n in range(1, 4)]
    for one, name in zip((*phones, phones[0]), PEOPLE, strict=True):
        if name != PEOPLE[-1]:
            link = companion.access.sessions.invite(None)
            assert one.post("/api/redeem", {"t": link})[0] == 200
        told = {"name": name, "passed": name == PEOPLE[-1]}
        assert one.post("/api/me", told)[0] == 200
    page = phone(screens, companion.address.port, cookie=referee.cookie)
    visit(page, "/new")
    page.locator("[data-phones=dolphin_splash]").click()
    expect(page.locator(".face[aria-pressed=true]")).to_have_count(3)
    tap(page, "Back")
    page.locator("[data-game=dolphin_splash]").click()
    page.wait_for_url("**/referee")  # with all who are here, at once
    assert {one["name"] for one in referee.state()["seats"]} == {*PEOPLE}
