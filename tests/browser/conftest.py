"""A real companion for the tests with screens."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.runtime import Companion
from tests.browser.screens import NAME, PATIENCE_MS
from tests.web.house import Phone, referee_phone, running

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture
def companion(tmp_path: Path) -> Iterator[Companion]:
    """A running companion that goes by the LAN name."""
    house = running(tmp_path, names=(NAME,))
    yield house
    house.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Companion]:
    """The same for a whole module."""
    house = running(tmp_path_factory.mktemp("house"), names=(NAME,))
    yield house
    house.close()


@pytest.fixture(scope="module")
def referee(house: Companion) -> Phone:
    """Who leads there, over plain HTTP."""
    return referee_phone(house)


@pytest.fixture(scope="module", autouse=True)
def closed_with_its_module(screens: Browser) -> Iterator[None]:
    """A screen that a whole module looks at is closed after its last test."""
    yield from closed(screens)


@pytest.fixture(autouse=True)
def closed_with_its_test(screens: Browser) -> Iterator[None]:
    """A screen that one test looks at is closed after it."""
    yield from closed(screens)


def closed(screens: Browser) -> Iterator[None]:
    """Whatever opens from here on is closed in the end."""
    before = {*screens.contexts}
    yield
    for context in {*screens.contexts} - before:
        context.close()


@pytest.fixture(autouse=True)
def late_hands(unhurried: None) -> None:
    """Hands are late only where that is tested."""
