"""What is whose: everything that is printed, drawn or made up is listed with its licence."""

import re
from pathlib import Path

import pytest

from companion.games import GAMES

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "docs" / "rights.md").read_text(encoding="utf-8")
ROWS = [line for line in TEXT.splitlines() if line.startswith("| ")][1:]
PLACES = [place for row in ROWS for place in re.findall(r"`([^`]+)`", row.split("|")[2])]
DRAWN = ("*.svg", "*.png", "*.jpg", "*.pdf", "*.stl", "*.scad")


@pytest.mark.parametrize("place", PLACES)
def test_what_is_listed_is_there(place: str) -> None:
    assert list(ROOT.glob(place)) or list((ROOT / "companion").rglob(place))


@pytest.mark.parametrize("kind", DRAWN)
def test_every_drawing_and_sheet_is_listed(kind: str) -> None:
    listed = [path for place in PLACES for path in ROOT.glob(place)]
    for top in ("companion", "hardware", "docs"):
        for file in (ROOT / top).rglob(kind):
            assert any(file == path or path in file.parents for path in listed), file


def test_every_row_says_who_made_it_and_its_licence() -> None:
    for row in ROWS:
        made, licence = (cell.strip() for cell in row.split("|")[3:5])
        assert made and licence, row


def test_what_is_made_up_in_place_of_a_printed_thing_is_listed() -> None:
    made_up = ["practice", "sample"]
    files = [path for name in made_up for path in ROOT.glob(f"companion/games/*/{name}.py")]
    assert len(files) >= len([game for game in GAMES.values() if game.takes]) - 1
    assert {str(file.relative_to(ROOT)) for file in files} <= set(PLACES)


def test_a_name_without_the_box_is_ours_and_said() -> None:
    for game in GAMES.values():
        if game.boxless:
            assert game.title not in game.boxless.title and f"*{game.boxless.title}*" in TEXT


def test_what_others_made_has_its_licence_beside_it() -> None:
    for file in (ROOT / "companion/web/static/vendor").glob("*.js"):
        assert str(file.relative_to(ROOT)) in PLACES
        assert list(file.parent.glob(f"{file.name.split('.')[0]}.LICENSE"))
