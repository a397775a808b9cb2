"""What may be told at any time in Twisted Fish: baskets, Zingers, whoppers, who comes and goes.

A Zinger is offered to everybody until it has been used: nobody's hand is given away.
"""

from functools import lru_cache, partial

from companion.frozen import replace
from companion.games.common import CACHE_SIZE, NOBODY, correction, offer, one, one_of, seatings
from companion.games.twisted_fish.cards import (
    BASKET,
    BOAT,
    DIVER,
    DIVINE,
    FISH,
    KINDS,
    LURE,
    NET,
    TWO_FISTED,
    WARDEN,
    card_text,
    cards_of,
    cards_text,
    kinds_text,
)
from companion.games.twisted_fish.facts import (
    Agreed,
    Announce,
    AskVoid,
    Boat,
    Caught,
    Challenged,
    Dead,
    Dealt,
    DiverLaid,
    Divine,
    DivineDiscarded,
    Laid,
    Lured,
    Netted,
    NetVoid,
    SixthCard,
    TwoFisted,
    Warden,
)
from companion.games.twisted_fish.seating import stops
from companion.games.twisted_fish.state import (
    PLAYERS_MOST,
    How,
    Pending,
    Round,
    Stage,
    State,
    Step,
    all_laid,
    diver_basket,
    has_basket,
    is_scorecard,
    is_spent,
    may_throw_divine,
    most_held,
    on_own_turn,
    open_cards,
    opponents,
)
from companion.games.twisted_fish.stopped import may_be_stopped, void_net
from companion.games.twisted_fish.trial import may_put_right, still_owed
from companion.games.twisted_fish.turns import gone_on
from companion.words import Ask, Choice, Seat, Slot, Text

_PEN = (-25, -10, -5, 5, 10, 25)


def offers(state: State) -> tuple[Ask, ...]:
    """All that may be told now, and need not."""
    now = state.round
    if now is None or is_scorecard(state):
        return _always(state)
    told = _whoppers(state, now)
    if state.stage is not Stage.PLAYING:
        late = _stops(state, now) if state.stage is Stage.LEFTOVERS else []
        return (*late, *told, *_always(state))
    return (*_of_this_step(state, now), *_any_time(state, now), *told, *_always(state))


def tellers(state: State, *seats: Seat) -> tuple[Seat, ...]:
    """Who may tell it: whom it is about, or everybody where the house allows that."""
    # F-S10 House option: everybody may tell for everybody.
    if state.setup.everybody_tells:
        return state.present
    there = tuple(seat for seat in dict.fromkeys(seats) if seat in state.present)
    # F-S10 Of who has left anybody tells.
    return there or state.present


# --- Zingers and baskets ----------------------------------------------------------------------


def _of_this_step(state: State, now: Round) -> tuple[Ask, ...]:
    offered = _stops(state, now)
    if now.pending is not None and now.pending.how is How.ASK and now.step is not Step.TURN:
        offered.append(_void(state, now.pending))
    net = void_net(state)
    if net is not None:
        offered.append(_void(state, net))
    before = now.step is Step.FISHING and not now.drawn
    if before and not is_spent(now, TWO_FISTED) and now.counts[now.turn]:
        again = Choice("two_fisted", Text("Two Fisted Fisherman"), TwoFisted(now.turn))
        offered.append(offer(Text("Ask again?"), tellers(state, now.turn), again, "two_fisted"))
    # F-S9 Whose turn comes then may also be dead in the water, or use a Zinger instead.
    going = gone_on(state, now) if now.step is Step.FISHING else now
    if going is not None and going.step is Step.TURN and going.counts[going.turn]:
        offered += _turn(state, going, going.turn)
    return tuple(offered)


def _stops(state: State, now: Round) -> list[Ask]:
    what = now.stoppable
    if what is None or is_spent(now, DIVINE) or not most_held(what.before, what.target):
        return []
    if what.laid and not may_be_stopped(state, what):
        return []
    stop = Divine(what.target, what.user, what.zinger, False)
    take = Divine(what.target, what.user, what.zinger, True)
    choices = (
        Choice("divine", Text("Stops it"), stop),
        Choice("divine_take", Text("Stops it and takes it"), take),
    )
    text = Text("Divine Intervention against {zinger}?", zinger=card_text(what.zinger))
    return [Ask(text, tellers(state, what.target), choices, must=False, topic="divine")]


def _void(state: State, pending: Pending) -> Ask:
    asker = one(pending.asker)
    label = Text("{seat} takes the ask back", seat=asker)  # whom was asked may say so, too
    void = Choice("void", label, AskVoid(pending.asker, pending.card))
    if pending.how is How.NET:
        label = Text("{seat} takes the Net back", seat=asker)
        void = Choice("void", label, NetVoid(pending.asker, pending.fish))
    text = Text("{seat} had no such kind?", seat=asker)
    return offer(text, tellers(state, pending.asker, pending.target), void, "void")


def _turn(state: State, now: Round, seat: Seat) -> list[Ask]:
    who = tellers(state, seat)
    offered = [_dead(seat, bool(now.pond), who)]
    if not now.fresh:
        return offered
    others = opponents(state, seat)
    choices: list[Choice] = []
    kinds = tuple(fish for fish in range(len(KINDS)) if not all_laid(now, fish))
    if not is_spent(now, NET) and now.counts[seat] > 1 and kinds:
        choices.append(_net(seat, others, kinds))
    lying = open_cards(now)
    if not is_spent(now, LURE) and len(kinds):
        choices.append(_lure(seat, others, lying))
    if may_throw_divine(now):
        # F-Q21 As long as it is not too late, and whoever holds it.
        throw = Text("Throws Divine Intervention away")
        choices.append(Choice("throw", throw, DivineDiscarded(seat)))
    # Those for any time, too: all that whose turn it is may use is one line.
    any_time = _zingers(state, now)
    choices += [_used_by(seat, one) for one in any_time if seat in one.slots[0].options]
    if choices:
        text = Text("A Zinger?")
        offered.append(Ask(text, who, tuple(choices), must=False, topic="turn_zinger"))
    return offered


def _asker(state: State, now: Round) -> Seat | None:
    """Whose turn it is, or comes, before anything was asked."""
    going = gone_on(state, now) if now.step is Step.FISHING else now
    on = going is not None and going.step is Step.TURN and going.fresh and going.counts[going.turn]
    return going.turn if going is not None and on else None


@lru_cache(CACHE_SIZE)
def _used_by(seat: Seat, choice: Choice) -> Choice:
    """A Zinger for any time as whose turn it is uses it."""
    _, slot = choice.slots
    if slot.other_than:
        slot = replace(slot, options=tuple(other for other in slot.options if other != seat))
    return replace(choice, fact=replace(choice.fact, seat=seat), slots=(slot,))


@lru_cache(CACHE_SIZE)
def _dead(seat: Seat, pond: bool, who: tuple[Seat, ...]) -> Ask:
    draws = Choice("dead_draw", Text("Dead in the water: draws"), Dead(seat, True))
    passes = Choice("dead_pass", Text("Dead in the water: passed over"), Dead(seat, False))
    choices = (draws, passes) if pond else (passes,)
    return Ask(Text("Nothing to ask?"), who, choices, must=False, topic="dead_offer")


@lru_cache(CACHE_SIZE)
def _net(seat: Seat, others: tuple[Seat, ...], kinds: tuple[int, ...]) -> Choice:
    fish = Slot("fish", kinds, of="fish", labels=kinds_text(kinds))
    slots = (Slot("target", others, other_than="asker", preset=True), fish)
    return Choice("net", Text("The Net"), Netted(seat, NOBODY, 0), slots)


@lru_cache(CACHE_SIZE)
def _lure(seat: Seat, others: tuple[Seat, ...], lying: int) -> Choice:
    cards = tuple(card for card in range(FISH) if not lying >> card & 1)
    card = Slot("card", cards, of="card", labels=cards_text(cards))
    slots = (Slot("target", others, other_than="asker", preset=True), card)
    return Choice("lure", Text("The Lure"), Lured(seat, NOBODY, 0), slots)


def _any_time(state: State, now: Round) -> tuple[Ask, ...]:
    if now.step is Step.ASKED:
        return ()
    # F-S12 With the card that was drawn a moment ago.
    rich, free = _rich(state, now), _free(now)
    offered: list[Ask] = []
    if rich and free:
        # F-Q13 A basket is an offer: nobody has to lay one.
        offered.append(_basket(rich, free))
    choices = _zingers(state, now)
    asker = None if state.setup.everybody_tells else _asker(state, now)
    others = tuple(seat for seat in _holding(state, now) if seat != asker)
    if choices and others:
        text = Text("A Zinger in between?")
        offered.append(Ask(text, others, choices, must=False, topic="zinger"))
    sixth = diver_basket(now)
    if sixth is not None and now.diver_ripe and on_own_turn(now, sixth.seat):
        offered += _sixth(state, now, sixth.seat, sixth.missing)
    agree = Choice("agree", Text("Ends the round"), Agreed())
    return (*offered, offer(Text("Stop here?"), (), agree, "agree"))


@lru_cache(CACHE_SIZE)
def _basket(rich: tuple[Seat, ...], free: tuple[int, ...]) -> Ask:
    fish = Slot("fish", free, of="fish", labels=kinds_text(free))
    lays = Choice("basket", Text("Full basket!"), Laid(NOBODY, 0), (_me(rich), fish), "good")
    return offer(Text("Five of a kind?"), rich, lays, "basket")


def _holding(state: State, now: Round) -> tuple[Seat, ...]:
    return tuple(seat for seat in state.present if most_held(now, seat))


def _rich(state: State, now: Round) -> tuple[Seat, ...]:
    """Who may have a basket in hand."""
    return tuple(seat for seat in state.present if most_held(now, seat) >= BASKET)


def _free(now: Round) -> tuple[int, ...]:
    return tuple(fish for fish in range(len(KINDS)) if not has_basket(now, fish))


def _zingers(state: State, now: Round) -> tuple[Choice, ...]:
    """Those for any time."""
    holding, rich, free = _holding(state, now), _rich(state, now), _free(now)
    choices = []
    if now.pond and not is_spent(now, WARDEN) and len(holding) > 1:
        choices.append(_at("warden", "Game Warden", Warden(NOBODY, NOBODY), holding))
    if not is_spent(now, BOAT) and len(holding) > 1:
        choices.append(_at("boat", "Glass Bottom Boat", Boat(NOBODY, NOBODY), holding))
    if not is_spent(now, DIVER) and rich and free:
        choices.append(_diver(rich, free))
    return tuple(choices)


@lru_cache(CACHE_SIZE)
def _at(key: str, name: str, fact: Warden | Boat, holding: tuple[Seat, ...]) -> Choice:
    slots = (_me(holding), Slot("target", holding, other_than="seat"))
    return Choice(key, Text(name), fact, slots)


@lru_cache(CACHE_SIZE)
def _diver(rich: tuple[Seat, ...], free: tuple[int, ...]) -> Choice:
    cards = tuple(card for fish in free for card in cards_of(fish))
    missing = Slot("missing", cards, of="card", labels=cards_text(cards))
    text = Text("Dead Scuba Diver, for which card?")
    return Choice("diver", text, DiverLaid(NOBODY, 0), (_me(rich), missing))


def _sixth(state: State, now: Round, seat: Seat, missing: int) -> list[Ask]:
    if not most_held(now, seat):
        return []
    puts = Choice("sixth", card_text(missing), SixthCard(seat, missing))
    return [offer(Text("The real card for the Diver?"), tellers(state, seat), puts, "sixth")]


def _me(seats: tuple[Seat, ...]) -> Slot:
    return Slot("seat", seats, me=True)


# --- whoppers ---------------------------------------------------------------------------------


def _whoppers(state: State, now: Round) -> tuple[Ask, ...]:
    at_play = state.stage in (Stage.PLAYING, Stage.LEFTOVERS)
    # F-Q3 Once it is scored also who has left since.
    choices = [_caught(state.present if at_play else state.scored)]
    pending = may_put_right(now) if state.stage is Stage.PLAYING else None
    which = still_owed(now, pending) if pending is not None else ()
    if pending is not None and pending.target in state.present and which:
        # F-Q33 The asker has not gone on: the card changes hands as well.
        slot = Slot("card", which, of="card", labels=cards_text(which), preset=len(which) == 1)
        text = Text("A whopper just now, and gives the card")
        choices.append(Choice("caught_now", text, Caught(pending.target, which[0]), (slot,)))
    told = Ask(Text("Caught a whopper?"), state.present, tuple(choices), must=False, topic="caught")
    if state.setup.announce is Announce.NEVER or len(state.present) < 2:
        return (told,)
    return (told, _challenge(state.present))


@lru_cache(CACHE_SIZE)
def _caught(present: tuple[Seat, ...]) -> Choice:
    return Choice("caught", Text("Was caught"), Caught(NOBODY), (one_of("seat", present),), "bad")


@lru_cache(CACHE_SIZE)
def _challenge(present: tuple[Seat, ...]) -> Ask:
    slots = (Slot("by", present, me=True), Slot("seat", present, other_than="by"))
    asks = Choice("challenge", Text("Can it be proven?"), Challenged(NOBODY, NOBODY), slots)
    return offer(Text("Suspect a whopper?"), present, asks, "challenge")


# --- always -----------------------------------------------------------------------------------


def _always(state: State) -> tuple[Ask, ...]:
    # F-S7 The people have the last word on every score, always.
    pen = correction(len(state.base), "point", _PEN)
    if state.stage is Stage.OVER:
        return (pen,)
    round_on = state.stage in (Stage.PLAYING, Stage.LEFTOVERS)
    again = (_redeal(state.dealer),) if round_on else ()
    here = tuple(sorted((*state.present, *state.joining)))
    may_leave = state.stage is not Stage.LEFTOVERS or is_scorecard(state)
    stopping = partial(stops, state)
    sitting = seatings(here, state.present, len(state.base), PLAYERS_MOST, may_leave, stopping)
    return (pen, *again, *sitting)


@lru_cache(CACHE_SIZE)
def _redeal(dealer: Seat) -> Ask:
    again = Choice("redeal", Text("Deal again"), Dealt(dealer), sure="Yes: drop this round")
    return offer(Text("Start this round again?"), (), again, "redeal")
