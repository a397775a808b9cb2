"""Frames of the touch board's serial line, both ways: COBS, CRC-16 and one dataclass a message.

Must not open ports, read clocks or know what a touch means. No byte makes it raise: what is no
frame is counted and forgotten. docs/protocol.md is the source of every number here.
"""

import binascii
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum, IntEnum, IntFlag

PROTOCOL = 1  # the version a HELLO has to name
BODY_MOST = 20  # bytes of id, sequence and payload
PACKED_MOST = BODY_MOST + 3  # with the check and COBS' one byte; the zero that ends it not counted
PADS = 5
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
    """Exact up to 191; above, rounded up, to twice as much at most. UNKNOWN_US: anything."""


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


FromBoard = Hello | Stranger | Event | Beat | Pong | Health | Raw | Value | Done | Refused
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


def _hello(sequence: int, payload: bytes) -> Hello | Stranger:
    if payload and payload[0] != PROTOCOL:
        return Stranger(payload[0])
    version, boot, image, cause, origin, counts, bits = struct.unpack(">BIIBBBH", payload)
    pads, buttons = counts >> 4, counts & 15
    known = Cause(cause & 15)
    return Hello(sequence, version, boot, image, known, Origin(origin), pads, buttons, _state(bits))


def _event(sequence: int, payload: bytes) -> Event:
    what, at_us, code = struct.unpack(">BIB", payload)
    return Event(sequence, Kind(what >> 4), what & 15, at_us, _uncertain_us(code))


def _pong(sequence: int, payload: bytes) -> Pong:
    at_us, held = struct.unpack(">IB", payload)
    return Pong(sequence, at_us, held * 4)


# Of each message: its id, how it is read, and how its sequence and payload are written.
_READ: dict[int, Callable[[int, bytes], Message]] = {
    0x01: _hello,
    0x02: _event,
    0x03: lambda n, p: Beat(n, _state(*struct.unpack(">H", p))),
    0x04: _pong,
    0x05: lambda n, p: Health(n, *struct.unpack(">HBB", p)),
    0x06: lambda n, p: Raw(n, struct.unpack(f">{PADS}B", p)),
    0x07: lambda n, p: Value(n, *struct.unpack(">BH", p)),
    0x08: lambda n, p: Done(n, *struct.unpack(">B", p)),
    0x09: lambda n, p: Refused(n, Why(*struct.unpack(">B", p))),
    0x81: lambda n, p: Greet(n, *struct.unpack(">I", p)),
    0x82: lambda n, p: Ack(n, *struct.unpack(">", p)),
    0x83: lambda n, p: Ping(n, *struct.unpack(">", p)),
    0x84: lambda n, p: Get(n, *struct.unpack(">B", p)),
    0x85: lambda n, p: Set(n, *struct.unpack(">BH", p)),
    0x86: lambda n, p: Save(n, *struct.unpack(">", p)),
    0x87: lambda n, p: Stream(n, *struct.unpack(">B", p)),
    0x88: lambda n, p: Rebase(n, *struct.unpack(">B", p)),
    0x89: lambda n, p: Light(n, *struct.unpack(">B", p)),
}


def _meaning(identity: int, sequence: int, payload: bytes) -> Message | None:
    reader = _READ.get(identity)
    if reader is None:
        return None
    try:
        return reader(sequence, payload)
    except (struct.error, ValueError):  # another length, or a number no enum has
        return None


def _body(message: Message) -> bytes:
    match message:
        case Hello() as m:
            return struct.pack(
                ">BBBIIBBBH",
                0x01,
                m.oldest,
                m.protocol,
                m.boot,
                m.image,
                m.cause,
                m.origin,
                m.pads << 4 | m.buttons,
                _bits(m.state),
            )
        case Stranger(protocol):
            return struct.pack(">BBB", 0x01, 0, protocol)
        case Event(number, kind, place, at_us, uncertain_us):
            code = next(c for c in range(256) if _uncertain_us(c) >= uncertain_us or c == 255)
            return struct.pack(">BBBIB", 0x02, number, kind << 4 | place, at_us, code)
        case Beat(following, state):
            return struct.pack(">BBH", 0x03, following, _bits(state))
        case Pong(token, at_us, held_us):
            return struct.pack(">BBIB", 0x04, token, at_us, held_us // 4)
        case Health(pad, base, level, noise):
            return struct.pack(">BBHBB", 0x05, pad, base, level, noise)
        case Raw(number, crossings):
            return struct.pack(f">BB{PADS}B", 0x06, number, *crossings)
        case Value(token, number, value):
            return struct.pack(">BBBH", 0x07, token, number, value)
        case Done(token, of):
            return struct.pack(">BBB", 0x08, token, of)
        case Refused(token, why):
            return struct.pack(">BBB", 0x09, token, why)
        case _:
            return _body_to_board(message)


def _body_to_board(message: ToBoard) -> bytes:
    match message:
        case Greet(wanted, boot):
            return struct.pack(">BBI", 0x81, wanted, boot)
        case Ack(wanted):
            return struct.pack(">BB", 0x82, wanted)
        case Ping(token):
            return struct.pack(">BB", 0x83, token)
        case Get(token, number):
            return struct.pack(">BBB", 0x84, token, number)
        case Set(token, number, value):
            return struct.pack(">BBBH", 0x85, token, number, value)
        case Save(token):
            return struct.pack(">BB", 0x86, token)
        case Stream(token, every):
            return struct.pack(">BBB", 0x87, token, every)
        case Rebase(token, pads):
            return struct.pack(">BBB", 0x88, token, pads)
        case Light(token, on):
            return struct.pack(">BBB", 0x89, token, on)
