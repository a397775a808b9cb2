"""A robot family knows the truth: the referee's count is held against it, game by game."""

from random import Random

import pytest

from companion import codec
from companion.games.dolphin_splash.facts import Setup, Variant
from companion.games.dolphin_splash.robot.family import SPLASH_SET, Family, Temper
from companion.games.dolphin_splash.state import State
from companion.robots import Does
from companion.words import Corrected, Refused, Seat
from tests.robots.playing import play
from tests.robots.straight import GAME, hold_to_the_truth, played

# All that three hundred games come by in the rules; test_soak.py plays ten thousand others.
SEEDS = range(100)


@pytest.mark.parametrize("tenth", range(10))
def test_letters_fouls_ties_and_winners_are_the_true_ones(tenth: int) -> None:
    for seed in SEEDS[tenth::10]:
        hold_to_the_truth(seed)


def test_the_games_hold_what_they_are_to_prove() -> None:
    truths = [played(seed)[1].truth for seed in range(60)]
    assert sum(truth.fouls for truth in truths) > 30
    assert sum(truth.overtimes for truth in truths) > 3
    kinds = {codec.encode(fact)["kind"] for seed in range(60) for fact in played(seed)[1].facts}
    assert {"claimed", "held", "bonus", "no_bonus", "fouled", "good_grab", "counted"} <= kinds


def test_a_seed_gives_the_same_game() -> None:
    assert played(7)[1] == played(7)[1]
    assert played(7)[1] != played(8)[1]


@pytest.mark.parametrize("variant", list(Variant))
def test_cards_are_conserved_and_no_hand_is_too_large(variant: Variant) -> None:
    family = Family(Setup(4, variant), Random(3), Temper(slips=0.0))
    family.dealt()
    for act in family.play_on():
        hands = family._round().hands
        held = sorted(card for hand in hands.values() for card in hand) + family._stack
        sets = 10 if variant is Variant.ALTERNATE else 4
        assert sorted(held) == sorted(rank for rank in range(sets) for _ in range(4))
        limit = 5 if variant is Variant.ALTERNATE else 4
        if act.does is Does.PASS:
            assert all(len(hand) == limit for hand in hands.values())
    assert SPLASH_SET == 0


def test_the_referee_is_caught_when_it_counts_wrong() -> None:
    """The count can fail: rules that give somebody a letter for nothing do not pass."""

    class Slip:
        """SPLASH!, but the first deal gives seat 0 a letter."""

        def __getattr__(self, name: str) -> object:
            return getattr(GAME, name)

        def judge(self, state: State, fact: object) -> object:
            judged = GAME.judge(state, fact)
            if codec.encode(fact)["kind"] == "dealt" and state.round == 0:
                return GAME.judge(judged.state, Corrected(Seat(0), 1))
            return judged

    wrong = 0
    for seed in range(20):
        family = Family(Setup(4), Random(seed), Temper(slips=0.0))
        try:
            game = play(Slip(), family)  # type: ignore
        except (AssertionError, StopIteration, Refused):
            wrong += 1  # the family knows no answer to such a question
        else:
            wrong += tuple(game.state.letters) != game.truth.letters
    assert wrong >= 10
