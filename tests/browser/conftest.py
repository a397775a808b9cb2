"""One Chromium and one real companion for the tests with screens."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from companion.runtime import Companion
from companion.table.lateness import LATE_MOST_US
from tests.browser.screens import NAME, browser
from tests.web.house import running


@pytest.fixture(scope="session")
def screens(chromium: dict[str, Any]) -> Iterator[Browser]:
    """Chromium."""
    with browser(chromium) as started:
        yield started


@pytest.fixture
def companion(tmp_path: Path) -> Iterator[Companion]:
    """A running companion that goes by the LAN name."""
    house = running(tmp_path, names=(NAME,))
    yield house
    house.close()


@pytest.fixture(autouse=True)
def unhurried(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine is a slow network: hands are late only where that is what is tested."""
    if request.node.get_closest_marker("in_time") is None:
        monkeypatch.setattr("companion.table.lateness.LATE_MOST_US", 60 * LATE_MOST_US)
        monkeypatch.setattr("companion.table.simulated.STAMP_OLDEST_US", 60 * LATE_MOST_US)
