"""What phones that hold hands say of a round, at each of its moments: no wall has to hang there."""

import re
from html import unescape
from pathlib import Path
from random import Random

from flask.testing import FlaskClient

from tests.hands.evenings import SLIPS, Rounds
from tests.hands.looking import ORIGIN, Screens
from tests.hands.table import ANA, BEN, Table
from tests.referee.hall import hall
from tests.web.twins import _let_in

DOLPHIN = re.compile(r'<section class="grab-place.*?</section>', re.DOTALL)
LEAD = re.compile(r'<p class="lead">(.*?)</p>')
TAG = re.compile(r"<[^>]*>")
OVERS = ("reset", "holders", "scored")  # a grab was judged
ROUNDS = 2


class Reader:
    """Ana's phone and Ben's, who is a small child, at each new picture."""

    def __init__(self, screens: Screens) -> None:
        self._screens, self._seen = screens, 0
        self.phases: set[str] = set()
        self.foul: dict[str, str] = {}
        self.unsaid: list[tuple[str, ...]] = []
        self.listen()

    def listen(self) -> None:
        """At the referee's hub: after a restart that is another one."""
        screens = self._screens
        self._phones = {"Ana": screens.phones["seat"], "Ben": _child(screens)}
        hub = screens.table.referee.hub
        hub._own = (*hub._own, self)  # type: ignore[arg-type]

    def note(self, what: str, text: str) -> None:
        """What Ana's phone was answered."""

    def announce(self, version: int) -> None:
        """There is a new picture."""
        picture = self._screens.table.referee.picture
        if picture.seq == self._seen or picture.game is None:
            return
        self._seen = picture.seq
        self.phases.add(phase := picture.view.phase)
        said = self._screens.phones["nobody"].get("/api/state").json["headline"]
        for name, phone in self._phones.items():
            page = phone.get("/seat").get_data(as_text=True)
            words = " ".join(unescape(TAG.sub(" ", "".join(DOLPHIN.findall(page)))).split())
            told = said and (phase != "live" or not said["standing"])
            missing = told and (
                said["text"] not in words or said["text"] in LEAD.findall(unescape(page))
            )
            # Nobody has said yet what a grab was.
            if missing or (phase, words) == ("grab", "You have one!"):
                self.unsaid.append((name, phase, said["text"], words))
            if phase == "reset":
                self.foul[name] = words

    def put(self, event: object) -> None:
        """All live screens are told at once."""

    def close(self) -> None:
        """The house closes."""


def _child(screens: Screens) -> FlaskClient:
    """Ben's phone: he is a small child."""
    person = screens.table.referee.picture.names.people[BEN]
    told = {"person": person, "child": True}
    screens.phones["referee"].post("/api/child", json=told, headers=ORIGIN)
    return _let_in(screens.app, screens.access.sessions.invite(person))


def test_each_phone_says_what_came_of_every_grab_as_the_wall_does(tmp_path: Path) -> None:
    with hall(tmp_path) as bench:
        on = Table(bench, people=2, robots=2, way="quick")
        screens = Screens(on)
        reader = Reader(screens)
        rounds = Rounds(screens, reader, Random(0), (ANA, BEN), SLIPS)  # type: ignore[arg-type]
        for _ in range(ROUNDS):
            rounds.play()
        assert not reader.unsaid
        assert reader.phases >= {"live", "grab", *OVERS}
        assert "You get a letter!" in reader.foul["Ana"]
        assert "Too soon!" in reader.foul["Ben"]
