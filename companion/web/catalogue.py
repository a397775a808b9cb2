"""What the pages say of each game before it begins: titles, ages, house options in words.

Words only: what an option does is the rules' business, and its default is Setup's.
"""

from dataclasses import asdict, dataclass, fields
from enum import Enum
from types import ModuleType
from typing import Any, Final

from companion.games import GAMES


@dataclass(frozen=True, slots=True)
class Option:
    """A house option: the field of Setup, the words beside it, and a number's bounds."""

    key: str
    label: str
    kind: str = "bool"
    least: int = 0
    most: int = 0


@dataclass(frozen=True, slots=True)
class Card:
    """A game on the shelf."""

    title: str
    ages: str
    seats: tuple[int, int]
    variants: tuple[tuple[str, str], ...] = ()
    options: tuple[Option, ...] = ()


CARDS: Final[dict[str, Card]] = {
    "dolphin_splash": Card(
        "SPLASH!",
        "5 and up",
        (3, 6),
        (
            ("standard", "The classic: PASS is called"),
            ("alternate", "For grown-ups: the whole deck, five cards each"),
        ),
        (
            Option("bonus_in_tiebreak", "Bonus letters count in overtime"),
            Option("announce_first_touch", "The first touch is announced"),
            Option("everybody_rules", "Everybody may settle a grab"),
            Option("one_foul_award_per_round", "Only the first foul of a round gives letters"),
            Option("bonus_breaks_tie", "A bonus letter may break a tie"),
            Option("keep_calling", "Grown-ups' way: PASS goes on after the first call"),
            Option("shuffle_discards", "Grown-ups' way: discards are shuffled"),
            Option("mercy_ms", "Brushes shorter than so many ms are forgiven", "number", 0, 1000),
        ),
    )
}


def shelf() -> list[dict[str, Any]]:
    """All games for the page that begins one."""
    return [_shelf_card(kind, card) for kind, card in CARDS.items() if kind in GAMES]


def chosen(kind: str, setup: Any) -> list[dict[str, str]]:
    """The house options of a game at hand, in words."""
    card = CARDS[kind]
    said = [f"{option.label}: {_worded(getattr(setup, option.key))}" for option in card.options]
    said += [label for key, label in card.variants if key == _plain(getattr(setup, "variant", ""))]
    return [{"text": text} for text in said]


def title(kind: str) -> str:
    """What a game is called on screens."""
    return CARDS[kind].title


def _shelf_card(kind: str, card: Card) -> dict[str, Any]:
    defaults = _defaults(GAMES[kind])
    options = [{**asdict(option), "default": defaults[option.key]} for option in card.options]
    variants = [{"key": key, "label": label} for key, label in card.variants]
    return {
        "kind": kind,
        "title": card.title,
        "ages": card.ages,
        "seats": list(card.seats),
        "ready": True,
        "variants": variants,
        "options": options,
    }


def _defaults(module: ModuleType) -> dict[str, Any]:
    return {field.name: _plain(field.default) for field in fields(module.Setup)}


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, Enum) else value


def _worded(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
