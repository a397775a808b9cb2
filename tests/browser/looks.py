"""What can be measured on a page: axe's findings, what is cut off, and how big targets are."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.moments.drivers import MEASURE

AXE = Path(__file__).resolve().parent.parent / "vendor" / "axe.min.js"
EVERY_RULE = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
THEMES = ("light", "dark")
THUMB_PX = 56
SETTLE = "document.getAnimations().forEach((one) => one.finish())"


def findings(page: Page, contrast_alone: bool = False) -> list[str]:
    """What axe finds on the page as it is now, a line for each element.

    All of it: what a bar at the lower edge covers comes up where somebody scrolls.
    """
    size = page.viewport_size
    assert size
    high = max(size["height"], page.evaluate("document.documentElement.scrollHeight"))
    if high > size["height"]:
        page.set_viewport_size({"width": size["width"], "height": high})
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE.read_text(encoding="utf-8"))  # not by a script tag: the policy forbids it
    page.evaluate(SETTLE)  # no half-faded words
    found = page.evaluate(
        # Styles are read anew by a rule alone that is not among these (css-orientation-lock).
        """(rules) => axe.run(document, {
          resultTypes: ["violations"], runOnly: rules, preload: { assets: ["media"] },
        }).then(({ violations }) => violations)""",
        ["color-contrast"] if contrast_alone else EVERY_RULE,
    )
    if high > size["height"]:
        page.set_viewport_size(size)
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"]
    ]


def findings_by_day_and_dusk(page: Page) -> list[str]:
    """What axe finds in both themes; nothing but colours differs in the second."""
    found = []
    for theme in THEMES:
        wear(page, theme)
        found += [f"{theme}: {one}" for one in findings(page, contrast_alone=theme != THEMES[0])]
    return found


def unfold(page: Page) -> None:
    """Open whatever can be opened: what is folded away is judged too."""
    page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")


def wear(page: Page, theme: str) -> None:
    """Show the page by day ("light") or at dusk ("dark")."""
    page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)


def cut_off(page: Page) -> list[str]:
    """What is wider than the screen or its own box, or lies beyond the left or right edge."""
    found: list[str] = page.evaluate(CUT_OFF)
    return found


def faults(page: Page, names: Sequence[str], *sizes: tuple[int, int]) -> Iterator[str]:
    """What is wrong on the page as its scripts have it, on screens of these sizes."""
    before = page.viewport_size
    assert before
    for wide, high in sizes:
        page.set_viewport_size({"width": wide, "height": high})
        page.evaluate("() => new Promise(requestAnimationFrame)")  # what hears of it has heard
        for found in page.evaluate(f"(names) => {MEASURE}({{ names }})", list(names)):
            yield f"{found['rule']} | {wide}x{high} | {found['what']}"
    page.set_viewport_size(before)


def small_targets(page: Page, least_px: float = THUMB_PX) -> list[str]:
    """Everything to tap that is lower or narrower than a thumb wants."""
    page.evaluate(SETTLE)  # what arrives is a little smaller on its way
    found: list[Any] = page.evaluate(TARGETS)
    return [
        f"{what}: {wide:.0f} x {high:.0f}"
        for what, wide, high in found
        if min(wide, high) < least_px - 0.5  # half a pixel is rounding
    ]


CUT_OFF = """() => {
  const wide = document.documentElement.clientWidth;
  const whole = document.documentElement.scrollWidth;
  const said = whole > wide ? [`the page is ${whole} px wide of ${wide}`] : [];
  for (const one of document.querySelectorAll("body *")) {
    if (one.closest("svg, .unseen") || one.matches(".skip, input, select")) continue;
    const box = one.getBoundingClientRect();
    if (!one.checkVisibility({ visibilityProperty: true }) || !box.width || !box.height) continue;
    // What is for ears alone; and a name that is cut, which a tap says whole.
    if (getComputedStyle(one).clipPath === "inset(50%)" || one.matches(".fits")) continue;
    const name = `${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 40)}`;
    if (box.left < -1 || box.right > wide + 1) said.push(`${name}: ${box.left} to ${box.right}`);
    const { overflowX, overflowY } = getComputedStyle(one);
    const more = [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight];
    if (one.clientWidth && overflowX !== "visible" && overflowY !== "auto"
        && more.some((px) => px > 1)) {
      said.push(`${name}: ${more} px more than there is room for`);
    }
  }
  return said;
}"""

# A link in a sentence may be as low as its line; everything else is for thumbs.
TARGETS = """() => [...document.querySelectorAll(
    "button, a[href], summary, select, input, [role=button], [tabindex='0']")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .filter((one) => !one.matches(".skip, p a, dt a, .counter input"))
  .map((one) => {
    const box = (one.closest("label") ?? one).getBoundingClientRect();
    const name = one.getAttribute("aria-label") ?? one.textContent.trim().slice(0, 30);
    return [`${one.tagName} ${name}`, box.width, box.height];
  })"""
