"""A phone that stays with its owner: awake while a game runs, stirring at its turn, right again
after a sleep."""

import json
from collections.abc import Iterator
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.runtime import Companion
from tests.browser.animal_moments import light_diving, light_placing, light_surfacing
from tests.browser.moments import grab, over
from tests.browser.screens import (
    holds,
    phone,
    seen,
    stand_still,
    tap,
    up_to_date,
    visit,
)
from tests.web.house import Phone, begin, referee_phone, seated

PEOPLE = ("Ana", "Ben", "Cy")
BEN = 1
PLAYS = "() => [...document.querySelectorAll('video')].some((v) => !v.paused && v.currentTime > 0)"
STILL = "() => !document.querySelector('video')"
SWITCH = "[data-awake-switch]"
# Hides the page or shows it again, as another app's coming and going does.
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def told(companion: Companion) -> Phone:
    return referee_phone(companion)


@pytest.fixture
def page(screens: Browser, companion: Companion) -> Iterator[Page]:
    page = phone(screens, companion.address.port)
    yield page
    assert page.problems == []  # type: ignore[attr-defined]


def sits(page: Page, companion: Companion, told: Phone, seat: int = BEN) -> None:
    """The page is this seat's from now on."""
    visit(page, "/seat", seated(companion, told, seat).cookie)


# --- awake --------------------------------------------------------------------------------------


def test_plain_http_has_a_video_without_sound_while_a_game_runs(
    page: Page, companion: Companion, told: Phone
) -> None:
    begin(told, *PEOPLE)
    sits(page, companion, told)
    assert page.evaluate("[isSecureContext, 'wakeLock' in navigator]") == [False, False]
    holds(page, PLAYS)
    assert page.evaluate(
        "(({ muted, srcObject }) => [muted, srcObject.getAudioTracks().length])"
        "(document.querySelector('video'))"
    ) == [True, 0]
    page.evaluate(HIDE, True)
    holds(page, STILL)
    page.evaluate(HIDE, False)
    holds(page, PLAYS)
    over(companion, told)
    seen(page, "Ben")
    holds(page, STILL)
    expect(page.locator(SWITCH)).to_be_hidden()


def test_one_tap_lets_this_phone_sleep_and_it_remembers(
    page: Page, companion: Companion, told: Phone
) -> None:
    begin(told, *PEOPLE)
    sits(page, companion, told)
    holds(page, PLAYS)
    tap(page, "Let the screen sleep")
    holds(page, STILL)
    visit(page, "/seat")
    expect(page.locator(SWITCH)).to_have_text("Keep the screen on")
    assert page.evaluate(STILL)
    tap(page, "Keep the screen on")
    holds(page, PLAYS)


LOCKS = """
  window.locks = [];
  Object.defineProperty(navigator, "wakeLock", { value: { request: async (of) => {
    const lock = new EventTarget();
    lock.release = async () => { locks.splice(locks.indexOf(lock), 1); };
    locks.push(lock);
    return lock;
  } } });
"""


def test_a_lock_is_taken_where_there_is_one_and_given_back(
    page: Page, companion: Companion, told: Phone
) -> None:
    page.add_init_script(LOCKS)
    begin(told, *PEOPLE)
    sits(page, companion, told)
    holds(page, "locks.length === 1")
    told.answer("start", "deal")
    seen(page, "Ben")
    assert page.evaluate("locks.length") == 1
    assert page.evaluate(STILL)
    over(companion, told)
    holds(page, "locks.length === 0")


def test_a_phone_that_cannot_be_kept_awake_says_what_helps(
    page: Page, companion: Companion, told: Phone
) -> None:
    page.add_init_script("navigator.standalone = false")  # as iPhones have it
    begin(told, *PEOPLE)
    sits(page, companion, told)
    seen(page, "This phone sleeps by itself")
    expect(page.locator(SWITCH)).to_be_hidden()


# --- whose turn it is ---------------------------------------------------------------------------

# Notes what shakes and what rings, on a phone that was touched before.
STIRS = """
  window.shakes = [];
  window.tones = 0;
  window.signs = [];
  document.addEventListener("table:sign", ({ detail }) => signs.push(detail.name));
  Object.defineProperty(navigator, "userActivation", { value: { hasBeenActive: true } });
  window.captions = []; // each is there for a few seconds alone
  new MutationObserver(() => {
    const text = document.getElementById("caption")?.textContent;
    if (text && captions.at(-1) !== text) captions.push(text);
  }).observe(document, { subtree: true, childList: true, characterData: true });
  Object.defineProperty(navigator, "vibrate", { value: (how) => shakes.push(how) });
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (when) {
    window.tones += 1;
    return start.call(this, when);
  };
"""
SHAKE = [60, 50, 60]


def test_a_phone_stirs_once_when_its_turn_comes_and_others_keep_still(
    page: Page, screens: Browser, companion: Companion, told: Phone
) -> None:
    light_placing(companion, told)
    page.add_init_script(STIRS)
    sits(page, companion, told)
    seen(page, "Ana's turn")
    ana = phone(screens, companion.address.port)
    ana.add_init_script(STIRS)
    sits(ana, companion, told, 0)
    for key, topic, picks in (("place", "dive", {"oxygen": 1}), ("over", "act", {"pearls": 2})):
        told.answer(key, topic, **picks)
        up_to_date(ana, told)
    up_to_date(page, told)
    assert page.evaluate("[shakes, tones]") == [[SHAKE], 0]
    assert page.evaluate("captions") == []  # where nothing sounds
    assert ana.evaluate("shakes.length") == 1  # between her two words she was asked how many
    told.post("/api/review", {"on": True})
    told.post("/api/review", {"on": False})
    up_to_date(page, told)
    assert page.evaluate("shakes.length") == 1
    visit(page, "/seat")
    told.post("/api/review", {"on": True})
    up_to_date(page, told)
    assert page.evaluate("[shakes, tones]") == [[], 0]


def test_a_phone_with_its_sound_on_rings_too(page: Page, companion: Companion, told: Phone) -> None:
    light_placing(companion, told)
    page.add_init_script(STIRS)
    sits(page, companion, told)
    tap(page, "Sound is off: tap")
    holds(page, "tones === 3")  # the tap itself is heard
    told.answer("place", "dive", oxygen=1)
    up_to_date(page, told)
    assert page.evaluate("[shakes, tones]") == [[], 3]
    told.answer("over", "act", pearls=2)
    up_to_date(page, told)
    assert page.evaluate("[shakes, tones]") == [[SHAKE], 5]
    holds(page, "captions.includes('♪ A question for you')")


# Holds back what the stream tells by the name `late`.
LATE = """
  window.late = "";
  window.held = [];
  window.EventSource = class extends EventSource {
    addEventListener(name, hear) {
      super.addEventListener(name, (event) => {
        if (name === late) held.push(() => hear(event));
        else hear(event);
      });
    }
  };
"""


@pytest.mark.parametrize("late", ["sign", "state"])
def test_a_sign_is_for_whose_turn_it_was_whether_it_comes_before_the_picture_or_after(
    page: Page, screens: Browser, companion: Companion, told: Phone, late: str
) -> None:
    """Ana's pearls end her turn: her phone rings, and Ben's says only that it is his."""
    light_surfacing(companion, told)
    ana = phone(screens, companion.address.port)
    for screen, seat in ((page, BEN), (ana, 0)):
        screen.add_init_script(STIRS + LATE)
        sits(screen, companion, told, seat)
        tap(screen, "Sound is off: tap")
        up_to_date(screen, told)
        screen.evaluate("(name) => { signs.length = 0; late = name; }", late)
    told.answer("over", "act", pearls=2)
    for screen in (page, ana):
        holds(screen, "(late === 'state' ? signs : held).length > 0")
        if late == "sign":
            up_to_date(screen, told)
        screen.evaluate("late = ''; held.splice(0).forEach((hear) => hear())")
        up_to_date(screen, told)
        assert screen.evaluate("signs") == ["pearl"]
    assert page.evaluate("[shakes, tones]") == [[SHAKE], 3 + 2]
    assert ana.evaluate("[shakes, tones]") == [[], 3 + 3]


def test_what_everybody_is_asked_stirs_no_phone(
    page: Page, companion: Companion, told: Phone
) -> None:
    begin(told, *PEOPLE)
    page.add_init_script(STIRS)
    sits(page, companion, told)
    grab(companion, told)
    seen(page, "Four of a kind?")
    assert page.evaluate("shakes") == []


# --- asleep and back ----------------------------------------------------------------------------

SLEEP_MS = 5 * 60_000
RIGHT_MS = STALE_MS = 2000
STEP_MS = 100


def is_right_in_time(page: Page, words: str) -> None:
    """Whether these words are there before two seconds of the page have gone by."""
    for _ in range(0, RIGHT_MS, STEP_MS):
        page.clock.run_for(STEP_MS)
        holds(page, "window.waiting === 0")
    assert page.get_by_text(words).first.is_visible()
    assert page.locator(".alive").inner_text() == "live"


# Counts what the page has asked and not been answered; a stream that is dead says nothing.
ASKS = """
  window.streams = [];
  window.EventSource = class extends EventSource {
    constructor(...more) { super(...more); streams.push(this); }
    addEventListener(name, hear) {
      super.addEventListener(name, (event) => this.dead || hear(event));
    }
  };
  const asking = window.fetch;
  window.waiting = 0;
  window.fetch = async (...what) => {
    window.waiting += 1;
    try { return await asking(...what); } finally { window.waiting -= 1; }
  };
"""


@pytest.fixture
def sleeper(page: Page, companion: Companion, told: Phone) -> Page:
    """Ben's page, whose time passes only when told."""
    light_placing(companion, told)
    stand_still(page)
    page.add_init_script(ASKS)
    sits(page, companion, told)
    holds(page, "document.querySelector('.alive').textContent === 'live'")
    return page


def test_a_phone_that_slept_is_right_in_two_seconds(
    sleeper: Page, companion: Companion, told: Phone
) -> None:
    """Its network comes back a while after it."""
    sleeper.evaluate(HIDE, True)
    told.answer("place", "dive", oxygen=1)
    told.answer("over", "act", pearls=2)
    sleeper.clock.run_for(SLEEP_MS)
    sleeper.route("**/api/**", lambda route: route.abort())
    sleeper.evaluate(HIDE, False)
    sleeper.clock.run_for(RIGHT_MS)
    assert sleeper.get_by_text("Ana's turn").is_visible()
    sleeper.unroute("**/api/**")
    sleeper.problems.clear()  # type: ignore[attr-defined]
    is_right_in_time(sleeper, "Ben places")


def test_a_page_that_was_frozen_is_right_when_it_goes_on(
    page: Page, companion: Companion, told: Phone
) -> None:
    light_placing(companion, told)
    sits(page, companion, told)
    own = page.context.new_cdp_session(page)
    own.send("Page.setWebLifecycleState", {"state": "frozen"})
    light_diving(companion, told)
    own.send("Page.setWebLifecycleState", {"state": "active"})
    seen(page, "Ana dives")


def test_a_stream_that_died_without_a_word_is_taken_up_again(
    sleeper: Page, companion: Companion, told: Phone
) -> None:
    """A laptop that is opened again was never hidden, and its stream says nothing any more."""
    sleeper.evaluate("streams.at(-1).dead = true")
    told.answer("place", "dive", oxygen=1)
    told.answer("over", "act", pearls=2)
    sleeper.clock.run_for(STALE_MS)
    is_right_in_time(sleeper, "Ben places")
    holds(sleeper, "streams.length === 2")
    told.answer("place", "dive", oxygen=1)
    up_to_date(sleeper, told)


# --- on the home screen -------------------------------------------------------------------------

ICONS = """(icons) => Promise.all(icons.map(async ({ src }) => {
  const drawn = new Image();
  drawn.src = src;
  await drawn.decode();
  return `${drawn.naturalWidth}x${drawn.naturalHeight}`;
}))"""


def test_the_home_screen_has_icons_and_leads_to_my_seat(
    page: Page, companion: Companion, told: Phone
) -> None:
    begin(told, *PEOPLE)
    sits(page, companion, told)
    found = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    icons = [one for one in manifest["icons"] if one["type"] == "image/png"]
    for icon in icons:
        icon["src"] = urljoin(found["url"], icon["src"])
    assert page.evaluate(ICONS, icons) == [icon["sizes"] for icon in icons]
    assert {icon.get("purpose", "any") for icon in icons} == {"any", "maskable"}
    apple = page.locator("link[rel=apple-touch-icon]").get_attribute("href")
    assert page.evaluate(ICONS, [{"src": apple}]) == ["180x180"]
    page.goto(urljoin(found["url"], manifest["start_url"]))
    seen(page, "Ben")
