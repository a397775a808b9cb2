"""How a fact is told on a phone: which open question has it as an answer, and with which picks."""

from dataclasses import replace
from typing import Any

from companion.referee.fold import OpenAsk
from companion.runtime import Companion
from companion.words import Choice
from tests.web.house import Phone


def tell(house: Companion, phone: Phone, fact: Any) -> None:
    """Tell a fact as a thumb would. Raises AssertionError where no question has it."""
    ask, key, picks = found(house.referee.picture.open, fact)
    reply = phone.tell(ask, key, picks)
    assert reply["reply"] == "counts", (fact, reply)


def found(asks: tuple[OpenAsk, ...], fact: Any) -> tuple[str, str, dict[str, Any]]:
    """The question's id, the answer's key and the picks that make this fact."""
    for open_ in asks:
        for choice in open_.ask.choices:
            if type(choice.fact) is type(fact) and (picks := _picks(choice, fact)) is not None:
                return open_.id, choice.key, picks
    offered = [choice.key for open_ in asks for choice in open_.ask.choices]
    raise AssertionError(f"{fact} cannot be told: there are {offered}")


def _picks(choice: Choice, fact: Any) -> dict[str, Any] | None:
    values = {slot.field: getattr(fact, slot.field) for slot in choice.slots}
    for slot in choice.slots:
        value = values[slot.field]
        if not {*(value if slot.many else (value,))} <= {*slot.options}:
            return None
    if replace(choice.fact, **values) != fact:
        return None
    return {field: list(v) if isinstance(v, tuple) else v for field, v in values.items()}
