"""How games went, round by round: from how they began to how they ended, and what turned them."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.games.animal_splash.state import in_game, total
from companion.games.race import FULL, Race, course_of, decided, level_at_first
from companion.games.split.path import SIDE, missing, shortest
from companion.games.split.state import free, pairs_of
from companion.new_game.rows import NAMES
from companion.new_game.stub import GAME as STUB
from companion.say import say
from companion.words import Seat, Text
from tests.games.shelf import RULES
from tests.games.test_leaving import moments
from tests.games.test_transcripts import ON_PAPER

ANY = Text("Points"), Text("Round")
TELLING = [name for name in ON_PAPER if GAMES[name].race]
each_that_tells = pytest.mark.parametrize("name", TELLING)
AHEAD = "from here on nobody caught up with"


def between(*scores: tuple[int, ...], won: tuple[int, ...]) -> Race:
    """A race of as many people as each row has scores."""
    sides = tuple((Seat(seat),) for seat in range(len(scores[0])))
    return decided(*ANY, sides, scores, tuple(map(Seat, won)))


def said(race: Race) -> str:
    return say(race.said, NAMES) if race.said else ""


@pytest.mark.parametrize(
    ("scores", "won", "pivot", "words"),
    [
        (((0, 0), (1, 0), (1, 2), (3, 2), (4, 2)), (0,), 3, f"{AHEAD} Ana."),
        (((0, 0), (1, 0), (2, 0)), (0,), 1, f"{AHEAD} Ana."),
        (((0, 0), (1, 1), (2, 1)), (0,), 2, "Ana came out ahead only at the very end."),
        (((0, 0), (1, 0), (1, 1)), (1,), 0, "It was level at the very end."),
        (((0, 0, 0), (1, 1, 0), (2, 2, 1)), (0, 1), 1, f"{AHEAD} Ana and Ben."),
        (((0, 0), (1, 0)), (1,), 0, ""),
        (((0, 0), (1, 0)), (), 0, ""),
        (((0, 0), (1, 1)), (0, 1), 0, ""),
        (((0, 0),), (0,), 0, "It was level at the very end."),
    ],
)  # fmt: skip
def test_where_a_race_turns(
    scores: tuple[tuple[int, ...], ...], won: tuple[int, ...], pivot: int, words: str
) -> None:
    race = between(*scores, won=won)
    assert (race.pivot, said(race)) == (pivot, words)


@pytest.mark.parametrize("seed", range(4))
def test_from_the_turn_on_the_winner_is_ahead_and_just_before_is_not(seed: int) -> None:
    rng = Random(seed)
    for _ in range(200):
        seats, steps = rng.randrange(2, 7), rng.randrange(1, 12)
        now = [0] * seats
        scores = [tuple(now)]
        for _ in range(steps):
            now[rng.randrange(seats)] += rng.randrange(3)
            scores.append(tuple(now))
        won = rng.randrange(seats)
        race = between(*scores, won=(won,))
        led = [n[won] > max(m for s, m in enumerate(n) if s != won) for n in scores]
        if not led[-1]:
            assert race.pivot == 0
        else:
            assert all(led[race.pivot :]) and not led[race.pivot - 1]


def test_who_came_later_began_with_nothing() -> None:
    assert level_at_first([(1, 2), (1, 2, 1)], 3) == ((0, 0, 0), (1, 2, 0), (1, 2, 1))
    assert level_at_first([], 2) == ((0, 0),)


# --- all games --------------------------------------------------------------------------------


def games_of(name: str) -> list[list[Any]]:
    """The games of the transcripts, each by its states."""
    games: list[list[Any]] = []
    for state in moments(name):
        if state == RULES[name].start(state.setup):
            games.append([])
        games[-1].append(state)
    return games


@each_that_tells
def test_a_game_s_race_can_be_told_at_any_moment(name: str) -> None:
    tells = GAMES[name].race
    assert tells is not None
    pivot = 0
    for states in games_of(name):
        for upto in {1, len(states) // 2 or 1, len(states)}:
            race = tells(states[:upto])
            seats = [seat for side in race.sides for seat in side]
            assert len(set(seats)) == len(seats)
            assert all(len(now) == len(race.sides) for now in race.scores)
            assert 0 <= race.pivot < max(1, len(race.scores))
            assert not race.pivot or race.said
            words = say(race.said, NAMES) if race.said else "."
            assert words[-1] == "." and len(words) < 90
            pivot += bool(race.pivot)
    assert pivot, "some game of the transcripts turns"


def test_a_party_turns_in_its_wettest_round() -> None:
    tells, turned = GAMES["party_splash"].race, 0
    assert tells is not None
    for states in games_of("party_splash"):
        race = tells(states)
        fewer = [sum(then) - sum(now) for then, now in pairwise(race.scores)]
        assert bool(race.pivot) == (max(fewer, default=0) > 0)
        if race.said is not None:
            wettest = max(fewer)
            assert fewer.index(wettest) == race.pivot - 1
            assert ("one" if wettest == 1 else str(wettest)) in said(race)
            turned += 1
    assert turned


@each_that_tells
def test_a_race_ends_as_the_game_did(name: str) -> None:
    tells, rules = GAMES[name].race, RULES[name]
    assert tells is not None
    for states in games_of(name):
        view = rules.view(states[-1])
        if view.over and view.winners:
            last = tells(states).scores[-1]
            assert list(last) == scores_of(name, states[-1]), name


def scores_of(name: str, end: Any) -> list[Any]:
    """What everybody has at the end, by the game's own count."""
    match name:
        case "dolphin_splash":
            return list(end.letters)
        case "twisted_fish":
            return [base + gain for base, gain in zip(end.base, end.gains, strict=True)]
        case "party_splash":
            return [max(0, end.kids[seat].towels) for seat in end.players]
        case "animal_splash":
            return [total(end, seat) for seat in in_game(end)]
        case _:
            return [across(end, side) for side in range(len(end.chips))]


def across(end: Any, side: int) -> int:
    """Of ten spaces those that no chip is missing on."""
    if shortest(end.chips[side], pairs_of(end, side)):
        return SIDE
    short = missing(end.chips[side], free(end), pairs_of(end, side))
    return (SIDE - short) % SIDE


def test_a_path_that_has_won_goes_all_the_way() -> None:
    tells = GAMES["split"].race
    assert tells is not None
    ends = [states[-1] for states in games_of("split") if states[-1].joined]
    assert ends
    assert all(tells([end]).scores[-1][end.winner] == SIDE for end in ends)


def test_a_game_may_tell_none() -> None:
    assert STUB.race is None
    ours = {"dolphin_splash", "twisted_fish", "split", "animal_splash", "party_splash"}
    assert ours <= set(TELLING)


@each_that_tells
def test_a_course_is_its_race_to_scale(name: str) -> None:
    """By side as many heights as scores, and in their order."""
    tells = GAMES[name].race
    for states in games_of(name):
        race = tells(states)
        course = course_of(race)
        if course is None:
            assert len(race.scores) < 2 or not any(score for now in race.scores for score in now)
            continue
        assert course.sides == race.sides
        rows = list(zip(*course.heights, strict=True))
        assert len(rows) == len(race.scores)
        assert max(map(max, rows)) <= FULL and min(map(min, rows)) >= 0
        pairs = [
            (at, high)
            for now, row in zip(race.scores, rows, strict=True)
            for at, high in zip(now, row, strict=True)
        ]
        assert [high for _, high in sorted(pairs)] == sorted(high for _, high in pairs)


def test_who_lost_points_goes_down_and_nobody_leaves_the_paper() -> None:
    course = course_of(between((0, 0), (-5, 5), won=(1,)))
    assert course is not None and course.heights == ((500, 0), (500, FULL))


def test_where_nobody_scored_there_are_no_lines() -> None:
    assert course_of(between((0, 0), (0, 0), won=())) is None
