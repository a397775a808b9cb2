"""Table buttons as answers: START, YES, NO and, where a table has them, one button a seat.

Pure. A press on a question that has only just been asked is a hand already falling. What no button
carries is walked through: one answer is lit, NO goes to the next, YES takes it, START goes back.
"""

from companion.frozen import dataclass
from companion.referee.fold import OpenAsk
from companion.referee.walking import (
    KEYS,
    Answer,
    AtHand,
    Draft,
    in_turn,
    is_last,
    pointed,
    root,
    took,
    walked,
    went_on,
)
from companion.words import Choice, Slot, Text

FALLING_HAND_US = 250_000  # a hand on its way when the question appeared meant something else

_THIS, _NEXT, _NOT_THIS = Text("This one"), Text("The next one"), Text("Not this one")
_BACK, _ELSE = Text("Back"), Text("Something else")


@dataclass(frozen=True, slots=True)
class Pressed:
    """What a press led to: a new draft, an answer, or neither (a low blip)."""

    draft: Draft | None
    answer: Answer | None = None

    @property
    def used(self) -> bool:
        """Whether the press meant anything."""
        return self.answer is not None or self.draft is not None


def opening_draft(asked: AtHand, seat_buttons: bool) -> Draft | None:
    """Where a question begins its walk by itself; None where keys answer it."""
    if not asked.musts:
        return None
    first = asked.musts[0]
    if _direct(first, "yes") or _direct(first, "no") or not walked(first):
        return None
    by_seats = _is_for_seats(first)
    opens = not seat_buttons if by_seats else asked.alone
    return root(asked) if opens else None


def press(key: str, asked: AtHand, draft: Draft | None, seat_buttons: bool) -> Pressed:
    """What a press of `key` means with these questions open."""
    if draft is not None and not asked.has(draft):
        draft = None
    if draft is None:
        draft = opening_draft(asked, seat_buttons)
    if draft is not None and draft.begun and key in ("yes", "no"):
        # The hand that chose seats means them, though an earlier question has a YES as well.
        return _drafting(key, asked, draft)
    if draft is not None and draft.begun and key.startswith("seat:"):
        led = pointed(asked, draft, int(key.removeprefix("seat:")))
        if led is not None:
            return _led(led)
    for ask in asked.musts:
        if _direct(ask, key):
            return Pressed(None, Answer(ask.id, key, {}))
        begun = _by_seat(key, ask, draft)
        if begun is not None:
            return Pressed(begun)
        if _is_own_yes(ask, key):
            return Pressed(None, Answer(ask.id, "yes", {}))
    if key not in KEYS:
        return Pressed(None)
    if draft is not None and draft.begun:  # START leads back
        first = asked.musts[0].id if asked.musts else draft.ask
        return Pressed(opening_draft(asked, seat_buttons) or Draft(first))
    is_for_next = key == "start" and not asked.musts  # another game, or the door
    return Pressed(None if is_for_next else root(asked))  # a key that answers nothing


def meanings(asked: AtHand, draft: Draft | None) -> tuple[tuple[str, Text], ...]:
    """What each of the three buttons does now, of those that do anything."""
    found = {key: _labels(asked, key)[0] for key in KEYS if _labels(asked, key)}
    if draft is not None and draft.candidate is not None:
        is_in_turn = in_turn(asked, draft, True) is not None
        walk = {"yes": _THIS, "no": _NOT_THIS if is_in_turn else _NEXT}
        back = {} if draft == root(asked) else {"start": _BACK}
        found = {**back, **found, **walk}
    elif root(asked) is not None:
        keys = ("no", "yes", "start") if asked.musts else ("no", "yes")
        found |= {key: _ELSE for key in [key for key in keys if key not in found][:1]}
    return tuple((key, found[key]) for key in KEYS if key in found)


def answering(asked: AtHand, draft: Draft | None) -> tuple[str, ...]:
    """The buttons that answer what is asked first, or go on with what is being chosen.

    START beside both YES and NO, or beside seats, is "nobody": it counts, and none is led to it.
    """
    if draft is not None and draft.begun and asked.has(draft):
        return ("yes", "no")
    if not asked.musts:
        return ()
    first = asked.musts[0]
    keys = [key for key in KEYS if _direct(first, key)]
    if len(keys) == len(KEYS) or _is_for_seats(first):
        keys = [key for key in keys if key != "start"]
    named = [one.key for one in first.ask.choices if one.key.startswith("seat:")]
    return (*keys, *named)


def _labels(asked: AtHand, key: str) -> list[Text]:
    """What this button answers, the first question first."""
    answers = (choice for ask in asked.musts for choice in ask.ask.choices)
    return [choice.label for choice in answers if choice.key == key and not choice.slots]


def _by_seat(key: str, ask: OpenAsk, draft: Draft | None) -> Draft | None:
    """What a seat's own button says where seats can be picked."""
    if not key.startswith("seat:"):
        return None
    seat = int(key.removeprefix("seat:"))
    slotted = _slotted(ask)
    if slotted is None or seat not in slotted[1].options:
        return None
    picked = draft.picked if draft is not None and draft.ask == ask.id else ()
    toggled = tuple(p for p in picked if p != seat) if seat in picked else (*picked, seat)
    return Draft(ask.id, toggled)


def _drafting(key: str, asked: AtHand, draft: Draft) -> Pressed:
    ask = asked.find(draft.ask)
    if draft.candidate is None and ask is not None:
        slotted = _slotted(ask)
        if key == "no" or slotted is None:
            return Pressed(Draft(ask.id))
        return _pressed(ask, slotted, draft)
    led = in_turn(asked, draft, key == "yes")
    if led is None and key == "yes":
        led = took(asked, draft)
    elif led is None:
        if ask is not None and _direct(ask, "no") and is_last(asked, draft):
            return Pressed(Draft(ask.id))  # none of them after all: NO is the question's own again
        led = went_on(asked, draft)
    return _led(led) if led is not None else Pressed(None)


def _led(led: Draft | Answer) -> Pressed:
    return Pressed(None, led) if isinstance(led, Answer) else Pressed(led)


def _pressed(ask: OpenAsk, slotted: tuple[Choice, Slot], draft: Draft) -> Pressed:
    choice, slot = slotted
    if not slot.least <= len(draft.picked) <= slot.most:
        return Pressed(None)  # too few or too many: a blip, and the draft stays as it is
    return Pressed(None, Answer(ask.id, choice.key, {slot.field: list(draft.picked)}))


def _direct(ask: OpenAsk, key: str) -> bool:
    return any(choice.key == key and not choice.slots for choice in ask.ask.choices)


def _is_own_yes(ask: OpenAsk, key: str) -> bool:
    """Whether the seat that is asked presses its own button: the first of one or two that may say.

    Who may say what somebody else has, comes second.
    """
    seats = ask.ask.seats
    return 1 <= len(seats) <= 2 and key == f"seat:{seats[0]}" and _direct(ask, "yes")


def _is_for_seats(ask: OpenAsk) -> bool:
    """Whether a table with a button a seat answers it with these."""
    named = any(choice.key.startswith("seat:") for choice in ask.ask.choices)
    return named or _slotted(ask) is not None


def _slotted(ask: OpenAsk) -> tuple[Choice, Slot] | None:
    """The answer with one slot of seats, where nothing else needs to be picked for any."""
    slotted = [choice for choice in ask.ask.choices if choice.slots]
    if len(slotted) == 1 and len(slotted[0].slots) == 1 and slotted[0].slots[0].of == "seat":
        return slotted[0], slotted[0].slots[0]
    return None
