"""How many taps a turn takes is said where a game begins: as many as robots' families need.

All phones together, from the first turn to the last; what begins and ends a game is told besides.
"""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from companion.games import GAMES
from companion.words import Choice, Slot
from tests.robots.hearsay import Room
from tests.robots.live_games import STEPS_MOST, Playing, some_setup

# Of a way without any in a turn its words say so; robots do not play it.
WAYS: Final = [(kind, one) for kind, game in GAMES.items() for one in game.efforts if one.taps]
BESIDES: Final = ("deal", "start", "first", "tally", "end_card", "leftovers", "ready")
FOUND_IN_TWO: Final = {  # a space is lifted out, and then told; of many cards the sort comes first
    ("split", "space"), ("split", "card"), ("animal_splash", "card"),
}  # fmt: skip
NEAR: Final = 1  # more or less, as another family plays


def taps(kind: str, choice: Choice, picks: dict[str, Any]) -> int:
    """The taps of this answer: one each for what is picked, and one for what tells it all."""
    asked = [slot for slot in choice.slots if not slot.me and len(slot.options) > 1]
    wanted = [slot for slot in asked if not slot.preset or picks[slot.field] != slot.options[0]]
    told_at_once = len([slot for slot in asked if not slot.preset]) == 1 and not choice.sure
    return sum(_of(kind, slot, picks[slot.field]) for slot in wanted) + (not told_at_once)


def _of(kind: str, slot: Slot, picked: Any) -> int:
    many = len(picked) if slot.many else 1
    return many * (2 if (kind, slot.of) in FOUND_IN_TWO else 1)


@pytest.mark.soak
@pytest.mark.parametrize(("kind", "effort"), WAYS, ids=lambda one: getattr(one, "variant", one))
def test_a_turn_takes_as_many_taps_as_is_said(kind: str, effort: Any, tmp_path: Path) -> None:
    room = Room(tmp_path)
    setup = some_setup(kind, Random(1))
    setup = replace(setup, seats=4, variant=type(setup.variant)(effort.variant))
    playing = Playing(room, kind, 1, setup)
    told, turns, last = 0, 0, None
    tell = room.referee.answer

    def answer(tap: str, of: int, key: str, picks: Any, teller: Any) -> Any:
        nonlocal told
        ask = next(open_.ask for open_ in room.open if open_.id == of)
        if ask.topic not in BESIDES:
            told += taps(
                kind, next(one for one in ask.choices if one.key == key), dict(picks or {})
            )
        return tell(tap, of, key, picks, teller)

    room.referee.answer = answer  # type: ignore[method-assign]
    for _ in range(STEPS_MOST):
        view = playing.view()
        if view.over:
            break
        turn = getattr(view, "turn", None)
        turns += turn is not None and turn != last
        last = turn
        playing.step()
    room.close()
    assert turns > 9 and abs(told / turns - effort.taps) <= NEAR, f"{told} taps in {turns} turns"
