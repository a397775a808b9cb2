"""Transcripts: whole games in words that a player can read, told to the rules line by line.

A file opens with "players: Ana, Ben, Cy" (and perhaps "later: Eve", "house: alternate"). Each
further line tells one fact; lines with "> " say what comes of it, and nothing else may come:

    > Ana wins SPLASH! [D-R11]          every ruling, with its rule
    > no: Somebody has won. [D-C4]      a refusal
    > score: Ana 3, Ben 2, Cy 0         optional, last
    > asks: Who touched?                optional, last: the first question that needs an answer

Empty lines and lines with # are for the reader. How a game's facts are told is in words_<game>.py.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from companion.names import unmarked
from companion.say import Names, say
from companion.words import Corrected, HandedOver, Joined, Left, Refused, Seat

OPTIONAL = ("score: ", "asks: ")


@dataclass(frozen=True, slots=True)
class Told:
    """A line that tells a fact, and what is said to come of it."""

    number: int
    words: str
    expected: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Transcript:
    """A game on paper."""

    players: tuple[str, ...]
    later: tuple[str, ...]
    house: tuple[str, ...]
    told: tuple[Told, ...]

    @property
    def names(self) -> Names:
        """Who sits where; who joins later sits after the others."""
        return Names({Seat(n): name for n, name in enumerate((*self.players, *self.later))})

    def seat(self, name: str) -> Seat:
        """The seat of a name."""
        return Seat((*self.players, *self.later).index(name.strip()))

    def seats(self, names: str) -> tuple[Seat, ...]:
        """The seats of "Ben, Cy"; "nobody" for none."""
        return () if names == "nobody" else tuple(self.seat(name) for name in names.split(","))


House = dict[str, tuple[str, Any]]
Forms = tuple[tuple[str, Callable[[Transcript, Any, tuple[str, ...]], Any]], ...]
FORMS: Forms = (  # that all games have
    (r"(\w+) leaves", lambda p, s, g: Left(p.seat(g[0]))),
    (r"(\w+) (?:joins|sits down)", lambda p, s, g: Joined(p.seat(g[0]))),
    (r"(\w+) hands over", lambda p, s, g: HandedOver(p.seat(g[0]))),
    (r"pen: (\w+) ([+-]\d+)", lambda p, s, g: Corrected(p.seat(g[0]), int(g[1]))),
)


def setup(game: Any, words: ModuleType, paper: Transcript) -> Any:
    """The table: "house: full, hints"."""
    return game.Setup(len(paper.players), **dict(words.HOUSE[one] for one in paper.house))


def fact(words: ModuleType, paper: Transcript, state: Any, line: str) -> Any:
    """The fact that a line tells."""
    for form, teller in (*words.FORMS, *FORMS):
        if found := re.fullmatch(form, line):
            return teller(paper, state, found.groups(default=""))
    raise AssertionError(f"a transcript cannot say {line!r}")


def read(text: str) -> Transcript:
    """A transcript from its text."""
    heads: dict[str, tuple[str, ...]] = {}
    told: list[Told] = []
    for number, line in enumerate(text.splitlines(), 1):
        head, _, rest = line.partition(": ")
        if not line.strip() or line.startswith("#"):
            continue
        if head in ("players", "later", "house"):
            heads[head] = tuple(word.strip() for word in rest.split(","))
        elif line.startswith("> "):
            last = told.pop()
            told.append(Told(last.number, last.words, (*last.expected, line[2:])))
        else:
            told.append(Told(number, line, ()))
    return Transcript(heads["players"], heads.get("later", ()), heads.get("house", ()), tuple(told))


def replay(path: Path, game: ModuleType, words: ModuleType) -> None:
    """Tell a transcript to its game and assert that it says what the paper says."""
    paper = read(path.read_text(encoding="utf-8"))
    state = game.start(setup(game, words, paper))
    for line in paper.told:
        state, said = tell(game, words, paper, state, line)
        wanted = said[: len(said) - len(OPTIONAL)] + optional(line.expected, said)
        assert list(line.expected) == wanted, f"{path.name}:{line.number}: {line.words}"


def tell(
    game: ModuleType, words: ModuleType, paper: Transcript, state: Any, line: Told
) -> tuple[Any, list[str]]:
    """The state after a line, and all that could be said of it, the optional lines last."""
    try:
        judged = game.judge(state, fact(words, paper, state, line.words))
    except Refused as refusal:
        said = [f"no: {say(refusal.text, paper.names)} [{refusal.rule}]"]
    else:
        state = judged.state
        said = [f"{unmarked(say(r.text, paper.names))} [{r.rule}]" for r in judged.rulings]
    musts = [say(ask.text, paper.names) for ask in game.asks(state) if ask.must]
    score = f"score: {words.score(paper, state)}"
    return state, [*said, score, f"asks: {musts[0] if musts else 'nothing'}"]


def optional(expected: tuple[str, ...], said: list[str]) -> list[str]:
    """Of the optional lines those that the paper has."""
    kinds = [kind for kind in OPTIONAL if any(line.startswith(kind) for line in expected)]
    return [line for line in said[-len(OPTIONAL) :] if line.startswith(tuple(kinds))]
