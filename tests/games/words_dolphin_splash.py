"""How SPLASH!'s facts are told in a transcript: "Ana deals", "Red touched 84 ms", "good grab"."""

from companion.games.dolphin_splash import facts as f
from companion.games.dolphin_splash.facts import Variant
from companion.games.dolphin_splash.state import State
from companion.say import DOLPHINS
from companion.words import (
    Counted,
    Homed,
    Lifted,
    Pad,
    Released,
    Suspected,
    Touched,
    Trusted,
)
from tests.games.transcripts import Forms, House, Transcript

HOUSE: House = {
    "alternate": ("variant", Variant.ALTERNATE),
    "shuffle discards": ("shuffle_discards", True),
    "no announce first touch": ("announce_first_touch", False),
    "mercy 50 ms": ("mercy_ms", 50),
}


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

FORMS: Forms = (
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
)
