"""The wall on a screen that nobody sees: cage and the real Chromium, begun as the service does."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from companion import kiosk
from companion.runtime import Companion
from tests.install.machine import ROOT
from tests.test_systemd import settings
from tests.web.house import leader, running, until

pytestmark = [pytest.mark.install, pytest.mark.timeout(600)]

UNIT = ROOT / "systemd" / "splash-companion-kiosk.service"
PATIENCE_S = 120.0  # a browser that starts on a busy machine is slow, not wrong
USER = 64_123  # nobody's
NEEDED = ("cage", "Xvfb", "chromium")


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """A screen that nobody sees."""
    for name in NEEDED:
        assert shutil.which(name), f"{name} is missing. Say make test-install, which fetches it."
    reads, writes = os.pipe()
    screen = ["-screen", "0", "1280x720x24", "-nolisten", "tcp"]
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writes), *screen],
        pass_fds=(writes,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writes)
    with os.fdopen(reads) as told:
        yield f":{told.readline().strip()}"
    server.terminate()
    server.wait()


STAYS = range(21_840, 21_940)  # no connection that goes out is given one while the table is away


@dataclass
class House:
    """A table that starts and ends at one port, and whether its wall looks."""

    state: Path
    port: int
    companion: Companion | None = None

    def open(self) -> None:
        self.companion = running(self.state, port=self.port, host="0.0.0.0")

    def close(self) -> None:
        if self.companion is not None:
            self.companion.close()
            self.companion = None

    def looks(self) -> int:
        assert self.companion is not None
        return len(self.companion.referee.hub)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "state", next(filter(is_free, STAYS)))
    yield house
    house.close()


def is_free(port: int) -> bool:
    with suppress(OSError), socket.create_server(("0.0.0.0", port)):
        return True
    return False


@pytest.fixture
def own() -> Iterator[Path]:
    """The browser's own folder, which is its own user's: cage refuses root."""
    folder = Path(tempfile.mkdtemp(prefix="splash-wall-"))
    folder.chmod(0o755)
    own = folder / "own"
    own.mkdir(mode=0o700)
    os.chown(own, USER, USER)
    yield own
    shutil.rmtree(folder)


# Nothing is plugged in, and nobody's desktop has the screen, whatever machine this is.
BLIND = '! [ -d /sys/class/drm ] || mount -t tmpfs none /sys/class/drm; exec "$@"'


def command(house: House, own: Path) -> list[str]:
    """What the unit says; the table's file says another port."""
    (line,) = settings("Service", UNIT.read_text("utf-8"))["ExecStart"]
    program, *words = line.split()
    assert program == "companion"
    file = own.parent / "companion.toml"
    file.write_text(f'[table]\nsensor = "tablet"\n[web]\nport = {house.port}\n', encoding="utf-8")
    words[-1] = str(file)  # the last of those that may be there
    return [sys.executable, "-m", "companion.cli", *words]


@contextmanager
def wall(house: House, display: str, own: Path) -> Iterator[None]:
    """What the unit says, on that screen."""
    cage = own.parent / "cage"
    as_another = f"exec setpriv --reuid {USER} --regid {USER} --clear-groups"
    cage.write_text(f'#!/bin/sh\n{as_another} {shutil.which("cage")} "$@"\n', encoding="utf-8")
    cage.chmod(0o755)
    told = {
        "PATH": f"{own.parent}:{os.environ['PATH']}",
        "HOME": str(own),
        "XDG_RUNTIME_DIR": str(own),
    }
    told |= {"RUNTIME_DIRECTORY": str(own), "DISPLAY": display, "WLR_RENDERER": "pixman"}
    with (own.parent / "said").open("wb") as said:
        begun = subprocess.Popen(
            command(house, own),
            env={**told, "WLR_BACKENDS": "x11"},
            cwd=ROOT,
            stderr=said,
        )
        try:
            yield
        finally:
            begun.terminate()
            assert begun.wait(PATIENCE_S) == 0
    until(lambda: not processes(own), "the end of all that it began")


def processes(own: Path, kind: str = "") -> list[int]:
    """The browser's processes: all, "main" alone, or its pages'."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = file.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except OSError:
            continue
        is_of = (re.findall(r"--type=(\S+)", line) or ["main"])[0]
        is_hidden = "--top-chrome-webui" in line
        ours = f"--user-data-dir={own}" in line and "/chromium" in line.split(" ")[0]
        if ours and (not kind or (is_of == kind and not is_hidden)):
            found.append(int(file.parent.name))
    return found


def comes(what: Callable[[], object], name: str) -> None:
    until(what, name, PATIENCE_S)


def test_the_wall_is_back_whatever_ends(house: House, display: str, own: Path) -> None:
    with wall(house, display, own):
        comes(lambda: processes(own, "renderer"), "the page that waits")  # there is no table yet
        house.open()
        comes(house.looks, "the wall")
        first = processes(own, "main")
        os.kill(min(first), signal.SIGKILL)
        comes(lambda: not house.looks(), "its end")
        comes(house.looks, "the wall after its own end")
        assert not {*first} & {*processes(own, "main")}
        house.close()
        house.open()
        comes(house.looks, "the wall after the table's end")
        for page in processes(own, "renderer"):
            os.kill(page, signal.SIGKILL)
        comes(lambda: not house.looks(), "the page's end")
        comes(house.looks, "the wall after its page's end")
    said = (own.parent / "said").read_text("utf-8").splitlines()
    assert len(said) == 2 and said[0].startswith("The wall's browser ended"), said
    assert said[1] == "The wall's page died, and is begun anew."


def test_it_sounds_and_speaks_without_a_tap(house: House) -> None:
    house.open()
    with sync_playwright() as playwright:
        flags = [
            flag for flag in kiosk.FLAGS if flag not in ("--kiosk", "--ozone-platform=wayland")
        ]
        own = ["--no-sandbox"] if os.geteuid() == 0 else []
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=[*flags, *own]
        )
        page = chromium.new_page()
        page.goto(f"http://localhost:{house.port}/#{kiosk.SOUND}")
        expect(page.locator("#sound-word")).to_have_text("Sound and voice")
        expect(page.locator("#sound")).to_have_attribute("aria-pressed", "true")
        chromium.close()


def test_without_a_screen_it_says_what_it_waits_for_once_and_the_table_plays_on(
    house: House, own: Path
) -> None:
    house.open()
    for name in NEEDED:
        assert shutil.which(name), f"{name} is missing. Say make test-install, which fetches it."
    desktop = own.parent / "systemctl"
    desktop.write_text("#!/bin/sh\nexit 3\n", encoding="ascii")
    desktop.chmod(0o755)
    told = {"PATH": f"{own.parent}:{os.environ['PATH']}", "RUNTIME_DIRECTORY": str(own)}
    said = own.parent / "said"
    words = ["unshare", "--mount", "sh", "-c", BLIND, "sh", *command(house, own)]
    with said.open("wb") as to:
        begun = subprocess.Popen(words, env=told, cwd=ROOT, stderr=to)
    comes(said.read_text, "its sentence")
    leads = leader(house.companion, "Ana", "Ben", "Cy")
    assert leads.answer("start")["reply"] == "counts"
    begun.terminate()
    assert begun.wait(PATIENCE_S) == 0
    (sentence,) = said.read_text("utf-8").splitlines()
    assert sentence.startswith("No screen is plugged in, or it is off.")
