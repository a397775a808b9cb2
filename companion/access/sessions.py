"""Phones that are in: by the referee's link, by a joining link, or because somebody admitted them.

Decides only; it knows nothing of pages or games. Of secrets only hashes are kept in the journal.
"""

import hmac
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from companion.access.limits import Limits
from companion.access.refused import AccessError
from companion.access.secret import hash_of, mark_of_key, new_secret, read_key, wall_key
from companion.access.session_rows import Session, SessionRows
from companion.games import robots
from companion.journal import Journal, JournalError
from companion.journal.people import People, Person
from companion.journal.settings import EVENING, SHARED
from companion.referee.dressing import dress, tonight
from companion.referee.picture import Guest
from companion.words import Seat

INVITE_S = 120  # a joining link is for somebody who stands here with a phone
INVITES_MOST = 8
HERE_S = 30  # a live page asks every second; a phone in a pocket does not
DAY_MS = 24 * 3_600_000  # that a phone is used is noted so often
SHARERS_MOST = 8  # of one phone: a whole table
UNUSED_MS = 365 * DAY_MS  # after that it belongs to nobody

USED = "This link is not valid any more. The machine shows the new one: companion url"
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
        self._rows, self._people = SessionRows(journal), People(journal)
        self._now_s, self._wall_ms, self._changed = now_s, wall_ms, changed
        self._lock = threading.Lock()
        self._invites: OrderedDict[str, tuple[int | None, float]] = OrderedDict()
        self._redeeming = threading.Lock()
        # Who used a link lately, by what they told, and the cookie: in memory alone.
        self._redeemed: OrderedDict[str, tuple[str, float]] = OrderedDict()
        self._seen: dict[str, tuple[float, int]] = {}
        self._key = read_key(state)
        self._read: tuple[int, ...] = ()  # the mark of the file that it was read from
        self._phones: dict[str, str] = {}
        self._shared: Mapping[str, tuple[int, ...]] = {}
        self._led = False
        self.look_again()

    def referee_key(self) -> str:
        """The secret of the referee's link, for somebody at the machine."""
        mark = mark_of_key(self._state)
        if not mark or mark != self._read:
            # A folder that is removed puts nobody out.
            self._key, self._read = read_key(self._state, self._key), mark
        return self._key

    def wall_key(self) -> str:
        """The secret of the wall's link, for somebody at the machine."""
        return wall_key(self.referee_key())

    def has_led(self) -> bool:
        """Whether anybody was ever the referee here."""
        self._led = self._led or self._rows.has_led()
        return self._led

    def evening(self) -> str:
        """The evening that phones are let in for."""
        return self._journal.setting(EVENING)

    def who(self, cookie: str | None) -> Session:
        """Who the phone with this cookie is; a stranger is nobody.

        Who is known from another evening is nobody, too, with the person that the phone is.
        """
        if not cookie:
            return NOBODY
        hash_, wall_ms = hash_of(cookie), self._wall_ms()
        session = self._rows.find(hash_)
        if session is None:
            return self._who_was(hash_)
        if wall_ms - session.used_ms > UNUSED_MS and not self._was_here(hash_):
            return NOBODY
        if session.evening != self._evening_of(session.role):
            # The link was renewed at the machine; or the phone was let in on another evening.
            return RENEWED if session.leads else replace(NOBODY, person=session.person)
        self._seen[hash_] = (self._now_s(), wall_ms)
        if wall_ms - session.used_ms > DAY_MS:
            with suppress(JournalError):  # it is noted another time
                self._rows.use(hash_, wall_ms)
        phone = _shown(hash_)
        return replace(session, phone=phone, others=self._others(phone, session))

    def phone(self, cookie: str | None) -> str:
        """The phone with this cookie if it is in, as its page calls it. Looks nothing up."""
        return self._phones.get(hash_of(cookie), "") if cookie else ""

    def is_in(self, hash_: str) -> bool:
        """Whether the phone with this secret is in. Looks nothing up."""
        return hash_ in self._phones

    def redeem(self, key: str, address: str, before: str | None = None, tell: str = "") -> str:
        """The referee's link, the wall's or a joining link is used: a new cookie.

        Raises AccessError. What the phone was `before`, as its cookie tells, it is no more. A phone
        that did not hear so tells the same `tell`, which no other knows, and gets the same cookie.
        """
        with self._redeeming:  # of many phones with one joining link one is the first
            role, own = self._role_by(key), hash_of(f"{tell} {key}")
            secret = self._told_before(own) if tell else ""
            with self._lock:
                person, until_s = self._invites.get(hash_of(key), (None, 0.0))
            right = bool(secret) or role != "seat" or self._now_s() < until_s
            self._limits.guess(address, right)
            if not right:
                raise AccessError(403, USED)
            if secret:  # what it became meanwhile by another way it is no more
                self._leave(hash_of(before or ""), hash_of(secret))
                return secret
            secret = new_secret()
            self.admit(role, person, hash_of(secret), hash_of(before or ""))
            self._note_used(key, own if tell else "", secret)
        self._changed()
        return secret

    def invite(self, person: int | None) -> str:
        """The secret of a link that lets one phone in as this person, within two minutes."""
        secret = new_secret()
        with self._lock:
            self._invites[hash_of(secret)] = (person, self._now_s() + INVITE_S)
            while len(self._invites) > INVITES_MOST:
                self._invites.popitem(last=False)
        return secret

    def admit(self, role: str, person: int | None, hash_: str, before: str) -> None:
        """The phone with this secret is in, as this person or as none yet.

        It stays the person that it was `before`, by hash, unless it is let in as another; and who
        led goes on leading.
        """
        was = self._rows.find(before) if before and before != hash_ else None
        if role == "table":
            self._clear_table()
        elif role != "wall" and was is not None and was.role not in ("table", "wall"):
            person = person or (was.person.number if was.person else None)
            leads = was.leads and was.evening == self._key_mark()
            role = "referee" if leads else role
        evening, leads = self._evening_of(role), role == "referee"
        whose = None if person is None else Person(person, "")
        self._dress(person)
        session = Session(role, None, evening, person=whose, leads=leads)
        self._rows.note(hash_, session, self._wall_ms())
        if was is not None:
            self._rows.revoke([before], self._wall_ms())  # one phone, one place
        self.look_again()

    def become(self, hash_: str, person: int) -> None:
        """The phone with this secret, which is in, is this person's until it is another's.

        Tells no screen: whoever calls does. Raises AccessError: it is not in.
        """
        found = self._rows.find(hash_)
        if found is None or found.evening != self._evening_of(found.role):
            raise AccessError(403, "This phone is not in. Ask to be let in first.")
        self._dress(person)
        self._rows.become(hash_, person)
        self.look_again()

    def share(self, hash_: str, *people: int) -> None:
        """The phone with this secret is passed on between these people tonight."""
        phone = _shown(hash_)
        numbers = dict.fromkeys((*self._shared.get(phone, ()), *people))
        shared = {**self._shared, phone: tuple(numbers)[-SHARERS_MOST:]}
        self._journal.set_setting(SHARED, shared)
        self._shared = shared

    def merged(self, number: int, into: int) -> None:
        """These two are one, who is here now, perhaps as the first of them was."""
        shared = {
            phone: tuple(dict.fromkeys(into if one == number else one for one in some))
            for phone, some in self._shared.items()
        }
        self._journal.set_setting(SHARED, shared)
        self._shared = shared
        if into in {one.number for one in tonight(self._journal, self._wall_ms())}:
            self._dress(into)

    def sharers(self) -> list[Person]:
        """Who is here tonight by a phone that somebody else has just now."""
        phones = set(self._phones.values())
        found = {n for phone, some in self._shared.items() if phone in phones for n in some}
        return self._people.among(found - self.live()) if found else []

    def crowds(self) -> tuple[frozenset[int], ...]:
        """Of each phone that is in the people who have no other one, where they are several."""
        if not self._shared:
            return ()
        has = {_shown(hash_): who.person for hash_, who, _ in self._here()}
        found = []
        for phone in sorted(has.keys() & self._shared.keys()):
            others = {one.number for other, one in has.items() if one and other != phone}
            found.append(frozenset(self._shared[phone]) - others)
        return tuple(crowd for crowd in found if len(crowd) > 1)

    def crowded(self, people: Collection[int]) -> list[Person]:
        """Several of these who have one phone for all of them; of one such phone."""
        found = (crowd & frozenset(people) for crowd in self.crowds())
        some = next((some for some in found if len(some) > 1), None)
        return self._people.among(some) if some else []

    def come_back(self, cookie: str) -> Session:
        """A phone that is somebody's from another evening may tell this evening, too.

        Raises AccessError: it is nobody's.
        """
        known = self.who(cookie)
        if known.person is None or known == REVOKED:
            raise AccessError(403, "This phone is not known here. Ask to be let in.")
        if known.role == "nobody":
            self._dress(known.person.number)
            self._rows.come_back(hash_of(cookie), self.evening(), self._wall_ms())
            self.look_again()
            self._changed()
        return self.who(cookie)

    def live(self) -> frozenset[int]:
        """The people whose phones are in this evening."""
        return frozenset(who.person.number for _, who, _ in self._here() if who.person is not None)

    def at_seat(self, seat: Seat) -> int | None:
        """Who sits at a seat of the game at hand; a robot is nobody that a phone could be."""
        game = next(iter(self._journal.games(1)), None)
        if game is None or game.ended_ms is not None:
            return None
        sits = self._people.seated(game.game).get(seat)
        return sits.number if sits and sits.name not in robots() else None

    def phones(self) -> tuple[Guest, ...]:
        """The phones that are in: the seats' of this evening, and the referee's."""
        now_s, guests = self._now_s(), []
        for hash_, session, since_ms in self._here():
            seen_s, seen_ms = self._seen.get(hash_, (-HERE_S, 0))
            here = now_s - seen_s < HERE_S
            # While it is here the hour does not matter, and screens need not be drawn anew.
            guest = _shown(hash_), session.role, session.seat, since_ms, here
            guests.append(Guest(*guest, 0 if here else seen_ms, session.person))
        return tuple(guests)

    def revoke(self, phone: str) -> None:
        """A phone that was let in is a stranger again. Raises AccessError: it is already."""
        found = [hash_ for hash_, *_ in self._here() if _shown(hash_) == phone]
        if not found:
            raise AccessError(410, "That phone is not in any more.")
        self._rows.revoke(found, self._wall_ms())
        self.look_again()
        self._changed()

    def end_evening(self) -> None:
        """No seat's phone may tell anything any more; each stays its person's.

        The referee's phones stay.
        """
        self._journal.set_setting(EVENING, secrets.token_hex(8))
        self._journal.set_setting(SHARED, {})
        self._rows.forget_unused(self._wall_ms() - UNUSED_MS)
        with self._lock:
            self._invites.clear()
            self._redeemed.clear()
            self._seen.clear()
        self.look_again()

    def look_again(self) -> None:
        """Take from the journal who is in; also after another one came in its place."""
        self._phones = {hash_: _shown(hash_) for hash_, *_ in self._here()}
        self._shared = self._journal.setting(SHARED)

    def _told_before(self, own: str) -> str:
        """The cookie of a phone that used this link just now, and is in by that."""
        with self._lock:
            secret, until_s = self._redeemed.get(own, ("", 0.0))
        return secret if self._now_s() < until_s and self.is_in(hash_of(secret)) else ""

    def _note_used(self, key: str, own: str, secret: str) -> None:
        with self._lock:
            self._invites.pop(hash_of(key), None)
            if own:
                self._redeemed[own] = secret, self._now_s() + INVITE_S
            while len(self._redeemed) > INVITES_MOST:
                self._redeemed.popitem(last=False)

    def _leave(self, before: str, hash_: str) -> None:
        """One phone, one place: what it was before is nobody."""
        if before != hash_ and self.is_in(before):
            self._rows.revoke([before], self._wall_ms())
            self.look_again()
            self._changed()

    def _dress(self, person: int | None) -> None:
        """Who comes in now has nobody else's look."""
        if person is not None:
            dress(self._journal, person, self._wall_ms())

    def _others(self, phone: str, session: Session) -> tuple[Person, ...]:
        """Who else has this phone now and then."""
        own = session.person.number if session.person else None
        numbers = [number for number in self._shared.get(phone, ()) if number != own]
        return tuple(self._people.among(numbers)) if numbers else ()

    def _here(self) -> list[tuple[str, Session, int]]:
        return self._rows.of(self.evening(), self._key_mark())

    def _was_here(self, hash_: str) -> bool:
        """Whether it was seen lately by a clock that nobody sets: a Pi learns the date late."""
        seen_s, _ = self._seen.get(hash_, (-DAY_MS, 0))
        return self._now_s() - seen_s < DAY_MS / 1000

    def _who_was(self, hash_: str) -> Session:
        """What there is to say to a phone that is nobody now; another evening it is a stranger."""
        was = self._rows.find(hash_, revoked=True)
        known = was is not None and was.evening == self._evening_of(was.role)
        return REVOKED if known else NOBODY

    def _evening_of(self, role: str) -> str:
        """What a phone of this role must have been let in for."""
        # The table and a wall are furniture: they stay overnight, as the referee does.
        stays = role in ("referee", "table", "wall")
        return self._key_mark() if stays else self.evening()

    def _clear_table(self) -> None:
        """One table only: the one that was it is put out."""
        here = self._rows.of(self._key_mark())
        was = [hash_ for hash_, session, _ in here if session.role == "table"]
        self._rows.revoke(was, self._wall_ms())

    def _role_by(self, key: str) -> str:
        """What a link with this secret makes a phone; a joining link makes it a seat's."""
        links = {"referee": self.referee_key(), "wall": self.wall_key()}
        told = hash_of(key)
        found = (role for role, own in links.items() if hmac.compare_digest(told, hash_of(own)))
        return next(found, "seat")

    def _key_mark(self) -> str:
        return hash_of(self.referee_key())[:16]


def _shown(hash_: str) -> str:
    """A phone's name on the referee's page: nothing follows from it."""
    return hash_of(f"phone {hash_}")[:8]
