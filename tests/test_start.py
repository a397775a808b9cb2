"""What a start loads, and what it leaves until somebody asks: a table waits for no other's game."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.journal import Journal
from companion.places import JOURNAL_FILE

ROOT = Path(__file__).resolve().parent.parent
# What only some tables, commands or pages need.
LATER = (
    "companion.calibrate",
    "companion.demo",
    "companion.doctor",
    "companion.more_games",
    "companion.new_game",
    "companion.robots",
    "companion.stats",
    "companion.table.board",
    "companion.table.boardsim",
    "companion.table.frames",
    "companion.web.guide",
    "companion.web.openapi",
    "companion.web.press",
)
BROUGHT = ("openskill",)  # by others, for such a page alone
PARTS = ("rules", "facts", "state", "judge", "asks", "view", "drawing", "stats", "robot")
SEEN = """
import json, sys, threading
from dataclasses import replace
from pathlib import Path
from urllib.request import urlopen

from companion import cli, running
from companion.table import config as configs

config = configs.simulated()
config = replace(config, web=replace(config.web, host="127.0.0.1", port=0))
table = running.started(config, Path(sys.argv[1]), True, None, ())
if sys.argv[2]:
    table.referee.begin_game(sys.argv[2], ["Ana", "Ben", "Cy", "Dee"], {})
    if sys.argv[3] == "left":
        table.evening.good_night()
urlopen(f"http://127.0.0.1:{table.address.port}/").read()
if sys.argv[3] == "referee":
    from tests.web.house import referee_phone
    assert referee_phone(table).get("/referee")[0] == 200
    for thread in threading.enumerate():
        if thread.name == "shelf":
            thread.join()
table.close()
print(json.dumps(sorted(sys.modules)))
"""

ASKED = """
import json, sys
from contextlib import suppress

from companion.cli import main

with suppress(SystemExit):
    main(standalone_mode=False)
print(json.dumps(sorted(sys.modules)))
"""


@pytest.fixture(autouse=True, scope="module")
def read_before() -> None:
    """Python has read every game once, its robot too: the first start after a change does that."""
    for kind in GAMES:
        for compiled in (ROOT / "companion" / "games" / kind / "robot").rglob("*.pyc"):
            compiled.unlink()
    subprocess.run((sys.executable, "-c", "import companion.own_games"), cwd=ROOT, check=True)


def loaded(state: Path, kind: str = "", then: str = "") -> set[str]:
    """What is loaded when a table has shown its first page, with a game of this kind begun; which
    is "left" then, or the "referee" looks."""
    words = (sys.executable, "-c", SEEN, str(state), kind, then)
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


def rules(kind: str) -> set[str]:
    return {f"{GAMES[kind].package}.{part}" for part in PARTS}


def test_a_start_loads_what_its_first_page_needs(tmp_path: Path) -> None:
    there = loaded(tmp_path)
    early = {
        one
        for one in there
        for late in (*LATER, *BROUGHT)
        if one == late or one.startswith(f"{late}.")
    }
    assert not early
    assert not there & {part for kind in GAMES for part in rules(kind)}


def test_the_game_that_is_on_loads_no_other(tmp_path: Path) -> None:
    first, *others = GAMES
    loaded(tmp_path, first)
    there = loaded(tmp_path)  # it goes on
    assert f"{GAMES[first].package}.judge" in there
    assert not there & {part for kind in others for part in rules(kind)}


@pytest.mark.parametrize("asked", ["doctor", "people", "backup"])
def test_a_command_that_only_looks_loads_nothing_that_plays(asked: str, tmp_path: Path) -> None:
    Journal(tmp_path / JOURNAL_FILE, "boot").close()
    words = (sys.executable, "-c", ASKED, asked, "--state", str(tmp_path))
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, check=True)
    there = set(json.loads(done.stdout.splitlines()[-1]))
    assert "companion.places" in there
    assert not there & {"companion.assembly", "companion.runtime", "companion.web", "flask"}


def test_what_a_new_game_asks_for_is_there_when_the_referee_has_looked(tmp_path: Path) -> None:
    first, *others = GAMES
    loaded(tmp_path, first, then="left")
    there = loaded(tmp_path, then="referee")
    assert {f"{GAMES[kind].package}.facts" for kind in GAMES} <= there
    assert f"{GAMES[first].package}.judge" in there
    assert not there & {f"{GAMES[kind].package}.judge" for kind in others}


def test_what_is_left_until_later_is_there() -> None:
    for name in LATER:
        path = ROOT / name.replace(".", "/")
        assert path.is_dir() or path.with_suffix(".py").is_file(), name


def test_make_play_takes_memory_as_the_service_does() -> None:
    said = [
        set(re.findall(r"MALLOC_\w+=\w+", (ROOT / path).read_text(encoding="utf-8")))
        for path in ("tools/play", "systemd/splash-companion.service")
    ]
    assert said[0] == said[1] and len(said[0]) == 2
