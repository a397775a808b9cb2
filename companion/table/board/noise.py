"""Whether a charger makes pads tremble under hands, by what the board says of it.

Pure. A hand only adds to its pad, so what falls again and again while it holds on is noise.
"""

from collections import deque

LOWS_NOISY = 2  # of a held pad in the last some seven milliseconds; without a charger seldom 2
LOOKS = 50  # the newest: two seconds of five held pads, ten of one
LOOKS_NOISY = 4  # of them
QUIET_LOOKS = 25  # so many without any are the end of it
CONTACTS, CONTACTS_NOISY = 4, 2  # the newest; of calm ones two in a thousand tremble as they rise
NOISY_US = 1_000_000  # the moment of a touch in such noise is not known to so much
LASTS_US = 600_000_000  # a charger is not pulled out between two rounds

SENTENCE = (
    "The dolphins tremble under your hands: a charger or a power supply does that. Play from a "
    "power bank, or wire the foil under the board to earth. Until then nobody is called first."
)


class HeldNoise:
    """The table's: one charger is in all hands."""

    def __init__(self) -> None:
        self.count = 0  # looks and contacts that were noisy, since the start
        self._noisy_us: int | None = None
        self._looks: deque[bool] = deque(maxlen=LOOKS)  # whether it shook
        self._rises: deque[bool] = deque(maxlen=CONTACTS)  # whether it trembled

    def touch(self, trembles: bool, now_us: int) -> bool:
        """Take a contact; whether they tremble as they rise. What shakes so hard that no scan is
        quiet any more the board counts no more while a hand holds on."""
        self._rises.append(trembles)
        noisy = trembles and sum(self._rises) >= CONTACTS_NOISY
        if noisy:
            self.count += 1
            self._noisy_us = now_us
        return noisy

    def hear(self, lows: int, now_us: int) -> bool:
        """Look at a pad that is held; whether they tremble again and again: a hand may shake, and
        the swing of a slow charger is seen in some looks only."""
        shakes = lows >= LOWS_NOISY
        self._looks.append(shakes)
        noisy = shakes and sum(self._looks) >= LOOKS_NOISY
        newest = list(self._looks)[-QUIET_LOOKS:]
        if noisy:
            self.count += 1
            self._noisy_us = now_us
        elif len(newest) == QUIET_LOOKS and not any((*newest, *self._rises)):
            self._noisy_us = None
        return noisy

    def is_on(self, now_us: int) -> bool:
        """Whether order is not to be claimed now."""
        return self._noisy_us is not None and now_us - self._noisy_us < LASTS_US
