"""How well letters can be read where no style says what lies behind them: in drawings, on pictures
and over gradients. Two pictures of a page are compared, with its letters and without.

What a letter changed is its ink, and what was there without it is its ground. Chromium alone.
"""

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.moments.drivers import Chromium

SCRIPT: Final = (Path(__file__).parent / "pixels.js").read_text(encoding="utf-8")
BARE: Final = """(bare) => {
  document.documentElement.classList.toggle("bare", bare);
  if (document.getElementById("bare")) return;
  const style = document.createElement("style");
  style.id = "bare";
  style.textContent = ".bare * { -webkit-text-fill-color: transparent !important; }"
    + ".bare svg text, .bare svg tspan { fill: transparent !important; }";
  document.head.append(style);
}"""


def pale(page: Chromium) -> Iterator[str]:
    """The letters on the screen that can hardly be read."""
    page.run(BARE, False)
    seen = base64.b64encode(page.shot()).decode()
    page.run(BARE, True)
    bare = base64.b64encode(page.shot()).decode()
    page.run(BARE, False)
    yield from page.run(SCRIPT, seen, bare)
