"""A turn in a full game of Animal Splash: every card, pearl and diver is followed.

How turns go round is in turns.py; what a row holds is in groups.py.
"""

from companion.frozen import replace
from companion.games.animal_splash.deck import Measure
from companion.games.animal_splash.divers import line
from companion.games.animal_splash.facts import (
    RIGHT,
    Action,
    Area,
    Ended,
    Met,
    Moved,
    Picked,
    Scored,
    Shifted,
    Slid,
    Swapped,
    Voted,
    Way,
)
from companion.games.animal_splash.groups import (
    ON_ANIMAL,
    ON_PLANT,
    area_of,
    blocked,
    count,
    put_pearl,
)
from companion.games.animal_splash.light import (
    afford,
    bought,
    dive_said,
    mission_said,
    with_mission,
)
from companion.games.animal_splash.state import (
    GAP,
    UNTOLD,
    State,
    Step,
    Taken,
    at_turn,
    counting,
    dives,
    full,
    groups_of,
    has_cards,
    others_at,
    plus,
    row_of,
)
from companion.games.animal_splash.turns import finished
from companion.games.common import one, put
from companion.words import Judged, Refused, Ruling, Seat, Text

ANY_TIME = (Step.MOVE, Step.PICK, Step.ACT)


def moved(state: State, fact: Moved) -> Judged[State]:
    """The diver goes to a spot. Raises Refused for one that is taken, bare or too dear."""
    at_turn(full(state), fact.seat, Step.MOVE)
    seat, spot = fact.seat, fact.spot
    # A-R3 One diver a spot.
    if spot in others_at(state, seat):
        raise Refused("A-R3", Text("Another diver is on spot {n}.", n=spot + 1))
    every = dives(state)
    dive = next(dive for dive in every if dive.spot == spot)
    # A-Q4 Paid with what is there before the move.
    afford(state, seat, dive.steps, dive.oxygen)
    # A-Q23 A row or column without cards is not for choosing.
    # A-S11 Unless no spot within reach has one: then anywhere, and no card is taken.
    if not has_cards(state, spot) and any(other.possible for other in every):
        raise Refused("A-Q23", Text("No card lies in the line of spot {n}.", n=spot + 1))
    # A-Q3 To be placed gives nothing and costs nothing.
    oxygen = plus(state.oxygen, seat, dive.oxygen)
    step = Step.PICK if has_cards(state, spot) else Step.ACT
    after = replace(state, oxygen=oxygen, divers=put(state.divers, seat, spot), step=step)
    return Judged(after, (dive_said(seat, dive.steps, oxygen[seat]),))


def picked(state: State, fact: Picked) -> Judged[State]:
    """A card comes to an end of the row. Raises Refused for one that is not in the line."""
    at_turn(full(state), fact.seat, Step.PICK)
    seat = fact.seat
    # A-R4 One of the three that the diver looks at.
    # A-Q29 The pick is always from the diver's line.
    if fact.place not in line(state.divers[seat]):
        raise Refused("A-R4", Text("The diver looks along another line."))
    card = _lying(state, fact.place)
    row = state.rows[seat]
    # A-R4 To the left end of the row, or to the right one.
    row = (*row, card) if fact.end == RIGHT else (card, *row)
    # A-R4 With the oxygen that it shows.
    oxygen = plus(state.oxygen, seat, state.faces[card].oxygen)
    # A-Q29 Its place stays empty until the turn is over.
    grid = put(state.grid, fact.place, GAP)
    after = replace(state, grid=grid, rows=put(state.rows, seat, row), oxygen=oxygen, step=Step.ACT)
    text = Text("{seat} takes the {card}.", seat=one(seat), card=state.faces[card].name)
    return Judged(after, (Ruling("A-R4", text, (seat,), "card"),))


# --- actions ----------------------------------------------------------------------------------


def shifted(state: State, fact: Shifted) -> Judged[State]:
    """A card moves within its row. Raises Refused."""
    seat, row = fact.seat, _own(state, fact.seat, fact.card)
    after = bought(state, seat, Action.CARD)
    # A-R5 To another place of the row.
    if fact.to >= len(row) or row.index(fact.card) == fact.to:
        raise Refused("A-R5", Text("That is its place already. Pick another."))
    rest = tuple(card for card in row if card != fact.card)
    # A-R5 The others close up: a row has no holes.
    # A-Q28 A start card moves like any other.
    row = (*rest[: fact.to], fact.card, *rest[fact.to :])
    after = replace(after, rows=put(after.rows, seat, row))
    text = Text(
        "{seat} moves the {card} for 1 oxygen.", seat=one(seat), card=state.faces[fact.card].name
    )
    return Judged(after, (Ruling("A-R5", text, (seat,)),))


def slid(state: State, fact: Slid) -> Judged[State]:
    """A pearl moves one step. Raises Refused."""
    seat = fact.seat
    _own(state, seat, fact.card)
    after = bought(state, seat, Action.PEARL)
    onto = landing(state, seat, fact.card, fact.area, fact.way)
    if onto is None:
        # A-Q13 One pearl on an area, and never sideways and up in one go.
        raise Refused("A-Q13", Text("That pearl cannot go there."))
    card, area = onto
    on = blocked(state.pearls[fact.card], fact.area)
    if area is not fact.area:
        # A-Q7 On another half it blocks all of that half.
        on = ON_PLANT if area is Area.PLANT else ON_ANIMAL
    pearls = put(state.pearls, fact.card, _lifted(state.pearls[fact.card], fact.area))
    # A-R5 One step: up or down, or to the neighbour, on the same half.
    pearls = put(pearls, card, pearls[card] | on)
    text = Text("{seat} moves a pearl for 2 oxygen.", seat=one(seat))
    return Judged(replace(after, pearls=pearls), (Ruling("A-R5", text, (seat,)),))


def landing(state: State, seat: Seat, card: int, area: Area, way: Way) -> tuple[int, Area] | None:
    """Where a pearl comes to lie; None where none lies, or where it cannot go."""
    if not blocked(state.pearls[card], area):
        return None
    row = state.rows[seat]
    at = row.index(card)
    match way:
        case Way.OVER:
            onto, half = card, Area.PLANT if area is Area.ANIMAL else Area.ANIMAL
        case Way.LEFT if at > 0:
            onto, half = row[at - 1], area
        case Way.RIGHT if at < len(row) - 1:
            onto, half = row[at + 1], area
        case _:
            return None
    return None if blocked(state.pearls[onto], half) else (onto, half)


def swapped(state: State, fact: Swapped) -> Judged[State]:
    """A card of the row changes with one of the grid. Raises Refused."""
    seat, row = fact.seat, _own(state, fact.seat, fact.card)
    after = bought(state, seat, Action.SWAP)
    # A-Q14 Any card that lies in the grid.
    # A-Q29 After the pick one of the other eight.
    new = _lying(state, fact.place)
    # A-Q14 It takes the old one's place in the row …
    # A-R5 … with the pearls that lie on it.
    rows = put(state.rows, seat, put(row, row.index(fact.card), new))
    # A-Q14 … and the old one lies in the grid, with its pearls.
    # A-Q28 A start card too: anybody may take it, with what it can.
    grid = put(state.grid, fact.place, fact.card)
    # A-Q14 Without its oxygen. House option: with it.
    gain = state.faces[new].oxygen if state.setup.swap_gives_o2 else 0
    after = replace(after, rows=rows, grid=grid, oxygen=plus(after.oxygen, seat, gain))
    text = Text(
        "{seat} swaps the {card} for the {new}: 3 oxygen.",
        seat=one(seat),
        card=state.faces[fact.card].name,
        new=state.faces[new].name,
    )
    return Judged(after, (Ruling("A-R5", text, (seat,), "card"),))


# --- groups -----------------------------------------------------------------------------------


def scored(state: State, fact: Scored) -> Judged[State]:
    """A group gets its pearl. Raises Refused where there is none, or where a pearl lies."""
    seat, row = fact.seat, _own(state, fact.seat, fact.card)
    on = state.pearls[fact.card]
    # A-R7 One pearl above and one below: no third one.
    if blocked(on, area_of(fact.attribute)):
        raise Refused("A-R7", Text("A pearl lies there already."))
    at = row.index(fact.card)
    fitting = [g for g in groups_of(state, seat) if g.attribute is fact.attribute]
    # A-R6 A group of neighbours with something in common; its pearl lies on one of them.
    # A-Q8 On whichever the player likes.
    if not any(at in group.takes for group in fitting):
        raise Refused("A-R6", Text("That card makes no such group now. Pick another card."))
    on = put_pearl(on, fact.attribute, counting(state))
    after = replace(state, pearls=put(state.pearls, fact.card, on))
    text = Text(
        "{seat} scores a pearl on the {card}.", seat=one(seat), card=state.faces[fact.card].name
    )
    return Judged(after, (Ruling("A-R6", text, (seat,), "pearl"),))


# --- the end of a turn ------------------------------------------------------------------------


def met(state: State, fact: Met) -> Judged[State]:
    """A mission is taken, or the table looks at it first. Raises Refused (A-R8)."""
    # A-Q25 After all else.
    at_turn(full(state), fact.seat, Step.ACT)
    seat = fact.seat
    # A-R8 One of those that lie open.
    if fact.mission not in state.open:
        raise Refused("A-R8", Text("That mission does not lie open."))
    mission = state.deck.missions[fact.mission]
    taken = Taken(mission.colour, mission.points, fact.mission)
    after = with_mission(state, seat, taken)
    if mission.measure is Measure.OTHER:
        # A-Q21 What the companion cannot judge the others do.
        return Judged(replace(state, step=Step.VOTE, voting=fact.mission), (_asked(seat, taken),))
    have = count(state.deck, row_of(state, seat), mission.measure, mission.of, counting(state))
    # A-R8 One that is fulfilled.
    if have < mission.count:
        text = Text(
            "{title}: {seat} has {have} of {n}.",
            title=mission.title,
            seat=one(seat),
            have=have,
            n=mission.count,
        )
        raise Refused("A-R8", text)
    return _taken(after, seat, taken)


def voted(state: State, fact: Voted) -> Judged[State]:
    """The others have looked. Raises Refused."""
    at_turn(full(state), fact.seat, Step.VOTE)
    seat, mission = fact.seat, state.deck.missions[state.voting]
    if not fact.agreed:
        # A-Q21 The others say no: the turn goes on without.
        text = Text("The others say no: {seat} does not take it.", seat=one(seat))
        said = (Ruling("A-Q21", text, (seat,)),)
        return Judged(replace(state, step=Step.ACT, voting=-1), said)
    taken = Taken(mission.colour, mission.points, state.voting)
    return _taken(with_mission(state, seat, taken), seat, taken)


def ended(state: State, fact: Ended) -> Judged[State]:
    """The turn is over. Raises Refused."""
    at_turn(full(state), fact.seat, Step.ACT)
    text = Text("{seat} is done.", seat=one(fact.seat))
    # A-Q30 Groups and missions may be left alone.
    return finished(state, (Ruling("A-Q30", text, (fact.seat,)),))


def _taken(state: State, seat: Seat, taken: Taken) -> Judged[State]:
    left = tuple(mission for mission in state.open if mission != taken.mission)
    # A-Q25 One mission, and that is the last thing of a turn.
    return finished(replace(state, open=left), (mission_said(seat, taken),))


def _asked(seat: Seat, taken: Taken) -> Ruling:
    text = Text(
        "{seat} wants the {colour} mission: the others look.", seat=one(seat), colour=taken.colour
    )
    return Ruling("A-Q21", text, (seat,))


def _own(state: State, seat: Seat, card: int) -> tuple[int, ...]:
    """The row of whose turn it is. Raises Refused for another time, or another's card."""
    # A-R5 Actions at any time of one's own turn.
    # A-Q12 And groups too, also those that lay there before.
    at_turn(full(state), seat, *ANY_TIME)
    # A-R5 One's own cards.
    if card not in state.rows[seat]:
        raise Refused("A-R5", Text("That card is not in {seat}'s row.", seat=one(seat)))
    return state.rows[seat]


def _lying(state: State, place: int) -> int:
    card = state.grid[place]
    # A-C1 What lies there has to be known.
    if card == UNTOLD:
        raise Refused("A-C1", Text("First: which card lies on place {n}?", n=place + 1))
    # A-Q29 A place that is empty gives no card.
    if card < 0:
        raise Refused("A-R4", Text("No card lies on place {n}.", n=place + 1))
    return card


def _lifted(on: int, area: Area) -> int:
    return on & ~(ON_PLANT if area is Area.PLANT else ON_ANIMAL)
