"""The table on a touch board: its events, in table time, as signals; and how far to trust it.

Must not judge. The board decides who was first; this only names things, and says what it doubts.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from threading import RLock

from gpiozero import Factory

from companion.table import trust
from companion.table.board.conversation import Felt, Lost, Mark, Met, News, Now, Started
from companion.table.board.link import Link, Ports
from companion.table.board.noise import NOISY_US, SENTENCE, HeldNoise
from companion.table.board.now import BoardNow
from companion.table.board.pads import KINDS, BoardButton, BoardPad, shakes
from companion.table.board.recording import Recorder
from companion.table.board.shipped import shipped_image
from companion.table.board.starts import Starts
from companion.table.clock import TableClock
from companion.table.config import BOARD_SEATS, Config
from companion.table.frames import (
    Field,
    FromBoard,
    Get,
    Health,
    Raw,
    Reading,
    Rebase,
    Set,
    State,
    ToBoard,
    Value,
    parameter,
)
from companion.table.frames import Kind as Of
from companion.table.gpio import HELD_US, Lights, PadState, Table
from companion.table.signals import Kind, Signal
from companion.words import Pad

WATCH_US = 50_000
START_US = 5_000_000  # a board is met within three; later it is not there
NEVER_US = 1 << 62
USUALLY_SEEN = 8  # as the board's program has it
NEVER_SEEN = 127  # no dolphin shortens a charge by so many samples
RESTING_US = 500_000  # what has lain on a pad for so long when a round begins is its dolphin
NO_TOKEN = 0  # nobody waits for the answer
EMPTIED_US = 1_000_000  # before a pad is taken for empty once more
LOST_SHOWN_US = 60_000_000  # so long every screen says that a touch was lost
BUTTONS = (*(f"seat:{seat}" for seat in range(BOARD_SEATS)), "start", "yes", "no")
READINGS = (Reading.LONGEST_US, Reading.DROPPED, Reading.RX_LOST, Reading.RX_BAD)


class BoardTable:
    """A table as `gpio.Table` is. `feel` gets every signal and must only enqueue.

    Signals carry a mark; `acknowledge` says that what came of one is in the journal.
    """

    def __init__(
        self,
        config: Config,
        clock: TableClock,
        feel: Callable[[Signal], None],
        factory: Factory | None = None,
        ports: Ports | None = None,
        recorder: Recorder | None = None,
    ) -> None:
        """`factory` is for the buttons and lights that are at the Pi itself.

        Raises ConfigError if one of their pins cannot be had.
        """
        self.calling: Callable[[], bool] = lambda: False
        """Whether a round is on, in the link's thread; of pads that are not split it matters."""
        self._split = config.board.lifts
        self._clock, self._feel = clock, feel
        self._lock = RLock()
        self._pads = tuple(BoardPad(Pad(n), clock.now_us()) for n in range(len(config.pads)))
        self._buttons = tuple(BoardButton(name) for name in BUTTONS)
        self._away = self._muted = self._called = False
        self._late_us = clock.now_us() + START_US
        self._doubted_us = clock.now_us() - trust.TRUST_AGAIN_US  # a hand, while it was away
        self._dropped_us: int | None = None
        self._noise = HeldNoise()
        self._starts = Starts()
        self._watched_us = self._emptied_us = 0
        self._sees = 0  # pads that see dolphins after all: bit n is pad n
        self._asked: list[Future[FromBoard]] = []
        self._readings: dict[Reading, int] = {}
        self._pins = Table(config, clock, factory, feel) if factory is not None else None
        self.lights = self._pins.lights if self._pins is not None else Lights()
        ports = ports or Ports(config.board.port)
        self.link = Link(ports, clock.now_us, self._take, recorder, shipped_image())
        self.board = self.link.board

    @property
    def rounds(self) -> int:
        """Grows while the watch comes round."""
        return self.link.rounds

    def start(self) -> None:
        """Start to look for the board, and to feel."""
        if self._pins is not None:
            self._pins.start()
        self.link.start(self._watch_now)

    def close(self) -> None:
        """Let go of the board and of all pins; idempotent."""
        self.link.close()
        if self._pins is not None:
            self._pins.close()

    def step(self) -> None:
        """Do what is due once, without a thread; for tests and recordings."""
        self.link.step()
        self._watch_now()

    def alive(self) -> bool:
        """Whether signals can still arrive, from the board and from the Pi's own pins."""
        return self.link.alive() and (self._pins is None or self._pins.alive())

    def pads(self) -> tuple[PadState, ...]:
        """What is believed of every pad now."""
        with self._lock:
            return tuple(
                PadState(p.pad, p.touched, not p.lifted, p.why, p.health.margin) for p in self._pads
            )

    @property
    def is_away(self) -> bool:
        """Whether it feels nothing that counts: it went away, never came, or is just back."""
        return self._away

    def stir(self) -> None:
        """The game is at something new: hands may count by now."""
        if self._pins is not None:
            self._pins.stir()

    def trouble(self) -> tuple[str, ...]:
        """Sentences about what is wrong with the table; empty if all is well."""
        link = self.link.trouble()
        pins = self._pins.trouble() if self._pins is not None else ()
        with self._lock:
            return (*link, *self._own_trouble(), *pins)

    def acknowledge(self, signal: Signal) -> None:
        """Whatever came of this signal is in the journal, or nothing comes of it."""
        if signal.mark is not None:
            self.link.acknowledge(signal.mark)

    def now(self) -> BoardNow:
        """What is known of the board."""
        talk = self.link.conversation
        told = BoardNow(self.link.path, talk.stage.value, self.trouble())
        hello = talk.hello
        if hello is None:
            return told
        with self._lock:
            return BoardNow(
                told.port,
                told.stage,
                told.trouble,
                hello.protocol,
                hello.image,
                hello.cause,
                hello.origin,
                talk.clock.skew_ppb / 1000,
                talk.clock.uncertain_us,
                sum(talk.receiver.troubles.values()),
                tuple(self._readings.items()),
                self._starts.many,
                self._noise.count,
            )

    def mute(self, on: bool) -> None:
        """Hands on the pads are none of a game's while it is calibrated; what is over by then is
        told afterwards. A board that goes away is told at once."""
        now_us = self._clock.now_us()
        with self._lock:
            ended, self._muted = self._muted and not on, on
            for pad in self._pads if ended else ():
                self._send_over(pad, now_us)

    def lifted(self) -> int:
        """Which dolphins are off their pads: bit n is pad n."""
        with self._lock:
            return sum(pad.lifted << pad.pad for pad in self._pads)

    def learn(self) -> None:
        """Have the board tell what it has stored for each pad."""
        for pad in self._pads:
            for field in (Field.BASE, Field.STEP):
                self._get(parameter(pad.pad, field))

    def look_at_board(self) -> None:
        """Have the board tell its readings; `now` has them a moment later."""
        for reading in READINGS:
            self._get(reading)

    def watch(self, now_us: int) -> None:
        """Look once: at buttons that are held, and at pads in doubt."""
        begins = self._begins()
        with self._lock:
            for button in self._buttons:
                if button.is_held(now_us):
                    self._send(Kind.HELD, button.since_us + HELD_US, button=button.name)
            self._read_answers()
            self._away |= now_us > self._late_us
            for pad in self._pads:
                self._doubt(pad, now_us)
        self._empty(now_us, begins)

    # --- what the link tells ------------------------------------------------------------------

    def _take(self, news: News) -> None:
        now_us = self._clock.now_us()
        with self._lock:
            match news:
                case Started():
                    self._started()
                case Met():
                    self._met()
                case Lost():
                    self._away, self._muted = True, False
                    for pad in self._pads:
                        self._doubt(pad, now_us)
                case Felt():
                    self._felt(news)
                case Now(state, whole):
                    self._reconcile(state, whole, now_us)
                case Health(number) if number < len(self._pads):
                    self._look_at(self._pads[number], news, now_us)
                case Raw():
                    self.board.on_raw(news)
                case _:
                    pass

    def _started(self) -> None:
        """A board that starts anew forgets what it felt and whether its buttons were down."""
        self._starts.one(self._clock.now_us())
        self._sees = 0
        self._dropped_us = None
        self._readings = {}
        for button in self._buttons:
            button.up()
        for pad in self._pads:
            pad.odd = None

    def _met(self) -> None:
        self._late_us = NEVER_US
        if not self._split:
            self._see_no_dolphins()
        self.learn()
        self.look_at_board()

    def _felt(self, news: Felt) -> None:
        event = news.event
        if not (self._button(news) if event.kind in (Of.PRESS, Of.LET_GO) else self._pad(news)):
            self.link.acknowledge(news.mark)  # nothing comes of it

    def _button(self, news: Felt) -> bool:
        """True if a signal was told."""
        event = news.event
        if event.place >= len(self._buttons):
            return False
        button = self._buttons[event.place]
        if event.kind is Of.LET_GO:
            button.up()
            return False
        button.down(news.at_us)
        uncertain_us = news.line.span(event.uncertain_us)
        self._send(Kind.PRESS, news.at_us, uncertain_us, button=button.name, mark=news.mark)
        return True

    def _pad(self, news: Felt) -> bool:
        """True if a signal was told."""
        event = news.event
        if event.place >= len(self._pads):
            return False
        pad = self._pads[event.place]
        kind, noisy = KINDS[event.kind], self._noise.is_on(news.at_us)
        at_us, late_us, early_us = pad.moment_us(news, noisy)
        nobodys = pad.is_nobodys(news, self._called)
        if nobodys or (kind in (Kind.LIFT, Kind.HOME) and not self._split):
            return False  # noise: and a pad without a middle sees no dolphins
        if event.kind is Of.TOUCH and self._noise.touch(shakes(news), news.at_us):
            for other in self._pads:
                other.doubt_if_recent(news.at_us)
        pad.weigh(event, news.at_us, noisy or early_us >= NOISY_US)
        if pad.creeps:
            self._doubt(pad, self._clock.now_us())  # before it is judged
        pad.note(kind, news.at_us)
        if self._away and kind in (Kind.TOUCH, Kind.LIFT):
            self._doubted_us = max(self._doubted_us, news.at_us)
        if self._muted or (pad.why == trust.CHATTERING and kind is not Kind.NEAR):
            return False  # none of a game's, or it would flood the journal
        if kind is Kind.NEAR and pad.why:
            return False
        pad.sent(kind)
        self._send(kind, at_us, late_us, pad.pad, mark=news.mark, early_us=early_us)
        return True

    def _look_at(self, pad: BoardPad, health: Health, now_us: int) -> None:
        """A pad that trembles under its hand did so as it was touched: that moment is in doubt."""
        pad.health.hear(health, pad.touched, now_us)
        pad.whole.hear(health.base, now_us)
        pad.level = health.level
        if pad.touched and self._noise.hear(health.noise, now_us):
            pad.doubt_if_recent(now_us)

    def _reconcile(self, state: State, whole: bool, now_us: int) -> None:
        """Make up what was missed while the board was away or started anew."""
        if state.dropped and self._dropped_us is None:
            self._dropped_us = now_us
        for pad in self._pads:
            if not state.near >> pad.pad & 1:
                pad.near_us = None
        if not self._split:
            self._let_see(state.lifted)
        if not whole:
            return  # an event on its way will tell
        # Not before, nor among hands: one that is told in doubt, and the next one without, would
        # make that one the first.
        self._away &= now_us - self._doubted_us < trust.TRUST_AGAIN_US
        for pad in self._pads:
            lifted = self._split and bool(state.lifted >> pad.pad & 1)
            seen = (bool(state.touched >> pad.pad & 1), lifted)
            pad.back_us = pad.back_us if seen[0] else None
            if seen == (pad.touched, pad.lifted):
                pad.sure_us, pad.odd = now_us, None
            elif pad.odd == seen:
                self._make_up(pad, seen, now_us)
            else:
                pad.odd = seen  # once may be an event that is being weighed

    def _make_up(self, pad: BoardPad, seen: tuple[bool, bool], now_us: int) -> None:
        uncertain_us = now_us - pad.sure_us
        was = (pad.touched, pad.lifted)
        for n, (on, off) in enumerate(((Kind.TOUCH, Kind.RELEASE), (Kind.LIFT, Kind.HOME))):
            if seen[n] == was[n]:
                continue
            kind = on if seen[n] else off
            pad.note(kind, now_us)
            if not self._muted and pad.why != trust.CHATTERING:
                pad.sent(kind)
                self._send(kind, now_us, uncertain_us, pad.pad)
        pad.sure_us, pad.odd = now_us, None

    # --- pads that are not split --------------------------------------------------------------

    def _see_no_dolphins(self) -> None:
        """Noise looks like dolphins to such a pad, and one whose dolphin is gone feels no hand."""
        for pad in self._pads:
            if not self._sees >> pad.pad & 1:
                self._set(parameter(pad.pad, Field.PRESENT), NEVER_SEEN)

    def _let_see(self, lifted: int) -> None:
        """A dolphin was seen before: it would now be gone for ever, and its pad feel no hand."""
        for pad in self._pads:
            if lifted & ~self._sees & 1 << pad.pad:
                self._set(parameter(pad.pad, Field.PRESENT), USUALLY_SEEN)
        self._sees |= lifted

    def _begins(self) -> bool:
        """Whether a round begins: what an earlier one's touches were is no matter any more."""
        calling = self.calling()
        begins, self._called = calling and not self._called, calling
        for pad in self._pads if begins else ():
            pad.trembles = False
        return begins

    def _empty(self, now_us: int, begins: bool) -> None:
        """A dolphin that was carried off and is back feels like a hand that never leaves, and so
        does a wire."""
        with self._lock:
            if self._split or self._muted or self._away:
                return
            resting_us = RESTING_US if begins else NEVER_US
            there = [pad for pad in self._pads if pad.is_whole_again(now_us)]
            if begins or now_us >= self._emptied_us:
                there += [p for p in self._pads if p.is_odd or p.rests(now_us, resting_us)]
            for pad in there:  # what is full would be empty for ever after
                pad.blocked |= begins and pad.health.full
                pad.emptied_us = now_us
            pads = {pad.pad for pad in there if pad.is_felt and not pad.health.full}
        if pads:
            self._emptied_us = now_us + EMPTIED_US
            # A moment later a hand may be on it, which would count for nothing.
            self.link.say_once(Rebase(NO_TOKEN, sum(1 << pad for pad in pads)))

    # --- trust --------------------------------------------------------------------------------

    def _doubt(self, pad: BoardPad, now_us: int) -> None:
        others = max((other.changed_us for other in self._pads if other is not pad), default=0)
        if self._muted:
            return
        was = pad.why
        pad.look(now_us, now_us - others, self._away)
        if pad.why == was:
            return
        if pad.why:
            self._send(Kind.SUSPECT, now_us, pad=pad.pad, why=pad.why)
            return
        self._send_over(pad, now_us)
        self._send(Kind.TRUST, now_us, pad=pad.pad)

    def _send_over(self, pad: BoardPad, now_us: int) -> None:
        for kind in pad.catch_up():
            self._send(kind, now_us, pad=pad.pad)

    def _own_trouble(self) -> Sequence[str]:
        now_us, hello = self._clock.now_us(), self.link.conversation.hello
        said = [*self._starts.trouble(now_us)]
        if self._noise.is_on(now_us):
            said.append(SENTENCE)
        if self._dropped_us is not None and now_us - self._dropped_us < LOST_SHOWN_US:
            said.append(
                "The touch board felt more than could be written down, and the newest was lost: "
                "look at what the dolphins show."
            )
        if hello is not None and hello.pads < len(self._pads):
            said.append(
                f"The touch board has {hello.pads} pads, and the configuration {len(self._pads)}: "
                f"take out [[pads]]."
            )
        if any(pad.why == "never calibrated" for pad in self._pads):
            said.append(
                "The touch board was never calibrated. The referee's page does it, under The pads, "
                "or companion calibrate."
            )
        return said

    # --- asking -------------------------------------------------------------------------------

    def _get(self, number: int) -> None:
        self._ask(lambda token: Get(token, number))

    def _set(self, number: int, value: int) -> None:
        self._ask(lambda token: Set(token, number, value))

    def _ask(self, make: Callable[[int], ToBoard]) -> None:
        answer = self.link.ask(make)
        with self._lock:  # never the other way round: the link's thread holds its own before this
            self._asked.append(answer)

    def _read_answers(self) -> None:
        for answer in [answer for answer in self._asked if answer.done()]:
            self._asked.remove(answer)
            value = None if answer.exception() else answer.result()
            if isinstance(value, Value):
                self._know(value)

    def _know(self, value: Value) -> None:
        if value.parameter in READINGS:
            self._readings[Reading(value.parameter)] = value.value
        for pad in self._pads:
            for field in (Field.BASE, Field.STEP):
                if value.parameter == parameter(pad.pad, field):
                    pad.know(field, value.value)

    # --- helpers ------------------------------------------------------------------------------

    def _send(
        self,
        kind: Kind,
        at_us: int,
        uncertain_us: int = 0,
        pad: Pad | None = None,
        button: str = "",
        why: str = "",
        mark: Mark | None = None,
        early_us: int = 0,
    ) -> None:
        at_us, uncertain_us = self._clock.known(at_us, uncertain_us)
        self._feel(Signal(kind, at_us, pad, button, uncertain_us, "board", why, mark, early_us))

    def _watch_now(self) -> None:
        now_us = self._clock.now_us()
        if now_us - self._watched_us >= WATCH_US:
            self._watched_us = now_us
            self.watch(now_us)
