"""Asks a builder for hands, taps and chargers at a touch board, and reads the pads meanwhile."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import NoReturn

from companion.doctor.acceptance import TAPS, PadAccepted, Sheet
from companion.doctor.finding import Finding
from companion.doctor.one_pad import HAND_ON, READINGS, Lift, Step, Trace, judged, trace_of
from companion.frozen import replace
from companion.table.board.calibration.guide import EVERY
from companion.table.board.calibration.margins import FULL
from companion.table.board.doubts import SOFT_LEAST_US
from companion.table.board.shipped import shipped_image
from companion.table.board.terminal import LOOK_S, AtBoard, Terminal, at_board, real_terminal
from companion.table.config import Config
from companion.table.frames import Raw
from companion.table.signals import Kind, Signal
from companion.words import CompanionError

ENTER = "Then press Enter."
OR_DONE = "Then press Enter; d and Enter when there is none left."
ENOUGH = "Enter, if more are not felt."
SILENT_LOOKS = 100  # ten seconds
LEFT = "Left before the end: nothing was written, and the board is as it was."
SILENT = "The touch board has fallen silent. Look at its USB cable."


def tried(config: Config, pad: int, terminal: Terminal) -> tuple[Finding, ...]:
    """What came of showing one pad hands and chargers. `pad` counts from 0.

    Raises CompanionError where there is no such pad, or no board.
    """
    if not 0 <= pad < len(config.pads):
        raise CompanionError(f"There are the pads 0 to {len(config.pads) - 1}, and no {pad}.")
    with at_board(to_try(config), terminal) as at:
        at.table.mute(True)
        return tuple(shown_to(at, pad, config.pads[pad].name, lifts=config.board.lifts))


def to_try(config: Config) -> Config:
    """The same table, whose board looks for dolphins, whatever its pads are said to be."""
    return replace(config, board=replace(config.board, lifts=True))


def accepted(config: Config, terminal: Terminal) -> Sheet:
    """The acceptance sheet, filled in from ten taps on each dolphin.

    Raises CompanionError where there is no board.
    """
    with at_board(config, terminal) as at:
        now = at.table.now()
        pads = tuple(tapped(at, pad, config.pads[pad].name) for pad in range(len(config.pads)))
        return Sheet(f"{now.image:08x}", now.image == shipped_image(), pads)


def written(sheet: Sheet, to: Path) -> bool:
    """Write the sheet as a page, and say what it says; whether all is good.

    Raises CompanionError where the file cannot be written.
    """
    print(sheet)
    try:
        to.write_text(sheet.page(f"{date.today():%d %B %Y}"), encoding="utf-8")
    except OSError as problem:
        raise _unwritten(to, problem) from None
    print(f"The sheet is {to}: open it in a browser, and print it.")
    return sheet.is_good


def can_be_written(to: Path) -> None:
    """Look before fifty taps. Raises CompanionError where the file cannot be written."""
    was_there = to.exists()
    try:
        to.open("a").close()
        if not was_there:
            to.unlink()
    except OSError as problem:
        raise _unwritten(to, problem) from None


def _unwritten(to: Path, problem: OSError) -> CompanionError:
    return CompanionError(f"{to} cannot be written: {problem.strerror}. Name another place.")


def keyboard() -> Terminal:
    """This terminal. Raises CompanionError where nobody types at it, or any more (Ctrl+D)."""
    if not sys.stdin.isatty():
        raise CompanionError("This asks for your hands, and for Enter: say it in a terminal.")
    return real_terminal(_left)


@contextmanager
def to_the_end() -> Iterator[None]:
    """What is asked of somebody. Raises CompanionError where they leave it by Ctrl+C."""
    try:
        yield
    except KeyboardInterrupt:
        _left()


def _left() -> NoReturn:
    raise CompanionError(LEFT) from None


def shown_to(at: AtBoard, pad: int, name: str, *, lifts: bool) -> Iterator[Finding]:
    """Hands and chargers at one pad, as they are asked for, and what that means; `lifts` is what
    the table's file says of its pads."""
    looks: dict[Step, Trace] = {}
    off: set[Step] = set()  # where the board did not see the dolphin
    for step in HAND_ON:
        at.terminal.line(f"{step.value} {ENTER}")
        _typed(at)
        looks[step] = _look(at, pad)
        off |= {step} if at.table.lifted() >> pad & 1 else set()
        if looks[Step.EMPTY].mean >= FULL:
            return judged(name, looks)
    chargers: list[Trace] = []
    at.terminal.line(f"{Step.CHARGER.value} {OR_DONE}")
    while not _typed(at).lower().startswith("d"):
        chargers.append(_look(at, pad))
        at.terminal.line(f"{Step.CHARGER.value} {OR_DONE}")
    lift = Lift(lifts, felt=Step.GONE in off and not off & {Step.EMPTY, Step.BACK})
    return judged(name, looks, chargers, lift)


def tapped(at: AtBoard, pad: int, name: str) -> PadAccepted:
    """Ten taps on one dolphin."""
    at.terminal.line(f"{name}: take all hands off. {ENTER}")
    _typed(at)
    at.table.mute(True)
    empty = _look(at, pad)
    at.table.mute(False)
    felt: list[Signal] = []
    at.hears.append(felt.append)
    at.terminal.line(f"Tap {name} {TAPS} times with a fingertip, and nothing else. {ENOUGH}")
    typed = None
    while typed is None and len(_touches(felt, pad)) < TAPS:
        at.terminal.passing(f"{len(_touches(felt, pad))} of {TAPS}")
        typed = at.terminal.rest(LOOK_S)
    at.hears.remove(felt.append)
    mine = _touches(felt, pad)
    others = [signal for signal in felt if signal.kind is Kind.TOUCH and signal.pad != pad]
    doubts = [(signal.uncertain_us, signal.early_us) for signal in mine]
    sharp = [sum(both) for both in doubts if max(both) < SOFT_LEAST_US]
    return PadAccepted(name, empty, len(mine), len(sharp), max(sharp, default=0), len(others))


def _touches(felt: list[Signal], pad: int) -> list[Signal]:
    return [signal for signal in felt if signal.kind is Kind.TOUCH and signal.pad == pad]


def _typed(at: AtBoard) -> str:
    """The line that somebody types next."""
    while (typed := at.terminal.rest(LOOK_S)) is None:
        pass
    return typed


def _look(at: AtBoard, pad: int) -> Trace:
    """Two seconds of one pad. Raises CompanionError where nothing comes of the board."""
    crossings: list[int] = []

    def hear(raw: Raw) -> None:
        crossings.append(raw.crossings[pad])

    board = at.table.board
    board.on_raw = hear
    board.stream(EVERY)
    silent = 0
    while len(crossings) < READINGS and silent < SILENT_LOOKS:
        before = len(crossings)
        at.terminal.passing("." * (20 * before // READINGS))
        at.terminal.rest(LOOK_S)
        silent = silent + 1 if len(crossings) == before else 0
    board.stream(0)
    if len(crossings) < READINGS:
        raise CompanionError(SILENT)
    return trace_of(crossings[:READINGS])
