"""The pad of a SPLASH! evening at which people come and go, told only what really happened.

Letters, ties, the deal and who is there, by the words of the rules: nothing here asks the game.
"""

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field
from typing import Final

from companion.games.dolphin_splash.facts import Setup
from companion.words import SEATS_MOST, Seat

WORD: Final = 6
LEAST, MOST = 3, 6


@dataclass
class Marks:
    """What scoring events change."""

    letters: list[int]
    extra: list[int]  # the count of overtime
    tied: list[Seat] = field(default_factory=list)
    winner: Seat | None = None
    dealer: Seat = Seat(0)

    def kept(self) -> "Marks":
        """The same marks, for later."""
        return Marks(list(self.letters), list(self.extra), list(self.tied), None, self.dealer)


@dataclass
class Last:
    """A round that was scored, until the next deal."""

    before: Marks
    there: list[Seat]  # who was in it, and has not left since
    holders: tuple[Seat, ...]
    bonus: Seat | None = None
    somebody_left: bool = False


class DolphinPad:
    """Who is there, and who has which letters."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.present = [Seat(n) for n in range(setup.seats)]
        self.joining: list[Seat] = []
        self.marks = Marks([0] * setup.seats, [0] * setup.seats, dealer=setup.dealer)
        self.on = self.resting = False
        self.dolphins = self.fouls = 0
        self.last: Last | None = None

    # --- rounds -------------------------------------------------------------------------------

    def dealt(self) -> None:
        """Everybody who is there has cards."""
        self.present = sorted([*self.present, *self.joining])
        self.joining, self.last = [], None
        self.on, self.fouls = True, 0
        self.dolphins = 2 if self.marks.tied else len(self.present) - 1

    def foul(self, touchers: Iterable[Seat]) -> None:
        """These touched too soon."""
        self.fouls += 1
        if self.fouls > 1 and self.setup.one_foul_award_per_round:
            return
        was_tied = bool(self.marks.tied)
        self._score(dict.fromkeys({*self.present} - {*touchers}, 1), self.present)
        if self.marks.tied and not was_tied:
            self.on = False
            self.marks.dealer = self.left_of(self.marks.dealer)
        if self.marks.winner is not None:
            self.on = False

    def scored(self, holders: Iterable[Seat], bonus: Seat | None) -> None:
        """The round is over."""
        self.last = Last(self.marks.kept(), list(self.present), tuple(holders), bonus)
        self.on = False
        self.marks.dealer = self.left_of(self.marks.dealer)
        self._score(self._got(self.last), self.present)

    def bonus(self, seat: Seat) -> None:
        """Four SPLASH! cards are shown late: it still is the event that the round was."""
        last, now = self._last(), self.marks
        last.bonus = seat
        self.marks = last.before.kept()
        self.marks.dealer = now.dealer
        self._score(self._got(last), last.there)

    def fouled_late(self, touchers: Iterable[Seat]) -> None:
        """That round was none: what it gave is taken back, and it goes on."""
        self._taken_back()
        self.foul(touchers)

    def contested(self) -> None:
        """What that round gave waits until it is settled whose a dolphin is."""
        self._taken_back()

    def hangs_on_bonus(self, holders: tuple[Seat, ...]) -> bool:
        """Whether the game ends, or a tie changes, and the four cards would make a difference."""
        ends = [self._would(holders, bonus) for bonus in (None, *holders)]
        changes = ends[0][0] is not None or ends[0][1] != self.marks.tied
        return changes and any(end != ends[0] for end in ends)

    def left_of(self, seat: Seat) -> Seat:
        """Who is next of those who are there."""
        return min(self.present, key=lambda other: (other - seat - 1) % SEATS_MOST)

    # --- who comes and goes -------------------------------------------------------------------

    def leaves(self, seat: Seat) -> None:
        """Somebody goes home."""
        if seat in self.joining:
            self.joining.remove(seat)
            return
        self.present.remove(seat)
        self.on = False
        if self.marks.dealer == seat and self.present:
            self.marks.dealer = self.left_of(seat)
        if self.last is not None:
            self.last.somebody_left = True
            self.last.there = [other for other in self.last.there if other != seat]
            self.last.before.tied = [other for other in self.last.before.tied if other != seat]
        self.resting = True
        self._wake()
        if seat in self.marks.tied:
            self.marks.tied.remove(seat)
            self._look_at_the_tie()

    def joins(self, seat: Seat) -> None:
        """Somebody sits down."""
        marks = self.marks
        if seat == len(marks.letters):
            fewest = min((marks.letters[other] for other in self.present), default=0)
            each = [marks] if self.last is None else [marks, self.last.before]
            for some in each:
                some.letters.append(fewest)
                some.extra.append(0)
        self.joining.append(seat)
        self._wake()

    def free(self) -> list[Seat]:
        """Where somebody may sit down."""
        here = {*self.present, *self.joining}
        if len(here) >= MOST:
            return []
        seats = range(min(len(self.marks.letters) + 1, SEATS_MOST))
        return [Seat(seat) for seat in seats if Seat(seat) not in here]

    # --- the pen ------------------------------------------------------------------------------

    def may_write(self, seat: Seat, points: int) -> bool:
        """Whether nothing hangs on that but these letters."""
        each = [self.marks] if self.last is None else [self.marks, self.last.before]
        plain = all(0 <= some.letters[seat] + points < WORD for some in each)
        return plain and all(seat not in some.tied for some in each)

    def write(self, seat: Seat, points: int) -> None:
        """Letters by the pen, as if they had been there all along."""
        self.marks.letters[seat] += points
        if self.last is not None:
            self.last.before.letters[seat] += points

    # --- inside -------------------------------------------------------------------------------

    def _last(self) -> Last:
        assert self.last is not None, "no round was scored"
        return self.last

    def _taken_back(self) -> None:
        self.marks, self.last, self.on = self._last().before.kept(), None, True

    def _got(self, last: Last) -> dict[Seat, int]:
        got = dict.fromkeys(last.holders, 1)
        counts = not last.before.tied or self.setup.bonus_in_tiebreak
        if last.bonus is not None and counts:
            got[last.bonus] += 1
        return got

    def _would(self, holders: tuple[Seat, ...], bonus: Seat | None) -> tuple[Seat | None, object]:
        then = copy(self)
        then.marks = self.marks.kept()
        then.scored(holders, bonus)
        return then.marks.winner, None if then.marks.winner is not None else then.marks.tied

    def _wake(self) -> None:
        here = sorted([*self.present, *self.joining])
        if not self.resting or len(self.present) >= LEAST:
            self.resting = False
            return
        if len(here) < LEAST:
            return
        self.resting, self.present, self.joining = False, here, []
        if self.marks.dealer not in here:
            self.marks.dealer = self.left_of(self.marks.dealer)

    def _score(self, got: dict[Seat, int], among: list[Seat]) -> None:
        marks = self.marks
        if marks.tied:
            for seat in marks.tied:
                marks.extra[seat] += got.get(seat, 0)
            self._look_at_the_tie()
            return
        sums = [have + got.get(Seat(seat), 0) for seat, have in enumerate(marks.letters)]
        marks.letters = [min(WORD, total) for total in sums]
        done = [seat for seat in among if sums[seat] >= WORD]
        if self.setup.bonus_breaks_tie and done:
            most = max(sums[seat] for seat in done)
            done = [seat for seat in done if sums[seat] == most]
        if len(done) == 1:
            marks.winner = done[0]
        elif done:
            marks.tied, marks.extra = done, [0] * len(marks.letters)

    def _look_at_the_tie(self) -> None:
        marks = self.marks
        best = max(marks.extra[seat] for seat in marks.tied)
        marks.tied = [seat for seat in marks.tied if marks.extra[seat] == best]
        if len(marks.tied) == 1:
            marks.winner = marks.tied[0]
