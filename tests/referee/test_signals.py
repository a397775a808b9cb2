"""Whatever a table tells becomes facts that a journal can be read by; and what pads are at."""

from random import Random
from types import SimpleNamespace
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import codec
from companion.referee.picture import PadNow
from companion.referee.signals import PadWatch, doubts, fact_of, facts_of, once
from companion.table.signals import Kind, Signal
from companion.words import (
    UNCERTAIN_MOST_US,
    Hardware,
    Homed,
    Lifted,
    Pad,
    Released,
    Suspected,
    Touched,
    Trusted,
)

LONG = st.integers(0, 1 << 60)  # a table that was away for years
PAD = Pad(3)


@given(st.sampled_from(Kind), st.integers(0, 4), LONG, LONG, LONG, st.text(max_size=30))
def test_every_signal_is_a_fact_that_can_be_read_again(
    kind: Kind, pad: int, at_us: int, late_us: int, early_us: int, why: str
) -> None:
    fact = fact_of(Signal(kind, at_us, Pad(pad), "", late_us, why=why, early_us=early_us))
    if fact is not None:
        assert isinstance(fact, get_args(Hardware))
        assert codec.loads(Hardware, codec.dumps(fact)) == fact
    if isinstance(fact, Touched | Lifted):
        assert fact.uncertain_us == min(late_us, UNCERTAIN_MOST_US)


FACTS = {
    Kind.TOUCH: Touched(PAD, 70, 20, 30),
    Kind.LIFT: Lifted(PAD, 70, 20),
    Kind.RELEASE: Released(PAD, 70),
    Kind.HOME: Homed(PAD, 70),
    Kind.SUSPECT: Suspected(PAD, "stuck"),
    Kind.TRUST: Trusted(PAD),
}


@pytest.mark.parametrize("kind", Kind)
def test_a_signal_says_no_more_and_no_less_as_a_fact(kind: Kind) -> None:
    signal = Signal(kind, 70, PAD, "", 20, "board", "stuck", (1, 2, 3), 30)
    assert fact_of(signal) == FACTS.get(kind)
    assert fact_of(Signal(kind, 70, None, "start")) is None, "a button is no pad"


def test_a_signal_is_known_by_all_of_its_mark() -> None:
    marked = [Signal(Kind.TOUCH, 70, PAD, mark=mark) for mark in ((31, 2, 3), (3, 12, 3))]
    assert [once(signal) for signal in marked] == ["board:1f:2:3", "board:3:c:3"]
    assert once(Signal(Kind.TOUCH, 70, PAD)) == ""


@pytest.mark.parametrize(("early_us", "counts"), [(1_000_000, True), (1_000_001, False)])
def test_a_hand_of_more_than_a_second_before_the_deal_is_none_of_this_round(
    early_us: int, counts: bool
) -> None:
    deal_us = 9_000_000
    fold: Any = SimpleNamespace(dealt_since=lambda at_us: at_us < deal_us)
    for kind in (Kind.TOUCH, Kind.LIFT, Kind.HOME):
        signal = Signal(kind, deal_us - early_us, PAD)
        told = [(signal, fact_of(signal))] if counts or kind is Kind.HOME else []
        assert list(facts_of([signal], fold)) == told
        assert list(facts_of([signal], None)) == [(signal, fact_of(signal))]


# --- what each pad is at ----------------------------------------------------------------------

PADS = 5
FAKE_OUT_US = 900_000
SOON_US = FAKE_OUT_US // 3


class Reckoned:
    """What each pad is at, reckoned anew of all signals so far."""

    def __init__(self) -> None:
        self.told: list[tuple[Signal, bool]] = []
        self.feints: list[Pad] = []

    def last(self, pad: Pad, *kinds: Kind) -> Signal | None:
        mine = (signal for signal, _ in reversed(self.told) if signal.pad == pad)
        return next((signal for signal in mine if signal.kind in kinds), None)

    def near_us(self, pad: Pad) -> int | None:
        """Since when a hand hovers over it: since the first word of that."""
        first_us = None
        for signal, calling in self.told:
            if signal.pad != pad:
                continue
            if signal.kind in (Kind.TOUCH, Kind.RELEASE, Kind.LIFT, Kind.HOME):
                first_us = None
            elif signal.kind is Kind.NEAR and calling and first_us is None:
                first_us = signal.at_us
            elif signal.kind is Kind.HELD:  # in place of a word that the feint is over
                first_us = None
        return first_us

    def now(self, pad: Pad) -> PadNow:
        doubt = self.last(pad, Kind.SUSPECT, Kind.TRUST)
        if doubt is not None and doubt.kind is Kind.SUSPECT:
            return PadNow(pad, "suspect", doubt.why)
        away = self.last(pad, Kind.LIFT, Kind.HOME)
        if away is not None and away.kind is Kind.LIFT:
            return PadNow(pad, "lifted")
        hand = self.last(pad, Kind.TOUCH, Kind.RELEASE)
        if hand is not None and hand.kind is Kind.TOUCH:
            return PadNow(pad, "touched")
        return PadNow(pad, "home" if self.near_us(pad) is None else "near")

    def over(self, now_us: int) -> list[Pad]:
        """The feints of this moment, the hand that came first being the first."""
        since = {Pad(pad): self.near_us(Pad(pad)) for pad in range(PADS)}
        found = [
            p for p, at_us in since.items() if at_us is not None and now_us - at_us >= FAKE_OUT_US
        ]
        self.told += [(Signal(Kind.HELD, now_us, pad), False) for pad in found]
        return found

    def due_us(self) -> int | None:
        since = [us for us in map(self.near_us, map(Pad, range(PADS))) if us is not None]
        return min(since) + FAKE_OUT_US if since else None


@pytest.mark.parametrize("seed", range(30))
def test_what_pads_are_at_is_what_was_told_of_each_last(seed: int) -> None:
    rng, reckoned, watch, now_us = Random(seed), Reckoned(), PadWatch(PADS), 5_000_000
    feints: list[Pad] = []
    for _ in range(150):
        now_us += rng.choice((0, 1, SOON_US, FAKE_OUT_US - 1, FAKE_OUT_US))
        pad, kind = Pad(rng.randrange(-2, PADS + 2)), rng.choice([*Kind, Kind.NEAR, Kind.NEAR])
        signal = Signal(kind, now_us, pad, why=rng.choice(("stuck", "unplugged")))
        calling = rng.random() < 0.7
        watch.note(signal, calling)
        if kind is not Kind.HELD and 0 <= pad < PADS:
            reckoned.told.append((signal, calling))
        assert watch.next_due() == reckoned.due_us()
        if rng.random() < 0.5:
            assert watch.now() == tuple(reckoned.now(Pad(one)) for one in range(PADS))
        over = watch.feints(now_us)
        assert sorted(over) == reckoned.over(now_us)
        feints += over
        assert watch.now() == tuple(reckoned.now(Pad(one)) for one in range(PADS))
    assert watch.fake_outs == feints and len(feints) > 3


def test_who_hovers_for_nine_tenths_of_a_second_only_feints() -> None:
    watch = PadWatch(PADS)
    watch.note(Signal(Kind.NEAR, 7, PAD), True)
    assert watch.next_due() == 900_007
    assert watch.feints(900_006) == [] and watch.feints(900_007) == [PAD]
    assert watch.feints(2_000_000) == [], "each is told once"


def test_a_button_is_no_pad_and_no_pad_is_another_table_s() -> None:
    watch = PadWatch(2)
    at_home = (PadNow(Pad(0), "home"), PadNow(Pad(1), "home"))
    others = [Signal(Kind.TOUCH, 1, Pad(pad)) for pad in (-1, 2, 3, 9)]
    for signal in (Signal(Kind.TOUCH, 1, None, "yes"), *others):
        watch.note(signal, True)
        assert watch.now() == at_home
    watch.note(Signal(Kind.TOUCH, 1, Pad(1)), True)
    assert watch.now() == (at_home[0], PadNow(Pad(1), "touched"))


def test_a_companion_begins_with_what_the_table_believes() -> None:
    watch = PadWatch(PADS)
    states = ("touched", "lifted", "suspect", "near", "home")
    watch.begin(
        tuple(PadNow(Pad(n), state, "stuck" * (n == 2)) for n, state in enumerate(states)), 9
    )
    found = [(pad.state, pad.why) for pad in watch.now()]
    assert found == [
        ("touched", ""),
        ("lifted", ""),
        ("suspect", "stuck"),
        ("home", ""),
        ("home", ""),
    ]
    assert watch.next_due() is None, "a hover of before is no feint"


def test_a_game_is_told_of_each_doubt_that_it_has_not_or_should_not_have() -> None:
    pads = tuple(
        PadNow(Pad(n), *said)
        for n, said in enumerate(
            (
                ("suspect", "stuck"),
                ("suspect", "unplugged"),
                ("suspect", "stuck"),
                ("home",),
                ("touched",),
            )
        )
    )
    known = {"1": "unplugged", "2": "chattering", "3": "stuck"}
    assert doubts(pads, known) == [
        Suspected(Pad(0), "stuck"), Suspected(Pad(2), "stuck"), Trusted(Pad(3)),
    ]  # fmt: skip
    assert doubts(pads[3:], {}) == []
