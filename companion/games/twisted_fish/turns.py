"""Whose turn it is, how it passes on, and how a round ends in Twisted Fish.

Knows nothing of asks and Zingers: judge.py and zingers.py come here when a turn is done.
"""

from companion.frozen import replace
from companion.games.common import next_seat, one
from companion.games.twisted_fish.cards import KINDS
from companion.games.twisted_fish.pond import drawing
from companion.games.twisted_fish.scoring import close
from companion.games.twisted_fish.state import (
    Acquired,
    How,
    Round,
    Stage,
    State,
    Step,
    at_pond,
    diver_basket,
    may_fish,
    on_own_turn,
    open_cards,
    player,
    playing,
    with_round,
)
from companion.games.twisted_fish.whoppers import beyond_doubt
from companion.words import Judged, Refused, Ruling, Seat, Text

Said = tuple[Ruling, ...]


def at_turn(state: State, seat: Seat, wanted: int = 0) -> tuple[State, Round, Said]:
    """The round as the seat begins to do something in its own turn, perhaps to get one of the
    cards `wanted`, as bits. Raises Refused (F-R2).
    """
    now = playing(state)
    player(state, seat)
    said: Said = ()
    # F-S9 Who goes on says with it that the one before has been to the pond.
    if now.step is Step.FISHING and now.turn != seat:
        after = gone_on(state, now)
        if after is not None and after.turn == seat:
            judged = fished(state, now)
            state, said = judged.state, judged.rulings
            now = playing(state)
    if now.step is Step.FISHING and now.turn == seat:
        raise Refused("F-R5", Text("First {seat} goes fishing.", seat=one(seat)))
    if now.step is Step.ASKED:
        raise Refused("F-R4", Text("First the answer: yes or no?"))
    # F-R2 It goes round to the left, and only whose turn it is may ask.
    if now.turn != seat:
        raise Refused("F-R2", Text("It is {seat}'s turn.", seat=one(now.turn)))
    # F-S14 An ask for what lies in a basket is the one that got it, and was told late.
    if not wanted & open_cards(now):
        # F-S13 Who goes on says with it that nothing from before the last answer is untold.
        now = beyond_doubt(now)
    return state, now, said


def begun(now: Round) -> Round:
    """The round with a new turn begun by something that is no ask."""
    # F-S15 What was laid between two turns was laid before this one.
    now = replace(now, diver_ripe=now.diver_ripe or now.between, closing=None, between=False)
    # F-Q12 With that it is too late to go out with the card of the turn before.
    return replace(now, acquired=None, stoppable=None, pending=None)


def first_of_turn(now: Round) -> None:
    """Refuse (F-Q15) where the turn has begun already."""
    # F-Q15 Before any ask of a turn; each success begins a new turn, Two Fisted does not.
    if not now.fresh:
        raise Refused("F-Q15", Text("That goes at the beginning of a turn only."))


def may_be_asking(state: State, now: Round, seat: Seat) -> bool:
    """Whether it is the seat's turn, or is once it is told that the one before is done."""
    if now.step is Step.FISHING:
        after = gone_on(state, now)
        return after is not None and after.turn == seat
    return now.turn == seat


def fished(state: State, now: Round) -> Judged[State]:
    """The seat at the pond draws an unseen card, if there is a pond; its turn is over."""
    # F-Q24 Who has asked and got an answer is not dead in the water.
    now = replace(now, still=0)
    if not may_fish(now) and not now.drawn:
        # F-Q23 No pond: a failed ask just ends the turn.
        template = "The pond is empty: {seat}'s turn is over."
        if now.pond:
            template = "The pond was empty: {seat}'s turn is over."
        text = Text(template, seat=one(now.turn))
        said = (Ruling("F-Q23", text, (now.turn,)),)
        if _ends_empty(state, now, now.turn):
            # F-Q9 House option: the Lure was the last card, and brought none.
            judged = out(state, now, now.turn)
            return Judged(judged.state, (*said, *judged.rulings))
        return pass_on(state, now, said)
    # F-R5 "Go fish": one card from the pond, and the turn is over.
    # F-Q27 Who does not show the very card has drawn like anybody else.
    drawn = now if now.drawn else drawing(now, now.turn)
    text = Text("{seat} goes fishing.", seat=one(now.turn))
    return pass_on(state, drawn, (Ruling("F-R5", text, (now.turn,)),))


def gone_on(state: State, now: Round) -> Round | None:
    """The round once the seat at the pond is done; None where no other one's turn begins then."""
    after = fished(state, now).state
    going = after.stage is Stage.PLAYING and after.round is not None
    return after.round if going and after.round and after.round.turn != now.turn else None


def pass_on(state: State, now: Round, said: Said = ()) -> Judged[State]:
    """The turn is over: the next seat's begins, or the round ends."""
    # F-S5 Whoever leaves before its turn has begun leaves the one before just over.
    closing = now.turn if now.turn in state.present else now.closing
    after = _next(state, now, closing)
    over, what = _is_over(state, after)
    while not over and not after.counts[after.turn] and not after.pond:
        # F-R12 Without a card and without a pond nobody can do anything: passed over.
        said = (*said, dead_said(after.turn))
        after = _next(state, replace(after, still=after.still + 1), after.closing)
        over, what = _is_over(state, after)
    if over:
        return close(state, after, (*said, Ruling("F-Q24", what, (), "over")))
    return Judged(with_round(state, after), said)


def skipped(judged: Judged[State]) -> Judged[State]:
    """The same; a turn in which nothing at all is left to do is passed over at once."""
    state, now = judged.state, judged.state.round
    if now is None or state.stage is not Stage.PLAYING or now.step is not Step.TURN:
        return judged
    if now.counts[now.turn] or now.pond:
        return judged
    still = replace(now, still=now.still + 1)
    # F-R12 Whose hand is emptied in between is passed over like everybody without a card.
    over = pass_on(state, still, (*judged.rulings, dead_said(now.turn)))
    after = over.state.round
    if after is None or now.stoppable is None:
        return over
    return Judged(replace(over.state, round=replace(after, stoppable=now.stoppable)), over.rulings)


def dead_said(seat: Seat) -> Ruling:
    """Passed over."""
    text = Text("{seat} is dead in the water: passed over.", seat=one(seat))
    return Ruling("F-R12", text, (seat,), "dead")


def went_out(state: State, now: Round, seat: Seat, fish: int, missing: int) -> bool:
    """Whether the seat, which has just laid a basket, has ended the hand with it."""
    if now.counts[seat] or seat == at_pond(now):
        return False  # F-S12 or perhaps with a card that was drawn and not told yet
    if state.setup.any_empty_hand_on_own_turn_ends and on_own_turn(now, seat):
        # F-Q9 House option: any empty hand in one's own turn ends it.
        return True
    # F-R10 Only who has just got a card by asking goes out, by laying the basket it completes.
    # F-R11 Not who loses the last card to an asker, or keeps a Zinger or a useless sixth card.
    # F-Q12 Of two baskets at the end either may be the last, if the card completed one of them.
    got = now.acquired
    return got is not None and got.seat == seat and (got.laid or _completes(got, fish, missing))


def laying(now: Round, seat: Seat, fish: int, missing: int) -> Round:
    """Keep in mind that the card just got has completed a basket."""
    got = now.acquired
    if got is None or got.seat != seat or not _completes(got, fish, missing):
        return now
    # F-Q12 Another basket may follow it and be the last.
    return replace(now, acquired=replace(got, laid=True))


def out(state: State, now: Round, seat: Seat) -> Judged[State]:
    """The seat goes out, and the round is over."""
    text = Text("{seat} is out! The round is over.", seat=one(seat))
    return close(state, now, (Ruling("F-R10", text, (seat,), "out"),), seat)


def empty_hand(state: State, now: Round, seat: Seat, said: Said) -> Judged[State]:
    """After something that is no basket: a hand that it emptied ends nothing, but by option."""
    if _ends_empty(state, now, seat):
        # F-Q9 House option: also by the sixth card or by the last Zinger.
        judged = stoppable_still(now, out(state, now, seat))
        return Judged(judged.state, (*said, *judged.rulings))
    return Judged(with_round(state, now), said)


def stoppable_still(now: Round, judged: Judged[State]) -> Judged[State]:
    """A round that has just ended, with the Zinger that could be stopped before."""
    over = judged.state.round
    assert over is not None
    # F-R9h Whom that Zinger was used on may stop it all the same.
    return replace(judged, state=with_round(judged.state, replace(over, stoppable=now.stoppable)))


def _ends_empty(state: State, now: Round, seat: Seat) -> bool:
    """Whether the house ends a round with a hand as empty as this one."""
    ends = state.setup.any_empty_hand_on_own_turn_ends and on_own_turn(now, seat)
    # F-S12 At the pond a card may have been drawn and not told yet.
    if seat == at_pond(now):
        return False
    return ends and not now.counts[seat]


def _completes(got: Acquired, fish: int, missing: int) -> bool:
    # F-Q9 The Diver in it does not spoil it, if the card just got is one of the four real ones.
    return got.fish == fish and (missing < 0 or got.card != missing)


def _next(state: State, now: Round, closing: Seat | None) -> Round:
    """The next turn, with nothing done in it yet."""
    turn, last = next_seat(state.present, now.turn), now.last_turns
    if len(now.baskets) == len(KINDS):
        # F-Q24 All baskets on the table: everybody after this turn has one more.
        last = len(state.present) if last < 0 else last - 1
    if turn == now.ahead:
        # F-Q24 The last basket was laid in the turn that begins here: it comes before those.
        last = -1
    diver = diver_basket(now)
    # F-Q6 Play has passed on: the real card may take the Diver's place in a later turn, and not
    # when the turn in which its owner laid it is just over.
    later = diver is not None and (diver.seat != closing or diver.seat == turn)
    ripe = diver is not None and (later or now.diver_ripe)
    kept = now.pending if now.pending is not None and now.pending.how is How.NET else None
    return replace(
        now,
        step=Step.TURN,
        turn=turn,
        ahead=None if turn == now.ahead else now.ahead,
        closing=closing,
        between=True,
        fresh=True,
        pending=kept,  # a "no" to the Net can be put right until the next one goes on
        stoppable=None,
        last_turns=last,
        diver_ripe=ripe,
    )


def _is_over(state: State, now: Round) -> tuple[bool, Text]:
    # F-Q24 A full circle of dead in the water in which no card moved.
    if now.still >= len(state.present):
        return True, Text("Everybody is dead in the water: the round is over.")
    # F-Q24 Or all baskets are laid, and everybody has had a last turn.
    if now.last_turns == 0:
        return True, Text("All baskets are laid and the last turns are over.")
    return False, Text("")
