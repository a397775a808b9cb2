"""The party's part of the little book: what each balloon wants, what cards do, who guests are."""

from typing import Final

from companion.games.book import Book, Shelf, Step, Tile
from companion.games.party_splash.cards import (
    ATTENDEES,
    ICONS,
    NAMES,
    ROLES,
    Card,
    Icon,
    Role,
    deck_of,
    stays,
    towels_of,
)
from companion.games.party_splash.drawing import POWERS
from companion.games.party_splash.plays import DRAWS
from companion.games.party_splash.ring import DINKY
from companion.games.party_splash.soaking import REWARD
from companion.games.party_splash.turns import BALLOON_COSTS, EACH
from companion.games.party_splash.view import View

ANSWERS: Final = {  # the cards that an answer is about, by its key
    "splash": Card.SPLASH,
    "miss": Card.MISS,
    "chips": Card.CHIPS,
    "claw": Card.CLAW,
    "slip": Card.SLIP,
    "ball": Card.BALL,
    "time_out": Card.TIME_OUT,
    "hat": Card.HAT,
}
FLIPS: Final = {"balloon": Card.BALLOON, "time_out": Card.TIME_OUT}  # by what a turn is at
OTHER_GUNS: Final = tuple(card for card in Card if card > Card.GUN_B)  # all are like the first

_GOALS: Final = {
    Role.BIRTHDAY_KID: "Soak all Classmates and every Sibling. Your balloon lies open.",
    Role.BEST_FRIEND: "Keep the Birthday kid dry. You win with the kid, even if you are soaked.",
    Role.CLASSMATE: "The Birthday kid has to be soaked. All Classmates win then, soaked or not.",
    Role.SIBLING: "Be the last one dry: all others have to be soaked before the Birthday kid is.",
}
_POWERS: Final = {
    Card.SPLASH: (
        "Somebody in reach loses a towel, unless a Miss or a Hat helps. One in a turn.",
        "P-R6",
    ),
    Card.MISS: ("Somebody splashes you? You stay dry. It helps against a Hose, too.", "P-R6"),
    Card.CHIPS: (
        "You get a towel back. Also at once, when you would lose your last one. "
        "With only two players left it does nothing.",
        "P-R8",
    ),
    Card.PIZZA: ("Everybody gets a towel back. In your own turn only.", "P-R8"),
    Card.BACKPACK: (f"Draw {DRAWS[Card.BACKPACK]} cards.", "P-R9"),
    Card.LUNCHBOX: (f"Draw {DRAWS[Card.LUNCHBOX]} cards.", "P-R9"),
    Card.FAVORS: (
        "Turn up a card for each player. You take one first, then it goes round.",
        "P-R9",
    ),
    Card.CLAW: (
        "Take a card from a kid next to you into your hand: one from the hand without looking, "
        "or one that lies in front of the kid. Squirt guns do not help it, Goggles do.",
        "P-R5",
    ),
    Card.SLIP: (
        "Any kid, however far away, loses a card to the discards: one from the hand without "
        "looking, or one that lies in front of the kid.",
        "P-R9",
    ),
    Card.HOSE: ("Water for all others, near and far. A Miss or a Hat helps them.", "P-R7"),
    Card.BUCKET: (
        "All others throw a Splash away or lose a towel. No Miss and no Hat helps.",
        "P-R7",
    ),
    Card.BALL: (
        "You and one kid throw Splash cards away in turns, the kid first. Whoever stops loses a "
        "towel.",
        "P-R7",
    ),
    Card.TIME_OUT: (
        "Put it in front of a kid, but not the Birthday kid. At its turn the kid discards it and "
        f"flips: a {ICONS[Icon.DUCKY]}, and it plays; else it waits.",
        "P-R10",
    ),
    Card.BALLOON: (
        f"Put it in front of yourself. When your turn comes you flip: a {ICONS[Icon.SNORKEL]}, and "
        f"it bursts and costs {BALLOON_COSTS} towels; else it goes to the left.",
        "P-R11",
    ),
    Card.HAT: (
        f"Somebody splashes you? Flip: a {ICONS[Icon.DUCKY]}, and you stay dry. Else you may still "
        "play a Miss.",
        "P-R6",
    ),
    Card.SKATEBOARD: ("All others see you one place farther away.", "P-R5"),
    Card.GOGGLES: ("You see all others one place closer.", "P-R5"),
    Card.OZ: ("Play as many Splash cards in a turn as you like.", "P-R15"),
}
_FLIPS: Final = {
    Icon.DUCKY: "A Hat saves you, you play on after a Time Out, and Adrian draws one more card.",
    Icon.BUBBLE: "It helps Adrian alone: he draws one more card.",
    Icon.SNORKEL: "The Water Balloon bursts.",
    Icon.NONE: "It helps nobody.",
}


def _balloon(role: Role) -> Tile:
    rule = "P-R14"
    return Tile(f"balloon-{role.value}", ROLES[role], _GOALS[role], rule, f"role-{role.value}")


def _card(card: Card) -> Tile:
    sample = deck_of(())
    note = "stays there" if card == Card.TIME_OUT else "stays before you" if stays(card) else ""
    key, picture = f"card-{card.value}", str(card.value)
    if card < len(NAMES):
        power, rule = _POWERS[card]
        return Tile(key, NAMES[card], power, rule, picture, note)
    far = sample.ranges[card]
    name = f"Squirt gun that reaches {far}"
    power = f"Your Splash reaches kids up to {far} places away. A new gun takes an old one's place."
    return Tile(key, name, power, "P-R4", picture, note)


def _guest(guest: int) -> Tile:
    picture, power = POWERS[guest]
    rule = f"P-R16{'abcdefghijklmnop'[guest]}"
    note = f"{towels_of(guest)} towels"
    return Tile(f"guest-{guest}", ATTENDEES[guest], power, rule, str(picture), note)


def _flip(icon: Icon) -> Tile:
    name = ICONS[icon].capitalize()
    return Tile(f"flip-{icon.value}", name, _FLIPS[icon], "P-R6", f"icon-{icon.value}")


def beside(view: View, topic: str, keys: tuple[str, ...]) -> tuple[str, ...]:
    """The card that comes at somebody and what helps against it; in a turn the own guest."""
    asked = view.question
    who = view.circle.get(str(asked.asked if asked else view.turn))
    guest = (f"guest-{who.attendee}",) if who and who.attendee is not None else ()
    if topic == "flip":
        return (_key(FLIPS[view.phase]),)
    if topic == "turn":
        return (*guest, *(_key(card) for card in Card if card not in OTHER_GUNS))
    if topic == "draw":
        return guest
    comes = (_key(asked.card),) if asked and asked.card is not None else ()
    helps = tuple(_key(ANSWERS[key]) for key in keys if key in ANSWERS)
    return tuple(dict.fromkeys((*comes, *helps, *(guest if asked else ()))))


def _key(card: int) -> str:
    return f"card-{int(card)}"


BOOK: Final = Book(
    goal="Some want the Birthday kid wet, some want the kid dry, and one wants to be the last one "
    "dry. Which of them are you? Your balloon says it, and it is secret.",
    turn=(
        Step("draw", "Draw", f"Take {EACH} cards from the pile."),
        Step("play", "Play", "Play as many cards as you like, but only one Splash."),
        Step(
            "keep",
            "Tidy up",
            "Keep one card for each towel that you have left. Discard the rest.",
        ),
    ),
    shelves=(
        Shelf(
            "balloons",
            "What your balloon wants",
            tuple(map(_balloon, Role)),
            "Without a towel you are soaked: show your balloon and discard all cards. Whoever "
            f"soaks a Classmate draws {REWARD} cards. A Birthday kid who soaks a Best Friend loses "
            "all cards.",
        ),
        Shelf(
            "play-and-gone",
            "Cards that you play and discard",
            tuple(_card(card) for card in Card if not stays(card)),
            "They do what they do, and go on the discards.",
        ),
        Shelf(
            "stay",
            "Cards that stay on the table",
            tuple(_card(card) for card in Card if stays(card)),
            "They lie in front of a kid and work until a Claw or a Slip takes them. "
            "Never two of one name in front of the same kid, and never two squirt guns. Without "
            f"one your Splash reaches {DINKY} place: the kids next to you.",
        ),
        Shelf(
            "flips",
            "What a flip shows",
            tuple(map(_flip, Icon)),
            "To flip is to turn up the next card of the pile and look at its corner. Then it goes "
            "on the discards.",
        ),
        Shelf(
            "guests",
            "The guests",
            tuple(_guest(guest) for guest in range(len(ATTENDEES))),
            "Everybody comes as one of them. Towels are for one who is not the Birthday kid: the "
            "kid has one more.",
        ),
    ),
    beside=beside,
)
