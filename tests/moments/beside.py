"""The pages beside a game: how it was decided, its past, its rules, what may be put right, people,
a new game, what families enter. Pages that a script leads through are looked at with all of their
steps open.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Final

from companion.games import GAMES
from companion.library import Library
from companion.words import Refused
from tests.entered import SORTS
from tests.moments.much_played import play_much
from tests.moments.recorded import Bench, Look, Moment

REFEREE: Final = "referee"
OPEN_TO_ALL: Final = ("/history", "/replay/{game}", "/game/{game}", "/rules/{kind}")
OF_REFEREES: Final = ("/history", "/replay/{game}", "/game/{game}", "/new", "/people")
AMENDS: Final = 6


def pages(bench: Bench, played: list[Moment]) -> Moment:
    """All of them, as they are once this game is over."""
    over = next(moment for moment in reversed(played) if moment.picture.view.over)
    assert over.picture.game is not None
    kind, game = over.picture.game.kind, over.picture.game.game
    looks = [Look(path.format(game=game, kind=kind), unfolded=True) for path in OPEN_TO_ALL]
    looks += [Look(path.format(game=game), REFEREE, unfolded=True) for path in OF_REFEREES]
    looks += [Look(f"/amend/{seq}", REFEREE) for seq in _amendable(bench)]
    for path in _entered(bench, kind, over.names):
        looks.append(Look(path, REFEREE, unfolded=True))
    return replace(over, name=f"{kind} pages beside it", looks=tuple(looks))


def figures(bench: Bench, played: list[Moment]) -> Moment:
    """The pages of a house that has played much, with these people."""
    over = next(moment for moment in reversed(played) if moment.picture.view.over)
    assert over.picture.game is not None
    play_much(bench.journal, over.picture.game, over.names)
    looks = (
        Look("/figures", "seat:0", unfolded=True),
        Look("/ratings", "seat:0", unfolded=True),
        Look("/records"),
        Look("/table", REFEREE, unfolded=True),
    )
    return replace(over, name=f"{over.picture.game.kind} figures", looks=looks)


def decided(bench: Bench, played: list[Moment]) -> Moment:
    """The wall while it plays once more how this game was decided: the first picture, the last."""
    over = next(moment for moment in reversed(played) if moment.picture.view.over)
    first, *_, last = bench.stills()
    looks = tuple(Look("/", still=still) for still in (first, last))
    return replace(over, name=f"{over.name} once more", looks=looks)


def _amendable(bench: Bench) -> list[int]:
    """Some words that may be put right, of as many rules."""
    found: dict[str, int] = {}
    for line in bench.referee.picture.lines:
        if line.told and line.standing and line.rule not in found and len(found) < AMENDS:
            with suppress(Refused):
                bench.referee.what_if(line.seq, ())
                found[line.rule] = line.seq
    return list(found.values())


def _entered(bench: Bench, kind: str, names: tuple[str, ...]) -> Iterator[str]:
    """What was entered for a game: their list, one of them, and an empty one."""
    for content in GAMES[kind].takes:
        at = Library(bench.referee.journal, content).keep(names[-1], SORTS[content.word].ours).at
        for last in ("", f"/{at}", "/new"):
            yield f"/{content.many}{last}"
