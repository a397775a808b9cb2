"""The README's two commands in a fresh clone on clean Debian 12 and 13, with a family's network."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random

import pytest

from tests.install.machine import Machine, until
from tests.web.house import Phone, begin

pytestmark = [pytest.mark.install, pytest.mark.timeout(7200)]  # packages come, compilers run

CLONE = "/home/pi/splash-companion"
PATIENCE_S = 7000.0  # for all that a command fetches, builds and tries
COMPILER = {"bookworm": "5.4.", "trixie": "14."}
TODAY_S_TOOLS = (  # what Debian's own compilers, binutils, Python and browser have to do with
    "tests/firmware",
    "tests/test_tools.py",
    "tests/browser/test_whole_game.py::test_a_family_plays_a_whole_game",
)


@contextmanager
def cloned(machine: Machine) -> Iterator[None]:
    """The machine is on, and somebody has just said git clone."""
    with machine.on():
        machine.says("git", "clone", "--quiet", "/srv/splash-companion.git", CLONE)
        yield


def says(machine: Machine, *words: str, **environment: str) -> str:
    """What somebody in the clone is told by a command, which has to end well."""
    command = ("env", f"--chdir={CLONE}", *words)
    return machine.says(*command, patience_s=PATIENCE_S, **environment)


@pytest.mark.parametrize("words", [(), ("BOARD=sim",)], ids=["pretend", "board"])
def test_make_play_shows_a_wall_and_feels_a_touch(family: Machine, words: tuple[str, ...]) -> None:
    port = free_port()
    play = ("make", "-C", CLONE, "play", *words)
    with cloned(family), family.starts(*play, PORT=str(port)) as told:
        until(lambda: "Stop with Ctrl+C." in told(), "the table", PATIENCE_S)
        referee = Phone(port)
        status, wall = referee.get("/")
        assert status == 200 and 'data-page="wall"' in wall
        key = told().split("#t=")[1].split()[0]
        status, reply = referee.post("/api/redeem", {"t": key})
        assert (status, reply["role"]) == (200, "referee"), reply
        begin(referee, "Ana", "Ben", "Cy")
        referee.answer("start", "deal")
        referee.sim("touch", pad=0)
        until(lambda: referee.phase() == "grab", "the touch")
        wall = referee.get("/")[1]


def test_make_test_begins_and_passes_with_this_debian_s_own_tools(
    family: Machine, suite: str
) -> None:
    with cloned(family):
        said = says(family, "make", "test", PYTEST_ADDOPTS="--collect-only --quiet")
        assert "All checks passed!" in said and "tests collected" in said, said
        assert family.says("avr-gcc", "-dumpversion").startswith(COMPILER[suite])
        assert " passed" in says(family, "tools/test", *TODAY_S_TOOLS)


@pytest.mark.soak
def test_make_test_passes(family: Machine) -> None:
    with cloned(family):
        print(says(family, "make", "test"))


def free_port() -> int:
    """A port that nobody listens at: who is online here shares this machine's network. Nor does any
    connection get it by itself in the minutes until it is used, as it might a higher one."""
    for port in Random().sample(range(20_000, 32_000), 100):
        with suppress(OSError), socket.create_server(("", port)):
            return port
    raise AssertionError("no port is free")
