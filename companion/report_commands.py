"""The command that writes a report for whoever helps, and what `replay` makes of one.

Decides nothing; what either needs is imported when it is said.
"""

import zipfile
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import click

from companion.table.config import Config
from companion.words import CompanionError

Option = Callable[[Any], Any]
Asked = Callable[..., tuple[Config, Path, Path]]


def add_to(main: click.Group, options: tuple[Option, ...], asked: Asked) -> None:
    """Let the command have this one, too. `asked` gives configuration, folder and journal."""

    @main.command()
    @click.argument("file", type=click.Path(path_type=Path), default="splash-report.zip")
    @click.option("--names", is_flag=True, help="Say who sat where; else nobody is named.")
    def diagnose(file: Path, names: bool, **where: Any) -> None:
        """Write a report for whoever helps you to FILE (a ZIP): machine, log, games; no secrets."""
        from companion import diagnosis, doctor
        from companion.journal import Journal

        config, state, path = asked(**where)
        with closing(Journal.for_reading(path)) as journal:

            def examine() -> tuple[doctor.Finding, ...]:
                return doctor.checks(doctor.examine(config, state))

            ailing = diagnosis.Ailing(journal, config, state, examine, diagnosis.of_the_service)
            content = diagnosis.packed(ailing, names)
        try:
            file.write_bytes(content)
        except OSError as problem:
            why = f"{file} cannot be written: {problem.strerror}. Name another place."
            raise CompanionError(why) from problem
        click.echo(f"{file}: send it to whoever helps. companion replay {file} plays its games.")

    for option in options:
        option(diagnose)


def is_report(path: Path) -> bool:
    """Whether this is such a file."""
    with suppress(OSError):  # who reads it as something else says what is wrong
        return path.is_file() and zipfile.is_zipfile(path)
    return False


def replayed(path: Path, as_json: bool) -> int:
    """Judge a report's games: 1 if a fact of any was refused. Raises Unusable."""
    from companion import diagnosis
    from companion.referee import replay_text
    from companion.referee.replay import replay_lines

    code = 0
    for name, lines in diagnosis.games_in(path):
        game = replay_lines(lines)
        if not as_json:
            click.echo(f"\n{name}")
        click.echo(replay_text.as_json(game) if as_json else replay_text.as_sentences(game))
        code = max(code, int(any(step.refused for step in game.steps)))
    return code
