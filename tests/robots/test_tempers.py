"""A family's temper is what it says: what has no chance never happens, what is sure always does.

Families alone: what rules make of it is held elsewhere.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import fields
from importlib import import_module
from itertools import groupby
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.games.animal_splash.facts import Setup as SeaSetup
from companion.games.animal_splash.robot.family import AnimalFamily
from companion.games.animal_splash.robot.family import Temper as SeaTemper
from companion.games.dolphin_splash.facts import Setup as DolphinSetup
from companion.games.dolphin_splash.robot.family import Family as DolphinFamily
from companion.games.dolphin_splash.robot.family import Temper as DolphinTemper
from companion.games.party_splash.facts import Setup as PartySetup
from companion.games.party_splash.robot.family import PartyFamily
from companion.games.party_splash.robot.family import Temper as PartyTemper
from companion.games.split.facts import LitUp, Placed
from companion.games.split.facts import Setup as SplitSetup
from companion.games.split.robot.family import SplitFamily
from companion.games.split.robot.family import Temper as SplitTemper
from companion.games.twisted_fish.facts import Setup as FishSetup
from companion.games.twisted_fish.robot.family import TwistedFishFamily
from companion.games.twisted_fish.robot.hands import Temper as FishTemper
from companion.robots.acts import Does

SEEDS = range(3)
TEMPERS = (SeaTemper, DolphinTemper, PartyTemper, SplitTemper, FishTemper)


OWN = [  # those of families that play to be looked at
    value
    for kind, game in GAMES.items()
    for value in vars(import_module(f"{game.package}.robot")).values()
    if isinstance(value, TEMPERS)
]


@pytest.mark.parametrize(
    "usual", [*(temper() for temper in TEMPERS), *OWN], ids=lambda one: type(one).__module__
)
def test_each_chance_is_one(usual: Any) -> None:
    for one in fields(usual):
        chance = getattr(usual, one.name)
        if isinstance(chance, tuple):  # from so many milliseconds to so many
            assert 0 < chance[0] < chance[1]
        else:
            assert 0.0 <= chance <= 1.0, one.name


Told = Iterator[tuple[Any, Any]]  # the family as it stands, and what it tells


def split(seed: int, **temper: float) -> Told:
    family = SplitFamily(SplitSetup(4, perfect_memory=True), Random(seed), SplitTemper(**temper))
    yield from ((family, fact) for fact in family.game())


def fish(seed: int, **temper: float) -> Told:
    family = TwistedFishFamily(FishSetup(4), Random(seed), FishTemper(**temper))
    yield from ((family, fact) for fact in family.evening(2))


def party(seed: int, **temper: float) -> Told:
    family = PartyFamily(PartySetup(5 + seed % 4), Random(seed), PartyTemper(**temper))
    yield from ((family, fact) for fact in family.game())


def sea(seed: int, **temper: float) -> Told:
    family = AnimalFamily(SeaSetup(3), Random(seed), SeaTemper(**temper))
    yield from ((family, fact) for fact in family.game())


NEVER = [  # of whom, with what temper, what is never told
    (split, {"shows": 0.0}, "Shown"),
    (split, {"shows": 1.0}, "Searched"),
    (split, {"lights": 0.0}, "LitUp"),
    (fish, {"zings": 0.0}, "Warden DiverLaid SixthCard Boat Netted Lured DivineDiscarded"),
    (fish, {"stops": 0.0}, "NoFishing TwoFisted Divine"),
    (fish, {"by_card": 0.0}, "Shown"),
    (fish, {"by_card": 1.0}, "LeftOver"),
    (fish, {"challenges": 0.0}, "Challenged"),
    (fish, {"sees_through": 0.0, "lies": 0.5}, "Caught"),
    (party, {"answers": 0.0, "wastes": 0.0}, "Missed Threw"),
    (party, {"plays_on": 0.0}, "Played Missed Threw Took Soaked Snacked"),
    (sea, {"scores": 0.0, "acts": 0.0, "early": 0.0}, "Scored Slid Shifted Swapped Paid"),
    (sea, {"takes": 0.0, "tries": 0.0}, "Met Voted"),
]


@pytest.mark.parametrize(
    ("told", "temper", "kinds"), NEVER, ids=[f"{n}" for n in range(len(NEVER))]
)
def test_what_nobody_ever_does_is_never_told(
    told: Callable[..., Told], temper: dict[str, float], kinds: str
) -> None:
    some: Counter[str] = Counter()
    for seed in SEEDS:
        # Some never end where nobody ever does it.
        for _, (_, fact) in zip(range(1500), told(seed, **temper), strict=False):
            some[type(fact).__name__] += 1
    assert some.total() > 99
    assert not {*kinds.split()} & {*some}, some


def facts(told: Callable[..., Told], kind: str, **temper: float) -> list[tuple[Any, Any]]:
    """Of one kind all that is told, each with what is so then."""
    return [
        (deepcopy(look(family)), fact)
        for seed in SEEDS
        for _, (family, fact) in zip(range(1500), told(seed, **temper), strict=False)
        if type(fact).__name__ == kind
    ]


def look(family: Any) -> Any:
    """What only the family knows."""
    if isinstance(family, TwistedFishFamily):
        return family.hands, len(family.lied)
    if isinstance(family, PartyFamily) and family.party is not None:
        return tuple(child.balloon for child in family.party.children)
    return None


def test_an_honest_family_tells_no_whopper_and_a_wild_one_does() -> None:
    asked = facts(fish, "Asked", lies=0.0, bluffs=0.0)
    own = [fact for (hands, _), fact in asked if hands[fact.asker] >> fact.card & 1]
    assert not any(lied for (_, lied), _ in asked)
    assert len(own) < len(asked) / 20, "and that only where nothing else is left to ask for"
    bluffed = facts(fish, "Asked", lies=1.0, bluffs=1.0)
    assert all(hands[fact.asker] >> fact.card & 1 for (hands, _), fact in bluffed)
    assert max(lied for (_, lied), _ in bluffed) > 0


@pytest.mark.parametrize(("says", "tells"), [(0.0, False), (1.0, True)])
def test_a_card_in_the_net_is_named_or_not(says: float, tells: bool) -> None:
    gave = facts(fish, "NetGave", says_colour=says, zings=0.5)
    assert gave and {fact.card is not None for _, fact in gave} == {tells}


def test_who_is_loyal_splashes_only_who_is_on_another_side() -> None:
    thrown = [(who, f) for who, f in facts(party, "Played", loyal=1.0) if f.card == 0]
    assert len(thrown) > 9
    for who, fact in thrown:
        mine, kid = who[fact.seat], who[fact.target] == "birthday"
        assert mine == "birthday" or kid == (mine == "classmate"), (who, fact)


@pytest.mark.parametrize("seed", range(12))
def test_a_hand_comes_some_time_after_its_owner_sees_the_fourth_card(seed: int) -> None:
    family = DolphinFamily(DolphinSetup(5), Random(seed))
    least_ms, most_ms = family.temper.sees_ms
    for _ in range(6):
        family.dealt()
        seen_us, acts = family.now_us, list(family.play_on())
        calls = [act.at_us for act in acts if act.does is Does.PASS]
        hands = [act for act in acts if act.does is Does.TOUCH]
        seen_us = calls[-1] if calls else seen_us
        assert least_ms <= (hands[0].at_us - seen_us) / 1000 <= most_ms
        back = [act.pad for act in family.put_back() if act.does is Does.HOME]
        assert back == [hand.pad for hand in hands], "and each dolphin comes back"


def test_who_asks_where_a_chip_may_go_asks_once_a_turn() -> None:
    for seed in SEEDS:
        told = [fact for _, fact in split(seed, lights=1.0)]
        placed = [fact.seat for fact in told if isinstance(fact, Placed)]
        asked = [fact.seat for fact in told if isinstance(fact, LitUp)]
        assert asked == [seat for seat, _ in groupby(placed)]


def test_who_plans_needs_fewer_chips() -> None:
    assert len(facts(split, "Placed", plans=1.0)) < len(facts(split, "Placed", plans=0.0))


@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_is_thought_to_lack_what_all_saw_them_get(seed: int) -> None:
    """Who never fibs has nothing of what is remembered as denied, whoever gave it to them."""
    remembered = 0
    for family, _ in fish(seed, lies=0.0):
        for seat in family.seats:
            assert not family.hands[seat] & family._no[seat]
            remembered += bool(family._no[seat])
    assert remembered
