"""Rows of rule tables: facts told to a game, and what must hold after the last of them.

Knows no game: a row is judged by whatever has the five names, so that the same rows judge the
rules as they ship and the rules with a statement missing.
"""

import re
from collections.abc import Mapping
from dataclasses import field
from typing import Any

from companion import codec
from companion.frozen import dataclass
from companion.names import unmarked
from companion.say import Names, say
from companion.words import Ask, Refused, Ruling, Seat

NAMES = Names({Seat(n): name for n, name in enumerate(("Ana", "Ben", "Cy", "Dee", "Eve", "Fay"))})

RULE_ID = re.compile(r"[A-Z]-[RQCS]\d+[a-z]?")


@dataclass(frozen=True, slots=True)
class Row:
    """One row: only what it names is looked at, after the last fact."""

    id: str  # opens with the rule: "D-R9-touchers-get-nothing"
    setup: Any
    facts: tuple[Any, ...] = ()
    sees: Mapping[str, Any] = field(default_factory=dict)  # items of the view, "table.pads" too
    cites: tuple[str, ...] | None = None  # the rules that the last rulings name, in order
    hears: tuple[str, ...] = ()  # what the last rulings say, each somewhere
    refused: str = ""  # the rule by which the last fact (or the setup) is refused
    asks: Mapping[str, tuple[str, ...] | None] = field(default_factory=dict)  # topic -> keys
    asked: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # topic -> who may answer
    ticked: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # topic -> who is
    says: tuple[str, ...] = ()  # what the asks say, each somewhere

    @property
    def rule(self) -> str:
        """The id of the rule that the row is about."""
        found = RULE_ID.match(self.id)
        assert found, f"{self.id} does not open with a rule"
        return found.group()


def judge_row(game: Any, row: Row) -> None:
    """Tell the row's facts to the game and assert what the row says."""
    form = codec.fact_of(game.judge)
    facts = [codec.decode(form, codec.encode(fact)) for fact in row.facts]
    try:
        setup = codec.decode(game.Setup, codec.encode(row.setup))
        state = game.start(setup)
        getattr(game, "fresh", lambda _: None)(setup)
        rulings: tuple[Ruling, ...] = ()
        for place, fact in enumerate(facts):
            last = place == len(facts) - 1
            before = state
            judged = game.judge(state, fact)
            state, rulings = judged.state, judged.rulings
            assert not (last and row.refused), f"{fact} was taken"
    except Refused as refusal:
        assert row.refused, f"refused: {say(refusal.text, NAMES)}"
        assert not facts or last, f"{fact} was refused: {say(refusal.text, NAMES)}"
        assert refusal.rule == row.refused
        assert say(refusal.text, NAMES)
        if not facts:
            return
        state, rulings = before, ()
    assert not row.refused or facts, "the setup was taken"
    _look(game, state, row)
    _listen(rulings, row)
    _hear_asks(game.asks(state), row)


def _look(game: Any, state: Any, row: Row) -> None:
    shown = game.view(state)
    for path, wanted in row.sees.items():
        found = shown
        for name in path.split("."):
            found = found[name] if isinstance(found, dict) else getattr(found, name)
        assert codec.plain(found) == codec.plain(wanted), f"{path} is {found}, not {wanted}"


def _listen(rulings: tuple[Ruling, ...], row: Row) -> None:
    if row.cites is not None:
        assert tuple(ruling.rule for ruling in rulings) == row.cites
    said = " ".join(unmarked(say(ruling.text, NAMES)) for ruling in rulings)
    for words in row.hears:
        assert words in said, said


def _hear_asks(asks: tuple[Ask, ...], row: Row) -> None:
    for topic, keys in row.asks.items():
        found = [ask for ask in asks if ask.topic == topic]
        if keys is None:
            assert not found, f"{topic} is asked"
        else:
            assert found, f"{topic} is not asked"
            assert tuple(choice.key for choice in found[0].choices) == keys
    for topic, seats in row.asked.items():
        assert [ask.seats for ask in asks if ask.topic == topic][:1] == [seats]
    for topic, seats in row.ticked.items():
        slots = [slot for ask in asks if ask.topic == topic for slot in ask.choices[0].slots]
        assert [slot.ticked for slot in slots] == [seats]
    said = " ".join(_sentences(asks))
    for words in row.says:
        assert words in said, said


def _sentences(asks: tuple[Ask, ...]) -> list[str]:
    texts = [text for ask in asks for text in (ask.lead, ask.text) if text is not None]
    return [unmarked(say(text, NAMES)) for text in texts]
