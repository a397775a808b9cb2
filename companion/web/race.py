"""How a game went, as a picture with names in it; what draws it is loaded when one is asked for."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.evening.poster import LineDrawn, Stroke, small_race
from companion.games.race import Course
from companion.journal.people import Person
from companion.looks import looks_of
from companion.referee import Fold
from companion.say import Names, listed, say
from companion.web.past import RACE_HIGH, RACE_WIDE
from companion.words import Seat

PAD, ABOVE = 6, 24  # around the small one, for its thick lines; level ones need more above

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


def small_race_of(course: Course, seated: Mapping[Seat, Person]) -> tuple[Stroke, ...]:
    """How a game went as lines alone, as wide and high as a list of games has it."""
    seats = sorted(seat for side in course.sides for seat in side)
    looks = looks_of(seats, {seat: one.look for seat, one in seated.items()})
    lines = [
        LineDrawn(looks[side[0]], heights)
        for side, heights in zip(course.sides, course.heights, strict=True)
    ]
    return small_race(lines, PAD, ABOVE, RACE_WIDE - 2 * PAD, RACE_HIGH - ABOVE - PAD)
