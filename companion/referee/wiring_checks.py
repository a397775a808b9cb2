"""Between the wiring check, the table and the screens: when it begins, goes on, and is done.

Keeps one thing over restarts: with which wires all was well, or was said to be.
"""

from contextlib import suppress
from threading import RLock

from companion.journal.settings import WIRES_KNOWN
from companion.referee.referee import Referee
from companion.referee.wiring import Check, Part, WiringCheck, fingerprint
from companion.table.signals import Signal
from companion.words import CompanionError

WELL_US = 60_000_000  # how long the wall says that all wires are right


class NotNow(CompanionError):
    """The wires cannot be checked now, and why."""


class WiringChecks:
    """The checks of the wires of one table. All methods may be called from any thread."""

    def __init__(self, referee: Referee, parts: tuple[Part, ...], by_itself: bool) -> None:
        """`by_itself`: whether wires that were never checked are asked for at the start."""
        self._referee, self._parts = referee, parts
        self._by_itself = by_itself
        self._check: WiringCheck | None = None
        self._over_us = 0
        self._lock = RLock()

    def open(self) -> None:
        """Take part from now on; a table that nobody knows asks for its dolphins at once."""
        self._referee.hooks.signal = self._felt
        unknown = self._referee.journal.setting(WIRES_KNOWN) != fingerprint(self._parts)
        if self._by_itself and unknown and self._parts and self._referee.picture.game is None:
            self._check = WiringCheck(self._parts)
            self._show()

    def begin(self) -> None:
        """Check all wires now. Raises NotNow while a game is on, or where there are none."""
        if not self._parts:
            raise NotNow("This table has no wires: its dolphins are on a tablet.")
        if self._referee.picture.is_on:
            raise NotNow("A game is on. End it or say good night first, then the wires.")
        with self._lock:
            self._check = WiringCheck(self._parts)
            self._check.begin(self._referee.clock.now_us())
            self._over_us = 0
        self._show()

    def leave(self, for_good: bool) -> None:
        """End the check: for good (the wires are as they are wanted), or until the next start."""
        if for_good:
            self._referee.journal.set_setting(WIRES_KNOWN, fingerprint(self._parts))
        self._end()

    def look(self) -> None:
        """Do what time alone brings; call it often."""
        now_us = self._referee.clock.now_us()
        with self._lock:
            check = self._check
            if check is None:
                return
            went_on, over = check.tick(now_us), check.now().is_over
            well = over and not check.now().findings
            first = over and not self._over_us
            self._over_us = self._over_us or (now_us if over else 0)
        if self._referee.picture.is_on:
            self._end()  # whoever begins a game has seen enough
        elif first:
            self._done(well)
        elif went_on:
            self._show()
        elif well and now_us - self._over_us >= WELL_US:
            self._end()

    def _felt(self, signal: Signal) -> bool:
        """Whether the signal was a press that the check asked for; pads are felt by all."""
        with self._lock:
            check = self._check
            used = check is not None and check.note(signal)
        if used:
            self._show("felt")
        return used and bool(signal.button)

    def _done(self, well: bool) -> None:
        if well:
            with suppress(CompanionError):  # on a full card the next start asks again
                self._referee.journal.set_setting(WIRES_KNOWN, fingerprint(self._parts))
        self._show("wired" if well else "miswired")

    def _end(self) -> None:
        with self._lock:
            self._check = None
        self._show()

    def _show(self, sign: str = "") -> None:
        self._referee.show_wiring(self._now, sign)

    def _now(self) -> Check | None:
        with self._lock:
            return self._check.now() if self._check is not None else None
