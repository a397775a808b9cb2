"""What may be told at any time in Animal Splash: actions, groups, pens, who comes and goes."""

from functools import lru_cache, partial

from companion.games.animal_splash import labels
from companion.games.animal_splash.deck import OXYGEN
from companion.games.animal_splash.facts import (
    Action,
    Adjusted,
    Area,
    Attribute,
    Dealt,
    Paid,
    Scored,
    Shifted,
    Slid,
    Swapped,
    Way,
)
from companion.games.animal_splash.groups import Group, area_of, blocked
from companion.games.animal_splash.light import PEARLS_A_CARD
from companion.games.animal_splash.plays import landing
from companion.games.animal_splash.seating import stops
from companion.games.animal_splash.state import (
    Stage,
    State,
    Step,
    groups_of,
    is_light,
    price_of,
    row_length,
)
from companion.games.common import CACHE_SIZE, NOBODY, correction, offer, seatings
from companion.words import Ask, Choice, Seat, Slot, Text

_POINTS = (1, 2, 3, 4, 5, -1, -2, -3, -4, -5)
_OXYGEN = (1, 2, 3, -1, -2, -3)
_GROUPS = (
    (Attribute.KIND, Text("Three of a kind")),
    (Attribute.COLOUR, Text("Three of a colour")),
    (Attribute.PLANT, Text("Three plants")),
)
_WAYS = (
    (Area.ANIMAL, Way.OVER, Text("A pearl down")),
    (Area.PLANT, Way.OVER, Text("A pearl up")),
    (Area.ANIMAL, Way.LEFT, Text("An upper pearl to the left")),
    (Area.ANIMAL, Way.RIGHT, Text("An upper pearl to the right")),
    (Area.PLANT, Way.LEFT, Text("A lower pearl to the left")),
    (Area.PLANT, Way.RIGHT, Text("A lower pearl to the right")),
)


def offers(state: State) -> tuple[Ask, ...]:
    """All that may be told now, and need not."""
    seats = state.setup.seats
    # A-S7 The people have the last word on every score, always.
    pens = [correction(seats, "point", _POINTS)]
    if state.oxygen:
        # A-S8 And on oxygen.
        most = max(state.oxygen)
        pens.append(_oxygen_pen(seats, tuple(n for n in _OXYGEN if n >= -most)))
    if state.stage is Stage.OVER:
        return tuple(pens)
    on = state.stage in (Stage.STARTING, Stage.PLAYING, Stage.COUNTING)
    again = (_redeal(state.dealer),) if on else ()
    here = state.present
    sitting = seatings(here, here, seats - 1, seats, stops=partial(stops, state))
    return (*_at_turn(state), *pens, *again, *sitting)


def tellers(state: State, *seats: Seat) -> tuple[Seat, ...]:
    """Who may tell it: whom it is about, or everybody where the house allows that."""
    # A-S12 House option: everybody may tell for everybody.
    if state.setup.everybody_tells:
        return state.present
    there = tuple(seat for seat in seats if seat in state.present)
    # A-S12 Of a seat that was left anybody tells.
    return there or state.present


def hints(state: State) -> tuple[Group, ...]:
    """The groups that whose turn it is could score, if the house wants to see them."""
    # A-C3 To find groups is the game: they are shown where the house asks for it.
    if not state.setup.show_groups or is_light(state) or state.stage is not Stage.PLAYING:
        return ()
    return groups_of(state, state.turn)


# --- in a turn --------------------------------------------------------------------------------


def _at_turn(state: State) -> tuple[Ask, ...]:
    if state.stage is not Stage.PLAYING or state.turn not in state.present:
        return ()
    if state.step is Step.VOTE:
        return ()
    if is_light(state):
        return _light_actions(state)
    return (*_groups(state), *_actions(state))


def _light_actions(state: State) -> tuple[Ask, ...]:
    seat, have = state.turn, state.oxygen[state.turn]
    if have < price_of(Action.CARD):
        return ()
    # A-C2 Paid as often as there is oxygen for it, at any time of the turn.
    choices = [Choice("card", Text("Moved a card: 1 oxygen"), Paid(seat, Action.CARD))]
    if have >= price_of(Action.PEARL):
        choices.append(Choice("pearl", Text("Moved a pearl: 2 oxygen"), Paid(seat, Action.PEARL)))
    if have >= price_of(Action.SWAP):
        found = state.found[seat]
        room = PEARLS_A_CARD * row_length(state, seat) - found
        # A-R7 No more than fit come with a card, and none goes that is not there.
        pearls = tuple(n for n in (0, 1, 2, -1, -2) if -found <= n <= room)
        slots = [Slot("pearls", pearls, of="number", preset=True)]
        if state.setup.swap_gives_o2:
            names = labels.oxygen(OXYGEN)
            slots.append(Slot("oxygen", OXYGEN, of="oxygen", preset=True, labels=names))
        swap = Choice(
            "swap", Text("Swapped a card: 3 oxygen"), Paid(seat, Action.SWAP), tuple(slots)
        )
        choices.append(swap)
    text = Text("Spend oxygen?")
    return (Ask(text, tellers(state, seat), tuple(choices), must=False, topic="action"),)


def _groups(state: State) -> tuple[Ask, ...]:
    seat = state.turn
    found = hints(state)
    choices = []
    for attribute, label in _GROUPS:
        cards = _where(state, seat, attribute, found)
        if cards:
            names = tuple(state.faces[card].name for card in cards)
            slot = Slot("card", cards, of="card", labels=names)
            choices.append(
                Choice(attribute.value, label, Scored(seat, cards[0], attribute), (slot,))
            )
    if not choices:
        return ()
    text = Text("A group? Where does the pearl go?")
    return (Ask(text, tellers(state, seat), tuple(choices), must=False, topic="group"),)


def _where(
    state: State, seat: Seat, attribute: Attribute, found: tuple[Group, ...]
) -> tuple[int, ...]:
    """The cards that are offered for a group's pearl."""
    row = state.rows[seat]
    if state.setup.show_groups:
        # A-C3 With hints only where one can go.
        places = {place for g in found if g.attribute is attribute for place in g.takes}
        return tuple(card for place, card in enumerate(row) if place in places)
    area = area_of(attribute)
    bare = tuple(card for card in row if not blocked(state.pearls[card], area))
    # A-Q8 A group is three cards.
    # A-Q9 Of plants two may do.
    least = 2 if attribute is Attribute.PLANT and state.setup.double_plant_counts_two else 3
    return bare if len(row) >= least else ()


def _actions(state: State) -> tuple[Ask, ...]:
    seat, have, row = state.turn, state.oxygen[state.turn], state.rows[state.turn]
    choices: list[Choice] = []
    names = tuple(state.faces[card].name for card in row)
    mine = Slot("card", row, of="card", labels=names)
    if have >= price_of(Action.CARD) and len(row) > 1:
        ends = tuple(range(len(row)))
        to = Slot("to", ends, of="position", labels=labels.places(ends))
        choices.append(
            Choice("card", Text("Move a card: 1 oxygen"), Shifted(seat, row[0], 0), (mine, to))
        )
    if have >= price_of(Action.PEARL):
        choices += _pearls(state, seat)
    lying = tuple(place for place, card in enumerate(state.grid) if card >= 0)
    if have >= price_of(Action.SWAP) and lying:
        cards = tuple(state.faces[state.grid[place]].name for place in lying)
        there = Slot("place", lying, of="place", labels=cards)
        choices.append(
            Choice("swap", Text("Swap a card: 3 oxygen"), Swapped(seat, row[0], 0), (mine, there))
        )
    if not choices:
        return ()
    return (
        Ask(
            Text("Spend oxygen?"), tellers(state, seat), tuple(choices), must=False, topic="action"
        ),
    )


def _pearls(state: State, seat: Seat) -> list[Choice]:
    choices = []
    for area, way, label in _WAYS:
        cards = tuple(c for c in state.rows[seat] if landing(state, seat, c, area, way))
        if cards:
            names = tuple(state.faces[card].name for card in cards)
            slot = Slot("card", cards, of="card", labels=names)
            key = f"{area.value}:{way.value}"
            choices.append(Choice(key, label, Slid(seat, cards[0], area, way), (slot,)))
    return choices


@lru_cache(CACHE_SIZE)
def _oxygen_pen(seats: int, changes: tuple[int, ...]) -> Ask:
    whose = Slot("seat", tuple(Seat(seat) for seat in range(seats)))
    slots = (whose, Slot("oxygen", changes, of="number"))
    pen = Choice("oxygen", Text("More oxygen, or less"), Adjusted(NOBODY, 1), slots)
    return offer(Text("The oxygen is wrong?"), (), pen, "crayon")


@lru_cache(CACHE_SIZE)
def _redeal(dealer: Seat) -> Ask:
    again = Choice("redeal", Text("Lay out anew"), Dealt(dealer), sure="Yes: drop this game")
    return offer(Text("Start this game again?"), (), again, "redeal")
