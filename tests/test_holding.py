"""Who holds a pin or a port, as /proc tells it, and what the doctor then says: for sure or not."""

import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion import doctor, holding
from companion.doctor import Finding, Pins, Standing
from companion.holding import Holder
from companion.table import pins
from tests.test_doctor import LAPTOP, PI

CHIP, LINE = "/dev/gpiochip0", "anon_inode:gpio-line"
JOURNAL = "/srv/evenings/journal.sqlite"
COMPANION = Holder("companion", 812, frozenset({("gpiochip0", 5)}), JOURNAL)
SERVICE = replace(COMPANION, service=True)
BLINK = Holder("python3 blink.py", 44, frozenset({("gpiochip0", 5)}))


@dataclass(frozen=True, slots=True)
class Process:
    """One that a pretended /proc has; `lines` are held by one descriptor, as lgpio holds them."""

    number: int
    name: str
    opened: tuple[str, ...] = ()
    lines: tuple[tuple[str, int], ...] = ()
    words: tuple[str, ...] = ()
    cgroup: str = "0::/user.slice/user-1000.slice/session-3.scope\n"
    closed: frozenset[str] = field(default=frozenset())

    def runs(self, proc: Path) -> None:
        """Make its folder."""
        here = proc / str(self.number)
        for part in ("fd", "fdinfo"):
            (here / part).mkdir(parents=True)
        for name, text in (("comm", self.name), ("cmdline", "\0".join(self.words))):
            if name not in self.closed:
                (here / name).write_text(f"{text}\n", encoding="utf-8")
        (here / "cgroup").write_text(self.cgroup, encoding="utf-8")
        for at, path in enumerate(self.opened, 3):
            (here / "fd" / str(at)).symlink_to(path)
        for at, (chip, line) in enumerate(self.lines, 30):
            (here / "fd" / str(at)).symlink_to(LINE)
            told = f"pos:\t0\nflags:\t02\nmnt_id:\t15\ngpio-chip:\t{chip}\ngpio-line:\t{line}\n"
            (here / "fdinfo" / str(at)).write_text(told, encoding="ascii")


def seen(proc: Path, *processes: Process) -> tuple[Holder, ...]:
    for process in processes:
        process.runs(proc)
    return holding.holders(proc)


def sockets(proc: Path, *rows: tuple[int, str, int, int], version: str = "") -> None:
    """What the kernel says of a port, its state, its user and its node, one row each."""
    heads = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid\n"
    local = "0100007F" if not version else "0" * 32
    (proc / "net").mkdir(exist_ok=True)
    (proc / "net" / f"tcp{version}").write_text(
        heads
        + "".join(
            f"{at:4}: {local}:{port:04X} 00000000:0000 {state} 00000000:00000000 00:00000000 "
            f"00000000 {user:5}        0 {node} 1 0000000000000000 100 0 0 10 0\n"
            for at, (port, state, user, node) in enumerate(rows)
        ),
        encoding="ascii",
    )


def test_who_has_the_chip_open_is_named(tmp_path: Path) -> None:
    (tmp_path / "9").mkdir()  # it ended while we looked
    found = seen(tmp_path, Process(12, "buzz", (CHIP,)), Process(7, "cat", ("/dev/null",)))
    assert found == (Holder("buzz", 12),)
    assert found[0].called == "buzz (process 12)"


def test_who_ended_while_we_looked_is_left_out(tmp_path: Path) -> None:
    assert not seen(tmp_path, Process(12, "buzz", (CHIP,), closed=frozenset({"comm"})))


def test_whose_a_line_is_the_kernel_tells(tmp_path: Path) -> None:
    lines = (("gpiochip0", 17), ("gpiochip4", 5))
    (found,) = seen(tmp_path, Process(12, "buzz", lines=lines))
    assert found.lines == frozenset(lines), "also where the chip itself was closed again"


def test_several_lines_of_one_descriptor_are_all_told(tmp_path: Path) -> None:
    Process(12, "buzz", lines=(("gpiochip0", 17),)).runs(tmp_path)
    with (tmp_path / "12" / "fdinfo" / "30").open("a", encoding="ascii") as told:
        told.write("gpio-line:\t18\n")
    (found,) = holding.holders(tmp_path)
    assert found.lines == {("gpiochip0", 17), ("gpiochip0", 18)}


def test_an_older_kernel_tells_of_no_line(tmp_path: Path) -> None:
    Process(12, "buzz", (CHIP,), lines=(("gpiochip0", 17),)).runs(tmp_path)
    (tmp_path / "12" / "fdinfo" / "30").write_text("pos:\t0\nflags:\t02\n", encoding="ascii")
    assert holding.holders(tmp_path) == (Holder("buzz", 12),)


def test_a_companion_is_known_by_the_journal_that_it_keeps(tmp_path: Path) -> None:
    opened = (CHIP, JOURNAL, f"{JOURNAL}-wal", f"{JOURNAL}.lock")
    (found,) = seen(tmp_path, Process(812, "companion", opened))
    assert found.journal == JOURNAL and not found.service
    assert found.called == f"the companion that keeps {JOURNAL} (process 812)"


def test_a_device_is_held_by_who_has_it_open_by_whatever_name(tmp_path: Path) -> None:
    proc, device, namesake = tmp_path / "proc", tmp_path / "ttyUSB1", tmp_path / "by-id"
    device.touch()
    namesake.symlink_to(device)
    Process(os.getpid(), "companion", (str(device),)).runs(proc)
    Process(7, "minicom", (f"{device}0",)).runs(proc)  # another one, whose name goes on
    assert holding.at_device(str(namesake), proc) is None
    Process(8, "ModemManager", (str(device),)).runs(proc)
    found = holding.at_device(str(namesake), proc)
    assert found is not None and found.called == "ModemManager (process 8)"
    assert found.stop == "Stop it (sudo systemctl disable --now ModemManager)"


@pytest.mark.parametrize("opened", [(CHIP, JOURNAL), (CHIP, f"{JOURNAL}.lock")])
def test_who_only_reads_a_journal_is_no_companion(opened: tuple[str, ...], tmp_path: Path) -> None:
    (found,) = seen(tmp_path, Process(5, "sqlite3", opened))
    assert not found.journal and found.called == "sqlite3 (process 5)"


def test_the_service_is_known_by_its_unit(tmp_path: Path) -> None:
    unit = "0::/system.slice/splash-companion.service\n"
    opened = (CHIP, JOURNAL, f"{JOURNAL}.lock")
    (found,) = seen(tmp_path, Process(812, "companion", opened, cgroup=unit))
    assert found.service and found.called == "the service splash-companion (process 812)"


def test_another_service_is_not_taken_for_ours(tmp_path: Path) -> None:
    unit = "0::/system.slice/splash-companion-network.service\n"
    (found,) = seen(tmp_path, Process(812, "network", (CHIP,), cgroup=unit))
    assert not found.service


def test_a_program_with_the_whole_disk_open_keeps_no_journal_for_that(tmp_path: Path) -> None:
    (found,) = seen(tmp_path, Process(1, "systemd", (CHIP, "/", ".")))
    assert found == Holder("systemd", 1)


# --- a port of the pages ----------------------------------------------------------------------


@pytest.mark.parametrize("version", ["", "6"])
def test_who_listens_at_a_port_is_named(tmp_path: Path, version: str) -> None:
    Process(12, "cat", ("socket:[7]",)).runs(tmp_path)  # it only talks, from that very port
    Process(44, "httpd", ("socket:[77]",)).runs(tmp_path)
    sockets(tmp_path, (8080, "01", 0, 7), (9000, "0A", 0, 8), (8080, "0A", 0, 77), version=version)
    assert holding.at_port(8080, tmp_path) == Holder("httpd", 44)
    assert holding.at_port(8081, tmp_path) is None


def test_of_another_user_s_program_at_a_port_the_user_is_named(tmp_path: Path) -> None:
    sockets(tmp_path, (8080, "0A", 0, 77), (8081, "0A", 4_000_000, 78))
    found, nameless = (holding.at_port(port, tmp_path) for port in (8080, 8081))
    assert found is not None and found.called == "a program of the user root"
    assert nameless is not None and nameless.called == "a program of the user 4000000"
    assert found.stop == "Stop that program"


def test_the_service_at_a_port_is_known_by_its_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(holding, "USER", "root")
    sockets(tmp_path, (8080, "0A", 0, 77))
    found = holding.at_port(8080, tmp_path)
    assert found is not None and found.called == "the service splash-companion"
    assert "sudo systemctl stop splash-companion" in found.stop


def test_a_machine_that_tells_nothing_of_ports_names_nobody(tmp_path: Path) -> None:
    assert holding.at_port(8080, tmp_path) is None


# --- a pin that cannot be had -----------------------------------------------------------------


def not_had(proc: Path, monkeypatch: pytest.MonkeyPatch, chip: int | None) -> str:
    """What is said of pin 16 of a chip, by a factory that chose it."""
    (proc / "gpiochip4").symlink_to(proc / "gpiochip0")
    monkeypatch.setattr(pins, "at_pin", lambda chip, pin: holding.at_pin(chip, pin, proc, proc))
    factory = SimpleNamespace() if chip is None else SimpleNamespace(_chip=chip)
    return str(pins.not_had("pads[2].touch", 16, OSError("GPIO busy"), factory))


@pytest.mark.parametrize("chip", [0, 4])
def test_who_holds_a_wanted_pin_is_named_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chip: int
) -> None:
    """Also where a Pi 5's chip has two names."""
    Process(44, "buzz", lines=(("gpiochip0", 16),)).runs(tmp_path)
    assert not_had(tmp_path, monkeypatch, chip) == (
        "pads[2].touch: GPIO 16 cannot be had (GPIO busy). It is held by buzz (process 44). "
        "Stop that program, or choose another pin."
    )


@pytest.mark.parametrize(
    ("number", "line", "chip"),
    [
        pytest.param(44, ("gpiochip0", 17), 0, id="another pin"),
        pytest.param(44, ("gpiochip1", 16), 0, id="another chip"),
        pytest.param(os.getpid(), ("gpiochip0", 16), 0, id="ourselves"),
        pytest.param(44, ("gpiochip0", 16), None, id="no chip"),
    ],
)
def test_of_a_wanted_pin_nobody_is_blamed_without_knowing(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    number: int,
    line: tuple[str, int],
    chip: int | None,
) -> None:
    Process(number, "buzz", lines=(line,)).runs(tmp_path)
    said = not_had(tmp_path, monkeypatch, chip)
    assert "buzz" not in said and "sudo companion doctor" in said


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("python3", "-u", "/srv/lights/blink.py", "17"), "python3 blink.py"),
        (("python3", "-m", "lights.party", "--fast"), "python3 -m lights.party"),
        (("python3", "-c", "import gpiozero"), "python3"),
        (("python3",), "python3"),
        ((), "python3"),
    ],
)
def test_a_program_in_python_is_called_by_its_file(
    words: tuple[str, ...], name: str, tmp_path: Path
) -> None:
    (found,) = seen(tmp_path, Process(44, "python3", (CHIP,), words=words))
    assert found.name == name


# --- what is said of it -----------------------------------------------------------------------


def of_pin(*holders: Holder, user: str = "lg") -> Finding:
    pins = Pins("ok", "", ((5, user),), device="gpiochip0")
    (found,) = (
        finding
        for finding in doctor.checks(replace(PI, pins=pins, holders=holders))
        if finding.about == "Pins"
    )
    assert found.standing is Standing.BROKEN
    return found


def test_a_second_companion_is_named_for_sure() -> None:
    found = of_pin(COMPANION, replace(BLINK, lines=frozenset({("gpiochip0", 6)})))
    assert found.sentence == (
        f"GPIO 5 is held by the companion that keeps {JOURNAL} (process 812)."
    )
    assert "kill 812" in found.remedy and "systemctl" not in found.remedy
    assert "perhaps" not in found.remedy


def test_the_service_is_named_for_sure_with_the_line_that_stops_it() -> None:
    found = of_pin(SERVICE)
    assert found.sentence == "GPIO 5 is held by the service splash-companion (process 812)."
    assert "sudo systemctl stop splash-companion" in found.remedy
    assert "perhaps" not in found.remedy and "kill" not in found.remedy


def test_another_program_is_named_for_sure_and_no_companion_suspected() -> None:
    found = of_pin(BLINK)
    assert found.sentence == "GPIO 5 is held by python3 blink.py (process 44)."
    assert "companion" not in found.remedy and found.remedy.startswith("Stop that program")


def test_the_name_that_a_program_gave_its_line_is_said_beside_its_own() -> None:
    found = of_pin(BLINK, user="thermometer")
    assert found.sentence == "GPIO 5 is held by python3 blink.py (process 44), as thermometer."


@pytest.mark.parametrize(
    "elsewhere", [("gpiochip0", 6), ("gpiochip4", 5)], ids=["another pin", "another chip"]
)
def test_who_holds_another_line_is_not_blamed(elsewhere: tuple[str, int]) -> None:
    found = of_pin(replace(COMPANION, lines=frozenset({elsewhere})))
    assert found.sentence == "GPIO 5 is held by a program that uses lgpio."
    assert "perhaps another companion" in found.remedy and "sudo companion doctor" in found.remedy


def test_where_the_kernel_tells_of_no_line_nothing_is_claimed() -> None:
    found = of_pin(replace(COMPANION, lines=frozenset()), Holder("buzz", 12))
    assert found.sentence == (
        "GPIO 5 is held by a program that uses lgpio. Pins are open in the companion that keeps "
        f"{JOURNAL} (process 812), buzz (process 12)."
    )
    assert "perhaps another companion: sudo systemctl stop splash-companion" in found.remedy
    assert "sudo companion doctor" not in found.remedy


def test_where_nobody_is_seen_the_remedy_is_to_look_as_root() -> None:
    found = of_pin()
    assert found.sentence == "GPIO 5 is held by a program that uses lgpio."
    assert "perhaps another companion: sudo systemctl stop splash-companion" in found.remedy
    assert "sudo companion doctor" in found.remedy


def test_a_pin_by_another_name_is_no_companion_s() -> None:
    """All that a companion holds is called as lgpio calls it."""
    found = of_pin(replace(COMPANION, lines=frozenset()), user="spi0 CS0")
    assert found.sentence == "GPIO 5 is held by spi0 CS0."
    assert "companion" not in found.remedy


def test_a_companion_at_the_board_s_port_is_called_so() -> None:
    said = doctor.report(
        doctor.checks(replace(LAPTOP, board_wanted=True, port_holders=(COMPANION,)))
    )
    assert f"The companion that keeps {JOURNAL} (process 812) has a serial port open" in said
