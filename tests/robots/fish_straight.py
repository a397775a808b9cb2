"""Robot evenings of Twisted Fish straight into the rules, held against the truth at each fact."""

from dataclasses import dataclass, field, replace
from random import Random

from companion.games.twisted_fish import rules as twisted_fish
from companion.games.twisted_fish.facts import (
    Announce,
    Asked,
    Denied,
    Fact,
    Fished,
    Gave,
    Setup,
    Whopper,
)
from companion.games.twisted_fish.robot.family import ROUNDS_MOST, TwistedFishFamily
from companion.games.twisted_fish.robot.hands import Temper
from companion.games.twisted_fish.robot.holding import DECK, DIVER
from companion.games.twisted_fish.state import Round, State
from companion.words import Ruling, Seat
from tests.robots.told import Played

ORDINARY = (Asked, Gave, Denied, Fished)
ZINGERS = 8
LIARS_ROUNDS = 3
HONEST = Temper(challenges=0.0)
LIARS = Temper(lies=0.08, sees_through=0.004, zings=0.12)


@dataclass
class Evening(Played):
    """An evening, and who really lied."""

    states: list[State] = field(default_factory=list)  # after each fact
    rulings: list[tuple[Ruling, ...]] = field(default_factory=list)
    lied: list[frozenset[tuple[Seat, int]]] = field(default_factory=list)  # so far in the round


def some_setup(rng: Random) -> Setup:
    """Any number of people, any house options that change a score or what is said."""
    setup = Setup(rng.randint(3, 6))
    options = {"whopper": rng.choice(list(Whopper)), "announce": rng.choice(list(Announce))}
    return replace(setup, **options)


def rounds_of(seed: int) -> int:
    """How many rounds an evening of many may take: liars may never get to 400."""
    return LIARS_ROUNDS if seed % 2 else ROUNDS_MOST


def played(
    seed: int,
    setup: Setup | None = None,
    temper: Temper | None = None,
    most: int = ROUNDS_MOST,
    keeps: bool = False,
) -> Evening:
    """The evening of a seed, held against the truth; `keeps` each state for later."""
    rng = Random(seed)
    setup = setup or some_setup(rng)
    family = TwistedFishFamily(setup, rng, temper or (LIARS if seed % 2 else HONEST))
    state = twisted_fish.start(setup)
    evening = Evening(setup)
    for fact in family.evening(most):
        judged = twisted_fish.judge(state, fact)
        state = judged.state
        family.hear(judged.rulings)
        if state.round is not None:
            counts_are_true(state.round, family, fact)
        nobody_is_wronged(judged.rulings, family)
        evening.facts.append(fact)
        evening.rulings.append(judged.rulings)
        if keeps:
            evening.states.append(state)
            evening.lied.append(frozenset(family.lied))
    evening.state = state
    shown = twisted_fish.view(state)
    truth = family.score.standing()
    assert shown.totals == truth.totals, seed
    assert shown.winner == truth.king, seed
    assert shown.round == truth.rounds, seed
    return evening


def counts_are_true(now: Round, family: TwistedFishFamily, fact: Fact) -> None:
    """Hands, pond, baskets and discards are the true ones, and sum to the deck."""
    held = [hand.bit_count() for hand in family.hands[: len(now.counts)]]
    assert now.counts == tuple(held), fact
    assert now.pond == len(family.pond), fact
    if isinstance(fact, ORDINARY):
        assert len(now.baskets) == len(family.piles), fact
        return  # what lies open did not change, and is looked at before and after
    piles = {(pile.seat, pile.kind, pile.diver) for pile in family.piles}
    lie = {(b.seat, b.fish, b.missing if b.missing >= 0 else None) for b in now.baskets}
    assert piles == lie, fact
    diver = {DIVER} if any(pile.diver is not None for pile in family.piles) else set()
    used = {zinger for zinger in range(DECK - ZINGERS, DECK) if _is_used(now, zinger)}
    assert used == family.used | diver, fact
    cards = sum(now.counts) + now.pond + 5 * len(now.baskets) + len(used - diver)
    assert cards == DECK, fact


def nobody_is_wronged(rulings: tuple[Ruling, ...], family: TwistedFishFamily) -> None:
    """Who is accused has lied in this round."""
    for ruling in rulings:
        if ruling.sign == "whopper":
            assert set(ruling.seats) <= {seat for seat, _ in family.lied}


def _is_used(now: Round, zinger: int) -> bool:
    return bool(now.spent >> (zinger - (DECK - ZINGERS)) & 1)
