"""What everybody knows of the hand of whose turn it is, and whether there is a match in it.

Cards that were shown, and how many are left of all others: nothing that only the hand's owner sees.
"""

from companion.games.split.cards import CARDS, HALVES, RED_JOKER, card_text, cards_in, count, size
from companion.games.split.matches import house, takes
from companion.games.split.state import State, seen, untold
from companion.words import Ruling, Text


def held(state: State, card: int) -> int:
    """How many of a card everybody knows in the hand of whose turn it is."""
    return count(state.shown[state.turn], card)


def hidden(state: State) -> int:
    """How many cards of that hand nobody has seen."""
    return max(0, state.hands[state.turn] - size(state.shown[state.turn]))


def may_hold(state: State, card: int) -> bool:
    """Whether whose turn it is can have that card, by what everybody has seen."""
    # H-C2 Of a hand that everybody has seen nothing else can be played.
    if not hidden(state):
        return held(state, card) > 0
    # H-C3 There are two halves of each.
    return seen(state, card) - held(state, card) < HALVES


def playable(state: State) -> frozenset[int]:
    """The cards that match any that lies open."""
    # H-Q16 A joker matches any card that lies open, and any card a joker that does.
    # H-Q4 What the house's options refuse is not playable.
    return frozenset(card for cards in _taken(state) for card in cards)


def has_match(state: State) -> bool | None:
    """Whether there is a match in that hand; None where somebody has to look."""
    fits = playable(state)
    if any(card in fits for card in cards_in(state.shown[state.turn])):
        return True
    left = [card for card in range(CARDS) for _ in range(HALVES - seen(state, card))]
    fitting = sum(card in fits for card in left)
    # H-Q16 With a joker open no card is left that matches nothing.
    # H-C3 Or fewer than the hand has.
    if hidden(state) > len(left) - fitting:
        return True
    if untold(state):
        return None
    # H-C2 Nothing that could be in it matches.
    return None if hidden(state) and fitting else False


def why(state: State) -> Ruling:
    """What is said where nobody has to look to see that there is a match."""
    most = max(len(cards) for cards in _taken(state))
    if most == CARDS:
        return Ruling("H-Q16", Text("A joker lies open: every card matches it."))
    if most >= RED_JOKER:
        text = Text("A joker lies open: all match it but jokers, and these match the others.")
        return Ruling("H-Q16", text)
    fits, known = playable(state), cards_in(state.shown[state.turn])
    card = next((card for card in known if card in fits), None)
    if card is None:
        text = Text("Too few cards are left that match nothing: one of these does match.")
        return Ruling("H-C3", text)
    text = Text("The {card} was shown before, and matches.", card=card_text(card))
    # H-C2 What stays in a hand that was shown stays known.
    return Ruling("H-C2", text, (state.turn,))


def _taken(state: State) -> list[tuple[int, ...]]:
    """For each card that lies open the cards that match it."""
    options = house(state.setup)
    return [
        takes(lying.face, place.match, options) for place in state.places for lying in place.open
    ]
