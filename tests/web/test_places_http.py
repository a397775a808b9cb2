"""Past games of every kind on the pages: who came in where, level ones together, and what decided.

The games are those of the transcripts, written into a journal as they would have been told.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion import codec
from companion.games import GAMES
from companion.journal import Journal, Op, Row
from companion.journal.people import People
from companion.points import in_letters
from companion.say import say
from companion.words import Refused, Seat
from tests.games import transcripts
from tests.games.shelf import RULES
from tests.games.test_transcripts import FILES, words_of
from tests.games.transcripts import Transcript, read
from tests.web.house import Phone, running, until


@pytest.fixture(scope="module")
def past(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    """A companion with all transcripts that end in its history: their kinds, states and names."""
    state = tmp_path_factory.mktemp("past")
    journal = Journal(state / "journal.sqlite", "boot")
    games = {}
    for name, path in FILES:
        told = tuple(facts_of(name, path))
        if RULES[name].view(told[-1][1]).over:
            games[noted(journal, name, path, told)] = (name, told[-1][1], read_paper(path).names)
    journal.close()
    companion = running(state)
    yield SimpleNamespace(house=companion, games=games)
    companion.close()


def read_paper(path: Path) -> Transcript:
    return read(path.read_text(encoding="utf-8"))


def facts_of(name: str, path: Path) -> Iterator[tuple[Any, Any]]:
    """The facts of a transcript that count, each with the state after it."""
    game, words, paper = RULES[name], words_of(name), read_paper(path)
    state = game.start(transcripts.setup(game, words, paper))
    for line in paper.told:
        fact = transcripts.fact(words, paper, state, line.words)
        try:
            state = game.judge(state, fact).state
        except Refused:
            continue
        yield fact, state


def noted(journal: Journal, name: str, path: Path, told: tuple[tuple[Any, Any], ...]) -> int:
    """Write a transcript into the journal; the number of its game."""
    paper = read_paper(path)
    names = People(journal)
    people = [names.number(person, 1) for person in paper.players]
    setup = codec.dumps(transcripts.setup(RULES[name], words_of(name), paper))
    game = journal.begin_game(name, setup, people, 1).game
    for seat, person in enumerate(paper.later, len(paper.players)):
        names.seat(game, Seat(seat), names.number(person, 1))
    rows = [Row(Op.FACT, codec.dumps((fact,)), "referee", at) for at, (fact, _) in enumerate(told)]
    journal.append(game, rows, 1)
    return game


def places(page: str) -> list[tuple[int, str]]:
    """The places on a page, with the words behind each."""
    found = re.findall(r'<li value="(\d+)"><b>\1</b> (.*?)</li>', page, flags=re.DOTALL)
    return [(int(place), re.sub(r"<[^>]+>", "", words).strip()) for place, words in found]


def test_every_past_game_says_its_places(past: SimpleNamespace) -> None:
    phone = Phone(past.house.address.port)
    for number, (name, state, names) in past.games.items():
        view = RULES[name].view(state)
        found = places(phone.get(f"/game/{number}")[1])
        wanted = view.placing
        assert sorted({place for place, _ in found}) == sorted({one.place for one in wanted})
        for one in wanted:
            words = " ".join(words for place, words in found if place == one.place)
            assert names.seat(one.seat) in words
            for text in one.decided:
                assert say(text, names) in words
    assert {name for name, *_ in past.games.values()} == set(RULES)


def test_the_history_shows_the_same_places(past: SimpleNamespace) -> None:
    phone = Phone(past.house.address.port)
    until(lambda: "Counting" not in phone.get("/history")[1], "all that was counted")
    cards = phone.get("/history")[1].split('<a class="card past" href="/game/')[1:]
    shown = {int(card.split('"')[0]): places(card) for card in cards}
    assert set(shown) == set(past.games)
    for number, found in shown.items():
        assert found == places(phone.get(f"/game/{number}")[1])


def test_a_tie_break_is_said_on_paper_and_on_pages(past: SimpleNamespace) -> None:
    phone = Phone(past.house.address.port)
    pages = [phone.get(f"/game/{number}")[1] for number in past.games]
    said = " ".join(words for page in pages for _, words in places(page))
    assert "8½ points, 2 oxygen left" in said
    assert "3 in overtime" in said


def test_every_past_game_is_a_picture_with_its_numbers_behind_it(past: SimpleNamespace) -> None:
    phone = Phone(past.house.address.port)
    pictures = 0
    for number, (name, state, _) in past.games.items():
        tells = GAMES[name].race
        assert tells is not None
        _, *parts = phone.get(f"/game/{number}")[1].split('<figure class="card race"')
        assert len(parts) == (len(tells((state,)).scores) > 1), number
        for part in parts:
            picture, _, behind = part.partition("<details")
            assert 'role="img" aria-label="' in picture and "<style" not in picture
            last = re.findall(r"<td>(.*?)</td>", behind.rpartition("<tr>")[2])
            assert last == [in_letters(one) for one in tells((state,)).scores[-1]]
            pictures += 1
    assert pictures >= len(RULES)
