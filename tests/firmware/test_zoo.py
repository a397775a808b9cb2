"""Two hands of firmware/sim/zoo.c, by physics, raced on the board's sensing compiled here."""

import subprocess
import sys
from collections import Counter

import pytest

from companion.table.board.doubts import EARLY_US
from companion.table.frames import Event, Kind
from tests.firmware.bench import FIRMWARE, called, locked

TIP, PALM = 0, 3
RACES = FIRMWARE / "build" / "races"
_FIELDS = 10  # of a hand in a line: ... told, when, kind, stamp, uncertainty


def made() -> None:
    """Makes the races, once at a time."""
    with locked():
        made = subprocess.run(
            ["make", "-C", str(FIRMWARE), "races"], capture_output=True, text=True, check=False
        )
    assert made.returncode == 0, made.stdout + made.stderr


def verdicts(count: int, **words: float) -> Counter[int]:
    """1: the right order was called; 0: too close, or one was never told; -1: the wrong one."""
    made()
    program = [str(RACES), str(count), "1"]
    program += [f"{name}={value}" for name, value in words.items()]
    said = subprocess.run(program, capture_output=True, text=True, check=True).stdout
    return Counter(_verdict(line.split("\t")) for line in said.splitlines())


def _verdict(fields: list[str]) -> int:
    first, second = _event(fields[2:]), _event(fields[2 + _FIELDS :])
    return -called(first, second) if first and second else 0


def _event(fields: list[str]) -> Event | None:
    """As the table takes it: with the doubt that it adds for large hands."""
    told, _, kind, at_us, uncertain_us = fields[5:_FIELDS]
    doubt_us = int(uncertain_us) + EARLY_US
    return Event(0, Kind(int(kind)), 0, int(at_us), doubt_us) if int(told) else None


def test_fingertips_are_told_apart_and_never_wrong() -> None:
    words = {"first": TIP, "second": TIP, "gap_from_us": 2_000, "gap_to_us": 2_000}
    found = verdicts(300, pad_to_pf=45, **words)
    assert found[-1] == 0 and found[1] >= 285, found


def test_a_palm_never_beats_a_fingertip_that_was_first() -> None:
    words = {"speed_from": 0.8, "speed_to": 2.5, "gap_from_us": 150, "gap_to_us": 150}
    assert verdicts(300, first=TIP, second=PALM, **words)[-1] == 0


def test_no_two_of_the_zoo_are_called_wrong() -> None:
    assert verdicts(2_000)[-1] == 0


def test_fingertips_are_told_sooner_than_by_models_of_two_chips() -> None:
    made()
    words = [sys.executable, str(FIRMWARE / "told.py"), str(RACES), "60", "1"]
    said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    ours, *models = map(str.strip, said.splitlines()[-1].strip("| ").split("|")[1:])
    assert ours == "2 ms" and len(models) == 2, said
    assert all(float(model.split()[0]) >= 8 and "wrong before" in model for model in models), said


def test_the_table_of_what_is_told_goes_by_the_doubt_that_is_taken() -> None:
    assert f"EARLY_US = {EARLY_US:_}" in (FIRMWARE / "told.py").read_text(encoding="utf-8")


@pytest.mark.soak
def test_no_two_of_the_zoo_are_called_wrong_of_very_many() -> None:
    assert verdicts(1_000_000)[-1] == 0
