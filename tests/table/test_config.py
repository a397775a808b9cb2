"""The builder's choices, and the sentence for every mistake in them."""

import socket
from pathlib import Path

import pytest

from companion.table.config import Config, ConfigError, default, load, simulated
from companion.table.reading import BUSES, UART_PINS

GOOD = """
[table]
name = "The attic"
hostname = "attic"

[[pads]]
name = "Gold"
touch = 5
switch = 6
light = 16
touch_uncertain_ms = 0.3
switch_uncertain_ms = 2

[[pads]]
name = "Flipper"
touch = 17
touch_active_high = false
switch_closed_at_home = false

[buttons]
start = 23
yes = 24
no = 25
seats = [26, 27]

[buzzer]
pin = 22
active_high = false

[web]
host = "127.0.0.1"
port = 80
names = ["table.home"]

[caller]
tempo = 900

[journal]
path = "splash.db"

[evening]
power_off = true
"""
PAD = "[[pads]]\ntouch = 5\n"


def write(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "companion.toml"
    file.write_text(text, encoding="utf-8")
    return file


def refusal(tmp_path: Path, text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        load(write(tmp_path, text))
    return str(caught.value)


def pins_of(config: Config) -> list[int]:
    pads = [pin for pad in config.pads for pin in (pad.touch, pad.switch, pad.light)]
    rest = [pin for _, pin in config.buttons.named()]
    return [pin for pin in [*pads, *rest, config.buzzer.pin] if pin is not None]


def test_everything_that_can_be_said_is_read(tmp_path: Path) -> None:
    config = load(write(tmp_path, GOOD))
    gold, flipper = config.pads
    assert (gold.name, gold.colour, gold.touch, gold.switch, gold.light) == (
        "Gold",
        "gold",
        5,
        6,
        16,
    )
    assert (gold.touch_uncertain_us, gold.switch_uncertain_us) == (300, 2_000)
    assert (flipper.name, flipper.colour) == ("Flipper", "blue")
    assert (flipper.touch_active_high, flipper.switch_closed_at_home) == (False, False)
    assert (flipper.touch_uncertain_us, flipper.switch_uncertain_us) == (60_000, 5_000)
    assert config.buttons.named() == (
        ("start", 23),
        ("yes", 24),
        ("no", 25),
        ("seat:0", 26),
        ("seat:1", 27),
    )
    assert (config.buzzer.pin, config.buzzer.active_high) == (22, False)
    assert (config.table.name, config.table.hostname) == ("The attic", "attic")
    assert (config.web.host, config.web.port, config.web.names) == (
        "127.0.0.1",
        80,
        ("table.home",),
    )
    assert config.caller.tempo == 900
    assert config.journal.path == tmp_path / "splash.db"
    assert config.evening.power_off
    assert config.warnings == ()


def test_one_pad_is_enough_for_the_rest_there_are_defaults(tmp_path: Path) -> None:
    config = load(write(tmp_path, PAD))
    assert [pad.name for pad in config.pads] == ["Red"]
    assert config.buttons.named() == ()
    assert config.buzzer.pin is None
    assert (config.web.port, config.caller.tempo, config.journal.path) == (8080, "brisk", None)
    assert not config.evening.power_off, "no machine goes off that was not told to"


REFUSALS = {
    "a switch that is no yes or no": (
        PAD + '[evening]\npower_off = "yes"\n',
        "evening.power_off is 'yes'. It must be",
    ),
    "an evening's key that is none": (PAD + "[evening]\npoweroff = true\n", "power_off"),
    "unknown key, the nearest is named": (
        "[[pads]]\ntuoch = 5\n",
        "pads[0].tuoch is not a setting. Did you mean touch?",
    ),
    "unknown section": (PAD + "[buzer]\npin = 22\n", "buzer is not a setting. Did you mean buzzer"),
    "nothing near": (PAD + "[web]\nqqq = 1\n", "web.qqq is not a setting. Remove it. There are:"),
    "text for a pin": (
        '[[pads]]\ntouch = "5"\n',
        "pads[0].touch is '5'. It must be a whole number",
    ),
    "a truth for a pin": ("[[pads]]\ntouch = true\n", "pads[0].touch is True. It must be a whole"),
    "pin too high": ("[[pads]]\ntouch = 28\n", "pads[0].touch is 28. It must be a whole number"),
    "pin below zero": ("[[pads]]\nswitch = -1\n", "pads[0].switch is -1. It must be a whole"),
    "a pin twice": (
        "[[pads]]\ntouch = 5\n[[pads]]\nswitch = 17\n[[pads]]\ntouch = 6\n[[pads]]\ntouch = 17\n",
        "pads[3].touch 17 is already pads[1].switch",
    ),
    "a pin twice, pad and button": (
        PAD + "[buttons]\nseats = [22, 5]\n",
        "buttons.seats[1] 5 is already pads[0].touch",
    ),
    "the UART": ("[[pads]]\ntouch = 14\n", "pads[0].touch 14 is the UART"),
    "the UART's other pin": (PAD + "[buzzer]\npin = 15\n", "buzzer.pin 15 is the UART"),
    "a touch module on a pulled-up pin": ("[[pads]]\ntouch = 2\n", "pads[0].touch 2 is pulled up"),
    "six pads": (
        "".join(f"[[pads]]\ntouch = {pin}\n" for pin in (5, 6, 16, 17, 22, 23)),
        "there are 6 [[pads]], and the box holds 5 dolphins. Remove 1.",
    ),
    "no pads": ("[buzzer]\npin = 22\n", "there is no pad. Add a [[pads]] section"),
    "an empty file": ("", "there is no pad."),
    "a pad that feels nothing": ("[[pads]]\nlight = 5\n", "pads[0] (Red) has neither touch nor"),
    "one bracket too few": ("[pads]\ntouch = 5\n", "pads is {'touch': 5}. It must be a list of"),
    "a value for a section": ("web = 80\n" + PAD, "web is 80. It must be a section: write [web]"),
    "a colour of its own": (PAD + 'colour = "pink"\n', "pads[0].colour is 'pink'. It must be one"),
    "no flag": (PAD + "touch_active_high = 1\n", "pads[0].touch_active_high is 1. It must be true"),
    "no name": (PAD + "name = 3\n", "pads[0].name is 3. It must be a text in quotes"),
    "negative doubt": (PAD + "touch_uncertain_ms = -1\n", "touch_uncertain_ms is -1. It must be"),
    "no number": (
        PAD + "touch_uncertain_ms = nan\n",
        "touch_uncertain_ms is nan. It must be a num",
    ),
    "nine seats": (
        PAD + "[buttons]\nseats = [6, 16, 17, 22, 23, 24, 25, 26, 27]\n",
        "It must be a list of at most 8",
    ),
    "a seat's pin as text": (
        PAD + '[buttons]\nseats = ["6"]\n',
        "buttons.seats[0] is '6'. It must",
    ),
    "no such port": (PAD + "[web]\nport = 70000\n", "web.port is 70000. It must be a whole number"),
    "names are no text": (PAD + "[web]\nnames = [1]\n", "web.names is [1]. It must be a list of"),
    "no such tempo": (
        PAD + '[caller]\ntempo = "frantic"\n',
        "caller.tempo: 'frantic' is no tempo: say one of calm, brisk, wild, or 400 to 5000 ms",
    ),
    "too fast a tempo": (PAD + "[caller]\ntempo = 399\n", "caller.tempo: 399 is no tempo"),
    "a tempo that is neither": (PAD + "[caller]\ntempo = [1]\n", "caller.tempo is [1]. It must be"),
    "broken TOML": ("[[pads]]\ntouch 5\n", "is not TOML:"),
}


@pytest.mark.parametrize(("text", "sentence"), REFUSALS.values(), ids=REFUSALS.keys())
def test_refuses(tmp_path: Path, text: str, sentence: str) -> None:
    said = refusal(tmp_path, text)
    assert sentence in said
    assert said.startswith(str(tmp_path / "companion.toml"))
    assert said.endswith(".")


def test_broken_toml_names_the_line(tmp_path: Path) -> None:
    assert "line 2" in refusal(tmp_path, "[[pads]]\ntouch 5\n")


def test_a_missing_file_is_refused_with_a_remedy(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"absent\.toml cannot be read: No such file.*usual pins"):
        load(tmp_path / "absent.toml")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read: Is a directory"):
        load(tmp_path)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "companion.toml"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="is not UTF-8 text. Save it as UTF-8."):
        load(file)


def test_pins_that_buses_may_want_are_warned_of(tmp_path: Path) -> None:
    text = "[[pads]]\ntouch = 4\nswitch = 2\n[buzzer]\npin = 18\n"
    warnings = load(write(tmp_path, text)).warnings
    assert [said.split(":")[0] for said in warnings] == [
        "pads[0].touch 4 is also wanted by 1-wire",
        "pads[0].switch 2 is also wanted by I2C",
        "buzzer.pin 18 is also wanted by I2S sound",
    ]


def test_a_journal_elsewhere_is_absolute(tmp_path: Path) -> None:
    config = load(write(tmp_path, PAD + '[journal]\npath = "/srv/evenings/splash.db"\n'))
    assert config.journal.path == Path("/srv/evenings/splash.db")
    for path, why in (("/", "That is no file"), (r"a\u0000b", "No file can be called")):
        with pytest.raises(ConfigError, match=f"journal.path: {why}"):
            load(write(tmp_path, PAD + f'[journal]\npath = "{path}"\n'))


def test_the_default_map_takes_nine_pins_that_no_bus_wants() -> None:
    pins = pins_of(default())
    assert len(pins) == len(set(pins)) == 9
    assert not set(pins) & (set(BUSES) | set(UART_PINS))
    assert [pad.colour for pad in default().pads] == ["red", "blue", "green", "gold", "white"]
    assert all(pad.touch is not None and pad.switch is None for pad in default().pads)


def test_the_simulated_table_has_everything() -> None:
    config = simulated()
    pins = pins_of(config)
    assert len(pins) == len(set(pins))
    assert set(pins) <= set(range(28)) - set(UART_PINS)
    assert all(None not in (pad.touch, pad.switch, pad.light) for pad in config.pads)
    assert [name for name, _ in config.buttons.named()][3:] == [f"seat:{i}" for i in range(6)]


def test_loading_opens_no_socket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "socket", None)
    assert load(write(tmp_path, GOOD)).web.host == "127.0.0.1"
