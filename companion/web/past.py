"""The contract of what has been: past games, replays, and what would be if it was put right.

Data only, as in `wire.py`.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from companion.codec import Shaped
from companion.evening.poster import Stroke
from companion.frozen import dataclass
from companion.web.wire import (
    LETTERS,
    TEXT_MOST,
    AskShown,
    Count,
    HistoryLine,
    SeatNumber,
    Snap,
    View,
)


@dataclass(frozen=True, slots=True)
class PastSnap(Snap):
    """A moment of the past; of the game at hand with `present`, as it stands now.

    What a game hides by now its past hides, too.
    """

    present: View | None

    @property
    def now(self) -> View | None:
        """The game at hand as it stands now."""
        return self.present


@dataclass(frozen=True, slots=True)
class PlaceShown:
    """Who came in where: level ones together, and what broke a tie."""

    seat: SeatNumber
    place: Count
    shared: bool
    score: str | None
    decided: tuple[str, ...]
    names: tuple[str, ...]


RACE_WIDE, RACE_HIGH = 300, 64


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game of an earlier evening, in a list."""

    id: Count
    title: str
    when: str
    players: tuple[str, ...]
    robots: Count  # how many of them are no people
    closed: bool  # it is played from memory just now
    result: str
    rounds: Count
    placing: tuple[PlaceShown, ...]
    race: tuple[Stroke, ...]  # small, in a place of RACE_WIDE by RACE_HIGH
    wide: int = RACE_WIDE
    high: int = RACE_HIGH


@dataclass(frozen=True, slots=True)
class StepShown(HistoryLine):
    """A moment of a replay: the line that it is, and the moment's number."""

    moment: Count


@dataclass(frozen=True, slots=True)
class TouchMark:
    """A touch on the strip: where it lies, from where on it may have been, how long that is.

    All three are in the strip's units. `kind` is "touch" or "lift"; `ago_us` is how long before
    the moment.
    """

    x: float
    left: float
    bar: float
    key: str
    name: str
    kind: str
    ago_us: Count


@dataclass(frozen=True, slots=True)
class Without:
    """What would have been without one line: those that would fall."""

    line: HistoryLine
    falls: tuple[HistoryLine, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """A moment of a game, `at` of `last`, and the touches before it."""

    snap: PastSnap
    game: Count
    at: Count
    last: Count
    steps: tuple[StepShown, ...]
    strip: tuple[TouchMark, ...]
    without: Count
    would: Without | None


@dataclass(frozen=True, slots=True)
class Still:
    """A picture of how a game was decided, and how many milliseconds a wall shows it."""

    html: str
    ms: Count


@dataclass(frozen=True, slots=True)
class Fallen(HistoryLine):
    """A line that another word would turn, and what it would say then; empty where it is hidden."""

    then: str


@dataclass(frozen=True, slots=True)
class Would:
    """What would come of putting a word right: before and after, and which lines turn.

    `after` is None where something would count again that nobody may see before. `seen` is the
    row that it was worked out at.
    """

    before: View
    after: View | None
    falls: tuple[Fallen, ...]
    drifts: tuple[Fallen, ...]
    returns: tuple[Fallen, ...]
    seen: Count


@dataclass(frozen=True, slots=True)
class AnswerGiven:
    """What should have been told: which question, which answer, and what fills its slots."""

    question: Count
    key: Annotated[str, Shaped(minLength=1, maxLength=TEXT_MOST, pattern=LETTERS)]
    picks: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Amending:
    """The page that puts one line right: what was asked then, what is answered now.

    `would` is None until there is an answer; without any the line is taken out.
    """

    snap: PastSnap
    seq: Count
    line: HistoryLine
    questions: tuple[AskShown, ...]
    answers: tuple[AnswerGiven, ...]
    would: Would | None
    seen: Count
