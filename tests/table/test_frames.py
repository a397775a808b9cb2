"""Frames: every message comes back, the shared examples hold, and no bytes do harm."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table import frames
from companion.table.frames import Receiver, Trouble

VECTORS = Path(__file__).resolve().parent.parent / "firmware" / "vectors.txt"


def vectors() -> list[tuple[frames.Message, bytes]]:
    """The lines of the shared file: bytes of a frame, and the message as Python says it."""
    lines = [line for line in VECTORS.read_text("utf-8").splitlines() if not line.startswith("#")]
    pairs = (line.split("  ", 1) for line in lines if line)
    return [(eval(said, vars(frames)), bytes.fromhex(data)) for data, said in pairs]


@pytest.mark.parametrize(("message", "data"), vectors(), ids=lambda x: type(x).__name__)
def test_each_message_has_its_bytes(message: frames.Message, data: bytes) -> None:
    assert frames.written(message) == data
    assert list(Receiver().feed(data)) == [message]


def test_every_message_has_an_example() -> None:
    shown = {type(message).__name__ for message, _ in vectors()}
    assert shown == {kind.__name__ for kind in (frames.FromBoard | frames.ToBoard).__args__}


def test_the_check_is_ccitt_false() -> None:
    assert frames.check(b"123456789") == 0x29B1


@given(st.binary(max_size=254))
def test_cobs_gives_back_what_it_got(data: bytes) -> None:
    packed = frames.packed(data)
    assert 0 not in packed
    assert frames.unpacked(packed) == data


@given(st.lists(st.binary(max_size=60), max_size=8))
def test_no_bytes_make_the_receiver_raise_or_hoard(pieces: list[bytes]) -> None:
    receiver = Receiver()
    for piece in pieces:
        for message in receiver.feed(piece):
            assert list(Receiver().feed(frames.written(message)))
    assert len(receiver._bytes) <= frames.PACKED_MOST


@given(st.binary(max_size=40), st.integers(0, 11), st.integers(0, 7))
def test_after_garbage_and_a_zero_the_next_frame_is_read(junk: bytes, at: int, bit: int) -> None:
    event = frames.Event(3, frames.Kind.TOUCH, 2, 123456, 74)
    receiver = Receiver()
    assert list(receiver.feed(junk + b"\0" + frames.written(event)))[-1] == event
    spoiled = bytearray(frames.written(event))
    spoiled[at] ^= 1 << bit
    assert event not in list(Receiver().feed(bytes(spoiled)))


def test_what_is_too_long_is_counted_once() -> None:
    receiver = Receiver()
    assert not list(receiver.feed(b"\1" * 500 + b"\0"))
    assert receiver.troubles[Trouble.LONG] == 1


def test_a_hello_of_another_version_is_a_stranger() -> None:
    data = frames.written(frames.Stranger(3))
    assert list(Receiver().feed(data)) == [frames.Stranger(3)]


def test_a_number_too_large_for_its_place_is_refused() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        frames.written(frames.Ack(256))
