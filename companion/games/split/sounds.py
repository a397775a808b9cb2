"""The sounds of SPLIT: a match sounds by its kind, and a chip is a click."""

from typing import Final

from companion.sounds import Sound

SOUNDS: Final = (
    Sound("weak", "A weak match", ((110, 0),), ((523, 0, 140),)),
    Sound("strong", "A strong match", ((110, 70), (110, 0)), ((523, 0, 110), (784, 130, 170))),
    Sound(
        "perfect",
        "A perfect match!",
        ((110, 70), (110, 70), (330, 0)),
        ((523, 0, 100), (784, 120, 100), (1047, 240, 100), (1319, 360, 340)),
    ),
    Sound("chip", "Click", ((30, 0),), ((1175, 0, 40),)),
    Sound("removed", "A chip comes off", ((30, 90), (110, 0)), ((1175, 0, 40), (587, 110, 130))),
    Sound(
        "claim",
        "No match?",
        ((80, 80), (80, 80), (80, 0)),
        ((466, 0, 90), (466, 140, 90), (415, 280, 110)),
    ),
    Sound(
        "exchange",
        "New cards",
        ((40, 30), (40, 30), (40, 120), (40, 30), (40, 0)),
        ((698, 0, 40), (740, 60, 40), (784, 120, 40), (698, 260, 40), (740, 320, 60)),
    ),
    Sound("false", "There is a match", ((220, 70), (330, 0)), ((330, 0, 180), (277, 210, 300))),
    Sound(
        "spent",
        "No cards can come",
        ((330, 90), (220, 90), (110, 90), (60, 0)),
        ((392, 0, 220), (349, 250, 180), (311, 460, 140), (262, 630, 220)),
    ),
)
