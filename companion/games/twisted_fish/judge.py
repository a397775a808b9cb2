"""The referee's rulings in Twisted Fish: how each fact changes the state, rule by rule.

Pure: no clock, no chance, no input or output. What it takes to judge a kind is in its siblings.
"""

from typing import assert_never

from companion.frozen import replace
from companion.games.common import by_pen, next_seat, one, over_text, rests
from companion.games.twisted_fish import asking, knowing, scoring, stopped, zingers
from companion.games.twisted_fish.cards import (
    DECK,
)
from companion.games.twisted_fish.facts import (
    Agreed,
    Asked,
    AskVoid,
    Boat,
    Caught,
    Challenged,
    Dead,
    Dealt,
    Denied,
    DiverLaid,
    Divine,
    DivineDiscarded,
    Fact,
    Fished,
    Forgiven,
    Gave,
    Laid,
    LeftOver,
    Lured,
    NetDenied,
    NetGave,
    Netted,
    NetVoid,
    NoFishing,
    Setup,
    Shown,
    SixthCard,
    Tallied,
    TwoFisted,
    Warden,
)
from companion.games.twisted_fish.seating import hand_over, join, leave
from companion.games.twisted_fish.state import (
    PLAYERS_MOST,
    Round,
    Stage,
    State,
    Step,
    changed,
    hand_size,
    is_scorecard,
    least_players,
    player,
    playing,
    total,
)
from companion.games.twisted_fish.trial import caught, challenged, forgiven
from companion.games.twisted_fish.turns import (
    Said,
    skipped,
)
from companion.words import (
    Corrected,
    HandedOver,
    Joined,
    Judged,
    Left,
    Refused,
    Ruling,
    Seat,
    Text,
)


def start(setup: Setup) -> State:
    """A new game. Raises Refused (F-Q28) unless three to six play, or two where allowed."""
    least = least_players(setup)
    # F-Q28 Three to six; two as a house option.
    if not least <= setup.seats <= PLAYERS_MOST:
        text = Text("Twisted Fish is for {least} to 6, not {n}.", least=least, n=setup.seats)
        raise Refused("F-Q28", text)
    if not 0 <= setup.dealer < setup.seats:
        raise Refused("F-C6", Text("Seat {n} is not at this table.", n=setup.dealer + 1))
    nothing = (0,) * setup.seats
    present = tuple(Seat(seat) for seat in range(setup.seats))
    return State(setup, Stage.WAITING, setup.dealer, present, nothing, nothing)


def judge(state: State, fact: Fact) -> Judged[State]:
    """The state after a fact and the rulings on it. Raises Refused for what cannot be."""
    judged = skipped(_judged(state, fact))
    return Judged(replace(judged.state, told=state.told + 1), judged.rulings)


def _judged(state: State, fact: Fact) -> Judged[State]:
    match fact:
        case Asked():
            return asking.on_asked(state, fact)
        case Gave():
            return asking.on_gave(state, fact)
        case Denied():
            return asking.on_denied(state, fact)
        case Fished():
            return asking.on_fished(state, fact)
        case Laid():
            return asking.on_laid(state, fact)
        case Dead():
            return asking.on_dead(state, fact)
        case AskVoid():
            return asking.on_ask_void(state, fact)
        case Warden() | DiverLaid() | SixthCard() | NoFishing() | Boat() | Netted():
            return zingers.judge(state, fact)
        case NetGave() | NetDenied() | TwoFisted() | Lured():
            return zingers.judge(state, fact)
        case Divine() | DivineDiscarded() | NetVoid():
            return stopped.judge(state, fact)
        case Challenged():
            return challenged(state, fact)
        case Caught():
            return caught(state, fact)
        case Forgiven():
            return forgiven(state, fact)
        case _:
            return _around(state, fact)


def _around(
    state: State,
    fact: Dealt | Agreed | LeftOver | Shown | Tallied | Left | Joined | HandedOver | Corrected,
) -> Judged[State]:
    """What begins and ends rounds, and who sits where."""
    match fact:
        case Dealt():
            return _dealt(state, fact)
        case Agreed():
            return _agreed(state)
        case LeftOver():
            return scoring.left_over(state, fact)
        case Shown():
            return scoring.shown(state, fact)
        case Tallied():
            return scoring.tallied(state, fact)
        case Left():
            return leave(state, fact.seat)
        case Joined():
            return join(state, fact.seat, PLAYERS_MOST)
        case HandedOver():
            return hand_over(state, player(state, fact.seat))
        case Corrected():
            return _corrected(state, fact)
        case _:
            assert_never(fact)


# --- the deal ---------------------------------------------------------------------------------


def _dealt(state: State, fact: Dealt) -> Judged[State]:
    # F-C6 After the King is named a new game is begun.
    if state.stage is Stage.OVER:
        raise Refused("F-C6", over_text(() if state.king is None else (state.king,)))
    if state.stage is Stage.RESTING:
        raise Refused("F-S2", rests(len(state.present)))
    said: Said = ()
    if state.stage in (Stage.PLAYING, Stage.LEFTOVERS):
        # F-S6 A deal in the middle of a round drops it.
        said = (Ruling("F-S6", Text("New deal: the round before it was not settled.")),)
    # F-S3 Who sat down during the last round plays from here on.
    present = tuple(sorted((*state.present, *state.joining)))
    seated = replace(state, present=present, joining=())
    player(seated, fact.dealer)
    # F-Q3 With the next deal the score before it is settled: no whopper changes it any more.
    totals = tuple(total(state, Seat(seat)) for seat in range(len(state.base)))
    ready = replace(
        seated,
        stage=Stage.PLAYING,
        dealer=fact.dealer,
        base=totals,
        gains=(0,) * len(totals),
        number=state.number + 1,
        winners=(),
        scored=(),
        gone=(),
    )
    if is_scorecard(state):
        # F-S11 House option: the companion only adds up.
        ready = replace(ready, stage=Stage.LEFTOVERS, cards=(None,) * len(totals), round=None)
        text = Text("{dealer} deals 8 cards each.", dealer=one(fact.dealer))
        return Judged(ready, (*said, Ruling("F-S11", text, (fact.dealer,), "start")))
    now = _fresh_round(ready)
    text = Text(
        "{dealer} deals 8 cards each, {pond} in the Fish Pond. {first} begins.",
        dealer=one(fact.dealer),
        pond=now.pond,
        first=one(now.turn),
    )
    ruling = Ruling("F-R1", text, (fact.dealer,), "start")
    return Judged(replace(ready, round=now), (*said, ruling))


def _fresh_round(state: State) -> Round:
    hand, pond = hand_size(len(state.present), DECK)
    ever = len(state.base)
    counts = tuple(hand if seat in state.present else 0 for seat in range(ever))
    # F-R2 The dealer's left neighbour begins.
    first = next_seat(state.present, state.dealer)
    return Round(
        Step.TURN,
        counts,
        pond,
        first,
        knowing.dealt(state.present, ever),
        habits=((-1, ()),) * ever,
    )


# --- the end by agreement, and the pen --------------------------------------------------------


def _agreed(state: State) -> Judged[State]:
    now = playing(state)
    # F-Q24 The table may agree to end the round as it stands.
    text = Text("The table ends the round as it stands.")
    return scoring.close(state, now, (Ruling("F-Q24", text, (), "over"),))


def _corrected(state: State, fact: Corrected) -> Judged[State]:
    # F-C6 Only seats of this game can be named.
    if not 0 <= fact.seat < len(state.base):
        raise Refused("F-C6", Text("Seat {n} is not at this table.", n=fact.seat + 1))
    if fact.points == 0:
        raise Refused("F-S7", Text("No points more and none fewer changes nothing."))
    # F-S7 The people have the last word on every score, always.
    penned = replace(state, base=changed(state.base, fact.seat, fact.points))
    text = by_pen(fact.seat, fact.points, "point")
    said = (Ruling("F-S7", text, (fact.seat,), "score"),)
    if state.stage not in (Stage.SCORED, Stage.OVER):
        return Judged(penned, said)
    # F-S7 After a round it may make a King, or unmake one.
    judged = scoring.crowned(penned)
    return Judged(judged.state, (*said, *judged.rulings))
