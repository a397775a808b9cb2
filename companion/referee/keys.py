"""What a press at the table leads to, and what the table's buttons are choosing just now.

Remembers since when a question has been asked: a hand already falling meant something else.
"""

from companion.referee import buttons, showing
from companion.referee.buttons import Draft, Pressed
from companion.referee.fold import Fold, OpenAsk

AGAIN = "again"  # by this name START waits for a hand that means the game that is over


class Keys:
    """The table's buttons while a game is on."""

    def __init__(self, seat_buttons: bool) -> None:
        self.draft: Draft | None = None
        self._seat_buttons = seat_buttons
        self._since_us: dict[str, int] = {}

    def look(self, fold: Fold | None, others: tuple[str, ...], now_us: int) -> None:
        """Note what is asked now: the game's needed questions, and `others` by id."""
        asked = [*(open_.id for open_ in _musts(fold)), *others]
        self._since_us = {id_: self._since_us.get(id_, now_us) for id_ in asked}
        self.draft = showing.draft_now(fold, self.draft, self._seat_buttons)

    def is_falling(self, asked: str, at_us: int) -> bool:
        """Whether a hand that came down at `at_us` was on its way before this was asked."""
        return at_us < self._since_us.get(asked, 0) + buttons.FALLING_HAND_US

    def press(self, fold: Fold, button: str, at_us: int) -> Pressed | None:
        """What the press means to the open questions; None for a low blip."""
        pressed = buttons.press(button, _musts(fold), self.draft, self._seat_buttons)
        about = pressed.answer.ask if pressed.answer else pressed.draft and pressed.draft.ask
        if not about or self.is_falling(about, at_us):
            return None
        self.draft = pressed.draft
        return pressed


def _musts(fold: Fold | None) -> tuple[OpenAsk, ...]:
    return tuple(open_ for open_ in fold.open if open_.ask.must) if fold else ()
