"""A disk that takes nothing more: every screen says so, and play goes on once there is room."""

import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest

from companion.journal import Journal, JournalError, Op, Row
from companion.journal.settings import EVENING, REVIEW, ROOM
from companion.referee import Referee
from companion.runtime import Companion
from companion.table.clock import TableClock
from companion.table.settle import WINDOW_US
from tests.faults.evening import Limit, Small, evening, referee_of, small_disk, stop
from tests.web.house import Phone, begin, leader, running, seated, until

PAGES = ("/", "/referee", "/join", "/tabletop", "/seat")


@pytest.fixture(params=["limit", "small"])
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Small | Limit]:
    """Both ways in which a disk can be full."""
    if request.param == "limit":
        yield Limit(tmp_path)
        return
    with small_disk(tmp_path / "disk") as disk:
        yield disk


def in_play(house: "subprocess.Popen[str]") -> tuple[Phone, Phone]:
    """The referee's phone and Ben's, with the cards going round."""
    referee = referee_of(house)
    begin(referee, "Ana", "Ben", "Cy")
    ben = Phone(referee.port)
    status, knock = ben.post("/api/knock", {"seat": 1})
    assert status == 200, knock
    referee.post("/api/let_in", {"knock": knock["knock"], "yes": True})
    assert referee.answer("start", "deal")["reply"] == "counts"
    return referee, ben


@contextmanager
def full(disk: Small | Limit, house: "subprocess.Popen[str]", referee: Phone) -> Iterator[None]:
    """A disk without any room, not even in the log: where that was folded into the file it begins
    anew, and has some. Somebody reads in it meanwhile, so that it cannot be.
    """
    address = f"{(disk.folder / 'state' / 'journal.sqlite').as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM games").fetchall()
        disk.fill(house)
        was = referee.state()["seats"][0]["name"]
        for name in islice(cycle(("Zoe", "Ana")), 500):
            _, said = referee.post("/api/names", {"seat": 0, "was": was, "name": name})
            if said["reply"] == "refused":
                assert "disk is full" in said["say"]
                break
            was = name
        yield


def lasting(state: dict[str, Any]) -> dict[str, Any]:
    return {key: state[key] for key in ("view", "said", "seats", "game")}


def after_restart(folder: Path) -> tuple[list[str], Referee]:
    """The facts in the journal, and a referee that goes on with it."""
    journal = Journal(folder / "journal.sqlite", "next")
    try:
        assert journal.recovered() == ""
        rows = [row.facts for row in journal.rows(1)]
        return rows, Referee(journal, TableClock(journal.last_table_us() + 1))
    finally:
        journal.close()


def test_full_disk_is_said_everywhere_and_what_was_felt_is_written_later(
    disk: Small | Limit,
) -> None:
    with evening(disk.folder / "state") as house:
        referee, ben = in_play(house)
        with full(disk, house, referee):
            told = referee.answer("grab", "grab")
            assert told["reply"] == "refused" and "disk is full" in told["say"]
            (sentence,) = until(lambda: referee.state()["trouble"], "the trouble")
            assert "disk is full" in sentence and "Make room" in sentence
            for page in PAGES:
                phone = ben if page == "/seat" else referee
                assert "Make room" in phone.get(page)[1], page
            newcomer = Phone(referee.port)
            status, knock = newcomer.post("/api/knock", {"seat": 2})
            assert status == 200
            status, said = referee.post("/api/let_in", {"knock": knock["knock"], "yes": True})
            assert status == 503 and "disk is full" in said["say"]
            for pad in (1, 0):
                referee.sim("touch", pad=pad)
            tried_us = referee.state()["table_us"] + 4 * WINDOW_US
            until(lambda: referee.state()["table_us"] > tried_us, "that they were tried in vain")
            assert referee.phase() == "live"
            disk.free(house)
        # Nobody taps: the companion finds the room by itself.
        until(lambda: referee.phase() == "grab", "what was felt")
        until(lambda: referee.state()["trouble"] == [], "the end of the trouble")
        assert "Make room" not in referee.get("/")[1]
        before = lasting(referee.state())
        stop(house)
    rows, again = after_restart(disk.folder / "state")
    assert [('"pad":1' in row) for row in rows if '"touched"' in row] == [True, False]
    assert again.picture.view.phase == "grab"
    with evening(disk.folder / "state") as house:
        assert lasting(referee_of(house).state()) == before


def test_trouble_of_a_refused_tap_goes_away_by_itself(disk: Small | Limit) -> None:
    with evening(disk.folder / "state") as house:
        referee, _ = in_play(house)
        with full(disk, house, referee):
            assert referee.answer("grab", "grab", tell="mine")["reply"] == "refused"
            until(lambda: referee.state()["trouble"], "the trouble")
            disk.free(house)
        until(lambda: referee.state()["trouble"] == [], "the end of the trouble")
        assert referee.phase() == "live"
        assert referee.answer("grab", "grab", tell="mine")["reply"] == "counts"
        stop(house)


# --- a disk that is read-only -----------------------------------------------------------------


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Companion]:
    companion = running(tmp_path)
    yield companion
    companion.close()


def protect(companion: Companion, on: bool) -> None:
    """As after a card's own emergency brake: reading goes on, writing does not."""
    journal = companion.referee.journal
    for connection in (journal._write, journal._side):
        connection.execute(f"PRAGMA query_only = {'ON' if on else 'OFF'}")


def test_read_only_disk_is_said_and_play_goes_on_when_it_is_mended(house: Companion) -> None:
    referee = leader(house, "Ana", "Ben", "Cy")
    seat = seated(house, referee, 1)
    assert referee.answer("start", "deal")["reply"] == "counts"
    protect(house, True)
    referee.sim("touch", pad=1)
    until(lambda: referee.state()["trouble"], "the trouble")
    told = seat.answer("grab", "grab")
    assert told["reply"] == "refused" and "cannot be written to" in told["say"]
    house.look()  # again and again, as `watch` does
    assert referee.phase() == "live" and len(seat.state()["trouble"]) == 1
    protect(house, False)
    house.look()
    until(lambda: referee.phase() == "grab", "what was felt")
    until(lambda: referee.state()["trouble"] == [], "the end of the trouble")


def test_door_forgets_its_complaint_with_the_journal(house: Companion) -> None:
    referee = leader(house, "Ana", "Ben", "Cy")
    assert Phone(house.address.port).post("/api/knock", {"seat": 2})[0] == 200
    protect(house, True)

    def start() -> object:
        referee.sim("press", button="start")  # in vain, as long as it looks like a falling hand
        referee.sim("let_go", button="start")
        return referee.state()["trouble"]

    until(start, "the trouble")
    house.look()
    protect(house, False)
    house.look()
    until(lambda: referee.state()["trouble"] == [], "the end of the trouble")


def test_journal_on_a_write_protected_card_can_be_read(tmp_path: Path) -> None:
    with small_disk(tmp_path / "card") as card:
        journal = Journal(card.folder / "journal.sqlite", "boot")
        game = journal.begin_game("dolphin_splash", "{}", [], 0).game
        rows = journal.append(game, [Row(Op.FACT, "[]", "gpio", 7)], 0)
        journal.close()
        if isinstance(card, Small):
            subprocess.run(["mount", "-o", "remount,ro", str(card.folder)], check=True)
        else:
            card.folder.chmod(0o500)
        reading = Journal.for_reading(card.folder / "journal.sqlite")
        assert tuple(reading.rows(game)) == rows
        reading.close()


# --- the journal's own trying again -----------------------------------------------------------


def test_trying_again_asks_for_as_much_room_as_a_burst_takes(journal: Journal) -> None:
    pages = journal._side.execute("PRAGMA page_count").fetchone()[0]
    for connection in (journal._write, journal._side):
        connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(JournalError):
        journal.set_setting(EVENING, "x" * 50_000)
    assert "full" in journal.trouble
    for connection in (journal._write, journal._side):
        connection.execute(f"PRAGMA max_page_count = {pages + 3}")
    journal.try_again()
    assert "full" in journal.trouble  # room for a setting, but not for a grab
    journal.set_setting(REVIEW, "x")
    assert journal.trouble == ""


def test_trying_again_leaves_nothing_behind(journal: Journal, tmp_path: Path) -> None:
    journal._side.execute("PRAGMA query_only = ON")
    with pytest.raises(JournalError):
        journal.set_setting(REVIEW, "b")
    log = tmp_path / "journal.sqlite-wal"
    before = log.stat().st_size
    journal.try_again()
    assert journal.trouble and log.stat().st_size == before
    journal._side.execute("PRAGMA query_only = OFF")
    journal.try_again()
    # All of it really went to the disk: else it would prove nothing.
    assert journal.trouble == "" and log.stat().st_size >= before + 64 * 1024
    assert journal.setting(ROOM) == ""
    journal.try_again()
