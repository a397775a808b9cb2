"""Runs in a played machine that has three pretended radios: what it sees goes to its second port.

Stands alone: there is only Debian's own Python. Radios: this machine's, a phone's, and that of the
house, which has another machine of the same name in it.
"""

import html
import json
import re
import secrets
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

PHONE = ("ip", "netns", "exec", "phone")
HOUSE = ("ip", "netns", "exec", "house")
KEY = Path("/var/lib/splash-companion-network/key")
PORT = Path("/dev/ttyS1")
TABLE = "http://127.0.0.1:8080"
NAME, OURS, OTHERS = "splash", "192.168.77.5", "192.168.77.1"
PATIENCE_S = 240.0
NO_NETWORK = "No phone can find this table yet"
PUT_IN, PULL_OUT = "put in", "pull out"
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
AVAHI = f"""[server]
host-name={NAME}
use-ipv6=no
enable-dbus=no
allow-interfaces=wlan2
"""
# The page where one has to agree, or none: what the file says.
PORTAL = """
import http.server
class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        kind = open("/run/portal").read()
        if kind == "moved":
            self.send_response(302)
            self.send_header("Location", "http://192.168.77.1/agree")
        else:
            self.send_response(200)
        self.end_headers()
        if kind == "none":
            self.wfile.write(b"NetworkManager is online\\n")
        else:
            self.wfile.write(b"<!doctype html><title>Hotel</title><p>I agree")
http.server.HTTPServer(("192.168.77.1", 80), Page).serve_forever()
"""
ASKS = """
import socket
def name(*parts):
    return b"".join(bytes([len(one)]) + one.encode() for one in parts) + b"\\0"
to = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
to.settimeout(20)
head = b"\\x12\\x34\\x01\\0\\0\\1\\0\\0\\0\\0\\0\\0"
to.sendto(head + name({name}) + b"\\0\\1\\0\\1", ({at!r}, {port}))
print(socket.inet_ntoa(to.recv(512)[-4:]))
"""


def asked(*words: str) -> str:
    done = subprocess.run(words, capture_output=True, text=True)
    return done.stdout + done.stderr


def until(there, what: str, patience_s: float = PATIENCE_S):
    end = time.monotonic() + patience_s
    while not (found := there()):
        if time.monotonic() > end:
            raise AssertionError(f"{what} did not come: {alerts()}")
        time.sleep(0.5)
    return found


def hand(does: str, stick: str) -> None:
    with PORT.open("a") as port:
        port.write(json.dumps({"hand": does, "stick": stick}) + "\n")


# --- the table --------------------------------------------------------------------------------


class Referee:
    """Who leads, with a game on: whatever happens it goes on."""

    def __init__(self) -> None:
        said = asked("companion", "url", "--state", "/var/lib/splash-companion")
        key = said.partition("The referee:")[2].split("#t=")[1].split()[0]
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        self.post("/api/redeem", t=key)
        people = ["Ana", "Ben", "Cy"]
        self.post("/api/game", kind="dolphin_splash", people=people, options={})

    def post(self, path: str, **body: object) -> dict[str, object]:
        told = {"tell": secrets.token_hex(16), **body} if "t" not in body else body
        own = {"Content-Type": "application/json", "Origin": TABLE}
        request = urllib.request.Request(TABLE + path, json.dumps(told).encode(), own)
        try:
            with self.browser.open(request) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as problem:
            return {"reply": problem.read().decode()}

    def plays_on(self) -> str:
        """Something of the game counts: it is begun, and taken back, and again."""
        with self.browser.open(TABLE + "/api/state") as answer:
            now = json.load(answer)
        for word in ("redo", "undo"):
            if now.get(word):
                return str(self.post(f"/api/{word}", of=now[word]["seq"])["reply"])
        (ask,) = (ask for ask in now["asks"] if "start" in [one["key"] for one in ask["choices"]])
        return str(self.post("/api/answer", ask=ask["id"], key="start", picks={})["reply"])


def wall() -> str:
    with urllib.request.urlopen(TABLE + "/") as page:
        return page.read().decode()


def alerts() -> str:
    return html.unescape(" ".join(re.findall(r'role="alert">([^<]*)', wall())))


# --- sticks -----------------------------------------------------------------------------------


def disks() -> list[str]:
    return [path.name for path in Path("/sys/block").glob("sd*")]


def says(words: str) -> str:
    until(lambda: words in alerts(), words)
    return alerts()


def gone(stick: str) -> None:
    hand(PULL_OUT, stick)
    until(lambda: not disks(), f"{stick} out")
    until(lambda: "stick" not in alerts(), f"silence about {stick}")


def opened(*more: str) -> list[str]:
    """What is on a stick, as a computer shows it, and what is done there."""
    (disk,) = disks()
    asked("mount", f"/dev/{disk}1", "/mnt")
    for words in more:
        asked("sh", "-c", words)
    found = sorted(str(path.relative_to("/mnt")) for path in Path("/mnt").rglob("*"))
    asked("umount", "/mnt")
    return found


def sticks(leads: Referee) -> dict[str, object]:
    """One after the other is put in, and pulled out again."""
    seen: dict[str, object] = {}
    for form in ("vfat", "exfat"):
        hand(PUT_IN, form)
        said = says("pulled out now")
        mounted = asked("grep", "-c", "/dev/sd", "/proc/mounts").strip()
        fill = "rm -r /mnt/*; dd if=/dev/zero of=/mnt/holidays bs=64k; sync"
        seen[form] = {"said": said, "on it": opened(), "mounted": mounted}
        opened(fill)
        gone(form)
        hand(PUT_IN, form)
        full = says("is full")
        seen[form] |= {"full": full, "then": opened(), "plays": leads.plays_on()}
        gone(form)
    hand(PUT_IN, "locked")
    seen["locked"] = {"said": says("only be read"), "plays": leads.plays_on()}
    gone("locked")
    hand(PUT_IN, "slow")
    says("Leave it in")
    time.sleep(4)  # in the midst of it, by the stick's own clock
    still = alerts()
    hand(PULL_OUT, "slow")
    said = says("was pulled out before")
    seen["pulled"] = {"still": still, "said": said, "plays": leads.plays_on()}
    hand(PUT_IN, "next")
    seen["next"] = {"said": says("pulled out now"), "on it": opened()}
    gone("next")
    return seen


# --- networks ---------------------------------------------------------------------------------


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
        asked("ip", "-n", name, "link", "set", "lo", "up")


def the_house() -> None:
    """Its Wi-Fi, with names that all lead to one page, and this machine in it as anybody's is."""
    Path("/run/home.conf").write_text(HOME)
    asked(*HOUSE, "wpa_supplicant", "-B", "-i", "wlan2", "-c", "/run/home.conf")
    asked("ip", "-n", "house", "addr", "add", f"{OTHERS}/24", "dev", "wlan2")
    names = ("dnsmasq", "--conf-file=/dev/null", "--no-resolv", "--no-hosts", "--bind-interfaces")
    asked(*HOUSE, *names, f"--address=/#/{OTHERS}", "--interface=wlan2", "--pid-file=")
    portal("none")
    subprocess.Popen([*HOUSE, "python3", "-c", PORTAL])
    words = ("type", "wifi", "ifname", "wlan0", "con-name", "home", "ssid", "Home")
    words += ("wifi-sec.key-mgmt", "wpa-psk", "wifi-sec.psk", "lived-in-for-years")
    words += ("ipv4.method", "manual", "ipv4.addresses", f"{OURS}/24")
    words += ("ipv4.gateway", OTHERS, "ipv4.dns", OTHERS)
    asked("nmcli", "connection", "add", *words)


def portal(kind: str) -> None:
    Path("/run/portal").write_text(kind)


def leaves() -> None:
    asked("nmcli", "connection", "down", "home")
    says(NO_NETWORK)


def comes_home() -> None:
    until(lambda: "home" in (asked("nmcli", "connection", "up", "home"), *active()), "the house")
    until(lambda: NO_NETWORK not in alerts(), "a network")


def named(*parts: str, at: str, port: int, who: tuple[str, ...]) -> str:
    """Which address somebody is told for a name."""
    text = ASKS.format(name=", ".join(map(repr, parts)), at=at, port=port)
    return asked(*who, "python3", "-c", text).strip()


def another() -> "subprocess.Popen[bytes]":
    """Another machine of the same name in the house, which was there first."""
    Path("/run/other.conf").write_text(AVAHI)
    own = "mount -t tmpfs none /run/avahi-daemon && chown avahi: /run/avahi-daemon && "
    begins = f"{own} exec avahi-daemon --no-chroot -f /run/other.conf"
    begun = subprocess.Popen([*HOUSE, "unshare", "-m", "sh", "-c", begins])
    until(lambda: told_by_mdns() == OTHERS, "the other one")
    return begun


def told_by_mdns() -> str:
    asked("ip", "-n", "house", "route", "replace", "224.0.0.0/4", "dev", "wlan2")
    return named(NAME, "local", at="224.0.0.251", port=5353, who=HOUSE)


def at_home() -> dict[str, object]:
    """The house's Wi-Fi, and nothing is wrong in it."""
    before = says(NO_NETWORK)
    the_house()
    comes_home()
    seen: dict[str, object] = {"before": before, "name": told_by_mdns(), "quiet": alerts()}
    seen["online"] = asked("nmcli", "networking", "connectivity", "check").strip()
    return seen


def neighbours(leads: Referee) -> dict[str, object]:
    """Another one of our name and a page in that Wi-Fi; and the page alone."""
    leaves()
    other = another()
    portal("moved")
    comes_home()
    page = says("a page of its own")
    seen: dict[str, object] = {
        "two": {"page": page, "said": says("is called"), "plays": leads.plays_on()},
        "doctor": asked("runuser", "-u", "splash-companion", "companion", "doctor"),
    }
    leaves()
    other.terminate()
    other.wait()
    portal("page")
    comes_home()
    seen["page"] = {"said": says("a page of its own"), "plays": leads.plays_on()}
    return seen


def a_network() -> dict[str, object]:
    """The table's own, with a phone in it, until somebody ends it."""
    said = asked("companion", "network", "on")
    name = re.findall(r"network: (\S+),", said)
    text = f'network={{\nssid="{name[0]}"\npsk="{KEY.read_text().strip()}"\n}}\n'
    Path("/run/wpa.conf").write_text(text)
    phone = subprocess.Popen([*PHONE, "wpa_supplicant", "-i", "wlan1", "-c", "/run/wpa.conf"])
    until(joined, "the phone")
    asked("ip", "-n", "phone", "addr", "add", "10.42.0.77/24", "dev", "wlan1")
    until(lambda: "1. The network" in wall(), "the codes")
    page, meanwhile = wall(), active()
    seen: dict[str, object] = {
        "on": said,
        "portal": asked(*PHONE, "curl", "-s", "-m", "60", "http://10.42.0.1/generate_204"),
        "phone": asked(*PHONE, "curl", "-s", "-m", "60", "http://10.42.0.1:8080/"),
        "name": named("captive", "apple", "com", at="10.42.0.1", port=53, who=PHONE),
        "codes": ["1. The network" in page, "2. The table" in page],
        "log": asked("journalctl", "--boot", "--no-pager"),
        "key": KEY.read_text().strip(),
        "kiosk": asked("runuser", "-u", "splash-companion-kiosk", "companion", "network", "off"),
        "off": asked("runuser", "-u", "splash-companion", "companion", "network", "off"),
    }
    until(lambda: "1. The network" not in wall(), "the end of the codes")
    until(lambda: "home" in active(), "the house again")
    phone.terminate()
    phone.wait()
    seen["meanwhile"] = meanwhile
    seen["left"] = [
        asked("nmcli", "-g", "NAME", "connection", "show"),
        *(path.name for path in Path("/etc/NetworkManager/dnsmasq-shared.d").iterdir()),
    ]
    return seen


def nobody_comes(leads: Referee) -> dict[str, object]:
    """The table's own, and nobody wants it: by the clock. Meanwhile there is much else to do."""
    began = time.monotonic()
    asked("companion", "network", "on")
    seen: dict[str, object] = {"sticks": sticks(leads)}
    seen["meanwhile"] = [active(), time.monotonic() - began]
    until(lambda: "home" in active(), "the house again", 900)
    seen["took_s"] = time.monotonic() - began
    seen["said"] = says("Nobody came")
    seen["plays"] = leads.plays_on()
    return seen


def main() -> None:
    until(lambda: not socket.socket().connect_ex(("127.0.0.1", 8080)), "the table")
    told: dict[str, object] = {}
    try:
        leads = Referee()
        the_air()
        for name, part in (
            ("home", at_home),
            ("nobody", lambda: nobody_comes(leads)),
            ("neighbours", lambda: neighbours(leads)),
            ("network", a_network),
        ):
            told[name] = part()
    except Exception as problem:  # whatever it is, who waits outside has to read it
        log = asked("journalctl", "--boot", "--no-pager")
        told |= {"problem": repr(problem), "log": log[-60000:]}
    with PORT.open("a") as port:
        port.write(json.dumps(told) + "\n")
    asked("systemctl", "poweroff")


main()
