"""What pretend families of all games have in common; each family is in its game's own folder.

A family acts (`Act`) and answers questions as people would; who plays it out, straight into the
rules or through pins and pages, is somebody else's business. No clock: times are theirs to say.
"""

from importlib import import_module
from importlib.util import find_spec

from companion.games import GAMES
from companion.robots.acts import Act as Act
from companion.robots.acts import Does as Does
from companion.robots.acts import Reply as Reply
from companion.robots.answering import Answering as Answering
from companion.robots.live import NAMES as NAMES
from companion.robots.live import Live as Live
from companion.robots.live import Robots as Robots


def robots_of(kind: str) -> Robots | None:
    """The robots of a game, from its own folder; None where it has none."""
    name = f"{GAMES[kind].package}.robot"
    if find_spec(name) is None:
        return None
    robots: Robots = import_module(name).ROBOTS
    return robots
