"""What came of a signal is told only when the journal has it: a board acknowledges no sooner."""

from companion.table.board.conversation import Mark
from companion.table.signals import Kind, Signal
from companion.words import Pad
from tests.referee.hall import Hall, broken


class Marked:
    """A table that counts what it told, and hears what is kept."""

    def __init__(self, table: Hall) -> None:
        self.table, self.number, self.kept = table, 0, []
        table.referee.hooks.written = lambda signal: self.kept.append(signal.mark)

    def feel(self, kind: Kind, pad: int | None = None, button: str = "") -> Mark:
        self.number += 1
        mark = (1, self.number % 256, self.number * 5000)
        self.tell_again(mark, kind, pad, button)
        return mark

    def tell_again(self, mark: Mark, kind: Kind, pad: int | None = None, button: str = "") -> None:
        at_us = self.table.clock.now_us()
        where = None if pad is None else Pad(pad)
        self.table.referee.feel(Signal(kind, at_us, where, button, mark=mark))


def test_a_touch_is_kept_when_its_fact_is_written(table: Hall) -> None:
    table.begin(3)
    table.press("start")
    board = Marked(table)
    seen: list[int] = []
    table.referee.hooks.written = lambda signal: seen.append(table.journal.last_seq())
    before = table.journal.last_seq()
    board.feel(Kind.TOUCH, 0)
    table.referee.step()
    assert seen == [], "it may still be overtaken"
    table.wait()
    assert seen and seen[0] > before, "the row was there before the word"


def test_on_a_full_disk_nothing_is_kept_until_it_is_written(table: Hall) -> None:
    table.begin(3)
    table.press("start")
    board = Marked(table)
    with broken(table.journal):
        touch, near = board.feel(Kind.TOUCH, 0), board.feel(Kind.NEAR, 1)
        table.wait()
        table.wait(2000)
        assert board.kept == [near], "a hover leads to no fact"
    table.wait(2000)
    assert board.kept == [near, touch]


def test_what_no_game_senses_is_kept_at_once(table: Hall) -> None:
    board = Marked(table)
    marks = [board.feel(kind, 0) for kind in (Kind.TOUCH, Kind.RELEASE, Kind.NEAR)]
    table.wait()
    table.wait()
    assert board.kept == marks


def test_a_press_is_kept_when_it_was_taken(table: Hall) -> None:
    table.begin(3)
    table.wait(1000)
    board = Marked(table)
    phases: list[str] = []
    table.referee.hooks.written = lambda signal: phases.append(table.phase)
    board.feel(Kind.PRESS, button="start")
    table.wait()
    assert phases == ["live"], "what it told counts already"


def test_what_the_check_of_the_wires_takes_is_kept(table: Hall) -> None:
    board = Marked(table)
    table.referee.hooks.signal = lambda signal: True
    mark = board.feel(Kind.PRESS, button="start")
    table.wait()
    assert board.kept == [mark]


def test_the_last_words_are_kept_too(table: Hall) -> None:
    table.begin(3)
    table.press("start")
    board = Marked(table)
    mark = board.feel(Kind.TOUCH, 1)
    table.referee.start()
    table.referee.stop()
    assert board.kept == [mark]


# --- told again after a restart: the acknowledgement came to nobody, and the board was not reset -


def test_a_touch_that_was_written_before_a_restart_is_kept_and_not_written_again(
    table: Hall,
) -> None:
    table.begin(3)
    table.press("start")
    mark = Marked(table).feel(Kind.TOUCH, 0)
    table.wait()
    before, state = table.journal.last_seq(), table.referee.picture.state
    table.restart()
    board = Marked(table)
    board.tell_again(mark, Kind.TOUCH, 0)
    table.wait()
    assert board.kept == [mark], "the board may forget it"
    assert table.journal.last_seq() == before and table.referee.picture.state == state
    board.number = mark[1]
    other = board.feel(Kind.TOUCH, 1)
    table.wait()
    assert board.kept == [mark, other] and table.journal.last_seq() > before


def test_a_press_that_was_written_before_a_restart_answers_no_other_question(table: Hall) -> None:
    table.begin(3)
    table.wait(1000)
    mark = Marked(table).feel(Kind.PRESS, button="start")
    table.wait()
    assert table.phase == "live"
    Marked(table).tell_again((9, 9, 9), Kind.TOUCH, 0)
    table.wait()
    assert table.phase == "grab", "START would say now that nobody touched"
    table.restart()
    table.wait(1000)
    board = Marked(table)
    board.tell_again(mark, Kind.PRESS, button="start")
    table.wait()
    assert board.kept == [mark] and table.phase == "grab"


def test_event_numbers_turn_and_are_new_ones_then(table: Hall) -> None:
    table.begin(3)
    table.press("start")
    board = Marked(table)
    board.tell_again((1, 5, 100), Kind.TOUCH, 0)
    table.wait()
    before = table.journal.last_seq()
    board.tell_again((1, 5, 90_000_000), Kind.RELEASE, 0)
    table.wait()
    assert table.journal.last_seq() > before
