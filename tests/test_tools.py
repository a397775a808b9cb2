"""The scripts that make a fresh machine ready, tried with pretend tools in front of the real."""

import ast
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

LOGGED = '#!/bin/sh\necho "$(basename "$0") $*" >>"$LOG"\n'
PYTHON = """
case "$*" in
    *ensurepip*) exit ${ENSUREPIP_STATUS:-0} ;;
    "-m venv"*)
        for folder; do :; done
        mkdir -p "$folder/bin"
        cp "$0" "$folder/bin/python"
        touch "$folder/bin/pip"
        chmod +x "$folder/bin/pip" ;;
    "-m pip"*) exit ${PIP_STATUS:-0} ;;
    *) exec "$REAL_PYTHON" "$@" ;;
esac
"""


@dataclass(frozen=True)
class Machine:
    """A folder with the project's tools, and a PATH where pretend tools come first."""

    folder: Path
    tools: Path
    log: Path

    def tool(self, name: str, body: str) -> None:
        path = self.tools / name
        path.write_text(LOGGED + body, encoding="utf-8")
        path.chmod(0o755)

    def says(self, script: str, **env: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["sh", "-c", f"set -eu; . tools/setup.sh; {script}"],
            cwd=self.folder,
            env={
                "PATH": f"{self.tools}:{os.environ['PATH']}",
                "LOG": str(self.log),
                "REAL_PYTHON": sys.executable,
                "SYSTEM_PYTHON": "none",
                **env,
            },
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )

    def called(self) -> list[str]:
        """What was called since the last time this was asked."""
        lines = self.log.read_text(encoding="utf-8").splitlines() if self.log.exists() else []
        self.log.write_text("", encoding="utf-8")
        return lines


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """Debian without any of the packages, and nobody's rights."""
    made = Machine(tmp_path / "project", tmp_path / "tools", tmp_path / "log")
    made.tools.mkdir()
    shutil.copytree(ROOT / "tools", made.folder / "tools")
    shutil.copy(ROOT / "pyproject.toml", made.folder)
    made.tool("dpkg-query", "exit 1")
    made.tool("apt-get", "echo frontend $DEBIAN_FRONTEND >>$LOG")
    made.tool("id", "echo 1000")
    made.tool("sudo", "exit 1")
    made.tool("python3", PYTHON)
    made.tool("python3.13", PYTHON)
    return made


def test_without_make_every_tool_is_a_command() -> None:
    scripts = [path for path in (ROOT / "tools").iterdir() if path.is_file()]
    commands = {path.name for path in scripts if path.read_text("utf-8").startswith("#!")}
    assert {"play", "test"} <= commands
    assert commands == {path.name for path in scripts if os.access(path, os.X_OK)}


def test_without_rights_it_says_the_one_line_and_stops(machine: Machine) -> None:
    done = machine.says("debian_packages chromium fonts-dejavu-core; echo went on")
    assert done.returncode == 1 and "went on" not in done.stdout
    line = "sudo apt-get install --yes --no-install-recommends chromium fonts-dejavu-core"
    assert done.stderr.splitlines()[-1].strip() == line
    assert not [call for call in machine.called() if call.startswith("apt-get")]


def test_root_installs_what_is_missing_and_says_so(machine: Machine) -> None:
    machine.tool("id", "echo 0")
    machine.tool("dpkg-query", '[ "$4" = chromium ] && printf installed')
    done = machine.says("debian_packages chromium fonts-dejavu-core")
    assert done.returncode == 0, done.stderr
    assert "Installing Debian packages: fonts-dejavu-core" in done.stderr
    called = [call for call in machine.called() if call.startswith(("apt-get", "frontend", "sudo"))]
    assert called == [
        "apt-get update -qq",
        "frontend noninteractive",
        "apt-get install --yes --no-install-recommends fonts-dejavu-core -qq",
        "frontend noninteractive",
    ]


def test_sudo_without_a_password_is_used(machine: Machine) -> None:
    machine.tool("sudo", '[ "$1" = -n ] || exec "$@"')
    done = machine.says("debian_packages chromium")
    assert done.returncode == 0, done.stderr
    assert any(call.startswith("apt-get install") for call in machine.called())


def test_what_is_installed_asks_for_no_rights(machine: Machine) -> None:
    machine.tool("dpkg-query", "printf installed")
    done = machine.says("debian_packages chromium fonts-dejavu-core")
    assert done.returncode == 0 and not done.stderr
    assert {call.split()[0] for call in machine.called()} == {"dpkg-query"}


def test_a_package_that_was_removed_is_not_installed(machine: Machine) -> None:
    machine.tool("dpkg-query", "printf config-files")
    assert machine.says("debian_packages chromium").returncode == 1


def test_tests_want_the_chromium_without_windows_or_any_other(machine: Machine) -> None:
    needed = "needed_packages test"
    assert "chromium-headless-shell" in machine.says(needed).stdout.split()
    machine.tool("apt-get", "exit 100")
    machine.tool("chromium", "")
    assert "chromium" not in machine.says(needed).stdout
    assert "chromium" in machine.says(f"find_chromium() {{ return 1; }}; {needed}").stdout.split()


def test_the_second_time_starts_no_pip(machine: Machine) -> None:
    assert machine.says("ready play").returncode == 0
    assert any("-m pip install" in call for call in machine.called())
    done = machine.says("ready play; echo $VENV")
    assert done.stdout == ".venv\n" and not done.stderr
    assert not [call for call in machine.called() if "pip" in call or "venv" in call]


def test_who_can_test_can_play(machine: Machine) -> None:
    machine.tool("dpkg-query", "printf installed")
    assert machine.says("ready test").returncode == 0
    machine.called()
    assert machine.says("ready play").returncode == 0
    assert not [call for call in machine.called() if "pip" in call]


def test_who_can_play_can_play_on_the_simulated_board_once_debian_has_brought_it(
    machine: Machine,
) -> None:
    asked = machine.says("ready board")
    assert asked.returncode == 1 and "libsimavr-dev" in asked.stderr
    machine.tool("dpkg-query", "printf installed")
    machine.says("ready play")
    machine.called()
    assert machine.says("ready board").returncode == 0
    assert not [call for call in machine.called() if "pip" in call]


def test_other_dependencies_are_fetched_into_the_same_environment(machine: Machine) -> None:
    machine.says("ready play")
    machine.called()
    with (machine.folder / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    assert machine.says("ready play").returncode == 0
    called = machine.called()
    assert any("-m pip install" in call for call in called)
    assert not [call for call in called if "-m venv" in call]


def test_a_moved_folder_gets_a_new_environment(machine: Machine, tmp_path: Path) -> None:
    machine.says("ready play")
    machine.called()
    moved = Machine(machine.folder.rename(tmp_path / "elsewhere"), machine.tools, machine.log)
    assert moved.says("ready play").returncode == 0
    assert [call for call in moved.called() if "-m venv --clear .venv" in call]


def test_each_python_has_its_own_environment(machine: Machine) -> None:
    done = machine.says("ready play; echo $VENV", PYTHON="python3.13")
    assert done.stdout == ".venv-3.13\n", done.stderr
    assert not (machine.folder / ".venv").exists()


@pytest.mark.parametrize(
    ("ensurepip", "user", "taken"), [(0, 1000, True), (1, 0, True), (1, 1000, False)]
)
def test_debian_s_python_goes_first_where_it_can_make_an_environment(
    machine: Machine, ensurepip: int, user: int, taken: bool
) -> None:
    machine.tool("id", f"echo {user}")
    machine.tool("system-python", PYTHON.replace("${ENSUREPIP_STATUS:-0}", str(ensurepip)))
    own = str(machine.tools / "system-python")
    done = machine.says("choose_python; echo $PYTHON", SYSTEM_PYTHON=own)
    assert done.stdout.strip() == (own if taken else "python3"), done.stderr
    assert machine.says("venv_name $PYTHON", PYTHON=own).stdout == ".venv\n"


def test_elsewhere_than_on_debian_the_first_python_is_taken(machine: Machine) -> None:
    machine.tool("system-python", PYTHON)
    own = str(machine.tools / "system-python")
    script = "has_apt() { return 1; }; choose_python; echo $PYTHON"
    assert machine.says(script, SYSTEM_PYTHON=own).stdout == "python3\n"


def test_a_missing_python_is_said(machine: Machine) -> None:
    done = machine.says("ready play", PYTHON="python3.99")
    assert done.returncode == 1 and "python3.99 is not there" in done.stderr


@pytest.mark.parametrize(
    ("python", "package"), [("python3", "python3-venv"), ("python3.13", "python3.13-venv")]
)
def test_without_ensurepip_debian_s_package_is_named(
    machine: Machine, python: str, package: str
) -> None:
    done = machine.says("ready play", PYTHON=python, ENSUREPIP_STATUS="1")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith(f" {package}")
    assert not [path.name for path in machine.folder.glob(".venv*")]


def test_everything_that_is_missing_is_said_at_once(machine: Machine) -> None:
    done = machine.says("ready test", ENSUREPIP_STATUS="1")
    assert done.returncode == 1
    assert {"fonts-dejavu-core", "python3-venv"} <= set(done.stderr.splitlines()[-1].split())


def test_only_who_draws_the_wiring_needs_graphviz(machine: Machine) -> None:
    done = machine.says("ready wiring")
    assert done.returncode == 1 and "graphviz" in done.stderr.splitlines()[-1].split()
    machine.tool("dpkg-query", "printf installed")
    assert machine.says("ready wiring").returncode == 0
    assert any("-m pip install" in call and ".[wiring]" in call for call in machine.called())
    assert "graphviz" not in machine.says("needed_packages test").stdout


def test_only_who_installs_on_clean_debians_needs_them(machine: Machine) -> None:
    done = machine.says("ready install")
    assert done.returncode == 1 and "mmdebstrap" in done.stderr.splitlines()[-1].split()
    assert "mmdebstrap" not in machine.says("needed_packages test").stdout


@pytest.mark.skipif(not shutil.which("apt-cache"), reason="only Debian knows whose a program is")
def test_every_program_that_the_tests_of_the_package_start_is_named(machine: Machine) -> None:
    wanted = [machine.says(f"needed_packages {tier}").stdout for tier in ("test", "install")]
    brought = _with_what_they_need(" ".join(wanted)) | _in_every_debian() | {"git"}
    owners = _owners(_started(ROOT / "tests" / "install"))
    unnamed = {name: who for name, who in owners.items() if who and not who & brought}
    assert not unnamed, "installed here, but nothing says that it is needed"


@pytest.mark.parametrize(("words", "line"), [("", "install"), ("remove", "uninstall")])
def test_only_root_installs_and_the_line_is_said(machine: Machine, words: str, line: str) -> None:
    done = machine.says(f"sh tools/install {words}")
    assert done.returncode == 1 and f"sudo make {line}" in done.stderr
    assert not [call for call in machine.called() if call.startswith("apt-get")]


def test_root_builds_as_whoever_asked_and_keeps_a_changed_table(machine: Machine) -> None:
    machine.tool("id", "echo 0")
    machine.tool("sudo", "echo dist/it.deb")
    done = machine.says("sh tools/install", SUDO_USER="ana")
    assert done.returncode == 0, done.stderr
    called = machine.called()
    assert "sudo -u ana sh tools/deb" in called
    (install,) = [call for call in called if call.startswith("apt-get")]
    assert install.endswith(" ./dist/it.deb") and "--force-confold" in install


def test_only_who_tests_on_real_pins_needs_a_machine_and_a_kernel(machine: Machine) -> None:
    done = machine.says("ready gpio")
    assert done.returncode == 1
    assert {"qemu-system-x86", "linux-source"} <= set(done.stderr.splitlines()[-1].split())
    assert "linux-source" not in machine.says("needed_packages test").stdout


def test_where_there_is_no_apt_nothing_is_installed(machine: Machine) -> None:
    done = machine.says("has_apt() { return 1; }; ready test")
    assert done.returncode == 0, done.stderr
    assert not [call for call in machine.called() if call.startswith(("apt-get", "dpkg-query"))]


def test_an_environment_without_pip_is_made_again(machine: Machine) -> None:
    (machine.folder / ".venv" / "bin").mkdir(parents=True)
    shutil.copy(machine.tools / "python3", machine.folder / ".venv" / "bin" / "python")
    assert machine.says("ready play").returncode == 0
    assert (machine.folder / ".venv" / "bin" / "pip").exists()


def test_offline_it_says_so_and_tries_again_next_time(machine: Machine) -> None:
    done = machine.says("ready play; echo went on", PIP_STATUS="1")
    assert done.returncode == 1 and "online" in done.stderr and "went on" not in done.stdout
    assert machine.says("ready play").returncode == 0
    assert any("-m pip install" in call for call in machine.called())


# --- helpers ----------------------------------------------------------------------------------


def _started(folder: Path) -> set[str]:
    """The first words of command lines in these tests, of programs that this machine has."""
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in folder.glob("*.py")]
    lists = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.List)]
    first = [node.elts[0] for node in lists if node.elts]
    words = {str(node.value) for node in first if isinstance(node, ast.Constant)}
    return {word for word in words if shutil.which(word)}


def _owners(programs: set[str]) -> dict[str, set[str]]:
    """The packages that each of these programs is in, by its name."""
    told = _said("dpkg-query", "--search", *(f"*bin/{one}" for one in programs)).splitlines()
    found = [line.partition(":")[::2] for line in told if not line.startswith("diversion")]
    return {name: {own for own, path in found if path.endswith(f"/{name}")} for name in programs}


def _with_what_they_need(packages: str) -> set[str]:
    kinds = ("recommends", "suggests", "conflicts", "breaks", "replaces", "enhances")
    without = [f"--no-{kind}" for kind in kinds]
    told = _said("apt-cache", "depends", "--recurse", *without, *packages.split())
    return {line for line in told.splitlines() if line[:1].isalnum()}


def _in_every_debian() -> set[str]:
    told = _said("dpkg-query", "--show", "--showformat", "${Package} ${Priority}\n")
    return {line.split()[0] for line in told.splitlines() if line.endswith(" required")}


def _said(*words: str) -> str:
    return subprocess.run(words, capture_output=True, text=True).stdout
