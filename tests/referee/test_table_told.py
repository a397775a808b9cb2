"""What a table is told of itself, by hands and a clock that are known."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.journal import Op, Row
from companion.referee.table_told import (
    COUNTED,
    TableTold,
    _took,
    packed,
    table_told,
    unpacked,
)
from companion.table.settle import WINDOW_US
from companion.table.signals import Kind
from companion.words import Pad, Touched
from tests.referee.hall import MS, Hall, hall, live

EPOCH_MS = 1_700_000_000_000
ROUGH_US = 2 * MS  # the machine's clock is written in whole milliseconds
HELD_UP_MS = {0: 0, 1: 40, 2: 250}  # until the table hears of a hand there, by pad


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Hall]:
    with hall(tmp_path) as made:
        told_by_the_machine(made)
        yield made


def told_by_the_machine(table: Hall, set_by_ms: int = 0) -> None:
    """The machine's clock goes as the table's, and was set by so much."""
    table.referee._judging._wall_ms = lambda: EPOCH_MS + set_by_ms + table.ns // 1_000_000


def play(table: Hall) -> None:
    """A round in which these three are felt, and people say whose they were."""
    table.counts("deal", "start")
    for pad, late_ms in HELD_UP_MS.items():
        table.feel(Kind.TOUCH, pad, ago_ms=late_ms)
        table.feels(Kind.RELEASE, pad, ago_ms=-20)
        table.wait(300)


def counted(table: Hall) -> dict[Pad | None, tuple[int, ...]]:
    """How long hands took until they counted: of all, and by pad."""
    fold = table.referee._judging.fold
    assert fold is not None
    found: list[TableTold] = list(table_told(fold, "touch modules"))
    assert all(one.felt_with == "touch modules" for one in found if one.said == COUNTED.template)
    return {one.pad: one.took_us for one in found if one.said == COUNTED.template}


def test_how_long_each_hand_took_is_told_by_its_pad(table: Hall) -> None:
    table.begin(3)
    table.wait(500)
    play(table)
    found = counted(table)
    for pad, late_ms in HELD_UP_MS.items():
        assert found[Pad(pad)] == (pytest.approx(WINDOW_US + late_ms * MS, abs=ROUGH_US),)
    assert found[None] == tuple(us for pad in HELD_UP_MS for us in found[Pad(pad)])


@pytest.mark.parametrize("boot", ["another-boot", "what-boot"])
def test_after_a_restart_both_clocks_are_others(table: Hall, boot: str) -> None:
    live(table)
    table.restart()
    table.journal._boot = boot
    told_by_the_machine(table, set_by_ms=5_000)
    table.feels(Kind.TOUCH, 0)
    assert counted(table) == {}, "no word was told since"


@pytest.mark.parametrize("set_by_ms", [-3_600_000, -400, 400, 3_600_000])
def test_where_the_clock_was_set_meanwhile_nothing_is_told(table: Hall, set_by_ms: int) -> None:
    live(table)
    table.feels(Kind.TOUCH, 0)
    told_by_the_machine(table, set_by_ms)
    table.counts("crayon", "correct", seat=0, points=1)
    assert counted(table) == {}


@pytest.mark.parametrize(
    ("late_ms", "set_by_ms", "found_us"),
    [
        (0, 0, 0),
        (7, 50, 7_000),  # of two words the one that leaves less
        (7, 51, None),
        (-50, 0, 0),
        (-51, 0, None),
        (10_000, 0, 10_000_000),
        (10_001, 0, None),
    ],
)
def test_a_hand_may_have_been_held_up_so_long_and_a_clock_set_by_so_little(
    late_ms: int, set_by_ms: int, found_us: int | None
) -> None:
    touch = Touched(Pad(3), 5_000_000, 0)
    told = [(None, 0), (touch, late_ms), (None, set_by_ms)]
    entries = [
        SimpleNamespace(
            fact=fact,
            by_person=fact is None,
            row=Row(Op.FACT, "[]", "gpio", 5_000_000, wall_ms=5_000 + later_ms, boot="b"),
        )
        for fact, later_ms in told
    ]
    fold: Any = SimpleNamespace(entries=entries)
    assert list(_took(fold)) == ([] if found_us is None else [(touch, found_us)])


def test_what_is_kept_of_a_table_is_read_as_it_was() -> None:
    told = [
        TableTold("Hands", 1, 2, Pad(3), "a sort", (4, 5), (6,), "touch board"),
        TableTold('Words \u00e9 "so"'),
    ]
    assert list(unpacked(packed(told))) == told
    assert list(unpacked(packed([]))) == list(unpacked("")) == []
