"""The commands about people: who is known, another name, a double, forgetting.

Where a table runs it is asked, for the journal is its own; else it is done here.
"""

import http.client
import json
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.words import CompanionError

if TYPE_CHECKING:
    from companion.access.household import Household
    from companion.journal.people import Person

Option = Callable[[Any], Any]
Places = Callable[..., tuple[Path, Path]]
OK = 200
HERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # by what a table that is at all addresses is asked
WAIT_S = 60.0  # large copies take a while
_SURE = click.option("--yes", is_flag=True, help="Do not ask once more.")
GOES = """{name} is forgotten. This went, for good: the name, the shape, the colour and the call;
the phones; the name in what boards and decks are called. Games and results stay, as "A guest".
Not reached: posters that somebody saved or printed, and copies on a stick or another computer.
Bring one of those back with companion restore, and the name stays away all the same."""


def add_to(main: click.Group, config: Option, state: Option, shelf: Option, places: Places) -> None:
    """Let the command have these, too."""

    def command(*more: Option) -> Option:
        def named(work: Any) -> Any:
            for option in (state, config, *more):
                work = option(work)
            return main.command()(work)

        return named

    @command()
    def people(**where: Any) -> None:
        """Who is known here: number and name, the last seen first."""
        table = _Table(places, **where)
        alike = table.alike()
        for number, name in table.everybody():
            click.echo(f"{number}  {name}{alike.get(number, '')}")
        if alike:
            click.echo("One person? companion merge DOUBLE INTO. Two? companion rename WHO NAME.")

    _naming(command, places)
    _forgetting(command, shelf, places)


def _naming(command: Callable[..., Option], places: Places) -> None:
    @command(click.argument("name"), click.argument("who"))
    def rename(who: str, name: str, **where: Any) -> None:
        """Call WHO (a number, or a name) by another NAME."""
        from companion.web.forms import name as checked

        table, name = _Table(places, **where), checked(name)
        person = table.find(who)
        table.tell("rename", {"person": person.number, "name": name})
        click.echo(f"{person.name} is called {name} now.")

    @command(_SURE, click.argument("into"), click.argument("double"))
    def merge(double: str, into: str, yes: bool, **where: Any) -> None:
        """Let DOUBLE and INTO (numbers, or names) be one person; the second name stays."""
        table = _Table(places, **where)
        one, other = table.find(double), table.find(into)
        _ask(yes, f"{one.name} and {other.name} are one person from now on: {other.name}. Right?")
        table.tell("merge", {"person": one.number, "into": other.number, "sure": True})
        click.echo(f"All that was {one.name}'s is {other.name}'s.")


def _forgetting(command: Callable[..., Option], shelf: Option, places: Places) -> None:
    # Boards and decks of games of a family's own may be called after somebody, too.
    @command(_SURE, shelf, click.argument("who"))
    def forget(who: str, yes: bool, **where: Any) -> None:
        """Forget WHO (a number, or a name): in results there was a guest."""
        table = _Table(places, **where)
        person = table.find(who)
        _ask(yes, f"Forget {person.name}? Nobody can bring the name back.")
        said = table.tell("forget", {"person": person.number, "sure": True})
        click.echo(said or GOES.format(name=person.name))
        for file in table.kept():
            click.echo(f"It may hold names, and cannot be mended. Delete it: {file}")
        for day in table.posters():
            click.echo(f"Somebody kept the poster of {day}: ask for it, then say on /people: gone.")
        if titles := table.titles():
            click.echo(
                f"Is one of these called so in another way? {', '.join(titles)}. /people "
                "on the referee's phone gives it a plain name."
            )


def _ask(yes: bool, question: str) -> None:
    if not (yes or click.confirm(question)):
        raise CompanionError("Nothing was changed.")


class _Table:
    """A table's people: of one that runs, or of its journal."""

    def __init__(self, places: Places, config_files: tuple[Path, ...], state: Path | None) -> None:
        self._path, self._folder = places(config_files, state)

    def everybody(self) -> list[tuple[int, str]]:
        """Everybody's number and name."""
        with self._household() as household:
            return [(one.person.number, one.person.name) for one in household.everybody()]

    def alike(self) -> dict[int, str]:
        """By number, whose name somebody's reads like."""
        with self._household() as household:
            return {number: f"  (reads like {name})" for number, name in household.alike().items()}

    def find(self, who: str) -> "Person":
        """Who that is. Raises AccessError."""
        with self._household() as household:
            return household.find(who)

    def titles(self) -> list[str]:
        """What boards and decks are called."""
        from companion.games import GAMES
        from companion.journal import Journal
        from companion.library import Library

        with closing(Journal.for_reading(self._path)) as journal:
            takes = [content for game in GAMES.values() for content in game.takes]
            kept = [one for content in takes for one in Library(journal, content).all().values()]
        return [one.name for one in kept]

    def kept(self) -> list[str]:
        """The files that may hold names all the same."""
        with self._household() as household:
            return [file.name for file in household.kept()]

    def posters(self) -> list[str]:
        """The days whose poster somebody kept."""
        from companion.days import day

        with self._household() as household:
            return [day(when_ms) for when_ms in household.posters()]

    def tell(self, what: str, body: dict[str, Any]) -> str:
        """Have it done; what there is to say. Raises CompanionError."""
        from companion.access.household import Household
        from companion.journal import InUse, Journal
        from companion.table.clock import boot_id

        try:
            journal = Journal(self._path, boot_id())
        except InUse:
            return self._ask(what, body)
        with closing(journal):
            household = Household(journal, self._folder)
            person: int = body["person"]
            match what:
                case "rename":
                    household.rename(person, body["name"])
                case "merge":
                    household.merge(person, body["into"])
                case "forget":
                    return household.forget(person)
        return ""

    @contextmanager
    def _household(self) -> "Iterator[Household]":
        """Its people, only read."""
        from companion.access.household import Household
        from companion.journal import Journal

        with closing(Journal.for_reading(self._path)) as journal:
            yield Household(journal, self._folder)

    def _ask(self, what: str, body: dict[str, Any]) -> str:
        """Have the companion do it that runs: it is asked from the machine, where it says it is.

        Another table at the usual port would do it to its own people, by their numbers.
        """
        from companion.journal import served

        away = CompanionError(
            f"A companion keeps {self._path}, and does not answer. Open /people on the referee's "
            "phone."
        )
        there = served.told(self._path)
        if there is None:
            raise away
        at, port = HERE.get(there[0], there[0]), there[1]
        host = f"[{at}]:{port}" if ":" in at else f"{at}:{port}"
        headers = {"Content-Type": "application/json", "Origin": f"http://{host}", "Host": host}
        asked = http.client.HTTPConnection(at, port, timeout=WAIT_S)
        try:
            asked.request("POST", f"/api/{what}", json.dumps(body), headers)
            answer = asked.getresponse()
            told = json.loads(answer.read())
        except (OSError, http.client.HTTPException, ValueError):
            raise away from None
        finally:
            asked.close()
        said = str(told.get("say", ""))
        if answer.status != OK:
            raise CompanionError(said)
        return said
