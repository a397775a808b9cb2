"""What the companion says where it cannot have pins that stamp every touch, and that it ends."""

import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.faults.evening import ROOT, RUN
from tests.gpio_vm.daemon import environment
from tests.gpio_vm.lines import PATIENCE_S, held

GREEN = 16  # the usual table's third pad
# What is on Python's path before everything else: an lgpio that is in the way of the real one.
HIDDEN = 'raise ModuleNotFoundError("No module named \'lgpio\'", name="lgpio")\n'
STUB = (
    '__version__ = "0.0.0.2"\n'  # as an old package of that name has it: it imports, and is empty
)
IN_THE_WAY = {"busy": None, "hidden": HIDDEN, "stub": STUB}


@pytest.fixture(scope="module")
def refusals(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, tuple[int, str]]]:
    """How `companion run` ended in each case, and what it said: all at once, to save minutes."""
    with ExitStack() as parts:
        parts.enter_context(held(GREEN, "thermometer"))
        started = {
            name: parts.enter_context(start(tmp_path_factory.mktemp(name), lgpio))
            for name, lgpio in IN_THE_WAY.items()
        }
        said = {name: house.communicate(timeout=PATIENCE_S)[1] for name, house in started.items()}
        yield {name: (house.returncode, said[name]) for name, house in started.items()}


def start(state: Path, lgpio: str | None) -> "subprocess.Popen[str]":
    """A companion on real pins, perhaps with another lgpio in front of the real one."""
    env = environment(state)
    if lgpio is not None:
        (state / "lgpio.py").write_text(lgpio)
        env = {**env, "PYTHONPATH": f"{state}:{env['PYTHONPATH']}"}
    return subprocess.Popen(
        [*RUN, "--port", "0", "--host", "127.0.0.1", "--state", str(state)],
        cwd=ROOT,
        env=env,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_line_that_another_program_holds_is_named(refusals: dict[str, tuple[int, str]]) -> None:
    code, said = refusals["busy"]
    assert code == 1
    assert "pads[2].touch: GPIO 16 cannot be had ('GPIO busy')" in said
    assert "Traceback" not in said


@pytest.mark.parametrize("case", ["hidden", "stub"])
def test_without_a_whole_lgpio_it_does_not_start(
    refusals: dict[str, tuple[int, str]], case: str
) -> None:
    """Though rpi-lgpio and others are there, which gpiozero alone would fall back to."""
    code, said = refusals[case]
    assert code == 1
    assert "The library lgpio, which stamps every touch, cannot be loaded" in said
    assert "sudo apt install python3-lgpio" in said
    assert "Traceback" not in said
