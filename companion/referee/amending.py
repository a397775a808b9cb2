"""Putting an earlier word right: what may be told in its place, and what would come of it.

Pure. It shows what would fall and what would come to mean something else; people decide.
"""

from collections.abc import Sequence
from typing import Any

from companion.frozen import dataclass, replace
from companion.referee.answers import Picks, Teller, filled
from companion.referee.fold import Entry, Fact, Fold, State, is_same
from companion.referee.secrecy import is_secret
from companion.words import Ask, Choice, Refused, Text

STEPS_MOST = 4  # verdict, who, a bonus: no grab needs more answers
_ANYBODY = Teller("referee", referee=True)


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer told in place: the question's place in the list, the key and the picks."""

    question: int
    key: str
    picks: Picks


@dataclass(frozen=True, slots=True)
class Turned:
    """A later word as it counts now, and as it would."""

    was: Entry
    now: Entry


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What would come of an amendment."""

    entry: Entry  # what was told
    facts: tuple[Fact, ...]
    questions: tuple[Ask, ...]  # what may be answered next, in the same place
    at: State  # the game at that moment, as the questions are about it
    before: State  # the whole game as it stands
    after: State  # the whole game as it would
    falls: tuple[Turned, ...]  # no longer possible
    drifts: tuple[Turned, ...]  # still taken, but as the answer to another question
    returns: tuple[Turned, ...]  # possible again

    setup: Any

    @property
    def is_secret(self) -> bool:
        """Whether it would show what does not stand now, and so may not be read before it does."""
        return any(is_secret(one.now.fact, self.setup) for one in self.returns)


def questions_at(fold: Fold, place: int) -> tuple[Ask, ...]:
    """What could have been told instead: first what was answered, then all that had to be."""
    entry = fold.entries[place]
    answered = fold.answer_to(entry.row.ask)
    asks = fold.module.asks(entry.before)
    # As it would be asked now: as it was asked it may name what was taken back since.
    own = next((ask for ask in asks if answered and is_same(ask, answered[0])), None)
    # Or as it comes nearest to that, where an earlier word was put right since.
    own = own or next((ask for ask in asks if _tells(ask, entry.fact)), None)
    needed = tuple(ask for ask in asks if ask.must and ask is not own)
    return (own, *needed) if own else needed


def what_if(fold: Fold, of: int, answers: Sequence[Answer]) -> WhatIf:
    """Fold the game as if these answers had been given in place of row `of`; none: nothing was.

    Raises Refused: for hardware's facts, for an answer that fits no question, or by the rules.
    """
    place = _place(fold, of)
    entry = fold.entries[place]
    state, facts = entry.before, []
    questions = questions_at(fold, place)
    for answer in answers[:STEPS_MOST]:
        fact = _fact(questions, answer)
        state = fold.module.judge(state, fact).state
        facts.append(fact)
        questions = _musts(fold, state)
    other = fold.with_amended(place, tuple(facts))
    later = list(zip(fold.entries, other.entries, strict=True))[place + 1 :]
    told = [Turned(was, now) for was, now in later if was.by_person and was.standing]
    return WhatIf(
        entry=entry,
        facts=tuple(facts),
        questions=questions,
        at=state,
        before=fold.state,
        after=other.state,
        falls=tuple(one for one in told if one.now.refused and not one.was.refused),
        drifts=tuple(one for one in told if not one.now.refused and _drifts(fold, one)),
        returns=tuple(one for one in told if one.was.refused and not one.now.refused),
        setup=fold.setup,
    )


def _tells(ask: Ask, fact: Fact) -> bool:
    """Whether some answer to this question tells such a fact, whatever is picked for it."""
    return any(_with_picks(choice, fact) == fact for choice in ask.choices)


def _with_picks(choice: Choice, fact: Fact) -> Fact:
    picks = {slot.field: getattr(fact, slot.field, None) for slot in choice.slots}
    return replace(choice.fact, **picks) if picks else choice.fact


def _place(fold: Fold, of: int) -> int:
    try:
        place = fold.place_of(of)
    except KeyError:
        raise Refused("", Text("That line is not in this game.")) from None
    entry = fold.entries[place]
    if not entry.by_person:
        raise Refused("", Text("The pads felt that: it stays as it was felt."))
    return place


def _fact(questions: tuple[Ask, ...], answer: Answer) -> Any:
    if not 0 <= answer.question < len(questions):
        raise Refused("", Text("There is no such question at that moment."))
    choices = questions[answer.question].choices
    choice = next((choice for choice in choices if choice.key == answer.key), None)
    if choice is None:
        raise Refused("", Text("That is no answer to this question."))
    return filled(choice, answer.picks, _ANYBODY)


def _musts(fold: Fold, state: State) -> tuple[Ask, ...]:
    return tuple(ask for ask in fold.module.asks(state) if ask.must)


def _drifts(fold: Fold, one: Turned) -> bool:
    """Whether a fact that is still taken answers a question that would not have been asked."""
    asked = one.now.row.asked
    if not asked or one.was.before == one.now.before:
        return False
    return asked in _asked(fold, one.was) and asked not in _asked(fold, one.now)


def _asked(fold: Fold, entry: Entry) -> set[str]:
    return {ask.text.template for ask in fold.module.asks(entry.before)}
