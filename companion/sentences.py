"""How the command fails: with a sentence on the terminal, and in what systemd shows of a service;
and what words it takes.

Never a traceback for what a person can put right.
"""

import errno
import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import click

from companion.names import unmarked
from companion.notify import Notify
from companion.say import complaint
from companion.words import CompanionError

OF_A_PLACE = (errno.EACCES, errno.EPERM, errno.ENAMETOOLONG, errno.ELOOP)  # where a person pointed
WHERE = (
    "Check its name, and whether this user may go there: where the installed table keeps its "
    "own, only its user may, so begin with sudo -u splash-companion."
)


GAME_NUMBER = click.IntRange(1, 2**63 - 1)  # what the journal can count to
LEFT_OUT = "left_out"  # where a command finds what was said of games that cannot be played


class _Place(click.Path):
    """A file or a folder; "" is none, and would be the folder that one happens to be in."""

    def convert(self, value: Any, *more: Any) -> Any:
        if not os.fspath(value):
            self.fail("that names no place. Write a path.", *more)
        return super().convert(value, *more)


PLACE = _Place(path_type=Path)


class Sentences(click.Group):
    """Errors of ours are sentences on stderr and exit 1, never tracebacks."""

    def main(self, *words: Any, **more: Any) -> Any:
        """Run the command; where its answer cannot be written, say that."""
        if isinstance(sys.stdout, TextIOWrapper) and sys.stdout.errors == "strict":
            sys.stdout.reconfigure(errors="backslashreplace")  # as stderr: not every terminal has é
        try:
            return super().main(*words, **more)
        except OSError as problem:
            if problem.filename is not None:
                raise
            why = f"The answer cannot be written: {problem.strerror}."
            with suppress(OSError):
                click.echo(f"{why} Make room there, or let it go elsewhere.", err=True)
            sys.exit(1)
        finally:
            _drop_what_cannot_be_written()

    def invoke(self, ctx: click.Context) -> Any:
        """Say what is wrong, where a command does."""
        try:
            return super().invoke(ctx)
        except CompanionError as problem:
            from companion.referee.replay import Unusable

            _say(unmarked(complaint(problem)))  # a shell shows what ties words
            ctx.exit(2 if isinstance(problem, Unusable) else 1)
        except OSError as problem:
            if problem.filename is None or problem.errno not in OF_A_PLACE:
                raise
            _say(f"{os.fsdecode(problem.filename)} cannot be reached: {problem.strerror}. {WHERE}")
            ctx.exit(1)


def _say(sentence: str) -> None:
    click.echo(sentence, err=True)
    Notify.of(os.environ).say(sentence)


def _drop_what_cannot_be_written() -> None:
    """Python tries once more at its end, and would end otherwise than was said."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            with suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
