"""Only what stands is a headline; what was taken back is said for a moment, by its name alone."""

from dataclasses import dataclass, fields, replace
from enum import Enum
from pathlib import Path
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Annotated, Any, get_args

import pytest

from companion import codec
from companion.access import Session
from companion.codec import plain
from companion.games.dolphin_splash.facts import Dealt
from companion.referee.fold import Fold
from companion.referee.picture import UNDO_OFFER_US, entry_lines
from companion.referee.rows import row_of
from companion.referee.secrecy import called, happened, marks, refusal, said_marks, sure
from companion.say import say
from companion.web.snapshot import Viewer, snapshot
from companion.words import (
    OPEN,
    SECRET,
    Between,
    Choice,
    Hardware,
    Pad,
    Refused,
    Seat,
    Secret,
    Slot,
    Text,
)
from tests.games.chance import answer
from tests.games.shelf import RULES, most
from tests.referee.hall import PEOPLE, REFEREE, Hall, hall, live
from tests.referee.test_answers import Given

BACK = "The referee took this back: too soon."
KINDS = [
    pytest.param(kind, id=f"{name}-{kind.__name__}")
    for name, game in RULES.items()
    for kind in codec.kinds(codec.fact_of(game.judge))
    if kind not in get_args(Hardware)  # what was felt stays: nobody can take it back
]


class Suit(Enum):
    """A word of a new game."""

    HEARTS = "hearts"


@dataclass(frozen=True, slots=True)
class Told:
    """A fact of a new game whose maker thought of some fields only."""

    seat: Seat
    pads: tuple[Pad, ...]
    suit: Suit
    cards: Annotated[tuple[Annotated[int, Between(0, 5)], ...], OPEN]
    hand: tuple[Annotated[int, Between(0, 5), SECRET], ...]
    role: Annotated[int, Between(0, 3), Secret(sure="Really")] | None
    count: Annotated[int, Between(0, 3)]
    why: str = ""


# --- what facts say of themselves -------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_of_every_fact_says_whether_it_is_a_secret(kind: Any) -> None:
    assert said_marks(kind).keys() == {field.name for field in fields(kind)}


@pytest.mark.parametrize("kind", KINDS)
def test_every_fact_has_a_name_that_tells_nothing_else(kind: Any) -> None:
    name = kind.called
    assert isinstance(name, Text) and name.template and not name.values
    assert "{" not in name.template and not name.template.endswith(".")


def test_a_field_that_says_nothing_is_a_secret() -> None:
    said = said_marks(Told)
    assert said.keys() == {"seat", "pads", "cards", "hand", "role"}
    assert said["seat"] == said["pads"] == said["cards"] == OPEN
    closed = {name for name, mark in marks(Told).items() if isinstance(mark, Secret)}
    assert closed == {"suit", "hand", "role", "count", "why"}
    fact = Told(Seat(0), (), Suit.HEARTS, (), (), None, 0)
    assert called(fact) == Text("a word")
    pick = Slot("role", (0, 1), of="number")
    for slots, asked in (
        ((), "Really"),
        ((pick,), "Really"),
        ((replace(pick, options=(1,)),), "Really"),
        ((replace(pick, options=(1,), preset=True),), ""),
    ):
        assert sure(Choice("told", Text("Told"), fact, slots)) == asked


# --- what the screens show --------------------------------------------------------------------


def wall(table: Hall, page: str = "wall") -> dict[str, Any]:
    """What the wall draws from, or another page."""
    viewer = Viewer(page, Session("referee", None, ""))
    shown: dict[str, Any] = plain(snapshot(table.referee.picture, viewer, table.clock.now_us()))
    return shown


def test_what_was_taken_back_is_said_for_a_moment_and_then_gone(table: Hall) -> None:
    live(table)
    stood = wall(table)["headline"]
    table.grab(0)
    table.counts("verdict", "no")
    assert wall(table)["headline"] != stood
    table.undo()
    for page in ("wall", "seat", "referee"):
        assert wall(table, page)["headline"]["text"] == BACK
    assert wall(table)["said"][0]["text"] == BACK
    assert wall(table)["redo"]["text"] == "too soon"
    table.wait(UNDO_OFFER_US // 1000 + 1)
    after = wall(table)
    assert BACK not in f"{after['headline']}{after['said']}"
    assert all(line["standing"] for line in after["said"])
    assert "Taken back: too soon." in [line["text"] for line in wall(table, "referee")["said"]]
    assert wall(table)["redo"]["text"] == "too soon", "it may stand again at any time"
    table.redo()
    assert BACK not in f"{wall(table)['headline']}{wall(table, 'referee')['said']}"
    assert "Taken back" not in str(wall(table, "referee")["said"])


def test_something_new_is_news_at_once(table: Hall) -> None:
    live(table)
    table.grab(0)
    table.counts("verdict", "no")
    table.undo()
    table.counts("verdict", "yes")
    assert BACK not in f"{wall(table)['headline']}{wall(table)['said']}"


def test_what_was_taken_out_is_no_headline_after_a_moment(table: Hall) -> None:
    live(table)
    table.grab(0)
    seq = table.counts("verdict", "no")
    picture = table.referee.picture
    table.referee.amend("out", seq, (), picture.seq, REFEREE)
    assert wall(table)["headline"]["text"] == BACK
    table.wait(UNDO_OFFER_US // 1000 + 1)
    texts = [line["text"] for line in wall(table)["said"]]
    assert BACK not in texts and "Taken out: it was not so." not in texts


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("seed", range(4))
def test_every_headline_stands(name: str, seed: int, tmp_path: Path) -> None:
    """Random taps, undone and put right: when the moment is over all that is said stands."""
    rng = Random(f"{name}{seed}")
    with hall(tmp_path) as table:
        people = [*PEOPLE, "Gus", "Hal"][: 2 if name == "split" else 4]
        assert table.referee.begin_game(name, people, most(name)).kind == "counts"
        for n in range(30):
            picture = table.referee.picture
            chance = rng.random()
            if chance < 0.25 and picture.undo:
                table.undo()
            elif chance < 0.3 and picture.redo:
                table.redo()
            elif chance < 0.35 and picture.undo:
                table.referee.amend(f"out{n}", picture.undo.seq, (), picture.seq, REFEREE)
            else:
                told(table, RULES[name], rng)
            table.wait(UNDO_OFFER_US // 1000 + 1)
            stands = standing(table)
            for page in ("wall", "seat", "game"):
                shown = wall(table, page)
                assert {line["text"] for line in shown["said"]} <= stands
                assert shown["headline"] is None or shown["headline"]["text"] in stands


def told(table: Hall, game: ModuleType, rng: Random) -> None:
    """Tell something by chance."""
    asks = table.referee.picture.open
    fact = answer(tuple(open_.ask for open_ in asks), rng, 0.8)
    fold = folded(table)
    row = row_of(fact, "referee", table.clock.now_us())
    try:
        fold.judge(fact)
    except ValueError:
        return
    table.referee._judging._write([row])


def folded(table: Hall) -> Fold:
    """The game at hand."""
    fold = table.referee._judging.fold
    assert fold is not None
    return fold


def standing(table: Hall) -> set[str]:
    """All sentences of what stands, and of what was put right."""
    fold, names = folded(table), table.referee.picture.names
    said = [line for entry in fold.entries if happened(entry) for line in entry_lines(entry)]
    return {say(line.text, names) for line in said}


def test_why_a_secret_does_not_count_is_not_said() -> None:
    why = Refused("P-S9", Text("It was the clown."))
    secret, open_ = Given(Seat(0)), Dealt(Seat(0))
    for fact in (secret, open_):
        entry: Any = SimpleNamespace(fact=fact, refused=None)
        assert refusal(entry) is None
        entry.refused = why
        found = refusal(entry)
        assert found is not None and found.rule == "P-S9"
        assert found.text == (called(fact) if fact is secret else why.text)
