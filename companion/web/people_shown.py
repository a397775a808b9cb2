"""People on screens: whose a phone is, who asks to play, and where there is room for them."""

from companion import days
from companion.access import Session
from companion.access.sessions import REVOKED
from companion.frozen import replace
from companion.journal.people import Person
from companion.looks import look_in, look_of
from companion.referee.picture import Guest, Picture
from companion.referee.showing import playing_on, sitting_down
from companion.say import Names
from companion.web import wire
from companion.words import Seat


def you_shown(picture: Picture, who: Session, seat: Seat | None) -> wire.You:
    """Who looks, and what there is to do for somebody who does not play."""
    asks = who.person is not None and any(
        one.number == who.person.number for one in picture.access.asking
    )
    room = picture.game is not None and bool(_room(picture))
    others = tuple(
        wire.Sharer(one.number, shown) for one in who.others if (shown := person_shown(one))
    )
    watches = who.person is not None and who.person.number in picture.access.watching
    person = person_shown(who.person)
    return wire.You(who.role, seat, who == REVOKED, person, asks, room, watches, others)


def comers_shown(picture: Picture, view: wire.View) -> tuple[wire.Comer, ...]:
    """Who asks to play, and where there is room for them now; nobody until a "wait!" is settled."""
    if picture.review:
        return ()
    people, names = picture.names.people, picture.names
    plays = playing(picture)
    nobodys = [seat for seat in (*view.present, *view.joining) if seat not in people]
    free = _room(picture)
    comers = []
    for one in picture.access.asking:
        if one.number in plays:
            continue
        own = [seat for seat in free if people.get(seat) == one.number]
        # Who left comes back to the seat that was left, and nobody takes two.
        seats = own or [*free, *nobodys]
        if view.phones and any(one.number in of and of & plays for of in picture.access.crowds):
            seats = []  # where each needs a phone
        places = tuple(wire.FreeSeat(seat, names.seats.get(seat, "")) for seat in seats)
        shown = person_shown(one)
        assert shown is not None
        comers.append(wire.Comer(one.number, shown, places, bool(own)))
    return tuple(comers)


def playing(picture: Picture) -> frozenset[int]:
    """Who plays the game at hand, or will from the next deal."""
    here = {*picture.view.present, *picture.view.joining}
    return frozenset(who for seat, who in picture.names.people.items() if seat in here)


def _room(picture: Picture) -> list[Seat]:
    """Seats for somebody who comes: a new one first, then those that were left, then robots'."""
    free = sitting_down(picture.open)[1]
    return [*free[-1:], *free[:-1], *playing_on(picture.open, picture.names)[1]]


def lobby_shown(picture: Picture) -> tuple[wire.PersonShown, ...]:
    """Whose phones are in before the first game and who plays, each once, as they came."""
    access = picture.access
    if picture.game is not None or access.closing is not None:
        return ()
    came = sorted(access.guests, key=lambda guest: guest.since_ms)
    everybody = (*(guest.person for guest in came), *access.sharers)
    playing = (one for one in everybody if one and one.number not in access.watching)
    people = (shown for one in playing if (shown := person_shown(one)) is not None)
    # Who is a child is not for the street.
    return tuple(dict.fromkeys(replace(shown, child=False) for shown in people))


def phones_shown(
    picture: Picture, guests: tuple[Guest, ...], own: str
) -> tuple[wire.PhoneShown, ...]:
    """Phones that are in; `own` is the one that looks."""
    return tuple(
        wire.PhoneShown(
            id=guest.id,
            role=guest.role,
            seat=seat_of(guest.person, picture.names),
            name=whose(guest.person, guest.role),
            since=_when(guest.since_ms, picture.access.evening),
            seen="here" if guest.here else _when(guest.seen_ms, picture.access.evening),
            own=guest.id == own,
            person=guest.person.number if guest.person else None,
            child=guest.person is not None and guest.person.child,
        )
        for guest in guests
    )


def person_shown(person: Person | None) -> wire.PersonShown | None:
    """Somebody the house knows, as screens show him."""
    if person is None:
        return None
    look = look_in(person.look) or look_of(person.number)
    return wire.PersonShown(person.name, look.shape, look.colour, look.call, person.child)


def whose(person: Person | None, role: str) -> str:
    """How a phone is called: as its person, or by what it is."""
    if person is not None and person.name:
        return person.name
    return "" if role == "seat" else f"the {role}"


def seat_of(person: Person | None, names: Names) -> Seat | None:
    """Where somebody sits in the game that is shown."""
    number = person.number if person else None
    return next((seat for seat, who in names.people.items() if who == number), None)


def claims_shown(picture: Picture, who: Session) -> tuple[wire.ClaimShown, ...]:
    """The phones that say they are somebody's: for the referee, and for that person."""
    own = who.person.number if who.person and who.role == "seat" else None
    claims = (one for one in picture.access.claims if who.leads or one.person.number == own)
    return tuple(wire.ClaimShown(one.id, one.person.name) for one in claims)


def _when(wall_ms: int, evening: str) -> str:
    """The hour where it is of this evening, else the day; nothing where nobody knows."""
    if not wall_ms:
        return ""
    day = days.turn(wall_ms)
    return days.hour(wall_ms) if day == evening else day
