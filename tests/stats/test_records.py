"""Records: the best, all whose span overlaps it, and nothing unlike beside it."""

from companion.names import unmarked
from companion.stats.records import HOLDERS_MOST, RecordShown, Tried, records_shown


def tried(game: int, low: int, high: int, unit: str = "", felt_with: str = "gpio") -> Tried:
    """A try at one record."""
    return Tried("Closest finish", (game,), low, high, unit, felt_with, "2 May", game, 7)


def shown(*tries: Tried) -> tuple[RecordShown, ...]:
    return records_shown(tries, lambda one: f"P{one.seats[0]}")


def who(*tries: Tried) -> list[str]:
    (record,) = shown(*tries)
    return [one.who for one in record.holders]


def test_of_times_the_fewest_are_best_and_who_may_be_as_fast_shares_it() -> None:
    tries = tried(1, 10_000, 12_000), tried(2, 11_900, 14_000), tried(3, 12_001, 12_500)
    assert who(*tries) == ["P1", "P2"]
    assert who(tried(1, 10_000, 20_000), tried(2, 14_000, 15_000)) == ["P1", "P2"]


def test_of_numbers_the_most_are_best() -> None:
    assert who(tried(1, 12, 12, "spaces"), tried(2, 14, 14, "spaces")) == ["P2"]
    assert who(tried(1, 14, 14, "spaces"), tried(2, 14, 14, "spaces")) == ["P1", "P2"]


def test_sensors_are_never_compared() -> None:
    found = shown(tried(1, 10, 20), tried(2, 5_000, 6_000, felt_with="tablet"))
    assert [(one.title, len(one.holders)) for one in found] == [
        ("Closest finish (touch modules)", 1), ("Closest finish (tablet)", 1),
    ]  # fmt: skip


def test_a_record_says_how_sure_it_is_and_where_to_see_it() -> None:
    (record,) = shown(tried(3, 10_400, 12_400))
    (one,) = record.holders
    assert (unmarked(one.said), one.evening) == ("10 ms to 12 ms", "2 May")
    assert (one.game, one.moment) == (3, 7)
    assert shown(tried(3, 14, 14, "spaces"))[0].holders[0].said == "14 spaces"


def test_of_many_who_share_it_the_newest_are_named() -> None:
    (record,) = shown(*[tried(n, 14, 14, "spaces") for n in range(HOLDERS_MOST + 3)])
    assert len(record.holders) == HOLDERS_MOST and record.others == 3
