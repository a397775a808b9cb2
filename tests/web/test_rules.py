"""The little book as it is served: contents, tiles, reasons, and the way to it from anywhere."""

import html
import re

import pytest

from companion.games import GAMES
from companion.games.party_splash.cards import Attendee, Card
from companion.runtime import Companion
from companion.web.folders import folder
from companion.web.rulebook import book_of, rules_of
from tests.browser.party_moments import BEN, splashed
from tests.games.test_transcripts import ON_PAPER
from tests.web.house import Phone, begin, seated
from tests.web.test_pages import shown

LOOKS = ("/", "/seat", "/referee", "/tabletop", "/new", "/me", "/join", "/history")
IDS = re.compile(r'\bid="([^"]+)"')


@pytest.fixture(scope="module")
def pages(house: Companion) -> dict[str, str]:
    """Each game's page."""
    phone = Phone(house.address.port)
    return {kind: phone.get(f"/rules/{kind}")[1] for kind in GAMES}


@pytest.mark.parametrize("kind", GAMES)
def test_whatever_is_linked_on_a_page_is_there(pages: dict[str, str], kind: str) -> None:
    page = pages[kind]
    ids = IDS.findall(page)
    assert len(ids) == len(set(ids))
    linked = set(re.findall(r'href="#([^"]+)"', page))
    assert {"contents", *(key for key, _ in book_of(kind).contents)} <= linked
    assert linked - {"shape-circle"} <= {*ids}
    assert {f"/rules/{other}" for other in GAMES} <= set(re.findall(r'href="([^"#]+)"', page))


@pytest.mark.parametrize("kind", GAMES)
def test_every_tile_and_every_step_is_drawn(pages: dict[str, str], kind: str) -> None:
    book = GAMES[kind].book
    assert book is not None
    tiles = [tile for shelf in book.shelves for tile in shelf.tiles]
    drawn = re.findall(r'<div class="tile-picture">\s*<(\w+)', pages[kind])
    assert len(drawn) == len([tile for tile in tiles if tile.picture])
    steps = book.turn if (folder(GAMES[kind]) / "pages" / "step.html").is_file() else ()
    assert pages[kind].count('class="bk-sheet"') == len(steps)
    words = html.unescape(shown(pages[kind]))
    for tile in tiles:
        assert tile.name in words and " ".join(tile.power.split()) in words, tile.key


@pytest.mark.parametrize("kind", ON_PAPER)
def test_every_ruling_says_why(pages: dict[str, str], kind: str) -> None:
    rulings = re.findall(r'<div id="[A-Z]-Q\d+".*?</div>', pages[kind], flags=re.DOTALL)
    assert rulings
    assert all("why?</b>" in one and re.search(r"</summary><p>\w", one) for one in rulings)


def test_the_way_to_the_book_is_the_last_thing_of_every_head(
    house: Companion, referee: Phone
) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    ben = seated(house, referee, 1, "127.0.44.8")
    for path in LOOKS:
        status, page = (ben if path == "/seat" else referee).get(path)
        head = page[page.index("<header") : page.index("</header>")]
        assert status == 200
        assert head.index('href="/rules"') > head.index("<h1"), path


def test_beside_a_question_stands_what_it_is_about(house: Companion, referee: Phone) -> None:
    splashed(referee)  # Ana splashes Ben, who has a Hat and is Darren
    phone = seated(house, referee, BEN, "127.0.44.7")
    page = html.unescape(shown(phone.get("/seat")[1]))
    book = GAMES["party_splash"].book
    assert book is not None
    for key in ("card-0", "card-1", f"guest-{Attendee.DARREN}"):
        tile = book.tile(key)
        assert tile is not None and tile.power in page, key
    other = book.tile(f"card-{Card.PIZZA}")
    assert other is not None and other.power not in page


@pytest.mark.parametrize("kind", GAMES)
def test_no_rule_shows_the_marks_that_it_is_written_with(kind: str) -> None:
    """A page is no Markdown: what is set off there is quoted here."""
    marked = re.compile(r"[*`]|\]\(")
    assert [rule.id for rule in rules_of(kind) if marked.search(rule.text + rule.why)] == []
