"""Robots with known truth play by their phones in such a world, until a game is over.

Each word is told until it is heard of; somebody errs now and then, and takes it back.
"""

import json
from dataclasses import dataclass
from random import Random
from typing import Any

from companion import codec
from companion.referee.fold import OpenAsk
from companion.robots import Act, Does
from companion.table.caller import Called
from companion.table.frames import Kind
from companion.words import Pad
from tests.robots.hearsay import PEOPLE
from tests.robots.live_games import family_of, some_setup
from tests.simulation.world import Phone, World

PASS_US = 1_500_000
LOOK_US = 250_000
THINK_US = (50_000, 400_000)  # before a word is told, or told again
STEPS_MOST = 4_000
QUIET_US = 2_500_000  # after a hand: a scramble is judged by then
WEARY = 60  # words that are not told in so many tries
FEELS = {
    Does.TOUCH: Kind.TOUCH, Does.LIFT: Kind.LIFT, Does.RELEASE: Kind.RELEASE, Does.HOME: Kind.HOME,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Word:
    """What is to be told, by whom, and once."""

    phone: Phone
    path: str
    body: dict[str, Any]

    @property
    def nonce(self) -> str:
        return str(self.body["tell"])


class Evening:
    """People, their phones, and what they play."""

    def __init__(self, world: World, seed: int) -> None:
        self.world, self.rng, self.seed = world, Random(seed + 3), seed
        self.referee = Phone("referee", "192.168.1.20", page="referee")
        self.seats = {n: Phone(f"seat {n}", f"192.168.1.{30 + n}", page="seat") for n in (0, 1)}
        self.wall = Phone("wall", "192.168.1.90")
        world.phones = [self.referee, *self.seats.values(), self.wall]
        self.words = 0
        self.hands: dict[Pad, int] = {}  # when each came to a dolphin, in this round
        self.firsts = 0  # that were held against it
        self.heard: dict[str, str] = {}  # by nonce: what its phone was told of it

    # --- telling ------------------------------------------------------------------------------

    def nonce(self) -> str:
        self.words += 1
        return f"{self.seed}-{self.words}"

    def told(self, word: Word) -> str:
        """Told until it is heard of: the reply's kind."""
        for _ in range(WEARY):
            self.world.up()
            answer = self.world.ask(word.phone, "POST", word.path, word.body)
            if answer is not None:
                if answer.status in (200, 403, 409):
                    said: str = json.loads(answer.body).get("reply", "refused")
                    if said == "refused" and self._is_kept_back():
                        self._room_again()
                        continue
                    self.heard[word.nonce] = said
                    return said
                assert answer.status in (429, 503) or self.world.is_full, answer
                self._room_again()
            self.world.pass_by(self.rng.randint(*THINK_US) * 4)
        raise AssertionError(f"nobody hears {word}")

    def _is_kept_back(self) -> bool:
        house = self.world.house
        return house is None or bool(house.journal.trouble)

    def _room_again(self) -> None:
        """Somebody makes room, after a while."""
        if self.rng.random() < 0.3:
            self.world.is_full = False
        self.world.pass_by(1_000_000)

    # --- coming in ----------------------------------------------------------------------------

    def come_in(self) -> None:
        """The referee by the link; two people by asking to."""
        self._redeem()
        self.begin("party_splash", {"seats": 4})
        for seat, phone in self.seats.items():
            self._sit(seat, phone)

    def _redeem(self) -> None:
        for _ in range(WEARY):
            house = self.world.up()
            key = house.access.sessions.referee_key()
            answer = self.world.ask(self.referee, "POST", "/api/redeem", {"t": key})
            if answer is not None and answer.status == 200:
                return
            self.world.pass_by(1_000_000)
        raise AssertionError("the referee cannot come in")

    def _sit(self, seat: int, phone: Phone) -> None:
        for _ in range(WEARY):
            self.world.up()
            who = self.world.ask(phone, "GET", "/api/whoami")
            if who is not None and json.loads(who.body).get("seat") == seat:
                return
            self.world.ask(phone, "POST", "/api/knock", {"seat": seat})
            state = self.world.ask(self.referee, "GET", "/api/state")
            for knock in json.loads(state.body)["knocks"] if state is not None else ():
                yes = {"knock": knock["id"], "yes": True}
                self.world.ask(self.referee, "POST", "/api/let_in", yes)
            self.world.pass_by(2_000_000)
        raise AssertionError(f"{phone.name} cannot come in")

    def begin(self, kind: str, setup: dict[str, Any]) -> None:
        """A new game of these people."""
        seats = setup.pop("seats")
        body = {
            "tell": self.nonce(), "kind": kind, "people": list(PEOPLE[:seats]), "options": setup,
            "sure": True,
        }  # fmt: skip
        said = self.told(Word(self.referee, "/api/game", body))
        assert said == "counts", said

    # --- a game -------------------------------------------------------------------------------

    def play(self, kind: str, words_most: int) -> None:
        """A game of robots, so many words of it at most, held to what they know to be true."""
        setup = some_setup(kind, self.rng)
        told = codec.encode(setup)
        told.pop("kind", None)
        self.begin(kind, told)
        house = self.world.up()
        self.family = family_of(kind, house.referee.picture.setup, self.rng, self.seed)
        self.called_us = self.felt_us = self.world.now_us()
        self.calls, self.hands = 0, {}
        until = self.words + words_most
        for _ in range(STEPS_MOST):
            house = self.world.up()
            view = house.referee.picture.view
            if view.over:
                self.family.look(view, self.world.now_us())
            if (view.over and not self._answered()) or self.words > until:
                break
            self._step(kind)
        view = self.world.up().referee.picture.view
        if view.over and self.words <= until:
            known, won = set(self.family.over()), set(view.winners)
            # P-S9 After a party winners are known as far as balloons were shown.
            is_known = won <= known if kind == "party_splash" else known == won != set()
            assert is_known, (known, won, kind, self.rows())

    def _step(self, kind: str) -> None:
        world, weather, chance = self.world, self.world.weather, self.rng.random
        for _ in range(2):
            if chance() < weather.strangers:
                world.stranger()
        for phone in world.phones:
            if chance() < 0.3:
                world.watch(phone)
        if chance() < weather.full:
            world.is_full = True
        if chance() < weather.jumps:
            world.time.set_ms += self.rng.randint(-(10**9), 10**9)
        if chance() < weather.reads:
            world.read(self.rng.choice(world.phones))
        if chance() < weather.kills:
            world.disk.kill_soon()
        if world.now_us() > self.felt_us + QUIET_US:
            self._hold_first()
            self._misfortune()
        house = world.up()
        for act in self.family.look(house.referee.picture.view, world.now_us()):
            self._feel(act)
        if self.family.next_us() is None and chance() < weather.errs:
            self._err()
        elif not self._answered():
            self._wait()

    def _misfortune(self) -> None:
        """What may come while no hand is at the dolphins: of a scramble it hides who was first."""
        world, weather, chance = self.world, self.world.weather, self.rng.random
        if self.family.next_us() is not None:
            return
        if chance() < weather.sleeps:
            world.time.ns += self.rng.randint(1, 8 * 3600) * 10**9
        if chance() < weather.unplugs:
            world.unplugged_us = world.now_us() + self.rng.randint(100_000, 20_000_000)
        if chance() < weather.resets:
            world.reset()

    def _feel(self, act: Act) -> None:
        if act.pad is not None and act.does in FEELS:
            self.world.is_full = False
            self.felt_us = self.world.now_us()
            if act.does is Does.TOUCH:
                self.hands.setdefault(act.pad, act.at_us)
            elif act.does is Does.HOME:
                self.hands = {}
            self.world.pass_by(max(0, act.at_us - self.world.now_us()))
            self.world.board.feel(FEELS[act.does], act.pad, act.at_us, 300)

    def _hold_first(self) -> None:
        """Who is said to be first was; also where the plug was pulled among the hands."""
        order = self.world.up().referee.picture.view.order if self.hands else ()
        if order and not (order[0].close or order[0].suspect):
            assert order[0].pad == min(self.hands, key=self.hands.__getitem__), (order, self.hands)
            self.firsts += 1

    def _answered(self) -> bool:
        """Whether anything could be said; what may be said goes before what must be."""
        house = self.world.up()
        for open_ in sorted(house.referee.picture.open, key=lambda one: one.ask.must):
            reply = self.family.answer(open_.ask)
            if reply is not None:
                self.world.pass_by(self.rng.randint(*THINK_US))
                phone = self._teller(open_, reply.seat)
                body = {"tell": self.nonce(), "ask": open_.id, "key": reply.key}
                said = self.told(Word(phone, "/api/answer", {**body, "picks": reply.picks}))
                assert said != "refused", (open_, reply, said)
                if said == "counts" and self.rng.random() < self.world.weather.errs:
                    self._doubt()
                return True
        return False

    def _teller(self, open_: OpenAsk, seat: int | None) -> Phone:
        phone = self.seats.get(-1 if seat is None else seat)
        if phone is None or self.rng.random() < 0.3:
            return self.referee
        state = self.world.ask(phone, "GET", "/api/state")
        asks = json.loads(state.body)["asks"] if state is not None else ()
        mine = any(ask["id"] == open_.id and ask["mine"] for ask in asks)
        return phone if mine else self.referee

    def _wait(self) -> None:
        """Let time pass until a hand moves or PASS is called."""
        now_us, house = self.world.now_us(), self.world.up()
        live = house.referee.picture.view.phase == "live"
        if not live or now_us >= self.called_us + PASS_US:
            self.called_us = now_us
            if live:
                self.calls += 1
                house.referee.hear(Called(self.calls, house.clock.now_us(), 1))
                self.family.heard(now_us)
        next_us = self.family.next_us() or now_us + LOOK_US
        self.world.pass_by(max(1_000, min(next_us, now_us + LOOK_US) - now_us))

    # --- a scramble that ends in the dark -----------------------------------------------------

    def deal(self) -> None:
        """A game of SPLASH!, with the cards going round."""
        self.begin("dolphin_splash", {"seats": 4})
        for _ in range(STEPS_MOST):
            picture = self.world.up().referee.picture
            if picture.view.phase == "live":
                break
            deal = next(one for one in picture.open if one.ask.topic == "deal")
            body = {"tell": self.nonce(), "ask": deal.id, "key": deal.ask.choices[0].key}
            self.told(Word(self.referee, "/api/answer", {**body, "picks": {}}))
        self.world.unplugged_us = 0
        self.world.pass_by(3_000_000)

    def settle_round(self) -> bool:
        """Answer whatever must be answered by its first choice, until the round is over."""
        for _ in range(WEARY):
            picture = self.world.up().referee.picture
            if picture.view.phase == "scored":
                return True
            asked = next(one for one in picture.open if one.ask.must)
            choice = asked.ask.choices[0]
            picks = {slot.field: slot.options[: slot.least] for slot in choice.slots}
            body = {"tell": self.nonce(), "ask": asked.id, "key": choice.key, "picks": picks}
            assert self.told(Word(self.referee, "/api/answer", body)) == "counts"
        return False

    def scramble(self) -> None:
        """Hands come down while the plug is pulled: no touch that the board felt is lost."""
        world = self.world
        self.deal()
        felt = []
        if world.weather.kills:
            world.disk.kill_soon()
        resets = self.rng.randrange(4) if world.weather.resets else None
        for hand, pad in enumerate(self.rng.sample(range(5), 4)):
            world.pass_by(self.rng.randint(1_000, 150_000))
            felt.append((pad, f"board:{world.board.boot:x}:{world.board.next:x}:"))
            world.board.feel(Kind.TOUCH, pad, world.now_us(), 300)
            if hand == resets:  # with what it has not told yet: but the hand is still there
                world.reset()
        world.pass_by(3_000_000)
        journal = world.up().journal
        world.pass_by(3_000_000)
        game = journal.games(1)[0].game
        rows = [row for row in world.up().journal.rows(game) if "touched" in row.facts]
        for pad, mark in felt:
            told = [row for row in rows if f'"pad":{pad},' in row.facts]
            once = sum((row.nonce or "").startswith(mark) for row in told)
            assert once == 1 or (resets is not None and told and once == 0), (pad, mark, rows)

    # --- erring -------------------------------------------------------------------------------

    def _err(self) -> None:
        """Somebody tells what is not so, and it is taken back."""
        house = self.world.up()
        open_asks = [one for one in house.referee.picture.open if one.ask.choices]
        if not open_asks:
            return
        open_ = self.rng.choice(open_asks)
        choice = self.rng.choice(open_.ask.choices)
        picks = {
            slot.field: self.rng.sample(slot.options, self.rng.randint(slot.least, slot.most))
            for slot in choice.slots
        }
        body = {"tell": self.nonce(), "ask": open_.id, "key": choice.key, "picks": picks}
        if self.told(Word(self.referee, "/api/answer", body)) == "counts":
            self._take_back()

    def _doubt(self) -> None:
        """Somebody takes back what was right, and lets it stand again, or tells it once more."""
        self._take_back()
        redo = self.world.up().referee.picture.redo
        if redo is None:
            return  # it said a secret, which is told anew
        body = {"tell": self.nonce(), "of": redo.seq}
        assert self.told(Word(self.referee, "/api/redo", body)) == "counts"

    def _take_back(self) -> None:
        undo = self.world.up().referee.picture.undo
        assert undo is not None
        body = {"tell": self.nonce(), "of": undo.seq}
        said = self.told(Word(self.referee, "/api/undo", body))
        assert said == "counts", said

    # --- what has to be so --------------------------------------------------------------------

    def hold(self) -> None:
        """The storm is over: everything that was promised is so."""
        world = self.world
        world.weather = type(world.weather)()
        world.is_full = False
        world.disk.spare()
        house = world.up()
        world.pass_by(6_000_000)
        assert not world.late
        self._hold_words()
        self._hold_screens()
        seen = house.referee.picture
        folded = house.referee.picture.state, seen.view, seen.open
        world.said = self.rows()
        world.close()
        world.start()
        assert world.house is not None
        again = world.house.referee.picture
        assert (again.state, again.view, again.open) == folded

    def _hold_words(self) -> None:
        """What counted is written, once; what was refused is not."""
        assert self.world.house is not None
        journal = self.world.house.journal
        rows = [row for game in journal.games(999) for row in journal.rows(game.game)]
        written = [row.nonce.rpartition(":")[2] for row in rows if row.nonce]
        games = {w.rpartition(":")[2] for w in self._begun()}
        for nonce, said in self.heard.items():
            times = written.count(nonce) + (nonce in games)
            assert times <= 1 and (times == 1 or said != "counts"), (nonce, said, times)

    def rows(self) -> str:
        """The newest of the journal, as lines."""
        house = self.world.up()
        game = house.referee.picture.game
        assert game is not None
        newest = [*house.journal.rows(game.game)][-6:]
        return "\n".join(f"{r.seq} {r.op} {r.of} {r.by} {r.nonce} {r.facts}" for r in newest)

    def _begun(self) -> list[str]:
        assert self.world.house is not None
        rows = self.world.house.journal._hold.side.execute("SELECT tell FROM games").fetchall()
        return [tell for (tell,) in rows if tell]

    def _hold_screens(self) -> None:
        """Each screen shows what is so, and what a page drawn anew would."""
        world = self.world
        assert world.house is not None
        for phone in world.phones:
            for _ in range(3):
                world.watch(phone)
            fresh = world.ask(phone, "GET", f"/api/fragment?page={phone.page}")
            assert fresh is not None and phone.screen is not None
            if fresh.status == 200:
                assert phone.screen.state == json.loads(fresh.body), phone.name
