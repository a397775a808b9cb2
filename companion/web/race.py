"""How a game went, as a picture with names in it; what draws it is loaded when one is asked for."""

from typing import TYPE_CHECKING

from companion.looks import looks_of
from companion.referee import Fold
from companion.say import Names, listed, say

if TYPE_CHECKING:
    from companion.stats.race import RacePicture


def race_of(fold: Fold, names: Names) -> "RacePicture | None":
    """Of a folded game, by what stands of it; None where it tells none, or nothing was scored."""
    from companion.stats.race import LineTold, RaceTold, Runner, race_picture

    tells = fold.module.race
    if tells is None or not fold.entries:
        return None
    # What does not stand has left every state as it was before.
    race = tells(tuple(entry.after for entry in fold.entries))
    seats = sorted(seat for side in race.sides for seat in side)
    looks = looks_of(seats, names.looks)
    lines = tuple(
        LineTold(
            listed([names.seat(seat) for seat in side], names),
            tuple(Runner(names.seat(seat), looks[seat]) for seat in side),
        )
        for side in race.sides
    )
    said = say(race.said, names) if race.said else ""
    title, every = say(race.title, names), say(race.every, names)
    return race_picture(RaceTold(title, every, lines, race.scores, race.pivot, said))
