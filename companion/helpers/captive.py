"""What phones get on port 80 of the table's own network: where to go, and nothing else.

A phone asks for a page of its maker's to see whether it is in the internet, and shows what comes in
a window of its own. Whoever joined there would lose the seat with that window: so nobody can.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

from companion.helpers.radio import ADDRESS

PATIENCE_S = 5.0
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Splash Companion</title>
<body style="font:1.5em sans-serif;margin:2em"><p>Open this address in your browser:</p>
<p><strong>{url}</strong></p></body></html>
"""


def url(port: int) -> str:
    """Where the table is, for whoever is in its own network."""
    return f"http://{ADDRESS}/" if port == 80 else f"http://{ADDRESS}:{port}/"


@contextmanager
def answering(port: int, host: str = ADDRESS, on: int = 80) -> Iterator[int]:
    """Answer whoever asks there; where the table itself answers there, it goes on doing so."""
    page = PAGE.format(url=url(port)).encode()

    class Answer(BaseHTTPRequestHandler):
        timeout = PATIENCE_S
        server_version, sys_version = "companion", ""

        def do_GET(self) -> None:
            self.send_response(200)
            for name, value in (
                ("Content-Type", "text/html; charset=utf-8"),
                ("Content-Length", str(len(page))),
                ("Cache-Control", "no-store"),
            ):
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, format: str, *args: object) -> None:
            """Who asks is nobody's business."""

    try:
        server = HTTPServer((host, on), Answer)
    except OSError:
        yield 0
        return
    thread = threading.Thread(target=server.serve_forever, name="captive", daemon=True)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
