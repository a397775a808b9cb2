"""Rounds of hands on phones, played by robots and by people who do as robots do, and slip.

What somebody does goes by the hand alone, and by which sorts are the same: not by what they are
called. So two tables at which sorts have changed names are told the same.
"""

from dataclasses import dataclass
from random import Random

from companion.games.dolphin_splash import hands as rules
from companion.words import Seat
from tests.hands.looking import Screens, Watch
from tests.hands.table import ANA, Table

STEPS_MOST = 100
SLIPS = ("too soon", "again", "taken back", "stand in", "plug")


@dataclass
class Rounds:
    """People at a table, by the phones that they have."""

    screens: Screens
    watch: Watch | None
    rng: Random
    people: tuple[Seat, ...]
    slips: tuple[str, ...] = ()

    @property
    def on(self) -> Table:
        return self.screens.on

    def play(self) -> None:
        """One round, from the deal until its cards may be seen, or until somebody has won."""
        self.on.hall.wait(500)
        self.on.hall.counts("deal", "start")
        self.on.settle()
        slips = list(self.slips)
        for _ in range(STEPS_MOST):
            phase = self.on.hall.phase
            if phase in ("scored", "over"):
                return
            if phase == "live":
                self._turn(slips)
            elif phase == "holders":
                self._others_grab()
            else:
                self.on.wait(500)
        raise AssertionError(f"a round that does not end: {self.on.hall.phase}")

    # --- a turn -------------------------------------------------------------------------------

    def _turn(self, slips: list[str]) -> None:
        for who in self.people:
            if self.rng.random() < 0.9:
                self._choose(who)
        self.on.wait(900)
        first = next((who for who in self.people if self._has_four(who)), None)
        if self.on.hall.phase != "live":
            return
        if first is not None:
            self._reach(first)
        elif slips:
            self._slip(slips.pop(0))
        else:
            self.on.call()

    def _slip(self, what: str) -> None:
        if what == "too soon":
            self._reach(self.people[-1])
        elif what == "again":
            self.on.hall.counts("redeal", "redeal")
            self.on.settle()
        elif what == "taken back":
            self.on.hall.undo()
            self.on.settle()
            if "deal" in self.on.hall.topics:
                self.on.hall.counts("deal", "start")
                self.on.settle()
        elif what == "stand in":
            self.on.hall.counts("stand_in", f"seat:{self.people[-1]}")
            self.on.wait(2500)
            self.on.hall.counts("play_on", "back")
            self.on.settle()
        else:
            self._pull_the_plug()

    def _pull_the_plug(self) -> None:
        self.on.restart()
        self.screens._open()
        if self.watch:
            self.watch.listen()

    # --- hands --------------------------------------------------------------------------------

    def _phone(self, who: Seat) -> str:
        return self.screens.phone if who == ANA else f"{who}'s"

    def _cards(self, who: Seat) -> tuple[int, ...]:
        cards: tuple[int, ...] = self.on.hand(who, self._phone(who))["cards"]
        return cards

    def _has_four(self, who: Seat) -> bool:
        return rules.four(self._cards(who)) is not None

    def _choose(self, who: Seat) -> None:
        cards = self._cards(who)
        if not cards:
            return
        card, turn = (
            rules.discard(cards, self.rng.randrange(99)),
            self.on.hand(who, self._phone(who))["turn"],
        )
        if who == ANA:
            self._note("chosen", self.screens.told("/api/hand", card=card, turn=turn))
        else:
            assert self.on.keeper.choose(who, card, turn, self._phone(who))

    def _reach(self, who: Seat) -> None:
        if who == ANA:
            picture = self.on.hall.referee.picture
            told = {"at_us": self.on.hall.clock.now_us(), "uncertain_us": 9000}
            deal = self.screens.phones["seat"].get("/api/state").json["deal"]
            answer = self.screens.told("/api/grab", tell=f"g{picture.seq}", deal=deal, **told)
            self._note("grabbed", answer)
        else:
            self.on.keeper.reached(who, self.on.hall.clock.now_us(), 0)
        self.on.wait(200)

    def _others_grab(self) -> None:
        if "contest" in self.on.hall.topics:  # two hands that nobody can tell apart
            asked = next(o for o in self.on.hall.referee.picture.open if o.ask.topic == "contest")
            choice = asked.ask.choices[0]
            picks = {slot.field: slot.options[0] for slot in choice.slots}
            self.on.hall.counts("contest", choice.key, **picks)
            return
        state = self.on.hall.referee.picture.state
        late = [who for who in self.people if not rules.has_dolphin(state, who)]
        for who in late[:1]:
            self._reach(who)
        self.on.wait(500)

    def _note(self, what: str, text: str) -> None:
        if self.watch:
            self.watch.note(what, text)
