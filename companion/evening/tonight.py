"""An evening's games as they are told: who played, what came of it, and the poster's words.

Pure: names and places are told to it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Final

from companion.evening.poster import EveningTold, FeatTold, GameTold, LineDrawn, PersonTold
from companion.evening.standing import EndedGame, Person, standing
from companion.frozen import dataclass
from companion.games.highlight import Feat
from companion.games.race import Course
from companion.looks import Look, look_in, look_of, nearest
from companion.words import GUEST, Seat

CALLED: Final = {
    Feat.FINISH: "The closest finish",
    Feat.HAND: "The fastest hand",
    Feat.WHOPPER: "The best whopper",
}


@dataclass(frozen=True, slots=True)
class FeatOf:
    """Something worth telling of one game, with names in it; see `Highlight`."""

    feat: Feat
    value: int
    said: str


@dataclass(frozen=True, slots=True)
class Played:
    """A game of which at least a round was played. No seat has a place before it is over."""

    title: str
    places: Mapping[Seat, int]
    people: Mapping[Seat, Person]
    names: Mapping[Person, str]
    looks: Mapping[Person, str] = field(default_factory=dict)  # as words; none until chosen
    feats: tuple[FeatOf, ...] = ()
    course: Course | None = None


def people_of(games: Sequence[Played], table: Sequence[int] = ()) -> tuple[PersonTold, ...]:
    """Everybody who played, in the order in which they stand; who ended no game comes last."""
    ranks = standing([EndedGame(game.places, game.people) for game in games if game.places], table)
    names = {person: name for game in games for person, name in game.names.items()}
    looks = looks_of(games)
    told = [_person(rank.person, names, looks, rank.points, rank.place) for rank in ranks]
    ended = {rank.person for rank in ranks}
    return (
        *told,
        *(
            _person(person, names, looks, 0, len(ended) + 1)
            for person in looks
            if person not in ended
        ),
    )


def evening_of(games: Sequence[Played], day: str, table: Sequence[int] = ()) -> EveningTold:
    """What the poster of an evening tells."""
    looks = looks_of(games)
    return EveningTold(
        day=day,
        people=people_of(games, table),
        feats=tuple(best_feats(games)),
        games=tuple(_game(game, looks) for game in games),
    )


def best_feats(games: Iterable[Played]) -> Iterable[FeatTold]:
    """Of each sort the best of the evening, the first of equals."""
    every = [one for game in games for one in game.feats]
    for feat, called in CALLED.items():
        of_it = [one for one in every if one.feat is feat]
        if of_it:
            yield FeatTold(called, max(of_it, key=lambda one: one.value).said)


def looks_of(games: Iterable[Played]) -> dict[Person, Look]:
    """How each who played looks: as was chosen, else as the seat where they sat last, or nearly."""
    last = {person: seat for game in games for seat, person in game.people.items()}
    words = {person: word for game in games for person, word in game.looks.items()}
    found = {person: look for person in last if (look := look_in(words.get(person, "")))}
    for person, seat in last.items():
        if person not in found:
            found[person] = nearest(look_of(seat), set(found.values()))
    return {person: found[person] for person in last}


def _person(
    person: Person,
    names: Mapping[Person, str],
    looks: Mapping[Person, Look],
    points: int,
    place: int,
) -> PersonTold:
    return PersonTold(names.get(person) or GUEST, looks[person], points, place)


def _game(game: Played, looks: Mapping[Person, Look]) -> GameTold:
    return GameTold(game.title, _winners(game, looks), lines_of(game, looks))


def lines_of(game: Played, looks: Mapping[Person, Look]) -> tuple[LineDrawn, ...]:
    """The lines of a game's race, each as who is the first of its side looks."""
    if game.course is None:
        return ()
    seats = [side[0] for side in game.course.sides]
    found = [looks[game.people[s]] if s in game.people else look_of(s) for s in seats]
    return tuple(map(LineDrawn, found, game.course.heights))


def _winners(game: Played, looks: Mapping[Person, Look]) -> tuple[Look, ...]:
    first = sorted(seat for seat, place in game.places.items() if place == 1)
    by_seat = {seat: look_of(seat) for seat in first}
    own = {seat: looks[person] for seat, person in game.people.items()}
    return tuple(own.get(seat, by_seat[seat]) for seat in first)
