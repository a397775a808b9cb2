"""The board itself: calibration through power cuts, the watchdog, what a scan costs, what ships."""

import binascii
import re
import subprocess
import sys
import tomllib

import pytest

from companion.table import frames
from companion.table.board import shipped
from companion.table.boardsim.simulator import Simulator
from companion.table.frames import Cause, Field, Get, Kind, Origin, Reading, Save, Set, Value
from tests.firmware.bench import FIRMWARE, ROOT, Host, built
from tests.firmware.measures import busy, compiler, mean_scan_us, sizes

SLOTS = (16, 64)  # in EEPROM
SLOT_BYTES = 39
SOFT = frames.parameter(0, Field.SOFT)
SHIPS_WITH = "5.4.0"
AT = ("-P", "/dev/ttyUSB7")
TIMER_VECTOR, RX_VECTOR, UDRE_VECTOR = 13, 18, 19


def saved(host: Host, value: int) -> None:
    host.ask(Set(1, SOFT, value), Value)
    host.ask(Save(2), frames.Done, within_us=400_000)


def booted(eeprom: bytes) -> tuple[Origin, int]:
    """Where a board with this EEPROM has its settings from, and one of them."""
    with Simulator() as sim:
        sim.eeprom = eeprom
        host = Host(sim)
        hello = host.greet()
        return hello.origin, host.ask(Get(1, SOFT), Value).value


# --- calibration ------------------------------------------------------------------------------


def test_settings_survive_the_power(host: Host) -> None:
    saved(host, 41)
    assert booted(host.sim.eeprom) == (Origin.SLOT_A, 41)
    saved(host, 42)
    assert booted(host.sim.eeprom) == (Origin.SLOT_B, 42)
    saved(host, 43)
    assert booted(host.sim.eeprom) == (Origin.SLOT_A, 43)


def test_power_cut_at_every_byte_of_a_save_leaves_the_old_or_the_new(host: Host) -> None:
    """Each byte that the board writes is a cut; half-written ones read as anything."""
    saved(host, 50)
    saved(host, 51)
    images = [host.sim.eeprom]
    host.ask(Set(1, SOFT, 52), Value)
    host.say(frames.Save(3))
    for _ in range(600):
        host.run(500)
        if host.sim.eeprom != images[-1]:
            images.append(host.sim.eeprom)
    assert len(images) > 4
    ends = [booted(image)[1] for image in images]
    assert ends[0] == 51 and ends[-1] == 52
    assert ends == sorted(ends)
    for before, after in zip(images, images[1:], strict=False):
        [at] = [n for n in range(1024) if before[n] != after[n]]
        torn = before[:at] + bytes([before[at] ^ 0x5A]) + before[at + 1 :]
        assert booted(torn)[1] in (51, 52)


def test_two_spoiled_slots_are_the_defaults(host: Host) -> None:
    saved(host, 60)
    eeprom = bytearray(host.sim.eeprom)
    eeprom[SLOTS[0] + 5] ^= 1
    assert booted(bytes(eeprom)) == (Origin.DEFAULTS, 37)


def test_the_newer_slot_is_known_when_the_count_of_saves_turns(host: Host) -> None:
    saved(host, 44)
    eeprom = bytearray(host.sim.eeprom)
    for turn in (255, 256):
        slot = eeprom[SLOTS[0] : SLOTS[0] + SLOT_BYTES]
        slot[1] = turn % 256
        slot[4] = 0  # keep the base's bytes as they are
        body = bytes(slot[1:-2])
        slot[-2:] = frames.check(body).to_bytes(2, "little")
        place = SLOTS[turn % 2 == 0]
        eeprom[place : place + SLOT_BYTES] = slot
    assert booted(bytes(eeprom))[0] is Origin.SLOT_B


# --- watchdog ---------------------------------------------------------------------------------


def test_a_board_that_hangs_is_back_within_a_quarter_second(host: Host) -> None:
    saved(host, 45)
    first_boot = host.boot
    host.sim.touch(1, 20, host.sim.now_us)
    host.run(20_000)
    for n in range(3):
        host.run(1000 + 7321 * n)
        before = len(host.heard)
        hung_us = host.sim.now_us
        host.sim.hang()
        hello = host.greet()
        said_us = next(h.at_us for h in host.heard[before:] if isinstance(h.message, frames.Hello))
        assert said_us - hung_us <= 250_000
        assert Cause.WATCHDOG in hello.cause
        assert hello.origin is Origin.SLOT_A and host.boot != first_boot
        first_boot = host.boot
    host.sim.leave(1, host.sim.now_us)
    host.run(300_000, slice_us=5000)
    host.sim.touch(1, 10, host.sim.now_us + 500)
    host.run(5000)
    assert host.kinds()[-1] == (Kind.TOUCH, 1)


def test_each_start_has_another_boot_id(host: Host) -> None:
    boots = [host.boot]
    for _ in range(3):
        host.sim.power_cycle()
        host.greet()
        boots.append(host.boot)
    assert len(set(boots)) == 4


def test_the_clock_passes_the_turns_of_its_timer(host: Host) -> None:
    """16 bits turn every 32.8 ms: no stamp jumps, wherever in a turn it falls."""
    for n in range(40):
        at_us = host.sim.now_us + 500
        host.sim.button("D4", True)
        pressed_us = host.sim.board_us(host.sim.now_us)
        host.run(31_000 + 97 * n)
        host.sim.button("D4", False)
        host.run(34_000)
        event = host.events[-2].message
        assert isinstance(event, frames.Event) and at_us
        assert -10 <= event.at_us - pressed_us <= 400


def address(name: str) -> int:
    """Where the program keeps a variable, in RAM."""
    out = subprocess.run(
        ["avr-nm", str(FIRMWARE / "build" / "touch_board.elf")],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    [found] = re.findall(rf"^(\w+) [bBdD] {name}$", out, re.MULTILINE)
    return int(found, 16) - 0x800000


def test_the_clock_passes_the_turn_of_32_bits(host: Host) -> None:
    """After 71 minutes all microseconds begin anew: a contact's stamp and doubt stay what they are,
    and so do pings."""
    sim = host.sim
    skipped = 0x1FFFE  # turns of the timer, 32.8 ms each; the next but one is the 32 bits'
    sim.run_until(sim.zero_us + (int((sim.now_us - sim.zero_us) / 32_768) + 0.5) * 32_768)
    counted = int((sim.now_us - sim.zero_us) / 32_768)
    sim.put(address("turns"), skipped.to_bytes(4, "little"))
    shift_us = (skipped - counted) * 32_768
    stamps = []
    for n in range(4):
        at_us = sim.now_us + 3000
        sim.touch(n, 20, at_us)
        host.run(25_000)
        stamps.append((at_us, host.touches()[-1]))
    for at_us, event in stamps:
        late_us = event.at_us - int(sim.board_us(at_us) + shift_us) % 2**32
        assert -10 <= late_us <= event.uncertain_us + 10
    assert stamps[0][1].at_us > stamps[-1][1].at_us, "the turn was not met"
    pong = host.ask(frames.Ping(9), frames.Pong)
    assert pong.at_us == pytest.approx((sim.board_us(sim.now_us) + shift_us) % 2**32, abs=3000)


# --- what it costs ----------------------------------------------------------------------------


def test_a_scan_an_interrupt_and_the_stack_keep_their_budgets(host: Host) -> None:
    figures = busy(host)
    mean = mean_scan_us(figures)
    print(f"scan mean {mean:.1f} us, longest {figures.charge_longest_us:.1f} us")
    print(f"deaf {figures.deaf_longest_us:.1f} us, stack {figures.stack_most} bytes")
    for vector in (TIMER_VECTOR, RX_VECTOR, UDRE_VECTOR):
        print(f"vector {vector}: {figures.handler_longest_us[vector]:.1f} us at most")
    assert mean <= 130
    assert figures.charge_longest_us <= 145
    assert figures.deaf_longest_us <= 40
    assert max(figures.handler_longest_us[n] for n in range(32)) <= 10
    assert figures.stack_most + sizes()[1] <= 1800
    assert host.ask(Get(1, Reading.LONGEST_US), Value).value <= 145


def test_the_binary_fits() -> None:
    built()
    flash, ram = sizes()
    print(f"flash {flash}, RAM {ram}")
    assert flash <= 9216
    assert ram <= 1_750


# --- what ships -------------------------------------------------------------------------------


def test_the_pin_header_is_the_pin_map_s() -> None:
    made = subprocess.run(
        [sys.executable, str(FIRMWARE / "pins.py")], capture_output=True, text=True, check=True
    )
    assert made.stdout == (FIRMWARE / "src" / "pins.h").read_text(encoding="utf-8")


def test_only_board_c_knows_registers() -> None:
    for path in (FIRMWARE / "src").glob("*.[ch]"):
        text = path.read_text(encoding="utf-8")
        if path.name != "board.c":
            assert "<avr/" not in text, path.name


@pytest.mark.parametrize("document", ["firmware.md", "protocol.md"])
def test_the_documents_are_there(document: str) -> None:
    assert (ROOT / "docs" / document).is_file()


def test_what_ships_is_what_the_source_makes() -> None:
    """Debian 12's compiler makes it; another makes another image of the same source."""
    built()
    if compiler() != SHIPS_WITH:
        pytest.skip(f"gcc-avr {SHIPS_WITH} makes what ships, this is {compiler()}")
    made = FIRMWARE / "build" / "touch_board"
    assert shipped.HEX.read_bytes() == made.with_suffix(".hex").read_bytes(), (
        "companion/table/board/touch_board.hex is old: make -C firmware ship"
    )
    image = made.with_suffix(".bin").read_bytes()
    assert shipped.shipped_image() == binascii.crc32(image)


def test_what_ships_is_packed_with_the_companion() -> None:
    packed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = packed["tool"]["setuptools"]["package-data"]["companion"]
    name = shipped.HEX.relative_to(ROOT / "companion")
    assert any(name.match(pattern) for pattern in patterns)


def test_flashing_writes_what_ships() -> None:
    """What make would call: the avrdude of a Nano's boot loader, with the file of the package."""
    told = subprocess.run(
        ["make", "--dry-run", "-C", str(FIRMWARE), "flash", f"PORT={AT[1]}"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    [call] = [line for line in told.splitlines() if line.startswith("avrdude")]
    assert call.split()[1:9] == ["-p", "atmega328p", "-c", "arduino", "-b", "115200", *AT]
    wanted = re.search(r"-U flash:w:(.*):i", call)
    assert wanted and (FIRMWARE / wanted[1]).resolve() == shipped.HEX
