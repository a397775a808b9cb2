"""A prover that knows nothing of the referee's: where one card can have been, by trying all ways.

For one card it walks the round forwards and backwards through everything that was openly seen. A
"no" is proven wrong when each way that is left has the card in the hand that denied it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

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


class Move(NamedTuple):
    """A card's way in a fact: openly `seen`, or only possible."""

    here: int
    there: int
    seen: bool


def proven(moments: Sequence[Moment], cards: Sequence[int]) -> set[tuple[int, int]]:
    """Who is proven, by all moments of a round, to have denied which of these cards."""
    rooms, found = [_room(moment) for moment in moments], set()
    for card in cards:
        denials = list(_denials(moments, card))
        if denials:
            moves = [_move(moment.fact, card) for moment in moments]
            before, after = _forwards(moves, rooms), _backwards(moves, rooms)
            for seat, at in denials:
                if before[at] and not (before[at] - {seat}) & after[at]:
                    found.add((seat, card))
    return found


def _denials(moments: Sequence[Moment], card: int) -> Iterator[tuple[int, int]]:
    for at, moment in enumerate(moments):
        match moment.fact:
            case Denied(seat, _, denied) if denied == card:
                yield seat, at
            case NetDenied(seat, _, fish) if fish == card // 5:
                yield seat, at


def _forwards(moves: Sequence[Move | None], rooms: Sequence[Where]) -> list[Where]:
    """Where the card can be after each moment, by what was before it."""
    places = rooms[0] - {TABLE} | {POND}
    found = [places]
    for move, room in zip(moves[1:], rooms[1:], strict=True):
        if move is not None:
            places = frozenset(new for place in places for new in _step(move, place))
        places &= room
        found.append(places)
    return found


def _backwards(moves: Sequence[Move | None], rooms: Sequence[Where]) -> list[Where]:
    """Where the card can be after each moment, by what comes after it."""
    everywhere = frozenset[int]().union(*rooms)
    places = everywhere
    found = [places]
    for move, room in zip(reversed(moves[1:]), reversed(rooms[1:]), strict=True):
        places &= room
        if move is not None:
            ways = {place for place in everywhere if not places.isdisjoint(_step(move, place))}
            places = frozenset(ways)
        found.append(places)
    return found[::-1]


def _room(moment: Moment) -> Where:
    """Where cards can be right after it."""
    hands = {seat for seat, count in enumerate(moment.counts) if count}
    return frozenset(hands | {TABLE} | ({POND} if moment.pond else set()))


def _step(move: Move, at: int) -> tuple[int, ...]:
    """Where a card that is at a place can be after a move; nowhere, where that cannot be."""
    if at != move.here:
        return () if move.seen else (at,)
    return (move.there,) if move.seen else (at, move.there)


def _move(fact: Fact, card: int) -> Move | None:
    """How a fact moves the card, or may move it."""
    seen = _seen(fact, card)
    if seen is not None:
        return Move(*seen, True)
    match fact:
        case Fished(seat, _) | Dead(seat, True):
            return Move(POND, int(seat), False)
        case Warden(_, target):
            return Move(int(target), POND, False)
        case NetGave(giver, taker, fish, None) if fish == card // 5:
            return Move(int(giver), int(taker), False)
    return None


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
