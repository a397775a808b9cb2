"""What a press of a table button means just now: a phone may join, PASS, a review, an answer.

Decides no ruling: an answer goes the way of every tap.
"""

from collections.abc import Callable

from companion.referee.answers import Reply
from companion.referee.audio import Audio
from companion.referee.buttons import Answer
from companion.referee.effects import Effect, Effects
from companion.referee.fold import Fold
from companion.referee.hooks import Hooks
from companion.referee.keys import Keys
from companion.referee.picture import JoinRequest
from companion.referee.reviewing import Review
from companion.referee.signals import once
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
        fold: Fold | None,
        requests: tuple[JoinRequest, ...],
        settle: Callable[[], object],
        answer: Callable[[str, Answer], Reply],
    ) -> bool:
        """Take a press, or a button that is held; true if the screens have something new to show.

        `settle` ends a review, `answer` tells an answer once by its nonce.
        """
        if signal.kind is Kind.HELD:
            return self._deny_unless(
                self._effects.tried(Effect.HELD, self._hooks.held, signal.button)
            )
        if signal.button == "start" and requests:
            # A hand already falling when the phone asked meant the game.
            if self._keys.is_falling(requests[0].id, signal.at_us):
                return self._deny_unless(False)
            self._effects.tried(Effect.REQUEST, self._hooks.admit, requests[0].id)
            return False
        if signal.button == "start" and self._audio.paused:
            self._audio.pause(False)
            return True
        if self._review.by:
            if signal.button != "yes":
                return self._deny_unless(False)
            settle()
            return False
        pressed = self._keys.press(fold, signal.button, signal.at_us) if fold else None
        if pressed is None:
            return self._deny_unless(False)
        if pressed.answer is None:
            return True
        tell = once(signal) or f"press:{signal.at_us}:{signal.button}"
        reply = answer(tell, pressed.answer)
        return self._deny_unless(reply.kind == "counts")

    def _deny_unless(self, meant: object) -> bool:
        if not meant:
            self._audio.sign("deny")
        return False
