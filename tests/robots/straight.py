"""Robot games told straight to the rules, and what both sides counted in them."""

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from companion import codec
from companion.games import GAMES
from companion.games.dolphin_splash.facts import Setup, Variant
from companion.games.dolphin_splash.robot.family import Family, Temper
from companion.games.dolphin_splash.robot.truth import Reveal
from tests.robots.playing import Played, play

GAME = GAMES["dolphin_splash"]
WILD = Temper(slips=0.08, bluffs=0.2, follows=0.8, claims=0.5)
TOLD_FOULS = ("D-R9", "D-Q8", "D-Q9")  # the rulings that close a foul


@dataclass(frozen=True)
class Count:
    """What the referee made of a game."""

    reveal: Reveal
    deals: int


def some_setup(rng: Random) -> Setup:
    """Any number of people, either way to play, any house options that change a score."""
    flags = ("bonus_in_tiebreak", "bonus_breaks_tie", "one_foul_award_per_round")
    setup = Setup(rng.randint(3, 6), rng.choice(list(Variant)))
    return replace(setup, **{flag: rng.random() < 0.5 for flag in flags})


def played(seed: int) -> tuple[Setup, Played]:
    """The game of a seed."""
    rng = Random(seed)
    setup = some_setup(rng)
    temper = rng.choice((Temper(), WILD))
    return setup, play(GAME, Family(setup, rng, temper))


def counted(setup: Setup, facts: tuple[Any, ...]) -> Count:
    """Letters, winner, rounds, fouls and ties as the rules rule on these facts, one by one."""
    state, fouls, ties, deals = GAME.start(setup), 0, 0, 0
    was_tied = False
    for fact in facts:
        judged = GAME.judge(state, fact)
        state = judged.state
        said = [ruling.rule for ruling in judged.rulings if ruling.sign == "foul"]
        fouls += sum(rule in TOLD_FOULS for rule in said)
        tied = GAME.view(state).overtime
        ties += tied and not was_tied
        was_tied = tied
        deals += codec.encode(fact)["kind"] == "dealt"
    view = GAME.view(state)
    return Count(Reveal(view.letters, view.winner, view.round, fouls, ties), deals)


def hold_to_the_truth(seed: int) -> Reveal:
    """Play a game and hold the referee's count against the family's own; what is true."""
    setup, game = played(seed)
    truth, count = game.truth, counted(setup, game.facts)
    assert count.reveal.letters == truth.letters, seed
    assert count.reveal.winner == truth.winner is not None, seed
    assert (count.reveal.fouls, count.reveal.overtimes) == (truth.fouls, truth.overtimes), seed
    assert count.reveal.rounds == count.deals, seed
    return truth
