"""What follows from a fact once it is written and shown: sounds, lights, news to screens, hooks.

Decides nothing. Each is tried by itself: one that fails is said with its remedy, and that is all.
"""

import traceback
from collections.abc import Callable, Mapping
from enum import Enum
from threading import Lock
from types import MappingProxyType
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Effect(Enum):
    """What may fail; a trouble is over when the same effect works again."""

    CALLS = "calls"
    """PASS begins, or ends, as the game wants it, or at a touch in the thread that felt it."""
    HOLD = "hold"
    """PASS is held, or goes on."""
    TEMPO = "tempo"
    SIGN = "sign"
    CALLER = "caller"
    """What the caller is at, for showing."""
    NEWS = "news"
    """What live screens are told at once."""
    SCREENS = "screens"
    """That there is a newer picture wakes them."""
    DOOR = "door"
    HELD = "held"
    WIRES = "wires"
    """What the check of the wires makes of a signal."""
    WRITTEN = "written"
    LEAVING = "leaving"
    """What a game is told yet before it is left."""
    LIGHTS = "lights"
    REVIEW = "review"
    """That a review is over is noted for a restart."""


_SOUND = (
    "The table's sounds do not do as they should. All that is told counts, so play on; "
    "if it stays quiet, look at the buzzer's wires and start the companion again."
)
_STILL = (
    "Screens may have missed a touch, a sound or what came of it. All of it counts; "
    "load a page again if it stays still."
)
_BUTTON = (
    "START does not open the door just now. Let people in on the referee's phone; "
    "if that stays so, start the companion again."
)
_SENTENCES: Mapping[Effect, str] = MappingProxyType(
    {
        Effect.CALLS: _SOUND,
        Effect.HOLD: _SOUND,
        Effect.TEMPO: _SOUND,
        Effect.SIGN: _SOUND,
        Effect.CALLER: _SOUND,
        Effect.NEWS: _STILL,
        Effect.SCREENS: _STILL,
        Effect.DOOR: _BUTTON,
        Effect.HELD: _BUTTON,
        Effect.WIRES: "The check of the wires missed something. Begin it again on the "
        "referee's phone, or play: what is told counts.",
        Effect.WRITTEN: "The touch board could not be told what is noted. All of it counts; "
        "if this stays, pull its plug and put it back.",
        Effect.LEAVING: "The cards of the round that was left could not be opened. All else "
        "counts; play on.",
        Effect.LIGHTS: "The dolphins' lights do not do as they should. Go by the screens, and "
        "look at the lights' wires when there is time.",
        Effect.REVIEW: "It could not be noted yet that a review is over. That is tried again; "
        "if it stays so, make room on the card.",
    }
)


class Effects:
    """Tries effects, and says which do not work by now. May be used from any thread."""

    def __init__(self, note: Callable[[str, str], None]) -> None:
        """`note` shows the sentence of a trouble by its key, or takes it away; it never waits."""
        self._note = note
        self._failing: set[Effect] = set()
        self._lock = Lock()

    def tried(
        self, effect: Effect, work: Callable[P, T], /, *args: P.args, **more: P.kwargs
    ) -> T | None:
        """What comes of the work; None, and a sentence on the screens, if it fails."""
        try:
            done = work(*args, **more)
        except Exception as problem:  # whatever it is, the fact before it counts and is shown
            self._failed(effect, problem)
            return None
        if effect in self._failing:
            self._works(effect)
        return done

    def _failed(self, effect: Effect, problem: Exception) -> None:
        with self._lock:
            if effect not in self._failing:
                self._failing.add(effect)
                self._note(f"effect {effect.value}", _SENTENCES[effect])
                traceback.print_exception(problem)  # for the machine's own log, once

    def _works(self, effect: Effect) -> None:
        with self._lock:
            if effect in self._failing:
                self._failing.remove(effect)
                self._note(f"effect {effect.value}", "")
