"""Claims of SPLASH!, by chance: who tells first decides nothing, and a false grab can be told."""

from random import Random
from typing import Any

import pytest

from companion.games.dolphin_splash import rules as dolphin_splash
from companion.games.dolphin_splash.facts import Claimed, Dealt, Kept, Setup, Unclaimed
from companion.games.dolphin_splash.robot.family import Family, Temper
from companion.games.dolphin_splash.state import Phase, State
from companion.robots import Reply
from companion.words import Ask, Pad, Refused, Seat, Touched
from tests.robots import playing
from tests.robots.straight import some_setup

ORDERS = 6  # in which the same is told


def told(setup: Setup, facts: tuple[Any, ...]) -> State:
    state = dolphin_splash.judge(dolphin_splash.start(setup), Dealt(Seat(0))).state
    for fact in facts:
        state = dolphin_splash.judge(state, fact).state
    return state


def outcome(state: State) -> tuple[Any, ...]:
    """What a table may notice, whoever was told of first."""
    shown = dolphin_splash.view(state)
    contested = {pad: sorted(seats) for pad, seats in shown.contested.items()}
    lone = {pad: seat for pad, seat in shown.claims.items() if pad not in contested}
    return shown.phase, shown.letters, shown.dealer, lone, contested


# --- the order of taps is not the order of things ---------------------------------------------


@pytest.mark.parametrize("seed", range(200))
def test_claims_told_in_any_order_lead_to_the_same(seed: int) -> None:
    rng = Random(seed)
    setup = Setup(rng.randint(3, 6))
    pads = [Pad(pad) for pad in range(setup.seats - 1)]
    # All dolphins are in some hand; one hand more is on one of them, or on none.
    rng.shuffle(pads)
    claims = [Claimed(Seat(seat), pad) for seat, pad in enumerate((*pads, rng.choice(pads)))]
    touched = tuple(Touched(pad, 1000 + n * 100, 0) for n, pad in enumerate(pads))
    claims = claims if rng.random() < 0.8 else claims[:-1]
    ends = set()
    for _ in range(ORDERS):
        rng.shuffle(claims)
        ends.add(repr(outcome(told(setup, (*touched, *claims)))))
    assert len(ends) == 1


@pytest.mark.parametrize("seed", range(100))
def test_a_contest_of_any_dolphin_is_settled_alike(seed: int) -> None:
    """The last dolphin is no exception: the table says who has it, or one of the two lets go."""
    rng = Random(seed)
    setup = Setup(rng.randint(3, 6))
    pads = [Pad(pad) for pad in range(setup.seats - 1)]
    rng.shuffle(pads)
    late = Seat(setup.seats - 1)
    fought = rng.choice(pads)
    claims = [Claimed(Seat(seat), pad) for seat, pad in enumerate(pads)]
    state = told(setup, (*claims, Claimed(late, fought)))
    rival = next(claim.seat for claim in claims if claim.pad == fought)
    assert [ask.topic for ask in dolphin_splash.asks(state)][0] == "contest"
    assert state.letters == (0,) * setup.seats, "nobody has a letter before that is settled"
    keeper, other = rng.sample([rival, late], 2)
    settled = dolphin_splash.judge(state, rng.choice((Kept(fought, keeper), Unclaimed(other))))
    assert settled.state.phase is Phase.SCORED
    assert settled.state.letters == tuple(int(seat != other) for seat in range(setup.seats))


@pytest.mark.parametrize("seed", range(100))
def test_whoever_is_left_without_may_still_say_otherwise(seed: int) -> None:
    """Offered until the next deal to those without a dolphin, and to nobody else."""
    rng = Random(seed)
    setup = Setup(rng.randint(3, 6))
    seats = [Seat(seat) for seat in range(setup.seats)]
    rng.shuffle(seats)
    state = told(setup, tuple(Claimed(seat, Pad(pad)) for pad, seat in enumerate(seats[1:])))
    assert state.phase is Phase.SCORED
    may = [ask.seats for ask in dolphin_splash.asks(state) if ask.topic == "claim"]
    assert may == [(seats[0],)]
    with pytest.raises(Refused):
        dolphin_splash.judge(state, Claimed(seats[1], Pad(1)))
    dealt = dolphin_splash.judge(state, Dealt(state.dealer)).state
    assert not [ask for ask in dolphin_splash.asks(dealt) if ask.topic == "claim"]


# --- claims end a round before anybody was asked for four of a kind ---------------------------


class Hasty(Family):
    """Says at once who has which dolphin, rightly grabbed or not; the rest is told afterwards."""

    late_fouls = 0
    after_a_win = 0

    def answer(self, ask: Ask) -> Reply | None:
        now = self.round
        if ask.topic == "late_foul" and now is not None and not now.rightful:
            return self._not_four_of_a_kind(ask)
        return super().answer(ask)

    def _claim(self, ask: Ask) -> Reply | None:
        now = self._round()
        (seat,) = ask.seats
        has = any(choice.key == "none" for choice in ask.choices)
        if has or seat not in now.holds:
            return None
        return Reply(f"pad:{now.holds[seat]}", seat)

    def _not_four_of_a_kind(self, ask: Ask) -> Reply:
        now = self._round()
        (choice,) = ask.choices
        (slot,) = choice.slots
        assert ask.unfolded, "it stands in the open"
        assert set(slot.ticked) == set(now.holds), "who has a dolphin is ticked"
        self.late_fouls += 1
        touchers = sorted(self._to_blame())
        self.fouled()
        return Reply(choice.key, self._anybody(), {"touchers": touchers})


def hasty(seed: int) -> Hasty:
    """A game of such a family, held against its own count."""
    rng = Random(seed)
    setup = some_setup(rng)
    family = Hasty(setup, rng, Temper(slips=0.04, follows=0.95, claims=1.0, shy=0.0))
    table = playing._Rules(dolphin_splash, dolphin_splash.start(setup))
    for _ in range(playing.STEPS_MOST):
        won = table.view().winner is not None
        if won and (family.round is None or family.round.rightful):
            break
        family.after_a_win += won
        playing._one_step(table, family)
    if family.round is not None:
        playing._talk(table, family)
        family.scored()
    truth = family.truth.reveal()
    assert tuple(table.state.letters) == truth.letters, seed
    assert table.state.winner == truth.winner is not None, seed
    return family


@pytest.mark.parametrize("tenth", range(10))
def test_a_false_grab_that_claims_have_scored_is_put_right(tenth: int) -> None:
    assert sum(hasty(seed).late_fouls for seed in range(tenth * 8, tenth * 8 + 8)) > 0


def test_a_false_win_is_no_win() -> None:
    assert sum(hasty(seed).after_a_win for seed in range(40)) > 0
