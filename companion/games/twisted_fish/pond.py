"""The Fish Pond in Twisted Fish: a card that is drawn, told at once or by what is done with it.

Knows no turn: who may draw, and what comes after, is turns.py's.
"""

from companion.frozen import replace
from companion.games.twisted_fish import knowing
from companion.games.twisted_fish.state import Round, at_pond, changed
from companion.words import Seat


def drawing(now: Round, seat: Seat) -> Round:
    """An unseen card goes from the pond into a hand."""
    # F-C1 One more in hand, one fewer in the pond.
    counts = changed(now.counts, seat, 1)
    known = knowing.drew(now.known, seat, now.pond - 1)
    return replace(now, counts=counts, pond=now.pond - 1, known=known, still=0)


def supplied(now: Round, seat: Seat, needs: int) -> Round:
    """The round with the card counted that a hand of `needs` cards says to have been drawn."""
    if now.counts[seat] == needs - 1 and seat == at_pond(now):
        # F-S12 It takes the card that was drawn a moment ago: so that draw is told.
        return replace(drawing(now, seat), drawn=True)
    return now
