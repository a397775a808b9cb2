"""How far a pad of the touch board can be trusted, from what the board says of it once a second.

Pure. Judged from the design's figures, not measured on hardware: docs/firmware.md has the pads.
"""

from collections import deque
from dataclasses import replace

from companion.frozen import dataclass
from companion.table.frames import Health

SAMPLE = 256  # the board's unit of an empty pad's level
PF_A_SAMPLE = 0.54  # 470 kilo-ohm, read every 0.19 us
FULL = 126  # a pad that never charges to its end is read 127 times
NO_ROOM = 111  # 60 pF: what is taken for empty up there feels no hand
NOISY_A_S = 200  # uneven scans of some 12,000: a contact has to show in three of four
RESTLESS_A_S = 20
LOOK_US = 900_000  # a board tells five times a second, older ones once: a look is of a second
LOOKS = 3  # a lamp that is switched is one look
MARGIN_LOOKS = 21  # words that change every second are no words
DRIFT_MOST = 16 * SAMPLE  # 9 pF: a wet pad, another dolphin, a pad that came off
OPEN_SHARE = 0.6  # of the calibrated level: a pad's own wire is the rest

NOISY, DRIFTED, OPEN, SHORTED = "noisy", "drifted", "disconnected", "shorted"
UNCALIBRATED = "never calibrated"


@dataclass(frozen=True, slots=True)
class Settings:
    """What a board has stored for a pad: its empty level (0: none), and samples of a contact."""

    base: int
    step: int


class PadHealth:
    """One pad; `why` is empty while nothing speaks against it."""

    def __init__(self) -> None:
        self.settings: Settings | None = None  # not read yet
        self._looks: deque[Health] = deque(maxlen=LOOKS)
        self._noises: deque[int] = deque(maxlen=MARGIN_LOOKS)
        self._heard = 0  # of noise since the last look
        self._looked_us: int | None = None
        self.full = False  # has no room just now, hand or no hand

    def hear(self, health: Health, touched: bool, now_us: int) -> None:
        """Take it in, and once a second a look; a hand on the pad is no noise."""
        self.full = health.level >= NO_ROOM
        if touched:
            self._heard, self._looked_us = 0, now_us
            return
        self._heard += health.noise
        if self._looked_us is not None and now_us - self._looked_us < LOOK_US:
            return
        self._looks.append(replace(health, noise=self._heard))
        self._noises.append(self._heard)
        self._heard, self._looked_us = 0, now_us

    @property
    def why(self) -> str:
        """What speaks against the pad now."""
        if self.settings is not None and not self.settings.base:
            return UNCALIBRATED
        if len(self._looks) < LOOKS:
            return ""
        if all(look.level >= FULL for look in self._looks):
            return SHORTED
        return self._by_level() or (NOISY if self._noise() > NOISY_A_S else "")

    @property
    def margin(self) -> str:
        """In words how much is left between this pad and trouble; empty while nothing is known."""
        if not self._looks:
            return ""
        noise, moved = sorted(self._noises)[len(self._noises) // 2], self._moved()
        calm = "calm" if noise == 0 else "quiet" if noise < RESTLESS_A_S else "restless"
        calm = NOISY if noise > NOISY_A_S else calm
        if moved is None or self.settings is None:
            return calm
        drift_pf = abs(moved) * PF_A_SAMPLE / SAMPLE
        where = "as calibrated" if drift_pf < 1 else f"{drift_pf:.0f}\u00a0pF off its calibration"
        contact_pf = self.settings.step * PF_A_SAMPLE
        return f"{calm}, {where}, feels {contact_pf:.1f}\u00a0pF"

    def _by_level(self) -> str:
        moved = self._moved()
        if moved is None or self.settings is None:
            return ""
        if all(look.base < OPEN_SHARE * self.settings.base for look in self._looks):
            return OPEN
        return DRIFTED if abs(moved) > DRIFT_MOST else ""

    def _moved(self) -> int | None:
        """How far the empty level is from the calibrated one, in 1/256 sample."""
        if self.settings is None or not self.settings.base or not self._looks:
            return None
        return self._looks[-1].base - self.settings.base

    def _noise(self) -> int:
        """Uneven scans a second; the middle one of the last looks."""
        return sorted(look.noise for look in self._looks)[len(self._looks) // 2]
