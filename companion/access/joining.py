"""Phones that ask to join: each shows two words, and waits until somebody answers or time is up.

Decides only; it knows nothing of pages or games.
"""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.access.limits import Limits
from companion.access.refused import AccessError
from companion.access.secret import hash_of, new_secret
from companion.access.sessions import Sessions
from companion.words import SEATS_MOST, Pad, Seat

WAITING_MOST = 8  # phones waiting at once: a table has no more seats
WAITING_OF_ONE_MOST = 3  # of them from one address: a bored cousin must not lock the others out
WAIT_S = 180  # after that nobody remembers who it was
OUTCOMES_MOST = 64  # phones that still have to hear what became of their request
READ_S = 0.25  # a hand already falling when the phone named its dolphin meant something else

_COLOURS = ("blue", "red", "green", "gold", "silver", "pink", "brown", "black")
_BEASTS = ("heron", "otter", "seal", "crab", "whale", "gull", "turtle", "squid")


@dataclass(frozen=True, slots=True)
class Waiting:
    """A phone that asks to join. `words` stand on it, so that the right one is admitted."""

    id: str
    role: str  # what it asks to be: "seat", "referee" or "table"
    seat: Seat | None
    words: str
    hash: str
    address: str
    at_s: float
    before: str = ""  # the hash of what the phone is until then
    pad: Pad | None = None  # touching this dolphin admits it, too
    named_s: float = 0.0  # since when its phone says so


class Joining:
    """The requests to join one table. All methods may be called from any thread."""

    def __init__(
        self,
        sessions: Sessions,
        limits: Limits,
        now_s: Callable[[], float],
        changed: Callable[[], None],
    ) -> None:
        self._sessions, self._limits = sessions, limits
        self._now_s, self._changed = now_s, changed
        self._lock = threading.Lock()
        self._waiting: tuple[Waiting, ...] = ()
        self._outcomes: OrderedDict[str, str] = OrderedDict()

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
        table: bool = False,
    ) -> tuple[str, Waiting]:
        """A phone asks for a seat, to be the referee or the table: a cookie, worth nothing yet.

        What it asked earlier, as its `cookie` of that tells, is forgotten; what it was `before`
        it stays until it is admitted. Raises AccessError.
        """
        self._limits.request(address)
        if seat is not None and not 0 <= seat < SEATS_MOST:
            raise AccessError(400, "There is no such seat.")
        with self._lock:
            self._forget_old()
            self._make_room(address, cookie)
            if len(self._waiting) >= WAITING_MOST:
                raise AccessError(429, "Too many phones are waiting. Ask the referee to look.")
            secret = new_secret()
            role = "seat" if seat is not None else "table" if table else "referee"
            waiting = Waiting(
                secrets.token_hex(4),
                role,
                seat,
                self._words(),
                hash_of(secret),
                address,
                self._now_s(),
                hash_of(before or ""),
            )
            self._waiting = (*self._waiting, waiting)
        self._changed()
        return secret, waiting

    def answer(self, request: str, yes: bool) -> Waiting:
        """Somebody who is in already admits a phone, or not. Raises AccessError: long gone."""
        with self._lock:
            self._forget_old()
            found = next((waiting for waiting in self._waiting if waiting.id == request), None)
        if found is None:
            self._changed()  # a screen still showed it
            raise AccessError(410, "That phone does not wait any more.")
        if yes:
            self._sessions.admit(found.role, found.seat, found.hash, found.before)
        with self._lock:
            self._waiting = tuple(other for other in self._waiting if other.id != found.id)
            if not yes:
                self._note(found, "no")
        self._changed()
        return found

    def name_pads(self, free: tuple[Pad, ...], fit: tuple[Pad, ...]) -> None:
        """Name a dolphin to each phone that waits for a seat: one of `free`, no two the same.

        It stays the phone's own while it is `fit` to be touched.
        """
        with self._lock:
            for waiting in self._waiting:
                taken = {other.pad for other in self._waiting if other is not waiting}
                left = [pad for pad in free if pad not in taken]
                if waiting.seat is None or (waiting.pad is not None and waiting.pad in fit):
                    continue
                pad = secrets.choice(left) if left else None
                named = replace(waiting, pad=pad, named_s=self._now_s())
                self._waiting = tuple(named if w.id == named.id else w for w in self._waiting)

    def touched(self, pad: Pad) -> Waiting | None:
        """Admit the phone that named this dolphin, if one did long enough ago to be read."""
        before_s = self._now_s() - READ_S
        found = (w for w in self.waiting if w.pad == pad and w.named_s <= before_s)
        named = next(found, None)
        return self.answer(named.id, True) if named else None

    def candidate(self, waited_s: float = 0.0) -> Waiting | None:
        """The phone that asks to be the referee and waits longest, if it waited this long."""
        cut = self._now_s() - waited_s
        asks = (w for w in self.waiting if w.role == "referee" and w.at_s <= cut)
        return next(asks, None)

    def outcome(self, cookie: str | None) -> str:
        """What became of a request: "waiting", "no", "gone" (nobody answered), or "none"."""
        if self.is_waiting(cookie):
            return "waiting"
        return self._outcomes.get(hash_of(cookie), "none") if cookie else "none"

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
        self._outcomes[waiting.hash] = outcome
        while len(self._outcomes) > OUTCOMES_MOST:
            self._outcomes.popitem(last=False)

    def _words(self) -> str:
        """Two words that no other waiting phone shows."""
        taken = {waiting.words for waiting in self._waiting}
        while (words := f"{secrets.choice(_COLOURS)} {secrets.choice(_BEASTS)}") in taken:
            pass
        return words

    def _make_room(self, address: str, cookie: str | None) -> None:
        own = hash_of(cookie or "")
        others = tuple(waiting for waiting in self._waiting if waiting.hash != own)
        near = [waiting for waiting in others if waiting.address == address]
        excess = near[: max(0, len(near) - WAITING_OF_ONE_MOST + 1)]
        self._waiting = tuple(waiting for waiting in others if waiting not in excess)
