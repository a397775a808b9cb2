"""How a squirt-gun party's facts are told in a transcript: "Ana splashes Ben", "Ben gets wet"."""

import re

from companion.games.party_splash import facts as f
from companion.games.party_splash.cards import ATTENDEES, ICONS, NAMES, ROLES, Card
from companion.games.party_splash.facts import Flip, Source
from companion.games.party_splash.state import State
from tests.games.transcripts import Forms, House, Transcript

HOUSE: House = {
    "hit together": ("simultaneous_area_hits", True),
    "cards at the last towel": ("draw_at_last_towel", True),
    "everybody tells": ("everybody_tells", True),
}
CARDS = (*NAMES, "gun B", "gun C", "gun D", "gun E")
FLIPS = {"for the Hat": Flip.HAT, "as Darren": Flip.POWER, "for the Time Out": Flip.TIME_OUT,
         "for the Water Balloon": Flip.BALLOON}  # fmt: skip


def score(paper: Transcript, state: State) -> str:
    """ "Ana 5, Ben soaked, Cy 4": the towels of everybody who was dealt in."""
    names = (*paper.players, *paper.later)
    inside = {seat: str(max(0, state.kids[seat].towels)) for seat in state.ring}
    return ", ".join(f"{names[seat]} {inside.get(seat, 'soaked')}" for seat in state.players)


def card(words: str) -> int:
    """A card by its name."""
    return CARDS.index(words)


def _before(words: str) -> tuple[int, ...]:
    return () if words == "nothing" else tuple(card(word.strip()) for word in words.split(","))


_CARD = f"({'|'.join(map(re.escape, CARDS))})"
_ICON = f"({'|'.join(ICONS)})"
_ROLE = f"({'|'.join(ROLES)})"

FORMS: Forms = (
    (r"(\w+) comes as (.+)", lambda p, s, g: f.Came(p.seat(g[0]), ATTENDEES.index(g[1]))),
    (r"(\w+) is the Birthday kid", lambda p, s, g: f.Dealt(p.seat(g[0]))),
    (r"new invitations", lambda p, s, g: f.Gathered()),
    (
        rf"(\w+) flips {_ICON} ({'|'.join(FLIPS)})",
        lambda p, s, g: f.Flipped(p.seat(g[0]), FLIPS[g[2]], ICONS.index(g[1])),
    ),
    (r"(\w+) draws from the pile", lambda p, s, g: f.Drew(p.seat(g[0]), Source.PILE)),
    (r"(\w+) draws the top discard", lambda p, s, g: f.Drew(p.seat(g[0]), Source.DISCARD)),
    (
        r"(\w+) draws out of the hand of (\w+)",
        lambda p, s, g: f.Drew(p.seat(g[0]), Source.HAND, p.seat(g[1])),
    ),
    (rf"(\w+) shows {_ICON}", lambda p, s, g: f.Showed(p.seat(g[0]), ICONS.index(g[1]))),
    (
        r"(\w+) splashes (\w+)( with a Miss)?",
        lambda p, s, g: f.Played(
            p.seat(g[0]), int(Card.MISS if g[2] else Card.SPLASH), p.seat(g[1])
        ),
    ),
    (
        rf"(\w+) plays {_CARD} at (\w+)",
        lambda p, s, g: f.Played(p.seat(g[0]), card(g[1]), p.seat(g[2])),
    ),
    (rf"(\w+) plays {_CARD}", lambda p, s, g: f.Played(p.seat(g[0]), card(g[1]))),
    (r"(\w+) picks a hand card", lambda p, s, g: f.Picked(p.seat(g[0]), None)),
    (rf"(\w+) picks {_CARD}", lambda p, s, g: f.Picked(p.seat(g[0]), card(g[1]))),
    (r"(\w+) is done", lambda p, s, g: f.Done(p.seat(g[0]))),
    (r"(\w+) discards (\d+)", lambda p, s, g: f.Shed(p.seat(g[0]), int(g[1]))),
    (rf"(\w+) answers with {_CARD}", lambda p, s, g: f.Missed(p.seat(g[0]), card(g[1]))),
    (rf"(\w+) throws {_CARD} away", lambda p, s, g: f.Threw(p.seat(g[0]), card(g[1]))),
    (r"(\w+) gets wet", lambda p, s, g: f.Took(p.seat(g[0]))),
    (r"(\w+) eats Chips", lambda p, s, g: f.Snacked(p.seat(g[0]))),
    (r"(\w+) trades two cards", lambda p, s, g: f.Traded(p.seat(g[0]))),
    (rf"(\w+) is soaked: {_ROLE}", lambda p, s, g: f.Soaked(p.seat(g[0]), ROLES.index(g[1]))),
    (rf"the balloon of (\w+): {_ROLE}", lambda p, s, g: f.Shown(p.seat(g[0]), ROLES.index(g[1]))),
    (r"pen: (\w+) holds (\d+)", lambda p, s, g: f.Handful(p.seat(g[0]), int(g[1]))),
    (r"pen: before (\w+): (.+)", lambda p, s, g: f.Fixed(p.seat(g[0]), _before(g[1]))),
)
