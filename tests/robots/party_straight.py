"""Robot parties straight into the rules, held against the truth before each fact."""

from collections.abc import Collection
from dataclasses import dataclass
from random import Random

from companion.games.party_splash import ring
from companion.games.party_splash import rules as party_splash
from companion.games.party_splash.facts import Came, Done, Fact, Setup
from companion.games.party_splash.facts import Played as Laid
from companion.games.party_splash.robot.family import CARDS, PartyFamily, Temper
from companion.games.party_splash.robot.party import BALLOONS, Child, Party
from companion.games.party_splash.soaking import winners
from companion.games.party_splash.state import Area, Stage, State, most_towels
from companion.words import Corrected, HandedOver, Joined, Left
from tests.robots.told import Played

USUAL = Temper()
WILD = Temper(plays_on=0.97, answers=0.5, wastes=0.3, trades=0.8, loyal=0.3)
CAREFUL = Temper(answers=1.0, wastes=0.0, loyal=1.0)
TEMPERS = (USUAL, USUAL, WILD, CAREFUL)
OF_ANYBODY = (Came, Corrected, Joined, Left, HandedOver)
FACTS_MOST = 5000  # no party is that long: something hangs


@dataclass
class Game(Played):
    """A party."""

    kept_dry: int = 0


def some_setup(rng: Random) -> Setup:
    """Any number of people, any house options that change what is possible."""
    return Setup(
        rng.randint(4, 8),
        simultaneous_area_hits=rng.random() < 0.4,
        draw_at_last_towel=rng.random() < 0.4,
    )


def played(
    seed: int,
    setup: Setup | None = None,
    temper: Temper | None = None,
    who: list[str] | None = None,
) -> Game:
    """The party of a seed, held against the truth."""
    rng = Random(seed)
    setup = setup or some_setup(rng)
    family = PartyFamily(setup, rng, temper or TEMPERS[seed % len(TEMPERS)], who)
    game = Game(setup, state=party_splash.start(setup))
    for fact in family.game():
        if family.party is not None:
            hold_to_the_truth(game.state, family, family.party, fact)
        game.tell(party_splash, fact)
        assert len(game.facts) < FACTS_MOST, seed
    game.kept_dry = family.kept_dry
    assert family.party is not None
    hold_the_winner(game.state, family.party)
    return game


def hold_to_the_truth(state: State, family: PartyFamily, party: Party, fact: Fact) -> None:
    """Towels, cards, distances and who is in are the true ones, before a fact is told."""
    assert state.stage is Stage.PLAYING, fact
    assert state.ring == tuple(child.seat for child in party.dry()), fact
    assert state.turn == family.turn and state.birthday == party.birthday.seat, fact
    assert state.splashed == family.splashed, fact
    for child in party.children:
        if child.balloon:
            hold_the_child(state, child, fact)
    piles = (len(party.pile), len(party.thrown))
    assert state.pile + state.thrown == sum(piles), fact
    assert family.looks or (state.pile, state.thrown) == piles, fact
    cards = sum(kid.hand + len(kid.play) for kid in state.kids)
    assert cards + state.pile + state.thrown == party.size == state.deck.size, fact
    told = getattr(fact, "seat", None)
    if told is not None and not isinstance(fact, OF_ANYBODY):
        assert not party.children[told].out, f"{fact} is told of somebody soaked"
    if isinstance(fact, Done):
        hold_the_distances(state, party, fact)
    if isinstance(fact, Laid) and fact.card == CARDS.index("splash"):
        assert fact.target is not None
        child, other = party.children[fact.seat], party.children[fact.target]
        assert ring.distance(state, fact.seat, fact.target) == party.away(child, other), fact


def hold_the_child(state: State, child: Child, fact: Fact) -> None:
    """What everybody sees of a child, and nothing that only it knows."""
    kid = state.kids[child.seat]
    assert kid.towels == child.towels <= child.most == most_towels(state, child.seat), fact
    assert kid.hand == len(child.hand), fact
    assert kid.play == tuple(sorted(CARDS.index(card.name) for card in child.table)), fact
    # No state needs, or holds, the balloon of somebody who is in.
    assert kid.role == (BALLOONS.index(child.balloon) if child.out else None), fact
    dying = bool(state.stack) and getattr(state.stack[-1], "target", None) == child.seat
    fallen = any(isinstance(f, Area) and child.seat in dict(f.fallen) for f in state.stack)
    assert fallen == child.falling, fact
    assert child.towels >= (-2 if dying or fallen else 0 if child.out else 1), fact


def hold_the_distances(state: State, party: Party, fact: Fact) -> None:
    """Distances are what a walk round the table counts, and guns reach as far."""
    for child in party.dry():
        assert ring.gun_range(state, child.seat) == party.range(child), fact
        for other in party.after(child):
            assert ring.distance(state, child.seat, other.seat) == party.away(child, other), fact


def hold_the_winner(state: State, party: Party, late: Collection[int] = ()) -> None:
    """The side that has won is the one that true balloons say, and so are its members."""
    assert state.stage is Stage.OVER and state.end is not None
    assert state.end.side.value == party.winner
    mine = set(party.winners()) - set(late)
    assert set(winners(state)) <= mine
    shown = all(child.out or child.seat not in mine for child in party.children)
    assert set(winners(state)) == mine or not shown
