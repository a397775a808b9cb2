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
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from companion.journal import Journal
from companion.journal import Session as Session
from companion.words import SEATS_MOST, CompanionError, Pad, Seat

KEY_FILE = "referee.key"
WRONG_MOST = 10  # wrong secrets a minute from one address
KNOCKS_MOST = 8  # phones waiting at once: a table has no more seats
KNOCKS_OF_ONE_MOST = 3  # of them from one address: a bored cousin must not lock the others out
KNOCK_S = 180  # after that nobody remembers who it was
INVITE_S = 120  # a joining link is for somebody who stands here with a phone
INVITES_MOST = 8
TOLD_MOST = 64  # phones that still have to hear what became of their knock
HERE_S = 30  # a live page asks every second; a phone in a pocket does not
READ_S = 0.25  # a hand already falling when the phone named its dolphin meant something else
POSTS_A_S = 50.0  # five fingers on a drawn table, each a touch, a lift and a release
POSTS_BURST = 200.0
ADDRESSES_MOST = 512  # buckets kept; the idlest are forgotten

NOBODY = Session("nobody", None, "")
PUT_OUT = Session("nobody", None, "put out")  # nobody, too, but there is something to say to it
RENEWED = Session("nobody", None, "renewed")

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
    role: str  # what it asks to be: "seat", "referee" or "table"
    seat: Seat | None
    words: str
    hash: str
    address: str
    at_s: float
    before: str = ""  # the hash of what the phone is until then
    pad: Pad | None = None  # touching this dolphin lets it in, too
    named_s: float = 0.0  # since when its phone says so


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone that was let in, and when it was last seen (wall ms; 0: not since the start)."""

    id: str
    role: str
    seat: Seat | None
    since_ms: int
    here: bool
    seen_ms: int


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
        self._told: OrderedDict[str, str] = OrderedDict()
        self._invites: OrderedDict[str, tuple[Seat, float]] = OrderedDict()
        self._seen: dict[str, tuple[float, int]] = {}
        self._buckets: dict[str, tuple[float, float]] = {}
        self.on_change: Callable[[], None] = lambda: None
        read_key(state)

    def referee_key(self) -> str:
        """The secret of the referee's link, for somebody at the machine."""
        return read_key(self._key.parent)

    # --- who somebody is ----------------------------------------------------------------------

    def who(self, cookie: str | None) -> Session:
        """Who the phone with this cookie is; a stranger is nobody."""
        hash_ = _hash(cookie) if cookie else ""
        session = self._journal.session(hash_) if cookie else None
        if session is None:
            return self._who_was(hash_) if cookie else NOBODY
        if session.evening != self._evening_of(session.role):
            # The link was renewed at the machine; or the phone was let in on another evening.
            return RENEWED if session.role == "referee" else NOBODY
        self._seen[hash_] = (self._now_s(), self._wall_ms())
        return replace(session, phone=_phone(hash_))

    def redeem(self, key: str, address: str, before: str | None = None) -> str:
        """The referee's link or a joining link is used: a new cookie. Raises DoorError.

        What the phone was `before`, as its cookie tells, it is no more.
        """
        referee = hmac.compare_digest(_hash(key), _hash(self.referee_key()))
        with self._lock:
            seat, until_s = self._invites.get(_hash(key), (None, 0.0))
        right = referee or self._now_s() < until_s
        # Who guessed too often is not told of a right guess either: else it would be no limit.
        self._limit(f"wrong:{address}", WRONG_MOST / 60, WRONG_MOST, cost=0 if right else 1)
        with self._lock:
            used = self._invites.pop(_hash(key), None) is None  # by another phone, just now
        if not right or (used and not referee):
            raise DoorError(
                403, "This link is not valid any more. The machine shows the new one: companion url"
            )
        role = "referee" if referee else "seat"
        return self._admit(Session(role, seat, self._evening_of(role)), before)

    def invite(self, seat: Seat) -> str:
        """The secret of a link that lets one phone in for a seat, within two minutes."""
        secret = _secret()
        with self._lock:
            self._invites[_hash(secret)] = (seat, self._now_s() + INVITE_S)
            while len(self._invites) > INVITES_MOST:
                self._invites.popitem(last=False)
        return secret

    def phones(self) -> tuple[Phone, ...]:
        """The phones that are in: the seats' of this evening, and the referee's."""
        now_s, phones = self._now_s(), []
        marks = (self.evening(), self._key_mark())
        for hash_, session, since_ms in self._journal.sessions(*marks):
            seen_s, seen_ms = self._seen.get(hash_, (-HERE_S, 0))
            here = now_s - seen_s < HERE_S
            # While it is here the hour does not matter, and screens need not be drawn anew.
            phones.append(
                Phone(
                    _phone(hash_),
                    session.role,
                    session.seat,
                    since_ms,
                    here,
                    0 if here else seen_ms,
                )
            )
        return tuple(phones)

    def put_out(self, phone: str) -> None:
        """A phone that was let in is a stranger again. Raises DoorError: it is already."""
        marks = (self.evening(), self._key_mark())
        found = [hash_ for hash_, *_ in self._journal.sessions(*marks) if _phone(hash_) == phone]
        if not found:
            raise DoorError(410, "That phone is not in any more.")
        self._journal.revoke_sessions(found, self._wall_ms())
        self.on_change()

    def end_evening(self) -> None:
        """Every seat's phone is a stranger again, and nobody waits. The referee's stay."""
        here = [hash_ for hash_, *_ in self._journal.sessions(self.evening())]
        self._journal.revoke_sessions(here, self._wall_ms())
        self._journal.set_setting("evening", secrets.token_hex(8))
        with self._lock:
            self._waiting = ()
            self._invites.clear()
            self._seen.clear()
        self.on_change()

    # --- letting people in --------------------------------------------------------------------

    def knock(
        self,
        seat: Seat | None,
        address: str,
        cookie: str | None = None,
        before: str | None = None,
        table: bool = False,
    ) -> tuple[str, Waiting]:
        """A phone asks for a seat, to be the referee or the table: a cookie, worth nothing yet.

        What it asked earlier, as its `cookie` of that tells, is forgotten; what it was `before`
        it stays until it is let in. Raises DoorError.
        """
        self._limit(f"knock:{address}", KNOCKS_MOST / 60, KNOCKS_MOST)
        if seat is not None and not 0 <= seat < SEATS_MOST:
            raise DoorError(400, "There is no such seat.")
        with self._lock:
            self._forget_old()
            self._make_room(address, cookie)
            if len(self._waiting) >= KNOCKS_MOST:
                raise DoorError(429, "Too many phones are waiting. Ask the referee to look.")
            secret = _secret()
            words, now_s = self._words(), self._now_s()
            was = _hash(before) if before else ""
            role = "seat" if seat is not None else "table" if table else "referee"
            waiting = Waiting(
                secrets.token_hex(4), role, seat, words, _hash(secret), address, now_s, was
            )
            self._waiting = (*self._waiting, waiting)
        self.on_change()
        return secret, waiting

    def let_in(self, knock: str, yes: bool) -> Waiting:
        """Somebody who is in already lets a phone in, or not. Raises DoorError: long gone."""
        with self._lock:
            self._forget_old()
            found = next((waiting for waiting in self._waiting if waiting.id == knock), None)
        if found is None:
            self.on_change()  # a screen still showed it
            raise DoorError(410, "That phone does not wait any more.")
        if yes:
            if found.role == "table":
                self._clear_table()
            session = Session(found.role, found.seat, self._evening_of(found.role))
            self._note(found.hash, session, found.before)
        with self._lock:
            self._waiting = tuple(other for other in self._waiting if other.id != found.id)
            if not yes:
                self._tell(found, "no")
        self.on_change()
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
        """Let the phone in that named this dolphin, if one did long enough ago to be read."""
        before_s = self._now_s() - READ_S
        found = (w for w in self.waiting if w.pad == pad and w.named_s <= before_s)
        named = next(found, None)
        return self.let_in(named.id, True) if named else None

    def candidate(self, waited_s: float = 0.0) -> Waiting | None:
        """The phone that asks to be the referee and waits longest, if it waited this long."""
        cut = self._now_s() - waited_s
        asks = (w for w in self.waiting if w.role == "referee" and w.at_s <= cut)
        return next(asks, None)

    def outcome(self, cookie: str | None) -> str:
        """What became of a knock: "waiting", "no", "gone" (nobody answered), or "none"."""
        if self.is_waiting(cookie):
            return "waiting"
        return self._told.get(_hash(cookie), "none") if cookie else "none"

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

    def _admit(self, session: Session, before: str | None) -> str:
        secret = _secret()
        self._note(_hash(secret), session, _hash(before) if before else "")
        self.on_change()
        return secret

    def _note(self, hash_: str, session: Session, before: str) -> None:
        self._journal.note_session(hash_, session, self._wall_ms())
        if before and before != hash_ and self._journal.session(before):
            self._journal.revoke_sessions([before], self._wall_ms())  # one phone, one place

    def _who_was(self, hash_: str) -> Session:
        """What there is to say to a phone that is nobody now; another evening it is a stranger."""
        was = self._journal.session(hash_, revoked=True)
        known = was is not None and was.evening == self._evening_of(was.role)
        return PUT_OUT if known else NOBODY

    def _evening_of(self, role: str) -> str:
        """What a phone of this role must have been let in for."""
        # The table is a piece of furniture: it stays overnight, as the referee does.
        return self._key_mark() if role in ("referee", "table") else self.evening()

    def _clear_table(self) -> None:
        """One table only: the one that was it is put out."""
        here = self._journal.sessions(self._key_mark())
        was = [hash_ for hash_, session, _ in here if session.role == "table"]
        self._journal.revoke_sessions(was, self._wall_ms())

    def _key_mark(self) -> str:
        return _hash(self.referee_key())[:16]

    def _forget_old(self) -> None:
        cut = self._now_s() - KNOCK_S
        for waiting in self._waiting:
            if waiting.at_s <= cut:
                self._tell(waiting, "gone")
        self._waiting = tuple(waiting for waiting in self._waiting if waiting.at_s > cut)

    def _tell(self, waiting: Waiting, what: str) -> None:
        self._told[waiting.hash] = what
        while len(self._told) > TOLD_MOST:
            self._told.popitem(last=False)

    def _words(self) -> str:
        """Two words that no other waiting phone shows."""
        taken = {waiting.words for waiting in self._waiting}
        while (words := f"{secrets.choice(_COLOURS)} {secrets.choice(_BEASTS)}") in taken:
            pass
        return words

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


def _phone(hash_: str) -> str:
    """A phone's name on the referee's page: nothing follows from it."""
    return _hash(f"phone {hash_}")[:8]


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
