"""What tests of robots share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.robots.hearsay import Room


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A referee whose time is told."""
    made = Room(tmp_path)
    yield made
    made.close()
