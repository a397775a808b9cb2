"""Answers to what hits a kid: flips, Misses, Splashes thrown back, or a towel.

What a lost towel brings about is in soaking.py; who is hit by which card, in plays.py.
"""

from companion.frozen import replace
from companion.games.common import one
from companion.games.party_splash.cards import Attendee, Card, Icon, icon_text
from companion.games.party_splash.facts import Flip, Flipped, Missed, Threw, Took
from companion.games.party_splash.piles import flip, refill, spend
from companion.games.party_splash.soaking import fall, hurt
from companion.games.party_splash.state import (
    Area,
    Ball,
    Bucket,
    Now,
    Said,
    Shot,
    State,
    answering,
    card_text,
    comes_as,
    holds,
    player,
    popped,
    pushed,
    swapped,
)
from companion.words import Refused, Ruling, Seat, Text


def shot_at(state: State, by: Seat, target: Seat, card: int) -> State:
    """Water flies: the state with the question what the target does."""
    kid = state.kids[target]
    need = 1
    if card == Card.SPLASH and comes_as(state, by, Attendee.JAMES):
        # P-R16m James: his Splash needs two Misses.
        # P-Q6 His Splash cards alone: a Hose is none.
        need = 2
    flips: tuple[Flip, ...] = ()
    if comes_as(state, target, Attendee.DARREN):
        # P-R16f Darren flips as with a Hat, and twice with a real one.
        flips = (Flip.POWER,)
    if Card.HAT in kid.play:
        # P-R6 A Hat may be flipped.
        # P-Q5 Against a Hose as well.
        # P-Q7 Each of them once a shot.
        flips = (Flip.HAT, *flips)
    return pushed(state, Shot(by, target, card, need, 0, flips))


def flipped(state: State, fact: Flipped) -> Now:
    """The target flips for its Hat, or as Darren. Raises Refused."""
    said: Said = ()
    top = state.stack[-1] if state.stack else None
    player(state, fact.seat)
    if isinstance(top, Bucket | Ball) and top.target == fact.seat:
        # P-R7 Neither a Hat nor a Miss helps against a Water Bucket or a Beach Ball.
        # P-Q5 Darren's flip does not either.
        raise Refused("P-R7", Text("Only a Splash helps here."))
    top = answering(state, fact.seat, Shot)
    # P-Q35 Flips come first, and each once.
    if fact.what not in top.flips:
        raise Refused("P-Q35", Text("{seat} has no such flip left.", seat=one(fact.seat)))
    state, said = flip(something(state, fact.icon), fact.seat, said)
    top = replace(top, flips=tuple(what for what in top.flips if what is not fact.what))
    text = Text("{seat} flips: {icon}.", seat=one(fact.seat), icon=icon_text(fact.icon))
    rule = "P-R16f" if fact.what is Flip.POWER else "P-R6"
    said = (*said, Ruling(rule, text, (fact.seat,), "flip"))
    # P-R6 A ducky cancels the shot, or one of two Misses.
    got = top.got + (fact.icon == Icon.DUCKY)
    return _stopped(state, replace(top, got=got), said)


def something(state: State, icon: int) -> State:
    """The same state. Raises Refused (P-Q29) for an icon where there is no card to flip."""
    # P-Q29 Without any card a flip shows no icon.
    if not state.pile + state.thrown and icon != Icon.NONE:
        raise Refused("P-Q29", Text("There is no card to flip: that shows no icon."))
    # P-S11 Only icons that are on a card of this deck.
    if not state.deck.icons[icon] and state.pile + state.thrown:
        text = Text("No card of this deck shows that: {icon}.", icon=icon_text(icon))
        raise Refused("P-S11", text)
    return state


def missed(state: State, fact: Missed) -> Now:
    """A Miss against a shot. Raises Refused."""
    said: Said = ()
    top = answering(state, fact.seat, Shot)
    if not _is(state, fact.seat, fact.card, Card.MISS):
        text = Text("{card} is no Miss.", card=card_text(state, fact.card))
        raise Refused("P-R6", text)
    state, said = spend(holds(state, fact.seat, 1), fact.seat, 1, said)
    text = Text(
        "{seat} answers with {card}.", seat=one(fact.seat), card=card_text(state, fact.card)
    )
    said = (*said, Ruling("P-R6", text, (fact.seat,), "card"))
    # P-R6 A Miss cancels it.
    top = replace(top, got=top.got + 1)
    # P-Q35 No flip after a Miss.
    top = replace(top, flips=())
    return _stopped(state, top, said)


def threw(state: State, fact: Threw) -> Now:
    """A Splash thrown away, against a Water Bucket or in a Beach Ball. Raises Refused."""
    said: Said = ()
    player(state, fact.seat)
    top = state.stack[-1] if state.stack else None
    if not isinstance(top, Bucket | Ball):
        top = answering(state, fact.seat, Bucket)
    top = answering(state, fact.seat, type(top))
    if not _is(state, fact.seat, fact.card, Card.SPLASH):
        text = Text("{card} is no Splash.", card=card_text(state, fact.card))
        raise Refused("P-R7", text)
    state, said = spend(holds(state, fact.seat, 1), fact.seat, 1, said)
    text = Text("{seat} throws {card} away.", seat=one(fact.seat), card=card_text(state, fact.card))
    said = (*said, Ruling("P-R7", text, (fact.seat,), "card"))
    if isinstance(top, Bucket):
        # P-R7 That is all that a Water Bucket wants.
        return popped(state), said
    # P-R7 The ball flies back.
    return swapped(state, replace(top, other=top.target, target=top.other)), said


def took(state: State, fact: Took) -> Now:
    """Nothing more is done against it: a towel. Raises Refused."""
    said: Said = ()
    player(state, fact.seat)
    top = state.stack[-1] if state.stack else None
    if isinstance(top, Ball):
        return _ball_lost(state, answering(state, fact.seat, Ball), said)
    if isinstance(top, Bucket):
        hit: Shot | Bucket = answering(state, fact.seat, Bucket)
    else:
        hit = answering(state, fact.seat, Shot)
    return hurt(popped(state), fact.seat, 1, hit.by, said)


def next_victim(state: State, area: Area, said: Said) -> Now:
    """A Hose or a Water Bucket comes to its next seat, or is empty."""
    left = tuple(seat for seat in area.left if seat in state.ring)
    if not left:
        state = popped(state)
        if not area.fallen:
            return state, said
        # P-Q9 House option: soaked together, with one look at the end.
        return fall(state, area.fallen, area.by, said)
    seat, *rest = left
    # P-Q9 One after another, clockwise, each to the end.
    state = swapped(state, replace(area, left=tuple(rest)))
    if area.card == Card.BUCKET:
        return pushed(state, Bucket(area.by, seat)), said
    return shot_at(state, area.by, seat, area.card), said


def _stopped(state: State, shot: Shot, said: Said) -> Now:
    """The shot goes on, or is cancelled."""
    if shot.got < shot.need:
        return swapped(state, shot), said
    text = Text("{seat} stays dry.", seat=one(shot.target))
    said = (*said, Ruling("P-R6", text, (shot.target,), "dry"))
    return popped(state), said


def _ball_lost(state: State, ball: Ball, said: Said) -> Now:
    """The seat whose throw it is does not throw."""
    state = popped(state)
    for seat in (ball.target, ball.other):
        # P-Q28 The match is decided: Karen may draw again.
        state, said = refill(state, seat, said)
    # P-Q14 Whoever loses the own Beach Ball: nobody did it.
    by = None if state.turn == ball.target else state.turn
    return hurt(state, ball.target, 1, by, said)


def _is(state: State, seat: Seat, card: int, wanted: Card) -> bool:
    """Whether a card counts as the wanted one of Splash and Miss for a seat."""
    if comes_as(state, seat, Attendee.MIKA):
        # P-R16c Mika: they are interchangeable.
        # P-Q8 Against a Water Bucket and in a Beach Ball too.
        return card in (Card.SPLASH, Card.MISS)
    return card == wanted
