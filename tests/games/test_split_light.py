"""A light game of SPLIT: no cards are told, all else is as ever; its page says who sees to what."""

import re
from pathlib import Path
from typing import Any

import pytest

from companion.games.split import rules as split
from companion.games.split.facts import (
    Claimed,
    Enough,
    Match,
    Matched,
    Meant,
    Placed,
    Played,
    Removed,
    Searched,
    Shown,
    Spent,
    Turned,
    Variant,
)
from companion.games.split.practice import PRACTICE
from companion.new_game.rows import Row, judge_row
from companion.words import HandedOver, Left, Seat
from tests.games.split_table import CHECKERED, DEAL
from tests.games.test_split import ANA, BEN, CY, GREEN_ROW, lies, sides, sides_of_three
from tests.games.test_split import row as any_row

PAGE = Path(__file__).resolve().parents[2] / "docs" / "rules" / "split.md"
LAST = CHECKERED[1][44]
MEMORY = {"perfect_memory": True}


def row(name: str, *facts: Any, options: dict[str, Any] | None = None, **wanted: Any) -> Row:
    light = {"variant": Variant.LIGHT, **(options or {})}
    return any_row(name, *facts, options=light, **wanted)


def ends(seat: Seat) -> tuple[Any, ...]:
    """The seat shows its hand, and no card is left to exchange it."""
    return Claimed(seat), Spent(seat)


WEAK, STRONG, PERFECT = (Matched(BEN, kind) for kind in Match)
RED_ON = (DEAL, *lies(40, 41, of=ANA))

ROWS = (
    # --- as in every game ---------------------------------------------------------------------
    row("H-R1-five", seats=5, refused="H-R1"),
    row("H-R1-three-sides", DEAL, seats=3, sees={"sides": sides_of_three(30, 30, 30)}),
    row("H-R1-partners-opposite", DEAL, seats=4, sees={"side": [0, 1, 0, 1]}),
    row("H-R2-left-of-the-dealer", DEAL, asked={"turn": (1,)}, sees={"turn": 1}),
    row("H-R2-and-round", DEAL, WEAK, Placed(BEN, 0), Matched(ANA, Match.WEAK), Placed(ANA, 1),
        sees={"turn": 1}),
    row("H-R2-not-out-of-turn", DEAL, Matched(ANA, Match.WEAK), refused="H-R2"),
    row("H-R10-top-to-bottom", DEAL, *lies(*range(9, 99, 10), of=ANA), WEAK, Placed(BEN, 0),
        Matched(ANA, Match.WEAK), Placed(ANA, 99), cites=("H-R4", "H-R10"), sees={"winners": [0]}),
    row("H-R10-not-the-other-pair", DEAL, *lies(*range(9, 99, 10), of=BEN), WEAK, Placed(BEN, 99),
        sees={"over": False}),
    row("H-R10-three-sides-any-pair", DEAL, *lies(*range(9, 99, 10), of=BEN), WEAK,
        Placed(BEN, 99), seats=3, sees={"winners": [1]}),
    row("H-R10-not-over-a-corner", DEAL, *lies(*range(50, 58), of=BEN), *lies(48, of=BEN), WEAK,
        Placed(BEN, 49), sees={"over": False}),
    row("H-R12-a-chip-that-is-touched", *RED_ON, PERFECT, Removed(BEN, 40), Removed(BEN, 41),
        refused="H-R3"),
    row("H-R13-the-last-chip", DEAL, *lies(*CHECKERED[0][:45], of=ANA),
        *lies(*CHECKERED[1][:44], of=BEN), WEAK, Placed(BEN, LAST), cites=("H-R4", "H-R13"),
        sees={"winners": [1], "path": []}),
    row("H-R15-the-card-is-whose-turn-it-is", DEAL, seats=4, asked={"turn": (1,)}),
    row("H-R15-the-chip-is-the-team-s", DEAL, WEAK, seats=4, asked={"chip": (1, 3)}),
    row("H-Q7-nothing-to-remove", DEAL, PERFECT, sees={"phase": "chip"}),
    row("H-Q8-a-removal-is-no-choice", *RED_ON, PERFECT, asks={"remove": ("remove",)}),
    row("H-Q8-whose-is", DEAL, *lies(3, of=ANA), *lies(5, of=CY), PERFECT, Removed(BEN, 5),
        seats=3, sees={"sides": sides_of_three(29, 30, 30)}),
    row("H-R6-not-one-s-own", *RED_ON, *lies(7, of=BEN), PERFECT, Removed(BEN, 7),
        refused="H-R6"),
    row("H-Q9-back-to-its-owner", *RED_ON, PERFECT, Removed(BEN, 40),
        sees={"sides": sides(44, 45), "phase": "chip"}),
    row("H-Q9-free-at-once", *RED_ON, PERFECT, Removed(BEN, 40), Placed(BEN, 40),
        sees={"sides": sides(44, 44)}),
    row("H-Q10-who-has-fewer", DEAL, *lies(*CHECKERED[1][:44], of=BEN), STRONG, Placed(BEN, LAST),
        sees={"turn": 0, "sides": sides(45, 0)}),
    row("H-Q10-none-left", DEAL, *lies(*CHECKERED[1][:45], of=BEN), STRONG,
        sees={"turn": 0, "phase": "turn"}),
    row("H-Q12-the-first-of-two", DEAL, *GREEN_ROW, STRONG, Placed(BEN, 59),
        sees={"over": True, "winner": 1}),
    row("H-Q18-turned", DEAL, *lies(*range(9, 99, 10), of=BEN), WEAK, Placed(BEN, 99),
        options={"turned": True}, sees={"winners": [1]}),
    row("H-Q25-nobody-passes", DEAL, asks={"turn": ("weak", "strong", "perfect", "claim")}),
    row("H-Q25-first-the-hand-is-shown", DEAL, Spent(BEN), refused="H-R3"),
    # --- by what is tapped --------------------------------------------------------------------
    row("H-R4-one-chip", DEAL, WEAK, sees={"due": {"match": "weak", "suits": [], "left": 1}}),
    row("H-R5-two-chips", DEAL, STRONG, Placed(BEN, 0),
        sees={"due": {"match": "strong", "suits": [], "left": 1}, "turn": 1}),
    row("H-R6-one-off-and-two-on", *RED_ON, PERFECT, Removed(BEN, 41), Placed(BEN, 41),
        Placed(BEN, 40), refused="H-Q6"),
    row("H-R8-tries-again-and-again", DEAL, Claimed(BEN), Searched(BEN, False), Claimed(BEN),
        Searched(BEN, False), sees={"turn": 1, "phase": "turn"}),
    row("H-R8-a-card-was-seen", DEAL, Claimed(BEN), Searched(BEN, True), cites=("H-Q15",),
        sees={"turn": 0}),
    row("H-R8-no-card-by-card", DEAL, Claimed(BEN), asks={"claim": ("no", "yes", "spent")}),
    row("H-R14-another-whatever-it-shows", *RED_ON, PERFECT, Removed(BEN, 41),
        options={**MEMORY, "board": PRACTICE}, asks={"remove": ("remove", "no")}),
    row("H-R14-enough", *RED_ON, PERFECT, Removed(BEN, 41), Enough(BEN), options=MEMORY,
        sees={"phase": "chip"}),
    row("H-Q14-none-left-to-remove", *RED_ON, PERFECT, Removed(BEN, 41), Removed(BEN, 40),
        options=MEMORY, sees={"phase": "chip"}),
    row("H-Q24-a-full-circle", DEAL, WEAK, Placed(BEN, 0), *ends(ANA), *ends(BEN),
        cites=("H-Q22", "H-Q24"), sees={"winners": [1]}),
    row("H-Q24-a-play-breaks-it", DEAL, *ends(BEN), Matched(ANA, Match.WEAK), Placed(ANA, 0),
        *ends(BEN), sees={"over": False}),
    # --- the table by itself ------------------------------------------------------------------
    *(
        row(f"H-S10-no-{type(fact).__name__.lower()}", DEAL, fact, refused="H-S10")
        for fact in (Turned(0, 0), Played(BEN, 0, 0), Shown(BEN, ()))
    ),
    row("H-S10-no-reading", DEAL, Meant(BEN, Match.WEAK, (0,)), refused="H-R3"),
    row("H-S10-a-chip-goes-anywhere", DEAL, WEAK, Placed(BEN, 99), sees={"turn": 0}),
    row("H-S10-but-not-on-another", *RED_ON, WEAK, Placed(BEN, 40), refused="H-Q6"),
    row("H-S10-free-spaces-of-a-board", *RED_ON, options={"board": PRACTICE},
        sees={"practice": False, "spaces": [
            "" if n in (40, 41) else entry
            for n, entry in enumerate(" ".join(PRACTICE).split())
        ]}),
    # --- who comes and goes -------------------------------------------------------------------
    row("H-S1-a-partner-plays-on", DEAL, Left(BEN), seats=4, asked={"turn": (3,)}),
    row("H-S4-somebody-else", DEAL, HandedOver(BEN), sees={"turn": 1}),
    row("H-S5-in-mid-turn", DEAL, STRONG, Placed(BEN, 0), Left(BEN), seats=3,
        sees={"turn": 2, "due": None}),
    row("H-S1-the-dealer-too", DEAL, Left(ANA), Left(CY), seats=4, sees={"phase": "resting"}),
    row("H-S9-everybody-tells", DEAL, WEAK, seats=4, options={"everybody_tells": True},
        asked={"chip": (0, 1, 2, 3)}),
)  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_row(row: Row) -> None:
    judge_row(split, row)


def test_the_page_says_who_sees_to_each_rule() -> None:
    page = PAGE.read_text(encoding="utf-8")
    above, _, light = page.partition("## A light game")
    rules = re.findall(r"^\| (H-[RQ]\d+) \|", above, re.MULTILINE)
    named = re.findall(r"H-[RQ]\d+", light)
    assert sorted(named) == sorted(rules), "each rule of the box and of ours, once"
