"""A field of the contract that gets another name is missed: by templates and by scripts alike.

Without a browser and without drawing: templates' paths are followed by their types, and what
scripts read of an answer is looked for among what its routes give.
"""

import re
from pathlib import Path
from typing import Any, get_type_hints

import pytest

import companion
from companion.games import GAMES
from companion.web import past, wire
from tests.web.reads import Read, Reader, classes
from tests.web.test_http_doc import EVENTS
from tests.web.test_openapi import DOC

WEB = Path(companion.__file__).parent
TEMPLATES = sorted(WEB.rglob("*.html"))
SCRIPTS = sorted(path for path in WEB.rglob("*.js") if "vendor" not in path.parts)
READERS = {file: Reader(file) for file in TEMPLATES}
# What programs read, and no page of ours: a robot follows the game by it.
FOR_PROGRAMS = {
    *("Amending.snap", "Replay.snap", "PastSnap.present", "Would.seen"),
    *("GameShown.running", "JoinRequestShown.seat", "PartShown.pad", "PlaceShown.seat"),
    *("AnswerGiven.key", "AnswerGiven.picks", "AnswerGiven.question"),  # amend.js sends them again
    *("Told.sign", "Undo.by"),
}


def shown() -> list[Read]:
    """Every field of what pages are drawn from."""
    roots = (past.PastSnap, past.Replay, past.Amending, past.PlaceShown, past.PastGame)
    found = {(owner, name) for root in roots for owner in classes(root)
             for name in vars(owner)["__annotations__"]}  # fmt: skip
    return sorted(found, key=_called)


def _called(read: Read) -> str:
    return f"{read[0].__name__}.{read[1]}"


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: "/".join(file.parts[-3:]))
def test_a_template_reads_nothing_that_is_not_there(file: Path) -> None:
    assert not READERS[file].faults


@pytest.mark.parametrize("read", shown(), ids=_called)
def test_a_field_that_gets_another_name_is_missed(read: Read) -> None:
    reading = [file for file, reader in READERS.items() if read in reader.reads]
    assert bool(reading) != (_called(read) in FOR_PROGRAMS)
    for file in reading:
        assert Reader(file, lost=read).faults


@pytest.mark.parametrize("kind", GAMES)
def test_a_field_of_a_game_s_view_that_gets_another_name_is_missed(kind: str) -> None:
    for owner in classes(get_type_hints(GAMES[kind].view)["return"]):
        for file, reader in READERS.items():
            for read in reader.reads:
                if read[0] is owner:
                    assert Reader(file, lost=read).faults, read


def test_what_the_frame_reads_every_game_shows() -> None:
    common = wire.CommonView
    for module in GAMES.values():
        view = get_type_hints(module.view)["return"]
        assert common.__required_keys__ <= view.__required_keys__


# --- scripts ----------------------------------------------------------------------------------

ANSWERS = r"\b(?:reply|told|state|detail)\??\.(?:reply\.)?(\w+)"
UNPACKED = r"const \{ ([^}]+) \} = await answer\.json\(\)"
OWN = {"ok", "status", "reply"}  # what post.js makes of every answer


def fields_of(schema: dict[str, Any]) -> set[str]:
    """What an answer of this form has."""
    if "$ref" in schema:
        return fields_of(DOC["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]])
    found = set(schema.get("properties", {}))
    return found.union(*map(fields_of, schema.get("anyOf", [])))


def given(path: str) -> set[str]:
    """What all routes of this beginning answer."""
    found = set()
    for route, methods in DOC["paths"].items():
        if route == path or route.startswith(f"{path}/") or path.endswith("_") and path in route:
            for operation in methods.values():
                content = operation["responses"]["200"]["content"]
                found |= fields_of(content.get("application/json", {}).get("schema", {}))
    return found


def heard(script: str) -> set[str]:
    """What a script's answers and events have; whatever it asks may be refused."""
    events = {name: set(re.findall(r'"(\w+)":', form)) for name, form in EVENTS}
    said = [form for name, form in events.items() if re.search(rf"\b{name}\b", script)]
    refused = fields_of(DOC["components"]["schemas"]["refusal"])
    return OWN.union(refused, *said, *(given(path) for path in re.findall(r"/api/\w+", script)))


def read_in(script: str) -> set[str]:
    """What a script reads of answers and events."""
    unpacked = (name for names in re.findall(UNPACKED, script) for name in names.split(", "))
    return {*re.findall(ANSWERS, script), *unpacked}


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.name)
def test_a_script_reads_nothing_that_no_route_gives(file: Path) -> None:
    script = file.read_text(encoding="utf-8")
    assert read_in(script) <= heard(script)


def test_scripts_are_looked_at() -> None:
    found = set().union(*(read_in(file.read_text(encoding="utf-8")) for file in SCRIPTS))
    assert {"table_us", "html", "seq", "say", "seconds", "qr", "stage"} <= found
