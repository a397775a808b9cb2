"""What the pages say of each game before it begins: titles, ages, house options in words.

Words only: what an option does is the rules' business, and its default is Setup's; the way of
playing that is usual is the game's first.
"""

from dataclasses import asdict, fields
from enum import Enum
from typing import Any

from companion import games
from companion.frozen import dataclass
from companion.games import GAMES
from companion.games.game import Boxless, Effort, Game, Option


@dataclass(frozen=True, slots=True)
class VariantShown:
    """A way of playing."""

    key: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionShown(Option):
    """A house option with what it is unless somebody says otherwise."""

    default: str | int


@dataclass(frozen=True, slots=True)
class FewShown:
    """The option with which fewer may play, and how few."""

    option: str
    least: int


@dataclass(frozen=True, slots=True)
class GameOffered:
    """A game on the shelf: who may play it, and how it may be played."""

    kind: str
    title: str
    ages: str
    seats: tuple[int, int]
    people: str  # how many that are, in words
    variants: tuple[VariantShown, ...]
    efforts: tuple[Effort, ...]
    options: tuple[OptionShown, ...]
    few: FewShown | None
    never: tuple[int, ...]
    sides: dict[int, int]
    boxless: Boxless | None
    on_phones: Boxless | None


@dataclass(frozen=True, slots=True)
class SoundShown:
    """A sound: its words, and its tune for a page's own script."""

    caption: str
    tune: tuple[tuple[int, int, int], ...]


def shelf() -> tuple[GameOffered, ...]:
    """All games for the page that begins one."""
    return tuple(_offered(game) for game in GAMES.values())


def chosen(kind: str, setup: Any) -> tuple[str, ...]:
    """The house options of a game at hand, in words."""
    game, variant = GAMES[kind], _plain(getattr(setup, "variant", ""))
    matter = (option for option in game.options if option.only in ("", variant))
    values = ((option, _plain(getattr(setup, option.key))) for option in matter)
    said = (f"{option.label}: {_worded(option, value)}" for option, value in values)
    return (*said, *(label for key, label in game.variants if key == variant))


def sounds() -> dict[str, SoundShown]:
    """What can be heard at this table."""
    known = games.sounds().values()
    return {sound.name: SoundShown(sound.caption, sound.tune) for sound in known}


def title(kind: str, called: object = "") -> str:
    """What a game is called on screens: by its own word, where it has another name than usual."""
    return str(called or GAMES[kind].title)


def _offered(game: Game) -> GameOffered:
    defaults = {field.name: _plain(field.default) for field in fields(game.Setup)}
    return GameOffered(
        kind=game.kind,
        title=game.title,
        ages=game.ages,
        seats=game.seats,
        people=game.people,
        variants=tuple(VariantShown(key, label) for key, label in game.variants),
        efforts=game.efforts,
        options=tuple(_option(option, defaults[option.key]) for option in game.options),
        few=FewShown(*game.few) if game.few else None,
        never=game.never,
        sides=dict(game.sides),
        boxless=game.boxless,
        on_phones=game.on_phones,
    )


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, Enum) else value


def _option(option: Option, default: Any) -> OptionShown:
    return OptionShown(**asdict(option), default=default)


def _worded(option: Option, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return dict(option.values).get(str(value), str(value))
