"""The command line: replays equal live games, and what goes wrong is a sentence and a number."""

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import BytesIO, TextIOWrapper
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import jsonschema
import pytest
from click.testing import CliRunner, Result

from companion import cli, codec, doctor, running
from companion.access.secret import read_key, wall_key
from companion.doctor import Finding, Standing
from companion.games import GAMES
from companion.games.view import CommonView
from companion.journal import Journal, JournalError
from companion.journal.people import People
from companion.journal.settings import EVENING
from companion.places import JOURNAL_FILE, state_folder
from companion.referee.rows import row_of
from companion.say import Names, spoken
from companion.stop import Stop
from companion.table.config import ConfigError, default
from companion.web.address import Address
from tests.referee.hall import GAME, Hall, hall
from tests.table.boards import SECOND, Taped
from tests.web.house import PATIENCE_S, Phone, until

ROOT = Path(__file__).resolve().parent.parent
SETUP = '{"game":"dolphin_splash","setup":{"kind":"setup","seats":3}}'
DEALT = '{"kind":"dealt","dealer":0}'
GRABBED = '{"kind":"grabbed"}'
HELD = '{"kind":"held","seats":[0,1]}'
NASTY = 'Zürich 🐬 \u2028 \x85 \x0b {braces} \\ " end'


def companion(*words: object) -> Result:
    """Run a command; an exception that is none of click's fails the test."""
    result = CliRunner().invoke(cli.main, [str(word) for word in words])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert "Traceback" not in result.output
    return result


def process(*words: object, **more: Any) -> "subprocess.CompletedProcess[str]":
    """Run a command as a shell does."""
    done = subprocess.run(
        [sys.executable, "-m", "companion.cli", *map(str, words)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        **more,
    )
    assert "Traceback" not in done.stderr
    return done


def played(table: Hall) -> None:
    """A game with everything in it: a foul, an undo, the pen, a win."""
    table.begin(3, variant="standard", mercy_ms=100)
    table.press("start")
    table.grab(1)
    table.counts("verdict", "no")
    table.counts("foul", "touched", touchers=[1])
    table.counts("reset", "start")
    table.grab(0)
    table.counts("verdict", "yes")
    table.counts("holders", "seat:2")
    table.undo()
    table.undo()
    table.redo()
    table.counts("holders", "seat:1")
    form = codec.fact_of(GAME.judge)
    pen = codec.decode(form, {"kind": "corrected", "seat": 0, "points": 1, "why": NASTY})
    table.referee._judging._write([row_of(pen, "referee", table.clock.now_us())])
    for points in (2, 2):
        table.counts("crayon", "correct", seat=0, points=points)


@pytest.fixture
def state(tmp_path: Path) -> Iterator[Path]:
    """A folder with the journal of one game that was won."""
    (tmp_path / "state").mkdir()
    with hall(tmp_path / "state") as table:
        played(table)
        assert table.phase == "over"
    yield tmp_path / "state"


def file(folder: Path, *lines: str) -> Path:
    path = folder / "game.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


# --- export and replay ------------------------------------------------------------------------


def shown(view: CommonView) -> Any:
    return codec.plain(spoken(view, Names()))


def test_exported_game_is_replayed_to_the_same_view(tmp_path: Path) -> None:
    with hall(tmp_path) as table:
        played(table)
        live = shown(table.view)
    exported = companion("export", 1, "--state", tmp_path)
    assert exported.exit_code == 0
    path = tmp_path / "game.jsonl"
    path.write_text(exported.output, encoding="utf-8")
    from_file = companion("replay", path, "--json")
    from_journal = companion("replay", 1, "--json", "--state", tmp_path)
    assert from_file.exit_code == from_journal.exit_code == 0
    assert json.loads(from_file.output) == json.loads(from_journal.output)
    told = json.loads(from_file.output)
    assert told["view"] == live and live["phase"] == "over"
    assert told["refusals"] == []
    assert {"line", "rule", "text"} == set(told["rulings"][0])
    assert told["rulings"][-1]["text"] == "Seat 1 wins SPLASH!"


def test_export_holds_no_names_and_nothing_that_was_undone(state: Path) -> None:
    exported = companion("export", 1, "--state", state).output
    assert "Ana" not in exported and "Ben" not in exported
    facts = [json.loads(line) for line in exported.rstrip("\n").split("\n")[1:]]
    held = [fact["seats"] for fact in facts if fact["kind"] == "held"]
    assert held == [[0, 2]]
    assert [fact["why"] for fact in facts if fact["kind"] == "corrected"][0] == NASTY


def test_file_as_windows_writes_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + "\r\n".join((SETUP, DEALT, "", GRABBED)).encode())
    result = companion("replay", path, "--json")
    assert result.exit_code == 0 and json.loads(result.output)["view"]["phase"] == "grab"


def test_replay_in_sentences_names_lines_and_rules(tmp_path: Path) -> None:
    result = companion("replay", file(tmp_path, SETUP, DEALT, GRABBED, HELD))
    assert result.exit_code == 0
    assert re.search(r"^ +2 .* \[D-R2\]$", result.output, re.MULTILINE)
    assert re.search(r"^ +4 .*Seat 1 and Seat 2 get a letter.*\[D-R7\]$", result.output, re.M)


def test_refused_fact_names_its_line_and_the_rest_is_judged(tmp_path: Path) -> None:
    path = file(tmp_path, SETUP, "", HELD, DEALT)
    result = companion("replay", path)
    assert result.exit_code == 1
    assert re.search(r"^ +3  Refused: .*\[D-[A-Z]\d+\]$", result.output, re.MULTILINE)
    told = json.loads(companion("replay", path, "--json").output)
    assert [(entry["line"], bool(entry["text"])) for entry in told["refusals"]] == [(3, True)]
    assert told["view"]["phase"] == "live"


def test_fact_after_the_win_is_refused_with_its_line(state: Path, tmp_path: Path) -> None:
    lines = companion("export", 1, "--state", state).output.rstrip("\n").split("\n")
    path = file(tmp_path, *lines, DEALT)
    told = companion("replay", path, "--json")
    assert told.exit_code == 1
    refusals = json.loads(told.output)["refusals"]
    assert [(r["line"], r["rule"]) for r in refusals] == [(len(lines) + 1, "D-C4")]
    assert json.loads(told.output)["view"]["phase"] == "over"


DEEP = '{"kind":"held","seats":' + "[" * 100_000 + "]" * 100_000 + "}"
NEARLY_DEEP = '{"kind":"held","seats":' + "[" * 900 + "]" * 900 + "}"


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        pytest.param([""], "empty", id="empty"),
        pytest.param(["  ", "\t"], "empty", id="blank"),
        pytest.param(["hello"], "Line 1: This is not JSON", id="no-json"),
        pytest.param(["[]"], "Line 1", id="a-list"),
        pytest.param(['{"game":"chess","setup":{}}'], "dolphin_splash", id="unknown-game"),
        pytest.param(['{"game":["dolphin_splash"],"setup":{}}'], "Line 1", id="odd-game"),
        pytest.param(['{"game":"dolphin_splash"}'], "Line 1", id="no-setup"),
        pytest.param(['{"game":"dolphin_splash","setup":[]}'], "Line 1", id="odd-setup"),
        pytest.param(['{"game":"dolphin_splash","setup":{"seats":2}}'], "Line 1", id="two-play"),
        pytest.param([SETUP, "{"], "Line 2: This is not JSON", id="cut-short"),
        pytest.param([SETUP, DEALT, '{"kind":"won"}'], "Line 3", id="unknown-kind"),
        pytest.param([SETUP, '{"kind":["held"]}'], "Line 2", id="odd-kind"),
        pytest.param([SETUP, '{"kind":"dealt"}'], "Line 2: dealt lacks dealer", id="missing"),
        pytest.param([SETUP, '{"kind":"dealt","dealer":true}'], "Line 2", id="true-is-no-seat"),
        pytest.param([SETUP, '{"kind":"dealt","dealer":"0"}'], "Line 2", id="text-is-no-seat"),
        pytest.param([SETUP, '{"kind":"dealt","dealer":0.0}'], "Line 2", id="no-fractions"),
        pytest.param([SETUP, '{"kind":"dealt","dealer":NaN}'], "Line 2", id="nan"),
        pytest.param([SETUP, '{"kind":"dealt","dealer":0,"x":1}'], "Line 2", id="unknown-field"),
        pytest.param([SETUP, '{"kind":"dealt","dealer":' + "9" * 5000 + "}"], "Line 2", id="huge"),
        pytest.param([SETUP, DEEP], "Line 2", id="deep"),
        pytest.param([SETUP, NEARLY_DEEP], "Line 2", id="nearly-deep"),
        pytest.param([SETUP, "null"], "Line 2", id="null"),
        pytest.param([SETUP, '{"kind":"corrected","seat":0,"points":1,"why":"\\ud800"}'],
                     "Line 2", id="half-a-character"),
    ],
)  # fmt: skip
def test_file_that_is_no_game_is_refused_with_its_line(
    tmp_path: Path, lines: list[str], words: str
) -> None:
    result = companion("replay", file(tmp_path, *lines))
    assert result.exit_code == 2
    assert words in result.stderr and result.stdout == ""
    assert len(result.stderr) < 1000


REFUSED = (
    ("dolphin_splash", {"seats": 2}, r"3 to 6 .*\[D-R1\]"),
    ("party_splash", {"seats": 5, "deck": [{"card": n, "copies": 1} for n in (0, 1)]},
     "45 cards are too few: a deck has at least 48"),
    ("party_splash", {"seats": 5, "deck": [{"card": 3, "copies": 1, "duckies": 2}]}, "Card 4 has"),
    ("split", {"seats": 2, "board": ["S"]}, "this one has 1"),
)  # fmt: skip


@pytest.mark.parametrize(("game", "setup", "words"), REFUSED)
def test_refused_setup_is_told_with_its_numbers(
    tmp_path: Path, game: str, setup: dict[str, Any], words: str
) -> None:
    path = file(tmp_path, json.dumps({"game": game, "setup": setup}))
    of_file = companion("replay", path)
    journal = Journal(tmp_path / JOURNAL_FILE, "boot")
    journal.begin_game(game, json.dumps(setup), [], 0)
    journal.close()
    of_journal = companion("replay", 1, "--state", tmp_path)
    of_export = companion("export", 1, "--state", tmp_path)
    for result, where in ((of_file, "Line 1: "), (of_journal, "Game 1: "), (of_export, "Game 1: ")):
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith(where) and re.search(words, result.stderr), result.stderr
        assert "{" not in result.stderr


def test_a_whopper_names_the_lines_that_prove_it(tmp_path: Path) -> None:
    setup = '{"game":"twisted_fish","setup":{"seats":3}}'
    lines = (
        setup, "", '{"kind":"dealt","dealer":0}',
        '{"kind":"dealt","dealer":0}',  # refused: its line counts all the same
        '{"kind":"asked","asker":1,"target":2,"card":64}',
        '{"kind":"gave","giver":2,"taker":1,"card":64}',
        '{"kind":"asked","asker":1,"target":2,"card":5}',
        '{"kind":"denied","seat":2,"asker":1,"card":5}',
        '{"kind":"fished","seat":1,"card":null}',
        '{"kind":"asked","asker":2,"target":1,"card":64}',
        '{"kind":"denied","seat":1,"asker":2,"card":64}',
        '{"kind":"fished","seat":2,"card":null}',
        '{"kind":"asked","asker":0,"target":1,"card":5}',  # said once the next one goes on
    )  # fmt: skip
    said = companion("replay", file(tmp_path, *lines)).output
    (whopper,) = re.findall(r"^ *(\d+)  (Whopper!.*) \[", said, re.MULTILINE)
    assert whopper[0] == "13" and "in line 6" in whopper[1], whopper


def test_file_that_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(bytes(range(256)) * 9)
    for source in (binary, tmp_path / "missing", tmp_path, "9" * 400, "²", "x" * 5000):
        result = companion("replay", source, "--state", tmp_path)
        assert (result.exit_code, result.stdout) == (2, ""), result.output
        assert result.stderr.rstrip().endswith("."), result.stderr


# --- games of a journal -----------------------------------------------------------------------


def test_game_that_is_not_there_says_which_are(state: Path) -> None:
    for command in ("export", "replay"):
        result = companion(command, 7, "--state", state)
        assert result.exit_code == 1 and "There are: 1." in result.stderr


@pytest.mark.parametrize("number", ["0", "-1", "9" * 30, "one"])
def test_number_that_no_game_can_have_is_a_sentence(state: Path, number: str) -> None:
    result = companion("export", "--state", state, "--", number)
    assert result.exit_code == 2 and "GAME" in result.stderr


def test_journal_that_cannot_be_used_is_a_sentence(state: Path, tmp_path: Path) -> None:
    nowhere = companion("export", 1, "--state", tmp_path / "nowhere")
    assert nowhere.exit_code == 1 and "--state FOLDER" in nowhere.stderr
    (state / JOURNAL_FILE).write_bytes(b"no journal at all " * 300)
    damaged = companion("export", 1, "--state", state)
    assert damaged.exit_code == 1 and "damaged" in damaged.stderr


def test_games_can_be_read_while_the_companion_runs(tmp_path: Path) -> None:
    with hall(tmp_path) as table:
        played(table)
        live = shown(table.view)
        rows = table.journal.last_seq()
        assert (tmp_path / f"{JOURNAL_FILE}-wal").stat().st_size > 0  # not in the file yet
        # From another process, as from another terminal.
        exported = process("export", 1, "--state", tmp_path)
        replayed = process("replay", 1, "--json", "--state", tmp_path)
        table.counts("crayon", "correct", seat=1, points=1)  # and play goes on
        assert table.journal.last_seq() == rows + 1
    assert (exported.returncode, replayed.returncode) == (0, 0), exported.stderr + replayed.stderr
    assert json.loads(replayed.stdout)["view"] == live
    path = file(tmp_path, *exported.stdout.rstrip("\n").split("\n"))
    assert json.loads(companion("replay", path, "--json").stdout)["view"] == live


def test_reading_a_journal_changes_nothing_in_it(state: Path) -> None:
    before = (state / JOURNAL_FILE).read_bytes()
    assert companion("export", 1, "--state", state).exit_code == 0
    assert (state / JOURNAL_FILE).read_bytes() == before
    journal = Journal.for_reading(state / JOURNAL_FILE)
    for write in (
        lambda: journal.end_game(1, 0),
        lambda: journal.set_setting(EVENING, "b"),
        lambda: People(journal).number("Zoe", 0),
    ):
        with pytest.raises(JournalError):
            write()
    journal.close()
    Journal(state / JOURNAL_FILE, "boot").close()


def test_game_of_a_kind_that_is_not_known_here_is_a_sentence(state: Path) -> None:
    edited = sqlite3.connect(state / JOURNAL_FILE)
    edited.execute("UPDATE games SET kind = 'tiddlywinks'")
    edited.commit()
    edited.close()
    result = companion("export", 1, "--state", state)
    assert result.exit_code == 2 and "tiddlywinks" in result.stderr


# --- what there is ----------------------------------------------------------------------------


def test_games_are_listed_with_their_players() -> None:
    result = companion("games")
    assert [line.split()[0] for line in result.output.splitlines()] == list(GAMES)
    assert "3 to 6 players" in result.output
    assert "2, 3, 4 or 6 players" in result.output, "nobody plays SPLIT with five"


@pytest.mark.parametrize(
    ("seats", "never", "said"),
    [((2, 6), (), "2 to 6"), ((4, 6), (5,), "4 or 6"), ((2, 2), (), "2"), ((2, 3), (2,), "3")],
)
def test_only_who_may_play_is_said_to_play(
    seats: tuple[int, int], never: tuple[int, ...], said: str
) -> None:
    assert replace(GAMES["split"], seats=seats, never=never).people == said


def test_a_game_that_was_left_out_is_no_success(tmp_path: Path) -> None:
    """Who builds one asks this command whether it can be played."""
    missing = companion("games", "--games", tmp_path / "missing")
    assert missing.exit_code == 1 and "There is no folder" in missing.stderr
    (tmp_path / "well").mkdir()
    (tmp_path / "well" / "__init__.py").write_text("")
    faulty = companion("games", "--games", tmp_path)
    assert faulty.exit_code == 1 and "The game well was left out" in faulty.stderr
    for listed in (missing, faulty):
        assert [line.split()[0] for line in listed.stdout.splitlines()] == list(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_schemas_are_valid(game: str) -> None:
    schemas = json.loads(companion("schema", game).output)
    assert set(schemas) == {"setup", "fact", "view"}
    for schema in schemas.values():
        assert schema["$schema"].endswith("2020-12/schema")
        jsonschema.Draft202012Validator.check_schema(schema)


def test_schema_takes_what_is_exported_and_refuses_what_is_not(state: Path) -> None:
    schemas = json.loads(companion("schema", "dolphin_splash").output)
    head, *facts = companion("export", 1, "--state", state).output.rstrip("\n").split("\n")
    fact = jsonschema.Draft202012Validator(schemas["fact"])
    for line in facts:
        fact.validate(json.loads(line))
    jsonschema.Draft202012Validator(schemas["setup"]).validate(json.loads(head)["setup"])
    view = json.loads(companion("replay", 1, "--json", "--state", state).output)["view"]
    jsonschema.Draft202012Validator(schemas["view"]).validate(view)
    for wrong in ({"kind": "dealt"}, {"kind": "won"}, {"kind": "dealt", "dealer": "0"}):
        assert not fact.is_valid(wrong)


def test_game_that_has_no_schema_is_a_sentence() -> None:
    result = companion("schema", "splash")
    assert result.exit_code == 2 and "dolphin_splash" in result.stderr


def test_version_and_help_are_there() -> None:
    assert companion("--version").output.startswith("companion")
    assert "replay" in companion("--help").output


# --- the referee's link -----------------------------------------------------------------------


@pytest.mark.parametrize("more", [(), ("--renew",)])
def test_where_no_table_ever_was_no_link_is_made(tmp_path: Path, more: tuple[str, ...]) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        result = companion("url", *more, "--state", folder)
        assert result.exit_code == 1 and not result.output.replace(result.stderr, "")
        assert f"No table was ever started in {folder}" in result.stderr
        assert "--state" in result.stderr
    assert not list(tmp_path.iterdir())


def test_link_stays_until_it_is_renewed(tmp_path: Path) -> None:
    read_key(tmp_path)
    links = [
        re.findall(r"The referee: +(\S+)", companion("url", *more, "--state", tmp_path).output)
        for more in ((), (), ("--renew",), ())
    ]
    assert links[0] and links[0] == links[1] != links[2] == links[3]
    assert "#t=" in links[0][0]


def test_the_wall_s_link_is_said_too_and_renewed_with_the_referee_s(tmp_path: Path) -> None:
    read_key(tmp_path)
    said = [
        re.search(
            r"The wall: +\S+join#t=(\S+)", companion("url", *more, "--state", tmp_path).output
        )
        for more in ((), (), ("--renew",))
    ]
    first, same, other = (found[1] for found in said if found is not None)
    assert first == same != other
    key = (tmp_path / "referee.key").read_text().strip()
    assert other == wall_key(key) and key not in other


@pytest.mark.parametrize("looks", [True, False])
def test_a_start_draws_its_code_where_somebody_may_look(
    looks: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: looks)
    running._show_code("http://splash.local:8080/")
    assert bool(capsys.readouterr().out) is looks


@pytest.mark.parametrize(("ip", "for_phones"), [("192.0.2.7", True), ("127.0.0.1", False)])
def test_a_start_sends_phones_where_they_can_reach_it(
    ip: str, for_phones: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    senses = SimpleNamespace(board=None, tablet=None)
    there = Address(8080, "splash", find_ip=lambda: ip)
    companion: Any = SimpleNamespace(address=there, referee_link="", senses=senses)
    running._welcome(companion, False)
    said = capsys.readouterr().out
    assert ("on every phone" in said, "this machine alone" in said) == (for_phones, not for_phones)


def test_link_names_the_port(tmp_path: Path) -> None:
    read_key(tmp_path)
    result = companion("url", "--port", 8123, "--state", tmp_path)
    assert re.search(r"The table: +http://\S+:8123/", result.output)


def test_link_in_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = companion("url", "--state", tmp_path / "file" / "below")
    assert result.exit_code == 1 and "No table was ever started" in result.stderr
    (tmp_path / "referee.key").mkdir()
    result = companion("url", "--state", tmp_path)
    assert result.exit_code == 1 and "referee.key cannot be read" in result.stderr


# --- the doctor -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("standing", "code"), [(Standing.OK, 0), (Standing.WARNING, 0), (Standing.BROKEN, 1)]
)
def test_doctor_ends_with_what_it_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, standing: Standing, code: int
) -> None:
    found = (Finding("Pins", standing, "The pins are so.", "Solder them."),)
    monkeypatch.setattr(doctor, "checks", lambda readings: found)
    result = companion("doctor", "--state", tmp_path)
    assert result.exit_code == code and "The pins are so." in result.output


def test_doctor_looks_at_this_very_machine(tmp_path: Path) -> None:
    done = process("doctor", "--state", tmp_path)
    assert done.returncode in (0, 1) and "Python" in done.stdout


# --- demo -------------------------------------------------------------------------------------


def test_demo_plays_the_game_that_is_named(tmp_path: Path) -> None:
    with robots(tmp_path, "--game", "split") as (watcher, said):
        until(lambda: "SPLIT" in watcher.get("/")[1], "the game's title on the wall")
        assert "Look on!" in watcher.get("/")[1] and "Play along" not in said
        until(lambda: "data-said" in watcher.get("/")[1], "the first ruling")
        assert "data-knock=" not in watcher.get("/join")[1]


def test_demo_says_where_to_look_and_leaves_nothing_behind(tmp_path: Path) -> None:
    assert "for ever" in companion("demo", "--help").output
    with robots(tmp_path) as (watcher, said):
        assert re.search(r"The wall: +http://", said) and "loudspeaker" in said
        assert re.search(r"http://\S+:\d+/join ", said)
        until(lambda: "Robots play" in watcher.get("/")[1], "robots on the wall")
    assert list(tmp_path.iterdir()) == []


@contextmanager
def robots(folder: Path, *args: str) -> Iterator[tuple[Phone, str]]:
    """A demo's own process, and what it said; it is told to stop, and does."""
    command = [sys.executable, "-m", "companion.cli", "demo", "--port", "0", "--seed", "1"]
    with subprocess.Popen(
        [*command, "--host", "127.0.0.1", "--speed", "50", *args],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdout is not None and running.stderr is not None
        said = ""
        while "Ctrl+C" not in said:
            said += running.stdout.readline()
        (port,) = re.findall(r"The wall: +http://\S+:(\d+)/", said)
        try:
            yield Phone(int(port)), said
        finally:
            running.send_signal(signal.SIGTERM)
        assert running.wait(PATIENCE_S) == 0
        assert running.stderr.read() == ""


# --- Ctrl+C while the command is read -----------------------------------------------------------

# Whoever looks for that module is interrupted there.
INTERRUPTED = """
import os, runpy, signal, sys

class There:
    def find_spec(self, name, *_):
        if name == sys.argv[1]:
            os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)  # a test may run where it is ignored
sys.meta_path.insert(0, There())
sys.argv = ["companion", "games", *sys.argv[1:]]
runpy.run_module("companion.cli", run_name="__main__")
"""


@pytest.mark.parametrize(
    ("at", "said", "code"),
    [
        ("click", "", -signal.SIGINT),
        ("companion.people_commands", "", -signal.SIGINT),
        ("companion.more_games", "Aborted!", 1),  # by the command's own work: click says it
    ],
)
def test_ctrl_c_while_it_begins_ends_it_without_a_traceback(
    at: str, said: str, code: int, tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED.replace("sys.argv[1]", repr(at)), "--games", tmp_path],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert (done.stderr.strip(), done.returncode) == (said, code)


# --- a user without a home ----------------------------------------------------------------------


@pytest.fixture
def homeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a container's user is, or one that was made for a single program."""

    def nobody(_: int) -> Any:
        raise KeyError("getpwuid(): uid not found")

    for name in ("HOME", "XDG_STATE_HOME", "STATE_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", nobody)


@pytest.mark.usefixtures("homeless")
@pytest.mark.parametrize("command", ["run --simulated", "url", "backup", "doctor", "people"])
def test_who_has_no_home_is_asked_where_the_evenings_lie(command: str) -> None:
    done = CliRunner().invoke(cli.main, command.split())
    assert done.exit_code == 1
    assert "no home" in done.stderr and "--state FOLDER" in done.stderr


def test_an_empty_home_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("STATE_DIRECTORY", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "")
    with pytest.raises(ConfigError, match="no home"):
        state_folder(default(), None)


@pytest.mark.usefixtures("homeless")
def test_who_has_no_home_may_say_where_they_lie(tmp_path: Path) -> None:
    Journal(tmp_path / JOURNAL_FILE, "boot").close()
    for command in ("people", "backup"):
        done = CliRunner().invoke(cli.main, [command, "--state", str(tmp_path)])
        assert done.exit_code == 0, done.output


@pytest.mark.usefixtures("homeless")
def test_a_path_in_a_home_that_is_not_there_is_named(tmp_path: Path) -> None:
    config = tmp_path / "mine.toml"
    config.write_text('[[pads]]\ntouch = 5\n[journal]\npath = "~/ours.sqlite"\n', "utf-8")
    done = CliRunner().invoke(cli.main, ["backup", "--config", str(config)])
    assert done.exit_code == 1
    assert "journal.path" in done.stderr and "Write the whole path" in done.stderr


@pytest.mark.parametrize("told", ["", "somewhere", "./here"])
def test_a_folder_of_states_that_is_no_whole_path_does_not_count(
    told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So the standard wants it (XDG Base Directory): else the evenings lie wherever one was."""
    monkeypatch.setenv("XDG_STATE_HOME", told)
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    found = state_folder(default(), None)
    assert found == tmp_path / ".local/state/splash-companion"


# --- places that cannot be reached -------------------------------------------------------------


@pytest.mark.parametrize(
    "command", [["people"], ["backup"], ["export", 1], ["restore", "copy"], ["demo", "--port", 0]]
)
def test_a_folder_where_this_user_may_not_go_is_a_sentence(command: list[object]) -> None:
    """As the service's own is closed to whoever forgot sudo; root may all, so a name does it."""
    there = Path("/tmp") / ("x" * 300) / "copy"
    command = [there if word == "copy" else word for word in command]
    said = companion(*command, "--state", there.parent)
    assert said.exit_code == 1
    assert "cannot be reached: File name too long. Check its name" in said.output


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="a file that Linux has")
def test_a_copy_of_which_not_a_byte_can_be_read_is_a_sentence(tmp_path: Path) -> None:
    """As on a stick that fails: SQLite cannot even open it."""
    said = companion("restore", "/proc/self/mem", "--state", tmp_path)
    assert said.exit_code == 1 and said.stderr.startswith("The "), said.stderr


def test_the_doctor_looks_at_the_rest_all_the_same() -> None:
    assert json.loads(companion("doctor", "--json", "--state", "/tmp/" + "x" * 300).output)


# --- names and terminals without UTF-8 ---------------------------------------------------------


def test_a_folder_whose_name_is_no_utf_8_is_a_folder(state: Path, tmp_path: Path) -> None:
    """As an old disk or another system wrote it: the table plays in it, so commands find it."""
    folder = state.rename(tmp_path / os.fsdecode(b"m\xfcller"))
    for command in (["people"], ["backup"], ["export", 1], ["results", folder / "out.csv"]):
        assert companion(*command, "--state", folder).exit_code == 0
    other = tmp_path / os.fsdecode(b"caf\xe9")
    other.mkdir()
    table = file(other, "[table]", 'sensor = "tablet"', 'games = "ours"')
    report = "diagnose", folder / "report.zip", "--state", folder, "--config", table
    assert companion(*report).exit_code == 0
    (copy,) = (folder / "backups").iterdir()
    assert companion("restore", copy, "--state", folder).exit_code == 0


def test_a_terminal_that_lacks_letters_is_told_the_rest(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal(state / JOURNAL_FILE, "boot")
    People(journal).number("Zoë 🐬", 0)
    journal.close()
    latin = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    said = process("people", "--state", state, env=latin, encoding="latin-1").stdout
    assert "Zoë \\U0001f42c" in said
    assert running.qr("A") and "\\" not in running.qr("A")
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(BytesIO(), "latin-1"))
    assert running.qr("A") == "", "a code of letters that are not there is none"


# --- run --------------------------------------------------------------------------------------


def test_port_in_use_is_a_sentence_and_nothing_stays_behind(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = process(
            "run", "--simulated", "--host", "127.0.0.1", "--port", port, "--state", tmp_path
        )
    assert done.returncode == 1 and f"Port {port} cannot be had" in done.stderr
    assert f"(process {os.getpid()})" in done.stderr, "who has it is seen, and named"
    assert "Stop that program, or choose another one with --port." in done.stderr
    Journal(tmp_path / JOURNAL_FILE, "boot").close()


@pytest.mark.parametrize(
    ("command", "where"),
    [
        pytest.param("run", ">/dev/full 2>/dev/full", id="full"),
        pytest.param("run", ">&- 2>&-", id="closed"),
        pytest.param("demo", ">/dev/full 2>/dev/full", id="robots"),
    ],
)
def test_a_table_whose_words_nobody_can_read_is_played_at_all_the_same(
    tmp_path: Path, command: str, where: str
) -> None:
    """Its log lies on a full disk, or its terminal was closed."""
    begins = [command, "--host", "127.0.0.1", "--port", "0", "--state", str(tmp_path)]
    if command == "run":  # which says something before its table is there
        begins += ["--simulated", "--config", str(ROOT / "hardware" / "companion.toml")]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(tmp_path / "heard"))
        heard.settimeout(PATIENCE_S)
        with subprocess.Popen(
            [
                "sh",
                "-c",
                f'exec "$@" {where}',
                "sh",
                sys.executable,
                "-m",
                "companion.cli",
                *begins,
            ],
            cwd=ROOT,
            env={**os.environ, "NOTIFY_SOCKET": str(tmp_path / "heard")},
        ) as running:
            while b"READY=1" not in heard.recv(4096):
                pass
            running.send_signal(signal.SIGTERM)
            assert running.wait(PATIENCE_S) == 0


@pytest.mark.parametrize("words", ["games", "--help"])
def test_what_has_no_room_for_its_answer_says_so_in_a_sentence(words: str) -> None:
    with open("/dev/full", "w", encoding="ascii") as full:
        done = subprocess.run(
            [sys.executable, "-m", "companion.cli", words],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == 1
    assert done.stderr == (
        "The answer cannot be written: No space left on device. "
        "Make room there, or let it go elsewhere.\n"
    )


@pytest.mark.parametrize(
    ("config", "words"),
    [
        (b"[web]\nprot = 8080\n[[pads]]\ntouch = 5\n", "prot"),
        (b"[[pads]]\ntouch = 5\n[web]\nport = 'x'\n", "port"),
        (b"[[pads]\n", "TOML"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b"", "pad"),
        (b"[[pads]]\ntouch = 5\n[caller]\ntempo = 'furious'\n", "furious"),
    ],
)
def test_config_that_cannot_be_used_is_a_sentence(
    tmp_path: Path, config: bytes, words: str
) -> None:
    path = tmp_path / "companion.toml"
    path.write_bytes(config)
    for command in (("run", "--simulated"), ("doctor",), ("url",)):
        result = companion(*command, "--config", path, "--state", tmp_path)
        assert result.exit_code == 1
        assert words in result.stderr and str(path) in result.stderr


def test_of_several_configurations_the_first_that_is_there_counts(tmp_path: Path) -> None:
    read_key(tmp_path)
    boot, own = tmp_path / "boot.toml", tmp_path / "own.toml"
    words = ("url", "--config", boot, "--config", own, "--state", tmp_path)
    neither = companion(*words)
    assert neither.exit_code == 1 and f"{own} cannot be read" in neither.stderr
    own.write_text("[[pads]]\ntouch = 5\n[web]\nport = 8001\n", encoding="utf-8")
    assert ":8001/" in companion(*words).output
    boot.write_bytes(b"\xef\xbb\xbf[[pads]]\r\ntouch = 5\r\n[web]\r\nport = 8002\r\n")
    assert ":8002/" in companion(*words).output  # as Windows writes it
    boot.write_text("[web]\nport = eighty\n", encoding="utf-8")
    broken = companion(*words)  # never quietly another table than the one that was asked for
    assert broken.exit_code == 1 and broken.stderr.startswith(str(boot)) and not broken.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--table", "tablet", "--simulated"), "Leave out --simulated"),
        (("--table", "pins", "--config", "drawn.toml"), "Take that line out to play on pins"),
        (("--table", "pins", "--board", "sim"), "Leave it out, or --table pins"),
        (("--simulated", "--record", "x.rec"), "Only what a touch board says can be kept in x.rec"),
    ],
)
def test_a_table_is_felt_by_one_thing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "drawn.toml").write_text('[table]\nsensor = "tablet"\n', encoding="utf-8")
    result = companion("run", *words, "--port", 0, "--state", tmp_path)
    assert result.exit_code == 1 and said in result.stderr


def test_a_run_on_a_tablet_says_where_the_dolphins_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "watch", lambda *_: 0)
    result = companion("run", "--table", "tablet", "--port", 0, "--state", tmp_path)
    assert result.exit_code == 0
    assert re.search(r"The dolphins: http://\S+/tabletop ", result.stdout)


def test_a_simulated_board_that_is_not_built_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.table.boardsim.simulator.LIBRARY", tmp_path / "nowhere.so")
    for words in (("--board", "sim"), ("--simulated", "--table", "board")):
        result = companion("run", *words, "--port", 0, "--state", tmp_path)
        assert result.exit_code == 1 and "make play BOARD=sim" in result.stderr


def test_a_run_on_a_board_asks_for_it_and_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "watch", lambda *_: 0)
    monkeypatch.setattr("companion.table.board.link.found", lambda: ())
    file = tmp_path / "evening.rec"
    words = ("run", "--table", "board", "--port", 0, "--state", tmp_path, "--record", file)
    assert companion(*words).exit_code == 0
    again = companion(*words)
    assert again.exit_code == 1 and "is there already" in again.stderr


def test_the_boards_own_configuration_plays_on_a_laptop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "watch", lambda *_: 0)
    monkeypatch.setattr("companion.table.board.link.found", lambda: ())
    file = ROOT / "hardware" / "companion-board.toml"
    result = companion("run", "--config", file, "--port", 0, "--state", tmp_path)
    assert result.exit_code == 0, result.stderr
    assert "what hangs on GPIO 26 is left out" in result.stderr


def test_a_recording_is_kept_and_felt_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Taped(tmp_path / "evening.rec") as desk:
        desk.meet()
        desk.touch(2)
        desk.run(SECOND)
    said = companion("replay", tmp_path / "evening.rec")
    doubt = r"s  touch    pad 3 within 1\d\d us before, \d us after"
    assert said.exit_code == 0 and re.search(doubt, said.output)
    told = companion("replay", tmp_path / "evening.rec", "--json")
    assert [json.loads(line)["pad"] for line in told.output.splitlines()] == [2]

    stop = Stop()
    stop.set()
    monkeypatch.setattr(cli, "told_to_stop", lambda: stop)
    kept = companion("record", tmp_path / "more.rec")
    assert kept.exit_code == 0 and "Stop with Ctrl+C" in kept.output
    assert companion("replay", tmp_path / "more.rec").output == ""
    again = companion("record", tmp_path / "more.rec")
    assert again.exit_code == 1 and not again.stdout, "nothing is promised before"


def test_calibrating_without_a_board_says_where_it_may_be(tmp_path: Path) -> None:
    path = tmp_path / "companion.toml"
    path.write_text('[table]\nsensor = "board"\n[board]\nport = "/dev/splash-nobody"\n')
    result = companion("calibrate", "--config", path)
    assert result.exit_code == 1 and "There is no /dev/splash-nobody" in result.stderr
    assert "its referee's page does this" in result.stderr


def test_journal_in_use_stops_the_run_with_a_sentence(tmp_path: Path) -> None:
    owner = Journal(tmp_path / JOURNAL_FILE, "boot")
    result = companion("run", "--simulated", "--port", 0, "--state", tmp_path)
    owner.close()
    assert result.exit_code == 1 and "Another companion" in result.stderr


@pytest.mark.parametrize("words", [("run", "--port", 99999), ("run", "--prot", 1), ("dance",)])
def test_words_that_are_not_known_are_a_sentence(words: tuple[object, ...]) -> None:
    result = companion(*words)
    assert result.exit_code == 2 and "Error" in result.stderr


def parameters(form: type[click.ParamType]) -> list[tuple[str, click.Parameter]]:
    """What a command is told of this form, with its name."""
    commands = cli.main.commands.items()
    return [(name, one) for name, of in commands for one in of.params if isinstance(one.type, form)]


def test_a_number_that_is_told_has_ends() -> None:
    numbers = parameters(click.types.IntParamType)
    endless = {(name, one.name) for name, one in numbers if getattr(one.type, "max", None) is None}
    assert len(numbers) > 5 and endless == {("demo", "seed")}  # of which any will do
    assert companion("deals", 10**23, "--state", ".").exit_code == 2
    assert companion("url", "--port", 70_000, "--state", ".").exit_code == 2


def test_a_place_that_is_empty_is_not_the_folder_that_one_is_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A shell writes nothing for a variable that it does not have."""
    monkeypatch.chdir(tmp_path)
    places = parameters(click.Path)
    assert {"state", "config_files", "games", "file", "copy", "to", "record", "accept"} == {
        one.name for _, one in places
    }
    for name, one in places:
        said = companion(name, *(one.opts[:1] if one.param_type_name == "option" else ()), "")
        assert said.exit_code == 2 and said.stderr.endswith("Write a path.\n"), (name, one.name)
        assert not said.stdout and not list(tmp_path.iterdir()), (name, one.name)


def test_configured_journal_is_the_one_that_is_read(state: Path, tmp_path: Path) -> None:
    path = tmp_path / "companion.toml"
    (state / JOURNAL_FILE).rename(tmp_path / "ours.sqlite")
    path.write_text('[[pads]]\ntouch = 5\n[journal]\npath = "ours.sqlite"\n')
    assert companion("export", 1, "--config", path).exit_code == 0


def test_pipe_that_closes_early_is_no_traceback(state: Path) -> None:
    done = subprocess.run(
        f'"{sys.executable}" -m companion.cli export 1 --state "{state}" | head -c 10',
        shell=True,
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.stdout == SETUP[:10] and done.stderr == ""
