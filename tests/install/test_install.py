"""The package on clean Debian 12 and 13, offline: it comes, changes, goes back, and goes."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion import __version__
from tests.install.conftest import Remake
from tests.install.machine import CONFIG, NAME, STATE, TABLET, Machine, until

pytestmark = [pytest.mark.install, pytest.mark.timeout(1500)]  # whole machines start and stop

NEWER = "99.0.0"
SERVICE = f"{NAME}.service"
UPDATE = f"{NAME}-update.service"
TRIAL = f"{NAME}-trial.service"
KIOSK = f"{NAME}-kiosk.service"
CARD = "/boot/firmware"
WALL = 'data-page="wall"'


# --- helpers ----------------------------------------------------------------------------------


def installed(machine: Machine, deb: Path) -> None:
    """The package is on, with a table that needs no pins, and plays."""
    machine.installs(deb)
    machine.writes(CONFIG, TABLET)
    machine.says("systemctl", "restart", SERVICE)
    until(machine.is_active, "the service")


def play(machine: Machine) -> None:
    """Begin a game as the referee."""
    said = machine.says("companion", "url", "--config", CONFIG, "--state", STATE)
    machine.visited(said.partition("The referee:")[2].split("#t=")[1].split()[0])


def games(journal: Path) -> int:
    """How many games a journal or a copy holds."""
    with closing(sqlite3.connect(f"file:{journal}?mode=ro", uri=True)) as connection:
        return int(connection.execute("SELECT count(*) FROM games").fetchone()[0])


def shows_a_wall_by_its_own_user(machine: Machine, deb: Path) -> None:
    """The machine's own screen sees the door and nobody's business, and is switched on and off."""
    pictures = 'aria-label="The pictures to tap, in order"'

    def sees(user: str, path: str) -> str:
        return machine.says("runuser", "-u", user, "--", "python3", "-c", READS, path)

    def is_asked_by(user: str) -> bool:
        sees(user, "/api/fragment?page=wall")  # as a live page does again and again
        return pictures in sees(user, "/")

    until(lambda: is_asked_by(f"{NAME}-kiosk"), "the door")
    assert not is_asked_by("www-data"), "a proxy's visitors are strangers"
    for path in ("/people", "/referee"):
        assert sees(f"{NAME}-kiosk", path) == "403"
    assert not machine.runs("runuser", "-u", f"{NAME}-kiosk", "--", "ls", STATE)
    # A container has no screen: that is said once, and the table plays on.
    kiosk = deb.with_name(deb.name.replace(NAME, f"{NAME}-kiosk"))
    machine.installs(kiosk, "--force-depends")  # its browser comes by the network
    assert machine.runs("systemctl", "--quiet", "is-enabled", KIOSK)
    assert len(machine.log(KIOSK).splitlines()) <= 2, machine.log(KIOSK)
    assert machine.is_active()
    machine.says("dpkg", "--purge", f"{NAME}-kiosk")
    assert not machine.runs("systemctl", "--quiet", "is-enabled", KIOSK)


def copies(machine: Machine) -> list[Path]:
    """The copies that upgrades made."""
    return sorted(machine.path(f"{STATE}/backups").glob("journal-*.sqlite"))


def raise_format(machine: Machine) -> None:
    """Let the journal be one that a later program wrote."""
    with closing(sqlite3.connect(machine.path(f"{STATE}/journal.sqlite"))) as connection:
        now = connection.execute("PRAGMA user_version").fetchone()[0]
        connection.execute(f"PRAGMA user_version = {now + 1}")
        connection.execute("UPDATE settings SET value = ? WHERE key = 'version'", (str(now + 1),))
        connection.commit()


READS = """
import sys, urllib.error, urllib.request
try:
    print(urllib.request.urlopen("http://127.0.0.1:8080" + sys.argv[1]).read().decode())
except urllib.error.HTTPError as refused:
    print(refused.code)
"""


# What a Debian writes by itself while it runs, or keeps of every package that ever was.
PASSING = re.compile(
    r"/(dev|proc|run|sys|tmp|root)(/|$)|/var/(log|cache|tmp)/|/var/lib/(dpkg|apt)/|"
    r"/var/lib/systemd/(random-seed|timers|catalog|linger)|/etc/(passwd|group|g?shadow|sub[ug]id)-$|"
    r"/etc/\.pwd\.lock$|/etc/\.updated$|/var/\.updated$|/__pycache__"
)


def everything(machine: Machine) -> set[str]:
    """All paths of a machine, and what it knows of users and groups."""
    inside = ("/" + str(path.relative_to(machine.root)) for path in machine.root.rglob("*"))
    accounts = [machine.path(f"/etc/{file}").read_text("utf-8") for file in ("passwd", "group")]
    return {path for path in inside if not PASSING.match(path)} | {
        line for text in accounts for line in text.splitlines()
    }


# Told to end it still writes for a moment; one that has ended and is not yet buried has no words.
ENDS_IT = """
it=$(cat /run/companion.pid)
rm /run/companion.pid
kill "$it"
while [ -n "$(tr -d '\\0' 2>/dev/null </proc/"$it"/cmdline)" ]; do sleep 0.1; done
"""


# --- it comes ---------------------------------------------------------------------------------


def test_where_there_is_no_systemd_it_installs_plays_and_leaves_nothing(
    bare: Machine, deb: Path
) -> None:
    with bare.on():
        before = everything(bare)
        bare.installs(deb)
        assert bare.says("companion", "--version") == f"companion, version {__version__}"
        found = json.loads(bare.asks("companion", "doctor", "--json").stdout)
        assert "Python" in {finding["about"] for finding in found}
        assert bare.says("id", "-nG", NAME).split() == [NAME, "dialout", "gpio"]
        bare.writes(CONFIG, TABLET)
        unit = bare.path(f"/usr/lib/systemd/system/{SERVICE}").read_text("utf-8")
        line = re.search(r"ExecStart=((?:.*\\\n)*.*)", unit)
        assert line
        as_its_user = f"setpriv --reuid {NAME} --regid {NAME} --init-groups {line[1]}"
        run = f"cd {STATE}; {as_its_user} >/dev/null 2>&1 & echo $! >/run/companion.pid"
        bare.says("sh", "-c", run, STATE_DIRECTORY=STATE)
        assert WALL in bare.visited()
        play(bare)
        assert games(bare.path(f"{STATE}/journal.sqlite")) == 1
        bare.says("sh", "-c", ENDS_IT)
        bare.says("dpkg", "--purge", NAME)
        left = everything(bare) ^ before
        assert not left, sorted(left)


def test_its_own_packages_come_before_debian_s_and_lgpio_behind(bare: Machine, deb: Path) -> None:
    debian = "/usr/lib/python3/dist-packages"
    bare.writes(f"{debian}/gpiozero/__init__.py", "raise ImportError('the old one')\n")
    bare.writes(f"{debian}/lgpio.py", "SET_PULL_NONE = 0\n")
    asked = "import gpiozero, lgpio, markupsafe, sys; from importlib.metadata import version"
    told = "print(version('gpiozero'), lgpio.__file__, markupsafe._escape_inner.__module__)"
    with bare.on():
        bare.installs(deb)
        # The command's own first lines, and then a look instead of the command.
        start = bare.path("/usr/bin/companion").read_text("utf-8").split("from companion")[0]
        said = bare.says("python3", "-I", "-c", f"{start}\n{asked}\n{told}").split()
        assert said == ["2.0.1.post3", f"{debian}/lgpio.py", "markupsafe._native"]
        library = bare.path(f"/usr/lib/{NAME}")
        assert not [path for path in library.rglob("*") if path.suffix in (".so", ".c")]


def test_the_service_plays_from_the_moment_it_is_installed(machine: Machine, deb: Path) -> None:
    with machine.on():
        installed(machine, deb)
        assert WALL in machine.visited()
        assert machine.runs("systemctl", "--quiet", "is-enabled", SERVICE, UPDATE)
        assert not machine.runs("systemctl", "--quiet", "is-enabled", KIOSK)
        shows_a_wall_by_its_own_user(machine, deb)
        play(machine)
        assert "The table is at" in machine.says("systemctl", "status", "--no-pager", SERVICE)
    with machine.on():  # as with the Pi's own plug
        until(machine.is_active, "the service")
        assert "Ana" in machine.visited()


# --- it changes -------------------------------------------------------------------------------


def test_a_newer_one_keeps_the_evenings_a_copy_and_the_table_s_file(
    machine: Machine, deb: Path, remade: Remake
) -> None:
    with machine.on():
        installed(machine, deb)
        play(machine)
        machine.installs(remade(NEWER))
        assert machine.version() == f"installed {NEWER}"
        assert machine.says("companion", "--version").endswith(NEWER)
        until(machine.is_active, "the service")
        assert "Ana" in machine.visited()
        assert machine.path(CONFIG).read_text("utf-8") == TABLET
        (copy,) = copies(machine)
        assert copy.name.startswith(f"journal-{__version__}-") and games(copy) == 1
        assert copy.stat().st_mode & 0o777 == 0o600


def test_it_goes_back_where_both_know_the_same_journals(
    machine: Machine, deb: Path, remade: Remake
) -> None:
    with machine.on():
        installed(machine, remade(NEWER))
        play(machine)
        machine.installs(deb)
        assert machine.version() == f"installed {__version__}"
        until(machine.is_active, "the service")
        assert "Ana" in machine.visited()


def test_it_does_not_go_back_to_one_that_cannot_read_the_evenings(
    machine: Machine, deb: Path, remade: Remake
) -> None:
    with machine.on():
        installed(machine, deb)
        play(machine)
        machine.installs(remade(NEWER))
        machine.says("systemctl", "stop", SERVICE)
        raise_format(machine)
        refused = machine.dpkg(deb)
        assert refused.returncode != 0
        assert "written by a newer Splash Companion" in refused.stderr
        assert machine.version() == f"installed {NEWER}"
        # The sentence has the lines that lead back.
        (line,) = re.findall(r"sudo -u \S+ (companion restore [^)]+)\)", refused.stderr)
        machine.says("systemctl", "stop", SERVICE)
        machine.says("runuser", "-u", NAME, "--", *line.split())
        machine.installs(deb)
        assert machine.version() == f"installed {__version__}"
        until(machine.is_active, "the service")
        assert "Ana" in machine.visited()


def test_without_room_for_a_copy_the_old_one_stays_and_plays(
    machine: Machine, deb: Path, remade: Remake
) -> None:
    with machine.on():
        installed(machine, deb)
        machine.says("systemctl", "stop", SERVICE)
        machine.says("mount", "-t", "tmpfs", "-o", "size=8m,mode=755", "tmpfs", STATE)
        machine.says("chown", f"{NAME}:{NAME}", STATE)
        machine.says("systemctl", "start", SERVICE)
        play(machine)
        machine.says("dd", "if=/dev/zero", f"of={STATE}/photos", "bs=1M", "count=6")
        refused = machine.dpkg(remade(NEWER))
        assert refused.returncode != 0 and "Make room there" in refused.stderr
        assert machine.version() == f"installed {__version__}"
        until(machine.is_active, "the service")
        assert "Ana" in machine.visited()
        assert not machine.says("find", STATE, "-name", "*.part*")


# --- from the card ----------------------------------------------------------------------------


def test_a_newer_one_on_the_card_is_installed_when_the_machine_starts(
    machine: Machine, deb: Path, remade: Remake
) -> None:
    with machine.on():
        installed(machine, deb)
        play(machine)
    # Both sides changed the table's file: ours counts, and nobody is there to be asked.
    changed = remade(NEWER, **{CONFIG.lstrip("/"): "# changed\n" + TABLET})
    machine.takes(changed, f"{CARD}/{changed.name}")
    with machine.on():
        until(machine.is_active, "the service")
        assert machine.version() == f"installed {NEWER}"
        assert f"Splash Companion is {NEWER} now." in machine.log(UPDATE)
        assert "Ana" in machine.visited()
        assert machine.path(CONFIG).read_text("utf-8") == TABLET
        assert len(copies(machine)) == 1
    assert machine.path(f"{CARD}/{changed.name}").exists()
    with machine.on():  # and never again
        until(machine.is_active, "the service")
        assert "Installing" not in machine.log(UPDATE)


def test_one_from_the_card_that_does_not_start_makes_room_for_the_one_before(
    machine: Machine, deb: Path, remade: Remake
) -> None:
    with machine.on():
        installed(machine, deb)
        play(machine)
    broken = remade(NEWER, **{f"usr/lib/{NAME}/companion/running.py": "raise SystemExit(1)\n"})
    machine.takes(broken, f"{CARD}/{broken.name}")
    back = f"Splash Companion {NEWER} did not start here, so {__version__} is back."
    with machine.on():
        until(lambda: back in machine.log(TRIAL), "the one before")
        until(machine.is_active, "the service")
        assert machine.version() == f"installed {__version__}"
        until(lambda: back in machine.visited(), "the sentence on the screens")
        assert "Ana" in machine.visited() and machine.path(CONFIG).read_text("utf-8") == TABLET
    with machine.on():  # and never again
        until(machine.is_active, "the service")
        assert machine.version() == f"installed {__version__}"


def test_what_else_lies_on_the_card_is_left_alone_and_the_table_starts(
    machine: Machine, deb: Path, remade: Remake
) -> None:
    with machine.on():
        installed(machine, deb)
    newer = remade(NEWER).read_bytes()
    foreign = remade(NEWER, name="something-else")
    machine.takes(foreign, f"{CARD}/{NAME}_foreign.deb")
    machine.takes(deb, f"{CARD}/{NAME}_same.deb")
    older = remade("0.0.1")
    machine.takes(older, f"{CARD}/{NAME}_older.deb")
    machine.writes(f"{CARD}/{NAME}_empty.deb", "")
    machine.path(f"{CARD}/{NAME}_half (1).deb").write_bytes(newer[: len(newer) // 2])
    with machine.on():
        until(machine.is_active, "the service")
        assert machine.version() == f"installed {__version__}"
        said = machine.log(UPDATE)
        until(lambda: "is damaged: it is left alone" in machine.visited(), "it on the screens")
        assert "on the card is another program" in machine.visited()
        play(machine)
        assert f"{NAME}_foreign.deb is the package something-else" in said
        assert f"{NAME}_empty.deb is damaged" in said
        assert f"{NAME}_half (1).deb is damaged" in said
        assert "same" not in said and "older" not in said and "Installing" not in said
    for file in machine.path(CARD).iterdir():
        file.unlink()
    machine.takes(older, f"{CARD}/{NAME}_older.deb")
    with machine.on():  # alone it was meant to be installed
        until(machine.is_active, "the service")
        until(lambda: "Take the older file off the card." in machine.visited(), "the remedy")
        assert machine.version() == f"installed {__version__}" and "Ana" in machine.visited()


def test_a_plug_pulled_in_the_middle_is_mended_from_the_card(
    machine: Machine, deb: Path, remade: Remake
) -> None:
    newer = remade(NEWER)
    with machine.on():
        installed(machine, deb)
        machine.says("systemctl", "stop", SERVICE)
        machine.says("dpkg", "--unpack", machine.takes(newer, f"{CARD}/{newer.name}"))
        assert machine.version() == f"unpacked {NEWER}"
    with machine.on():
        until(machine.is_active, "the service")
        assert machine.version() == f"installed {NEWER}"


# --- it goes ----------------------------------------------------------------------------------


def test_removed_it_keeps_the_evenings_and_purged_it_leaves_nothing(
    machine: Machine, deb: Path
) -> None:
    with machine.on():
        before = everything(machine)
        installed(machine, deb)
        play(machine)
        machine.says("dpkg", "--remove", NAME)
        assert not machine.is_active()
        assert not machine.path("/usr/bin/companion").exists()
        assert not machine.path(f"/usr/lib/{NAME}").exists()
        assert games(machine.path(f"{STATE}/journal.sqlite")) == 1
        assert machine.path(CONFIG).read_text("utf-8") == TABLET
        machine.installs(deb)
        until(machine.is_active, "the service")
        assert "Ana" in machine.visited()
        machine.says("dpkg", "--purge", NAME)
        assert not everything(machine) ^ before
        assert "not-found" in machine.says("systemctl", "show", "-p", "LoadState", SERVICE)
