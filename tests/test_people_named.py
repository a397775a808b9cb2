"""Whoever is named in a sentence: no line ends inside a short name, nothing beside it is turned."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.access.persons import Wanted
from companion.access.refused import AccessError
from companion.names import isolated
from companion.say import Names, listed, say
from companion.words import Seat, Seats, Text
from tests.access.test_persons import House

NAMES = ("Zoë-Marie", "Anna Maria", "Jo-An", "ليا نور", "พรทิพย์")
ROOMS = ("access", "demo", "evening", "hands", "referee", "stats", "web")
SOURCE = Path(__file__).parent.parent / "companion"
HOLD = re.compile(r"(isolated|listed|named|say|duration)\(")
CALLS = re.compile(r"name|who|called|person|label")
WORDS = re.compile(r"[A-Za-z]{2,}[ .,:]|[ .,:][A-Za-z]{2,}")
# What is called so is nobody: a file, a paper, a program; or what is exported.
NOBODY = {
    ("access/export_house.py", "names[other]"),
    ("access/household.py", "name"),
    ("access/limits.py", "who"),
    ("web/address.py", "self.hostname"),
    ("web/events.py", "name"),
    ("web/press.py", "paper.name"),
    ("web/replaying.py", "name"),
    ("web/server.py", "owner.called"),
    ("web/sheets.py", "names"),
}
HELD = {  # by what makes the list
    ("access/household.py", "names"),
    ("hands/keeper.py", "names"),
    ("referee/replay_text.py", "complaint(step.refused, names)"),
    ("stats/rating.py", "whom"),
}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    yield made
    made.journal.close()


def in_sentences() -> Iterator[tuple[str, str]]:
    """What may be a name among the words of a sentence that Python puts together, and where."""
    for file in (file for room in ROOMS for file in sorted((SOURCE / room).rglob("*.py"))):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.JoinedStr):
                continue
            fixed = (str(one.value) for one in node.values if isinstance(one, ast.Constant))
            if any(map(WORDS.search, fixed)):
                told = (one.value for one in node.values if isinstance(one, ast.FormattedValue))
                for said in map(ast.unparse, told):
                    if CALLS.search(said) and not HOLD.match(said):
                        yield file.relative_to(SOURCE).as_posix(), said


def test_nobody_s_name_is_put_into_a_sentence_as_it_is_typed() -> None:
    assert set(in_sentences()) == NOBODY | HELD


@pytest.mark.parametrize("name", NAMES)
def test_a_sentence_holds_names_unless_it_is_for_a_shell(name: str) -> None:
    names = Names({Seat(0): name})
    assert say(Text("{who} deals.", who=Seats((Seat(0),))), names) == f"{isolated(name)} deals."
    assert listed(["Ana", name], names) == f"Ana and {isolated(name)}"


@pytest.mark.parametrize("name", NAMES)
def test_what_is_said_at_the_door_holds_the_name(house: House, name: str) -> None:
    persons, people, household = house.access.persons, house.people, house.access.household
    is_there, other = isolated(name), people.number("Cy", house.wall_ms)
    assert is_there != name
    house.phone(name)
    stranger = house.phone("Ben")
    who = house.sessions.who
    sentences = []
    for told in (Wanted(name=name), Wanted(new_name=name), Wanted(name=f"{name}\u0301")):
        with pytest.raises(AccessError) as refused:
            persons.choose(stranger, who(stranger), told)
        sentences.append(str(refused.value))
    with pytest.raises(AccessError) as refused:
        household.rename(other, name)
    sentences.append(str(refused.value))
    house.play(name, "Cy")
    with pytest.raises(AccessError) as refused:
        household.merge(people.number(name, house.wall_ms), other)
    sentences.append(str(refused.value))
    for sentence in sentences:
        assert is_there in sentence, sentence


@pytest.mark.parametrize("file", ["calibrate.py", "codec.py", "referee/replay_text.py"])
def test_what_a_terminal_or_a_file_says_has_plain_blanks(file: str) -> None:
    made = re.findall(r"\bNames\(((?:[^()]|\([^()]*\))*)\)", (SOURCE / file).read_text("utf-8"))
    assert made and all("upright=True" in how for how in made), made
