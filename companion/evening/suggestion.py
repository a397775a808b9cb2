"""What to play next: a game that fits the people and the hour, and why.

Pure: the hour and what was played are told to it.
"""

from collections.abc import Iterable, Sequence

from companion.frozen import dataclass
from companion.games.game import Game

EARLY_UNTIL, LATE_FROM, MORNING = 20, 21, 5  # hours: small ones are up; long games are over late
OFTEN = 3  # times in a row, and it is somebody else's turn to wish
CHILD = 8  # years: games from there on are for children, too
LONG = 60  # minutes, where a game does not say how long it takes


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A game for next, and the words for it."""

    kind: str
    said: str


def suggestion(
    games: Iterable[Game], people: int, hour: int, played: Sequence[str], children: bool = False
) -> Suggestion | None:
    """The next game for so many people at that hour; `played` are tonight's kinds, the last last.

    With `children` among them it is one of those for the youngest. None where no game fits, or
    nobody is there.
    """
    often = played[-1] if len(played) >= OFTEN and len({*played[-OFTEN:]}) == 1 else ""
    fit = [game for game in games if fits(game, people) and game.kind != often]
    if not fit:
        return None
    if children:
        youngest = min(map(_age, fit))
        fit = [game for game in fit if _age(game) <= max(youngest, CHILD)]
    late = hour >= LATE_FROM or hour < MORNING
    early = MORNING <= hour < EARLY_UNTIL or children
    game = min(fit, key=lambda game: _wish(game, late, early, played))
    why = _why(game, people, late, early, played)
    return Suggestion(game.kind, f"{game.title} {'next' if played else 'first'}? {why}")


def fits(game: Game, people: int) -> bool:
    """Whether so many can play it."""
    least = game.few[1] if game.few else game.seats[0]
    return least <= people <= game.seats[1] and people not in game.never


def _wish(game: Game, late: bool, early: bool, played: Sequence[str]) -> tuple[int, ...]:
    """The lower the sooner: late the short ones, else what was played least, early the young."""
    long = game.minutes or LONG
    again = played.count(game.kind)
    newest = int(bool(played) and played[-1] == game.kind)
    return (long, newest, again) if late else (again, newest, _age(game) if early else long)


def _why(game: Game, people: int, late: bool, early: bool, played: Sequence[str]) -> str:
    fits_them = f"It fits {people} people"
    if late and game.minutes:
        return f"{fits_them}, and takes {game.minutes}\u00a0minutes."
    if game.kind not in played:
        return f"{fits_them}, and is new tonight." if played else f"{fits_them}."
    if early and _age(game):
        return f"{fits_them}, from {_age(game)}\u00a0years up."
    return f"{fits_them}."


def _age(game: Game) -> int:
    """The youngest that it is for, as its words say; 0 where they say none."""
    digits = "".join(letter if letter.isdecimal() else " " for letter in game.ages).split()
    return int(digits[0]) if digits else 0
