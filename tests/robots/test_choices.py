"""What families choose where they are free to: as sensibly as their temper says, and never always.

Families alone: what rules make of it is held elsewhere.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from companion.games.animal_splash.facts import Moved, Picked, Voted
from companion.games.animal_splash.facts import Setup as SeaSetup
from companion.games.animal_splash.facts import Variant as SeaVariant
from companion.games.animal_splash.robot.family import AnimalFamily
from companion.games.animal_splash.robot.family import Temper as SeaTemper
from companion.games.dolphin_splash.facts import Setup as DolphinSetup
from companion.games.dolphin_splash.facts import Variant
from companion.games.dolphin_splash.robot.family import Family as DolphinFamily
from companion.games.dolphin_splash.robot.family import Temper as DolphinTemper
from companion.games.dolphin_splash.robot.family import has_set
from companion.games.party_splash.facts import (
    Drew,
    Flip,
    Flipped,
    Missed,
    Played,
    Snacked,
    Soaked,
    Source,
    Took,
    Traded,
)
from companion.games.party_splash.facts import Setup as PartySetup
from companion.games.party_splash.robot.family import PartyFamily
from companion.games.party_splash.robot.family import Temper as PartyTemper
from companion.games.party_splash.robot.party import CARDS, GUNS
from companion.games.split import path
from companion.games.split.facts import Setup as SplitSetup
from companion.games.split.robot.family import SplitFamily
from companion.games.split.robot.family import Temper as SplitTemper
from companion.games.twisted_fish.facts import Dead, Divine, DivineDiscarded, Laid
from companion.games.twisted_fish.facts import Setup as FishSetup
from companion.games.twisted_fish.robot.family import TwistedFishFamily
from companion.games.twisted_fish.robot.hands import Temper as FishTemper
from companion.words import Seat

SEEDS = range(3)


# --- Twisted Fish -----------------------------------------------------------------------------


class Asker(TwistedFishFamily):
    """Looks at each ask before it is told."""

    def _whom_and_what(self, seat: Seat, lure: bool) -> tuple[Seat, int]:
        hand, others = self.hands[seat], [other for other in self.seats if other != seat]
        sensible = {  # nobody is thought to lack it, and it lies in no basket
            (other, card)
            for other in others
            for card in range(65)
            if self.hands[other] and (lure or alike(hand, card))
            if not (hand | self._laid | self._no[other]) >> card & 1
        }
        target, card = super()._whom_and_what(seat, lure)
        assert target in others and (lure or alike(hand, card))
        if sensible:
            assert (target, card) in sensible
            of_target = [alike(hand, one) for other, one in sensible if other == target]
            assert alike(hand, card) == max(of_target), "of what is nearest to a basket"
        return target, card


def alike(hand: int, card: int) -> int:
    """How many of a card's kind a hand holds."""
    return sum(hand >> other & 1 for other in range(card // 5 * 5, card // 5 * 5 + 5))


@pytest.mark.parametrize("seed", SEEDS)
def test_who_does_not_bluff_asks_for_what_may_be_there(seed: int) -> None:
    list(Asker(FishSetup(4), Random(seed), FishTemper(bluffs=0.0, zings=0.2)).evening(2))


def test_divine_is_thrown_away_late_and_while_another_zinger_could_be_used() -> None:
    used = []
    for seed in range(8):
        family = TwistedFishFamily(FishSetup(4), Random(seed), FishTemper(zings=0.3, stops=0.0))
        for fact in family.evening(2):
            if isinstance(fact, DivineDiscarded):
                used.append(len(family.used) - 1 + family._diver_lies())
    assert {4, 5} <= {*used} <= {4, 5, 6}


def test_who_is_dead_in_the_water_mostly_draws() -> None:
    drew = Counter[bool]()
    for seed in range(40):
        family = TwistedFishFamily(FishSetup(4), Random(seed))
        family._deal()
        family.hands[0] = 0
        (told,) = family._dead(Seat(0))
        assert isinstance(told, Dead) and family._still == (not told.drew)
        assert (len(family.held(Seat(0))), len(family.pond)) == (told.drew, 41 - told.drew)
        drew[told.drew] += 1
    assert drew[True] > drew[False] > 0


# --- the party --------------------------------------------------------------------------------


def parties(seeds: range, **temper: float) -> Iterator[tuple[PartyFamily, Any]]:
    for seed in seeds:
        family = PartyFamily(PartySetup(5 + seed % 4), Random(seed), PartyTemper(**temper))
        yield from ((family, fact) for fact in family.game())


def test_who_wastes_nothing_plays_what_helps() -> None:
    played, better, plain = Counter[str](), Counter[bool](), 0
    for family, fact in parties(range(8), wastes=0.0, loyal=1.0):
        if not isinstance(fact, Played) or family.party is None:
            continue
        party, name = family.party, CARDS[fact.card]
        child = party.children[fact.seat]
        played[name] += 1
        match name:
            case "chips":
                assert child.towels < child.most and party.chips_work()
            case "pizza":
                assert any(one.towels < one.most for one in party.dry())
            case "ball" | "splash" | "miss":
                assert fact.target is not None
                plain += name == "splash" and child.who != "oscar" and not child.has("oz")
                mine, kid = child.balloon, party.children[fact.target] is party.birthday
                assert mine == "birthday" or kid == (mine == "classmate")
            case "hat" | "skateboard" | "goggles" | "balloon":
                assert not child.has(name)
            case _ if name in GUNS and party.range(child) > 1:
                reach = max(c.range for c in child.hand if c.name == name)
                better[reach > party.range(child)] += 1
    assert {"chips", "pizza", "ball", "hat"} <= {*played}
    assert plain > 9, "whoever has no O.Z. splashes, too"
    assert min(better[True], better[False]) > 0, "a smaller gun is put down now and then"


def test_who_wastes_nothing_answers_in_vain_never() -> None:
    seen = Counter[str]()
    for (_, fact), (_, then) in pairwise(parties(range(10), wastes=0.0)):
        if isinstance(fact, Missed):
            seen["missed"] += 1
            assert not isinstance(then, Took) or then.seat != fact.seat
        if isinstance(fact, Snacked | Traded):
            seen["saved"] += 1
            assert not isinstance(then, Soaked) or then.seat != fact.seat
    assert min(seen["missed"], seen["saved"]) > 9


# --- SPLIT ------------------------------------------------------------------------------------


class Planner(SplitFamily):
    """Looks at where each chip goes before it is told."""

    nearer = 0

    def _space(self, seat: Seat, legal: list[int]) -> int:
        chosen, side, chips = super()._space(seat, legal), self.side(seat), self.board.chips
        mine = sum(1 << space for space, owner in chips.items() if owner == side)
        free = path.ALL & ~sum(1 << space for space in chips)
        ways = {True: path.NORTH_SOUTH, False: path.WEST_EAST}
        pairs = tuple(ways[down] for down in self.board.directions(side))
        if now := path.missing(mine, free, pairs):
            after = {s: path.missing(mine | 1 << s, free & ~(1 << s), pairs) for s in legal}
            assert after[chosen] == min(after.values())
            self.nearer += after[chosen] < now
        return chosen


@pytest.mark.parametrize("seats", [2, 4])
def test_who_plans_puts_each_chip_on_a_shortest_way(seats: int) -> None:
    for seed in range(2):
        family = Planner(SplitSetup(seats), Random(seed), SplitTemper(plans=1.0))
        list(family.game())
        assert family.nearer > 9


# --- Animal Splash ----------------------------------------------------------------------------


def sea(seed: int, **temper: float) -> Iterator[tuple[AnimalFamily, Any]]:
    family = AnimalFamily(SeaSetup(3, SeaVariant.FULL), Random(seed), SeaTemper(**temper))
    yield from ((family, fact) for fact in family.game())


@pytest.mark.parametrize("agrees", [0.0, 1.0])
def test_all_agree_or_nobody_does(agrees: float) -> None:
    told = [fact for seed in range(9) for _, fact in sea(seed, agrees=agrees, tries=1.0)]
    votes = {fact.agreed for fact in told if isinstance(fact, Voted)}
    assert votes == {bool(agrees)}


def test_who_dives_far_or_near_takes_any_card_to_either_end() -> None:
    far, ends, places = Counter[int](), Counter[int](), set[int]()
    for seed in range(4):
        at: dict[Seat, dict[int, tuple[int, int]]] = {}
        for family, fact in sea(seed, far=0.0):
            if isinstance(fact, Moved) and at[fact.seat]:
                steps = at[fact.seat][fact.spot][0]
                far[steps] += 1
                near = [s for s, (n, _) in at[fact.seat].items() if n <= 2]
                assert steps <= 2 or not near
            if isinstance(fact, Picked):
                ends[fact.end] += 1
                places.add(fact.place)
            at = {Seat(seat): family.sea.moves(seat) for seat in range(3)}
    assert min(far[1], far[2]) > 9 and min(ends.values()) > 9 and len(places) == 9


# --- SPLASH! ----------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", Variant)
def test_cards_go_to_the_left_and_nobody_gives_away_what_it_collects(variant: Variant) -> None:
    family = DolphinFamily(DolphinSetup(4, variant=variant), Random(5), DolphinTemper(slips=0.0))
    for _ in range(9):
        family.dealt()
        now = family._round()
        while not any(map(has_set, now.hands.values())) and now.passes < 9:
            before, stack = {s: [*hand] for s, hand in now.hands.items()}, [*family._stack]
            family._pass()
            for seat, hand in now.hands.items():
                given = Counter(before[seat]) - Counter(hand)
                got = Counter(hand) - Counter(before[seat])
                assert len(hand) == len(before[seat]) and given.total() == got.total() <= 1
                for card in given:
                    most = max(before[seat].count(other) for other in before[seat] if other != card)
                    assert before[seat].count(card) <= most
                left = before[Seat((seat - 1) % 4)]
                if variant is Variant.STANDARD or seat != family.dealer:
                    assert all(card in left for card in got)
            assert len(stack) == len(family._stack)


# --- all of them ------------------------------------------------------------------------------


def fish(**temper: float) -> Callable[[], Iterator[tuple[Any, Any]]]:
    def told() -> Iterator[tuple[Any, Any]]:
        for seed in range(8):
            family = TwistedFishFamily(FishSetup(4), Random(seed), FishTemper(**temper))
            yield from ((family, fact) for fact in family.evening(2))

    return told


SOMETIMES = [  # of whom, of what is told, what is so at times and at times is not
    (fish(zings=0.5, stops=1.0), Divine, lambda _, fact: fact.picked_up),
    (fish(forgets=0.5), Laid, lambda family, fact: fact.seat == family._turn),
    (lambda: parties(range(20)), Drew, lambda _, fact: fact.source is Source.PILE),
    (lambda: parties(range(20)), Flipped, lambda _, fact: fact.what is Flip.HAT),
]


@pytest.mark.parametrize(("told", "kind", "is_so"), SOMETIMES, ids=range(len(SOMETIMES)))
def test_what_may_be_so_or_not_is_now_this_and_now_that(told: Any, kind: type, is_so: Any) -> None:
    seen = Counter(bool(is_so(family, fact)) for family, fact in told() if isinstance(fact, kind))
    assert min(seen[True], seen[False]) > 0, seen
