"""Points for places over an evening: by person, with ties and sides, and by the house's table."""

from random import Random

from companion.evening.standing import EndedGame, Rank, points_of, standing
from companion.games.placing import Standing, placing
from companion.words import Seat


def seats(of: dict[int, int]) -> dict[Seat, int]:
    return {Seat(seat): n for seat, n in of.items()}


def worth(places: dict[int, int], table: tuple[int, ...] = ()) -> dict[int, int]:
    return {**points_of(seats(places), table)}


def ended(places: dict[int, int], people: dict[int, int]) -> EndedGame:
    return EndedGame(seats(places), seats(people))


def test_each_gets_a_point_for_who_is_behind_and_one_more() -> None:
    assert worth({0: 2, 1: 1, 2: 3, 3: 4}) == {0: 3, 1: 4, 2: 2, 3: 1}


def test_who_is_level_gets_the_same() -> None:
    assert worth({0: 1, 1: 1, 2: 3}) == {0: 2, 1: 2, 2: 1}
    assert worth({0: 1, 1: 2, 2: 2}, (5, 3, 1)) == {0: 5, 1: 3, 2: 3}


def test_sides_win_for_each_who_played_for_them() -> None:
    sides = Standing((Seat(0), Seat(2)), (0,)), Standing((Seat(1), Seat(3)), (1,))
    places = {one.seat: one.place for one in placing(sides)}
    assert worth({**places}) == {0: 1, 1: 3, 2: 1, 3: 3}


def test_the_house_says_what_places_are_worth() -> None:
    assert worth({0: 1, 1: 2, 2: 3, 3: 4}, (5, 2)) == {0: 5, 1: 2, 2: 0, 3: 0}


def test_it_goes_by_person_and_not_by_seat() -> None:
    first = ended({0: 1, 1: 2}, {0: 7, 1: 8})
    other = ended({0: 1, 1: 2}, {0: 8, 1: 7})
    third = ended({0: 1, 1: 2, 2: 3}, {0: 9, 1: 7, 2: 8})
    assert standing((first, other, third)) == (
        Rank(7, 1, 2 + 1 + 2, 1),
        Rank(8, 2, 1 + 2 + 1, 1),
        Rank(9, 3, 3, 1),
    )


def test_a_seat_of_nobody_known_is_in_nobody_s_way() -> None:
    assert [rank.person for rank in standing([ended({0: 2, 1: 1, 2: 3}, {0: 7, 2: 8})])] == [7, 8]
    assert standing(()) == ()


def test_nobody_stands_above_who_has_more() -> None:
    rng = Random(3)
    for _ in range(60):
        games = [
            ended(
                {seat: rng.randint(1, 4) for seat in seats}, {s: rng.randint(1, 9) for s in seats}
            )
            for seats in (range(rng.randint(1, 8)) for _ in range(rng.randrange(12)))
        ]
        ranks = standing(games, rng.choice(((), (3, 2, 1), (1,))))
        assert [rank.points for rank in ranks] == sorted((r.points for r in ranks), reverse=True)
        for one in ranks:
            assert one.place == 1 + sum(other.points > one.points for other in ranks)
        assert len({rank.person for rank in ranks}) == len(ranks)
