"""A table at which hands are on phones: its keeper and its lots, with time that stands still."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from companion.games.dolphin_splash import hands as rules
from companion.hands import checked
from companion.hands.keeper import Keeper
from companion.hands.lot import SEED_BYTES
from companion.hands.passing import LOOK_S, Passing
from companion.hands.store import Store
from companion.referee.hub import Event
from companion.words import Sealed, Seat, Touched, Unsealed
from tests.referee.hall import Hall, seat

ANA, BEN, CY = (Seat(n) for n in range(3))
PHONES = {ANA: "ana's", BEN: "ben's", CY: "cy's"}


class Lots:
    """Chance that a test knows: that of robots is the same at each table, and no lot is."""

    def __init__(self, first: int = 0) -> None:
        self.first, self.drawn, self.chances = first, 0, 0
        self.lots: list[bytes] = []  # of each deal the seed, and then the salt

    def __call__(self, count: int) -> bytes:
        if count == SEED_BYTES:
            self.lots.append(self.lot(len(self.lots)))
            return self.lots[-1]
        self.chances += 1
        return sha256(b"chance %d" % self.chances).digest()[:count]

    def lot(self, number: int) -> bytes:
        """The one that is drawn as this one, from 0."""
        return sha256(b"%d" % (self.first + 1 + number)).digest()[:SEED_BYTES]


class Benched(Keeper):
    """Where no thread of the referee's runs, what is felt is taken at once."""

    def _feel(self, touch: Touched) -> None:
        super()._feel(touch)
        self._referee.step()


class Table:
    """Ana, Ben and Cy, each with a phone."""

    def __init__(self, hall: Hall, first: int = 0, people: int = 3, **options: Any) -> None:
        self.hall, self.lots, self.now_s = hall, Lots(first), 100.0
        self.moment_us = 0
        self.open()
        hall.begin(people, cards="phones", **options)
        self.settle()

    def open(self) -> None:
        """Let there be a keeper, as after a start."""
        store = Store(self.hall.folder)
        self.keeper = Benched(self.hall.referee, store, self.lots, lambda: self.now_s)
        self.passing = Passing(self.keeper, self.hall.referee)

    def restart(self) -> None:
        """The plug is pulled, and put back."""
        self.hall.restart()
        self.open()
        self.settle()

    def settle(self) -> None:
        """Let all that is due be done."""
        self.passing.step(())

    def wait(self, ms: int) -> None:
        """Let time go by; where the thread rests meanwhile, time alone has nothing for it to do."""
        rests, version = self.passing.wait_s() > LOOK_S, self.hall.referee.picture.version
        self.hall.wait(ms)
        if rests and self.hall.referee.picture.version == version:
            assert not self.keeper.look()
        self.settle()

    def deal(self) -> None:
        self.hall.wait(500)
        self.hall.counts("deal", "start")
        self.settle()
        for who in PHONES:
            self.hand(who)

    def hand(self, who: Seat, phone: str = "") -> Any:
        return self.keeper.hand(who, phone or PHONES[who])

    def cards(self, who: Seat) -> tuple[int, ...]:
        found: tuple[int, ...] = self.hand(who)["cards"]
        return found

    def choose(self, who: Seat, card: int, phone: str = "") -> bool:
        turn = self.hand(who, phone)["turn"]
        return self.keeper.choose(who, card, turn, phone or PHONES[who])

    def call(self) -> None:
        self.hall.wait(10)
        at_us = self.hall.clock.now_us()
        self.passing.step([Event("called", {"n": 1, "at_us": at_us})])
        self.hall.wait(10)

    def mark(self) -> None:
        """Hands are told from this moment on backwards, however long their messages take."""
        self.hall.wait(1000)
        self.moment_us = self.hall.clock.now_us()

    def reach(self, who: Seat, ago_ms: float = 0, doubt_ms: float = 0) -> bool:
        at_us = (self.moment_us or self.hall.clock.now_us()) - round(ago_ms * 1000)
        heard = self.keeper.reached(who, at_us, round(doubt_ms * 1000))
        self.wait(100)  # what was felt is judged by then, and no word said
        return heard

    @property
    def sealed(self) -> list[Sealed]:
        found: list[Sealed] = self.hall.facts(Sealed)
        return found

    @property
    def opened(self) -> list[Unsealed]:
        found: list[Unsealed] = self.hall.facts(Unsealed)
        return found

    def until_four(self) -> Seat:
        """Play on until somebody has four of a kind."""
        for _ in range(60):
            for who in PHONES:
                if self.hand(who)["four"]:
                    return who
            for who in PHONES:
                self.choose(who, rules.discard(self.cards(who), self.lots.drawn))
                self.lots.drawn += 1
            self.call()
        raise AssertionError("nobody ever has four of a kind")


@contextmanager
def table(folder: Path, first: int = 0, **options: Any) -> Iterator[Table]:
    hall = Hall(folder)
    try:
        yield Table(hall, first, **options)
    finally:
        hall.close()


def dealt_again(opened: Unsealed) -> rules.Hands:
    """The hands as they were at the end, by nothing but what is told."""
    return checked.dealt_again(opened, rules)


def phone_of(who: Seat) -> Any:
    return seat(who)
