"""Puts the program that ships onto a Nano, through the boot loader that it was bought with.

The loader speaks STK500 version 1 (Atmel's application note AVR061), as optiboot and the older
ATmegaBOOT do. Must not know what the program does.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Protocol

import serial

from companion.frozen import dataclass
from companion.table.board.port import LinkError, found, open_port, opened, why_none
from companion.table.board.shipped import HEX, image_of, shipped_image
from companion.table.frames import Hello, Receiver

PAGE = 128  # bytes of flash that are written at once
IN_SYNC, OK = b"\x14", b"\x10"
END = b"\x20"
GET_SYNC, ENTER, LEAVE, SIGNATURE = b"\x30", b"\x50", b"\x51", b"\x75"
ADDRESS, WRITE, READ = b"\x55", b"\x64", b"\x74"
SYNC_TRIES = 12
SYNC_S, ANSWER_S = 0.15, 2.0
HELLO_S = 8.0  # the loader looks for another program first
RESET_S = 0.05  # how long the reset line is held, and the loader takes to listen
CHIPS = {
    b"\x1e\x95\x0f": "ATmega328P",
    b"\x1e\x95\x14": "ATmega328",
    b"\x1e\x95\x16": "ATmega328PB",
}
IN_THE_WAY = {
    "ModemManager": "a modem: sudo systemctl stop ModemManager, then try once more.",
    "brltty": "a Braille display: sudo apt remove brltty, then plug the board in again.",
}


class Loader(Enum):
    """A boot loader, by the speed that it speaks at."""

    OPTIBOOT = 115_200
    OLD = 57_600


class Line(Protocol):
    """An open port at a loader's speed, whose chip was just started anew."""

    timeout: float | None

    def read(self, size: int = 1) -> bytes: ...

    def write(self, data: bytes) -> int | None: ...

    def reset_input_buffer(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Flashed:
    """What was found and done at a port."""

    chip: str
    loader: Loader


Open = Callable[[str, Loader], "serial.Serial"]


def flash(
    path: str,
    image: bytes,
    said: Callable[[int, int], None] = lambda done, of: None,
    open_: Open | None = None,
) -> Flashed:
    """Write a program and read it back; `said` hears how many pages are done, of how many.

    Raises LinkError with a sentence; a board that is half written is written anew by another try.
    """
    for loader in Loader:
        line = (open_ or open_at)(path, loader)
        try:
            with suppress(_Silent):
                talk = _Talk(line, path)
                talk.meet()
                chip = talk.chip()
                talk.ask(ENTER + END)
                _write(talk, image, said)
                talk.ask(LEAVE + END)
                return Flashed(chip, loader)
        except OSError as problem:
            if isinstance(problem, LinkError):
                raise
            raise _nobody(f"{path} is gone: look at its USB cable.") from problem
        finally:
            line.close()
    raise _nobody(
        f"No boot loader answers at {path}, neither at 115,200 baud nor at 57,600. Is it a Nano "
        "with an ATmega328P? Its two lamps should flicker while this tries; try another cable, too."
    )


def the_port(named: str = "") -> str:
    """The port of the one board there is, or the one that is named. Raises LinkError."""
    there = (named,) if named else found()
    if not there:
        raise LinkError(why_none())
    if len(there) > 1:
        raise LinkError(f"Boards are at {' and '.join(there)}. Say which one: --port {there[0]}")
    return there[0]


def shipped() -> bytes:
    """The program that ships."""
    return image_of(HEX.read_text(encoding="ascii"))


def hello(path: str, now_s: Callable[[], float] = time.monotonic) -> Hello:
    """What the program there says of itself when it starts. Raises LinkError."""
    port, receiver, until_s = open_port(path), Receiver(), now_s() + HELLO_S
    try:
        while now_s() < until_s:
            for message in receiver.feed(port.read()):
                if isinstance(message, Hello):
                    return message
    finally:
        port.close()
    raise _nobody(f"The program is on the board at {path}, but says no hello. Try once more.")


def open_at(path: str, loader: Loader) -> "serial.Serial":
    """Open a port at a loader's speed, and start its chip anew. Raises LinkError."""
    line = opened(path, loader.value)
    for on in (False, True):
        with suppress(OSError):  # a pretended port has no such line: opening it was the start
            line.dtr = line.rts = on
        time.sleep(RESET_S)
    return line


def in_the_way(proc: Path = Path("/proc")) -> str:
    """Who else may talk with the board, where nobody answered; "" if nobody does."""
    for process in proc.glob("[0-9]*/comm"):
        with suppress(OSError):  # it ended meanwhile
            name = process.read_text(encoding="utf-8", errors="replace").strip()
            if name in IN_THE_WAY:
                return f"{name} runs here, and may take the board for {IN_THE_WAY[name]}"
    return ""


def sentences(done: Flashed, hello: Hello) -> Iterator[str]:
    """What to tell a builder of a board that was flashed and has said hello.

    Raises LinkError where it was another program that said it.
    """
    if hello.image != shipped_image():
        raise LinkError(
            f"It is written, but another program says hello there ({hello.image:08x}). Unplug the "
            "board, plug it in again. Try once more."
        )
    yield f"The program is on the {done.chip}, read back, and says hello ({hello.image:08x})."
    if done.chip == "ATmega328PB":
        yield "Nobody has tried this chip with it yet: feel each dolphin before you glue anything."
    if done.loader is Loader.OLD:
        yield (
            "Its boot loader is an old one: if the program should ever hang, the board stays dark "
            "until it is plugged in anew. Any Arduino can give it optiboot."
        )
    yield (
        "Is nothing soldered yet? Try one pad next: companion doctor --pad 0. Are all five there? "
        "companion calibrate, or the referee's page, under The pads."
    )


def pages(image: bytes) -> Iterator[tuple[int, bytes]]:
    """Where each page begins, in bytes, and what it holds; the last one is filled up."""
    for at in range(0, len(image), PAGE):
        yield at, image[at : at + PAGE].ljust(PAGE, b"\xff")


def _write(talk: "_Talk", image: bytes, said: Callable[[int, int], None]) -> None:
    parts = tuple(pages(image))
    for n, (at, page) in enumerate((*parts, *parts)):
        talk.ask(ADDRESS + (at // 2).to_bytes(2, "little") + END)
        size = len(page).to_bytes(2, "big") + b"F"
        if n < len(parts):
            talk.ask(WRITE + size + page + END)
        elif talk.ask(READ + size + END, PAGE) != page:
            raise LinkError(f"What was written is not what is there, at {at:#x}. Try once more.")
        said(n + 1, 2 * len(parts))


def _nobody(sentence: str) -> LinkError:
    return LinkError(" ".join(filter(None, (sentence, in_the_way()))))


class _Silent(Exception):
    """Nobody speaks at this speed."""


class _Talk:
    def __init__(self, line: Line, path: str) -> None:
        self._line, self._path = line, path

    def meet(self) -> None:
        """Wait for a loader that listens. Raises _Silent."""
        self._line.timeout = SYNC_S
        for _ in range(SYNC_TRIES):
            self._line.reset_input_buffer()  # of the program that ran, and of earlier tries
            self._line.write(GET_SYNC + END)
            if self._line.read(2) == IN_SYNC + OK:
                # Trap: a chip keeps what it hears while its loader blinks, and answers all of it.
                while self._line.read(2):
                    pass
                self._line.timeout = ANSWER_S
                return
        raise _Silent

    def chip(self) -> str:
        """Which chip it is. Raises LinkError for one that the program is not for."""
        signature = self.ask(SIGNATURE + END, 3)
        if signature not in CHIPS:
            raise LinkError(
                f"The chip at {self._path} says {signature.hex(' ')}: it is no ATmega328P. The "
                "program is for a Nano with that one."
            )
        return CHIPS[signature]

    def ask(self, words: bytes, answers: int = 0) -> bytes:
        """Say it, and return so many bytes of answer. Raises LinkError."""
        self._line.write(words)
        heard = self._line.read(answers + 2)
        if len(heard) != answers + 2 or heard[:1] != IN_SYNC or heard[-1:] != OK:
            raise _nobody(f"The boot loader at {self._path} fell silent. Try once more.")
        return heard[1:-1]
