"""The referee's rulings in SPLIT: how each fact changes the state, rule by rule.

Pure: no clock, no chance, no input or output. What it takes to judge a kind is in its siblings.
"""

from typing import assert_never

from companion.frozen import replace
from companion.games.common import next_seat, one, over_text
from companion.games.split import chips, claims, plays
from companion.games.split.board import board_of
from companion.games.split.cards import HAND
from companion.games.split.facts import (
    Claimed,
    Dealt,
    Enough,
    Fact,
    Fixed,
    LitUp,
    Matched,
    Meant,
    Placed,
    Played,
    Removed,
    Searched,
    Setup,
    Shown,
    Spent,
    Turned,
)
from companion.games.split.seating import hand_over, join, leave
from companion.games.split.state import (
    ONE_SIDE,
    PLACES,
    Place,
    Stage,
    State,
    Step,
    cards_after_deal,
    is_light,
    members,
    player,
    rotation,
    side_of,
    side_text,
    sides,
    won_by,
)
from companion.games.split.turns import Said, team_text, won
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
    """A new game. Raises Refused for a number of players (H-R1) or a board (H-Q20) that is none."""
    # H-R1 Two, three, four or six.
    if setup.seats not in (2, 3, 4, 6):
        text = Text("SPLIT is for 2, 3, 4 or 6 players, not {n}.", n=setup.seats)
        raise Refused("H-R1", text)
    # H-C1 The dealer is one of them.
    if not 0 <= setup.dealer < setup.seats:
        raise Refused("H-C1", Text("Seat {n} is not at this table.", n=setup.dealer + 1))
    # H-Q20 A game is played on a board without faults.
    board_of(setup.board)
    present = tuple(Seat(seat) for seat in range(setup.seats))
    return State(setup, Stage.WAITING, setup.dealer, present, (0,) * sides(setup.seats))


def judge(state: State, fact: Fact) -> Judged[State]:
    """The state after a fact and the rulings on it. Raises Refused for what cannot be."""
    judged = _judged(state, fact)
    return Judged(replace(judged.state, told=state.told + 1), judged.rulings)


def _judged(state: State, fact: Fact) -> Judged[State]:
    match fact:
        case Placed():
            return chips.placed(state, fact)
        case Removed():
            return chips.removed(state, fact)
        case Enough():
            return chips.enough(state, fact)
        case LitUp():
            return chips.lit_up(state, fact)
        case Played():
            return plays.played(state, fact)
        case Meant():
            return plays.meant(state, fact)
        case Matched():
            return plays.matched(state, fact)
        case Turned():
            return plays.turned(state, fact)
        case Claimed():
            return claims.claimed(state, fact)
        case Searched():
            return claims.searched(state, fact)
        case Shown():
            return claims.shown(state, fact)
        case Spent():
            return claims.spent(state, fact)
        case _:
            return _around(state, fact)


def _around(
    state: State, fact: Dealt | Fixed | Left | Joined | HandedOver | Corrected
) -> Judged[State]:
    """What begins a game, who sits where, and the table's own pens."""
    match fact:
        case Dealt():
            return _dealt(state, fact)
        case Fixed():
            return chips.fixed(state, fact)
        case Left():
            return leave(state, fact.seat)
        case Joined():
            return join(state, fact.seat)
        case HandedOver():
            return hand_over(state, fact.seat)
        case Corrected():
            return _corrected(state, fact)
        case _:
            assert_never(fact)


def _dealt(state: State, fact: Dealt) -> Judged[State]:
    if state.stage is Stage.OVER:
        # H-S6 A game that is won is not dealt again.
        raise Refused("H-S6", over_text(won_by(state)))
    if state.stage is Stage.RESTING:
        # H-S2 One side cannot play alone.
        raise Refused("H-S2", ONE_SIDE)
    player(state, fact.dealer)
    said: Said = ()
    if state.stage is Stage.PLAYING:
        # H-S6 A deal in the middle of a game drops it.
        said = (Ruling("H-S6", Text("New deal: the game before it was not played to its end.")),)
    seats = rotation(state)
    # H-R2 Left of the dealer starts.
    first = next_seat(seats, fact.dealer)
    # H-S6 Nothing is left of what was before.
    fresh = State(state.setup, Stage.PLAYING, fact.dealer, state.present, (0,) * len(state.chips))
    fresh = replace(fresh, told=state.told, number=state.number + 1, turn=first, step=Step.TURN)
    if is_light(state):
        text = Text("{dealer} deals. {first} begins.", dealer=one(fact.dealer), first=one(first))
        return Judged(fresh, (*said, Ruling("H-R2", text, (fact.dealer,), "start")))
    everybody = range(state.setup.seats)
    # H-R2 Seven cards each.
    hands = tuple(HAND if seat in seats else 0 for seat in everybody)
    fresh = replace(
        fresh,
        hands=hands,
        shown=(0,) * len(hands),
        places=(Place(),) * PLACES,
        pile=cards_after_deal(len(seats)),
    )
    text = Text(
        "{dealer} deals 7 cards each and turns 10 up, {pile} in the draw pile. {first} begins.",
        dealer=one(fact.dealer),
        pile=fresh.pile,
        first=one(first),
    )
    return Judged(fresh, (*said, Ruling("H-R2", text, (fact.dealer,), "start")))


def _corrected(state: State, fact: Corrected) -> Judged[State]:
    # H-C1 Only seats of this game can be named.
    if not 0 <= fact.seat < state.setup.seats:
        raise Refused("H-C1", Text("Seat {n} is not at this table.", n=fact.seat + 1))
    side = side_of(state, fact.seat)
    if fact.points < 0 and state.stage is Stage.OVER and state.winner is None:
        text = Text("It is not over: the table says so.")
        # H-S7 Nor is an end that nobody has won the last word.
        return chips.reopened(state, (Ruling("H-S7", text),))
    if fact.points == 0 or (fact.points > 0) == (state.winner == side):
        raise Refused("H-S7", Text("That is so already."))
    if fact.points < 0:
        text = Text("It is no win for {side}: the table says so.", side=side_text(side))
        return chips.reopened(state, (Ruling("H-S7", text, members(state, side)),))
    text = Text(
        "It is a win for {side}: {seats}.",
        side=side_text(side),
        seats=team_text(state, side),
    )
    # H-S7 The people have the last word on who has won.
    judged = won(state, side, Ruling("H-S7", text, members(state, side), "win"), ())
    return replace(judged, state=replace(judged.state, by_word=True))
