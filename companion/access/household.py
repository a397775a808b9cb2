"""The people of a house over all its evenings: renamed, merged with a double, forgotten.

Decides only; what is in files is the journal's. Who asks for it is the referee, or at the machine.
"""

import threading
from collections.abc import Callable
from pathlib import Path

from companion.access.own_figures import forget_figures
from companion.access.persons import Persons, rename
from companion.access.refused import AccessError
from companion.access.sessions import Sessions
from companion.frozen import dataclass
from companion.games import robots
from companion.journal import Journal, JournalError, sweep
from companion.journal.people import KnownPerson, People, Person
from companion.journal.settings import NIGHT, POSTERS, UNSWEPT
from companion.names import isolated, readings

POSTERS_MOST = 30  # evenings that are remembered for it


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file that may hold names, and out of which nobody can be taken; `size` in bytes."""

    name: str
    size: int
    wall_ms: int


class Household:
    """The people of one journal. All methods may be called from any thread."""

    def __init__(
        self,
        journal: Journal,
        backups: Path,
        parts: tuple[Sessions, Persons] | None = None,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        """`parts` are those of a table that runs."""
        self._journal, self._backups, self._people = journal, backups, People(journal)
        self._parts, self._changed = parts, changed
        self._sweeping = threading.Lock()  # one at a time: they write the same files

    def everybody(self) -> list[KnownPerson]:
        """Who is known, the last seen first: a robot that filled a seat is nobody."""
        names = robots()
        return [known for known in self._people.everybody() if known.person.name not in names]

    def seated(self) -> frozenset[int]:
        """Who sits in the game that is on: no two of them are one."""
        game = next(iter(self._journal.games(1)), None)
        if game is None or game.ended_ms is not None:
            return frozenset()
        return frozenset(one.number for one in self._people.seated(game.game).values())

    def alike(self) -> dict[int, str]:
        """Who has a name that reads like somebody else's, and whose."""
        found: dict[int, str] = {}
        readers: dict[str, Person] = {}
        for one in (known.person for known in self.everybody()):
            for reading in readings(one.name):
                other = readers.setdefault(reading, one)
                if other is not one:
                    found[one.number] = other.name
                    found.setdefault(other.number, one.name)
        return found

    def find(self, word: str) -> Person:
        """Who has this number or name. Raises AccessError."""
        number = int(word) if word.isascii() and word.isdecimal() and len(word) < 10 else 0
        by_number = self._people.person(number)
        alike = [by_number] if by_number else self._people.alike(word)
        if not alike:
            raise AccessError(410, "Nobody here goes by that. Ask who is known: companion people")
        first, *others = alike
        if others and first.name != word:
            names = " and ".join(isolated(one.name) for one in alike)
            raise AccessError(
                409, f"{names} read alike. Say the number; who has which: companion people"
            )
        return first

    def rename(self, number: int, name: str) -> None:
        """This is what somebody is called from now on. Raises AccessError: another one is."""
        self._person(number)
        rename(self._people, number, name)
        self._show()

    def merge(self, number: int, into: int) -> None:
        """A double is the same as another: its games and phones are that one's from now on.

        Raises AccessError: they are one already, or both play.
        """
        if number == into:
            raise AccessError(409, "That is one person already. Choose another one.")
        double, other = self._person(number), self._person(into)
        if {number, into} <= self.seated():
            raise AccessError(
                409,
                f"{isolated(double.name)} and {isolated(other.name)} both sit in the game that is "
                "on. End that first.",
            )
        forget_figures(self._journal, number)
        self._people.merge(number, into)
        if self._parts is not None:
            self._parts[1].merged(number, into)
        self._show()

    def forget(self, number: int) -> str:
        """Nobody is called so any more; results stay as a guest's. Raises AccessError.

        "" or a sentence where a file could not be cleared yet.
        """
        self._person(number)
        forget_figures(self._journal, number)
        self._people.forget(number)
        if self._parts is not None:
            self._parts[1].forgot(number)
        self._show()
        return self._sweep()

    def go_on(self) -> str:
        """Go on where a forgetting was cut short: "" or why a file may still hold the name."""
        try:
            return self._sweep() if self._journal.setting(UNSWEPT) else ""
        except JournalError as problem:
            return str(problem)

    def kept(self) -> list[KeptFile]:
        """The files that may hold names all the same."""
        files = sweep.kept(self._journal, self._backups)
        told = [(file.name, file.stat()) for file in files if file.exists()]
        return [KeptFile(name, stat.st_size, stat.st_mtime_ns // 1_000_000) for name, stat in told]

    def drop(self, name: str) -> None:
        """Delete one of those. Raises AccessError."""
        try:
            there = sweep.drop(self._journal, self._backups, name)
        except OSError as problem:
            raise AccessError(503, f"{name} cannot be deleted: {problem.strerror}.") from problem
        if not there:
            raise AccessError(410, "That file is not there any more.")

    def posters(self) -> tuple[int, ...]:
        """The evenings (wall ms) whose poster somebody kept or printed, and still may have."""
        return self._journal.setting(POSTERS)

    def keep_poster(self) -> None:
        """Somebody takes the poster along that hangs here since good night."""
        when_ms = self._journal.setting(NIGHT)[-1:]
        found = dict.fromkeys((*self.posters(), *when_ms))
        self._journal.set_setting(POSTERS, tuple(found)[-POSTERS_MOST:])

    def drop_poster(self, when_ms: int) -> None:
        """Nobody has that evening's poster any more. Raises AccessError."""
        left = tuple(one for one in self.posters() if one != when_ms)
        if left == self.posters():
            raise AccessError(410, "That poster is off the list already.")
        self._journal.set_setting(POSTERS, left)

    # --- inside -------------------------------------------------------------------------------

    def _sweep(self) -> str:
        with self._sweeping:
            return sweep.sweep(self._journal, self._backups)

    def _person(self, number: int) -> Person:
        found = self._people.person(number)
        if found is None:
            raise AccessError(410, "That person is not known here any more.")
        return found

    def _show(self) -> None:
        if self._parts is not None:
            self._parts[0].look_again()
        self._changed()
