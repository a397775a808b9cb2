"""The command that checks deals, by the journal alone."""

from pathlib import Path

from companion.frozen import replace
from companion.games.dolphin_splash import hands as rules
from companion.hands.checked import checked
from companion.hands.store import FILE
from companion.words import Unsealed
from tests.hands.table import PHONES, table
from tests.test_cli import companion as command


def test_opened_deals_are_told_and_the_one_that_is_played_is_not(tmp_path: Path) -> None:
    with table(tmp_path) as made:
        made.deal()
        first = [rules.said(made.cards(who)) for who in PHONES]
        made.hall.counts("redeal", "redeal")
        made.settle()
        (tmp_path / FILE).unlink()  # nothing of it is read
        told = command("deals", "1", "--state", str(tmp_path))
        assert told.exit_code == 0, told.output
        one, other = told.output.split("Deal 2")
        names = ("Ana", "Ben", "Cy")
        assert [f"{n}: {hand}" in one for n, hand in zip(names, first, strict=True)] == [True] * 3
        assert "dealt as sealed" in one and "not opened yet" in other
        assert len(other.splitlines()) == 1 and made.sealed[1].seal in other


def test_a_lot_that_does_not_fit_its_seal_or_had_none_is_found(tmp_path: Path) -> None:
    with table(tmp_path) as made:
        made.deal()
        made.hall.counts("redeal", "redeal")
        made.settle()
        (sealed, _), (opened,) = made.sealed, made.opened
        for lie in ({"seed": "00" * 16}, {"salt": "what"}, {"people": ()}):
            (found,) = checked((sealed, replace(opened, **lie)), rules)
            assert found.fits is False and not found.hands
        assert [one.fits for one in checked((opened,), rules)] == [False]
        assert [one.fits for one in checked((sealed, opened), rules)] == [True]


def test_a_deal_that_was_not_as_sealed_is_told_so_whatever_is_told_later(tmp_path: Path) -> None:
    with table(tmp_path) as made:
        made.deal()
        lie = Unsealed(made.sealed[0].seal, "00" * 16, "00" * 16, tuple(PHONES))
        made.hall.referee.tell("", lie, "table")
        made.hall.counts("redeal", "redeal")
        made.settle()
        told = command("deals", "1", "--state", str(tmp_path))
        assert told.exit_code == 1 and "Deal 1, NOT as sealed" in told.output


def test_a_game_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    with table(tmp_path):
        told = command("deals", "7", "--state", str(tmp_path))
        assert told.exit_code == 1 and "no game" in told.output
