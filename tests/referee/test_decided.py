"""How a game was decided: the touches of its last round, and the words that ended it."""

from typing import Any

from companion.games.dolphin_splash.facts import Dealt, GoodGrab, Held
from companion.referee.moments import decided, steps
from companion.words import Corrected, Pad, Seat, Touched
from tests.referee.test_fold import ANA, BEN, CY, Book, new

TOUCH_US = 1_000_000


def facts(book: Book) -> list[Any]:
    """What is shown of how this game was decided."""
    seen = steps(book.fold)
    return [book.fold.entries[seen[at - 1]].fact for at in decided(book.fold, seen)]


def deal(book: Book, dealer: Seat, at_us: int) -> None:
    """A deal, and two hands."""
    book.fact(Dealt(dealer), "deal")
    book.fact(Touched(Pad(0), at_us, 0))
    book.fact(Touched(Pad(1), at_us + 84_000, 0))


def round_(book: Book, dealer: Seat, at_us: int) -> None:
    deal(book, dealer, at_us)
    book.fact(GoodGrab(), "verdict")
    book.fact(Held((ANA, BEN)), "holders")


def won() -> Book:
    """Two rounds; in the second Ana is written her last letters with the pen."""
    book = Book(new())
    round_(book, ANA, TOUCH_US)
    deal(book, CY, 2 * TOUCH_US)
    book.fact(GoodGrab(), "verdict")
    book.fact(Corrected(BEN, 1))
    book.fact(Corrected(ANA, 5))
    assert book.fold.view.over
    return book


def test_nothing_is_decided_before_the_end() -> None:
    book = Book(new())
    round_(book, ANA, TOUCH_US)
    assert facts(book) == []


def test_the_touches_of_the_last_round_come_before_the_last_words() -> None:
    touches = [Touched(Pad(pad), 2 * TOUCH_US + 84_000 * pad, 0) for pad in (0, 1)]
    assert facts(won()) == [*touches, GoodGrab(), Corrected(BEN, 1), Corrected(ANA, 5)]


def test_of_a_round_with_many_hands_the_last_moments_are_shown() -> None:
    book = Book(new())
    book.fact(Dealt(ANA), "deal")
    touches = [Touched(Pad(n % 5), TOUCH_US + 84_000 * n, 0) for n in range(30)]
    for touch in touches:
        book.fact(touch)
    words = [GoodGrab(), Corrected(BEN, 1), Corrected(ANA, 6)]
    book.fact(words[0], "verdict")
    for word in words[1:]:
        book.fact(word)
    assert book.fold.view.over
    assert facts(book) == [*touches[9:], *words], "24 of them"


def test_what_was_taken_back_or_said_later_decided_nothing() -> None:
    book = won()
    book.undo()
    assert facts(book) == []
    book.fact(Corrected(CY, 1))
    book.undo()
    book.fact(Corrected(ANA, 5))
    book.fact(Corrected(BEN, 1))
    assert facts(book)[-3:] == [GoodGrab(), Corrected(BEN, 1), Corrected(ANA, 5)]
