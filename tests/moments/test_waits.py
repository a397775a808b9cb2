"""While somebody says wait every page says so, in any game, and what the table's YES means then."""

import re
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion.games import GAMES
from companion.say import say
from companion.words import Seat
from tests.moments.recorded import MIDDLE, Bench, Look, Moment, bench, moment_of, people
from tests.moments.told import seat_of
from tests.moments.waits import silent, urges
from tests.robots.hearsay import REFEREE
from tests.robots.live_games import Playing, some_setup
from tests.robots.stories import STORIES

TABLES = (MIDDLE, Look("/tabletop", "seat:0"))
LOOKS = (Look("/"), Look("/referee", "referee"), Look("/seat", "seat:0"), Look("/seat", "child:0"))


def begun(made: Bench, kind: str) -> None:
    story: Any = SimpleNamespace(kind=kind, setup=STORIES[kind](0).setup)  # type: ignore[call-arg]
    made.begin(story)


def says(html: str) -> str:
    """The words of a page, as they are read."""
    words = re.sub(r"<(script|style|svg|head)\b.*?</\1>|<[^>]*>", " ", html, flags=re.DOTALL)
    return " ".join(re.sub("[\u2066-\u2069]", "", words).split())


@pytest.mark.parametrize("kind", GAMES)
def test_every_page_says_who_says_wait_and_what_yes_means(tmp_path: Path, kind: str) -> None:
    """The table's YES lets it stay: nobody is to take it for an answer to what was asked."""
    with bench(tmp_path, people(3)) as made:
        begun(made, kind)
        asked = next(open_.ask.text for open_ in made.open if open_.ask.must)
        assert made.referee.review(True, seat_of(Seat(0))).kind == "counts"
        now = Moment("wait", made.referee.picture, ())
        for look in (*LOOKS, *TABLES):
            assert not silent(made.draw(now, look), now), look
        for look in TABLES:
            page = says(made.draw(now, look))
            assert "Ana says wait!" in page and "Nothing counts yet. YES: it stays." in page, page
            assert say(asked, now.picture.names) not in page


@pytest.mark.parametrize("kind", ["twisted_fish", "split", "animal_splash", "party_splash"])
def test_no_row_waits_for_an_answer_that_is_refused(tmp_path: Path, kind: str) -> None:
    with bench(tmp_path, people(3)) as made:
        playing = Playing(made, kind, 1, replace(some_setup(kind, Random(1)), seats=4))
        while "your answer?" not in made.draw(moment_of(made, kind, 4), Look("/")):
            playing.step()
        assert made.referee.review(True, seat_of(Seat(0))).kind == "counts"
        now = moment_of(made, kind, 4)
        assert [look for look in (*LOOKS, *TABLES) if urges(made.draw(now, look), now)] == []


def test_the_referee_who_says_wait_begins_a_sentence(tmp_path: Path) -> None:
    with bench(tmp_path, people(3)) as made:
        begun(made, "split")
        made.referee.review(True, REFEREE)
        now = Moment("wait", made.referee.picture, ())
        for look in (*TABLES, *LOOKS[:-1]):
            assert "The referee says wait!" in says(made.draw(now, look)), look
