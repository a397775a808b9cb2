"""Questioning a ruling and putting it right: the "wait!" button, the what-if, the amendment.

Shows before it changes anything; what falls and drifts is worked out by the referee.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated

from flask import Blueprint, Response, jsonify, render_template, request

from companion.access import AccessError
from companion.codec import Shaped, plain
from companion.frozen import dataclass, replace
from companion.referee import Picture, Referee
from companion.referee.amending import Answer, Turned, WhatIf
from companion.referee.fold import OpenAsk
from companion.referee.taking_back import NOT_TO_AMEND, may_amend
from companion.say import say
from companion.web import forms
from companion.web.asking import ask_of
from companion.web.guard import needs, who
from companion.web.lines import line_of_entry, lists_of_entries
from companion.web.pages import viewer_of
from companion.web.past import Amending, AnswerGiven, Fallen, Would
from companion.web.replies import own, replied
from companion.web.snapshot import (
    may_open,
    past,
    snapshot,
    spoken_view,
)
from companion.web.spoken import OneOf, Reply, Word, says
from companion.web.wire import Count, HistoryLine
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
        on = forms.flag(forms.body(), "on")
        if on and who().role != "referee" and not referee.picture.may_wait:
            raise AccessError(403, "At this table only the referee may say wait.")
        return replied(referee, referee.review(on, viewer_of("seat").teller))

    @blueprint.post("/api/house")
    @needs("referee")
    @says(Reply, OneOf({"may_wait": bool, "may_take_back": bool}))
    def house() -> Response:
        """Whether anybody may say wait, or take back what others told; or the referee alone."""
        body = forms.body()
        if len(body) != 1:
            raise AccessError(400, "Say one of may_wait, may_take_back.")
        if "may_wait" in body:
            return replied(referee, referee.let_wait(forms.flag(body, "may_wait")))
        return replied(referee, referee.let_take_back(forms.flag(body, "may_take_back")))

    @blueprint.post("/api/record")
    @needs("referee")
    @says(Reply, {"open": bool})
    def record() -> Response:
        """Opens what was said in a round that is played from memory; every screen says so."""
        on = forms.flag(forms.body(), "open")
        if on and not may_open(referee.picture, who()):
            raise AccessError(403, "You play, too. Tap Wait! first: then all see that you look.")
        return replied(referee, referee.open_record(on))


def _amending(blueprint: Blueprint, referee: Referee) -> None:
    @blueprint.get("/amend/<int:seq>")
    @needs("seat")
    def amend_page(seq: int) -> str | tuple[str, int]:
        _may_amend(referee)
        _look_back(referee, seq)
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
    @needs("seat")
    @says(WouldReply | Reply, {"of": Count, "answers": Answers})
    def what_if() -> Response:
        """What would come of telling `answers` in place of row `of`; changes nothing."""
        _may_amend(referee)
        body = forms.body()
        of = forms.whole(body, "of")
        _look_back(referee, of)
        try:
            would = referee.what_if(of, _answers(body.get("answers")))
        except Refused as refused:
            names = referee.picture.names
            return jsonify(reply="refused", say=say(refused.text, names), rule=refused.rule)
        return jsonify(reply="would", say="", rule="", **plain(_shown(referee, would)))

    @blueprint.post("/api/amend")
    @needs("seat")
    @says(Reply, {"tell": Word, "of": Count, "answers": Answers, "seen": Count})
    def amend() -> Response:
        """Tells the answers in place of row `of`."""
        _may_amend(referee)
        body = forms.body()
        answers = _answers(body.get("answers"))
        nonce, of = own(forms.text(body, "tell")), forms.whole(body, "of")
        teller = viewer_of("amend").teller
        return replied(
            referee, referee.amend(nonce, of, answers, forms.whole(body, "seen"), teller)
        )


def _may_amend(referee: Referee) -> None:
    """Raises AccessError for who may not put older words right, nor look what would come of it."""
    if not may_amend(referee.picture, viewer_of("amend").teller):
        raise AccessError(403, say(NOT_TO_AMEND, referee.picture.names))


def _look_back(referee: Referee, of: int) -> None:
    """Of a game of memory only the newest word may be looked at, until its record is open."""
    picture, newest = referee.picture, referee.picture.undo
    is_open = picture.record and who().role == "referee"
    is_newest = newest is not None and of in (newest.seq, newest.amends)
    if picture.view.memory and not (is_open or is_newest):
        raise AccessError(409, "This round is played from memory. Open what was said first.")


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
        line=_lines(would, picture)[0][0],
        questions=tuple(replace(ask, mine=True) for ask in asks),
        answers=tuple(_plain(answer) for answer in answers or ()),
        would=None if answers is None else _shown(referee, would),
        seen=picture.seq,
    )


def _shown(referee: Referee, would: WhatIf) -> Would:
    picture, secret = referee.picture, would.is_secret
    _, falls, drifts, returns = _lines(would, picture)
    return Would(
        before=spoken_view(picture, would.before),
        after=None if secret else spoken_view(picture, would.after),
        falls=_turned(falls, would.falls, picture, False),
        drifts=_turned(drifts, would.drifts, picture, secret),
        returns=_turned(returns, would.returns, picture, secret),
        seen=picture.seq,
    )


def _lines(would: WhatIf, picture: Picture) -> tuple[tuple[HistoryLine, ...], ...]:
    """The word itself, and what falls, drifts and returns."""
    turned = (would.falls, would.drifts, would.returns)
    return lists_of_entries(
        ([would.entry], *([one.was for one in some] for some in turned)), picture
    )


def _turned(
    lines: tuple[HistoryLine, ...], turned: Sequence[Turned], picture: Picture, secret: bool
) -> tuple[Fallen, ...]:
    return tuple(
        Fallen(**asdict(line), then="" if secret else line_of_entry(one.now, picture).text)
        for line, one in zip(lines, turned, strict=True)
    )


def _parsed(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise AccessError(400, "Those answers can't be read. Go back and tap again.") from None


def _answers(body: object) -> tuple[Answer, ...]:
    if not isinstance(body, list) or len(body) > ANSWERS_MOST:
        raise AccessError(400, f"answers should be a list of {ANSWERS_MOST} at most.")
    return tuple(_answer(item) for item in body)


def _answer(body: object) -> Answer:
    if not isinstance(body, dict):
        raise AccessError(400, "An answer should be an object.")
    return Answer(
        forms.whole(body, "question"), forms.text(body, "key"), forms.table(body, "picks")
    )


def _plain(answer: Answer) -> AnswerGiven:
    return AnswerGiven(answer.question, answer.key, dict(answer.picks))
