"""A picture as one viewer may see it: the contract's form of it, its sentences spoken.

Adds nothing that the picture does not hold, and hides what is not this viewer's.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import fields, replace
from itertools import groupby
from typing import Any, cast
from zlib import crc32

from companion.access import Session
from companion.evening.poster import PersonTold
from companion.evening.poster import spoken as spoken_poster
from companion.frozen import dataclass
from companion.games import robots
from companion.games.view import NoView
from companion.looks import looks_of
from companion.names import ended
from companion.referee.answers import Teller
from companion.referee.fold import OpenAsk
from companion.referee.past import Placed, named
from companion.referee.picture import (
    AccessState,
    DoorNow,
    Line,
    PadNow,
    Picture,
    is_noted,
    teller_named,
)
from companion.referee.showing import TEMPO_NAMES, deal_of
from companion.referee.taking_back import back_text, may_amend, may_redo, may_undo
from companion.say import DOLPHINS, Names, parted, say, spoken
from companion.web import catalogue, wire
from companion.web.asking import AT_TABLE, ask_of
from companion.web.guard import KIOSK, TABLE, WALL
from companion.web.lights import draft_shown, keys_shown, lights_shown
from companion.web.lines import by_shown, lines_shown, news_shown, teller_shown
from companion.web.past import PastSnap, PlaceShown
from companion.web.people_shown import (
    claims_shown,
    comers_shown,
    lobby_shown,
    phones_shown,
    whose,
    you_shown,
)
from companion.words import Pad, Seat, Text

SAID_MOST = 8
_CLAUSE_END = re.compile(r"[.:!?;](?:\s|$)")


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks, at which page."""

    page: str
    session: Session
    at_machine: bool = False

    @property
    def is_wall(self) -> bool:
        """Whether this screen hangs where only people of the table look at it."""
        return self.page == "wall" and (self.at_machine or self.session.role == WALL)

    @property
    def is_here(self) -> bool:
        """Whether it is a wall at the machine itself: who sees it stands before it."""
        return self.page == "wall" and (self.at_machine or self.session == KIOSK)

    @property
    def is_door(self) -> bool:
        """Whether this screen shows the door's pictures to whoever stands before it, as a wall
        does: the tablet in the middle, and the drawn table on the machine itself.
        """
        lies_here = self.page == "tablet" and self.session.role == TABLE
        return self.is_wall or lies_here or (self.page == "tabletop" and self.at_machine)

    @property
    def leads(self) -> bool:
        """Whether this is the referee's phone."""
        return self.session.role == "referee"

    @property
    def seat(self) -> Seat | None:
        """The seat whose own page this is; the referee's page is everybody's."""
        return None if self.page == "referee" else self.session.seat

    def unseated(self) -> "Viewer":
        """The same without a seat: the game at hand has none of that number."""
        return replace(self, session=replace(self.session, seat=None))

    @property
    def asked(self) -> Teller:
        """Whose questions this page puts: who leads has a seat's own page beside the referee's."""
        own = self.page == "seat" and self.seat is not None
        return Teller(f"seat:{self.seat}", self.seat) if own else self.teller

    @property
    def teller(self) -> Teller:
        """How this viewer's answers are signed."""
        if self.session.role == "referee":
            return Teller("referee", referee=True)
        if self.session.seat is not None:
            return Teller(f"seat:{self.session.seat}", self.session.seat)
        return AT_TABLE if self.session.role == TABLE else Teller("nobody")


@dataclass(frozen=True, slots=True)
class Here:
    """What a live page also knows: what the table is, and where it is reached."""

    simulated: bool = False
    tablet: bool = False
    address: wire.Where = wire.NOWHERE


NOT_LIVE = Here()


def snapshot(picture: Picture, viewer: Viewer, table_us: int, here: Here = NOT_LIVE) -> wire.Snap:
    """Everything a page draws from."""
    viewer, view, seats = _seen_by(picture, viewer)
    return wire.Snap(
        seq=picture.version,
        page=viewer.page,
        table_us=table_us,
        you=you_shown(picture, viewer.session, viewer.seat),
        trouble=picture.trouble,
        saved=picture.saved,
        game=_game(picture),
        deal=deal_of(picture),
        seats=seats,
        pads=tuple(_pad(pad, picture.names, picture.margins) for pad in picture.pads),
        asks=tuple(_ask(open_, viewer.asked, picture, view.memory) for open_ in picture.open),
        draft=draft_shown(picture),
        lights=lights_shown(picture),
        keys=keys_shown(picture),
        said=lines_shown(_said(picture, viewer, view.memory), picture),
        headline=_headline(picture),
        undo=_undo(picture, table_us) if may_undo(picture, viewer.teller) else None,
        redo=_redo(picture) if may_redo(picture, viewer.teller) else None,
        amends=may_amend(picture, viewer.teller),
        took_back=_took_back(picture, viewer.teller),
        caller=_caller(picture),
        knocks=_requests(picture) if viewer.leads else (),
        phones=_phones(picture, viewer),
        door=_door(picture.access.door, viewer),
        came=phones_shown(picture, picture.access.came, viewer.session.phone),
        vouched=picture.access.vouched,
        comers=comers_shown(picture, view) if viewer.leads else (),
        claims=claims_shown(picture, viewer.session),
        lobby=lobby_shown(picture),
        hold=_hold(picture.access, viewer),
        good_night=_good_night(picture),
        between=_between(picture, view),
        points=picture.access.points,
        off=picture.access.off,
        wiring=_wiring(picture),
        review=_reviewer(picture),
        again=picture.again,
        may_wait=picture.may_wait,
        may_take_back=picture.may_take_back,
        record=_record(picture, viewer, view.memory),
        view=view,
        tempos=TEMPO_NAMES,
        simulated=here.simulated,
        tablet=here.tablet,
        address=here.address,
    )


def _seen_by(
    picture: Picture, viewer: Viewer
) -> tuple[Viewer, wire.View, tuple[wire.SeatShown, ...]]:
    """The game and the seats as this viewer sees them, who sits only where a seat is shown."""
    view = spoken_view(picture, picture.state, viewer.seat)
    seats = _seats(picture, view)
    is_shown = viewer.session.seat in {shown.seat for shown in seats}
    return viewer if is_shown else viewer.unseated(), view, seats


def past(snap: wire.Snap, present: wire.View | None) -> PastSnap:
    """The same as a moment of the past; `present` is the game at hand by now."""
    shown = {field.name: getattr(snap, field.name) for field in fields(snap)}
    return PastSnap(**shown, present=present)


def _ask(open_: OpenAsk, teller: Teller, picture: Picture, memory: bool) -> wire.AskShown:
    ask = ask_of(open_, teller, picture)
    # What is offered first tells what was asked for lately.
    return replace(ask, choices=()) if memory and not ask.mine else ask


def spoken_view(picture: Picture, state: Any, seat: Seat | None = None) -> wire.View:
    """A state of the picture's game as screens may show it."""
    if picture.module is None:
        return NoView()
    is_everybodys = seat is None and state is picture.state
    seen = picture.view if is_everybodys else picture.module.view(state, seat)
    return cast(wire.View, spoken(seen, picture.names))


def places_of(placing: Iterable[Placed], names: Names) -> tuple[PlaceShown, ...]:
    """The places of a game that is over, the first first, those who are level together."""
    groups = groupby(placing, key=lambda placed: placed.place)
    return tuple(_place_of(list(some), names) for _, some in groups)


def _place_of(level: list[Placed], names: Names) -> PlaceShown:
    first = level[0]
    return PlaceShown(
        seat=first.seat,
        place=first.place,
        shared=first.shared,
        score=None if first.score is None else named(first.score, names),
        decided=tuple(named(words, names) for words in first.decided),
        names=tuple(names.seat(placed.seat) for placed in level),
    )


def pad_key(pad: Pad) -> str:
    """The colour that pages draw a dolphin in."""
    return PAD_KEYS[pad % len(PAD_KEYS)]


def _game(picture: Picture) -> wire.GameShown | None:
    game = picture.game
    if game is None:
        return None
    return wire.GameShown(
        id=game.game,
        kind=game.kind,
        title=catalogue.title(
            game.kind, picture.view.called and say(picture.view.called, picture.names)
        ),
        running=game.ended_ms is None,
        options=tuple(map(wire.Chosen, catalogue.chosen(game.kind, picture.setup))),
    )


def _seats(picture: Picture, view: wire.View) -> tuple[wire.SeatShown, ...]:
    asked = [
        open_.ask
        for open_ in picture.open
        if open_.ask.must and len(open_.ask.seats) < len(view.present)
    ]
    owing = {seat for ask in asked for seat in ask.seats}
    if owing >= set(view.present) and len({ask.topic for ask in asked}) == 1:
        owing = set()  # nobody in particular: a score card may be filled in from the deal on
    everybody = sorted({*picture.names.seats, *view.present, *view.joining})
    phones = Counter(guest.person.number for guest in picture.access.guests if guest.person)
    looks = looks_of(everybody, picture.names.looks)
    return tuple(
        wire.SeatShown(
            seat=seat,
            name=picture.names.seat(seat),
            named=seat in picture.names.seats,
            shape=looks[seat].shape,
            colour=looks[seat].colour,
            present=seat in view.present,
            owes=seat in owing,
            phones=phones[picture.names.people.get(seat, 0)],
            robot=str(seat) in view.robots,
            keeps_name=picture.names.seat(seat) in robots(),
        )
        for seat in everybody
    )


def _pad(pad: PadNow, names: Names, margins: tuple[str, ...]) -> wire.Dolphin:
    return wire.Dolphin(
        pad=pad.pad,
        name=names.pad(pad.pad),
        key=pad_key(pad.pad),
        state=pad.state,
        why=pad.why,
        margin=margins[pad.pad] if pad.pad < len(margins) else "",
    )


WORD_MOST = 70  # letters of what a button takes back: two long names
PAD_KEYS = tuple(name.lower() for name in DOLPHINS)


def _reviewer(picture: Picture) -> wire.Questioned | None:
    """Who says wait: that begins a sentence."""
    by, names = picture.review, picture.names
    if not by:
        return None
    is_seat = by.startswith("seat:")
    return wire.Questioned(teller_shown(by, names) if is_seat else say(teller_named(by), names))


def _word(line: Line, names: Names) -> str:
    """What undo or redo is about, short enough for a button: the first clause, but no mere name or
    place, nor that something was put right without what."""
    people, said = names.seats.values(), say(line.text, names)
    clause, rest = parted(said, _CLAUSE_END, people)
    is_place = clause[-1:].isdigit() and said.startswith(f"{clause}:")
    is_head = bool(rest) and (clause in people or is_place or line.amends > 0)
    word = f"{clause}: {parted(rest, _CLAUSE_END, people)[0]}" if is_head else clause
    return ended(word, WORD_MOST)


def _undo(picture: Picture, table_us: int) -> wire.Undo | None:
    line, names = picture.undo, picture.names
    if line is None:
        return None
    fresh = table_us < picture.undo_until_us
    of = line.amends or line.seq
    return wire.Undo(line.seq, of, _word(line, names), by_shown(line, names), fresh)


def _redo(picture: Picture) -> wire.Redo | None:
    line = picture.redo
    return None if line is None else wire.Redo(line.seq, _word(line, picture.names))


def _took_back(picture: Picture, teller: Teller) -> str:
    """What this teller should hear of what was taken back, in words."""
    text = back_text(picture, teller)
    return "" if text is None else say(text, picture.names)


def _caller(picture: Picture) -> wire.CallerShown:
    caller = picture.caller
    return wire.CallerShown(
        running=caller.running,
        paused=caller.paused,
        once=caller.once,
        tempo=caller.tempo,
        every_ms=caller.every_ms,
        calls=caller.calls,
    )


def _requests(picture: Picture) -> tuple[wire.JoinRequestShown, ...]:
    return tuple(
        wire.JoinRequestShown(k.id, k.role, k.seat, whose(k.person, k.role), k.words)
        for k in picture.requests
    )


def _phones(picture: Picture, viewer: Viewer) -> tuple[wire.PhoneShown, ...]:
    shown = phones_shown(picture, picture.access.guests, viewer.session.phone)
    return shown if viewer.leads else ()


def _door(door: DoorNow, viewer: Viewer) -> wire.DoorShown:
    """The door; its pictures are for walls, and for who is in and looks at the wall's page."""
    is_in = viewer.session.role in ("seat", "referee")
    sees = viewer.is_door or (viewer.page in ("wall", "tabletop") and is_in)
    pictures = door.pictures if sees else ()
    return wire.DoorShown(door.choice, door.open, door.only_nods, door.taps, pictures)


def _hold(access: AccessState, viewer: Viewer) -> str:
    """What START, held, did or would do now."""
    held = "The referee's code is on the table's own wall." if access.held else ""
    shown = "" if viewer.is_wall else held
    asked = "Hold START again to say good night." if access.asked else ""
    return f"{shown} {asked}".strip()


def _good_night(picture: Picture) -> wire.GoodNight | None:
    """The evening that ended, until the next game begins."""
    night = picture.access.closing
    if night is None or picture.game is not None:
        return None
    told = night.poster if night.poster.games else None
    return wire.GoodNight(
        games=tuple(
            wire.GamePlayed(
                catalogue.title(game.kind, game.called), game.rounds, game.winner, game.players
            )
            for game in night.games
        ),
        standing=_standing(night.poster.people),
        # Another evening is another picture to a browser.
        poster=f"/poster.svg?v={crc32(repr(told).encode()):08x}" if told else "",
        spoken=spoken_poster(told) if told else "",
    )


def _between(picture: Picture, view: wire.View) -> wire.BetweenGames | None:
    """What there is to say between two games."""
    between = picture.access.between
    is_on = picture.game is not None and not view.over
    if between is None or is_on or (picture.game is None and picture.access.closing is not None):
        return None
    return wire.BetweenGames(
        standing=_standing(between.standing),
        next=between.next,
    )


def _standing(people: Iterable[PersonTold]) -> tuple[wire.StandShown, ...]:
    return tuple(
        wire.StandShown(one.name, one.look.shape, one.look.colour, one.place, one.points)
        for one in people
    )


def _wiring(picture: Picture) -> wire.Wiring | None:
    """The check of the wires, until a game begins."""
    check, names = picture.wiring, picture.names
    if check is None or picture.is_on:
        return None
    return wire.Wiring(
        asked=say(check.asked, names) if check.asked else "",
        hint=say(check.hint, names) if check.hint else "",
        findings=tuple(say(finding, names) for finding in check.findings),
        parts=tuple(
            wire.PartShown(
                name=say(Text("{part}", part=part.name), names),
                key=pad_key(part.pad) if part.pad is not None else "",
                pad=part.pad,
                standing=standing.value,
            )
            for part, standing in check.parts
        ),
    )


def _record(picture: Picture, viewer: Viewer, memory: bool) -> str:
    """Whether this referee may open, or has opened, what a game of memory keeps to itself."""
    if not memory or viewer.session.role != "referee":
        return ""
    return "open" if picture.record else "may" if may_open(picture, viewer.session) else ""


def may_open(picture: Picture, session: Session) -> bool:
    """A referee who plays looks back only when a ruling is questioned."""
    return session.role == "referee" and (session.seat is None or bool(picture.review))


def _said(picture: Picture, viewer: Viewer, memory: bool) -> tuple[Line, ...]:
    """What happened: the whole record for the referee and a replay, what stands for all others.

    In a game of memory that is the newest line, but for a referee who opened the record.
    """
    is_open = picture.record and viewer.page == "referee"
    if memory and viewer.page in wire.LIVE_PAGES and not is_open:
        return _news(picture)[:1]
    if viewer.page == "referee":
        return picture.lines
    if viewer.page == "replay":
        return picture.lines[:SAID_MOST]
    newest, *older = _news(picture) or (None,)
    told = (line for line in older if line and not is_noted(line.text))  # that says nothing now
    return (newest, *told)[:SAID_MOST] if newest else ()


def _news(picture: Picture) -> tuple[Line, ...]:
    """What stands, the newest first; and before it what was taken back a moment ago."""
    back = (picture.back.line,) if picture.back and picture.back_until_us else ()
    return (*back, *(line for line in picture.lines if line.headline))


def _headline(picture: Picture) -> wire.HistoryLine | None:
    return next((news_shown(line, picture) for line in _news(picture)), None)
