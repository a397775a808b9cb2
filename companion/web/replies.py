"""What phones are told of their taps: the referee's reply as JSON, with names in its sentence."""

from flask import Response, jsonify

from companion.referee import Bar, Referee, Reply
from companion.say import say
from companion.web.guard import who
from companion.words import Seat

BARRED = {None: 200, Bar.OTHERS: 403, Bar.NOT_SO: 409}


def own(nonce: str) -> str:
    """A nonce is the phone's own: another phone cannot use it up."""
    session = who()
    return f"{session.role}:{'' if session.seat is None else session.seat}:{nonce}"


def replied(referee: Referee, reply: Reply) -> Response:
    """The reply as JSON; who was quicker is named."""
    names = referee.picture.names
    said = say(reply.text, names) if reply.text else ""
    if reply.kind in ("already", "settled") and reply.by.startswith("seat:"):
        by = names.seat(Seat(int(reply.by.removeprefix("seat:"))))
        said = f"{by} was quicker. {said}"
    answer = jsonify(reply=reply.kind, say=said, rule=reply.rule)
    answer.status_code = BARRED[reply.bar]
    return answer
