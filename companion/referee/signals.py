"""Signals -> facts, and what a pad is believed to be at: hardware's half of the referee.

Never judges; what it does not understand it leaves to the rules, which refuse no hardware.
"""

from collections.abc import Iterable, Iterator, Mapping

from companion.referee.fold import Fold
from companion.referee.picture import PadNow
from companion.table.signals import Kind, Signal
from companion.words import (
    UNCERTAIN_MOST_US,
    Hardware,
    Homed,
    Lifted,
    Pad,
    Released,
    Suspected,
    Touched,
    Trusted,
)

LONG_US = 1_000_000  # before the deal: what is nearer may be a clock's doubt, and is this round's
FAKE_OUT_US = 900_000  # a hover that was no touch by then was a fake-out


def fact_of(signal: Signal) -> Hardware | None:
    """The fact that a pad's signal tells; None for hovers and table buttons.

    A table that was away may not know for minutes when; a fact says so of ten seconds.
    """
    if signal.pad is None:
        return None
    late_us, early_us = (
        min(us, UNCERTAIN_MOST_US) for us in (signal.uncertain_us, signal.early_us)
    )
    match signal.kind:
        case Kind.TOUCH:
            return Touched(signal.pad, signal.at_us, late_us, early_us)
        case Kind.LIFT:
            return Lifted(signal.pad, signal.at_us, late_us)
        case Kind.RELEASE:
            return Released(signal.pad, signal.at_us)
        case Kind.HOME:
            return Homed(signal.pad, signal.at_us)
        case Kind.SUSPECT:
            return Suspected(signal.pad, signal.why)
        case Kind.TRUST:
            return Trusted(signal.pad)
        case Kind.NEAR | Kind.PRESS | Kind.HELD:
            return None


def facts_of(signals: Iterable[Signal], fold: Fold | None) -> Iterator[tuple[Signal, Hardware]]:
    """What signals tell the game. A hand that came down before the deal, and is told of after it,
    means nothing: a board was cut off meanwhile, and who was first in this round is another.
    """
    for signal in signals:
        fact = fact_of(signal)
        if fact is None or (
            isinstance(fact, Touched | Lifted) and fold and fold.dealt_since(signal.at_us + LONG_US)
        ):
            continue
        yield signal, fact


def once(signal: Signal) -> str:
    """The nonce by which a journal knows a signal that is told again, as a tap's; or none."""
    return "board:" + ":".join(f"{number:x}" for number in signal.mark) if signal.mark else ""


def doubts(pads: tuple[PadNow, ...], suspects: Mapping[str, str]) -> list[Hardware]:
    """What a game must be told, so that it doubts (by pad) the pads that are doubted now."""
    why = {pad.pad: pad.why for pad in pads if pad.state == "suspect"}
    new = [Suspected(pad, words) for pad, words in why.items() if suspects.get(str(pad)) != words]
    return [*new, *(Trusted(Pad(int(pad))) for pad in suspects if int(pad) not in why)]


class PadWatch:
    """What each pad is at, for showing, and the feints that nobody was punished for."""

    def __init__(self, pads: int) -> None:
        self._touched = [False] * pads
        self._away = [False] * pads
        self._why = [""] * pads
        self._near_us: dict[Pad, int] = {}
        self.fake_outs: list[Pad] = []
        self._now: tuple[PadNow, ...] = ()  # none: something is new

    def note(self, signal: Signal, calling: bool) -> None:
        """Take in a signal; a hover counts as a feint only while PASS is called."""
        pad = signal.pad
        if pad is None or not 0 <= pad < len(self._touched):
            return
        self._now = ()
        match signal.kind:
            case Kind.TOUCH | Kind.RELEASE:
                self._touched[pad] = signal.kind is Kind.TOUCH
                self._near_us.pop(pad, None)
            case Kind.LIFT | Kind.HOME:
                self._away[pad] = signal.kind is Kind.LIFT
                self._near_us.pop(pad, None)
            case Kind.SUSPECT | Kind.TRUST:
                self._why[pad] = signal.why if signal.kind is Kind.SUSPECT else ""
            case Kind.NEAR if calling:
                self._near_us.setdefault(pad, signal.at_us)
            case _:
                pass

    def begin(self, pads: tuple[PadNow, ...], now_us: int) -> None:
        """Take over what the table believes of its pads."""
        kinds = {"touched": Kind.TOUCH, "lifted": Kind.LIFT, "suspect": Kind.SUSPECT}
        for pad in pads:
            if pad.state in kinds:
                self.note(Signal(kinds[pad.state], now_us, pad.pad, why=pad.why), False)

    def feints(self, now_us: int) -> list[Pad]:
        """Hovers that by now have proved to be feints; each is handed out once and counted."""
        over = [pad for pad, at_us in self._near_us.items() if now_us - at_us >= FAKE_OUT_US]
        for pad in over:
            del self._near_us[pad]
            self._now = ()
        self.fake_outs.extend(over)
        return over

    def next_due(self) -> int | None:
        """When the oldest hover proves to be a feint, or None."""
        return min(self._near_us.values()) + FAKE_OUT_US if self._near_us else None

    def now(self) -> tuple[PadNow, ...]:
        """All pads."""
        self._now = self._now or tuple(self._one(Pad(pad)) for pad in range(len(self._touched)))
        return self._now

    def _one(self, pad: Pad) -> PadNow:
        if self._why[pad]:
            return PadNow(pad, "suspect", self._why[pad])
        if self._away[pad]:
            return PadNow(pad, "lifted")
        if self._touched[pad]:
            return PadNow(pad, "touched")
        return PadNow(pad, "near" if pad in self._near_us else "home")
