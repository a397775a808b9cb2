"""A moment of a game: its picture, what lies where, and what was felt just before."""

from typing import Any

from companion import codec
from companion.games.dolphin_splash.facts import Dealt, GoodGrab, Held
from companion.journal import Op, Row
from companion.referee.moments import Felt, moment, steps
from companion.referee.picture import PadNow, Picture, entry_lines, lines_of
from companion.say import DOLPHINS, Names
from companion.words import (
    Homed,
    Lifted,
    Pad,
    Released,
    Suspected,
    Touched,
    Trusted,
)
from tests.referee.test_fold import ANA, BEN, Book, new

T_US = 50_000_000
PADS = tuple(map(Pad, range(5)))


def felt(book: Book, *facts: Any, at_us: int) -> None:
    for fact in facts:
        book.take(Row(Op.FACT, codec.dumps([fact]), "gpio", at_us))


def dealt() -> Book:
    book = Book(new())
    book.fact(Dealt(ANA), "deal")
    return book


def shown(book: Book, at: int = 10_000) -> Any:
    fold = book.fold
    return moment(fold, Picture(names=Names({}, DOLPHINS), seq=7), steps(fold), at)


TOUCHES = (
    Touched(PADS[0], T_US - 6_000_001, 5, 6),
    Touched(PADS[1], T_US - 6_000_000, 7, 8),
    Lifted(PADS[2], T_US - 1, 9),
    Touched(PADS[3], T_US + 1, 1),  # by its stamp after the one that came last
    Touched(PADS[4], T_US, 2, 3),
)


def test_what_was_felt_lately_is_drawn_with_its_time() -> None:
    book = dealt()
    felt(book, *TOUCHES, at_us=T_US)
    assert shown(book).felt == (
        Felt(PADS[1], "touch", 6_000_000, 7, 8),
        Felt(PADS[2], "lift", 1, 9, 0),
        Felt(PADS[4], "touch", 0, 2, 3),
    )


def test_a_moment_is_that_of_the_newest_row_or_touch() -> None:
    book = dealt()
    felt(book, *TOUCHES, at_us=T_US + 500)  # it came to the table half a millisecond later
    assert [(one.pad, one.ago_us) for one in shown(book).felt] == [(2, 501), (3, 499), (4, 500)]
    assert [one.pad for one in shown(book, at=1).felt] == []
    book = dealt()
    felt(book, *TOUCHES, at_us=3)
    assert [(one.pad, one.ago_us) for one in shown(book).felt] == [
        (1, 6_000_000),
        (2, 1),
        (4, 0),
    ]
    assert shown(dealt()).felt == ()


STATES = (
    (Touched(PADS[0], T_US, 0), "touched", ""),
    (Released(PADS[0], T_US), "home", ""),
    (Lifted(PADS[0], T_US, 0), "lifted", ""),
    (Released(PADS[0], T_US), "lifted", ""),  # of who lets go of one that is away
    (Homed(PADS[0], T_US), "home", ""),
    (Suspected(PADS[0], "stuck"), "suspect", "stuck"),
    (Released(PADS[0], T_US), "suspect", "stuck"),
    (Trusted(PADS[0]), "home", ""),
)


def test_each_pad_is_what_was_felt_of_it_last() -> None:
    book = dealt()
    for fact, state, why in STATES:
        felt(book, fact, at_us=T_US)
        # What nobody sees is no moment of its own: the next that is seen shows it.
        felt(book, Touched(PADS[4], T_US, 0), at_us=T_US)
        pads = shown(book).picture.pads
        assert pads[0] == PadNow(PADS[0], state, why)
        assert [pad.state for pad in pads[1:]] == ["home"] * 3 + ["touched"]
        assert [pad.pad for pad in pads] == list(PADS)


def test_what_was_put_right_is_so_from_its_own_moment_on() -> None:
    book = dealt()
    felt(book, Touched(PADS[0], T_US, 0), at_us=T_US)
    book.fact(GoodGrab(), "verdict")
    held = book.fact(Held((ANA, BEN)), "holders")
    book.take(Row(Op.AMEND, codec.dumps([Held((ANA,))]), "referee", 0, of=held))
    place = book.fold.place_of(held)
    ruled = entry_lines(book.fold.entries[place])
    for at in range(len(steps(book.fold)) + 1):
        lines = shown(book, at).picture.lines
        right = [line for line in lines if line.text.template == "Put right: {what}"]
        assert [dict(line.text.values)["what"] for line in right] == [ruled[-1].text] * (at > place)


def test_each_moment_is_the_game_as_it_was_then() -> None:
    book = dealt()
    felt(book, Touched(PADS[0], T_US, 0), at_us=T_US)
    book.fact(GoodGrab(), "verdict")
    book.fact(Held((ANA, BEN)), "holders")
    book.undo()
    fold = book.fold
    seen = steps(fold)
    assert seen == (0, 1, 2, 3)
    for at in range(-2, 7):
        now, count = shown(book, at), min(max(at, 0), len(seen))
        part = fold.up_to(count)
        assert (now.at, now.last, now.picture.version) == (count, len(seen), count)
        picture = now.picture
        assert (picture.state, picture.seq) == (part.state, 7)
        assert picture.lines == lines_of(part) and picture.open == part.open
        assert (picture.undo, picture.redo, picture.back) == (None, None, None)
