"""Whole games of live robot families at a real referee: in one thread, with told time, no pages."""

from random import Random
from types import SimpleNamespace
from typing import Any

from companion.games import GAMES
from companion.games.animal_splash.robot.family import AnimalFamily
from companion.games.dolphin_splash.facts import Setup as Dolphins
from companion.games.split.robot.family import SplitFamily
from companion.games.twisted_fish.facts import Variant as Fish
from companion.games.twisted_fish.robot.family import TwistedFishFamily
from companion.games.twisted_fish.robot.live import TwistedFishTable
from companion.referee import Teller
from companion.robots import Act, Answering, Does, Live, robots_of
from companion.table.caller import Called
from companion.table.signals import Kind, Signal
from tests.games.chance import any_setup
from tests.robots import animal_straight, fish_straight, party_straight, split_straight
from tests.robots.fish_card import CardFamily
from tests.robots.hearsay import Room

STEPS_MOST = 40_000  # no game is that long: something hangs
PASS_US = 1_500_000
LOOK_US = 250_000
STALLS_US = 60_000_000  # nobody thinks as long
SIGNALS = {
    Does.TOUCH: Kind.TOUCH, Does.LIFT: Kind.LIFT, Does.RELEASE: Kind.RELEASE, Does.HOME: Kind.HOME,
}  # fmt: skip


def family_of(kind: str, setup: Any, rng: Random, seed: int) -> Live:
    """The robots of a game as a demo has them, or of another temper."""
    robots = robots_of(kind)
    assert robots is not None
    match kind:
        case "twisted_fish" if setup.variant is Fish.SCORECARD:
            return Answering(CardFamily(setup, rng))
        case "twisted_fish" if seed % 2:
            return TwistedFishTable(TwistedFishFamily(setup, rng, fish_straight.LIARS))
        case "split" if seed % 2:
            tempers = split_straight.TEMPERS
            return Answering(SplitFamily(setup, rng, tempers[seed % len(tempers)]))
        case "animal_splash" if seed % 2:
            divers = animal_straight.TEMPERS
            return Answering(AnimalFamily(setup, rng, divers[seed % len(divers)]))
    return robots.family(setup, rng)


def some_setup(kind: str, rng: Random) -> Any:
    """Any number of people, any house options that a family that plays live knows."""
    if kind == "dolphin_splash":
        return Dolphins(rng.randint(3, 6))
    straight = {
        "twisted_fish": fish_straight, "party_splash": party_straight, "split": split_straight,
        "animal_splash": animal_straight,
    }  # fmt: skip
    if kind in straight:
        return straight[kind].some_setup(rng)  # type: ignore[attr-defined]
    return any_setup(GAMES[kind], rng)


class Playing:
    """One game, while time is told."""

    def __init__(self, room: Room, kind: str, seed: int, setup: Any = None) -> None:
        self.room, self.rng = room, Random(seed)
        setup = setup or some_setup(kind, self.rng)
        room.begin(SimpleNamespace(kind=kind, setup=setup))  # type: ignore[arg-type]
        self.family = family_of(kind, room.referee.picture.setup, self.rng, seed)
        self.called_us = self.moved_us = room.now_us()
        self.seq = self.calls = 0

    def view(self) -> Any:
        """The game as screens show it."""
        return self.room.referee.picture.view

    def step(self) -> None:
        """The next hand, answer or call. Raises AssertionError where nothing comes any more."""
        now_us = self.room.now_us()
        for act in self.family.look(self.view(), now_us):
            self._feel(act)
        self.room.referee.step()
        if self.answered():
            self.moved_us = now_us
            return
        if self.room.referee.picture.seq != self.seq:
            self.seq, self.moved_us = self.room.referee.picture.seq, now_us
        waits_for = getattr(self.family, "next", "")
        topics = [open_.ask.topic for open_ in self.room.open]
        assert now_us < self.moved_us + STALLS_US, f"nobody can say {waits_for} to {topics}"
        self._wait(now_us)

    def is_said(self) -> bool:
        """Whether nobody has anything more to say: a whopper is caught after the last hand, too."""
        self.family.look(self.view(), self.room.now_us())
        return not self.answered()

    def _feel(self, act: Act) -> None:
        if act.pad is not None and act.does in SIGNALS:
            self.room.referee.feel(Signal(SIGNALS[act.does], act.at_us, act.pad, uncertain_us=300))

    def answered(self) -> bool:
        """Whether anything could be said; what may be said goes before what must be."""
        for open_ in sorted(self.room.open, key=lambda open_: open_.ask.must):
            reply = self.family.answer(open_.ask)
            if reply is not None:
                teller = Teller("robot", reply.seat)
                said = self.room.referee.answer(
                    self.room.tap(), open_.id, reply.key, reply.picks, teller
                )
                assert said.kind != "refused", (reply, said)
                return True  # or a touch that came late asks something else now
        return False

    def _wait(self, now_us: int) -> None:
        """Let time pass until a hand moves or PASS is called."""
        live = self.view().phase == "live"
        if not live or now_us >= self.called_us + PASS_US:
            self.called_us = now_us
            if live:
                self.calls += 1
                self.room.referee.hear(Called(self.calls, now_us, 1))
                self.family.heard(now_us)
        next_us = self.family.next_us() or now_us + LOOK_US
        until_us = max(now_us + 1_000, min(next_us, now_us + LOOK_US))
        self.room.ns = self.room.base_ns + 1000 * until_us


def play(room: Room, kind: str, seed: int) -> int:
    """The game of a seed to its end, held to the family's own winners; how many steps it took."""
    return play_with(Playing(room, kind, seed), kind, seed)


def play_with(playing: Playing, kind: str, seed: int, rounds: int = STEPS_MOST) -> int:
    """The same, however it is told, or so many rounds of it."""
    for step in range(STEPS_MOST):
        view = playing.view()
        if view.round > rounds:
            return step
        if view.over and playing.is_said():
            known, won = set(view.winners), set(playing.family.over())
            assert known == won != set() or (kind == "party_splash" and known < won), (kind, seed)
            return step
        playing.step()
    raise AssertionError(f"{kind}, {seed}: it goes round and round")
