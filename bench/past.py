"""Ten thousand games: what is kept of them, and how long a page of all of them takes."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random

from bench.figures import Figure, beside, in_turns
from companion import codec
from companion.access.own_figures import all_in_figures, named_in_figures
from companion.access.rating import ratings_of
from companion.frozen import replace
from companion.games import GAMES
from companion.journal import GameRow, Journal, Row
from companion.journal.people import People
from companion.referee.past import FILE, Past, Summary, program
from companion.referee.past_file import PastFile
from companion.say import Names
from companion.web.figures import groups_of
from companion.web.of_table import tables_of
from companion.web.records import records_of

SHARE_MOST = 5.0  # % of the journal
TIMES_MOST = 3.0
Known = Sequence[Summary | None]
PEOPLE = ("Ana", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")


def figures(folder: Path, games: int) -> Iterator[Figure]:
    """What is kept, how large, and a person's page of all games."""
    path = folder / "journal.sqlite"
    # By its name: tests are not held to types, and who imports them is.
    played = import_module("tests.robots.many").play_a_few(folder)
    journal = Journal(path, "bench")
    past = Past(journal)
    began_s = time.perf_counter()
    texts = {game.game: codec.dumps(past.summary(game)) for game in played}
    folded_ms = (time.perf_counter() - began_s) * 1e3 / len(played)
    past.close()
    yield Figure("a game folded and kept", "ms", folded_ms, note=f"of {len(played)} of all kinds")
    sources = _told_again(journal, played, games)
    kept, marks = PastFile(path.with_name(FILE), program), journal.marks()
    for game, source in sources.items():
        kept.keep(game, marks[game], texts[source])
    kept.close()
    size = os.path.getsize(path.with_name(FILE))
    share = 100 * size / os.path.getsize(path)
    yield Figure(f"kept of {games:,} games, of the journal", "%", share, most=SHARE_MOST)
    past = Past(journal)
    past.start()
    person = People(journal).known()[0].number
    pairs = in_turns(lambda: _page_s(journal, past, person), lambda: _read_s(journal, person), 5)
    played_by = len(People(journal).played(person))
    note = f"{played_by:,} of theirs, beside reading and decoding what is kept of these"
    yield beside("a person's page of all games", "s", pairs, most=TIMES_MOST, note=note)
    yield from _of_the_house(journal, past)
    past.close()
    journal.close()


def _told_again(journal: Journal, played: Sequence[GameRow], games: int) -> dict[int, int]:
    """So many games that are these again, by other people: by number, of which each is one."""
    rows = {game.game: _again(journal, game) for game in played}
    seats = {game.game: len(People(journal).seated(game.game)) or 4 for game in played}
    people, rng = [People(journal).number(name, 0) for name in PEOPLE], Random(games)
    sources = {}
    for n in range(games):
        source = rng.choice(played)
        who = rng.sample(people, seats[source.game])
        game = journal.begin_game(source.kind, source.setup, who, n).game
        journal.append(game, rows[source.game], n)
        sources[game] = source.game
    journal.end_game(game, games)
    return sources


def _again(journal: Journal, game: GameRow) -> list[Row]:
    return [replace(row, nonce=None) for row in journal.rows(game.game)]


def _page_s(journal: Journal, past: Past, person: int) -> float:
    began_s = time.perf_counter()
    games = [(game, seat) for game, seat in People(journal).played(person) if game.kind in GAMES]
    known = past.summaries([game for game, _ in games])
    groups = groups_of(games, known)
    drawn = sum(len(group.figures) for group in groups)
    took_s = time.perf_counter() - began_s
    if not drawn or None in known:
        raise RuntimeError("nothing to see")
    return took_s


def _of_the_house(journal: Journal, past: Past) -> Iterator[Figure]:
    """The pages of all games, each beside reading and decoding what is kept of these."""
    games = [game for game in journal.games(10**6) if game.ended_ms is not None]
    numbers = [game.game for game in games]
    pages: dict[str, Callable[[Known], object]] = {
        "records": lambda known: records_of(games, known, partial(named_in_figures, journal)),
        "who is ahead": lambda known: ratings_of(games, known, all_in_figures(journal)),
        "how well the table feels": lambda known: tables_of(games, known, Names()),
    }
    for name, page in pages.items():

        def drawn_s(page: Callable[[Known], object] = page) -> float:
            began_s = time.perf_counter()
            if not page(past.summaries(games)):
                raise RuntimeError("nothing to see")
            return time.perf_counter() - began_s

        pairs = in_turns(drawn_s, lambda: _decoded_s(journal, numbers), 3)
        note = f"of {len(games):,} games"
        yield beside(f"… of the house: {name}", "s", pairs, most=TIMES_MOST, note=note)


def _read_s(journal: Journal, person: int) -> float:
    return _decoded_s(journal, [game.game for game, _ in People(journal).played(person)])


def _decoded_s(journal: Journal, games: Sequence[int]) -> float:
    kept = PastFile(journal.path.with_name(FILE), program)
    began_s = time.perf_counter()
    for _, _, text in kept.texts(games):
        codec.loads(Summary, text)
    took_s = time.perf_counter() - began_s
    kept.close()
    return took_s
