"""Two screens with one board or deck: neither saves over what the other has entered."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games import GAMES
from companion.library import Library
from companion.runtime import Companion
from tests.browser.screens import holds, phone, seen, tap, visit
from tests.entered import SORTS, Sort
from tests.web.house import Phone, leader

EDITED = [word for word, sort in SORTS.items() if sort.kind in GAMES]


@pytest.fixture(params=[SORTS[word] for word in EDITED], ids=EDITED)
def sort(request: pytest.FixtureRequest) -> Sort:
    found: Sort = request.param
    return found


@pytest.fixture
def library(house: Companion, sort: Sort) -> Iterator[Library]:
    kept = Library(house.referee.journal, sort.content)
    yield kept
    for at in kept.all():
        kept.drop(at)


@pytest.fixture
def told(house: Companion) -> Phone:
    return leader(house, "Ana", "Ben", "Cy")


@pytest.fixture
def page(screens: Browser, house: Companion, told: Phone) -> Iterator[Page]:
    page = phone(screens, house.address.port, cookie=told.cookie)
    yield page
    problems = page.problems  # type: ignore[attr-defined]
    assert [said for said in problems if "status of 40" not in said] == []  # what was refused


def test_both_are_kept_and_what_is_gone_is_saved_anew(
    page: Page, library: Library, sort: Sort
) -> None:
    one = library.keep("Ours", sort.ours)
    visit(page, f"/{sort.content.many}/{one.at}")
    library.keep("Ours", sort.theirs, one.at, one.version)
    theirs = library.all()
    saving(page, "was changed on another screen. Give yours a new name")
    saving(page, "There is another")
    assert library.all() == theirs
    page.locator("#name").fill("Mine")
    tap(page, "Save")
    seen(page, "“Mine” is saved.")
    assert [(kept.name, kept.value) for kept in library.all().values()] == [
        ("Mine", sort.value("Mine")),
        *((kept.name, kept.value) for kept in theirs.values()),
    ]
    with page.expect_response(f"**/api/{sort.content.many}") as answer:
        tap(page, "Save")  # of this one it has the newest
    assert answer.value.ok
    holds(page, "!document.getElementById('save').disabled")
    for at in library.all():
        library.drop(at)
    saving(page, "was taken away. Tap again to save it anew.")
    with page.expect_response(f"**/api/{sort.content.many}") as answer:
        tap(page, "Save")
    assert answer.value.ok
    assert [kept.name for kept in library.all().values()] == ["Mine"]


def test_what_a_phone_had_not_saved_is_older_than_what_another_has(
    page: Page, library: Library, sort: Sort
) -> None:
    one = library.keep("Ours", sort.ours)
    visit(page, f"/{sort.content.many}/{one.at}")
    page.locator("#name").fill("Mine")
    page.reload()
    expect(page.locator("#toast")).to_have_text("What you had not saved is here again.")
    library.keep("Ours", sort.theirs, one.at, one.version)
    page.reload()
    seen(page, "It was changed or taken away on another screen since: Undo shows that.")
    saving(page, "was changed on another screen.")
    assert [kept.name for kept in library.all().values()] == ["Ours"]
    tap(page, "Save")
    seen(page, "“Mine” is saved.")
    assert [kept.name for kept in library.all().values()] == ["Mine", "Ours"]


def test_what_was_entered_outlives_that_it_is_taken_away(
    page: Page, library: Library, sort: Sort
) -> None:
    one = library.keep("Ours", sort.ours)
    library.drop(one.at)
    visit(page, f"/{sort.content.many}/{one.at}")
    expect(page.locator(".card a:visible")).to_have_text(f"All {sort.content.many}")
    one = library.keep("Ours", sort.ours)
    visit(page, f"/{sort.content.many}/{one.at}")
    page.locator("#name").fill("Mine")
    library.drop(one.at)
    page.reload()
    page.get_by_role("link", name="Go on with what you entered").click()
    seen(page, "What you had not saved is here again.")
    saving(page, "was taken away. Tap again to save it anew.")
    tap(page, "Save")
    seen(page, "“Mine” is saved.")
    assert [(kept.name, kept.value) for kept in library.all().values()] == [
        ("Mine", sort.value("Mine"))
    ]


CHANGES = {"board": "[data-suit='S']", "deck": "#same"}  # what is tapped to change it


def test_saved_is_said_until_something_is_changed(page: Page, library: Library, sort: Sort) -> None:
    one = library.keep("Ours", sort.ours)
    visit(page, f"/{sort.content.many}/{one.at}")
    said = page.locator("#saved")
    tap(page, "Save")
    seen(page, "“Ours” is saved.")
    page.locator("#name").fill("Mine")
    expect(said).to_be_empty()
    tap(page, "Save")
    seen(page, "“Mine” is saved.")
    page.locator(CHANGES[sort.content.word]).click()
    expect(said).to_be_empty()
    tap(page, "Undo")
    expect(said).to_be_empty()


def saving(page: Page, words: str) -> None:
    """Save, and read why it is not; and no more that it is."""
    tap(page, "Save")
    expect(page.locator("#trouble")).to_contain_text(words)
    expect(page.locator("#saved")).to_be_empty()
