"""Who may take a word back, let it stand again or put an older one right, and who reads of it.

Pure: it reads the picture and the fold, and says why not; nothing is written here.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any, get_args, get_type_hints

from companion.journal import Op
from companion.referee.answers import Bar, Reply, Teller
from companion.referee.fold import Entry, Fact, Fold, Word
from companion.referee.picture import Picture, TookBack, back_line, teller_named
from companion.referee.secrecy import is_secret, marks
from companion.words import Open, Seat, Text

TABLE = "buttons"  # whoever is at the table itself: its buttons, or the tablet in the middle
NOT_TO_AMEND = Text("Older words are put right on the referee's page. Ask there.")


def may_undo(picture: Picture, teller: Teller) -> bool:
    """Whether the newest word may be taken back by this teller: it is its own, or all may."""
    if picture.undo is None or not _plays(picture, teller):
        return False
    opened = picture.may_take_back and teller.by != TABLE  # a house opens it to people
    return teller.referee or opened or picture.undo.by == teller.by


def may_redo(picture: Picture, teller: Teller) -> bool:
    """Whether this teller may let stand again what was taken back last."""
    if picture.redo is None or not _plays(picture, teller):
        return False
    return teller.referee or picture.redo_by == teller.by


def may_amend(picture: Picture, teller: Teller) -> bool:
    """Whether this teller may put an older word right."""
    return teller.referee or (picture.may_take_back and _plays(picture, teller))


def barred(op: Op, picture: Picture, fold: Fold, of: int, teller: Teller) -> Reply | None:
    """Why this teller may not take row `of` back, or let it stand again; None where it may."""
    if not _plays(picture, teller):
        text = Text("You are not in this game, so its words are not yours to take back.")
        return Reply("refused", text, bar=Bar.OTHERS)
    word = fold.undoable() if op is Op.UNDO else fold.redoable()
    if word is None or word.row.seq != of:
        return Reply("asked_again", Text("Something newer was told. Please look again."))
    if op is Op.REDO and held_secret(fold, word):
        text = Text("That held a secret, so it is not said again by itself. Tell it anew.")
        return Reply("refused", text, bar=Bar.NOT_SO)
    if op is Op.UNDO and not may_undo(picture, teller):
        by = picture.undo.by if picture.undo else ""
        return Reply("refused", _others(by, Text("take it back")), bar=Bar.OTHERS)
    if op is Op.REDO and not may_redo(picture, teller):
        return Reply("refused", _others(picture.redo_by, Text("say it again")), bar=Bar.OTHERS)
    return None


def questioned(picture: Picture, teller: Teller) -> Reply:
    """Why nothing is answered while somebody says wait, with what this teller may tap first."""
    who = teller_named(picture.review)
    if teller.by == TABLE:
        text = Text("{who} says wait! First press YES: it stays.", who=who)
    elif picture.undo is not None and may_amend(picture, teller):
        text = Text("{who} says wait! First tap It stays or Change it.", who=who)
    else:
        text = Text("{who} says wait! First tap It stays.", who=who)
    return Reply("refused", text)


def held_secret(fold: Fold, word: Word) -> bool:
    """Whether a word said something that nobody may read unless it stands."""
    facts = (fold.entries[word.place].fact,) if word.facts is None else word.facts
    return any(is_secret(fact, fold.setup) for fact in facts)


def back_text(picture: Picture, teller: Teller) -> Text | None:
    """Who took back what concerns this teller; or, to who did, why no tap says it again."""
    if picture.anew is not None and teller.by == picture.redo_by:
        what = picture.anew.text
        return Text("You took this back: {what}. It held a secret, so tell it anew.", what=what)
    back = picture.back
    if back is None or back.by == teller.by or teller.seat not in back.seats:
        return None
    return back.line.text


def took_back(fold: Fold) -> TookBack | None:
    """What was taken back last, until something new is told."""
    if fold.taken_back is None:
        return None
    word, row = fold.taken_back
    line = back_line(fold, word, row.by)
    seats = _concerned(fold.entries[word.place])
    return None if line is None else TookBack(line, row.by, seats)


def _plays(picture: Picture, teller: Teller) -> bool:
    return teller.referee or teller.by == TABLE or picture.seats(teller.seat)


def _others(by: str, what: Text) -> Text:
    if by.startswith("seat:"):
        return Text("Only {who} or the referee may {what}.", who=teller_named(by), what=what)
    return Text("Only the referee may {what}.", what=what)


def _concerned(entry: Entry) -> frozenset[Seat]:
    """Who told a fact, and the seats that it names in the open."""
    by, fact = entry.row.by, entry.fact
    found = {seat for name in _seat_fields(_kind(fact)) for seat in _listed(getattr(fact, name))}
    own = {Seat(int(by.removeprefix("seat:")))} if by.startswith("seat:") else set()
    return frozenset(found | own)


def _kind(fact: Fact) -> Any:
    return type(fact)


@cache
def _seat_fields(kind: Any) -> tuple[str, ...]:
    """The fields of a kind of facts that name seats which everybody may know."""
    hints = get_type_hints(kind)
    return tuple(
        name
        for name, mark in marks(kind).items()
        if isinstance(mark, Open) and Seat in _parts(hints[name])
    )


def _parts(hint: Any) -> Iterator[Any]:
    yield hint
    for part in get_args(hint):
        yield from _parts(part)


def _listed(value: Any) -> tuple[Seat, ...]:
    return value if isinstance(value, tuple) else () if value is None else (value,)
