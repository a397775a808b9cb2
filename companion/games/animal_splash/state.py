"""Where a game of Animal Splash stands, and what can be read off it.

Never changes a state: judge.py and its siblings do.
"""

from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import Final

from companion.frozen import dataclass
from companion.games.animal_splash.deck import CardView, Deck, shown
from companion.games.animal_splash.divers import breath, line, steps_to
from companion.games.animal_splash.facts import Action, Setup, Variant
from companion.games.animal_splash.groups import (
    Counting,
    Face,
    Group,
    Pearls,
    Row,
    faces,
    groups,
    house,
    pearls_on,
)
from companion.games.common import one, over_text, put
from companion.points import in_letters
from companion.words import Refused, Seat, Text

TOKENS: Final = 88  # oxygen and pearls in the box
PRICES: Final = ((Action.CARD, 1), (Action.PEARL, 2), (Action.SWAP, 3))
EMPTY, UNTOLD, GAP = -1, -2, -3  # no card; one that is not told yet; one was taken this turn
NOWHERE: Final = -1  # a diver that is not at the grid


class Stage(Enum):
    """What the table is at."""

    WAITING = "waiting"  # for the cards
    STARTING = "starting"  # start cards, and who begins
    PLAYING = "playing"
    COUNTING = "counting"  # what the end card counts is told
    RESTING = "resting"  # fewer than two are there
    OVER = "over"


class Step(Enum):
    """What a turn is at."""

    MOVE = "move"  # the diver moves
    PICK = "pick"  # a card is picked; in a light game one with the move
    ACT = "act"  # actions, groups, a mission, or the end of the turn
    VOTE = "vote"  # does it fulfil the mission?


@dataclass(frozen=True, slots=True)
class Box:
    """The deck that is played with, and its cards in bits and as screens draw them."""

    deck: Deck
    faces: tuple[Face, ...]
    shown: tuple[CardView, ...]

    def __deepcopy__(self, memo: dict[int, object]) -> "Box":
        """The same box: nothing in it ever changes, and it is most of what a state holds."""
        return self


@dataclass(frozen=True, slots=True)
class Taken:
    """A mission that was taken."""

    colour: str
    points: int
    mission: int = -1  # its number; not followed in a light game


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment. Tuples named by seat have an entry for each of them."""

    setup: Setup
    box: Box
    stage: Stage
    dealer: Seat
    present: tuple[Seat, ...]
    told: int = 0  # facts that counted
    before: Stage = Stage.WAITING  # where it rests, or goes on
    round: int = 0
    rounds: int = 0
    first: Seat | None = None
    turn: Seat = Seat(0)
    step: Step = Step.MOVE
    warned: bool = False  # all tokens are out
    # by seat
    oxygen: tuple[int, ...] = ()
    missions: tuple[tuple[Taken, ...], ...] = ()
    divers: tuple[int, ...] = ()  # spots; in a light game 0 for one that is at the grid
    pen: tuple[int, ...] = ()
    # by seat, in a light game
    cards: tuple[int, ...] = ()  # how many in the row
    found: tuple[int, ...] = ()  # pearls
    # the cards of a full game
    seen: int = 0  # cards that were told, as bits
    grid: tuple[int, ...] = ()
    pile: int = 0
    rows: tuple[tuple[int, ...], ...] = ()  # by seat
    pearls: tuple[int, ...] = ()  # by card: what its pearls block
    open: tuple[int, ...] = ()  # missions
    shown: int = 0  # missions that were told, as bits
    hidden: int = 0  # open missions that are not told yet
    missions_left: int = 0
    voting: int = -1  # the mission that the table judges
    end: int | None = None
    # the end
    values: tuple[int, int] | None = None
    counts: tuple[int | None, ...] = ()
    shares: tuple[Fraction, ...] = ()
    winners: tuple[Seat, ...] = ()

    @property
    def deck(self) -> Deck:
        """The deck that is played with."""
        return self.box.deck

    @property
    def faces(self) -> tuple[Face, ...]:
        """All its cards in bits: main cards, then start cards."""
        return self.box.faces


# --- seats ------------------------------------------------------------------------------------


def is_light(state: State) -> bool:
    """Whether cards are not followed."""
    return state.setup.variant is Variant.LIGHT


def row_length(state: State, seat: Seat) -> int:
    """How many cards a seat has in its row."""
    return state.cards[seat] if is_light(state) else len(state.rows[seat])


def in_game(state: State) -> tuple[Seat, ...]:
    """The seats that have a start card, also those that were left."""
    return tuple(Seat(s) for s in range(state.setup.seats) if row_length(state, Seat(s)))


def rotation(state: State) -> tuple[Seat, ...]:
    """The seats that have turns, in their order from the one that began."""
    first = state.first or 0
    seats = [seat for seat in in_game(state) if seat in state.present]
    # A-Q27 Clockwise by seat from whoever began.
    return tuple(sorted(seats, key=lambda seat: (seat - first) % state.setup.seats))


def without_start(state: State) -> tuple[Seat, ...]:
    """Who is there and has no start card yet."""
    return tuple(seat for seat in state.present if not row_length(state, seat))


# --- cards ------------------------------------------------------------------------------------


@lru_cache(8)  # that are in use at once
def box_of(deck: Deck) -> Box:
    """A deck as it is played with."""
    return Box(deck, faces(deck), tuple(shown(deck, c) for c in (*deck.cards, *deck.starts)))


def row_of(state: State, seat: Seat) -> Row:
    """The cards of a seat's row, in bits."""
    return tuple(state.faces[card] for card in state.rows[seat])


def on_row(state: State, seat: Seat) -> Pearls:
    """What the pearls on a seat's row block, card by card."""
    return tuple(state.pearls[card] for card in state.rows[seat])


def groups_of(state: State, seat: Seat) -> tuple[Group, ...]:
    """The groups that a seat could score now."""
    return groups(row_of(state, seat), on_row(state, seat), counting(state))


def counting(state: State) -> Counting:
    """What counts at this table."""
    return house(state.setup)


def pearls_of(state: State, seat: Seat) -> int:
    """The pearls of a seat."""
    if is_light(state):
        return state.found[seat]
    # A-Q15 All that lie on its cards, wherever they came from.
    return sum(pearls_on(state.pearls[card]) for card in state.rows[seat])


def tokens_out(state: State) -> int:
    """How many tokens lie with the players and on cards, in the grid too."""
    lying = sum(state.found) + sum(pearls_on(on) for on in state.pearls if on)
    return sum(state.oxygen) + lying


# --- divers -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dive:
    """A move that a diver may want to make."""

    spot: int
    steps: int  # none: it is placed
    oxygen: int  # what it gives, or takes
    possible: bool


def others_at(state: State, seat: Seat) -> tuple[int, ...]:
    """The spots of all other divers."""
    return tuple(d for s, d in enumerate(state.divers) if s != seat and d != NOWHERE)


def dives(state: State) -> tuple[Dive, ...]:
    """All moves to free spots of whose turn it is, those with the fewest steps first."""
    seat, others = state.turn, others_at(state, state.turn)
    diver = state.divers[seat]
    found = []
    for spot in range(12):
        if spot in others:
            continue
        steps = 0 if diver == NOWHERE else steps_to(spot, diver, others)
        gain = breath(steps) if steps else 0
        possible = state.oxygen[seat] + gain >= 0 and has_cards(state, spot)
        found.append(Dive(spot, steps, gain, possible))
    return tuple(sorted(found, key=lambda dive: dive.steps))


def has_cards(state: State, spot: int) -> bool:
    """Whether the row or column of a spot has a card, told or not."""
    return any(state.grid[place] not in (EMPTY, GAP) for place in line(spot))


# --- points -----------------------------------------------------------------------------------


def mission_points(state: State, seat: Seat) -> int:
    """The points of a seat's missions."""
    return sum(taken.points for taken in state.missions[seat])


def total(state: State, seat: Seat) -> Fraction:
    """The points of a seat as they stand."""
    share = state.shares[seat] if state.shares else Fraction(0)
    # A-R11 Pearls, missions and the end card.
    points = pearls_of(state, seat) + mission_points(state, seat) + share
    # A-S7 And the table's own pen.
    return points + state.pen[seat]


def number(points: Fraction) -> str:
    """Points as they are read."""
    # A-Q18 Halves and thirds stay what they are.
    return in_letters(points)


def in_points(points: Fraction | int) -> Text:
    """ "1 point", "7½ points"."""
    return Text("1 point") if points == 1 else Text("{n} points", n=number(Fraction(points)))


# --- who and what -----------------------------------------------------------------------------


def player(state: State, seat: Seat) -> Seat:
    """A seat that is there. Raises Refused (A-C1) for a stranger."""
    # A-C1 Only who plays can be named.
    if seat not in state.present:
        raise Refused("A-C1", Text("Seat {n} does not play now.", n=seat + 1))
    return seat


def at_turn(state: State, seat: Seat, *steps: Step) -> State:
    """The same state, with the seat at that step of its turn. Raises Refused."""
    if state.stage is Stage.OVER:
        raise Refused("A-C1", over_text(state.winners))
    # A-C1 What is told must be possible now.
    if state.stage is not Stage.PLAYING:
        raise Refused("A-C1", Text("Nobody has a turn now."))
    player(state, seat)
    # A-R1 Turns go round clockwise.
    if seat != state.turn:
        raise Refused("A-R1", Text("It is {seat}'s turn.", seat=one(state.turn)))
    # A-R4 First the move, then the card, then all else.
    if state.step not in steps:
        raise Refused("A-R4", _first(state))
    return state


def light(state: State) -> State:
    """The same state. Raises Refused (A-C2) in a full game, which sees that by itself."""
    # A-C2 A full game follows cards: it counts by itself.
    if not is_light(state):
        raise Refused("A-C2", Text("This game follows the cards and counts that itself."))
    return state


def full(state: State) -> State:
    """The same state. Raises Refused (A-C2) in a light game, which follows no cards."""
    # A-C2 A light game follows no cards.
    if is_light(state):
        raise Refused("A-C2", Text("In a light game cards are not told."))
    return state


def price_of(action: Action) -> int:
    """What an action costs in oxygen."""
    # A-R5 A card one, a pearl two, a swap three.
    return dict(PRICES)[action]


def plus(numbers: tuple[int, ...], seat: Seat, more: int) -> tuple[int, ...]:
    """The same numbers by seat, with more for one."""
    return put(numbers, seat, numbers[seat] + more)


def _first(state: State) -> Text:
    match state.step:
        case Step.MOVE:
            return Text("First {seat} dives.", seat=one(state.turn))
        case Step.PICK:
            return Text("First {seat} takes a card.", seat=one(state.turn))
        case Step.ACT:
            return Text("{seat} has a card already.", seat=one(state.turn))
        case Step.VOTE:
            return Text("First: has {seat} done the mission?", seat=one(state.turn))
