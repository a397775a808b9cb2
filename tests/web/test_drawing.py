"""Where words and marks go: as long as a line is, side by side, and as high as is felt."""

import pytest

from companion.evening.lettering import is_tall, width
from companion.games.party_splash.drawing import things
from companion.games.twisted_fish.cards import card_text
from companion.names import unmarked
from companion.say import duration
from companion.web.drawing import (
    abreast,
    bar,
    broad,
    edge,
    ems,
    fitted,
    lettered,
    level,
    lines,
    ms,
    nth,
    once,
    pool,
    said,
    seconds,
    spread,
    titled,
    two_lines,
    unasked,
)


@pytest.mark.parametrize(
    ("heard", "lead", "shown"),
    [
        ([], "", ("", "", "")),
        (["Ana draws 2."], "", ("Ana draws 2.", "", "")),
        (["Ana splashes Ben!", "Ana draws 2."], "", ("Ana splashes Ben!", "Ana draws 2.", "")),
        (["It ends."], "Ben has it.", ("It ends.", "", "Ben has it.")),
        (["Ana splashes Ben!"], "Ana splashes Ben.", ("Ana splashes Ben!", "", "")),
        (
            ["A splashes B!", "A runs."],
            "A splashes B, twice.",
            ("A splashes B, twice.", "A runs.", ""),
        ),
        (["Whopper! B.", "Whopper! A."], "Whopper! A.", ("Whopper! A.", "", "")),
        (["B flips.", "A splashes B!"], "A splashes B.", ("B flips.", "", "A splashes B.")),
        (["A dives, and has 2.", "A dives"], "", ("A dives, and has 2.", "", "")),
    ],
)
def test_a_wall_says_each_thing_once(
    heard: list[str], lead: str, shown: tuple[str, str, str]
) -> None:
    assert once(heard, lead) == shown


def test_what_a_question_says_first_is_not_said_beside_it() -> None:
    heard = ["Put right: Ana ends.", "Ana plays the 7 of hearts."]
    question = "Ana plays the 7 of hearts. What match is it?"
    assert once(heard, "", question) == (heard[0], "", "")
    assert once(heard, "", "What match is it?") == (*heard, "")


@pytest.mark.parametrize("name", ["อภิสิทธิ์", "ສົມສະໄໝ", "សុភាវតី", "ကျော်ကျော်", "लक्ष्मी", "শ্রীকৃষ্ণ", "ශ්‍රී"])
def test_letters_above_and_below_others_are_smaller(name: str) -> None:
    assert is_tall(name) and not is_tall("Ana عبدالرحمن")
    assert fitted(name, 999, 20)[1] < fitted("Ana", 999, 20)[1] == 20


@pytest.mark.parametrize(
    ("said", "question", "left"),
    [
        ("Good grab! Who is left?", "Who is left?", "Good grab!"),
        ("Who is left?", "Who is left?", "Who is left?"),
        ("Good grab!", "Who is left?", "Good grab!"),
    ],
)
def test_what_is_asked_is_no_news_beside_it(said: str, question: str, left: str) -> None:
    assert unasked(said, question) == left


@pytest.mark.parametrize(
    ("title", "lines"),
    [
        ("", ("", "")),
        ("4 kelp", ("4 kelp", "")),
        ("Three of one kind", ("Three of one", "kind")),
        ("Most animals of one colour in a row", ("Most animals of", "one colour in a row")),
        ("Unbreakablebecauselong", ("", "Unbreakablebecauselong")),
    ],
)
def test_a_title_has_two_lines_at_most(title: str, lines: tuple[str, str]) -> None:
    assert two_lines(title) == lines


@pytest.mark.parametrize(
    ("us", "words"),
    [(0, "0 ms"), (400, "0.4 ms"), (9_000, "9 ms"), (9_949, "9.9 ms"), (83_600, "84 ms"),
     (999_499, "999 ms"), (999_500, "1.0 s"), (1_340_000, "1.3 s")],
)  # fmt: skip
def test_a_time_is_said_as_finely_as_it_matters(us: int, words: str) -> None:
    assert unmarked(ms(us)) == words


@pytest.mark.parametrize("us", [84_000, 999_400, 999_600, 1_163_000])
def test_the_picture_says_a_time_as_the_sentence_does(us: int) -> None:
    assert ms(us) == duration(us)


def test_things_lie_side_by_side() -> None:
    assert abreast(3, 100, 46) == (31, 77, 123)
    assert spread(2, 500, 170) == (415.0, 585.0)
    assert abreast(0, 500, 60) == spread(0, 500, 60) == ()
    assert (edge(250, 150), nth(2, 178, 118), seconds(1770)) == (175.0, 414, "1.8")


def test_words_that_need_more_room_than_there_is() -> None:
    assert fitted("Ana", 188, 40) == ("Ana", 40)
    assert fitted("Bartholomew", 188, 40) == ("Bartholomew", 22.5)
    assert fitted("Maximilian Alexander", 188, 40) == ("Maximilian…", 22)
    assert fitted("Maximilian Alexander", 188, 40, least=0.75) == ("Maximi…", 30)

    assert [ems(name) for name in ("Ana", "Charlotte", 20 * "W")] == [3, 6, 24]
    assert said(card_text(59)) == "purple hammerhead"


def test_of_nine_letters_none_is_left_out_and_nine_pictures_stand_on_two_lines() -> None:
    def lines_of(name: str, room: int, most: int) -> list[tuple[str, float, float]]:
        return [(one.words, one.y, one.size) for one in lettered(name, 100, room, most)]

    sea, family = "🐬🦈🐙🐳🦀🐠🐡🦑🐚", "👩\u200d👧"
    assert lines_of("Maximilian Alexander", 188, 40) == [("Maximilian…", 100, 22)]
    assert lines_of(9 * "W", 72, 17) == [(9 * "W", 100, 6.9)]
    assert lines_of(sea, 560, 40) == [(sea, 100, 40)]
    assert lines_of(sea, 188, 40) == [(sea[:5], 79, 20), (sea[5:], 107, 20)]
    assert [one.words for one in lettered(9 * family, 100, 72, 17)] == [5 * family, 4 * family]


@pytest.mark.parametrize(
    ("dolphins", "crop", "highs"),
    [
        (1, "0 70 1000 620", [1.15]),
        (2, "0 70 1000 620", [1.2, -1.2]),
        (3, "0 70 1000 760", [1.04, -1.0, -1.04]),
        (4, "0 62 1000 676", [1.08, 1.08, -1.08, -1.08]),
        (5, "0 0 1000 770", [0.94, 0.94, 0.94, -0.94, -0.94]),
    ],
)
def test_no_dolphin_lies_on_its_back(dolphins: int, crop: str, highs: list[float]) -> None:
    assert pool(dolphins).crop == crop
    assert [one.high for one in pool(dolphins).places] == highs


@pytest.mark.parametrize(
    ("name", "grows"), [("Ana", False), ("Gwendolyn", True), ("Oma Gertrud von Wald", False)]
)
def test_a_wall_has_room_beside_the_pool_for_a_name_that_is_small(name: str, grows: bool) -> None:
    beside, above = pool(5).places[1], pool(5).places[0]
    assert beside.grows(name) is grows
    assert not above.grows(name)


def test_a_pool_without_dolphins_is_whole() -> None:
    assert pool(0) == pool(9) == pool(5)


def test_a_bar_is_as_high_as_is_felt() -> None:
    assert (level(6.0, 24.0), level(50.0, 24.0), bar(5.0, 20.0)) == (25.0, 100, 75.0)


@pytest.mark.parametrize(
    ("name", "is_broad"),
    [
        ("Charlotte", False), (9 * "🐬", True), (3 * "🐬", False), ("Maximilian Alexander", False),
        ("Emmanuela", True), ("Gwendolyn", False), ("Александр", False), ("אברהם יצחק", False),
    ],
)  # fmt: skip
def test_a_short_name_may_want_a_place_of_its_own(name: str, is_broad: bool) -> None:
    assert broad(name) == is_broad


@pytest.mark.parametrize(
    ("short", "wide", "high"), [(3, 0, 1), (4, 0, 2), (8, 0, 3), (0, 3, 3), (2, 1, 2), (7, 1, 3)]
)
def test_three_names_go_on_a_line_and_a_broad_one_takes_two_places(
    short: int, wide: int, high: int
) -> None:
    assert lines(["Ana"] * short + [9 * "🐬"] * wide) == high


def test_a_broad_name_waits_for_two_places_beside_each_other() -> None:
    order = ("Ana", 9 * "🐬", "Ben", "Cy", 9 * "🐙", 9 * "🐳", 9 * "🦑", 9 * "🦀")
    assert lines(order) == 6


@pytest.mark.parametrize("count", range(12))
def test_all_that_lies_before_a_kid_lies_on_its_card(count: int) -> None:
    for is_small, last in ((True, 58), (False, 156)):
        places = things(count, is_small)
        assert len(places) == count and all(0 <= at <= last for at in places)
        assert list(places) == sorted(set(places))


TITLES = {
    "short": ("3 ships", ["3 ships"]),
    "as the box's": ("Nobody has a better picture", ["Nobody has a", "better picture"]),
    "long": (
        "Who has most pictures with wrecks and anchors in one row gets all that lies here",
        ["Who has most pictures with", "wrecks and anchors in one", "row gets all that lies here"],
    ),
    "of one word": ("W" * 80, ["W" * 18 + "…"]),
    "without blanks": ("ก" * 40, ["ก" * 24 + "…"]),
}


@pytest.mark.parametrize(("title", "said"), TITLES.values(), ids=TITLES)
def test_a_title_is_in_its_room_however_long(title: str, said: list[str]) -> None:
    found = titled(title, 100, 290)
    assert all(width(line.words) * line.size <= 290 for line in found)
    assert [line.words for line in found] == said
    assert 100 <= found[0].y <= found[-1].y <= 140
