"""Hands of all ages on real screens: nothing they tap is misunderstood, hidden, or left behind.

Robots have played for a while; then chance taps on six screens at once. What is told is always
understood, no script falls, nothing in sight is out of reach, and each screen, however it came to
be, is what it would be if it were opened just now.
"""

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser

from companion.games import GAMES
from tests.browser.screens import NAME
from tests.monkey.fingers import Fingers
from tests.robots.hearsay import Room
from tests.robots.live_games import Playing
from tests.web.house import on_a_tablet, referee_phone, running

WALKS = 4  # of each game
STEPS, STRETCH = 75, 25  # after each stretch all pages are read anew
BEGUN_MOST = 200  # steps of robots before


def begun(folder: Path, kind: str, seed: int) -> int:
    """A journal in whose game robots have played for a while: for how many."""
    room = Room(folder)
    playing = Playing(room, kind, seed)
    for _ in range(Random(seed).randrange(BEGUN_MOST)):
        if not playing.view().over:
            playing.step()
    seats: int = room.referee.picture.setup.seats
    room.close()
    return seats


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(WALKS))
@pytest.mark.parametrize("kind", ["", *GAMES])
def test_whatever_is_tapped(screens: Browser, tmp_path: Path, kind: str, seed: int) -> None:
    seats = begun(tmp_path, kind, seed) if kind else 0
    house = (on_a_tablet if seed % 2 else running)(tmp_path, names=(NAME,))
    fingers = Fingers(screens, house, referee_phone(house), Random(f"{kind} {seed}"))
    try:
        fingers.sit_down(seats)
        for step in range(STEPS):
            fingers.step()
            if step % STRETCH == STRETCH - 1:
                fingers.read_anew()
        assert not fingers.faults, "\n".join(fingers.faults.values())
        assert house.troubles() == ()
        assert fingers.done["used"] > STEPS / 2 and fingers.done["read anew"], fingers.done
    finally:
        fingers.close()
        house.close()
