"""The wiring check: swapped, dead and touching wires are found, and a slow hand is no fault."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.referee.wiring import Check, Part, Standing, WiringCheck, parts_of
from companion.referee.wiring_checks import WELL_US, NotNow, WiringChecks
from companion.say import Names, say
from companion.table.config import default, simulated, tablet, wired
from companion.table.pinout import pinout
from companion.table.signals import Kind, Signal
from companion.words import Pad
from tests.referee.hall import MS, Hall, hall

MODULES = parts_of(default())  # five pads, START, YES, NO
EVERYTHING = parts_of(simulated())  # levers, and a button a seat
KINDS = {"touch": Kind.TOUCH, "lift": Kind.LIFT}


class Hands:
    """Hands that do what is asked, at a table whose wires may be wrong."""

    def __init__(self, parts: tuple[Part, ...]) -> None:
        self.check = WiringCheck(parts)
        self.now_us = 1_000_000
        self.check.begin(self.now_us)

    def feel(self, part: Part, kind: Kind, after_ms: int = 20) -> None:
        self.now_us += after_ms * MS
        self.check.note(Signal(kind, self.now_us, part.pad, part.button))

    def use(self, *felt: Part) -> None:
        """One turn: these parts are felt, with all their wires."""
        for part in felt:
            for wire in part.wires:
                self.feel(part, wire.kind)
        self.wait(2_000)

    def wait(self, ms: int) -> None:
        self.now_us += ms * MS
        self.check.tick(self.now_us)

    def said(self) -> list[str]:
        check = self.check.now()
        assert check.is_over, [part for part, standing in check.parts if standing is Standing.NOW]
        return [say(finding, Names()) for finding in check.findings]


def after(parts: tuple[Part, ...], felt: dict[int, tuple[int, ...]]) -> list[str]:
    """What is said of a table where asking for part `i` makes the parts `felt[i]` answer."""
    return checked(parts, felt).said()


def checked(parts: tuple[Part, ...], felt: dict[int, tuple[int, ...]]) -> Hands:
    """The same, when all have had their turn."""
    hands = Hands(parts)
    for i in range(len(parts)):
        answered = felt.get(i, (i,))
        hands.use(*(parts[other] for other in answered)) if answered else hands.wait(21_000)
    return hands


def test_the_parts_are_those_with_a_wire() -> None:
    named = [say_name(part) for part in MODULES]
    assert named == ["Red", "Blue", "Green", "Gold", "White", "START", "YES", "NO"]
    assert say_name(EVERYTHING[-1]) == "Seat 6"
    assert MODULES[0].places == "GPIO 5 (place 29)"
    assert parts_of(tablet()) == ()


def say_name(part: Part) -> str:
    return str(Names().pad(part.pad)) if part.pad is not None else str(part.name)


@pytest.mark.parametrize("parts", [MODULES, EVERYTHING], ids=["modules", "everything"])
def test_a_table_wired_right_needs_nothing(parts: tuple[Part, ...]) -> None:
    assert after(parts, {}) == []


WRONG = [
    ({0: (1,), 1: (0,)}, ["Red and Blue are swapped. Let the two dolphins change places"]),
    ({5: (6,), 6: (5,)}, ["START and YES are swapped. Change their wires at GPIO 23 (place 16"]),
    ({2: ()}, ["Green was not felt. Look at its wire at GPIO 16 (place 36"]),
    ({7: ()}, ["NO was not felt. Look at its wire at GPIO 25 (place 22"]),
    ({0: (0, 1), 1: (0, 1)}, ["Red and Blue were felt together."]),
    # Three wires one place on: each is found where the next belongs.
    (
        {0: (1,), 1: (2,), 2: (0,)},
        ["Red was felt as Blue", "Blue was felt as Green", "Green was felt as Red"],
    ),
    # The first dolphin is dead; impatient hands touch the second, and again when it is asked for.
    ({0: (1,)}, ["Red was not felt."]),
    ({5: (0,)}, ["START was not felt."]),
]


@pytest.mark.parametrize(("felt", "said"), WRONG)
def test_what_is_wrong_is_found(felt: dict[int, tuple[int, ...]], said: list[str]) -> None:
    found = after(MODULES, felt)
    assert len(found) == len(said)
    assert all(text.startswith(start) for text, start in zip(found, said, strict=True)), found


@pytest.mark.parametrize("felt", [felt for felt, _ in WRONG])
def test_a_part_is_right_where_it_was_felt_and_nothing_else(
    felt: dict[int, tuple[int, ...]],
) -> None:
    parts = checked(MODULES, felt).check.now().parts
    wrong = {i for i, (_, standing) in enumerate(parts) if standing is Standing.WRONG}
    assert wrong == {i for i, felt_as in felt.items() if felt_as != (i,)}
    assert {standing for _, standing in parts} == {Standing.FELT, Standing.WRONG}


def test_a_wire_of_two_that_is_dead_is_told_from_the_other() -> None:
    for silent, words in ((Kind.LIFT, "Red was not felt being lifted."), (Kind.TOUCH, "Red's")):
        hands = Hands(EVERYTHING)
        red, *others = EVERYTHING
        hands.feel(red, *(wire.kind for wire in red.wires if wire.kind is not silent))
        hands.wait(3_000)
        assert hands.check.now().parts[0][1] is Standing.NOW, "the hand may be slow"
        hands.wait(4_000)
        for part in others:
            hands.use(part)
        (said,) = hands.said()
        place = next(wire.place for wire in red.wires if wire.kind is silent)
        assert said.startswith(words) and place in said


def test_a_hand_that_lingers_is_no_answer_for_the_next() -> None:
    hands = Hands(MODULES)
    red, blue = MODULES[:2]
    hands.feel(red, Kind.TOUCH)
    hands.wait(500)
    for _ in range(5):  # bounces, and a dolphin put down late
        hands.feel(red, Kind.TOUCH, after_ms=100)
    hands.wait(500)
    assert hands.check.now().parts[1] == (blue, Standing.NOW)
    hands.use(blue)
    assert hands.check.now().parts[1] == (blue, Standing.FELT)


def test_nobody_at_the_table_is_no_fault() -> None:
    check = WiringCheck(MODULES)  # as at the first start: nobody has begun
    assert not check.tick(3_600_000_000)
    assert check.now().parts[0][1] is Standing.NOW
    assert check.note(Signal(Kind.TOUCH, 3_600_000_000, Pad(0)))
    assert check.tick(3_601_000_000)
    assert not check.note(Signal(Kind.NEAR, 3_601_000_000, Pad(1)))
    assert not check.note(Signal(Kind.PRESS, 3_601_000_000, button="seat:3")), "no wire goes there"


def test_a_second_check_begins_afresh() -> None:
    hands = Hands(MODULES)
    for part in MODULES[:7]:
        hands.use(part)
    hands.check.begin(hands.now_us)
    assert hands.check.now().parts[0][1] is Standing.NOW


# --- at the table -----------------------------------------------------------------------------


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Hall]:
    with hall(tmp_path) as made:
        yield made


def bench_at(
    table: Hall, by_itself: bool = True, parts: tuple[Part, ...] = MODULES
) -> WiringChecks:
    bench = WiringChecks(table.referee, parts, by_itself)
    bench.open()
    return bench


def shown(table: Hall) -> Check | None:
    return table.referee.picture.wiring


def do_all(table: Hall, bench: WiringChecks) -> None:
    for part in MODULES:
        if part.pad is not None:
            table.feel(Kind.TOUCH, part.pad)
            table.feel(Kind.RELEASE, part.pad)
        else:
            table.feel(Kind.PRESS, button=part.button)
        table.wait(2_000)
        bench.look()
        table.wait()


def test_a_table_that_nobody_knows_asks_once(table: Hall) -> None:
    bench = bench_at(table)
    do_all(table, bench)
    now = shown(table)
    assert now is not None and now.is_over and not now.findings
    assert table.caller.signs == ["felt"] * len(MODULES) + ["wired"], "each wire is heard"
    table.wait(WELL_US // MS + 1)
    bench.look()
    assert shown(table) is None
    table.restart()
    bench_at(table)
    assert shown(table) is None, "these wires are known"
    bench_at(table, parts=parts_of(wired(pinout().with_levers)))
    assert shown(table) is not None, "a table wired anew is not"


def test_what_was_wrong_is_shown_until_somebody_says_so(table: Hall) -> None:
    bench = bench_at(table)
    table.feel(Kind.TOUCH, 1)
    for _ in MODULES:
        table.wait(21_000)
        bench.look()
    now = shown(table)
    assert now is not None and len(now.findings) == len(MODULES)
    assert table.caller.signs[-1] == "miswired"
    table.restart()
    bench = bench_at(table)
    assert shown(table) is not None, "asked again at the next start"
    bench.leave(for_good=False)
    assert shown(table) is None
    table.restart()
    bench = bench_at(table)
    bench.leave(for_good=True)
    table.restart()
    bench_at(table)
    assert shown(table) is None


def test_whoever_begins_a_game_has_seen_enough(table: Hall) -> None:
    bench = bench_at(table)
    assert table.begin().kind == "counts"
    bench.look()
    assert shown(table) is None
    with pytest.raises(NotNow, match="good night first"):
        bench.begin()


def test_pretended_wires_are_checked_only_when_asked(table: Hall) -> None:
    bench = bench_at(table, by_itself=False)
    assert shown(table) is None
    bench.begin()
    assert shown(table) is not None


def test_a_tablet_has_no_wires(table: Hall) -> None:
    bench = bench_at(table, parts=())
    assert shown(table) is None
    with pytest.raises(NotNow, match="tablet"):
        bench.begin()


def test_start_without_a_check_or_a_game_is_a_low_blip(table: Hall) -> None:
    bench = bench_at(table)
    bench.leave(for_good=False)
    table.press("start")
    assert table.caller.signs[-1] == "deny", "no game to start yet"
