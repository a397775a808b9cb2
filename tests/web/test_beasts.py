"""Whoever asks to come in is known by a beast in a colour: both are drawn as they are said."""

import re
from collections import Counter
from pathlib import Path

from companion.access import joining
from tests.web.house import Phone

WEB = Path(joining.__file__).parents[1] / "web"


def test_each_beast_is_drawn_and_each_colour_is_a_coat() -> None:
    drawn = (WEB / "templates/_sprite.html").read_text(encoding="utf-8")
    coats = (WEB / "static/page.css").read_text(encoding="utf-8")
    assert [one for one in joining._BEASTS if f'id="guest-{one}"' not in drawn] == []
    assert [one for one in joining._COLOURS if f'[data-coat="{one}"]' not in coats] == []


def test_the_referee_sees_what_the_phone_shows(referee: Phone, stranger: Phone) -> None:
    words = stranger.post("/api/knock", {"role": "seat"})[1]["words"]
    coat, beast = words.split(" ")
    page = referee.get("/referee")[1]
    assert words in page and f'data-coat="{coat}"' in page and f'href="#guest-{beast}"' in page


def test_no_two_drawings_have_one_name() -> None:
    """A page has those of the frame and of all games: of two, one would be the other's."""
    files = [*WEB.glob("templates/*.html"), *WEB.parent.glob("games/*/pages/*.html")]
    drawn = [
        one for file in files for one in re.findall(r'<symbol id="([\w-]+)"', file.read_text())
    ]
    assert [name for name, times in Counter(drawn).items() if times > 1] == []
