"""Evenings with grabs, carried dolphins, feints, spills, loose wires and chargers."""

from collections import Counter

import pytest

from companion.table import frames
from companion.table.board.noise import SENTENCE
from companion.table.frames import UNKNOWN_US
from tests.firmware.evenings import MS, PADS, SECOND, Evening, doubt_code

PALM = 3  # of the zoo
PROMISED_VOLT = 0.3  # of a charger, as a peak: with more, doubt is said


def played(seed: int, rounds: int) -> Counter[str]:
    evening = Evening(seed, PROMISED_VOLT)
    evening.play(rounds)
    never = ("deaf", "deaf in noise", "false", "stopped a round", "wrong")
    assert not [what for what in never if evening.count[what]], evening.odd
    return evening.count


def test_no_doubt_is_told_as_less_than_it_is() -> None:
    """Whatever two bytes may hold, as docs/protocol.md has it; what does not fit is unknown."""
    codes = [doubt_code(us) for us in range(1 << 16)]
    told_us = [frames._uncertain_us(code) for code in codes]
    assert codes == sorted(codes) and codes[-1] == 255
    for us, told in enumerate(told_us):
        assert us == told < 192 or us <= told <= us * 25 / 12 or told == UNKNOWN_US <= us * 1.04, us


def test_no_pad_is_deaf_and_no_grab_is_made_up_in_an_evening() -> None:
    count = played(3, rounds=3)
    assert count["felt"] >= 10 and count["still in doubt"] == 0, count


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_nor_in_a_hundred() -> None:
    count = sum((played(seed, rounds=6) for seed in range(100)), Counter())
    print(count)
    assert count["felt"] > 2_000 and count["doubted"] + count["still in doubt"] < 50, count


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_a_strong_charger_is_said_until_it_is_gone_and_order_is_never_wrong_in_it() -> None:
    evening = Evening(4, 0.0, mishaps=False)
    evening.desk.do("charger", 1.0, 65e3)
    evening.play(3)
    assert not [what for what in ("deaf", "false", "wrong") if evening.count[what]], evening.odd
    assert evening.said == {SENTENCE} and evening.table.trouble() == ()


def test_a_charger_that_swings_once_a_scan_is_said_after_a_round() -> None:
    """Only some looks see it."""
    evening = Evening(301, 0.0, mishaps=False)
    evening.desk.do("charger", PROMISED_VOLT, 11_930.0)
    evening.play(1)
    assert not evening.count["wrong"] and evening.said == {SENTENCE}, evening.odd


def off_its_wire(seed: int, off_us: float, hovers: bool) -> None:
    """A ring's wire is off in a round, and on again. What is told of it is in doubt, a hand that
    comes then is felt or its pad doubted, and in the next round all is well."""
    evening = Evening(seed, 0.0, mishaps=False)
    evening.run(2 * SECOND)
    evening.on = True
    evening.run(300 * MS)
    pad = seed % PADS
    evening.desk.do("wire", pad, 0)
    if hovers:
        evening.desk.grab(pad, PALM, evening.desk.now_us + off_us)
        evening.desk.do("stop", pad, 3.0)
    evening.run(off_us)
    evening.desk.do("wire", pad, 1)
    evening.run(400 * MS)
    assert all(told.doubted for told in evening.told), evening.told
    assert evening.table.pads()[pad].why, "it is doubted"
    if hovers:
        evening.desk.do("leave", pad, evening.desk.now_us)
        evening.run(800 * MS)
    assert not evening.table.pads()[pad].touched
    evening.on = False
    evening.run(5 * SECOND)
    evening.play(0)
    assert evening.count["felt"] == PADS and evening.count["still in doubt"] == 0, evening.odd


@pytest.mark.parametrize(
    ("off_us", "hovers"), [(120 * MS, True), (700 * MS, False)], ids=["a hand near", "nobody near"]
)
def test_a_ring_wire_that_was_off_in_a_round_is_no_hand_when_it_is_back(
    off_us: float, hovers: bool
) -> None:
    off_its_wire(11, off_us, hovers)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_nor_of_any_pad_however_long_it_was_off() -> None:
    for seed in range(20, 50):
        off_its_wire(seed, 90 * MS * 667 ** ((seed - 20) / 29), hovers=seed % 2 == 1)


def test_a_charger_with_nobody_near_touches_nothing() -> None:
    nobody(1.0)


def test_nor_does_a_strong_one_though_pads_jump_in_it() -> None:
    jumped = 0
    for seed in range(10, 40):
        evening = Evening(seed, 0.0, mishaps=False)
        evening.desk.do("charger", 3.0, 37e3)
        evening.run(400_000)
        assert evening.told == []
        jumped += [pad.why for pad in evening.table.pads()].count("noisy")
    assert jumped > 0


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_nor_in_minutes() -> None:
    nobody(100.0)


def nobody(seconds: float) -> None:
    """Only the air lies between the pads and whoever sits there, and they swing by a volt."""
    evening = Evening(5, 0.0, mishaps=False)
    for hz in (20e3, 65e3, 200e3):
        evening.desk.do("charger", 1.0, hz)
        evening.run(seconds * 1_000_000)
    assert evening.told == [] and evening.table.trouble() == ()
