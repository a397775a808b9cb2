"""A claim never overtakes its touch: what was felt before a word was told counts before it."""

from pathlib import Path
from random import Random

import pytest

from companion.table.settle import WINDOW_US
from companion.table.signals import Kind
from tests.referee.hall import MS, Hall, hall, seat

CHANCES = 40
NO_ROUND = "no round is on"


def facts(table: Hall) -> list[str]:
    """What the journal holds of this game, oldest first."""
    game = table.referee.picture.game
    assert game is not None
    return [row.facts for row in table.journal.rows(game.game)]


def row_of(rows: list[str], *parts: str) -> int:
    """Where the journal tells this."""
    return next(n for n, row in enumerate(rows) if all(part in row for part in parts))


@pytest.mark.parametrize("chance", range(CHANCES))
def test_whoever_claims_at_once_has_touched_before(tmp_path: Path, chance: int) -> None:
    rng = Random(chance)
    with hall(tmp_path) as table:
        players = rng.randrange(3, 7)
        table.begin(players)
        table.press("start")
        grabbers = rng.sample(range(players), players - 1)
        pads = rng.sample(table.view.in_play, players - 1)
        waiting = list(zip(grabbers, pads, strict=True))
        touched: list[tuple[int, int]] = []
        while waiting or touched:
            if waiting and (not touched or rng.random() < 0.5):
                touched.append(waiting.pop())
                table.feel(Kind.TOUCH, touched[-1][1], ago_ms=rng.randrange(4))
            elif table.view.phase == "live":
                table.wait()  # a claim is asked for when the first touch is judged
            else:
                who, pad = touched.pop(rng.randrange(len(touched)))
                asked = next(o.id for o in table.referee.picture.open if o.ask.seats == (who,))
                reply = table.referee.answer(table.tap(), asked, f"pad:{pad}", {}, seat(who))
                assert reply.kind == "counts", reply
            table.wait(rng.choice((0, 0, 1, 5, WINDOW_US // MS)))
        table.wait()
        rows = facts(table)
        for who, pad in zip(grabbers, pads, strict=True):
            touch = row_of(rows, '"touched"', f'"pad":{pad}')
            assert touch < row_of(rows, '"claimed"', f'"seat":{who}'), rows
        said = [line.text.template for line in table.referee.picture.lines]
        assert not [words for words in said if NO_ROUND in words], said
        assert {mark.pad for mark in table.view.order} == set(pads), "the photo finish"
        assert table.view.phase == "scored"
