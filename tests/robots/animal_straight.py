"""Robot games of Animal Splash straight into the rules, held against the truth at each fact."""

from dataclasses import replace
from fractions import Fraction
from random import Random

from companion.games.animal_splash import rules as animal_splash
from companion.games.animal_splash.facts import (
    Area,
    Fact,
    Filled,
    Granted,
    Revealed,
    Setup,
    Surfaced,
    Variant,
)
from companion.games.animal_splash.groups import blocked
from companion.games.animal_splash.robot.family import AnimalFamily, Temper
from companion.games.animal_splash.state import (
    EMPTY,
    GAP,
    UNTOLD,
    Stage,
    State,
    Step,
    dives,
    groups_of,
    pearls_of,
    tokens_out,
)
from companion.words import Seat
from tests.robots.told import Played

EAGER = Temper()
BUSY = Temper(acts=0.7, early=0.4, far=0.6)  # spends all its oxygen
LAZY = Temper(scores=0.3, acts=0.05, takes=0.2, late=0.6)  # leaves groups and missions lying
CHARACTERS = {
    (1, 2): "½", (1, 3): "⅓", (2, 3): "⅔", (1, 4): "¼", (3, 4): "¾", (1, 5): "⅕", (2, 5): "⅖",
    (3, 5): "⅗", (4, 5): "⅘",
}  # fmt: skip
TEMPERS = (EAGER, EAGER, BUSY, LAZY)


def some_setup(rng: Random) -> Setup:
    """Any number of people, any house options that change what is possible."""
    options = {
        name: rng.random() < 0.5
        for name in ("kind_and_colour_separate", "double_plant_counts_two",
                     "two_animals_count_two", "swap_gives_o2", "zero_counts_for_end_card")
    }  # fmt: skip
    variant = Variant.LIGHT if rng.random() < 0.4 else Variant.FULL
    return replace(Setup(rng.randint(2, 5), variant), **options)


def played(seed: int, setup: Setup | None = None, temper: Temper | None = None) -> Played:
    """The game of a seed, held against the truth."""
    rng = Random(seed)
    setup = setup or some_setup(rng)
    family = AnimalFamily(setup, rng, temper or TEMPERS[seed % len(TEMPERS)])
    game = Played(setup, state=animal_splash.start(setup))
    for fact in family.game():
        hold_to_the_truth(game.tell(animal_splash, fact), family, fact)
    hold_the_end(game.state, family, seed)
    return game


def hold_the_end(state: State, family: AnimalFamily, seed: int) -> None:
    """Points and who has won are the true ones."""
    shown = animal_splash.view(state)
    assert shown.over and family.over, seed
    assert shown.totals == tuple(spoken(points) for points in family.points), seed
    assert shown.winners == family.winners(), seed


def hold_to_the_truth(state: State, family: AnimalFamily, fact: Fact) -> None:
    """Oxygen, pearls, cards, groups and moves are the true ones."""
    sea = family.sea
    assert list(state.oxygen) == sea.oxygen, fact
    assert (state.stage is Stage.OVER) == family.over, fact
    if state.stage is Stage.PLAYING and not family.over:
        assert state.turn == family.turn, fact
    if family.light:
        if isinstance(fact, Surfaced | Granted):
            assert state.found[fact.seat] == sea.pearls_of(fact.seat), fact
        return
    assert tokens_out(state) == sum(sea.oxygen) + len(sea.pearls), fact
    assert [list(row) for row in state.rows] == [
        row if shown else [] for row, shown in zip(sea.rows, state.rows, strict=True)
    ], fact
    for truly, known, shown in zip(sea.grid, family.known, state.grid, strict=True):
        if truly is None:
            assert shown in (EMPTY, GAP), fact
        else:
            assert shown == (truly if known else UNTOLD), fact
    lying = {(c, a) for c, on in enumerate(state.pearls) if on for a in Area if blocked(on, a)}
    assert lying == set(sea.pearls), fact
    if state.stage is Stage.PLAYING and not isinstance(fact, Filled | Revealed):
        hold_the_turn(state, family, fact)


def hold_the_turn(state: State, family: AnimalFamily, fact: Fact) -> None:
    """Groups and pearls of whom the fact is about, and where whose turn it is may go."""
    sea = family.sea
    seat = Seat(getattr(fact, "seat", state.turn))
    row = state.rows[seat]
    found = {
        (g.attribute, row[g.first : g.first + g.cards]): sorted(row[n] for n in g.takes)
        for g in groups_of(state, seat)
    }
    true = {group: sorted(sea.may_take(group)) for group in sea.groups(seat)}
    assert found == true, fact
    assert pearls_of(state, seat) == sea.pearls_of(seat), fact
    if state.step is Step.MOVE:
        shown = {dive.spot: (dive.steps, dive.oxygen) for dive in dives(state)}
        assert shown == sea.moves(state.turn), fact


def spoken(points: Fraction) -> str:
    """Points as they are told: "7½"."""
    whole, rest = points.numerator // points.denominator, points.numerator % points.denominator
    parts = [str(whole)] if whole or not rest else []
    return "".join([*parts, *([CHARACTERS[rest, points.denominator]] if rest else [])])
