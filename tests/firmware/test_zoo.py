"""Two hands of firmware/sim/zoo.c, by physics, raced on the board's sensing compiled here."""

import subprocess
from collections import Counter

import pytest

from companion.table.board.noise import LOWS_NOISY
from tests.firmware import told, zoo
from tests.firmware.bench import FIRMWARE, locked

TIP, PALM = 0, 3
CHARGED = {"charger_volt": 0.3}
STEADY = {"charger_volt": 0.3, "charger_least_volt": 0.3}
SPILL, WIRE, SAG, IMPULSES = range(4)
STAMPS_US = 10  # a stamp is right to so much
BENT = {
    "that filled its pad": [(4001004903, 11620.1), (4001049539, 10426.8), (4001007181, 9947.3)],
    "that came to a full pad": [(4001031412, 8163.0), (4001034296, 11846.2), (4001008212, 11755.0)],
    "that filled it evenly": [(4001028478, 8985.2), (4001113284, 11228.6), (4001129234, 10110.1)],
    "through film": [(4001007129, 9947.3), (4001009199, 10899.5), (4001028085, 8985.2)],
    "through cloth": [(4001006210, 10753.3), (4001013996, 10770.0), (4001086491, 10525.6)],
    "through film, that shook": [(4001137126, 10490.1)],
    "through paint": [(4001053846, 10918.9), (5200127334, 10689.9), (4001019264, 11097.1)],
    "without a jump": [(4001016013, 8045.3), (4001010050, 12594.5)],
    "far off": [(4001045658, 9842.9), (4001049664, 10426.8), (4001052719, 10060.1)],
}
"""Of 330,000 races at 0.3 V, by what was bent: the race, and the frequency of its charger."""


def verdicts(count: int, **words: float) -> Counter[int]:
    """1: the right order was called; 0: too close, or one was never told; -1: the wrong one."""
    made()
    return Counter(race.verdict() for race in zoo.races(count, **words))


def strays(count: int, seed: int, **words: float) -> int:
    """How many hands touched outside the bounds that are told of them."""
    run = zoo.races(count, seed, **words)
    return sum(hand.stray_us() > STAMPS_US for race in run for hand in race.hands)


def made() -> None:
    """Makes the races, once at a time."""
    with locked():
        made = subprocess.run(
            ["make", "-C", str(FIRMWARE), "races"], capture_output=True, text=True, check=False
        )
    assert made.returncode == 0, made.stdout + made.stderr


@pytest.fixture
def once() -> None:
    """The races are made."""
    made()


def test_fingertips_are_told_apart_and_never_wrong() -> None:
    words = {"first": TIP, "second": TIP, "gap_from_us": 300, "gap_to_us": 300}
    found = verdicts(300, pad_to_pf=45, **words)
    assert found[-1] == 0 and found[1] >= 297, found


def test_a_palm_never_beats_a_fingertip_that_was_first() -> None:
    words = {"speed_from": 0.8, "speed_to": 2.5, "gap_from_us": 150, "gap_to_us": 150}
    assert verdicts(300, first=TIP, second=PALM, **words)[-1] == 0


def test_no_two_of_the_zoo_are_called_wrong() -> None:
    found = verdicts(2_000)
    assert found[-1] == 0 and found[1] > 460, "and who can be called is"


def test_nor_where_a_charger_shakes_the_hands() -> None:
    assert verdicts(500, seed=3, **CHARGED)[-1] == 0


@pytest.mark.parametrize("hand", BENT)
def test_no_hand_touched_when_it_is_said_that_it_did_not(once: None, hand: str) -> None:
    """Far oftener than a wrong call there is a hand outside its bounds: each may become one."""
    for seed, hz in BENT[hand]:
        assert strays(1, seed, charger_hz=hz, **STEADY) == 0, seed


@pytest.mark.parametrize("mishap", [SPILL, WIRE, SAG, IMPULSES])
def test_nor_where_something_befalls_the_table(mishap: int) -> None:
    found = verdicts(150, seed=20_000_000 + 100_000 * mishap, mishaps=1, mishap=mishap)
    assert found[-1] == 0 and found[0] < 150, found


def test_hands_that_hold_on_look_noisy_where_a_charger_is_and_nowhere_else(once: None) -> None:
    def share(**charger: float) -> float:
        held = [n for race in zoo.races(300, 5, hold_us=20_000, **charger) for n in race.lows]
        return sum(lows >= LOWS_NOISY for lows in held) / len(held)

    assert share() == 0.0
    assert share(**STEADY) > 0.5


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_nor_of_thousands() -> None:
    for volt in (0.1, 0.2, 0.3):
        charger = {"charger_volt": volt, "charger_least_volt": volt}
        assert verdicts(50_000, seed=50_000_000, **charger)[-1] == 0, volt
    assert verdicts(100_000, seed=51_000_000, **CHARGED)[-1] == 0
    assert verdicts(50_000, seed=52_000_000, mishaps=1)[-1] == 0


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("hz", range(8_000, 16_000, 500))
def test_nor_is_a_hand_outside_its_bounds_where_a_charger_swings_once_a_scan(
    once: None, hz: int
) -> None:
    assert strays(2_000, 54_000_000 + 2_000 * hz, charger_hz=hz, **STEADY) == 0


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("hz", [20e3, 24.4e3, 36.6e3, 49e3, 65e3, 100e3, 200e3])
def test_nor_at_any_frequency(hz: float) -> None:
    for volt in (0.08, 0.15, 0.3):
        charger = {"charger_volt": volt, "charger_least_volt": volt, "charger_hz": hz}
        assert verdicts(10_000, seed=53_000_000, **charger)[-1] == 0, volt


def test_fingertips_are_told_sooner_than_by_models_of_two_chips() -> None:
    made()
    ours, *models = told.told_from(TIP, TIP, 100)
    assert float(ours.split()[0]) <= 0.5 and len(models) == 2, ours
    assert all(float(model.split()[0]) >= 8 and "wrong before" in model for model in models), models


def test_a_palm_is_told_as_it_touches_and_never_while_it_is_near() -> None:
    made()
    ours, *models = told.when(PALM, 40)
    assert len(ours) == 40 and ours[0] > -0.5 and ours[38] < 0.5, ours
    assert all(of[0] < -10 for of in models), "they tell some in the air"
    assert told.of_near(PALM, 40) == [0, 1, 1]


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_no_two_of_the_zoo_are_called_wrong_of_very_many() -> None:
    assert verdicts(1_000_000)[-1] == 0
