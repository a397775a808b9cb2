"""Everything that pages show at every moment that people and robots reach, kept as text.

`python -m tests.web.sameness FOLDER` plays all games as people tell them, with what they mishear,
take back and put right, and writes after each step what every page and the API say. Two folders
of two commits that should show the same are compared with `diff -r`: `tools/same COMMIT`.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import Mock

from flask.testing import FlaskClient

from companion.web import AppParts, create_app
from companion.web.address import Address
from tests.robots.hearsay import Evening, Manners, Room, Story
from tests.robots.stories import STORIES
from tests.web.house import Known

GAMES_A_KIND = 2
MOMENTS_MOST = 250  # of one game; the longest have thousands, much like each other
REPLAYED = 12  # moments of each past game that its replay is asked for
WHO = {"wall": "", "tabletop": "", "join": "", "seat": "seat", "referee": "referee"}
HOUR = re.compile(r"\b\d\d:\d\d\b")
NUMBERS = re.compile(r'"(table_us|seq)": ?\d+|data-seq="\d+"|\?v=[0-9a-f]+')


class Looked(Evening):
    """An evening at which somebody looks at every page after each step."""

    def __init__(self, look: "Look", room: Room, story: Story, seed: int) -> None:
        self._look = look
        super().__init__(room, story, Random(seed + 7), Manners(repairs=0.5))
        look()

    def _step(self) -> None:
        super()._step()
        self._look()

    def _felt(self, fact: Any) -> None:
        super()._felt(fact)
        self._look()


class Look:
    """Asks for everything that there is to see, and keeps what is new."""

    def __init__(self, folder: Path, room: Room) -> None:
        self._folder, self._room = folder, room
        state = folder / "state"
        state.mkdir(parents=True)
        (state / "referee.key").write_text("0123456789abcdef0123456789abcdef\n")
        (state / "referee.key").chmod(0o600)
        address = Address(8080, "table", ("127.0.0.1",), find_ip=lambda: "192.0.2.7")
        access = Known(room.journal, state, wall_ms=lambda: 1_700_000)
        app = create_app(
            AppParts(referee=room.referee, access=access, address=address, hands=Mock())
        )
        self._phones = {name: _phone(app, name) for name in ("", "seat", "referee")}
        self._at, self.pages = 0, 0
        self.into = ""

    def __call__(self) -> None:
        self._at += 1
        if self._at > MOMENTS_MOST:
            return
        for page, who in WHO.items():
            self._keep(f"{page}.html", f"/api/fragment?page={page}", who)
        for who in ("", "seat", "referee"):
            self._keep(f"state-{who or 'nobody'}.json", "/api/state", who)

    def begin(self, into: str) -> None:
        """What follows is kept under this name."""
        self.into, self._at = into, 0

    def whole(self, game: int, kind: str) -> None:
        """What a whole page says, and the past."""
        self._at = MOMENTS_MOST + 1
        plain = ("/", "/seat", "/referee", "/new", "/history", "/tabletop", "/join", "/machine")
        for path in (*plain, f"/rules/{kind}", f"/game/{game}"):
            self._keep(f"page{path.replace('/', '-')}.html", path, "referee")
        last = self._room.referee.picture.seq
        for n in range(REPLAYED):
            at = 1 + n * last // REPLAYED
            self._keep(f"replay-{n:02}.json", f"/api/replay/{game}?at={at}", "")

    def _keep(self, name: str, path: str, who: str) -> None:
        answer = self._phones[who].get(path)
        text = NUMBERS.sub(_unnumbered, HOUR.sub("hh:mm", answer.get_data(as_text=True)))
        folder = self._folder / self.into
        folder.mkdir(parents=True, exist_ok=True)
        if answer.is_json:
            text = json.dumps(json.loads(text), indent=1, sort_keys=True).replace("\\n", "\n")
        (folder / f"{self._at:04}.{name}").write_text(f"{answer.status_code}\n{text}\n")
        self.pages += 1


def _unnumbered(found: re.Match[str]) -> str:
    return re.sub(r"[0-9a-f]+$|\d+", "0", found.group())


def _phone(app: Any, who: str) -> FlaskClient:
    phone: FlaskClient = app.test_client()
    if who:
        phone.set_cookie("companion-8080", who)
    return phone


def games() -> Iterator[tuple[str, int]]:
    """Which games are played."""
    return ((kind, seed) for kind in STORIES for seed in range(GAMES_A_KIND))


def main(folder: Path) -> None:
    """Play and look."""
    with TemporaryDirectory(dir=folder.parent) as bench:
        room = Room(Path(bench))
        look = Look(folder, room)
        for number, (kind, seed) in enumerate(games(), start=1):
            look.begin(f"{kind}/{seed}")
            Looked(look, room, STORIES[kind](seed), seed).play()
            look.whole(number, kind)
            print(kind, seed, look.pages, flush=True)
        room.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]).absolute())
