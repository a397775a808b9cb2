"""Runs in a played machine that has two Wi-Fis and a stick: what it sees goes to its second port.

Stands alone: there is only Debian's own Python.
"""

import json
import re
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

PHONE = ("ip", "netns", "exec", "phone")
HOUSE = ("ip", "netns", "exec", "house")
KEY = Path("/var/lib/splash-companion-network/key")
SAYS = Path("/run/splash-companion-says")
HOME = """network={
ssid="Home"
mode=2
frequency=2412
key_mgmt=WPA-PSK
proto=RSN
pairwise=CCMP
psk="lived-in-for-years"
}
"""
PATIENCE_S = 240.0
NAME = b"\x12\x34\x01\0\0\x01\0\0\0\0\0\0\x07captive\x05apple\x03com\0\0\x01\0\x01"
DNS = f"""
import socket
to = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
to.settimeout(60)
to.sendto({NAME!r}, ("10.42.0.1", 53))
print([*to.recv(512)])
"""


def asked(*words: str) -> str:
    done = subprocess.run(words, capture_output=True, text=True)
    return done.stdout + done.stderr


def until(there, what: str) -> None:
    end = time.monotonic() + PATIENCE_S
    while not there():
        if time.monotonic() > end:
            raise AssertionError(f"{what} did not come")
        time.sleep(0.5)


def wall() -> str:
    with urllib.request.urlopen("http://127.0.0.1:8080/") as page:
        return page.read().decode()


def alerts() -> list[str]:
    return re.findall(r'role="alert">([^<]*)', wall())


def a_stick() -> dict[str, object]:
    until(lambda: any("pulled out" in alert for alert in alerts()), "the stick's sentence")
    mounted = asked("grep", "-c", "/dev/sda", "/proc/mounts").strip()
    asked("mount", "-o", "ro", "/dev/sda", "/mnt")
    copies = [path.name for path in Path("/mnt").glob("*/*")]
    asked("umount", "/mnt")
    return {"said": alerts(), "copies": copies, "mounted": mounted}


def joined() -> bool:
    return asked(*PHONE, "iw", "dev", "wlan1", "link").startswith("Connected")


def active() -> list[str]:
    return asked("nmcli", "-g", "NAME", "connection", "show", "--active").split("\n")


def the_air() -> None:
    """Three radios: this machine's, a phone's, and the Wi-Fi of the house."""
    asked("modprobe", "mac80211_hwsim", "radios=3")
    until(lambda: "wlan2:wifi" in asked("nmcli", "-g", "DEVICE,TYPE", "device"), "the Wi-Fis")
    for number, name in ((1, "phone"), (2, "house")):
        asked("ip", "netns", "add", name)
        asked("iw", "phy", f"phy{number}", "set", "netns", "name", name)


def at_home() -> None:
    """The machine is in the Wi-Fi of the house, as anybody's Pi is."""
    Path("/run/home.conf").write_text(HOME)
    asked(
        "ip",
        "netns",
        "exec",
        "house",
        "wpa_supplicant",
        "-B",
        "-i",
        "wlan2",
        "-c",
        "/run/home.conf",
    )
    words = ("type", "wifi", "ifname", "wlan0", "con-name", "home", "ssid", "Home")
    words += ("wifi-sec.key-mgmt", "wpa-psk", "wifi-sec.psk", "lived-in-for-years")
    words += ("ipv4.method", "manual", "ipv4.addresses", "192.168.77.5/24")
    asked("nmcli", "connection", "add", *words)
    until(lambda: "home" in (asked("nmcli", "connection", "up", "home"), *active()), "the house")


def a_network() -> dict[str, object]:
    the_air()
    at_home()
    said = asked("companion", "network", "on")
    name = re.findall(r"network: (\S+),", said)
    text = f'network={{\nssid="{name[0]}"\npsk="{KEY.read_text().strip()}"\n}}\n'
    Path("/run/wpa.conf").write_text(text)
    asked(*PHONE, "wpa_supplicant", "-B", "-i", "wlan1", "-c", "/run/wpa.conf")
    until(joined, "the phone")
    asked(*PHONE, "ip", "addr", "add", "10.42.0.77/24", "dev", "wlan1")
    until(lambda: "1. The network" in wall(), "the codes")
    page, meanwhile = wall(), active()
    seen: dict[str, object] = {
        "on": said,
        "portal": asked(*PHONE, "curl", "-s", "-m", "60", "http://10.42.0.1/generate_204"),
        "phone": asked(*PHONE, "curl", "-s", "-m", "60", "http://10.42.0.1:8080/"),
        "name": asked(*PHONE, "python3", "-c", DNS).strip(),
        "codes": ["1. The network" in page, "2. The table" in page],
        "log": asked("journalctl", "--boot", "--no-pager"),
        "key": KEY.read_text().strip(),
        "kiosk": asked("runuser", "-u", "splash-companion-kiosk", "companion", "network", "off"),
        "off": asked("runuser", "-u", "splash-companion", "companion", "network", "off"),
    }
    until(lambda: "1. The network" not in wall(), "the end of the codes")
    until(lambda: "home" in active(), "the house again")
    seen["meanwhile"] = meanwhile
    seen["left"] = [
        asked("nmcli", "-g", "NAME", "connection", "show"),
        *(path.name for path in Path("/etc/NetworkManager/dnsmasq-shared.d").iterdir()),
    ]
    return seen


def main() -> None:
    until(lambda: socket.create_connection(("127.0.0.1", 8080)).close() is None, "the table")
    told: dict[str, object] = {}
    try:
        told = {"stick": a_stick(), "network": a_network()}
    except Exception as problem:  # whatever it is, who waits outside has to read it
        told |= {"problem": repr(problem), "log": asked("journalctl", "--boot", "--no-pager")}
    Path("/dev/ttyS1").write_text(json.dumps(told) + "\n")
    asked("systemctl", "poweroff")


main()
