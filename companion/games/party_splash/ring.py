"""Who can reach whom: distances round the table, and how far a squirt gun shoots.

Reads a state and changes none.
"""

from companion.games.party_splash.cards import Attendee, Card, is_gun
from companion.games.party_splash.state import State, comes_as
from companion.words import Seat

DINKY = 1  # the range of the Dinky shooter that everybody has
NEXT = 1  # how far a Claw reaches


def distance(state: State, seat: Seat, other: Seat) -> int:
    """How far away `seat` sees `other`: both are in. At least 1, and 0 from oneself."""
    if seat == other:
        return 0
    # P-Q4 The circle is counted without those who are soaked.
    ring = state.ring
    apart = abs(ring.index(seat) - ring.index(other))
    # P-R5 The fewer places, clockwise or the other way round.
    apart = min(apart, len(ring) - apart)
    # P-R5 The target's Skateboard: one more.
    apart += Card.SKATEBOARD in state.kids[other].play
    # P-R16i Jazzy: everybody sees her one farther, on top of a Skateboard.
    apart += comes_as(state, other, Attendee.JAZZY)
    # P-R5 Your own Goggles: one less.
    # P-Q3 One closer and not "range +1": that helps a Claw too.
    apart -= Card.GOGGLES in state.kids[seat].play
    # P-R16k Hayley sees everybody one closer, on top of Goggles.
    apart -= comes_as(state, seat, Attendee.HAYLEY)
    # P-Q2 All is added up first, then never less than one.
    return max(1, apart)


def gun_range(state: State, seat: Seat) -> int:
    """How far a seat shoots."""
    guns = [card for card in state.kids[seat].play if is_gun(card)]
    # P-Q26 As printed on the gun; with none the Dinky shooter.
    return state.deck.ranges[guns[0]] if guns else DINKY


def within(state: State, seat: Seat, far: int) -> tuple[Seat, ...]:
    """Who else is at most so far away from a seat, clockwise from it."""
    return tuple(other for other in others(state, seat) if distance(state, seat, other) <= far)


def others(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Everybody else who is in, clockwise from the seat's left."""
    after = tuple(other for other in state.ring if other > seat)
    return (*after, *(other for other in state.ring if other < seat))
