"""From what distance on two hands of a sort are told apart, by this board and by two chips' models.

Prints a table for docs/firmware.md: told.py RACES [COUNT [HANDS]]. By simulated hands on simulated
pads: nothing here has met real copper.
"""

import subprocess
import sys
from collections.abc import Iterator

HANDS = (
    *("fingertip", "child's fingertip", "three fingers", "palm", "child's palm", "flat hand"),
    *("sweaty palm", "gloved hand", "fingertip through paint", "palm through film"),
    "palm through cloth",
)
GAPS_MS = (0.3, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 8.0, 12.0, 16.0, 24.0, 40.0)
NEEDED = 0.99  # of all races, and none wrong from there on
EARLY_US = 1_500  # as companion/table/board/doubts.py has it
UNKNOWN_US = 23_808
FIRST, SECOND, LOOKS = 2, 12, 22  # columns of a line


def verdicts(line: str) -> Iterator[int]:
    """Of the board, then of each chip: 1 right, 0 too close or not told, -1 wrong."""
    fields = line.split("\t")
    (one, one_us, one_doubt), (two, two_us, two_doubt) = (
        [int(fields[at + n]) for n in (5, 8, 9)] for at in (FIRST, SECOND)
    )
    if not (one and two) or max(one_doubt, two_doubt) >= UNKNOWN_US:
        yield 0
    else:
        yield (one_us + EARLY_US < two_us - two_doubt) - (two_us + EARLY_US < one_us - one_doubt)
    for at in (LOOKS, LOOKS + 2):
        first, second = int(fields[at]), int(fields[at + 1])
        yield (first < second) - (second < first) if first and second else 0


def told_from(races: str, hand: int, count: int) -> list[str]:
    """For the board and each chip: the distance, or how many were told and wrong at the longest."""
    found: list[list[tuple[float, float, int]]] = [[], [], []]
    for gap_ms in GAPS_MS:
        words = [f"{name}={gap_ms * 1000}" for name in ("gap_from_us", "gap_to_us")]
        words += [f"first={hand}", f"second={hand}", "pad_to_pf=45"]
        program = [races, str(count), "1", *words]
        lines = subprocess.run(program, capture_output=True, text=True, check=True).stdout
        each = zip(*map(verdicts, lines.splitlines()), strict=True)
        for whose, judged in zip(found, each, strict=True):
            whose.append((gap_ms, judged.count(1) / count, judged.count(-1)))
    return [_from(whose) for whose in found]


def _from(seen: list[tuple[float, float, int]]) -> str:
    best = ""
    for gap_ms, told, wrong in reversed(seen):
        if told < NEEDED or wrong:
            break
        best = f"{gap_ms:g} ms"
    _, told, wrong = seen[-1]
    worst = sum(wrong for _, _, wrong in seen)
    return (best or f"{told:.0%} at 40 ms") + (f", {worst} wrong before" if worst else "")


def main(races: str, count: int = 200, hands: int = len(HANDS)) -> None:
    """Print the table."""
    print(
        "| two of a sort | this board | model of MPR121 | model of AT42QT1070 |\n|---|---|---|---|"
    )
    for hand, name in enumerate(HANDS[:hands]):
        print("|", " | ".join([name, *told_from(races, hand, count)]), "|")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
