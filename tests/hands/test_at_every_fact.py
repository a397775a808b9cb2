"""At every fact of a round nobody reads a card: two tables that differ in the lot alone show the
same bytes, whoever looks at what; and nowhere lies the lot, however it is written.

At the other table each sort that the deal did not come out with has another one's name. So all that
people and robots do is the same there, until the cards may be seen.
"""

from difflib import unified_diff
from pathlib import Path
from random import Random

import pytest

from companion.games.dolphin_splash import hands as rules
from companion.games.dolphin_splash.facts import GoodGrab
from companion.hands import keeper
from companion.hands.lot import order_of
from companion.web import guard
from companion.words import Sealed, Seat
from tests.hands.evenings import SLIPS, Rounds
from tests.hands.looking import RAW, Screens, Watch, told_of
from tests.hands.table import BEN, CY, Lots, Table
from tests.referee.hall import hall
from tests.web.twins import same_chance

ONE, OTHER = 0, 5000  # where the lots of each table begin
HAPPENED = ("claimed", "too_soon", "fouled", "dolphins_back", "stood_in", "good_grab", "unsealed")
Looks = list[dict[str, str]]
Names = tuple[int, ...]  # of each sort the one that it is called here


class Played:
    """An evening: what was told at it, and all that could be read at each of its facts."""

    def __init__(self, on: Table, watch: Watch | None) -> None:
        self.looks = watch.looks if watch else []
        self.hands = watch.hands if watch else {}
        self.rows = "".join(row.facts for row in on.hall.rows())
        self.lots = on.lots.lots
        self.told: list[set[int]] = []  # of each deal the sorts that it came out with
        for fact in on.hall.facts():
            if isinstance(fact, Sealed):
                self.told.append({rules.BONUS_SORT})
            elif isinstance(fact, GoodGrab):
                self.told[-1].add(fact.sort)


class Evening:
    """How an evening goes: with how many people and robots, and by which chance."""

    def __init__(
        self, people: int, robots: int = 0, rounds: int = 1, seed: int = 0, slips: bool = True
    ) -> None:
        self.people, self.robots, self.rounds, self.seed = people, robots, rounds, seed
        self.slips = SLIPS if slips else ()

    def play(
        self,
        folder: Path,
        patch: pytest.MonkeyPatch,
        names: list[Names],
        look: bool = True,
        at_all: bool = False,
    ) -> Played:
        """Play it where the sorts of each deal have such names; none: their own."""
        folder.mkdir()
        same_chance(patch)
        with hall(folder) as bench, patch.context() as here:
            on = Table(bench, OTHER if names else ONE, self.people, robots=self.robots, way="quick")
            _deal(here, on.lots, names)
            here.setattr(guard, "is_person", lambda *_: False)  # no screen is the machine's own
            same_chance(here)
            screens = Screens(on)
            watch = Watch(screens, at_all) if look else None
            people = tuple(Seat(n) for n in range(self.people))
            rounds = Rounds(screens, watch, Random(self.seed), people)
            for n in range(self.rounds):
                rounds.slips = self.slips if n == 0 else ()
                rounds.play()
            return Played(on, watch)


def _deal(patch: pytest.MonkeyPatch, lots: Lots, names: list[Names]) -> None:
    """Let each deal come as at the first table, its sorts by these names; robots mind none."""
    if not names:
        return
    first, discard = Lots(ONE), rules.discard

    def dealt(seed: bytes, count: int) -> tuple[int, ...]:
        number = lots.lots.index(seed)
        here = names[number // 2]
        return tuple(
            here[card // rules.ALIKE] * rules.ALIKE + card % rules.ALIKE
            for card in order_of(first.lot(number), count)
        )

    for module in ("keeper", "checked"):
        patch.setattr(f"companion.hands.{module}.order_of", dealt)

    def given(hand: tuple[int, ...], chance: int) -> int:
        here = names[len(lots.lots) // 2 - 1]
        return discard(tuple(map(here.index, hand)), chance)

    patch.setattr(rules, "discard", given)


def renamed(told: set[int], sorts: int) -> Names:
    """Each sort that was not told has the next one's name. Two at least: else nothing differs."""
    free = [sort for sort in range(sorts) if sort not in told]
    assert len(free) > 1
    to = dict(zip(free, [*free[1:], free[0]], strict=True))
    return tuple(to.get(sort, sort) for sort in range(sorts))


def hold_alike(one: Looks, other: Looks) -> None:
    """Nothing that could be read tells the two apart, at none of their facts."""
    assert len(one) == len(other)
    for n, looks in enumerate(zip(one, other, strict=True)):
        left, right = (
            {name: text for name, text in look.items() if not name.startswith(RAW)}
            for look in looks
        )
        assert left.keys() == right.keys(), n
        apart = {
            name: [*unified_diff(left[name].splitlines(), right[name].splitlines(), n=0)][2:]
            for name in left
            if left[name] != right[name]
        }
        assert not apart, (n, apart)


def hold_untold(evening: Evening, folder: Path, patch: pytest.MonkeyPatch, at_all: bool) -> Played:
    """Play it twice, and find nothing that tells the two apart."""
    plain = evening.play(folder / "plain", patch, [], look=False)
    names = [renamed(told, evening.people + evening.robots) for told in plain.told]
    one = evening.play(folder / "one", patch, [], at_all=at_all)
    other = evening.play(folder / "other", patch, names, at_all=at_all)
    assert one.hands.keys() != other.hands.keys(), "Ana holds other cards there"
    hold_alike(one.looks, other.looks)
    assert not told_of(one.lots, one.looks)
    for hand in one.hands.keys() & other.hands.keys():
        assert one.hands[hand] == other.hands[hand], "a hand is drawn by what others hold"
    return one


def test_at_no_fact_of_a_round_a_card_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """With two people and two robots: too soon, dealt anew, taken back, stood in, and a plug."""
    played = hold_untold(Evening(2, robots=2), tmp_path, monkeypatch, at_all=False)
    assert [fact for fact in HAPPENED if fact not in played.rows] == []
    assert not caplog.text


def test_nobody_can_tell_that_somebody_has_four_of_a_kind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until a hand is on a dolphin: not by what is shown, nor by when PASS is called."""
    seen, called = [], []
    for first in (ONE, OTHER):
        same_chance(monkeypatch)
        (tmp_path / f"{first}").mkdir()
        with hall(tmp_path / f"{first}") as bench, monkeypatch.context() as here:
            here.setattr(guard, "is_person", lambda *_: False)
            if first == OTHER:  # everybody has
                here.setattr(keeper, "order_of", lambda seed, count: tuple(range(count)))
            on = Table(bench, first)
            watch = Watch(Screens(on), at_all=False)
            bench.wait(500)
            bench.counts("deal", "start")
            on.settle()
            assert on.hand(BEN)["four"] == (first == OTHER)
            called.append([on.keeper.may_call() for _ in range(3)])
            for who in (BEN, CY):
                on.choose(who, 3)
            on.call()
            on.wait(3000)
            watch.look()
            seen.append(watch.looks)
    assert called[0] == called[1]
    hold_alike(*seen)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("people", "robots"), [(1, 3), (2, 2), (3, 1), (4, 0), (2, 3), (5, 0), (3, 3), (6, 0)]
)
@pytest.mark.parametrize("seed", range(3))
def test_in_no_evening_a_card_is_told(
    people: int,
    robots: int,
    seed: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Every page of every role at each fact of two rounds; who is alone has nobody to ask."""
    evening = Evening(people, robots, rounds=2, seed=seed, slips=people > 1)
    hold_untold(evening, tmp_path, monkeypatch, at_all=True)
    assert not caplog.text
