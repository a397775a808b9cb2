"""What is shared by tests of families' games that are wrong."""

from collections.abc import Callable

import pytest

from companion import in_time


@pytest.fixture
def in_haste(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """What takes long is given up soon from then on."""

    def soon() -> None:
        for name, seconds in {"WORKS_S": 0.15, "WAITS_S": 2.0, "LOOK_S": 0.02}.items():
            monkeypatch.setattr(in_time, name, seconds)

    return soon
