"""`make soak`: visitors who tap everything at a demo. The robots are patient, and play on."""

import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.demo.stage import Stage, letters_of, stage
from tests.web.house import Phone, until

RUDE_S = 20.0
SPEED = 20

pytestmark = pytest.mark.soak


@pytest.mark.parametrize("seed", range(2))
def test_after_rude_visitors_robots_play_true_games_again(tmp_path: Path, seed: int) -> None:
    rng = Random(seed)
    with stage(tmp_path, SPEED, seed) as demo:
        ana, ben = demo.guest(0), demo.guest(1)
        end = time.monotonic() + RUDE_S
        while time.monotonic() < end:
            tap_something(demo, rng.choice((ana, ben)), rng)
        # The game that they spoilt; and, as they are silent now, one that is the robots' own.
        for games in (len(demo.ended) + 1, len(demo.ended) + 2):
            until(lambda n=games: len(demo.ended) >= n, "a game's end", patience_s=40)
        family, view = demo.ended[-1]
        assert list(view.letters) == letters_of(family)
        assert demo.companion.referee.picture.trouble == ()


def tap_something(demo: Stage, phone: Phone, rng: Random) -> None:
    """One rude thing."""
    state = phone.state()
    asks = [ask for ask in state["asks"] if ask["mine"]]
    match rng.choice(("answer", "undo", "redo", "review", "touch", "touch", "card")):
        case "answer" if asks:
            ask = rng.choice(asks)
            choice = rng.choice(ask["choices"])
            phone.tell(
                ask["id"], choice["key"], {s["field"]: picked(s, rng) for s in choice["slots"]}
            )
        case "undo" if state["undo"]:
            phone.post("/api/undo", {"tell": str(rng.random()), "of": state["undo"]["of"]})
        case "redo" if state["redo"]:
            phone.post("/api/redo", {"tell": str(rng.random()), "of": state["redo"]["seq"]})
        case "review":
            phone.post("/api/review", {"on": rng.random() < 0.2})
        case "touch":
            does = rng.choice(("touch", "release", "lift", "home", "near"))
            phone.post("/api/sim", {**phone.hand(does), "pad": rng.randrange(5)})
        case "card":
            family = demo.board.family
            turn = family.turn if family is not None else 0
            phone.post("/api/hand", {"card": rng.randrange(5), "turn": turn})


def picked(slot: dict[str, Any], rng: Random) -> Any:
    if not slot["many"]:
        return rng.choice(slot["options"])
    return rng.sample(slot["options"], rng.randint(max(1, slot["least"]), slot["most"]))
