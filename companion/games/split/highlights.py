"""What was worth telling of a game of SPLIT: how few chips another side was short of its path."""

from collections.abc import Sequence
from fractions import Fraction

from companion.games.highlight import Feat, Highlight, closeness
from companion.games.split.path import SIDE, missing
from companion.games.split.state import State, free, pairs_of, side_of, sides_in_play
from companion.words import Seat, Seats, Text


def highlights(states: Sequence[State]) -> tuple[Highlight, ...]:
    """Of a game by its states; nothing where no path has won."""
    end = states[-1]
    others = [side for side in sides_in_play(end) if side != end.winner] if end.joined else []
    short = {side: missing(end.chips[side], free(end), pairs_of(end, side)) for side in others}
    near = {side: chips for side, chips in short.items() if chips}
    if not near:
        return ()
    side = min(near, key=lambda side: near[side])
    seats = tuple(s for n in range(end.setup.seats) if side_of(end, s := Seat(n)) == side)
    template = "{seats}: one chip short!" if near[side] == 1 else "{seats}: {n} chips short."
    text = Text(template, seats=Seats(seats), n=near[side])
    return (Highlight(Feat.FINISH, closeness(Fraction(near[side], SIDE)), seats, text),)
