"""A part that died or hangs is noticed: the process ends for its supervisor and never pretends."""

import gc
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest

from companion import runtime
from companion.referee.work_queue import STUCK_S, WorkQueue
from companion.runtime import CHECK_S, LOOK_S, REST_S, Companion, watch
from companion.stop import Stop
from tests.faults.evening import ended, evening, referee_of, stop
from tests.web.house import PATIENCE_S, begin, running, until

FROZEN = """
import threading
from companion import cli, running, runtime
from companion.referee import work_queue

built = running.build

def build(*words):
    companion = built(*words)

    def freeze():  # until here it has all the time that a busy machine takes
        work_queue.ANSWER_S = work_queue.STUCK_S = runtime.CLOSE_S = 1.0
        companion.referee._queue.put(threading.Event().wait)

    companion.access.on_change = freeze
    return companion

running.build = build
cli.main()
"""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Companion]:
    companion = running(tmp_path)
    yield companion
    companion.close()


def dead() -> threading.Thread:
    thread = threading.Thread(target=lambda: None)
    thread.start()
    thread.join()
    return thread


def kill_signals(house: Companion) -> None:
    house.table._notify_thread = dead()


DEATHS: tuple[tuple[str, Callable[[Companion], None]], ...] = (
    ("The referee has stopped, or is stuck.", lambda house: house.referee.stop()),
    ("The caller has stopped.", lambda house: house.caller.close()),
    ("The page server has stopped.", lambda house: house.server.close()),
    ("The table's signals have stopped.", kill_signals),
    ("The table's signals have stopped.", lambda house: house.table.close()),
)


@pytest.mark.parametrize(("words", "kill"), DEATHS)
def test_every_part_that_died_is_noticed(
    house: Companion, words: str, kill: Callable[[Companion], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert house.troubles() == ()
    kill(house)
    until(house.troubles, "the trouble")
    monkeypatch.setattr(runtime, "CHECK_S", 0.001)
    said: list[str] = []
    assert watch(house, Stop(), said.append) == 1
    assert said == [f"{words} Start the companion again."]


def test_a_light_that_fails_is_said_and_keeps_no_other_dark(
    house: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    lit: list[int] = []

    def light(pad: int, on: bool) -> None:
        if not pad:
            raise OSError("its wire is off")
        lit.append(pad)

    house._lit = None
    with monkeypatch.context() as broken:
        broken.setattr(house.table.lights, "set", light)
        house.look()
        assert sorted(set(lit)) == [1, 2, 3, 4]
        until(lambda: "lights" in " ".join(house.referee.picture.trouble), "the sentence")
        assert house.troubles() == ()
    house.look()
    until(lambda: not house.referee.picture.trouble, "that all is well")


def test_while_nothing_changes_the_journal_alone_is_looked_at_often(
    house: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []
    monkeypatch.setattr(house.referee.journal, "look", lambda: looked.append("journal"))
    monkeypatch.setattr(house.evening, "look", lambda: looked.append("all"))
    until(lambda: house.referee.picture.margins, "the picture after the first look")
    house.glance(100.0)

    def at(now_s: float) -> tuple[list[str], float]:
        looked.clear()
        return looked, house.glance(now_s)

    assert at(100.5) == at(101.5) == (["journal"], REST_S)
    assert at(100.0 + LOOK_S) == (["journal", "all"], REST_S)
    house.referee.pause(True)  # a picture that is new
    assert at(100.5 + LOOK_S) == (["journal", "all"], CHECK_S)
    assert at(101.0 + LOOK_S) == (["journal"], REST_S)
    monkeypatch.setattr(house.table, "trouble", lambda: ("A button is stuck.",))
    assert at(101.5 + LOOK_S)[0] == ["journal", "all"], "a part ails"


def test_at_rest_a_glance_waits_until_something_stirs(
    house: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    stirred = threading.Event()
    house.stirred_by(stirred.set)
    tells: list[bool] = [True]
    monkeypatch.setattr(house.referee.journal, "tells", lambda stir: tells[0])

    def at_rest() -> float:
        waits_s = house.glance(100.0)
        while waits_s == CHECK_S:  # until the last look is in the picture
            waits_s = house.glance(100.0)
        return waits_s

    assert at_rest() == LOOK_S
    tells[0] = False
    assert at_rest() == REST_S, "nobody would tell of its files"
    tells[0] = True
    stirred.clear()
    house.referee.pause(True)
    assert stirred.wait(PATIENCE_S), "a picture is new"
    assert at_rest() == LOOK_S
    with monkeypatch.context() as live:
        live.setattr(type(house.referee), "hands_count", True)
        assert at_rest() == REST_S, "what ails in a round is said at once"
    monkeypatch.setattr(house, "senses", replace(house.senses, tablet=Mock()))
    assert at_rest() == REST_S


class Waited(Stop):
    """A stop that knows how often it was waited for."""

    waits = 0

    def wait(self, timeout: float) -> bool:
        self.waits += 1
        return super().wait(timeout)


class Parts:
    """A companion whose troubles are as told, one look after the other."""

    def __init__(self, stop: Waited, *troubles: tuple[str, ...]) -> None:
        self.stop, self.left = stop, list(troubles)
        self.looks = self.hurried = self.asked = 0
        self._waits = 0

    def troubles(self) -> tuple[str, ...]:
        self.asked += 1
        self.hurried += self.stop.waits == self._waits
        self._waits = self.stop.waits
        return self.left.pop(0) if self.left else ()

    def stirred_by(self, stir: Callable[[], None]) -> None:
        pass

    def glance(self, now_s: float) -> float:
        self.looks += 1
        if not self.left:
            self.stop.set()
        return 0.001


@pytest.mark.parametrize(
    ("troubles", "code", "said", "looks"),
    [
        ([()], 0, [], 1),
        ([("late",), ()], 0, [], 1),  # the whole machine slept
        ([("late",), (), ("late",), ()], 0, [], 2),
        ([("dead",), ("dead", "gone")], 1, ["dead", "gone"], 0),
    ],
)
def test_what_is_dead_is_dead_at_the_second_look_too(
    troubles: list[tuple[str, ...]],
    code: int,
    said: list[str],
    looks: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(runtime, "CHECK_S", 0.001)
    stop, heard = Waited(), []
    parts = Parts(stop, *troubles)
    assert watch(parts, stop, heard.append) == code  # type: ignore[arg-type]
    assert (heard, parts.looks) == (said, looks)
    assert parts.hurried == 0, "a second look at once says nothing new"


def test_at_rest_whether_parts_live_is_asked_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CHECK_S", "REST_S"):
        monkeypatch.setattr(runtime, name, 0.001)
    stop, looks = Waited(), []

    def look(now_s: float) -> float:
        looks.append(now_s)
        if len(looks) == 3:
            stop.set()
        return 0.001

    parts = Parts(stop)
    monkeypatch.setattr(parts, "glance", look)
    watch(parts, stop, print)  # type: ignore[arg-type]
    assert (parts.asked, len(looks)) == (1, 3)


def test_what_a_start_made_is_in_no_later_collection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "CHECK_S", 0.001)
    stop, before = Waited(), gc.get_freeze_count()
    try:
        watch(Parts(stop), stop, print)  # type: ignore[arg-type]
        assert gc.get_freeze_count() > before
    finally:
        gc.unfreeze()


# --- a referee that hangs ---------------------------------------------------------------------


def test_thread_that_does_not_come_round_is_not_alive() -> None:
    now, hold, held = [0.0], threading.Event(), threading.Event()
    turns = WorkQueue(lambda: None, lambda: 0.001, lambda: None, lambda: now[0])
    assert not turns.alive()
    turns.start()
    try:
        now[0] = 10 * STUCK_S
        until(turns.alive, "a round")  # it never sleeps for long
        turns.put(lambda: (held.set(), hold.wait()))
        assert held.wait(PATIENCE_S)
        assert turns.alive()  # so far
        now[0] += STUCK_S - 0.1
        assert turns.alive()
        now[0] += 0.2
        assert not turns.alive()
        hold.set()
        until(turns.alive, "a round")
    finally:
        hold.set()
        turns.stop()
    assert not turns.alive()


@pytest.mark.parametrize(
    "slept_s", [0.0, pytest.param(STUCK_S + 2 * CHECK_S, marks=pytest.mark.soak)]
)
def test_process_that_was_stopped_takes_the_tap_that_waited(tmp_path: Path, slept_s: float) -> None:
    """Paused by a debugger or a machine that sleeps, however long: nobody is called dead for it."""
    with evening(tmp_path) as house, ThreadPoolExecutor(1) as thumb:
        phone = referee_of(house)
        begin(phone, "Ana", "Ben", "Cy")
        house.send_signal(signal.SIGSTOP)
        state = Path(f"/proc/{house.pid}/stat")
        until(lambda: state.read_text().rpartition(")")[2].split()[0] == "T", "that it stands")
        tapped = thumb.submit(phone.answer, "correct", "crayon", seat=0, points=1)
        threading.Event().wait(slept_s)
        assert not tapped.done()
        house.send_signal(signal.SIGCONT)
        assert tapped.result()["reply"] == "counts"
        until(lambda: phone.state()["trouble"] == [], "no trouble")
        stop(house)


def test_stuck_referee_ends_the_process_with_a_sentence(tmp_path: Path) -> None:
    with evening(tmp_path, (sys.executable, "-c", FROZEN, "run")) as house:
        phone = referee_of(house)
        assert phone.state()["trouble"] == []
        status, said = phone.post("/api/knock", {"seat": 0})  # and there it hangs
        assert status in (200, 400, 503), said
        code, told = ended(house)
    assert code == 1
    assert "The referee has stopped, or is stuck. Start the companion again." in told
    assert "left behind" in told
