"""What happened at a table, told as people tell it: late, early, twice, wrong, and put right.

Things happen in one order and are told in another. Nothing is told but by answering what the real
referee asks or offers; each reply is looked at. Knows no game: `Story` is what it must be told.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Protocol

from companion import codec
from companion.journal import Journal
from companion.referee import Referee, Reply, Teller
from companion.referee.amending import Answer, WhatIf
from companion.referee.fold import OpenAsk
from companion.robots.answering import picks_for
from companion.table.clock import TableClock
from companion.table.settle import WINDOW_US
from companion.table.signals import Kind, Signal
from companion.words import (
    Ask,
    Choice,
    Hardware,
    Homed,
    Lifted,
    Refused,
    Released,
    Ruling,
    Seat,
    Slot,
    Touched,
)

PEOPLE = ("Ana", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
UNTOLD_MOST = 4  # what people play on with before somebody asks whether that was told
STEPS_MOST = 6_000  # no evening is that long: something hangs
REPLIES = {"counts", "already", "settled", "asked_again", "refused"}
LATE = REPLIES - {"counts"}
REFEREE = Teller("referee", referee=True)

KINDS = {
    Touched: Kind.TOUCH, Lifted: Kind.LIFT, Released: Kind.RELEASE, Homed: Kind.HOME,
}  # fmt: skip

Picks = dict[str, int | list[int]]


@dataclass(frozen=True, slots=True)
class Manners:
    """How people tell: the chance of each habit at each thing that is told."""

    plays_on: float = 0.35  # something else happens before it is told
    swaps: float = 0.25  # tells another thing first, where both may be told
    twice: float = 0.06  # a second phone says the same of the same question
    contradicts: float = 0.06  # or something else
    mishears: float = 0.02
    repairs: float = 0.3  # at each step: sees what was told wrong
    undoes: float = 0.03  # takes the newest word back
    redoes: float = 0.4  # and lets it stand again, or else tells it anew


class Story(Protocol):
    """A game that really happens, and what has to be true of how it is refereed."""

    kind: str
    setup: Any

    def facts(self) -> Iterator[Any]:
        """What happens, in the order of the table."""

    def heard(self, rulings: Sequence[Ruling]) -> None:
        """What the companion has just said aloud."""

    def is_implied(self, told: Any, waiting: Any) -> bool:
        """Whether what was told says with it that `waiting` has happened before."""

    def in_line(self, fact: Any) -> Any:
        """What is told in its order at any table: things that get the same here."""

    def is_watched(self, fact: Any) -> bool:
        """Whether all look up for it: told when all before it is, and before anything else."""

    def wronged(self, state: Any, rulings: Sequence[Ruling]) -> str:
        """Who is accused though honest, in words; "" for nobody."""

    def hold(self, state: Any) -> None:
        """Assert that the end is the true one."""


@dataclass(slots=True, eq=False)
class Thing:
    """Something that has happened."""

    number: int  # in the order of the table
    fact: Any


@dataclass(slots=True, eq=False)
class Word:
    """Something that was told and stands."""

    seq: int
    thing: Thing
    implied: list[Thing] = field(default_factory=list)
    wrong: bool = False
    mends: "Word | None" = None  # it stands in place of another one


@dataclass(frozen=True, slots=True)
class Way:
    """One way to tell a thing now."""

    thing: Thing
    open: OpenAsk
    choice: Choice
    picks: Picks


class Room:
    """A referee on a bench, and one journal for many games of these people."""

    def __init__(self, folder: Path, people: Sequence[str] = PEOPLE) -> None:
        self.people = people
        self.journal = Journal(folder / "journal.sqlite", "this-boot")
        self.ns = self.base_ns = 7_000_000_000_000
        self.referee = Referee(
            self.journal, TableClock(0, lambda: self.ns), wall_ms=lambda: 1_700_000
        )
        self.taps = 0

    def close(self) -> None:
        """Leave the room."""
        self.referee.stop()
        self.referee.past.close()
        self.journal.close()

    def begin(self, story: Story) -> None:
        """A new game of these people."""
        options = codec.encode(story.setup)
        seats = options.pop("seats")
        options.pop("kind", None)
        said = self.referee.begin_game(
            story.kind, list(self.people[:seats]), options, self.tap(), sure=True
        )
        assert said.kind == "counts", said

    def feel(self, fact: Any, since_us: int) -> None:
        """Hands on dolphins, at the family's own time, which began at `since_us` of the table's."""
        at_us = since_us + fact.at_us
        self.referee.step()
        self.ns = max(self.ns, self.base_ns + at_us * 1000)
        uncertain_us = getattr(fact, "uncertain_us", 0)
        self.referee.feel(Signal(KINDS[type(fact)], at_us, fact.pad, uncertain_us=uncertain_us))

    def settle(self) -> None:
        """Let time pass until everything that was felt has come to the rules."""
        self.referee.step()
        self.ns += (WINDOW_US + 1_000) * 1000
        self.referee.step()

    def now_us(self) -> int:
        """The table's time."""
        return self.referee.clock.now_us()

    def tap(self) -> str:
        """A nonce that no tap had before."""
        self.taps += 1
        return f"tap-{self.taps}"

    @property
    def open(self) -> tuple[OpenAsk, ...]:
        """What is asked and offered now."""
        return self.referee.picture.open


class Evening:
    """One game, as it happens and as it is told."""

    def __init__(self, room: Room, story: Story, chance: Random, manners: Manners) -> None:
        self.room, self.story, self.manners, self.rng = room, story, manners, chance
        self.untold: list[Thing] = []
        self.words: list[Word] = []
        self.done: dict[str, int] = {}  # how often people did what: so that nothing is vacuous
        self.again = False  # people went back, and tell it in order now
        self._facts = story.facts()
        self._next: Any = None
        self._happened = 0
        self._stuck: Thing | None = None
        self._depth = 1
        self._feeling = False
        self._since_us = 0
        self._ended = False
        room.begin(story)

    def play(self) -> None:
        """The whole game, and hold its end to the truth."""
        for _ in range(STEPS_MOST):
            self._play_on()
            if not self.untold and not any(word.wrong for word in self.words):
                break
            self._step()
        else:
            raise AssertionError("it goes round and round")
        self.story.hold(self.room.referee.picture.state)
        self._nobody_is_wronged()

    # --- the table ----------------------------------------------------------------------------

    def _play_on(self) -> None:
        while not self._ended and not self.again:
            self._next = self._next or next(self._facts, None)
            busy = self.untold or any(word.wrong for word in self.words)
            if busy and isinstance(self._next, Hardware):
                return
            waits = len(self.untold) >= UNTOLD_MOST or self._is_watched_now()
            if self.untold and (waits or not self._chance(self.manners.plays_on)):
                return
            self._happens()

    def _is_watched_now(self) -> bool:
        return any(self.story.is_watched(thing.fact) for thing in self.untold)

    def _happens(self) -> None:
        fact, self._next = self._next, None
        if fact is None:
            self._ended = True
            return
        self._happened += 1
        if isinstance(fact, Hardware):
            self._felt(fact)
            return
        if self._feeling:
            self._feeling = False
            self.room.settle()
        self.untold.append(Thing(self._happened, fact))

    def _felt(self, fact: Any) -> None:
        """Hands on dolphins: what goes before is said, and stays so."""
        if not self._feeling:
            self._feeling = True
            self.words = []
            self._since_us = max(self._since_us, self.room.now_us() + WINDOW_US - fact.at_us)
        self.room.feel(fact, self._since_us)

    # --- telling ------------------------------------------------------------------------------

    def _step(self) -> None:
        wrong = next((word for word in reversed(self.words) if word.wrong), None)
        if wrong is not None and (not self.untold or self._chance(self.manners.repairs)):
            self._put_right(wrong)
            return
        ways = self._ways()
        if ways and (self.again or not self._chance(self.manners.swaps)):
            ways = ways[:1]
        if not ways:
            self._go_back()
            return
        self._tell(self.rng.choice(ways))
        if not self.untold:
            self.again = False

    def _ways(self) -> list[Way]:
        """How what is untold can be told now, in the order of the table."""
        ways, queues = [], set[Any]()
        for at, thing in enumerate(self.untold):
            if at and (self.again or self.story.is_watched(thing.fact)):
                break
            queue = self.story.in_line(thing.fact)
            if queue in queues:
                continue
            queues.add(queue)
            way = self._way(thing, self.room.open)
            if way is not None:
                ways.append(way)
        return ways

    def _way(self, thing: Thing, open_: Sequence[OpenAsk]) -> Way | None:
        for one in open_:
            for choice in one.ask.choices:
                picks = picks_for(choice, thing.fact)
                if picks is not None:
                    return Way(thing, one, choice, picks)
        return None

    def _tell(self, way: Way) -> None:
        wrong = not self.again and self._chance(self.manners.mishears)
        if wrong and self._tell_wrong(way):
            return
        said = self._say(way.open, way.choice, way.picks)
        if said.kind == "refused":
            self._count("refused")
            if way.thing is not self.untold[0]:
                return  # first things first
            assert self._is_disordered(), f"{way.thing.fact} is refused: {said}"
            self._go_back()
            return
        assert said.kind == "counts", (way.thing.fact, said)
        self._told(Word(said.seq, way.thing))
        self._second_phone(way)
        if not self.again and self._chance(self.manners.undoes):
            self._change_mind()

    def _told(self, word: Word) -> None:
        thing = word.thing
        if self.untold[0] is not thing:
            self._count("in another order")
        self.untold.remove(thing)
        if not word.wrong:
            for other in list(self.untold):
                if other.number < thing.number and self.story.is_implied(thing.fact, other.fact):
                    self.untold.remove(other)
                    word.implied.append(other)
                    self._count("implied")
        self.words.append(word)
        self._listen()

    def _listen(self) -> None:
        fold = self.room.referee._judging.fold
        assert fold is not None
        self.story.heard(fold.entries[-1].rulings)
        self._nobody_is_wronged()

    def _nobody_is_wronged(self) -> None:
        if any(word.wrong for word in self.words):
            return  # who is told something wrong may conclude something wrong
        fold = self.room.referee._judging.fold
        assert fold is not None
        rulings = fold.entries[-1].rulings if fold.entries else ()
        wronged = self.story.wronged(fold.state, rulings)
        assert not wronged, wronged

    def _say(self, open_: OpenAsk, choice: Choice, picks: Picks) -> Reply:
        tell, teller = self.room.tap(), self._teller(open_.ask, choice, picks)
        answer = self.room.referee.answer
        said = answer(tell, open_.id, choice.key, picks, teller)
        assert said.kind in REPLIES, said
        if self._chance(self.manners.twice):
            assert answer(tell, open_.id, choice.key, picks, teller) == said  # a retried tap
        return said

    def _teller(self, ask: Ask, choice: Choice, picks: Picks) -> Teller:
        mine = [picks[slot.field] for slot in choice.slots if slot.me and slot.field in picks]
        seats = [Seat(seat) for seat in mine if isinstance(seat, int)] or list(ask.seats)
        if not seats or self._chance(0.2):
            return REFEREE
        seat = self.rng.choice(seats)
        return Teller(f"seat:{seat}", seat)

    # --- two phones ---------------------------------------------------------------------------

    def _second_phone(self, way: Way) -> None:
        """Another phone that still shows the question."""
        if self._chance(self.manners.twice):
            before = self.room.referee.picture.seq
            said = self._say(way.open, way.choice, way.picks)
            assert said.kind == "already", (way.thing.fact, said)
            assert self.room.referee.picture.seq == before
            self._count("twice")
        if self._chance(self.manners.contradicts):
            before = self.room.referee.picture.seq
            choice, picks = self._other(way)
            said = self._say(way.open, choice, picks)
            assert said.kind in LATE, (way.thing.fact, said)
            assert self.room.referee.picture.seq == before
            self._count("contradicted")

    def _other(self, way: Way) -> tuple[Choice, Picks]:
        """Some answer to that question."""
        choice = self.rng.choice(way.open.ask.choices)
        return choice, {slot.field: self._pick(slot) for slot in choice.slots if slot.options}

    def _pick(self, slot: Slot) -> int | list[int]:
        if slot.many:
            many = self.rng.randint(slot.least, min(slot.most, len(slot.options)))
            return self.rng.sample(slot.options, many)  # type: ignore[arg-type]
        return self.rng.choice(slot.options)  # type: ignore[return-value]

    # --- misheard, and put right --------------------------------------------------------------

    def _tell_wrong(self, way: Way) -> bool:
        """Tell something else; whether that was taken."""
        if any(word.wrong for word in self.words):
            return False
        choice, picks = self._other(way)
        if (choice.key, picks) == (way.choice.key, way.picks):
            return False
        said = self._say(way.open, choice, picks)
        if said.kind != "counts":
            assert said.kind == "refused", (way.thing.fact, choice.key, picks, said)
            return False
        self._count("misheard")
        self._told(Word(said.seq, way.thing, wrong=True))
        return True

    def _put_right(self, word: Word) -> None:
        would, answer = self._amended(word)
        if would is None or answer is None or would.falls:
            self._count("taken back to put right")
            while word in self.words:
                self._take_back()
            self.again = True
            return
        referee = self.room.referee
        seen = referee.picture.seq
        said = referee.amend(self.room.tap(), word.seq, [answer], seen, REFEREE)
        assert said.kind == "counts", said
        self._count("amended")
        word.wrong = False
        self.words.append(Word(said.seq, word.thing, mends=word))
        self._nobody_is_wronged()

    def _amended(self, word: Word) -> tuple[WhatIf | None, Answer | None]:
        """What would come of telling it right in its place, where a question there can tell it."""
        of, referee = word.seq, self.room.referee
        for place, ask in enumerate(referee.what_if(of, ()).questions):
            way = self._way(word.thing, [OpenAsk("", ask)])
            if way is not None:
                answer = Answer(place, way.choice.key, way.picks)
                try:
                    return referee.what_if(of, [answer]), answer
                except Refused:
                    return None, None
        return None, None

    # --- taken back ---------------------------------------------------------------------------

    def _change_mind(self) -> None:
        """Take the newest word back, and tell it once more or let it stand again."""
        word = self.words[-1]
        self._take_back()
        if not self._chance(self.manners.redoes):
            self._count("undone")
            return
        referee = self.room.referee
        line = referee.picture.redo
        if line is None:
            self._count("secret, so told anew")
            return
        said = referee.redo(self.room.tap(), line.seq, REFEREE)
        assert said.kind == "counts", said
        self._count("redone")
        if word.mends is not None:
            word.mends.wrong = False
        for thing in (word.thing, *word.implied):
            if thing in self.untold:
                self.untold.remove(thing)
        self.words.append(word)
        self._nobody_is_wronged()

    def _go_back(self) -> None:
        """Nothing of it can be told now: take words back until the order of the table fits."""
        first = self.untold[0]
        assert self._is_disordered(), f"dead end: nothing tells {first.fact}"
        self._count("gone back")
        self.again = True
        # Stuck at the same thing once more: what is in the way lies further back.
        self._depth = 2 * self._depth if first is self._stuck else 1
        self._stuck = first
        for _ in range(min(self._depth, len(self.words))):
            self._take_back()

    def _take_back(self) -> None:
        referee = self.room.referee
        line = referee.picture.undo
        word = self.words.pop()
        assert line is not None and line.seq == word.seq, (line, word)
        said = referee.undo(self.room.tap(), line.seq, self._taker(line.by))
        assert said.kind == "counts", said
        if word.mends is not None:
            word.mends.wrong = True
            return
        self.untold = sorted(
            {*self.untold, word.thing, *word.implied}, key=lambda thing: thing.number
        )

    def _taker(self, by: str) -> Teller:
        """Who takes back what `by` told."""
        return REFEREE

    def _is_disordered(self) -> bool:
        """Whether something was told wrong, or not in the order of the table."""
        if any(word.wrong for word in self.words):
            return True
        first = self.untold[0].number
        numbers = [word.thing.number for word in self.words]
        return any(number > first for number in numbers) or numbers != sorted(numbers)

    # --- inside -------------------------------------------------------------------------------

    def _count(self, what: str) -> None:
        self.done[what] = self.done.get(what, 0) + 1

    def _chance(self, of: float) -> bool:
        return self.rng.random() < of
