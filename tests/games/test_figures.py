"""What everybody did in a game: never more often than there were times, and of who sat there."""

from typing import Any

import pytest

from companion.games import GAMES
from companion.new_game.rows import NAMES
from companion.new_game.stub import GAME as STUB
from companion.say import say
from companion.words import Seat
from tests.games.test_race import TELLING, games_of

COUNTING = [name for name in TELLING if GAMES[name].figures]


def found(name: str, states: list[Any]) -> dict[tuple[Seat, str], tuple[int, int]]:
    tells = GAMES[name].figures
    assert tells is not None
    return {(one.seat, say(one.said, NAMES)): (one.k, one.n) for one in tells(states)}


@pytest.mark.parametrize("name", COUNTING)
def test_a_figure_is_a_share_of_its_times(name: str) -> None:
    tells = GAMES[name].figures
    assert tells is not None
    counted = 0
    for states in games_of(name):
        figures = tells(states)
        assert len({(one.seat, say(one.said, NAMES)) for one in figures}) == len(figures)
        for one in figures:
            assert 0 <= one.k <= one.n and min(one.took_us, default=0) >= 0
            assert (one.every >= one.n) or not one.beside
            counted += one.k
    assert counted, "somebody did something"


def test_some_games_have_figures_and_some_need_none() -> None:
    assert {"dolphin_splash", "twisted_fish", "party_splash"} <= set(COUNTING)
    assert STUB.figures is None


def test_each_round_of_fish_is_won_by_those_who_won_it() -> None:
    for states in games_of("twisted_fish"):
        rounds = {state.number: state.winners for state in states if state.winners}
        won = [seat for winners in rounds.values() for seat in winners]
        told = found("twisted_fish", states)
        shared = {seat: k for (seat, said), (k, _) in told.items() if said == "Rounds won"}
        if states[-1].stage.value in ("scored", "over"):
            assert shared == {seat: won.count(seat) for seat in shared}


def test_who_is_dry_at_the_end_of_a_party_is_still_in() -> None:
    for states in games_of("party_splash"):
        end = states[-1]
        told = found("party_splash", states)
        dry = {seat for (seat, _), (k, _) in told.items() if k}
        assert dry == set(end.ring) & {seat for seat, _ in told}
