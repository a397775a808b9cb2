"""A house that has played much: games that are over, with all that is kept of one, so that pages of
figures are as full as they get. Nothing is played for it: it is kept as if it had been.
"""

from typing import Final

from companion import codec
from companion.access.own_figures import let_rate
from companion.games.dolphin_splash.felt import ADVICE as OF_PADS
from companion.journal import GameRow, Journal
from companion.journal.people import People
from companion.referee.past import FILE, FigureTold, Placed, RecordTold, Summary, program
from companion.referee.past_file import PastFile
from companion.referee.table_told import PUT_RIGHT, TableTold, packed
from companion.stats.spans import FEW
from companion.words import PADS_MOST, Pad, Seat

GAMES: Final = 2 * FEW
WHOSE: Final = "Of {every} grabs, {n} said whose."
KINDS: Final = ("gpio", "tablet")  # in turn, so that some are few


def play_much(journal: Journal, like: GameRow, names: tuple[str, ...]) -> None:
    """Games of these people, each like this one, and a house that wants to know who is ahead."""
    people = [People(journal).number(name, 1) for name in names]
    kept = PastFile(journal.path.with_name(FILE), program)
    for n in range(GAMES):
        game = journal.begin_game(like.kind, like.setup, people, n * 86_400_000).game
        journal.end_game(game, n * 86_400_000 + 1)
        told = _summary(len(names), KINDS[n % 4 // 3])
        kept.keep(game, journal.mark(game), codec.dumps(told))
    kept.close()
    let_rate(journal, True)


def _summary(seats: int, felt_with: str) -> Summary:
    """A game in which everybody came in where they sit, and did something of each sort."""
    return Summary(
        over=True,
        rounds=9,
        won="\x020\x03",
        placing=tuple(Placed(Seat(n), n + 1, False, f"{n} points", ()) for n in range(seats)),
        played=True,
        figures=tuple(one for n in range(seats) for one in _figures(Seat(n), felt_with)),
        records=(
            _record("Closest finish", seats, 10_400, "", felt_with),
            _record("Longest path", 1, 14, "spaces", ""),
        ),
        felt_with=felt_with,
        table=packed(_table(felt_with)),
    )


def _figures(seat: Seat, felt_with: str) -> tuple[FigureTold, ...]:
    took_us = tuple(90_000 + 9_000 * n for n in range(3))
    return (
        FigureTold(seat, "Games won", int(seat == 0), 1, 0, "", (), ""),
        FigureTold(seat, "My hand was first", 1, 2, 4, WHOSE, (), felt_with),
        FigureTold(seat, "After the first hand", 0, 0, 4, WHOSE, took_us, felt_with, of=3),
        FigureTold(seat, "Letters", 0, 0, 0, "", (), "", (0, 1, 1, 6)),
        FigureTold(seat, "Soaked by \x020\x03", 1, 1, 0, "", (), ""),
    )


def _record(said: str, seats: int, much: int, unit: str, felt_with: str) -> RecordTold:
    holders = tuple(Seat(n) for n in range(min(2, seats)))
    return RecordTold(holders, said, much, much + (0 if unit else 900), unit, felt_with, 1)


def _table(felt_with: str) -> list[TableTold]:
    parts: list[Pad | None] = [None, *(Pad(n) for n in range(PADS_MOST))]
    shares = [
        TableTold(said, int(pad in (None, 1)), 2, pad, felt_with=felt_with)
        for said in OF_PADS
        for pad in parts
    ]
    long = "whose dolphin it is, and who was the first of all"
    words = [TableTold(PUT_RIGHT.template, 2, 90, sort=sort) for sort in ("", long, "a deal")]
    return [*shares, *words]
