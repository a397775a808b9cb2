"""A name is one word of its sentence, whatever signs are in it: what buttons and the wall make of a
sentence is the same of "Dr. Tom" as of Tom, in every game.
"""

import re
from pathlib import Path
from random import Random

import pytest

from companion.frozen import replace
from companion.names import unmarked
from companion.referee.picture import Picture
from companion.say import say
from companion.web import snapshot
from companion.web.drawing import unsaid
from companion.web.snapshot import _headline, _undo
from companion.words import Seat
from tests.robots.hearsay import Evening, Room
from tests.robots.many import PLAIN
from tests.robots.stories import STORIES

TOLD_MOST = 60  # words of a game: by then every kind of question was asked
PLAIN_NAMES = tuple(f"Tom{n}{n}" for n in range(8))
DOTTED = {
    name: form.format(name)
    for name, form in zip(
        PLAIN_NAMES, 2 * ("Dr. {}", "{} J. R.", "{}: me!", "Hey; {}?"), strict=True
    )
}
# On the button that takes a word back: a head without what it is the head of.
NOTHING_SAID = re.compile(r"Noted|Put right|\w+ \d+")


class Watched(Evening):
    """An evening of which every picture is kept."""

    seen: list[Picture]

    def _listen(self) -> None:
        super()._listen()
        self.seen.append(self.room.referee.picture)


def shown(picture: Picture, names: tuple[str, ...]) -> tuple[str, ...]:
    """What is on the button that takes back, and what the wall asks, of people with these names."""
    seats = {Seat(n): name for n, name in enumerate(names[: len(picture.names.seats)])}
    picture = replace(picture, names=replace(picture.names, seats=seats))
    undo, headline = _undo(picture, 0), _headline(picture)
    asked = (
        unsaid(say(one.ask.text, picture.names), headline.text if headline else "", names)
        for one in picture.open
        if one.ask.must
    )
    return tuple(map(unmarked, (undo.text if undo else "", *asked)))


@pytest.mark.parametrize("kind", STORIES)
def test_a_full_stop_in_a_name_ends_no_sentence(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshot, "WORD_MOST", 999)  # longer names leave less room for the rest
    room = Room(tmp_path)
    evening = Watched(room, STORIES[kind](1), Random(1), PLAIN)
    evening.seen = []
    evening.play()
    room.close()
    for picture in evening.seen[:TOLD_MOST]:
        wanted = shown(picture, PLAIN_NAMES)
        assert not NOTHING_SAID.fullmatch(wanted[0]), "what is it that is taken back?"
        for name, dotted in DOTTED.items():
            wanted = tuple(text.replace(name, dotted) for text in wanted)
        assert shown(picture, tuple(DOTTED.values())) == wanted
    assert len({shown(picture, PLAIN_NAMES) for picture in evening.seen}) > 9  # none is vacuous
