"""The door: pictures on the wall in order, a nod of the referee, or open to all.

Decides only whether somebody comes in just now. It knows no phones, no pages and no games.
"""

import secrets
import threading
from collections.abc import Callable

from companion.access.refused import AccessError
from companion.referee.picture import DoorNow

PICTURES = (
    "anchor",
    "boat",
    "crab",
    "duck",
    "fish",
    "key",
    "kite",
    "lighthouse",
    "moon",
    "sun",
    "tree",
    "umbrella",
)
TAPS = 4
MORE_TAPS = 6  # after some wrong tries
WALL, NODS, OPEN = "wall", "nods", "open"
CHOICES = (WALL, NODS, OPEN)
OPEN_S = 120.0  # for somebody who stands here with a phone
WALL_S = 15.0  # a wall that did not ask for so long is gone, and shows no pictures to anybody
# Wrong tries are the whole table's, for a stranger has as many addresses as he likes, and count
# for the evening: if each minute gave one back, a patient one had 300 of the 20,736 orders of four
# tried in five hours, and came in on one evening of seventy. Ten an evening let somebody in on one
# of 2,000, which is twice in a thousand evenings once in twelve. Three of four pictures, and seven
# of six: one evening of 6,900, twice in a thousand once in a hundred.
WARY_AFTER = 3
WRONG_MOST = 10
EVENING_S = 18 * 3600.0  # where nobody says good night


def drawn(taps: int) -> tuple[int, ...]:
    """So many pictures in order, by their numbers; any of them may come twice."""
    return tuple(secrets.randbelow(len(PICTURES)) for _ in range(taps))


class Door:
    """The door of one table. All methods may be called from any thread."""

    def __init__(
        self,
        now_s: Callable[[], float],
        draw: Callable[[int], tuple[int, ...]] = drawn,
        wrong_s: tuple[float, ...] = (),
        keep: Callable[[tuple[float, ...]], None] = lambda wrong_s: None,
    ) -> None:
        """Wrong tries of before a start were at `wrong_s`; `keep` is told of each new one."""
        self._now_s, self._draw, self._keep = now_s, draw, keep
        self._lock = threading.Lock()
        self._chosen = ""
        self._code: tuple[int, ...] = ()
        self._lobby = False
        self._shut = False
        self._until_s = self._wall_s = float("-inf")
        self._wrong_s = wrong_s

    def choose(self, choice: str) -> None:
        """How the house lets people in; "" is by the wall where there is one, else by a nod."""
        with self._lock:
            self._chosen = choice

    def saw_wall(self) -> None:
        """A wall that may show the pictures is live now: it asks each second. One look is none."""
        with self._lock:
            self._wall_s = self._now_s()

    def note_lobby(self, lobby: bool) -> None:
        """Whether people gather for the first game: then the door stands open by itself."""
        with self._lock:
            self._lobby = lobby

    def open(self) -> None:
        """Somebody at the table wants it open: in a lobby until it is shut, else for a while."""
        with self._lock:
            self._shut = False
            self._until_s = self._now_s() + OPEN_S

    def shut(self) -> None:
        """Nobody comes in but by a nod, until somebody opens it again."""
        with self._lock:
            self._shut = True

    def end_evening(self) -> None:
        """The next evening has pictures and tries of its own."""
        with self._lock:
            self._shut, self._until_s = False, float("-inf")
            self._code = self._wrong_s = ()
            self._keep(())

    def now(self) -> DoorNow:
        """How the door is, with the pictures that the wall shows."""
        with self._lock:
            return self._look()

    def enter(self, pictures: tuple[int, ...]) -> None:
        """A stranger taps these pictures, or none at an open table. Raises AccessError: stays out.

        Who comes when only a nod lets in is not told of a right guess either.
        """
        with self._lock:
            door = self._look()
            if door.choice == OPEN and door.open:
                return
            if door.only_nods:
                raise AccessError(403, "Only a nod lets in now. Ask the referee.")
            if not door.open:
                raise AccessError(403, "The door is shut. Somebody who is in can open it.")
            if len(pictures) != door.taps:
                raise AccessError(403, "The table shows others now. Look again, and tap those!")
            if pictures != self._code:
                self._wrong_s = (*self._wrong_s, self._now_s())
                self._keep(self._wrong_s)
                raise AccessError(403, "Not these pictures. Look again, and try once more!")

    def _look(self) -> DoorNow:
        now_s = self._now_s()
        here = now_s - self._wall_s < WALL_S
        choice = self._chosen or (WALL if here else NODS)
        self._wrong_s = tuple(at_s for at_s in self._wrong_s if now_s - at_s < EVENING_S)
        asked = choice == OPEN or self._lobby or now_s < self._until_s
        is_open = choice != NODS and asked and not self._shut
        wrong = len(self._wrong_s)
        only_nods = choice == NODS or (choice == WALL and wrong >= WRONG_MOST)
        taps = TAPS if wrong < WARY_AFTER else MORE_TAPS
        if not is_open or choice != WALL or only_nods:
            self._code = ()
        elif len(self._code) != taps:
            self._code = self._draw(taps)
        shown = tuple(PICTURES[n] for n in self._code)
        return DoorNow(choice, is_open, only_nods, taps, shown)
