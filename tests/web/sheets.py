"""Pages of states that play by chance comes by, drawn as a running companion draws them."""

import re
from dataclasses import dataclass, field
from functools import cache
from html import unescape
from random import Random
from types import ModuleType
from typing import Any

from flask import Flask

from companion import codec
from companion.access import Session
from companion.journal import GameRow
from companion.referee.fold import OpenAsk
from companion.referee.picture import Picture
from companion.say import Names
from companion.web.snapshot import Viewer, snapshot
from companion.words import Joined, Seat
from tests.games.chance import any_setup, play

PEOPLE = ("Ana", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
GAMES_PLAYED = 12
STEPS_MOST = 60
OF_EACH_MOST = 4  # moments that ask the same
STROKES = re.compile(r"<(?:use|path|circle|ellipse|rect|line|polygon)\b[^<>]*/>")  # hold no words
PIECES = re.compile(r"<(/?)([a-z][a-z0-9-]*)((?:[^<>\"]|\"[^\"]*\")*)>|([^<]+)")  # tags, or words
QUESTION = re.compile(r' (?:id="ask-|data-question=")([^"]*)"')
VOID = ("input", "img", "br", "hr", "use", "path", "circle", "ellipse", "rect", "line", "polygon")


def moments(kind: str, game: ModuleType, of_each: int = 1) -> tuple[Picture, ...]:
    """Pictures of games that robots without sense play, each kind of moment so many times."""
    return tuple(picture for time, picture in _met(kind, game) if time <= of_each)


@cache
def _met(kind: str, game: ModuleType) -> tuple[tuple[int, Picture], ...]:
    """Those pictures, and the how manieth of its kind each is."""
    row = GameRow(1, kind, "{}", 0, None)
    seen: dict[Any, int] = {}
    found = []
    for seed in range(GAMES_PLAYED):
        rng = Random(seed)
        setup = any_setup(game, rng)
        for step in play(game, setup, rng, STEPS_MOST, rng.uniform(0.3, 1), 0.1):
            asks = game.asks(step.after)
            shown = game.view(step.after)
            topics = tuple(sorted(ask.topic for ask in asks))
            kind_of = shown.phase, shown.overtime, topics
            time = seen[kind_of] = seen.get(kind_of, 0) + 1
            if time <= OF_EACH_MOST:
                open_ = tuple(OpenAsk(f"q{n}", ask) for n, ask in enumerate(asks))
                called = names(game, setup)
                picture = Picture(1, 1, 0, row, setup, game, step.after, open_, names=called)
                found.append((time, picture))
    return tuple(found)


def names(game: ModuleType, setup: Any) -> Names:
    """Everybody has a name, who sits down later too."""
    late = Joined in codec.kinds(codec.fact_of(game.judge))
    return Names({Seat(n): name for n, name in enumerate(PEOPLE[: None if late else setup.seats])})


def sheet(app: Flask, picture: Picture, page: str, session: Session) -> str:
    """A live page's own part."""
    snap = snapshot(picture, Viewer(page, session), 0)
    return str(app.jinja_env.get_template(f"_{page}.html").render(snap=snap))


@dataclass
class Asked:
    """A question or an offer as a page has it: all that it says, its buttons too."""

    id: str
    words: list[str] = field(default_factory=list)
    folded: bool = False  # somebody has to open something first


def asked(html: str) -> list[Asked]:
    """The questions and offers of a page, in order, as somebody hears it who is read all of it."""
    found: list[Asked] = []
    open_: list[tuple[str, Asked | None]] = []
    for ending, tag, told, text in PIECES.findall(STROKES.sub("", html)):
        if text:
            now = next((own for _, own in reversed(open_) if own is not None), None)
            if now is not None and text.strip():
                now.words.append(" ".join(unescape(text).split()))
        elif ending:
            while tag in [name for name, _ in open_] and open_.pop()[0] != tag:
                pass
        else:
            own = None
            if id_ := QUESTION.search(told):
                folded = tag == "details" or any(name == "details" for name, _ in open_)
                own = Asked(unescape(id_[1]), folded=folded)
                found.append(own)
            if tag not in VOID:
                open_.append((tag, own))
    return found
