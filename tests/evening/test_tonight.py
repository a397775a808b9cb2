"""An evening as its poster tells it: people by number, with the looks that they chose."""

from companion.evening.tonight import FeatOf, Played, evening_of, looks_of, people_of
from companion.games.highlight import Feat
from companion.looks import Look, look_of
from companion.words import Seat

STAR = Look("star", "green")


def game(*people: int, first: int = 0, chosen: str = "", **feats: int) -> Played:
    """A game of these people, which the one at the seat `first` has won."""
    seats = {Seat(n): person for n, person in enumerate(people)}
    return Played(
        title="SPLASH!",
        places={seat: 1 if seat == first else 2 for seat in seats},
        people=seats,
        names={person: f"P{person}" for person in people},
        looks={people[0]: chosen},
        feats=tuple(FeatOf(Feat[feat], value, f"{feat} {value}") for feat, value in feats.items()),
    )


def test_who_chose_a_look_has_it_and_nobody_else() -> None:
    games = [game(7, 8), game(9, 8, chosen=STAR.word)]
    looks = looks_of(games)
    assert looks[9] == STAR and looks[8] == look_of(1)
    assert len({*looks.values()}) == 3
    assert looks_of([game(7, 8, chosen=look_of(1).word)])[7] == look_of(1)


def test_who_ended_no_game_comes_last_and_the_forgotten_are_guests() -> None:
    left = Played("SPLIT", {}, {Seat(0): 5}, {5: ""})
    people = people_of([game(7, 8), left])
    assert [(one.name, one.points, one.place) for one in people] == [
        ("P7", 2, 1),
        ("P8", 1, 2),
        ("A guest", 0, 3),
    ]


def test_the_best_of_each_sort_is_told_and_every_winner() -> None:
    told = evening_of([game(7, 8, FINISH=3, HAND=2), game(8, 7, first=1, FINISH=5)], "today")
    assert [one.said for one in told.feats] == ["FINISH 5", "HAND 2"]
    assert [one.won for one in told.games] == [(look_of(1),), (look_of(1),)]
