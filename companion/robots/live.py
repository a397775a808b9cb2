"""What a family must be able to do to play while time goes by, beside people: any of the games.

Types only. Whoever plays it out tells it the time and what was heard, and does what it says.
"""

from collections.abc import Callable, Iterable
from random import Random
from typing import Annotated, Any, Protocol

from companion.frozen import dataclass
from companion.games.view import CommonView
from companion.robots.acts import Act, Reply
from companion.words import Ask, Between, Pad, Seat

NAMES = ("Pip", "Coral", "Finn", "Luna", "Otto", "Mimi")


class Live(Protocol):
    """A family at a table: robots, and people who play some of the seats. All times are told."""

    turn: int  # grows with every change of the cards

    def sit(self, people: Iterable[Seat]) -> None:
        """These seats, and no others, are played by people from now on."""

    def look(self, view: CommonView, now_us: int) -> list[Act]:
        """What robots' hands do by `now_us`, with the game as `view` shows it."""

    def heard(self, now_us: int) -> None:
        """PASS was called."""

    def next_us(self) -> int | None:
        """When the next hand moves, if any is about to."""

    def answer(self, ask: Ask) -> Reply | None:
        """What robots say to a question, as soon as they can know; None before, or never."""

    def over(self) -> tuple[Seat, ...]:
        """The game is over for good: who has won, by the family's own count."""

    def hand(self, seat: Seat) -> dict[str, Any] | None:
        """The hand of a seat that a person plays, for that person alone; None for all others."""

    def choose(self, seat: Seat, card: int, turn: int) -> bool:
        """A person says which card goes next; false where that `turn`'s cards are gone."""

    def reach(self, seat: Seat, pad: Pad, now_us: int) -> bool:
        """A person reaches for a dolphin: whether the hand gets there."""


@dataclass(frozen=True, slots=True)
class Robots:
    """A game's robots: how a family of them sits down, and how many they like to be."""

    family: Callable[[Any, Random], Live]  # of a game's setup
    players: tuple[Annotated[int, Between(1, len(NAMES))], ...]
    people: bool = False  # whether people may take their seats, with hands of cards on phones
    options: tuple[tuple[str, str], ...] = ()  # of the game's setup, as they begin it
