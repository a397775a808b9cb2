"""What the table felt in a game of SPLASH!, and how well: near things, doubts, hands that no pad
felt, touches that were no hand. So a family sees which pad wants a look.

Of rounds that were scored as people left them. Whose hand it was is nobody's business here.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from companion.games.dolphin_splash.facts import Fact, NobodyTouched
from companion.games.dolphin_splash.highlights import order_of, scored_rounds
from companion.games.dolphin_splash.state import Phase, Placed, State
from companion.games.figure import TableFigure
from companion.words import Counted, Pad, Suspected, Text, Touched

Told = Sequence[tuple[Fact, ...]]
Seen = tuple[Collection[Pad], Collection[Pad]]
"""The pads that it was about, and those of which it was so."""

CLOSE: Final = Text("Finishes too close to call")
JUST: Final = Text("Told apart, but only just")
MISSED: Final = Text("Rounds with a hand that no pad felt")
NO_HAND: Final = Text("Grabs that were no hand at all")
SUSPECT: Final = Text("Games in which a pad could not be trusted")
DOUBT: Final = Text("How far off the moment of a touch may be")
FEINTS: Final = Text("Feints that were cheered, in games that had any")

ADVICE: Final = {
    CLOSE.template: "The hands came closer together than the pads can tell. Shorter wires to the "
    "touch modules tell more, and so does a touch board that was calibrated where it stands; the "
    "glass of a tablet tells some 8\u00a0ms.",
    JUST.template: "They were apart by less than twice what the pads can tell. There is nothing to "
    "mend; where there are many, the line on what is too close says what tells more.",
    MISSED.template: "Somebody held the dolphin, and its pad had felt nothing. Is its foil whole, "
    "and its wire tight? “Check the wires” on the referee's page asks for each pad in turn; a "
    "touch board wants to be calibrated.",
    NO_HAND.template: "A pad felt a hand, and the table said that nobody touched. Chargers and "
    "phones close to the pads do that, and damp cloths and loose wires: take them away, and "
    "calibrate a touch board anew.",
    SUSPECT.template: "“Is this machine well?” on the referee's page says why, and what to do.",
    DOUBT.template: "The less that is, the fewer finishes are too close to call. It hangs on what "
    "the table feels with, and on a touch board on its calibration.",
    FEINTS.template: "There is nothing to mend. A pad feels that a hand is near, and never whose: "
    "so nobody has these on a page of their own.",
}


def table(states: Sequence[State], facts: Told) -> tuple[TableFigure, ...]:
    """Of a game by its states, and the facts that each of them came of."""
    scored = tuple(scored_rounds(states))
    orders = [order for state in scored if len(order := order_of(state)) > 1]
    pads = [Pad(pad) for pad in range(states[-1].setup.pads)]
    told = [fact for some in facts for fact in some]
    suspects = {fact.pad for fact in told if isinstance(fact, Suspected)}
    touched = any(isinstance(fact, Touched) for fact in told)
    return (
        *_shares(CLOSE, map(_close, orders)),
        *_shares(JUST, (_only_just(order) for order in orders if not order[0].close)),
        *_shares(MISSED, filter(None, map(_missed, scored))),
        *_shares(NO_HAND, _no_hand(states, facts)),
        *_shares(SUSPECT, [(pads, suspects)] if touched else []),
        *_doubts(told),
        *_feints(told),
    )


def _close(order: Sequence[Placed]) -> Seen:
    tied = [placed.touch.pad for placed in order if placed.place == 1 and order[0].close]
    return tied or _first_two(order), tied


def _only_just(order: Sequence[Placed]) -> Seen:
    first, second = order[0].touch, order[1].touch
    able_us = second.uncertain_us + first.early_us
    pads = _first_two(order)
    return pads, pads if second.at_us - first.at_us <= 2 * able_us else ()


def _first_two(order: Sequence[Placed]) -> list[Pad]:
    return [placed.touch.pad for placed in order[:2]]


def _missed(state: State) -> Seen | None:
    """The dolphins that somebody had in the end; those that were never felt."""
    held = [pad for _, pad in state.claims]
    felt = {touch.pad for touch in state.touches}
    return (held, [pad for pad in held if pad not in felt]) if held else None


def _no_hand(states: Sequence[State], facts: Told) -> Iterator[Seen]:
    """The pads that opened each grab; those of which the table said that nobody touched."""
    opened: list[Pad] = []
    for (before, now), told in zip(pairwise(states), facts[1:], strict=True):
        if before.phase is Phase.LIVE and now.phase is Phase.GRAB:
            if opened:
                yield opened, ()
            opened = [touch.pad for touch in now.touches[:1]]
        elif opened and any(isinstance(fact, NobodyTouched) for fact in told):
            yield opened, opened
            opened = []
    if opened:
        yield opened, ()


def _shares(said: Text, seen: Iterable[Seen]) -> Iterator[TableFigure]:
    """How often it was so: of all, and by pad of those that it was about."""
    times, so, of, by = 0, 0, Counter[Pad](), Counter[Pad]()
    for about, those in seen:
        times, so = times + 1, so + bool(those)
        of.update({*about})
        by.update({*those})
    if times:
        yield TableFigure(said, so, times)
    for pad in sorted(of):
        yield TableFigure(said, by[pad], of[pad], pad)


def _doubts(told: Iterable[Fact]) -> Iterator[TableFigure]:
    by: dict[Pad, list[int]] = {}
    for fact in told:
        if isinstance(fact, Touched):
            by.setdefault(fact.pad, []).append(fact.uncertain_us + fact.early_us)
    if by:
        yield TableFigure(DOUBT, took_us=tuple(us for some in by.values() for us in some))
    for pad, some in sorted(by.items()):
        yield TableFigure(DOUBT, pad=pad, took_us=tuple(some))


def _feints(told: Iterable[Fact]) -> Iterator[TableFigure]:
    pads = [pad for fact in told if isinstance(fact, Counted) for pad in fact.fake_outs]
    if pads:
        yield TableFigure(FEINTS, counts=(len(pads),))
    for pad, times in sorted(Counter(pads).items()):
        yield TableFigure(FEINTS, pad=pad, counts=(times,))
