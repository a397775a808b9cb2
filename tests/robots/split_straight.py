"""Robot games of SPLIT straight into the rules, held against the truth at each fact."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from random import Random

import pytest

from companion.games.split import rules as split
from companion.games.split.cards import DECK, SUITS, cards_in
from companion.games.split.facts import Fact, Placed, Setup, Variant
from companion.games.split.path import SPACES, spaces_in
from companion.games.split.robot.board import LETTERS, SIZE, at, neighbours
from companion.games.split.robot.family import SplitFamily, Temper
from companion.games.split.state import Stage, State, Step, legal_spaces
from companion.say import Names, say
from companion.words import Refused
from tests.robots.told import Played

PLANNING = Temper()
AIMLESS = Temper(plans=0.1, misses=0.05)  # few paths: the last chip decides
HOARDING = Temper(plans=0.0, shuns_perfect=1.0)  # nothing is discarded: the pile runs dry
TEMPERS = (PLANNING, PLANNING, AIMLESS, HOARDING)


def some_setup(rng: Random) -> Setup:
    """Any number of people, any house options that change what is possible."""
    options = {
        name: rng.random() < 0.5
        for name in ("turned", "perfect_memory", "joker_keeps_rank", "joker_on_joker",
                     "must_change_type")
    }  # fmt: skip
    variant = Variant.LIGHT if rng.random() < 0.1 else Variant.REFEREED
    return replace(Setup(rng.choice((2, 3, 4, 6)), variant), **options)


def played(seed: int, setup: Setup | None = None, temper: Temper | None = None) -> Played:
    """The game of a seed, held against the truth."""
    rng = Random(seed)
    setup = setup or some_setup(rng)
    family = SplitFamily(setup, rng, temper or TEMPERS[seed % len(TEMPERS)])
    game = Played(setup, state=split.start(setup))
    for fact in family.game():
        hold_to_the_truth(game.tell(split, fact), family, fact)
    state = game.state
    assert list(state.made) == family.made, seed
    shown = split.view(state)
    assert shown.over and family.over, seed
    assert state.winner == family.winner, seed
    if shown.path:
        assert state.winner is not None
        mine = {s for s, owner in family.board.chips.items() if owner == state.winner}
        assert is_path(shown.path, mine, family.board.directions(state.winner)), seed
    return game


def hold_to_the_truth(state: State, family: SplitFamily, fact: Fact) -> None:
    """Chips, cards and what may be done are the true ones."""
    chips = {space: side for side, bits in enumerate(state.chips) for space in spaces_in(bits)}
    assert chips == family.board.chips, fact
    assert (state.stage is Stage.OVER) == family.over, fact
    if not family.over:
        assert state.turn == family.turn, fact
    if family.light:
        return
    if state.stage is Stage.PLAYING and state.step is Step.CHIP and family.due is not None:
        assert set(legal_spaces(state)) == family.due.may_go(), fact
        strip_is_true(state, family, fact)
    cards_are_true(state, family, fact)


def strip_is_true(state: State, family: SplitFamily, fact: Fact) -> None:
    """The suits beside the chips that are due, the spaces that will do, and a refusal are one."""
    due, board = split.view(state).due, family.board
    assert due is not None and family.due is not None
    letters = {LETTERS[suit] for suit in due.suits}
    free = set(range(SPACES)) - set(board.chips)
    fits = {space for space in free if not letters or letters & set(board.suits[space])}
    assert fits == family.due.may_go(), (fact, letters)
    for space in sorted(free - fits)[:1]:
        with pytest.raises(Refused) as refused:
            split.judge(state, Placed(state.turn, space))
        said = say(refused.value.text, Names())
        assert {n for n, suit in enumerate(SUITS) if suit in said} == set(due.suits), said


def cards_are_true(state: State, family: SplitFamily, fact: Fact) -> None:
    """Hands, pile, discards and places are the true ones, and sum to the deck."""
    assert state.hands == tuple(map(len, family.hands)), fact
    assert (state.pile, state.thrown) == (len(family.pile), len(family.thrown)), fact
    at_places = 0
    for place, pile in zip(state.places, family.places, strict=True):
        cards = [lying.card for lying in place.open]
        if cards:
            assert [(lying.card, lying.face) for lying in place.open] == pile.open, fact
            assert list(place.under) == pile.under and place.match is pile.match, fact
        at_places += (len(cards) or 1) + len(place.under)
    assert sum(state.hands) + state.pile + state.thrown + at_places == DECK, fact
    assert max(Counter(cards_in(state.out)).values(), default=0) <= 2
    assert [cards_in(bag) for bag in state.shown] == [(*sorted(of),) for of in family.known], fact
    assert cards_in(state.discarded) == (*sorted(family.bare),), fact


def is_path(path: Iterable[int], of: set[int], directions: Iterable[bool]) -> bool:
    """Whether these spaces are a path of a side's chips from one side of the board to the other."""
    spaces = list(path)
    steps = zip(spaces, spaces[1:], strict=False)
    if not spaces or not set(spaces) <= of:
        return False
    ends = {0, SIZE - 1}
    spans = any({at(spaces[0], d), at(spaces[-1], d)} == ends for d in directions)
    return spans and all(other in neighbours(one) for one, other in steps)
