"""The shapes of contacts, as a board tells them part by part.

Pure. A part that was lost is not told again: that contact has no shape.
"""

from companion.table.board.kink import Shape, shape
from companion.table.frames import TRACE_PARTS, Trace

CONTACTS_MOST = 8  # of which parts are kept: older ones nobody waits for


class Traces:
    """By the number of their event."""

    def __init__(self) -> None:
        self._parts: dict[int, list[Trace]] = {}

    def take(self, trace: Trace) -> None:
        """One more part; the first begins anew, for numbers turn."""
        parts = [] if trace.part == 0 else self._parts.get(trace.number, [])
        if len(parts) != trace.part:
            return
        self._parts[trace.number] = [*parts, trace]
        while len(self._parts) > CONTACTS_MOST:
            del self._parts[next(iter(self._parts))]

    def shape(self, number: int) -> Shape | None:
        """The whole one, if it is all there."""
        parts = self._parts.get(number, [])
        if len(parts) < TRACE_PARTS:
            return None
        levels = [level for part in parts for level in part.crossings]
        low_us = [us for part in parts for us in part.low_us]
        return shape(parts[0].base, levels, low_us)

    def forget(self, number: int) -> None:
        """Its event was told."""
        self._parts.pop(number, None)
