"""Hands without a match: shown, judged, exchanged.

The table may judge a hand by itself, or show it to the companion card by card.
"""

from companion.frozen import replace
from companion.games.common import one, put, so_many
from companion.games.split.cards import CARDS, HALVES, HAND, card_text, count, one_card
from companion.games.split.facts import Claimed, Searched, Shown, Spent
from companion.games.split.knowing import has_match, playable, why
from companion.games.split.state import State, Step, at_turn, is_light, refereed, seen, untold
from companion.games.split.turns import Said, pass_on, shuffled, without_play
from companion.words import Judged, Refused, Ruling, Seat, Text


def claimed(state: State, fact: Claimed) -> Judged[State]:
    """A seat shows its hand: no match. Raises Refused."""
    state = replace(at_turn(state, fact.seat, Step.TURN), drew=None)
    text = Text("{seat} has no match and shows the hand.", seat=one(fact.seat))
    # H-R8 Who cannot make a match shows the hand.
    said: Said = (Ruling("H-R8", text, (fact.seat,), "claim"),)
    if is_light(state):
        return Judged(replace(state, step=Step.CLAIM), said)
    if not state.hands[fact.seat]:
        return _exchanged(state, fact.seat, said)
    found = has_match(state)
    if found:
        # H-Q16 Nobody has to look: the claim is false.
        return _false(state, (*said, why(state)))
    if found is False:
        # H-C2 Nor where everybody knows that it is right.
        return _exchanged(state, fact.seat, said)
    return Judged(replace(state, step=Step.CLAIM), said)


def searched(state: State, fact: Searched) -> Judged[State]:
    """The others have looked at the hand. Raises Refused."""
    at_turn(state, fact.seat, Step.CLAIM)
    if fact.found:
        # H-R8 A playable card was seen: the hand is kept, and the turn is over.
        return _false(state, ())
    if is_light(state):
        text = Text("{seat} takes seven new cards and tries again.", seat=one(fact.seat))
        said = (Ruling("H-R8", text, (fact.seat,), "exchange"),)
        return Judged(replace(state, step=Step.TURN), said)
    return _exchanged(state, fact.seat, ())


def shown(state: State, fact: Shown) -> Judged[State]:
    """A hand card by card: the companion looks itself. Raises Refused (H-C2, H-C3)."""
    at_turn(refereed(state), fact.seat, Step.CLAIM)
    _is_a_hand(state, fact)
    cards = tuple(half // HALVES for half in fact.cards)
    bag = sum(map(one_card, cards))
    fits = playable(state)
    found = next((card for card in cards if card in fits), None)
    # H-C2 What was shown is known from here on.
    known = replace(state, shown=put(state.shown, fact.seat, bag))
    if found is None:
        # H-C2 The companion judges it against the cards that lie open.
        return _exchanged(known, fact.seat, ())
    text = Text("The {card} matches.", card=card_text(found))
    # H-Q15 What the companion finds counts like an opponent seeing it.
    return _false(known, (Ruling("H-Q15", text, (fact.seat,)),))


def spent(state: State, fact: Spent) -> Judged[State]:
    """Light: the pile would need a second shuffle. Raises Refused."""
    if not is_light(state):
        raise Refused("H-S10", Text("The companion counts the pile itself."))
    # H-Q25 A turn is a play or a claim, in a light game, too: first the hand is shown.
    at_turn(state, fact.seat, Step.CLAIM)
    # H-S10 A light game takes the table's word that no card is left to exchange.
    return without_play(state, (_spent_said(fact.seat),))


def _is_a_hand(state: State, fact: Shown) -> None:
    """Refuse what cannot be the hand of the seat."""
    missing = untold(state)
    if missing:
        raise Refused("H-C2", Text("First: which card lies at place {n}?", n=missing[0] + 1))
    held = state.hands[fact.seat]
    # H-C2 All of the hand, and nothing but the hand.
    if len(fact.cards) != held or len(set(fact.cards)) != held:
        text = Text("{seat} has {n}.", seat=one(fact.seat), n=so_many(held, "card"))
        raise Refused("H-C2", text)
    cards = [half // HALVES for half in fact.cards]
    before = state.shown[fact.seat]
    for card in range(CARDS):
        n = cards.count(card)
        if n < count(before, card):
            text = Text(
                "{seat} showed the {card} before.", seat=one(fact.seat), card=card_text(card)
            )
            raise Refused("H-C2", text)
        # H-C3 In a shown hand, too, there is no third half.
        if n + seen(state, card) - count(before, card) > HALVES:
            text = Text("Both halves of the {card} are out already.", card=card_text(card))
            raise Refused("H-C3", text)


def _false(state: State, said: Said) -> Judged[State]:
    """The claim is false: the hand is kept and the turn is over."""
    text = Text(
        "There is a match: {seat} keeps the hand, and the turn is over.", seat=one(state.turn)
    )
    # H-Q24 A false claim breaks the circle.
    kept = replace(state, blanks=0)
    # H-Q15 Nothing was played, so nothing is drawn.
    return pass_on(kept, (*said, Ruling("H-Q15", text, (state.turn,), "false")))


def _exchanged(state: State, seat: Seat, said: Said) -> Judged[State]:
    """The claim is right: the hand is exchanged, as far as there are cards."""
    held, bag = state.hands[seat], state.shown[seat]
    new = min(HAND, state.pile + state.thrown + held)
    again = new > state.pile
    # H-Q22 A second shuffle in the same turn, or nothing to draw: the hand is kept.
    if not new or (again and state.reshuffled):
        return without_play(state, (*said, _spent_said(seat)))
    # H-R8 The whole hand is discarded, and seven are drawn.
    state = replace(state, thrown=state.thrown + held, discarded=state.discarded + bag)
    template = "No match: {seat} throws {held} away and draws {new}. Try again."
    if again:
        template = (
            "No match: {seat} throws {held} away, the discards are shuffled on the "
            "way, and {seat} draws {new}. Try again."
        )
        # H-Q22 First from the pile, then from the discards, those just thrown included.
        state = replace(shuffled(state), reshuffled=True)
    # H-Q22 As many as there are.
    hands = put(state.hands, seat, new)
    state = replace(state, pile=state.pile - new, hands=hands, shown=put(state.shown, seat, 0))
    text = Text(template, seat=one(seat), held=so_many(held, "card"), new=new)
    ruling = Ruling("H-R8", text, (seat,), "exchange")
    return Judged(replace(state, step=Step.TURN), (*said, ruling))


def _spent_said(seat: Seat) -> Ruling:
    text = Text(
        "No new cards can come: {seat} keeps the hand, and the turn is over.", seat=one(seat)
    )
    return Ruling("H-Q22", text, (seat,), "spent")
