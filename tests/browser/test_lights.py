"""Where nobody has a phone the TV leads the table's buttons: one answer lit, whole and readable."""

import pytest
from playwright.sync_api import Browser, expect

from companion.runtime import Companion
from tests.browser.looks import cut_off
from tests.browser.screens import visit, wall
from tests.web.house import Phone, begin
from tests.web.test_lights import leave, press


def test_the_lit_answer_moves_and_nothing_is_cut_off(
    screens: Browser, house: Companion, referee: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(referee, "Ana", "Ben", "Cy", kind="animal_splash", variant="full")
    leave(house, monkeypatch)
    page = wall(screens, house.address.port)
    visit(page, "/")
    expect(page.locator(".lights kbd")).to_have_text(["START", "NO"])
    assert cut_off(page) == []
    press(house, "start")
    lit = page.locator(".lights [aria-current]")
    expect(lit).to_contain_text("start card 1")
    press(house, "no")
    expect(lit).to_contain_text("start card 2")
    assert cut_off(page) == []
    press(house, "yes")
    expect(page.locator("[data-said]")).to_contain_text("Ana starts")
    assert cut_off(page) == []
    assert page.problems == []  # type: ignore[attr-defined]
