"""What hardware does in the midst of a round: the wall says what is wrong, and the round is saved.

Each trouble comes while hands are at the dolphins. What is told afterwards is told in the order in
which it was felt or as too close to call; a plug that is pulled then changes nothing of it.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.table.board.health import DRIFTED, OPEN, SHORTED
from companion.table.board.starts import AGAIN
from companion.table.frames import Cause, Kind
from companion.table.trust import CHATTERING, STUCK
from tests.simulation.people import Evening
from tests.simulation.world import Weather, World, world

MS, SECOND = 1_000, 1_000_000
HOURS_8_NS = 8 * 3600 * 10**9
AWAY = "not connected"
PADS = (0, 1, 2)  # of a round of four people


@dataclass(frozen=True, slots=True)
class Trouble:
    """What comes after the first hand, and what the wall says while it lasts."""

    comes: Callable[[World], None]
    said: str = ""  # on the wall
    goes: Callable[[World], None] = lambda made: None
    sure: bool = True  # of the two hands the first is known


def hand(made: World, pad: int, kind: Kind = Kind.TOUCH) -> None:
    made.board.feel(kind, pad, made.now_us(), 300)
    made.pass_by(30 * MS)


def chatters(made: World) -> None:
    for n in range(61):
        made.board.feel((Kind.TOUCH, Kind.RELEASE)[n % 2], 2, made.now_us(), 300)
        made.pass_by(15 * MS)


def sticks(made: World) -> None:
    made.pass_by(22 * SECOND)


def falls_out(made: World) -> None:
    made.unplugged_us = made.now_us() + 2 * SECOND
    made.pass_by(SECOND)


def is_gone_for_long(made: World) -> None:
    """With a hand that nobody hears of, and a dolphin that is carried off."""
    made.unplugged_us = made.now_us() + 15 * SECOND
    made.pass_by(2 * SECOND)
    made.board.feel(Kind.TOUCH, 2, made.now_us(), 300, told=False)
    made.board.feel(Kind.LIFT, 2, made.now_us(), 300, told=False)
    made.pass_by(SECOND)


def level(of: int) -> Callable[[World], None]:
    def goes(made: World) -> None:
        made.board.levels[2] = of
        made.pass_by(6 * SECOND)

    return goes


def starts_anew(times: int, cause: Cause) -> Callable[[World], None]:
    def restart(made: World) -> None:
        for _ in range(times):
            made.board.cause = cause
            made.board.start(made.board.boot + 1, made.now_us())
            made.pass_by(30 * MS if times == 1 else 2 * SECOND)

    return restart


def jumps(made: World) -> None:
    made.board.began_us -= 37 * SECOND
    made.pass_by(40 * MS)


def wall_clock(made: World) -> None:
    made.time.set_ms -= 10**10


def sleeps(made: World) -> None:
    made.time.ns += HOURS_8_NS
    made.pass_by(6 * SECOND)


TROUBLES = {
    "a pad chatters": Trouble(chatters, CHATTERING, lambda made: hand(made, 2, Kind.RELEASE)),
    "a pad is stuck": Trouble(sticks, STUCK),
    "a pad is shorted": Trouble(level(127), SHORTED, level(35)),
    "a pad is off its wire": Trouble(level(12), OPEN, level(35)),
    "a pad drifts": Trouble(level(60), DRIFTED, level(35)),
    "the cable comes off": Trouble(falls_out, AWAY, lambda made: made.pass_by(3 * SECOND)),
    "the cable is off for long": Trouble(
        is_gone_for_long, AWAY, lambda made: made.pass_by(20 * SECOND)
    ),
    "the board starts anew": Trouble(starts_anew(1, Cause.WATCHDOG), sure=False),
    "the board starts anew at its plug": Trouble(starts_anew(1, Cause.POWER), sure=False),
    "too little power": Trouble(starts_anew(4, Cause.BROWN_OUT), AGAIN),
    "the board's clock jumps": Trouble(jumps),
    "the wall clock is set": Trouble(wall_clock),
    "the machine slept": Trouble(sleeps, STUCK),
}


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    (tmp_path / "evening").mkdir()
    with world(tmp_path / "evening", 7, Weather()) as made:
        evening = Evening(made, 7)
        evening.come_in()
        evening.deal()
        yield evening


def wall(evening: Evening) -> str:
    answer = evening.world.serve(evening.wall, "GET", "/")
    assert answer is not None and answer.status == 200
    return answer.body.decode()


def touches(made: World) -> list[tuple[int, int, int]]:
    """Of each pad that was touched: the pad, and the soonest and latest moment of its hand."""
    referee = made.up().referee
    assert referee.picture.game is not None
    rows = [row.facts for row in referee.journal.rows(referee.picture.game.game)]
    facts = [fact for row in rows for fact in json.loads(row) if fact["kind"] == "touched"]
    return [(f["pad"], f["at_us"] - f["uncertain_us"], f["at_us"] + f["early_us"]) for f in facts]


@pytest.mark.parametrize("name", TROUBLES)
def test_the_wall_says_it_and_the_round_is_saved(evening: Evening, name: str) -> None:
    made, trouble = evening.world, TROUBLES[name]
    assert trouble.said not in wall(evening) or not trouble.said
    hand(made, 0)
    trouble.comes(made)
    assert trouble.said in wall(evening), name
    hand(made, 1)
    trouble.goes(made)
    made.pass_by(6 * SECOND)
    picture = made.up().referee.picture
    assert picture.view.phase == "grab", "the round goes on"
    felt = {pad: (low, high) for pad, low, high in reversed(touches(made))}
    assert {0, 1} <= set(felt), "no hand is lost"
    sure = felt[0][1] < felt[1][0]
    assert sure if trouble.sure else sure or felt[0][0] <= felt[1][1], "and none came first instead"
    before = made.up().referee.picture
    made.close()
    made.start()
    again = made.up().referee.picture
    assert (again.state, again.view, again.open) == (before.state, before.view, before.open)
    assert evening.settle_round(), "and is scored"


@pytest.mark.parametrize("down_ms", [100, 900, 1_100, 5_000, 1_200_000])
def test_who_came_before_a_kill_is_before_who_came_during_it(
    evening: Evening, down_ms: int
) -> None:
    made = evening.world
    hand(made, 0)
    made.pass_by(SECOND)
    assert [pad for pad, *_ in touches(made)] == [0]
    made.close()  # the board goes on, and tells later what it felt
    hand(made, 1)
    hand(made, 2)
    made.pass_by(down_ms * MS)
    made.start()
    made.pass_by(6 * SECOND)
    assert {pad for pad, *_ in touches(made)} == {0, 1, 2}
    order = made.up().referee.picture.view.order
    assert [(mark.pad, mark.place) for mark in order[:1]] == [(0, 1)]
    assert not order[0].close, "it was the first, as the journal has it"
    assert {mark.place for mark in order[1:]} == {2}, order
