"""A few games of all kinds in one journal, for who tells them again by the thousand."""

from pathlib import Path
from random import Random

from companion.journal import GameRow
from tests.robots.hearsay import Evening, Manners, Room
from tests.robots.stories import STORIES

EACH = 3
PLAIN = Manners(0, 0, 0, 0, 0, 0, 0, 0)  # nothing is taken back: the rows can be told again


def play_a_few(folder: Path) -> list[GameRow]:
    """The games of the journal in this folder, played by robots in no time."""
    room = Room(folder)
    for kind, story in STORIES.items():
        for seed in range(EACH):
            Evening(room, story(seed), Random(f"{kind} {seed}"), PLAIN).play()
    games = room.journal.games()
    room.close()
    return games
