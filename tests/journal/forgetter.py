"""A table that forgets one person after the other, until somebody pulls the plug: a process.

Says on stdout whom it begins to forget, and who is forgotten.
"""

import sys
from pathlib import Path

from companion.journal import Journal, sweep
from companion.journal.backup import BACKUPS
from companion.journal.people import People


def main(path: Path) -> None:
    """Forget everybody, the first first."""
    journal = Journal(path, "boot")
    people = People(journal)
    for person in sorted(people.known(), key=lambda one: one.number):
        print(f"try {person.number}", flush=True)
        people.forget(person.number)
        sweep.sweep(journal, path.parent / BACKUPS)
        print(f"done {person.number}", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
