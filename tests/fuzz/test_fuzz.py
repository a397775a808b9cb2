"""Any bytes at any door are taken, or a sentence says why not: a slip, a torn file, a bad card."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.doors import DOORS, Door, found
from tests.fuzz.edits import edited

LONGEST = 900  # letters of a sentence, of which a phone shows some fifteen lines
RULE = re.compile(r" \[[A-Z]-[A-Z]+\d+\]$")  # that it goes by, as terminals name it
SLOW = {"copy": 10, "recording": 10, "replay": 25, "report": 25}  # examples, of a short run


def let_in(door: Door, told: bytes) -> None:
    with TemporaryDirectory() as folder:
        said = door.enter(told, Path(folder))
    assert "Traceback" not in said and len(said) < LONGEST, said
    sentence = RULE.sub("", said.strip())
    assert not said or sentence[-1] in ".!?", said


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


@pytest.mark.parametrize("name", ["board", "deck", "replay"])
def test_whatever_is_too_long_is_said_short(name: str) -> None:
    for told in right(DOORS[name]):
        parts = told.split(b"\n") if name == "replay" else [told]
        seen = set[tuple[str, ...]]()
        for at, part in enumerate(parts):
            for longer in lengthened(json.loads(part), seen):
                let_in(DOORS[name], b"\n".join([*parts[:at], longer, *parts[at + 1 :]]))


def lengthened(data: Any, seen: set[tuple[str, ...]]) -> Iterator[bytes]:
    """The same with one leaf that goes on and on, once for each that has a name of its own."""
    stack: list[tuple[Any, tuple[str, ...]]] = [(data, ())]
    while stack:
        inner, place = stack.pop()
        entries = inner.items() if isinstance(inner, dict) else enumerate(inner)
        for key, value in list(entries):
            name = (*place, key) if isinstance(inner, dict) else place
            if isinstance(value, dict | list):
                stack.append((value, name))
            elif name not in seen:
                seen.add(name)
                for long in ("9" * 5000, 10**300):
                    inner[key] = long
                    yield json.dumps(data).encode()
                inner[key] = value


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
