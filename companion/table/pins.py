"""Where pins come from: the kernel through lgpio, or pretend pins.

Must not fall back from one to the other: a table that only pretends to feel is worse than none.
"""

import sys
import time
from collections import deque
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from threading import Thread

from gpiozero import Factory
from gpiozero.exc import PinUnknownPi
from gpiozero.pins.mock import MockFactory, MockPin, PinState

from companion.holding import at_pin
from companion.table.reading import ConfigError

BUSY = (
    "If it is busy, another companion may run (systemctl status splash-companion), or another "
    "program or an overlay in config.txt holds it: sudo companion doctor says which. Free it, or "
    "choose another pin."
)
OR_ANOTHER = ", or choose another pin."
PLAY_WITHOUT = "To play without hardware, start with --simulated."


def board_name(tree: Path = Path("/proc/device-tree")) -> str:
    """The Raspberry Pi's model, or "" on any other machine."""
    try:
        model = (tree / "model").read_text(encoding="utf-8", errors="replace").strip("\0\n ")
    except OSError:
        return ""
    return model if "Raspberry Pi" in model else ""


def real_factory() -> Factory:
    """Open the Pi's pins. Call it once a process: see the trap below.

    Trap: gpiozero alone falls back from lgpio to factories that stamp edges late or not at all,
    with only a warning; so the factory is built by name here. Trap: closing an LGPIOFactory and
    making a second one in the same process kills lgpio's only callback thread. Raises
    ConfigError with the remedy.
    """
    try:
        # Here, not at the top: importing lgpio makes a FIFO in the working folder and starts a
        # thread; with LG_WD set it also moves the process there, so all paths are absolute.
        from gpiozero.pins.lgpio import LGPIOFactory

        factory = LGPIOFactory()
        factory.pin_class = type("LatePin", (_Late, factory.pin_class), {})
        return factory
    except (ImportError, AttributeError) as error:
        # AttributeError: an old stub named lgpio, which imports and has nothing in it.
        if not board_name():
            raise ConfigError(
                "This machine is no Raspberry Pi, and only that has pins. Play on a touch board "
                f"(--table board), or with a tablet in the middle (--table tablet). {PLAY_WITHOUT}"
            ) from error
        raise ConfigError(
            f"The library lgpio, which stamps every touch, cannot be loaded ({error}). Install it "
            f"with: sudo apt install python3-lgpio (a virtual environment must be made with "
            f"--system-site-packages to see it). {_no_substitute()}{PLAY_WITHOUT}"
        ) from error
    except PinUnknownPi as error:
        raise ConfigError(
            f"This machine does not seem to be a Raspberry Pi ({error}). {PLAY_WITHOUT}"
        ) from error
    except FileNotFoundError as error:
        raise ConfigError(
            f"lgpio cannot write its pipe {error.filename} into the working folder. Set LG_WD to a "
            f"folder that this user may write to, such as one under /run. {PLAY_WITHOUT}"
        ) from error
    except Exception as error:  # lgpio.error, which cannot be named before lgpio is there
        raise ConfigError(
            f"The pins cannot be opened ({error}). Check that /dev/gpiochip0 exists and that this "
            f"user is in the group gpio: sudo usermod -aG gpio $USER, then log in again. "
            f"{PLAY_WITHOUT}"
        ) from error


class _Late:
    """A pin that outlives an edge which was on its way as its line was let go of.

    Trap: lgpio's thread may stand between its own list of callbacks and gpiozero's, which is empty
    by then: gpiozero calls nothing, literally, and the thread ends with a traceback.
    """

    def _call_when_changed(self, *edge: int) -> None:
        try:  # not `suppress`: whoever is slow here loses edges
            super()._call_when_changed(*edge)  # type: ignore[misc]
        except TypeError:
            return  # no other comes from below: what hears of edges keeps its own


def not_had(key: str, pin: int | None, problem: Exception, factory: Factory | None) -> ConfigError:
    """What to say of a pin that cannot be had: who has it, where the kernel tells, or who may."""
    chip = getattr(factory, "_chip", None)  # gpiozero tells by no other name which one it chose
    owner = None if chip is None or pin is None else at_pin(chip, pin)
    held = BUSY if owner is None else f"It is held by {owner.called}. {owner.stop}{OR_ANOTHER}"
    return ConfigError(f"{key}: GPIO {pin} cannot be had ({problem}). {held}")


def _no_substitute() -> str:
    """A sentence on RPi.GPIO, the old one or rpi-lgpio, where somebody installed that instead."""
    if find_spec("RPi") is None:
        return ""
    return "RPi.GPIO, which is here, is no substitute: it tells of touches late. "


def mock_factory(monotonic_s: Callable[[], float] = time.monotonic) -> Factory:
    """Make pretend pins whose edges are stamped by `monotonic_s`, in seconds."""
    return PretendFactory(monotonic_s)


def callback_thread(factory: Factory) -> Thread | None:
    """The one thread that brings all edges, or None for pretend pins."""
    if isinstance(factory, MockFactory):
        return None
    return getattr(sys.modules.get("lgpio"), "_notify_thread", None)


class PretendPin(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A pretend pin that takes its time from its factory, or a stamp for one edge.

    Once driven from outside it keeps its level whatever pull is chosen, as a wired pin does.
    """

    _state: bool
    _stamp_s: float | None
    _driven = False

    def drive(self, high: bool, at_s: float) -> None:
        """Drive the line from outside, with the stamp that the kernel would have given."""
        self._driven = True
        self._stamp_s = at_s
        try:
            if high:
                self.drive_high()
            else:
                self.drive_low()
        finally:
            self._stamp_s = None

    def clear_states(self) -> None:
        """Begin the history of states again."""
        self._stamp_s = None
        self._last_change = self.factory.ticks()
        # Bounded: an evening of calls and bounces must not fill the memory.
        self.states = deque([PinState(0.0, self._state)], maxlen=256)

    def _set_pull(self, value: str) -> None:
        if self._driven:
            self._pull = value
        else:
            super()._set_pull(value)

    def _change_state(self, value: bool) -> bool:
        if self._state == value:
            return False
        at_s = self.factory.ticks() if self._stamp_s is None else self._stamp_s
        self._state = value
        self.states.append(PinState(at_s - self._last_change, value))
        self._last_change = at_s
        return True


class PretendFactory(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """Pretend pins on a clock of our own.

    Trap: a MockPin ignores `bounce_time`, so nothing may rest on it.
    """

    def __init__(self, monotonic_s: Callable[[], float]) -> None:
        super().__init__(pin_class=PretendPin)
        self._monotonic_s = monotonic_s

    def ticks(self) -> float:
        """CLOCK_MONOTONIC in seconds, as this factory's clock has it."""
        return self._monotonic_s()
