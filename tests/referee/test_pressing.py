"""What a press comes to, whatever the referee replies: heard if it was in vain, and shown why."""

import pytest

from companion.referee.answers import Reply
from companion.referee.buttons import FALLING_HAND_US
from companion.table.signals import Kind, Signal
from companion.words import Text
from tests.referee.hall import Hall, as_told
from tests.referee.test_again import won

KINDS = ("counts", "already", "settled", "asked_again", "refused")
WHY = Text("That cannot be.")


def pressed(table: Hall, kind: str, button: str = "start") -> bool:
    """Whether the screens have something new to show, where the referee replies so."""
    judging, reply = table.referee._judging, Reply(as_told(kind), WHY)
    at_us = table.referee.clock.now_us() + 2 * FALLING_HAND_US
    return judging._pressing.press(
        Signal(Kind.PRESS, at_us, button=as_told(button)),
        table.referee.picture,
        settle=lambda: None,
        answer=lambda nonce, told: reply,
        again=lambda nonce: reply,
    )


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_that_does_not_count_is_a_low_blip_and_its_reason_is_shown(
    table: Hall, kind: str
) -> None:
    table.begin(3)
    table.wait(500)
    assert "deal" in table.topics, "START answers it"
    before = len(table.caller.signs)
    assert pressed(table, kind) == (kind != "counts")
    assert ("deny" in table.caller.signs[before:]) == (kind != "counts")
    assert table.referee._judging._keys.refused == (None if kind == "counts" else WHY)


@pytest.mark.parametrize("kind", KINDS)
def test_another_game_that_does_not_begin_is_a_low_blip(table: Hall, kind: str) -> None:
    won(table)
    before = len(table.caller.signs)
    assert not pressed(table, kind)
    assert ("deny" in table.caller.signs[before:]) == (kind != "counts")
