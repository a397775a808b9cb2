"""Phones that are in: by the referee's link, by a joining link, or because somebody admitted them.

Decides only; it knows nothing of pages or games. Of secrets only hashes are kept in the journal.
"""

import hmac
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from companion.access.limits import Limits
from companion.access.refused import AccessError
from companion.access.secret import hash_of, new_secret, read_key
from companion.journal import Journal, Session
from companion.journal.settings import EVENING
from companion.referee.picture import Guest
from companion.words import Seat

INVITE_S = 120  # a joining link is for somebody who stands here with a phone
INVITES_MOST = 8
HERE_S = 30  # a live page asks every second; a phone in a pocket does not

NOBODY = Session("nobody", None, "")
REVOKED = Session("nobody", None, "put out")  # a stranger too, who is told that it was put out
RENEWED = Session("nobody", None, "renewed")


class Sessions:
    """The phones of one table. All methods may be called from any thread."""

    def __init__(
        self,
        journal: Journal,
        state: Path,
        limits: Limits,
        now_s: Callable[[], float],
        wall_ms: Callable[[], int],
        changed: Callable[[], None],
    ) -> None:
        self._journal, self._state, self._limits = journal, state, limits
        self._now_s, self._wall_ms, self._changed = now_s, wall_ms, changed
        self._lock = threading.Lock()
        self._invites: OrderedDict[str, tuple[Seat, float]] = OrderedDict()
        self._seen: dict[str, tuple[float, int]] = {}
        read_key(state)

    def referee_key(self) -> str:
        """The secret of the referee's link, for somebody at the machine."""
        return read_key(self._state)

    def evening(self) -> str:
        """The evening that phones are let in for."""
        return self._journal.setting(EVENING)

    def who(self, cookie: str | None) -> Session:
        """Who the phone with this cookie is; a stranger is nobody."""
        if not cookie:
            return NOBODY
        hash_ = hash_of(cookie)
        session = self._journal.session(hash_)
        if session is None:
            return self._who_was(hash_)
        if session.evening != self._evening_of(session.role):
            # The link was renewed at the machine; or the phone was let in on another evening.
            return RENEWED if session.role == "referee" else NOBODY
        self._seen[hash_] = (self._now_s(), self._wall_ms())
        return replace(session, phone=_shown(hash_))

    def redeem(self, key: str, address: str, before: str | None = None) -> str:
        """The referee's link or a joining link is used: a new cookie. Raises AccessError.

        What the phone was `before`, as its cookie tells, it is no more.
        """
        referee = hmac.compare_digest(hash_of(key), hash_of(self.referee_key()))
        with self._lock:
            seat, until_s = self._invites.get(hash_of(key), (None, 0.0))
        right = referee or self._now_s() < until_s
        self._limits.guess(address, right)
        with self._lock:
            used = self._invites.pop(hash_of(key), None) is None  # by another phone, just now
        if not right or (used and not referee):
            raise AccessError(
                403, "This link is not valid any more. The machine shows the new one: companion url"
            )
        secret = new_secret()
        self.admit("referee" if referee else "seat", seat, hash_of(secret), hash_of(before or ""))
        self._changed()
        return secret

    def invite(self, seat: Seat) -> str:
        """The secret of a link that lets one phone in for a seat, within two minutes."""
        secret = new_secret()
        with self._lock:
            self._invites[hash_of(secret)] = (seat, self._now_s() + INVITE_S)
            while len(self._invites) > INVITES_MOST:
                self._invites.popitem(last=False)
        return secret

    def admit(self, role: str, seat: Seat | None, hash_: str, before: str) -> None:
        """The phone with this secret is in; what it was `before`, by hash, it is no more."""
        if role == "table":
            self._clear_table()
        session = Session(role, seat, self._evening_of(role))
        self._journal.note_session(hash_, session, self._wall_ms())
        if before and before != hash_ and self._journal.session(before):
            self._journal.revoke_sessions([before], self._wall_ms())  # one phone, one place

    def phones(self) -> tuple[Guest, ...]:
        """The phones that are in: the seats' of this evening, and the referee's."""
        now_s, guests = self._now_s(), []
        for hash_, session, since_ms in self._here():
            seen_s, seen_ms = self._seen.get(hash_, (-HERE_S, 0))
            here = now_s - seen_s < HERE_S
            # While it is here the hour does not matter, and screens need not be drawn anew.
            guest = _shown(hash_), session.role, session.seat, since_ms, here
            guests.append(Guest(*guest, 0 if here else seen_ms))
        return tuple(guests)

    def revoke(self, phone: str) -> None:
        """A phone that was let in is a stranger again. Raises AccessError: it is already."""
        found = [hash_ for hash_, *_ in self._here() if _shown(hash_) == phone]
        if not found:
            raise AccessError(410, "That phone is not in any more.")
        self._journal.revoke_sessions(found, self._wall_ms())
        self._changed()

    def end_evening(self) -> None:
        """Every seat's phone is a stranger again. The referee's stay."""
        here = [hash_ for hash_, *_ in self._journal.sessions(self.evening())]
        self._journal.revoke_sessions(here, self._wall_ms())
        self._journal.set_setting(EVENING, secrets.token_hex(8))
        with self._lock:
            self._invites.clear()
            self._seen.clear()

    def _here(self) -> list[tuple[str, Session, int]]:
        return self._journal.sessions(self.evening(), self._key_mark())

    def _who_was(self, hash_: str) -> Session:
        """What there is to say to a phone that is nobody now; another evening it is a stranger."""
        was = self._journal.session(hash_, revoked=True)
        known = was is not None and was.evening == self._evening_of(was.role)
        return REVOKED if known else NOBODY

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
        return hash_of(self.referee_key())[:16]


def _shown(hash_: str) -> str:
    """A phone's name on the referee's page: nothing follows from it."""
    return hash_of(f"phone {hash_}")[:8]
