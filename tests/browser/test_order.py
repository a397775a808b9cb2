"""Messages of one phone count in the order of its hand, whatever the network does.

Phones that are dolphins, in real Chromium, on a Wi-Fi that holds up and reorders by chance.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from companion.runtime import Companion
from companion.table.lateness import GONE_ON, HELD_UP, LATE_MOST_US, NO_CLOCK, TOO_LATE
from tests.browser.screens import holds, phone, seen, visit, wear_cookie
from tests.web.house import Phone, leader, seated, until
from tests.web.network import Network

LIMIT = "companion.table.lateness.LATE_MOST_US"
AHEAD = "companion.table.lateness.AHEAD_MOST_US"  # of a clock that was set over a slow network, too
PATIENT_US = 60 * LATE_MOST_US
PEOPLE = ("Ana", "Ben", "Cy", "Dee")
ROUNDS = 4  # two of each sort: a claim that overtakes is seen in the first
OFTEN = 0.5  # of all pieces are held up,
HELD_UP_S = 0.35  # for so long at most
SHOWS = """deal => document.querySelector("#pool[data-tap]")?.dataset.deal === deal
  && [...document.querySelectorAll(".toy")].every(({ dataset }) => dataset.state === "home")"""
LISTEN = """said = []; addEventListener("load", () => new MutationObserver(() => said.push(
  document.getElementById("toast").textContent)).observe(document.getElementById("toast"),
  { childList: true }));"""
NO_ROUND = "no round is on"


@dataclass
class Hall:
    """A table, phones at its seats, and the Wi-Fi between them."""

    companion: Companion
    referee: Phone
    phones: list[Page]
    hands: Counter[str]  # what phones told of them: how much of it they "asked", and have "heard"

    def all_heard(self) -> bool:
        """Whether no answer about a hand is under way."""
        return self.hands["asked"] == self.hands["heard"]

    def rows(self) -> list[str]:
        """What the journal holds of this game, oldest first."""
        game = self.companion.referee.picture.game
        assert game is not None
        return [row.facts for row in self.companion.referee.journal.rows(game.game)]

    def round(self) -> int:
        """Which round the table is at."""
        return int(self.companion.referee.picture.state.round)

    def phase(self) -> str:
        """What the game is at."""
        return str(self.companion.referee.picture.state.phase.value)

    def is_scored(self) -> bool:
        """Whether the round is over."""
        return self.phase() in ("scored", "bonus", "over")

    def touched(self, pad: int) -> bool:
        """Whether this dolphin's touch was heard in this game's last round."""
        return any(mark.pad == pad for mark in self.companion.referee.picture.view.order)

    def late(self) -> set[int]:
        """Whose phone said since the deal that a touch came too late."""
        said = [page.evaluate("said") for page in self.phones]
        return {who for who, words in enumerate(said) if any(TOO_LATE in word for word in words)}


def held_up(rng: Random) -> float:
    """Half of all pieces go at once, the others when chance wants."""
    return rng.uniform(0.0, HELD_UP_S) if rng.random() < OFTEN else 0.0


@pytest.fixture
def hall(screens: Browser, companion: Companion, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    monkeypatch.setattr(AHEAD, PATIENT_US)
    monkeypatch.setattr(LIMIT, PATIENT_US)
    wifi = Network(companion.address.port, held_up, seed=5)
    referee = leader(companion, *PEOPLE)
    phones: list[Page] = []
    hands: Counter[str] = Counter()

    def count(what: str, asked: Request) -> None:
        hands[what] += asked.url.endswith("/api/sim")

    for number in range(len(PEOPLE)):
        page = phone(screens, wifi.port)
        page.on("request", lambda asked: count("asked", asked))
        page.on("requestfinished", lambda asked: count("heard", asked))
        page.on("requestfailed", lambda asked: count("heard", asked))
        page.add_init_script(LISTEN)
        wear_cookie(page, seated(companion, referee, number).cookie)
        with_clock(page, lambda page=page: visit(page, "/seat"))
        expect(page.locator("h1").first).to_contain_text(PEOPLE[number])
        phones.append(page)
    yield Hall(companion, referee, phones, hands)
    wifi.close()


def with_clock(page: Page, opens: Callable[[], object]) -> None:
    """Open a page and wait until it has heard the table's time: before that no hand on it is felt,
    which it says."""
    with page.expect_response(lambda heard: heard.url.endswith("/api/time")) as time:
        opens()
    assert time.value.finished() is None


def settled(hall: Hall, grabs: list[tuple[int, int]]) -> set[int]:
    """Play the round to its end: whoever was told that he was too late taps his dolphin's name."""

    def is_told(who: int) -> bool:
        claimed = {seat for seat, _ in hall.companion.referee.picture.state.claims}
        return who in claimed | hall.late()

    until(lambda: hall.is_scored() or all(is_told(who) for who, _ in grabs), f"{grabs}")
    late = hall.late()
    for who, pad in grabs:
        if who in late:
            hall.phones[who].locator("#claim summary").click()
            hall.phones[who].locator(f"[data-topic=claim] button[data-pad='{pad}']").click()
    until(hall.is_scored, f"the score of {grabs}")
    return late


def deal(hall: Hall) -> None:
    """The next round begins, and every phone shows its dolphins."""
    before = hall.round()
    # A hand that went is told, too: its answer is about the round before.
    until(lambda: [page.title() for page in hall.phones] and hall.all_heard(), "all answers")
    if hall.phase() == "bonus":
        hall.referee.answer("no", "bonus")
    assert hall.referee.answer("start", "deal")["reply"] == "counts"
    until(lambda: hall.round() == before + 1)
    for page in hall.phones:
        page.evaluate("said = []")
        holds(page, SHOWS, hall.referee.state()["deal"])


def touch(hall: Hall, grabs: list[tuple[int, int]]) -> None:
    """All at once: so many hands, each on its dolphin."""
    for who, pad in grabs:
        hall.phones[who].locator(f".toy[data-pad='{pad}']").click()


def test_a_claim_counts_after_its_touch(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """In every other round the last hand is too late, and its owner taps what it held."""
    chance = Random(11)
    for number in range(ROUNDS):
        deal(hall)
        began = len(hall.rows())
        pads = list(hall.companion.referee.picture.state.in_play)
        grabs = list(zip(chance.sample(range(len(PEOPLE)), len(pads)), pads, strict=True))
        *first, last = grabs
        if number % 2:
            touch(hall, first)
            until(lambda of=first: all(hall.touched(pad) for _, pad in of), "the first hands")
            monkeypatch.setattr(LIMIT, -PATIENT_US)
            touch(hall, [last])
            until(hall.late, "that the last is too late")
            monkeypatch.setattr(LIMIT, PATIENT_US)
        else:
            touch(hall, grabs)
        late = settled(hall, grabs)
        said = [page.evaluate("said") for page in hall.phones]
        assert late == ({last[0]} if number % 2 else set()), (number, said)
        rows = hall.rows()[began:]
        for who, pad in grabs:
            touches = [n for n, row in enumerate(rows) if f'"touched","pad":{pad},' in row]
            claim = next(n for n, row in enumerate(rows) if f'"claimed","seat":{who},' in row)
            assert not touches if who in late else touches[0] < claim, rows
        state = hall.referee.state()
        felt = {pad for who, pad in grabs if who not in late}
        assert {mark["pad"] for mark in state["view"]["order"]} == felt, "the photo finish"
        assert not [line for line in state["said"] if NO_ROUND in line["text"]]
        if hall.phase() == "over":
            break
        hall.referee.home(*pads)
    assert hall.hands["asked"]


# --- too late ---------------------------------------------------------------------------------


@dataclass
class Two:
    """A round that is on, and Ana's phone."""

    companion: Companion
    referee: Phone
    ana: Page

    def touch(self, pad: int) -> None:
        """A thumb on a drawn dolphin."""
        self.ana.locator(f".toy[data-pad='{pad}']").click()

    def is_live(self) -> bool:
        """Whether cards go round, and PASS is called."""
        return self.referee.phase() == "live" and self.companion.caller.running

    def rows(self) -> int:
        """How much was written."""
        return self.companion.referee.journal.last_seq()

    def wait_us(self, us: int) -> None:
        """Let the table's time pass, and the page live."""
        now_us = self.companion.referee.clock.now_us
        end_us = now_us() + us
        until(lambda: self.ana.title() and now_us() > end_us, "a moment")


@pytest.fixture
def two(screens: Browser, companion: Companion) -> Two:
    referee = leader(companion, *PEOPLE)
    ana = phone(screens, companion.address.port, cookie=seated(companion, referee, 0).cookie)
    return Two(companion, referee, ana)


def shown(two: Two, path: str = "/seat") -> None:
    """The round is on, and Ana's phone shows its dolphins."""
    two.referee.answer("start", "deal")
    visit(two.ana, path)
    holds(two.ana, SHOWS, two.referee.state()["deal"])
    until(two.is_live, "the round")


@pytest.mark.parametrize("path", ["/seat", "/tabletop"])
def test_a_touch_that_was_held_up_never_stops_a_round(
    two: Two, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LIMIT, LATE_MOST_US)
    with_clock(two.ana, lambda: shown(two, path))
    two.ana.route("**/api/sim", lambda route: route.abort())
    two.touch(1)
    seen(two.ana, "Not sent yet")
    two.wait_us(LATE_MOST_US)
    rows = two.rows()
    two.ana.unroute("**/api/sim")
    seen(two.ana, HELD_UP)
    assert two.is_live() and two.rows() == rows
    monkeypatch.setattr(LIMIT, PATIENT_US)
    two.touch(1)
    until(lambda: two.referee.phase() == "grab", "the next touch")


def test_a_touch_of_the_deal_before_says_so(two: Two) -> None:
    shown(two)
    two.ana.route("**/api/events*", lambda route: route.abort())
    two.ana.route("**/api/fragment*", lambda route: route.abort())
    with_clock(two.ana, two.ana.reload)  # the stream is gone: the page stays as it was
    two.referee.answer("redeal", "redeal")
    until(two.is_live, "the round")
    rows = two.rows()
    two.touch(0)
    seen(two.ana, GONE_ON)
    assert two.is_live() and two.rows() == rows


def test_a_page_without_a_clock_says_so(two: Two) -> None:
    two.ana.route("**/api/time", lambda route: route.abort())
    shown(two)
    rows = two.rows()
    two.touch(0)
    seen(two.ana, NO_CLOCK)
    assert two.is_live() and two.rows() == rows
    two.ana.unroute("**/api/time")
    two.touch(0)  # sets its clock, if it was not set since
    until(lambda: two.touch(0) or two.referee.phase() == "grab", "a clock")


def test_an_answer_is_no_touch_and_is_kept_until_it_is_heard(two: Two) -> None:
    visit(two.ana, "/seat")
    two.ana.route("**/api/answer", lambda route: route.abort())
    two.ana.get_by_role("button", name="Dealt").click()
    seen(two.ana, "Not sent yet")
    two.ana.get_by_role("button", name="Dealt").click()  # a thumb that waits taps again
    two.wait_us(3 * LATE_MOST_US)
    assert two.referee.phase() == "waiting"
    two.ana.unroute("**/api/answer")
    until(two.is_live, "the deal")
    assert two.referee.state()["view"]["round"] == 1
