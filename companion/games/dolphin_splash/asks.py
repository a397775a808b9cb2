"""What the referee needs to hear next in SPLASH!, and what may be told at any time.

Only questions: the answers are facts, and judge.py rules on them.
"""

from functools import lru_cache, partial

from companion.frozen import replace
from companion.games.common import CACHE_SIZE, NOBODY, correction, offer, seatings, some_of
from companion.games.dolphin_splash.cards import bonus_cards
from companion.games.dolphin_splash.facts import (
    PLAYERS_MOST,
    Bonus,
    Claimed,
    Dealt,
    DolphinsBack,
    Fouled,
    GoodGrab,
    Grabbed,
    Held,
    Kept,
    NobodyTouched,
    NoBonus,
    StoodIn,
    TooSoon,
    Unclaimed,
    Way,
)
from companion.games.dolphin_splash.scoring import ends_alike, with_bonus
from companion.games.dolphin_splash.seating import stops
from companion.games.dolphin_splash.state import (
    Phase,
    State,
    as_far_as_felt,
    bonus_start,
    claimants,
    contested,
    dolphins_to_lay,
    finish_text,
    gap,
    has_stand_ins,
    is_alternate,
    is_overtime,
    is_unjudged,
    on_phones,
    open_to_contest,
    own_robots,
    photo_finish,
    scored_by_claims,
    takers,
    too_close,
)
from companion.words import (
    Ask,
    Choice,
    Pad,
    Pads,
    Seat,
    Seats,
    Slot,
    Text,
)

_ROUND_ON = (Phase.LIVE, Phase.GRAB, Phase.HOLDERS, Phase.FOUL, Phase.RESET)


def asks(state: State) -> tuple[Ask, ...]:
    """The open questions, the needed ones first, then what is always possible."""
    return (*_musts(state), *_offers(state))


# --- what is needed ---------------------------------------------------------------------------


def _musts(state: State) -> tuple[Ask, ...]:
    match state.phase:
        case Phase.WAITING | Phase.SCORED:
            return (_deal(state),)
        case Phase.GRAB:
            return (*_contests(state), _verdict(state), _without(state, also_good=True))
        case Phase.HOLDERS:
            return (*_contests(state), _without(state, also_good=False))
        case Phase.FOUL:
            return (_who_touched(state),)
        case Phase.RESET:
            return (_dolphins_back(state),)
        case Phase.BONUS:
            return (_four_splash(state),)
        case Phase.LIVE | Phase.RESTING | Phase.OVER:
            # D-Q20 While cards go round nothing is asked: nobody has to grab.
            return ()


def _deal(state: State) -> Ask:
    dealer = state.dealer
    lead = Text("{n} dolphins in the middle.", n=dolphins_to_lay(state))
    if has_stand_ins(state.setup):
        # D-S12 What is called a dolphin from here on is something from a drawer.
        template = "{n} spoons or corks in the middle: they are your dolphins."
        lead = Text(template, n=dolphins_to_lay(state))
    people = len(state.present) + len(state.joining)
    if state.dealt_to not in (0, people) and not is_alternate(state):
        # D-R2 A set of four comes with whoever sits down, and goes with whoever leaves.
        lead = Text("{lead} The deck has {n} cards now.", lead=lead, n=4 * people)
    words = Text("Dealt: start the round")
    if on_phones(state.setup):
        # It goes to all phones at once, and each has a dolphin of its own.
        words = Text("Deal the cards")
        lead = Text("{n} dolphins for {people} of you.", n=dolphins_to_lay(state), people=people)
    yes = Choice("start", words, Dealt(dealer), tone="good")
    # D-S6 Whoever has the cards may tap: the deal is nobody's secret.
    text = Text("{dealer} deals.", dealer=Seats((dealer,)))
    return Ask(text, state.present, (yes,), topic="deal", lead=lead)


def _verdict(state: State) -> Ask:
    # D-C3 Sensors see no cards: the table says whether the first showed four of a kind.
    good = Choice("yes", Text("Good grab"), GoodGrab(), tone="good")
    soon = Choice("no", Text("Too soon!"), TooSoon(), tone="bad")
    # D-Q17 Nor do they know a knock from a hand.
    nobody = Choice("start", Text("Nobody grabbed"), NobodyTouched())
    text = Text("Four of a kind?")
    if on_phones(state.setup):
        # D-S17 The table knows the cards, but not whose hands were on a dolphin in the middle.
        text = Text("Who grabbed? Tap your dolphin.")
        return Ask(text, _rulers(state), (nobody,), topic="verdict", lead=_lead(state))
    if too_close(state):
        # Which of them was first only the people can settle: by the one who has four of a kind.
        text = Text("Too close to call! Did one of them have four of a kind?")
    return Ask(text, _rulers(state), (good, soon, nobody), topic="verdict", lead=_lead(state))


def _lead(state: State) -> Text:
    order = [placed for placed in photo_finish(state) if not placed.suspect]
    if len(order) < 2 or too_close(state):
        return finish_text(state)
    first = takers(state, (order[0].touch.pad,))
    said = Text("{first} was first, by {gap}.", first=first, gap=gap(order[0], order[1]))
    return as_far_as_felt(state, said)


def _without(state: State, also_good: bool) -> Ask:
    """Who is left without; in overtime who holds the two. An answer says "good grab" as well."""
    holders = Choice(
        "held",
        Text("These hold one"),
        Held(()),
        (some_of("seats", state.present, state.dolphins),),
    )
    lead = _lead(state) if not also_good else None
    if is_overtime(state) or len(state.present) != state.dolphins + 1:
        template = "Who holds the {n} dolphins?"
        if also_good:
            template = "Good grab, and who holds the {n} dolphins?"
        text = Text(template, n=state.dolphins)
        return Ask(text, _rulers(state), (holders,), topic="holders", lead=lead)
    # D-Q13 More may be left without, when dolphins stay in the middle.
    text = Text("Who is left without a dolphin?")
    choices = (*_each_alone(state.present), holders)
    return Ask(text, _rulers(state), choices, topic="holders", lead=lead)


@lru_cache(CACHE_SIZE)
def _each_alone(present: tuple[Seat, ...]) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            f"seat:{seat}",
            Text("{seat}", seat=Seats((seat,))),
            Held(tuple(other for other in present if other != seat)),
        )
        for seat in present
    )


def _contests(state: State) -> tuple[Ask, ...]:
    return tuple(_contest(state, pad) for pad in contested(state))


def _contest(state: State, pad: Pad) -> Ask:
    both = claimants(state, pad)
    # D-Q19 Whoever has it in the end, as the table says; without agreement nobody.
    theirs = tuple(
        Choice(f"seat:{seat}", Text("{seat}", seat=Seats((seat,))), Kept(pad, seat))
        for seat in both
    )
    nobody = Choice("nobody", Text("Nobody"), Kept(pad, None))
    template = "{seats} both say {pad}. Who has it?"
    if len(both) > 2:
        template = "{seats} all say {pad}. Who has it?"
    if on_phones(state.setup):
        # D-S19 Nobody sees another's dolphin; only the last one is ever so close.
        template = "{seats} were too close to call. Who has the last dolphin?"
    text = Text(template, seats=Seats(both), pad=Pads((pad,)))
    return Ask(text, _rulers(state), (*theirs, nobody), topic="contest")


def _who_touched(state: State) -> Ask:
    # D-Q8 Every hand of the incident counts, until the dolphins are back.
    # D-Q10 Who showed four of a kind was entitled to touch, and is not named.
    holding = tuple(sorted(seat for seat, _ in state.claims))
    slot = some_of("touchers", state.present, len(state.present), holding)
    told = Choice("touched", Text("These touched"), Fouled(()), (slot,), tone="bad")
    nobody = Choice("start", Text("Nobody touched"), NobodyTouched())
    # D-S11 Who says to hold a dolphin has touched one: they are ticked.
    text = Text("Who touched without four of a kind?")
    return Ask(text, _rulers(state), (told, nobody), topic="foul", lead=_lead(state))


def _dolphins_back(state: State) -> Ask:
    back = Choice("start", Text("Dolphins are back: go on"), DolphinsBack(), tone="good")
    text = Text("All dolphins back in the middle. Keep your cards!")
    if on_phones(state.setup):
        # D-S19 None has left its phone.
        back, text = replace(back, label=Text("Go on")), Text("Keep your cards: the round goes on.")
    return Ask(text, state.present, (back,), topic="reset")


def _four_splash(state: State) -> Ask:
    # D-C3 It would decide the game, so it is asked.
    no = Choice("no", Text("Nobody"), NoBonus())
    shown = tuple(
        Choice(f"seat:{seat}", Text("{seat}", seat=Seats((seat,))), Bonus(seat))
        for seat in state.holders
    )
    text = Text("Who showed all four {cards}?", cards=bonus_cards(state.setup))
    return Ask(text, _rulers(state), (*shown, no), topic="bonus")


# --- what may be told -------------------------------------------------------------------------


def _offers(state: State) -> tuple[Ask, ...]:
    offers: list[Ask] = []
    if state.phase is Phase.LIVE and not on_phones(state.setup):
        saw = Choice("grab", Text("Somebody grabbed!"), Grabbed())
        missed = offer(Text("Did the pads miss it?"), state.present, saw, "grab")
        # D-C1 Where nothing feels hands, PASS is called until somebody says it.
        told = replace(missed, text=Text("Is somebody's hand on one?"), unfolded=True)
        offers.append(missed if state.setup.pads else told)
    if is_unjudged(state):
        offers.append(_not_four_of_a_kind(state))
    if state.phase in (Phase.GRAB, Phase.HOLDERS):
        offers.extend(_claims(state))
    if state.phase is not Phase.BONUS and (start := bonus_start(state)):
        offers.extend(_bonus(state, start))
    if scored_by_claims(state) and not on_phones(state.setup):
        offers.extend(_late_claims(state))
    if state.phase in (Phase.SCORED, Phase.BONUS) and _people_judged(state):
        offers.append(_late_foul(state))
    return (*offers, *_always(state))


def _claims(state: State) -> list[Ask]:
    if on_phones(state.setup):
        return []  # D-S19 Whose phone's own dolphin it was is known.
    # D-C1 One ask a seat, so that one phone's answer never makes another's stale.
    claimed = {seat for seat, _ in state.claims}
    felt = state.in_play  # a table may feel no dolphin at all
    return [_claim(seat, felt, seat in claimed) for seat in state.present if felt]


@lru_cache(CACHE_SIZE)
def _claim(seat: Seat, pads: tuple[Pad, ...], has: bool) -> Ask:
    claims = tuple(
        Choice(f"pad:{pad}", Text("{pad}", pad=Pads((pad,))), Claimed(seat, pad)) for pad in pads
    )
    none = Choice("none", Text("None of them"), Unclaimed(seat))
    choices = (*claims, none) if has else claims
    text = Text("Which dolphin has {seat}?", seat=Seats((seat,)))
    return Ask(text, (seat,), choices, must=False, topic="claim")


def _late_claims(state: State) -> list[Ask]:
    # D-Q19 The last dolphin's claim ended the round, and another hand may be on one, too.
    without = (seat for seat in state.present if seat not in state.holders)
    taken = open_to_contest(state)
    return [_late_claim(seat, taken) for seat in without if taken]


@lru_cache(CACHE_SIZE)
def _late_claim(seat: Seat, pads: tuple[Pad, ...]) -> Ask:
    text = Text("Does {seat} hold a dolphin, too?", seat=Seats((seat,)))
    return replace(_claim(seat, pads, False), text=text)


def _bonus(state: State, start: State) -> list[Ask]:
    if on_phones(state.setup):
        return []  # D-S17 The table knows who had them, and has marked the letter.
    # D-Q14 For any holder, whoever grabbed first.
    # D-S1 Who has left since showed none.
    there = tuple(seat for seat in state.holders if seat in start.present)
    holders = there if state.bonus is None else ()
    if state.phase is Phase.OVER:
        # D-S10 After the win only where it changes nothing about the win.
        holders = tuple(s for s in holders if ends_alike(with_bonus(state, s).state, state))
    if not holders:
        return []
    # One question with everybody's name: on a phone that has a seat it is that seat's.
    mine = Slot("seat", holders, me=True)
    cards = bonus_cards(state.setup)
    words = Text("I had four {cards}", cards=cards)
    had = Choice("bonus", words, Bonus(NOBODY), (mine,), tone="good")
    return [offer(Text("Who had four {cards}?", cards=cards), holders, had, "bonus")]


def _people_judged(state: State) -> bool:
    """Whether people said, or let pass, that the grab of the round just scored was a good one."""
    if state.before is None or is_unjudged(state):
        return False
    # D-S17 Where the table knows the cards nothing about it can be noticed later.
    return not (on_phones(state.setup) and state.before.phase is Phase.HOLDERS)


def _late_foul(state: State) -> Ask:
    # D-Q11 A false first touch may be noticed until the next deal.
    told = _touched_too_soon(state, Text("These touched too soon"))
    return offer(Text("Was it too soon after all?"), _rulers(state), told, "late_foul")


def _not_four_of_a_kind(state: State) -> Ask:
    # D-S11 Claims alone ended the round: nobody was asked, so this stands in the open.
    told = _touched_too_soon(state, Text("It was not four of a kind"))
    ask = offer(Text("No four of a kind? Then who touched?"), _rulers(state), told, "late_foul")
    return replace(ask, lead=_first_to_claim(state), unfolded=True)


def _touched_too_soon(state: State, label: Text) -> Choice:
    # D-S11 Who has a dolphin has touched it: they are ticked.
    slot = some_of("touchers", state.present, len(state.present), state.holders)
    return Choice("touched", label, Fouled(()), (slot,), tone="bad")


def _first_to_claim(state: State) -> Text:
    """Who was first, by the name of who claimed that dolphin; without pads, whose claim was."""
    if any(not placed.suspect for placed in photo_finish(state)):
        return _lead(state)
    return Text("The first to say so was {seat}.", seat=Seats((state.claims[0][0],)))


def _always(state: State) -> tuple[Ask, ...]:
    # D-S7 The people have the last word on every score, always.
    pen = correction(len(state.letters), "letter", (-2, -1, 1, 2))
    if state.phase is Phase.OVER:
        return (pen,)
    redeal = (_redeal(state.dealer),) if state.phase in _ROUND_ON else ()
    here = tuple(sorted((*state.present, *state.joining)))
    may_leave = state.phase is not Phase.BONUS
    stopping = partial(stops, state)
    sitting = seatings(here, state.present, len(state.letters), PLAYERS_MOST, may_leave, stopping)
    return (pen, *redeal, *(_standing_in(state) if on_phones(state.setup) else ()), *sitting)


def _standing_in(state: State) -> tuple[Ask, ...]:
    held, own = {seat for seat, _ in state.robots}, own_robots(state)
    # D-S15 A phone that is gone: two taps, and a robot holds the hand.
    gone = _gone(tuple(seat for seat in state.present if seat not in held), state.present)
    # D-S15 And whoever comes back may say so.
    back = tuple(_plays_on(seat) for seat in state.present if seat in held - own)
    return (*gone, *back)


@lru_cache(CACHE_SIZE)
def _gone(people: tuple[Seat, ...], present: tuple[Seat, ...]) -> tuple[Ask, ...]:
    robots = tuple(
        Choice(
            f"seat:{seat}",
            Text("{seat}", seat=Seats((seat,))),
            StoodIn(seat, Way.SLOW),
            sure="Yes: a robot plays on",
        )
        for seat in people
    )
    text = Text("Is somebody's phone gone? Whose hand shall a robot hold?")
    # D-S18 Who plays with robots alone is not asked whether one more shall play.
    return (Ask(text, present, robots, must=False, topic="stand_in"),) if robots[1:] else ()


@lru_cache(CACHE_SIZE)
def _plays_on(seat: Seat) -> Ask:
    label = Text("{seat} plays on", seat=Seats((seat,)))
    back = Choice("back", label, StoodIn(seat, None), tone="good")
    text = Text("A robot plays for {seat}.", seat=Seats((seat,)))
    return replace(offer(text, (seat,), back, "play_on"), unfolded=True)


@lru_cache(CACHE_SIZE)
def _redeal(dealer: Seat) -> Ask:
    again = Choice("redeal", Text("Deal again"), Dealt(dealer), sure="Yes: drop this round")
    # D-S6 CardSet on the floor: a new deal drops the round at hand.
    return offer(Text("Start this round again?"), (), again, "redeal")


def _rulers(state: State) -> tuple[Seat, ...]:
    # D-S9 House option: everybody at the table may settle a grab, or the referee alone.
    return state.present if state.setup.everybody_rules else ()
