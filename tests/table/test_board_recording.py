"""A recording is felt once more exactly as it was, and every bad file is a sentence."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.table.board import playing
from companion.table.board.playing import as_line, as_row, played_back
from companion.table.board.recording import (
    Recorder,
    RecordingError,
    Said,
    Way,
    is_recording,
    read_recording,
)
from companion.table.frames import Kind
from companion.table.signals import Signal
from tests.table.boards import MS, SECOND, Desk, Taped, spoiler


@pytest.fixture
def taped(tmp_path: Path) -> Iterator[Taped]:
    with Taped(tmp_path / "evening.rec") as made:
        yield made


def told(signals: list[Signal]) -> list[tuple[object, ...]]:
    """Signals by what they say; the recording's clock begins with it, the table's before."""
    return [(s.kind, s.pad, s.button, s.uncertain_us, s.why, s.mark) for s in signals]


def evening(desk: Desk) -> None:
    """A grab, buttons, a pulled plug, another start, a bad wire."""
    desk.meet()
    for pad in range(5):
        desk.touch(pad, ago_us=pad * 150)
    desk.run(300 * MS)
    desk.touch(6, kind=Kind.PRESS)
    desk.run(SECOND)
    desk.plugged = False
    desk.run(700 * MS)
    desk.plugged = True
    desk.board.start(8, desk.now_us)
    desk.run(3 * SECOND)
    desk.spoil = spoiler(3, 0.1)
    for pad in range(5):
        desk.touch(pad, kind=Kind.RELEASE)
        desk.run(100 * MS)
    desk.run(2 * SECOND)


def test_what_was_recorded_is_felt_again(taped: Taped, tmp_path: Path) -> None:
    evening(taped)
    taped.recorder.close()
    again = list(played_back(tmp_path / "evening.rec"))
    marked = [signal for signal in taped.felt if signal.mark]
    assert told([signal for signal in again if signal.mark]) == told(marked)
    assert len(marked) >= 11
    gaps = [b.at_us - a.at_us for a, b in zip(marked, marked[1:], strict=False)]
    again_marked = [signal for signal in again if signal.mark]
    again_gaps = [b.at_us - a.at_us for a, b in zip(again_marked, again_marked[1:], strict=False)]
    assert again_gaps == gaps, "to the microsecond"
    assert {s.why for s in again} == {s.why for s in taped.felt}


def later(recording: bytes, number: int, us: int) -> bytes:
    """The same with one line told so much later."""
    lines = recording.splitlines(keepends=True)
    line = lines[number]
    rest = line.lstrip(b"0123456789")
    lines[number] = b"%d" % (int(line[: len(line) - len(rest)]) + us) + rest
    return b"".join(lines)


def places(recording: bytes) -> range:
    """Some of its lines."""
    count = len(recording.splitlines())
    return range(1, count, count // 6)


def test_a_slip_of_years_in_a_recording_is_gone_over(taped: Taped, tmp_path: Path) -> None:
    evening(taped)
    taped.recorder.close()
    file = tmp_path / "evening.rec"
    recording = file.read_bytes()
    for number in places(recording):
        file.write_bytes(later(recording, number, 10**17))
        assert list(played_back(file))


def test_after_a_minute_of_silence_no_more_is_felt_for_more_of_it(
    taped: Taped, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening(taped)
    taped.recorder.close()
    file = tmp_path / "evening.rec"
    recording = file.read_bytes()
    for number in places(recording):
        file.write_bytes(later(recording, number, 150 * SECOND))
        short = told(list(played_back(file)))
        with monkeypatch.context() as patience:
            patience.setattr(playing, "SILENT_US", 200 * SECOND)
            assert short == told(list(played_back(file)))


def test_a_recording_is_small(taped: Taped, tmp_path: Path) -> None:
    taped.meet()
    taped.run(60 * SECOND)
    taped.recorder.close()
    assert (tmp_path / "evening.rec").stat().st_size < 75_000, "an hour is under 4.5 MB"


def test_a_torn_last_line_is_left_out(taped: Taped, tmp_path: Path) -> None:
    taped.meet()
    taped.recorder.close()
    file = tmp_path / "evening.rec"
    whole = list(read_recording(file))
    file.write_bytes(file.read_bytes()[:-3])
    assert list(read_recording(file)) == whole[:-1]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is no recording"),
        ('{"game":"dolphin_splash"}\n', "is no recording"),
        (
            '{"form":"splash touch board recording","version":2}\n',
            "version 2; this companion reads",
        ),
        (
            '{"form":"splash touch board recording","version":1}\n5<00\nhello\n5<00\n',
            "line 3: this is no line",
        ),
        (
            '{"form":"splash touch board recording","version":1}\n5<0g\n5<00\n',
            "line 2: this is no line",
        ),
    ],
)
def test_a_file_that_is_no_recording_is_a_sentence(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "file").write_text(text)
    with pytest.raises(RecordingError, match=words):
        list(read_recording(tmp_path / "file"))


def test_a_file_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match="cannot be read"):
        list(read_recording(tmp_path / "none"))
    assert not is_recording(tmp_path / "none")


@settings(max_examples=60)
@given(st.binary(max_size=300))
def test_no_bytes_make_reading_do_anything_but_end_with_a_sentence(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    file = tmp_path_factory.mktemp("any") / "file"
    head = b'{"form":"splash touch board recording","version":1}\n'
    for content in (data, head + data):
        file.write_bytes(content)
        try:
            list(played_back(file))
        except RecordingError as problem:
            assert str(file) in str(problem)


def test_no_file_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "evening.rec").write_text("an evening")
    with pytest.raises(RecordingError, match="is there already"):
        Recorder(tmp_path / "evening.rec", lambda: 0, 0)
    with pytest.raises(RecordingError, match="cannot be written"):
        Recorder(tmp_path / "no" / "folder", lambda: 0, 0)


def test_a_full_disk_ends_the_recording_and_not_the_evening(taped: Taped) -> None:
    class Full:
        def write(self, text: str) -> int:
            raise OSError(28, "No space left on device")

        def close(self) -> None:
            raise OSError(28, "No space left on device")

    taped.meet()
    file, taped.recorder._file = taped.recorder._file, Full()  # type: ignore[assignment]
    assert file is not None
    file.close()
    taped.touch(0)
    taped.run(SECOND)
    assert taped.kinds() == ["touch 0"]
    assert "recording has ended" in taped.table.trouble()[0]


def test_lines_hold_ways_moments_and_bytes(tmp_path: Path) -> None:
    now = [5]
    recorder = Recorder(tmp_path / "file", lambda: now[0], 7)
    recorder.note(Way.OPENED)
    now[0] = 30
    recorder.note(Way.FROM_BOARD, b"\x01\0", at_us=25)
    recorder.note(Way.TO_BOARD, b"\xff")
    recorder.note(Way.CLOSED)
    recorder.close()
    recorder.note(Way.OPENED)
    assert list(read_recording(tmp_path / "file")) == [
        Said(0, Way.OPENED),
        Said(20, Way.FROM_BOARD, b"\x01\0"),
        Said(25, Way.TO_BOARD, b"\xff"),
        Said(25, Way.CLOSED),
    ]
    assert is_recording(tmp_path / "file")


def test_signals_are_lines_for_people_and_rows_for_programs() -> None:
    from companion.table.signals import Kind as Felt
    from companion.words import Pad

    touch = Signal(Felt.TOUCH, 1_234_567, Pad(0), "", 80, "board")
    assert as_line(touch) == "    1.234567 s  touch    pad 1 within 80 us"
    assert as_row(touch)["pad"] == 0
    doubt = Signal(Felt.SUSPECT, 5, Pad(1), why="noisy")
    assert as_line(doubt).endswith("suspect  pad 2 (noisy)")
