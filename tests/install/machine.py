"""A clean Debian in a container: installed into, started, and looked at.

Needs root and systemd-nspawn. With systemd it starts as a Pi does; a bare one has none at all. It
has no network, unless it is told what reaches one.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.install import online

ROOT = Path(__file__).resolve().parent.parent.parent
NAME = "splash-companion"
STATE = "/var/lib/splash-companion"
CONFIG = "/etc/splash-companion/companion.toml"
PORT = 8080
PATIENCE_S = 240.0  # a loaded machine is slow, not wrong
LOOK_S = 0.05
ENVIRONMENT = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "LC_ALL": "C.UTF-8",
    "HOME": "/",
}
TABLET = '[table]\nname = "Ours"\nsensor = "tablet"\n'  # no pin is needed, and none is here


def until(there: Callable[[], object], what: str, patience_s: float = PATIENCE_S) -> None:
    """Wait for another machine."""
    end = time.monotonic() + patience_s
    while not there():
        if time.monotonic() > end:
            raise AssertionError(f"{what} did not come")
        time.sleep(LOOK_S)


@dataclass
class Machine:
    """One container's file system, and its first process while it is on."""

    root: Path
    has_systemd: bool
    settings: dict[str, str] | None = None  # of who is online; None: there is no network
    _nspawn: "subprocess.Popen[bytes] | None" = None
    _first: int = 0

    @contextmanager
    def on(self) -> Iterator[None]:
        """Switched on, and off again."""
        self.switch_on()
        try:
            yield
        finally:
            self.switch_off()

    def switch_on(self) -> None:
        """Start it, and wait until it has started all that it means to."""
        what = ["--boot"] if self.has_systemd else ["--as-pid2", "sleep", "infinity"]
        console = self.root.with_name(self.root.name + ".console").open("ab")
        self._nspawn = subprocess.Popen(
            ["systemd-nspawn", "--quiet", f"--directory={self.root}", *self._network()]
            + ["--register=no", "--keep-unit", "--console=pipe", *what],
            env={**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"},  # as every Debian today
            stdin=subprocess.DEVNULL,
            stdout=console,
            stderr=console,
        )
        console.close()
        until(self._find_first, "its first process")
        if self.has_systemd:
            until(lambda: self.runs("test", "-S", "/run/systemd/private"), "systemd")
            said = self.asks("systemctl", "is-system-running", "--wait").stdout.strip()
            # A container may miss this and that; what is looked at here is looked at by itself.
            assert said in ("running", "degraded"), said

    def switch_off(self) -> None:
        """In order; or as a plug does, if that takes long."""
        if self._nspawn is None:
            return
        if self.has_systemd:
            self.asks("systemctl", "poweroff", "--no-block")
        else:
            self._nspawn.terminate()
        try:
            self._nspawn.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._nspawn.kill()
            self._nspawn.wait()
        self._nspawn = None

    def asks(
        self, *words: object, patience_s: float = PATIENCE_S, **environment: str
    ) -> "subprocess.CompletedProcess[str]":
        """What a command inside says, and how it ends."""
        return subprocess.run(
            self._inside(words),
            env={**ENVIRONMENT, **(self.settings or {}), **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=patience_s,
        )

    @contextmanager
    def starts(self, *words: object, **environment: str) -> Iterator[Callable[[], str]]:
        """A command inside that goes on until it gets Ctrl-C; asked, what it has said by now."""
        said = self.root.with_name(self.root.name + ".said")
        with said.open("wb") as out:
            begun = subprocess.Popen(
                self._inside(words),
                env={**ENVIRONMENT, **(self.settings or {}), **environment},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

        def told() -> str:
            text = said.read_text("utf-8")
            assert begun.poll() is None, text
            return text

        try:
            yield told
        finally:
            os.killpg(begun.pid, signal.SIGINT)
            begun.wait(PATIENCE_S)

    def runs(self, *words: object) -> bool:
        """Whether a command inside ends well."""
        return self.asks(*words).returncode == 0

    def says(self, *words: object, patience_s: float = PATIENCE_S, **environment: str) -> str:
        """What a command inside says, which has to end well."""
        done = self.asks(*words, patience_s=patience_s, **environment)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout.strip()

    def visited(self, *words: object) -> str:
        """What a phone in its network sees: tests.install.visitor's words."""
        done = subprocess.run(
            ["nsenter", f"--target={self._first}", "--net", sys.executable]
            + ["-m", "tests.install.visitor", str(PORT), *map(str, words)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    # --- files --------------------------------------------------------------------------------

    def path(self, inside: str) -> Path:
        """Where a file of its is, seen from outside."""
        return self.root / inside.lstrip("/")

    def writes(self, inside: str, text: str) -> None:
        """A file of its, as somebody edits it."""
        self.path(inside).parent.mkdir(parents=True, exist_ok=True)
        self.path(inside).write_text(text, encoding="utf-8")

    def takes(self, file: Path, inside: str) -> str:
        """Copy a file into it; where it is then."""
        self.path(inside).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, self.path(inside))
        return inside

    # --- the package --------------------------------------------------------------------------

    def dpkg(self, deb: Path, *options: str) -> "subprocess.CompletedProcess[str]":
        """Install a package, with nobody there to be asked."""
        inside = self.takes(deb, f"/opt/{deb.name}")
        words = ("dpkg", "--force-unsafe-io", *options, "--install", inside)
        done = self.asks(*words, DEBIAN_FRONTEND="noninteractive")
        self.path(inside).unlink()
        return done

    def installs(self, deb: Path, *options: str) -> str:
        """Install a package, which has to go well."""
        done = self.dpkg(deb, *options)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    def version(self) -> str:
        """What is installed, and how: "installed 0.1.0"."""
        form = "-f=${db:Status-Status} ${Version}"
        return self.asks("dpkg-query", "-W", form, NAME).stdout.strip()

    def is_active(self) -> bool:
        """Whether the service is up."""
        return self.runs("systemctl", "--quiet", "is-active", NAME)

    def log(self, unit: str) -> str:
        """What a unit said since the machine was switched on."""
        return self.says("journalctl", "--boot", "--output=cat", f"--unit={unit}", "--no-pager")

    def _network(self) -> list[str]:
        if self.settings is None:
            return ["--private-network"]
        return [f"--bind-ro={path}" for path in sorted(online.named(self.settings))]

    def _inside(self, words: tuple[object, ...]) -> list[str]:
        assert self._nspawn is not None, "it is off"
        return ["nsenter", f"--target={self._first}", "--all", "--root", "--wd", *map(str, words)]

    def _find_first(self) -> bool:
        assert self._nspawn is not None
        outer = self._nspawn.pid
        assert self._nspawn.poll() is None, f"systemd-nspawn ended: {self.root}.console"
        for child in _words(f"/proc/{outer}/task/{outer}/children"):
            status = Path(f"/proc/{child}/status").read_text(encoding="utf-8")
            inner = next(line for line in status.splitlines() if line.startswith("NSpid:"))
            if inner.split()[-1] == "1" and Path("/proc", child, "root", "proc", "1").exists():
                self._first = int(child)
                return True
        return False


def _words(path: str) -> list[str]:
    try:
        return Path(path).read_text(encoding="utf-8").split()
    except OSError:
        return []
