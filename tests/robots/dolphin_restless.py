"""People at SPLASH! who get up at any moment: while cards fly, in a grab, a contest or overtime.

No cards: chance says who has four of a kind, and whose hands were where. What is then true is
reckoned by the pad beside this, apart from the rules.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

import pytest

from companion.games.dolphin_splash import rules as dolphin_splash
from companion.games.dolphin_splash.facts import (
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
    TooSoon,
    Unclaimed,
)
from companion.words import (
    Corrected,
    HandedOver,
    Homed,
    Joined,
    Left,
    Lifted,
    Pad,
    Refused,
    Released,
    Seat,
    Touched,
)
from tests.robots import straight
from tests.robots.dolphin_pad import LEAST, DolphinPad
from tests.robots.told import Played

ROUNDS_MOST: Final = 40
STEP_US: Final = 400_000
UNSURE_US: Final = 300


class Gone(Exception):
    """The round is over: somebody has left it, or the game has ended."""


@dataclass(frozen=True, slots=True)
class Restless:
    """The chance of each, after each thing that is told."""

    leaves: float = 0.03
    leaves_rarely: float = 0.1  # in overtime, or after a score
    leaves_early: float = 0.2  # before four cards are shown that change little
    leaves_too: float = 0.25  # in the same moment
    joins: float = 0.06
    hands_over: float = 0.02
    pens: float = 0.02
    redeals: float = 0.005


CALM: Final = Restless(leaves=0.008, leaves_rarely=0.03)  # they come to overtime
MOVES: Final = (Restless(), CALM, CALM)


class RestlessDolphins:
    """People round one table, and what really happens there."""

    def __init__(self, setup: Any, rng: Random, moves: Restless) -> None:
        self.setup, self.rng, self.moves = setup, rng, moves
        self.pad = DolphinPad(setup)
        self.phase = ""  # as everybody sees it on the wall
        self.did: dict[str, int] = {}
        self.now_us = 1_000_000
        self._owner: dict[Pad, Seat] = {}
        self._splash: Seat | None = None  # who holds a dolphin and all four SPLASH! cards
        self._by_claims = False  # they alone ended the round
        self._judged = False  # people said that it was a good grab
        self._settled: set[Pad] = set()  # the table said whose they are

    def evening(self) -> Iterator[Any]:
        """Rounds until somebody wins, or everybody has had enough."""
        for _ in range(ROUNDS_MOST):
            yield from self._between()
            while self.pad.resting and self.pad.marks.winner is None:
                yield from self._join()
            if self.pad.marks.winner is not None:
                return
            with suppress(Gone):
                yield from self._round()

    # --- a round ------------------------------------------------------------------------------

    def _round(self) -> Iterator[Any]:
        yield from self._deal()
        while True:
            rightful = yield from self._grab()
            if not rightful:
                yield from self._foul()
                continue
            yield from self._scored()
            if not (yield from self._late()):
                return

    def _deal(self) -> Iterator[Any]:
        dealer = self.pad.marks.dealer
        self.pad.dealt()
        self._owner, self._splash = {}, None
        yield from self._tell(Dealt(dealer))
        if self.pad.on and self._chance(self.moves.redeals):
            self._count("redealt")
            self.pad.dealt()
            yield from self._tell(Dealt(dealer))

    def _grab(self) -> Iterator[Any]:
        """Hands on dolphins, until it is known whether it was a good grab."""
        self._owner, self._by_claims, self._judged, self._settled = {}, False, False, set()
        yield from self._touches()
        if self.phase == "live":
            yield from self._tell(Grabbed())
        if self._chance(0.1):
            yield from self._tell(NobodyTouched())
            return (yield from self._grab())
        return self._chance(0.75)

    def _touches(self) -> Iterator[Any]:
        """Whose hands are on which dolphins; pads feel them, where there are any."""
        hands = self.rng.sample(self.pad.present, len(self.pad.present))
        pads = [Pad(pad) for pad in range(self.pad.dolphins)]
        taken = self.rng.randint(1, len(pads)) if self._chance(0.3) else len(pads)
        for pad, seat in list(zip(pads, hands, strict=False))[:taken]:
            self._owner[pad] = seat
            if not self.setup.pads:
                continue
            self.now_us += STEP_US
            yield from self._tell(Touched(pad, self.now_us, UNSURE_US))
            if self._chance(0.5):
                yield from self._tell(Lifted(pad, self.now_us + 9_000, UNSURE_US))
            yield from self._tell(Released(pad, self.now_us + 20_000))
        if self._chance(0.3):
            self._splash = self.rng.choice([*self._owner.values()])

    def _foul(self) -> Iterator[Any]:
        yield from self._tell(TooSoon())
        if self._chance(0.1):
            yield from self._tell(NobodyTouched())
            return
        touchers = tuple(sorted(self._owner.values()))
        self.pad.foul(touchers)
        yield from self._tell(Fouled(touchers))
        yield from self._back()

    def _back(self) -> Iterator[Any]:
        """The same round goes on, unless the foul ended it."""
        if not self.pad.on:
            raise Gone
        for pad in self._owner if self.setup.pads else ():
            self.now_us += STEP_US
            yield from self._tell(Homed(pad, self.now_us))
        if self.phase == "reset":
            yield from self._tell(DolphinsBack())

    # --- who holds a dolphin ------------------------------------------------------------------

    def _scored(self) -> Iterator[Any]:
        if self._chance(0.4):
            self._judged = True
            yield from self._tell(GoodGrab())
        everybody = len(self._owner) == self.pad.dolphins
        if self.setup.pads and (not everybody or self._chance(0.6)):
            ended = yield from self._claims(everybody)
            if ended:
                return
        self._judged = True
        holders = tuple(sorted(self._owner.values()))
        yield from self._ends(Held(holders), holders)

    def _claims(self, everybody: bool) -> Iterator[Any]:
        """They say which is whose, and two of them perhaps the same; whether that ended it."""
        owners = list(self._owner.items())
        self.rng.shuffle(owners)
        without = [seat for seat in self.pad.present if seat not in self._owner.values()]
        for n, (pad, seat) in enumerate(owners, 1):
            last = n == len(owners) and everybody
            if without and not last and self._chance(0.2):
                yield from self._tell(Claimed(without[0], pad))
                yield from self._tell(Claimed(seat, pad))
                self._count("contest")
                lets_go = self._chance(0.4)
                told = Unclaimed(without[0]) if lets_go else Kept(pad, seat)
                self._settled |= set() if lets_go else {pad}
            else:
                told = Claimed(seat, pad)
            if last:
                self._by_claims = True
                yield from self._ends(told, tuple(sorted(self._owner.values())))
                return True
            yield from self._tell(told)
        return False

    def _ends(self, told: Any, holders: tuple[Seat, ...]) -> Iterator[Any]:
        """The round's last word; and the four cards, where the game hangs on them."""
        if not self.pad.hangs_on_bonus(holders):
            self.pad.scored(holders, None)
            yield from self._tell(told)
            return
        self._count("asked for four cards")
        yield told
        if self._chance(0.1) and self.pad.marks.tied == []:
            yield from self._join(everywhere=False)
        shown = self._splash if self._splash in holders else None
        self.pad.scored(holders, shown)
        yield from self._tell(NoBonus() if shown is None else Bonus(shown))

    # --- what is found out late ---------------------------------------------------------------

    def _late(self) -> Iterator[Any]:
        """What is said after the score; whether the same round goes on by it."""
        last = self.pad.last
        if last is None or self.pad.marks.winner is not None:
            return False
        may_show = self._splash in last.holders and last.bonus is None
        if may_show and self._chance(self.moves.leaves_early):
            yield from self._leave()
        if may_show and self._splash in last.there and self.pad.marks.winner is None:
            if last.somebody_left:
                self._count("four cards after somebody left")
            self.pad.bonus(self._splash)
            yield from self._tell(Bonus(self._splash))
        if self.pad.last is not last or self.pad.marks.winner is not None or last.somebody_left:
            return False
        if self._chance(0.15):
            self._count("too soon after all")
            touchers = tuple(sorted(self._owner.values()))
            self.pad.fouled_late(touchers)
            yield from self._tell(Fouled(touchers))
            yield from self._back()
            return True
        if self._by_claims and self._chance(0.3):
            yield from self._late_claim(last.holders)
        return False

    def _late_claim(self, holders: tuple[Seat, ...]) -> Iterator[Any]:
        """Another hand on a dolphin, when the round was scored already."""
        without = [seat for seat in self.pad.present if seat not in holders]
        pads = [pad for pad in self._owner if pad not in self._settled]
        if not without or not pads:
            return
        self._count("contest after the score")
        pad, seat = self.rng.choice(pads), self.rng.choice(without)
        self.pad.contested()
        yield from self._tell(Claimed(seat, pad))
        if self._chance(0.5):
            self._owner[pad] = seat
        yield from self._ends(Kept(pad, self._owner[pad]), tuple(sorted(self._owner.values())))

    # --- who comes and goes -------------------------------------------------------------------

    def _tell(self, fact: Any) -> Iterator[Any]:
        """This happens, and then perhaps something that is no play."""
        yield fact
        was_on = self.pad.on
        yield from self._stir()
        if was_on and not self.pad.on:
            raise Gone

    def _between(self) -> Iterator[Any]:
        yield from self._stir()
        while len(self.pad.present) + len(self.pad.joining) <= LEAST and self._chance(0.5):
            yield from self._join()

    def _stir(self) -> Iterator[Any]:
        if self.pad.marks.winner is not None or self.phase == "bonus":
            return
        if self._chance(self.moves.pens):
            yield from self._write()
        if self._chance(self.moves.hands_over) and self.pad.present:
            yield HandedOver(self.rng.choice(self.pad.present))
        if self._chance(self.moves.joins):
            yield from self._join()
        rare = self.pad.marks.tied or self.pad.last is not None
        if self._chance(self.moves.leaves_rarely if rare else self.moves.leaves):
            yield from self._leave()
            while self._chance(self.moves.leaves_too):
                self._count("left together")
                yield from self._leave()

    def _leave(self) -> Iterator[Any]:
        here = [*self.pad.present, *self.pad.joining]
        if self.pad.marks.winner is not None or not here:
            return
        seat = self.rng.choice(here)
        tied = seat in self.pad.marks.tied
        self._count(f"left: {self.phase}" + (" in a tie" if tied else ""))
        self.pad.leaves(seat)
        yield Left(seat)

    def _join(self, everywhere: bool = True) -> Iterator[Any]:
        free = self.pad.free()
        if not free or self.pad.marks.winner is not None:
            return
        seat = self.rng.choice(free)
        self._count("joined" if seat == len(self.pad.marks.letters) else "came back")
        self.pad.joins(seat)
        yield Joined(seat)

    def _write(self) -> Iterator[Any]:
        seat = Seat(self.rng.randrange(len(self.pad.marks.letters)))
        points = self.rng.choice((-1, 1, 2))
        if self.pad.may_write(seat, points):
            self.pad.write(seat, points)
            yield Corrected(seat, points)

    # --- inside -------------------------------------------------------------------------------

    def _chance(self, of: float) -> bool:
        return self.rng.random() < of

    def _count(self, what: str) -> None:
        self.did[what] = self.did.get(what, 0) + 1


def played(seed: int) -> tuple[Played, Counter[str]]:
    """The evening of a seed, held against the truth, and how often people did what."""
    rng = Random(seed)
    setup = replace(straight.some_setup(rng), pads=rng.choice((0, 5, 5)))
    if rng.random() < 0.2:
        setup = replace(setup, announce_first_touch=False)
    people = RestlessDolphins(setup, rng, MOVES[seed % len(MOVES)])
    game = Played(setup, state=dolphin_splash.start(setup))
    people.phase = game.state.phase.value
    for fact in people.evening():
        people.phase = game.tell(dolphin_splash, fact).phase.value
        hold_to_the_truth(game.state, people, (seed, len(game.facts), fact))
    return game, Counter(people.did)


def hold_to_the_truth(state: Any, people: RestlessDolphins, where: Any) -> None:
    """Letters, ties, who is there and who deals are the true ones."""
    shown, pad = dolphin_splash.view(state), people.pad
    marks = pad.marks
    assert shown.letters == tuple(marks.letters), where
    assert shown.winner == marks.winner, where
    assert (state.present, state.joining) == (tuple(pad.present), tuple(pad.joining)), where
    if shown.over:
        return
    assert set(state.tied) == {*marks.tied}, where
    assert state.dealer == marks.dealer, where
    assert (shown.stage == "resting") == pad.resting == (len(pad.present) < LEAST), where
    if people.phase == "bonus":
        with pytest.raises(Refused):  # a round that is played is scored first
            dolphin_splash.judge(state, Left(pad.present[0]))
        return
    assert (shown.stage in ("live", "judging")) == pad.on, where
    if pad.on:
        assert state.dolphins == pad.dolphins, where
