"""What may be said of people over many games, for a file to take away: whom they met, and who is
ahead where the house wants that. Of those who are named in figures alone.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from companion.access.own_figures import all_in_figures, house_rates
from companion.access.rating import ratings_of
from companion.frozen import replace
from companion.journal import GameRow, Journal
from companion.names import unmarked
from companion.referee.past import Summary
from companion.stats.export import HousePlayed

MET, RATING = "met", "rating"


def of_house(
    journal: Journal,
    games: Sequence[tuple[GameRow, Summary]],
    label: Callable[[int, str], str],
) -> Iterator[HousePlayed]:
    """Of these games, the newest first; `label` says what somebody is called in the file."""
    rows, known = [game for game, _ in games], [summary for _, summary in games]
    people = {
        game: {seat: replace(one, name=label(one.number, one.name)) for seat, one in some.items()}
        for game, some in all_in_figures(journal).items()
    }
    met, ahead, names = Counter[tuple[int, int]](), Counter[tuple[int, int]](), dict[int, str]()
    for game, summary in games:
        counted = {one.seat for one in summary.figures}
        seated = people.get(game.game, {})
        first = {one.number: seat for seat, one in sorted(seated.items(), reverse=True)}
        places = {one.seat: one.place for one in summary.placing if one.seat in counted}
        there = {number: places[seat] for number, seat in first.items() if seat in places}
        names |= {one.number: one.name for one in seated.values()}
        pairs = [(one, other) for one in there for other in there if one != other]
        met.update(pairs)
        ahead.update(pair for pair in pairs if there[pair[0]] < there[pair[1]])
    for (one, other), times in sorted(met.items()):
        said = f"Ahead of {names[other]}"
        yield HousePlayed(MET, names[one], said, times=ahead[one, other], of=times)
    for rating in ratings_of(rows, known, people) if house_rates(journal) else ():
        for line in rating.people:
            bar = (line.low, line.high)
            said = f"Surely ahead of {unmarked(line.ahead_of)}"
            yield HousePlayed(
                RATING, line.name, said, rating.title, rating.way, of=line.games, numbers=bar
            )
