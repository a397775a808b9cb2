"""One mutant, and the tests that might notice it, in a process that is forked from this one.

Here is loaded what others wrote, and nothing that is changed. The limit is of the processor's time,
so a machine that has much else to do changes no verdict.
"""

import importlib
import os
import resource
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path

import pytest

from tests.mutants.sample import Mutant
from tests.mutants.seen import BUDGET_S, PYTEST, Seen

NO_PROGRAM = 90  # how a child says that nothing can be loaded
MEMORY = 4 << 30
WAIT_S = 600.0  # at most, on a machine that has much else to do
STILL_S, STILL_LEAST_S = 60.0, 0.3  # who takes less of a processor in so long waits for ever
ENDLESS_S = 10.0  # more than thrice what a test takes, and it comes to no end
LOOK_S = 0.02


class End(Enum):
    """What became of one."""

    KILLED = "killed"
    ENDLESS = "endless"  # killed, for it took more than tests ever do
    SURVIVED = "survived"
    NO_PROGRAM = "no program"  # cannot even be loaded: says nothing about tests


class Chosen:
    """These tests alone, in this order."""

    def __init__(self, tests: list[str]) -> None:
        self._at = {test: n for n, test in enumerate(tests)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted(
            (item for item in items if item.nodeid in self._at),
            key=lambda item: self._at[item.nodeid],
        )


class Ends:
    """Ends this process where one test takes far more of a processor than it ever did."""

    def __init__(self, took_s: dict[str, float]) -> None:
        self._took_s = took_s

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        _, most_s = resource.getrlimit(resource.RLIMIT_CPU)
        until_s = time.process_time() + ENDLESS_S + 3 * self._took_s[item.nodeid]
        resource.setrlimit(resource.RLIMIT_CPU, (min(int(until_s), most_s), most_s))


def tried(mutant: Mutant, seen: Seen) -> End:
    """Whether any test notices it."""
    tests = seen.tests_for(mutant)
    files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
    limit_s = int(BUDGET_S + 2 * sum(seen.took_s[test] for test in tests))
    module = ".".join(Path(mutant.path).with_suffix("").parts).removesuffix(".__init__")

    def work() -> int:
        try:
            importlib.import_module(module)
        except Exception:
            return NO_PROGRAM
        plugins = [Chosen(tests), Ends(seen.took_s)]
        return int(pytest.main([*PYTEST, "-x", *files], plugins=plugins))

    try:
        source = mutant.source()
    except AttributeError:  # cosmic-ray changes no exception that is named with a dot in a tuple
        return End.NO_PROGRAM
    with changed(mutant.path, source):
        code = forked(work, limit_s)
    shutil.rmtree(".hypothesis", ignore_errors=True)  # no mutant learns from another
    if code is None:
        return End.ENDLESS
    if code in (NO_PROGRAM, pytest.ExitCode.USAGE_ERROR):
        return End.NO_PROGRAM
    return End.SURVIVED if code in (0, pytest.ExitCode.NO_TESTS_COLLECTED) else End.KILLED


@contextmanager
def changed(file: str, source: str) -> Iterator[None]:
    """The file with this in it, so new that nothing compiled is taken for it."""
    path = Path(file)
    was, at = path.read_bytes(), path.stat().st_mtime_ns
    try:
        path.write_text(source, encoding="utf-8")
        os.utime(path, ns=(at, at + 10**9))
        yield
    finally:
        path.write_bytes(was)
        os.utime(path, ns=(at, at))


def forked(work: Callable[[], int | None], limit_s: int, writes: bool = False) -> int | None:
    """What this comes to in a process of its own; None where it came to no end.

    It compiles for others to read if it `writes`.
    """
    child = os.fork()
    if not child:
        code = 3
        try:
            os.setsid()
            quiet = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(quiet, stream)
            sys.dont_write_bytecode = not writes
            os.environ |= {} if writes else {"PYTHONDONTWRITEBYTECODE": "1"}
            resource.setrlimit(resource.RLIMIT_CPU, (limit_s, limit_s))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            code = work() or 0
        finally:
            os._exit(code)
    code = _waited(child, WAIT_S + limit_s)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)  # what it started
    return code


def _waited(child: int, wait_s: float) -> int | None:
    began_s = looked_s = time.monotonic()
    used_s = 0.0
    while (now_s := time.monotonic()) < began_s + wait_s:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.WEXITSTATUS(status) if os.WIFEXITED(status) else None
        if now_s >= looked_s + STILL_S:
            before_s, used_s, looked_s = used_s, _processor_s(child), now_s
            if abs(used_s - before_s) < STILL_LEAST_S:  # less, too, where a process is no more
                break
        time.sleep(LOOK_S)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def _processor_s(session: int) -> float:
    """What the processes of a session have taken of a processor."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[3]) == session:
                ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def load(modules: list[str]) -> None:
    """What others wrote and tests need, once for all."""
    for name in modules:
        with suppress(Exception):
            importlib.import_module(name)
