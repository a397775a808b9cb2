"""What games have to print: whole, inside of what a printer prints, readable in grey, and ours."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from xml.etree.ElementTree import Element, fromstring

import pytest

from companion.games import GAMES
from companion.games.animal_splash.deck import BOX
from companion.games.animal_splash.sample import SAMPLE
from companion.games.animal_splash.sheets import HIGH, WIDE
from companion.games.dolphin_splash.sheets import DOLPHINS, FACE
from companion.games.split.board import board_of, letters_of
from companion.games.split.state import chips_each
from companion.say import DOLPHINS as CALLED
from companion.sheets.cutting import ACROSS
from companion.sheets.paper import (
    MARGIN,
    OURS,
    PAPERS,
    Lettering,
    Mark,
    Marks,
    Oblong,
    PaperSize,
    PrintSheet,
    Sprite,
    Spun,
    Stamp,
)
from companion.sheets.svg import grey
from companion.sheets.worn import SVG
from companion.sheets.writing import wide
from companion.web.press import Press, environment, sides_of
from tests.sheets.read import SHEETS, named

SMALLEST = 1.9  # of letters, in mm
PAPER = tuple(PAPERS.values())
BOTH = pytest.mark.parametrize("paper", PAPER, ids=lambda one: one.key)
ALL = pytest.mark.parametrize(("kind", "sheet"), SHEETS, ids=named)
COLOUR = re.compile(r'"#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})"', re.IGNORECASE)


@pytest.fixture(scope="module")
def press() -> Press:
    return Press(environment())


@cache
def drawn(press: Press, kind: str, key: str) -> tuple[str, ...]:
    """All sides of a sheet on the first paper, each drawn once."""
    sheet = next(one for one in GAMES[kind].sheets if one.key == key)
    return tuple(
        press.side(kind, sheet, PAPER[0], n + 1) for n in range(len(sides_of(sheet, PAPER[0])))
    )


def flat(marks: Marks) -> Iterator[Mark]:
    """All marks but what turns others, as they lie before."""
    for mark in marks:
        if isinstance(mark, Spun):
            yield from flat(mark.marks)
        else:
            yield mark


def box(mark: Mark) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of what it takes."""
    match mark:
        case Lettering():
            long = wide(mark.text, mark.size, mark.bold)
            left = mark.x - {"start": 0.0, "middle": long / 2, "end": long}[mark.anchor]
            return left, mark.y - mark.size, left + long, mark.y + mark.size * 0.3
        case Oblong() | Sprite() | Stamp():
            return mark.x, mark.y, mark.x + mark.wide, mark.y + mark.high
        case _:
            return MARGIN, MARGIN, MARGIN, MARGIN  # looked at on the pixels


@BOTH
@ALL
def test_all_of_a_sheet_is_printed_and_can_be_read(
    kind: str, sheet: PrintSheet, paper: PaperSize
) -> None:
    for side in sides_of(sheet, paper):
        for mark in flat(side):
            left, top, right, low = box(mark)
            assert left >= MARGIN - 0.05 and right <= paper.right + 0.05, mark
            assert top >= MARGIN - 0.05 and low <= paper.high - MARGIN + 0.05, mark
            if isinstance(mark, Lettering):
                assert right - left <= mark.room + 0.05, mark
                assert mark.size >= SMALLEST, mark


@ALL
def test_each_side_says_whose_it_is(kind: str, sheet: PrintSheet) -> None:
    for side in sides_of(sheet, PAPER[0]):
        said = [mark.text for mark in flat(side) if isinstance(mark, Lettering)]
        assert f"{OURS} {sheet.whose}".strip() in said
    assert ("not the printed" in sheet.whose) == (sheet.key in ("board", "deck"))


@ALL
def test_a_side_is_whole_by_itself_and_in_its_true_size(
    press: Press, kind: str, sheet: PrintSheet
) -> None:
    for side in drawn(press, kind, sheet.key):
        root = fromstring(side)
        assert (root.get("width"), root.get("height")) == ("210mm", "297mm")
        assert root.get("viewBox") == "0 0 210 297"
        for one in root.iter():
            assert one.tag.startswith(SVG)
            assert one.tag.removeprefix(SVG) not in ("style", "use", "script", "image", "symbol")
            assert not {"class", "style", "href"} & {*one.attrib}
            assert not any("var(" in said for said in one.attrib.values())
        assert set(re.findall(r"url\(#(\w+)\)", side)) <= ids(root)


def ids(root: Element) -> set[str]:
    return {one.attrib["id"] for one in root.iter() if "id" in one.attrib}


@ALL
def test_grey_has_no_colour_and_is_else_the_same(
    press: Press, kind: str, sheet: PrintSheet
) -> None:
    for side in drawn(press, kind, sheet.key):
        found = COLOUR.findall(grey(side))
        assert found and all(len(set(re.findall("..", one[:6]))) == 1 for one in found)
        assert COLOUR.sub("", grey(side)) == COLOUR.sub("", side)


# --- what each is -----------------------------------------------------------------------------


def marks_of(kind: str, key: str) -> list[Mark]:
    sheet = next(one for one in GAMES[kind].sheets if one.key == key)
    return [mark for side in sides_of(sheet, PAPER[0]) for mark in flat(side)]


def test_every_game_has_a_pad_and_its_rules_on_one_leaf() -> None:
    for kind, game in GAMES.items():
        keys = [sheet.key for sheet in game.sheets]
        assert {"pad", "card"} <= {*keys} and len(keys) == len({*keys}), kind
        card = next(sheet for sheet in game.sheets if sheet.key == "card")
        assert all(len(card.draws(paper)) == 1 for paper in PAPER), kind


@pytest.mark.parametrize("kind", GAMES)
def test_the_rules_on_one_sheet_are_the_book_s_own_words(kind: str) -> None:
    book = GAMES[kind].book
    assert book
    marks = marks_of(kind, "card")
    lettered = " ".join(mark.text for mark in marks if isinstance(mark, Lettering))
    said = " ".join(lettered.split())
    tiles = [tile for shelf in book.shelves for tile in shelf.tiles]
    words = [book.goal, *(step.words for step in book.turn), *(tile.power for tile in tiles)]
    words += [text for shelf in book.shelves for text in (shelf.title, shelf.words)]
    assert all(" ".join(text.split()) in said for text in words)
    drawn = [dict(mark.gives) for mark in marks if isinstance(mark, Stamp)]
    assert [one["step"] for one in drawn if "step" in one] == list(book.turn)
    assert [one["tile"] for one in drawn if "tile" in one] == [one for one in tiles if one.picture]


def test_the_deck_is_the_sample_each_card_once() -> None:
    marks = marks_of("animal_splash", "deck")
    stamped = [mark for mark in marks if isinstance(mark, Stamp)]
    titles = [one.title for one in (*SAMPLE.missions, *SAMPLE.ends)]
    said = " ".join(mark.text for mark in marks if isinstance(mark, Lettering))
    assert len(stamped) + len(titles) == BOX
    assert all(title in said for title in titles)


@BOTH
def test_a_back_lies_behind_its_front(paper: PaperSize) -> None:
    """A start card's back is behind a start card, seen through the paper."""
    sheet = next(one for one in GAMES["animal_splash"].sheets if one.key == "deck")
    left = paper.middle - ACROSS * WIDE / 2
    seen = 0
    for leaf in sheet.draws(paper):
        fronts = {at(mark, left, paper): sort(mark) for mark in leaf.front if sort(mark)}
        for mark in leaf.back:
            if isinstance(mark, Lettering):
                column, row = at(mark, left, paper)
                assert fronts[ACROSS - 1 - column, row] == mark.text
                seen += 1
    assert seen == len((*SAMPLE.starts, *SAMPLE.missions, *SAMPLE.ends))


def at(mark: Mark, left: float, paper: PaperSize) -> tuple[int, int]:
    one, top, other, low = box(mark)
    return int(((one + other) / 2 - left) // WIDE), int(((top + low) / 2 - paper.top) // HIGH)


def sort(mark: Mark) -> str:
    """Which back belongs behind a mark of a front, where that can be seen."""
    if isinstance(mark, Stamp):
        return "Start" if getattr(dict(mark.gives)["card"], "number", 0) else ""
    told = mark.text if isinstance(mark, Lettering) else ""
    return "End" if told == "At the end" else "Mission" if "point" in told else ""


def test_the_board_is_the_practice_board() -> None:
    names = [mark.name for mark in marks_of("split", "board") if isinstance(mark, Sprite)]
    spaces = [f"sp-{letters_of(suits)}" for suits in board_of(()).suits]
    assert [name for name in names if name.startswith("sp-")] == spaces
    chips = Counter(m.name for m in marks_of("split", "chips") if isinstance(m, Sprite))
    assert chips == {
        "chip-red": chips_each(2),
        "chip-green": chips_each(2),
        "chip-gold": chips_each(3),
    }


def test_of_two_faces_the_upper_one_is_upside_down() -> None:
    """Folded back at the ridge between them, both stand upright."""
    sheet = next(one for one in GAMES["dolphin_splash"].sheets if one.key == "dolphins")
    marks = [mark for leaf in sheet.draws(PAPER[0]) for mark in leaf.front]
    upper = {
        word.text: face
        for face in marks
        if isinstance(face, Spun)
        for word in flat((face,))
        if isinstance(word, Lettering)
    }
    lower = {mark.text: mark for mark in marks if isinstance(mark, Lettering)}
    for name in DOLPHINS:
        face = upper[name]
        (word,) = (one for one in flat((face,)) if isinstance(one, Lettering))
        ridge = face.y + FACE / 2
        assert face.angle == 180.0 and word.x == lower[name].x
        assert lower[name].y - ridge == pytest.approx(word.y - (ridge - FACE))


def test_dolphins_are_called_as_at_the_table_on_both_faces() -> None:
    assert DOLPHINS == CALLED
    marks = marks_of("dolphin_splash", "dolphins")
    said = Counter(mark.text for mark in marks if isinstance(mark, Lettering))
    worn = Counter(dict(mark.wears)["data-key"] for mark in marks if isinstance(mark, Sprite))
    for name in DOLPHINS:
        assert said[name] == 2
        assert worn[name.lower()] >= 2
