"""The wiring check: swapped, dead and touching wires are found, and a slow hand is no fault."""

import pytest

from companion.frozen import replace
from companion.referee.wiring import (
    PATIENCE_US,
    SAME_HAND_US,
    SECOND_WIRE_US,
    TOGETHER_US,
    Check,
    Part,
    Standing,
    WiringCheck,
    fingerprint,
    parts_of,
)
from companion.referee.wiring_checks import WELL_US, NotNow, WiringChecks
from companion.say import Names, say
from companion.table.config import (
    Config,
    board,
    default,
    on_a_board,
    simulated,
    simulated_board,
    tablet,
    wired,
)
from companion.table.pinout import pinout
from companion.table.signals import Kind, Signal
from companion.words import Pad
from tests.referee.hall import MS, Hall, as_told

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
        self.check.note(Signal(kind, self.now_us, part.pad, as_told(part.button)))

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


def test_pads_without_a_middle_are_led_to_the_line_that_says_so() -> None:
    """The touch board's example is for split ones; to a lever's stand it means nothing."""
    split = replace(board(), board=replace(board().board, lifts=True))
    for parts, led in ((parts_of(split), True), (EVERYTHING, False)):
        hands = Hands(parts)
        red, *others = parts
        hands.feel(red, Kind.TOUCH)
        hands.wait(7_000)
        for part in others:
            hands.use(part)
        (said,) = hands.said()
        assert said.startswith("Red was not felt being lifted. Look at the wire at ")
        assert ("lifts = false" in said) is led


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


@pytest.mark.parametrize("config", [board(), on_a_board(simulated()), simulated_board()])
def test_whatever_hangs_on_a_board_or_at_the_pi_is_asked_for_once(config: Config) -> None:
    parts = parts_of(config)
    buttons = {*config.board.named(), *dict(config.buttons.named())}
    assert sorted(part.button for part in parts if part.pad is None) == sorted(buttons)
    assert [part.pad for part in parts if part.pad is not None] == [*range(len(config.pads))]
    places = [wire.place for part in parts for wire in part.wires if wire.kind is Kind.PRESS]
    assert len(set(places)) == len(places) == len(buttons) > 2


def test_a_table_that_nobody_knows_asks_once(table: Hall) -> None:
    bench = bench_at(table)
    do_all(table, bench)
    now = shown(table)
    assert now is not None and now.is_over and not now.findings
    assert table.caller.signs == ["felt"] * len(MODULES) + ["wired"], "each wire is heard"
    for _ in range(60):
        assert shown(table) is not None
        bench.look()
        table.wait(WELL_US // MS // 60)
    table.wait(1)
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


def test_wires_are_checked_while_a_game_that_is_over_lies_there(table: Hall) -> None:
    bench = bench_at(table, by_itself=False)
    table.begin()
    while not table.view.over:
        table.counts("crayon", "correct", seat=0, points=2)
        if "bonus" in table.topics:
            table.counts("bonus", "no")
    bench.begin()
    do_all(table, bench)
    now = shown(table)
    assert now is not None and now.is_over and not now.findings
    assert table.view.over, "START was pressed for the check, and not to play again"
    table.begin()
    bench.look()
    assert shown(table) is None, "whoever begins a game has seen enough"


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


# --- how long is waited for what --------------------------------------------------------------

AT_US = 1_000_000  # when a check begins


def test_a_hand_has_time_and_a_slow_one_more() -> None:
    waits = (TOGETHER_US, SAME_HAND_US, SECOND_WIRE_US, PATIENCE_US, WELL_US)
    assert waits == (400_000, 1_500_000, 6_000_000, 20_000_000, 60_000_000)


TWO_WIRES = next(part for part in EVERYTHING if len(part.wires) == 2)


def begun(*parts: Part) -> WiringCheck:
    check = WiringCheck(parts)
    check.begin(AT_US)
    return check


def felt(part: Part, at_us: int, wire: int = 0) -> Signal:
    return Signal(part.wires[wire].kind, at_us, part.pad, part.button)


def first_tick_us(check: WiringCheck, around_us: int) -> int:
    """When it first goes on, of the moments round this one."""
    return next(us for us in range(around_us - 2, around_us + 3) if check.tick(us))


def test_a_part_that_answers_nothing_is_waited_for_to_the_microsecond() -> None:
    check = begun(*MODULES[:2])
    assert first_tick_us(check, AT_US + PATIENCE_US) == AT_US + PATIENCE_US
    again_us = AT_US + 2 * PATIENCE_US
    assert first_tick_us(check, again_us) == again_us, "the next from when it was asked for"
    assert check.now().is_over and not check.tick(again_us + PATIENCE_US)


def test_what_one_hand_makes_is_waited_for_from_its_first_signal() -> None:
    check = begun(*MODULES[:2])
    check.note(felt(MODULES[0], AT_US + 7))
    check.note(felt(MODULES[1], AT_US + 300_000))
    assert first_tick_us(check, AT_US + 7 + TOGETHER_US) == AT_US + 7 + TOGETHER_US


def test_a_second_wire_is_waited_for_longer() -> None:
    check = begun(TWO_WIRES)
    check.note(felt(TWO_WIRES, AT_US))
    assert first_tick_us(check, AT_US + SECOND_WIRE_US) == AT_US + SECOND_WIRE_US
    check = begun(TWO_WIRES)
    check.note(felt(TWO_WIRES, AT_US))
    check.note(felt(TWO_WIRES, AT_US + 9, wire=1))
    assert first_tick_us(check, AT_US + TOGETHER_US) == AT_US + TOGETHER_US


@pytest.mark.parametrize("after_us", [SAME_HAND_US - 1, SAME_HAND_US])
def test_a_hand_lingers_so_long_and_no_longer(after_us: int) -> None:
    red, blue = MODULES[:2]
    check = begun(red, blue)
    check.note(felt(red, AT_US))
    assert check.tick(AT_US + TOGETHER_US)
    assert check.note(felt(red, AT_US + after_us)), "it is one of the check's, anyhow"
    later_us = AT_US + after_us + TOGETHER_US
    assert check.tick(later_us) == (after_us == SAME_HAND_US)


def test_a_check_says_what_to_do_and_why() -> None:
    names = Names()

    def says(check: WiringCheck) -> tuple[str, str]:
        now = check.now()
        assert now.asked is not None and now.hint is not None
        return say(now.asked, names), say(now.hint, names)

    check = WiringCheck(EVERYTHING[:2])
    red = "Touch the dolphin Red, then lift it and put it back."
    assert says(check) == (red, "One after the other, so that I know every wire.")
    check.begin(AT_US)
    seconds = PATIENCE_US // 1_000_000
    waits = f"If nothing is felt for {seconds}\u00a0seconds, the next one has its turn."
    assert says(check) == (red, waits)
    check.note(felt(EVERYTHING[0], AT_US))
    assert says(check) == (red, "Felt!")
    wires = (EVERYTHING[0].wires[1],)
    asked = [
        (MODULES[1], "Touch the dolphin Blue."),
        (
            replace(EVERYTHING[1], wires=(EVERYTHING[1].wires[1],)),
            "Lift the dolphin Blue, and put it back.",
        ),
        (MODULES[5], "Press START."),
        (EVERYTHING[-1], "Press the button of Seat 6."),
    ]
    assert wires[0].kind is Kind.LIFT
    assert [says(WiringCheck((part,)))[0] for part, _ in asked] == [words for _, words in asked]


def test_other_wires_are_another_table() -> None:
    fingerprints = {
        fingerprint(parts) for parts in (MODULES, EVERYTHING, MODULES[1:], MODULES[:-1])
    }
    assert len(fingerprints) == 4
    red, start = MODULES[0], MODULES[5]
    assert fingerprint((red, start)) == f"0 touch {red.places}; Nonestart press {start.places}"


def test_a_part_names_all_of_its_wires() -> None:
    first, second = TWO_WIRES.wires
    assert TWO_WIRES.places == f"{first.place} and {second.place}"
