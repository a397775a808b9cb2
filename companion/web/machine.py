"""The machine behind the table, for the referee: what the doctor says, and the check of the wires.

Decides nothing: the doctor and the check do.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

from flask import Blueprint, Response, jsonify, render_template, request

from companion.access import AccessError
from companion.codec import Shaped
from companion.frozen import dataclass
from companion.referee.wiring_checks import NotNow, WiringChecks
from companion.web import forms
from companion.web.guard import needs
from companion.web.spoken import DONE, says

if TYPE_CHECKING:
    from companion.doctor import Finding
    from companion.referee.calibration import Calibrator

ACTS = ("begin", "later", "known")
NETWORK = ("on", "off")
NO_NETWORK = "This machine cannot give the table a network of its own: docs/operations.md says why."


@dataclass(frozen=True, slots=True)
class Machine:
    """What there is to ask about the machine: its wires, `examine`, which takes a second, and where
    the table is a touch board, its calibration. `report` is one file with all that, with names or
    without. `ask_network` asks for a network of the table's own, or its end, where one can be had.
    """

    wiring: WiringChecks
    examine: "Callable[[], tuple[Finding, ...]]"
    calibrator: "Calibrator | None" = None
    report: Callable[[bool], bytes] = bytes
    ask_network: Callable[[str], bool] | None = None


def machine(parts: Machine | None) -> Blueprint:
    """The blueprint of the machine's page; without `parts` there is nothing to see: 404."""
    blueprint = Blueprint("machine", __name__)

    @blueprint.get("/machine")
    @needs("referee")
    def page() -> str:
        from companion.doctor import Standing, is_fit

        # What is wrong first; the order among equals is the doctor's.
        urgency = (Standing.BROKEN, Standing.WARNING, Standing.OK)
        found = sorted(_there(parts).examine(), key=lambda f: urgency.index(f.standing))
        return render_template("machine.html", findings=found, fit=is_fit(tuple(found)))

    @blueprint.get("/machine/report.zip")
    @needs("referee")
    def report() -> Response:
        """What somebody who helps needs to see, to be sent to them. `?names=1`: with names."""
        content = _there(parts).report(request.args.get("names") == "1")
        told = {"Content-Disposition": 'attachment; filename="splash-report.zip"'}
        return Response(content, mimetype="application/zip", headers=told)

    @blueprint.post("/api/wiring")
    @needs("referee")
    @says(DONE, {"act": Annotated[str, Shaped(enum=ACTS)]})
    def wiring() -> Response:
        """Asks for every pad and button in turn, on all walls, or leaves that."""
        act = forms.text(forms.body(), "act")
        if act not in ACTS:
            raise AccessError(400, f"Say one of {', '.join(ACTS)}.")
        checks = _there(parts).wiring
        try:
            if act == "begin":
                checks.begin()
            else:
                checks.leave(for_good=act == "known")
        except NotNow as problem:
            raise AccessError(400, str(problem)) from problem
        return jsonify(ok=True)

    _network(blueprint, parts)
    return blueprint


def _network(blueprint: Blueprint, parts: Machine | None) -> None:
    @blueprint.post("/api/network")
    @needs("referee")
    @says(DONE, {"act": Annotated[str, Shaped(enum=NETWORK)]}, refuses=(404,))
    def network() -> Response:
        """Asks for a network of the table's own, or for its end; how it goes is on the screens."""
        act = forms.text(forms.body(), "act")
        if act not in NETWORK:
            raise AccessError(400, f"Say one of {', '.join(NETWORK)}.")
        ask = _there(parts).ask_network
        if ask is None or not ask(act):
            raise AccessError(404, NO_NETWORK)
        return jsonify(ok=True)


def _there(parts: Machine | None) -> Machine:
    if parts is None:
        raise AccessError(404, "There is no machine to look at.")
    return parts
