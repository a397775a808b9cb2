"""How fast one phone or one address may go on: for each a bucket that fills again with time."""

import ipaddress
import threading
from collections.abc import Callable

from companion.access.refused import AccessError

WRONG_MOST = 10  # wrong secrets a minute from one address
REQUESTS_MOST = 8  # requests to join a minute from one address
POSTS_A_S = 50.0  # five fingers on a drawn table, each a touch, a lift and a release
POSTS_BURST = 200.0
ADDRESSES_MOST = 512  # buckets kept; the idlest are forgotten


def network_of(address: str) -> str:
    """What strangers share by: an IPv4 address, or the /64 that a house has of IPv6."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


class Limits:
    """The buckets of one table. All methods may be called from any thread, and raise AccessError
    when somebody is too fast.
    """

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._lock = threading.Lock()
        self._buckets: dict[str, tuple[float, float]] = {}

    def post(self, who: str) -> None:
        """Count a POST of a phone or address."""
        self._take(f"post:{who}", POSTS_A_S, POSTS_BURST)

    def request(self, address: str) -> None:
        """Count a request to join."""
        self._take(f"request:{address}", REQUESTS_MOST / 60, REQUESTS_MOST)

    def guess(self, address: str, right: bool) -> None:
        """Count a secret, if it is wrong.

        Who guessed too often is not told of a right guess either: else it would be no limit.
        """
        self._take(f"wrong:{address}", WRONG_MOST / 60, WRONG_MOST, cost=0 if right else 1)

    def _take(self, bucket: str, per_s: float, burst: float, cost: float = 1) -> None:
        with self._lock:
            now = self._now_s()
            left, then = self._buckets.pop(bucket, (burst, now))
            left = min(burst, left + (now - then) * per_s)
            self._buckets[bucket] = (max(0.0, left - cost), now)
            while len(self._buckets) > ADDRESSES_MOST:
                del self._buckets[next(iter(self._buckets))]
        if left < 1:
            raise AccessError(429, "Not so fast. Wait a moment and tap again.")
