"""Cards that move: drawn, flipped, played, discarded, taken. Every card is counted somewhere.

Knows how many cards lie where, and never which ones a hand holds.
"""

from companion.frozen import replace
from companion.games.common import one, so_many
from companion.games.party_splash.cards import Attendee
from companion.games.party_splash.state import Ball, Now, Said, State, changed, comes_as, still_in
from companion.words import Ruling, Seat, Text


def draw(state: State, seat: Seat, wanted: int, said: Said) -> Now:
    """A seat draws from the pile, as far as there are cards."""
    state, said, drawn = _off_the_pile(state, wanted, said)
    if drawn < wanted:
        said = (*said, _too_few(seat, drawn))
    return handed(state, seat, drawn), said


def flip(state: State, seat: Seat, said: Said) -> Now:
    """A seat flips: what it turned up lies on the discards."""
    # P-R16h Lisa Maria flips two for one, and both are discarded.
    # P-Q31 Whatever she flips for.
    cards = 2 if comes_as(state, seat, Attendee.LISA_MARIA) else 1
    state, said, turned = _off_the_pile(state, cards, said)
    # P-Q1 "Draw a card" is a flip: to the discards, never into the hand.
    state = replace(state, thrown=state.thrown + turned)
    return state, said


def spend(state: State, seat: Seat, cards: int, said: Said) -> Now:
    """A seat's hand cards go on the discards."""
    state = handed(state, seat, -cards)
    state = replace(state, thrown=state.thrown + cards)
    return refill(state, seat, said)


def give(state: State, seat: Seat, to: Seat, said: Said) -> Now:
    """One hand card of a seat goes to another one's hand."""
    state = handed(handed(state, seat, -1), to, 1)
    return refill(state, seat, said)


def refill(state: State, seat: Seat, said: Said) -> Now:
    """Karen draws as soon as her hand is empty."""
    if state.kids[seat].hand or not comes_as(state, seat, Attendee.KAREN):
        return state, said
    # P-Q28 Not while a Beach Ball flies.
    if any(isinstance(frame, Ball) for frame in state.stack):
        return state, said
    if seat not in still_in(state) or not state.pile + state.thrown:
        return state, said
    # P-R16n One card, at once.
    state, said = draw(state, seat, 1, said)
    text = Text("{seat} has no card left, and draws one.", seat=one(seat))
    return state, (*said, Ruling("P-R16n", text, (seat,)))


def handed(state: State, seat: Seat, cards: int) -> State:
    """The state with so many cards more in a hand."""
    kid = state.kids[seat]
    return changed(state, seat, replace(kid, hand=kid.hand + cards))


def laid(state: State, seat: Seat, card: int) -> State:
    """The state with a card put down before a seat."""
    kid = state.kids[seat]
    return changed(state, seat, replace(kid, play=tuple(sorted((*kid.play, card)))))


def lifted(state: State, seat: Seat, card: int) -> State:
    """The state with a card gone from before a seat: it still has to go somewhere."""
    kid = state.kids[seat]
    return changed(state, seat, replace(kid, play=tuple(c for c in kid.play if c != card)))


def dropped(state: State, seat: Seat, card: int) -> State:
    """The state with a card from before a seat on the discards."""
    state = lifted(state, seat, card)
    return replace(state, thrown=state.thrown + 1)


def emptied(state: State, seat: Seat) -> State:
    """The state with all of a seat's cards, in hand and in play, on the discards."""
    kid = state.kids[seat]
    cards = kid.hand + len(kid.play)
    state = changed(state, seat, replace(kid, hand=0, play=()))
    return replace(state, thrown=state.thrown + cards)


def reshuffled(state: State, said: Said) -> Now:
    """The discards are shuffled and lie beneath the pile."""
    template = "The draw pile is empty: shuffle the {n}."
    if state.pile:
        template = "Too few cards are left: shuffle the {n}, and put them under the draw pile."
    text = Text(template, n=so_many(state.thrown, "discard"))
    state = replace(state, pile=state.pile + state.thrown, thrown=0)
    return state, (*said, Ruling("P-Q29", text, (), "shuffle"))


def _too_few(seat: Seat, drawn: int) -> Ruling:
    """What is said where a card or a power promises more than there is."""
    template = "Only {left} are left: that is all {seat} gets."
    if drawn < 2:
        template = "Only {left} is left: that is all {seat} gets."
    text = Text(template, left=so_many(drawn, "card"), seat=one(seat))
    if not drawn:
        text = Text("No card is left for {seat}.", seat=one(seat))
    # P-Q29 As many as there are.
    return Ruling("P-Q29", text, (seat,))


def _off_the_pile(state: State, wanted: int, said: Said) -> tuple[State, Said, int]:
    """The state with so many cards fewer in the pile, or as many as there are, and how many."""
    if wanted > state.pile and state.thrown:
        # P-Q29 The pile runs out: the discards are shuffled at once, in the middle of a draw too.
        state, said = reshuffled(state, said)
    # P-Q29 Both are empty: nothing is drawn.
    taken = min(wanted, state.pile)
    return replace(state, pile=state.pile - taken), said, taken
