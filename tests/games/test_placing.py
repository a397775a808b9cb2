"""Places: one notion for all games; nobody stands above who has more, ties and tie-breaks are said.

Ends of all transcripts, and the same ends with points and oxygen put level by the table's pens, by
chance, until ties and tie-breaks come by the dozen.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any
from unicodedata import numeric

from companion.games.animal_splash import rules as animal_splash
from companion.games.animal_splash.facts import Adjusted, Setup, Tallied, Valued
from companion.games.placing import Standing, first, placing
from companion.new_game.rows import NAMES
from companion.say import say
from companion.words import Corrected, Refused, Seat, Text
from tests.games.animal_table import light_game, played
from tests.games.shelf import RULES
from tests.games.test_leaving import each_game
from tests.games.test_over import ends

PENS = 30  # tries a game's end


def penned(name: str) -> Iterator[Any]:
    """The ends of a game, and what random pens make of them, as long as it stays over."""
    game, rng = RULES[name], Random(5)
    for end in ends(name):
        state = end
        yield state
        for _ in range(PENS):
            seat = Seat(rng.randrange(state.setup.seats))
            fact: Any = Corrected(seat, rng.choice((-5, -2, -1, 1, 2, 5)))
            if name == "animal_splash" and rng.random() < 0.4:
                fact = Adjusted(seat, rng.choice((-1, 1, 2)))
            try:
                after = game.judge(state, fact).state
            except Refused:
                continue
            if game.view(after).over:
                state = after
                yield state


def read(points: str) -> Fraction:
    """ "7½" as a number."""
    parts = [Fraction(numeric(part)).limit_denominator(9) for part in points if not part.isascii()]
    whole = points.strip("-½⅓⅔¼¾⅕⅖⅗⅘") or "0"
    return sum(parts, Fraction(whole)) * (-1 if points.startswith("-") else 1)


def keys(name: str, shown: Any, seat: int) -> tuple[Any, ...]:
    """What counts by the rules, read off the view apart from the placing."""
    match name:
        case "dolphin_splash":
            return shown.letters[seat], seat in shown.winners
        case "twisted_fish":
            return (shown.totals[seat],)
        case "animal_splash":
            points = read(shown.totals[seat])
            return points, shown.oxygen[seat]
        case _:
            return (seat in shown.winners,)


@each_game
def test_nobody_stands_above_who_has_more(name: str) -> None:
    for state in penned(name):
        shown = RULES[name].view(state)
        placed = {one.seat: one.place for one in shown.placing}
        assert [one.place for one in shown.placing] == sorted(placed.values())
        for one in placed:
            for other in placed:
                mine, theirs = keys(name, shown, one), keys(name, shown, other)
                if name == "dolphin_splash" and not mine[1] and not theirs[1]:
                    continue  # in overtime the count decides, too
                assert (placed[one] < placed[other]) == (mine > theirs), (one, other)


@each_game
def test_the_first_place_is_who_has_won(name: str) -> None:
    for state in penned(name):
        shown = RULES[name].view(state)
        best = {one.seat for one in shown.placing if one.place == 1}
        assert best == set(shown.winners)


@each_game
def test_no_place_is_given_before_the_end(name: str) -> None:
    game = RULES[name]
    assert game.view(game.start(game.Setup(4))).placing == ()


def test_ties_are_shared_and_the_next_place_is_left_out() -> None:
    rng = Random(7)
    for _ in range(300):
        numbers = [(rng.randrange(3), rng.randrange(2)) for _ in range(rng.randrange(1, 7))]
        placed = placing(Standing((Seat(n),), by) for n, by in enumerate(numbers))
        by_seat = {one.seat: one for one in placed}
        for seat, by in enumerate(numbers):
            assert by_seat[Seat(seat)].place == 1 + sum(other > by for other in numbers)
            assert by_seat[Seat(seat)].shared == (Counter(numbers)[by] > 1)


def test_a_side_counts_as_one() -> None:
    sides = Standing((Seat(1), Seat(3)), (1,)), Standing((Seat(0), Seat(2)), (0,))
    places = [(one.seat, one.place, one.shared) for one in placing(sides)]
    assert places == [(1, 1, False), (3, 1, False), (0, 2, False), (2, 2, False)]
    assert first(sides) == (1, 3)


def test_only_a_tie_break_that_was_needed_is_said() -> None:
    words = (Text("points"), Text("oxygen"))
    alone, one, other = ((4, 9), (3, 1), (3, 2))
    placed = placing(Standing((Seat(n),), by, words) for n, by in enumerate((alone, one, other)))
    assert [(p.seat, p.place, len(p.decided)) for p in placed] == [
        (0, 1, 0), (2, 2, 1), (1, 3, 1)
    ]  # fmt: skip


def test_A_R11_the_most_oxygen_of_who_is_level_and_no_other() -> None:
    """14½, 14½ and 14 points with 1, 2 and 9 oxygen."""
    state = played(Setup(3), *light_game(0, 0, 0))
    more = (air - have for air, have in zip((1, 2, 9), state.oxygen, strict=True))
    air = (Adjusted(Seat(n), change) for n, change in enumerate(more) if change)
    pens = (Corrected(Seat(n), more) for n, more in enumerate((10, 10, 14)))
    state = played(Setup(3), *light_game(0, 0, 0), *air, *pens, Valued(6, 3),
                   *(Tallied(Seat(n), count) for n, count in enumerate((1, 1))))  # fmt: skip
    judged = animal_splash.judge(state, Tallied(Seat(2), 0))
    shown = animal_splash.view(judged.state)
    assert shown.totals == ("14½", "14½", "14")
    assert [(p.seat, p.place) for p in shown.placing] == [(1, 1), (0, 2), (2, 3)]
    decided = [[say(text, NAMES) for text in p.decided] for p in shown.placing]
    assert decided == [["2 oxygen left"], ["1 oxygen left"], []]
    assert "Ben has won with 14½ points and the most oxygen: 2!" in [
        say(ruling.text, NAMES) for ruling in judged.rulings
    ]
