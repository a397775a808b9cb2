"""How a family's own game plays with hands on phones, each function held as its rules are.

Knows what the table asks of it; what cards are worth is the game's.
"""

from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any, Final, Protocol, get_type_hints

from companion import codec
from companion.games.game import Game
from companion.words import Pad, Sealed, Seat, Touched, Unsealed

Fitting = Callable[[str, Callable[..., Any], Any], Callable[..., Any]]
Cards = dict[Seat, tuple[int, ...]]


class Forms(Protocol):
    """What the table asks of a `hands.py`: its functions, and what each gives."""

    def holds(self, state: Any) -> tuple[Seat, ...]: ...
    def plays(self, state: Any) -> bool: ...
    def robots(self, state: Any) -> dict[Seat, str]: ...
    def touched_us(self, state: Any) -> int | None: ...
    def dealt(self, people: Any, order: Any) -> Cards: ...
    def said(self, hand: Any) -> str: ...
    def deck(self, people: int) -> int: ...
    def passed(self, hands: Any, places: Any) -> Cards: ...
    def discard(self, hand: Any, chance: int) -> int: ...
    def four(self, hand: Any) -> int | None: ...
    def word(self, state: Any, hands: Any) -> Any: ...
    def patience_us(self, state: Any) -> int: ...
    def reached(
        self, state: Any, seat: Seat, touch: Touched
    ) -> tuple[Pad | None, tuple[Any, ...]]: ...
    def has_dolphin(self, state: Any, seat: Seat) -> bool: ...
    def hands_fly(self, state: Any) -> bool: ...


ASKED: Final = tuple(name for name in vars(Forms) if not name.startswith("_"))
OF_STATE = ("seal", "shown", "touches", "claims")
OF_SETUP = "waits_for_choice"


class HeldHands:
    """The functions of a game's `hands.py`, each held."""

    def __init__(self, hands: ModuleType, fitting: Fitting) -> None:
        for name in ASKED:
            form = get_type_hints(getattr(Forms, name))["return"]
            setattr(self, name, fitting(name, getattr(hands, name), form))


def faults_of_hands(game: Game, state: Any) -> Iterator[str]:
    """What the table would ask for, and does not find."""
    hands, known = game.hands, codec.kinds(codec.fact_of(game.judge))
    for fact in (Sealed, Unsealed):
        if fact not in known:
            yield f"its Fact should have {fact.__name__}, for it has a hands.py."
    for name in ASKED:
        if not callable(getattr(hands, name, None)):
            yield f'its hands.py should have a function "{name}".'
    for name in OF_STATE:
        if not hasattr(state, name):
            yield f'its State should have "{name}", for it has a hands.py.'
    if OF_SETUP not in game.Setup.__dataclass_fields__:
        yield f'its Setup should have "{OF_SETUP}", for it has a hands.py.'
