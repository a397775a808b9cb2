"""Somebody is forgotten while a copy is made, at every line of either: no file keeps the name."""

import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from companion.journal import Journal, backup, forgotten, sweep
from companion.journal.backup import BACKUPS, back_up, copies
from companion.journal.people import People
from tests.journal.names import files_with

NAME, NOW = "Žofie Łęcka", 1_700_000_000_000
COPYING, FORGETTING = {backup.__file__}, {sweep.__file__, forgotten.__file__}


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table's files: a journal with people, and two copies of it."""
    folder = tmp_path_factory.mktemp("furnished")
    with closing(Journal(folder / "journal.sqlite", "boot")) as journal:
        for name in (NAME, "Balthasar", "Xanthippe"):
            People(journal).number(name, NOW)
            back_up(journal.path, folder / BACKUPS, "1", keep=2)
    return folder


@pytest.fixture(autouse=True)
def all_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whoever opens a file of SQLite's lets go of it, whatever comes between."""
    connect, opened = sqlite3.connect, list[sqlite3.Connection]()

    def seen(*told: Any, **more: Any) -> sqlite3.Connection:
        opened.append(connect(*told, **more))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", seen)
    yield
    assert opened and not [one for one in opened if is_open(one)]


def is_open(connection: sqlite3.Connection) -> bool:
    """Whether nobody has closed it yet."""
    try:
        return connection.total_changes >= 0
    except sqlite3.ProgrammingError:
        return False


class Steps:
    """Does one thing, and another one, whole, at a line that was not reached before.

    Of so many of those lines at one.
    """

    def __init__(self, files: set[str], every: int) -> None:
        self._files, self._every = files, every
        self._seen: set[tuple[str, int]] = set()
        self.more, self.at = True, ("", 0)

    def run(self, work: Callable[[], object], meanwhile: Callable[[], object]) -> None:
        self.more = False

        def look(frame: FrameType, event: str, _: Any) -> Any:
            at = frame.f_code.co_filename, frame.f_lineno
            if at[0] not in self._files:
                return None
            if event == "line" and not self.more and at not in self._seen:
                self._seen.add(at)
                if len(self._seen) % self._every == 0:
                    self.more, self.at = True, at
                    meanwhile()
            return look

        before = sys.gettrace()
        sys.settrace(look)
        try:
            work()
        finally:
            sys.settrace(before)


def tables(
    furnished: Path, tmp_path: Path, files: set[str], every: int
) -> Iterator[tuple[Path, Journal, Steps]]:
    """The same table again and again, until each step was taken."""
    steps = Steps(files, every)
    while steps.more:
        folder = tmp_path / "table"
        shutil.copytree(furnished, folder)
        with closing(Journal(folder / "journal.sqlite", "boot")) as journal:
            People(journal).number("Somebody new", NOW)  # so that no copy says the same
            yield folder, journal, steps
        shutil.rmtree(folder)


def copy(folder: Path) -> None:
    back_up(folder / "journal.sqlite", folder / BACKUPS, "2")


def forget(journal: Journal, folder: Path) -> None:
    People(journal).forget(1)
    assert sweep.sweep(journal, folder / BACKUPS) == ""


EVERY = pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.soak), 19])


@EVERY
def test_at_every_step_of_a_copy(every: int, furnished: Path, tmp_path: Path) -> None:
    for folder, journal, steps in tables(furnished, tmp_path, COPYING, every):
        steps.run(partial(copy, folder), partial(forget, journal, folder))
        if steps.more:
            assert files_with(folder, NAME) == [], steps.at
            made = [one for one in copies(folder / BACKUPS) if "-2-" in one.name]
            assert len(made) == 1, f"a copy that was asked for is made: {steps.at}"


@EVERY
def test_at_every_step_of_forgetting(every: int, furnished: Path, tmp_path: Path) -> None:
    for folder, journal, steps in tables(furnished, tmp_path, FORGETTING, every):
        steps.run(partial(forget, journal, folder), partial(copy, folder))
        assert files_with(folder, NAME) == [], steps.at


def test_copies_that_go_while_somebody_is_taken_out(
    furnished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "table"
    shutil.copytree(furnished, folder)
    take_out, gone = forgotten.take_out, list[Path]()

    def meanwhile(*told: Any) -> bool:
        gone.extend(copies(folder / BACKUPS))
        for one in copies(folder / BACKUPS):
            one.unlink()
        return take_out(*told)

    with closing(Journal(folder / "journal.sqlite", "boot")) as journal:
        People(journal).forget(1)
        monkeypatch.setattr(forgotten, "take_out", meanwhile)
        assert sweep.sweep(journal, folder / BACKUPS) == ""
    assert len(gone) == 2 and files_with(folder, NAME) == []
