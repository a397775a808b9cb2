"""Strangers play Pocket Dolphins: chance taps what their phones show, and each phone is held to
what is so. Whatever is drawn works, and nobody sees, loses or doubles a card.

Time is told, and so is chance: the same number plays the same evening.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from html import unescape
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.access import Access
from companion.games.dolphin_splash import hands as rules
from companion.web import AppParts, create_app
from companion.web.address import Address
from companion.words import Seat
from tests.hands.table import Table
from tests.referee.hall import hall
from tests.web.twins import _let_in

ORIGIN = {"Origin": "http://localhost"}
ANSWER = re.compile(
    r"<button [^>]*data-ask=\"([^\"]+)\" data-key=\"([^\"]+)\" data-picks?='([^']*)'"
)
BACK = re.compile(r'data-(undo|redo)="(\d+)"')
CARD = re.compile(r'data-card="(\d+)" data-turn="(\d+)"[^>]*aria-pressed="\w+"( disabled)?')
GRAB = re.compile(r'data-grab data-deal="([^"]*)"( disabled)?')
DOLPHIN = re.compile(r'<section class="grab-place.*?</section>', re.DOTALL)
TAG = re.compile(r"<[^>]*>")
SEED, STEPS = 304, 80  # an evening with nearly everything in it
SOAKS, SOAKED = 8, 500
SEEN = {"waiting", "live", "grab", "holders", "reset", "scored"}


class Strangers:
    """People who play with phones alone, some of them children, and what they may do."""

    def __init__(self, folder: Path, on: Table, rng: Random) -> None:
        self.folder, self.on, self.rng = folder, on, rng
        self.done: Counter[str] = Counter()
        self.phones: dict[Seat, list[FlaskClient]] = {}  # by seat; the newest one is used
        self.open()
        self.leader = _let_in(self.app, self.access.sessions.referee_key())
        self.come()
        for person in self.on.hall.referee.picture.names.people.values():
            if rng.random() < 0.3:
                told = {"person": person, "child": True}
                self.leader.post("/api/child", json=told, headers=ORIGIN)

    def open(self) -> None:
        """The pages of a table that has just begun."""
        hours, referee = count(1000), self.on.hall.referee
        self.access = Access(
            self.on.hall.journal, self.folder, lambda: float(next(hours)), lambda: 1_700_000
        )
        where = Address(8080, "table", find_ip=lambda: "127.0.0.1")
        parts = AppParts(referee=referee, access=self.access, address=where, keeper=self.on.keeper)
        self.app = create_app(parts)

    @property
    def picture(self) -> Any:
        return self.on.hall.referee.picture

    @property
    def view(self) -> Any:
        return self.picture.view

    def come(self) -> None:
        """Whoever sits and has no phone gets one."""
        for seat in range(len(self.view.letters)):
            if Seat(seat) not in self.phones and str(seat) not in self.view.robots:
                self.on.hall.referee.rename(Seat(seat), self.picture.names.seat(Seat(seat)))
                self.phones[Seat(seat)] = [self.phone_of(Seat(seat))]

    def phone_of(self, seat: Seat) -> FlaskClient:
        """One more phone of this seat's person."""
        return _let_in(self.app, self.access.sessions.invite(self.picture.names.people[seat]))

    # --- what phones show ---------------------------------------------------------------------

    def hand(self, phone: FlaskClient) -> Any:
        answer = phone.get("/api/hand")
        return answer.json if answer.status_code == 200 else {"cards": [], "html": ""}

    def hold(self) -> None:
        """Each phone shows its own hand or none, and its words are those of the table."""
        hands, view = self.on.keeper._hands, self.view
        assert set(Counter(card for hand in hands.values() for card in hand).values()) <= {4}
        assert set(hands) <= {*view.present} and all(len(hand) == 4 for hand in hands.values())
        for seat, phones in self.phones.items():
            shown = [hand for phone in phones if (hand := self.hand(phone))["cards"]]
            assert all(tuple(hand["cards"]) == hands[seat] for hand in shown), seat
            has_cards = seat in hands and str(seat) not in view.robots
            assert len(shown) == has_cards, (seat, view.phase, len(shown))
            if seat in view.present and not view.over:
                self.hold_words(seat, phones[-1].get("/seat").get_data(as_text=True))

    def hold_words(self, seat: Seat, page: str) -> None:
        """What stands at its dolphin."""
        view, robot = self.view, str(seat) in self.view.robots
        (place,) = DOLPHIN.findall(page) or [""]
        words = " ".join(unescape(TAG.sub(" ", place.partition("</button>")[0])).split())
        vies = any(seat in seats for seats in view.contested.values())
        has = vies or seat in view.claims.values()
        if not place:
            assert 'id="paused"' in page or view.phase in ("waiting", "scored"), view.phase
            return
        assert ("Too soon!" in words) == (seat in view.touchers and view.phase == "reset"), words
        assert ("You have one!" in words) <= (has and not vies and view.phase == "holders"), words
        enabled = not GRAB.findall(place)[0][1]
        may = view.phase in ("live", "grab", "holders") and not has and not robot
        assert enabled == may, (seat, view.phase, words)

    # --- what people do -----------------------------------------------------------------------

    def step(self) -> None:
        """Somebody does something that is drawn, or time goes by."""
        self.come()
        seats = [seat for seat in self.phones if seat in self.view.present]
        mine = self.phones[self.rng.choice(seats or [*self.phones])][-1]
        if self.view.phase in ("waiting", "scored") and self.rng.random() < 0.5:
            self.answer(mine, "/seat", "start")
        elif self.view.phase == "live" and self.rng.random() < 0.7:
            self.turn(seats)
        elif self.view.phase in ("grab", "holders") and self.rng.random() < 0.7:
            self.grab(self.rng.sample(seats, min(len(seats), self.rng.randint(1, 2))))
        else:
            self.slip(mine, seats)
        self.on.settle()
        self.on.wait(self.rng.choice((0, 100, 500, 3000)))

    def turn(self, seats: list[Seat]) -> None:
        """Cards are chosen, and PASS is called; who has four of a kind grabs, or waits."""
        for seat in seats:
            if self.rng.random() < 0.9:
                self.choose(self.phones[seat][-1])
        self.on.settle()
        four = [seat for seat in seats if self.hand(self.phones[seat][-1]).get("four")]
        self.on.wait(800)
        if self.view.phase == "live" and four and self.rng.random() < 0.7:
            self.grab(four[:1])
        elif self.view.phase == "live" and self.on.keeper.may_call():
            self.on.call()

    def slip(self, mine: FlaskClient, seats: list[Seat]) -> None:
        """What happens at a table beside the game."""
        slips: tuple[Callable[[], None], ...] = (
            lambda: self.answer(mine, "/seat"),
            lambda: self.answer(mine, "/seat", "back"),
            lambda: self.answer(self.leader, "/referee"),
            lambda: self.back(mine, "/seat"),
            lambda: self.back(self.leader, "/referee"),
            lambda: self.grab(seats[:2]),
            self.other_phone,
            self.sleep,
            self.restart,
        )
        self.rng.choice(slips)()

    def choose(self, phone: FlaskClient) -> None:
        """A card that is drawn, and sometimes another one at once."""
        hand = self.hand(phone)
        drawn = [
            (int(card), int(turn)) for card, turn, off in CARD.findall(hand["html"]) if not off
        ]
        if drawn:
            best = rules.discard(hand["cards"], self.rng.randrange(99))
            for card in (best, self.rng.randrange(4))[: self.rng.choice((1, 1, 2))]:
                told = {"card": card, "turn": drawn[0][1]}
                assert self.post(phone, "/api/hand", told)["ok"]
                assert self.hand(phone)["chosen"] == card

    def grab(self, seats: list[Seat]) -> None:
        """Dolphins that are drawn, all touched at one moment."""
        now_us = self.on.hall.clock.now_us()
        for seat in seats:
            drawn = GRAB.findall(self.phones[seat][-1].get("/seat").get_data(as_text=True))
            if drawn and not drawn[0][1]:
                doubt = {"at_us": now_us, "uncertain_us": self.rng.choice((5000, 40_000))}
                told = {"tell": f"g{next(TELLS)}", "deal": drawn[0][0], **doubt}
                left = len(self.view.claims) < len(self.view.in_play)
                heard = self.post(self.phones[seat][-1], "/api/grab", told)["ok"]
                assert heard or not left, "a dolphin that was just drawn"

    def answer(self, phone: FlaskClient, path: str, key: str = "") -> None:
        """A button that is drawn, now and then twice."""
        page = phone.get(path).get_data(as_text=True)
        drawn = [one for one in ANSWER.findall(page) if key in ("", one[1])]
        if not drawn:
            return
        ask, key, picks = self.rng.choice(drawn)
        told = {"ask": unescape(ask), "key": key, "picks": json.loads(unescape(picks))}
        for again in range(self.rng.choice((1, 1, 2))):
            reply = self.post(phone, "/api/answer", {"tell": f"a{next(TELLS)}", **told})["reply"]
            assert reply == "counts" or again, (key, picks, reply)
        self.done[key.partition(":")[0]] += 1

    def back(self, phone: FlaskClient, path: str) -> None:
        """What may be taken back or said again by whoever has the button."""
        drawn = BACK.findall(phone.get(path).get_data(as_text=True))
        if drawn:
            what, of = self.rng.choice(drawn)
            reply = self.post(phone, f"/api/{what}", {"tell": f"b{next(TELLS)}", "of": int(of)})
            assert reply["reply"] == "counts", (what, reply)
            self.done[what] += 1

    def other_phone(self) -> None:
        """Somebody takes the hand to another phone, and sometimes back."""
        # Whose sitting down was taken back sits nowhere.
        seat = self.rng.choice([one for one in self.phones if one in self.picture.names.people])
        phones = self.phones[seat]
        if len(phones) == 1:
            phones.append(self.phone_of(seat))
            self.hand(phones[-1])
        else:
            phones.reverse()
            if self.hand(phones[-1]).get("elsewhere"):
                assert self.post(phones[-1], "/api/hand", {"card": 0, "turn": 0})["ok"]
        self.done["other phone"] += 1

    def sleep(self) -> None:
        """A phone that nobody hears of keeps the call waiting, and everybody reads for whom."""
        self.on.now_s += 60
        away = self.rng.choice([*self.phones])
        for seat in self.phones.keys() - {away}:
            for phone in self.phones[seat]:
                self.hand(phone)
        self.on.settle()
        self.on.hall.wait(10)
        if self.view.phase == "live" and away in self.on.keeper._hands:
            assert not self.on.keeper.may_call() or str(away) in self.view.robots
            assert bool(self.picture.trouble) != (str(away) in self.view.robots)

    def restart(self) -> None:
        """The plug is pulled: each phone keeps its cookie, its cards and what it chose."""
        kept = ("cards", "chosen", "turn", "four")
        before = {seat: self.hand(phones[-1]) for seat, phones in self.phones.items()}
        self.on.restart()
        self.open()
        self.leader = self._again(self.leader)
        for seat, phones in self.phones.items():
            self.phones[seat] = [self._again(phone) for phone in phones]
            now = self.hand(self.phones[seat][-1])
            assert {name: now.get(name) for name in kept} == {
                name: before[seat].get(name) for name in kept
            }
        self.done["restart"] += 1

    def _again(self, phone: FlaskClient) -> FlaskClient:
        client = self.app.test_client()
        client._cookies = phone._cookies  # type: ignore[attr-defined]
        return client

    def post(self, phone: FlaskClient, path: str, told: dict[str, Any]) -> Any:
        answer = phone.post(path, json=told, headers=ORIGIN)
        assert answer.status_code == 200, (path, told, answer.get_data(as_text=True))
        return answer.json


TELLS: Iterator[int] = count()


def evening(folder: Path, seed: int, steps: int) -> tuple[set[str], Counter[str]]:
    """One by chance; which phases it saw, and what was done."""
    rng = Random(seed)
    with hall(folder) as bench:
        on = Table(bench, seed, rng.randint(2, 4), robots=rng.randint(0, 1), way="quick")
        strangers, phases = Strangers(folder, on, rng), set[str]()
        for _ in range(steps):
            if bench.phase == "over":
                break
            phases.add(bench.phase)
            strangers.step()
            strangers.hold()
        return phases, strangers.done


def test_strangers_find_what_is_drawn_to_be_so(tmp_path: Path) -> None:
    phases, done = evening(tmp_path, SEED, STEPS)
    assert phases >= SEEN and {"undo", "redo", "back", "restart", "other phone"} <= {*done}, done


@pytest.mark.soak
@pytest.mark.parametrize("nth", range(SOAKS))
def test_strangers_play_for_long(tmp_path: Path, nth: int) -> None:
    seed = Random().randrange(10**6)  # by the run's own --randomly-seed
    print(f"evening {seed}")
    evening(tmp_path, seed, SOAKED)
