"""Where the pages of the table are that keeps a journal, for commands at the machine: in a file
beside it, from a start to its end.

Holds no secret. After a kill it is an older one, so whoever acts by it asks first who keeps the
journal.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.journal import disk


def file_of(journal: Path) -> Path:
    """Where it stands."""
    return journal.with_name(journal.name + ".port")


def tell(journal: Path, host: str, port: int) -> Callable[[], None]:
    """Say that the pages are at this host and port; what is answered takes that back."""
    file = file_of(journal)
    with suppress(OSError):  # a full disk keeps nobody from playing
        disk.replace_durably(file, f"{port} {host}\n".encode())

    def over() -> None:
        with suppress(OSError):
            file.unlink(missing_ok=True)

    return over


def told(journal: Path) -> tuple[str, int] | None:
    """The host and the port of the pages; None where nothing says so."""
    with suppress(OSError, ValueError):
        port, host = file_of(journal).read_text("utf-8").removesuffix("\n").split(" ", 1)
        return host, int(port)
    return None
