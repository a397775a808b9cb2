"""Moments of evenings that are told as people tell: late, in another order, wrong and put right.

Robots play and answer as `hearsay` lets them, and the referee is held to the truth there. Here
somebody also says wait, knocks, or gets up and sits down again in a turn.
"""

from dataclasses import replace
from itertools import count
from random import Random
from typing import Any, Final

from companion.journal.people import Person
from companion.referee.answers import Teller
from companion.referee.picture import AccessState, Claim, JoinRequest
from companion.words import Joined, Left, Seat
from tests.moments.recorded import ALIKE, Bench, Look, Moment, moment_of, of_each_kind
from tests.moments.resting import DOOR
from tests.robots.hearsay import REFEREE, Evening, Manners, Story, Word
from tests.robots.stories import STORIES

WHO: Final = ("seat", "child")
OFTEN: Final = Manners(
    plays_on=0.6, swaps=0.5, twice=0.02, contradicts=0.02, mishears=0.08, undoes=0.08
)
LATER_MS: Final = 6_000  # what was told may be taken back, though no longer by a large button
LATER, WAITS, COMES, GETS_UP = (
    0.4,
    0.06,
    0.04,
    0.03,
)  # the chance of each at each thing that is told
STRANGER: Final = 99


def played(bench: Bench, kind: str, seats: int, seed: int) -> list[Moment]:
    """The moments of a whole evening of so many people: of each kind the first, and the last."""
    evening = Told(bench, _story(kind, seats, seed), Random(seed))
    evening.play()
    evening.keep()
    return of_each_kind(evening.moments)


def _story(kind: str, seats: int, seed: int) -> Story:
    """The first from this seed on that so many play."""
    stories = (STORIES[kind](number) for number in count(100 * seed))  # type: ignore[call-arg]
    return next(story for story in stories if story.setup.seats == seats)


class Told(Evening):
    """One evening, and each moment that it comes to."""

    def __init__(self, bench: Bench, story: Story, chance: Random) -> None:
        super().__init__(bench, story, chance, OFTEN)
        self.bench, self.moments = bench, list[Moment]()
        self.keep()

    # --- what people do besides ---------------------------------------------------------------

    def _step(self) -> None:
        if self.bench.referee.picture.review:
            self._settle_it()
        if self._chance(LATER):
            self.bench.ns += LATER_MS * 1_000_000
            self.bench.referee.step()
        self.keep()
        if self._chance(COMES):
            self._somebody_comes()
        elif self._chance(GETS_UP):
            self._gets_up()
        elif self._chance(WAITS):
            self._says_wait()
            self.keep()
            self._settle_it()
        super()._step()

    def _felt(self, fact: Any) -> None:
        super()._felt(fact)
        self.keep()
        if self._chance(WAITS):
            self._says_wait()  # and hands go on
            self.keep()

    def _says_wait(self) -> None:
        present = self.bench.referee.picture.view.present
        self.bench.referee.review(True, seat_of(self.rng.choice(present)))

    def _settle_it(self) -> None:
        self.bench.referee.review(False, REFEREE)

    def _somebody_comes(self) -> None:
        """A phone knocks, another one says whose it is, and somebody wants to play; or all went."""
        referee, names = self.bench.referee, self.bench.referee.picture.names
        if referee.picture.requests:
            referee.show_access((), AccessState())
            return
        seat = self.rng.choice(list(names.seats))
        known = Person(names.people.get(seat, 0), names.seat(seat), names.looks.get(seat, ""))
        comes = Person(STRANGER, self._stranger(), "wave-grey")
        asks = JoinRequest("k1", seat, "silver crab", person=known)
        access = AccessState(door=DOOR, claims=(Claim("c1", known),), asking=(comes,))
        referee.show_access((asks,), access)
        self.keep()

    def _stranger(self) -> str:
        """Whom nobody here is called like: no house has two of one name."""
        people, names = self.bench.people, self.bench.referee.picture.names
        elsewhere = [name[: len(people[0])] for name in reversed(ALIKE["latin"])]
        taken = {names.seat(seat) for seat in names.seats}
        return next(name for name in (people[-1], *elsewhere) if name not in taken)

    def _gets_up(self) -> None:
        """Somebody goes and is back at once; then both are taken back, as if nothing had been."""
        referee = self.bench.referee
        seat = self.rng.choice(referee.picture.view.present)
        told = 0
        for fact, tag in ((Left(seat), "left"), (Joined(seat), "came back")):
            said = referee.tell(self.bench.tap(), fact, f"seat:{seat}")
            if said.kind != "counts":
                break
            told += 1
            self.keep(tag)
        for _ in range(told):
            line = referee.picture.undo
            assert line is not None
            said = referee.undo(self.bench.tap(), line.seq, REFEREE)
            assert said.kind == "counts", said
            self.keep("up and down")

    # --- what is told, as it happens ----------------------------------------------------------

    def _told(self, word: Word) -> None:
        super()._told(word)
        self.keep()

    def _take_back(self) -> None:
        super()._take_back()
        self.keep("taken back")

    def _taker(self, by: str) -> Teller:
        told = by.startswith("seat:") and self._chance(0.7)
        return seat_of(Seat(int(by.removeprefix("seat:")))) if told else REFEREE

    def _count(self, what: str) -> None:
        super()._count(what)
        if what in ("amended", "redone"):
            self.keep(what)

    # --- who looks ----------------------------------------------------------------------------

    def keep(self, tag: str = "") -> None:
        """This moment, and every sort of seat that there is at it, a grown-up's and a child's."""
        picture = self.bench.referee.picture
        found = moment_of(self.bench, self.story.kind, self.story.setup.seats)
        looks = [look for look in found.looks if look.path != "/seat"]
        seats: dict[object, Seat] = {}
        for seat in picture.names.seats:
            seats.setdefault(self._sort(seat), seat)
        looks += [Look("/seat", f"{who}:{seat}") for seat in seats.values() for who in WHO]
        claims = getattr(picture.view, "claims", None) or ()
        tags = (
            "told", found.name, f"{len(claims)} claimed" * bool(claims), tag,
            "wait" * bool(picture.review), "knock" * bool(picture.requests),
            "misheard" * any(word.wrong for word in self.words),
        )  # fmt: skip
        name = " ".join(filter(None, tags))
        self.moments.append(replace(found, name=name, looks=tuple(looks)))

    def _sort(self, seat: Seat) -> object:
        picture = self.bench.referee.picture
        asked = tuple(open_.ask.topic for open_ in picture.open if seat in open_.ask.seats)
        undoes = picture.undo is not None and picture.undo.by == f"seat:{seat}"
        reads = picture.back is not None and seat in picture.back.seats
        claims = [claim.person.number for claim in picture.access.claims]
        asks = picture.names.people.get(seat, 0) in claims
        present = seat in picture.view.present
        return asked, undoes, reads, asks, present, picture.review == f"seat:{seat}"


def seat_of(seat: Seat) -> Teller:
    """The phone of this seat."""
    return Teller(f"seat:{seat}", seat)
