"""What chips connect: paths between opposite sides of the board, on sets of spaces as bits.

Knows neither colours nor suits. Space row * 10 + column is the bit of that number.
"""

from typing import Final

from companion.bits import ones

SIDE: Final = 10
SPACES: Final = SIDE * SIDE
ALL: Final = (1 << SPACES) - 1

NORTH: Final = (1 << SIDE) - 1
SOUTH: Final = NORTH << SPACES - SIDE
WEST: Final = sum(1 << SIDE * row for row in range(SIDE))
EAST: Final = WEST << SIDE - 1

Pair = tuple[int, int]
NORTH_SOUTH: Final[Pair] = (NORTH, SOUTH)
WEST_EAST: Final[Pair] = (WEST, EAST)


def spaces_in(bits: int) -> tuple[int, ...]:
    """The spaces of a set, in their order."""
    return tuple(ones(bits))


def beside(bits: int) -> int:
    """All spaces that touch one of these by an edge."""
    # H-R10 Horizontally and vertically, never diagonally.
    touching = bits << SIDE | bits >> SIDE | (bits & ~EAST) << 1 | (bits & ~WEST) >> 1
    return touching & ALL


def connected(chips: int, space: int) -> int:
    """All of these chips that hang together with the one on a space."""
    found, newest = 0, chips & 1 << space
    while newest:
        found |= newest
        newest = beside(newest) & chips & ~found
    return found


def closes(chips: int, space: int, pairs: tuple[Pair, ...]) -> bool:
    """Whether the chip on a space is part of a path between the sides of one of the pairs."""
    group = connected(chips, space)
    # H-Q19 A corner belongs to both of its sides.
    return any(group & one and group & other for one, other in pairs)


def shortest(chips: int, pairs: tuple[Pair, ...]) -> tuple[int, ...]:
    """A shortest path of chips from one side of a pair to the other; empty if there is none."""
    found = [path for one, other in pairs if (path := _between(chips, one, other))]
    return min(found, key=len, default=())


def missing(chips: int, free: int, pairs: tuple[Pair, ...]) -> int:
    """How many more chips would join a pair, each on a free space; 0 where nothing can any more."""
    found = [n for one, other in pairs if (n := _missing(chips, free, one, other))]
    return min(found, default=0)


def _missing(chips: int, free: int, one: int, other: int) -> int:
    reached, laid = _hanging(one & chips, chips), 0
    while not reached & other:
        fresh = (beside(reached) | one) & free & ~reached
        if not fresh:
            return 0
        reached, laid = _hanging(reached | fresh, chips), laid + 1
    return laid


def _hanging(reached: int, chips: int) -> int:
    """The same spaces, with all chips that hang together with one of them."""
    while more := beside(reached) & chips & ~reached:
        reached |= more
    return reached


def _between(chips: int, one: int, other: int) -> tuple[int, ...]:
    layers = [chips & one]
    seen = layers[0]
    while not layers[-1] & other:
        farther = beside(layers[-1]) & chips & ~seen
        if not farther:
            return ()
        seen |= farther
        layers.append(farther)
    space = _lowest(layers.pop() & other)
    path = [space]
    while layers:
        space = _lowest(beside(1 << space) & layers.pop())
        path.append(space)
    return tuple(reversed(path))


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1
