"""Debian's WebKit, spoken to in WebDriver, on a screen that nobody sees.

Its driver leads one browser, and its browser has one jar of cookies: so each phone is a program of
its own. Its windows have a bar of buttons, wider than a phone: pages are opened in one without.
"""

import base64
import http.client
import json
import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

from tests.engines.firefox import fingers
from tests.engines.hands import Refused
from tests.web.house import PATIENCE_S, until

PROGRAM: Final = "WebKitWebDriver"
SCREEN: Final = "3900x2300x24"  # room for the largest wall
BROWSERS: Final = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"
OPEN: Final = """() => {
  const bare = "popup,toolbar=no,menubar=no,location=no,width=390,height=844";
  window.open("about:blank", "bare", bare);
}"""
TOLD: Final = "() => { dispatchEvent(new Event('resize')); }"  # else pages hear it a frame later
STARTS_S: Final = PATIENCE_S / 2  # it takes two seconds, or, now and then, for ever
TRIES: Final = 3
STILL: Final = "[Settings]\ngtk-enable-animations=0\n"  # what pages call reduced motion


class WebKit:
    """A screen that nobody sees, for phones."""

    def __init__(self, folder: Path) -> None:
        self._settings = folder / "settings"
        (self._settings / "gtk-3.0").mkdir(parents=True)
        (self._settings / "gtk-3.0" / "settings.ini").write_text(STILL, encoding="utf-8")
        (binary,) = sorted(Path("/").glob(BROWSERS[1:]))[-1:]
        self._binary = str(binary)
        read, write = os.pipe()
        with os.fdopen(read) as said:
            self._screen = subprocess.Popen(
                ("Xvfb", "-displayfd", str(write), "-screen", "0", SCREEN, "-nolisten", "tcp"),
                pass_fds=(write,), stderr=subprocess.DEVNULL,
            )  # fmt: skip
            os.close(write)
            self._display = said.readline().strip()
        self._phones: list[WebKitPage] = []

    def phone(self) -> "WebKitPage":
        """A phone of its own."""
        outside = {"DISPLAY": f":{self._display}", "XDG_CONFIG_HOME": str(self._settings)}
        quiet = {"NO_AT_BRIDGE": "1", "GDK_BACKEND": "x11", "LIBGL_ALWAYS_SOFTWARE": "1"}
        for left in reversed(range(TRIES)):
            try:
                made = WebKitPage(self._binary, {**os.environ, **outside, **quiet})
                break
            except TimeoutError:
                if not left:
                    raise
        self._phones.append(made)
        return made

    def close(self) -> None:
        """Let all of it go."""
        for phone in self._phones:
            phone.close()
        self._screen.terminate()
        self._screen.wait(PATIENCE_S)


class WebKitPage:
    """One page of one browser."""

    def __init__(self, binary: str, environment: dict[str, str]) -> None:
        host, port = _free()
        self._at = host, port
        with ExitStack() as undo:
            self._driver = subprocess.Popen(
                (PROGRAM, f"--host={host}", f"--port={port}"), env=environment,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip
            undo.callback(self._kill)
            until(self._is_up, PROGRAM)
            wanted = {
                "binary": binary,
                "args": ["--automation", "--javascript-can-open-windows-automatically=true"],
            }
            matching = {"alwaysMatch": {"webkitgtk:browserOptions": wanted}}
            self._session = ""
            told = {"capabilities": matching}
            begun = self._ask("POST", "/session", told, STARTS_S)
            self._session = f"/session/{begun['sessionId']}"
            self._bare()
            undo.pop_all()

    def _bare(self) -> None:
        (full,) = self._ask("GET", "/window/handles")
        self.run(OPEN)
        both = until(self._two, "a window without a bar")
        (bare,) = set(both) - {full}
        self._ask("POST", "/window", {"handle": bare})

    def _two(self) -> list[str]:
        handles: list[str] = self._ask("GET", "/window/handles")
        return handles if len(handles) == 2 else []

    def open(self, url: str) -> None:
        self._ask("POST", "/url", {"url": url})

    def back(self) -> None:
        self._ask("POST", "/back", {})

    def resize(self, width: int, height: int) -> None:
        self._ask("POST", "/window/rect", {"width": width, "height": height})
        self.run(TOLD)

    def run(self, script: str, *told: Any) -> Any:
        body = {"script": f"return ({script})(...arguments[0])", "args": [list(told)]}
        return self._ask("POST", "/execute/sync", body)

    def tap(self, *places: tuple[float, float]) -> None:
        """A mouse: WebKit's driver has no fingers."""
        (place,) = places
        self._ask("POST", "/actions", {"actions": fingers("mouse", (place,))})
        self._ask("DELETE", "/actions")

    def picture(self, file: Path) -> None:
        file.write_bytes(base64.b64decode(self._ask("GET", "/screenshot")))

    def close(self) -> None:
        if self._driver.poll() is None:
            self._ask("DELETE", "")
            self._driver.terminate()
            self._driver.wait(PATIENCE_S)

    def _kill(self) -> None:
        """The driver, and the browser that it leads."""
        os.killpg(self._driver.pid, signal.SIGKILL)
        self._driver.wait(PATIENCE_S)

    def _is_up(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(self._at) == 0

    def _ask(self, method: str, path: str, body: Any = None, patience_s: float = PATIENCE_S) -> Any:
        connection = http.client.HTTPConnection(*self._at, timeout=patience_s)
        try:
            data = None if body is None else json.dumps(body)
            place = path if not self._session else self._session + path
            connection.request(method, place, data, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            said = json.loads(answer.read())["value"]
        finally:
            connection.close()
        if answer.status != 200:
            raise Refused(f"{method} {path}: {said}")
        return said


def _free() -> tuple[str, int]:
    """An address of this process alone, and a port that is free there."""
    number = os.getpid()
    host = f"127.{64 + (number >> 16) % 64}.{number >> 8 & 0xFF}.{number & 0xFF or 1}"
    with socket.socket() as probe:
        probe.bind((host, 0))
        return host, int(probe.getsockname()[1])


@contextmanager
def webkit(folder: Path) -> Iterator[WebKit]:
    """WebKit for a while."""
    started = WebKit(folder)
    try:
        yield started
    finally:
        started.close()
