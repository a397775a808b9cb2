"""What the calibration's page shows of the guide, in words and picofarads.

Decides nothing: the guide does. Loaded where there is a touch board.
"""

from companion.frozen import dataclass
from companion.referee import Referee
from companion.referee.calibration import (
    TOUCH_LEAST,
    Calibrator,
    Mark,
    PadShown,
    Result,
    Shown,
    in_pf,
)
from companion.say import Names, say
from companion.web.snapshot import pad_key

BAR_PF = 24.0  # a full bar: a grown-up's hand is more
SIGNS = {Mark.GOOD: "✓", Mark.WEAK: "!", Mark.BAD: "✗", Mark.LEFT_OUT: "–"}


@dataclass(frozen=True, slots=True)
class PadMeasured:
    """How a pad came out: its mark as a word and as a sign, and what was felt, in picofarads."""

    mark: str
    sign: str
    said: str
    why: tuple[str, ...]
    touch_pf: float
    noise_pf: float
    other_pf: float
    needed_pf: float


@dataclass(frozen=True, slots=True)
class PadFelt:
    """A pad in the guide: its colour (`key`), what it feels now, and how it came out so far."""

    name: str
    key: str
    asked: bool
    pf: float
    result: PadMeasured | None


@dataclass(frozen=True, slots=True)
class GuideStep:
    """What to do now; `may` are the words that would be taken."""

    step: str
    pad: PadFelt | None
    asked: str
    seen: str
    hint: str
    pads: tuple[PadFelt, ...]
    may: tuple[str, ...]
    over: bool
    good: bool
    bar_pf: float
    touch_pf: float
    longest_pf: float


@dataclass(frozen=True, slots=True)
class GuideShown:
    """The calibration as its page shows it."""

    stage: str
    said: str
    shown: GuideStep | None


def guide_of(referee: Referee, calibrator: Calibrator) -> GuideShown:
    """What the page draws from."""
    now, names = calibrator.now(), referee.picture.names
    shown = _shown(now.shown, names) if now.shown is not None else None
    return GuideShown(now.stage.value, now.said, shown)


def _shown(shown: Shown, names: Names) -> GuideStep:
    pads = tuple(_pad(pad, names) for pad in shown.pads)
    return GuideStep(
        step=shown.step.value,
        pad=next((pad for pad in pads if pad.asked), None),
        asked=say(shown.asked, names),
        seen=say(shown.seen, names),
        hint=say(shown.hint, names) if shown.hint else "",
        pads=pads,
        may=shown.may,
        over=shown.is_over,
        good=shown.is_good,
        bar_pf=BAR_PF,
        touch_pf=in_pf(TOUCH_LEAST),
        longest_pf=max([BAR_PF, *(pad.result.touch_pf for pad in pads if pad.result)]),
    )


def _pad(pad: PadShown, names: Names) -> PadFelt:
    return PadFelt(
        name=names.pad(pad.pad),
        key=pad_key(pad.pad),
        asked=pad.is_asked,
        pf=in_pf(pad.rise),
        result=_result(pad.result, names) if pad.result else None,
    )


def _result(result: Result, names: Names) -> PadMeasured:
    measured = result.measured
    return PadMeasured(
        mark=result.mark.name.lower(),
        sign=SIGNS[result.mark],
        said=say(result.said, names),
        why=tuple(say(why, names) for why in result.why),
        touch_pf=in_pf(measured.grip) if measured else 0.0,
        noise_pf=in_pf(measured.noise) if measured else 0.0,
        other_pf=in_pf(max(0.0, measured.echo)) if measured else 0.0,
        needed_pf=in_pf(measured.needed) if measured else 0.0,
    )
