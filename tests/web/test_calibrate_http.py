"""The calibration over HTTP: when it may be, what is answered, and what a pad in doubt is told."""

import json
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from flask.testing import FlaskClient

from companion.referee.calibration import REMEDIES, why_not_now
from companion.runtime import Companion
from companion.table import trust
from companion.table.board import health
from companion.table.board.calibration.calibrator import NotNowError, Now, Stage
from companion.table.board.calibration.guide import Guide, Reading
from companion.table.board.port import LinkError
from companion.web import AppParts, create_app
from companion.web.machine import Machine
from tests.browser.moments import MOMENTS
from tests.web.house import Phone, begin

QUIET = ("waiting", "scored", "over")
BUSY = {
    "live": "PASS is being called. Pause it first.",
    "grab": "The game waits for an answer. Give that first.",
    "foul": "The game waits for an answer. Give that first.",
}


class Table:
    """A guide that is fed by hand, in a calibrator's place."""

    def __init__(self) -> None:
        self.guide: Guide | None = None
        self.problem: Exception | None = None

    def begin(self) -> None:
        if self.problem is not None:
            raise self.problem
        self.guide = Guide(2, False)

    def say(self, word: str) -> bool:
        if word == "stop":
            self.guide = None
        return self.guide is not None and self.guide.say(word)

    def now(self) -> Now:
        if self.guide is None:
            return Now(Stage.IDLE)
        return Now(Stage.GUIDING, self.guide.now())


def client(house: Companion, referee: Phone, calibrator: object) -> FlaskClient:
    """A browser of the referee's at an application with this calibrator."""
    machine = Machine(Mock(), lambda: (), calibrator)  # type: ignore[arg-type]
    app = create_app(
        AppParts(referee=house.referee, access=house.access, address=house.address, machine=machine)
    )
    client = app.test_client()
    secret = referee.cookie.partition("=")[2]
    client.set_cookie(f"companion-{house.address.port}", secret, domain="127.0.0.1")
    return client


def ask(client: FlaskClient, house: Companion, **body: Any) -> tuple[int, Any]:
    """A GET, or with a body a POST, of the page's own."""
    host = f"127.0.0.1:{house.address.port}"
    base = f"http://{host}"
    if not body:
        answer = client.get("/api/calibrate", base_url=base)
    else:
        headers = {"Origin": base}
        answer = client.post("/api/calibrate", base_url=base, headers=headers, json=body)
    return answer.status_code, json.loads(answer.text)


def test_the_guide_goes_on_by_what_is_felt_and_by_words(house: Companion, referee: Phone) -> None:
    table = Table()
    page = client(house, referee, table)
    assert ask(page, house)[1]["stage"] == "idle"
    assert ask(page, house, act="begin") == (200, {"ok": True})
    assert "All dolphins on their pads, all hands off." in ask(page, house)[1]["html"]
    assert table.guide is not None
    for _ in range(200):
        table.guide.feed(Reading((40, 50)))
    status, said = ask(page, house)
    assert status == 200 and said["stage"] == "guiding"
    assert "Hold a hand over Red" in said["html"] and 'data-calibrate="skip"' in said["html"]
    assert ask(page, house, act="keep") == (200, {"ok": True})  # means nothing now
    assert ask(page, house, act="skip") == (200, {"ok": True})
    assert "Now touch Red" in ask(page, house)[1]["html"]
    assert ask(page, house, act="stop") == (200, {"ok": True})
    assert ask(page, house)[1]["stage"] == "idle"


@pytest.mark.parametrize(
    "problem", [NotNowError("PASS is being called."), LinkError("The touch board is quiet.")]
)
def test_a_beginning_that_cannot_be_says_why(
    house: Companion, referee: Phone, problem: Exception
) -> None:
    table = Table()
    table.problem = problem
    status, said = ask(client(house, referee, table), house, act="begin")
    assert (status, said["say"]) == (503, str(problem))


def test_unknown_acts_and_other_fields_are_refused(house: Companion, referee: Phone) -> None:
    page = client(house, referee, Table())
    assert ask(page, house, act="dance")[0] == 400
    assert ask(page, house, act="stop", pad=1)[0] == 400


def test_it_may_be_between_rounds_and_not_beside_an_incident(
    house: Companion, referee: Phone
) -> None:
    assert why_not_now(house.referee.picture) == ""
    begin(referee, "Ana", "Ben", "Cy")
    for moment in QUIET:
        MOMENTS[moment](house, referee)
        assert why_not_now(house.referee.picture) == "", moment
    for moment, why in BUSY.items():
        MOMENTS[moment](house, referee)
        assert why_not_now(house.referee.picture) == why, moment
    MOMENTS["live"](house, referee)
    referee.post("/api/caller", {"paused": True})
    assert why_not_now(house.referee.picture) == ""
    MOMENTS["scored"](house, referee)
    referee.post("/api/review", {"on": True})
    assert "being looked at" in why_not_now(house.referee.picture)
    referee.post("/api/review", {"on": False})


def test_every_doubt_about_a_pad_has_its_remedy() -> None:
    words = {
        value
        for module in (health, trust)
        for name, value in vars(module).items()
        if name.isupper() and isinstance(value, str)
    }
    assert set(REMEDIES) == words


@pytest.mark.parametrize("why", REMEDIES)
def test_a_pad_in_doubt_says_what_to_do_and_leads_to_the_calibration(
    house: Companion, referee: Phone, why: str
) -> None:
    page = client(house, referee, Table())
    pad = {"pad": 0, "name": "Red", "key": "red", "state": "suspect", "why": why, "margin": "calm"}
    template = page.application.jinja_env.get_template("_pads.html")
    bits = page.application.jinja_env.get_template("_bits.html").module
    drawn = template.render(snap=SimpleNamespace(pads=[pad]), bits=bits)
    remedy, leads = REMEDIES[why]
    assert remedy in drawn and ("Calibrate</a></span>" in drawn) is leads
    two = template.render(snap=SimpleNamespace(pads=[pad, pad]), bits=bits)
    assert " needs a look" in drawn and " need a look" in two
