"""Phones that ask to join: each shows two words, and waits until somebody answers or time is up.

Decides only; it knows nothing of pages or games.
"""

import secrets
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable

from companion.access.door import Door
from companion.access.limits import Limits
from companion.access.refused import AccessError
from companion.access.secret import hash_of, new_secret
from companion.access.sessions import Sessions
from companion.frozen import dataclass
from companion.words import SEATS_MOST, Seat

WAITING_MOST = 8  # phones waiting at once: a table has no more seats
WAITING_OF_ONE_MOST = 3  # of them from one address: a bored cousin must not lock the others out
WAIT_S = 180  # after that nobody remembers who it was
OUTCOMES_MOST = 64  # phones that still have to hear what became of their request

NONE = ("none", "seat")  # of who asked for nothing
_COLOURS = ("blue", "red", "green", "gold", "silver", "pink", "brown", "black")
_BEASTS = ("heron", "otter", "seal", "crab", "whale", "gull", "turtle", "squid")


@dataclass(frozen=True, slots=True)
class Waiting:
    """A phone that asks to join. `words` stand on it, so that the right one is admitted."""

    id: str
    role: str  # what it asks to be: "seat", "referee", "table" or "wall"
    seat: Seat | None
    words: str
    hash: str
    address: str
    at_s: float
    person: int | None = None  # whom it asks to be, where somebody sits at that seat
    before: str = ""  # the hash of what the phone is until then


class Joining:
    """The requests to join one table. All methods may be called from any thread."""

    def __init__(
        self,
        sessions: Sessions,
        door: Door,
        limits: Limits,
        now_s: Callable[[], float],
        changed: Callable[[], None],
    ) -> None:
        self._sessions, self._door, self._limits = sessions, door, limits
        self._now_s, self._changed = now_s, changed
        self._lock = threading.Lock()
        self._waiting: tuple[Waiting, ...] = ()
        self._outcomes: OrderedDict[str, tuple[str, str]] = OrderedDict()  # and what was asked

    @property
    def waiting(self) -> tuple[Waiting, ...]:
        """The phones that ask to join, the longest waiting first."""
        return self._waiting

    def request(
        self,
        seat: Seat | None,
        address: str,
        cookie: str | None = None,
        before: str | None = None,
        role: str = "seat",
    ) -> tuple[str, Waiting]:
        """A phone asks to be let in, perhaps for a seat: a cookie, worth nothing yet.

        What it asked earlier, as its `cookie` of that tells, is forgotten; what it was `before`
        it stays until it is admitted. Raises AccessError.
        """
        self._limits.request(address)
        if seat is not None and not 0 <= seat < SEATS_MOST:
            raise AccessError(400, "There is no such seat.")
        with self._lock:
            self._forget_old()
            if not self._make_room(address, cookie):
                raise AccessError(429, "Too many phones are waiting. Ask the referee to look.")
            secret = new_secret()
            waiting = Waiting(
                secrets.token_hex(4),
                role,
                seat,
                self._words(),
                hash_of(secret),
                address,
                self._now_s(),
                None if seat is None else self._sessions.at_seat(seat),
                hash_of(before or ""),
            )
            self._waiting = (*self._waiting, waiting)
        self._changed()
        return secret, waiting

    def enter(self, pictures: tuple[int, ...], address: str, before: str | None = None) -> str:
        """A phone comes in by the door, with the pictures that were tapped: its cookie.

        Raises AccessError: it stays out.
        """
        self._limits.request(address)
        shown = self._door.now()
        try:
            self._door.enter(pictures)
        except AccessError:
            if self._door.now() != shown:
                self._changed()  # the wall shows others at once
            raise
        secret = new_secret()
        self._sessions.admit("seat", None, hash_of(secret), hash_of(before or ""))
        self._changed()
        return secret

    def answer(self, request: str, yes: bool) -> Waiting:
        """Somebody who is in already admits a phone, or not. Raises AccessError: long gone."""
        with self._lock:
            self._forget_old()
            found = next((waiting for waiting in self._waiting if waiting.id == request), None)
        if found is None:
            self._changed()  # a screen still showed it
            raise AccessError(410, "That phone does not wait any more.")
        if yes:
            self._sessions.admit(found.role, found.person, found.hash, found.before)
        with self._lock:
            self._waiting = tuple(other for other in self._waiting if other.id != found.id)
            if not yes:
                self._note(found, "no")
        self._changed()
        return found

    def send_away(self) -> None:
        """Nobody who waits is let in."""
        with self._lock:
            for waiting in self._waiting:
                self._note(waiting, "no")
            self._waiting = ()
        self._changed()

    def outcome(self, cookie: str | None) -> tuple[str, str]:
        """What became of a request: "waiting", "no", "gone" (nobody answered) or "none"; and
        what the phone asked to be.
        """
        if waiting := self.is_waiting(cookie):
            return "waiting", waiting.role
        return self._outcomes.get(hash_of(cookie), NONE) if cookie else NONE

    def is_waiting(self, cookie: str | None) -> Waiting | None:
        """The request that this phone waits with, if it still does."""
        hash_ = hash_of(cookie or "")
        return next((waiting for waiting in self._waiting if waiting.hash == hash_), None)

    def sweep(self) -> None:
        """Forget the phones that waited too long, so that no screen shows them; call it often."""
        with self._lock:
            before = self._waiting
            self._forget_old()
            changed = self._waiting != before
        if changed:
            self._changed()

    def end_evening(self) -> None:
        """Nobody waits any more."""
        with self._lock:
            self._waiting = ()

    def _forget_old(self) -> None:
        cut = self._now_s() - WAIT_S
        for waiting in self._waiting:
            if waiting.at_s <= cut:
                self._note(waiting, "gone")
        self._waiting = tuple(waiting for waiting in self._waiting if waiting.at_s > cut)

    def _note(self, waiting: Waiting, outcome: str) -> None:
        self._outcomes[waiting.hash] = outcome, waiting.role
        while len(self._outcomes) > OUTCOMES_MOST:
            self._outcomes.popitem(last=False)

    def _words(self) -> str:
        """Two words that no other waiting phone shows."""
        taken = {waiting.words for waiting in self._waiting}
        while (words := f"{secrets.choice(_COLOURS)} {secrets.choice(_BEASTS)}") in taken:
            pass
        return words

    def _make_room(self, address: str, cookie: str | None) -> bool:
        """Whether one more can wait. Where all places are taken the newest of the address with
        most of them gives way, if that is more than this one's.
        """
        own = hash_of(cookie or "")
        others = tuple(waiting for waiting in self._waiting if waiting.hash != own)
        near = [waiting for waiting in others if waiting.address == address]
        excess = near[: max(0, len(near) - WAITING_OF_ONE_MOST + 1)]
        self._waiting = tuple(waiting for waiting in others if waiting not in excess)
        if len(self._waiting) < WAITING_MOST:
            return True
        counts = Counter(waiting.address for waiting in self._waiting)
        last = max(reversed(self._waiting), key=lambda waiting: counts[waiting.address])
        if counts[last.address] <= counts[address] + 1:
            return False
        self._note(last, "gone")
        self._waiting = tuple(waiting for waiting in self._waiting if waiting is not last)
        return True
