"""Which of many cases `make test` tries; `make soak` tries them all."""

from collections.abc import Container, Iterable
from typing import Any

import pytest


def some(cases: Iterable[Any], every_day: Container[Any]) -> list[Any]:
    """The cases as parameters of a test: those that are not every day's are the soak's."""
    return [
        pytest.param(case, marks=() if case in every_day else pytest.mark.soak) for case in cases
    ]
