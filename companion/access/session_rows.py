"""Phones in the journal's file: each by the hash of its secret, until it is revoked.

A phone belongs to a person; the seat where that person sits in the game at hand follows from it.
"""

from collections.abc import Sequence
from dataclasses import field

from companion.frozen import dataclass
from companion.journal import Journal
from companion.journal.people import Person
from companion.words import Seat

# The newest game is the one at hand, while it has not ended.
_AT_HAND = "(SELECT iif(ended_ms IS NULL, game, NULL) FROM games ORDER BY game DESC LIMIT 1)"
_SEAT = (
    f"(SELECT min(seat) FROM seatings WHERE game = {_AT_HAND} AND seatings.person = people.person)"
)
_WHO = (
    f"SELECT role, leads, evening, used_ms, {_SEAT} AS seat, people.person, coalesce(name, ''), "
    "coalesce(look, ''), coalesce(child, 0), hash, made_ms FROM sessions LEFT JOIN people "
    "ON people.person = sessions.person"
)


@dataclass(frozen=True, slots=True)
class Session:
    """Who a phone is, and the evening it was let in for.

    `role` is "seat" for everybody who is in, "referee" for who leads, "table", or "nobody".
    `person` is None until one is chosen; `seat` is where that person sits in the game at hand,
    None for who does not play.
    """

    role: str
    seat: Seat | None
    evening: str
    phone: str = ""  # its name on the pages, which is no secret
    person: Person | None = None
    leads: bool = False
    used_ms: int = field(default=0, compare=False)
    others: tuple[Person, ...] = ()  # who else has this phone now and then tonight


class SessionRows:
    """The phones of one journal. All methods may be called from any thread."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def note(self, hash_: str, session: Session, wall_ms: int) -> None:
        """Remember a phone by the hash of its secret."""
        role = "seat" if session.leads else session.role
        person = session.person.number if session.person else None
        row = hash_, role, person, session.leads, session.evening, wall_ms, wall_ms
        with self._journal.writing() as cursor:
            cursor.execute(
                "INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?, NULL)", row
            )

    def find(self, hash_: str, revoked: bool = False) -> Session | None:
        """Who the phone with this secret is, or was until it was revoked."""
        with self._journal.reading() as cursor:
            found = cursor.execute(
                f"{_WHO} WHERE hash = ? AND (revoked_ms IS NOT NULL) = ?", (hash_, revoked)
            ).fetchone()
        return _session(*found[:-2]) if found else None

    def of(self, *evenings: str) -> list[tuple[str, Session, int]]:
        """The phones let in for these evenings: hash, who it is, and since when (wall ms)."""
        marks = ", ".join("?" * len(evenings))
        with self._journal.reading() as cursor:
            found = cursor.execute(
                f"{_WHO} WHERE evening IN ({marks}) AND revoked_ms IS NULL "
                "ORDER BY seat, made_ms, hash",
                evenings,
            )
            return [(str(hash_), _session(*who), int(ms)) for *who, hash_, ms in found]

    def has_led(self) -> bool:
        """Whether any phone was ever the referee's."""
        with self._journal.reading() as cursor:
            led = "SELECT EXISTS (SELECT 1 FROM sessions WHERE leads)"
            return bool(cursor.execute(led).fetchone()[0])

    def become(self, hash_: str, person: int) -> None:
        """From now on this phone is this person's."""
        self._change("person = ?", person, hash_)

    def use(self, hash_: str, wall_ms: int) -> None:
        """This phone is used."""
        self._change("used_ms = ?", wall_ms, hash_)

    def come_back(self, hash_: str, evening: str, wall_ms: int) -> None:
        """This phone may tell for this evening."""
        self._change("evening = ?, used_ms = ?", evening, wall_ms, hash_)

    def revoke(self, hashes: Sequence[str], wall_ms: int) -> None:
        """Let the phones with these secrets in no longer."""
        with self._journal.writing() as cursor:
            cursor.executemany(
                "UPDATE sessions SET revoked_ms = ? WHERE hash = ? AND revoked_ms IS NULL",
                [(wall_ms, hash_) for hash_ in hashes],
            )

    def _change(self, how: str, *values: str | int) -> None:
        with self._journal.writing() as cursor:
            cursor.execute(f"UPDATE sessions SET {how} WHERE hash = ?", values)

    def forget_unused(self, before_ms: int) -> None:
        """Forget the phones that were not used since then."""
        with self._journal.writing() as cursor:
            cursor.execute("DELETE FROM sessions WHERE used_ms < ?", (before_ms,))


def _session(
    role: str,
    leads: int,
    evening: str,
    used_ms: int,
    seat: int | None,
    person: int | None,
    name: str,
    look: str,
    child: int,
) -> Session:
    return Session(
        "referee" if leads else role,
        None if seat is None else Seat(seat),
        evening,
        person=None if person is None else Person(person, name, look, bool(child)),
        leads=bool(leads),
        used_ms=used_ms,
    )
