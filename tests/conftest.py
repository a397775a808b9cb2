"""What all tests share: calm Hypothesis settings and the one browser. Holds no helpers."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.chromium import installed

# A loaded Pi is slow, not wrong: only what a test asserts may make it fail.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def chromium() -> dict[str, object]:
    """The arguments for Playwright's `chromium.launch`: this machine's browser, no download."""
    try:
        return installed()
    except FileNotFoundError as problem:
        pytest.fail(str(problem), pytrace=False)
