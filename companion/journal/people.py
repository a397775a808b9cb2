"""People in the journal's file: their names and looks, and who sits where in a game."""

from collections.abc import Collection
from dataclasses import dataclass

from companion.journal.journal import Journal
from companion.words import Seat

_PERSON = "person, name, look, child"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody the house knows. `look` is a word of `companion/looks.py`, empty until chosen."""

    number: int
    name: str
    look: str = ""
    child: bool = False


class People:
    """The people of one journal. All methods may be called from any thread."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def number(self, name: str, wall_ms: int) -> int:
        """The number of the person of this name, noted if new."""
        known = self.named(name)
        with self._journal.writing() as cursor:
            if known:
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

    def named(self, name: str) -> Person | None:
        """Who has this name, in small or large letters."""
        with self._journal.reading() as cursor:
            found = cursor.execute(f"SELECT {_PERSON} FROM people ORDER BY seen_ms DESC").fetchall()
        alike = [_person(*one) for one in found if one[1].casefold() == name.casefold()]
        return next((one for one in alike if one.name == name), next(iter(alike), None))

    def rename(self, number: int, name: str) -> None:
        """This is what a person is called from now on."""
        with self._journal.writing() as cursor:
            cursor.execute("UPDATE people SET name = ? WHERE person = ?", (name, number))

    def look(self, number: int, look: str) -> None:
        """This is how a person looks from now on."""
        with self._journal.writing() as cursor:
            cursor.execute("UPDATE people SET look = ? WHERE person = ?", (look, number))

    def child(self, number: int, child: bool) -> None:
        """Whether a person is a child, from now on."""
        with self._journal.writing() as cursor:
            cursor.execute("UPDATE people SET child = ? WHERE person = ?", (child, number))

    def forget(self) -> None:
        """Empty the table of names, in the file too; facts and games stay."""
        with self._journal.writing() as cursor:
            cursor.execute("DELETE FROM people")
        self._journal.checkpoint()

    def seat(self, game: int, seat: Seat, person: int) -> None:
        """Note who sits at a seat from now on."""
        with self._journal.writing() as cursor:
            cursor.execute(
                "INSERT OR REPLACE INTO seatings (game, seat, person) VALUES (?, ?, ?)",
                (game, seat, person),
            )

    def seated(self, game: int) -> dict[Seat, Person]:
        """Who sits where in a game; who is forgotten has no name and no look."""
        with self._journal.reading() as cursor:
            found = cursor.execute(
                "SELECT seat, person, coalesce(name, ''), coalesce(look, ''), coalesce(child, 0) "
                "FROM seatings LEFT JOIN people USING (person) WHERE game = ? ORDER BY seat",
                (game,),
            )
            return {Seat(seat): _person(*one) for seat, *one in found}

    def names(self, game: int) -> dict[Seat, str]:
        """Who sits where in a game, as far as names are known."""
        return {seat: one.name for seat, one in self.seated(game).items()}


def _person(number: int, name: str, look: str, child: int) -> Person:
    return Person(number, name, look, bool(child))
