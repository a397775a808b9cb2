"""The command that writes a report for whoever helps, and what `replay` makes of one.

Decides nothing; what either needs is imported when it is said.
"""

import zipfile
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from companion.sentences import GAME_NUMBER, LEFT_OUT, PLACE
from companion.table.config import Config
from companion.words import CompanionError

Option = Callable[[Any], Any]
_FITS = {
    True: "dealt as sealed.",
    False: "NOT as sealed: those are other cards.",
    None: "not opened yet: its cards are told once its round is over.",
}
Asked = Callable[..., tuple[Config, Path, Path]]


def add_to(main: click.Group, options: tuple[Option, ...], asked: Asked) -> None:
    """Let the command have this one, too. `asked` gives configuration, folder and journal."""

    @main.command()
    @click.argument("file", type=PLACE, default="splash-report.zip")
    @click.option("--names", is_flag=True, help="Say who sat where; else nobody is named.")
    def diagnose(file: Path, names: bool, **where: Any) -> None:
        """Write a report for whoever helps you to FILE (a ZIP): machine, log, games; no secrets."""
        from companion import diagnosis, doctor
        from companion.journal import Journal

        if file.suffix.lower() != ".zip":  # else a journal that was meant to be read is no more
            raise CompanionError("End the file's name with .zip: a report is written to it.")
        config, state, path = asked(**where)
        with closing(Journal.for_reading(path)) as journal:

            def examine() -> tuple[doctor.Finding, ...]:
                said = click.get_current_context().meta[LEFT_OUT]
                found = doctor.examine(config, state)
                return doctor.checks(replace(found, left_out=(said,) if said else ()))

            ailing = diagnosis.Ailing(journal, config, state, examine, diagnosis.of_the_service)
            content = diagnosis.packed(ailing, names)
        try:
            file.write_bytes(content)
        except OSError as problem:
            why = f"{file} cannot be written: {problem.strerror}. Name another place."
            raise CompanionError(why) from problem
        click.echo(f"{file}: send it to whoever helps. companion replay {file} plays its games.")

    @main.command()
    @click.argument("game", type=GAME_NUMBER)
    def deals(game: int, **where: Any) -> None:
        """Check the deals of a GAME (its number) whose cards were on phones: do they fit their
        seals, and what was dealt? A deal that is being played is not told. Exit 1 if one does not
        fit.
        """
        from companion.journal import Journal

        with closing(Journal.for_reading(asked(**where)[2])) as journal:
            raise SystemExit(_dealt(journal, game))

    for option in options:
        option(diagnose)
        option(deals)
    _add_results(main, options, asked)


def _add_results(main: click.Group, options: tuple[Option, ...], asked: Asked) -> None:
    @main.command()
    @click.argument("file", type=PLACE)
    @click.option("--names", is_flag=True, help="Say who sat where; else labels of this file do.")
    @click.option("--evening", default="", help="Of one evening alone, such as 2026-11-23.")
    def results(file: Path, names: bool, evening: str, **where: Any) -> None:
        """Write what was played to FILE: a table (.csv), or data (.json) with each game as BG Stats
        takes it.
        """
        from companion.journal import Journal

        with closing(Journal.for_reading(asked(**where)[2])) as journal:
            told = _results(journal, file.suffix, names, evening)
        try:
            file.write_text(told, encoding="utf-8", newline="")
        except OSError as problem:
            why = f"{file} cannot be written: {problem.strerror}. Name another place."
            raise CompanionError(why) from problem
        click.echo(f"{file}: nobody is named in it." if not names else f"{file}: with names.")

    for option in options:
        option(results)


def _results(journal: Any, form: str, names: bool, evening: str) -> str:
    """The text of such a file; each game is folded here."""
    from companion.access.export import EVERY, exported, of_evening
    from companion.referee.past import summary_told
    from companion.stats.export import as_csv, as_json

    forms = {".csv": as_csv, ".json": as_json}
    if form not in forms:
        raise CompanionError("End the file's name with .csv for a table, or with .json for data.")
    games = of_evening(journal.games(EVERY), evening)
    found = exported(journal, ((g, summary_told(journal, g)) for g in games), names)
    return forms[form](found.games, found.house)


def _dealt(journal: Any, number: int) -> int:
    """Say of each deal how it was: 1 if one does not fit its seal."""
    from companion import codec
    from companion.games import GAMES
    from companion.hands.checked import checked
    from companion.journal.people import People
    from companion.words import Sealed, Unsealed

    game = journal.game(number)
    rules = GAMES[game.kind].hands if game is not None and game.kind in GAMES else None
    if rules is None:
        raise CompanionError(f"There is no game {number} with cards on phones.")
    every = (one for row in journal.rows(number) for one in codec.parse(row.facts))
    told = [one for one in every if one["kind"] in ("sealed", "unsealed")]
    found = tuple(checked((codec.decode(Sealed | Unsealed, one) for one in told), rules))
    seated = People(journal).seated(number)
    for at, deal in enumerate(found, start=1):
        click.echo(f"Deal {at}, {_FITS[deal.fits]} Seal: {deal.seal}")
        for seat, hand in deal.hands.items():
            name = seated[seat].name if seat in seated else ""
            click.echo(f"  {name or f'Seat {seat + 1}'}: {rules.said(hand)}")
    if not found:
        click.echo("No cards were dealt on phones in this game.")
    return int(any(deal.fits is False for deal in found))


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
