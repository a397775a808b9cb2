"""Some systems paint all pages in few colors of their own: what is picked is seen there."""

from playwright.sync_api import Browser

from companion.runtime import Companion
from tests.browser.screens import holds, phone, visit
from tests.web.house import begin, referee_phone

OUTLINED = """() => [...document.querySelectorAll(".pick input")].filter(({ checked }) => checked)
  .every((one) => getComputedStyle(one.nextElementSibling).outlineStyle === "solid")"""
PICK = "() => document.querySelectorAll('.pick input').forEach((one) => one.click())"


def test_what_is_picked_is_outlined(screens: Browser, companion: Companion) -> None:
    """In a game whose tabs and numbers show it by their colour alone."""
    page, referee = phone(screens, companion.address.port), referee_phone(companion)
    page.emulate_media(forced_colors="active")
    begin(referee, "Ana", "Ben", "Cy", kind="twisted_fish", variant="refereed")
    referee.answer("start")
    visit(page, "/referee", referee.cookie)
    page.evaluate(PICK)
    holds(page, f"() => document.querySelectorAll('.pick input:checked').length && ({OUTLINED})()")
