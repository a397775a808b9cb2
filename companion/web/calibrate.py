"""The touch board's calibration, for the referee: a guide that goes on by what the pads feel.

Decides nothing: the guide does. Only there where the table is a touch board.
"""

from typing import TYPE_CHECKING, Annotated

from flask import Blueprint, Response, jsonify, render_template

from companion.access import AccessError
from companion.codec import Shaped
from companion.referee import Referee
from companion.web import forms
from companion.web.guard import needs
from companion.web.spoken import DONE, says

if TYPE_CHECKING:
    from companion.referee.calibration import Calibrator
    from companion.web.guide import GuideShown

ACTS = ("begin", "skip", "back", "again", "keep", "stop")
Stage = Annotated[str, Shaped(enum=("idle", "guiding", "stored", "left"))]


def calibrate(referee: Referee, calibrator: "Calibrator | None") -> Blueprint:
    """The blueprint of the calibration's page; without `calibrator` there is none: 404."""
    blueprint = Blueprint("calibrate", __name__)
    known = {"calibrates": calibrator is not None, "remedies": _remedies(calibrator)}
    blueprint.record(lambda setup: setup.app.jinja_env.globals.update(known))

    @blueprint.get("/calibrate")
    @needs("referee")
    def page() -> str:
        return render_template("calibrate.html", guide=_guide(referee, calibrator))

    @blueprint.get("/api/calibrate")
    @needs("referee")
    @says({"stage": Stage, "html": str}, refuses=(403, 404))
    def state() -> Response:
        """The calibration as it stands, for its page, which asks four times a second."""
        guide = _guide(referee, calibrator)
        html = render_template("_calibrate.html", guide=guide)
        return jsonify(stage=guide.stage, html=html)

    @blueprint.post("/api/calibrate")
    @needs("referee")
    @says(DONE, {"act": Annotated[str, Shaped(enum=ACTS)]}, refuses=(404,))
    def act() -> Response:
        """Begins the calibration anew, or says what to do next in it."""
        act = forms.text(forms.body(), "act")
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


def _there(calibrator: "Calibrator | None") -> "Calibrator":
    if calibrator is None:
        raise AccessError(404, "This table has no touch board to calibrate.")
    return calibrator


def _remedies(calibrator: "Calibrator | None") -> "dict[str, tuple[str, bool]]":
    """What to do about what speaks against a pad; without a touch board nothing has to be said."""
    if calibrator is None:
        return {}
    from companion.referee.calibration import REMEDIES

    return REMEDIES


def _guide(referee: Referee, calibrator: "Calibrator | None") -> "GuideShown":
    """What the page draws from."""
    there = _there(calibrator)
    from companion.web.guide import guide_of

    return guide_of(referee, there)
