"""No page, stream, reply, export, copy or command tells a card before the round is over.

Two tables at which all is told alike but for the lot: whoever looks, in whatever role, finds no
byte but the seal's that tells the two apart; and in no file but the private one lies the lot.
"""

from base64 import b64encode
from collections.abc import Callable
from functools import partial
from io import BytesIO
from itertools import count
from pathlib import Path
from zipfile import ZipFile

import pytest

from companion.access import Access
from companion.diagnosis import Ailing, packed
from companion.hands.store import FILE, Deal
from companion.journal.backup import back_up
from companion.table.config import tablet as on_a_tablet
from companion.web import AppParts, create_app
from companion.web.address import Address
from tests.hands.table import ANA, BEN, CY, Table
from tests.referee.hall import hall
from tests.web.twins import Twin, _let_in, same_chance

OWN = ("seat /api/hand",)  # a hand on its own phone
HANDS = {ANA: 1, BEN: 0, CY: 3}  # the card that each chooses


class Open(Twin):
    """The pages of a table at which hands are on phones."""

    def __init__(self, on: Table) -> None:
        self.on, self.table = on, on.hall
        self.words, self.looked_at, self.late = {}, set(), []
        self._open()

    def _open(self) -> None:
        hours, referee = count(1000), self.table.referee
        access = Access(
            self.table.journal, self.table.folder, lambda: float(next(hours)), lambda: 1_700_000
        )
        where = Address(8080, "table", find_ip=lambda: "127.0.0.1")
        parts = AppParts(referee=referee, access=access, address=where, keeper=self.on.keeper)
        self.app = create_app(parts)
        self.phones = {
            "nobody": self.app.test_client(),
            "seat": _let_in(self.app, access.sessions.invite(referee.picture.names.people[ANA])),
            "referee": _let_in(self.app, access.sessions.referee_key()),
        }

    def told(self) -> dict[str, str]:
        """All that anybody can read, but a hand on its own phone; the seal as one word."""
        shown = self.shows(in_short=True)
        own = {name: text for name, text in shown.items() if name not in OWN}
        for sealed in self.on.sealed:
            own = {name: text.replace(sealed.seal, "SEAL") for name, text in own.items()}
        return own


def hold_untold(tables: tuple[Open, Open]) -> None:
    one, other = (table.told() for table in tables)
    assert one.keys() == other.keys()
    assert not [name for name in one if one[name] != other[name]]
    for table in tables:
        hold_unwritten(table.on)


def hold_unwritten(on: Table) -> None:
    """The lot lies in the private file alone: in no other, no copy and no report."""
    deal, folder, journal = on.keeper._deal, on.hall.folder, on.hall.journal
    assert isinstance(deal, Deal)
    back_up(folder / "journal.sqlite", folder / "copies", "1")
    ailing = Ailing(journal, on_a_tablet(), folder, tuple, lambda: "", is_on="")
    with ZipFile(BytesIO(packed(ailing, names=True))) as report:
        told = {name: report.read(name) for name in report.namelist()}
    assert any(deal.seal.encode() in text for text in told.values()), "its games are in it"
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != FILE]
    assert len(files) > 2
    told |= {path.name: path.read_bytes() for path in files}
    for lot in (deal.seed, deal.salt):
        for secret in (lot, lot.hex().encode(), b64encode(lot)[:-2]):
            assert not [name for name, text in told.items() if secret in text]


def test_at_no_fact_of_a_round_the_lot_is_written_or_reported(tmp_path: Path) -> None:
    """Stopped at each: deals, choices, calls, a hand too soon, a deal taken back, a phone gone."""
    with hall(tmp_path) as bench:
        on = Table(bench)
        on.deal()
        steps: list[Callable[[], object]] = [
            *(partial(on.choose, who, card) for who, card in HANDS.items()),
            on.call,
            partial(on.reach, CY),
            partial(on.wait, 200),  # too soon
            partial(on.wait, 3000),  # the dolphin is back
            on.call,
            partial(bench.counts, "redeal", "redeal"),
            on.settle,
            on.call,
            partial(bench.counts, "stand_in", f"seat:{CY}"),
            partial(on.wait, 3000),  # a robot chooses
            on.restart,
            on.call,
        ]
        seen = ""
        hold_unwritten(on)
        for step in steps:
            before = len(bench.rows())
            step()
            hold_unwritten(on)
            seen += "".join(row.facts for row in bench.rows()[before:])
        assert len(on.sealed) == 2 and len(on.opened) == 1
        happened = ("touched", "claimed", "too_soon", "fouled", "dolphins_back", "stood_in")
        assert [fact for fact in happened if fact not in seen] == []


@pytest.mark.parametrize("at_every_fact", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_no_byte_tells_a_hand_before_its_round_is_over(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    at_every_fact: bool,
) -> None:
    opened = []
    for first in (0, 500):
        same_chance(monkeypatch)
        folder = tmp_path / str(first)
        folder.mkdir()
        opened.append(hall(folder))
    with opened[0] as left, opened[1] as right:
        tables = (Table(left, 0), Table(right, 500))
        for table in tables:
            table.deal()
        assert tables[0].cards(ANA) != tables[1].cards(ANA)
        same_chance(monkeypatch)
        one = Open(tables[0])
        same_chance(monkeypatch)
        twins = (one, Open(tables[1]))
        if at_every_fact:
            hold_untold(twins)
        for table in tables:
            for who, card in HANDS.items():
                table.choose(who, card)
            table.call()
            table.choose(BEN, 2)
            table.reach(CY)  # too soon at both: nobody has four
            table.wait(200)
            assert table.hall.phase == "reset"
        hold_untold(twins)
        if not at_every_fact:
            return
        for table in tables:
            assert table.hall.undo().kind == "counts"
            table.settle()
        hold_untold(twins)
    assert not caplog.text


def test_the_routes_of_a_hand_tell_a_stranger_and_the_referee_nothing(tmp_path: Path) -> None:
    with hall(tmp_path) as bench:
        on = Table(bench)
        on.deal()
        twin = Open(on)
        said = {who: phone.get("/api/hand") for who, phone in twin.phones.items()}
        assert [said[who].status_code for who in ("nobody", "seat", "referee")] == [403, 200, 404]
        assert len(said["seat"].json["cards"]) == 4 and on.hand(ANA)["elsewhere"]
        origin = {"Origin": "http://localhost"}
        now_us = bench.clock.now_us()
        told = {"tell": "a", "at_us": now_us, "uncertain_us": 9000, "deal": "1.1"}
        grabbed = twin.phones["seat"].post("/api/grab", json=told, headers=origin)
        assert grabbed.json == {"ok": True, "say": ""}
        again = twin.phones["seat"].post("/api/grab", json=told, headers=origin)
        assert again.json == grabbed.json and len(bench.facts()) < 9
        bench.wait(5000)
        late = {**told, "tell": "b"}
        assert (
            "Too late"
            in twin.phones["seat"].post("/api/grab", json=late, headers=origin).json["say"]
        )
        turn = said["seat"].json["turn"]
        for card in (-1, "1", None, 2**70, [1]):
            tried = twin.phones["seat"].post(
                "/api/hand", json={"card": card, "turn": turn}, headers=origin
            )
            assert tried.status_code == 400 or tried.json["ok"] is False
