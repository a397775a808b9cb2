"""A field of the contract that gets another name is missed by templates.

Without a browser and without drawing: templates' paths are followed by their types. Scripts have
tests of their own: `test_scripts.py`.
"""

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import get_type_hints

import pytest

import companion
from companion.games import GAMES
from companion.games.view import NEEDED, CommonView, TableView
from companion.web import drawing
from companion.words import Text
from tests.web.reads import NAMES, SHELF, Read, Reader, classes, is_shown

WEB = Path(companion.__file__).parent
TEMPLATES = sorted(WEB.rglob("*.html"))
# What programs read, and no page of ours: a robot follows the game by it.
FOR_PROGRAMS = {
    *("Amending.snap", "Replay.snap", "PastSnap.present", "Would.seen"),
    *("GoodNight.standing", "PartShown.pad", "PlaceShown.seat"),
    *("AnswerGiven.key", "AnswerGiven.picks", "AnswerGiven.question"),  # amend.js sends them again
    *("HistoryLine.sign", "FinishView.lifted"),
}
# What the frame reads in Python alone: mypy misses it there.
IN_PYTHON = {
    *(f"CommonView.{name}" for name in ("phase", "placing", "robots")),
    *(f"CommonView.{name}" for name in ("round", "told", "team", "suspects")),
    *("CommonView.practice", "FigureShown.sort", "FigureShown.games", "PersonShown.child"),
    *("RatingShown.newest", "RatedShown.ahead_of"),
    *(f"TableView.{field.name}" for field in fields(TableView)),
    *(
        "FinishView.uncertain_us",
        "FinishView.early_us",
        "PlacedView.place",
        "PlacedView.score",
        "PlacedView.shared",
    ),
    "Book.beside",
}
# Of the common fields that a game may leave out those that it has.
MAY_SHOW = {
    "dolphin_splash": "hint highlight round dealer joining overtime tied in_play order"
    " finish unheard claims pending news suspects table called phones robots",
    "twisted_fish": "round told memory dealer turn joining pending",
    "split": "told dealer turn pending called practice",
    "party_splash": "told round dealer turn joining news pending team",
    "animal_splash": "round told dealer turn joining pending news",
    "new_game": "round told",
}


@cache
def readers() -> Mapping[Path, Reader]:
    """What each template reads: for who needs it, and not for who only counts the tests."""
    return {file: Reader(file) for file in TEMPLATES}


def shown() -> list[Read]:
    """Every field of what pages are drawn from."""
    roots = NAMES.values()
    found = {(owner, name) for root in roots for owner in classes(root) if owner is not Text
             for name in vars(owner)["__annotations__"]}  # fmt: skip
    return sorted(found, key=_called)


def view_of(kind: str) -> type:
    """What a game shows."""
    view: type = get_type_hints(SHELF[kind].view)["return"]
    return view


def _called(read: Read) -> str:
    return f"{read[0].__name__}.{read[1]}"


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: "/".join(file.parts[-3:]))
def test_a_template_reads_nothing_that_is_not_there(file: Path) -> None:
    assert not readers()[file].faults


@pytest.mark.parametrize("read", shown(), ids=_called)
def test_a_field_that_gets_another_name_is_missed(read: Read) -> None:
    reading = [file for file, reader in readers().items() if read in reader.reads]
    assert bool(reading) != (_called(read) in FOR_PROGRAMS | IN_PYTHON)
    for file in reading:
        assert Reader(file, lost=read).faults


@pytest.mark.parametrize("kind", SHELF)
def test_a_field_of_a_game_s_view_that_gets_another_name_is_missed(kind: str) -> None:
    for owner in classes(view_of(kind)):
        for file, reader in readers().items():
            for read in reader.reads:
                if read[0] is owner:
                    assert Reader(file, lost=read).faults, read


@pytest.mark.parametrize(
    "drawing",
    [drawing, *(game.drawing for game in GAMES.values() if game.drawing)],
    ids=lambda one: one.__name__,
)
def test_what_pages_draw_by_is_missed(drawing: ModuleType) -> None:
    own = {drawing, *(one for one in vars(drawing).values() if is_shown(one))}
    every = [(file, read) for file, reader in readers().items() for read in reader.reads]
    found = [(file, read) for file, read in every if read[0] in own]
    assert found
    for file, read in found:
        assert Reader(file, lost=read).faults, read


@pytest.mark.parametrize("kind", SHELF)
def test_what_the_frame_reads_a_game_shows_or_says_that_it_does_not(kind: str) -> None:
    common = {field.name for field in fields(view_of(kind))} & get_type_hints(CommonView).keys()
    assert common == {*NEEDED, *MAY_SHOW.get(kind, MAY_SHOW["new_game"]).split()}
