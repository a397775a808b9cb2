"""An evening that does not end: what the process takes after hours is what it took after one."""

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from tests.faults.evening import RUN, evening, referee_of, stop
from tests.games.shelf import most
from tests.web.house import Phone, begin, until

TOURS = 10  # of all games, one after the other
WARM = 3  # of them load what is loaded once
TAPS = 50  # in each game
PHONES = 12  # that come and go in each tour
GROWS_MOST = 1.10
PEOPLE = ("Ana", "Ben", "Cy", "Dee")
PAGES = ("/", "/referee", "/history", "/tabletop")
# As the service has it: one store of memory for all threads.
SERVICE = ("env", "MALLOC_ARENA_MAX=1", "MALLOC_TRIM_THRESHOLD_=131072")


@dataclass(frozen=True, slots=True)
class Takes:
    """What a process has of the machine."""

    rss_kb: int
    files: int
    threads: int

    @classmethod
    def now(cls, pid: int) -> "Takes":
        proc = Path(f"/proc/{pid}")
        status = dict(
            line.split(":", 1) for line in (proc / "status").read_text().splitlines() if ":" in line
        )
        files = len(list((proc / "fd").iterdir()))
        return cls(int(status["VmRSS"].split()[0]), files, int(status["Threads"]))


@pytest.mark.soak
def test_an_endless_evening_takes_no_more_than_its_beginning(tmp_path: Path) -> None:
    with evening(tmp_path, (*SERVICE, *RUN)) as house:
        phone, rng, taken = referee_of(house), Random(1), []
        at_rest = Takes.now(house.pid)
        for _ in range(TOURS):
            for kind in GAMES:
                plays(phone, kind, rng)
            come_and_go(phone)
            until(lambda: Takes.now(house.pid).threads <= at_rest.threads + 4, "threads that end")
            taken.append(Takes.now(house.pid))
        stop(house)
    told = "\n".join(map(str, taken))
    print(told)
    beginning, end = taken[:WARM], taken[-WARM:]
    for name in ("rss_kb", "files"):
        most_at_first = max(getattr(one, name) for one in beginning)
        assert min(getattr(one, name) for one in end) <= GROWS_MOST * most_at_first, (name, told)


def plays(phone: Phone, kind: str, rng: Random) -> None:
    """A game of this kind, answered by chance."""
    begin(phone, *PEOPLE, kind=kind, **most(kind))
    for tap in range(TAPS):
        asks = phone.state()["asks"]
        musts = [one for one in asks if one["must"]]
        ask = rng.choice(musts if musts and rng.random() < 0.8 else asks)
        choice = rng.choice(ask["choices"])
        picks = {slot["field"]: pick(slot, rng) for slot in choice["slots"]}
        phone.tell(ask["id"], choice["key"], picks)
        if tap % 10 == 0:
            assert phone.get(rng.choice(PAGES))[0] == 200


def pick(slot: dict[str, Any], rng: Random) -> list[Any]:
    """As many of the options as an answer wants."""
    return rng.sample(slot["options"], rng.randint(slot["least"], slot["most"]))


def come_and_go(phone: Phone) -> None:
    """Phones that look on for a moment."""
    lookers = [Phone(phone.port).live() for _ in range(PHONES)]
    for looker in lookers:
        assert looker.next() is not None
        looker.close()
