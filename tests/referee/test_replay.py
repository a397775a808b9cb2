"""A game that is told again from its file: the same lines and the same end."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from companion import codec
from companion.codec import plain
from companion.games import GAMES
from companion.referee.fold import Fold
from companion.referee.picture import noted
from companion.referee.replay import (
    Unusable,
    exported,
    fold_game,
    names_in,
    picture_of,
    replay_lines,
    replayed_game,
)
from companion.referee.replay_text import as_json, as_sentences
from companion.say import DOLPHINS, Names, complaint, say, spoken
from companion.words import Hardware, Seat
from tests.referee.hall import PEOPLE, REFEREE, Hall, hall, live


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Hall]:
    """A game with hands, a word that was taken back, one put right, and the pen."""
    with hall(tmp_path) as made:
        live(made)
        made.grab(1)
        made.counts("verdict", "no")
        made.undo()
        seq = made.counts("verdict", "yes")
        made.counts("holders", "held", seats=[0, 1])
        made.counts("crayon", "correct", seat=2, points=2)
        made.referee.amend("a", seq, (), made.referee.picture.seq, REFEREE)
        made.undo()
        made.counts("deal", "start")
        yield made


def test_who_only_looks_back_asks_nothing(table: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fold that asks takes twice as long."""

    def never(_: object) -> None:
        raise AssertionError("it is asked")

    (game,) = table.journal.games()
    monkeypatch.setitem(vars(GAMES[game.kind]), "asks", never)
    assert lines_of(table) and replayed_game(table.journal, game, DOLPHINS).steps
    assert fold_game(table.journal, game, asking=False).open == ()
    with pytest.raises(AssertionError, match="it is asked"):
        fold_game(table.journal, game)


def lines_of(table: Hall) -> list[str]:
    (game,) = table.journal.games()
    return list(exported(table.journal, game))


def test_an_exported_game_is_the_same_game(table: Hall) -> None:
    (game,) = table.journal.games()
    of_journal = replayed_game(table.journal, game, DOLPHINS)
    of_file = replay_lines(lines_of(table))
    assert of_file.state == of_journal.state == table.referee.picture.state
    assert of_file.steps == of_journal.steps
    assert [step.line for step in of_file.steps] == list(range(2, 2 + len(of_file.steps)))
    assert as_json(of_file) == as_json(of_journal)
    head, *facts = map(json.loads, lines_of(table))
    assert head["game"] == "dolphin_splash" and head["setup"]["seats"] == 3
    assert facts == [codec.encode(step.fact) for step in of_file.steps]
    told = ["good_grab", "held", "corrected", "dealt"]
    kinds = [fact["kind"] for fact in facts]
    assert kinds == ["dealt", "touched", "released", *told]
    names = [of_journal.names.seat(Seat(n)) for n in range(3)]
    assert names == list(PEOPLE[:3]) and of_file.names.seats == {}
    for replayed in (of_file, of_journal):
        lines = [replayed.names.line(n) for n in range(1, len(facts) + 1)]
        assert lines == [step.line for step in replayed.steps]


def test_a_file_is_read_by_its_own_lines(table: Hall) -> None:
    head, *facts = lines_of(table)
    wrong = codec.dumps({"kind": "corrected", "seat": 7, "points": 1})
    replayed = replay_lines([head, "", facts[0], "  ", wrong, *facts[1:3]])
    assert [step.line for step in replayed.steps] == [3, 5, 6, 7]
    assert [step.refused is not None for step in replayed.steps] == [False, True, False, False]
    assert [replayed.names.line(n) for n in (1, 2, 3)] == [3, 6, 7]
    told = json.loads(as_json(replayed))
    assert [refusal["line"] for refusal in told["refusals"]] == [5]
    assert {ruling["line"] for ruling in told["rulings"]} <= {3, 6, 7}
    refused = replayed.steps[1].refused
    assert refused is not None and not replayed.steps[1].rulings
    assert told["refusals"][0]["rule"] == refused.rule
    assert f"   5  Refused: {complaint(refused, replayed.names)}" in as_sentences(replayed)


def test_every_line_is_said_and_then_how_it_stands(table: Hall) -> None:
    (game,) = table.journal.games()
    replayed = replayed_game(table.journal, game, DOLPHINS)
    names, wanted = replayed.names, []
    for step in replayed.steps:
        rulings = step.rulings or (() if isinstance(step.fact, Hardware) else (noted(step.fact),))
        for ruling in rulings:
            rule = f" [{ruling.rule}]" if ruling.rule else ""
            wanted.append(f"{step.line:4}  {say(ruling.text, names)}{rule}")
    view = plain(spoken(replayed.module.view(replayed.state), names))
    assert as_sentences(replayed) == "\n".join([*wanted, json.dumps(view, indent=2)])
    told = json.loads(as_json(replayed))
    nobody = Names(line=names.line, upright=True)
    assert told["view"] == plain(spoken(replayed.module.view(replayed.state), nobody))
    assert [(one["line"], one["rule"], one["text"]) for one in told["rulings"]] == [
        (step.line, ruling.rule, say(ruling.text, nobody))
        for step in replayed.steps
        for ruling in step.rulings
    ]


def test_a_past_game_is_a_picture_with_names_and_hours(table: Hall) -> None:
    (game,) = table.journal.games()
    fold = fold_game(table.journal, game)
    picture = picture_of(table.journal, game, fold, DOLPHINS)
    assert (picture.game, picture.setup, picture.state) == (game, fold.setup, fold.state)
    assert picture.seq == fold.entries[-1].row.seq and picture.module is fold.module
    assert picture.names.pads == DOLPHINS
    assert {picture.names.people[Seat(n)] for n in range(3)} == {1, 2, 3}
    counted = sum(len(e.facts) for e in fold.entries if e.standing and e.refused is None)
    hours = [picture.names.hour(n) for n in range(1, counted + 3)]
    assert len(set(hours[:counted])) == 1 and len(hours[0]) == len("12:34")
    assert hours[counted:] == ["", ""]
    assert fold.recorded_ms(1) == 1_700_000 and fold.recorded_ms(counted + 1) == 0


class Recorded:
    """A game whose n-th fact was told at that millisecond."""

    def recorded_ms(self, number: int) -> int:
        return number


@pytest.mark.parametrize("minute", [1, 28_333, 28_333_333])
def test_an_hour_is_the_walls_to_the_minute(table: Hall, minute: int) -> None:
    (game,) = table.journal.games()
    hour = names_in(table.journal, game, cast(Fold, Recorded()), DOLPHINS).hour
    told = [hour(minute * 60_000 + ms) for ms in (-1, 0, 59_999, 60_000)]
    at = [time.strftime("%H:%M", time.localtime((minute + n) * 60)) for n in (-1, 0, 0, 1)]
    assert told == at and hour(0) == ""


BAD: list[tuple[list[str], str]] = [
    ([], "The file is empty."),
    (["", " "], "The file is empty."),
    (["", "{"], "Line 2:"),
    (["[]"], "Line 1 should be"),
    (['{"game": "chess", "setup": {}}'], "Line 1 should be"),
    (['{"game": "dolphin_splash"}'], "Line 1 should be"),
    (['{"setup": {}}'], "Line 1 should be"),
    (['{"game": "dolphin_splash", "setup": {"seats": "x"}}'], "Line 1:"),
    (['{"game": "dolphin_splash", "setup": {"seats": 2}}'], "Line 1:"),
    (['{"game": "dolphin_splash", "setup": {"seats": 3}}', "", "{"], "Line 3:"),
    (['{"game": "dolphin_splash", "setup": {"seats": 3}}', '{"kind": "flew"}'], "Line 2:"),
]


@pytest.mark.parametrize(("lines", "said"), BAD)
def test_what_is_no_game_is_said_with_its_line(lines: list[str], said: str) -> None:
    with pytest.raises(Unusable, match="^" + said):
        replay_lines(lines)


def test_a_game_that_nobody_knows_is_said(table: Hall) -> None:
    game: Any = table.journal.begin_game("chess", "{}", (), 0)
    with pytest.raises(
        Unusable, match=r"does not know chess, game 2\. Update it; .+ --games FOLDER\."
    ):
        fold_game(table.journal, game)
    broken: Any = table.journal.begin_game("dolphin_splash", '{"seats":2}', (), 0)
    with pytest.raises(Unusable, match="^Game 3: "):
        fold_game(table.journal, broken)
