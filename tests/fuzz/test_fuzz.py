"""Any bytes at any door are taken, or a sentence says why not: a slip, a torn file, a bad card."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.doors import DOORS, Door, found
from tests.fuzz.edits import edited

LONGEST = 900  # letters of a sentence, of which a phone shows some fifteen lines
SLOW = {"copy": 10, "recording": 10, "replay": 25, "report": 25}  # examples, of a short run


def let_in(door: Door, told: bytes) -> None:
    with TemporaryDirectory() as folder:
        said = door.enter(told, Path(folder))
    assert "Traceback" not in said and len(said) < LONGEST, said
    assert not said or said.strip()[-1] in ".!?", said


def right(door: Door) -> tuple[bytes, ...]:
    with TemporaryDirectory() as folder:
        return door.seeds(Path(folder))


@pytest.mark.parametrize("name", DOORS)
def test_what_is_right_is_taken(name: str, tmp_path: Path) -> None:
    for at, told in enumerate(right(DOORS[name])):
        folder = tmp_path / str(at)
        folder.mkdir()
        assert DOORS[name].enter(told, folder) == ""


@pytest.mark.parametrize("name", DOORS)
def test_any_bytes_are_taken_or_a_sentence(name: str) -> None:
    fuzz(name, SLOW.get(name, 60))


@pytest.mark.soak
@pytest.mark.parametrize("name", DOORS)
def test_many_bytes_are_taken_or_a_sentence(name: str) -> None:
    fuzz(name, SLOW.get(name, 60) * 80)


def fuzz(name: str, examples: int) -> None:
    door = DOORS[name]

    @settings(max_examples=examples)
    @given(edited(right(door)) | st.binary(max_size=40))
    def any_bytes(told: bytes) -> None:
        let_in(door, told)

    any_bytes()


@pytest.mark.parametrize(("name", "file"), list(found()))
def test_what_was_found_once_stays_found(name: str, file: Path) -> None:
    let_in(DOORS[name], file.read_bytes())
