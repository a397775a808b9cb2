"""An own count of SPLASH!, told only what really happened: the referee is held against it.

Written apart from the rules it checks, and after the box's words: it must not import them.
"""

from companion.frozen import dataclass
from companion.games.dolphin_splash.facts import Setup
from companion.words import Seat

WORD = 6  # letters in SPLASH


@dataclass(frozen=True, slots=True)
class Reveal:
    """What the family knows and the referee has to find out: the score by an own count."""

    letters: tuple[int, ...]
    winner: Seat | None
    rounds: int
    fouls: int
    overtimes: int


class Truth:
    """Letters, ties and the winner."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.letters = [0] * setup.seats
        self.tied: list[Seat] = []
        self.extra = [0] * setup.seats  # the count of overtime
        self.winner: Seat | None = None
        self.rounds = self.fouls = self.overtimes = 0
        self._fouled_this_round = False

    def round_over(self, holders: tuple[Seat, ...], bonus: Seat | None) -> None:
        """A round ended: who holds a dolphin, and who showed the four SPLASH! cards."""
        got = [0] * self.setup.seats
        for seat in holders:
            got[seat] += 1
        if bonus is not None and (not self.tied or self.setup.bonus_in_tiebreak):
            got[bonus] += 1
        self.rounds += 1
        self._fouled_this_round = False
        self._score(got)

    def foul(self, touchers: set[Seat]) -> bool:
        """Somebody touched too soon; True where that ended the round."""
        self.fouls += 1
        counts = not (self._fouled_this_round and self.setup.one_foul_award_per_round)
        self._fouled_this_round = True
        was_tied = bool(self.tied)
        if counts:
            seats = range(self.setup.seats)
            self._score([0 if Seat(seat) in touchers else 1 for seat in seats])
        dropped = self.winner is not None or (bool(self.tied) and not was_tied)
        if dropped:
            self._fouled_this_round = False
        return dropped

    def reveal(self) -> Reveal:
        """The count as it stands."""
        letters = tuple(self.letters)
        return Reveal(letters, self.winner, self.rounds, self.fouls, self.overtimes)

    def _score(self, got: list[int]) -> None:
        if self.tied:
            for seat in self.tied:
                self.extra[seat] += got[seat]
            best = max(self.extra[seat] for seat in self.tied)
            self.tied = [seat for seat in self.tied if self.extra[seat] == best]
            if len(self.tied) == 1:
                self.winner = self.tied[0]
            return
        sums = [have + more for have, more in zip(self.letters, got, strict=True)]
        self.letters = [min(WORD, total) for total in sums]
        done = [Seat(seat) for seat, total in enumerate(sums) if total >= WORD]
        if self.setup.bonus_breaks_tie and len(done) > 1:
            most = max(sums[seat] for seat in done)
            done = [seat for seat in done if sums[seat] == most]
        if len(done) == 1:
            self.winner = done[0]
        elif done:
            self.tied, self.extra = done, [0] * self.setup.seats
            self.overtimes += 1
