"""Sentences of the machine's helpers, from their folder to the screens.

A helper writes a file, which the table reads: so it needs no way into the table, and the table none
to it. Decides nothing about what is said.
"""

import os
from contextlib import suppress
from pathlib import Path

SAID = Path("/run/splash-companion-says")  # root's own: nobody else can say anything
SHOWN_S = 600.0  # whoever stood there has read it by then; the log keeps it
LONGEST = 400  # letters of one sentence


def say(name: str, sentence: str, folder: Path = SAID) -> None:
    """This is what the helper of this name says from now on; empty: nothing."""
    if not sentence:
        (folder / name).unlink(missing_ok=True)
        return
    fresh = folder / f".{name}.new"
    fresh.write_text(sentence, encoding="utf-8")
    fresh.chmod(0o644)
    os.replace(fresh, folder / name)


class Hearing:
    """The table's end of it."""

    def __init__(self, folder: Path = SAID) -> None:
        self._folder = folder
        self._since_s: dict[tuple[str, str, int], float] = {}

    def now(self, now_s: float) -> str:
        """All that is said, each for a while: a machine's clock may be set anew meanwhile."""
        said = dict(self._read())
        self._since_s = {told: self._since_s.get(told, now_s) for told in said}
        return " ".join(
            sentence for told, sentence in said.items() if now_s - self._since_s[told] < SHOWN_S
        )

    def _read(self) -> list[tuple[tuple[str, str, int], str]]:
        read = []
        with suppress(OSError):
            for file in sorted(self._folder.glob("[!.]*")):
                with suppress(OSError, UnicodeDecodeError):
                    sentence = file.read_text(encoding="utf-8")[:LONGEST].strip()
                    # The same sentence of another stick is news.
                    read.append(((file.name, sentence, file.stat().st_mtime_ns), sentence))
        return read
