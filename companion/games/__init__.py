"""The rules: one folder a game, pure, which declares its `GAME`."""

from typing import Final

from companion.games import animal_splash, dolphin_splash, party_splash, split, twisted_fish
from companion.games.game import Game
from companion.sounds import COMMON, Sound

GAMES: Final[dict[str, Game]] = {
    game.kind: game
    for game in (
        dolphin_splash.GAME,
        twisted_fish.GAME,
        split.GAME,
        party_splash.GAME,
        animal_splash.GAME,
    )
}


def sounds() -> dict[str, Sound]:
    """Whatever can be heard, by name: the table's own sounds and those of all games."""
    own = (sound for game in GAMES.values() for sound in game.sounds)
    return {sound.name: sound for sound in (*COMMON, *own)}
