"""What the table did, for the referee alone: of games that count, by sensor and pad, and what
people put right of all that was told.
"""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion import codec
from companion.journal import Journal, Op, Row
from companion.journal.rows import PRETEND
from companion.referee.past import Past, summary_told
from companion.referee.table_told import PUT_RIGHT, unpacked
from companion.runtime import Companion
from companion.say import Names
from companion.web.of_table import tables_of
from companion.words import Corrected, Seat
from tests.web.house import Phone, begin, referee_phone, running, seated, until
from tests.web.test_figures_http import LATE_US, PEOPLE, ROUNDS, note

pytestmark = pytest.mark.usefixtures("closed_pasts")


def said(journal: Journal) -> dict[str, str]:
    """What each figure says, by its title."""
    games = journal.games()
    tables = tables_of(games, [summary_told(journal, game) for game in games], Names())
    return {
        f"{one.figure.title} ({table.way})": one.figure.said
        for table in tables
        for one in table.figures
    }


def test_what_was_felt_otherwise_or_by_nobody_is_not_put_together(journal: Journal) -> None:
    for sensor, by in (("gpio", "seat:0"), ("tablet", "seat:0"), ("gpio", "referee")):
        note(journal, sensor, by)
    note(journal, "sim", "seat:0")
    note(journal, "gpio", "robot")
    found = said(journal)
    close = "Finishes too close to call"
    assert found[f"{close} (touch modules)"].startswith(f"0 of {2 * ROUNDS}.")
    assert found[f"{close} (tablet)"].startswith(f"0 of {ROUNDS}.")
    assert found["How far off the moment of a touch may be (tablet)"] == "Felt 8 times."
    assert LATE_US > 600, "far apart"


@pytest.mark.parametrize("boot", ["boot", f"{PRETEND}boot"])
def test_a_pretended_table_tells_nothing(tmp_path: Path, boot: str) -> None:
    with closing(Journal(tmp_path / "journal.sqlite", boot)) as journal:
        note(journal, "gpio", "seat:0")
        assert bool(said(journal)) == (boot == "boot")


def test_what_was_put_right_or_taken_back_is_counted_by_what_it_was(journal: Journal) -> None:
    note(journal, "gpio", "seat:0")
    game = journal.games()[0].game
    words = [row for row in journal.rows(game) if row.by == "seat:0"]
    pen = [row for row in words if '"corrected"' in row.facts]
    past = Past(journal)
    assert put_right(past, journal) == {"": (0, len(words)), PEN: (0, len(pen))}
    more = codec.dumps((Corrected(Seat(0), 3),))
    journal.append(game, [Row(Op.AMEND, more, "seat:0", 99, of=pen[-1].seq)], 3)
    assert put_right(past, journal) == {"": (1, len(words)), PEN: (1, len(pen))}
    journal.append(game, [Row(Op.UNDO, "[]", "seat:0", 100, of=pen[0].seq)], 3)
    assert put_right(past, journal) == {"": (2, len(words)), PEN: (2, len(pen))}
    past.close()


PEN = Corrected.called.template


def put_right(past: Past, journal: Journal) -> dict[str, tuple[int, int]]:
    """Of all words, and of what the pen wrote."""
    found = unpacked(past.summary(journal.games()[0]).table)
    told = [one for one in found if one.said == PUT_RIGHT.template and one.sort in ("", PEN)]
    return {one.sort: (one.k, one.n) for one in told}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Companion]:
    state = tmp_path_factory.mktemp("table")
    with closing(Journal(state / "journal.sqlite", "boot")) as journal:
        note(journal, "gpio", "seat:0")
    made = running(state)
    begin(referee_phone(made), *PEOPLE)
    yield made
    made.close()


def test_the_referee_reads_which_pad_it_was_and_what_to_do(house: Companion) -> None:
    referee = referee_phone(house)
    page = until(lambda: (p := referee.get("/table")[1]) and "Counting" not in p and p)
    titles = re.findall(r"<h3>(.*?)</h3>", page)
    assert "Finishes too close to call" in titles and "touch modules" in page
    assert "Words that were put right or taken back" in titles
    assert page.count("What to do<") == len(titles)
    assert '<th scope="row">Red</th><td>0 of 4</td>' in page
    assert not any(name in page for name in PEOPLE)
    for phone in (seated(house, referee, 0), Phone(house.address.port)):
        assert phone.get("/table")[0] == 403
