"""The rules of Twisted Fish as tables: facts told at a table of Ana, Ben and Cy, and what holds.

Every rule, ruling and limit of docs/rules/twisted_fish.md heads at least one row.
"""

from typing import Any

import pytest

from companion.games.twisted_fish import rules as twisted_fish
from companion.games.twisted_fish.cards import (
    BOAT,
    DIVER,
    DIVINE,
    LURE,
    NET,
    NO_FISHING,
    TWO_FISTED,
    WARDEN,
)
from companion.games.twisted_fish.facts import (
    Agreed,
    Announce,
    Asked,
    AskVoid,
    Boat,
    Caught,
    Challenged,
    Dead,
    Dealt,
    Denied,
    DiverLaid,
    Divine,
    DivineDiscarded,
    Fished,
    Forgiven,
    Gave,
    Laid,
    LeftOver,
    Lured,
    NetDenied,
    NetGave,
    Netted,
    NoFishing,
    Setup,
    Shown,
    SixthCard,
    Tallied,
    TwoFisted,
    Variant,
    Warden,
    Whopper,
)
from companion.new_game.rows import NAMES, Row, judge_row
from companion.say import say
from companion.words import Corrected, HandedOver, Joined, Left, Refused, Seat
from tests.games.rows import rows_of

ANA, BEN, CY, DEE, EVE = (Seat(n) for n in range(5))
SHARK, WHALE, BLOWFISH, STARFISH, CLOWN, BARNACLE, JELLY, SHRIMP, EEL, CRAB = range(10)
RED, GREEN, BLUE, YELLOW, PURPLE = range(5)
row = rows_of(Setup, 3)


def card(kind: int, colour: int) -> int:
    return kind * 5 + colour


def got(asker: Seat, target: Seat, *cards: int) -> tuple[Any, ...]:
    """The asker asks for these cards, one after the other, and gets them all."""
    return tuple(fact for c in cards for fact in (Asked(asker, target, c), Gave(target, asker, c)))


def asked_no(asker: Seat, target: Seat, wanted: int) -> tuple[Any, ...]:
    return Asked(asker, target, wanted), Denied(target, asker, wanted)


def missed(asker: Seat, target: Seat, wanted: int) -> tuple[Any, ...]:
    return (*asked_no(asker, target, wanted), Fished(asker))


def drained(first: Seat = BEN, seats: int = 3, cards: int = 49) -> tuple[Any, ...]:
    """Everybody draws in turn until so many cards are gone from the pond."""
    return tuple(Dead(Seat((first + n) % seats), True) for n in range(cards))


def pen(seat: Seat, points: int) -> Corrected:
    return Corrected(seat, points)


EELS = tuple(range(40, 45))
WHALES = tuple(range(5, 10))
DEAL = Dealt(ANA)  # Ben begins
OUT = (DEAL, Laid(BEN, SHARK), *got(BEN, CY, *WHALES[:2]), Laid(BEN, WHALE))
TOLD = (LeftOver(ANA, 0, 0, 8, 0), LeftOver(CY, 0, 0, 6, 0))
SCORED = (*OUT, *TOLD)  # Ben 125, Ana -40, Cy -30
DIVED = (DEAL, DiverLaid(BEN, card(EEL, RED)))
FOUR_SCORED = (*OUT, *TOLD, LeftOver(DEE, 0, 0, 8, 0))  # the same of four
SWORN = (*got(BEN, CY, EELS[0]), *missed(BEN, CY, EELS[1]), *asked_no(CY, BEN, EELS[0]))
DOUBTED = (DEAL, *SWORN)  # a Warden may have been used on Ben and not be told yet
LIE = (DEAL, Warden(CY, ANA), *SWORN)
RUN_DRY = (DEAL, *drained())  # Cy's turn, nothing in the pond
PROMPT = (  # Cy's turn; he denied an eel, and took no card unseen since
    DEAL, *missed(BEN, CY, 40), Asked(CY, ANA, 1), NoFishing(ANA, CY), TwoFisted(CY),
    *got(CY, ANA, 2),
)  # fmt: skip
FOUR = (DEAL, Laid(BEN, SHARK), *got(BEN, CY, 5), *asked_no(BEN, ANA, 8))  # Ben holds four
KNOWN = (  # Ben's hand is two eels that everybody saw
    DEAL, Laid(BEN, SHARK), Warden(ANA, BEN), Boat(BEN, ANA), *got(BEN, CY, 40, 41),
    Netted(BEN, CY, EEL), NetDenied(CY, BEN, EEL),
)  # fmt: skip
TWELVE = (  # twelve baskets; Ben's turn is just over, and Cy has not begun
    DEAL, *drained(cards=45), *got(BEN, CY, 60, 61), *missed(BEN, CY, 62),
    *(Laid(seat, 4 * seat + n) for seat in (ANA, BEN, CY) for n in range(4)),
)  # fmt: skip
TWELVE_DRY = (  # twelve baskets, nothing in the pond; Ana is told "go fish" and Ben comes next
    *RUN_DRY, Dead(CY, False), Dead(ANA, False), *got(BEN, CY, 60, 61), *missed(BEN, CY, 62),
    Dead(CY, False),
    *(Laid(seat, 4 * seat + n) for seat in (ANA, BEN, CY) for n in range(4)),
    *asked_no(ANA, BEN, 63),
)  # fmt: skip
THIRTEEN = (  # all baskets, the last in Ben's turn; he holds a card, Cy none, and the pond one
    DEAL, *drained(seats=4, cards=40), *got(BEN, CY, 60, 61, 62),
    *(Laid(seat, 3 * seat + n) for seat in (ANA, BEN, CY, DEE) for n in range(3)), Laid(BEN, 12),
)  # fmt: skip
RIPE = (*DIVED, *missed(BEN, CY, 1), Dead(CY, True), Dead(ANA, True))  # Ben's next turn
LAST_CARD = (  # Ben's turn, and he holds one card
    DEAL, Laid(BEN, SHARK), Dead(BEN, False), *got(CY, BEN, 60, 61), Dead(CY, False),
    Dead(ANA, False),
)  # fmt: skip
AT_POND = (DEAL, *asked_no(BEN, CY, 40))  # perhaps with a card that is not told
LURED = (*LAST_CARD, Lured(BEN, CY, 5), Denied(CY, BEN, 5))
LAST_TWO = (  # Ben's turn, and he holds two cards
    DEAL, Laid(BEN, SHARK), Dead(BEN, False), *got(CY, BEN, 60), Dead(CY, False), Dead(ANA, False),
)  # fmt: skip
DRY_LURE = (  # the pond is empty; the Lure was Ben's last card, and the answer is no
    DEAL, Laid(BEN, SHARK), *(Dead(Seat((1 + n) % 3), n % 3 > 0) for n in range(73)),
    *got(CY, BEN, 60, 61), Dead(CY, True), Dead(ANA, False), Lured(BEN, CY, 5),
    Denied(CY, BEN, 5),
)  # fmt: skip
EMPTIED = (  # Cy's turn; Ben has no cards
    DEAL, Laid(BEN, SHARK), *got(BEN, CY, 5, 6), Laid(BEN, EEL), Dead(BEN, False),
)  # fmt: skip
ROBBED = (DEAL, *got(BEN, CY, EELS[0], EELS[1]), Warden(ANA, BEN))

AT_ONCE = {"announce": Announce.AT_ONCE}
IF_ASKED = {"announce": Announce.IF_CHALLENGED}
NEVER = {"announce": Announce.NEVER}
WHOLE = {"whopper": Whopper.WHOLE_ROUND}
ANY_EMPTY = {"any_empty_hand_on_own_turn_ends": True}
SCORECARD = {"variant": Variant.SCORECARD}

THE_RULES = (
    row("F-R1-73-cards", DEAL, sees={"counts": [8, 8, 8], "pond": 49}, cites=("F-R1",)),
    row("F-R1-for-six", DEAL, seats=6, sees={"counts": [8] * 6, "pond": 25}),
    row("F-R2-left-of-the-dealer", DEAL, sees={"turn": 1, "phase": "turn"}),
    row("F-R2-to-the-left", DEAL, *missed(BEN, ANA, 0), sees={"turn": 2}),
    row("F-R2-not-your-turn", DEAL, Asked(CY, ANA, 0), refused="F-R2"),
    row("F-R3-one-exact-card", DEAL, Asked(BEN, CY, 59), cites=("F-R3",),
        hears=("Ben asks Cy for the purple hammerhead.",),
        sees={"phase": "asked", "ask": {"asker": 1, "target": 2, "fish": 11, "card": 59,
        "how": "ask", "denied": False}}),
    row("F-R3-asks-show-the-likely-first", DEAL, asks={"ask": ("ask",)}, asked={"ask": (1,)}),
    row("F-R4-yes-and-another-turn", DEAL, *got(BEN, CY, 59), cites=("F-R4",),
        sees={"counts": [8, 9, 7], "turn": 1, "phase": "turn"}),
    row("F-R4-either-may-say-it", DEAL, Asked(BEN, CY, 59),
        asks={"answer": ("yes", "no", "no_fishing")}, asked={"answer": (2, 1)}),
    row("F-R4-nobody-asked", DEAL, Gave(CY, BEN, 59), refused="F-R4"),
    row("F-R4-another-card-was-asked-for", DEAL, Asked(BEN, CY, 59), Gave(CY, BEN, 58),
        refused="F-R4"),
    row("F-R4-first-the-answer", DEAL, Asked(BEN, CY, 59), Asked(BEN, ANA, 1), refused="F-R4"),
    row("F-R5-go-fish", DEAL, *asked_no(BEN, CY, 59), cites=("F-R5",), hears=("Go fish!",),
        sees={"phase": "fishing", "counts": [8, 8, 8]}, asks={"fishing": ("start", "yes")}),
    row("F-R5-one-card-and-the-turn-is-over", DEAL, *missed(BEN, CY, 59),
        sees={"counts": [8, 9, 8], "pond": 48, "turn": 2}),
    row("F-R5-the-very-card", DEAL, *asked_no(BEN, CY, 59), Fished(BEN, 59),
        sees={"counts": [8, 9, 8], "pond": 48, "turn": 1, "phase": "turn", "fresh": True}),
    row("F-R5-another-card-is-not-it", DEAL, *asked_no(BEN, CY, 59), Fished(BEN, 58),
        refused="F-R5"),
    row("F-R5-first-the-pond", DEAL, *asked_no(BEN, CY, 59), Asked(BEN, ANA, 1), refused="F-R5"),
    row("F-R5-nobody-fishes", DEAL, Fished(BEN), refused="F-R5"),
    row("F-R6-all-points-so-far", DEAL, Laid(BEN, SHARK), Caught(BEN), cites=("F-R6",),
        sees={"laid": [0, 0, 0], "liars": [1]}, hears=("75 points lost",)),
    row("F-R7-a-full-basket", DEAL, Laid(BEN, SHARK), sees={"counts": [8, 3, 8], "laid": [0, 75, 0],
        "baskets": [{"seat": 1, "fish": 0, "missing": None, "worth": 75, "counts": True}]}),
    row("F-R7-five-cards-in-hand", DEAL, Laid(BEN, SHARK), Laid(BEN, WHALE), refused="F-R7"),
    row("F-R7-not-twice", DEAL, Laid(BEN, SHARK), Laid(CY, SHARK), refused="F-R7"),
    row("F-R7-safe", DEAL, Laid(BEN, SHARK), Lured(BEN, CY, 1), Gave(CY, BEN, 1), refused="F-R7"),
    row("F-R7-nor-in-the-pond", DEAL, Laid(CY, SHARK), Lured(BEN, CY, 1), Denied(CY, BEN, 1),
        Fished(BEN, 1), refused="F-R7"),
    row("F-R8-sharks", DEAL, Laid(BEN, SHARK), sees={"laid": [0, 75, 0]}),
    row("F-R8-tens", DEAL, Laid(BEN, CLOWN), sees={"laid": [0, 50, 0]}, hears=("50 points",)),
    row("F-R8-fives", DEAL, Laid(BEN, BARNACLE), sees={"laid": [0, 25, 0]}, cites=("F-R8",)),
    row("F-R8-a-diver-counts-nothing", DEAL, DiverLaid(BEN, 0), sees={"laid": [0, 60, 0]}),
    row("F-R8-left-in-hand", *OUT, LeftOver(ANA, 0, 3, 5, 0), LeftOver(CY, 0, 0, 5, 1),
        sees={"gains": [-55, 125, -50]}),
    row("F-R9-used-once", DEAL, Boat(BEN, ANA), Boat(CY, ANA), refused="F-R9"),
    row("F-R9-a-second-diver", *DIVED, DiverLaid(ANA, 0), refused="F-R9"),
    row("F-R9-it-lies-open", DEAL, Boat(BEN, ANA), sees={"used": [BOAT], "counts": [8, 7, 8]}),
    row("F-R9a-into-the-pond", DEAL, Warden(CY, ANA), cites=("F-R9a",),
        sees={"counts": [7, 8, 7], "pond": 50, "turn": 1}),
    row("F-R9a-which-is-shuffled", DEAL, Warden(CY, ANA),
        hears=("Game Warden! A card of Ana goes back into the pond. Shuffle it.",)),
    row("F-R9a-there-must-be-a-pond", *RUN_DRY, Warden(CY, ANA), refused="F-R9a"),
    row("F-R9a-nor-is-it-offered", *RUN_DRY, asks={"zinger": ("boat", "diver")}),
    row("F-R9b-four-and-the-diver", *DIVED, sees={"counts": [8, 3, 8], "laid": [0, 20, 0]},
        cites=("F-R9b", "F-R8")),
    row("F-R9b-five-cards-in-hand", DEAL, Laid(BEN, SHARK), DiverLaid(BEN, 9), refused="F-R9b"),
    row("F-R9b-the-real-card", *DIVED, *got(BEN, CY, 40), SixthCard(BEN, 40),
        sees={"laid": [0, 25, 0], "counts": [8, 3, 7]}),
    row("F-R9b-and-the-diver-is-thrown-away", *DIVED, *got(BEN, CY, 40), SixthCard(BEN, 40),
        hears=("Ben puts the red eel into the basket. Throw the Diver away.",)),
    row("F-R9b-no-other", *DIVED, *got(BEN, CY, 50), SixthCard(BEN, 50), refused="F-R9b"),
    row("F-R9b-nowhere-to-put-it", DEAL, SixthCard(BEN, 40), refused="F-R9b"),
    row("F-R9c-as-after-a-no", DEAL, Asked(BEN, CY, 1), NoFishing(CY, BEN), cites=("F-R9c",),
        sees={"phase": "fishing", "counts": [8, 8, 7]}),
    row("F-R9c-offered-to-whoever-is-asked", DEAL, Asked(BEN, CY, 1),
        asks={"answer": ("yes", "no", "no_fishing")}),
    row("F-R9c-until-it-was-used", DEAL, Asked(BEN, CY, 1), NoFishing(CY, BEN), Fished(BEN),
        Asked(CY, ANA, 1), asks={"answer": ("yes", "no")}),
    row("F-R9c-nobody-was-asked", DEAL, NoFishing(CY, BEN), refused="F-R9c"),
    row("F-R9c-somebody-else-was", DEAL, Asked(BEN, CY, 1), NoFishing(ANA, BEN), refused="F-R9c"),
    row("F-R9d-nothing-else-moves", DEAL, Boat(CY, ANA), sees={"counts": [8, 8, 7], "pond": 49},
        cites=("F-R9d",), hears=("Cy looks at a card of Ana.",)),
    row("F-R9e-one-of-a-kind", DEAL, Netted(BEN, CY, EEL), NetGave(CY, BEN, EEL),
        sees={"counts": [8, 8, 7], "turn": 2}, cites=("F-R9e",)),
    row("F-R9e-a-kind-to-hold", DEAL, Laid(BEN, SHARK), *got(ANA, BEN), Warden(ANA, BEN),
        Boat(BEN, ANA), Netted(BEN, CY, EEL), refused="F-R9e"),
    row("F-R9e-another-kind", DEAL, Netted(BEN, CY, EEL), NetGave(CY, BEN, EEL, 1),
        refused="F-R9e"),
    row("F-R9e-nobody-was-asked", DEAL, NetGave(CY, BEN, EEL), refused="F-R9e"),
    row("F-R9e-somebody-else-was", DEAL, Netted(BEN, CY, EEL), NetDenied(ANA, BEN, EEL),
        refused="F-R9e"),
    row("F-R9f-ask-again", DEAL, *asked_no(BEN, CY, 1), TwoFisted(BEN), cites=("F-R9f",),
        sees={"phase": "turn", "turn": 1, "counts": [8, 7, 8], "pond": 49}),
    row("F-R9f-before-the-pond", DEAL, *missed(BEN, CY, 1), TwoFisted(BEN), refused="F-R9f"),
    row("F-R9g-an-exact-card", DEAL, Lured(BEN, CY, 1), Gave(CY, BEN, 1), cites=("F-R4",),
        sees={"counts": [8, 8, 7], "turn": 1, "used": [LURE]}),
    row("F-R9h-it-does-nothing", DEAL, Warden(CY, ANA), Divine(ANA, CY, WARDEN, False),
        sees={"counts": [7, 8, 7], "pond": 49, "used": [WARDEN, DIVINE]}, cites=("F-R9h",)),
    row("F-R9h-into-the-hand", DEAL, Warden(CY, ANA), Divine(ANA, CY, WARDEN, True),
        sees={"counts": [8, 8, 7], "pond": 49, "used": [DIVINE]}),
    row("F-R9h-and-used-once-more", DEAL, Warden(CY, ANA), Divine(ANA, CY, WARDEN, True),
        Warden(ANA, CY), sees={"counts": [7, 8, 6], "pond": 50}),
    row("F-R9h-only-by-whom-it-hit", DEAL, Warden(CY, ANA), Divine(BEN, CY, WARDEN, False),
        refused="F-R9h"),
    row("F-R9h-at-once", DEAL, Warden(CY, ANA), Asked(BEN, CY, 1), Divine(ANA, CY, WARDEN, False),
        refused="F-R9h"),
    row("F-R9h-also-where-its-user-is-out", *LAST_CARD, Warden(BEN, CY),
        Divine(CY, BEN, WARDEN, False), options=ANY_EMPTY, cites=("F-R9h", "F-R10"),
        sees={"phase": "leftovers", "out": 1, "counts": [8, 0, 9], "pond": 49}),
    row("F-R9h-and-that-is-offered", *LAST_CARD, Boat(BEN, CY), options=ANY_EMPTY,
        asks={"divine": ("divine", "divine_take")}),
    row("F-R9h-until-leftovers-are-told", *LAST_CARD, Boat(BEN, CY),
        LeftOver(ANA, 0, 0, 8, 0), Divine(CY, BEN, BOAT, False), options=ANY_EMPTY,
        refused="F-C6"),
    row("F-R9h-thrown-away", DEAL, DivineDiscarded(BEN), sees={"counts": [8, 7, 8], "turn": 2,
        "pond": 49}),
    row("F-R9h-not-after-all-seven", DEAL, Warden(CY, ANA), DivineDiscarded(BEN),
        DivineDiscarded(CY), refused="F-Q21"),
    row("F-R8-what-is-left-is-sure", *RUN_DRY, Agreed(), LeftOver(ANA, 0, 0, 24, 0),
        LeftOver(BEN, 0, 1, 16, 8), says=("Cy has 24 cards left, worth 265 points. Right?",)),
    row("F-R8-one-card-that-is-left-is-sure", *RUN_DRY, *got(CY, BEN, *range(24)), Agreed(),
        LeftOver(CY, 5, 19, 16, 8), LeftOver(ANA, 0, 0, 24, 0),
        says=("Ben has one card left, worth 10 points. Right?",)),
    row("F-R10-out", *OUT, sees={"phase": "leftovers", "out": 1, "owing": [0, 2]},
        cites=("F-R8", "F-R10"), hears=("Ben is out!",)),
    row("F-R10-not-with-a-card-left", DEAL, *got(BEN, CY, 5), Laid(BEN, WHALE),
        sees={"phase": "turn", "out": None}),
    row("F-R11-the-last-card-to-an-asker", DEAL, Laid(CY, SHARK), *got(BEN, CY, 5, 6, 7),
        sees={"counts": [8, 11, 0], "phase": "turn"}),
    row("F-R11-a-zinger-stays", *OUT[:-3], Laid(BEN, WHALE), refused="F-R7"),
    row("F-R11-one-card-stays", DEAL, Laid(BEN, SHARK), *got(BEN, CY, 5, 6, 7), Laid(BEN, WHALE),
        sees={"phase": "turn", "counts": [8, 1, 5]}),
    row("F-R11-got-no-basket", DEAL, Laid(BEN, SHARK), *got(BEN, CY, 5, 6), Laid(BEN, EEL),
        sees={"phase": "turn", "counts": [8, 0, 6]}),
    row("F-R12-draws", DEAL, Dead(BEN, True), sees={"counts": [8, 9, 8], "turn": 2}),
    row("F-R12-passed-over", DEAL, Dead(BEN, False), sees={"counts": [8, 8, 8], "turn": 2},
        hears=("Ben is dead in the water: passed over.",)),
    row("F-R12-no-card-is-asked", DEAL, Laid(CY, SHARK), *got(BEN, CY, 5, 6, 7),
        *missed(BEN, ANA, 8), asks={"dead": ("start", "no"), "ask": None}),
    row("F-R12-no-pond-no-draw", *RUN_DRY, Dead(CY, True), refused="F-R12"),
    row("F-R12-without-card-and-pond", *RUN_DRY, *(Laid(ANA, n) for n in range(4)),
        *got(CY, ANA, 60, 61, 62, 63), *missed(CY, BEN, 50), sees={"turn": 1},
        cites=("F-Q23", "F-R12"), hears=("Ana is dead in the water",)),
    row("F-R12-emptied-in-his-own-turn", *RUN_DRY, *got(CY, ANA, 60),
        *(Laid(CY, n) for n in range(5)), sees={"turn": 0, "counts": [23, 25, 0]},
        cites=("F-R8", "F-R12"), hears=("Cy is dead in the water",)),
    row("F-R13-baskets-less-the-hand", *SCORED, sees={"gains": [-40, 125, -30],
        "totals": [-40, 125, -30], "best": [1], "phase": "scored", "dealer": 1}),
    row("F-R13-said-until-the-next-deal", *SCORED, says=("Ben wins the round with 125.",)),
    row("F-R13-to-400", pen(BEN, 300), *SCORED, sees={"winner": 1, "phase": "over"},
        hears=("Ben is King of the Tournament with 425!",)),
    row("F-R14-always-known", DEAL, Dead(BEN, True), sees={"counts": [8, 9, 8]}),
    row("F-R14-at-the-end-too", *OUT, says=("Cy still holds 6 cards.",)),
)  # fmt: skip

OUR_RULINGS = (
    row("F-Q1-five-times", DEAL, Laid(BEN, WHALE), sees={"laid": [0, 50, 0]}),
    row("F-Q2-so-far", DEAL, Laid(BEN, SHARK), Caught(BEN), *drained(BEN, cards=6),
        Laid(BEN, WHALE), sees={"laid": [0, 50, 0]}),
    row("F-Q2-option-the-whole-round", DEAL, Laid(BEN, SHARK), Caught(BEN), Agreed(),
        LeftOver(ANA, 0, 0, 8, 0), LeftOver(BEN, 0, 0, 3, 0), LeftOver(CY, 0, 0, 8, 0),
        options=WHOLE, sees={"gains": [-40, -15, -40]}),
    row("F-Q2-option-later-ones-too", DEAL, Caught(BEN), Laid(BEN, SHARK), Agreed(),
        LeftOver(ANA, 0, 0, 8, 0), LeftOver(BEN, 0, 0, 3, 0), LeftOver(CY, 0, 0, 8, 0),
        options=WHOLE, sees={"gains": [-40, -15, -40]}),
    row("F-Q2-the-hand-is-taken-away-as-always", DEAL, Laid(BEN, SHARK), Caught(BEN), Agreed(),
        LeftOver(ANA, 0, 0, 8, 0), LeftOver(BEN, 0, 0, 3, 0), LeftOver(CY, 0, 0, 8, 0),
        sees={"gains": [-40, -15, -40]}),
    row("F-Q3-until-the-next-deal", *SCORED, Caught(BEN), sees={"gains": [-40, 0, -30],
        "totals": [-40, 0, -30]}),
    row("F-Q3-a-king-no-more", pen(BEN, 300), *SCORED, Caught(BEN), sees={"winner": None,
        "phase": "scored", "totals": [-40, 300, -30]}),
    row("F-Q3-then-it-is-settled", *SCORED, Dealt(BEN), Caught(BEN),
        sees={"totals": [-40, 125, -30]}),
    row("F-Q3-no-round", Caught(BEN), refused="F-Q3"),
    row("F-Q4-taken-back", DEAL, Asked(BEN, CY, 1), AskVoid(BEN, 1), sees={"phase": "turn",
        "turn": 1, "fresh": True, "counts": [8, 8, 8], "liars": []}, cites=("F-Q4",)),
    row("F-Q4-after-the-no", DEAL, *asked_no(BEN, CY, 1), AskVoid(BEN, 1), sees={"phase": "turn"}),
    *(row(f"F-Q4-it-spoils-no-finish{how}", DEAL, Laid(BEN, SHARK), *got(BEN, CY, 5, 6), *void,
          AskVoid(BEN, 40), Laid(BEN, WHALE), sees={"phase": "leftovers", "out": 1})
      for how, void in (("", (Asked(BEN, CY, 40),)), ("-after-the-no", asked_no(BEN, CY, 40)),
                        ("-nor-after-no-fishing", (Asked(BEN, CY, 40), NoFishing(CY, BEN))))),
    row("F-Q4-it-gives-none", DEAL, Laid(BEN, SHARK), *got(BEN, CY, 5, 6, 7),
        *asked_no(BEN, ANA, 8), TwoFisted(BEN), Asked(BEN, CY, 40), AskVoid(BEN, 40),
        Laid(BEN, WHALE), sees={"phase": "turn", "out": None}),
    row("F-Q4-nothing-to-take-back", DEAL, AskVoid(BEN, 1), refused="F-Q4"),
    row("F-Q4-another-card", DEAL, Asked(BEN, CY, 1), AskVoid(BEN, 2), refused="F-Q4"),
    row("F-Q5-the-number-stands", DEAL, sees={"counts": [8, 8, 8], "liars": []}),
    row("F-Q6-not-in-the-same-turn", *DIVED, SixthCard(BEN, 40), refused="F-Q6"),
    row("F-Q6-after-another-success", *DIVED, *got(BEN, CY, 50), SixthCard(BEN, 40),
        sees={"laid": [0, 25, 0]}, cites=("F-Q6",)),
    row("F-Q6-when-play-has-passed-on", *DIVED, Dead(BEN, True), Dead(CY, True), Dead(ANA, True),
        SixthCard(BEN, 40), sees={"laid": [0, 25, 0]}),
    row("F-Q6-not-when-that-very-turn-is-over", *DIVED, Dead(BEN, True), SixthCard(BEN, 40),
        refused="F-Q6"),
    row("F-Q6-nor-is-it-offered-then", *DIVED, Dead(BEN, True), asks={"sixth": None}),
    row("F-Q6-round-the-passed-over", *RUN_DRY, *(Laid(ANA, n) for n in range(4)),
    row("F-Q3-who-has-won-and-left-has-won", *FOUR_SCORED, Left(BEN), Caught(CY),
        seats=4,
        sees={"best": [1], "gains": [-40, 125, -30, -40]}),
    row("F-Q3-who-has-left-may-be-caught", *FOUR_SCORED, Left(BEN), Caught(BEN),
        seats=4,
        sees={"best": [1], "totals": [-40, 0, -30, -40]}),
    row("F-S2-a-whopper-wakes-no-game", *SCORED, Left(ANA), Caught(BEN),
        sees={"phase": "resting", "gains": [-40, 0, -30], "best": [1]}),
    row("F-Q3-that-is-offered", *SCORED, Left(ANA), asks={"caught": ("caught",)}),
    row("F-Q3-though-everybody-has-left", *SCORED, Left(ANA), Left(CY), Left(BEN), Caught(BEN),
        sees={"phase": "resting", "gains": [-40, 0, -30]}),
    row("F-Q3-though-somebody-sat-down", *SCORED, Left(ANA), Joined(DEE), Caught(BEN),
        sees={"phase": "waiting", "gains": [-40, 0, -30, 0], "best": [1]}),
    row("F-Q3-not-of-a-round-that-was-dropped", DEAL, Left(ANA), Caught(BEN), refused="F-Q3"),
    row("F-Q3-and-whoever-is-left-is-king", pen(BEN, 300), pen(CY, 455), *SCORED, Left(ANA),
        Caught(BEN), sees={"winner": 2, "phase": "over"}),
        *got(CY, ANA, 60, 61, 62, 63), DiverLaid(CY, 40), Dead(CY, False), SixthCard(CY, 40),
        refused="F-Q6"),
    row("F-Q6-when-the-next-one-is-over", *DIVED, Dead(BEN, True), Dead(CY, True),
        Dead(ANA, True), Dead(BEN, True), SixthCard(BEN, 40), sees={"laid": [0, 25, 0]}),
    row("F-Q6-not-in-another-s-turn", *DIVED, Dead(BEN, True), Dead(CY, True), SixthCard(BEN, 40),
        refused="F-Q6"),
    row("F-Q6-not-by-another", *DIVED, Dead(BEN, True), SixthCard(CY, 40), refused="F-Q6"),
    row("F-Q6-not-by-another-in-a-later-turn", *DIVED,
        *(Dead(seat, True) for seat in (BEN, CY, ANA, BEN)), SixthCard(CY, 40), refused="F-Q6"),
    row("F-Q6-nor-by-who-sits-before", *DIVED,
        *(Dead(seat, True) for seat in (BEN, CY, ANA, BEN, CY)), SixthCard(ANA, 40),
        refused="F-Q6"),
    row("F-Q6-offered", *DIVED, *got(BEN, CY, 50), asks={"sixth": ("sixth",)}),
    row("F-Q7-it-costs", *DIVED, Agreed(), LeftOver(ANA, 0, 0, 8, 0), LeftOver(BEN, 0, 0, 3, 0),
        LeftOver(CY, 0, 0, 8, 0), sees={"gains": [-40, 5, -40]}),
    row("F-Q8-not-in-the-hand", DEAL, Laid(BEN, SHARK), *got(BEN, CY, 5, 6), DiverLaid(BEN, 40),
        Asked(BEN, CY, 40), refused="F-C5"),
    row("F-Q9-by-a-diver-on-old-cards", DEAL, Laid(BEN, SHARK), *got(BEN, CY, 5, 6),
        DiverLaid(BEN, 40), sees={"phase": "turn", "counts": [8, 0, 6]}),
    row("F-Q9-a-diver-with-the-card-just-got", DEAL, Laid(BEN, SHARK), *got(BEN, CY, 40, 41),
        DiverLaid(BEN, 44), sees={"phase": "leftovers", "out": 1}),
    row("F-Q9-the-diver-is-that-card", DEAL, Laid(BEN, SHARK), *got(BEN, CY, 40, 41),
        DiverLaid(BEN, 41), sees={"phase": "turn", "counts": [8, 0, 6]}),
    row("F-Q9-a-zinger-before-the-basket", DEAL, Laid(BEN, SHARK), *got(BEN, CY, 5, 6, 7),
        Boat(BEN, ANA), Laid(BEN, WHALE), sees={"phase": "leftovers", "out": 1}),
    row("F-Q9-a-zinger-after-it", DEAL, Laid(BEN, SHARK), *got(BEN, CY, 5, 6, 7),
        Laid(BEN, WHALE), Boat(BEN, ANA), sees={"phase": "turn", "counts": [8, 0, 5]}),
    row("F-Q9-option-any-empty-hand", DEAL, Laid(BEN, SHARK), *got(BEN, CY, 5, 6),
        DiverLaid(BEN, 40), options=ANY_EMPTY, sees={"phase": "leftovers", "out": 1}),
    row("F-Q9-option-by-the-last-zinger", DEAL, Laid(BEN, SHARK), *got(BEN, CY, 5, 6, 7),
        Laid(BEN, WHALE), Boat(BEN, ANA), options=ANY_EMPTY, sees={"out": 1}),
    row("F-Q9-option-not-in-another-s-turn", DEAL, Laid(CY, SHARK), *got(BEN, CY, 5, 6),
        Boat(CY, ANA), options=ANY_EMPTY, sees={"phase": "turn", "counts": [8, 10, 0]}),
    row("F-Q9-option-by-divine-intervention", *LAST_CARD, Warden(ANA, BEN),
        Divine(BEN, ANA, WARDEN, False), options=ANY_EMPTY, sees={"out": 1}),
    row("F-Q9-option-not-with-what-it-stopped", *LAST_CARD, Warden(ANA, BEN),
        Divine(BEN, ANA, WARDEN, True), options=ANY_EMPTY, sees={"counts": [7, 1, 10]}),
    row("F-Q10-the-very-card", DEAL, Laid(BEN, SHARK), *got(BEN, CY, 5), *asked_no(BEN, ANA, 6),
        Fished(BEN, 6), Laid(BEN, WHALE), sees={"phase": "leftovers", "out": 1}),
    row("F-Q11-by-the-net", DEAL, Laid(BEN, SHARK), *got(BEN, CY, 5, 6), Netted(BEN, CY, WHALE),
        NetGave(CY, BEN, WHALE), Laid(BEN, WHALE), sees={"out": 1}),
    row("F-Q11-by-the-lure", DEAL, Laid(BEN, SHARK), *got(BEN, CY, 5, 6), Lured(BEN, CY, 7),
        Gave(CY, BEN, 7), Laid(BEN, WHALE), sees={"out": 1}),
    row("F-Q12-two-baskets", DEAL, *got(BEN, CY, 5, 6), Laid(BEN, WHALE), Laid(BEN, SHARK),
        sees={"out": 1}),
    row("F-Q12-in-any-order", DEAL, *got(BEN, CY, 5, 6), Laid(BEN, SHARK), Laid(BEN, WHALE),
        sees={"out": 1}),
    row("F-Q12-the-other-by-the-diver", DEAL, *got(BEN, CY, 5, 6), Laid(BEN, WHALE),
        DiverLaid(BEN, 40), sees={"out": 1}),
    row("F-Q12-one-of-them-must-be-it", DEAL, *got(BEN, CY, 5, 6), Laid(BEN, SHARK),
        Laid(BEN, EEL), sees={"out": None, "phase": "turn"}),
    row("F-Q12-before-the-next-ask", DEAL, *got(BEN, CY, 5, 6), Laid(BEN, SHARK),
        *asked_no(BEN, ANA, 7), Laid(BEN, WHALE), sees={"out": None, "phase": "fishing"}),
    row("F-Q12-before-the-next-one-begins", DEAL, Laid(BEN, SHARK), *got(BEN, CY, 5, 6),
        Netted(BEN, CY, WHALE), NetGave(CY, BEN, WHALE), Dead(CY, True), Laid(BEN, WHALE),
        sees={"out": None, "phase": "turn"}),
    row("F-Q13-nobody-has-to", DEAL, *got(BEN, CY, 5, 6), asks={"basket": ("basket",)}),
    row("F-Q14-out-of-turn", DEAL, Laid(ANA, SHARK), sees={"counts": [3, 8, 8], "turn": 1}),
    row("F-Q14-before-the-pond", DEAL, *asked_no(BEN, CY, 1), Laid(CY, SHARK),
        sees={"phase": "fishing"}),
    row("F-Q15-a-net-begins-a-turn", DEAL, *asked_no(BEN, CY, 1), TwoFisted(BEN),
        Netted(BEN, CY, EEL), refused="F-Q15"),
    row("F-Q15-so-does-a-lure", DEAL, *asked_no(BEN, CY, 1), TwoFisted(BEN), Lured(BEN, CY, 3),
        refused="F-Q15"),
    row("F-Q15-after-a-success-again", DEAL, *got(BEN, CY, 1), Netted(BEN, CY, EEL),
        sees={"phase": "asked"}),
    row("F-Q15-a-basket-uses-up-nothing", DEAL, Laid(BEN, SHARK), Boat(BEN, CY), Lured(BEN, CY, 6),
        sees={"phase": "asked"}),
    row("F-Q15-nor-a-stopped-net", DEAL, Netted(BEN, CY, EEL), Divine(CY, BEN, NET, False),
        Lured(BEN, CY, 6), sees={"phase": "asked", "used": [NET, LURE, DIVINE]}),
    row("F-Q16-it-is-the-turn", DEAL, Netted(BEN, CY, EEL), NetGave(CY, BEN, EEL),
        Asked(BEN, CY, 1), refused="F-R2"),
    row("F-Q16-no-pond", DEAL, Netted(BEN, CY, EEL), NetDenied(CY, BEN, EEL), sees={"turn": 2,
        "counts": [8, 7, 8], "pond": 49}, cites=("F-Q16",)),
    row("F-Q16-no-two-fisted", DEAL, Netted(BEN, CY, EEL), NetDenied(CY, BEN, EEL),
        TwoFisted(BEN), refused="F-R9f"),
    row("F-Q16-a-basket-may-be-laid", DEAL, Netted(BEN, CY, EEL), NetGave(CY, BEN, EEL, 41),
        Laid(BEN, EEL), sees={"counts": [8, 3, 7], "turn": 2}),
    row("F-Q17-no-to-a-lure", DEAL, Lured(BEN, CY, 1), Denied(CY, BEN, 1), TwoFisted(BEN),
        sees={"phase": "turn", "turn": 1}),
    row("F-Q18-the-later-ask-counts", DEAL, *asked_no(BEN, CY, 1), TwoFisted(BEN),
        *asked_no(BEN, CY, 2), Fished(BEN, 2), sees={"turn": 1}),
    row("F-Q18-with-an-empty-pond", *RUN_DRY, *asked_no(CY, ANA, 1), TwoFisted(CY),
        sees={"phase": "turn", "turn": 2}),
    row("F-Q19-not-the-diver", *DIVED, Divine(CY, BEN, DIVER, False), refused="F-Q19"),
    row("F-Q19-not-two-fisted", DEAL, *asked_no(BEN, CY, 1), TwoFisted(BEN),
        Divine(CY, BEN, TWO_FISTED, False), refused="F-Q19"),
    row("F-Q19-the-boat", DEAL, Boat(BEN, CY), Divine(CY, BEN, BOAT, True),
        sees={"counts": [8, 7, 8]}),
    row("F-Q19-the-lure", DEAL, Lured(BEN, CY, 1), Divine(CY, BEN, LURE, False),
        sees={"phase": "turn", "fresh": True, "counts": [8, 7, 7]}),
    row("F-Q20-the-turn-is-open", DEAL, Netted(BEN, CY, EEL), Divine(CY, BEN, NET, False),
        sees={"phase": "turn", "turn": 1, "counts": [8, 7, 7]}),
    row("F-Q20-the-ask-must-be-answered", DEAL, Asked(BEN, CY, 1), NoFishing(CY, BEN),
        Divine(BEN, CY, NO_FISHING, False), Gave(CY, BEN, 1), sees={"counts": [8, 8, 6]}),
    row("F-Q20-a-whopper-stays-caught", DEAL, Laid(CY, SHARK), Warden(BEN, ANA), Caught(CY),
        Divine(ANA, BEN, WARDEN, False), sees={"laid": [0, 0, 0], "liars": [2], "pond": 49}),
    row("F-Q21-instead-of-asking", DEAL, DivineDiscarded(BEN), sees={"turn": 2}),
    row("F-Q21-at-the-beginning", DEAL, *asked_no(BEN, CY, 1), TwoFisted(BEN),
        DivineDiscarded(BEN), refused="F-Q15"),
    # Whose turn it is has all its Zingers in one line; the others have theirs.
    row("F-Q21-offered", DEAL, asked={"turn_zinger": (1,), "zinger": (0, 2)},
        asks={"turn_zinger": ("net", "lure", "throw", "warden", "boat", "diver")}),
    row("F-Q21-seven-are-used", DEAL, Boat(ANA, CY), Warden(ANA, CY), DiverLaid(ANA, 0),
        Lured(BEN, CY, 41), NoFishing(CY, BEN), TwoFisted(BEN), *missed(BEN, CY, 42),
        Netted(CY, BEN, EEL), NetDenied(BEN, CY, EEL), DivineDiscarded(ANA), refused="F-Q21"),
    row("F-Q21-six-are-used", DEAL, Boat(ANA, CY), Warden(ANA, CY),
        Lured(BEN, CY, 41), NoFishing(CY, BEN), TwoFisted(BEN), *missed(BEN, CY, 42),
        Netted(CY, BEN, EEL), NetDenied(BEN, CY, EEL), DivineDiscarded(ANA),
        sees={"turn": 1, "counts": [5, 7, 5]}),
    row("F-Q22-nothing-between", DEAL, Asked(BEN, CY, 1), Warden(ANA, CY), refused="F-Q22"),
    row("F-Q22-no-basket-either", DEAL, Asked(BEN, CY, 1), Laid(ANA, SHARK), refused="F-Q22"),
    row("F-Q22-in-everybody-s-turn", DEAL, Warden(ANA, CY), sees={"counts": [7, 8, 7]}),
    row("F-Q23-the-turn-just-ends", *RUN_DRY, *missed(CY, ANA, 1), sees={"turn": 0, "pond": 0},
        cites=("F-Q23",)),
    row("F-Q23-nobody-is-sent-fishing", *RUN_DRY, *asked_no(CY, ANA, 1),
        hears=("Ana has no green card shark, and the pond is empty.",)),
    row("F-Q23-no-warden", *RUN_DRY, Warden(CY, ANA), refused="F-R9a"),
    row("F-Q24-all-dead", DEAL, Dead(BEN, False), Dead(CY, False), Dead(ANA, False),
        sees={"phase": "leftovers", "out": None}, cites=("F-R12", "F-Q24")),
    row("F-Q24-a-card-moved", DEAL, Dead(BEN, False), Dead(CY, True), Dead(ANA, False),
        sees={"phase": "turn"}),
    row("F-Q24-the-table-says-so", DEAL, Agreed(), sees={"phase": "leftovers"}, cites=("F-Q24",)),
    row("F-Q24-one-more-turn-each", *TWELVE, Laid(BEN, 12), Dead(CY, True), Dead(ANA, True),
        sees={"phase": "turn", "turn": 1}),
    row("F-Q24-then-it-is-over", *TWELVE, Laid(BEN, 12), Dead(CY, True), Dead(ANA, True),
        Dead(BEN, True), sees={"phase": "leftovers", "out": None}, cites=("F-R12", "F-Q24")),
    row("F-Q24-this-turn-first", *TWELVE, *asked_no(CY, BEN, 63), Laid(BEN, 12), Fished(CY),
        Dead(ANA, True), Dead(BEN, True), sees={"phase": "turn", "turn": 2}),
    row("F-Q24-and-then-all-of-them", *TWELVE, *asked_no(CY, BEN, 63), Laid(BEN, 12),
        Fished(CY), Dead(ANA, True), Dead(BEN, True), Dead(CY, False),
        sees={"phase": "leftovers"}, hears=("the last turns are over",)),
    row("F-Q24-laid-at-the-start-of-the-own-turn", *TWELVE, Dead(CY, True), Dead(ANA, True),
        Laid(BEN, 12), Dead(BEN, True), Dead(CY, False), Dead(ANA, False),
        sees={"phase": "turn", "turn": 1}),
    row("F-Q24-laid-by-a-third-between-two-turns", *TWELVE, Dead(CY, True), Laid(BEN, 12),
        Dead(ANA, True), Dead(BEN, True), Dead(CY, False), sees={"phase": "leftovers"}),
    row("F-Q24-laid-before-the-empty-pond-is-told", *TWELVE_DRY, Laid(BEN, 12), Fished(ANA),
        Dead(BEN, False), Dead(CY, False), Boat(CY, BEN), Dead(ANA, False),
        sees={"phase": "turn", "turn": 1}),
    row("F-Q24-and-then-one-more-turn-each", *TWELVE_DRY, Laid(BEN, 12), Fished(ANA),
        Dead(BEN, False), Dead(CY, False), Boat(CY, BEN), Dead(ANA, False),
        Dead(BEN, False), sees={"phase": "leftovers"}, hears=("the last turns are over",)),
    row("F-Q24-unless-that-turn-went-on", *TWELVE_DRY, Laid(BEN, 12), TwoFisted(ANA),
        Dead(ANA, False), Dead(BEN, False), Boat(CY, BEN), Dead(CY, False),
        Dead(ANA, False), sees={"phase": "leftovers"}, hears=("the last turns are over",)),
    row("F-Q24-not-of-who-leaves-before-it", *THIRTEEN, Dead(BEN, False), Dead(CY, False),
        Left(ANA), Dead(DEE, False), Dead(BEN, False), seats=4, sees={"phase": "leftovers"},
        hears=("the last turns are over",)),
    row("F-Q24-who-leaves-in-the-last-turn-ends-it", *THIRTEEN, Dead(BEN, False), Left(CY),
        Dead(DEE, False), Dead(ANA, False), sees={"phase": "turn", "turn": 1}, seats=4),
    row("F-Q24-who-has-had-it-takes-none-away", *THIRTEEN, Dead(BEN, False), Dead(CY, False),
        Left(CY), Dead(DEE, False), Dead(ANA, False), sees={"phase": "turn", "turn": 1},
        seats=4),
    row("F-Q25-shared", DEAL, Agreed(), LeftOver(ANA, 0, 0, 8, 0), LeftOver(BEN, 0, 0, 8, 0),
        LeftOver(CY, 0, 8, 0, 0), sees={"best": [0, 1]}, hears=("Ana and Ben share",)),
    row("F-Q26-the-highest", pen(BEN, 300), pen(ANA, 450), *SCORED, sees={"winner": 1}),
    row("F-Q26-level-at-the-top", pen(BEN, 300), pen(ANA, 465), *SCORED, sees={"winner": None,
        "phase": "scored", "totals": [425, 425, -30]}),
    row("F-Q26-not-yet", *SCORED, sees={"winner": None}),
    row("F-Q27-not-shown", DEAL, *missed(BEN, CY, 1), sees={"turn": 2, "counts": [8, 9, 8]}),
    row("F-Q28-seven", seats=7, refused="F-Q28"),
    row("F-Q28-two", seats=2, refused="F-Q28"),
    row("F-Q28-option-two", DEAL, seats=2, options={"two_players": True},
        sees={"counts": [8, 8], "pond": 57}),
    row("F-Q29-no-jokers", DEAL, seats=4, sees={"pond": 73 - 32}),
    row("F-Q30-after-no-fishing", DEAL, Asked(BEN, CY, 1), NoFishing(CY, BEN), TwoFisted(BEN),
        sees={"phase": "turn", "turn": 1, "counts": [8, 7, 7]}),
    row("F-Q31-a-lie-to-the-net", DEAL, Warden(CY, ANA), *got(BEN, CY, 41), *missed(BEN, CY, 42),
        Netted(CY, BEN, EEL), NetDenied(BEN, CY, EEL), asks={"whopper": ("yes", "no")}),
    row("F-Q31-a-lie-to-the-lure", DEAL, Warden(CY, ANA), *got(BEN, CY, 41), *missed(BEN, CY, 42),
        Lured(CY, BEN, 41), Denied(BEN, CY, 41), asks={"whopper": ("yes", "no")}),
    row("F-Q31-and-given-after-all", DEAL, *got(BEN, CY, 41), *missed(BEN, CY, 42),
        Netted(CY, BEN, EEL), NetDenied(BEN, CY, EEL), Caught(BEN, 41),
        sees={"counts": [8, 9, 7], "turn": 0}),
    row("F-Q32-against-the-net", DEAL, Netted(BEN, CY, EEL), NoFishing(CY, BEN), sees={"turn": 2,
        "counts": [8, 7, 7], "pond": 49}),
    row("F-Q32-that-may-be-stopped", DEAL, Netted(BEN, CY, EEL), NoFishing(CY, BEN),
        Divine(BEN, CY, NO_FISHING, False), sees={"turn": 1, "phase": "asked"}),
    row("F-Q32-against-the-lure", DEAL, Lured(BEN, CY, 1), NoFishing(CY, BEN),
        sees={"phase": "fishing"}),
    row("F-Q33-the-card-after-all", *LIE, Caught(BEN, 40), sees={"counts": [7, 9, 7], "turn": 2,
        "phase": "turn"}, cites=("F-R6",)),
    *(
        row(f"F-Q33-the-net-was-for-another-kind-{other}", DEAL, *got(BEN, CY, 41),
            *missed(BEN, CY, 42), Netted(CY, BEN, EEL), NetDenied(BEN, CY, EEL),
            Caught(BEN, other), refused="F-Q33")
        for other in (35, 45)
    ),
    row("F-Q33-the-table-decides", *LIE, asks={"whopper": ("yes", "no")},
        asked={"whopper": (0, 1, 2)}),
    row("F-Q33-or-lets-it-pass", *LIE, Forgiven(BEN), asks={"whopper": None}, cites=("F-Q33",)),
    row("F-Q33-nothing-was-said", DEAL, Forgiven(BEN), refused="F-Q33"),
    row("F-Q33-the-asker-has-gone-on", *LIE, Fished(CY), Caught(BEN, 40), refused="F-Q33"),
    row("F-Q33-another-card", *LIE, Caught(BEN, 41), refused="F-Q33"),
    row("F-Q33-one-that-nothing-proves", DEAL, *asked_no(BEN, CY, 1), asks={
        "caught": ("caught", "caught_now")}),
    row("F-Q33-and-that-is-settled", DEAL, *asked_no(BEN, CY, 1), Caught(CY, 1),
        cites=("F-R6",), sees={"counts": [8, 9, 7], "whoppers": []}, asks={"whopper": None}),
    row("F-Q33-with-the-net-too", DEAL, Netted(BEN, CY, EEL), NetDenied(CY, BEN, EEL),
        Caught(CY, 41), cites=("F-R6",), asks={"whopper": None}),
    row("F-Q33-not-after-the-draw", *FOUR, Laid(BEN, WHALE), Caught(ANA, 8), refused="F-Q33"),
    row("F-Q33-nor-is-it-offered-then", *FOUR, Laid(BEN, WHALE), asks={"caught": ("caught",)}),
    row("F-Q33-not-what-lies-in-a-basket", *LIE, Laid(BEN, EEL), asks={"caught": ("caught",)}),
    row("F-Q34-not-oneself", DEAL, Asked(BEN, BEN, 1), refused="F-Q34"),
    row("F-Q34-no-zinger-on-oneself", DEAL, Warden(CY, CY), refused="F-Q34"),
    row("F-Q34-no-cards-to-give", DEAL, Laid(CY, SHARK), *got(BEN, CY, 5, 6, 7), Asked(BEN, CY, 8),
        Gave(CY, BEN, 8), refused="F-Q34"),
    row("F-Q34-no-card-to-look-at", DEAL, Laid(CY, SHARK), *got(BEN, CY, 5, 6, 7), Boat(BEN, CY),
        refused="F-Q34"),
    row("F-Q34-may-be-asked", DEAL, Laid(CY, SHARK), *got(BEN, CY, 5, 6, 7), *asked_no(BEN, CY, 8),
        sees={"phase": "fishing"}),
    row("F-Q35-by-his-own-word", DEAL, Dead(BEN, True), sees={"counts": [8, 9, 8], "turn": 2}),
    row("F-Q36-unsaid", DEAL, Netted(BEN, CY, EEL), NetGave(CY, BEN, EEL), Asked(CY, BEN, 40),
        Denied(BEN, CY, 40), sees={"whoppers": []}),
    row("F-Q36-said-or-not", DEAL, Netted(BEN, CY, EEL),
        asks={"answer": ("yes", "no", "which", "no_fishing")}),
)  # fmt: skip

GOT_40 = "Whopper! Ben got the red eel from Cy in line 4; it never left."

WHAT_IT_KNOWS = (
    row("F-C1-everything-adds-up", DEAL, *got(BEN, CY, 1), Laid(BEN, WHALE), Boat(BEN, CY),
        *missed(BEN, CY, 2), sees={"counts": [8, 4, 7], "pond": 48}),
    row("F-C1-the-sixth-card", *DIVED, *got(BEN, CY, 50), SixthCard(BEN, 40),
        sees={"counts": [8, 3, 7], "used": [DIVER]}),
    row("F-C1-caught-from-the-pond", DEAL, *asked_no(BEN, CY, 8), Fished(BEN, 8),
        sees={"counts": [8, 9, 8], "pond": 48}),
    row("F-C1-no-card-no-zinger", DEAL, Laid(CY, SHARK), *got(BEN, CY, 5, 6, 7), Warden(CY, ANA),
        refused="F-C1"),
    row("F-C2-handed-over", *LIE, hears=(GOT_40,), cites=("F-R5", "F-C4")),
    row("F-C2-shown-from-the-pond", DEAL, Warden(CY, ANA), *asked_no(BEN, CY, 40), Fished(BEN, 40),
        *missed(BEN, CY, 41), *asked_no(CY, BEN, 40),
        hears=("Ben showed the red eel from the pond in line 5; it never left.",)),
    row("F-C3-given-away", DEAL, *got(BEN, CY, 40), *missed(BEN, CY, 41), *got(CY, BEN, 40),
        *asked_no(CY, BEN, 40), sees={"whoppers": []}),
    row("F-C3-a-warden-makes-it-doubtful", *ROBBED, *missed(BEN, CY, 43),
        *asked_no(CY, BEN, 40), sees={"whoppers": []}, cites=("F-R5",)),
    row("F-C3-until-the-other-card-turns-up", *ROBBED, *asked_no(BEN, ANA, 43), Fished(BEN),
        *asked_no(CY, ANA, 41), Fished(CY, 41), *asked_no(CY, BEN, 40), cites=("F-R5", "F-C4")),
    row("F-C3-a-hand-of-known-cards", *KNOWN, *asked_no(CY, BEN, 40), cites=("F-R5", "F-C4")),
    row("F-C3-moved-out-of-it", *KNOWN, *got(CY, BEN, 41), *asked_no(CY, BEN, 40),
        cites=("F-R5", "F-C4")),
    row("F-C4-direct", *LIE, hears=(GOT_40,), asks={"whopper": ("yes", "no")}),
    row("F-C4-late-by-giving", DEAL, *missed(BEN, CY, 40), *got(CY, ANA, 40),
        cites=("F-R4",)),
    row("F-C4-late-he-gave-it", DEAL, *missed(BEN, CY, 40), Asked(CY, ANA, 1), NoFishing(ANA, CY),
        TwoFisted(CY), *got(CY, ANA, 2), Asked(CY, ANA, 3), Gave(ANA, CY, 3), Laid(CY, EEL),
        Asked(CY, ANA, 4), cites=("F-R3", "F-C4"),
        hears=("Cy said no to the red eel in line 3, and can only have had it then.",)),
    row("F-C4-one-unseen-card-between", DEAL, *missed(BEN, CY, 40), *missed(CY, ANA, 1),
        Laid(CY, EEL), cites=("F-R8",)),
    row("F-C4-late-by-leftovers", DEAL, *missed(BEN, CY, 40), Agreed(),
        Shown(CY, (40, 1, 2, 3, 4, 5, 6, 7)), cites=("F-R8", "F-C4")),
    row("F-C4-no-fishing-is-no-answer", DEAL, *got(BEN, CY, 40), *missed(BEN, CY, 41),
        Asked(CY, BEN, 40), NoFishing(BEN, CY), sees={"whoppers": []}),
    row("F-C5-no-card-to-ask-with", DEAL, Laid(BEN, SHARK), *got(BEN, CY, 5, 6), Laid(BEN, EEL),
        Asked(BEN, CY, 20), refused="F-C5"),
    row("F-C5-a-hand-that-is-known", *KNOWN, *missed(CY, ANA, 5), *missed(ANA, CY, 5),
        Asked(BEN, CY, 60), cites=("F-C5",), sees={"phase": "turn", "turn": 1}),
    row("F-C5-nothing-is-said", *KNOWN, *missed(CY, ANA, 5), *missed(ANA, CY, 5),
        Asked(BEN, CY, 60), options=NEVER, cites=("F-R3",)),
    row("F-C5-all-lie-there", DEAL, Laid(BEN, SHARK), Asked(BEN, CY, 1), refused="F-C5"),
    row("F-C5-nor-by-the-net", DEAL, Laid(BEN, SHARK), Netted(BEN, CY, SHARK), refused="F-C5"),
    row("F-C6-no-such-dealer", options={"dealer": 3}, refused="F-C6"),
    row("F-C6-a-stranger-lays", DEAL, Laid(Seat(9), SHARK), refused="F-C6"),
    row("F-C6-a-stranger-below-nothing", DEAL, Left(Seat(-1)), refused="F-C6"),
    row("F-C6-a-pen-for-a-stranger", pen(Seat(5), 5), refused="F-C6"),
    row("F-C6-a-stranger-was-caught", DEAL, Caught(Seat(7)), refused="F-C6"),
    row("F-C6-no-round", Asked(BEN, CY, 1), refused="F-C6"),
    row("F-C6-after-the-king", pen(BEN, 300), *SCORED, Dealt(BEN), refused="F-C6"),
    row("F-C6-leftovers-that-do-not-fit", *OUT, LeftOver(CY, 0, 0, 4, 0), refused="F-C6",
        sees={"owing": [0, 2]}),
    row("F-C6-one-card-too-many", *OUT, Shown(CY, (10, 11, 12, 13, 14, 15, 16)), refused="F-C6"),
    row("F-C6-a-card-from-a-basket", *OUT, Shown(CY, (1, 11, 12, 13, 14, 15)), refused="F-C6"),
    row("F-C6-a-card-twice", *OUT, Shown(CY, (11, 11, 12, 13, 14, 15)), refused="F-C6"),
    row("F-C6-more-sharks-than-there-are", *OUT, LeftOver(CY, 1, 0, 5, 0), refused="F-C6"),
    row("F-C6-told-twice", *OUT, LeftOver(CY, 0, 0, 6, 0), LeftOver(CY, 0, 0, 6, 0),
        refused="F-C6"),
    row("F-C6-zingers-that-were-used", DEAL, Boat(BEN, CY), Agreed(), LeftOver(CY, 0, 0, 0, 8),
        refused="F-C6"),
    row("F-C6-before-the-end", DEAL, LeftOver(CY, 0, 0, 8, 0), refused="F-C6"),
    row("F-C7-nothing-is-said", *LIE, options=NEVER, cites=("F-R5",), asks={"whopper": None},
        sees={"whoppers": []}),
    row("F-C7-nor-unless-challenged", *LIE, options=IF_ASKED, cites=("F-R5",),
        asks={"whopper": None}, sees={"whoppers": []}),
    row("F-C7-but-the-proof", *LIE, says=(GOT_40,)),
)  # fmt: skip

CARD = Tallied(ANA, 1, 0, 0)

THE_HOUSE = (
    row("F-S1-the-hand-goes-into-the-pond", DEAL, Left(ANA), seats=4, cites=("F-S1",),
        sees={"counts": [0, 8, 8, 8], "pond": 49, "present": [1, 2, 3], "turn": 1},
        hears=("Ana leaves; the points stay. Shuffle Ana's cards into the pond.",)),
    row("F-S1-baskets-count", DEAL, Laid(ANA, SHARK), Left(ANA), Agreed(),
        *(LeftOver(seat, 0, 0, 8, 0) for seat in (BEN, CY, DEE)), seats=4,
        sees={"totals": [75, -40, -40, -40], "best": [1, 2, 3]}),
    row("F-S1-on-a-scorecard-too", DEAL, Left(ANA), seats=4, options=SCORECARD, cites=("F-S1",),
        hears=("Shuffle Ana's cards into the pond.",), sees={"present": [1, 2, 3],
        "owing": [1, 2, 3, 0], "phase": "leftovers"}, asks={"tally": ("tally",)}),
    row("F-S1-and-that-line-counts", DEAL, Left(ANA), *(Tallied(seat, 0, 1, 0) for seat in (
        BEN, CY, DEE)), CARD, seats=4, options=SCORECARD, sees={"phase": "scored",
        "totals": [75, 50, 50, 50]}),
    row("F-S1-so-does-one-that-was-told", DEAL, CARD, Left(ANA), *(Tallied(seat, 0, 1, 0) for seat
        in (BEN, CY, DEE)), seats=4, options=SCORECARD, sees={"phase": "scored",
        "totals": [75, 50, 50, 50]}),
    row("F-S1-but-of-that-round-alone", DEAL, Left(ANA), Dealt(BEN), seats=4,
        options=SCORECARD, sees={"owing": [1, 2, 3]}),
    row("F-S2-a-scorecard-rests-too", DEAL, CARD, Left(ANA), options=SCORECARD,
        cites=("F-S1", "F-S2", "F-S2"), sees={"phase": "resting", "owing": [],
        "laid": [0, 0, 0]}),
    row("F-S10-of-who-has-left-anybody-tells", DEAL, CARD, Left(BEN), *(Tallied(seat, 0, 1, 0)
        for seat in (CY, DEE)), seats=4, options=SCORECARD, asked={"tally": (0, 2, 3)}),
    row("F-S1-leftovers-first", *OUT, Left(CY), seats=4, refused="F-S1"),
    row("F-S1-after-the-end", pen(BEN, 300), *SCORED, Left(CY), refused="F-S1"),
    row("F-S2-two-rest", DEAL, Left(ANA), sees={"phase": "resting"},
        cites=("F-S1", "F-S2", "F-S2")),
    row("F-S2-somebody-waited-already", DEAL, Joined(DEE), Left(ANA),
        sees={"phase": "waiting", "present": [1, 2, 3]}, cites=("F-S1", "F-S2")),
    row("F-S2-no-deal-for-two", Left(ANA), Dealt(BEN), refused="F-S2"),
    row("F-S2-three-again", DEAL, Left(ANA), Joined(ANA), sees={"phase": "waiting",
        "present": [0, 1, 2], "dealer": 1}),
    row("F-S3-from-the-next-deal", DEAL, Joined(DEE), sees={"joining": [3], "counts": [8, 8, 8, 0],
        "present": [0, 1, 2]}),
    row("F-S3-and-then", DEAL, Joined(DEE), DEAL, sees={"present": [0, 1, 2, 3],
        "counts": [8, 8, 8, 8], "joining": []}),
    row("F-S3-as-many-as-the-fewest", *SCORED, Joined(DEE), sees={"totals": [-40, 125, -30, -40]}),
    row("F-S3-goes-before-playing", DEAL, Joined(DEE), Left(DEE), sees={"joining": [],
        "phase": "turn"}),
    row("F-S3-twice", Joined(ANA), refused="F-S3"),
    row("F-S3-no-seventh", Joined(Seat(6)), seats=6, refused="F-S3"),
    row("F-S3-not-after-the-end", pen(BEN, 300), *SCORED, Joined(DEE), refused="F-S3"),
    row("F-S4-plays-on", DEAL, HandedOver(BEN), cites=("F-S4",), sees={"counts": [8, 8, 8],
        "turn": 1}),
    row("F-S4-a-stranger", HandedOver(Seat(7)), refused="F-C6"),
    row("F-S5-in-his-own-turn", DEAL, Asked(BEN, CY, 1), Left(BEN), seats=4,
        sees={"phase": "turn", "turn": 2}),
    row("F-S5-when-asked", DEAL, Asked(BEN, CY, 1), Left(CY), seats=4,
        sees={"phase": "turn", "turn": 1, "fresh": True}),
    row("F-S5-no-card-for-who-is-gone", DEAL, Netted(BEN, CY, EEL), NetDenied(CY, BEN, EEL),
        Left(BEN), Caught(CY, 41), seats=4, refused="F-Q33"),
    row("F-S6-drops-the-round", *OUT, DEAL, sees={"totals": [0, 0, 0], "phase": "turn"},
        cites=("F-S6", "F-R1")),
    row("F-S6-anybody-may-tap", asks={"deal": ("start",)}, asked={"deal": (0, 1, 2)}),
    row("F-S7-more", pen(BEN, 30), sees={"totals": [0, 30, 0]}, cites=("F-S7",)),
    row("F-S7-a-king-unmade", pen(BEN, 300), *SCORED, pen(BEN, -100), sees={"winner": None,
        "phase": "scored"}),
    row("F-S7-a-king-made", *SCORED, pen(CY, 430), sees={"winner": 2, "phase": "over"}),
    row("F-S7-always", asks={"crayon": ("correct",)}),
    row("F-S7-nothing-is-nothing", pen(BEN, 0), refused="F-S7"),
    row("F-S8-never", *LIE, Challenged(CY, BEN), options=NEVER, refused="F-S8"),
    row("F-S8-when-challenged", *LIE, Challenged(CY, BEN), options=IF_ASKED, hears=(GOT_40,),
        cites=("F-S8", "F-C4"), asks={"whopper": ("yes", "no")}),
    row("F-S8-nothing-is-proven", *LIE, Challenged(CY, ANA), options=IF_ASKED,
        hears=("proves nothing against Ana",), cites=("F-S8", "F-S8")),
    row("F-S9-the-next-ask-says-so", DEAL, *asked_no(BEN, CY, 1), Asked(CY, ANA, 2),
        sees={"counts": [8, 9, 8], "pond": 48, "turn": 2}, cites=("F-R5", "F-R3")),
    row("F-S9-it-is-asked-at-once", DEAL, *asked_no(BEN, CY, 1), asks={"fishing": ("start", "yes"),
        "ask": ("ask",)}, asked={"ask": (2,)}),
    row("F-S9-whoever-is-passed-over-says-nothing", *RUN_DRY, *(Laid(ANA, n) for n in range(4)),
        *got(CY, ANA, 60, 61, 62, 63), *asked_no(CY, BEN, 50), asked={"ask": (1,)},
        asks={"fishing": ("start",), "ask": ("ask",)}),
    row("F-S9-round-the-passed-over", *RUN_DRY, *(Laid(ANA, n) for n in range(4)),
        *got(CY, ANA, 60, 61, 62, 63), *asked_no(CY, BEN, 50), Asked(BEN, CY, 50),
        sees={"turn": 1, "phase": "asked"}, cites=("F-Q23", "F-R12", "F-R3")),
    row("F-S9-the-dead-may-say-so-too", DEAL, *asked_no(BEN, CY, 1), asks={"dead_offer": (
        "dead_draw", "dead_pass")}, asked={"dead_offer": (2,), "turn_zinger": (2,)}),
    row("F-S9-so-may-who-holds-nothing", DEAL, Laid(CY, SHARK), *got(BEN, CY, 5, 6, 7),
        *asked_no(BEN, ANA, 8), asks={"dead": ("start", "no")}, asked={"dead": (2,)}),
    row("F-S10-whom-it-is-about", DEAL, asked={"ask": (1,)}),
    row("F-S10-option-everybody", DEAL, options={"everybody_tells": True},
        asked={"ask": (0, 1, 2)}),
    row("F-S12-drawn-before-it-was-told", DEAL, *missed(BEN, CY, 40), *asked_no(CY, ANA, 1),
        Laid(CY, EEL), cites=("F-R8",), sees={"whoppers": [], "phase": "fishing"}),
    row("F-S12-the-diver-too", DEAL, *missed(BEN, CY, 40), *asked_no(CY, ANA, 1),
        DiverLaid(CY, 41), cites=("F-R9b", "F-R8"), sees={"whoppers": []}),
    row("F-S12-the-real-card-too", DEAL, *missed(BEN, CY, 1), DiverLaid(CY, 40),
        *missed(CY, ANA, 41), *missed(ANA, CY, 40), *asked_no(BEN, ANA, 2), Fished(BEN),
        *asked_no(CY, ANA, 2), SixthCard(CY, 40), cites=("F-Q6",), sees={"whoppers": []}),
    row("F-S12-the-real-card-of-the-dead", DEAL, *missed(BEN, CY, 1), DiverLaid(CY, 40),
        *missed(CY, ANA, 41), *missed(ANA, CY, 40), *missed(BEN, ANA, 2), SixthCard(CY, 40),
        Dead(CY, True), Asked(ANA, BEN, 1), cites=("F-R3",), sees={"whoppers": []}),
    row("F-S12-the-real-card-was-the-very-card", *RIPE, Lured(BEN, CY, 40), Denied(CY, BEN, 40),
        SixthCard(BEN, 40), Fished(BEN, 40), cites=("F-R5",), sees={"counts": [9, 3, 9],
        "pond": 45, "turn": 1, "phase": "turn", "laid": [0, 25, 0]}),
    row("F-S12-that-is-offered", *RIPE, Lured(BEN, CY, 40), Denied(CY, BEN, 40),
        SixthCard(BEN, 40), asks={"fishing": ("start", "yes")}),
    row("F-S12-nobody-else-draws-then", DEAL, *missed(BEN, ANA, 40), *asked_no(CY, BEN, 1),
        Laid(ANA, EEL), seats=4, cites=("F-R8", "F-C4")),
    row("F-S12-the-hand-may-be-larger", DEAL, *got(BEN, ANA, 40), *missed(BEN, ANA, 20),
        Laid(CY, SHARK), Boat(CY, ANA), Netted(CY, BEN, EEL), NetGave(BEN, CY, EEL),
        *got(ANA, CY, 41), *missed(ANA, BEN, 40), *missed(BEN, ANA, 20),
        *got(CY, BEN, 60, 61, 62, 63), *asked_no(CY, ANA, 64), Laid(CY, 12), cites=("F-R8",)),
    row("F-S12-the-fifth-card-is-offered", *FOUR, asks={"fishing": ("start", "yes"),
        "basket": ("basket",)}),
    row("F-S12-the-fifth-card-was-drawn", *FOUR, Laid(BEN, WHALE), cites=("F-R8",),
        sees={"counts": [8, 0, 7], "pond": 48, "phase": "fishing"},
        asks={"fishing": ("start", "yes"), "two_fisted": None}),
    row("F-S12-the-diver-was-drawn", *FOUR, DiverLaid(BEN, 7), sees={"counts": [8, 0, 7],
        "pond": 48}),
    row("F-S12-one-draw-is-one", *FOUR, Laid(BEN, WHALE), Fished(BEN), sees={"turn": 2,
        "counts": [8, 0, 7], "pond": 48}),
    row("F-S12-too-late-for-two-fisted", *FOUR, Laid(BEN, WHALE), TwoFisted(BEN),
        refused="F-R9f"),
    row("F-S12-not-for-the-others", *FOUR, Laid(CY, EEL), Laid(CY, CRAB), refused="F-R7"),
    row("F-S12-out-with-the-very-card", *FOUR, Laid(BEN, WHALE), Fished(BEN, 8),
        sees={"phase": "leftovers", "out": 1}, cites=("F-R5", "F-R10")),
    row("F-S12-caught-it-all-the-same", DEAL, *asked_no(BEN, CY, 8), Laid(BEN, WHALE),
        Fished(BEN, 8), sees={"counts": [8, 4, 8], "pond": 48, "turn": 1, "phase": "turn"},
        cites=("F-R5",)),
    row("F-S12-another-s-basket-hides-it", DEAL, *asked_no(BEN, CY, 8), Laid(CY, WHALE),
        Fished(BEN, 8), refused="F-R7"),
    row("F-S12-option-a-card-may-be-left", DEAL, Laid(BEN, SHARK), *got(BEN, CY, 5, 6),
        *asked_no(BEN, ANA, 8), Laid(BEN, WHALE), options=ANY_EMPTY, sees={"phase": "fishing"}),
    row("F-S12-the-end-by-agreement-asks-for-it", *AT_POND, Agreed(), sees={"phase": "leftovers"},
        says=("Ben still holds 8 cards, or 9 if one was drawn. Which?",)),
    row("F-S12-it-asks-of-one-card-too", *LAST_CARD, *asked_no(BEN, CY, 5), Agreed(),
        says=("Ben still holds 1 card, or 2 if one was drawn. Which?",)),
    row("F-S12-it-is-among-the-leftovers", *AT_POND, Agreed(), LeftOver(BEN, 0, 0, 9, 0),
        sees={"counts": [8, 9, 8], "pond": 48}, cites=("F-R8",)),
    row("F-S12-or-it-was-not-drawn", *AT_POND, Agreed(), LeftOver(BEN, 0, 0, 8, 0),
        sees={"counts": [8, 8, 8], "pond": 49}, cites=("F-R8",)),
    row("F-S12-no-more-than-that-one", *AT_POND, Agreed(), LeftOver(BEN, 0, 0, 10, 0),
        refused="F-C6"),
    row("F-S12-nor-for-the-others", *AT_POND, Agreed(), LeftOver(CY, 0, 0, 9, 0), refused="F-C6"),
    row("F-S12-card-by-card-too", *AT_POND, Agreed(), Shown(BEN, (*EELS, *WHALES[:4])),
        sees={"counts": [8, 9, 8], "pond": 48}, cites=("F-R8",)),
    row("F-S12-the-lure-was-the-last-card", *LURED, Agreed(), LeftOver(BEN, 0, 0, 0, 1),
        sees={"counts": [8, 1, 10], "pond": 48}),
    row("F-S12-and-nothing-was-drawn", *LURED, Agreed(), LeftOver(BEN, 0, 0, 0, 0),
        sees={"counts": [8, 0, 10], "pond": 49}),
    row("F-S12-a-zinger-was-drawn", *LURED, Boat(BEN, ANA), cites=("F-R9d",),
        sees={"counts": [8, 0, 10], "pond": 48, "phase": "fishing"}),
    row("F-S12-that-is-offered-too", *LURED, asked={"zinger": (0, 1)}),
    row("F-S12-a-zinger-is-used-on-it", *LURED, Boat(ANA, BEN), cites=("F-R9d",),
        sees={"counts": [7, 1, 10], "pond": 48}),
    row("F-S12-option-a-zinger-may-leave-one", *LAST_TWO, Lured(BEN, CY, 5), Denied(CY, BEN, 5),
        Boat(BEN, ANA), options=ANY_EMPTY, sees={"phase": "fishing", "counts": [8, 0, 9]}),
    row("F-Q9-option-the-lure-brought-none", *DRY_LURE, Fished(BEN), options=ANY_EMPTY,
        sees={"out": 1}, cites=("F-Q23", "F-R10")),
    row("F-Q9-without-it-that-ends-nothing", *DRY_LURE, Fished(BEN), sees={"phase": "turn"}),
    row("F-Q34-who-has-no-cards-can-only-say-no", *EMPTIED, Asked(CY, BEN, 11),
        asks={"answer": ("no",)}),
    row("F-Q34-nor-gives-into-the-net", *EMPTIED, Netted(CY, BEN, CRAB), asks={"answer": ("no",)}),
    row("F-S15-laid-before-the-first-ask", DEAL, *missed(BEN, CY, 1), DiverLaid(CY, 40),
        *missed(CY, ANA, 41), SixthCard(CY, 40), sees={"laid": [0, 0, 25]}, cites=("F-Q6",)),
    row("F-S15-but-once-one-has-asked", DEAL, *missed(BEN, CY, 1), DiverLaid(CY, 40),
        SixthCard(CY, 40), refused="F-Q6"),
    row("F-S15-not-what-was-laid-after-it", DEAL, *missed(BEN, CY, 1), *asked_no(CY, ANA, 41),
        DiverLaid(CY, 40), Fished(CY), SixthCard(CY, 40), refused="F-Q6"),
    row("F-S13-a-warden-may-come-late", *DOUBTED, cites=("F-R5",), sees={"whoppers": []},
        asks={"whopper": None}),
    row("F-S13-it-has-come", *DOUBTED, Warden(ANA, BEN), Fished(CY), Asked(ANA, BEN, 1),
        sees={"whoppers": []}),
    row("F-S13-to-somebody-else", *DOUBTED, Warden(ANA, CY), Fished(CY), Asked(ANA, BEN, 1),
        cites=("F-R3", "F-C4"), hears=("Ben got the red eel from Cy in line 3",)),
    row("F-S13-it-is-too-late-for-it", *DOUBTED, Asked(ANA, BEN, 1), cites=("F-R5", "F-R3", "F-C4"),
        asks={"whopper": ("yes", "no")}),
    row("F-S14-got-by-an-ask-not-told", *PROMPT, Laid(CY, EEL), cites=("F-R8",),
        asks={"whopper": None}),
    row("F-S14-before-the-pond-is-told", *RUN_DRY, *missed(CY, ANA, 1), *missed(ANA, CY, 40),
        *asked_no(BEN, ANA, 2), Laid(CY, EEL), cites=("F-R8",), asks={"whopper": None}),
    row("F-S14-until-somebody-goes-on", *PROMPT, Laid(CY, EEL), Asked(CY, ANA, 4),
        cites=("F-R3", "F-C4")),
    row("F-S14-the-real-card-too", *RUN_DRY, *missed(CY, ANA, 1), *missed(ANA, CY, 40),
        *missed(BEN, ANA, 2), DiverLaid(CY, 40), *got(CY, ANA, 3), SixthCard(CY, 40),
        cites=("F-Q6",), asks={"whopper": None}),
    row("F-S14-then-the-ask-is-told", *PROMPT, DiverLaid(CY, 41), Asked(CY, BEN, 40),
        cites=("F-R3",), asks={"whopper": None}),
    row("F-S14-then-the-lure-is-told", *PROMPT, DiverLaid(CY, 41), Lured(CY, BEN, 40),
        cites=("F-R9g",), asks={"whopper": None}),
    row("F-S14-then-the-net-is-told", *PROMPT, DiverLaid(CY, 41), Netted(CY, BEN, EEL),
        cites=("F-R9e",), asks={"whopper": None}),
    row("F-S14-another-ask-is-the-next-one", *PROMPT, DiverLaid(CY, 41), Asked(CY, BEN, 1),
        cites=("F-R3", "F-C4")),
    row("F-S13-nor-at-the-end", *DOUBTED, Agreed(), cites=("F-Q24",), sees={"whoppers": []}),
    row("F-S13-with-the-leftovers-it-is-too-late", *DOUBTED, Agreed(), LeftOver(ANA, 0, 0, 8, 0),
        cites=("F-R8", "F-C4")),
    row("F-S11-only-sums", DEAL, CARD, Tallied(BEN, 0, 1, 2, 5, 0, 0, 3, 1), Tallied(CY, 0, 0, 0),
        options=SCORECARD, sees={"gains": [75, 55, 0], "best": [0], "phase": "scored"}),
    row("F-S11-a-line-is-seen-when-told", DEAL, CARD, options=SCORECARD,
        sees={"laid": [75, 0, 0], "gains": [0, 0, 0], "phase": "leftovers"}),
    row("F-S11-each-is-asked", DEAL, options=SCORECARD,
        asks={"tally": ("tally",), "ask": None}),
    row("F-S11-two-shark-baskets", DEAL, CARD, Tallied(BEN, 1, 0, 0), options=SCORECARD,
        refused="F-S11"),
    row("F-S11-more-cards-than-there-are", DEAL, CARD, Tallied(BEN, 0, 0, 0, 0, 1),
        options=SCORECARD, refused="F-S11"),
    row("F-S11-two-divers", DEAL, Tallied(ANA, 0, 1, 0, 10), Tallied(BEN, 0, 1, 0, 10),
        options=SCORECARD, refused="F-S11"),
    row("F-S11-a-diver-in-no-basket", DEAL, Tallied(ANA, 0, 1, 0, 5), options=SCORECARD,
        refused="F-S11"),
    row("F-S11-nine-zingers", DEAL, Tallied(ANA, 0, 0, 0, zingers=8), Tallied(BEN, 0, 0, 0,
        zingers=1), options=SCORECARD, refused="F-C6"),
    row("F-S11-told-twice", DEAL, CARD, CARD, options=SCORECARD, refused="F-S11"),
    row("F-S11-not-in-a-refereed-game", DEAL, CARD, refused="F-S11"),
)  # fmt: skip

ROWS = (*THE_RULES, *OUR_RULINGS, *WHAT_IT_KNOWS, *THE_HOUSE)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_row(row: Row) -> None:
    judge_row(twisted_fish, row)


MISCOUNTED = (
    (LeftOver(CY, 0, 0, 7, 0), "Cy should hold 8, not 7.", False),
    (LeftOver(CY, 0, 0, 9, 0), "Cy should hold 8, not 9.", True),
    (Shown(CY, EELS), "Cy should hold 8, not 5.", False),
    (LeftOver(BEN, 0, 0, 7, 0), "Ben should hold 8, not 7.", False),
    (LeftOver(BEN, 0, 0, 10, 0), "Ben should hold 8, not 10.", True),  # F-S12 one, and no more
)


@pytest.mark.parametrize(("fact", "first", "may_be_a_draw"), MISCOUNTED)
def test_a_hand_that_does_not_fit_is_refused_with_the_remedy(
    fact: Any, first: str, may_be_a_draw: bool
) -> None:
    state = twisted_fish.start(Setup(3))
    for told in (*AT_POND, Agreed()):
        state = twisted_fish.judge(state, told).state
    # F-C6 Counted wrongly, or something was not told: only a hand that grew may have drawn.
    with pytest.raises(Refused) as refusal:
        twisted_fish.judge(state, fact)
    said = say(refusal.value.text, NAMES)
    assert said.startswith(f"{first} Please count again. Still ")
    assert "? Take back to " in said and said.endswith(" missed, and tell it.")
    assert ("draw" in said) == may_be_a_draw


# --- what is hidden: who holds what, and whoppers of which nothing is said ----------------------


def hidden(one: tuple[Any, ...], other: tuple[Any, ...], **options: Any) -> tuple[Any, ...]:
    return Setup(3, **options), (DEAL, *one), (DEAL, *other)


def given(colour: int, *more: Any) -> tuple[Any, ...]:
    """Ben gets an eel, and play goes on until nothing of it can be seen."""
    return (*got(BEN, CY, card(EEL, colour)), *missed(BEN, CY, 1), *more)


HIDDEN = (
    hidden(given(RED), given(BLUE)),
    hidden(given(RED, *missed(CY, BEN, EELS[0])), given(BLUE, *missed(CY, BEN, EELS[0])), **NEVER),
    hidden(given(RED, *missed(CY, BEN, 40)), given(BLUE, *missed(CY, BEN, 40)), **IF_ASKED),
    hidden(given(RED, Warden(ANA, BEN)), given(BLUE, Warden(ANA, BEN))),
)


@pytest.mark.parametrize(("told", "no"), [((DEAL,), "No: go fish!"), (RUN_DRY, "No")])
def test_without_a_pond_nobody_says_go_fish(told: tuple[Any, ...], no: str) -> None:
    """F-Q23"""
    state = twisted_fish.start(Setup(3))
    for fact in told:
        state = twisted_fish.judge(state, fact).state
    state = twisted_fish.judge(state, Asked(twisted_fish.view(state).turn, ANA, 1)).state
    (answer,) = (ask for ask in twisted_fish.asks(state) if ask.topic == "answer")
    assert [say(one.label, NAMES) for one in answer.choices if one.key == "no"] == [no]


def test_a_whopper_is_caught_also_where_its_card_lies_in_a_basket() -> None:
    state = twisted_fish.start(Setup(3))
    for fact in (*LIE, Laid(BEN, EEL)):
        state = twisted_fish.judge(state, fact).state
    (trial,) = (ask for ask in twisted_fish.asks(state) if ask.topic == "whopper")
    (yes,) = (choice.fact for choice in trial.choices if choice.key == "yes")
    caught = twisted_fish.judge(state, yes).state
    assert caught.round is not None
    assert caught.round.liars == (BEN,)
def test_of_who_has_left_since_a_whopper_can_be_told() -> None:
    """F-Q3"""
    state = twisted_fish.start(Setup(4))
    for fact in (*FOUR_SCORED, Left(BEN)):
        state = twisted_fish.judge(state, fact).state
    (told,) = (ask for ask in twisted_fish.asks(state) if ask.topic == "caught")
    assert told.choices[0].slots[0].options == (ANA, BEN, CY, DEE)


