"""The simulated touch board from Python: the shipped program in lock-step, and hands for its pads.

Must not know the protocol or the wall clock: `run_us` alone makes time pass. Times are true time in
microseconds since the start, capacitances in picofarad.
"""

import ctypes
from ctypes import POINTER, c_char_p, c_double, c_int, c_uint8, c_uint32, c_uint64, c_void_p
from pathlib import Path
from typing import NamedTuple

from companion.table.board.shipped import HEX, image_of
from companion.words import CompanionError

FIRMWARE = Path(__file__).resolve().parents[3] / "firmware"  # of a checkout
BUILT = FIRMWARE / "build" / "touch_board.hex"  # what was just built
SHIPPED = HEX
LIBRARY = FIRMWARE / "build" / "libsplash_sim.so"
REMEDY = (
    "sudo apt-get install libsimavr-dev gcc libc6-dev make, then: "
    "make -C firmware sim (both is done by: make play BOARD=sim)"
)
PADS = 5
WORDS = 16_384  # the program's memory
GROUND_PF = (15.0, 18.0, 20.0, 24.0, 28.0)  # the empty pads, unlike as hand-made ones are
NEAR_SHARE = 0.3  # of a hand's grip, just before it touches
FULL_HUM_PF = 20.0  # hum comes by the same capacitance as the touch does


class NotBuiltError(CompanionError, OSError):
    """There is no simulated board here: the sentence says how to build one."""


class Table(ctypes.Structure):
    """What the board lives with, as struct sim_table of sim.h; may be changed at any time."""

    _fields_ = [
        ("clock_ppm", c_double),
        ("supply_volt", c_double),
        ("threshold", c_double),
        ("resistor_ohm", c_double * PADS),
        ("noise_volt", c_double),
        ("hum_volt", c_double),
        ("hum_idle", c_double),
        ("hum_hz", c_double),
        ("impulse_chance", c_double),
        ("impulse_volt", c_double),
        ("drift", c_double),
        ("drift_s", c_double),
        ("host_baud", c_double),
    ]


class Figures(ctypes.Structure):
    """What was measured on the way, as struct sim_figures of sim.h."""

    _fields_ = [
        ("charges", c_uint64),
        ("charge_first_us", c_double),
        ("charge_last_us", c_double),
        ("charge_longest_us", c_double),
        ("deaf_longest_us", c_double),
        ("handler_longest_us", c_double * 32),
        ("handler_runs", c_uint64 * 32),
        ("handler_us", c_double * 32),
        ("stack_most", c_uint32),
        ("resets", c_uint32),
    ]


class _Byte(ctypes.Structure):
    _fields_ = [("end_us", c_double), ("byte", c_uint8)]


class Grab(ctypes.Structure):
    """A hand of the zoo on its way to a pad, as struct zoo_grab of zoo.h; by true time."""

    _fields_ = [
        ("hand", c_int),
        ("area_pf_mm", c_double),
        ("film_mm", c_double),
        ("behind_pf", c_double),
        ("round_mm", c_double),
        ("speed_mm_us", c_double),
        ("pace", c_double),
        ("hover_mm", c_double),
        ("stops_mm", c_double),
        ("comes_us", c_double),
        ("contact_us", c_double),
        ("leaves_us", c_double),
    ]


class Arrived(NamedTuple):
    """One byte from the board and when its stop bit had gone by."""

    at_us: float
    byte: int


class Simulator:
    """One board. `close` it, or use it as a context."""

    def __init__(self, seed: int = 1, program: Path = BUILT) -> None:
        """`program` is an Intel HEX file. Raises NotBuiltError: it or the simulator is missing."""
        self._library = _library()
        image = _image(program)
        self._sim = self._library.sim_open(image, len(image), seed)
        if not self._sim:
            raise NotBuiltError(f"{program} does not fit into a touch board's memory.")
        self.table: Table = self._library.sim_table(self._sim).contents
        self.ground_pf = list(GROUND_PF)
        self._buffer = (_Byte * 4096)()

    def __enter__(self) -> "Simulator":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Forget the board."""
        if self._sim:
            self._library.sim_close(self._sim)
            self._sim = None

    @property
    def now_us(self) -> float:
        """True time since the start."""
        return float(self._library.sim_now(self._sim))

    @property
    def zero_us(self) -> float:
        """When the board's clock began to count; negative: it has not."""
        return float(self._library.sim_zero(self._sim))

    def board_us(self, at_us: float) -> float:
        """What the board's clock shows at a true time, without its turns."""
        return (at_us - self.zero_us) * (1 + float(self.table.clock_ppm) * 1e-6)

    def run_until(self, at_us: float) -> None:
        """Let time pass. Raises RuntimeError if the program crashed the processor."""
        if self._library.sim_run_until(self._sim, at_us):
            raise RuntimeError(f"the processor crashed before {at_us} us")

    def run_us(self, for_us: float) -> None:
        """Let so much time pass."""
        self.run_until(self.now_us + for_us)

    # --- pads and buttons ---------------------------------------------------------------------

    def pad(self, pad: int, ground_pf: float, middle_pf: float = 0, *, at_us: float = 0) -> None:
        """Put a pad's capacitances at a time to come; what is more than empty brings its hum."""
        at_us = max(at_us, self.now_us)
        hand = min(1.0, max(0.0, ground_pf - self.ground_pf[pad]) / FULL_HUM_PF)
        if self._library.sim_pad(self._sim, at_us, pad, ground_pf, middle_pf, hand):
            raise OverflowError("too many stimuli are waiting, or there is no such pad")

    def touch(self, pad: int, grip_pf: float, at_us: float, middle_pf: float = 0) -> None:
        """A hand that is there at once."""
        self.pad(pad, self.ground_pf[pad] + grip_pf, middle_pf, at_us=at_us)

    def approach(
        self, pad: int, grip_pf: float, at_us: float, ramp_us: float = 10_000, middle_pf: float = 0
    ) -> None:
        """A hand that nears for `ramp_us`, quadratically to a share of its grip, then touches."""
        self._ramp(pad, grip_pf * NEAR_SHARE, at_us - ramp_us, ramp_us, 2, middle_pf)
        self.touch(pad, grip_pf, at_us, middle_pf)

    def press_slowly(self, pad: int, grip_pf: float, at_us: float, ramp_us: float) -> None:
        """A hand that never jumps."""
        self._ramp(pad, grip_pf, at_us, ramp_us, 1, 0)

    def grab(self, pad: int, grab: Grab, until_us: float) -> None:
        """A hand of the zoo comes, and is followed until then."""
        if self._library.sim_grab(
            self._sim, pad, self.ground_pf[pad], ctypes.byref(grab), until_us, FULL_HUM_PF
        ):
            raise OverflowError("too many stimuli are waiting, or there is no such pad")

    def leave(self, pad: int, at_us: float, middle_pf: float = 0) -> None:
        """The pad as it is without a hand."""
        self.pad(pad, self.ground_pf[pad], middle_pf, at_us=at_us)

    def button(self, port: str, down: bool) -> None:
        """Press or let go what hangs at a port's pin, such as "D4"."""
        self._library.sim_button(self._sim, _pin(port), int(down))

    def driven(self, port: str) -> int:
        """What the board's output register has at a pin, such as "B5"."""
        return int(self._library.sim_pin(self._sim, _pin(port)))

    # --- the wire -----------------------------------------------------------------------------

    def send(self, data: bytes) -> None:
        """Bytes for the board, at the host's baud, after those still on the way."""
        self._library.sim_send(self._sim, data, len(data))

    def receive(self) -> list[Arrived]:
        """All bytes that have arrived by now."""
        arrived: list[Arrived] = []
        while count := self._library.sim_receive(self._sim, self._buffer, len(self._buffer)):
            arrived += [Arrived(b.end_us, b.byte) for b in self._buffer[:count]]
        return arrived

    # --- the chip -----------------------------------------------------------------------------

    @property
    def eeprom(self) -> bytes:
        """All 1024 bytes."""
        data = (c_uint8 * 1024)()
        self._library.sim_eeprom_get(self._sim, data)
        return bytes(data)

    @eeprom.setter
    def eeprom(self, data: bytes) -> None:
        self._library.sim_eeprom_set(self._sim, (c_uint8 * 1024)(*data))

    def put(self, address: int, data: bytes) -> None:
        """Bytes of RAM, as a debugger puts them."""
        self._library.sim_ram_set(self._sim, address, data, len(data))

    def hang(self) -> None:
        """The program goes astray into an endless loop with interrupts off."""
        self._library.sim_hang(self._sim)

    def power_cycle(self) -> None:
        """The supply goes and comes: RAM is lost."""
        self._library.sim_power_cycle(self._sim)

    def watch(self, each_instruction: bool = False) -> None:
        """Begin all figures anew; with `each_instruction` also those of interrupts and stack."""
        self._library.sim_watch(self._sim, int(each_instruction))

    @property
    def figures(self) -> Figures:
        """What was measured since `watch`."""
        figures = Figures()
        self._library.sim_figures(self._sim, ctypes.byref(figures))
        return figures

    def longest(self) -> dict[int, int]:
        """Where the longest scan since `watch` went: cycles by the program's address in bytes."""
        cycles = (c_uint32 * WORDS)()
        self._library.sim_longest(self._sim, cycles)
        return {2 * word: spent for word, spent in enumerate(cycles) if spent}

    def _ramp(
        self,
        pad: int,
        added_pf: float,
        from_us: float,
        ramp_us: float,
        power: int,
        middle_pf: float,
    ) -> None:
        ground_pf = self.ground_pf[pad]
        if self._library.sim_ramp(
            self._sim, from_us, ramp_us, pad, ground_pf, added_pf, power, middle_pf, FULL_HUM_PF
        ):
            raise OverflowError("too many stimuli are waiting, or there is no such pad")


def _pin(port: str) -> int:
    return 8 * "BCD".index(port[0]) + int(port[1:])


def _image(program: Path) -> bytes:
    try:
        return image_of(program.read_text(encoding="ascii"))
    except (OSError, ValueError) as problem:
        raise NotBuiltError(f"{program} is no program of a touch board: {problem}") from problem


def _why_not() -> str:
    if not (FIRMWARE / "Makefile").exists():
        return (
            "There is no simulated touch board in an installed companion: it is built from the "
            "source code, with make play BOARD=sim there. Here play with --simulated."
        )
    return f"The simulated touch board is not built: {REMEDY}"


def _library() -> ctypes.CDLL:
    try:
        library = ctypes.CDLL(str(LIBRARY))
    except OSError as problem:
        raise NotBuiltError(_why_not()) from problem
    sim = c_void_p
    signatures: dict[str, tuple[object, list[object]]] = {
        "sim_open": (sim, [c_char_p, c_uint32, c_uint64]),
        "sim_close": (None, [sim]),
        "sim_table": (POINTER(Table), [sim]),
        "sim_now": (c_double, [sim]),
        "sim_run_until": (c_int, [sim, c_double]),
        "sim_zero": (c_double, [sim]),
        "sim_pad": (c_int, [sim, c_double, c_int, c_double, c_double, c_double]),
        "sim_ramp": (c_int, [sim, *[c_double] * 2, c_int, *[c_double] * 2, c_int, *[c_double] * 2]),
        "sim_button": (None, [sim, c_int, c_int]),
        "sim_pin": (c_int, [sim, c_int]),
        "sim_send": (None, [sim, c_char_p, c_int]),
        "sim_receive": (c_int, [sim, POINTER(_Byte), c_int]),
        "sim_eeprom_get": (None, [sim, POINTER(c_uint8)]),
        "sim_eeprom_set": (None, [sim, POINTER(c_uint8)]),
        "sim_ram_set": (None, [sim, c_int, c_char_p, c_int]),
        "sim_hang": (None, [sim]),
        "sim_power_cycle": (None, [sim]),
        "sim_watch": (None, [sim, c_int]),
        "sim_grab": (c_int, [sim, c_int, c_double, POINTER(Grab), c_double, c_double]),
        "sim_figures": (None, [sim, POINTER(Figures)]),
        "sim_longest": (None, [sim, POINTER(c_uint32)]),
    }
    for name, (result, arguments) in signatures.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library
