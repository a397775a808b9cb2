"""Nothing stands between the journal and the screens: whatever fails after a fact, it counts.

Each thing that follows from a fact, and each way to hear of one, is let fail: alone, in a script
that uses it, and all of them while robots play each game at a thread that judges.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.evening.poster import EveningTold
from companion.journal import JournalError
from companion.referee.amending import Answer
from companion.referee.hooks import Hooks
from companion.referee.picture import AccessState, JoinRequest, Night, Picture
from companion.referee.referee import Referee
from companion.sounds import COMMON
from companion.table import caller as table_caller
from companion.table.caller import Called
from companion.table.config import BuzzerConfig
from companion.table.interfaces import CallerLike
from companion.table.signals import Kind, Signal
from companion.words import Pad, Seat
from tests.referee.hall import REFEREE, Caller, Hall, called, hall, seat
from tests.robots.hearsay import Evening, Manners, Room
from tests.robots.stories import STORIES

CALLER = tuple(name for name in vars(CallerLike) if not name.startswith("_"))
HOOKS = tuple(hook.name for hook in fields(Hooks))
HUB = ("send", "announce")
QUIET = Night((), EveningTold("today", (), (), ()))
EFFECTS = (*CALLER, *HOOKS, *HUB)
# Together they would hide each other: who cannot read whether PASS runs neither begins nor ends it.
READ = ("running", "paused", "tempo", "every_ms", "calls")
MANY = {"reading": READ, "doing": tuple(name for name in EFFECTS if name not in READ)}


def fail(*_: object, **__: object) -> Any:
    raise OSError(5, "the wire is off")


@dataclass
class Hoarse(Caller):
    """A caller of which something is broken."""

    broken: frozenset[str] = frozenset()

    def __getattribute__(self, name: str) -> Any:
        if name in ("__dict__", "broken") or name not in self.broken:
            return super().__getattribute__(name)
        return fail() if name in READ else fail


@dataclass
class Effects:
    """What follows from the facts of one referee, and can be broken and mended."""

    referee: Referee
    caller: Hoarse = field(default_factory=Hoarse)

    def break_(self, *names: str) -> None:
        self.caller.broken = frozenset(names)
        for name in HOOKS:
            setattr(self.referee.hooks, name, fail if name in names else lambda _: None)
        hub = vars(self.referee.hub)
        for name in HUB:
            hub.pop(name, None)
        hub.update({name: fail for name in HUB if name in names})


def is_shown(referee: Referee) -> None:
    """What is written is on the screens."""
    picture, fold = referee.picture, referee._judging.fold
    assert picture.seq == referee.journal.last_seq()
    assert fold is None or (picture.state, picture.open) == (fold.state, fold.open)


# --- each effect, alone -----------------------------------------------------------------------


@dataclass
class Script:
    """All sorts of facts and words at one table, and what was answered and shown."""

    table: Hall
    told: list[Any] = field(default_factory=list)

    def note(self, reply: Any = None) -> None:
        is_shown(self.table.referee)
        picture = self.table.referee.picture
        self.told.append((reply, picture.seq, picture.state, picture.open, picture.review))

    def counts(self, reply: Any) -> int:
        assert reply.kind == "counts", reply
        self.note(reply)
        return int(reply.seq)

    def play(self) -> list[Any]:
        for part in (self._wires, self._round, self._verdict, self._words, self._buttons):
            part()
        self.table.referee.rest(QUIET)
        self.note()
        assert self.table.referee.picture.game is None
        return self.told

    def _wires(self) -> None:
        self.table.feel(Kind.TOUCH, 0)
        self.table.feel(Kind.RELEASE, 0)
        self.table.feel(Kind.PRESS, button="no")
        self.table.referee.show_wiring(lambda: None, "felt")
        self.table.wait()
        self.note()

    def _round(self) -> None:
        table = self.table
        self.counts(table.begin(tell=table.tap()))
        table.wait(1000)
        self.counts(table.answer("deal", "start"))
        called(table, 2)
        table.feel(Kind.NEAR, 0)
        table.wait(2000)
        self.note()
        game = table.rows()[0].seq
        for pad in (0, 1):
            table.feel(Kind.TOUCH, pad, mark=(1, pad, game))
        table.wait()
        self.note()
        assert table.phase == "grab" and len(table.view.order) == 2

    def _verdict(self) -> None:
        table = self.table
        verdict = self.counts(table.answer("verdict", "yes"))
        self.counts(table.undo())
        self.counts(table.redo())
        again = table.tap()
        first = table.answer("holders", "seat:0", tell=again)
        self.counts(first)
        assert table.referee.answer(again, "", "", {}, REFEREE) == first
        assert table.referee.picture.seq == first.seq > verdict
        self.counts(table.referee.review(True, seat(1)))
        seen = table.referee.picture.seq
        answers = [another_holder(table, first.seq)]
        self.counts(table.referee.amend(table.tap(), first.seq, answers, seen, REFEREE))
        assert not table.referee.picture.review

    def _words(self) -> None:
        referee = self.table.referee
        for paused in (True, False):
            self.counts(referee.pause(paused))
        self.counts(referee.set_tempo("calm"))
        assert referee.set_tempo("furious").kind == "refused"
        for on in (True, False):
            self.counts(referee.review(on, seat(2)))
        self.counts(referee.rename(Seat(0), "Anna"))

    def _buttons(self) -> None:
        table = self.table
        table.feels(Kind.HELD, button="start")
        table.referee.show_access((JoinRequest("aa", Seat(1), "blue heron"),), AccessState())
        table.press("start")
        table.referee.show_access((), AccessState())
        self.note()
        table.press("start")
        self.note()
        assert table.phase == "live"
        table.feels(Kind.LIFT, 0)
        self.note()
        assert table.phase == "grab"


def another_holder(table: Hall, of: int) -> Answer:
    """That it was somebody else who held none."""
    questions = table.referee.what_if(of, ()).questions
    for place, ask in enumerate(questions):
        if any(choice.key == "seat:1" for choice in ask.choices):
            return Answer(place, "seat:1", {})
    raise AssertionError(questions)


@pytest.fixture(scope="module")
def well(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """What is answered and shown where all is well."""
    with hoarse(tmp_path_factory.mktemp("well")) as (table, _):
        told = Script(table).play()
        assert table.referee.picture.trouble == ()
        return told


@contextmanager
def hoarse(folder: Path) -> Iterator[tuple[Hall, Effects]]:
    with hall(folder) as table:
        effects = Effects(table.referee)
        table.caller = effects.caller
        table.referee.use_caller(effects.caller)
        yield table, effects


@pytest.mark.parametrize("name", EFFECTS)
def test_whatever_fails_the_fact_counts_and_is_shown(
    tmp_path: Path, well: list[Any], name: str
) -> None:
    with hoarse(tmp_path) as (table, effects):
        effects.break_(name)
        troubles: set[str] = set()
        script = Script(table)
        note = script.note

        def noted(reply: Any = None) -> None:
            note(reply)
            table.referee.step()
            troubles.update(table.referee.picture.trouble)

        script.note = noted  # type: ignore[method-assign]
        assert script.play() == well
        assert len(troubles) == 1, "it is said, once"
        for sentence in troubles:
            assert sentence.endswith(".") and sentence.count(".") >= 2, "what is so, and a remedy"
            assert "error" not in sentence.lower() and "wire is off" not in sentence
        effects.break_()
        Script(table).play()
        table.referee.step()
        assert table.referee.picture.trouble == (), "it works again, and nothing more is said"


def test_an_unknown_sign_is_silence_and_no_more(table: Hall) -> None:
    buzzer = table_caller.Buzzer(BuzzerConfig(), None)
    only = {sound.name: sound for sound in COMMON if sound.name == "pass"}
    real = table_caller.Caller(table.clock, buzzer, table.referee.hear, only)
    table.referee.use_caller(real)
    table.begin()
    table.counts("deal", "start")
    table.feels(Kind.TOUCH, 0)
    assert table.phase == "grab" and not table.referee.picture.caller.running
    table.counts("verdict", "yes")
    table.referee.step()
    assert not table.referee.picture.trouble
    real.close()


# --- in which order ---------------------------------------------------------------------------


def test_the_picture_is_there_before_anything_sounds(table: Hall) -> None:
    seen: list[tuple[str, Picture]] = []
    for name in ("begin", "hush", "sign"):
        spied(table, name, lambda name: seen.append((name, table.referee.picture)))
    table.begin()
    for topic, key in (("deal", "start"), ("", ""), ("verdict", "yes"), ("holders", "seat:0")):
        del seen[:]
        if topic:
            seq = table.counts(topic, key)
        else:
            table.caller.running = True  # nobody silenced it yet
            table.referee._judging.audio._hush_pads = frozenset()
            table.feels(Kind.TOUCH, 0)
            seq = table.journal.last_seq()
        assert seen, topic
        assert {picture.seq for _, picture in seen} == {seq}, topic


def spied(table: Hall, name: str, spy: Callable[[str], object]) -> None:
    whole = getattr(table.caller, name)

    def spying(*words: Any, **more: Any) -> Any:
        spy(name)
        return whole(*words, **more)

    setattr(table.caller, name, spying)


def test_screens_know_what_the_caller_is_at_after_it_was_told(table: Hall) -> None:
    table.begin()
    table.counts("deal", "start")
    assert table.referee.picture.caller.running
    table.referee.review(True, seat(1))
    assert not table.referee.picture.caller.running
    table.referee.review(False, seat(1))
    assert table.referee.picture.caller.running


def test_a_touch_comes_to_the_rules_though_no_screen_hears_of_it(tmp_path: Path) -> None:
    with hoarse(tmp_path) as (table, effects):
        table.begin()
        table.counts("deal", "start")
        effects.break_("send", "touch")
        table.feels(Kind.TOUCH, 0)
        assert table.phase == "grab"


def test_a_hush_that_fails_harms_no_pin_s_thread_and_is_tried_again(tmp_path: Path) -> None:
    with hoarse(tmp_path) as (table, effects):
        table.begin()
        table.counts("deal", "start")
        effects.break_("hush")
        table.feel(Kind.TOUCH, 0)  # does not raise
        effects.break_()
        assert table.caller.running
        table.wait()
        assert table.phase == "grab" and not table.caller.running
        assert not table.referee.picture.caller.running


def test_news_that_reach_no_screen_do_not_end_the_caller_s_calls(tmp_path: Path) -> None:
    with hoarse(tmp_path) as (table, effects):
        effects.break_("send")
        table.referee.hear(Called(1, 0, 0))  # in the caller's own thread
        table.referee.step()
        assert table.referee.picture.trouble


# --- a review that cannot be noted as over ----------------------------------------------------


def test_an_amendment_counts_though_the_end_of_the_review_cannot_be_noted(table: Hall) -> None:
    script = Script(table)
    script._round()
    table.counts("verdict", "yes")
    held = table.counts("holders", "seat:0")
    table.referee.review(True, seat(1))
    with forgetful(table):
        answers = [another_holder(table, held)]
        told = table.referee.amend("amend", held, answers, table.journal.last_seq(), REFEREE)
        assert told.kind == "counts"
        assert table.referee.amend("amend", held, answers, 0, REFEREE) == told
        is_shown(table.referee)
        table.referee.step()
        assert table.referee.picture.trouble
        assert not table.referee.picture.review
    table.referee.step()
    table.referee.step()
    assert not table.referee.picture.trouble
    table.restart()
    assert not table.referee.picture.review


@pytest.mark.parametrize("leave", ["begin", "rest"])
def test_what_ends_a_game_ends_its_review_though_that_cannot_be_noted(
    table: Hall, leave: str
) -> None:
    table.begin()
    table.counts("deal", "start")
    table.referee.review(True, seat(1))
    with forgetful(table):
        if leave == "begin":
            assert table.begin(4, tell="anew").kind == "counts"
            assert table.phase == "waiting" and len(table.view.letters) == 4
        else:
            table.referee.rest(QUIET)
            assert table.referee.picture.game is None
        assert not table.referee.picture.review


@contextmanager
def forgetful(table: Hall) -> Iterator[None]:
    """A disk that takes facts, and no settings."""

    def full(*_: object) -> None:
        raise JournalError("The disk is full. Make room.")

    whole = table.journal.set_setting
    table.journal.set_setting = full  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        table.journal.set_setting = whole  # type: ignore[method-assign]


# --- all of them, in all games, at a thread that judges ---------------------------------------


class Judged(Room):
    """A room whose referee judges in its own thread, as at a real table."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.effects = Effects(self.referee)
        self.referee.use_caller(self.effects.caller)
        self.referee.start()
        self.referee.step = self._rounds  # type: ignore[method-assign]

    def feel_all(self) -> None:
        """What makes each effect work once, or try to."""
        self.referee.show_access((JoinRequest("aa", Seat(1), "blue heron"),), AccessState())
        for kind, where in (
            (Kind.TOUCH, {"pad": Pad(0)}),
            (Kind.HELD, {"button": "no"}),
            (Kind.PRESS, {"button": "start"}),
        ):
            self.settle()
            self.ns += 10**9
            self.referee.feel(Signal(kind, self.now_us(), **where))  # type: ignore[arg-type]
        self.settle()
        self.referee.set_tempo("calm")
        for paused in (True, False):
            self.referee.pause(paused)
        self.settle()

    def _rounds(self) -> None:
        for _ in range(2):  # what was put, then what is due
            self.referee._queue.do(lambda: None)


class Watched(Evening):
    """An evening at which everything that is told is on the screens at once."""

    room: Judged

    def _step(self) -> None:
        super()._step()
        is_shown(self.room.referee)

    def _felt(self, fact: Any) -> None:
        super()._felt(fact)
        self.room.settle()
        is_shown(self.room.referee)
        assert self.room.referee.alive()


@pytest.mark.parametrize("names", MANY.values(), ids=MANY)
@pytest.mark.parametrize("kind", STORIES)
def test_a_whole_evening_is_played_though_nothing_works_but_the_journal(
    tmp_path: Path, kind: str, names: tuple[str, ...]
) -> None:
    room = Judged(tmp_path)
    try:
        room.effects.break_(*names)
        manners = Manners(mishears=0.1, undoes=0.1)
        Watched(room, STORIES[kind](3), Random(10), manners).play()
        assert room.referee.alive()
        assert room.referee.picture.trouble
        room.effects.break_()
        room.referee.rest(QUIET)
        room.feel_all()
        assert room.referee.picture.trouble == ()
    finally:
        room.close()
