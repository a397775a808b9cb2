"""Takes the README's pictures: a robot family plays a real game before real Chromium screens.

`python -m tests.browser.pictures FOLDER` writes every page, on a phone and a TV, light and dark.
"""

import os
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page

from companion.games.dolphin_splash.robot.family import Temper
from companion.games.dolphin_splash.state import Phase
from companion.journal import GameRow
from companion.referee.moments import steps
from companion.referee.replay import fold_game
from companion.robots import Act
from companion.runtime import Companion
from tests.browser.screens import NAME, PHONE, WALL, browser, screen, visit, wear_cookie
from tests.chromium import installed
from tests.robots.playing import play_at
from tests.robots.table import Table, family_at
from tests.web.house import Phone, referee_phone, running, seated, until

SEED = 5  # a game of four with a foul, a tie of hands and a winner who had to fight
ROUNDS_FIRST = 6  # before anything is worth a picture
CALLS_FIRST = 3
HANDS_LEAST = 3  # in a photo finish worth one
QUALITY = 88
SIZES = {"phone": PHONE, "tv": WALL}
SCHEMES = ("light", "dark")


@dataclass(frozen=True)
class Shot:
    """A page at a moment: its file's name, its address, and who looks."""

    name: str
    path: str
    who: str = ""  # a cookie
    sizes: tuple[str, ...] = ("phone", "tv")


class Studio(Table):
    """The family's table, with a photographer beside it."""

    def __init__(self, house: Companion, phone: Phone, chrome: Browser, folder: Path) -> None:
        super().__init__(house, phone)
        self._chrome, self._folder = chrome, folder
        self._guest = seated(house, phone, 1)
        self._taken: set[str] = set()

    def act(self, acts: Iterable[Act]) -> None:
        if self._is_on(ROUNDS_FIRST) and self.view().phase == "live":
            until(lambda: self.companion.caller.calls >= CALLS_FIRST, "a few calls of PASS")
            self._take(
                "wall",
                Shot("wall", "/"),
                Shot("tabletop", "/tabletop", self._guest.cookie, ("phone",)),
            )
        super().act(acts)
        if self._is_on(ROUNDS_FIRST) and self._is_close():
            seat = Shot("seat", "/seat", self._guest.cookie)
            referee = Shot("referee", "/referee", self.phone.cookie)
            self._take("finish", Shot("photo-finish", "/"), seat, referee)

    def the_end(self) -> None:
        """The winner, and a moment of the game again."""
        self._take("winner", Shot("winner", "/", sizes=("tv",)))
        game = self.companion.referee.picture.game
        assert game is not None
        at = self._moment_of_finish(game)
        self._take("replay", Shot("replay", f"/replay/{game.game}?at={at}"))

    def _is_on(self, round_: int) -> bool:
        return self.view().round >= round_

    def _is_close(self) -> bool:
        view = self.view()
        return view.phase == "grab" and len(view.order) >= HANDS_LEAST

    def _moment_of_finish(self, game: GameRow) -> int:
        """The moment at which the longest photo finish of the game stood."""
        fold = fold_game(self.companion.referee.journal, game)
        after = [fold.entries[place].after for place in steps(fold)]
        grabs = [at for at, state in enumerate(after, 1) if state.phase is Phase.GRAB]
        return max(grabs, key=lambda at: (len(after[at - 1].touches), at))

    def _take(self, moment: str, *shots: Shot) -> None:
        if moment in self._taken:
            return
        self._taken.add(moment)
        for shot in shots:
            for size in shot.sizes:
                for scheme in SCHEMES:
                    self._picture(shot, size, scheme)

    def _picture(self, shot: Shot, size: str, scheme: str) -> None:
        touch = {"has_touch": True, "device_scale_factor": 2} if size == "phone" else {}
        port = self.companion.address.port
        page = screen(self._chrome, port, SIZES[size], color_scheme=scheme, **touch)
        if shot.who:
            wear_cookie(page, shot.who)
        visit(page, shot.path)
        _is_drawn(page)
        if scheme == "light" and shot.path == "/":
            # A wall is dark until somebody says otherwise; on a phone the switch is further down.
            page.evaluate("document.querySelector('[data-theme-switch]').click()")
        file = self._folder / f"{shot.name}-{size}-{scheme}.jpg"
        page.screenshot(path=str(file), animations="disabled", type="jpeg", quality=QUALITY)
        page.context.close()


def main(folder: Path) -> None:
    """Play the game and take the pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as state, browser(installed()) as chrome:
        house = running(Path(state), names=(NAME,))
        # What a family's table would show, not this machine.
        house.address.hostname, house.address.find_ip = "splash", lambda: "192.168.1.20"
        try:
            phone = referee_phone(house)
            family = family_at(house, phone, SEED, Temper(slips=0.02, claims=0.8))
            studio = Studio(house, phone, chrome, folder)
            play_at(studio, family)
            studio.the_end()
        finally:
            house.close()
    print(f"{len(list(folder.glob('*.jpg')))} pictures in {os.path.relpath(folder)}")


def _is_drawn(page: Page) -> None:
    """Fonts are there, and the page has heard from the table."""
    page.evaluate("document.fonts.ready")
    until(lambda: page.locator(".alive").count() == 0 or "live" in _corner(page), "a live page")


def _corner(page: Page) -> str:
    return page.locator(".alive").first.inner_text()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
