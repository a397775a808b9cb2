"""The fold: ids of questions, undo and redo of any depth, and the same game from the same rows."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion import codec
from companion.games.dolphin_splash.facts import (
    Claimed,
    Dealt,
    Fouled,
    GoodGrab,
    Held,
    Setup,
    TooSoon,
)
from companion.journal import Op, Row
from companion.referee.fold import Fold, is_same
from companion.words import Ask, Choice, Corrected, Counted, Pad, Seat, Slot, Text, Touched
from tests.games import chance
from tests.referee.hall import GAME, as_told

ANA, BEN, CY = Seat(0), Seat(1), Seat(2)


def new(game: int = 1) -> Fold:
    return Fold(GAME, Setup(3), game)


class Book:
    """Rows as a journal would number them."""

    def __init__(self, fold: Fold) -> None:
        self.fold = fold
        self.rows: list[Row] = []

    def fact(self, fact: Any, topic: str = "") -> int:
        ask = next((o.id for o in self.fold.open if o.ask.topic == topic), "")
        assert bool(ask) == bool(topic), topic
        return self.take(Row(Op.FACT, codec.dumps([fact]), "referee", 0, ask=ask))

    def undo(self) -> int:
        entry = self.fold.undoable()
        assert entry is not None
        return self.take(Row(Op.UNDO, "[]", "referee", 0, of=entry.row.seq))

    def redo(self) -> int:
        entry = self.fold.redoable()
        assert entry is not None
        return self.take(Row(Op.REDO, "[]", "referee", 0, of=entry.row.seq))

    def take(self, row: Row) -> int:
        numbered = replace(row, seq=len(self.rows) + 10, ask=as_told(row.ask))
        self.rows.append(numbered)
        self.fold.take(numbered)
        return numbered.seq


def ids(fold: Fold) -> dict[str, str]:
    return {open_.ask.topic: open_.id for open_ in fold.open if open_.ask.topic != "seatings"}


def seen(fold: Fold) -> tuple[Any, ...]:
    undo, redo = fold.undoable(), fold.redoable()
    return (
        GAME.view(fold.state),
        fold.open,
        undo and undo.row.seq,
        redo and redo.row.seq,
        [entry.standing for entry in fold.entries],
    )


def refolded(rows: Sequence[Row]) -> Fold:
    fold = new()
    for row in rows:
        fold.take(row)
    return fold


# --- ids --------------------------------------------------------------------------------------


def test_question_that_stays_the_same_keeps_its_id() -> None:
    book = Book(new())
    book.fact(Dealt(ANA), "deal")
    book.fact(Touched(Pad(0), 1_000_000, 0))
    before = ids(book.fold)
    book.fact(Touched(Pad(1), 1_084_000, 0))  # changes the lead of the verdict, not the question
    after = ids(book.fold)
    assert {"verdict", "holders", "crayon"} <= before.keys()
    assert after == before


def test_questions_are_one_whatever_there_is_to_pick_and_else_none() -> None:
    slot = Slot("dealer", (ANA, BEN))
    choice = Choice("deal", Text("Deal"), Dealt(ANA), (slot,))
    ask = Ask(Text("Who?"), (BEN,), (choice,), must=True)
    others = [
        replace(ask, text=Text("Who else?")),
        *(replace(ask, seats=seats) for seats in ((), (ANA,), (CY,), (BEN, CY))),
        replace(ask, must=False),
        replace(ask, choices=()),
        replace(ask, choices=(choice, choice)),
        replace(ask, choices=(replace(choice, key="go"),)),
        replace(ask, choices=(replace(choice, fact=Dealt(BEN)),)),
        replace(ask, choices=(replace(choice, slots=()),)),
        replace(ask, choices=(replace(choice, slots=(replace(slot, field="seat"),)),)),
    ]
    for other in others:
        assert not is_same(ask, other) and not is_same(other, ask)
    picks = replace(ask, choices=(replace(choice, slots=(replace(slot, options=(CY,)),)),))
    assert is_same(ask, picks) and is_same(picks, ask) and is_same(ask, ask)
    assert is_same(ask, replace(ask, text=Text("Who?"), seats=tuple(map(Seat, (BEN,)))))


@pytest.mark.parametrize("who", [ANA, BEN, CY])
def test_claim_of_one_seat_leaves_the_others_questions_alone(who: Seat) -> None:
    book = Book(new())
    book.fact(Dealt(ANA), "deal")
    book.fact(Touched(Pad(0), 1_000_000, 0))
    claims = {o.ask.seats: o.id for o in book.fold.open if o.ask.topic == "claim"}
    row = Row(Op.FACT, codec.dumps([Claimed(who, Pad(0))]), f"seat:{who}", 0, ask=claims[(who,)])
    book.take(row)
    now = {o.ask.seats: o.id for o in book.fold.open if o.ask.topic == "claim"}
    same = {seat for seat in (ANA, BEN, CY) if now.get((seat,)) == claims[(seat,)]}
    assert same == {ANA, BEN, CY} - {who}


def test_answered_question_closes_even_where_the_same_is_asked_again() -> None:
    book = Book(new())
    crayon = ids(book.fold)["crayon"]
    book.fact(Corrected(ANA, 1), "crayon")
    assert book.fold.find(crayon) is None
    assert ids(book.fold)["crayon"].startswith("10.")
    answered = book.fold.answer_to(crayon)
    assert answered is not None and answered[1].row.seq == 10


def test_undo_and_redo_ask_everything_anew() -> None:
    book = Book(new())
    first = ids(book.fold)
    book.fact(Dealt(ANA), "deal")
    book.undo()
    second = ids(book.fold)
    assert second.keys() == first.keys() and not set(first.values()) & set(second.values())
    book.redo()
    book.undo()
    third = ids(book.fold)
    assert not set(third.values()) & (set(first.values()) | set(second.values()))
    answered = book.fold.answer_to(first["deal"])
    assert answered is not None and not answered[1].standing


def test_two_games_never_share_an_id() -> None:
    assert not {o.id for o in new(1).open} & {o.id for o in new(2).open}


def test_ids_within_a_game_are_never_given_twice() -> None:
    fold = new()
    asked: dict[str, str] = {}
    book = Book(fold)
    for fact, topic in (
        (Dealt(ANA), "deal"),
        (Touched(Pad(0), 5, 0), ""),
        (TooSoon(), "verdict"),
    ):
        book.fact(fact, topic)
        for open_ in fold.open:
            assert asked.setdefault(open_.id, open_.ask.text.template) == open_.ask.text.template
    for turn in (book.undo, book.undo, book.redo, book.undo, book.redo, book.redo):
        turn()
        for open_ in fold.open:
            assert asked.setdefault(open_.id, open_.ask.text.template) == open_.ask.text.template


def test_a_row_is_found_where_it_is_and_no_other_for_it() -> None:
    book = Book(new())
    facts = [book.fact(Dealt(ANA), "deal"), book.fact(Touched(Pad(0), 5, 0))]
    book.undo()
    facts.append(book.fact(Dealt(BEN), "deal"))
    for seq in range(facts[0] - 1, facts[-1] + 2):
        if seq in facts:
            assert book.fold.place_of(seq) == facts.index(seq)
        else:
            with pytest.raises(KeyError):
                book.fold.place_of(seq)


# --- undo and redo ----------------------------------------------------------------------------


def test_undo_takes_back_any_depth_and_redo_brings_all_of_it_again() -> None:
    book = Book(new())
    book.fact(Dealt(ANA), "deal")
    book.fact(Touched(Pad(0), 1_000_000, 0))
    book.fact(GoodGrab(), "verdict")
    book.fact(Held((ANA, BEN)), "holders")
    book.fact(Corrected(CY, 2), "crayon")
    letters = [GAME.view(book.fold.state).letters]
    undone = []
    while book.fold.undoable():
        entry = book.fold.undoable()
        assert entry is not None
        undone.append(type(book.fold.entries[entry.place].fact).__name__)
        book.undo()
        letters.append(GAME.view(book.fold.state).letters)
    assert undone == ["Corrected", "Held", "GoodGrab", "Dealt"]
    assert letters == [(1, 1, 2), (1, 1, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0)]
    assert GAME.view(book.fold.state).phase == "waiting"
    while book.fold.redoable():
        book.redo()
    assert GAME.view(book.fold.state).letters == (1, 1, 2)


def test_undo_leaves_what_hardware_felt() -> None:
    book = Book(new())
    book.fact(Dealt(ANA), "deal")
    book.fact(Touched(Pad(1), 1_000_000, 0))
    book.fact(GoodGrab(), "verdict")
    book.fact(Counted(7, ()))
    book.undo()
    view = GAME.view(book.fold.state)
    assert view.phase == "grab" and view.calls == 7
    assert [entry.pad for entry in view.order] == [1]


def test_new_word_ends_redo_and_a_signal_does_not() -> None:
    book = Book(new())
    book.fact(Dealt(ANA), "deal")
    book.undo()
    book.fact(Counted(1, ()))
    assert book.fold.redoable() is not None
    book.fact(Corrected(ANA, 1), "crayon")
    assert book.fold.redoable() is None


def test_words_that_fall_by_newer_rules_are_shown_as_dropped_and_not_undone() -> None:
    book = Book(new())
    book.fact(Dealt(ANA), "deal")
    dealt = book.fold.undoable()
    fallen = Row(Op.FACT, codec.dumps([Held((ANA, BEN, CY))]), "referee", 0, seq=99)
    entry = book.fold.take(fallen)  # an older companion took it
    assert entry is not None and entry.refused is not None and entry.refused.rule == "D-C4"
    assert book.fold.undoable() is dealt
    assert GAME.view(book.fold.state).phase == "live"


# --- the same rows ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_same_rows_give_the_same_questions_ids_and_undo_history(seed: int) -> None:
    rng = Random(seed)
    book = Book(new())
    for _ in range(120):
        dice = rng.random()
        if dice < 0.12 and book.fold.undoable():
            book.undo()
        elif dice < 0.2 and book.fold.redoable():
            book.redo()
        elif dice < 0.4:
            book.fact(chance.felt(GAME, rng))
        else:
            _answer_something(book, rng)
    assert seen(refolded(book.rows)) == seen(book.fold)
    half = refolded(book.rows[:60])
    for row in book.rows[60:]:
        half.take(row)
    assert seen(half) == seen(book.fold)


def _answer_something(book: Book, rng: Random) -> None:
    open_ = rng.choice(book.fold.open)
    fact = chance.fill(rng.choice(open_.ask.choices), rng)
    try:
        book.fold.judge(fact)
    except ValueError:
        return  # refused: not written
    book.take(Row(Op.FACT, codec.dumps([fact]), "referee", 0, ask=open_.id))


def test_a_fact_of_those_that_count_was_recorded_when_its_row_was() -> None:
    book = Book(new())
    told = (Dealt(ANA), Touched(Pad(0), 5, 0), GoodGrab(), Corrected(BEN, 1), Corrected(CY, 1))
    rows = [
        book.take(Row(Op.FACT, codec.dumps([fact]), "referee", 0, wall_ms=1_000 * n))
        for n, fact in enumerate(told, start=1)
    ]
    put_right = codec.dumps((TooSoon(), Fouled((CY,))))
    book.take(Row(Op.AMEND, put_right, "referee", 0, of=rows[2], wall_ms=9_000))
    book.take(Row(Op.UNDO, "[]", "referee", 0, of=rows[3], wall_ms=9_000))
    found = [book.fold.recorded_ms(number) for number in range(1, 7)]
    assert found == [1_000, 2_000, 3_000, 3_000, 5_000, 0]


def test_what_everybody_sees_is_worked_out_once_a_state() -> None:
    book = Book(new())
    first = book.fold.view
    assert book.fold.view is first
    book.fact(Dealt(ANA))
    dealt = book.fold.view
    assert dealt is not first and dealt.stage == "live"
    book.undo()
    assert book.fold.view.stage == first.stage == "between"
    assert book.fold.up_to(0).view.stage == "between"
