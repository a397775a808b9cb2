"""What the table makes of a whopper: a challenge, a catch, or mercy.

The companion flags, the table decides; it may also know of one that no record proves.
"""

from companion.frozen import replace
from companion.games.common import one
from companion.games.twisted_fish.asking import handing
from companion.games.twisted_fish.cards import cards_of, fish_of
from companion.games.twisted_fish.facts import (
    Announce,
    Caught,
    Challenged,
    Forgiven,
    NetGave,
    Whopper,
)
from companion.games.twisted_fish.scoring import scored
from companion.games.twisted_fish.state import (
    How,
    Lie,
    Pending,
    Round,
    Stage,
    State,
    Step,
    is_scorecard,
    open_cards,
    player,
    with_round,
)
from companion.games.twisted_fish.whoppers import announced, flagged
from companion.games.twisted_fish.zingers import net_handing
from companion.words import Judged, Refused, Ruling, Seat, Text


def challenged(state: State, fact: Challenged) -> Judged[State]:
    """Say what the record proves against a seat, or that it proves nothing. Raises Refused."""
    _round(state)
    player(state, fact.by)
    player(state, fact.seat)
    # F-S8 House option: the companion never says.
    if state.setup.announce is Announce.NEVER:
        raise Refused("F-S8", Text("In this house the companion keeps out of it."))
    text = Text("{by} challenges {seat}.", by=one(fact.by), seat=one(fact.seat))
    asked = Judged(state, (Ruling("F-S8", text, (fact.by, fact.seat)),))
    # F-S8 Only what is proven is said, and whoever it is about.
    told = announced(asked, (fact.seat,))
    if told is not asked:
        return told
    nothing = Text("The record proves nothing against {seat}.", seat=one(fact.seat))
    return Judged(state, (*asked.rulings, Ruling("F-S8", nothing, (fact.seat,))))


def caught(state: State, fact: Caught) -> Judged[State]:
    """The seat told a whopper: its baskets are forfeited. Raises Refused (F-Q3) when too late."""
    now = _round(state)
    seat = _of_round(now, fact.seat)
    # F-R6 All points gained in this round are lost, at once.
    # F-Q2 Every basket on the table now; what comes later counts, and so does the hand.
    baskets = tuple(replace(b, counts=b.counts and b.seat != seat) for b in now.baskets)
    lies, doubted = _of_others(now.lies, seat), _of_others(now.doubted, seat)
    penalised = replace(now, baskets=baskets, lies=lies, doubted=doubted, liars=(*now.liars, seat))
    lost = sum(b.worth for b in now.baskets if b.seat == seat and b.counts)
    text = Text("{seat} is caught telling a whopper: {n} points lost.", seat=one(seat), n=lost)
    if state.setup.whopper is Whopper.WHOLE_ROUND:
        text = Text("{seat} is caught telling a whopper: no basket counts.", seat=one(seat))
    said = (Ruling("F-R6", text, (seat,), "whopper"),)
    if fact.card is not None:
        # F-Q33 Before the asker has gone on the true answer is given as well.
        penalised = _put_right(state, penalised, fact.seat, fact.card)
        # F-Q33 What the card that comes after all proves is what was just settled.
        penalised = replace(penalised, lies=_of_others(penalised.lies, seat))
    judged = Judged(with_round(state, penalised), said)
    if state.stage not in (Stage.PLAYING, Stage.LEFTOVERS):
        # F-Q3 Until the next deal it changes the score of the round in which it was told.
        again = scored(judged.state)
        return Judged(again.state, (*said, *again.rulings))
    return flagged(state, judged)


def forgiven(state: State, fact: Forgiven) -> Judged[State]:
    """The table lets what was announced pass. Raises Refused."""
    now = _round(state)
    if not any(lie.seat == fact.seat and lie.said for lie in now.lies):
        raise Refused("F-Q33", Text("Nothing was said of a whopper of that seat."))
    # F-Q33 The companion flags, and the table decides.
    lies = tuple(lie for lie in now.lies if lie.seat != fact.seat or not lie.said)
    text = Text("The table lets it pass.")
    return Judged(
        with_round(state, replace(now, lies=lies)),
        (Ruling("F-Q33", text, (fact.seat,)),),
    )


def may_put_right(now: Round) -> Pending | None:
    """The ask whose "no" can still be made good: the asker has not gone on."""
    pending = now.pending
    if pending is None or not pending.denied:
        return None
    fishing = now.step is Step.FISHING and not now.drawn
    return pending if fishing or (pending.how is How.NET and now.step is Step.TURN) else None


def still_owed(now: Round, pending: Pending) -> tuple[int, ...]:
    """Which of the cards that were denied may yet change hands."""
    if not now.counts[pending.target]:
        return ()
    asked = cards_of(pending.fish) if pending.how is How.NET else (pending.card,)
    gone = open_cards(now)
    # F-Q33 Not one that has been laid since: its basket is safe.
    return tuple(card for card in asked if not gone >> card & 1)


def _of_others(lies: tuple[Lie, ...], seat: Seat) -> tuple[Lie, ...]:
    return tuple(lie for lie in lies if lie.seat != seat)


def _put_right(state: State, now: Round, seat: Seat, card: int) -> Round:
    pending = may_put_right(now) if state.stage is Stage.PLAYING else None
    if pending is None or pending.target != seat:
        raise Refused("F-Q33", Text("The asker has gone on: the card stays where it is."))
    if pending.how is How.NET:
        if fish_of(card) != pending.fish:
            raise Refused("F-Q33", Text("The Net was for another kind."))
        gave = NetGave(seat, pending.asker, pending.fish, card)
        return replace(net_handing(state, now, gave), pending=None)
    if pending.card != card:
        raise Refused("F-Q33", Text("That card was not asked for."))
    return handing(state, now, seat, pending.asker, card)


def _round(state: State) -> Round:
    # F-Q3 Until the next deal.
    if state.round is None or is_scorecard(state):
        raise Refused("F-Q3", Text("There is no round in which that can have been."))
    return state.round


def _of_round(now: Round, seat: Seat) -> Seat:
    if not 0 <= seat < len(now.counts):
        raise Refused("F-C6", Text("Seat {n} does not play in this round.", n=seat + 1))
    return seat
