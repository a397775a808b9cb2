"""People in the journal's file: their names and looks, and who sits where in a game."""

import sqlite3
from collections.abc import Collection, Mapping, Sequence

from companion.frozen import dataclass
from companion.journal import forgotten
from companion.journal.journal import Journal
from companion.journal.rows import GAMES, TOLD, GameRow
from companion.journal.settings import SAT, UNSWEPT, listed
from companion.names import readings, same
from companion.words import GUEST, Seat

_NTH = ("A third", "A fourth", "A fifth", "A sixth", "A seventh", "An eighth")
GUESTS = (GUEST, "Another guest", *(f"{nth} guest" for nth in _NTH))
_SEAT = "INSERT OR REPLACE INTO seatings (game, seat, person) VALUES (?, ?, ?)"
_PERSON = "person, name, look, child"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody the house knows. `look` is a word of `companion/looks.py`, empty until chosen."""

    number: int
    name: str
    look: str = ""
    child: bool = False


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """Somebody the house knows, and when seen last."""

    person: Person
    seen_ms: int


class People:
    """The people of one journal. All methods may be called from any thread."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def number(self, name: str, wall_ms: int) -> int:
        """The number of the person of this name, noted if new."""
        with self._journal.writing() as cursor:  # of two at once the second finds the first
            for known in _alike(cursor, name)[:1]:
                told = wall_ms, known.number
                cursor.execute("UPDATE people SET seen_ms = ? WHERE person = ?", told)
                return known.number
            cursor.execute("INSERT INTO people (name, seen_ms) VALUES (?, ?)", (name, wall_ms))
            return int(cursor.lastrowid or 0)

    def known(self, limit: int = 24) -> list[Person]:
        """Most recently seen first."""
        with self._journal.reading() as cursor:
            found = cursor.execute(
                f"SELECT {_PERSON} FROM people ORDER BY seen_ms DESC, person LIMIT ?", (limit,)
            )
            return [_person(*one) for one in found]

    def everybody(self) -> list[KnownPerson]:
        """Most recently seen first; also who only went on with a game that was begun before."""
        with self._journal.reading() as cursor:
            newest = "(SELECT max(game) FROM seatings WHERE person = people.person)"
            told = f"SELECT wall_ms FROM rows WHERE game = {newest} AND {TOLD}"
            seen = f"max(seen_ms, coalesce(({told} ORDER BY seq DESC LIMIT 1), 0))"
            found = cursor.execute(
                f"SELECT {_PERSON}, {seen} AS seen FROM people ORDER BY seen DESC, person"
            )
            return [KnownPerson(_person(*who), seen_ms) for *who, seen_ms in found]

    def person(self, number: int) -> Person | None:
        """Who has this number, if it is somebody whom the house knows."""
        return next(iter(self.among((number,))), None)

    def among(self, numbers: Collection[int]) -> list[Person]:
        """Those of these numbers whom the house knows, in the order of their numbers."""
        marks = ", ".join("?" * len(numbers))
        with self._journal.reading() as cursor:
            found = cursor.execute(
                f"SELECT {_PERSON} FROM people WHERE person IN ({marks}) ORDER BY person",
                tuple(numbers),
            )
            return [_person(*one) for one in found]

    def here(self, evening: str) -> list[Person]:
        """Those whose phones were let in for this evening, and those who lead."""
        with self._journal.reading() as cursor:
            found = cursor.execute(
                f"SELECT {_PERSON} FROM people WHERE person IN (SELECT person FROM sessions "
                "WHERE revoked_ms IS NULL AND (evening = ? OR leads))",
                (evening,),
            )
            return [_person(*one) for one in found]

    def tonight(
        self, evening: str, after: int, since_ms: int, also: Collection[int]
    ) -> list[Person]:
        """Those whose phones are in, who sit in a game later than `after` that was begun since or
        is still on, and these.
        """
        marks = ", ".join("?" * len(also))
        with self._journal.reading() as cursor:
            found = cursor.execute(
                f"SELECT {_PERSON} FROM people WHERE person IN (SELECT person FROM sessions "
                "WHERE revoked_ms IS NULL AND (evening = ? OR leads)) OR person IN (SELECT person "
                "FROM seatings JOIN games USING (game) "
                "WHERE game > ? AND (begun_ms >= ? OR ended_ms IS NULL)) "
                f"OR person IN ({marks}) ORDER BY person",
                (evening, after, since_ms, *also),
            )
            return [_person(*one) for one in found]

    def named(self, name: str) -> Person | None:
        """Who has this name, or the first of those whose name reads like it."""
        return next(iter(self.alike(name)), None)

    def alike(self, name: str) -> list[Person]:
        """Everybody whose name reads like this one, who is called just so first."""
        with self._journal.reading() as cursor:
            return _alike(cursor, name)

    def rename(self, number: int, name: str) -> Person | None:
        """This is what a person is called from now on; or who is called so already."""
        with self._journal.writing() as cursor:
            other = next((one for one in _alike(cursor, name) if one.number != number), None)
            if other is None:
                cursor.execute("UPDATE people SET name = ? WHERE person = ?", (name, number))
        return other

    def look(self, number: int, look: str) -> None:
        """This is how a person looks from now on."""
        with self._journal.writing() as cursor:
            cursor.execute("UPDATE people SET look = ? WHERE person = ?", (look, number))

    def child(self, number: int, child: bool) -> None:
        """Whether a person is a child, from now on."""
        with self._journal.writing() as cursor:
            cursor.execute("UPDATE people SET child = ? WHERE person = ?", (child, number))

    def merge(self, number: int, into: int) -> None:
        """These two are one: games, phones and seats of `number` are the other's from now on."""
        with self._journal.writing() as cursor:
            forgotten.note(cursor, number, into)

    def forget(self, number: int) -> None:
        """Nobody has this number any more: the name and the look are in no page of the file.

        Results stay, and the phones are strangers'. Files beside it are for the sweep.
        """
        with self._journal.writing() as cursor:
            forgotten.note(cursor, number)
            told = UNSWEPT.name, UNSWEPT.text(True)
            cursor.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", told)

    def seat(self, game: int, seat: Seat, person: int) -> None:
        """Note who sits at a seat from now on."""
        with self._journal.writing() as cursor:
            cursor.execute(_SEAT, (game, seat, person))

    def reseat(
        self, game: int, seats: Mapping[Seat, int], sat: Mapping[str, Sequence[int]]
    ) -> None:
        """Note who sits at these seats from now on, and who sat there by which word."""
        with self._journal.writing() as cursor:
            cursor.executemany(_SEAT, [(game, *one) for one in seats.items()])
            cursor.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (SAT.name, listed(sat)))

    def lasting(self, number: int) -> int:
        """Whose number it is by now: the other's where two were merged; else as it is."""
        with self._journal.reading() as cursor:
            return forgotten.end_in(cursor, number) or number

    def seated(self, game: int) -> dict[Seat, Person]:
        """Who sits where in a game; who is forgotten has no name and no look."""
        with self._journal.reading() as cursor:
            found = cursor.execute(
                "SELECT seat, person, coalesce(name, ''), coalesce(look, ''), coalesce(child, 0) "
                "FROM seatings LEFT JOIN people USING (person) WHERE game = ? ORDER BY seat",
                (game,),
            )
            return {Seat(seat): _person(*one) for seat, *one in found}

    def played(self, number: int) -> list[tuple[GameRow, Seat]]:
        """All games at which somebody sat, the newest first, each with their first seat."""
        with self._journal.reading() as cursor:
            found = cursor.execute(
                f"{GAMES}, min(seat) FROM seatings JOIN games USING (game) WHERE person = ? "
                "GROUP BY game ORDER BY game DESC",
                (number,),
            )
            return [(GameRow(*game), Seat(seat)) for *game, seat in found]

    def beside(self, number: int) -> dict[int, dict[Seat, Person]]:
        """By game, who sat where in all games at which somebody sat; see `seated`."""
        return self._by_game("WHERE game IN (SELECT game FROM seatings WHERE person = ?)", number)

    def everywhere(self) -> dict[int, dict[Seat, Person]]:
        """By game, who sat where in all games; see `seated`."""
        return self._by_game("")

    def _by_game(self, which: str, *told: int) -> dict[int, dict[Seat, Person]]:
        games: dict[int, dict[Seat, Person]] = {}
        with self._journal.reading() as cursor:
            found = cursor.execute(
                "SELECT game, seat, person, coalesce(name, ''), coalesce(look, ''), "
                "coalesce(child, 0) FROM seatings "
                f"LEFT JOIN people USING (person) {which} ORDER BY game, seat",
                told,
            )
            for game, seat, *one in found:
                games.setdefault(game, {})[Seat(seat)] = _person(*one)
        return games

    def names(self, game: int) -> dict[Seat, str]:
        """Who sits where in a game, as results tell it: who is forgotten is a guest."""
        return named(self.seated(game))


def named(seated: Mapping[Seat, Person]) -> dict[Seat, str]:
    """What those who sit there are called; no two who are forgotten alike."""
    nameless = [seat for seat, one in seated.items() if not one.name]
    guests = {seat: guest(n) for n, seat in enumerate(nameless)}
    return {seat: one.name or guests[seat] for seat, one in seated.items()}


def guest(n: int) -> str:
    """What whoever is the nth of those without a name is called, from 0."""
    return GUESTS[min(n, len(GUESTS) - 1)]


def _alike(cursor: sqlite3.Cursor, name: str) -> list[Person]:
    wanted = readings(name)
    found = cursor.execute(f"SELECT {_PERSON} FROM people ORDER BY seen_ms DESC").fetchall()
    alike = [_person(*one) for one in found if not wanted.isdisjoint(readings(one[1]))]
    return sorted(alike, key=lambda one: (one.name != name, not same(one.name, name)))


def _person(number: int, name: str, look: str, child: int) -> Person:
    return Person(number, name, look, bool(child))
