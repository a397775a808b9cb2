"""The command that says what is missing on this machine, and that tries a touch board's pads.

Decides nothing: the doctor does.
"""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from companion.places import games_at, state_folder
from companion.sentences import PLACE
from companion.table import config as configs
from companion.table.config import Config
from companion.words import PADS_MOST

Option = Callable[[Any], Any]


def _left_out(folder: Path | None) -> tuple[str, ...]:
    """A sentence for each game there that cannot be played. All that plays is loaded for that."""
    if folder is None:
        return ()
    from companion import more_games

    return more_games.add(folder)


def add_to(main: click.Group, options: tuple[Option, ...], read: Callable[..., Config]) -> None:
    """Let the command have this one, too. `read` gives the configuration."""

    @main.command()
    @click.option("--json", "as_json", is_flag=True, help="A JSON list instead of sentences.")
    @click.option("--pad", type=click.IntRange(0, PADS_MOST - 1), help="Try one pad, from 0.")
    @click.option(
        "--accept",
        type=PLACE,
        help="Ten taps a dolphin; writes the sheet (HTML) there.",
    )
    def doctor(
        as_json: bool,
        pad: int | None,
        accept: Path | None,
        table: str | None,
        config_files: tuple[Path, ...],
        state: Path | None,
        games: Path | None,
    ) -> None:
        """What is missing on this machine, and what to do about it."""
        from companion import doctor

        config = read(config_files, False, None, None, table)
        if accept is not None:
            sys.exit(0 if doctor.accept(configs.on_a_board(config), accept) else 1)
        if pad is not None:
            findings = doctor.try_pad(configs.on_a_board(config), pad)
        else:
            own = games_at(games, config)
            config = replace(config, table=replace(config.table, games=own))
            found = doctor.examine(config, state_folder(config, state))
            findings = doctor.checks(replace(found, left_out=_left_out(own)))
        click.echo(doctor.as_json(findings) if as_json else doctor.report(findings))
        if not doctor.is_fit(findings):
            sys.exit(1)

    for option in options:
        option(doctor)
