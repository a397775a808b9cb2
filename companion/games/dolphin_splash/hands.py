"""Hands that are on phones: how they are dealt and passed, and what the table says that knows them.

Pure: by which lot they are dealt, who chose what, and when, is told.
"""

from collections.abc import Mapping, Sequence

from companion.frozen import replace
from companion.games.dolphin_splash.cards import BEASTS, FOURS
from companion.games.dolphin_splash.facts import (
    Bonus,
    Claimed,
    DolphinsBack,
    Fouled,
    GoodGrab,
    Kept,
    NoBonus,
    Setup,
    StoodIn,
    Told,
    TooSoon,
    Variant,
)
from companion.games.dolphin_splash.state import (
    Phase,
    State,
    claimants,
    first_touched,
    on_phones,
)
from companion.words import (
    Judged,
    Pad,
    Pads,
    Refused,
    Ruling,
    Sealed,
    Seat,
    Seats,
    Text,
    Touched,
    Unsealed,
)

BONUS_SORT = 0  # the Splash cards
ALIKE = 4
THINKS_AGAIN = 9  # one choice in so many goes another way
JUDGE_US = 150_000  # a hand that was sooner may be heard later
ADMIRED_US = 2_500_000  # a foul stands so long on all screens
_SETTLING = (Phase.LIVE, Phase.GRAB, Phase.HOLDERS)  # a dolphin may be grabbed
_ROUND_ON = (Phase.LIVE, Phase.GRAB, Phase.HOLDERS, Phase.FOUL, Phase.RESET)
Hands = Mapping[Seat, tuple[int, ...]]  # of who plays, each card by its sort


def refuse_unless_fit(setup: Setup) -> None:
    """Raises Refused where hands on phones cannot be played so."""
    if not on_phones(setup):
        return
    if setup.variant is Variant.ALTERNATE:
        # D-S13 The whole deck, with a stack beside the dealer, is for who has cards.
        raise Refused("D-S13", Text("Without any cards everybody has four. Take the classic."))
    if setup.robots >= setup.seats:
        # D-S18 Robots play with somebody, not among themselves.
        raise Refused("D-S18", Text("Somebody has to play with the robots."))


def is_unsaid(state: State) -> bool:
    """Whether the table, which knows the cards, has yet to say what a grab was."""
    # D-S17 Claims alone end no round then.
    return on_phones(state.setup) and state.phase is Phase.GRAB


# --- facts ------------------------------------------------------------------------------------


def sealed(state: State, fact: Sealed) -> Judged[State]:
    """The cards of this round are dealt, and nobody has seen them."""
    if state.phase not in _ROUND_ON:
        return Judged(state)  # that deal was taken back
    if state.seal and not plays(state):
        # D-S16 A grab is of the cards that were held then, and of no newer ones.
        return Judged(state)
    # D-S16 The newest seal counts: cards that were seen are never dealt again.
    return Judged(replace(state, seal=fact.seal, shown=False))


def unsealed(state: State, fact: Unsealed) -> Judged[State]:
    """A deal may be seen by now."""
    if fact.seal != state.seal:
        return Judged(state)  # an older one, which was taken back
    # D-S16 Seen once the round is over: whoever likes to may check it.
    return Judged(replace(state, shown=True))


def stood_in(state: State, fact: StoodIn) -> Judged[State]:
    """A robot holds a hand, or its person does again. Raises Refused."""
    if not on_phones(state.setup) or fact.seat not in state.present:
        raise Refused("D-S15", Text("No robot can hold these cards."))
    others = tuple(pair for pair in state.robots if pair[0] != fact.seat)
    if fact.way is None:
        # D-S15 Whoever comes back plays on.
        back = replace(state, robots=others)
        text = Text("{seat} plays on.", seat=Seats((fact.seat,)))
        return Judged(back, (Ruling("D-S15", text, (fact.seat,)),))
    # D-S15 A robot holds the hand meanwhile.
    held = replace(state, robots=(*others, (fact.seat, fact.way)))
    text = Text("A robot plays for {seat}.", seat=Seats((fact.seat,)))
    return Judged(held, (Ruling("D-S15", text, (fact.seat,)),))


def deals(setup: Setup) -> str:
    """How it is said that somebody deals: what everybody gets, and where it is."""
    # D-S13 With hands on phones nothing lies on a table.
    if on_phones(setup):
        return "{dealer} deals {n} cards, {each} to everyone: look at your phones!"
    return "{dealer} deals {n} cards, {each} to everyone. Dolphins in the middle!"


def has(state: State, seat: Seat, pad: Pad) -> Text:
    """How it is said that somebody has a dolphin."""
    if on_phones(state.setup):
        # D-S19 Each phone has one of its own, of no name.
        if len(both := claimants(state, pad)) > 1:
            return Text("{seats} were too close to call.", seats=Seats(both))
        return Text("{seat} has a dolphin.", seat=Seats((seat,)))
    return Text("{seat} has {pad}.", seat=Seats((seat,)), pad=Pads((pad,)))


def is_nobodys(state: State, pad: Pad) -> Text:
    """How it is said that a dolphin is left over."""
    if on_phones(state.setup):
        return Text("The last dolphin scores for nobody.")
    return Text("{pad} scores for nobody.", pad=Pads((pad,)))


def shown(seat: Seat, sort: int) -> Text:
    """What everybody is told of who grabbed rightly."""
    return Text("Good grab! {seat} has {four}.", seat=Seats((seat,)), four=FOURS[sort])


# --- cards ------------------------------------------------------------------------------------


def holds(state: State) -> tuple[Seat, ...]:
    """Who holds cards on a phone now, clockwise; nobody between rounds, or with cards of paper."""
    return state.present if on_phones(state.setup) and state.phase in _ROUND_ON else ()


def plays(state: State) -> bool:
    """Whether cards go round, and have to be somewhere."""
    return on_phones(state.setup) and state.phase is Phase.LIVE


def robots(state: State) -> Mapping[Seat, str]:
    """Whose hands robots hold, and in what way they play."""
    return {seat: way.value for seat, way in state.robots if seat in state.present}


def touched_us(state: State) -> int | None:
    """When the first hand of the grab at hand came, as far as anything felt it."""
    return min((touch.at_us for touch in state.touches), default=None)


def dealt(people: Sequence[Seat], order: Sequence[int]) -> Hands:
    """The hands that a shuffled deck gives, one after another."""
    each = len(order) // len(people)
    sorts = [card // ALIKE for card in order]
    return {
        seat: tuple(sorts[place * each : (place + 1) * each]) for place, seat in enumerate(people)
    }


def said(hand: Sequence[int]) -> str:
    """What is on the cards of a hand."""
    return ", ".join(BEASTS[sort] for sort in hand)


def deck(people: int) -> int:
    """How many cards are dealt to so many."""
    return ALIKE * people


def passed(hands: Hands, places: Sequence[int]) -> Hands:
    """The hands after a call: the card at each one's place goes left, all together."""
    seats, given = tuple(hands), dict(zip(hands, places, strict=True))
    moved = dict(hands)
    for at, seat in enumerate(seats):
        giver = seats[at - 1]
        hand = list(hands[seat])
        hand[given[seat]] = hands[giver][given[giver]]
        moved[seat] = tuple(hand)
    return moved


def discard(hand: Sequence[int], chance: int) -> int:
    """The place of a card that is good to give away, by a number that somebody has drawn."""
    sorts = sorted(set(hand), key=lambda sort: (-hand.count(sort), (sort * 7 + chance) % 11))
    # Who never thinks again may wait for ever for a card that another one keeps as well.
    kept = sorts[-1] if chance % THINKS_AGAIN == 0 else sorts[0]
    others = [place for place, sort in enumerate(hand) if sort != kept] or list(range(len(hand)))
    return others[chance // THINKS_AGAIN % len(others)]


def four(hand: Sequence[int]) -> int | None:
    """Of which sort it is four of a kind, if it is: a hand has four cards."""
    sorts = set(hand)
    return sorts.pop() if len(sorts) == 1 else None


# --- what the table says of them --------------------------------------------------------------


def word(state: State, hands: Hands) -> Told | None:
    """What a table that knows the cards says now; it tells none but the four of who grabbed."""
    match state.phase:
        case Phase.GRAB:
            return _verdict(state, hands)
        case Phase.FOUL:
            return _foul(state, hands)
        case Phase.RESET:
            return DolphinsBack()
        case Phase.BONUS:
            had = _bonus(state, hands)
            return NoBonus() if had is None else Bonus(had)
        case Phase.SCORED if state.before is not None and state.bonus is None:
            had = _bonus(state, hands)
            return None if had is None else Bonus(had)
        case _:
            return None


def patience_us(state: State) -> int:
    """How long such a word waits: for hands that are heard late, and for everybody to read."""
    return {Phase.GRAB: JUDGE_US, Phase.RESET: ADMIRED_US}.get(state.phase, 0)


def _verdict(state: State, hands: Hands) -> Told | None:
    if all(four(hand) is None for hand in hands.values()):
        return TooSoon()
    first = first_touched(state)
    hers = [seat for pad in sorted(first) for seat in claimants(state, pad)]
    if not first:
        hers = [seat for seat, _ in state.claims]  # no dolphin was felt: who said so first
    for seat in hers:
        # Of hands that nobody can tell apart the one that had four of a kind was the first.
        sort = four(hands[seat])
        if sort is not None:
            return GoodGrab(seat, sort)
    known = bool(hers) and all(claimants(state, pad) for pad in first)
    return TooSoon() if known else None


def _foul(state: State, hands: Hands) -> Told | None:
    touchers = {seat for seat, _ in state.claims if four(hands[seat]) is None}
    known = all(claimants(state, touch.pad) for touch in state.touches)
    return Fouled(tuple(sorted(touchers))) if touchers and known else None


def _bonus(state: State, hands: Hands) -> Seat | None:
    return next((seat for seat in state.holders if four(hands[seat]) == BONUS_SORT), None)


# --- dolphins on phones -----------------------------------------------------------------------


def reached(state: State, seat: Seat, touch: Touched) -> tuple[Pad | None, tuple[Told, ...]]:
    """What comes of a hand on its phone's own dolphin: which one in the middle it has touched, if
    one was left, and what is told of it; nothing where it has one, or comes too late."""
    if not on_phones(state.setup) or seat not in state.present or has_dolphin(state, seat):
        return None, ()
    touched, claimed = {one.pad for one in state.touches}, {pad for _, pad in state.claims}
    # Whose hand was on one is asked where that was taken back: theirs who says so now.
    asked = next((pad for pad in state.in_play if pad in touched - claimed), None)
    free = next((pad for pad in state.in_play if pad not in touched | claimed), None)
    if state.phase in _SETTLING and asked is not None:
        return None, (Claimed(seat, asked),)
    if state.phase in _SETTLING and free is not None:
        return free, (Claimed(seat, free),)
    return None, _contested(state, seat, touch)


def _contested(state: State, seat: Seat, touch: Touched) -> tuple[Told, ...]:
    """What a hand tells that is heard when all dolphins are gone: it may have been sooner."""
    last = max(state.touches, key=lambda one: one.at_us, default=None)
    if last is None or state.phase not in (*_SETTLING, Phase.SCORED):
        return ()
    is_later = touch.at_us - touch.uncertain_us > last.until_us
    if is_later or last.pad in state.awarded or not claimants(state, last.pad):
        return ()
    if touch.at_us + touch.early_us < last.since_us:
        return (Claimed(seat, last.pad), Kept(last.pad, seat))
    return (Claimed(seat, last.pad),)


def has_dolphin(state: State, seat: Seat) -> bool:
    """Whether this seat holds one."""
    return seat in state.holders or any(seat == claimant for claimant, _ in state.claims)


def hands_fly(state: State) -> bool:
    """Whether somebody has grabbed, and everybody may."""
    return state.phase in (Phase.GRAB, Phase.HOLDERS)
