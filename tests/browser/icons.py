"""Draws the icons of a home screen from `favicon.svg`, by Chromium.

`python -m tests.browser.icons FOLDER` writes each size of each kind.
"""

import sys
from pathlib import Path

from playwright.sync_api import Page

from tests.browser.screens import browser
from tests.chromium import installed

STATIC = Path(__file__).resolve().parents[2] / "companion" / "web" / "static"
# By file: how many pixels, whether the corners are round, and how large the dolphin is: a mask
# may cut off all but a circle of four fifths.
ICONS = {
    "192.png": (192, True, 1.0),
    "512.png": (512, True, 1.0),
    "maskable-512.png": (512, False, 0.72),
    "apple-180.png": (180, False, 0.86),
}
WATER = "M0 50C10 44 20 44 30 50S48 56 64 47V64H0Z"  # from edge to edge
DRAW = """([px, round, size, water]) => {
  const svg = document.querySelector("svg");
  svg.setAttribute("width", px);
  svg.setAttribute("height", px);
  const at = (1 - size) * 32;
  for (const part of svg.querySelectorAll("path:first-of-type, circle")) {
    part.setAttribute("transform", `translate(${at} ${at}) scale(${size})`);
  }
  svg.querySelector("rect").setAttribute("rx", 0);
  svg.querySelector("path:last-of-type").setAttribute("d", water);
  svg.style.borderRadius = round ? `${px * 15 / 64}px` : 0;
}"""


def draw(page: Page, folder: Path) -> None:
    """Write all icons into a folder."""
    svg = (STATIC / "favicon.svg").read_text(encoding="utf-8")
    for name, (px, round_, size) in ICONS.items():
        page.set_viewport_size({"width": px, "height": px})
        page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{svg}")
        page.evaluate(DRAW, [px, round_, size, WATER])
        page.screenshot(path=str(folder / name), omit_background=True)


def main(folder: Path) -> None:
    """Draw them."""
    folder.mkdir(parents=True, exist_ok=True)
    with browser(installed()) as chrome:
        draw(chrome.new_page(), folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
