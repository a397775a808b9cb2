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
CALM_FALLS = 1  # of a rise that no charger made; more may be one
EVEN = 0.6  # so rough, without any fall, is a rise that no charger bends
NO_ROOM = 0.07  # of what it adds: a full pad hides how a hand shakes once it touched
SHAKES_ON = 0.04  # and so much more where it is seen to shake: skin on film steps so
FALTERS = 4  # samples in three scans: so much slower it went between
GOES_ON, GOES_ON_SHARE = 4, 0.1  # samples that a rise adds, or so much of it: less may be hum
GOES_ON_SCANS = 6  # after its stamp: half a millisecond
STILL, ADDS = 1.2, 1.5  # times what a hand had come to: so much a charger makes of it
KEPT, KEPT_CALM = 3.0, 1.5  # samples by which one that keeps still comes nearer in three scans
STEPS, STEPS_CALM = 1.6, 1.9  # times what it had come to: so far one swing a scan steps
STEP_MOST, STEP_SHARE = 15, 0.65  # samples; or so much of what it had come to
SLIPS = 2.05  # times what it had come to: so far a charger of one swing a scan brings it
SLIP_US = 12  # where so much more than usual passed between two scans
CREEPS, CREEPS_FULL = 0.12, 0.17  # or with no step of more than this share of it
SHAKES = 1.0  # so rough a rise is without a charger
COMES_ON = 3  # samples that a hand on its way adds, in as many scans no fewer than before
PRESSED_US = 1200.0  # a charger bends such a rise by so much: skin on film went on from there
SHARPEST_US = 60.0  # bounds that lie closer nearly contradict: a scan is longer
PACE = 1.1  # a hand may slow down: by a tenth in a millisecond
NOTHING = 6  # samples, 3.2 pF: a hand that is felt at all adds 5 pF
BEFORE = 8  # scans before the one that the contact is stamped by
STAMP_US = 12  # a stamp is so long after its scan's begin
AT_ONCE = 6  # scans in which hum changes little: two thirds of a millisecond
_STEPS_BACK = (1, 2, 3, 5, 7)  # scans from which a pace is taken
_STEPS_ON = (1, 2, 4)


class Kink(NamedTuple):
    """It touched not before `from_us` and not after `to_us`, from its stamp; None: who knows."""

    from_us: float | None
    to_us: float | None
    is_calm: bool = True
    """Whether its rise is as even as hands are where no charger is."""


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
    """Whether it jumped, and no hand did it: a loose wire, or a dolphin, came back to an empty pad;
    or noise was soon back where the pad is empty, and never far from there. A light dolphin that is
    put back stays; a pad without room shows nothing."""
    if not rise.levels or max(rise.levels) >= FULL:
        return False
    if was_off(rise):
        return max(rise.levels[BEFORE:]) - rise.base <= NOTHING
    if max(abs(level - rise.base) for level in rise.levels) > NOTHING:
        return False
    return min(rise.levels[-AT_ONCE:]) <= rise.base


def was_off(rise: Shape) -> bool:
    """Whether its pad was emptier than empty just before: its wire, or its dolphin, was away."""
    return min(rise.levels[:BEFORE], default=rise.base) < rise.base - NOTHING


def trembles(rise: Shape) -> bool:
    """Whether no hand alone makes it: a charger does."""
    return _is_noise(_falls(_without_overshoot(rise.levels)), _rough(rise.levels))


def kink(rise: Shape) -> Kink | None:
    """Where it touched; None: it trembles too much to say, or what came back may hide a hand."""
    levels = _without_overshoot(rise.levels)
    falls, rough = _falls(levels), _rough(rise.levels)
    if _is_noise(falls, rough) or was_off(rise):
        return None
    is_calm = falls <= CALM_FALLS
    above = [level - rise.base for level in levels]
    if _was_there(above, is_calm) or _slips(rise, above):
        return None
    noise = _noise(above, max(CALM, falls + 1.0, 1.0 + 2.5 * rough), rough)
    share = NO_ROOM if max(rise.levels, default=0) >= FULL else 0.0
    share_on = share if is_calm else share + SHAKES_ON
    ends_us = [us + level * SAMPLE_US for us, level in zip(rise.at_us, rise.levels, strict=True)]
    from_us = _from_us(rise, above, ends_us, _and_a_share(noise, above, share_on))
    to_us = _to_us(rise, above, ends_us, _and_a_share(noise, above, share))
    if from_us is not None and to_us is not None and from_us > to_us - SHARPEST_US:
        return None  # no hand rises so
    is_even = falls == 0 and rough < EVEN and not _falters(above)
    if not is_even and (ends_at := _goes_on_until(above)):
        # Slow noise looks like a kink there, and noise that jumps like a hand that touched.
        from_us = None if from_us is None else min(from_us, -PRESSED_US)
        stays = ends_at + AT_ONCE // 2 < len(above)
        is_seen = to_us is not None and stays and rise.levels[ends_at] < FULL
        to_us = max(to_us or 0.0, ends_us[ends_at]) if is_seen else None
    if to_us is None and falls >= JUMPS:
        return None
    if not is_even and _comes_on(rise, above):
        return Kink(from_us, None, is_calm=False)
    return Kink(from_us, to_us, is_calm)


# --- helpers ----------------------------------------------------------------------------------


def _is_noise(falls: int, rough: float) -> bool:
    return falls >= TREMBLES or rough > ROUGH


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


def _was_there(above: Sequence[int], is_calm: bool) -> bool:
    """Whether a hand was there before, kept still, and added little: a charger shakes one that came
    long ago by so much. One that nears adds more in each scan."""
    long_before = above[: BEFORE - 3] or (0,)
    was = max(long_before)
    if not is_calm and was < STILL * min(long_before) and max(above) < ADDS * was:
        return True
    kept, steps = (KEPT_CALM, STEPS_CALM) if is_calm else (KEPT, STEPS)
    return long_before[0] >= NOTHING and _came(long_before) <= kept and max(above) < steps * was


def _came(before: Sequence[int]) -> float:
    """By how much it came nearer long before its stamp."""
    return (sum(before[-2:]) - sum(before[:2])) / 2


def _slips(rise: Shape, above: Sequence[int]) -> bool:
    """Whether a hand was there before, and what it added is no more than noise of one swing a scan:
    that steps where a scan is longer, and creeps where none is."""
    before = above[: BEFORE - 3]
    steps = [after - before for before, after in zip(above, above[1:], strict=False)]
    if not steps or before[0] < NOTHING:
        return False
    step, was, is_full = max(steps), max(before), max(rise.levels) >= FULL
    at = steps.index(step)
    if (above[at + 1] if is_full else max(above)) >= SLIPS * was:
        return False
    kept_full = is_full and _came(before) <= KEPT
    if step <= (CREEPS_FULL if kept_full else CREEPS) * was:
        return True
    most = max(STEP_MOST, STEP_SHARE * was)
    return step <= most and any(_were_long(rise)[max(0, at - 1) : at + 2])


def _were_long(rise: Shape) -> list[bool]:
    """Whether much more than usual passed from one scan to the next."""
    apart_us = [after - us for us, after in zip(rise.at_us, rise.at_us[1:], strict=False)]
    usual_us = sorted(apart_us)[len(apart_us) // 2] if apart_us else 0
    return [us >= usual_us + SLIP_US for us in apart_us]


def _noise(above: Sequence[int], noise: float, rough: float) -> list[float]:
    """Scan by scan. A charger shakes a hand the more the nearer it is; what is calm does not."""
    near = max((NOTHING, *above[:BEFORE]))
    more = 2.5 * max(0.0, rough - SHAKES)
    return [noise + more * max(0.0, y / near - 1.0) for y in above]


def _and_a_share(noise: Sequence[float], above: Sequence[int], share: float) -> list[float]:
    """A charger moves a hand's own potential: so it takes and gives a share of what it adds."""
    return [least + share * max(0, y) for least, y in zip(noise, above, strict=True)]


def _comes_on(rise: Shape, above: Sequence[int]) -> bool:
    """Whether noise jumped, and a hand on its way goes on after it: skin that touched is pressed
    flat ever slower. What a full pad shows ends where it is full."""
    begins = BEFORE + 1
    ends = above.index(max(above)) if max(rise.levels) >= FULL else len(above) - 1
    steps = [after - before for before, after in zip(above, above[1:], strict=False)]
    if ends - begins < COMES_ON or max(steps) > min(STEP_MOST, steps[BEFORE - 1]):
        return False
    half = (begins + ends) // 2
    return above[ends] - above[half] >= max(COMES_ON, above[half] - above[begins])


def _falters(above: Sequence[int]) -> bool:
    """Whether it goes on slower, and then faster once more: skin that is pressed flat does not, and
    no hand that nears."""
    since = above[BEFORE - 2 :]  # the board may have been late to notice
    paces = [on - now for now, on in zip(since, since[COMES_ON:], strict=False)]
    return any(
        min(max(paces[:n]), max(paces[n + 1 :])) - pace >= FALTERS
        for n, pace in enumerate(paces[1:-1], 1)
    )


def _goes_on_until(above: Sequence[int]) -> int:
    """The scan in which a rise has ended that still goes on long after its stamp: of skin that is
    pressed flat, or a large hand that comes slowly. 0: it has ended before."""
    most = max(above, default=0)
    more = most - max(above[: BEFORE + GOES_ON_SCANS], default=0)
    if more <= max(GOES_ON, GOES_ON_SHARE * most):
        return 0
    return above.index(most)


def _to_us(
    rise: Shape, above: Sequence[int], ends_us: Sequence[float], noise: Sequence[float]
) -> float | None:
    """Until it touches, it goes on at least as fast as it came: the first moment at which it would
    have passed what it came to."""
    room = [
        1 / HAND_MOST if level >= FULL else 1 / max(1.0, y + shaken)
        for level, y, shaken in zip(rise.levels, above, noise, strict=True)
    ]
    count, latest = len(above), None
    for j in range(1, count):
        if latest is not None and ends_us[j] >= latest:
            break
        if above[j] <= 2 * noise[j]:
            continue
        now = 1 / (above[j] - noise[j])
        for back in _STEPS_BACK:
            i = j - back
            if i < 0 or above[i] + noise[i] >= above[j] - noise[j]:
                continue
            pace = (1 / max(1.0, above[i] + noise[i]) - now) / (ends_us[j] - ends_us[i])
            if pace <= 0.0:  # too little to reckon with
                continue
            for h in range(j, min(count, j + AT_ONCE)):
                at_us = ends_us[j] + max(0.0, now - room[h]) / pace * PACE
                if at_us <= ends_us[h] or rise.levels[h] >= FULL:
                    if latest is None or at_us < latest:
                        latest = at_us
                    break
    return latest


def _from_us(
    rise: Shape, above: Sequence[int], ends_us: Sequence[float], noise: Sequence[float]
) -> float | None:
    """Since it touched, it goes on at most as fast as before: the last moment from which it could
    have come to where it was."""
    count, soonest = len(above), None
    for j in range(count - 2, -1, -1):
        if soonest is not None and rise.at_us[j] <= soonest:
            break
        for on in _STEPS_ON:
            k = j + on
            if k >= count or above[k] - above[j] <= noise[k]:
                continue
            pace = (above[k] - above[j] - noise[k]) / (ends_us[k] - ends_us[j])
            at_us = _back_us(rise, above, j, pace, noise[j])
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
