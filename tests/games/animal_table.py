"""What the rows of Animal Splash are told at: a small deck, a table laid out, and whole games."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.games.animal_splash import rules as animal_splash
from companion.games.animal_splash.deck import ANY, Card, Deck, End, Measure, Mission
from companion.games.animal_splash.facts import (
    RIGHT,
    Breathed,
    Dealt,
    Dived,
    Drew,
    Ended,
    EndTurned,
    Filled,
    First,
    Moved,
    Picked,
    Revealed,
    Setup,
    Surfaced,
)
from companion.games.animal_splash.state import UNTOLD, State
from companion.words import Seat

ANIMALS = ("turtle", "ray", "seahorse", "crab", "octopus")
COLOURS = ("red", "yellow", "green", "blue")
BACKGROUNDS = ("ship", "anchor", "reef", "open sea")
PLANTS = ("kelp", "anemone", "sponge", "seagrass")

OPEN_NINE = (  # laid out on the places in their order
    Card("turtle", "green", "reef", ("kelp",)),
    Card("turtle", "green", "reef", ("kelp",)),
    Card("turtle", "green", "reef", ("kelp",)),
    Card("turtle", "red", "ship", ("kelp", "kelp")),
    Card("ray", "blue", "anchor", ("kelp",)),
    Card("seahorse", "blue", "reef", ("kelp", "sponge")),
    Card("crab", "red", "ship", ("anemone",), 1),
    Card("crab", "yellow", "ship", ("anemone",), 1),
    Card("octopus", "blue", "open sea", ("sponge",)),
)
REST = tuple(
    Card(ANIMALS[n % 5], COLOURS[n % 4], BACKGROUNDS[n * 3 % 4], (PLANTS[n * 7 % 4],),
         int(n % 5 == 3))
    for n in range(16)
)  # fmt: skip
CARDS = len(OPEN_NINE) + len(REST)

# The start cards, by what is special about them.
PLAIN, BREATHY, BARE, TWO, EVERY, TWIN, OTHER, DOUBLE = range(CARDS, CARDS + 8)
STARTS = (
    Card("turtle", "green", "reef", ("kelp",), 1, number=1),
    Card("octopus", "yellow", "ship", ("anemone",), 3, number=2),
    Card("octopus", "red", "anchor", ("anemone",), 0, number=3),
    Card("turtle", "yellow", "anchor", ("seagrass",), 1, "ray", 4),
    Card("octopus", ANY, "anchor", ("seagrass",), 1, number=5),
    Card("ray", "red", "ship", ("sponge",), 1, number=1),
    Card("seahorse", "blue", "open sea", ("seagrass",), 1, number=6),
    Card("crab", "red", "ship", ("kelp", "kelp"), 1, number=7),
)

# The missions, by their numbers.
(ONE_ANIMAL, FOUR_ANIMALS, STORY, TURTLES, KELPS, GREENS, REEFS, RED_TURTLE, TWO_COLOURS,
 THREE_PLANTS) = range(10)  # fmt: skip
MISSIONS = (
    Mission("An animal", "red", 2, Measure.ANIMALS, count=1),
    Mission("4 different animals", "orange", 3, Measure.ANIMALS, count=4),
    Mission("A story", "purple", 2),
    Mission("2 turtles", "blue", 4, Measure.ANIMAL, "turtle", 2),
    Mission("3 kelp", "green", 3, Measure.PLANT, "kelp", 3),
    Mission("2 green ones", "white", 3, Measure.COLOUR, "green", 2),
    Mission("2 reefs", "yellow", 1, Measure.BACKGROUND, "reef", 2),
    Mission("A turtle", "red", 1, Measure.ANIMAL, "turtle", 1),
    Mission("3 different colours", "pink", 1, Measure.COLOURS, count=3),
    Mission("3 different plants", "black", 1, Measure.PLANTS, count=3),
)
MOST_TURTLES, MOST_ANIMALS, PRETTIEST, MOST_KELP, MOST_BACKGROUNDS = range(5)
ENDS = (
    End("Most turtles", 7, 4, Measure.ANIMAL, "turtle"),
    End("Most different animals", 6, 3, Measure.ANIMALS),
    End("The prettiest", 5, 2),
    End("Most kelp", 8, 4, Measure.PLANT, "kelp"),
    End("Most different backgrounds", 5, 2, Measure.BACKGROUNDS),
)
DECK = Deck("Small", ANIMALS, COLOURS, BACKGROUNDS, PLANTS, (*OPEN_NINE, *REST), STARTS, MISSIONS,
            ENDS, aids=72 - CARDS - 8 - 10 - 5)  # fmt: skip


def with_card(at: int, **changes: Any) -> Deck:
    """The deck with another main card."""
    cards = list(DECK.cards)
    cards[at] = replace(cards[at], **changes)
    return replace(DECK, cards=tuple(cards))


def laid(
    *starts: int,
    missions: tuple[int, ...] = (ONE_ANIMAL, FOUR_ANIMALS, STORY),
    end: int | None = MOST_TURTLES,
) -> tuple[Any, ...]:
    """All that is told before the first dive, with these start cards from the first seat on."""
    return (
        Dealt(Seat(0)),
        *(Filled(place, place) for place in range(9)),
        *(Revealed(mission) for mission in missions),
        *(() if end is None else (EndTurned(end),)),
        *(Drew(Seat(seat), card) for seat, card in enumerate(starts)),
    )


def dive(seat: Seat, spot: int, place: int, end: int = RIGHT) -> tuple[Any, ...]:
    """A move and a card."""
    return Moved(seat, spot), Picked(seat, place, end)


def turn(seat: Seat, spot: int, place: int, end: int = RIGHT) -> tuple[Any, ...]:
    """A whole turn without anything else."""
    return (*dive(seat, spot, place, end), Ended(seat))


# --- light games ------------------------------------------------------------------------------


def light(*oxygen: int, first: int = 0) -> tuple[Any, ...]:
    """All that is told before the first dive of a light game."""
    told = (Breathed(Seat(seat), n) for seat, n in enumerate(oxygen))
    return Dealt(Seat(0)), *told, First(Seat(first))


def light_round(number: int, *pearls: int, steps: int = 2) -> tuple[Any, ...]:
    """A round of turns in which each seat scores so many pearls."""
    return tuple(
        fact
        for seat, n in enumerate(pearls)
        for fact in (Dived(Seat(seat), steps if number else 0, 0), Surfaced(Seat(seat), n))
    )


def light_game(*pearls: int) -> tuple[Any, ...]:
    """A light game up to the end card; all pearls are scored in the last round."""
    rounds = (0, 0, 8, 7, 6, 5)[len(pearls)]
    nothing = (0,) * len(pearls)
    early = (fact for n in range(rounds - 1) for fact in light_round(n, *nothing))
    return *light(*(1 for _ in pearls)), *early, *light_round(rounds - 1, *pearls)


# --- full games -------------------------------------------------------------------------------


def played(setup: Setup, *facts: Any) -> State:
    """The state after facts."""
    state = animal_splash.start(setup)
    for fact in facts:
        state = animal_splash.judge(state, fact).state
    return state


def until(setup: Setup, turns: int | None, *facts: Any) -> tuple[Any, ...]:
    """Those facts and what follows until so many turns are over, or the whole game.

    Everybody goes on to the nearest spot with a card and takes the nearest one; the grid is
    filled from the deck's first card that was not told.
    """
    return *facts, *_on(played(setup, *facts), turns)


def _on(state: State, turns: int | None) -> Iterator[Any]:
    while state.stage.value == "playing" and (turns is None or turns > 0):
        for fact in _turn(state):
            state = animal_splash.judge(state, fact).state
            yield fact
        turns = None if turns is None else turns - 1


def _turn(state: State) -> Iterator[Any]:
    seen = state.seen
    for place, card in enumerate(state.grid):
        if card == UNTOLD:
            new = next(n for n in range(CARDS) if not seen >> n & 1)
            seen |= 1 << new
            yield Filled(place, new)
    shown = animal_splash.view(state)
    spot = next((d.spot for d in shown.dives if d.possible), None)
    if spot is None:
        yield Moved(state.turn, next(d.spot for d in shown.dives if d.oxygen >= 0))
        yield Ended(state.turn)
        return
    yield Moved(state.turn, spot)
    lying = (place for place in animal_splash_line(spot) if state.grid[place] not in (-1, -3))
    yield Picked(state.turn, next(lying), RIGHT)
    yield Ended(state.turn)


def animal_splash_line(spot: int) -> tuple[int, ...]:
    """The places that a spot looks along, written down apart from the rules."""
    above = ((0, 3, 6), (1, 4, 7), (2, 5, 8))
    right = ((2, 1, 0), (5, 4, 3), (8, 7, 6))
    below = tuple(line[::-1] for line in above[::-1])
    left = tuple(line[::-1] for line in right[::-1])
    return (*above, *right, *below, *left)[spot]
