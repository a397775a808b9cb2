"""The rules: one folder a game, pure, which declares its `GAME`."""

from typing import Final

from companion.games.animal_splash import GAME as ANIMAL_SPLASH
from companion.games.dolphin_splash import GAME as DOLPHIN_SPLASH
from companion.games.game import Game
from companion.games.party_splash import GAME as PARTY_SPLASH
from companion.games.split import GAME as SPLIT
from companion.games.twisted_fish import GAME as TWISTED_FISH
from companion.sounds import COMMON, Sound

_ALL = (
    DOLPHIN_SPLASH,
    TWISTED_FISH,
    SPLIT,
    PARTY_SPLASH,
    ANIMAL_SPLASH,
)
GAMES: Final[dict[str, Game]] = {game.kind: game for game in _ALL}


def robots() -> frozenset[str]:
    """What robots are called that fill seats: they are nobody who comes, stands or is known."""
    return frozenset(name for game in GAMES.values() for name in game.robots)


def sounds() -> dict[str, Sound]:
    """Whatever can be heard, by name: the table's own sounds and those of all games."""
    own = (sound for game in GAMES.values() for sound in game.sounds)
    return {sound.name: sound for sound in (*COMMON, *own)}
