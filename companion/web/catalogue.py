"""What the pages say of each game before it begins: titles, ages, house options in words.

Words only: what an option does is the rules' business, and its default is Setup's.
"""

from dataclasses import asdict, fields
from enum import Enum
from typing import Any

from companion import games
from companion.games import GAMES
from companion.games.game import Game, Option


def shelf() -> list[dict[str, Any]]:
    """All games for the page that begins one."""
    return [_shelf_card(game) for game in GAMES.values()]


def chosen(kind: str, setup: Any) -> list[dict[str, str]]:
    """The house options of a game at hand, in words."""
    game = GAMES[kind]
    said = [
        f"{option.label}: {_worded(option, _plain(getattr(setup, option.key)))}"
        for option in game.options
    ]
    said += [label for key, label in game.variants if key == _plain(getattr(setup, "variant", ""))]
    return [{"text": text} for text in said]


def sounds() -> dict[str, dict[str, Any]]:
    """What can be heard at this table, for a page's own script: its words and its tune."""
    known = games.sounds().values()
    return {sound.name: {"caption": sound.caption, "tune": sound.tune} for sound in known}


def title(kind: str) -> str:
    """What a game is called on screens."""
    return GAMES[kind].title


def _shelf_card(game: Game) -> dict[str, Any]:
    defaults = _defaults(game)
    options = [_shelf_option(option, defaults[option.key]) for option in game.options]
    variants = [{"key": key, "label": label} for key, label in game.variants]
    return {
        "kind": game.kind,
        "title": game.title,
        "ages": game.ages,
        "seats": list(game.seats),
        "ready": True,
        "variants": variants,
        "options": options,
        "few": {"option": game.few[0], "least": game.few[1]} if game.few else None,
        "never": list(game.never),
        "sides": dict(game.sides),
    }


def _defaults(game: Game) -> dict[str, Any]:
    return {field.name: _plain(field.default) for field in fields(game.Setup)}


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, Enum) else value


def _shelf_option(option: Option, default: Any) -> dict[str, Any]:
    return {**asdict(option), "default": default, "said": _worded(option, default)}


def _worded(option: Option, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return dict(option.values).get(value, str(value))
