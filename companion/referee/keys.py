"""What a press at the table leads to, and what the table's buttons are choosing just now.

Remembers since when a question has been asked: a hand already falling meant something else.
"""

from companion.frozen import replace
from companion.referee import buttons
from companion.referee.buttons import Pressed
from companion.referee.fold import Fold, OpenAsk
from companion.referee.picture import line_of
from companion.referee.walking import UNDO, AtHand, Draft, is_lit
from companion.words import Ask, Choice, Slot, Text

AGAIN = "again"  # by this name START waits for a hand that means the game that is over


class Keys:
    """The table's buttons while a game is on."""

    def __init__(self, seat_buttons: bool) -> None:
        self.draft: Draft | None = None
        self.refused: Text | None = None  # why what was told last cannot be
        self._seat_buttons = seat_buttons
        self._lit: Draft | None = None  # what is lit by itself, while no hand has gone on with it
        self._since_us: dict[str, int] = {}
        self._first = ""
        self._moved_us = -buttons.FALLING_HAND_US  # when another one was lit, and by no button

    def look(self, asked: AtHand, others: tuple[str, ...], now_us: int) -> None:
        """Note what is asked now: the game's needed questions, and `others` by id."""
        ids = [*(open_.id for open_ in asked.musts), *others]
        self._since_us = {id_: self._since_us.get(id_, now_us) for id_ in ids}
        first = asked.musts[0].id if asked.musts else ""
        is_new = first != self._first
        opens = buttons.opening_draft(asked, self._seat_buttons)
        is_idle = self.draft == self._lit and opens is None  # a phone is here again
        if self.draft is not None and (is_idle or not _goes_on(self.draft, asked, is_new)):
            self.draft, self._moved_us = None, now_us  # somebody's phone was quicker
        if is_new:
            self.refused = None
        self._first = first
        if self.draft is None:
            self.draft = self._lit = opens

    def is_falling(self, asked: str, at_us: int) -> bool:
        """Whether a hand that came down at `at_us` was on its way before this was asked."""
        since_us = self._since_us.get(asked)
        return since_us is not None and at_us < since_us + buttons.FALLING_HAND_US

    def press(self, asked: AtHand, button: str, at_us: int) -> Pressed | None:
        """What the press means to the open questions; None for a low blip."""
        pressed = buttons.press(button, asked, self.draft, self._seat_buttons)
        about = pressed.answer.ask if pressed.answer else pressed.draft and pressed.draft.ask
        if not about or self.is_falling(about, at_us) or self.is_falling(self._first, at_us):
            return None
        if at_us < self._moved_us + buttons.FALLING_HAND_US:
            return None
        self.draft, self.refused, self._lit = pressed.draft, None, None
        return pressed


def _goes_on(draft: Draft, asked: AtHand, is_new: bool) -> bool:
    """Whether a walk can be gone on with; what else there is to tell is of the question before."""
    is_of_one = any(must.id == draft.ask for must in asked.musts)
    return (is_of_one or (not is_new and asked.has(draft))) and is_lit(asked, draft)


def asked_of(fold: Fold | None, alone: bool) -> AtHand:
    """What buttons can answer; where no phone is in, also what else can be told."""
    if fold is None:
        return AtHand(())
    musts = tuple(open_ for open_ in fold.open if open_.ask.must)
    others: tuple[OpenAsk, ...] = ()
    if alone and (musts or fold.view.over):
        others = (
            *_taking_back(fold),
            *musts[1:],
            *(open_ for open_ in fold.open if not open_.ask.must),
        )
    if fold.view.memory:  # what is offered first would tell what was asked for lately
        musts, others = tuple(map(_in_order, musts)), tuple(map(_in_order, others))
    return AtHand(musts, others, alone)


def _taking_back(fold: Fold) -> tuple[OpenAsk, ...]:
    """To take back the newest word, where buttons told it."""
    word = fold.undoable()
    line = line_of(fold, word)
    if word is None or line is None or word.row.by != "buttons":
        return ()
    undo = Choice(UNDO, line.text, None)
    return (OpenAsk(UNDO, Ask(Text("Take this back?"), (), (undo,), must=False)),)


def _in_order(open_: OpenAsk) -> OpenAsk:
    return replace(open_, ask=replace(open_.ask, choices=tuple(map(_sorted, open_.ask.choices))))


def _sorted(choice: Choice) -> Choice:
    return replace(choice, slots=tuple(map(_slot_in_order, choice.slots)))


def _slot_in_order(slot: Slot) -> Slot:
    order = sorted(range(len(slot.options)), key=lambda at: str(slot.options[at]).zfill(4))
    labels = tuple(slot.labels[at] for at in order) if slot.labels else ()
    return replace(slot, options=tuple(slot.options[at] for at in order), labels=labels)
