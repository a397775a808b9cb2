"""A claim never overtakes its touch: what was felt before a word was told counts before it."""

from pathlib import Path
from random import Random

import pytest

from companion.table.settle import WINDOW_US
from companion.table.signals import Kind
from tests.referee.hall import MS, Hall, hall, live, seat

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


@pytest.mark.parametrize("kind", [Kind.TOUCH, Kind.LIFT])
def test_a_hand_from_before_the_deal_opens_no_round_however_late_it_is_told(
    table: Hall, kind: Kind
) -> None:
    """As of a board that was cut off meanwhile: PASS goes on, and nobody is asked about it."""
    table.begin()
    table.wait(5000)
    table.counts("deal", "start")
    table.wait(3000)
    before = facts(table)
    table.feel(Kind.RELEASE, 0, ago_ms=4600)
    table.feels(kind, 1, ago_ms=4500)
    assert table.phase == "live" and table.caller.running
    assert not [row for row in facts(table)[len(before) :] if '"pad":1' in row]
    table.feels(kind, 1, ago_ms=2900)
    assert table.phase == "grab" and not table.caller.running


def test_a_word_that_deals_nothing_makes_no_hand_an_earlier_rounds(table: Hall) -> None:
    live(table)
    table.wait(500)
    table.counts("crayon", "correct", seat=0, points=1)
    table.feels(Kind.TOUCH, 1, ago_ms=300)
    assert table.phase == "grab"


@pytest.mark.parametrize(("before_ms", "phase"), [(999, "grab"), (1001, "live")])
def test_a_hand_that_came_a_second_before_the_deal_at_most_is_this_rounds(
    table: Hall, before_ms: int, phase: str
) -> None:
    table.begin()
    table.wait(5000)
    table.counts("deal", "start")
    dealt_us = table.rows()[-1].table_us
    ago_ms = (table.clock.now_us() - dealt_us) // MS + before_ms
    table.feels(Kind.TOUCH, 1, ago_ms=ago_ms)
    assert table.phase == phase
