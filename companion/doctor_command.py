"""The command that says what is missing on this machine, and that tries a touch board's pads.

Decides nothing: the doctor does.
"""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from companion.places import state_folder
from companion.sentences import PLACE
from companion.table import config as configs
from companion.table.config import Config
from companion.words import PADS_MOST

Option = Callable[[Any], Any]


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
        from companion.running import games_at, left_out_of

        config = read(config_files, False, None, None, table)
        if accept is not None:
            sys.exit(0 if doctor.accept(configs.on_a_board(config), accept) else 1)
        if pad is not None:
            findings = doctor.try_pad(configs.on_a_board(config), pad)
        else:
            config = replace(config, table=replace(config.table, games=games_at(games, config)))
            found = doctor.examine(config, state_folder(config, state))
            left_out = left_out_of(config.table.games)
            findings = doctor.checks(replace(found, left_out=left_out))
        click.echo(doctor.as_json(findings) if as_json else doctor.report(findings))
        if not doctor.is_fit(findings):
            sys.exit(1)

    for option in options:
        option(doctor)
