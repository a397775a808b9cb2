"""A journal that is taken away while it is played on: said, saved beside, and one tap goes on."""

import os
import secrets
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from companion.journal import Journal
from companion.journal.people import People
from tests.every_day import some
from tests.faults.evening import Small, ended, evening, referee_of, small_disk, stop
from tests.faults.test_full_disk import lasting
from tests.web.house import Phone, begin, until

pytestmark = pytest.mark.long

FILE = "journal.sqlite"
PAGES = ("/", "/referee", "/join", "/tabletop", "/seat")
Harm = Callable[[Path], None]


def deleted(path: Path) -> None:
    path.unlink()


def all_deleted(path: Path) -> None:
    for file in path.parent.glob(f"{FILE}*"):
        file.unlink()


def replaced(path: Path) -> None:
    other = path.with_name("other")
    other.write_bytes(path.read_bytes())
    os.replace(other, path)


def garbage(path: Path) -> None:
    path.write_bytes(b"garbage " * 9000)


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def other_family(path: Path) -> None:
    """Another whole journal, in place, with its log gone."""
    away = path.parent / "away"
    away.mkdir()
    journal = Journal(away / FILE, "another")
    for name in ("Xaver", "Yves", "Zoe"):
        journal.begin_game("dolphin_splash", '{"seats":3}', [People(journal).number(name, 0)], 0)
    journal.close()
    path.write_bytes((away / FILE).read_bytes())
    shutil.rmtree(away)


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "photo").write_text("of the beach")


def log_cut(path: Path) -> None:
    os.truncate(f"{path}-wal", 0)


def log_cut_in_half(path: Path) -> None:
    os.truncate(f"{path}-wal", os.path.getsize(f"{path}-wal") // 2)


def log_of_noise(path: Path) -> None:
    log = Path(f"{path}-wal")
    with log.open("r+b") as file:
        file.write(b"\xa5" * log.stat().st_size)


def log_deleted(path: Path) -> None:
    os.unlink(f"{path}-wal")


def index_deleted(path: Path) -> None:
    os.unlink(f"{path}-shm")


def no_folder(path: Path) -> None:
    gone = path.parent.with_name("gone")
    path.parent.rename(gone)  # at once, for a companion that plays writes into it
    shutil.rmtree(gone)


HARMS = (
    deleted,
    all_deleted,
    replaced,
    garbage,
    emptied,
    other_family,
    folder,
    log_cut,
    log_cut_in_half,
    log_of_noise,
    log_deleted,
    index_deleted,
    no_folder,
)
EVERY_DAY = (all_deleted, replaced, garbage, other_family, log_cut, no_folder)
AT_ONCE = some((all_deleted, garbage, log_cut, no_folder), (all_deleted,))


def phones(path: Path, how: str) -> int:
    """How many phones the journal knows, as it is opened so."""
    with closing(sqlite3.connect(f"file:{path}?{how}", uri=True)) as file:
        return int(file.execute("SELECT count(*) FROM sessions").fetchone()[0])


def is_folded_in(path: Path) -> bool:
    """Whether the main file knows all phones without its log."""
    alone = path.with_name("alone")
    alone.write_bytes(path.read_bytes())
    with suppress(sqlite3.Error):
        return phones(alone, "immutable=1") == phones(path, "mode=ro")
    return False


def in_play(house: "subprocess.Popen[str]", path: Path) -> tuple[Phone, Phone, list[str]]:
    """The referee's phone and Ben's in a game, and the taps that were told to count."""
    referee = referee_of(house)
    begin(referee, "Ana", "Ben", "Cy")
    ben = Phone(referee.port)
    knock = ben.post("/api/knock", {"seat": 1})[1]["knock"]
    assert referee.post("/api/let_in", {"knock": knock, "yes": True})[0] == 200
    until(lambda: is_folded_in(path), "that the log is folded in")
    return referee, ben, [tap(referee, secrets.token_hex(8)) for _ in range(3)]


def tap(referee: Phone, tell: str) -> str:
    """Something that counts in any game: the crayon."""
    assert crayon(referee, tell)["reply"] == "counts"
    return f"referee::{tell}"


def crayon(referee: Phone, tell: str) -> dict[str, Any]:
    """Up and down again: nobody wins."""
    mine = referee.state()["view"]["letters"][0]
    return referee.answer("correct", "crayon", tell=tell, seat=0, points=-1 if mine else 1)


def troubles(phone: Phone) -> list[str]:
    """The sentences, as soon as anything can be read again."""
    return [str(sentence) for sentence in phone.state().get("trouble", [])]


def said_on_all_screens(referee: Phone, ben: Phone, words: str) -> str:
    """The sentence, once it is there; on every page."""
    there = until(lambda: [t for t in troubles(referee) if words in t], words)
    for page in PAGES:
        phone = ben if page == "/seat" else referee
        assert words in phone.get(page)[1], page
    return str(there[0])


def gone_on(referee: Phone) -> None:
    """The referee's one tap."""
    assert "data-go-on" in referee.get("/referee")[1]
    status, reply = referee.post("/api/go_on", {"sure": True})
    assert (status, reply["reply"]) == (200, "counts"), reply
    until(lambda: not any("is saved in" in t for t in troubles(referee)), "to go on")
    assert "data-go-on" not in referee.get("/referee")[1]


def kept(path: Path, taps: list[str]) -> str:
    """Every tap that counted is in the journal, once it is closed; what it says of itself."""
    journal = Journal(path, "next")
    try:
        assert [t for t in taps if not journal.has_nonce(t)] == []
        return journal.recovered()
    finally:
        journal.close()


@pytest.fixture(scope="module")
def evening_before(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """What an evening left behind that was ended, and its taps."""
    state = tmp_path_factory.mktemp("before") / "state"
    with evening(state) as house:
        referee, ben, taps = in_play(house, state / FILE)
        for page in PAGES:
            (ben if page == "/seat" else referee).get(page)
        stop(house)
    return state, taps


@pytest.fixture(autouse=True)
def compiled_before(tmp_path: Path, evening_before: tuple[Path, list[str]]) -> None:
    """Pages were compiled in that evening, as they are where somebody plays for a second time."""
    shutil.copytree(evening_before[0] / "compiled", tmp_path / "state" / "compiled")


@pytest.mark.parametrize("harm", some(HARMS, EVERY_DAY))
def test_taken_journal_is_said_saved_and_one_tap_goes_on(
    tmp_path: Path, evening_before: tuple[Path, list[str]], harm: Harm
) -> None:
    path = tmp_path / "state" / FILE
    left, earlier = evening_before
    shutil.copytree(left, path.parent, dirs_exist_ok=True)
    with evening(path.parent) as house:
        referee, ben, taps = in_play(house, path)
        taps += [*earlier, tap(referee, "more")]
        before = lasting(referee.state())
        harm(path)
        sentence = said_on_all_screens(referee, ben, "is saved in")
        assert str(path) in sentence
        refused = crayon(referee, "late")
        assert refused["reply"] == "refused" and "is kept" in refused["say"]
        assert ben.post("/api/go_on", {"sure": True})[0] == 403
        assert lasting(referee.state()) == before
        gone_on(referee)
        assert referee.post("/api/go_on", {"sure": True})[1]["reply"] == "already"
        assert crayon(referee, "late")["reply"] == "counts"
        said_on_all_screens(referee, ben, "Play goes on from what was saved")
        taps += ["referee::late", tap(referee, "after")]
        after = lasting(referee.state())
        stop(house)
    assert "was saved" in kept(path, taps)
    if harm in (all_deleted, garbage, log_cut):
        with evening(path.parent) as house:
            assert lasting(referee_of(house).state()) == after
            stop(house)
    if harm in (garbage, folder, other_family):
        (aside,) = path.parent.glob(f"{FILE}.damaged-*[0-9]")
        assert aside.is_dir() or any(told in aside.read_bytes() for told in (b"garbage", b"Xaver"))


@pytest.mark.parametrize("harm", AT_ONCE)
def test_killed_before_the_tap_the_next_start_goes_on_by_itself(tmp_path: Path, harm: Harm) -> None:
    path = tmp_path / "state" / FILE
    with evening(path.parent) as house:
        referee, ben, taps = in_play(house, path)
        harm(path)
        said_on_all_screens(referee, ben, "is saved in")
        house.send_signal(signal.SIGKILL)
    with evening(path.parent) as house:
        referee = referee_of(house)
        until(lambda: any("was saved" in t for t in referee.state()["trouble"]), "what was saved")
        taps.append(tap(referee, "again"))
        stop(house)
    kept(path, taps)


@pytest.mark.parametrize("harm", AT_ONCE)
def test_stopped_before_the_tap_the_next_start_goes_on_by_itself(
    tmp_path: Path, harm: Harm
) -> None:
    path = tmp_path / "state" / FILE
    with evening(path.parent) as house:
        _, _, taps = in_play(house, path)
        harm(path)
        house.send_signal(signal.SIGTERM)
        assert ended(house)[0] == 0
    assert "was saved" in kept(path, taps)


def test_taken_twice_and_the_saved_one_too(tmp_path: Path) -> None:
    path = tmp_path / "state" / FILE
    with evening(path.parent) as house:
        referee, ben, taps = in_play(house, path)
        for n in range(2):
            all_deleted(path)
            said_on_all_screens(referee, ben, "is saved in")
            (saved,) = path.parent.glob(f"{FILE}.saved-*")
            saved.unlink()
            until(lambda: list(path.parent.glob(f"{FILE}.saved-*")), "that it is saved again")
            gone_on(referee)
            taps.append(tap(referee, f"turn{n}"))
        stop(house)
    kept(path, taps)


def test_no_room_to_save_is_said_until_there_is(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        path = disk.folder / "state" / FILE
        with evening(path.parent) as house:
            referee, ben, taps = in_play(house, path)
            disk.fill(house)
            os.unlink(f"{path}-shm" if isinstance(disk, Small) else path)
            sentence = said_on_all_screens(referee, ben, "cannot be saved yet")
            assert "Make room" in sentence and "data-go-on" not in referee.get("/referee")[1]
            assert crayon(referee, "late")["reply"] == "refused"
            assert referee.post("/api/go_on", {"sure": True})[1]["reply"] == "already"
            disk.free(house)
            said_on_all_screens(referee, ben, "is saved in")
            gone_on(referee)
            taps.append(tap(referee, "after"))
            stop(house)
        kept(path, taps)


def test_newest_rows_that_are_missing_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "state" / FILE
    with evening(path.parent) as house:
        in_play(house, path)
        stop(house)
    old = path.read_bytes()
    with evening(path.parent) as house:
        referee, *_ = in_play(house, path)
        stop(house)
    path.write_bytes(old)
    command = ("-m", "companion.cli", "doctor", "--state", str(path.parent), "--json")
    doctor = subprocess.run([sys.executable, *command], capture_output=True, text=True)
    with evening(path.parent) as house:
        referee = referee_of(house)
        (said,) = until(lambda: referee.state()["trouble"], "what is missing")
        assert said.startswith("Rows 4 to 6 are missing") and "companion restore" in said
        assert "Rows 4 to 6 are missing" in doctor.stdout
        taps = [tap(referee, "again")]
        begin(referee, "Ana", "Ben", "Cy")
        until(lambda: referee.state()["trouble"] == [], "that somebody took note")
        stop(house)
    assert kept(path, taps) == ""


def test_log_lost_by_the_card_costs_no_game_its_beginning(tmp_path: Path) -> None:
    path = tmp_path / "state" / FILE
    with evening(path.parent) as house:
        referee = referee_of(house)
        begin(referee, "Ana", "Ben", "Cy")
        until(lambda: b"dolphin_splash" in path.read_bytes(), "the game in the main file")
        assert b"Ana" in path.read_bytes()
        house.send_signal(signal.SIGKILL)
    os.truncate(f"{path}-wal", 0)
    with evening(path.parent) as house:
        assert referee_of(house).state()["game"]["id"] == 1
        stop(house)


def test_files_are_the_companions_own(tmp_path: Path) -> None:
    state = tmp_path / "state"
    (state / "backups").mkdir()
    state.chmod(0o755)
    wide = state / "backups" / "journal-manual-20260101-000000.sqlite"
    wide.write_bytes(b"")
    wide.chmod(0o644)
    before = os.umask(0o022)
    try:
        with evening(state) as house:
            referee, *_ = in_play(house, state / FILE)
            until(lambda: (state / f"{FILE}.newest").exists(), "the mark")
            modes = {p.name: stat.S_IMODE(p.stat().st_mode) for p in state.glob(f"{FILE}*")}
            assert set(modes.values()) == {0o600}, modes
            assert len(modes) == 6
            assert stat.S_IMODE(state.stat().st_mode) == 0o700
            assert stat.S_IMODE(wide.stat().st_mode) == 0o600
            assert stat.S_IMODE(wide.parent.stat().st_mode) == 0o700
            all_deleted(state / FILE)
            until(lambda: list(state.glob(f"{FILE}.saved-*")), "what is saved")
            (saved,) = state.glob(f"{FILE}.saved-*")
            assert stat.S_IMODE(saved.stat().st_mode) == 0o600
            stop(house)
    finally:
        os.umask(before)
