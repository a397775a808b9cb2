"""The companion itself on real pins: a round by hand, PASS on the buzzer, and its end."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import accumulate, pairwise
from pathlib import Path

import pytest

from companion.referee.buttons import FALLING_HAND_US
from companion.table.caller import LEAD_IN_US
from companion.table.config import default
from companion.table.tempo import TEMPOS
from tests.faults.evening import referee_of
from tests.gpio_vm.daemon import companion, said_at_the_end
from tests.gpio_vm.feeling import holders
from tests.gpio_vm.lines import Wires, sleep_ms, until
from tests.web.house import Phone, begin

CONFIG = default()
PADS = tuple(pad.touch for pad in CONFIG.pads)
BUTTONS = dict(CONFIG.buttons.named())
BUZZER = CONFIG.buzzer.pin
ALL = (*PADS, *BUTTONS.values(), BUZZER)
SPARE, KILLING = (27, 18, 19), 20  # lines that the usual table leaves free
LEAST_MS = 100  # nothing shorter is measured where a program plays the processor
IN_A_ROW, MOST_CALLS = 4, 8
Beat = tuple[int, int]  # it began between these two looks, in nanoseconds of CLOCK_MONOTONIC


@pytest.fixture
def spare(tmp_path: Path) -> Path:
    """A table of two pads and START on lines that no other companion holds."""
    config = tmp_path / "companion.toml"
    pads = "".join(f"[[pads]]\ntouch = {pin}\n" for pin in SPARE[:2])
    config.write_text(f"{pads}[buttons]\nstart = {SPARE[2]}\n")
    return config


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator["subprocess.Popen[str]"]:
    """One companion for all tests that leave it in one piece."""
    with companion(tmp_path_factory.mktemp("state")) as running:
        yield running


@pytest.fixture(scope="module")
def referee(house: "subprocess.Popen[str]") -> Phone:
    """The referee's phone."""
    return referee_of(house)


@pytest.fixture
def game(referee: Phone, wires: Wires) -> Iterator[Phone]:
    """A new game of three, with all hands away before and after it; the referee's phone."""
    hands_away(wires)
    begin(referee, "Ana", "Ben", "Cy")
    yield referee
    hands_away(wires)  # a pad that is held for twenty seconds is doubted


def hands_away(wires: Wires) -> None:
    for pin in PADS:
        wires.drive(pin, False)
    for pin in BUTTONS.values():
        wires.drive(pin, True)


def press(wires: Wires, button: str) -> None:
    """A finger that comes down after it has read the question."""
    sleep_ms(FALLING_HAND_US / 1000 + LEAST_MS)
    wires.pulse(BUTTONS[button], False, LEAST_MS)


def test_three_play_a_round_by_touching_and_pressing(game: Phone, wires: Wires) -> None:
    """A phone begins the game; START, two dolphins and YES are lines; a phone says the rest."""
    press(wires, "start")
    until(lambda: game.phase() == "live", "the round")
    for pad in (1, 0):
        wires.drive(PADS[pad], True)
        sleep_ms(2 * LEAST_MS)
    state = until(lambda: both_touches(game), "both touches")
    assert [touch["pad"] for touch in state["view"]["order"]] == [1, 0]
    assert state["view"]["finish"].startswith("Blue was first, ")
    press(wires, "yes")
    until(lambda: game.phase() == "holders", "the question who holds one")
    assert game.answer("seat:2", "holders")["reply"] == "counts"
    assert game.state()["view"]["letters"] == [1, 1, 0]


def test_two_touches_closer_than_the_pads_can_tell_are_a_tie(game: Phone, wires: Wires) -> None:
    """The lines are microseconds apart; the modules are late by up to 60 ms, each as it likes."""
    press(wires, "start")
    until(lambda: game.phase() == "live", "the round")
    wires.drive(PADS[1], True)
    wires.drive(PADS[0], True)
    finish = until(lambda: both_touches(game), "both touches")["view"]["finish"]
    assert "too close to call" in finish and "Red" in finish and "Blue" in finish


def both_touches(phone: Phone) -> dict | None:
    state = phone.state()
    return state if len(state["view"]["order"]) == 2 else None


def test_pass_is_called_on_the_buzzer_and_hushed_by_a_touch(
    game: Phone, wires: Wires, measured: Callable[[str], None]
) -> None:
    press(wires, "start")
    until(lambda: game.phase() == "live", "the round")
    sleep_ms(LEAD_IN_US / 1000 - LEAST_MS)  # START's own sign is over by then
    heard: list[Beat] = []
    while len(heard) < MOST_CALLS:  # a machine that stood still for a moment made one of them late
        heard.append(next_beat(wires))
        if len(heard) >= IN_A_ROW and apart_ms(heard) < 2 * LEAST_MS:
            break
    gaps_ms = [(later[1] - earlier[1]) / 1e6 for earlier, later in pairwise(heard)]
    measured(f"PASS on the line every {', '.join(f'{ms:.0f}' for ms in gaps_ms)} ms")
    assert apart_ms(heard) < 2 * LEAST_MS
    wires.drive(PADS[0], True)
    until(lambda: game.phase() == "grab", "the grab")
    sleep_ms(LEAST_MS * 10)  # whatever the grab's own sign is, it is over
    assert quiet_for(wires, TEMPOS["brisk"].first_ms)


def next_beat(wires: Wires) -> Beat:
    """When the next beep begins; one that began and ended between two looks is not heard."""
    silent_ns = None
    while True:
        looked_ns = time.monotonic_ns()
        if not wires.is_high(BUZZER):
            silent_ns = looked_ns
        elif silent_ns is not None:
            return silent_ns, time.monotonic_ns()
        sleep_ms(1)


def apart_ms(heard: list[Beat]) -> float:
    """How far the last beats are, at least, from the tempo's own: no slip adds up to a drift."""
    first = len(heard) - IN_A_ROW + 1
    after_us = [TEMPOS["brisk"].after_us(call) for call in range(first, first + IN_A_ROW - 1)]
    due_ns = [us * 1000 for us in accumulate(after_us, initial=0)]
    came = list(zip(heard[-IN_A_ROW:], due_ns, strict=True))
    latest_ns = max(after_ns - due for (after_ns, _), due in came)
    earliest_ns = min(before_ns - due for (_, before_ns), due in came)
    return (latest_ns - earliest_ns) / 1e6


def quiet_for(wires: Wires, ms: int) -> bool:
    """Whether the buzzer keeps silent for so long."""
    end_s = time.monotonic() + ms / 1000
    while time.monotonic() < end_s:
        if wires.is_high(BUZZER):
            return False
        sleep_ms(5)
    return True


def test_told_to_stop_it_lets_go_of_every_line(tmp_path: Path, spare: Path) -> None:
    with companion(tmp_path, config=spare) as running:
        referee_of(running)
        assert len(holders(*SPARE)) == len(SPARE)
        running.send_signal(signal.SIGTERM)
        code, said = said_at_the_end(running)
        assert code == 0, said
    assert holders(*SPARE) == {}


# What a program might do to lgpio's thread: it is not the companion's own callback that raises.
KILLER = f"""
from companion import cli, running

built = running.build

def build(*words):
    import lgpio
    companion = built(*words)
    chip = lgpio.gpiochip_open(0)
    lgpio.callback(chip, {KILLING}, lgpio.BOTH_EDGES, lambda *_: 1 / 0)
    lgpio.gpio_claim_alert(chip, {KILLING}, lgpio.BOTH_EDGES)  # last: who holds it is armed
    return companion

running.build = build
cli.main()
"""


def test_when_lgpios_thread_dies_it_ends_for_its_supervisor(
    tmp_path: Path, spare: Path, wires: Wires
) -> None:
    start = (sys.executable, "-c", KILLER, "run")
    with companion(tmp_path, start, spare) as running:
        referee_of(running)
        until(lambda: holders(KILLING), "the killer")
        for high in (True, False) * 60:  # whatever level an earlier test left
            wires.drive(KILLING, high)
            with suppress(subprocess.TimeoutExpired):
                running.wait(1)
                break
        code, said = said_at_the_end(running)
    assert code == 1
    assert "The table's signals have stopped. Start the companion again." in said
