"""A game as the referee keeps it, told fact by fact: no journal, no pages, no time."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.frozen import replace
from companion.games import GAMES
from companion.journal import Op, Row
from companion.referee import Teller
from companion.referee.amending import Answer, WhatIf, questions_at, what_if
from companion.referee.answers import Counts, Picks, Reply, consider
from companion.referee.fold import Fold, Word
from companion.referee.rows import answer_row, change_row, row_of
from companion.referee.taking_back import held_secret
from companion.robots.answering import picks_for
from companion.words import Ask, Choice, Corrected, Hardware, Refused

REFEREE = Teller("referee", referee=True)


@dataclass(frozen=True, slots=True)
class Way:
    """One way to tell a fact: which question, which of its answers, and what is picked."""

    place: int
    choice: Choice
    picks: Picks


def way_of(fact: Any, asks: Sequence[Ask]) -> Way | None:
    """The first of these questions that can tell a fact."""
    for place, ask in enumerate(asks):
        for choice in ask.choices:
            picks = picks_for(choice, fact)
            if picks is not None:
                return Way(place, choice, picks)
    return None


class Desk:
    """One game and its rows."""

    def __init__(self, kind: str, setup: Any) -> None:
        self.fold = Fold(GAMES[kind], setup)
        self.rows: list[Row] = []

    def asks(self) -> tuple[Ask, ...]:
        """What is asked and offered now."""
        return tuple(open_.ask for open_ in self.fold.open)

    def tell(self, fact: Any) -> int:
        """Answer what asks for it; the row, or 0 where nothing does or the rules refuse."""
        if isinstance(fact, Hardware):
            return self._write(row_of(fact, "gpio", 0))
        way = way_of(fact, self.asks())
        counts = None if way is None else self._considered(way)
        if counts is None and isinstance(fact, Corrected):
            counts = Counts(fact, "", "")  # a pen may write more than is offered at a tap
        if counts is None:
            return 0
        try:
            self.fold.judge(counts.fact)
        except Refused:
            return 0
        return self._write(answer_row(counts, "", REFEREE, 0))

    def take_back(self) -> Word:
        """Undo the newest word."""
        word = self.fold.undoable()
        assert word is not None
        self._write(change_row(Op.UNDO, word.row.seq, "", REFEREE, 0))
        return word

    def say_again(self) -> bool:
        """Let stand again what was undone last; False where it held a secret."""
        word = self.fold.redoable()
        assert word is not None
        if held_secret(self.fold, word):
            return False
        self._write(change_row(Op.REDO, word.row.seq, "", REFEREE, 0))
        return True

    def would(self, of: int, facts: Sequence[Any]) -> WhatIf | None:
        """What would come of these facts in place of a row; None where they cannot be told so."""
        questions, answers = self.could(of), list[Answer]()
        would = None if facts else what_if(self.fold, of, ())
        for fact in facts:
            way = way_of(fact, questions)
            if way is None:
                return None
            answers.append(Answer(way.place, way.choice.key, way.picks))
            try:
                would = what_if(self.fold, of, answers)
            except Refused:
                return None
            questions = would.questions
        return would

    def could(self, of: int) -> tuple[Ask, ...]:
        """What can be answered in place of a row."""
        return questions_at(self.fold, self.fold.place_of(of))

    def amend(self, of: int, would: WhatIf) -> int:
        """Put a row right; the row that does."""
        drops = tuple(turned.was.row.seq for turned in would.falls)
        return self._write(change_row(Op.AMEND, of, "", REFEREE, 0, would.facts, drops))

    def read_again(self) -> Fold:
        """The same game by its rows alone, as after a restart."""
        fold = Fold(self.fold.module, self.fold.setup)
        for row in self.rows:
            fold.take(row)
        return fold

    def _considered(self, way: Way) -> Counts | None:
        open_ = self.fold.open[way.place]
        found = consider(self.fold, open_.id, way.choice.key, way.picks, REFEREE)
        return None if isinstance(found, Reply) else found

    def _write(self, row: Row) -> int:
        self.rows.append(replace(row, seq=len(self.rows) + 1))
        self.fold.take(self.rows[-1])
        return len(self.rows)
