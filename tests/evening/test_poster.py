"""The evening's poster: nothing overlaps or leaves it, whoever played and however often."""

import re
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

import companion
from companion.evening.lettering import clusters, fitted, lines, width
from companion.evening.poster import (
    EDGE,
    HIGH,
    INKS,
    PEOPLE_MOST,
    WIDE,
    EveningTold,
    FeatTold,
    GameTold,
    LineDrawn,
    PersonTold,
    Poster,
    poster,
    scribble,
    small_race,
)
from companion.looks import COLOURS, look_of
from companion.names import isolated

GAMES = (0, 1, 4, 7, 12, 30)
PEOPLE = range(2, 9)
NAMES = (
    "Ana",
    "Charlotte",
    "Wwwwwwwwwwwwwwwwwwww",
    "WWWWWWWWWWWWWWWWWWWW",
    "مريم الزهراء",
    "🐬🦈👩‍👩‍👧 Fins",
    "Maximilian Alexander",
    "Zoë",
)
TITLES = ("SPLASH!", "Twisted Fish", "SPLIT", "Splash, the squirt-gun party", "Animal Splash")
PAPER = "#fdf8ea"


def evening(people: int, games: int, names: tuple[str, ...] = NAMES) -> EveningTold:
    """A made up one, with the longest sentences that games say."""
    who = tuple(
        PersonTold(names[n % len(names)], look_of(n), 7 * (people - n), n + 1)
        for n in range(people)
    )
    ace, first, second = (isolated(names[n % len(names)]) for n in (0, 2, 3))
    feats = (
        FeatTold("The closest finish", f"{first}: too close to call, 0.1 ms, as far as {second}."),
        FeatTold("The fastest hand", f"{ace} was first 7 times."),
        FeatTold("The best whopper", f"{second} had the purple hammerhead and said no!"),
    )
    played = tuple(
        GameTold(TITLES[n % 5], tuple(look_of(n + k) for k in range(n % 4)), race(n, people))
        for n in range(games)
    )
    return EveningTold("Wednesday, 23 September", who, feats if games else (), played)


def race(seed: int, people: int) -> tuple[LineDrawn, ...]:
    """Any lines; every third game has none."""
    rng = Random(seed)
    heights = ((0, *(rng.randrange(0, 1001, 250) for _ in range(seed))) for _ in range(people))
    return () if seed % 3 == 2 else tuple(map(LineDrawn, map(look_of, range(people)), heights))


def held(told: EveningTold) -> None:
    """Every mark is on the paper, and no two lie on each other."""
    drawn = poster(told)
    marks = [(one.text, one.box) for one in drawn.words]
    marks += [(one.name, one.box) for one in drawn.symbols]
    marks += [("a race", box) for box in races_of(drawn)]
    for name, (left, top, right, bottom) in marks:
        assert EDGE - 24 <= left <= right <= WIDE - EDGE + 24, name
        assert 40 <= top < bottom <= HIGH - 40, name
    for (one, (l1, t1, r1, b1)), (other, (l2, t2, r2, b2)) in combinations(marks, 2):
        apart = r1 <= l2 + 0.1 or r2 <= l1 + 0.1 or b1 <= t2 + 0.1 or b2 <= t1 + 0.1
        assert apart, f"{one} lies on {other}"


Box = tuple[float, float, float, float]


def races_of(drawn: Poster) -> list[Box]:
    """Where races lie: what is drawn from a ground's line on up to the next one."""
    boxes = list[Box]()
    for stroke in drawn.strokes:
        path = [float(n) for n in re.findall(r"-?[0-9.]+", stroke.d)]
        if re.fullmatch(r"M[0-9. ]+h[0-9.]+", stroke.d) and stroke.faint == 0.5:
            x, y, wide = path
            boxes.append((x, y, x + wide, y))
        elif boxes and re.fullmatch(r"M[-0-9. L]+", stroke.d):
            (left, top, right, bottom), thick = boxes[-1], stroke.thick / 2
            xs, ys = path[::2], path[1::2]
            assert left - 0.1 <= min(xs) <= max(xs) <= right + 0.1
            boxes[-1] = left, min(top, min(ys) - thick), right, max(bottom, max(ys) + thick)
    return boxes


def test_the_last_races_are_on_it_while_there_is_room() -> None:
    assert [len(races_of(poster(evening(4, games)))) for games in (0, 1, 2, 3, 4)] == [
        0, 1, 2, 2, 3
    ]  # fmt: skip
    without = tuple(GameTold(title, ()) for title in TITLES)
    assert not races_of(poster(EveningTold("today", (), (), without)))


def test_no_two_of_eight_lines_look_alike_in_grey() -> None:
    lines = [LineDrawn(look_of(0), (0, 1000))] * 8
    drawn = [(one.dash, one.thick) for one in small_race(lines, 0, 0, 100, 50)[1:]]
    assert len(set(drawn)) == 8


def test_level_lines_lie_side_by_side() -> None:
    lines = [LineDrawn(look_of(n), (0, 500, 1000)) for n in range(3)]
    assert len({one.d for one in small_race(lines, 0, 0, 100, 50)[1:]}) == 3


@pytest.mark.parametrize("games", GAMES)
@pytest.mark.parametrize("people", PEOPLE)
def test_nothing_overlaps_or_leaves_the_paper(people: int, games: int) -> None:
    held(evening(people, games))


@pytest.mark.parametrize("name", [*NAMES, "W" * 300, "", "🐬" * 60, "<b>&amp;"])
def test_nor_does_any_name(name: str) -> None:
    held(evening(8, 30, (name,)))
    held(evening(2, 1, (name,)))


@pytest.mark.parametrize("people", [0, 1, 9, 12, 16, 20])
def test_nor_do_few_or_many(people: int) -> None:
    drawn = poster(evening(people, 30 if people else 0))
    held(evening(people, 30 if people else 0))
    named = [one for one in drawn.words if one.text.endswith("…") or one.text in NAMES]
    assert len(named) >= min(people, PEOPLE_MOST)


def test_games_of_many_kinds_share_a_line() -> None:
    games = tuple(GameTold(f"Our own game {n}", (look_of(0),)) for n in range(30))
    told = evening(8, 1)
    held(EveningTold(told.day, told.people, told.feats, games))
    drawn = poster(EveningTold(told.day, told.people, told.feats, games))
    assert sum(one.text.startswith("Our own") for one in drawn.words) == 5
    assert "And more" in [one.text for one in drawn.words]
    circles = [one for one in drawn.symbols if one.name == "shape-circle"]
    assert len(circles) == 30 + 1, "every game's winner, and the person's own"


def test_small_words_can_still_be_read() -> None:
    for games in GAMES:
        for people in PEOPLE:
            assert min(one.size for one in poster(evening(people, games)).words) >= 14


def test_who_hears_it_hears_the_same() -> None:
    spoken = poster(evening(3, 4)).spoken
    for one in ("Wednesday, 23 September", "Ana splashed best", "Ana: 21 points.", "purple"):
        assert one in spoken


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ((), "The dolphins are asleep."),
        ((1, 2), "Ana splashed best tonight!"),
        ((1, 1, 3), "Ana and Ben share the evening!"),
        ((1, 1, 1), "All of you share the evening!"),
        ((1, 1, 1, 4), "3 of you share the evening!"),
    ],
)
def test_who_was_best(places: tuple[int, ...], said: str) -> None:
    names = ("Ana", "Ben", "Cy", "Dee", "Eve")
    who = tuple(PersonTold(names[n], look_of(4), 9, place) for n, place in enumerate(places))
    assert said in poster(EveningTold("today", who, (), ())).spoken


# --- its letters and colours ------------------------------------------------------------------


def test_what_is_too_long_is_cut_and_never_torn() -> None:
    assert fitted("Ana", 500, 40, 20) == ("Ana", 40)
    cut, size = fitted("W" * 300, 500, 40, 20)
    assert size == 20 and cut.endswith("…") and width(cut) * size <= 500
    assert list(clusters("👩‍👩‍👧e\u0301👍🏽")) == ["👩‍👩‍👧", "e\u0301", "👍🏽"]
    assert list(clusters("🇩🇪🇫🇷🇩कि")) == ["🇩🇪", "🇫🇷", "🇩", "कि"]


def test_no_line_breaks_inside_a_short_name() -> None:
    held = isolated("Jo Ann")
    room = width(held)
    assert room == width("Jo Ann")
    assert lines(f"{held} won", room, 1, 2) == (held, "won")
    assert lines(f"Go {held}", room, 1, 2) == ("Go", held)


def test_lines_break_at_words() -> None:
    assert lines("one two three", 60, 10, 2) == ("one two", "three")
    assert lines("one two three", 60, 10, 1) is None
    assert lines("W" * 50, 60, 10, 2) is None
    assert lines("", 60, 10, 2) == ()


def test_a_line_is_drawn_the_same_way_each_time() -> None:
    assert scribble(0, 300, 50, 4, 1) == scribble(0, 300, 50, 4, 1) != scribble(0, 300, 50, 4, 2)


def test_its_colours_are_the_house_s() -> None:
    tokens = Path(companion.__file__).parent / "web" / "static" / "tokens.css"
    found = re.findall(
        r'\[data-colour="(\w+)"\] \{ --seat: (\S+); --crayon: (\S+); --crayon-deep: (\S+); \}',
        tokens.read_text(encoding="utf-8"),
    )
    assert {name: (seat, light, deep) for name, seat, light, deep in found} == INKS
    assert tuple(INKS) == COLOURS


def light(colour: str) -> float:
    parts = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_every_word_stands_out_from_the_paper() -> None:
    for one in poster(evening(8, 12)).words:
        assert (light(PAPER) + 0.05) / (light(one.colour) + 0.05) >= 4.5, one
