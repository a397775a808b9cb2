"""What pages of the party draw by: who comes, pictures of answers, and where kids sit."""

from typing import Final

from companion.frozen import dataclass
from companion.games.common import Point
from companion.games.party_splash import cards as cards
from companion.games.party_splash.cards import Card, Role
from companion.games.party_splash.state import Side

MIDDLE, WIDE_MIDDLE = 590, 1200  # of the circle, and of the wide one
PLACE_WIDE, WIDER = 290, 240  # a place in it, and how much more in the wide one
NAME_WIDE, NAME_HIGH, NAME_LARGE = 188, 40, 42
# On a wall: how far from the edges the rows are, how far apart so many sit in one, and how much
# larger the places of a few are.
WIDE_EDGE, WIDE_HIGH = 100, 768
WIDE_STEPS: Final = {1: 0, 2: 1100, 3: 780, 4: 590}
FEW, LARGER = 5, 1.25
HALFWAY = 385  # from the top of any circle
_TOWELS_WIDE, _TOWELS_LEAST = 130, 5  # of a row of towels: its length, and for how many it is
# What lies before a kid: how far apart, and where the last one begins at the most.
_THINGS: Final = (39, 156)
_SMALL_THINGS: Final = (16, 58)

# Cards that are played at somebody, by the keys of their answers.
AT_SOMEBODY: Final = {
    card.name.lower(): card for card in (Card.CLAW, Card.SLIP, Card.BALL, Card.TIME_OUT)
}
# The picture of an answer or an offer: a card, or another thing.
_MARKS: Final = {
    "splash": Card.SPLASH,
    "miss": Card.MISS,
    "chips": Card.CHIPS,
    "trade": "towel",
    "hat": Card.HAT,
    "power": Card.HAT,
    "take": "wet",
    "soaked": "wet",
    "pile": "pile",
    "discard": "pile",
    "hand": "hand",
    "shows": "pile",
    "balloon": "balloon",
    "yes": Card.SPLASH,
    "no": "wet",
    "card": Card.BACKPACK,
    **AT_SOMEBODY,
    "birthday": f"role-{Role.BIRTHDAY_KID}",
    "cards": "hand",
}
# By attendee: the picture of what the power is about, and the power in a line.
POWERS: Final = (
    ("hand", "Draws a card for each towel that he loses."),
    ("icon-0", "Shows the second card he draws: a ducky or bubble gives one more."),
    (Card.MISS, "Uses a Splash as a Miss, and a Miss as a Splash."),
    (Card.CLAW, "Your card costs him a towel? He takes one from your hand."),
    ("hand", "May draw his first card out of somebody's hand."),
    (Card.HAT, "Flips against each Splash, as if he had a Hat."),
    ("pile", "Looks at three cards and keeps two of them."),
    ("icon-1", "Flips two cards and takes the one she likes."),
    (Card.SKATEBOARD, "All others see her one place farther away."),
    ("pile", "May draw his first card from the discards."),
    (Card.GOGGLES, "Sees all others one place closer."),
    ("towel", "Gives two cards for a towel, whenever she likes."),
    (Card.SPLASH, "His Splash needs two Misses."),
    ("hand", "Draws a card when her hand is empty."),
    (Card.BACKPACK, "Takes all the cards of whoever is soaked."),
    (Card.OZ, "Plays as many Splash cards as he likes."),
)
# Round the table: where each of so many sits, clockwise, on a ground of 1180 by 770.
_CIRCLES: Final = {
    1: ((590, 105),),
    2: ((590, 105), (590, 665)),
    3: ((590, 100), (960, 640), (220, 640)),
    4: ((250, 130), (930, 130), (930, 640), (250, 640)),
    5: ((590, 100), (1020, 290), (910, 665), (270, 665), (160, 290)),
    6: ((270, 100), (910, 100), (1030, 385), (910, 670), (270, 670), (150, 385)),
    7: ((590, 100), (990, 150), (1030, 400), (870, 670), (310, 670), (150, 400), (190, 150)),
    8: ((200, 100), (590, 100), (980, 100), (1030, 385), (980, 670), (590, 670), (200, 670),
        (150, 385)),
}  # fmt: skip # a table of numbers


# Who has won: what is said, and whose balloons say that they are of it.
SIDES: Final = {
    Side.PARTY.value: ("The party wins!", (Role.BIRTHDAY_KID, Role.BEST_FRIEND)),
    Side.CLASSMATES.value: ("The Classmates win!", (Role.CLASSMATE,)),
    Side.SIBLING.value: ("The Sibling wins!", (Role.SIBLING,)),
}


def mark(key: str, phase: str) -> str:
    """The picture before an answer or an offer; empty where there is none."""
    if key == "yes" and phase == "shed":
        return "hand"
    return str(_MARKS.get(key, ""))


def narrow(name: str) -> tuple[str, ...]:
    """A card's name on a narrow tile: the parts between which it may break."""
    if name == "Skateboard":
        return "Skate", "board"
    return (name.replace("squirt gun of range", "gun, reaches"),)


def circle(kids: int) -> tuple[Point, ...]:
    """Where so many sit; nobody, where nobody does."""
    return tuple(Point(x, y) for x, y in _CIRCLES.get(kids, ()))


@dataclass(frozen=True, slots=True)
class Ring:
    """The circle as a wall or a page draws it: where all sit, and how wide all of it is."""

    places: tuple[Point, ...]
    is_wide: bool

    @property
    def middle(self) -> int:
        """The middle, from the left."""
        return WIDE_MIDDLE if self.is_wide else MIDDLE

    @property
    def wide(self) -> int:
        """All of it."""
        return 2 * self.middle

    @property
    def reach(self) -> int:
        """From its middle to where they sit at the sides."""
        return self.middle - 150

    @property
    def shift(self) -> int:
        """What is drawn for an ordinary circle's middle is moved by that."""
        return self.middle - MIDDLE

    @property
    def more(self) -> int:
        """How much wider than an ordinary place each is."""
        return WIDER if self.is_wide else 0

    @property
    def place_wide(self) -> int:
        """How wide each place is."""
        return PLACE_WIDE + self.more

    @property
    def name_wide(self) -> int:
        """How much room a name has."""
        return NAME_WIDE + self.more

    @property
    def name_high(self) -> int:
        """How large its letters are at the most."""
        return NAME_LARGE if self.is_wide else NAME_HIGH

    @property
    def larger(self) -> float:
        """How much larger than an ordinary place each is: a few have the room."""
        return LARGER if self.is_wide and len(self.places) <= FEW else 1

    def bend(self, start: Point, end: Point) -> float:
        """How high what flies from one place to another is bent: in the lower row of a wide circle
        not at all, for what is said in the middle lies above it.
        """
        return end.y if self.is_wide and start.y == end.y > HALFWAY else HALFWAY


def ring(kids: int, on_wall: bool) -> Ring:
    """The circle of so many; on a wall it is as wide as the wall, and nobody stands beside it."""
    return Ring(wide_circle(kids) if on_wall else circle(kids), on_wall)


def wide_circle(kids: int) -> tuple[Point, ...]:
    """The same on a wall: clockwise, in two rows from side to side. Where places are larger, nobody
    sits in the middle of the lower one, for what is said reaches so far down there.
    """
    few = kids <= FEW
    edge = WIDE_EDGE * (LARGER if few else 1)
    below = (kids + 1) // 4 * 2 if few else kids // 2
    top = [Point(x, edge) for x in _row(kids - below)]
    return (*top, *(Point(x, WIDE_HIGH - edge) for x in reversed(_row(below))))


def _row(kids: int) -> list[int]:
    """Where so many sit beside each other."""
    step = WIDE_STEPS.get(kids, 0)
    return [round(WIDE_MIDDLE + (n - (kids - 1) / 2) * step) for n in range(kids)]


def small_circle(kids: int) -> tuple[Point, ...]:
    """The same on a phone, which is higher than wide."""
    return tuple(
        Point(round(65 + (x - 150) * 0.307, 1), round(52 + (y - 97) * 0.528, 1))
        for x, y in circle(kids)
    )


def towels(count: int) -> tuple[float, ...]:
    """Where towels hang beside each other, closer where they are many."""
    most = max(count, _TOWELS_LEAST)
    return tuple(round(-132 + n * _TOWELS_WIDE / most, 1) for n in range(count))


def count_at(towels: int) -> int:
    """Where their number stands behind them."""
    return min(towels, _TOWELS_LEAST) * 26 - 124


def things(count: int, is_small: bool = False) -> tuple[float, ...]:
    """Where what lies before a kid begins, from the first on: closer where they are many, for all
    lies on the kid's card, in the circle or in a small one.
    """
    apart, last = _SMALL_THINGS if is_small else _THINGS
    step = min(apart, last / max(count - 1, 1))
    return tuple(round(n * step, 1) for n in range(count))
