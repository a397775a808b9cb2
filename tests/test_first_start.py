"""The first start with nothing but wires: what lights, buzzer and wall say until the first PASS."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from gpiozero import Factory

from companion import assembly, kiosk
from companion.referee import wiring_checks
from companion.referee.buttons import FALLING_HAND_US
from companion.runtime import ALONE, Companion
from companion.sounds import COMMON
from companion.table import config as configs
from companion.table.clock import TableClock
from companion.table.pins import mock_factory
from companion.table.simulated import Hands
from companion.words import Pad
from hardware.papers.starting import STEPS
from tests.web.house import Phone, begin, leader, referee_phone, until

LIGHTS = (7, 8, 9, 10, 11)  # pins that no wire of the usual table takes
NOWHERE, HOME = "127.0.0.1", "192.168.1.20"
NAMES = ("Red", "Blue", "Green", "Gold", "White")
KEYS = ("start", "yes", "no")


@dataclass
class FirstStart:
    """A table that nobody knows yet, hands at it, and a network that is there or not."""

    companion: Companion
    factory: Factory
    hands: Hands
    ip: list[str]
    heard: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.feed = self.companion.referee.hub.subscribe()

    def lit(self) -> list[int]:
        """The dolphins whose lights are on."""
        return [pad for pad, pin in enumerate(LIGHTS) if self.factory.pin(pin).state]

    def sounds(self, name: str, but: str = "") -> None:
        """Look after the table, as a running one does, until this is heard, and never that."""

        def now() -> bool:
            self.companion.look()
            events, _ = self.feed.take(-1, 0.0)
            self.heard += [str(event.data["name"]) for event in events if event.name == "sign"]
            return name in self.heard

        until(now, name)
        assert but not in self.heard
        self.heard.clear()

    def presses_start(self) -> None:
        """A hand that was not falling already when START got its meaning."""
        clock = self.companion.referee.clock
        since_us = clock.now_us()
        until(lambda: clock.now_us() - since_us > 2 * FALLING_HAND_US, "a moment")
        self.hands.tap("start")

    def says(self, words: str) -> None:
        """The same until the wall says this."""
        self.until(lambda: words in self.wall(), words)

    def follows(self, step: str) -> None:
        """The same until the wall says all that the page quotes of it at this step."""
        for words in quoted(step):
            self.says(words.rstrip("."))

    def shows(self, *pads: int) -> None:
        """The same until these lights are on, and no others."""
        self.until(lambda: self.lit() == [*pads], f"the lights {pads}")

    def until(self, there: object, what: str) -> None:
        def now() -> object:
            self.companion.look()
            assert callable(there)
            return there()

        until(now, what)

    def wall(self) -> str:
        return Phone(self.companion.address.port).get("/")[1]

    def network(self, ip: str) -> None:
        self.ip[:] = [ip]
        self.companion.address._found = None  # ten seconds have passed


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FirstStart]:
    """The usual table with lights, on pretended pins that it takes for its own; no network."""
    usual = configs.default()
    pads = tuple(replace(p, light=at) for p, at in zip(usual.pads, LIGHTS, strict=True))
    web = replace(usual.web, host="127.0.0.1", port=0)
    config, factory, ip = replace(usual, pads=pads, web=web), mock_factory(), [NOWHERE]
    monkeypatch.setattr(assembly, "real_factory", lambda: factory)
    at = replace(assembly.address_of(usual), find_ip=lambda: ip[0])
    monkeypatch.setattr(assembly, "address_of", lambda config: at)
    hands = Hands(config, factory, TableClock(0), lambda signal: None)
    made = assembly.build(config, tmp_path, simulated=False)
    yield FirstStart(made, factory, hands, ip)
    made.close()


def pulses(factory: Factory, pin: int) -> int:
    """How often the buzzer has sounded."""
    return sum(bool(state.state) for state in factory.pin(pin).states)


def quoted(name: str) -> list[str]:
    """What the page says that the screen says, word by word, in their order."""
    (step,) = (step for step in STEPS if step.name == name)
    return re.findall("“([^”]*)”", step.screen)


def test_it_is_walked_from_the_plug_to_the_first_pass(
    start: FirstStart, monkeypatch: pytest.MonkeyPatch
) -> None:
    buzzer = configs.default().buzzer.pin
    assert buzzer is not None
    alone = next(sound for sound in COMMON if sound.name == "alone")
    until(lambda: pulses(start.factory, buzzer) >= len(alone.rhythm), "its first word")
    start.follows("alone")
    start.network(HOME)
    start.sounds("awake")
    start.until(lambda: ALONE.split(":")[0] not in start.wall(), "a network")
    start.follows("awake")
    start.follows("wires")
    for pad, name in enumerate(NAMES):
        start.says(f"Touch the dolphin {name}.")
        start.shows(pad)
        start.hands.touch(Pad(pad))
        start.hands.release(Pad(pad))
        start.sounds("felt")
    for key in KEYS:
        start.says(f"Press {key.upper()}.")
        start.shows()
        start.hands.tap(key)
        if key != KEYS[-1]:
            start.sounds("felt")
    start.sounds("wired")
    well, then = quoted("wired")
    start.says(well)
    monkeypatch.setattr(wiring_checks, "WELL_US", 0)  # a minute has passed
    start.says(then)
    start.says("The referee")
    leader(start.companion, "Ana", "Ben", "Cy")
    start.until(start.lit, "the dolphins of this round")
    start.follows("game")
    start.presses_start()
    start.sounds("start")
    start.until(lambda: start.companion.caller.calls > 0, "PASS")


def test_the_page_tells_of_sounds_that_there_are_in_their_order() -> None:
    told = [step.sound for step in STEPS if step.sound]
    assert told == ["awake", "alone", "felt", "miswired", "wired", "start"]
    assert {*told} <= {sound.name for sound in COMMON}


def test_before_the_table_answers_the_page_quotes_what_the_screen_waits_with() -> None:
    waits = (Path(kiosk.__file__).with_name("kiosk.html")).read_text("utf-8")
    assert [words for words in quoted("plug") if words in waits] == ["The table is waking up"]


def test_in_a_game_a_network_that_comes_says_nothing_aloud(start: FirstStart) -> None:
    begin(referee_phone(start.companion), "Ana", "Ben", "Cy")
    start.network(HOME)
    start.until(lambda: ALONE.split(":")[0] not in start.wall(), "a network")
    start.presses_start()
    start.sounds("start", but="awake")
