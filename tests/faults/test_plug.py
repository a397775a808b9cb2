"""A pulled plug at any moment: what was acknowledged comes back, undo history and questions too."""

import json
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import codec
from companion.games import GAMES
from companion.journal import Journal, Op, Row
from companion.more_games import add
from companion.referee import Fold, Referee, showing
from companion.referee.picture import Lines, Picture
from companion.table.clock import TableClock
from tests.faults.evening import RUN, ended, evening, referee_of, stop
from tests.faults.player import STRANGERS, told_of
from tests.test_new_game import forget
from tests.web.house import Phone, begin, until

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parent.parent.parent
KILLS = 12  # an evening's worth
EVENINGS = 2
LONG_EVENINGS = 25  # three hundred kills
LINES_MOST = 160  # of one life: some forty answers and bursts
SCREENS = 20  # live, as at a big family's party
STOP_S = 1.0  # systemd and a family wait no longer
# Whatever sleeps in it sleeps for an hour, unless it is woken.
SLEEPY = """
from companion import cli, runtime
from companion.referee import judging
from companion.table import gpio
from companion.web import events, server, threads

for part, *naps in (
    (events, "BEAT_S"),
    (gpio, "TICK_S", "REST_S"),
    (judging, "IDLE_S", "REST_S"),
    (runtime, "CHECK_S", "REST_S", "LOOK_S", "CLOSE_S"),
    (server, "IDLE_S"),
    (threads, "IDLE_S"),
):
    for nap in naps:
        assert getattr(part, nap) < 60, nap  # or it is called otherwise by now
        setattr(part, nap, 3600.0)
cli.main()
"""


@pytest.fixture(autouse=True)
def strangers() -> Iterator[None]:
    """Families' own games are on the shelf, too."""
    before = set(GAMES)
    assert add(STRANGERS) == ()
    yield
    forget(before)


@dataclass
class Witnessed:
    """What the players said until the plug was pulled."""

    acked: dict[int, list[list[Any]]] = field(default_factory=lambda: defaultdict(list))
    trying: tuple[int, ...] = ()  # rows of transactions that nobody heard the end of
    lines: int = 0

    def hear(self, line: str) -> None:
        """Take in one line; the plug may have cut it short."""
        self.lines += 1
        match line.split(" ", 2):
            case ["try", _, rows]:
                self.trying = (int(rows),)
            case ["ack", game, written] if line.endswith("\n"):
                self.acked[int(game)] += json.loads(written)
                self.trying = ()


def live_and_die(path: Path, seed: int, lines: int, witnessed: Witnessed) -> None:
    """Let a family play until it has said so many lines, then pull the plug in mid-sentence."""
    command = [sys.executable, "-m", "tests.faults.player", str(path), str(seed)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as family:
        assert family.stdout is not None
        assert family.stdout.readline() == "ready\n", "the journal could not be played on"
        for _ in range(lines):
            witnessed.hear(family.stdout.readline())
        family.send_signal(signal.SIGKILL)
        for line in family.stdout:
            witnessed.hear(line)
        assert family.wait() == -signal.SIGKILL


def row_of(told: list[Any]) -> Row:
    op, facts, by, at_us, *rest = told
    of, tell, ask, seq, wall_ms = rest
    return Row(Op(op), facts, by, at_us, of=of, nonce=tell, ask=ask, seq=seq, wall_ms=wall_ms)


def folded(journal: Journal, number: int, rows: list[Row]) -> Fold:
    """What a companion that never died would have."""
    game = journal.game(number)
    assert game is not None
    module = GAMES[game.kind]
    fold = Fold(module, codec.loads(module.Setup, game.setup), number)
    for row in rows:
        fold.take(row)
    return fold


def compare(path: Path, witnessed: Witnessed) -> int:
    """Open the journal as the next companion does; answers how many rows nobody heard of."""
    journal = Journal(path, "next")
    try:
        unheard = 0
        games = journal.games()
        assert witnessed.acked.keys() <= {game.game for game in games}, "a game is lost"
        for game in games:
            rows = [told_of(row) for row in journal.rows(game.game)]
            acked = witnessed.acked[game.game]
            assert rows[: len(acked)] == acked, "something acknowledged is lost or changed"
            unheard += len(rows) - len(acked)
            witnessed.acked[game.game] = rows
        # The last transaction may be there whole or not at all, and never any other.
        assert unheard in (0, *witnessed.trying)
        witnessed.trying = ()
        newest = games[:1]
        if newest:
            same_as_never_dead(journal, newest[0].game, witnessed)
        return unheard
    finally:
        journal.close()


def same_as_never_dead(journal: Journal, number: int, witnessed: Witnessed) -> None:
    fold = folded(journal, number, [row_of(told) for told in witnessed.acked[number]])
    picture = Referee(journal, TableClock(journal.last_table_us() + 1_000_000)).picture
    assert picture.game is not None and picture.game.game == number
    never_dead = showing.of_fold(Picture(), fold, picture.table_us, Lines())
    assert picture.state == never_dead.state
    assert fold.module.view(picture.state) == fold.module.view(fold.state)
    assert picture.open == never_dead.open
    assert (picture.undo, picture.redo) == (never_dead.undo, never_dead.redo)
    assert picture.lines == never_dead.lines


@pytest.mark.parametrize("evening", range(EVENINGS))
def test_pulled_plug_loses_nothing_and_play_goes_on(tmp_path: Path, evening: int) -> None:
    rows = pulled_plugs(tmp_path, evening)
    assert len(rows) > 100
    assert {"fact", "undo", "redo"} == {told[0] for told in rows}


@pytest.mark.soak
@pytest.mark.parametrize("evening", range(EVENINGS, EVENINGS + LONG_EVENINGS))
def test_hundreds_of_pulled_plugs_lose_nothing(tmp_path: Path, evening: int) -> None:
    assert pulled_plugs(tmp_path, evening)


@pytest.mark.soak
def test_plug_pulled_in_the_first_start_ever_leaves_a_table_that_starts(tmp_path: Path) -> None:
    rng = Random(1)
    for kill in range(12):
        state = tmp_path / str(kill)
        with evening(state) as house:
            time.sleep(rng.uniform(0.05, 1.6))  # whatever it is at by then
            house.kill()
            house.wait()
        with evening(state) as house:
            begin(referee_of(house), "Ana", "Ben", "Cy")
            stop(house)


def pulled_plugs(tmp_path: Path, evening: int) -> list[list[Any]]:
    """A family whose plug is pulled again and again: all rows that were acknowledged."""
    rng = Random(evening)
    path, witnessed = tmp_path / "journal.sqlite", Witnessed()
    for life in range(KILLS):
        live_and_die(path, 1000 * evening + life, rng.randrange(LINES_MOST), witnessed)
        compare(path, witnessed)
    return [told for game in witnessed.acked.values() for told in game]


def test_terminated_in_the_middle_of_a_grab_it_waits_for_nothing(tmp_path: Path) -> None:
    terminated_in_a_grab(tmp_path, (sys.executable, "-c", SLEEPY, "run"))


@pytest.mark.soak  # for its clock, which a busy machine makes slow
def test_terminated_in_the_middle_of_a_grab_it_ends_in_a_second(tmp_path: Path) -> None:
    assert min(terminated_in_a_grab(tmp_path / str(attempt)) for attempt in range(3)) < STOP_S


def terminated_in_a_grab(state: Path, command: tuple[str, ...] = RUN) -> float:
    """Stop a companion while hands are on dolphins: how many seconds it took to end."""
    with evening(state, command) as house:
        phone = referee_of(house)
        begin(phone, "Ana", "Ben", "Cy")
        assert phone.answer("start", "deal")["reply"] == "counts"
        screens = [Phone(phone.port).live() for _ in range(SCREENS)]
        assert {screen.status for screen in screens} == {200}
        assert all(screen.next() is not None for screen in screens)
        phone.sim("touch", pad=0)
        until(lambda: phone.phase() == "grab", "the grab")
        phone.sim("touch", pad=1)  # its window runs
        told = time.monotonic()
        house.send_signal(signal.SIGTERM)
        code, _ = ended(house)
        took = time.monotonic() - told
        assert code == 0
        for screen in screens:
            screen.close()
    assert_nothing_felt_is_lost(state)
    return took


def assert_nothing_felt_is_lost(state: Path) -> None:
    """Both touches are written, also the one that came as the companion was told to end."""
    journal = Journal(state / "journal.sqlite", "next")
    try:
        picture = Referee(journal, TableClock()).picture
        touched = [row for row in journal.rows(1) if '"touched"' in row.facts]
    finally:
        journal.close()
    assert picture.view.phase == "grab"
    assert len(touched) == 2
