"""The guide that calibrates a board: it stores nothing that is not good, whatever it is fed."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from companion.say import say
from companion.table.board.calibration.guide import Guide, Step
from companion.table.board.calibration.margins import (
    GOOD_SHARE,
    TOUCH_LEAST,
    Mark,
    Measured,
    result_of,
    settings_of,
)
from companion.table.frames import Field
from companion.words import Pad
from tests.table.desk import DOLPHINS, EMPTY, Desk


def test_hands_that_do_as_they_are_asked_make_good_settings() -> None:
    desk = Desk()
    for pad in range(3):
        desk.show(pad)
    shown = desk.guide.now()
    assert shown.is_good and shown.may == ("again",)
    assert [say(pad.result.said, DOLPHINS) for pad in shown.pads if pad.result] == [
        f"{name}: touch is 40 times its noise: good." for name in ("Red", "Blue", "Green")
    ]
    told = desk.guide.settings()
    assert told is not None and set(told) == {0, 1, 2}
    for pad, fields in told.items():
        assert abs(fields[Field.BASE] / 256 - EMPTY[pad]) <= 1
        assert (fields[Field.STEP], fields[Field.OFF]) == (5, 5)
        assert 18 <= fields[Field.SOFT] <= 24 and 24 <= fields[Field.NEAR] <= 64


def test_without_split_pads_nobody_is_asked_to_lift() -> None:
    desk = Desk(lifts=False)
    for pad in range(3):
        desk.show(pad)
    assert desk.guide.now().is_good


def test_nothing_is_to_be_stored_before_the_last_dolphin() -> None:
    desk = Desk()
    for pad in range(2):
        desk.show(pad)
        assert desk.guide.settings() is None and not desk.guide.say("keep")


def test_the_wrong_dolphin_is_named_and_the_right_one_still_counts() -> None:
    desk = Desk()
    desk.wait()
    desk.hand(1, 3)
    assert say(desk.wait().hint or desk.guide.now().asked, DOLPHINS).startswith("That is Blue.")
    desk.hand(1, 0)
    desk.hand(0, 3)
    assert desk.wait().step is Step.TOUCH
    desk.hand(1, 40)
    assert "That is Blue. Now it is the turn of Red." in (desk.wait(), desk.words())[1]
    assert desk.guide.step is Step.TOUCH
    desk.hand(1, 0)
    desk.show(0)
    assert desk.guide.pad == 1


def test_a_touch_is_no_hover() -> None:
    desk = Desk()
    desk.wait()
    desk.hand(0, 40)
    assert "That was a touch already." in (desk.wait(), desk.words())[1]
    assert desk.guide.step is Step.NEAR


def test_taps_are_no_hover() -> None:
    desk = Desk()
    desk.wait()
    for _ in range(30):
        desk.hand(0, 40)
        desk.wait(3)
        desk.hand(0, 0)
        desk.wait(21)
    assert desk.guide.step is Step.NEAR
    assert desk.guide.now().pads[0].rise < TOUCH_LEAST


def test_a_pad_is_empty_when_it_has_come_to_rest() -> None:
    desk = Desk()
    for more in range(30, -1, -1):  # somebody takes a hand away, slowly
        desk.hand(0, more)
        assert desk.wait(20).step is Step.EMPTY
    desk.wait()
    for pad in range(3):
        desk.show(pad)
    told = desk.guide.settings()
    assert told is not None and abs(told[Pad(0)][Field.BASE] / 256 - EMPTY[0]) <= 1


def test_a_hand_that_stays_is_not_gone() -> None:
    desk = Desk()
    desk.wait()
    desk.hand(0, 3)
    desk.wait()
    desk.hand(0, 40)
    assert desk.wait().step is Step.OFF
    desk.hand(0, 10)
    assert "Red still feels a hand." in (desk.wait(), desk.words())[1]
    desk.hand(0, 0)
    assert desk.wait().step is Step.LIFT


def test_a_hand_that_lay_on_a_pad_from_the_start_is_found_out() -> None:
    desk = Desk()
    desk.hand(1, 30)
    desk.show(0)
    desk.hand(1, 0)
    shown = desk.wait()
    assert shown.step is Step.EMPTY and "Blue: emptier than at the start." in desk.words()
    desk.wait()
    assert desk.guide.pad == 1  # Red came out well, and need not be shown again
    desk.show(1)
    desk.show(2)
    told = desk.guide.settings()
    assert told is not None and abs(told[Pad(1)][Field.BASE] / 256 - EMPTY[1]) <= 1


def test_a_calibrated_pad_asks_whether_a_hand_is_on_it() -> None:
    desk = Desk()
    desk.guide = Guide(3, True, tuple(level * 256 for level in EMPTY))
    desk.hand(2, 25)
    assert "Is a hand on Green" in (desk.wait(), desk.words())[1]
    desk.hand(2, 0)
    assert desk.wait().step is Step.NEAR


def test_a_wire_that_comes_off_is_noticed_and_then_missed() -> None:
    desk = Desk()
    desk.show(0)
    desk.levels[1] = 12
    assert desk.wait().step is Step.EMPTY
    desk.wait()
    assert desk.guide.say("skip")  # no hover
    assert "Look at its wire and its two resistors at A1" in (desk.wait(1000), desk.words())[1]
    assert desk.guide.say("skip")  # left out
    desk.show(2)
    assert desk.guide.settings() is None
    assert desk.guide.say("keep")
    told = desk.guide.settings()
    assert told is not None and set(told) == {0, 2}  # Blue's stay as they were


def test_a_dolphin_that_is_off_its_pad_is_asked_for_and_then_given_up() -> None:
    desk = Desk()
    desk.show(0)
    desk.lifted = 2
    assert "Blue is off its pad. Put it back" in (desk.wait(), desk.words())[1]
    desk.lifted = 0
    desk.hand(1, 3)
    assert desk.wait().step is Step.TOUCH
    desk.hand(1, 0)
    desk.lifted = 2
    desk.wait(2000)
    desk.wait(2000)
    assert desk.guide.pad == 2  # it has come back to where nobody waits for it
    desk.show(2)
    assert desk.guide.settings() is None


def test_a_full_pad_is_no_dead_end() -> None:
    desk = Desk()
    desk.levels[1] = 126
    desk.show(0)
    assert desk.guide.pad == 2
    desk.show(2)
    blue = desk.guide.now().pads[1].result
    assert blue is not None and blue.mark is Mark.BAD
    (why,) = blue.why
    # 68 pF come of any of these, as `companion doctor --pad` says, too.
    reasons = "all hands off", "touches ground", "far too long", "470 kilo-ohm"
    assert all(reason in why.template for reason in reasons), why
    assert desk.guide.settings() is None


def test_a_hand_that_two_pads_feel_is_no_good_pad() -> None:
    desk = Desk()
    desk.wait()
    desk.hand(0, 3)
    desk.wait()
    desk.hand(0, 40)
    desk.hand(1, 24)
    assert "Blue feels it, too." in (desk.wait(200), desk.words())[1]
    desk.wait(2000)  # nobody takes a second hand away: then it is the wires
    assert desk.guide.step is Step.OFF
    desk.hand(1, 0)
    desk.show(0)
    red = desk.guide.now().pads[0].result
    assert red is not None and red.mark is Mark.BAD
    assert any("Lay their wires" in say(why, DOLPHINS) for why in red.why)


def test_one_step_back_and_the_dolphin_before() -> None:
    desk = Desk()
    desk.wait()
    assert not desk.guide.say("back")  # nothing is behind it
    desk.hand(0, 3)
    desk.wait()
    assert desk.guide.say("back") and desk.guide.step is Step.NEAR
    desk.hand(0, 0)
    desk.show(0)
    assert desk.guide.pad == 1 and desk.guide.say("back")
    desk.wait()
    assert desk.guide.pad == 0


def test_once_more_asks_for_those_that_are_not_good() -> None:
    desk = Desk()
    for pad in range(3):
        desk.show(pad, grip=9 if pad == 1 else 40)
    assert [p.result.mark for p in desk.guide.now().pads if p.result] == [
        Mark.GOOD,
        Mark.WEAK,
        Mark.GOOD,
    ]
    assert desk.guide.say("again")
    desk.wait()
    assert desk.guide.pad == 1
    desk.show(1)
    assert desk.guide.now().is_good


samples = st.floats(-300, 300, allow_nan=False) | st.sampled_from([0.0, 1e9, -1e9])
measured = st.builds(
    Measured,
    pad=st.integers(0, 4).map(Pad),
    empty=samples,
    noise=samples.map(abs),
    grip=samples,
    hover=st.none() | samples,
    echo=samples,
    echoed=st.none() | st.integers(0, 4).map(Pad),
    lifted=st.none() | st.booleans(),
)


@given(measured)
def test_settings_are_always_what_the_board_takes(m: Measured) -> None:
    fields = settings_of(m)
    assert 0 < fields[Field.BASE] < 127 * 256
    assert 5 <= fields[Field.STEP] <= 127
    assert 0 < fields[Field.OFF] < fields[Field.SOFT] <= 127
    assert fields[Field.STEP] < fields[Field.SOFT]
    assert 0 < fields.get(Field.NEAR, 1) < 256


@given(measured)
def test_a_good_pad_is_felt_well(m: Measured) -> None:
    if result_of(m).mark is not Mark.GOOD:
        return
    fields = settings_of(m)
    assert m.grip >= max(TOUCH_LEAST, 2 * fields[Field.STEP], 6 * m.noise)
    assert m.share < GOOD_SHARE and m.empty + TOUCH_LEAST <= 127


@given(measured)
def test_what_is_not_good_says_what_to_do(m: Measured) -> None:
    result = result_of(m)
    if math.isfinite(m.empty) and result.mark is not Mark.GOOD:
        assert result.why or m.echoed is None


class AnyHands(RuleBasedStateMachine):
    """Whatever the pads show and whatever anybody says, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.desk = Desk()
        self.told_to_keep = False

    @rule(pad=st.integers(0, 2), samples=st.integers(-40, 60))
    def hand(self, pad: int, samples: int) -> None:
        self.desk.hand(pad, samples)

    @rule(lifted=st.integers(0, 7))
    def lift(self, lifted: int) -> None:
        self.desk.lifted = lifted

    @rule(pad=st.integers(0, 2), level=st.integers(0, 126))
    def anything(self, pad: int, level: int) -> None:
        self.desk.levels[pad] = level

    @rule(readings=st.integers(1, 300))
    def wait(self, readings: int) -> None:
        self.desk.wait(readings)

    @precondition(lambda self: self.desk.guide.pad is not None)
    @rule(grip=st.integers(0, 50))
    def act(self, grip: int) -> None:
        """What is asked for, more or less."""
        pad = self.desk.guide.pad
        assert pad is not None
        step = self.desk.guide.step
        self.desk.hand(pad, {Step.NEAR: 3, Step.TOUCH: grip}.get(step, 0))
        self.desk.lifted = 1 << pad if step is Step.LIFT else 0
        self.desk.wait(200)

    @rule(word=st.sampled_from(["skip", "back", "again", "keep", "stop", ""]))
    def say(self, word: str) -> None:
        taken = self.desk.guide.say(word)
        assert taken == (word in self.may)
        if taken:
            self.told_to_keep = word == "keep"

    @invariant()
    def only_good_things_or_those_that_somebody_wants_are_stored(self) -> None:
        guide = self.desk.guide
        shown, told = guide.now(), guide.settings()
        self.may = shown.may
        assert say(shown.asked, DOLPHINS) and say(shown.seen, DOLPHINS)
        if told is None:
            return
        marks = [pad.result.mark for pad in shown.pads if pad.result]
        assert shown.is_over and len(marks) == 3
        assert self.told_to_keep or set(marks) == {Mark.GOOD}


TestAnyHands = pytest.mark.filterwarnings("error")(AnyHands.TestCase)
TestAnyHands.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)
