"""Pretend hands on pretend pins: what a family does to the table, and what goes wrong with it.

Must not take a short cut: every touch goes through the very devices and callbacks of real pins.
"""

from collections.abc import Callable, Iterator
from threading import Event, RLock, Thread

from gpiozero import Factory

from companion.table.clock import TableClock
from companion.table.config import Config, PadConfig
from companion.table.lateness import LATE_MOST_US
from companion.table.signals import Kind, Signal
from companion.words import Pad

NOISE_S = 0.02  # a loose wire that picks up the mains shakes about that often
SHAKE_US = 2_000  # between the edges of one shake
BOUNCE_US = 500  # between the edges of a bouncing contact
STAMP_OLDEST_US = LATE_MOST_US  # a tap that was longer under way has no order worth keeping


class Hands:
    """Hands that touch, lift and press, on the pins of one configuration; thread-safe.

    A stamp `at_us` keeps the order of taps that come from several pages; without one a tap is
    stamped now. Every method raises ValueError, with what there is, for an unknown pad or button.
    """

    drags = False  # time passes as it does outside, or flies

    def __init__(
        self,
        config: Config,
        factory: Factory,
        clock: TableClock,
        feel: Callable[[Signal], None],
    ) -> None:
        """Put every dolphin in its place; make the hands before the table, which looks at once.

        `factory` is a `mock_factory`; `feel` gets what no pin feels: a hand that hovers.
        """
        self._factory = factory
        self._clock = clock
        self._feel = feel
        self._pads = tuple(_PretendPad(pad) for pad in config.pads)
        self._buttons = dict(config.buttons.named())
        self._buzzer = config.buzzer
        self._ear_s = 0.0  # monotonic time of the buzzer's last change that was listened to
        if config.buzzer.pin is not None:
            factory.pin(config.buzzer.pin).clear_states()
            self._ear_s = factory.ticks()
        self._bounce_us = 0
        self._stamps: dict[int, int] = {}  # by pin: the latest edge, which no other may precede
        self._lock = RLock()
        self._noisy = Event()
        self._closed = False
        self._shaker = Thread(target=self._shake_forever, name="pretend-noise", daemon=True)
        rest = [level for pad in self._pads for level in pad.levels()]
        for pin, high in rest + [(pin, True) for pin in self._buttons.values()]:
            self._edge(pin, high, clock.now_us())

    def start(self) -> None:
        """Start the thread that shakes noisy pads."""
        self._shaker.start()

    def close(self) -> None:
        """End the thread; idempotent."""
        self._closed = True
        self._noisy.set()
        if self._shaker.is_alive():
            self._shaker.join()

    def alive(self) -> bool:
        """Whether somebody feels these hands: a pin always does."""
        return True

    def trouble(self) -> str:
        """A sentence about the pretended table itself; pins have none."""
        return ""

    def look_for(self, what: Pad | str) -> None:
        """Whether there is this pad, or this button."""
        if isinstance(what, str):
            self._button(what)
        else:
            self._pad(what)

    def touch(self, pad: Pad, at_us: int | None = None) -> None:
        """Lay a hand on the dolphin."""
        self._do(pad, at_us, touched=True)

    def wait_until_felt(self, pad: Pad) -> None:
        """Nothing to wait for: a pin is felt while it is driven."""
        self._pad(pad)

    def release(self, pad: Pad, at_us: int | None = None) -> None:
        """Take the hand off the dolphin."""
        self._do(pad, at_us, touched=False)

    def lift(self, pad: Pad, at_us: int | None = None) -> None:
        """Take the dolphin away; the pad under it feels no hand then."""
        self._do(pad, at_us, lifted=True)

    def home(self, pad: Pad, at_us: int | None = None) -> None:
        """Put the dolphin back and let go of it."""
        self._do(pad, at_us, lifted=False, touched=False)

    def near(self, pad: Pad, at_us: int | None = None) -> None:
        """Hover over the dolphin: no pin feels that, so it is told directly."""
        self._pad(pad)
        with self._lock:
            self._feel(Signal(Kind.NEAR, self._stamp(at_us), pad, source="sim"))

    def away(self, pad: Pad) -> None:
        """Stop hovering: nothing feels that."""
        self._pad(pad)

    def press(self, button: str, at_us: int | None = None) -> None:
        """Push a table button down."""
        self._drive(self._button(button), False, at_us)

    def let_go(self, button: str, at_us: int | None = None) -> None:
        """Let a table button come up."""
        self._drive(self._button(button), True, at_us)

    def tap(self, button: str) -> None:
        """Press a table button and let it go at once."""
        self.press(button)
        self.let_go(button)

    def hears(self) -> bool:
        """Whether the buzzer sounds."""
        pin = self._buzzer.pin
        return pin is not None and bool(self._factory.pin(pin).state) == self._buzzer.active_high

    def beeps(self) -> list[int]:
        """When the buzzer began to sound, in table time, since this was asked last."""
        if self._buzzer.pin is None:
            return []
        pin, began = self._factory.pin(self._buzzer.pin), []
        while pin.states:
            since_s, high = pin.states.popleft()
            self._ear_s += since_s
            if high == self._buzzer.active_high and since_s:
                began.append(self._clock.from_ticks(self._ear_s))
        return began

    def set_bounce(self, ms: int) -> None:
        """Let all contacts bounce for `ms` milliseconds from now on; 0 for clean ones."""
        if not 0 <= ms <= 25:
            raise ValueError(f"{ms} ms is no bounce: say 0 to 25 ms.")
        self._bounce_us = ms * 1000

    def set_noise(self, pad: Pad, on: bool) -> None:
        """Let the pad's wire pick up noise, or stop that."""
        with self._lock:
            self._pad(pad).noisy = on
            if any(each.noisy for each in self._pads):
                self._noisy.set()
            else:
                self._noisy.clear()
            self._settle(self._pad(pad), None)

    def stick(self, pad: Pad, on: bool) -> None:
        """Let the pad feel a hand all the time, or stop that."""
        self._do(pad, None, stuck=on)

    def unplug(self, pad: Pad, on: bool) -> None:
        """Pull the pad's plug, or put it back: its pins go to where their pulls draw them."""
        self._do(pad, None, unplugged=on)

    def shake(self) -> None:
        """Make one burst of noise on every noisy pad."""
        with self._lock:
            for pad in self._pads:
                for pin, high in pad.levels() if pad.noisy else ():
                    at_us = self._clock.now_us()
                    for i in range(4):
                        self._edge(pin, high == bool(i % 2), at_us + i * SHAKE_US)

    def _do(self, pad: Pad, at_us: int | None, **truth: bool) -> None:
        with self._lock:
            pretend = self._pad(pad)
            for name, value in truth.items():
                setattr(pretend, name, value)
            self._settle(pretend, at_us)

    def _settle(self, pad: "_PretendPad", at_us: int | None) -> None:
        for pin, high in pad.levels():
            self._drive(pin, high, at_us)

    def _drive(self, pin: int, high: bool, at_us: int | None) -> None:
        with self._lock:
            if bool(self._factory.pin(pin).state) == high:
                return
            stamp_us = self._stamp(at_us)
            self._edge(pin, high, stamp_us)
            for since_us in range(BOUNCE_US, self._bounce_us, 2 * BOUNCE_US):
                self._edge(pin, not high, stamp_us + since_us)
                self._edge(pin, high, stamp_us + since_us + BOUNCE_US)

    def _edge(self, pin: int, high: bool, at_us: int) -> None:
        at_us = max(at_us, self._stamps.get(pin, at_us - 1) + 1)
        self._stamps[pin] = at_us
        self._factory.pin(pin).drive(high, self._clock.to_monotonic_s(at_us))

    def _stamp(self, at_us: int | None) -> int:
        now_us = self._clock.now_us()
        if at_us is None:
            return now_us
        return min(now_us, max(at_us, now_us - STAMP_OLDEST_US))

    def _pad(self, pad: Pad) -> "_PretendPad":
        if not 0 <= pad < len(self._pads):
            raise ValueError(f"There is no pad {pad}: there are 0 to {len(self._pads) - 1}.")
        return self._pads[pad]

    def _button(self, button: str) -> int:
        if button not in self._buttons:
            raise ValueError(
                f"There is no button {button!r}: there are {', '.join(self._buttons)}."
            )
        return self._buttons[button]

    def _shake_forever(self) -> None:
        pause = Event()
        while self._noisy.wait() and not self._closed:
            self.shake()
            pause.wait(NOISE_S)


class _PretendPad:
    """What is true of one pad, whatever its pins say."""

    def __init__(self, config: PadConfig) -> None:
        self._config = config
        self.touched = self.lifted = False
        self.stuck = self.unplugged = self.noisy = False

    def levels(self) -> Iterator[tuple[int, bool]]:
        """Every input pin of the pad, and whether it is high."""
        config = self._config
        if config.touch is not None:
            felt = self.stuck or (self.touched and not self.lifted)
            yield config.touch, (felt and not self.unplugged) == config.touch_active_high
        if config.switch is not None:
            closed = self.lifted != config.switch_closed_at_home
            yield config.switch, self.unplugged or not closed
