"""A family enters its board at a phone: each tap counted, nothing lost, a game played on it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from companion.games.split.content import BOARDS
from companion.games.split.practice import PRACTICE
from companion.library import Library, read
from companion.runtime import Companion
from tests.browser.looks import THUMB_PX, cut_off, findings_by_day_and_dusk, small_targets
from tests.browser.screens import (
    PHONE,
    decide,
    give,
    hold,
    holds,
    is_held,
    phone,
    screen,
    seen,
    start_instead,
    tap,
    visit,
)
from tests.browser.test_keyboard import tab_to
from tests.web.house import Phone, leader, referee_phone, until

# A slow thumb: it looks from the table to the phone for each space, and then has to tap.
LOOK_S, TAP_S = 1.35, 0.6
MOST_S = 300.0
NAMES = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}


class Editor:
    """The editor on a phone of 390x844, tapped by finger; counts the taps."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0
        self.keys: dict[str, tuple[float, float]] = {}

    def spaces(self) -> list[str]:
        """What the drawn spaces show, row by row."""
        shown: list[str] = self.page.evaluate(
            "[...document.querySelectorAll('.space use')].map((one) => one.href.baseVal.slice(4))"
        )
        return [" ".join(entry or "-" for entry in shown[n : n + 10]) for n in range(0, 100, 10)]

    def press(self, words: str) -> None:
        """Tap what says this."""
        self.finger(self.page.get_by_role("button", name=words, exact=True))

    def key(self, words: str) -> None:
        """The same, where that button was the last time: a thumb that knows its way."""
        if words not in self.keys:
            self.keys[words] = middle(self.page.get_by_role("button", name=words, exact=True))
        self.page.touchscreen.tap(*self.keys[words])
        self.taps += 1

    def finger(self, target: Locator) -> None:
        """Put a finger on it, where it is."""
        self.page.touchscreen.tap(*middle(target))
        self.taps += 1

    def enter(self, entries: list[str]) -> None:
        """Spaces one after the other, from the mark on."""
        self.keys.clear()
        for entry in entries:
            if len(entry) > 1:
                self.key("Two suits")
            for letter in entry:
                self.key(NAMES[letter])

    def check(self) -> str:
        """What the page says of what is missing."""
        return self.page.locator("#check").inner_text()


def middle(target: Locator) -> tuple[float, float]:
    """The middle of what is as large as a thumb, on the screen."""
    target.scroll_into_view_if_needed()
    # What is still under the thumb of the tap before is a little smaller.
    until(lambda: not target.evaluate("(one) => one.matches(':active')"), "the thumb to leave")
    box = target.bounding_box()
    assert box is not None and min(box["width"], box["height"]) >= THUMB_PX - 0.5, target
    return middle_of_small(target)


def middle_of_small(target: Locator) -> tuple[float, float]:
    """The middle of what is smaller than a thumb."""
    box = target.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.fixture
def told(house: Companion) -> Phone:
    """The referee's phone by plain HTTP; no board is there at first."""
    kept = Library(house.referee.journal, BOARDS)
    for board in kept.all():
        kept.drop(board)
    return leader(house, "Ana", "Ben", "Cy")


@pytest.fixture(scope="module")
def screen_of_one(screens: Browser, house: Companion) -> Page:
    page = phone(screens, house.address.port)
    return page


@pytest.fixture
def editor(screen_of_one: Page, told: Phone) -> Iterator[Editor]:
    """A new board at a phone that has kept nothing."""
    page = screen_of_one
    page.problems = []  # type: ignore[attr-defined]
    visit(page, "/boards", told.cookie)
    page.evaluate("localStorage.clear()")
    visit(page, "/boards/new")
    yield Editor(page)
    problems = page.problems  # type: ignore[attr-defined]
    assert [said for said in problems if "status of 400" not in said] == []  # what was refused


def entries(rows: tuple[str, ...]) -> list[str]:
    return [entry for row in rows for entry in row.split()]


# --- a whole board ----------------------------------------------------------------------------


def test_a_whole_board_from_the_first_tap_to_the_game(
    editor: Editor, told: Phone, house: Companion, tmp_path: Path
) -> None:
    page, wanted = editor.page, entries(PRACTICE)
    editor.enter(wanted[:37])
    visit(page, "/boards/new")  # the phone died, and is there again
    seen(page, "What you had not saved is here again.")
    editor.enter(wanted[37:])
    assert editor.spaces() == list(PRACTICE)
    assert editor.check() == "All 100 spaces are filled."
    assert editor.taps == 100 + 2 * sum(len(entry) > 1 for entry in wanted)
    assert LOOK_S * 100 + TAP_S * editor.taps < MOST_S
    page.locator("#name").fill("Grandma's")
    tap(page, "Save")
    seen(page, "“Grandma's” is saved.")

    page.reload()
    assert editor.spaces() == list(PRACTICE)
    page.locator("#file summary").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert read(BOARDS, file.read_text("utf-8")) == ("Grandma's", PRACTICE)

    visit(page, "/new")
    decide(page, "SPLIT", "Check everything")
    for name in ("Ana", "Ben", "Cy"):
        face = page.locator(f"[data-person={name}]")
        if face.get_attribute("aria-pressed") != str(name != "Cy").lower():
            face.click()
    tap(page, "These 2 play")
    assert page.get_by_label("Which board?").locator("option").all_inner_texts() == [
        "Grandma's",
        "Practice board, not the printed one",
    ]
    start_instead(page)
    assert house.referee.picture.setup.board == PRACTICE
    assert told.state()["view"]["practice"] is False


def test_a_game_without_a_board_is_on_the_practice_board(editor: Editor, told: Phone) -> None:
    page = editor.page
    visit(page, "/new")
    decide(page, "SPLIT", "Check everything")
    page.locator("[data-person=Cy][aria-pressed=true]").click()
    tap(page, "These 2 play")
    seen(page, "Enter your printed board")
    start_instead(page)
    assert told.state()["view"]["practice"] is True


# --- what is missing --------------------------------------------------------------------------


def opened(editor: Editor, tmp_path: Path, text: str, name: str = "board.json") -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    editor.page.locator("#file").evaluate("(part) => { part.open = true; }")
    editor.page.locator("#open").set_input_files(file)


def board_file(rows: tuple[str, ...], name: str = "Ours") -> str:
    return json.dumps({"splash_companion": "split board", "name": name, "rows": rows})


def test_a_gap_is_named_and_gone_to(editor: Editor, told: Phone, tmp_path: Path) -> None:
    page = editor.page
    opened(editor, tmp_path, board_file(PRACTICE))
    holds(page, "document.querySelectorAll('.bare').length === 0")
    page.locator("[data-space='66']").click()
    page.keyboard.press("Delete")
    page.keyboard.press("Delete")
    expect(page.locator("#check")).to_have_text(
        "98 of 100 spaces. Missing: row 7, space 5; row 7, space 6."
    )
    tap(page, "Save")
    expect(page.locator("#trouble")).to_contain_text("Row 7, space 5 is not filled yet. H-Q20")
    assert page.locator("#where strong").inner_text() == "Row 7, space 5"
    assert told.get("/boards")[1].count("data-drop") == 0
    tap(page, "Go to the next gap")
    editor.enter(["C", "SH"])
    assert editor.check() == "All 100 spaces are filled."
    hold(page, "/api/boards")
    tap(page, "Save")
    is_held(page)
    page.locator("[data-space='66']").click()  # meanwhile a suit is looked at once more
    page.keyboard.press("Delete")
    page.locator("#name").fill("Hers")
    give(page)
    seen(page, "“Ours” is saved.")
    page.reload()
    seen(page, "What you had not saved is here again.")
    assert editor.check().startswith("99 of 100 spaces.")
    assert page.locator("#name").input_value() == "Hers"


def test_a_suit_that_is_nowhere_is_said_by_page_and_table(editor: Editor) -> None:
    page = editor.page
    page.keyboard.press("s")  # means a suit on the board alone
    assert editor.check() == "0 of 100 spaces."
    page.locator("[data-space='0']").focus()
    for _ in range(100):
        page.keyboard.press("s")
    assert "No space shows hearts. No space shows diamonds. No space shows clubs" in editor.check()
    tap(page, "Save")
    expect(page.locator("#trouble")).to_contain_text("No space shows hearts. H-Q20")
    assert page.locator("#trouble a").get_attribute("href") == "/rules/split#H-Q20"


# --- files ------------------------------------------------------------------------------------

BAD_FILES = {
    "a wrong entry": (
        board_file(("HX" + PRACTICE[0][2:], *PRACTICE[1:])),
        'Row 1, space 1 says "HX"; a space is one or two of S, H, D, C.',
    ),
    "huge": ("x" * 200_000, "That is too long: a board's file has 4096 letters at most."),
}


@pytest.fixture(scope="module")
def begun(screens: Browser, house: Companion) -> Editor:
    """An editor with five spaces filled, for files that are no boards."""
    page = phone(screens, house.address.port)
    visit(page, "/boards/new", referee_phone(house).cookie)
    editor = Editor(page)
    editor.enter(["S", "H", "D", "C", "SC"])
    return editor


@pytest.mark.parametrize(("text", "sentence"), BAD_FILES.values(), ids=BAD_FILES)
def test_a_file_that_is_no_board_is_refused_with_its_rule(
    begun: Editor, tmp_path: Path, text: str, sentence: str
) -> None:
    before = begun.spaces()
    opened(begun, tmp_path, text)
    expect(begun.page.locator("#file-trouble")).to_have_text(f"{sentence} H-Q20")
    assert begun.spaces() == before
    assert begun.spaces()[0] == "S H D C SC - - - - -"


def test_a_file_is_a_step_that_can_be_undone(editor: Editor, tmp_path: Path) -> None:
    editor.enter(["S", "H"])
    opened(editor, tmp_path, board_file(PRACTICE, "Theirs"))
    holds(editor.page, "document.querySelectorAll('.bare').length === 0")
    assert editor.page.locator("#name").input_value() == "Theirs"
    assert editor.spaces() == list(PRACTICE)
    tap(editor.page, "Undo")
    assert editor.spaces()[0] == "S H - - - - - - - -"
    tap(editor.page, "Redo")
    assert editor.spaces() == list(PRACTICE)


def test_a_name_in_a_file_is_not_cut(editor: Editor, tmp_path: Path) -> None:
    long = "Grandma's very own \U0001f419 of the north sea"
    opened(editor, tmp_path, board_file(PRACTICE, long))
    expect(editor.page.locator("#name")).to_have_value(long)
    tap(editor.page, "Save")
    expect(editor.page.locator("#trouble")).to_have_text("A name should have 1 to 20 letters.")


# --- mark, brush, keyboard --------------------------------------------------------------------


def test_back_undo_and_redo(editor: Editor) -> None:
    editor.enter(["S", "H", "D"])
    editor.press("Back")
    assert editor.spaces()[0] == "S H - - - - - - - -"
    editor.enter(["SC", "C"])
    assert editor.spaces()[0] == "S H SC C - - - - - -"
    for _ in range(3):  # the club, and the two of the space before
        editor.press("Undo")
    assert editor.spaces()[0] == "S H - - - - - - - -"
    for _ in range(3):
        editor.press("Redo")
    assert editor.spaces()[0] == "S H SC C - - - - - -"


def test_the_same_suit_twice_is_one_suit(editor: Editor) -> None:
    editor.press("Two suits")
    editor.press("Hearts")
    editor.press("Hearts")
    assert editor.spaces()[0].startswith("H -")
    editor.press("Spades")
    assert editor.spaces()[0].startswith("SH -")


def drag(page: Page, spaces: tuple[int, ...]) -> None:
    boxes = [page.locator(f"[data-space='{space}']").bounding_box() for space in spaces]
    middles = [(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2) for b in boxes if b]
    page.mouse.move(*middles[0])
    page.mouse.down()
    for x, y in middles[1:]:
        page.mouse.move(x, y, steps=4)
    page.mouse.up()


def test_a_brush_runs_along_spaces_as_large_as_a_thumb(editor: Editor) -> None:
    page = editor.page
    editor.press("Brush")
    until(lambda: not small_targets(page), "room for a thumb")  # it shows a quarter at a time
    editor.press("Hearts")
    drag(page, (0, 3, 23))
    assert [row.split()[:5] for row in editor.spaces()[:3]] == [
        ["H", "H", "H", "H", "-"],
        ["-", "-", "-", "H", "-"],
        ["-", "-", "-", "H", "-"],
    ]
    editor.press("Two suits")
    editor.press("Clubs")
    editor.finger(page.locator("[data-space='3']"))
    assert editor.spaces()[0].startswith("H H H HC -")
    editor.press("Bottom right")
    editor.finger(page.locator("[data-space='99']"))
    assert editor.spaces()[9].endswith("- C")
    for _ in range(3):
        editor.press("Undo")
    assert editor.spaces() == ["- - - - - - - - - -"] * 10


def test_larger_spaces_run_quarter_by_quarter(editor: Editor) -> None:
    editor.press("Larger")
    until(lambda: not small_targets(editor.page), "room for a thumb")
    for _ in range(6):
        editor.press("Diamonds")
    assert editor.spaces()[:2] == ["D D D D D - - - - -", "D - - - - - - - - -"]


def test_a_small_space_grows_under_the_thumb_until_it_is_filled(editor: Editor) -> None:
    page = editor.page
    small, key = page.locator("[data-space='66']"), page.get_by_role("button", name="Hearts")
    stood = key.bounding_box()
    x, y = middle_of_small(small)
    page.touchscreen.tap(x, y)
    until(lambda: not small_targets(page), "room for a thumb")
    editor.finger(page.locator("[data-space='67']"))  # that one was meant
    assert key.bounding_box() == stood  # the keys stay where a thumb knows them
    editor.press("Hearts")
    until(lambda: page.locator("#stage").get_attribute("data-quarter") == "", "all of the board")
    editor.press("Clubs")
    assert editor.spaces()[6] == "- - - - - - - H C -"


def test_by_keyboard_alone(editor: Editor) -> None:
    page = editor.page
    page.locator("[data-space='0']").focus()
    for key in ("s", "H", "2", "d", "c", "Backspace", "d"):
        page.keyboard.press(key)
    assert editor.spaces()[0] == "S H D - - - - - - -"
    assert page.evaluate("document.activeElement.dataset.space") == "3"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("c")
    assert editor.spaces()[1] == "- - - C - - - - - -"
    named = page.locator("[data-space='13']").get_attribute("aria-label")
    assert named == "Row 2, space 4: clubs"
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert editor.spaces()[:2] == ["S H - - - - - - - -", "- - - - - - - - - -"]
    page.keyboard.press("Control+y")
    assert editor.spaces()[0] == "S H D - - - - - - -"


def test_tab_leads_from_the_board_to_saving_it(editor: Editor) -> None:
    tab_to(editor.page, "Row 1, space 1: not filled")
    for words in ("Spades", "Two suits", "Brush", "Save"):
        tab_to(editor.page, words)


# --- a photo ----------------------------------------------------------------------------------


def laid(page: Page, ring: int) -> tuple[float, float]:
    """Where the photo's point under a ring lies on the board, in spaces."""
    x, y = page.evaluate(
        """(n) => {
          const ring = document.querySelectorAll(".ring")[n];
          const under = document.getElementById("under");
          const at = [ring.style.left, ring.style.top].map((one) => parseFloat(one) / 100);
          const point = new DOMPoint(at[0] * under.naturalWidth, at[1] * under.naturalHeight, 0, 1);
          const to = new DOMMatrix(getComputedStyle(under).transform).transformPoint(point);
          const space = document.getElementById("grid").offsetWidth / 10;
          return [to.x / to.w / space, to.y / to.w / space];
        }""",
        ring,
    )
    return round(x, 3), round(y, 3)


def test_a_photo_lies_under_the_spaces_and_stays_on_the_phone(
    editor: Editor, tmp_path: Path
) -> None:
    page, asked = editor.page, []
    file = tmp_path / "board.png"
    page.screenshot(path=str(file))
    page.on("request", lambda request: asked.append(request.url))
    page.locator("#help summary").click()
    page.locator("#camera").set_input_files(file)
    expect(page.locator("#under")).to_be_visible()
    ring = page.locator(".ring").nth(1)
    ring.scroll_into_view_if_needed()
    box = ring.bounding_box()
    assert box is not None and box["width"] >= THUMB_PX
    page.mouse.move(box["x"] + 28, box["y"] + 28)
    page.mouse.down()
    page.mouse.move(box["x"] + 8, box["y"] + 58, steps=3)
    page.mouse.up()
    corners = [(0.5, 0.5), (9.5, 0.5), (9.5, 9.5), (0.5, 9.5)]
    assert [laid(page, n) for n in range(4)] == corners
    before = page.evaluate("document.getElementById('under').style.transform")
    page.locator(".ring").nth(2).press("ArrowLeft")
    assert page.evaluate("document.getElementById('under').style.transform") != before
    assert [laid(page, n) for n in range(4)] == corners
    page.evaluate("scrollTo(0, 0)")
    editor.enter(["S"])
    assert editor.spaces()[0].startswith("S -")
    assert [url for url in asked if not url.startswith(("blob:", "data:"))] == []
    page.reload()
    expect(page.locator("#under")).to_be_visible()
    assert [laid(page, n) for n in range(4)] == corners
    assert findings_by_day_and_dusk(page) == []
    page.locator("#help summary").click()
    tap(page, "Take the photo away")
    expect(page.locator("#under")).to_be_hidden()


# --- how it looks -----------------------------------------------------------------------------


def test_the_editor_is_clean_at_work(editor: Editor) -> None:
    page = editor.page
    editor.enter(["S", "HD"])
    editor.press("Two suits")
    editor.press("Clubs")
    assert findings_by_day_and_dusk(page) == []
    editor.press("Larger")
    editor.press("Brush")
    assert findings_by_day_and_dusk(page) == []


def test_the_pages_of_boards_are_whole_at_200_percent(
    screens: Browser, house: Companion, told: Phone
) -> None:
    told.post("/api/boards", {"name": "Grandma's own", "rows": PRACTICE})
    half = {name: size // 2 for name, size in PHONE.items()}
    page = screen(screens, house.address.port, half, device_scale_factor=4, has_touch=True)
    visit(page, "/boards", told.cookie)
    assert cut_off(page) == [] == small_targets(page)
    visit(page, "/boards/new")
    assert cut_off(page) == []


def test_a_board_is_taken_away_in_two_taps(screens: Browser, house: Companion, told: Phone) -> None:
    told.post("/api/boards", {"name": "Ours", "rows": PRACTICE})
    page = phone(screens, house.address.port)
    visit(page, "/boards", told.cookie)
    page.locator("summary").click()
    tap(page, "Take “Ours” away")
    seen(page, "No board yet")
