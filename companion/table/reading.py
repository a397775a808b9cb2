"""Reads the sections of a configuration with complaints that a builder can act on.

Must not know what the settings mean: `config.py` does.
"""

from collections.abc import Mapping
from types import MappingProxyType

from companion.words import CompanionError, short

UART_PINS = (14, 15)
PINS_MOST = 27  # BCM 0..27 are on the 40-pin header
I2C_PINS = (2, 3)  # with a pull-up of 1.8 kilo-ohm soldered to the board
BUSES: Mapping[int, str] = MappingProxyType(
    {
        **dict.fromkeys((0, 1), "the plug-on boards' identity chip"),
        **dict.fromkeys(I2C_PINS, "I2C"),
        4: "1-wire",
        **dict.fromkeys(range(7, 12), "SPI"),
        **dict.fromkeys((12, 13), "PWM audio"),
        **dict.fromkeys(range(18, 22), "I2S sound"),
    }
)
FREE_PINS = "5, 6, 16, 17, 22 to 27"


class ConfigError(CompanionError):
    """The table cannot be set up as configured: the text names the place and the remedy."""


class Section:
    """One section of the file; remembers which keys were asked for, to refuse all others."""

    def __init__(self, file: str, where: str, tree: Mapping[str, object]) -> None:
        self.file = file
        self.where = where
        self._tree = tree
        self._known: list[str] = []

    def name(self, key: str) -> str:
        """The key with its section, as complaints say it."""
        return f"{self.where}.{key}" if self.where else key

    def section(self, key: str) -> "Section":
        """The section [key]; an empty one if there is none."""
        value = self._get(key, {})
        if not isinstance(value, dict):
            raise self._wrong(key, value, f"a section: write [{key}] on a line of its own")
        return Section(self.file, self.name(key), value)

    def sections(self, key: str) -> tuple["Section", ...]:
        """The sections [[key]], in order."""
        value = self._get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise self._wrong(key, value, f"a list of sections: write [[{key}]] above each")
        return tuple(Section(self.file, f"{key}[{i}]", item) for i, item in enumerate(value))

    def text(self, key: str, default: str) -> str:
        """A text in quotes."""
        value = self._get(key, default)
        if not isinstance(value, str):
            raise self._wrong(key, value, f'a text in quotes, like "{default or "words"}"')
        return value

    def texts(self, key: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        """A list of texts."""
        value = self._get(key, list(default))
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self._wrong(key, value, 'a list of texts, like ["one", "two"]')
        return tuple(value)

    def one_of(self, key: str, options: tuple[str, ...], default: str) -> str:
        """One of a few words."""
        value = self.text(key, default)
        if value not in options:
            raise self._wrong(key, value, f"one of {', '.join(options)}")
        return value

    def flag(self, key: str, default: bool) -> bool:
        """True or false."""
        value = self._get(key, default)
        if not isinstance(value, bool):
            raise self._wrong(key, value, "true or false, without quotes")
        return value

    def number(self, key: str, default: float, least: float, most: float) -> float:
        """A number within least..most."""
        value = self._get(key, default)
        if (
            isinstance(value, int | float)
            and not isinstance(value, bool)
            and least <= value <= most
        ):
            return float(value)
        raise self._wrong(key, value, f"a number from {least:g} to {most:g}")

    def whole(self, key: str, default: int, least: int, most: int) -> int:
        """A whole number within least..most."""
        value = self._get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self._wrong(key, value, f"a whole number from {least} to {most}")
        return value

    def whole_or_none(self, key: str, least: int, most: int) -> int | None:
        """A whole number within least..most, or None if the builder said nothing."""
        return self.whole(key, least, least, most) if self._get(key, None) is not None else None

    def text_or_whole(self, key: str, default: str) -> str | int:
        """A text in quotes or a whole number."""
        value = self._get(key, default)
        if not isinstance(value, str | int) or isinstance(value, bool):
            raise self._wrong(key, value, "a text in quotes or a whole number")
        return value

    def items(self, key: str, most: int) -> tuple[object, ...]:
        """A list of at most `most` things."""
        value = self._get(key, [])
        if not isinstance(value, list) or len(value) > most:
            raise self._wrong(key, value, f"a list of at most {most}, like [5, 6]")
        return tuple(value)

    def done(self) -> None:
        """Refuse every key that nobody asked for, and say which one was meant."""
        for key in self._tree:
            if key not in self._known:
                import difflib  # as large as all of the reading, and hardly ever wanted

                near = difflib.get_close_matches(key, self._known, 1)
                meant = f"Did you mean {near[0]}?" if near else "Remove it."
                raise ConfigError(
                    f"{self.file}: {short(self.name(key))} is not a setting. {meant} "
                    f"There are: {', '.join(self._known)}."
                )

    def _get(self, key: str, default: object) -> object:
        if key not in self._known:
            self._known.append(key)
        return self._tree.get(key, default)

    def _wrong(self, key: str, value: object, wanted: str) -> ConfigError:
        return ConfigError(
            f"{self.file}: {self.name(key)} is {short(repr(value))}. It must be {wanted}."
        )


class Pins:
    """Hands out BCM pins once each, and collects warnings about pins that buses may want."""

    def __init__(self) -> None:
        self.warnings: list[str] = []
        self._taken: dict[int, str] = {}

    def take(self, section: Section, key: str, pulled_down: bool = False) -> int | None:
        """The pin that the section names, or None. Raises ConfigError if it cannot be had."""
        pin = section.whole_or_none(key, 0, PINS_MOST)
        if pin is None:
            return None
        self._claim(section.file, section.name(key), pin)
        if pulled_down and pin in I2C_PINS:
            raise ConfigError(
                f"{section.file}: {section.name(key)} {pin} is pulled up on the Pi's own board, so "
                f"a touch module would always seem touched. Take one of {FREE_PINS}."
            )
        return pin

    def take_list(self, section: Section, key: str, most: int) -> tuple[int, ...]:
        """The pins of a list, each once."""
        named = {f"{key}[{i}]": item for i, item in enumerate(section.items(key, most))}
        each = Section(section.file, section.where, named)
        pins = (self.take(each, name) for name in named)
        return tuple(pin for pin in pins if pin is not None)

    def _claim(self, file: str, name: str, pin: int) -> None:
        if pin in self._taken:
            raise ConfigError(
                f"{file}: {name} {pin} is already {self._taken[pin]}. Give each its own pin; "
                f"[0] is the first of a list."
            )
        if pin in UART_PINS:
            raise ConfigError(
                f"{file}: {name} {pin} is the UART, which the Pi's console talks on. "
                f"Take one of {FREE_PINS}."
            )
        self._taken[pin] = name
        if pin in BUSES:
            self.warnings.append(
                f"{name} {pin} is also wanted by {BUSES[pin]}: keep that switched off, "
                f"or take one of {FREE_PINS}."
            )
