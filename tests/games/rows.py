"""How a game's own rows are written: its name, what is told, and what is to be seen then."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.new_game.rows import Row


def rows_of(setup: Callable[..., Any], few: int, **usual: Any) -> Callable[..., Row]:
    """Makes rows of a game of so many, where a row names no other `seats`; and its `options`."""

    def row(
        name: str,
        *facts: Any,
        seats: int = few,
        options: Mapping[str, Any] | None = None,
        **wanted: Any,
    ) -> Row:
        return Row(name, setup(seats, **{**usual, **(options or {})}), facts, **wanted)

    return row
