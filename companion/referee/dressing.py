"""How people look: nobody who is here tonight has another's look; who comes later gives way.

Whoever comes in, by whatever way, is dressed here, and keeps that look. Reads and writes the
journal; knows no pages and no rules.
"""

from collections.abc import Collection

from companion.journal import Journal
from companion.journal.people import People, Person
from companion.journal.settings import EVENING, EVENING_AFTER, SHARED
from companion.looks import Look, look_in, look_of, nearest

TONIGHT_MS = 18 * 3_600_000  # where nobody said good night, yesterday's people are not tonight's


def tonight(journal: Journal, wall_ms: int) -> list[Person]:
    """Who is here tonight: by a phone of their own or a shared one, or in one of its games."""
    shared = {number for numbers in journal.setting(SHARED).values() for number in numbers}
    after, since_ms = journal.setting(EVENING_AFTER), wall_ms - TONIGHT_MS
    return People(journal).tonight(journal.setting(EVENING), after, since_ms, shared)


def taken(journal: Journal, wall_ms: int, but: int | None = None) -> dict[Look, str]:
    """The looks of who is here tonight, with their names; of all others than this one."""
    others = (one for one in tonight(journal, wall_ms) if one.number != but)
    return {look: one.name for one in others if (look := look_in(one.look))}


def dress(
    journal: Journal,
    number: int,
    wall_ms: int,
    wanted: Look | None = None,
    others: Collection[int] = (),
) -> tuple[Look, str]:
    """Give somebody who comes in the wanted look, or their own, or the nearest that is free.

    `others` come in at the same time. Returns the look, and who has the wanted one if it is not
    that: "" for nobody.
    """
    people = People(journal)
    with journal.undisturbed():
        person = people.person(number)
        own = look_in(person.look) if person else None
        wished = wanted or own or look_of(number - 1)
        gone = taken(journal, wall_ms, but=number)
        come = (one for one in people.among(others) if one.number != number)
        gone |= {look: one.name for one in come if (look := look_in(one.look))}
        look = nearest(wished, gone)
        if look != own:
            people.look(number, look.word)
    return look, "" if look == wished else gone[wished]
