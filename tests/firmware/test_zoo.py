"""Two hands of firmware/sim/zoo.c, by physics, raced on the board's sensing compiled here."""

import subprocess
from collections import Counter

import pytest

from tests.firmware import told, zoo
from tests.firmware.bench import FIRMWARE, locked

TIP, PALM = 0, 3
CHARGED = {"charger_volt": 0.3, "gap_from_us": 300, "gap_to_us": 5_000}


def verdicts(count: int, **words: float) -> Counter[int]:
    """1: the right order was called; 0: too close, or one was never told; -1: the wrong one."""
    made()
    return Counter(race.verdict() for race in zoo.races(count, **words))


def made() -> None:
    """Makes the races, once at a time."""
    with locked():
        made = subprocess.run(
            ["make", "-C", str(FIRMWARE), "races"], capture_output=True, text=True, check=False
        )
    assert made.returncode == 0, made.stdout + made.stderr


def test_fingertips_are_told_apart_and_never_wrong() -> None:
    words = {"first": TIP, "second": TIP, "gap_from_us": 300, "gap_to_us": 300}
    found = verdicts(300, pad_to_pf=45, **words)
    assert found[-1] == 0 and found[1] >= 297, found


def test_a_palm_never_beats_a_fingertip_that_was_first() -> None:
    words = {"speed_from": 0.8, "speed_to": 2.5, "gap_from_us": 150, "gap_to_us": 150}
    assert verdicts(300, first=TIP, second=PALM, **words)[-1] == 0


def test_no_two_of_the_zoo_are_called_wrong() -> None:
    assert verdicts(2_000)[-1] == 0


def test_nor_where_a_charger_shakes_the_hands() -> None:
    assert verdicts(40, **CHARGED)[-1] == 0


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_nor_of_thousands() -> None:
    assert verdicts(5_000, **CHARGED)[-1] == 0


def test_fingertips_are_told_sooner_than_by_models_of_two_chips() -> None:
    made()
    ours, *models = told.told_from(TIP, TIP, 100)
    assert float(ours.split()[0]) <= 0.5 and len(models) == 2, ours
    assert all(float(model.split()[0]) >= 8 and "wrong before" in model for model in models), models


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_no_two_of_the_zoo_are_called_wrong_of_very_many() -> None:
    assert verdicts(1_000_000)[-1] == 0
