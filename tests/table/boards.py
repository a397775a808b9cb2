"""A board written from docs/protocol.md alone, a wire to it, and a table at the wire's other end.

Time is told: nothing here sleeps. Times are true time; the board's clock may go wrong.
"""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.table import config as configs
from companion.table.board.link import Ports
from companion.table.board.port import LinkError
from companion.table.board.recording import Recorder
from companion.table.board.shipped import shipped_image
from companion.table.board.table import BoardTable
from companion.table.clock import TableClock
from companion.table.config import Config
from companion.table.frames import (
    PROTOCOL,
    Ack,
    Beat,
    Cause,
    Done,
    Event,
    Get,
    Greet,
    Health,
    Hello,
    Kind,
    Light,
    Message,
    Origin,
    Ping,
    Pong,
    Raw,
    Rebase,
    Receiver,
    Refused,
    Save,
    Set,
    State,
    Stream,
    Trace,
    Value,
    Why,
    written,
)
from companion.table.signals import Signal

MS = 1000
SECOND = 1_000_000
STEP_US = 2 * MS
TURN = 1 << 32

RISE = (0,) * 8 + (40,) * 16  # of a sharp contact: samples above the empty pad, scan by scan
SCAN_US = 80
FIELDS = (9000, 5, 37, 5, 48, 8)  # of each pad, as a calibration leaves them
UNSPLIT = configs.board()
SPLIT = replace(UNSPLIT, board=replace(UNSPLIT.board, lifts=True))


class FakeBoard:
    """Keeps to the protocol; `step` lets it do what is due."""

    def __init__(self, boot: int = 7, ppm: float = 0.0, began_us: int = 0) -> None:
        self.ppm, self.boot = ppm, boot
        self.parameters = {pad << 4 | f: v for pad in range(5) for f, v in enumerate(FIELDS)}
        self.parameters |= dict.fromkeys(range(0x80, 0x86), 0)
        self.image, self.protocol = shipped_image() or 0, PROTOCOL
        self.cause = Cause.POWER
        self.rise = RISE
        self.levels, self.noises = [35] * 5, [0] * 5
        self.mute = False
        self.health_every_us = 200 * MS  # one pad each
        self.said: list[Message] = []  # by the companion
        self.start(boot, began_us)

    def start(self, boot: int, now_us: int) -> None:
        """Power, or a reset: all is forgotten but what the pads are at."""
        self.boot, self.began_us = boot, now_us
        self.greeted = self.streaming = False
        self.events: list[Event] = []
        self.traced: set[int] = set()
        self.next = self.oldest = self.untold = 0
        self.heard_us = self.beat_us = self.told_us = self.health_us = now_us
        self.retry_us, self.health_pad, self.dropped = 20 * MS, 0, False
        self.receiver = Receiver()
        self.out = b""
        if not hasattr(self, "state"):
            self.state = State(0, 0, 0, False)

    def clock_us(self, now_us: int) -> int:
        return round((now_us - self.began_us) * (1 + self.ppm * 1e-6)) % TURN

    def feel(
        self, kind: Kind, place: int, at_us: int, uncertain_us: int = 80, told: bool = True
    ) -> None:
        """Something happens at a true time; `told` false: nobody will hear of it."""
        bit = 1 << place
        touched, lifted, near = self.state.touched, self.state.lifted, self.state.near
        if kind in (Kind.TOUCH, Kind.SOFT, Kind.HELD):
            touched |= bit
        elif kind is Kind.RELEASE:
            touched &= ~bit
            near &= ~bit
        elif kind is Kind.NEAR:
            near |= bit
        elif kind is Kind.LIFT:
            lifted |= bit
        elif kind is Kind.HOME:
            lifted &= ~bit
        self.state = replace(self.state, touched=touched, lifted=lifted, near=near)
        if not told:
            return
        if (self.next - self.oldest) % 256 == 32:
            self.state = replace(self.state, dropped=True)
            return
        self.events.append(Event(self.next, kind, place, self.clock_us(at_us), uncertain_us))
        self.next = (self.next + 1) % 256

    def hear(self, data: bytes, now_us: int) -> None:
        for message in self.receiver.feed(data):
            self.heard_us = now_us
            self.said.append(message)
            self._obey(message, now_us)

    def step(self, now_us: int) -> bytes:
        """What it says until now."""
        if now_us - self.heard_us > 2 * SECOND:
            self.greeted = False
        if self.greeted:
            self._tell_events(now_us)
        if now_us - self.beat_us >= 100 * MS:
            self.beat_us = now_us
            self._say(Beat(self.next, self.state) if self.greeted else self._hello())
        if self.greeted and now_us - self.health_us >= self.health_every_us:
            self.health_us, pad = now_us, self.health_pad
            self.health_pad = (pad + 1) % 5
            self._say(Health(pad, self.levels[pad] << 8, self.levels[pad], self.noises[pad]))
        if self.streaming:
            self._say(Raw(0, tuple(self.levels)))
        out, self.out = self.out, b""
        return b"" if self.mute else out

    def _hello(self) -> Message:
        origin = Origin.SLOT_A
        state = self.state
        return Hello(
            self.oldest, self.protocol, self.boot, self.image, self.cause, origin, 5, 9, state
        )

    def _tell_events(self, now_us: int) -> None:
        if self.events and now_us - self.told_us >= self.retry_us:
            self.untold, self.retry_us = self.oldest, min(80 * MS, self.retry_us * 2)
        for event in self.events:
            if (event.number - self.untold) % 256 < 128:
                if event.number == self.oldest:  # from now on its answer is due
                    self.told_us = now_us
                self._say(event)
                self._trace(event)
        self.untold = self.next

    def _trace(self, event: Event) -> None:
        """How its pad rose; once, whoever hears it."""
        told = event.kind is not Kind.TOUCH or event.number in self.traced
        if told or self.protocol < PROTOCOL or not self.rise:
            return
        self.traced = {number for number in self.traced if number != (event.number + 128) % 256}
        self.traced.add(event.number)
        base = self.levels[event.place]
        for part in range(3):
            scans = range(part * 8, part * 8 + 8)
            levels = tuple(min(127, base + self.rise[n]) for n in scans)
            low_us = tuple((event.at_us + (n - 8) * SCAN_US - 12) % 256 for n in scans)
            self._say(Trace(event.number, part, base, levels, low_us))

    def _obey(self, message: Message, now_us: int) -> None:
        match message:
            case Greet(wanted, boot):
                if boot != self.boot:
                    self._say(Refused(wanted, Why.BOOT))
                    return
                self._acknowledge(wanted, now_us)
                self.greeted, self.untold = True, self.oldest
                self._say(Done(wanted, 0x81))
            case Ack(wanted):
                self._acknowledge(wanted, now_us)
            case Ping(token):
                self._say(Pong(token, self.clock_us(now_us), 40))
            case Get(token, number) | Set(token, number, _):
                if number not in self.parameters:
                    self._say(Refused(token, Why.UNKNOWN))
                    return
                if isinstance(message, Set):
                    self.parameters[number] = message.value
                self._say(Value(token, number, self.parameters[number]))
            case Save(token):
                self._say(Done(token, 0x86))
            case Stream(token, every):
                self.streaming = every > 0
                self._say(Done(token, 0x87))
            case Rebase(token):
                self._say(Done(token, 0x88))
            case Light(token):
                self._say(Done(token, 0x89))

    def _acknowledge(self, wanted: int, now_us: int) -> None:
        if (wanted - self.oldest) % 256 <= (self.next - self.oldest) % 256:
            if wanted != self.oldest:
                self.retry_us, self.told_us = 20 * MS, now_us
            self.events = [e for e in self.events if (e.number - wanted) % 256 < 128]
            self.oldest = wanted

    def _say(self, message: Message) -> None:
        self.out += written(message)


class Desk:
    """A table, its link, a wire and a board. What is felt is kept at once, unless told not to."""

    def __init__(
        self,
        board: FakeBoard | None = None,
        config: Config | None = None,
        keeps: bool = True,
        **more: object,
    ) -> None:
        self.now_us = 10 * SECOND
        self.board = board or FakeBoard(began_us=self.now_us)
        self.keeps = keeps
        self.felt: list[Signal] = []
        self.plugged = True
        self.why_not = "There is no board."
        self.opens = 0
        self.spoil: Callable[[bytes], bytes] = lambda data: data
        self.clock = TableClock(0, lambda: self.now_us * 1000)
        self.ports = Ports("/dev/fake", open_=self._open)
        self.table = BoardTable(config or SPLIT, self.clock, self.feel, ports=self.ports, **more)  # type: ignore[arg-type]

    def feel(self, signal: Signal) -> None:
        self.felt.append(signal)
        if self.keeps:
            self.table.acknowledge(signal)

    def run(self, for_us: int) -> None:
        """Let time pass."""
        end_us = self.now_us + for_us
        while self.now_us < end_us:
            self.now_us += STEP_US
            self.table.step()

    def meet(self) -> None:
        """Until the board is spoken with and its settings are known."""
        self.run(SECOND)
        assert self.table.now().stage == "talking", self.table.now()
        self.run(SECOND)

    def touch(self, place: int, ago_us: int = 0, kind: Kind = Kind.TOUCH, doubt: int = 80) -> None:
        self.board.feel(kind, place, self.now_us - ago_us, doubt)

    def kinds(self) -> list[str]:
        """What was felt of pads and buttons, without doubts."""
        return [
            f"{s.kind.value} {s.button or s.pad}" for s in self.felt if s.kind.value not in _DOUBTS
        ]

    def doubts(self) -> set[tuple[str, int | None, str]]:
        return {(s.kind.value, s.pad, s.why) for s in self.felt if s.kind.value in _DOUBTS}

    # --- the port -----------------------------------------------------------------------------

    def _open(self, path: str) -> "Desk":
        self.opens += 1
        if not self.plugged:
            raise LinkError(self.why_not)
        return self

    def read(self) -> bytes:
        if not self.plugged:
            raise LinkError("/dev/fake is gone: look at its USB cable.")
        return self.spoil(self.board.step(self.now_us))

    def write(self, data: bytes) -> None:
        if not self.plugged:
            raise LinkError("/dev/fake is gone: look at its USB cable.")
        self.board.hear(self.spoil(data), self.now_us)

    def close(self) -> None:
        pass

    def wake(self) -> None:
        pass


def met(*parts: Any, **more: Any) -> Desk:
    """A desk of these parts, whose board is spoken with."""
    desk = Desk(*parts, **more)
    desk.meet()
    return desk


class Taped(Desk):
    """A desk whose talk is recorded."""

    def __init__(self, file: Path) -> None:
        self.now_us = 10 * SECOND
        self.recorder = Recorder(file, lambda: self.now_us - 10 * SECOND, 1_700_000_000_000)
        super().__init__(recorder=self.recorder)

    def __enter__(self) -> "Taped":
        return self

    def __exit__(self, *_: object) -> None:
        self.recorder.close()


_DOUBTS = ("suspect", "trust")


def spoiler(seed: int, share: float) -> Callable[[bytes], bytes]:
    """Spoils about that share of all frames: bits flip, bytes are lost, twice, or made up."""
    chance = random.Random(seed)

    def one(byte: int) -> bytes:
        match chance.randrange(4):
            case 0:
                return bytes([byte ^ 1 << chance.randrange(8)])
            case 1:
                return b""
            case 2:
                return bytes([byte, byte])
        return bytes([byte, chance.randrange(256)])

    def spoil(data: bytes) -> bytes:
        return b"".join(one(b) if chance.random() < share / 12 else bytes([b]) for b in data)

    return spoil
