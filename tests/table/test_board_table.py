"""A table on a touch board: what is felt becomes signals, once, in order, and is kept or told."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.table import config as configs
from companion.table import trust
from companion.table.board.conversation import EVENTS_MOST
from companion.table.board.doubts import EARLY_US, SOFT_LEAST_US
from companion.table.board.health import DRIFTED, NOISY, OPEN, SHORTED, UNCALIBRATED
from companion.table.board.noise import (
    CONTACTS,
    LOWS_NOISY,
    NOISY_US,
    QUIET_LOOKS,
    HeldNoise,
)
from companion.table.board.pads import AWAY, CREEPS_US
from companion.table.board.table import RESTING_US, START_US
from companion.table.config import BoardConfig
from companion.table.frames import (
    UNKNOWN_US,
    Ack,
    Cause,
    Field,
    Greet,
    Kind,
    Reading,
    Rebase,
    Set,
    parameter,
)
from companion.table.gpio import HELD_US
from companion.table.signals import Kind as Felt
from companion.table.signals import Signal
from tests.table.boards import MS, SCAN_US, SECOND, STEP_US, UNSPLIT, Desk, FakeBoard, met, spoiler

TREMBLING, STEADY = (0,) * 8 + (40, 31) * 8, (0,) * 8 + (40,) * 16


@pytest.fixture
def desk() -> Desk:
    made = Desk()
    made.meet()
    return made


# --- what is felt -----------------------------------------------------------------------------


def test_a_touch_is_a_signal_with_the_board_s_moment_and_doubt(desk: Desk) -> None:
    at_us = desk.clock.now_us()
    desk.touch(1, doubt=120)
    desk.run(50 * MS)
    [signal] = desk.felt
    assert (signal.kind, signal.pad, signal.source) == (Felt.TOUCH, 1, "board")
    assert abs(signal.at_us - at_us) <= 1100 + MS, "the fake wire is looked at every 2 ms"
    assert SCAN_US <= signal.uncertain_us <= 140 and signal.early_us <= 30, "it rose in one scan"
    assert desk.table.pads()[1].touched


def test_a_large_hand_is_stamped_where_its_rise_ends(desk: Desk) -> None:
    """Its stamp comes half a millisecond before it touches."""
    at_us = desk.clock.now_us()
    desk.board.rise = tuple(round(60 / (1 + max(0, 14 - n) * SCAN_US / 250)) for n in range(24))
    desk.touch(1)
    desk.run(50 * MS)
    [signal] = desk.felt
    touched_us = 6 * SCAN_US
    assert signal.at_us - signal.uncertain_us - at_us <= touched_us + 1100 + MS
    assert signal.at_us + signal.early_us - at_us >= touched_us - 1100 - MS
    assert signal.uncertain_us + signal.early_us < 500


def test_a_trace_that_is_lost_costs_a_moment_and_no_touch(desk: Desk) -> None:
    desk.board.rise = ()
    desk.touch(1, doubt=120)
    desk.touch(2, kind=Kind.RELEASE)
    desk.run(40 * MS)
    assert desk.felt == [], "nothing overtakes it"
    desk.run(30 * MS)
    assert [(s.kind, s.pad) for s in desk.felt] == [(Felt.TOUCH, 1), (Felt.RELEASE, 2)]
    assert 0 <= desk.felt[0].early_us - EARLY_US <= 2 and desk.felt[0].uncertain_us > EARLY_US


class FrameByFrame(Desk):
    """Reads one frame at a time."""

    frames: tuple[bytes, ...] = ()

    def read(self) -> bytes:
        told = (part + bytes(1) for part in super().read().split(bytes(1)) if part)
        first, *rest = (*self.frames, *told) or (b"",)
        self.frames = tuple(rest)
        return first


def test_a_machine_that_stalls_takes_no_rise_for_lost() -> None:
    """It was told in time: only nobody read it."""
    desk = FrameByFrame()
    desk.meet()
    desk.touch(1)
    while not desk.table.link.conversation.owed:  # the touch is heard, and nothing behind it
        desk.run(STEP_US)
    desk.now_us += 200 * MS
    desk.run(60 * MS)
    [signal] = desk.felt
    assert signal.early_us < 500 and signal.uncertain_us < EARLY_US


def test_a_rise_that_trembles_claims_no_moment(desk: Desk) -> None:
    desk.board.rise = TREMBLING
    desk.touch(1)
    desk.run(50 * MS)
    assert min(desk.felt[0].early_us, desk.felt[0].uncertain_us) >= NOISY_US


@pytest.mark.parametrize(
    ("of", "kind"),
    [
        (Kind.RELEASE, Felt.RELEASE),
        (Kind.LIFT, Felt.LIFT),
        (Kind.HOME, Felt.HOME),
        (Kind.NEAR, Felt.NEAR),
    ],
)
def test_each_kind_is_a_signal(desk: Desk, of: Kind, kind: Felt) -> None:
    desk.touch(2, kind=of)
    desk.run(20 * MS)
    assert [(s.kind, s.pad) for s in desk.felt] == [(kind, 2)]


def test_pads_that_are_not_split_see_no_dolphins() -> None:
    desk = met(config=UNSPLIT)
    never = {parameter(pad, Field.PRESENT): 127 for pad in range(5)}
    assert {m.parameter: m.value for m in desk.board.said if isinstance(m, Set)} == never
    for kind in (Kind.LIFT, Kind.HOME, Kind.LIFT):
        desk.touch(2, kind=kind)
        desk.run(20 * MS)
    desk.run(2 * SECOND)
    assert desk.felt == [] and desk.table.lifted() == 0


def test_what_rests_on_such_a_pad_when_a_round_begins_is_its_dolphin() -> None:
    desk = met(config=UNSPLIT)
    desk.touch(1)
    desk.run(RESTING_US)
    desk.touch(3)  # a hand that is too soon
    desk.run(20 * MS)
    desk.table.calling = lambda: True
    desk.run(SECOND)
    assert [m.pads for m in desk.board.said if isinstance(m, Rebase)] == [0b00010]


def test_a_pad_that_is_full_as_a_round_begins_is_doubted_and_not_taken_for_empty() -> None:
    """It would be deaf for ever after: something wet lies on it, or its wire touches ground."""
    desk = met(config=UNSPLIT)
    desk.touch(1)
    desk.board.levels[1] = 127
    desk.run(2 * SECOND)
    assert desk.doubts() == set(), "a hand may fill it, too"
    desk.table.calling = lambda: True
    desk.run(SECOND)
    assert desk.doubts() == {("suspect", 1, SHORTED)}
    assert not [m for m in desk.board.said if isinstance(m, Rebase)]
    desk.board.levels[1] = 60
    desk.run(3 * SECOND)
    assert [m.pads for m in desk.board.said if isinstance(m, Rebase)][0] == 0b00010, "it is dry"
    desk.touch(1, kind=Kind.RELEASE)
    desk.run(4 * SECOND)
    assert ("trust", 1, "") in desk.doubts()


def test_what_is_there_again_just_after_a_pad_was_emptied_is_doubted() -> None:
    desk = met(config=UNSPLIT)
    desk.touch(1)
    desk.run(RESTING_US)
    desk.table.calling = lambda: True
    desk.run(100 * MS)
    desk.touch(1, kind=Kind.RELEASE)
    desk.touch(1, kind=Kind.SOFT)
    desk.run(20 * MS)
    assert desk.doubts() == {("suspect", 1, DRIFTED)}


@pytest.mark.parametrize("stays", [False, True], ids=["noise", "a hand after all"])
def test_what_jumps_and_comes_to_nothing_is_no_touch_unless_it_stays(
    desk: Desk, stays: bool
) -> None:
    desk.board.rise = (0,) * 24
    desk.touch(1)
    desk.run(60 * MS)
    assert desk.kinds() == [] and desk.doubts() == {("suspect", 1, "noisy")}
    if not stays:
        desk.touch(1, kind=Kind.RELEASE)
    desk.run(SECOND)
    assert desk.kinds() == (["touch 1"] if stays else [])


def test_what_creeps_up_on_a_pad_is_doubted_before_it_is_told(desk: Desk) -> None:
    desk.touch(1, kind=Kind.NEAR)
    desk.run(CREEPS_US + 20 * MS)
    desk.touch(1, kind=Kind.SOFT)
    desk.run(20 * MS)
    assert [s.kind for s in desk.felt] == [Felt.NEAR, Felt.SUSPECT, Felt.TOUCH]
    desk.touch(1, kind=Kind.RELEASE)
    desk.run(4 * SECOND)
    assert desk.felt[-1].kind is Felt.TRUST


def test_a_hand_through_a_glove_is_quick_enough(desk: Desk) -> None:
    desk.touch(1, kind=Kind.NEAR)
    desk.run(CREEPS_US - 40 * MS)
    desk.touch(1, kind=Kind.SOFT)
    desk.run(20 * MS)
    assert [s.kind for s in desk.felt] == [Felt.NEAR, Felt.TOUCH]


def test_split_pads_are_let_be(desk: Desk) -> None:
    desk.touch(1)
    desk.run(RESTING_US)
    desk.table.calling = lambda: True
    desk.run(SECOND)
    assert not [m for m in desk.board.said if isinstance(m, Set | Rebase)]


def test_a_soft_touch_has_a_wide_moment(desk: Desk) -> None:
    desk.touch(0, kind=Kind.SOFT, doubt=200)
    desk.run(20 * MS)
    assert desk.felt[0].kind is Felt.TOUCH
    assert desk.felt[0].uncertain_us >= SOFT_LEAST_US


def hold(desk: Desk, pad: int, lows: int, looks: int = 2) -> Signal:
    """A hand holds on while the board looks at its pad so often, and is told."""
    desk.touch(pad)
    desk.board.noises[pad] = lows
    desk.run(looks * SECOND + 200 * MS)
    desk.board.noises[pad] = 0
    desk.touch(pad, kind=Kind.RELEASE)
    desk.run(200 * MS)
    return next(s for s in reversed(desk.felt) if s.kind is Felt.TOUCH)


def test_noise_under_a_hand_is_said_and_no_order_is_claimed_in_it(desk: Desk) -> None:
    assert hold(desk, 1, LOWS_NOISY - 1, looks=5).early_us < NOISY_US
    assert not desk.table.trouble()
    for pad in (1, 2, 3):
        hold(desk, pad, LOWS_NOISY, looks=1)
        assert not desk.table.trouble(), "a hand may shake"
    assert desk.table.now().trembled == 0
    hold(desk, 1, LOWS_NOISY, looks=1)
    [said] = desk.table.trouble()
    assert "power bank" in said and "foil" in said
    trembled = desk.table.now().trembled
    assert trembled > 0
    signal = hold(desk, 3, 0)
    assert min(signal.early_us, signal.uncertain_us) >= NOISY_US
    hold(desk, 3, 0, looks=QUIET_LOOKS)
    assert not desk.table.trouble(), "the charger is gone"
    assert desk.table.now().trembled == trembled, "and was there"


@pytest.mark.parametrize(("apart", "is_on"), [(1, True), (16, True), (17, False)])
def test_a_slow_charger_is_in_some_looks_only(apart: int, is_on: bool) -> None:
    """Its swing shows where scans are uneven; of calm hands one look in thousands shakes."""
    noise = HeldNoise()
    for n in range(3 * apart + 1):  # four that shake
        noise.hear(0 if n % apart else 2, 0)
    assert noise.is_on(0) == is_on


def test_a_charger_is_gone_after_a_second_of_five_pads_without_it() -> None:
    noise = HeldNoise()
    for lows in (*(2,) * 4, *(0,) * 24):
        noise.hear(lows, 0)
    assert noise.is_on(0)
    noise.hear(0, 0)
    assert not noise.is_on(0)


def test_a_grab_whose_pad_is_then_seen_to_tremble_is_in_doubt_until_the_next_round() -> None:
    desk = met()
    desk.board.health_every_us = 40 * MS
    hold(desk, 1, LOWS_NOISY)
    assert desk.doubts() == {("suspect", 1, NOISY)}
    desk.table.calling = lambda: True
    desk.run(200 * MS)
    assert ("trust", 1, "") in desk.doubts()
    desk.felt.clear()
    hold(desk, 1, LOWS_NOISY)
    assert desk.doubts() == set(), "this touch was told with its doubt"


def test_noise_that_no_look_shows_is_said_by_how_hands_come(desk: Desk) -> None:
    """What shakes so hard that no scan is quiet has no low scans."""
    desk.touch(4)
    desk.run(100 * MS)
    desk.board.rise = TREMBLING
    desk.touch(1)
    desk.run(100 * MS)
    assert not desk.table.trouble(), "a hand may shake once"
    desk.touch(2)
    desk.run(100 * MS)
    [said] = desk.table.trouble()
    assert "power bank" in said and desk.doubts() == {("suspect", 4, NOISY)}
    desk.board.rise = STEADY
    signal = hold(desk, 3, 0)
    assert min(signal.early_us, signal.uncertain_us) >= NOISY_US, "one that is calm in it, too"
    hold(desk, 3, 0, looks=QUIET_LOOKS)
    assert desk.table.trouble(), "quiet looks alone say little"
    for _ in range(CONTACTS):
        hold(desk, 3, 0)
    assert not desk.table.trouble(), "the charger is gone"


def test_a_moment_that_the_board_does_not_know_is_in_doubt_both_ways(desk: Desk) -> None:
    desk.touch(1, doubt=UNKNOWN_US)
    desk.run(20 * MS)
    assert min(desk.felt[0].early_us, desk.felt[0].uncertain_us) >= NOISY_US


def test_a_hand_that_was_there_before_the_board_could_look_has_no_order(desk: Desk) -> None:
    """It may have come at any moment since the pad was last known to be free."""
    sure_us = desk.table._pads[0].sure_us
    desk.touch(0, kind=Kind.HELD, doubt=23_808)
    desk.run(20 * MS)
    [signal] = desk.felt
    assert signal.at_us - signal.uncertain_us <= sure_us


def test_touches_of_one_scan_have_one_stamp(desk: Desk) -> None:
    at_us = desk.now_us
    for pad in (3, 0, 4):
        desk.board.feel(Kind.TOUCH, pad, at_us)
    desk.board.feel(Kind.TOUCH, 1, at_us + 90)
    desk.run(50 * MS)
    stamps = [signal.at_us for signal in desk.felt]
    assert len(set(stamps[:3])) == 1
    assert 89 <= stamps[3] - stamps[0] <= 92


def test_buttons_are_named_and_told_when_held(desk: Desk) -> None:
    for place in range(9):
        desk.touch(place, kind=Kind.PRESS)
        desk.touch(place, kind=Kind.LET_GO)
    desk.touch(6, kind=Kind.PRESS)
    desk.run(HELD_US + 200 * MS)
    seats = [f"press seat:{n}" for n in range(6)]
    assert desk.kinds() == [*seats, "press start", "press yes", "press no", "press start"] + [
        "held start"
    ]
    held = desk.felt[-1]
    assert held.at_us - desk.felt[-2].at_us == HELD_US


def test_a_board_that_starts_anew_holds_no_button(desk: Desk) -> None:
    desk.touch(6, kind=Kind.PRESS)
    desk.run(SECOND)
    desk.board.start(8, desk.now_us)
    desk.run(HELD_US)
    assert desk.kinds() == ["press start"]


def test_pads_that_the_table_does_not_have_are_nothing() -> None:
    few = configs.board()
    desk = met(config=replace(few, pads=few.pads[:2]))
    desk.touch(4)
    desk.touch(1)
    desk.run(200 * MS)
    assert desk.kinds() == ["touch 1"]
    assert desk.board.events == [], "what nobody feels is acknowledged"


# --- what is kept -----------------------------------------------------------------------------


def test_only_what_is_kept_is_acknowledged() -> None:
    desk = met(keeps=False)
    desk.touch(0)
    desk.touch(1)
    desk.run(SECOND)
    assert desk.kinds() == ["touch 0", "touch 1"], "told again and again, felt once"
    assert len(desk.board.events) == 2
    desk.table.acknowledge(desk.felt[1])
    desk.run(100 * MS)
    assert len(desk.board.events) == 2, "the first is still open"
    desk.table.acknowledge(desk.felt[0])
    desk.run(100 * MS)
    assert desk.board.events == []
    acks = [message for message in desk.board.said if isinstance(message, Ack)]
    assert acks[-1] == Ack(2)


def test_of_a_full_disk_the_board_keeps_32_and_says_what_is_lost() -> None:
    desk = met(keeps=False)
    for n in range(40):
        desk.touch(n % 5, kind=Kind.TOUCH if n % 2 == 0 else Kind.RELEASE)
        desk.run(20 * MS)
    desk.run(SECOND)
    marked = [signal for signal in desk.felt if signal.mark]
    assert len(marked) == EVENTS_MOST
    assert any("lost" in sentence for sentence in desk.table.trouble())
    for signal in marked:
        desk.table.acknowledge(signal)
    desk.run(SECOND)
    assert desk.board.events == []
    desk.run(61 * SECOND)
    assert desk.table.trouble() == (), "not for ever"


def test_a_fact_of_an_earlier_boot_acknowledges_nothing() -> None:
    desk = met(keeps=False)
    desk.touch(0)
    desk.run(50 * MS)
    old = desk.felt[0]
    desk.board.start(8, desk.now_us)
    desk.run(SECOND)
    desk.touch(1)
    desk.run(50 * MS)
    desk.table.acknowledge(old)
    desk.run(100 * MS)
    assert len(desk.board.events) == 1


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 300))
def test_on_a_bad_wire_nothing_is_lost_felt_twice_or_reordered(seed: int, events: int) -> None:
    desk = met()
    desk.spoil = spoiler(seed, 0.2)
    expected = []
    for n in range(events):
        kind = (Kind.PRESS, Kind.LET_GO)[n % 2]
        desk.touch(n // 2 % 6, kind=kind)
        expected += [f"press seat:{n // 2 % 6}"] if kind is Kind.PRESS else []
        desk.run(20 * MS)
    desk.run(3 * SECOND)
    assert desk.kinds() == expected
    assert desk.board.events == []
    stamps = [signal.at_us for signal in desk.felt if signal.mark]
    assert stamps == sorted(stamps)


# --- away and back ----------------------------------------------------------------------------


def test_a_board_that_is_unplugged_is_said_and_its_pads_are_doubted(desk: Desk) -> None:
    desk.plugged = False
    desk.run(400 * MS)
    assert desk.table.is_away
    assert {why for kind, _, why in desk.doubts() if kind == "suspect"} == {AWAY}
    assert desk.table.trouble() == ("There is no board.",)
    assert {pad.why for pad in desk.table.pads()} == {AWAY}
    desk.felt.clear()

    desk.plugged = True
    desk.board.start(8, desk.now_us)
    desk.run(3 * SECOND)
    assert not desk.table.is_away
    assert {kind for kind, _, _ in desk.doubts()} == {"trust"}
    assert desk.table.trouble() == ()


@pytest.mark.parametrize("seed", range(8))
def test_what_was_felt_while_it_was_away_is_all_told_in_doubt(desk: Desk, seed: int) -> None:
    """Where its pads were trusted in between, whoever came first would be in doubt, and another one
    be said to be the first."""
    desk.spoil = spoiler(seed, 0.02)
    desk.plugged = False
    desk.run(400 * MS)
    for pad in (3, 2, 1):
        desk.touch(pad)
        desk.run(5 * MS)
    desk.felt.clear()
    desk.plugged = True
    desk.run(5 * SECOND)
    kinds = [signal.kind for signal in desk.felt]
    assert desk.kinds() == ["touch 3", "touch 2", "touch 1"] and kinds.count(Felt.TRUST) == 5
    assert kinds.index(Felt.TRUST) == 3


def test_among_hands_a_board_that_is_back_is_not_trusted(desk: Desk) -> None:
    desk.plugged = False
    desk.run(400 * MS)
    desk.plugged = True
    while desk.table.now().stage != "talking":
        desk.run(10 * MS)
    for pad in (3, 2, 1):
        desk.touch(pad)
        desk.run(400 * MS)
        desk.touch(pad, kind=Kind.RELEASE)
    desk.run(5 * SECOND)
    kinds = [signal.kind for signal in desk.felt]
    assert kinds.count(Felt.TOUCH) == 3 and kinds.count(Felt.TRUST) == 5
    last = max(n for n, kind in enumerate(kinds) if kind is Felt.TOUCH)
    assert kinds.index(Felt.TRUST) > last


def test_a_board_that_never_came_is_away_after_a_while() -> None:
    desk = Desk()
    desk.plugged = False
    desk.run(START_US - 100 * MS)
    assert not desk.table.is_away, "it may still start"
    desk.run(200 * MS)
    assert desk.table.is_away
    assert suspects(desk) == dict.fromkeys(range(5), AWAY)
    desk.plugged = True
    desk.run(4 * SECOND)
    assert suspects(desk) == {} and not desk.table.is_away


def test_a_board_that_falls_silent_is_away_within_a_second(desk: Desk) -> None:
    desk.board.mute = True
    desk.run(600 * MS)
    assert desk.table.is_away
    assert "quiet" in desk.table.trouble()[0]
    desk.board.mute = False
    desk.run(SECOND)
    assert not desk.table.is_away, "it is greeted anew, though it never noticed"
    desk.touch(0)
    desk.run(50 * MS)
    assert desk.kinds() == ["touch 0"]


def test_what_happened_meanwhile_is_told_from_what_is_so_now(desk: Desk) -> None:
    desk.touch(1)
    desk.touch(3, kind=Kind.LIFT)
    desk.run(SECOND)
    desk.plugged = False
    gone_us = desk.clock.now_us()
    desk.run(SECOND)
    for kind, pad in ((Kind.TOUCH, 0), (Kind.RELEASE, 1), (Kind.LIFT, 2), (Kind.HOME, 3)):
        desk.board.feel(kind, pad, desk.now_us, told=False)
    desk.plugged = True
    desk.board.start(8, desk.now_us)
    desk.felt.clear()
    desk.run(3 * SECOND)
    assert sorted(desk.kinds()) == ["home 3", "lift 2", "release 1", "touch 0"]
    for signal in (s for s in desk.felt if s.kind in (Felt.TOUCH, Felt.LIFT)):
        assert signal.at_us - signal.uncertain_us <= gone_us, "any moment since it was away"


def test_a_watchdog_s_start_is_no_absence(desk: Desk) -> None:
    desk.board.mute = True
    desk.run(200 * MS)
    desk.board.mute, desk.board.cause = False, Cause.WATCHDOG
    desk.board.start(9, desk.now_us)
    desk.run(SECOND)
    assert not desk.table.is_away
    assert desk.doubts() == set()
    assert desk.table.now().cause == Cause.WATCHDOG
    desk.touch(2)
    desk.run(50 * MS)
    assert desk.kinds() == ["touch 2"]


def test_an_event_under_way_is_not_made_up(desk: Desk) -> None:
    desk.board.feel(Kind.TOUCH, 0, desk.now_us, told=False)
    desk.run(120 * MS)
    assert desk.kinds() == [], "one beat may speak of a contact that is still weighed"
    desk.run(200 * MS)
    assert desk.kinds() == ["touch 0"]


def test_a_companion_that_was_gone_gets_what_the_board_kept() -> None:
    first = Desk(keeps=False)
    first.meet()
    first.touch(0)
    first.run(50 * MS)
    first.run(3 * SECOND)
    again = Desk(board=first.board)
    again.now_us = first.now_us
    again.board.greeted = False
    again.run(SECOND)
    assert again.kinds() == ["touch 0"]
    assert [m.wanted for m in again.board.said if isinstance(m, Greet)][-1] == 0


# --- trust ------------------------------------------------------------------------------------


def suspects(desk: Desk) -> dict[int, str]:
    return {pad.pad: pad.why for pad in desk.table.pads() if pad.why}


def test_a_board_that_was_never_calibrated_is_doubted() -> None:
    board = FakeBoard(began_us=10 * SECOND)
    board.parameters |= {pad << 4: 0 for pad in range(5)}
    desk = met(board)
    assert suspects(desk) == dict.fromkeys(range(5), UNCALIBRATED)
    assert "companion calibrate" in " ".join(desk.table.trouble())


@pytest.mark.parametrize(
    ("level", "noise", "why"),
    [
        (35, 255, NOISY),
        (60, 0, DRIFTED),
        (12, 0, OPEN),
        (127, 0, SHORTED),
    ],
)
def test_a_pad_that_is_not_well_is_doubted_and_trusted_again(
    desk: Desk, level: int, noise: int, why: str
) -> None:
    desk.board.levels[2], desk.board.noises[2] = level, noise
    desk.run(5 * SECOND)
    assert suspects(desk) == {2: why}
    assert ("suspect", 2, why) in desk.doubts()
    desk.board.levels[2], desk.board.noises[2] = 35, 0
    desk.run(5 * SECOND)
    assert suspects(desk) == {}
    assert ("trust", 2, "") in desk.doubts()


def test_a_hand_on_a_pad_is_no_noise(desk: Desk) -> None:
    desk.touch(2)
    desk.board.noises[2] = 255
    desk.run(5 * SECOND)
    assert suspects(desk) == {}


def test_one_restless_second_is_no_noise(desk: Desk) -> None:
    desk.run(5 * SECOND)
    desk.board.noises[2] = 255
    desk.run(SECOND)
    desk.board.noises[2] = 0
    desk.run(3 * SECOND)
    assert desk.doubts() == set()


def test_a_pad_that_is_touched_without_end_is_stuck(desk: Desk) -> None:
    desk.touch(4)
    desk.run(trust.STUCK_US + SECOND)
    assert suspects(desk) == {4: trust.STUCK}


def test_a_chattering_pad_is_muted_acknowledged_and_told_to_be_free_at_last(desk: Desk) -> None:
    for n in range(61):
        desk.touch(0, kind=(Kind.TOUCH, Kind.RELEASE)[n % 2])
        desk.run(15 * MS)
    assert suspects(desk) == {0: trust.CHATTERING}
    told = len(desk.kinds())
    assert told < 61
    assert desk.board.events == []
    desk.touch(0, kind=Kind.RELEASE)
    desk.run(5 * SECOND)
    assert suspects(desk) == {}
    on = [kind for kind in desk.kinds()]
    assert on.count("touch 0") == on.count("release 0")


def test_margins_are_words(desk: Desk) -> None:
    desk.board.levels[1], desk.board.noises[3] = 40, 50
    desk.run(25 * SECOND)
    margins = [pad.margin for pad in desk.table.pads()]
    assert margins[0] == "calm, as calibrated, feels 2.7\u00a0pF"
    assert margins[1] == "calm, 3\u00a0pF off its calibration, feels 2.7\u00a0pF"
    assert margins[3].startswith("restless, ")


def test_readings_of_the_board_are_known_a_moment_after_they_were_asked_for(desk: Desk) -> None:
    desk.board.parameters[Reading.RX_BAD] = 12
    desk.table.look_at_board()
    desk.run(SECOND)
    now = desk.table.now()
    assert dict(now.readings)[Reading.RX_BAD] == 12
    assert (now.version, now.image, now.cause) == (2, desk.board.image, Cause.POWER)


def test_a_signal_of_the_pi_s_own_buttons_is_nothing_to_the_board(desk: Desk) -> None:
    desk.table.acknowledge(Signal(Felt.PRESS, 5, button="start"))
    assert desk.table.now().trouble == ()


def test_the_pi_s_buttons_and_lights_are_there_too() -> None:
    from companion.table.pins import mock_factory

    usual = configs.on_a_board(configs.default())
    factory = mock_factory(lambda: 5.0)
    desk = Desk(config=replace(usual, board=BoardConfig()), factory=factory)
    try:
        used = {pin.name for pin in factory.pins}
        assert used == {"GPIO23", "GPIO24", "GPIO25"}, "no pin of a touch module"
        assert desk.table.alive()
    finally:
        desk.table.close()
        factory.close()
