"""Pictures -> pages: one rendering for the first paint, the stream and the fallback poll.

Keeps the newest few drawings, because many phones look at the same thing.
"""

import json
import threading
from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import field
from functools import lru_cache

import segno
from flask import Flask

from companion.access import Access
from companion.access.door import PICTURES
from companion.frozen import dataclass
from companion.referee import Referee
from companion.web.address import Address
from companion.web.snapshot import Here, Viewer, snapshot
from companion.web.wire import Snap, Where

KEPT_MOST = 24  # pages times seats
_ENCODER = json.JSONEncoder(separators=(",", ":"))
QR_KEPT = 8  # the address, the referee's link, the own network


@dataclass(frozen=True, slots=True)
class Drawn:
    """The live part of a page: what it is drawn from, HTML, and both as JSON for the stream."""

    snap: Snap
    html: str
    json: str

    @property
    def version(self) -> int:
        """The picture's."""
        return self.snap.seq


class Renderer:
    """Draws what a viewer sees now."""

    def __init__(
        self,
        app: Flask,
        referee: Referee,
        access: Access,
        address: Address,
        simulated: bool,
        tablet: bool,
    ) -> None:
        self._app = app
        self._referee = referee
        self._access = access
        self._address = address
        self._simulated, self._tablet = simulated, tablet
        self._sheets: OrderedDict[tuple[object, ...], _Sheet] = OrderedDict()
        self._lock = threading.Lock()
        self._beside = ThreadPoolExecutor(1, "drawing")

    def snap(self, viewer: Viewer) -> Snap:
        """The snapshot for a viewer."""
        picture, now_us = self._referee.picture, self._referee.clock.now_us()
        where = self._where(viewer)
        return snapshot(picture, viewer, now_us, Here(self._simulated, self._tablet, where))

    def fragment(self, viewer: Viewer) -> "Drawn":
        """The live part of a viewer's page. Phones that see the same share one drawing."""
        # Where it leads is part of it: a page drawn before a renewal shows the old link.
        asked = (viewer.page, *_seen_by(viewer), *self._secrets(viewer), self._address.url)
        with self._lock:
            sheet = self._sheets.setdefault(asked, _Sheet())
            self._sheets.move_to_end(asked)
            while len(self._sheets) > KEPT_MOST:
                self._sheets.popitem(last=False)
        # All phones of a table wake at once: the first draws, and the others wait for it.
        with sheet.lock:
            if sheet.drawn is None or sheet.drawn.version != self._referee.picture.version:
                sheet.drawn = self._draw(viewer)
            return sheet.drawn

    def fragment_beside(self, viewer: Viewer) -> "Future[Drawn]":
        """The same, drawn by another thread: who asks can tell of touches meanwhile."""
        return self._beside.submit(self.fragment, viewer)

    def _draw(self, viewer: Viewer) -> "Drawn":
        snap = self.snap(viewer)
        html = self._app.jinja_env.get_template(f"_{viewer.page}.html").render(snap=snap)
        return Drawn(snap, html, dumps({"seq": snap.seq, "html": html}))

    def _where(self, viewer: Viewer) -> Where:
        where, picture = self._address, self._referee.picture
        link, network = (qr(one) if one else "" for one in self._secrets(viewer))
        # Whoever sees the code sees the pictures beside it: so it may tap them, too.
        shown = picture.access.door.pictures if viewer.is_door else ()
        tapped = ".".join(str(PICTURES.index(name)) for name in shown)
        code = f"{where.url}join#p={tapped}" if tapped else f"{where.url}join"
        return Where(where.url, where.name, qr(code), link, network, picture.own_network)

    def _secrets(self, viewer: Viewer) -> tuple[str, str]:
        """The referee's link and the own network with its key, for who may see them."""
        return self._link(viewer), self._address.own_network if viewer.is_here else ""

    def _link(self, viewer: Viewer) -> str:
        """Reading is open, so no page shows the secret, but a wall while it is to be shown."""
        shown = viewer.is_wall and self._referee.picture.access.link
        return self._address.link(self._access.sessions.referee_key()) if shown else ""


def _seen_by(viewer: Viewer) -> tuple[object, ...]:
    """What makes this viewer's page unlike another's; the referee's marks the phone itself."""
    who = viewer.session
    named = who.phone if viewer.page == "referee" else ""
    # A stranger may have been put out, which its page says.
    put_out = who.evening if who.role == "nobody" else ""
    return (
        who.role,
        who.seat,
        who.person,
        who.others,
        named,
        put_out,
        viewer.is_wall,
        viewer.is_door,
    )


@dataclass(eq=False, slots=True)
class _Sheet:
    """What was drawn last for viewers who see the same; whoever draws holds the lock."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    drawn: Drawn | None = None


def dumps(data: object) -> str:
    """One line of JSON, as short as it gets."""
    return _ENCODER.encode(data)


@lru_cache(QR_KEPT)
def qr(text: str) -> str:
    """A QR code as SVG, dark on light in every theme."""
    code = segno.make(text, error="m", micro=False)
    return str(code.svg_inline(scale=4, border=2, dark="#06263f", light="#ffffff", omitsize=True))
