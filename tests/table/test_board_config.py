"""A table on the touch board: its configuration, its wires, and a sentence for every mistake."""

from pathlib import Path

import pytest

from companion.referee.wiring import WiringCheck, parts_of
from companion.table import config as configs
from companion.table.config import BoardConfig, ConfigError, Sensor, load
from companion.table.pinout import board_wires
from companion.table.signals import Kind, Signal
from companion.words import Pad
from tests.table.test_config import write

EXAMPLE = Path(__file__).resolve().parents[2] / "hardware" / "companion-board.toml"
BOARD = '[table]\nsensor = "board"\n'


def test_the_example_is_read() -> None:
    config = load(EXAMPLE)
    assert config.table.sensor is Sensor.BOARD
    assert [pad.name for pad in config.pads] == ["Red", "Blue", "Green", "Gold", "White"]
    assert config.board == BoardConfig(lifts=True)
    assert config.buzzer.pin == 26 and config.warnings == ()


def test_a_board_needs_nothing_but_its_name(tmp_path: Path) -> None:
    config = load(write(tmp_path, BOARD))
    assert config.pads == configs.board().pads
    assert config.board.port == ""


def test_everything_that_can_be_said_is_read(tmp_path: Path) -> None:
    said = '[board]\nport = "/dev/ttyUSB3"\nbuttons = ["start"]\nseats = 4\nlifts = true\n'
    config = load(write(tmp_path, BOARD + said))
    assert config.board == BoardConfig("/dev/ttyUSB3", ("start",), 4, True)
    assert config.board.named() == ("start", "seat:0", "seat:1", "seat:2", "seat:3")


REFUSALS = {
    "a pin under a board's dolphin": ("[[pads]]\ntouch = 5\n", 'table.sensor = "board" says'),
    "no path": ('[board]\nport = "ttyUSB0"\n', "board.port is 'ttyUSB0'. It must be"),
    "a button that is none": ('[board]\nbuttons = ["stop"]\n', "says 'stop'. It may name start"),
    "a button twice": ('[board]\nbuttons = ["yes", "yes"]\n', "says 'yes'. It may name"),
    "too many seats": (
        "[board]\nseats = 7\n",
        "board.seats is 7. It must be a whole number from 0",
    ),
    "no truth": ("[board]\nlifts = 1\n", "board.lifts is 1. It must be true or false"),
    "another key": ("[board]\nbaud = 9600\n", "board.baud is not a setting"),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_every_mistake_is_a_sentence(tmp_path: Path, name: str) -> None:
    text, said = REFUSALS[name]
    with pytest.raises(ConfigError) as caught:
        load(write(tmp_path, BOARD + text))
    assert said in str(caught.value)


def test_a_port_without_a_board_is_refused(tmp_path: Path) -> None:
    text = '[[pads]]\ntouch = 5\n[board]\nport = "/dev/ttyUSB0"\n'
    with pytest.raises(ConfigError, match="Say sensor = .board. under .table."):
        load(write(tmp_path, text))


def test_only_a_board_s_talk_is_recorded() -> None:
    with pytest.raises(ConfigError, match="--table board"):
        configs.recorded(configs.default(), Path("x"))
    assert configs.recorded(configs.board(), Path("x")).board.record == Path("x")


# --- wires ------------------------------------------------------------------------------------


def test_the_wires_are_asked_for_by_the_board_s_own_pins() -> None:
    parts = parts_of(load(EXAMPLE))
    at = {wire.name: f"{wire.nano} of the touch board" for wire in board_wires()}
    rings = ("PAD_0", "PAD_1", "PAD_2", "PAD_3", "PAD_4")
    assert [part.places for part in parts] == [
        *(f"{at[name]} and {at['PRESENCE']}" for name in rings),
        *(at[name] for name in ("START", "YES", "NO")),
    ]


def test_split_pads_and_seats_are_asked_for_too(tmp_path: Path) -> None:
    parts = parts_of(load(write(tmp_path, BOARD + "[board]\nlifts = true\nseats = 1\n")))
    assert {wire.kind for wire in parts[0].wires} == {Kind.TOUCH, Kind.LIFT}
    assert parts[-1].places == "D4 of the touch board"


def test_of_a_button_that_the_pi_has_too_the_pi_s_is_asked_for(tmp_path: Path) -> None:
    parts = parts_of(load(write(tmp_path, BOARD + "[buttons]\nstart = 23\n")))
    starts = [part.places for part in parts if part.button == "start"]
    assert starts == ["GPIO 23 (place 16)"]


def test_a_dead_pad_is_looked_for_at_the_board() -> None:
    check = WiringCheck(parts_of(configs.board()))
    check.begin(1)
    now_us = 1
    for n, part in enumerate(check.parts):
        now_us += 10_000_000
        if n != 1:
            kind = Kind.TOUCH if part.pad is not None else Kind.PRESS
            pad = Pad(n) if part.pad is not None else None
            check.note(Signal(kind, now_us, pad, part.button))
        now_us += 21_000_000
        check.tick(now_us)
    [finding] = check.now().findings
    assert finding.template == "{part} was not felt. Look at its wire and its resistors at {place}."
    assert dict(finding.values)["place"] == "A1 of the touch board"


def test_its_example_plays_on_a_machine_without_pins() -> None:
    there = configs.load(EXAMPLE)
    assert configs.used_pins(there)
    left = configs.without_pins(there)
    assert configs.used_pins(left) == ()
    assert [pad.name for pad in left.pads] == [pad.name for pad in there.pads]
    assert left.board == there.board
