"""One Chromium for all that is looked at."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.screens import browser


@pytest.fixture(scope="session")
def screens(chromium: dict[str, Any]) -> Iterator[Browser]:
    """Chromium."""
    with browser(chromium) as started:
        yield started
