"""Whose words are whose: in each game every phone tries to take back and say again every row.

Robots play, and after some words each phone at the table, one of a seat that the game does not have
and a stranger's try undo and redo of all that was told. Only who may succeeds; all else changes
nothing and says kindly why.
"""

from random import Random
from typing import Any

import pytest

from companion.journal import Op, Row
from companion.referee import Bar, Reply, Teller
from companion.words import Seat
from tests.robots.hearsay import REFEREE, Evening, Manners, Room, Word
from tests.robots.stories import STORIES

TRIES_MOST = 10  # words of a game that all try to take back
ROWS = 6  # of the newest; older ones are refused alike
AWAY = Teller("seat:11", Seat(11))  # a phone of a larger game
STRANGER = Teller("nobody")
PERSONS = ("seat:", "referee")
# A redo brings nothing wrong back here: what is told wrong has tests of its own.
TRUE = Manners(mishears=0, twice=0, contradicts=0, undoes=0.15)


class Trying(Evening):
    """An evening at which everybody tries everything."""

    open = False
    allowed = refused = 0
    _rows: list[Row] = []

    def _change_mind(self) -> None:
        if self.allowed + self.done.get("a secret", 0) < TRIES_MOST:
            self._rows = rows_of(self.room)
            self._all_try(Op.UNDO)
            self._one_of_them(self.words[-1])

    @property
    def _phones(self) -> list[Teller]:
        seats = len(self.room.referee.picture.names.seats)
        own = [Teller(f"seat:{n}", Seat(n)) for n in range(seats)]
        return [*own, AWAY, STRANGER, REFEREE]

    def _all_try(self, op: Op) -> None:
        """All that nobody may is refused, and changes nothing."""
        for phone in self._phones:
            for row in self._rows[-ROWS:]:
                if not self._may(op, row.seq, phone):
                    self._is_refused(op, row.seq, phone)

    def _is_refused(self, op: Op, seq: int, phone: Teller) -> None:
        before = self._now()
        said = self._turn(op, seq, phone)
        assert said.kind in ("refused", "asked_again"), (op, seq, phone, said)
        assert said.text is not None
        assert self._now() == before, (op, seq, phone)
        if phone in (AWAY, STRANGER):
            assert said.bar is Bar.OTHERS
        self.refused += 1

    def _one_of_them(self, word: Word) -> None:
        """Somebody who may takes the word back; others may not say it again, and that one may."""
        phones = [phone for phone in self._phones if self._may(Op.UNDO, word.seq, phone)]
        assert REFEREE in phones
        phone = self.rng.choice(phones)
        assert self._turn(Op.UNDO, word.seq, phone).kind == "counts"
        self._rows = rows_of(self.room)
        self._all_try(Op.REDO)
        if self.room.referee.picture.redo is None:
            for other in (phone, REFEREE):
                assert self._turn(Op.REDO, word.seq, other).bar is Bar.NOT_SO
            self._count("a secret")
            self.words.remove(word)
            self.untold = sorted(
                {*self.untold, word.thing, *word.implied}, key=lambda thing: thing.number
            )
            return
        again = self.rng.choice([phone, REFEREE])
        assert self._turn(Op.REDO, word.seq, again).kind == "counts"
        self.allowed += 1

    def _turn(self, op: Op, seq: int, phone: Teller) -> Reply:
        referee, tap = self.room.referee, self.room.tap()
        return (referee.undo if op is Op.UNDO else referee.redo)(tap, seq, phone)

    def _may(self, op: Op, seq: int, phone: Teller) -> bool:
        """By the journal's rows alone."""
        rows = self._rows
        words = [row for row in rows if row.op in (Op.FACT, Op.AMEND) and _is_persons(row.by)]
        turned = {row.of: row for row in rows if row.op in (Op.UNDO, Op.REDO)}
        standing = [w.seq for w in words if w.seq not in turned or turned[w.seq].op is Op.REDO]
        if op is Op.UNDO:
            own = next(row.by for row in rows if row.seq == seq) == phone.by
            plays = phone not in (AWAY, STRANGER)
            return seq == standing[-1] and (phone.referee or (plays and (own or self.open)))
        return rows[-1].op is Op.UNDO and rows[-1].of == seq and _redoes(rows[-1].by, phone)

    def _now(self) -> tuple[Any, ...]:
        picture = self.room.referee.picture
        return picture.seq, picture.state, picture.open, picture.undo, picture.redo


def rows_of(room: Room) -> list[Row]:
    game = room.referee.picture.game
    assert game is not None
    return list(room.journal.rows(game.game))


def _redoes(by: str, phone: Teller) -> bool:
    return phone.referee or by == phone.by


def _is_persons(by: str) -> bool:
    return by.startswith(PERSONS)


@pytest.mark.parametrize("is_open", (False, True))
@pytest.mark.parametrize("kind", STORIES)
def test_only_who_may_takes_a_word_back_or_says_it_again(
    room: Room, kind: str, is_open: bool
) -> None:
    room.referee.let_take_back(is_open)
    evening = Trying(room, STORIES[kind](int(is_open)), Random(kind), TRUE)
    evening.open = is_open
    evening.play()
    assert evening.allowed and evening.refused
