"""Where a sensor's word is in doubt, so is the sentence: rounds felt late, badly or not."""

import re
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import pytest

from companion.games.dolphin_splash import rules as dolphin_splash
from companion.games.dolphin_splash.facts import Grabbed, Setup
from companion.games.dolphin_splash.robot.family import Family, Temper
from companion.games.dolphin_splash.state import Phase, is_suspect
from companion.robots import Act, Does, Reply
from companion.say import Names, say
from companion.words import Ask, Lifted, Pad, Suspected, Takers, Text, Touched, Trusted, Us
from tests.robots import playing

SURELY = re.compile(r"\{first\} was first")
LATE_US = (0, 0, 300, 5_000, 60_000, 220_000)  # how late sensors of each sort may be
GAMES_A_TEST = 12


class Doubtful(playing._Rules):
    """The rules as a table whose pads are late, told out of order, suspected or silent."""

    def __init__(self, family: Family, rng: Random) -> None:
        super().__init__(dolphin_splash, dolphin_splash.start(family.setup))
        self.rng = rng
        self.contact_us: dict[Pad, int] = {}  # when hands really came, in this incident
        self.told_us: dict[Pad, int] = {}  # and when they did of what the table has heard
        self.firsts = self.doubts = 0

    def act(self, acts: Iterable[Act]) -> None:
        hands, others = [], []
        for act in acts:
            (hands if act.does in (Does.TOUCH, Does.LIFT) else others).append(act)
        if not hands:
            super().act(others)
            return
        self.contact_us, self.told_us = {}, {}
        for act in hands:
            assert act.pad is not None
            self.contact_us.setdefault(act.pad, act.at_us)
        self._trouble()
        deaf = {pad for pad in self.contact_us if self.rng.random() < 0.1}
        felt = [act for act in hands if act.pad not in deaf]
        self.rng.shuffle(felt)
        for act in felt:
            if self.state.phase is Phase.LIVE and self.rng.random() < 0.1:
                self._tell(Grabbed())
            pad = act.pad or Pad(0)
            self.told_us[pad] = min(act.at_us, self.told_us.get(pad, act.at_us))
            self._tell(self._felt(act))
        if self.state.phase is Phase.LIVE:
            self._tell(Grabbed())  # no pad felt it, or none that is trusted

    def answer(self, ask: Ask, reply: Reply) -> None:
        if ask.topic == "deal":  # a family lays the dolphins that it knows, and mends its pads
            for pad, _ in self.state.suspects:
                self._tell(Trusted(pad))
            ask = next(ask for ask in self.asks() if ask.topic == "deal")
        super().answer(ask, reply)

    def _trouble(self) -> None:
        for pad in self.state.in_play:
            if self.rng.random() < 0.1:
                self._tell(Suspected(pad, "chattering"))
            elif is_suspect(self.state, pad) and self.rng.random() < 0.5:
                self._tell(Trusted(pad))

    def _felt(self, act: Act) -> Any:
        late_us = self.rng.choice(LATE_US)
        pad, at_us = act.pad or Pad(0), act.at_us + self.rng.randint(0, late_us)
        return (Lifted if act.does is Does.LIFT else Touched)(pad, at_us, late_us)

    def _tell(self, fact: Any) -> None:
        judged = self.game.judge(self.state, fact)
        self.state = judged.state
        self.facts.append(fact)
        asks = self.game.asks(self.state)
        shown = self.game.view(self.state).finish
        for text in (*(r.text for r in judged.rulings), *(a.lead for a in asks), shown):
            for part in parts(text) if text is not None else ():
                self._hold(part, text)

    def _hold(self, part: Text, whole: Text) -> None:
        """A sentence that names who was first, against what really was."""
        if not SURELY.match(part.template):
            return
        values = dict(part.values)
        pad = lone(values["first"])
        self.firsts += 1
        if say(whole, Names()).startswith("As far as the pads can tell"):
            self.doubts += 1
            return
        claimed = {claim for _, claim in self.state.claims}
        suspects = {pad for pad in self.state.in_play if is_suspect(self.state, pad)}
        self._gap(values)
        assert pad not in suspects, say(whole, Names())
        unheard = {p: us for p, us in self.contact_us.items() if p in claimed | suspects}
        known_us = {**unheard, **self.told_us}
        assert known_us[pad] == min(known_us.values()), (say(whole, Names()), known_us)

    def _gap(self, values: dict[str, Any]) -> None:
        """A length of time between two hands is true as far as it is said to be."""
        if "gap" in values and "second" in values:
            first, second = lone(values["first"]), lone(values["second"])
            gap = values["gap"]
            assert isinstance(gap, Us)
            true_us = self.told_us[second] - self.told_us[first]
            assert abs(true_us - gap.us) <= gap.unsure_us


def parts(text: Text) -> Iterator[Text]:
    yield text
    for _, value in text.values:
        if isinstance(value, Text):
            yield from parts(value)


def lone(named: Any) -> Pad:
    assert isinstance(named, Takers)
    ((pad, _),) = named.of
    return pad


def played(seed: int) -> Doubtful:
    rng = Random(seed)
    temper = Temper(slips=0.02, claims=0.8, reacts_ms=(1, 400))
    family = Family(Setup(rng.randint(3, 6), mercy_ms=rng.choice((0, 0, 80))), rng, temper)
    table = Doubtful(family, rng)
    for _ in range(600):
        if table.view().winner is not None or family.round is None and table.facts[400:]:
            break
        playing._one_step(table, family)
    return table


@pytest.mark.parametrize("twelfth", range(12))
def test_nobody_is_said_to_be_first_who_was_not(twelfth: int) -> None:
    tables = [played(seed) for seed in range(twelfth * GAMES_A_TEST, (twelfth + 1) * GAMES_A_TEST)]
    assert sum(table.firsts - table.doubts for table in tables) > 50, "much is said without doubt"
    assert sum(table.doubts for table in tables) > 10, "and some with it"
