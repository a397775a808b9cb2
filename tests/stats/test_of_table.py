"""What a table did: unlike sensors apart, each pad by itself, and one that stands out only where
that is hardly chance.
"""

from random import Random

import pytest

from companion.stats.of_table import TableDid, TableFigureShown, standing_out, tables_shown
from companion.stats.person import EVENINGS_MOST
from companion.stats.spans import FEW

PADS = ("Red", "Blue", "Green", "Gold", "White")
FIGURES = 6  # of a page that have pads


def only(*did: TableDid) -> TableFigureShown:
    (shown,) = tables_shown("SPLASH!", did, {"Close": "Calibrate."})
    (figure,) = shown.figures
    return figure


def test_a_figure_has_its_parts_behind_it_and_what_to_do() -> None:
    games = [
        TableDid("Close", 1, 2),
        TableDid("Close", 1, 2, "Red"),
        TableDid("Close", 0, 1, "Blue"),
    ]
    shown = only(*games * 20)
    assert shown.figure.said == "20 of 40. In the long run: 35 to 65 of 100."
    assert [(one.part, one.said, one.span) for one in shown.parts] == [
        ("Red", "20 of 40", "35 to 65 of 100"), ("Blue", "0 of 20", "0 to 16 of 100"),
    ]  # fmt: skip
    assert shown.advice == "Calibrate."


def test_of_few_no_span_is_said_and_nothing_stands_out() -> None:
    shown = only(TableDid("Close", 9, FEW - 1), TableDid("Close", FEW - 1, FEW - 1, "Red"),
                 TableDid("Close", 0, FEW - 1, "Blue"))  # fmt: skip
    assert {one.span for one in shown.parts} == {""} and not shown.stands_out


def test_sensors_are_never_put_together() -> None:
    did = [TableDid("Close", 1, 2, felt_with=of) for of in ("", "gpio", "tablet", "gpio")]
    found = {one.way: one.figures[0].figure.said for one in tables_shown("SPLASH!", did, {})}
    assert found == {"touch modules": "2 of 4.", "tablet": "1 of 2.", "what people told": "1 of 2."}


def test_times_and_numbers_have_parts_too() -> None:
    doubt = only(TableDid("Doubt", took_us=(300,) * 30), TableDid("Doubt", took_us=(300,) * 30,
                 part="Red"))  # fmt: skip
    assert [(one.said, one.span) for one in doubt.parts] == [
        ("0.3\u00a0ms (30 touches)", "0.3\u00a0ms to 0.3\u00a0ms")
    ]
    feints = only(TableDid("Feints", counts=(3,)), TableDid("Feints", counts=(3,), part="Red"))
    assert feints.figure.said == "1 game: 3 in all." and feints.parts[0].said == "3"


def test_evening_by_evening_is_a_line_each_and_one_for_all_before() -> None:
    did = [TableDid("Doubt", took_us=(300,) * 9, evening=f"evening {n}") for n in range(70)]
    rows = only(*did).figure.rows
    assert len(rows) == EVENINGS_MOST + 1
    assert (rows[0].evening, rows[0].said) == ("evening 0", "0.3\u00a0ms (9 touches)")
    assert (rows[-1].evening, rows[-1].said) == ("10 before", "0.3\u00a0ms (90 touches)")


def test_of_nothing_nothing_is_said() -> None:
    assert not list(tables_shown("SPLASH!", [], {}))
    assert standing_out({}) == ""


def test_a_pad_that_is_truly_worse_stands_out_alone() -> None:
    rng = Random(2)
    for bad in PADS:
        shares = {pad: (_falls(rng, 0.4 if pad == bad else 0.05, 60), 60) for pad in PADS}
        assert standing_out(shares) == (
            f"{bad}: more often than the others. That is hardly chance."
        )


def pages_that_blame_a_pad(pages: int) -> int:
    """Tables whose pads are all alike: how many are told that one stands out."""
    rng = Random(9)
    return sum(any([standing_out(_alike(rng)) for _ in range(FIGURES)]) for _ in range(pages))


def test_pads_that_are_alike_are_hardly_ever_blamed() -> None:
    assert pages_that_blame_a_pad(150) <= 5


@pytest.mark.soak
def test_of_ten_thousand_tables_with_equal_pads_one_of_a_hundred_blames_one_at_most() -> None:
    assert pages_that_blame_a_pad(10_000) <= 100


def _alike(rng: Random) -> dict[str, tuple[int, int]]:
    share, often = rng.random() / 2, [rng.randrange(FEW, 200) for _ in PADS]
    return {pad: (_falls(rng, share, n), n) for pad, n in zip(PADS, often, strict=True)}


def _falls(rng: Random, share: float, n: int) -> int:
    return sum(rng.random() < share for _ in range(n))
