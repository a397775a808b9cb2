"""Frames of the touch board's serial line, both ways: COBS, CRC-16 and one dataclass a message.

Must not open ports, read clocks or know what a touch means. No byte makes it raise: what is no
frame is counted and forgotten. docs/protocol.md is the source of every number here.
"""

import binascii
import struct
from collections.abc import Callable, Iterator
from dataclasses import fields
from enum import Enum, IntEnum, IntFlag

from companion.frozen import dataclass

PROTOCOL = 2  # what the program that ships speaks
UNTRACED = 1  # an older one, which tells no TRACE and is played with all the same
BODY_MOST = 20  # bytes of id, sequence and payload
PACKED_MOST = BODY_MOST + 3  # with the check and COBS' one byte; the zero that ends it not counted
PADS = 5
TRACE_PART = 8  # scans in a TRACE
TRACE_PARTS = 3
BOARD_BAUD = 250_000
UNKNOWN_US = 23_808  # an event's uncertainty when its moment is not known


class Kind(IntEnum):
    """What a board can have felt."""

    TOUCH = 1
    """A contact, seen as a jump."""
    RELEASE = 2
    LIFT = 3
    HOME = 4
    """The dolphin is back on its pad."""
    NEAR = 5
    PRESS = 6
    """A button went down."""
    LET_GO = 7
    SOFT = 8
    """A touch without a jump: its moment is wide."""
    HELD = 9
    """A hand that was there before the board could look: it has no moment."""


class Cause(IntFlag):
    """Why the board started: the bits of the chip's MCUSR."""

    POWER = 1
    PIN = 2
    BROWN_OUT = 4
    WATCHDOG = 8


class Origin(IntEnum):
    """Where the board has its calibration from."""

    DEFAULTS = 0
    SLOT_A = 1
    SLOT_B = 2


class Why(IntEnum):
    """Why the board refused a message."""

    UNKNOWN = 1
    LENGTH = 2
    VALUE = 3
    BOOT = 4


class Field(IntEnum):
    """What is stored for each pad."""

    BASE = 0
    """The empty pad: its crossing in 1/256 sample; 0: never calibrated."""
    STEP = 1
    """Samples that a contact jumps at least."""
    SOFT = 2
    """Samples above the base where a slow hand counts as a touch."""
    OFF = 3
    """Samples above the base below which a touch has ended."""
    NEAR = 4
    """1/32 sample above the base where a hand hovers."""
    PRESENT = 5
    """Samples by which a dolphin shortens the charge when the pad's middle is charged along."""


class Reading(IntEnum):
    """Parameters that can only be read."""

    SCANS = 0x80
    LONGEST_US = 0x81
    DROPPED = 0x82
    RX_LOST = 0x83
    RX_BAD = 0x84
    BUTTONS = 0x85


def parameter(pad: int, field: Field) -> int:
    """The number on the wire of a pad's field."""
    return pad << 4 | field


# --- board to host ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hello:
    """Sent until somebody greets. `oldest` is the number of the oldest event not acknowledged."""

    oldest: int
    protocol: int
    boot: int
    image: int
    """CRC-32 of the program in flash."""
    cause: Cause
    origin: Origin
    pads: int
    buttons: int
    state: "State"


@dataclass(frozen=True, slots=True)
class Stranger:
    """A HELLO of another version of the protocol: nothing but its number can be read."""

    protocol: int


@dataclass(frozen=True, slots=True)
class State:
    """What is so now; bit n of each is pad n."""

    touched: int
    lifted: int
    near: int
    dropped: bool
    """Events were lost since the start, because nobody acknowledged."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that was felt within `uncertain_us` before `at_us` (board time, 32 bits)."""

    number: int
    kind: Kind
    place: int
    """The pad's or the button's number, from 0."""
    at_us: int
    uncertain_us: int
    """Exact up to 191; above, rounded up, to some twice as much at most. UNKNOWN_US: anything."""


@dataclass(frozen=True, slots=True)
class Beat:
    """Every 100 ms. `following` is the number the next event will have."""

    following: int
    state: State


@dataclass(frozen=True, slots=True)
class Pong:
    """A ping's answer: heard at `at_us`, answered `held_us` later."""

    token: int
    at_us: int
    held_us: int


@dataclass(frozen=True, slots=True)
class Health:
    """How one pad is: base in 1/256 sample, level in samples, uneven scans since the last."""

    pad: int
    base: int
    level: int
    noise: int


@dataclass(frozen=True, slots=True)
class Raw:
    """One scan's crossings in samples."""

    number: int
    crossings: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Value:
    """A parameter as it is now."""

    token: int
    parameter: int
    value: int


@dataclass(frozen=True, slots=True)
class Done:
    """The message with id `of` was carried out."""

    token: int
    of: int


@dataclass(frozen=True, slots=True)
class Refused:
    """A message was understood, and not carried out."""

    token: int
    why: Why


@dataclass(frozen=True, slots=True)
class Trace:
    """A part of how a pad rose as it was touched: the shape of the TOUCH with that number."""

    number: int
    part: int
    base: int
    """The empty pad, in samples."""
    crossings: tuple[int, ...]
    low_us: tuple[int, ...]
    """When each scan began: the low byte of microseconds."""


# --- host to board ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Greet:
    """Opens the conversation with this boot, and wants the events from number `wanted` on."""

    wanted: int
    boot: int


@dataclass(frozen=True, slots=True)
class Ack:
    """All events before number `wanted` are kept."""

    wanted: int


@dataclass(frozen=True, slots=True)
class Ping:
    token: int


@dataclass(frozen=True, slots=True)
class Get:
    token: int
    parameter: int


@dataclass(frozen=True, slots=True)
class Set:
    token: int
    parameter: int
    value: int


@dataclass(frozen=True, slots=True)
class Save:
    """Write all settings into EEPROM; Done comes when they are there."""

    token: int


@dataclass(frozen=True, slots=True)
class Stream:
    """Tell the crossings of every n-th scan; 0 ends it."""

    token: int
    every: int


@dataclass(frozen=True, slots=True)
class Rebase:
    """These pads (bit n: pad n) are empty as they are now."""

    token: int
    pads: int


@dataclass(frozen=True, slots=True)
class Light:
    """The board's lamp on (1) or off (0)."""

    token: int
    on: int


FromBoard = Hello | Stranger | Event | Beat | Pong | Health | Raw | Value | Done | Refused | Trace
ToBoard = Greet | Ack | Ping | Get | Set | Save | Stream | Rebase | Light
Message = FromBoard | ToBoard


class Trouble(Enum):
    """What a stretch of bytes between two zeros was, when it was no message."""

    LONG = "longer than any frame"
    PACKING = "not packed by COBS"
    CHECK = "with a wrong check sum"
    MEANING = "whole, but no message of this protocol"


class Receiver:
    """Takes bytes as they come and gives the messages in them. `troubles` counts all else."""

    def __init__(self) -> None:
        self.troubles = dict.fromkeys(Trouble, 0)
        self._bytes = bytearray()
        self._too_long = False

    def feed(self, data: bytes) -> Iterator[Message]:
        """Every message that ends in `data`, in order. Raises nothing, whatever the bytes."""
        *ended, rest = data.split(b"\0")
        for piece in ended:
            self._keep(piece)
            packed, self._bytes = bytes(self._bytes), bytearray()
            too_long, self._too_long = self._too_long, False
            found = Trouble.LONG if too_long else read(packed) if packed else None
            if isinstance(found, Trouble):
                self.troubles[found] += 1
            elif found is not None:
                yield found
        self._keep(rest)

    def _keep(self, piece: bytes) -> None:
        self._bytes += piece[: PACKED_MOST + 1]
        if len(self._bytes) > PACKED_MOST:
            self._too_long = True
            del self._bytes[PACKED_MOST:]


def read(packed: bytes) -> Message | Trouble:
    """The message of one frame, without the zero that ends it."""
    whole = unpacked(packed)
    if whole is None or len(whole) < 4:
        return Trouble.PACKING
    if binascii.crc_hqx(whole, 0xFFFF):  # over the body and its check together: zero
        return Trouble.CHECK
    return _meaning(whole[0], whole[1], whole[2:-2]) or Trouble.MEANING


def written(message: Message) -> bytes:
    """The whole frame of a message, with the zero that ends it.

    Raises ValueError for a number that does not fit its place.
    """
    try:
        body = _body(message)
    except struct.error as problem:
        raise ValueError(f"{message} does not fit the wire: {problem}") from problem
    return packed(body + struct.pack(">H", check(body))) + b"\0"


def check(body: bytes) -> int:
    """CRC-16/CCITT-FALSE: 0x29B1 for b"123456789"."""
    return binascii.crc_hqx(body, 0xFFFF)


def packed(data: bytes) -> bytes:
    """COBS (Cheshire and Baker 1999) of up to 254 bytes: no zero is left in it."""
    return b"".join(bytes([len(run) + 1]) + run for run in data.split(b"\0"))


def unpacked(data: bytes) -> bytes | None:
    """What `packed` was given; None for bytes it never returns."""
    runs = []
    at = 0
    while at < len(data):
        end = at + data[at]
        if data[at] == 0 or end > len(data) or 0 in data[at + 1 : end]:
            return None
        runs.append(data[at + 1 : end])
        at = end
    return b"\0".join(runs)


# --- helpers ----------------------------------------------------------------------------------


def _uncertain_us(code: int) -> int:
    return code if code < 192 else (16 + code % 16) * 12 << 2 * (code - 192 >> 4)


def _state(bits: int) -> State:
    return State(bits & 31, bits >> 5 & 31, bits >> 10 & 31, bool(bits >> 15))


def _bits(state: State) -> int:
    dropped = 0x8000 if state.dropped else 0
    return state.touched | state.lifted << 5 | state.near << 10 | dropped


def _hello(
    version: int, boot: int, image: int, cause: int, origin: int, counts: int, bits: int
) -> tuple[object, ...]:
    pads, buttons = counts >> 4, counts & 15
    return version, boot, image, Cause(cause & 15), Origin(origin), pads, buttons, _state(bits)


def _hello_numbers(
    version: int,
    boot: int,
    image: int,
    cause: Cause,
    origin: Origin,
    pads: int,
    buttons: int,
    state: State,
) -> tuple[int, ...]:
    return version, boot, image, cause, origin, pads << 4 | buttons, _bits(state)


def _event(what: int, at_us: int, code: int) -> tuple[object, ...]:
    return Kind(what >> 4), what & 15, at_us, _uncertain_us(code)


def _event_numbers(kind: Kind, place: int, at_us: int, uncertain_us: int) -> tuple[int, ...]:
    code = next(c for c in range(256) if _uncertain_us(c) >= uncertain_us or c == 255)
    return kind << 4 | place, at_us, code


def _trace(part: int, base: int, *scans: int) -> tuple[object, ...]:
    if part >= TRACE_PARTS:
        raise ValueError(f"a trace has no part {part}")
    return part, base, scans[:TRACE_PART], scans[TRACE_PART:]


def _alike(*numbers: int) -> tuple[int, ...]:
    return numbers


@dataclass(frozen=True, slots=True)
class _Wire:
    """A message on the wire: its id, a sequence, which is its first field, and a payload."""

    identity: int
    form: Callable[..., Message]
    payload: str
    """Its numbers, as `struct` names them."""
    fields: Callable[..., tuple[object, ...]] = _alike
    """The message's further fields, of the payload's numbers. Raises ValueError."""
    numbers: Callable[..., tuple[int, ...]] = _alike
    """The payload's numbers, of the message's further fields."""


_HELLO = 0x01
_WIRES = (
    _Wire(_HELLO, Hello, "BIIBBBH", _hello, _hello_numbers),
    _Wire(0x02, Event, "BIB", _event, _event_numbers),
    _Wire(0x03, Beat, "H", lambda bits: (_state(bits),), lambda state: (_bits(state),)),
    _Wire(0x04, Pong, "IB", lambda at, held: (at, held * 4), lambda at, held: (at, held // 4)),
    _Wire(0x05, Health, "HBB"),
    _Wire(0x06, Raw, f"{PADS}B", lambda *crossings: (crossings,), lambda crossings: crossings),
    _Wire(0x07, Value, "BH"),
    _Wire(0x08, Done, "B"),
    _Wire(0x09, Refused, "B", lambda why: (Why(why),)),
    _Wire(0x0A, Trace, f"BB{2 * TRACE_PART}B", _trace, lambda p, b, c, us: (p, b, *c, *us)),
    _Wire(0x81, Greet, "I"),
    _Wire(0x82, Ack, ""),
    _Wire(0x83, Ping, ""),
    _Wire(0x84, Get, "B"),
    _Wire(0x85, Set, "BH"),
    _Wire(0x86, Save, ""),
    _Wire(0x87, Stream, "B"),
    _Wire(0x88, Rebase, "B"),
    _Wire(0x89, Light, "B"),
)
_BY_IDENTITY = {wire.identity: wire for wire in _WIRES}
_BY_FORM: dict[object, _Wire] = {wire.form: wire for wire in _WIRES}


def _meaning(identity: int, sequence: int, payload: bytes) -> Message | None:
    if identity == _HELLO and payload and payload[0] not in (PROTOCOL, UNTRACED):
        return Stranger(payload[0])
    wire = _BY_IDENTITY.get(identity)
    if wire is None:
        return None
    try:
        return wire.form(sequence, *wire.fields(*struct.unpack(f">{wire.payload}", payload)))
    except (struct.error, ValueError):  # another length, or a number no enum has
        return None


def _body(message: Message) -> bytes:
    if isinstance(message, Stranger):
        return struct.pack(">BBB", _HELLO, 0, message.protocol)
    wire = _BY_FORM[type(message)]
    sequence, *further = (getattr(message, field.name) for field in fields(message))
    return struct.pack(f">BB{wire.payload}", wire.identity, sequence, *wire.numbers(*further))
