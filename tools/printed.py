"""Writes every side of every sheet as SVG, a folder a PDF: python tools/printed.py FOLDER SUMS."""

import sys
from pathlib import Path

from companion.web.press import all_sides, sum_of


def main(folder: Path, sums: Path) -> None:
    """Write them, and of what each PDF is made."""
    told = []
    for name, sides in all_sides():
        (folder / name).mkdir()
        for n, side in enumerate(sides, 1):
            (folder / name / f"{n:02}.svg").write_text(side, encoding="utf-8")
        told.append(f"{sum_of(sides)}  {name}\n")
    sums.write_text("".join(told), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
