"""What SQLite writes is read page by page as SQLite reads it, and what is no page is nothing."""

import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.journal import pages
from companion.journal.pages import Frame, Record

SIZES = (512, 1024, 4096, 65536)
WAL_HEADER, FRAME_HEADER = 32, 24
EDGES = [
    sign * (1 << bits) + more
    for bits in (0, 6, 7, 8, 14, 15, 16, 21, 23, 28, 31, 35, 42, 47, 49, 56, 62, 63)
    for sign in (-1, 1)
    for more in (-1, 0, 1)
    if -(1 << 63) <= sign * (1 << bits) + more < 1 << 63
]
INTEGERS = st.sampled_from(EDGES) | st.integers(-(1 << 63), (1 << 63) - 1)
VALUES = st.one_of(
    st.none(),
    INTEGERS,
    st.floats(allow_nan=False),
    st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=40),
    st.binary(max_size=40),
    st.builds(lambda n, byte: bytes([byte]) * n, st.integers(0, 3000), st.integers(0, 255)),
    st.builds(lambda n, text: text * n, st.integers(0, 3000), st.sampled_from("aß")),
)
ROWS = st.dictionaries(INTEGERS, st.lists(VALUES, min_size=3, max_size=3), max_size=12)


def file_of(rows: dict[int, list[Any]], size: int) -> bytes:
    """A file with these rows, as SQLite writes it."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute(f"PRAGMA page_size = {size}")
        db.execute("CREATE TABLE kept (number INTEGER PRIMARY KEY, one, two, three)")
        told = [(number, *values) for number, values in rows.items()]
        db.executemany("INSERT INTO kept VALUES (?, ?, ?, ?)", told)
        db.commit()
        return db.serialize()


def read(file: bytes, frames: tuple[Frame, ...] = ()) -> Iterator[Record]:
    """All rows of all leaves; the first page's are SQLite's own."""
    size = pages.page_bytes(file)
    found = pages.overlaid(file, size, frames)
    for number, page in found.items():
        records = list(pages.records(page, found, number == 1))
        if number == 1:
            assert all(record.values[0] == "table" for record in records)
        else:
            yield from records


@pytest.mark.parametrize("size", SIZES)
@settings(max_examples=30)
@given(rows=ROWS)
@example(rows={number: [number, float(number), None] for number in EDGES})
@example(rows={number: [None, None, number] for number in range(700)})  # hundreds in one page
@example(rows={n: [b"x" * n, None, 1.5] for n in range(440, 1000)})  # any share in its leaf
@example(rows={n: ["x" * n, b"y" * (2 * n), n] for n in range(1500, 1560)})
def test_every_row_is_read_as_sqlite_reads_it(size: int, rows: dict[int, list[Any]]) -> None:
    found = {record.rowid: record.values for record in read(file_of(rows, size))}
    assert found == {number: (None, *values) for number, values in rows.items()}
    for number, values in rows.items():
        assert [type(value) for value in found[number][1:]] == [type(value) for value in values]


@pytest.mark.parametrize("size", [512 << n for n in range(8)])
def test_a_page_is_as_large_as_the_header_says(size: int) -> None:
    file = file_of({1: [1, 2, 3]}, size)
    assert pages.page_bytes(file) == size and pages.is_sound_header(file)
    for first in (b"\0", b"\xff"):
        assert pages.page_bytes(first + file[1:]) == pages.PAGE_BYTES


@pytest.mark.parametrize("said", [0, 2, 128, 256, 513, 768, 1000, 4095, 4097, 65535])
def test_what_is_no_size_is_taken_for_the_usual_one(said: int) -> None:
    file = file_of({}, 1024)
    assert pages.page_bytes(file[:16] + said.to_bytes(2, "big") + file[18:]) == 4096


@pytest.mark.parametrize(
    ("write", "read", "sound"),
    [(1, 1, True), (2, 2, True), (1, 2, False), (2, 1, False), (0, 0, False), (3, 3, False)],
)
def test_a_header_is_sound_if_it_says_one_way_to_write(write: int, read: int, sound: bool) -> None:
    file = file_of({}, 1024)
    assert pages.is_sound_header(file[:18] + bytes([write, read]) + file[20:]) is sound
    assert not pages.is_sound_header(b"\0" + file[1:]) and not pages.is_sound_header(file[:19])


@settings(max_examples=60)
@given(rows=ROWS, seed=st.integers(0, 2**32))
def test_whatever_is_spoilt_nothing_is_made_of_it_but_rows(
    rows: dict[int, list[Any]], seed: int
) -> None:
    rng, file = Random(seed), bytearray(file_of(rows, 512))
    for _ in range(rng.randint(1, 40)):
        file[rng.randrange(512, len(file))] = rng.choice((0, 1, 127, 128, 255, rng.randrange(256)))
    found = pages.overlaid(bytes(file[: rng.randint(600, len(file))]), 512, ())
    for page in found.values():
        for record in pages.records(page, found):
            assert all(isinstance(v, int | float | str | bytes | None) for v in record.values)


@pytest.mark.parametrize("spoilt", range(5))
@pytest.mark.parametrize("points_to", [0, 8, 511, 65_535])
def test_a_row_that_cannot_be_read_hides_no_other(spoilt: int, points_to: int) -> None:
    file = bytearray(file_of({n: [f"row {n}", n, None] for n in range(5)}, 512))
    at = 512 + 8 + 2 * spoilt  # where the second page says where its rows begin
    file[at : at + 2] = points_to.to_bytes(2, "big")
    found = {record.rowid for record in read(bytes(file))}
    assert found >= set(range(5)) - {spoilt}


def varint(number: int) -> bytes:
    """As SQLite writes a number of less than 2**56."""
    parts = [number & 0x7F]
    while number := number >> 7:
        parts.insert(0, number & 0x7F | 0x80)
    return bytes(parts)


SIZES_OF_KINDS = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)
KINDS = st.integers(0, 9) | st.integers(12, 13) | st.integers(120, 140)


def leaf(kinds: list[int], longer: int = 0, head_longer: int = 0) -> bytes:
    """A page whose one row ends it; it may say that it, or its head, is longer than it is."""
    said = b"".join(map(varint, kinds))
    sizes = (SIZES_OF_KINDS[kind] if kind < 12 else (kind - 12) // 2 for kind in kinds)
    head = len(said) + (1 if len(said) < 127 else 2)
    row = varint(head + head_longer) + said + b"a" * sum(sizes)
    cell = varint(max(len(row) + longer, 0)) + varint(7) + row
    begin = b"\r" + struct.pack(">HHHBH", 0, 1, 4096 - len(cell), 0, 4096 - len(cell))
    return begin.ljust(4096 - len(cell), b"\0") + cell


@given(kinds=st.lists(KINDS, max_size=9), off=st.sampled_from([-2, -1, 1, 2]))
@example(kinds=[8] * 400, off=-1)
@example(kinds=[12, 140], off=-1)  # its head ends within a number
def test_a_row_is_read_if_its_columns_fill_it(kinds: list[int], off: int) -> None:
    (record,) = pages.records(leaf(kinds), {})
    assert record.rowid == 7 and len(record.values) == len(kinds)
    assert not list(pages.records(leaf(kinds, longer=off), {}))
    assert not list(pages.records(leaf(kinds, head_longer=max(off, -len(kinds) - 1)), {}))
    assert not list(pages.records(leaf(kinds)[:-1], {}))


@pytest.mark.parametrize("kind", [10, 11])
def test_a_kind_of_value_that_there_is_not_is_no_row(kind: int) -> None:
    page = leaf([12, 13]).replace(b"\x03\x0c\x0d", bytes([3, 12, kind]))
    assert not list(pages.records(page, {})) and list(pages.records(leaf([12, 13]), {}))


@pytest.mark.parametrize("bits", [13, 20, 60])
def test_a_row_that_goes_in_a_circle_is_none(bits: int) -> None:
    cell = varint(1 << bits) + varint(7)  # and then it goes on in page 0
    page = (b"\r" + struct.pack(">HHHBH", 0, 1, 20, 0, 20)).ljust(20, b"\0") + cell
    others = {n: (n % 3 + 1).to_bytes(4, "big").ljust(512, b"z") for n in range(4)}
    assert not list(pages.records(page.ljust(512, b"\0"), others))


# --- the log ----------------------------------------------------------------------------------


class Written:
    """A file with its log, of several transactions."""

    def __init__(self, folder: Path, size: int, transactions: int = 4, again: bool = False) -> None:
        path = folder / "written.sqlite"
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute(f"PRAGMA page_size = {size}")
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = OFF")  # what a disk costs is left out
            db.execute("PRAGMA wal_autocheckpoint = 0")
            db.execute("CREATE TABLE kept (number INTEGER PRIMARY KEY, one, two, three)")
            if again:  # an older generation lies behind the newest one
                self._write(db, range(-40, 0))
                db.execute("PRAGMA wal_checkpoint(RESTART)")
            for n in range(transactions):
                self._write(db, range(3 * n, 3 * n + 3))
            self.rows = {n: tuple(r) for n, *r in db.execute("SELECT * FROM kept")}
            self.file, self.wal = path.read_bytes(), Path(f"{path}-wal").read_bytes()
        self.size, self.step = size, FRAME_HEADER + size

    def _write(self, db: sqlite3.Connection, numbers: range) -> None:
        db.execute("BEGIN")
        for n in numbers:
            db.execute("INSERT INTO kept VALUES (?, ?, ?, ?)", (n, "x" * 300, n, None))
        db.execute("COMMIT")

    def found(self, wal: bytes) -> dict[int, tuple[Any, ...]]:
        log = pages.log_of(wal, self.size)
        return {record.rowid: record.values[1:] for record in read(self.file, log.frames)}

    def frame(self, n: int) -> int:
        """Where a frame begins; -1 is the last."""
        many = (len(self.wal) - WAL_HEADER) // self.step
        return WAL_HEADER + (n % many) * self.step


@pytest.fixture(params=[512, 4096])
def written(request: pytest.FixtureRequest, tmp_path: Path) -> Written:
    return Written(tmp_path, request.param)


def test_a_log_is_read_as_sqlite_reads_it(written: Written) -> None:
    assert not pages.log_of(written.wal, written.size).is_broken
    assert written.found(written.wal) == written.rows
    assert set(written.rows) == set(range(12))


@pytest.mark.parametrize("size", [512, 4096])
def test_what_lies_behind_the_newest_generation_is_left_out(tmp_path: Path, size: int) -> None:
    written = Written(tmp_path, size, transactions=1, again=True)
    log = pages.log_of(written.wal, size)
    last = (len(written.wal) - WAL_HEADER) // written.step
    assert not log.is_broken and 0 < len(log.frames) < last
    assert written.found(written.wal) == written.rows


def as_others_write_it(wal: bytes, step: int) -> bytes:
    """The same log of a machine whose bytes go the other way."""
    (magic,) = struct.unpack(">I", wal[:4])
    order = "<" if magic & 1 else ">"

    def told(content: bytes, one: int, two: int) -> tuple[int, int]:
        words = struct.unpack(f"{order}{len(content) // 4}I", content)
        for first, second in zip(words[::2], words[1::2], strict=True):
            one = (one + first + two) % 2**32
            two = (two + second + one) % 2**32
        return one, two

    head = struct.pack(">I", magic ^ 1) + wal[4:24]
    mark = told(head, 0, 0)
    made = head + struct.pack(">II", *mark)
    for at in range(WAL_HEADER, len(wal) - step + 1, step):
        frame = wal[at : at + step]
        mark = told(frame[:8] + frame[24:], *mark)
        made += frame[:16] + struct.pack(">II", *mark) + frame[24:]
    return made


def test_a_log_of_the_other_order_is_read_too(written: Written) -> None:
    other = as_others_write_it(written.wal, written.step)
    assert other != written.wal
    assert written.found(other) == written.rows
    assert not pages.log_of(other, written.size).is_broken


def test_a_log_is_read_up_to_its_last_whole_transaction(written: Written) -> None:
    whole = pages.log_of(written.wal, written.size)
    for cut in (1, written.size, written.step):
        log = pages.log_of(written.wal[:-cut], written.size)
        assert log.frames == whole.frames[: len(log.frames)] != whole.frames
        assert set(written.found(written.wal[:-cut])) == set(range(9))
        assert not log.is_broken
    for length in (0, 1, WAL_HEADER, WAL_HEADER + written.step - 1):
        assert pages.log_of(written.wal[:length], written.size) == pages.Log()


def test_of_any_beginning_of_a_log_whole_transactions_are_read(written: Written) -> None:
    many = (len(written.wal) - WAL_HEADER) // written.step
    ends = 0
    for n in range(many):
        at = written.frame(n)
        (commit,) = struct.unpack(">I", written.wal[at + 4 : at + 8])
        ends = n + 1 if commit else ends
        for more in (0, 1, written.step - 1):
            log = pages.log_of(written.wal[: at + written.step + more], written.size)
            assert len(log.frames) == ends and not log.is_broken
    assert ends == many


@pytest.mark.parametrize("byte", [0, 5, 9, 17, 21, FRAME_HEADER, FRAME_HEADER + 40])
def test_one_spoilt_frame_hides_what_is_in_it_alone(written: Written, byte: int) -> None:
    whole = pages.log_of(written.wal, written.size).frames
    for n in (0, 2):
        spoilt = bytearray(written.wal)
        spoilt[written.frame(n) + byte] ^= 0x10
        log = pages.log_of(bytes(spoilt), written.size)
        assert log.is_broken
        kept = list(log.frames)
        # A mark that is spoilt is also what the next frame is held against.
        missing = 2 if byte in (17, 21) else 1
        assert kept == [*whole[:n], *whole[n + missing :]]


@pytest.mark.parametrize("byte", [0, 3, 16, 23, 24, 31])
def test_a_spoilt_head_of_a_log_is_said(written: Written, byte: int) -> None:
    spoilt = bytearray(written.wal)
    spoilt[byte] ^= 0x40
    log = pages.log_of(bytes(spoilt), written.size)
    whole = pages.log_of(written.wal, written.size).frames
    assert log.is_broken
    first = 0 if byte < 24 else 1  # what the first frame goes on from is known or not
    assert log.frames == whole[first:]


def test_the_newest_page_lies_over_the_older_ones(written: Written) -> None:
    first, second = b"a" * written.size, b"b" * written.size
    frames = (Frame(2, first), Frame(9, first), Frame(2, second))
    found = pages.overlaid(written.file, written.size, frames)
    assert found[2] == second and found[9] == first
    assert found[1] == written.file[: written.size]


def test_what_breaks_after_the_last_whole_transaction_is_no_fault(written: Written) -> None:
    """A plug that was pulled in the middle of one: whole frames of it, and one that is not."""
    many = (len(written.wal) - WAL_HEADER) // written.step
    whole = pages.log_of(written.wal, written.size).frames
    commits = [n for n in range(many) if any(written.wal[(at := written.frame(n)) + 4 : at + 8])]
    before = commits[-2] + 1
    for n in range(before, many):
        spoilt = bytearray(written.wal)
        spoilt[written.frame(n) + FRAME_HEADER] ^= 1
        log = pages.log_of(bytes(spoilt[: written.frame(many - 1) + written.step]), written.size)
        ends_anyhow = n < many - 1  # its last frame says that it is whole, and it is not
        assert log.is_broken == ends_anyhow
        assert len(log.frames) == (many - 1 if ends_anyhow else before)
        assert set(log.frames) <= set(whole)
    assert before < many
