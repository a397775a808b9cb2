"""The zoo's hands on the HEX that ships: never called wrong, and told as by the desk program.

A race is drawn by firmware/host/races.c, and its two hands come once more to the simulated chip.
"""

from collections.abc import Iterator
from itertools import product
from math import sqrt

import pytest

from companion.table.frames import Kind
from tests.firmware import zoo
from tests.firmware.bench import built
from tests.firmware.shipped import apart_us, drawn, played
from tests.firmware.test_zoo import STAMPS_US, made
from tests.firmware.told import BARE, HANDS

TIP_THROUGH_PAINT, PALM_THROUGH_FILM = 8, 9
SORTS = range(len(HANDS))
GAPS_US = (150.0, 300.0, 500.0, 1_500.0, 5_000.0)
AGAIN, AGAIN_SOAKED = 20, 100  # times that the desk program plays a race, each in other noise
SCAN_US = 110  # at most, with two hands
COVERED_US = 5 * SCAN_US  # skin on film and cloth: noise says which scan shows it
CALLED, CHANCE = 0.9, 2  # of what the desk program calls, and so often its root: in other noise
CHANCES = 1 / 50  # of all hands: noise that is seldomer than one in a hundred plays
SOFT_US = 1_300  # a soft touch is 270 scans: they are longer or shorter by one in twenty


@pytest.fixture(scope="module", autouse=True)
def _ready() -> None:
    built()
    made()


def holds(desk: list[zoo.Race]) -> None:
    """None wrong, each hand touched when it is said that it may have, and as many are called."""
    races = [played(race, n) for n, race in enumerate(desk)]
    verdicts = [race.verdict() for race in races]
    right = [race.verdict() for race in desk].count(1)
    print(f"{len(races)} races: {verdicts.count(1)} right, {verdicts.count(0)} too close to call")
    print(f"the desk program: {right} right")
    assert [race for race in races if race.verdict() < 0] == []
    strays = [hand.stray_us() for race in races for hand in race.hands]
    assert max(strays) <= STAMPS_US, sorted(strays)[-5:]
    assert verdicts.count(1) >= CALLED * right - CHANCE * sqrt(right), "and who can be called is"


def alike(hand: zoo.Hand, again: list[zoo.Hand]) -> bool:
    """Whether the desk program tells that hand so, too."""
    found_us = apart_us(hand, again)
    if found_us is None or hand.event is None:
        return found_us is not None
    if hand.event.kind is not Kind.TOUCH:
        return found_us <= SOFT_US
    return found_us <= (SCAN_US if hand.sort < BARE else COVERED_US)


def others(
    pairs: Iterator[tuple[int, int]], gap_us: float, times: int
) -> list[tuple[zoo.Hand, float | None]]:
    """The hands that what ships tells otherwise than the desk program."""
    found, seen = [], 0
    for seed, (first, second) in enumerate(pairs):
        desk = drawn(first, second, gap_us, seed=seed + round(gap_us), again=times)
        for n, hand in enumerate(played(desk[0], seed, hum=False).hands):
            again, seen = [race.hands[n] for race in desk], seen + 1
            if not alike(hand, again):
                found.append((hand, apart_us(hand, again)))
    print(f"{seen} hands, {len(found)} of them told otherwise: {found}")
    return found


def each() -> Iterator[tuple[int, int]]:
    """Each sort once as the first, and once as the second."""
    return ((sort, (sort + 5) % len(HANDS)) for sort in SORTS)


def test_what_ships_calls_no_two_of_the_zoo_wrong() -> None:
    holds([drawn(*pair, 1_500, seed=n)[0] for n, pair in enumerate([*each(), *each()])])


def test_what_ships_tells_what_the_desk_program_tells() -> None:
    assert others(each(), 1_500, AGAIN) == []


def test_a_soft_touch_of_which_a_byte_says_nothing_is_not_taken_for_sure() -> None:
    [race] = drawn(PALM_THROUGH_FILM, TIP_THROUGH_PAINT, 300, seed=1228)
    assert [hand.stray_us() <= STAMPS_US for hand in played(race, 228).hands] == [True] * 2


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("gap_us", GAPS_US)
def test_nor_any_two_at_any_distance(gap_us: float) -> None:
    pairs = list(product(SORTS, repeat=2)) * 4
    holds([drawn(*pair, gap_us, seed=1000 + n)[0] for n, pair in enumerate(pairs)])


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("gap_us", GAPS_US)
def test_of_any_two_at_any_distance_it_tells_the_same(gap_us: float) -> None:
    pairs = list(product(SORTS, repeat=2))
    assert len(others(iter(pairs), gap_us, AGAIN_SOAKED)) <= CHANCES * 2 * len(pairs)
