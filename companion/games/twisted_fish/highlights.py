"""What was worth telling of a game of Twisted Fish: how close it was, and the best whopper.

A whopper is told only if the table heard of it, and did not let it pass.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from companion.games.common import one
from companion.games.highlight import Feat, Highlight, by_points
from companion.games.twisted_fish.cards import FISH, VALUES, card_text, fish_of
from companion.games.twisted_fish.state import Lie, State, total
from companion.words import Text


def highlights(states: Sequence[State]) -> tuple[Highlight, ...]:
    """Of a game by its states: how close it was, and at most one whopper."""
    end = states[-1]
    whoppers = [
        found
        for _, of_round in groupby(states, key=lambda state: state.number)
        for found in _whoppers(tuple(of_round))
    ]
    best = max(whoppers, key=lambda found: found.value, default=None)
    close = by_points({seat: total(end, seat) for seat in end.present})
    return (*close, *((best,) if best else ()))


def proven(states: Sequence[State]) -> Mapping[int, list[Lie]]:
    """By round the whoppers that the table heard a proof of, and did not let pass."""
    found = defaultdict[int, list[Lie]](list)
    for number, of_one in groupby(states, key=lambda state: state.number):
        of_round = tuple(of_one)
        now = of_round[-1].round
        if now is not None:
            heard = {(lie.seat, lie.card): lie for state in of_round for lie in _said(state)}
            left = {(lie.seat, lie.card) for lie in _said(of_round[-1])}
            lies = (lie for at, lie in heard.items() if at in left or lie.seat in now.liars)
            found[number].extend(lies)
    return found


def _whoppers(of_round: Sequence[State]) -> Iterator[Highlight]:
    """What was heard of in a round: proven ones, and of who was caught without a proof that."""
    now = of_round[-1].round
    if now is None:
        return
    lies = proven(of_round)[of_round[-1].number]
    for lie in lies:
        text = Text(
            "{seat} had the {card} and said no!", seat=one(lie.seat), card=card_text(lie.card)
        )
        yield Highlight(Feat.WHOPPER, worth(lie), (lie.seat,), text)
    for seat in sorted({*now.liars} - {lie.seat for lie in lies}):
        text = Text("{seat} was caught telling one.", seat=one(seat))
        yield Highlight(Feat.WHOPPER, 0, (seat,), text)


def _said(state: State) -> tuple[Lie, ...]:
    return () if state.round is None else tuple(lie for lie in state.round.lies if lie.said)


def worth(lie: Lie) -> int:
    """The dearer the card, the better the whopper."""
    return VALUES[fish_of(lie.card)] if lie.card < FISH else 1
