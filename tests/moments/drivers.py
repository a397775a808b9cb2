"""A browser as the crawler needs it: one page that opens, changes its size, and measures.

Whatever can do these five things can crawl: any engine behind any protocol.
"""

from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import Browser

PARTS = sorted((Path(__file__).parent / "measure").glob("*.js"))
# One function for any browser, made of them all.
MEASURE = "\n".join(
    ["(() => {", *(part.read_text(encoding="utf-8") for part in PARTS), "return measure;", "})()"]
)

STILL = ("--enable-begin-frame-control", "--run-all-compositor-stages-before-draw")


class Driver(Protocol):
    """One page of some browser."""

    def open(self, url: str) -> None:
        """Load this address, its styles and fonts with it."""

    def resize(self, width: int, height: int) -> None:
        """The page is so many CSS pixels wide and high."""

    def run(self, script: str, *told: Any) -> Any:
        """What a function of JavaScript gives for these JSON values, as JSON."""

    def picture(self, file: Path) -> None:
        """Keep what is to be seen."""

    def close(self) -> None:
        """The page is not needed any more."""


class Chromium:
    """A page of a Chromium that Playwright started."""

    def __init__(self, browser: Browser) -> None:
        self._context = browser.new_context(reduced_motion="reduce", java_script_enabled=True)
        self.page = self._context.new_page()

    def open(self, url: str) -> None:
        self.page.goto(url, wait_until="load")

    def resize(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})

    def run(self, script: str, *told: Any) -> Any:
        return self.page.evaluate(f"(told) => ({script})(...told)", list(told))

    def picture(self, file: Path) -> None:
        self.page.screenshot(path=str(file), type="jpeg", quality=80)

    def shot(self) -> bytes:
        """What is to be seen, pixel by pixel."""
        return self.page.screenshot(type="png", animations="disabled")

    def close(self) -> None:
        self._context.close()


class Still(Chromium):
    """A page of a Chromium that was started with `STILL`: nothing of it is drawn, it is laid out
    when it is measured. That takes less than half the time.
    """

    def __init__(self, browser: Browser) -> None:
        super().__init__(browser)
        self._devtools = self._context.new_cdp_session(self.page)

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self._devtools.send("Emulation.setDeviceMetricsOverride", size)  # and waits for no frame
        assert self.run("() => [innerWidth, innerHeight]") == [width, height]
