"""How signals and people's words become facts, meet the rules, and are written and shown.

Runs in the referee's one thread and knows no other: `referee.py` hands it one thing after another.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from companion.frozen import replace
from companion.journal import Journal, JournalError, Op, Row
from companion.journal.settings import MAY_TAKE_BACK
from companion.referee import showing
from companion.referee.amending import Answer, WhatIf, what_if
from companion.referee.answers import Bar, Counts, Picks, Replies, Reply, Teller, consider, kindly
from companion.referee.audio import Audio, announce_felt
from companion.referee.effects import Effect, Effects
from companion.referee.fold import Fold
from companion.referee.hooks import Hooks
from companion.referee.hub import Hub
from companion.referee.keys import AGAIN, Keys, asked_of
from companion.referee.opening import (
    NOTHING_ON,
    NewGame,
    Opened,
    leave,
    not_again,
    once_more,
    opened,
    resumed,
    set_up,
    with_robots,
)
from companion.referee.picture import Lines, Night, PadNow, Picture
from companion.referee.pressing import Pressing
from companion.referee.replay import names_in
from companion.referee.reviewing import Review
from companion.referee.rows import answer_row, change_row, row_of
from companion.referee.seating import give_back, moves_seats, name_seat, sit_down, sits_by
from companion.referee.signals import PadWatch, doubts, facts_of, once
from companion.referee.taking_back import NOT_TO_AMEND, barred, may_amend, questioned
from companion.referee.walking import UNDO
from companion.referee.walking import Answer as Pressed
from companion.say import Names
from companion.table.clock import TableClock
from companion.table.interfaces import CallerLike
from companion.table.settle import Settling
from companion.table.signals import Kind, Signal
from companion.words import PADS_MOST, Counted, Refused, Seat, Text

IDLE_S = 0.5  # a retry of what a full disk kept back comes that soon
REST_S = 5.0  # the longest sleep: whoever watches over the thread sees it come round
_LOOKS = "The referee is looking up what was said in this round."
_TABLE = Teller("buttons", referee=True, screen="table")


class Judging:
    """What the thread judges with; `Referee` says of each method what it is for."""

    def __init__(
        self,
        journal: Journal,
        clock: TableClock,
        effects: Effects,
        pads: tuple[str, ...],
        seat_buttons: bool,
        three_buttons: bool,
        wall_ms: Callable[[], int],
    ) -> None:
        self.journal = journal
        self.clock = clock
        self.effects = effects
        self.hooks = Hooks()
        self.hub = Hub()
        # Grows over restarts, so that a page never takes a new picture for an old one.
        self.picture = Picture(version=journal.count_start() << 32)
        self.audio = Audio(effects)
        self.fold: Fold | None = None
        self._keys = Keys(seat_buttons)
        self._three_buttons = three_buttons
        self._wall_ms = wall_ms
        self._settling = Settling()
        self._watch = PadWatch(min(len(pads), PADS_MOST))
        self._names = Names({}, pads)
        self._lines = Lines()
        self._calls = 0
        self._unwritten: list[Signal] = []
        self.table = showing.NO_TABLE
        self._seq = journal.last_seq()
        self._replies = Replies()
        self._review = Review(journal)
        self._may_take_back = journal.setting(MAY_TAKE_BACK)
        self._trouble: dict[str, str] = {}
        self._pressing = Pressing(effects, self.hooks, self.audio, self._keys, self._review)

    def resume(self) -> None:
        """Go on with the game that was on."""
        self._use(resumed(self.journal))
        self._publish()

    # --- the queue's --------------------------------------------------------------------------

    def sleep_s(self) -> float:
        found = self._settling.next_due(), self._watch.next_due(), *self.picture.changes_next()
        now_us = self.clock.now_us()
        waits_s = [self.clock.wait_s(due_us - now_us) for due_us in found if due_us]
        is_kept_back = self._unwritten or not self._review.is_noted
        return max(0.0, min([IDLE_S if is_kept_back else REST_S, *waits_s]))

    def last_words(self) -> None:
        """Before a stop: what was felt a moment ago, and what was only counted."""
        self._facts(self._unwritten + self._settling.all())
        self._close_book()

    def tick(self) -> None:
        now_us = self.clock.now_us()
        self.effects.tried(Effect.REVIEW, self._review.note)
        for _ in self._watch.feints(now_us):
            self._publish()  # the hand is gone
            self.audio.sign("fake_out")
        self._take(self._settling.due(now_us))
        if self.picture.changes_by(now_us):
            self._publish()  # the big undo goes away

    # --- signals ------------------------------------------------------------------------------

    def felt(self, signal: Signal) -> None:
        if not self.picture.is_on:
            meant: object = self.effects.tried(Effect.WIRES, self.hooks.signal, signal)
            if meant:
                self._is_written(signal)
                return
        if signal.why == "unplugged" and not self.table.calling:
            return  # a dolphin in somebody's hand, or in the box, is no broken wire
        self._watch.note(signal, self.table.calling)
        self._settling.put(signal, self.clock.now_us())
        if signal.pad is not None and showing.is_shown(signal.pad, self.table):
            self.effects.tried(Effect.NEWS, announce_felt, self.hub, signal)

    def _take(self, signals: list[Signal]) -> None:
        if signals or self._unwritten:
            self._facts(self._unwritten + signals)
        for signal in signals:
            if signal.kind in (Kind.PRESS, Kind.HELD):
                self._pressed(signal)
                self._is_written(signal)

    def _facts(self, signals: list[Signal]) -> None:
        self._unwritten = []
        told = facts_of(signals, self.fold)
        facts = [(signal, fact) for signal, fact in told if not self._has(once(signal))]
        if facts and (self.fold is None or not self.fold.senses):
            self._publish()
        elif facts:
            rows = [row_of(fact, s.source, s.at_us, once(s)) for s, fact in facts]
            if not self._write(rows):
                # What was felt is kept until it can be written.
                self._unwritten = [signal for signal, _ in facts]
        for signal in signals:
            if signal.kind not in (Kind.PRESS, Kind.HELD) and signal not in self._unwritten:
                self._is_written(signal)
        if not facts:  # a hand that counts no more may have silenced PASS
            self.audio.follow(self.table, self._calls, self.clock.now_us())

    def _is_written(self, signal: Signal) -> None:
        self.effects.tried(Effect.WRITTEN, self.hooks.written, signal)

    def _has(self, nonce: str) -> bool:
        """Whether this was written, perhaps before a restart; unknown while the disk is dumb."""
        with suppress(JournalError):
            return bool(nonce) and self.journal.has_nonce(nonce)
        return False

    def begin_with(self, pads: tuple[PadNow, ...]) -> None:
        self._watch.begin(pads, self.clock.now_us())
        self._record_doubts()
        self._publish()

    def _record_doubts(self) -> None:
        """A game that begins or goes on after a restart knows nothing of the pads' troubles."""
        if self.fold is None or not self.fold.senses:
            return
        self._note(doubts(self._watch.now(), self.fold.view.suspects))

    def _note(self, facts: Sequence[Any] | None) -> None:
        """Write what the table itself tells."""
        if facts:
            self._write([row_of(fact, "table", self.clock.now_us()) for fact in facts])

    def _pressed(self, signal: Signal) -> None:
        def answer(nonce: str, told: Pressed) -> Reply:
            work = partial(self.answer, nonce, told.ask, told.key, told.picks, _TABLE)
            if told.ask == UNDO and (undo := self.picture.undo) is not None:
                work = partial(self.turn_back, Op.UNDO, nonce, undo.seq, _TABLE)
            return self._hear_once(nonce, work)

        def again(nonce: str) -> Reply:
            return self._hear_once(nonce, partial(self.begin_again, nonce, by_start=True))

        settle = partial(kindly, lambda: self.set_review(""))
        if self._pressing.press(signal, self.picture, settle, answer, again):
            self._publish()

    def called(self) -> None:
        """PASS was called once more."""
        self._calls += 1

    def use_caller(self, caller: CallerLike) -> None:
        """Have PASS called, and signs sounded, by this caller."""
        self.audio.use(caller, self.table, self.clock.now_us())
        self._publish()

    # --- people's words -----------------------------------------------------------------------

    def once(self, nonce: str, work: Callable[[], Reply]) -> Reply:
        """A word of somebody: once, and what cannot be is told kindly."""
        # What was felt goes before what is told later: a claim never overtakes its touch.
        self._take(self._settling.all())
        return self._hear_once(nonce, work)

    def _hear_once(self, nonce: str, work: Callable[[], Reply]) -> Reply:
        known = self._replies.get(nonce)
        if known is None and self._has(nonce):  # or before a restart
            known = Reply("counts")
        return known or self._replies.keep(nonce, kindly(work))

    def answer(self, nonce: str, ask: str, key: str, picks: Picks, teller: Teller) -> Reply:
        if self.fold is None:
            return NOTHING_ON
        if self._review.by:
            return questioned(self.picture, teller)
        considered = consider(self.fold, ask, key, picks, teller)
        if isinstance(considered, Reply):
            return considered
        return self._record(considered, nonce, teller)

    def tell(self, nonce: str, fact: Any, by: str) -> Reply:
        if self.fold is None or not self.fold.knows(fact):
            return Reply("asked_again", Text("That game is not on."))
        return self._record(Counts(fact, "", ""), nonce, Teller(by))

    def _record(self, counts: Counts, nonce: str, teller: Teller) -> Reply:
        assert self.fold is not None
        self.fold.judge(counts.fact)  # or it is refused
        return self._written_or_not(answer_row(counts, nonce, teller, self.clock.now_us()))

    def _written_or_not(self, row: Row) -> Reply:
        written = self._write([row])
        if not written:
            return Reply("refused", Text("{why}", why=self._trouble["journal"]), final=False)
        if row.op is not Op.FACT:
            self._replies.unsay(self.fold)
        return Reply("counts", seq=written[0].seq)

    def turn_back(self, op: Op, nonce: str, of: int, teller: Teller) -> Reply:
        if self.fold is None:
            return Reply("asked_again", Text("No game is on."))
        bar = barred(op, self.picture, self.fold, of, teller)
        return bar or self._written_or_not(change_row(op, of, nonce, teller, self.clock.now_us()))

    def what_if(self, of: int, answers: Sequence[Answer]) -> WhatIf:
        if self.fold is None:
            raise Refused("", Text("No game is on."))
        return what_if(self.fold, of, answers)

    def amend(
        self, nonce: str, of: int, answers: Sequence[Answer], seen: int, teller: Teller
    ) -> Reply:
        if not may_amend(self.picture, teller):
            return Reply("refused", NOT_TO_AMEND, bar=Bar.OTHERS)
        would = self.what_if(of, answers)
        if seen != self._seq:
            return Reply("asked_again", Text("Something newer was told. Please look again."))
        drops = tuple(fallen.was.row.seq for fallen in would.falls)
        at_us = self.clock.now_us()
        row = change_row(Op.AMEND, of, nonce, teller, at_us, would.facts, drops)
        reply = self._written_or_not(row)
        if reply.kind == "counts" and self._review.by:
            self._end_review()
            self._after_change(["start"])
        return reply

    def _end_review(self) -> None:
        self._review.end()
        self._trouble.pop("record", None)  # it was opened for that, or is opened anew
        self.effects.tried(Effect.REVIEW, self._review.note)

    def set_review(self, by: str) -> Reply:
        if self.fold is None:
            return NOTHING_ON
        if not self._review.question(by):
            return Reply("already", Text("That is so already."))
        if not by:
            self._trouble.pop("record", None)
        self._after_change(["question" if by else "start"])
        return Reply("counts")

    def begin_game(
        self, kind: str, people: list[str], options: dict[str, Any], nonce: str, ends: int
    ) -> Reply:
        wanted = with_robots(NewGame(kind, tuple(people), options))
        set_up(wanted, len(self._watch.now()))  # or it is refused, and nobody is asked anything
        if self.picture.is_on and self.picture.number != ends:
            return Reply("refused", self.picture.loses, final=False, bar=Bar.NOT_SO)
        return self._begin(wanted, nonce)

    def begin_again(self, nonce: str, by_start: bool = False) -> Reply:
        wanted = self._again()
        return self._begin(wanted, nonce, by_start) if wanted else not_again(self.picture)

    def _again(self) -> NewGame | None:
        """The game that is over once more, where the people who are left can play it."""
        return once_more(self.journal, self.picture.game, self.fold, len(self._watch.now()))

    def _begin(self, wanted: NewGame, nonce: str, by_start: bool = False) -> Reply:
        setup = set_up(wanted, len(self._watch.now()))
        self._close_game()
        begun = opened(self.journal, wanted, setup, self._wall_ms(), nonce)
        self._trouble.pop("game", None)
        self._end_review()
        self.picture = replace(self.picture, by_start=by_start)
        self._use(begun)
        self._after_change()
        self._record_doubts()
        return Reply("counts")

    def rename(self, seat: Seat, name: str, was: str | None) -> Reply:
        reply = name_seat(self.journal, self.picture, seat, name, was, self._wall_ms())
        if reply.kind == "counts":
            self.look_at_people()
        return reply

    def sit(self, nonce: str, person: int, seat: Seat, teller: Teller) -> Reply:
        game = self.picture.game
        if self.fold is None or game is None:
            return NOTHING_ON
        told = sits_by(self.fold, self.picture.names, person, seat)
        if isinstance(told, Reply):
            return told
        if told is not None:
            reply = self.answer(nonce, *told, {"seat": seat}, teller)
            if reply.kind != "counts":
                return reply
        sit_down(self.journal, game.game, seat, person, self._wall_ms())
        self.look_at_people()
        return Reply("counts")

    def look_at_people(self) -> None:
        self._read_names()
        self._publish()

    def open_record(self, on: bool) -> Reply:
        if on and not self.picture.view.memory:
            return Reply("already", Text("There is nothing to open: all of it can be read."))
        self._trouble["record"] = _LOOKS if on else ""
        return self._shown()

    def _is_of_memory(self) -> bool:
        return self.fold is not None and self.fold.view.memory

    def let_wait(self, anybody: bool) -> Reply:
        self._review.let(anybody)
        return self._shown()

    def let_take_back(self, anybody: bool) -> Reply:
        self.journal.set_setting(MAY_TAKE_BACK, anybody)
        self._may_take_back = anybody
        return self._shown()

    def set_tempo(self, tempo: str | int) -> Reply:
        self.audio.set_tempo(tempo)
        return self._shown()

    def pause(self, paused: bool) -> Reply:
        self.audio.pause(paused)
        return self._shown()

    def _shown(self) -> Reply:
        self._publish()
        return Reply("counts")

    def rest(self, night: Night) -> None:
        self._close_game()
        leave(self.journal, self.picture.game, self._wall_ms())
        self._end_review()
        self.fold, self.picture = None, showing.without_game(self.picture, night)
        self._read_names()
        self._after_change()

    def show(self, **parts: Any) -> None:
        self.picture = replace(self.picture, **parts)
        self._publish()

    def trouble_of(self, key: str) -> str:
        return self._trouble.get(key, "")

    def note_trouble(self, key: str, sentence: str) -> None:
        if self.trouble_of(key) != sentence:
            self._trouble[key] = sentence
            self._publish()

    # --- writing ------------------------------------------------------------------------------

    def _write(self, rows: list[Row]) -> tuple[Row, ...]:
        """Journal rows, then let them count; none, with nothing changed, if that fails."""
        game = self.picture.game
        assert self.fold is not None and game is not None
        try:
            written = self.journal.append(game.game, rows, self._wall_ms())
        except JournalError as problem:
            self.note_trouble("journal", str(problem))
            return ()
        self._trouble.pop("journal", None)
        self._seq = written[-1].seq
        entries = [entry for entry in map(self.fold.take, written) if entry is not None]
        if moves_seats(self.fold, written):
            with suppress(JournalError):  # a fact never fails for a name
                self._read_names()
        self._after_change([r.sign for entry in entries for r in entry.rulings if r.sign])
        if (self._calls or self._watch.fake_outs) and not self.table.calling:
            self._close_book()
        return written

    def _close_book(self) -> None:
        """Write what was only counted: the calls of PASS and the feints."""
        calls, feints = self._calls, tuple(self._watch.fake_outs)
        if self.fold is None or not self.fold.senses or not (calls or feints):
            return
        self._calls, self._watch.fake_outs = 0, []
        row = row_of(Counted(calls, feints), "table", self.clock.now_us())
        if not self._write([row]):
            self._calls, self._watch.fake_outs = calls, list(feints)

    def _close_game(self) -> None:
        self._close_book()
        if self.fold is not None and (game := self.picture.game) is not None:
            self._note(self.effects.tried(Effect.LEAVING, self.hooks.leaving, game.game))

    def _after_change(self, signs: Sequence[str] = ()) -> None:
        """Show what is so now; only then comes what follows from it, and may fail."""
        self.table = showing.table_of(self.fold, bool(self._review.by))
        if self._trouble.get("record") and not self._is_of_memory():
            self._trouble.pop("record")
        suspects = frozenset(pad.pad for pad in self._watch.now() if pad.state == "suspect")
        self.audio.arm(self.table, suspects)
        self._publish()
        self.audio.follow(self.table, self._calls, self.clock.now_us())
        for sign in signs:
            self.audio.sign(sign)
        if self.audio.state(self.table.once) != self.picture.caller:
            self._publish()

    # --- showing ------------------------------------------------------------------------------

    def _publish(self) -> None:
        fold, now_us = self.fold, self.clock.now_us()
        again = self._again() is not None
        asked = asked_of(fold, self._three_buttons and self.picture.access.alone)
        self._keys.look(asked, (AGAIN,) if again else (), now_us)
        self.picture = replace(
            showing.of_fold(self.picture, fold, now_us, self._lines),
            version=self.picture.version + 1,
            seq=self._seq,
            table_us=now_us,
            names=showing.at_table(self._names, fold),
            pads=showing.pads_shown(self._watch.now(), self.table),
            caller=self.audio.state(self.table.once),
            draft=self._keys.draft,
            asked=asked,
            refused=self._keys.refused,
            review=self._review.by,
            again=again,
            may_wait=self._review.anybody,
            may_take_back=self._may_take_back,
            record=bool(self._trouble.get("record")),
            trouble=tuple(dict.fromkeys(filter(None, self._trouble.values()))),
        )
        self.effects.tried(Effect.SCREENS, self.hub.announce, self.picture.version)

    def _read_names(self) -> None:
        give_back(self.journal, self.picture.game, self.fold)
        self._names = names_in(self.journal, self.picture.game, self.fold, self._names.pads)

    def _use(self, game: Opened) -> None:
        fold = self.fold = game.fold
        if game.trouble:
            self._trouble["game"] = game.trouble
        if fold is not None:
            self.table = showing.table_of(fold, bool(self._review.by))
            # All of it at once: others look at the picture at any moment.
            picture = showing.of_fold(self.picture, fold, self.clock.now_us(), self._lines)
            self.picture = replace(picture, game=game.game, setup=fold.setup, module=fold.module)
            self._read_names()
