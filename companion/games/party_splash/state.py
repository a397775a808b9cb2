"""Where a squirt-gun party stands, and what can be read off it.

Never changes a state: judge.py and its siblings do. Knows no balloon that was not shown.
"""

from enum import Enum
from typing import Final, TypeVar

from companion.frozen import dataclass, replace
from companion.games.common import one
from companion.games.party_splash.cards import Attendee, Deck, Role, towels_of
from companion.games.party_splash.facts import Flip, Setup
from companion.words import Refused, Ruling, Seat, Text

PLAYERS_LEAST = 4
NOT_YET: Final = -1  # no attendee was told
BALLOONS: Final = {  # by players: Birthday kid, Best Friends, Classmates, Siblings
    4: (1, 0, 2, 1),
    5: (1, 1, 2, 1),
    6: (1, 1, 3, 1),
    7: (1, 2, 3, 1),
    8: (1, 2, 3, 2),
}

Said = tuple[Ruling, ...]
FrameT = TypeVar("FrameT")


class Stage(Enum):
    """What the table is at."""

    WAITING = "waiting"  # for attendees and balloons
    PLAYING = "playing"
    RESTING = "resting"  # too few are there
    OVER = "over"


class Step(Enum):
    """What a turn is at, while nobody has to answer a card."""

    BALLOON = "balloon"  # flip for the Water Balloon
    TIME_OUT = "time_out"  # flip for the Time Out
    DRAW = "draw"
    PLAY = "play"
    SHED = "shed"  # discard down


class Side(Enum):
    """Who may win."""

    PARTY = "party"  # the Birthday kid and the Best Friends
    CLASSMATES = "classmates"
    SIBLING = "sibling"


@dataclass(frozen=True, slots=True)
class Kid:
    """One seat's part of the party."""

    attendee: int = NOT_YET
    towels: int = 0  # below one while it is asked what saves the kid
    hand: int = 0
    play: tuple[int, ...] = ()  # cards before the seat, in the order of cards.py
    role: int | None = None  # once the balloon was shown
    extra: int = 0  # towels that the table's pen gave before the deal
    # Somebody else sits there since the deal: the attendee of the new invitation, once it is shown.
    new: int | None = None


# --- what has to be answered ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shot:
    """A Splash or the Hose's water flies at the target."""

    by: Seat
    target: Seat
    card: int
    need: int  # Misses that cancel it
    got: int = 0
    flips: tuple[Flip, ...] = ()  # that the target may still make


@dataclass(frozen=True, slots=True)
class Bucket:
    """The target throws a Splash away, or loses a towel."""

    by: Seat
    target: Seat


@dataclass(frozen=True, slots=True)
class Ball:
    """A Beach Ball flies to and fro: the target is whose throw it is."""

    by: Seat
    other: Seat
    target: Seat


@dataclass(frozen=True, slots=True)
class Area:
    """A Hose or Water Bucket goes round. Seats that fall together wait in `fallen`."""

    by: Seat
    card: int
    left: tuple[Seat, ...]
    fallen: tuple[tuple[Seat, int], ...] = ()  # with what their balloons say


@dataclass(frozen=True, slots=True)
class Pick:
    """Which card of the other seat is it?"""

    target: Seat  # who picks
    card: int  # the Claw or the Slip
    other: Seat


@dataclass(frozen=True, slots=True)
class Dying:
    """The target's last towel is gone: Chips, or soaked?"""

    target: Seat
    by: Seat | None
    lost: int
    drawn: bool = False  # what the attendee draws for the towels, it has drawn


@dataclass(frozen=True, slots=True)
class Leaving:
    """The target has left, and its balloon has to be shown."""

    target: Seat


Frame = Shot | Bucket | Ball | Area | Pick | Dying | Leaving


@dataclass(frozen=True, slots=True)
class End:
    """How a game ended."""

    side: Side
    reason: Text


@dataclass(frozen=True, slots=True)
class State:
    """A party at one moment."""

    setup: Setup
    deck: Deck
    stage: Stage
    dealer: Seat
    present: tuple[Seat, ...]  # who sits at the table, soaked or not
    kids: tuple[Kid, ...]  # by seat
    told: int = 0  # facts that counted
    number: int = 0  # deals
    round: int = 0  # how often it was the Birthday kid's turn
    players: tuple[Seat, ...] = ()  # who was dealt in
    ring: tuple[Seat, ...] = ()  # who is still in, clockwise
    birthday: Seat = Seat(0)
    turn: Seat = Seat(0)
    step: Step = Step.PLAY
    splashed: bool = False  # a Splash card was played in this turn
    pile: int = 0
    thrown: int = 0  # cards on the discard pile
    stack: tuple[Frame, ...] = ()  # what has to be answered, the newest last
    end: End | None = None


Now = tuple[State, Said]


# --- kids -------------------------------------------------------------------------------------


def changed(state: State, seat: Seat, kid: Kid) -> State:
    """The state with another kid in one seat."""
    kids = (*state.kids[:seat], kid, *state.kids[seat + 1 :])
    return replace(state, kids=kids)


def most_towels(state: State, seat: Seat) -> int:
    """The towels that a kid starts with, and never has more of."""
    kid = state.kids[seat]
    # P-R2 As printed, and one more for the Birthday kid.
    most = towels_of(kid.attendee) + (seat == state.birthday)
    return most + kid.extra


def invitation(state: State, seat: Seat) -> int:
    """Who somebody comes as to this deal, or whoever sits down after it to the next one."""
    kid = state.kids[seat]
    # P-S3 Nobody is the guest of whoever left.
    return kid.attendee if kid.new is None else kid.new


def uninvited(state: State) -> tuple[Seat, ...]:
    """Who sits at the table and has shown no invitation."""
    return tuple(seat for seat in state.present if invitation(state, seat) == NOT_YET)


def is_new(state: State, seat: Seat) -> bool:
    """Whether whoever sits there came after the deal."""
    return seat not in state.players or state.kids[seat].new is not None


def comes_as(state: State, seat: Seat, attendee: Attendee) -> bool:
    """Whether that attendee sits there."""
    return state.kids[seat].attendee == attendee


def still_in(state: State) -> tuple[Seat, ...]:
    """Who is in, without those who fall together at this moment."""
    fallen = {seat for frame in state.stack if isinstance(frame, Area) for seat, _ in frame.fallen}
    return tuple(seat for seat in state.ring if seat not in fallen) if fallen else state.ring


def unshown(state: State) -> list[int]:
    """The roles on balloons that nobody has shown, in their order, as often as they are there."""
    # P-C2 The table of roles is public, and so is every balloon that was shown.
    left = list(roles_of(len(state.players)))
    for seat in state.players:
        role = state.kids[seat].role
        if role is not None:
            left.remove(role)
    for frame in state.stack:
        if isinstance(frame, Area):
            for _, role in frame.fallen:
                left.remove(role)
    return left


def roles_of(players: int) -> tuple[int, ...]:
    """The roles on the balloons for so many, in their order."""
    # P-R1 By the number of players.
    counts = BALLOONS[players]
    return tuple(int(role) for role in Role for _ in range(counts[role]))


def roles_for(state: State, seat: Seat) -> tuple[int, ...]:
    """What the balloon of a seat may say, as far as everybody knows."""
    role = state.kids[seat].role
    if role is not None:
        return (role,)
    if seat == state.birthday:
        return (int(Role.BIRTHDAY_KID),)
    return tuple(sorted(set(unshown(state)) - {int(Role.BIRTHDAY_KID)}))


# --- who and what -----------------------------------------------------------------------------


def playing(state: State) -> State:
    """The same state. Raises Refused (P-C3) where no game is on."""
    # P-C3 What is told must be possible now.
    if state.stage is not Stage.PLAYING:
        no_game = Text("No game is being played now.")
        raise Refused("P-C3", over_said(state.end) if state.end else no_game)
    return state


def over_said(end: End) -> Text:
    """What is said to whoever still plays when the game is over."""
    return Text("{reason} Undo takes that back.", reason=end.reason)


def player(state: State, seat: Seat) -> Seat:
    """A seat that is still in. Raises Refused (P-R12, P-C3)."""
    playing(state)
    if seat in still_in(state):
        return seat
    # P-R12 Who is soaked plays no more.
    if seat in state.players:
        text = Text("{seat} is out. Pick somebody who still plays.", seat=one(seat))
        raise Refused("P-R12", text)
    raise Refused("P-C3", Text("Seat {n} does not play in this game.", n=seat + 1))


def at_turn(state: State, seat: Seat, step: Step) -> State:
    """The same state, with the seat at that step of its turn. Raises Refused (P-R3, P-R4)."""
    player(state, seat)
    # P-R4 Only answers work while somebody has to answer.
    if state.stack:
        raise Refused("P-R4", Text("First {seat} has to answer.", seat=one(_asked(state))))
    # P-R3 One after another, clockwise.
    if seat != state.turn:
        raise Refused("P-R3", Text("It is {seat}'s turn.", seat=one(state.turn)))
    # P-R3 First draw, then play, then discard down.
    if state.step is not step:
        raise Refused("P-R3", _first(state))
    return state


def answering(state: State, seat: Seat, kind: type[FrameT]) -> FrameT:
    """What the seat has to answer. Raises Refused (P-R4) where it is nothing of that kind."""
    player(state, seat)
    top = state.stack[-1] if state.stack else None
    # P-R4 Out of turn only whoever is hit plays a card, and only what answers it.
    if not isinstance(top, kind) or _asked(state) != seat:
        raise Refused("P-R4", Text("{seat} has nothing like that to answer.", seat=one(seat)))
    return top


def holds(state: State, seat: Seat, cards: int) -> State:
    """The same state. Raises Refused (P-C1) where the seat has fewer cards in hand."""
    # P-C1 Hands are counted, so nobody plays a card that cannot be there.
    if state.kids[seat].hand < cards:
        text = Text(
            "Cards in the hand of {seat}: {n}. That is not enough.",
            seat=one(seat),
            n=state.kids[seat].hand,
        )
        raise Refused("P-C1", text)
    return state


def pushed(state: State, frame: Frame) -> State:
    """The state with one more thing to answer."""
    return replace(state, stack=(*state.stack, frame))


def popped(state: State) -> State:
    """The state with its newest question answered."""
    return replace(state, stack=state.stack[:-1])


def swapped(state: State, frame: Frame) -> State:
    """The state with its newest question gone on."""
    return replace(state, stack=(*state.stack[:-1], frame))


def card_text(state: State, card: int) -> Text:
    """What a card is called at this table."""
    return state.deck.texts[card]


def _asked(state: State) -> Seat:
    top = state.stack[-1]
    assert not isinstance(top, Area), "an area always goes on to its next seat"
    return top.target


def _first(state: State) -> Text:
    """What the seat in turn has to do before anything else."""
    seat = one(state.turn)
    match state.step:
        case Step.BALLOON:
            return Text("First {seat} flips for the Water Balloon.", seat=seat)
        case Step.TIME_OUT:
            return Text("First {seat} flips for the Time Out.", seat=seat)
        case Step.DRAW:
            return Text("First {seat} draws.", seat=seat)
        case Step.PLAY:
            return Text("{seat} plays cards now.", seat=seat)
        case Step.SHED:
            return Text("First {seat} discards down.", seat=seat)
