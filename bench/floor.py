"""The floor: five pretend inputs, SQLite and server-sent events, and nothing else.

What any program on these libraries takes; it knows no game, no phone and no rule. Run as a
process of its own and driven over stdin, like `bench.table`.
"""

import json
import queue
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import waitress
from flask import Flask, Response, request
from gpiozero import DigitalInputDevice
from gpiozero.pins.mock import MockFactory

from bench.driven import answer_lines

PINS = (5, 6, 16, 17, 22)
BEAT_S = 1.0
PAGE = """<!doctype html><title>floor</title><p id="felt"></p><p id="ruled"></p><script>
const source = new EventSource("/api/events");
const put = (id) => (event) => { document.getElementById(id).textContent = event.data; };
source.addEventListener("felt", put("felt"));
source.addEventListener("ruled", put("ruled"));
</script>"""


class Floor:
    """Everything that the floor is."""

    def __init__(self, path: Path) -> None:
        self.feeds: list[queue.SimpleQueue[str]] = []
        self.work: queue.SimpleQueue[int] = queue.SimpleQueue()
        self.database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self.database.execute("PRAGMA journal_mode = WAL")
        self.database.execute("PRAGMA synchronous = FULL")
        self.database.execute("CREATE TABLE rows (seq INTEGER PRIMARY KEY, facts TEXT NOT NULL)")
        factory = MockFactory()
        self.inputs = [DigitalInputDevice(pin, pin_factory=factory) for pin in PINS]
        for pad, device in enumerate(self.inputs):
            device.when_activated = lambda pad=pad: self.felt(pad)
        self.pins = [factory.pin(pin) for pin in PINS]
        threading.Thread(target=self.write_forever, daemon=True).start()

    def felt(self, pad: int) -> None:
        """Announce a touch, and let it be written."""
        self.send("felt", {"pad": pad})
        self.work.put(pad)

    def write_forever(self) -> None:
        """Write what was felt and announce that it was."""
        while True:
            pad = self.work.get()
            self.database.execute("INSERT INTO rows (facts) VALUES (?)", (json.dumps([pad]),))
            self.send("ruled", {"pad": pad, "at": time.monotonic_ns()})

    def send(self, name: str, data: Any) -> None:
        """Tell every client."""
        event = f"event: {name}\ndata: {json.dumps(data)}\n\n"
        for feed in self.feeds:
            feed.put(event)

    def stream(self) -> Iterator[str]:
        """One client's events, with a beat every second."""
        feed: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.feeds = [*self.feeds, feed]
        try:
            yield "retry: 1000\n\n"
            while True:
                try:
                    yield feed.get(timeout=BEAT_S)
                except queue.Empty:
                    yield "event: beat\ndata: {}\n\n"
        finally:
            self.feeds = [other for other in self.feeds if other is not feed]


def app_of(floor: Floor) -> Flask:
    """Its three routes."""
    app = Flask(__name__)
    app.add_url_rule("/", view_func=lambda: PAGE, endpoint="page")

    @app.get("/api/events")
    def events() -> Response:
        return Response(floor.stream(), mimetype="text/event-stream")

    @app.post("/api/answer")
    def answer() -> str:
        floor.work.put(int(request.get_json()["pad"]))
        return "{}"

    @app.post("/api/sim")
    def sim() -> str:
        body = request.get_json()
        pin = floor.pins[int(body["pad"])]
        if body["do"] == "touch":
            pin.drive_high()
        else:
            pin.drive_low()
        return '{"ok": true}'

    return app


def main(path: Path) -> None:
    """Serve until stdin ends."""
    floor = Floor(path)
    server = waitress.create_server(app_of(floor), host="127.0.0.1", port=0, threads=80)
    threading.Thread(target=server.run, daemon=True).start()

    def touch(pad: int) -> int:
        at_ns = time.monotonic_ns()
        floor.pins[pad].drive_high()
        floor.pins[pad].drive_low()
        return at_ns

    answer_lines(server.effective_port, {"touch": touch, "live": lambda: True, "now": dict})


if __name__ == "__main__":
    main(Path(sys.argv[1]))
