"""Puts the triangles of printed parts in order: OpenSCAD writes them in another one each time.

Binary STL (3D Systems, 1989): 80 bytes of header, their number, and 50 bytes for each.
"""

import sys
from pathlib import Path

HEAD, FACET = 84, 50  # bytes


def in_order(stl: bytes) -> bytes:
    """The same part as the same bytes."""
    facets = (stl[at : at + FACET] for at in range(HEAD, len(stl), FACET))
    return stl[:HEAD] + b"".join(sorted(facets))


if __name__ == "__main__":
    for name in sys.argv[1:]:
        file = Path(name)
        file.write_bytes(in_order(file.read_bytes()))
