"""The bench measures what it says, and its checks can fail."""

import io
import json
from pathlib import Path
from random import Random

import pytest

from bench import evenings, order, pocket
from bench.figures import Figure, as_json, beside, in_turns, percentile, show
from bench.table import Driver
from companion.games import GAMES
from companion.table.simulated import Hands
from tests.web.house import running

BURSTS = 500


def test_no_burst_is_told_in_a_wrong_order() -> None:
    told = order.told_of(Random(3), BURSTS)
    assert (told.wrong, told.late, told.ties_missed) == (0, 0, 0)
    assert told.ties > BURSTS


def test_a_touch_that_is_longer_under_way_than_it_settles_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(order, "WINDOW_US", 3 * order.WINDOW_US)
    assert order.told_of(Random(3), BURSTS).late > 0


def test_a_slower_wifi_leaves_more_to_the_people_and_nothing_wrong() -> None:
    seen = [pocket.seen_of(Random(3), 6, wifi_ms, 100) for wifi_ms in pocket.WIFI_MS]
    assert [found.wrong for found in seen] == [0, 0, 0]
    assert 0 < seen[0].asked < seen[1].asked < seen[2].asked


def test_a_phone_that_says_too_little_of_its_doubt_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pocket, "_clock", lambda rng, wifi_us: (rng.randint(-60_000, 60_000), 0))
    assert pocket.seen_of(Random(3), 6, 20, 200).wrong > 0


def test_the_benchs_table_hears_all_that_screens_are_told(tmp_path: Path) -> None:
    house = running(tmp_path)
    try:
        assert isinstance(house.hands, Hands)
        driver = Driver(house, house.hands)
        house.referee.hub.send("sign", name="grab", at_us=1)
        assert driver.live()
        waited_us, worked_us = driver.handed_over(1)[0]
        assert worked_us > 0 and waited_us > 0
        assert not house.referee.picture.trouble
    finally:
        house.close()


def test_a_long_game_is_one_that_the_rules_take() -> None:
    facts, setup = evenings.one_long_game(800)
    module = GAMES[evenings.KIND]
    state = module.start(setup)
    for fact in facts:
        state = module.judge(state, fact).state  # or it is refused
    assert len(facts) == 800 and module.view(state).winner is None


@pytest.mark.parametrize(
    ("figure", "met"),
    [
        (Figure("a", "ms", 2.0, most=2.0), True),
        (Figure("a", "ms", 2.1, most=2.0), False),
        (Figure("a", "ms", 9.0, 3.0, 3.0, most=2.0), False),  # the ratio counts, not ours
        (Figure("a", "1/s", 9.0, 10.0, 0.9, least=0.7), True),
        (Figure("a", "status", 200, least=503, most=503), False),
        (Figure("a", "ms", 1.0), None),
    ],
)
def test_a_goal_is_met_or_missed(figure: Figure, met: bool | None) -> None:
    assert figure.met is met


def test_a_ratio_is_the_median_of_those_taken_in_turns() -> None:
    order_of_turns: list[str] = []

    def take(name: str, value: float) -> float:
        order_of_turns.append(name)
        return value

    pairs = in_turns(lambda: take("ours", 6.0), lambda: take("floor", 2.0), turns=3)
    assert order_of_turns == ["floor", "ours", "ours", "floor", "floor", "ours"]
    assert beside("x", "ms", [*pairs, (90.0, 1.0), (1.0, 90.0)]).ratio == 3.0


def test_percentiles_are_values_that_were_seen() -> None:
    assert [percentile(range(1, 101), p) for p in (0, 50, 99, 100)] == [1, 50, 99, 100]


def test_a_miss_is_a_line_of_the_table_and_of_the_json() -> None:
    figures = [Figure("slow", "ms", 5.0, 1.0, 5.0, most=2.0), Figure("fast", "ms", 1.0, most=2.0)]
    out = io.StringIO()
    show(figures, out)
    assert "MISSED" in out.getvalue() and " met" in out.getvalue()
    rows = json.loads(as_json(figures, "here"))["figures"]
    assert [row["met"] for row in rows] == [False, True]
