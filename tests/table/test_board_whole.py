"""A pad that was lighter for a while, a wire or a dolphin off it, and what comes back to it."""

import pytest

from companion.table.board.health import NOISY
from companion.table.board.noise import NOISY_US
from companion.table.config import Config
from companion.table.frames import UNKNOWN_US, Kind, Rebase
from companion.table.signals import Kind as Felt
from tests.table.boards import MS, SECOND, SPLIT, UNSPLIT, Desk

STEADY = (0,) * 8 + (40,) * 16
LOOSE, WHOLE = 12, 35


def off_its_wire(in_round: bool, for_us: int, config: Config = UNSPLIT) -> Desk:
    """A pad was whole, and is off its wire for so long: the board has taken it for lighter."""
    desk = Desk(config=config)
    desk.board.health_every_us = 40 * MS
    desk.meet()
    desk.run(2 * SECOND)
    desk.table.calling = lambda: in_round
    desk.run(100 * MS)
    desk.board.levels[1] = LOOSE
    desk.run(for_us)
    desk.felt.clear()
    return desk


def comes_back(desk: Desk, to: int) -> list[int]:
    """It jumps to that level, and the board feels a touch; the pads that are emptied by that."""
    desk.board.rise = (0,) * 8 + (to - LOOSE,) * 16
    said = len(desk.board.said)
    desk.touch(1)
    desk.run(100 * MS)
    return [m.pads for m in desk.board.said[said:] if isinstance(m, Rebase)]


@pytest.mark.parametrize("for_us", [150 * MS, 2 * SECOND, 60 * SECOND])
@pytest.mark.parametrize("in_round", [True, False])
def test_a_wire_that_was_off_for_long_comes_back_as_nobody_s_hand(
    for_us: int, in_round: bool
) -> None:
    """Its pad is doubted in a round; between two of them dolphins are put back so."""
    desk = off_its_wire(in_round, for_us)
    assert comes_back(desk, WHOLE + 5)[:1] == [0b00010], "or it would be touched for ever"
    desk.touch(1, kind=Kind.RELEASE, doubt=UNKNOWN_US)
    desk.board.levels[1] = WHOLE
    desk.run(20 * MS)
    assert desk.kinds() == []
    assert (("suspect", 1, NOISY) in desk.doubts()) == in_round
    desk.board.rise = STEADY
    desk.run(4 * SECOND)
    desk.touch(1)
    desk.run(60 * MS)
    assert desk.kinds() == ["touch 1"] and desk.felt[-1].early_us < NOISY_US


def test_one_that_comes_back_under_a_hand_has_no_moment_and_is_let_go_with_it() -> None:
    desk = off_its_wire(in_round=True, for_us=SECOND)
    assert comes_back(desk, WHOLE + 9) == []
    [touch] = [signal for signal in desk.felt if signal.kind is Felt.TOUCH]
    assert min(touch.early_us, touch.uncertain_us) >= NOISY_US
    assert ("suspect", 1, NOISY) in desk.doubts()
    said = len(desk.board.said)
    desk.board.levels[1] = WHOLE + 1
    desk.run(300 * MS)
    assert [m.pads for m in desk.board.said[said:] if isinstance(m, Rebase)][0] == 0b00010


def test_a_dolphin_that_is_gone_for_long_is_another_pad() -> None:
    """So a lighter one that stands there now is felt as sharply as the one before."""
    desk = off_its_wire(in_round=True, for_us=80 * SECOND)
    assert comes_back(desk, WHOLE) == []
    [touch] = [signal for signal in desk.felt if signal.kind is Felt.TOUCH]
    assert touch.early_us < NOISY_US


def test_a_hand_on_a_pad_that_is_as_it_was_is_felt_though_it_sank_slowly() -> None:
    desk = off_its_wire(in_round=True, for_us=0)
    for level in range(WHOLE, LOOSE, -1):
        desk.board.levels[1] = level
        desk.run(2 * SECOND)
    desk.board.levels[1] = LOOSE
    desk.run(2 * SECOND)
    desk.felt.clear()
    assert comes_back(desk, WHOLE) == []
    assert [signal.kind for signal in desk.felt if not signal.why] == [Felt.TOUCH]


def test_split_pads_that_come_back_are_emptied_by_nobody() -> None:
    desk = off_its_wire(in_round=True, for_us=SECOND, config=SPLIT)
    assert comes_back(desk, WHOLE) == []
