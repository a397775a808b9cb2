"""A board that starts anew again and again: its cable, or what it gets of power, is said."""

from companion.table.board.starts import AGAIN, MINUTE_US, MOST
from companion.table.frames import Cause
from tests.table.boards import SECOND, met


def test_a_board_that_starts_again_and_again_is_said_for_a_minute() -> None:
    desk = met()
    desk.touch(1)
    for boot in range(20, 20 + MOST):
        assert desk.table.trouble() == ()
        desk.board.cause = Cause.BROWN_OUT
        desk.board.start(boot, desk.now_us)
        desk.run(5 * SECOND)
    assert desk.table.trouble() == (AGAIN,)
    desk.run(MINUTE_US)
    assert desk.table.trouble() == () and desk.kinds() == ["touch 1"]


def test_a_cable_that_is_plugged_in_now_and_then_is_none_of_it() -> None:
    desk = met()
    for boot in range(20, 25):
        desk.board.start(boot, desk.now_us)
        desk.run(MINUTE_US // (MOST - 1))
        assert desk.table.trouble() == ()
