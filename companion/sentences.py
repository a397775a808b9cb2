"""How the command fails: with a sentence on the terminal, and in what systemd shows of a service.

Never a traceback for what a person can put right.
"""

import os
from typing import Any

import click

from companion.notify import Notify
from companion.say import complaint
from companion.words import CompanionError


class Sentences(click.Group):
    """Errors of ours are sentences on stderr and exit 1, never tracebacks."""

    def invoke(self, ctx: click.Context) -> Any:
        """Say what is wrong, where a command does."""
        try:
            return super().invoke(ctx)
        except CompanionError as problem:
            from companion.referee.replay import Unusable

            click.echo(complaint(problem), err=True)
            Notify.of(os.environ).say(complaint(problem))
            ctx.exit(2 if isinstance(problem, Unusable) else 1)
