"""Animal Splash on real screens: a turn by taps in each way of playing, every moment clean."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.animal_moments import ANIMAL_MOMENTS, PEOPLE
from tests.browser.game_table import SEAT, WALL, GameTable, game_table, looked_at, spilled
from tests.browser.looks import cut_off, small_targets
from tests.browser.screens import PHONE, mark, seen, tap
from tests.web.house import seated, until

# A moment, and pages on which most is to be seen then; the soak looks at all.
LOOKED_AT = {
    "light_diving": (WALL, SEAT),
    "full_moving": (SEAT,),
    "full_five": (WALL,),
}


def whose(state: dict[str, Any]) -> int:
    """Who is asked, or the first."""
    asked = [ask["seats"] for ask in state["asks"] if ask["must"] and ask["seats"]]
    return int(asked[0][0]) if asked else 0


@pytest.fixture(scope="module")
def table(screens: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameTable]:
    folder = tmp_path_factory.mktemp("animals")
    with game_table(
        screens, folder, (*PEOPLE, "Dee", "Eve"), "animal_splash", (0,), ("dark", "light")
    ) as table:
        table.moments = lambda moment: ANIMAL_MOMENTS[moment](table.house, table.told)
        table.looked_at = whose
        for seat in range(1, 5):
            table.cookies[seat] = seated(table.house, table.told, seat).cookie
        yield table


# --- a turn by taps ---------------------------------------------------------------------------

CUT = "names => names.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"


def test_a_light_turn_is_a_tap_on_the_steps_and_one_on_the_pearls(table: GameTable) -> None:
    table.play("light_diving")
    tv, ana = table.see(WALL), table.see(SEAT)
    seen(ana, "Ana dives. How many steps?")
    tap(ana, "3 steps cost 1 oxygen")
    seen(ana, "Ana: how many new pearls?")
    tap(ana, "2 pearls")
    seen(tv, "Ana scores 2 pearls, and has 4.")
    expect(tv.locator("#row-0 [aria-label='4 pearls']")).to_be_visible()
    expect(tv.locator("#row-0 [aria-label='1 oxygen']")).to_be_visible()
    assert ana.problems == tv.problems == []  # type: ignore[attr-defined]


def test_a_crab_a_mission_and_an_action_are_a_few_taps_more(table: GameTable) -> None:
    table.play("light_diving")
    ana = table.see(SEAT)
    ana.locator("summary", has_text="Spend oxygen?").click()
    tap(ana, "Moved a card: 1 oxygen")
    seen(ana, "Ana pays 1 oxygen")
    mark(ana, "1 oxygen", exact=True)
    tap(ana, "1 step: 1 oxygen for you")
    until(lambda: table.view()["oxygen"][0] == 3, "the step, and the crab")
    expect(ana.locator("#row-0 [aria-label='3 oxygen']")).to_be_visible()
    ana.locator(".question summary", has_text="Takes a mission").click()
    mark(ana, "purple")
    ana.locator("[data-field=points]").get_by_label("4", exact=True).check(force=True)
    ana.locator("[data-key=mission][data-confirm]").click()
    until(lambda: table.view()["taken"][0], "the mission")
    assert table.view()["taken"][0][0] == {
        "mission": -1, "title": "", "colour": "purple", "points": 4
    }  # fmt: skip
    assert table.view()["turn"] == 1


def test_a_full_turn_is_a_spot_a_card_and_the_end(table: GameTable) -> None:
    table.play("full_moving")
    tv, turn, was = table.see(WALL), table.view()["turn"], table.view()["rows"]
    page = table.see(SEAT)
    page.locator(".as-there").first.click()
    seen(page, "takes a card. Which?")
    page.locator("[data-of=side] .pick", has_text="left").click()
    page.locator(".question .as-picture").first.click()
    tap(page, "Done: next player")
    until(lambda: table.view()["turn"] != turn, "the end of the turn")
    row = table.view()["rows"][turn]
    assert row[1:] == was[turn] and len(row) == len(was[turn]) + 1  # to the left
    expect(tv.locator(f"#row-{turn} .as-tableau li")).to_have_count(len(row))
    assert page.problems == tv.problems == []  # type: ignore[attr-defined]


def test_a_card_of_forty_is_two_taps(table: GameTable) -> None:
    table.play("full_filling")
    page = table.see(SEAT)
    before = [one["card"] for one in table.view()["grid"]]
    part = page.locator("[data-topic=filled]")
    part.locator(".as-tab", has_text="turtle").click()
    part.locator(".as-opened .as-picture:visible").first.click()
    until(lambda: [one["card"] for one in table.view()["grid"]] != before, "the card")
    card = table.view()["grid"][before.index(-2)]["card"]
    assert table.view()["deck"]["cards"][card]["animals"][0] == "turtle"


# --- how it looks -----------------------------------------------------------------------------


@pytest.mark.parametrize(("moment", "paths"), looked_at(LOOKED_AT, ANIMAL_MOMENTS))
def test_every_moment_is_clean(table: GameTable, moment: str, paths: tuple[str, ...]) -> None:
    table.looks_clean(moment, paths)


def test_the_rows_keep_to_themselves(table: GameTable) -> None:
    table.play("full_five")
    assert spilled(table.see(WALL), "*:not(svg *)") == []


def test_the_names_of_the_ending_are_whole(table: GameTable) -> None:
    table.play("light_over")
    for path in (WALL, SEAT):
        page = table.see(path)
        names = page.locator(".as-ending .name")
        assert names.count() == 3
        assert names.evaluate_all(CUT) == [], path


@pytest.mark.parametrize(("wide", "abreast"), [(195, 2), (320, 4), (360, 4), (390, 4)])
def test_numbers_lie_abreast_on_every_phone(table: GameTable, wide: int, abreast: int) -> None:
    """Twenty are not ten screens of two: the button that tells them is near."""
    table.play("light_counting")
    page = table.see(SEAT)
    page.set_viewport_size({"width": wide, "height": 640})
    numbers = page.locator("[data-field=best] .pick:visible")
    tops = numbers.evaluate_all("all => all.map(one => one.getBoundingClientRect().top)")
    assert tops.count(tops[0]) == abreast
    assert cut_off(page) == [] and small_targets(page) == []
    page.set_viewport_size(PHONE)


def test_nothing_is_cut_off_at_200_percent(screens: Browser, table: GameTable) -> None:
    table.is_whole_at_200_percent(screens, "light_diving")
