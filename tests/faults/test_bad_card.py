"""The whole companion at a card that fails: what counted is there after a kill, and it plays on.

What it refuses it refuses with the remedy; once the card is well again no screen complains.
"""

import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from companion.journal import Journal
from tests.faults.evening import RUN, Small, evening, referee_of, small_disk
from tests.faults.failing_disk import Fate, Orders, library
from tests.faults.test_failing_disk import FILE, bad_disk, is_remedy
from tests.web.house import Phone, begin, until

pytestmark = pytest.mark.long

BOUTS = 4  # of a bad card, each after it was well
WORDS = 12  # in each
START_S = 2.0  # on a quiet machine
MANY = 40


@pytest.fixture(scope="module")
def disk_so(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What makes a disk fail."""
    return library(tmp_path_factory.mktemp("disk"))


@pytest.fixture
def memory() -> Iterator[Path]:
    """A folder where a sync costs nothing."""
    fast = Path("/dev/shm")
    with TemporaryDirectory(dir=fast if fast.is_dir() else None) as folder:
        yield Path(folder)


def word(phone: Phone, rng: Random) -> dict[str, Any]:
    """Any answer to any question."""
    asks = phone.state()["asks"]
    musts = [ask for ask in asks if ask["must"]]
    ask = rng.choice(musts if musts and rng.random() < 0.7 else asks)
    choice = rng.choice(ask["choices"])
    picks = {
        slot["field"]: rng.sample(slot["options"], rng.randint(slot["least"], slot["most"]))
        for slot in choice["slots"]
    }
    return {"tell": secrets.token_hex(8), "ask": ask["id"], "key": choice["key"], "picks": picks}


def told(phone: Phone, said: dict[str, Any]) -> str:
    """What comes of a word: a refusal has its remedy."""
    status, reply = phone.post("/api/answer", said)
    assert status in (200, 503), reply
    if reply["reply"] == "refused" and "journal" in reply["say"]:
        assert is_remedy(reply["say"]), reply
    return str(reply["reply"])


def play(memory: Path, disk_so: Path, seed: int) -> None:
    """An evening at such a card, killed at its worst, and the next start."""
    rng, counted, state = Random(seed), set(), memory / "state"
    state.mkdir()
    orders = Orders(memory / "orders")
    orders.give(Fate())
    preload = (f"LD_PRELOAD={disk_so}", f"DISK_FOLDER={state}", f"DISK_ORDERS={orders.path}")
    with evening(state, ("env", *preload, *RUN)) as house:
        phone = referee_of(house)
        begin(phone, "Ana", "Ben", "Cy")
        for bout in range(BOUTS):
            orders.give(bad_disk(100 * seed + bout))
            words = [word(phone, rng) for _ in range(WORDS)]
            counted |= {said["tell"] for said in words if told(phone, said) == "counts"}
            if bout == BOUTS - 1:
                break
            orders.give(Fate())
            until(lambda: phone.state()["trouble"] == [], "that all is well")
            counted |= {said["tell"] for said in words if told(phone, said) == "counts"}
        house.send_signal(signal.SIGKILL)
        house.wait()
        assert house.stderr is not None and "Traceback" not in house.stderr.read()
    assert orders.done > 100 and len(counted) > BOUTS
    began_s = time.process_time()
    journal = Journal(state / FILE, "next")
    assert time.process_time() - began_s < START_S
    rows = [row.nonce or "" for game in journal.games() for row in journal.rows(game.game)]
    journal.close()
    nonces = [nonce.rpartition(":")[2] for nonce in rows if nonce]
    assert len(nonces) == len(set(nonces)) and counted <= set(nonces)


@pytest.mark.parametrize("seed", range(2))
def test_an_evening_at_a_bad_card_goes_on(memory: Path, disk_so: Path, seed: int) -> None:
    play(memory, disk_so, seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 100 + MANY))
def test_many_evenings_at_bad_cards(memory: Path, disk_so: Path, seed: int) -> None:
    play(memory, disk_so, seed)


def test_a_start_on_a_card_that_went_read_only_says_what_to_do(tmp_path: Path) -> None:
    with small_disk(tmp_path / "card") as card:
        state = card.folder / "state"
        journal = Journal(state / FILE, "boot")
        journal.close()
        if not isinstance(card, Small):
            pytest.skip("this machine mounts nothing for us")
        subprocess.run(["mount", "-o", "remount,ro", str(card.folder)], check=True)
        command = [sys.executable, "-m", "companion.cli", "run", "--simulated", "--port", "0"]
        done = subprocess.run([*command, "--state", str(state)], capture_output=True, text=True)
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert is_remedy(done.stderr.strip().removeprefix("Error: ")), done.stderr
