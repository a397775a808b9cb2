"""What a press of a table button means just now: PASS, a review, an answer, or the door.

Decides no ruling: an answer goes the way of every tap.
"""

from collections.abc import Callable

from companion.referee.answers import Reply
from companion.referee.audio import Audio
from companion.referee.effects import Effect, Effects
from companion.referee.hooks import Hooks
from companion.referee.keys import AGAIN, Keys
from companion.referee.picture import Picture
from companion.referee.reviewing import Review
from companion.referee.signals import once
from companion.referee.walking import Answer
from companion.table.signals import Kind, Signal


class Pressing:
    """The table's buttons as the referee uses them; only in the referee's own thread."""

    def __init__(
        self, effects: Effects, hooks: Hooks, audio: Audio, keys: Keys, review: Review
    ) -> None:
        self._effects, self._hooks = effects, hooks
        self._audio, self._keys, self._review = audio, keys, review

    def press(
        self,
        signal: Signal,
        picture: Picture,
        settle: Callable[[], object],
        answer: Callable[[str, Answer], Reply],
        again: Callable[[str], Reply],
    ) -> bool:
        """Take a press, or a button that is held; true if the screens have something new to show.

        `settle` ends a review, `answer` tells an answer once by its nonce, and `again` begins the
        game that is over once more.
        """
        if signal.kind is Kind.HELD:
            return self._deny_unless(
                self._effects.tried(Effect.HELD, self._hooks.held, signal.button)
            )
        if signal.button == "start" and self._audio.paused:
            self._audio.pause(False)
            return True
        if self._review.by:
            if signal.button != "yes":
                return self._deny_unless(False)
            settle()
            return False
        nonce = once(signal) or f"press:{signal.at_us}:{signal.button}"
        if signal.button == "start" and picture.access.asked and picture.may_rest:
            return self._deny_unless(False)  # it is held once more, for good night
        if signal.button == "start" and _is_for_again(picture):
            meant = not self._keys.is_falling(AGAIN, signal.at_us)
            return self._deny_unless(meant and again(nonce).kind == "counts")
        pressed = self._keys.press(picture.asked, signal.button, signal.at_us)
        if pressed is None:
            start = signal.button == "start"
            return self._deny_unless(
                start and self._effects.tried(Effect.DOOR, self._hooks.start, signal.button)
            )
        if pressed.answer is None:
            return True
        reply = answer(nonce, pressed.answer)
        self._keys.refused = None if reply.kind == "counts" else reply.text
        self._deny_unless(reply.kind == "counts")
        return reply.kind != "counts"  # why it cannot be

    def _deny_unless(self, meant: object) -> bool:
        if not meant:
            self._audio.sign("deny")
        return False


def _is_for_again(picture: Picture) -> bool:
    """Whether START begins the game that is over once more: nothing is asked."""
    asked = any(open_.ask.must for open_ in picture.open)
    return picture.again and not asked
