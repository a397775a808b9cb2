"""Who wants figures of themselves: everybody but a child, unless they say otherwise.

What is said stays in the journal, by number, until it is said anew or the person is forgotten.
"""

from collections.abc import Mapping

from companion.journal import GameRow, Journal
from companion.journal.people import People, Person
from companion.journal.settings import FIGURES, RATED
from companion.words import Seat

ON, OFF = "on", "off"


def wants_figures(journal: Journal, person: Person) -> bool:
    """Whether figures of somebody are shown."""
    said = journal.setting(FIGURES)
    if person.child:
        return person.number in said.get(ON, ())
    return person.number not in said.get(OFF, ())


def named_in_figures(journal: Journal, game: GameRow) -> dict[Seat, str]:
    """Who sat there, of those of whom others may read in their figures."""
    seated = People(journal).seated(game.game).items()
    return {seat: one.name for seat, one in seated if _is_named(journal, one)}


def others_in_figures(journal: Journal, person: Person) -> dict[int, dict[Seat, Person]]:
    """By game, who else of those sat there: of all games at which somebody sat."""
    return _those_named(journal, People(journal).beside(person.number), but=person.number)


def all_in_figures(journal: Journal) -> dict[int, dict[Seat, Person]]:
    """By game, who of those sat there: of all games."""
    return _those_named(journal, People(journal).everywhere())


def house_rates(journal: Journal) -> bool:
    """Whether this house is shown who is ahead of whom: not unless somebody said so."""
    return journal.setting(RATED)


def let_rate(journal: Journal, on: bool) -> None:
    """Whether it is from now on."""
    journal.set_setting(RATED, on)


def _those_named(
    journal: Journal, games: Mapping[int, Mapping[Seat, Person]], but: int = 0
) -> dict[int, dict[Seat, Person]]:
    people = {one.number: one for seated in games.values() for one in seated.values()}
    told = {n for n, one in people.items() if n != but and _is_named(journal, one)}
    return {
        game: {seat: one for seat, one in seated.items() if one.number in told}
        for game, seated in games.items()
    }


def _is_named(journal: Journal, person: Person) -> bool:
    """Not who is forgotten, and has no name any more."""
    return bool(person.name) and wants_figures(journal, person)


def say_figures(journal: Journal, number: int, on: bool) -> None:
    """Somebody wants figures from now on, or none."""
    with journal.undisturbed():
        said, word = _without(journal.setting(FIGURES), number), ON if on else OFF
        journal.set_setting(FIGURES, {**said, word: (*said.get(word, ()), number)})


def forget_figures(journal: Journal, number: int) -> None:
    """Nobody has this number any more."""
    with journal.undisturbed():
        said = journal.setting(FIGURES)
        if any(number in some for some in said.values()):
            journal.set_setting(FIGURES, _without(said, number))


def _without(said: Mapping[str, tuple[int, ...]], number: int) -> dict[str, tuple[int, ...]]:
    return {word: tuple(one for one in some if one != number) for word, some in said.items()}
