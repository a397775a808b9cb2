"""When the touch board may be calibrated beside a game, and what the pages may know of it.

Decides nothing about pads: the guide in companion/table/board/calibration/guide.py does.
"""

from companion.referee.picture import Picture
from companion.referee.showing import BETWEEN_ROUNDS
from companion.table import trust
from companion.table.board import health
from companion.table.board.calibration.calibrator import Calibrator as Calibrator
from companion.table.board.calibration.guide import PadShown as PadShown
from companion.table.board.calibration.guide import Shown as Shown
from companion.table.board.calibration.margins import TOUCH_LEAST as TOUCH_LEAST
from companion.table.board.calibration.margins import Mark as Mark
from companion.table.board.calibration.margins import Result as Result
from companion.table.board.calibration.margins import in_pf as in_pf

# Of what speaks against a pad of a touch board: what to do, and whether calibrating may be it.
REMEDIES: dict[str, tuple[str, bool]] = {
    health.UNCALIBRATED: ("Show it your hands once.", True),
    health.DRIFTED: ("Dry the mat, and put the dolphin back. If that is not it:", True),
    health.NOISY: ("Is its wire loose, or a charger beside it? If that is not it:", True),
    health.OPEN: ("Its wire has come off. Is its pad another one now?", True),
    health.SHORTED: ("Its wire or its copper touches ground, or a resistor is not there.", False),
    trust.STUCK: ("Is something lying on it? It is well again when that is gone.", False),
    trust.UNPLUGGED: ("Put the dolphin back on its pad.", False),
    trust.CHATTERING: ("Its wire is loose. It is well again after three quiet seconds.", False),
}


def why_not_now(picture: Picture) -> str:
    """Why the pads cannot be calibrated just now; empty while nobody needs to trust them."""
    if picture.game is None:
        return ""
    if picture.caller.running and not picture.caller.paused:
        return "PASS is being called. Pause it first."
    if picture.review:
        return "A ruling is being looked at. Settle that first."
    if any(open_.ask.must and open_.ask.topic != BETWEEN_ROUNDS for open_ in picture.open):
        return "The game waits for an answer. Give that first."
    return ""
