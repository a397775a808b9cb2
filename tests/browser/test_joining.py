"""Letting people in and saying good night, in real Chromium: phones, a referee's phone, a wall."""

import re
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from companion.access.door import PICTURES
from companion.access.secret import renew_key
from companion.runtime import Companion
from companion.table.caller import LEAD_IN_US
from companion.table.signals import Kind, Signal
from companion.web import events
from tests.browser.looks import cut_off
from tests.browser.screens import (
    COMES_LATE,
    count_taps,
    loads,
    phone,
    seen,
    shows_pictures,
    tap,
    taps,
    visit,
    wall,
)
from tests.web.house import Phone, begin, leader, referee_phone

# A slow hand: what it takes from a code to a page, for a name of four letters, and for each tap;
# and a slow table with a slow phone, for each page. Told, for what a machine takes depends on it.
SCAN_S, NAME_S, TAP_S, PAGE_S = 10, 10, 3, 1
TOP = "(one) => one.getBoundingClientRect().top"
PHONE, TABLET = {"width": 390, "height": 844}, {"width": 1024, "height": 768}
# The page's own asking, with every answer held until a second has come.
ANSWERS_IN_TWOS = """() => {
  const ask = window.fetch, held = [];
  window.fetch = async (...asked) => {
    const answer = await ask(...asked);
    if (!String(asked[0]).includes("/api/knock")) return answer;
    return new Promise((give) => {
      held.push(() => give(answer));
      if (held.length === 2) held.splice(0).forEach((let_go) => let_go());
    });
  };
}"""


@dataclass
class Hall:
    """A house with a game on, and screens that are closed in the end."""

    house: Companion
    screens: Browser
    told: Phone  # the referee over plain HTTP
    pages: list[Page] = field(default_factory=list)

    def phone(self, path: str, scheme: str = "light") -> Page:
        """A new phone at this page."""
        return self._visit(phone(self.screens, self.house.address.port, scheme), path)

    def counted(self, path: str) -> Page:
        """A new phone at this page, whose taps are counted."""
        page = phone(self.screens, self.house.address.port)
        count_taps(page)
        return self._visit(page, path)

    def wall(self) -> Page:
        """The TV."""
        return self._visit(wall(self.screens, self.house.address.port), "/")

    def referee(self, scheme: str = "light") -> Page:
        """A phone that came by the referee's link."""
        page = self.phone(f"/join#t={self.house.access.sessions.referee_key()}", scheme)
        page.wait_for_url("**/referee")
        return page

    def _visit(self, page: Page, path: str) -> Page:
        self.pages.append(page)
        visit(page, path)
        return page

    def problems(self) -> list[str]:
        """What any console complained of, but for pages that a phone may not see any more."""
        said = [problem for page in self.pages for problem in page.problems]  # type: ignore[attr-defined]
        return [problem for problem in said if "403" not in problem]

    def hold_start(self) -> None:
        """A hand on START for five seconds."""
        at_us = self.house.referee.clock.now_us()
        self.house.referee.feel(Signal(Kind.HELD, at_us, button="start"))


@pytest.fixture
def hall(screens: Browser, companion: Companion) -> Hall:
    told = leader(companion, "Ana", "Ben", "Cy")
    made = Hall(companion, screens, told)
    return made


def tap_pictures(page: Page, hall: Hall, wrong: bool = False) -> None:
    """The wall's pictures in their order, or with another last one."""
    *first, last = hall.house.access.door.now().pictures
    last = next(name for name in PICTURES if name != last) if wrong else last
    for name in (*first, last):
        page.get_by_role("button", name=name, exact=True).click()


def offers_to_be_the_wall(page: Page, before: str) -> None:
    """A large screen may be the wall before all else, and a phone after all else."""
    wall, own = page.get_by_role("button", name="This screen is the wall"), page.locator(before)
    for size, first in ((TABLET, True), (PHONE, False)):
        page.set_viewport_size(size)
        at, after = (one.evaluate(TOP) for one in (wall, own))
        assert (at < after) == first, size
    page.set_viewport_size(TABLET)
    expect(page.get_by_role("heading", name="Is this screen for everybody?")).to_be_in_viewport()
    page.set_viewport_size(PHONE)


def test_from_the_code_by_the_pictures_to_a_seat(screens: Browser, companion: Companion) -> None:
    hall = Hall(companion, screens, Phone(companion.address.port))
    key = companion.access.sessions.wall_key()
    big = hall.phone(f"/join#t={key}", "dark")
    big.wait_for_url("**/")
    shows_pictures(companion)
    expect(big.locator(".lobby-door .picture")).to_have_count(4)
    ana = hall.phone("/join")  # where the code leads
    expect(ana.locator("[data-picture]")).to_have_count(12)
    offers_to_be_the_wall(ana, before=".pictures")
    tap_pictures(ana, hall, wrong=True)
    seen(ana, "Not these pictures")
    expect(ana.locator("#tapped li")).to_have_count(0)
    tap_pictures(ana, hall)
    ana.wait_for_url("**/me")
    offers_to_be_the_wall(ana, before="#me")
    tap(ana, "This screen is the wall")
    seen(ana, "One tap there, and this screen is the wall.")
    tap(ana, "Go back")
    name_oneself(ana, "Ana", "star")
    companion.evening.look()
    expect(big.locator(".lobby .name")).to_have_text("Ana")
    assert hall.problems() == []


def test_four_who_were_never_here_come_from_the_code_to_pass(
    screens: Browser, companion: Companion
) -> None:
    """At most 7 taps a phone, 3 more where it begins, and under 60 s by hands of that pace."""
    hall = Hall(companion, screens, Phone(companion.address.port))
    big = hall.phone(f"/join#t={companion.access.sessions.wall_key()}")
    big.wait_for_url("**/")
    shows_pictures(companion)
    host = hall.counted(f"/join#t={companion.access.sessions.referee_key()}")  # the second code
    host.wait_for_url("**/referee")
    host.get_by_role("link", name="I play, too").click()
    name_oneself(host, "Ana", "circle")
    counted, opened = [taps(host)], []
    for name, shape in (("Ben", "square"), ("Cy", "star"), ("Dee", "wave")):
        page = hall.counted("/join")
        tap_pictures(page, hall)
        name_oneself(page, name, shape)
        counted.append(taps(page))
        opened.append(loads(page))
    assert max(counted) <= 7, counted
    host.get_by_role("link", name="New game").click()
    host.wait_for_url("**/new")
    seen(host, "Ana, Ben, Cy and Dee play: tap a game.")
    tap(host, "SPLASH!")
    host.wait_for_url("**/referee")
    tap(host, "Dealt")
    seen(big, "PASS")
    begun = taps(host) - counted[0]
    assert begun <= 3
    # All do theirs at once; the table's own wait is the lead-in before the first PASS.
    opened.append(loads(host))
    hands_s = SCAN_S + NAME_S + (max(counted) + begun) * TAP_S
    assert hands_s + max(opened) * PAGE_S + LEAD_IN_US / 1e6 < 60, (counted, begun, opened)
    names = companion.referee.picture.names.seats
    assert [names[seat] for seat in sorted(names)] == ["Ana", "Ben", "Cy", "Dee"]
    assert hall.problems() == []


@pytest.mark.parametrize("page", ["/join", "/"])
def test_a_known_phone_is_in_by_one_tap(page: str, hall: Hall) -> None:
    ana = hall.counted(f"/join#t={hall.house.access.sessions.invite(1)}")
    ana.wait_for_url("**/seat")
    assert hall.told.post("/api/good_night", {"sure": True})[0] == 200
    begin(hall.told, "Ben", "Cy", "Ana")
    visit(ana, page)
    button = ana.get_by_role("button", name=re.compile("(I am|Ana is) here"))
    expect(button).to_be_visible()
    assert cut_off(ana) == []
    button.click()
    ana.wait_for_url("**/seat")
    expect(ana.get_by_role("heading", name="Ana", exact=True)).to_be_visible()
    assert (taps(ana), ana.locator(".bar[data-shape=circle]").count()) == (1, 1)
    assert hall.problems() == []


def test_who_comes_in_stands_on_an_open_page_of_a_new_game(
    screens: Browser, companion: Companion
) -> None:
    hall = Hall(companion, screens, referee_phone(companion))
    host, joined = hall.referee(), []
    host.add_init_script(f"({COMES_LATE})(300)")  # Ana comes before it hears of anybody
    visit(host, "/new")
    for name in ("Ana", "Ben", "Cy"):
        joined.append(phone_named(companion, name, len(joined)))
        seen(host, name)
    seen(host, "Ana, Ben and Cy play: tap a game.")
    tap(host, "Other people or rules")
    tap(host, "SPLASH!")
    tap(host, "Ben ✓")
    joined.append(phone_named(companion, "Dee", 3))
    seen(host, "These 3 play")
    assert joined[0].post("/api/me", {"new_name": "Anna"})[0] == 200
    expect(host.locator(".face[aria-pressed=true] .name")).to_have_text(["Anna", "Cy", "Dee"])
    tap(host, "These 3 play")
    joined.append(phone_named(companion, "Eve", 4))
    expect(host.locator("#order .name")).to_have_text(["Anna", "Cy", "Dee", "Eve"])
    put_out = next(one for one in hall.told.state()["phones"] if one["name"] == "Cy")
    assert hall.told.post("/api/put_out", {"phone": put_out["id"]})[0] == 200
    expect(host.locator("#order .name")).to_have_text(["Anna", "Dee", "Eve"])
    tap(host, "Start", exact=True)
    host.wait_for_url("**/referee")
    names = companion.referee.picture.names.seats
    assert [names[seat] for seat in sorted(names)] == ["Anna", "Dee", "Eve"]
    assert hall.problems() == []


STEPS = (
    ((), "#others"),
    (("Other people or rules", "SPLASH!"), "[data-person=Ana]"),
    (("Other people or rules", "SPLASH!", "These 3 play"), "[data-name=Cy] [data-move='-1']"),
)


@pytest.mark.parametrize(("taps_before", "held"), STEPS)
def test_who_comes_in_takes_no_button_from_a_hand(
    screens: Browser, companion: Companion, taps_before: tuple[str, ...], held: str
) -> None:
    """Neither from a finger that lies on it nor from the keyboard."""
    hall, host = three_are_in(companion, screens)
    for words in taps_before:
        tap(host, words)
    button = host.locator(held)
    button.focus()
    button.evaluate(COUNTS)
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    host.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    host.mouse.down()
    phone_named(companion, "Dee", 3)
    expect(host.locator("#faces .name")).to_have_text(["Ana", "Ben", "Cy", "Dee"])
    assert host.evaluate("document.activeElement === window.held")
    host.mouse.up()
    assert host.evaluate("window.taps") == 1
    assert hall.problems() == []


@pytest.mark.parametrize(
    ("taps_before", "held", "who", "gone"),
    [
        (STEPS[-1][0], "[data-name=Cy] [data-move='-1']", ("Cy",), "#order :text-is('Cy')"),
        ((), "#others", ("Ana", "Ben", "Cy"), "#others:visible"),
    ],
)
def test_the_focus_stays_on_the_page_when_its_button_goes(
    screens: Browser,
    companion: Companion,
    taps_before: tuple[str, ...],
    held: str,
    who: tuple[str, ...],
    gone: str,
) -> None:
    hall, host = three_are_in(companion, screens)
    for words in taps_before:
        tap(host, words)
    host.locator(held).focus()
    for one in hall.told.state()["phones"]:
        if one["name"] in who:
            assert hall.told.post("/api/put_out", {"phone": one["id"]})[0] == 200
    expect(host.locator(gone)).to_have_count(0)
    assert host.evaluate("document.activeElement.id") == "live"
    assert hall.problems() == []


def three_are_in(companion: Companion, screens: Browser) -> tuple[Hall, Page]:
    """A referee's page on which a game begins, where three have phones."""
    hall = Hall(companion, screens, referee_phone(companion))
    host = hall.referee()
    for number, name in enumerate(("Ana", "Ben", "Cy")):
        phone_named(companion, name, number)
    visit(host, "/new")
    return hall, host


# Counts what a button takes, and holds on to it.
COUNTS = """(button) => {
  window.held = button;
  window.taps = 0;
  button.addEventListener("click", () => { window.taps += 1; });
}"""


def phone_named(house: Companion, name: str, number: int) -> Phone:
    """A phone that was let in as somebody of this name."""
    made = Phone(house.address.port, source=f"127.0.8.{number + 1}")
    assert made.post("/api/redeem", {"t": house.access.sessions.invite(None)})[0] == 200
    assert made.post("/api/me", {"name": name})[0] == 200
    return made


def name_oneself(page: Page, name: str, shape: str) -> None:
    """A name is written, a shape picked."""
    page.wait_for_url("**/me")
    field = page.get_by_label("My name", exact=True)
    field.click()
    field.fill(name)
    page.locator(".pick", has=page.locator(f"[value={shape}]")).click()
    tap(page, "That's me")
    page.wait_for_url("**/seat")


def test_who_is_put_out_while_beginning_a_game_is_told_so(hall: Hall) -> None:
    leads = hall.referee()
    visit(leads, "/new")
    expect(leads.locator("[data-game]").first).to_be_visible()
    (phone,) = (one for one in hall.told.state()["phones"] if not one["own"])
    assert hall.told.post("/api/put_out", {"phone": phone["id"]})[0] == 200
    expect(leads.get_by_role("link", name="Ask to be let in")).to_be_visible()
    assert hall.problems() == []


def test_a_phone_asks_and_is_put_out_again(hall: Hall) -> None:
    ana, ben, referee = hall.phone("/join"), hall.phone("/join", "dark"), hall.referee()
    tap(ben, "Ask to come in")
    expect(ben.locator("#knock-words")).not_to_be_empty()
    tap(referee, "No", exact=True)
    expect(ben.get_by_text("the referee said no")).to_be_visible()
    expect(referee.get_by_role("button", name="Let in")).to_have_count(0)  # that was Ben's
    tap(ana, "Ask to come in")
    tap(referee, "Let in")
    ana.wait_for_url("**/me")
    tap(ana, "Ana")
    ana.wait_for_url("**/seat")
    referee.locator("#drawer-house > summary").click()
    referee.locator("#phones > summary").click()
    expect(referee.get_by_text("this phone")).to_be_visible()
    referee.get_by_role("button", name="Put out: Ana").click()
    expect(ana.get_by_text("The referee has put it out")).to_be_visible()
    ana.get_by_role("link", name="Ask again").click()
    seen(ana, "just ask again")
    tap(ana, "Ask to come in")
    expect(ana.locator("#knock-words")).to_be_visible()
    assert hall.problems() == []


def test_a_phone_comes_in_by_a_link_that_the_referee_shows(hall: Hall) -> None:
    referee = hall.referee()
    referee.locator("#drawer-house > summary").click()
    referee.locator("#phones > summary").click()
    with referee.expect_response("**/api/invite") as given:
        referee.get_by_role("button", name="Give a phone to Ben").click()
    expect(referee.locator("#gift svg")).to_be_visible()
    link = given.value.json()["link"]
    ben, lost = hall.phone("/rules/split"), list[Route]()
    ben.context.route("**/api/redeem", lambda told: lost_once(hall, told, lost))
    visit(ben, f"/join#{link.partition('#')[2]}")
    ben.wait_for_url("**/seat")
    assert len(lost) == 2, "what was lost on its way is told again, and counts once"
    ben.problems.clear()  # type: ignore[attr-defined]  # that it was lost
    expect(ben.get_by_role("heading", name="Ben")).to_be_visible()
    expect(referee.locator("#gift")).to_be_hidden()
    seen(referee, "Ben's phone is in.")
    other = hall.phone(f"/join#{link.partition('#')[2]}")
    seen(other, "not valid any more")
    assert "#" not in other.url
    assert hall.problems() == []


def lost_once(hall: Hall, told: Route, lost: list[Route]) -> None:
    """The table hears it, and the phone nothing, the first time."""
    lost.append(told)
    if len(lost) > 1:
        told.continue_()
        return
    assert Phone(hall.house.address.port).post("/api/redeem", told.request.post_data_json)[0] == 200
    told.abort()


def test_a_phone_that_waits_still_waits_after_a_reload(hall: Hall) -> None:
    ana = hall.phone("/join")
    tap(ana, "Ask to come in")
    words = ana.locator("#knock-words")
    expect(words).not_to_be_empty()
    said = words.inner_text()
    ana.reload()
    expect(words).to_have_text(said)
    (knock,) = hall.told.state()["knocks"]
    hall.told.post("/api/let_in", {"knock": knock["id"], "yes": True})
    ana.wait_for_url("**/me")


def test_two_answers_that_come_at_once_are_one_way_in(hall: Hall) -> None:
    ana = hall.phone("/join")
    tap(ana, "Ask to come in")
    expect(ana.locator("#knock-words")).not_to_be_empty()
    ana.evaluate(ANSWERS_IN_TWOS)
    ways_in: list[str] = []
    ana.on("request", lambda sent: ways_in.append(sent.url) if sent.url.endswith("/seat") else None)
    (knock,) = hall.told.state()["knocks"]
    hall.told.post("/api/let_in", {"knock": knock["id"], "yes": True})
    ana.wait_for_url("**/me")
    assert len(ways_in) == 1


def test_a_lost_referee_scans_what_the_wall_shows_after_start_was_held(hall: Hall) -> None:
    big = hall.phone(f"/join#t={hall.house.access.sessions.wall_key()}", "dark")
    big.wait_for_url("**/")
    found = hall.phone("/join")
    tap(found, "I am the referee")
    seen(found, "Hold START on the dolphins' page for five seconds")
    expect(big.locator(".link-card")).to_have_count(0)
    hall.hold_start()
    expect(big.locator(".link-card svg")).to_be_visible()
    expect(found.locator("#waiting")).to_be_visible()
    assert hall.problems() == []


def test_the_old_referees_screen_says_that_its_link_was_renewed(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "BEATS", 1)  # who is put out by another program hears of it so
    referee = hall.referee()
    renew_key(hall.house.referee.journal.path.parent)
    seen(referee, "link was renewed")


def test_good_night_on_every_screen(hall: Hall) -> None:
    ana, big, referee = hall.phone("/join"), hall.wall(), hall.referee("dark")
    tap(ana, "Ask to come in")
    tap(referee, "Let in")
    ana.wait_for_url("**/me")
    tap(ana, "Ana")
    ana.wait_for_url("**/seat")
    for _ in range(3):
        hall.told.answer("correct", "crayon", seat=0, points=2)
    seen(big, "Ana wins")
    begin(hall.told, "Ana", "Ben", "Cy")
    referee.locator("#drawer-house > summary").click()
    referee.locator("#good-night > summary").click()
    tap(referee, "Yes, good night")
    for page in (ana, big, referee):
        expect(page.get_by_alt_text(re.compile("Ana splashed best tonight!"))).to_be_visible()
        assert "left for another day" not in page.content(), "no round of it was begun"
    light = hall.wall()
    light.get_by_role("button", name="Light").click()
    referee.get_by_role("link", name="New game").click()
    referee.wait_for_url("**/new")
    tap(referee, "SPLASH!")
    expect(referee.locator(".face", has_text="Ben")).to_be_visible()  # names are remembered
    begin(hall.told, "Ana", "Ben", "Cy")
    expect(big.get_by_text("Good night!")).to_have_count(0)
    assert hall.problems() == []
