"""What has been played, folded once: summaries that are kept, and games that pages look at now.

Beside the journal lies a file of the summaries (`past_file.py`), without a name in it.
"""

import re
import threading
import time
import zlib
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from datetime import date
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import TypeVar

import companion
from companion import codec, days
from companion.frozen import dataclass, replace
from companion.games import GAMES
from companion.games.figure import Figure
from companion.games.highlight import Feat
from companion.games.placing import PlacedView, Standing
from companion.games.placing import placing as places
from companion.games.race import Course, course_of
from companion.games.view import CommonView
from companion.journal import GameRow, Journal, JournalError, Row
from companion.names import isolated, upright
from companion.referee.fold import Fold
from companion.referee.moments import steps
from companion.referee.pace import paced
from companion.referee.past_file import PastFile
from companion.referee.picture import winner_of
from companion.referee.replay import fold_game
from companion.referee.showing import seats_of
from companion.referee.table_told import packed, table_told
from companion.say import Names, say
from companion.words import SEATS_MOST, HandedOver, Lifted, Seat, Text, Touched

T = TypeVar("T")
PAST_MOST = 30  # games: an evening has fewer, and so has the page of past games
FILE = "past.kept"
OLD_FILE = "past.json"  # of versions that kept the newest only
HELD_MOST = 2 * PAST_MOST  # summaries in memory
BEGIN_S = 2.0  # the first pages are drawn, and the phones are there
REST = 4  # how much longer than it works who folds while nobody waits for it
PATIENCE_S = 0.25  # the game that has just ended is folded by then
LOOK_S, LOOK_MOST_S = 0.05, 1.0  # how soon it goes on once nothing is judged any more
TOLD_MOST = 2  # games: who moves through one folds it once
PRETENDED = frozenset(("robot", "sim"))  # who tells a row of a game that nobody played
_WON = Text("Games won")
_SEATS = Names({Seat(n): f"\x02{n}\x03" for n in range(SEATS_MOST)})
_SEAT = re.compile("\x02([0-9]+)\x03")


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a seat came in: see `PlacedView`. Seats have no names yet in what is said."""

    seat: Seat
    place: int
    shared: bool
    score: str | None
    decided: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HighlightTold:
    """What was worth telling of a game: see `Highlight`. Seats have no names yet."""

    feat: Feat
    value: int
    said: str


@dataclass(frozen=True, slots=True)
class FigureTold:
    """What a seat did in a game: see `Figure`; what it was felt with, where it hangs on that."""

    seat: Seat
    said: str
    k: int
    n: int
    every: int
    beside: str
    took_us: tuple[int, ...]
    felt_with: str
    counts: tuple[int, ...] = ()
    each: str = "round"
    of: int = 0
    seldom: bool = False


@dataclass(frozen=True, slots=True)
class RecordTold:
    """A try at a record: see `Best`; and the moment of the game's replay that tells it."""

    seats: tuple[Seat, ...]
    said: str
    low: int
    high: int
    unit: str
    felt_with: str
    moment: int


@dataclass(frozen=True, slots=True)
class Summary:
    """How a game ended, or stands; `won` is empty for nobody. Seats have no names yet."""

    over: bool
    rounds: int
    won: str
    placing: tuple[Placed, ...]
    told: bool = True  # whether today's rules can tell it
    played: bool = False  # whether a round was begun, or it came to an end
    highlights: tuple[HighlightTold, ...] = ()  # once it is over
    called: str = ""  # where it has another name than usual
    variant: str = ""  # the way of playing, where there are several
    records: tuple[RecordTold, ...] = ()
    course: Course | None = None  # of a game that is over, where it is a race
    figures: tuple[FigureTold, ...] = ()  # of people at a table with real dolphins, once it is over
    felt_with: str = ""  # what such a table feels with
    table: str = ""  # and what it did, packed
    sides: tuple[tuple[Seat, ...], ...] = ()  # who played together, in a game of sides
    seats: tuple[Seat, ...] = ()  # who was at the table, as far as that is known

    @property
    def was_played(self) -> bool:
        """Whether pages and files tell of it, as people would: a round was begun, or it came
        to an end; also where today's rules cannot tell it."""
        return self.played or not self.told

    def there(self, seated: Mapping[Seat, T]) -> dict[Seat, T]:
        """Of those whose names were written for a seat, who was at the table: whoever sat down
        late, and it was taken back, was not."""
        return {seat: one for seat, one in seated.items() if not self.seats or seat in self.seats}


@dataclass(frozen=True, slots=True)
class Folded:
    """A game folded for who looks at it: its moments are the places `seen`."""

    mark: str
    fold: Fold
    seen: tuple[int, ...]


UNTOLD = Summary(over=False, rounds=0, won="", placing=(), told=False)


def summary_of(view: CommonView) -> Summary:
    """How a game stands, of which everybody may see this."""
    placing = tuple(map(_placed, view.placing or _of_winners(view)))
    has_rounds = is_dataclass(view) and "round" in {field.name for field in fields(view)}
    begun = view.round if has_rounds else view.told
    won = winner_of(view, _SEATS)
    called = say(view.called, _SEATS) if view.called else ""
    played = view.over or begun > 0
    return Summary(view.over, view.round, won, placing, played=played, called=called)


def summary_of_fold(fold: Fold) -> Summary:
    """The same of a folded game, with what was worth telling of it."""
    summary, tells = summary_of(fold.module.view(fold.state)), fold.module.highlights
    summary = replace(summary, seats=seats_of(fold))
    if not (summary.over and fold.entries):
        return summary
    variant = getattr(fold.setup, "variant", "")
    summary = replace(summary, variant=str(getattr(variant, "value", variant)))
    if _counts(fold):
        figures, records = tuple(_figures(fold, summary)), tuple(_records(fold))
        felt_with = _felt_with(fold)
        summary = replace(summary, figures=figures, records=records, felt_with=felt_with)
        summary = replace(summary, table=packed(table_told(fold, felt_with)))
    # What does not stand has left every state as it was before.
    states = tuple(entry.after for entry in fold.entries)
    if fold.module.race is not None:
        race = fold.module.race(states)
        sides = race.sides if any(len(side) > 1 for side in race.sides) else ()
        summary = replace(summary, course=course_of(race), sides=sides)
    if tells is None:
        return summary
    found = tells(states)
    told = (HighlightTold(one.feat, one.value, say(one.said, _SEATS)) for one in found)
    return replace(summary, highlights=tuple(told))


def _counts(fold: Fold) -> bool:
    """Whether people played it; not robots, nor with pretended dolphins, nor for practice."""
    by = {entry.row.by for entry in fold.entries}
    plays = fold.module.hands  # robots may hold some that are on phones
    if by & PRETENDED or (plays and any(plays.robots(entry.after) for entry in fold.entries)):
        return False
    return not (any(entry.row.is_pretended for entry in fold.entries) or fold.view.practice)


def _felt_with(fold: Fold) -> str:
    felt = {e.row.by for e in fold.entries if isinstance(e.fact, Touched | Lifted)}
    return "+".join(sorted(felt))


def _handed_over(fold: Fold) -> set[Seat]:
    """Seats of two: neither played all of it."""
    stand = (fact for entry in fold.entries if entry.standing for fact in entry.facts)
    return {fact.seat for fact in stand if isinstance(fact, HandedOver)}


def _records(fold: Fold) -> Iterator[RecordTold]:
    tells, shared, felt_with = fold.module.records, _handed_over(fold), _felt_with(fold)
    seen: tuple[int, ...] | None = None
    for one in tells(tuple(entry.after for entry in fold.entries)) if tells else ():
        if not shared & {*one.seats}:
            seen = steps(fold) if seen is None else seen
            yield RecordTold(
                seats=one.seats,
                said=say(one.said, _SEATS),
                low=one.low,
                high=one.high,
                unit=one.unit,
                felt_with=felt_with if one.felt else "",
                moment=bisect_right(seen, one.at),
            )


def _figures(fold: Fold, summary: Summary) -> Iterator[FigureTold]:
    """What people did."""
    tells, entries = fold.module.figures, fold.entries
    told = tells(tuple(entry.after for entry in entries)) if tells else ()
    won = (Figure(one.seat, _WON, int(one.place == 1), 1) for one in summary.placing)
    shared, felt_with = _handed_over(fold), _felt_with(fold)
    for one in (*won, *told):
        if one.seat not in shared and (one.n or one.took_us or one.counts):
            yield FigureTold(
                seat=one.seat,
                said=say(one.said, _SEATS),
                k=one.k,
                n=one.n,
                every=one.every,
                beside=one.beside,
                took_us=one.took_us,
                felt_with=felt_with if one.felt else "",
                counts=one.counts,
                each=one.each,
                of=one.of,
                seldom=one.seldom,
            )


def _of_winners(view: CommonView) -> tuple[PlacedView, ...]:
    """Where a game that was won places nobody, as one that all play together: who has won is
    first, and nothing else is known."""
    won = view.winners if view.over else ()
    there = sorted({*view.present, *won}) if won else ()
    return places(Standing((seat,), (int(seat in won),)) for seat in there)


def _placed(one: PlacedView) -> Placed:
    return Placed(
        seat=one.seat,
        place=one.place,
        shared=one.shared,
        score=None if one.score is None else say(one.score, _SEATS),
        decided=tuple(say(text, _SEATS) for text in one.decided),
    )


def named(said: str, names: Names) -> str:
    """What a summary says, with the names of those who sat there."""
    held = upright if names.upright else isolated
    return _SEAT.sub(lambda found: held(names.seat(Seat(int(found[1])))), said)


def seats_in(said: str) -> frozenset[Seat]:
    """Who is named in it."""
    return frozenset(Seat(int(seat)) for seat in _SEAT.findall(said))


def as_ended(game: GameRow) -> GameRow:
    """A game that is over: where nobody has left it, it ended with what was told in it last."""
    if game.ended_ms is not None:
        return game
    return replace(game, ended_ms=game.told_ms or game.begun_ms)


def evening_day(game: GameRow) -> date:
    """The day of the evening that a game belongs to: the last one on which it went on."""
    return days.evening(game.told_ms or game.begun_ms)


def summary_told(
    journal: Journal, game: GameRow, pace: Callable[[Iterable[Row]], Iterable[Row]] = iter
) -> Summary:
    """The summary of a game, folded anew; UNTOLD where today's rules cannot tell it."""
    try:
        return summary_of_fold(fold_game(journal, game, asking=False, pace=pace))
    except JournalError:
        raise
    except Exception:  # whatever rules may raise that are newer, or a family's own
        return UNTOLD


class Past:
    """The past of one journal. All methods may be called from any thread.

    Once it is started one thread folds what is not kept, and never while something `is_judged`;
    before that who asks folds it.
    """

    def __init__(self, journal: Journal, is_judged: Callable[[], bool] = lambda: False) -> None:
        self._journal, self._is_judged = journal, is_judged
        self._kept = PastFile(journal.path.with_name(FILE), program)
        self._held: dict[int, tuple[str, Summary]] = {}  # the newest asked for, with their marks
        self._lock = threading.Lock()
        self._folding = threading.Lock()  # pages fold one game at a time, and the thread none then
        self._told: dict[int, Folded] = {}
        self._wanted, self._stop = threading.Event(), threading.Event()
        self._news = threading.Condition()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Fold in a thread of its own from now on, also before a page asks."""
        with suppress(OSError):
            self._journal.path.with_name(OLD_FILE).unlink(missing_ok=True)
        self._thread = threading.Thread(target=self._run, name="past", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Leave off; idempotent."""
        self._stop.set()
        self._wanted.set()
        if self._thread is not None:
            self._thread.join()
        self._kept.close()

    def summaries(self, games: Sequence[GameRow]) -> tuple[Summary | None, ...]:
        """Of each game what is known in a moment; the rest is folded, and known in a while."""
        if self._thread is None:
            return tuple(map(self.summary, games))
        known = self._known(games)
        newest = games[:PAST_MOST]
        if any(game.game not in known for game in newest):
            with self._news:
                self._wanted.set()
                self._news.wait_for(lambda: len(self._known(newest)) == len(newest), PATIENCE_S)
            known |= self._known(newest)
        return tuple(known.get(game.game) for game in games)

    def summary(self, game: GameRow) -> Summary:
        """The summary of a game, folded here if it is not known."""
        known = self._known([game]).get(game.game)
        if known is None:
            with self._folding:
                known = self._folded(game)
        return known

    def told(self, game: GameRow) -> Folded:
        """A game to be looked at. Raises Unusable."""
        mark = self._journal.mark(game.game)
        with self._folding:
            told = self._told.pop(game.game, None)
            if told is None or told.mark != mark:
                fold = fold_game(self._journal, game, asking=False, pace=paced)
                told = Folded(mark, fold, steps(fold))
            self._told[game.game] = told
            while len(self._told) > TOLD_MOST:
                del self._told[next(iter(self._told))]
        return told

    # --- inside -------------------------------------------------------------------------------

    def _known(self, games: Sequence[GameRow]) -> dict[int, Summary]:
        """By number what is held or kept, and of the game as it is by now."""
        few = len(games) <= PAST_MOST
        marks = (
            {g.game: self._journal.mark(g.game) for g in games} if few else self._journal.marks()
        )
        with self._lock:
            held = [(game.game, self._held.get(game.game)) for game in games]
        known = {game: one[1] for game, one in held if one and one[0] == marks.get(game)}
        rest = [game.game for game in games if game.game not in known]
        for game, mark, text in paced(self._kept.texts(rest), _let_on):
            with suppress(ValueError):  # of another form: folded anew
                if mark == marks.get(game):
                    known[game] = codec.loads(Summary, text)
                    self._hold(game, mark, known[game])
        return known

    def _hold(self, game: int, mark: str, summary: Summary) -> None:
        with self._lock:
            self._held.pop(game, None)
            self._held[game] = mark, summary
            while len(self._held) > HELD_MOST:
                del self._held[next(iter(self._held))]

    def _folded(self, game: GameRow, rest: Callable[[float], object] = time.sleep) -> Summary:
        """Its summary, which is kept from now on; what cannot be told may be, another time."""
        mark = self._journal.mark(game.game)
        summary = summary_told(self._journal, game, partial(paced, rest=rest))
        self._hold(game.game, mark, summary)
        if summary.told:
            self._kept.keep(game.game, mark, codec.dumps(summary))
        return summary

    def _run(self) -> None:
        self._wanted.wait(BEGIN_S)
        while not self._stop.is_set():
            self._wanted.clear()
            with suppress(JournalError):  # the screens say so; who asks again is told then
                self._fold_all()
            self._wanted.wait()

    def _fold_all(self) -> None:
        """All that is not kept, the newest first; what is wanted meanwhile before the rest."""
        marks = self._journal.marks()
        kept = self._kept.marks()
        self._kept.drop(game for game in kept if game not in marks)
        left = [game for game, mark in marks.items() if kept.get(game) != mark]
        while left and not self._stop.is_set():
            if self._wanted.is_set():
                self._wanted.clear()
                left += [game.game for game in reversed(self._journal.games(PAST_MOST))]
            game = self._journal.game(left.pop())
            if game and game.game not in self._known([game]):
                self._rest(0)
                if self._stop.is_set():
                    return
                self._folded(game, self._rest)
                with self._news:
                    self._news.notify_all()

    def _rest(self, worked_s: float) -> None:
        self._stop.wait(worked_s * REST)
        look_s = LOOK_S
        while (self._is_judged() or self._folding.locked()) and not self._stop.wait(look_s):
            look_s = LOOK_S if self._wanted.is_set() else min(2 * look_s, LOOK_MOST_S)


def _let_on(_: float) -> None:
    """Whoever waits for Python's lock has it; who looks at a page waits for us."""
    time.sleep(0)


@cache
def program() -> str:
    """What folds games: another program, or another game of a family's own, may judge otherwise."""
    folders = {Path(str(import_module(game.package).__file__)).parent for game in GAMES.values()}
    files = {file for top in (Path(__file__).parents[1], *folders) for file in top.rglob("*.py")}
    stats = [(str(file), file.stat()) for file in files if file.is_file()]
    facts = sorted((file, stat.st_size, stat.st_mtime_ns) for file, stat in stats)
    return f"{companion.__version__} {zlib.crc32(repr(facts).encode()):08x}"
