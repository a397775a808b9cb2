"""What a pad feels: contacts, soft touches, hovering hands, lifted dolphins, hands at power-on."""

import itertools
from collections.abc import Iterator

import pytest

from companion.table import frames
from companion.table.boardsim.simulator import Simulator
from companion.table.frames import Beat, Event, Field, Get, Kind, Save, Set, Value, parameter
from tests.firmware.bench import Host, built, usual_noise

HOME_PF = 12.0  # a dolphin's copper between a pad's middle and its ring, nobody near
HELD_PF = 6.0  # the same with a hand on it, which takes half away


def beats(host: Host) -> Beat:
    """The newest."""
    host.run(110_000)
    return [h.message for h in host.heard if isinstance(h.message, Beat)][-1]


@pytest.mark.parametrize("pad", range(5))
def test_five_picofarad_are_always_felt(host: Host, pad: int) -> None:
    for n in range(8):
        host.sim.touch(pad, 5, host.sim.now_us + 900 + 137 * n)
        host.run(3000)
        host.sim.leave(pad, host.sim.now_us)
        host.run(60_000, slice_us=5000)

    assert host.kinds() == [(Kind.TOUCH, pad), (Kind.RELEASE, pad)] * 8


def test_hands_at_one_moment_are_mostly_ties_and_never_a_scan_apart(host: Host) -> None:
    """Pads cross within 5 us of each other, so a contact just then falls into two scans."""
    apart = 0
    for n in range(12):
        host.sim.touch(0, 20, host.sim.now_us + 900 + 89 * n)
        host.sim.touch(4, 20, host.sim.now_us + 900 + 89 * n)
        host.run(4000)
        one, other = host.touches()[-2:]
        assert {one.place, other.place} == {0, 4}
        assert abs(one.at_us - other.at_us) <= 150
        apart += one.at_us != other.at_us
        host.sim.leave(0, host.sim.now_us)
        host.sim.leave(4, host.sim.now_us)
        host.run(50_000, slice_us=5000)
    assert apart <= 2


def test_two_hands_on_one_dolphin_are_one_touch_until_both_leave(host: Host) -> None:
    now = host.sim.now_us
    host.sim.touch(2, 20, now + 1000)
    host.sim.touch(2, 45, now + 1400)  # the second hand
    host.sim.touch(2, 15, now + 50_000)  # one of them leaves
    host.run(150_000, slice_us=5000)
    assert host.kinds() == [(Kind.TOUCH, 2)]

    host.sim.leave(2, host.sim.now_us)
    host.run(60_000, slice_us=5000)
    assert host.kinds() == [(Kind.TOUCH, 2), (Kind.RELEASE, 2)]


def test_a_neighbour_that_is_full_does_not_hide_a_contact(host: Host) -> None:
    host.sim.touch(1, 200, host.sim.now_us + 500)
    host.run(20_000)
    host.sim.approach(2, 8, host.sim.now_us + 11_000)
    host.run(15_000)

    assert [t.place for t in host.touches()] == [1, 2]


def test_a_hand_that_never_jumps_is_a_soft_touch_and_says_how_wide(host: Host) -> None:
    begins_us = host.sim.now_us
    host.sim.press_slowly(3, 30, begins_us, ramp_us=60_000)
    host.run(120_000, slice_us=5000)

    [soft] = [e for _, e in host.events if isinstance(e, Event) and e.kind is not Kind.NEAR]
    assert soft.kind is Kind.SOFT and soft.place == 3
    assert 5000 <= soft.uncertain_us < frames.UNKNOWN_US * 2
    stamp = soft.at_us - host.sim.board_us(begins_us)
    assert stamp - soft.uncertain_us < 60_000 < stamp + 20_000


def test_a_hovering_hand_is_near_and_no_touch(host: Host) -> None:
    host.sim.press_slowly(0, 3, host.sim.now_us, ramp_us=80_000)
    host.run(300_000, slice_us=5000)
    assert host.kinds() == [(Kind.NEAR, 0)]
    assert beats(host).state.near == 1

    host.sim.leave(0, host.sim.now_us)
    host.run(200_000, slice_us=5000)
    assert beats(host).state.near == 0
    host.sim.touch(0, 12, host.sim.now_us + 500)
    host.run(5000)
    assert host.kinds()[-1] == (Kind.TOUCH, 0)


@pytest.fixture
def dolphins() -> Iterator[Host]:
    """A board that came up with all five dolphins at home."""
    built()
    with Simulator(2) as sim:
        usual_noise(sim)
        for pad in range(5):
            sim.pad(pad, sim.ground_pf[pad], HOME_PF)
        host = Host(sim)
        host.greet()
        host.run(100_000)
        assert host.kinds() == []
        yield host


def test_the_first_dolphin_of_a_pad_is_no_touch_in_the_end(host: Host) -> None:
    host.sim.pad(3, host.sim.ground_pf[3], HOME_PF)
    host.run(300_000, slice_us=5000)

    assert host.kinds()[-2:] == [(Kind.HOME, 3), (Kind.RELEASE, 3)]
    assert beats(host).state.touched == 0


def test_a_grabbed_dolphin_is_touched_lifted_and_comes_home(dolphins: Host) -> None:
    host = dolphins
    sim = host.sim
    for n in range(3):
        pad = 1 + n
        touched_us = sim.now_us + 1000 + 313 * n
        sim.touch(pad, 22, touched_us, middle_pf=HELD_PF)
        host.run(120_000, slice_us=2000)
        lifted_us = sim.now_us
        sim.leave(pad, lifted_us)  # dolphin and hand are gone
        host.run(300_000, slice_us=2000)
        back_us = sim.now_us
        sim.touch(pad, 22, back_us, middle_pf=HELD_PF)
        sim.leave(pad, back_us + 40_000, HOME_PF)
        host.run(400_000, slice_us=2000)
        story = {e.kind: (at, e) for at, e in host.events if isinstance(e, Event)}
        assert {k for k, _ in host.kinds()} == {Kind.TOUCH, Kind.LIFT, Kind.RELEASE, Kind.HOME}
        assert len(host.events) == 4
        for kind, true_us in ((Kind.LIFT, lifted_us), (Kind.HOME, back_us)):
            at_us, event = story[kind]
            assert at_us - true_us <= 20_000
            late_us = event.at_us - sim.board_us(true_us)
            assert -10 <= late_us <= event.uncertain_us + 1210
        host.events.clear()


def test_a_pad_without_a_middle_never_tells_of_dolphins(host: Host) -> None:
    for pad in itertools.islice(itertools.cycle(range(5)), 25):
        host.sim.touch(pad, 30, host.sim.now_us + 777)
        host.run(13_000)
        host.sim.leave(pad, host.sim.now_us)
        host.run(40_000, slice_us=5000)

    assert {kind for kind, _ in host.kinds()} == {Kind.TOUCH, Kind.RELEASE}


def test_a_hand_at_power_on_is_held_when_the_pad_is_calibrated(host: Host) -> None:
    sim = host.sim
    for pad in range(5):
        base = host_base(host, pad)
        host.ask(Set(pad, parameter(pad, Field.BASE), base), Value)
    host.ask(Save(9), frames.Done, within_us=400_000)
    sim.touch(2, 40, sim.now_us)
    host.run(5000)
    sim.power_cycle()
    hello = host.greet()

    assert hello.cause == frames.Cause.POWER and hello.origin == frames.Origin.SLOT_A
    assert hello.state.touched == 1 << 2
    sim.leave(2, sim.now_us)
    host.run(60_000, slice_us=5000)
    assert host.kinds()[-1] == (Kind.RELEASE, 2)
    sim.touch(2, 12, sim.now_us + 500)
    host.run(5000)
    assert host.kinds()[-1] == (Kind.TOUCH, 2)


def test_a_hand_at_power_on_of_a_new_board_does_not_blind_the_pad() -> None:
    built()
    with Simulator(4) as sim:
        usual_noise(sim)
        sim.touch(1, 40, 0)
        host = Host(sim)
        host.greet()
        sim.leave(1, sim.now_us)
        host.run(10_000)
        sim.touch(1, 10, sim.now_us + 500)  # at once, and again when the pad has found its base
        host.run(3000)
        assert host.kinds() == [(Kind.TOUCH, 1)]
        sim.leave(1, sim.now_us)
        host.run(600_000, slice_us=5000)
        sim.touch(1, 10, sim.now_us + 500)
        host.run(100_000, slice_us=5000)
        assert beats(host).state.touched == 1 << 1


@pytest.mark.parametrize("hum_hz", [50.0, 60.0])
def test_hum_on_a_held_pad_is_no_release(host: Host, hum_hz: float) -> None:
    host.sim.table.hum_volt, host.sim.table.hum_hz = 0.6, hum_hz
    host.sim.touch(4, 8, host.sim.now_us + 1000)
    host.run(2_000_000, slice_us=10_000)

    assert host.kinds() == [(Kind.TOUCH, 4)]


def noise(host: Host, seconds: int, hum_hz: float = 50.0) -> None:
    """Twice what is expected: 20 mV, 0.3 V of hum, 47 impulses of 1.5 V a second."""
    usual_noise(host.sim, 2)
    table = host.sim.table
    table.hum_hz = hum_hz
    table.impulse_chance, table.impulse_volt = 0.0008, 1.5
    table.drift, table.drift_s = 0.03, 120.0
    for _ in range(seconds):
        host.run(1_000_000, slice_us=20_000)
    assert host.kinds() == []


def test_noise_alone_is_nothing(host: Host) -> None:
    noise(host, 8)


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("hum_hz", [50.0, 60.0])
def test_ten_minutes_of_noise_are_nothing(host: Host, hum_hz: float) -> None:
    noise(host, 300, hum_hz)


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_five_hundred_lifts_and_returns(dolphins: Host) -> None:
    host = dolphins
    for n in range(500):
        pad = n % 5
        host.sim.leave(pad, host.sim.now_us + 71 * (n % 67))
        host.run(150_000, slice_us=5000)
        host.sim.pad(pad, host.sim.ground_pf[pad], HOME_PF, at_us=host.sim.now_us + 53 * (n % 91))
        host.run(150_000, slice_us=5000)
        assert host.kinds() == [(Kind.LIFT, pad), (Kind.HOME, pad)]
        host.events.clear()


def host_base(host: Host, pad: int) -> int:
    """The pad's base as the board tells it once a second."""
    host.run(1_100_000, slice_us=10_000)
    healths = [h.message for h in host.heard if isinstance(h.message, frames.Health)]
    return next(h.base for h in reversed(healths) if h.pad == pad)


def test_a_field_out_of_its_limits_is_refused(host: Host) -> None:
    refused = host.ask(Set(5, parameter(0, Field.STEP), 4), frames.Refused)
    assert refused == frames.Refused(5, frames.Why.VALUE)
    assert host.ask(Get(6, parameter(0, Field.STEP)), Value).value == 5
