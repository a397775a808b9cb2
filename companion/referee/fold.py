"""One game as the fold of its journal: which facts stand, the state, and the open questions.

Pure: no clock, no threads, no files. Live play, replay, undo and recovery are all this fold.
"""

from collections.abc import Iterator
from copy import copy
from typing import Any, Final

from companion import codec
from companion.frozen import dataclass, replace
from companion.games.game import Game
from companion.games.view import CommonView
from companion.journal import Op, Row
from companion.words import Ask, Choice, HandedOver, Hardware, Joined, Refused, Ruling

Fact = Any  # a fact of the game at hand; each game has its own union
State = Any

DEALT: Final = "between", "live"  # stages before and after a word with which cards go round


@dataclass(frozen=True, slots=True)
class Entry:
    """A fact of the journal as it is judged now."""

    row: Row
    fact: Fact  # as it was told
    facts: tuple[Fact, ...]  # as it counts now: other ones where it was amended
    before: State
    after: State
    rulings: tuple[Ruling, ...] = ()
    refused: Refused | None = None
    standing: bool = True  # False once it was undone, or amended to nothing

    @property
    def by_person(self) -> bool:
        """Whether a person told it: hardware facts stay as they were felt."""
        return not isinstance(self.fact, Hardware)

    @property
    def amended(self) -> bool:
        """Whether something else counts in its place."""
        return self.facts != (self.fact,)


@dataclass(frozen=True, slots=True)
class Word:
    """A person's word that undo can take back: a fact, or what stands in place of one."""

    row: Row
    place: int  # of its entry
    facts: tuple[Fact, ...] | None = None  # None: the fact itself
    standing: bool = True


@dataclass(frozen=True, slots=True)
class OpenAsk:
    """A question with the id that the referee gave it."""

    id: str
    ask: Ask


class Fold:
    """A game in progress. `take` adds what the journal wrote; nothing else changes it."""

    def __init__(self, module: Game, setup: Any, game: int = 0, asking: bool = True) -> None:
        """A game by its journal's number. Raises Refused where the rules refuse the setup.

        Who only looks back need not ask: no question is open then, and it takes half the time.
        """
        self.module = module
        self._asks = module.asks if asking else _nothing
        self.setup = setup
        self.fact_form = codec.fact_of(module.judge)
        self.senses = Hardware.__args__[0] in codec.kinds(self.fact_form)  # dolphins, that is
        self.entries: list[Entry] = []
        self.open: tuple[OpenAsk, ...] = ()
        self._answered: dict[str, tuple[Ask, int]] = {}  # by id: the question, and whose answer
        self._start: State = module.start(setup)
        self.words: list[Word] = []
        self._undone: list[tuple[int, Row]] = []  # places in `words`, and who undid, newest last
        self._foreseen: tuple[State, Fact, Any] | None = None  # what `judge` found last
        self._viewed: tuple[State, CommonView] | None = None
        self._sat: set[int] = set()  # places of entries by which somebody sat down once
        self._amends: list[int] = []  # places in `words` of those that put another one right
        self.taken_back: tuple[Word, Row] | None = None  # the newest thing, and the row that did it
        # No phone that still shows another game can answer in this one.
        self._reopen(f"game{game}")

    @property
    def state(self) -> State:
        """The state now."""
        return self.entries[-1].after if self.entries else self._start

    @property
    def view(self) -> CommonView:
        """What everybody may see now."""
        known, state = self._viewed, self.state
        if known is None or known[0] is not state:
            known = self._viewed = state, self.module.view(state)
        return known[1]

    def knows(self, fact: Fact) -> bool:
        """Whether such a fact can be told in this game; another one may have begun meanwhile."""
        return isinstance(fact, codec.kinds(self.fact_form))

    def dealt_since(self, at_us: int) -> bool:
        """Whether cards began to go round after that moment: what was felt then is not theirs."""
        view = self.module.view
        for entry in reversed(self.entries):
            if not entry.by_person:
                continue  # in the order of its telling, which need not be that of its moment
            if entry.row.table_us <= at_us:
                return False
            if (view(entry.before).stage, view(entry.after).stage) == DEALT:
                return True
        return False

    def judge(self, fact: Fact) -> tuple[State, tuple[Ruling, ...]]:
        """What would come of a fact now, kept in case it is written next. Raises Refused."""
        judged = self.module.judge(self.state, fact)
        self._foreseen = (self.state, fact, judged)
        return judged.state, judged.rulings

    def take(self, row: Row) -> Entry | None:
        """Add a row that the journal wrote; returns its entry if it brought a fact."""
        if row.op is Op.FACT:
            return self._take_fact(row)
        if row.op is Op.AMEND:
            self._take_word(Word(row, self.place_of(row.of), self._loaded(row)))
        else:
            self._turn(row)
        self._reopen(str(row.seq))
        return None

    def undoable(self) -> Word | None:
        """The newest word of a person that stands and counted."""
        return next((w for w in reversed(self.words) if w.standing and self._counts(w)), None)

    def redoable(self) -> Word | None:
        """What the last undo took back, until somebody tells something new."""
        return self.words[self._undone[-1][0]] if self._undone else None

    def undone_by(self) -> str:
        """Who took that back; empty where nothing is to be redone."""
        return self._undone[-1][1].by if self._undone else ""

    def amends(self) -> Iterator[Word]:
        """The words that stand in place of others, the newest first."""
        return (self.words[at] for at in reversed(self._amends))

    def sat(self) -> Iterator[Entry]:
        """All by which somebody sat down, as it was told or put right, the first first."""
        return (self.entries[place] for place in sorted(self._sat))

    def with_amended(self, place: int, facts: tuple[Fact, ...]) -> "Fold":
        """The same game, had these been told in place of the entry at `place`. Changes nothing."""
        other = copy(self)
        other.entries, other.words = list(self.entries), list(self.words)
        other._amends = [*self._amends, len(other.words)]
        other.words.append(Word(self.entries[place].row, place, facts))
        other._sat = {*self._sat, *_seating(place, facts)}
        other._refold(place)
        return other

    def up_to(self, count: int) -> "Fold":
        """The same game when only its first `count` facts had happened."""
        other = copy(self)
        other.entries = self.entries[:count]
        other.words = [word for word in self.words if word.place < count]
        amends = (at for at, word in enumerate(other.words) if word.facts is not None)
        other._amends = list(amends)
        other._sat = {place for place in self._sat if place < count}
        other._asks = self.module.asks
        other._reopen("")
        return other

    def place_of(self, seq: int) -> int:
        """Where the entry of this row is. Raises KeyError."""
        for place in range(len(self.entries) - 1, -1, -1):
            if self.entries[place].row.seq == seq:
                return place
        raise KeyError(seq)

    def recorded_ms(self, number: int) -> int:
        """When the fact of this number (1.., of those that count) was recorded (wall ms); or 0."""
        for entry in self.entries:
            if entry.standing and entry.refused is None:
                number -= len(entry.facts)
                if number <= 0:
                    return entry.row.wall_ms
        return 0

    def find(self, ask_id: str) -> OpenAsk | None:
        """The open question of this id."""
        return next((open_ for open_ in self.open if open_.id == ask_id), None)

    def answer_to(self, ask_id: str) -> tuple[Ask, Entry] | None:
        """The question of this id, if it was answered, and the answer as it stands now."""
        found = self._answered.get(ask_id)
        return (found[0], self.entries[found[1]]) if found else None

    # --- inside -------------------------------------------------------------------------------

    def _take_fact(self, row: Row) -> Entry:
        fact = self._loaded(row)[0]
        entry = self._judged(Entry(row, fact, (fact,), self.state, self.state))
        self.entries.append(entry)
        self._sat.update(_seating(len(self.entries) - 1, entry.facts))
        if entry.by_person:
            self._take_word(Word(row, len(self.entries) - 1))
        asked = self.find(row.ask)
        if asked is not None:
            self._answered[row.ask] = (asked.ask, len(self.entries) - 1)
        self._carry(row.seq, row.ask)
        return entry

    def _loaded(self, row: Row) -> tuple[Fact, ...]:
        facts: tuple[Fact, ...] = codec.loads(tuple_of(self.fact_form), row.facts, "its facts")
        return facts

    def _take_word(self, word: Word) -> None:
        self.words.append(word)
        self._undone.clear()
        self.taken_back = (word, word.row) if word.facts == () else None
        if word.facts is not None:
            self._amends.append(len(self.words) - 1)
            self._sat.update(_seating(word.place, word.facts))
            self._refold(word.place)

    def _turn(self, row: Row) -> None:
        at = next(at for at, word in enumerate(self.words) if word.row.seq == row.of)
        undo = row.op is Op.UNDO
        self.words[at] = replace(self.words[at], standing=not undo)
        self.taken_back = (self.words[at], row) if undo else None
        if undo:
            self._undone.append((at, row))
        else:
            self._undone = [undone for undone in self._undone if undone[0] != at]
        self._refold(self.words[at].place)

    def _counts(self, word: Word) -> bool:
        entry = self.entries[word.place]
        return word.facts is not None or (entry.standing and entry.refused is None)

    def _judged(self, entry: Entry) -> Entry:
        """The entry judged from its state before; all of its facts count, or none does."""
        state, rulings = entry.before, []
        try:
            for fact in entry.facts:
                judged = self._known(state, fact) or self.module.judge(state, fact)
                state = judged.state
                rulings.extend(judged.rulings)
        except Refused as refused:
            # Newer rules or another fact before it: it counts as dropped, and is shown so.
            return replace(entry, after=entry.before, rulings=(), refused=refused)
        return replace(entry, after=state, rulings=tuple(rulings), refused=None)

    def _known(self, state: State, fact: Fact) -> Any:
        """What was found of this very fact a moment ago, before it was written."""
        known, self._foreseen = self._foreseen, None
        return known[2] if known and known[0] is state and known[1] == fact else None

    def _refold(self, place: int) -> None:
        state = self.entries[place].before
        words: dict[int, list[Word]] = {}
        for word in self.words:
            words.setdefault(word.place, []).append(word)
        for at in range(place, len(self.entries)):
            entry = _as_it_stands(self.entries[at], words.get(at, []))
            if entry.standing:
                entry = self._judged(replace(entry, before=state))
            else:
                entry = replace(entry, before=state, after=state, refused=None)
            self.entries[at] = entry
            state = entry.after

    def _reopen(self, since: str) -> None:
        """At first, and after undo and redo, every question is a new one."""
        asks = self._asks(self.state)
        self.open = tuple(OpenAsk(f"{since}.{place}", ask) for place, ask in enumerate(asks))

    def _carry(self, seq: int, answered: str) -> None:
        """Equal questions keep their ids; an answered one always closes."""
        left = [open_ for open_ in self.open if open_.id != answered]
        carried = []
        for place, ask in enumerate(self._asks(self.state)):
            carried.append(_taken(left, ask) or OpenAsk(f"{seq}.{place}", ask))
        self.open = tuple(carried)


def _seating(place: int, facts: tuple[Fact, ...]) -> tuple[int, ...]:
    """This place, if somebody sits down by these facts."""
    return (place,) if any(isinstance(fact, HandedOver | Joined) for fact in facts) else ()


def tuple_of(form: Any) -> Any:
    """The annotation `tuple[form, ...]`: a row's list of facts."""
    return tuple[form, ...]


def _nothing(state: State) -> tuple[Ask, ...]:
    return ()


def _as_it_stands(entry: Entry, about: list[Word]) -> Entry:
    """The entry with what people say of it by now: itself, something else, or nothing."""
    if not entry.by_person:
        return entry
    facts: tuple[Fact, ...] = (entry.fact,)
    for word in about:
        if word.facts is not None and word.standing:
            facts = word.facts
    own = next(word.standing for word in about if word.facts is None)
    return replace(entry, facts=facts, standing=own and bool(facts))


def _taken(left: list[OpenAsk], ask: Ask) -> OpenAsk | None:
    """The open question that is the same, taken out of those that are left."""
    for place, old in enumerate(left):
        if is_same(old.ask, ask):
            del left[place]
            return old if old.ask is ask else OpenAsk(old.id, ask)
    return None


def is_same(one: Ask, other: Ask) -> bool:
    """Whether two questions are one, whatever there is to pick for an answer."""
    return one is other or (
        one.text == other.text
        and one.seats == other.seats
        and one.must == other.must
        and tuple(map(_shape, one.choices)) == tuple(map(_shape, other.choices))
    )


def _shape(choice: Choice) -> tuple[object, ...]:
    return (choice.key, choice.fact, tuple(slot.field for slot in choice.slots))
