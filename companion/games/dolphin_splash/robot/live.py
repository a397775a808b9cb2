"""A SPLASH! family as time goes by, with people in some of its seats.

The same cards, slips and truth as in the family that plays alone, but nothing is known ahead: a
person may reach at any moment. No clock: times are told. The classic way to play only.
"""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from companion.games.dolphin_splash.facts import Setup
from companion.games.dolphin_splash.robot.family import (
    LETS_GO_US,
    LIFTS_US,
    PASSES_MOST,
    Family,
    Temper,
    has_set,
)
from companion.robots.acts import Act, Does, Reply
from companion.words import Ask, Pad, Seat

# Robots wait for people at their table: a tap on a phone takes longer than a metal arm.
KIND = Temper(sees_ms=(700, 1600), reacts_ms=(600, 2200))
GRACE_US = 5_000_000  # how long free dolphins wait for people who have none
ADMIRED_US = 1_500_000  # dolphins are held up for a moment before they go back
BACK_MS = (350, 800)  # between one dolphin that is put back and the next
FEINT_MS = (100, 900)  # after a call
_ROUND_ON = ("live", "grab", "holders")


class LiveFamily(Family):
    """Robots and people round one table."""

    def __init__(self, setup: Setup, rng: Random, temper: Temper | None = None) -> None:
        super().__init__(setup, rng, temper)
        self.turn = 0
        self._alone = self.temper
        self._people: frozenset[Seat] = frozenset()
        self._chosen: dict[Seat, int] = {}
        self._plan: list[Act] = []  # the earliest first; a hand without a pad takes a free one
        self._phase = ""
        self._in_play: tuple[Pad, ...] = ()
        self._touched_us = 0  # when the newest hand came

    def sit(self, people: Iterable[Seat]) -> None:
        """These seats, and no others, are played by people from now on."""
        self._people = frozenset(people)
        self.temper = KIND if self._people else self._alone
        self._plan = [a for a in self._plan if not (_is_reach(a) and a.seat in self._people)]
        self._chosen = {s: card for s, card in self._chosen.items() if s in self._people}

    # --- time goes by -------------------------------------------------------------------------

    def look(self, view: Any, now_us: int) -> list[Act]:
        """What robots' hands do by `now_us`, with the game as `view` shows it."""
        self.now_us = now_us
        self._in_play = view.in_play
        if view.phase != self._phase:
            was, self._phase = self._phase, view.phase
            self._turn_to(was)
        acts: list[Act] = []
        while self._plan and self._plan[0].at_us <= now_us:
            acts += self._done(self._plan.pop(0))
        now = self.round
        if now is not None and now.touched and now.rightful and not now.over and self._all_done():
            self._end_scramble()
        return acts

    def next_us(self) -> int | None:
        """When the next hand moves, if any is about to."""
        return self._plan[0].at_us if self._plan else None

    def heard(self, now_us: int) -> None:
        """PASS: everybody slides a card, unless a hand is on a dolphin or just about to be."""
        self.now_us = now_us
        now = self.round
        if now is None or self._phase != "live" or now.touched:
            return
        ready = [seat for seat in self._robots() if has_set(now.hands[seat])]
        if ready:
            # Nobody gives away four of a kind: the hand is quicker than the card.
            self._plan = [act for act in self._plan if act.seat not in ready]
            self._add(Act(Does.TOUCH, now_us, None, seat) for seat in ready)
            return
        self._pass()
        self.now_us = now_us
        self.turn += 1
        self._chosen = {}
        self._add(self._feints())
        self._add(self._first_reach())

    def over(self) -> tuple[Seat, ...]:
        """The game is over for good: who has won, by the family's own count."""
        if self.round is not None and self.round.over:
            self.scored()
        return () if self.truth.winner is None else (self.truth.winner,)

    # --- people -------------------------------------------------------------------------------

    def hand(self, seat: Seat) -> dict[str, Any] | None:
        """The hand of a seat that a person plays, for that person alone; None for all others."""
        if seat not in self._people:
            return None
        cards = [] if self.round is None else list(self.round.hands[seat])
        passing = self._phase == "live"
        return {
            "turn": self.turn,
            "cards": cards,
            "chosen": self._chosen.get(seat),
            "passing": passing,
            "four": has_set(cards),
        }

    def choose(self, seat: Seat, card: int, turn: int) -> bool:
        """A person says which card goes next; false where that `turn`'s cards are gone."""
        now = self.round
        known = now is not None and seat in self._people and turn == self.turn
        if now is None or not known or not 0 <= card < len(now.hands[seat]):
            return False
        self._chosen[seat] = card
        return True

    def reach(self, seat: Seat, pad: Pad, now_us: int) -> bool:
        """A person reaches for a dolphin: whether the hand gets there."""
        now = self.round
        if now is None or self._phase not in _ROUND_ON:
            return self._phase not in ("foul", "reset")  # between rounds anybody may pat them
        if now.over or pad in self._out or pad not in self._in_play or seat in now.holds:
            return False  # D-Q12 One dolphin each; and what another holds is gone
        self._touch(seat, pad, now_us)
        return True

    # --- what robots say ----------------------------------------------------------------------

    def answer(self, ask: Ask) -> Reply | None:
        """What robots say to a question, as soon as they can know; None before, or never."""
        now = self.round
        if ask.topic in ("deal", "reset"):
            return None if self._plan or self._out else super().answer(ask)
        unfinished = now is not None and now.rightful and now.touched and not now.over
        if now is None or unfinished or not self._all_done():
            return None
        if ask.topic == "foul" and not self._to_blame():
            return Reply("start", self._anybody())  # the table said foul, and nobody was
        if ask.topic == "claim" and self._people & set(ask.seats):
            return None  # with a tap on a dolphin a phone says so itself
        return super().answer(ask)

    def _anybody(self) -> Seat:
        return self.rng.choice(self._robots() or self.seats)

    def _holders(self, ask: Ask) -> Reply | None:
        if self._round().rightful and not self._round().holds:
            first = min(self._people, default=self.seats[0])  # who said so must have seen one
            return Reply("held", self._anybody(), {"seats": [first]})
        return super()._holders(ask)

    # --- inside -------------------------------------------------------------------------------

    def _turn_to(self, was: str) -> None:
        """The game came to another phase: people may have done that by any way there is."""
        now = self.round
        if was == "foul" and self._phase in ("reset", "waiting", "over") and now is not None:
            self.fouled()
        match self._phase:
            case "live" if was in ("grab", "holders", "foul", "reset") and self.round is not None:
                self._go_on()
            case "live":
                self._deal()
            case "holders" if now is not None:
                now.rightful = True  # the table has the last word on what it saw
            case "foul" if now is not None:
                now.rightful = now.over = False
            case "reset" | "waiting" | "scored" | "over":
                self._put_all_back()

    def _deal(self) -> None:
        if self.round is not None and self.round.over:
            self.scored()
        self.dealt()
        self._put_all_back()
        self.turn += 1
        self._chosen = {}
        self._add(self._first_reach())

    def _go_on(self) -> None:
        """The same round goes on, with the same cards."""
        now = self._round()
        now.touched, now.touchers, now.holds = {}, set(), {}
        now.rightful = now.over = False
        now.passes = 0
        self._put_all_back()

    def _put_all_back(self) -> None:
        at_us = self.now_us + ADMIRED_US
        self._plan = []
        for pad in self._out:
            self._add([Act(Does.HOME, at_us, pad)])
            at_us += self._ms(BACK_MS)

    def _first_reach(self) -> Iterator[Act]:
        """Who of the robots goes for a dolphin now: with four of a kind, or by a slip."""
        now = self._round()
        robots = self._robots()
        first = [seat for seat in robots if has_set(now.hands[seat])]
        if not first and self.turn:
            first = [seat for seat in robots if self.rng.random() < self.temper.slips][:1]
            if not first and now.passes >= PASSES_MOST:
                first = robots[:1]
        for seat in first:
            yield Act(Does.TOUCH, self.now_us + self._ms(self.temper.sees_ms), None, seat)

    def _feints(self) -> Iterator[Act]:
        for seat in self._robots():
            if self.rng.random() < self.temper.bluffs and self._in_play:
                pad = self.rng.choice(self._in_play)
                yield Act(Does.NEAR, self.now_us + self._ms(FEINT_MS), pad, seat)

    def _done(self, act: Act) -> list[Act]:
        """What really comes of what was planned: a dolphin may be gone meanwhile."""
        if act.does is Does.HOME and act.pad is not None:
            self._out = [pad for pad in self._out if pad != act.pad]
        if not _is_reach(act):
            return [act]
        now = self.round
        free = [pad for pad in self._in_play if pad not in self._out]
        if now is None or act.seat is None or act.seat in now.holds or not free:
            return []
        pad = self.rng.choice(free)
        self._touch(act.seat, pad, act.at_us)
        return [Act(Does.TOUCH, act.at_us, pad, act.seat)]

    def _touch(self, seat: Seat, pad: Pad, at_us: int) -> None:
        now = self._round()
        is_first = not now.touched
        if is_first:
            now.rightful = has_set(now.hands[seat])
        self._grip(seat, pad)
        self._touched_us = at_us
        if is_first:
            self._plan = [act for act in self._plan if act.does is not Does.NEAR]
            self._add(self._others(seat, at_us))
        lifts = Act(Does.LIFT, at_us + LIFTS_US, pad, seat)
        self._add([lifts, Act(Does.RELEASE, at_us + LETS_GO_US, pad, seat)])

    def _others(self, first: Seat, at_us: int) -> Iterator[Act]:
        """The robots who grab along, rightly or carried away."""
        now = self._round()
        reaching = {act.seat for act in self._plan if _is_reach(act)}
        for seat in self.seats:
            if seat == first or seat in self._people | reaching:
                continue
            sure = now.rightful or has_set(now.hands[seat])
            if sure or self.rng.random() < self.temper.follows:
                yield Act(Does.TOUCH, at_us + self._ms(self.temper.reacts_ms), None, seat)

    def _all_done(self) -> bool:
        """No more hands come: all dolphins are gone, or those without have had their time."""
        if any(act.does in (Does.TOUCH, Does.LIFT) for act in self._plan):
            return False
        now = self.round
        if now is None or not now.rightful or now.over or set(self._in_play) <= now.touched.keys():
            return True
        waiting = self._people - now.holds.keys()
        return not waiting or self.now_us >= self._touched_us + GRACE_US

    def _struggle(self) -> None:
        if not self._people:  # a phone cannot hold on to a dolphin
            super()._struggle()

    def _end_scramble(self) -> None:
        super()._end_scramble()
        self._unsaid -= self._people  # everybody saw their cards

    def _discard(self, seat: Seat) -> int:
        chosen = self._chosen.get(seat)
        return super()._discard(seat) if chosen is None else chosen

    def _robots(self) -> list[Seat]:
        return [seat for seat in self.seats if seat not in self._people]

    def _add(self, acts: Iterable[Act]) -> None:
        self._plan = sorted([*self._plan, *acts], key=lambda act: act.at_us)


def _is_reach(act: Act) -> bool:
    return act.does is Does.TOUCH and act.pad is None
