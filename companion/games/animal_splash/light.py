"""A light game of Animal Splash: what is typed in is counted, and checked as far as it can be.

Knows no cards. What full games follow is in plays.py.
"""

from companion.frozen import replace
from companion.games.animal_splash.divers import breath, lap
from companion.games.animal_splash.facts import (
    Action,
    Dived,
    Granted,
    Paid,
    Surfaced,
    Tallied,
    Valued,
)
from companion.games.animal_splash.groups import pearls_on
from companion.games.animal_splash.naming import COLOURS
from companion.games.animal_splash.state import (
    NOWHERE,
    Stage,
    State,
    Step,
    Taken,
    at_turn,
    in_game,
    in_points,
    is_light,
    light,
    others_at,
    pearls_of,
    plus,
    price_of,
    row_length,
)
from companion.games.animal_splash.turns import Said, counted, finished
from companion.games.common import one, put, so_many
from companion.words import Judged, Refused, Ruling, Seat, Text

PEARLS_A_CARD = pearls_on(0b111)  # one above, one below


def dived(state: State, fact: Dived) -> Judged[State]:
    """The diver moved, and a card was taken. Raises Refused, with the price of the move."""
    at_turn(light(state), fact.seat, Step.MOVE)
    seat, placed = fact.seat, state.divers[fact.seat] == NOWHERE
    # A-R3 At first a diver is placed; from then on it moves.
    if placed != (fact.steps == 0):
        text = Text("{seat} places the diver first.", seat=one(seat))
        moves = Text("{seat} moves at least one step.", seat=one(seat))
        raise Refused("A-R3", text if placed else moves)
    most = lap(len(others_at(state, seat)))
    # A-Q5 More than once around is no move.
    if fact.steps > most:
        raise Refused("A-Q5", Text("Once around is {n} steps.", n=most))
    # A-Q3 To be placed gives nothing and costs nothing.
    gain = 0 if placed else breath(fact.steps)
    # A-Q4 Paid with what is there: the card's oxygen comes later.
    afford(state, seat, fact.steps, gain)
    _shown(fact.oxygen)
    # A-R4 One card into the row, with the oxygen that it shows.
    cards = plus(state.cards, seat, 1)
    oxygen = plus(state.oxygen, seat, gain + fact.oxygen)
    after = replace(
        state, cards=cards, oxygen=oxygen, divers=put(state.divers, seat, 0), step=Step.ACT
    )
    return Judged(after, (dive_said(seat, fact.steps, oxygen[seat]),))


def afford(state: State, seat: Seat, steps: int, gain: int) -> None:
    """Nothing. Raises Refused (A-R3) where a move takes more oxygen than is there."""
    have = state.oxygen[seat]
    # A-R3 A step that cannot be paid for is not made.
    if have + gain < 0:
        text = Text(
            "{steps} steps cost {price} oxygen; {seat} has {n}.",
            steps=steps,
            price=-gain,
            seat=one(seat),
            n=have,
        )
        raise Refused("A-R3", text)


def bought(state: State, seat: Seat, action: Action) -> State:
    """The state with an action paid. Raises Refused (A-R5) where there is not enough."""
    price, have = price_of(action), state.oxygen[seat]
    # A-R5 As often as it can be paid for.
    if have < price:
        text = Text(
            "That costs {price} oxygen; {seat} has {n}.", price=price, seat=one(seat), n=have
        )
        raise Refused("A-R5", text)
    return replace(state, oxygen=plus(state.oxygen, seat, -price))


def paid(state: State, fact: Paid) -> Judged[State]:
    """An action was paid for. Raises Refused."""
    # A-R5 At any time of one's own turn.
    at_turn(light(state), fact.seat, Step.MOVE, Step.ACT)
    seat, action = fact.seat, fact.action
    after = bought(state, seat, action)
    # A-R5 Only a swap brings or takes pearls.
    if action is not Action.SWAP and fact.pearls:
        raise Refused("A-R5", Text("Only a swapped card brings pearls, or takes them along."))
    # A-Q14 A swapped card gives no oxygen. House option: what it shows.
    if fact.oxygen and not (action is Action.SWAP and state.setup.swap_gives_o2):
        raise Refused("A-Q14", Text("Oxygen is for a card that is picked."))
    _shown(fact.oxygen)
    after = replace(after, oxygen=plus(after.oxygen, seat, fact.oxygen))
    text = Text(
        "{seat} pays {price} oxygen, and has {n} left.",
        seat=one(seat),
        price=price_of(action),
        n=after.oxygen[seat],
    )
    return Judged(_with_pearls(after, seat, fact.pearls), (Ruling("A-R5", text, (seat,)),))


def surfaced(state: State, fact: Surfaced) -> Judged[State]:
    """The turn is over. Raises Refused for more pearls than fit."""
    at_turn(light(state), fact.seat, Step.ACT)
    after = _with_pearls(state, fact.seat, fact.pearls)
    # A-Q30 Nobody has to score anything.
    nothing = Text("{seat} comes up without a new pearl.", seat=one(fact.seat))
    said = _pearls_said(after, fact.seat, fact.pearls)
    return finished(after, said or (Ruling("A-Q30", nothing, (fact.seat,)),))


def granted(state: State, fact: Granted) -> Judged[State]:
    """A mission was taken, and the turn is over. Raises Refused (A-R8) for a colour owned."""
    at_turn(light(state), fact.seat, Step.ACT)
    seat, colour = fact.seat, COLOURS[fact.colour]
    after = with_mission(state, seat, Taken(colour, fact.points))
    after = _with_pearls(after, seat, fact.pearls)
    said = (*_pearls_said(after, seat, fact.pearls), mission_said(seat, after.missions[seat][-1]))
    # A-Q25 One mission, and that is the last thing of a turn.
    return finished(after, said)


def with_mission(state: State, seat: Seat, taken: Taken) -> State:
    """The state with a mission taken. Raises Refused (A-R8) for a colour that is owned."""
    # A-R8 Only of a colour that one does not own yet.
    if any(owned.colour == taken.colour for owned in state.missions[seat]):
        text = Text("{seat} has a {colour} mission already.", seat=one(seat), colour=taken.colour)
        raise Refused("A-R8", text)
    # A-Q17 It stays, whatever becomes of the row.
    owned = (*state.missions[seat], taken)
    return replace(state, missions=put(state.missions, seat, owned))


def mission_said(seat: Seat, taken: Taken) -> Ruling:
    """What is said of a mission that was taken."""
    text = Text(
        "{seat} takes a mission ({colour}): {points}.",
        seat=one(seat),
        colour=taken.colour,
        points=in_points(taken.points),
    )
    return Ruling("A-R8", text, (seat,), "mission")


def valued(state: State, fact: Valued) -> Judged[State]:
    """What the end card gives is told. Raises Refused."""
    # A-C2 After the last dive, and once.
    if light(state).stage is not Stage.COUNTING or state.values is not None:
        raise Refused("A-C2", Text("The end card is not asked for now."))
    # A-R10 The best gets no less than the next one.
    if fact.second > fact.best:
        raise Refused("A-R10", Text("The best gets the larger number. Swap the two."))
    after = replace(state, values=(fact.best, fact.second))
    text = Text("The end card gives {best} and {second}.", best=fact.best, second=fact.second)
    return counted(after, (Ruling("A-R10", text),))


def tallied(state: State, fact: Tallied) -> Judged[State]:
    """How many of what the end card counts a seat has. Raises Refused."""
    # A-C1 After the last dive, for each seat of the game once.
    if state.stage is not Stage.COUNTING or fact.seat not in untallied(state):
        raise Refused("A-C1", Text("Nothing is to be counted there now."))
    after = replace(state, counts=put(state.counts, fact.seat, fact.count))
    text = Text("{seat} has {n} of the end card.", seat=one(fact.seat), n=fact.count)
    return counted(after, (Ruling("A-R10", text, (fact.seat,)),))


def untallied(state: State) -> tuple[Seat, ...]:
    """Whose count for the end card is not told."""
    known = is_light(state) or state.end is not None
    return tuple(seat for seat in in_game(state) if state.counts[seat] is None) if known else ()


def dive_said(seat: Seat, steps: int, have: int) -> Ruling:
    """What is said of a move."""
    text = Text(
        "{seat} dives {n} steps, and has {have} oxygen.", seat=one(seat), n=steps, have=have
    )
    if steps == 0:
        text = Text("{seat} places the diver, and has {have} oxygen.", seat=one(seat), have=have)
    elif steps == 1:
        text = Text("{seat} dives one step, and has {have} oxygen.", seat=one(seat), have=have)
    return Ruling("A-R3", text, (seat,), "dive")


def _shown(oxygen: int) -> None:
    # A-R12 A card shows none, one, or a start card three.
    if oxygen == 2:
        raise Refused("A-R12", Text("No card shows 2 oxygen."))


def _with_pearls(state: State, seat: Seat, more: int) -> State:
    pearls = state.found[seat] + more
    most = PEARLS_A_CARD * row_length(state, seat)
    # A-R7 Two on a card, one above and one below.
    if pearls > most:
        text = Text(
            "{cards} can hold {most} pearls, not {pearls}.",
            cards=so_many(row_length(state, seat), "card"),
            most=most,
            pearls=pearls,
        )
        raise Refused("A-R7", text)
    # A-C2 And none that is not there goes away.
    if pearls < 0:
        raise Refused("A-C2", Text("{seat} has no such pearls.", seat=one(seat)))
    return replace(state, found=plus(state.found, seat, more))


def _pearls_said(state: State, seat: Seat, more: int) -> Said:
    if not more:
        return ()
    text = Text(
        "{seat} scores {n} pearls, and has {all}.",
        seat=one(seat),
        n=more,
        all=pearls_of(state, seat),
    )
    if more == 1:
        text = Text(
            "{seat} scores a pearl, and has {all}.", seat=one(seat), all=pearls_of(state, seat)
        )
    return (Ruling("A-R6", text, (seat,), "pearl"),)
