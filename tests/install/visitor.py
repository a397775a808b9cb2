"""A phone in a machine's own network: opens the wall, or begins a game as the referee.

Run as a process of its own, inside that network: python -m tests.install.visitor PORT [KEY]
"""

import sys
import time

from tests.web.house import PATIENCE_S, Phone


def main(port: int, key: str = "") -> None:
    """Prints the wall; with the referee's key a game is begun before."""
    phone = Phone(port)
    if key:
        status, said = phone.post("/api/redeem", {"t": key})
        assert (status, said["role"]) == (200, "referee"), said
        people = ["Ana", "Ben", "Cy"]
        game = {"tell": "e" * 16, "kind": "dolphin_splash", "people": people, "options": {}}
        status, said = phone.post("/api/game", game)
        assert (status, said["reply"]) == (200, "counts"), said
    print(wall(phone))


def wall(phone: Phone) -> str:
    """The wall, as soon as somebody serves it."""
    end = time.monotonic() + PATIENCE_S
    while True:
        try:
            status, page = phone.get("/")
            assert status == 200, page
            return page
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)  # waiting for another process, never for time to pass


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
