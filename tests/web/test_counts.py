"""How many there are of something is one number on all screens, at every moment. For every game."""

import re
from types import ModuleType

import pytest

from companion.access import Session
from companion.runtime import Companion
from companion.words import Seat
from tests.games.shelf import RULES
from tests.web.house import app_of
from tests.web.sheets import moments, sheet

VIEWERS = {
    "wall": Session("nobody", None, "tonight"),
    "seat": Session("seat", Seat(0), "tonight"),
    "referee": Session("referee", None, "tonight", leads=True),
}
# What is on the table: other numbers are of one seat, of a round or of an answer.
COUNTS = ("dolphin_splash", "twisted_fish", "split", "party_splash")  # games that say such numbers
COUNTED = re.compile(r"(\d+) (dolphins|in the pile|in the pond|cards each)(?! (?:of|less))\b")
TAGS = re.compile(r"<[^>]*>")
SAID = re.compile(
    r'<ul class="said".*?</ul>|<section class="wall-band.*?<h2 data-said>.*?</h2>', re.S
)


def counts(html: str) -> set[tuple[str, str]]:
    """What a page says that there is now, each with its number; what was said before is past."""
    text = " ".join(TAGS.sub(" ", SAID.sub("", html)).split())
    return {(what, number) for number, what in COUNTED.findall(text)}


@pytest.mark.parametrize(("kind", "game"), RULES.items(), ids=RULES)
def test_counts_on_all_screens_agree(house: Companion, kind: str, game: ModuleType) -> None:
    app, counted = app_of(house), 0
    with app.test_request_context():
        for picture in moments(kind, game)[:: 1 if kind == "dolphin_splash" else 3]:
            said = {page: counts(sheet(app, picture, page, who)) for page, who in VIEWERS.items()}
            numbers = set().union(*said.values())
            counted += len(numbers)
            assert len(numbers) == len({what for what, _ in numbers}), (said, picture.state)
    assert counted or kind not in COUNTS
