"""The private file of the deal at hand: whole or not there, and nobody else's to read."""

import os
import stat
from pathlib import Path

import pytest

from companion.hands.store import FILE, Deal, Store, with_choice
from companion.journal import disk

DEAL = Deal(7, (0, 2, 3), b"s" * 16, b"t" * 16, ((0, 1, 2), (3, 3, 3)), (None, 2, 0))


def test_a_deal_comes_back_as_it_was(tmp_path: Path) -> None:
    Store(tmp_path).keep(DEAL)
    assert Store(tmp_path).deal() == DEAL


def test_nobody_else_may_read_it(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        Store(tmp_path).keep(DEAL)
        Store(tmp_path).keep(DEAL)
    finally:
        os.umask(before)
    assert [path.name for path in tmp_path.iterdir()] == [FILE]
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == disk.PRIVATE


def test_a_plug_that_is_pulled_while_it_is_written_leaves_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(tmp_path)
    store.keep(DEAL)

    def pulled(one: Path, other: Path) -> None:
        raise OSError("the plug")

    with monkeypatch.context() as cut:
        cut.setattr(os, "replace", pulled)
        with pytest.raises(OSError, match="the plug"):
            store.keep(with_choice(DEAL, 0, 3))
    assert Store(tmp_path).deal() == DEAL
    store.keep(with_choice(DEAL, 0, 3))
    assert Store(tmp_path).deal() == with_choice(DEAL, 0, 3)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"form": 2}', '{"form": 1, "game": 3}', "null"])
def test_what_cannot_be_read_is_no_deal(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    assert Store(tmp_path).deal() is None


def test_a_deal_that_is_over_leaves_nothing(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.keep(DEAL)
    store.forget()
    store.forget()
    assert store.deal() is None and not list(tmp_path.iterdir())


def test_a_choice_is_one_hands(tmp_path: Path) -> None:
    assert with_choice(DEAL, 0, 1).chosen == (1, 2, 0)
    assert with_choice(DEAL, 1, None).chosen == (None, None, 0)
