"""The page of all people, in real Chromium: renamed, merged and forgotten by taps."""

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.names import isolated
from companion.runtime import Companion
from tests.browser.looks import cut_off, findings_by_day_and_dusk, small_targets
from tests.browser.screens import phone, tap, visit
from tests.entered import CARDS
from tests.web.house import begin, leader, referee_phone


def test_people_are_renamed_merged_and_forgotten_by_taps(
    screens: Browser, companion: Companion
) -> None:
    referee = leader(companion, "Ana", "Konstantinopolis Max", "Zoë", "Ben")
    begin(referee, "Anna", "Konstantinopolis Max", "Zoë", "Ben")
    damaged = companion.referee.journal.path.with_name("journal.sqlite.damaged-20260101-101010")
    damaged.write_bytes(b"names")
    page = phone(screens, companion.address.port)
    visit(page, "/people", referee.cookie)
    names = page.locator(".whose .name")
    for one in page.locator("details.somebody").all():
        one.locator("summary").click()
    for look in (cut_off, small_targets, findings_by_day_and_dusk):
        assert look(page) == [], look

    page.get_by_label("A new name for Zoë").fill("Zoë Łęcka")
    page.get_by_label("A new name for Zoë").press("Enter")
    expect(names.filter(has_text="Zoë Łęcka")).to_have_count(1)

    somebody(page, "Ana")
    page.get_by_label("Ana is the same person as").select_option(label="Anna")
    tap(page, "Same person as Ana")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Ana is Anna?")
    assert findings_by_day_and_dusk(page) == []
    tap(page, "Yes, one person")
    expect(names).to_have_count(4)

    somebody(page, "Ben")
    tap(page, "Forget Ben")
    expect(dialog).to_contain_text("games and results, as “A guest”")
    assert [findings_by_day_and_dusk(page), cut_off(page)] == [[], []]
    tap(page, "Keep Ben")
    expect(dialog).to_have_count(0)
    tap(page, "Forget Ben")
    dialog.get_by_role("button", name="Forget Ben").click()
    expect(names).to_have_count(3)
    tap(page, f"Delete {damaged.name}")
    expect(page.get_by_role("button", name="Delete")).to_have_count(0)
    seats = [one["name"] for one in referee.state()["seats"]]
    assert seats == ["Anna", "Konstantinopolis Max", "Zoë Łęcka", "A guest"]
    assert not damaged.exists()

    for title in ("Ben's own deck, 72", "Zoë"):
        told = {"name": title, "content": {**CARDS, "title": title}}
        assert referee.post("/api/decks", told)[0] == 200
    visit(page, "/people")
    for look in (cut_off, small_targets, findings_by_day_and_dusk):
        assert look(page) == [], look
    tap(page, "A plain name for Ben's own")
    titles = page.get_by_label("Boards and decks", exact=True)
    expect(titles).to_contain_text("Deck 1")
    tap(page, "A plain name for Zoë")
    expect(titles).to_contain_text("Deck 2")
    assert page.problems == []  # type: ignore[attr-defined]


def somebody(page: Page, name: str) -> None:
    """Open the row of this person."""
    named = page.locator(".whose .name").get_by_text(name, exact=True)
    page.locator("details.somebody", has=named).locator("summary").click()


@pytest.mark.parametrize("wide", [320, 390, 1280])
def test_to_put_a_phone_out_stands_with_that_phone(
    screens: Browser, companion: Companion, wide: int
) -> None:
    """Below the line of the phone before it, it would put out that one, as people read."""
    told = referee_phone(companion)
    referee_phone(companion, "127.0.9.9")
    begin(told, "Ana", "Ben", "Cy")
    page = phone(screens, companion.address.port)
    page.set_viewport_size({"width": wide, "height": 568})
    visit(page, "/referee", told.cookie)
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    row = page.locator(".phone-row", has=page.locator("[data-put-out]"))
    name, out = row.locator(".name").bounding_box(), row.locator("[data-put-out]").bounding_box()
    assert name is not None and out is not None
    assert out["y"] + out["height"] > name["y"], "above the name"


def test_what_a_dialog_says_of_somebody_keeps_its_direction_and_its_line(
    screens: Browser, companion: Companion
) -> None:
    named = ("Anna Maria", "ليا", "Ben")
    page = phone(screens, companion.address.port)
    told = leader(companion, *named)
    begin(told, "Cy", "Dee", "Eve")  # they, and no two of them, may be somebody's doubles
    visit(page, "/people", told.cookie)
    for button in ("[data-forget]", "[data-merge]"):
        shown = page.locator(button)
        expect(shown).to_have_count(6)
        names = shown.evaluate_all("(all) => all.map((one) => one.dataset.name)")
        assert {isolated(name) for name in named} < set(names)
