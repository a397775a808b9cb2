"""A robot family at a real table: pretend pins, real HTTP, the journal, and the truth."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.dolphin_splash.facts import Setup
from companion.robots import Act, Does, Family, Reply, Temper, play_at
from companion.runtime import Companion
from companion.words import Ask
from tests.web.house import Phone, begin, referee_phone, running, until

GAMES_A_TEST = 3
PEOPLE = ("Ana", "Ben", "Cy", "Dee", "Eve", "Fay")
FAST_US = 300_000  # a scramble in the past: its order and gaps are kept, nobody waits for it


@pytest.fixture
def companion(tmp_path: Path) -> Iterator[Companion]:
    """A running companion."""
    house = running(tmp_path)
    yield house
    house.close()


class Table:
    """What the family sees and does: hands on pins, and taps on one phone."""

    def __init__(self, companion: Companion, phone: Phone) -> None:
        self.companion, self.phone = companion, phone
        self._answered = 0
        self._after_us = 0

    def view(self) -> Any:
        picture = self.companion.referee.picture
        return picture.module.view(picture.state)

    def asks(self) -> tuple[Ask, ...]:
        return tuple(open_.ask for open_ in self.companion.referee.picture.open)

    def answer(self, ask: Ask, reply: Reply) -> None:
        opened = self.companion.referee.picture.open
        id_ = next(open_.id for open_ in opened if open_.ask == ask)
        said = self.phone.tell(id_, reply.key, dict(reply.picks))
        assert said["reply"] == "counts", (said, ask, reply)

    def act(self, acts: Iterable[Act]) -> None:
        hands = [act for act in acts if act.does not in (Does.PASS, Does.NEAR)]
        if not hands:
            return
        was = self.view()["phase"]
        clock = self.companion.referee.clock
        until(lambda: clock.now_us() > self._after_us + FAST_US + 50_000, "a moment")
        first, last = hands[0].at_us, max(act.at_us for act in hands)
        start, scale = clock.now_us() - FAST_US, FAST_US / max(1, last - first)
        for act in sorted(hands, key=lambda act: act.at_us):
            at_us = start + round((act.at_us - first) * min(1.0, scale))
            self.phone.sim(act.does.value, pad=act.pad, at_us=at_us)
        self._after_us = clock.now_us()
        if was == "live":
            touched = len({act.pad for act in hands})
            until(lambda: len(self.view()["order"]) == touched, "all touches")
        elif was == "reset":
            until(lambda: self.view()["phase"] == "live", "the same round")
        else:
            pads = self.companion.table.pads
            until(lambda: all(pad.home for pad in pads()), "the dolphins at home")


@pytest.mark.parametrize("seed", range(GAMES_A_TEST))
def test_through_pins_and_pages_the_score_is_the_true_one(companion: Companion, seed: int) -> None:
    rng = Random(seed)
    players = 3 + seed % 4
    phone = referee_phone(companion)
    begin(phone, *PEOPLE[:players])
    setup = companion.referee.picture.setup
    assert isinstance(setup, Setup)
    family = Family(setup, rng, Temper(slips=0.03))
    play_at(Table(companion, phone), family)
    truth, view = family.truth.reveal(), phone.state()["view"]
    assert tuple(view["letters"]) == truth.letters
    assert view["winner"] == truth.winner
