"""How a family that answers what it is asked tells a game: by the taps that a phone offers."""

from types import ModuleType
from typing import Any, Protocol

from companion.referee.answers import Teller, filled
from companion.robots.acts import Reply
from companion.words import Ask


class Answering(Protocol):
    """A family with a next thing to tell."""

    next: Any

    def answer(self, ask: Ask) -> Reply | None: ...


def answered(game: ModuleType, state: Any, table: Answering) -> tuple[Ask, Reply]:
    """The question or offer that can tell what happens next, and how."""
    for ask in game.asks(state):
        reply = table.answer(ask)
        if reply is not None:
            return ask, reply
    raise AssertionError(f"nothing that is asked or offered tells {table.next}")


def told(game: ModuleType, state: Any, ask: Ask, reply: Reply) -> Any:
    """The state after that answer, given by somebody who may give it."""
    choice = next(choice for choice in ask.choices if choice.key == reply.key)
    teller = Teller("referee", referee=True)
    if reply.seat is not None:
        assert reply.seat in ask.seats
        teller = Teller(f"seat:{reply.seat}", reply.seat)
    return game.judge(state, filled(choice, reply.picks, teller)).state
