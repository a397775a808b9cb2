"""What the edges of one input line mean: the first edge counts, then a lock-out.

Must not know what is wired to the line, and must not read a clock: stamps come from outside.
"""

from companion.frozen import dataclass

# A lever switch bounces for up to about 15 ms; a hand needs 80 ms to tap twice.
LOCK_OUT_US = 30_000


@dataclass(frozen=True, slots=True)
class Change:
    """The line became active or inactive, within `doubt_us` before `at_us`."""

    active: bool
    at_us: int
    doubt_us: int = 0


class Line:
    """One input line: what is believed of it, from its edges and from looking at its level.

    Trap: debouncing by gpiozero's `bounce_time` stamps the last edge of a bounce plus the
    bounce time, so that the later grabber wins if the earlier one's contact bounces. Here the
    first edge is the change, at once and with its own stamp; what follows within the lock-out
    only says where the line ended up.
    """

    def __init__(self, active: bool, now_us: int) -> None:
        self.active = active
        self.since_us = now_us - LOCK_OUT_US  # nothing is locked out yet
        self._ignored: Change | None = None  # the last edge within the lock-out
        self._agreed_us = now_us  # when the level was last seen to be as believed
        self._missed_us: int | None = None  # when it was first seen not to be

    @property
    def is_unsure(self) -> bool:
        """Whether the last look found another level than is believed."""
        return self._missed_us is not None

    def edge(self, at_us: int, active: bool) -> tuple[Change, ...]:
        """Take an edge by its stamp; answers what changed by it, oldest first."""
        if at_us <= self.since_us:
            return ()  # late news of a change that was made up meanwhile
        # An edge to a level comes from the other one: so the line was there before.
        changes = self._settle(at_us, not active)
        if active == self.active and self._missed_us is not None and self._missed_us < at_us:
            # It was seen to be elsewhere, and comes back: what brought it there was lost.
            changes += (self._made_up(),)
        if at_us < self.since_us + LOCK_OUT_US:
            self._ignored = Change(active, at_us)
        elif active != self.active:
            changes += (self._change(Change(active, at_us)),)
        elif not active:
            # Trap: the kernel reads the level only after the edge, so a contact shorter than
            # that arrives as "went inactive" without a "went active" before it (and gpiozero's
            # own events drop it: of touches under 2 ms up to one in six). It was a contact, at
            # that stamp.
            changes += (self._change(Change(True, at_us)),)
            self._ignored = Change(False, at_us)
        return changes

    def look(self, now_us: int, active: bool, read_us: int = 0) -> tuple[Change, ...]:
        """Compare with the level, read from `now_us` on and by `read_us`; answers what was missed.

        Trap: events get lost without a word (a full pipe, an edge that the kernel leaves out).
        A level that is found twice to be other than believed was a missed edge; once may be an
        edge that is still on its way. The doubt goes back to the look that still agreed.
        """
        changes = self._settle(now_us, active)
        if active == self.active:
            if self._agreed_us >= self.since_us + LOCK_OUT_US:
                self._ignored = None  # the last edge of that bounce was lost
            self._agreed_us, self._missed_us = now_us, None
        elif now_us >= self.since_us + LOCK_OUT_US:
            if self._missed_us is None:
                # Trap: on a machine that is busy the level may be read long after `now_us`, and a
                # change between them would be stamped before it came.
                self._missed_us = max(now_us, read_us)
            else:
                changes += (self._made_up(),)
                self._agreed_us = now_us
        return changes

    def _made_up(self) -> Change:
        """The change that was missed before a look: at the look, with the doubt that leaves."""
        assert self._missed_us is not None
        doubt_us = self._missed_us - max(self._agreed_us, self.since_us)
        return self._change(Change(not self.active, self._missed_us, doubt_us))

    def _settle(self, now_us: int, active: bool) -> tuple[Change, ...]:
        """Once a lock-out is over, own up to where the line went during it and still is."""
        ignored = self._ignored
        if ignored is None or now_us < self.since_us + LOCK_OUT_US:
            return ()
        if ignored.active == self.active or ignored.active != active:
            return ()
        return (self._change(ignored),)

    def _change(self, change: Change) -> Change:
        self.active, self.since_us = change.active, change.at_us
        self._ignored = self._missed_us = None
        return change
