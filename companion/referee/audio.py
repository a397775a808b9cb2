"""What the referee says aloud: PASS while the game wants it, and the signs of its rulings.

Follows the game's wish for the table; when a touch must silence it, that needs no thread's turn.
"""

from companion.frozen import replace
from companion.games.view import TableView
from companion.referee.effects import Effect, Effects
from companion.referee.hub import Hub
from companion.referee.picture import CallerState
from companion.table.caller import Called, Hushed, News, Planned, Signed
from companion.table.interfaces import CallerLike
from companion.table.signals import Kind, Signal
from companion.table.tempo import tempo_of
from companion.words import Pad


class Audio:
    """The caller as the referee uses it; silent while there is none, or while it fails."""

    def __init__(self, effects: Effects) -> None:
        self._effects = effects
        self._caller: CallerLike | None = None
        self._state = CallerState()
        self._hush_pads: frozenset[Pad] = frozenset()

    @property
    def paused(self) -> bool:
        """Whether PASS is held."""
        return self.state(False).paused

    def use(self, caller: CallerLike, wish: TableView, now_us: int) -> None:
        """Take a caller. After a restart nobody has the cards up: PASS waits to be let go on."""
        self._caller = caller
        self.arm(wish, frozenset())
        self.follow(wish, 0, now_us)
        if self.state(False).running:
            self.pause(True)

    def hush_at_touch(self, signal: Signal) -> None:
        """Fall silent here and now, in the callback's own thread, if this touch may end a round."""
        touch = signal.kind in (Kind.TOUCH, Kind.LIFT)
        if self._caller is not None and touch and signal.pad in self._hush_pads:
            self._effects.tried(Effect.CALLS, self._caller.hush, signal.at_us)

    def arm(self, wish: TableView, suspects: frozenset[Pad]) -> None:
        """From now on a touch of the pads that the game wants silences the caller."""
        armed = wish.pads if wish.calling and wish.hush else ()
        self._hush_pads = frozenset(armed) - suspects

    def follow(self, wish: TableView, calls: int, now_us: int) -> None:
        """Call or be silent as the game wants; `calls` were made since the deal."""
        if self._caller is not None:
            self._effects.tried(Effect.CALLS, _follow, self._caller, wish, calls, now_us)

    def sign(self, name: str) -> None:
        """Sound a sign."""
        if self._caller is not None:
            self._effects.tried(Effect.SIGN, self._caller.sign, name)

    def set_tempo(self, tempo: str | int) -> None:
        """A tempo by name or in milliseconds. Raises ValueError, saying what there is."""
        chosen = tempo_of(tempo)
        if self._caller is not None:
            self._effects.tried(Effect.TEMPO, self._caller.set_tempo, chosen)

    def pause(self, paused: bool) -> None:
        """Hold PASS, or go on."""
        caller = self._caller
        if caller is not None:
            self._effects.tried(Effect.HOLD, lambda: caller.pause() if paused else caller.resume())

    def state(self, once: bool) -> CallerState:
        """What the caller is at, for showing; as it was last while it cannot say so."""
        if self._caller is not None:
            self._state = self._effects.tried(Effect.CALLER, _state, self._caller) or self._state
        return replace(self._state, once=once and self._caller is not None)


def _follow(caller: CallerLike, wish: TableView, calls: int, now_us: int) -> None:
    if not wish.calling and caller.running:
        caller.hush(now_us)
    elif wish.calling and not caller.running and not (wish.once and calls):
        caller.begin(once=wish.once)


def _state(caller: CallerLike) -> CallerState:
    return CallerState(
        running=caller.running,
        paused=caller.paused,
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
            hub.send("sign", name=name, at_us=at_us, seq=hub.version)


def announce_felt(hub: Hub, signal: Signal) -> None:
    """Let the live screens flash the dolphin that was felt, long before it is judged."""
    hub.send("felt", pad=signal.pad, kind=signal.kind.value, at_us=signal.at_us)
