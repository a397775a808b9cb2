"""What games tell of themselves when they are over: only what is open then, and in their words."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from companion.frozen import replace
from companion.games import GAMES
from companion.games.dolphin_splash.facts import Claimed, Dealt, GoodGrab, Held, Setup
from companion.games.dolphin_splash.highlights import highlights as of_dolphins
from companion.games.highlight import SURE, Feat, Highlight, by_points, closeness
from companion.games.split.highlights import highlights as of_split
from companion.games.split.path import ALL, NORTH_SOUTH, WEST_EAST, missing
from companion.games.twisted_fish.highlights import highlights as of_fish
from companion.games.twisted_fish.state import Lie
from companion.new_game.rows import NAMES
from companion.say import say
from companion.words import Pad, Seat, Text, Touched
from tests.games.shelf import RULES
from tests.games.test_leaving import each_game
from tests.games.test_over import ends


def told(found: tuple[Highlight, ...]) -> dict[Feat, str]:
    return {one.feat: say(one.said, NAMES) for one in found}


# --- all games --------------------------------------------------------------------------------


@each_game
def test_a_game_that_is_over_tells_little_of_who_sat_there(name: str) -> None:
    tells = GAMES[name].highlights
    assert tells is not None
    for end in ends(name):
        found = tells((end,))
        assert len({one.feat for one in found}) == len(found), "one of each"
        for one in found:
            assert {*one.seats} <= set(range(8))
            assert one.value >= 0
            assert (one.feat is not Feat.FINISH) or one.value <= SURE
            said = say(one.said, NAMES)
            assert said[-1] in ".!" and len(said) < 90, said


def test_short_of_a_path_is_a_whole_side_that_has_not_won() -> None:
    found = 0
    for end in ends("split"):
        many = len(end.chips)
        sides = {tuple(map(Seat, range(n, end.setup.seats, many))) for n in range(many)}
        winners = RULES["split"].view(end).winners
        for one in of_split((end,)):
            assert one.seats in sides and not {*one.seats} & {*winners}, one
            found += 1
    assert found


def test_some_game_tells_of_each() -> None:
    feats = set()
    for name in RULES:
        tells = GAMES[name].highlights
        assert tells is not None
        feats |= {one.feat for end in ends(name) for one in tells((end,))}
    assert Feat.FINISH in feats


def test_what_is_nearer_is_closer() -> None:
    near, far = closeness(Fraction(84, 1000)), closeness(Fraction(1, 2))
    assert SURE > near > far > closeness(Fraction(3)) == 0


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ({0: 400, 1: 395}, "Ana was only 5 ahead of Ben."),
        ({0: Fraction(15, 2), 1: 7, 2: 3}, "Ana was only 0.5 ahead of Ben."),
        ({0: 7, 1: 7, 2: 3}, "Ana and Ben ended level."),
        ({0: 7}, None),
        ({0: 7, 1: 0}, "Ana was only 7 ahead of Ben."),
        ({0: 0, 1: 7, 2: -3}, "Ben was only 7 ahead of Ana."),
        ({0: 0, 1: 0}, None),
        ({0: 1, 1: 1}, "Ana and Ben ended level."),
        ({0: 0, 1: -5}, None),
    ],
)
def test_the_end_of_a_game_of_points(points: dict[int, Any], said: str | None) -> None:
    found = by_points({Seat(seat): n for seat, n in points.items()})
    assert [say(one.said, NAMES) for one in found] == ([said] if said else [])


# --- SPLASH! ----------------------------------------------------------------------------------


def rounds(*gaps_us: int, fair: bool = True) -> Iterator[Any]:
    """States of a game of three, in each round of which Ana is first and Ben follows so late."""
    game = GAMES["dolphin_splash"]
    state, at_us = game.start(Setup(3)), 0
    for gap_us in gaps_us:
        at_us += 10_000_000
        facts: list[Any] = [
            Dealt(state.dealer),
            Touched(Pad(0), at_us, 300),
            Touched(Pad(1), at_us + gap_us, 300),
            Claimed(Seat(0), Pad(0)),
            *([GoodGrab()] if fair else []),
            *([Claimed(Seat(1), Pad(1))] if fair else []),
        ]
        for fact in facts:
            state = game.judge(state, fact).state
            yield state


def test_the_closest_of_all_finishes_and_who_was_first() -> None:
    found = told(of_dolphins(tuple(rounds(84_000, 12_000, 300_000))))
    assert found == {
        Feat.FINISH: "Ana was first, 12\u00a0ms before Ben.",
        Feat.HAND: "Ana was first 3 times.",
    }


def test_a_finish_that_is_too_close_is_the_closest_and_nobody_s_first() -> None:
    found = told(of_dolphins(tuple(rounds(84_000, 100))))
    assert "too close to call" in found[Feat.FINISH]
    assert found[Feat.HAND] == "Ana was first once."


def test_a_round_that_was_not_scored_tells_nothing() -> None:
    assert of_dolphins(tuple(rounds(12_000, fair=False))) == ()


def test_a_dolphin_that_nobody_felt_tells_nothing() -> None:
    state = GAMES["dolphin_splash"].start(Setup(3))
    states = []
    for fact in (Dealt(Seat(0)), Touched(Pad(0), 1, 0), GoodGrab(), Held((Seat(0), Seat(2)))):
        state = GAMES["dolphin_splash"].judge(state, fact).state
        states.append(state)
    assert of_dolphins(tuple(states)) == ()


# --- Twisted Fish -----------------------------------------------------------------------------


def lied(*lies: Lie, liars: tuple[int, ...] = ()) -> Any:
    """A round in which this was proven."""
    played = next(end for end in ends("twisted_fish") if end.round is not None)
    now = replace(played.round, lies=lies, liars=tuple(map(Seat, liars)))
    return replace(played, round=now)


HEARD = Lie(Seat(1), 0, Text("proof"), said=True)


def whopper(*states: Any) -> str | None:
    return told(of_fish(states)).get(Feat.WHOPPER)


def test_a_whopper_that_the_table_heard_of_is_told() -> None:
    assert whopper(lied(HEARD)) == "Ben had the red card shark and said no!"


def test_a_whopper_that_nobody_heard_of_is_not_told() -> None:
    """Proven, and the house never says so."""
    assert whopper(lied(replace(HEARD, said=False))) is None


def test_a_whopper_that_was_let_pass_is_not_told() -> None:
    assert whopper(lied(HEARD), lied()) is None


def test_who_was_caught_without_a_proof_is_told_without_a_card() -> None:
    assert whopper(lied(liars=(1,))) == "Ben was caught telling one."
    assert whopper(lied(HEARD), lied(liars=(1,))) == "Ben had the red card shark and said no!"


def test_the_dearest_is_the_best() -> None:
    cheap = Lie(Seat(2), 60, Text("proof"), said=True)
    assert whopper(lied(cheap, HEARD)) == whopper(lied(HEARD))


def test_twisted_fish_declares_it() -> None:
    assert GAMES["twisted_fish"].highlights is of_fish


# --- SPLIT ------------------------------------------------------------------------------------


def by_trying(chips: int, free: int) -> int:
    """The same by Dijkstra on single spaces."""
    cost = {n: 0 if chips >> n & 1 else 1 for n in range(100) if (chips | free) >> n & 1}
    best = {n: cost[n] for n in cost if n < 10}
    queue = sorted(best, key=lambda n: best[n])
    while queue:
        at = queue.pop(0)
        for n in (at - 10, at + 10, *([at - 1] * (at % 10 > 0)), *([at + 1] * (at % 10 < 9))):
            if n in cost and best.get(n, 999) > best[at] + cost[n]:
                best[n] = best[at] + cost[n]
                queue.append(n)
    return min((best[n] for n in best if n >= 90), default=0)


def test_how_many_chips_are_missing() -> None:
    rng = Random(3)
    for _ in range(40):
        own = sum(1 << n for n in rng.sample(range(100), 25))
        taken = sum(1 << n for n in rng.sample(range(100), 45)) & ~own
        free = ALL & ~own & ~taken
        assert missing(own, free, (NORTH_SOUTH,)) == by_trying(own, free)
    assert missing(0, ALL, (NORTH_SOUTH, WEST_EAST)) == 10
    assert missing(0, 0, (NORTH_SOUTH,)) == 0
