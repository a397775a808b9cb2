"""Who may take a word back, let it stand again or put it right: every teller at every table."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from companion.frozen import replace
from companion.journal import Op
from companion.referee import taking_back
from companion.referee.answers import Bar, Reply, Teller
from companion.referee.picture import Picture
from companion.referee.taking_back import TABLE, barred, may_amend, may_redo, may_undo
from companion.say import Names, say
from companion.words import Seat, Text
from tests.referee.hall import PEOPLE, REFEREE, Hall, hall, live, seat

TELLERS = {
    "its own": seat(1),
    "another": seat(0),
    "one more": seat(2),
    "who left": seat(5),
    "no seat": Teller("seat:"),
    "wall": Teller("wall"),
    "referee": REFEREE,
    "table": Teller(TABLE, screen="table"),
    "buttons": Teller(TABLE, referee=True, screen="table"),
}
OTHERS = ("another", "one more")
IN_GAME = ("its own", *OTHERS, "referee", "table", "buttons")
ALWAYS = ("referee", "buttons")
WAYS = [*product(TELLERS, (False, True))]
NAMES = Names(dict(enumerate(PEOPLE[:3])))  # type: ignore[arg-type]


@pytest.fixture
def pictures(tmp_path: Path) -> Any:
    """A word of the second seat: as it stands, taken back by that seat, and the game's fold."""
    with hall(tmp_path) as table:
        live(table)
        table.grab(0)
        seq = table.counts("verdict", "no", seat(1))
        yield table, seq


def may(table: Hall, opened: bool) -> Picture:
    return replace(table.referee.picture, may_take_back=opened)


@pytest.mark.parametrize(("who", "opened"), WAYS)
def test_a_word_is_taken_back_by_who_told_it_the_referee_or_in_an_open_house_by_all(
    pictures: Any, who: str, opened: bool
) -> None:
    table, seq = pictures
    teller, picture = TELLERS[who], may(table, opened)
    allowed = who in (*ALWAYS, "its own") or (opened and who in OTHERS)
    assert may_undo(picture, teller) == allowed
    assert not may_undo(replace(picture, undo=None), teller)
    assert may_amend(picture, teller) == (who in ALWAYS or (opened and who in IN_GAME))
    fold = table.referee._judging.fold
    bar = barred(Op.UNDO, picture, fold, seq, teller)
    hold_bar(bar, who, allowed, "Only Ben or the referee may take it back.")
    for of in (seq - 1, seq + 1):
        newer = barred(Op.UNDO, picture, fold, of, teller)
        if who in IN_GAME:
            assert newer is not None and newer.kind == "asked_again" and newer.bar is None


@pytest.mark.parametrize(("who", "opened"), WAYS)
def test_it_stands_again_by_who_took_it_back_or_the_referee(
    pictures: Any, who: str, opened: bool
) -> None:
    table, seq = pictures
    fold = table.referee._judging.fold
    assert barred(Op.REDO, table.referee.picture, fold, seq, REFEREE) is not None, "it stands"
    assert table.referee.undo("u", seq, seat(1)).kind == "counts"
    teller, picture = TELLERS[who], may(table, opened)
    allowed = who in (*ALWAYS, "its own")
    assert may_redo(picture, teller) == allowed
    assert not may_redo(replace(picture, redo=None), teller)
    fold = table.referee._judging.fold
    hold_bar(
        barred(Op.REDO, picture, fold, seq, teller), who, allowed,
        "Only Ben or the referee may say it again.",
    )  # fmt: skip


def test_what_held_a_secret_is_not_said_again_by_itself(
    pictures: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, seq = pictures
    monkeypatch.setattr(taking_back, "is_secret", lambda *_: True)
    assert table.referee.undo("u", seq, seat(1)).kind == "counts"
    assert table.referee.picture.redo is None
    reply = table.referee.redo("r", seq, REFEREE)
    assert (reply.kind, reply.bar) == ("refused", Bar.NOT_SO)
    assert reply.text == Text(
        "That held a secret, so it is not said again by itself. Tell it anew."
    )


def hold_bar(bar: Reply | None, who: str, allowed: bool, others: str) -> None:
    if allowed:
        assert bar is None
        return
    assert bar is not None and bar.text is not None
    assert (bar.kind, bar.bar, bar.final) == ("refused", Bar.OTHERS, True)
    said = say(bar.text, NAMES)
    assert said == (others if who in IN_GAME else "You are not in this game, so its words are not "
    "yours to take back."), said  # fmt: skip


def test_what_the_referee_told_is_for_the_referee(table: Hall) -> None:
    live(table)
    table.grab(0)
    seq = table.counts("verdict", "no")
    for op, words in ((Op.UNDO, "take it back"), (Op.REDO, "say it again")):
        fold = table.referee._judging.fold
        assert fold is not None
        bar = barred(op, table.referee.picture, fold, seq, seat(1))
        assert bar is not None and bar.text is not None
        assert say(bar.text, NAMES) == f"Only the referee may {words}."
        table.undo()


def test_whom_it_concerned_is_told_of_by_seat(table: Hall) -> None:
    live(table)
    table.grab(0)
    table.counts("verdict", "yes", seat(2))
    table.counts("holders", "held", seat(2), seats=[0, 1])
    for seats in ({0, 1, 2}, {2}):
        table.undo()
        back = table.referee.picture.back
        assert back is not None and back.seats == {Seat(one) for one in seats}
        assert back.by == "referee"
    table.counts("crayon", "correct", seat=1, points=1)
    table.undo()
    back = table.referee.picture.back
    assert back is not None and back.seats == {1}
