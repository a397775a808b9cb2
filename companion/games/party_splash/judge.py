"""The referee's rulings at a squirt-gun party: how each fact changes the state, rule by rule.

Pure: no clock, no chance, no input or output. What it takes to judge a kind is in its siblings.
"""

from typing import assert_never

from companion.frozen import replace
from companion.games.party_splash import hits, pens, plays, seating, soaking, turns
from companion.games.party_splash.cards import deck_of
from companion.games.party_splash.facts import (
    Came,
    Dealt,
    Done,
    Drew,
    Fact,
    Fixed,
    Flip,
    Flipped,
    Gathered,
    Handful,
    Missed,
    Picked,
    Played,
    Setup,
    Shed,
    Showed,
    Shown,
    Snacked,
    Soaked,
    Threw,
    Took,
    Traded,
)
from companion.games.party_splash.state import PLAYERS_LEAST, Kid, Now, Stage, State
from companion.words import (
    SEATS_MOST,
    Corrected,
    HandedOver,
    Joined,
    Judged,
    Left,
    Refused,
    Seat,
    Text,
)


def start(setup: Setup) -> State:
    """A new party. Raises Refused for a number of players (P-R1) or a deck (P-S11) that is none."""
    # P-R1 Four to eight.
    if not PLAYERS_LEAST <= setup.seats <= SEATS_MOST:
        text = Text("Splash is for 4 to 8 players, not {n}.", n=setup.seats)
        raise Refused("P-R1", text)
    # P-C3 The dealer is one of them.
    if not 0 <= setup.dealer < setup.seats:
        raise Refused("P-C3", Text("Seat {n} is not at this table.", n=setup.dealer + 1))
    present = tuple(Seat(seat) for seat in range(setup.seats))
    deck = deck_of(setup.deck)
    return State(setup, deck, Stage.WAITING, setup.dealer, present, (Kid(),) * setup.seats)


def judge(state: State, fact: Fact) -> Judged[State]:
    """The state after a fact and the rulings on it. Raises Refused for what cannot be."""
    after, said = turns.go_on(*_told(state, fact))
    return Judged(replace(after, told=state.told + 1), said)


def _told(state: State, fact: Fact) -> Now:
    match fact:
        case Flipped():
            return _flipped(state, fact)
        case Drew():
            return turns.drew(state, fact)
        case Showed():
            return turns.showed(state, fact)
        case Played():
            return plays.played(state, fact)
        case Picked():
            return plays.picked(state, fact)
        case Done():
            return turns.done(state, fact)
        case Shed():
            return turns.shed(state, fact)
        case _:
            return _answered(state, fact)


def _flipped(state: State, fact: Flipped) -> Now:
    if fact.what in (Flip.BALLOON, Flip.TIME_OUT):
        return turns.flipped(state, fact)
    return hits.flipped(state, fact)


_Hit = Missed | Threw | Took | Snacked | Traded | Soaked | Shown
_People = Handful | Fixed | Corrected | Left | Joined | HandedOver


def _answered(state: State, fact: Gathered | Came | Dealt | _Hit | _People) -> Now:
    """Answers to what hits somebody."""
    match fact:
        case Missed():
            return hits.missed(state, fact)
        case Threw():
            return hits.threw(state, fact)
        case Took():
            return hits.took(state, fact)
        case Snacked():
            return soaking.snacked(state, fact)
        case Traded():
            return soaking.traded(state, fact)
        case Soaked():
            return soaking.soaked(state, fact)
        case Shown():
            return soaking.shown(state, fact)
        case _:
            return _around(state, fact)


def _around(
    state: State,
    fact: Gathered | Came | Dealt | Handful | Fixed | Corrected | Left | Joined | HandedOver,
) -> Now:
    """What begins a game, who sits where, and the table's own pens."""
    match fact:
        case Gathered():
            return seating.gathered(state)
        case Came():
            return seating.came(state, fact)
        case Dealt():
            return seating.dealt(state, fact)
        case Left():
            return seating.left(state, fact)
        case Joined():
            return seating.joined(state, fact)
        case HandedOver():
            return seating.handed_over(state, fact)
        case Handful():
            return pens.handful(state, fact)
        case Fixed():
            return pens.fixed(state, fact)
        case Corrected():
            return pens.corrected(state, fact)
        case _:
            assert_never(fact)
