"""From what distance on two hands of a sort are told apart, by this board and by two chips' models.

Prints a table for docs/firmware.md (make -C firmware told): told [COUNT [HANDS]]. By simulated
hands on simulated pads: nothing here has met real copper.
"""

import sys
from itertools import product

from companion.table.board.kink import FULL, SAMPLE_US, kink
from companion.table.frames import Kind
from tests.firmware.zoo import Hand, races

HANDS = (
    *("fingertip", "child's fingertip", "three fingers", "palm", "child's palm", "flat hand"),
    *("sweaty palm", "gloved hand", "fingertip through paint", "palm through film"),
    "palm through cloth",
)
GAPS_MS = (0.2, 0.3, 0.4, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 8.0, 12.0, 16.0, 24.0, 40.0)
APART_MS = (0.3, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0)
BARE = 7  # the first of them
PAIRS, RACES = 2_100, 300  # at each distance, and of each sort
EARLY_MS = 0.5  # so long before it touches a hand is told of the air and not of a touch
NEEDED = 0.99  # of all races, and none wrong from there on


def told_from(first: int, second: int, count: int) -> list[str]:
    """For the board and each chip: the distance, or how many were told and wrong at the longest."""
    found: list[list[tuple[float, float, int]]] = [[], [], []]
    for gap_ms in GAPS_MS:
        words = {name: gap_ms * 1000 for name in ("gap_from_us", "gap_to_us")}
        run = list(races(count, 1, first=first, second=second, pad_to_pf=45, **words))
        chips = [[_looked(*race.chips_us[n]) for race in run] for n in range(2)]
        judged = [[race.verdict() for race in run], *chips]
        for whose, verdicts in zip(found, judged, strict=True):
            whose.append((gap_ms, verdicts.count(1) / count, verdicts.count(-1)))
    return [_from(whose) for whose in found]


def _looked(first: float, second: float) -> int:
    return (first < second) - (second < first) if first and second else 0


def _from(seen: list[tuple[float, float, int]]) -> str:
    best = ""
    for gap_ms, told, wrong in reversed(seen):
        if told < NEEDED or wrong:
            break
        best = f"{gap_ms:g} ms"
    _, told, wrong = seen[-1]
    worst = sum(wrong for _, _, wrong in seen)
    return (best or f"{told:.0%} at 40 ms") + (f", {worst} wrong before" if worst else "")


def apart(alike: bool, gap_ms: float, count: int) -> tuple[float, float, int]:
    """Of all pairs of bare hands that touch so far apart: the share that is called, the share of
    those that both came with a jump, and how many are called wrong."""
    words = {name: gap_ms * 1000 for name in ("gap_from_us", "gap_to_us")}
    pairs = [pair for pair in product(range(BARE), repeat=2) if (pair[0] == pair[1]) is alike]
    run = [
        race
        for first, second in pairs
        for race in races(count // len(pairs), 3, first=first, second=second, pad_to_pf=45, **words)
    ]
    jumped = [r for r in run if all(h.event and h.event.kind is Kind.TOUCH for h in r.hands)]
    right = [sum(race.verdict() == 1 for race in of) / len(of) for of in (run, jumped)]
    return right[0], right[1], sum(race.verdict() == -1 for race in run)


def print_apart() -> None:
    """The table of bare hands by their distance."""
    print(
        "| apart | two alike | … with a jump | two unlike | … with a jump |\n|---|---|---|---|---|"
    )
    for gap_ms in APART_MS:
        found = [apart(alike, gap_ms, PAIRS) for alike in (True, False)]
        cells = [f"{share:.1%}" for *shares, _ in found for share in shares]
        print("|", " | ".join([f"{gap_ms:g} ms", *cells]), "|", sum(wrong for *_, wrong in found))


def print_known() -> None:
    """Of hands that come in pairs 0.3 ms apart: how far their bounds lie apart, at the median and
    in 95 of 100; the share that has no two bounds, and that which fills its pad before it touches.
    """
    print("| hand | median | of 95 in 100 | without bounds | full before |\n|---|---|---|---|---|")
    words = {"gap_from_us": 300, "gap_to_us": 300, "pad_to_pf": 45}
    for sort, name in enumerate(HANDS[:BARE]):
        run = races(RACES, 3, first=sort, second=sort, **words)
        hands = [hand for race in run for hand in race.hands]
        found = [kink(hand.rise) for hand in hands if hand.rise.levels]
        known_us = sorted(
            k.to_us - k.from_us for k in found if k and None not in (k.from_us, k.to_us)
        )
        at = [f"{known_us[int(len(known_us) * part)] / 1000:.2f} ms" for part in (0.5, 0.95)]
        full = sum(map(_was_full, hands)) / len(hands)
        print(
            "|",
            " | ".join([name, *at, f"{1 - len(known_us) / len(hands):.0%}", f"{full:.0%}"]),
            "|",
        )


def print_when() -> None:
    """How long after its touch a hand is told: the median, that of 95 in 100, the share told
    before it touched, and the share told; and that of hands which never touch. Thrice each."""
    print("| hand |", " | ".join(["median", "of 95", "early", "told", "near by"] * 3), "|")
    print("|---" * 16 + "|")
    for sort, name in enumerate(HANDS):
        cells = zip(when(sort, RACES), of_near(sort, RACES), strict=True)
        said = [[*_after(told_ms, RACES), f"{near:.0%}"] for told_ms, near in cells]
        print("|", " | ".join([name, *sum(said, [])]), "|")


def when(sort: int, count: int) -> list[list[float]]:
    """For the board and each chip: how long after it touched each hand is told, sorted; negative
    where that is before. A hand that is not told is left out."""
    words = {"gap_from_us": 1e5, "gap_to_us": 1e5, "pad_to_pf": 45}
    run = list(races(count, 5, first=sort, second=sort, **words))
    told_us = [[race.hands[0].told_us for race in run]]
    told_us += [[race.chips_us[chip][0] for race in run] for chip in range(2)]
    return [
        sorted(
            (at_us - race.hands[0].contact_us) / 1000
            for at_us, race in zip(of, run, strict=True)
            if at_us
        )
        for of in told_us
    ]


def of_near(sort: int, count: int) -> list[float]:
    """For the board and each chip: the share that is told of hands that stop 3 mm off."""
    words = {"gap_from_us": 1e5, "gap_to_us": 1e5, "pad_to_pf": 45, "stops_mm": 3.0}
    run = list(races(count, 7, first=sort, second=sort, **words))
    ours = sum(race.hands[0].event is not None for race in run)
    chips = [sum(race.chips_us[chip][0] > 0 for race in run) for chip in range(2)]
    return [told / count for told in (ours, *chips)]


def _after(told_ms: list[float], count: int) -> list[str]:
    at = [f"{told_ms[int(len(told_ms) * part)]:.1f} ms" for part in (0.5, 0.95)]
    early = sum(ms < -EARLY_MS for ms in told_ms)
    return [*at, f"{early / count:.0%}", f"{len(told_ms) / count:.0%}"]


def _was_full(hand: Hand) -> bool:
    if hand.event is None:
        return False
    touched_us = hand.contact_us - hand.event.at_us
    scans = zip(hand.rise.levels, hand.rise.at_us, strict=True)
    return any(level >= FULL and us + FULL * SAMPLE_US <= touched_us for level, us in scans)


def main(count: int = 200, hands: int = len(HANDS)) -> None:
    """Print the tables."""
    print_apart()
    print_known()
    print_when()
    print(
        "| two of a sort | this board | model of MPR121 | model of AT42QT1070 |\n|---|---|---|---|"
    )
    for hand, name in enumerate(HANDS[:hands]):
        print("|", " | ".join([name, *told_from(hand, hand, count)]), "|")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
