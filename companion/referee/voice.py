"""What the referee says aloud: PASS while the game wants it, and the signs of its rulings.

Follows the game's wish for the table; when a touch must silence it, that needs no thread's turn.
"""

from typing import Protocol

from companion.referee.hub import Hub
from companion.referee.picture import CallerState
from companion.referee.showing import TableWish
from companion.table.caller import Called, Hushed, News, Planned, Signed
from companion.table.signals import Kind, Signal
from companion.table.tempo import Tempo, tempo_of
from companion.words import Pad


class CallerLike(Protocol):
    """What the referee needs of a caller."""

    @property
    def running(self) -> bool: ...
    @property
    def paused(self) -> bool: ...
    @property
    def tempo(self) -> Tempo: ...
    @property
    def every_ms(self) -> int: ...
    @property
    def calls(self) -> int: ...
    def begin(self, tempo: Tempo | None = None, once: bool = False) -> None: ...
    def hush(self, at_us: int) -> None: ...
    def pause(self) -> None: ...
    def resume(self) -> None: ...
    def set_tempo(self, tempo: Tempo) -> None: ...
    def sign(self, name: str) -> None: ...


class Voice:
    """The caller as the referee uses it; silent while there is none."""

    def __init__(self) -> None:
        self._caller: CallerLike | None = None
        self._hush_pads: frozenset[Pad] = frozenset()

    @property
    def paused(self) -> bool:
        """Whether PASS is held."""
        return self._caller is not None and self._caller.paused

    def use(self, caller: CallerLike, wish: TableWish, now_us: int) -> None:
        """Take a caller. After a restart nobody has the cards up: PASS waits to be let go on."""
        self._caller = caller
        self.follow(wish, frozenset(), 0, now_us)
        if caller.running:
            caller.pause()

    def hush_at_touch(self, signal: Signal) -> None:
        """Fall silent here and now, in the callback's own thread, if this touch may end a round."""
        touch = signal.kind in (Kind.TOUCH, Kind.LIFT)
        if self._caller is not None and touch and signal.pad in self._hush_pads:
            self._caller.hush(signal.at_us)

    def follow(self, wish: TableWish, suspects: frozenset[Pad], calls: int, now_us: int) -> None:
        """Call or be silent as the game wants; `calls` were made since the deal."""
        armed = wish["pads"] if wish["calling"] and wish["hush"] else ()
        self._hush_pads = frozenset(armed) - suspects
        caller = self._caller
        if caller is None:
            return
        if not wish["calling"] and caller.running:
            caller.hush(now_us)
        elif wish["calling"] and not caller.running and not (wish["once"] and calls):
            caller.begin(once=wish["once"])

    def sign(self, name: str) -> None:
        """Sound a sign."""
        if self._caller is not None:
            self._caller.sign(name)

    def set_tempo(self, tempo: str | int) -> None:
        """A tempo by name or in milliseconds. Raises ValueError, saying what there is."""
        chosen = tempo_of(tempo)
        if self._caller is not None:
            self._caller.set_tempo(chosen)

    def pause(self, paused: bool) -> None:
        """Hold PASS, or go on."""
        if self._caller is not None:
            self._caller.pause() if paused else self._caller.resume()

    def state(self, once: bool) -> CallerState:
        """What the caller is at, for showing."""
        caller = self._caller
        if caller is None:
            return CallerState()
        return CallerState(
            running=caller.running,
            paused=caller.paused,
            once=once,
            tempo=caller.tempo.name,
            every_ms=caller.every_ms,
            calls=caller.calls,
        )


def announce(hub: Hub, news: News) -> None:
    """Pass the caller's news on to the live screens."""
    match news:
        case Planned(calls):
            hub.send("calls", planned=[list(call) for call in calls])
        case Called(n, at_us, _):
            hub.send("called", n=n, at_us=at_us)
        case Hushed(at_us):
            hub.send("hush", at_us=at_us)
        case Signed(name, at_us):
            hub.send("sign", name=name, at_us=at_us)
