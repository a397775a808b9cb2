"""The games that robots really play, for `hearsay` to tell: what happens, and what is true."""

from collections.abc import Iterator, Sequence
from dataclasses import fields
from random import Random
from typing import Any

from companion.games.animal_splash import rules as animal_splash
from companion.games.animal_splash.robot.family import AnimalFamily
from companion.games.dolphin_splash import facts as dolphins
from companion.games.dolphin_splash import rules as dolphin_splash
from companion.games.dolphin_splash.facts import Claimed, GoodGrab, Held
from companion.games.party_splash.robot.family import PartyFamily
from companion.games.split import rules as split
from companion.games.split.path import spaces_in
from companion.games.split.robot.family import SplitFamily
from companion.games.twisted_fish import rules as twisted_fish
from companion.games.twisted_fish.facts import (
    Asked,
    Caught,
    Dead,
    Dealt,
    Denied,
    DivineDiscarded,
    Fished,
    Gave,
    Lured,
    NetDenied,
    NetGave,
    Netted,
)
from companion.games.twisted_fish.robot.family import TwistedFishFamily
from companion.words import Counted, Ruling
from tests.robots import (
    animal_straight,
    fish_straight,
    party_straight,
    split_straight,
    straight,
)
from tests.robots.animal_straight import spoken
from tests.robots.hearsay import Story

FISH_ROUNDS = 1  # of a tournament: what is told wrong is told wrong in the first
HONEST = fish_straight.HONEST
TURNS = (Asked, Dead, Lured, Netted, DivineDiscarded)


def own_line(fact: Any) -> Any:
    """What one person does more than once is told in that order."""
    first = fields(fact)[:1]
    return type(fact), *(getattr(fact, field.name) for field in first)


class Plain:
    """What most games have in common: nothing said is news to the family, and nobody is accused."""

    def heard(self, rulings: Sequence[Ruling]) -> None:
        pass

    def is_implied(self, told: Any, waiting: Any) -> bool:
        return False

    def in_line(self, fact: Any) -> Any:
        return own_line(fact)

    def is_watched(self, fact: Any) -> bool:
        return False

    def wronged(self, state: Any, rulings: Sequence[Ruling]) -> str:
        return ""


class FishStory(Plain):
    """Twisted Fish: hands, lies and points."""

    kind = "twisted_fish"

    def __init__(self, seed: int) -> None:
        rng = Random(seed)
        self.setup = fish_straight.some_setup(rng)
        temper = fish_straight.LIARS if seed % 4 == 1 else HONEST
        self.family = TwistedFishFamily(self.setup, rng, temper)

    def facts(self) -> Iterator[Any]:
        return self.family.evening(FISH_ROUNDS)

    def heard(self, rulings: Sequence[Ruling]) -> None:
        self.family.hear(rulings)

    def is_implied(self, told: Any, waiting: Any) -> bool:
        if not isinstance(waiting, Fished) or waiting.card is not None:
            return False
        who = getattr(told, "asker", getattr(told, "seat", None))
        return isinstance(told, TURNS) and who != waiting.seat

    def in_line(self, fact: Any) -> Any:
        # Nobody tells the second turn before the first, nor answers a later ask for an earlier one.
        if isinstance(fact, Gave | NetGave):
            return "answer", fact.giver
        if isinstance(fact, Denied | NetDenied):
            return "answer", fact.seat
        return "turn" if isinstance(fact, TURNS) else own_line(fact)

    def is_watched(self, fact: Any) -> bool:
        return isinstance(fact, Dealt | Caught)

    def wronged(self, state: Any, rulings: Sequence[Ruling]) -> str:
        lies = state.round.lies if state.round is not None else ()
        called = {(lie.seat, lie.card) for lie in lies}
        false = called - self.family.lied
        return f"{false} are called lies" if false else ""

    def hold(self, state: Any) -> None:
        view, truth = twisted_fish.view(state), self.family.score.standing()
        assert view.totals == truth.totals
        assert view.winner == truth.king
        assert view.round == truth.rounds


class PartyStory(Plain):
    """The squirt-gun party: who is soaked, and who wins."""

    kind = "party_splash"

    def __init__(self, seed: int) -> None:
        rng = Random(seed)
        self.setup = party_straight.some_setup(rng)
        temper = party_straight.TEMPERS[seed % len(party_straight.TEMPERS)]
        self.family = PartyFamily(self.setup, rng, temper)

    def facts(self) -> Iterator[Any]:
        return self.family.game()

    def hold(self, state: Any) -> None:
        assert self.family.party is not None
        party_straight.hold_the_winner(state, self.family.party)


class SplitStory(Plain):
    """SPLIT: chips, cards, and the path that wins."""

    kind = "split"

    def __init__(self, seed: int) -> None:
        rng = Random(seed)
        self.setup = split_straight.some_setup(rng)
        temper = split_straight.TEMPERS[seed % len(split_straight.TEMPERS)]
        self.family = SplitFamily(self.setup, rng, temper)

    def facts(self) -> Iterator[Any]:
        return self.family.game()

    def hold(self, state: Any) -> None:
        chips = {space: side for side, bits in enumerate(state.chips) for space in spaces_in(bits)}
        assert chips == self.family.board.chips
        assert split.view(state).over and self.family.over
        assert state.winner == self.family.winner


class AnimalStory(Plain):
    """Animal Splash: oxygen, pearls, groups and points."""

    kind = "animal_splash"

    def __init__(self, seed: int) -> None:
        rng = Random(seed)
        self.setup = animal_straight.some_setup(rng)
        temper = animal_straight.TEMPERS[seed % len(animal_straight.TEMPERS)]
        self.family = AnimalFamily(self.setup, rng, temper)

    def facts(self) -> Iterator[Any]:
        return self.family.game()

    def hold(self, state: Any) -> None:
        view = animal_splash.view(state)
        assert view.over and self.family.over
        assert view.totals == tuple(spoken(points) for points in self.family.points)
        assert view.winners == self.family.winners()


class DolphinStory(Plain):
    """SPLASH!: letters, fouls and who wins."""

    kind = "dolphin_splash"

    def __init__(self, seed: int) -> None:
        self.setup, self.game = straight.played(seed)

    def facts(self) -> Iterator[Any]:
        return (fact for fact in self.game.facts if not isinstance(fact, Counted))

    def is_implied(self, told: Any, waiting: Any) -> bool:
        # Who says who holds them has said that it was a good grab, and claims are optional.
        return isinstance(told, Held) and isinstance(waiting, GoodGrab | Claimed)

    def is_watched(self, fact: Any) -> bool:
        return isinstance(fact, dolphins.Dealt)

    def hold(self, state: Any) -> None:
        view, truth = dolphin_splash.view(state), self.game.truth
        assert view.letters == truth.letters
        assert view.winner == truth.winner


STORIES: dict[str, type[Story]] = {
    "dolphin_splash": DolphinStory,
    "twisted_fish": FishStory,
    "party_splash": PartyStory,
    "split": SplitStory,
    "animal_splash": AnimalStory,
}
