"""What is shared by tests of families' games that are wrong."""

import gc
from collections.abc import Callable, Iterator

import pytest

from companion import in_time


@pytest.fixture
def in_haste(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """What takes long is given up soon from then on. Only its own work is its own: a collection of
    all that ten thousand tests hold takes longer, and is left for later.
    """

    def soon() -> None:
        gc.disable()
        for name, seconds in {"WORKS_S": 0.15, "WAITS_S": 2.0, "LOOK_S": 0.02}.items():
            monkeypatch.setattr(in_time, name, seconds)

    yield soon
    gc.enable()
