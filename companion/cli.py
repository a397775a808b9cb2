"""The command `companion`: reads its arguments, wires the parts, and speaks in sentences.

Decides nothing about games or tables.
"""

import dataclasses
import json
import os
import signal
import sys
import threading
from contextlib import ExitStack
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_type_hints

import click
import segno

from companion import __version__, codec, doctor, more_games, new_game
from companion.access.secret import read_key, renew_key
from companion.calibrate import calibrated, real_terminal
from companion.demo import Board, Director
from companion.games import GAMES
from companion.journal import GameRow, Journal
from companion.journal.backup import BACKUPS, BackupError, back_up
from companion.journal.restore import restore as bring_back
from companion.referee import retelling
from companion.referee.replay import Unusable, exported, replay_lines, retold
from companion.runtime import (
    JOURNAL_FILE,
    Companion,
    address_of,
    build,
    close_in_time,
    log,
    state_folder,
    watch,
)
from companion.say import complaint
from companion.table import config as configs
from companion.table.board.playing import as_line, as_row, played_back, recorded
from companion.table.board.recording import is_recording
from companion.table.config import Config, ConfigError, Sensor
from companion.table.simulated import Hands
from companion.words import CompanionError

GAMES_MOST = 2**63 - 1  # what the journal can count to
_STATE = click.option(
    "--state", type=click.Path(path_type=Path), help="Folder of the journal and the secret."
)
_CONFIG = click.option(
    "--config",
    "config_files",
    multiple=True,
    type=click.Path(path_type=Path),
    help="companion.toml; without it the usual pins. Of several the first that is there counts.",
)
_TABLE = click.option(
    "--table",
    type=click.Choice([sensor.value for sensor in Sensor]),
    help="What feels the hands: the Pi's pins, a touch board, or a tablet that draws dolphins.",
)
_SIMULATED = click.option("--simulated", is_flag=True, help="Pretend pins: no hardware needed.")
_BOARD = click.option(
    "--board",
    type=click.Choice(["sim"]),
    help="sim: the touch board's own program on simulated pads; as --simulated --table board.",
)


_GAMES = click.option(
    "--games", type=click.Path(path_type=Path), help="A folder with games of your own."
)


class _Sentences(click.Group):
    """Errors of ours are sentences on stderr and exit 1, never tracebacks."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except Unusable as problem:
            click.echo(str(problem), err=True)
            ctx.exit(2)
        except CompanionError as problem:
            click.echo(complaint(problem), err=True)
            ctx.exit(1)


@click.group(cls=_Sentences)
@click.version_option(__version__, prog_name="companion")
def main() -> None:
    """The referee at a family's game table."""


@main.command()
@_SIMULATED
@_TABLE
@_BOARD
@_CONFIG
@_STATE
@click.option("--port", type=click.IntRange(0, 65535), help="Port of the pages; 0 finds one.")
@click.option("--host", help="Address to listen on; all of them by default.")
@click.option("--record", type=click.Path(path_type=Path), help="A new file for the board's talk.")
@_GAMES
def run(
    simulated: bool,
    table: str | None,
    board: str | None,
    config_files: tuple[Path, ...],
    state: Path | None,
    port: int | None,
    host: str | None,
    record: Path | None,
    games: Path | None,
) -> None:
    """Referee this table until stopped."""
    if board is not None:
        if table not in (None, Sensor.BOARD.value):
            raise ConfigError(f"--board is a touch board. Leave it out, or --table {table}.")
        simulated, table = True, Sensor.BOARD.value
    config = _config(config_files, simulated, port, host, table)
    config = configs.recorded(config, record)
    if config_files:
        log(f"The table is as {_first(config_files)} says.")
    for warning in config.warnings:
        log(warning)  # before the pins are opened: a bus that really has one makes that fail
    stop = _told_to_stop()
    left_out = _more_games(games or config.table.games)
    companion = build(config, state_folder(config, state), simulated)
    companion.referee.note_trouble("games", left_out)
    try:
        _welcome(companion, simulated)
        code = watch(companion, stop, log)
    finally:
        close_in_time(companion, log)
    sys.exit(code)


@main.command()
@_STATE
@click.option("--port", type=click.IntRange(0, 65535), help="Port of the pages; 0 finds one.")
@click.option("--host", help="Address to listen on; all of them by default.")
@click.option("--game", type=click.Choice(list(GAMES)), help="This game alone; else all in turn.")
@click.option("--seed", type=int, help="The same families with the same cards each time.")
@click.option("--speed", type=click.IntRange(1, 100), default=1, hidden=True)  # for tests
def demo(
    state: Path | None,
    port: int | None,
    host: str | None,
    game: str | None,
    seed: int | None,
    speed: int,
) -> None:
    """Robots play for ever, to be looked at: all games in turn, or one. In SPLASH! anybody may
    take over a seat.
    """
    config = _config((), True, port, host)
    stop = _told_to_stop()
    with ExitStack() as parts:
        folder = state or Path(parts.enter_context(TemporaryDirectory(prefix="splash-demo-")))
        board = Board()
        companion = build(config, folder.absolute(), simulated=True, speed=speed, cards=board)
        parts.callback(close_in_time, companion, log)
        assert isinstance(companion.hands, Hands)
        kinds = list(GAMES) if game is None else [game]
        director = Director(
            board, companion.referee, companion.hands, companion.access, kinds, seed
        )
        parts.callback(director.stop)
        director.start()
        _welcome_to_demo(companion, any(map(board.offers, kinds)))
        gone = "The robots have stopped. Start the demo again."
        code = watch(companion, stop, log, lambda: () if director.alive() else (gone,))
    sys.exit(code)


@main.command()
@click.argument("source")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of sentences.")
@_CONFIG
@_STATE
def replay(source: str, as_json: bool, config_files: tuple[Path, ...], state: Path | None) -> None:
    """Judge a game again: SOURCE is a file of JSON Lines, or a game's number. Of what a touch
    board said (companion record) it tells what was felt.

    Exit 1 if a fact was refused, 2 if the file cannot be used.
    """
    if is_recording(Path(source)):
        for signal_ in played_back(Path(source)):
            click.echo(json.dumps(as_row(signal_)) if as_json else as_line(signal_))
        return
    if _is_number(source) and not os.path.exists(source):
        pads = tuple(pad.name for pad in _config(config_files, False, None, None).pads)
        with _journal(config_files, state) as journal:
            replayed = retold(journal, _game(journal, int(source)), pads)
    else:
        replayed = replay_lines(_lines(Path(source)))
    click.echo(retelling.as_json(replayed) if as_json else retelling.as_sentences(replayed))
    if any(step.refused for step in replayed.steps):
        sys.exit(1)


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@_CONFIG
def record(file: Path, config_files: tuple[Path, ...]) -> None:
    """Keep what is said to and by the touch board in a new FILE, until stopped; no game is on."""
    config = configs.on_a_board(_config(config_files, False, None, None))
    stop = _told_to_stop()
    click.echo(f"Everything goes to {file}. Stop with Ctrl+C.")
    for sentence in recorded(config, file, stop, lambda felt: click.echo(as_line(felt))):
        log(sentence)


@main.command()
@_CONFIG
def calibrate(config_files: tuple[Path, ...]) -> None:
    """Show the touch board your hands, one dolphin after the other; stored when all is good.

    The companion must not run meanwhile: its referee's page does the same, under The pads.
    """
    config = configs.on_a_board(_config(config_files, False, None, None))
    try:
        stored = calibrated(config, real_terminal())
    except KeyboardInterrupt:
        raise CompanionError("Left. The board is as it was.") from None
    if not stored:
        sys.exit(1)


@main.command()
@click.argument("game", type=click.IntRange(1, GAMES_MOST))
@_CONFIG
@_STATE
def export(game: int, config_files: tuple[Path, ...], state: Path | None) -> None:
    """Write a GAME (its number) as JSON Lines: setup and facts, no names."""
    with _journal(config_files, state) as journal:
        for line in exported(journal, _game(journal, game)):
            click.echo(line)


@main.command()
@click.option("--to", type=click.Path(path_type=Path), help="A folder, if not backups/ beside it.")
@_CONFIG
@_STATE
def backup(to: Path | None, config_files: tuple[Path, ...], state: Path | None) -> None:
    """Copy the evenings, also while somebody plays; the newest few copies are kept."""
    journal, folder = _places(config_files, state)
    try:
        click.echo(back_up(journal, to or folder, __version__))
    except BackupError as problem:
        raise CompanionError(str(problem)) from problem


@main.command()
@click.argument("copy", type=click.Path(path_type=Path))
@_CONFIG
@_STATE
def restore(copy: Path, config_files: tuple[Path, ...], state: Path | None) -> None:
    """Bring back the evenings of a COPY, while the companion is stopped."""
    journal, folder = _places(config_files, state, be_there=False)
    kept = bring_back(copy, journal, folder, __version__)
    click.echo(f"The evenings are those of {copy}.")
    if kept is not None:
        click.echo(f"What was there before is in {kept}")


@main.command()
@click.argument("game", metavar="GAME")
def schema(game: str) -> None:
    """JSON Schema of a GAME's setup, facts and view, with what its numbers are called."""
    if game not in GAMES:
        raise click.BadParameter(f"there is no game {game}. There are: {', '.join(GAMES)}.")
    module = GAMES[game]
    usual = module.Setup(module.seats[1])
    forms = {
        "setup": module.Setup,
        "fact": codec.fact_of(module.judge),
        "view": get_type_hints(module.view)["return"],
    }
    schemas = {
        name: codec.schema(form, f"{game} {name}", usual, kinds=name != "view")
        for name, form in forms.items()
    }
    click.echo(json.dumps(schemas, indent=2))


@main.command()
def games() -> None:
    """The games that can be refereed."""
    for kind, game in GAMES.items():
        click.echo(f"{kind}  {game.title}, {game.seats[0]} to {game.seats[1]} players, {game.ages}")


@main.command(name="new-game")
@click.argument("name")
@_GAMES
def new_game_(name: str, games: Path | None) -> None:
    """Write the folder of a new game called NAME: the smallest whole one, to be made yours."""
    for path in new_game.write(name, games):
        click.echo(f"Wrote {path}")
    more = f" --games {games}" if games is not None else ""
    click.echo(f"Play it at once: companion run --simulated{more}")


@main.command()
@click.option("--renew", is_flag=True, help="A new referee's link; the old one is out at once.")
@click.option("--port", type=int, help="Port of the running companion, if not the usual one.")
@_CONFIG
@_STATE
def url(renew: bool, port: int | None, config_files: tuple[Path, ...], state: Path | None) -> None:
    """The address of this table, and the referee's link."""
    config = _config(config_files, False, port, None)
    folder = state_folder(config, state)
    key = renew_key(folder) if renew else read_key(folder)
    address = address_of(config)
    click.echo(_qr(address.url))
    click.echo(f"The table:    {address.url}")
    click.echo(f"The referee:  {address.link(key)}")


@main.command(name="doctor")
@click.option("--json", "as_json", is_flag=True, help="A JSON list instead of sentences.")
@_TABLE
@_CONFIG
@_STATE
def doctor_(
    as_json: bool, table: str | None, config_files: tuple[Path, ...], state: Path | None
) -> None:
    """What is missing on this machine, and what to do about it."""
    config = _config(config_files, False, None, None, table)
    findings = doctor.checks(doctor.examine(config, state_folder(config, state)))
    click.echo(doctor.as_json(findings) if as_json else doctor.report(findings))
    if not doctor.is_fit(findings):
        sys.exit(1)


# --- helpers ----------------------------------------------------------------------------------


def _more_games(folder: Path | None) -> str:
    """Put a family's own games on the shelf; what is to be said of those that cannot be played."""
    left_out = more_games.add(folder.absolute()) if folder is not None else ()
    for sentence in left_out:
        log(sentence)
    return " ".join(left_out)


def _is_number(source: str) -> bool:
    return source.isdecimal() and len(source) < len(str(GAMES_MOST))


def _config(
    files: tuple[Path, ...],
    simulated: bool,
    port: int | None,
    host: str | None,
    table: str | None = None,
) -> Config:
    file = _first(files) if files else None
    if file is not None:
        config = configs.load(file)
    else:
        config = configs.simulated() if simulated else configs.default()
    web = config.web
    if port is not None:
        web = dataclasses.replace(web, port=port)
    if host is not None:
        web = dataclasses.replace(web, host=host)
    if table == Sensor.TABLET.value:
        config = configs.on_a_tablet(config)
    elif table == Sensor.BOARD.value:
        usual = configs.simulated_board() if simulated else configs.board()
        config = configs.on_a_board(config) if file is not None else usual
    elif table is not None and config.table.sensor is not Sensor.PINS:
        sensor = config.table.sensor.value
        raise ConfigError(f'{file} says sensor = "{sensor}". Take that line out to play on pins.')
    return dataclasses.replace(config, web=web)


def _first(files: tuple[Path, ...]) -> Path:
    """The first that is there; without any the last, whose absence is then complained of."""
    return next(filter(os.path.lexists, files), files[-1])


def _welcome(companion: Companion, simulated: bool) -> None:
    address = companion.address
    click.echo(_qr(address.url))
    click.echo(f"The table:    {address.url}   (open it on every phone and on the TV)")
    click.echo(f"The referee:  {companion.referee_link}")
    if simulated:
        felt = companion.senses.board is not None
        what = "The table is a simulated touch board" if felt else "The table is simulated"
        click.echo(f"{what}: its dolphins are on the phones.")
    elif companion.senses.tablet is not None:
        click.echo(f"The dolphins: {address.url}tabletop   (open it on the tablet in the middle)")
    click.echo("Stop with Ctrl+C.")
    sys.stdout.flush()


def _welcome_to_demo(companion: Companion, join: bool) -> None:
    address = companion.address
    click.echo(_qr(address.url))
    click.echo(f"The wall:     {address.url}   (open it on a TV; tap “Sound on” once to hear it)")
    if join:
        play = "on a phone, while they play SPLASH!: tap a robot, and play its cards"
        click.echo(f"Play along:   {address.url}join   ({play})")
    click.echo(f"The referee:  {companion.referee_link}")
    click.echo("Robots play until you stop them with Ctrl+C.")
    sys.stdout.flush()


def _told_to_stop() -> threading.Event:
    """What is set when this process is told to end."""
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    return stop


def _qr(text: str) -> str:
    drawn = StringIO()
    segno.make(text, error="l", micro=False).terminal(drawn, compact=True, border=2)
    return drawn.getvalue()


def _places(
    config_files: tuple[Path, ...], state: Path | None, be_there: bool = True
) -> tuple[Path, Path]:
    """Where the journal is, and where its copies go."""
    config = _config(config_files, False, None, None)
    _more_games(config.table.games)
    folder = state_folder(config, state)
    path = config.journal.path or folder / JOURNAL_FILE
    if be_there and not path.exists():
        raise CompanionError(f"There is no journal {path}. Say where it is with --state FOLDER.")
    return path, folder / BACKUPS


def _journal(config_files: tuple[Path, ...], state: Path | None) -> "_Open":
    return _Open(_places(config_files, state)[0])


class _Open:
    """A journal for as long as a command reads it."""

    def __init__(self, path: Path) -> None:
        self._journal = Journal.for_reading(path)

    def __enter__(self) -> Journal:
        return self._journal

    def __exit__(self, *_: object) -> None:
        self._journal.close()


def _game(journal: Journal, number: int) -> GameRow:
    game = journal.game(number)
    if game is None:
        there = ", ".join(str(known.game) for known in journal.games(20)) or "none yet"
        raise CompanionError(f"There is no game {number}. There are: {there}.")
    return game


def _lines(path: Path) -> list[str]:
    try:
        # Windows puts a mark in front; and str.splitlines would cut sentences that people wrote.
        return path.read_text(encoding="utf-8-sig").split("\n")
    except OSError as problem:
        raise Unusable(f"{path} cannot be read: {problem.strerror}. Check its name.") from None
    except UnicodeDecodeError:
        raise Unusable(f"{path} is not UTF-8 text, so it is no exported game.") from None


if __name__ == "__main__":
    main()
