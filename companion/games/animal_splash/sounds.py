"""The sounds of Animal Splash: a dive goes down and up again, pearls glide."""

from typing import Final

from companion.sounds import Sound

SOUNDS: Final = (
    Sound("dive", "A dive", ((90, 60), (50, 0)), ((494, 0, 80), (370, 90, 80), (554, 190, 90))),
    Sound(
        "pearl",
        "A pearl!",
        ((40, 50), (40, 50), (150, 0)),
        ((988, 0, 60), (1245, 80, 60), (1480, 160, 150)),
    ),
    Sound(
        "mission",
        "A mission!",
        ((120, 60), (60, 60), (250, 0)),
        ((587, 0, 110), (587, 140, 60), (880, 230, 240)),
    ),
)
