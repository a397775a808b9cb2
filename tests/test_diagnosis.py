"""A report for whoever helps: it says what is needed, plays again, and names nobody."""

import http.client
import io
import json
import os
import sys
import threading
import time
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion import cli, diagnosis, lately
from companion.access import Access
from companion.access.secret import wall_key
from companion.doctor import Finding, Standing
from companion.games import GAMES
from companion.journal.people import People
from companion.runtime import Companion
from companion.table.board.recording import Recorder, Way, is_recording
from companion.table.config import Config, simulated
from tests.journal.names import holds
from tests.robots.hearsay import Room
from tests.robots.live_games import Playing
from tests.web.house import Phone, begin, referee_phone, running

PEOPLE = (
    "Žofie Łęcka", "O'Brien & Söhne", "Балтазар", "Xanthippe", "李小龍先生", "Ömer Şükrü",
    "مريم الزهراء", "🐬 <b>Quentin",
)  # fmt: skip
STEPS = 60  # of each game
ODD = Finding("State", Standing.WARNING, "Xanthippe's folder is nearly full.", "Make room.")


def names() -> list[str]:
    """What stands in a report of anything."""
    return ["README.txt", "table.json", "config.json", "doctor.json", "log.txt"]


def read(content: bytes) -> dict[str, bytes]:
    """The files of a report."""
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        return {name: file.read(name) for name in file.namelist()}


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A table at which robots played some of every game; a board there is called after somebody."""
    room = Room(tmp_path_factory.mktemp("room"), PEOPLE)
    for seed, kind in enumerate(GAMES):
        playing = Playing(room, kind, seed)
        for _ in range(STEPS):
            if playing.view().over:
                break
            playing.step()
    yield room
    room.close()


def ailing(room: Room, config: Config | None = None, said: str = "") -> diagnosis.Ailing:
    folder = room.journal.path.parent
    return diagnosis.Ailing(
        room.journal, config or simulated(), folder, lambda: (ODD,), lambda: said
    )


def test_nobody_is_named_and_no_secret_is_told(room: Room) -> None:
    """Also where the log, the doctor or a setting has a name, and in whatever letters."""
    key = Access(room.journal, room.journal.path.parent, lambda: 0.0, lambda: 0).sessions
    secret = key.referee_key()
    known = [one.person.name for one in People(room.journal).everybody()]
    assert len(known) >= len(PEOPLE) - 2 and PEOPLE[3] in known
    said = f"{'. '.join(known)}. {json.dumps(PEOPLE[0])} {PEOPLE[3].upper()} {secret}\n"
    said += f"{wall_key(secret)} {Path.home()}/x\n"
    config = simulated()
    config = replace(config, table=replace(config.table, name=f"{PEOPLE[3]}'s table"))
    found = read(diagnosis.packed(ailing(room, config, said)))
    for name, content in found.items():
        for hidden in (*known, secret, wall_key(secret)):
            assert not holds(content, hidden), (name, hidden)
    assert str(Path.home()).encode() not in found["log.txt"]
    assert b"A guest's table" in found["config.json"]


def test_who_asks_for_names_gets_them(room: Room) -> None:
    found = read(diagnosis.packed(ailing(room, said=PEOPLE[3]), names=True))
    assert holds(found["log.txt"], PEOPLE[3])
    assert set(json.loads(found["names.json"])) == {str(g.game) for g in room.journal.games(5)}
    assert not holds(found["names.json"], room.journal.path.parent.name)


def test_its_games_are_judged_again_as_they_were(room: Room, tmp_path: Path) -> None:
    report = tmp_path / "report.zip"
    report.write_bytes(diagnosis.packed(ailing(room)))
    played = CliRunner().invoke(cli.main, ["replay", str(report), "--json"])
    assert played.exit_code == 0, played.output
    told = [json.loads(text) for text in parts(played.output)]
    assert len(told) == len(GAMES)
    for game, again in zip(reversed(room.journal.games(5)), told, strict=True):
        alone = ["replay", str(game.game), "--json", "--state", str(room.journal.path.parent)]
        as_kept = json.loads(CliRunner().invoke(cli.main, alone).output)
        assert again["view"] == as_kept["view"], game.kind


def parts(output: str) -> Iterator[str]:
    """One JSON object after the other."""
    decoder, rest = json.JSONDecoder(), output.strip()
    while rest:
        _, end = decoder.raw_decode(rest)
        yield rest[:end]
        rest = rest[end:].strip()


def test_a_long_recording_is_its_newest_part(room: Room, tmp_path: Path) -> None:
    config, file = simulated(), tmp_path / "board.rec"
    recorder = Recorder(file, iter(range(10**9)).__next__, 0)
    for _ in range(3):
        recorder.note(Way.TO_BOARD, bytes(diagnosis.RECORDING_MOST // 5))
    recorder.close()
    config = replace(config, board=replace(config.board, record=file))
    found = read(diagnosis.packed(ailing(room, config)))["board.rec"]
    assert len(found) < file.stat().st_size
    (tmp_path / "again.rec").write_bytes(found)
    assert is_recording(tmp_path / "again.rec")
    assert found.endswith(file.read_bytes()[-1000:])


def test_a_crash_of_any_thread_is_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    lately.keep_what_is_said()
    lately.keep_what_is_said()  # twice is once
    seen: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", seen.append)
    thread = threading.Thread(target=lambda: 1 / 0, name="table-watch")
    thread.start()
    thread.join()
    threading.__excepthook__(seen[0])
    print("what came before it", file=sys.stderr)
    assert "ZeroDivisionError" in lately.said_here() and "table-watch" in lately.said_here()
    assert lately.said_here().endswith("what came before it\n")


def test_a_stream_that_is_closed_takes_no_words_and_is_nobody_s_to_close() -> None:
    """A newer Python says so on the way out, where a closed one is flushed once more."""
    stream = io.TextIOWrapper(io.BytesIO())
    said = lately.Lately(stream)
    said.close()
    assert not stream.closed
    stream.close()
    said.write("heard")
    said.flush()
    assert said.lately() == "heard"


@pytest.mark.parametrize(
    ("now_s", "dated"), [(1, 1980), (4_102_444_800, 2100), (17_000_000_000, 2107)]
)
def test_a_clock_that_is_far_off_hinders_no_report(
    now_s: int, dated: int, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Pi has no clock of its own, and a ZIP knows the years from 1980 to 2107."""
    monkeypatch.setattr(time, "localtime", lambda at_s=now_s: time.gmtime(at_s))
    with zipfile.ZipFile(io.BytesIO(diagnosis.packed(ailing(room)))) as found:
        assert {entry.date_time[0] for entry in found.infolist()} == {dated}
        assert found.testzip() is None


def test_what_is_kept_of_a_log_has_an_end() -> None:
    stream = lately.Lately(io.StringIO())
    for number in range(3 * lately.LINES_MOST):
        stream.write(f"{number}\n")
    assert len(stream.lately().splitlines()) == lately.LINES_MOST
    assert stream.lately().endswith(f"{3 * lately.LINES_MOST - 1}\n")


def test_what_cannot_be_said_anywhere_is_kept_all_the_same() -> None:
    with open("/dev/full", "w", buffering=1, encoding="ascii") as full:
        for stream in (lately.Lately(full), lately.Lately(None)):
            print("The disk is full.", file=stream, flush=True)
            assert stream.lately() == "The disk is full.\n"
        os.dup2(os.open(os.devnull, os.O_WRONLY), full.fileno())  # so that it can be closed


# --- by page and by command -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Companion]:
    house = running(tmp_path_factory.mktemp("house"))
    yield house
    house.close()


def test_the_referee_saves_it_with_one_tap_and_nobody_else(house: Companion) -> None:
    referee = referee_phone(house)
    assert 'href="/machine/report.zip"' in referee.get("/machine")[1]
    assert set(names()) <= set(read(report(referee, "/machine/report.zip")))
    stranger = Phone(house.address.port, source="127.0.9.1")
    assert stranger.get("/machine/report.zip")[0] == 403


@pytest.mark.parametrize("kind", GAMES)
def test_who_plays_cannot_read_up_the_game_that_is_on(house: Companion, kind: str) -> None:
    referee, machine = referee_phone(house), "/machine/report.zip"
    begin(referee, *PEOPLE[:4], kind=kind)
    is_on = f"{referee.state()['game']['id']:06d}-{kind}".encode()
    assert is_on not in report(referee, machine)
    begin(referee, *PEOPLE[:4], kind=next(other for other in GAMES if other != kind))
    assert is_on in report(referee, machine)


def report(phone: Phone, path: str) -> bytes:
    """A file as a phone saves it."""
    asked = http.client.HTTPConnection("127.0.0.1", phone.port)
    asked.request("GET", path, headers={"Cookie": phone.cookie})
    content = asked.getresponse().read()
    asked.close()
    assert content.startswith(b"PK")
    return content


def said(*words: str) -> Result:
    return CliRunner().invoke(cli.main, words)


def test_the_command_writes_it_also_while_the_table_runs(house: Companion, tmp_path: Path) -> None:
    report, state = tmp_path / "r.zip", house.referee.journal.path.parent
    done = said("diagnose", str(report), "--state", str(state))
    assert done.exit_code == 0 and f"companion replay {report}" in done.output
    assert set(names()) <= set(read(report.read_bytes()))


BAD = {
    "nowhere": (("diagnose", "{folder}/no/r.zip", "--state", "{state}"), "Name another place."),
    "a journal": (("diagnose", "{folder}/journal.sqlite", "--state", "{state}"), "with .zip"),
    "no journal": (("diagnose", "{folder}/r.zip", "--state", "{folder}"), "--state FOLDER"),
    "no game": (("replay", "{folder}/empty.zip"), "holds no game"),
    "cut": (("replay", "{folder}/cut.zip"), "Have it made again."),
}


@pytest.mark.parametrize("case", BAD)
def test_what_cannot_be_is_said_with_its_remedy(
    house: Companion, room: Room, tmp_path: Path, case: str
) -> None:
    with zipfile.ZipFile(tmp_path / "empty.zip", "w") as file:
        file.writestr("photo.txt", "a picture")
    whole = bytearray(diagnosis.packed(ailing(room)))
    at = whole.index(b"jsonl") + 40  # in the middle of the first game
    whole[at : at + 20] = bytes(20)
    (tmp_path / "cut.zip").write_bytes(whole)
    words, remedy = BAD[case]
    where = {"folder": tmp_path, "state": house.referee.journal.path.parent}
    done = said(*(word.format(**where) for word in words))
    assert done.exit_code in (1, 2) and remedy in done.output
    assert "Traceback" not in done.output


def test_a_small_file_that_unpacks_without_end_is_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(diagnosis, "UNPACKED_MOST", 1 << 20)
    with zipfile.ZipFile(tmp_path / "large.zip", "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(f"{diagnosis.GAMES}1.jsonl", bytes((1 << 20) + 1))
    done = said("replay", str(tmp_path / "large.zip"))
    assert done.exit_code == 2 and "far larger than any evening" in done.output
