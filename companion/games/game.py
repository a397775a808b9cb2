"""What a game declares of itself: all that the frame shows and offers of it before it begins.

Words, numbers and the five names; what an option does and what a sound means is the game's own.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.sounds import Sound


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


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A game on the shelf. Its folder is that of `package`; `rules` is a file in there.

    `Setup` to `view` are the rules: pure, and all that referees, robots and replays need.
    """

    kind: str
    package: str
    title: str
    ages: str
    seats: tuple[int, int]
    Setup: Any
    start: Callable[..., Any]
    judge: Callable[..., Any]
    asks: Callable[..., Any]
    view: Callable[..., Any]
    variants: tuple[tuple[str, str], ...] = ()
    options: tuple[Option, ...] = ()
    few: tuple[str, int] | None = None  # the option with which fewer may play, and how few
    never: tuple[int, ...] = ()  # numbers in between that cannot play
    sides: tuple[tuple[int, int], ...] = ()  # of a game of teams: how many sides so many play for
    sounds: tuple[Sound, ...] = ()  # that are its own, beside the table's
    takes: tuple[str, ...] = ()  # fields of Setup that are filled from what a family entered
    draws: tuple[str, ...] = ()  # topics of offers that its own pages draw
    guests: tuple[str, ...] = ()  # topics of offers that somebody among robots may take up
    recalls: Callable[..., Any] | None = None  # what its newest setup says to who begins one anew
    rules: str = "rules.md"
