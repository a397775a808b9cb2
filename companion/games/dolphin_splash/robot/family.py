"""A robot family for SPLASH!: a real deck, passing on the call, grabs, slips and bluffs.

Everything a person at the table would know is kept here, hidden from the referee: the hands, who
touched what, and who holds what in the end. Chance comes from the generator it is given.
"""

from collections.abc import Iterator
from dataclasses import field
from random import Random

from companion.frozen import dataclass
from companion.games.dolphin_splash.facts import Setup, Variant
from companion.games.dolphin_splash.robot.truth import Truth
from companion.robots.acts import Act, Does, Reply
from companion.words import Ask, Pad, Seat

SPLASH_SET = 0  # the rank of the four cards with dolphins on them
PASSES_MOST = 60  # a family that gets nowhere loses patience: somebody slips
GAP_US = 2_000_000  # between one scramble and the next
LIFTS_US = 60_000  # from a hand on a dolphin to the dolphin in the hand
LETS_GO_US = 90_000


@dataclass(frozen=True, slots=True)
class Temper:
    """How a family plays; times in milliseconds, chances for each hand at each pass."""

    sees_ms: tuple[int, int] = (250, 900)  # from the fourth card to the hand on a dolphin
    reacts_ms: tuple[int, int] = (150, 600)  # from the first touch to the others' hands
    slips: float = 0.01  # touches without four of a kind
    bluffs: float = 0.03  # reaches and does not touch
    follows: float = 0.4  # after a slip: grabs along before anybody can stop it
    claims: float = 0.5  # says on the phone which dolphin is whose
    shy: float = 0.02  # has the SPLASH! set and forgets to say so


@dataclass(slots=True)
class Round:
    """One round as it really is."""

    hands: dict[Seat, list[int]]
    touched: dict[Pad, Seat] = field(default_factory=dict)  # the first hand on each dolphin
    holds: dict[Seat, Pad] = field(default_factory=dict)  # who has which when it is over
    touchers: set[Seat] = field(default_factory=set)
    rightful: bool = False  # whether the first to touch had four of a kind
    over: bool = False
    passes: int = 0


class Family:
    """People round one table, and what they know."""

    def __init__(self, setup: Setup, rng: Random, temper: Temper | None = None) -> None:
        self.setup = setup
        self.rng = rng
        self.temper = temper or Temper()
        self.seats = tuple(Seat(seat) for seat in range(setup.seats))
        self.truth = Truth(setup)
        self.dealer = setup.dealer
        self.now_us = 1_000_000
        self.round: Round | None = None
        self._stack: list[int] = []
        self._out: list[Pad] = []  # dolphins that are not in the middle, also after a dropped round
        self._unsaid: set[Seat] = set()  # who may still claim or show the SPLASH! set

    # --- what people do -----------------------------------------------------------------------

    def dealt(self) -> None:
        """The deck is shuffled and dealt."""
        alternate = self.setup.variant is Variant.ALTERNATE
        each = 5 if alternate else 4
        ranks = range(10) if alternate else range(len(self.seats))
        deck = [rank for rank in ranks for _ in range(4)]
        self.rng.shuffle(deck)
        hands = {seat: [deck.pop() for _ in range(each)] for seat in self.seats}
        self._stack = deck
        self.round = Round(hands)

    def play_on(self) -> Iterator[Act]:
        """Pass cards until a hand is on a dolphin, rightly or not; then what all hands do."""
        now = self._round()
        while True:
            ready = [seat for seat in self.seats if has_set(now.hands[seat])]
            if ready:
                seat = min(ready, key=lambda _: self.rng.random())
                yield from self._scramble(seat, rightful=True)
                return
            slip = [seat for seat in self.seats if self.rng.random() < self.temper.slips]
            if slip or now.passes >= PASSES_MOST:
                yield from self._scramble(slip[0] if slip else self.dealer, rightful=False)
                return
            yield from self._bluffs()
            self._pass()
            yield Act(Does.PASS, self.now_us)

    def put_back(self, after: bool = False) -> Iterator[Act]:
        """All dolphins back in the middle; `after` a round everybody still knows who had which."""
        for pad in self._out:
            self.now_us += 200_000
            yield Act(Does.HOME, self.now_us, pad)
        self._out = []
        self.now_us += GAP_US
        if not after:
            now = self._round()
            now.touched, now.touchers, now.holds = {}, set(), {}
            now.passes = 0  # everybody has patience again, or nothing but slips would follow

    # --- what people say ----------------------------------------------------------------------

    def answer(self, ask: Ask) -> Reply | None:
        """The true answer to a question; None for an offer that nobody takes up."""
        match ask.topic:
            case "deal" | "reset":
                return Reply("start", self.dealer)
            case "verdict":
                return Reply("yes" if self._round().rightful else "no", self._anybody())
            case "holders":
                return self._holders(ask)
            case "foul":
                told = sorted(self._to_blame())
                return Reply("touched", self._anybody(), {"touchers": [*told]})
            case "contest":
                return self._contest(ask)
            case "bonus":
                return self._bonus(ask)
            case "claim":
                return self._claim(ask)
        return None

    def scored(self) -> None:
        """The referee scored the round that is over: the truth is counted too."""
        now = self._round()
        bonus = self._bonus_seat() if self._bonus_seat() not in self._unsaid else None
        self.truth.round_over(tuple(now.holds), bonus)
        self.dealer = Seat((self.dealer + 1) % len(self.seats))
        self.round = None

    def fouled(self) -> None:
        """The referee gave the letters of a foul: so does the truth."""
        dropped = self.truth.foul(self._to_blame())
        if dropped:
            self.round = None
            self.dealer = Seat((self.dealer + 1) % len(self.seats))

    # --- inside -------------------------------------------------------------------------------

    def _round(self) -> Round:
        assert self.round is not None, "nothing was dealt"
        return self.round

    def _anybody(self) -> Seat:
        return self.rng.choice(self.seats)

    def _pads(self) -> list[Pad]:
        dolphins = 2 if self.truth.tied else len(self.seats) - 1
        return [Pad(pad) for pad in range(dolphins)]

    def _pass(self) -> None:
        """Everybody slides one card to the left; with the whole deck, round the dealer's stack."""
        now = self._round()
        now.passes += 1
        self.now_us += 1_200_000
        places = {seat: self._discard(seat) for seat in self.seats}
        given = {seat: now.hands[seat].pop(place) for seat, place in places.items()}
        for seat in self.seats:
            left = Seat((seat + 1) % len(self.seats))
            taken = given[seat]
            if self.setup.variant is Variant.ALTERNATE and left == self.dealer:
                self._stack.insert(0, taken)  # discards lie under the stack, oldest on top
                taken = self._stack.pop()
            now.hands[left].insert(places[left], taken)

    def _discard(self, seat: Seat) -> int:
        """The place in its hand of the card that a seat gives away."""
        hand = self._round().hands[seat]
        kept = max(hand, key=lambda rank: (hand.count(rank), self.rng.random()))
        others = [rank for rank in hand if rank != kept] or hand
        return hand.index(self.rng.choice(others))

    def _bluffs(self) -> Iterator[Act]:
        for seat in self.seats:
            if self.rng.random() < self.temper.bluffs:
                yield Act(Does.NEAR, self.now_us, self.rng.choice(self._pads()), seat)

    def _scramble(self, first: Seat, rightful: bool) -> Iterator[Act]:
        """The first hand, and what the others do about it."""
        now = self._round()
        now.rightful = rightful
        hands = [(self.now_us + self._ms(self.temper.sees_ms), first)]
        for seat in self.seats:
            goes = rightful or self.rng.random() < self.temper.follows
            if seat != first and goes:
                hands.append((hands[0][0] + self._ms(self.temper.reacts_ms), seat))
        free = self._pads()
        for at_us, seat in sorted(hands):
            if free:
                yield from self._take(seat, free, at_us)
        self._end_scramble()

    def _end_scramble(self) -> None:
        """All hands are done: who has what in the end, and what each will say of it."""
        now = self._round()
        if now.rightful:
            self._struggle()
        now.over = now.rightful
        self._unsaid = {s for s in self.seats if self.rng.random() >= self.temper.claims}
        splash = self._bonus_seat()
        if splash is not None and self.rng.random() >= self.temper.shy:
            self._unsaid.discard(splash)

    def _take(self, seat: Seat, free: list[Pad], at_us: int) -> Iterator[Act]:
        pad = self.rng.choice(free)
        free.remove(pad)
        self._grip(seat, pad)
        self.now_us = max(self.now_us, at_us + 300_000)
        yield Act(Does.TOUCH, at_us, pad, seat)
        yield Act(Does.LIFT, at_us + LIFTS_US, pad, seat)
        yield Act(Does.RELEASE, at_us + LETS_GO_US, pad, seat)

    def _grip(self, seat: Seat, pad: Pad) -> None:
        now = self._round()
        now.touched[pad] = seat
        now.touchers.add(seat)
        now.holds[seat] = pad
        self._out.append(pad)

    def _struggle(self) -> None:
        """Now and then the last one in wrests a dolphin out of another hand."""
        now = self._round()
        without = [seat for seat in self.seats if seat not in now.holds]
        if without and self.rng.random() < 0.1:
            victim = self.rng.choice(tuple(now.holds))
            now.holds[without[0]] = now.holds.pop(victim)

    def _ms(self, between: tuple[int, int]) -> int:
        least, most = between
        return round(self.rng.triangular(least, most, least + (most - least) / 3)) * 1000

    def _to_blame(self) -> set[Seat]:
        """Who touched without being entitled to: a hand with a set is no foul (D-Q10)."""
        now = self._round()
        return {seat for seat in now.touchers if not has_set(now.hands[seat])}

    def _bonus_seat(self) -> Seat | None:
        now = self._round()
        for seat in now.holds:
            if now.hands[seat].count(SPLASH_SET) == 4:
                return seat
        return None

    def _holders(self, ask: Ask) -> Reply | None:
        now = self._round()
        if not now.rightful:
            return None
        seats = sorted(now.holds)
        without = [seat for seat in self.seats if seat not in seats]
        alone = f"seat:{without[0]}" if len(without) == 1 else ""
        if any(choice.key == alone for choice in ask.choices):
            return Reply(alone, self._anybody())
        return Reply("held", self._anybody(), {"seats": [*seats]})

    def _contest(self, ask: Ask) -> Reply:
        holds = self._round().holds
        for choice in ask.choices:
            seat = choice.key.removeprefix("seat:")
            if seat.isdigit() and holds.get(Seat(int(seat))) == choice.fact.pad:
                return Reply(choice.key, self._anybody())
        return Reply("nobody", self._anybody())

    def _bonus(self, ask: Ask) -> Reply | None:
        seat = self._bonus_seat()
        if seat is None or seat in self._unsaid:
            return Reply("no", self._anybody()) if ask.must else None
        if ask.must:
            return Reply(f"seat:{seat}", self._anybody())
        return Reply("bonus", seat, {"seat": seat}) if seat in ask.seats else None

    def _claim(self, ask: Ask) -> Reply | None:
        (seat,) = ask.seats
        now = self._round()
        if not now.rightful or seat in self._unsaid or seat not in now.holds:
            return None
        if self._bonus_seat() != seat:
            self._unsaid.add(seat)
        key = f"pad:{now.holds[seat]}"
        taken = any(choice.key == "none" for choice in ask.choices)  # it is claimed already
        return None if taken else Reply(key, seat)


def has_set(hand: list[int]) -> bool:
    return any(hand.count(rank) >= 4 for rank in set(hand))
