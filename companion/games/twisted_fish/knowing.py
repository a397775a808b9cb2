"""What the open record proves about where cards are, and which "no" it proves wrong.

Cards are bits of a number, places are seats and last the pond. Nothing of this is ever shown: it
is for whoppers alone. It counts on what everybody saw, never on what somebody said.
"""

from collections.abc import Callable

from companion.bits import ones
from companion.frozen import dataclass
from companion.games.twisted_fish.cards import DECK, bits_of
from companion.words import Seat

Masks = tuple[int, ...]
"""By place: the cards that may be there, as bits. The pond is the last place."""

Proven = tuple[tuple[Seat, int], ...]
"""Who denied a card that it held, and the card."""

ALL = (1 << DECK) - 1
POND = -1


@dataclass(frozen=True, slots=True)
class Known:
    """What the record says: of itself, and supposing that each seat has always told the truth."""

    may: Masks
    # By seat: the cards it denied and where each may be then. Empty while it denied none.
    supposed: tuple[Masks, ...]
    # The hand that the Warden took from, and what was surely in it then.
    robbed: Seat | None = None
    was_sure: int = 0


def dealt(seats: tuple[Seat, ...], ever: int) -> Known:
    """Any card may be in any hand, or in the pond."""
    may = tuple(ALL if seat in seats else 0 for seat in range(ever))
    return Known((*may, ALL), ((),) * ever)


def surely_lacks(known: Known, seat: Seat, fish: int) -> bool:
    """Whether no card of that kind can be in that hand."""
    return not known.may[seat] & bits_of(fish)


def drew(known: Known, seat: Seat, pond: int) -> Known:
    """The seat took an unseen card; `pond` cards are left."""

    def taken(masks: Masks) -> Masks:
        new = list(masks)
        new[seat] |= new[POND]
        if not pond:
            new[POND] = 0
        return tuple(new)

    return _each(known, taken)


def pulled(known: Known, seat: Seat, hand: int) -> Known:
    """An unseen card of the seat went into the pond; `hand` are left.

    Who has told a draw meanwhile may have drawn it from there: the Warden may be told later.
    """
    holding = [place for place, mask in enumerate(known.may) if mask]

    def taken(masks: Masks) -> Masks:
        new = list(masks)
        for place in holding:
            new[place] |= masks[seat]
        new[POND] |= masks[seat]
        if not hand:
            new[seat] = 0
        return tuple(new)

    robbed = _each(known, taken)
    return Known(robbed.may, robbed.supposed, seat, _sure(known.may, seat))


def netted(known: Known, giver: Seat, taker: Seat, fish: int) -> Known:
    """A card of that kind changed hands, nobody says which."""
    kind = bits_of(fish)

    def given(masks: Masks) -> Masks:
        new = list(masks)
        new[taker] |= new[giver] & kind
        return tuple(new)

    after = _each(known, given)
    sure = known.was_sure & ~kind if known.robbed == giver else known.was_sure
    return Known(after.may, after.supposed, known.robbed, sure)


def poured(known: Known, seat: Seat) -> Known:
    """The seat is gone, and its whole hand is in the pond."""

    def gone(masks: Masks) -> Masks:
        new = list(masks)
        new[POND] |= new[seat]
        new[seat] = 0
        return tuple(new)

    left = _each(known, gone)
    supposed = tuple(() if s == seat else masks for s, masks in enumerate(left.supposed))
    return Known(left.may, supposed)


def denied(known: Known, seat: Seat, card: int) -> tuple[Known, bool]:
    """The seat said no to a card; True where it cannot but have held it."""
    bit = 1 << card
    masks = known.supposed[seat] or (0,) * len(known.may)
    said_before = any(mask & bit for mask in masks)
    where = [mask & bit for mask in (masks if said_before else known.may)]
    if not any(where):
        return known, False  # it lies open, and nobody holds it
    where[seat] = 0
    new = tuple((mask & ~bit) | now for mask, now in zip(masks, where, strict=True))
    return _supposing(known, seat, new), not any(where)


def seen(known: Known, cards: int, at: int, to: int | None) -> tuple[Known, Proven]:
    """Cards were seen leaving a place, for a hand or (None) for the table, open for good."""
    fits = cards & known.may[at]  # a record that contradicts itself accuses nobody
    proven: list[tuple[Seat, int]] = []
    supposed = known.supposed
    if any(supposed):
        for seat, masks in enumerate(known.supposed):
            if masks:
                lied = _any_of(masks) & fits & ~masks[at]
                proven += [(Seat(seat), card) for card in ones(lied)]
        supposed = tuple(_without(masks, cards) for masks in supposed)
    may = [mask & ~cards for mask in known.may]
    if to is not None:
        may[to] |= cards
    found = Known(tuple(may), supposed, known.robbed, known.was_sure)
    if known.was_sure & cards:
        found, stayed = _found(found, cards, at)
        proven += stayed
    return found, tuple(proven)


def counted(known: Known, counts: tuple[int, ...]) -> tuple[Known, Proven]:
    """What the numbers of cards in the hands add to it."""
    once = twice = 0
    for mask in known.may:
        twice |= once & mask
        once |= mask
    for seat, count in enumerate(counts):
        here = known.may[seat]
        sure = here & ~twice
        if sure == here or not here:
            continue
        if sure.bit_count() >= count:
            # An empty hand, or one that is wholly known, holds nothing else.
            after = _each(known, _only(seat, sure))
        elif here.bit_count() == count:
            # It needs every card that it may hold.
            after = _each(known, _nowhere_but(seat, here))
        else:
            continue
        proven = _lost(known, after)
        last, more = counted(after, counts)
        return last, (*proven, *more)
    return known, ()


# --- inside -----------------------------------------------------------------------------------


def _each(known: Known, change: Callable[[Masks], Masks]) -> Known:
    supposed = known.supposed
    if any(supposed):
        supposed = tuple(change(masks) if masks else masks for masks in supposed)
    return Known(change(known.may), supposed, known.robbed, known.was_sure)


def _found(known: Known, cards: int, at: int) -> tuple[Known, Proven]:
    """What a sighting says of the card that the Warden took unseen."""
    rest = known.was_sure & ~cards
    if at == known.robbed or known.robbed is None:
        return Known(known.may, known.supposed, known.robbed, rest), ()
    # It was this one; so all others that were surely there stayed there.
    stayed = Known(known.may, known.supposed)
    after = _each(stayed, _nowhere_but(known.robbed, rest))
    return after, _lost(stayed, after)


def _only(place: int, cards: int) -> Callable[[Masks], Masks]:
    def change(masks: Masks) -> Masks:
        return (*masks[:place], masks[place] & cards, *masks[place + 1 :])

    return change


def _nowhere_but(place: int, cards: int) -> Callable[[Masks], Masks]:
    def change(masks: Masks) -> Masks:
        return tuple(m if other == place else m & ~cards for other, m in enumerate(masks))

    return change


def _lost(before: Known, after: Known) -> Proven:
    """Whom the record leaves no honest way out."""
    proven: list[tuple[Seat, int]] = []
    for seat, (was, now) in enumerate(zip(before.supposed, after.supposed, strict=True)):
        if was:
            lost = _any_of(was) & ~_any_of(now)
            proven += [(Seat(seat), card) for card in ones(lost)]
    return tuple(proven)


def _sure(may: Masks, place: int) -> int:
    elsewhere = 0
    for other, mask in enumerate(may):
        if other != place:
            elsewhere |= mask
    return may[place] & ~elsewhere


def _any_of(masks: Masks) -> int:
    every = 0
    for mask in masks:
        every |= mask
    return every


def _without(masks: Masks, cards: int) -> Masks:
    return tuple([mask & ~cards for mask in masks]) if masks else masks


def _supposing(known: Known, seat: Seat, masks: Masks) -> Known:
    supposed = (*known.supposed[:seat], masks, *known.supposed[seat + 1 :])
    return Known(known.may, supposed, known.robbed, known.was_sure)
