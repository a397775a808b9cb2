"""What a family does to the pads and buttons of a simulated board, and what goes wrong with them.

By capacitance and levels alone: must not know the protocol, nor what the board makes of it.
"""

from dataclasses import dataclass

from companion.table.boardsim.simulator import PADS, Simulator

HOME_PF = 12.0  # what a dolphin's copper couples from the pad's middle to its ring
GRIP_PF = 20.0  # a child's hand
HOVER_PF = 1.5
WIRE_PF = 6.0  # what is left where the wire to a pad is off
APPROACH_US = 10_000.0
GRAB_US = 12_000.0  # from setting out to the contact: the hand has to come first
HOLD_US = 5_000.0  # a hand that is told to leave at once touches for so long
BOUNCE_US = 500.0  # between two contacts of a hand that trembles, and of a button
BOUNCE_SHARE = 0.4  # of its grip is left in between
LOOSE_PF = 5.0  # a loose wire loses so much of its pad,
LOOSE_FOR_US = 150.0  # for so long,
LOOSE_EVERY_US = 2_000.0  # so often
BUTTON_PINS = ("D4", "D5", "D6", "D7", "B0", "B1", "B2", "B3", "B4")


class SimHands:
    """Hands at one simulated board. Pads and buttons are numbers from 0: ValueError for others.

    `at_us` is the simulator's time, now if it has gone by. What is told of a pad happens in the
    order in which it was told, and a hand that was on its way touches first. Not thread-safe.
    """

    def __init__(self, sim: Simulator, *, at_home: bool = True) -> None:
        """Put the dolphins on their pads, or leave the pads empty."""
        self._sim = sim
        self._pads = tuple(_SimPad(lifted=not at_home) for _ in range(PADS))
        self._bounce_us = 0.0
        for pad in range(PADS):
            self._put(pad)

    def touch(self, pad: int, grip_pf: float = GRIP_PF, at_us: float = 0.0) -> None:
        """A hand sets out, nears for 10 ms and grips; more skin adds more capacitance."""
        one = self._known(pad)
        was_felt, one.hand_pf, one.touched = one.is_felt, grip_pf, True
        if one.is_felt and not was_felt:
            self._grip(pad, one, max(at_us, self._sim.now_us, one.free_us) + GRAB_US)

    def release(self, pad: int, at_us: float = 0.0) -> None:
        """The hand is gone, hovering or not."""
        one = self._known(pad)
        one.touched, one.hand_pf = False, 0.0
        self._put(pad, at_us)

    def near(self, pad: int, hover_pf: float = HOVER_PF, at_us: float = 0.0) -> None:
        """A hand hovers; above one that touches already it adds nothing."""
        one = self._known(pad)
        if not one.touched:
            one.hand_pf = hover_pf
            self._put(pad, at_us)

    def away(self, pad: int, at_us: float = 0.0) -> None:
        """A hand that only hovered is gone."""
        if not self._known(pad).touched:
            self.release(pad, at_us)

    def lift(self, pad: int, at_us: float = 0.0) -> None:
        """The dolphin leaves its pad, and the hand on it leaves with it."""
        self._known(pad).lifted = True
        self.release(pad, at_us)

    def home(self, pad: int, at_us: float = 0.0) -> None:
        """The dolphin stands on its pad again, and nobody holds it."""
        self._known(pad).lifted = False
        self.release(pad, at_us)

    def press(self, button: int, down: bool = True) -> None:
        """A button goes down, or up: seats 1 to 6, START, YES, NO."""
        if not 0 <= button < len(BUTTON_PINS):
            raise ValueError(f"there are the buttons 0 to {len(BUTTON_PINS) - 1}, and no {button}")
        self._sim.button(BUTTON_PINS[button], down)

    def bounce(self, for_us: float) -> None:
        """Hands tremble for so long when they grip, from now on; 0: they do not."""
        self._bounce_us = for_us

    def noise(self, pad: int, on: bool) -> None:
        """The pad's wire is loose, or no more: `shake` lets it be felt."""
        self._known(pad).noisy = on

    def stick(self, pad: int, on: bool) -> None:
        """Something lies on the dolphin that feels like a hand, or no more."""
        self._known(pad).stuck = on
        self._put(pad)

    def unplug(self, pad: int, on: bool) -> None:
        """The wire to the pad comes off, or is soldered again."""
        self._known(pad).unplugged = on
        self._put(pad)

    def shake(self) -> None:
        """Let all loose wires shake when it is time; call it every millisecond."""
        now_us = self._sim.now_us
        for pad, one in enumerate(self._pads):
            if not one.noisy or now_us < max(one.free_us, one.shaken_us + LOOSE_EVERY_US):
                continue
            one.shaken_us, ground_pf = now_us, self._ground_pf(pad)
            self._sim.pad(pad, ground_pf - LOOSE_PF, one.middle_pf)
            self._sim.pad(pad, ground_pf, one.middle_pf, at_us=now_us + LOOSE_FOR_US)

    def _grip(self, pad: int, one: "_SimPad", at_us: float) -> None:
        """The hand nears, and touches at this moment."""
        middle_pf = one.middle_pf
        self._sim.approach(pad, one.hand_pf, at_us, APPROACH_US, middle_pf=middle_pf)
        steps = int(self._bounce_us / (2 * BOUNCE_US))
        for n in range(steps):
            off_us = at_us + (2 * n + 1) * BOUNCE_US
            self._sim.touch(pad, one.hand_pf * BOUNCE_SHARE, off_us, middle_pf)
            self._sim.touch(pad, one.hand_pf, off_us + BOUNCE_US, middle_pf)
        one.free_us = at_us + 2 * steps * BOUNCE_US + HOLD_US

    def _put(self, pad: int, at_us: float = 0.0) -> None:
        """Let the pad be as is true of it by now."""
        one = self._pads[pad]
        one.free_us = max(at_us, self._sim.now_us, one.free_us)
        self._sim.pad(pad, self._ground_pf(pad), one.middle_pf, at_us=one.free_us)

    def _ground_pf(self, pad: int) -> float:
        one = self._pads[pad]
        return WIRE_PF if one.unplugged else self._sim.ground_pf[pad] + one.felt_pf

    def _known(self, pad: int) -> "_SimPad":
        if not 0 <= pad < PADS:
            raise ValueError(f"there are the pads 0 to {PADS - 1}, and no {pad}")
        return self._pads[pad]


@dataclass(slots=True)
class _SimPad:
    """What is true of one pad."""

    lifted: bool
    hand_pf: float = 0.0
    touched: bool = False
    stuck: bool = False
    noisy: bool = False
    unplugged: bool = False
    free_us: float = 0.0  # when all that was told of it has happened
    shaken_us: float = 0.0  # when its loose wire did so last

    @property
    def felt_pf(self) -> float:
        """What lies on it, or is above it."""
        return GRIP_PF if self.stuck else 0.0 if self.lifted else self.hand_pf

    @property
    def middle_pf(self) -> float:
        """From its middle to its ring."""
        return 0.0 if self.lifted or self.unplugged else HOME_PF

    @property
    def is_felt(self) -> bool:
        """Whether a hand that grips now can be felt to come."""
        return self.touched and not (self.lifted or self.stuck or self.unplugged)
