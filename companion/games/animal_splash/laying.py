"""Laying out Animal Splash: start cards, the grid, missions, and who begins.

Turns come from turns.py, once all of it is told.
"""

from companion.frozen import replace
from companion.games.animal_splash.divers import PLACES
from companion.games.animal_splash.facts import (
    Breathed,
    Dealt,
    Drew,
    EndTurned,
    Filled,
    First,
    Revealed,
)
from companion.games.animal_splash.state import (
    NOWHERE,
    UNTOLD,
    Stage,
    State,
    full,
    is_light,
    light,
    player,
    plus,
    rotation,
    row_length,
)
from companion.games.animal_splash.turns import OPEN, Said, begun, counted, finished, lowest
from companion.games.common import one, over_text, put
from companion.words import Judged, Refused, Ruling, Seat, Text


def dealt(state: State, fact: Dealt) -> Judged[State]:
    """A new game is laid out. Raises Refused."""
    if state.stage is Stage.OVER:
        # A-S6 A game that is over is not laid out again.
        raise Refused("A-S6", over_text(state.winners))
    if state.stage is Stage.RESTING:
        # A-S2 Nobody plays alone.
        raise Refused("A-S2", Text("The game rests until two are there."))
    player(state, fact.dealer)
    said: Said = ()
    if state.stage is not Stage.WAITING:
        # A-S6 A new one drops the game at hand.
        said = (Ruling("A-S6", Text("A new game: the one before was not played to its end.")),)
    # A-S6 Nothing is left of what was before.
    fresh = laid_out(replace(_blank(state), dealer=fact.dealer))
    if state.stage is Stage.WAITING:
        # A-S7 What the people wrote before is of this game: none was dropped.
        fresh = replace(fresh, pen=state.pen)
    text = Text("{seat} lays out the cards. A start card for everybody!", seat=one(fact.dealer))
    return Judged(fresh, (*said, Ruling("A-R1", text, (fact.dealer,), "start")))


def laid_out(state: State) -> State:
    """A table with all cards laid out, none of them told."""
    seats = state.setup.seats
    nothing = (0,) * seats
    state = replace(
        state,
        stage=Stage.STARTING,
        oxygen=nothing,
        missions=((),) * seats,
        divers=(NOWHERE,) * seats,
        pen=nothing,
        counts=(None,) * seats,
    )
    if is_light(state):
        return replace(state, cards=nothing, found=nothing)
    deck = state.deck
    # A-R1 Nine cards and three missions lie open; the rest are piles.
    piles = replace(
        state,
        grid=(UNTOLD,) * PLACES,
        pile=len(deck.cards) - PLACES,
        hidden=OPEN,
        missions_left=len(deck.missions) - OPEN,
    )
    return replace(piles, rows=((),) * seats, pearls=(0,) * len(state.faces))


def breathed(state: State, fact: Breathed) -> Judged[State]:
    """Light: what the start card gives. Raises Refused."""
    _needs_start(light(state), fact.seat)
    if fact.oxygen == 2:
        # A-Q26 A start card shows none, one or three.
        raise Refused("A-Q26", Text("A start card shows 0, 1 or 3 oxygen."))
    after = replace(state, cards=plus(state.cards, fact.seat, 1))
    return _started(after, fact.seat, fact.oxygen)


def drew(state: State, fact: Drew) -> Judged[State]:
    """A start card is drawn. Raises Refused."""
    _needs_start(full(state), fact.seat)
    # A-R1 One of the start cards, and each is there once.
    if fact.card not in start_cards(state):
        raise Refused("A-R1", Text("That start card is not in the pile."))
    after = replace(
        state, rows=put(state.rows, fact.seat, (fact.card,)), seen=state.seen | 1 << fact.card
    )
    return _started(after, fact.seat, state.faces[fact.card].oxygen)


def first_told(state: State, fact: First) -> Judged[State]:
    """The table says who begins. Raises Refused."""
    # A-C1 Only where that is open.
    if state.stage is not Stage.STARTING or state.first is not None:
        raise Refused("A-C1", Text("Who begins is settled."))
    player(state, fact.seat)
    # A-Q24 In a full game only among equal numbers.
    if not is_light(state) and fact.seat not in first_of(state):
        raise Refused(
            "A-Q24", Text("The lowest number begins; {seat} has not got it.", seat=one(fact.seat))
        )
    text = Text("{seat} has the lowest number.", seat=one(fact.seat))
    told = replace(state, first=fact.seat)
    return begun(told, (Ruling("A-R1", text, (fact.seat,)),))


def first_of(state: State) -> tuple[Seat, ...]:
    """Among whom the table says who begins: nobody while start cards are missing."""
    if is_light(state):
        return state.present
    if not all(row_length(state, seat) for seat in state.present):
        return ()
    return lowest(state)


def filled(state: State, fact: Filled) -> Judged[State]:
    """A card of the grid is told. Raises Refused."""
    full(state)
    # A-R9 A card lies there that was not told yet.
    if state.stage not in (Stage.STARTING, Stage.PLAYING) or state.grid[fact.place] != UNTOLD:
        raise Refused("A-R9", Text("No new card lies on place {n}.", n=fact.place + 1))
    # A-R1 A main card, and each is there once.
    if fact.card not in main_cards(state):
        raise Refused("A-R1", Text("That card is not in the pile."))
    after = replace(
        state, grid=put(state.grid, fact.place, fact.card), seen=state.seen | 1 << fact.card
    )
    text = Text("Place {n}: {card}.", n=fact.place + 1, card=state.faces[fact.card].name)
    return Judged(after, (Ruling("A-R9", text),))


def revealed(state: State, fact: Revealed) -> Judged[State]:
    """A mission is turned up. Raises Refused."""
    # A-R9 There is a place for it.
    if not full(state).hidden:
        raise Refused("A-R9", Text("No new mission lies there."))
    # A-R1 Each is there once.
    if fact.mission not in missions_left(state):
        raise Refused("A-R1", Text("That mission is not in the pile."))
    after = replace(
        state,
        open=(*state.open, fact.mission),
        hidden=state.hidden - 1,
        shown=state.shown | 1 << fact.mission,
    )
    text = Text("A mission: {title}.", title=state.deck.missions[fact.mission].title)
    return Judged(after, (Ruling("A-R9", text),))


def end_turned(state: State, fact: EndTurned) -> Judged[State]:
    """The end card is turned up. Raises Refused."""
    known = range(len(full(state).deck.ends))
    on = state.stage in (Stage.STARTING, Stage.PLAYING, Stage.COUNTING)
    # A-R1 One end card a game.
    if not on or state.end is not None or fact.end not in known:
        raise Refused("A-R1", Text("One end card lies there, and one that is in the deck."))
    after = replace(state, end=fact.end)
    text = Text("The end card: {title}.", title=state.deck.ends[fact.end].title)
    return counted(after, (Ruling("A-R1", text),))


# --- what is in the piles ---------------------------------------------------------------------


def main_cards(state: State) -> tuple[int, ...]:
    """The main cards that were not told."""
    return tuple(n for n in range(len(state.deck.cards)) if not state.seen >> n & 1)


def start_cards(state: State) -> tuple[int, ...]:
    """The start cards that were not told."""
    first = len(state.deck.cards)
    return tuple(n for n in range(first, len(state.faces)) if not state.seen >> n & 1)


def missions_left(state: State) -> tuple[int, ...]:
    """The missions that were not told."""
    return tuple(n for n in range(len(state.deck.missions)) if not state.shown >> n & 1)


def _blank(state: State) -> State:
    return State(state.setup, state.box, Stage.WAITING, state.dealer, state.present, state.told)


def _needs_start(state: State, seat: Seat) -> None:
    player(state, seat)
    on = state.stage in (Stage.STARTING, Stage.PLAYING)
    # A-R1 One start card each.
    if not on or row_length(state, seat):
        raise Refused("A-R1", Text("{seat} needs no start card now.", seat=one(seat)))


def _started(state: State, seat: Seat, oxygen: int) -> Judged[State]:
    # A-R1 The oxygen that the start card shows.
    # A-Q26 Exactly that, and no more.
    state = replace(state, oxygen=plus(state.oxygen, seat, oxygen))
    text = Text("{seat} starts with {n} oxygen.", seat=one(seat), n=oxygen)
    said: Said = (Ruling("A-R1", text, (seat,)),)
    if state.stage is Stage.PLAYING and state.turn not in rotation(state):
        # A-S3 Whose turn it was is away, and all others were newcomers.
        return finished(state, said)
    return begun(state, said)
