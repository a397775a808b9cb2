"""Who sits at which seat of the game at hand: by a word, by hand, and by what is taken back.

Who sits where is written beside the facts; a fact by which somebody sat down that does not stand
any more gives the seat back to who had it before.
"""

from collections.abc import Sequence
from contextlib import suppress
from itertools import chain

from companion.journal import GameRow, Journal, JournalError, Op, Row
from companion.journal.people import People
from companion.journal.settings import EVENING, SAT
from companion.names import SAME_NAME, alike
from companion.referee import showing
from companion.referee.answers import Bar, Reply
from companion.referee.dressing import dress
from companion.referee.fold import Entry, Fold
from companion.referee.picture import Picture
from companion.referee.secrecy import happened
from companion.say import Names
from companion.words import HandedOver, Joined, Seat, Seats, Text

_GAME = "game"
_FIRST = 0  # in place of a fact's number: who sat there before any


def sits_by(fold: Fold, names: Names, person: int, seat: Seat) -> tuple[str, str] | Reply | None:
    """What is told when this person sits down there: an offer and its answer; None: nothing."""
    here = (*fold.view.present, *fold.view.joining)
    if any(names.people.get(other) == person for other in here):
        return Reply("already", Text("That is so already."))
    filled = showing.playing_on(fold.open, names)[1]
    if seat in here and seat in names.people and seat not in filled:
        return Reply("refused", Text("Somebody sits there already."))
    told = showing.seating(fold.open, names, here, seat)
    if told and not told[0]:
        return Reply("refused", Text("This game has begun. Play in the next one!"))
    return told


def name_seat(
    journal: Journal, picture: Picture, seat: Seat, name: str, was: str | None, wall_ms: int
) -> Reply:
    """Whoever sits here is called so: a new name of who has a phone, else it is somebody else.

    Not where another than who `was` there when that was written sits by now; None: whoever does.
    """
    names, view, game = picture.names, picture.view, picture.number
    if not game or seat not in (*names.seats, *view.present, *view.joining):
        nobody = Text("Nobody sits there. Let somebody sit down first.")
        return Reply("refused", nobody, bar=Bar.NOT_SO)
    if was is not None and names.seats.get(seat, was) != was:
        other = Text("{seat} sits there by now. Look, and write it again.", seat=Seats((seat,)))
        return Reply("refused", other, bar=Bar.NOT_SO)
    if any(alike(name, other) for at, other in names.seats.items() if at != seat):
        return Reply("refused", Text(SAME_NAME), bar=Bar.NOT_SO)
    people = People(journal)
    sits, known = people.seated(game).get(seat), people.named(name)
    live = {one.number for one in people.here(journal.setting(EVENING))}
    is_same = known is None or (sits is not None and known.number == sits.number)
    if sits is not None and is_same and (sits.number in live or known):
        people.rename(sits.number, name)
    else:
        sit_down(journal, game, seat, people.number(name, wall_ms), wall_ms)
    return Reply("counts")


def sit_down(journal: Journal, game: int, seat: Seat, person: int, wall_ms: int) -> None:
    """Somebody sits at a seat of the game from now on. Raises JournalError."""
    dress(journal, person, wall_ms)
    People(journal).seat(game, seat, person)


def moves_seats(fold: Fold, rows: Sequence[Row]) -> bool:
    """Whether somebody sat down or got up with these newest rows of the game, or may have."""
    newest = fold.entries[-len(rows) :]
    return any(row.op is not Op.FACT for row in rows) or any(map(_seats, newest))


def give_back(journal: Journal, game: GameRow | None, fold: Fold | None) -> None:
    """Let those have their seats by whose words they sit down that stand.

    What cannot be written stays until names are read again.
    """
    if game is None or fold is None:
        return
    with suppress(JournalError), journal.undisturbed():
        people, was = People(journal), journal.setting(SAT)
        if was.get(_GAME) != (game.game,):
            was = {_GAME: (game.game,)}
        sits = {seat: one.number for seat, one in people.seated(game.game).items()}
        here, told = {*fold.view.present, *fold.view.joining}, sit_by(fold)
        sat, moved = dict(was), {}
        for seat in sorted({*told, *(Seat(int(word)) for word in was if word.isdecimal())}):
            by, known = _read(was.get(str(seat), ()))
            if (now := told.get(seat, _FIRST)) == by:
                continue
            if seat in sits:
                known[by] = sits[seat]
            person = people.lasting(known.pop(now, 0))
            sat[str(seat)] = (now, *chain.from_iterable(known.items()))
            if person and person not in {sits.get(other) for other in here - {seat}}:
                sits[seat] = moved[seat] = person
        if sat != was:
            people.reseat(game.game, moved, sat)


def sit_by(fold: Fold) -> dict[Seat, int]:
    """By seat, the number of the fact by which somebody sits there; not of who did from the
    beginning."""
    return {
        seat: entry.row.seq for entry in fold.sat() if happened(entry) for seat in _seats(entry)
    }


# --- inside -----------------------------------------------------------------------------------


def _seats(entry: Entry) -> tuple[Seat, ...]:
    """Where somebody sits down by it."""
    return tuple(fact.seat for fact in entry.facts if isinstance(fact, HandedOver | Joined))


def _read(told: Sequence[int]) -> tuple[int, dict[int, int]]:
    """By which fact somebody sits there, and who did by the others, as far as a file is whole."""
    by, *pairs = told or (_FIRST,)
    return by, dict(zip(pairs[::2], pairs[1::2], strict=False))
