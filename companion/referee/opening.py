"""How a game begins, and how the one that was on goes on after a restart.

Writes the new game to the journal; everything after that is the referee's.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion import codec
from companion.games import GAMES
from companion.games.game import Game
from companion.journal import GameRow, Journal
from companion.referee.fold import Fold
from companion.referee.replay import Unusable, fold_game
from companion.words import Refused, Text


@dataclass(frozen=True, slots=True)
class NewGame:
    """What somebody wants to play: the game, who sits where, and the house options."""

    kind: str
    people: tuple[str, ...]
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Opened:
    """A game at hand; without one, `trouble` may say why the last cannot go on."""

    game: GameRow | None = None
    fold: Fold | None = None
    trouble: str = ""


def set_up(wanted: NewGame, pads: int) -> Any:
    """The setup of a game for so many pads. Raises Refused or Malformed."""
    module = _module(wanted.kind)
    felt = {"pads": pads} if hasattr(module.Setup, "pads") else {}
    chosen = {**felt, **wanted.options, "seats": len(wanted.people)}
    setup = codec.decode(module.Setup, chosen, "the game")
    module.start(setup)  # or it is refused
    return setup


def opened(journal: Journal, wanted: NewGame, setup: Any, wall_ms: int, tell: str) -> Opened:
    """Note a new game in the journal. Raises JournalError."""
    numbers = [journal.person(name, wall_ms) for name in wanted.people]
    game = journal.begin_game(wanted.kind, codec.dumps(setup), numbers, wall_ms, tell or None)
    return Opened(game, Fold(_module(wanted.kind), setup, game.game))


def leave(journal: Journal, game: GameRow | None, wall_ms: int) -> None:
    """Note that this game is not gone on with. Raises JournalError."""
    if game is not None:
        journal.end_game(game.game, wall_ms)


def resumed(journal: Journal) -> Opened:
    """The game that was on when the last companion ended, however it ended."""
    game = next((game for game in journal.games(1) if game.ended_ms is None), None)
    if game is None:
        return Opened()
    try:
        return Opened(game, fold_game(journal, game))
    except Unusable as problem:
        # An old game never stops the start.
        return Opened(trouble=f"The last game cannot go on: {problem} Begin a new one.")


def _module(kind: str) -> Game:
    if kind not in GAMES:
        raise Refused("", Text("There is no game called {kind}.", kind=kind))
    return GAMES[kind]
