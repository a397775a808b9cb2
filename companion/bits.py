"""Sets of small numbers as the bits of one."""


def ones(bits: int) -> list[int]:
    """The numbers in a set, in their order."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found
