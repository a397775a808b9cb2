"""Where a game of Twisted Fish stands, and what can be read off it.

Never changes a state: judge.py and its siblings do.
"""

from enum import Enum

from companion.frozen import dataclass, replace
from companion.games.common import over_text
from companion.games.twisted_fish.cards import (
    BASKET,
    COLOURS,
    DIVINE,
    HAND,
    KINDS,
    VALUES,
    zinger_bit,
)
from companion.games.twisted_fish.facts import DiverLaid, Laid, Setup, SixthCard, Variant
from companion.games.twisted_fish.knowing import Known
from companion.words import Refused, Seat, Text

GOAL = 400
PLAYERS_MOST = 6


class Stage(Enum):
    """What the table is at."""

    WAITING = "waiting"  # for a deal
    PLAYING = "playing"
    LEFTOVERS = "leftovers"  # the round is over: who still holds what?
    SCORED = "scored"  # a whopper may still be told
    RESTING = "resting"  # too few play
    OVER = "over"


class Step(Enum):
    """What a turn is at."""

    TURN = "turn"  # the seat may ask
    ASKED = "asked"  # yes or no?
    FISHING = "fishing"  # no: the seat goes to the pond


class How(Enum):
    """By what a card is asked for."""

    ASK = "ask"
    LURE = "lure"
    NET = "net"


@dataclass(frozen=True, slots=True)
class Acquired:
    """What the seat whose turn it is got by asking, as long as it may still go out with it."""

    seat: Seat
    fish: int
    card: int  # -1 where the Net's colour was not said
    laid: bool = False


@dataclass(frozen=True, slots=True)
class Pending:
    """An ask: answered or not, until the asker has gone on."""

    asker: Seat
    target: Seat
    fish: int
    card: int  # -1 for the Net
    how: How
    fresh: bool  # whether it was the first ask of a turn
    denied: bool = False  # whether the answer was a "no", and not No Fishing
    before: Acquired | None = None  # what somebody might have gone out with, but for this ask
    closing: Seat | None = None  # whose turn had just ended, but for this ask
    between: bool = False  # whether one had
    ripe: bool = False  # whether the Diver's basket took its sixth card before it
    untold: "Round | None" = None  # the round as it was before the Net


@dataclass(frozen=True, slots=True)
class Basket:
    """A full basket on the table."""

    seat: Seat
    fish: int
    missing: int = -1  # the card that the Diver stands for
    counts: bool = True  # False where a whopper cost it

    @property
    def worth(self) -> int:
        """Its points, whatever a whopper made of it."""
        # F-R8 15 for a card shark, 10 for four kinds, 5 for the other eight; none for the Diver.
        value = VALUES[self.fish]
        # F-Q1 For each card, so a basket is worth five times as much.
        return value * (BASKET - 1 if self.missing >= 0 else BASKET)


@dataclass(frozen=True, slots=True)
class Stoppable:
    """The Zinger that was just used on somebody, who may stop it until the next step."""

    zinger: int
    user: Seat
    target: Seat
    before: "Round"
    laid: tuple[Laid | DiverLaid | SixthCard, ...] = ()  # what was laid since


Habit = tuple[int, tuple[int, ...]]
"""Whom a seat asked last (-1 for nobody), and the kinds it asked for lately, newest first."""


@dataclass(frozen=True, slots=True)
class Lie:
    """A "no" that the record proves wrong."""

    seat: Seat
    card: int
    evidence: Text
    said: bool = False  # whether the companion has announced it


@dataclass(frozen=True, slots=True)
class Arrival:
    """A card that came openly into a hand: given by a seat, or shown from the pond."""

    card: int
    seat: Seat
    giver: Seat | None
    fact: int


@dataclass(frozen=True, slots=True)
class Denial:
    """A "no" to an exact card."""

    card: int
    seat: Seat
    fact: int


@dataclass(frozen=True, slots=True)
class Leftovers:
    """What was told of the hands when a round was over."""

    out: Seat | None  # who went out
    left: tuple[int | None, ...]  # by seat: what its leftovers cost, once told
    by_value: tuple[int, ...] = (0, 0, 0)  # sharks, tens and fives told so far
    zingers: int = 0
    shown: int = 0  # cards shown so far, as bits


@dataclass(frozen=True, slots=True)
class Round:
    """One round. Tuples named by seat hold one entry for every seat ever taken at its deal."""

    step: Step
    counts: tuple[int, ...]  # by seat: cards in hand
    pond: int
    turn: Seat
    known: Known
    fresh: bool = True  # the beginning of a turn: a Net or a Lure may be used
    pending: Pending | None = None
    early: int = 0  # cards that the seat at the pond has laid, perhaps drawn just now, as bits
    put: int = -1  # the real card that it has put in the Diver's place
    drawn: bool = False  # what it laid has said that the seat at the pond has drawn
    dry: bool = False  # nothing was in the pond when the seat was told to go there
    closing: Seat | None = None  # whose turn just ended, until the next one does something
    between: bool = False  # one has just ended, even if whose it was has left
    acquired: Acquired | None = None
    baskets: tuple[Basket, ...] = ()
    diver_ripe: bool = False  # the Diver's basket may take its sixth card
    spent: int = 0  # Zingers that were used and lie open
    stoppable: Stoppable | None = None
    still: int = 0  # seats in a row that were dead in the water and drew nothing
    last_turns: int = -1  # turns left once all baskets lie on the table
    ahead: Seat | None = None  # who laid the last of them in a turn that is not told to have begun
    arrivals: tuple[Arrival, ...] = ()
    denials: tuple[Denial, ...] = ()
    lies: tuple[Lie, ...] = ()
    doubted: tuple[Lie, ...] = ()  # what a Warden that was not told yet could explain
    liars: tuple[Seat, ...] = ()  # who was caught
    habits: tuple[Habit, ...] = ()  # by seat
    ends: Leftovers | None = None  # once the round is over


@dataclass(frozen=True, slots=True)
class Card:
    """What a seat's line of the scorecard says of this round, for sums that must fit."""

    sharks: int
    tens: int
    fives: int
    left_sharks: int
    left_tens: int
    left_fives: int
    zingers: int
    diver: int
    points: int


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment. Tuples named by seat hold one entry for every seat ever taken."""

    setup: Setup
    stage: Stage
    dealer: Seat
    present: tuple[Seat, ...]  # who plays, clockwise
    base: tuple[int, ...]  # by seat: points before this round, and the table's own pen
    gains: tuple[int, ...]  # by seat: what the round that was scored gave
    joining: tuple[Seat, ...] = ()  # who plays from the next deal on
    number: int = 0  # rounds dealt
    told: int = 0  # facts that counted
    round: Round | None = None
    cards: tuple[Card | None, ...] = ()  # by seat: the scorecard's lines
    gone: tuple[Seat, ...] = ()  # who has left this round of a scorecard without a line
    winners: tuple[Seat, ...] = ()  # of the round that was scored
    scored: tuple[Seat, ...] = ()  # who was there when it was
    king: Seat | None = None


def total(state: State, seat: Seat) -> int:
    """A seat's points, with those of the round that was scored."""
    return state.base[seat] + state.gains[seat]


def is_scorecard(state: State) -> bool:
    """Whether the companion only adds up."""
    return state.setup.variant is Variant.SCORECARD


def least_players(setup: Setup) -> int:
    """How few can play."""
    # F-Q28 Three to six; two where the house allows it.
    return 2 if setup.two_players else 3


def hand_size(seats: int, deck: int) -> tuple[int, int]:
    """Cards a hand and cards in the pond after the deal."""
    # F-R1 65 fish and eight Zingers: eight cards each, and the rest is the Fish Pond.
    # F-Q29 The two jokers of the box are left out.
    return HAND, deck - HAND * seats


def opponents(state: State, seat: Seat) -> tuple[Seat, ...]:
    """The others, to the left first."""
    later = tuple(other for other in state.present if other > seat)
    return (*later, *(other for other in state.present if other < seat))


def changed(numbers: tuple[int, ...], seat: int, by: int) -> tuple[int, ...]:
    """The same numbers, one of them more or fewer."""
    return (*numbers[:seat], numbers[seat] + by, *numbers[seat + 1 :])


def has_basket(now: Round, fish: int) -> bool:
    """Whether that kind lies on the table."""
    return any(basket.fish == fish for basket in now.baskets)


def all_laid(now: Round, fish: int) -> bool:
    """Whether all five cards of that kind lie on the table."""
    return any(basket.fish == fish and basket.missing < 0 for basket in now.baskets)


def open_cards(now: Round) -> int:
    """All cards that lie open for good, as bits: baskets, and Zingers that were used."""
    # A Diver in a basket was used, and the card that it stands for is not on the table.
    bits = now.spent << len(KINDS) * len(COLOURS)
    for basket in now.baskets:
        bits |= 0b11111 << basket.fish * BASKET
        if basket.missing >= 0:
            bits &= ~(1 << basket.missing)
    return bits


def is_spent(now: Round, zinger: int) -> bool:
    """Whether a Zinger was used."""
    return bool(now.spent & zinger_bit(zinger))


def diver_basket(now: Round) -> Basket | None:
    """The basket that the Diver completes, if any."""
    return next((basket for basket in now.baskets if basket.missing >= 0), None)


def others_played(now: Round) -> int:
    """How many Zingers other than Divine Intervention were used."""
    return (now.spent & ~zinger_bit(DIVINE)).bit_count()


def may_throw_divine(now: Round) -> bool:
    """Whether it is not too late to throw Divine Intervention away."""
    # F-Q21 Until all seven others have been used.
    return not is_spent(now, DIVINE) and others_played(now) < 7


def on_own_turn(now: Round, seat: Seat) -> bool:
    """Whether it is the seat's turn, or was until a moment ago."""
    return (now.turn == seat and now.step is not Step.ASKED) or now.closing == seat


def may_fish(now: Round) -> bool:
    """Whether the seat that was told to go fishing finds anything in the pond."""
    # F-Q23 A no just ended its turn, whoever has left cards there since.
    return bool(now.pond) and not now.dry


def at_pond(now: Round) -> Seat | None:
    """Who may have drawn a card a moment ago without having told it."""
    return now.turn if now.step is Step.FISHING and may_fish(now) and not now.drawn else None


def most_held(now: Round, seat: Seat) -> int:
    """How many cards a hand may hold, with one that was drawn and not told yet."""
    return now.counts[seat] + (seat == at_pond(now))


def playing(state: State) -> Round:
    """The round at play. Raises Refused (F-C6) where none is."""
    if state.king is not None:
        raise Refused("F-C6", over_text((state.king,)))
    if state.round is None or state.stage is not Stage.PLAYING:
        raise Refused("F-C6", Text("No round is being played now."))
    return state.round


def player(state: State, seat: Seat) -> Seat:
    """A seat that plays. Raises Refused (F-C6) for a stranger."""
    # F-C6 Only who plays can be named.
    if seat not in state.present:
        raise Refused("F-C6", Text("Seat {n} does not play now.", n=seat + 1))
    return seat


def owing(state: State) -> tuple[Seat, ...]:
    """Whose leftovers, or line of the scorecard, are not told yet."""
    if state.stage is not Stage.LEFTOVERS:
        return ()
    now = state.round
    told = state.cards if now is None or now.ends is None else now.ends.left
    # F-S1 On a scorecard last of who has left: the baskets on the table count.
    seats = (*state.present, *state.gone)
    return tuple(seat for seat in seats if told[seat] is None)


def with_round(state: State, now: Round) -> State:
    """The state after a fact that changed the round."""
    return replace(state, round=now)
