"""The games of this evening, from the journal: for good night, and between two games.

Reads what is kept of the past; decides nothing, and writes nothing.
"""

from collections.abc import Callable, Mapping, Sequence

from companion import days
from companion.access.gathering import gathered
from companion.evening.suggestion import suggestion
from companion.evening.tonight import FeatOf, Played, evening_of, people_of
from companion.frozen import replace
from companion.games import GAMES, robots
from companion.journal.people import People, Person, guest
from companion.journal.settings import EVENING_AFTER, NIGHT, POINTS
from companion.referee import GameRow, Referee
from companion.referee.past import Summary, named, summary_of
from companion.referee.picture import AccessState, Intermission, Night, Tonight
from companion.say import Names
from companion.words import SEATS_MOST, Seat

TONIGHT_MS = 18 * 3_600_000  # where nobody said good night, what was told before is not tonight's
POSTER_MS = 6 * 3_600_000  # after a start later than that, another evening begins
GAMES_MOST = 30
PEOPLE_MOST = 100  # whom new names are looked for


class TonightsGames:
    """What was played this evening. All methods may be called from any thread."""

    def __init__(self, referee: Referee, wall_ms: Callable[[], int]) -> None:
        self._referee, self._wall_ms = referee, wall_ms
        # What was found last, and of what.
        self._known: tuple[tuple[object, ...], Intermission | None] = ((), None)
        self._people: list[Person] = []  # when a night was told

    @property
    def points(self) -> tuple[int, ...]:
        """What the house says that places are worth; none: as ever."""
        return self._referee.journal.setting(POINTS)

    @points.setter
    def points(self, table: tuple[int, ...]) -> None:
        self._referee.journal.set_setting(POINTS, table)

    def games(self) -> list[GameRow]:
        """This evening's games that can still be told, the first first."""
        after = self._referee.journal.setting(EVENING_AFTER)
        return self._told_since(self._wall_ms() - TONIGHT_MS, after + 1)

    def _told_since(self, since_ms: int, first: int) -> list[GameRow]:
        """The games from this number on of which something was told since then, the first first.

        One that was left open another day begins, for this evening, when it goes on.
        """
        journal = self._referee.journal
        games = [game for game in journal.games(GAMES_MOST) if game.game >= first]
        told = [game for game in games if game.begun_ms >= since_ms]
        # Only the newest of the others was still open.
        for game in [game for game in games if game.begun_ms < since_ms][:1]:
            went_on_ms = journal.told_since(game.game, since_ms)
            if went_on_ms is not None:
                told.append(replace(game, begun_ms=went_on_ms))
        return sorted((one for one in told if one.kind in GAMES), key=lambda one: one.game)

    def remember(self, games: Sequence[GameRow]) -> None:
        """Good night was said after these games: `last_night` finds them again after a start."""
        bounds = (games[0].game, games[-1].game, self._wall_ms()) if games else ()
        self._referee.journal.set_setting(NIGHT, bounds)

    def last_night(self) -> list[GameRow]:
        """The games of an evening that ended a while ago, if none was begun since."""
        journal = self._referee.journal
        bounds = journal.setting(NIGHT)
        if len(bounds) != 3:
            return []
        first, last, at_ms = bounds
        newest = journal.games(1)
        if not newest or newest[0].game != last or self._wall_ms() - at_ms > POSTER_MS:
            return []
        return self._told_since(at_ms - TONIGHT_MS, first)

    def night(self, games: Sequence[GameRow]) -> Night:
        """The evening of these games; those left before their first round are not told."""
        self._people = self._known_people()
        known = [(game, self._referee.past.summary(game)) for game in games]
        told = [(game, summary) for game, summary in known if summary.was_played]
        played = self._played(told)
        begun_ms = games[0].begun_ms if games else self._wall_ms()
        day = days.evening(begun_ms)  # also where good night is said past midnight
        poster = evening_of(played, f"{day:%A}, {days.said(day)}", self.points)
        return Night(tuple(self._story(*one) for one in told), poster)

    def retold(self, night: Night, games: Sequence[GameRow]) -> Night:
        """The same night, told anew where somebody has another name by now, or was forgotten."""
        return night if self._people == self._known_people() else self.night(games)

    def between(self, access: AccessState) -> Intermission | None:
        """Who stands where, and what could be next; None while a game is on, or before the first.

        Worked out anew only when something of it is new.
        """
        picture = self._referee.picture
        hour = days.at(self._wall_ms()).hour
        table = self.points
        people = self._known_people()
        here = access.guests_here, access.sharers, access.asking, access.watching
        seen = (picture.game, picture.seq, picture.names.seats, hour, table, people, here)
        known, between = self._known
        if known != seen:
            between, done = self._worked_out(hour, table, access)
            self._known = (seen if done else (), between)
        return between

    def _worked_out(
        self, hour: int, table: tuple[int, ...], access: AccessState
    ) -> tuple[Intermission | None, bool]:
        """What is known by now, and whether that is all."""
        picture = self._referee.picture
        view = picture.view
        if picture.game is not None and not view.over:
            return None, True
        games = self.games()
        if not games:
            wish = self._wish(hour, [], access)
            return Intermission((), wish) if wish else None, True
        at_hand = picture.number
        before = [game for game in games if game.game != at_hand]
        kept = zip(before, self._referee.past.summaries(before), strict=True)
        known: dict[int, Summary | None] = {game.game: summary for game, summary in kept}
        known[at_hand] = summary_of(view)
        told = [(game, summary) for game in games if (summary := known[game.game])]
        played = self._played([one for one in told if one[1].played])
        if not played:
            return None, None not in known.values()
        kinds = [game.kind for game, summary in told if summary.played]
        found = Intermission(people_of(played, table), self._wish(hour, kinds, access))
        return found, None not in known.values()

    def _wish(self, hour: int, kinds: Sequence[str], access: AccessState) -> str:
        """What those who are here could play next, in words."""
        here = gathered(self._referee.journal, self._referee.picture, access)
        children = any(one.child for one in here)
        wish = suggestion(GAMES.values(), len(here), hour, kinds, children)
        return wish.said if wish else ""

    def _known_people(self) -> list[Person]:
        return People(self._referee.journal).known(PEOPLE_MOST)

    def _played(self, games: Sequence[tuple[GameRow, Summary]]) -> list[Played]:
        people, guests = People(self._referee.journal), dict[int, str]()
        return [played_of(*one, people.seated(one[0].game), guests) for one in games]

    def _story(self, game: GameRow, summary: Summary) -> Tonight:
        if not summary.told:
            return Tonight(game.kind, 0, "", ())  # newer rules cannot tell it any more
        names = Names(
            people_in(game, summary, People(self._referee.journal).seated(game.game), {})[1]
        )
        players = tuple(names.seat(seat) for seat in names.seats)
        won = named(summary.won, names)
        return Tonight(game.kind, summary.rounds, won, players, summary.called)


def played_of(
    game: GameRow, summary: Summary, seated: Mapping[Seat, Person], guests: dict[int, str]
) -> Played:
    """A game as the evening tells it; `guests` are those of the evening so far, by number.

    Robots that filled seats are no people of it: they stand nowhere, and are behind nobody.
    """
    people, names = people_in(game, summary, seated, guests)
    people = {seat: number for seat, number in people.items() if names[seat] not in robots()}
    places = {one.seat: one.place for one in summary.placing if one.seat in people}
    feats = (FeatOf(o.feat, o.value, named(o.said, Names(names))) for o in summary.highlights)
    return Played(
        title=summary.called or GAMES[game.kind].title,
        places=places if summary.over else {},
        people=people,
        names={number: names[seat] for seat, number in people.items()},
        looks={one.number: one.look for one in seated.values()},
        feats=tuple(feats),
        course=summary.course,
    )


def people_in(
    game: GameRow, summary: Summary, seated: Mapping[Seat, Person], guests: dict[int, str]
) -> tuple[dict[Seat, int], dict[Seat, str]]:
    """Who sat where in a game, and what they are called.

    Whoever is forgotten, or sat at a seat that nobody named, is a guest with a line of their own.
    """
    seated = summary.there(seated)
    seats = sorted({*seated, *(one.seat for one in summary.placing)})
    people = {
        seat: seated[seat].number if seat in seated else -(game.game * SEATS_MOST + seat) - 1
        for seat in seats
    }
    names = {
        seat: (seat in seated and seated[seat].name)
        or guests.setdefault(people[seat], guest(len(guests)))
        for seat in seats
    }
    return people, names
