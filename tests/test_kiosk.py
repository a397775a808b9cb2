"""The wall on the machine's own screen: begun anew when it ends; what is in the way is said."""

import json
import os
import re
import shutil
import signal
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from companion import kiosk
from companion.kiosk import AGAIN_MOST_S, LOOK_S, STEADY_S, Kiosk, Room
from companion.table import config as configs
from tests.web.house import until

CAGE = '#!/bin/sh\necho "a lamp is missing" >&2\necho "$@" >"$TOLD"\nexec tail -f /dev/null\n'
DIES = '#!/bin/sh\necho "no usable screen" >&2\nexit 1\n'
URL = "http://localhost:9/#sound=voice"  # nobody serves there


@dataclass
class Machine:
    """A machine with a pretended screen and browser, a clock that is told, and what was said."""

    room: Room
    tools: Path
    said: list[str] = field(default_factory=list)
    now_s: float = 1000.0

    def __post_init__(self) -> None:
        self.kiosk = Kiosk(self.room, self.said.append)

    def tool(self, name: str, body: str) -> None:
        path = self.tools / name
        path.write_text(body, encoding="utf-8")
        path.chmod(0o755)

    def plug(self, what: str) -> None:
        card = self.room.screens / "card1-HDMI-A-1"
        card.mkdir(parents=True, exist_ok=True)
        (card / "status").write_text(what + "\n", encoding="ascii")

    def look(self, after_s: float = LOOK_S) -> None:
        self.now_s += after_s
        self.kiosk.look(self.now_s)

    @property
    def pid(self) -> int:
        """The browser's, 0 if there is none."""
        process = self.kiosk._process
        return process.pid if process is not None and process.poll() is None else 0

    def gone(self) -> bool:
        process = self.kiosk._process
        return process is None or process.poll() is not None

    def shows(self, line: str, state: str = "S") -> None:
        """A process of the browser's, as Linux tells of it."""
        assert self.pid
        for number, above, words in ((self.pid, 1, "cage"), (77, self.pid, "x"), (78, 77, line)):
            folder = self.room.processes / str(number)
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "stat").write_text(f"{number} (a ) b) {state} {above} 0 0", encoding="ascii")
            (folder / "cmdline").write_text(words.replace(" ", "\0"), encoding="ascii")


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("sh", "tail"):
        found = shutil.which(name)
        assert found
        (tools / name).symlink_to(found)
    monkeypatch.setenv("PATH", str(tools))
    memory = tmp_path / "meminfo"
    memory.write_text("MemTotal: 1900000 kB\n", encoding="ascii")
    folder = tmp_path / "folder"
    folder.mkdir()
    told = {"PATH": str(tools), "TOLD": str(tmp_path / "told")}
    places = tmp_path / "drm", memory, tmp_path / "proc"
    made = Machine(Room(URL, folder, told, *places), tools)
    made.tool("cage", CAGE)
    made.tool("chromium", CAGE)
    made.plug("connected")
    yield made
    made.kiosk.end()


# --- it is there ------------------------------------------------------------------------------


def test_it_shows_the_wall_and_no_other_page(machine: Machine) -> None:
    machine.look()
    told = Path(machine.room.environment["TOLD"])
    words = until(lambda: told.exists() and told.read_text("utf-8")).split()
    assert words[:4] == ["-d", "-s", "--", "chromium"]
    assert words[-1].startswith("file://") and words[-1].endswith(f"/start.html#{URL}")
    assert {"--kiosk", "--autoplay-policy=no-user-gesture-required"} <= {*words}
    assert f"--user-data-dir={machine.room.folder}/browser" in words
    assert not re.search(r"#t=|join|referee", " ".join(words)), "no secret in a list of processes"


def test_whoever_kills_it_finds_it_begun_anew(machine: Machine) -> None:
    machine.look()
    until(Path(machine.room.environment["TOLD"]).exists, "what it says")
    first = machine.pid
    os.killpg(first, signal.SIGKILL)
    until(machine.gone)
    machine.look()
    assert not machine.pid
    machine.look()
    assert machine.pid not in (0, first)
    assert machine.said == ["The wall's browser ended (a lamp is missing). It is begun anew."]


def test_told_to_end_it_leaves_nothing_behind(machine: Machine) -> None:
    machine.look()
    pid = machine.pid
    machine.kiosk.end()
    with pytest.raises(ProcessLookupError):
        os.killpg(pid, 0)


def test_a_page_that_died_is_begun_anew(machine: Machine) -> None:
    machine.look()
    first = machine.pid
    machine.shows("chromium --type=renderer --lang=en")
    machine.look()
    machine.look()
    assert machine.pid == first
    machine.shows("chromium --type=renderer --top-chrome-webui")
    machine.look()  # it may be on its way to another page
    assert machine.pid == first
    machine.look()
    assert machine.gone() and "The wall's page died, and is begun anew." in machine.said
    machine.look()
    assert machine.pid not in (0, first)


def test_a_page_that_never_came_is_begun_anew(machine: Machine) -> None:
    machine.look()
    first, began_s = machine.pid, machine.now_s
    while machine.pid == first:
        machine.look()
    assert machine.now_s - began_s >= kiosk.SLOW_S
    assert "The wall's page died, and is begun anew." in machine.said


def test_one_that_was_never_buried_draws_nothing(machine: Machine) -> None:
    machine.look()
    machine.shows("chromium --type=renderer")
    assert kiosk._draws(machine.pid, machine.room.processes)
    machine.shows("chromium --type=renderer", "Z")
    assert not kiosk._draws(machine.pid, machine.room.processes)


# --- what is in the way -----------------------------------------------------------------------


def test_without_a_screen_it_says_one_sentence_and_waits_for_one(machine: Machine) -> None:
    machine.plug("disconnected")
    for _ in range(500):
        machine.look()
    assert machine.said == [
        "No screen is plugged in, or it is off. The wall comes when there is one."
    ]
    machine.plug("connected")
    machine.look()
    assert machine.pid
    machine.plug("disconnected")
    machine.look()
    assert not machine.pid
    machine.plug("connected")
    machine.look()
    assert machine.pid and len(machine.said) == 1


@pytest.mark.parametrize(
    ("tools", "said"), [(["cage"], "cage"), (["cage", "chromium"], "cage and chromium")]
)
def test_what_is_missing_is_said_with_the_line_that_brings_it(
    machine: Machine, tools: list[str], said: str
) -> None:
    for tool in tools:
        (machine.tools / tool).unlink()
    machine.look()
    line = f"sudo apt-get install {' '.join(tools)}"
    assert machine.said == [f"The wall needs {said} here. Install it: {line}"]


def test_a_small_machine_is_left_to_the_table(machine: Machine) -> None:
    machine.room.memory.write_text("MemTotal: 900000 kB\n", encoding="ascii")
    machine.look()
    assert not machine.pid and "878 MB" in machine.said[0] and "companion url" in machine.said[0]


def test_a_desktop_keeps_its_screen(machine: Machine) -> None:
    machine.tool("systemctl", "#!/bin/sh\nexit 0\n")
    machine.look()
    assert not machine.pid and machine.said[0].startswith("A desktop has this machine's screen.")
    lent = replace(machine.room, environment={**machine.room.environment, "DISPLAY": ":1"})
    assert not kiosk.in_the_way(lent), "its own window is another matter"


def test_one_that_never_lives_is_begun_ever_more_seldom_and_said_once(machine: Machine) -> None:
    machine.tool("cage", DIES)
    began: list[float] = []
    while len(began) < 12:
        was = machine.kiosk._begun_s
        machine.look(1.0)
        if machine.kiosk._begun_s != was:
            began.append(machine.now_s)
            until(machine.gone)
    apart = [after - before for before, after in zip(began, began[1:], strict=False)]
    assert apart[0] <= 4 and apart == sorted(apart) and apart[-1] >= AGAIN_MOST_S
    assert len(machine.said) == 1 and machine.said[0].startswith("The wall's browser ended")
    machine.look(1.0)
    machine.tool("cage", CAGE)
    machine.look(AGAIN_MOST_S)
    machine.shows("chromium --type=renderer")
    machine.look(STEADY_S)
    assert machine.kiosk._wait_s == kiosk.AGAIN_S, "who lived is waited for no longer"


# --- what its first page says -----------------------------------------------------------------


def told(machine: Machine) -> str:
    """What stands on the page that waits for the table."""
    file = machine.room.folder / kiosk.WHY
    if not file.exists():
        return ""
    return str(json.loads(file.read_text("ascii").removeprefix("why = ").rstrip(";\n")))


def test_it_says_what_the_table_said_when_it_could_not_start(machine: Machine) -> None:
    machine.tool("systemctl", "#!/bin/sh\nexit 3\n")
    machine.look()
    assert told(machine) == ""
    sentence = '/boot/x.toml: "pads" says </script> “nein” 🐬. Take it out.'
    status = f"Result=exit-code\nStatusText={sentence}\n"
    assert kiosk.last_word(status) == sentence
    assert kiosk.last_word(status.replace("exit-code", "success")) == ""
    assert kiosk.last_word("") == ""
    machine.tool("systemctl", f"#!/bin/sh\ntest $1 = show || exit 3\necho '{status}'\n")
    machine.look()
    assert told(machine) == sentence


def test_the_address_is_the_configured_one() -> None:
    web = configs.default().web
    assert kiosk.url_of(web) == "http://localhost:8080/#sound=voice"
    assert kiosk.url_of(replace(web, port=80, host="192.168.1.5")).startswith(
        "http://192.168.1.5:80/"
    )
    assert kiosk.url_of(replace(web, host="2001:db8::9")).startswith("http://[2001:db8::9]:8080/")
