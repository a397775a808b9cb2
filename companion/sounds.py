"""What can be heard at the table: each sound as a rhythm, a tune and words, and the table's own.

Games bring more of their own; who sounds what when is not decided here.
"""

from typing import Annotated, Final

from companion.frozen import dataclass
from companion.words import Between

Long = Annotated[int, Between(1, 10_000)]
Wait = Annotated[int, Between(0, 10_000)]
Hertz = Annotated[int, Between(20, 20_000)]  # what people hear


@dataclass(frozen=True, slots=True)
class Sound:
    """A sound for the buzzer, for phones, and for who reads.

    Told apart by rhythm alone, for an active buzzer has one pitch; and by tune, not only by pitch.
    """

    name: str
    caption: str
    rhythm: tuple[tuple[Long, Wait], ...]  # (on_ms, off_ms)
    tune: tuple[tuple[Hertz, Wait, Long], ...]  # (hertz, start_ms, long_ms)


COMMON: Final = (
    Sound("pass", "Pass!", ((90, 0),), ((880, 0, 70), (660, 70, 110))),
    Sound(
        "start",
        "Here we go",
        ((60, 60), (60, 60), (250, 0)),
        ((392, 0, 100), (523, 120, 100), (659, 240, 180)),
    ),
    Sound("question", "A question for you", ((60, 90), (120, 0)), ((587, 0, 110), (740, 140, 160))),
    Sound("deny", "Not this time", ((250, 60), (60, 0)), ((300, 0, 120), (240, 130, 160))),
    Sound(
        "fake_out",
        "Fake-out!",
        ((30, 30), (30, 0)),
        ((900, 0, 60), (1200, 60, 60), (900, 120, 60), (1400, 180, 120)),
    ),
    Sound(
        "win",
        "We have a winner!",
        ((100, 50), (100, 50), (100, 50), (400, 80), (100, 50), (500, 0)),
        ((523, 0, 120), (659, 130, 120), (784, 260, 120), (1047, 390, 420)),
    ),
    Sound(
        "tie",
        "A tie!",
        ((200, 100), (200, 100), (200, 0)),
        ((523, 0, 140), (523, 200, 140), (659, 400, 140), (659, 600, 140)),
    ),
    Sound(
        "over",
        "The round is over",
        ((400, 80), (120, 60), (120, 0)),
        ((784, 0, 300), (587, 330, 120), (392, 470, 200)),
    ),
    Sound("card", "A card", ((45, 0),), ((622, 0, 60),)),
    Sound(
        "shuffle",
        "Shuffle!",
        ((35, 35), (35, 35), (35, 35), (35, 35), (35, 35), (35, 35), (35, 35), (35, 0)),
        (
            (831, 0, 35),
            (932, 60, 35),
            (831, 120, 35),
            (932, 180, 35),
            (831, 240, 35),
            (932, 300, 35),
            (831, 360, 35),
            (932, 420, 90),
        ),
    ),
    # Heard as the table comes awake between games: phones can find it, or not yet.
    Sound(
        "awake",
        "The table is awake",
        ((60, 60), (120, 60), (400, 0)),
        ((523, 0, 90), (587, 120, 120), (880, 270, 300)),
    ),
    Sound(
        "alone",
        "Awake, but no phone can find this table",
        ((60, 60), (120, 60), (400, 400), (60, 0)),
        ((523, 0, 90), (587, 120, 120), (440, 270, 300), (330, 900, 120)),
    ),
    # The wires' own: heard while they are checked, when all were right, when one was not.
    Sound("felt", "Felt", ((40, 0),), ((740, 0, 90),)),
    Sound(
        "wired",
        "All wires are right",
        ((60, 60), (250, 60), (60, 0)),
        ((523, 0, 90), (659, 110, 90), (784, 220, 200)),
    ),
    Sound(
        "miswired",
        "Look at the wires",
        ((250, 60), (250, 60), (60, 0)),
        ((330, 0, 140), (262, 160, 240)),
    ),
)
