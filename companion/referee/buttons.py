"""Table buttons as answers: START, YES, NO and, where a table has them, one button a seat.

Pure. Offers are never answered by buttons, and a press on a question that has only just been
asked is a hand already falling. Without seat buttons YES and NO walk through the seats.
"""

from dataclasses import dataclass, replace

from companion.referee.fold import OpenAsk
from companion.words import Choice, Slot

FALLING_HAND_US = 250_000  # a hand on its way when the question appeared meant something else

Option = int | str


@dataclass(frozen=True, slots=True)
class Draft:
    """What the buttons are choosing: picks so far, and the seat that YES or NO is about."""

    ask: str
    picked: tuple[Option, ...] = ()
    candidate: Option | None = None

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
class Pressed:
    """What a press led to: a new draft, an answer, or neither (a low blip)."""

    draft: Draft | None
    answer: Answer | None = None

    @property
    def used(self) -> bool:
        """Whether the press meant anything."""
        return self.answer is not None or self.draft is not None


def opening_draft(musts: tuple[OpenAsk, ...], seat_buttons: bool) -> Draft | None:
    """Where a table without seat buttons begins its walk; None where keys answer directly."""
    if seat_buttons or not musts or _direct(musts[0], "yes") or _direct(musts[0], "no"):
        return None
    options = _walk_options(musts[0])
    return Draft(musts[0].id, candidate=options[0]) if options else None


def press(key: str, musts: tuple[OpenAsk, ...], draft: Draft | None, seat_buttons: bool) -> Pressed:
    """What a press of `key` means with these must-asks open."""
    if draft is not None and all(ask.id != draft.ask for ask in musts):
        draft = None
    if draft is None:
        draft = opening_draft(musts, seat_buttons)
    if draft is not None and draft.begun and key in ("yes", "no"):
        # The hand that chose seats means them, though an earlier question has a YES as well.
        return _drafting(key, next(ask for ask in musts if ask.id == draft.ask), draft)
    for ask in musts:
        if _direct(ask, key):
            return Pressed(None, Answer(ask.id, key, {}))
        begun = _begin(key, ask, draft, seat_buttons)
        if begun is not None:
            return Pressed(begun)
        if _is_own_yes(ask, key):
            return Pressed(None, Answer(ask.id, "yes", {}))
    return Pressed(None)


def _begin(key: str, ask: OpenAsk, draft: Draft | None, seat_buttons: bool) -> Draft | None:
    slotted = _slotted(ask)
    if key.startswith("seat:") and slotted is not None:
        seat = int(key.removeprefix("seat:"))
        if seat not in slotted[1].options:
            return None
        picked = draft.picked if draft is not None and draft.ask == ask.id else ()
        toggled = tuple(p for p in picked if p != seat) if seat in picked else (*picked, seat)
        return Draft(ask.id, toggled)
    if key == "yes" and not seat_buttons and _walk_options(ask):
        return Draft(ask.id, candidate=_walk_options(ask)[0])
    return None


def _drafting(key: str, ask: OpenAsk, draft: Draft) -> Pressed:
    slotted = _slotted(ask)
    if draft.candidate is None:
        if key == "no" or slotted is None:
            return Pressed(Draft(ask.id))
        return _pressed(ask, slotted, draft)
    options = _walk_options(ask)
    singles = _singles(ask)
    if singles:
        if key == "yes":
            return Pressed(None, Answer(ask.id, str(draft.candidate), {}))
        if draft.candidate == options[-1] and _direct(ask, "no"):
            return Pressed(Draft(ask.id))  # none of them after all: NO is the question's own again
        return Pressed(_next(draft, options))
    if slotted is None:
        return Pressed(None)
    walked = _next(draft, options)
    if key == "yes" and draft.candidate not in draft.picked:
        walked = replace(walked, picked=(*draft.picked, draft.candidate))
    at_end = draft.candidate == options[-1] or len(walked.picked) == slotted[1].most
    if at_end and len(walked.picked) >= slotted[1].least:
        return _pressed(ask, slotted, walked)
    return Pressed(walked)


def _pressed(ask: OpenAsk, slotted: tuple[Choice, Slot], draft: Draft) -> Pressed:
    choice, slot = slotted
    if not slot.least <= len(draft.picked) <= slot.most:
        return Pressed(None)  # too few or too many: a blip, and the draft stays as it is
    return Pressed(None, Answer(ask.id, choice.key, {slot.field: list(draft.picked)}))


def _next(draft: Draft, options: tuple[Option, ...]) -> Draft:
    at = options.index(draft.candidate) if draft.candidate in options else -1
    return replace(draft, candidate=options[(at + 1) % len(options)])


def _direct(ask: OpenAsk, key: str) -> bool:
    return any(choice.key == key and not choice.slots for choice in ask.ask.choices)


def _is_own_yes(ask: OpenAsk, key: str) -> bool:
    """Whether the seat that is asked presses its own button: the first of one or two that may say.

    Who may say what somebody else has, comes second.
    """
    seats = ask.ask.seats
    return 1 <= len(seats) <= 2 and key == f"seat:{seats[0]}" and _direct(ask, "yes")


def _slotted(ask: OpenAsk) -> tuple[Choice, Slot] | None:
    """The choice with one slot of seats, if there is one."""
    for choice in ask.ask.choices:
        if len(choice.slots) == 1 and choice.slots[0].of == "seat":
            return choice, choice.slots[0]
    return None


def _singles(ask: OpenAsk) -> tuple[Option, ...]:
    """The keys that a walk steps through: all that no button carries."""
    plain = (choice.key for choice in ask.ask.choices if not choice.slots)
    return tuple(key for key in plain if key not in ("start", "yes", "no"))


def _walk_options(ask: OpenAsk) -> tuple[Option, ...]:
    singles = _singles(ask)
    if singles:
        return singles
    slotted = _slotted(ask)
    return slotted[1].options if slotted else ()
