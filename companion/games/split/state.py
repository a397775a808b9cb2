"""Where a game of SPLIT stands, and what can be read off it.

Never changes a state: judge.py and its siblings do.
"""

from enum import Enum
from functools import lru_cache
from typing import Final

from companion.frozen import dataclass
from companion.games.common import CACHE_SIZE, one, over_text
from companion.games.split.board import board_of
from companion.games.split.cards import DECK, HALVES, HAND, count, suits_in
from companion.games.split.facts import CardSet, Match, Setup, Variant
from companion.games.split.path import (
    ALL,
    NORTH_SOUTH,
    WEST_EAST,
    Pair,
    shortest,
    spaces_in,
)
from companion.words import Refused, Seat, Text

PLACES: Final = 10  # face-up cards beside the board
ONE_SIDE: Final = Text("Only one side is left: the game rests until somebody sits down.")
COLOURS: Final = ("red", "green", "gold")  # the sides, in the order of their seats


class Stage(Enum):
    """What the table is at."""

    WAITING = "waiting"  # for the deal
    PLAYING = "playing"
    RESTING = "resting"  # only one side plays
    OVER = "over"


class Step(Enum):
    """What a turn is at."""

    TURN = "turn"  # play a card, or show a hand without a match
    READING = "reading"  # the match may be meant in several ways
    CLAIM = "claim"  # a hand is shown: is there a match in it?
    REMOVE = "remove"  # a chip of an opponent comes off
    AGAIN = "again"  # Perfect Memory: perhaps another
    CHIP = "chip"  # a chip goes on


@dataclass(frozen=True, slots=True)
class Lying:
    """A card that lies open, and what it counts as: itself, or what a joker stands for."""

    card: int
    face: int


@dataclass(frozen=True, slots=True)
class Place:
    """One of the ten places: no card (not told yet), one, or the two of a match."""

    open: tuple[Lying, ...] = ()
    under: tuple[int, ...] = ()  # cards that were covered
    match: Match | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """A card that was played, before it is said how it is meant."""

    on: int
    card: int


@dataclass(frozen=True, slots=True)
class Due:
    """The chips that a match gives.

    `ways` are the sets of suits that the next chip may be placed for; none: anywhere.
    """

    match: Match
    suits: int
    left: int
    ways: tuple[int, ...]
    place: int = -1


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment. Tuples named by seat or side have an entry for each of them."""

    setup: Setup
    stage: Stage
    dealer: Seat
    present: tuple[Seat, ...]  # who sits at the table
    chips: tuple[int, ...]  # by side: the spaces with its chips, as bits
    told: int = 0  # facts that counted
    number: int = 0  # deals
    turn: Seat = Seat(0)
    step: Step = Step.TURN
    # the cards; not followed in a light game
    places: tuple[Place, ...] = ()
    hands: tuple[int, ...] = ()  # by seat: cards in hand
    pile: int = 0
    thrown: int = 0  # cards on the discard pile
    discarded: int = 0  # those of them that were seen, as a bag
    out: int = 0  # the cards at the ten places, as a bag
    shown: tuple[int, ...] = ()  # by seat: cards in hand that everybody saw, as a bag
    # the turn
    play: Play | None = None
    due: Due | None = None
    reshuffled: bool = False  # in an exchange of this turn
    lit: bool = False  # somebody asked where the chip may go
    made: tuple[tuple[Seat, Match], ...] = ()  # every match of this game, and whose turn it was
    blanks: int = 0  # turns in a row that ended without a play for want of cards
    # what hands do and nobody taps
    drew: Seat | None = None  # whose turn ended with a card from the pile
    refilled: int = -1  # the place that the newest perfect match has left
    # the end
    last: Seat | None = None  # who placed the last chip
    newest: int = -1  # where
    winner: int | None = None  # the side that has won
    joined: bool = False  # by a path
    by_word: bool = False  # the people say so


# --- seats and sides --------------------------------------------------------------------------


def sides(seats: int) -> int:
    """How many colours play."""
    # H-R1 Two and four play red against green; three and six add gold.
    return 3 if seats in (3, 6) else 2


def chips_each(seats: int) -> int:
    """Chips of a colour."""
    # H-R1 45 chips for each of two sides, 30 for each of three.
    return 45 if sides(seats) == 2 else 30


def side_of(state: State, seat: Seat) -> int:
    """The side of a seat."""
    # H-R1 Partners sit opposite each other, so the sides follow one another round the table.
    return seat % sides(state.setup.seats)


def team(state: State, side: int) -> tuple[Seat, ...]:
    """Who is there to play for a side."""
    return _teams(state.setup.seats, state.present)[side]


def members(state: State, side: int) -> tuple[Seat, ...]:
    """All seats of a side, also those that were left."""
    seats = (Seat(seat) for seat in range(state.setup.seats))
    return tuple(seat for seat in seats if side_of(state, seat) == side)


def rotation(state: State) -> tuple[Seat, ...]:
    """The seats that have turns: also one that was left, while its partner plays for it."""
    return _rotation(state.setup.seats, state.present)


def sides_in_play(state: State) -> tuple[int, ...]:
    """The sides that somebody plays for."""
    teams = _teams(state.setup.seats, state.present)
    return tuple(side for side, seats in enumerate(teams) if seats)


def pairs_of(state: State, side: int) -> tuple[Pair, ...]:
    """The sides of the board that a colour may join."""
    # H-R10 Three sides: either pair of opposite sides.
    if len(state.chips) == 3:
        return NORTH_SOUTH, WEST_EAST
    # H-Q18 Red joins top and bottom and green left and right, unless the board is turned.
    across = WEST_EAST if (side == 1) != state.setup.turned else NORTH_SOUTH
    # H-R10 Two sides: only your own pair.
    return (across,)


def is_light(state: State) -> bool:
    """Whether cards are not followed."""
    return state.setup.variant is Variant.LIGHT


def is_boxless(state: State) -> bool:
    """Whether it is played with two ordinary packs, and the screen is the board."""
    return state.setup.cards is CardSet.PACKS


# --- chips ------------------------------------------------------------------------------------


def supply(state: State, side: int) -> int:
    """Chips that a side has not placed."""
    return chips_each(state.setup.seats) - state.chips[side].bit_count()


def free(state: State) -> int:
    """All spaces without a chip, as bits."""
    taken = 0
    for chips in state.chips:
        taken |= chips
    return ALL & ~taken


def others_chips(state: State, side: int) -> int:
    """All chips of a side's opponents, as bits."""
    mine = state.chips[side]
    return ALL & ~free(state) & ~mine


def spaces_for(state: State, suits: int) -> int:
    """Where a chip may go that one of these suits earned, as bits."""
    # H-Q6 Looked at anew before each chip: one space takes one chip, and a double space that is
    # open keeps both of its suits open.
    empty = free(state)
    # H-R9 A space with two suits serves either of them.
    showing = board_of(state.setup.board).spaces[suits] & empty
    # H-R9 All of the suit are covered: any free space.
    # H-Q5 Of several suits all must be covered for that.
    return showing or empty


def spaces_for_chip(state: State) -> int:
    """Where the next chip may go, as bits; none where no chip is due."""
    due = state.due
    if due is None or state.step is not Step.CHIP:
        return 0
    if not due.ways:
        return free(state)
    found = 0
    for suits in due.ways:
        found |= spaces_for(state, suits)
    return found


def suits_for_chip(state: State) -> int:
    """The suits that the next chip may go on, as bits; none where any free space will do."""
    due = state.due
    if due is None or not due.ways:
        return 0
    showing, empty = board_of(state.setup.board).spaces, free(state)
    # H-R9 Where all of a suit are covered any free space will do.
    if not all(showing[way] & empty for way in due.ways):
        return 0
    open_ = (1 << suit for way in due.ways for suit in suits_in(way))
    # H-Q6 Looked at anew: no suit that is covered, or that the first chip was for.
    return sum({suit for suit in open_ if showing[suit] & empty})


def chips_are_out(state: State) -> bool:
    """Whether nobody who plays has a chip left."""
    # H-Q11 Seen whenever a chip lies, and when a side comes or goes.
    return not any(supply(state, side) for side in sides_in_play(state))


def legal_spaces(state: State) -> tuple[int, ...]:
    """The spaces for the next chip, or of the chips that may be removed, in their order."""
    if state.step in (Step.REMOVE, Step.AGAIN):
        return spaces_in(others_chips(state, side_of(state, state.turn)))
    return spaces_in(spaces_for_chip(state))


def won_by(state: State) -> tuple[Seat, ...]:
    """Whose side has won, also who has left it by then; nobody before the end."""
    return () if state.winner is None else members(state, state.winner)


def winning_path(state: State) -> tuple[int, ...]:
    """The path that has won, from one side of the board to the other; empty without one."""
    if state.winner is None or not state.joined:
        return ()
    return shortest(state.chips[state.winner], pairs_of(state, state.winner))


# --- cards ------------------------------------------------------------------------------------


def untold(state: State) -> tuple[int, ...]:
    """The places whose card has not been told."""
    return tuple(n for n, place in enumerate(state.places) if not place.open)


def spot(place: int, half: int) -> int:
    """The number of a card that lies open, by its place and which of a match it is."""
    return HALVES * place + half


def seen(state: State, card: int) -> int:
    """How many halves of a card everybody has seen since the last shuffle."""
    # H-C3 At the ten places, covered or not; on the discard pile; in a hand that was shown.
    known = count(state.out, card) + count(state.discarded, card)
    return known + sum(count(bag, card) for bag in state.shown)


def cards_after_deal(seats: int) -> int:
    """The draw pile once everybody has a hand and ten cards lie open."""
    # H-R2 Seven each, ten face up, and the rest is the pile.
    return DECK - HAND * seats - PLACES


# --- who and what -----------------------------------------------------------------------------


def player(state: State, seat: Seat) -> Seat:
    """A seat that has turns. Raises Refused (H-C1) for a stranger."""
    # H-C1 Only who plays can be named.
    if seat not in rotation(state):
        raise Refused("H-C1", Text("Seat {n} does not play now.", n=seat + 1))
    return seat


def playing(state: State) -> State:
    """The same state. Raises Refused (H-C1) where no game is on."""
    if state.stage is Stage.OVER:
        raise Refused("H-C1", over_text(won_by(state)))
    # H-C1 What is told must be possible now.
    if state.stage is not Stage.PLAYING:
        raise Refused("H-C1", Text("No game is being played now."))
    return state


def at_turn(state: State, seat: Seat, *steps: Step) -> State:
    """The same state, with the seat at that step of its turn. Raises Refused (H-R2, H-R3)."""
    player(playing(state), seat)
    # H-R2 Play passes to the left.
    if seat != state.turn:
        raise Refused("H-R2", Text("It is {seat}'s turn.", seat=one(state.turn)))
    # H-R3 First a card, then the chips of its match, then the next one.
    if state.step not in steps:
        raise Refused("H-R3", _first(state))
    return state


def refereed(state: State) -> State:
    """The same state. Raises Refused (H-S10) in a light game, which follows no cards."""
    # H-S10 A light game follows no cards.
    if is_light(state):
        raise Refused("H-S10", Text("In a light game cards are not told."))
    return state


def side_text(side: int) -> Text:
    """ "red"."""
    return Text(COLOURS[side])


@lru_cache(CACHE_SIZE)
def _teams(seats: int, present: tuple[Seat, ...]) -> tuple[tuple[Seat, ...], ...]:
    number = sides(seats)
    return tuple(tuple(s for s in present if s % number == side) for side in range(number))


@lru_cache(CACHE_SIZE)
def _rotation(seats: int, present: tuple[Seat, ...]) -> tuple[Seat, ...]:
    teams = _teams(seats, present)
    # H-S1 The partner plays on for both.
    return tuple(Seat(seat) for seat in range(seats) if teams[seat % len(teams)])


def _first(state: State) -> Text:
    match state.step:
        case Step.TURN:
            return Text("First {seat} plays a card.", seat=one(state.turn))
        case Step.READING:
            return Text("First: how is the match of {seat} meant?", seat=one(state.turn))
        case Step.CLAIM:
            return Text("First: is there a match in the hand of {seat}?", seat=one(state.turn))
        case Step.REMOVE | Step.AGAIN:
            return Text("First {seat} removes a chip.", seat=one(state.turn))
        case Step.CHIP:
            return Text("First {seat} places a chip.", seat=one(state.turn))
