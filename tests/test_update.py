"""A package on the card: the real dpkg in a folder of its own; systemd alone is pretended.

tests/install/test_install.py has the same in a whole Debian.
"""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
UPDATE = ROOT / "systemd" / "splash-companion-update"
NAME = "splash-companion"
# Refuses evenings of a newer form, as the real one does.
PREINST = """#!/bin/sh
set -e
newest=$(cat "$DPKG_ROOT/var/lib/splash-companion/journal.sqlite" 2>/dev/null || echo 0)
[ "$newest" -le {knows} ] || {{ echo "The evenings are newer." >&2; exit 1; }}
"""
# Says of each unit what the file of that name says; each look is a second later.
SYSTEMCTL = """#!/bin/sh
echo "$@" >>"$TOLD"
case "$*" in
    *is-enabled*) exit 1 ;;
    *=ActiveState*) cat "$SAYS/active" ;;
    *=InvocationID*) cat "$SAYS/begun" ;;
    *=NRestarts*) cat "$SAYS/restarts" ;;
esac
"""


@dataclass
class Pi:
    """A folder that dpkg takes for a machine, and its card."""

    root: Path
    card: Path
    tools: Path

    def package(self, version: str, name: str = NAME, knows: int = 1) -> Path:
        """A package on the card."""
        tree = self.root.parent / f"{name}-{version}"
        control, program = tree / "DEBIAN" / "control", tree / "usr" / "lib" / NAME / "version"
        for file, text in (
            (
                control,
                f"Package: {name}\nVersion: {version}\nArchitecture: all\n"
                "Maintainer: Us <us@splash-companion.invalid>\nDescription: ours\n"
                " the whole of it\n",
            ),
            (program, version),
            (tree / "etc" / NAME / "companion.toml", f"# {version}\n"),
            (tree / "DEBIAN" / "conffiles", f"/etc/{NAME}/companion.toml\n"),
            (tree / "DEBIAN" / "preinst", PREINST.format(knows=knows)),
        ):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        (tree / "DEBIAN" / "preinst").chmod(0o755)
        file = self.card / f"{NAME}_{version}_all.deb"
        words = ["dpkg-deb", "--root-owner-group", "-Zgzip", "--build", str(tree), str(file)]
        subprocess.run(words, check=True, capture_output=True)
        return file

    def is_now(self, active: str, restarts: int = 0) -> None:
        for name, said in (("active", active), ("begun", "a"), ("restarts", str(restarts))):
            (self.tools / name).write_text(f"{said}\n", encoding="ascii")

    def runs(self, *words: str) -> str:
        """What one of the script's two parts says."""
        force = "not-root,script-chrootless,bad-path,downgrade"
        told = {"DPKG_ROOT": str(self.root), "DPKG_FORCE": force, "SAYS": str(self.tools)}
        path = f"{self.tools}:/usr/sbin:/sbin:{os.environ['PATH']}"
        done = subprocess.run(
            ["sh", str(UPDATE), *words],
            env={**os.environ, **told, "PATH": path, "TOLD": str(self.tools / "told")},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout + done.stderr

    def starts(self) -> str:
        """The card is looked at, as at each start."""
        said = self.root / "run" / f"{NAME}-says" / "update"
        said.unlink(missing_ok=True)
        return self.runs(str(self.card))

    def is_tried(self) -> str:
        return self.runs("--trial")

    def version(self) -> str:
        return (self.root / "usr" / "lib" / NAME / "version").read_text("utf-8")

    def shown(self) -> str:
        """What the screens show of it."""
        said = self.root / "run" / f"{NAME}-says" / "update"
        return said.read_text("utf-8") if said.exists() else ""

    @property
    def state(self) -> Path:
        return self.root / "var" / "lib" / NAME

    @property
    def on_trial(self) -> bool:
        return (self.root / "var" / "lib" / f"{NAME}-update" / "trial").exists()


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    """One with 1.0, and evenings of the form that it knows."""
    made = Pi(tmp_path / "pi", tmp_path / "card", tmp_path / "tools")
    for folder in (made.card, made.tools, made.state / "backups", made.root / "var/lib/dpkg/info"):
        folder.mkdir(parents=True)
    for file in ("status", "available"):
        (made.root / "var/lib/dpkg" / file).touch()
    (made.root / "var/lib/dpkg/updates").mkdir()
    for name, text in (("systemctl", SYSTEMCTL), ("sleep", "#!/bin/sh\n")):
        (made.tools / name).write_text(text, encoding="utf-8")
        (made.tools / name).chmod(0o755)
    made.package("1.0")
    made.starts()
    made.is_now("active")
    made.is_tried()
    (made.root / "etc" / NAME / "companion.toml").write_text("ours\n", encoding="utf-8")
    for file in ("journal.sqlite", "backups/journal-1.0-20260101-120000.sqlite"):
        (made.state / file).write_text("1\n", encoding="ascii")
    return made


def test_one_that_starts_stays(pi: Pi) -> None:
    pi.package("1.1")
    pi.starts()
    assert pi.version() == "1.1" and pi.on_trial
    assert pi.shown() == "Splash Companion is 1.1 now.\n"
    assert "starts well" in pi.is_tried() and not pi.on_trial
    assert pi.version() == "1.1" and pi.starts() == ""


@pytest.mark.parametrize(("active", "restarts"), [("activating", 5), ("activating", 0)])
def test_one_that_does_not_start_makes_room_for_the_one_before(
    pi: Pi, active: str, restarts: int
) -> None:
    pi.package("1.1")
    pi.starts()
    pi.is_now(active, restarts)
    pi.is_tried()
    assert pi.version() == "1.0" and not pi.on_trial
    assert "1.1 did not start here, so 1.0 is back." in pi.shown()
    assert (pi.root / "etc" / NAME / "companion.toml").read_text("utf-8") == "ours\n"
    assert (pi.tools / "told").read_text("utf-8").endswith(f"--no-block start {NAME}.service\n")
    assert "left alone" in pi.starts() and pi.version() == "1.0", "and is not tried again"
    pi.package("1.2")
    pi.starts()
    assert pi.version() == "1.2", "another file is"


def test_what_it_made_of_the_evenings_is_put_aside_for_those_from_before(pi: Pi) -> None:
    pi.package("1.1", knows=2)
    pi.starts()
    (pi.state / "journal.sqlite").write_text("2\n", encoding="ascii")
    pi.is_now("activating", 9)
    said = pi.is_tried()
    assert "The evenings are newer." in said and pi.version() == "1.0", said
    assert (pi.state / "journal.sqlite").read_text("ascii") == "1\n"
    assert (pi.state / "journal.sqlite.of-1.1").read_text("ascii") == "2\n"


def test_a_plug_pulled_in_the_trial_goes_on_with_it_at_the_next_start(pi: Pi) -> None:
    pi.package("1.1")
    pi.starts()
    pi.is_now("inactive")
    pi.is_tried()
    assert pi.on_trial and pi.version() == "1.1"
    pi.starts()
    pi.is_now("failed", 7)
    pi.is_tried()
    assert pi.version() == "1.0"


def test_one_that_somebody_installed_by_hand_is_not_on_trial(pi: Pi) -> None:
    pi.package("1.1")
    pi.starts()
    (pi.card / f"{NAME}_1.1_all.deb").unlink()
    pi.package("1.2")
    pi.runs(str(pi.card))
    trial = pi.root / "var" / "lib" / f"{NAME}-update" / "trial"
    trial.write_text("1.1 0\n", encoding="ascii")
    pi.is_now("failed", 7)
    pi.is_tried()
    assert pi.version() == "1.2" and not pi.on_trial


def test_without_room_to_keep_the_one_that_is_here_nothing_is_installed(pi: Pi) -> None:
    pi.package("1.1")
    pi.tools.joinpath("awk").write_text("#!/bin/sh\nexit 2\n", encoding="utf-8")
    pi.tools.joinpath("awk").chmod(0o755)
    assert "Make room on the card" in pi.starts()
    assert pi.version() == "1.0" and not pi.on_trial


def test_one_that_cannot_be_installed_says_so_and_the_old_one_goes_on(pi: Pi) -> None:
    pi.package("1.1", knows=0)  # as one that knows only older evenings
    pi.starts()
    assert pi.version() == "1.0" and not pi.on_trial
    assert pi.shown() == "Splash Companion 1.1 could not be installed: 1.0 goes on.\n"


def test_what_is_older_odd_or_damaged_on_the_card_is_said_on_the_screens(pi: Pi) -> None:
    (pi.card / f"{NAME}_1.0_all.deb").unlink()
    pi.package("0.9")
    pi.package("7", name="something-else")
    half = pi.card / f"{NAME}_half_all.deb"
    half.write_bytes((pi.card / f"{NAME}_0.9_all.deb").read_bytes()[:100])
    pi.starts()
    assert pi.version() == "1.0"
    older, damaged, foreign = (
        "has an older Splash",
        f"{half.name} on the card is damaged",
        "another",
    )
    assert [words in pi.shown() for words in (older, damaged, foreign)] == [True] * 3
    assert "Copy it to the card again." in pi.shown()
