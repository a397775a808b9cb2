"""The thread that keeps up the conversation with the touch board, whatever becomes of its port.

Must not raise out of the thread, judge, or know what an event means.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from threading import Event, RLock, Thread, current_thread

from companion.table.board.asking import Board
from companion.table.board.conversation import HELLO_LATE_US, Conversation, Mark, News, Stage
from companion.table.board.port import LinkError, Port, found, open_port, why_none
from companion.table.board.recording import Recorded, Recorder, Way
from companion.table.frames import PROTOCOL, UNTRACED, FromBoard, ToBoard

BACK_OFF_US = (100_000, 250_000, 500_000, 1_000_000, 2_000_000)  # after each failure in a row
NO_PORT_S = 0.05  # how long a round takes while nothing is there to be read
FLASH = (
    "Put the program that ships onto it: stop the companion, then companion flash --port {port}."
)


class Ports:
    """Where to look for the board: the one port that was named, or all that may have one."""

    def __init__(
        self,
        named: str = "",
        look: Callable[[], Sequence[str]] = found,
        open_: Callable[[str], Port] = open_port,
        why: Callable[[], str] = why_none,
    ) -> None:
        """`named` is a path, or "" for whatever is found; `why` says why that is nothing."""
        self._named, self._look, self._open, self._why = named, look, open_, why
        self._next = 0
        self.path = named

    def open(self) -> Port:
        """Open the next one there is. Raises LinkError with a sentence."""
        there = (self._named,) if self._named else tuple(self._look())
        if not there:
            self.path = ""
            raise LinkError(self._why())
        self.path = there[self._next % len(there)]
        self._next += 1
        return self._open(self.path)

    def stay(self) -> None:
        """The board is at the port that was opened last: look there first the next time."""
        self._next = max(0, self._next - 1)

    def has_others(self) -> bool:
        """Whether the board may be somewhere else."""
        return not self._named and len(self._look()) > 1


class Link:
    """The line to the one board of this table. All public methods are for any thread."""

    def __init__(
        self,
        ports: Ports,
        now_us: Callable[[], int],
        tell: Callable[[News], None],
        recorder: Recorder | None = None,
        image: int | None = None,
    ) -> None:
        """`tell` gets the news, in the link's thread, and must only enqueue. `image` is the check
        sum of the program that ships, if it is known."""
        self.conversation = Conversation(tell)
        self.board = Board(self.ask)
        self.rounds = 0  # grows while the thread comes round
        self.opened = 0  # how often a port was
        self._ports, self._now_us, self._recorder, self._image = ports, now_us, recorder, image
        self._port: Port | None = None
        self._why = ""  # the port cannot be had
        self._fell: list[str] = []  # what no program foresaw
        self._failures, self._open_at_us = 0, 0
        self._lock = RLock()
        self._stop = Event()
        self._thread: Thread | None = None

    # --- the thread ---------------------------------------------------------------------------

    def start(self, more: Callable[[], None] = lambda: None) -> None:
        """Start the thread; `more` is done each time it comes round."""
        self._thread = Thread(target=self._run, args=(more,), name="board-link", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread and let go of the port; idempotent."""
        self._stop.set()
        self._wake()
        if self._thread is not None and self._thread is not current_thread():
            self._thread.join()
        with self._lock:
            self._drop("")

    def alive(self) -> bool:
        """Whether the thread runs, or was not started yet."""
        return not self._stop.is_set() and (self._thread is None or self._thread.is_alive())

    def step(self) -> bool:
        """Do what is to be done now, and wait for bytes for a moment; false without a port."""
        try:
            if self._port is None and not self._open():
                return False
            port = self._port
            assert port is not None
            data = port.read()
            at_us = self._now_us()
            with self._lock:
                if data and self._recorder is not None:
                    self._recorder.note(Way.FROM_BOARD, data, at_us)
                self.conversation.hear(data, at_us)
                self.conversation.tick(self._now_us())
                self._look_elsewhere()
        except LinkError as problem:
            with self._lock:
                self._drop(str(problem))
        return self._port is not None

    # --- what others want ---------------------------------------------------------------------

    def acknowledge(self, mark: Mark) -> None:
        """What came of this event is in the journal: tell the board."""
        with self._lock:
            more = self.conversation.acknowledge(mark)
        if more:
            self._wake()

    def say_once(self, message: ToBoard) -> None:
        """What would be wrong if it came late: said now, or never heard."""
        with self._lock, suppress(LinkError):
            self.conversation.say_once(message)

    def ask(self, make: Callable[[int], ToBoard]) -> "Future[FromBoard]":
        """Put a question to the board; a LinkError in the answer says why there is none."""
        with self._lock:
            if self.conversation.stage is not Stage.TALKING:
                gone: Future[FromBoard] = Future()
                why = " ".join(self.trouble()) or "It has just begun to speak. Try again."
                gone.set_exception(LinkError(f"The touch board cannot be asked. {why}"))
                return gone
            answer = self.conversation.asks.put(make)
        self._wake()
        return answer

    def trouble(self) -> tuple[str, ...]:
        """Sentences about the line to the board; none while all is well."""
        with self._lock:
            said = [self._why or self._about_stage(), *self._fell]
            if self._recorder is not None:
                said.append(self._recorder.trouble)
            return tuple(filter(None, said))

    def hurry(self) -> None:
        """The port is there, whatever went wrong before: open it at the next step."""
        self._open_at_us = 0

    @property
    def path(self) -> str:
        """The port that is open, or was tried last."""
        return self._ports.path

    # --- inside -------------------------------------------------------------------------------

    def _run(self, more: Callable[[], None]) -> None:
        while not self._stop.is_set():
            try:
                there = self.step()
                more()
            except Exception as error:  # the round may go wrong; the next one need not
                there = False
                self._note(error)
            self.rounds += 1
            if not there:
                self._stop.wait(NO_PORT_S)

    def _note(self, error: Exception) -> None:
        sentence = (
            f"The touch board could not be listened to ({error!r}). If this comes again, start the "
            f"companion again."
        )
        with self._lock:
            if sentence not in self._fell:
                self._fell = [*self._fell[-3:], sentence]

    def _open(self) -> bool:
        if self._now_us() < self._open_at_us:
            return False
        port = self._ports.open()
        with self._lock:
            self._port = Recorded(port, self._recorder) if self._recorder is not None else port
            self._why = ""
            self.opened += 1
            self.conversation.open(self._now_us(), self._port.write)
        return True

    def _drop(self, why: str, elsewhere: bool = False) -> None:
        """No port any more; the next try comes the later, the more failed in a row."""
        now_us, port = self._now_us(), self._port
        if port is not None:
            port.close()
            if self.conversation.frames and not elsewhere:
                self._ports.stay()
                self._failures = 0
        self._port, self._why = None, why
        self._open_at_us = now_us + BACK_OFF_US[min(self._failures, len(BACK_OFF_US) - 1)]
        self._failures += 1
        self.conversation.close(now_us)

    def _look_elsewhere(self) -> None:
        silent_us = self.conversation.silent_us(self._now_us())
        if silent_us > HELLO_LATE_US and self._ports.has_others():
            self._drop(self._about_stage(), elsewhere=True)

    def _wake(self) -> None:
        port = self._port
        if port is not None:
            port.wake()

    def _about_stage(self) -> str:
        talk, port, now_us = self.conversation, self.path, self._now_us()
        match talk.stage:
            case Stage.STRANGE:
                version = talk.strange
                return (
                    f"The touch board at {port} speaks version {version} of the protocol, and this "
                    f"companion {PROTOCOL}. {FLASH.format(port=port)}"
                )
            case Stage.SILENT if talk.hello is not None:
                return "The touch board is quiet: look at its USB cable, and at its lamp."
            case Stage.SILENT if talk.silent_us(now_us) > HELLO_LATE_US:
                return _no_hello(port, talk.heard_bytes)
            case Stage.GREETING if talk.waiting_us(now_us) > HELLO_LATE_US:
                return "The touch board speaks and does not hear: try another USB cable."
            case Stage.TALKING if talk.hello is not None and talk.hello.protocol == UNTRACED:
                return (
                    f"The touch board has an older program: it plays as before, but it calls more "
                    f"touches too close to call than the new one. {FLASH.format(port=port)}"
                )
            case Stage.TALKING if self._image not in (None, getattr(talk.hello, "image", None)):
                return (
                    f"The touch board's program is not the one that ships. It is played with all "
                    f"the same. {FLASH.format(port=port)}"
                )
        return ""


def _no_hello(port: str, heard: int) -> str:
    if heard:
        return (
            f"What {port} says makes no sense: it is no touch board, or its program is another. "
            f"{FLASH.format(port=port)}"
        )
    return (
        f"{port} is open, but no touch board says hello there. Is it programmed? "
        f"{FLASH.format(port=port)}"
    )
