"""Putting an earlier word right: what falls, what drifts, and nothing lost over a restart."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import codec
from companion.games.dolphin_splash.facts import Dealt, Fouled, GoodGrab, Held, TooSoon
from companion.games.dolphin_splash.view import view
from companion.journal import Op, Row
from companion.referee import amending
from companion.referee.amending import Answer, questions_at, what_if
from companion.referee.fold import Fold, is_same
from companion.words import Corrected, Hardware, Pad, Refused, Released, Seat, Touched
from tests.games import chance
from tests.games.shelf import RULES
from tests.referee.hall import GAME, REFEREE, Hall, seat
from tests.referee.test_fold import ANA, BEN, CY, Book, new, refolded, seen
from tests.robots.desk import way_of


def amend(book: Book, of: int, *facts: Any) -> int:
    return book.take(Row(Op.AMEND, codec.dumps(facts), "referee", 0, of=of))


def a_round() -> tuple[Book, int, int, int]:
    """A deal, a touch, "good grab", Ana and Ben hold, and the next deal."""
    book = Book(new())
    book.fact(Dealt(ANA), "deal")
    touch = book.fact(Touched(Pad(0), 1_000_000, 0))
    verdict = book.fact(GoodGrab(), "verdict")
    held = book.fact(Held((ANA, BEN)), "holders")
    book.fact(Dealt(BEN), "deal")
    return book, touch, verdict, held


def letters(fold: Fold) -> tuple[int, ...]:
    return view(fold.state).letters


def key(fold: Fold, of: int, named: str) -> Answer:
    """The answer of this key to the first question of that moment that has it."""
    for place, ask in enumerate(questions_at(fold, fold.place_of(of))):
        if any(choice.key == named for choice in ask.choices):
            return Answer(place, named, {})
    raise AssertionError(named)


def test_another_holder_is_put_in_place_and_all_later_words_still_count() -> None:
    book, _, _, held = a_round()
    would = what_if(book.fold, held, [key(book.fold, held, "seat:0")])
    assert would.facts == (Held((BEN, CY)),)
    assert (would.falls, would.drifts) == ((), ())
    assert letters(book.fold) == (1, 1, 0)  # only shown so far
    amend(book, held, *would.facts)
    assert letters(book.fold) == (0, 1, 1)
    assert view(book.fold.state).phase == "live"
    assert book.fold.entries[book.fold.place_of(held)].amended


def test_another_verdict_lets_the_holders_fall_and_says_that_the_deal_drifts() -> None:
    book, _, verdict, held = a_round()
    would = what_if(book.fold, verdict, [key(book.fold, verdict, "no")])
    assert [fallen.was.row.seq for fallen in would.falls] == [held]
    assert [drifted.was.fact for drifted in would.drifts] == []  # nobody asked for the deal here
    asked = [ask.topic for ask in would.questions]
    assert asked == ["foul"]
    told = [key(book.fold, verdict, "no"), Answer(0, "touched", {"touchers": [0]})]
    would = what_if(book.fold, verdict, told)
    assert would.facts == (TooSoon(), Fouled((ANA,)))
    amend(book, verdict, *would.facts)
    assert letters(book.fold) == (0, 1, 1)
    fallen = book.fold.entries[book.fold.place_of(held)]
    assert fallen.refused is not None and fallen.standing  # shown, not dropped in silence


def test_a_deal_that_would_answer_nothing_any_more_is_told_as_drift() -> None:
    book = Book(new())
    asked = "{dealer} deals."
    first = Row(Op.FACT, codec.dumps([Dealt(ANA)]), "referee", 0, asked=asked)
    book.take(first)
    book.fact(Touched(Pad(0), 1_000_000, 0))
    held = book.fact(Held((ANA, BEN)), "holders")
    deal = book.take(replace(first, facts=codec.dumps([Dealt(BEN)])))
    would = what_if(book.fold, held, ())
    assert [drifted.was.row.seq for drifted in would.drifts] == [deal]
    book.undo()
    assert what_if(book.fold, held, ()).drifts == (), "what was taken back answers nothing"


def test_taking_out_is_an_amendment_too_and_undo_and_redo_go_through_it() -> None:
    book, _, verdict, held = a_round()
    amend(book, held)
    assert letters(book.fold) == (0, 0, 0)
    amend(book, verdict, TooSoon(), Fouled((CY,)))
    assert letters(book.fold) == (1, 1, 0)
    book.undo()
    assert letters(book.fold) == (0, 0, 0)
    book.undo()
    assert letters(book.fold) == (1, 1, 0)
    assert view(book.fold.state).holders == ()  # the next round is on
    book.redo()
    book.redo()
    assert letters(book.fold) == (1, 1, 0)
    assert view(book.fold.state).touchers == ()


def test_what_fell_counts_again_once_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    book, _, verdict, held = a_round()
    amend(book, verdict, TooSoon())
    assert book.fold.entries[book.fold.place_of(held)].refused
    would = what_if(book.fold, verdict, [key(book.fold, verdict, "yes")])
    assert [back.was.row.seq for back in would.returns] == [held]
    assert not would.is_secret, "what it would show everybody knows"
    monkeypatch.setattr(amending, "is_secret", lambda fact, _: isinstance(fact, Held))
    assert would.is_secret and not replace(would, returns=()).is_secret


def test_what_the_pads_felt_stays_as_it_was_felt() -> None:
    book, touch, verdict, _ = a_round()
    with pytest.raises(Refused, match="felt"):
        what_if(book.fold, touch, ())
    before = [e.fact for e in book.fold.entries if isinstance(e.fact, Hardware)]
    amend(book, verdict)
    assert [e.facts for e in book.fold.entries if isinstance(e.fact, Hardware)] == [
        (fact,) for fact in before
    ]


@pytest.mark.parametrize(
    "answers",
    [
        [Answer(9, "yes", {})],
        [Answer(0, "maybe", {})],
        [Answer(0, "no", {}), Answer(0, "touched", {"touchers": [5]})],
        [Answer(0, "no", {}), Answer(0, "touched", {})],
    ],
)
def test_what_was_never_asked_is_refused_and_changes_nothing(answers: list[Answer]) -> None:
    book, _, verdict, _ = a_round()
    before = seen(book.fold)
    with pytest.raises(Refused):
        what_if(book.fold, verdict, answers)
    assert seen(book.fold) == before


@pytest.mark.parametrize("seed", range(12))
def test_random_amends_undos_and_restarts_give_one_game(seed: int) -> None:
    rng = Random(seed)
    book = Book(new())
    for _ in range(120):
        move = rng.random()
        told = [e.row.seq for e in book.fold.entries if e.by_person]
        if move < 0.55 or not told:
            asks = tuple(open_.ask for open_ in book.fold.open)
            fact = chance.answer(asks, rng, 0.9)
            try:
                book.fold.judge(fact)
            except Refused:
                continue
            book.take(Row(Op.FACT, codec.dumps([fact]), "referee", 0))
        elif move < 0.7:
            pad, at_us = Pad(rng.randrange(3)), rng.randrange(10**7)
            felt = rng.choice([Touched(pad, at_us, 0), Released(pad, at_us)])
            book.take(Row(Op.FACT, codec.dumps([felt]), "gpio", 0))
        elif move < 0.8 and book.fold.undoable():
            book.undo()
        elif move < 0.85 and book.fold.redoable():
            book.redo()
        else:
            _amend_something(book, rng.choice(told), rng)
    assert seen(book.fold) == seen(refolded(book.rows))
    _is_a_plain_fold(book.fold)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", RULES)
def test_an_earlier_moment_asks_what_stands_there_now(name: str, seed: int) -> None:
    """As it was asked then it may name what was taken back since."""
    rng = Random(f"{name} {seed}")
    book = _by_chance(name, rng)
    told = [entry.row.seq for entry in book.fold.entries]
    for of in rng.sample(told, min(3, len(told))):
        amend(book, of)
        for place, entry in enumerate(book.fold.entries):
            now = RULES[name].asks(entry.before)
            assert all(ask in now for ask in questions_at(book.fold, place)), entry.row


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", RULES)
def test_first_comes_what_the_word_had_answered(name: str, seed: int) -> None:
    """Where all are asked alike, somebody else's cards would be told in place of one's own."""
    book = _by_chance(name, Random(f"{name} {seed}"))
    for place, entry in enumerate(book.fold.entries):
        answered = book.fold.answer_to(entry.row.ask)
        assert answered is not None
        assert is_same(questions_at(book.fold, place)[0], answered[0]), entry.row


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", RULES)
def test_what_was_told_can_be_told_again_in_its_place(name: str, seed: int) -> None:
    """Also where an earlier word was put right, and by now it is asked a little otherwise."""
    rng = Random(f"again {name} {seed}")
    book = _by_chance(name, rng)
    told = [entry.row.seq for entry in book.fold.entries]
    for of in rng.sample(told, min(4, len(told))):
        _amend_something(book, of, rng)
        for place, entry in enumerate(book.fold.entries):
            if way_of(entry.fact, RULES[name].asks(entry.before)) is not None:
                again = way_of(entry.fact, questions_at(book.fold, place))
                assert again is not None, entry.row


def _by_chance(name: str, rng: Random) -> Book:
    """A game of any sort in which up to sixty questions were answered, each by its own answer."""
    book = Book(Fold(RULES[name], chance.any_setup(RULES[name], rng)))
    for _ in range(60):
        open_ = rng.choice(book.fold.open) if book.fold.open else None
        if open_ is None:
            break
        fact = chance.answer((open_.ask,), rng, 1.0)
        with suppress(Refused):
            book.fold.judge(fact)
            book.take(Row(Op.FACT, codec.dumps([fact]), "referee", 0, ask=open_.id))
    return book


def _amend_something(book: Book, of: int, rng: Random) -> None:
    fold = book.fold
    questions = questions_at(fold, fold.place_of(of))
    facts: tuple[Any, ...] = ()
    if questions and rng.random() < 0.8:
        facts = (chance.fill(rng.choice(rng.choice(questions).choices), rng),)
    other = fold.with_amended(fold.place_of(of), facts)
    amend(book, of, *facts)
    # What was shown is what came.
    assert book.fold.view == other.view


def _is_a_plain_fold(fold: Fold) -> None:
    """State is the fold of the facts that count, in their order, and of nothing else."""
    state = GAME.start(fold.setup)
    for entry in fold.entries:
        if entry.standing and entry.refused is None:
            for fact in entry.facts:
                state = GAME.judge(state, fact).state
    assert state == fold.state


# --- through the referee and its journal ----------------------------------------------------------


@pytest.fixture
def hall(tmp_path: Path) -> Any:
    bench = Hall(tmp_path)
    bench.begin(3)
    yield bench
    bench.close()


def _dealt_and_held(hall: Hall) -> int:
    _answer(hall, "start", seat(0))
    hall.grab(0)
    _answer(hall, "seat:2", seat(1))
    return hall.referee.picture.lines[0].seq


def _answer(hall: Hall, key_: str, who: Any) -> None:
    for open_ in hall.referee.picture.open:
        if any(choice.key == key_ for choice in open_.ask.choices):
            assert hall.referee.answer(hall.tap(), open_.id, key_, {}, who).kind == "counts"
            return
    raise AssertionError(key_)


def test_an_amendment_is_written_with_what_falls_and_survives_a_restart(hall: Hall) -> None:
    held = _dealt_and_held(hall)
    seen_at = hall.referee.picture.seq
    referee = hall.referee
    one = Answer(0, "seat:0", {})
    assert referee.amend("t", held, [one], seen_at - 1, REFEREE).kind == "asked_again"
    assert referee.amend("t2", held, [one], seen_at, REFEREE).kind == "counts"
    assert referee.amend("t2", held, [one], seen_at, REFEREE).kind == "counts"
    assert hall.referee.picture.state.letters == (0, 1, 1)
    before = view(hall.referee.picture.state)
    hall.restart()
    assert view(hall.referee.picture.state) == before
    undo = hall.referee.picture.undo
    assert undo is not None and undo.amends == held
    assert hall.referee.undo("t3", undo.seq, REFEREE).kind == "counts"
    assert hall.referee.picture.state.letters == (1, 1, 0)
    amends = [row for row in hall.journal.rows(1) if row.op is Op.AMEND]
    assert len(amends) == 1


def test_a_questioned_ruling_keeps_pass_silent_also_after_a_restart(hall: Hall) -> None:
    _answer(hall, "start", seat(0))
    assert hall.caller.running
    assert hall.referee.review(True, seat(1)).kind == "counts"
    assert hall.referee.review(True, seat(0)).kind == "already"
    assert not hall.caller.running
    hall.restart()
    assert hall.referee.picture.review == "seat:1"
    assert not hall.caller.running
    hall.press("no")
    assert hall.referee.picture.review
    hall.press("yes")
    assert not hall.referee.picture.review
    assert hall.caller.running


def test_an_amendment_ends_the_review(hall: Hall) -> None:
    held = _dealt_and_held(hall)
    hall.referee.review(True, seat(1))
    told = hall.referee.amend("t", held, (), hall.referee.picture.seq, REFEREE)
    assert told.kind == "counts"
    assert hall.referee.picture.review == ""


def test_there_is_no_question_before_the_first_or_after_the_last() -> None:
    book, *rows = a_round()
    for of in rows[1:]:
        questions = questions_at(book.fold, book.fold.place_of(of))
        for n in (-len(questions), -1, len(questions)):
            key = questions[max(n, 0) % len(questions)].choices[0].key
            with pytest.raises(Refused) as refused:
                what_if(book.fold, of, [Answer(n, key, {})])
            assert refused.value.text.template == "There is no such question at that moment."


def test_the_pen_can_be_amended_too() -> None:
    book = Book(new())
    pen = book.fact(Corrected(ANA, 2), "crayon")
    place = book.fold.place_of(pen)
    topics = [ask.topic for ask in questions_at(book.fold, place)]
    assert topics[0] == "crayon"
    would = what_if(book.fold, pen, [Answer(0, "correct", {"seat": 1, "points": 1})])
    assert would.facts == (Corrected(Seat(1), 1),)


def test_what_the_referee_looks_up_stays_open_until_nothing_is_questioned(hall: Hall) -> None:
    hall.begin(3, kind="twisted_fish", variant="refereed")
    hall.counts("deal", "start")
    assert hall.referee.picture.view.memory
    hall.referee.open_record(True)
    hall.referee.review(True, seat(1))
    assert hall.referee.picture.record, "it was open before"
    hall.referee.review(False, REFEREE)
    assert not hall.referee.picture.record


def test_where_all_can_be_read_there_is_nothing_to_open(hall: Hall) -> None:
    hall.begin(3)
    assert not hall.referee.picture.view.memory
    assert hall.referee.open_record(True).kind == "already"
    assert hall.referee.open_record(False).kind == "counts"
