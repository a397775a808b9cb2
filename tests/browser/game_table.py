"""One game on everybody's screens: a wall, the referee's phone, some at seats, and their looks."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from companion.runtime import Companion
from tests.browser.looks import cut_off, findings_by_day_and_dusk, small_targets, unfold
from tests.browser.moments import MOMENTS, PEOPLE
from tests.browser.screens import NAME, darken, phone, screen, visit, wall, wear_cookie
from tests.web.house import Phone, begin, referee_phone, running, seated

NARROW = {"width": 195, "height": 422}  # a phone at 200 %
WALL, REFEREE, SEAT = EVERY_PAGE = ("/", "/referee", "/seat")


@dataclass
class GameTable:
    """Everybody's screens."""

    house: Companion
    told: Phone  # the referee's, by plain HTTP
    wall: Page
    referee: Page
    seats: dict[int, Page] = field(default_factory=dict)
    cookies: dict[int, str] = field(default_factory=dict)
    moments: Callable[[str], None] = lambda moment: None  # brings the game to one
    looked_at: Callable[[dict[str, Any]], int] = lambda state: 0  # whose phone, in this state

    @property
    def pages(self) -> tuple[Page, ...]:
        return self.wall, self.referee, *self.seats.values()

    @property
    def ana(self) -> Page:
        return self.seats[0]

    @property
    def ben(self) -> Page:
        return self.seats[1]

    def view(self) -> dict[str, Any]:
        """What the screens may show by now."""
        view: dict[str, Any] = self.told.state()["view"]
        return view

    def asked(self) -> int:
        """The seat whose phone the moment is about."""
        return self.looked_at(self.told.state())

    def see(self, path: str) -> Page:
        """The page as it is now; a seat's is the one that the moment is about."""
        page = {WALL: self.wall, REFEREE: self.referee}.get(path)
        if page is None:
            seat = self.asked()
            page = self.seats.get(seat) or self.ana
            wear_cookie(page, self.cookies[seat])
        page.problems.clear()  # type: ignore[attr-defined]
        visit(page, path)
        return page

    def play(self, moment: str) -> None:
        """Bring the game to a moment; what comes before is drawn on no screen."""
        self.darken()
        self.moments(moment)

    def darken(self) -> None:
        """Let nobody's screen show the game."""
        darken(*self.pages)

    def light(self, *pages: Page) -> None:
        """Let these screens, or everybody's, show the game as it is now; the others stay dark."""
        for page in pages or self.pages:
            path = {self.wall: WALL, self.referee: REFEREE}.get(page, SEAT)
            page.problems.clear()  # type: ignore[attr-defined]
            visit(page, path)

    def at(self, moment: str, *pages: Page) -> None:
        """Bring the game to a moment, and light these screens, or everybody's."""
        self.play(moment)
        self.light(*pages)

    def looks_clean(
        self,
        moment: str,
        paths: tuple[str, ...],
        small: Callable[[Page], list[str]] = small_targets,
    ) -> None:
        """Whether nothing is cut off, small or hard to read on these pages at a moment."""
        self.play(moment)
        for path in paths:
            page = self.see(path)
            is_clean(page, path)
            assert path == WALL or small(page) == [], path
            assert page.problems == []  # type: ignore[attr-defined]

    def past_is_clean(self, moment: str, *paths: str) -> None:
        """The same of pages of the past, on the referee's phone."""
        self.play(moment)
        state = self.told.state()
        for path in paths:
            visit(self.referee, path.format(game=state["game"]["id"], seq=state["undo"]["seq"]))
            is_clean(self.referee, path)

    def is_whole_at_200_percent(self, screens: Browser, moment: str) -> None:
        """Whether nothing is cut off on a wall and a seat's page on half a phone."""
        self.play(moment)
        page = screen(screens, self.house.address.port, NARROW, has_touch=True)
        for path in (WALL, SEAT):
            visit(page, path)
            unfold(page)
            assert cut_off(page) == [], path
            wear_cookie(page, self.cookies[self.asked()])


@contextmanager
def game_table(
    screens: Browser,
    folder: Path,
    people: tuple[str, ...],
    kind: str,
    seats: tuple[int, ...],
    themes: tuple[str, ...],
) -> Iterator[GameTable]:
    """A game of this kind, with these people's phones; themes are the referee's and then theirs."""
    house = running(folder, names=(NAME,))
    told, port = referee_phone(house), house.address.port
    begin(told, *people, kind=kind)
    table = GameTable(house, told, wall(screens, port), phone(screens, port, themes[0]))
    wear_cookie(table.referee, told.cookie)
    for seat, theme in zip(seats, themes[1:], strict=True):
        table.seats[seat] = phone(screens, port, theme)
        table.cookies[seat] = seated(house, told, seat).cookie
        wear_cookie(table.seats[seat], table.cookies[seat])
    yield table
    house.close()


@contextmanager
def splash_table(screens: Browser, folder: Path) -> Iterator[GameTable]:
    """A game of SPLASH!, with Ana's phone."""
    with game_table(screens, folder, PEOPLE, "dolphin_splash", (0,), ("light", "light")) as table:
        table.moments = lambda moment: MOMENTS[moment](table.house, table.told)
        yield table


def looked_at(
    shown: Mapping[str, tuple[str, ...]],
    moments: Iterable[str],
    pages: tuple[str, ...] = EVERY_PAGE,
) -> list[Any]:
    """Moments, and pages on which most is to be seen then; the soak's are all of both."""
    all_ = (pytest.param(moment, pages, marks=pytest.mark.soak) for moment in moments)
    return [*shown.items(), *all_]


def is_clean(page: Page, path: str) -> None:
    """Whether nothing is cut off or hard to read, with everything unfolded."""
    unfold(page)
    assert cut_off(page) == [], path
    found = findings_by_day_and_dusk(page)
    assert not found, f"{path}: {found}"


def spilled(page: Page, parts: str = "*") -> list[str]:
    """The parts of rows on the wall that leave their row."""
    found: list[str] = page.evaluate(_SPILLED, parts)
    return found


_SPILLED = """(parts) => [...document.querySelectorAll(".row")].flatMap((row) => {
  const room = row.getBoundingClientRect();
  return [...row.querySelectorAll(parts)].filter((part) => {
    const box = part.getBoundingClientRect();
    return box.height && (box.top < room.top - 1 || box.bottom > room.bottom + 1);
  }).map((part) => `${part.className} of ${row.id}`);
})"""
