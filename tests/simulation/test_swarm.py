"""Evenings in one thread, by a seed each: what is promised holds in any weather.

A failure says its seed, and which troubles it needs. `SWARM=17 tools/test tests/simulation` plays
that evening alone; `SWARM=1000-2000 tools/test tests/simulation` plays so many others.
"""

import hashlib
import os
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from companion.games import GAMES
from tests.simulation.people import Evening
from tests.simulation.world import Weather, World, world

pytestmark = pytest.mark.long

WORDS_MOST = 60
GAMES_AN_EVENING = 2
EVERY_DAY = 4
SOAK = range(10_000, 10_600)  # an hour
USUAL = Weather(
    lost=0.1,
    unheard=0.1,
    doubled=0.1,
    cut=0.05,
    spoiled=0.01,
    kills=0.03,
    full=0.02,
    jumps=0.05,
    strangers=0.2,
    errs=0.1,
    sleeps=0.01,
    unplugs=0.01,
    resets=0.02,
    reads=0.1,
    meets=0.5,
)


def seeds() -> range:
    """Those that were asked for, or every day's."""
    first, _, last = os.environ.get("SWARM", "").partition("-")
    return range(int(first), int(last or int(first) + 1)) if first else range(EVERY_DAY)


def weather_of(seed: int) -> Weather:
    """A swarm: each evening has much of some troubles, and none of others."""
    rng = Random(seed)
    times = {field.name: rng.choice((0, 1, 1, 2)) for field in fields(Weather)}
    return Weather(**{name: getattr(USUAL, name) * n for name, n in times.items()})


def evening(folder: Path, seed: int, weather: Weather, words_most: int = WORDS_MOST) -> World:
    """The evening of a seed, held to what was promised."""
    rng = Random(seed)
    with world(folder, seed, weather) as made:
        people = Evening(made, seed)
        people.come_in()
        for kind in rng.sample(sorted(GAMES), GAMES_AN_EVENING):
            people.play(kind, words_most)
        people.scramble()
        people.hold()
        assert not made.turns.order.circle(), "two threads may wait for each other"
    return made


def fails(seed: int, weather: Weather) -> Exception | None:
    """How the evening of a seed fails in this weather."""
    with TemporaryDirectory(dir=_memory()) as folder:
        inner = Path(folder) / "evening"
        inner.mkdir()
        try:
            evening(inner, seed, weather)
        except Exception as problem:
            return problem
    return None


def shrunk(seed: int, weather: Weather) -> Weather:
    """As few troubles as make that evening fail."""
    for field in fields(Weather):
        calmer = replace(weather, **{field.name: 0.0})
        if getattr(weather, field.name) and fails(seed, calmer) is not None:
            weather = calmer
    return weather


def hold(seed: int) -> None:
    """An evening by chance; one that fails says which troubles it takes."""
    weather = weather_of(seed)
    problem = fails(seed, weather)
    if problem is not None:
        few = shrunk(seed, weather)
        needed = {f.name: getattr(few, f.name) for f in fields(few) if getattr(few, f.name)}
        raise AssertionError(f"SWARM={seed} fails, and needs {needed}") from problem


def _memory() -> str | None:
    memory = Path("/dev/shm")
    return str(memory) if memory.is_dir() and os.access(memory, os.W_OK) else None


@pytest.mark.parametrize("seed", seeds())
def test_what_is_promised_holds(seed: int) -> None:
    hold(seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", SOAK)
def test_what_is_promised_holds_in_many_evenings(seed: int) -> None:
    hold(seed)


def test_a_seed_is_one_evening(tmp_path: Path) -> None:
    def written(folder: Path) -> tuple[int, str]:
        folder.mkdir()
        (folder / "evening").mkdir()
        stormy = replace(USUAL, kills=0.1)
        made = evening(folder / "evening", 1, stormy, words_most=10)
        return made.kills, hashlib.sha256(made.said.encode()).hexdigest()

    once, again = written(tmp_path / "once"), written(tmp_path / "again")
    assert once == again
    assert once[0]
