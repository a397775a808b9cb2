"""Whoppers in Twisted Fish: what the record proves, what is said of it, and what it costs.

Reads the record alone. Never says where a card is, but as the evidence of a whopper.
"""

from companion.frozen import replace
from companion.games.common import one
from companion.games.twisted_fish import knowing
from companion.games.twisted_fish.cards import DECK, WARDEN, card_text
from companion.games.twisted_fish.facts import Announce
from companion.games.twisted_fish.knowing import Known, Proven
from companion.games.twisted_fish.state import (
    Arrival,
    Denial,
    Lie,
    Pending,
    Round,
    State,
    Step,
    at_pond,
    is_spent,
)
from companion.words import Judged, Moment, Ruling, Seat, Text


def sighted(state: State, now: Round, cards: int, at: int, to: int | None) -> Round:
    """Cards were seen leaving a place, for a hand or (None) for the table; lies come to light."""
    known = now.known
    if at == at_pond(now):
        # F-S12 It may have been drawn a moment ago.
        known = knowing.drew(known, Seat(at), now.pond)
    # F-C4 Late: a card comes to light that can have been nowhere but in the hand that denied it.
    known, proven = knowing.seen(known, cards, at, to)
    return with_lies(state, replace(now, known=known), proven)


def by_counts(state: State, now: Round) -> Round:
    """What the numbers of cards in the hands prove, after one of them grew smaller."""
    counts, drawing = now.counts, at_pond(now)
    if drawing is not None:
        # F-S12 The number of a hand that may have drawn meanwhile proves nothing.
        counts = (*counts[:drawing], DECK + 1, *counts[drawing + 1 :])
    # F-C3 A hand's number and what is known of it may prove what a Warden left in it.
    known, proven = knowing.counted(now.known, counts)
    return now if known is now.known else with_lies(state, replace(now, known=known), proven)


def denied(
    state: State, now: Round, seat: Seat, cards: tuple[int, ...], step: Step, pending: Pending
) -> Round:
    """The seat said no to these cards."""
    said = tuple([Denial(card, seat, state.told + 1) for card in cards])
    known: Known = now.known
    lied = []
    for card in cards:
        # F-C4 Direct: no to a card that is known to be in that very hand.
        known, lie = knowing.denied(known, seat, card)
        if lie:
            lied.append((seat, card))
    noted = replace(
        now,
        step=step,
        pending=replace(pending, denied=True),
        stoppable=None,
        denials=(*now.denials, *said),
        known=known,
        early=0,
        put=-1,
        drawn=False,
        dry=False,
    )
    if not lied:
        return noted
    if now.pond and not is_spent(now, WARDEN):
        # F-S13 A Warden used before the ask may be told after the answer.
        return replace(noted, doubted=(*now.doubted, *_new_lies(state, noted, tuple(lied))))
    return with_lies(state, noted, tuple(lied))


def doubting(before: Round, after: Round) -> Round:
    """The round after a seat laid cards in its turn: what that proves is held back."""
    new = after.lies[len(before.lies) :]
    return replace(after, lies=before.lies, doubted=(*after.doubted, *new))


def beyond_doubt(now: Round) -> Round:
    """The round once nobody can still tell what came before the last answer."""
    if not now.doubted:
        return now
    return replace(now, lies=(*now.lies, *now.doubted), doubted=())


def arrivals_with(
    state: State, now: Round, card: int, seat: Seat, giver: Seat | None
) -> tuple[Arrival, ...]:
    """What came openly into hands, with one more."""
    return (*now.arrivals, Arrival(card, seat, giver, state.told + 1))


def arrived(state: State, now: Round, card: int, seat: Seat, giver: Seat | None) -> Round:
    """A card came openly into a hand."""
    # F-C2 Handed over, shown from the pond or picked up: everybody saw who has it.
    now = replace(now, arrivals=arrivals_with(state, now, card, seat, giver))
    return now


def with_lies(state: State, now: Round, proven: Proven) -> Round:
    """The round with what is proven noted, each whopper once."""
    new = _new_lies(state, now, proven)
    return replace(now, lies=(*now.lies, *new)) if new else now


def _new_lies(state: State, now: Round, proven: Proven) -> list[Lie]:
    noted = {(lie.seat, lie.card) for lie in (*now.lies, *now.doubted)}
    return [
        Lie(seat, card, _evidence(state, now, seat, card))
        for seat, card in proven
        if (seat, card) not in noted
    ]


def flagged(state: State, judged: Judged[State]) -> Judged[State]:
    """The same, with what the companion says at once of lies that have come to light."""
    now = judged.state.round
    if now is None or not now.lies or state.setup.announce is not Announce.AT_ONCE:
        # F-C7 Otherwise nothing is said, and nothing shown.
        return judged
    return announced(judged, tuple(lie.seat for lie in now.lies))


def announced(judged: Judged[State], seats: tuple[Seat, ...]) -> Judged[State]:
    """Say what is proven against these seats and was not said yet."""
    now = judged.state.round
    assert now is not None
    new = [lie for lie in now.lies if lie.seat in seats and not lie.said]
    if not new:
        return judged
    lies = tuple(replace(lie, said=True) if lie in new else lie for lie in now.lies)
    after = replace(judged.state, round=replace(now, lies=lies))
    rulings = tuple(Ruling("F-C4", lie.evidence, (lie.seat,), "whopper") for lie in new)
    return Judged(after, (*judged.rulings, *rulings))


def _evidence(state: State, now: Round, seat: Seat, card: int) -> Text:
    """The proof as a sentence, with seats and times."""
    came = next((a for a in reversed(now.arrivals) if a.card == card), None)
    no = next(d for d in reversed(now.denials) if (d.card, d.seat) == (card, seat))
    who, what, when = one(seat), card_text(card), Moment(no.fact)
    if came is not None and came.seat == seat and came.fact < no.fact and _is_direct(state, no):
        since = Moment(came.fact)
        if came.giver is None:
            template = "Whopper! {seat} showed the {card} from the pond {since}; it never left."
            return Text(template, seat=who, card=what, since=since)
        template = "Whopper! {seat} got the {card} from {giver} {since}; it never left."
        return Text(template, seat=who, card=what, giver=one(came.giver), since=since)
    template = "Whopper! {seat} said no to the {card} {when}, and can only have had it then."
    return Text(template, seat=who, card=what, when=when)


def _is_direct(state: State, no: Denial) -> bool:
    return no.fact == state.told + 1
