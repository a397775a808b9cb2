"""What the referee cannot do it says in a sentence, and nothing is changed by it."""

from collections.abc import Callable

import pytest

from companion.games.dolphin_splash.facts import Dealt
from companion.journal import JournalError
from companion.journal.people import People
from companion.referee import Bar, Referee, Reply, Teller
from companion.referee.taking_back import TABLE
from companion.say import Names, say
from companion.words import Refused, Seat
from tests.referee.hall import REFEREE, Hall, live, seat

Asked = Callable[[Referee], Reply]
NEEDS_A_GAME: dict[str, Asked] = {
    "an answer": lambda referee: referee.answer("n", "1.0", "yes", {}, REFEREE),
    "the table's own word": lambda referee: referee.tell("n", Dealt(Seat(0)), "table"),
    "undo": lambda referee: referee.undo("n", 1, REFEREE),
    "redo": lambda referee: referee.redo("n", 1, REFEREE),
    "a seat": lambda referee: referee.sit("n", 1, Seat(0), REFEREE),
    "a review": lambda referee: referee.review(True, REFEREE),
}
NO_GAME = ("No game is on.", "That game is not on.", "No game is on. Begin one first.")


def said(reply: Reply) -> str:
    assert reply.text is not None
    return say(reply.text, Names())


@pytest.mark.parametrize("asked", NEEDS_A_GAME)
def test_without_a_game_there_is_nothing_to_tell(table: Hall, asked: str) -> None:
    before = table.referee.picture
    reply = NEEDS_A_GAME[asked](table.referee)
    assert reply.kind == "asked_again" and said(reply) in NO_GAME
    assert (table.referee.picture.game, table.referee.picture.review) == (None, before.review)
    with pytest.raises(Refused, match="No game is on."):
        table.referee.what_if(1, ())


def test_a_word_of_another_game_is_not_told_in_this_one(table: Hall) -> None:
    table.begin(kind="split", players=2)
    reply = table.referee.tell("n", 7, "table")
    assert (reply.kind, said(reply)) == ("asked_again", "That game is not on.")
    assert table.rows() == []


def test_under_review_nothing_else_is_answered(table: Hall) -> None:
    """Who says wait is said, and of what puts it right only what this screen has."""
    live(table)
    table.grab(0)
    table.referee.review(True, seat(1))
    rows = table.rows()
    may_change = {
        REFEREE: "First tap It stays or Change it.",
        seat(0): "First tap It stays.",
        Teller(TABLE): "First press YES: it stays.",
    }
    for teller, remedy in may_change.items():
        reply = table.answer("verdict", "yes", teller=teller)
        assert reply.kind == "refused"
        assert said(reply) == f"Seat\u00a02 says wait! {remedy}"
    assert table.rows() == rows
    table.referee.review(False, REFEREE)
    assert table.answer("verdict", "yes").kind == "counts"


def test_what_is_older_is_put_right_by_the_referee_or_in_an_open_house(table: Hall) -> None:
    live(table)
    seq, newest = table.rows()[0].seq, table.referee.picture.seq
    told = table.tap(), seq, (), newest, seat(1)
    reply = table.referee.amend(*told)
    assert (reply.kind, reply.bar) == ("refused", Bar.OTHERS)
    assert len(table.rows()) == 1
    for anybody in (False, True):
        assert table.referee.let_take_back(anybody).kind == "counts"
        assert table.referee.picture.may_take_back == anybody
    table.restart()
    assert table.referee.picture.may_take_back, "the house has said so"
    assert table.referee.amend(table.tap(), *told[1:]).kind == "counts"


def test_nobody_sits_down_in_a_game_that_takes_nobody_or_by_who_may_not_say_so(
    table: Hall,
) -> None:
    zoe = People(table.journal).number("Zoe", 0)
    live(table)
    reply = table.referee.sit(table.tap(), zoe, Seat(3), Teller("wall"))
    assert said(reply) == "This question is for somebody else."
    table.begin(kind="split", players=2)
    table.counts("deal", "start")
    reply = table.referee.sit(table.tap(), zoe, Seat(2), REFEREE)
    assert (reply.kind, said(reply)) == (
        "refused",
        "This game has begun. Play in the next one!",
    )
    game = table.referee.picture.game
    assert game is not None and len(People(table.journal).seated(game.game)) == 2


def test_while_the_disk_is_dumb_a_word_counts_that_may_be_told_twice(
    table: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dumb(nonce: str) -> bool:
        raise JournalError("The disk does not answer.")

    table.begin()
    monkeypatch.setattr(table.journal, "has_nonce", dumb)
    assert table.answer("deal", "start").kind == "counts"
    assert len(table.rows()) == 1
