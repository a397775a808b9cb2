"""The guide at work on a board: streams the pads to it, and stores what came of it.

Until then nothing on the board is changed, so a calibration that is left is as if it never was.
`look` may wait for the board: it belongs to whoever looks after the table, never to a page.
"""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from threading import RLock

from companion.frozen import dataclass
from companion.table.board.calibration.guide import EVERY, Guide, Reading, Shown
from companion.table.board.port import LinkError
from companion.table.board.table import BoardTable
from companion.table.frames import Field, Raw, parameter
from companion.words import CompanionError, Pad

READINGS_MOST = 4096  # half a minute of them
SILENT_US = 1_000_000  # so long without a reading: the board is told again
DEAF_US = 8_000_000  # so long: nothing helps
ALONE_US = 180_000_000  # nobody has looked at it for so long: it is left
STORED = "All of it is stored on the board."
NOTICE = "The pads are being calibrated: until that is over no touch counts."
LEFT = "The board is as it was."


class Stage(Enum):
    """How far it is."""

    IDLE = "idle"
    GUIDING = "guiding"
    STORED = "stored"
    LEFT = "left"
    """Nothing was changed."""


@dataclass(frozen=True, slots=True)
class Now:
    """How it stands: `shown` is the guide's, and the last one's once it has ended; `said` is what
    became of it."""

    stage: Stage
    shown: Shown | None = None
    said: str = ""


class NotNowError(CompanionError):
    """The board cannot be calibrated now, and why."""


class Calibrator:
    """Calibrates the board of one table. All methods may be called from any thread."""

    def __init__(
        self,
        table: BoardTable,
        pads: int,
        lifts: bool,
        now_us: Callable[[], int],
        why_not: Callable[[], str] = str,
    ) -> None:
        """`why_not` says why it cannot be now, such as a game in an incident; empty: it can."""
        self._table, self._pads, self._lifts = table, pads, lifts
        self._now_us, self._why_not = now_us, why_not
        self._guide: Guide | None = None
        self._now = Now(Stage.IDLE)
        self._heard: deque[Reading] = deque(maxlen=READINGS_MOST)
        self._heard_us = self._seen_us = 0
        self._starts = 0
        self._lock = RLock()

    def begin(self) -> None:
        """Begin anew. Raises NotNowError, or LinkError where the board cannot be asked."""
        why = self._why_not()
        if why:
            raise NotNowError(why)
        board = self._table.board
        stored = tuple(board.get(parameter(pad, Field.BASE)) for pad in range(self._pads))
        with self._lock:
            self._guide = Guide(self._pads, self._lifts, stored)
            self._now = Now(Stage.GUIDING)
            self._heard.clear()
            self._heard_us = self._seen_us = self._now_us()
            self._starts = self._table.now().starts
        try:
            self._listen()
        except LinkError as problem:
            self._end(Stage.LEFT, f"{problem} {LEFT}")

    def say(self, word: str) -> bool:
        """A person's word: see `Shown.may`; "stop" ends it. False: it means nothing now."""
        if word == "stop":
            return self._stop()
        with self._lock:
            self._drain()
            return self._guide is not None and self._guide.say(word)

    def now(self) -> Now:
        """How it stands; whoever asks is looking on."""
        with self._lock:
            self._seen_us = self._now_us()
            self._drain()
            return self._now

    @property
    def notice(self) -> str:
        """What every screen should say meanwhile; empty while nobody calibrates."""
        return NOTICE if self._guide is not None else ""

    def look(self) -> None:
        """Go on, end or store, as it is due; call it often. Waits for the board when it stores."""
        with self._lock:
            if self._guide is None:
                return
            self._drain()
            why, settings = self._why_end(), self._guide.settings()
            silent_us = self._now_us() - self._heard_us
        if why:
            self._end(Stage.LEFT, f"{why} {LEFT}")
        elif settings is not None:
            self._store(settings)
        elif silent_us > SILENT_US and not self._table.is_away:
            with suppress(LinkError):  # the next look tries again
                self._listen()

    # --- inside -------------------------------------------------------------------------------

    def _listen(self) -> None:
        """Have the board tell of its pads; a line that was torn for a moment forgets it."""
        self._table.mute(True)
        self._table.board.on_raw = self._hear
        self._table.board.stream(EVERY)

    def _hear(self, raw: Raw) -> None:
        """In the link's thread: with what the board said of the dolphins by then."""
        self._heard.append(Reading(raw.crossings, self._table.lifted()))

    def _drain(self) -> None:
        guide = self._guide
        if guide is None:
            return
        while self._heard:
            guide.feed(self._heard.popleft())
            self._heard_us = self._now_us()
        self._now = Now(Stage.GUIDING, guide.now())

    def _why_end(self) -> str:
        now_us = self._now_us()
        if self._table.now().starts != self._starts:
            return "The touch board has started anew in between."
        if now_us - self._heard_us > DEAF_US:
            return "The touch board has fallen silent. Look at its USB cable."
        if now_us - self._seen_us > ALONE_US:
            return "Nobody has looked on for three minutes."
        return self._why_not()

    def _stop(self) -> bool:
        with self._lock:
            there = self._guide is not None
        if there:
            self._end(Stage.LEFT, LEFT)
        return there

    def _end(self, stage: Stage, said: str) -> None:
        with self._lock:
            self._guide, self._now = None, Now(stage, self._now.shown, said)
        board = self._table.board
        with suppress(LinkError):  # one that is gone streams no more
            board.stream(0)
        board.on_raw = _nobody
        self._table.mute(False)

    def _store(self, settings: dict[Pad, dict[Field, int]]) -> None:
        """All or nothing: what was set is set back if the board cannot keep it."""
        board = self._table.board
        wanted = {
            parameter(pad, field): value
            for pad, fields in settings.items()
            for field, value in fields.items()
        }
        before: dict[int, int] = {}
        try:
            for number, value in wanted.items():
                before[number] = board.get(number)
                board.set(number, value)
            board.save()
        except LinkError as problem:
            for number, value in before.items():
                with suppress(LinkError):
                    board.set(number, value)
            self._end(Stage.LEFT, f"{problem} Nothing is sure to be stored: calibrate once more.")
            return
        self._table.learn()
        self._end(Stage.STORED, STORED)


def _nobody(raw: Raw) -> None:
    """Who listens when nobody calibrates."""
