"""Animal Splash on real screens: a turn by taps in each way of playing, every moment clean."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.runtime import Companion
from tests.browser.animal_moments import ANIMAL_MOMENTS, PEOPLE
from tests.browser.looks import THEMES, cut_off, findings_by_day_and_dusk, small_targets, unfold
from tests.browser.screens import NAME, keep, phone, screen, seen, tap, visit, wall, wear_cookie
from tests.web.house import Phone, begin, referee_phone, running, seated, until

NARROW = {"width": 195, "height": 422}  # a phone at 200 %
SEAT, WALL, REFEREE = "/seat", "/", "/referee"
# A moment, and the pages that show something of their own then; the first ones each time.
LOOKED_AT = {
    "light_surfacing": (SEAT,),
    "light_diving": (WALL, SEAT),
    "light_over": (WALL, SEAT),
    "full_filling": (SEAT,),
    "full_moving": (WALL, SEAT),
    "full_acting": (SEAT,),
    "full_five": (WALL,),
}


@dataclass
class Table:
    """Everybody's screens; each phone is the one of whom the moment is about."""

    house: Companion
    told: Phone  # the referee's, by plain HTTP
    screens: dict[str, Page]
    cookies: dict[int, str]

    def at(self, moment: str) -> None:
        """Bring the game to a moment."""
        ANIMAL_MOMENTS[moment](self.house, self.told)

    def view(self) -> dict[str, Any]:
        """What the screens may show by now."""
        view: dict[str, Any] = self.told.state()["view"]
        return view

    def see(self, path: str) -> Page:
        """The page as it is now; a seat's is the one that is asked, or the first."""
        page = self.screens[path]
        page.problems.clear()  # type: ignore[attr-defined]
        if path == SEAT:
            asked = [a["seats"] for a in self.told.state()["asks"] if a["must"] and a["seats"]]
            wear_cookie(page, self.cookies[asked[0][0] if asked else 0])
        visit(page, path)
        return page


@pytest.fixture(scope="module")
def table(screens: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    house = running(tmp_path_factory.mktemp("animals"), names=(NAME,))
    told, port = referee_phone(house), house.address.port
    begin(told, *PEOPLE, "Dee", "Eve", kind="animal_splash")
    cookies = {seat: seated(house, told, seat).cookie for seat in range(5)}
    pages = {WALL: wall(screens, port), REFEREE: phone(screens, port, THEMES[1]),
             SEAT: phone(screens, port)}  # fmt: skip
    wear_cookie(pages[REFEREE], told.cookie)
    yield Table(house, told, pages, cookies)
    for page in pages.values():
        page.context.close()
    house.close()


# --- a turn by taps ---------------------------------------------------------------------------


def test_a_light_turn_is_a_tap_on_the_steps_and_one_on_the_pearls(table: Table) -> None:
    table.at("light_diving")
    tv, ana = table.see(WALL), table.see(SEAT)
    seen(ana, "Ana dives. How many steps?")
    tap(ana, "3 steps cost 1 oxygen")
    seen(ana, "Ana: how many new pearls?")
    tap(ana, "2 pearls")
    seen(tv, "Ana scores 2 pearls, and has 4.")
    expect(tv.locator("#row-0 [aria-label='4 pearls']")).to_be_visible()
    expect(tv.locator("#row-0 [aria-label='1 oxygen']")).to_be_visible()
    assert ana.problems == tv.problems == []  # type: ignore[attr-defined]


def test_a_crab_a_mission_and_an_action_are_a_few_taps_more(table: Table) -> None:
    table.at("light_diving")
    ana = table.see(SEAT)
    ana.locator("summary", has_text="Spend oxygen?").click()
    tap(ana, "Moved a card: 1 oxygen")
    seen(ana, "Ana pays 1 oxygen")
    ana.get_by_label("1 oxygen", exact=True).first.check(force=True)
    tap(ana, "1 step: 1 oxygen for you")
    until(lambda: table.view()["oxygen"][0] == 3, "the step, and the crab")
    expect(ana.locator("#row-0 [aria-label='3 oxygen']")).to_be_visible()
    ana.locator(".question summary", has_text="Takes a mission").click()
    ana.get_by_label("purple").check(force=True)
    ana.locator("[data-field=points] .pick", has_text="4").click()
    ana.locator("[data-key=mission][data-confirm]").click()
    until(lambda: table.view()["taken"][0], "the mission")
    assert table.view()["taken"][0][0] == {
        "mission": -1, "title": "", "colour": "purple", "points": 4
    }  # fmt: skip
    assert table.view()["turn"] == 1


def test_a_full_turn_is_a_spot_a_card_and_the_end(table: Table) -> None:
    table.at("full_moving")
    tv, turn, was = table.see(WALL), table.view()["turn"], table.view()["rows"]
    page = table.see(SEAT)
    page.locator(".as-there").first.click()
    seen(page, "takes a card. Which?")
    page.locator("[data-of=side] .pick", has_text="left").click()
    page.locator(".question .as-picture").first.click()
    tap(page, "Turn over")
    until(lambda: table.view()["turn"] != turn, "the end of the turn")
    row = table.view()["rows"][turn]
    assert row[1:] == was[turn] and len(row) == len(was[turn]) + 1  # to the left
    expect(tv.locator(f"#row-{turn} .as-tableau li")).to_have_count(len(row))
    assert page.problems == tv.problems == []  # type: ignore[attr-defined]


def test_a_card_of_forty_is_two_taps(table: Table) -> None:
    table.at("full_filling")
    page = table.see(SEAT)
    before = [one["card"] for one in table.view()["grid"]]
    part = page.locator("[data-topic=filled]")
    part.locator(".as-tab", has_text="turtle").click()
    part.locator(".as-opened .as-picture:visible").first.click()
    until(lambda: [one["card"] for one in table.view()["grid"]] != before, "the card")
    card = table.view()["grid"][before.index(-2)]["card"]
    assert table.view()["deck"]["cards"][card]["animals"][0] == "turtle"


# --- how it looks -----------------------------------------------------------------------------


@pytest.mark.parametrize("moment", LOOKED_AT)
def test_what_shows_most_is_clean(table: Table, moment: str) -> None:
    _looked_at(table, moment, LOOKED_AT[moment])


@pytest.mark.soak
@pytest.mark.parametrize("moment", ANIMAL_MOMENTS)
def test_every_moment_is_clean(table: Table, moment: str) -> None:
    _looked_at(table, moment, (WALL, REFEREE, SEAT))


def _looked_at(table: Table, moment: str, paths: tuple[str, ...]) -> None:
    table.at(moment)
    for path in paths:
        page = table.see(path)
        unfold(page)
        assert cut_off(page) == [], path
        if path != WALL:
            assert small_targets(page) == [], path
        assert findings_by_day_and_dusk(page) == [], path
        if path == WALL:
            assert page.evaluate(SPILLED) == []
        keep(page, f"animals-{moment}{path.replace('/', '-')}")
        assert page.problems == []  # type: ignore[attr-defined]


def test_nothing_is_cut_off_at_200_percent(screens: Browser, table: Table) -> None:
    page = screen(screens, table.house.address.port, NARROW, has_touch=True)
    wear_cookie(page, table.cookies[0])
    table.at("light_diving")
    for path in (WALL, SEAT):
        visit(page, path)
        unfold(page)
        assert cut_off(page) == [], path
    page.context.close()


SPILLED = """() => [...document.querySelectorAll(".row")].flatMap((row) => {
  const room = row.getBoundingClientRect();
  return [...row.querySelectorAll("*:not(svg *)")].filter((part) => {
    const box = part.getBoundingClientRect();
    return box.height > 1 && (box.top < room.top - 1 || box.bottom > room.bottom + 1);
  }).map((part) => `${part.className} of ${row.id}`);
})"""


def test_it_begins_in_a_few_taps_and_full_asks_which_cards(table: Table) -> None:
    page = table.see(REFEREE)
    visit(page, "/new")
    tap(page, "Animal Splash")
    tap(page, "play")
    page.locator("[data-options=animal_splash] summary").click()
    page.locator("[data-options=animal_splash] [data-variant]").select_option("full")
    assert cut_off(page) == []
    tap(page, "Start", exact=True)
    page.wait_for_url("**/referee")
    assert table.view()["variant"] == "full"
