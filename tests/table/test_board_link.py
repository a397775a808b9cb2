"""The line to the board: whatever becomes of its port is a sentence, and never the thread's end."""

import fcntl
import os
import pty
import re
import subprocess
import sys
import termios
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.table.board.asking import TRIES_MOST, Board
from companion.table.board.conversation import HELLO_LATE_US
from companion.table.board.doubts import EARLY_US
from companion.table.board.link import BACK_OFF_US, Link, Ports
from companion.table.board.port import CHIPS, MAKERS, LinkError, found, is_likely, open_port
from companion.table.board.shipped import image_of, shipped_image
from companion.table.frames import (
    UNTRACED,
    Ack,
    Beat,
    Cause,
    Done,
    Event,
    Field,
    Health,
    Hello,
    Kind,
    Message,
    Origin,
    Ping,
    Pong,
    Raw,
    Reading,
    Refused,
    State,
    Stranger,
    Trace,
    Value,
    Why,
    parameter,
    written,
)
from tests.table.boards import MS, SECOND, Desk, FakeBoard, met
from tests.web.house import PATIENCE_S


def desk_of(bytes_: bytes) -> Desk:
    """A port at which somebody says this again and again."""
    desk = Desk()
    desk.board.step = lambda now_us: bytes_  # type: ignore[method-assign]
    return desk


# --- who is there -----------------------------------------------------------------------------


def test_a_board_is_greeted_pinged_and_spoken_with() -> None:
    desk = met()
    pings = [message for message in desk.board.said if isinstance(message, Ping)]
    assert len(pings) >= 4
    assert desk.table.trouble() == ()
    assert desk.table.alive()


def test_a_board_hears_something_every_second() -> None:
    desk = met()
    for _ in range(20):
        desk.board.said.clear()
        desk.run(SECOND)
        assert desk.board.said


def test_another_version_is_refused_with_the_remedy() -> None:
    desk = desk_of(written(Stranger(3)))
    desk.run(SECOND)
    [sentence] = desk.table.trouble()
    assert "speaks version 3" in sentence and "companion flash --port /dev/fake" in sentence
    assert desk.board.said == [], "it is not spoken to"


def test_an_older_version_plays_as_before_and_is_said_in_one_sentence() -> None:
    desk = Desk()
    desk.board.protocol = UNTRACED
    desk.meet()
    [sentence] = desk.table.trouble()
    assert "plays as before" in sentence and "companion flash --port /dev/fake" in sentence
    desk.touch(1, doubt=120)
    desk.run(2 * MS)
    [signal] = desk.felt
    assert 120 <= signal.uncertain_us <= 122 and 0 <= signal.early_us - EARLY_US <= 2


def test_another_program_of_the_same_version_plays_and_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = Desk()
    monkeypatch.setattr(desk.table.link, "_image", 0x1234)
    desk.meet()
    assert "not the one that ships" in desk.table.trouble()[0]
    desk.touch(0)
    desk.run(50 * MS)
    assert desk.kinds() == ["touch 0"]


@pytest.mark.parametrize(
    ("said", "words"),
    [(b"", "no touch board says hello"), (b"\x00Marlin 2.1\r\nok\n", "makes no sense")],
)
def test_who_never_says_hello_is_said(said: bytes, words: str) -> None:
    desk = desk_of(said)
    desk.run(HELLO_LATE_US + SECOND)
    assert words in desk.table.trouble()[0]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.binary(max_size=200), min_size=1, max_size=40))
def test_no_garbage_ends_the_conversation(pieces: list[bytes]) -> None:
    desk = met()
    step, rest = desk.board.step, iter(pieces)
    desk.board.step = lambda now_us: next(rest, b"") + b"\0" + step(now_us)  # type: ignore
    desk.run(SECOND)
    desk.touch(3)
    desk.run(200 * MS)
    assert desk.kinds() == ["touch 3"]


_FRAMES = st.lists(
    st.tuples(
        st.integers(0, 30), st.sampled_from(["once", "twice", "lost", "cut", "flip", "late"])
    ),
    max_size=60,
)


@settings(max_examples=60, deadline=None)
@given(_FRAMES, st.randoms(use_true_random=False))
def test_frames_cut_flipped_said_twice_and_late_make_no_event_of_their_own(
    plan: list[tuple[int, str]], chance: "object"
) -> None:
    """The board's own frames, out of order and damaged: each event is felt once, in order."""
    desk = met()
    step, late, turns = desk.board.step, [], iter(plan)

    def spoiled(now_us: int) -> bytes:
        frames = [frame + b"\0" for frame in step(now_us).split(b"\0")[:-1]]
        out = [late.pop()] if late and next(turns, (0, ""))[1] != "late" else []
        for frame in frames:
            at, what = next(turns, (0, "once"))
            if what == "flip":
                frame = bytes(b ^ 4 if n == at % len(frame) else b for n, b in enumerate(frame))
            if what == "late":
                late.append(frame)
            elif what != "lost":
                out += [frame[: at % len(frame)] if what == "cut" else frame]
                out += [frame] if what == "twice" else []
        return b"".join(out)

    desk.board.step = spoiled  # type: ignore[method-assign]
    for pad in range(5):
        desk.touch(pad)
        desk.run(10 * MS)
    desk.run(2 * SECOND)
    assert desk.kinds() == [f"touch {pad}" for pad in range(5)]


BYTE, WORD, LONG = st.integers(0, 255), st.integers(0, 65535), st.integers(0, 2**32 - 1)
STATES = st.builds(State, st.integers(0, 31), st.integers(0, 31), st.integers(0, 31), st.booleans())
PLACES = st.integers(0, 15)
SCANS = st.tuples(*[BYTE] * 8)
MESSAGES = st.one_of(
    st.builds(Stranger, st.integers(3, 255)),
    st.builds(Trace, BYTE, st.integers(0, 2), BYTE, SCANS, SCANS),
    st.builds(Event, BYTE, st.sampled_from(Kind), PLACES, LONG, st.integers(0, 23_808)),
    st.builds(Beat, BYTE, STATES),
    st.builds(Pong, BYTE, LONG, st.integers(0, 1020)),
    st.builds(Health, BYTE, WORD, BYTE, BYTE),
    st.builds(Value, BYTE, BYTE, WORD),
    st.builds(Done, BYTE, st.integers(0x81, 0x89)),
    st.builds(Refused, BYTE, st.sampled_from(Why)),
    st.builds(
        Hello,
        *(BYTE, st.integers(1, 2), st.integers(1, 3), LONG),
        *(st.builds(Cause, st.integers(0, 15)), st.sampled_from(Origin), PLACES, PLACES, STATES),
    ),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(MESSAGES, st.integers(0, 3000)), max_size=60))
def test_whatever_a_board_says_in_whatever_order_time_goes_on(
    said: list[tuple[Message, int]],
) -> None:
    """Whole frames that mean nothing together: no exception, and no stamp of the future."""
    desk = Desk()
    desk.run(100 * MS)
    for message, after_ms in said:
        desk.run(min(after_ms, 200) * MS)
        desk.table.link.conversation.hear(written(message), desk.clock.now_us())
        desk.table.watch(desk.clock.now_us())
        assert desk.table.link.conversation.owed <= 32
    assert not [s for s in desk.felt if s.at_us > desk.clock.now_us() + 5 * SECOND]
    assert desk.table.now().stage
    desk.table.trouble()


def test_what_only_a_companion_says_is_an_echo() -> None:
    desk = met()
    step = desk.board.step
    desk.board.step = lambda now_us: written(Ack(3)) + step(now_us)  # type: ignore[method-assign]
    desk.run(SECOND)
    assert desk.table.now().stage == "talking"


# --- ports ------------------------------------------------------------------------------------


def test_a_port_that_cannot_be_had_is_tried_ever_more_seldom() -> None:
    desk = Desk()
    desk.plugged, desk.why_not = False, "There is no /dev/fake."
    desk.run(20 * SECOND)
    assert desk.table.trouble() == ("There is no /dev/fake.",)
    assert 20 * SECOND / BACK_OFF_US[-1] <= desk.opens <= 20 * SECOND / BACK_OFF_US[-1] + 6
    desk.plugged = True
    desk.run(BACK_OFF_US[-1] + SECOND)
    assert desk.table.now().stage == "talking"


def test_a_plug_that_was_pulled_for_a_moment_is_back_at_once() -> None:
    desk = met()
    desk.plugged = False
    desk.run(20 * MS)
    desk.plugged = True
    desk.board.start(8, desk.now_us)
    desk.run(SECOND)
    assert desk.table.now().stage == "talking"


def test_without_any_port_somebody_is_asked_to_plug_it_in() -> None:
    link = Link(Ports(look=lambda: (), why=lambda: "There is none."), lambda: 0, lambda news: None)
    assert not link.step()
    assert link.trouble() == ("There is none.",)


def test_of_several_ports_the_one_with_a_board_is_found() -> None:
    desk, asked = Desk(), []

    class Dumb:
        def read(self) -> bytes:
            return b"T:21.5 B:60\n"

        def write(self, data: bytes) -> None: ...
        def close(self) -> None: ...
        def wake(self) -> None: ...

    def opened(path: str) -> object:
        asked.append(path)
        return desk if path == "/dev/b" else Dumb()

    desk.ports._named, desk.ports._look = "", lambda: ("/dev/a", "/dev/b")
    desk.ports._open = opened  # type: ignore[assignment]
    desk.run(HELLO_LATE_US + 3 * SECOND)
    assert desk.table.now().stage == "talking"
    assert desk.table.now().port == "/dev/b"
    desk.plugged = False
    desk.run(20 * MS)
    desk.plugged = True
    desk.run(3 * SECOND)
    assert asked == ["/dev/a", "/dev/b", "/dev/b"], "where it was it is looked for first"


def test_names_that_last_are_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Info:
        def __init__(self, device: str, vid: int | None, pid: int | None) -> None:
            self.device, self.vid, self.pid = device, vid, pid

    for name in ("ttyUSB0", "ttyUSB1", "ttyS0"):
        (tmp_path / name).touch()
    by_id = tmp_path / "by-id"
    by_id.mkdir()
    (by_id / "usb-1a86_USB_Serial-if00-port0").symlink_to(tmp_path / "ttyUSB0")
    there = [
        Info(str(tmp_path / "ttyUSB0"), 0x1A86, 0x7523),
        Info(str(tmp_path / "ttyUSB1"), 0x0403, 0x6001),
        Info(str(tmp_path / "ttyS0"), None, None),
    ]
    monkeypatch.setattr("companion.table.board.port.list_ports.comports", lambda: there)
    usb1 = str(tmp_path / "ttyUSB1")
    assert set(found(by_id)) == {str(by_id / "usb-1a86_USB_Serial-if00-port0"), usb1}
    assert found(tmp_path / "nowhere") == (str(tmp_path / "ttyUSB0"), usb1)


def test_arduino_s_own_chips_are_likely_boards_and_a_mouse_is_none() -> None:
    assert is_likely(0x2341, 0x0043) and not is_likely(0x046D, 0xC077)


@pytest.fixture
def line() -> Iterator[tuple[int, str]]:
    """A pretended serial line: the board's end, and the name of ours."""
    ours, theirs = pty.openpty()
    yield ours, os.ttyname(theirs)
    os.close(theirs)
    with suppress(OSError):  # the test pulled the plug
        os.close(ours)


def test_a_port_carries_bytes_both_ways_and_is_ours_alone(line: tuple[int, str]) -> None:
    board, name = line
    port = open_port(name)
    try:
        assert port.read() == b""
        os.write(board, b"\x03ab\0")
        assert port.read() == b"\x03ab\0"
        port.write(b"cd\0")
        assert os.read(board, 10) == b"cd\0"
        with pytest.raises(LinkError, match="Another program talks with"):
            open_port(name)
        with pytest.raises(OSError):  # TIOCEXCL is set: who asks for nothing is kept out, too
            _plain_open(name)
    finally:
        port.close()
    port.close()


HOLDS = """
import fcntl, os, sys
file = os.open(sys.argv[1], os.O_RDWR | os.O_NOCTTY)
fcntl.flock(file, fcntl.LOCK_EX)
print("held", flush=True)
sys.stdin.read()
"""


def test_who_talks_with_the_board_is_named(line: tuple[int, str]) -> None:
    _, name = line
    words = [sys.executable, "-c", HOLDS, name]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None and other.stdout.readline() == b"held\n"
        named = rf"^[Pp]ython\S* \(process {other.pid}\) talks with {name}\. Stop that program\.$"
        with pytest.raises(LinkError, match=named):
            open_port(name)
        other.communicate()


def _plain_open(name: str) -> None:
    if os.geteuid() == 0:  # root is let in all the same; but the mark is there
        file = os.open(name, os.O_RDWR | os.O_NOCTTY)
        marked = fcntl.ioctl(file, getattr(termios, "TIOCGEXCL", 0x80045440), b"\0" * 4)
        os.close(file)
        if any(marked):
            raise OSError("kept out")
        return
    os.close(os.open(name, os.O_RDWR | os.O_NOCTTY))


def test_a_pulled_plug_is_a_sentence_whatever_is_called(line: tuple[int, str]) -> None:
    board, name = line
    port = open_port(name)
    os.close(board)
    with pytest.raises(LinkError, match="USB cable"):
        for _ in range(3):
            port.read()
            port.write(b"x")
    port.close()
    port.wake()


def test_a_port_that_is_none_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(LinkError, match="plug the touch board in"):
        open_port(str(tmp_path / "ttyUSB0"))
    (tmp_path / "file").write_text("no port")
    with pytest.raises(LinkError, match="cannot be opened"):
        open_port(str(tmp_path / "file"))


def test_nothing_that_goes_wrong_ends_the_thread() -> None:
    rounds = threading.Event()
    count = 0

    def explode() -> None:
        nonlocal count
        count += 1
        if count > 2:
            rounds.set()
        raise ZeroDivisionError("nobody foresaw this")

    link = Link(Ports(look=lambda: ()), lambda: 0, lambda news: None)
    link.start(explode)
    try:
        assert rounds.wait(PATIENCE_S)
        assert link.alive()
        assert any("nobody foresaw this" in sentence for sentence in link.trouble())
    finally:
        link.close()
    assert not link.alive()


# --- asking -----------------------------------------------------------------------------------


def answering(desk: Desk) -> Board:
    """A board to be asked, in told time."""

    def wait(answer: "object") -> Message:
        for _ in range(2000):
            if answer.done():  # type: ignore[attr-defined]
                break
            desk.run(10 * MS)
        return answer.result(0)  # type: ignore[attr-defined, no-any-return]

    return Board(desk.table.link.ask, wait)  # type: ignore[arg-type]


@pytest.mark.parametrize("share", [0.0, 0.2])
def test_parameters_are_read_set_and_saved_also_on_a_bad_wire(share: float) -> None:
    from tests.table.boards import spoiler

    desk = met()
    desk.spoil = spoiler(4, share)
    board = answering(desk)
    where = parameter(3, Field.STEP)
    assert board.get(where) == 5
    assert board.set(where, 9) == 9
    assert board.get(where) == 9
    board.save()
    assert desk.board.parameters[where] == 9


def test_a_stream_tells_crossings_to_whoever_listens() -> None:
    desk = met()
    told: list[Raw] = []
    desk.table.board.on_raw = told.append
    answering(desk).stream(50)
    desk.run(100 * MS)
    assert told and told[0].crossings == (35,) * 5


def test_what_the_board_refuses_is_a_sentence() -> None:
    desk = met()
    with pytest.raises(LinkError, match="does not know that"):
        answering(desk).get(0x7F)


def test_a_board_that_does_not_answer_is_asked_a_few_times_and_given_up() -> None:
    desk = met()
    desk.board._obey = lambda message, now_us: desk.board.said.append(message)  # type: ignore
    desk.board.said.clear()
    with pytest.raises(LinkError, match="does not answer"):
        answering(desk).get(Reading.SCANS)
    asked = {m for m in desk.board.said if not isinstance(m, Ping | Ack)}
    assert len(asked) == 1 and TRIES_MOST > 1


def test_without_a_board_nobody_waits_for_an_answer() -> None:
    desk = Desk()
    desk.plugged = False
    desk.run(SECOND)
    with pytest.raises(LinkError, match="cannot be asked. There is no board"):
        answering(desk).get(1)


def test_whoever_waits_while_the_board_goes_away_is_told() -> None:
    desk = met()
    answer = desk.table.link.ask(lambda token: Ping(token))
    desk.plugged = False
    desk.run(SECOND)
    with pytest.raises(LinkError, match="went away"):
        answer.result(0)


# --- the program that ships -------------------------------------------------------------------

HEX = ":020000000102FB\n:010002000FEE\n:00000001FF\n"


def test_the_check_sum_of_a_hex_file_is_that_of_its_bytes(tmp_path: Path) -> None:
    assert image_of(HEX) == b"\x01\x02\x0f"
    file = tmp_path / "touch_board.hex"
    file.write_text(HEX)
    assert shipped_image(file) is not None
    assert shipped_image(tmp_path / "none.hex") is None


@pytest.mark.parametrize("text", ["", "hello", HEX[:-13], HEX.replace("0102FB", "0103FB")])
def test_a_hex_file_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        image_of(text)


def test_events_before_any_answered_ping_have_a_moment_all_the_same() -> None:
    board = FakeBoard(began_us=10 * SECOND)
    desk = Desk(board)
    obey = board._obey
    board._obey = lambda m, now: None if isinstance(m, Ping) else obey(m, now)  # type: ignore
    desk.run(2 * SECOND)
    desk.touch(0, kind=Kind.TOUCH)
    desk.run(20 * MS)
    assert desk.felt[-1].at_us <= desk.clock.now_us()


@pytest.mark.parametrize("minutes", [1, 30, 40, 60, 70])
def test_a_touch_that_is_told_late_was_then(minutes: int) -> None:
    desk = met()
    at_us = away(desk, minutes)
    (touch,) = (s for s in desk.felt if s.kind.value == "touch")
    assert abs(touch.at_us - at_us) <= touch.uncertain_us + 100 * MS


def test_of_a_touch_from_before_the_board_s_clock_went_round_nothing_is_told() -> None:
    desk = met()
    away(desk, 72)
    assert not desk.kinds()
    assert desk.board.oldest == desk.board.next, "nor is it kept for ever"
    desk.touch(1)
    desk.run(SECOND)
    assert desk.kinds() == ["touch 1"]


def away(desk: Desk, minutes: int) -> int:
    """The board hears nobody for so long, and is touched at the beginning: when that was."""
    desk.plugged = False
    desk.run(SECOND)
    at_us = desk.clock.now_us()
    desk.touch(0)
    desk.board.feel(Kind.RELEASE, 0, desk.now_us)
    desk.now_us += minutes * 60 * SECOND
    desk.plugged = True
    desk.run(20 * SECOND)
    return at_us


def test_modem_manager_is_kept_from_every_chip_that_is_looked_for() -> None:
    """What may be a board is no modem: the udev rules and the search name the same chips."""
    rules = Path(__file__).resolve().parents[2] / "systemd" / "99-splash-companion.rules"
    found = re.findall(r'idVendor}=="(\w+)"(?:, ATTR{idProduct}=="(\w+)")?', rules.read_text())
    named = {(int(maker, 16), int(chip, 16) if chip else None) for maker, chip in found}
    assert named == {*CHIPS, *((maker, None) for maker in MAKERS)}
