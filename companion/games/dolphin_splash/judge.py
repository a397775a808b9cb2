"""The referee's rulings in SPLASH!: how each fact changes the state, rule by rule.

Pure: no clock, no chance, no input or output. Hardware is never refused, people may be.
"""

from typing import assert_never

from companion.frozen import replace
from companion.games.dolphin_splash import hands, sensing
from companion.games.dolphin_splash.cards import bonus_cards
from companion.games.dolphin_splash.facts import (
    PLAYERS_LEAST,
    PLAYERS_MOST,
    Bonus,
    Claimed,
    Dealt,
    DolphinsBack,
    Fact,
    Fouled,
    GoodGrab,
    Grabbed,
    HandedOver,
    Held,
    Joined,
    Kept,
    Left,
    NobodyTouched,
    NoBonus,
    Setup,
    StoodIn,
    TooSoon,
    Unclaimed,
)
from companion.games.dolphin_splash.scoring import (
    award_foul,
    close_round,
    correct,
    ends_alike,
    with_bonus,
)
from companion.games.dolphin_splash.seating import hand_over, join, leave
from companion.games.dolphin_splash.state import (
    Phase,
    State,
    all_claimed,
    bonus_start,
    brought_up_to,
    deck_size,
    dolphins_to_lay,
    fresh_incident,
    hand_limit,
    is_alternate,
    is_overtime,
    is_unjudged,
    open_to_contest,
    pads_to_lay,
    robot_seats,
    scored_by_claims,
    stack_size,
)
from companion.words import (
    Corrected,
    Counted,
    Homed,
    Judged,
    Lifted,
    Pads,
    Refused,
    Released,
    Ruling,
    Sealed,
    Seat,
    Seats,
    Suspected,
    Text,
    Touched,
    Trusted,
    Unsealed,
    Value,
)

_SETTLING = (Phase.LIVE, Phase.GRAB, Phase.HOLDERS)  # where a grab can still be settled
_STAYS = Text("Somebody has left, so that round stays as it is. A score is wrong? Put it right.")
_TAKEN_BACK = Ruling("D-Q11", Text("What this round gave is taken back."))
_ROUND_ON = (*_SETTLING, Phase.FOUL, Phase.RESET)
_WITH_STACK = (
    "{dealer} deals {each} of {n} cards to all, {stack} beside. Discards are turned as they lie.",
    "{dealer} deals {each} of {n} cards to all, {stack} beside. Discards are shuffled.",
)


def start(setup: Setup) -> State:
    """A new game. Raises Refused (D-R1) unless three to six play."""
    # D-R1 Three to six players.
    # D-C4 Fewer or more is refused.
    if not PLAYERS_LEAST <= setup.seats <= PLAYERS_MOST:
        raise Refused("D-R1", Text("SPLASH! is for 3 to 6 players, not {n}.", n=setup.seats))
    if not 0 <= setup.dealer < setup.seats:
        raise Refused("D-C4", Text("Seat {n} is not at this table.", n=setup.dealer + 1))
    hands.refuse_unless_fit(setup)
    present = tuple(Seat(seat) for seat in range(setup.seats))
    nothing = (0,) * setup.seats
    state = State(setup, Phase.WAITING, setup.dealer, present, nothing, nothing, counts=nothing)
    # D-S18 Robots sit in the last seats.
    return replace(state, robots=tuple((seat, setup.way) for seat in robot_seats(setup)))


def judge(state: State, fact: Fact) -> Judged[State]:
    """The state after a fact and the rulings on it.

    Raises Refused, and nothing else, for what people told and cannot be; hardware never is.
    """
    match fact:
        case Touched() | Released() | Lifted() | Homed() | Suspected() | Trusted() | Counted():
            return sensing.sense(state, fact)
        case Sealed():
            return hands.sealed(state, fact)
        case Unsealed():
            return hands.unsealed(state, fact)
        case StoodIn():
            return hands.stood_in(state, fact)
        case Dealt():
            return _dealt(state, fact)
        case Grabbed():
            return _grabbed(state)
        case GoodGrab():
            return _good_grab(state, fact)
        case TooSoon():
            return _too_soon(state)
        case NobodyTouched():
            return _nobody_touched(state)
        case Fouled():
            return _fouled(state, fact)
        case DolphinsBack():
            return _dolphins_back(state)
        case Held():
            return _held(state, fact)
        case Claimed():
            return _claimed(state, fact)
        case Unclaimed():
            return _unclaimed(state, fact)
        case Kept():
            return _kept(state, fact)
        case Bonus():
            return _bonus(state, fact)
        case NoBonus():
            return _no_bonus(state)
        case Left():
            return leave(state, fact.seat)
        case Joined():
            return join(state, fact.seat)
        case HandedOver():
            return hand_over(state, _player(state, fact.seat))
        case Corrected():
            return _corrected(state, fact)
        case _:
            assert_never(fact)


# --- the deal ---------------------------------------------------------------------------------


def _dealt(state: State, fact: Dealt) -> Judged[State]:
    _refuse_if_over(state)
    if state.phase is Phase.RESTING:
        raise Refused("D-S2", Text("It takes 3 to play. Here now: {n}.", n=len(state.present)))
    said: tuple[Ruling, ...] = ()
    if state.phase is Phase.BONUS:
        # D-S6 A deal answers an open question about the four SPLASH! cards with no.
        judged = _no_bonus(state)
        if judged.state.phase is Phase.OVER:
            # D-C3 Unless that ends the game: then it takes a word from the table.
            cards = bonus_cards(state.setup)
            text = Text("First: did a holder show all four {cards}?", cards=cards)
            raise Refused("D-C3", text)
        state, said = judged.state, judged.rulings
    elif state.phase in _ROUND_ON:
        # D-S6 A deal in the middle of a round drops what was not settled.
        said = (Ruling("D-S6", Text("New deal: the round before it was not settled.")),)
    # D-S3 Who sat down during the last round plays from here on.
    present = tuple(sorted((*state.present, *state.joining)))
    state = replace(state, present=present, joining=())
    _player(state, fact.dealer)
    fresh = fresh_incident(state)
    # D-Q18 From here on touches count, before the first PASS too: a set may be dealt.
    live = replace(
        fresh,
        phase=Phase.LIVE,
        dealer=fact.dealer,
        round=state.round + 1,
        dealt_to=len(present),
        dolphins=dolphins_to_lay(state),
        in_play=pads_to_lay(state),
        gains=(0,) * len(state.letters),
        incidents=0,
        resumed=False,
        calls=0,
        fake_outs=0,
        holders=(),
        bonus=None,
        before=None,
        bonus_from=None,
        seal="",
        shown=False,
    )
    return Judged(live, (*said, _deal_said(live)))


def _deal_said(state: State) -> Ruling:
    values: dict[str, Value] = {
        "dealer": Seats((state.dealer,)),
        "each": hand_limit(state),
        "n": deck_size(state),
    }
    if is_alternate(state):
        # D-R13 Five each, and the rest beside the dealer.
        values["stack"] = stack_size(state)
        # D-Q16 An empty stack: the discards are turned over as they lie, or shuffled.
        template = _WITH_STACK[state.setup.shuffle_discards]
        return Ruling("D-R13", Text(template, **values), (state.dealer,), "start")
    return Ruling("D-R2", Text(hands.deals(state.setup), **values), (state.dealer,), "start")


# --- the grab ---------------------------------------------------------------------------------


def _grabbed(state: State) -> Judged[State]:
    if state.phase is not Phase.LIVE:
        raise Refused("D-Q18", Text("No cards go round now, so nobody can grab."))
    # D-C3 What the pads did not feel, people tell.
    opened = replace(state, phase=Phase.GRAB, by_hand=True, missed=not state.touches)
    return Judged(opened, (sensing.grab_said(opened),))


def _good_grab(state: State, fact: GoodGrab) -> Judged[State]:
    if state.phase not in (Phase.LIVE, Phase.GRAB):
        raise Refused("D-R5", Text("There is no grab to judge now."))
    # D-R5 Four of a kind entitles to the first dolphin; then everybody may take one.
    # D-R10 The first touch of a round must be by somebody with four of a kind.
    text = Text("Good grab! Who is left without a dolphin?")
    if is_overtime(state):
        text = Text("Good grab! Who holds the dolphins?")
    if fact.seat is not None and fact.sort is not None:
        # D-S17 The table knows whose cards these are, and shows no others.
        text = hands.shown(fact.seat, fact.sort)
    return _claims_complete(
        replace(state, phase=Phase.HOLDERS), (Ruling("D-R5", text, (), "grab"),)
    )


def _too_soon(state: State) -> Judged[State]:
    if state.phase not in (Phase.LIVE, Phase.GRAB, Phase.HOLDERS):
        raise Refused("D-R10", Text("There is no grab to judge now."))
    # D-R10 Reaching and lunging are fine, touching without four of a kind is not.
    text = Text("Too soon!")
    return Judged(replace(state, phase=Phase.FOUL), (Ruling("D-R10", text, (), "foul"),))


def _nobody_touched(state: State) -> Judged[State]:
    if state.phase not in (Phase.GRAB, Phase.FOUL):
        raise Refused("D-Q17", Text("No touch is being judged now."))
    # D-Q17 A sensed touch is a proposal: the table may say that nobody touched.
    text = Text("Nobody touched: play on.")
    live = replace(fresh_incident(state), phase=Phase.LIVE, resumed=True)
    return Judged(live, (Ruling("D-Q17", text),))


# --- fouls ------------------------------------------------------------------------------------


def _fouled(state: State, fact: Fouled) -> Judged[State]:
    # D-S11 Nobody was asked whether it was four of a kind: a win by claims alone may be none.
    if not is_unjudged(state):
        _refuse_if_over(state)
    touchers = _people(state, fact.touchers)
    if not touchers:
        raise Refused("D-C4", Text("A foul needs somebody who touched."))
    if state.phase in (Phase.SCORED, Phase.BONUS, Phase.OVER) and state.before is not None:
        # D-Q11 Noticed after the scramble: the round's letters and its deal are taken back.
        again = _fouled(brought_up_to(state.before, state), fact)
        return replace(again, rulings=(_TAKEN_BACK, *again.rulings))
    if state.bonus_from is not None:
        # D-S1 Cards are missing: that round cannot go on.
        raise Refused("D-S1", _STAYS)
    if state.phase is Phase.RESET:
        # D-Q8 The dolphins are not back yet: this still is the incident that was told.
        raise Refused("D-Q8", Text("This foul was told already. Was it wrong? Undo it."))
    if state.phase not in (*_SETTLING, Phase.FOUL):
        raise Refused("D-Q18", Text("No round is on, so a touch costs nothing now."))
    # D-Q10 A claim is no touch: only who is named here touched without being entitled to.
    # D-Q8 One incident is every touch until the dolphins are back, so it is told once.
    named = replace(state, touchers=touchers, claims=(), before=None)
    scored = award_foul(named, touchers)
    judged = replace(scored.state, incidents=state.incidents + 1)
    if judged.phase in (Phase.OVER, Phase.WAITING):
        return Judged(judged, scored.rulings)
    # D-R9 The same round goes on once the dolphins are back.
    # D-Q8 Everybody keeps the hand, the dealer calls on.
    reset = sensing.resume_if_back(replace(judged, phase=Phase.RESET))
    return Judged(reset.state, (*scored.rulings, *reset.rulings))


def _dolphins_back(state: State) -> Judged[State]:
    if state.phase is not Phase.RESET:
        raise Refused("D-Q8", Text("No foul is being put right now."))
    return sensing.resume(state)


# --- the end of a round -----------------------------------------------------------------------


def _held(state: State, fact: Held) -> Judged[State]:
    _refuse_if_over(state)
    if state.phase not in _SETTLING:
        raise Refused("D-C4", Text("No grab is open now. Was the last one wrong? Undo it."))
    holders = _people(state, fact.seats)
    # D-Q13 Only a take can end a round; dolphins that nobody took score nothing.
    if not holders:
        raise Refused("D-Q13", Text("Somebody must hold a dolphin, or the round goes on."))
    # D-C4 Never more holders than dolphins.
    if len(holders) > state.dolphins:
        raise Refused(
            "D-C4",
            Text("{n} holders, but only {d} dolphins.", n=len(holders), d=state.dolphins),
        )
    return _settle(state, holders, ())


def _claimed(state: State, fact: Claimed) -> Judged[State]:
    _player(state, fact.seat)
    # D-Q19 A second hand on the last dolphin comes to its contest as on any other.
    state = _reopened(state, fact) or state
    if state.phase not in _SETTLING:
        raise Refused("D-Q18", Text("No grab is open now. Was the last one scored wrong? Undo it."))
    if fact.pad not in state.in_play:
        raise Refused("D-C4", Text("{pad} is not in this round.", pad=Pads((fact.pad,))))
    # D-Q12 One dolphin a player: a second claim takes the place of the first.
    others = tuple(claim for claim in state.claims if claim[0] != fact.seat)
    claimed = replace(
        state,
        phase=Phase.GRAB if state.phase is Phase.LIVE else state.phase,
        claims=(*others, (fact.seat, fact.pad)),
        nobodys=state.nobodys - {fact.pad},
    )
    # D-C1 A pad never knows whose hand: people say which dolphin is theirs.
    text = hands.has(claimed, fact.seat, fact.pad)
    return _claims_complete(claimed, (Ruling("D-C1", text, (fact.seat,)),))


def _reopened(state: State, fact: Claimed) -> State | None:
    """The round that claims ended, before its letters; None where this claim contests nothing."""
    claimed = scored_by_claims(state)
    # D-Q19 Unless the table has said before whose it is.
    if claimed is None or fact.seat in state.holders or fact.pad not in open_to_contest(claimed):
        return None
    return brought_up_to(claimed, state)


def _unclaimed(state: State, fact: Unclaimed) -> Judged[State]:
    _player(state, fact.seat)
    if all(seat != fact.seat for seat, _ in state.claims) or state.phase not in _SETTLING:
        raise Refused("D-C1", Text("{seat} claims no dolphin now.", seat=Seats((fact.seat,))))
    # D-C1 A claim may be taken back until the round is scored.
    claims = tuple(claim for claim in state.claims if claim[0] != fact.seat)
    text = Text("{seat} has no dolphin after all.", seat=Seats((fact.seat,)))
    # D-Q19 Who lets go has ended the struggle.
    return _claims_complete(replace(state, claims=claims), (Ruling("D-C1", text, (fact.seat,)),))


def _kept(state: State, fact: Kept) -> Judged[State]:
    if state.phase not in _SETTLING or fact.pad not in state.in_play:
        raise Refused("D-Q19", Text("Nobody argues about that dolphin now."))
    # D-Q19 Whoever has it when the struggle is over, as the table says.
    claims = tuple(claim for claim in state.claims if claim[1] != fact.pad)
    state = replace(state, awarded=state.awarded | {fact.pad})
    if fact.seat is None:
        # D-Q19 No agreement: the dolphin scores for nobody.
        settled = replace(state, claims=claims, nobodys=state.nobodys | {fact.pad})
        text = hands.is_nobodys(state, fact.pad)
        return _claims_complete(settled, (Ruling("D-Q19", text),))
    _player(state, fact.seat)
    claims = tuple(claim for claim in claims if claim[0] != fact.seat)
    nobodys = state.nobodys - {fact.pad}
    settled = replace(state, claims=(*claims, (fact.seat, fact.pad)), nobodys=nobodys)
    text = hands.has(settled, fact.seat, fact.pad)
    return _claims_complete(settled, (Ruling("D-Q19", text, (fact.seat,)),))


def _claims_complete(state: State, said: tuple[Ruling, ...]) -> Judged[State]:
    # D-C1 With all dolphins but nobody's claimed, the last seat is the one left without.
    if not all_claimed(state):
        return Judged(state, said)
    if hands.is_unsaid(state):
        return Judged(state, said)
    return _settle(state, _people(state, tuple(seat for seat, _ in state.claims)), said)


def _settle(state: State, holders: tuple[Seat, ...], said: tuple[Ruling, ...]) -> Judged[State]:
    # D-C1 Who ends without a dolphin had claimed one in vain.
    claims = tuple(claim for claim in state.claims if claim[0] in holders)
    state = replace(state, claims=claims, by_claims=all_claimed(state))
    plain = close_round(state, holders, None)
    if _bonus_matters(state, holders, plain.state):
        # D-Q1 The bonus belongs to the same event, so it is asked before a win is called.
        cards = bonus_cards(state.setup)
        template = "{seats} have a dolphin. Did somebody show all four {cards}?"
        if len(holders) == 1:
            template = "{seats} has a dolphin. Did somebody show all four {cards}?"
        text = Text(template, seats=Seats(holders), cards=cards)
        pending = replace(
            state, phase=Phase.BONUS, holders=holders, before=replace(state, before=None)
        )
        return Judged(pending, (*said, Ruling("D-C3", text, holders, "question")))
    return Judged(plain.state, (*said, *plain.rulings))


def _bonus_matters(state: State, holders: tuple[Seat, ...], plain: State) -> bool:
    if plain.phase is not Phase.OVER and plain.tied == state.tied:
        return False
    ends = [close_round(state, holders, seat).state for seat in holders]
    return not all(ends_alike(end, plain) for end in ends)


# --- the four SPLASH! cards -------------------------------------------------------------------


def _bonus(state: State, fact: Bonus) -> Judged[State]:
    _player(state, fact.seat)
    start = bonus_start(state)
    if start is None:
        _refuse_if_over(state)
        raise Refused("D-Q14", Text("No round was just scored."))
    # D-C4 There is one set of SPLASH! cards: no second bonus in a round.
    if state.bonus is not None:
        taken = Seats((state.bonus,))
        cards = bonus_cards(state.setup)
        text = Text("{seat} had the {cards} this round.", seat=taken, cards=cards)
        raise Refused("D-C4", text)
    # D-Q14 Any holder may show them, whoever grabbed first; without a dolphin there is none.
    if fact.seat not in state.holders:
        raise Refused("D-Q14", Text("{seat} holds no dolphin.", seat=Seats((fact.seat,))))
    # D-S1 Who left, and sits down again, has other cards.
    if fact.seat not in start.present:
        raise Refused("D-S1", Text("{seat} left after that round.", seat=Seats((fact.seat,))))
    # D-Q1 Shown after the letters it still is the same scoring event.
    scored = with_bonus(state, fact.seat)
    if state.phase is Phase.BONUS:
        return scored
    if state.phase is Phase.OVER:
        # D-S10 After the win it is still marked, as long as it changes nothing about the win.
        if not ends_alike(scored.state, state):
            _refuse_if_over(state)
        return Judged(scored.state, scored.rulings[1:2])
    return Judged(scored.state, scored.rulings[1:])  # who holds a dolphin was said before


def _no_bonus(state: State) -> Judged[State]:
    if state.phase is not Phase.BONUS or state.before is None:
        raise Refused("D-Q14", Text("Nobody was asked about the four cards."))
    # D-C3 One human yes or no settles it.
    return close_round(brought_up_to(state.before, state), state.holders, None)


# --- the pen, and who may be named ------------------------------------------------------------


def _corrected(state: State, fact: Corrected) -> Judged[State]:
    # D-C4 Only seats of this game can be named.
    if not 0 <= fact.seat < len(state.letters):
        raise Refused("D-C4", Text("Seat {n} is not at this table.", n=fact.seat + 1))
    if fact.points == 0:
        raise Refused("D-S7", Text("No letters more and none fewer changes nothing."))
    return correct(state, fact.seat, fact.points)


def _people(state: State, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    # D-C4 Unknown players and anybody named twice are refused.
    # D-Q12 One dolphin a player: nobody holds two.
    for seat in seats:
        _player(state, seat)
        if seats.count(seat) > 1:
            raise Refused("D-Q12", Text("{seat} is named twice.", seat=Seats((seat,))))
    return tuple(sorted(seats))


def _player(state: State, seat: Seat) -> Seat:
    # D-C4 Unknown players are refused.
    if seat not in state.present:
        raise Refused("D-C4", Text("Seat {n} does not play now.", n=seat + 1))
    return seat


def _refuse_if_over(state: State) -> None:
    # D-C4 After the win there are no rounds and no fouls; undo stays possible.
    if state.phase is Phase.OVER:
        winner = Seats(() if state.winner is None else (state.winner,))
        raise Refused("D-C4", Text("{seat} has won; undo takes that back.", seat=winner))
