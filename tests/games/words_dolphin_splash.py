"""How SPLASH!'s facts are told in a transcript: "Ana deals", "Red touched 84 ms", "good grab"."""

import re
from collections.abc import Callable
from typing import Any

from companion.games.dolphin_splash import facts as f
from companion.games.dolphin_splash.facts import Fact, Setup, Variant
from companion.games.dolphin_splash.state import State
from companion.say import DOLPHINS
from companion.words import (
    Corrected,
    Counted,
    Homed,
    Lifted,
    Pad,
    Released,
    Suspected,
    Touched,
    Trusted,
)
from tests.games.transcripts import Transcript

Teller = Callable[[Transcript, State, tuple[str, ...]], Fact]


def setup(paper: Transcript) -> Setup:
    """The table: "house: alternate, bonus breaks tie, no announce first touch, mercy 50 ms"."""
    options: dict[str, Any] = {}
    for words in paper.house:
        if words == "alternate":
            options["variant"] = Variant.ALTERNATE
        elif mercy := re.fullmatch(r"mercy (\d+) ms", words):
            options["mercy_ms"] = int(mercy[1])
        else:
            name = words.removeprefix("no ").replace(" ", "_")
            options[name] = not words.startswith("no ")
    return Setup(len(paper.players), **options)


def fact(paper: Transcript, state: State, words: str) -> Fact:
    """The fact that a line tells."""
    for form, teller in FORMS:
        if found := re.fullmatch(form, words):
            return teller(paper, state, found.groups(default=""))
    raise AssertionError(f"a transcript cannot say {words!r}")


def score(paper: Transcript, state: State) -> str:
    """ "Ana 3, Ben 2", in overtime "Ana 6+1, Ben 6, Cy 4"."""
    counts = {seat: f"+{state.counts[seat]}" for seat in state.tied if state.counts[seat]}
    return ", ".join(
        f"{name} {state.letters[seat]}{counts.get(paper.seat(name), '')}"
        for seat, name in enumerate((*paper.players, *paper.later))
        if seat < len(state.letters)
    )


def _without(paper: Transcript, state: State, names: str) -> f.Held:
    left = paper.seats(names)
    return f.Held(tuple(seat for seat in state.present if seat not in left))


def _pad(name: str) -> Pad:
    return Pad(DOLPHINS.index(name.strip()))


def _pads(names: str) -> tuple[Pad, ...]:
    return tuple(_pad(name) for name in names.split(",")) if names else ()


def _us(ms: str) -> int:
    return round(float(ms or 0) * 1000)


_PAD = "(" + "|".join(DOLPHINS) + ")"
_AT = r"(-?[\d.]+) ms(?: give or take ([\d.]+) ms)?"

FORMS: tuple[tuple[str, Teller], ...] = (
    (r"(\w+) deals", lambda p, s, g: f.Dealt(p.seat(g[0]))),
    (r"PASS x(\d+)(?:, fake-outs: (.+))?", lambda p, s, g: Counted(int(g[0]), _pads(g[1]))),
    (rf"{_PAD} touched {_AT}", lambda p, s, g: Touched(_pad(g[0]), _us(g[1]), _us(g[2]))),
    (rf"{_PAD} lifted {_AT}", lambda p, s, g: Lifted(_pad(g[0]), _us(g[1]), _us(g[2]))),
    (rf"{_PAD} let go {_AT}", lambda p, s, g: Released(_pad(g[0]), _us(g[1]))),
    (rf"{_PAD} is home", lambda p, s, g: Homed(_pad(g[0]), 0)),
    (rf"{_PAD} is in doubt: (\w+)", lambda p, s, g: Suspected(_pad(g[0]), g[1])),
    (rf"{_PAD} works again", lambda p, s, g: Trusted(_pad(g[0]))),
    (r"somebody grabbed", lambda p, s, g: f.Grabbed()),
    (r"good grab", lambda p, s, g: f.GoodGrab()),
    (r"too soon", lambda p, s, g: f.TooSoon()),
    (r"nobody touched", lambda p, s, g: f.NobodyTouched()),
    (r"too soon: (.+)", lambda p, s, g: f.Fouled(p.seats(g[0]))),
    (r"dolphins back", lambda p, s, g: f.DolphinsBack()),
    (r"holding: (.+)", lambda p, s, g: f.Held(p.seats(g[0]))),
    (r"without: (.+)", lambda p, s, g: _without(p, s, g[0])),
    (rf"(\w+) has {_PAD}", lambda p, s, g: f.Claimed(p.seat(g[0]), _pad(g[1]))),
    (r"(\w+) has none", lambda p, s, g: f.Unclaimed(p.seat(g[0]))),
    (rf"{_PAD} is nobody's", lambda p, s, g: f.Kept(_pad(g[0]), None)),
    (rf"{_PAD} is (\w+)'s", lambda p, s, g: f.Kept(_pad(g[0]), p.seat(g[1]))),
    (r"bonus: (\w+)", lambda p, s, g: f.Bonus(p.seat(g[0]))),
    (r"no bonus", lambda p, s, g: f.NoBonus()),
    (r"(\w+) leaves", lambda p, s, g: f.Left(p.seat(g[0]))),
    (r"(\w+) joins", lambda p, s, g: f.Joined(p.seat(g[0]))),
    (r"(\w+) hands over", lambda p, s, g: f.HandedOver(p.seat(g[0]))),
    (r"pen: (\w+) ([+-]\d+)", lambda p, s, g: Corrected(p.seat(g[0]), int(g[1]))),
)
