"""What match two half cards make, and in how many ways it may be meant.

Knows cards alone: neither the table nor chips.
"""

from functools import lru_cache

from companion.frozen import dataclass
from companion.games.split.cards import (
    ALL_SUITS,
    CARDS,
    card_of,
    card_text,
    is_joker,
    rank_of,
    suit_of,
    suits_in,
    suits_of_colour,
    suits_text,
)
from companion.games.split.facts import Match, Setup
from companion.words import Text

CACHE_SIZE = 4096  # cards that lie open, times cards, times options: a game meets some hundreds


@dataclass(frozen=True, slots=True)
class House:
    """The house options that matter for a match."""

    joker_keeps_rank: bool
    joker_on_joker: bool
    must_change_type: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to mean a match: its kind, its suits as bits, and the card its joker stands for."""

    match: Match
    suits: int
    face: int = -1


def house(setup: Setup) -> House:
    """The options of a setup that matter here."""
    return House(setup.joker_keeps_rank, setup.joker_on_joker, setup.must_change_type)


@lru_cache(CACHE_SIZE)
def readings(lying: int, played: int, before: Match | None, options: House) -> tuple[Reading, ...]:
    """All ways to mean a card played on one that lies open; none where they do not match.

    `lying` is what the open card counts as, `before` the match that it is part of, if any.
    """
    found = _any_match(lying, played, options)
    if options.must_change_type:
        # H-Q4 House option: weak on weak and strong on strong are no match.
        found = tuple(r for r in found if r.match is not before or r.match is Match.PERFECT)
    return found


@lru_cache(CACHE_SIZE)
def takes(lying: int, before: Match | None, options: House) -> tuple[int, ...]:
    """The cards that match one that lies open, in their order."""
    return tuple(card for card in range(CARDS) if readings(lying, card, before, options))


def refusal(lying: int, played: int, options: House) -> tuple[str, Text]:
    """Why two cards are no match: the rule, and a sentence."""
    if is_joker(lying) and is_joker(played) and not options.joker_on_joker:
        return "H-Q3", Text("In this house a joker does not match a joker.")
    if options.must_change_type and _any_match(lying, played, options):
        return "H-Q4", Text("In this house that match must become another kind of match.")
    names = {"played": card_text(played), "lying": card_text(lying)}
    return "H-R3", Text("The {played} and the {lying} do not match.", **names)


def reading_text(reading: Reading) -> Text:
    """ "Strong: one chip on hearts, one on diamonds"."""
    match reading.match:
        case Match.WEAK:
            return Text("Weak: a chip on {suits}", suits=suits_text(reading.suits))
        case Match.STRONG:
            both = suits_text(reading.suits, "{one} and one on {other}")
            return Text("Strong: a chip on {suits}", suits=both)
        case _:
            return Text("Perfect: two chips on {suits}", suits=suits_text(reading.suits))


def _any_match(lying: int, played: int, options: House) -> tuple[Reading, ...]:
    if is_joker(lying) and is_joker(played):
        return _two_jokers(lying, played, options)
    if is_joker(lying):
        return _one_joker(lying, played, options)
    if is_joker(played):
        return _one_joker(played, lying, options)
    if rank_of(lying) != rank_of(played):
        return ()
    suits = 1 << suit_of(lying) | 1 << suit_of(played)
    if lying == played:
        # H-R6 Perfect: identical halves.
        return (Reading(Match.PERFECT, suits),)
    if suits_of_colour(lying) == suits:
        # H-R5 Strong: same rank, same colour, the other suit.
        return (Reading(Match.STRONG, suits),)
    # H-R4 Weak: same rank, the other colour.
    return (Reading(Match.WEAK, suits),)


def _one_joker(joker: int, card: int, options: House) -> tuple[Reading, ...]:
    """A joker takes the rank of whatever it is matched with."""
    own, rank, suit = suits_of_colour(joker), rank_of(card), 1 << suit_of(card)
    if own & suit:
        (other,) = suits_in(own & ~suit)
        # H-R11 With a card of its own colour strong or perfect, as the player likes.
        # H-Q1 Strong: the two suits of the colour; perfect: the card's own suit twice.
        return (Reading(Match.STRONG, own, card_of(other, rank)), Reading(Match.PERFECT, suit))
    if options.joker_keeps_rank:
        # H-Q2 House option: what it stands for has to be said.
        return tuple(Reading(Match.WEAK, suit | 1 << s, card_of(s, rank)) for s in suits_in(own))
    # H-R11 With a card of the other colour weak.
    # H-Q1 A chip on the card's suit, or on either suit of the joker's colour.
    return (Reading(Match.WEAK, suit | own),)


def _two_jokers(lying: int, played: int, options: House) -> tuple[Reading, ...]:
    own = suits_of_colour(lying)
    if not options.joker_on_joker:
        # H-Q3 House option: a joker does not match a joker.
        return ()
    if own != suits_of_colour(played):
        # H-Q3 Of different colours they are weak: one chip on any suit.
        return (Reading(Match.WEAK, ALL_SUITS),)
    # H-Q3 Of one colour they are strong, or perfect in either suit of it.
    perfect = tuple(Reading(Match.PERFECT, 1 << suit) for suit in suits_in(own))
    return (Reading(Match.STRONG, own), *perfect)
