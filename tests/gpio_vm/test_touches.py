"""What the table makes of bad contacts: none is lost, the first edge counts, no other is hurt."""

from collections import Counter
from collections.abc import Callable

import pytest

from companion.table.config import Config, default
from companion.table.edges import LOCK_OUT_US
from companion.table.signals import Kind, Signal
from companion.words import Pad
from tests.gpio_vm.feeling import Feeling, place_of
from tests.gpio_vm.lines import sleep_ms, until

RED, BLUE = Pad(0), Pad(1)
STORM = 400  # edges, as fast as they can be driven
TAPS = 10  # of each of five pads


@pytest.fixture
def on(feeling: Callable[[Config], Feeling]) -> Feeling:
    """The usual table: five touch pads, START, YES and NO."""
    return feeling(default())


@pytest.mark.parametrize("ms", [20, 5, 1, 0.2])
def test_every_touch_is_felt_however_short(
    on: Feeling, measured: Callable[[str], None], ms: float
) -> None:
    """The kernel reads a level only after its edge: of a short touch the table may hear "went
    inactive" alone, which gpiozero's own events drop.
    """
    told = count_edges(on)
    late_us = 0
    for _ in range(TAPS):
        on.forget()
        began_us = {}
        for pad in on.pads:
            began_us[pad.place] = on.clock.now_us()
            on.wires.pulse(pad.pin, True, ms)
        until(lambda: len(on.touched()) >= len(on.pads), "a touch of every pad")
        on.rest()
        touched = on.touched()
        assert [place_of(signal) for signal in touched] == [pad.place for pad in on.pads]
        late_us = max(late_us, *(s.at_us - began_us[place_of(s)] for s in touched))
    measured(
        f"{TAPS * len(on.pads)} touches of {ms} ms, all felt, stamped up to {late_us} us after "
        f"their beginning; lgpio told of {told[True]} rises and {told[False]} falls"
    )


def test_who_bounces_from_the_start_is_still_first(on: Feeling) -> None:
    """Red's contact bounces; Blue's is clean, and comes before Red's has come to rest."""
    red, blue = on.pads[RED], on.pads[BLUE]
    told = count_edges(on)

    def touch() -> bool:
        on.rest()
        on.forget()
        told.clear()
        start_us = on.clock.now_us()
        on.wires.drive(red.pin, True)
        while not told:
            sleep_ms(0.1)  # an edge before the kernel has read the level overwrites the stamp
        for i in range(8):
            on.wires.drive(red.pin, i % 2 == 1)
            if i == 3:
                on.wires.drive(blue.pin, True)
            sleep_ms(1)
        return on.clock.now_us() - start_us < LOCK_OUT_US  # else the machine stumbled: once more

    until(touch, "nine edges in good time")
    until(lambda: len(on.touched()) >= 2)
    sleep_ms(2 * LOCK_OUT_US / 1000)
    assert [(signal.kind, signal.pad) for signal in on.touched()] == [
        (Kind.TOUCH, RED),
        (Kind.TOUCH, BLUE),
    ]
    assert Kind.RELEASE not in [signal.kind for signal in on.felt]


@pytest.mark.parametrize("touched", [True, False], ids=["held at last", "let go at last"])
def test_after_a_storm_the_table_knows_how_the_pad_is(
    on: Feeling, measured: Callable[[str], None], touched: bool
) -> None:
    """Edges that the kernel swallowed are made up by the watch; the other pads feel as always."""
    red, blue = on.pads[RED], on.pads[BLUE]
    told = count_edges(on)
    start_us = on.clock.now_us()
    for i in range(STORM):
        on.wires.drive(red.pin, i % 2 == 0)
        if i == STORM // 2:
            touched_us = on.clock.now_us()
            on.wires.drive(blue.pin, True)
    on.wires.drive(red.pin, touched)
    took_ms = (on.clock.now_us() - start_us) / 1000
    until(lambda: on.table.pads()[RED].touched == touched and on.table.pads()[BLUE].touched)
    sleep_ms(4 * LOCK_OUT_US / 1000)
    assert on.table.pads()[RED].touched == touched
    measured(f"{STORM} edges in {took_ms:.1f} ms: lgpio told of {told.total() - 1}")
    [touch] = [signal for signal in on.touched() if signal.pad == BLUE]
    # Where lgpio still tells of the storm, the watch may see this hand first, and says how late.
    assert touch.at_us - touch.uncertain_us <= touched_us <= touch.at_us
    assert start_us <= on.touched()[0].at_us <= start_us + round(took_ms * 1000)
    assert on.table.alive() and on.table.trouble() == ()


def test_a_pad_that_chatters_is_told_and_muted_until_it_is_quiet(on: Feeling) -> None:
    red = on.pads[RED]

    def told(kind: Kind) -> Signal | None:
        return next((signal for signal in on.felt if signal.kind is kind), None)

    def chatters() -> Signal | None:
        on.wires.pulse(red.pin, True, 1)
        sleep_ms(1)
        return told(Kind.SUSPECT)

    suspect = until(chatters, "suspicion")
    assert (suspect.pad, suspect.why) == (RED, "chattering")
    on.wires.pulse(on.pads[BLUE].pin, True, 50)
    until(lambda: [signal for signal in on.touched() if signal.pad == BLUE], "Blue's touch")
    assert until(lambda: told(Kind.TRUST), "trust").pad == RED
    kinds = Counter(signal.kind for signal in on.felt if signal.pad == RED)
    assert kinds[Kind.TOUCH] == kinds[Kind.RELEASE]


def test_a_callback_that_raises_costs_its_own_signal_and_no_other(on: Feeling) -> None:
    """lgpio has one thread for all lines: whatever is raised in it must not leave our hands."""

    def fail(signal: Signal) -> None:
        raise RuntimeError("the queue is gone")

    feel, on.table._feel = on.table._feel, fail
    on.wires.drive(on.pads[RED].pin, True)
    until(on.table.trouble, "the complaint")
    on.table._feel = feel
    assert on.table.trouble() == (
        "The table could not pass on what pads[0].touch felt (the queue is gone). "
        "If this comes again, restart it.",
    )
    assert on.table.alive()
    on.wires.drive(on.pads[BLUE].pin, True)
    assert until(on.touched, "Blue's touch")[0].pad == BLUE


def count_edges(on: Feeling) -> Counter[bool]:
    """How often lgpio tells of a high level and of a low one, from now on."""
    told: Counter[bool] = Counter()
    edge = on.table._edge

    def count(point: object, ticks: float, high: bool) -> None:
        told[high] += 1
        edge(point, ticks, high)  # type: ignore[arg-type]

    for point in on.table._points:
        point._edge = count
    return told
