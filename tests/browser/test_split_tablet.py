"""The tablet in the middle as SPLIT's board: from both sides, with fingers, in real Chromium."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.runtime import Companion
from tests.browser.looks import cut_off, findings_by_day_and_dusk
from tests.browser.screens import NAME, screen, up_to_date, visit
from tests.web.house import Phone, begin, let_in_as_table, on_a_tablet, referee_phone, until

SIZES = ((1024, 768), (768, 1024), (1280, 800))
LEAST = 44  # px of a space


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Companion]:
    companion = on_a_tablet(Path(tmp_path_factory.mktemp("split_tablet")), names=(NAME,))
    yield companion
    companion.close()


def test_a_chip_is_played_from_either_side(screens: Browser, house: Companion) -> None:
    referee, device = referee_phone(house), Phone(house.address.port, source="127.0.5.1")
    let_in_as_table(device, referee)
    begin(referee, "Ana", "Ben", "Cy", kind="split", cards="packs", variant="light")
    page = screen(screens, house.address.port, {"width": 1024, "height": 768})
    visit(page, "/tabletop", device.cookie)
    near, far = page.locator(".edge.near .edge-told"), page.locator(".edge.far .edge-told")
    near.get_by_text("Dealt: start the game").click()
    far.get_by_text("Weak", exact=True).click()
    put = {side: page.locator(f".split-puts{side} > .main") for side in (".far", ":not(.far)")}
    for side in put.values():
        expect(side).to_be_disabled()
    page.locator("label.space").nth(37).click()
    for side in put.values():
        expect(side).to_have_text("Put it here: row 4, space 8")
    fits(page)
    put[".far"].click()
    until(lambda: referee.state()["view"]["chips"][37], "a chip")
    up_to_date(page, referee)
    expect(near.get_by_text("Weak", exact=True)).to_be_visible()
    assert not findings_by_day_and_dusk(page) and not cut_off(page)


def fits(page: Page) -> None:
    """Whether the board has spaces for fingers, and nothing is cut off."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        box = page.locator("label.space").first.bounding_box()
        assert box is not None and min(box["width"], box["height"]) >= LEAST, (width, box)
        assert not cut_off(page), width
    assert not findings_by_day_and_dusk(page)
    page.set_viewport_size({"width": 1024, "height": 768})


@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_on_a_phone_in_the_middle_the_board_grows_under_a_thumb(
    screens: Browser, house: Companion, size: tuple[int, int]
) -> None:
    referee, device = referee_phone(house), Phone(house.address.port, source="127.0.5.2")
    let_in_as_table(device, referee)
    begin(referee, "Ana", "Ben", kind="split", cards="packs", variant="light")
    for key in ("start", "weak"):
        referee.tell(device.state()["asks"][0]["id"], key, {})
    page = screen(
        screens, house.address.port, {"width": size[0], "height": size[1]}, has_touch=True
    )
    visit(page, "/tabletop", device.cookie)
    space, put = page.locator("label.space").nth(37), page.locator(".split-puts:not(.far) > .main")
    space.tap()
    expect(page.locator(".split-spaces")).to_have_attribute("data-quarter", "1")
    box = space.bounding_box()
    assert box is not None and min(box["width"], box["height"]) >= LEAST
    expect(put).to_be_disabled()  # the first tap only brought it near
    referee.post("/api/review", {"on": True})  # what others do does not take it away again
    referee.post("/api/review", {"on": False})
    up_to_date(page, referee)
    expect(page.locator(".split-spaces")).to_have_attribute("data-quarter", "1")
    space.tap()
    expect(put).to_have_text("Put it here: row 4, space 8")
    assert not findings_by_day_and_dusk(page)
    page.locator(".split-puts.far").get_by_text("Whole board").tap()
    expect(page.locator("[data-quarter]")).to_have_count(0)
    assert not cut_off(page)
    put.tap()
    until(lambda: referee.state()["view"]["chips"][37], "a chip")
    up_to_date(page, referee)
    page.locator(".edge.far").get_by_text("Take back").tap()
    until(lambda: not referee.state()["view"]["chips"][37], "no chip")
    expect(space).to_be_visible()
