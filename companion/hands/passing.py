"""The thread that keeps hands moving: what was called is passed, and what is due is done.

Decides nothing: that is the keeper's and the game's.
"""

import threading
from collections.abc import Iterable

from companion.hands.keeper import Keeper
from companion.referee import Referee
from companion.referee.hub import Event
from companion.say import complaint
from companion.words import CompanionError

AGAIN_S = 1.0  # after something that did not work: a full disk, a busy referee
ACTS_MOST = 100  # one after the other: who always has something to do leaves others their turn
LOOK_S = 1.0  # how soon a phone that is gone is noticed
REST_S = 30.0  # where no phone has a hand; whatever changes that is heard


class Passing:
    """Keeps the hands of a table going."""

    def __init__(self, keeper: Keeper, referee: Referee) -> None:
        self._keeper, self._referee = keeper, referee
        self._feed = referee.hub.listen()
        self._stop = threading.Event()
        self._seen = -1
        self._is_done = False  # nothing was due at the last look
        self._thread = threading.Thread(target=self._run, name="hands", daemon=True)

    def start(self) -> None:
        """Follow the game from now on."""
        self._thread.start()

    def alive(self) -> bool:
        """Whether cards can still go round, or the referee has ended, who says so itself."""
        return self._thread.is_alive() or self._feed.closed

    def close(self) -> None:
        """End the thread; idempotent."""
        self._stop.set()
        self._feed.close()
        if self._thread.is_alive():
            self._thread.join()

    def step(self, events: Iterable[Event]) -> None:
        """Do all that is due after these were heard."""
        self._is_done = False
        for event in events:
            if event.name == "called":
                self._keeper.called(event.data["at_us"])
        for _ in range(ACTS_MOST):
            if not self._keeper.look():
                self._is_done = True
                return
        self._stop.wait(AGAIN_S)

    def wait_s(self) -> float:
        """In how many seconds to look again, should nothing be heard."""
        due_us, clock = self._keeper.next_us(), self._referee.clock
        look_s = REST_S if self._is_done and not self._keeper.has_hands else LOOK_S
        if due_us is None:
            return look_s
        return min(look_s, max(0.0, clock.wait_s(due_us - clock.now_us())))

    def _run(self) -> None:
        while not (self._stop.is_set() or self._feed.closed):
            try:
                events, _ = self._feed.take(self._seen, self.wait_s())
                self._seen = self._referee.picture.version
                self.step(events)
            except CompanionError as problem:
                self._referee.note_trouble("hands", complaint(problem))
                self._stop.wait(AGAIN_S)
