"""One game as the fold of its journal: which facts stand, the state, and the open questions.

Pure: no clock, no threads, no files. Live play, replay, undo and recovery are all this fold.
"""

from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

from companion import codec
from companion.journal import Op, Row
from companion.words import Ask, Choice, Hardware, Refused, Ruling

Fact = Any  # a fact of the game at hand; each game has its own union
State = Any


@dataclass(frozen=True, slots=True)
class Entry:
    """A fact of the journal as it is judged now."""

    row: Row
    fact: Fact
    before: State
    after: State
    rulings: tuple[Ruling, ...] = ()
    refused: Refused | None = None
    standing: bool = True  # False once it was undone

    @property
    def told(self) -> bool:
        """Whether a person told it: hardware facts stay as they were felt."""
        return not isinstance(self.fact, Hardware)


@dataclass(frozen=True, slots=True)
class OpenAsk:
    """A question with the id that the referee gave it."""

    id: str
    ask: Ask


class Fold:
    """A game in progress. `take` adds what the journal wrote; nothing else changes it."""

    def __init__(self, module: ModuleType, setup: Any) -> None:
        """Raises Refused where the rules refuse the setup."""
        self.module = module
        self.setup = setup
        self.fact_form = codec.fact_of(module.judge)
        self.entries: list[Entry] = []
        self.open: tuple[OpenAsk, ...] = ()
        self._answered: dict[str, tuple[Ask, int]] = {}  # by id: the question, and whose answer
        self._start: State = module.start(setup)
        self._undone: list[int] = []  # places in `entries`, the newest last
        self._reopen(0)

    @property
    def state(self) -> State:
        """The state now."""
        return self.entries[-1].after if self.entries else self._start

    def judge(self, fact: Fact) -> tuple[State, tuple[Ruling, ...]]:
        """What would come of a fact now. Raises Refused; changes nothing."""
        judged = self.module.judge(self.state, fact)
        return judged.state, judged.rulings

    def take(self, row: Row) -> Entry | None:
        """Add a row that the journal wrote; returns its entry if it brought a fact."""
        if row.op is Op.FACT:
            return self._take_fact(row)
        place = self._place_of(row.of)
        if row.op is Op.UNDO:
            self._undone.append(place)
            self._stand(place, False)
        elif row.op is Op.REDO:
            self._undone.remove(place)
            self._stand(place, True)
        self._reopen(row.seq)
        return None

    def undoable(self) -> Entry | None:
        """The newest word of a person that stands and counted."""
        told = (e for e in reversed(self.entries) if e.told and e.standing and not e.refused)
        return next(told, None)

    def redoable(self) -> Entry | None:
        """What the last undo took back, until somebody tells something new."""
        return self.entries[self._undone[-1]] if self._undone else None

    def find(self, ask_id: str) -> OpenAsk | None:
        """The open question of this id."""
        return next((open_ for open_ in self.open if open_.id == ask_id), None)

    def answer_to(self, ask_id: str) -> tuple[Ask, Entry] | None:
        """The question of this id, if it was answered, and the answer as it stands now."""
        found = self._answered.get(ask_id)
        return (found[0], self.entries[found[1]]) if found else None

    # --- inside -------------------------------------------------------------------------------

    def _take_fact(self, row: Row) -> Entry:
        fact = codec.loads(tuple_of(self.fact_form), row.facts)[0]
        entry = self._judged(row, fact, self.state)
        self.entries.append(entry)
        if entry.told:
            self._undone.clear()
        asked = self.find(row.ask)
        if asked is not None:
            self._answered[row.ask] = (asked.ask, len(self.entries) - 1)
        self._carry(row.seq, row.ask)
        return entry

    def _judged(self, row: Row, fact: Fact, before: State) -> Entry:
        try:
            judged = self.module.judge(before, fact)
        except Refused as refused:
            # Newer rules or an undone fact before it: it counts as dropped, and is shown so.
            return Entry(row, fact, before, before, refused=refused)
        return Entry(row, fact, before, judged.state, judged.rulings)

    def _stand(self, place: int, standing: bool) -> None:
        state = self.entries[place].before
        self.entries[place] = replace(self.entries[place], standing=standing)
        for at in range(place, len(self.entries)):
            entry = self.entries[at]
            if entry.standing:
                entry = self._judged(entry.row, entry.fact, state)
            else:
                entry = replace(entry, before=state, after=state, refused=None)
            self.entries[at] = entry
            state = entry.after

    def _place_of(self, seq: int) -> int:
        for place in range(len(self.entries) - 1, -1, -1):
            if self.entries[place].row.seq == seq:
                return place
        raise KeyError(seq)

    def _reopen(self, seq: int) -> None:
        """After undo and redo every question is a new one."""
        asks = self.module.asks(self.state)
        self.open = tuple(OpenAsk(f"{seq}.{place}", ask) for place, ask in enumerate(asks))

    def _carry(self, seq: int, answered: str) -> None:
        """Equal questions keep their ids; an answered one always closes."""
        left = [open_ for open_ in self.open if open_.id != answered]
        carried = []
        for place, ask in enumerate(self.module.asks(self.state)):
            same = next((old for old in left if _same(old.ask, ask)), None)
            if same is not None:
                left.remove(same)
            carried.append(OpenAsk(same.id if same else f"{seq}.{place}", ask))
        self.open = tuple(carried)


def tuple_of(form: Any) -> Any:
    """The annotation `tuple[form, ...]`: a row's list of facts."""
    return tuple[form, ...]


def _same(one: Ask, other: Ask) -> bool:
    return (
        one.text == other.text
        and one.seats == other.seats
        and one.must == other.must
        and tuple(map(_shape, one.choices)) == tuple(map(_shape, other.choices))
    )


def _shape(choice: Choice) -> tuple[object, ...]:
    return (choice.key, choice.fact, tuple(slot.field for slot in choice.slots))
