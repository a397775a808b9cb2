"""The guide that calibrates a touch board: one dolphin after the other, each step felt by itself.

Pure: readings and words come in; a step, its sentences and results come out. The number of a
reading is its time. Must not set anything on a board: `settings` says what may be stored, and is
empty unless all is good or somebody said to keep it.
"""

from collections import deque
from collections.abc import Callable
from functools import reduce
from operator import and_, or_

from companion.frozen import dataclass
from companion.table.board.calibration import sentences
from companion.table.board.calibration.margins import (
    FULL,
    TOUCH_LEAST,
    Mark,
    Measured,
    Result,
    full,
    gone,
    left_out,
    result_of,
    settings_of,
)
from companion.table.board.calibration.steps import Step
from companion.table.board.health import SAMPLE
from companion.table.frames import Field
from companion.words import Pad, Pads, Text

EVERY = 100  # scans from one reading to the next: about 9 ms
A_SECOND = 110  # readings
STEADY = 1.0  # samples between the halves of a look at the empty pads
HOVER_LEAST = 0.75  # samples (0.4 pF), as a mean over half a second
GONE_MOST = 2.0  # samples that may be left of a hand
BACK_MOST = 6.0  # a dolphin is never put back quite as it lay
HAND = 9.0  # samples above what was stored: somebody has a hand on it
DROP_LEAST, DROP_SHARE = 4.0, 0.15  # emptier than empty: then it was not empty, or the wire is off
HOLD_SHARE = 0.25  # how much a hand that holds on may vary
FAINT_LEAST = 3.0
TWO_PADS = 0.5  # of the asked pad's hand on another one: is a hand on both?
NOW = 12  # readings that the bars show


# So many readings have to agree.
LOOKS = {
    Step.EMPTY: 128,
    Step.NEAR: 48,
    Step.TOUCH: 64,
    Step.OFF: 48,
    Step.LIFT: 24,
    Step.BACK: 48,
    Step.RESULT: NOW,
}
PATIENCE = 8 * A_SECOND  # then what is there is taken, or a wire is suspected


@dataclass(frozen=True, slots=True)
class Reading:
    """Each pad's crossing in samples, and which dolphins the board says are lifted (bit n)."""

    crossings: tuple[int, ...]
    lifted: int = 0


@dataclass(frozen=True, slots=True)
class PadShown:
    """A pad as it is shown: what it has above its empty level, and how it came out so far."""

    pad: Pad
    rise: float
    is_asked: bool
    result: Result | None


@dataclass(frozen=True, slots=True)
class Shown:
    """The guide as screens show it. `may` are the words that would be taken now."""

    step: Step
    pad: Pad | None
    asked: Text
    seen: Text
    hint: Text | None
    pads: tuple[PadShown, ...]
    may: tuple[str, ...]

    @property
    def is_over(self) -> bool:
        """Whether every pad had its turn."""
        return self.step is Step.RESULT

    @property
    def is_good(self) -> bool:
        """Whether it may be kept without asking anybody."""
        return self.is_over and all(p.result and p.result.mark is Mark.GOOD for p in self.pads)


@dataclass(slots=True)
class _Got:
    """What is known so far of the pad whose turn it is."""

    grip: float = 0.0
    hover: float | None = None
    echo: float = 0.0
    echoed: Pad | None = None
    lifted: bool | None = None


class Guide:
    """One calibration. Not for several threads."""

    def __init__(self, pads: int, lifts: bool, stored: tuple[int, ...] = ()) -> None:
        """`lifts`: whether the pads are split; `stored`: their empty levels as the board has them
        (1/256 sample, 0: none)."""
        self._count, self._lifts = pads, lifts
        self._stored = tuple(level / SAMPLE for level in stored) or (0.0,) * pads
        self._results: dict[Pad, Result] = {}
        self._empty: tuple[float, ...] = ()
        self._noise: tuple[float, ...] = ()
        self._note: Text | None = None  # why it looks at the empty pads once more
        self._said_keep = False
        self._got = _Got()
        self._hint: Text | None = None
        self._waited = 0  # readings in this step
        self._rises: tuple[tuple[float, float], ...] = ()
        self._window: deque[Reading] = deque(maxlen=max(LOOKS.values()))
        self._begin(Step.EMPTY, None)

    # --- what comes in ------------------------------------------------------------------------

    def feed(self, reading: Reading) -> None:
        """Take what the pads are at now; one with another number of pads is none."""
        if len(reading.crossings) < self._count:
            return
        self._window.append(reading)
        self._waited += 1
        if self.step is Step.RESULT or self._waited % 4 or len(self._window) < LOOKS[self.step]:
            return
        self._rises = self._look()
        if self._is_away() or (self._empty and self._is_emptier()):
            return
        _CHECKS[self.step](self)

    def say(self, word: str) -> bool:
        """A person's word, one of `now().may`; false: it means nothing now."""
        if word not in self._may():
            return False
        _WORDS[word](self)
        return True

    # --- what comes out -----------------------------------------------------------------------

    def now(self) -> Shown:
        """How it stands."""
        recent = self._recent()
        pads = tuple(
            PadShown(Pad(n), recent[n], n == self.pad, self._results.get(Pad(n)))
            for n in range(self._count)
        )
        hint = self._note or self._hint or self._late_hint()
        asked = sentences.asked(self.step, self.pad, self.settings() is not None)
        return Shown(self.step, self.pad, asked, self._seen(recent), hint, pads, self._may())

    def settings(self) -> dict[Pad, dict[Field, int]] | None:
        """What is to be stored, by pad; None: nothing, for it is not over, or not good."""
        shown = [self._results.get(Pad(n)) for n in range(self._count)]
        marks = [result.mark if result else None for result in shown]
        if self.step is not Step.RESULT or None in marks:
            return None
        if not self._said_keep and any(mark is not Mark.GOOD for mark in marks):
            return None
        measured = [result.measured for result in shown if result and result.measured]
        return {m.pad: settings_of(m) for m in measured}

    # --- words --------------------------------------------------------------------------------

    def _may(self) -> tuple[str, ...]:
        if self.step is Step.RESULT:
            can_keep = self.settings() is None and any(r.measured for r in self._results.values())
            return ("again", "keep") if can_keep else ("again",)
        skip = ("skip",) if self.step in (Step.NEAR, Step.TOUCH, Step.LIFT) else ()
        back = ("back",) if self._before() else ()
        return (*skip, *back)

    def _skip(self) -> None:
        """No hover, no lift; of a touch that is not felt: leave the pad out."""
        assert self.pad is not None
        if self.step is Step.NEAR:
            self._begin(Step.TOUCH, self.pad)
        elif self.step is Step.LIFT:
            self._got.lifted = False
            self._begin(Step.BACK, self.pad)
        else:
            self._results[self.pad] = left_out(self.pad)
            self._next()

    def _back(self) -> None:
        """One step back; from a pad's first to the pad before."""
        step = self._before()
        assert step is not None
        if step is Step.EMPTY:
            self._results.popitem()
            self._begin(step, None)
        else:
            self._begin(step, self.pad)

    def _before(self) -> Step | None:
        if self.step is Step.NEAR:
            return Step.EMPTY if self._results else None
        return _BEFORE.get(self.step)

    def _again(self) -> None:
        """Those that are not good once more, or all of them."""
        good = {pad: r for pad, r in self._results.items() if r.mark is Mark.GOOD}
        self._results = good if len(good) < self._count else {}
        self._said_keep = False
        self._begin(Step.EMPTY, None)

    def _keep(self) -> None:
        self._said_keep = True

    # --- steps --------------------------------------------------------------------------------

    def _begin(self, step: Step, pad: Pad | None) -> None:
        self.step, self.pad = step, pad
        self._window.clear()
        self._waited = 0
        self._hint = None
        if step is Step.NEAR:
            self._got = _Got()
        if step not in (Step.EMPTY, Step.NEAR):
            self._note = None

    def _next(self) -> None:
        """On to the first pad that had no turn yet."""
        left = [Pad(n) for n in range(self._count) if Pad(n) not in self._results]
        if left:
            self._begin(Step.NEAR, left[0])
        else:
            self._begin(Step.RESULT, None)

    def _wait_empty(self) -> None:
        levels = [[r.crossings[n] for r in self._window] for n in range(self._count)]
        held = [
            Pad(n)
            for n, stored in enumerate(self._stored)
            if stored and _mean(levels[n]) > stored + HAND
        ]
        self._hint = sentences.hand_on(held) if held else None
        unsteady = any(abs(high - low) > STEADY for low, high in map(_halves, levels))
        if (held or unsteady) and self._waited < PATIENCE:
            return
        self._empty = tuple(map(_mean, levels))
        self._noise = tuple(max(abs(x - _mean(of)) for x in of) for of in levels)
        for n, level in enumerate(self._empty):
            if level >= FULL:
                self._results[Pad(n)] = full(Pad(n))
        self._next()

    def _wait_near(self) -> None:
        pad, (low, high), (other, _) = self._asked_one()
        quiet = max(r.crossings[pad] for r in self._window) < self._empty[pad] + TOUCH_LEAST
        if low >= TOUCH_LEAST:
            self._hint = sentences.touched_already(pad)
        elif other is not None and self._rises[other][0] > max(HOVER_LEAST, high):
            self._hint = sentences.wrong(pad, other)
        elif low >= HOVER_LEAST and quiet:
            self._got.hover = low
            self._begin(Step.TOUCH, pad)
        else:
            self._hint = None

    def _wait_touch(self) -> None:
        pad, (low, high), (other, echo) = self._asked_one()
        late = self._waited >= PATIENCE
        steady = high - low <= max(GONE_MOST, HOLD_SHARE * high)
        if other is not None and echo >= TOUCH_LEAST and echo > low:
            self._hint = sentences.wrong(pad, other)
        elif other is not None and low >= TOUCH_LEAST and echo >= TWO_PADS * low and not late:
            self._hint = sentences.both(pad, other)
        elif steady and (low >= TOUCH_LEAST or (late and low >= self._faint(pad))):
            self._got.grip, self._got.echo, self._got.echoed = low, echo, other
            self._begin(Step.OFF, pad)
        elif low >= GONE_MOST and high < TOUCH_LEAST:
            self._hint = sentences.faint(pad)
        else:
            self._hint = None

    def _wait_off(self) -> None:
        left = [Pad(n) for n, (_, high) in enumerate(self._rises) if high > self._rest(Pad(n))]
        self._hint = sentences.still_there(left) if left and self._waited > A_SECOND else None
        if left:
            return
        assert self.pad is not None
        if self._lifts:
            self._begin(Step.LIFT, self.pad)
        else:
            self._finish(self.pad)

    def _wait_lift(self) -> None:
        pad = self.pad
        assert pad is not None
        lifted = [reading.lifted for reading in self._window][-LOOKS[Step.LIFT] :]
        others = [Pad(n) for n in range(self._count) if n != pad and lifted[-1] >> n & 1]
        if all(bits >> pad & 1 for bits in lifted):
            self._got.lifted = True
            self._begin(Step.BACK, pad)
        else:
            self._hint = sentences.wrong(pad, others[0]) if others else None

    def _wait_back(self) -> None:
        pad = self.pad
        assert pad is not None
        low, high = self._rises[pad]
        if any(reading.lifted >> pad & 1 for reading in self._window):
            self._hint = None
        elif max(abs(low), abs(high)) <= BACK_MOST and high - low <= STEADY:
            self._rebase(pad)
            self._finish(pad)
        elif self._waited > 2 * A_SECOND:
            self._hint = sentences.not_as_it_lay(pad)

    def _finish(self, pad: Pad) -> None:
        got = self._got
        empty, noise = self._empty[pad], self._noise[pad]
        measured = Measured(
            pad, empty, noise, got.grip, got.hover, got.echo, got.echoed, got.lifted
        )
        self._results[pad] = result_of(measured)
        self._next()

    # --- looking ------------------------------------------------------------------------------

    def _look(self) -> tuple[tuple[float, float], ...]:
        """Of each pad the lower and the higher half of this look, above its empty level."""
        if not self._empty:
            return ()
        looks = list(self._window)[-LOOKS[self.step] :]
        halves = (_halves([r.crossings[n] for r in looks]) for n in range(self._count))
        return tuple(
            (low - e, high - e) for (low, high), e in zip(halves, self._empty, strict=True)
        )

    def _asked_one(self) -> tuple[Pad, tuple[float, float], tuple[Pad | None, float]]:
        """The pad whose turn it is, its rise, and which other one rose most, and how far."""
        assert self.pad is not None
        others = [(low, Pad(n)) for n, (low, _) in enumerate(self._rises) if n != self.pad]
        rise, other = max(others, default=(0.0, None))
        return self.pad, self._rises[self.pad], (other, rise)

    def _rest(self, pad: Pad) -> float:
        """What may be left of a hand that is gone."""
        return max(GONE_MOST, self._noise[pad] / 2)

    def _faint(self, pad: Pad) -> float:
        """The least touch that is taken when no better one comes."""
        return max(FAINT_LEAST, 2 * self._noise[pad])

    def _is_away(self) -> bool:
        """A dolphin is off its pad where all should lie; one that stays so is given up."""
        if not self._lifts or self.step in (Step.LIFT, Step.BACK):
            return False
        looks = list(self._window)[-LOOKS[self.step] :]
        bits = reduce(and_, (reading.lifted for reading in looks))
        given_up = [pad for pad, result in self._results.items() if result.measured is None]
        away = [Pad(n) for n in range(self._count) if bits >> n & 1 and n not in given_up]
        if not away:
            return False
        self._hint = sentences.away(away)
        if self._waited >= PATIENCE:
            self._results.update({pad: gone(pad) for pad in away})
            self._begin(Step.EMPTY, None)
        return True

    def _is_emptier(self) -> bool:
        """A pad is emptier than when it was looked at: looks at all empty pads once more."""
        looks = list(self._window)[-LOOKS[self.step] :]
        lifted = reduce(or_, (reading.lifted for reading in looks)) if self._lifts else 0
        busy = self.pad if self.step in (Step.LIFT, Step.BACK) else None
        fell = [
            Pad(n)
            for n, (_, high) in enumerate(self._rises)
            if high < -max(DROP_LEAST, DROP_SHARE * self._empty[n])
            and n != busy
            and not lifted >> n & 1
            and self._empty[n] < FULL
        ]
        if not fell or self.step is Step.EMPTY:
            return False
        for pad in fell:
            self._results.pop(pad, None)
        self._note = sentences.emptier(fell)
        self._begin(Step.EMPTY, None)
        return True

    def _rebase(self, pad: Pad) -> None:
        """The dolphin lies a little otherwise than before."""
        level = _mean([r.crossings[pad] for r in self._window])
        self._empty = (*self._empty[:pad], level, *self._empty[pad + 1 :])

    def _recent(self) -> tuple[float, ...]:
        looks = list(self._window)[-NOW:]
        if not looks:
            return (0.0,) * self._count
        zero = self._empty or self._stored
        means = (_mean([r.crossings[n] for r in looks]) for n in range(self._count))
        known = zip(means, zero, strict=True)
        return tuple(max(0.0, mean - empty) if empty else 0.0 for mean, empty in known)

    def _seen(self, recent: tuple[float, ...]) -> Text:
        most = max(range(self._count), key=recent.__getitem__)
        lifted = self._window[-1].lifted if self._window and self._lifts else 0
        away = Pads(tuple(Pad(n) for n in range(self._count) if lifted >> n & 1))
        return sentences.seen(Pad(most), recent[most], away)

    def _late_hint(self) -> Text | None:
        late = self._waited >= PATIENCE and self.pad is not None
        return sentences.late(self.step, self.pad) if late and self.pad is not None else None


_CHECKS: dict[Step, Callable[[Guide], None]] = {
    Step.EMPTY: Guide._wait_empty,
    Step.NEAR: Guide._wait_near,
    Step.TOUCH: Guide._wait_touch,
    Step.OFF: Guide._wait_off,
    Step.LIFT: Guide._wait_lift,
    Step.BACK: Guide._wait_back,
}
_WORDS: dict[str, Callable[[Guide], None]] = {
    "skip": Guide._skip,
    "back": Guide._back,
    "again": Guide._again,
    "keep": Guide._keep,
}
_BEFORE = {
    Step.TOUCH: Step.NEAR,
    Step.OFF: Step.TOUCH,
    Step.LIFT: Step.TOUCH,
    Step.BACK: Step.LIFT,
}


def _mean(values: list[int]) -> float:
    return sum(values) / len(values)


def _halves(values: list[int]) -> tuple[float, float]:
    """The means of the earlier and the later half, the lower one first."""
    half = len(values) // 2
    means = _mean(values[:half]), _mean(values[half:])
    return min(means), max(means)
