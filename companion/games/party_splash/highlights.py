"""What was worth telling of a squirt-gun party: by how few towels it was won."""

from collections.abc import Sequence
from fractions import Fraction

from companion.games.highlight import Feat, Highlight, closeness
from companion.games.party_splash.soaking import winners
from companion.games.party_splash.state import State, most_towels, still_in
from companion.words import Seats, Text


def highlights(states: Sequence[State]) -> tuple[Highlight, ...]:
    """Of a game by its states; nothing where the winners are soaked, or nobody knows them."""
    end = states[-1]
    dry = tuple(seat for seat in winners(end) if seat in still_in(end))
    left = sum(end.kids[seat].towels for seat in dry)
    if left < 1:
        return ()
    template = "{seats} won with the last towel!" if left == 1 else "{seats} won with {n} towels."
    text = Text(template, seats=Seats(dry), n=left)
    apart = Fraction(left, sum(most_towels(end, seat) for seat in dry))
    return (Highlight(Feat.FINISH, closeness(apart), dry, text),)
