"""The touch board's calibration in a terminal: the same guide as on the page, in lines and bars.

Decides nothing about pads. Has the port for itself: beside a running companion the page does it.
"""

import select
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.say import Names, say
from companion.table.board.calibration.calibrator import Calibrator, Stage
from companion.table.board.calibration.guide import PadShown, Shown
from companion.table.board.calibration.margins import Mark, Result, in_pf
from companion.table.board.table import BoardTable
from companion.table.clock import TableClock
from companion.table.config import Config
from companion.table.signals import Signal
from companion.words import CompanionError

MEET_S = 8.0  # the boot loader takes up to two seconds, looking for the port a few more
TROUBLE_S = 1.0  # what is wrong for so long will not mend itself
LOOK_S = 0.1
BAR, WIDE_BAR = 6, 40  # letters
BAR_PF = 24.0
SIGNS = {Mark.GOOD: "✓", Mark.WEAK: "!", Mark.BAD: "✗", Mark.LEFT_OUT: "-"}
KEYS = {"": "skip", "s": "skip", "b": "back", "a": "again", "k": "keep", "l": "stop"}
HELP = "Enter skips a step, b goes one back, Ctrl+C leaves the board as it was."
CHOICES = "Those once more (a), keep it all the same (k), or leave the board as it was (l)?"
GONE = "The touch board does not speak: look at its USB cable, and at its lamp."
ELSEWHERE = "If the companion runs, it has the board: its referee's page does this, under The pads."


@dataclass(frozen=True, slots=True)
class Terminal:
    """Where it is shown: lines that stay, one that does not, and a rest that answers with what was
    typed meanwhile (without its end; None: nothing)."""

    line: Callable[[str], None]
    passing: Callable[[str], None]
    rest: Callable[[float], str | None]


def calibrated(config: Config, terminal: Terminal) -> bool:
    """Calibrate the board of this configuration; true when it is stored.

    Raises CompanionError where there is no board to be had.
    """
    clock = TableClock()
    felt: deque[Signal] = deque()
    table = BoardTable(config, clock, felt.append)
    names = Names(pads=tuple(pad.name for pad in config.pads))
    calibrator = Calibrator(table, len(config.pads), config.board.lifts, clock.now_us)

    def rest(for_s: float) -> str | None:
        while felt:
            table.acknowledge(felt.popleft())  # no game is on: nothing comes of it
        return terminal.rest(for_s)

    try:
        table.start()
        resting = Terminal(terminal.line, terminal.passing, rest)
        meet(table, resting)
        return guided(calibrator, names, resting)
    finally:
        calibrator.say("stop")
        table.close()


def real_terminal() -> Terminal:
    """The terminal that this was started from; without one there are only the lines that stay."""
    shows, reads = sys.stdout.isatty(), [sys.stdin] if sys.stdin.isatty() else []

    def line(words: str) -> None:
        passing("")
        print(words, flush=True)

    def passing(words: str) -> None:
        if shows:
            print(f"\r{words}\x1b[K", end="", flush=True)

    def rest(for_s: float) -> str | None:
        if not reads:
            time.sleep(for_s)
        elif select.select(reads, [], [], for_s)[0]:
            typed = sys.stdin.readline()
            if typed:
                return typed.rstrip("\n")
            reads.clear()  # its end: nobody types any more
        return None

    return Terminal(line, passing, rest)


def meet(table: BoardTable, terminal: Terminal) -> None:
    """Wait until the board is spoken with. Raises CompanionError with what is in the way."""
    why: tuple[str, ...] = ()
    for looks in range(round(MEET_S / LOOK_S)):
        if table.now().stage == "talking":
            return
        why = table.link.trouble()
        if why and looks * LOOK_S >= TROUBLE_S:
            break
        terminal.rest(LOOK_S)
    raise CompanionError(" ".join([*(why or [GONE]), ELSEWHERE]))


def guided(calibrator: Calibrator, names: Names, terminal: Terminal) -> bool:
    """The whole of it; true when it is stored. Raises CompanionError where it cannot begin."""
    calibrator.begin()
    terminal.line(HELP)
    said: tuple[str, ...] = ()
    while True:
        calibrator.look()
        now = calibrator.now()
        if now.stage is not Stage.GUIDING or now.shown is None:
            if now.shown is not None and now.stage is Stage.STORED and now.shown.is_good:
                for line in outcome(now.shown, names):
                    terminal.line(line)
            terminal.line(now.said)
            return now.stage is Stage.STORED
        before, said = said, tuple(_words(now.shown, names))
        for words in said:
            if words not in before:
                terminal.line(words)
        terminal.passing("" if now.shown.is_over else bars(now.shown, names))
        typed = terminal.rest(LOOK_S)
        if typed is not None:
            calibrator.say(_word(typed, now.shown))


def bars(shown: Shown, names: Names) -> str:
    """What each pad feels now, in one line."""
    return "  ".join(f"{_name(pad, names)} {_bar(in_pf(pad.rise))}" for pad in shown.pads)


def outcome(shown: Shown, names: Names) -> Iterator[str]:
    """How the pads came out: each with a bar of its noise, and of its touch to its full length."""
    results = [pad.result for pad in shown.pads if pad.result is not None]
    grips = [result.measured.grip for result in results if result.measured is not None]
    for result in results:
        yield f"{SIGNS[result.mark]} {say(result.said, names)}"
        if result.measured is not None:
            yield f"  {_margin(result, max([1.0, *grips]))}"
        yield from (f"  {say(why, names)}" for why in result.why)


def _words(shown: Shown, names: Names) -> Iterator[str]:
    if shown.is_over and not shown.is_good:
        yield from outcome(shown, names)
        yield CHOICES
        return
    yield say(shown.asked, names)
    if shown.hint is not None:
        yield f"  {say(shown.hint, names)}"


def _word(typed: str, shown: Shown) -> str:
    """What a typed key means now; an empty line decides nothing once all is over."""
    key = typed.strip().lower()[:1]
    return "" if shown.is_over and not key else KEYS.get(key, "")


def _name(pad: PadShown, names: Names) -> str:
    name = names.pad(pad.pad)
    return f"[{name}]" if pad.is_asked else name


def _bar(pf: float) -> str:
    full = min(BAR, round(BAR * pf / BAR_PF))
    return "#" * full + "." * (BAR - full)


def _margin(result: Result, most: float) -> str:
    measured = result.measured
    assert measured is not None
    noise, grip = (round(WIDE_BAR * part / most) for part in (measured.noise, measured.grip))
    noise, grip = min(noise, WIDE_BAR), max(0, min(grip, WIDE_BAR))
    needed = min(WIDE_BAR, round(WIDE_BAR * measured.needed / most))
    drawn = ("~" * noise + "#" * max(0, grip - noise)).ljust(WIDE_BAR + 1, ".")
    return drawn[:needed] + "|" + drawn[needed + 1 :] + "  (~ noise, # a touch, | so much at least)"
