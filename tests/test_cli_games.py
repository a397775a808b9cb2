"""The command line tells what the screens tell: all games on paper, line by line, every command.

A paper is written as a file by hand, and told to a journal as an evening is; after every third line
what `replay` or `export` says of both is held against what the screens draw from the same journal.
"""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import cycle, islice, product
from pathlib import Path
from types import ModuleType
from typing import Any

import jsonschema_rs
import pytest
from click.testing import Result

from companion import codec
from companion.games import GAMES
from companion.journal import GameRow, Journal, Op, Row
from companion.journal.people import People
from companion.places import JOURNAL_FILE
from companion.referee.fold import Entry, Fold
from companion.referee.picture import entry_lines
from companion.referee.replay import picture_of
from companion.say import DOLPHINS, Names, say
from companion.web.snapshot import spoken_view
from companion.words import Text
from tests.games import transcripts
from tests.games.test_transcripts import FILES, ON_PAPER, words_of
from tests.games.transcripts import Transcript, read
from tests.test_cli import companion, process

pytestmark = pytest.mark.long

BEGUN_MS = 1_700_000_000_000  # an evening; a minute goes by from line to line
MINUTE_MS = 60_000
Told = tuple[list[tuple[str, str]], Any]  # sentences with their rules, and a view
PEOPLE = ("Ana", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")


@dataclass
class Table:
    """A paper that is told: to the rules, to a file and to a journal."""

    kind: str
    folder: Path
    paper: Transcript
    words: ModuleType
    journal: Journal
    game: GameRow
    fold: Fold
    lines: list[str]
    counted: list[int] = field(default_factory=list)  # the lines of facts that were not refused

    @property
    def refused(self) -> int:
        """Facts that stand, and are not possible as things are."""
        return sum(entry.standing and entry.refused is not None for entry in self.fold.entries)

    @property
    def code(self) -> int:
        """The exit code of whoever replays it."""
        return 1 if self.refused else 0

    @property
    def file(self) -> Path:
        path = self.folder / "by hand.jsonl"
        path.write_text("\n".join(self.lines), encoding="utf-8")
        return path

    def tell(self, words: str) -> None:
        """Tell the next line of the paper; what is refused is in the journal, too."""
        fact = transcripts.fact(self.words, self.paper, self.fold.state, words)
        self.lines.append(codec.dumps(fact))
        self.write(Row(Op.FACT, codec.dumps([fact]), "referee", len(self.lines)))
        if self.fold.entries[-1].refused is None:
            self.counted.append(len(self.lines))

    def write(self, row: Row) -> None:
        """Write a row as the referee does."""
        for written in self.journal.append(self.game.game, [row], self.now_ms):
            self.fold.take(written)

    @property
    def now_ms(self) -> int:
        return BEGUN_MS + len(self.lines) * MINUTE_MS


@contextmanager
def table(kind: str, path: Path, folder: Path) -> Iterator[Table]:
    """A game on paper that nothing was told of yet, beside an empty line for the reader."""
    paper, words = read(path.read_text(encoding="utf-8")), words_of(kind)
    setup = transcripts.setup(GAMES[kind], words, paper)
    journal = Journal(folder / JOURNAL_FILE, "boot")
    people = [People(journal).number(name, BEGUN_MS) for name in PEOPLE[: setup.seats]]
    game = journal.begin_game(kind, codec.dumps(setup), people, BEGUN_MS)
    head = codec.dumps({"game": kind, "setup": codec.encode(setup)})
    fold = Fold(GAMES[kind], setup, game.game, asking=False)
    try:
        yield Table(kind, folder, paper, words, journal, game, fold, [head, ""])
    finally:
        journal.close()


# --- what the screens tell --------------------------------------------------------------------


def screens(told: Table, line_of: Callable[[int], int] | None = None) -> Told:
    """The timeline of what stands, and the view, as pages of the game draw them.

    With `line_of` as they would draw a file, which knows neither people nor hours, but its lines,
    and why what is refused is: who wrote it knows what it says.
    """
    fold = told.fold
    picture = picture_of(told.journal, told.game, fold, DOLPHINS)
    if line_of is not None:
        picture = replace(picture, names=Names(line=line_of))
    names = replace(picture.names, upright=True)  # a shell has lines of its own
    picture = replace(picture, names=names)
    by_hand = line_of is not None
    lines = [said for one in fold.entries if one.standing for said in _said(one, by_hand)]
    view = codec.plain(spoken_view(picture, picture.state))
    return [(say(text, picture.names), rule) for text, rule in lines], view


def _said(entry: Entry, by_hand: bool) -> list[tuple[Text, str]]:
    if by_hand and entry.refused is not None:
        why = Text("No longer possible: {why}", why=entry.refused.text)
        return [(why, entry.refused.rule)]
    return [(line.text, line.rule) for line in entry_lines(entry)]


# --- what the command line tells --------------------------------------------------------------

SENTENCE = re.compile(r" *(\d+)  (.*?)(?: \[([A-Z]-[A-Z]+\d+[a-z]?)\])?")


def plain(output: str) -> Told:
    """The sentences with their rules, and the view."""
    said, view = output[: output.index("{\n")], output[output.index("{\n") :]
    found = [SENTENCE.fullmatch(line) for line in said.splitlines()]
    assert all(found), said
    dropped = re.compile("^Refused: ")
    return [
        (dropped.sub("No longer possible: ", match[2]), match[3] or "") for match in found if match
    ], json.loads(view)


def rulings(lines: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Of a timeline what the rules said: no "Noted.", and nothing that they refused."""
    return [(text, rule) for text, rule in lines if rule and "No longer possible" not in text]


@cache
def schemas(kind: str) -> dict[str, jsonschema_rs.Draft202012Validator]:
    told = json.loads(companion("schema", kind).output)
    return {name: jsonschema_rs.Draft202012Validator(schema) for name, schema in told.items()}


def of_the_evening(told: Table) -> None:
    """`replay` of a journal has the names of its people, and the hours."""
    evening = companion("replay", told.game.game, "--state", told.folder)
    assert evening.exit_code == told.code
    assert plain(evening.output) == screens(told)


def of_the_file(told: Table) -> None:
    """`replay` of a file knows seats and lines."""
    by_hand = companion("replay", told.file)
    assert by_hand.exit_code == told.code
    assert plain(by_hand.output) == screens(told, lambda fact: told.counted[fact - 1])


def data_of_the_file(told: Table) -> None:
    holds(told, companion("replay", told.file, "--json"), lambda fact: told.counted[fact - 1])


def data_of_the_evening(told: Table) -> None:
    """For programs: no names, no hours, but the lines of what `export` writes."""
    replayed = companion("replay", told.game.game, "--json", "--state", told.folder)
    data = holds(told, replayed, lambda fact: fact + 1)
    known = schemas(told.kind)
    known["view"].validate(data["view"])
    if len(told.lines) > 2:
        known["fact"].validate(json.loads(told.lines[-1]))


def export(told: Table) -> None:
    """What is exported is what counted; the schema knows its setup."""
    exported = companion("export", told.game.game, "--state", told.folder)
    assert exported.exit_code == 0
    head, *facts = exported.output.splitlines()
    assert facts == [told.lines[line - 1] for line in told.counted]
    schemas(told.kind)["setup"].validate(json.loads(head)["setup"])


def holds(told: Table, replayed: Result, line_of: Callable[[int], int]) -> Any:
    seen, view = screens(told, line_of)
    data = json.loads(replayed.output)
    assert replayed.exit_code == told.code
    assert [(one["text"], one["rule"]) for one in data["rulings"]] == rulings(seen)
    assert len(data["refusals"]) == told.refused and data["view"] == view
    return data


COMMANDS = (of_the_evening, data_of_the_file, export, of_the_file, data_of_the_evening)


# --- the walk ---------------------------------------------------------------------------------


PAPERS = pytest.mark.parametrize(
    ("kind", "path"), FILES, ids=[f"{kind}-{path.stem}" for kind, path in FILES]
)


def walk(kind: str, path: Path, folder: Path, each: int, after: int) -> None:
    """Tell a paper; `after` so many lines come `each` commands, which take turns."""
    turns = cycle(COMMANDS)
    with table(kind, path, folder) as told:
        every(told)  # begun, and nothing has happened
        for number, line in enumerate(told.paper.told):
            told.tell(line.words)
            for command in islice(turns, each if number % after == 0 else 0):
                command(told)
        every(told)
        last = told.fold.undoable()
        assert last is not None
        told.write(Row(Op.UNDO, "[]", "referee", len(told.lines), of=last.row.seq))
        of_the_evening(told)
        told.write(Row(Op.REDO, "[]", "referee", len(told.lines), of=last.row.seq))
        told.journal.end_game(told.game.game, told.now_ms)
        every(told)  # left, or over
        again = folder / "exported.jsonl"
        again.write_text(companion("export", 1, "--state", folder).output, encoding="utf-8")
        of_export = companion("replay", again, "--json")
        of_journal = companion("replay", 1, "--json", "--state", folder)
        assert of_export.exit_code == 0
        assert json.loads(of_export.output) == {**json.loads(of_journal.output), "refusals": []}


def every(told: Table) -> None:
    for command in COMMANDS:
        command(told)


@PAPERS
def test_commands_tell_what_the_screens_tell(kind: str, path: Path, tmp_path: Path) -> None:
    walk(kind, path, tmp_path, each=1, after=3)


@pytest.mark.soak
@PAPERS
def test_every_command_tells_it_after_every_line(kind: str, path: Path, tmp_path: Path) -> None:
    walk(kind, path, tmp_path, each=len(COMMANDS), after=1)


ASKED = {
    "replay": ("replay", "FILE"),
    "replay as data": ("replay", "FILE", "--json"),
    "replay of an evening": ("replay", "1", "--state", "FOLDER"),
    "replay of an evening as data": ("replay", "1", "--json", "--state", "FOLDER"),
    "export": ("export", "1", "--state", "FOLDER"),
}
MANY = max(len(ON_PAPER), len(ASKED))
TURNS = set(islice(zip(cycle(ON_PAPER), cycle(ASKED), strict=False), MANY))  # each at least once
SHELLS = [
    pytest.param(kind, name, marks=() if (kind, name) in TURNS else pytest.mark.soak)
    for kind, name in product(ON_PAPER, ASKED)
]


@pytest.mark.parametrize(("kind", "name"), SHELLS)
def test_command_as_a_shell_runs_it_tells_the_same(kind: str, name: str, tmp_path: Path) -> None:
    path = max((path for name, path in FILES if name == kind), key=lambda path: path.stat().st_size)
    with table(kind, path, tmp_path) as told:
        for line in told.paper.told:
            told.tell(line.words)
        places = {"FILE": told.file, "FOLDER": tmp_path}
        words = [places.get(word, word) for word in ASKED[name]]
        done, same = process(*words), companion(*words)
        assert (done.returncode, done.stdout) == (same.exit_code, same.output), done.stderr
