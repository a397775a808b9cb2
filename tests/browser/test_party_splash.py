"""The squirt-gun party on real screens: few taps a turn, every moment clean on phone and TV."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.game_table import GameTable, game_table, looked_at, spilled
from tests.browser.looks import cut_off, findings_by_day_and_dusk, small_targets, unfold
from tests.browser.party_moments import ANA, BEN, DEE, PARTY_MOMENTS, PEOPLE
from tests.browser.screens import seen, start_instead, tap, visit
from tests.web.house import until

LOOKED_AT = {  # a moment, and pages on which most is to be seen then; the soak looks at all
    "armed": ("/referee", "/seat"),
    "dying": ("/seat",),
    "eight": ("/",),
}


def whose(state: dict[str, Any]) -> int:
    """Whom the question is for, if that phone is here, or Ana."""
    seats = [ask["seats"][0] for ask in state["asks"] if ask["must"]]
    return seats[0] if seats and seats[0] in (ANA, BEN, DEE) else ANA


@pytest.fixture(scope="module")
def table(screens: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameTable]:
    folder = tmp_path_factory.mktemp("party")
    with game_table(
        screens,
        folder,
        PEOPLE,
        "party_splash",
        (ANA, BEN, DEE),
        ("light", "light", "dark", "light"),
    ) as table:
        table.moments = lambda moment: PARTY_MOMENTS[moment](table.told)
        table.looked_at = whose
        yield table


# --- play -------------------------------------------------------------------------------------


def test_a_turn_with_a_hit_is_a_tap_on_each_phone(table: GameTable) -> None:
    table.at("turn")
    ana, ben = table.seats[ANA], table.seats[BEN]
    ana.locator(".party-tab", has_text="Squirt gun").click()
    ana.locator(".party-pick:visible", has_text="gun, reaches 4").click()
    expect(ana.locator(".party-shoot .party-person")).to_have_count(4)
    ana.locator(".party-shoot .party-person", has_text="Ben").click()

    seen(ben, "Ben, what do you do?")
    seen(table.wall, "Ana splashes Ben!")
    ben.locator(".party-pick:visible", has_text="bubble").click()
    seen(table.wall, "Ben flips: bubble.")
    # What is asked now has an answer of before, too: his own phone has to be past the flip.
    expect(ben.locator(".party-pick:visible", has_text="bubble")).to_have_count(0)
    tap(ben, "Gets wet")
    until(lambda: table.view()["circle"]["1"]["towels"] == 3, "the lost towel")
    seen(ana, "The Splash of this turn is used.")

    # a card at somebody: the card, then the person
    ana.locator(".party-tab", has_text="Beach Ball").click()
    ana.locator(".party-under:visible .party-person", has_text="Dee").click()
    tap(table.seats[DEE], "Gets wet")
    until(lambda: table.view()["circle"]["3"]["towels"] == 3, "the other towel")
    tap(ana, "Done: next player")
    seen(table.wall, "It's Ben's turn.")
    assert [page.problems for page in table.pages] == [[]] * 5  # type: ignore[attr-defined]


def test_one_person_walks_a_hit_at_the_referee_s_phone(table: GameTable) -> None:
    table.at("dying", table.referee, table.wall)
    page = table.referee
    seen(page, "Is Dee soaked?")
    page.locator("input[data-name='Classmate']").check()
    tap(page, "Really show it: Classmate")
    seen(page, "A Classmate is soaked: Ana draws three cards.")
    seen(page, "It's Ana's turn. What do you play?")
    seen(table.wall, "Classmate")


def test_a_balloon_takes_two_taps_and_once_taken_back_it_is_a_balloon(table: GameTable) -> None:
    dee, ben = table.seats[DEE], table.seats[BEN]
    table.at("dying", table.wall, table.referee, dee, ben)
    seen(dee, "Is Dee soaked?")
    sure = dee.get_by_role("button", name="Really show it")
    expect(sure).to_be_disabled()
    dee.locator("input[data-name='Classmate']").check()
    expect(dee.get_by_role("button", name="Really show it: Classmate")).to_be_enabled()
    assert table.view()["phase"] == "dying", "one tap tells nothing"
    dee.locator("input[data-name='Sibling']").check()
    tap(dee, "Really show it: Sibling")
    seen(table.wall, "Sibling")
    tap(dee, "Take back")
    seen(dee, "Is Dee soaked?")
    for page in (table.wall, dee):
        seen(page, "Dee took this back: a balloon.")
    unfold(table.referee)
    seen(table.referee, "Taken back: a balloon.")
    expect(table.referee.locator("[data-redo]")).to_have_count(0)  # it is told anew
    for page in (table.wall, table.referee, dee, ben):
        said = page.locator("[data-said], .said, [data-redo], [data-undo]")
        assert "Sibling" not in " ".join(said.all_inner_texts())
    expect(table.wall.get_by_text("took this back")).to_have_count(0)


def test_chance_chooses_an_invitation(table: GameTable) -> None:
    ben = table.seats[BEN]
    table.at("waiting", ben)
    tap(ben, "By chance")
    until(lambda: table.view()["circle"]["1"]["attendee"] is not None, "somebody to be")
    seen(ben, "Ben comes as")


# --- how it looks -----------------------------------------------------------------------------


@pytest.mark.parametrize(("moment", "paths"), looked_at(LOOKED_AT, PARTY_MOMENTS))
def test_every_moment_is_clean(table: GameTable, moment: str, paths: tuple[str, ...]) -> None:
    table.looks_clean(moment, paths)


def test_pages_of_the_past_are_clean(table: GameTable) -> None:
    table.past_is_clean("soaked", "/replay/{game}?at=9", "/amend/{seq}")


@pytest.mark.parametrize("moment", ["armed", "splashed"])
def test_nothing_is_cut_off_at_200_percent(screens: Browser, table: GameTable, moment: str) -> None:
    table.is_whole_at_200_percent(screens, moment)


def test_eight_rows_and_the_whole_circle_fit_the_wall(table: GameTable) -> None:
    table.play("eight")
    visit(table.wall, "/")
    expect(table.wall.locator(".row")).to_have_count(8)
    assert spilled(table.wall, ".score, .name") == []
    box = table.wall.locator("#pool").bounding_box()
    assert box and box["y"] >= 0 and box["y"] + box["height"] <= 1080
    assert table.wall.evaluate(OVERLAPS) == []


# No seat of the circle lies on another one, and no word of it leaves its seat.
OVERLAPS = """() => {
  const kids = [...document.querySelectorAll("#pool .party-kid")];
  const boxes = kids.map((kid) => kid.querySelector(".party-seat").getBoundingClientRect());
  const beside = (a, b) => a.right <= b.left || b.right <= a.left;
  const apart = (a, b) => beside(a, b) || a.bottom <= b.top || b.bottom <= a.top;
  const found = [];
  boxes.forEach((one, n) => boxes.slice(n + 1).forEach((other, m) => {
    if (!apart(one, other)) found.push(`${n} on ${n + 1 + m}`);
  }));
  kids.forEach((kid, n) => kid.querySelectorAll("text").forEach((text) => {
    const box = text.getBoundingClientRect();
    const spilled = box.right > boxes[n].right + 1 || box.bottom > boxes[n].bottom + 1;
    if (spilled) found.push(text.textContent);
  }));
  return found;
}"""


def test_a_new_party_is_four_taps(table: GameTable) -> None:
    table.play("waiting")  # so these are known
    page = table.referee
    visit(page, "/new")
    tap(page, "Splash, the squirt-gun party")
    tap(page, "These")
    page.locator("summary", has_text="Your deck: the sample").click()
    page.get_by_label("Miss: with a ducky").fill("40")
    tap(page, "Start", exact=True)
    seen(page, "Card 2 has more icons than copies.")
    page.get_by_label("Miss: with a ducky").fill("0")
    page.get_by_label("squirt gun of range 2: reaches").fill("4")
    assert (cut_off(page), small_targets(page)) == ([], [])
    assert findings_by_day_and_dusk(page) == []
    start_instead(page)
    assert table.view()["phase"] == "waiting"
    assert "squirt gun of range 4" in table.view()["names"][18]
    visit(page, "/new")  # it is entered once: the next party begins with it
    expect(page.get_by_label("squirt gun of range 2: reaches")).to_have_value("4")
