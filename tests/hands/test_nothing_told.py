"""A lot lies in the private file alone, whatever is done meanwhile; and a hand goes to no other
phone than its own.
"""

from base64 import b64encode
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

from companion.diagnosis import Ailing, packed
from companion.hands.store import FILE, Deal
from companion.journal.backup import back_up
from companion.table.config import tablet as on_a_tablet
from tests.hands.looking import Screens
from tests.hands.table import ANA, BEN, CY, Table
from tests.referee.hall import hall

HANDS = {ANA: 1, BEN: 0, CY: 3}  # the card that each chooses


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


def test_the_routes_of_a_hand_tell_a_stranger_and_the_referee_nothing(tmp_path: Path) -> None:
    with hall(tmp_path) as bench:
        on = Table(bench)
        on.deal()
        twin = Screens(on)
        readers = ("nobody", "seat", "referee")
        said = {who: twin.phones[who].get("/api/hand") for who in readers}
        assert [said[who].status_code for who in readers] == [403, 200, 404]
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
