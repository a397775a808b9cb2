"""The lot: each card comes to each place as often as to any other, and nobody can foretell it."""

from collections import Counter
from hashlib import sha256
from itertools import pairwise, permutations

from companion.hands.lot import order_of, seal_of

DEALS = 2000


def seed(number: int) -> bytes:
    return sha256(number.to_bytes(4, "big")).digest()[:16]


def chi_square(found: Counter[tuple[int, ...]], cells: int) -> float:
    """How far counts are from being all alike."""
    even = sum(found.values()) / cells
    return sum((count - even) ** 2 for count in found.values()) / even + even * (cells - len(found))


def test_each_card_lies_at_each_place_as_often() -> None:
    cards = 12
    found = Counter(
        (card, place)
        for number in range(DEALS)
        for place, card in enumerate(order_of(seed(number), cards))
    )
    # 121 degrees of freedom: 1 fair shuffle in 100,000 lies beyond 196 (or below 62).
    assert 62 < chi_square(found, cards * cards) < 196


def test_each_order_of_a_few_is_as_likely() -> None:
    found = Counter(order_of(seed(number), 4) for number in range(DEALS))
    assert found.keys() <= set(permutations(range(4)))
    assert 5 < chi_square(found, 24) < 62  # 23 degrees of freedom, as above


def test_no_card_clings_to_the_one_before() -> None:
    cards = 8
    pairs = (two for n in range(DEALS) for two in pairwise(order_of(seed(n), cards)))
    found = Counter((one, other) for one, other in pairs)
    assert 20 < chi_square(found, cards * (cards - 1)) < 113  # 55 degrees of freedom


def test_it_is_the_same_on_any_machine_for_ever() -> None:
    assert order_of(bytes(16), 12) == (6, 1, 10, 4, 3, 11, 8, 9, 7, 0, 2, 5)


def test_all_cards_are_there_once() -> None:
    for count in (0, 1, 2, 24, 40, 300):
        assert sorted(order_of(b"seed", count)) == list(range(count))


def test_the_seal_binds_and_tells_nothing() -> None:
    one = seal_of(b"salt", b"seed")
    assert len(one) == 64 and b"seed".hex() not in one
    assert len({one, seal_of(b"salu", b"seed"), seal_of(b"salt", b"seee")}) == 3
