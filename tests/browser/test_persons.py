"""Coming in late, in real Chromium: a name and a shape, asking to play, one tap of the referee."""

from playwright.sync_api import Browser, expect

from companion.runtime import Companion
from tests.browser.looks import cut_off, findings_by_day_and_dusk, small_targets
from tests.browser.screens import phone, seen, tap, visit
from tests.web.house import Phone, begin, leader


def test_a_newcomer_names_itself_and_sits_down(screens: Browser, companion: Companion) -> None:
    referee = leader(companion, "Oma Gertrud", "Konstantinopolis", "Mia", "Ben")
    port, sessions = companion.address.port, companion.access.sessions
    mia = Phone(port, source="127.0.8.1")
    mia.post("/api/redeem", {"t": sessions.invite(None)})
    mia.post("/api/me", {"name": "Mia", "look": "star", "known": True})
    page, leading = phone(screens, port), phone(screens, port)
    visit(page, f"/join#t={sessions.invite(None)}")
    page.wait_for_url("**/me")
    seen(page, "Tap your name")
    assert page.locator("[data-person]").count() == 3, "Mia has a phone in"
    for look in (cut_off, small_targets, findings_by_day_and_dusk):
        assert look(page) == [], look
    page.get_by_label("My name", exact=True).fill("Zoë")
    assert page.locator("[name=look][value=star]").is_disabled(), "Mia's"
    page.locator("label", has=page.locator("[name=look][value=shell]")).click()
    tap(page, "That's me", exact=True)
    page.wait_for_url("**/seat")
    seen(page, "You are not in this game")
    assert [findings_by_day_and_dusk(page), cut_off(page)] == [[], []]
    tap(page, "I want to play")
    seen(page, "The referee knows that you want to play.")
    visit(leading, "/referee", referee.cookie)
    seen(leading, "Zoë wants to play")
    assert cut_off(leading) == []
    tap(leading, "Sits down")
    seen(page, "You play from the next deal on.")
    expect(leading.locator("[id^=comer-]")).to_have_count(0)
    visit(leading, "/new")
    assert leading.locator(".face[aria-pressed=true]").count() == 5
    assert cut_off(leading) == []
    visit(leading, "/referee")
    for drawer in ("This game", "Names"):
        leading.locator("summary", has_text=drawer).click()
    field = leading.get_by_label("Name of seat 2")
    field.fill("Konstantin")
    begin(referee, "Ben", "Mia", "Zoë")  # by another referee, meanwhile
    expect(field).to_have_value("Mia")
    leading.keyboard.press("Enter")
    assert [seat["name"] for seat in referee.state()["seats"]] == ["Ben", "Mia", "Zoë"]
    leading.problems.clear()  # type: ignore[attr-defined]  # what was written was for another one


def test_a_name_that_reads_like_anothers_is_asked_about(
    screens: Browser, companion: Companion
) -> None:
    leader(companion, "Ana", "Ben", "Cy")
    page = phone(screens, companion.address.port)
    visit(page, f"/join#t={companion.access.sessions.invite(None)}")
    page.wait_for_url("**/me")
    name = page.get_by_label("My name", exact=True)
    name.fill("Аna")  # whose first letter is Cyrillic
    tap(page, "That's me", exact=True)
    seen(page, "Somebody is called Ana already. Is that you?")
    for look in (cut_off, small_targets, findings_by_day_and_dusk):
        assert look(page) == [], look
    tap(page, "No, I add a letter")
    expect(name).to_be_focused()
    name.fill("Ana")
    tap(page, "That's me", exact=True)
    tap(page, "Yes, that is me")
    page.wait_for_url("**/seat")
    expect(page.get_by_role("heading", name="Ana", exact=True)).to_be_visible()
