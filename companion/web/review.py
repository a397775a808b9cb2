"""Questioning a ruling and putting it right: the "wait!" button, the what-if, the amendment.

Shows before it changes anything; what falls and drifts is worked out by the referee.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Annotated

from flask import Blueprint, Response, jsonify, render_template, request

from companion.access import AccessError
from companion.codec import Shaped, plain
from companion.frozen import replace
from companion.referee import Picture, Referee
from companion.referee.amending import Answer, Turned, WhatIf
from companion.referee.fold import OpenAsk
from companion.say import say
from companion.web import forms
from companion.web.guard import needs, who
from companion.web.pages import viewer_of
from companion.web.past import Amending, AnswerGiven, Fallen, Would
from companion.web.replies import own, replied
from companion.web.snapshot import ask_of, line_of_entry, past, snapshot, spoken_view
from companion.web.spoken import Reply, Word, says
from companion.web.wire import Count
from companion.words import Refused

ANSWERS_MOST = 4


@dataclass(frozen=True, slots=True)
class WouldReply(Would):
    """What would come of it: nothing was changed."""

    reply: Annotated[str, Shaped(const="would")]
    say: str
    rule: str


Answers = Annotated[tuple[AnswerGiven, ...], Shaped(maxItems=ANSWERS_MOST)]


def review(referee: Referee) -> Blueprint:
    """The blueprint of reviewing and amending."""
    blueprint = Blueprint("review", __name__)
    _questioning(blueprint, referee)
    _amending(blueprint, referee)
    return blueprint


def _questioning(blueprint: Blueprint, referee: Referee) -> None:
    @blueprint.post("/api/review")
    @needs("seat")
    @says(Reply, {"on": bool})
    def question() -> Response:
        """Says "wait!", or that it was right."""
        on = forms.flag(forms.told(), "on")
        if on and who().role != "referee" and not referee.picture.may_wait:
            raise AccessError(403, "At this table only the referee may say wait.")
        return replied(referee, referee.review(on, viewer_of("seat").teller))

    @blueprint.post("/api/house")
    @needs("referee")
    @says(Reply, {"may_wait": bool})
    def house() -> Response:
        """Whether anybody at the table may say wait, or the referee alone."""
        may_wait = forms.flag(forms.told(), "may_wait")
        return replied(referee, referee.let_wait(may_wait))


def _amending(blueprint: Blueprint, referee: Referee) -> None:
    @blueprint.get("/amend/<int:seq>")
    @needs("referee")
    def amend_page(seq: int) -> str | tuple[str, int]:
        asked = request.args.get("a", "")
        answers = _answers(_parsed(asked)) if asked else None
        try:
            would = referee.what_if(seq, answers or ())
        except Refused as refused:
            text = say(refused.text, referee.picture.names)
            return render_template("closed.html", title="Not possible", text=text), 409
        page = _page(referee, seq, answers, would)
        return render_template("amend.html", snap=page.snap, amending=page)

    @blueprint.post("/api/what_if")
    @needs("referee")
    @says(WouldReply | Reply, {"of": Count, "answers": Answers})
    def what_if() -> Response:
        """What would come of telling `answers` in place of row `of`; changes nothing."""
        told = forms.told()
        try:
            would = referee.what_if(forms.whole(told, "of"), _answers(told.get("answers")))
        except Refused as refused:
            names = referee.picture.names
            return jsonify(reply="refused", say=say(refused.text, names), rule=refused.rule)
        return jsonify(reply="would", say="", rule="", **plain(_shown(referee, would)))

    @blueprint.post("/api/amend")
    @needs("referee")
    @says(Reply, {"tell": Word, "of": Count, "answers": Answers, "seen": Count})
    def amend() -> Response:
        """Tells the answers in place of row `of`."""
        told = forms.told()
        answers = _answers(told.get("answers"))
        tell, of = own(forms.text(told, "tell")), forms.whole(told, "of")
        teller = viewer_of("referee").teller
        return replied(referee, referee.amend(tell, of, answers, forms.whole(told, "seen"), teller))


def _page(referee: Referee, seq: int, answers: Sequence[Answer] | None, would: WhatIf) -> Amending:
    picture, viewer = referee.picture, viewer_of("amend")
    snap = snapshot(picture, viewer, referee.clock.now_us())
    asks = (
        ask_of(OpenAsk(f"q.{place}", ask), viewer.teller, picture)
        for place, ask in enumerate(would.questions)
    )
    then = replace(snap, draft=None, view=spoken_view(picture, would.at))
    return Amending(
        snap=past(then, snap.view),
        seq=seq,
        line=line_of_entry(would.entry, picture),
        questions=tuple(replace(ask, mine=True) for ask in asks),
        answers=tuple(_plain(answer) for answer in answers or ()),
        would=None if answers is None else _shown(referee, would),
        seen=picture.seq,
    )


def _shown(referee: Referee, would: WhatIf) -> Would:
    picture, secret = referee.picture, would.is_secret
    return Would(
        before=spoken_view(picture, would.before),
        after=None if secret else spoken_view(picture, would.after),
        falls=tuple(_turned(one, picture, False) for one in would.falls),
        drifts=tuple(_turned(one, picture, secret) for one in would.drifts),
        returns=tuple(_turned(one, picture, secret) for one in would.returns),
        seen=picture.seq,
    )


def _turned(one: Turned, picture: Picture, secret: bool) -> Fallen:
    then = "" if secret else line_of_entry(one.now, picture).text
    return Fallen(**asdict(line_of_entry(one.was, picture)), then=then)


def _parsed(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise AccessError(400, "Those answers can't be read. Go back and tap again.") from None


def _answers(told: object) -> tuple[Answer, ...]:
    if not isinstance(told, list) or len(told) > ANSWERS_MOST:
        raise AccessError(400, f"answers should be a list of {ANSWERS_MOST} at most.")
    return tuple(_answer(item) for item in told)


def _answer(told: object) -> Answer:
    if not isinstance(told, dict):
        raise AccessError(400, "An answer should be an object.")
    return Answer(
        forms.whole(told, "question"), forms.text(told, "key"), forms.table(told, "picks")
    )


def _plain(answer: Answer) -> AnswerGiven:
    return AnswerGiven(answer.question, answer.key, dict(answer.picks))
