"""The moments between moments: nobody there yet, the lobby, the wires, a pause, a question about a
ruling, what was taken back, good night. Each is the referee's picture with what comes and goes.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.access.door import PICTURES
from companion.frozen import replace as changed
from companion.journal.people import Person
from companion.looks import look_of
from companion.referee.picture import (
    AccessState,
    DoorNow,
    Guest,
    Intermission,
    JoinRequest,
    Night,
    PadNow,
    Picture,
    Tonight,
)
from companion.referee.wiring import Check, Part, Standing
from companion.words import Pad, Pads, Text
from tests.evening.test_poster import evening
from tests.moments.recorded import MIDDLE, Bench, Look, Moment
from tests.robots.hearsay import REFEREE

DOOR: Final = DoorNow("wall", open=True, only_nods=False, taps=4, pictures=PICTURES[:4])
DOLPHINS: Final = tuple(PadNow(Pad(n), "home") for n in range(5))
REFEREES: Final = Look("/referee", "referee")
WALLS: Final = (Look("/"), Look("/", at_machine=True))
CAME_MS: Final = 1_700_000
NIGHTS: Final = (0, 1, 12)
TROUBLE: Final = (
    "The disk is full: nothing can be noted in the journal. Make room; play then goes on."
)


def at_rest(names: tuple[str, ...]) -> Iterator[Moment]:
    """Every moment at which no game is on."""
    people = [Person(n + 1, name, look_of(n).word) for n, name in enumerate(names)]
    guests = tuple(
        Guest(f"g{one.number}", "seat", None, CAME_MS + one.number, True, CAME_MS, one)
        for one in people
    )
    knocks = (JoinRequest("k1", None, "silver crab"), JoinRequest("k2", None, "blue squid", "wall"))
    nobody = Picture(version=1, pads=DOLPHINS, access=AccessState(door=DOOR, link=True))
    strangers = (*WALLS, Look("/join"), Look("/tabletop"), MIDDLE)
    yield Moment("nobody yet", nobody, (*strangers, REFEREES, Look("/new", "referee")))
    shut = replace(DOOR, choice="nods", only_nods=True, pictures=())
    yield Moment("by nods", _with(nobody, door=shut), (*WALLS, Look("/join")))
    access = AccessState(guests=guests, door=DOOR, vouched=names[-1:])
    lobby = changed(nobody, requests=knocks, access=access)
    guest = Look("/seat", "guest:0")
    for moment, picture in {"nobody yet": nobody, "lobby": lobby}.items():
        yield Moment(f"{moment}, in trouble", changed(picture, trouble=(TROUBLE,)), WALLS, names)
    yield Moment("lobby", lobby, (*WALLS, MIDDLE, REFEREES, guest, Look("/me", "guest:0")), names)
    yield from _wires(nobody)
    for games in NIGHTS:
        told = evening(len(names) if games else 0, games, names)
        played = tuple(
            Tonight("dolphin_splash", 5, names[n % len(names)], names) for n in range(games)
        )
        night = _with(nobody, closing=Night(played, told), link=False, guests=guests)
        looks = (*WALLS, MIDDLE, REFEREES, guest, Look("/join"))
        yield Moment(f"good night after {games}", night, looks, names)
    pause = Intermission(evening(len(names), 3, names).people, "Next: SPLIT, as last time?")
    between = _with(nobody, between=pause, guests=guests)
    yield Moment("between games", between, (*WALLS, MIDDLE, REFEREES, guest), names)


def beside(bench: Bench, played: list[Moment]) -> Iterator[Moment]:
    """What may come to any game: doubt, strangers, somebody who watches; the end of it, too."""
    first = next(moment for moment in played if moment.picture.undo is not None)
    kind = first.name.split()[0]
    seat = Look("/seat", "seat:0")
    doubt = changed(first.picture, review="seat:0")
    yield Moment(f"{kind} under review", doubt, (*first.looks,), first.names)
    held = replace(doubt.access, asked=True)  # and START was held: once more is good night
    yield Moment(f"{kind} held", changed(doubt, access=held), (*WALLS, MIDDLE), first.names)
    asking = Person(99, first.names[-1], "wave-grey")
    late = _with(first.picture, asking=(asking,), door=DOOR, vouched=first.names[:1])
    guest = (Look("/seat", "guest:7"), Look("/me", "guest:7"))
    looks = (REFEREES, *guest, Look("/", at_machine=True))
    yield Moment(f"{kind} a late joiner", late, looks, first.names)
    for live in played:
        if live.picture.view.table is not None and live.picture.view.table.calling:
            calling = replace(live.picture.caller, running=True, calls=42)
            called = changed(live.picture, caller=calling)
            yield Moment(f"{live.name} and PASS is called", called, live.looks, live.names)
    trouble = ("The board does not answer. Is its cable in?",)
    busy = next(moment for moment in reversed(played) if not moment.picture.view.over)
    troubled = changed(busy.picture, trouble=trouble)
    yield Moment(f"{kind} trouble", troubled, busy.looks, busy.names)
    over = next(moment for moment in played if moment.picture.view.over)
    pause = Intermission(
        evening(len(over.names), 3, over.names).people, "Next: SPLIT, as last time?"
    )
    again = changed(_with(over.picture, between=pause), again=True)
    yield Moment(f"{kind} over, and again", again, (*WALLS, MIDDLE, seat, REFEREES), over.names)
    yield from _taken_back(bench, kind, first.names)


def _taken_back(bench: Bench, kind: str, names: tuple[str, ...]) -> Iterator[Moment]:
    """A word of a new game was taken back a moment ago."""
    undo = bench.referee.picture.undo
    if undo is None:
        return
    said = bench.referee.undo(bench.tap(), undo.seq, REFEREE)
    assert said.kind == "counts", said
    looks = (*WALLS, MIDDLE, Look("/seat", "seat:0"), REFEREES)
    yield Moment(f"{kind} just undone", bench.referee.picture, looks, names)


def _with(picture: Picture, **fields: object) -> Picture:
    return changed(picture, access=replace(picture.access, **fields))  # type: ignore[arg-type]


def _wires(picture: Picture) -> Iterator[Moment]:
    parts = [Part((), pad=Pad(n)) for n in range(5)]
    parts += [
        Part((), button=name) for name in ("start", "yes", "no", *(f"seat:{n}" for n in range(6)))
    ]
    now = [Standing.FELT, Standing.WRONG, Standing.NOW, *[Standing.WAITS] * 11]
    asked = Text("Touch the dolphin {pad}, then lift it and put it back.", pad=Pads((Pad(2),)))
    hint = Text("Anybody may do it.")
    check = Check(tuple(zip(parts, now, strict=True)), asked, hint)
    yield Moment("wires", changed(picture, wiring=check), (*WALLS, REFEREES))
    found = tuple(
        Text(
            "{pad}: nothing was felt. Its wire belongs at GPIO 5 (place 29) of the header.",
            pad=Pads((Pad(n),)),
        )
        for n in range(4)
    )
    wrong = Check(tuple((part, Standing.WRONG) for part in parts), None, None, found)
    yield Moment("wires wrong", changed(picture, wiring=wrong), (*WALLS, REFEREES))
    right = Check(tuple((part, Standing.FELT) for part in parts), None, None)
    yield Moment("wires right", changed(picture, wiring=right), (*WALLS, REFEREES))
