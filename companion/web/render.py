"""Pictures -> pages: one rendering for the first paint, the stream and the fallback poll.

Keeps the newest few renderings, because many phones look at the same thing.
"""

import threading
from collections import OrderedDict
from typing import Any

import segno
from flask import Flask

from companion.doors import Doors
from companion.referee import Referee
from companion.web.address import Address
from companion.web.snapshot import Viewer, snapshot

KEPT_MOST = 24  # pages times seats, and a version or two of each
LIVE_PAGES = ("wall", "seat", "referee", "join", "tabletop")


class Renderer:
    """Draws what a viewer sees now."""

    def __init__(
        self, app: Flask, referee: Referee, doors: Doors, address: Address, simulated: bool
    ) -> None:
        self._app = app
        self._referee = referee
        self._doors = doors
        self._address = address
        self._simulated = simulated
        self._kept: OrderedDict[tuple[object, ...], tuple[int, str]] = OrderedDict()
        self._lock = threading.Lock()

    def snap(self, viewer: Viewer) -> dict[str, Any]:
        """The snapshot for a viewer."""
        picture = self._referee.picture
        snap = snapshot(picture, viewer, self._referee.clock.now_us())
        return {**snap, "simulated": self._simulated, "address": self._where(viewer)}

    def fragment(self, viewer: Viewer) -> tuple[int, str]:
        """The live part of a viewer's page, and the version that it shows."""
        # The link is part of it: a page drawn before a renewal shows the old one.
        asked = (viewer.page, *_seen_by(viewer), self._link(viewer))
        version = self._referee.picture.version
        with self._lock:
            kept = self._kept.get(asked)
        if kept is not None and kept[0] == version:
            return kept
        snap = self.snap(viewer)
        html = self._app.jinja_env.get_template(f"_{viewer.page}.html").render(snap=snap)
        drawn = (int(snap["seq"]), html)
        with self._lock:
            self._kept[asked] = drawn
            self._kept.move_to_end(asked)
            while len(self._kept) > KEPT_MOST:
                self._kept.popitem(last=False)
        return drawn

    def _where(self, viewer: Viewer) -> dict[str, str]:
        where, link = self._address, self._link(viewer)
        return {
            "url": where.url,
            "name": where.name,
            "qr": qr(where.url),
            "referee_qr": qr(link) if link else "",
        }

    def _link(self, viewer: Viewer) -> str:
        """Reading is open, so no page shows the secret, but to who stands at the machine."""
        trusted = viewer.at_machine or viewer.session.role == "referee"
        return self._address.link(self._doors.referee_key()) if trusted else ""


def _seen_by(viewer: Viewer) -> tuple[object, ...]:
    """What makes this viewer's page unlike another's; the referee's marks the phone itself."""
    who = viewer.session
    named = who.phone if viewer.page == "referee" else ""
    # A stranger may have been put out, which its page says.
    return who.role, who.seat, named, who.evening if who.role == "nobody" else ""


def qr(text: str) -> str:
    """A QR code as SVG, dark on light in every theme."""
    code = segno.make(text, error="m", micro=False)
    return str(code.svg_inline(scale=4, border=2, dark="#06263f", light="#ffffff", omitsize=True))
