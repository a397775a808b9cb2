"""What somebody did: unlike is never put together, few are dots, and nothing is compared."""

import re
from random import Random

import pytest

from companion.names import unmarked
from companion.stats.person import (
    EVENINGS_MOST,
    WIDE,
    Did,
    FigureShown,
    GroupShown,
    figures_shown,
    with_trends,
)
from companion.stats.spans import FEW

WHOSE = "Of {every} grabs, {n} said whose."


def only(*did: Did) -> FigureShown:
    (shown,) = figures_shown(did)
    return shown


def test_few_times_are_dots_and_no_more() -> None:
    shown = only(Did("Games won", 1, 1), Did("Games won", 0, 1), Did("Games won", 1, 1))
    assert (shown.title, shown.said, shown.words) == ("Games won", "2 of 3.", ())
    assert len(shown.strokes) == 3
    assert [one.thick for one in shown.strokes] == [14, 14, 2], "full ones first"


def test_from_twenty_on_there_is_a_span() -> None:
    shown = only(*[Did("My hand was first", 2, 5, 8, WHOSE)] * 6)
    assert shown.said == "12 of 30. In the long run: 25 to 58 of 100."
    assert shown.beside == "Of 48 grabs, 30 said whose."
    assert len(shown.strokes) == 3 and [one.text for one in shown.words] == ["0", "100"]


@pytest.mark.parametrize("n", range(1, 45))
def test_no_word_of_comparison_and_a_span_just_where_there_are_enough(n: int) -> None:
    for k in (0, n // 2, n):
        share = only(Did("x", k, n))
        assert share.said.startswith(f"{k} of {n}.")
        assert ("long run" in share.said) == (n >= FEW)
    times = only(Did("x", took_us=tuple(range(1000, 1000 + 9000 * n, 9000))))
    assert ("long run" in times.said) == (n >= FEW)
    for shown in (share, times):
        words = f"{shown.title} {shown.said} {shown.beside}".lower()
        assert not re.search(r"better|worse|more|less|faster|slower|best|than|good|trend", words)


def test_what_was_felt_otherwise_is_another_figure() -> None:
    did = [Did("First", 1, 1, felt_with=of) for of in ("gpio", "tablet", "gpio", "board")]
    found = {shown.title: shown.said for shown in figures_shown(did)}
    assert found == {
        "First (touch modules)": "2 of 2.",
        "First (tablet)": "1 of 1.",
        "First (touch board)": "1 of 1.",
    }


def test_times_say_their_middle_and_its_span() -> None:
    took_us = tuple(range(100_000, 500_000, 20_000))
    shown = only(Did("After the first hand", took_us=took_us))
    assert unmarked(shown.said) == (
        "20 times. Half of them within 290 ms; in the long run 200 ms to 380 ms."
    )
    assert only(Did("x", took_us=(5,))).said == "Felt once."
    assert only(Did("x", took_us=(5, 7))).said == "Felt 2 times."


def test_of_nothing_nothing_is_said() -> None:
    assert figures_shown([Did("First", 0, 0, 4, WHOSE)]) == ()


@pytest.mark.parametrize("seed", range(3))
def test_every_mark_is_on_the_paper(seed: int) -> None:
    rng = Random(seed)
    for _ in range(60):
        n = rng.randrange(1, 60)
        took = tuple(rng.randrange(10 ** rng.randrange(1, 8)) for _ in range(n))
        for shown in figures_shown([Did("a", rng.randrange(n + 1), n), Did("b", took_us=took)]):
            boxes = [one.box for one in shown.words]
            assert all(-5 <= left <= right <= WIDE + 5 for left, _, right, _ in boxes)
            for (_, _, end, _), (begin, _, _, _) in zip(boxes, boxes[1:], strict=False):
                assert end <= begin
            starts = [float(re.match(r"M([\d.]+)", one.d)[1]) for one in shown.strokes]
            assert all(0 <= x <= WIDE for x in starts)


def test_numbers_each_time_are_dots_and_from_twenty_on_have_a_middle() -> None:
    few = only(
        Did("Letters", counts=(0, 1, 1), each="round"), Did("Letters", counts=(6,), each="round")
    )
    assert few.said == "4 rounds: 8 in all."
    assert len([one for one in few.strokes if one.d.endswith("h.01")]) == 4
    assert only(Did("Letters", counts=(2,), each="game")).said == "1 game: 2 in all."
    many = only(Did("Letters", counts=(0, 1, 1, 6) * 5, each="round"))
    assert many.said == "20 rounds: 40 in all. The middle one had 1; in the long run 1 to 1."


def test_evening_by_evening_everything_is_behind_the_picture() -> None:
    did = [Did("First", k, 2, evening=of) for k, of in ((1, "2 May"), (0, "2 May"), (2, "1 May"))]
    assert [(row.evening, row.said) for row in only(*did).rows] == [
        ("2 May", "1 of 4"), ("1 May", "2 of 2"),
    ]  # fmt: skip
    took = only(Did("After", took_us=(90_000, 20_000), evening="1 May"))
    assert [unmarked(row.said) for row in took.rows] == ["20 ms, 90 ms"]
    assert [row.said for row in only(Did("L", counts=(3, 0), each="game")).rows] == ["3, 0"]


def test_what_has_seldom_been_is_left_out_where_it_never_was() -> None:
    assert figures_shown([Did("Soaked by Ana", 0, 1, seldom=True)] * 3) == ()
    assert (
        only(Did("Soaked by Ana", 0, 1, seldom=True), Did("Soaked by Ana", 1, 1)).said == "1 of 2."
    )


def test_rounds_and_games_are_not_put_together() -> None:
    found = figures_shown([Did("A", counts=(1,), each="game"), Did("A", counts=(1,), each="round")])
    assert [one.said for one in found] == ["1 game: 1 in all.", "1 round: 1 in all."]


def test_a_change_is_said_only_where_it_is_hardly_chance() -> None:
    lately = [Did("Won", int(n < 20), 1) for n in range(40)]  # the newest first
    steady = [Did("Won", n % 2, 1) for n in range(40)]
    groups = [GroupShown("A", "", figures_shown(some)) for some in (lately, steady, lately[::-1])]
    said = [group.figures[0].said for group in with_trends(groups)]
    assert said[0].endswith(" It happens more often by now. That is hardly chance.")
    assert said[1] == figures_shown(steady)[0].said
    assert said[2].endswith(" It happens less often by now. That is hardly chance.")


def test_of_few_no_change_is_said() -> None:
    few = [Did("Won", int(n < 9), 1) for n in range(FEW - 1)]
    (group,) = with_trends([GroupShown("A", "", figures_shown(few))])
    assert group.figures[0].said == f"9 of {FEW - 1}."


def test_how_long_it_takes_and_how_many_there_are_change_too() -> None:
    took = [Did("After", took_us=(20_000 if n < 20 else 90_000,)) for n in range(40)]
    many = [Did("Letters", counts=(n // 20,), each="round") for n in range(40)]
    (group,) = with_trends([GroupShown("A", "", figures_shown([*took, *many]))])
    after, letters = (figure.said for figure in group.figures)
    assert "It takes less time by now." in after and "There are fewer by now." in letters


def test_many_evenings_are_a_page_and_no_more() -> None:
    """Ten thousand games: rows for the newest, one for all before, and no dot twice."""
    rng = Random(3)
    shown = only(
        *(
            Did("After", took_us=(rng.randrange(20_000, 900_000),), evening=f"evening {n // 10}")
            for n in range(10_000)
        )
    )
    assert len(shown.rows) == EVENINGS_MOST + 1
    assert (shown.rows[0].evening, shown.rows[-1].evening) == ("evening 0", "940 before")
    assert shown.rows[-1].said == "9400 times"
    assert len(shown.strokes) <= 2 + WIDE
    shares = only(*(Did("Won", n % 2, 1, evening=f"evening {n}") for n in range(100)))
    assert shares.rows[-1].said == "20 of 40"
