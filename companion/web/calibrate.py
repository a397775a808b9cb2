"""The touch board's calibration, for the referee: a guide that goes on by what the pads feel.

Decides nothing: the guide does. Only there where the table is a touch board.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from flask import Blueprint, Response, jsonify, render_template

from companion.access import AccessError
from companion.codec import Shaped
from companion.referee import Referee
from companion.referee.calibration import (
    REMEDIES,
    TOUCH_LEAST,
    Calibrator,
    Mark,
    PadShown,
    Result,
    Shown,
    in_pf,
)
from companion.say import Names, say
from companion.web import forms
from companion.web.guard import needs
from companion.web.snapshot import pad_key
from companion.web.spoken import DONE, says

ACTS = ("begin", "skip", "back", "again", "keep", "stop")
Stage = Annotated[str, Shaped(enum=("idle", "guiding", "stored", "left"))]
BAR_PF = 24.0  # a full bar: a grown-up's hand is more
SIGNS = {Mark.GOOD: "✓", Mark.WEAK: "!", Mark.BAD: "✗", Mark.LEFT_OUT: "–"}


def calibrate(referee: Referee, calibrator: Calibrator | None) -> Blueprint:
    """The blueprint of the calibration's page; without `calibrator` there is none: 404."""
    blueprint = Blueprint("calibrate", __name__)
    known = {"calibrates": calibrator is not None, "remedies": REMEDIES}
    blueprint.record(lambda setup: setup.app.jinja_env.globals.update(known))

    @blueprint.get("/calibrate")
    @needs("referee")
    def page() -> str:
        return render_template("calibrate.html", guide=_guide(referee, _there(calibrator)))

    @blueprint.get("/api/calibrate")
    @needs("referee")
    @says({"stage": Stage, "html": str}, refuses=(403, 404))
    def state() -> Response:
        """The calibration as it stands, for its page, which asks four times a second."""
        guide = _guide(referee, _there(calibrator))
        html = render_template("_calibrate.html", guide=guide)
        return jsonify(stage=guide["stage"], html=html)

    @blueprint.post("/api/calibrate")
    @needs("referee")
    @says(DONE, {"act": Annotated[str, Shaped(enum=ACTS)]}, refuses=(404,))
    def act() -> Response:
        """Begins the calibration anew, or says what to do next in it."""
        act = forms.text(forms.told(), "act")
        if act not in ACTS:
            raise AccessError(400, f"Say one of {', '.join(ACTS)}.")
        if act == "stop" and calibrator is None:
            return jsonify(ok=True)  # nothing is on, as was wanted
        if act == "begin":
            _there(calibrator).begin()
        else:
            _there(calibrator).say(act)  # what means nothing any more changes nothing
        return jsonify(ok=True)

    return blueprint


def _there(calibrator: Calibrator | None) -> Calibrator:
    if calibrator is None:
        raise AccessError(404, "This table has no touch board to calibrate.")
    return calibrator


def _guide(referee: Referee, calibrator: Calibrator) -> dict[str, Any]:
    """What the page draws from."""
    now, names = calibrator.now(), referee.picture.names
    shown = _shown(now.shown, names) if now.shown is not None else None
    return {"stage": now.stage.value, "said": now.said, "shown": shown}


def _shown(shown: Shown, names: Names) -> Mapping[str, Any]:
    pads = [_pad(pad, names) for pad in shown.pads]
    results = [pad["result"] for pad in pads if pad["result"]]
    longest_pf = max([BAR_PF, *(result["touch_pf"] for result in results)])
    return {
        "step": shown.step.value,
        "pad": next((pad for pad in pads if pad["asked"]), None),
        "asked": say(shown.asked, names),
        "seen": say(shown.seen, names),
        "hint": say(shown.hint, names) if shown.hint else "",
        "pads": pads,
        "may": shown.may,
        "over": shown.is_over,
        "good": shown.is_good,
        "bar_pf": BAR_PF,
        "touch_pf": in_pf(TOUCH_LEAST),
        "longest_pf": longest_pf,
    }


def _pad(pad: PadShown, names: Names) -> dict[str, Any]:
    return {
        "name": names.pad(pad.pad),
        "key": pad_key(pad.pad),
        "asked": pad.is_asked,
        "pf": in_pf(pad.rise),
        "result": _result(pad.result, names) if pad.result else None,
    }


def _result(result: Result, names: Names) -> dict[str, Any]:
    measured = result.measured
    return {
        "mark": result.mark.name.lower(),
        "sign": SIGNS[result.mark],
        "said": say(result.said, names),
        "why": [say(why, names) for why in result.why],
        "touch_pf": in_pf(measured.grip) if measured else 0.0,
        "noise_pf": in_pf(measured.noise) if measured else 0.0,
        "other_pf": in_pf(max(0.0, measured.echo)) if measured else 0.0,
        "needed_pf": in_pf(measured.needed) if measured else 0.0,
    }
