"""What the rows of SPLIT are told at: cards turned up, boards, hands, and a pile that runs dry."""

from collections.abc import Iterator
from typing import Any

from companion.games.split import rules as split
from companion.games.split.cards import BLACK_JOKER as BLACK_JOKER
from companion.games.split.cards import RED_JOKER as RED_JOKER
from companion.games.split.cards import card_of
from companion.games.split.facts import (
    Claimed,
    Dealt,
    Fixed,
    Placed,
    Played,
    Searched,
    Setup,
    Turned,
)
from companion.games.split.practice import PRACTICE
from companion.games.split.state import State, legal_spaces
from companion.words import Seat

SPADE, HEART, DIAMOND, CLUB = range(4)
ACE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING = range(13)

DEAL = Dealt(Seat(0))  # the next seat begins


def card(suit: int, rank: int) -> int:
    return card_of(suit, rank)


def hand(*cards: int) -> tuple[int, ...]:
    """A hand as it is shown: the second half of a card where it holds both."""
    return tuple(2 * c + cards[:n].count(c) for n, c in enumerate(cards))


def up(*cards: int) -> tuple[Turned, ...]:
    """The ten cards that lie face up."""
    return tuple(Turned(place, c) for place, c in enumerate(cards))


REST = (  # nine ranks; nothing lies open of the four, the ace, the jack and the queen
    card(HEART, KING), card(DIAMOND, SEVEN), card(CLUB, NINE), card(SPADE, TWO),
    card(HEART, THREE), card(DIAMOND, FIVE), card(CLUB, SIX), card(SPADE, EIGHT),
    card(HEART, TEN),
)  # fmt: skip
UP = up(card(SPADE, FOUR), *REST)
UP_WITH_JOKERS = up(RED_JOKER, BLACK_JOKER, *REST[1:])
NO_MATCH = hand(*(card(suit, rank) for suit in (SPADE, HEART) for rank in (ACE, JACK, QUEEN)),
                card(CLUB, ACE))  # fmt: skip
BLACK = hand(*(card(suit, rank) for suit in (SPADE, CLUB) for rank in (ACE, JACK, QUEEN)),
             card(SPADE, ACE))  # fmt: skip

# Hearts on the first two spaces alone, spades on the second and the third.
RARE = ("H SH S D C D C D C D", *("D C D C D C D C D C", "C D C D C D C D C D") * 4,
        "D C D C D C D C D C")  # fmt: skip

CHECKERED = (  # spaces of which none touches another of the same list
    tuple(n for n in range(100) if (n // 10 + n) % 2 == 0),
    tuple(n for n in range(100) if (n // 10 + n) % 2 == 1),
)


def shown_spaces(*covered: int) -> list[str]:
    """The suits of the practice board as the view has them, with chips on these spaces."""
    suits = [entry for line in PRACTICE for entry in line.split()]
    return ["" if n in covered else entry for n, entry in enumerate(suits)]


def claims(seat: Seat, times: int = 1) -> tuple[Any, ...]:
    """The seat shows so many hands without a match."""
    return (Claimed(seat), Searched(seat, False)) * times


# Half by half, so that each of these makes a weak match: what is covered, and what is played.
_FROM_TWO = ((0, CLUB), (0, SPADE), (0, CLUB), (1, DIAMOND), (1, HEART), (1, DIAMOND))
_BY_A_BLACK_JOKER = ((1, HEART), (0, SPADE), *_FROM_TWO)
_BY_A_RED_JOKER = ((0, SPADE), (1, HEART), *_FROM_TWO)
DRY_SEATS = 6


def dry(more: int = 0) -> tuple[Any, ...]:
    """Six play weak matches alone, until the pile is empty, and so many `more`.

    Nothing is discarded. The table's pen takes each chip off again: no path, no last chip.
    """
    return tuple(_dry(more))


def _dry(more: int) -> Iterator[Any]:
    state = split.start(Setup(DRY_SEATS))
    for fact in (DEAL, *up(*(card(SPADE, rank) for rank in range(JACK)))):
        state = split.judge(state, fact).state
        yield fact
    for spot, played in _weak_plays():
        if not state.pile:
            if not more:
                return
            more -= 1
        for fact in _weak_turn(state, spot, played):
            state = split.judge(state, fact).state
            yield fact


def _weak_turn(state: State, spot: int, played: int) -> Iterator[Any]:
    seat, play = state.turn, Played(state.turn, spot, played)
    space = legal_spaces(split.judge(state, play).state)[0]
    yield from (play, Placed(seat, space), Fixed(space, None))


def _weak_plays() -> Iterator[tuple[int, int]]:
    """Where, and what: all that ten ranks give, then three more by way of a joker each."""
    for half, suit in ((0, HEART), *_FROM_TWO):
        yield from ((2 * rank + half, card(suit, rank)) for rank in range(JACK))
    by_joker = (
        (BLACK_JOKER, JACK, 0, _BY_A_BLACK_JOKER),
        (BLACK_JOKER, QUEEN, 0, _BY_A_BLACK_JOKER),
        (RED_JOKER, KING, 1, _BY_A_RED_JOKER),
    )
    for place, (joker, rank, covered, plays) in enumerate(by_joker):
        yield 2 * place + covered, joker
        yield from ((2 * place + half, card(suit, rank)) for half, suit in plays)
