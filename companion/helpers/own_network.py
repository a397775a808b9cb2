"""When the table has a network of its own: for whoever switches it on, until nobody wants it.

Pure: words and looks come in with their time, and what is to be done comes out.
"""

from dataclasses import replace
from enum import Enum

from companion.frozen import dataclass

NOBODY_S = 600.0  # nobody came so long: the former network comes back
ON, OFF = WORDS = ("on", "off")  # all that may be asked
NOBODY_CAME = "Nobody came into the table's own network in ten minutes, so it is off again."
LOST = "The table's own network has ended. Switch it on again, if you want it."
OVER = "The table's own network is off."


class Phase(Enum):
    """How far it is."""

    OFF = "off"
    COMING = "coming"
    ON = "on"
    GOING = "going"


class Todo(Enum):
    """What is to be done now."""

    NOTHING = "nothing"
    RAISE = "raise"
    LOWER = "lower"


@dataclass(frozen=True, slots=True)
class Own:
    """The network as it is: since when, and whether anybody ever came into it."""

    phase: Phase = Phase.OFF
    since_s: float = 0.0
    came: bool = False
    say: str = ""  # why it went, until it comes again

    def told(self, word: str, now_s: float) -> "tuple[Own, Todo]":
        """Somebody asks for it, or wants it no more."""
        if word == ON and self.phase is Phase.OFF:
            return Own(Phase.COMING, now_s), Todo.RAISE
        if word == OFF and self.phase is Phase.ON:
            return self._goes(OVER, now_s)
        return self, Todo.NOTHING

    def done(self, why_not: str, now_s: float) -> "Own":
        """What was to be done is done; `why_not` is a sentence where it could not be."""
        if self.phase is Phase.COMING and not why_not:
            return Own(Phase.ON, now_s)
        return Own(Phase.OFF, now_s, say=why_not or self.say)

    def looked(self, is_up: bool, guests: int, now_s: float) -> "tuple[Own, Todo]":
        """How it is at a look: whether it is there, and how many phones are in it."""
        if self.phase is not Phase.ON:
            return self, Todo.NOTHING
        if not is_up:
            return self._goes(LOST, now_s)
        if guests or self.came:
            return replace(self, came=True), Todo.NOTHING
        if now_s - self.since_s >= NOBODY_S:
            return self._goes(NOBODY_CAME, now_s)
        return self, Todo.NOTHING

    def _goes(self, why: str, now_s: float) -> "tuple[Own, Todo]":
        return Own(Phase.GOING, now_s, self.came, why), Todo.LOWER
