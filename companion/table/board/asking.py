"""Questions to the board and its answers: one after another, again until answered, or given up.

Must not write or read a port: the conversation does. `Board` is for the command line and the pages.
"""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TooSlow
from dataclasses import dataclass, field

from companion.table.board.port import LinkError
from companion.table.frames import (
    Done,
    FromBoard,
    Get,
    Raw,
    Refused,
    Save,
    Set,
    Stream,
    ToBoard,
    Value,
    Why,
)

AGAIN_US = 150_000  # an answer takes a few ms; SAVE's some 200
SAVE_AGAIN_US = 700_000
TRIES_MOST = 6
ANSWER_S = 6.0  # whoever waits is told by then, also where nothing goes round any more
QUESTIONS_MOST = 256  # more at once is a mistake of whoever asks
FIRST_TOKEN, LAST_TOKEN = 64, 255  # below are the pings'

_WORDS = {
    Why.UNKNOWN: "does not know that",
    Why.LENGTH: "was asked in a form that it does not know",
    Why.VALUE: "does not take that number",
    Why.BOOT: "has started anew",
}


@dataclass(slots=True)
class _Question:
    make: Callable[[int], ToBoard]
    answer: "Future[FromBoard]" = field(default_factory=Future)
    token: int = 0
    tries: int = 0
    told_us: int = 0


class Asks:
    """All questions that wait. Not for several threads: whoever holds the link holds this."""

    def __init__(self) -> None:
        self._waiting: deque[_Question] = deque()
        self._token = FIRST_TOKEN

    def put(self, make: Callable[[int], ToBoard]) -> "Future[FromBoard]":
        """Ask when all earlier ones are answered; `make` gets the token."""
        question = _Question(make)
        if len(self._waiting) >= QUESTIONS_MOST:
            question.answer.set_exception(LinkError("The touch board is asked too much at once."))
            return question.answer
        self._waiting.append(question)
        return question.answer

    def tick(self, now_us: int, say: Callable[[ToBoard], None]) -> None:
        """Ask what is due now; give up what was asked often enough."""
        while self._waiting:
            question = self._waiting[0]
            if question.answer.cancelled():
                self._waiting.popleft()
                continue
            if not question.tries:
                question.token = self._next_token()
            message = question.make(question.token)
            again_us = SAVE_AGAIN_US if isinstance(message, Save) else AGAIN_US
            if question.tries and now_us - question.told_us < again_us:
                return
            if question.tries == TRIES_MOST:
                self._waiting.popleft()
                self._settle(question, LinkError("The touch board does not answer. Try again."))
                continue
            question.tries, question.told_us = question.tries + 1, now_us
            say(message)
            return

    def hear(self, message: Value | Done | Refused) -> None:
        """Take an answer; one that answers nothing is an old one."""
        question = self._waiting[0] if self._waiting else None
        if question is None or not question.tries or question.token != message.token:
            return
        self._waiting.popleft()
        if isinstance(message, Refused):
            self._settle(question, LinkError(f"The touch board {_WORDS[message.why]}."))
        else:
            self._settle(question, message)

    def fail(self, sentence: str) -> None:
        """Nobody is there to answer any more."""
        while self._waiting:
            self._settle(self._waiting.popleft(), LinkError(sentence))

    def _next_token(self) -> int:
        self._token = FIRST_TOKEN if self._token == LAST_TOKEN else self._token + 1
        return self._token

    @staticmethod
    def _settle(question: _Question, answer: FromBoard | LinkError) -> None:
        if not question.answer.set_running_or_notify_cancel():
            return
        if isinstance(answer, LinkError):
            question.answer.set_exception(answer)
        else:
            question.answer.set_result(answer)


Ask = Callable[[Callable[[int], ToBoard]], "Future[FromBoard]"]


class Board:
    """The board's settings, for whoever may wait for an answer.

    Every call raises LinkError when the board is not there, refuses, or does not answer. Must not
    be called by the link's own thread.
    """

    def __init__(self, ask: Ask, wait: Callable[["Future[FromBoard]"], FromBoard] | None = None):
        self._ask, self._wait = ask, wait or _waited
        self.on_raw: Callable[[Raw], None] = lambda raw: None
        """Gets every RAW of a stream, in the link's thread: must only enqueue."""

    def get(self, parameter: int) -> int:
        """A parameter or a reading: see `frames.parameter` and `frames.Reading`."""
        return self._value(lambda token: Get(token, parameter))

    def set(self, parameter: int, value: int) -> int:
        """Set a parameter until the board's next start; answers what it is now."""
        return self._value(lambda token: Set(token, parameter, value))

    def save(self) -> None:
        """Keep all parameters for ever; answers when they are in EEPROM."""
        self._do(Save)

    def stream(self, every: int) -> None:
        """Tell the crossings of every n-th scan (8 to 255) to `on_raw`; 0 ends it."""
        self._do(lambda token: Stream(token, every))

    def _value(self, make: Callable[[int], ToBoard]) -> int:
        answer = self._do(make)
        if not isinstance(answer, Value):
            raise LinkError(f"The touch board answered {answer}. Is it programmed as it ships?")
        return answer.value

    def _do(self, make: Callable[[int], ToBoard]) -> FromBoard:
        return self._wait(self._ask(make))


def _waited(answer: "Future[FromBoard]") -> FromBoard:
    try:
        return answer.result(ANSWER_S)
    except TooSlow:
        answer.cancel()
        raise LinkError("The touch board does not answer. Try again.") from None
