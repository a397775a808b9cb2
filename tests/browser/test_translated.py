"""Some families let their browser translate each page: it is played all the same.

A stand-in for the translator does what Chrome's does: each text is replaced by another one, two
elements deep, and so is whatever comes.
"""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.runtime import Companion
from tests.browser.screens import holds, phone, visit
from tests.web.house import leader

TRANSLATES = """
const LEAVE = "script, style, noscript, template, svg, [translate=no]";
function translate() {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walk.nextNode()) found.push(walk.currentNode);
  for (const text of found) {
    const { parentElement } = text;
    if (!text.data.trim() || parentElement.closest(`font, ${LEAVE}`)) continue;
    const outer = document.createElement("font");
    const inner = outer.appendChild(document.createElement("font"));
    text.replaceWith(outer);
    inner.append(text.data.toUpperCase());
  }
}
addEventListener("DOMContentLoaded", () => {
  translate();
  const all = { subtree: true, childList: true, characterData: true };
  new MutationObserver(translate).observe(document.body, all);
});
document.addEventListener("table:beat", () => { window.beats = (window.beats ?? 0) + 1; });
window.said = [];
addEventListener("load", () => {
  const write = (changes) => {
    for (const { target, addedNodes: [node] } of changes) {
      if (node?.nodeType === Node.TEXT_NODE) window.said.push(`${target.id} ${node.data}`);
    }
  };
  for (const line of ["alive", "aloud"]) {
    new MutationObserver(write).observe(document.getElementById(line), { childList: true });
  }
});
"""


@pytest.fixture
def page(screens: Browser, companion: Companion) -> Iterator[Page]:
    page = phone(screens, companion.address.port)
    page.add_init_script(TRANSLATES)
    yield page
    assert not page.problems  # type: ignore[attr-defined]


def test_a_page_that_a_browser_translates_is_played_and_no_name_is_another(
    page: Page, companion: Companion
) -> None:
    referee = leader(companion, "Rose", "Mark", "Joy")
    visit(page, "/referee", referee.cookie)
    expect(page.locator(".people .name")).to_have_text(["Rose", "Mark", "Joy"])
    page.get_by_role("button", name="DEALT").click()
    holds(page, "() => document.querySelector('.line')?.textContent.includes('ROUND 1')")
    assert referee.phase() == "live"


def test_what_stays_the_same_is_translated_once(page: Page, companion: Companion) -> None:
    """Else a screen reader hears it at every beat, and it flickers."""
    visit(page, "/")
    holds(page, "() => window.beats >= 1")
    page.evaluate("said.length = 0")
    holds(page, "() => window.beats >= 3")
    holds(page, "() => document.getElementById('alive').textContent === 'LIVE'")
    said = page.evaluate("said")
    assert all(one != other for one, other in pairwise(said)), said
