"""Who was first, by the kernel's own stamps, as close as two lines can be driven."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from statistics import quantiles

from companion.table.config import Config, simulated
from companion.table.signals import Kind, Signal
from tests.gpio_vm.feeling import Feeling, place_of
from tests.gpio_vm.lines import sleep_ms, until

PAIRS = 1_000
HELD_MS = 40
MODULE_US = simulated().pads[0].touch_uncertain_us


def twelve_inputs() -> Config:
    """Five touch pads and seven buttons: six pairs at a time, so that a thousand take seconds."""
    full = simulated()
    pads = tuple(replace(pad, switch=None, light=None) for pad in full.pads)
    return replace(full, pads=pads, buttons=replace(full.buttons, seats=(18, 19, 20, 21)))


def test_the_earlier_of_two_is_first_in_a_thousand_pairs(
    feeling: Callable[[Config], Feeling], measured: Callable[[str], None]
) -> None:
    on = feeling(twelve_inputs())
    chance = Random(1961)
    pairs: list[tuple[Signal, Signal]] = []
    overtaken, late_us = 0, []
    while len(pairs) < PAIRS:
        new = touch_pairs(on, chance)
        overtaken += sum(on.felt.index(second) < on.felt.index(first) for first, second in new)
        late_us += on.late_us
        pairs += new
        on.rest()
    gaps_us = [second.at_us - first.at_us for first, second in pairs]
    lost = sum(lost_us(one) > 0 for pair in pairs for one in pair)
    measured(
        f"{len(pairs)} pairs: gaps of {spread(gaps_us)} us, {gaps_us.count(0)} equal, "
        f"{sum(gap_us < 0 for gap_us in gaps_us)} wrong by stamp, {overtaken} by callback, "
        f"{lost} edges lost and made up; "
        f"callbacks {spread(late_us)} us after the stamp"
    )
    # Where an edge was lost its stamp has a doubt: nobody is called first beyond it.
    assert not [(a, b) for a, b in pairs if b.at_us < a.at_us - lost_us(a)]
    assert sum(gap_us < 0 for gap_us in gaps_us) <= PAIRS // 200  # a doubt excuses no habit


def lost_us(signal: Signal) -> int:
    """The doubt of a stamp itself, without that of the module which was felt."""
    return signal.uncertain_us - (MODULE_US if signal.kind is Kind.TOUCH else 0)


def touch_pairs(on: Feeling, chance: Random) -> list[tuple[Signal, Signal]]:
    """Touch two inputs back to back, six times; answers what was felt of each two, in order."""
    inputs = chance.sample(on.inputs, len(on.inputs))
    on.forget()
    for line in inputs:
        on.wires.drive(line.pin, line.high)
    sleep_ms(HELD_MS)
    until(lambda: len(on.felt) == len(inputs), "a signal of every input")
    felt = {place_of(signal): signal for signal in on.touched()}
    in_order = [felt[line.place] for line in inputs]
    return list(zip(in_order[::2], in_order[1::2], strict=True))


def spread(figures: list[int]) -> str:
    """Least, a twentieth, half, nineteen twentieths and most."""
    steps = quantiles(figures, n=20)
    return f"{min(figures)} - {steps[0]:.0f} - {steps[9]:.0f} - {steps[-1]:.0f} - {max(figures)}"
