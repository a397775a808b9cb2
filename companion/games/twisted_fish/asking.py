"""Asking, answering, fishing and laying baskets in Twisted Fish.

What the Zingers add to it is zingers.py's.
"""

from companion.frozen import replace
from companion.games.common import one, so_many
from companion.games.twisted_fish import knowing
from companion.games.twisted_fish.cards import (
    BASKET,
    BOAT,
    KINDS,
    WARDEN,
    bits_of,
    card_text,
    fish_of,
    kind_text,
)
from companion.games.twisted_fish.facts import (
    Announce,
    Asked,
    AskVoid,
    Dead,
    Denied,
    DiverLaid,
    Fished,
    Gave,
    Laid,
    SixthCard,
)
from companion.games.twisted_fish.pond import drawing, supplied
from companion.games.twisted_fish.state import (
    Acquired,
    Basket,
    How,
    Pending,
    Round,
    State,
    Step,
    Stoppable,
    all_laid,
    changed,
    has_basket,
    may_fish,
    open_cards,
    player,
    playing,
    with_round,
)
from companion.games.twisted_fish.turns import (
    Said,
    at_turn,
    begun,
    dead_said,
    fished,
    laying,
    may_be_asking,
    out,
    pass_on,
    stoppable_still,
    went_out,
)
from companion.games.twisted_fish.whoppers import (
    arrivals_with,
    arrived,
    by_counts,
    denied,
    doubting,
    flagged,
    sighted,
    with_lies,
)
from companion.words import Judged, Refused, Ruling, Seat, Text

_RECENT = 3  # kinds that a seat asked for lately


# --- asking -----------------------------------------------------------------------------------


def on_asked(state: State, fact: Asked) -> Judged[State]:
    """An ask for one exact card. Raises Refused."""
    state, now, said = at_turn(state, fact.asker, 1 << fact.card)
    somebody_else(state, fact.asker, fact.target)
    # F-C5 Who holds no card holds none of that kind.
    # F-Q8 What lies in a basket is no longer in the hand: no reason to ask.
    if not now.counts[fact.asker]:
        raise Refused("F-C5", Text("{seat} has no card to ask with.", seat=one(fact.asker)))
    fish = fish_of(fact.card)
    not_all_laid(now, fish)
    if void := _void(state, now, fact.asker, fish):
        return Judged(state, (*said, void))
    # F-R3 One opponent, one exact card; of a kind that the asker holds, which only the table sees.
    pending = Pending(fact.asker, fact.target, fish, fact.card, How.ASK, now.fresh)
    asked = asking(now, pending)
    who, what = one(fact.target), card_text(fact.card)
    text = Text(
        "{asker} asks {target} for the {card}.", asker=one(fact.asker), target=who, card=what
    )
    ruling = Ruling("F-R3", text, (fact.asker, fact.target), "ask")
    return flagged(state, Judged(with_round(state, asked), (*said, ruling)))


def somebody_else(state: State, asker: Seat, target: Seat) -> None:
    """Refuse strangers, and (F-Q34) whoever asks or plays a Zinger on himself."""
    player(state, target)
    # F-Q34 Nobody asks himself, or plays a Zinger on himself.
    if asker == target:
        raise Refused(
            "F-Q34", Text("{seat} and {seat}: it has to be somebody else.", seat=one(asker))
        )


def not_all_laid(now: Round, fish: int) -> None:
    """Refuse (F-C5) an ask that needs a card of a kind of which all five lie on the table."""
    # F-C5 That nobody holds one is no secret.
    if all_laid(now, fish):
        raise Refused("F-C5", Text("All five {kind} cards lie in a basket.", kind=kind_text(fish)))


def asking(now: Round, pending: Pending) -> Round:
    """The round with an open ask."""
    seat = pending.asker
    _, kinds = now.habits[seat]
    if kinds[:1] != (pending.fish,):
        kinds = (pending.fish, *(fish for fish in kinds if fish != pending.fish))[:_RECENT]
    habits = (*now.habits[:seat], (pending.target, kinds), *now.habits[seat + 1 :])
    ripe = now.diver_ripe
    if now.between:
        # F-S15 What was laid between two turns was laid before this one.
        ripe = True
    # F-Q12 With that it is too late to go out with the card that was got before.
    was = replace(pending, closing=now.closing, between=now.between, ripe=now.diver_ripe)
    return replace(
        now,
        step=Step.ASKED,
        pending=replace(was, before=now.acquired),
        closing=None,
        between=False,
        acquired=None,
        stoppable=None,
        diver_ripe=ripe,
        habits=habits,
    )


def _void(state: State, now: Round, asker: Seat, fish: int) -> Ruling | None:
    if state.setup.announce is not Announce.AT_ONCE:
        return None
    if not knowing.surely_lacks(now.known, asker, fish):
        return None
    # F-C5 Nobody is refused for what only the record knows: it is ruled on.
    text = Text("{seat} has no {kind}: ask again.", seat=one(asker), kind=kind_text(fish))
    return Ruling("F-C5", text, (asker,), "deny")


def _open_ask(state: State, asker: Seat, target: Seat, card: int) -> tuple[Round, Pending]:
    now = playing(state)
    pending = now.pending
    if now.step is not Step.ASKED or pending is None:
        raise Refused("F-R4", Text("Nobody has asked for anything."))
    if (pending.asker, pending.target, pending.card) != (asker, target, card):
        raise Refused(
            "F-R4",
            Text(
                "{a} asked {b}, and for something else.",
                a=one(pending.asker),
                b=one(pending.target),
            ),
        )
    return now, pending


def on_gave(state: State, fact: Gave) -> Judged[State]:
    """Yes: the card changes hands. Raises Refused."""
    now, _ = _open_ask(state, fact.taker, fact.giver, fact.card)
    # F-R4 Yes: the card changes hands, and the asker takes another turn.
    again = handing(state, now, fact.giver, fact.taker, fact.card)
    text = Text(
        "{giver} gives {taker} the {card}.",
        giver=one(fact.giver),
        taker=one(fact.taker),
        card=card_text(fact.card),
    )
    ruling = Ruling("F-R4", text, (fact.giver, fact.taker), "gave")
    return flagged(state, Judged(with_round(state, again), (ruling,)))


def handing(state: State, now: Round, giver: Seat, taker: Seat, card: int) -> Round:
    """A card that was asked for goes openly from hand to hand, and a new turn begins."""
    # F-Q34 Who has no cards can only say no.
    if not now.counts[giver]:
        raise Refused("F-Q34", Text("{seat} has no cards to give.", seat=one(giver)))
    # F-R7 A basket is safe.
    if open_cards(now) >> card & 1:
        raise Refused("F-R7", Text("The {card} lies in a basket.", card=card_text(card)))
    # F-C1 One fewer here, one more there.
    counts = changed(changed(now.counts, giver, -1), taker, 1)
    # F-C4 Late: it may come to light where it can have been only in a hand that denied it.
    known, proven = knowing.seen(now.known, 1 << card, giver, taker)
    # F-C3 What is left in the giver's hand may be known by its number now.
    known, more = knowing.counted(known, counts)
    # F-R10 Got by asking: the taker may go out with it.
    # F-Q11 Also by the Net or the Lure.
    got = Acquired(taker, fish_of(card), card)
    moved = replace(
        now,
        step=Step.TURN,
        fresh=True,
        pending=None,
        diver_ripe=True,
        counts=counts,
        acquired=got,
        stoppable=None,
        still=0,
        known=known,
        arrivals=arrivals_with(state, now, card, taker, giver),
    )
    return with_lies(state, moved, (*proven, *more)) if proven or more else moved


def on_denied(state: State, fact: Denied) -> Judged[State]:
    """No: go fish. Raises Refused."""
    now, pending = _open_ask(state, fact.asker, fact.seat, fact.card)
    # F-R5 No: go fish!
    # F-Q17 After a Lure as after any ask.
    fishing = denied(state, now, fact.seat, (fact.card,), Step.FISHING, pending)
    template = "{seat} has no {card}. Go fish!"
    if not now.pond:
        # F-Q23 There is nothing to fish.
        template = "{seat} has no {card}, and the pond is empty."
    text = Text(template, seat=one(fact.seat), card=card_text(fact.card))
    said = (Ruling("F-R5", text, (fact.seat, fact.asker), "go_fish"),)
    return flagged(state, Judged(with_round(state, fishing), said))


def on_ask_void(state: State, fact: AskVoid) -> Judged[State]:
    """An ask that should not have been is taken back. Raises Refused."""
    now, pending = playing(state), playing(state).pending
    if pending is None or pending.how is not How.ASK or now.turn != fact.asker:
        raise Refused("F-Q4", Text("There is no ask of {seat} to take back.", seat=one(fact.asker)))
    if pending.card != fact.card:
        raise Refused("F-Q4", Text("{seat} asked for another card.", seat=one(fact.asker)))
    again = unasked(now, pending)
    text = Text("{seat} holds no such kind: the ask is void.", seat=one(fact.asker))
    return Judged(with_round(state, again), (Ruling("F-Q4", text, (fact.asker,)),))


def unasked(now: Round, pending: Pending) -> Round:
    """The round as if that ask had never been: the asker asks again."""
    # F-Q4 The ask is void: no draw, no whopper, and the asker asks again.
    again = replace(now, step=Step.TURN, fresh=pending.fresh, pending=None)
    # F-Q4 No turn has begun with it, and the one before is over no longer than it was.
    again = replace(again, closing=pending.closing, between=pending.between)
    again = replace(again, diver_ripe=now.diver_ripe and pending.ripe)
    # F-Q4 It was none, so whoever may go out with the card got before it still may.
    return replace(again, acquired=pending.before)


def on_fished(state: State, fact: Fished) -> Judged[State]:
    """The asker has been to the pond. Raises Refused."""
    now = playing(state)
    if now.step is not Step.FISHING or now.turn != fact.seat:
        raise Refused("F-R5", Text("{seat} does not go fishing now.", seat=one(fact.seat)))
    card = fact.card
    if card is None:
        return flagged(state, fished(state, now))
    if now.pending is None or now.pending.card != card or not (may_fish(now) or now.drawn):
        raise Refused("F-R5", Text("{seat} did not fish for that.", seat=one(fact.seat)))
    if not may_have_caught(now, card):
        raise Refused("F-R7", Text("The {card} lies in a basket.", card=card_text(card)))
    text = Text("{seat} caught it: the {card}!", seat=one(fact.seat), card=card_text(card))
    said = (Ruling("F-R5", text, (fact.seat,), "caught_it"),)
    again = _caught_it(state, now, fact.seat, card)
    if now.early >> card & 1 and went_out(state, again, fact.seat, fish_of(card), -1):
        # F-S12 The basket that it completed was laid before this was told.
        judged = out(state, again, fact.seat)
        return flagged(state, Judged(judged.state, (*said, *judged.rulings)))
    return flagged(state, Judged(with_round(state, again), said))


def may_have_caught(now: Round, card: int) -> bool:
    """Whether the seat at the pond can show the very card: from the hand, or in its basket."""
    if now.early >> card & 1 or now.put == card:
        return True  # F-S12 laid before it was told
    return not now.drawn and not open_cards(now) >> card & 1


def _caught_it(state: State, now: Round, seat: Seat, card: int) -> Round:
    """The round with the very card fished, in the hand or in a basket that it completed."""
    laid = bool(now.early >> card & 1)
    # F-Q10 The asker has got what was asked for, and may go out with it.
    got = Acquired(seat, fish_of(card), card, laid)
    drawn = now
    if not now.drawn:
        # F-C1 One more in hand, one fewer in the pond.
        drawn = replace(now, counts=changed(now.counts, seat, 1), pond=now.pond - 1)
    # F-R5 The very card, shown at once: another turn.
    again = replace(
        drawn,
        step=Step.TURN,
        fresh=True,
        acquired=got,
        pending=None,
        still=0,
        diver_ripe=True,
        stoppable=None,
    )
    if laid or now.put == card:
        return by_counts(state, again)
    seen = sighted(state, again, 1 << card, -1, seat)
    return by_counts(state, arrived(state, seen, card, seat, None))


def on_dead(state: State, fact: Dead) -> Judged[State]:
    """The seat can neither ask nor use a Zinger. Raises Refused."""
    state, now, said = at_turn(state, fact.seat)
    if fact.drew:
        # F-R12 Dead in the water, but with a pond: one card, and the turn is over.
        if not now.pond:
            raise Refused("F-R12", Text("The pond is empty: there is nothing to draw."))
        # F-Q35 With cards in hand too: whether one can ask only the table sees.
        now = drawing(begun(now), fact.seat)
        text = Text("{seat} is dead in the water and draws.", seat=one(fact.seat))
        over = pass_on(state, now, (*said, Ruling("F-R12", text, (fact.seat,), "dead")))
        return flagged(state, over)
    # F-Q24 Nothing moved in this turn.
    now = replace(begun(now), still=now.still + 1)
    return flagged(state, pass_on(state, now, (*said, dead_said(fact.seat))))


# --- baskets ----------------------------------------------------------------------------------


def on_laid(state: State, fact: Laid) -> Judged[State]:
    """A full basket of real cards. Raises Refused."""
    now = playing(state)
    seat, fish = player(state, fact.seat), fact.fish
    between_steps(now)
    now = supplied(now, seat, BASKET)
    # F-R7 Five of a kind, all of them in the hand.
    if now.counts[seat] < BASKET:
        held = so_many(now.counts[seat], "card")
        text = Text("{seat} has {n}, and a basket takes 5.", seat=one(seat), n=held)
        raise Refused("F-R7", text)
    return lay(state, now, Basket(seat, fish), bits_of(fish))


def between_steps(now: Round) -> None:
    """Refuse (F-Q22) what comes between an ask and its answer."""
    # F-Q22 Ask, answer and handing over are one step; nothing comes between.
    if now.step is Step.ASKED:
        raise Refused("F-Q22", Text("First the answer: yes or no?"))


def lay(state: State, now: Round, new: Basket, cards: int) -> Judged[State]:
    """Lay a basket of five cards, the Diver perhaps one of them, and see whether it ends it."""
    if has_basket(now, new.fish):
        raise Refused("F-R7", Text("The {kind} basket lies there.", kind=kind_text(new.fish)))
    # F-Q14 At any moment, also out of turn.
    # F-R7 Safe from now on, and no longer part of the hand.
    counts = changed(now.counts, new.seat, -BASKET)
    laid = replace(now, counts=counts, baskets=(*now.baskets, new), still=0)
    told = DiverLaid(new.seat, new.missing) if new.missing >= 0 else Laid(new.seat, new.fish)
    laid = replace(laid, stoppable=still_to_stop(now, told))
    laid = laying(laid, new.seat, new.fish, new.missing)
    if now.step is Step.FISHING and now.turn == new.seat:
        # F-S12 The very card may be among them.
        laid = replace(laid, early=now.early | cards)
    if len(laid.baskets) == len(KINDS):
        laid = _all_laid(state, now, laid, new.seat)
    seen = by_counts(state, sighted(state, laid, cards, new.seat, None))
    if may_be_asking(state, now, new.seat):
        # F-S14 An ask that got one of its cards may not be told yet.
        seen = doubting(now, seen)
    text = Text(
        "{seat} lays the {kind} basket: {n} points.",
        seat=one(new.seat),
        kind=kind_text(new.fish),
        n=new.worth,
    )
    said: Said = (Ruling("F-R8", text, (new.seat,), "basket"),)
    if went_out(state, seen, new.seat, new.fish, new.missing):
        judged = stoppable_still(seen, out(state, seen, new.seat))
        return flagged(state, Judged(judged.state, (*said, *judged.rulings)))
    return flagged(state, Judged(with_round(state, seen), said))


def still_to_stop(now: Round, told: Laid | DiverLaid | SixthCard) -> Stoppable | None:
    """The Zinger that may be stopped, also once this was laid."""
    what = now.stoppable
    # F-R9h What is laid between two steps is none: whom a Zinger of any time hit may still stop it.
    if what is None or what.zinger not in (WARDEN, BOAT):
        return None
    return replace(what, laid=(*what.laid, told))


def _all_laid(state: State, now: Round, laid: Round, seat: Seat) -> Round:
    """The round with the last turns to come, once the seat has laid the last basket."""
    if now.closing is not None and now.turn != seat:
        # F-Q24 The turn that is just over is the last ordinary one: the next is a last turn, but
        # not of who begins it with that very basket.
        return replace(laid, last_turns=len(state.present))
    if now.turn != seat and not (may_fish(now) or now.drawn) and may_be_asking(state, now, seat):
        # F-Q24 Who comes next begins with it, though the turn before is not told to be over.
        return replace(laid, ahead=seat)
    return laid
