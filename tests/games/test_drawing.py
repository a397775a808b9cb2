"""Where games' pages lay things, and what they call them: as it was drawn, none on another."""

import re
from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.animal_splash import drawing as animal
from companion.games.dolphin_splash import drawing as dolphin
from companion.games.party_splash import drawing as party
from companion.games.split import drawing as split
from companion.games.twisted_fish import drawing as fish
from companion.games.view import FinishView
from companion.words import Pad


def touch(after_us: int, uncertain_us: int, early_us: int = 0) -> FinishView:
    return FinishView(Pad(0), 1, after_us, uncertain_us, None, False, False, False, early_us)


doubts = st.integers(0, 2_000) | st.integers(0, 10_000_000)
touches = st.lists(
    st.builds(touch, st.integers(0, 3_000_000), doubts, doubts), min_size=1, max_size=5
).map(lambda order: sorted(order, key=lambda one: one.after_us))


LAID: dict[int, tuple[Any, ...]] = {  # by the step of the paper on which it was laid out
    5: (fish.PLACES,),
    2: (
        *(split.FAR, split.MARKS, split.STACKED, split.CORNERS, split.QUARTERS),
        *(party.MIDDLE, party.WIDE_MIDDLE, party.PLACE_WIDE, party.WIDER),
        *(party.NAME_WIDE, party.NAME_HIGH, party.NAME_LARGE),
        *(party.WIDE_EDGE, party.WIDE_HIGH, *party.WIDE_STEPS.values()),
        *(dolphin.FAN, dolphin.EDGE, dolphin.WORDS_WIDE, dolphin.GAP, dolphin.DISC_WIDE),
        *(dolphin.STEM_LEAST, dolphin.TOP, dolphin.WORDS_HIGH, dolphin.DISC_HIGH),
    ),
}


def numbers(laid: Any) -> Iterator[float]:
    if isinstance(laid, tuple):
        for one in laid:
            yield from numbers(one)
    elif not isinstance(laid, str):
        yield laid


@pytest.mark.parametrize("step", LAID)
def test_what_was_laid_out_by_hand_lies_on_the_lines_of_its_paper(step: int) -> None:
    """A hair beside them nothing is in line with what lies next to it."""
    assert not [n for n in numbers(LAID[step]) if n % step]


# --- the party --------------------------------------------------------------------------------


@pytest.mark.parametrize("kids", range(1, 9))
def test_nobody_on_a_wall_sits_where_words_are(kids: int) -> None:
    """Of a turn: a shape, a name, what they do, and the balloons that nobody has shown."""
    top, bottom = 316 - 130 / 2, 514 + 55
    wide = party.ring(kids, on_wall=True)
    half = 96 * wide.larger
    for place in wide.places:
        beside = abs(place.x - wide.middle) >= (party.PLACE_WIDE + party.WIDER) * wide.larger / 2
        assert beside or place.y + half <= top or place.y - half >= bottom


# --- SPLASH! ----------------------------------------------------------------------------------


def test_one_touch_lies_at_the_left() -> None:
    line = dolphin.time_line([touch(0, 0)], 1000)
    (mark,) = line.marks
    assert (mark.x, mark.left, mark.bar) == (70, 64, 6)
    assert line.axis == line.lowest == mark.below == mark.above == mark.stem == 82


def test_those_close_together_have_rows_of_their_own() -> None:
    line = dolphin.time_line([touch(after, 100) for after in (0, 500, 100_000)], 560)
    assert (line.axis, line.lowest) == (136, 212)
    assert [(one.below, one.above, one.stem) for one in line.marks] == [
        (136, 136, 136),
        (212, 82, 136),
        (136, 136, 136),
    ]


@given(touches, st.sampled_from([560, 1000]))
def test_all_lie_on_the_line_in_their_order(order: list[FinishView], wide: int) -> None:
    marks = dolphin.time_line(order, wide).marks
    assert [mark.touch for mark in marks] == order
    assert all(70 <= mark.x <= wide - 90 + 0.1 for mark in marks)
    for one, other in combinations(marks, 2):
        assert one.x <= other.x
        assert one.below != other.below or other.words - one.words >= one.room + dolphin.GAP - 0.1
        assert one.above != other.above or other.disc - one.disc >= dolphin.DISC_WIDE - 0.1


@given(touches, st.sampled_from([560, 1000]))
def test_words_and_places_lie_within_the_line(order: list[FinishView], wide: int) -> None:
    line = dolphin.time_line(order, wide)
    for mark in line.marks:
        assert dolphin.DISC_WIDE / 2 - 0.1 <= mark.disc <= wide - dolphin.DISC_WIDE / 2 + 0.1
        beside = (mark.words, mark.disc) != (mark.x, mark.x)
        assert not beside or (mark.below, mark.above) == (line.lowest, line.axis)
        assert not beside or mark.stem == line.lowest == line.axis + dolphin.ASLANT
        assert not beside or abs(mark.words - mark.middle) < dolphin.GAP


def test_on_a_wall_those_close_together_stand_side_by_side() -> None:
    line = dolphin.time_line([touch(after, 0) for after in (0, 840_000, 845_000, 850_000)], 1000)
    assert (line.axis, line.lowest) == (82, 126)
    assert [one.words for one in line.marks] == [90, 550, 730, 910]
    assert [one.disc for one in line.marks] == [70, 860, 916, 972]
    assert [one.x for one in line.marks] == [70, 900.1, 905.1, 910]


def test_a_bar_is_as_long_as_its_doubt() -> None:
    line = dolphin.time_line([touch(0, 1_000), touch(2_000, 500, 300)], 1_160)
    assert [(one.x, one.left, one.bar) for one in line.marks] == [
        (373.0, 70.0, 303.0),  # 1,160 - 160 for 3,300 microseconds
        (979.1, 827.6, 242.4),
    ]


MOST_US = 200_000  # of doubt is drawn; with it a line of 760 has a point for each thousand


@pytest.mark.parametrize(
    ("after_us", "below", "above", "stem"),
    [
        (170_000, 82, 82, 82),
        (169_900, 158, 82, 158),
        (56_000, 158, 82, 158),
        (55_900, 212, 82, 212),
        (24_000, 212, 82, 212),
        (23_900, 212, 82, 136),
    ],
)
def test_what_comes_close_gives_way_to_the_point(
    after_us: int, below: int, above: int, stem: int
) -> None:
    line = dolphin.time_line([touch(0, 10_000_000), touch(after_us, 0)], 760)
    first, second = line.marks
    assert (first.x, first.left, first.bar) == (270, 70, MOST_US // 1000)
    assert (second.x, second.left, second.bar) == (270 + after_us / 1000, second.x - 6, 6)
    assert (second.below, second.above, second.stem) == (below, above, stem)
    assert (line.axis, line.lowest) == (first.stem, below)
    assert first.room == 160 and first.middle == 270 and second.middle == second.x


def test_no_name_lies_over_the_edge() -> None:
    line = dolphin.time_line([touch(0, 0), touch(500, 0), touch(10_000, 0)], 560)
    assert [one.middle for one in line.marks] == [80, 90, 470]


def test_letters_are_written_by_three_hands_and_lean() -> None:
    assert [dolphin.crayon(1, n) for n in range(6)] == [1, 2, 0, 1, 2, 0]
    assert [dolphin.lean(1, n) for n in range(6)] == [2, -4, 1, -5, 0, 5]


# --- Twisted Fish -----------------------------------------------------------------------------


def test_cards_are_picked_by_kind() -> None:
    assert fish.picks((3, 1, 8, 66)) == (((0, [3, 1]), (1, [8])), (), [66])
    assert [len(fish.picks(range(0, 5 * n, 5)).open) for n in (3, 4, 5)] == [3, 4, 3]


def test_a_pile_is_drawn_with_fewer_cards() -> None:
    assert fish.pile(0) == ()
    assert fish.pile(7) == ((4, 4),)
    assert fish.pile(73) == tuple((4 - n * 4, 4 - n * 5) for n in range(6))


def test_the_cards_of_a_kind_have_a_colour_each() -> None:
    colours = [fish.colour(card) for card in range(fish.cards.FISH)]
    assert colours == [*fish.cards.COLOURS] * (fish.cards.FISH // fish.cards.BASKET)


def test_words_of_the_deck() -> None:
    assert (fish.SHARK, fish.TEN, fish.FIVE, fish.colour(4)) == (15, 10, 5, "purple")
    assert (fish.narrow("clownfish"), fish.narrow("eel")) == (("clown", "fish"), ("eel",))
    assert [fish.to_goal(n, 98) for n in (-5, 100, 500)] == [0, 24.5, 98]
    assert len(fish.PLACES) == 13


# --- the party --------------------------------------------------------------------------------


@pytest.mark.parametrize("kids", range(1, 9))
def test_a_circle_is_its_own_mirror(kids: int) -> None:
    for places, middle in ((party.circle(kids), 590), (party.wide_circle(kids), 1200)):
        mirrored = {(2 * middle - place.x, place.y) for place in places}
        assert mirrored == set(places)
    high, low = (125, 643) if kids <= 5 else (100, 668)
    assert {place.y for place in party.wide_circle(kids)} <= {high, low}
    top = [place.x for place in party.wide_circle(kids) if place.y == high]
    step = {1: 0, 2: 1100, 3: 780, 4: 590}[len(top)]
    assert [other - one for one, other in pairwise(top)] == [step] * (len(top) - 1)
    assert len(top) == {2: 2, 3: 1}.get(kids, (kids + 1) // 2) and top == sorted(top)


@pytest.mark.parametrize("kids", range(9))
def test_everybody_has_a_place_of_their_own(kids: int) -> None:
    for places in (party.circle(kids), party.small_circle(kids)):
        assert len(set(places)) == len(places) == kids


def test_everybody_who_may_come_has_a_power() -> None:
    assert len(party.POWERS) == len(party.cards.ATTENDEES)


def test_the_small_circle_is_higher_than_wide() -> None:
    assert party.small_circle(4) == ((95.7, 69.4), (304.5, 69.4), (304.5, 338.7), (95.7, 338.7))


def test_many_towels_hang_closer() -> None:
    assert party.towels(3) == (-132, -106, -80)
    assert party.towels(7) == (-132, -113.4, -94.9, -76.3, -57.7, -39.1, -20.6)
    assert [party.count_at(n) for n in (0, 4, 5, 9)] == [-124, -20, 6, 6]


def test_marks_and_narrow_names() -> None:
    assert [party.mark("yes", phase) for phase in ("shed", "play")] == ["hand", "0"]
    found = [party.mark(key, "play") for key in ("claw", "time_out", "birthday", "no such")]
    assert found == ["7", "12", "role-0", ""]
    assert party.narrow("squirt gun of range 2") == ("gun, reaches 2",)
    assert party.narrow("Skateboard") == ("Skate", "board")


# --- SPLIT ------------------------------------------------------------------------------------


def test_cards_and_halves_are_picked_by_rank() -> None:
    assert list(split.by_rank((1, 12, 14, 52)).items()) == [(1, [1, 14]), (12, [12])]
    assert split.by_rank((2, 3, 28, 106), each=2) == {1: [2, 3, 28]}


def test_what_stands_on_cards() -> None:
    assert [split.cards.letter_of(card) for card in (0, 9, 10, 12, 52)] == ["A", "10", "J", "K", ""]
    assert [split.face(card) for card in (13, 52, 53)] == ["suit-1", "joker-red", "joker-black"]
    assert split.suits("HC") == "hearts or clubs"
    assert [split.half_of(half) for half in (6, 7)] == [(3, 0), (3, 1)]


def test_matches_in_pictures() -> None:
    assert [split.chips(kind) for kind in ("weak", "strong", "perfect", "lies")] == [1, 2, 2, 0]
    assert split.suits_of_match("perfect", "2") == (2, 2)
    assert split.suits_of_match("weak", "12") == (1, 2)
    assert split.suits_of_match("strong", "") == (0, 3)


def test_matches_in_the_little_book() -> None:
    assert split.PAIRS == {
        "weak": (("7", 0), ("7", 1)),
        "strong": (("7", 0), ("7", 3)),
        "perfect": (("7", 1), ("7", 1)),
        "packs": (("K", 1), ("K", 1)),
    }
    assert [split.ink(suit) for suit in range(4)] == ["bk-black", "bk-red", "bk-red", "bk-black"]


def test_what_lies_beside_the_board_lies_evenly() -> None:
    near, middle, far = split.MARKS
    assert middle - near == far - middle
    assert split.FAR == (-10 - 36, 1000 + 10)  # a chip is 36 wide
    assert split.QUARTERS == ((2, 2), (12, 2), (2, 12), (12, 12))
    assert tuple(2 + 6 * n for n in range(3)) == split.STACKED
    side = len(split.CORNERS) // 2
    assert tuple((x, 4 + 128 * n) for x in (4, 1020) for n in range(side)) == split.CORNERS and [
        *split.BESIDE[0],
        *split.BESIDE[1],
    ] == list(range(2 * side))


def test_spaces_and_places_of_the_board() -> None:
    assert tuple((x, y) for y in range(0, 1000, 100) for x in range(0, 1000, 100)) == split.SQUARES
    assert [split.SQUARES[n] for n in (0, 37, 99)] == [(0, 0), (700, 300), (900, 900)]
    assert [row[0] for row in split.ROWS] == list(range(0, 100, 10))
    assert split.CORNERS[4:6] == ((4, 516), (1020, 4))


# --- Animal Splash ----------------------------------------------------------------------------


def test_divers_lie_round_the_grid() -> None:
    assert (
        *((135, 28), (285, 28), (435, 28), (548, 160), (548, 365), (548, 570)),
        *((435, 712), (285, 712), (135, 712), (22, 570), (22, 365), (22, 160)),
    ) == animal.SPOTS
    assert (
        *((179, 28), (329, 28), (479, 28), (548, 208), (548, 413), (548, 618)),
        *((479, 712), (329, 712), (179, 712), (22, 618), (22, 413), (22, 208)),
    ) == animal.NUMBERS
    assert (
        *((1, 2), (1, 3), (1, 4), (2, 5), (3, 5), (4, 5)),
        *((5, 4), (5, 3), (5, 2), (4, 1), (3, 1), (2, 1)),
    ) == animal.SIDES
    columns, rows = (68, 218, 368), (62, 269, 476)
    assert tuple((x, y) for y in rows for x in columns) == animal.PLACES
    assert tuple((row, column) for row in (2, 3, 4) for column in (2, 3, 4)) == animal.CELLS


def test_what_lies_on_a_card() -> None:
    assert [animal.bubbles(n) for n in range(4)] == [(), (24,), (20, 29), (16, 25, 34)]
    for spots in (animal.ANIMALS, animal.PLANTS):
        assert {many: len(of) for many, of in spots.items()} == {1: 1, 2: 2}
    assert animal.MOST == {"number": 999, "count": 20, "points": 20, "best": 40, "second": 40}


def test_a_word_with_a_picture_has_one() -> None:
    page = Path(str(animal.__file__)).parent / "pages" / "sprite.html"
    there = set(re.findall(r'id="(as-[\w-]+)"', page.read_text(encoding="utf-8")))
    assert {animal.href(word, "")[1:] for word in animal.DRAWN} <= there
    assert animal.href("Open sea", "background") == "#as-open-sea"
    assert animal.href("moose", "animal") == "#as-animal"


@pytest.mark.parametrize("kids", range(4, 9))
def test_a_wall_s_circle_is_as_wide_as_the_wall(kids: int) -> None:
    on_wall, page = party.ring(kids, True), party.ring(kids, False)
    assert (page.is_wide, on_wall.is_wide) == (False, True)  # rows beside it would say all twice
    assert (page.larger, on_wall.larger) == (1, 1.25 if kids <= 5 else 1)
    assert len(on_wall.places) == kids and on_wall.name_wide >= page.name_wide
    assert (page.name_wide, page.place_wide) == (party.NAME_WIDE, party.PLACE_WIDE)
    wider = (on_wall.name_wide - page.name_wide, on_wall.place_wide - page.place_wide)
    assert wider == (on_wall.more, on_wall.more) and page.more == 0
    wide, high = on_wall.place_wide * on_wall.larger, 192 * on_wall.larger
    half = wide / 2
    for one, other in combinations(on_wall.places, 2):
        assert abs(one.x - other.x) > wide or abs(one.y - other.y) > high
        lower = on_wall.is_wide and one.y == other.y > party.HALFWAY  # what is said lies above it
        assert on_wall.bend(one, other) == (one.y if lower else party.HALFWAY)
        assert page.bend(one, other) == party.HALFWAY
    assert all(half <= place.x <= on_wall.wide - half for place in on_wall.places)
