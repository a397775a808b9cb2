"""The address that phones reach this table by, and which Host names are ours.

Sends nothing: the own address is what the system would use, asked of a socket.
"""

import ipaddress
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field

EVERYWHERE = ("0.0.0.0", "::")
FRESH_S = 10.0  # a new DHCP lease shows on the wall soon enough


@dataclass(slots=True)
class Address:
    """Where this table's pages are."""

    port: int
    hostname: str
    names: tuple[str, ...] = ()  # those that stay: a phone that came by one keeps it
    aliases: tuple[str, ...] = ()  # those that lead to the address in the QR code
    host: str = EVERYWHERE[0]  # where the pages are served
    own_ip: str = ""  # while the table has a network of its own: its address there
    own_network: str = ""  # and what a phone's camera takes for it; it holds the key
    find_ip: Callable[[], str] = field(default_factory=lambda: own_ip)
    _found: tuple[float, str] | None = None

    @property
    def url(self) -> str:
        """The address for phones: by number, because names fail on many."""
        ip = self.ip()
        return f"http://{f'[{ip}]' if ':' in ip else ip}{self._port()}/"

    @property
    def name(self) -> str:
        """The name beside it, for those who can use it."""
        return f"{self.hostname}.local"

    def link(self, secret: str) -> str:
        """A link that lets somebody in: the secret is in the fragment, which no server sees."""
        return f"{self.url}join#t={secret}"

    def ip(self) -> str:
        """The own address, found anew now and then; that of the own network, if there is one."""
        if self.own_ip:
            return self.own_ip
        now = time.monotonic()
        if self._found is None or now - self._found[0] > FRESH_S:
            self._found = (now, self.find_ip())
        return self._found[1]

    @property
    def is_alone(self) -> bool:
        """Whether no phone can reach it: the machine has no network. Pages that were told to be for
        this machine itself are where they should be.
        """
        return self.host in EVERYWHERE and self.is_here

    def is_ours(self, host: str) -> bool:
        """Whether a Host header may be ours. Rebinding needs a foreign name, so any IP will do."""
        name = _name(host)
        return name == "localhost" or _is_ip(name) or self._stays(name) or self._is_alias(name)

    def canonical(self, host: str) -> str:
        """Where a page asked for by this Host should be instead; empty where it is already."""
        name = _name(host)
        if self._stays(name) or not self._is_alias(name):
            return ""
        # A machine without a network has no better address than the one that was found.
        return "" if self.is_here else self.url

    @property
    def is_here(self) -> bool:
        """Whether nobody but this machine itself reaches it, for whatever reason."""
        return ipaddress.ip_address(self.ip()).is_loopback

    def _stays(self, name: str) -> bool:
        return _is_one_of(name, self.names)

    def _is_alias(self, name: str) -> bool:
        return _is_one_of(name, (self.hostname, socket.gethostname(), *self.aliases))

    def _port(self) -> str:
        return "" if self.port == 80 else f":{self.port}"


def ip_at(host: str) -> str:
    """Where phones find pages that are served at this host: at itself, if that is one address."""
    if host == "::":
        return own_ip(socket.AF_INET6, "2001:db8::1")
    if host in EVERYWHERE:
        return own_ip()
    try:
        return str(socket.getaddrinfo(host, None)[0][4][0])
    except (OSError, ValueError):  # there they cannot be served, which the server says
        return own_ip()


def own_ip(family: int = socket.AF_INET, towards: str = "192.0.2.1") -> str:
    """The address that the home network knows this machine by; loopback without a network."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((towards, 9))  # documentation range: nothing is sent
            return str(probe.getsockname()[0])
    except OSError:
        return "127.0.0.1"


def _name(host: str) -> str:
    return _without_port(host).lower().rstrip(".")


def _is_one_of(name: str, names: tuple[str, ...]) -> bool:
    own = {own.lower() for own in names}
    return name in own or name.removesuffix(".local") in own


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.rpartition(":")[0] if host.count(":") == 1 else host


def _is_ip(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
