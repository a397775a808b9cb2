"""What the table's buttons mean as questions come and go, and what they may take back."""

import pytest

from companion import codec
from companion.games.dolphin_splash.facts import Dealt, Setup
from companion.journal import Op, Row
from companion.referee.fold import Fold, OpenAsk
from companion.referee.keys import Keys, asked_of
from companion.referee.walking import UNDO, AtHand
from companion.words import Ask, Choice, Pad, Seat, Text, Touched
from tests.referee.hall import GAME, as_told

FALLING_HAND_US = 250_000  # a quarter of a second
YES_OR_NO = (Choice("yes", Text("Yes"), None), Choice("no", Text("No"), None))


def asked(*ids: str) -> AtHand:
    return AtHand(tuple(OpenAsk(as_told(id_), Ask(Text(id_), (), YES_OR_NO)) for id_ in ids))


def test_a_falling_hand_waits_for_the_first_question_alone() -> None:
    keys = Keys(seat_buttons=False)
    keys.look(asked("1.0"), (), 0)
    keys.look(asked("1.0", "1.1"), (), FALLING_HAND_US)
    assert keys.press(asked("1.0", "1.1"), "yes", FALLING_HAND_US) is not None
    keys.look(asked("1.2", "1.1"), (), 2 * FALLING_HAND_US)
    assert keys.press(asked("1.2", "1.1"), "yes", 3 * FALLING_HAND_US - 1) is None
    assert keys.press(asked("1.2", "1.1"), "yes", 3 * FALLING_HAND_US) is not None


def test_a_falling_hand_waits_for_what_it_is_about_and_for_the_first() -> None:
    keys, start = Keys(seat_buttons=False), (Choice("start", Text("Start"), None),)
    later = OpenAsk("1.1", Ask(Text("1.1"), (), start))
    before, both, newer = (
        AtHand((*asked(first).musts, *more))
        for first, more in (("1.0", ()), ("1.0", (later,)), ("1.2", (later,)))
    )
    keys.look(before, (), 0)
    for now, at in ((both, 1), (newer, 3)):
        keys.look(now, (), at * FALLING_HAND_US)
        assert keys.press(now, "start", (at + 1) * FALLING_HAND_US - 1) is None
        assert keys.press(now, "start", (at + 1) * FALLING_HAND_US) is not None


@pytest.mark.parametrize("by", ["board", "buttons", "referee", "seat:1", "start", ""])
def test_buttons_take_back_what_buttons_told_and_nothing_else(by: str) -> None:
    fold = Fold(GAME, Setup(3), 1)
    fold.take(
        Row(Op.FACT, codec.dumps([Dealt(Seat(0))]), as_told(by), 0, seq=1, ask=fold.open[0].id)
    )
    fold.take(Row(Op.FACT, codec.dumps([Touched(Pad(0), 5, 0)]), "pads", 0, seq=2))
    others = asked_of(fold, alone=True).others
    assert any(one.id == UNDO for one in others) == (by == "buttons")
