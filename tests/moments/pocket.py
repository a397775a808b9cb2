"""Moments of a game of nothing but phones: people and robots play it, each hand on its own phone.

A hand is looked at as its phone shows it just then.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, Final

from companion.games.dolphin_splash import hands as rules
from companion.hands.passing import Passing
from companion.referee.hub import Event
from companion.table.caller import Called
from companion.words import Corrected, Joined, Left, Seat
from tests.moments.recorded import Bench, Look, Moment, moment_of, of_each_kind
from tests.robots.hearsay import REFEREE

KIND: Final = "dolphin_splash"
STEPS_MOST: Final = 4000  # no game is that long: something hangs
ROUNDS: Final = 3  # and then the pen makes it short
LOOK_MS: Final = 200
GONE_S: Final = 60.0  # a phone that nobody has heard of for so long


def played(bench: Bench, seats: int, seed: int) -> list[Moment]:
    """The moments of a whole game of so many people: of each kind the first, and the last."""
    return of_each_kind(Pocket(bench, seats, Random(seed)).play())


class Pocket:
    """People who play, each with a phone of their own; time is told."""

    def __init__(self, bench: Bench, seats: int, rng: Random) -> None:
        self.bench, self.rng, self.seats = bench, rng, seats
        self.passing = Passing(bench.keeper, bench.referee)
        self.calls = 0
        self.slips = list(SLIPS)
        options = {"cards": "phones", "way": "quick", "robots": 1 if seats < 6 else 0}
        people = list(bench.people[:seats])
        said = bench.referee.begin_game(KIND, people, options, bench.tap(), sure=True)
        assert said.kind == "counts", said
        self.settle()

    @property
    def view(self) -> Any:
        """The game as screens show it."""
        return self.bench.referee.picture.view

    def play(self) -> Iterator[Moment]:
        """The game to its end, and each moment of it."""
        yield self.moment()
        for _ in range(STEPS_MOST):
            if self.view.over:
                return
            yield from self.step()
        raise AssertionError("it goes round and round")

    def step(self) -> Iterator[Moment]:
        """What comes next, and each moment that it leads to."""
        seq = self.bench.referee.picture.seq
        match self.view.phase:
            case "waiting" | "scored":
                yield from self._between()
            case "live":
                yield from self._turn()
            case "grab" | "holders":
                self._grab()
        if self.bench.referee.picture.seq != seq:
            yield self.moment()
        self.wait(LOOK_MS)
        yield self.moment()

    # --- what people do -----------------------------------------------------------------------

    def _between(self) -> Iterator[Moment]:
        """The next deal; of a long game the pen makes a short one, with a tie."""
        if self.view.round >= ROUNDS and not self.view.overtime:
            for seat in self.view.present[:2]:
                lacks = 5 - self.view.letters[seat]
                if lacks:
                    self.bench.referee.tell("", Corrected(seat, lacks), "referee")
        self.wait(500)
        self._say("deal", "start")
        yield self.moment("dealing")
        self.settle()

    def _turn(self) -> Iterator[Moment]:
        yield self.moment()
        for seat in self._people():
            if self.rng.random() < 0.9:
                self._choose(seat)
        yield self.moment("chosen")
        self.wait(800)
        if self.view.phase != "live":
            return
        first = next((seat for seat in self._people() if self._has_four(seat)), None)
        if first is not None:
            yield self.moment("four")
            self._reach(first)
        elif self.slips and self.calls % 2:
            yield from getattr(self, f"_{self.slips.pop(0)}")()
        else:
            self._call()

    def _grab(self) -> None:
        """Others grab, too: two of them at once, so that it is not always known who was first."""
        asked = [open_ for open_ in self.bench.open if open_.ask.topic == "contest"]
        if asked:
            self._say("contest", asked[0].ask.choices[0].key)
            return
        late = [seat for seat in self._people() if not self._state_has(seat)]
        self.rng.shuffle(late)
        for seat in late[: self.rng.choice((0, 1, 1, 2))]:
            self._reach(seat, doubt_us=30_000)

    def _too_soon(self) -> Iterator[Moment]:
        self._reach(self._people()[-1])
        yield self.moment("too soon")

    def _taken_back(self) -> Iterator[Moment]:
        self._back()
        yield self.moment("just undone")
        if self.view.phase == "waiting":
            self.settle()
            self._say("deal", "start")

    def _dealt_again(self) -> Iterator[Moment]:
        self._say("redeal", "redeal")
        yield self.moment("dealt again")

    def _stood_in(self) -> Iterator[Moment]:
        seat = self._people()[-1]
        self._say("stand_in", f"seat:{seat}")
        self.settle()
        yield self.moment("stood in")
        self._say("play_on", "back")
        self.settle()
        yield self.moment("plays on")

    def _other_phone(self) -> Iterator[Moment]:
        seat = self._people()[0]
        self.bench.keeper.hand(seat, "a cousin's")
        yield self.moment("elsewhere")
        self.bench.keeper.choose(seat, 0, 0, f"phone-{seat}")

    def _gone(self) -> Iterator[Moment]:
        self.bench.now_s += GONE_S
        self.settle()
        yield self.moment("waits")

    def _comes(self) -> Iterator[Moment]:
        seat = Seat(len(self.view.letters))
        if len(self.view.present) < 6:
            self.bench.referee.tell("", Joined(seat), "referee")
            self.bench.referee.rename(seat, self.bench.people[-1])
            yield self.moment("joins")

    def _goes(self) -> Iterator[Moment]:
        if len(self.view.present) > 3:
            self.bench.referee.tell("", Left(self._people()[-1]), "referee")
            self.settle()
            yield self.moment("left")

    # --- by their phones ----------------------------------------------------------------------

    def _people(self) -> list[Seat]:
        return [seat for seat in self.view.present if str(seat) not in self.view.robots]

    def _hand(self, seat: Seat) -> Any:
        return self.bench.keeper.hand(seat, f"phone-{seat}")

    def _has_four(self, seat: Seat) -> bool:
        return bool(self._hand(seat)["four"]) and not self._state_has(seat)

    def _state_has(self, seat: Seat) -> bool:
        return rules.has_dolphin(self.bench.referee.picture.state, seat)

    def _choose(self, seat: Seat) -> None:
        hand = self._hand(seat)
        if hand["playing"]:
            card = rules.discard(hand["cards"], self.rng.randrange(99))
            self.bench.keeper.choose(seat, card, hand["turn"], f"phone-{seat}")

    def _reach(self, seat: Seat, doubt_us: int = 9000) -> None:
        self.bench.keeper.reached(seat, self.bench.now_us(), doubt_us)

    # --- the table ----------------------------------------------------------------------------

    def _call(self) -> None:
        self.calls += 1
        at_us = self.bench.now_us()
        self.bench.referee.hear(Called(self.calls, at_us, 1))
        self.bench.referee.step()
        self.passing.step([Event("called", {"n": self.calls, "at_us": at_us})])

    def _say(self, topic: str, key: str) -> None:
        asked = next(open_ for open_ in self.bench.open if open_.ask.topic == topic)
        said = self.bench.referee.answer(self.bench.tap(), asked.id, key, {}, REFEREE)
        assert said.kind == "counts", (topic, key, said)

    def _back(self) -> None:
        undo = self.bench.referee.picture.undo
        assert undo is not None
        said = self.bench.referee.undo(self.bench.tap(), undo.seq, REFEREE)
        assert said.kind == "counts", said

    def settle(self) -> None:
        """All that is due is done."""
        self.bench.referee.step()
        self.passing.step(())

    def wait(self, ms: int) -> None:
        """Time goes by."""
        self.settle()
        self.bench.ns += ms * 1_000_000
        self.settle()

    # --- who looks ----------------------------------------------------------------------------

    def moment(self, tag: str = "") -> Moment:
        """This one, and every sort of seat that there is at it, a grown-up's and a child's."""
        found = moment_of(self.bench, f"{KIND} phones", self.seats)
        others = [look for look in found.looks if look.path != "/seat"]
        seats: dict[object, Seat] = {}
        for seat in range(len(self.view.letters)):
            seats.setdefault(self._sort(Seat(seat)), Seat(seat))
        for seat in seats.values():
            hand = self.bench.hand(seat)
            others += [Look("/seat", f"{who}:{seat}", hand=hand) for who in ("seat", "child")]
        view = self.view
        taken = f"{len(view.claims)} taken" if view.phase in ("grab", "holders") else ""
        more = filter(None, (taken, "bonus" if view.bonus is not None else "", tag))
        return replace(found, name=" ".join((found.name, *more)), looks=tuple(others))

    def _sort(self, seat: Seat) -> object:
        view, hand = self.view, self._hand(seat)
        told = [hand.get(name) for name in ("playing", "four", "elsewhere", "unchosen")]
        has = seat in view.present, str(seat) in view.robots, seat in view.claims.values()
        return (*told, hand["chosen"] is not None, *has, view.fresh[seat], seat == view.dealer)


SLIPS: Final = (
    *("other_phone", "too_soon", "stood_in", "gone", "taken_back", "dealt_again", "comes"),
    *("goes", "too_soon"),
)  # fmt: skip
