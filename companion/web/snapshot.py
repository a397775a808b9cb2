"""A picture as one viewer may see it: the contract's form of it, its sentences spoken.

Adds nothing that the picture does not hold, and hides what is not this viewer's.
"""

import re
from collections import Counter
from dataclasses import dataclass, fields
from datetime import datetime
from itertools import groupby
from typing import Any

from companion.access import Session
from companion.access.sessions import REVOKED
from companion.referee.answers import Teller, may_answer
from companion.referee.fold import Entry, OpenAsk
from companion.referee.picture import AccessState, Line, PadNow, Picture, entry_lines
from companion.referee.secrecy import sure
from companion.referee.showing import TEMPO_NAMES, deal_of
from companion.say import DOLPHINS, Names, listed, say, spoken
from companion.web import catalogue, wire
from companion.web.past import PastSnap, PlaceShown
from companion.web.rulebook import rule_text
from companion.words import Choice, Pad, Seat, Slot, Text

SAID_MOST = 8
_CLAUSE_END = re.compile(r"[.:!?;](?:\s|$)")
_BY = {"buttons": "the table's buttons", "referee": "the referee", "robot": "a robot"}


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks, at which page."""

    page: str
    session: Session
    at_machine: bool = False

    @property
    def tells(self) -> bool:
        """Whether this viewer may answer, undo and redo."""
        return self.session.role in ("seat", "referee")

    @property
    def teller(self) -> Teller:
        """How this viewer's answers are signed."""
        if self.session.role == "referee":
            return Teller("referee", referee=True)
        if self.session.seat is not None:
            return Teller(f"seat:{self.session.seat}", self.session.seat)
        return Teller("nobody")


def snapshot(
    picture: Picture,
    viewer: Viewer,
    table_us: int,
    simulated: bool = False,
    tablet: bool = False,
    address: wire.Where = wire.NOWHERE,
) -> wire.Snap:
    """Everything a page draws from; a live page also knows its table and where it is reached."""
    names, leads = picture.names, viewer.session.role == "referee"
    view = spoken_view(picture, picture.state, viewer.session.seat)
    return wire.Snap(
        seq=picture.version,
        page=viewer.page,
        table_us=table_us,
        you=_you(viewer),
        trouble=picture.trouble,
        game=_game(picture),
        deal=deal_of(picture),
        seats=_seats(picture, view),
        pads=tuple(_pad(pad, names, picture.margins) for pad in picture.pads),
        asks=tuple(ask_of(open_, viewer.teller, picture) for open_ in picture.open),
        draft=_draft(picture),
        said=tuple(_line(line, picture) for line in _said(picture, viewer)),
        headline=_headline(picture),
        undo=_undo(picture, table_us) if viewer.tells else None,
        redo=_redo(picture) if viewer.tells else None,
        caller=_caller(picture),
        knocks=_requests(picture) if leads else (),
        phones=_phones(picture, viewer) if leads else (),
        hold=_hold(picture.access),
        good_night=_good_night(picture),
        off=picture.access.off,
        wiring=_wiring(picture),
        review=_reviewer(picture),
        may_wait=picture.may_wait,
        view=view,
        tempos=TEMPO_NAMES,
        simulated=simulated,
        tablet=tablet,
        address=address,
    )


def past(snap: wire.Snap, present: wire.View | None) -> PastSnap:
    """The same as a moment of the past; `present` is the game at hand by now."""
    shown = {field.name: getattr(snap, field.name) for field in fields(snap)}
    return PastSnap(**shown, present=present)


def ask_of(open_: OpenAsk, teller: Teller, picture: Picture) -> wire.AskShown:
    """A question as this teller sees it."""
    ask, names = open_.ask, picture.names
    return wire.AskShown(
        id=open_.id,
        topic=ask.topic,
        must=ask.must,
        unfolded=ask.unfolded,
        mine=may_answer(ask.seats, teller),
        lead=say(ask.lead, names) if ask.lead else "",
        text=say(ask.text, names),
        seats=ask.seats,
        waiting_for=_waiting_for(ask.seats, picture),
        choices=tuple(_choice(choice, names, teller.seat) for choice in ask.choices),
    )


def line_of_entry(entry: Entry, picture: Picture) -> wire.Told:
    """A fact of the journal as one line."""
    return _line(entry_lines(entry)[0], picture)


def spoken_view(picture: Picture, state: Any, seat: Seat | None = None) -> wire.View:
    """A state of the picture's game as screens may show it."""
    if picture.module is None:
        return {}
    view: Any = spoken(picture.module.view(state, seat), picture.names)
    return dict(view)


def places_of(picture: Picture, state: Any) -> tuple[PlaceShown, ...]:
    """The places of a game that is over, the first first, those who are level together."""
    view = spoken_view(picture, state)
    groups = groupby(view["placing"], key=lambda one: one["place"])
    return tuple(_place_of(list(some), picture.names) for _, some in groups)


def _place_of(level: list[dict[str, Any]], names: Names) -> PlaceShown:
    called = tuple(names.seat(one["seat"]) for one in level)
    return PlaceShown(**level[0], names=called)


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
        title=catalogue.title(game.kind),
        running=game.ended_ms is None,
        options=tuple(wire.Chosen(**one) for one in catalogue.chosen(game.kind, picture.setup)),
    )


def _seats(picture: Picture, view: wire.View) -> tuple[wire.SeatShown, ...]:
    present = [Seat(seat) for seat in view.get("present", [])]
    joining = [Seat(seat) for seat in view.get("joining", [])]
    owing = {
        seat
        for open_ in picture.open
        if open_.ask.must and len(open_.ask.seats) < len(present)
        for seat in open_.ask.seats
    }
    everybody = sorted({*picture.names.seats, *present, *joining})
    return tuple(
        wire.SeatShown(
            seat=seat,
            name=picture.names.seat(seat),
            shape=wire.SHAPES[seat % len(wire.SHAPES)],
            present=seat in present,
            owes=seat in owing,
            phones=picture.phones.count(seat),
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


PAD_KEYS = tuple(name.lower() for name in DOLPHINS)


def _waiting_for(seats: tuple[Seat, ...], picture: Picture) -> str:
    if not seats:
        return "the referee"
    if len(seats) > 2:
        return "the table"
    return listed([picture.names.seat(seat) for seat in seats], picture.names)


def _choice(choice: Choice, names: Names, me: Seat | None) -> wire.ChoiceShown:
    mine = {slot.field for slot in choice.slots if slot.me}
    of, option = _about(choice.key)
    return wire.ChoiceShown(
        key=choice.key,
        label=say(choice.label, names),
        tone=choice.tone,
        sure=sure(choice),
        of=of,
        option=option,
        # A phone whose seat is filled in is not shown itself as the other one.
        slots=tuple(
            _slot(slot, names, me if slot.other_than in mine else None) for slot in choice.slots
        ),
    )


def _about(key: str) -> tuple[str, int | None]:
    """What a key names, so that its button wears a seat's shape or a dolphin."""
    of, _, number = key.partition(":")
    faced = of in ("seat", "pad") and number.isdigit()
    return (of, int(number)) if faced else ("", None)


def _slot(slot: Slot, names: Names, without: Seat | None) -> wire.SlotShown:
    named = list(zip(slot.options, _options(slot, names), strict=True))
    shown = [(option, name) for option, name in named if without is None or option != without]
    return wire.SlotShown(
        field=slot.field,
        of=slot.of,
        options=tuple(option for option, _ in shown),
        names=tuple(name for _, name in shown),
        least=slot.least,
        most=slot.most,
        many=slot.many,
        me=slot.me,
        preset=slot.preset,
        ticked=slot.ticked,
    )


def _options(slot: Slot, names: Names) -> list[str]:
    if slot.labels:
        return [say(label, names) for label in slot.labels]
    # More or fewer have a sign; how many there are has none.
    signed = any(isinstance(option, int) and option < 0 for option in slot.options)
    return [_option(slot.of, option, names, signed) for option in slot.options]


def _option(of: str, option: int | str, names: Names, signed: bool) -> str:
    if of == "seat":
        return names.seat(Seat(int(option)))
    if of == "pad":
        return names.pad(Pad(int(option)))
    return f"{option:+d}" if signed and isinstance(option, int) else str(option)


def _draft(picture: Picture) -> wire.DraftShown | None:
    draft = picture.draft
    if draft is None:
        return None
    candidate: int | str | None = draft.candidate
    if isinstance(candidate, str) and candidate.startswith("seat:"):
        candidate = int(candidate.removeprefix("seat:"))
    return wire.DraftShown(draft.ask, draft.picked, candidate)


def _line(line: Line, picture: Picture) -> wire.Told:
    kind = picture.game.kind if picture.game else ""
    return wire.Told(
        seq=line.seq,
        at=datetime.fromtimestamp(line.wall_ms / 1000).strftime("%H:%M"),
        text=say(line.text, picture.names),
        rule=line.rule,
        rule_text=rule_text(kind, line.rule),
        sign=line.sign,
        by=_by(line, picture.names),
        standing=line.standing,
        told=line.told,
        amends=line.amends,
    )


def _by(line: Line, names: Names) -> str:
    return _teller(line.by, names) if line.told else ""


def _teller(by: str, names: Names) -> str:
    if by.startswith("seat:"):
        return names.seat(Seat(int(by.removeprefix("seat:"))))
    return _BY.get(by, by)


def _reviewer(picture: Picture) -> wire.Questioned | None:
    return wire.Questioned(_teller(picture.review, picture.names)) if picture.review else None


def _word(line: Line, names: Names) -> str:
    """What undo or redo is about, short enough for a button: the first clause."""
    return _CLAUSE_END.split(say(line.text, names))[0]


def _undo(picture: Picture, table_us: int) -> wire.Undo | None:
    line, names = picture.undo, picture.names
    if line is None:
        return None
    fresh = table_us < picture.undo_until_us
    of = line.amends or line.seq
    return wire.Undo(line.seq, of, _word(line, names), _by(line, names), fresh)


def _redo(picture: Picture) -> wire.Redo | None:
    line = picture.redo
    return None if line is None else wire.Redo(line.seq, _word(line, picture.names))


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
        wire.JoinRequestShown(k.id, k.role, k.seat, _place(k.seat, picture.names, k.role), k.words)
        for k in picture.requests
    )


def _you(viewer: Viewer) -> wire.You:
    who = viewer.session
    return wire.You(who.role, who.seat, who == REVOKED)


def _phones(picture: Picture, viewer: Viewer) -> tuple[wire.PhoneShown, ...]:
    return tuple(
        wire.PhoneShown(
            id=guest.id,
            role=guest.role,
            seat=guest.seat,
            name=_place(guest.seat, picture.names, guest.role),
            since=_hour(guest.since_ms),
            seen="here" if guest.here else _hour(guest.seen_ms),
            own=guest.id == viewer.session.phone,
        )
        for guest in picture.access.guests
    )


def _place(seat: Seat | None, names: Names, role: str) -> str:
    if role == "table":
        return "the table"
    return "the referee" if seat is None else names.seat(seat)


def _hour(wall_ms: int) -> str:
    return datetime.fromtimestamp(wall_ms / 1000).strftime("%H:%M") if wall_ms else ""


def _hold(access: AccessState) -> str:
    """What holding START would do now, for the wall: the words are no secret there."""
    if access.candidate is not None:
        return f"Hold START to make “{access.candidate.words}” the referee."
    return "Hold START again to say good night." if access.asked else ""


def _good_night(picture: Picture) -> wire.GoodNight | None:
    """The evening that ended, until the next game begins."""
    games = picture.access.closing
    if games is None or picture.game is not None:
        return None
    won = Counter(game.winner for game in games if game.winner)
    return wire.GoodNight(
        games=tuple(
            wire.GamePlayed(catalogue.title(game.kind), game.rounds, game.winner, game.players)
            for game in games
        ),
        won=tuple(wire.Won(name, count) for name, count in won.most_common()),
    )


def _wiring(picture: Picture) -> wire.Wiring | None:
    """The check of the wires, until a game begins."""
    check, names = picture.wiring, picture.names
    if check is None or picture.game is not None:
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


def _said(picture: Picture, viewer: Viewer) -> tuple[Line, ...]:
    """What happened: the whole record for the referee and a replay, what stands for all others."""
    if viewer.page == "referee":
        return picture.lines
    if viewer.page == "replay":
        return picture.lines[:SAID_MOST]
    return _news(picture)[:SAID_MOST]


def _news(picture: Picture) -> tuple[Line, ...]:
    """What stands, the newest first; and before it what was taken back a moment ago."""
    back = (picture.back,) if picture.back else ()
    return (*back, *(line for line in picture.lines if line.headline))


def _headline(picture: Picture) -> wire.Told | None:
    return next((_line(line, picture) for line in _news(picture)), None)
