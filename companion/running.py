"""What `companion run` and `companion demo` do once their words are read, and what they say.

Decides nothing about games or tables.
"""

import sys
from contextlib import ExitStack, suppress
from dataclasses import replace
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import click
import segno

from companion.assembly import build
from companion.games import GAMES
from companion.places import games_at, state_folder
from companion.runtime import Companion, close_in_time, watch
from companion.runtime import log as log
from companion.stop import Stop, told_to_stop
from companion.table.config import Config, WebConfig
from companion.table.simulated import Hands
from companion.words import CompanionError


def started(
    config: Config,
    state: Path | None,
    simulated: bool,
    games: Path | None,
    notes: tuple[str, ...],
) -> Companion:
    """A table that can be played at. Raises CompanionError."""
    for sentence in notes:
        log(sentence)  # before the pins are opened: a bus that really has one makes that fail
    left_out = more_games(games, config)
    config = replace(config, table=replace(config.table, games=games_at(games, config)))
    companion = build(config, state_folder(config, state), simulated)
    companion.referee.note_trouble("games", left_out)
    return companion


def refereed(companion: Companion, stop: Stop, simulated: bool, opens: WebConfig | None) -> int:
    """Look after a table until told to stop, and end it: the exit code. `opens` says where this
    machine's browser is to show the wall.
    """
    try:
        _welcome(companion, simulated)
        if opens is not None:
            import webbrowser

            webbrowser.open(opens.here(companion.address.port))
        return watch(companion, stop, log)
    finally:
        close_in_time(companion, log)


def shown(
    config: Config,
    state: Path | None,
    games: Path | None,
    game: str | None,
    seed: int | None,
    speed: int,
) -> int:
    """Let robots play all games in turn, or one, until told to stop: the exit code."""
    from companion.demo import Board, Director
    from companion.robots import robots_of

    left_out = more_games(games, config)
    if game is not None and game not in GAMES:
        raise click.BadParameter(f"there is no game {game}. There are: {', '.join(GAMES)}.")
    kinds = list(GAMES) if game is None else [game]
    if not any(map(robots_of, kinds)):
        raise CompanionError(f"There are no robots of {game}. Its folder has none in robot/.")
    stop = told_to_stop()
    with ExitStack() as parts:
        folder = state or Path(parts.enter_context(TemporaryDirectory(prefix="splash-demo-")))
        board = Board()
        companion = build(config, folder.absolute(), simulated=True, speed=speed, cards=board)
        parts.callback(close_in_time, companion, log)
        assert isinstance(companion.hands, Hands)
        companion.referee.note_trouble("games", left_out)
        director = Director(
            board, companion.referee, companion.hands, companion.access, kinds, seed
        )
        parts.callback(director.stop)
        director.start()
        _welcome_to_demo(companion, any(map(board.offers, kinds)))
        gone = "The robots have stopped. Start the demo again."
        return watch(companion, stop, log, lambda: () if director.alive() else (gone,))


def more_games(folder: Path | None, config: Config) -> str:
    """Put a family's own games on the shelf; what is to be said of those that cannot be played."""
    at = games_at(folder, config)
    if at is None:
        return ""
    from companion import more_games

    left_out = more_games.add(at)
    for sentence in left_out:
        log(sentence)
    return " ".join(left_out)


def _welcome(companion: Companion, simulated: bool) -> None:
    address = companion.address
    _show_code(address.url)
    where = "for this machine alone" if address.is_here else "open it on every phone and on the TV"
    _say(f"The table:    {address.url}   ({where})")
    _say(f"The referee:  {companion.referee_link}")
    if simulated:
        felt = companion.senses.board is not None
        what = "The table is a simulated touch board" if felt else "The table is simulated"
        _say(f"{what}: its dolphins are on the phones.")
    elif companion.senses.tablet is not None:
        _say(f"The dolphins: {address.url}tabletop   (open it on the tablet in the middle)")
    _say("Stop with Ctrl+C.")


def _welcome_to_demo(companion: Companion, join: bool) -> None:
    address = companion.address
    _show_code(address.url)
    _say(f"The wall:     {address.url}   (open it on a TV; tap its loudspeaker once to hear it)")
    if join:
        play = "on a phone, while they play SPLASH!: tap a robot, and play its cards"
        _say(f"Play along:   {address.url}join   ({play})")
    _say(f"The referee:  {companion.referee_link}")
    _say("Robots play until you stop them with Ctrl+C.")


def _say(words: str) -> None:
    with suppress(OSError):  # where nobody can read them the table is played at all the same
        click.echo(words)


def _show_code(text: str) -> None:
    # The service's words go where nobody takes a picture of them.
    if sys.stdout is not None and sys.stdout.isatty():
        _say(qr(text))


def qr(text: str) -> str:
    """A code for the terminal; empty where that has no letters to draw it with."""
    drawn = StringIO()
    segno.make(text, error="l", micro=False).terminal(drawn, compact=True, border=2)
    code = drawn.getvalue()
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return code if code.encode(encoding, "replace").decode(encoding) == code else ""
