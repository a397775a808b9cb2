"""Past and exported games folded anew: the same rows give the same pictures anywhere.

Reads a journal or lines; writes nothing.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field, replace
from typing import Any

from companion import codec, days
from companion.frozen import dataclass
from companion.games import GAMES
from companion.games.game import Game
from companion.journal import GameRow, Journal, Row
from companion.journal.people import People, named
from companion.referee.fold import Fold
from companion.referee.picture import Picture, lines_of
from companion.referee.secrecy import refusal
from companion.referee.showing import at_table
from companion.say import Names, complaint
from companion.words import CompanionError, Refused, Ruling


class Unusable(CompanionError, ValueError):
    """A file that is no game: the sentence says which line, and what it should hold."""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a replayed file: its number, the fact, and what the rules said.

    Of the journal: the line of the exported file. What is refused is not exported, and has the
    number of the line that it would be.
    """

    line: int
    fact: Any
    rulings: tuple[Ruling, ...] = ()
    refused: Refused | None = None


@dataclass(frozen=True, slots=True)
class Replayed:
    """A whole game, judged. `names` are those of its people, hours or lines, as far as known."""

    module: Game
    state: Any
    steps: tuple[Step, ...]
    names: Names = field(default_factory=Names)


def fold_game(
    journal: Journal,
    game: GameRow,
    asking: bool = True,
    pace: Callable[[Iterable[Row]], Iterable[Row]] = iter,
) -> Fold:
    """A game of the journal, judged by today's rules. Raises Unusable where they can't be used."""
    module = module_of(game)
    try:
        setup = codec.loads(module.Setup, game.setup, "its Setup")
        fold = Fold(module, setup, game.game, asking)
        for row in pace(journal.rows(game.game)):
            fold.take(row)
        for entry in fold.entries:
            if entry.refused is not None and not entry.refused.lasts:
                raise entry.refused  # that it was told is not for the rules' slowness to say
    except codec.Malformed as problem:
        raise Unusable(
            f"Game {game.game} was told in words that {module.title} does not know: "
            f"{complaint(problem)} Update this companion; where it is a game of your own, let its "
            "facts.py take again what it once did."
        ) from None
    except Refused as problem:
        raise Unusable(f"Game {game.game}: {complaint(problem)}") from None
    return fold


def module_of(game: GameRow) -> Game:
    """The rules of a game of the journal. Raises Unusable where they are not here."""
    if game.kind not in GAMES:
        raise Unusable(
            f"This companion does not know {game.kind}, game {game.game}. Update it; "
            "where that is one of your own, say where it lies: --games FOLDER."
        )
    return GAMES[game.kind]


def picture_of(journal: Journal, game: GameRow, fold: Fold, pads: tuple[str, ...]) -> Picture:
    """A folded game as a picture; `pads` are the dolphins' names."""
    return Picture(
        seq=fold.entries[-1].row.seq if fold.entries else 0,
        game=game,
        setup=fold.setup,
        module=fold.module,
        state=fold.state,
        lines=lines_of(fold, most=10_000),
        names=at_table(names_in(journal, game, fold, pads), fold),
    )


def names_in(
    journal: Journal, game: GameRow | None, fold: Fold | None, pads: tuple[str, ...]
) -> Names:
    """Who sits where in a game, what its dolphins are called, and when its facts were told."""
    if game is None or fold is None:
        return Names({}, pads)
    seated = People(journal).seated(game.game)

    def hour(fact: int) -> str:
        wall_ms = fold.recorded_ms(fact)
        return days.hour(wall_ms) if wall_ms else ""

    return Names(
        named(seated),
        pads,
        {seat: one.look for seat, one in seated.items()},
        # Whoever is forgotten sits nowhere any more: somebody else may sit down there.
        {seat: one.number for seat, one in seated.items() if one.name},
        hour=hour,
    )


def replayed_game(journal: Journal, game: GameRow, pads: tuple[str, ...]) -> Replayed:
    """A game of the journal as what stands of it was told. Raises Unusable."""
    fold = fold_game(journal, game, asking=False)
    steps: list[Step] = []
    line = 2  # the first is the setup's
    for entry in fold.entries:
        if entry.standing and entry.refused is not None:
            steps.append(Step(line, entry.fact, refused=refusal(entry)))
        elif entry.standing:
            state = entry.before
            for fact in entry.facts:
                judged = fold.module.judge(state, fact)
                state = judged.state
                steps.append(Step(line, fact, judged.rulings))
                line += 1
    names = replace(names_in(journal, game, fold, pads), line=lambda fact: fact + 1)
    return Replayed(fold.module, fold.state, tuple(steps), names)


def exported(journal: Journal, game: GameRow) -> Iterator[str]:
    """A game as JSON Lines: its setup, then the facts that stand. Holds no names."""
    fold = fold_game(journal, game, asking=False)
    setup = codec.encode(fold.setup)
    yield codec.dumps({"game": game.kind, "setup": setup})
    for entry in fold.entries:
        if entry.standing and entry.refused is None:
            yield from map(codec.dumps, entry.facts)


def replay_lines(lines: Iterable[str]) -> Replayed:
    """Judge a file of JSON Lines: a setup, then facts. Raises Unusable, naming the line."""
    numbered = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    if not numbered:
        raise Unusable("The file is empty. Its first line should hold a game's setup.")
    first, head = numbered[0]
    module, setup, state = _opened(first, head)
    read = codec.by_hand(codec.fact_of(module.judge), setup)
    steps = []
    for number, line in numbered[1:]:
        try:
            fact = read(codec.parse(line), "it")
        except (codec.Malformed, Refused) as problem:
            raise Unusable(f"Line {number}: {complaint(problem)}") from None
        try:
            judged = module.judge(state, fact)
        except Refused as refused:
            steps.append(Step(number, fact, refused=refused))
            continue
        state = judged.state
        steps.append(Step(number, fact, judged.rulings))
    counted = [step.line for step in steps if step.refused is None]
    return Replayed(module, state, tuple(steps), Names(line=lambda fact: counted[fact - 1]))


def _opened(number: int, line: str) -> tuple[Game, Any, Any]:
    head = _json(number, line)
    kind = head.get("game") if isinstance(head, dict) else None
    if not isinstance(kind, str) or kind not in GAMES or "setup" not in head:
        games = ", ".join(GAMES)
        raise Unusable(
            f'Line {number} should be {{"game": …, "setup": …}} with a game of: {games}. '
            "Where it is one of your own, say where it lies: --games FOLDER."
        )
    module = GAMES[kind]
    try:
        setup = codec.by_hand(module.Setup)(head["setup"], "setup")
        return module, setup, module.start(setup)
    except (codec.Malformed, Refused) as problem:
        raise Unusable(f"Line {number}: {complaint(problem)}") from None


def _json(number: int, line: str) -> Any:
    try:
        return codec.parse(line)
    except codec.Malformed as problem:
        raise Unusable(f"Line {number}: {problem}") from None
