"""The table's own pens: towels, hands and cards in play, put right whatever the rules say.

Every card stays counted: what a pen adds comes off the pile, what it takes goes back there.
"""

from companion.frozen import replace
from companion.games.common import more, one, so_many
from companion.games.party_splash.cards import Card, is_gun, stays, towels_of
from companion.games.party_splash.facts import Fixed, Handful
from companion.games.party_splash.piles import refill
from companion.games.party_splash.soaking import end_of
from companion.games.party_splash.state import (
    NOT_YET,
    Dying,
    Now,
    Pick,
    Said,
    Stage,
    State,
    changed,
    is_new,
    most_towels,
    player,
    pushed,
    still_in,
)
from companion.words import Corrected, Refused, Ruling, Seat, Text

EXTRA = 4  # towels more or fewer that a pen may give before the deal
EXTRA_MOST = 9  # more than anybody has


def room_for(state: State, seat: Seat) -> tuple[int, int]:
    """How many towels fewer, as a number below 0, and how many more the pen may write for a seat;
    more than it can have are cut down to that.
    """
    kid, most = state.kids[seat], EXTRA_MOST
    if state.stage in (Stage.WAITING, Stage.RESTING):
        return 1 - _printed(state, seat) - kid.extra, EXTRA - kid.extra
    if is_new(state, seat):
        return 0, 0
    if seat not in state.ring:
        return 0, 0 if state.stack or seat not in state.present else most
    if seat not in still_in(state):
        return 0, 0
    return _least(state) - kid.towels, most if kid.towels < most_towels(state, seat) else 0


def corrected(state: State, fact: Corrected) -> Now:
    """A correction by people: towels more or fewer. Raises Refused."""
    said: Said = ()
    # P-C3 Only seats of this game can be named.
    if not 0 <= fact.seat < len(state.kids):
        raise Refused("P-C3", Text("Seat {n} is not at this table.", n=fact.seat + 1))
    if state.stage in (Stage.WAITING, Stage.RESTING):
        return _extra(state, fact, said)
    # P-S3 Nor is whoever sits down on a seat that was left.
    if is_new(state, fact.seat):
        raise Refused("P-S7", Text("{seat} is not dealt in.", seat=one(fact.seat)))
    if fact.seat not in state.ring:
        return _back(state, fact, said)
    return _towels(state, fact, said)


def handful(state: State, fact: Handful) -> Now:
    """A hand that was miscounted. Raises Refused."""
    said: Said = ()
    seat = player(state, fact.seat)
    # P-S8 Not while a card is picked out of a hand.
    if state.stack and isinstance(state.stack[-1], Pick):
        raise Refused("P-S8", Text("First the open question has to be answered."))
    kid = state.kids[seat]
    if fact.cards == kid.hand:
        raise Refused("P-S8", Text("That is so already."))
    state = _balanced(state, fact.cards - kid.hand)
    # P-S8 The table has the last word on how many cards somebody holds.
    state = changed(state, seat, replace(kid, hand=fact.cards))
    cards = so_many(fact.cards, "card")
    text = Text("{seat} holds {cards}: the table says so.", seat=one(seat), cards=cards)
    return refill(state, seat, (*said, Ruling("P-S8", text, (seat,))))


def fixed(state: State, fact: Fixed) -> Now:
    """Cards in play that are wrong. Raises Refused."""
    said: Said = ()
    seat = player(state, fact.seat)
    # P-S8 Nor while somebody has to answer.
    if state.stack:
        raise Refused("P-S8", Text("First the open question has to be answered."))
    cards = tuple(sorted(fact.cards))
    guns = [card for card in cards if is_gun(card)]
    # P-S8 Even a pen lays only what may lie there.
    if len(set(cards)) != len(cards) or len(guns) > 1 or not all(map(stays, cards)):
        raise Refused("P-S8", Text("Those cards cannot lie there together. Pick fewer."))
    if Card.TIME_OUT in cards and seat == state.birthday:
        raise Refused("P-R10", Text("{kid} is the Birthday kid: no Time Out.", kid=one(seat)))
    kid = state.kids[seat]
    if cards == kid.play:
        raise Refused("P-S8", Text("That is so already."))
    state = _balanced(state, len(cards) - len(kid.play))
    # P-S8 And on what lies before whom.
    state = changed(state, seat, replace(kid, play=cards))
    many = so_many(len(cards), "card")
    text = Text("{seat} has {cards} in play: the table says so.", seat=one(seat), cards=many)
    return state, (*said, Ruling("P-S8", text, (seat,)))


def _extra(state: State, fact: Corrected, said: Said) -> Now:
    kid = state.kids[fact.seat]
    extra = kid.extra + fact.points
    # P-S7 Nobody starts without a towel.
    if not -_printed(state, fact.seat) < extra <= EXTRA or not fact.points:
        raise Refused("P-S7", Text("That is too much, or nothing. Pick another number."))
    kept = more(extra, "towel") if extra else "the usual towels"
    text = Text("{seat} starts with {n}: the table says so.", seat=one(fact.seat), n=kept)
    # P-S7 Before the deal: a towel more or fewer to start with.
    state = changed(state, fact.seat, replace(kid, extra=extra))
    return state, (*said, Ruling("P-S7", text, (fact.seat,)))


def _towels(state: State, fact: Corrected, said: Said) -> Now:
    """Towels of somebody who is in."""
    seat, kid = fact.seat, state.kids[fact.seat]
    if seat not in still_in(state):
        raise Refused("P-S7", Text("First everybody has to answer."))
    towels = min(kid.towels + fact.points, most_towels(state, seat))
    least = _least(state)
    if towels == kid.towels:
        text = "{seat} has all towels already." if fact.points > 0 else "{seat} has those already."
        raise Refused("P-S7", Text(text, seat=one(seat)))
    if towels < least and towels < kid.towels:
        keeps = so_many(least, "towel")
        raise Refused("P-S7", Text("Just now {seat} keeps {n} at least.", seat=one(seat), n=keeps))
    # P-S7 The people have the last word on towels.
    state = changed(state, seat, replace(kid, towels=max(0, towels) if least == 0 else towels))
    said = (*said, _penned(seat, towels))
    if towels < 1 and not least:
        # P-S7 None left: the same question as after a hit, and nobody did it.
        state = pushed(state, Dying(seat, None, 0))
    return state, said


def _back(state: State, fact: Corrected, said: Said) -> Now:
    """Towels for somebody who is out: in again, and perhaps the game is not over."""
    seat = fact.seat
    if seat not in state.present:
        text = Text("{seat} has left. Pick somebody who is at the table.", seat=one(seat))
        raise Refused("P-S7", text)
    if state.stack:
        raise Refused("P-S7", Text("First the open question has to be answered."))
    if fact.points < 1:
        text = Text("{seat} has no towel left. Give one, and {seat} plays on.", seat=one(seat))
        raise Refused("P-S7", text)
    towels = min(fact.points, most_towels(state, seat))
    kid = replace(state.kids[seat], towels=towels, role=None)
    # P-S7 Who gets towels back is in again, and the balloon is not shown any more.
    state = replace(changed(state, seat, kid), ring=tuple(sorted((*state.ring, seat))))
    end = end_of(state)
    # P-S7 If that undoes the end, the game goes on.
    state = replace(state, stage=Stage.OVER if end else Stage.PLAYING, end=end)
    said = (*said, _penned(seat, towels))
    # P-R16n In again without a card.
    return (state, said) if end else refill(state, seat, said)


def _printed(state: State, seat: Seat) -> int:
    attendee = state.kids[seat].attendee
    return 3 if attendee == NOT_YET else towels_of(attendee)


def _least(state: State) -> int:
    """How few towels the pen leaves somebody who is in."""
    return 1 if state.stack or state.stage is Stage.OVER else 0


def _penned(seat: Seat, towels: int) -> Ruling:
    have = so_many(max(0, towels), "towel")
    text = Text("{seat} has {n}: the table says so.", seat=one(seat), n=have)
    return Ruling("P-S7", text, (seat,))


def _balanced(state: State, more: int) -> State:
    """The state with so many cards fewer in the piles. Raises Refused where there are not."""
    # P-S8 No card comes from nowhere.
    if more > state.pile + state.thrown:
        raise Refused("P-S8", Text("There are not so many cards."))
    from_pile = min(more, state.pile)
    return replace(state, pile=state.pile - from_pile, thrown=state.thrown - more + from_pile)
