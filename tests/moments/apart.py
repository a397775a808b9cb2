"""Moments of SPLASH! with time between them: one hand, a word on it, and only then the next hand.

Robots grab all at once and tell it afterwards. Here a dolphin or more still lies there when a grab
is judged, claimed, contested or told. Each sort of seat is looked at, a grown-up's and a child's,
with drawn dolphins and with pads that feel hands.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from companion.table.settle import WINDOW_US
from companion.table.signals import Kind, Signal
from companion.words import Corrected, Pad, Seat
from tests.moments.recorded import Bench, Look, Moment, moment_of, of_each_kind
from tests.robots.hearsay import REFEREE

KIND: Final = "dolphin_splash"
WHO: Final = ("seat", "child")
FELT: Final = (False, True)
LATER_MS: Final = 900
ROUNDS: Final = ("_judged", "_unclaimed", "_by_hand", "_doubted", "_fouled", "_contested")
OVERTIME: Final = "_overtime"
FAR: Final = 3  # letters of who does not win in the next round


def played(bench: Bench, seats: int) -> list[Moment]:
    """The moments of a game of so many people: of each kind the first, and the last."""
    return of_each_kind(Apart(bench, seats).play())


class Apart:
    """People who take their time; who has which dolphin is known when they say so."""

    def __init__(self, bench: Bench, seats: int) -> None:
        self.bench, self.seats = bench, seats
        said = bench.referee.begin_game(
            KIND, list(bench.people[:seats]), {"dealer": seats - 1}, bench.tap(), sure=True
        )
        assert said.kind == "counts", said

    @property
    def view(self) -> Any:
        """The game as screens show it."""
        return self.bench.referee.picture.view

    def play(self) -> Iterator[Moment]:
        """A round of each sort, then overtime, and the end."""
        yield self.moment()
        for name in (*ROUNDS, OVERTIME):
            if name == OVERTIME:
                self._tie()
            else:
                self._none_near_the_end()
            self._say("deal", "start")
            self.wait()
            yield from getattr(self, name)()
            yield self.moment()
            self._all_back()
        while not self.view.over:
            self.bench.referee.tell("", Corrected(Seat(0), 1), "referee")
        yield self.moment()

    # --- rounds -------------------------------------------------------------------------------

    def _judged(self) -> Iterator[Moment]:
        """Somebody says at once that it was a good grab, and whoever has a dolphin says so."""
        yield from self._touch(0)
        yield from self._claim(0, 0)
        yield from self._verdict("yes")
        for pad in self.view.in_play[1:]:
            yield from self._touch(pad)
            yield from self._claim(pad, pad)

    def _unclaimed(self) -> Iterator[Moment]:
        """Nobody says whose a dolphin is: it is told who is left without."""
        yield from self._touch(1)
        yield from self._verdict("yes")
        for pad in self.view.in_play:
            if pad != 1:
                yield from self._touch(pad)
        self._hold(range(1, self.seats))

    def _by_hand(self) -> Iterator[Moment]:
        """Somebody saw a hand that no pad felt."""
        self._say("grab", "grab")
        yield self.moment("by hand")
        yield from self._claim(1, 0)
        yield from self._verdict("yes")
        yield from self._touch(1)
        self._hold(range(self.seats - 1))

    def _doubted(self) -> Iterator[Moment]:
        """A pad that was touched first is in doubt."""
        yield from self._touch(0)
        self._feel(Kind.SUSPECT, 0, "stuck")
        yield self.moment("in doubt")
        yield from self._verdict("yes")
        yield from self._touch(1)
        yield from self._claim(1, 1)
        self._feel(Kind.TRUST, 0)
        self._hold(range(1, self.seats))

    def _fouled(self) -> Iterator[Moment]:
        """It was too soon, and another hand comes before it is told whose; dolphins come home."""
        yield from self._touch(0)
        yield from self._claim(0, 0)
        yield from self._verdict("no")
        yield from self._touch(1)
        self._say("foul", "touched", {"touchers": [0]})
        self.wait()
        yield self.moment("away")
        self._feel(Kind.HOME, 0)
        yield self.moment("one home")
        self._feel(Kind.HOME, 1)
        yield self.moment("home")
        yield from self._touch(2 % len(self.view.in_play))
        yield from self._verdict("start")
        self._hold(range(1, self.seats))

    def _contested(self) -> Iterator[Moment]:
        """Two say the same dolphin while another lies there."""
        yield from self._touch(0)
        yield from self._verdict("yes")
        yield from self._claim(0, 0)
        yield from self._claim(1, 0)
        self._say("contest", "nobody")
        yield self.moment("nobody's")
        yield from self._touch(1)
        self._hold((0, 1))

    def _overtime(self) -> Iterator[Moment]:
        """Two dolphins: one is taken, the other lies."""
        yield self.moment()
        yield from self._touch(1)
        yield from self._verdict("yes")
        yield from self._claim(1, 1)
        yield from self._touch(0)
        self._hold((0, self.seats - 1))

    def _none_near_the_end(self) -> None:
        for seat, letters in enumerate(self.view.letters):
            if letters > FAR:
                self.bench.referee.tell("", Corrected(Seat(seat), FAR - letters), "referee")

    def _tie(self) -> None:
        for seat in (Seat(0), Seat(1)):
            lacks = 5 - self.view.letters[seat]
            self.bench.referee.tell("", Corrected(seat, lacks), "referee")
        self._say("deal", "start")
        self._feel(Kind.TOUCH, 0)
        self._hold(range(self.seats - 1))
        self._all_back()
        assert self.view.overtime

    # --- hands and words ----------------------------------------------------------------------

    def _touch(self, pad: int) -> Iterator[Moment]:
        self._feel(Kind.TOUCH, pad)
        yield self.moment()
        self._feel(Kind.LIFT, pad)
        self._feel(Kind.RELEASE, pad)

    def _claim(self, seat: int, pad: int) -> Iterator[Moment]:
        asked = next(o for o in self.bench.open if o.ask.topic == "claim" and seat in o.ask.seats)
        self._answer(asked.id, f"pad:{pad}")
        yield self.moment()

    def _verdict(self, key: str) -> Iterator[Moment]:
        self._say("verdict", key)
        yield self.moment()

    def _hold(self, seats: Any) -> None:
        if self.view.phase in ("scored", "over"):
            return  # claims have said it
        if self.view.phase == "live":
            self._say("grab", "grab")
        most = list(seats)[: self.view.dolphins]
        self._say("holders", "held", {"seats": most})
        if self.view.phase == "bonus":
            self._say("bonus", "no")
        self.wait()

    def _all_back(self) -> None:
        for pad in range(5):
            self._feel(Kind.RELEASE, pad)
            self._feel(Kind.HOME, pad)

    def _feel(self, kind: Kind, pad: int, why: str = "") -> None:
        at_us = self.bench.now_us()
        self.bench.referee.feel(Signal(kind, at_us, Pad(pad), uncertain_us=300, why=why))
        self.wait()

    def _say(self, topic: str, key: str, picks: dict[str, Any] | None = None) -> None:
        asked = next(
            open_ for open_ in self.bench.open
            if open_.ask.topic == topic and key in [choice.key for choice in open_.ask.choices]
        )  # fmt: skip
        self._answer(asked.id, key, picks)

    def _answer(self, ask: str, key: str, picks: dict[str, Any] | None = None) -> None:
        said = self.bench.referee.answer(self.bench.tap(), ask, key, picks or {}, REFEREE)
        assert said.kind == "counts", (key, said)
        self.wait()

    def wait(self) -> None:
        """Time goes by."""
        self.bench.settle()
        self.bench.ns += LATER_MS * 1_000_000 - WINDOW_US * 1000
        self.bench.referee.step()

    # --- who looks ----------------------------------------------------------------------------

    def moment(self, tag: str = "") -> Moment:
        """This one, and every sort of seat that there is at it, a grown-up's and a child's."""
        view = self.view
        found = moment_of(self.bench, f"{KIND} apart", self.seats)
        looks = [look for look in found.looks if look.path != "/seat"]
        seats: dict[object, Seat] = {}
        for seat in view.present:
            seats.setdefault(self._sort(seat), seat)
        for seat in seats.values():
            looks += [Look("/seat", f"{who}:{seat}", felt=felt) for who in WHO for felt in FELT]
        lie = f"{len(view.in_play) - len(view.order)} lie" if view.phase != "waiting" else ""
        claimed = f"{len(view.claims)} claimed" if view.claims else ""
        words = filter(None, (found.name, lie, claimed, tag))
        return replace(found, name=" ".join(words), looks=tuple(looks))

    def _sort(self, seat: Seat) -> object:
        view = self.view
        vies = any(seat in seats for seats in view.contested.values())
        has = seat in view.claims.values(), seat in view.holders, seat in view.touchers
        return (vies, *has, view.fresh[seat], view.over and seat in view.winners)
