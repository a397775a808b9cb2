"""What all tests share: calm Hypothesis settings and the one browser. Holds no helpers."""

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A loaded Pi is slow, not wrong: only what a test asserts may make it fail.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")

ROOT = Path(__file__).resolve().parent.parent

CHROMIUMS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)


@pytest.fixture(scope="session")
def chromium() -> dict[str, object]:
    """The arguments for Playwright's `chromium.launch`: this machine's browser, no download."""
    found = next((path for name in CHROMIUMS if (path := shutil.which(name))), None)
    if found is None:
        pytest.fail("No Chromium here. Install it: sudo apt-get install chromium", pytrace=False)
    # Chromium's sandbox refuses root; only pages of our own are opened.
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    return {"executable_path": found, "args": arguments}
