"""The sounds of SPLASH!."""

from typing import Final

from companion.sounds import Sound

SOUNDS: Final = (
    Sound("grab", "Grab!", ((350, 0),), ((523, 0, 90), (784, 90, 160))),
    Sound("foul", "Too soon!", ((500, 120), (500, 0)), ((220, 0, 180), (175, 200, 320))),
    Sound(
        "close",
        "Too close to call",
        ((60, 60), (60, 60), (60, 60), (60, 0)),
        ((440, 0, 80), (466, 110, 80), (440, 220, 80)),
    ),
    Sound(
        "letter", "A letter!", ((70, 50), (160, 0)), ((659, 0, 90), (784, 100, 90), (988, 200, 180))
    ),
)
