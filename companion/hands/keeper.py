"""Who keeps the hands that are on phones: deals by lot, passes at the call, shows each to its own.

Judges nothing: what cards are worth is the game's (`Game.hands`), and what counts is the referee's.
Its lock is never held while the referee is told anything.
"""

import secrets
import time
from collections.abc import Callable, Mapping
from functools import partial
from threading import RLock
from types import MappingProxyType
from typing import Any

from companion.frozen import replace
from companion.hands.lot import SEED_BYTES, order_of
from companion.hands.phones import Phones
from companion.hands.stand_ins import Sight, StandIns
from companion.hands.store import Deal, Resting, Store, with_choice
from companion.referee import Referee
from companion.referee.effects import Effect
from companion.referee.picture import Picture
from companion.say import listed
from companion.table.signals import Kind, Signal
from companion.words import Pad, Sealed, Seat, Touched, Unsealed

NO_HAND: Mapping[str, object] = MappingProxyType(
    {"playing": False, "turn": 0, "cards": (), "chosen": None, "passing": False, "four": False}
)
NO_ROOM = (
    "The cards on the phones cannot be kept on this machine's disk ({why}). Play on; make room "
    "before its plug is pulled."
)
Act = Callable[[], object]
Hands = Mapping[Seat, tuple[int, ...]]


class Keeper:
    """The hands of one table. All public methods may be called from any thread."""

    def __init__(
        self,
        referee: Referee,
        store: Store,
        lot: Callable[[int], bytes] = secrets.token_bytes,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._referee, self._store, self._lot = referee, store, lot
        self._robots = StandIns(lot)
        self._lock = RLock()  # of all below; held for as long as a file takes to be written
        self._grabbing = RLock()  # one hand after the other; taken before the other, never after
        self._deal = store.deal()
        self._resting = store.resting()  # between two deals of a game
        kept = self._deal or self._resting
        self._phones = Phones(now_s, kept.phones if kept else ())
        self._hands: Hands = {}  # none before their seal is written
        self._before: tuple[int, Hands] = (0, {})  # as they were until a moment
        self._live = False  # whether cards go round
        self._waited = False  # whether a call was held up for who has not chosen
        self._unchosen: frozenset[Seat] = frozenset()  # whose card went unchosen
        self._said: list[object] = []  # nobody is told the same twice in a round
        self._due: tuple[object, int] = (None, 0)  # a word, and when it is due
        referee.hooks.leaving = self.leaving

    # --- phones -------------------------------------------------------------------------------

    def offers(self, kind: str) -> bool:
        """No seat is to be taken from a robot here."""
        return False

    def hand(self, seat: Seat, phone: str) -> Mapping[str, object]:
        """The hand of a seat, for the phone that holds it and no other."""
        with self._lock:
            is_mine = self._phones.look(seat, phone)
            self._keep_phones()
            if seat not in self._hands or not is_mine or seat in self._robots.ways:
                return {**NO_HAND, "elsewhere": seat in self._hands and not is_mine}
            sight = self._sight(seat)
            return {
                "playing": True,
                "turn": sight.turn,
                "cards": sight.cards,
                "chosen": self._chosen().get(seat),
                "passing": self._live,
                "four": sight.has_four,
                "unchosen": seat in self._unchosen,
            }

    def choose(self, seat: Seat, card: int, turn: int, phone: str) -> bool:
        """The card that goes at the next call; false where those cards are gone. Turn 0 brings
        the hand to this phone and chooses none; false where there is no hand."""
        with self._lock:
            if turn == 0:
                self._phones.take(seat, phone)
                self._keep_phones()
                return seat in self._hands
            is_its = self._phones.is_holder(seat, phone) and seat not in self._robots.ways
            return is_its and turn == self._turn and self._choose(seat, card)

    def reach(self, seat: Seat, does: str, pad: Pad | None) -> bool:
        """A hand on a dolphin that is drawn for all gets there."""
        return True

    def reached(self, seat: Seat, at_us: int, uncertain_us: int) -> bool:
        """A hand on its phone's own dolphin at a moment, give or take; whether it is heard."""
        with self._lock:
            if seat not in self._robots.ways:
                self._robots.delay_us = uncertain_us  # half a round trip
        with self._grabbing:
            picture, touch = (
                self._referee.picture,
                Touched(Pad(0), at_us, uncertain_us, uncertain_us),
            )
            game = _hands_of(picture)
            if game is None:
                return False
            pad, told = game.reached(picture.state, seat, touch)
            if pad is not None:
                self._feel(replace(touch, pad=pad))
            by = "robot" if seat in self._robots.ways else f"seat:{seat}"
            for fact in told:
                self._referee.tell("", fact, by)
            return bool(told)

    # --- the caller's thread, and the referee's -----------------------------------------------

    def may_call(self) -> bool:
        """Whether PASS may be called: all are there, and have chosen or had their time."""
        with self._lock:
            if not self._live or not self._hands:
                return True
            if self._gone():
                return False
            waits = self._referee.picture.setup.waits_for_choice and not self._waited
            if waits and None in self._chosen().values():
                self._waited = True
                return False
            return True

    def leaving(self, game: int) -> tuple[Unsealed, ...]:
        """This game is left: what its cards were may be told."""
        with self._lock:
            deal = self._deal
            if deal is None or deal.game != game:
                return ()
            self._hands = {}
            return (_unsealed(deal),)

    # --- its own thread -----------------------------------------------------------------------

    def called(self, at_us: int) -> None:
        """PASS was called: all cards go on together."""
        with self._lock:
            game, deal = _hands_of(self._referee.picture), self._deal
            if game is None or deal is None or not self._hands:
                return
            chosen = self._chosen()
            places = tuple(place or 0 for place in chosen.values())
            self._unchosen = frozenset(seat for seat, place in chosen.items() if place is None)
            self._keep(replace(deal, passed=(*deal.passed, places), chosen=(None,) * len(places)))
            self._before = at_us, self._hands
            self._hands = game.passed(self._hands, places)
            self._waited = False
        self._moved()

    def look(self) -> bool:
        """Do one thing that is due as the game stands; whether there may be more."""
        picture, now_us = self._referee.picture, self._referee.clock.now_us()
        with self._lock:
            act = self._next(picture, now_us)
            gone = self._gone() if self._live and self._hands else ()
        names = listed([picture.names.seat(seat) for seat in gone], picture.names)
        waits = f"Waiting for {names}: is the phone on, and its page open?" if gone else ""
        self._referee.note_trouble("hands", waits)
        if act is not None:
            act()
        return act is not None

    def next_us(self) -> int | None:
        """When something is due, if anything is."""
        with self._lock:
            dues = [us for us in (self._due[1], self._robots.next_us()) if us]
        return min(dues, default=None)

    @property
    def has_hands(self) -> bool:
        """Whether anybody has one: only then may time alone change something."""
        return bool(self._hands)

    # --- what is next -------------------------------------------------------------------------

    def _next(self, picture: Picture, now_us: int) -> Act | None:
        game, state, deal = _hands_of(picture), picture.state, self._deal
        seats = game.holds(state) if game is not None else ()
        self._live = game is not None and game.plays(state)
        self._robots.ways = game.robots(state) if game is not None else {}
        number = picture.number
        if deal is None or game is None:
            goes_on = self._resting is not None and number == self._resting.game
            if goes_on and deal is None and not self._live and not picture.view.over:
                return None
            return (lambda: self._draw(number, seats)) if self._live else self._over(deal)
        if deal.game != number:
            return self._over(deal)
        is_its = deal.seal == state.seal and not state.shown
        if is_its and seats in ((), deal.people):
            if not self._hands:
                return lambda: self._deal_out(game, state, deal)
            word = self._word(game, state, now_us)
            if word or seats:
                return word or self._robot(game, state, now_us)
        if seats and not self._live:
            return None  # a scramble goes on whose cards were seen: no others are dealt for it
        return lambda: self._open(deal)

    def _over(self, deal: Deal | None) -> Act | None:
        """What is left of a game that is not on any more was told there."""
        return None if deal is None and self._resting is None else self._forget

    def _word(self, game: Any, state: Any, now_us: int) -> Act | None:
        """What the table says that knows the cards, once it is time for that."""
        touched_us = game.touched_us(state)
        until_us, before = self._before
        hands = before if touched_us is not None and touched_us < until_us else self._hands
        fact = game.word(state, hands)
        key = (fact, state.touches, state.claims)
        if fact is None or key in self._said:
            self._due = (None, 0)
            return None
        if self._due[0] != key:
            self._due = (key, now_us + game.patience_us(state))
        if self._due[1] > now_us:
            return None
        self._due = (None, 0)
        self._said.append(key)
        return lambda: self._referee.tell("", fact, "table")

    def _robot(self, game: Any, state: Any, now_us: int) -> Act | None:
        """What one of the robots does."""
        for seat in self._robots.ways:
            sight = self._sight(seat, game.hands_fly(state), game.has_dolphin(state, seat))
            wants = self._robots.wants(seat, sight, now_us)
            if wants == "reaches":
                return partial(self.reached, seat, now_us, self._robots.delay_us)
            if wants == "chooses" and self._live:
                place = game.discard(sight.cards, self._robots.chance())
                return partial(self._choose_for, seat, place)
        return None

    # --- the cards ----------------------------------------------------------------------------

    def _draw(self, game: int, people: tuple[Seat, ...]) -> None:
        """Draw a lot, keep it, and tell its seal: only then may anybody look."""
        deal = Deal(game, people, self._lot(SEED_BYTES), self._lot(SEED_BYTES))
        with self._lock:
            self._keep(replace(deal, chosen=(None,) * len(people)))
        self._referee.tell("", Sealed(deal.seal), "table")

    def _deal_out(self, game: Any, state: Any, deal: Deal) -> None:
        """The hands of a deal, as far as they were passed."""
        with self._lock:
            hands = game.dealt(deal.people, order_of(deal.seed, game.deck(len(deal.people))))
            for places in deal.passed:
                hands = game.passed(hands, places)
            self._hands, self._before = hands, (0, hands)
            self._waited, self._unchosen, self._said = False, frozenset(), []
            self._robots.forget()
        self._moved()

    def _open(self, deal: Deal) -> None:
        """That deal is over: everybody may see now how it was dealt."""
        self._referee.tell("", _unsealed(deal), "table")
        self._forget(Resting(deal.game, self._phones.known))

    def _forget(self, resting: Resting | None = None) -> None:
        with self._lock:
            self._deal, self._hands, self._unchosen = None, {}, frozenset()
            self._robots.forget()
            self._rest(resting)
        self._moved()

    def _keep_phones(self) -> None:
        """After a restart a hand is on the phone that held it."""
        kept, known = self._deal or self._resting, self._phones.known
        if kept is None or kept.phones == known:
            return
        if self._deal is not None:
            self._keep(self._deal)
        else:
            self._rest(Resting(kept.game, known))

    def _keep(self, deal: Deal) -> None:
        self._deal, self._resting = replace(deal, phones=self._phones.known), None
        self._write(partial(self._store.keep, self._deal))

    def _rest(self, resting: Resting | None) -> None:
        self._resting = resting
        self._write(partial(self._store.rest, resting) if resting else self._store.forget)

    def _write(self, write: Act) -> None:
        why = ""
        try:
            write()
        except OSError as problem:
            why = NO_ROOM.format(why=problem)
        self._referee.note_trouble("hands kept", why)

    def _choose(self, seat: Seat, card: int) -> bool:
        fits = self._live and 0 <= card < len(self._hands.get(seat, ()))
        if not fits or self._deal is None:
            return False
        self._keep(with_choice(self._deal, self._deal.people.index(seat), card))
        return True

    def _choose_for(self, seat: Seat, card: int) -> None:
        with self._lock:
            self._choose(seat, card)

    def _chosen(self) -> dict[Seat, int | None]:
        deal = self._deal
        return dict(zip(deal.people, deal.chosen, strict=True)) if deal is not None else {}

    def _gone(self) -> tuple[Seat, ...]:
        return self._phones.gone(seat for seat in self._hands if seat not in self._robots.ways)

    def _sight(self, seat: Seat, hands_fly: bool = False, has_dolphin: bool = False) -> Sight:
        cards = self._hands[seat]
        game = _hands_of(self._referee.picture)
        has_four = game is not None and game.four(cards) is not None
        has_chosen = self._chosen()[seat] is not None
        return Sight(cards, self._turn, has_chosen, has_four, hands_fly, has_dolphin)

    @property
    def _turn(self) -> int:
        """Another number for all other cards, also after a restart."""
        deal = self._deal
        return 0 if deal is None else 1 + len(deal.passed) + 1000 * int(deal.seal[:8], 16)

    def _moved(self) -> None:
        """Phones look at their hands anew; what is in one goes to none but its own."""
        with self._lock:
            turn = self._turn
        self._referee.effects.tried(Effect.NEWS, self._referee.hub.send, "hand", turn=turn)

    def _feel(self, touch: Touched) -> None:
        """A hand came to a dolphin, and left it again: no pad holds it."""
        doubt = touch.uncertain_us, touch.early_us
        at = Signal(Kind.TOUCH, touch.at_us, touch.pad, "", doubt[0], "phone", early_us=doubt[1])
        self._referee.feel(at)
        self._referee.feel(Signal(Kind.RELEASE, touch.at_us, touch.pad, source="phone"))


def _hands_of(picture: Picture) -> Any:
    """How the game at hand plays with hands on phones; None where it does not."""
    return picture.module.hands if picture.module is not None else None


def _unsealed(deal: Deal) -> Unsealed:
    return Unsealed(deal.seal, deal.seed.hex(), deal.salt.hex(), deal.people, deal.passed)
