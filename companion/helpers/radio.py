"""The Pi's Wi-Fi as NetworkManager has it: made a network of its own, and what it was before.

Everything asked of the system goes through `nmcli`. Decides nothing.
"""

import os
import secrets
import subprocess
import uuid
from contextlib import suppress
from pathlib import Path

from companion.frozen import dataclass

NAME = "splash-companion-own"
ADDRESS = "10.42.0.1"
BESIDE = ADDRESS.rpartition(".")[0] + "."  # where its guests are
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another
KEY_LETTERS = 16
NMCLI_S = 90.0
PROFILE = f"""[connection]
id={NAME}
uuid={{uuid}}
type=wifi
interface-name={{device}}
autoconnect=false

[wifi]
mode=ap
band=bg
ssid={{name}}

[wifi-security]
key-mgmt=wpa-psk
proto=rsn;
pairwise=ccmp;
group=ccmp;
psk={{key}}

[ipv4]
method=shared
address1={ADDRESS}/24

[ipv6]
method=disabled
"""
EVERY_NAME = (
    f"# While the table has a network of its own, every name leads to it.\naddress=/#/{ADDRESS}\n"
)
NO_MANAGER = (
    "The table's own network needs NetworkManager, which is not at work here. Install it: "
    "sudo apt-get install network-manager dnsmasq-base"
)
NO_WIFI = "This machine has no Wi-Fi that could be a network of its own. A cable works, too."
SWITCHED_OFF = (
    "This machine's Wi-Fi is switched off. On a Pi say its country once: sudo raspi-config, "
    "Localisation Options, WLAN Country."
)
NOT_RAISED = "The table's own network did not come ({why}). The former one is back."


class NoRadio(Exception):
    """There is no network of its own: the sentence says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where NetworkManager reads, and where the key is kept."""

    profiles: Path = Path("/run/NetworkManager/system-connections")
    names: Path = Path("/etc/NetworkManager/dnsmasq-shared.d/splash-companion.conf")
    key: Path = Path("/var/lib/splash-companion-network/key")
    neighbours: Path = Path("/proc/net/arp")
    identity: Path = Path("/etc/machine-id")


@dataclass(slots=True)
class Radio:
    """One Wi-Fi, and the network that it was in before."""

    places: Places
    device: str = ""
    former: str = ""

    @property
    def name(self) -> str:
        """What phones see: another at each machine."""
        with suppress(OSError):
            return f"Splash-{self.places.identity.read_text(encoding='ascii')[:4]}"
        return "Splash"

    def key(self) -> str:
        """Its key, made once, so that phones remember it."""
        with suppress(OSError):
            if known := self.places.key.read_text(encoding="ascii").strip():
                return known
        made = "".join(secrets.choice(LETTERS) for _ in range(KEY_LETTERS))
        _write(self.places.key, made + "\n")
        return made

    def raise_it(self) -> None:
        """Let the network be there. Raises NoRadio; then all is as it was."""
        self.device = _wifi()
        former = nmcli("-g", "GENERAL.CON-UUID", "device", "show", self.device)
        mine = str(uuid.uuid5(uuid.NAMESPACE_DNS, NAME))
        self.former = "" if former == mine else former
        told = {"uuid": mine, "device": self.device, "name": self.name, "key": self.key()}
        self.places.profiles.mkdir(mode=0o755, exist_ok=True)
        _write(self.places.names, EVERY_NAME, mode=0o644)
        _write(self._profile, PROFILE.format(**told))
        try:
            nmcli("connection", "load", str(self._profile))
            nmcli("connection", "up", NAME)
        except NoRadio as problem:
            self.lower()
            raise NoRadio(NOT_RAISED.format(why=problem)) from problem

    def lower(self) -> None:
        """Let the former network be there again, as far as it is."""
        for words in (("connection", "down", NAME), ("connection", "delete", NAME)):
            with suppress(NoRadio):
                nmcli(*words)
        self._profile.unlink(missing_ok=True)
        self.places.names.unlink(missing_ok=True)
        if self.former:
            with suppress(NoRadio):  # it may be out of reach here
                nmcli("connection", "up", "uuid", self.former)

    def is_up(self) -> bool:
        """Whether it is there."""
        try:
            return NAME in nmcli("-g", "NAME", "connection", "show", "--active").splitlines()
        except NoRadio:
            return False

    def guests(self) -> int:
        """How many phones are in it, as Linux knows its neighbours."""
        lines: list[str] = []
        with suppress(OSError):
            lines = self.places.neighbours.read_text(encoding="ascii").splitlines()[1:]
        rows = [line.split() for line in lines]
        return sum(
            row[0].startswith(BESIDE) and row[5] == self.device and row[2] != "0x0" for row in rows
        )

    @property
    def _profile(self) -> Path:
        return self.places.profiles / f"{NAME}.nmconnection"


def nmcli(*words: str) -> str:
    """What NetworkManager answers. Raises NoRadio with its own words."""
    plain = {**os.environ, "LC_ALL": "C"}
    try:
        done = subprocess.run(
            ["nmcli", *words], capture_output=True, text=True, timeout=NMCLI_S, env=plain
        )
    except FileNotFoundError:
        raise NoRadio(NO_MANAGER) from None
    except subprocess.TimeoutExpired:
        raise NoRadio("NetworkManager did not answer") from None
    if done.returncode == 8:  # it is not running
        raise NoRadio(NO_MANAGER)
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip() or "no reason was given").splitlines()[0]
        raise NoRadio(said.removeprefix("Error: ").rstrip("."))
    return done.stdout.strip()


def _wifi() -> str:
    """The first Wi-Fi of this machine. Raises NoRadio."""
    told = nmcli("-g", "DEVICE,TYPE", "device")
    rows = [line.split(":") for line in told.splitlines()]
    found = [row for row in rows if row[1:] == ["wifi"]]
    if not found:
        raise NoRadio(NO_WIFI)
    if nmcli("radio", "wifi") != "enabled":
        raise NoRadio(SWITCHED_OFF)
    return found[0][0]


def _write(file: Path, text: str, mode: int = 0o600) -> None:
    """A file that nobody else ever sees half, or open, and that outlives a pulled plug: phones
    know the network by its key."""
    fresh = file.with_name(f".{file.name}.new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode), "w") as to:
        to.write(text)
        to.flush()
        os.fsync(to.fileno())
    fresh.chmod(mode)
    os.replace(fresh, file)
