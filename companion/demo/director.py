"""The director of a demo: one family of robots after another plays one game after another.

It only keeps time: what robots do and say is the family's, and what counts is the referee's.
Robots' hands are on pretend pins, and their answers go the way of everybody's.
"""

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import cycle
from random import Random

from companion.access import Access
from companion.demo.board import Board
from companion.demo.guests import Guests
from companion.games.view import CommonView
from companion.referee import Referee, Teller
from companion.referee.effects import Effect
from companion.referee.fold import OpenAsk
from companion.referee.hub import Event, Feed, TooManyFeeds
from companion.robots import NAMES, Act, Does, Live, Reply, robots_of
from companion.say import complaint
from companion.table.simulated import Hands
from companion.words import CompanionError

SAYS_US = (1_000_000, 4_000_000)  # how long a robot thinks about a question
REVIEW_US = 15_000_000  # then a robot says that the ruling was right
CHEERS_US = 20_000_000  # how long a win is celebrated
STUCK_US = 90_000_000  # people can answer themselves into a corner: then a new game begins
LOOK_US = 250_000  # how soon somebody who asks for a seat gets it
AGAIN_S = 1.0  # after something that did not work: a full disk, too many screens
GUESTS_TEMPO = "calm"


class Director:
    """Keeps a demo going, in a thread of its own."""

    def __init__(
        self,
        board: Board,
        referee: Referee,
        hands: Hands,
        access: Access,
        kinds: Sequence[str],
        seed: int | None = None,
        ended: Callable[[Live, CommonView], None] = lambda family, view: None,
    ) -> None:
        """Of the games of these `kinds` one is played after the other; some may have no robots.

        `ended` hears of each game's end: the family that played it, and the referee's view.
        """
        self._board, self._referee, self._hands = board, referee, hands
        self._clock = referee.clock
        self._guests = Guests(access, self._clock.now_us)
        self._rng = Random(seed)
        self._robots = {kind: robots for kind in kinds if (robots := robots_of(kind)) is not None}
        self._turns = cycle(self._robots)
        self._kind, self._game = "", 0
        self._ended = ended
        self._tempo = referee.picture.caller.tempo
        self._calm = False
        self._names: list[str] = []
        self._due: dict[str, int] = {}  # by question: when a robot answers it
        self._turn = 0
        self._seq, self._moved_us = -1, 0
        self._over_us = self._review_us = 0
        self._seen = -1
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="demo", daemon=True)
        board.now_us = self._clock.now_us

    def start(self) -> None:
        """Play from now on."""
        self._thread.start()

    def alive(self) -> bool:
        """Whether the robots still play."""
        return self._thread.is_alive()

    def stop(self) -> None:
        """Let the robots go home; idempotent."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    # --- the thread ---------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                feed = self._referee.hub.subscribe()
            except TooManyFeeds:
                self._stop.wait(AGAIN_S)
                continue
            try:
                self._play(feed)
            finally:
                self._referee.hub.unsubscribe(feed)

    def _play(self, feed: Feed) -> None:
        while not (self._stop.is_set() or feed.closed):
            try:
                events, _ = feed.take(self._seen, self.wait_s())
                self._seen = self._referee.picture.version
                self.step(events)
            except CompanionError as problem:
                # A full disk, say: all screens tell of it, and robots are patient.
                self._referee.note_trouble("demo", complaint(problem))
                self._stop.wait(AGAIN_S)
            else:
                self._referee.note_trouble("demo", "")

    def step(self, events: Iterable[Event]) -> None:
        """What robots do and say now, after these were heard."""
        now_us = self._clock.now_us()
        self._look_at_guests()
        if self._board.family is None or self._is_time_for_another(now_us):
            self._begin()
            return
        view = self._referee.picture.view
        with self._board.lock:
            for event in events:
                if event.name == "called":
                    self._board.family.heard(now_us)
                    self._moved_us = now_us
            acts = self._board.family.look(view, now_us)
        self._show_hands()
        for act in acts:
            self._do(act)
        self._say(now_us)

    def _look_at_guests(self) -> None:
        """Seats are people's as long as these tap; robots wait for them."""
        for seat in self._board.tapped():
            self._guests.tapped(seat)
        people = self._guests.look(len(self._names) if self._board.offers(self._kind) else 0)
        if self._board.family is not None:
            with self._board.lock:
                self._board.family.sit(people)
        if bool(people) != self._calm:  # not oftener: the tempo is the referee's to choose, too
            self._calm = bool(people)
            self._referee.set_tempo(GUESTS_TEMPO if people else self._tempo)

    def wait_s(self) -> float:
        """How long nothing happens, unless somebody else does something."""
        now_us, family = self._clock.now_us(), self._board.family
        next_us = family.next_us() if family is not None else None
        dues = [us for us in (next_us, *self._due.values()) if us is not None]
        until_us = min((now_us + LOOK_US, *dues))
        return max(0.0, self._clock.wait_s(until_us - now_us))

    # --- one game after another ---------------------------------------------------------------

    def _begin(self) -> None:
        """Sit down to the next game, or to the same where somebody plays who keeps a seat."""
        self._end()
        people = self._guests.people()
        if not (self._names and people):
            self._kind = next(self._turns)
            players = self._rng.choice(self._robots[self._kind].players)
            self._names = self._rng.sample(NAMES, players)
        robots = self._robots[self._kind]
        reply = self._referee.begin_game(self._kind, self._names, dict(robots.options), sure=True)
        if reply.kind != "counts":
            raise CompanionError("The robots could not begin a game. They try again.")
        begun = self._referee.picture
        self._game = begun.game.game if begun.game else 0
        family = robots.family(begun.setup, self._rng)
        family.sit(people)
        with self._board.lock:
            self._board.family = family
        self._due, self._over_us = {}, 0
        self._moved_us = self._clock.now_us()

    def _end(self) -> None:
        with self._board.lock:
            family, self._board.family = self._board.family, None
        if family is not None and self._over_us:
            family.over()
            self._ended(family, self._referee.picture.view)

    def _is_time_for_another(self, now_us: int) -> bool:
        picture = self._referee.picture
        if picture.game is None or picture.game.game != self._game:
            return True  # good night, or another game, was said by a person: robots play their own
        if picture.seq != self._seq or picture.caller.paused:
            self._seq, self._moved_us = picture.seq, now_us
        if not self._referee.picture.view.over:
            self._over_us = 0
            return now_us > self._moved_us + STUCK_US
        self._over_us = self._over_us or now_us
        return now_us > self._over_us + CHEERS_US

    def _show_hands(self) -> None:
        """Phones that show a hand fetch it anew: what is in it goes to none but its own."""
        turn = self._board.family.turn if self._board.family is not None else 0
        if turn != self._turn:
            self._turn = turn
            self._referee.effects.tried(Effect.NEWS, self._referee.hub.send, "hand", turn=turn)

    # --- what robots do and say ---------------------------------------------------------------

    def _do(self, act: Act) -> None:
        if act.pad is None:
            return
        match act.does:
            case Does.TOUCH:
                self._hands.touch(act.pad, act.at_us)
            case Does.LIFT:
                self._hands.lift(act.pad, act.at_us)
            case Does.RELEASE:
                self._hands.release(act.pad, act.at_us)
            case Does.HOME:
                self._hands.home(act.pad, act.at_us)
            case Does.NEAR:
                self._hands.near(act.pad, act.at_us)
            case Does.PASS:
                pass

    def _say(self, now_us: int) -> None:
        """Answer what is due; what may be said goes before what must be."""
        self._settle_review(now_us)
        replies = self._replies()
        self._due = {id_: due for id_, due in self._due.items() if id_ in replies}
        for id_ in replies:
            self._due.setdefault(id_, now_us + self._rng.randint(*SAYS_US))
        for id_, reply in replies.items():
            if self._due[id_] <= now_us:
                del self._due[id_]
                self._answer(id_, reply)
                return  # the rest is looked at anew: this may have settled it

    def _replies(self) -> dict[str, Reply]:
        """What robots would say now, by question."""
        said: dict[str, Reply] = {}
        for open_ in sorted(self._referee.picture.open, key=_is_must):
            if open_.ask.must and any(not _is_must(other) for other in self._open(said)):
                break
            with self._board.lock:
                family = self._board.family
                reply = family.answer(open_.ask) if family is not None else None
            if reply is not None:
                said[open_.id] = reply
        return said

    def _open(self, ids: Mapping[str, object]) -> list[OpenAsk]:
        return [open_ for open_ in self._referee.picture.open if open_.id in ids]

    def _answer(self, ask: str, reply: Reply) -> None:
        nonce = f"robot:{ask}:{self._clock.now_us()}"
        teller = Teller("robot", reply.seat, screen="demo")
        self._referee.answer(nonce, ask, reply.key, reply.picks, teller)

    def _settle_review(self, now_us: int) -> None:
        if not self._referee.picture.review:
            self._review_us = now_us
        elif now_us > self._review_us + REVIEW_US:
            self._referee.review(False, Teller("robot", screen="demo"))


def _is_must(open_: OpenAsk) -> bool:
    return open_.ask.must
