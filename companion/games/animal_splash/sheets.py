"""What Animal Splash has to print: the sample deck, a score pad, the rules on one sheet."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from companion.games.animal_splash import GAME
from companion.games.animal_splash.book import BOOK
from companion.games.animal_splash.deck import Card, End, Mission, shown
from companion.games.animal_splash.drawing import href
from companion.games.animal_splash.sample import SAMPLE
from companion.sheets.cutting import Draws, Faces, cards
from companion.sheets.pads import PadColumn, PadTable, pad
from companion.sheets.paper import (
    QUIET,
    Leaf,
    Lettering,
    Mark,
    Marks,
    Oblong,
    Outline,
    PaperSize,
    PrintSheet,
    Sprite,
    Stamp,
)
from companion.sheets.reference import reference
from companion.sheets.writing import line, lines

WIDE, HIGH, EDGE = 56.0, 78.0, 2.5  # of a card, and what lies free at its edge, in mm
DEEP, SEA, SURF = "#0b3558", "#9bd0ea", "#e3f3fb"
STAR: Final = "l2.8 6 6.5 .7-4.9 4.4 1.4 6.5-5.8-3.3-5.8 3.3 1.4-6.5-4.9-4.4 6.5-.7Z"


def _deck(paper: PaperSize) -> tuple[Leaf, ...]:
    return cards(paper, WIDE, HIGH, tuple(_faces()))


def _faces() -> Iterator[Faces]:
    """All cards of the sample, each with its own sort's back."""
    for card in SAMPLE.cards:
        yield Faces(partial(_card, card), _back(""))
    for card in SAMPLE.starts:
        yield Faces(partial(_card, card), _back("Start"))
    for mission in SAMPLE.missions:
        yield Faces(partial(_mission, mission), _back("Mission"))
    for end in SAMPLE.ends:
        yield Faces(partial(_end, end), _back("End"))


def _card(card: Card, x: float, y: float) -> Marks:
    gives = (("card", shown(SAMPLE, card)),)
    return (Stamp("sheet.html", gives, x + EDGE, y + EDGE, WIDE - 2 * EDGE, HIGH - 2 * EDGE),)


def _mission(mission: Mission, x: float, y: float) -> Marks:
    hue, middle = mission.colour, x + WIDE / 2
    picture = Sprite(href(hue, "colour")[1:], middle - 9, y + 7, 18, 18, (("data-hue", hue),))
    points = "1 point" if mission.points == 1 else f"{mission.points} points"
    return (*_frame(x, y), picture, *_told(mission.title, x, y + 30), *_low(points, hue, x, y))


def _end(end: End, x: float, y: float) -> Marks:
    points = f"{end.best} to the best, {end.second} to the next"
    gold = Outline(f"M{x + WIDE / 2:g} {y + 7:g}{STAR}", fill="#ffcf3f", thick=0.5)
    return (*_frame(x, y), gold, *_told(end.title, x, y + 30), *_low(points, "At the end", x, y))


def _frame(x: float, y: float) -> Marks:
    inner = WIDE - 2 * EDGE, HIGH - 2 * EDGE
    return (Oblong(x + EDGE, y + EDGE, *inner, 4, "#fdf8ea", thick=0.6),)


def _told(title: str, x: float, top: float) -> Marks:
    """A title in the middle of a card."""
    said, _ = lines(title, 0, top, 6, WIDE - 4 * EDGE, bold=True)
    middle, room = x + WIDE / 2, WIDE - 4 * EDGE
    return tuple(Lettering(one.text, middle, one.y, one.size, room, "middle", True) for one in said)


def _low(points: str, word: str, x: float, y: float) -> Marks:
    middle, room = x + WIDE / 2, WIDE - 4 * EDGE
    return (
        line(points, middle, y + HIGH - 13, 5.4, room, anchor="middle", bold=True),
        line(word.capitalize(), middle, y + HIGH - 7, 3.4, room, anchor="middle", colour=QUIET),
    )


def _back(word: str) -> Draws:
    def drawn(x: float, y: float) -> Marks:
        inner = WIDE - 2 * EDGE, HIGH - 2 * EDGE
        left, right = x + EDGE + 3, x + WIDE - EDGE - 3
        waves = (
            Outline(f"M{left:g} {y + at:g}q4 -3.5 8 0t8 0t8 0t8 0t8 0t5 0", line=SEA, thick=1)
            for at in (10, 16, 62, 68)
        )
        dolphin = Sprite("dolphin", x + 9, y + 23, 38, 25.5, (("data-key", "blue"),))
        marks: list[Mark] = [Oblong(x + EDGE, y + EDGE, *inner, 4, SURF, DEEP, 0.6)]
        marks += (*waves, dolphin)
        if word:
            room = right - left
            marks.append(
                line(word, x + WIDE / 2, y + 56, 6, room, anchor="middle", bold=True, colour=DEEP)
            )
        return tuple(marks)

    return drawn


SHEETS: Final = (
    PrintSheet(
        "deck",
        "Sample cards",
        "A whole deck of our own: 72 cards to cut out. Thick paper is best.",
        _deck,
        "They are not the printed cards.",
        "Sample cards",
    ),
    pad(
        PadTable(
            "Points of the dive",
            (PadColumn("", 1.8), *(PadColumn("", 1.6) for _ in range(GAME.seats[1]))),
            ("Name", "Pearls", "Missions", "End card", "Points", "Oxygen left"),
            "As many points? More oxygen wins.",
        )
    ),
    reference(GAME.title, BOOK),
)
