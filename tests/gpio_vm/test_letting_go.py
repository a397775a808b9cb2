"""Letting go of the lines while the machine has no time for lgpio, and hands drum."""

import subprocess
import sys
from pathlib import Path

from gpiozero import Factory

from companion.table.config import default
from tests.faults.evening import ROOT
from tests.gpio_vm.daemon import environment
from tests.gpio_vm.feeling import free_lines, holders
from tests.gpio_vm.lines import PATIENCE_S

ROUNDS = 2
ENDS = (sys.executable, "-m", "tests.gpio_vm.ending")


def test_every_line_is_let_go_of_however_late_lgpios_thread_is(tmp_path: Path) -> None:
    """lgpio waits 2 ms for its thread to leave a line, then the kernel calls the line busy."""
    pads, buttons = default().pads, default().buttons.named()
    pins = [pin for _, pin in buttons] + [pad.touch for pad in pads if pad.touch is not None]
    for _ in range(ROUNDS):
        said = subprocess.run(
            ENDS,
            cwd=ROOT,
            env=environment(tmp_path),
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
        )
        assert (said.returncode, said.stdout, said.stderr) == (0, "", "")
        assert not holders(*pins)


def test_an_edge_on_its_way_as_its_line_is_let_go_of_ends_no_thread(factory: Factory) -> None:
    """lgpio's thread has looked up whom it calls, and is late; by then nobody hears it."""
    felt: list[int] = []

    def feel(_ticks: float, state: int) -> None:
        felt.append(state)

    number = default().pads[0].touch
    pin = factory.pin(number)
    pin.when_changed = feel
    late = pin._call_when_changed
    late(0, number, 1, 0)
    pin.when_changed = None
    late(0, number, 0, 0)
    assert felt == [1]
    free_lines(factory)
