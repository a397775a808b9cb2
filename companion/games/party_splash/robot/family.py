"""A robot family at a squirt-gun party: hidden balloons, hidden hands, and every card in use.

What the family tells is a stream of facts, each told before anything comes of it at the table;
chance comes from the given generator. How the party really stands is party.py's.
"""

from collections.abc import Generator, Iterator
from random import Random

from companion.frozen import dataclass
from companion.games.party_splash.facts import (
    Came,
    Dealt,
    Done,
    Drew,
    Fact,
    Flip,
    Flipped,
    Missed,
    Picked,
    Played,
    Setup,
    Shed,
    Showed,
    Snacked,
    Soaked,
    Source,
    Threw,
    Took,
    Traded,
)
from companion.games.party_splash.robot.party import (
    BALLOONS,
    CARDS,
    GUNS,
    ICONS,
    KIDS,
    Child,
    Paper,
    Party,
)
from companion.words import Seat

THINGS = ("hat", "skateboard", "goggles")
DRAWN = {"backpack": 3, "lunchbox": 2}
Wish = tuple[Paper, Child | None]
"""A card that somebody might play, and at whom."""


@dataclass(frozen=True, slots=True)
class Temper:
    """How a family plays: chances of everything that nobody has to do."""

    plays_on: float = 0.85  # plays another card that could be played
    answers: float = 0.9  # flips, misses and throws where that helps
    wastes: float = 0.05  # plays what cannot help any more
    trades: float = 0.3  # Kimmy gives cards for a towel, whenever she may
    loyal: float = 0.8  # hits only who is on another side


class PartyFamily:
    """Children round a table, and what they hold."""

    def __init__(
        self, setup: Setup, rng: Random, temper: Temper | None = None, who: list[str] | None = None
    ) -> None:
        self.setup, self.rng, self.temper = setup, rng, temper or Temper()
        self.who = who or rng.sample(KIDS, setup.seats)
        self.first = Seat(rng.randrange(setup.seats))
        self.party: Party | None = None  # from the deal on
        self.turn = self.first
        self.splashed = False
        self.looks = False  # cards are looked at before it is told: the piles are ahead
        self.together: list[Child] | None = None  # who falls at the end of a Hose or Water Bucket
        self.kept_dry = 0  # by Chips or Kimmy, at the last towel

    @property
    def over(self) -> bool:
        """Whether somebody has won."""
        return self.party is not None and bool(self.party.winner)

    def game(self) -> Iterator[Fact]:
        """One party, from the invitations to the end."""
        for seat, who in enumerate(self.who):
            yield Came(Seat(seat), KIDS.index(who))
        yield Dealt(self.first)
        self.party = Party(self.setup, self.rng, self.first, self.who)
        child = self.party.birthday
        while not self.over:
            self.turn, self.splashed = child.seat, False
            yield from self._turn(self.party, child)
            child = self.party.after(child)[0] if not self.over else child

    def winners(self) -> tuple[Seat, ...]:
        """Who is on the side that has won."""
        return self.party.winners() if self.party is not None else ()

    # --- a turn -------------------------------------------------------------------------------

    def _turn(self, party: Party, child: Child) -> Iterator[Fact]:
        if child.has("balloon"):
            yield from self._balloon(party, child)
        if not child.out and not party.winner and child.has("time out"):
            icon = yield from self._flips(party, child, Flip.TIME_OUT, "ducky", wanted=True)
            self._drop(party, child, "time out")
            if icon != "ducky":
                return
        if child.out or party.winner:
            return
        yield from self._draw(party, child)
        yield from self._plays(party, child)
        if not child.out and not party.winner:
            yield from self._ends(party, child)

    def _balloon(self, party: Party, child: Child) -> Iterator[Fact]:
        icon = yield from self._flips(party, child, Flip.BALLOON, "snorkel", wanted=False)
        if icon == "snorkel":
            self._drop(party, child, "balloon")
            yield from self._lose(party, child, 3, None)
            return
        free = [other for other in party.after(child) if not other.has("balloon")]
        if free:
            card = next(card for card in child.table if card.name == "balloon")
            child.table.remove(card)
            free[0].table.append(card)

    def _draw(self, party: Party, child: Child) -> Iterator[Fact]:
        cards = len(party.pile) + len(party.thrown)
        robbed = [other for other in party.after(child) if other.hand]
        if child.who == "adrian" and cards >= 2:
            yield from self._shows(party, child)
        elif child.who == "steven" and robbed:
            yield from self._robs(party, child, robbed)
        elif child.who == "raymond" and party.thrown:
            if self._chance(0.5):
                yield Drew(child.seat, Source.DISCARD)
                child.hand.append(party.thrown.pop())
                party.draw(child, 1)
            else:
                yield Drew(child.seat, Source.PILE)
                party.draw(child, 2)
        elif child.who == "robert":
            self._chooses(party, child)
        else:
            party.draw(child, 2)

    def _shows(self, party: Party, child: Child) -> Iterator[Fact]:
        self.looks = True
        if len(party.pile) < 2:
            party.shuffle()
        icon = party.pile[-2].icon
        yield Showed(child.seat, ICONS.index(icon))
        self.looks = False
        party.draw(child, 3 if icon in ("ducky", "bubble") else 2)

    def _robs(self, party: Party, child: Child, robbed: list[Child]) -> Iterator[Fact]:
        if self._chance(0.5):
            other = self.rng.choice(robbed)
            yield Drew(child.seat, Source.HAND, other.seat)
            party.take(child, other)
            party.draw(child, 1)
        else:
            yield Drew(child.seat, Source.PILE)
            party.draw(child, 2)

    def _chooses(self, party: Party, child: Child) -> None:
        if len(party.pile) < 3:
            party.shuffle()
        looked = [party.pile.pop() for _ in range(min(3, len(party.pile)))]
        self.rng.shuffle(looked)
        child.hand += looked[:2]
        party.pile += looked[2:]

    def _ends(self, party: Party, child: Child) -> Iterator[Fact]:
        yield Done(child.seat)
        if len(child.hand) > child.towels:
            yield from self._kimmy(party)
        over = len(child.hand) - child.towels
        if over > 0:
            yield Shed(child.seat, over)
            party.toss(child, *self.rng.sample(child.hand, over))

    # --- playing ------------------------------------------------------------------------------

    def _plays(self, party: Party, child: Child) -> Iterator[Fact]:
        while not child.out and not party.winner:
            yield from self._kimmy(party)
            wishes = [
                wish
                for card in dict.fromkeys(child.hand)
                for wish in self._wishes(party, child, card)
            ]
            if not wishes or not self._chance(self.temper.plays_on):
                return
            card, target = self.rng.choice(wishes)
            yield from self._play(party, child, card, target)

    def _wishes(self, party: Party, child: Child, card: Paper) -> Iterator[Wish]:
        """The ways in which a child would play a card now."""
        others, wasteful = party.after(child), self._chance(self.temper.wastes)
        match card.name:
            case "splash" | "miss":
                if card.name == "splash" or child.who == "mika":
                    yield from ((card, other) for other in self._prey(party, child))
            case "chips":
                if wasteful or (child.towels < child.most and party.chips_work()):
                    yield card, None
            case "pizza":
                if wasteful or any(one.towels < one.most for one in party.dry()):
                    yield card, None
            case "claw":
                near = (other for other in others if party.away(child, other) == 1)
                yield from ((card, other) for other in near if other.hand or other.table)
            case "slip":
                yield from ((card, other) for other in others if other.hand or other.table)
            case "ball":
                yield from ((card, other) for other in others if self._foe(child, other))
            case "time out":
                free = (other for other in others if not other.has("time out"))
                yield from ((card, other) for other in free if other is not party.birthday)
            case _:
                if self._is_useful(child, card):
                    yield card, None

    def _prey(self, party: Party, child: Child) -> list[Child]:
        if self.splashed and child.who != "oscar" and not child.has("oz"):
            return []
        return [other for other in party.in_reach(child) if self._foe(child, other)]

    def _foe(self, child: Child, other: Child) -> bool:
        """Whether a child wants to hit another one."""
        if not self._chance(self.temper.loyal):
            return True
        kid = other.balloon == "birthday"
        return {"friend": not kid, "classmate": kid, "sibling": not kid}.get(child.balloon, True)

    def _is_useful(self, child: Child, card: Paper) -> bool:
        if card.name in GUNS:
            guns = (other for other in child.table if other.name in GUNS)
            return all(card.range > gun.range for gun in guns) or self._chance(0.2)
        stays = card.name in (*THINGS, "balloon")
        return not (stays and child.has(card.name))

    def _play(
        self, party: Party, child: Child, card: Paper, target: Child | None
    ) -> Iterator[Fact]:
        number = CARDS.index(card.name)
        yield Played(child.seat, number, None if target is None else target.seat)
        if card.name == "ball":
            party.ball_flies = True
        if card.name in (*GUNS, *THINGS, "balloon"):
            party.lay(child, card, child)
        elif card.name == "time out" and target is not None:
            party.lay(child, card, target)
        else:
            party.toss(child, card)
            yield from self._works(party, child, card, target)

    def _works(
        self, party: Party, child: Child, card: Paper, target: Child | None
    ) -> Iterator[Fact]:
        """What comes of a card that went on the discards."""
        if target is not None:
            yield from self._at(party, child, card, target)
        elif card.name == "chips" and party.chips_work():
            party.gain(child)
        elif card.name == "pizza":
            for one in party.dry():
                party.gain(one)
        elif card.name in ("hose", "bucket"):
            yield from self._area(party, child, card.name == "hose")
        elif card.name == "favors":
            for one in [child, *party.after(child)]:
                party.draw(one, 1)
        else:
            party.draw(child, DRAWN.get(card.name, 0))

    def _at(self, party: Party, child: Child, card: Paper, target: Child) -> Iterator[Fact]:
        if card.name in ("splash", "miss"):
            self.splashed = True
            yield from self._shot(party, target, child, 2 if child.who == "james" else 1)
        elif card.name == "ball":
            yield from self._ball(party, child, target)
        else:
            yield from self._picks(party, child, card.name == "claw", target)

    def _picks(self, party: Party, child: Child, claw: bool, target: Child) -> Iterator[Fact]:
        card = self.rng.choice([*target.table, None] if target.hand else target.table)
        if len(target.table) + bool(target.hand) > 1:
            yield Picked(child.seat, None if card is None else CARDS.index(card.name))
        if card is not None:
            target.table.remove(card)
            (child.hand if claw else party.thrown).append(card)
        elif claw:
            party.take(child, target)
        else:
            party.toss(target, self.rng.choice(target.hand))

    # --- getting wet --------------------------------------------------------------------------

    def _area(self, party: Party, child: Child, hose: bool) -> Iterator[Fact]:
        self.together = [] if self.setup.simultaneous_area_hits else None
        for other in party.after(child):
            if other.out or party.winner:
                continue
            if hose:
                yield from self._shot(party, other, child, 1)
            else:
                yield from self._bucket(party, other, child)
        if self.together:
            party.soak(self.together, child)
        self.together = None

    def _shot(self, party: Party, child: Child, by: Child, need: int) -> Iterator[Fact]:
        yield from self._kimmy(party)
        flips = [Flip.POWER] if child.who == "darren" else []
        flips += [Flip.HAT] if child.has("hat") else []
        self.rng.shuffle(flips)
        for what in flips:
            if need and self._chance(self.temper.answers):
                icon = yield from self._flips(party, child, what, "ducky", wanted=True)
                need -= icon == "ducky"
        willing = self._chance(self.temper.answers)
        while need and (cards := _as(child, "miss")):
            if not (willing and len(cards) >= need) and not self._chance(self.temper.wastes):
                break
            yield Missed(child.seat, CARDS.index(cards[0].name))
            party.toss(child, cards[0])
            need -= 1
        if need:
            yield Took(child.seat)
            yield from self._lose(party, child, 1, by)

    def _bucket(self, party: Party, child: Child, by: Child) -> Iterator[Fact]:
        yield from self._kimmy(party)
        cards = _as(child, "splash")
        if cards and self._chance(self.temper.answers):
            yield Threw(child.seat, CARDS.index(cards[0].name))
            party.toss(child, cards[0])
        else:
            yield Took(child.seat)
            yield from self._lose(party, child, 1, by)

    def _ball(self, party: Party, child: Child, target: Child) -> Iterator[Fact]:
        thrower, other = target, child
        while (cards := _as(thrower, "splash")) and self._chance(self.temper.answers):
            yield Threw(thrower.seat, CARDS.index(cards[0].name))
            party.toss(thrower, cards[0])
            thrower, other = other, thrower
            yield from self._kimmy(party)
        yield Took(thrower.seat)
        party.ball_flies = False
        party.refill(thrower)
        party.refill(other)
        yield from self._lose(party, thrower, 1, None if thrower is child else child)

    def _lose(self, party: Party, child: Child, lost: int, by: Child | None) -> Iterator[Fact]:
        child.towels -= lost
        early = self.setup.draw_at_last_towel and child.towels < 1
        if early:
            party.draws_for(child, lost, by)
        while child.towels < 1:
            cards = self._saviours(party, child)
            if not cards:
                yield Soaked(child.seat, BALLOONS.index(child.balloon))
                self._soaked(party, child, by)
                return
            yield Snacked(child.seat) if len(cards) == 1 else Traded(child.seat)
            party.toss(child, *cards)
            if len(cards) == 2 or party.chips_work():
                party.gain(child)
            self.kept_dry += child.towels == 1
        if not early:
            party.draws_for(child, lost, by)

    def _soaked(self, party: Party, child: Child, by: Child | None) -> None:
        if self.together is None:
            party.soak([child], by)
        else:
            child.falling = True
            self.together.append(child)

    def _saviours(self, party: Party, child: Child) -> list[Paper]:
        """Chips, or two cards of Kimmy's, or nothing more."""
        chips = [card for card in child.hand if card.name == "chips"]
        others = [card for card in child.hand if card.name != "chips"]
        use = len(chips) if party.chips_work() else 0
        pairs = (len(child.hand) - use) // 2 if child.who == "kimmy" else 0
        if use + pairs + child.towels > 0:
            return chips[:1] if use else (others + chips)[:2]
        return chips[:1] if self._chance(self.temper.wastes) else []

    def _kimmy(self, party: Party) -> Iterator[Fact]:
        """Kimmy's power, whosever turn it is."""
        for child in party.dry():
            hurt = 0 < child.towels < child.most and len(child.hand) > 2
            if child.who == "kimmy" and hurt and self._chance(self.temper.trades):
                yield Traded(child.seat)
                party.toss(child, *self.rng.sample(child.hand, 2))
                party.gain(child)

    def _flips(
        self, party: Party, child: Child, what: Flip, icon: str, wanted: bool
    ) -> Generator[Fact, None, str]:
        """A flip, and what counts of it: of two cards whichever the child likes better."""
        self.looks = True
        icons = [card.icon for card in party.turn_up(child)] or ["none"]
        liked = [one for one in icons if (one == icon) == wanted]
        counts = (liked or icons)[0]
        yield Flipped(child.seat, what, ICONS.index(counts))
        self.looks = False
        return counts

    def _drop(self, party: Party, child: Child, name: str) -> None:
        card = next(card for card in child.table if card.name == name)
        child.table.remove(card)
        party.thrown.append(card)

    def _chance(self, of: float) -> bool:
        return self.rng.random() < of


def _as(child: Child, name: str) -> list[Paper]:
    """The hand cards that count as a Splash, or as a Miss, for this child."""
    names = ("splash", "miss") if child.who == "mika" else (name,)
    return [card for card in child.hand if card.name in names]
