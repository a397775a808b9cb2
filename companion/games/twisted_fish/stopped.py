"""Zingers of Twisted Fish that come to nothing: Divine Intervention, or a Net that was void.

Goes back to the round before; what a Zinger does is zingers.py's.
"""

from companion.frozen import replace
from companion.games.common import one
from companion.games.twisted_fish.asking import on_laid
from companion.games.twisted_fish.cards import (
    BOAT,
    DIVINE,
    LURE,
    NET,
    NO_FISHING,
    WARDEN,
    card_text,
    zinger_bit,
)
from companion.games.twisted_fish.facts import (
    DiverLaid,
    Divine,
    DivineDiscarded,
    Laid,
    NetVoid,
    SixthCard,
    Stopping,
)
from companion.games.twisted_fish.state import (
    Basket,
    How,
    Lie,
    Pending,
    Round,
    Stage,
    State,
    Step,
    Stoppable,
    changed,
    may_throw_divine,
    playing,
    with_round,
)
from companion.games.twisted_fish.turns import at_turn, begun, empty_hand, first_of_turn, pass_on
from companion.games.twisted_fish.whoppers import arrived, flagged
from companion.games.twisted_fish.zingers import diver, said_of, sixth, use
from companion.words import Judged, Refused, Ruling, Text

_STOPS = (WARDEN, NO_FISHING, BOAT, NET, LURE)


def judge(state: State, fact: Stopping) -> Judged[State]:
    """The state after a Zinger was stopped, thrown away or taken back. Raises Refused."""
    match fact:
        case Divine():
            return _divine(state, fact)
        case DivineDiscarded():
            return _thrown_away(state, fact)
        case NetVoid():
            return _net_void(state, fact)


def _net_void(state: State, fact: NetVoid) -> Judged[State]:
    now = playing(state)
    pending = void_net(state)
    if pending is None or pending.asker != fact.asker:
        raise Refused("F-Q4", Text("There is no Net of {seat} to take back.", seat=one(fact.asker)))
    if pending.fish != fact.fish:
        raise Refused("F-Q4", Text("The Net was for another kind."))
    assert pending.untold is not None
    # F-Q4 The Net is as good as any ask: void, it is taken back as if it had never been.
    again = _with_trials(pending.untold, now)
    text = Text("{seat} holds no such kind: the Net goes back into the hand.", seat=one(fact.asker))
    return Judged(with_round(state, again), (Ruling("F-Q4", text, (fact.asker,)),))


def void_net(state: State) -> Pending | None:
    """The Net that may be taken back: nothing has come of it but a "no" a moment ago."""
    now = state.round
    if now is None or now.pending is None or now.pending.how is not How.NET:
        return None
    pending = now.pending
    if now.step is Step.ASKED:
        return pending
    before = pending.untold
    if before is None or not pending.denied or now.step is not Step.TURN:
        return None
    # F-Q4 No card was laid since; who comes, goes or is caught is another matter.
    is_all = now.spent == before.spent | zinger_bit(NET) and _lying(now) == _lying(before)
    return pending if is_all else None


def _lying(now: Round) -> list[tuple[int, int]]:
    return [(basket.fish, basket.missing) for basket in now.baskets]


# --- Divine Intervention ----------------------------------------------------------------------


def _divine(state: State, fact: Divine) -> Judged[State]:
    now = _may_be_stopped(state)
    what = now.stoppable
    if fact.zinger not in _STOPS:
        raise Refused(
            "F-Q19",
            Text("{zinger} names nobody: it can't be stopped.", zinger=card_text(fact.zinger)),
        )
    # F-R9h At once, by whom the Zinger was used on.
    wanted = (fact.zinger, fact.user, fact.seat)
    if what is None or (what.zinger, what.user, what.target) != wanted:
        raise Refused(
            "F-R9h", Text("That Zinger was not just used on {seat}.", seat=one(fact.seat))
        )
    # F-Q20 Nothing else happened: the round is as it was before.
    before = use(state, _with_trials(what.before, now), fact.seat, DIVINE)
    after = use(state, before, fact.user, fact.zinger)
    if fact.picked_up:
        # F-R9h The Zinger may be taken into the hand, and used once more.
        after = _picked_up(state, after, fact)
    text = Text("Divine Intervention! {zinger} has no effect.", zinger=card_text(fact.zinger))
    said = said_of("F-R9h", text, (fact.seat, fact.user))
    goes_on = replace(state, stage=Stage.PLAYING)
    judged = empty_hand(goes_on, after, fact.user, said)
    if judged.state.stage is Stage.PLAYING:
        # F-Q9 House option: also by Divine Intervention in one's own turn.
        judged = empty_hand(goes_on, after, fact.seat, said)
    return flagged(state, _laid_again(judged, what, now))


def may_be_stopped(state: State, what: Stoppable) -> bool:
    """Whether its target has a card to stop it with, next to what it has laid since."""
    try:
        _divine(state, Divine(what.target, what.user, what.zinger, False))
    except Refused:
        return False
    return True


def _laid_again(judged: Judged[State], what: Stoppable, now: Round) -> Judged[State]:
    """The same, with what was laid since the Zinger: it lies there. Raises Refused."""
    # F-Q20 That was another matter, and it was said when it was laid.
    for told in what.laid:
        if judged.state.stage is not Stage.PLAYING:
            break
        judged = replace(judged, state=_lays(judged.state, told))
    after = judged.state.round
    assert after is not None
    counting = replace(after, baskets=_counting(after.baskets, now), lies=_once(after, now))
    return replace(judged, state=with_round(judged.state, counting))


def laid_since(state: State, what: Stoppable) -> Round:
    """The round before a Zinger, but with what was laid since."""
    before = with_round(state, what.before)
    for told in what.laid:
        before = _lays(before, told)
    return playing(before)


def _lays(state: State, told: Laid | DiverLaid | SixthCard) -> State:
    match told:
        case Laid():
            return on_laid(state, told).state
        case DiverLaid():
            return diver(state, told).state
        case SixthCard():
            return sixth(state, told).state


def _once(after: Round, now: Round) -> tuple[Lie, ...]:
    """What is proven after what was laid: nothing is said twice, nor of who was caught."""
    noted = {(lie.seat, lie.card): lie for lie in now.lies}
    found = (noted.get((lie.seat, lie.card), lie) for lie in after.lies)
    return tuple(lie for lie in found if lie in now.lies or lie.seat not in now.liars)


def _counting(baskets: tuple[Basket, ...], now: Round) -> tuple[Basket, ...]:
    """The same baskets, each of them counting or not as it does now."""
    counts = {basket.fish: basket.counts for basket in now.baskets}
    return tuple(replace(basket, counts=counts[basket.fish]) for basket in baskets)


def _may_be_stopped(state: State) -> Round:
    now = state.round
    if state.stage is Stage.LEFTOVERS and now is not None and now.stoppable is not None:
        # F-R9h Also where its user has gone out with it, until leftovers are told.
        return now
    return playing(state)


def _with_trials(before: Round, now: Round) -> Round:
    """The round before, with what the table has since made of whoppers."""
    known = {(lie.seat, lie.card) for lie in before.lies}
    lies = tuple(lie for lie in now.lies if (lie.seat, lie.card) in known)
    baskets = _counting(before.baskets, now)
    return replace(before, baskets=baskets, liars=now.liars, lies=lies)


def _picked_up(state: State, now: Round, fact: Divine) -> Round:
    spent = now.spent & ~zinger_bit(fact.zinger)
    bit = 1 << fact.zinger
    may = tuple(
        mask | bit if place == fact.seat else mask for place, mask in enumerate(now.known.may)
    )
    taken = replace(
        now,
        counts=changed(now.counts, fact.seat, 1),
        spent=spent,
        known=replace(now.known, may=may),
    )
    return arrived(state, taken, fact.zinger, fact.seat, None)


def _thrown_away(state: State, fact: DivineDiscarded) -> Judged[State]:
    state, now, said = at_turn(state, fact.seat)
    # F-Q21 At the beginning of a turn, instead of asking.
    first_of_turn(now)
    # F-R9h Only while another Zinger could still be used.
    # F-Q21 Too late once all seven others have been used.
    if not may_throw_divine(now):
        raise Refused("F-Q21", Text("Too late: Divine Intervention can't be thrown away now."))
    used = use(state, begun(now), fact.seat, DIVINE)
    text = Text("{seat} throws Divine Intervention away and sits out a turn.", seat=one(fact.seat))
    rulings = (*said, *said_of("F-R9h", text, (fact.seat,)))
    if state.setup.any_empty_hand_on_own_turn_ends and not used.counts[fact.seat]:
        return empty_hand(state, used, fact.seat, rulings)
    return flagged(state, pass_on(state, used, rulings))
