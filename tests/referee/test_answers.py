"""Answers: how a tap becomes a fact, what it is told, and that it counts exactly once."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion.frozen import replace
from companion.games.dolphin_splash.facts import Dealt, Fouled, Held, Setup
from companion.journal import Op
from companion.referee import answers
from companion.referee.answers import Counts, Replies, Reply, Teller, consider, filled
from companion.referee.fold import Entry, Fold
from companion.referee.rows import answer_row, row_of
from companion.words import Choice, Refused, Seat, Slot, Text
from tests.games.chance import any_setup
from tests.games.shelf import RULES
from tests.referee.hall import GAME, REFEREE, Hall, hall, live, seat

SEATS = (Seat(0), Seat(1), Seat(2))


@dataclass(frozen=True)
class Given:
    """A fact of no game: a seat gives something to others."""

    seat: Seat | None
    to: Any = ()


def pick(slots: tuple[Slot, ...], picks: dict[str, Any], teller: Teller = REFEREE) -> Any:
    return filled(Choice("give", Text("Give"), Given(Seat(0)), slots), picks, teller)


ONE = (Slot("seat", SEATS),)
TWO = (Slot("to", SEATS, least=1, most=2, many=True),)
MAYBE = (Slot("seat", SEATS, least=0),)
ME = (Slot("seat", SEATS, me=True),)
# The other field comes first in one and last in the other: the order of slots decides nothing.
ANOTHER = (Slot("seat", SEATS, other_than="to"), Slot("to", SEATS))
ANOTHER_LATER = (Slot("to", SEATS), Slot("seat", SEATS, other_than="to"))
OTHERS = (Slot("seat", SEATS, me=True), Slot("to", SEATS, most=2, many=True, other_than="seat"))


FIRST = (Slot("seat", SEATS, ticked=(Seat(1), Seat(2), Seat(0))),)
PRESET = (Slot("seat", SEATS, preset=True),)
TICKED = (Slot("to", SEATS, most=3, many=True, ticked=(Seat(0), Seat(2))),)


@pytest.mark.parametrize(
    ("slots", "picks", "wanted"),
    [
        pytest.param(TICKED, {}, Given(Seat(0), (0, 2)), id="what-is-ticked"),
        pytest.param(TICKED, {"to": [1]}, Given(Seat(0), (1,)), id="unless-others-are-picked"),
        pytest.param(FIRST, {}, Given(Seat(1)), id="of-several-that-are-ticked-the-first"),
        pytest.param(PRESET, {}, Given(Seat(0)), id="the-first-stands-until-another-is-picked"),
        pytest.param(PRESET, {"seat": 2}, Given(Seat(2)), id="and-then-that-one"),
        pytest.param(ONE, {"seat": 2}, Given(Seat(2)), id="one"),
        pytest.param(ONE, {"seat": [2]}, Given(Seat(2)), id="one-in-a-list"),
        pytest.param(TWO, {"to": [2, 0]}, Given(Seat(0), (0, 2)), id="many-in-the-options-order"),
        pytest.param(MAYBE, {}, Given(None), id="none-of-them"),
        pytest.param(ANOTHER, {"seat": 1, "to": 2}, Given(Seat(1), 2), id="another"),
        pytest.param(
            OTHERS, {"seat": 1, "to": [0, 2]}, Given(Seat(1), (0, 2)), id="several-others"
        ),
    ],
)
def test_picks_fill_the_fact(slots: Any, picks: Any, wanted: Given) -> None:
    assert pick(slots, picks) == wanted


@pytest.mark.parametrize(
    ("slots", "picks", "words"),
    [
        pytest.param(ONE, {}, "Pick", id="too-few"),
        pytest.param(TWO, {"to": []}, "Pick", id="none"),
        pytest.param(TWO, {"to": [0, 1, 2]}, "Pick", id="too-many"),
        pytest.param(TWO, {"to": [1, 1]}, "once", id="twice-the-same"),
        pytest.param(ONE, {"seat": 3}, "can't be picked", id="no-option"),
        pytest.param(ONE, {"seat": True}, "can't be picked", id="true-is-no-seat"),
        pytest.param(ONE, {"seat": 1.0}, "can't be picked", id="no-fractions"),
        pytest.param(ONE, {"seat": "1"}, "can't be picked", id="a-text"),
        pytest.param(ONE, {"seat": {"seat": 1}}, "can't be picked", id="an-object"),
        pytest.param(TWO, {"to": [[1]]}, "can't be picked", id="a-list-in-a-list"),
        pytest.param(ONE, {"seat": 1, "points": 9}, "Nothing of that kind", id="other-field"),
        pytest.param((), {"seat": 1}, "Nothing of that kind", id="no-slots-at-all"),
        pytest.param(ANOTHER, {"seat": 2, "to": 2}, "same", id="other-than"),
        pytest.param(ANOTHER_LATER, {"seat": 2, "to": 2}, "same", id="other-than-later"),
        pytest.param(OTHERS, {"seat": 2, "to": [1, 2]}, "same", id="other-than-one-of-many"),
    ],
)
def test_picks_that_do_not_fit_are_refused(slots: Any, picks: Any, words: str) -> None:
    with pytest.raises(Refused) as refused:
        pick(slots, picks)
    assert words in refused.value.text.template


def test_phone_with_a_seat_speaks_for_itself_and_the_referee_for_anybody() -> None:
    assert pick(ME, {"seat": 0}, seat(2)) == Given(Seat(2))
    assert pick(ME, {"seat": 0}, REFEREE) == Given(Seat(0))
    with pytest.raises(Refused):
        pick(ME, {"seat": 0}, seat(5))  # a seat that may not


# --- what a tap is told -----------------------------------------------------------------------


def test_answer_of_whoever_is_asked_counts_and_nobody_elses() -> None:
    fold = Fold(GAME, Setup(3, everybody_rules=False), 1)
    deal = fold.open[0].id
    assert consider(fold, deal, "start", {}, seat(1)) == Counts(
        Dealt(Seat(0)), deal, fold.open[0].ask.text.template
    )
    crayon = next(open_.id for open_ in fold.open if open_.ask.topic == "crayon")
    picks = {"seat": 1, "points": 1}
    told = consider(fold, crayon, "correct", picks, seat(1))
    assert isinstance(told, Reply) and told.kind == "refused"
    assert isinstance(consider(fold, crayon, "correct", picks, REFEREE), Counts)
    stranger = consider(fold, deal, "start", {}, Teller("wall"))
    assert isinstance(stranger, Reply) and stranger.kind == "refused"


def test_key_that_is_no_choice_is_refused() -> None:
    fold = Fold(GAME, Setup(3), 1)
    told = consider(fold, fold.open[0].id, "yes", {}, REFEREE)
    assert isinstance(told, Reply) and told.kind == "refused"


def test_late_taps_are_told_what_was_settled(table: Hall) -> None:
    table.begin()
    table.counts("deal", "start")
    table.counts("grab", "grab", seat(0))
    verdict = table.ask("verdict")
    seq = table.counts("verdict", "no", seat(1))
    same = table.referee.answer(table.tap(), verdict, "no", {}, seat(2))
    other = table.referee.answer(table.tap(), verdict, "yes", {}, seat(2))
    assert (same.kind, same.seq, same.by) == ("already", seq, "seat:1")
    assert (other.kind, other.seq, other.by) == ("settled", seq, "seat:1")
    assert same.text is not None and same.text == table.referee.picture.lines[0].text
    table.undo()
    undone = table.referee.answer(table.tap(), verdict, "no", {}, seat(2))
    never = table.referee.answer(table.tap(), "nonsense", "no", {}, seat(2))
    assert undone.kind == never.kind == "asked_again"
    table.redo()
    assert table.referee.answer(table.tap(), verdict, "no", {}, seat(2)).kind == "already"


def test_who_says_the_same_too_late_hears_what_came_of_it_first() -> None:
    """Of several sentences the first, whatever the game."""
    heard = [told_late(kind, seed) for kind in RULES for seed in range(3)]
    assert sum(heard) > 1


def told_late(kind: str, seed: int) -> int:
    """Play by answers that need no pick, each of them given twice; how often several came of it."""
    game, rng, several = RULES[kind], Random(seed), 0
    fold = Fold(game, any_setup(game, rng), 1)
    for seq in range(1, 80):
        plain = [
            (open_.id, choice.key)
            for open_ in fold.open
            for choice in open_.ask.choices
            if not choice.slots and not choice.sure
        ]
        if not plain:
            break
        ask, key = rng.choice(plain)
        counts = consider(fold, ask, key, {}, REFEREE)
        assert isinstance(counts, Counts)
        entry = fold.take(replace(answer_row(counts, "", REFEREE, seq), seq=seq))
        assert entry is not None
        late = consider(fold, ask, key, {}, REFEREE)
        if entry.rulings and isinstance(late, Reply) and late.kind == "already":
            assert (late.text, late.seq) == (entry.rulings[0].text, seq)
            several += len({ruling.text for ruling in entry.rulings}) > 1
    return several


def test_what_the_rules_refuse_is_told_with_its_rule_and_not_written(table: Hall) -> None:
    table.begin(4)
    table.counts("deal", "start")
    table.counts("grab", "grab")
    table.counts("verdict", "no")
    table.counts("foul", "touched", touchers=[1])
    before = table.rows()
    foul = table.referee.answer("x", table.ask("seatings"), "leave", {"seat": 9}, REFEREE)
    assert foul.kind == "refused"
    assert table.rows() == before
    table.counts("crayon", "correct", seat=0, points=2)
    assert table.answer("crayon", "correct", seat=0, points=0).kind == "refused"


def test_tap_of_another_game_is_never_an_answer_in_this_one(table: Hall) -> None:
    table.begin()
    stale = table.ask("deal")
    table.begin()
    assert table.referee.answer("late", stale, "start", {}, seat(0)).kind == "asked_again"
    assert table.phase == "waiting"


def test_same_tap_counts_once_and_is_told_the_same(table: Hall) -> None:
    table.begin()
    deal = table.ask("deal")
    first = table.referee.answer("a", deal, "start", {}, seat(0))
    again = table.referee.answer("a", deal, "start", {}, seat(0))
    assert first.kind == "counts" and again == first
    assert len(table.rows()) == 1


def test_tap_retried_after_a_restart_counts_and_is_not_written_twice(table: Hall) -> None:
    assert table.begin(tell="new").kind == "counts"
    deal = table.ask("deal")
    table.referee.answer("a", deal, "start", {}, seat(0))
    table.undo(tell="u")
    table.restart()
    rows = table.rows()
    assert table.referee.answer("a", deal, "start", {}, seat(0)).kind == "counts"
    assert table.referee.undo("u", rows[0].seq, REFEREE).kind == "counts"
    assert table.begin(tell="new").kind == "counts"
    assert table.rows() == rows and len(table.journal.games()) == 1
    assert table.referee.picture.trouble == ()


def test_nonce_used_up_long_ago_is_no_journal_trouble(table: Hall) -> None:
    table.begin()
    table.answer("deal", "start", tell="a")
    table.undo(tell="u")
    table.redo()
    table.restart()  # whose replies were kept in memory only
    line = table.referee.picture.undo
    assert line is not None
    assert table.referee.undo("u", line.seq, REFEREE).kind == "counts"
    assert len(table.rows()) == 3 and table.referee.picture.trouble == ()


def test_reply_names_the_row_of_the_answer_and_not_what_was_written_after_it(table: Hall) -> None:
    table.begin()
    table.counts("deal", "start")
    table.referee._judging.called()  # one PASS, which is written with the end of the calling
    seq = table.counts("grab", "grab")
    line = table.referee.picture.undo
    assert line is not None and line.seq == seq
    assert len(table.rows()) == 3


def test_only_so_many_replies_are_kept() -> None:
    replies = Replies()
    for n in range(1200):
        replies.keep(f"t{n}", Reply("counts", seq=n))
    replies.keep("", Reply("refused"))
    assert replies.get("t199") is None and replies.get("") is None
    assert replies.get("t200") == Reply("counts", seq=200)
    assert replies.get("t1199") == Reply("counts", seq=1199)


@pytest.mark.parametrize("standing", [True, False])
def test_a_reply_about_a_secret_that_was_taken_back_is_told_no_more(standing: bool) -> None:
    said = Given(Seat(0))  # a field that says nothing of itself is a secret
    entry = Entry(row_of(Dealt(Seat(0)), "seat:0", 0), said, (said,), None, None, standing=standing)
    fold: Any = SimpleNamespace(entries=[entry])
    replies = Replies()
    told = [replies.keep(kind, Reply(kind, Text("So."))) for kind in ("counts", "refused")]
    replies.unsay(None)
    assert [replies.get(one.kind) for one in told] == told
    replies.unsay(fold)
    counts, refused = (replies.get(one.kind) for one in told)
    assert counts == told[0] and refused is not None
    assert refused.kind == ("refused" if standing else "asked_again")


def test_who_was_told_of_a_secret_is_told_to_look_again_once_it_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if every word were a secret: a tap that is told once more hears nothing of it."""
    monkeypatch.setattr(answers, "is_unsaid", lambda entry: not entry.standing)
    with hall(tmp_path) as table:
        live(table)
        table.grab(0)
        ask = table.ask("verdict")
        table.referee.answer("first", ask, "yes", {}, seat(2))
        late = table.referee.answer("late", ask, "no", {}, seat(1))
        assert late.kind == "settled" and late.text is not None
        table.counts("holders", "held", seat(2), seats=[0, 1])
        assert table.referee.answer("late", ask, "no", {}, seat(1)) == late
        table.undo()
        table.undo()
        again = table.referee.answer("late", ask, "no", {}, seat(1))
        assert again.kind == "asked_again" and again.text != late.text


# --- a storm ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tap:
    """One tap on its way: it may come late, and more than once."""

    tell: str
    ask: str
    key: str
    picks: tuple[tuple[str, Any], ...]
    teller: Teller


def tapped(table: Hall, rng: Random) -> Tap:
    """What somebody sees on a phone and taps."""
    open_ = rng.choice(table.referee.picture.open)
    choice = rng.choice(open_.ask.choices)
    picks = tuple(
        (slot.field, rng.sample(slot.options, rng.randint(slot.least, slot.most)))
        for slot in choice.slots
    )
    who = [seat(s) for s in open_.ask.seats] or [REFEREE]
    return Tap(table.tap(), open_.id, choice.key, picks, rng.choice([*who, REFEREE]))


@pytest.mark.parametrize("seed", range(10))
def test_storm_of_phones_writes_no_tap_twice_and_answers_no_question_twice(
    tmp_path: Path, seed: int
) -> None:
    rng = Random(seed)
    told: dict[str, Reply] = {}
    kinds: Counter[str] = Counter()
    with hall(tmp_path) as table:
        table.begin(4)
        late: list[Tap] = []
        for _ in range(160):
            seen = [tapped(table, rng) for _ in range(rng.choice((1, 1, 2, 3)))]
            if rng.random() < 0.3:  # two phones on one question
                seen.append(Tap(table.tap(), *_rest(seen[0])))
            now = [tap for tap in seen if rng.random() < 0.8]
            late += [tap for tap in seen if tap not in now]
            now += [tap for tap in late if rng.random() < 0.2]
            now += [tap for tap in now if rng.random() < 0.3]  # the network tries again
            for tap in now:
                reply = table.referee.answer(
                    tap.tell, tap.ask, tap.key, dict(tap.picks), tap.teller
                )
                assert told.setdefault(tap.tell, reply) == reply
                kinds[reply.kind] += 1
            _turn_back(table, rng)
        rows = table.rows()
    written = Counter(row.nonce for row in rows if row.nonce)
    answered = Counter(row.ask for row in rows if row.ask)
    assert not [tell for tell, times in written.items() if times > 1]
    assert not [ask for ask, times in answered.items() if times > 1]
    counted = {tell for tell, reply in told.items() if reply.kind == "counts"}
    assert counted == {row.nonce for row in rows if row.op is Op.FACT}
    assert {"counts", "already", "settled", "asked_again"} <= kinds.keys()


def _rest(tap: Tap) -> tuple[str, str, tuple[tuple[str, Any], ...], Teller]:
    return tap.ask, tap.key, tap.picks, tap.teller


def _turn_back(table: Hall, rng: Random) -> None:
    picture = table.referee.picture
    if rng.random() < 0.15 and picture.undo is not None:
        tell, of = table.tap(), picture.undo.seq
        first = table.referee.undo(tell, of, REFEREE)
        assert table.referee.undo(tell, of, REFEREE) == first
    elif rng.random() < 0.1 and picture.redo is not None:
        table.redo()


def test_filled_choices_of_a_game_carry_whole_facts() -> None:
    held = Choice("held", Text("These"), Held(()), (Slot("seats", SEATS, most=2, many=True),))
    assert filled(held, {"seats": [1, 0]}, REFEREE) == Held((Seat(0), Seat(1)))
    foul = Choice("touched", Text("T"), Fouled(()), (Slot("touchers", SEATS, most=3, many=True),))
    assert filled(foul, {"touchers": 2}, REFEREE) == Fouled((Seat(2),))
