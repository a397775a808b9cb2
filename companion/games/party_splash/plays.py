"""Cards that are played in a turn, one function a kind of card.

What they hit is answered in hits.py.
"""

from typing import Final

from companion.frozen import replace
from companion.games.common import one
from companion.games.party_splash.cards import Attendee, Card, is_gun, stays
from companion.games.party_splash.facts import Picked, Played
from companion.games.party_splash.hits import shot_at
from companion.games.party_splash.piles import (
    draw,
    dropped,
    give,
    handed,
    laid,
    lifted,
    refill,
    spend,
)
from companion.games.party_splash.ring import NEXT, distance, gun_range, others
from companion.games.party_splash.soaking import eaten, gain
from companion.games.party_splash.state import (
    Area,
    Ball,
    Now,
    Pick,
    Said,
    State,
    Step,
    answering,
    at_turn,
    card_text,
    comes_as,
    holds,
    player,
    popped,
    pushed,
)
from companion.words import Refused, Ruling, Seat, Text

DRAWS: Final = {Card.BACKPACK: 3, Card.LUNCHBOX: 2}
_SAID: Final = {  # what comes of a card, where all have to do something at once
    Card.PIZZA: "{seat} plays {card}: a towel back for everybody.",
    Card.BACKPACK: "{seat} plays {card}, and draws {n}.",
    Card.LUNCHBOX: "{seat} plays {card}, and draws {n}.",
    Card.FAVORS: "{seat} plays {card}: turn up {n} cards, and all take one, {seat} first.",
}
SELF: Final = {Card.CLAW: "P-Q27", Card.SLIP: "P-Q27", Card.TIME_OUT: "P-Q20"}
AIMED: Final = (Card.CLAW, Card.SLIP, Card.BALL, Card.TIME_OUT)


def played(state: State, fact: Played) -> Now:
    """A card of the seat whose turn it is. Raises Refused."""
    said: Said = ()
    holds(at_turn(state, fact.seat, Step.PLAY), fact.seat, 1)
    card = Card(fact.card)
    if card is Card.SPLASH or (card is Card.MISS and fact.target is not None):
        return _splash(state, fact, said)
    if card is Card.MISS:
        raise Refused("P-R4", Text("A Miss is only an answer to a shot."))
    if card not in AIMED:
        if fact.target is not None:
            text = Text("{card} has no target.", card=card_text(state, card))
            raise Refused("P-C3", text)
        return _untargeted(state, fact.seat, card, said)
    return _aimed(state, fact.seat, card, _target(state, fact), said)


def picked(state: State, fact: Picked) -> Now:
    """Which card a Claw or a Slip is for. Raises Refused."""
    said: Said = ()
    top = answering(state, fact.seat, Pick)
    other = state.kids[top.other]
    # P-Q27 A random hand card, or a chosen one in play.
    if (fact.card not in other.play) if fact.card is not None else not other.hand:
        raise Refused("P-Q27", Text("{seat} has no such card.", seat=one(top.other)))
    return _gone(popped(state), fact.seat, top, fact.card, said)


def is_unlimited(state: State, seat: Seat) -> bool:
    """Whether a seat may play any number of Splash cards."""
    # P-R15 With the O.Z. 6400.
    unlimited = Card.OZ in state.kids[seat].play
    # P-R16p Oscar needs none.
    # P-R15 He neither.
    unlimited = unlimited or comes_as(state, seat, Attendee.OSCAR)
    return unlimited


def has_cards(state: State, seat: Seat) -> bool:
    """Whether there is anything to take from a seat."""
    kid = state.kids[seat]
    return bool(kid.hand or kid.play)


# --- Splash -----------------------------------------------------------------------------------


def _splash(state: State, fact: Played, said: Said) -> Now:
    seat, target = fact.seat, _target(state, fact)
    if fact.card == Card.MISS and not comes_as(state, seat, Attendee.MIKA):
        # P-R16c Mika alone splashes with a Miss.
        raise Refused("P-R16c", Text("A Miss is no Splash."))
    # P-R4 One Splash card in a turn.
    if state.splashed and not is_unlimited(state, seat):
        raise Refused("P-R4", Text("{seat} has splashed in this turn.", seat=one(seat)))
    far, reach = distance(state, seat, target), gun_range(state, seat)
    # P-R5 As far as the squirt gun reaches.
    if far > reach:
        text = Text(
            "{target} is {far} away, and {seat} reaches {reach}.",
            target=one(target),
            seat=one(seat),
            far=far,
            reach=reach,
        )
        raise Refused("P-R5", text)
    state, said = spend(state, seat, 1, said)
    # P-R4 That was it for this turn.
    # P-Q8 A Miss that is used as a Splash counts like one.
    state = replace(state, splashed=True)
    text = Text("{seat} splashes {target}!", seat=one(seat), target=one(target))
    said = (*said, Ruling("P-R6", text, (seat, target), "splash"))
    return shot_at(state, seat, target, Card.SPLASH), said


# --- cards without a target -------------------------------------------------------------------


def _untargeted(state: State, seat: Seat, card: Card, said: Said) -> Now:
    if stays(card):
        return _put_down(state, seat, card, said)
    state, said = spend(state, seat, 1, said)
    if card is Card.CHIPS:
        return eaten(state, seat, said)
    cards = DRAWS.get(card, len(state.ring))
    template = _SAID.get(card, "{seat} plays {card}.")
    text = Text(template, seat=one(seat), card=card_text(state, card), n=cards)
    if card in (Card.HOSE, Card.BUCKET):
        said = (*said, Ruling("P-R7", text, (seat,), "area"))
        # P-R7 All others, at any distance; a Hose is no Splash card.
        # P-Q9 Clockwise from the left.
        return pushed(state, Area(seat, card, others(state, seat))), said
    if card is Card.PIZZA:
        said = (*said, Ruling("P-R8", text, (seat,), "chips"))
        for kid in state.ring:
            # P-R8 A towel more for all.
            # P-Q33 With two players left too.
            state = gain(state, kid)
        return state, said
    if card is Card.FAVORS:
        said = (*said, Ruling("P-R9", text, (seat,), "card"))
        for kid in (seat, *others(state, seat)):
            # P-R9 One for each, the chooser first.
            state, said = draw(state, kid, 1, said)
        return state, said
    said = (*said, Ruling("P-R9", text, (seat,), "card"))
    # P-R9 A Backpack is three cards, a Lunchbox two.
    state, said = draw(state, seat, DRAWS[card], said)
    return state, said


def _put_down(state: State, seat: Seat, card: Card, said: Said) -> Now:
    """A gun, a thing or a Water Balloon, before oneself."""
    guns = [c for c in state.kids[seat].play if is_gun(c)]
    # P-R4 No two cards of one name. A gun may replace one of its own name: that is P-Q37.
    if card in state.kids[seat].play and card not in guns:
        text = Text("{seat} has {card} already.", seat=one(seat), card=card_text(state, card))
        raise Refused("P-R4", text)
    text = Text("{seat} puts {card} down.", seat=one(seat), card=card_text(state, card))
    if is_gun(card) and guns:
        # P-R4 One squirt gun: the old one is discarded.
        # P-Q37 At no time are there two.
        state = dropped(state, seat, guns[0])
        text = Text(
            "{seat} puts {card} down, and the old gun goes on the discards.",
            seat=one(seat),
            card=card_text(state, card),
        )
    rule = "P-R11" if card is Card.BALLOON else "P-R4"
    said = (*said, Ruling(rule, text, (seat,), "card"))
    # P-R11 The Water Balloon lies before whoever plays it.
    state = laid(handed(state, seat, -1), seat, card)
    return refill(state, seat, said)


# --- cards at somebody ------------------------------------------------------------------------


def _aimed(state: State, seat: Seat, card: Card, target: Seat, said: Said) -> Now:
    text = Text(
        "{seat} plays {card} at {target}.",
        seat=one(seat),
        target=one(target),
        card=card_text(state, card),
    )
    if card is Card.BALL:
        said = (*said, Ruling("P-R7", text, (seat, target), "ball"))
        # P-R7 The target throws first.
        state = pushed(state, Ball(seat, seat, target))
        # P-R7 It is no Splash card.
        return spend(state, seat, 1, said)
    if card is Card.TIME_OUT:
        said = (*said, Ruling("P-R10", text, (seat, target), "card"))
        return _time_out(state, seat, target, said)
    said = (*said, Ruling("P-R5" if card is Card.CLAW else "P-R9", text, (seat, target)))
    return _claw_or_slip(state, seat, card, target, said)


def _time_out(state: State, seat: Seat, target: Seat, said: Said) -> Now:
    # P-R10 On anybody but the Birthday kid.
    if target == state.birthday:
        text = Text("{kid} is the Birthday kid: no Time Out.", kid=one(target))
        raise Refused("P-R10", text)
    # P-Q20 No second one before the same kid.
    if Card.TIME_OUT in state.kids[target].play:
        raise Refused("P-Q20", Text("{seat} has a Time Out already.", seat=one(target)))
    # P-R10 It lies there until that kid's next turn.
    state = laid(handed(state, seat, -1), target, Card.TIME_OUT)
    return refill(state, seat, said)


def _claw_or_slip(state: State, seat: Seat, card: Card, target: Seat, said: Said) -> Now:
    if not has_cards(state, target):
        raise Refused("P-Q27", Text("{seat} has no card at all.", seat=one(target)))
    far = distance(state, seat, target)
    # P-R5 A Claw reaches one, with all that changes distances; guns do not count.
    if card is Card.CLAW and far > NEXT:
        text = Text(
            "{target} is {far} away, and a Claw reaches {reach}.",
            target=one(target),
            far=far,
            reach=NEXT,
        )
        raise Refused("P-R5", text)
    state, said = spend(state, seat, 1, said)
    kid = state.kids[target]
    pick = Pick(seat, card, target)
    if kid.hand and kid.play or len(kid.play) > 1:
        return pushed(state, pick), said
    return _gone(state, seat, pick, kid.play[0] if kid.play else None, said)


def _gone(state: State, seat: Seat, pick: Pick, card: int | None, said: Said) -> Now:
    """A card of the other seat is taken or discarded."""
    other, claw = pick.other, pick.card == Card.CLAW
    what = Text("a hand card") if card is None else card_text(state, card)
    template = "{seat} takes {what} from {other}." if claw else "{other} discards {what}."
    text = Text(template, seat=one(seat), other=one(other), what=what)
    said = (*said, Ruling("P-Q27", text, (seat, other), "card"))
    if card is None:
        # P-R9 A hand card is discarded by a Slip, and taken by a Claw.
        return give(state, other, seat, said) if claw else spend(state, other, 1, said)
    if claw:
        # P-Q27 What a Claw takes goes into the hand, a Time Out or Water Balloon too.
        return handed(lifted(state, other, card), seat, 1), said
    # P-R9 Discarded.
    return dropped(state, other, card), said


def _target(state: State, fact: Played) -> Seat:
    """Whom a card is played at. Raises Refused."""
    if fact.target is None:
        raise Refused("P-C3", Text("{card} needs a target.", card=card_text(state, fact.card)))
    # P-Q27 Never oneself.
    # P-Q20 Nor is a Time Out for oneself.
    if fact.target == fact.seat:
        rule = SELF.get(Card(fact.card), "P-C3")
        raise Refused(rule, Text("Somebody else has to be the target."))
    return player(state, fact.target)
