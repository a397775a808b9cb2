"""What the screens may show of a game of SPLIT, as JSON with sentences left as Texts.

What lies open and what is counted; never the suits under chips: to remember them is the game.
"""

from companion.frozen import dataclass
from companion.games.common import stage_of
from companion.games.placing import PlacedView, Standing, placing
from companion.games.split.asks import lit_spaces, takes_of
from companion.games.split.board import board_of, letters_of
from companion.games.split.cards import CARDS, HALVES, cards_in, suits_in
from companion.games.split.path import NORTH_SOUTH, SPACES
from companion.games.split.state import (
    COLOURS,
    Due,
    Place,
    Stage,
    State,
    Step,
    is_boxless,
    is_light,
    pairs_of,
    seen,
    side_of,
    suits_for_chip,
    supply,
    team,
    winning_path,
    won_by,
)
from companion.games.view import CommonView
from companion.words import Seat, Text


@dataclass(frozen=True, slots=True)
class LyingView:
    """A card that lies open."""

    card: int
    stands: int  # what it counts as: itself, or what a joker was played as
    takes: tuple[int, ...]  # the cards that may be played upon it


@dataclass(frozen=True, slots=True)
class PlaceView:
    """One of the ten places; empty until its card is told."""

    open: tuple[LyingView, ...]
    under: int  # how many cards lie covered
    match: str | None


@dataclass(frozen=True, slots=True)
class SideView:
    """A colour."""

    colour: str
    seats: tuple[Seat, ...]  # who is there to play for it
    supply: int
    joins: tuple[str, ...]  # "across" (left and right), "down" (top and bottom)


@dataclass(frozen=True, slots=True)
class DueView:
    """The chips of the match that was just made."""

    match: str
    suits: tuple[int, ...]  # that the next chip may go on; none where any free space will do
    left: int


@dataclass(frozen=True, slots=True)
class View(CommonView):
    """A game of SPLIT on a screen."""

    phase: str
    stage: str  # as every screen knows it: "between", "live", "resting" or "over"
    told: int  # facts that counted so far
    dealer: Seat
    present: tuple[Seat, ...]
    variant: str
    called: Text | None  # where it is played without the box
    practice: bool  # the board is not the printed one
    turn: Seat | None
    sides: tuple[SideView, ...]
    side: tuple[int, ...]  # by seat
    hands: tuple[int, ...]  # by seat: how many cards
    pile: int
    thrown: int
    places: tuple[PlaceView, ...]
    gone: tuple[int, ...]  # cards of which both halves were seen since the last shuffle
    shown: tuple[tuple[int, ...], ...]  # by seat: cards in hand that everybody saw
    played: int | None  # the card whose match is not said yet
    due: DueView | None
    draws: Seat | None  # whose turn is over but for a card from the pile
    spaces: tuple[str, ...]  # by space: its suits, or "" under a chip
    chips: tuple[str, ...]  # by space: the colour of its chip, or ""
    lit: tuple[int, ...]  # spaces that light up
    newest: int | None  # the space of the last chip
    path: tuple[int, ...]  # the winning path, from one side to the other
    by_word: bool  # the people say who has won
    pending: bool
    over: bool
    winners: tuple[Seat, ...]
    winner: Seat | None
    placing: tuple[PlacedView, ...]  # once somebody has won


def view(state: State, seat: Seat | None = None) -> View:
    """The game for a seat's phone, or for the wall; everybody sees the same."""
    winners = won_by(state)
    on = state.stage is Stage.PLAYING
    # H-S12 Marked as what it is; a light game without a board is played on any.
    practice = not (state.setup.board or is_light(state) or is_boxless(state))
    # H-C2 A hand that was shown is no secret.
    shown = tuple(cards_in(bag) for bag in state.shown)
    # H-C1 All but the hands and the draw pile lies open.
    return View(
        phase=state.step.value if on else state.stage.value,
        stage=stage_of(state.stage.value),
        told=state.told,
        dealer=state.dealer,
        present=state.present,
        variant=state.setup.variant.value,
        called=Text("Shore to Shore") if is_boxless(state) else None,
        practice=practice,
        turn=state.turn if on else None,
        sides=tuple(_side(state, side) for side in range(len(state.chips))),
        side=tuple(side_of(state, Seat(s)) for s in range(state.setup.seats)),
        hands=state.hands,
        pile=state.pile,
        thrown=state.thrown,
        places=tuple(_place(state, place) for place in state.places),
        gone=tuple(card for card in range(CARDS) if seen(state, card) >= HALVES),
        shown=shown,
        played=state.play.card if state.play and on else None,
        due=_due(state, state.due) if state.due and on else None,
        draws=state.drew if on and state.step is Step.TURN else None,
        spaces=_spaces(state),
        chips=_chips(state),
        lit=lit_spaces(state) if on else (),
        newest=_newest(state),
        path=winning_path(state),
        by_word=state.by_word,
        pending=False,
        over=state.stage is Stage.OVER,
        winners=winners,
        winner=winners[0] if winners else None,
        placing=placing(_standings(state)),
    )


def _standings(state: State) -> tuple[Standing, ...]:
    """The sides, also of those who have left by the end; none where nobody has won."""
    sides = range(len(state.chips)) if state.winner is not None else ()
    seats = [Seat(seat) for seat in range(state.setup.seats)]
    return tuple(
        Standing(tuple(s for s in seats if side_of(state, s) == side), (side == state.winner,))
        for side in sides
    )


def _spaces(state: State) -> tuple[str, ...]:
    # H-S13 Without the box the screen is the board, in a light game, too.
    if is_light(state) and not state.setup.board and not is_boxless(state):
        return ("",) * SPACES
    suits, taken = board_of(state.setup.board).suits, 0
    for chips in state.chips:
        taken |= chips
    # H-Q21 What is under a chip is not shown.
    # H-R12 Nobody peeks.
    return tuple("" if taken >> n & 1 else letters_of(suits[n]) for n in range(SPACES))


def _chips(state: State) -> tuple[str, ...]:
    shown = [""] * SPACES
    for side, chips in enumerate(state.chips):
        for n in range(SPACES):
            if chips >> n & 1:
                shown[n] = COLOURS[side]
    return tuple(shown)


def _newest(state: State) -> int | None:
    """Where the newest chip lies: the table's pen may have taken it off."""
    lies = state.newest >= 0 and any(chips >> state.newest & 1 for chips in state.chips)
    return state.newest if lies else None


def _side(state: State, side: int) -> SideView:
    pairs = pairs_of(state, side)
    return SideView(
        colour=COLOURS[side],
        seats=team(state, side),
        supply=supply(state, side),
        joins=tuple("down" if pair == NORTH_SOUTH else "across" for pair in pairs),
    )


def _place(state: State, place: Place) -> PlaceView:
    return PlaceView(
        open=tuple(
            LyingView(card=lying.card, stands=lying.face, takes=cards)
            for lying, cards in zip(place.open, takes_of(state, place), strict=True)
        ),
        under=len(place.under),
        match=place.match.value if place.match else None,
    )


def _due(state: State, due: Due) -> DueView:
    # H-R5 For the second chip what is left.
    suits = suits_for_chip(state) if state.step is Step.CHIP else due.suits
    # H-Q10 No more than there are.
    left = min(due.left, supply(state, side_of(state, state.turn)))
    return DueView(match=due.match.value, suits=suits_in(suits), left=left)
