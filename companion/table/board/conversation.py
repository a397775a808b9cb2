"""The companion's side of the talk with a board: who is there, what it felt, and what is kept.

Pure: bytes and moments come in, bytes and news go out. Must not read clocks, open ports, or say
that something is kept before it was told so.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from enum import Enum

from companion.frozen import dataclass
from companion.table.board.asking import Asks
from companion.table.board.kink import UNSEEN, Shape
from companion.table.board.mapping import BYTE_US, LATE_MOST_US, ClockMap, Line, Stamps
from companion.table.board.traces import Traces
from companion.table.frames import (
    UNTRACED,
    Ack,
    Beat,
    Done,
    Event,
    Greet,
    Health,
    Hello,
    Kind,
    Message,
    Ping,
    Pong,
    Raw,
    Receiver,
    Refused,
    State,
    Stranger,
    ToBoard,
    Trace,
    Value,
    written,
)

PINGS = 64  # tokens of pings; those above are the questions'
MEET_PINGS = 4  # answers that are wanted before the greeting, so that the first event has a time
MEET_PING_US = 20_000
MEET_MOST_US = 400_000  # a board that answers no ping is greeted all the same
GREET_AGAIN_US = 150_000
PING_US = 60_000  # the quickest of many tell the clock best; two silent seconds are the end
PONG_LATE_US = 2_000_000
QUIET_US = 500_000  # five beats were missed: something may be felt that nobody hears of
HELLO_LATE_US = 4_000_000  # the boot loader takes up to two seconds
EVENTS_MOST = 32  # that a board keeps
TRACE_US = 60_000  # so long a contact waits for its trace: five at once take half of it
ROUND_MOST_US = 40_000  # a read waits half as long: for the rest nobody listened


class Stage(Enum):
    """How far the conversation has come."""

    CLOSED = "closed"
    """No port is open."""
    SILENT = "silent"
    """Nobody has said hello yet, or nobody says anything any more."""
    STRANGE = "strange"
    """A board of another version of the protocol: it is not spoken to."""
    MEETING = "meeting"
    """It said hello; its clock is being asked."""
    GREETING = "greeting"
    TALKING = "talking"


@dataclass(frozen=True, slots=True)
class Started:
    """A board that was never met before, or one that has started anew."""

    hello: Hello
    again: bool


@dataclass(frozen=True, slots=True)
class Met:
    """The conversation is open: from now on everything that is felt is heard of."""


@dataclass(frozen=True, slots=True)
class Lost:
    """The conversation is broken: something may be felt now that nobody hears of."""


Mark = tuple[int, int, int]
"""An event for ever: the boot, its number, which turns, and its moment on the board's clock."""


@dataclass(frozen=True, slots=True)
class Felt:
    """An event, each once and in order, at `at_us` of table time on its incident's line."""

    mark: Mark
    event: Event
    at_us: int
    line: Line
    shape: Shape | None = None
    """How its pad rose, of a contact; None if its board never tells."""


@dataclass(frozen=True, slots=True)
class Now:
    """What is so now; `whole` says that no event is under way or lost."""

    state: State
    whole: bool


News = Started | Met | Lost | Felt | Now | Health | Raw


class Conversation:
    """All conversations with the one board of a table, one opening of its port after another.

    `tell` gets the news, while `hear` or `tick` runs.
    """

    def __init__(self, tell: Callable[[News], None]) -> None:
        self.stage = Stage.CLOSED
        self.hello: Hello | None = None  # of the boot at hand
        self.strange = 0  # the version of a board that is not spoken to
        self.clock, self.stamps = ClockMap(), Stamps()
        self.asks = Asks()
        self.is_playback = False  # what is said was said long ago: see `overhear`
        self.receiver = Receiver()
        self.frames = 0  # of this opening
        self.heard_bytes = 0
        self._tell = tell
        self._say_bytes: Callable[[bytes], None] = lambda data: None
        self._opened_us = self._heard_us = self._stage_us = self._said_us = 0
        self._taken = self._kept = 0
        self._traces = Traces()
        self._waiting: deque[tuple[Felt, int]] = deque()  # and until when, less what was not heard
        self._round_us = self._unheard_us = 0
        self._whole_us = 0  # when no event was under way
        self._done: set[int] = set()
        self._owes_ack = False
        self._is_met = False  # as the news have it
        self._pings: dict[int, tuple[int, int]] = {}  # by token: when sent, and its wire's time
        self._ping, self._pinged_us, self._ponged = 0, 0, 0

    def open(self, now_us: int, say: Callable[[bytes], None]) -> None:
        """A port was opened; `say` writes to it."""
        self._say_bytes = say
        self.receiver = Receiver()
        self.frames = self.heard_bytes = 0
        self._opened_us = self._heard_us = now_us
        self._pings = {}
        self._go(Stage.SILENT, now_us)

    def close(self, now_us: int) -> None:
        """The port is gone."""
        self._lose(Stage.CLOSED, now_us)
        self._say_bytes = lambda data: None

    def hear(self, data: bytes, at_us: int) -> None:
        """Take bytes that had arrived by `at_us`."""
        self._unheard_us += max(0, at_us - self._round_us - ROUND_MOST_US)
        self._round_us = at_us
        self.heard_bytes += len(data)
        for message in self.receiver.feed(data):
            self._hear(message, at_us)
            self._tell_felt(at_us)

    def tick(self, now_us: int) -> None:
        """Say what is due; call it some fifty times a second."""
        self._pay_ack()
        self._tell_felt(now_us)
        match self.stage:
            case Stage.MEETING:
                self._meet(now_us)
            case Stage.GREETING:
                if now_us - self._said_us >= GREET_AGAIN_US:
                    self._greet(now_us)
            case Stage.TALKING:
                self._ping_after(PING_US, now_us)
                self.asks.tick(now_us, self._say)
        if self.stage in _SPOKEN and now_us - self._heard_us > QUIET_US:
            self._lose(Stage.SILENT, now_us)

    def say_once(self, message: ToBoard) -> None:
        """What would be wrong if it came late: said now, or never heard."""
        if self.stage is Stage.TALKING:
            self._say(message)

    def acknowledge(self, mark: Mark) -> bool:
        """Whatever came of this event is in the journal, or nothing comes of it. True if there
        is now more to acknowledge."""
        boot, number, _ = mark
        if self.hello is None or boot != self.hello.boot:
            return False  # its board has started anew, and asks no more
        if (number - self._kept) % 256 < (self._taken - self._kept) % 256:
            self._done.add(number)
        before = self._kept
        while self._kept in self._done:
            self._done.remove(self._kept)
            self._kept = (self._kept + 1) % 256
        self._owes_ack |= self._kept != before
        return self._kept != before

    def overhear(self, data: bytes, at_us: int) -> None:
        """Take what a recording says was sent at `at_us`: that is what was answered."""
        for message in Receiver().feed(data):
            if isinstance(message, Ping):
                self._pings[message.token] = (at_us, len(written(message)) * BYTE_US)
            elif isinstance(message, Greet) and self.stage in (Stage.SILENT, Stage.MEETING):
                self._go(Stage.GREETING, at_us)

    @property
    def owed(self) -> int:
        """How many events were told here and are not kept yet."""
        return (self._taken - self._kept) % 256

    def silent_us(self, now_us: int) -> int:
        """For how long the port has been open without a hello."""
        return now_us - self._opened_us if self.stage is Stage.SILENT else 0

    def waiting_us(self, now_us: int) -> int:
        """For how long the conversation has been where it is."""
        return now_us - self._stage_us

    # --- what is heard ------------------------------------------------------------------------

    def _hear(self, message: Message, at_us: int) -> None:
        self.frames += 1
        match message:
            case Stranger(protocol):
                self.strange = protocol
                self._lose(Stage.STRANGE, at_us)
                return
            case Hello():
                self._heard_us = at_us
                self._hello(message, at_us)
            case Refused() if self.stage is Stage.GREETING:
                self._go(Stage.SILENT, at_us)  # it has started anew, and will say so
            case Done(of=0x81) if self.stage is Stage.GREETING:
                self._greeted(at_us)
            case Pong():
                self._pong(message, at_us)
            case Beat() | Event() | Health() | Raw() | Value() | Done() | Refused() | Trace():
                self._hear_talk(message, at_us)
            case _:
                return  # what only a companion says: an echo
        if self.stage in _SPOKEN:
            self._heard_us = at_us

    def _hear_talk(
        self,
        message: Beat | Event | Health | Raw | Value | Done | Refused | Trace,
        at_us: int,
    ) -> None:
        if self.stage is Stage.SILENT and isinstance(message, Beat) and self.hello is not None:
            self._go(Stage.GREETING, at_us)  # it never noticed that it was not heard
            self._greet(at_us)
        if self.stage is not Stage.TALKING:
            return
        match message:
            case Event():
                self._event(message, at_us)
            case Beat(following, state):
                whole = following == self._taken and not self._waiting
                self._whole_us = at_us if whole else self._whole_us
                self._tell(Now(state, whole))
            case Trace():
                self._traces.take(message)
            case Health() | Raw():
                self._tell(message)
            case Value() | Done() | Refused():
                self.asks.hear(message)

    def _hello(self, hello: Hello, at_us: int) -> None:
        before = self.hello
        if before is None or before.boot != hello.boot:
            self._lose(Stage.SILENT, at_us, quietly=True)
            self.clock = ClockMap()
            self.stamps.begin()
            self._taken = self._kept = hello.oldest
            self._done, self._owes_ack, self._pings = set(), False, {}
            self.hello, self._whole_us = hello, at_us
            self._tell(Started(hello, before is not None))
        elif (self._kept - hello.oldest) % 256 > EVENTS_MOST:
            self._taken = self._kept = hello.oldest  # no board can be there; begin where it is
            self._done = set()
        if self.stage in (Stage.SILENT, Stage.STRANGE, Stage.TALKING):
            self._ponged = 0
            self._go(Stage.MEETING, at_us)

    def _event(self, event: Event, at_us: int) -> None:
        self._owes_ack = True  # a repeated one, too: its answer was lost, or is still due
        if event.number != self._taken or self.owed >= EVENTS_MOST or self.hello is None:
            return
        self._taken = (self._taken + 1) % 256
        told_us = at_us - len(written(event)) * BYTE_US
        if told_us - self._whole_us > LATE_MOST_US:
            # Its clock may have gone round meanwhile: no touch of now is made of that one.
            self.acknowledge((self.hello.boot, event.number, event.at_us))
            return
        board_us = self.clock.unturned_event(event.at_us, told_us)
        felt_us, line = self.stamps.at(self.clock, board_us, told_us)
        mark = (self.hello.boot, event.number, event.at_us)
        felt = Felt(mark, event, felt_us, line)
        if event.kind is Kind.TOUCH and self.hello.protocol != UNTRACED:
            until_us = at_us - self._unheard_us + TRACE_US
            self._waiting.append((replace(felt, shape=UNSEEN), until_us))
        else:
            self._waiting.append((felt, at_us - self._unheard_us))

    def _tell_felt(self, now_us: int, everything: bool = False) -> None:
        """What waits for no trace any more, in order. What came while nobody listened is still to
        be read, and may be its trace."""
        while self._waiting:
            felt, until_us = self._waiting[0]
            shape = self._traces.shape(felt.event.number)
            if shape is None and now_us - self._unheard_us < until_us and not everything:
                return
            self._waiting.popleft()
            self._traces.forget(felt.event.number)
            self._tell(felt if shape is None else replace(felt, shape=shape))

    def _pong(self, pong: Pong, at_us: int) -> None:
        sent = self._pings.pop(pong.token, None)
        if sent is None or at_us - sent[0] > PONG_LATE_US or self.hello is None:
            return
        sent_us, out_us = sent
        back_us = len(written(pong)) * BYTE_US
        self.clock.note(sent_us + out_us, at_us - back_us, pong.at_us, pong.held_us)
        self._ponged += 1

    # --- what is said -------------------------------------------------------------------------

    def _meet(self, now_us: int) -> None:
        if self._ponged >= MEET_PINGS or self.waiting_us(now_us) >= MEET_MOST_US:
            self._go(Stage.GREETING, now_us)
            self._greet(now_us)
        else:
            self._ping_after(MEET_PING_US, now_us)

    def _greet(self, now_us: int) -> None:
        assert self.hello is not None
        self._said_us = now_us
        self._say(Greet(self._kept, self.hello.boot))

    def _greeted(self, now_us: int) -> None:
        self._go(Stage.TALKING, now_us)
        self._is_met = True
        self._tell(Met())

    def _ping_after(self, us: int, now_us: int) -> None:
        if now_us - self._pinged_us < us:
            return
        self._ping, self._pinged_us = (self._ping + 1) % PINGS, now_us
        ping = Ping(self._ping)
        if not self.is_playback:
            self._pings[self._ping] = (now_us, len(written(ping)) * BYTE_US)
        self._say(ping)

    def _pay_ack(self) -> None:
        if self._owes_ack and self.stage is Stage.TALKING:
            self._owes_ack = False
            self._say(Ack(self._kept))

    def _say(self, message: ToBoard) -> None:
        self._say_bytes(written(message))

    # --- stages -------------------------------------------------------------------------------

    def _go(self, stage: Stage, now_us: int) -> None:
        self.stage, self._stage_us = stage, now_us

    def _lose(self, stage: Stage, now_us: int, quietly: bool = False) -> None:
        """`quietly`: it is back already, so nothing more was missed than a start takes."""
        self._tell_felt(now_us, everything=True)
        self._opened_us = now_us
        self._go(stage, now_us)
        if self._is_met:
            self.asks.fail("The touch board went away. Try again when it is back.")
        if self._is_met and not quietly:
            self._is_met = False
            self._tell(Lost())


_SPOKEN = (Stage.MEETING, Stage.GREETING, Stage.TALKING)
