"""The table's own network by the real NetworkManager, and a stick that a real udev notices.

QEMU plays the machine, with Debian's own kernel: Wi-Fi is pretended by Linux (mac80211_hwsim), the
stick by QEMU. What is left to a real Pi stands in docs/operations.md.
"""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.install.conftest import made
from tests.install.machine import CONFIG, NAME, TABLET

pytestmark = [pytest.mark.install, pytest.mark.soak, pytest.mark.timeout(3600)]

PACKAGES = (
    "python3,systemd-sysv,udev,network-manager,polkitd,dnsmasq-base,iw,wpasupplicant,"
    "linux-image-amd64,kmod,dosfstools,iproute2,curl,nftables"
)
UNIT = """[Unit]
After=splash-companion.service NetworkManager.service
[Service]
ExecStart=/usr/bin/python3 /opt/walk.py
[Install]
WantedBy=multi-user.target
"""
WORDS = "root=/dev/vda rw console=ttyS0 quiet panic=-1 systemd.show_status=0"
PATIENCE_S = 1800.0  # the processor is played, too


@pytest.fixture(scope="module")
def seen(clean: Callable[[str], Path], deb: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What was seen in the machine, from its start to its end."""
    folder = tmp_path_factory.mktemp("played")
    made("trixie-wifi", PACKAGES)
    root = folder / "root"
    subprocess.run(["cp", "--archive", clean("trixie-wifi"), root], check=True)
    shutil.copy(deb, root / "opt" / "ours.deb")
    subprocess.run(["chroot", root, "dpkg", "--install", "/opt/ours.deb"], check=True)
    (root / CONFIG.lstrip("/")).write_text(TABLET, encoding="utf-8")
    shutil.copy(Path(__file__).with_name("walk.py"), root / "opt")
    (root / "etc/systemd/system/walk.service").write_text(UNIT, encoding="ascii")
    subprocess.run(["chroot", root, "systemctl", "enable", "walk.service"], check=True)
    with (root / "stick").open("wb") as stick:
        stick.truncate(64 << 20)
    subprocess.run(["chroot", root, "mkfs.vfat", "/stick"], check=True)
    (root / "stick").rename(folder / "stick")
    disk = folder / "disk"
    subprocess.run(["mkfs.ext4", "-q", "-d", root, disk, "2500M"], check=True)
    kernel, start = (next(root.glob(f"boot/{name}-*")) for name in ("vmlinuz", "initrd.img"))
    told = folder / "told"
    words = ["qemu-system-x86_64", "-cpu", "max", "-smp", "2", "-m", "1024", "-no-reboot"]
    words += ["-nodefaults", "-display", "none", "-monitor", "none", "-accel", "tcg,thread=multi"]
    words += ["-serial", f"file:{folder / 'console'}", "-serial", f"file:{told}"]
    words += ["-kernel", str(kernel), "-initrd", str(start), "-append", WORDS]
    words += ["-drive", f"file={disk},if=virtio,format=raw", "-device", "virtio-rng-pci"]
    words += ["-device", "qemu-xhci", "-device", "usb-storage,drive=stick"]
    words += ["-drive", f"file={folder / 'stick'},if=none,id=stick,format=raw"]
    subprocess.run(words, check=True, stdin=subprocess.DEVNULL, timeout=PATIENCE_S)
    shutil.rmtree(root)
    said = json.loads(told.read_text(encoding="utf-8"))
    assert "problem" not in said, said["problem"] + said["log"]
    return said


def test_a_stick_is_noticed_copied_to_and_let_go(seen: Any) -> None:
    stick = seen["stick"]
    assert "The evenings are copied to the stick. It may be pulled out now." in stick["said"]
    (copy,) = stick["copies"]
    assert copy.startswith("journal-") and stick["mounted"] == "0"


def test_a_phone_comes_in_by_the_first_code_and_reads_where_the_table_is(seen: Any) -> None:
    network = seen["network"]
    assert f"P:{network['key']}" not in network["phone"] and network["key"] in network["on"]
    assert "Open this address in your browser:" in network["portal"]
    assert 'data-page="wall"' in network["phone"]
    assert "1. The network" not in network["phone"], "its codes are for the machine's own wall"
    assert network["codes"] == [True, True]
    assert "10, 42, 0, 1]" in network["name"], "every name leads to it"


def test_the_wi_fi_of_the_house_goes_for_it_and_comes_back(seen: Any) -> None:
    network = seen["network"]
    assert "home" not in network["meanwhile"] and f"{NAME}-own" in network["meanwhile"]
    assert "home" in network["left"][0].splitlines(), "it came back: else the walk had ended there"


def test_its_key_is_in_no_log_and_only_root_and_the_table_end_it(seen: Any) -> None:
    network = seen["network"]
    assert network["key"] not in network["log"]
    assert "Nobody hears that here." in network["kiosk"]
    assert "is off" in network["off"]
    assert not [left for left in network["left"] if f"{NAME}-own" in left or left == f"{NAME}.conf"]
