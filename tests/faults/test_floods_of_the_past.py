"""Strangers who look at pages as fast as they can: whoever plays hardly feels it.

Only ratios to a quiet table are held to, for the machine may have more to do.
"""

import http.client
import os
import secrets
import time
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing import get_context
from random import Random
from statistics import median
from threading import Thread

import pytest

from tests.faults.evening import evening, referee_of, stop
from tests.robots.hearsay import Evening, Manners, Room
from tests.robots.stories import STORIES
from tests.web.house import Phone, begin

GAMES = 18
FLOOD_S = 4.0
SLOWER_MOST = 12  # times a quiet table; it was 40 to 330 when each page folded for itself
PAUSE_S = 0.03
REPLAYS = tuple(f"/replay/{game}" for game in range(1, GAMES))
FLOODS = ((("/",), 8), (("/",), 60), (("/history",), 16), (REPLAYS, 8), (REPLAYS, 60))


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phone]:
    """A companion in a process of its own, with a past, and the phone of its referee."""
    state = tmp_path_factory.mktemp("flood")
    room, kinds = Room(state), list(STORIES)
    for seed in range(GAMES):
        Evening(room, STORIES[kinds[seed % len(kinds)]](seed), Random(seed), Manners()).play()
    room.close()
    with evening(state) as house:
        referee = referee_of(house)
        begin(referee, "Ana", "Ben", "Cy")
        referee.answer("correct", "crayon", seat=0, points=1)
        yield referee
        stop(house)


def attack(port: int, paths: tuple[str, ...], lines: int, end_s: float) -> None:
    """So many connections, each asking again as soon as it was answered."""
    os.nice(19)

    def ask() -> None:
        while time.time() < end_s:
            with suppress(OSError, http.client.HTTPException):
                line = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
                while time.time() < end_s:
                    line.request("GET", paths[secrets.randbelow(len(paths))])
                    line.getresponse().read()

    threads = [Thread(target=ask, daemon=True) for _ in range(lines)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(0.0, end_s - time.time()))


def tap_s(phone: Phone) -> float:
    """How long a word takes until it counts, in the middle of a few seconds."""
    took, end_s = [], time.time() + FLOOD_S
    while time.time() < end_s:
        state = phone.state()
        word = "undo" if state["undo"] else "redo"
        told = {"tell": secrets.token_hex(16), "of": state[word]["seq"]}
        began_s = time.perf_counter()
        assert phone.post(f"/api/{word}", told)[1]["reply"] == "counts"
        took.append(time.perf_counter() - began_s)
        time.sleep(PAUSE_S)
    return median(took)


@pytest.mark.soak
@pytest.mark.parametrize(("paths", "lines"), FLOODS)
def test_whoever_plays_hardly_feels_it(phone: Phone, paths: tuple[str, ...], lines: int) -> None:
    quiet_s = tap_s(phone)
    end_s = time.time() + FLOOD_S + 1
    crowd = get_context("spawn").Process(target=attack, args=(phone.port, paths, lines, end_s))
    crowd.start()
    time.sleep(1)
    flooded_s = tap_s(phone)
    crowd.join()
    after_s = tap_s(phone)
    said = f"{quiet_s * 1e3:.0f} ms quiet, {flooded_s * 1e3:.0f} flooded, {after_s * 1e3:.0f} after"
    print(said)
    assert flooded_s <= SLOWER_MOST * quiet_s, said
