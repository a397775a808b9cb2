"""Evenings that an earlier version kept: they open as they were, can be told again, and go on.

`before/<kind>.sqlite` is a game in the middle, with words that were taken back and put right, and
`<kind>.json` what that version showed of it. Neither is ever written anew.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import codec
from companion.games import GAMES
from companion.journal import Journal
from companion.names import unmarked
from companion.referee import Bar, Referee, Reply
from companion.referee.replay import exported, replay_lines
from companion.table.clock import TableClock
from companion.web.snapshot import spoken_view
from tests.games.chance import RARE
from tests.referee.hall import REFEREE

BEFORE = Path(__file__).parent / "before"
KEPT = sorted(BEFORE.glob("*.sqlite"))
SAID_ANEW = {
    "animal_splash": {"deck"},  # a card has fields, where it was one string
    "twisted_fish": {"lately"},  # it is to be remembered, and on no screen
}
OFFERED_ANEW = {"party_splash": ["seatings"]}  # a new seat (P-S3)
TRIES = 60
LONG_US = 60_000_000


@pytest.fixture(params=KEPT, ids=lambda file: file.stem)
def referee(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Referee]:
    file = tmp_path / "journal.sqlite"
    file.write_bytes(request.param.read_bytes())
    journal = Journal(file, "another-boot")
    begun_us = journal.last_table_us() + LONG_US
    made = Referee(journal, TableClock(begun_us, lambda: 0), wall_ms=lambda: 1_800_000)
    yield made
    made.stop()
    journal.close()


def kind_of(referee: Referee) -> str:
    assert referee.picture.game is not None
    return referee.picture.game.kind


def shown(referee: Referee) -> dict[str, Any]:
    """The view, as JSON. No stamp of that version was early, no mission said what it needs, and no
    unit was tied to its number.
    """
    view: dict[str, Any] = codec.plain(spoken_view(referee.picture, referee.picture.state))
    view |= {name: unmarked(said) for name, said in view.items() if isinstance(said, str)}
    assert not any(touch.pop("early_us") for touch in view.get("order", ()) if "early_us" in touch)
    if "missions" in view:
        assert view["missions"].pop("needs")
    return view


def test_those_that_are_kept_are_still_on_the_shelf() -> None:
    assert len(KEPT) >= 5 and {file.stem for file in KEPT} <= GAMES.keys()


PHONES = [
    (f"hash of {role} {seat} {out}", role, seat, "an evening", 5, out)
    for role in ("referee", "seat", "spectator", "wall")
    for seat in (None, 1)
    for out in (None, 7)
]
TABLES = ("games", "rows", "people", "seatings", "sessions")


@pytest.mark.parametrize("kept", KEPT, ids=lambda file: file.stem)
def test_damaged_it_becomes_what_it_becomes_when_it_is_whole(kept: Path, tmp_path: Path) -> None:
    found = []
    for spoilt in (b"", b"garbage at its head"):
        file = tmp_path / f"{len(spoilt)}" / "journal.sqlite"
        file.parent.mkdir()
        file.write_bytes(kept.read_bytes())
        with closing(sqlite3.connect(file)) as old, old:
            old.executemany("INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?)", PHONES)
            old.execute("INSERT INTO people VALUES (700, 'Zoe', 9)")
            old.execute("INSERT INTO seatings VALUES (1, 5, 700)")
        with file.open("r+b") as raw:
            raw.write(spoilt)
        with closing(Journal(file, "boot")) as journal:
            assert bool(journal.recovered()) is bool(spoilt)
            # When a phone was used last was not kept then.
            journal._write.execute("UPDATE sessions SET used_ms = 0")
            tables = {name: journal._side.execute(f"SELECT * FROM {name}") for name in TABLES}
            found.append({name: sorted(map(repr, rows)) for name, rows in tables.items()})
    assert found[0] == found[1]
    assert len(found[0]["sessions"]) == len(PHONES) and found[0]["rows"]


def test_it_opens_as_it_was(referee: Referee) -> None:
    kind = kind_of(referee)
    was = json.loads((BEFORE / f"{kind}.json").read_text(encoding="utf-8"))
    assert referee.journal.recovered() == "" and referee.picture.seq == was["last"]
    now = shown(referee)
    same = was["view"].keys() - SAID_ANEW.get(kind, set())
    assert {name: now[name] for name in same} == {name: was["view"][name] for name in same}
    topics = [open_.ask.topic for open_ in referee.picture.open]
    assert topics == was["open"] + OFFERED_ANEW.get(kind, [])


def test_it_can_be_told_again(referee: Referee) -> None:
    game = referee.picture.game
    assert game is not None
    lines = list(exported(referee.journal, game))
    assert len(lines) > 10
    replay_lines(lines)


def test_it_goes_on(referee: Referee) -> None:
    before = referee.picture
    assert before.undo is not None
    assert referee.undo("back", before.undo.seq, REFEREE).kind == "counts"
    again = referee.redo("forth", before.undo.seq, REFEREE)
    assert again.kind == "counts" or again.bar is Bar.NOT_SO, "a secret is told anew"
    assert again.kind == "refused" or referee.picture.state == before.state
    assert _told(referee).kind == "counts"
    assert referee.picture.seq == before.seq + 2 + (again.kind == "counts")


def _told(referee: Referee) -> Reply:
    """Something by chance that the referee takes."""
    rng = Random(1)
    for n in range(TRIES):
        open_ = rng.choice([one for one in referee.picture.open if one.ask.topic not in RARE])
        choice = rng.choice(open_.ask.choices)
        picks = {
            slot.field: rng.sample(slot.options, slot.least)
            if slot.many
            else rng.choice(slot.options)
            for slot in choice.slots
            if slot.options
        }
        said = referee.answer(f"on-{n}", open_.id, choice.key, picks, REFEREE)
        if said.kind == "counts":
            return said
    raise AssertionError("nothing is taken any more")
