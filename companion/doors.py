"""Who may do what: the referee's link, phones that were let in, and how fast anybody may knock.

Decides only; it knows nothing of pages or games. Secrets are 128 random bits, and only their
hashes are kept in the journal.
"""

import hashlib
import hmac
import os
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.journal import Journal
from companion.journal import Session as Session
from companion.words import SEATS_MOST, CompanionError, Seat

KEY_FILE = "referee.key"
WRONG_MOST = 10  # wrong secrets a minute from one address
KNOCKS_MOST = 8  # phones waiting at once: a table has no more seats
KNOCKS_OF_ONE_MOST = 3  # of them from one address: a bored cousin must not lock the others out
KNOCK_S = 180  # after that nobody remembers who it was
POSTS_A_S = 50.0  # five fingers on a drawn table, each a touch, a lift and a release
POSTS_BURST = 200.0
ADDRESSES_MOST = 512  # buckets kept; the idlest are forgotten

NOBODY = Session("nobody", None, "")

_COLOURS = ("blue", "red", "green", "gold", "silver", "pink", "brown", "black")
_BEASTS = ("heron", "otter", "seal", "crab", "whale", "gull", "turtle", "squid")


class DoorError(CompanionError):
    """Not let in, or not so fast: `status` is HTTP's number for it."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


@dataclass(frozen=True, slots=True)
class Waiting:
    """A phone that asks for a seat. `words` stand on it, so that the right one is let in."""

    id: str
    seat: Seat
    words: str
    hash: str
    address: str
    at_s: float


class Doors:
    """The door of one table. All methods may be called from any thread."""

    def __init__(
        self,
        journal: Journal,
        state: Path,
        now_s: Callable[[], float] = time.monotonic,
        wall_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> None:
        self._journal = journal
        self._key = state / KEY_FILE
        self._now_s = now_s
        self._wall_ms = wall_ms
        self._lock = threading.Lock()
        self._waiting: tuple[Waiting, ...] = ()
        self._buckets: dict[str, tuple[float, float]] = {}
        self.on_change: Callable[[], None] = lambda: None
        read_key(state)

    def referee_key(self) -> str:
        """The secret of the referee's link, for somebody at the machine."""
        return read_key(self._key.parent)

    # --- who somebody is ----------------------------------------------------------------------

    def who(self, cookie: str | None) -> Session:
        """Who the phone with this cookie is; a stranger is nobody."""
        session = self._journal.session(_hash(cookie)) if cookie else None
        if session is None:
            return NOBODY
        if session.role == "referee" and session.evening != self._key_mark():
            return NOBODY  # the link was renewed at the machine
        if session.role == "seat" and session.evening != self.evening():
            return NOBODY  # let in on another evening
        return session

    def redeem(self, key: str, address: str) -> str:
        """The referee's link is used: a new cookie. Raises DoorError."""
        right = hmac.compare_digest(_hash(key), _hash(self.referee_key()))
        # Who guessed too often is not told of a right guess either: else it would be no limit.
        self._limit(f"wrong:{address}", WRONG_MOST / 60, WRONG_MOST, cost=0 if right else 1)
        if not right:
            raise DoorError(
                403, "This link is not valid any more. The machine shows the new one: companion url"
            )
        return self._admit(Session("referee", None, self._key_mark()))

    # --- letting people in --------------------------------------------------------------------

    def knock(self, seat: Seat, address: str, cookie: str | None = None) -> tuple[str, Waiting]:
        """A phone asks for a seat: its new cookie, worth nothing until it is let in.

        What the same phone asked before, as its `cookie` tells, is forgotten. Raises DoorError.
        """
        self._limit(f"knock:{address}", KNOCKS_MOST / 60, KNOCKS_MOST)
        if not 0 <= seat < SEATS_MOST:
            raise DoorError(400, "There is no such seat.")
        with self._lock:
            self._forget_old()
            self._make_room(address, cookie)
            if len(self._waiting) >= KNOCKS_MOST:
                raise DoorError(429, "Too many phones are waiting. Ask the referee to look.")
            secret = _secret()
            words = f"{secrets.choice(_COLOURS)} {secrets.choice(_BEASTS)}"
            waiting = Waiting(
                secrets.token_hex(4), seat, words, _hash(secret), address, self._now_s()
            )
            self._waiting = (*self._waiting, waiting)
        self.on_change()
        return secret, waiting

    def let_in(self, knock: str, yes: bool) -> Waiting:
        """Somebody who is in already lets a phone in, or not. Raises DoorError: long gone."""
        with self._lock:
            self._forget_old()
            found = next((waiting for waiting in self._waiting if waiting.id == knock), None)
            self._waiting = tuple(waiting for waiting in self._waiting if waiting is not found)
        if found is None:
            self.on_change()  # a screen still showed it
            raise DoorError(410, "That phone does not wait any more.")
        if yes:
            session = Session("seat", found.seat, self.evening())
            self._journal.note_session(found.hash, session, self._wall_ms())
        self.on_change()
        return found

    def sweep(self) -> None:
        """Forget the phones that waited too long, so that no screen shows them; call it often."""
        with self._lock:
            before = self._waiting
            self._forget_old()
            changed = self._waiting != before
        if changed:
            self.on_change()

    @property
    def waiting(self) -> tuple[Waiting, ...]:
        """The phones that ask for a seat, the longest waiting first."""
        return self._waiting

    def phones(self) -> tuple[Seat, ...]:
        """The seats that phones were let in for this evening, one entry a phone."""
        return self._journal.session_seats(self.evening())

    def is_waiting(self, cookie: str | None) -> Waiting | None:
        """The knock that this phone waits with, if it still does."""
        hash_ = _hash(cookie) if cookie else ""
        return next((waiting for waiting in self._waiting if waiting.hash == hash_), None)

    def evening(self) -> str:
        """The evening that phones are let in for."""
        return self._journal.setting("evening") or "first"

    # --- not so fast --------------------------------------------------------------------------

    def limit_post(self, who: str) -> None:
        """Count a POST of a phone or address. Raises DoorError when they come too fast."""
        self._limit(f"post:{who}", POSTS_A_S, POSTS_BURST)

    def _limit(self, bucket: str, per_s: float, burst: float, cost: float = 1) -> None:
        with self._lock:
            now = self._now_s()
            left, then = self._buckets.pop(bucket, (burst, now))
            left = min(burst, left + (now - then) * per_s)
            self._buckets[bucket] = (max(0.0, left - cost), now)
            while len(self._buckets) > ADDRESSES_MOST:
                del self._buckets[next(iter(self._buckets))]
        if left < 1:
            raise DoorError(429, "Not so fast. Wait a moment and tap again.")

    # --- inside -------------------------------------------------------------------------------

    def _admit(self, session: Session) -> str:
        secret = _secret()
        self._journal.note_session(_hash(secret), session, self._wall_ms())
        return secret

    def _key_mark(self) -> str:
        return _hash(self.referee_key())[:16]

    def _forget_old(self) -> None:
        cut = self._now_s() - KNOCK_S
        self._waiting = tuple(waiting for waiting in self._waiting if waiting.at_s > cut)

    def _make_room(self, address: str, cookie: str | None) -> None:
        own = _hash(cookie) if cookie else ""
        others = tuple(waiting for waiting in self._waiting if waiting.hash != own)
        near = [waiting for waiting in others if waiting.address == address]
        excess = near[: max(0, len(near) - KNOCKS_OF_ONE_MOST + 1)]
        self._waiting = tuple(waiting for waiting in others if waiting not in excess)


def read_key(state: Path) -> str:
    """The referee's secret in a state folder, made at first use. Raises DoorError."""
    path = state / KEY_FILE
    try:
        return path.read_text(encoding="ascii").strip() or renew_key(state)
    except FileNotFoundError:
        return renew_key(state)
    except OSError as problem:
        raise DoorError(
            500, f"{path} cannot be read: {problem.strerror}. Run this as the companion's user."
        ) from problem


def renew_key(state: Path) -> str:
    """A new secret for the referee's link; whoever came by the old one is out."""
    key, path = _secret(), state / KEY_FILE
    try:
        state.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(path.name + ".new")
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(key + "\n")
        os.replace(fresh, path)
    except OSError as problem:
        raise DoorError(
            500, f"{path} cannot be written: {problem.strerror}. Run this as the companion's user."
        ) from problem
    return key


def _secret() -> str:
    return secrets.token_urlsafe(16)  # 128 bits


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
