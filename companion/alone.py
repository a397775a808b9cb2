"""What splash-companion.pyz does when it is given no words: a table without a box, on this machine.

Decides nothing about games or tables; with words it is the command `companion`.
"""

import os
import socket
import sys

PORT = 8080


def play(words: list[str]) -> None:
    """Run a command, by default a table whose dolphins are drawn. Ends the process."""
    from companion.cli import main

    main(args=words or usual_words(), prog_name="splash-companion.pyz")


def usual_words() -> list[str]:
    """A drawn table, its pages at the usual port or, where something else is there, at a free one,
    and its wall in this machine's browser.
    """
    port = str(PORT if is_free(PORT) else 0)
    return ["run", "--table", "tablet", "--port", port, *(["--open"] if has_screen() else [])]


def is_free(port: int) -> bool:
    """Whether nobody listens there."""
    with socket.socket() as asked:
        return asked.connect_ex(("127.0.0.1", port)) != 0


def has_screen() -> bool:
    """Whether a browser of this machine would show: without a screen it might take the terminal."""
    everywhere = sys.platform in ("win32", "darwin")
    return everywhere or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
