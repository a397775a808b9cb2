"""How cards are dealt by lot, so that nobody knows them before and anybody may check them after.

Pure: the seed and the salt are told. The same seed deals the same cards on any machine, for ever.
"""

from collections.abc import Iterator
from hashlib import sha256

SEED_BYTES = 16  # 128 bits: nobody tries them all
_WORD = 4  # bytes of a number that is drawn
_WORDS = 2 ** (8 * _WORD)


def seal_of(salt: bytes, seed: bytes) -> str:
    """What may be told of a deal before it: it binds whoever deals, and gives nothing away."""
    return sha256(b"seal" + salt + seed).hexdigest()


def order_of(seed: bytes, count: int) -> tuple[int, ...]:
    """The cards 0.. of a deck of `count`, shuffled: each order as likely as any other."""
    cards, numbers = list(range(count)), _numbers(seed)
    for place in range(count - 1, 0, -1):  # Fisher and Yates
        other = _below(place + 1, numbers)
        cards[place], cards[other] = cards[other], cards[place]
    return tuple(cards)


def _below(most: int, numbers: Iterator[int]) -> int:
    """A number from 0 to below `most`; what would favour the small ones is drawn anew."""
    fair = _WORDS - _WORDS % most
    return next(number for number in numbers if number < fair) % most


def _numbers(seed: bytes) -> Iterator[int]:
    """Numbers without end: the hash of the seed and a counter, cut into words."""
    counter = 0
    while True:
        block = sha256(b"deal" + seed + counter.to_bytes(8, "big")).digest()
        for at in range(0, len(block), _WORD):
            yield int.from_bytes(block[at : at + _WORD], "big")
        counter += 1
