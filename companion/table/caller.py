"""The caller: PASS on absolute deadlines, a beep for every verdict, and silence at a touch.

Must not decide when to call or what a touch means: it is told to begin, and told to hush.
"""

from collections import deque
from collections.abc import Callable, Mapping
from threading import Condition, Lock, RLock, Thread
from types import MappingProxyType

from gpiozero import DigitalOutputDevice, Factory

from companion.frozen import dataclass
from companion.sounds import COMMON, Sound
from companion.table.clock import TableClock
from companion.table.config import BuzzerConfig
from companion.table.pins import not_had
from companion.table.tempo import TEMPOS, Tempo

LEAD_IN_US = 1_500_000  # hands to the cards, and time for pages to be told
# Pages schedule their own sounds on announced calls: at least 1.2 s ahead, over slow Wi-Fi too.
AHEAD_US = 2_000_000
AT_ONCE_US = 50_000  # a new tempo is heard at once, but never as two beeps in one
LOOK_US = 300_000  # so long before a call it is asked for: phones can still be told that it waits
BREATH_US = 60_000  # between two sounds, so that they are two
_COMMON = MappingProxyType({sound.name: sound for sound in COMMON})


@dataclass(frozen=True, slots=True)
class Planned:
    """All calls to come, as (number, at_us): replaces any plan told before."""

    calls: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Called:
    """Call `n`, due at `at_us`, was made `late_us` later."""

    n: int
    at_us: int
    late_us: int


@dataclass(frozen=True, slots=True)
class Hushed:
    """All went silent, and nothing is planned any more."""

    at_us: int


@dataclass(frozen=True, slots=True)
class Signed:
    """The sign `name` sounds from `at_us` on."""

    name: str
    at_us: int


News = Planned | Called | Hushed | Signed


class Buzzer:
    """An active buzzer on a pin, or silence where there is none."""

    def __init__(self, config: BuzzerConfig, factory: Factory | None) -> None:
        """Raises ConfigError if the pin cannot be had."""
        self._device: DigitalOutputDevice | None = None
        if config.pin is None:
            return
        try:
            self._device = DigitalOutputDevice(
                config.pin, active_high=config.active_high, pin_factory=factory
            )
        except Exception as error:  # lgpio.error and gpiozero's: all mean that it cannot be had
            raise not_had("buzzer.pin", config.pin, error, factory) from error

    def sound(self, on: bool) -> None:
        """Sound or be silent, from now on."""
        # Trap: gpiozero's own `beep` sleeps relatively and drifts by 0.5 ms a beat.
        if self._device is not None:
            self._device.value = on

    def close(self) -> None:
        """Fall silent and let go of the pin."""
        if self._device is not None:
            self._device.off()
            self._device.close()
            self._device = None


class Caller:
    """Calls PASS. `news` is told from any thread, in order, and must only enqueue.

    Every method may be called from any thread.
    """

    def __init__(
        self,
        clock: TableClock,
        buzzer: Buzzer,
        news: Callable[[News], None],
        sounds: Mapping[str, Sound] = _COMMON,
    ) -> None:
        self._clock = clock
        self._sounds = sounds
        self._buzzer = buzzer
        self._news = news
        self._lock = RLock()  # the plan and the order of news
        self._changed = Condition(self._lock)
        self._pin = Lock()  # the pin alone, never held while news is told: hush waits for it
        self._muted = False
        self._closed = False
        self._running = self._paused = self._once = False
        self._tempo = TEMPOS["brisk"]
        self._calls = 0
        self._last_us = 0  # when the last call was due
        self._plan: deque[tuple[int, int]] = deque()
        self._edges: deque[tuple[int, bool]] = deque()  # (at_us, on) of what is sounding
        self._trouble = ""
        self.may_call: Callable[[], bool] = lambda: True  # quick, and calls nobody: it is locked
        self._asked = (0, 0)  # the call that was asked for last, as it was planned
        self._thread = Thread(target=self._run, name="caller", daemon=True)

    def start(self) -> None:
        """Start the thread that keeps the deadlines."""
        self._thread.start()

    @property
    def calls(self) -> int:
        """How many calls were made since `begin`."""
        return self._calls

    @property
    def running(self) -> bool:
        """True from `begin` until `hush`, also while paused."""
        return self._running

    @property
    def paused(self) -> bool:
        """True between `pause` and `resume`."""
        return self._paused

    @property
    def once(self) -> bool:
        """True if only one call is wanted."""
        return self._once

    @property
    def tempo(self) -> Tempo:
        """The tempo in use."""
        return self._tempo

    @property
    def every_ms(self) -> int:
        """The time from the latest call to the next, in milliseconds."""
        return self._tempo.after_us(max(1, self._calls)) // 1000

    def begin(self, tempo: Tempo | None = None, once: bool = False) -> None:
        """Begin to call after a lead-in, from call 1; `once` makes one call and then silence."""
        with self._changed:
            self._tempo = tempo or self._tempo
            self._running, self._paused, self._once = True, False, once
            self._calls = 0
            self._trouble = ""
            self._replan(self._clock.now_us() + LEAD_IN_US)

    def hush(self, at_us: int) -> None:
        """Fall silent now, because of what happened at `at_us`, and forget all plans; idempotent.

        The pin is low before anything else happens.
        """
        self._silence()
        with self._changed:
            was_busy = self._running or bool(self._edges)
            self._running = self._paused = False
            self._plan.clear()
            self._edges.clear()
            self._muted = False
            if was_busy:
                self._news(Hushed(at_us))
            self._changed.notify()

    def pause(self) -> None:
        """Hold the calls until `resume`; the count goes on then."""
        with self._changed:
            if self._running and not self._paused:
                self._paused = True
                self._plan.clear()
                self._news(Planned(()))
                self._changed.notify()

    def resume(self) -> None:
        """Go on calling after a lead-in."""
        with self._changed:
            if self._running and self._paused:
                self._paused = False
                self._replan(self._clock.now_us() + LEAD_IN_US)

    def set_tempo(self, tempo: Tempo) -> None:
        """Use another tempo, heard at once if calls are running."""
        with self._changed:
            self._tempo = tempo
            if self._plan and self._calls:  # the lead-in is as long in every tempo
                soon_us = self._clock.now_us() + AT_ONCE_US
                self._replan(max(self._last_us + tempo.after_us(self._calls), soon_us))
            elif self._plan:
                self._replan(self._plan[0][1])

    def sign(self, name: str) -> None:
        """Sound a sign now, or after what is sounding; a call of PASS cuts it short.

        One that nobody has declared is silent.
        """
        if name not in self._sounds:
            return
        with self._changed:
            now_us = self._clock.now_us()
            at_us = max(now_us, self._edges[-1][0] + BREATH_US) if self._edges else now_us
            self._edges += _edges(self._sounds[name], at_us)
            self._news(Signed(name, at_us))
            self._changed.notify()

    def alive(self) -> bool:
        """Whether the thread that keeps the deadlines runs."""
        return self._thread.is_alive()

    def trouble(self) -> tuple[str, ...]:
        """A sentence about what is wrong with the caller; empty if all is well."""
        return (self._trouble,) if self._trouble else ()

    def step(self) -> int | None:
        """Do all that is due by the clock; answers when to come again, or None."""
        with self._lock:
            self._ask()
            self._call()
            self._sound()
            self._plan_ahead()
            return self._next_us()

    def close(self) -> None:
        """Fall silent, end the thread and let go of the pin; idempotent."""
        self._silence()
        with self._changed:
            self._closed = True
            self._running = False
            self._plan.clear()
            self._edges.clear()
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join()
        self._buzzer.close()

    def _silence(self) -> None:
        with self._pin:
            self._muted = True  # the thread may be about to sound
            self._buzzer.sound(False)

    def _replan(self, first_us: int) -> None:
        self._plan = deque([(self._calls + 1, first_us)])
        if not self._plan_ahead():
            self._news(Planned(tuple(self._plan)))
        self._changed.notify()

    def _plan_ahead(self) -> bool:
        """Lengthen the plan so that every call is announced well ahead; True if it grew."""
        grew = False
        until_us = self._clock.now_us() + AHEAD_US
        while self._plan and not self._once and self._plan[-1][1] <= until_us:
            n, at_us = self._plan[-1]
            self._plan.append((n + 1, at_us + self._tempo.after_us(n)))
            grew = True
        if grew:
            self._news(Planned(tuple(self._plan)))
        return grew

    def _ask(self) -> None:
        """A call that has to wait comes a beat later, and is asked for again."""
        if not self._plan or self._plan[0] == self._asked:
            return
        _, at_us = self._plan[0]
        if at_us - LOOK_US <= self._clock.now_us():
            self._asked = self._plan[0]
            if not self.may_call():
                self._replan(at_us + self._tempo.after_us(max(1, self._calls)))

    def _call(self) -> None:
        now_us = self._clock.now_us()
        if not self._plan or self._plan[0][1] > now_us:
            return
        n, at_us = self._plan.popleft()
        # From now, not from the deadline: a late call is still heard in full.
        self._edges = deque(_edges(self._sounds["pass"], now_us))
        self._sound()
        self._calls, self._last_us = n, at_us
        self._news(Called(n, at_us, now_us - at_us))
        every_us = self._tempo.after_us(n)
        if self._once:
            self._running = False
        elif now_us - at_us > every_us // 2:
            # The machine slept: go on from here, rather than with a burst of calls.
            self._replan(now_us + every_us)

    def _sound(self) -> None:
        now_us = self._clock.now_us()
        while self._edges and self._edges[0][0] <= now_us:
            _, on = self._edges.popleft()
            with self._pin:
                self._buzzer.sound(on and not self._muted)

    def _next_us(self) -> int | None:
        due = [self._edges[0][0]] if self._edges else []
        if self._plan:
            is_asked = self._plan[0] == self._asked
            due.append(self._plan[0][1] - (0 if is_asked else LOOK_US))
        if self._plan and not self._once:
            due.append(self._plan[-1][1] - AHEAD_US)
        return min(due, default=None)

    def _run(self) -> None:
        with self._changed:
            while not self._closed:
                next_us = self._step_safely()
                wait_us = None if next_us is None else next_us - self._clock.now_us()
                if wait_us is None or wait_us > 0:
                    self._changed.wait(None if wait_us is None else self._clock.wait_s(wait_us))

    def _step_safely(self) -> int | None:
        try:
            return self.step()
        except Exception as error:  # silence is better than a caller that is dead for good
            self._trouble = f"The caller fell silent ({error}). Begin again, or restart it."
            self._running = False
            self._plan.clear()
            self._edges.clear()
            return None


def _edges(sound: Sound, at_us: int) -> list[tuple[int, bool]]:
    edges: list[tuple[int, bool]] = []
    for on_ms, off_ms in sound.rhythm:
        edges += [(at_us, True), (at_us + on_ms * 1000, False)]
        at_us += (on_ms + off_ms) * 1000
    return edges
