"""A machine that QEMU plays, with Debian's own kernel; and hands there, which put sticks in.

What runs in it writes a line to its second port for each: what a hand is to do, and at last what
it has seen.
"""

import json
import shutil
import socket
import struct
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.install.machine import CONFIG, TABLET

MIB = 1 << 20
KINDS = {"vfat": 0x0C, "exfat": 0x07}  # as a disk's table of parts has them
# A busy machine plays a timer so late that Linux would give up on it.
WORDS = "root=/dev/vda rw console=ttyS0 quiet panic=-1 systemd.show_status=0 no_timer_check"
PATIENCE_S = 3000.0  # the processor may be played, too
LOOK_S = 0.2
SLOW_BYTES_S = 2048  # nobody pulls a stick out so quickly as one writes


@dataclass(frozen=True)
class Stick:
    """One that can be put in."""

    form: str
    mib: int = 48
    is_locked: bool = False
    is_slow: bool = False


def installed(root: Path, deb: Path, walk: Path, hostname: str) -> None:
    """The package on a clean Debian, and what is to be done there once it runs."""
    shutil.copy(deb, root / "opt" / "ours.deb")
    subprocess.run(["chroot", root, "dpkg", "--install", "/opt/ours.deb"], check=True)
    (root / CONFIG.lstrip("/")).write_text(TABLET, encoding="utf-8")
    (root / "etc/hostname").write_text(f"{hostname}\n", encoding="ascii")
    (root / "etc/hosts").write_text(f"127.0.0.1 localhost {hostname}\n", encoding="ascii")
    shutil.copy(walk, root / "opt" / "walk.py")
    unit = "[Unit]\nAfter=splash-companion.service NetworkManager.service\n"
    unit += "[Service]\nExecStart=/usr/bin/python3 /opt/walk.py\n"
    unit += "[Install]\nWantedBy=multi-user.target\n"
    (root / "etc/systemd/system/walk.service").write_text(unit, encoding="ascii")
    subprocess.run(["chroot", root, "systemctl", "enable", "walk.service"], check=True)


def walked(root: Path, folder: Path, sticks: dict[str, Stick]) -> Any:
    """Plays the machine whose files lie in `root` until it is off: what was seen in it."""
    disk, told = folder / "disk", folder / "told"
    subprocess.run(["mkfs.ext4", "-q", "-d", root, disk, "4G"], check=True)
    kernel, start = (next(root.glob(f"boot/{name}-*")) for name in ("vmlinuz", "initrd.img"))
    words = ["qemu-system-x86_64", "-cpu", "max", "-smp", "2", "-m", "2048", "-no-reboot"]
    words += ["-nodefaults", "-display", "none", "-accel", "tcg,thread=multi"]
    words += ["-serial", f"file:{folder / 'console'}", "-serial", f"file:{told}"]
    words += ["-kernel", str(kernel), "-initrd", str(start), "-append", WORDS]
    words += ["-drive", f"file={disk},if=virtio,format=raw", "-device", "virtio-rng-pci"]
    words += ["-device", "qemu-xhci", "-qmp", f"unix:{folder / 'hands'},server=on,wait=off"]
    for name, stick in sticks.items():
        words += _disk(name, stick, folder / f"{name}.stick")
    machine = subprocess.Popen(words, stdin=subprocess.DEVNULL)
    try:
        return _watched(machine, told, folder / "hands")
    finally:
        machine.kill()
        machine.wait()


def _watched(machine: "subprocess.Popen[bytes]", told: Path, hands: Path) -> Any:
    """Does what is asked for, line by line; the last one is what was seen."""
    read, end = 0, time.monotonic() + PATIENCE_S
    while True:
        is_off = machine.poll() is not None
        lines = told.read_text("utf-8").splitlines(keepends=True) if told.exists() else []
        for line in (line for line in lines[read:] if line.endswith("\n")):
            read += 1
            said = json.loads(line)
            if "hand" not in said:
                return said
            _hand(hands, said["hand"], said["stick"])
        assert not is_off and time.monotonic() < end, "it went off, or came to no end"
        time.sleep(LOOK_S)


def _hand(hands: Path, does: str, stick: str) -> None:
    """Put a stick in, or pull it out."""
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(str(hands))
        with line.makefile("rw", encoding="utf-8") as talk:
            talk.readline()
            put_in = {"driver": "usb-storage", "id": f"usb-{stick}", "drive": stick}
            asked = {
                "put in": ("device_add", put_in),
                "pull out": ("device_del", {"id": f"usb-{stick}"}),
            }[does]
            for what, more in (("qmp_capabilities", {}), asked):
                talk.write(json.dumps({"execute": what, "arguments": more}) + "\n")
                talk.flush()
                answer = next(said for said in map(json.loads, talk) if "event" not in said)
                assert "return" in answer, answer


def _disk(name: str, stick: Stick, file: Path) -> list[str]:
    """What QEMU is told of a stick: one part, as sticks are sold."""
    size, first = stick.mib * MIB, 2048  # sectors of 512 bytes
    part = file.with_suffix(".part")
    with part.open("wb") as empty:
        empty.truncate(size)
    subprocess.run([f"mkfs.{stick.form}", part], check=True, stdout=subprocess.DEVNULL)
    table = struct.pack("<B3sB3sII", 0, b"", KINDS[stick.form], b"", first, size // 512)
    with file.open("wb") as whole:
        whole.write(table.rjust(446 + 16, b"\0").ljust(510, b"\0") + b"\x55\xaa")
        whole.seek(first * 512)
        whole.write(part.read_bytes())
    part.unlink()
    lock = ",read-only=on" if stick.is_locked else ""
    plain = f"driver=raw,file.driver=file,file.filename={file}{lock}"
    if not stick.is_slow:
        return ["-blockdev", f"{plain},node-name={name}"]
    slow = f"throttle-group,id=slow-{name},x-bps-write={SLOW_BYTES_S}"
    under = f"driver=throttle,throttle-group=slow-{name},file={name}-file,node-name={name}"
    return ["-object", slow, "-blockdev", f"{plain},node-name={name}-file", "-blockdev", under]
