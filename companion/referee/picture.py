"""What the screens draw from: one immutable picture of the game and the table at a moment.

Data only; the pages turn it into sentences and drawings.
"""

import heapq
from collections.abc import Iterator
from dataclasses import field
from typing import Any

from companion.evening.poster import EveningTold, PersonTold
from companion.frozen import dataclass, replace
from companion.games.game import Game
from companion.games.view import CommonView, NoView
from companion.journal import GameRow
from companion.journal.people import Person
from companion.referee.fold import Entry, Fact, Fold, OpenAsk, Word
from companion.referee.secrecy import called, happened, refusal
from companion.referee.walking import AtHand, Draft
from companion.referee.wiring import Check
from companion.say import Names, listed, say
from companion.words import Pad, Ruling, Seat, Seats, Text

UNDO_OFFER_US = 5_000_000  # long enough for a thumb
NOTED = "Noted.", "Noted: {what}."  # what a person told, and the rules have no word about
LINES_MOST = 40  # what the referee's timeline shows; the whole game has a page of its own


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the timeline: a fact's ruling, or its refusal by newer rules."""

    seq: int
    wall_ms: int
    by: str
    text: Text
    rule: str
    sign: str
    standing: bool
    told: bool
    amends: int = 0  # the row that it stands in place of
    headline: bool = True  # whether it may be what just happened: only what stands is


@dataclass(frozen=True, slots=True)
class TookBack:
    """The newest thing that happened: a word was taken back, by whom, and whom it concerned."""

    line: Line
    by: str
    seats: frozenset[Seat]


@dataclass(frozen=True, slots=True)
class CallerState:
    """What the caller is at."""

    running: bool = False
    paused: bool = False
    once: bool = False
    tempo: str = "brisk"
    every_ms: int = 0
    calls: int = 0


@dataclass(frozen=True, slots=True)
class PadNow:
    """What is believed of a pad: "home", "near", "touched", "lifted", "suspect"."""

    pad: Pad
    state: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class JoinRequest:
    """A phone that asks for a seat, and the words that it shows."""

    id: str
    seat: Seat | None  # of the game at hand, where that person sits
    words: str
    role: str = "seat"
    person: Person | None = None  # whom it asks to be


@dataclass(frozen=True, slots=True)
class Guest:
    """A phone that was let in, and when it was last seen (wall ms; 0: not since the start)."""

    id: str
    role: str
    seat: Seat | None
    since_ms: int
    here: bool
    seen_ms: int
    person: Person | None = None  # whose it is, once that is chosen


@dataclass(frozen=True, slots=True)
class Claim:
    """A phone that says it is somebody's who has a phone in already."""

    id: str
    person: Person


@dataclass(frozen=True, slots=True)
class Tonight:
    """One game of the evening that ends; nobody has won one that was left."""

    kind: str
    rounds: int
    winner: str
    players: tuple[str, ...]
    called: str = ""  # where it had another name than usual


@dataclass(frozen=True, slots=True)
class DoorNow:
    """How strangers come in: by the "wall", by "nods" or at an "open" table, and whether now."""

    choice: str = "nods"
    open: bool = False
    only_nods: bool = True
    taps: int = 4  # how many pictures are to be tapped
    pictures: tuple[str, ...] = ()  # to be tapped in this order; for walls alone


@dataclass(frozen=True, slots=True)
class Night:
    """The evening that ends: its games, and what its poster tells."""

    games: tuple[Tonight, ...]
    poster: EveningTold


@dataclass(frozen=True, slots=True)
class Intermission:
    """Between two games: who stands where tonight, and what could be played next, in words."""

    standing: tuple[PersonTold, ...]
    next: str


@dataclass(frozen=True, slots=True)
class AccessState:
    """What else there is to show of who comes and goes."""

    evening: str = ""  # which day's it is, in words
    guests: tuple[Guest, ...] = ()
    came: tuple[Guest, ...] = ()  # those that came a moment ago, at an open table
    vouched: tuple[str, ...] = ()  # the names of whom another phone is, too, as was said just now
    sharers: tuple[Person, ...] = ()  # who is here by a phone that somebody else has just now
    crowds: tuple[frozenset[int], ...] = ()  # people who have one phone for all of them
    asking: tuple[Person, ...] = ()  # who is here and asks to play
    watching: tuple[int, ...] = ()  # who is here and would rather watch
    claims: tuple[Claim, ...] = ()
    door: DoorNow = DoorNow()
    link: bool = False  # whether walls show the referee's link
    held: bool = False  # because START was held a moment ago
    asked: bool = False  # whether holding START once more is good night
    closing: Night | None = None  # good night was said
    between: Intermission | None = None  # a game was played tonight, and none is on
    alone: bool = False  # no phone is here: what they would tell is for the table's buttons
    points: tuple[int, ...] = ()  # what places are worth over an evening, if the house says so
    off: str = ""  # "may": this machine can be switched off from the page; "will": it will be now

    @property
    def guests_here(self) -> tuple[Person | None, ...]:
        """Whose phones are in, as long as nobody comes or goes the same."""
        return tuple(guest.person for guest in self.guests)


NOBODY_IN = AccessState()


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything that any screen may need, at one moment."""

    version: int = 0  # grows with every picture
    seq: int = 0  # the journal's last row of this game
    table_us: int = 0
    game: GameRow | None = None
    setup: Any = None
    module: Game | None = None
    state: Any = None
    open: tuple[OpenAsk, ...] = ()
    lines: tuple[Line, ...] = ()  # the newest first
    undo: Line | None = None
    undo_until_us: int = 0  # until then undo is offered big; 0 when that is over
    redo: Line | None = None  # what may stand again: never what held a secret
    anew: Line | None = None  # what was taken back and held a secret: nobody says it again
    redo_by: str = ""  # who took either back
    back: TookBack | None = None  # what was taken back, until something new is told
    back_until_us: int = 0  # until then that is everybody's news; 0 when it is over
    names: Names = field(default_factory=Names)
    pads: tuple[PadNow, ...] = ()
    margins: tuple[str, ...] = ()  # of each pad, in words; none where the table cannot tell
    caller: CallerState = CallerState()
    draft: Draft | None = None
    asked: AtHand = AtHand(())  # what the table's buttons can answer
    refused: Text | None = None  # why what they told last cannot be
    requests: tuple[JoinRequest, ...] = ()
    access: AccessState = NOBODY_IN
    review: str = ""  # who questions the last ruling
    by_start: bool = False  # START began this game after another
    again: bool = False  # the game is over, and may be played again by the same people
    may_wait: bool = True  # whether anybody may, or the referee alone
    may_take_back: bool = False  # whether anybody may what others told, or the referee alone
    record: bool = False  # the referee looks at what a game of memory keeps to itself
    wiring: Check | None = None  # the check of the wires, while no game is played
    trouble: tuple[str, ...] = ()
    own_network: str = ""  # "off", "coming", "on", "going"; empty where nobody can give it one
    saved: bool = False  # the journal was taken away, and what counts lies beside it
    seen: tuple[Any, CommonView] | None = None  # a state, and its view: whoever looks finds it

    @property
    def view(self) -> CommonView:
        """What everybody may see of the game."""
        if self.module is None:
            return NoView()
        known = self.seen
        return known[1] if known and known[0] is self.state else self.module.view(self.state)

    @property
    def is_on(self) -> bool:
        """Whether a game is being played: one is at hand, and not over."""
        return self.game is not None and not self.view.over

    @property
    def number(self) -> int:
        """The number of the game at hand, 0 where there is none."""
        return self.game.game if self.game else 0

    @property
    def may_rest(self) -> bool:
        """Whether START, held, may end the evening: no game is on, but one of its own just now."""
        return not self.is_on or (self.by_start and self.undo is None)

    @property
    def loses(self) -> Text:
        """What is lost where another game begins."""
        view = self.view
        title = view.called or (self.module.title if self.module else "")
        if not view.round:
            return Text("{game} is on. If another game begins, it ends here.", game=title)
        return Text(
            "{game} is on, in round {n}. If another game begins, nobody wins this one.",
            game=title,
            n=view.round,
        )

    def seats(self, seat: Seat | None) -> bool:
        """Whether this seat is one of the game's, also where its people come later or have left."""
        known = seat in self.names.seats
        return known or seat in self.view.present or seat in self.view.joining

    def changes_by(self, now_us: int) -> bool:
        """Whether something that is shown for a moment only is over by then."""
        return any(until <= now_us for until in self.changes_next())

    def changes_next(self) -> tuple[int, ...]:
        """When that is."""
        return tuple(filter(None, (self.undo_until_us, self.back_until_us)))


class Lines:
    """Draws the timeline of a game: where one fact was added since, that fact alone."""

    def __init__(self) -> None:
        self._drawn: tuple[Line, ...] = ()
        self._most = self._count = 0
        self._newest: Entry | None = None

    def of(self, fold: Fold, most: int = LINES_MOST) -> tuple[Line, ...]:
        """The timeline, the newest first; the same hint twice in a row is shown once."""
        count, added = self._count, len(fold.entries) - self._count
        # Whatever is said of an earlier fact makes all from there on others, the newest one, too.
        stands = count > 0 <= added and fold.entries[count - 1] is self._newest
        if not stands or added > 1 or most != self._most:
            self._drawn = _timeline(fold, most)
        elif added:
            self._drawn = _with(self._drawn, fold.entries[-1], most)
        self._most, self._count = most, len(fold.entries)
        self._newest = fold.entries[-1] if fold.entries else None
        return self._drawn


def _timeline(fold: Fold, most: int) -> tuple[Line, ...]:
    lines: list[Line] = []
    # Both are in order already; a long evening is not gone through for each new picture.
    told_last: Iterator[Entry | Word] = reversed(fold.entries)
    if amends := tuple(fold.amends()):
        told_last = heapq.merge(told_last, amends, key=_seq, reverse=True)
    for told in told_last:
        one = [_change(fold, told)] if isinstance(told, Word) else entry_lines(told)[::-1]
        for line in one:
            if not (lines and _repeats(line, lines[-1])):
                lines.append(line)
        if len(lines) >= most:
            break
    return tuple(lines[:most])


def _with(drawn: tuple[Line, ...], entry: Entry, most: int) -> tuple[Line, ...]:
    """A timeline with one more fact."""
    lines: list[Line] = []
    for line in entry_lines(entry)[::-1]:
        if not (lines and _repeats(line, lines[-1])):
            lines.append(line)
    if lines and drawn and _repeats(drawn[0], lines[-1]):
        drawn = drawn[1:]  # a newer line is there for it
    return (*lines, *drawn)[:most]


def lines_of(fold: Fold, most: int = LINES_MOST) -> tuple[Line, ...]:
    """The timeline of a game that is drawn once: see `Lines.of`."""
    return Lines().of(fold, most)


def recalled(fold: Fold, word: Word | None) -> Line | None:
    """The line of a word that was taken back, with nothing but what it is called."""
    line = line_of(fold, word)
    if word is None or line is None:
        return None
    return replace(line, text=_what(fold, word), rule="", sign="", headline=True)


def back_line(fold: Fold, word: Word, by: str) -> Line | None:
    """The line that says who took a word back, or said that it had never been."""
    if word.facts == () and word.standing:
        word = next(w for w in fold.words if w.place == word.place and w.facts is None)
    line = recalled(fold, word)
    if line is None:
        return None
    text = Text("{who} took this back: {what}.", who=teller_named(by), what=line.text)
    return replace(line, text=text, standing=False)


def line_of(fold: Fold, word: Word | None) -> Line | None:
    """The line that stands for a whole word: what it led to, not what it was."""
    if word is None:
        return None
    if word.facts is not None:
        return _change(fold, word)
    entry = fold.entries[word.place]
    lines = entry_lines(entry)
    if lines and is_noted(lines[0].text):
        return replace(lines[0], text=called(entry.fact))  # else nobody knows what that was
    return lines[0] if lines else None


def entry_lines(entry: Entry) -> list[Line]:
    """The lines of one fact, in the order of its rulings; at least one for a told fact.

    One that does not stand says what it is called, and nothing that it said or led to.
    """
    rulings = entry.rulings if happened(entry) else (_gone(entry),)
    if not rulings and entry.by_person:
        rulings = (noted(entry.fact),)
    row, stands = entry.row, entry.standing
    return [
        Line(
            row.seq,
            row.wall_ms,
            row.by,
            r.text,
            r.rule,
            r.sign,
            stands,
            entry.by_person,
            headline=happened(entry),
        )
        for r in rulings
    ]


def noted(fact: Fact) -> Ruling:
    """How it is said that something was told about which the rules have no word."""
    alone, more = NOTED
    return Ruling("", Text(more, what=called(fact)) if hasattr(fact, "called") else Text(alone))


def is_noted(text: Text) -> bool:
    """Whether that is all that is said."""
    return text.template in NOTED


def teller_named(by: str) -> Text:
    """Who told something, at the beginning of a sentence."""
    if by.startswith("seat:"):
        return Text("{seat}", seat=Seats((Seat(int(by.removeprefix("seat:"))),)))
    return {"referee": Text("The referee"), "buttons": Text("The table")}.get(by, Text("Somebody"))


def taken_back(what: Text) -> Text:
    """How it is said that something was taken back."""
    return Text("Taken back: {what}.", what=what)


def _gone(entry: Entry) -> Ruling:
    """What is left to say of a fact that does not stand."""
    refused = refusal(entry)
    if not entry.standing or refused is None:
        return Ruling("", taken_back(called(entry.fact)))
    return Ruling(refused.rule, Text("No longer possible: {why}", why=refused.text))


def _what(fold: Fold, word: Word) -> Text:
    if word.facts is not None:
        return Text("what was put right")
    return called(fold.entries[word.place].fact)


def _seq(told: Entry | Word) -> int:
    return told.row.seq


def _change(fold: Fold, word: Word) -> Line:
    text = Text("Taken out: it was not so.")
    if not word.standing:
        text = taken_back(_what(fold, word))
    elif word.facts:
        changed = entry_lines(fold.entries[word.place])
        text = Text("Put right: {what}", what=changed[-1].text)
    row, stands = word.row, word.standing
    return Line(
        row.seq,
        row.wall_ms,
        row.by,
        text,
        "",
        "",
        stands,
        True,
        row.of,
        headline=stands and bool(word.facts),
    )


def _repeats(line: Line, later: Line) -> bool:
    return not line.told and not later.told and line.text == later.text


def winner_of(view: CommonView, names: Names) -> str:
    """Who has won: the team, where the game's view has one, or all winners; empty for nobody."""
    if view.team:
        return say(view.team, names)
    winners = [names.seat(seat) for seat in view.winners]
    return listed(winners, names) if winners else ""
