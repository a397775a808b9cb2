"""A damaged journal: what can be read comes back in order, the rest is said and never made up."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import codec
from companion.access.session_rows import Session, SessionRows
from companion.games import GAMES
from companion.journal import Journal, Op, Row, recovery
from companion.journal import file as journal_file
from companion.journal import pages as sqlite_pages
from companion.journal.people import People
from companion.journal.settings import EVENING, RECOVERED, VERSION
from companion.referee import Fold, Referee
from companion.table.clock import TableClock
from companion.words import Seat
from tests.faults.evening import evening, referee_of, stop
from tests.faults.player import answer_something, feel_a_burst
from tests.referee.hall import REFEREE, Hall
from tests.web.house import begin, until

CUT = b"SQLite format 3\0"  # a file that ends within its header
FILE = "journal.sqlite"
WAL = f"{FILE}-wal"
LONG = "long words " * 900  # a row that goes on in pages of its own
NOTES = ("people", "seatings", "sessions", "settings")


@dataclass(frozen=True)
class Truth:
    """A journal of three games: its files when closed and when the plug was pulled."""

    closed: dict[str, bytes]
    pulled: dict[str, bytes]
    rows: dict[int, list[Row]]
    last_transaction: int  # where its frames begin in the log

    def files(self, pulled: bool) -> dict[str, bytes]:
        return dict(self.pulled if pulled else self.closed)


@pytest.fixture(scope="module")
def truth(tmp_path_factory: pytest.TempPathFactory) -> Truth:
    """Three games of robots that never stop playing."""
    folder = tmp_path_factory.mktemp("truth")
    table, rng = Hall(folder), Random(7)
    # What was written before the last checkpoint is in the file, the rest in its log.
    for game in range(3):
        table.referee.begin_game("dolphin_splash", ["Ana", "Ben", "Cy"], {}, f"g{game}", True)
        table.journal.checkpoint()
        play(table, rng, 110, f"{game}.")
    note_everything(table.journal)
    before = sqlite_pages.log_of((folder / WAL).read_bytes(), 4096)
    play(table, rng, 1, "last")
    rows = {game.game: list(table.journal.rows(game.game)) for game in table.journal.games()}
    pulled = {name: (folder / name).read_bytes() for name in (FILE, WAL)}
    table.close()
    ends = 32 + len(before.frames) * (24 + 4096)
    truth = Truth({FILE: (folder / FILE).read_bytes()}, pulled, rows, ends)
    assert len(truth.rows) == 3 and min(map(len, rows.values())) > 60
    assert {row.op for game in rows.values() for row in game} >= {Op.FACT, Op.UNDO, Op.REDO}
    assert len(before.frames) > 100 and len(truth.closed[FILE]) > 100_000
    return truth


def play(table: Hall, rng: Random, words: int, tell: str) -> None:
    for n in range(words):
        picture = table.referee.picture
        if rng.random() < 0.15 and picture.undo is not None:
            table.referee.undo(f"{tell}u{n}", picture.undo.seq, REFEREE)
        elif rng.random() < 0.12 and picture.redo is not None:
            table.referee.redo(f"{tell}r{n}", picture.redo.seq, REFEREE)
        elif rng.random() < 0.3:
            feel_a_burst(table.referee, rng)
        else:
            answer_something(table.referee, rng, f"{tell}a{n}")
        table.wait()
    game = table.referee.picture.game
    assert game is not None
    pen = f'[{{"kind":"corrected","seat":0,"points":1,"why":"{LONG}"}}]'
    row = Row(Op.FACT, pen, "referee", table.clock.now_us(), rules="1")
    table.journal.append(game.game, [row], 0)


def note_everything(journal: Journal) -> None:
    SessionRows(journal).note("h" * 64, Session("seat", Seat(1), "first"), 5)
    journal.set_setting(EVENING, "7")
    journal.count_start()


def laid(folder: Path, files: dict[str, bytes]) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder / FILE


def opened(path: Path) -> tuple[dict[int, list[Row]], str]:
    """The rows that the next companion has, and what it says of a damage."""
    journal = Journal(path, "next")
    try:
        rows = {game.game: list(journal.rows(game.game)) for game in journal.games()}
        check_state(journal, rows)
        return rows, journal.recovered()
    finally:
        journal.close()


def check_state(journal: Journal, rows: dict[int, list[Row]]) -> None:
    """The game goes on as the fold of the rows that are there."""
    picture = Referee(journal, TableClock(journal.last_table_us() + 1)).picture
    assert picture.trouble == ()
    if picture.game is None:
        return
    module = GAMES[picture.game.kind]
    fold = Fold(module, codec.loads(module.Setup, picture.game.setup), picture.game.game)
    for row in rows[picture.game.game]:
        fold.take(row)
    assert picture.state == fold.state and picture.open == fold.open


def check(path: Path, truth: Truth, files: dict[str, bytes], silent: bool = False) -> str:
    """Whatever was done to the files: prefixes of the truth, and nothing lost in silence."""
    rows, said = opened(path)
    assert rows.keys() <= truth.rows.keys()
    for game, kept in rows.items():
        assert kept == truth.rows[game][: len(kept)], f"game {game} is not as it was"
    assert silent or said or rows == truth.rows, "rows are lost, and nobody says so"
    if said:
        damaged = Path(said.rpartition(": ")[2])
        assert damaged.parent == path.parent and "damaged" in said
        kept_files = {name: path.with_name(damaged.name + name[len(FILE) :]) for name in files}
        assert any(file.exists() for file in kept_files.values()) or not files
    return said


# --- any damage -------------------------------------------------------------------------------


@st.composite
def damages(draw: st.DrawFn) -> tuple[bool, list[tuple[str, float, int, int]]]:
    """Whether the plug was pulled, and what happens then: (what, where, how much, which bits)."""
    many = st.lists(
        st.tuples(
            st.sampled_from(("flip", "flip", "zeros", "noise", "cut", "log", "header")),
            st.floats(0, 1, exclude_max=True),
            st.integers(1, 4096),
            st.integers(1, 255),
        ),
        min_size=1,
        max_size=4,
    )
    return draw(st.booleans()), draw(many)


def hurt(content: bytes, what: str, at: int, much: int, bits: int) -> bytes:
    changed = bytearray(content)
    if not changed:
        return content
    match what:
        case "flip" | "log":
            changed[at] ^= bits
        case "header":
            changed[at % 100] ^= bits
        case "zeros":
            page = at - at % 4096
            changed[page : page + 4096] = bytes(len(changed[page : page + 4096]))
        case "noise":
            noise = Random(bits).randbytes(much)
            changed[at : at + much] = noise[: len(changed[at : at + much])]
        case "cut":
            del changed[at:]
    return bytes(changed)


@settings(max_examples=40)
@given(damage=damages())
def test_any_damage_leaves_a_prefix_of_every_game_and_is_said(
    truth: Truth,
    tmp_path_factory: pytest.TempPathFactory,
    damage: tuple[bool, list[tuple[str, float, int, int]]],
) -> None:
    pulled, hurts = damage
    files = truth.files(pulled)
    for what, share, much, bits in hurts:
        if what == "log" and pulled:
            # The last transaction of a log cannot be told from one that was never finished.
            at = int(share * truth.last_transaction)
            files[WAL] = hurt(files[WAL], what, at, much, bits)
        elif what != "log":
            at = int(share * len(files[FILE]))
            files[FILE] = hurt(files[FILE], what, at, much, bits)
    folder = tmp_path_factory.getbasetemp() / "hurt"
    check(laid(folder, files), truth, files)


# --- each kind of damage ----------------------------------------------------------------------


def test_one_page_of_zeros_costs_its_game_its_end_and_the_others_nothing(
    truth: Truth, tmp_path: Path
) -> None:
    row = truth.rows[2][40]
    at = truth.closed[FILE].index(row.nonce.encode() if row.nonce else row.facts.encode())
    page = at - at % 4096
    files = {FILE: truth.closed[FILE][:page] + bytes(4096) + truth.closed[FILE][page + 4096 :]}
    path = laid(tmp_path / "state", files)
    rows, said = opened(path)
    assert rows[1] == truth.rows[1] and rows[3] == truth.rows[3]
    assert len(rows[2]) <= 40 and rows[2] == truth.rows[2][: len(rows[2])]
    assert f"Game 2 was cut off after {len(rows[2])} rows." in said
    damaged = next(tmp_path.glob(f"state/{FILE}.damaged-*"))
    assert str(damaged) in said and damaged.read_bytes() == files[FILE]


def test_letter_that_changed_in_a_fact_is_noticed(truth: Truth, tmp_path: Path) -> None:
    place = truth.closed[FILE].index(b'"points":1')
    content = truth.closed[FILE].replace(b'"points":1', b'"points":9', 1)
    assert content[place:] != truth.closed[FILE][place:]
    said = check(laid(tmp_path / "state", {FILE: content}), truth, {FILE: content})
    assert "was cut off" in said


def test_log_with_a_broken_middle_loses_nothing_that_comes_after(
    truth: Truth, tmp_path: Path
) -> None:
    """SQLite itself would stop there and say nothing."""
    files = truth.files(pulled=True)
    files[WAL] = hurt(files[WAL], "flip", truth.last_transaction // 2, 1, 64)
    rows, said = opened(laid(tmp_path / "state", files))
    assert sum(map(len, rows.values())) > 0.9 * sum(map(len, truth.rows.values()))
    assert "Saved: 3 games" in said


def test_log_whose_header_broke_is_read_all_the_same(truth: Truth, tmp_path: Path) -> None:
    for at in (0, 5, 10, 17, 20, 25, 30):
        files = truth.files(pulled=True)
        files[WAL] = hurt(files[WAL], "flip", at, 1, 64)
        rows, said = opened(laid(tmp_path / "state", files))
        assert rows == truth.rows and "Saved: 3 games" in said


def test_log_of_a_plug_pulled_in_mid_sentence_is_no_damage(truth: Truth, tmp_path: Path) -> None:
    files = truth.files(pulled=True)
    for cut in (1, 100, 4200):
        short = {**files, WAL: files[WAL][: truth.last_transaction + cut]}
        said = check(laid(tmp_path / "state", short), truth, short, silent=True)
        assert said == ""


CUTS = 30  # of a log, every day
FRAME = 24 + 4096


def check_cut(folder: Path, truth: Truth, at: int) -> None:
    """A log that ends here holds the whole transactions before it, as SQLite itself reads them."""
    files = {**truth.files(pulled=True), WAL: truth.pulled[WAL][:at]}
    beside = laid(folder / "by SQLite", files)
    with closing(sqlite3.connect(beside)) as connection:
        found = connection.execute("SELECT game, seq FROM rows ORDER BY game, seq").fetchall()
    path = laid(folder / "state", files)
    rows, said = opened(path)
    assert said == "" and [(g, row.seq) for g in sorted(rows) for row in rows[g]] == found
    for game, kept in rows.items():
        assert kept == truth.rows[game][: len(kept)]


def test_log_cut_anywhere_holds_what_was_whole_by_then(truth: Truth, tmp_path: Path) -> None:
    rng, length = Random(4), len(truth.pulled[WAL])
    for _ in range(CUTS):
        check_cut(tmp_path, truth, rng.choice((rng.randrange(length), 32 + FRAME * 7, 32, 0)))


@pytest.mark.soak
def test_log_cut_at_each_frame_and_within_it(truth: Truth, tmp_path: Path) -> None:
    rng = Random(5)
    for at in range(32, len(truth.pulled[WAL]), FRAME):
        for cut in (at, at + 24, at + rng.randrange(FRAME)):
            check_cut(tmp_path, truth, cut)


@pytest.mark.parametrize(
    "content", [b"", b"\0" * 4096, b"this is no database " * 400, b"SQLite", CUT]
)
def test_nothing_at_all_is_said_and_play_begins_anew(tmp_path: Path, content: bytes) -> None:
    path = laid(tmp_path / "state", {FILE: content})
    rows, said = opened(path)
    assert rows == {} and "Nothing of it could be read." in said
    assert next(path.parent.glob(f"{FILE}.damaged-*")).read_bytes() == content
    again = Journal(path, "next")
    game = again.begin_game("dolphin_splash", '{"seats":3}', [1, 2, 3], 0)
    assert again.append(game.game, [Row(Op.FACT, "[]", "gpio", 1)], 0)[0].seq > recovery.SEQ_GAP
    again.close()


def test_log_without_its_file_is_read(truth: Truth, tmp_path: Path) -> None:
    files = {WAL: truth.pulled[WAL]}
    check(laid(tmp_path / "state", files), truth, files)


def test_everything_else_comes_over_too(truth: Truth, tmp_path: Path) -> None:
    sound = laid(tmp_path / "sound", truth.closed)
    hurt_file = laid(tmp_path / "hurt", {FILE: hurt(truth.closed[FILE], "header", 60, 1, 8)})
    before, after = Journal(sound, "next"), Journal(hurt_file, "next")
    try:
        assert after.recovered()
        tables = before._write.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        # A table that recovery does not know would be lost in silence.
        assert {name for (name,) in tables} == {"games", "rows", *NOTES, "sqlite_sequence"}
        for table in ("games", "rows", *NOTES):
            assert entries(after, table) == entries(before, table) != []
        phones = [SessionRows(one).find("h" * 64) for one in (before, after)]
        assert phones[0] == phones[1] is not None
        assert People(after).names(3) == People(before).names(3) == {0: "Ana", 1: "Ben", 2: "Cy"}
        assert People(after).number("Dee", 0) == People(before).number("Dee", 0)
        assert after.count_start() == before.count_start()
    finally:
        before.close()
        after.close()


def entries(journal: Journal, table: str) -> list[tuple[object, ...]]:
    ours = (RECOVERED.name, VERSION.name)
    found = journal._write.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
    return [entry for entry in found if entry[0] not in ours]


def test_emptied_names_do_not_come_back(tmp_path: Path) -> None:
    path = tmp_path / FILE
    journal = Journal(path, "boot")
    for name in ("Xanthippe", "Balthasar"):
        People(journal).forget(People(journal).number(name, 0))
    journal.close()
    path.write_bytes(hurt(path.read_bytes(), "header", 60, 1, 8))
    again = Journal(path, "boot")
    assert again.recovered() and People(again).known() == []
    assert People(again).number("Cy", 0) == 3  # nor do their numbers
    again.close()


def test_journal_from_before_there_were_marks_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / FILE
    old = journal_file.connect(path)
    with monkeypatch.context() as patched:
        patched.setattr(journal_file, "_MIGRATIONS", journal_file._MIGRATIONS[:1])
        journal_file.migrate(old, 0)
    old.execute("INSERT INTO games VALUES (1, 'dolphin_splash', '{\"seats\":3}', 5, NULL, 't')")
    old.execute("BEGIN")
    for n in range(1, 300):
        values = (n, 1, "fact", "[]", 0, "[]", "gpio", "", None, "", "", n, "b", 0, "1")
        old.execute(f"INSERT INTO rows VALUES ({', '.join('?' * 15)})", values)
    old.execute("COMMIT")
    old.close()
    content = path.read_bytes()
    brought_up = Journal(path, "boot")
    whole = list(brought_up.rows(1))
    assert len(whole) == 299 and brought_up.recovered() == ""
    brought_up.close()
    Journal(path, "boot").close()  # and its marks fit
    leaf = next(
        at
        for at in range(len(content) - 4096, 0, -4096)
        if len(list(sqlite_pages.records(content[at : at + 4096], {1: content}))) > 20
    )
    path.write_bytes(content[:leaf] + bytes(4096) + content[leaf + 4096 :])
    again = Journal(path, "boot")
    kept = list(again.rows(1))
    assert kept == whole[: len(kept)] and 0 < len(kept) < 299 and again.recovered()
    again.close()


# --- on the screens ---------------------------------------------------------------------------


def test_screens_say_what_was_saved_until_the_next_game(truth: Truth, tmp_path: Path) -> None:
    files = {FILE: hurt(truth.closed[FILE], "header", 60, 1, 8)}
    path = laid(tmp_path / "state", files)
    for _ in range(2):  # it is still said after another restart
        with evening(path.parent) as house:
            referee = referee_of(house)
            (said,) = until(lambda phone=referee: phone.state()["trouble"], "what was saved")
            assert said.startswith("The journal was damaged. Saved: 3 games")
            assert f"{FILE}.damaged-" in referee.get("/")[1]
            assert referee.state()["game"]["id"] == 3
            answer = referee.state()["asks"][0]
            assert answer["choices"]  # and play goes on
            stop(house)
    with evening(path.parent) as house:
        referee = referee_of(house)
        begin(referee, "Ana", "Ben", "Cy")
        until(lambda: referee.state()["trouble"] == [], "that somebody took note")
        stop(house)
    journal = Journal(path, "next")
    assert journal.recovered() == "" and [game.game for game in journal.games()] == [4, 3, 2, 1]
    journal.close()


# --- the plug, in the middle of saving --------------------------------------------------------


class PlugPulled(BaseException):
    """Here the power went."""


@pytest.fixture
def pulled_at(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Pulls the plug before the n-th renaming of a file."""
    left: list[int] = []
    real = recovery.os.replace

    def replace(old: Path, new: Path) -> None:
        if left:
            if left[0] == 0:
                raise PlugPulled
            left[0] -= 1
        real(old, new)

    monkeypatch.setattr(recovery.os, "replace", replace)
    yield left


def test_plug_pulled_at_any_step_of_saving_loses_nothing(
    truth: Truth, tmp_path: Path, pulled_at: list[int]
) -> None:
    files = truth.files(pulled=True)
    files[WAL] = hurt(files[WAL], "flip", 20, 1, 64)
    for step in range(4):
        path = laid(tmp_path / "state", files)
        pulled_at[:] = [step]
        with pytest.raises(PlugPulled):
            Journal(path, "boot")
        pulled_at.clear()
        rows, said = opened(path)
        assert rows == truth.rows and said
        left = {file.name.partition("damaged-")[0] for file in path.parent.iterdir()}
        names = {FILE, f"{FILE}.lock", f"{FILE}.newest", f"{FILE}."}
        assert left == names, f"step {step}"


def test_disk_without_room_for_saving_leaves_the_damaged_journal(
    truth: Truth, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = hurt(truth.closed[FILE], "header", 60, 1, 8)
    path = laid(tmp_path / "state", {FILE: content})
    real = journal_file.connect

    def small(new: Path) -> object:
        connection = real(new)
        connection.execute("PRAGMA max_page_count = 20")
        return connection

    with monkeypatch.context() as patched:
        patched.setattr(recovery.journal_file, "connect", small)
        with pytest.raises(journal_file.JournalError) as refused:
            Journal(path, "boot")
    assert "full" in str(refused.value) and path.read_bytes() == content
    assert opened(path)[0] == truth.rows


def test_newer_companion_is_told_from_a_flipped_bit(truth: Truth, tmp_path: Path) -> None:
    for bits in (1, 4, 64):
        content = hurt(truth.closed[FILE], "header", 63, 1, bits)
        rows, said = opened(laid(tmp_path / "state", {FILE: content}))
        assert said and rows == truth.rows
