"""A builder's hands on the shipped binary: one pad on trial, and ten taps a dolphin."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from companion import doctor
from companion.doctor import trying
from companion.doctor.acceptance import TAPS, Sheet
from companion.doctor.finding import Finding, Standing
from companion.table import config as configs
from companion.table.board.asking import Board
from companion.table.board.terminal import AtBoard, Terminal
from companion.table.boardsim.hands import SimHands
from companion.table.boardsim.simulator import Simulator
from companion.table.frames import FromBoard
from companion.table.signals import Kind, Signal
from companion.words import CompanionError
from tests.firmware.bench import built, usual_noise
from tests.firmware.wire import Wire
from tests.test_cli import companion

Hand = Callable[[], object]


class Builder:
    """Does to the board what is asked, as told beforehand, and presses Enter."""

    def __init__(self, sim: Simulator) -> None:
        usual_noise(sim)
        config = trying.to_try(configs.board())
        self.hands, self.wire = SimHands(sim), Wire(sim, config=config)
        self.wire.table.board = Board(self.wire.table.link.ask, self.wait)
        self.wire.port.slice_us = 2_000
        self.wire.meet(calibrate=True)
        self.said: list[str] = []
        self.does: dict[str, Hand] = {}  # by how the line begins
        self.typed: list[str] = []  # after each line, what is typed then
        self.types: str | None = None
        terminal = Terminal(self.line, lambda words: None, self.rest)
        self.at = AtBoard(self.wire.table, self.wire.clock, terminal, [])

    def wait(self, answer: "Future[FromBoard]") -> FromBoard:
        while not answer.done():
            self.wire.run(500)
        return answer.result()

    def line(self, words: str) -> None:
        self.said.append(words)
        for begin, does in self.does.items():
            if words.startswith(begin):
                does()
        self.wire.run(200_000)
        self.types = self.typed.pop(0) if self.typed else None

    def rest(self, for_s: float) -> str | None:
        self.wire.run(for_s * 1_000_000)
        told, self.wire.felt[:] = list(self.wire.felt), []
        for signal in told:
            for hear in self.at.hears:
                hear(signal)
        typed, self.types = self.types, None
        return typed


@pytest.fixture
def builder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Builder]:
    """Looks of a tenth: hands here do not tremble, and the simulator is slow."""
    monkeypatch.setattr(trying, "READINGS", 22)
    built()
    with Simulator(7) as sim:
        yield Builder(sim)


def shown(builder: Builder, *, split: bool) -> list[Finding]:
    """The first pad on trial, with one charger."""
    hands = builder.hands
    builder.does = {
        "Lay a hand": lambda: hands.touch(0),
        "Take your hand": lambda: hands.release(0),
        "Take the dolphin": lambda: hands.lift(0),
        "Put the dolphin back": lambda: hands.home(0),
        "Plug in": lambda: hands.touch(0),
    }
    builder.typed = [""] * 6 + ["d"]
    return list(trying.shown_to(builder.at, 0, "Red", lifts=split))


def test_a_pad_that_is_built_rightly_is_fit_for_glue(builder: Builder) -> None:
    found = shown(builder, split=True)
    assert [f.sentence for f in found if f.standing is not Standing.OK] == []
    assert [finding.about for finding in found] == ["Red"] * len(found)
    assert "with charger 1" in found[-1].sentence and len(found) == 8
    assert "feels its dolphin leave" in found[-2].sentence and not found[-2].remedy


def test_a_split_pad_of_which_the_table_does_not_know_is_told_so(builder: Builder) -> None:
    found = shown(builder, split=False)
    assert found[-2].standing is Standing.OK and "lifts = true" in found[-2].remedy


@pytest.mark.parametrize("split", [True, False])
def test_a_middle_whose_wire_is_off_is_said_before_it_is_glued(
    monkeypatch: pytest.MonkeyPatch, builder: Builder, split: bool
) -> None:
    """A pad without a middle is the same to the board: the table's file says which it is."""
    monkeypatch.setattr("companion.table.boardsim.hands.HOME_PF", 0.0)
    builder.hands.home(0)
    builder.wire.run(500_000)
    finding = shown(builder, split=split)[-2]
    assert "does not feel its dolphin leave" in finding.sentence
    assert finding.standing is (Standing.BROKEN if split else Standing.OK)
    assert ("D3" in finding.remedy) is split


def test_whoever_ends_the_keyboard_leaves_and_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = os.openpty()
    with os.fdopen(theirs) as stdin, os.fdopen(ours, "wb", buffering=0) as typed:
        monkeypatch.setattr("sys.stdin", stdin)
        terminal = trying.keyboard()
        typed.write(b"d\n")
        assert terminal.rest(5.0) == "d"
        typed.write(b"\x04")  # Ctrl+D
        with pytest.raises(CompanionError, match="Left before the end"):
            terminal.rest(5.0)


@pytest.mark.parametrize("words", [("--pad", "0"), ("--accept", "sheet.html")])
def test_ctrl_c_in_a_trial_is_answered_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, str]
) -> None:
    def interrupted() -> Terminal:
        raise KeyboardInterrupt

    monkeypatch.setattr(trying, "keyboard", interrupted)
    monkeypatch.setattr(trying, "can_be_written", lambda to: None)
    result = companion("doctor", *words)
    assert result.exit_code == 1 and "Left before the end" in result.stderr


def test_a_sheet_that_cannot_be_written_is_said_before_any_tap(tmp_path: Path) -> None:
    with pytest.raises(CompanionError, match="cannot be written"):
        doctor.accept(configs.board(), tmp_path / "nowhere" / "sheet.html")
    with pytest.raises(CompanionError, match="say it in a terminal"):
        doctor.accept(configs.board(), tmp_path / "sheet.html")
    assert list(tmp_path.iterdir()) == [], "nothing is left of the look"


def tapping(builder: Builder, *pads: int) -> None:
    for _ in range(TAPS):
        for pad in pads:
            builder.hands.touch(pad)
        builder.wire.run(100_000)
        for pad in pads:
            builder.hands.release(pad)
        builder.wire.run(100_000)


def test_ten_taps_fill_in_a_line_of_the_sheet(builder: Builder, tmp_path: Path) -> None:
    builder.typed = [""]
    builder.does = {"Tap Blue 10 times with a fingertip": lambda: tapping(builder, 1)}
    tapped_on: list[Signal] = []
    builder.at.hears.append(tapped_on.append)
    line = trying.tapped(builder.at, 1, "Blue")
    assert (line.felt, line.sharp, line.others) == (TAPS, TAPS, 0) and line.is_good
    felt = [s for s in tapped_on if s.kind is Kind.TOUCH]
    assert line.uncertain_us == max(s.uncertain_us + s.early_us for s in felt), "both ways"
    sheet = Sheet("12345678", True, (line,))
    assert trying.written(sheet, tmp_path / "sheet.html")
    page = (tmp_path / "sheet.html").read_text(encoding="utf-8")
    assert f"{TAPS} of {TAPS}" in page and "Blue" in page and "☑" in page
    builder.typed, builder.does = [""], {"Tap Red": lambda: tapping(builder, 0, 2)}
    line = trying.tapped(builder.at, 0, "Red")
    assert (line.felt, line.others) == (TAPS, TAPS) and not line.is_good
    with pytest.raises(CompanionError, match="cannot be written"):
        trying.written(sheet, tmp_path / "nowhere" / "sheet.html")
