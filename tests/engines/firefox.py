"""Debian's Firefox, spoken to in WebDriver BiDi: one process, and a phone is a jar of cookies."""

import base64
import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from tests.browser.screens import NAME
from tests.engines.hands import Refused
from tests.engines.websocket import WebSocket
from tests.web.house import PATIENCE_S

PROGRAM: Final = "firefox-esr"
LONG_MS: Final = 600  # from half a second on a press is a menu there
PREFERENCES: Final = {
    "network.dns.localDomains": NAME,  # the table's LAN name leads here
    "network.proxy.type": 0,
    "network.connectivity-service.enabled": False,
    "network.captive-portal-service.enabled": False,
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.safebrowsing.downloads.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.ipc.processPrelaunch.enabled": False,
    "dom.w3c_touch_events.enabled": 1,
    "extensions.getAddons.cache.enabled": False,
    "fission.autostart": False,
    "media.autoplay.default": 1,  # sound wants a tap first, as on a phone
    "ui.prefersReducedMotion": 1,
    "ui.useOverlayScrollbars": 1,  # as on a phone
}
CALL: Final = "JSON.stringify(await (SCRIPT)(...JSON.parse(told)))"
READY: Final = re.compile(r"WebDriver BiDi listening on ws://127\.0\.0\.1:(\d+)")


class Firefox:
    """A Firefox without windows."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        lines = (f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in PREFERENCES.items())
        (folder / "user.js").write_text("\n".join(lines), encoding="utf-8")
        command = (PROGRAM, "--headless", "--no-remote", "--profile", str(folder))
        self._program = subprocess.Popen(
            (*command, "--remote-debugging-port", "0", "about:blank"),
            stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True,
            env={"HOME": str(folder), "PATH": "/usr/bin:/bin", "MOZ_CRASHREPORTER_DISABLE": "1"},
        )  # fmt: skip
        assert self._program.stderr is not None
        found = next(filter(None, map(READY.search, self._program.stderr)), None)
        assert found, "Firefox did not start"
        self._socket = WebSocket(int(found[1]), "/session", PATIENCE_S)
        self._asked = 0
        self.ask("session.new", capabilities={})

    def ask(self, method: str, **told: Any) -> Any:
        """One command, and what comes of it."""
        self._asked += 1
        self._socket.send(json.dumps({"id": self._asked, "method": method, "params": told}))
        while (said := json.loads(self._socket.receive())).get("id") != self._asked:
            pass
        if "error" in said:
            raise Refused(f"{method}: {said['error']}: {said['message']}")
        return said["result"]

    def phone(self) -> "FirefoxPage":
        """A phone of its own."""
        return FirefoxPage(self)

    def close(self) -> None:
        """Let it go, and all that it started."""
        self._socket.close()
        self._program.terminate()
        assert self._program.stderr is not None
        self._program.stderr.close()
        self._program.wait(PATIENCE_S)


class FirefoxPage:
    """One page in a jar of its own."""

    def __init__(self, firefox: Firefox) -> None:
        self._ask = firefox.ask
        self._jar = self._ask("browser.createUserContext")["userContext"]
        made = self._ask("browsingContext.create", type="window", userContext=self._jar)
        self._page = {"context": made["context"]}

    def open(self, url: str) -> None:
        self._ask("browsingContext.navigate", **self._page, url=url, wait="complete")

    def back(self) -> None:
        self._ask("browsingContext.traverseHistory", **self._page, delta=-1)

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height}
        self._ask("browsingContext.setViewport", **self._page, viewport=size, devicePixelRatio=1)

    def run(self, script: str, *told: Any) -> Any:
        wants = [{"type": "string", "value": json.dumps(told)}]
        said = self._ask(
            "script.callFunction",
            functionDeclaration=f"async (told) => {CALL.replace('SCRIPT', script)}",
            arguments=wants, target=self._page, awaitPromise=True, userActivation=False,
        )  # fmt: skip
        if said["type"] != "success":
            raise Refused(str(said))
        return json.loads(said["result"].get("value", "null"))

    def tap(self, *places: tuple[float, float]) -> None:
        """Fingers come down, one after another, and go. One alone presses as a small child does."""
        self._act("touch", places, LONG_MS if len(places) == 1 else 0)

    def _act(self, kind: str, places: tuple[tuple[float, float], ...], for_ms: int = 0) -> None:
        self._ask("input.performActions", **self._page, actions=fingers(kind, places, for_ms))
        self._ask("input.releaseActions", **self._page)

    def picture(self, file: Path) -> None:
        said = self._ask("browsingContext.captureScreenshot", **self._page)
        file.write_bytes(base64.b64decode(said["data"]))

    def close(self) -> None:
        self._ask("browser.removeUserContext", userContext=self._jar)


def fingers(
    kind: str, places: tuple[tuple[float, float], ...], for_ms: int = 0
) -> list[dict[str, Any]]:
    """WebDriver's words for fingers (or a mouse) that come down one after another, and go; the last
    stays for `for_ms`."""
    hands = []
    stays = [{"type": "pause", "duration": for_ms}]
    for at, (x, y) in enumerate(places):
        wait = [{"type": "pause", "duration": 0}]
        down = [
            {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0},
            {"type": "pointerDown", "button": 0},
        ]
        late = len(places) - 1 - at
        steps = [*wait * at, *down, *wait * late, *stays, {"type": "pointerUp", "button": 0}]
        hands.append(
            {
                "type": "pointer",
                "id": f"finger-{at}",
                "parameters": {"pointerType": kind},
                "actions": steps,
            }  # fmt: skip
        )
    return hands


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """A Firefox for a while."""
    started = Firefox(folder)
    try:
        yield started
    finally:
        started.close()
