"""The rules of SPLASH! as tables: facts told at a table of Ana, Ben, Cy and Dee, and what holds.

Every rule, ruling and limit of docs/rules/dolphin_splash.md heads at least one row.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.games import dolphin_splash
from companion.games.dolphin_splash.facts import (
    Bonus,
    Claimed,
    Dealt,
    DolphinsBack,
    Fouled,
    GoodGrab,
    Grabbed,
    HandedOver,
    Held,
    Joined,
    Kept,
    Left,
    NobodyTouched,
    NoBonus,
    Setup,
    TooSoon,
    Unclaimed,
    Variant,
)
from companion.words import (
    Corrected,
    Counted,
    Homed,
    Lifted,
    Pad,
    Released,
    Seat,
    Suspected,
    Touched,
    Trusted,
)
from tests.games.rows import Row, judge_row

ANA, BEN, CY, DEE, EVE = (Seat(n) for n in range(5))
RED, BLUE, GREEN, GOLD, WHITE = (Pad(n) for n in range(5))


def row(
    name: str,
    *facts: Any,
    seats: int = 4,
    options: Mapping[str, Any] | None = None,
    **wanted: Any,
) -> Row:
    return Row(name, Setup(seats, **(options or {})), facts, **wanted)


def deal(dealer: Seat = ANA) -> Dealt:
    return Dealt(dealer)


def held(*seats: Seat) -> Held:
    return Held(seats)


def foul(*seats: Seat) -> Fouled:
    return Fouled(seats)


def touch(pad: Pad, at_ms: float, unsure_us: int = 0) -> Touched:
    return Touched(pad, round(at_ms * 1000), unsure_us)


def pen(seat: Seat, points: int) -> Corrected:
    return Corrected(seat, points)


DEAL = deal()
BACK = DolphinsBack()
GRAB = (DEAL, touch(RED, 100))
SCORED = (DEAL, held(ANA, BEN, CY))  # Ana dealt, Dee went without
FIVES = (pen(ANA, 5), pen(BEN, 5))
TIE = (*FIVES, DEAL, held(ANA, BEN, CY))
OVERTIME = (*TIE, deal(BEN))
WON = (pen(ANA, 5), DEAL, held(ANA))
ASKED = (pen(ANA, 5), pen(BEN, 4), DEAL, held(ANA, BEN))  # Ben's bonus would make it a tie
DRAWN = ({"bonus_breaks_tie": True}, (*FIVES, DEAL, held(ANA, BEN)))  # a bonus would break it

CLAIMED = (*GRAB, Claimed(ANA, RED), Claimed(CY, BLUE), Claimed(DEE, GREEN))  # Ben has none
CLAIMS_WIN = (pen(ANA, 5), *CLAIMED)

ALTERNATE = {"variant": Variant.ALTERNATE}
SILENT = {"announce_first_touch": False}
MERCY = {"mercy_ms": 50}
ONCE = {"one_foul_award_per_round": True}

THE_RULES = (
    row("D-R1-two-are-too-few", seats=2, refused="D-R1"),
    row("D-R1-seven-are-too-many", seats=7, refused="D-R1"),
    row("D-R1-three-get-two-dolphins", DEAL, seats=3, sees={"dolphins": 2, "table.pads": [0, 1]}),
    row("D-R1-six-get-five", DEAL, seats=6, sees={"dolphins": 5, "table.pads": [0, 1, 2, 3, 4]}),
    row("D-R2-three-sets", DEAL, seats=3, sees={"deck": 12, "stack": 0}, hears=("of 12 cards",)),
    row("D-R2-four-sets", DEAL, seats=4, sees={"deck": 16}, hears=("Ana deals 4 each of 16",)),
    row("D-R2-five-sets", DEAL, seats=5, sees={"deck": 20}),
    row("D-R2-six-sets", DEAL, seats=6, sees={"deck": 24}),
    row("D-R3-passes-are-counted", DEAL, Counted(20), Counted(11), sees={"calls": 31}),
    row("D-R3-the-dealer-calls", DEAL, sees={"table.calling": True, "table.once": False}),
    row("D-R3-a-touch-ends-the-calls", *GRAB, sees={"table.calling": False, "table.hush": True}),
    row("D-R4-four-cards-a-hand", DEAL, sees={"hand": 4}),
    row("D-R4-five-in-alternate-play", DEAL, options=ALTERNATE, sees={"hand": 5}),
    row("D-R5-the-first-touch-opens-the-grab", *GRAB, sees={"phase": "grab"}, cites=("D-C2",)),
    row("D-R5-four-of-a-kind", *GRAB, GoodGrab(), sees={"phase": "holders"}, cites=("D-R5",)),
    row("D-R5-no-verdict-without-a-grab", GoodGrab(), refused="D-R5"),
    row("D-R6-the-deal-moves-left", *SCORED, sees={"phase": "scored", "dealer": 1}),
    row("D-R6-round-the-table", deal(DEE), held(ANA), sees={"dealer": 0}),
    row("D-R7-a-letter-a-dolphin", *SCORED, sees={"letters": [1, 1, 1, 0]}, cites=("D-R7",)),
    row("D-R7-left-without", *SCORED, hears=("Ana, Ben and Cy get a letter", "without: Dee.")),
    row("D-R8-one-letter-more", *SCORED, Bonus(BEN), sees={"letters": [1, 2, 1, 0]}),
    row("D-R8-said-once", *SCORED, Bonus(BEN), cites=("D-R8",), sees={"fresh": [1, 2, 1, 0]}),
    row("D-R9-touchers-get-nothing", *GRAB, foul(ANA, CY), sees={"letters": [0, 1, 0, 1]}),
    row("D-R9-in-words", *GRAB, foul(ANA), hears=("Ana touched too soon: Ben, Cy and Dee get",)),
    row("D-R9-reset", *GRAB, foul(ANA), sees={"phase": "reset", "touchers": [0]}, cites=("D-R9",)),
    row("D-R9-the-same-round-goes-on", DEAL, foul(ANA), BACK, sees={"phase": "live", "round": 1}),
    row("D-R9-touchers-stay-in", DEAL, foul(ANA), BACK, held(ANA), sees={"letters": [1, 1, 1, 1]}),
    row("D-R10-fake-outs-are-legal", DEAL, Counted(3, (RED, RED)), sees={"fake_outs": 2}),
    row("D-R10-and-stop-nothing", DEAL, Counted(3, (RED,)), sees={"phase": "live"}),
    row("D-R10-good-with-a-set", *GRAB, GoodGrab(), hears=("Good grab!",)),
    row("D-R10-foul-without", *GRAB, TooSoon(), sees={"phase": "foul"}, cites=("D-R10",)),
    row("D-R10-nobody-grabbed", TooSoon(), refused="D-R10"),
    row("D-R11-six-letters-win", *WON, sees={"phase": "over", "winner": 0, "pending": False}),
    row("D-R11-in-words", *WON, cites=("D-R7", "D-R11"), hears=("Ana wins SPLASH!",)),
    row("D-R11-five-do-not", pen(ANA, 4), DEAL, held(ANA), sees={"winner": None}),
    row("D-R12-a-tie-is-played-on", *TIE, sees={"tied": [0, 1]}, cites=("D-R7", "D-R12")),
    row("D-R12-two-dolphins", *OVERTIME, sees={"dolphins": 2, "table.pads": [0, 1]}),
    row("D-R12-with-all-players", *OVERTIME, sees={"present": [0, 1, 2, 3], "overtime": True}),
    row("D-R12-two-for-three-as-well", *FIVES, DEAL, held(ANA, BEN), DEAL, seats=3,
        sees={"dolphins": 2}),
    row("D-R12-who-holds-the-two", *OVERTIME, touch(RED, 1), asks={"holders": ("held",)}),
    row("D-R13-stack-of-25", DEAL, seats=3, options=ALTERNATE, sees={"deck": 40, "stack": 25}),
    row("D-R13-stack-of-20", DEAL, seats=4, options=ALTERNATE, hears=("5 each of 40 cards, 20",)),
    row("D-R13-stack-of-15", DEAL, seats=5, options=ALTERNATE, sees={"stack": 15}),
    row("D-R13-stack-of-10", DEAL, seats=6, options=ALTERNATE, sees={"stack": 10}),
    row("D-R13-one-call", DEAL, options=ALTERNATE, sees={"table.once": True}),
    row("D-R13-no-call-after-a-foul", DEAL, foul(ANA), BACK, options=ALTERNATE,
        sees={"phase": "live", "table.calling": False}),
    row("D-R13-house-keeps-calling", DEAL, foul(ANA), BACK,
        options={**ALTERNATE, "keep_calling": True}, sees={"table.calling": True}),
)  # fmt: skip

OUR_RULINGS = (
    row("D-Q1-one-round-two-winners", *TIE, sees={"overtime": True, "winner": None}),
    row("D-Q1-the-bonus-is-of-the-same-event", *ASKED, sees={"phase": "bonus", "pending": True,
        "letters": [5, 4, 0, 0]}, cites=("D-C3",)),
    row("D-Q1-a-bonus-makes-a-tie", *ASKED, Bonus(BEN), sees={"tied": [0, 1], "winner": None}),
    row("D-Q1-a-bonus-after-the-letters", pen(BEN, 4), *SCORED, Bonus(BEN), sees={"winner": 1}),
    row("D-Q1-the-bonus-cannot-matter", pen(ANA, 5), pen(BEN, 3), DEAL, held(ANA, BEN),
        sees={"phase": "over"}),
    row("D-Q2-count-from-nothing", *OVERTIME, sees={"counts": {"0": 0, "1": 0}}),
    row("D-Q2-the-one-ahead-wins", *OVERTIME, held(ANA, CY), sees={"winner": 0, "tied": [0, 1]},
        cites=("D-R12", "D-Q2")),
    row("D-Q2-both-hold", *OVERTIME, held(ANA, BEN), sees={"counts": {"0": 1, "1": 1}}),
    row("D-Q2-neither-holds", *OVERTIME, held(CY, DEE), sees={"tied": [0, 1], "winner": None}),
    row("D-Q2-the-bonus-counts", *OVERTIME, held(ANA, BEN), Bonus(BEN), sees={"winner": 1}),
    row("D-Q2-option-it-does-not", *OVERTIME, held(ANA, BEN), Bonus(BEN),
        options={"bonus_in_tiebreak": False}, sees={"winner": None, "tied": [0, 1]}),
    row("D-Q2-a-foul-ends-it-in-mid-round", *OVERTIME, foul(ANA), sees={"winner": 1,
        "phase": "over"}, cites=("D-R9", "D-Q2")),
    row("D-Q2-three-become-two", *FIVES, pen(CY, 5), DEAL, held(ANA, BEN, CY), deal(BEN),
        held(ANA, BEN), NoBonus(), sees={"tied": [0, 1]}, cites=("D-R12", "D-Q2")),
    row("D-Q2-letters-stay", *OVERTIME, held(ANA, BEN), sees={"letters": [6, 6, 1, 0]}),
    row("D-Q3-no-letters-for-the-others", *OVERTIME, held(CY, DEE),
        sees={"letters": [6, 6, 1, 0], "fresh": [0, 0, 0, 0]}),
    row("D-Q3-their-bonus-does-nothing", *OVERTIME, held(CY, DEE), Bonus(CY),
        sees={"letters": [6, 6, 1, 0], "tied": [0, 1]}),
    row("D-Q3-the-deck-keeps-its-size", *OVERTIME, sees={"deck": 16, "dolphins": 2}),
    row("D-Q4-a-lone-tied-fouler-loses", *OVERTIME, foul(BEN), sees={"winner": 0}),
    row("D-Q4-an-outsider-changes-nothing", *OVERTIME, foul(DEE),
        sees={"counts": {"0": 1, "1": 1}, "phase": "reset"}),
    row("D-Q4-both-foul", *OVERTIME, foul(ANA, BEN), sees={"counts": {"0": 0, "1": 0}}),
    row("D-Q5-six-and-no-more", *FIVES, DEAL, held(ANA, BEN), Bonus(BEN),
        sees={"letters": [6, 6, 0, 0], "tied": [0, 1], "fresh": [1, 1, 0, 0]}),
    row("D-Q5-option-asks-first", *DRAWN[1], options=DRAWN[0], sees={"phase": "bonus"}),
    row("D-Q5-option-surplus-wins", *DRAWN[1], Bonus(BEN), options=DRAWN[0], sees={"winner": 1}),
    row("D-Q5-option-even-is-a-tie", *DRAWN[1], NoBonus(), options=DRAWN[0],
        sees={"tied": [0, 1]}),
    row("D-Q6-a-foul-can-win", pen(BEN, 5), DEAL, foul(ANA), sees={"winner": 1, "phase": "over"},
        cites=("D-R9", "D-R11")),
    row("D-Q7-a-tie-by-foul", *FIVES, DEAL, foul(CY), sees={"phase": "waiting", "dealer": 1,
        "tied": [0, 1], "letters": [6, 6, 0, 1]}),
    row("D-Q8-everybody-touched", DEAL, foul(ANA, BEN, CY, DEE), sees={"letters": [0, 0, 0, 0]},
        cites=("D-Q8",)),
    row("D-Q8-one-incident-is-told-once", DEAL, foul(ANA), foul(BEN), refused="D-Q8"),
    row("D-Q8-all-of-them-touched", DEAL, foul(ANA, DEE), sees={"touchers": [0, 3]}),
    row("D-Q8-who-touched", DEAL, TooSoon(), asks={"foul": ("touched", "start")}),
    row("D-Q8-until-all-are-back", DEAL, Lifted(RED, 1, 0), Lifted(BLUE, 2, 0), foul(ANA),
        Homed(RED, 3), sees={"phase": "reset"}),
    row("D-Q8-they-are-back", DEAL, Lifted(RED, 1, 0), Lifted(BLUE, 2, 0), foul(ANA),
        Homed(RED, 3), Homed(BLUE, 4), sees={"phase": "live", "order": []}, cites=("D-Q8",)),
    row("D-Q8-a-hand-still-on-one", DEAL, Lifted(RED, 1, 0), touch(BLUE, 2), foul(ANA),
        Homed(RED, 3), sees={"phase": "reset"}),
    row("D-Q8-nobody-waits-for-a-broken-pad", DEAL, Lifted(RED, 1, 0), foul(ANA),
        Suspected(RED, "unplugged"), sees={"phase": "live"}),
    row("D-Q8-a-touch-is-not-felt-leaving", DEAL, touch(RED, 1), foul(ANA), Released(RED, 9),
        sees={"phase": "reset"}, asks={"reset": ("start",)}),
    row("D-Q8-nothing-to-put-right", DEAL, BACK, refused="D-Q8"),
    row("D-Q9-two-fouls-count-twice", DEAL, foul(ANA), BACK, foul(BEN),
        sees={"letters": [1, 1, 2, 2]}),
    row("D-Q9-option-only-the-first", DEAL, foul(ANA), BACK, foul(BEN), options=ONCE,
        sees={"letters": [0, 1, 1, 1], "fresh": [0, 0, 0, 0], "touchers": [1]}, cites=("D-Q9",)),
    row("D-Q9-option-each-round-anew", DEAL, foul(ANA), BACK, held(ANA), deal(BEN), foul(BEN),
        options=ONCE, sees={"letters": [2, 1, 2, 2]}),
    row("D-Q10-entitled-is-no-toucher", *GRAB, Claimed(BEN, RED), foul(ANA),
        sees={"letters": [0, 1, 1, 1], "claims": {}}),
    row("D-Q10-then-grabs-at-once", *GRAB, Claimed(BEN, RED), foul(ANA), BACK, held(BEN),
        sees={"letters": [0, 2, 1, 1]}),
    row("D-Q10-is-not-named", *GRAB, TooSoon(), says=("Who touched without four of a kind?",)),
    row("D-Q11-the-round-is-taken-back", *SCORED, foul(ANA), sees={"letters": [0, 1, 1, 1],
        "dealer": 0, "phase": "reset", "round": 1, "holders": []}),
    row("D-Q11-with-its-bonus", *SCORED, Bonus(CY), foul(ANA), sees={"letters": [0, 1, 1, 1]}),
    row("D-Q11-offered-after-scoring", *SCORED, asks={"late_foul": ("touched",)}),
    row("D-Q11-offered-before-a-win-is-called", *ASKED, asks={"late_foul": ("touched",)}),
    row("D-Q11-instead-of-a-win", *ASKED, foul(ANA), sees={"letters": [5, 5, 1, 1],
        "winner": None, "phase": "reset"}),
    row("D-Q11-until-the-next-deal", *SCORED, deal(BEN), asks={"late_foul": None}),
    row("D-Q11-and-a-tie", *TIE, foul(ANA), sees={"letters": [5, 6, 1, 1], "winner": 1}),
    row("D-Q11-who-sat-down-since-stays", *SCORED, Joined(EVE), foul(ANA),
        sees={"joining": [4], "letters": [0, 1, 1, 1, 0]}),
    row("D-Q12-named-twice", DEAL, held(ANA, ANA), refused="D-Q12"),
    row("D-Q12-the-second-claim-counts", *GRAB, Claimed(ANA, RED), Claimed(ANA, BLUE),
        sees={"claims": {"1": 0}}),
    row("D-Q13-somebody-must-hold-one", DEAL, held(), refused="D-Q13"),
    row("D-Q13-the-rest-scores-nothing", DEAL, held(CY), sees={"letters": [0, 0, 1, 0]}),
    row("D-Q13-no-round-ends-with-none", *GRAB, Kept(RED, None), Kept(BLUE, None),
        Kept(GREEN, None), sees={"phase": "grab", "letters": [0, 0, 0, 0]}),
    row("D-Q13-more-than-one-without", *GRAB, says=("Who is left without a dolphin?",),
        asks={"holders": ("seat:0", "seat:1", "seat:2", "seat:3", "held")}),
    row("D-Q14-any-holder", *SCORED, asks={"bonus": ("bonus",)}, asked={"bonus": (0, 1, 2)}),
    row("D-Q14-without-a-dolphin-none", *SCORED, Bonus(DEE), refused="D-Q14"),
    row("D-Q14-without-a-round-none", DEAL, Bonus(ANA), refused="D-Q14"),
    row("D-Q14-nobody-was-asked", *SCORED, NoBonus(), refused="D-Q14"),
    row("D-Q15-a-foul-does-not-move-the-deal", DEAL, foul(ANA), BACK, sees={"dealer": 0}),
    row("D-Q15-a-round-does", *SCORED, sees={"dealer": 1}),
    row("D-Q15-in-overtime-too", *OVERTIME, held(CY, DEE), sees={"dealer": 2}),
    row("D-Q16-as-they-lie", DEAL, options=ALTERNATE, hears=("turned as they lie",)),
    row("D-Q16-option-shuffled", DEAL, options={**ALTERNATE, "shuffle_discards": True},
        hears=("are shuffled",)),
    row("D-Q17-a-touch-is-a-proposal", *GRAB, asks={"verdict": ("yes", "no", "start")}),
    row("D-Q17-nobody-touched", *GRAB, NobodyTouched(), sees={"phase": "live", "order": [],
        "letters": [0, 0, 0, 0]}, cites=("D-Q17",)),
    row("D-Q17-nor-too-soon", *GRAB, TooSoon(), NobodyTouched(), sees={"phase": "live"}),
    row("D-Q17-no-touch-to-deny", DEAL, NobodyTouched(), refused="D-Q17"),
    row("D-Q17-doubt-is-said", DEAL, Suspected(RED, "stuck"), sees={"suspects": {"0": "stuck"}},
        hears=("Red can't be trusted (stuck): ask the table.",)),
    row("D-Q17-a-pad-in-doubt-stops-nobody", DEAL, Suspected(RED, "stuck"), touch(RED, 1),
        sees={"phase": "live", "order": []}),
    row("D-Q17-and-is-dark-next-time", Suspected(RED, "stuck"), DEAL, sees={"in_play": [1, 2, 3]}),
    row("D-Q17-until-trusted", Suspected(RED, "stuck"), Trusted(RED), DEAL,
        sees={"in_play": [0, 1, 2], "suspects": {}}),
    row("D-Q17-mercy-forgives-a-brush", *GRAB, Released(RED, 120_000), options=MERCY,
        sees={"phase": "live", "order": []}, cites=("D-Q17",)),
    row("D-Q17-mercy-has-an-end", *GRAB, Released(RED, 150_000), options=MERCY,
        sees={"phase": "grab"}),
    row("D-Q17-mercy-not-for-the-taken", *GRAB, Lifted(RED, 101_000, 0), Released(RED, 120_000),
        options=MERCY, sees={"phase": "grab"}),
    row("D-Q17-no-mercy-by-itself", *GRAB, Released(RED, 101_000), sees={"phase": "grab"}),
    row("D-Q18-before-the-deal", touch(RED, 1), sees={"phase": "waiting", "order": []},
        cites=("D-Q18",)),
    row("D-Q18-after-the-round", *SCORED, touch(RED, 1), sees={"phase": "scored"},
        hears=("it doesn't count",)),
    row("D-Q18-before-the-first-pass", *GRAB, sees={"phase": "grab", "calls": 0}),
    row("D-Q18-no-foul-outside", foul(ANA), refused="D-Q18"),
    row("D-Q18-no-shout-outside", Grabbed(), refused="D-Q18"),
    row("D-Q18-no-claim-outside", Claimed(ANA, RED), refused="D-Q18"),
    row("D-Q19-the-table-is-asked", *GRAB, Claimed(ANA, RED), Claimed(BEN, RED),
        asks={"contest": ("seat:0", "seat:1", "nobody")}, sees={"contested": {"0": [0, 1]}}),
    row("D-Q19-whoever-has-it", *GRAB, Claimed(ANA, RED), Claimed(BEN, RED), Kept(RED, BEN),
        sees={"claims": {"0": 1}, "contested": {}}, cites=("D-Q19",)),
    row("D-Q19-nobody", *GRAB, Claimed(ANA, RED), Claimed(BEN, RED), Claimed(CY, BLUE),
        Claimed(DEE, GREEN), Kept(RED, None), sees={"letters": [0, 0, 1, 1]}),
    row("D-Q19-agreed-after-all", *GRAB, Kept(RED, None), Kept(RED, BEN), Kept(BLUE, None),
        Kept(GREEN, None), sees={"letters": [0, 1, 0, 0]}),
    row("D-Q19-no-argument", DEAL, Kept(WHITE, ANA), refused="D-Q19"),
    row("D-Q19-the-last-dolphin-too", *CLAIMED, Claimed(BEN, GREEN), sees={"phase": "grab",
        "letters": [0, 0, 0, 0], "dealer": 0, "contested": {"2": [3, 1]}},
        asks={"contest": ("seat:3", "seat:1", "nobody")}),
    row("D-Q19-and-is-settled-as-any-other", *CLAIMED, Claimed(BEN, GREEN), Kept(GREEN, BEN),
        sees={"letters": [1, 1, 1, 0], "phase": "scored"}),
    row("D-Q19-who-lets-go-ends-it", *CLAIMED, Claimed(BEN, GREEN), Unclaimed(DEE),
        sees={"letters": [1, 1, 1, 0], "phase": "scored"}),
    row("D-Q19-a-win-by-claims-too", *CLAIMS_WIN, Claimed(BEN, RED), sees={"winner": None,
        "contested": {"0": [0, 1]}}),
    row("D-Q19-offered-to-who-has-none", *CLAIMED, asked={"claim": (1,)},
        asks={"claim": ("pad:0", "pad:1", "pad:2")}),
    row("D-Q19-not-where-people-closed-it", *SCORED, Claimed(DEE, RED), refused="D-Q18"),
    row("D-Q19-not-after-the-next-deal", *CLAIMED, deal(BEN), asks={"claim": None}),
    row("D-Q19-what-the-table-said-stays", *CLAIMED, Claimed(BEN, GREEN), Kept(GREEN, DEE),
        Claimed(BEN, GREEN), refused="D-Q18"),
    row("D-Q19-and-is-not-offered", *CLAIMED, Claimed(BEN, GREEN), Kept(GREEN, DEE),
        asks={"claim": ("pad:0", "pad:1")}),
    row("D-Q19-nobody-who-has-one", *CLAIMED, Claimed(ANA, GREEN), refused="D-Q18"),
    row("D-Q20-nobody-has-to-grab", DEAL, Counted(99), sees={"phase": "live"}, cites=()),
    row("D-Q20-nothing-is-asked", DEAL, asks={"verdict": None, "holders": None, "deal": None}),
)  # fmt: skip

WHAT_IT_KNOWS = (
    row("D-C1-whose-it-is", *GRAB, Claimed(ANA, RED), sees={"claims": {"0": 0}},
        hears=("Ana has Red.",)),
    row("D-C1-not-after-all", *GRAB, Claimed(ANA, RED), Unclaimed(ANA), sees={"claims": {}}),
    row("D-C1-nothing-to-take-back", *GRAB, Unclaimed(ANA), refused="D-C1"),
    row("D-C1-the-last-one-went-without", *GRAB, Claimed(ANA, RED), Claimed(CY, BLUE),
        Claimed(DEE, GREEN), sees={"letters": [1, 0, 1, 1], "phase": "scored"}),
    row("D-C1-one-question-a-seat", *GRAB, asked={"claim": (0,)},
        asks={"claim": ("pad:0", "pad:1", "pad:2")}),
    row("D-C1-claimed-in-vain", *GRAB, Claimed(DEE, RED), held(ANA, BEN), sees={"claims": {}}),
    row("D-C1-claims-give-names", *GRAB, touch(BLUE, 184), Claimed(ANA, RED),
        says=("Ana was first, by 84 ms.",)),
    row("D-C2-who-was-first", *GRAB, hears=("Red was first.",)),
    row("D-C2-by-how-much", *GRAB, touch(BLUE, 184), says=("Red was first, by 84 ms.",)),
    row("D-C2-told-in-any-order", DEAL, touch(BLUE, 184), touch(RED, 100),
        says=("Red was first, by 84 ms.",)),
    row("D-C2-too-close-to-call", *GRAB, touch(BLUE, 100.1, 300),
        says=("Red and Blue: too close to call, 0.1 ms apart, the pads can tell 0.3 ms.",)),
    row("D-C2-first-and-yet-not", *GRAB, touch(BLUE, 100.1, 300), cites=("D-C2",),
        hears=("Red and Blue: too close to call",)),
    row("D-C2-an-earlier-one-told-late", *GRAB, touch(BLUE, 70), cites=("D-C2",),
        hears=("Blue was first, 30 ms before Red.",)),
    row("D-C2-said-once", *GRAB, touch(BLUE, 184), touch(RED, 300), cites=()),
    row("D-C3-the-pads-missed-it", DEAL, Grabbed(), sees={"phase": "grab"},
        hears=("Somebody grabbed a dolphin.",)),
    row("D-C3-four-of-a-kind", *GRAB, asks={"verdict": ("yes", "no", "start")}),
    row("D-C3-four-splash-cards", *ASKED, asks={"bonus": ("seat:0", "seat:1", "no")}),
    row("D-C3-no-settles-it", *ASKED, NoBonus(), sees={"winner": 0}),
    row("D-C3-a-deal-does-not", *ASKED, deal(BEN), refused="D-C3", sees={"phase": "bonus"}),
    row("D-C4-two-players", seats=2, refused="D-R1"),
    row("D-C4-no-such-dealer", options={"dealer": 4}, refused="D-C4"),
    row("D-C4-more-holders-than-dolphins", DEAL, held(ANA, BEN, CY, DEE), refused="D-C4"),
    row("D-C4-two-bonuses", *SCORED, Bonus(ANA), Bonus(BEN), refused="D-C4"),
    row("D-C4-no-second-is-offered", *SCORED, Bonus(ANA), asks={"bonus": None}),
    row("D-C4-a-stranger-holds", DEAL, held(Seat(7)), refused="D-C4"),
    row("D-C4-a-stranger-below-nothing", DEAL, held(Seat(-1)), refused="D-C4"),
    row("D-C4-a-stranger-deals", deal(Seat(9)), refused="D-C4"),
    row("D-C4-a-stranger-leaves", Left(Seat(9)), refused="D-C4"),
    row("D-C4-a-pen-for-a-stranger", pen(Seat(9), 1), refused="D-C4"),
    row("D-C4-a-foul-by-nobody", DEAL, foul(), refused="D-C4"),
    row("D-C4-a-dolphin-not-in-play", *GRAB, Claimed(ANA, WHITE), refused="D-C4"),
    row("D-C4-holders-without-a-grab", held(ANA), refused="D-C4"),
    row("D-C4-no-round-after-the-win", *WON, deal(BEN), refused="D-C4"),
    row("D-C4-no-holders-after-the-win", *WON, held(BEN), refused="D-C4"),
    row("D-C4-no-foul-after-the-win", *WON, foul(ANA), refused="D-C4"),
)  # fmt: skip

LATE = (pen(ANA, 3), pen(BEN, 2), pen(CY, 4), pen(DEE, 2))

THE_HOUSE = (
    row("D-S1-letters-stay", pen(DEE, 3), Left(DEE), sees={"letters": [0, 0, 0, 3],
        "present": [0, 1, 2]}),
    row("D-S1-the-round-is-dropped", *GRAB, Left(BEN), sees={"phase": "waiting", "dealer": 0,
        "order": []}),
    row("D-S1-the-next-deal-is-smaller", DEAL, Left(BEN), DEAL, sees={"dolphins": 2, "deck": 12}),
    row("D-S1-the-dealer-goes", DEAL, Left(ANA), sees={"dealer": 1}, says=("Ben deals.",)),
    row("D-S1-a-played-round-is-scored-first", *ASKED, Left(DEE), refused="D-S1"),
    row("D-S1-after-the-end", *WON, Left(DEE), refused="D-S1"),
    row("D-S2-two-rest", DEAL, Left(ANA), seats=3, sees={"phase": "resting"},
        cites=("D-S1", "D-S2"), asks={"deal": None}),
    row("D-S2-no-deal-for-two", Left(ANA), deal(BEN), seats=3, refused="D-S2"),
    row("D-S2-three-again", Left(ANA), Joined(ANA), seats=3, sees={"phase": "waiting",
        "present": [0, 1, 2], "dealer": 1}),
    row("D-S2-somebody-waited-already", DEAL, Joined(DEE), Left(ANA), seats=3,
        sees={"phase": "waiting", "present": [1, 2, 3]}),
    row("D-S3-plays-from-the-next-deal", DEAL, Joined(EVE), sees={"joining": [4],
        "present": [0, 1, 2, 3], "phase": "live"}),
    row("D-S3-and-gets-a-dolphin", *SCORED, Joined(EVE), deal(BEN), sees={"dolphins": 4,
        "present": [0, 1, 2, 3, 4], "joining": []}),
    row("D-S3-as-many-as-the-fewest", *LATE, Joined(EVE), sees={"letters": [3, 2, 4, 2, 2]}),
    row("D-S3-an-old-seat-keeps-its-letters", pen(DEE, 3), Left(DEE), Joined(DEE), DEAL,
        sees={"letters": [0, 0, 0, 3], "present": [0, 1, 2, 3]}),
    row("D-S3-goes-before-playing", *SCORED, Joined(EVE), Left(EVE), sees={"joining": [],
        "phase": "scored"}, asks={"late_foul": ("touched",)}),
    row("D-S3-stays-through-a-late-bonus", *SCORED, Joined(EVE), Bonus(ANA),
        sees={"joining": [4], "letters": [2, 1, 1, 0, 0]}),
    row("D-S3-no-seventh", Joined(Seat(6)), seats=6, refused="D-S3"),
    row("D-S3-no-gap", Joined(Seat(5)), refused="D-S3"),
    row("D-S3-twice", Joined(ANA), refused="D-S3"),
    row("D-S3-not-after-the-end", *WON, Joined(EVE), refused="D-S3"),
    row("D-S4-letters-and-hand-go-on", pen(ANA, 3), DEAL, HandedOver(ANA), cites=("D-S4",),
        sees={"letters": [3, 0, 0, 0], "phase": "live"}, hears=("plays on for Ana",)),
    row("D-S4-for-somebody-who-plays", HandedOver(Seat(9)), refused="D-C4"),
    row("D-S5-leaving-gives-the-tie-up", *OVERTIME, Left(ANA), sees={"winner": 1}),
    row("D-S5-of-three", *FIVES, DEAL, held(ANA, BEN), deal(BEN), Left(ANA), seats=3,
        sees={"winner": 1, "phase": "over"}, cites=("D-S1", "D-Q2")),
    row("D-S5-an-outsider-leaves", *OVERTIME, Left(DEE), sees={"tied": [0, 1], "winner": None}),
    row("D-S5-a-newcomer-is-not-tied", *OVERTIME, Joined(EVE), sees={"tied": [0, 1],
        "joining": [4], "letters": [6, 6, 1, 0, 0]}),
    row("D-S6-a-deal-drops-what-is-open", *GRAB, deal(BEN), sees={"phase": "live", "dealer": 1,
        "order": [], "round": 2}, cites=("D-S6", "D-R2")),
    row("D-S6-fouls-stay", DEAL, foul(ANA), DEAL, sees={"letters": [0, 1, 1, 1]}),
    row("D-S6-and-says-no-bonus", *DRAWN[1], deal(BEN), options=DRAWN[0],
        sees={"tied": [0, 1], "phase": "live"}, cites=("D-R7", "D-R12", "D-R2")),
    row("D-S6-anybody-may-tap", *SCORED, asked={"deal": (0, 1, 2, 3)}, asks={"deal": ("start",)}),
    row("D-S6-cards-on-the-floor", DEAL, asks={"redeal": ("redeal",)}),
    row("D-S7-always", asks={"crayon": ("correct",)}),
    row("D-S7-more", pen(CY, 2), sees={"letters": [0, 0, 2, 0]}, cites=("D-S7",)),
    row("D-S7-never-below-none", pen(CY, 2), pen(CY, -5), sees={"letters": [0, 0, 0, 0]}),
    row("D-S7-six-win", pen(CY, 9), sees={"winner": 2, "letters": [0, 0, 6, 0]}),
    row("D-S7-a-win-taken-away", *WON, pen(ANA, -1), sees={"winner": None, "phase": "scored"}),
    row("D-S7-a-win-not-touched", *WON, pen(BEN, 1), sees={"winner": 0}, cites=("D-S7",)),
    row("D-S7-two-at-six-are-tied", *WON, pen(BEN, 6), sees={"tied": [0, 1], "winner": None}),
    row("D-S7-the-overtime-count", *OVERTIME, pen(BEN, 1), sees={"winner": 1,
        "counts": {"0": 0, "1": 1}}),
    row("D-S7-an-overtime-win-taken-away", *OVERTIME, held(ANA, CY), pen(BEN, 1),
        sees={"winner": None, "tied": [0, 1], "counts": {"0": 1, "1": 1}}),
    row("D-S7-an-overtime-win-not-touched", *OVERTIME, held(ANA, CY), pen(DEE, 1),
        sees={"winner": 0}, cites=("D-S7",)),
    row("D-S7-out-of-the-tie", *OVERTIME, pen(ANA, -1), sees={"letters": [5, 6, 1, 0],
        "winner": 1}),
    row("D-S7-not-in-the-tie", *OVERTIME, pen(DEE, 9), sees={"letters": [6, 6, 1, 5],
        "tied": [0, 1]}),
    row("D-S7-who-left-cannot-win", Left(DEE), pen(DEE, 9), sees={"letters": [0, 0, 0, 5],
        "winner": None}),
    row("D-S7-before-a-late-bonus", *SCORED, pen(DEE, 1), Bonus(ANA),
        sees={"letters": [2, 1, 1, 1]}),
    row("D-S7-for-who-sat-down-since", *SCORED, Joined(EVE), pen(EVE, 2), Bonus(ANA),
        sees={"letters": [2, 1, 1, 0, 2]}),
    row("D-S7-before-a-late-foul", *SCORED, pen(DEE, 1), foul(ANA), sees={"letters": [0, 1, 1, 2]}),
    row("D-S7-while-the-bonus-is-asked", *ASKED, pen(CY, 1), NoBonus(),
        sees={"letters": [6, 5, 1, 0], "winner": 0}),
    row("D-S7-nothing-is-nothing", pen(CY, 0), refused="D-S7"),
    row("D-S8-a-silent-thief", *GRAB, options=SILENT, sees={"phase": "live", "order": [],
        "table.silent": True, "table.hush": False, "table.calling": True}, cites=()),
    row("D-S8-until-the-last-one-goes", *GRAB, touch(BLUE, 200), touch(GREEN, 300),
        options=SILENT, sees={"phase": "grab", "table.silent": False},
        hears=("Red was first, 100 ms before Blue.",)),
    row("D-S8-or-somebody-shouts", *GRAB, Grabbed(), options=SILENT, hears=("Red was first.",)),
    row("D-S8-a-broken-pad-hides-nobody", Suspected(GOLD, "stuck"), DEAL, touch(RED, 1),
        Suspected(GREEN, "stuck"), touch(BLUE, 2), options=SILENT, sees={"phase": "grab"}),
    row("D-S9-everybody-answers", *GRAB, asked={"verdict": (0, 1, 2, 3)}),
    row("D-S9-the-referee-alone", *GRAB, options={"everybody_rules": False},
        asked={"verdict": ()}),
    row("D-S10-marked-after-the-win", pen(ANA, 5), pen(BEN, 3), DEAL, held(ANA, BEN), Bonus(BEN),
        sees={"letters": [6, 5, 0, 0], "winner": 0, "phase": "over"}, cites=("D-R8",)),
    row("D-S10-not-where-it-would-change-the-win", *ASKED, NoBonus(), Bonus(BEN), refused="D-C4"),
    row("D-S10-nor-is-it-offered-then", pen(BEN, 5), pen(ANA, 4), DEAL, held(ANA, BEN), NoBonus(),
        sees={"winner": 1}, asked={"bonus": (1,)}),
    row("D-S11-beside-the-score", *CLAIMED, asks={"late_foul": ("touched",)},
        says=("Ana was first.", "No four of a kind? Then who touched?")),
    row("D-S11-with-no-pads-the-first-to-say", DEAL, Claimed(CY, RED), Claimed(ANA, BLUE),
        Claimed(DEE, GREEN), says=("The first to say so was Cy.",)),
    row("D-S11-who-has-one-is-ticked", *CLAIMED, ticked={"late_foul": (0, 2, 3)}),
    row("D-S11-who-claims-one-is-ticked", *GRAB, Claimed(ANA, RED), Claimed(CY, BLUE), TooSoon(),
        ticked={"foul": (0, 2)}),
    row("D-S11-one-tap-and-all-is-right", *CLAIMED, foul(ANA, CY, DEE),
        sees={"letters": [0, 1, 0, 0], "phase": "reset", "dealer": 0}),
    row("D-S11-until-the-next-deal", *CLAIMED, deal(BEN), asks={"late_foul": None}),
    row("D-S11-a-win-that-was-none", *CLAIMS_WIN, foul(ANA, CY, DEE), sees={"winner": None,
        "letters": [5, 1, 0, 0], "phase": "reset"}),
    row("D-S11-offered-beside-a-win", *CLAIMS_WIN, sees={"winner": 0},
        asks={"late_foul": ("touched",)}, ticked={"late_foul": (0, 2, 3)}),
    row("D-S11-not-a-win-that-the-table-closed", *WON, foul(ANA), refused="D-C4"),
    row("D-S11-not-where-the-table-was-asked", *GRAB, GoodGrab(), Claimed(ANA, RED),
        Claimed(CY, BLUE), Claimed(DEE, GREEN), says=("Was it too soon after all?",)),
)  # fmt: skip

ROWS = (*THE_RULES, *OUR_RULINGS, *WHAT_IT_KNOWS, *THE_HOUSE)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_row(row: Row) -> None:
    judge_row(dolphin_splash, row)


def test_row_names_are_unique() -> None:
    names = [row.id for row in ROWS]
    assert len(set(names)) == len(names)


# --- what is hidden: a silent thief's touches, until somebody shouts or the last dolphin goes ---


def hidden(*facts: Any, after: tuple[Any, ...] = (DEAL,)) -> tuple[Setup, Any, Any]:
    return Setup(4, announce_first_touch=False), (*after, *facts), after


HIDDEN = (
    hidden(touch(RED, 1)),
    hidden(touch(RED, 1), touch(GREEN, 2)),
    hidden(Lifted(BLUE, 5, 0)),
    hidden(touch(RED, 1), Released(RED, 900), touch(BLUE, 2), Lifted(BLUE, 2, 0)),
    hidden(touch(RED, 1), after=(*SCORED, deal(BEN))),
    hidden(touch(RED, 1), Homed(RED, 2), after=(DEAL, foul(ANA), BACK)),
)
