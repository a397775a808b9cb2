"""When a hand touched, by the shape of its pad's rise: between which two moments its kink lies.

Pure. A hand that nears adds ever faster: one over what it adds falls ever faster, until it touches.
Skin on copper adds no more from then on; skin on film is pressed flat, and adds ever slower. So the
moment lies where the rise turns. Nothing of it was measured: docs/firmware.md has the zoo of hands.
"""

from collections.abc import Sequence
from typing import NamedTuple

SAMPLE_US = 0.1875  # between two readings of a charge
FULL = 126  # such a pad has no room to show more
HAND_MOST = 160.0  # samples that any hand adds: 66 pF, at the threshold that makes most of them
ROUGH = 2.2  # samples by which a rise is uneven from scan to scan: of calm ones two in a thousand
TREMBLES = 7  # a hand only adds: what falls by so many samples while it comes is noise
JUMPS = 3  # so much of it may have been the jump itself
CALM = 3.5  # samples that noise takes or gives in any case
PACE = 1.1  # a hand may slow down: by a tenth in a millisecond
NOTHING = 6  # samples, 3.2 pF: a hand that is felt at all adds 5 pF
BEFORE = 8  # scans before the one that the contact is stamped by
STAMP_US = 12  # a stamp is so long after its scan's begin
AT_ONCE = 8  # scans in which hum changes little
_STEPS_BACK = (1, 2, 3, 5, 7)  # scans from which a pace is taken
_STEPS_ON = (1, 2, 4)


class Kink(NamedTuple):
    """It touched not before `from_us` and not after `to_us`, from its stamp; None: who knows."""

    from_us: float | None
    to_us: float | None


class Shape(NamedTuple):
    """A pad's crossings in samples, scan by scan, and when each began, from the stamp."""

    base: int
    levels: Sequence[int]
    at_us: Sequence[int]


UNSEEN = Shape(0, (), ())


def shape(base: int, levels: Sequence[int], low_us: Sequence[int]) -> Shape:
    """Of what a board tells: times are the low bytes of microseconds."""
    at_us, before = [0], low_us[0]
    for us in low_us[1:]:
        at_us.append(at_us[-1] + (us - before) % 256)
        before = us
    stamp_us = at_us[BEFORE] + STAMP_US
    return Shape(base, levels, [us - stamp_us for us in at_us])


def comes_to_nothing(rise: Shape) -> bool:
    """Whether it jumped, and was soon back where it is empty, and never far from there: noise, and
    no hand. A light dolphin that is put back stays; a pad without room shows nothing."""
    away = [abs(level - rise.base) for level in rise.levels]
    if not away or max(away) > NOTHING or max(rise.levels) >= FULL:
        return False
    return min(rise.levels[-AT_ONCE:]) <= rise.base


def kink(rise: Shape) -> Kink | None:
    """Where it touched; None: it trembles too much to say."""
    levels = _without_overshoot(rise.levels)
    falls, rough = _falls(levels), _rough(rise.levels)
    if falls >= TREMBLES or rough > ROUGH:
        return None
    noise = max(CALM, falls + 1.0, 1.0 + 2.5 * rough)
    above = [level - rise.base for level in levels]
    ends_us = [us + level * SAMPLE_US for us, level in zip(rise.at_us, rise.levels, strict=True)]
    from_us = _from_us(rise, above, ends_us, noise)
    to_us = _to_us(rise, above, ends_us, noise)
    if from_us is not None and to_us is not None and from_us > to_us:
        return None  # no hand rises so
    if to_us is None and falls >= JUMPS:
        return None
    return Kink(from_us, to_us)


# --- helpers ----------------------------------------------------------------------------------


def _without_overshoot(levels: Sequence[int]) -> list[int]:
    """A hand that touches in the midst of a charge takes what was charged for itself: that scan
    shows more than there is."""
    known = list(levels)
    steps = [after - before for before, after in zip(known, known[1:], strict=False)]
    if steps and (at := steps.index(max(steps)) + 1) + 1 < len(known):
        known[at] = min(known[at], max(known[at + 1], known[at - 1]))
    return known


def _falls(levels: Sequence[int]) -> int:
    """How far it falls at most, from what it had reached a moment ago."""
    return max(
        (max(levels[max(0, n - AT_ONCE) : n + 1]) - level for n, level in enumerate(levels)),
        default=0,
    )


def _rough(levels: Sequence[int]) -> float:
    """How uneven it is, but for where a hand touches and where there is no room to show it."""
    by_scan = zip(levels, levels[1:], levels[2:], strict=False)
    bends = sorted(abs(a - 2 * b + c) for a, b, c in by_scan if b < FULL or c < FULL)
    usual = bends[: len(bends) * 2 // 3]
    return sum(usual) / len(usual) if usual else 0.0


def _to_us(
    rise: Shape, above: Sequence[int], ends_us: Sequence[float], noise: float
) -> float | None:
    """Until it touches, it goes on at least as fast as it came: the first moment at which it would
    have passed what it came to."""
    room = [
        1 / HAND_MOST if level >= FULL else 1 / max(1.0, y + noise)
        for level, y in zip(rise.levels, above, strict=True)
    ]
    count, latest = len(above), None
    for j in range(1, count):
        if latest is not None and ends_us[j] >= latest:
            break
        if above[j] <= 2 * noise:
            continue
        now = 1 / (above[j] - noise)
        for back in _STEPS_BACK:
            i = j - back
            if i < 0 or above[i] + noise >= above[j] - noise:
                continue
            pace = (1 / max(1.0, above[i] + noise) - now) / (ends_us[j] - ends_us[i])
            for h in range(j, min(count, j + AT_ONCE)):
                at_us = ends_us[j] + max(0.0, now - room[h]) / pace * PACE
                if at_us <= ends_us[h] or rise.levels[h] >= FULL:
                    if latest is None or at_us < latest:
                        latest = at_us
                    break
    return latest


def _from_us(
    rise: Shape, above: Sequence[int], ends_us: Sequence[float], noise: float
) -> float | None:
    """Since it touched, it goes on at most as fast as before: the last moment from which it could
    have come to where it was."""
    count, soonest = len(above), None
    for j in range(count - 2, -1, -1):
        if soonest is not None and rise.at_us[j] <= soonest:
            break
        for on in _STEPS_ON:
            k = j + on
            if k >= count or above[k] - above[j] <= noise:
                continue
            pace = (above[k] - above[j] - noise) / (ends_us[k] - ends_us[j])
            at_us = _back_us(rise, above, j, pace, noise)
            if soonest is None or at_us > soonest:
                soonest = at_us
    return soonest


def _back_us(rise: Shape, above: Sequence[int], j: int, pace: float, noise: float) -> float:
    """From where, at that pace, it would have come to scan `j`."""
    least, at_us = -noise, float("-inf")
    for i in range(j + 1):  # it was there already at what it had come to before that moment
        at_us = rise.at_us[j] - (max(0.0, above[j] - least) + noise) / pace
        if ends_before(rise, i, at_us):
            least = max(least, above[i])
        else:
            break
    return at_us


def ends_before(rise: Shape, i: int, at_us: float) -> bool:
    """Whether a scan's charge was over by then."""
    return rise.at_us[i] + rise.levels[i] * SAMPLE_US <= at_us
