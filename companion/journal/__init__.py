"""The evenings on disk: facts, names and settings in one SQLite file, and its keeping.

Knows rows, not rules: nothing in here reads a fact.
"""

from companion.journal.file import InUse as InUse
from companion.journal.file import JournalError as JournalError
from companion.journal.journal import Journal as Journal
from companion.journal.rows import GameRow as GameRow
from companion.journal.rows import Op as Op
from companion.journal.rows import Row as Row
