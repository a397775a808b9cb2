"""Shows drawn moments to a browser and measures them there: each at all sizes and in both lights.

A page is opened once; the next moment of the same page changes its live part alone, as the stream
of a live page does. Scripts are left out, but what has a page styled once it is turned (which a
driver that waits for no frame never is): what they change is put there by `PUT`.
"""

import re
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import product
from pathlib import Path
from typing import Final

from flask import Flask

from tests.moments.drivers import MEASURE, Driver

SCRIPTS: Final = re.compile(
    r"<script(?! id=\"sounds\"| src=\"[^\"]*/rotated.js\").*?</script>", re.DOTALL
)
LIVE: Final = re.compile(r'(<main id="live"[^>]*>)(.*)(</main>)', re.DOTALL)
SEQ: Final = re.compile(r' data-seq="\d+"')
SIZES: Final = (
    (320, 568), (390, 844), (844, 390), (1024, 768), (1280, 720), (1920, 1080), (3840, 2160),
)  # fmt: skip
LIGHTS: Final = ("light", "dark")
LOW: Final = 480  # pixels: where the styles of a phone on its long side hold
SWAP: Final = '(html) => { document.getElementById("live").innerHTML = html; scrollTo(0, 0); }'
STATES: Final = ("", "heard", "told", "stale")
PUT: Final = """(state) => {
  const words = {
    heard: "♪ A question for you",
    told: "Maximilian Alexander is here already. Is that you? Ask the referee, or add a letter.",
  };
  const plays = document.getElementById("sound"); // where nothing sounds nothing is written of it
  document.getElementById("caption").textContent = state === "heard" && plays ? words.heard : "";
  const wall = document.body.classList.contains("wall"); // nobody tells anything there
  const toast = document.getElementById("toast");
  toast.textContent = state === "told" && !wall ? words.told : "";
  toast.classList.toggle("long", toast.textContent.length > 60); // as post.js does
  for (const one of document.querySelectorAll(".alive")) {
    one.dataset.state = state === "stale" ? "stale" : "live";
    one.textContent = state === "stale" ? "No connection for 12\\u00a0s" : "live";
  }
}"""
UNFOLD: Final = """() => {
  for (const one of document.querySelectorAll("main details")) one.open = true;
  const scripted = "main .step, .step [hidden], .rulebook-tools [hidden]";
  for (const one of document.querySelectorAll(scripted)) one.hidden = false;
}"""
OPEN: Final = """(id, words) => {
  const asked = document.getElementById(id);
  for (const [places, said] of words) {
    const found = asked.querySelectorAll(places);
    if (!found.length) throw Error(`${id} has no ${places}`);
    for (const one of found) one.innerHTML = said;
  }
  asked.showModal();
}"""
LOOK: Final = f"""(looks) => looks.map(([theme, state, told]) => {{
  document.documentElement.dataset.theme = theme;
  ({PUT})(state);
  return window.measure(told);
}})"""


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """What is wrong on a screen: by which rule, at which moment, on whose page, how large."""

    rule: str
    page: str
    moment: str
    size: str
    what: str

    def __str__(self) -> str:
        return f"{self.rule} | {self.page} | {self.moment} | {self.size} | {self.what}"


class Stage:
    """One page of a browser, and what it is shown."""

    def __init__(self, driver: Driver, port: int, html: dict[str, str]) -> None:
        self._driver, self._port, self._html = driver, port, html
        self._frame = ""
        self.measured = 0

    def show(self, html: str, unfolded: bool = False) -> None:
        """Let the browser see this page, or all that it unfolds."""
        html = SCRIPTS.sub("", html)
        part = LIVE.search(html)
        frame = SEQ.sub("", LIVE.sub(r"\1\3", html)) if part else ""
        if part and frame == self._frame:
            self._driver.run(SWAP, part[2])
        else:
            self._html["/"] = html
            self._driver.open(f"http://127.0.0.1:{self._port}/")
            self._driver.run(f"() => {{ window.measure = {MEASURE}; }}")
        self._frame = frame
        if unfolded:
            self.unfold()

    def unfold(self) -> None:
        """Open whatever is folded on the page that is shown."""
        self._driver.run(UNFOLD)

    def ask(self, dialog: str, words: Sequence[tuple[str, str]]) -> None:
        """Open a dialog of the page that is shown, with these words in it by their places."""
        self._driver.run(OPEN, dialog, words)
        self._frame = ""  # the next page is opened anew

    def look(
        self,
        sizes: Iterable[tuple[int, int]],
        names: tuple[str, ...],
        lights: tuple[str, ...],
        state: str | None = None,
    ) -> Iterator[tuple[str, str, str]]:
        """Rule, size and words of whatever is wrong.

        The first size is looked at in all lights and states, or in this state; the others as they
        are, for nothing but colours differs. What comes and goes has a place of its own, and
        another one on a phone on its long side.
        """
        for at, (wide, high) in enumerate(sizes):
            self._driver.resize(wide, high)
            is_low = high < LOW
            states = STATES if state is None and (at == 0 or is_low) else (state or "",)
            # In another light nothing is laid out otherwise, and nothing painted in another state.
            layouts, paints = lights[0], states[0]
            looks = [
                (
                    light,
                    now,
                    {
                        "names": names,
                        "layout": light == layouts,
                        "contrast": at == 0,
                        "paint": now == paints,
                    },
                )
                for light, now in product(lights if at == 0 else lights[:1], states)
                if light == layouts or now == paints
            ]
            self.measured += len(looks)
            for (light, now, _), found in zip(looks, self._driver.run(LOOK, looks), strict=True):
                where = " ".join(filter(None, (f"{wide}x{high}", light if at == 0 else "", now)))
                for one in found:
                    yield one["rule"], where, one["what"]
        self._driver.run(PUT, "")

    def picture(self, file: Path) -> None:
        """Keep what is to be seen."""
        self._driver.picture(file)


@contextmanager
def stage(driver: Driver, app: Flask) -> Iterator[Stage]:
    """A stage whose styles are those of this app."""
    html: dict[str, str] = {}
    statics: dict[str, tuple[str, bytes]] = {}
    lock = threading.Lock()

    def read(path: str) -> tuple[str, bytes]:
        if path in html:
            return "text/html; charset=utf-8", html[path].encode()
        with lock:
            if path not in statics:
                with app.test_client().get(path, base_url="http://127.0.0.1") as answer:
                    statics[path] = answer.content_type, answer.data
            return statics[path]

    class Reads(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            kind, data = read(self.path.partition("?")[0])
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            cache = "no-store" if self.path == "/" else "max-age=600"
            self.send_header("Cache-Control", cache)
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Reads)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, name="stage", daemon=True)
    thread.start()
    try:
        yield Stage(driver, server.server_port, html)
    finally:
        server.shutdown()
        server.server_close()
        driver.close()
