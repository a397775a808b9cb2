"""What the doctor says of machines that it is told of, and what it sees on this one."""

import json
import socket
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from companion import doctor
from companion.doctor import Device, Finding, Pins, Readings, Standing, looking
from companion.holding import Holder
from companion.table.board.now import BoardNow
from companion.table.config import board, default, tablet
from companion.table.frames import Cause, Reading

LAPTOP = Readings(
    python=(3, 11),
    pi="",
    pins=Pins(),
    chips=(),
    serial_ports=(),
    installed=frozenset(),
    state="/var/lib/splash-companion",
    state_writable=True,
    free_mb=2000,
    port=8080,
    port_trouble="",
    hostname="splash",
    hostname_known=True,
    announced=True,
    clock_behind=False,
)
PI = replace(
    LAPTOP,
    pi="Raspberry Pi 4 Model B Rev 1.4",
    pins=Pins("ok"),
    chips=(Device("/dev/gpiochip0", True),),
)

CASES = [
    ("old Python", replace(LAPTOP, python=(3, 9)), "Python 3.9 is too old", "3.11"),
    ("no lgpio", replace(PI, pins=Pins("none")), "lgpio is not here", "python3-lgpio"),
    ("stub lgpio", replace(PI, pins=Pins("old")), "old stub", "pip uninstall lgpio"),
    ("broken lgpio", replace(PI, pins=Pins("broken", "no .so")), "no .so", "python3-lgpio"),
    ("old kernel", replace(PI, chips=()), "no /dev/gpiochip", "full-upgrade"),
    ("no group", replace(PI, chips=(Device("/dev/gpiochip0", False),)), "may not", "groups gpio"),
    (
        "a held pin",
        replace(PI, pins=Pins("ok", "", ((17, "spi0"),))),
        "GPIO 17 is held by spi0",
        "",
    ),
    ("read-only", replace(LAPTOP, state_writable=False), "cannot be written", "--state"),
    ("low port", replace(LAPTOP, port=80, port_trouble="forbidden"), "port 80", "--port 8081"),
    ("odd host", replace(LAPTOP, port_trouble="Bad name"), "Bad name", "companion.toml"),
    (
        "pins of another group",
        replace(PI, chips=(Device("/dev/gpiochip0", False),), groups=frozenset({"gpio"})),
        "belong to another one",
        "udevadm",
    ),
    (
        "a pin of another lgpio",
        replace(PI, pins=Pins("ok", "", ((5, "lg"),)), holders=(Holder("companion", 812),)),
        "a program that uses lgpio. Pins are open in companion (process 812)",
        "systemctl stop",
    ),
]
WARNINGS = [
    (
        "old RPi.GPIO on a Pi 5",
        replace(PI, pi="Raspberry Pi 5 Model B", installed=frozenset({"rpi.gpio"})),
        "cannot work",
        "rpi-lgpio",
    ),
    ("two shims", replace(PI, installed=frozenset({"rpi-lgpio", "rpi.gpio"})), "both", "uninstall"),
    (
        "locked though in the group",
        replace(PI, serial_ports=(Device("ttyUSB0", False),), groups=frozenset({"dialout"})),
        "may not use ttyUSB0",
        "udevadm",
    ),
    ("locked", replace(PI, serial_ports=(Device("ttyUSB0", False),)), "ttyUSB0", "dialout"),
    ("full", replace(LAPTOP, free_mb=99), "99 MB free", "Make room"),
    ("busy port", replace(LAPTOP, port_trouble="taken"), "in use", "--port 8081"),
    (
        "busy port of the service",
        replace(LAPTOP, port_trouble="taken", port_owner=Holder("companion", 812, service=True)),
        "Port 8080 is held by the service splash-companion (process 812).",
        "Stop it (sudo systemctl stop splash-companion), or take another one: companion run --port",
    ),
    ("nameless", replace(LAPTOP, hostname_known=False), "its own name, splash", "/etc/hosts"),
    ("two of one name", replace(LAPTOP, namesake="10.0.0.7"), "at 10.0.0.7, is called", "hostname"),
    ("stopped clock", replace(LAPTOP, clock_behind=True), "wrong dates", "date --set"),
    (
        "older journal",
        replace(LAPTOP, journal="Rows 4 to 6 are missing from the journal."),
        "Rows 4 to 6",
        "companion backup",
    ),
    ("worn card", replace(LAPTOP, write_ms=400.0), "after 400 ms", "new one"),
    ("in memory", replace(PI, state_in_memory="overlay"), "is in memory", "raspi-config"),
    ("in memory, too", replace(LAPTOP, state_in_memory="tmpfs"), "is in memory", "on a disk: "),
    ("weak now", replace(PI, throttled=0x1), "too little voltage", "power supply"),
    ("weak before", replace(PI, throttled=0x10000), "too little voltage", "power supply"),
    ("too hot", replace(PI, throttled=0x8), "too hot", "heat sink"),
    ("throttled before", replace(PI, throttled=0x40000), "slowed down", "air"),
    (
        "a game that was left out",
        replace(LAPTOP, games="/srv/ours", left_out=("The game x was left out: it has no y.py.",)),
        "The game x was left out",
        "companion games",
    ),
]


@pytest.mark.parametrize("readings", [LAPTOP, PI], ids=["laptop", "pi"])
def test_a_good_machine_is_fit_and_needs_nothing(readings: Readings) -> None:
    findings = doctor.checks(readings)
    assert doctor.is_fit(findings)
    assert {finding.standing for finding in findings} == {Standing.OK}
    assert not [finding for finding in findings if finding.remedy]


def test_a_machine_without_pins_is_told_how_to_play() -> None:
    said = doctor.report(doctor.checks(LAPTOP))
    assert "companion run --simulated" in said
    assert "companion run --table tablet" in said


def test_a_terminal_has_plain_blanks() -> None:
    felt = doctor.Finding("pads", Standing.OK, "Pad 1 feels 45\u00a0pF.", "Below 9\u00a0pF: tap.")
    said = doctor.report((felt,))
    assert "45 pF" in said and "9 pF" in said


def test_a_board_that_is_plugged_into_a_laptop_is_no_reason_to_pretend() -> None:
    said = doctor.report(doctor.checks(replace(LAPTOP, port_taken=True)))
    assert "companion run --table board" in said and "--simulated" not in said


def test_a_board_at_a_laptop_plays_without_what_hangs_on_pins() -> None:
    now = replace(LAPTOP, board_wanted=True, pins_wanted=(17, 26))
    [pins] = [finding for finding in doctor.checks(now) if finding.about == "Pins"]
    assert pins.standing is Standing.WARNING
    assert "what hangs on GPIO 17 and 26 is left out" in pins.sentence


HURT = BoardNow(
    "/dev/ttyUSB0",
    "talking",
    ("The touch board was never calibrated: companion calibrate does it.",),
    version=1,
    image=0x7DD7D9A5,
    cause=Cause.WATCHDOG,
    clock_ppm=-2941.2,
    clock_uncertain_us=180,
    bad_frames=3,
    readings=((Reading.LONGEST_US, 900), (Reading.DROPPED, 8), (Reading.RX_BAD, 2)),
    trembled=7,
    starts=2,
)


@pytest.mark.parametrize(
    ("said", "remedy"),
    [
        ("was never calibrated", ""),
        ("program 7dd7d9a5", ""),
        ("its own watchdog", ""),
        ("-2941 ppm", ""),
        ("known to 180 us", ""),
        ("hung and started anew", "--record"),
        ("5 frames were spoiled", "shorter USB cable"),
        ("8 events were lost", "Look at the disk: is it full, or slow?"),
        ("Pads trembled under hands 7 times", "power bank"),
        ("took 900 us", ""),
    ],
)
def test_the_running_companion_says_how_its_board_is(said: str, remedy: str) -> None:
    now = replace(LAPTOP, within=True, board_wanted=True, without_pins=True, board=HURT)
    now = replace(now, serial_ports=(Device("/dev/ttyUSB0", True),))
    [found] = [f for f in doctor.checks(now) if said in f.sentence]
    assert found.about == "Touch board" and remedy in found.remedy


def test_what_an_older_boot_loader_left_is_no_hang() -> None:
    hurt = replace(HURT, cause=Cause.POWER | Cause.WATCHDOG)
    said = " ".join(f.sentence for f in doctor.checks(replace(LAPTOP, within=True, board=hurt)))
    assert "Started by nobody knows what" in said
    assert "hung" not in said


def test_a_table_on_a_board_needs_one() -> None:
    findings = doctor.checks(replace(PI, board_wanted=True, without_pins=True))
    assert not doctor.is_fit(findings)
    [found] = [f for f in findings if f.standing is Standing.BROKEN]
    assert "No serial board" in found.sentence and "only charge" in found.remedy
    assert "no pin is needed" in doctor.report(findings)


def test_a_board_whose_port_was_taken_away_is_told_from_none() -> None:
    now = replace(LAPTOP, board_wanted=True, without_pins=True, port_taken=True)
    [found] = [f for f in doctor.checks(now) if f.standing is Standing.BROKEN]
    assert "took its port away" in found.sentence and "sudo apt remove brltty" in found.remedy


def test_a_board_that_is_spoken_with_needs_no_usb_socket_and_one_that_is_gone_does() -> None:
    pretended = BoardNow("/dev/pts/7", "talking", (), version=1)
    now = replace(LAPTOP, within=True, board_wanted=True, without_pins=True, board=pretended)
    assert doctor.is_fit(doctor.checks(now))
    gone = doctor.checks(replace(now, board=replace(pretended, stage="silent")))
    assert any("No serial board" in found.sentence for found in gone)


def test_whoever_takes_a_board_for_a_modem_is_named() -> None:
    held = replace(LAPTOP, board_wanted=True, port_holders=(Holder("ModemManager", 512),))
    [found] = [f for f in doctor.checks(held) if "modem" in f.sentence]
    assert found.standing is Standing.WARNING and "disable --now ModemManager" in found.remedy
    other = replace(held, port_holders=(Holder("minicom", 9),))
    assert "minicom (process 9) has a serial port open" in doctor.report(doctor.checks(other))


def test_a_board_s_machine_is_not_asked_for_pins_that_it_does_not_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looking, "board_name", lambda: "Raspberry Pi 4")
    monkeypatch.setattr(looking, "probe_pins", lambda pins: pytest.fail("no pin is used"))
    now = doctor.examine(board(), tmp_path)
    assert now.without_pins and now.board_wanted


@pytest.mark.parametrize("readings", [LAPTOP, replace(PI, pins=Pins("none"), chips=())])
def test_a_tablet_needs_no_pins(readings: Readings) -> None:
    findings = doctor.checks(replace(readings, tablet=True))
    assert doctor.is_fit(findings)
    assert [f.sentence for f in findings if f.about == "Pins"] == [
        "The dolphins are on a tablet: no pin is needed."
    ]


def test_a_tablets_machine_is_not_asked_for_pins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looking, "board_name", lambda: "Raspberry Pi 4 Model B Rev 1.4")
    monkeypatch.setattr(looking, "probe_pins", lambda pins: pytest.fail("asked"))
    assert doctor.examine(tablet(), tmp_path).tablet


@pytest.mark.parametrize(
    ("readings", "sentence", "remedy"), [case[1:] for case in CASES], ids=[c[0] for c in CASES]
)
def test_what_stands_in_the_way_has_a_remedy(
    readings: Readings, sentence: str, remedy: str
) -> None:
    found = only(readings, Standing.BROKEN)
    assert sentence in found.sentence and remedy in found.remedy and found.remedy
    assert not doctor.is_fit(doctor.checks(readings))


@pytest.mark.parametrize(
    ("readings", "sentence", "remedy"),
    [case[1:] for case in WARNINGS],
    ids=[w[0] for w in WARNINGS],
)
def test_a_warning_does_not_stop_play(readings: Readings, sentence: str, remedy: str) -> None:
    found = only(readings, Standing.WARNING)
    assert sentence in found.sentence and remedy in found.remedy and found.remedy
    assert doctor.is_fit(doctor.checks(readings))


def test_rpi_lgpio_is_told_from_the_old_library() -> None:
    for shim, said in (("rpi-lgpio", "stands in"), ("rpi.gpio", "The old RPi.GPIO is installed;")):
        findings = doctor.checks(replace(PI, installed=frozenset({shim})))
        (found,) = (f for f in findings if f.about == "RPi.GPIO")
        assert found.standing is Standing.OK and said in found.sentence


def test_a_running_companion_is_not_in_its_own_way() -> None:
    own = replace(PI, within=True, pins=Pins("ok", "", ((5, "lg"), (6, "lg"))))
    findings = doctor.checks(own)
    assert {finding.standing for finding in findings} == {Standing.OK}
    said = doctor.report(findings)
    assert "holds its 2 pins" in said and "The pages are at port 8080" in said


def test_the_machine_is_named_with_its_kernel_and_chip() -> None:
    readings = replace(PI, kernel="6.12.47-v8", pins=Pins("ok", chip="pinctrl-bcm2711"))
    assert doctor.checks(readings)[0].sentence == (
        "Raspberry Pi 4 Model B Rev 1.4, kernel 6.12.47-v8, pins on pinctrl-bcm2711."
    )


def test_without_avahi_the_number_still_works() -> None:
    found = next(f for f in doctor.checks(replace(LAPTOP, announced=False)) if f.about == "Name")
    assert found.standing is Standing.OK and "avahi-daemon" in found.remedy


def test_the_report_puts_the_remedy_under_its_sentence() -> None:
    findings = (
        Finding("Port", Standing.BROKEN, "It is shut.", "Open it."),
        Finding("Clock", Standing.OK, "It ticks."),
    )
    assert doctor.report(findings).splitlines() == [
        "broken   Port: It is shut.",
        "         -> Open it.",
        "ok       Clock: It ticks.",
    ]


def test_programs_get_the_same_as_json() -> None:
    findings = doctor.checks(replace(LAPTOP, clock_behind=True))
    rows = json.loads(doctor.as_json(findings))
    assert [row["about"] for row in rows] == [finding.about for finding in findings]
    assert {"about", "standing", "sentence", "remedy"} == set(rows[0])
    assert [row["standing"] for row in rows if row["about"] == "Clock"] == ["warning"]


def test_a_quick_card_is_fine() -> None:
    quick = [f for f in doctor.checks(replace(LAPTOP, write_ms=7.4)) if f.about == "Disk"]
    assert [(f.standing, f.sentence) for f in quick] == [
        (Standing.OK, "A fact is on the disk after 7 ms at most.")
    ]


@pytest.mark.parametrize(("text", "bits"), [("50005\n", 0x50005), ("", 0), ("what?", 0)])
def test_the_firmware_says_what_the_board_suffers(tmp_path: Path, text: str, bits: int) -> None:
    assert looking.throttled(tmp_path, tmp_path) == 0
    for node in ("soc/soc:firmware", "soc@107c000000/soc@107c000000:firmware"):
        file = tmp_path / node / "get_throttled"
        file.parent.mkdir(parents=True)
        file.write_text(text, encoding="ascii")
        assert looking.throttled(tmp_path, tmp_path) == bits
        file.unlink()


@pytest.mark.parametrize(
    ("name", "alarm", "bits"),
    [
        ("rpi_volt", "1", 0x10000),
        ("rpi_volt", "0", 0),
        ("rpi_volt", "", 0),
        ("cpu_thermal", "1", 0),
    ],
)
def test_so_does_a_kernel_that_knows_low_voltage_alone(
    tmp_path: Path, name: str, alarm: str, bits: int
) -> None:
    """Other kernels than Raspberry Pi's own have no get_throttled."""
    assert looking.throttled(tmp_path, tmp_path) == 0
    node = tmp_path / "hwmon3"
    node.mkdir()
    (node / "name").write_text(f"{name}\n", encoding="ascii")
    assert looking.throttled(tmp_path, tmp_path) == 0
    (node / "in0_lcrit_alarm").write_text(f"{alarm}\n", encoding="ascii")
    assert looking.throttled(tmp_path, tmp_path) == bits


MOUNTS = """\
/dev/mmcblk0p2 / ext4 rw 0 0
overlay {folder} overlay rw 0 0
/dev/sda1 {folder}/disk ext4 rw 0 0
tmpfs {folder}/run tmpfs rw 0 0
"""


@pytest.mark.parametrize(
    ("place", "kind"), [("", "overlay"), ("disk/state", ""), ("run/x", "tmpfs"), ("..", "")]
)
def test_a_journal_in_memory_is_found_out(tmp_path: Path, place: str, kind: str) -> None:
    folder = tmp_path / "here"
    for name in ("disk", "run"):
        (folder / name).mkdir(parents=True)
    mounts = tmp_path / "mounts"
    mounts.write_text(MOUNTS.format(folder=folder), encoding="utf-8")
    assert looking.in_memory(folder / place, mounts) == kind
    assert looking.in_memory(folder / place, tmp_path / "nothing") == ""


@pytest.mark.parametrize(("kind", "said"), [("tmpfs", "tmpfs"), ("overlay", ""), ("", "")])
def test_so_it_is_on_a_laptop_but_a_container_s_overlay_is_on_a_disk(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: str, said: str
) -> None:
    monkeypatch.setattr(looking, "in_memory", lambda folder: kind)
    monkeypatch.setattr(looking, "board_name", lambda: "")
    assert doctor.examine(board(), tmp_path).state_in_memory == said


def test_the_disk_is_timed_and_nothing_is_left(tmp_path: Path) -> None:
    assert looking.write_ms(tmp_path / "not" / "yet") > 0
    assert list(tmp_path.iterdir()) == []


def test_this_machine_can_be_examined(tmp_path: Path) -> None:
    readings = doctor.examine(default(), tmp_path / "not" / "yet")
    assert readings.python == sys.version_info[:2]
    assert readings.state_writable and readings.free_mb > 0
    assert not (tmp_path / "not").exists(), "looking makes nothing"
    assert doctor.report(doctor.checks(readings))


def test_the_pins_of_the_configuration_are_asked_for() -> None:
    assert looking.used_pins(default()) == (5, 6, 16, 17, 22, 23, 24, 25, 26)


# --- lgpio, as a process of its own finds it --------------------------------------------------

LGPIO = """
SET_PULL_NONE = 128
def get_module_version():
    return "lgpio.py_0.2.2.0"
def gpiochip_open(number):
    if number < 4:
        raise OSError("no such chip")
    return number
def gpio_get_chip_info(chip):
    return [0, 54, "gpiochip4", "pinctrl-rp1"]
def gpio_get_line_info(chip, pin):
    return [0, pin, 1 if pin == 17 else 0, "GPIO", "buzzer-test" if pin == 17 else ""]
"""


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (LGPIO, Pins("ok", "", ((17, "buzzer-test"),), "0.2.2.0", "pinctrl-rp1", "gpiochip4")),
        ("version = '0.0.0.2'", Pins("old")),
        ("raise RuntimeError('no liblgpio.so.1')", Pins("broken", "no liblgpio.so.1")),
        ("raise ModuleNotFoundError('lgpio')", Pins("none")),
        ("import os; os._exit(1)", "broken"),
    ],
    ids=["whole", "stub", "broken", "none", "crashes"],
)
def test_lgpio_is_tried_elsewhere(
    source: str, found: Pins | str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lgpio.py").write_text(source, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    pins = looking.probe_pins((5, 17))
    assert pins == found or pins.lgpio == found
    assert "lgpio" not in sys.modules


# --- looking ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("Raspberry Pi 5 Model B Rev 1.0\0", "Raspberry Pi 5 Model B Rev 1.0"),
        ("Libre Computer Potato\0", ""),
        (None, ""),
    ],
)
def test_a_pi_is_known_by_its_device_tree(model: str | None, name: str, tmp_path: Path) -> None:
    if model is not None:
        (tmp_path / "model").write_text(model, encoding="utf-8")
    assert looking.board_name(tmp_path) == name


def test_this_user_is_in_some_group() -> None:
    assert looking.groups()


def test_devices_are_found_by_pattern(tmp_path: Path) -> None:
    for name in ("gpiochip1", "gpiochip0", "tty0"):
        (tmp_path / name).touch()
    found = looking.devices("gpiochip*", tmp_path)
    assert found == tuple(Device(str(tmp_path / f"gpiochip{n}"), True) for n in (0, 1))


def test_a_port_in_use_is_seen() -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        held.listen()
        assert looking.port_trouble("127.0.0.1", held.getsockname()[1]) == "taken"


def test_a_free_port_is_left_free() -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]
    assert [looking.port_trouble("127.0.0.1", port) for _ in range(2)] == ["", ""]


def test_an_impossible_host_is_said_in_words() -> None:
    assert looking.port_trouble("999.999.999.999", 8080) not in {"", "taken", "forbidden"}


def test_a_file_in_the_folder_s_place_cannot_be_written_into(tmp_path: Path) -> None:
    (tmp_path / "state").touch()
    assert not looking.is_writable(tmp_path / "state")
    assert not looking.is_writable(tmp_path / "state" / "deeper")
    assert looking.is_writable(tmp_path)


def test_games_of_a_folder_that_are_well_are_said() -> None:
    found = doctor.checks(replace(LAPTOP, games="/srv/ours"))
    (games,) = (finding for finding in found if finding.about == "Games")
    assert games.standing is Standing.OK and "/srv/ours" in games.sentence
    assert not [one for one in doctor.checks(LAPTOP) if one.about == "Games"], "none of its own"


def only(readings: Readings, standing: Standing) -> Finding:
    found = [f for f in doctor.checks(readings) if f.standing is not Standing.OK]
    assert [finding.standing for finding in found] == [standing]
    return found[0]
