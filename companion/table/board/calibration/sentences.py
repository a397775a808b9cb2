"""What the guide says: what it asks for, what it sees, and what may be in the way.

Pure, and decides nothing.
"""

from collections.abc import Sequence

from companion.table.board.calibration.margins import pf
from companion.table.board.calibration.steps import Step
from companion.table.pinout import board_wires
from companion.words import Pad, Pads, Text

FELT_LEAST = 0.75  # samples that are worth a word


def asked(step: Step, pad: Pad | None, settled: bool) -> Text:
    """What to do now."""
    if pad is None:
        if step.value == "empty":
            return Text("All dolphins on their pads, all hands off.")
        return Text("All dolphins are good.") if settled else Text("Not all dolphins are good.")
    return Text(_ASKED[step.value], pad=_one(pad))


def seen(pad: Pad, rise: float, away: Pads) -> Text:
    """What the board feels just now, most of all."""
    if away.of:
        return Text("{pads} off the pad.", pads=away)
    if rise < FELT_LEAST:
        return Text("I feel no hand.")
    return Text("I feel a hand at {pad}: {pf}.", pad=_one(pad), pf=pf(rise))


def late(step: Step, pad: Pad) -> Text | None:
    """What to look at when nothing has come for a while."""
    template = _LATE.get(step.value)
    return Text(template, pad=_one(pad), place=_place(pad)) if template else None


def hand_on(pads: Sequence[Pad]) -> Text:
    """Pads that weigh more than when they were calibrated last."""
    return Text("Is a hand on {pads}, or something that lies there?", pads=Pads(tuple(pads)))


def away(pads: Sequence[Pad]) -> Text:
    """Dolphins that are not where they should lie now."""
    return Text(
        "{pads} is off its pad. Put it back, and take the hand away. If it lies there, its wire "
        "has come off.",
        pads=Pads(tuple(pads)),
    )


def touched_already(pad: Pad) -> Text:
    """A hand that was to hover only."""
    return Text("That was a touch already. Only hover over {pad}, a finger high.", pad=_one(pad))


def wrong(pad: Pad, other: Pad) -> Text:
    """Another dolphin than the one whose turn it is."""
    return Text(
        "That is {other}. Now it is the turn of {pad}. If you are at {pad}, let the two dolphins "
        "change places.",
        pad=_one(pad),
        other=_one(other),
    )


def both(pad: Pad, other: Pad) -> Text:
    """A hand that two pads feel."""
    return Text(
        "{other} feels it, too. One hand, on {pad} alone. If it is, their wires lie too close.",
        pad=_one(pad),
        other=_one(other),
    )


def faint(pad: Pad) -> Text:
    """A touch that hardly counts."""
    return Text("That is faint. Hold {pad} by its copper, with the whole hand.", pad=_one(pad))


def still_there(pads: Sequence[Pad]) -> Text:
    """A hand that was to be gone."""
    return Text("{pads} still feels a hand. Take it well away.", pads=Pads(tuple(pads)))


def not_as_it_lay(pad: Pad) -> Text:
    """A dolphin that was put back otherwise."""
    return Text("Put {pad} down just as it lay, and take the hand away.", pad=_one(pad))


def emptier(pads: Sequence[Pad]) -> Text:
    """A pad below its empty level."""
    return Text(
        "{pads}: emptier than at the start. A hand was on it then, or its wire has come off since. "
        "Once more from there.",
        pads=Pads(tuple(pads)),
    )


_ASKED = {
    "near": "Hold a hand over {pad}, and do not touch it.",
    "touch": "Now touch {pad}, and hold on.",
    "off": "Take the hand away from {pad}.",
    "lift": "Lift {pad} off its pad.",
    "back": "Put {pad} back, and take the hand away.",
}
_LATE = {
    "near": "Nothing is felt over {pad}? Then go on to the touch.",
    "touch": "Nothing is felt at {pad}. Look at its wire and its two resistors at {place}, "
    "or leave it out.",
    "lift": "{pad} is not felt being lifted. Is the middle of its pad wired to D3?",
}


def _one(pad: Pad) -> Pads:
    return Pads((pad,))


def _place(pad: Pad) -> str:
    return next(wire.nano for wire in board_wires() if wire.name == f"PAD_{pad}")
