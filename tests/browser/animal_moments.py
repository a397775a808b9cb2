"""The moments of Animal Splash that screens have to show well, each reached on a fresh game.

A light game is told over HTTP; a full one, with its many cards, straight to the referee.
"""

import secrets
from collections.abc import Callable
from random import Random
from types import MappingProxyType

from companion.games.animal_splash import rules as animal_splash
from companion.games.animal_splash.facts import (
    Dived,
    Fact,
    Filled,
    Met,
    Moved,
    Picked,
    Setup,
    Surfaced,
    Variant,
)
from companion.games.animal_splash.robot.family import AnimalFamily, Temper
from companion.referee import Teller
from companion.runtime import Companion
from tests.web.house import Phone, begin
from tests.web.telling import found

PEOPLE = ("Ana", "Ben", "Maximiliane")
FIVE = (*PEOPLE, "Dee", "Eve")
SEED = 3
LATER = 45  # facts: by then there are rows of cards
JUDGED = (16, 17)  # missions of the sample that only the table can judge
EAGER = Temper(scores=1.0, acts=0.2, late=0.0)
BOLD = Temper(tries=1.0)
REFEREE = Teller("referee", referee=True)


# --- a light game -----------------------------------------------------------------------------


def light_waiting(house: Companion, referee: Phone) -> None:
    """Who lays out is asked."""
    begin(referee, *PEOPLE, kind="animal_splash")


def light_starting(house: Companion, referee: Phone) -> None:
    """Start cards: how much oxygen?"""
    light_waiting(house, referee)
    referee.answer("start", "deal")


def light_first(house: Companion, referee: Phone) -> None:
    """All start cards are told: who has the lowest number?"""
    light_starting(house, referee)
    for oxygen in (1, 3, 0):
        referee.answer("start", "start", oxygen=oxygen)


def light_placing(house: Companion, referee: Phone) -> None:
    """Ana places her diver."""
    light_first(house, referee)
    referee.answer("seat:0", "first")


def light_surfacing(house: Companion, referee: Phone) -> None:
    """Ana has placed it: how many pearls?"""
    light_placing(house, referee)
    referee.answer("place", "dive", oxygen=1)


def light_diving(house: Companion, referee: Phone) -> None:
    """The second round: pearls and missions lie there, and Ana dives."""
    light_surfacing(house, referee)
    referee.answer("over", "act", pearls=2)
    referee.answer("place", "dive", oxygen=0)
    referee.answer("mission", "act", colour=2, points=3)
    referee.answer("place", "dive", oxygen=1)
    referee.answer("over", "act", pearls=0)


def light_counting(house: Companion, referee: Phone) -> None:
    """The last dive is over: what does the end card give?"""
    light_diving(house, referee)
    picture = house.referee.picture
    while (view := animal_splash.view(picture.state)).phase != "counting":
        seat = view.turn
        tell(house, Dived(seat, 1, 0) if view.phase == "move" else Surfaced(seat, 0))
        picture = house.referee.picture


def light_over(house: Companion, referee: Phone) -> None:
    """Two share the end card: halves."""
    light_counting(house, referee)
    referee.answer("valued", "end_card", best=6, second=3)
    for count in (2, 2, 1):
        referee.answer("tally", "tally", count=count)


# --- a full game ------------------------------------------------------------------------------


def full_waiting(house: Companion, referee: Phone) -> None:
    """Nothing is laid out yet."""
    begin(referee, *PEOPLE, kind="animal_splash", variant="full")


def full_filling(house: Companion, referee: Phone) -> None:
    """Some cards of the grid are told."""
    full(house, referee, due=lambda fact, told: isinstance(fact, Filled) and told > 6)


def full_placing(house: Companion, referee: Phone) -> None:
    """Everything is told, and the first diver is placed."""
    full(house, referee, due=lambda fact, told: isinstance(fact, Moved))


def full_moving(house: Companion, referee: Phone) -> None:
    """Later on a dive may cost oxygen; rows, pearls and missions lie there."""
    full(house, referee, due=lambda fact, told: isinstance(fact, Moved) and told > LATER)


def full_picking(house: Companion, referee: Phone) -> None:
    """A card of the line is taken."""
    full(house, referee, due=lambda fact, told: isinstance(fact, Picked) and told > LATER)


def full_acting(house: Companion, referee: Phone) -> None:
    """Groups, actions, a mission; there is oxygen for all of it."""
    last = full(house, referee, due=lambda fact, told: isinstance(fact, Picked) and told > LATER)
    assert last is not None
    tell(house, last)
    turn = referee.state()["view"]["turn"]
    referee.answer("oxygen", "crayon", seat=turn, oxygen=3)


def full_vote(house: Companion, referee: Phone) -> None:
    """A mission that only the others can judge."""

    def judged(fact: Fact, told: int) -> bool:
        return isinstance(fact, Met) and fact.mission in JUDGED

    last = full(house, referee, due=judged, temper=BOLD)
    assert last is not None
    tell(house, last)


def full_over(house: Companion, referee: Phone) -> None:
    """Five have played it all."""
    full(house, referee, people=FIVE, due=lambda fact, told: False)


def full_five(house: Companion, referee: Phone) -> None:
    """Five rows of cards at once, near the end."""
    full(house, referee, people=FIVE, hints=True,
         due=lambda fact, told: isinstance(fact, Moved) and told > 2 * LATER)  # fmt: skip


def full(
    house: Companion,
    referee: Phone,
    due: Callable[[Fact, int], bool],
    temper: Temper = EAGER,
    people: tuple[str, ...] = PEOPLE,
    hints: bool = False,
) -> Fact | None:
    """A family's game with the sample deck, up to a fact that is due and not told: that one."""
    begin(referee, *people, kind="animal_splash", variant="full", show_groups=hints)
    setup = Setup(len(people), Variant.FULL, show_groups=hints)
    for told, fact in enumerate(AnimalFamily(setup, Random(SEED), temper).game()):
        if due(fact, told):
            return fact
        tell(house, fact)
    return None


def tell(house: Companion, fact: Fact) -> None:
    """What the table tells next."""
    ask, key, picks = found(house.referee.picture.open, fact)
    reply = house.referee.answer(secrets.token_hex(16), ask, key, picks, REFEREE)
    assert reply.kind == "counts", (fact, reply)


ANIMAL_MOMENTS: MappingProxyType[str, Callable[[Companion, Phone], None]] = MappingProxyType(
    {
        made.__name__: made
        for made in (
            light_waiting,
            light_starting,
            light_first,
            light_placing,
            light_surfacing,
            light_diving,
            light_counting,
            light_over,
            full_waiting,
            full_filling,
            full_placing,
            full_moving,
            full_picking,
            full_acting,
            full_vote,
            full_five,
            full_over,
        )
    }
)
