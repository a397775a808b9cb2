"""The wiring check: asks for each part of the table in turn, and so finds swapped and dead wires.

Pure: signals and moments come in, steps and findings come out. Judges nothing, and opens no pin.
"""

from collections.abc import Iterator
from dataclasses import field
from enum import Enum
from itertools import repeat

from companion.frozen import dataclass
from companion.table.config import Config, PadConfig, Sensor
from companion.table.pinout import board_wires, pinout
from companion.table.signals import Kind, Signal
from companion.words import Pad, Pads, Text, Value

TOGETHER_US = 400_000  # what one touch makes: module and lever, or two wires that touch each other
SECOND_WIRE_US = 6_000_000  # a dolphin that was touched is lifted by then, if its lever can tell
PATIENCE_US = 20_000_000  # a child has found the dolphin by then; nothing felt means a dead wire
ON_BOARD = "of the touch board"
SAME_HAND_US = 1_500_000  # the hand that is still on the last part is no answer for the next


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire: the signal that it makes, and where it goes, such as "GPIO 5 (place 29)"."""

    kind: Kind
    place: str


@dataclass(frozen=True, slots=True)
class Part:
    """A pad or a table button, with its wires. Exactly one of `pad` and `button` says which."""

    wires: tuple[Wire, ...]
    pad: Pad | None = None
    button: str = ""

    @property
    def name(self) -> Value:
        """What people call it: the dolphin's name, START, or the seat's number."""
        if self.pad is not None:
            return Pads((self.pad,))
        if self.button.startswith("seat:"):
            return f"Seat {int(self.button.removeprefix('seat:')) + 1}"
        return self.button.upper()

    @property
    def places(self) -> str:
        """Where its wires go."""
        return " and ".join(wire.place for wire in self.wires)


class Standing(Enum):
    """How a part stands in the check."""

    WAITS = "waits"
    NOW = "now"
    FELT = "felt"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Check:
    """A wiring check as screens show it. `findings` are sentences; none when all was right."""

    parts: tuple[tuple[Part, Standing], ...]
    asked: Text | None  # what to do now; none when the check is over
    hint: Text | None
    findings: tuple[Text, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether every part had its turn."""
        return self.asked is None


def parts_of(config: Config) -> tuple[Part, ...]:
    """Every part that has a wire: the pads in order, then START, YES, NO and the seats' buttons."""
    pads = (Part(tuple(_pad_wires(pad)), pad=Pad(i)) for i, pad in enumerate(config.pads))
    buttons = tuple(
        Part((Wire(Kind.PRESS, _place(pin)),), button=name) for name, pin in config.buttons.named()
    )
    if config.table.sensor is Sensor.BOARD:
        return (*_board_pads(config), *buttons, *_board_buttons(config, buttons))
    return (*(part for part in pads if part.wires), *buttons)


def fingerprint(parts: tuple[Part, ...]) -> str:
    """The same for the same wires: a table that was wired anew is worth another check."""
    wires = ((part, wire) for part in parts for wire in part.wires)
    return "; ".join(f"{p.pad}{p.button} {wire.kind.value} {wire.place}" for p, wire in wires)


@dataclass(slots=True)
class WiringCheck:
    """A check at work. It waits for the first touch for ever: nobody may be at the table yet."""

    parts: tuple[Part, ...]
    _turns: list["_Turn"] = field(default_factory=list)
    _last_us: dict[int, int] = field(default_factory=dict)  # by part: when it was felt last

    def begin(self, now_us: int) -> None:
        """Ask for the first part; from now on what answers nothing is passed over."""
        self._turns = [_Turn(0, now_us)]
        self._last_us = {}

    def note(self, signal: Signal) -> bool:
        """Take a signal; true if a part of the check made it."""
        source = self._source(signal)
        if source is None or self._is_over():
            return False
        if not self._turns:
            self._turns = [_Turn(0, signal.at_us)]
        turn = self._turns[-1]
        last_us = self._last_us.get(source, -SAME_HAND_US)
        self._last_us[source] = signal.at_us
        lingers = signal.at_us - last_us < SAME_HAND_US and source not in turn.felt
        if not lingers or source == turn.part:
            turn.note(source, signal)
        return True

    def tick(self, now_us: int) -> bool:
        """Go on where time is up; true if that changed anything."""
        if not self._turns or not self._turns[-1].is_done(self.parts, now_us):
            return False
        self._turns.append(_Turn(len(self._turns), now_us))
        return True

    def now(self) -> Check:
        """The check as it stands."""
        at = self._turns[-1].part if self._turns else 0
        done = self._turns[:at]
        standings = tuple(zip(self.parts, _standings(done, self.parts), strict=False))
        if at < len(self.parts):
            return Check(standings, _asked(self.parts[at]), _hint(self._turns[-1:], self.parts))
        return Check(standings, None, None, findings(self.parts, tuple(t.felt for t in done)))

    def _is_over(self) -> bool:
        return bool(self._turns) and self._turns[-1].part >= len(self.parts)

    def _source(self, signal: Signal) -> int | None:
        for i, part in enumerate(self.parts):
            if (part.pad, part.button) == (signal.pad, signal.button):
                return i if any(wire.kind is signal.kind for wire in part.wires) else None
        return None


@dataclass(slots=True)
class _Turn:
    """One part's turn: which parts were felt in it, by which signals, and since when."""

    part: int
    since_us: int
    felt: dict[int, set[Kind]] = field(default_factory=dict)
    first_us: int = 0

    def note(self, source: int, signal: Signal) -> None:
        self.first_us = self.first_us or signal.at_us
        self.felt.setdefault(source, set()).add(signal.kind)

    def is_done(self, parts: tuple[Part, ...], now_us: int) -> bool:
        if self.part >= len(parts):
            return False
        if not self.felt:
            return now_us - self.since_us >= PATIENCE_US
        lacks = any(_lacking(parts[source], kinds) for source, kinds in self.felt.items())
        return now_us - self.first_us >= (SECOND_WIRE_US if lacks else TOGETHER_US)


Felt = dict[int, set[Kind]]  # what was felt in one part's turn: by part, which signals


def findings(parts: tuple[Part, ...], felt: tuple[Felt, ...]) -> tuple[Text, ...]:
    """What is wrong with the wires, where part `i` was asked for and `felt[i]` answered."""
    return tuple(
        text for i in range(len(parts)) for text in _finding(i, parts, felt) if text is not None
    )


def _finding(i: int, parts: tuple[Part, ...], felt: tuple[Felt, ...]) -> Iterator[Text]:
    part, answered = parts[i], felt[i]
    others = [other for other in answered if other != i]
    if i in answered:
        yield from (_together(part, parts[other]) for other in others if i < other)
        yield from (_one_wire(part, wire) for wire in _lacking(part, answered[i]))
        return
    # A part that answers in its own turn too is wired right: then a wrong part was touched here.
    strangers = [other for other in others if other not in felt[other]]
    if not strangers:
        yield _dead(part)
        return
    other = strangers[0]
    if i not in felt[other]:
        yield _elsewhere(part, parts[other])
    elif i < other:
        yield _swapped(part, parts[other])


def _swapped(one: Part, two: Part) -> Text:
    if one.pad is not None and two.pad is not None:
        return Text(
            "{one} and {two} are swapped. Let the two dolphins change places, or their wires at "
            "{place} and {other}.",
            one=one.name,
            two=two.name,
            place=one.places,
            other=two.places,
        )
    return Text(
        "{one} and {two} are swapped. Change their wires at {place} and {other}.",
        one=one.name,
        two=two.name,
        place=one.places,
        other=two.places,
    )


def _elsewhere(part: Part, found: Part) -> Text:
    return Text(
        "{part} was felt as {found}. Its wire is at {wrong} and belongs at {place}.",
        part=part.name,
        found=found.name,
        wrong=found.places,
        place=part.places,
    )


def _dead(part: Part) -> Text:
    template = "{part} was not felt. Look at its wire at {place}, at both ends, and at its ground."
    if part.pad is not None and all(ON_BOARD in wire.place for wire in part.wires):
        template = "{part} was not felt. Look at its wire and its resistors at {place}."
    elif any(wire.kind is Kind.TOUCH for wire in part.wires):
        template = (
            "{part} was not felt. Look at its wire at {place}, at both ends, and at its module's "
            "ground and 3.3\u00a0V."
        )
    return Text(template, part=part.name, place=part.places)


def _one_wire(part: Part, wire: Wire) -> Text:
    touch, lift = "{part}'s touch was not felt.", "{part} was not felt being lifted."
    silent = Text(lift if wire.kind is Kind.LIFT else touch, part=part.name)
    template = "{silent} Look at the wire at {place}."
    if wire.kind is Kind.LIFT and ON_BOARD in wire.place:
        template += " Has its pad no middle? Then lifts = false belongs into the table's file."
    return Text(template, silent=silent, place=wire.place)


def _together(one: Part, two: Part) -> Text:
    return Text(
        "{one} and {two} were felt together. Was a hand on both? If not, their wires at {place} "
        "and {other} touch each other.",
        one=one.name,
        two=two.name,
        place=one.places,
        other=two.places,
    )


def _asked(part: Part) -> Text:
    if part.pad is None:
        seat = part.button.startswith("seat:")
        template = "Press the button of {part}." if seat else "Press {part}."
        return Text(template, part=part.name)
    kinds = {wire.kind for wire in part.wires}
    if kinds == {Kind.LIFT}:
        return Text("Lift the dolphin {part}, and put it back.", part=part.name)
    if Kind.LIFT in kinds:
        return Text("Touch the dolphin {part}, then lift it and put it back.", part=part.name)
    return Text("Touch the dolphin {part}.", part=part.name)


def _hint(turn: list[_Turn], parts: tuple[Part, ...]) -> Text:
    if turn and turn[0].felt:
        return Text("Felt!")
    if turn:
        return Text(
            "If nothing is felt for {s}\u00a0seconds, the next one has its turn.", s=_PATIENCE_S
        )
    return Text("One after the other, so that I know every wire.")


_PATIENCE_S = PATIENCE_US // 1_000_000


def _standings(done: list[_Turn], parts: tuple[Part, ...]) -> Iterator[Standing]:
    """Of one part after the other, and then for ever: who had a turn, who has it, who waits."""
    for i, turn in enumerate(done):
        right = set(turn.felt) == {i} and not _lacking(parts[i], turn.felt[i])
        yield Standing.FELT if right else Standing.WRONG
    yield Standing.NOW
    yield from repeat(Standing.WAITS)


def _lacking(part: Part, kinds: set[Kind]) -> list[Wire]:
    return [wire for wire in part.wires if wire.kind not in kinds]


def _pad_wires(pad: PadConfig) -> Iterator[Wire]:
    if pad.touch is not None:
        yield Wire(Kind.TOUCH, _place(pad.touch))
    if pad.switch is not None:
        yield Wire(Kind.LIFT, _place(pad.switch))


def _board_pads(config: Config) -> Iterator[Part]:
    places = _board_places()
    for pad in range(len(config.pads)):
        touch = Wire(Kind.TOUCH, places[f"PAD_{pad}"])
        lift = (Wire(Kind.LIFT, places["PRESENCE"]),) if config.board.lifts else ()
        yield Part((touch, *lift), pad=Pad(pad))


def _board_buttons(config: Config, known: tuple[Part, ...]) -> Iterator[Part]:
    """What hangs on the board; of a button that the Pi has, too, the Pi's is asked for."""
    places = _board_places()
    for name in config.board.named():
        if name not in {part.button for part in known}:
            place = places[name.upper().replace("SEAT:", "SEAT_")]
            yield Part((Wire(Kind.PRESS, place),), button=name)


def _board_places() -> dict[str, str]:
    return {wire.name: f"{wire.nano} {ON_BOARD}" for wire in board_wires()}


def _place(pin: int) -> str:
    """Where a wire goes, as hands find it: the pin's number, and which of the header's places."""
    header = pinout().header
    return f"GPIO {pin} (place {header.index(f'GPIO {pin}') + 1})"
