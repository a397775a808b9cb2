"""The steps of a calibration, in their order."""

from enum import Enum


class Step(Enum):
    """What is waited for; of one pad, but for the first and the last."""

    EMPTY = "empty"
    NEAR = "near"
    TOUCH = "touch"
    OFF = "off"
    LIFT = "lift"
    BACK = "back"
    RESULT = "result"
