"""Evenings at a table of the zoo: the board's whole program, compiled for this computer, and the
companion's own table on its line. What was done is known; what was felt of it is counted.
"""

import ctypes
import subprocess
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from random import Random
from typing import cast

from companion.table.board.noise import NOISY_US
from companion.table.board.shipped import shipped_image
from companion.table.boardsim.simulator import PADS, Simulator
from companion.table.frames import Rebase
from companion.table.signals import Kind, Signal
from tests.firmware.bench import FIRMWARE, locked
from tests.firmware.wire import Wire

MS, SECOND = 1_000, 1_000_000
BARE = range(7)  # the zoo's first are bare hands
PUTS_BACK = 9  # a palm through film: how a dolphin comes down on its pad
HEAVY_PF = 33.0  # with a dolphin of 12 pF: the papers allow no more
WEAKEST_PF = (12.0, 30.0)  # of a family's hands, with the foil under the board
EARLY_MOST_US, LATE_MOST_US = 25 * MS, 60 * MS  # of a grab that is told as such
RECOVERS_US = 25 * SECOND  # after all is dry and whole again


@cache
def _library() -> ctypes.CDLL:
    with locked():
        made = subprocess.run(
            ["make", "-C", str(FIRMWARE), "evening"], capture_output=True, text=True, check=False
        )
    assert made.returncode == 0, made.stdout + made.stderr
    made_library = ctypes.CDLL(str(FIRMWARE / "build" / "libsplash_evening.so"))
    for name in ("desk_now", "desk_run", "desk_dolphin_pf", "desk_flap_us"):
        getattr(made_library, name).restype = ctypes.c_double
    return made_library


def doubt_code(us: int) -> int:
    """The byte with which the board's program says so many microseconds of doubt."""
    return int(_library().desk_doubt_code(us))


class Desk:
    """The board and its room. `run_us` alone makes time pass."""

    def __init__(self, seed: int) -> None:
        self._desk = _library()
        self._call("open", ctypes.c_uint64(seed), shipped_image() or 0, HEAVY_PF)

    @property
    def now_us(self) -> float:
        return float(self._desk.desk_now())

    def run_us(self, for_us: float) -> None:
        self._call("run", self.now_us + for_us)

    def receive(self) -> list[tuple[float, int]]:
        data, ends = (ctypes.c_uint8 * 4096)(), (ctypes.c_double * 4096)()
        count = self._desk.desk_receive(data, ends, 4096)
        return [(ends[n], data[n]) for n in range(count)]

    def send(self, data: bytes) -> None:
        self._desk.desk_send(data, len(data))

    def grab(self, pad: int, hand: int, at_us: float) -> None:
        """A hand of this sort touches, and stays."""
        self._call("grab", pad, hand, at_us)

    def do(self, what: str, *words: float) -> float:
        """What befalls the table: see firmware/host/evening.c."""
        return self._call(what, *words)

    def _call(self, what: str, *words: object) -> float:
        given = [ctypes.c_double(word) if isinstance(word, float) else word for word in words]
        return float(getattr(self._desk, f"desk_{what}")(*given) or 0)


@dataclass(frozen=True, slots=True)
class Grab:
    """A hand that touched, and what was said of its pad before."""

    pad: int
    at_us: float
    doubted: bool


@dataclass(frozen=True, slots=True)
class Told:
    """A touch that the table told, whether it was in doubt, and whether its pad was said to be in
    doubt before: such a one neither hushes PASS nor opens a grab (D-Q17)."""

    signal: Signal
    doubted: bool
    stops_nobody: bool


class Evening(Wire):
    """Rounds at one table; `count` has what came of them."""

    def __init__(self, seed: int, charger_volt: float, mishaps: bool = True) -> None:
        self.desk = Desk(seed)
        self._zero_us = self.desk.now_us
        super().__init__(cast(Simulator, self.desk))
        self.chance, self.mishaps = Random(seed), mishaps
        self.charger_volt = charger_volt
        self.on = False
        self.table.calling = lambda: self.on
        self.count: Counter[str] = Counter()
        self.odd: list[str] = []
        self.said: set[str] = set()  # on the referee's page, round for round
        self.dolphins = [self.desk.do("dolphin_pf") for _ in range(PADS)]
        self.told: list[Told] = []
        for pad in range(PADS):
            self.desk.do("weigh", pad, self.dolphins[pad])
        self.meet(calibrate=False)
        self.table.link.say_once(Rebase(0, (1 << PADS) - 1))
        self.run(SECOND)
        self.calibrate()
        self.until(lambda: not self.table._asked)
        self.desk.do("calibrate", self.chance.uniform(*WEAKEST_PF))

    def feel(self, signal: Signal) -> None:
        super().feel(signal)
        if signal.kind is Kind.TOUCH and signal.pad is not None:
            said = bool(self.table._pads[signal.pad].why)
            self.told.append(Told(signal, said or signal.early_us >= NOISY_US, said))

    def play(self, rounds: int) -> None:
        """So many rounds, then one more when all is dry and whole again."""
        for _ in range(rounds):
            mended = list(self._befall()) if self.mishaps and self.chance.random() < 0.5 else []
            self._round()
            for mend in mended:
                self.desk.do(*mend)
        self.desk.do("charger", 0.0, 65e3)
        self.run(RECOVERS_US)
        before = self.count["doubted"]
        self._round(everybody=True)
        self.count["still in doubt"] += self.count["doubted"] - before

    # --- what befalls ------------------------------------------------------------------------

    def _befall(self) -> Iterator[tuple[str, int]]:
        """One thing; what mends it after the round."""
        pad = self.chance.randrange(PADS)
        match self.chance.choice(("spill", "wire", "sag", "charger")):
            case "spill":
                self.desk.do("spill", pad)
                self.run(self.chance.uniform(0, 4 * SECOND))
                yield ("wipe", pad)
            case "wire":
                self.desk.do("wire", pad, 0)
                self.run(self.desk.do("flap_us"))
                self.desk.do("wire", pad, 1)
                self.run(self.chance.uniform(0, SECOND))
            case "sag":
                self.desk.do("sag")
                self.run(self.chance.uniform(0, 100 * MS))
            case _:
                hz = 20e3 * 10 ** self.chance.random()
                self.desk.do("charger", self.charger_volt * self.chance.uniform(0.3, 1), hz)

    # --- a round -----------------------------------------------------------------------------

    def _round(self, everybody: bool = False) -> None:
        self.run(700 * MS)  # hands let go, and one goes to START
        self.told.clear()
        self.on = True
        self.run(self.chance.uniform(200 * MS, 2 * SECOND))
        if self.chance.random() < 0.5:
            self._feint()
        grabs = self._grab(PADS if everybody else self.chance.randint(2, PADS))
        self.run(SECOND)
        self.on = False
        self.said |= set(self.table.trouble())
        self._judge(grabs)
        self._clear(grabs)

    def _grab(self, hands: int) -> list[Grab]:
        at_us = self.desk.now_us + 100 * MS
        moments: dict[int, float] = {}
        for pad in self.chance.sample(range(PADS), hands):
            at_us += (
                100 * 3000 ** self.chance.random()
            )  # 0.1 to 300 ms later, even in its logarithm
            self.desk.grab(pad, self.chance.choice(BARE), at_us)
            moments[pad] = at_us
        grabs = []
        for pad, at_us in moments.items():
            self.run(max(0.0, at_us - EARLY_MOST_US - self.desk.now_us))
            grabs.append(Grab(pad, at_us, bool(self.table._pads[pad].why)))
        return grabs

    def _feint(self) -> None:
        """A hand comes near in a round, stops, and goes away."""
        pad, at_us = self.chance.randrange(PADS), self.desk.now_us + 70 * MS
        self.desk.grab(pad, self.chance.choice(BARE), at_us)
        self.desk.do("stop", pad, self.chance.uniform(5.0, 20.0))
        self.desk.do("leave", pad, at_us + self.chance.uniform(0, 2 * SECOND))
        self.run(2.2 * SECOND)

    def _clear(self, grabs: list[Grab]) -> None:
        """Some dolphins are carried off; all come back, not quite where they were."""
        now_us = self.desk.now_us
        carried = [grab.pad for grab in grabs if self.chance.random() < 0.6]
        for grab in grabs:
            self.desk.do("leave", grab.pad, now_us + self.chance.uniform(0, 300 * MS))
        self.run(400 * MS)
        for pad in carried:
            self.desk.do("weigh", pad, -self.dolphins[pad])
        self.run(self.chance.uniform(300 * MS, 4 * SECOND))
        for pad in carried:
            self.desk.grab(pad, PUTS_BACK, self.desk.now_us + 70 * MS)
            self.dolphins[pad] += self.chance.uniform(-1, 1)
            self.run(200 * MS)
            self.desk.do("weigh", pad, self.dolphins[pad])
            self.desk.do("leave", pad, self.desk.now_us + 100 * MS)
        self.run(400 * MS)

    # --- what came of it ---------------------------------------------------------------------

    def _judge(self, grabs: list[Grab]) -> None:
        felt: dict[int, Signal] = {}
        for grab in grabs:
            mine = [told for told in self.told if self._is_of(told, grab)]
            if mine:
                felt[grab.pad] = mine[0].signal
            deaf = "deaf in noise" if self.table._noise.is_on(self.clock.now_us()) else "deaf"
            what = "felt" if mine else "doubted" if grab.doubted else deaf
            self.count[what] += 1
            if what == deaf:
                self.odd.append(f"deaf {grab} {self.table.pads()[grab.pad]} {self.told}")
        for told in self.told:
            if not any(self._is_of(told, grab) for grab in grabs):
                what = "false, and doubted" if told.doubted else "false"
                self.count[what] += 1
                self.count["stopped a round"] += not told.stops_nobody
                if not told.stops_nobody:
                    self.odd.append(f"false {told} {grabs}")
        self._order([grab for grab in grabs if grab.pad in felt], felt)

    def _order(self, grabs: list[Grab], felt: dict[int, Signal]) -> None:
        for one, other in combinations(sorted(grabs, key=lambda grab: grab.at_us), 2):
            if self.table._pads[one.pad].why or self.table._pads[other.pad].why:
                self.count["left to the table"] += 1
                for why in {self.table._pads[grab.pad].why for grab in (one, other)} - {""}:
                    self.count[f"as {why}"] += 1
                continue
            first, second = felt[one.pad], felt[other.pad]
            if first.at_us + first.early_us < second.at_us - second.uncertain_us:
                self.count["right"] += 1
            elif second.at_us + second.early_us < first.at_us - first.uncertain_us:
                self.count["wrong"] += 1
                self.odd.append(f"wrong {one} {other} {first} {second}")
            else:
                self.count["too close"] += 1

    def _is_of(self, told: Told, grab: Grab) -> bool:
        late_us = told.signal.at_us - self.clock_us(grab.at_us)
        return told.signal.pad == grab.pad and -EARLY_MOST_US <= late_us <= LATE_MOST_US

    def clock_us(self, at_us: float) -> float:
        """Table time of a moment of the room's: the same clock, from the same zero."""
        return at_us - self._zero_us
