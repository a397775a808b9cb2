"""The greeted board of most firmware tests."""

from collections.abc import Iterator

import pytest

from tests.firmware.bench import Host, board


@pytest.fixture
def host() -> Iterator[Host]:
    yield from board()
