"""The command `companion`: reads its arguments, wires the parts, and speaks in sentences.

Decides nothing about games or tables. What one command alone needs is imported there.
"""

import companion.early  # before all that takes its time: Ctrl+C then needs no words

# isort: split
import dataclasses
import gc
import json
import os
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_type_hints

import click

import companion.own_games  # noqa: F401  # the first: it says what keeps a game from being played
from companion import (
    __version__,
    codec,
    doctor_command,
    network_command,
    people_commands,
    report_commands,
)
from companion.places import config_file, journal_file, state_folder
from companion.sentences import GAME_NUMBER, LEFT_OUT, PLACE, Sentences
from companion.stop import told_to_stop
from companion.table import config as configs
from companion.table.config import Config, ConfigError, Sensor
from companion.words import CompanionError

if TYPE_CHECKING:
    from companion.journal import GameRow, Journal

_Command = TypeVar("_Command", bound=Callable[..., Any])
_STATE = click.option("--state", type=PLACE, help="Folder of the journal and the secret.")
_CONFIG = click.option(
    "--config",
    "config_files",
    multiple=True,
    is_eager=True,
    type=PLACE,
    help="companion.toml; of several the first that is there counts. Without it the usual pins, or "
    "for the service's own user its files.",
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


def _own_games(**more: Any) -> Callable[[_Command], _Command]:
    return click.option("--games", type=PLACE, help="A folder with games of your own.", **more)


_GAMES = _own_games()
# For who only reads: all games are on the shelf before it begins.
_SHELF = _own_games(expose_value=False, callback=lambda *given: _shelve(*given))


@click.group(cls=Sentences)
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
@click.option("--record", type=PLACE, help="A new file for the board's talk.")
@click.option("--open", "opens", is_flag=True, help="Show the wall in this machine's browser.")
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
    opens: bool,
    games: Path | None,
) -> None:
    """Referee this table until stopped."""
    if board is not None:
        if table not in (None, Sensor.BOARD.value):
            raise ConfigError(f"--board is a touch board. Leave it out, or --table {table}.")
        simulated, table = True, Sensor.BOARD.value
    config = _config(config_files, simulated, port, host, table)
    config = configs.recorded(config, record)
    file = config_file(config_files, simulated)
    notes = (f"The table is as {file} says.",) if file else ()
    with _unswept():
        from companion import lately, running

        lately.keep_what_is_said()
        stop = told_to_stop()
        companion = running.started(config, state, simulated, games, (*notes, *config.warnings))
    sys.exit(running.refereed(companion, stop, simulated, config.web if opens else None))


@main.command()
@_STATE
@click.option("--port", type=click.IntRange(0, 65535), help="Port of the pages; 0 finds one.")
@click.option("--host", help="Address to listen on; all of them by default.")
@click.option("--game", help="This game alone; else all in turn.")
@click.option("--seed", type=int, help="The same families with the same cards each time.")
@click.option("--speed", type=click.IntRange(1, 100), default=1, hidden=True)  # for tests
@_GAMES
def demo(
    state: Path | None,
    port: int | None,
    host: str | None,
    game: str | None,
    seed: int | None,
    speed: int,
    games: Path | None,
) -> None:
    """Robots play for ever, to be looked at: all games in turn, or one. In SPLASH! anybody may
    take over a seat.
    """
    from companion import lately, running

    config = _config((), True, port, host)
    lately.keep_what_is_said()
    sys.exit(running.shown(config, state, games, game, seed, speed))


@main.command()
@click.argument("source")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of sentences.")
@_CONFIG
@_STATE
@_SHELF
def replay(source: str, as_json: bool, config_files: tuple[Path, ...], state: Path | None) -> None:
    """Judge a game again: SOURCE is a file of JSON Lines, a game's number, or a report (companion
    diagnose). Of what a touch board said (companion record) it tells what was felt.

    Exit 1 if a fact was refused, 2 if the file cannot be used.
    """
    from companion.referee import replay_text
    from companion.referee.replay import replay_lines, replayed_game
    from companion.table.board.playing import as_line, as_row, played_back
    from companion.table.board.recording import is_recording

    if is_recording(Path(source)):
        for signal_ in played_back(Path(source)):
            click.echo(json.dumps(as_row(signal_)) if as_json else as_line(signal_))
        return
    if report_commands.is_report(Path(source)):
        sys.exit(report_commands.replayed(Path(source), as_json))
    if _is_number(source) and not os.path.exists(source):
        pads = tuple(pad.name for pad in _config(config_files, False, None, None).pads)
        with _journal(config_files, state) as journal:
            replayed = replayed_game(journal, _game(journal, int(source)), pads)
    else:
        replayed = replay_lines(_lines(Path(source)))
    click.echo(replay_text.as_json(replayed) if as_json else replay_text.as_sentences(replayed))
    if any(step.refused for step in replayed.steps):
        sys.exit(1)


@main.command()
@click.argument("file", type=PLACE)
@_CONFIG
def record(file: Path, config_files: tuple[Path, ...]) -> None:
    """Keep what is said to and by the touch board in a new FILE, until stopped; no game is on."""
    from companion.running import log
    from companion.table.board.playing import as_line, recorded

    config = configs.on_a_board(_config(config_files, False, None, None))
    stop = told_to_stop()
    said = recorded(config, file, stop, lambda felt: click.echo(as_line(felt)))
    click.echo(next(said))
    for sentence in said:
        log(sentence)


@main.command()
@click.option("--port", default="", help="The board's, if there are several: /dev/ttyUSB0.")
def flash(port: str) -> None:
    """Put the touch board's program onto a Nano; the companion must not run meanwhile."""
    from companion.table.board import flash as flashing
    from companion.table.board.port import open_port

    path = flashing.the_port(port)
    open_port(path).close()  # or it says why not, before anything is promised
    click.echo(f"The Nano at {path}: its lamps flicker, and it takes some ten seconds.")
    with click.progressbar(length=1, show_eta=False, file=sys.stderr) as bar:
        done = flashing.flash(path, flashing.shipped(), lambda n, of: _upto(bar, n, of))
    for sentence in flashing.sentences(done, flashing.hello(path)):
        click.echo(sentence)


def _upto(bar: Any, done: int, of: int) -> None:
    bar.length = of
    bar.update(done - bar.pos)


@main.command()
@_CONFIG
def calibrate(config_files: tuple[Path, ...]) -> None:
    """Show the touch board your hands, one dolphin after the other; stored when all is good.

    The companion must not run meanwhile: its referee's page does the same, under The pads.
    """
    from companion.calibrate import calibrated
    from companion.table.board.terminal import real_terminal

    config = configs.on_a_board(_config(config_files, False, None, None))
    try:
        stored = calibrated(config, real_terminal())
    except KeyboardInterrupt:
        raise CompanionError("Left. The board is as it was.") from None
    if not stored:
        sys.exit(1)


@main.command()
@click.argument("game", type=GAME_NUMBER)
@_CONFIG
@_STATE
@_SHELF
def export(game: int, config_files: tuple[Path, ...], state: Path | None) -> None:
    """Write a GAME (its number) as JSON Lines: setup and facts, no names."""
    from companion.referee.replay import exported

    with _journal(config_files, state) as journal:
        for line in exported(journal, _game(journal, game)):
            click.echo(line)


@main.command()
@click.option("--to", type=PLACE, help="A folder, if not backups/ beside it.")
@_CONFIG
@_STATE
def backup(to: Path | None, config_files: tuple[Path, ...], state: Path | None) -> None:
    """Copy the evenings, also while somebody plays; the newest few copies are kept."""
    from companion.journal.backup import BackupError, back_up

    journal, folder = _places(config_files, state)
    try:
        click.echo(back_up(journal, to or folder, __version__))
    except BackupError as problem:
        raise CompanionError(str(problem)) from problem


@main.command()
@click.argument("copy", type=PLACE)
@_CONFIG
@_STATE
def restore(copy: Path, config_files: tuple[Path, ...], state: Path | None) -> None:
    """Bring back the evenings of a COPY, while the companion is stopped."""
    from companion.journal.restore import restore as bring_back

    journal, folder = _places(config_files, state, be_there=False)
    kept = bring_back(copy, journal, folder, __version__)
    click.echo(f"The evenings are those of {copy}.")
    if kept is not None:
        click.echo(f"What was there before is in {kept}")


@main.command()
@click.argument("game", metavar="GAME")
@_CONFIG
@_SHELF
def schema(game: str, **_: object) -> None:
    """JSON Schema of a GAME's setup, facts and view, with what its numbers are called."""
    from companion.games import GAMES

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
@_CONFIG
@_own_games(callback=lambda *given: _shelve(*given))
def games(games: str, **_: object) -> None:
    """The games that can be refereed. Exit 1 if one was left out."""
    from companion.games import GAMES

    for kind, game in GAMES.items():
        players = "player" if game.people == "1" else "players"
        click.echo(f"{kind}  {game.title}, {game.people} {players}, {game.ages}")
    if games:
        sys.exit(1)


@main.command(name="new-game")
@click.argument("name")
@_GAMES
def new_game_(name: str, games: Path | None) -> None:
    """Write the folder of a new game called NAME: the smallest whole one, to be made yours."""
    from companion import new_game

    games = games or new_game.place(Path.cwd())
    for path in new_game.write(name, games):
        click.echo(f"Wrote {path}")
    more = f" --games {shlex.quote(str(games))}" if games is not None else ""
    click.echo(f"Play it at once: companion run --simulated{more}")


@main.command()
@click.option("--renew", is_flag=True, help="A new referee's link; the old one is out at once.")
@click.option("--port", type=click.IntRange(1, 65535), help="If not where it runs, or will.")
@_CONFIG
@_STATE
def url(renew: bool, port: int | None, config_files: tuple[Path, ...], state: Path | None) -> None:
    """The address of this table, and the links of its wall and its referee."""
    from companion.access.secret import be_there, read_key, renew_key, wall_key
    from companion.assembly import address_of
    from companion.journal import served
    from companion.running import qr

    config = _config(config_files, False, port, None)
    folder = state_folder(config, state)
    be_there(folder)
    if port is None and (there := served.told(journal_file(config, folder))):
        web = dataclasses.replace(config.web, host=there[0], port=there[1])
        config = dataclasses.replace(config, web=web)
    key = renew_key(folder) if renew else read_key(folder)
    address = address_of(config)
    click.echo(qr(address.url))
    click.echo(f"The table:    {address.url}")
    click.echo(f"The wall:     {address.link(wall_key(key))}")
    click.echo(f"The referee:  {address.link(key)}")


@main.command()
@_CONFIG
def kiosk(config_files: tuple[Path, ...]) -> None:
    """Keep the wall of this machine's table on its own screen, until stopped."""
    from companion.kiosk import show

    show(_config(config_files, False, None, None))


def _asked(config_files: tuple[Path, ...], state: Path | None) -> tuple[Config, Path, Path]:
    """The configuration, its folder, and where the journal is."""
    config = _config(config_files, False, None, None)
    return config, state_folder(config, state), _places(config_files, state)[0]


people_commands.add_to(main, _CONFIG, _STATE, _SHELF, lambda *given: _places(*given))
network_command.add_to(main)
doctor_command.add_to(main, (_STATE, _CONFIG, _TABLE, _GAMES), lambda *given: _config(*given))
report_commands.add_to(main, (_CONFIG, _STATE, _SHELF), _asked)

# --- helpers ----------------------------------------------------------------------------------


@contextmanager
def _unswept() -> Iterator[None]:
    """What a start makes stays: nobody looks through it for garbage, neither now nor later."""
    gc.disable()
    try:
        yield
        gc.freeze()
    finally:
        gc.enable()


def _shelve(ctx: click.Context, _: click.Parameter, games: Path | None) -> str:
    """All games are on the shelf; what was said of those that were left out."""
    from companion.running import more_games

    said = more_games(games, _config(ctx.params["config_files"], False, None, None))
    ctx.meta[LEFT_OUT] = said
    return said


def _is_number(source: str) -> bool:
    return source.isdecimal() and len(source) < len(str(GAME_NUMBER.max))


def _config(
    files: tuple[Path, ...],
    simulated: bool,
    port: int | None,
    host: str | None,
    table: str | None = None,
) -> Config:
    file = config_file(files, simulated)
    if file is not None:
        config = configs.load(file)
    else:
        config = configs.simulated() if simulated else configs.default()
    said: dict[str, Any] = {"port": port, "host": host}
    given = {key: value for key, value in said.items() if value is not None}
    if table == Sensor.TABLET.value:
        config = configs.on_a_tablet(config)
    elif table == Sensor.BOARD.value:
        usual = configs.simulated_board() if simulated else configs.board()
        config = configs.on_a_board(config) if file is not None else usual
    elif table is not None and config.table.sensor is not Sensor.PINS:
        sensor = config.table.sensor.value
        raise ConfigError(f'{file} says sensor = "{sensor}". Take that line out to play on pins.')
    return dataclasses.replace(config, web=dataclasses.replace(config.web, **given))


def _places(
    config_files: tuple[Path, ...], state: Path | None, be_there: bool = True
) -> tuple[Path, Path]:
    """Where the journal is, and where its copies go."""
    from companion.journal.backup import BACKUPS

    config = _config(config_files, False, None, None)
    folder = state_folder(config, state)
    path = journal_file(config, folder)
    if be_there and not path.exists():
        raise CompanionError(f"There is no journal {path}. Say where it is with --state FOLDER.")
    return path, folder / BACKUPS


def _journal(config_files: tuple[Path, ...], state: Path | None) -> "closing[Journal]":
    """A journal for as long as a command reads it."""
    from companion.journal import Journal

    return closing(Journal.for_reading(_places(config_files, state)[0]))


def _game(journal: "Journal", number: int) -> "GameRow":
    game = journal.game(number)
    if game is None:
        there = ", ".join(str(known.game) for known in journal.games(20)) or "none yet"
        raise CompanionError(f"There is no game {number}. There are: {there}.")
    return game


def _lines(path: Path) -> list[str]:
    from companion.referee.replay import Unusable

    try:
        # Windows puts a mark in front; and str.splitlines would cut sentences that people wrote.
        return path.read_text(encoding="utf-8-sig").split("\n")
    except OSError as problem:
        raise Unusable(f"{path} cannot be read: {problem.strerror}. Check its name.") from None
    except UnicodeDecodeError:
        raise Unusable(f"{path} is not UTF-8 text, so it is no exported game.") from None


companion.early.over()

if __name__ == "__main__":
    main()
