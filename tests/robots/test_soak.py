"""`make soak`: ten thousand games of each sort straight into the rules and as people tell them.

And fifty evenings through pins and pages.
"""

from pathlib import Path
from typing import Any

import pytest

from tests.games.shelf import RULES
from tests.robots import (
    animal_restless,
    animal_straight,
    dolphin_restless,
    fish_restless,
    fish_straight,
    party_restless,
    party_straight,
    restless,
    split_restless,
    split_straight,
    straight,
)
from tests.robots.hearsay import Room
from tests.robots.live_games import play
from tests.robots.stories import STORIES
from tests.robots.table import SPEED, ButtonTable, Table, hold_to_the_truth
from tests.robots.test_hearsay import told
from tests.robots.test_wavering import MOST, wavered
from tests.web.house import running

GAMES = 10_000
GAMES_A_TEST = 100
WAVERED = 500  # evenings of each sort
LIVE_GAMES = 1_000  # of each sort
FIRST = 1_000_000  # other games than those of every day
EVENINGS = 50
BUTTON_EVENING = 3  # every third is played by table buttons
RESTLESS = (dolphin_restless, fish_restless, party_restless, split_restless, animal_restless)

pytestmark = pytest.mark.soak


@pytest.mark.parametrize("hundred", range(GAMES // GAMES_A_TEST))
def test_straight_into_the_rules_the_count_is_the_true_one(hundred: int) -> None:
    for game in range(GAMES_A_TEST):
        straight.hold_to_the_truth(FIRST + hundred * GAMES_A_TEST + game)


@pytest.mark.parametrize("hundred", range(GAMES // GAMES_A_TEST))
def test_fish_counts_and_points_are_the_true_ones(hundred: int) -> None:
    for game in range(GAMES_A_TEST):
        seed = FIRST + hundred * GAMES_A_TEST + game
        fish_straight.played(seed, most=fish_straight.rounds_of(seed))


@pytest.mark.parametrize("hundred", range(GAMES // GAMES_A_TEST))
def test_split_cards_chips_and_winners_are_the_true_ones(hundred: int) -> None:
    for game in range(GAMES_A_TEST):
        split_straight.played(FIRST + hundred * GAMES_A_TEST + game)


@pytest.mark.parametrize("hundred", range(GAMES // GAMES_A_TEST))
def test_party_towels_cards_and_winners_are_the_true_ones(hundred: int) -> None:
    for game in range(GAMES_A_TEST):
        party_straight.played(FIRST + hundred * GAMES_A_TEST + game)


@pytest.mark.parametrize("hundred", range(GAMES // GAMES_A_TEST // 5))
@pytest.mark.parametrize("robots", RESTLESS)
def test_whoever_comes_and_goes_the_truth_is_known(robots: Any, hundred: int) -> None:
    for game in range(GAMES_A_TEST):
        robots.played(FIRST + hundred * GAMES_A_TEST + game)


@pytest.mark.parametrize("hundred", range(WAVERED // GAMES_A_TEST))
@pytest.mark.parametrize("kind", restless.EVENINGS)
def test_put_right_is_as_if_told_rightly_at_once(kind: str, hundred: int) -> None:
    for game in range(GAMES_A_TEST):
        wavered(kind, FIRST + hundred * GAMES_A_TEST + game, 4 * MOST)


@pytest.mark.parametrize("hundred", range(GAMES // GAMES_A_TEST))
def test_animal_oxygen_pearls_and_points_are_the_true_ones(hundred: int) -> None:
    for game in range(GAMES_A_TEST):
        animal_straight.played(FIRST + hundred * GAMES_A_TEST + game)


@pytest.mark.parametrize("hundred", range(GAMES // GAMES_A_TEST))
@pytest.mark.parametrize("kind", STORIES)
def test_the_order_of_taps_wrongs_nobody(tmp_path: Path, kind: str, hundred: int) -> None:
    room = Room(tmp_path)
    try:
        for game in range(GAMES_A_TEST):
            told(room, kind, FIRST + hundred * GAMES_A_TEST + game)
    finally:
        room.close()


@pytest.mark.parametrize("hundred", range(LIVE_GAMES // GAMES_A_TEST))
@pytest.mark.parametrize("kind", RULES)
def test_no_live_family_stalls(tmp_path: Path, kind: str, hundred: int) -> None:
    room = Room(tmp_path)
    try:
        for game in range(GAMES_A_TEST):
            play(room, kind, FIRST + hundred * GAMES_A_TEST + game)
    finally:
        room.close()


@pytest.mark.parametrize("seed", range(EVENINGS))
def test_through_pins_and_pages_the_score_is_the_true_one(tmp_path: Path, seed: int) -> None:
    companion = running(tmp_path, speed=SPEED)
    try:
        kind = Table if seed % BUTTON_EVENING else ButtonTable
        hold_to_the_truth(companion, kind, FIRST + seed)
    finally:
        companion.close()
