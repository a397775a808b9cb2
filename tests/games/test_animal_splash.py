"""The rules of Animal Splash as tables: facts told at a table, mostly of Ana and Ben, and what
holds.

Every rule, ruling and limit of docs/rules/animal_splash.md heads at least one row. The deck and
the tables laid out for them are in animal_table.py.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, get_type_hints

import pytest

from companion.games.animal_splash import rules as animal_splash
from companion.games.animal_splash.deck import End, Mission
from companion.games.animal_splash.facts import (
    LEFT,
    RIGHT,
    Action,
    Adjusted,
    Area,
    Attribute,
    Breathed,
    Dealt,
    Dived,
    Drew,
    Ended,
    EndTurned,
    Filled,
    First,
    Granted,
    Met,
    Moved,
    Paid,
    Picked,
    Revealed,
    Scored,
    Setup,
    Shifted,
    Slid,
    Surfaced,
    Swapped,
    Tallied,
    Valued,
    Variant,
    Voted,
    Way,
)
from companion.new_game.rows import Row, judge_row
from companion.words import Corrected, HandedOver, Joined, Left, Seat
from tests.games.animal_table import (
    BARE,
    BREATHY,
    DECK,
    DOUBLE,
    EVERY,
    FOUR_ANIMALS,
    GREENS,
    KELPS,
    MOST_ANIMALS,
    MOST_BACKGROUNDS,
    MOST_KELP,
    ONE_ANIMAL,
    OTHER,
    PLAIN,
    PRETTIEST,
    RED_TURTLE,
    REEFS,
    STORY,
    THREE_PLANTS,
    TURTLES,
    TWIN,
    TWO,
    TWO_COLOURS,
    dive,
    laid,
    light,
    light_game,
    light_round,
    played,
    turn,
    until,
    with_card,
)

ANA, BEN, CY, DEE, EVE = (Seat(n) for n in range(5))
KIND, COLOUR, PLANT = Attribute
SMALL = {"variant": Variant.FULL, "deck": DECK}


def lightly(
    name: str, *facts: Any, seats: int = 2, options: Mapping[str, Any] | None = None, **wanted: Any
) -> Row:
    """A row of a light game."""
    return Row(name, Setup(seats, **(options or {})), facts, **wanted)


def row(
    name: str, *facts: Any, seats: int = 2, options: Mapping[str, Any] | None = None, **wanted: Any
) -> Row:
    """A row of a full game with the small deck."""
    return Row(name, Setup(seats, **{**SMALL, **(options or {})}), facts, **wanted)


def with_deck(name: str, deck: Any, refused: str, **wanted: Any) -> Row:
    """A row about a deck."""
    return Row(name, Setup(2, Variant.FULL, deck=deck), refused=refused, **wanted)


def cards(*numbers: int, above: int = -9, below: int = -9) -> list[dict[str, Any]]:
    """Cards as the view shows them, perhaps with a pearl above and below."""
    return [{"card": n, "above": n == above, "below": n == below} for n in numbers]


def grid(*changed: tuple[int, int]) -> list[dict[str, Any]]:
    """The grid as it was laid out, with other cards on some places."""
    lying = list(range(9))
    for place, card in changed:
        lying[place] = card
    return cards(*lying)


def pen(seat: Seat, points: int) -> Corrected:
    return Corrected(seat, points)


ON = laid(PLAIN, BREATHY)  # Ana begins; her start card is a green turtle with kelp
BOTH_PLACED = (*ON, *turn(ANA, 0, 0), *turn(BEN, 6, 8))
GROUPS = (*BOTH_PLACED, *dive(ANA, 1, 1))  # PLAIN, 0, 1: three green turtles with kelp
SCORED = (*GROUPS, Scored(ANA, 0, KIND))
BOTH_PEARLS = (*SCORED, Scored(ANA, 0, PLANT))
RICH = (*ON, Adjusted(ANA, 8))
RICH_GROUPS = (*GROUPS, Adjusted(ANA, 8))
RICH_PEARLS = (*BOTH_PEARLS, Adjusted(ANA, 8))
THIRD = (*GROUPS, Ended(ANA), *turn(BEN, 7, 7))  # Ana's turn, with the group not scored
RUN = (*THIRD, *dive(ANA, 2, 2))  # PLAIN, 0, 1, 2: a run of four
FIVE = laid(PLAIN, BREATHY, BARE, TWO, EVERY)
FULL_GAME = until(Setup(2, **SMALL), None, *ON)  # five turtles against two
FIVES = {n: until(Setup(5, **SMALL), n, *FIVE) for n in (16, 22, 23)}
_AIR = played(Setup(5, **SMALL), *FIVES[23]).oxygen[DEE]
AIRLESS = (*FIVES[23], Adjusted(DEE, -_AIR))  # no line with a card is within reach
SEPARATE = {"kind_and_colour_separate": True}
ONE_PLANT = {"double_plant_counts_two": False}
BOTH_ANIMALS = {"two_animals_count_two": True}
SWAP_O2 = {"swap_gives_o2": True}
ZERO = {"zero_counts_for_end_card": True}
HINTS = {"show_groups": True}
MISSIONS = (*laid(PLAIN, BREATHY, missions=(ONE_ANIMAL, RED_TURTLE, STORY)), *dive(ANA, 0, 0))
L_ON = light(1, 3)
L_PLACED = (*L_ON, *light_round(0, 0, 0))
L_DONE = light_game(3, 2)  # the end card is asked for


def doubled(*starts: int) -> tuple[Any, ...]:
    """Ana's row: her start card, and the card with two kelp."""
    return *laid(*starts), *dive(ANA, 0, 3)


THE_RULES = (
    lightly("A-R1-one", seats=1, refused="A-R1"),
    lightly("A-R1-six", seats=6, refused="A-R1"),
    lightly("A-R1-two", seats=2, sees={"present": [0, 1]}),
    lightly("A-R1-five", seats=5, sees={"phase": "waiting"}),
    row("A-R1-nine-and-three", Dealt(ANA), cites=("A-R1",), sees={"grid": cards(*(-2,) * 9),
        "pile": 16, "missions.hidden": 3, "missions.left": 7, "phase": "starting"},
        asks={"start": ("start",), "filled": ("filled",), "revealed": ("revealed",)}),
    row("A-R1-a-start-card", Dealt(ANA), Drew(ANA, BREATHY), cites=("A-R1",),
        sees={"rows": [cards(BREATHY), []], "oxygen": [3, 0]}),
    row("A-R1-one-each", Dealt(ANA), Drew(ANA, BREATHY), Drew(ANA, PLAIN), refused="A-R1"),
    row("A-R1-each-is-there-once", Dealt(ANA), Drew(ANA, BREATHY), Drew(BEN, BREATHY),
        refused="A-R1"),
    row("A-R1-no-main-card", Dealt(ANA), Drew(ANA, 3), refused="A-R1"),
    row("A-R1-no-start-card-in-the-grid", Dealt(ANA), Filled(0, PLAIN), refused="A-R1"),
    row("A-R1-no-card-twice", Dealt(ANA), Filled(0, 4), Filled(1, 4), refused="A-R1"),
    row("A-R1-no-mission-twice", Dealt(ANA), Revealed(0), Revealed(0), refused="A-R1"),
    row("A-R1-one-end-card", *ON, EndTurned(1), refused="A-R1"),
    row("A-R1-the-lowest-begins", *laid(BREATHY, PLAIN), cites=("A-R1", "A-R1"),
        hears=("Ben begins.",), sees={"turn": 1, "first": 1, "phase": "move"}),
    row("A-R1-clockwise", *ON, *turn(ANA, 0, 0), sees={"turn": 1}),
    row("A-R1-not-your-turn", *ON, Moved(BEN, 0), refused="A-R1"),
    lightly("A-R1-light", *L_ON, cites=("A-R1", "A-R1"), sees={"turn": 0, "oxygen": [1, 3]}),
    lightly("A-R1-light-not-your-turn", *L_ON, Dived(BEN, 0, 0), refused="A-R1"),
    with_deck("A-R1-a-start-card-without-a-number",
              replace(DECK, starts=(replace(DECK.starts[0], number=0), *DECK.starts[1:])), "A-R1"),
    row("A-R2-eight-for-two", *ON, sees={"rounds": 8, "round": 1}, hears=("8 dives",)),
    row("A-R2-five-for-five", *FIVE, seats=5, sees={"rounds": 5}),
    lightly("A-R2-seven-for-three", *light(1, 1, 1), seats=3, sees={"rounds": 7}),
    lightly("A-R2-six-for-four", *light(1, 1, 1, 1), seats=4, sees={"rounds": 6}),
    row("A-R2-then-it-is-over", *FULL_GAME, sees={"over": True, "cards_in_row": [9, 9],
        "round": 8}),
    lightly("A-R2-then-the-end-card", *L_DONE, cites=("A-R6", "A-R2"), sees={"phase": "counting",
        "cards_in_row": [9, 9]}),
    row("A-R3-any-free-spot", *ON, Moved(ANA, 7), cites=("A-R3",), sees={"divers": [7, -1],
        "phase": "pick"}, hears=("places the diver",)),
    row("A-R3-not-a-taken-one", *ON, *turn(ANA, 7, 7), Moved(BEN, 7), refused="A-R3",
        sees={"divers": [7, -1]}),
    row("A-R3-one-step", *BOTH_PLACED, Moved(ANA, 1), sees={"oxygen": [2, 3]},
        hears=("one step",)),
    row("A-R3-two-steps", *BOTH_PLACED, Moved(ANA, 2), sees={"oxygen": [1, 3]}),
    row("A-R3-three-cost-one", *BOTH_PLACED, Moved(ANA, 3), sees={"oxygen": [0, 3]}),
    row("A-R3-that-is-not-there", *BOTH_PLACED, Moved(ANA, 4), refused="A-R3",
        sees={"oxygen": [1, 3], "divers": [0, 6]}),
    row("A-R3-others-are-skipped", *ON, *turn(ANA, 0, 0), *turn(BEN, 1, 1), Moved(ANA, 3),
        sees={"oxygen": [1, 3]}),
    lightly("A-R3-light-placed", *L_ON, Dived(ANA, 0, 0), cites=("A-R3",), sees={"phase": "act"}),
    lightly("A-R3-light-no-steps-yet", *L_ON, Dived(ANA, 2, 0), refused="A-R3"),
    lightly("A-R3-light-at-least-one", *L_PLACED, Dived(ANA, 0, 0), refused="A-R3"),
    lightly("A-R3-light-one-step", *L_PLACED, Dived(ANA, 1, 0), sees={"oxygen": [2, 3]}),
    lightly("A-R3-light-two", *L_PLACED, Dived(ANA, 2, 0), sees={"oxygen": [1, 3]}),
    lightly("A-R3-light-three", *L_PLACED, Dived(ANA, 3, 0), sees={"oxygen": [0, 3]}),
    lightly("A-R3-light-the-price", *L_PLACED, Dived(ANA, 6, 0), refused="A-R3",
            sees={"oxygen": [1, 3]}),
    row("A-R4-one-of-the-line", *ON, *dive(ANA, 0, 3), cites=("A-R4",),
        sees={"rows": [cards(PLAIN, 3), cards(BREATHY)]}),
    row("A-R4-on-the-left", *ON, *dive(ANA, 0, 3, LEFT), sees={"rows": [cards(3, PLAIN),
        cards(BREATHY)]}),
    row("A-R4-not-another-one", *ON, *dive(ANA, 0, 4), refused="A-R4"),
    row("A-R4-with-its-oxygen", *ON, *dive(ANA, 0, 6), sees={"oxygen": [2, 3]}),
    row("A-R4-first-the-move", *ON, Picked(ANA, 0, RIGHT), refused="A-R4"),
    row("A-R4-one-card", *ON, *dive(ANA, 0, 3), Picked(ANA, 0, RIGHT), refused="A-R4"),
    row("A-R4-then-the-turn-may-end", *ON, Moved(ANA, 0), Ended(ANA), refused="A-R4"),
    lightly("A-R4-light-with-its-oxygen", *L_ON, Dived(ANA, 0, 1), sees={"oxygen": [2, 3],
            "cards_in_row": [2, 1]}),
    row("A-R5-a-card-for-one", *BOTH_PLACED, Shifted(ANA, 0, 0), cites=("A-R5",),
        sees={"rows": [cards(0, PLAIN), cards(BREATHY, 8)], "oxygen": [0, 3]}),
    row("A-R5-they-close-up", *RICH_GROUPS, Shifted(ANA, PLAIN, 1),
        sees={"rows": [cards(0, PLAIN, 1), cards(BREATHY, 8)]}),
    row("A-R5-to-the-end", *RICH_GROUPS, Shifted(ANA, PLAIN, 2),
        sees={"rows": [cards(0, 1, PLAIN), cards(BREATHY, 8)]}),
    row("A-R5-where-it-is", *BOTH_PLACED, Shifted(ANA, 0, 1), refused="A-R5"),
    row("A-R5-no-further-than-the-row", *BOTH_PLACED, Shifted(ANA, 0, 2), refused="A-R5"),
    row("A-R5-not-another-s", *BOTH_PLACED, Shifted(ANA, 8, 0), refused="A-R5"),
    row("A-R5-not-without-oxygen", *BOTH_PLACED, Adjusted(ANA, -1), Shifted(ANA, 0, 0),
        refused="A-R5"),
    row("A-R5-a-pearl-for-two", *SCORED, Adjusted(ANA, 8),
        Slid(ANA, 0, Area.ANIMAL, Way.RIGHT), cites=("A-R5",),
        sees={"rows": [cards(PLAIN, 0, 1, above=1), cards(BREATHY, 8)], "oxygen": [8, 3]}),
    row("A-R5-to-the-left", *SCORED, Adjusted(ANA, 8), Slid(ANA, 0, Area.ANIMAL, Way.LEFT),
        sees={"rows": [cards(PLAIN, 0, 1, above=PLAIN), cards(BREATHY, 8)]}),
    row("A-R5-down", *SCORED, Adjusted(ANA, 8), Slid(ANA, 0, Area.ANIMAL, Way.OVER),
        sees={"rows": [cards(PLAIN, 0, 1, below=0), cards(BREATHY, 8)]}),
    row("A-R5-up", *GROUPS, Scored(ANA, 0, PLANT), Adjusted(ANA, 8),
        Slid(ANA, 0, Area.PLANT, Way.OVER),
        sees={"rows": [cards(PLAIN, 0, 1, above=0), cards(BREATHY, 8)]}),
    row("A-R5-a-swap-for-three", *RICH, Swapped(ANA, PLAIN, 4), cites=("A-R5",),
        sees={"rows": [cards(4), cards(BREATHY)], "grid": grid((4, PLAIN)), "oxygen": [6, 3]}),
    row("A-R5-pearls-stay-on-cards", *RICH_PEARLS, Swapped(ANA, 0, 4),
        sees={"pearls": [0, 0], "tokens": 88 - 10 + 3 - 2 - 3}),
    row("A-R5-before-the-move-too", *BOTH_PLACED, Shifted(ANA, 0, 0), Moved(ANA, 1),
        sees={"oxygen": [1, 3]}),
    row("A-R5-not-in-another-s-turn", *BOTH_PLACED, Shifted(BEN, 8, 0), refused="A-R1"),
    lightly("A-R5-light-a-card", *L_PLACED, Paid(ANA, Action.CARD), cites=("A-R5",),
            sees={"oxygen": [0, 3]}),
    lightly("A-R5-light-a-pearl", *L_PLACED, Adjusted(ANA, 4), Paid(ANA, Action.PEARL),
            sees={"oxygen": [3, 3]}),
    lightly("A-R5-light-a-swap", *L_PLACED, Adjusted(ANA, 4), Paid(ANA, Action.SWAP, 2),
            sees={"oxygen": [2, 3], "pearls": [2, 0]}),
    lightly("A-R5-light-no-pearls-with-others", *L_PLACED, Paid(ANA, Action.CARD, 1),
            refused="A-R5"),
    lightly("A-R5-light-not-without-oxygen", *L_PLACED, Paid(ANA, Action.PEARL), refused="A-R5"),
    lightly("A-R5-light-in-one-s-own-turn", *L_PLACED, Paid(BEN, Action.CARD), refused="A-R1"),
    row("A-R6-of-a-kind", *GROUPS, Scored(ANA, 0, KIND), cites=("A-R6",), sees={
        "pearls": [1, 0], "rows": [cards(PLAIN, 0, 1, above=0), cards(BREATHY, 8)]}),
    row("A-R6-of-a-colour", *GROUPS, Scored(ANA, 0, COLOUR), cites=("A-R6",)),
    row("A-R6-plants", *GROUPS, Scored(ANA, 1, PLANT), cites=("A-R6",), sees={
        "rows": [cards(PLAIN, 0, 1, below=1), cards(BREATHY, 8)]}),
    row("A-R6-two-are-none", *BOTH_PLACED, Scored(ANA, 0, KIND), refused="A-R6"),
    row("A-R6-not-side-by-side", *BOTH_PLACED, *turn(ANA, 1, 4), *turn(BEN, 7, 7),
        *dive(ANA, 2, 2), Scored(ANA, 0, KIND), refused="A-R6"),
    row("A-R6-on-one-of-them", *THIRD, *turn(ANA, 2, 5), *turn(BEN, 8, 6), Scored(ANA, 5, KIND),
        refused="A-R6"),
    row("A-R6-the-hints-say-so", *GROUPS, options=HINTS, sees={"groups": [
        {"attribute": kind, "cards": [PLAIN, 0, 1], "takes": [PLAIN, 0, 1]}
        for kind in ("kind", "colour", "plant")]}),
    lightly("A-R6-light", *L_ON, Dived(ANA, 0, 0), Surfaced(ANA, 2), cites=("A-R6",),
            sees={"pearls": [2, 0]}),
    row("A-R7-no-group-with-a-pearl", *SCORED, Scored(ANA, 1, KIND), refused="A-R6"),
    row("A-R7-nor-of-the-colour", *SCORED, Scored(ANA, 1, COLOUR), refused="A-R6"),
    row("A-R7-but-of-the-plants", *SCORED, Scored(ANA, 0, PLANT), sees={"pearls": [2, 0]}),
    row("A-R7-nor-of-plants-twice", *BOTH_PEARLS, Scored(ANA, 1, PLANT), refused="A-R6"),
    row("A-R7-no-third-pearl-on-a-card", *BOTH_PEARLS, Scored(ANA, 0, COLOUR), refused="A-R7"),
    row("A-R7-a-bare-half-is-needed", *SCORED, Adjusted(ANA, 8),
        Slid(ANA, 0, Area.ANIMAL, Way.LEFT), Scored(ANA, 0, COLOUR), refused="A-R6"),
    row("A-R7-hints-know-it", *SCORED, options=HINTS, sees={"groups": [
        {"attribute": "plant", "cards": [PLAIN, 0, 1], "takes": [PLAIN, 0, 1]}]}),
    row("A-R7-the-bare-ones-take-it", *SCORED, options={**HINTS, **SEPARATE}, sees={"groups": [
        {"attribute": "colour", "cards": [PLAIN, 0, 1], "takes": [PLAIN, 1]},
        {"attribute": "plant", "cards": [PLAIN, 0, 1], "takes": [PLAIN, 0, 1]}]}),
    lightly("A-R7-light-two-a-card", *L_ON, Dived(ANA, 0, 0), Surfaced(ANA, 4),
            sees={"pearls": [4, 0]}),
    lightly("A-R7-light-no-more", *L_ON, Dived(ANA, 0, 0), Surfaced(ANA, 5), refused="A-R7"),
    row("A-R8-a-mission", *MISSIONS, Met(ANA, ONE_ANIMAL), cites=("A-R8",), sees={
        "turn": 1, "taken": [[{"mission": 0, "title": "An animal", "colour": "red",
                               "points": 2}], []], "missions.hidden": 1}),
    row("A-R8-that-is-fulfilled", *ON, *dive(ANA, 0, 0), Met(ANA, FOUR_ANIMALS), refused="A-R8",
        sees={"turn": 0}),
    row("A-R8-that-lies-open", *MISSIONS, Met(ANA, TURTLES), refused="A-R8"),
    row("A-R8-one-of-each-colour", *MISSIONS, Met(ANA, ONE_ANIMAL), *turn(BEN, 6, 8),
        *dive(ANA, 1, 1), Met(ANA, RED_TURTLE), refused="A-R8"),
    lightly("A-R8-light", *L_ON, Dived(ANA, 0, 0), Granted(ANA, 2, 3, 1), cites=("A-R6", "A-R8"),
            sees={"turn": 1, "pearls": [1, 0], "taken": [[{"mission": -1, "title": "",
            "colour": "yellow", "points": 3}], []]}),
    lightly("A-R8-light-no-colour-twice", *L_ON, Dived(ANA, 0, 0), Granted(ANA, 2, 3, 1),
            Dived(BEN, 0, 0), Surfaced(BEN, 0), Dived(ANA, 2, 0), Granted(ANA, 2, 1, 0),
            refused="A-R8"),
    row("A-R9-filled-at-the-end", *ON, *turn(ANA, 0, 0), sees={"grid": grid((0, -2)),
        "pile": 15}, asks={"filled": ("filled",)}),
    row("A-R9-the-new-card", *ON, *turn(ANA, 0, 0), Filled(0, 12), cites=("A-R9",),
        sees={"grid": grid((0, 12))}),
    row("A-R9-not-where-one-lies", *ON, *turn(ANA, 0, 0), Filled(1, 12), refused="A-R9"),
    row("A-R9-missions-too", *MISSIONS, Met(ANA, ONE_ANIMAL), Revealed(KELPS), cites=("A-R9",),
        sees={"missions.hidden": 0, "missions.left": 6}, hears=("3 kelp",)),
    row("A-R9-not-a-fourth", *ON, Revealed(KELPS), refused="A-R9"),
    lightly("A-R10-best-and-second", *L_DONE, Valued(7, 4), Tallied(ANA, 3), Tallied(BEN, 2),
            cites=("A-R10", "A-R10", "A-R10", "A-R11"), sees={"totals": ["10", "6"]}),
    lightly("A-R10-half-each", *L_DONE, Valued(7, 4), Tallied(ANA, 3), Tallied(BEN, 3),
            sees={"totals": ["8 1/2", "7 1/2"]}),
    lightly("A-R10-no-more-for-the-second", *L_DONE, Valued(4, 7), refused="A-R10"),
    row("A-R10-counted-by-itself", *FULL_GAME, sees={"totals": ["7", "4"], "counts": [5, 2]}),
    with_deck("A-R10-a-deck-that-says-so",
              replace(DECK, ends=(replace(DECK.ends[0], second=9), *DECK.ends[1:])), "A-R10"),
    lightly("A-R11-pearls-missions-end-card", *L_ON, Dived(ANA, 0, 0), Granted(ANA, 0, 5, 2),
            sees={"totals": ["7", "0"]}),
    lightly("A-R11-the-most-points", *L_DONE, Valued(7, 4), Tallied(ANA, 1), Tallied(BEN, 2),
            sees={"winners": [1], "totals": ["7", "9"]}),
    lightly("A-R11-then-oxygen", *light_game(2, 2), Adjusted(BEN, 1), Valued(6, 4),
            Tallied(ANA, 1), Tallied(BEN, 1), sees={"winners": [1], "totals": ["7", "7"]}),
    lightly("A-R11-else-shared", *light_game(2, 2), Valued(6, 4), Tallied(ANA, 1),
            Tallied(BEN, 1), sees={"winners": [0, 1]}, hears=("Ana and Ben share the victory",)),
    lightly("A-R11-the-oxygen-pen-decides", *light_game(2, 2), Valued(6, 4), Tallied(ANA, 1),
            Tallied(BEN, 1), Adjusted(ANA, 1), sees={"winners": [0]}, cites=("A-S8", "A-R11")),
    with_deck("A-R12-six-animals", replace(DECK, animals=(*DECK.animals, "whale")), "A-R12"),
    with_deck("A-R12-a-colour-twice", replace(DECK, colours=("red", "yellow", "green", "green")),
              "A-R12"),
    with_deck("A-R12-no-such-animal", with_card(4, animal="whale"), "A-R12"),
    with_deck("A-R12-no-such-plant", with_card(4, plants=("oak",)), "A-R12"),
    with_deck("A-R12-no-such-background", with_card(4, background="house"), "A-R12"),
    with_deck("A-R12-three-plants", with_card(4, plants=("kelp",) * 3), "A-R12"),
    with_deck("A-R12-two-animals-on-a-main-card", with_card(4, second="crab"), "A-R12"),
    with_deck("A-R12-every-colour-on-a-main-card", with_card(4, colour="any"), "A-R12"),
    with_deck("A-R12-a-number-on-a-main-card", with_card(4, number=3), "A-R12"),
    with_deck("A-R12-two-oxygen", with_card(6, oxygen=2), "A-R12"),
    with_deck("A-R12-a-ray-with-oxygen", with_card(4, oxygen=1), "A-R12"),
    with_deck("A-R12-the-same-animal-twice",
              replace(DECK, starts=(replace(DECK.starts[0], second="turtle"), *DECK.starts[1:])),
              "A-R12"),
    lightly("A-R12-no-card-with-two-oxygen", *L_ON, Dived(ANA, 0, 2), refused="A-R12"),
)  # fmt: skip

OUR_RULINGS = (
    row("A-Q1-the-whole-row", *FULL_GAME, sees={"cards_in_row": [9, 9], "over": True}),
    row("A-Q1-swaps-change-no-numbers", *RICH, Swapped(ANA, PLAIN, 4),
        sees={"cards_in_row": [1, 1]}),
    *(row(f"A-Q2-spot-{spot + 1}", *ON, Moved(ANA, spot), asks={"pick": ("pick",)},
          sees={"divers": [spot, -1]}) for spot in (0, 11)),
    row("A-Q2-above", *ON, *dive(ANA, 2, 5), cites=("A-R4",)),
    row("A-Q2-right", *ON, *dive(ANA, 4, 3), cites=("A-R4",)),
    row("A-Q2-below", *ON, *dive(ANA, 6, 2), cites=("A-R4",)),
    row("A-Q2-left", *ON, *dive(ANA, 9, 8), cites=("A-R4",)),
    row("A-Q2-and-not-the-other-way", *ON, *dive(ANA, 9, 2), refused="A-R4"),
    row("A-Q3-free", *ON, Moved(ANA, 7), sees={"oxygen": [1, 3]}),
    lightly("A-Q3-light", *L_ON, Dived(ANA, 0, 0), sees={"oxygen": [1, 3]}),
    row("A-Q4-before-the-card", *BOTH_PLACED, Adjusted(ANA, -1), Moved(ANA, 3), refused="A-R3"),
    row("A-Q4-after-an-action", *BOTH_PLACED, Shifted(ANA, 0, 0), Moved(ANA, 3), refused="A-R3"),
    lightly("A-Q4-light-before-the-card", *L_PLACED, Dived(ANA, 4, 3), refused="A-R3"),
    row("A-Q5-a-lap", *BOTH_PLACED, Adjusted(ANA, 20), Moved(ANA, 0),
        sees={"divers": [0, 6], "oxygen": [12, 3]}),
    lightly("A-Q5-light-a-lap", *L_PLACED, Adjusted(ANA, 20), Dived(ANA, 11, 0),
            sees={"oxygen": [12, 3]}),
    lightly("A-Q5-light-and-no-further", *L_PLACED, Adjusted(ANA, 20), Dived(ANA, 12, 0),
            refused="A-Q5"),
    row("A-Q6-over-a-diver-is-one-step", *ON, *turn(ANA, 0, 0), *turn(BEN, 1, 1), Moved(ANA, 2),
        sees={"oxygen": [2, 3]}),
    row("A-Q7-one-pearl-for-both", *SCORED, Scored(ANA, 1, COLOUR), refused="A-R6"),
    row("A-Q7-option-only-the-kind", *SCORED, Scored(ANA, 1, COLOUR), options=SEPARATE,
        sees={"pearls": [2, 0]}),
    row("A-Q7-option-not-the-kind-again", *SCORED, Scored(ANA, 1, KIND), options=SEPARATE,
        refused="A-R6"),
    row("A-Q7-option-one-pearl-on-a-half", *SCORED, Scored(ANA, 0, COLOUR), options=SEPARATE,
        refused="A-R7"),
    row("A-Q7-option-moved-it-stays-what-it-was", *SCORED, Adjusted(ANA, 8),
        Slid(ANA, 0, Area.ANIMAL, Way.LEFT), Scored(ANA, 0, COLOUR), options=SEPARATE,
        sees={"pearls": [2, 0]}),
    row("A-Q7-option-from-below-it-blocks-all", *GROUPS, Scored(ANA, 0, PLANT), Adjusted(ANA, 8),
        Slid(ANA, 0, Area.PLANT, Way.OVER), Scored(ANA, 1, COLOUR), options=SEPARATE,
        refused="A-R6"),
    row("A-Q8-on-either-end", *GROUPS, Scored(ANA, PLAIN, KIND), cites=("A-R6",)),
    row("A-Q8-a-run-of-four-gives-two", *RUN, Scored(ANA, PLAIN, KIND), Scored(ANA, 2, COLOUR),
        sees={"pearls": [2, 0]}),
    row("A-Q8-but-not-from-the-middle", *RUN, Scored(ANA, 0, KIND), Scored(ANA, 2, KIND),
        refused="A-R6"),
    row("A-Q8-not-on-a-fourth", *THIRD, *dive(ANA, 2, 5), Scored(ANA, 5, KIND), refused="A-R6"),
    row("A-Q9-two-cards-are-enough", *doubled(PLAIN, BREATHY), Scored(ANA, PLAIN, PLANT),
        cites=("A-R6",)),
    row("A-Q9-on-the-double-one", *doubled(PLAIN, BREATHY), Scored(ANA, 3, PLANT),
        cites=("A-R6",)),
    row("A-Q9-two-doubles", *laid(PLAIN, DOUBLE), *turn(ANA, 6, 8), *dive(BEN, 0, 3),
        Scored(BEN, 3, PLANT), cites=("A-R6",)),
    row("A-Q9-a-pearl-blocks-both", *doubled(PLAIN, BREATHY), Scored(ANA, 3, PLANT),
        Scored(ANA, PLAIN, PLANT), refused="A-R6"),
    row("A-Q9-option-they-are-one", *doubled(PLAIN, BREATHY), Scored(ANA, 3, PLANT),
        options=ONE_PLANT, refused="A-R6"),
    row("A-Q9-in-a-mission", *laid(PLAIN, BREATHY, missions=(KELPS, ONE_ANIMAL, STORY)),
        *dive(ANA, 0, 3), Met(ANA, KELPS), cites=("A-R8",)),
    row("A-Q9-option-in-a-mission", *laid(PLAIN, BREATHY, missions=(KELPS, ONE_ANIMAL, STORY)),
        *dive(ANA, 0, 3), Met(ANA, KELPS), options=ONE_PLANT, refused="A-R8"),
    row("A-Q10-either-plant", *BOTH_PLACED, *dive(ANA, 2, 5), Scored(ANA, 5, PLANT),
        cites=("A-R6",)),
    row("A-Q10-the-other-one-as-well", *laid(TWIN, BREATHY), *turn(ANA, 0, 0, LEFT),
        *turn(BEN, 6, 2), *turn(ANA, 2, 5), *turn(BEN, 7, 7), *dive(ANA, 5, 8),
        Scored(ANA, 5, PLANT), cites=("A-R6",)),
    row("A-Q11-either-animal", *laid(TWO, BARE), *turn(BEN, 6, 8), *turn(ANA, 0, 0),
        *turn(BEN, 7, 7), *dive(ANA, 1, 1), Scored(ANA, TWO, KIND), cites=("A-R6",)),
    row("A-Q11-every-colour", *laid(EVERY, BARE), *turn(BEN, 6, 8), *turn(ANA, 0, 0),
        *turn(BEN, 7, 7), *dive(ANA, 1, 1), Scored(ANA, EVERY, COLOUR), cites=("A-R6",)),
    row("A-Q11-one-pearl-blocks-it", *laid(EVERY, BARE), *turn(BEN, 6, 8), *turn(ANA, 0, 0),
        *turn(BEN, 7, 7), *dive(ANA, 1, 1), Scored(ANA, EVERY, COLOUR), Scored(ANA, 0, COLOUR),
        refused="A-R6"),
    row("A-Q11-one-of-them-for-a-mission", *laid(TWO, BARE, missions=(0, 1, 2),
        end=MOST_ANIMALS), *turn(BEN, 6, 8), *turn(ANA, 0, 6), *turn(BEN, 7, 7),
        *dive(ANA, 2, 5), Met(ANA, FOUR_ANIMALS), refused="A-R8"),
    row("A-Q11-option-both", *laid(TWO, BARE, missions=(0, 1, 2), end=MOST_ANIMALS),
        *turn(BEN, 6, 8), *turn(ANA, 0, 6), *turn(BEN, 7, 7), *dive(ANA, 2, 5),
        Met(ANA, FOUR_ANIMALS), options=BOTH_ANIMALS, cites=("A-R8",)),
    row("A-Q11-the-one-that-serves-best", *laid(TWO, BARE), *turn(BEN, 6, 8), *turn(ANA, 0, 0),
        *turn(BEN, 7, 7), *dive(ANA, 1, 1), sees={"missions.has": [2, 2, None]}),
    lightly("A-Q12-all-at-once", *L_PLACED, Dived(ANA, 2, 0), asks={"act": ("over", "mission")}),
    row("A-Q12-on-a-later-turn", *THIRD, Scored(ANA, 0, KIND), cites=("A-R6",)),
    row("A-Q12-between-actions", *RICH_GROUPS, Shifted(ANA, 0, 2), Scored(ANA, 0, KIND),
        Shifted(ANA, 0, 0), sees={"pearls": [1, 0]}),
    row("A-Q12-in-one-s-own-turn", *GROUPS, Ended(ANA), Scored(ANA, 0, KIND), refused="A-R1"),
    row("A-Q13-not-onto-a-pearl", *RICH_PEARLS, Slid(ANA, 0, Area.ANIMAL, Way.OVER),
        refused="A-Q13"),
    row("A-Q13-not-off-the-row", *GROUPS, Scored(ANA, 1, KIND), Adjusted(ANA, 8),
        Slid(ANA, 1, Area.ANIMAL, Way.RIGHT), refused="A-Q13"),
    row("A-Q13-not-off-the-left-either", *GROUPS, Scored(ANA, PLAIN, KIND), Adjusted(ANA, 8),
        Slid(ANA, PLAIN, Area.ANIMAL, Way.LEFT), refused="A-Q13"),
    row("A-Q13-no-pearl-there", *RICH_GROUPS, Slid(ANA, 1, Area.ANIMAL, Way.LEFT),
        refused="A-Q13"),
    row("A-Q13-two-moves-cost-four", *SCORED, Adjusted(ANA, 8), Slid(ANA, 0, Area.ANIMAL, Way.OVER),
        Slid(ANA, 0, Area.PLANT, Way.LEFT), sees={"oxygen": [6, 3],
        "rows": [cards(PLAIN, 0, 1, below=PLAIN), cards(BREATHY, 8)]}),
    row("A-Q14-any-card-of-the-grid", *RICH, Swapped(ANA, PLAIN, 8),
        sees={"rows": [cards(8), cards(BREATHY)], "grid": grid((8, PLAIN))}),
    row("A-Q14-no-oxygen", *RICH, Swapped(ANA, PLAIN, 6), sees={"oxygen": [6, 3]}),
    row("A-Q14-option-its-oxygen", *RICH, Swapped(ANA, PLAIN, 6), options=SWAP_O2,
        sees={"oxygen": [7, 3]}),
    row("A-Q14-in-its-place", *RICH_GROUPS, Swapped(ANA, 0, 4),
        sees={"rows": [cards(PLAIN, 4, 1), cards(BREATHY, 8)]}),
    lightly("A-Q14-light-no-oxygen", *L_PLACED, Adjusted(ANA, 4),
            Paid(ANA, Action.SWAP, oxygen=1), refused="A-Q14"),
    lightly("A-Q14-light-option", *L_PLACED, Adjusted(ANA, 4), Paid(ANA, Action.SWAP, oxygen=1),
            options=SWAP_O2, sees={"oxygen": [3, 3]}),
    row("A-Q15-yours", *RICH_PEARLS, Swapped(ANA, 0, 6), Ended(ANA), *dive(BEN, 8, 6),
        sees={"pearls": [0, 2]}),
    row("A-Q16-with-its-pearl", *laid(PLAIN, BREATHY, missions=(TURTLES, ONE_ANIMAL, STORY)),
        *turn(ANA, 0, 0), *turn(BEN, 6, 8), *dive(ANA, 1, 1), Scored(ANA, 0, KIND),
        Scored(ANA, 0, PLANT), Met(ANA, TURTLES), cites=("A-R8",)),
    row("A-Q17-it-stays", *laid(PLAIN, BREATHY, missions=(TURTLES, ONE_ANIMAL, STORY)),
        *dive(ANA, 0, 0), Met(ANA, TURTLES), *turn(BEN, 6, 8), Adjusted(ANA, 9),
        Swapped(ANA, 0, 4), sees={"totals": ["4", "0"]}),
    lightly("A-Q17-light", *L_ON, Dived(ANA, 0, 0), Granted(ANA, 0, 5, 0), Dived(BEN, 0, 0),
            Surfaced(BEN, 0), sees={"totals": ["5", "0"]}),
    lightly("A-Q18-three-first", *light_game(0, 0, 0), Valued(7, 4),
            *(Tallied(seat, 2) for seat in (ANA, BEN, CY)), seats=3,
            sees={"totals": ["3 2/3"] * 3}),
    lightly("A-Q18-two-second", *light_game(0, 0, 0), Valued(7, 5), Tallied(ANA, 3),
            Tallied(BEN, 1), Tallied(CY, 1), seats=3, sees={"totals": ["7", "2 1/2", "2 1/2"]}),
    lightly("A-Q18-three-second", *light_game(0, 0, 0, 0), Valued(7, 2), Tallied(ANA, 3),
            Tallied(BEN, 1), Tallied(CY, 1), Tallied(DEE, 1), seats=4,
            sees={"totals": ["7", "2/3", "2/3", "2/3"]}),
    lightly("A-Q18-nothing-for-the-third", *light_game(0, 0, 0), Valued(7, 4), Tallied(ANA, 2),
            Tallied(BEN, 2), Tallied(CY, 1), seats=3, sees={"totals": ["5 1/2", "5 1/2", "0"]}),
    lightly("A-Q18-less-than-nothing", pen(ANA, -2), sees={"totals": ["-2", "0"]}),
    lightly("A-Q19-nothing", *L_DONE, Valued(7, 4), Tallied(ANA, 0), Tallied(BEN, 2),
            sees={"totals": ["3", "9"]}),
    lightly("A-Q19-option", *L_DONE, Valued(7, 4), Tallied(ANA, 0), Tallied(BEN, 2),
            options=ZERO, sees={"totals": ["7", "9"]}),
    lightly("A-Q20-second-of-two", *L_DONE, Valued(7, 4), Tallied(ANA, 1), Tallied(BEN, 2),
            sees={"totals": ["7", "9"]}),
    with_deck("A-Q21-no-such-animal",
              replace(DECK, missions=(replace(DECK.missions[3], of="whale"), *DECK.missions[1:])),
              "A-Q21"),
    with_deck("A-Q21-how-many",
              replace(DECK, missions=(replace(DECK.missions[3], count=0), *DECK.missions[1:])),
              "A-Q21"),
    with_deck("A-Q21-of-the-end-card",
              replace(DECK, ends=(replace(DECK.ends[0], of="whale"), *DECK.ends[1:])), "A-Q21"),
    row("A-Q21-the-others-look", *ON, *dive(ANA, 0, 0), Met(ANA, STORY), cites=("A-Q21",),
        sees={"phase": "vote", "turn": 0}, asks={"vote": ("yes", "no")}, asked={"vote": (1,)}),
    row("A-Q21-they-say-yes", *ON, *dive(ANA, 0, 0), Met(ANA, STORY), Voted(ANA, True),
        cites=("A-R8",), sees={"turn": 1, "totals": ["2", "0"], "missions.hidden": 1}),
    row("A-Q21-they-say-no", *ON, *dive(ANA, 0, 0), Met(ANA, STORY), Voted(ANA, False),
        cites=("A-Q21",), sees={"turn": 0, "phase": "act", "totals": ["0", "0"]}),
    row("A-Q21-an-end-card-that-only-the-table-judges", *until(Setup(2, **SMALL), None,
        *laid(PLAIN, BREATHY, end=PRETTIEST)), Tallied(ANA, 2), Tallied(BEN, 1),
        sees={"totals": ["5", "2"], "over": True}),
    with_deck("A-Q21-with-a-fault-nobody-plays", replace(DECK, aids=0), "A-S10"),
    lightly("A-Q22-it-is-said", *L_PLACED, Adjusted(BEN, 85), cites=("A-S8", "A-Q22"),
            sees={"oxygen": [1, 88], "tokens": 0}),
    lightly("A-Q22-once", *L_PLACED, Adjusted(BEN, 85), Dived(ANA, 1, 0), cites=("A-R3",)),
    lightly("A-Q22-and-there-is-more", *L_PLACED, Adjusted(BEN, 85), Dived(ANA, 1, 3),
            sees={"oxygen": [5, 88]}),
    row("A-Q23-nothing-is-filled", *FIVES[22], seats=5, sees={"pile": 0,
        "grid": cards(21, 22, -1, -1, 4, -1, -1, -1, -1)}),
    row("A-Q23-no-line-without-cards", *FIVES[22], Moved(CY, 9), seats=5, refused="A-Q23"),
    row("A-Q24-the-youngest-of-equals", *laid(PLAIN, OTHER), sees={"phase": "move", "first": 0}),
    row("A-Q24-is-asked", *laid(PLAIN, TWIN), sees={"phase": "starting"},
        asks={"first": ("seat:0", "seat:1")}, says=("Who is the youngest?",)),
    row("A-Q24-and-begins", *laid(PLAIN, TWIN), First(BEN), sees={"turn": 1, "phase": "move"}),
    row("A-Q24-only-of-the-equals", *laid(PLAIN, BREATHY, TWIN), First(BEN), seats=3,
        refused="A-Q24"),
    lightly("A-Q24-light-the-table-says", Dealt(ANA), Breathed(ANA, 1), Breathed(BEN, 1),
            asks={"first": ("seat:0", "seat:1")}, says=("lowest number",)),
    row("A-Q25-it-ends-the-turn", *MISSIONS, Met(ANA, ONE_ANIMAL), sees={"turn": 1}),
    row("A-Q25-after-all-else", *laid(PLAIN, BREATHY), Met(ANA, ONE_ANIMAL), refused="A-R4"),
    lightly("A-Q25-light", *L_ON, Dived(ANA, 0, 0), Granted(ANA, 0, 5, 0), sees={"turn": 1}),
    row("A-Q26-three", Dealt(ANA), Drew(ANA, BREATHY), sees={"oxygen": [3, 0]}),
    row("A-Q26-none", Dealt(ANA), Drew(ANA, BARE), sees={"oxygen": [0, 0]}),
    lightly("A-Q26-light-not-two", Dealt(ANA), Breathed(ANA, 2), refused="A-Q26"),
    with_deck("A-Q26-no-start-card-with-two",
              replace(DECK, starts=(replace(DECK.starts[0], oxygen=2), *DECK.starts[1:])),
              "A-Q26"),
    lightly("A-Q27-from-whoever-began", *light(1, 1, 1, first=1), *(
        fact for seat in (BEN, CY) for fact in (Dived(seat, 0, 0), Surfaced(seat, 0))), seats=3,
        sees={"turn": 0, "round": 1}),
    lightly("A-Q27-a-round-ends-before-it", *light(1, 1, 1, first=1), *(
        fact for seat in (BEN, CY, ANA) for fact in (Dived(seat, 0, 0), Surfaced(seat, 0))),
        seats=3, sees={"turn": 1, "round": 2}),
    row("A-Q28-moved", *BOTH_PLACED, Shifted(ANA, PLAIN, 1),
        sees={"rows": [cards(0, PLAIN), cards(BREATHY, 8)]}),
    row("A-Q28-anybody-may-take-it", *laid(TWO, BARE), Adjusted(BEN, 3), Swapped(BEN, BARE, 4),
        *turn(BEN, 6, 8), *dive(ANA, 1, 4), sees={"rows": [cards(TWO, BARE), cards(4, 8)]}),
    row("A-Q28-with-what-it-can", *laid(BREATHY, PLAIN), *turn(BEN, 6, 8), Swapped(ANA, BREATHY, 4),
        *turn(ANA, 0, 0), *dive(BEN, 7, 4), sees={"oxygen": [0, 5]}),
    row("A-Q29-the-place-stays-empty", *ON, *dive(ANA, 0, 0), sees={"grid": grid((0, -3)),
        "pile": 16}),
    row("A-Q29-no-swap-with-it", *RICH, *dive(ANA, 0, 0), Swapped(ANA, 0, 0), refused="A-R4"),
    row("A-Q29-but-with-the-others", *RICH, *dive(ANA, 0, 0), Swapped(ANA, 0, 8),
        cites=("A-R5",)),
    row("A-Q29-the-pick-is-from-the-line", *ON, *dive(ANA, 0, 4), refused="A-R4"),
    row("A-Q30-nobody-has-to", *GROUPS, Ended(ANA), sees={"turn": 1, "pearls": [0, 0]},
        cites=("A-Q30",)),
    row("A-Q30-nor-need-there-be-a-mission", *laid(PLAIN, BREATHY, missions=()), *dive(ANA, 0, 0),
        asks={"act": ("over",)}),
    lightly("A-Q30-light", *L_ON, Dived(ANA, 0, 0), Surfaced(ANA, 0), cites=("A-Q30",),
        hears=("comes up without a new pearl",)),
    row("A-Q30-it-is-offered", *GROUPS, asks={"act": ("over", "mission"),
        "group": ("kind", "colour", "plant")}),
)  # fmt: skip

WHAT_IT_KNOWS = (
    row("A-C1-a-stranger", *ON, Moved(Seat(5), 0), refused="A-C1"),
    row("A-C1-no-stranger-lays-out", Dealt(Seat(4)), refused="A-C1"),
    Row("A-C1-no-stranger-at-the-beginning", Setup(2, dealer=Seat(4)), refused="A-C1"),
    row("A-C1-nor-with-a-pen", Corrected(Seat(7), 1), refused="A-C1"),
    row("A-C1-before-it-began", Moved(ANA, 0), refused="A-C1"),
    row("A-C1-after-it-ended", *FULL_GAME, Moved(ANA, 0), refused="A-C1"),
    row("A-C1-who-begins-is-settled", *ON, First(BEN), refused="A-C1"),
    row("A-C1-first-tell-what-lies-there", Dealt(ANA), Drew(ANA, PLAIN), Drew(BEN, BREATHY),
        *dive(ANA, 0, 0), refused="A-C1"),
    row("A-C1-all-lies-open", *ON, *turn(ANA, 0, 0), sees={"rows": [cards(PLAIN, 0),
        cards(BREATHY)], "oxygen": [1, 3]}),
    row("A-C1-it-counts-the-end-card", *FULL_GAME, sees={"counts": [5, 2], "winners": [0]}),
    row("A-C1-all-of-it", *until(Setup(2, **SMALL), None, *laid(PLAIN, BREATHY, end=MOST_KELP)),
        sees={"over": True, "counts": [6, 3], "totals": ["8", "4"]}),
    row("A-C1-of-backgrounds", *until(Setup(2, **SMALL), None,
        *laid(PLAIN, BREATHY, end=MOST_BACKGROUNDS)), sees={"counts": [4, 3]}),
    row("A-C1-missions-it-knows", *laid(PLAIN, BREATHY, missions=(GREENS, REEFS, TWO_COLOURS)),
        sees={"missions.has": [1, 1, 1]}),
    row("A-C1-and-plants", *laid(PLAIN, BREATHY, missions=(KELPS, THREE_PLANTS, TURTLES)),
        sees={"missions.has": [1, 1, 1]}),
    row("A-C1-nothing-is-told-twice", *until(Setup(2, **SMALL), None,
        *laid(PLAIN, BREATHY, end=PRETTIEST)), Tallied(ANA, 2), Tallied(ANA, 1), refused="A-C1"),
    lightly("A-C2-no-cards", *L_ON, Moved(ANA, 0), refused="A-C2"),
    lightly("A-C2-nor-start-cards", Dealt(ANA), Drew(ANA, PLAIN), refused="A-C2"),
    lightly("A-C2-nor-missions", Dealt(ANA), Revealed(0), refused="A-C2"),
    row("A-C2-no-typing-where-cards-are-told", *ON, Dived(ANA, 0, 0), refused="A-C2"),
    row("A-C2-nor-at-the-beginning", Dealt(ANA), Breathed(ANA, 1), refused="A-C2"),
    lightly("A-C2-no-pearls-that-are-not-there", *L_PLACED, Adjusted(ANA, 4),
            Paid(ANA, Action.SWAP, -1), refused="A-C2"),
    lightly("A-C2-steps-that-can-be-paid", *L_PLACED, asks={"dive": ("dive",)},
            asked={"dive": (0,)}),
    lightly("A-C2-actions-that-can-be-paid", *L_PLACED, Adjusted(ANA, 1),
            asks={"action": ("card", "pearl")}),
    lightly("A-C2-and-no-others", *L_PLACED, Adjusted(ANA, -1), asks={"action": None}),
    lightly("A-C2-the-end-card-at-the-end", *L_PLACED, Valued(7, 4), refused="A-C2"),
    lightly("A-C2-and-once", *L_DONE, Valued(7, 4), Valued(7, 4), refused="A-C2"),
    lightly("A-C2-what-it-asks-then", *L_DONE, asks={"end_card": ("valued",),
            "tally": ("tally",)}),
    row("A-C3-hidden", *GROUPS, sees={"groups": []}),
    row("A-C3-where-the-house-asks", *RUN, options=HINTS, asks={"group": ("kind", "colour",
        "plant")}),
    row("A-C3-not-without-a-group", *BOTH_PLACED, options=HINTS, asks={"group": None}),
)  # fmt: skip

THE_HOUSE = (
    row("A-S1-what-is-there-stays", *laid(PLAIN, BREATHY, BARE), *turn(ANA, 0, 0), Left(ANA),
        seats=3, cites=("A-S1",), sees={"divers": [-1, -1, -1], "present": [1, 2],
        "cards_in_row": [2, 1, 1], "turn": 1, "oxygen": [1, 3, 0]}),
    row("A-S1-a-start-card-goes-back", Dealt(ANA), Drew(ANA, PLAIN), Left(ANA), Drew(BEN, PLAIN),
        seats=3, cites=("A-R1",), sees={"oxygen": [0, 1, 0]}),
    lightly("A-S1-light-before-the-first-dive", Dealt(ANA), Breathed(ANA, 1), Left(ANA), seats=3,
            sees={"oxygen": [0, 0, 0], "cards_in_row": [0, 0, 0]}),
    lightly("A-S1-the-others-waited-for-it", Dealt(ANA), First(BEN), Breathed(BEN, 1),
            Breathed(CY, 1), Left(ANA), seats=3, sees={"phase": "move", "turn": 1, "rounds": 8}),
    lightly("A-S1-it-counts", *light(1, 1, 1), Dived(ANA, 0, 0), Surfaced(ANA, 4), Left(ANA),
            *(fact for n in range(7) for seat in (BEN, CY)
              for fact in (Dived(seat, 2 if n else 0, 0), Surfaced(seat, 0))),
            Valued(3, 1), Tallied(ANA, 0), Tallied(BEN, 2), Tallied(CY, 1), seats=3,
            sees={"winners": [0], "totals": ["4", "3", "1"]}),
    lightly("A-S1-after-the-game", *L_DONE, Valued(7, 4), Tallied(ANA, 0), Tallied(BEN, 2),
            Left(ANA), refused="A-S1"),
    lightly("A-S2-rests", *L_PLACED, Left(BEN), cites=("A-S1", "A-S2"),
            sees={"phase": "resting", "turn": None}),
    lightly("A-S2-nobody-plays-alone", *L_PLACED, Left(BEN), Dealt(ANA), refused="A-S2"),
    lightly("A-S2-one-can-count", *L_DONE, Left(ANA), cites=("A-S1",), sees={"phase": "counting"},
        asks={"end_card": ("valued",), "tally": ("tally",)}, asked={"end_card": (1,)}),
    lightly("A-S2-nobody-is-asked-who-is-not-there", *L_DONE, Left(ANA), Left(BEN),
        cites=("A-S1", "A-S2"), sees={"phase": "resting"}, asks={"end_card": None, "tally": None}),
    lightly("A-S2-the-count-goes-on", *L_DONE, Left(ANA), Left(BEN), Joined(BEN),
        sees={"phase": "counting"}, asks={"tally": ("tally",)}, asked={"tally": (1,)}),
    lightly("A-S2-who-comes-back-lays-out", Left(ANA), Left(BEN), Left(CY), Joined(BEN),
        Joined(CY), seats=3, sees={"phase": "waiting", "dealer": 1}),
    lightly("A-S2-goes-on", *L_PLACED, Left(BEN), Joined(BEN), sees={"phase": "move", "turn": 0,
            "round": 2, "oxygen": [1, 3]}),
    row("A-S3-a-seat-that-was-left", *laid(PLAIN, BREATHY, BARE), *turn(ANA, 0, 0), Left(BEN),
        Joined(BEN), seats=3, cites=("A-S3",), sees={"present": [0, 1, 2], "turn": 2}),
    row("A-S3-with-a-start-card", Left(CY), *laid(PLAIN, BREATHY), Joined(CY), Drew(CY, BARE),
        seats=3, cites=("A-R1",), sees={"cards_in_row": [1, 1, 1], "rounds": 8}),
    row("A-S3-all-others-are-newcomers", Left(CY), *laid(PLAIN, BREATHY), Joined(CY), Left(ANA),
        Left(BEN), Joined(BEN), Left(BEN), Joined(ANA), seats=3, sees={"turn": 0}),
    lightly("A-S3-a-newcomer-dives-at-once", Left(CY), Left(DEE), *light(1, 1), Joined(CY),
            Joined(DEE), Left(ANA), Left(BEN), Breathed(DEE, 1), seats=4,
            sees={"phase": "move", "turn": 3}),
    row("A-S3-no-further-seat", *ON, Joined(CY), refused="A-S3"),
    row("A-S3-nor-twice", *ON, Joined(BEN), refused="A-S3"),
    row("A-S3-nor-after-the-end", *FULL_GAME, Joined(BEN), refused="A-S3"),
    row("A-S4-somebody-else", *ON, HandedOver(BEN), cites=("A-S4",), sees={"turn": 0}),
    row("A-S4-of-whom", *ON, HandedOver(CY), refused="A-C1"),
    row("A-S5-the-next-one-dives", *laid(PLAIN, BREATHY, BARE), *dive(ANA, 0, 0), Left(ANA),
        seats=3, cites=("A-S1",), sees={"turn": 1, "phase": "move", "grid": grid((0, -2)),
        "cards_in_row": [2, 1, 1]}),
    lightly("A-S5-still-away-after-a-rest", *light(1, 1, 1), Left(BEN), Left(CY), Left(ANA),
            Joined(BEN), Joined(CY), seats=3, sees={"turn": 1, "phase": "move"}),
    row("A-S6-a-new-game", *ON, *turn(ANA, 0, 0), Dealt(BEN), cites=("A-S6", "A-R1"),
        sees={"phase": "starting", "rows": [[], []], "oxygen": [0, 0], "dealer": 1,
              "pile": 16, "end": None}),
    row("A-S6-not-when-it-is-over", *FULL_GAME, Dealt(ANA), refused="A-S6"),
    row("A-S7-points", *ON, pen(BEN, 3), cites=("A-S7",), sees={"totals": ["0", "3"]},
        hears=("3 points more for Ben",)),
    row("A-S7-fewer", *ON, pen(BEN, -3), sees={"totals": ["0", "-3"]},
        hears=("3 points fewer for Ben",)),
    row("A-S7-nothing", *ON, pen(BEN, 0), refused="A-S7"),
    row("A-S7-always", pen(BEN, 3), asks={"crayon": ("correct",)}, sees={"totals": ["0", "3"]}),
    row("A-S7-after-the-game-it-crowns", *FULL_GAME, pen(BEN, 5), cites=("A-S7", "A-R11"),
        sees={"winners": [1], "totals": ["7", "9"]}),
    row("A-S8-oxygen", *ON, Adjusted(BEN, 2), cites=("A-S8",), sees={"oxygen": [1, 5]}),
    row("A-S8-not-less-than-none", *ON, Adjusted(ANA, -2), refused="A-S8"),
    row("A-S8-before-it-began", Adjusted(ANA, 1), refused="A-S8"),
    row("A-S8-it-is-offered", *ON, says=("The oxygen is wrong?",)),
    Row("A-S9-the-sample", Setup(2, Variant.FULL), sees={"deck.sample": True}),
    Row("A-S9-and-its-cards", Setup(2, Variant.FULL), (Dealt(ANA), Filled(0, 35)),
        hears=("Place 1: blue crab, anchor, seagrass or kelp.",), sees={"pile": 31}),
    row("A-S9-a-family-s-own", *ON, sees={"deck.sample": False}),
    with_deck("A-S10-71-cards", replace(DECK, aids=DECK.aids - 1), "A-S10"),
    with_deck("A-S10-73-cards", replace(DECK, aids=DECK.aids + 1), "A-S10"),
    with_deck("A-S10-too-few-main-cards", replace(DECK, cards=DECK.cards[1:],
              aids=DECK.aids + 1), "A-S10"),
    with_deck("A-S10-no-start-cards", replace(DECK, starts=(), aids=DECK.aids + 8), "A-S10"),
    with_deck("A-S10-a-name-without-letters", replace(DECK, backgrounds=("ship", "anchor", "reef",
              " ")), "A-S10"),
    with_deck("A-S10-a-colour-called-any", replace(DECK, colours=("red", "yellow", "green",
              "any")), "A-S10"),
    with_deck("A-S10-a-mission-without-a-title",
              replace(DECK, missions=(replace(DECK.missions[0], title=""), *DECK.missions[1:])),
              "A-S10"),
    with_deck("A-S10-a-mission-without-a-colour",
              replace(DECK, missions=(replace(DECK.missions[0], colour=""), *DECK.missions[1:])),
              "A-S10"),
    row("A-S11-anywhere", *AIRLESS, Moved(DEE, 9), seats=5, cites=("A-R3",),
        sees={"phase": "act", "divers": [8, 10, 11, 9, 7]}),
    row("A-S11-it-is-offered", *AIRLESS, seats=5, asks={"dive": ("move",)}),
    row("A-S11-not-where-one-is-in-reach", *FIVES[23], Moved(DEE, 9), seats=5, refused="A-Q23"),
    row("A-S12-whom-it-is-about", *ON, asked={"dive": (0,)}),
    row("A-S12-option-everybody", *ON, options={"everybody_tells": True}, asked={"dive": (0, 1)}),
    lightly("A-S12-of-a-seat-that-was-left", *light_game(0, 0, 0), Left(ANA), seats=3,
            asked={"tally": (1, 2)}),
)  # fmt: skip

ROWS = (*THE_RULES, *OUR_RULINGS, *WHAT_IT_KNOWS, *THE_HOUSE)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_row(row: Row) -> None:
    judge_row(animal_splash, row)


# All but the piles lies open, and what is in them nobody tells: nothing is hidden.
HIDDEN = ()


def test_what_an_entered_deck_may_say_can_be_told_without_one() -> None:
    """A light game knows no cards: so whatever a card of a deck may say is offered."""
    surfacing = offered("act", *L_PLACED, Dived(ANA, 2, 0))
    assert surfacing["points"] == bounds(Mission, "points")
    assert surfacing["pearls"] == range(2 * 3 + 1)  # on the start card and two more
    end = offered("end_card", *L_DONE)
    assert end["best"] == bounds(End, "best") and end["second"] == bounds(End, "second")


def offered(topic: str, *facts: Any) -> dict[str, range]:
    """What can be picked after these facts of a light game, by field."""
    state = played(Setup(2), *facts)
    (ask,) = (ask for ask in animal_splash.asks(state) if ask.topic == topic)
    slots = {slot.field: slot.options for choice in ask.choices for slot in choice.slots}
    counted = {field: options for field, options in slots.items() if field != "colour"}
    return {field: range(int(o[0]), int(o[-1]) + 1) for field, o in counted.items()}


def bounds(card: type, field: str) -> range:
    """What the form of an entered card takes there."""
    (between,) = get_type_hints(card, include_extras=True)[field].__metadata__
    return range(between.least, between.most + 1)
