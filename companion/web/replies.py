"""What phones are told of their taps: the referee's reply as JSON, with names in its sentence; and
pages as bytes.
"""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from flask import Response, jsonify

from companion.names import isolated
from companion.referee import Bar, Referee, Reply
from companion.say import say
from companion.web.guard import who
from companion.words import Seat

REPLIES_MOST = 1000  # hands remembered for their retries; what is older is too late anyway
BARRED = {None: 200, Bar.OTHERS: 403, Bar.NOT_SO: 409}


class Sent(Response):
    """What is sent. A sentence may name a file whose name is no UTF-8: that is spelled out."""

    def set_data(self, value: bytes | str) -> None:
        """As Flask does, whatever the letters."""
        if isinstance(value, str):
            value = value.encode("utf-8", "backslashreplace")
        super().set_data(value)


class Once:
    """The replies to recent hands by their nonce: a hand that is told twice moves once."""

    def __init__(self) -> None:
        self._replies: OrderedDict[str, tuple[bool, str]] = OrderedDict()
        self._lock = Lock()  # the second of two that come together waits for the first's reply

    def did(self, nonce: str, act: Callable[[], tuple[bool, str]]) -> tuple[bool, str]:
        """What came of it; what is done is done once."""
        with self._lock:
            if nonce not in self._replies:
                self._replies[nonce] = act()
                while len(self._replies) > REPLIES_MOST:
                    self._replies.popitem(last=False)
            return self._replies[nonce]


def own(nonce: str) -> str:
    """A nonce is the phone's own: another phone cannot use it up."""
    session = who()
    return f"{session.role}:{'' if session.seat is None else session.seat}:{nonce}"


def replied(referee: Referee, reply: Reply) -> Response:
    """The reply as JSON; who was quicker is named, unless they are told of their own hand."""
    names = referee.picture.names
    said = say(reply.text, names) if reply.text else ""
    if reply.kind in ("already", "settled") and reply.by.startswith("seat:"):
        quicker = Seat(int(reply.by.removeprefix("seat:")))
        if quicker != who().seat:
            said = f"{isolated(names.seat(quicker))} was quicker. {said}"
    answer = jsonify(reply=reply.kind, say=said, rule=reply.rule)
    answer.status_code = BARRED[reply.bar]
    return answer
