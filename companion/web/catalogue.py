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
    """A house option: the field of Setup, the words beside it, and what it may be.

    A "number" has bounds; of a "choice" each value has words of its own.
    """

    key: str
    label: str
    kind: str = "bool"
    least: int = 0
    most: int = 0
    values: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """A game on the shelf."""

    title: str
    ages: str
    seats: tuple[int, int]
    variants: tuple[tuple[str, str], ...] = ()
    options: tuple[Option, ...] = ()
    few: tuple[str, int] | None = None  # the option with which fewer may play, and how few
    never: tuple[int, ...] = ()  # numbers in between that cannot play
    sides: tuple[tuple[int, int], ...] = ()  # of a game of teams: how many sides so many play for


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
    ),
    "twisted_fish": Card(
        "Twisted Fish",
        "10 and up",
        (3, 6),
        (
            ("refereed", "The companion follows every ask"),
            ("scorecard", "The companion only adds up"),
        ),
        (
            Option(
                "whopper",
                "A caught whopper costs",
                "choice",
                values=(
                    ("baskets_so_far", "all baskets so far"),
                    ("whole_round", "all baskets of the round"),
                ),
            ),
            Option(
                "announce",
                "A whopper that the companion can prove is said",
                "choice",
                values=(
                    ("at_once", "at once"),
                    ("if_challenged", "to whoever asks"),
                    ("never", "never"),
                ),
            ),
            Option("any_empty_hand_on_own_turn_ends", "Any empty hand in one's own turn ends it"),
            Option("everybody_tells", "Everybody may tap for everybody"),
            Option("two_players", "Two may play"),
        ),
        few=("two_players", 2),
    ),
    "split": Card(
        "SPLIT",
        "12 and up",
        (2, 6),
        (
            ("refereed", "The companion follows every card and chip"),
            ("light", "The companion counts turns and chips"),
        ),
        (
            Option("perfect_memory", "Perfect Memory: the same suit again takes another chip off"),
            Option("light_up_spaces", "The board always shows where a chip may go"),
            Option("joker_on_joker", "A joker matches a joker"),
            Option("joker_keeps_rank", "A joker stays the card that it was played as"),
            Option("must_change_type", "A match must become another kind of match"),
            Option("turned", "Red joins left and right, green top and bottom"),
            Option("everybody_tells", "Everybody may tap for everybody"),
        ),
        never=(5,),
        sides=((2, 2), (3, 3), (4, 2), (6, 3)),
    ),
    "party_splash": Card(
        "Splash, the squirt-gun party",
        "8 and up",
        (4, 8),
        options=(
            Option("everybody_tells", "Everybody may tap for everybody"),
            Option("simultaneous_area_hits", "Hose and Water Bucket: all answer, then all fall"),
            Option("draw_at_last_towel", "Sen and Lil' Brudder draw at the last towel, too"),
        ),
    ),
    "animal_splash": Card(
        "Animal Splash",
        "8 and up",
        (2, 5),
        (
            ("light", "The companion counts what you tell it"),
            ("full", "The companion follows every card"),
        ),
        (
            Option("zero_counts_for_end_card", "Nothing may be the best for the end card, too"),
            Option("swap_gives_o2", "A swapped card gives its oxygen"),
            Option("kind_and_colour_separate", "Every card: a pearl blocks only what it is for"),
            Option("double_plant_counts_two", "Every card: two of a plant count as two"),
            Option("two_animals_count_two", "Every card: two animals are two different ones"),
            Option("show_groups", "Every card: the groups that can be scored are shown"),
            Option("everybody_tells", "Everybody may tap for everybody"),
        ),
    ),
}


def shelf() -> list[dict[str, Any]]:
    """All games for the page that begins one."""
    return [_shelf_card(kind, card) for kind, card in CARDS.items() if kind in GAMES]


def chosen(kind: str, setup: Any) -> list[dict[str, str]]:
    """The house options of a game at hand, in words."""
    card = CARDS[kind]
    said = [
        f"{option.label}: {_worded(option, _plain(getattr(setup, option.key)))}"
        for option in card.options
    ]
    said += [label for key, label in card.variants if key == _plain(getattr(setup, "variant", ""))]
    return [{"text": text} for text in said]


def title(kind: str) -> str:
    """What a game is called on screens."""
    return CARDS[kind].title


def _shelf_card(kind: str, card: Card) -> dict[str, Any]:
    defaults = _defaults(GAMES[kind])
    options = [_shelf_option(option, defaults[option.key]) for option in card.options]
    variants = [{"key": key, "label": label} for key, label in card.variants]
    return {
        "kind": kind,
        "title": card.title,
        "ages": card.ages,
        "seats": list(card.seats),
        "ready": True,
        "variants": variants,
        "options": options,
        "few": {"option": card.few[0], "least": card.few[1]} if card.few else None,
        "never": list(card.never),
        "sides": dict(card.sides),
    }


def _defaults(module: ModuleType) -> dict[str, Any]:
    return {field.name: _plain(field.default) for field in fields(module.Setup)}


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, Enum) else value


def _shelf_option(option: Option, default: Any) -> dict[str, Any]:
    return {**asdict(option), "default": default, "said": _worded(option, default)}


def _worded(option: Option, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return dict(option.values).get(value, str(value))
