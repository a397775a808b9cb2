"""Who is here for the next game: those of the last one in their order, then phones that are in.

Reads what is known; decides nothing, and writes nothing.
"""

from collections.abc import Iterable

from companion.games import robots
from companion.journal import Journal
from companion.journal.people import People, Person
from companion.journal.settings import EVENING_AFTER
from companion.referee.picture import AccessState, Picture


def gathered(journal: Journal, picture: Picture, access: AccessState) -> list[Person]:
    """Everybody who is here tonight and would rather play than watch."""
    last = next(iter(journal.games(1)), None)
    here: dict[int, Person] = {}
    if last is not None and last.game > journal.setting(EVENING_AFTER):
        seated = People(journal).seated(last.game)
        at_hand = picture.game is not None and picture.game.game == last.game
        left = set(seated) - {*picture.view.present, *picture.view.joining} if at_hand else set()
        here = {one.number: one for seat, one in seated.items() if seat not in left and one.name}
    phones = sorted(access.guests, key=lambda guest: guest.since_ms)
    for person in (*(guest.person for guest in phones), *access.sharers, *access.asking):
        if person is not None:
            here.setdefault(person.number, person)
    return people_of(one for number, one in here.items() if number not in access.watching)


def people_of(known: Iterable[Person]) -> list[Person]:
    """Those of them who are people: robots that filled seats come to nothing by themselves."""
    names = robots()
    return [one for one in known if one.name not in names]
