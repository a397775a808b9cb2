"""What the table felt in a game of SPLASH!: near things, doubts, and what no pad felt, by pad."""

from typing import Any

import pytest

from companion.games import GAMES
from companion.games.dolphin_splash.facts import (
    Claimed,
    Dealt,
    GoodGrab,
    Kept,
    NobodyTouched,
    Setup,
    Unclaimed,
)
from companion.new_game.rows import NAMES
from companion.say import say
from companion.words import Counted, Pad, Seat, Suspected, Touched, Trusted
from tests.games.test_race import TELLING, games_of

GAME = GAMES["dolphin_splash"]
TABLES = [name for name in TELLING if GAMES[name].table]
RED, BLUE = Pad(0), Pad(1)


def told(*facts: Any) -> dict[tuple[str, int | None], Any]:
    """The figures of a game that is told so, by what they are and the pad."""
    states = [GAME.start(Setup(3))]
    for fact in facts:
        states.append(GAME.judge(states[-1], fact).state)
    tells = GAME.table
    assert tells is not None
    # As the frame has it: each state with the facts that it came of.
    found = tells(states[1:], [(fact,) for fact in facts])
    keys = [(say(one.said, NAMES), one.pad) for one in found]
    assert len(keys) == len(set(keys))
    return dict(zip(keys, found, strict=True))


def round_of(
    apart_us: int, uncertain_us: int = 300, felt: tuple[Pad, ...] = (RED, BLUE)
) -> tuple[Any, ...]:
    hands = (Touched(pad, 10**7 + n * apart_us, uncertain_us) for n, pad in enumerate(felt))
    claims = (Claimed(Seat(n), pad) for n, pad in enumerate((RED, BLUE)))
    return Dealt(Seat(0)), *hands, GoodGrab(), *claims


def share(found: dict[tuple[str, int | None], Any], said: str, pad: Pad | None = None) -> Any:
    one = found.get((said, pad))
    return one and (one.k, one.n)


CLOSE, JUST = "Finishes too close to call", "Told apart, but only just"
MISSED = "Rounds with a hand that no pad felt"


@pytest.mark.parametrize(("apart_us", "close", "just"), [
    (0, (1, 1), None),
    (299, (1, 1), None),
    (301, (0, 1), (1, 1)),
    (600, (0, 1), (1, 1)),
    (601, (0, 1), (0, 1)),
])  # fmt: skip
def test_a_finish_is_too_close_only_just_told_apart_or_clear(
    apart_us: int, close: tuple[int, int], just: tuple[int, int] | None
) -> None:
    found = told(*round_of(apart_us))
    assert share(found, CLOSE) == share(found, CLOSE, RED) == share(found, CLOSE, BLUE) == close
    assert share(found, JUST) == share(found, JUST, BLUE) == just
    assert share(found, CLOSE, Pad(2)) is None, "it had no part in it"


def test_a_hand_that_no_pad_felt_is_its_pad_s() -> None:
    found = told(*round_of(0, felt=(RED,)))
    assert share(found, MISSED) == share(found, MISSED, BLUE) == (1, 1)
    assert share(found, MISSED, RED) == (0, 1)
    assert share(found, CLOSE) is None, "nobody can say who was first"


def test_a_touch_that_was_no_hand_is_that_of_the_pad_that_opened_the_grab() -> None:
    ghost = Dealt(Seat(0)), Touched(BLUE, 10**6, 300), NobodyTouched()
    found = told(*ghost, *round_of(40_000)[1:])
    no_hand = "Grabs that were no hand at all"
    assert share(found, no_hand) == (1, 2)
    assert share(found, no_hand, BLUE) == (1, 1) and share(found, no_hand, RED) == (0, 1)


def test_doubts_and_feints_and_pads_that_cannot_be_trusted() -> None:
    found = told(
        *round_of(40_000, uncertain_us=700),
        Counted(9, (RED, RED, BLUE)),
        Suspected(BLUE, "stuck"),
    )
    doubt, feints = "How far off the moment of a touch may be", "Feints that were cheered, in games"
    assert found[doubt, None].took_us == (700, 700) and found[doubt, RED].took_us == (700,)
    assert found[f"{feints} that had any", None].counts == (3,)
    assert found[f"{feints} that had any", RED].counts == (2,)
    suspect = "Games in which a pad could not be trusted"
    assert share(found, suspect) == share(found, suspect, BLUE) == (1, 1)
    assert share(found, suspect, RED) == (0, 1)


def test_a_feint_is_nobody_s() -> None:
    """A pad feels that a hand is near, and not whose: no person's figure speaks of it."""
    figures = GAME.figures
    assert figures is not None
    for states in games_of("dolphin_splash"):
        assert not any("eint" in say(one.said, NAMES) for one in figures(states))


@pytest.mark.parametrize("name", TABLES)
def test_every_figure_of_a_table_has_what_to_do_and_no_part_is_more_than_all(name: str) -> None:
    tells = GAMES[name].table
    assert tells is not None
    seen = 0
    for states in games_of(name):
        for one in tells(states, [()] * len(states)):
            assert one.said.template in GAMES[name].advice
            assert 0 <= one.k <= one.n and min(one.took_us, default=0) >= 0
            seen += 1
    assert seen


def test_of_a_pad_that_is_not_there_nothing_is_said() -> None:
    """D-Q18: a touch outside a round is told of the pads of this table."""
    state = GAME.start(Setup(3))
    felt = range(-2, state.setup.pads + 3)
    said = [n for n in felt if GAME.judge(state, Touched(Pad(n), 10**7, 300)).rulings]
    assert said == [*range(state.setup.pads)] and said


@pytest.mark.parametrize("one", range(3))
def test_what_is_told_of_one_pad_or_person_is_told_of_no_other(one: int) -> None:
    """D-Q17 doubts, D-Q12 and D-C1 claims, D-Q19 what the table says of a dolphin."""
    state, others = GAME.start(Setup(5)), {n for n in range(3) if n != one}

    def after(*facts: Any) -> Any:
        now = state
        for fact in facts:
            now = GAME.judge(now, fact).state
        return now

    doubts = tuple(Suspected(Pad(n), "stuck") for n in range(3))
    again, fine = Suspected(Pad(one), "unplugged"), Trusted(Pad(one))
    found = dict(after(*doubts, again).suspects)
    assert found == {n: "unplugged" if n == one else "stuck" for n in range(3)}
    assert {pad for pad, _ in after(*doubts, fine).suspects} == others

    claims = (Claimed(Seat(n), Pad(n)) for n in range(3))
    grab = (Dealt(Seat(0)), Touched(RED, 10**7, 300), GoodGrab(), *claims)
    theirs = {(n, n) for n in others}
    assert {*after(*grab, Unclaimed(Seat(one))).claims} == theirs
    assert {*after(*grab, Claimed(Seat(one), Pad(3))).claims} == theirs | {(one, 3)}
    assert {*after(*grab, Kept(Pad(one), None)).claims} == theirs
    last = after(*grab, Kept(Pad(one), Seat(3)))
    assert {*last.claims} == theirs | {(3, one)}
