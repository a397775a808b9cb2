"""The builder's choices: `companion.toml` as frozen dataclasses, every mistake named with its cure.

Must not open pins, sockets or journals: it only says what the builder wants.
"""

import os
import tomllib
from dataclasses import field, replace
from enum import Enum
from pathlib import Path

from companion.frozen import dataclass
from companion.table.pinout import Wire, pinout
from companion.table.reading import ConfigError as ConfigError
from companion.table.reading import Pins, Section
from companion.table.tempo import tempo_of
from companion.words import PADS_MOST, SEATS_MOST, short

COLOURS = ("red", "blue", "green", "gold", "white")
NAMES = ("Red", "Blue", "Green", "Gold", "White")
BOARD_BUTTONS = ("start", "yes", "no")
EVERYWHERE = ("", "0.0.0.0", "::")  # all of the machine's addresses
BOARD_SEATS = 6  # it has pins for so many

TOUCH_UNCERTAIN_MS = 60.0  # a TTP223 module answers within 60 ms of a touch in its fast mode
SWITCH_UNCERTAIN_MS = 5.0  # how far a lever travels before its contact opens, taken quickly
PAGE_UNCERTAIN_MS = 20.0  # a tap on a page travels over Wi-Fi


@dataclass(frozen=True, slots=True)
class PadConfig:
    """One pad: the dolphin on it and the BCM pins of its touch module, lever switch and light."""

    name: str
    colour: str
    touch: int | None = None
    switch: int | None = None
    light: int | None = None
    touch_uncertain_ms: float = TOUCH_UNCERTAIN_MS
    switch_uncertain_ms: float = SWITCH_UNCERTAIN_MS
    touch_active_high: bool = True  # modules drive their output high while touched
    switch_closed_at_home: bool = True  # the dolphin's weight holds the lever down

    @property
    def touch_uncertain_us(self) -> int:
        """How long before its stamp a touch may have happened, in microseconds."""
        return round(self.touch_uncertain_ms * 1000)

    @property
    def switch_uncertain_us(self) -> int:
        """How long before its stamp a lift may have happened, in microseconds."""
        return round(self.switch_uncertain_ms * 1000)


@dataclass(frozen=True, slots=True)
class ButtonsConfig:
    """The BCM pins of the table's buttons, each switching to ground; None where there is none."""

    start: int | None = None
    yes: int | None = None
    no: int | None = None
    seats: tuple[int, ...] = ()

    def named(self) -> tuple[tuple[str, int], ...]:
        """Every button there is: "start", "yes", "no", "seat:0" ... and its pin."""
        one = (("start", self.start), ("yes", self.yes), ("no", self.no))
        seats = tuple((f"seat:{seat}", pin) for seat, pin in enumerate(self.seats))
        return tuple((name, pin) for name, pin in one if pin is not None) + seats


@dataclass(frozen=True, slots=True)
class BuzzerConfig:
    """The BCM pin of an active buzzer, or None; some modules sound while their pin is low."""

    pin: int | None = None
    active_high: bool = True


class Sensor(Enum):
    """What feels the hands: the Pi's pins, a touch board over USB, or a tablet that draws them."""

    PINS = "pins"
    BOARD = "board"
    TABLET = "tablet"


@dataclass(frozen=True, slots=True)
class TableConfig:
    """What the table is called, its name on the home network, and what it feels hands by."""

    name: str = "Our table"
    hostname: str = "splash"
    sensor: Sensor = Sensor.PINS
    games: Path | None = None  # a folder with games of the family's own
    tablet_uncertain_ms: float = 0.0  # as somebody measured it; the tablet's own guess if shorter


@dataclass(frozen=True, slots=True)
class BoardConfig:
    """The touch board: its port, such as a name under /dev/serial/by-id ("" finds it), the buttons
    that hang on it, for how many seats, and whether its pads are split and feel being lifted.
    """

    port: str = ""
    buttons: tuple[str, ...] = BOARD_BUTTONS
    seats: int = 0
    lifts: bool = False
    record: Path | None = None  # a new file for everything that is said to it and by it

    def named(self) -> tuple[str, ...]:
        """Every button there is on the board: "start", "yes", "no", "seat:0" ..."""
        return self.buttons + tuple(f"seat:{seat}" for seat in range(self.seats))


@dataclass(frozen=True, slots=True)
class WebConfig:
    """Where the pages are served, and further host names that browsers may call them by."""

    host: str = "0.0.0.0"
    port: int = 8080
    names: tuple[str, ...] = ()

    @property
    def only_at(self) -> str:
        """The one address at which they are served; empty where that is all of the machine's."""
        return "" if self.host in EVERYWHERE else self.host

    def here(self, port: int) -> str:
        """Where this machine itself finds them."""
        host = self.only_at or "localhost"
        return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


@dataclass(frozen=True, slots=True)
class CallerConfig:
    """The tempo a new game starts with: a name, or milliseconds between calls."""

    tempo: str | int = "brisk"


@dataclass(frozen=True, slots=True)
class JournalConfig:
    """The journal's absolute path, or None for the usual place."""

    path: Path | None = None


@dataclass(frozen=True, slots=True)
class EveningConfig:
    """What good night does beside ending the evening: switch the machine off, if this says so."""

    power_off: bool = False


@dataclass(frozen=True, slots=True)
class Config:
    """Everything a builder may choose. `warnings` are sentences worth saying at the start."""

    pads: tuple[PadConfig, ...]
    buttons: ButtonsConfig = field(default_factory=ButtonsConfig)
    buzzer: BuzzerConfig = field(default_factory=BuzzerConfig)
    table: TableConfig = field(default_factory=TableConfig)
    board: BoardConfig = field(default_factory=BoardConfig)
    web: WebConfig = field(default_factory=WebConfig)
    caller: CallerConfig = field(default_factory=CallerConfig)
    journal: JournalConfig = field(default_factory=JournalConfig)
    evening: EveningConfig = field(default_factory=EveningConfig)
    warnings: tuple[str, ...] = ()


def load(path: Path) -> Config:
    """Read `companion.toml`.

    Raises ConfigError: a sentence with the file, the key, the offending value and the remedy.
    """
    try:
        # Windows puts a mark in front, and a boot partition is written on any computer.
        tree = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise ConfigError(
            f"{path} cannot be read: {error.strerror}. Check its name and that this user may read "
            f"it, or start without a configuration to use the usual pins."
        ) from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is not UTF-8 text. Save it as UTF-8.") from error
    except (ValueError, RecursionError) as error:  # a number, or lists in lists, without end
        raise ConfigError(
            f"{path} is not TOML: {short(str(error))}. "
            "Compare that line with the example configuration."
        ) from error
    return _config(Section(str(path), "", tree))


def default() -> Config:
    """Nine of the ten pins that no bus of the Pi wants: five touch pads, START, YES, NO, buzzer."""
    return wired(pinout().with_modules)


def used_pins(config: Config) -> tuple[int, ...]:
    """All BCM pins that the configuration wants, in rising order."""
    pads = (pin for pad in config.pads for pin in (pad.touch, pad.switch, pad.light))
    buttons = (pin for _, pin in config.buttons.named())
    return tuple(sorted(pin for pin in (*pads, *buttons, config.buzzer.pin) if pin is not None))


def gpios(pins: tuple[int, ...]) -> str:
    """What hangs on these pins, to be said: "what hangs on GPIO 17 and 26"."""
    *most, last = map(str, pins)
    return f"what hangs on GPIO {', '.join(most) + ' and ' if most else ''}{last}"


def without_pins(config: Config) -> Config:
    """The same table with nothing at the machine's own pins."""
    pads = tuple(replace(pad, touch=None, switch=None, light=None) for pad in config.pads)
    return replace(config, pads=pads, buttons=ButtonsConfig(), buzzer=BuzzerConfig())


def simulated() -> Config:
    """The table with everything, for pretend pins: lifting is felt, six seats have a button."""
    config = wired(pinout().with_everything)
    pads = tuple(
        replace(pad, touch_uncertain_ms=PAGE_UNCERTAIN_MS, switch_uncertain_ms=PAGE_UNCERTAIN_MS)
        for pad in config.pads
    )
    return replace(config, pads=pads)


def wired(wires: tuple[Wire, ...]) -> Config:
    """The table that has these wires of the pin map, and all else as usual."""
    pins = {wire.setting: wire.bcm for wire in wires}
    pads = tuple(
        PadConfig(
            name,
            colour,
            touch=pins.get(f"pads[{i}].touch"),
            switch=pins.get(f"pads[{i}].switch"),
            light=pins.get(f"pads[{i}].light"),
        )
        for i, (name, colour) in enumerate(zip(NAMES, COLOURS, strict=True))
    )
    seats = (pins.get(f"buttons.seats[{seat}]") for seat in range(SEATS_MOST))
    buttons = ButtonsConfig(
        start=pins.get("buttons.start"),
        yes=pins.get("buttons.yes"),
        no=pins.get("buttons.no"),
        seats=tuple(pin for pin in seats if pin is not None),
    )
    return Config(pads, buttons, BuzzerConfig(pins.get("buzzer.pin")))


def tablet() -> Config:
    """The table without any parts: five dolphins drawn on a tablet."""
    return on_a_tablet(Config(_five_names()))


def on_a_tablet(config: Config) -> Config:
    """The same table with its dolphins drawn on a tablet: no pin is opened."""
    pads = tuple(PadConfig(pad.name, pad.colour) for pad in config.pads)
    table = replace(config.table, sensor=Sensor.TABLET)
    return replace(
        config, pads=pads, buttons=ButtonsConfig(), buzzer=BuzzerConfig(), table=table, warnings=()
    )


def board() -> Config:
    """The table on a touch board, with nothing at the Pi's own pins."""
    return on_a_board(Config(_five_names()))


def simulated_board() -> Config:
    """The table with everything, on a touch board that is simulated: all buttons hang on it."""
    config = replace(on_a_board(simulated()), buttons=ButtonsConfig())
    return replace(config, board=BoardConfig(seats=BOARD_SEATS, lifts=True))


def on_a_board(config: Config) -> Config:
    """The same table with a touch board under its dolphins: what else is at the Pi stays there."""
    pads = tuple(PadConfig(pad.name, pad.colour, light=pad.light) for pad in config.pads)
    return replace(config, pads=pads, table=replace(config.table, sensor=Sensor.BOARD))


def recorded(config: Config, file: Path | None) -> Config:
    """The same table, with what its touch board says kept in a new file.

    Raises ConfigError if there is a file and no touch board.
    """
    if file is not None and config.table.sensor is not Sensor.BOARD:
        raise ConfigError(
            f"Only what a touch board says can be kept in {file}. Leave out --record, or say "
            f"--table board."
        )
    return replace(config, board=replace(config.board, record=file))


def _config(top: Section) -> Config:
    pins = Pins()
    table = _table(top.section("table"))
    config = Config(
        pads=_pads(top, pins, table.sensor),
        buttons=_buttons(top.section("buttons"), pins),
        buzzer=_buzzer(top.section("buzzer"), pins),
        table=table,
        board=_board(top.section("board"), table.sensor),
        web=_web(top.section("web")),
        caller=_caller(top.section("caller")),
        journal=_journal(top.section("journal")),
        evening=_evening(top.section("evening")),
        warnings=tuple(pins.warnings),
    )
    top.done()
    return on_a_tablet(config) if table.sensor is Sensor.TABLET else config


def _pads(top: Section, pins: Pins, sensor: Sensor) -> tuple[PadConfig, ...]:
    if sensor is not Sensor.PINS and not top.sections("pads"):
        return _five_names()
    pads = tuple(_pad(section, i, pins) for i, section in enumerate(_pad_sections(top)))
    for section, pad in zip(top.sections("pads"), pads, strict=True):
        if sensor is Sensor.PINS and pad.touch is None and pad.switch is None:
            raise ConfigError(
                f"{section.file}: {section.where} ({pad.name}) has neither touch nor switch, so it "
                f"can feel nothing. Give it the pin of its touch module (touch = 5) or lever "
                f"switch."
            )
        if sensor is Sensor.BOARD and (pad.touch is not None or pad.switch is not None):
            raise ConfigError(
                f"{section.file}: {section.where} ({pad.name}) has a pin of the Pi, and "
                f'table.sensor = "board" says that the touch board feels it. Take out touch and '
                f'switch, or say sensor = "pins".'
            )
    return pads


def _five_names() -> tuple[PadConfig, ...]:
    return tuple(PadConfig(name, colour) for name, colour in zip(NAMES, COLOURS, strict=True))


def _pad_sections(top: Section) -> tuple[Section, ...]:
    sections = top.sections("pads")
    if not sections:
        raise ConfigError(
            f"{top.file}: there is no pad. Add a [[pads]] section with its pin (touch = 5) for "
            f"each dolphin, or start without a configuration to use the usual pins."
        )
    if len(sections) > PADS_MOST:
        raise ConfigError(
            f"{top.file}: there are {len(sections)} [[pads]], and the box holds {PADS_MOST} "
            f"dolphins. Remove {len(sections) - PADS_MOST}."
        )
    return sections


def _pad(section: Section, index: int, pins: Pins) -> PadConfig:
    name = section.text("name", NAMES[index])
    guess = name.lower() if name.lower() in COLOURS else COLOURS[index]
    closed_at_home = section.flag("switch_closed_at_home", True)
    high = section.flag("touch_active_high", True)
    pad = PadConfig(
        name=name,
        colour=section.one_of("colour", COLOURS, guess),
        touch=pins.take(section, "touch", pulled_down=high),
        switch=pins.take(section, "switch"),
        light=pins.take(section, "light"),
        touch_uncertain_ms=section.number("touch_uncertain_ms", TOUCH_UNCERTAIN_MS, 0, 1000),
        switch_uncertain_ms=section.number("switch_uncertain_ms", SWITCH_UNCERTAIN_MS, 0, 1000),
        touch_active_high=high,
        switch_closed_at_home=closed_at_home,
    )
    section.done()
    return pad


def _buttons(section: Section, pins: Pins) -> ButtonsConfig:
    buttons = ButtonsConfig(
        start=pins.take(section, "start"),
        yes=pins.take(section, "yes"),
        no=pins.take(section, "no"),
        seats=pins.take_list(section, "seats", SEATS_MOST),
    )
    section.done()
    return buttons


def _buzzer(section: Section, pins: Pins) -> BuzzerConfig:
    buzzer = BuzzerConfig(pins.take(section, "pin"), section.flag("active_high", True))
    section.done()
    return buzzer


def _table(section: Section) -> TableConfig:
    table = TableConfig(
        name=section.text("name", "Our table"),
        hostname=section.text("hostname", "splash"),
        sensor=Sensor(section.one_of("sensor", tuple(s.value for s in Sensor), "pins")),
        tablet_uncertain_ms=section.number("tablet_uncertain_ms", 0.0, 0, 100),
        games=_beside(section, "games"),
    )
    section.done()
    return table


def _board(section: Section, sensor: Sensor) -> BoardConfig:
    port = section.text("port", "auto")
    buttons = section.texts("buttons", BOARD_BUTTONS)
    seats = section.whole("seats", 0, 0, BOARD_SEATS)
    lifts = section.flag("lifts", False)
    section.done()
    for button in buttons:
        if button not in BOARD_BUTTONS or buttons.count(button) > 1:
            raise ConfigError(
                f"{section.file}: {section.name('buttons')} says {button!r}. It may name "
                f"{', '.join(BOARD_BUTTONS)}, each once; seats = 4 are the buttons of four seats."
            )
    if port != "auto" and not port.startswith("/"):
        raise ConfigError(
            f'{section.file}: {section.name("port")} is {port!r}. It must be "auto", or a path '
            f'like "/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0".'
        )
    if port != "auto" and sensor is not Sensor.BOARD:
        raise ConfigError(
            f"{section.file}: {section.name('port')} is said, but table.sensor is "
            f'"{sensor.value}". Say sensor = "board" under [table], or take out [board].'
        )
    return BoardConfig("" if port == "auto" else port, buttons, seats, lifts)


def _web(section: Section) -> WebConfig:
    web = WebConfig(
        host=section.text("host", "0.0.0.0"),
        port=section.whole("port", 8080, 1, 65535),
        names=section.texts("names"),
    )
    section.done()
    return web


def _caller(section: Section) -> CallerConfig:
    tempo = section.text_or_whole("tempo", "brisk")
    try:
        tempo_of(tempo)
    except ValueError as error:
        raise ConfigError(f"{section.file}: {section.name('tempo')}: {error}") from error
    section.done()
    return CallerConfig(tempo)


def _journal(section: Section) -> JournalConfig:
    journal = JournalConfig(_beside(section, "path"))
    if journal.path is not None and not journal.path.name:
        raise ConfigError(
            f"{section.file}: {section.name('path')}: That is no file. Write its name, too, as in "
            '"/media/stick/journal.sqlite".'
        )
    section.done()
    return journal


def _beside(section: Section, key: str) -> Path | None:
    """A path, where it is said: from the configuration's own folder."""
    text = os.path.expanduser(section.text(key, ""))
    if "\0" in text:
        raise ConfigError(f"{section.file}: {section.name(key)}: No file can be called {text!r}.")
    if text.startswith("~"):
        raise ConfigError(
            f"{section.file}: {section.name(key)}: There is no such home as in {text!r}. Write the "
            "whole path, from / on."
        )
    # Absolute from here on: loading lgpio may move the process into another folder (LG_WD).
    return Path(section.file).absolute().parent / text if text else None


def _evening(section: Section) -> EveningConfig:
    evening = EveningConfig(section.flag("power_off", False))
    section.done()
    return evening
