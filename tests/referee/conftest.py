"""What tests of the referee share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.referee.hall import Hall, hall


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Hall]:
    """A referee on a bench, with a journal of the test's own."""
    with hall(tmp_path) as made:
        yield made
