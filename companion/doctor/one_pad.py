"""One pad on trial before anything is glued: how heavy, how clearly it feels, how calm it stays.

Pure: what was read of the pad comes in, findings come out. By the design's figures, not measured
on hardware.
"""

from collections.abc import Iterator, Sequence
from enum import Enum

from companion.doctor.finding import Finding, Standing
from companion.frozen import dataclass
from companion.table.board.calibration.margins import FULL, GOOD_TIMES, TOUCH_LEAST, pf

HEAVY = 83.0  # samples, 45 pF: a chip that switches late still counts to its end
AWAY_MOST = 2.0  # samples that may be left of a hand
BACK_MOST = 6.0  # a dolphin is never put back quite as it lay
HELD_TIMES = 2.0  # a touch, in its swing while the hand, and the mains in it, is there
USUAL = 37.0  # samples that a hand adds, 20 pF
READINGS = 220  # of one look: two seconds


class Step(Enum):
    """What the builder is asked to do, in this order; the last is asked for each charger."""

    EMPTY = "Put the dolphin on its pad, and take your hands off."
    HAND = "Lay a hand on the dolphin, and leave it there."
    AWAY = "Take your hand off again."
    GONE = "Take the dolphin away."
    BACK = "Put the dolphin back, and take your hands off."
    CHARGER = "Plug in one of the chargers of your table, and lay a hand on the dolphin."


HAND_ON = tuple(step for step in Step if step is not Step.CHARGER)


@dataclass(frozen=True, slots=True)
class Trace:
    """What was read in two seconds: the mean of it and its largest swing, in samples of 0.54 pF."""

    mean: float
    swing: float


@dataclass(frozen=True, slots=True)
class Lift:
    """Whether the table's file says that pads are split, and whether this one felt its dolphin
    leave and come back."""

    wanted: bool
    felt: bool


def trace_of(crossings: Sequence[int]) -> Trace:
    """One look. Raises ValueError where nothing was read."""
    return Trace(sum(crossings) / len(crossings), max(crossings) - min(crossings))


def judged(
    name: str,
    looks: dict[Step, Trace],
    chargers: Sequence[Trace] = (),
    lift: Lift | None = None,
) -> Iterator[Finding]:
    """What a pad's looks mean; of one that is full all the time only the first is needed."""
    empty = looks[Step.EMPTY]
    yield _weight(name, empty)
    if empty.mean >= FULL:
        return
    hand = looks[Step.HAND]
    grip = hand.mean - empty.mean
    yield _grip(name, grip)
    if grip < TOUCH_LEAST:
        grip = USUAL  # one that is hardly felt is a fault of its own, and no measure of noise
    yield _calm(name, "with nobody near", empty, grip / GOOD_TIMES)
    yield _calm(name, "under a hand", hand, grip / HELD_TIMES)
    yield _back(name, "the hand is gone", looks[Step.AWAY].mean - empty.mean, AWAY_MOST)
    yield _back(name, "the dolphin is back", looks[Step.BACK].mean - empty.mean, BACK_MOST)
    if lift is not None:
        yield _lift(name, lift)
    for number, look in enumerate(chargers, 1):
        yield _calm(name, f"under a hand, with charger {number}", look, grip / HELD_TIMES)


def _weight(name: str, empty: Trace) -> Finding:
    if empty.mean >= FULL:
        remedy = (
            "Its wire or copper touches ground, its 470 kilo-ohm resistor is not there, or its "
            "wire is far too long."
        )
        return Finding(name, Standing.BROKEN, "It is full all the time: it feels nothing.", remedy)
    said = f"It weighs {pf(empty.mean)} when nobody touches it"
    if empty.mean <= HEAVY:
        return Finding(name, Standing.OK, f"{said}: light enough.")
    remedy = "A shorter wire, a smaller middle, thicker wood between pad and foil."
    return Finding(name, Standing.BROKEN, f"{said}: more than {pf(HEAVY)}.", remedy)


def _grip(name: str, grip: float) -> Finding:
    said = f"A hand adds {pf(max(0.0, grip))}"
    if grip >= TOUCH_LEAST:
        return Finding(name, Standing.OK, f"{said}.")
    remedy = (
        "Bare copper up to where fingers land, with nothing over it; the foil under the board, "
        "wired to GND."
    )
    return Finding(name, Standing.BROKEN, f"{said}: too little to be felt.", remedy)


def _calm(name: str, when: str, look: Trace, most: float) -> Finding:
    said = f"It trembles by {pf(look.swing)} {when}"
    if look.swing <= max(1.0, most):
        return Finding(name, Standing.OK, f"{said}: calm.")
    remedy = (
        "A loose joint, or a charger or lamp that disturbs it: earth the foil, or play from a "
        "power bank."
    )
    return Finding(name, Standing.BROKEN, f"{said}: too much to say who was first.", remedy)


def _lift(name: str, lift: Lift) -> Finding:
    if lift.felt:
        remedy = (
            "" if lift.wanted else "With lifts = true in the table's file the game hears of it."
        )
        return Finding(name, Standing.OK, "It feels its dolphin leave and come back.", remedy)
    said = "It does not feel its dolphin leave"
    if not lift.wanted:
        return Finding(name, Standing.OK, f"{said}: right for a pad without a middle.")
    remedy = (
        "Look at the wire from D3 to the middle, and at its 1 kilo-ohm resistor. A pad without a "
        "middle wants lifts = false in the table's file."
    )
    return Finding(name, Standing.BROKEN, f"{said}.", remedy)


def _back(name: str, when: str, left: float, most: float) -> Finding:
    if abs(left) <= most:
        return Finding(name, Standing.OK, f"Once {when} it is as before.")
    more = f"{pf(abs(left))} {'more' if left > 0 else 'less'}"
    remedy = "Press tape and film flat, and look whether a wire moves with the dolphin."
    return Finding(name, Standing.BROKEN, f"Once {when} it weighs {more} than before.", remedy)
