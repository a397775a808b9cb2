"""Whole games of SPLASH! by robots, a recount that knows no more than sums, and the photo finish.

The robots hold no cards and answer by chance: what can happen at all, happens here.
"""

from collections import Counter
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.dolphin_splash import rules as dolphin_splash
from companion.games.dolphin_splash.drawing import BAR_LEAST, time_line
from companion.games.dolphin_splash.facts import (
    Bonus,
    CardSet,
    Claimed,
    Dealt,
    DolphinsBack,
    Fact,
    Fouled,
    Held,
    Joined,
    Left,
    NoBonus,
    Setup,
    Variant,
)
from companion.games.dolphin_splash.state import Phase, State, left_of
from companion.games.dolphin_splash.view import View
from companion.games.view import FinishView
from companion.say import Names, say
from companion.words import Corrected, Lifted, Pad, Seat, Touched
from tests.games.chance import Step, any_setup, play

GAMES_PLAYED = 300
STEPS_MOST = 1000  # the longest of them takes 144


def judged(state: State, *facts: Fact) -> State:
    for fact in facts:
        state = dolphin_splash.judge(state, fact).state
    return state


# --- robots ------------------------------------------------------------------------------------


@pytest.mark.parametrize("tenth", range(10))
def test_robots_finish_and_nothing_odd_happens(tenth: int) -> None:
    for seed in range(tenth, GAMES_PLAYED, 10):
        rng = Random(seed)
        cards = rng.choice([one for one in CardSet if one is not CardSet.PHONES])
        setup = any_setup(dolphin_splash, rng, seats=3 + seed % 4, cards=cards, robots=0)
        setup = replace(setup, variant=list(Variant)[seed // 4 % 2])
        steps = play(dolphin_splash, setup, rng, STEPS_MOST, 0.9, 0.05, until="over")
        assert steps[-1].after.phase is Phase.OVER, f"game {seed} does not end"
        for step in steps:
            nothing_odd(step)


SCORE = ("letters", "phase", "tied", "counts", "present", "dealer")


def test_a_bonus_counts_the_same_before_and_after_somebody_leaves() -> None:
    """D-S1: in every order of the two, in overtime too, and while the game rests."""
    said = Counter[Phase]()
    for seed in range(60):
        rng = Random(seed)
        setup = any_setup(dolphin_splash, rng, seats=3 + seed % 4, cards=CardSet.BOX, robots=0)
        for step in play(dolphin_splash, setup, rng, STEPS_MOST, 0.9, 0.05, until="over"):
            scored: State = step.after
            if scored.phase is not Phase.SCORED or scored.before is None:
                continue
            if scored.bonus is not None:
                continue
            gone = rng.choice(scored.present)
            for seat in (seat for seat in scored.holders if seat != gone):
                late, soon = judged(scored, Left(gone)), judged(scored, Bonus(seat))
                if late.phase is Phase.OVER:
                    continue  # won by leaving
                late = judged(late, Bonus(seat))
                said[late.phase] += 1
                assert late.winner == soon.winner
                if soon.phase is Phase.OVER:
                    continue  # then everybody may go
                soon = judged(soon, Left(gone))
                assert [getattr(late, n) for n in SCORE] == [getattr(soon, n) for n in SCORE]
    assert said.keys() == {Phase.SCORED, Phase.RESTING, Phase.WAITING, Phase.OVER}


def nothing_odd(step: Step) -> None:
    state: State = step.after
    spelled = [seat for seat in state.present if state.letters[seat] == 6]
    assert all(0 <= letters <= 6 for letters in state.letters)
    assert len(state.letters) == len(state.counts) == len(state.gains)
    assert (state.winner is not None) == (state.phase is Phase.OVER)
    assert state.winner is None or state.winner in spelled, "a winner has spelled SPLASH"
    assert state.winner is None or state.tied or spelled == [state.winner] or drawn(state)
    assert not spelled or state.tied or state.winner is not None, "six letters end the game"
    assert all(state.letters[seat] == 6 for seat in state.tied)
    assert state.winner is not None or len({state.counts[seat] for seat in state.tied}) <= 1
    assert len(state.holders) <= max(state.dolphins, 0)
    assert all(pad in state.in_play for _, pad in state.claims)
    assert len({seat for seat, _ in state.claims}) == len(state.claims)
    assert state.dealer in state.present or state.phase in (Phase.RESTING, Phase.OVER)
    the_deal_moves_with_rounds(step)


def drawn(state: State) -> bool:
    """Whether several have six, and the house lets the surplus decide."""
    return state.setup.bonus_breaks_tie


def the_deal_moves_with_rounds(step: Step) -> None:
    before, after = step.before, step.after
    completed = after.holders and after.before is not None and before.phase is not Phase.SCORED
    match step.fact:
        case Dealt(dealer):
            assert after.dealer == dealer
        case Left() | Joined():
            pass  # a seat that is gone deals no more
        case Fouled() | Claimed() if before.phase in (Phase.SCORED, Phase.BONUS, Phase.OVER):
            pass  # a late foul and a late hand take the round back, and its deal with it
        case Fouled() | Corrected() if after.phase is Phase.WAITING and after.tied:
            assert after.dealer in (before.dealer, left_of(before, before.dealer))
        case _ if completed and after.phase is not Phase.BONUS:
            assert after.dealer == left_of(before, before.dealer)
        case _:
            assert after.dealer == before.dealer


# --- a recount ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Event:
    """One thing that gives letters: a foul by `seats`, or a round that `seats` hold."""

    foul: bool
    seats: tuple[int, ...]
    bonus: int | None = None
    first_of_round: bool = True


@dataclass
class Recount:
    """The score by adding up, for a table that nobody leaves."""

    letters: list[int]
    tied: list[int]
    winner: int | None


def recount(setup: Setup, events: list[Event]) -> Recount:
    sheet = Recount([0] * setup.seats, [], None)
    overtime: dict[int, int] = {}
    for event in events:
        gives = [points(setup, event, seat, bool(overtime)) for seat in range(setup.seats)]
        if overtime:
            overtime = {seat: count + gives[seat] for seat, count in overtime.items()}
            overtime = {s: n for s, n in overtime.items() if n == max(overtime.values())}
        else:
            full = [have + more for have, more in zip(sheet.letters, gives, strict=True)]
            there = {seat: total for seat, total in enumerate(full) if total >= 6}
            if setup.bonus_breaks_tie:
                there = {s: n for s, n in there.items() if n == max(there.values())}
            sheet.letters = [min(6, total) for total in full]
            overtime = dict.fromkeys(there, 0)
        if len(overtime) == 1:
            sheet.winner = min(overtime)
            return sheet
    sheet.tied = sorted(overtime)
    return sheet


def points(setup: Setup, event: Event, seat: int, overtime: bool) -> int:
    if event.foul:
        counts = event.first_of_round or not setup.one_foul_award_per_round
        return int(counts and seat not in event.seats)
    bonus = event.bonus == seat and (setup.bonus_in_tiebreak or not overtime)
    return int(seat in event.seats) + int(bonus)


@pytest.mark.parametrize("seed", range(150))
def test_a_recount_agrees(seed: int) -> None:
    rng = Random(seed)
    setup = any_setup(dolphin_splash, rng)
    state, events, overtimes = dolphin_splash.start(setup), [], 0
    while state.phase is not Phase.OVER:
        state = judged(state, Dealt(state.dealer))
        first, round_ = True, state.round
        while state.phase is Phase.LIVE and rng.random() < 0.3:
            touchers = some(rng, setup.seats, setup.seats)
            events.append(Event(True, touchers, None, first))
            state, first = judged(state, Fouled(seats(touchers))), False
            agree(setup, events, state)
            if state.phase is Phase.RESET:
                state = judged(state, DolphinsBack())
        if state.phase is Phase.LIVE:
            assert state.round == round_
            state = one_round(setup, state, events, rng)
        overtimes += bool(state.tied)
        assert len(events) < 500
    agree(setup, events, state)


def one_round(setup: Setup, state: State, events: list[Event], rng: Random) -> State:
    # In every other game the same few hold on, so that ties and overtime are common.
    most = 2 if setup.seats % 2 else state.dolphins
    holders = tuple(range(most)) if rng.random() < 0.5 else some(rng, setup.seats, state.dolphins)
    bonus = rng.choice(holders) if rng.random() < 0.3 else None
    state = judged(state, Held(seats(holders)))
    if bonus is not None:
        state = judged(state, Bonus(Seat(bonus))) if state.phase is not Phase.OVER else state
    elif state.phase is Phase.BONUS:
        state = judged(state, NoBonus())
    events.append(Event(False, holders, bonus))
    agree(setup, events, state)
    return state


def agree(setup: Setup, events: list[Event], state: State) -> None:
    sheet = recount(setup, events)
    assert state.winner == sheet.winner
    if state.winner is None:
        assert list(state.tied) == sheet.tied
    # Where a bonus could change nothing but the surplus it is not waited for.
    assert list(state.letters) == sheet.letters or state.winner is not None
    if state.winner is not None:
        assert state.letters[state.winner] == sheet.letters[state.winner] == 6


def some(rng: Random, of: int, most: int) -> tuple[int, ...]:
    return tuple(sorted(rng.sample(range(of), rng.randint(1, most))))


def seats(of: tuple[int, ...]) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat in of)


def test_the_recount_meets_overtime() -> None:
    setup = Setup(4)
    both = Event(False, (0, 1))
    assert recount(setup, [both] * 6) == Recount([6, 6, 0, 0], [0, 1], None)
    assert recount(setup, [both] * 9 + [Event(True, (0, 2))]).winner == 1


# --- the photo finish --------------------------------------------------------------------------

STAMPS = st.one_of(st.sampled_from((0, 1, 300)), st.integers(0, 1000))  # often equal
UNSURE = st.one_of(st.sampled_from((0, 1, 299, 300)), st.integers(0, 300))
TOUCHES = st.lists(
    st.tuples(st.integers(0, 4), STAMPS, UNSURE, UNSURE, st.booleans()), min_size=1, max_size=8
)


ROUNDED = 0.2  # what is drawn is rounded to tenths
Felt = tuple[int, int, int, int, bool]  # pad, stamp, how late and how early it may be, and lifted


def felt(touches: list[Felt]) -> View:
    facts = [
        Lifted(Pad(pad), at_us, late_us) if lifted else Touched(Pad(pad), at_us, late_us, early_us)
        for pad, at_us, late_us, early_us, lifted in touches
    ]
    state = dolphin_splash.start(Setup(6))
    return dolphin_splash.view(judged(state, Dealt(Seat(0)), *facts))


def stamps(order: tuple[FinishView, ...], touches: list[Felt]) -> dict[int, int]:
    return {o.pad: min(at for pad, at, *_ in touches if pad == o.pad) for o in order}


@given(TOUCHES, st.randoms(use_true_random=False))
def test_the_order_of_telling_does_not_matter(touches: list[Felt], rng: Random) -> None:
    shuffled = rng.sample(touches, len(touches))
    one, other = felt(touches), felt(shuffled)
    assert one.order == other.order
    assert one.finish == other.finish


@given(TOUCHES)
def test_nobody_is_named_first_who_may_not_be(touches: list[Felt]) -> None:
    """A contact lies up to its doubts before or after its stamp: could another be earlier?"""
    shown = felt(touches)
    order, at_us = shown.order, stamps(shown.order, touches)
    could_be_first = {
        o.pad
        for o in order
        if all(at_us[o.pad] - o.uncertain_us <= at_us[p.pad] + p.early_us for p in order)
    }
    assert {o.pad for o in order if o.place == 1} == could_be_first
    assert shown.finish is not None
    said = say(shown.finish, Names())
    assert ("too close to call" in said) == (len(could_be_first) > 1)
    assert ("was first" in said) == (len(could_be_first) == 1)


@given(TOUCHES)
def test_the_finish_is_in_order_of_stamps(touches: list[Felt]) -> None:
    order = felt(touches).order
    at_us = stamps(order, touches)
    assert {o.pad for o in order} == {pad for pad, *_ in touches}
    assert all(one.after_us <= other.after_us for one, other in pairwise(order))
    assert all(o.after_us == at_us[o.pad] - min(at_us.values()) for o in order)


@given(STAMPS, UNSURE, UNSURE)
def test_equal_stamps_are_a_tie(at_us: int, one_us: int, other_us: int) -> None:
    order = felt([(0, at_us, one_us, 0, False), (1, at_us, other_us, 0, False)]).order
    assert [o.place for o in order] == [1, 1]
    assert all(o.close for o in order)


@given(TOUCHES)
def test_equal_stamps_are_never_told_apart(touches: list[Felt]) -> None:
    order = felt(touches).order
    for one, other in pairwise(order):
        if one.after_us == other.after_us:
            assert one.close and other.close


@given(TOUCHES, st.sampled_from((560, 1000)))
def test_who_may_have_been_first_has_a_bar_that_meets_the_first_one_s(
    touches: list[Felt], wide: int
) -> None:
    """What is drawn is what the ruling went by."""
    line = time_line(felt(touches).order, wide)
    first = min(line.marks, key=lambda mark: mark.left + mark.bar)
    for mark in line.marks:
        apart = mark.left - first.left - first.bar
        may_be_first = mark.touch.place == 1
        assert apart <= ROUNDED if may_be_first else apart >= -BAR_LEAST - ROUNDED


@pytest.mark.parametrize("pads", [0, 5])
def test_that_somebody_grabbed_stands_in_the_open_where_nothing_feels_it(pads: int) -> None:
    """D-C1: PASS is called on until it is said."""
    state = dolphin_splash.judge(dolphin_splash.start(Setup(4, pads=pads)), Dealt(Seat(0))).state
    (told,) = (ask for ask in dolphin_splash.asks(state) if ask.topic == "grab")
    assert told.unfolded is (pads == 0)
