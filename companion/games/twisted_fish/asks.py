"""What the referee needs to hear next in Twisted Fish.

Only questions: the answers are facts, and judge.py rules on them. They say no more than the view.
"""

from functools import lru_cache

from companion.games.common import CACHE_SIZE, NOBODY, one, so_many
from companion.games.twisted_fish.asking import may_have_caught
from companion.games.twisted_fish.cards import (
    FISH,
    KINDS,
    NO_FISHING,
    card_text,
    cards_of,
    cards_text,
    kind_text,
)
from companion.games.twisted_fish.facts import (
    Asked,
    Caught,
    Dead,
    Dealt,
    Denied,
    Fished,
    Forgiven,
    Gave,
    LeftOver,
    NetDenied,
    NetGave,
    NoFishing,
    Shown,
    Tallied,
)
from companion.games.twisted_fish.offers import offers, tellers
from companion.games.twisted_fish.scoring import (
    cost_of,
    in_hands,
    may_be_held,
    most_on_line,
    round_won,
)
from companion.games.twisted_fish.state import (
    How,
    Lie,
    Pending,
    Round,
    Stage,
    State,
    Step,
    all_laid,
    is_scorecard,
    is_spent,
    may_fish,
    most_held,
    open_cards,
    opponents,
    owing,
)
from companion.games.twisted_fish.trial import may_put_right, still_owed
from companion.games.twisted_fish.turns import gone_on
from companion.words import Ask, Choice, Seat, Slot, Text


def asks(state: State) -> tuple[Ask, ...]:
    """The open questions, the needed ones first, then what is always possible."""
    return (*_musts(state), *offers(state))


def _musts(state: State) -> tuple[Ask, ...]:
    match state.stage:
        case Stage.WAITING | Stage.SCORED:
            return (*_trials(state), _deal(state))
        case Stage.PLAYING if state.round is not None:
            return (*_trials(state), *_play(state, state.round))
        case Stage.LEFTOVERS if is_scorecard(state):
            return tuple(_tally(state, seat) for seat in owing(state))
        case Stage.LEFTOVERS if state.round is not None:
            now = state.round
            return (*_trials(state), *(_left(state, now, seat) for seat in owing(state)))
    return _trials(state)


def _deal(state: State) -> Ask:
    yes = Choice("start", Text("Dealt: start the round"), Dealt(state.dealer), tone="good")
    # F-S6 Whoever has the cards may tap: the deal is nobody's secret.
    text = Text("{dealer} deals.", dealer=one(state.dealer))
    # F-R13 Between two rounds everybody wants to know who has won the one that is over.
    lead = round_won(state) if state.stage is Stage.SCORED else None
    return Ask(text, state.present, (yes,), topic="deal", lead=lead)


# --- a turn -----------------------------------------------------------------------------------


def _play(state: State, now: Round) -> tuple[Ask, ...]:
    if now.step is Step.ASKED and now.pending is not None:
        answer = _net_answer if now.pending.how is How.NET else _answer
        return (answer(state, now, now.pending),)
    if now.step is Step.FISHING:
        # F-S9 The next one may ask at once: that says that the one before has been to the pond.
        after = gone_on(state, now)
        if after is None:
            return (_fishing(state, now),)
        return (_fishing(state, now), _turn(state, after, after.turn))
    return (_turn(state, now, now.turn),)


def _turn(state: State, now: Round, seat: Seat) -> Ask:
    who = tellers(state, seat)
    if not now.counts[seat]:
        # F-R12 No card and no Zinger: dead in the water.
        return _dead(seat, bool(now.pond), who)
    asked, (last, recent) = opponents(state, seat), now.habits[seat]
    if last in asked:
        asked = (Seat(last), *(other for other in asked if other != last))
    # F-C5 What lies open nobody can hand over: it is not asked for.
    lying = open_cards(now) & (1 << FISH) - 1
    if all(all_laid(now, fish) for fish in range(len(KINDS))):
        return _dead(seat, bool(now.pond), who)
    return _whom_and_what(seat, asked, recent, lying, who)


@lru_cache(CACHE_SIZE)
def _whom_and_what(
    seat: Seat,
    targets: tuple[Seat, ...],
    recent: tuple[int, ...],
    lying: int,
    who: tuple[Seat, ...],
) -> Ask:
    cards = _in_order(recent, lying)
    slots = (
        # Whom: the one asked last, or the left neighbour, unless another is tapped.
        Slot("target", targets, other_than="asker", preset=True),
        Slot("card", cards, of="card", labels=cards_text(cards)),
    )
    ask = Choice("ask", Text("Asks for it"), Asked(seat, NOBODY, 0), slots)
    return Ask(Text("What does {seat} ask for?", seat=one(seat)), who, (ask,), topic="ask")


@lru_cache(CACHE_SIZE)
def _in_order(recent: tuple[int, ...], lying: int) -> tuple[int, ...]:
    """All fish that are not on the table, those of kinds this seat asked for lately first."""
    kinds = (*recent, *(fish for fish in range(len(KINDS)) if fish not in recent))
    return tuple(card for fish in kinds for card in cards_of(fish) if not lying >> card & 1)


@lru_cache(CACHE_SIZE)
def _dead(seat: Seat, pond: bool, who: tuple[Seat, ...]) -> Ask:
    draws = Choice("start", Text("Draws a card"), Dead(seat, True))
    passes = Choice("no", Text("Passed over"), Dead(seat, False))
    text = Text("{seat} has nothing to ask for.", seat=one(seat))
    if pond:
        text = Text("{seat} has nothing to ask for. Draw a card?", seat=one(seat))
    return Ask(text, who, (draws, passes) if pond else (passes,), topic="dead")


def _answer(state: State, now: Round, pending: Pending) -> Ask:
    asker, target, card = pending.asker, pending.target, pending.card
    what = card_text(card)
    # F-R4 The asked one or the asker says it, in one tap.
    yes = Choice("yes", Text("Yes, here you go!"), Gave(target, asker, card), tone="good")
    # Without a pond there is nothing to fish.
    go_fish = Text("No: go fish!") if now.pond else Text("No")
    no = Choice("no", go_fish, Denied(target, asker, card))
    text = Text(
        "{asker} asks {target} for the {card}. Yes or no?",
        target=one(target),
        asker=one(asker),
        card=what,
    )
    # F-Q34 Who has no cards can only say no.
    may = now.counts[target] and not open_cards(now) >> card & 1
    choices = (*((yes,) if may else ()), no, *_may_stop(now, target, asker))
    return Ask(text, tellers(state, target, asker), choices, topic="answer")


def _may_stop(now: Round, target: Seat, asker: Seat) -> tuple[Choice, ...]:
    # F-R9c Offered to everybody who is asked, as long as nobody has used it.
    if is_spent(now, NO_FISHING) or not now.counts[target]:
        return ()
    return (Choice("no_fishing", Text("No Fishing!"), NoFishing(target, asker)),)


def _net_answer(state: State, now: Round, pending: Pending) -> Ask:
    asker, target, fish = pending.asker, pending.target, pending.fish
    # F-Q36 The colour is said or not, as the table likes.
    yes = Choice("yes", Text("Yes, here is one!"), NetGave(target, asker, fish), tone="good")
    which = tuple(card for card in cards_of(fish) if not open_cards(now) >> card & 1)
    slot = Slot("card", which, of="card", labels=cards_text(which))
    says = Choice("which", Text("Yes, and which"), NetGave(target, asker, fish), (slot,))
    no = Choice("no", Text("No"), NetDenied(target, asker, fish))
    text = Text(
        "{asker} asks {target} for any {kind}. Yes or no?",
        target=one(target),
        asker=one(asker),
        kind=kind_text(fish),
    )
    choices: tuple[Choice, ...] = (no,)
    if now.counts[target]:
        choices = (yes, no, says, *_may_stop(now, target, asker))
    return Ask(text, tellers(state, target, asker), choices, topic="answer")


def _fishing(state: State, now: Round) -> Ask:
    seat, pending = now.turn, now.pending
    who = tellers(state, seat)
    if not may_fish(now) and not now.drawn:
        over = Choice("start", Text("Done: next player"), Fished(seat))
        template = "{seat} has nothing to draw. Is the turn over?"
        if now.pond:
            template = "{seat} had nothing to draw. Is the turn over?"
        return Ask(Text(template, seat=one(seat)), who, (over,), topic="fishing")
    drew = Choice("start", Text("Drew a card"), Fished(seat), tone="good")
    caught: tuple[Choice, ...] = ()
    # F-S12 Also where it lies in a basket that was told before it.
    if pending is not None and may_have_caught(now, pending.card):
        caught = (Choice("yes", Text("Caught it!"), Fished(seat, pending.card)),)
    return Ask(Text("{seat} goes fishing.", seat=one(seat)), who, (drew, *caught), topic="fishing")


# --- whoppers ---------------------------------------------------------------------------------


def _trials(state: State) -> tuple[Ask, ...]:
    now = state.round
    if now is None:
        return ()
    # F-C7 Of what was not said aloud nothing is asked.
    said = [lie for lie in now.lies if lie.said]
    first = {lie.seat: lie for lie in reversed(said)}
    return tuple(_trial(state, now, lie) for lie in first.values())


def _trial(state: State, now: Round, lie: Lie) -> Ask:
    pending = may_put_right(now) if state.stage is Stage.PLAYING else None
    is_about_it = pending is not None and pending.target == lie.seat
    owed = still_owed(now, pending) if pending is not None and is_about_it else ()
    card = lie.card if lie.card in owed else None
    # F-Q33 The table confirms what the companion flags.
    yes = Choice("yes", Text("A whopper!"), Caught(lie.seat, card), tone="bad")
    no = Choice("no", Text("Let it pass"), Forgiven(lie.seat))
    text = Text("Did {seat} tell a whopper?", seat=one(lie.seat))
    return Ask(text, state.present, (yes, no), topic="whopper", lead=lie.evidence)


# --- the end of a round -----------------------------------------------------------------------


def _left(state: State, now: Round, seat: Seat) -> Ask:
    count, most_count = now.counts[seat], most_held(now, seat)
    cards = may_be_held(now)
    slot = Slot(
        "cards", cards, of="card", least=count, most=most_count, many=True, labels=cards_text(cards)
    )
    which = Choice("cards", Text("Card by card"), Shown(seat, ()), (slot,))
    free = sum(in_hands(now))
    spans = tuple(
        range(max(0, count + most - free), min(most_count, most) + 1) for most in in_hands(now)
    )
    numbers = tuple(
        Slot(field, tuple(span), "number", preset=True)
        for field, span in zip(("sharks", "tens", "fives", "zingers"), spans, strict=True)
    )
    values = Choice("values", Text("Done"), LeftOver(seat, 0, 0, 0, 0), numbers)
    if all(len(span) == 1 for span in spans):
        held = tuple(span[0] for span in spans)
        return _sure(seat, held, tellers(state, seat), values, which)
    text = Text("{seat} still holds {n} cards. Which?", seat=one(seat), n=count)
    if count == 1:
        text = Text("{seat} still holds one card. Which?", seat=one(seat))
    if most_count > count:
        # F-S12 Drawn perhaps a moment ago, and not told.
        template = "{seat} still holds {n}, or {more} if one was drawn. Which?"
        text = Text(template, seat=one(seat), n=so_many(count, "card"), more=most_count)
    return Ask(text, tellers(state, seat), (which, values), topic="leftovers")


def _sure(seat: Seat, held: tuple[int, ...], who: tuple[Seat, ...], *choices: Choice) -> Ask:
    """Nothing is to be picked where all that can be left is what this hand holds."""
    n, points = sum(held), cost_of(held)
    held_by = "{seat} has {n} cards left, worth {points} points. Right?"
    if n == 1:
        held_by = "{seat} has one card left, worth {points} points. Right?"
    text = Text(held_by, seat=one(seat), n=n, points=points)
    return Ask(text, who, choices, topic="leftovers")


def _tally(state: State, seat: Seat) -> Ask:
    most = most_on_line(state)
    slots = [
        Slot(field, tuple(range(n + 1)), of="number", preset=True)
        for field, n in zip(("sharks", "tens", "fives"), most.baskets, strict=True)
    ]
    slots.append(Slot("diver", most.divers, of="number", preset=True))
    slots += [
        Slot(field, tuple(range(n + 1)), of="number", preset=True)
        for field, n in zip(("left_sharks", "left_tens", "left_fives"), most.left, strict=True)
    ]
    slots.append(Slot("zingers", tuple(range(most.zingers + 1)), of="number", preset=True))
    # F-S11 Baskets that a whopper cost are simply left out.
    told = Choice("tally", Text("Done"), Tallied(seat, 0, 0, 0), tuple(slots))
    # F-S11 It is asked from the deal on: the table says when it is over.
    text = Text("After the round: what has {seat} got?", seat=one(seat))
    return Ask(text, tellers(state, seat), (told,), topic="tally")
