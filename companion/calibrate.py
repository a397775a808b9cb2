"""The touch board's calibration in a terminal: the same guide as on the page, in lines and bars.

Decides nothing about pads. Has the port for itself: beside a running companion the page does it.
"""

from collections.abc import Iterator

from companion.say import Names, say
from companion.table.board.calibration.calibrator import Calibrator, Stage
from companion.table.board.calibration.guide import PadShown, Shown
from companion.table.board.calibration.margins import Mark, Result, in_pf
from companion.table.board.terminal import LOOK_S, Terminal, at_board
from companion.table.config import Config

BAR, WIDE_BAR = 6, 40  # letters
BAR_PF = 24.0
SIGNS = {Mark.GOOD: "✓", Mark.WEAK: "!", Mark.BAD: "✗", Mark.LEFT_OUT: "-"}
KEYS = {"": "skip", "s": "skip", "b": "back", "a": "again", "k": "keep", "l": "stop"}
HELP = "Enter skips a step, b goes one back, Ctrl+C leaves the board as it was."
CHOICES = "Those once more (a), keep it all the same (k), or leave the board as it was (l)?"


def calibrated(config: Config, terminal: Terminal) -> bool:
    """Calibrate the board of this configuration; true when it is stored.

    Raises CompanionError where there is no board to be had.
    """
    names = Names(pads=tuple(pad.name for pad in config.pads), upright=True)
    with at_board(config, terminal) as board:
        now_us = board.clock.now_us
        calibrator = Calibrator(board.table, len(config.pads), config.board.lifts, now_us)
        try:
            return guided(calibrator, names, board.terminal)
        finally:
            calibrator.say("stop")


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
