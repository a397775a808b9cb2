"""A prover that knows nothing of the referee's: where one card can have been, by trying all ways.

For one card it walks the round forwards and backwards through everything that was openly seen. A
"no" is proven wrong when each way that is left has the card in the hand that denied it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.twisted_fish.facts import (
    Caught,
    Dead,
    Dealt,
    Denied,
    DiverLaid,
    Divine,
    Fact,
    Fished,
    Gave,
    Laid,
    NetDenied,
    NetGave,
    Shown,
    SixthCard,
    Warden,
)
from companion.words import Seat

POND, TABLE = -1, -2
Where = frozenset[int]


@dataclass(frozen=True)
class Moment:
    """A fact, with the numbers of cards in hands and pond right after it."""

    fact: Fact
    counts: tuple[int, ...]
    pond: int


def proven(moments: Sequence[Moment], cards: Sequence[int]) -> set[tuple[int, int]]:
    """Who is proven, by all moments of a round, to have denied which of these cards."""
    return {
        (seat, card)
        for card in cards
        for seat, at in _denials(moments, card)
        if _only_with(moments, card, seat, at)
    }


def _denials(moments: Sequence[Moment], card: int) -> Iterator[tuple[int, int]]:
    for at, moment in enumerate(moments):
        match moment.fact:
            case Denied(seat, _, denied) if denied == card:
                yield seat, at
            case NetDenied(seat, _, fish) if fish == card // 5:
                yield seat, at


def _only_with(moments: Sequence[Moment], card: int, seat: int, at: int) -> bool:
    """Whether no way has the card elsewhere when the seat denied it."""
    first = moments[0]
    start = frozenset(s for s, count in enumerate(first.counts) if count) | {POND}
    before = _forward(moments[1 : at + 1], card, start)
    elsewhere = before - {seat}
    return bool(before) and not _forward(moments[at + 1 :], card, elsewhere)


def _forward(moments: Sequence[Moment], card: int, places: Where) -> Where:
    """Where the card can be after these moments, if it was at one of these places before."""
    for moment in moments:
        found: set[int] = set()
        for place in places:
            found |= _step(moment, card, place)
        places = frozenset(place for place in found if _is_room(moment, place))
        if not places:
            break
    return places


def _is_room(moment: Moment, place: int) -> bool:
    if place == TABLE:
        return True
    return bool(moment.pond if place == POND else moment.counts[place])


def _step(moment: Moment, card: int, at: int) -> set[int]:
    """Where a card that is at a place can be after a fact; nowhere, where that cannot be."""
    fact = moment.fact
    seen = _seen(fact, card)
    if seen is not None:
        here, there = seen
        return {there} if at == here else set()
    match fact:
        case Fished(seat, _) | Dead(seat, True) if at == POND:
            return {POND, int(seat)}
        case Warden(_, target) if at == target:
            return {at, POND}
        case NetGave(giver, taker, fish, None) if at == giver and fish == card // 5:
            return {at, int(taker)}
    return {at}


def _seen(fact: Fact, card: int) -> tuple[int, int] | None:
    """From where to where the card was openly seen moving."""
    match fact:
        case Gave(giver, taker, moved) | NetGave(giver, taker, _, moved) if moved == card:
            return int(giver), int(taker)
        case Fished(seat, shown) if shown == card:
            return POND, int(seat)
        case Laid(seat, fish) if fish == card // 5:
            return int(seat), TABLE
        case DiverLaid(seat, missing) if missing // 5 == card // 5 and missing != card:
            return int(seat), TABLE
        case SixthCard(seat, put) if put == card:
            return int(seat), TABLE
        case Shown(seat, cards) if card in cards:
            return int(seat), int(seat)
    return None


def rounds_of(moments: Sequence[Moment]) -> Iterator[list[Moment]]:
    """The moments of an evening, round by round, without what Divine Intervention undid."""
    current: list[Moment] = []
    for moment in moments:
        if isinstance(moment.fact, Dealt) and current:
            yield current
            current = []
        if isinstance(moment.fact, Divine):
            current = _undone(current, moment.fact)
        current.append(moment)
    yield current


def _undone(current: list[Moment], fact: Divine) -> list[Moment]:
    """A Warden that was stopped moved no card."""
    if isinstance(current[-1].fact, Warden) and current[-1].fact.seat == fact.user:
        return current[:-1]
    return current


def put_right(facts: Sequence[Fact]) -> list[Fact]:
    """The same facts; a whopper that was put right moves the card as a yes would."""
    asker = Seat(0)
    said: list[Fact] = []
    for fact in facts:
        if isinstance(fact, Denied | NetDenied):
            asker = fact.asker
        if isinstance(fact, Caught) and fact.card is not None:
            said.append(Gave(fact.seat, asker, fact.card))
        else:
            said.append(fact)
    return said
