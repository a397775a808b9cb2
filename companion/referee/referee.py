"""The referee of one table, for all threads: puts work on the queue of the one that judges.

So the rules never wait for a phone, and a phone never waits for a pad. Judges nothing itself.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any

from companion.journal import Journal, Op
from companion.referee.amending import Answer, WhatIf
from companion.referee.answers import Picks, Reply, Teller
from companion.referee.audio import announce
from companion.referee.effects import Effect, Effects
from companion.referee.fold import Fact
from companion.referee.judging import Judging
from companion.referee.past import Past
from companion.referee.picture import AccessState, JoinRequest, Night, PadNow, Picture
from companion.referee.wiring import Check
from companion.referee.work_queue import WorkQueue
from companion.say import DOLPHINS
from companion.table.caller import Called, News
from companion.table.clock import TableClock
from companion.table.interfaces import CallerLike
from companion.table.signals import Signal
from companion.words import Seat


class Referee:
    """The referee of one table. All public methods may be called from any thread."""

    def __init__(
        self,
        journal: Journal,
        clock: TableClock,
        *,
        pads: tuple[str, ...] = DOLPHINS,
        seat_buttons: bool = False,
        three_buttons: bool = True,
        wall_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> None:
        self.journal = journal
        self.clock = clock
        self.effects = Effects(self.note_trouble)
        judging = Judging(journal, clock, self.effects, pads, seat_buttons, three_buttons, wall_ms)
        self.hub, self.hooks = judging.hub, judging.hooks
        self._judging = judging
        self._counted: tuple[object, bool] = None, False  # of which state, and whether hands do
        self._noted: dict[str, str] = {}  # the newest on the queue, or done
        self.past = Past(journal, lambda: self.calling)
        self._queue = WorkQueue(judging.tick, judging.sleep_s, judging.last_words)
        judging.resume()

    @property
    def picture(self) -> Picture:
        """What is shown just now."""
        return self._judging.picture

    @property
    def hands_count(self) -> bool:
        """Whether cards go round and a hand may come down on a dolphin. For one thread."""
        state = self.picture.state
        if state is not self._counted[0]:
            view = self.picture.view
            self._counted = state, view.stage == "live" and view.table is not None
        return self._counted[1]

    @property
    def calling(self) -> bool:
        """Whether PASS is called just now."""
        return self._judging.table.calling

    # --- the table ----------------------------------------------------------------------------

    def feel(self, signal: Signal) -> None:
        """Take a signal. A touch that may end the round silences the caller here and now."""
        self._judging.audio.hush_at_touch(signal)
        self._queue.put(lambda: self._judging.felt(signal))

    def hear(self, news: News) -> None:
        """Take the caller's news and pass it on to the screens."""
        if isinstance(news, Called):
            self._queue.put(self._judging.called)
        self.effects.tried(Effect.NEWS, announce, self.hub, news)

    def use_caller(self, caller: CallerLike) -> None:
        """Have PASS called, and signs sounded, by this caller."""
        self._queue.do(lambda: self._judging.use_caller(caller))

    # --- people -------------------------------------------------------------------------------

    def begin_game(
        self,
        kind: str,
        people: list[str],
        options: dict[str, Any],
        nonce: str = "",
        sure: bool = False,
        ends: int = 0,
    ) -> Reply:
        """Begin a game with these people in seat order.

        One that is on ends only if it has the number `ends`, or whichever it is if `sure`.
        """
        begin = self._judging.begin_game

        def told() -> Reply:
            return begin(kind, people, options, nonce, self.picture.number if sure else ends)

        return self._once(nonce, told)

    def begin_again(self, nonce: str) -> Reply:
        """Begin the game that is over once more: the same people and options."""
        return self._once(nonce, lambda: self._judging.begin_again(nonce))

    def answer(self, nonce: str, ask: str, key: str, picks: Picks, teller: Teller) -> Reply:
        """Answer an open question. The same `nonce` twice counts once and is told the same."""
        return self._once(nonce, lambda: self._judging.answer(nonce, ask, key, picks, teller))

    def tell(self, nonce: str, fact: Fact, by: str) -> Reply:
        """What the table itself knows, and nobody was asked: a fact of the game at hand."""
        return self._once(nonce, lambda: self._judging.tell(nonce, fact, by))

    def undo(self, nonce: str, of: int, teller: Teller) -> Reply:
        """Take back the newest word of a person, which must still be row `of`."""
        return self._once(nonce, lambda: self._judging.turn_back(Op.UNDO, nonce, of, teller))

    def redo(self, nonce: str, of: int, teller: Teller) -> Reply:
        """Let what the last undo took back, row `of`, stand again."""
        return self._once(nonce, lambda: self._judging.turn_back(Op.REDO, nonce, of, teller))

    def what_if(self, of: int, answers: Sequence[Answer]) -> WhatIf:
        """What would come of telling these in place of row `of`. Raises Refused."""
        return self._queue.do(lambda: self._judging.what_if(of, answers))

    def amend(
        self, nonce: str, of: int, answers: Sequence[Answer], seen: int, teller: Teller
    ) -> Reply:
        """Tell these in place of row `of`, as shown when the journal's last row was `seen`."""
        return self._once(nonce, lambda: self._judging.amend(nonce, of, answers, seen, teller))

    def review(self, on: bool, teller: Teller) -> Reply:
        """Question the last ruling: scores are under review and PASS is silent until settled."""
        return self._once("", lambda: self._judging.set_review(teller.by if on else ""))

    def open_record(self, on: bool) -> Reply:
        """Let the referee read up what a game of memory keeps to itself; all screens say so."""
        return self._once("", lambda: self._judging.open_record(on))

    def let_wait(self, anybody: bool) -> Reply:
        """Let anybody question a ruling, or the referee alone (a house option)."""
        return self._once("", lambda: self._judging.let_wait(anybody))

    def let_take_back(self, anybody: bool) -> Reply:
        """Let anybody take back what others told, or the referee alone (a house option)."""
        return self._once("", lambda: self._judging.let_take_back(anybody))

    def rename(self, seat: Seat, name: str, was: str | None = None) -> Reply:
        """Say who sits at a seat of the game, where nobody but who `was` there sits by now."""
        return self._once("", lambda: self._judging.rename(seat, name, was))

    def look_at_people(self) -> None:
        """Show how people are called and look by now."""
        self._queue.do(self._judging.look_at_people)

    def sit(self, nonce: str, person: int, seat: Seat, teller: Teller) -> Reply:
        """Somebody sits down at a seat, new, left or of nobody yet, and plays as soon as may be."""
        return self._once(nonce, lambda: self._judging.sit(nonce, person, seat, teller))

    def set_tempo(self, tempo: str | int) -> Reply:
        """A tempo by name, or milliseconds between calls; heard at once."""
        return self._once("", lambda: self._judging.set_tempo(tempo))

    def pause(self, paused: bool) -> Reply:
        """Hold PASS, or go on calling."""
        return self._once("", lambda: self._judging.pause(paused))

    def rest(self, night: Night) -> None:
        """Leave the game at hand, if one is on, and show what was played tonight instead."""
        self._queue.do(lambda: self._judging.rest(night))

    def show_access(self, requests: tuple[JoinRequest, ...], access: AccessState) -> None:
        """Show which phones ask to be let in, which are, and the rest."""
        self._queue.do(lambda: self._judging.show(requests=requests, access=access))

    def show_wiring(self, now: Callable[[], Check | None], sign: str = "") -> None:
        """Show how the check of the wires stands by then, and sound a sign if one is named."""
        self._queue.do(lambda: self._judging.show(wiring=now()))
        if sign:
            self._queue.do(lambda: self._judging.audio.sign(sign))

    def show_now(self, **parts: Any) -> None:
        """Show these parts of the picture, where they are others by now."""
        if any(getattr(self.picture, name) != part for name, part in parts.items()):
            self._queue.put(lambda: self._judging.show(**parts))

    def note_trouble(self, key: str, sentence: str) -> None:
        """Show a sentence about what is wrong on every screen; an empty one takes it away."""
        told, self._noted[key] = self._noted.get(key, ""), sentence
        # Parts say it again and again: the thread is woken where it is news to somebody.
        if not sentence == told == self._judging.trouble_of(key):
            self._queue.put(lambda: self._judging.note_trouble(key, sentence))

    def noted(self, key: str) -> str:
        """What was noted last as wrong; nothing, where all is well."""
        return self._noted.get(key, "")

    def note_pads(self, pads: tuple[PadNow, ...]) -> None:
        """Begin with what the table believes of its pads."""
        self._queue.put(lambda: self._judging.begin_with(pads))

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

    def _once(self, nonce: str, work: Callable[[], Reply]) -> Reply:
        """A word of somebody, in its turn."""
        return self._queue.do(lambda: self._judging.once(nonce, work))
