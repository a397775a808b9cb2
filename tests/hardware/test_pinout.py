"""One pin map: configurations, tables, wiring and the pins as opened all agree with it."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner
from gpiozero.pins.mock import MockFactory

from companion import cli, running
from companion.table import config
from companion.table.clock import TableClock
from companion.table.config import Config, ConfigError
from companion.table.gpio import Table
from companion.table.pinout import Pinout, Wire, pinout
from companion.table.pins import mock_factory
from companion.table.reading import BUSES, UART_PINS
from hardware.wiring import draw

ROOT = Path(__file__).resolve().parent.parent.parent
HARDWARE = ROOT / "hardware"
MAP = pinout()
BUILDS = {"modules": MAP.with_modules, "levers": MAP.with_levers}
EXAMPLES = {"modules": "companion.toml", "levers": "companion-levers.toml"}


def settings(of: Config) -> dict[str, int]:
    """Every pin of a configuration by its place in `companion.toml`."""
    pins: dict[str, int | None] = {}
    for i, pad in enumerate(of.pads):
        pins |= {f"pads[{i}].touch": pad.touch, f"pads[{i}].switch": pad.switch}
        pins[f"pads[{i}].light"] = pad.light
    pins |= {f"buttons.{name}": pin for name, pin in of.buttons.named() if "seat" not in name}
    pins |= {f"buttons.seats[{seat}]": pin for seat, pin in enumerate(of.buttons.seats)}
    pins["buzzer.pin"] = of.buzzer.pin
    return {setting: pin for setting, pin in pins.items() if pin is not None}


def mapped(wires: tuple[Wire, ...]) -> dict[str, int]:
    return {wire.setting: wire.bcm for wire in wires}


def toml_of(wires: tuple[Wire, ...]) -> str:
    """A configuration with these wires, written as a builder would."""
    pads = ""
    for i in range(5):
        mine = [wire for wire in wires if wire.setting.startswith(f"pads[{i}]")]
        lines = (f"{wire.setting.split('.')[1]} = {wire.bcm}\n" for wire in mine)
        pads += "[[pads]]\n" + "".join(lines)
    seats = [wire.bcm for wire in wires if wire.setting.startswith("buttons.seats")]
    pins = {wire.setting: wire.bcm for wire in wires}
    keys = "".join(f"{key} = {pins[f'buttons.{key}']}\n" for key in ("start", "yes", "no"))
    return f"{pads}[buttons]\n{keys}seats = {seats}\n[buzzer]\npin = {pins['buzzer.pin']}\n"


# --- the map itself ---------------------------------------------------------------------------


def test_hardware_s_map_is_the_one_that_is_installed() -> None:
    assert (HARDWARE / "pinout.toml").samefile(ROOT / "companion" / "table" / "pinout.toml")


def test_the_header_is_the_pi_s() -> None:
    # Raspberry Pi hardware documentation, "GPIO": what does not carry a number.
    assert len(MAP.header) == 40
    assert [n for n, name in enumerate(MAP.header, 1) if name == "3.3 V"] == [1, 17]
    assert [n for n, name in enumerate(MAP.header, 1) if name == "5 V"] == [2, 4]
    grounds = [n for n, name in enumerate(MAP.header, 1) if name == "ground"]
    assert grounds == [6, 9, 14, 20, 25, 30, 34, 39]
    pins = sorted(int(name[5:]) for name in MAP.header if name.startswith("GPIO "))
    assert pins == list(range(28))
    # ... and places that a builder knows by heart
    known = {2: 3, 4: 7, 14: 8, 17: 11, 27: 13, 0: 27, 5: 29, 12: 32, 16: 36, 26: 37, 21: 40}
    assert all(MAP.header[place - 1] == f"GPIO {pin}" for pin, place in known.items())


@pytest.mark.parametrize("wire", (*MAP.with_everything, *MAP.levers), ids=lambda wire: wire.what)
def test_each_wire_is_at_its_pin_s_place(wire: Wire) -> None:
    assert MAP.header[wire.place - 1] == f"GPIO {wire.bcm}"


def test_a_pin_that_cannot_be_had_is_told_after_the_bus_that_wants_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object) -> None:
        raise ConfigError("GPIO 10 cannot be had")

    monkeypatch.setattr(running, "build", busy)
    file = tmp_path / "companion.toml"
    file.write_text(toml_of(MAP.with_everything), encoding="utf-8")
    words = ["run", "--config", str(file), "--state", str(tmp_path)]
    refused = CliRunner().invoke(cli.main, words)
    assert refused.exit_code == 1
    assert refused.stderr.index("is also wanted by SPI") < refused.stderr.index("cannot be had")


@pytest.mark.parametrize("wires", [*BUILDS.values(), MAP.with_everything])
def test_no_pin_and_no_setting_is_named_twice(wires: tuple[Wire, ...]) -> None:
    assert len({wire.bcm for wire in wires}) == len({wire.setting for wire in wires}) == len(wires)
    assert len({wire.what for wire in wires}) == len(wires)


@pytest.mark.parametrize("build", BUILDS)
def test_both_builds_are_nine_pins_that_no_bus_wants(build: str) -> None:
    pins = {wire.bcm for wire in BUILDS[build]}
    assert len(pins) == 9 and not pins & {*BUSES, *UART_PINS}


def test_the_dolphins_are_called_as_on_the_screens() -> None:
    for part in (MAP.modules, MAP.levers):
        assert tuple(wire.what for wire in part) == config.NAMES


# --- configurations ---------------------------------------------------------------------------


def test_the_usual_table_is_the_map_s() -> None:
    assert settings(config.default()) == mapped(MAP.with_modules)


def test_the_simulated_table_has_all_of_the_map() -> None:
    assert settings(config.simulated()) == mapped(MAP.with_everything)


@pytest.mark.parametrize("build", BUILDS)
def test_the_example_is_the_map_s_build(build: str) -> None:
    example = config.load(HARDWARE / EXAMPLES[build])
    assert example == config.wired(BUILDS[build])
    assert not example.warnings


def test_all_that_may_be_added_is_taken_and_each_bus_is_named(tmp_path: Path) -> None:
    file = tmp_path / "companion.toml"
    file.write_text(toml_of(MAP.with_everything), encoding="utf-8")
    everything = config.load(file)
    assert settings(everything) == mapped(MAP.with_everything)
    told = {said.split(" is also wanted by ")[0]: said for said in everything.warnings}
    assert set(told) == {f"{wire.setting} {wire.bcm}" for wire in MAP.more}
    for wire in MAP.more:
        said = told[f"{wire.setting} {wire.bcm}"]
        assert f"is also wanted by {BUSES[wire.bcm]}: keep that switched off" in said


def test_a_table_on_the_pi_s_buses_says_so_when_it_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "watch", lambda *_: 0)
    file = tmp_path / "companion.toml"
    file.write_text(toml_of(MAP.with_everything), encoding="utf-8")
    words = ["run", "--simulated", "--port", "0", "--host", "127.0.0.1", "--state", str(tmp_path)]
    everything = CliRunner().invoke(cli.main, [*words, "--config", str(file)])
    assert everything.exit_code == 0
    assert everything.stderr.count("is also wanted by") == len(MAP.more)
    usual = CliRunner().invoke(cli.main, [*words, "--config", str(HARDWARE / "companion.toml")])
    assert usual.exit_code == 0 and "wanted by" not in usual.stderr


@pytest.mark.parametrize("wires", [*BUILDS.values(), MAP.with_everything])
def test_pins_are_held_at_rest_as_the_map_says(wires: tuple[Wire, ...]) -> None:
    factory = mock_factory()
    assert isinstance(factory, MockFactory)
    inputs = [wire for wire in wires if wire.pull != "none"]
    table = Table(config.wired(wires), TableClock(), factory, lambda signal: None)
    try:
        pulls = {wire.setting: factory.pin(wire.bcm).pull for wire in inputs}
        assert pulls == {wire.setting: wire.pull for wire in inputs}
        lights = [wire.bcm for wire in wires if wire.setting.endswith("light")]
        assert all(factory.pin(pin).function == "output" for pin in lights)
    finally:
        table.close()
        factory.close()


# --- tables and drawings ----------------------------------------------------------------------


def test_the_table_of_pins_is_the_map_s() -> None:
    text = (HARDWARE / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+) \| (\d+) \| (\d+) \|", text, re.MULTILINE)
    told = {what: (int(bcm), int(place)) for what, bcm, place in rows}
    for wires in BUILDS.values():
        assert told == {wire.what: (wire.bcm, wire.place) for wire in wires}
    grounds = re.search(r"ground at ([\d, and]+)\.", text)
    assert grounds and [int(n) for n in re.findall(r"\d+", grounds[1])] == [
        n for n, name in enumerate(MAP.header, 1) if name == "ground"
    ]


@pytest.mark.parametrize("path", draw.drawings(MAP), ids=lambda path: path.name)
def test_what_is_drawn_from_the_map_is_up_to_date(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == draw.drawings(MAP)[path], "say: make wiring"


@pytest.mark.parametrize("build", BUILDS)
def test_every_wire_is_in_the_wiring(build: str) -> None:
    """Read as WireViz reads it: each contact, where it ends, and nothing at 5 V."""
    wires = BUILDS[build]
    tree = yaml.safe_load((HARDWARE / "wiring" / f"{build}.yml").read_text(encoding="utf-8"))
    joined = [
        [(end, pins[0]) for step in line for end, pins in step.items()]
        for line in tree["connections"]
    ]
    signals = {(right[0], left[1]) for left, cable, right in joined if cable[0] == "Signals"}
    assert signals == {(wire.what, wire.place) for wire in wires}
    grounded = {left[0] for left, cable, _ in joined if cable[0] == "Ground"}
    assert grounded == {wire.what for wire in wires}
    fed = {left[0] for left, cable, _ in joined if cable[0] == "Plus"}
    modules = {wire.what for wire in wires if draw.part_of(wire).plus}
    assert fed == modules
    for strip, name in (("Plus strip", "3.3 V"), ("Ground strip", "ground")):
        own = re.search(r"place (\d+) \((.*)\)", tree["connectors"][strip]["pins"][0])
        assert own and own[2] == name == MAP.header[int(own[1]) - 1]
    used = {(cable[0], cable[1]) for _, cable, _ in joined}
    assert len(used) == len(joined), "a wire is used twice"


@pytest.mark.parametrize("build", BUILDS)
def test_the_parts_list_has_what_is_wired(build: str) -> None:
    text = (HARDWARE / "afternoon.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([\w ]+?) ?(?:[,(][^|]*)?\| (\d+) \| (\d+) \|", text, re.MULTILINE)
    listed = {part: int(counts[list(BUILDS).index(build)]) for part, *counts in rows}
    tree = yaml.safe_load((HARDWARE / "wiring" / f"{build}.yml").read_text(encoding="utf-8"))
    kinds = [one["type"] for one in tree["connectors"].values()]
    for kind in ("touch module", "lever switch", "push button", "active buzzer module"):
        assert listed[kind] == sum(one.startswith(kind) for one in kinds), kind
    wires = sum(len(cable["colors"]) for cable in tree["cables"].values()) + 2  # the strips' own
    bill = tree["additional_bom_items"]
    assert wires == sum(item["qty"] for item in bill if "jumper" in item["description"])
    assert f"{wires} " in re.search(r"Used are .*", text)[0]  # type: ignore[index]


@pytest.mark.parametrize("build", BUILDS)
def test_the_drawing_has_all_texts_of_the_wiring(build: str) -> None:
    """The picture is WireViz's; that it was drawn after the last change shows in its words."""
    drawing = (HARDWARE / "wiring" / f"{build}.svg").read_text(encoding="utf-8")
    words = re.sub(r"&#160;|\s+", " ", re.sub(r"<[^>]+>", " ", drawing))
    for wire in BUILDS[build]:
        assert f" {wire.what} " in words and f" {wire.place} " in words
        assert f" GPIO {wire.bcm} " in words


def test_a_map_that_changed_is_noticed() -> None:
    both = (replace(MAP.both[0], bcm=27, place=13), *MAP.both[1:])
    moved = Pinout(MAP.header, MAP.modules, MAP.levers, both, ())
    changed = draw.drawings(moved)
    assert all(text != changed[path] for path, text in draw.drawings(MAP).items())
