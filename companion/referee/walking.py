"""One answer lit after another: how NO and YES get through any question, and at what they are.

Pure. What there is to light is a level: the answers of a question, or what can be picked for one,
in groups where that is much. NO goes to the next, YES takes the one that is lit.
"""

from dataclasses import replace
from math import isqrt

from companion.frozen import dataclass
from companion.referee.fold import OpenAsk
from companion.referee.secrecy import sure
from companion.words import Choice, Slot

Option = int | str

ELSE = "else"  # in place of a question: what else can be told, of which one is chosen
UNDO = "undo"  # in place of an offer: to take back what the buttons told last
DONE = "done"  # of several that are picked: no more of them
SURE = "sure"
AT_ONCE_MOST = 8  # that are lit one by one; more are lit in groups at first
KEYS = ("start", "yes", "no")


@dataclass(frozen=True, slots=True)
class Draft:
    """What the buttons are choosing: picks so far, and what YES or NO is about."""

    ask: str
    picked: tuple[Option, ...] = ()  # of several that may be
    candidate: Option | None = None  # the one that is lit; of a group the first
    key: str = ""  # the answer, once it is taken
    given: tuple[tuple[Option, ...], ...] = ()  # what was picked for its first slots
    among: tuple[Option, ...] = ()  # the group that was taken

    @property
    def begun(self) -> bool:
        """Whether YES and NO are about this draft, rather than the question's own keys."""
        return bool(self.picked) or self.candidate is not None


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that a press gave."""

    ask: str
    key: str
    picks: dict[str, list[Option]]


@dataclass(frozen=True, slots=True)
class Lit:
    """One thing that can be lit; a group's are all that it stands for."""

    at: Option
    group: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Level:
    """Everything that can be lit in turn; of an answer's `slot`, of a question, or of what else."""

    lights: tuple[Lit, ...]
    ask: OpenAsk | None = None
    choice: Choice | None = None
    slot: Slot | None = None


@dataclass(frozen=True, slots=True)
class AtHand:
    """What buttons can answer: the question that needs it, and what else can be told."""

    musts: tuple[OpenAsk, ...]
    others: tuple[OpenAsk, ...] = ()
    alone: bool = False  # no phone is here: what no button carries is lit by itself

    def find(self, ask_id: str) -> OpenAsk | None:
        """The question or offer of this id."""
        return next((one for one in (*self.musts, *self.others) if one.id == ask_id), None)

    def has(self, draft: Draft) -> bool:
        """Whether what a draft is about can still be told."""
        return self.find(draft.ask) is not None or (draft.ask == ELSE and bool(self.others))


def walked(ask: OpenAsk) -> tuple[Choice, ...]:
    """The answers that no button carries."""
    return tuple(one for one in ask.ask.choices if one.slots or one.key not in KEYS)


def root(asked: AtHand) -> Draft | None:
    """Where a walk through the first question begins, and then what else there is."""
    if asked.musts:
        choices = walked(asked.musts[0])
        if len(choices) == 1 and choices[0].slots:
            entered = _into(asked, asked.musts[0], choices[0], ())
            return entered if isinstance(entered, Draft) else _lit(asked, Draft(asked.musts[0].id))
        if choices:
            return _lit(asked, Draft(asked.musts[0].id))
    return _lit(asked, Draft(ELSE)) if asked.others else None


def level_of(asked: AtHand, draft: Draft) -> Level:
    """What is lit one after another where this draft is."""
    if draft.ask == ELSE:
        return Level(tuple(Lit(other.id) for other in asked.others))
    ask = asked.find(draft.ask)
    assert ask is not None
    more = (Lit(ELSE),) if asked.others and asked.musts and ask is asked.musts[0] else ()
    choice = next((one for one in ask.ask.choices if one.key == draft.key), None)
    if choice is None:
        choices = walked(ask) if ask.ask.must else ask.ask.choices
        return Level((*(Lit(one.key) for one in choices), *more), ask)
    if len(draft.given) == len(choice.slots):
        return Level((Lit(SURE),), ask, choice)
    slot = choice.slots[len(draft.given)]
    lights = _picks(slot, _left(choice, draft), draft)
    picked = draft.among or draft.picked or any(map(_is_open, choice.slots[: len(draft.given)]))
    if picked or len(walked(ask)) > 1 or _is_in_turn(slot):
        more = ()
    return Level((*lights, *more), ask, choice, slot)


def went_on(asked: AtHand, draft: Draft) -> Draft:
    """NO: the next one is lit."""
    return _next(level_of(asked, draft), draft)


def took(asked: AtHand, draft: Draft) -> Draft | Answer:
    """YES: the one that is lit."""
    level = level_of(asked, draft)
    at = next((light for light in level.lights if light.at == draft.candidate), level.lights[0])
    if at.at == ELSE:
        return _lit(asked, Draft(ELSE))
    if level.ask is None:
        return _chosen(asked, str(at.at))
    if level.choice is None:
        choice = next(one for one in level.ask.ask.choices if one.key == at.at)
        return _into(asked, level.ask, choice, ())
    if level.slot is None:
        return _answer(level.ask, level.choice, draft.given)
    if at.group:
        return _lit(asked, replace(draft, among=at.group, candidate=None))
    picked = draft.picked if at.at == DONE else (*draft.picked, at.at)
    if at.at == DONE or len(picked) == level.slot.most:
        return _into(asked, level.ask, level.choice, (*draft.given, picked))
    return _lit(asked, replace(draft, picked=picked, among=(), candidate=None))


def pointed(asked: AtHand, draft: Draft, seat: int) -> Draft | Answer | None:
    """A seat's own button, where one of the seats is lit; None where none can be."""
    level = level_of(asked, draft)
    found = level.slot is not None and level.slot.of == "seat" and not _is_in_turn(level.slot)
    if not found or all(light.at != seat for light in level.lights):
        return None
    return took(asked, replace(draft, candidate=seat))


def in_turn(asked: AtHand, draft: Draft, yes: bool) -> Draft | Answer | None:
    """Whether each of a few is one of those that are picked; None where it is not so chosen."""
    level = level_of(asked, draft)
    if level.slot is None or level.choice is None or level.ask is None:
        return None
    if not _is_in_turn(level.slot) or draft.candidate is None:
        return None
    walked_on = _next(level, draft)
    if yes and draft.candidate not in draft.picked:
        walked_on = replace(walked_on, picked=(*draft.picked, draft.candidate))
    at_end = draft.candidate == level.lights[-1].at or len(walked_on.picked) == level.slot.most
    if at_end and len(walked_on.picked) >= level.slot.least:
        return _into(asked, level.ask, level.choice, (*draft.given, walked_on.picked))
    return walked_on


def is_lit(asked: AtHand, draft: Draft) -> bool:
    """Whether what was lit still can be, where anything was."""
    lights = () if draft.candidate is None else level_of(asked, draft).lights
    return draft.candidate is None or any(light.at == draft.candidate for light in lights)


def is_last(asked: AtHand, draft: Draft) -> bool:
    """Whether the last answer of a whole question is lit."""
    level = level_of(asked, draft)
    return level.choice is None and draft.candidate == level.lights[-1].at


# --- inside -----------------------------------------------------------------------------------


def _chosen(asked: AtHand, ask_id: str) -> Draft | Answer:
    ask = asked.find(ask_id)
    assert ask is not None
    if len(ask.ask.choices) == 1 and ask.ask.choices[0].slots:
        return _into(asked, ask, ask.ask.choices[0], ())
    return _lit(asked, Draft(ask_id))


def _into(
    asked: AtHand, ask: OpenAsk, choice: Choice, given: tuple[tuple[Option, ...], ...]
) -> Draft | Answer:
    """The next slot that has to be picked for, or all is told."""
    if ask.id == UNDO:
        return Answer(UNDO, UNDO, {})
    draft = Draft(ask.id, key=choice.key, given=given)
    for slot in choice.slots[len(given) :]:
        options = _left(choice, draft)
        if _is_open(slot, options):
            return _lit(asked, draft)
        draft = replace(draft, given=(*draft.given, options))
    return _lit(asked, draft) if sure(choice) else _answer(ask, choice, draft.given)


def _answer(ask: OpenAsk, choice: Choice, given: tuple[tuple[Option, ...], ...]) -> Answer:
    picks = zip(choice.slots, given, strict=True)
    # A game's own numbers may be names of them: a tap has plain ones.
    told = {slot.field: [p if isinstance(p, str) else int(p) for p in pick] for slot, pick in picks}
    return Answer(ask.id, choice.key, told)


def _lit(asked: AtHand, draft: Draft) -> Draft:
    """The draft with the first one lit."""
    return replace(draft, candidate=level_of(asked, draft).lights[0].at)


def _next(level: Level, draft: Draft) -> Draft:
    places = [light.at for light in level.lights]
    at = places.index(draft.candidate) if draft.candidate in places else -1
    return replace(draft, candidate=places[(at + 1) % len(places)])


def _left(choice: Choice, draft: Draft) -> tuple[Option, ...]:
    """What can be picked for the next slot: nobody plays against himself."""
    slot = choice.slots[len(draft.given)]
    fields = [other.field for other in choice.slots]
    taken: tuple[Option, ...] = ()
    if slot.other_than in fields[: len(draft.given)]:
        taken = draft.given[fields.index(slot.other_than)]
    return tuple(option for option in slot.options if option not in taken)


def _is_open(slot: Slot, options: tuple[Option, ...] | None = None) -> bool:
    """Whether there is anything to choose among these, or among all."""
    return not slot.least == slot.most == len(slot.options if options is None else options) == 1


def _is_in_turn(slot: Slot) -> bool:
    return slot.many and len(slot.options) <= AT_ONCE_MOST


def _picks(slot: Slot, options: tuple[Option, ...], draft: Draft) -> tuple[Lit, ...]:
    if _is_in_turn(slot):
        return tuple(map(Lit, options))
    left = tuple(option for option in options if option not in draft.picked)
    may_end = slot.least <= len(draft.picked) and (slot.many or slot.least == 0)
    end = (Lit(DONE),) if may_end and not draft.among else ()
    if draft.among or len(left) <= AT_ONCE_MOST:
        return (*end, *map(Lit, draft.among or left))
    size = isqrt(len(left) - 1) + 1
    groups = [left[at : at + size] for at in range(0, len(left), size)]
    return (*end, *(Lit(group[0], group if len(group) > 1 else ()) for group in groups))
