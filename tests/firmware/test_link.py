"""The conversation: nothing is lost or told twice on a bad wire, the board says how it is."""

import random

import pytest

from companion.table import frames
from companion.table.boardsim.simulator import Simulator
from companion.table.frames import (
    Ack,
    Beat,
    Cause,
    Done,
    Event,
    Get,
    Greet,
    Health,
    Hello,
    Kind,
    Light,
    Ping,
    Pong,
    Raw,
    Reading,
    Rebase,
    Refused,
    Stream,
    Value,
    Why,
)
from tests.firmware.bench import Host, built

SIM_BYTE_US = 44  # simavr paces a byte by 11 bits


def press(host: Host, port: str, for_us: float = 40_000) -> None:
    host.sim.button(port, True)
    host.run(for_us)
    host.sim.button(port, False)
    host.run(for_us)


def spoiler(seed: int, share: float, frame_bytes: int) -> object:
    """Flips a bit in every so many bytes that `share` of all frames is spoiled."""
    chance = random.Random(seed)
    per_byte = 1 - (1 - share) ** (1 / frame_bytes)

    def spoil(data: bytes) -> bytes:
        return bytes(
            b ^ 1 << chance.randrange(8) if chance.random() < per_byte else b for b in data
        )

    return spoil


def test_hello_comes_until_somebody_greets_and_names_the_binary() -> None:
    built()
    with Simulator(3) as sim:
        host = Host(sim)
        host.run(400_000, slice_us=5000)
        hellos = [h.message for h in host.heard if isinstance(h.message, Hello)]
        assert len(hellos) >= 3 and len(set(hellos)) == 1
        [hello] = set(hellos)
        assert (hello.protocol, hello.pads, hello.buttons) == (frames.PROTOCOL, 5, 9)
        assert hello.cause == Cause.POWER
        assert hello.image == image_crc()


def image_crc() -> int:
    import binascii

    from tests.firmware.bench import FIRMWARE

    return binascii.crc32((FIRMWARE / "build" / "touch_board.bin").read_bytes())


def test_a_greeting_for_another_boot_is_refused(host: Host) -> None:
    assert host.boot is not None
    refused = host.ask(Greet(0, host.boot + 1), Refused)
    assert refused.why is Why.BOOT


def test_the_beat_comes_every_tenth_of_a_second(host: Host) -> None:
    before = len(host.heard)
    host.run(2_000_000, slice_us=10_000)
    beats = [h for h in host.heard[before:] if isinstance(h.message, Beat)]
    gaps = [b.at_us - a.at_us for a, b in zip(beats, beats[1:], strict=False)]
    assert 19 <= len(beats) <= 20
    assert all(98_000 <= gap <= 102_000 for gap in gaps)
    pads = [h.message.pad for h in host.heard[before:] if isinstance(h.message, Health)]
    assert set(pads) == set(range(5))


def test_a_pad_that_stays_a_little_heavier_silences_nobody(host: Host) -> None:
    """A hovering hand hushes what can wait; a dolphin that stands otherwise must not."""
    host.sim.press_slowly(0, 1.8, host.sim.now_us, ramp_us=80_000)
    host.run(500_000, slice_us=5_000)
    before = len(host.heard)
    host.run(1_000_000, slice_us=10_000)
    pads = [h.message.pad for h in host.heard[before:] if isinstance(h.message, Health)]
    assert len(pads) >= 20


def test_a_silent_host_is_taken_for_gone_and_gets_all_when_it_is_back(host: Host) -> None:
    host.acks = False
    sim = host.sim
    sim.run_us(2_500_000)
    sim.button("D4", True)
    sim.run_us(50_000)
    sim.button("D4", False)
    host.run(200_000)
    assert isinstance(host.heard[-1].message, Hello)
    assert host.kinds() == []

    host.acks = True
    host.greet()
    host.run(20_000)
    assert host.kinds() == [(Kind.PRESS, 0), (Kind.LET_GO, 0)]


def test_what_is_not_acknowledged_is_told_again_ever_more_seldom(host: Host) -> None:
    host.acks = False
    host.sim.button("D5", True)
    before = len(host.heard)
    host.run(900_000)
    told = [h.at_us for h in host.heard[before:] if isinstance(h.message, Event)]
    gaps = [round((b - a) / 1000) for a, b in zip(told, told[1:], strict=False)]
    assert gaps[:4] == pytest.approx([20, 40, 80, 80], abs=3)
    assert all(gap == pytest.approx(80, abs=3) for gap in gaps[3:])

    host.say(Ack(1))
    before = len(host.heard)
    host.run(500_000)
    assert not [h for h in host.heard[before:] if isinstance(h.message, Event)]


def test_more_than_32_unacknowledged_keep_the_oldest_and_say_so(host: Host) -> None:
    host.acks = False
    for n in range(20):
        press(host, f"D{4 + n % 4}")
    beat = [h.message for h in host.heard if isinstance(h.message, Beat)][-1]
    assert beat.state.dropped
    assert host.ask(Get(1, Reading.DROPPED), Value).value == 8
    assert len(host.events) == 32

    host.say(Ack(host.wanted))
    host.acks = True
    host.run(5000)
    press(host, "D4")
    assert len(host.events) == 34


@pytest.mark.parametrize("seed", range(2))
def test_a_fifth_of_all_frames_spoiled_each_way_loses_and_reorders_nothing(
    host: Host, seed: int
) -> None:
    host.spoil = spoiler(seed, 0.2, 12)  # type: ignore[assignment]
    expected = []
    sent_us = []
    for n in range(25):
        port, number = (f"D{4 + n % 4}", n % 4)
        host.sim.button(port, True)
        sent_us.append(host.sim.now_us)
        host.run(45_000)
        host.sim.button(port, False)
        sent_us.append(host.sim.now_us)
        host.run(45_000)
        expected += [(Kind.PRESS, number), (Kind.LET_GO, number)]
    host.run(600_000)

    assert host.kinds() == expected
    waits = sorted(at - sent for (at, _), sent in zip(host.events, sent_us, strict=True))
    assert waits[len(waits) // 2] <= 2_000
    assert waits[3 * len(waits) // 4] <= 150_000
    assert waits[-1] <= 500_000  # six tries in a row are chance's, and hold up the next eight
    assert sum(host.receiver.troubles.values()) > 5


def test_with_both_frames_full_the_next_event_waits_and_none_is_spoiled(host: Host) -> None:
    """Nine buttons and five hands in one moment: an event a scan, and a frame lasts six scans."""
    host.acks = False
    now_us = host.sim.now_us
    for port in PORTS:
        host.sim.button(port, True)
    for pad in range(5):
        host.sim.touch(pad, 20, now_us + 500)
    host.run(2000)
    host.say(Ping(7))
    before = len(host.heard)
    host.run(14_000)

    told = [h for h in host.heard if isinstance(h.message, Event)]
    assert [h.message.number for h in told if isinstance(h.message, Event)] == list(range(14))
    wanted = [(Kind.PRESS, n) for n in range(9)] + [(Kind.TOUCH, pad) for pad in range(5)]
    assert sorted(host.kinds()) == sorted(wanted)
    assert not any(host.receiver.troubles.values())
    gaps_us = [b.at_us - a.at_us for a, b in zip(told, told[1:], strict=False)]
    lengths = [len(frames.written(h.message)) for h in told if isinstance(h.message, Event)]
    for gap_us, length in zip(gaps_us, lengths[1:], strict=True):
        assert gap_us == pytest.approx(length * SIM_BYTE_US, abs=SIM_BYTE_US), "the line stood idle"
    assert not [h for h in host.heard[before:] if isinstance(h.message, Pong)], "asked too long ago"

    host.say(Ack(14))
    before = len(host.heard)
    host.run(100_000)
    assert not [h for h in host.heard[before:] if isinstance(h.message, Event)]
    assert host.ask(Ping(8), Pong).token == 8


def test_garbage_does_not_harm_the_board(host: Host) -> None:
    chance = random.Random(5)
    for _ in range(40):
        host.sim.send(chance.randbytes(8) + bytes(chance.choices(range(6), k=40)))
        host.run(4000)
    host.sim.send(b"\0")
    host.run(5000)
    bad = [host.ask(Get(3, r), Value).value for r in (Reading.RX_BAD, Reading.RX_LOST)]
    assert all(bad)
    assert host.sim.figures.resets == 0


@pytest.mark.parametrize("ppm", [0.0, 5000.0, -5000.0])
def test_a_ping_tells_the_board_s_time_and_how_long_it_was_held(ppm: float) -> None:
    built()
    with Simulator(8) as sim:
        sim.table.clock_ppm = ppm
        host = Host(sim)
        host.greet()
        errors = []
        for n in range(20):
            host.run(7_000 + 311 * n, slice_us=100)
            sent_us = sim.now_us
            before = len(host.heard)
            host.say(Ping(n))
            host.run(3000, slice_us=100)
            [(got_us, pong)] = [h for h in host.heard[before:] if isinstance(h.message, Pong)]
            assert isinstance(pong, Pong) and pong.token == n
            heard_us = sent_us + len(frames.written(Ping(n))) * 40
            errors.append(pong.at_us - sim.board_us(heard_us))
            answered_us = pong.at_us + pong.held_us + len(frames.written(pong)) * 44
            assert sim.board_us(got_us) - answered_us == pytest.approx(0, abs=110)
        assert max(errors) - min(errors) <= 60


def test_the_stream_tells_crossings_and_ends(host: Host) -> None:
    assert host.ask(Stream(1, 7), Refused).why is Why.VALUE
    host.ask(Stream(1, 50), Done)
    before = len(host.heard)
    host.run(200_000)
    raws = [h.message for h in host.heard[before:] if isinstance(h.message, Raw)]
    assert 30 <= len(raws) <= 60
    assert all(20 < crossing < 70 for raw in raws for crossing in raw.crossings)
    host.ask(Stream(2, 0), Done)
    before = len(host.heard)
    host.run(50_000)
    assert not [h for h in host.heard[before:] if isinstance(h.message, Raw)]


def test_rebase_ends_a_touch_that_nobody_gives(host: Host) -> None:
    host.sim.touch(0, 20, host.sim.now_us)
    host.run(10_000)
    host.ask(Rebase(1, 1), Done)
    host.run(10_000)
    assert host.kinds() == [(Kind.TOUCH, 0), (Kind.RELEASE, 0)]


def test_the_lamp_obeys(host: Host) -> None:
    host.ask(Light(1, 1), Done)
    assert host.sim.driven("B5") == 1
    host.ask(Light(2, 0), Done)
    assert host.sim.driven("B5") == 0


def test_what_the_board_does_not_know_is_refused(host: Host) -> None:
    assert host.ask(Get(4, 0x7F), Refused) == Refused(4, Why.UNKNOWN)
    body = bytes([0x8F, 9])
    whole = body + frames.check(body).to_bytes(2, "big")
    host.sim.send(frames.packed(whole) + b"\0")
    host.run(5000)
    assert host.heard[-1].message == Refused(9, Why.UNKNOWN)
    body = bytes([0x84, 10, 1, 2])
    whole = body + frames.check(body).to_bytes(2, "big")
    host.sim.send(frames.packed(whole) + b"\0")
    host.run(5000)
    assert Refused(10, Why.LENGTH) in [h.message for h in host.heard]


# --- buttons ----------------------------------------------------------------------------------

PORTS = ("D4", "D5", "D6", "D7", "B0", "B1", "B2", "B3", "B4")


@pytest.mark.parametrize("number", range(9))
def test_each_button_is_pressed_and_let_go(host: Host, number: int) -> None:
    at_us = host.sim.board_us(host.sim.now_us)
    press(host, PORTS[number])
    assert host.kinds() == [(Kind.PRESS, number), (Kind.LET_GO, number)]
    first = host.events[0].message
    assert isinstance(first, Event)
    assert -10 <= first.at_us - at_us <= first.uncertain_us


def test_the_first_edge_of_a_bouncing_button_counts(host: Host) -> None:
    at_us = host.sim.board_us(host.sim.now_us)
    chance = random.Random(1)
    for _ in range(30):
        host.sim.button("B2", True)
        host.run(100 + 200 * chance.random(), slice_us=50)
        host.sim.button("B2", False)
        host.run(100 * chance.random(), slice_us=50)
    host.sim.button("B2", True)
    host.run(60_000)
    assert host.kinds() == [(Kind.PRESS, 6)]
    first = host.events[0].message
    assert isinstance(first, Event) and first.at_us - at_us <= 400


def test_one_look_that_differs_is_no_press(host: Host) -> None:
    for _ in range(20):
        host.sim.button("D7", True)
        host.sim.run_us(60)
        host.sim.button("D7", False)
        host.run(5000)
    assert host.kinds() == []
