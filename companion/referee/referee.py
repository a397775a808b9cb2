"""The one place where signals and people's words become facts, meet the rules, and are written.

One thread judges. Everything else only puts work on its queue: the rules never wait for a
phone, and a phone never waits for a pad.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from companion.frozen import replace
from companion.journal import Journal, JournalError, Op, Row
from companion.referee import showing
from companion.referee.amending import Answer, WhatIf, what_if
from companion.referee.answers import Counts, Picks, Replies, Reply, Teller, consider, kindly
from companion.referee.audio import Audio, announce, announce_felt
from companion.referee.buttons import Answer as Pressed
from companion.referee.effects import Effect, Effects
from companion.referee.fold import Fold
from companion.referee.hooks import Hooks
from companion.referee.hub import Hub
from companion.referee.keys import Keys
from companion.referee.opening import NewGame, Opened, leave, opened, resumed, set_up
from companion.referee.picture import AccessState, JoinRequest, Lines, PadNow, Picture, Tonight
from companion.referee.pressing import Pressing
from companion.referee.replay import names_in
from companion.referee.reviewing import Review
from companion.referee.rows import answer_row, change_row, row_of
from companion.referee.signals import PadWatch, doubts, fact_of, once
from companion.referee.wiring import Check
from companion.referee.work_queue import WorkQueue
from companion.say import DOLPHINS, Names
from companion.table.caller import Called, News
from companion.table.clock import TableClock
from companion.table.interfaces import CallerLike
from companion.table.settle import Settling
from companion.table.signals import Kind, Signal
from companion.words import PADS_MOST, Counted, Refused, Seat, Text

IDLE_S = 0.5  # the longest sleep: a retry of what a full disk kept back comes that soon
_TABLE = Teller("buttons", referee=True, screen="table")


class Referee:
    """The referee of one table. All public methods may be called from any thread."""

    def __init__(
        self,
        journal: Journal,
        clock: TableClock,
        *,
        pads: tuple[str, ...] = DOLPHINS,
        seat_buttons: bool = False,
        wall_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> None:
        self.journal = journal
        self.clock = clock
        self.hub = Hub()
        # Grows over restarts, so that a page never takes a new picture for an old one.
        self.picture = Picture(version=journal.count_start() << 32)
        self._keys = Keys(seat_buttons)
        self._wall_ms = wall_ms
        self.effects = Effects(self.note_trouble)
        self._audio = Audio(self.effects)
        self._queue = WorkQueue(self._tick, self._sleep_s, self._last_words)
        self._settling = Settling()
        self._watch = PadWatch(min(len(pads), PADS_MOST))
        self._names = Names({}, pads)
        self._lines = Lines()
        self._calls = 0
        self._kept_back: list[Signal] = []
        self._fold: Fold | None = None
        self._table = showing.NO_TABLE
        self._seq = journal.last_seq()
        self._replies = Replies()
        self._review = Review(journal)
        self._trouble: dict[str, str] = {}
        self.hooks = Hooks()
        self._pressing = Pressing(self.effects, self.hooks, self._audio, self._keys, self._review)
        self._use(resumed(journal))
        self._publish()

    # --- the table ----------------------------------------------------------------------------

    def feel(self, signal: Signal) -> None:
        """Take a signal. A touch that may end the round silences the caller here and now."""
        self._audio.hush_at_touch(signal)
        self._queue.put(lambda: self._felt(signal))

    def hear(self, news: News) -> None:
        """Take the caller's news and pass it on to the screens."""
        if isinstance(news, Called):
            self._queue.put(self._called)
        self.effects.tried(Effect.NEWS, announce, self.hub, news)

    def use_caller(self, caller: CallerLike) -> None:
        """Give the referee its voice."""
        self._queue.do(lambda: self._audio.use(caller, self._table, self.clock.now_us()))
        self._queue.do(self._publish)

    # --- people -------------------------------------------------------------------------------

    def begin_game(
        self, kind: str, people: list[str], options: dict[str, Any], tell: str = ""
    ) -> Reply:
        """Begin a game with these people in seat order; a running one is left as it is."""
        return self._once(tell, lambda: self._begin_game(kind, people, options, tell))

    def answer(self, tell: str, ask: str, key: str, picks: Picks, teller: Teller) -> Reply:
        """Answer an open question. The same `tell` twice counts once and is told the same."""
        return self._once(tell, lambda: self._answer(tell, ask, key, picks, teller))

    def undo(self, tell: str, of: int, teller: Teller) -> Reply:
        """Take back the newest word of a person, which must still be row `of`."""
        return self._once(tell, lambda: self._turn_back(Op.UNDO, tell, of, teller))

    def redo(self, tell: str, of: int, teller: Teller) -> Reply:
        """Let what the last undo took back, row `of`, stand again."""
        return self._once(tell, lambda: self._turn_back(Op.REDO, tell, of, teller))

    def what_if(self, of: int, answers: Sequence[Answer]) -> WhatIf:
        """What would come of telling these in place of row `of`. Raises Refused."""
        return self._queue.do(lambda: self._what_if(of, answers))

    def amend(
        self, tell: str, of: int, answers: Sequence[Answer], seen: int, teller: Teller
    ) -> Reply:
        """Tell these in place of row `of`, as shown when the journal's last row was `seen`."""
        return self._once(tell, lambda: self._amend(tell, of, answers, seen, teller))

    def review(self, on: bool, teller: Teller) -> Reply:
        """Question the last ruling: scores are under review and PASS is silent until settled."""
        return self._once("", lambda: self._set_review(teller.by if on else ""))

    def let_wait(self, anybody: bool) -> Reply:
        """Let anybody question a ruling, or the referee alone (a house option)."""
        return self._once("", lambda: self._change(lambda: self._review.let(anybody)))

    def rename(self, seat: Seat, name: str) -> Reply:
        """Say who sits at a seat of the game."""
        return self._once("", lambda: self._rename(seat, name))

    def set_tempo(self, tempo: str | int) -> Reply:
        """A tempo by name, or milliseconds between calls; heard at once."""
        return self._once("", lambda: self._change(lambda: self._audio.set_tempo(tempo)))

    def pause(self, paused: bool) -> Reply:
        """Hold PASS, or go on calling."""
        return self._once("", lambda: self._change(lambda: self._audio.pause(paused)))

    def rest(self, tonight: tuple[Tonight, ...]) -> None:
        """Leave the game at hand, if one is on, and show what was played tonight instead."""
        self._queue.do(lambda: self._rest(tonight))

    def show_access(
        self, requests: tuple[JoinRequest, ...], phones: tuple[Seat, ...], access: AccessState
    ) -> None:
        """Show which phones ask for a seat, for which seats phones were let in, and the rest."""
        self._queue.do(lambda: self._show(requests=requests, phones=phones, access=access))

    def show_wiring(self, now: Callable[[], Check | None], sign: str = "") -> None:
        """Show how the check of the wires stands by then, and sound a sign if one is named."""
        self._queue.do(lambda: self._show(wiring=now()))
        if sign:
            self._queue.do(lambda: self._audio.sign(sign))

    def show_margins(self, margins: tuple[str, ...]) -> None:
        """Show in words how far each pad is from trouble, where the table can tell."""
        if margins != self.picture.margins:
            self._queue.put(lambda: self._show(margins=margins))

    def note_trouble(self, key: str, sentence: str) -> None:
        """Show a sentence about what is wrong on every screen; an empty one takes it away."""
        self._queue.put(lambda: self._note_trouble(key, sentence))

    def note_pads(self, pads: tuple[PadNow, ...]) -> None:
        """Begin with what the table believes of its pads."""
        self._queue.put(lambda: self._begin_with(pads))

    # --- the thread ---------------------------------------------------------------------------

    def start(self) -> None:
        """Start the thread that judges."""
        self._queue.start()

    def stop(self) -> None:
        """Do what is on the queue, then end the thread."""
        self._queue.stop()
        self.hub.close()

    def alive(self) -> bool:
        """Whether the thread that judges still runs."""
        return self._queue.alive()

    def round_s(self) -> float:
        """A number that grows while the thread comes round, with all that it writes written."""
        return self._queue.round_s

    def step(self) -> None:
        """Do all that is due now, without waiting; for tests."""
        self._queue.step()

    def _sleep_s(self) -> float:
        dues = [due for due in (self._settling.next_due(), self._watch.next_due()) if due]
        wait_us = min(dues, default=self.clock.now_us() + 10**9) - self.clock.now_us()
        return min(IDLE_S, max(0.0, self.clock.wait_s(wait_us)))

    def _last_words(self) -> None:
        """Before a stop: what was felt a moment ago, and what was only counted."""
        self._facts(self._kept_back + self._settling.all())
        self._close_book()

    def _tick(self) -> None:
        now_us = self.clock.now_us()
        self.effects.tried(Effect.REVIEW, self._review.note)
        for _ in self._watch.feints(now_us):
            self._publish()  # the hand is gone
            self._audio.sign("fake_out")
        self._take(self._settling.due(now_us))
        if self.picture.changes_by(now_us):
            self._publish()  # the big undo goes away

    # --- signals ------------------------------------------------------------------------------

    def _felt(self, signal: Signal) -> None:
        if self._fold is None:
            meant: object = self.effects.tried(Effect.WIRES, self.hooks.signal, signal)
            if meant:
                self._kept(signal)
                return
        if signal.why == "unplugged" and not self._table["calling"]:
            return  # a dolphin in somebody's hand, or in the box, is no broken wire
        self._watch.note(signal, self._table["calling"])
        self._settling.put(signal, self.clock.now_us())
        if signal.pad is not None and showing.is_shown(signal.pad, self._table):
            self.effects.tried(Effect.NEWS, announce_felt, self.hub, signal)
            if signal.kind in (Kind.TOUCH, Kind.LIFT):
                self.effects.tried(Effect.TOUCH, self.hooks.touch, signal.pad)

    def _take(self, signals: list[Signal]) -> None:
        if signals or self._kept_back:
            self._facts(self._kept_back + signals)
        for signal in signals:
            if signal.kind in (Kind.PRESS, Kind.HELD):
                self._pressed(signal)
                self._kept(signal)

    def _facts(self, signals: list[Signal]) -> None:
        self._kept_back = []
        told = ((signal, fact_of(signal)) for signal in signals)
        facts = [(s, fact) for s, fact in told if fact is not None and not self._has(once(s))]
        if facts and (self._fold is None or not self._fold.senses):
            self._publish()
        elif facts:
            rows = [row_of(fact, s.source, s.at_us, once(s)) for s, fact in facts]
            if not self._write(rows):
                # What was felt is kept until it can be written.
                self._kept_back = [signal for signal, _ in facts]
        for signal in signals:
            if signal.kind not in (Kind.PRESS, Kind.HELD) and signal not in self._kept_back:
                self._kept(signal)

    def _kept(self, signal: Signal) -> None:
        self.effects.tried(Effect.KEPT, self.hooks.kept, signal)

    def _has(self, tell: str) -> bool:
        """Whether this was written, perhaps before a restart; unknown while the disk is dumb."""
        with suppress(JournalError):
            return bool(tell) and self.journal.has_tell(tell)
        return False

    def _begin_with(self, pads: tuple[PadNow, ...]) -> None:
        self._watch.begin(pads, self.clock.now_us())
        self._tell_doubts()
        self._publish()

    def _tell_doubts(self) -> None:
        """A game that begins or goes on after a restart knows nothing of the pads' troubles."""
        if self._fold is None or not self._fold.senses:
            return
        suspects = self._fold.module.view(self._fold.state).get("suspects", {})
        facts = doubts(self._watch.now(), suspects)
        if facts:
            self._write([row_of(fact, "table", self.clock.now_us()) for fact in facts])

    def _pressed(self, signal: Signal) -> None:
        def answer(tell: str, told: Pressed) -> Reply:
            work = partial(self._answer, tell, told.ask, told.key, told.picks, _TABLE)
            return self._hear_once(tell, work)

        requests = self.picture.seat_requests
        settle = partial(kindly, lambda: self._set_review(""))
        if self._pressing.press(signal, self._fold, requests, settle, answer):
            self._publish()

    def _called(self) -> None:
        self._calls += 1

    # --- people's words -----------------------------------------------------------------------

    def _once(self, tell: str, work: Callable[[], Reply]) -> Reply:
        """A word of somebody, in its turn: once, and what cannot be is told kindly."""

        def heard() -> Reply:
            # What was felt goes before what is told later: a claim never overtakes its touch.
            self._take(self._settling.all())
            return self._hear_once(tell, work)

        return self._queue.do(heard)

    def _hear_once(self, tell: str, work: Callable[[], Reply]) -> Reply:
        known = self._replies.get(tell)
        if known is None and self._has(tell):  # or before a restart
            known = Reply("counts")
        return known or self._replies.keep(tell, kindly(work))

    def _answer(self, tell: str, ask: str, key: str, picks: Picks, teller: Teller) -> Reply:
        if self._fold is None:
            return Reply("asked_again", Text("No game is on. Begin one first."))
        if self._review.by:
            return Reply("refused", Text("A ruling is under review: settle that first."))
        considered = consider(self._fold, ask, key, picks, teller)
        if isinstance(considered, Reply):
            return considered
        return self._tell(considered, tell, teller)

    def _tell(self, counts: Counts, tell: str, teller: Teller) -> Reply:
        assert self._fold is not None
        self._fold.judge(counts.fact)  # or it is refused
        return self._written_or_not(answer_row(counts, tell, teller, self.clock.now_us()))

    def _written_or_not(self, row: Row) -> Reply:
        written = self._write([row])
        if not written:
            return Reply("refused", Text("{why}", why=self._trouble["journal"]), final=False)
        if row.op is not Op.FACT:
            self._replies.unsay(self._fold)
        return Reply("counts", seq=written[0].seq)

    def _turn_back(self, op: Op, tell: str, of: int, teller: Teller) -> Reply:
        if self._fold is None:
            return Reply("asked_again", Text("No game is on."))
        entry = self._fold.undoable() if op is Op.UNDO else self._fold.redoable()
        if entry is None or entry.row.seq != of:
            return Reply("asked_again", Text("Something newer was told. Please look again."))
        return self._written_or_not(change_row(op, of, tell, teller, self.clock.now_us()))

    def _what_if(self, of: int, answers: Sequence[Answer]) -> WhatIf:
        if self._fold is None:
            raise Refused("", Text("No game is on."))
        return what_if(self._fold, of, answers)

    def _amend(
        self, tell: str, of: int, answers: Sequence[Answer], seen: int, teller: Teller
    ) -> Reply:
        would = self._what_if(of, answers)
        if seen != self._seq:
            return Reply("asked_again", Text("Something newer was told. Please look again."))
        drops = tuple(fallen.was.row.seq for fallen in would.falls)
        at_us = self.clock.now_us()
        row = change_row(Op.AMEND, of, tell, teller, at_us, would.facts, drops)
        reply = self._written_or_not(row)
        if reply.kind == "counts" and self._review.by:
            self._end_review()
            self._after_change(["start"])
        return reply

    def _end_review(self) -> None:
        self._review.end()
        self.effects.tried(Effect.REVIEW, self._review.note)

    def _set_review(self, by: str) -> Reply:
        if self._fold is None or not self._review.question(by):
            return Reply("already", Text("That is so already."))
        self._after_change(["question" if by else "start"])
        return Reply("counts")

    def _begin_game(
        self, kind: str, people: list[str], options: dict[str, Any], tell: str
    ) -> Reply:
        wanted = NewGame(kind, tuple(people), options)
        setup = set_up(wanted, len(self._watch.now()))
        self._close_book()
        begun = opened(self.journal, wanted, setup, self._wall_ms(), tell)
        self._trouble.pop("game", None)
        self._end_review()
        self._use(begun)
        self._after_change()
        self._tell_doubts()
        return Reply("counts")

    def _rename(self, seat: Seat, name: str) -> Reply:
        game = self.picture.game
        if game is None or seat not in self.journal.names(game.game):
            return Reply("refused", Text("Nobody sits there."))
        self.journal.seat_person(game.game, seat, self.journal.person(name, self._wall_ms()))
        self._read_names()
        self._publish()
        return Reply("counts")

    def _change(self, work: Callable[[], object]) -> Reply:
        work()
        self._publish()
        return Reply("counts")

    def _rest(self, tonight: tuple[Tonight, ...]) -> None:
        self._close_book()
        leave(self.journal, self.picture.game, self._wall_ms())
        self._end_review()
        self._fold, self.picture = None, showing.without_game(self.picture, tonight)
        self._read_names()
        self._after_change()

    def _show(self, **parts: Any) -> None:
        self.picture = replace(self.picture, **parts)
        self._publish()

    def _note_trouble(self, key: str, sentence: str) -> None:
        if self._trouble.get(key, "") != sentence:
            self._trouble[key] = sentence
            self._publish()

    # --- writing ------------------------------------------------------------------------------

    def _write(self, rows: list[Row]) -> tuple[Row, ...]:
        """Journal rows, then let them count; none, with nothing changed, if that fails."""
        game = self.picture.game
        assert self._fold is not None and game is not None
        try:
            written = self.journal.append(game.game, rows, self._wall_ms())
        except JournalError as problem:
            self._note_trouble("journal", str(problem))
            return ()
        self._trouble.pop("journal", None)
        self._seq = written[-1].seq
        entries = [entry for entry in map(self._fold.take, written) if entry is not None]
        self._after_change([r.sign for entry in entries for r in entry.rulings if r.sign])
        if self._calls + len(self._watch.fake_outs) and not self._table["calling"]:
            self._close_book()
        return written

    def _close_book(self) -> None:
        """Write what was only counted: the calls of PASS and the feints."""
        calls, feints = self._calls, tuple(self._watch.fake_outs)
        if self._fold is None or not self._fold.senses or not calls + len(feints):
            return
        self._calls, self._watch.fake_outs = 0, []
        row = row_of(Counted(calls, feints), "table", self.clock.now_us())
        if not self._write([row]):
            self._calls, self._watch.fake_outs = calls, list(feints)

    def _after_change(self, signs: Sequence[str] = ()) -> None:
        """Show what is so now; only then comes what follows from it, and may fail."""
        self._table = showing.table_of(self._fold, bool(self._review.by))
        suspects = frozenset(pad.pad for pad in self._watch.now() if pad.state == "suspect")
        self._audio.arm(self._table, suspects)
        self._publish()
        self._audio.follow(self._table, self._calls, self.clock.now_us())
        for sign in signs:
            self._audio.sign(sign)
        if self._audio.state(self._table["once"]) != self.picture.caller:
            self._publish()

    # --- showing ------------------------------------------------------------------------------

    def _publish(self) -> None:
        fold, now_us = self._fold, self.clock.now_us()
        self._keys.look(fold, tuple(request.id for request in self.picture.seat_requests), now_us)
        self.picture = replace(
            showing.of_fold(self.picture, fold, now_us, self._lines),
            version=self.picture.version + 1,
            seq=self._seq,
            table_us=now_us,
            names=self._names,
            pads=showing.pads_shown(self._watch.now(), self._table),
            caller=self._audio.state(self._table["once"]),
            draft=self._keys.draft,
            review=self._review.by,
            may_wait=self._review.anybody,
            trouble=tuple(dict.fromkeys(filter(None, self._trouble.values()))),
        )
        self.effects.tried(Effect.SCREENS, self.hub.announce, self.picture.version)

    def _read_names(self) -> None:
        self._names = names_in(self.journal, self.picture.game, self._fold, self._names.pads)

    def _use(self, game: Opened) -> None:
        fold = self._fold = game.fold
        if game.trouble:
            self._trouble["game"] = game.trouble
        if fold is not None:
            self._table = showing.table_of(fold, bool(self._review.by))
            self.picture = replace(
                self.picture, game=game.game, setup=fold.setup, module=fold.module
            )
            self._read_names()
