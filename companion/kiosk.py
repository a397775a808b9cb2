"""The wall on this machine's own screen: a browser that nobody touches, begun anew when it ends.

Decides nothing about games and holds no secret: Linux tells the table whose browser it is. What is
in the way is said once, and looked at until it is gone.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO
from urllib.parse import urlsplit

from companion.frozen import dataclass
from companion.stop import told_to_stop
from companion.table.config import Config, WebConfig

LOOK_S = 5.0
SLOW_S = 30.0  # a browser whose page has no process by then will not have one
STEADY_S = 60.0  # a browser that lives so long was well begun
AGAIN_S, AGAIN_MOST_S = 2.0, 300.0  # each that ends sooner is waited for longer
END_S = 5.0  # how long one that is told to end may take
MEMORY_LEAST_KB = 1_700_000  # 2 GB, of which a Pi keeps some for its screen
BROWSERS = ("chromium", "chromium-browser")
PAGE = "start.html"
WHY = "why.js"  # what that page reads to say why the table does not come
SOUND = "sound=voice"  # nobody is there to tap the loudspeaker
STATUS = ("systemctl", "show", "--property=Result,StatusText", "splash-companion.service")
DESKTOP = ("systemctl", "--quiet", "is-active", "display-manager.service")
FLAGS = (
    "--kiosk",
    "--ozone-platform=wayland",
    "--autoplay-policy=no-user-gesture-required",
    "--enable-speech-dispatcher",
    "--no-first-run",
    "--no-default-browser-check",
    "--noerrdialogs",
    "--hide-crash-restore-bubble",
    "--password-store=basic",
    "--disable-extensions",
    "--disable-sync",
    "--disable-component-update",
    "--disable-background-networking",
    "--disable-features=Translate,SpareRendererForSitePerProcess",
    "--disk-cache-size=20000000",  # its folder is in memory: a card is not written to
)


@dataclass(frozen=True, slots=True)
class Room:
    """What there is for a wall: the table's address, a folder, and where the system tells."""

    url: str
    folder: Path  # nobody else's, and empty at the start
    environment: Mapping[str, str]
    screens: Path = Path("/sys/class/drm")
    memory: Path = Path("/proc/meminfo")
    processes: Path = Path("/proc")

    @property
    def is_lent(self) -> bool:
        """Whether somebody else drives the screen, and has a window for it."""
        return bool({"DISPLAY", "WAYLAND_DISPLAY"} & self.environment.keys())


class Kiosk:
    """One browser, looked after. `say` gets a sentence for the log, each once while it lasts."""

    def __init__(self, room: Room, say: Callable[[str], None]) -> None:
        self._room, self._log = room, say
        self._process: subprocess.Popen[bytes] | None = None
        self._last: deque[str] = deque(maxlen=1)  # what the browser said last
        self._ear: threading.Thread | None = None
        self._begun_s = self._again_s = float("-inf")
        self._wait_s = AGAIN_S
        self._drew = self._still = False  # whether its page had a process, and at the last look
        self._said: set[str] = set()
        self._why = ""

    def look(self, now_s: float) -> None:
        """Do what is to be done now; call it often."""
        if self._process is None:
            if now_s >= self._again_s:
                self._try(now_s)
            return
        if self._process.poll() is not None:
            self._ended(now_s)
        elif not has_screen(self._room):
            self.end()
        elif self._page_died(now_s):
            self._say("died", "The wall's page died, and is begun anew.")
            self.end()
            self._ended(now_s)
        else:
            self._tell_why()
            if now_s - self._begun_s >= STEADY_S:
                self._wait_s = AGAIN_S
                self._said.clear()

    def end(self) -> None:
        """End the browser, if there is one, and all that it started."""
        process, self._process = self._process, None
        if process is None:
            return
        for with_ in (signal.SIGTERM, signal.SIGKILL):
            with suppress(ProcessLookupError):
                os.killpg(process.pid, with_)
            with suppress(subprocess.TimeoutExpired):
                process.wait(END_S)

    def _try(self, now_s: float) -> None:
        why_not = in_the_way(self._room)
        if why_not:
            self._say(why_not, why_not)
            return
        folder = self._room.folder
        shutil.rmtree(folder / "browser", ignore_errors=True)  # each start is the first
        shutil.copyfile(Path(__file__).with_name("kiosk.html"), folder / PAGE)
        (folder / WHY).unlink(missing_ok=True)
        self._why = ""
        self._tell_why()
        self._last.clear()
        self._process = subprocess.Popen(
            words(self._room),
            env=dict(self._room.environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            process_group=0,  # all ends with it
        )
        assert self._process.stderr is not None
        self._ear = threading.Thread(target=self._hear, args=(self._process.stderr,), daemon=True)
        self._ear.start()
        self._begun_s, self._drew, self._still = now_s, False, True

    def _ended(self, now_s: float) -> None:
        """It is not there any more: another one comes in a while."""
        self.end()
        if self._ear is not None:
            self._ear.join(END_S)  # its last words may be under way
        if now_s - self._begun_s >= STEADY_S:
            self._wait_s = AGAIN_S
            self._said.clear()
        last = f" ({self._last[0]})" if self._last else ""
        self._say("ended", f"The wall's browser ended{last}. It is begun anew.")
        self._again_s = now_s + self._wait_s
        self._wait_s = min(2 * self._wait_s, AGAIN_MOST_S)

    def _page_died(self, now_s: float) -> bool:
        """Whether the page's own process is gone, at two looks: the browser shows its sorrow."""
        assert self._process is not None
        draws = _draws(self._process.pid, self._room.processes)
        was_there = self._drew or now_s - self._begun_s >= SLOW_S
        gone = was_there and not draws and not self._still
        self._drew, self._still = self._drew or draws, draws
        return gone

    def _tell_why(self) -> None:
        """Let the first page say what the table said as it ended; that goes on when it answers."""
        why = "" if _answers(self._room.url) else last_word(_asked(*STATUS))
        if why and why != self._why:
            fresh = self._room.folder / f"{WHY}.new"
            fresh.write_text(f"why = {json.dumps(why)};\n", encoding="ascii")
            os.replace(fresh, self._room.folder / WHY)
            self._why = why

    def _hear(self, lines: IO[bytes]) -> None:
        with lines:
            for line in lines:
                self._last.append(line.decode("utf-8", "replace").strip()[:200])

    def _say(self, about: str, sentence: str) -> None:
        if about not in self._said:
            self._said.add(about)
            self._log(sentence)


def words(room: Room) -> list[str]:
    """The command line: one window on a whole screen, and the browser in it."""
    browser = next(filter(shutil.which, BROWSERS))
    own = [f"--user-data-dir={room.folder / 'browser'}"]
    own += ["--no-sandbox"] if os.geteuid() == 0 else []  # it refuses root otherwise
    start = f"{(room.folder / PAGE).as_uri()}#{room.url}"
    return ["cage", "-d", "-s", "--", browser, *FLAGS, *own, start]


def in_the_way(room: Room) -> str:
    """Why there can be no wall now, with the remedy; empty if there can."""
    missing = [] if shutil.which("cage") else ["cage"]
    missing += [] if any(map(shutil.which, BROWSERS)) else ["chromium"]
    if missing:
        return (
            f"The wall needs {' and '.join(missing)} here. "
            f"Install it: sudo apt-get install {' '.join(missing)}"
        )
    memory_kb = _memory_kb(room.memory)
    if memory_kb < MEMORY_LEAST_KB:
        return (
            f"This machine has {memory_kb // 1024} MB of memory, and a browser wants 2 GB. "
            "Open the wall on another screen: companion url says its link."
        )
    if not room.is_lent and _runs(*DESKTOP):
        return (
            "A desktop has this machine's screen. Open the wall in its browser, or take the "
            "desktop off: sudo systemctl disable --now display-manager"
        )
    if not has_screen(room):
        return "No screen is plugged in, or it is off. The wall comes when there is one."
    return ""


def has_screen(room: Room) -> bool:
    """Whether anybody could see the wall."""
    return room.is_lent or any(map(_is_connected, room.screens.glob("card*-*/status")))


def url_of(web: WebConfig) -> str:
    """Where the wall of this machine's own table is."""
    return f"{web.here(web.port)}#{SOUND}"


def last_word(told: str) -> str:
    """What a table that cannot start said, by what systemd tells of it; empty if all is well."""
    known = dict(line.split("=", 1) for line in told.splitlines() if "=" in line)
    return known.get("StatusText", "") if known.get("Result") == "exit-code" else ""


def show(config: Config) -> None:
    """Keep the wall on this machine's screen until told to stop."""
    stop = told_to_stop()
    with ExitStack() as parts:
        given = os.environ.get("RUNTIME_DIRECTORY")
        folder = given or parts.enter_context(TemporaryDirectory(prefix="splash-wall-"))
        room = Room(url_of(config.web), Path(folder), os.environ)
        kiosk = Kiosk(room, lambda sentence: print(sentence, file=sys.stderr, flush=True))
        parts.callback(kiosk.end)
        while not stop.is_set():
            kiosk.look(time.monotonic())
            stop.wait(LOOK_S)


def _is_connected(status: Path) -> bool:
    with suppress(OSError):
        return status.read_text(encoding="ascii").strip() == "connected"
    return False


def _memory_kb(meminfo: Path) -> int:
    for line in meminfo.read_text(encoding="ascii").splitlines():
        if line.startswith("MemTotal:"):
            return int(line.split()[1])
    return MEMORY_LEAST_KB  # nobody knows


def _runs(*command: str) -> bool:
    with suppress(OSError, subprocess.TimeoutExpired):
        return subprocess.run(command, capture_output=True, timeout=END_S).returncode == 0
    return False


def _asked(*command: str) -> str:
    with suppress(OSError, subprocess.TimeoutExpired):
        done = subprocess.run(command, capture_output=True, text=True, timeout=END_S)
        return done.stdout.strip()
    return ""


def _answers(url: str) -> bool:
    """Whether anybody serves pages there."""
    where = urlsplit(url)
    with suppress(OSError), socket.create_connection((where.hostname, where.port or 80), END_S):
        return True
    return False


def _draws(browser: int, processes: Path) -> bool:
    """Whether a page's own process is among the descendants of this one."""
    parents = dict(_parents(processes))
    return any(
        _is_under(process, browser, parents) and _is_page(_line(processes, process))
        for process in parents
    )


def _is_page(line: bytes) -> bool:
    """Whether this is a page's process; the browser's own window, which nobody sees, has one."""
    return b"--type=renderer" in line and b"--top-chrome-webui" not in line


def _parents(processes: Path) -> Iterator[tuple[int, int]]:
    for stat in processes.glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            if fields[0] != "Z":  # one that has ended and is not yet buried
                yield int(stat.parent.name), int(fields[1])


def _is_under(process: int, above: int, parents: Mapping[int, int]) -> bool:
    while process in parents and process != above:
        process = parents[process]
    return process == above


def _line(processes: Path, process: int) -> bytes:
    with suppress(OSError):
        return (processes / str(process) / "cmdline").read_bytes()
    return b""
