"""Putting the program onto a board, through a boot loader that is made of its data sheet."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from companion import cli
from companion.table.board import flash as flashing
from companion.table.board import port as ports
from companion.table.board.flash import PAGE, Flashed, Loader, flash, shipped
from companion.table.board.port import LinkError
from companion.table.board.shipped import shipped_image
from companion.table.frames import Hello
from tests.table.boards import FakeBoard

P328, PB328, MEGA = b"\x1e\x95\x0f", b"\x1e\x95\x16", b"\x1e\x98\x01"
IMAGE = bytes(n % 251 for n in range(5 * PAGE + 40))


class Nano:
    """A chip with a boot loader of this speed; `spoils` is what its flash makes of a page."""

    def __init__(self, loader: Loader, chip: bytes = P328) -> None:
        self.loader, self.chip = loader, chip
        self.flash = bytearray(b"\xff" * 32768)
        self.spoils: Callable[[bytes], bytes] = lambda page: page
        self.deaf_to = 3  # words, while its own program still runs
        self.keeps = False  # what it was deaf to, and answers all of it later, as a real one does
        self.kept = b""
        self.falls_silent_after = 10**9
        self.opened: list[Loader] = []

    def open(self, path: str, loader: Loader) -> Any:
        self.opened.append(loader)
        return _Line(self, loader)

    def hear(self, words: bytes) -> bytes:
        self.deaf_to -= 1
        self.falls_silent_after -= 1
        if self.deaf_to >= 0 or self.falls_silent_after < 0:
            self.kept += b"\x14\x10" if self.keeps else b""
            return b""
        assert words[-1:] == b" ", words
        kept, self.kept = self.kept, b""
        return kept + b"\x14" + self._obey(words[:1], words[1:-1]) + b"\x10"

    def _obey(self, command: bytes, given: bytes) -> bytes:
        match command:
            case b"\x75":
                return self.chip
            case b"\x55":
                self.at = int.from_bytes(given, "little") * 2
            case b"\x64":
                assert given[2:3] == b"F" and int.from_bytes(given[:2], "big") == len(given) - 3
                self.flash[self.at : self.at + len(given) - 3] = self.spoils(given[3:])
            case b"\x74":
                return bytes(self.flash[self.at : self.at + int.from_bytes(given[:2], "big")])
        return b""


class _Line:
    """A port at some speed: at the wrong one it is noise."""

    def __init__(self, nano: Nano, loader: Loader) -> None:
        self.nano, self.right = nano, loader is nano.loader
        self.timeout: float | None = None
        self.out = b"\x00\xff\x81"

    def reset_input_buffer(self) -> None:
        self.out = b""

    def write(self, words: bytes) -> int:
        self.out += self.nano.hear(words) if self.right else b"\xf8"
        return len(words)

    def read(self, size: int = 1) -> bytes:
        heard, self.out = self.out[:size], self.out[size:]
        return heard

    def close(self) -> None:
        pass


@pytest.mark.parametrize(("loader", "chip"), [*product(Loader, (P328, PB328))])
def test_what_is_written_is_what_is_there(loader: Loader, chip: bytes) -> None:
    nano, heard = Nano(loader, chip), list[tuple[int, int]]()
    done = flash("/dev/nano", IMAGE, lambda *done: heard.append(done), nano.open)
    assert done == Flashed(flashing.CHIPS[chip], loader)
    assert nano.flash[: len(IMAGE)] == IMAGE
    assert set(nano.flash[len(IMAGE) :]) == {0xFF}
    assert heard == [(n, 12) for n in range(1, 13)]


def test_an_answer_to_an_earlier_try_is_none_to_the_next_question() -> None:
    """Optiboot blinks before it listens, and what came meanwhile waits for it."""
    nano = Nano(Loader.OPTIBOOT)
    nano.keeps = True
    assert flash("/dev/nano", IMAGE, open_=nano.open).loader is Loader.OPTIBOOT


def test_what_ships_fits_below_the_larger_boot_loader() -> None:
    assert len(shipped()) <= 32768 - 2048


FAULTS: dict[str, tuple[Callable[[Nano], object], str]] = {
    "another chip": (lambda nano: setattr(nano, "chip", MEGA), "1e 98 01: it is no ATmega328P"),
    "nobody": (lambda nano: setattr(nano, "deaf_to", 10**9), "No boot loader answers"),
    "a worn flash": (
        lambda nano: setattr(nano, "spoils", lambda page: page[:-1] + b"\x00"),
        "is not what is there, at 0x0",
    ),
    "a pulled cable": (lambda nano: setattr(nano, "falls_silent_after", 12), "fell silent"),
}


@pytest.mark.parametrize(("spoil", "sentence"), FAULTS.values(), ids=FAULTS)
def test_what_goes_wrong_is_a_sentence(spoil: Callable[[Nano], object], sentence: str) -> None:
    nano = Nano(Loader.OLD)
    spoil(nano)
    with pytest.raises(LinkError, match=sentence):
        flash("/dev/nano", IMAGE, open_=nano.open)


def test_a_port_that_goes_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """brltty takes it half a second after the plug: in the midst of this."""
    monkeypatch.setattr(flashing, "in_the_way", lambda: "It is brltty.")

    class Gone(_Line):
        def write(self, words: bytes) -> int:
            raise OSError(5, "Input/output error")

    with pytest.raises(LinkError, match="/dev/nano is gone: look at its USB cable. It is brltty."):
        flash("/dev/nano", IMAGE, open_=lambda path, loader: Gone(Nano(loader), loader))  # type: ignore[arg-type,return-value]


# --- where it is ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("there", "sentence"),
    [((), "No touch board is plugged in"), (("/dev/a", "/dev/b"), "Say which one: --port /dev/a")],
)
def test_the_one_board_is_found(
    monkeypatch: pytest.MonkeyPatch, there: tuple[str, ...], sentence: str
) -> None:
    monkeypatch.setattr(flashing, "found", lambda: there)
    with pytest.raises(LinkError, match=sentence):
        flashing.the_port()
    assert flashing.the_port("/dev/mine") == "/dev/mine"
    monkeypatch.setattr(flashing, "found", lambda: ("/dev/a",))
    assert flashing.the_port() == "/dev/a"


def test_a_board_whose_port_was_taken_away_is_told_from_none(tmp_path: Path) -> None:
    for name, (maker, chip) in {"1-1": ("1d6b", "0002"), "1-2": ("1a86", "7523")}.items():
        assert "may be one that only charges" in ports.why_none(tmp_path)
        (tmp_path / name).mkdir()
        (tmp_path / name / "idVendor").write_text(f"{maker}\n")
        (tmp_path / name / "idProduct").write_text(f"{chip}\n")
    assert "sudo apt remove brltty" in ports.why_none(tmp_path)


@pytest.mark.parametrize(
    ("done", "said"),
    [
        (Flashed("ATmega328P", Loader.OPTIBOOT), ()),
        (Flashed("ATmega328PB", Loader.OPTIBOOT), ("Nobody has tried this chip",)),
        (Flashed("ATmega328P", Loader.OLD), ("boot loader is an old one",)),
    ],
)
def test_a_builder_is_told_what_was_found(done: Flashed, said: tuple[str, ...]) -> None:
    told = " ".join(flashing.sentences(done, said_hello(shipped_image())))
    assert "says hello" in told and "companion calibrate" in told
    assert "companion doctor --pad 0" in told, "a Nano is programmed before anything is soldered"
    kinds = ("Nobody has tried this chip", "boot loader is an old one")
    assert tuple(kind for kind in kinds if kind in told) == said


def said_hello(image: int | None) -> Hello:
    hello = FakeBoard()._hello()
    assert isinstance(hello, Hello) and image is not None
    return replace(hello, image=image)


def test_a_hello_of_another_program_is_no_success() -> None:
    with pytest.raises(LinkError, match="another program .*0badcafe.*Try once more"):
        list(flashing.sentences(Flashed("ATmega328P", Loader.OLD), said_hello(0x0BADCAFE)))


@pytest.mark.parametrize(
    ("who", "remedy"),
    [("ModemManager", "sudo systemctl stop ModemManager"), ("brltty", "sudo apt remove brltty")],
)
def test_a_program_that_may_be_in_the_way_is_named(tmp_path: Path, who: str, remedy: str) -> None:
    for number, name in (("7", "cat"), ("512", who)):
        assert flashing.in_the_way(tmp_path) == ""
        (tmp_path / number).mkdir()
        (tmp_path / number / "comm").write_text(f"{name}\n", encoding="utf-8")
    (tmp_path / "600").mkdir()  # it ended while we looked
    said = flashing.in_the_way(tmp_path)
    assert said.startswith(f"{who} runs here") and remedy in said


def test_a_named_port_that_something_took_away_is_told_from_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With another board's port there it is a name that was mistyped."""
    monkeypatch.setattr(ports, "is_taken", lambda: True)
    for there, sentence in (("/dev/a",), "There is no /dev/splash-nobody"), ((), "brltty"):
        monkeypatch.setattr(ports, "found", lambda there=there: there)
        with pytest.raises(LinkError, match=sentence):
            ports.opened("/dev/splash-nobody", 57_600)


@pytest.mark.parametrize("spoilt", ["nobody", "a pulled cable"])
def test_it_is_named_where_nobody_answers(monkeypatch: pytest.MonkeyPatch, spoilt: str) -> None:
    nano, (spoil, sentence) = Nano(Loader.OLD), FAULTS[spoilt]
    spoil(nano)
    monkeypatch.setattr(flashing, "in_the_way", lambda: "It is ModemManager.")
    with pytest.raises(LinkError, match=f"{sentence}.* It is ModemManager."):
        flash("/dev/nano", IMAGE, open_=nano.open)


def test_the_command_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    from click.testing import CliRunner

    monkeypatch.setattr(flashing, "found", lambda: ())
    ran = CliRunner().invoke(cli.main, ["flash"])
    assert ran.exit_code == 1 and "No touch board is plugged in" in ran.stderr


def test_nothing_is_promised_of_a_port_that_is_not_there(tmp_path: Path) -> None:
    from click.testing import CliRunner

    ran = CliRunner().invoke(cli.main, ["flash", "--port", str(tmp_path / "nano")])
    assert ran.exit_code == 1 and not ran.stdout
    assert ran.stderr.startswith(f"There is no {tmp_path / 'nano'}: plug")
