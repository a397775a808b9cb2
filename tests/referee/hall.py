"""A referee on a bench: a real journal, time that stands still, and a caller that only notes.

No thread runs: what was felt and told is done by `wait`, so nothing here sleeps or races.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion import codec
from companion.games import GAMES
from companion.games.dolphin_splash.view import View, view
from companion.journal import Journal, JournalError, Row
from companion.referee import Referee, Reply, Teller
from companion.referee.buttons import FALLING_HAND_US
from companion.referee.fold import tuple_of
from companion.table.caller import Called
from companion.table.clock import TableClock
from companion.table.settle import WINDOW_US
from companion.table.signals import Kind, Signal
from companion.table.tempo import TEMPOS, Tempo
from companion.words import Pad, Seat

MS = 1_000
GAME = GAMES["dolphin_splash"]
REFEREE = Teller("referee", referee=True)
PEOPLE = ("Ana", "Ben", "Cy", "Dee", "Eve", "Fay")


def seat(number: int) -> Teller:
    """A phone at a seat."""
    return Teller(f"seat:{number}", Seat(number))


def as_told(text: str) -> str:
    """As from a phone, a wire or a file: equal, and not the program's own word."""
    return text.encode().decode()


@dataclass
class Caller:
    """A caller that makes no sound: it notes what it was told, and keeps its switches."""

    running: bool = False
    paused: bool = False
    once: bool = False
    tempo: Tempo = TEMPOS["brisk"]
    every_ms: int = 1200
    calls: int = 0
    signs: list[str] = field(default_factory=list)
    hushes: list[int] = field(default_factory=list)
    begins: int = 0
    at_hush: Callable[[], None] = lambda: None

    def begin(self, tempo: Tempo | None = None, once: bool = False) -> None:
        self.running, self.paused, self.once = True, False, once
        self.begins += 1

    def hush(self, at_us: int) -> None:
        self.at_hush()
        self.running = self.paused = False
        self.hushes.append(at_us)

    def pause(self) -> None:
        self.paused = self.running

    def resume(self) -> None:
        self.paused = False

    def set_tempo(self, tempo: Tempo) -> None:
        self.tempo = tempo

    def sign(self, name: str) -> None:
        self.signs.append(name)


class Hall:
    """A table, its referee, and time."""

    def __init__(self, folder: Path, seat_buttons: bool = True) -> None:
        self.folder, self.seat_buttons = folder, seat_buttons
        self.ns = 7_000_000_000_321
        self.taps = 0
        self._open()

    def _open(self) -> None:
        self.journal = Journal(self.folder / "journal.sqlite", "this-boot")
        last = self.journal.last_table_us()
        self.clock = TableClock(last + 1_000_000 if last else 0, lambda: self.ns)
        self.referee = Referee(
            self.journal, self.clock, seat_buttons=self.seat_buttons, wall_ms=lambda: 1_700_000
        )
        self.caller = Caller()
        self.referee.use_caller(self.caller)

    def restart(self) -> None:
        """End the companion and start it again on the same journal."""
        self.close()
        self._open()

    def close(self) -> None:
        self.referee.stop()
        self.journal.close()

    # --- time and hands -----------------------------------------------------------------------

    def wait(self, ms: int = WINDOW_US // MS) -> None:
        """Let the referee take what came, let time pass, and let it do what is due then."""
        self.referee.step()
        self.ns += ms * 1_000_000
        self.referee.step()

    def feel(self, kind: Kind, pad: int | None = None, ago_ms: int = 0, **more: Any) -> None:
        """Let the table feel something that happened `ago_ms` ago."""
        at_us = self.clock.now_us() - ago_ms * MS
        more |= {name: as_told(one) for name, one in more.items() if isinstance(one, str)}
        self.referee.feel(Signal(kind, at_us, None if pad is None else Pad(pad), **more))

    def feels(self, kind: Kind, pad: int | None = None, ago_ms: int = 0, **more: Any) -> None:
        """Let the table feel it, and the referee do what comes of it."""
        self.feel(kind, pad, ago_ms, **more)
        self.wait()

    def press(self, button: str, read_ms: int = FALLING_HAND_US // MS + 50) -> None:
        """A finger that comes down after its owner has read the question."""
        self.wait(read_ms)
        self.feels(Kind.PRESS, button=button)

    def grab(self, *pads: int) -> None:
        """Hands on dolphins, one after another."""
        for pad in pads:
            self.feel(Kind.TOUCH, pad)
            self.feel(Kind.RELEASE, pad, ago_ms=-300)
            self.wait(100)
        self.wait(400)

    # --- words --------------------------------------------------------------------------------

    def begin(
        self, players: int = 3, tell: str = "", kind: str = "dolphin_splash", **options: Any
    ) -> Reply:
        return self.referee.begin_game(kind, list(PEOPLE[:players]), dict(options), tell, sure=True)

    def tap(self) -> str:
        """A nonce that no tap had before."""
        self.taps += 1
        return f"tap-{self.taps}"

    def ask(self, topic: str) -> str:
        """The id of the open question of this topic."""
        found = [o.id for o in self.referee.picture.open if o.ask.topic == topic]
        assert found, f"nothing is asked about {topic}"
        return found[0]

    def answer(
        self, topic: str, key: str, teller: Teller = REFEREE, tell: str = "", **picks: Any
    ) -> Reply:
        """Answer an open question by its topic."""
        ask = as_told(self.ask(topic))
        return self.referee.answer(tell or self.tap(), ask, as_told(key), picks, teller)

    def counts(self, topic: str, key: str, teller: Teller = REFEREE, **picks: Any) -> int:
        """Answer, which must count; the row's number."""
        reply = self.answer(topic, key, teller, **picks)
        assert reply.kind == "counts", reply
        return reply.seq

    def undo(self, tell: str = "") -> Reply:
        line = self.referee.picture.undo
        assert line is not None
        return self.referee.undo(tell or self.tap(), line.seq, REFEREE)

    def redo(self, tell: str = "") -> Reply:
        line = self.referee.picture.redo
        assert line is not None
        return self.referee.redo(tell or self.tap(), line.seq, REFEREE)

    # --- looking ------------------------------------------------------------------------------

    @property
    def view(self) -> View:
        return view(self.referee.picture.state)

    @property
    def phase(self) -> str:
        return self.view.phase

    @property
    def topics(self) -> set[str]:
        return {open_.ask.topic for open_ in self.referee.picture.open}

    def rows(self) -> list[Row]:
        game = self.referee.picture.game
        return list(self.journal.rows(game.game)) if game else []

    def facts(self, kind: type | None = None) -> list[Any]:
        """What was written, in order."""
        form = codec.fact_of(GAME.judge)
        lists = [codec.loads(tuple_of(form), row.facts) for row in self.rows()]
        facts = [fact for facts in lists for fact in facts]
        return [fact for fact in facts if kind is None or isinstance(fact, kind)]


@contextmanager
def hall(folder: Path, seat_buttons: bool = True) -> Iterator[Hall]:
    made = Hall(folder, seat_buttons)
    try:
        yield made
    finally:
        made.close()


@contextmanager
def broken(journal: Journal) -> Iterator[None]:
    """A disk that takes nothing for a while."""

    def fail(*_: object) -> tuple[Row, ...]:
        raise JournalError("The disk is full: {nothing} can be noted. Make room.")

    whole = journal.append
    journal.append = fail  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        journal.append = whole  # type: ignore[method-assign]


def live(table: Hall, players: int = 3, **options: Any) -> None:
    """A round is on."""
    table.begin(players, **options)
    table.wait(500)
    table.counts("deal", "start")


def called(table: Hall, calls: int) -> None:
    """The caller called PASS."""
    for n in range(1, calls + 1):
        table.caller.calls = n
        table.referee.hear(Called(n, table.clock.now_us(), 0))
