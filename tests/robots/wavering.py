"""An evening told by people who waver: they take words back, tell them anew, and put right late.

All of it happened already, and what is so after each thing is known. At the end of each wavering
the table must know just that, as if it had been told rightly at once. Knows no game.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, starmap, zip_longest
from operator import eq
from random import Random
from typing import Any, Final

from companion.codec import kind_of
from companion.games import GAMES
from companion.referee.taking_back import held_secret
from companion.words import Corrected, Hardware, Refused, Ruling
from tests.games.chance import answer, fill
from tests.robots.desk import Desk, way_of
from tests.robots.stories import own_line

GUESSES: Final = 8  # until people have thought of something wrong that can be said
TOLD_MOST: Final = 5  # things that are told until somebody looks whether all is well
BACK_MOST: Final = 8  # words that are taken back at once
FREE: Final = {
    "handed_over", "came", "claimed", "filled", "turned", "lit_up", "shown",
    "left_over", "tallied",
}  # fmt: skip  # it means the same, whatever else was told just before
DOUBTED_MOST: Final = 20  # words that are remembered well enough to be doubted
FELT_MOST: Final = 60  # by pads: each word that is taken back is judged with all after it
DEEP: Final = 0.1  # of those who go back: as far as they can


@dataclass
class Evening:
    """What happened, in its order, and who may rightly be accused after each thing."""

    kind: str
    setup: Any
    facts: Sequence[Any]
    lied: Sequence[frozenset[Any]] = ()
    accused: Callable[[Any], frozenset[Any]] = lambda state: frozenset()


@dataclass(slots=True, eq=False)
class Word:
    """A row that stands: which things it tells, by their numbers in the evening."""

    seq: int
    things: list[int]
    mends: "Word | None" = None  # it puts another one right


class Wavering:
    """People at a table, who tell an evening."""

    def __init__(self, evening: Evening, rng: Random, most: int = 0) -> None:
        """They waver about so many things in a row, or about all."""
        self.evening, self.rng = evening, rng
        self.facts = list(evening.facts)
        self.desk = Desk(evening.kind, evening.setup)
        self.words: list[Word] = []
        self.did = Counter[str]()
        self._felt = list[int]()  # things that pads told
        self._at = 0  # the next thing to tell
        self._wrong = False  # something stands that is not so
        self._first = rng.randrange(max(1, len(self.facts) - most)) if most else 0
        self._last = self._first + most if most else len(self.facts)
        game = GAMES[evening.kind]
        self.states, self.said = [game.start(evening.setup)], list[tuple[Ruling, ...]]()
        for fact in self.facts:
            judged = game.judge(self.states[-1], fact)
            self.states.append(judged.state)
            self.said.append(judged.rulings)

    def play(self) -> Counter[str]:
        """The whole evening; how often they did what."""
        ways = (self._straight, self._go_back, self._swap, self._mishear, self._make_up,
                self._doubt)  # fmt: skip
        self._tell_on(self._first)
        while self._at < self._last and self._at < len(self.facts):
            self.rng.choice(ways)()
            self.hold()
        self._tell_on(len(self.facts) - self._at)
        self.hold()
        read = self.desk.read_again()
        assert (read.state, read.open) == (self.desk.fold.state, self.desk.fold.open)
        return self.did

    def hold(self) -> None:
        """All is as if it had been told rightly at once."""
        fold, true = self.desk.fold, self.states[self._at]
        assert fold.state == true, self._where()
        assert fold.view == fold.module.view(true), self._where()
        assert self.desk.asks() == fold.module.asks(true), self._where()
        said = (entry.rulings for entry in fold.entries if entry.standing and not entry.refused)
        should = chain.from_iterable(self.said[: self._at])
        assert all(starmap(eq, zip_longest(chain.from_iterable(said), should))), self._where()

    # --- telling ------------------------------------------------------------------------------

    def _straight(self) -> None:
        self._tell_on(self.rng.randint(1, TOLD_MOST))
        self.did["told"] += 1

    def _tell_on(self, most: int) -> None:
        """Tell what comes next, as far as the table takes it; all of it, if all is well."""
        for thing in range(self._at, min(self._at + most, len(self.facts))):
            if not self._tell(thing):
                assert self._wrong, f"nothing tells {self.facts[thing]} {self._where()}"
                return
            self._at += 1

    def _tell(self, thing: int) -> bool:
        seq = self.desk.tell(self.facts[thing])
        if seq and isinstance(self.facts[thing], Hardware):
            self._felt.append(thing)
        elif seq:
            self.words.append(Word(seq, [thing]))
        self._nobody_is_wronged()
        return bool(seq)

    def _nobody_is_wronged(self) -> None:
        if self._wrong or not self.evening.lied:
            return
        lied = self.evening.lied[min(self._at, len(self.facts) - 1)]
        called = self.evening.accused(self.desk.fold.state)
        assert called <= lied, f"{called - lied} are called lies"

    # --- back, and once more --------------------------------------------------------------------

    def _go_back(self) -> None:
        """Take words back, let some of them stand again, and tell the others anew."""
        if not self.words:
            return self._straight()
        most = len(self.words)
        far = self._chance(DEEP) and len(self._felt) < FELT_MOST
        back = most if far else self.rng.randint(1, min(BACK_MOST, most))
        fold = self.desk.fold
        cuts = [cut for cut in range(most - back, most + 1) if self._may_tell_anew(cut)]
        places = range(most - 1, most - back - 1, -1)
        for place in places:
            word = next(w for w in fold.words if w.row.seq == self.words[place].seq)
            if held_secret(fold, word) and place not in cuts:
                back = most - 1 - place  # it cannot be said again by itself
                break
        cut = self.rng.choice([cut for cut in cuts if cut >= most - back] or [most])
        self._take_back(back)
        self.did["went back" if back < most else "went back to the beginning"] += bool(back)
        for place in range(most - back, cut):
            if not self.desk.say_again():
                cut = place
                self.did["secret"] += 1
                break
        self.did["said again"] += cut > most - back
        self.did["told anew"] += cut < most
        self._tell_anew(cut)

    def _take_back(self, back: int) -> None:
        for word in self.words[: -back - 1 : -1]:
            assert self.desk.take_back().row.seq == word.seq
        self._hold_what_is_left(len(self.words) - back)

    def _hold_what_is_left(self, count: int) -> None:
        """Where a beginning of the evening is left, it is as it was."""
        left = self.words[:count]
        things = sorted([*self._felt, *(thing for word in left for thing in word.things)])
        broken = any(word.mends in left for word in self.words[count:])
        if things == list(range(len(things))) and not broken:
            assert self.desk.fold.state == self.states[len(things)], self._where()
            self.did["as it was"] += 1

    def _may_tell_anew(self, cut: int) -> bool:
        """Whether these last words can be told again: all that they put right is among them."""
        words = self.words[cut:]
        whole = all(word.mends is None or word.mends in words for word in words)
        things = sorted(thing for word in words for thing in word.things)
        return whole and things == list(range(self._at - len(things), self._at))

    def _tell_anew(self, cut: int) -> None:
        things = sorted(thing for word in self.words[cut:] for thing in word.things)
        del self.words[cut:]
        for thing in things:
            assert self._tell(thing), f"nothing tells {self.facts[thing]} anew"

    def _swap(self) -> None:
        """Two things of which nobody knows which was first, told in either order."""
        self._tell_on(2)
        if len(self.words) < 2 or not self._may_tell_anew(len(self.words) - 2):
            return
        one, other = self.words[-2:]
        if [len(one.things), len(other.things)] != [1, 1] or not self._are_beside(self._at - 2):
            return
        first, second = self.facts[self._at - 2 : self._at]
        self._take_back(2)
        assert self.desk.tell(second) and self.desk.tell(first), (first, second)
        fold, true = self.desk.fold, self.states[self._at]
        assert fold.view == fold.module.view(true), (first, second)
        assert self.desk.asks() == fold.module.asks(true), (first, second)
        self.did["other order"] += 1
        self.did[f"{type(first).__name__} {type(second).__name__}"] += 1
        self.desk.take_back()
        self.desk.take_back()
        del self.words[-2:]
        self._at -= 2
        self._tell_on(2)

    def _are_beside(self, at: int) -> bool:
        """Whether each can be told before the other."""
        game, before = GAMES[self.evening.kind], self.states[at]
        first, second = self.facts[at : at + 2]
        lines = {own_line(first), own_line(second)}
        if len(lines) == 1 or FREE.isdisjoint({kind_of(type(first)), kind_of(type(second))}):
            return False
        if not _are_apart(first, second):
            return False
        if way_of(second, game.asks(before)) is None:
            return False
        try:
            then = game.judge(before, second).state
        except Refused:
            return False
        return way_of(first, game.asks(then)) is not None

    # --- wrong, and put right -------------------------------------------------------------------

    def _mishear(self) -> None:
        """Tell something else than what has happened."""
        thing = self._at
        if isinstance(self.facts[thing], Hardware):
            return self._straight()
        self._tell_wrong([thing])

    def _make_up(self) -> None:
        """Tell what never happened."""
        self._tell_wrong([])

    def _tell_wrong(self, things: list[int]) -> None:
        true = self.facts[self._at]
        for _ in range(GUESSES):
            wrong = answer(self.desk.asks(), self.rng, 0.3) if self.desk.asks() else None
            if wrong is None or wrong == true:
                continue
            seq = self.desk.tell(wrong)
            if seq:
                self._tell_after(Word(seq, things), wrong)
                return
        self._straight()

    def _tell_after(self, word: Word, wrong: Any) -> None:
        self.words.append(word)
        self._wrong = True
        self.did[f"wrong {type(wrong).__name__}"] += 1
        start, things = self._at, [self.facts[thing] for thing in word.things]
        self._at += len(word.things)
        reachable = self.desk.would(word.seq, things) is not None
        self._tell_on(self.rng.randint(0, TOLD_MOST) if reachable else self._until_felt())
        would = self.desk.would(word.seq, things)
        if would is None and self._strike(word):
            return
        if would is None:
            self.did["only to be taken back"] += 1
            place = self.words.index(word)
            self._take_back(len(self.words) - place)
            self._wrong, self._at = False, start
            del self.words[place:]
            self._tell_on(len(word.things))
            return
        assert not would.falls, (wrong, would.falls[0].was.fact)
        self.words.append(Word(self.desk.amend(word.seq, would), [], word))
        self.did["put right"] += 1
        self._wrong = False
        self._nobody_is_wronged()

    def _strike(self, word: Word) -> bool:
        """Say that it never was, where what was so is told by an offer; then tell that, late.

        What that leads to is reckoned by the rules alone. What was told after other things is said
        after them, too, so it is taken back; whether it may stand.
        """
        would = self.desk.would(word.seq, []) if word.things else None
        if would is None or would.falls:
            return False
        (late,) = word.things
        since = self._straight_on(self.states[late], range(late + 1, self._at))
        end = None if since is None else self._straight_on(since, [late])
        if end is None:
            return False
        self.words.append(Word(self.desk.amend(word.seq, would), [], word))
        assert self.desk.fold.state == since, self._where()
        if not self._tell(late):
            return False
        assert self.desk.fold.state == end, self._where()
        self.did["told by an offer"] += 1
        at_once = late + 1 == self._at
        if at_once:
            word.things, self._wrong = [], False
        return at_once

    def _straight_on(self, state: Any, things: Iterable[int]) -> Any:
        """The state once these were told straight to the rules; None where they cannot be."""
        game = GAMES[self.evening.kind]
        for thing in things:
            try:
                state = game.judge(state, self.facts[thing]).state
            except Refused:
                return None
        return state

    def _until_felt(self) -> int:
        """So many things come before any that pads tell."""
        at = range(self._at, min(self._at + TOLD_MOST, len(self.facts)))
        return next((n - self._at for n in at if isinstance(self.facts[n], Hardware)), len(at))

    def _doubt(self) -> None:
        """Put an old word wrong, go on, and put it right again."""
        last = 0 if self._chance(DEEP) else -DOUBTED_MOST
        plain = [word for word in self.words[last:] if self._is_plain(word)]
        if not plain:
            return self._straight()
        word = self.rng.choice(plain)
        (thing,) = word.things
        questions = self.desk.could(word.seq)
        wrong = fill(self.rng.choice(self.rng.choice(questions).choices), self.rng)
        would = self.desk.would(word.seq, [wrong] if self._chance(0.7) else [])
        if wrong == self.facts[thing] or would is None:
            return self._straight()
        words = len(self.words)
        self.words.append(Word(self.desk.amend(word.seq, would), [], word))
        self._wrong = True
        self.did["doubted"] += 1
        self.did["with what falls"] += bool(would.falls)
        right = self.desk.would(word.seq, [self.facts[thing]])
        assert right is not None, f"{self.facts[thing]} cannot be told again in its place"
        if self._chance(0.6):
            self.words.append(Word(self.desk.amend(word.seq, right), [], word))
            self.did["put right again"] += 1
        else:
            self._take_back(len(self.words) - words)
            del self.words[words:]
            self.did["doubt taken back"] += 1
        self._wrong = False
        self._nobody_is_wronged()

    def _is_plain(self, word: Word) -> bool:
        """Whether it is the answer to a question, and nobody has put it right."""
        if len(word.things) != 1 or any(other.mends is word for other in self.words):
            return False
        return not isinstance(self.facts[word.things[0]], Corrected)  # a pen writes any number

    # --- inside -----------------------------------------------------------------------------------

    def _chance(self, of: float) -> bool:
        return self.rng.random() < of

    def _where(self) -> str:
        at = max(0, self._at - 3)
        return (
            f"after {self._at}: {self.facts[at : self._at]}, {[r.op for r in self.desk.rows[-12:]]}"
        )


def _are_apart(first: Any, second: Any) -> bool:
    """Whether it means the same which of two words about dolphins was said before the other."""
    pads = [getattr(fact, "pad", None) for fact in (first, second)]
    if pads == [None, None]:
        return True
    if isinstance(first, Corrected) or isinstance(second, Corrected):
        return False  # a claim may end the round, and the pen wipes off what that gave
    # Of one dolphin, or by one person, it is told what was said first.
    return pads[0] != pads[1] and getattr(first, "seat", 0) != getattr(second, "seat", 1)
