"""What scripts read is there: a field, an event or an attribute of another name is missed.

`KNOWN` says what each name of a script is. Whatever else is given what the table answers has to
be named there, too.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from itertools import combinations
from pathlib import Path
from typing import Final
from unittest.mock import patch

import pytest

from companion.games.view import CommonView
from companion.web import catalogue
from tests.web.scripts import (
    ANYTHING,
    DOC,
    GIVEN,
    SCRIPTS,
    SENT,
    TEMPLATES,
    Named,
    answer,
    asked_for,
    either,
    event,
    functions,
    heard,
    modules_of,
    object_of,
    on_buttons,
    reads,
    set_by,
    shown,
    taken_apart,
    text_of,
    written,
)

REPLY = answer("post", "/api/answer")
KNOCKED = either(answer("get", "/api/knock"), answer("post", "/api/knock"))
FRAGMENT = either(event("state"), answer("get", "/api/fragment"))
DECIDED = answer("get", "/api/replay/{number}/decided")
STILL = shown("still")
VIEW = object_of(**dict.fromkeys(CommonView.__annotations__, ANYTHING))
SOUND = object_of(**{field.name: ANYTHING for field in fields(catalogue.SoundShown)})
DECK = shown("deck")
CARD, MISSION, END = (shown(name) for name in ("card", "mission", "end"))
ENTRY = either(CARD, MISSION, END)
DRAFT = object_of(content=DECK, now=ANYTHING, sort=ANYTHING)

PASSED_ON = ANYTHING  # to another function, or to whoever asked

KNOWN: Mapping[str, Mapping[str, Named]] = {
    "amend.js": {"agree": {"reply": answer("post", "/api/amend")}},
    "calibrate.js": {"look": {"{ stage, html }": answer("get", "/api/calibrate")}},
    "clock.js": {
        "": {"(await answer.json())": answer("get", "/api/time"), "detail": event("beat")},
    },
    "deck.js": {
        "": {"content": DECK},
        "save": {"reply": answer("post", "/api/decks"), "content": DECK},
        "open": {
            "reply": either(answer("post", "/api/read_deck"), answer("post", "/api/merge_decks")),
            "content": DECK,
        },
        "breath": {"last": CARD, "card": CARD},
        "shows": {"card": ENTRY},
        "reworded": {"card": ENTRY},
        "drawNames": {"draft": DRAFT},
    },
    "deck_cards.js": {
        "said": {"card": CARD},
        "titles": {"card": either(MISSION, END)},
        "pictures": {"{}": CARD},
        "formOf": {"card": ENTRY},
    },
    "deck_draft.js": {"isCard": {"card": ENTRY}},
    "door.js": {"enter": {"heard": heard("post", "/api/enter")}},
    "entering.js": {
        "asked": {"{ ok, status, reply }": heard("post", "/api/answer"), "reply": REPLY},
    },
    "hand.js": {
        "look": {"{ html, four }": answer("get", "/api/hand")},
        "tap": {"{ reply }": heard("post", "/api/hand"), "reply": answer("post", "/api/hand")},
        "grab": {"{ reply }": heard("post", "/api/grab"), "reply": answer("post", "/api/grab")},
    },
    "join.js": {
        "redeem": {
            "{ ok, reply }": heard("post", "/api/redeem"),
            "reply": answer("post", "/api/redeem"),
        },
        "knock": {"reply": PASSED_ON},
        "showWaiting": {"{}": KNOCKED},
        "look": {"told": answer("get", "/api/knock")},
    },
    "live.js": {"show": {"state": FRAGMENT}},
    "me.js": {
        "choose": {"heard": heard("post", "/api/me"), "reply": answer("post", "/api/me")},
        "whose": {"{ you }": answer("get", "/api/state")},
        "sitDown": {"reply": answer("post", "/api/sit")},
    },
    "new.js": {
        "start": {"heard": heard("post", "/api/game")},
        "atHand": {"{ game: on }": answer("get", "/api/state"), "on": shown("game_shown")},
    },
    "once_more.js": {
        "play": {"{ stills }": DECIDED},
        "next": {"still": STILL},
    },
    "people.js": {"send": {"heard": answer("post", "/api/forget")}},
    "post.js": {
        "post": {"reply": PASSED_ON},
        "postOnce": {"heard": PASSED_ON},
        "said": {"{ ok, reply }": heard("post", "/api/answer"), "reply": REPLY},
        "untilHeard": {"heard": heard("post", "/api/answer")},
    },
    "referee.js": {
        "give": {"reply": answer("post", "/api/invite")},
        "playAgain": {"reply": answer("post", "/api/again")},
    },
    "on_now.js": {
        "look": {"state": answer("get", "/api/state")},
        "homeOf": {"you": shown("you"), "view": VIEW},
        "numberOf": {"game": shown("game_shown"), "view": VIEW},
    },
    "replay.js": {"show": {"{}": answer("get", "/api/replay/{number}")}},
    "sound.js": {
        "": {
            "SOUNDS": object_of(**dict.fromkeys(catalogue.sounds(), SOUND)),
            "{ planned: calls }": event("calls"),
            "{ n }": event("called"),
            "{ name, seq }": event("sign"),
            "{ seq }": event("state"),
            "{ pad, kind }": event("felt"),
        },
        "sign": {"SOUNDS[name]": SOUND},
    },
    "split_board.js": {
        "save": {"reply": answer("post", "/api/boards")},
        "nowSaved": {"{}": answer("post", "/api/boards")},
        "open": {"reply": answer("post", "/api/read_board")},
    },
    "tablet.js": {
        "send": {"{ status, reply }": heard("post", "/api/tablet")},
        "heard": {"{}": answer("post", "/api/tablet")},
    },
    "tabletop.js": {
        "sim": {"{ ok, reply }": heard("post", "/api/sim"), "reply": answer("post", "/api/sim")},
    },
    "tap.js": {
        "answer": {"{ reply }": heard("post", "/api/answer")},
        "turnBack": {"{ reply }": heard("post", "/api/undo")},
        "kindly": {"reply": REPLY},
    },
}
# What several scripts of a page read: live.js asks where the focus is, a header says whose turn and
# what deal it is, a look has its sound, and a yes is a yes to whatever stands beside it.
SHARED: Final = {"ask", "letIn", "turn", "deal", "call", "yes"}
WITH = [file for file in SCRIPTS if file.name in KNOWN]


def called(file: Path) -> str:
    return file.name


def missing(file: Path) -> list[str]:
    """What a script reads that is not there."""
    return [
        f"{where} reads {field}"
        for where, form, field in reads(file, KNOWN[file.name])
        if field not in form["properties"]
    ]


@pytest.mark.parametrize("file", WITH, ids=called)
def test_a_script_reads_nothing_that_is_not_given(file: Path) -> None:
    assert not missing(file)


@pytest.mark.parametrize("file", WITH, ids=called)
def test_every_name_that_is_known_is_read(file: Path) -> None:
    read = {where for where, _, _ in reads(file, KNOWN[file.name])}
    own = {function for function, names in KNOWN[file.name].items() if any(names.values())}
    for function, names in KNOWN[file.name].items():
        assert all(name.strip("{}") in functions(file)[function][1] for name in names)
    assert read == {f"{file.name} {function}" for function in own}


@pytest.mark.parametrize("file", WITH, ids=called)
def test_a_field_that_gets_another_name_is_missed_by_a_script(file: Path) -> None:
    for where, form, field in list(reads(file, KNOWN[file.name])):
        there = form["properties"]
        with patch.dict(there, {f"{field}_": there[field]}):
            del there[field]
            assert missing(file), f"{where} reads {field}"


@pytest.mark.parametrize("file", SCRIPTS, ids=called)
def test_what_a_script_is_answered_is_known(file: Path) -> None:
    for function, (_, body) in functions(file).items():
        names = KNOWN.get(file.name, {}).get(function, {})
        for given in GIVEN.findall(body) if function else ():
            assert given in names, f"{file.name} {function} is given {given}"


@pytest.mark.parametrize("file", SCRIPTS, ids=called)
def test_a_script_tells_what_a_route_takes(file: Path) -> None:
    for path, body in SENT.findall(functions(file)[""][1]):
        form = DOC["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]
        takes = either(*form.get("oneOf", [form]))["properties"]
        assert set(taken_apart(body)) - {"[what]"} <= set(takes), path


# --- names ------------------------------------------------------------------------------------

IN_WORDS = re.compile(r"\"[^\"\n]*\"")
CONSTANT = re.compile(r"(?<![\w.$-])[A-Z][A-Z_]+\b(?!\s*:)")
MADE = re.compile(r"\b(?:const|var|import)\s+([^=;]*?)\s*(?:=|\bfrom\b)")
NOT_OURS = {"CSS", "JSON", "URL", "SPLIT"}  # a browser's, and a word that is said


@pytest.mark.parametrize("file", SCRIPTS, ids=called)
def test_a_constant_that_a_script_reads_is_its_own_or_brought_in(file: Path) -> None:
    """A browser notices only when it comes there."""
    text = IN_WORDS.sub("", text_of(file))
    made = set(re.findall(r"\w+", " ".join(MADE.findall(text))))
    assert set(CONSTANT.findall(text)) <= made | NOT_OURS


# --- browsers ---------------------------------------------------------------------------------

# What some browser of 2021 does not know: old tablets and TVs get no newer one.
NEWER = re.compile(
    r"(?<!clock|.this)\.at\(|\.findLast|\.hasOwn\(|structuredClone|\.groupBy|\.to(Sorted|Reversed)|"
    r"checkVisibility|AbortSignal\.(timeout\(|any)|randomUUID|withResolvers|fromAsync|Popover|"
    r":has\(|static \{|\(\?<[=!]|scheduler\.|moveBefore"
)
# The one that any browser reads has none of these.
LATER = re.compile(r"\b(const|let|class|async|for \(.* of )\b|=>|`|\?\.|\?\?|\.\.\.|\*\*")


@pytest.mark.parametrize("file", SCRIPTS, ids=called)
def test_a_script_is_read_by_browsers_of_some_years_ago(file: Path) -> None:
    assert not NEWER.search(text_of(file))
    assert file.name != "fallback.js" or not LATER.search(text_of(file))


# --- attributes -------------------------------------------------------------------------------


def pages_of(file: Path) -> list[Path]:
    """The templates that a script may meet: the frame's, and all games' or its own."""
    folders = {one.parent for one in TEMPLATES if one.parent.name != "pages"} | {file.parent}
    own = file.parent.name == "pages"
    return [one for one in TEMPLATES if not own or one.parent in folders]


@pytest.mark.parametrize("file", SCRIPTS, ids=called)
def test_an_attribute_that_a_script_reads_is_written(file: Path) -> None:
    there = set().union(*map(written, pages_of(file)))
    own = set().union(*(set_by(one) for one in SCRIPTS if one.parent == file.parent))
    assert asked_for(file) <= there | own


def test_a_tap_is_for_one_script_of_its_page() -> None:
    on_taps = set().union(*map(on_buttons, TEMPLATES))
    shared = {
        field
        for page in TEMPLATES
        for one, other in combinations(filter(loaded_by(page), SCRIPTS), 2)
        for field in asked_for(one) & asked_for(other) & on_taps
    }
    assert shared == SHARED


def loaded_by(page: Path) -> Callable[[Path], bool]:
    """Whether a page brings a script with it."""
    names = modules_of(page)
    return lambda script: script.stem in names


def test_scripts_are_looked_at() -> None:
    found = {(where, field) for file in WITH for where, _, field in reads(file, KNOWN[file.name])}
    assert {
        ("clock.js ", "table_us"), ("live.js show", "seq"), ("join.js look", "state"),
        ("join.js redeem", "role"), ("hand.js tap", "say"),
        ("deck.js shows", "measure"), ("sound.js sign", "caption"),
    } <= found  # fmt: skip
    assert {"mayWait", "putOut", "goodNight"} <= asked_for(
        next(file for file in SCRIPTS if file.name == "referee.js")
    )
