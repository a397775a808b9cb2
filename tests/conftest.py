"""What all tests share: calm settings, templates compiled once, and the browsers. No helpers."""

import gc
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings
from jinja2 import Environment

from companion.games import GAMES
from companion.journal import Journal, file
from companion.journal.file import make_safe
from companion.new_game.stub import GAME as NEW_GAME
from companion.referee.past import Past
from companion.referee.work_queue import ANSWER_S
from companion.table.lateness import LATE_MOST_US
from companion.table.trust import STUCK_US, UNPLUGGED_US
from companion.web import guard
from tests.chromium import installed
from tests.every_day import OF, SAMPLED, sample

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# A loaded Pi is slow, not wrong: only what a test asserts may make it fail.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")


LOGS = ("companion", "waitress")
ON_DISK = ("faults", "journal")  # folders whose tests are about what is on it
ALLOCATED = 50_000  # objects: Python's own 700 are for programs that do not end in minutes


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--sample", default="", metavar="WORD", help="try a sample of the screens, by this word"
    )


def pytest_report_header(config: pytest.Config) -> str | None:
    word = config.getoption("--sample")
    if not word:
        return None
    share = f"one of {OF} tests of {', '.join(SAMPLED)}"
    return f"sample: {share}, those of {word!r}; all of them: make test-all"


@pytest.hookimpl(trylast=True)  # of those that are asked for at all
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is not of the sample is left out."""
    tried = sample([item.nodeid for item in items], config.getoption("--sample"))
    left_out = [item for item in items if item.nodeid not in tried]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item.nodeid in tried]


@pytest.hookimpl(tryfirst=True)
def pytest_collection() -> None:
    """Ten thousand tests are looked for, and all of them stay: there is nothing to clear away."""
    gc.disable()


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """What lies in circles is cleared away in larger heaps, and what is here for good left be."""
    gc.freeze()
    gc.set_threshold(ALLOCATED, 10, 10)
    gc.enable()


class _Log(logging.Handler):
    """What is written to the log of the table and of its server."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        if record.name.partition(".")[0] in LOGS:
            self.said.append(f"{record.name}: {record.getMessage()}")


@pytest.fixture(autouse=True)
def quiet_log(request: pytest.FixtureRequest) -> Iterator[None]:
    """A table that plays has nothing to log: what lets it fail on purpose asks for `caplog`."""
    heard = _Log()
    logging.getLogger().addHandler(heard)
    yield
    logging.getLogger().removeHandler(heard)
    assert "caplog" in request.fixturenames or not heard.said


@pytest.fixture(scope="session", autouse=True)
def compiled_once() -> Iterator[None]:
    """A template is compiled once in a whole run and not for each of a hundred companions."""
    compile_ = Environment.compile

    def once(
        env: Environment, source: str, name: str | None = None, filename: str | None = None
    ) -> CodeType:
        if type(env) is Environment:  # a test's own
            return compile_(env, source, name, filename)
        known = type(env), env.trim_blocks, source, name, filename
        if known not in codes:
            codes[known] = compile_(env, source, name, filename)
        return codes[known]

    codes: dict[tuple[object, ...], CodeType] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Environment, "compile", once)
        yield


@pytest.fixture(scope="module", autouse=True)
def plugged_in(request: pytest.FixtureRequest) -> Iterator[None]:
    """Nobody pulls the plug of a test's own process, so its journals need not be on the disk. Those
    of other processes, and those in `ON_DISK`, are written as a table's are.
    """
    with pytest.MonkeyPatch.context() as patch:
        if request.path.parent.name not in ON_DISK:
            patch.setattr(file, "make_safe", in_memory)
        yield


def in_memory(connection: sqlite3.Connection) -> None:
    """As at a table, but for what a disk costs."""
    make_safe(connection)
    connection.execute("PRAGMA synchronous = OFF")


@pytest.fixture(scope="session", autouse=True)
def ours() -> Iterator[None]:
    """Every program here is ours: the system's list of connections, which takes a millisecond and
    more for each page, is read in `tests/web/test_peer.py` alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guard, "is_person", lambda address, *_: address == "127.0.0.1")
        yield


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine is a slow network: a hand is late after a minute, whoever waits for the
    referee gets an answer, and a dolphin that is touched all along is not stuck so soon.
    """
    monkeypatch.setattr("companion.table.lateness.LATE_MOST_US", 60 * LATE_MOST_US)
    monkeypatch.setattr("companion.table.simulated.STAMP_OLDEST_US", 60 * LATE_MOST_US)
    monkeypatch.setattr("companion.referee.work_queue.ANSWER_S", 60 * ANSWER_S)
    monkeypatch.setattr("companion.table.trust.STUCK_US", 60 * STUCK_US)
    monkeypatch.setattr("companion.table.trust.UNPLUGGED_US", 60 * UNPLUGGED_US)


@pytest.fixture
def closed_pasts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whoever looks into the past by hand lets go of its file in the end."""
    init = Past.__init__

    def made(past: Past, *told: Any, **more: Any) -> None:
        init(past, *told, **more)
        open_.callback(past.close)

    with ExitStack() as open_:
        monkeypatch.setattr(Past, "__init__", made)
        yield


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """A journal without a table."""
    with closing(Journal(tmp_path / "journal.sqlite", "boot")) as made:
        yield made


@pytest.fixture(scope="module")
def new_game() -> Iterator[None]:
    """The smallest whole game, as it is written for who begins one, is on the shelf."""
    GAMES[NEW_GAME.kind] = NEW_GAME
    yield
    del GAMES[NEW_GAME.kind]


ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def chromium() -> dict[str, object]:
    """The arguments for Playwright's `chromium.launch`: this machine's browser, no download."""
    try:
        return installed()
    except FileNotFoundError as problem:
        pytest.fail(str(problem), pytrace=False)


@pytest.fixture(scope="session")
def screens(chromium: dict[str, Any]) -> "Iterator[Browser]":
    """The one Chromium of a process, and what drives it, of which a second one would be refused."""
    from tests.browser.screens import browser

    with browser(chromium) as started:
        yield started


@pytest.fixture(scope="session")
def still(screens: "Browser", chromium: dict[str, Any]) -> "Iterator[Browser]":
    """A Chromium that lays pages out and draws nothing: for what is only measured."""
    from tests.browser.screens import launched
    from tests.moments.drivers import STILL

    with launched(screens.browser_type, chromium, *STILL) as started:
        yield started
