"""Where robot families play in tests: hands on pretend pins, answers on a page or by buttons."""

from collections.abc import Iterable
from random import Random
from typing import Any

from companion.games.dolphin_splash.facts import Setup
from companion.games.dolphin_splash.robot.family import Family, Temper
from companion.games.dolphin_splash.robot.truth import Reveal
from companion.referee import buttons
from companion.referee.buttons import FALLING_HAND_US
from companion.referee.fold import OpenAsk
from companion.referee.walking import AtHand, Draft
from companion.robots import Act, Does, Reply
from companion.runtime import Companion
from companion.words import Ask
from tests.robots.playing import play_at
from tests.web.house import Phone, begin, referee_phone, until

PEOPLE = ("Ana", "Ben", "Cy", "Dee", "Eve", "Fay")
SPEED = 5  # nobody in these games is in a hurry to be ruled on
FAST_US = 300_000  # a scramble in the past: its order and gaps are kept, nobody waits for it
PRESS_US = 100_000  # how long a finger stays on a button


class Table:
    """What the family sees and does: hands on pins, and taps on one phone."""

    def __init__(self, companion: Companion, phone: Phone) -> None:
        self.companion, self.phone = companion, phone
        self._after_us = 0

    def view(self) -> Any:
        picture = self.companion.referee.picture
        return picture.view

    def asks(self) -> tuple[Ask, ...]:
        return tuple(open_.ask for open_ in self._open())

    def answer(self, ask: Ask, reply: Reply) -> None:
        id_ = next(open_.id for open_ in self._open() if open_.ask == ask)
        said = self.phone.tell(id_, reply.key, dict(reply.picks))
        assert said["reply"] == "counts", (said, ask, reply)

    def act(self, acts: Iterable[Act]) -> None:
        hands = [act for act in acts if act.does not in (Does.PASS, Does.NEAR)]
        if not hands:
            return
        was = self.view().phase
        self._let_pass(self._after_us + FAST_US + 50_000)
        first, last = hands[0].at_us, max(act.at_us for act in hands)
        start, scale = self._now_us() - FAST_US, FAST_US / max(1, last - first)
        for act in sorted(hands, key=lambda act: act.at_us):
            at_us = start + round((act.at_us - first) * min(1.0, scale))
            self.phone.sim(act.does.value, pad=act.pad, at_us=at_us)
        self._after_us = self._now_us()
        if was == "live":
            touched = len({act.pad for act in hands})
            until(lambda: len(self.view().order) == touched, "all touches")
        elif was == "reset":
            until(lambda: self.view().phase == "live", "the same round")
        else:
            pads = self.companion.table.pads
            until(lambda: all(pad.home for pad in pads()), "the dolphins at home")

    def _open(self) -> tuple[OpenAsk, ...]:
        return self.companion.referee.picture.open

    def _now_us(self) -> int:
        return self.companion.referee.clock.now_us()

    def _let_pass(self, at_us: int) -> None:
        until(lambda: self._now_us() > at_us, "a moment")


class ButtonTable(Table):
    """The same family with fingers on START, YES, NO and its seats' buttons.

    What no button says, offers above all, is tapped on the phone.
    """

    def __init__(self, companion: Companion, phone: Phone) -> None:
        super().__init__(companion, phone)
        self.pressed = self.tapped = 0

    def answer(self, ask: Ask, reply: Reply) -> None:
        keys = self._keys(ask, reply)
        if not keys:
            self.tapped += 1
            super().answer(ask, reply)
            return
        id_ = next(open_.id for open_ in self._open() if open_.ask == ask)
        self._let_pass(self._now_us() + FALLING_HAND_US + 50_000)
        for chosen, key in enumerate(keys, 1):
            self._press(key)
            if chosen < len(keys):
                until(lambda n=chosen: self._picked(id_) == n, f"seat {key}, chosen by its button")
        until(lambda: all(open_.id != id_ for open_ in self._open()), f"what {keys} said")
        self.pressed += 1

    def _keys(self, ask: Ask, reply: Reply) -> tuple[str, ...]:
        """The buttons that say this; none where they cannot."""
        if not ask.must:
            return ()
        picks = [pick for pick in reply.picks.values() if isinstance(pick, list)]
        seats = tuple(f"seat:{seat}" for pick in picks for seat in pick)
        keys = (*seats, "yes") if seats else (reply.key,)
        musts = tuple(open_ for open_ in self._open() if open_.ask.must)
        draft: Draft | None = None
        for key in keys:
            led = buttons.press(key, AtHand(musts), draft, seat_buttons=True)
            draft = led.draft
            if led.answer is not None:
                asked = next(open_.ask for open_ in musts if open_.id == led.answer.ask)
                return keys if (asked, led.answer.key) == (ask, reply.key) else ()
        return ()

    def _picked(self, ask: str) -> int:
        draft = self.companion.referee.picture.draft
        return len(draft.picked) if draft is not None and draft.ask == ask else 0

    def _press(self, button: str) -> None:
        self.phone.sim("press", button=button)
        self._let_pass(self._now_us() + PRESS_US)
        self.phone.sim("let_go", button=button)


def family_at(companion: Companion, phone: Phone, seed: int, temper: Temper) -> Family:
    """Begin a game of three to six people; the family that plays it."""
    begin(phone, *PEOPLE[: 3 + seed % 4])
    setup = companion.referee.picture.setup
    assert isinstance(setup, Setup)
    return Family(setup, Random(seed), temper)


def hold_to_the_truth(companion: Companion, kind: type[Table], seed: int) -> tuple[Table, Reveal]:
    """Play a game at such a table; what the screens show in the end is what is true."""
    phone = referee_phone(companion)
    temper = Temper(slips=0.03, claims=0.15 if kind is ButtonTable else 0.5)
    family = family_at(companion, phone, seed, temper)
    table = kind(companion, phone)
    play_at(table, family)
    truth, view = family.truth.reveal(), phone.state()["view"]
    assert tuple(view["letters"]) == truth.letters, seed
    assert view["winner"] == truth.winner is not None, seed
    return table, truth
