"""Takes the README's pictures: robot families play all five games before real Chromium screens.

`python -m tests.browser.pictures FOLDER` writes the wall and a seat of each, and more.
"""

import os
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page

from companion.games.dolphin_splash.robot.family import Temper
from companion.games.dolphin_splash.state import Phase
from companion.journal import GameRow
from companion.referee.moments import steps
from companion.referee.replay import fold_game
from companion.robots import Act, robots_of
from companion.runtime import Companion
from tests.browser.screens import NAME, PHONE, browser, screen, visit, wear_cookie
from tests.chromium import installed
from tests.robots.playing import STEPS_MOST, play_at
from tests.robots.table import Table, family_at
from tests.web.house import Phone, begin, referee_phone, running, seated, until

SEED = 5  # a game of four with a foul, a tie of hands and a winner who had to fight
ROUNDS_FIRST = 6  # before anything is worth a picture
HANDS_LEAST = 3  # in a photo finish worth one
QUALITY = 80
HD = {"width": 1280, "height": 720}  # half the bytes of a larger TV, on which all is laid out alike
SIZES: Final[dict[str, dict[str, Any]]] = {
    "phone": {"viewport": PHONE, "has_touch": True, "device_scale_factor": 1.5},
    "tv": {"viewport": HD},
}
PEOPLE = ("Ana", "Ben", "Cy", "Dee")
PATIENT_US = 60_000_000


@dataclass(frozen=True)
class Shot:
    """A page at a moment: its file's name, its address, who looks, on what and in which light."""

    name: str
    path: str
    who: str = ""  # a cookie
    size: str = "phone"
    scheme: str = "light"

    @property
    def file(self) -> str:
        return f"{self.name}-{self.size}-{self.scheme}.jpg"


@dataclass(frozen=True)
class Scene:
    """A moment of a game that robots tell, of which there is a picture; whose phone is seen."""

    seed: int
    is_now: Callable[[Any], bool]
    whose: Callable[[Any], int]


SCENES: Final = {
    "twisted_fish": Scene(
        3,
        lambda view: view.phase == "asked" and len(view.baskets) >= 3 and view.pond,
        lambda view: int(view.ask.target),
    ),
    "split": Scene(
        2,
        lambda view: view.due is not None and sum(map(bool, view.chips)) >= 24,
        lambda view: int(view.turn),
    ),
    "party_splash": Scene(
        4,
        lambda view: view.question is not None and view.question.kind == "shot" and view.told > 70,
        lambda view: int(view.question.asked),
    ),
    "animal_splash": Scene(
        1,
        lambda view: view.phase == "act" and view.round >= 4,
        lambda view: int(view.turn),
    ),
}


class Camera:
    """Takes pictures of a house's pages."""

    def __init__(self, house: Companion, chrome: Browser, folder: Path) -> None:
        self._house, self._chrome, self._folder = house, chrome, folder

    def take(self, *shots: Shot) -> None:
        for shot in shots:
            look, port = SIZES[shot.size], self._house.address.port
            page = screen(self._chrome, port, **look, color_scheme=shot.scheme)
            if shot.who:
                wear_cookie(page, shot.who)
            visit(page, shot.path)
            _is_drawn(page)
            file = str(self._folder / shot.file)
            page.screenshot(path=file, animations="disabled", type="jpeg", quality=QUALITY)
            page.context.close()


class Studio(Table):
    """The dolphins' table, with a photographer beside it."""

    def __init__(self, house: Companion, phone: Phone, camera: Camera) -> None:
        super().__init__(house, phone)
        self._camera = camera
        self._guest = seated(house, phone, 1)
        self._is_taken = False

    def act(self, acts: Iterable[Act]) -> None:
        super().act(acts)
        view = self.view()
        is_close = view.phase == "grab" and len(view.order) >= HANDS_LEAST
        if is_close and view.round >= ROUNDS_FIRST and not self._is_taken:
            self._is_taken = True
            seat = Shot("dolphin_splash-seat", "/seat", self._guest.cookie)
            referee = Shot("dolphin_splash-referee", "/referee", self.phone.cookie, scheme="dark")
            self._camera.take(Shot("dolphin_splash-wall", "/", "", "tv", "dark"), seat, referee)

    def the_end(self) -> None:
        """A moment of the game again."""
        game = self.companion.referee.picture.game
        assert game is not None
        at = self._moment_of_finish(game)
        self._camera.take(Shot("dolphin_splash-replay", f"/replay/{game.game}?at={at}"))

    def _moment_of_finish(self, game: GameRow) -> int:
        """The moment at which the longest photo finish of the game stood."""
        fold = fold_game(self.companion.referee.journal, game)
        after = [fold.entries[place].after for place in steps(fold)]
        grabs = [at for at, state in enumerate(after, 1) if state.phase is Phase.GRAB]
        return max(grabs, key=lambda at: (len(after[at - 1].touches), at))


def main(folder: Path) -> None:
    """Play the games and take the pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with pytest.MonkeyPatch.context() as patch, browser(installed()) as chrome:
        # No hand is late: a machine that draws pictures is busy.
        patch.setattr("companion.table.lateness.LATE_MOST_US", PATIENT_US)
        patch.setattr("companion.table.simulated.STAMP_OLDEST_US", PATIENT_US)
        for kind in ("dolphin_splash", *SCENES):
            with tempfile.TemporaryDirectory() as state:
                house = running(Path(state), names=(NAME,))
                # What a family's table would show, not this machine.
                house.address.hostname, house.address.find_ip = "splash", lambda: "192.168.1.20"
                try:
                    _play(kind, house, Camera(house, chrome, folder))
                finally:
                    house.close()
    print(f"{len(list(folder.glob('*.jpg')))} pictures in {os.path.relpath(folder)}")


def _play(kind: str, house: Companion, camera: Camera) -> None:
    phone = referee_phone(house)
    if kind in SCENES:
        _tell(kind, house, phone, camera)
        return
    family = family_at(house, phone, SEED, Temper(slips=0.02, claims=0.8))
    studio = Studio(house, phone, camera)
    play_at(studio, family)
    studio.the_end()


def _tell(kind: str, house: Companion, phone: Phone, camera: Camera) -> None:
    """Play a game that robots only tell, as far as to its scene."""
    scene, robots = SCENES[kind], robots_of(kind)
    assert robots is not None
    begin(phone, *PEOPLE, kind=kind, **dict(robots.options))
    family = robots.family(house.referee.picture.setup, Random(scene.seed))
    for _ in range(STEPS_MOST):
        picture = house.referee.picture
        if scene.is_now(picture.view):
            break
        family.look(picture.view, 0)
        replies = ((one, family.answer(one.ask)) for one in _by_need(picture.open))
        one, reply = next((one, reply) for one, reply in replies if reply is not None)
        said = phone.tell(one.id, reply.key, dict(reply.picks))
        assert said["reply"] == "counts", (said, one.ask, reply)
    guest = seated(house, phone, scene.whose(house.referee.picture.view))
    wall = Shot(f"{kind}-wall", "/", "", "tv", "dark")
    camera.take(wall, Shot(f"{kind}-seat", "/seat", guest.cookie))


def _by_need(open_: Iterable[Any]) -> list[Any]:
    """What may be said goes before what must be."""
    return sorted(open_, key=lambda one: one.ask.must)


def _is_drawn(page: Page) -> None:
    """Fonts are there, and the page has heard from the table."""
    page.evaluate("document.fonts.ready")
    until(lambda: page.locator(".alive").count() == 0 or "live" in _corner(page), "a live page")


def _corner(page: Page) -> str:
    return page.locator(".alive").first.inner_text()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
