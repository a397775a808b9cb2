"""The timeline is the same whether it is drawn whole or fact by fact, whatever was taken back."""

from pathlib import Path
from random import Random

import pytest

from companion import codec
from companion.frozen import replace
from companion.games.dolphin_splash.facts import Dealt
from companion.journal import Op, Row
from companion.referee import picture
from companion.referee.fold import Fold
from companion.referee.picture import Line, Lines, entry_lines, line_of, noted
from companion.referee.secrecy import called
from companion.words import Corrected, Pad, Suspected, Trusted
from tests.referee.test_fold import ANA, Book, new
from tests.robots.hearsay import Evening, Manners, Room
from tests.robots.stories import STORIES

HASTY = Manners(repairs=0.8, undoes=0.2, redoes=0.5, mishears=0.1)
LINES_MOST = 40  # that the referee's page shows
SHORT = 3  # lines: what is left out comes up again


class Watched(Evening):
    """An evening at which the timeline is drawn anew at each step."""

    steps = longer = 0
    short: Lines

    def _step(self) -> None:
        super()._step()
        self.steps += 1
        fold = self.room.referee._judging.fold
        assert fold is not None
        assert self.room.referee.picture.lines == Lines().of(fold)
        assert self.short.of(fold, SHORT) == Lines().of(fold, SHORT)
        told = [word for word in fold.words[-1:] if word.facts is None and word.standing]
        for entry in (fold.entries[word.place] for word in told):
            lines = entry_lines(entry)
            is_noted = lines[0].text == noted(entry.fact).text  # of that only what it is called
            first = replace(lines[0], text=called(entry.fact)) if is_noted else lines[0]
            assert line_of(fold, told[0]) == first, "what it led to at once"
            self.longer += lines[0] != lines[-1]


@pytest.mark.parametrize("kind", STORIES)
def test_fact_by_fact_it_is_the_whole_timeline(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = 0
    whole = picture._timeline

    def noted(fold: Fold, most: int) -> tuple[Line, ...]:
        nonlocal drawn
        drawn += most == LINES_MOST
        return whole(fold, most)

    monkeypatch.setattr(picture, "_timeline", noted)
    room = Room(tmp_path)
    evening = Watched(room, STORIES[kind](4), Random(len(kind)), HASTY)
    evening.short = Lines()
    evening.play()
    room.close()
    assert evening.steps > 20 and evening.longer
    assert 0 < drawn < 1.5 * evening.steps, "once by this test, and seldom by the table"


def test_the_same_hint_twice_in_a_row_is_one_line() -> None:
    book = Book(new())
    for told in (Dealt(ANA), Corrected(ANA, 1), Corrected(ANA, 1)):
        book.fact(told)
    short, whole = Lines(), Lines()
    doubt, trust = Suspected(Pad(1), "stuck"), Trusted(Pad(1))
    for fact, count in ((doubt, 1), (doubt, 1), (trust, 2), (doubt, 3), (doubt, 3), (trust, 4)):
        book.take(Row(Op.FACT, codec.dumps([fact]), "gpio", 0))
        for most, lines in ((SHORT, short), (LINES_MOST, whole)):
            found = lines.of(book.fold, most)
            assert found == Lines().of(book.fold, most)
            assert sum(not line.told for line in found) == min(count, most)
