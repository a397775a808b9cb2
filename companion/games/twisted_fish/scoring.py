"""Points in Twisted Fish: the end of a round, leftovers, the scorecard, the tournament.

Pure arithmetic on states; says nothing about asks and turns.
"""

from companion.frozen import dataclass, replace
from companion.games.common import next_seat, one, so_many
from companion.games.twisted_fish.cards import BASKET, DECK, FISH, VALUES, ZINGER_COST, fish_of
from companion.games.twisted_fish.facts import LeftOver, Shown, Tallied, Whopper
from companion.games.twisted_fish.pond import supplied
from companion.games.twisted_fish.state import (
    GOAL,
    Card,
    Leftovers,
    Round,
    Stage,
    State,
    is_scorecard,
    most_held,
    open_cards,
    owing,
    player,
    total,
    with_round,
)
from companion.games.twisted_fish.whoppers import beyond_doubt, flagged, sighted
from companion.words import Judged, Refused, Ruling, Seat, Seats, Text

_CLASSES = (15, 10, 5)
_IN_DECK = tuple(BASKET * VALUES.count(value) for value in _CLASSES)  # 5 sharks, 20, 40
_KINDS_OF = tuple(VALUES.count(value) for value in _CLASSES)
_ZINGERS = 8
_MISSED = (
    "{seat} should hold {n}, not {told}. Please count again. Still {told}? "
    "Take back to what was missed, and tell it."
)
_DREW = (
    "{seat} should hold {n}, not {told}. Please count again. Still {told}? "
    "Take back to the draw that was missed, and tell it."
)


def close(
    state: State, now: Round, said: tuple[Ruling, ...], out: Seat | None = None
) -> Judged[State]:
    """The hand is over: what is left in the hands is asked for, or it is scored at once."""
    # F-R14 The companion knows how many each holds, so who holds nothing is not asked.
    # F-S12 But who is at the pond may have drawn a card and not have told it.
    left = tuple(None if most_held(now, Seat(n)) else 0 for n in range(len(now.counts)))
    ends = Leftovers(out, left)
    over = replace(now, ends=ends, stoppable=None, pending=None, closing=None, acquired=None)
    return _scored_if_told(replace(state, stage=Stage.LEFTOVERS, round=over), said)


# --- leftovers --------------------------------------------------------------------------------


def left_over(state: State, fact: LeftOver) -> Judged[State]:
    """A hand by value. Raises Refused (F-C6) where it cannot be."""
    now, ends = _owing(state, fact.seat)
    values = (fact.sharks, fact.tens, fact.fives)
    now = _fitting(now, fact.seat, sum(values) + fact.zingers)
    by_value = tuple(n + more for n, more in zip(ends.by_value, values, strict=True))
    for value, held, free in zip(_CLASSES, by_value, _not_laid(now), strict=True):
        if held > free:
            raise _too_many(free, value)
    zingers = ends.zingers + fact.zingers
    if zingers > _ZINGERS - now.spent.bit_count():
        raise _too_many_zingers(_ZINGERS - now.spent.bit_count())
    cost = cost_of((*values, fact.zingers))
    left = (*ends.left[: fact.seat], cost, *ends.left[fact.seat + 1 :])
    after = replace(ends, left=left, by_value=by_value, zingers=zingers)
    # F-S13 With the leftovers it is too late for a Warden.
    # F-R9h And for Divine Intervention.
    told = replace(beyond_doubt(now), ends=after, stoppable=None)
    text = Text("{seat} still holds {n} points.", seat=one(fact.seat), n=cost)
    said = (Ruling("F-R8", text, (fact.seat,)),)
    return flagged(state, _scored_if_told(with_round(state, told), said))


def shown(state: State, fact: Shown) -> Judged[State]:
    """A hand card by card, which may prove a whopper. Raises Refused (F-C6)."""
    now, ends = _owing(state, fact.seat)
    now = _fitting(now, fact.seat, len(fact.cards))
    bits = sum(1 << card for card in set(fact.cards))
    gone = open_cards(now) | ends.shown
    # F-C6 No card twice, and none that lies open already.
    if bits.bit_count() != len(fact.cards) or bits & gone:
        raise Refused("F-C6", Text("One of these cards lies elsewhere, or is named twice."))
    sharks, tens, fives = (
        sum(c < FISH and VALUES[fish_of(c)] == value for c in fact.cards) for value in _CLASSES
    )
    zingers = sum(card >= FISH for card in fact.cards)
    # F-C4 A card that was denied and is in the hand after all may prove a whopper.
    seen = sighted(state, now, bits, fact.seat, fact.seat)
    noted = replace(seen, ends=replace(ends, shown=ends.shown | bits))
    by_value = LeftOver(fact.seat, sharks, tens, fives, zingers)
    return left_over(replace(state, round=noted), by_value)


def _owing(state: State, seat: Seat) -> tuple[Round, Leftovers]:
    now = state.round
    if now is None or now.ends is None or state.stage is not Stage.LEFTOVERS:
        raise Refused("F-C6", Text("Nobody is asked for leftovers now."))
    player(state, seat)
    if now.ends.left[seat] is not None:
        raise Refused("F-C6", Text("{seat} has told it already. Undo it?", seat=one(seat)))
    return now, now.ends


def _fitting(now: Round, seat: Seat, told: int) -> Round:
    """The round in which the seat holds so many cards. Raises Refused (F-C6)."""
    now = supplied(now, seat, told)
    # F-C6 What is left must be as many cards as the hand holds.
    if told != now.counts[seat]:
        raise _not_so_many(seat, now.counts[seat], told)
    return now


def _not_so_many(seat: Seat, n: int, told: int) -> Refused:
    text = Text(_MISSED, seat=one(seat), n=n, told=told)
    if told > n:
        text = Text(_DREW, seat=one(seat), n=n, told=told)
    return Refused("F-C6", text)


def cost_of(held: tuple[int, ...]) -> int:
    """What sharks, tens, fives and Zingers in a hand take away."""
    # F-R8 Each card its value, and 25 for a Zinger.
    # F-Q7 The card that the Diver stands for like any other.
    return sum(n * cost for n, cost in zip(held, (*_CLASSES, ZINGER_COST), strict=True))


def in_hands(now: Round) -> tuple[int, ...]:
    """Sharks, tens, fives and Zingers that can be in the hands that are not told."""
    told, zingers = (now.ends.by_value, now.ends.zingers) if now.ends else ((0, 0, 0), 0)
    fish = (free - n for free, n in zip(_not_laid(now), told, strict=True))
    return (*fish, _ZINGERS - now.spent.bit_count() - zingers)


def may_be_held(now: Round) -> tuple[int, ...]:
    """The cards that can be in hands that are not told."""
    lying, free = open_cards(now) | (now.ends.shown if now.ends else 0), in_hands(now)
    classes = (_CLASSES.index(VALUES[fish_of(card)]) if card < FISH else -1 for card in range(DECK))
    return tuple(c for c, of in enumerate(classes) if free[of] and not lying >> c & 1)


def _not_laid(now: Round) -> tuple[int, ...]:
    """Cards of each value that can be in hands: those that lie in no basket."""
    laid = {value: 0 for value in _CLASSES}
    for basket in now.baskets:
        laid[VALUES[basket.fish]] += BASKET - (basket.missing >= 0)
    return tuple(n - laid[value] for n, value in zip(_IN_DECK, _CLASSES, strict=True))


def _too_many(free: int, value: int) -> Refused:
    text = Text("Only {n} of {value} can be in hands.", n=so_many(free, "card"), value=value)
    return Refused("F-C6", text)


def _too_many_zingers(free: int) -> Refused:
    return Refused("F-C6", Text("Only {n} can be in hands.", n=so_many(free, "Zinger")))


def _scored_if_told(state: State, said: tuple[Ruling, ...]) -> Judged[State]:
    if owing(state):
        return Judged(state, said)
    moved = replace(state, dealer=next_seat(state.present, state.dealer))
    judged = scored(moved)
    return Judged(judged.state, (*said, *judged.rulings))


# --- the scorecard ----------------------------------------------------------------------------


def tallied(state: State, fact: Tallied) -> Judged[State]:
    """A seat's line of the scorecard. Raises Refused (F-S11) where the lines cannot be."""
    # F-S11 Only where the companion keeps the scorecard and nothing else.
    if not is_scorecard(state) or state.stage is not Stage.LEFTOVERS:
        raise Refused("F-S11", Text("No scorecard is being filled in now."))
    seat = fact.seat if fact.seat in state.gone else player(state, fact.seat)
    if state.cards[seat] is not None:
        raise Refused("F-S11", Text("{seat} has told it already. Undo it?", seat=one(seat)))
    card = _line(fact)
    lines = (*state.cards[:seat], card, *state.cards[seat + 1 :])
    _adds_up([line for line in lines if line is not None])
    text = Text("{seat}: {n} points.", seat=one(seat), n=card.points)
    said = (Ruling("F-R8", text, (seat,)),)
    filled = replace(state, cards=lines)
    if owing(filled):
        return Judged(filled, said)
    judged = scored(replace(filled, dealer=next_seat(state.present, state.dealer)))
    return Judged(judged.state, (*said, *judged.rulings))


@dataclass(frozen=True, slots=True)
class Most:
    """What the next line of a scorecard can say at most: of sharks, tens and fives, and of all."""

    baskets: tuple[int, ...]
    left: tuple[int, ...]
    zingers: int
    divers: tuple[int, ...]  # what the Diver may stand for; 0 for no Diver


def most_on_line(state: State) -> Most:
    """What the lines that are told leave for the next one."""
    lines = [line for line in state.cards if line is not None]
    laid, held = _on_lines(lines)
    divers = [line.diver for line in lines if line.diver]
    # F-S11 All lines together hold no more than the deck.
    free = [
        BASKET * (kinds - n) + divers.count(value) - cards
        for value, kinds, n, cards in zip(_CLASSES, _KINDS_OF, laid, held, strict=True)
    ]
    zingers = _ZINGERS - len(divers) - sum(line.zingers for line in lines)
    more = (
        1 if zingers and not divers else 0
    )  # with the Diver in it a basket leaves one of its cards
    kinds_left = [kinds - n for kinds, n in zip(_KINDS_OF, laid, strict=True)]
    baskets = tuple(
        min(n, (cards + more) // BASKET) for n, cards in zip(kinds_left, free, strict=True)
    )
    stands_for = tuple(v for v, n in zip(_CLASSES, baskets, strict=True) if n and more)
    return Most(baskets, tuple(free), zingers, (0, *reversed(stands_for)))


def _on_lines(lines: list[Card]) -> tuple[list[int], list[int]]:
    """Baskets, and cards in hands, of each value."""
    laid = [(line.sharks, line.tens, line.fives) for line in lines] or [(0, 0, 0)]
    held = [(line.left_sharks, line.left_tens, line.left_fives) for line in lines] or [(0, 0, 0)]
    return [sum(n) for n in zip(*laid, strict=True)], [sum(n) for n in zip(*held, strict=True)]


def _line(fact: Tallied) -> Card:
    baskets = (fact.sharks, fact.tens, fact.fives)
    left = (fact.left_sharks, fact.left_tens, fact.left_fives)
    if fact.diver and (fact.diver not in _CLASSES or not baskets[_CLASSES.index(fact.diver)]):
        text = Text("Count the Diver's basket, too, or put the Diver on 0.")
        raise Refused("F-S11", text)
    pairs = zip(baskets, left, _CLASSES, strict=True)
    points = sum((BASKET * n - held) * value for n, held, value in pairs)
    points -= fact.diver + ZINGER_COST * fact.zingers
    return Card(*baskets, *left, fact.zingers, fact.diver, points)


def _adds_up(lines: list[Card]) -> None:
    # F-S11 All lines together hold no more than the deck.
    baskets, hands = _on_lines(lines)
    divers = [line.diver for line in lines if line.diver]
    for value, kinds, laid, held in zip(_CLASSES, _KINDS_OF, baskets, hands, strict=True):
        if laid > kinds:
            raise Refused("F-S11", Text("Baskets of {v}: {n} at most.", n=kinds, v=value * BASKET))
        if held > BASKET * (kinds - laid) + divers.count(value):
            raise Refused("F-S11", Text("So many cards of {v} there are not.", v=value))
    if len(divers) > 1:
        raise Refused("F-S11", Text("There is one Diver."))
    if sum(line.zingers for line in lines) > _ZINGERS - len(divers):
        raise _too_many_zingers(_ZINGERS - len(divers))


# --- the score --------------------------------------------------------------------------------


def round_won(state: State) -> Text:
    """Who has won the round that was scored, and with how much."""
    seats, best = Seats(state.winners), state.gains[state.winners[0]]
    if len(state.winners) > 1:
        return Text("{seats} share the round with {n}.", seats=seats, n=best)
    return Text("{seats} wins the round with {n}.", seats=seats, n=best)


def scored(state: State) -> Judged[State]:
    """The round's points for everybody, its winners, and the King if there is one."""
    # F-R13 Baskets less what is still in the hand.
    gains = tuple(_points(state, Seat(seat)) for seat in range(len(state.base)))
    # F-Q25 The most points win the round; a tie is shared.
    # F-Q3 A whopper that is told later changes the points, and not who was there.
    there = state.present if state.stage is Stage.LEFTOVERS else state.scored
    best = max(gains[seat] for seat in there)
    winners = tuple(seat for seat in there if gains[seat] == best)
    after = replace(state, gains=gains, winners=winners, scored=there)
    judged = crowned(after)
    said = Ruling("F-R13", round_won(after), winners, "round")
    return Judged(judged.state, (said, *judged.rulings))


def crowned(state: State) -> Judged[State]:
    """The King of the Tournament after a round, or another round."""
    # F-Q26 Of those at 400 the single highest is King; a tie plays another round.
    best = max((total(state, seat) for seat in state.present), default=0)
    first = [seat for seat in state.present if total(state, seat) == best]
    # F-S2 A game that rests goes on resting.
    waits = state.stage if state.stage in (Stage.RESTING, Stage.WAITING) else Stage.SCORED
    goes_on = replace(state, stage=waits, king=None)
    if best < GOAL:
        return Judged(goes_on)
    if len(first) > 1:
        text = Text("{seats} are level with {n}: another round.", seats=Seats(tuple(first)), n=best)
        return Judged(goes_on, (Ruling("F-Q26", text, tuple(first), "tie"),))
    if state.king == first[0]:
        return Judged(replace(state, stage=Stage.OVER))  # that was said before
    text = Text("{seat} is King of the Tournament with {n}!", seat=one(first[0]), n=best)
    # F-R13 The tournament goes to 400.
    over = replace(state, stage=Stage.OVER, king=first[0])
    return Judged(over, (Ruling("F-R13", text, (first[0],), "win"),))


def _points(state: State, seat: Seat) -> int:
    if is_scorecard(state):
        card = state.cards[seat] if seat < len(state.cards) else None
        return card.points if card else 0
    now = state.round
    if now is None or seat >= len(now.counts):
        return 0
    cost = (now.ends.left[seat] or 0) if now.ends else 0
    if seat in now.liars and state.setup.whopper is Whopper.WHOLE_ROUND:
        # F-Q2 House option: no basket of that round counts, not even a later one.
        return -cost
    return sum(b.worth for b in now.baskets if b.seat == seat and b.counts) - cost
