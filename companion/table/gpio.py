"""The table on GPIO pins: touch modules, lever switches, buttons and lights, as signals.

Must not judge, debounce by waiting, or do anything in a callback but map and hand over. Real and
pretend pins go through the very same devices and callbacks.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator
from threading import Event, RLock, Thread, current_thread

from gpiozero import DigitalInputDevice, DigitalOutputDevice, Factory
from gpiozero.pins.mock import MockFactory

from companion.frozen import dataclass
from companion.table import trust
from companion.table.clock import TableClock
from companion.table.config import Config, PadConfig
from companion.table.edges import Change, Line
from companion.table.pins import callback_thread, not_had
from companion.table.pins import mock_factory as mock_factory
from companion.table.pins import real_factory as real_factory
from companion.table.signals import Kind, Signal
from companion.words import Pad

TICK_S = 0.05  # a missed edge is made up within two ticks, before anybody wonders
REST_S = 5.0  # while nothing is felt and no hand would count: edges get lost where many come
BUSY_S, BUSY_TRIES = 0.02, 150  # how long lines that are let go of may stay busy
HELD_US = 5_000_000  # long enough that nobody holds a button by leaning on it


@dataclass(frozen=True, slots=True)
class PadState:
    """What is believed of one pad now. `why` is empty while the pad is trusted."""

    pad: Pad
    touched: bool
    home: bool
    why: str
    margin: str = ""
    """In words, how much is left between this pad and trouble, where it can tell."""


class Table:
    """All inputs and lights. `feel` gets every signal; it is called from other threads, must only
    enqueue, and its order is not the order of stamps: see `settle.py`.
    """

    def __init__(
        self,
        config: Config,
        clock: TableClock,
        factory: Factory,
        feel: Callable[[Signal], None],
        notify_thread: Thread | None = None,
        hands_count: Callable[[], bool] = lambda: False,
    ) -> None:
        """Open every pin of `config`.

        `notify_thread` replaces the thread that `alive` looks at. While `hands_count` no missed
        edge waits for the end of a rest. The factory stays the caller's, to be closed once and
        after the table. Raises ConfigError if a pin cannot be had.
        """
        self._clock = clock
        self._feel = feel
        self._source = "sim" if isinstance(factory, MockFactory) else "gpio"
        self._notify_thread = notify_thread or callback_thread(factory)
        self._troubles: deque[str] = deque(maxlen=8)  # a storm must not fill the memory
        self._lock = RLock()  # callbacks, the watch and askers; held for microseconds
        self._closed = False
        self.rounds = 0  # grows while the watch comes round
        self._hands_count = hands_count
        self._stop, self._stirred = Event(), Event()
        self._watcher = Thread(target=self._watch_forever, name="table-watch", daemon=True)
        self._points: list[_Point] = []
        self.lights = Lights()
        try:
            for wire in _wires(config):
                # Trap: gpiozero holds callbacks by weak reference; this list keeps them alive.
                self._points.append(self._open(wire, factory))
            self.lights = Lights(config.pads, factory)
        except Exception:
            self.close()
            raise
        self._posts = tuple(_Post(points) for points in _by_place(self._points))

    def start(self) -> None:
        """Start the one thread that watches over all pads."""
        self._watcher.start()

    def watch(self, now_us: int) -> None:
        """Look once at every level: make up missed edges, tell held buttons and doubtful pads."""
        with self._lock:
            for step, posts in ((self._look, self._posts), (self._doubt, self._busy())):
                for post in posts if not self._closed else ():
                    try:
                        step(post, now_us)
                    except Exception as error:  # a broken line must not blind the others
                        self._note(f"look at {post.points[0].wire.key}", error)

    def pads(self) -> tuple[PadState, ...]:
        """What is believed of every pad now, also of those that nobody has touched yet."""
        with self._lock:
            return tuple(post.state() for post in self._posts if post.pad is not None)

    def is_resting(self) -> bool:
        """Whether the next look may wait for an edge, or for `REST_S`."""
        with self._lock:
            quick = any(post.is_quick() for post in self._posts)
        return not quick and not self._hands_count()

    def stir(self) -> None:
        """End the watch's rest: hands may count by now."""
        self._stirred.set()

    @property
    def is_away(self) -> bool:
        """Pins are always there."""
        return False

    def alive(self) -> bool:
        """False once signals can no longer arrive: then the process must end and start anew.

        Trap: one exception in any callback ends lgpio's only thread, and every button is dead
        without a word.
        """
        dead = self._notify_thread is not None and not self._notify_thread.is_alive()
        started = self._watcher.ident is not None
        return not dead and not self._closed and (self._watcher.is_alive() or not started)

    def trouble(self) -> tuple[str, ...]:
        """Sentences about what is wrong with the table, for the screens; empty if all is well."""
        with self._lock:
            said = list(self._troubles)
            if not self.alive() and not self._closed:
                said.append("The table has stopped feeling. Start the companion again.")
            said += [post.complaint() for post in self._posts if post.pad is None and post.why]
            return tuple(said)

    def close(self) -> None:
        """Let go of all pins and put out the lights; idempotent. The process should end after it.

        Trap: an edge meanwhile can hold lgpio's thread, and one of the lines, as long as it lives.
        """
        with self._lock:
            self._closed = True  # a callback on its way finds the table closed
        self._stop.set()
        self._stirred.set()
        if self._watcher.is_alive() and self._watcher is not current_thread():
            self._watcher.join()
        # Trap: an edge on a pin whose factory was closed kills lgpio's thread, and closing a pin
        # does not end its alerts. So first no more alerts, then the pin.
        patience = iter(range(BUSY_TRIES))  # with all lines together: an end is waited for
        for point in self._points:
            self._let_go(point, point.hush, patience)
        for point in self._points:
            self._let_go(point, point.close, patience)
        self.lights.close()

    def _let_go(self, point: "_Point", step: Callable[[], None], patience: Iterator[int]) -> None:
        """One step of letting go of a line; whatever it says, the next line has its turn.

        Trap: lgpio gives its thread 2 ms to leave a line. Where the machine is busier than that
        the line is still held, and taking its alerts away raises "GPIO busy".
        """
        while True:
            try:
                return step()
            except Exception as error:
                if next(patience, None) is None:
                    return self._note(f"let go of {point.wire.key}", error)
                time.sleep(BUSY_S)

    def _open(self, wire: "_Wire", factory: Factory) -> "_Point":
        try:
            point = _Point(wire, self._edge, factory)
        except Exception as error:  # lgpio.error and gpiozero's: all mean that it cannot be had
            raise not_had(wire.key, wire.pin, error, factory) from error
        point.line = Line(point.is_on(), self._clock.now_us())
        return point

    def _edge(self, point: "_Point", ticks: float, high: bool) -> None:
        # Trap: one exception here would kill lgpio's only callback thread. Trap: a slow callback
        # loses events without a word, so it maps the edge, enqueues it and ends.
        try:
            with self._lock:
                if point.line is None or point.post is None or self._closed:
                    return  # while opening; the watch makes up what it meant
                at_us = self._clock.from_ticks(ticks)
                point.post.trust.edge(at_us)
                self._take(point, point.line.edge(at_us, high == point.wire.high_is_on))
            self._stirred.set()
        except Exception as error:
            self._note(f"pass on what {point.wire.key} felt", error)

    def _take(self, point: "_Point", changes: tuple[Change, ...]) -> None:
        wire = point.wire
        for change in changes:
            post = point.the_post()
            post.changed(change.at_us)
            kind = wire.on if change.active else wire.off
            # A chattering pad would flood the journal: it is shown as chattering instead.
            if kind is not None and post.trust.why != trust.CHATTERING:
                point.told_on = change.active
                self._send(wire, kind, change.at_us, wire.uncertain_us + change.doubt_us)

    def _send(
        self, wire: "_Wire", kind: Kind, at_us: int, uncertain_us: int = 0, why: str = ""
    ) -> None:
        self._feel(Signal(kind, at_us, wire.pad, wire.button, uncertain_us, self._source, why))

    def _look(self, post: "_Post", now_us: int) -> None:
        for point in post.points:
            is_on = point.is_on()
            self._take(point, point.the_line().look(now_us, is_on, self._clock.now_us()))
            held_us = point.on_us(now_us)
            if point.wire.button and held_us >= HELD_US and not point.told_held:
                self._send(point.wire, Kind.HELD, now_us - held_us + HELD_US)
            point.told_held = held_us >= HELD_US

    def _busy(self) -> Iterator["_Post"]:
        """Whom there is something to think about: at rest nobody."""
        return (post for post in self._posts if post.is_busy())

    def _doubt(self, post: "_Post", now_us: int) -> None:
        others = [other for other in self._posts if other is not post]
        quiet_us = now_us - max((other.changed_us for other in others), default=0)
        was = post.why
        if post.look(now_us, quiet_us) and post.pad is not None:
            if post.why:
                self._send(post.points[0].wire, Kind.SUSPECT, now_us, why=post.why)
            else:
                self._catch_up(post, was, now_us)
                self._send(post.points[0].wire, Kind.TRUST, now_us)

    def _catch_up(self, post: "_Post", was: str, now_us: int) -> None:
        """Tell what was muted while the pad chattered: it is trusted again only when at rest."""
        for point in post.points:
            if was == trust.CHATTERING and point.told_on and point.wire.off is not None:
                point.told_on = False
                self._send(point.wire, point.wire.off, now_us, point.wire.uncertain_us)

    def _note(self, what: str, error: Exception) -> None:
        sentence = f"The table could not {what} ({error}). If this comes again, restart it."
        if sentence not in self._troubles:
            self._troubles.append(sentence)

    def _watch_forever(self) -> None:
        while not self._stop.is_set():
            if self.is_resting():
                self._stirred.wait(REST_S)
            else:
                self._stop.wait(TICK_S)
            self._stirred.clear()
            self.watch(self._clock.now_us())
            self.rounds += 1


class Lights:
    """The lights at the pads, where there are any."""

    def __init__(self, pads: tuple[PadConfig, ...] = (), factory: Factory | None = None) -> None:
        self._devices: dict[int, DigitalOutputDevice] = {}
        try:
            for i, pad in enumerate(pads):
                if pad.light is not None:
                    self._devices[i] = DigitalOutputDevice(pad.light, pin_factory=factory)
        except Exception as error:
            self.close()
            raise not_had(f"pads[{i}].light", pad.light, error, factory) from error

    def set(self, pad: Pad, on: bool) -> None:
        """Switch the pad's light; a pad without one stays as dark as it is."""
        if pad in self._devices:
            self._devices[pad].value = on

    def close(self) -> None:
        """Put out and let go of all lights."""
        for device in self._devices.values():
            device.off()
            device.close()
        self._devices = {}


@dataclass(frozen=True, slots=True)
class _Wire:
    """One input: its pin, its level while on, and what being on or off means."""

    key: str
    pin: int
    high_is_on: bool
    pull_up: bool
    on: Kind
    off: Kind | None = None
    uncertain_us: int = 0
    pad: Pad | None = None
    button: str = ""


class _Point(DigitalInputDevice):  # type: ignore[misc]  # gpiozero has no types
    """One input device that hands on the kernel's stamps.

    Trap: gpiozero's `Button` adds a thread each, and its public callbacks have no stamp; the
    stamp arrives one level down, in `_pin_changed`. Trap: `bounce_time` must stay None.
    """

    def __init__(
        self, wire: _Wire, edge: Callable[["_Point", float, bool], None], factory: Factory
    ) -> None:
        self.wire = wire
        self.line: Line | None = None
        self.post: _Post | None = None
        self.told_on = False
        self.told_held = False
        self._edge = edge
        super().__init__(wire.pin, pull_up=wire.pull_up, bounce_time=None, pin_factory=factory)

    def hush(self) -> None:
        """Hear of no more edges."""
        if not self.closed:
            self.pin.when_changed = None

    def is_on(self) -> bool:
        """The level now, as the wire means it."""
        return bool(self.pin.state) == self.wire.high_is_on

    def the_line(self) -> Line:
        assert self.line is not None
        return self.line

    def the_post(self) -> "_Post":
        assert self.post is not None
        return self.post

    def is_held(self) -> bool:
        """Whether this is a button that is down, and not told as held by now."""
        return bool(self.wire.button) and self.the_line().active and not self.told_held

    def on_us(self, now_us: int) -> int:
        """For how long the line has been on."""
        line = self.the_line()
        return now_us - line.since_us if line.active else 0

    def _pin_changed(self, ticks: float, state: int) -> None:
        # Instead of the original: its events drop edges that repeat a state (see edges.py).
        self._edge(self, ticks, bool(state))


class _Post:
    """A pad with its one or two inputs, or a button, and how far it is trusted."""

    def __init__(self, points: tuple[_Point, ...]) -> None:
        self.points = points
        self.pad = points[0].wire.pad
        self.trust = trust.Trust()
        self.changed_us = max(point.the_line().since_us for point in points)
        for point in points:
            point.post = self

    @property
    def why(self) -> str:
        return self.trust.why

    def changed(self, at_us: int) -> None:
        self.changed_us = at_us
        self.trust.change(at_us)

    def is_busy(self) -> bool:
        """Whether anything was felt lately, or is felt now, or is doubted."""
        return self.trust.is_busy or any(point.the_line().active for point in self.points)

    def is_quick(self) -> bool:
        """Whether there may be more to look at in a moment."""
        held = any(point.is_held() for point in self.points)
        return held or self.trust.is_stirred or any(p.the_line().is_unsure for p in self.points)

    def look(self, now_us: int, quiet_us: int) -> bool:
        """Think again about trust; the others have been quiet for `quiet_us`."""
        at_rest = not any(point.the_line().active for point in self.points)
        touched_us = min(quiet_us, self._on_us(Kind.TOUCH, now_us))
        gone_us = min(quiet_us, self._on_us(Kind.LIFT, now_us))
        return self.trust.look(now_us, at_rest, touched_us, gone_us)

    def state(self) -> PadState:
        on = {point.wire.on for point in self.points if point.the_line().active}
        assert self.pad is not None
        return PadState(self.pad, Kind.TOUCH in on, Kind.LIFT not in on, self.why)

    def complaint(self) -> str:
        return f"The button {self.points[0].wire.button} is {self.why}. Look at its wires."

    def _on_us(self, kind: Kind, now_us: int) -> int:
        return max((p.on_us(now_us) for p in self.points if p.wire.on is kind), default=0)


def _wires(config: Config) -> Iterator[_Wire]:
    for i, pad in enumerate(config.pads):
        yield from _pad_wires(Pad(i), pad)
    for name, pin in config.buttons.named():
        # A button switches its pin to ground, against the Pi's own pull-up.
        yield _Wire(f"buttons.{name}", pin, False, True, Kind.PRESS, button=name)


def _pad_wires(pad: Pad, config: PadConfig) -> Iterator[_Wire]:
    if config.touch is not None:
        # Pulled to the level of rest, so that a module whose plug was pulled seems untouched.
        high = config.touch_active_high
        doubt_us = config.touch_uncertain_us
        key = f"pads[{pad}].touch"
        yield _Wire(key, config.touch, high, not high, Kind.TOUCH, Kind.RELEASE, doubt_us, pad)
    if config.switch is not None:
        # The switch closes to ground; open is high, by the Pi's own pull-up. Lifted is "on".
        high = config.switch_closed_at_home
        doubt_us = config.switch_uncertain_us
        key = f"pads[{pad}].switch"
        yield _Wire(key, config.switch, high, True, Kind.LIFT, Kind.HOME, doubt_us, pad)


def _by_place(points: list[_Point]) -> Iterator[tuple[_Point, ...]]:
    places = dict.fromkeys((point.wire.pad, point.wire.button) for point in points)
    for place in places:
        yield tuple(point for point in points if (point.wire.pad, point.wire.button) == place)
