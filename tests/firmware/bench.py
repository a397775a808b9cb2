"""What the firmware's tests share: the build, and a host that talks with a simulated board."""

import fcntl
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar

import pytest

from companion.table import frames
from companion.table.boardsim.simulator import Simulator
from companion.table.frames import Event, Greet, Hello, Kind, Message, Receiver, ToBoard

ROOT = Path(__file__).resolve().parent.parent.parent
FIRMWARE = ROOT / "firmware"
M = TypeVar("M", bound=Message)
PING_US = 980_000  # a board that hears nothing for two seconds takes its host for gone
TOUCHES = (Kind.TOUCH, Kind.SOFT, Kind.HELD)


def built() -> None:
    """Makes binary and simulator, once at a time; fails with the line that installs the tools."""
    if not shutil.which("avr-gcc") or not Path("/usr/include/simavr").is_dir():
        pytest.fail(
            "The firmware's compiler or simulator is missing: "
            "apt-get install gcc-avr avr-libc libsimavr-dev gcc make",
            pytrace=False,
        )
    with locked():
        made = subprocess.run(
            ["make", "-C", str(FIRMWARE), "all", "sim"], capture_output=True, text=True
        )
    assert made.returncode == 0, made.stdout + made.stderr


@contextmanager
def locked() -> Iterator[None]:
    """xdist's workers build one after the other."""
    with (FIRMWARE / "Makefile").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


class Heard(NamedTuple):
    """A message and when its last byte, the zero, had gone by."""

    at_us: float
    message: Message


class Host:
    """Greets, acknowledges and remembers. It acknowledges at the end of each slice of time."""

    def __init__(self, sim: Simulator, *, acks: bool = True) -> None:
        self.sim, self.acks = sim, acks
        self.receiver = Receiver()
        self.heard: list[Heard] = []
        self.events: list[Heard] = []
        self.wanted = 0
        self.boot: int | None = None
        self.pinged_us = 0.0
        self.spoil: Callable[[bytes], bytes] = lambda data: data
        """What the wire does to bytes, both ways; frame-wise on the way to the board."""

    def run(self, for_us: float, slice_us: float = 500) -> None:
        """Let time pass and talk meanwhile."""
        end_us = self.sim.now_us + for_us
        while self.sim.now_us < end_us:
            self.sim.run_until(min(end_us, self.sim.now_us + slice_us))
            self.listen()
            if self.boot is not None and self.sim.now_us - self.pinged_us > PING_US:
                self.pinged_us = self.sim.now_us
                self.say(frames.Ping(0))

    def listen(self) -> None:
        wanted = self.wanted
        for at_us, byte in self.sim.receive():
            for message in self.receiver.feed(self.spoil(bytes([byte]))):
                self.heard.append(Heard(at_us, message))
                self._take(at_us, message)
        if self.acks and wanted != self.wanted:
            self.say(frames.Ack(self.wanted))

    def say(self, message: ToBoard) -> None:
        self.sim.send(self.spoil(frames.written(message)))

    def ask(self, message: ToBoard, answer: type[M], within_us: float = 20_000) -> M:
        """Say it and return the answer, which has to come."""
        before = len(self.heard)
        self.say(message)
        end_us = self.sim.now_us + within_us
        while self.sim.now_us < end_us:
            self.run(500)
            for heard in self.heard[before:]:
                if isinstance(heard.message, answer):
                    return heard.message
        pytest.fail(f"no {answer.__name__} within {within_us} us of {message}")

    def greet(self) -> Hello:
        """Wait for a HELLO and open the conversation; every start of the board needs it."""
        before = len(self.heard)
        while True:
            self.run(10_000)
            for heard in self.heard[before:]:
                if isinstance(heard.message, Hello):
                    hello = heard.message
                    if hello.boot != self.boot:
                        self.boot, self.wanted = hello.boot, hello.oldest
                    self.ask(Greet(self.wanted, hello.boot), frames.Done)
                    return hello
            assert self.sim.now_us < 60e6, "the board never said HELLO"

    def touches(self) -> list[Event]:
        return [e for _, e in self.events if isinstance(e, Event) and e.kind in TOUCHES]

    def kinds(self) -> list[tuple[Kind, int]]:
        return [(e.kind, e.place) for _, e in self.events if isinstance(e, Event)]

    def _take(self, at_us: float, message: Message) -> None:
        if isinstance(message, Event) and message.number == self.wanted:
            self.wanted = (self.wanted + 1) % 256
            self.events.append(Heard(at_us, message))
        elif isinstance(message, Event) and self.acks:
            self.say(frames.Ack(self.wanted))


def board(seed: int = 1) -> Iterator[Host]:
    """A board that was greeted, with the usual noise; a fixture's body."""
    built()
    with Simulator(seed) as sim:
        usual_noise(sim)
        host = Host(sim)
        host.greet()
        yield host


def usual_noise(sim: Simulator, times: float = 1.0) -> None:
    """The level that the design expects: half of what its false-touch test uses."""
    sim.table.noise_volt = 0.010 * times
    sim.table.hum_volt = 0.15 * times


def called(first: Event, second: Event) -> int:
    """-1: the first was first; 1: the second; 0: too close to call. The companion's own rule: the
    contact lay within `uncertain_us` before its stamp."""
    gap_us = second.at_us - first.at_us
    if gap_us > 0 and gap_us > second.uncertain_us:
        return -1
    if gap_us < 0 and -gap_us > first.uncertain_us:
        return 1
    return 0
