"""Hands on phones' own dolphins: how often Wi-Fi leaves nobody able to say who was first.

Robots grab at true moments that are known; each phone's clock, glass and messages are as late as
Wi-Fi makes them, and the rules judge what is left of it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from bench.evenings import GAME
from bench.figures import Figure
from companion.games.dolphin_splash import hands
from companion.games.dolphin_splash.facts import CardSet, Dealt, GoodGrab, Setup
from companion.games.dolphin_splash.state import Phase, State, contested, too_close
from companion.hands.stand_ins import PACES
from companion.words import Pad, Refused, Seat, Touched

ROUNDS = 10_000
PEOPLE = (3, 6)
WIFI_MS = (20, 40, 60)  # of a round trip, each way half of it, give or take half of that
PACE = "quick"
SAMPLES = 6  # round trips by which a phone sets its clock; it goes by the shortest
GLASS_US = 8_000  # how long before its stamp a finger may have been there
BEGAN_US = 10_000_000
FOUR, OTHERS = (1,) * hands.ALIKE, (2, 3, 2, 3)


@dataclass(slots=True)
class Seen:
    """What became of all rounds."""

    first_close: int = 0
    asked: int = 0
    wrong: int = 0


@dataclass(frozen=True, slots=True)
class Grab:
    """A hand: when it was there, when its message comes, and what that tells."""

    seat: Seat
    true_us: int
    comes_us: int
    touch: Touched


def figures(rounds: int = ROUNDS) -> Iterator[Figure]:
    """Of all rounds the share in which a first hand, and a last dolphin, were too close."""
    for people in PEOPLE:
        for wifi_ms in WIFI_MS:
            seen = seen_of(Random(1), people, wifi_ms, rounds)
            name = f"phones' own dolphins, {people} people, {wifi_ms} ms of Wi-Fi: first hands"
            yield Figure(f"{name} too close", "% of rounds", 100 * seen.first_close / rounds)
            yield Figure("… people are asked whose the last one is", "%", 100 * seen.asked / rounds)
            yield Figure("… else the slowest has one", "rounds", seen.wrong, most=0)


def seen_of(rng: Random, people: int, wifi_ms: int, rounds: int) -> Seen:
    """Let the rules judge so many rounds in which one has four of a kind, and all grab."""
    seen = Seen()
    setup = Setup(people, cards=CardSet.PHONES)
    live = GAME.judge(GAME.start(setup), Dealt(Seat(0))).state
    for _ in range(rounds):
        grabs = _grabs(rng, people, wifi_ms * 1000)
        in_grab, state = _judged(live, grabs)
        seen.first_close += bool(too_close(in_grab))
        if contested(state):
            seen.asked += 1
        else:
            last = max(grabs, key=lambda grab: grab.true_us).seat
            seen.wrong += any(seat == last for seat, _ in state.claims)
    return seen


def _grabs(rng: Random, people: int, wifi_us: int) -> list[Grab]:
    """The first seat has four of a kind and grabs; all others grab as soon as they see it."""
    slow, quick = (bound * 1000 for bound in reversed(PACES[PACE].reacts))
    found = []
    for seat in map(Seat, range(people)):
        true_us = BEGAN_US + (rng.randint(quick, slow) if seat else 0)
        off_us, uncertain_us = _clock(rng, wifi_us)
        doubt_us = uncertain_us + GLASS_US
        touch = Touched(Pad(0), true_us + rng.randint(0, GLASS_US) + off_us, doubt_us, doubt_us)
        found.append(Grab(seat, true_us, true_us + _way(rng, wifi_us), touch))
    return sorted(found, key=lambda grab: grab.comes_us)


def _clock(rng: Random, wifi_us: int) -> tuple[int, int]:
    """How far a phone's clock is off, and how far it says that it may be."""
    there, back = min(((_way(rng, wifi_us), _way(rng, wifi_us)) for _ in range(SAMPLES)), key=sum)
    return (there - back) // 2, (there + back + 1) // 2


def _way(rng: Random, wifi_us: int) -> int:
    return rng.randint(wifi_us // 4, wifi_us * 3 // 4)


def _judged(live: State, grabs: list[Grab]) -> tuple[State, State]:
    """The grab as the table saw it when it spoke, and the round's end."""
    cards = {grab.seat: OTHERS if grab.seat else FOUR for grab in grabs}
    state = spoke = live
    said_us = grabs[0].comes_us + hands.JUDGE_US
    for grab in grabs:
        if state.phase is Phase.GRAB and grab.comes_us > said_us:
            state, spoke = _said(state, cards), state
        state = _told(state, grab)
    return (spoke, state) if state.phase is not Phase.GRAB else (state, _said(state, cards))


def _told(state: State, grab: Grab) -> State:
    pad, told = hands.reached(state, grab.seat, grab.touch)
    if pad is not None:
        told_touch = Touched(pad, grab.touch.at_us, grab.touch.uncertain_us, grab.touch.early_us)
        state = GAME.judge(state, told_touch).state
    for fact in told:
        state = GAME.judge(state, fact).state
    return state


def _said(state: State, cards: hands.Hands) -> State:
    """What the table says of the first hand; it had four of a kind, whoever came first."""
    fact = hands.word(state, cards)
    try:
        said: State = GAME.judge(state, fact or GoodGrab()).state
    except Refused:
        return state
    return said
