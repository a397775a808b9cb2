"""Whether a ruling is questioned just now, and who may do that: kept over restarts.

Knows no rules: while it is on, scores are shown as under review and PASS is silent.
"""

from companion.journal import Journal
from companion.journal.settings import MAY_WAIT, REVIEW


class Review:
    """The table's "wait!"."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.by = self._noted = journal.setting(REVIEW)
        self.anybody = journal.setting(MAY_WAIT)

    def question(self, by: str) -> bool:
        """Begin a review, or end it with nobody; False where it is so already."""
        if bool(by) == bool(self.by):
            return False
        self._journal.set_setting(REVIEW, by)
        self.by = self._noted = by
        return True

    def end(self) -> None:
        """No ruling is questioned any more, whether or not `note` can say so for a restart."""
        self.by = ""

    @property
    def is_noted(self) -> bool:
        """Whether there is nothing to `note`."""
        return self._noted == self.by

    def note(self) -> None:
        """Note what is not noted yet. Raises JournalError."""
        if not self.is_noted:
            self._journal.set_setting(REVIEW, self.by)
            self._noted = self.by

    def let(self, anybody: bool) -> None:
        """A house option: anybody at the table may question a ruling, or the referee alone."""
        self._journal.set_setting(MAY_WAIT, anybody)
        self.anybody = anybody
