"""The phone's idea of the table's time, and PASS at that time: the shipped modules in Chromium."""

import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import companion
from companion.looks import own_look
from companion.runtime import Companion
from tests.browser.screens import holds, lively, phone, tap, visit
from tests.web.house import Phone, begin, leader, until

MINUTE_US = 60_000_000
ROUNDED_US = 200  # a browser's stamps are whole tenths of a ms
LATE_US = 50_000  # of a call that is later than this nothing is heard
LINKS = 300
STATIC = Path(companion.__file__).parent / "web/static"


@pytest.fixture
def page(screens: Browser, companion: Companion) -> Page:
    page = phone(screens, companion.address.port)
    lively(page)
    return page


def links() -> list[dict[str, int]]:
    """Made-up links: when a phone asked, how the table's time differs, how long each way took."""
    chance = random.Random(3)
    some = [
        {
            "sent": chance.randrange(MINUTE_US),
            "offset": chance.randrange(-MINUTE_US, MINUTE_US),
            "there": chance.choice((0, chance.randrange(1_000), chance.randrange(300_000))),
            "back": chance.choice((0, chance.randrange(1_000), chance.randrange(300_000))),
        }
        for _ in range(LINKS)
    ]
    slow_there = {"sent": 0, "offset": 5_000_000, "there": 80_000, "back": 0}
    return [*some, slow_there, {**slow_there, "there": 0, "back": 80_000}]


def test_a_round_trip_tells_the_offset_within_half_of_it(page: Page) -> None:
    visit(page, "/join")
    made = links()
    told = page.evaluate(
        """async (links) => {
          const { measure, uncertainty } = await import("/static/clock.js");
          return links.map(({ sent, offset, there, back }) => {
            const sample = measure(sent, sent + there + offset, sent + there + back);
            return { ...sample, doubt_us: uncertainty(sample) };
          });
        }""",
        made,
    )
    for link, sample in zip(made, told, strict=True):
        wrong_us = sample["offset_us"] - link["offset"]
        assert sample["rtt_us"] == link["there"] + link["back"]
        assert abs(wrong_us) <= sample["doubt_us"]
        assert sample["doubt_us"] <= sample["rtt_us"] / 2 + 1
        # A slow way there makes the table's stamp late, and so the table seem ahead.
        assert abs(wrong_us - (link["there"] - link["back"]) / 2) <= 1


def test_the_quickest_of_several_is_kept(page: Page) -> None:
    visit(page, "/join")
    kept = page.evaluate(
        """async () => {
          const { best } = await import("/static/clock.js");
          const samples = [9, 4, 7, 4].map((rtt_us, n) => ({ rtt_us, offset_us: n }));
          return [best(samples), best([])];
        }"""
    )
    assert kept == [{"rtt_us": 4, "offset_us": 1}, None]


def test_a_set_clock_is_as_right_as_it_says(page: Page) -> None:
    visit(page, "/join")
    for there_ms, back_ms in ((0, 0), (30, 0), (0, 30), (15, 15)):
        for offset_us in (-MINUTE_US, 0, 7_000_000):
            wrong_us, doubt_us, until_ms = page.evaluate(SET, [there_ms, back_ms, offset_us])
            assert abs(wrong_us) <= doubt_us == (there_ms + back_ms) * 1000 / 2
            assert until_ms == 1000
            if there_ms != back_ms:
                assert (wrong_us > 0) == (there_ms > back_ms)


# Sets a clock over a link that is slow in one direction, and says how wrong it is. Only the link
# makes the page's time pass.
SET = """async ([there, back, offset]) => {
  const { TableClock, phoneUs } = await import("/static/clock.js");
  let now = 5_000;
  performance.now = () => now;
  const clock = new TableClock();
  await clock.sync(async () => {
    now += there;
    const table_us = phoneUs(now) + offset;
    now += back;
    return { ok: true, json: async () => ({ table_us }) };
  });
  const soon = clock.at() + 1_000_000;
  return [clock.at(now) - phoneUs(now) - offset, clock.uncertain_us, clock.until(soon)];
}"""


def test_a_clock_that_heard_nothing_says_so(page: Page) -> None:
    visit(page, "/join")
    assert page.evaluate(
        """async () => {
          const { TableClock } = await import("/static/clock.js");
          const clock = new TableClock();
          await clock.sync(async () => { throw new TypeError("no network"); });
          await clock.sync(async () => ({ ok: false }));
          return [clock.known, clock.at(), clock.uncertain_us === Infinity];
        }"""
    ) == [False, None, True]


def test_scripts_that_set_the_clock_at_once_share_its_samples(page: Page) -> None:
    """Two at a time would hold each other up; but who hangs holds up nobody for long."""
    visit(page, "/join")
    assert page.evaluate(
        """async () => {
          const { TableClock } = await import("/static/clock.js");
          const clock = new TableClock();
          let asked = 0;
          const said = { ok: true, json: async () => ({ table_us: 0 }) };
          const fetcher = async () => { asked += 1; return said; };
          await Promise.all([clock.sync(fetcher), clock.sync(fetcher)]);
          const shared = asked;
          await clock.sync(fetcher);
          const now = performance.now();
          clock.sync(() => new Promise(() => {}));
          performance.now = () => now + 5000;
          await clock.sync(fetcher);
          return [shared, asked];
        }"""
    ) == [6, 18]


def test_a_page_has_one_clock() -> None:
    made = [script.name for script in STATIC.glob("*.js") if "new TableClock" in script.read_text()]
    assert made == ["clock.js"]


def test_a_beat_of_another_time_sets_the_clock_anew(page: Page) -> None:
    """The table was started anew, or its time drags: no touch waits for the minute to be over."""
    visit(page, "/join")
    page.evaluate(STARTED)
    holds(page, "() => clock.known")
    page.evaluate("offset_us = 60e6")
    holds(page, BEAT)


# A started clock of a table whose time may jump, and a beat: whether the clock is right by then.
# Its own minute never comes.
STARTED = """async () => {
  const { TableClock } = await import("/static/clock.js");
  window.setInterval = () => 0;
  window.offset_us = 0;
  window.table_us = () => Math.round(performance.now() * 1000) + offset_us;
  window.fetch = async () => ({ ok: true, json: async () => ({ table_us: table_us() }) });
  window.clock = new TableClock();
  clock.start();
}"""
BEAT = """() => {
  document.dispatchEvent(new CustomEvent("table:beat", { detail: { table_us: table_us() } }));
  return Math.abs(clock.at() - table_us()) < 40_000;
}"""


def test_the_page_s_clock_is_the_table_s(page: Page, companion: Companion) -> None:
    visit(page, "/join")
    sync = """async () => {
      const { TableClock } = await import("/static/clock.js");
      window.clock = new TableClock();
      await window.clock.sync();
      return window.clock.uncertain_us;
    }"""
    doubt_us = page.evaluate(sync)
    before_us = companion.referee.clock.now_us()
    said_us = page.evaluate("window.clock.at()")
    after_us = companion.referee.clock.now_us()
    assert before_us - doubt_us <= said_us <= after_us + doubt_us


# --- sound ------------------------------------------------------------------------------------

# Notes every tone that is planned: when it starts, and when it was told to be silent. While calls
# are being planned both of the page's clocks stand, however long a busy machine takes for it.
SPY = """
  let standing = null;
  const { now } = Performance.prototype;
  const { get } = Object.getOwnPropertyDescriptor(BaseAudioContext.prototype, "currentTime");
  Performance.prototype.now = function () { return standing?.now ?? now.call(this); };
  Object.defineProperty(BaseAudioContext.prototype, "currentTime", {
    get() {
      if (!standing) return get.call(this);
      return standing.audio ??= get.call(this);
    },
  });
  window.tones = [];
  window.plans = [];
  const { start, stop } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (when) {
    const now = this.context.currentTime;
    this.tone = { hertz: this.frequency.value, in_ms: (when - now) * 1000, when,
      at_ms: performance.now(), stops: [] };
    window.tones.push(this.tone);
    return start.call(this, when);
  };
  OscillatorNode.prototype.stop = function (when) {
    this.tone.stops.push(when ?? this.context.currentTime);
    return when === undefined ? stop.call(this) : stop.call(this, when);
  };
  document.addEventListener("table:calls", ({ detail }) => {
    standing = { now: performance.now(), audio: null };
    queueMicrotask(() => { standing = null; }); // after all who hear of it
    window.plans.push({ planned: detail.planned, at_ms: performance.now() });
  }, true);
  document.addEventListener("table:hush", () => {
    window.hushed = window.tones.length;
  }, true);
"""
PASS_HERTZ = (880, 660)  # high, low: no sign has both


@pytest.fixture
def loud(page: Page, companion: Companion) -> tuple[Page, Phone]:
    """A wall with its sound on, that notes what it plays, and the referee's phone by HTTP."""
    told = leader(companion, "Ana", "Ben", "Cy")
    page.add_init_script(SPY)
    visit(page, "/")
    tap(page, "Sound is off: tap")
    holds(page, "window.tones.length > 0")  # the tap itself is heard
    return page, told


# The clock that the page's sound goes by, once it is set anew: other tests say how right it is.
ITS_CLOCK = """async () => {
  const module = document.querySelector('script[src$="/live.js"]').src;
  const { TableClock } = await import(new URL("clock.js", module));
  const { sync } = TableClock.prototype;
  TableClock.prototype.sync = async function () {
    await sync.call(this);
    window.its = this;
  };
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def passes(page: Page) -> list[dict[str, Any]]:
    """The tones of PASS that were planned so far."""
    tones: list[dict[str, Any]] = page.evaluate("window.tones")
    return [tone for tone in tones if tone["hertz"] in PASS_HERTZ]


def test_pass_is_planned_ahead_for_the_table_s_time(
    loud: tuple[Page, Phone], companion: Companion
) -> None:
    page, told = loud
    page.evaluate(ITS_CLOCK)
    holds(page, "window.its !== undefined")
    told.answer("start", "deal")
    holds(page, "window.tones.filter(({ hertz }) => hertz === 880).length >= 2")
    holds(page, "window.tones.some(({ hertz, in_ms }) => hertz === 880 && in_ms > 300)")
    table_us = page.evaluate("window.its.at(0)")
    planned = {
        at_us: plan["at_ms"]
        for plan in page.evaluate("window.plans")
        for _, at_us in plan["planned"]
    }
    high = [tone for tone in passes(page) if tone["hertz"] == 880]
    for tone in high:
        starts_us = table_us + (tone["at_ms"] + tone["in_ms"]) * 1000
        nearest = min(planned, key=lambda at_us: abs(at_us - starts_us))
        late_us = LATE_US if tone["in_ms"] == 0 else 0
        assert -ROUNDED_US <= starts_us - nearest <= late_us + ROUNDED_US


def test_a_hush_silences_what_was_planned(loud: tuple[Page, Phone], companion: Companion) -> None:
    page, told = loud
    told.answer("start", "deal")
    holds(page, "window.tones.some(({ in_ms }) => in_ms > 300)")
    told.sim("touch", pad=0)
    until(lambda: not companion.caller.running, "silence")
    holds(page, "window.hushed !== undefined")
    holds(page, "window.tones.some(({ hertz }) => hertz === 784)")  # grab!
    later = passes(page)
    hushed_at = max(min(tone["stops"]) for tone in later)
    for tone in later:
        # Either it was over before, or it was told to stop before it would have begun.
        assert min(tone["stops"]) <= max(tone["when"], hushed_at)
    ahead = [tone for tone in later if tone["when"] > min(tone["stops"])]
    assert ahead, "nothing was planned that had to be silenced"
    assert len(page.evaluate("window.tones.slice(window.hushed)")) == 2  # the sign, and no PASS


def test_sound_is_a_state_offered_large_once_and_remembered(
    page: Page, companion: Companion
) -> None:
    leader(companion, "Ana", "Ben", "Cy")
    page.add_init_script(SPY)
    visit(page, "/")
    offer, word = page.locator("#sound-offer"), page.locator("#sound-word")
    expect(word).to_have_text("Sound is off: tap")
    expect(offer).to_be_visible()
    offer.click()
    expect(word).to_have_text("Sound is on")
    expect(offer).to_be_hidden()
    page.reload()
    # Browsers let a page sound only after a touch; it was offered, and any touch will do.
    expect(word).to_have_text("Sound is off: tap")
    expect(offer).to_be_hidden()
    page.locator("h1").first.click()
    expect(word).to_have_text("Sound is on")


@pytest.mark.parametrize("taps", [2, 3], ids=["as words", "as silence"])
def test_what_was_chosen_is_offered_no_more(page: Page, companion: Companion, taps: int) -> None:
    leader(companion, "Ana", "Ben", "Cy")
    page.add_init_script(SPY)
    visit(page, "/")
    offer, word = page.locator("#sound-offer"), page.locator("#sound-word")
    expect(offer).to_be_visible()
    for _ in range(taps):
        page.locator("#sound").click()
    expect(word).to_have_text("Sound and voice" if taps == 2 else "Sound is off: tap")
    expect(offer).to_be_hidden()
    page.reload()
    expect(word).to_have_text("Sound is off: tap")
    expect(offer).to_be_hidden()


def test_silence_is_offered_sound_once_and_has_no_captions(
    page: Page, companion: Companion
) -> None:
    told = leader(companion, "Ana", "Ben", "Cy")
    visit(page, "/")
    expect(page.locator("#sound-offer")).to_be_visible()
    told.answer("start", "deal")
    expect(page.locator("#sound-offer")).to_have_count(0)
    page.evaluate(
        "document.dispatchEvent(new CustomEvent('table:sign', { detail: { name: 'win', seq: 0 } }))"
    )
    assert page.locator("#caption").inner_text() == ""
    begin(told, "Ana", "Ben", "Cy")
    visit(page, "/")
    expect(page.locator("#sound-word")).to_be_visible()
    expect(page.locator("#sound-offer")).to_be_hidden()


def test_a_page_without_sound_plays_nothing(page: Page, companion: Companion) -> None:
    told = leader(companion, "Ana", "Ben", "Cy")
    page.add_init_script(SPY)
    visit(page, "/")
    told.answer("start", "deal")
    holds(page, "window.plans.length > 0")
    assert page.evaluate("window.tones") == []


def test_who_comes_into_the_lobby_is_called_by_their_own_three_notes(
    page: Page, companion: Companion
) -> None:
    guest = Phone(companion.address.port, source="127.0.8.1")
    page.add_init_script(SPY)
    visit(page, "/")
    tap(page, "Sound is off: tap")
    holds(page, "window.tones.length > 0")  # the tap itself is heard
    page.evaluate("window.tones.length = 0")
    link = companion.access.sessions.invite(None)
    assert guest.post("/api/redeem", {"t": link})[0] == 200
    assert guest.post("/api/me", {"name": "Zoë", "look": "star"})[0] == 200
    companion.evening.look()
    expect(page.locator(".lobby .name")).to_have_text("Zoë")
    holds(page, "window.tones.length === 3")
    assert page.evaluate("window.tones.map(({ hertz }) => hertz)") == list(own_look("star").call)


def test_the_referee_sees_how_many_were_called(page: Page, companion: Companion) -> None:
    told = leader(companion, "Ana", "Ben", "Cy")
    told.answer("start", "deal")
    visit(page, "/referee", told.cookie)
    was = int(page.locator("#count").text_content() or "")
    # PASS is nothing that happened: no page is drawn anew for it.
    holds(page, "(was) => Number(document.getElementById('count').textContent) > was", was)
