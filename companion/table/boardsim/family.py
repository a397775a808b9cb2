"""The family at a simulated board that is played on: what pages tell, done in their order.

Must not take a short cut: a hand changes capacitances and buttons, and the board feels them.
"""

import random
import time
from collections.abc import Callable
from threading import Event

from companion.table.board.table import BUTTONS
from companion.table.boardsim.bridge import BoardBehindPty
from companion.table.boardsim.hands import BOUNCE_US, GRAB_US, SimHands
from companion.table.boardsim.ready import make_ready
from companion.table.boardsim.simulator import PADS, Simulator
from companion.table.clock import TableClock
from companion.table.config import Config
from companion.table.simulated import STAMP_OLDEST_US, Hands
from companion.words import Pad

LATE_US = 30_000  # every hand comes so late, so that a tap that was long under way keeps its place
GRIPS_PF = (12.0, 45.0)  # a finger's tip, a whole hand
FELT_MOST_S = 0.5  # what is not felt by then lies on a stuck pad, or its wire is off
LOOK_S = 0.005
NOISE_VOLT, HUM_VOLT = 0.010, 0.15  # as the design expects of a living room


def board_to_play_on() -> BoardBehindPty:
    """The program that ships, calibrated, in a living room. Raises NotBuiltError."""
    return BoardBehindPty(seed=time.time_ns(), prepare=_in_a_living_room)


class BoardHands:
    """As `simulated.Hands` are: hands that touch, lift and press; thread-safe.

    What hangs at the Pi's own pins is pressed by `pins`. Every method raises ValueError, with what
    there is, for an unknown pad or button.
    """

    drags = True  # on a slow machine the table's time waits for the board's program

    def __init__(
        self, config: Config, board: BoardBehindPty, clock: TableClock, pins: Hands | None = None
    ) -> None:
        """`clock` is made of the board's own."""
        self._board, self._clock, self._pins = board, clock, pins
        self._pads = min(PADS, len(config.pads))
        self._buttons = frozenset(config.board.named())
        self._bounce_us = 0.0
        self._random = random.Random()
        self.is_felt: Callable[[Pad], bool] = lambda _: True  # the table says so, once it is there

    def start(self) -> None:
        """Let the pretended pins begin, too."""
        if self._pins is not None:
            self._pins.start()

    def close(self) -> None:
        """Let go of the pins; the board is not ours."""
        if self._pins is not None:
            self._pins.close()

    def alive(self) -> bool:
        """Whether somebody feels these hands."""
        return self._board.alive()

    def trouble(self) -> str:
        """A sentence about the pretended table itself; none while all is well."""
        return self._board.trouble()

    def look_for(self, what: Pad | str) -> None:
        """Whether there is this pad, or this button."""
        if not isinstance(what, str):
            self._look_for_pad(what)
        elif not self._is_on_board(what):
            self._at_pins(what).look_for(what)

    def touch(self, pad: Pad, at_us: int | None = None) -> None:
        """Grip the dolphin, as firmly as chance wants."""
        grip_pf = self._random.uniform(*GRIPS_PF)
        self._do(pad, at_us, lambda hands, us: hands.touch(pad, grip_pf, us))

    def wait_until_felt(self, pad: Pad) -> None:
        """Wait until the board has told of a touch: whoever touched may then say whose it is."""
        pause, end_s = Event(), time.monotonic() + FELT_MOST_S
        while not self.is_felt(pad) and time.monotonic() < end_s:
            pause.wait(LOOK_S)

    def release(self, pad: Pad, at_us: int | None = None) -> None:
        """Take the hand off the dolphin."""
        self._do(pad, at_us, lambda hands, us: hands.release(pad, us))

    def lift(self, pad: Pad, at_us: int | None = None) -> None:
        """Take the dolphin away, and the hand with it."""
        self._do(pad, at_us, lambda hands, us: hands.lift(pad, us))

    def home(self, pad: Pad, at_us: int | None = None) -> None:
        """Put the dolphin back and let go of it."""
        self._do(pad, at_us, lambda hands, us: hands.home(pad, us))

    def near(self, pad: Pad, at_us: int | None = None) -> None:
        """Hover over the dolphin."""
        self._do(pad, at_us, lambda hands, us: hands.near(pad, at_us=us))

    def away(self, pad: Pad) -> None:
        """Stop hovering."""
        self._do(pad, None, lambda hands, us: hands.away(pad, us))

    def press(self, button: str, at_us: int | None = None) -> None:
        """Push a table button down."""
        if self._is_on_board(button):
            self._push(button, True, at_us)
        else:
            self._at_pins(button).press(button, at_us)

    def let_go(self, button: str, at_us: int | None = None) -> None:
        """Let a table button come up."""
        if self._is_on_board(button):
            self._push(button, False, at_us)
        else:
            self._at_pins(button).let_go(button, at_us)

    def set_bounce(self, ms: int) -> None:
        """Let all contacts bounce for `ms` milliseconds from now on; 0 for clean ones."""
        if not 0 <= ms <= 25:
            raise ValueError(f"{ms} ms is no bounce: say 0 to 25 ms.")
        self._bounce_us = ms * 1000.0
        self._board.do(lambda hands, _: hands.bounce(ms * 1000.0))
        if self._pins is not None:
            self._pins.set_bounce(ms)

    def set_noise(self, pad: Pad, on: bool) -> None:
        """Loosen the wire of the pad, or tighten it."""
        self._do(pad, None, lambda hands, _: hands.noise(pad, on))

    def stick(self, pad: Pad, on: bool) -> None:
        """Let something lie on the dolphin that feels like a hand, or take it off."""
        self._do(pad, None, lambda hands, _: hands.stick(pad, on))

    def unplug(self, pad: Pad, on: bool) -> None:
        """Take the wire off the pad, or solder it again."""
        self._do(pad, None, lambda hands, _: hands.unplug(pad, on))

    def _do(self, pad: Pad, at_us: int | None, order: Callable[[SimHands, float], None]) -> None:
        self._look_for_pad(pad)
        self._board.do(order, self._real_us(at_us))

    def _look_for_pad(self, pad: Pad) -> None:
        if not 0 <= pad < self._pads:
            raise ValueError(f"There is no pad {pad}: there are 0 to {self._pads - 1}.")

    def _push(self, button: str, down: bool, at_us: int | None) -> None:
        number, begin_us = BUTTONS.index(button), self._real_us(at_us) + GRAB_US
        for n in range(1 + 2 * int(self._bounce_us / (2 * BOUNCE_US))):
            is_down = down if n % 2 == 0 else not down
            order = _pushed(number, is_down)
            self._board.do(order, begin_us + n * BOUNCE_US)

    def _is_on_board(self, button: str) -> bool:
        return button in self._buttons

    def _at_pins(self, button: str) -> Hands:
        if self._pins is None:
            there = ", ".join(sorted(self._buttons))
            raise ValueError(f"There is no button {button!r}: there are {there}.")
        return self._pins

    def _real_us(self, at_us: int | None) -> float:
        now_us = self._clock.now_us()
        stamp_us = now_us if at_us is None else min(now_us, max(at_us, now_us - STAMP_OLDEST_US))
        return self._clock.to_monotonic_s(stamp_us + LATE_US) * 1e6


def _pushed(number: int, down: bool) -> Callable[[SimHands, float], None]:
    return lambda hands, _: hands.press(number, down)


def _in_a_living_room(sim: Simulator) -> None:
    sim.table.noise_volt, sim.table.hum_volt = NOISE_VOLT, HUM_VOLT
    make_ready(sim)
