"""Replay: any game moment by moment, with what was felt, what was ruled, and a what-if.

Reads the journal; changes nothing.
"""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request

from companion.access import AccessError
from companion.frozen import replace
from companion.referee import Fold, GameRow, Picture, Referee
from companion.referee.amending import WhatIf, what_if
from companion.referee.moments import FELT_BEFORE_US, Felt, Moment, decided, moment, steps
from companion.referee.picture import entry_lines
from companion.referee.replay import picture_of
from companion.say import say
from companion.web import wire
from companion.web.guard import needs
from companion.web.lines import lines_shown, lists_of_entries
from companion.web.pages import look_back, past_row, viewer_of
from companion.web.past import Replay, StepShown, Still, TouchMark, Without
from companion.web.snapshot import pad_key, past, snapshot, spoken_view
from companion.web.spoken import says
from companion.web.wire import Count
from companion.words import Refused, Touched

AT_MOST = 100_000  # no evening has that many moments
STRIP_WIDE = 1000
AT = {"at": Count, "without": Count}  # the moment, the last if left out; a row that is left out
READ_MS = 2000  # how long a picture with a new sentence stays
SLOWER = 10  # than the hands were, as far as a picture can be seen
LEAST_MS = 900
_NOT_YET = (
    "Without this something would count again that nobody may see before it does. "
    "The referee can put it right."
)


def replaying(referee: Referee) -> Blueprint:
    """The blueprint of replays."""
    blueprint = Blueprint("replaying", __name__)

    @blueprint.get("/replay/<number>")
    @needs("nobody")
    def replay_page(number: str) -> str | tuple[str, int]:
        game = past_row(referee, number)
        if game is None:
            text = "There is no such game."
            return render_template("closed.html", title="Not here", text=text), 404
        shown = _shown(referee, game, first=0)  # a story is told from its beginning
        return render_template("replay.html", snap=shown.snap, replay=shown)

    @blueprint.get("/api/replay/<number>")
    @needs("nobody")
    @says({"seq": Count, "html": str}, asks=AT, refuses=(400, 404, 409))
    def replay_part(number: str) -> Response:
        """One moment of a game as its page shows it."""
        game = past_row(referee, number)
        if game is None:
            raise AccessError(404, "There is no such game.")
        shown = _shown(referee, game, first=AT_MOST)
        html = render_template("_replay.html", snap=shown.snap, replay=shown)
        return jsonify(seq=shown.at, html=html)

    @blueprint.get("/api/replay/<number>/decided")
    @needs("nobody")
    @says({"stills": tuple[Still, ...]}, refuses=(404, 409))
    def replay_decided(number: str) -> Response:
        """How a game that is over was decided: pictures as a wall plays them once, slowly."""
        game = past_row(referee, number)
        if game is None:
            raise AccessError(404, "There is no such game.")
        return jsonify(stills=[asdict(still) for still in _stills(referee, game)])

    return blueprint


def _stills(referee: Referee, game: GameRow) -> Iterator[Still]:
    """The pictures, each with how long it stays: hands' by how long it was to the next hand."""
    look_back(referee, game)
    told = referee.past.told(game)
    picture = picture_of(referee.journal, game, told.fold, referee.picture.names.pads)
    at = decided(told.fold, told.seen)
    facts = [told.fold.entries[told.seen[n - 1]].fact for n in at]
    for n, fact, then in zip(at, facts, (*facts[1:], None), strict=False):
        now = moment(told.fold, picture, told.seen, n)
        snap = snapshot(now.picture, viewer_of("replay"), referee.clock.now_us())
        shown = past(replace(snap, asks=(), draft=None, review=None), _present(referee, game))
        html = render_template("_once_more.html", snap=shown, felt=isinstance(fact, Touched))
        if html.strip():
            yield Still(html, _stays_ms(fact, then))


def _stays_ms(fact: Any, then: Any) -> int:
    if not (isinstance(fact, Touched) and isinstance(then, Touched)):
        return READ_MS
    return min(max(SLOWER * (then.at_us - fact.at_us) // 1000, LEAST_MS), READ_MS)


def _shown(referee: Referee, game: GameRow, first: int) -> Replay:
    """The moment that is asked for, or else the `first` one to be shown."""
    look_back(referee, game)
    told = referee.past.told(game)
    fold, seen = told.fold, told.seen
    picture = picture_of(referee.journal, game, fold, referee.picture.names.pads)
    without, would = _number("without", 0), None
    if without:
        would = _would(fold, without, picture)
        fold = fold.with_amended(fold.place_of(without), ())
        seen = steps(fold)
    now = moment(fold, picture, seen, _number("at", first))
    snap = snapshot(now.picture, viewer_of("replay"), referee.clock.now_us())
    return Replay(
        snap=past(replace(snap, asks=(), draft=None, review=None), _present(referee, game)),
        game=game.game,
        at=now.at,
        last=now.last,
        steps=_steps(fold, seen, picture),
        strip=_strip(now, picture),
        without=without,
        would=would,
    )


def _present(referee: Referee, game: GameRow) -> wire.View | None:
    """The game at hand as it stands now: what it hides by now its past hides, too."""
    picture = referee.picture
    at_hand = picture.game is not None and picture.game.game == game.game
    return spoken_view(picture, picture.state) if at_hand else None


def _would(fold: Fold, without: int, picture: Picture) -> Without:
    try:
        would: WhatIf = what_if(fold, without, ())
    except Refused as refused:
        raise AccessError(409, say(refused.text, picture.names)) from None
    if would.is_secret:
        raise AccessError(409, _NOT_YET)
    fallen = [one.was for one in would.falls]
    (line,), falls = lists_of_entries(([would.entry], fallen), picture)
    return Without(line, falls)


def _steps(fold: Fold, seen: tuple[int, ...], picture: Picture) -> tuple[StepShown, ...]:
    """All moments with something to say, the first first."""
    entries = ((at, fold.entries[place]) for at, place in enumerate(seen, start=1))
    told = [(at, line) for at, entry in entries for line in entry_lines(entry)[:1]]
    lines = lines_shown((line for _, line in told), picture)
    numbered = zip(told, lines, strict=True)
    return tuple(StepShown(**asdict(line), moment=at) for (at, _), line in numbered)


def _strip(now: Moment, picture: Picture) -> tuple[TouchMark, ...]:
    """The touches of the last seconds on a line of time, the moment itself at its right end."""
    span_us = max((felt.ago_us + _drawn_us(felt.uncertain_us) for felt in now.felt), default=0)
    scale = (STRIP_WIDE - 160) / max(span_us, 200_000)
    return tuple(_touch_mark(felt, scale, picture) for felt in now.felt)


def _touch_mark(felt: Felt, scale: float, picture: Picture) -> TouchMark:
    x = round(STRIP_WIDE - 80 - felt.ago_us * scale, 1)
    before = max(_drawn_us(felt.uncertain_us) * scale, 4)
    after = min(_drawn_us(felt.early_us) * scale, STRIP_WIDE - x)
    return TouchMark(
        x=x,
        left=round(x - before, 1),
        bar=round(before + after, 1),
        key=pad_key(felt.pad),
        name=picture.names.pad(felt.pad),
        kind=felt.kind,
        ago_us=felt.ago_us,
    )


def _drawn_us(doubt_us: int) -> int:
    """What is not known at all would press everything else together."""
    return min(doubt_us, FELT_BEFORE_US)


def _number(name: str, default: int) -> int:
    given = request.args.get(name, "")
    if not given:
        return default
    if not (given.isascii() and given.isdecimal() and len(given) <= 6):
        raise AccessError(400, f"{name} should be a whole number.")
    return int(given)
