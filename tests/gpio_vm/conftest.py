"""Wires and a table on the one real gpiochip; collected nowhere else than in its machine."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from gpiozero import Factory

from companion.table.config import Config
from tests.gpio_vm import lines
from tests.gpio_vm.feeling import Feeling, free_lines
from tests.gpio_vm.lines import PATIENCE_S, Wires
from tests.web import house

# Real pins are only in the machine that `make test-gpio` starts: elsewhere nothing is collected.
IN_THE_MACHINE = (lines.CONFIG / "pi").exists()
collect_ignore_glob = [] if IN_THE_MACHINE else ["test_*.py"]
if IN_THE_MACHINE:
    # Whoever waits for another process waits longer where a program plays the processor.
    house.PATIENCE_S = PATIENCE_S

FIGURES = pytest.StashKey[list[str]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[FIGURES] = []


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if config.stash[FIGURES]:
        terminalreporter.section("measured in here; on a Pi times are shorter")
        for line in config.stash[FIGURES]:
            terminalreporter.write_line(line)


@pytest.fixture
def measured(pytestconfig: pytest.Config) -> Callable[[str], None]:
    """Takes a sentence with a figure, to be read at the end."""
    return pytestconfig.stash[FIGURES].append


@pytest.fixture(scope="session")
def wires() -> Iterator[Wires]:
    """The other end of every pin."""
    with lines.wired() as made:
        yield made


@pytest.fixture(scope="session")
def factory() -> Iterator[Factory]:
    """The real factory: one a process, and never closed, as its second one would be deaf."""
    from companion.table.pins import real_factory

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GPIOZERO_PIN_FACTORY", "rpigpio")  # which must not matter
        yield real_factory()


@pytest.fixture
def feeling(factory: Factory, wires: Wires) -> Iterator[Callable[[Config], Feeling]]:
    """Makes a table that feels, with all wires at rest; its lines are free again afterwards."""
    with ExitStack() as made:
        made.callback(free_lines, factory)
        yield lambda config: made.enter_context(Feeling(config, factory, wires))
