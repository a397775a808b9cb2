"""Seats that nobody named, in the evening's standing and on its poster: for every game."""

from companion.access.tonight import played_of
from companion.evening.tonight import evening_of
from companion.games import GAMES
from companion.journal.people import Person
from companion.journal.rows import GameRow
from companion.referee.past import Summary, summary_of
from companion.words import Seat
from tests.games.test_leaving import each_game
from tests.games.test_over import ends


def ended(kind: str) -> Summary:
    """How a game of robots ended."""
    return summary_of(GAMES[kind].view(ends(kind)[0]))


@each_game
def test_every_seat_of_a_game_has_a_line_with_its_points(name: str) -> None:
    summary = ended(name)
    places = {one.seat: one.place for one in summary.placing}
    people = {seat: Person(10 + seat, f"P{seat}") for seat in places}
    for nameless in ([], [max(places)], [*places][:2], [*places]):
        seated = {seat: who for seat, who in people.items() if seat not in nameless}
        row = GameRow(game=3, kind=name, setup="{}", begun_ms=0, ended_ms=None)
        told = evening_of([played_of(row, summary, seated, {})], "today")
        assert len(told.people) == len(places), nameless
        everybody = sorted(one.name for one in told.people)
        guests = [name for name in everybody if "guest" in name]
        assert len({*everybody}) == len(places) and len(guests) == len(nameless)
        assert len({one.look for one in told.people}) == len(places)
        ahead = [1 + sum(n < place for n in places.values()) for place in places.values()]
        assert sorted(one.place for one in told.people) == sorted(ahead)
        best = {one.look for one in told.people if one.place == 1}
        assert {*told.games[0].won} == best, "who won looks so on the poster, too"


def test_a_guest_of_one_game_is_not_one_of_another() -> None:
    """Nobody knows whether it is the same one: two lines, and nobody has another's points."""
    name = "dolphin_splash"
    summary = ended(name)
    seats = [one.seat for one in summary.placing]
    rows = [GameRow(game=n, kind=name, setup="{}", begun_ms=0, ended_ms=None) for n in (1, 2)]
    known = {seat: Person(10 + seat, f"P{seat}") for seat in seats[1:]}
    guests: dict[int, str] = {}
    told = evening_of([played_of(row, summary, known, guests) for row in rows], "today")
    assert sum("guest" in one.name for one in told.people) == 2
    assert len({one.name for one in told.people}) == len(told.people)
    assert Seat(0) in seats
