"""The bytes of an SQLite file read page by page, where SQLite itself gives up at the first fault.

Pure: bytes in, records out. It follows https://www.sqlite.org/fileformat2.html as far as tables
of our own go (UTF-8, no reserved bytes), and believes nothing: whoever asks must check.
"""

import struct
from collections.abc import Iterator

from companion.frozen import dataclass

PAGE_BYTES = 4096  # SQLite's usual size, where the header cannot be read
HEADER_BYTES = 100
WAL_HEADER_BYTES = 32
FRAME_HEADER_BYTES = 24
_MAGIC = b"SQLite format 3\0"
_TABLE_LEAF = b"\r"
LOG_BEGINS = {b"7\x7f\x06\x82": "<", b"7\x7f\x06\x83": ">"}  # and the order of its checksums' bytes
_MASK = 0xFFFFFFFF
_VARINT_MOST = 9

Value = int | float | str | bytes | None
_OF_NO_BYTES: dict[int, Value] = {0: None, 8: 0, 9: 1}  # kinds of values that say it all


@dataclass(frozen=True, slots=True)
class Record:
    """One row as it lies in a page; a column that is the row's number holds None."""

    rowid: int
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """One page in the write-ahead log, whose checksum is right."""

    page: int  # from 1
    data: bytes


@dataclass(frozen=True, slots=True)
class Log:
    """What a write-ahead log holds: its good frames up to the last one that ends a transaction.

    `is_broken` tells of frames before that one which SQLite would stop at.
    """

    frames: tuple[Frame, ...] = ()
    is_broken: bool = False


def is_sound_header(file: bytes) -> bool:
    """Whether the first 100 bytes can be those of a journal; SQLite overlooks some of these."""
    return file[:16] == _MAGIC and file[18:19] == file[19:20] and file[18:19] in (b"\1", b"\2")


def page_bytes(file: bytes) -> int:
    """The size of a page, as the header says it if that can be."""
    size = int.from_bytes(file[16:18], "big")
    size = 65536 if size == 1 else size
    return size if file[:16] == _MAGIC and size >= 512 and size & size - 1 == 0 else PAGE_BYTES


def log_of(wal: bytes, size: int) -> Log:
    """What can be read of a write-ahead log whose pages have `size` bytes."""
    step = FRAME_HEADER_BYTES + size
    whole = range(WAL_HEADER_BYTES, len(wal) - step + 1, step)
    if not whole:
        return Log()
    salt, order, seed, sound = _log_header(wal)
    frames: list[Frame] = []
    ends = broken_at = 0  # how many frames are in before each
    unbroken = sound
    for at in whole:
        head = wal[at : at + FRAME_HEADER_BYTES]
        page, commit, _, _, one, two = struct.unpack(">6I", head)
        data = wal[at + FRAME_HEADER_BYTES : at + FRAME_HEADER_BYTES + size]
        mark = one, two
        # Behind the newest generation's frames lie what is left of older ones, with other salts.
        good = head[8:16] == salt and page and _sum(head[:8] + data, order, seed) == mark
        # The next frame goes on from what this one says, so one fault hides one frame.
        seed = mark
        if good:
            frames.append(Frame(page, data))
            ends = len(frames) if commit else ends
        elif unbroken:
            unbroken, broken_at = False, len(frames)
    return Log(tuple(frames[:ends]), not unbroken and ends > broken_at)


def overlaid(file: bytes, size: int, frames: tuple[Frame, ...]) -> dict[int, bytes]:
    """The newest version of every page, by number from 1."""
    pages = dict(enumerate(split(file, size), 1))
    pages.update((frame.page, frame.data) for frame in frames)
    return pages


def split(file: bytes, size: int) -> list[bytes]:
    """A file's pages, the last of which may be cut."""
    return [file[at : at + size] for at in range(0, len(file), size)]


def records(page: bytes, pages: dict[int, bytes], first: bool = False) -> Iterator[Record]:
    """All rows that a page can be read to hold, if it is a leaf of a table."""
    head = page[HEADER_BYTES if first else 0 :]
    if not head.startswith(_TABLE_LEAF):
        return
    cells = int.from_bytes(head[3:5], "big")
    where = head[8:][: 2 * cells]
    for at in zip(where[::2], where[1::2], strict=False):  # a page may be cut in the middle of one
        try:
            yield _record(page, int.from_bytes(at, "big"), pages)
        except (IndexError, KeyError, ValueError, struct.error):
            continue  # this row cannot be read; the next one may


# --- rows -------------------------------------------------------------------------------------


def _record(page: bytes, at: int, pages: dict[int, bytes]) -> Record:
    length, at = _varint(page, at)
    rowid, at = _varint(page, at)
    payload = _payload(page, at, length, pages)
    head, at = _varint(payload, 0)
    kinds = []
    while at != head:  # one that goes on behind it is none, and ends where the row does
        kind, at = _varint(payload, at)
        kinds.append(kind)
    values = []
    for kind in kinds:
        value, at = _value(payload, at, kind)
        values.append(value)
    if not at == length == len(payload):
        raise ValueError("its columns do not fill it, or it is cut off")
    return Record(_signed(rowid), tuple(values))


def _payload(page: bytes, at: int, length: int, pages: dict[int, bytes]) -> bytes:
    """The bytes of a row, which may go on in pages of their own."""
    size = len(page)
    end = at + _local_bytes(length, size)
    parts, following = [page[at:end]], page[end : end + 4]
    left = length - (end - at)
    passed = set[bytes]()
    while left > 0:
        if following in passed:
            raise ValueError("it goes in a circle")
        passed.add(following)
        more = pages[int.from_bytes(following, "big")]
        parts.append(more[4:][:left])
        left -= size - 4
        following = more[:4]
    return b"".join(parts)


def _local_bytes(length: int, size: int) -> int:
    """How much of a row stays in its leaf (fileformat2, "Cell payload overflow pages")."""
    most, least = size - 35, (size - 12) * 32 // 255 - 23
    if length <= most:
        return length
    some = least + (length - least) % (size - 4)
    return some if some <= most else least


def _value(payload: bytes, at: int, kind: int) -> tuple[Value, int]:
    if kind in _OF_NO_BYTES:
        return _OF_NO_BYTES[kind], at
    if kind >= 12:
        length = (kind - 12) // 2
        content = payload[at : at + length]
        return (content.decode() if kind % 2 else content), at + length
    length = (1, 2, 3, 4, 6, 8, 8)[kind - 1]
    content = payload[at : at + length]
    if kind == 7:
        return float(struct.unpack(">d", content)[0]), at + length
    return int.from_bytes(content, "big", signed=True), at + length


def _varint(content: bytes, at: int) -> tuple[int, int]:
    value = 0
    for byte in range(_VARINT_MOST - 1):
        value = value << 7 | content[at + byte] & 0x7F
        if content[at + byte] < 0x80:
            return value, at + byte + 1
    return value << 8 | content[at + _VARINT_MOST - 1], at + _VARINT_MOST


def _signed(value: int) -> int:
    return value - (1 << 64) if value >> 63 else value


# --- the write-ahead log ----------------------------------------------------------------------


def _log_header(wal: bytes) -> tuple[bytes, str, tuple[int, int], bool]:
    """The salt, order and first checksum of a log, and whether its header says so itself."""
    order = LOG_BEGINS.get(wal[:4], "<")
    mark = struct.unpack(">II", wal[24:32])
    sound = wal[:4] in LOG_BEGINS and _sum(wal[:24], order, (0, 0)) == mark
    salt = wal[16:24] if sound else wal[WAL_HEADER_BYTES:][8:16]  # or its first frame's
    return salt, order, mark, sound


def _sum(content: bytes, order: str, seed: tuple[int, int]) -> tuple[int, int]:
    """SQLite's checksum (fileformat2, "Checksum Algorithm"), going on from `seed`."""
    one, two = seed
    words = iter(struct.unpack(f"{order}{len(content) // 4}I", content))
    for word in words:
        one = one + word + two & _MASK
        two = two + next(words) + one & _MASK
    return one, two
