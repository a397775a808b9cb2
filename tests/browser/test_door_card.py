"""The door's four pictures are shown whole, and nothing lies over them, for every game."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.runtime import Companion
from tests.browser.animal_moments import ANIMAL_MOMENTS
from tests.browser.fish_moments import FISH_MOMENTS
from tests.browser.moments import MOMENTS
from tests.browser.party_moments import PARTY_MOMENTS
from tests.browser.screens import NAME, screen, shows_pictures, visit
from tests.browser.split_moments import SPLIT_MOMENTS
from tests.web.house import Phone, let_in_as_table, on_a_tablet, referee_phone

WALLS = ({"width": 1920, "height": 1080}, {"width": 1366, "height": 768})
TABLES = ({"width": 1024, "height": 768}, {"width": 390, "height": 844})
Moment = Callable[[Companion, Phone], object]
Flat = tuple[Companion, Phone, Page]
FULL: dict[str, Moment] = {  # a moment of each game with much on its screens, and one at rest
    "nothing yet": lambda house, told: None,
    "dolphin_splash": MOMENTS["grab"],
    "twisted_fish": lambda house, told: FISH_MOMENTS["whopper"](told),
    "split": lambda house, told: SPLIT_MOMENTS["six"](told),
    "party_splash": lambda house, told: PARTY_MOMENTS["eight"](told),
    "animal_splash": ANIMAL_MOMENTS["full_five"],
    "animal_splash, over": ANIMAL_MOMENTS["light_over"],
}
# Each picture that is not all on the screen, or has something over it.
HIDDEN = """() => [...document.querySelectorAll(".picture")].filter((picture) => {
  const box = picture.getBoundingClientRect();
  const at = [[.5, .5], [.1, .1], [.9, .1], [.1, .9], [.9, .9]].map(
    ([x, y]) => document.elementFromPoint(box.left + x * box.width, box.top + y * box.height));
  return box.width < 32 || at.some((part) => !picture.parentElement.contains(part));
}).length"""

NEWS = "The disk is full: nothing can be noted in the journal. Make room; play then goes on."
# Whether what is said and the door's pictures lie over each other.
OVER = """() => {
  const box = (which) => document.querySelector(which).getBoundingClientRect();
  const [said, door] = [box(".trouble"), box(".door-card")];
  const beside = said.right <= door.left || door.right <= said.left;
  return !beside && said.bottom > door.top && door.bottom > said.top;
}"""


@pytest.fixture(scope="module")
def big(screens: Browser, house: Companion) -> Page:
    """The TV, by the wall's link."""
    page = screen(screens, house.address.port, WALLS[0], color_scheme="dark")
    visit(page, f"/join#t={house.access.sessions.wall_key()}")
    page.wait_for_url("**/")
    return page


@pytest.fixture(scope="module")
def table(screens: Browser, house: Companion, referee: Phone) -> Page:
    """A tablet with the pretend dolphins."""
    page = screen(screens, house.address.port, TABLES[0], has_touch=True, cookie=referee.cookie)
    return page


@pytest.fixture(scope="module")
def flat(screens: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flat]:
    """A tablet that lies in the middle and is the table."""
    house = on_a_tablet(tmp_path_factory.mktemp("flat"), names=(NAME,))
    referee, device = referee_phone(house), Phone(house.address.port, source="127.0.8.77")
    let_in_as_table(device, referee)
    page = screen(screens, house.address.port, TABLES[0], has_touch=True, cookie=device.cookie)
    yield house, referee, page
    house.close()


def bare(page: Page, path: str, size: dict[str, int]) -> None:
    """All four are on this screen, and nothing is over them."""
    page.set_viewport_size(size)
    expect(page.locator(".picture")).to_have_count(4)
    assert page.evaluate(HIDDEN) == 0, (path, size)


@pytest.mark.parametrize("game", FULL)
def test_the_doors_pictures_are_whole_and_bare(
    game: str, big: Page, table: Page, house: Companion, referee: Phone
) -> None:
    for page in (big, table):
        page.goto("about:blank")
    FULL[game](house, referee)
    house.access.open_door(True)
    for page, path, sizes in ((big, "/", WALLS), (table, "/tabletop", TABLES)):
        visit(page, path)
        shows_pictures(house)
        for size in sizes:
            bare(page, path, size)


@pytest.mark.parametrize("game", [game for game in FULL if game != "nothing yet"])
def test_what_is_said_stands_beside_the_doors_pictures(
    game: str, big: Page, house: Companion, referee: Phone
) -> None:
    big.goto("about:blank")
    FULL[game](house, referee)
    house.access.open_door(True)
    house.referee.note_trouble("table", NEWS)
    visit(big, "/")
    shows_pictures(house)
    for size in WALLS:
        bare(big, "/", size)
        assert not big.evaluate(OVER), size
    house.referee.note_trouble("table", "")


@pytest.mark.parametrize("game", ["nothing yet", "twisted_fish", "animal_splash"])
def test_they_are_so_on_the_tablet_in_the_middle(game: str, flat: Flat) -> None:
    house, referee, page = flat
    page.goto("about:blank")
    FULL[game](house, referee)
    house.access.open_door(True)
    visit(page, "/tabletop")
    shows_pictures(house)  # a table that is seen is a wall, too
    bare(page, "the table", TABLES[0])
