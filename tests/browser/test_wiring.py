"""The wires, checked by hands at a table and a phone that looks on: as on a Pi's first evening."""

from playwright.sync_api import Browser, Page

from companion.runtime import Companion
from companion.say import Names, say
from companion.words import Pad
from tests.browser.looks import cut_off, findings, small_targets, unfold
from tests.browser.screens import phone, seen, tap, visit, wall
from tests.web.house import referee_phone, until, win

DOLPHINS = ("Red", "Blue", "Green", "Gold", "White")
BUTTONS = ("START", "YES", "NO")


def clean(page: Page) -> None:
    assert cut_off(page) == [] and findings(page) == []


def handled(house: Companion, pad: int) -> None:
    """A hand that touches the dolphin, lifts it, and puts it back."""
    assert house.hands is not None
    house.hands.touch(Pad(pad))
    house.hands.release(Pad(pad))
    house.hands.lift(Pad(pad))
    house.hands.home(Pad(pad))


def asked(house: Companion, words: str) -> None:
    """Look after the table, as a running one does, until this is asked for."""

    def now() -> bool:
        house.look()
        check = house.referee.picture.wiring
        return check is not None and (say(check.asked, Names()) if check.asked else "") == words

    until(now, words)


def test_each_part_is_asked_for_and_a_swap_is_found(screens: Browser, companion: Companion) -> None:
    assert companion.hands is not None
    told, port = referee_phone(companion), companion.address.port
    page, tv = phone(screens, port), wall(screens, port)
    visit(page, "/referee", told.cookie)
    visit(tv, "/")
    unfold(page)
    tap(page, "Check the wires")
    wired = {0: 1, 1: 0}  # whoever built this table swapped the first two
    for pad, name in enumerate(DOLPHINS):
        asked(companion, f"Touch the dolphin {name}, then lift it and put it back.")
        for screen in (page, tv):
            seen(screen, f"Touch the dolphin {name}, then lift it and put it back.")
        if pad == 2:
            clean(page)
            clean(tv)
        handled(companion, wired.get(pad, pad))
    for button in (*BUTTONS, *(f"the button of Seat {n}" for n in range(1, 7))):
        asked(companion, f"Press {button}.")
        key = button.lower() if button in BUTTONS else f"seat:{int(button[-1]) - 1}"
        companion.hands.press(key)
        companion.hands.let_go(key)
    asked(companion, "")
    seen(page, "Red and Blue are swapped.")
    seen(tv, "Nearly there")
    assert small_targets(page) == []
    clean(page)
    clean(tv)
    tap(page, "Leave it so")
    seen(tv, "Who plays?")


def test_the_wires_are_checked_while_a_game_that_is_over_lies_there(
    screens: Browser, companion: Companion
) -> None:
    told, port = referee_phone(companion), companion.address.port
    win(told, 0)
    page, tv = phone(screens, port), wall(screens, port)
    visit(page, "/referee", told.cookie)
    visit(tv, "/")
    unfold(page)
    tap(page, "Check the wires")
    asked(companion, f"Touch the dolphin {DOLPHINS[0]}, then lift it and put it back.")
    for screen in (page, tv):
        seen(screen, f"Touch the dolphin {DOLPHINS[0]}")
        clean(screen)
    tap(page, "Later")
    seen(tv, "Ana")


def test_the_machine_has_a_page(screens: Browser, companion: Companion) -> None:
    page = phone(screens, companion.address.port)
    visit(page, "/referee", referee_phone(companion).cookie)
    unfold(page)
    page.get_by_role("link", name="Is this machine well?").click()
    seen(page, "The pages are at port")
    assert small_targets(page) == []
    clean(page)
