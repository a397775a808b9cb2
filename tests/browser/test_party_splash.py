"""The squirt-gun party on real screens: few taps a turn, every moment clean on phone and TV."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.runtime import Companion
from tests.browser.looks import cut_off, findings_by_day_and_dusk, small_targets, unfold
from tests.browser.party_moments import ANA, BEN, DEE, PARTY_MOMENTS, PEOPLE
from tests.browser.screens import (
    NAME,
    keep,
    phone,
    screen,
    seen,
    tap,
    visit,
    wall,
    wear_cookie,
)
from tests.web.house import Phone, begin, referee_phone, running, seated, until

NARROW = {"width": 195, "height": 422}  # a phone at 200 %
LOOKED_AT = {  # a moment, and the pages that show something of their own then
    "waiting": ("/seat",),
    "armed": ("/referee", "/seat"),
    "splashed": ("/seat",),
    "dying": ("/seat",),
    "eight": ("/",),
    "over": ("/",),
}


@dataclass
class Table:
    """Everybody's screens."""

    house: Companion
    told: Phone  # the referee's, by plain HTTP
    wall: Page
    referee: Page
    seats: dict[int, Page] = field(default_factory=dict)

    @property
    def pages(self) -> tuple[Page, ...]:
        return self.wall, self.referee, *self.seats.values()

    def view(self) -> dict[str, Any]:
        """What the screens may show by now."""
        view: dict[str, Any] = self.told.state()["view"]
        return view

    def asked(self) -> Page:
        """The phone of whom the question is for, or Ana's."""
        seats = [ask["seats"][0] for ask in self.told.state()["asks"] if ask["must"]]
        return self.seats.get(seats[0], self.seats[ANA]) if seats else self.seats[ANA]

    def at(self, moment: str) -> None:
        """Bring the game to a moment, everybody's screen lit."""
        PARTY_MOMENTS[moment](self.told)
        paths = ("/", "/referee", *("/seat" for _ in self.seats))
        for page, path in zip(self.pages, paths, strict=True):
            page.problems.clear()  # type: ignore[attr-defined]
            visit(page, path)


@pytest.fixture(scope="module")
def table(screens: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    house = running(tmp_path_factory.mktemp("party"), names=(NAME,))
    told, port = referee_phone(house), house.address.port
    begin(told, *PEOPLE, kind="party_splash")
    table = Table(house, told, wall(screens, port), phone(screens, port))
    wear_cookie(table.referee, told.cookie)
    for seat, theme in ((ANA, "light"), (BEN, "dark"), (DEE, "light")):
        table.seats[seat] = phone(screens, port, theme)
        wear_cookie(table.seats[seat], seated(house, told, seat).cookie)
    yield table
    for page in table.pages:
        page.context.close()
    house.close()


# --- play -------------------------------------------------------------------------------------


def test_a_turn_with_a_hit_is_a_tap_on_each_phone(table: Table) -> None:
    table.at("turn")
    ana, ben = table.seats[ANA], table.seats[BEN]
    ana.locator(".party-tab", has_text="Squirt gun").click()
    ana.locator(".party-pick:visible", has_text="gun, reaches 4").click()
    expect(ana.locator(".party-shoot .party-person")).to_have_count(4)
    ana.locator(".party-shoot .party-person", has_text="Ben").click()

    seen(ben, "Ben, what do you do?")
    seen(table.wall, "Ana splashes Ben!")
    keep(table.wall, "party-wall-splash")
    ben.locator(".party-pick:visible", has_text="bubble").click()
    seen(table.wall, "Ben flips: bubble.")
    tap(ben, "Gets wet")
    until(lambda: table.view()["circle"]["1"]["towels"] == 3, "the lost towel")
    seen(ana, "The Splash of this turn is used.")

    # a card at somebody: the card, then the person
    ana.locator(".party-tab", has_text="Beach Ball").click()
    ana.locator(".party-under:visible .party-person", has_text="Dee").click()
    tap(table.seats[DEE], "Gets wet")
    until(lambda: table.view()["circle"]["3"]["towels"] == 3, "the other towel")
    tap(ana, "Turn over")
    seen(table.wall, "It's Ben's turn.")
    assert [page.problems for page in table.pages] == [[]] * 5  # type: ignore[attr-defined]


def test_one_person_walks_a_hit_at_the_referee_s_phone(table: Table) -> None:
    table.at("dying")
    page = table.referee
    seen(page, "Dee: soaked?")
    page.locator("input[data-name='Classmate']").check()
    tap(page, "Really show it: Classmate")
    seen(page, "A Classmate is soaked: Ana draws three cards.")
    seen(page, "It's Ana's turn. What do you play?")
    seen(table.wall, "Classmate")


def test_a_balloon_takes_two_taps_and_once_taken_back_it_is_a_balloon(table: Table) -> None:
    table.at("dying")
    dee = table.seats[DEE]
    seen(dee, "Dee: soaked?")
    sure = dee.get_by_role("button", name="Really show it")
    expect(sure).to_be_disabled()
    dee.locator("input[data-name='Classmate']").check()
    expect(dee.get_by_role("button", name="Really show it: Classmate")).to_be_enabled()
    assert table.view()["phase"] == "dying", "one tap tells nothing"
    dee.locator("input[data-name='Sibling']").check()
    tap(dee, "Really show it: Sibling")
    seen(table.wall, "Sibling")
    tap(dee, "Take back")
    seen(dee, "Dee: soaked?")
    for page in (table.wall, table.referee, dee):
        seen(page, "Taken back: a balloon.")
    seen(table.referee, "Say again “a balloon”")
    for page in (table.wall, table.referee, dee, table.seats[BEN]):
        said = page.locator("[data-said], .said, [data-redo], [data-undo]")
        assert "Sibling" not in " ".join(said.all_inner_texts())
    expect(table.wall.get_by_text("Taken back")).to_have_count(0, timeout=15_000)


def test_chance_chooses_an_invitation(table: Table) -> None:
    table.at("waiting")
    tap(table.seats[BEN], "By chance")
    until(lambda: table.view()["circle"]["1"]["attendee"] is not None, "somebody to be")
    seen(table.seats[BEN], "Ben comes as")


def test_what_was_opened_stays_while_others_tell_something(table: Table) -> None:
    table.at("turn")
    ana = table.seats[ANA]
    ana.locator(".party-tab", has_text="Slip").click()
    table.told.post("/api/names", {"seat": 2, "name": "Maxi"})
    seen(ana, "Maxi")
    ana.locator(".party-under:visible .party-person", has_text="Maxi").click()
    seen(table.wall, "Maxi discards a hand card.")


# --- how it looks -----------------------------------------------------------------------------


@pytest.mark.parametrize("moment", LOOKED_AT)
def test_every_moment_is_clean(table: Table, moment: str) -> None:
    PARTY_MOMENTS[moment](table.told)
    by_path = {"/": table.wall, "/referee": table.referee, "/seat": table.asked()}
    for path in LOOKED_AT[moment]:
        page = by_path[path]
        visit(page, path)
        unfold(page)
        assert cut_off(page) == [], path
        if page is not table.wall:
            assert small_targets(page) == [], path
        assert findings_by_day_and_dusk(page) == [], path


def test_pages_of_the_past_are_clean(table: Table) -> None:
    PARTY_MOMENTS["soaked"](table.told)
    state = table.told.state()
    game, seq = state["game"]["id"], state["undo"]["seq"]
    for path in (f"/replay/{game}?at=9", f"/amend/{seq}"):
        visit(table.referee, path)
        unfold(table.referee)
        assert cut_off(table.referee) == [], path
        assert findings_by_day_and_dusk(table.referee) == [], path


@pytest.mark.parametrize("moment", ["armed", "splashed"])
def test_nothing_is_cut_off_at_200_percent(screens: Browser, table: Table, moment: str) -> None:
    PARTY_MOMENTS[moment](table.told)
    page = screen(screens, table.house.address.port, NARROW, has_touch=True)
    [kept] = [c for c in table.asked().context.cookies() if str(c["name"]).startswith("companion")]
    for path in ("/", "/seat"):
        visit(page, path)
        unfold(page)
        assert cut_off(page) == [], path
        wear_cookie(page, f"{kept['name']}={kept['value']}")
    page.context.close()


def test_eight_rows_and_the_whole_circle_fit_the_wall(table: Table) -> None:
    PARTY_MOMENTS["eight"](table.told)
    visit(table.wall, "/")
    expect(table.wall.locator(".row")).to_have_count(8)
    assert table.wall.evaluate(SPILLED) == []
    box = table.wall.locator("#pool").bounding_box()
    assert box and box["y"] >= 0 and box["y"] + box["height"] <= 1080
    assert table.wall.evaluate(OVERLAPS) == []
    keep(table.wall, "party-wall-eight")


SPILLED = """() => [...document.querySelectorAll(".row")].flatMap((row) => {
  const room = row.getBoundingClientRect();
  return [...row.querySelectorAll(".score, .name")].filter((part) => {
    const box = part.getBoundingClientRect();
    return box.height && (box.top < room.top - 1 || box.bottom > room.bottom + 1);
  }).map((part) => `${part.className} of ${row.id}`);
})"""
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


def test_a_new_party_is_four_taps(table: Table) -> None:
    PARTY_MOMENTS["waiting"](table.told)  # so these are known
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
    keep(page, "party-new")
    tap(page, "Start", exact=True)
    page.wait_for_url("**/referee")
    assert table.view()["phase"] == "waiting"
    assert "squirt gun of range 4" in table.view()["names"][18]
    visit(page, "/new")  # it is entered once: the next party begins with it
    expect(page.get_by_label("squirt gun of range 2: reaches")).to_have_value("4")
