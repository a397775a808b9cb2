"""Seven Zingers of Twisted Fish: when each may be used, and what it does.

The eighth, Divine Intervention, is stopped.py's; what the record makes of it is whoppers.py's.
"""

from typing import assert_never

from companion.frozen import replace
from companion.games.common import one, so_many
from companion.games.twisted_fish import knowing
from companion.games.twisted_fish.asking import (
    asking,
    between_steps,
    handing,
    lay,
    not_all_laid,
    somebody_else,
    still_to_stop,
)
from companion.games.twisted_fish.cards import (
    BASKET,
    BOAT,
    DIVER,
    LURE,
    NET,
    NO_FISHING,
    TWO_FISTED,
    WARDEN,
    bits_of,
    card_text,
    cards_of,
    fish_of,
    kind_text,
    zinger_bit,
)
from companion.games.twisted_fish.facts import (
    Boat,
    DiverLaid,
    Lured,
    NetDenied,
    NetGave,
    Netted,
    NoFishing,
    SixthCard,
    TwoFisted,
    Warden,
    Zingers,
)
from companion.games.twisted_fish.pond import supplied
from companion.games.twisted_fish.state import (
    Acquired,
    Basket,
    How,
    Pending,
    Round,
    State,
    Step,
    Stoppable,
    changed,
    diver_basket,
    is_spent,
    most_held,
    on_own_turn,
    player,
    playing,
    with_round,
)
from companion.games.twisted_fish.turns import (
    at_turn,
    empty_hand,
    first_of_turn,
    may_be_asking,
    pass_on,
)
from companion.games.twisted_fish.whoppers import (
    by_counts,
    denied,
    doubting,
    flagged,
    sighted,
)
from companion.words import Judged, Refused, Ruling, Seat, Text


def judge(state: State, fact: Zingers) -> Judged[State]:
    """The state after a Zinger. Raises Refused where it cannot be used."""
    match fact:
        case Warden():
            return _warden(state, fact)
        case Boat():
            return _boat(state, fact)
        case DiverLaid():
            return diver(state, fact)
        case SixthCard():
            return sixth(state, fact)
        case NoFishing():
            return _no_fishing(state, fact)
        case Netted():
            return _netted(state, fact)
        case NetGave():
            return _net_gave(state, fact)
        case NetDenied():
            return _net_denied(state, fact)
        case TwoFisted():
            return _two_fisted(state, fact)
        case Lured():
            return _lured(state, fact)
        case _:
            assert_never(fact)


def use(state: State, now: Round, seat: Seat, zinger: int) -> Round:
    """The Zinger leaves the hand and lies open. Raises Refused (F-R9) where it cannot."""
    name = card_text(zinger)
    # F-S12 It may be the card that was drawn a moment ago.
    now = supplied(now, seat, 1)
    # F-R9 There is one of each, and it is used once.
    if is_spent(now, zinger):
        raise Refused("F-R9", Text("{zinger} has been used already.", zinger=name))
    if not now.counts[seat]:
        raise Refused("F-C1", Text("{seat} has no card.", seat=one(seat)))
    # F-C1 Used and thrown away: one card fewer.
    used = replace(now, counts=changed(now.counts, seat, -1), spent=now.spent | zinger_bit(zinger))
    seen = sighted(state, replace(used, stoppable=None, still=0), 1 << zinger, seat, None)
    return by_counts(state, seen)


def _on(now: Round, before: Round, zinger: int, user: Seat, target: Seat) -> Round:
    """The round with a Zinger that its target may stop."""
    # F-Q19 What names an opponent can be stopped; the Diver and Two Fisted name nobody.
    return replace(now, stoppable=Stoppable(zinger, user, target, replace(before, stoppable=None)))


def said_of(rule: str, text: Text, seats: tuple[Seat, ...]) -> tuple[Ruling, ...]:
    return (Ruling(rule, text, seats, "zinger"),)


def _victim(state: State, now: Round, user: Seat, target: Seat) -> Round:
    """The round with what the target may have drawn. Raises Refused (F-Q34)."""
    player(state, user)
    somebody_else(state, user, target)
    between_steps(now)
    now = supplied(now, target, 1)
    # F-Q34 There must be a card to pull.
    if not now.counts[target]:
        raise Refused("F-Q34", Text("{seat} has no cards.", seat=one(target)))
    return now


# --- at any time ------------------------------------------------------------------------------


def _warden(state: State, fact: Warden) -> Judged[State]:
    now = _victim(state, playing(state), fact.seat, fact.target)
    # F-R9a There must be a Fish Pond to put it back into.
    # F-Q23 An empty pond is none.
    if not now.pond:
        raise Refused("F-R9a", Text("The pond is empty: the Warden can put nothing back."))
    used = use(state, now, fact.seat, WARDEN)
    # F-S13 It may have been used before the ask that was just answered.
    used = replace(used, doubted=tuple(lie for lie in now.doubted if lie.seat != fact.target))
    # F-R9a An unseen card of the target goes into the pond, which is shuffled.
    counts = changed(used.counts, fact.target, -1)
    moved = replace(used, counts=counts, pond=used.pond + 1)
    # F-C3 Each of the target's cards may be in the pond now.
    known = knowing.pulled(moved.known, fact.target, most_held(moved, fact.target))
    seen = by_counts(state, replace(moved, known=known))
    template = "Game Warden! A card of {target} goes back into the pond. Shuffle it."
    text = Text(template, target=one(fact.target))
    said = said_of("F-R9a", text, (fact.seat, fact.target))
    judged = empty_hand(state, _on(seen, now, WARDEN, fact.seat, fact.target), fact.seat, said)
    return flagged(state, judged)


def _boat(state: State, fact: Boat) -> Judged[State]:
    now = _victim(state, playing(state), fact.seat, fact.target)
    # F-R9d One card is looked at and given back: nothing but the Boat leaves a hand.
    used = _on(use(state, now, fact.seat, BOAT), now, BOAT, fact.seat, fact.target)
    text = Text(
        "Glass Bottom Boat: {seat} looks at a card of {target}.",
        seat=one(fact.seat),
        target=one(fact.target),
    )
    said = said_of("F-R9d", text, (fact.seat, fact.target))
    return flagged(state, empty_hand(state, used, fact.seat, said))


def diver(state: State, fact: DiverLaid) -> Judged[State]:
    now = playing(state)
    seat, fish = player(state, fact.seat), fish_of(fact.missing)
    between_steps(now)
    if is_spent(now, DIVER):
        raise Refused("F-R9", Text("Dead Scuba Diver has been used already."))
    now = supplied(now, seat, BASKET)
    # F-R9b Four of a kind and the Diver: five cards.
    if now.counts[seat] < BASKET:
        held = so_many(now.counts[seat], "card")
        text = Text("{seat} has {n}: four and the Diver are five.", seat=one(seat), n=held)
        raise Refused("F-R9b", text)
    cards = bits_of(fish) & ~(1 << fact.missing) | 1 << DIVER
    spent = replace(now, spent=now.spent | zinger_bit(DIVER), diver_ripe=False)
    judged = lay(state, spent, Basket(seat, fish, fact.missing), cards)
    text = Text("Dead Scuba Diver stands for the {card}.", card=card_text(fact.missing))
    return Judged(judged.state, (*said_of("F-R9b", text, (seat,)), *judged.rulings))


def sixth(state: State, fact: SixthCard) -> Judged[State]:
    now, seat = playing(state), player(state, fact.seat)
    between_steps(now)
    basket = diver_basket(now)
    # F-R9b Only the card that the Diver stands for.
    if basket is None or basket.missing != fact.card:
        raise Refused("F-R9b", Text("The Diver does not stand for that card."))
    # F-Q6 Only the basket's owner, and in a later turn of his own.
    if basket.seat != seat or not now.diver_ripe or not on_own_turn(now, seat):
        raise Refused("F-Q6", Text("Only {seat} may, in a later turn.", seat=one(basket.seat)))
    now = supplied(now, seat, 1)
    if not now.counts[seat]:
        raise Refused("F-C1", Text("{seat} has no card.", seat=one(seat)))
    full = tuple(replace(b, missing=-1) if b is basket else b for b in now.baskets)
    # F-C1 One card fewer; the Diver goes to the other Zingers that were used.
    counts = changed(now.counts, seat, -1)
    laid = replace(now, counts=counts, baskets=full, still=0)
    laid = replace(laid, stoppable=still_to_stop(now, fact))
    if now.step is Step.TURN and now.turn == seat and now.pond:
        # F-S12 Drawn perhaps a moment ago by a seat that was dead in the water.
        laid = replace(laid, known=knowing.drew(laid.known, seat, now.pond))
    if now.step is Step.FISHING and now.turn == seat:
        # F-S12 It may be the very card.
        laid = replace(laid, put=fact.card)
    seen = by_counts(state, sighted(state, laid, 1 << fact.card, seat, None))
    if may_be_asking(state, now, seat):
        # F-S14 An ask that got it may not be told yet.
        seen = doubting(now, seen)
    template = "{seat} puts the {card} into the basket. Throw the Diver away."
    text = Text(template, seat=one(seat), card=card_text(fact.card))
    said = (Ruling("F-Q6", text, (seat,), "basket"),)
    return flagged(state, empty_hand(state, seen, seat, said))


# --- around an ask ----------------------------------------------------------------------------


def _no_fishing(state: State, fact: NoFishing) -> Judged[State]:
    now = playing(state)
    pending = now.pending
    if now.step is not Step.ASKED or pending is None:
        raise Refused("F-R9c", Text("No Fishing is for somebody who has just been asked."))
    if (pending.target, pending.asker) != (fact.seat, fact.asker):
        raise Refused("F-R9c", Text("{seat} was asked.", seat=one(pending.target)))
    used = use(state, now, fact.seat, NO_FISHING)
    text = Text("No Fishing! {seat} says neither yes nor no.", seat=one(fact.seat))
    said = said_of("F-R9c", text, (fact.seat, fact.asker))
    if pending.how is How.NET:
        # F-Q32 Against the Net too: its turn is over, without a draw.
        judged = pass_on(state, replace(used, pending=None), said)
        assert judged.state.round is not None
        after = _on(judged.state.round, now, NO_FISHING, fact.seat, fact.asker)
        return flagged(state, Judged(replace(judged.state, round=after), judged.rulings))
    # F-R9c The asker goes on as after a "no".
    # F-Q30 Two Fisted may follow it as well.
    fishing = replace(used, step=Step.FISHING, early=0, put=-1, drawn=False, dry=False)
    stopped = _on(fishing, now, NO_FISHING, fact.seat, fact.asker)
    return flagged(state, Judged(with_round(state, stopped), said))


def _two_fisted(state: State, fact: TwoFisted) -> Judged[State]:
    now = playing(state)
    # F-R9f After a "no" and before the pond.
    if now.step is not Step.FISHING or now.turn != fact.seat or now.drawn:
        raise Refused("F-R9f", Text('Two Fisted Fisherman follows a "no", before the pond.'))
    # F-Q18 An ordinary ask follows; with an empty pond as well.
    # F-Q15 It is no new turn.
    asks = replace(now, step=Step.TURN, fresh=False, pending=None, ahead=None)
    again = use(state, asks, fact.seat, TWO_FISTED)
    text = Text("Two Fisted Fisherman: {seat} asks again.", seat=one(fact.seat))
    return flagged(state, empty_hand(state, again, fact.seat, said_of("F-R9f", text, (fact.seat,))))


def _lured(state: State, fact: Lured) -> Judged[State]:
    state, now, said = at_turn(state, fact.asker, 1 << fact.card)
    somebody_else(state, fact.asker, fact.target)
    first_of_turn(now)
    used = use(state, now, fact.asker, LURE)
    # F-R9g One exact card, whether the asker holds that kind or not.
    fish = fish_of(fact.card)
    pending = Pending(fact.asker, fact.target, fish, fact.card, How.LURE, now.fresh)
    asked = _on(asking(used, pending), now, LURE, fact.asker, fact.target)
    text = Text(
        "The Lure! {asker} asks {target} for the {card}.",
        asker=one(fact.asker),
        target=one(fact.target),
        card=card_text(fact.card),
    )
    rulings = (*said, *said_of("F-R9g", text, (fact.asker, fact.target)))
    return flagged(state, Judged(with_round(state, asked), rulings))


# --- the Net ----------------------------------------------------------------------------------


def _netted(state: State, fact: Netted) -> Judged[State]:
    state, now, said = at_turn(state, fact.asker, bits_of(fact.fish))
    somebody_else(state, fact.asker, fact.target)
    first_of_turn(now)
    not_all_laid(now, fact.fish)
    used = use(state, now, fact.asker, NET)
    # F-R9e A kind that the asker holds; so a card must be left.
    if not used.counts[fact.asker]:
        raise Refused("F-R9e", Text("{seat} has no card but the Net.", seat=one(fact.asker)))
    pending = Pending(fact.asker, fact.target, fact.fish, -1, How.NET, now.fresh)
    pending = replace(pending, untold=replace(now, stoppable=None))
    asked = _on(asking(used, pending), now, NET, fact.asker, fact.target)
    text = Text(
        "The Net! {asker} asks {target} for any {kind}.",
        asker=one(fact.asker),
        target=one(fact.target),
        kind=kind_text(fact.fish),
    )
    rulings = (*said, *said_of("F-R9e", text, (fact.asker, fact.target)))
    return flagged(state, Judged(with_round(state, asked), rulings))


def _open_net(state: State, asker: Seat, target: Seat, fish: int) -> tuple[Round, Pending]:
    now = playing(state)
    pending = now.pending
    if now.step is not Step.ASKED or pending is None or pending.how is not How.NET:
        raise Refused("F-R9e", Text("Nobody was asked with the Net."))
    if (pending.asker, pending.target, pending.fish) != (asker, target, fish):
        raise Refused("F-R9e", Text("{seat} was asked.", seat=one(pending.target)))
    return now, pending


def _net_gave(state: State, fact: NetGave) -> Judged[State]:
    now, _ = _open_net(state, fact.taker, fact.giver, fact.fish)
    moved = net_handing(state, now, fact)
    text = Text(
        "{giver} gives {taker} a {kind}.",
        giver=one(fact.giver),
        taker=one(fact.taker),
        kind=kind_text(fact.fish),
    )
    said = (Ruling("F-R9e", text, (fact.giver, fact.taker), "gave"),)
    # F-Q16 The Net was the turn: no second ask, no pond; a basket may still be laid.
    return flagged(state, pass_on(state, replace(moved, pending=None), said))


def net_handing(state: State, now: Round, fact: NetGave) -> Round:
    """A card goes into the Net; its colour is known only where the table says it."""
    card = fact.card
    if card is not None:
        if fish_of(card) != fact.fish:
            raise Refused("F-R9e", Text("That is no {kind}.", kind=kind_text(fact.fish)))
        return handing(state, now, fact.giver, fact.taker, card)
    if not now.counts[fact.giver]:
        raise Refused("F-Q34", Text("{seat} has no cards to give.", seat=one(fact.giver)))
    counts = changed(changed(now.counts, fact.giver, -1), fact.taker, 1)
    # F-Q36 The table need not say which: any of that kind may be in the other hand now.
    known = knowing.netted(now.known, fact.giver, fact.taker, fact.fish)
    # F-Q11 Got by asking: the taker may go out with it.
    got = Acquired(fact.taker, fact.fish, -1)
    moved = replace(now, counts=counts, known=known, acquired=got, stoppable=None)
    return by_counts(state, moved)


def _net_denied(state: State, fact: NetDenied) -> Judged[State]:
    now, pending = _open_net(state, fact.asker, fact.seat, fact.fish)
    # F-Q31 A lie to the Net is a whopper too: the seat says no to all five.
    closed = denied(state, now, fact.seat, tuple(cards_of(fact.fish)), Step.TURN, pending)
    text = Text(
        "{seat} has no {kind}: the turn is over.", seat=one(fact.seat), kind=kind_text(fact.fish)
    )
    said = (Ruling("F-Q16", text, (fact.seat, fact.asker), "go_fish"),)
    # F-Q16 No pond, no Two Fisted: the turn is over.
    return flagged(state, pass_on(state, closed, said))
