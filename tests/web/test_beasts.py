"""Whoever asks to come in is known by a beast in a colour: both are drawn as they are said."""

from pathlib import Path

from companion.access import joining
from tests.web.house import Phone

WEB = Path(joining.__file__).parents[1] / "web"


def test_each_beast_is_drawn_and_each_colour_is_a_coat() -> None:
    drawn = (WEB / "templates/_sprite.html").read_text(encoding="utf-8")
    coats = (WEB / "static/page.css").read_text(encoding="utf-8")
    assert [one for one in joining._BEASTS if f'id="beast-{one}"' not in drawn] == []
    assert [one for one in joining._COLOURS if f'[data-coat="{one}"]' not in coats] == []


def test_the_referee_sees_what_the_phone_shows(referee: Phone, stranger: Phone) -> None:
    words = stranger.post("/api/knock", {"role": "seat"})[1]["words"]
    coat, beast = words.split(" ")
    page = referee.get("/referee")[1]
    assert words in page and f'data-coat="{coat}"' in page and f'href="#beast-{beast}"' in page
