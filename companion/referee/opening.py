"""How a game begins, and how the one that was on goes on after a restart.

Writes the new game to the journal; everything after that is the referee's.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from companion import codec
from companion.frozen import dataclass, replace
from companion.games import GAMES
from companion.games.game import Game
from companion.games.view import CommonView
from companion.journal import GameRow, Journal, JournalError
from companion.journal.people import People
from companion.referee.answers import Bar, Reply
from companion.referee.dressing import dress, tonight
from companion.referee.fold import Fold
from companion.referee.picture import Picture
from companion.referee.replay import Unusable, fold_game
from companion.words import Refused, Text

NOTHING_ON = Reply("asked_again", Text("No game is on. Begin one first."))


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


def with_robots(wanted: NewGame) -> NewGame:
    """The same with robots in the seats that are empty, where hands are on phones."""
    module, options = _module(wanted.kind), wanted.options
    phones = module.on_phones
    if phones is None or options.get(phones.option) != phones.value:
        return wanted
    people = tuple(name for name in wanted.people if name not in module.robots)
    asked = options.get("robots", 0)
    missing = module.seats[0] - len(people)
    count = max(asked, missing, 0) if people and type(asked) is int else 0
    names = (*people, *module.robots[:count])
    return replace(wanted, people=names, options={**options, "robots": len(names) - len(people)})


def set_up(wanted: NewGame, pads: int) -> Any:
    """The setup of a game for so many pads. Raises Refused or Malformed."""
    module = _module(wanted.kind)
    felt = {"pads": pads} if hasattr(module.Setup, "pads") else {}
    chosen = {**felt, **module.usual, **wanted.options, "seats": len(wanted.people)}
    setup = _untitled(module, codec.decode(module.Setup, chosen, "the game"))
    module.start(setup)  # or it is refused
    module.fresh(setup)  # or that
    return setup


def _untitled(module: Game, setup: Any) -> Any:
    """What a family called its deck is in no setup: that may be somebody's name."""
    for content in module.takes:
        value = getattr(setup, content.word) if content.is_titled else None
        if value is not None:
            setup = replace(setup, **{content.word: replace(value, title="")})
    return setup


def again(journal: Journal, game: GameRow, setup: Any, view: CommonView) -> NewGame:
    """The same game once more, with those of its people who have not left."""
    seated = People(journal).seated(game.game)
    here = sorted({*view.present, *view.joining})
    people = tuple(seated[seat].name for seat in here if seat in seated and seated[seat].name)
    options = codec.encode(setup)
    made_anew = ["kind", "seats", *(["dealer"] if len(people) < setup.seats else [])]
    if getattr(setup, "pads", 0):  # the table may have others by now; that none feels was chosen
        made_anew.append("pads")
    chosen = {key: value for key, value in options.items() if key not in made_anew}
    module = _module(game.kind)
    if module.few and len(people) < module.seats[0]:
        chosen[module.few[0]] = True
    return NewGame(game.kind, people, chosen)


def once_more(
    journal: Journal, game: GameRow | None, fold: Fold | None, pads: int
) -> NewGame | None:
    """The game that is over once more, where the people who are left can play it."""
    if fold is None or game is None or not fold.view.over:
        return None
    wanted = again(journal, game, fold.setup, fold.view)
    with suppress(ValueError, JournalError):
        set_up(wanted, pads)
        return wanted
    return None


def not_again(picture: Picture) -> Reply:
    """Why there is no game to begin once more."""
    if picture.is_on:
        return Reply("already", Text("A game is on already."))
    text = Text("These can't play it again as they are. Begin another game.")
    if picture.game is None:
        text = Text("No game was played yet. Begin one first.")
    return Reply("refused", text, bar=Bar.NOT_SO)


def opened(journal: Journal, wanted: NewGame, setup: Any, wall_ms: int, nonce: str) -> Opened:
    """Note a new game in the journal. Raises JournalError."""
    people, text = People(journal), codec.dumps(setup)
    with journal.undisturbed():
        here = {one.number for one in tonight(journal, wall_ms)}
        numbers = [people.number(name, wall_ms) for name in wanted.people]
        for number in sorted(numbers, key=here.__contains__):  # who comes now gives way
            dress(journal, number, wall_ms, others=numbers)
        game = journal.begin_game(wanted.kind, text, numbers, wall_ms, nonce or None)
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
