"""A short wait that ranks signals by stamp, because they arrive in another order.

Must not drop, merge or restamp anything: equal stamps stay equal.
"""

from companion.table.signals import Signal

# Callbacks come in another order than the edges did: one pair in 200 at 1 ms apart, and up to
# 50 ms late on a loaded machine. Nobody sees 30 ms between a grab and its announcement.
WINDOW_US = 30_000


class Settling:
    """Holds each signal for a window, so that earlier ones still under way can overtake it."""

    def __init__(self, window_us: int = WINDOW_US) -> None:
        self._window_us = window_us
        self._held: list[tuple[int, Signal]] = []  # (arrival, signal) in order of arrival

    def put(self, signal: Signal, now_us: int) -> None:
        """Take a signal that arrived at `now_us`; `now_us` never goes back."""
        self._held.append((now_us, signal))

    def due(self, now_us: int) -> list[Signal]:
        """Hand out, by stamp and then by pad, what no signal still under way can precede.

        While no signal takes longer than the window from its stamp to `put`, the answers of
        all calls put together are in order of stamps.
        """
        over = [s.at_us for arrived, s in self._held if arrived + self._window_us <= now_us]
        if not over:
            return []
        # Whatever is stamped before a signal whose window is over has arrived by now too, even
        # if its own window still runs: it must go first, not later.
        cut = max(over)
        ready = [s for _, s in self._held if s.at_us <= cut]
        self._held = [(arrived, s) for arrived, s in self._held if s.at_us > cut]
        return sorted(ready, key=_rank)

    def all(self) -> list[Signal]:
        """Hand out, in the same order, all that is held: what comes next was told later.

        A signal that is still under way may then come after one that is stamped later.
        """
        held, self._held = self._held, []
        return sorted((signal for _, signal in held), key=_rank)

    def next_due(self) -> int | None:
        """When `due` has something to hand out, or None while nothing is held."""
        return self._held[0][0] + self._window_us if self._held else None


def _rank(signal: Signal) -> tuple[int, int, str]:
    return signal.at_us, -1 if signal.pad is None else signal.pad, signal.button
