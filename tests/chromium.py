"""Where this machine's Chromium is: nothing is downloaded."""

import os
import shutil
from typing import Any

CHROMIUMS = (
    "chromium-headless-shell",  # the same pages with two thirds of the work
    "chromium",
    "chromium-browser",
    "google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)


def installed() -> dict[str, Any]:
    """The arguments for Playwright's `chromium.launch`. Raises FileNotFoundError."""
    found = next((path for name in CHROMIUMS if (path := shutil.which(name))), None)
    if found is None:
        raise FileNotFoundError("No Chromium here. Install it: sudo apt-get install chromium")
    # Chromium's sandbox refuses root; only pages of our own are opened.
    # A page lives for seconds here: to make its scripts fast would take longer than they take.
    scripts = "--no-opt --no-maglev --always-sparkplug --single-threaded-gc"
    arguments = ["--disable-gpu", f"--js-flags={scripts}"]
    # What a drawing or a request passes on its way stays in one process. Of two lists of features
    # Chromium takes the last: the first of these is in Playwright's own.
    arguments += [
        "--in-process-gpu",
        "--enable-features=CDPScreenshotNewSurface,NetworkServiceInProcess2",
    ]
    arguments += ["--no-sandbox"] if os.geteuid() == 0 else []
    return {"executable_path": found, "args": arguments}
