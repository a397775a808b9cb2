"""The table drawn on a tablet: fingers on its dolphins, stamped by its browser, as signals.

Must not judge, draw, or let a clock decide who was first: the order of the touches of one
scramble depends on the tablet's own stamps alone.
"""

from collections import deque
from collections.abc import Callable, Sequence
from threading import Event, RLock, Thread, current_thread

from companion.table import trust
from companion.table.clock import TableClock
from companion.table.config import Config
from companion.table.gpio import HELD_US, Lights, PadState
from companion.table.lateness import AHEAD_MOST_US, LATE_MOST_US, too_late
from companion.table.signals import Kind, Signal
from companion.words import SEATS_MOST, Pad

TICK_S = 0.1
GONE_US = 3_000_000  # its page tells something every second: three are missed by no busy Wi-Fi
SCRAMBLE_US = 3_000_000  # so long after the last finger left, nobody asks which touch was first
UNCERTAIN_LEAST_US = 4_000  # the quickest glass is looked at some 240 times a second
UNCERTAIN_MOST_US = 100_000  # the coarsest clock that a browser gives its pages
# Fingers hold a drawn dolphin while people talk; only what rests much longer is a wet spot.
REST_US = 60_000_000
FINGERS_MOST = 20  # more than any glass can tell apart
VISITS_KEPT = 16

NO_TABLET = (
    "No dolphins in the middle? Spoons or corks will do. Or open this table's address with "
    "/tabletop on a tablet."
)
Contact = tuple[str, str, int, int, str]
"""What ("down" or "up"), where ("pad:0", "start", "seat:1"), which finger, the tablet's time, and
the deal that it showed."""


class Tablet:
    """The one tablet of this table; `feel` gets every signal and must only enqueue.

    It is a table as `gpio.Table` is, without pins or lights. Nothing on it is ever lifted.
    """

    def __init__(
        self,
        config: Config,
        clock: TableClock,
        feel: Callable[[Signal], None],
        deal: Callable[[], str] = lambda: "",
        dolphins_lie: Callable[[], bool] = lambda: True,
    ) -> None:
        """`deal` says which one is on: a finger that meant another one is not felt. Where no
        `dolphins_lie`, as before a game and in games without any, nobody misses a tablet.
        """
        self.lights = Lights()
        self._clock, self._feel, self._deal = clock, feel, deal
        self._dolphins_lie = dolphins_lie
        measured_us = round(config.table.tablet_uncertain_ms * 1000)
        self._least_us = max(measured_us, UNCERTAIN_LEAST_US)
        self._places = {f"pad:{n}": _Place(Pad(n)) for n in range(len(config.pads))}
        buttons = ("start", "yes", "no", *(f"seat:{seat}" for seat in range(SEATS_MOST)))
        self._places |= {name: _Place(None, name) for name in buttons}
        self._fingers: dict[int, _Place] = {}
        self._visit = ""  # one showing of the page; its time has a zero of its own
        self._past: deque[str] = deque(maxlen=VISITS_KEPT)
        self._number = -1
        self._said = ""  # of what it told last
        self._heard_us = 0
        self._away = ""  # why nothing can be felt just now
        self._offset_us = 0  # table time minus the tablet's, for the scramble at hand
        self._scramble_us = -SCRAMBLE_US  # when a finger last came or went
        self.rounds = 0  # grows while the watch comes round
        self._lock = RLock()
        self._stop = Event()
        self._watcher = Thread(target=self._watch_forever, name="tablet-watch", daemon=True)

    def start(self) -> None:
        """Start the thread that notices a tablet that went away."""
        self._watcher.start()

    def close(self) -> None:
        """End the thread; idempotent."""
        self._stop.set()
        if self._watcher.is_alive() and self._watcher is not current_thread():
            self._watcher.join()

    def alive(self) -> bool:
        """Whether signals can still arrive."""
        started = self._watcher.ident is not None
        return not self._stop.is_set() and (self._watcher.is_alive() or not started)

    def pads(self) -> tuple[PadState, ...]:
        """What is believed of every pad now."""
        with self._lock:
            pads = [place for place in self._places.values() if place.pad is not None]
            return tuple(PadState(Pad(n), p.is_down, True, p.why) for n, p in enumerate(pads))

    @property
    def is_away(self) -> bool:
        """Whether it was there, and feels nothing just now."""
        return bool(self._away)

    def stir(self) -> None:
        """The game is at something new: hands may count by now."""
        # Fingers are told: no level could be looked at.

    def trouble(self) -> tuple[str, ...]:
        """A sentence about why nothing can be felt; empty while the tablet is there."""
        with self._lock:
            if not self._visit:
                return (NO_TABLET,) if self._dolphins_lie() else ()
            return (self._away,) if self._away else ()

    # --- what its page tells ------------------------------------------------------------------

    def take(
        self,
        visit: str,
        number: int,
        offset_us: int,
        uncertain_us: int,
        contacts: Sequence[Contact],
    ) -> str:
        """Take what page `visit` tells as its `number`; answers what was not taken, and why.

        `offset_us` is table time minus the tablet's, `uncertain_us` how late a touch may be
        stamped. The same number twice counts once, and is answered the same. Raises ValueError
        for a place there is none of.
        """
        for what, place, *_ in contacts:
            self._check(what, place)
        now_us = self._clock.now_us()
        with self._lock:
            if visit in self._past:
                return "Another page is the table now. Show that one, or load this one again."
            if visit != self._visit:
                self._begin(visit, now_us)
            if number <= self._number:
                return self._said if number == self._number else ""
            self._number, self._heard_us, self._away = number, now_us, ""
            self._set_clock(offset_us, contacts, now_us)
            doubt_us = min(max(uncertain_us, self._least_us), UNCERTAIN_MOST_US)
            said = [self._contact(contact, doubt_us, now_us) for contact in contacts]
            self._said = next(filter(None, said), "")
            return self._said

    def leave(self, visit: str) -> None:
        """That page is hidden or closed: no finger can be on it."""
        with self._lock:
            if visit == self._visit:
                self._lose("The tablet shows something else: go back to the dolphins on it.")

    def watch(self, now_us: int) -> None:
        """Look once: at a tablet that went quiet, buttons that are held, pads in doubt."""
        with self._lock:
            if self._visit and not self._away and now_us - self._heard_us > GONE_US:
                self._lose("The tablet is quiet: wake it up, and look at its Wi-Fi.")
            for place in self._places.values():
                if place.is_held(now_us):
                    self._send(place, Kind.HELD, place.since_us + HELD_US)
                if place.pad is not None:
                    self._doubt(place, now_us)

    # --- inside -------------------------------------------------------------------------------

    def _check(self, what: str, place: str) -> None:
        if what not in ("down", "up"):
            raise ValueError(f"{what!r} is nothing that a finger does: say down or up.")
        if place not in self._places:
            raise ValueError(f"There is no {place!r}: there are {', '.join(self._places)}.")

    def _begin(self, visit: str, now_us: int) -> None:
        """Another page, or the same one shown again: its fingers are all new."""
        self._lift_all(now_us)
        self._past.append(self._visit)
        self._visit, self._number = visit, -1
        self._scramble_us = now_us - SCRAMBLE_US

    def _set_clock(self, offset_us: int, contacts: Sequence[Contact], now_us: int) -> None:
        # Trap: a clock that is set anew between two touches would reorder them. So a scramble
        # keeps the mapping it began with, even if a better one is known by now.
        if self._fingers or now_us - self._scramble_us < SCRAMBLE_US:
            return
        # The first cannot have been touched after it was told of; all others follow it.
        ahead_us = max(0, contacts[0][3] + offset_us - now_us) if contacts else 0
        self._offset_us = offset_us - (ahead_us if ahead_us <= AHEAD_MOST_US else 0)

    def _contact(self, contact: Contact, uncertain_us: int, now_us: int) -> str:
        what, where, finger, stamp_us, deal = contact
        at_us = stamp_us + self._offset_us
        if what == "up":
            # However odd its stamp: a hand that is refused to leave would stay for ever.
            self._up(finger, max(now_us - LATE_MOST_US, min(at_us, now_us)))
            return ""
        late = too_late(now_us - at_us, same_deal=deal == self._deal())
        if late:
            return late
        if len(self._fingers) >= FINGERS_MOST:
            return "So many fingers at once cannot be told apart."
        self._down(finger, self._places[where], at_us, uncertain_us)
        return ""

    def _down(self, finger: int, place: "_Place", at_us: int, uncertain_us: int) -> None:
        if finger in self._fingers:
            self._up(finger, at_us)  # its leaving was lost
        self._fingers[finger] = place
        self._scramble_us = self._clock.now_us()
        if place.down(finger, at_us):
            kind = Kind.TOUCH if place.pad is not None else Kind.PRESS
            self._send(place, kind, at_us, uncertain_us)

    def _up(self, finger: int, at_us: int) -> None:
        place = self._fingers.pop(finger, None)
        if place is None:
            return
        self._scramble_us = self._clock.now_us()
        at_us = max(at_us, place.since_us)
        if place.up(finger, at_us) and place.pad is not None:
            self._send(place, Kind.RELEASE, at_us)

    def _lift_all(self, now_us: int) -> None:
        for finger in tuple(self._fingers):
            self._up(finger, now_us)

    def _lose(self, why: str) -> None:
        self._away = why
        self._lift_all(self._clock.now_us())

    def _doubt(self, place: "_Place", now_us: int) -> None:
        others = (p.changed_us for p in self._places.values() if p is not place)
        was = place.why
        if not place.look(now_us, now_us - max(others)):
            return
        if place.why:
            self._feel(Signal(Kind.SUSPECT, now_us, place.pad, source="tablet", why=place.why))
            return
        if was == trust.CHATTERING and place.told_down:
            self._send(place, Kind.RELEASE, now_us)  # trusted again only at rest
        self._feel(Signal(Kind.TRUST, now_us, place.pad, source="tablet"))

    def _send(self, place: "_Place", kind: Kind, at_us: int, uncertain_us: int = 0) -> None:
        if place.why == trust.CHATTERING and kind in (Kind.TOUCH, Kind.RELEASE):
            return  # a wet glass would flood the journal
        place.told_down = kind is Kind.TOUCH
        self._feel(Signal(kind, at_us, place.pad, place.button, uncertain_us, "tablet"))

    def _watch_forever(self) -> None:
        while not self._stop.wait(TICK_S):
            self.watch(self._clock.now_us())
            self.rounds += 1


class _Place:
    """A drawn dolphin or button, and the fingers on it: the first touches, the last lets go."""

    def __init__(self, pad: Pad | None, button: str = "") -> None:
        self.pad, self.button = pad, button
        self.since_us = self.changed_us = 0
        self.told_down = False
        self._told_held = False
        self._fingers: set[int] = set()
        self._trust = trust.Trust()

    @property
    def is_down(self) -> bool:
        return bool(self._fingers)

    @property
    def why(self) -> str:
        return self._trust.why

    def down(self, finger: int, at_us: int) -> bool:
        """True if it is the first."""
        first = not self._fingers
        self._fingers.add(finger)
        if first:
            self.since_us, self._told_held = at_us, False
            self._changed(at_us)
        return first

    def up(self, finger: int, at_us: int) -> bool:
        """True if it was the last."""
        self._fingers.discard(finger)
        if not self._fingers:
            self._changed(at_us)
        return not self._fingers

    def is_held(self, now_us: int) -> bool:
        """True once, when a button has been down for five seconds."""
        held = bool(self.button and self._fingers) and now_us - self.since_us >= HELD_US
        if not held or self._told_held:
            return False
        self._told_held = True
        return True

    def look(self, now_us: int, quiet_us: int) -> bool:
        """Think again about trust; True if `why` changed. All others are quiet for `quiet_us`."""
        down_us = min(quiet_us, now_us - self.since_us) if self._fingers else 0
        resting_us = max(0, down_us - REST_US + trust.STUCK_US)
        return self._trust.look(now_us, not self._fingers, resting_us, 0)

    def _changed(self, at_us: int) -> None:
        self.changed_us = at_us
        self._trust.change(at_us)
