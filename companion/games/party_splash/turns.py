"""How a turn goes on: Water Balloon, Time Out, draw, play, discard down, and whose is next.

`go_on` runs after each fact, until somebody has to say something again.
"""

from companion.frozen import replace
from companion.games.common import next_seat, one
from companion.games.party_splash.cards import Attendee, Card, Icon, icon_text
from companion.games.party_splash.facts import Done, Drew, Flip, Flipped, Shed, Showed, Source
from companion.games.party_splash.hits import next_victim, something
from companion.games.party_splash.piles import (
    draw,
    dropped,
    flip,
    give,
    handed,
    laid,
    lifted,
    reshuffled,
    spend,
)
from companion.games.party_splash.ring import others
from companion.games.party_splash.soaking import hurt, saved
from companion.games.party_splash.state import (
    Area,
    Dying,
    Now,
    Said,
    Stage,
    State,
    Step,
    at_turn,
    comes_as,
)
from companion.words import Refused, Ruling, Seat, Text

EACH = 2  # cards that are drawn in a turn
LOOKED_AT = 3  # Robert's
BALLOON_COSTS = 3


def go_on(state: State, said: Said) -> Now:
    """All that happens without a word, until somebody has to answer."""
    while state.stage is Stage.PLAYING:
        after = _on(state, said)
        if after is None:
            break
        state, said = after
    return state, said


# --- facts ------------------------------------------------------------------------------------


def flipped(state: State, fact: Flipped) -> Now:
    """The flip for a Water Balloon or a Time Out. Raises Refused."""
    said: Said = ()
    balloon = fact.what is Flip.BALLOON
    # P-R11 Before drawing, and before a Time Out is looked at.
    at_turn(state, fact.seat, Step.BALLOON if balloon else Step.TIME_OUT)
    state, said = flip(something(state, fact.icon), fact.seat, said)
    text = Text("{seat} flips: {icon}.", seat=one(fact.seat), icon=icon_text(fact.icon))
    said = (*said, Ruling("P-R11" if balloon else "P-R10", text, (fact.seat,), "flip"))
    return (_balloon if balloon else _time_out)(state, fact, said)


def drew(state: State, fact: Drew) -> Now:
    """The first card of a draw from somewhere, the second from the pile. Raises Refused."""
    said: Said = ()
    at_turn(state, fact.seat, Step.DRAW)
    if fact.source is not Source.HAND and fact.target is not None:
        raise Refused("P-C3", Text("Nobody else's hand is meant."))
    first = {Source.PILE: _from_pile, Source.HAND: _from_hand, Source.DISCARD: _from_discard}
    state, said = first[fact.source](state, fact, said)
    state, said = draw(state, fact.seat, 1, said)
    return replace(state, step=Step.PLAY), said


def showed(state: State, fact: Showed) -> Now:
    """Adrian's second card. Raises Refused."""
    said: Said = ()
    at_turn(state, fact.seat, Step.DRAW)
    if not comes_as(state, fact.seat, Attendee.ADRIAN):
        raise Refused("P-R16b", Text("Only Adrian shows the second card."))
    lucky = fact.icon in (Icon.DUCKY, Icon.BUBBLE)
    # P-R16b Ducky or bubble: one more, unseen.
    cards = EACH + lucky
    template = "{seat} draws 2 and shows {icon}."
    if lucky:
        template = "{seat} draws 2, shows {icon}, and draws one more."
    text = Text(template, seat=one(fact.seat), icon=icon_text(fact.icon))
    state, said = draw(something(state, fact.icon), fact.seat, cards, said)
    return replace(state, step=Step.PLAY), (*said, Ruling("P-R16b", text, (fact.seat,)))


def done(state: State, fact: Done) -> Now:
    """No more cards in this turn. Raises Refused."""
    at_turn(state, fact.seat, Step.PLAY)
    after, said = go_on(replace(state, step=Step.SHED), ())
    if not said:
        # P-R3 Somebody has to answer before the next one draws: that the cards are played is news.
        text = Text("{seat} plays no more cards.", seat=one(fact.seat))
        said = (Ruling("P-R3", text, (fact.seat,)),)
    return after, said


def shed(state: State, fact: Shed) -> Now:
    """The hand is discarded down. Raises Refused."""
    said: Said = ()
    at_turn(state, fact.seat, Step.SHED)
    over = excess(state)
    # P-Q32 Exactly what is too much, no card more.
    if fact.cards != over:
        raise Refused("P-Q32", Text("{seat} discards {n}.", seat=one(fact.seat), n=over))
    text = Text("{seat} discards {n}.", seat=one(fact.seat), n=over)
    said = (*said, Ruling("P-R3", text, (fact.seat,), "card"))
    return spend(state, fact.seat, over, said)


def excess(state: State) -> int:
    """Hand cards beyond the towels of whose turn it is."""
    kid = state.kids[state.turn]
    # P-R3 As many cards as towels that are left.
    # P-Q32 Remaining ones, not those of the start.
    return max(0, kid.hand - kid.towels)


def asks_for_source(state: State) -> bool:
    """Whether the draw of whose turn it is needs a word."""
    seat = state.turn
    # P-R16b Adrian's second card, where there is one.
    if comes_as(state, seat, Attendee.ADRIAN) and state.pile + state.thrown >= EACH:
        return True
    # P-R16e Steven may take from any hand.
    # P-Q36 Where a card is in one.
    if comes_as(state, seat, Attendee.STEVEN) and robbed(state):
        return True
    # P-R16j Raymond may take the top discard.
    # P-Q36 Where there is one.
    return comes_as(state, seat, Attendee.RAYMOND) and state.thrown > 0


def robbed(state: State) -> tuple[Seat, ...]:
    """Whose hands Steven may draw from."""
    return tuple(seat for seat in others(state, state.turn) if state.kids[seat].hand)


# --- going on ---------------------------------------------------------------------------------


def _on(state: State, said: Said) -> Now | None:
    """One thing that happens by itself; None where somebody has to say something."""
    if state.stack:
        top = state.stack[-1]
        if isinstance(top, Area):
            return next_victim(state, top, said)
        if isinstance(top, Dying) and state.kids[top.target].towels > 0:
            # P-Q34 Exactly as many as bring the kid to one towel: then it is over.
            return saved(state, top, said)
        return None
    if state.turn not in state.ring:
        # P-Q21 Who is soaked in the own turn ends it.
        # P-Q17 At its start too, without a look at a Time Out.
        # P-S5 And who leaves in it.
        return _next(state, said)
    return _on_turn(state, said)


def _on_turn(state: State, said: Said) -> Now | None:
    play = state.kids[state.turn].play
    match state.step:
        case Step.BALLOON:
            # P-Q18 The Water Balloon first, then the Time Out.
            waits = Card.BALLOON in play
            return None if waits else (replace(state, step=Step.TIME_OUT), said)
        case Step.TIME_OUT:
            waits = Card.TIME_OUT in play
            return None if waits else (replace(state, step=Step.DRAW), said)
        case Step.DRAW:
            return None if asks_for_source(state) else _draws(state, said)
        case Step.PLAY:
            return None
        case Step.SHED:
            return None if excess(state) else _next(state, said)


def _next(state: State, said: Said) -> Now:
    # P-R3 Clockwise.
    turn = next_seat(state.ring, state.turn)
    number = state.round + (turn == state.birthday)
    # P-R4 A new turn, a new Splash.
    state = replace(state, splashed=False)
    return replace(state, turn=turn, step=Step.BALLOON, round=number), said


def _draws(state: State, said: Said) -> Now:
    """A draw without a word."""
    seat = state.turn
    robert = comes_as(state, seat, Attendee.ROBERT)
    if robert and state.pile < LOOKED_AT and state.thrown:
        # P-Q36 Robert looks at three: if there are fewer, the discards are shuffled first.
        state, said = reshuffled(state, said)
    drawn = min(EACH, state.pile + state.thrown)
    template = "{seat} draws {n}."
    if robert:
        # P-R16g Robert keeps two of the top three, and puts the other one back.
        template = "{seat} looks at the top three and keeps {n}; the other one goes back."
        if state.pile < LOOKED_AT:
            # P-Q36 Of fewer than three, as many as there are.
            template = "{seat} draws {n}: there is no third one to put back."
    # P-R3 Two cards.
    state, said = draw(state, seat, EACH, said)
    text = Text(template, seat=one(seat), n=drawn)
    if not drawn:
        return replace(state, step=Step.PLAY), said
    said = (*said, Ruling("P-R16g" if robert else "P-R3", text, (seat,), "card"))
    return replace(state, step=Step.PLAY), said


def _from_pile(state: State, fact: Drew, said: Said) -> Now:
    text = Text("{seat} draws 2.", seat=one(fact.seat))
    said = (*said, Ruling("P-R3", text, (fact.seat,), "card"))
    return draw(state, fact.seat, 1, said)


def _from_hand(state: State, fact: Drew, said: Said) -> Now:
    if not comes_as(state, fact.seat, Attendee.STEVEN):
        raise Refused("P-R16e", Text("Only Steven draws from a hand."))
    # P-Q36 There must be a card in it.
    if fact.target not in robbed(state):
        raise Refused("P-Q36", Text("There is no card to draw in that hand."))
    assert fact.target is not None, "the empty seat is nobody who can be robbed"
    text = Text(
        "{seat} draws a card out of {other}'s hand, and one from the pile.",
        seat=one(fact.seat),
        other=one(fact.target),
    )
    said = (*said, Ruling("P-R16e", text, (fact.seat, fact.target), "card"))
    # P-R16e A random card of that hand.
    return give(state, fact.target, fact.seat, said)


def _from_discard(state: State, fact: Drew, said: Said) -> Now:
    if not comes_as(state, fact.seat, Attendee.RAYMOND):
        raise Refused("P-R16j", Text("Only Raymond draws the top discard."))
    text = Text("{seat} draws the top discard, and one from the pile.", seat=one(fact.seat))
    said = (*said, Ruling("P-R16j", text, (fact.seat,), "card"))
    # P-R16j The top discard.
    state = replace(handed(state, fact.seat, 1), thrown=state.thrown - 1)
    return state, said


def _balloon(state: State, fact: Flipped, said: Said) -> Now:
    state = replace(state, step=Step.TIME_OUT)
    seat = fact.seat
    if fact.icon == Icon.SNORKEL:
        text = Text("The Water Balloon bursts over {seat}!", seat=one(seat))
        said = (*said, Ruling("P-R11", text, (seat,), "burst"))
        # P-R11 It is discarded.
        state = dropped(state, seat, Card.BALLOON)
        # P-R11 Three towels, and nobody is the cause.
        # P-Q14 No reward, no penalty, nothing for Lil' Brudder.
        return hurt(state, seat, BALLOON_COSTS, None, said)
    # P-Q19 To the first on the left who has none.
    free = [s for s in others(state, seat) if Card.BALLOON not in state.kids[s].play]
    if not free:
        return state, said
    text = Text(
        "{seat} passes the Water Balloon on to {other}.", seat=one(seat), other=one(free[0])
    )
    # P-R11 It is passed to the left.
    state = laid(lifted(state, seat, Card.BALLOON), free[0], Card.BALLOON)
    return state, (*said, Ruling("P-R11", text, (seat, free[0]), "card"))


def _time_out(state: State, fact: Flipped, said: Said) -> Now:
    seat = fact.seat
    # P-R10 Discarded either way.
    state = dropped(state, seat, Card.TIME_OUT)
    if fact.icon == Icon.DUCKY:
        text = Text("{seat}'s time out is over. Its card goes on the discards.", seat=one(seat))
        # P-R10 A ducky: play on.
        return replace(state, step=Step.DRAW), (*said, Ruling("P-R10", text, (seat,)))
    text = Text("{seat} sits this turn out. The Time Out goes on the discards.", seat=one(seat))
    # P-R10 Anything else: the turn is skipped.
    return _next(state, (*said, Ruling("P-R10", text, (seat,), "card")))
