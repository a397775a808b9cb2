"""Decks of Animal Splash are kept whole or not at all; their files say what is wrong with them."""

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.boards import Boards
from companion.decks import FILE_MOST, Decks, Kept, plain, read, told, written
from companion.games.animal_splash.deck import Deck, faults
from companion.games.animal_splash.sample import SAMPLE
from companion.games.split.practice import PRACTICE
from companion.journal import Journal
from companion.journal.settings import DECKS
from companion.say import Names, say
from companion.words import Refused

OURS = replace(SAMPLE, title="Ours", aids=1, cards=SAMPLE.cards[:39], sample=False)
CONTENT = plain(OURS)


def changed(**fields: object) -> dict[str, Any]:
    return {**CONTENT, **fields}


BAD = {
    "71 cards": (changed(aids=0), "A-S10", "A deck has 72 cards; this one has 71."),
    "four animals": (
        changed(animals=["crab", "turtle", "ray", "octopus"]),
        "A-R12",
        "There are 5 animals in the box; this deck names 4.",
    ),
    "a whale": (
        changed(cards=[{**plain(OURS.cards[0]), "animal": "whale"}, *CONTENT["cards"][1:]]),  # type: ignore[index]
        "A-R12",
        'Card 1 says "whale", and the deck does not name that.',
    ),
    "no list": (
        changed(cards="many"),
        "A-S10",
        "That is no deck: the deck.cards should be a list, not 'many'.",
    ),
    "a number in words": (
        changed(aids="1"),
        "A-S10",
        "That is no deck: the deck.aids should be a whole number, not '1'.",
    ),
    "something more": (changed(more={}), "A-S10", "That is no deck: the deck has no 'more'"),
    "nothing": (None, "A-S10", "That is no deck: the deck should be an object, not None."),
}


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with closing(Journal(tmp_path / "journal.sqlite", "boot")) as opened:
        yield opened


def refusal(work: object, *told: object) -> tuple[str, str]:
    with pytest.raises(Refused) as caught:
        work(*told)  # type: ignore[operator]
    return caught.value.rule, say(caught.value.text, Names())


def test_a_deck_is_kept_found_and_taken_away(journal: Journal) -> None:
    decks = Decks(journal, lambda: 7)
    deck = decks.keep("Grandma's", CONTENT)
    assert decks.all() == {deck: Kept("Grandma's", replace(OURS, title="Grandma's"), 7)}
    assert decks.keep("Grandma's", CONTENT) == deck  # said twice
    another = ("", 'There is another deck called "grandma\'s".')
    assert refusal(decks.keep, "grandma's", plain(SAMPLE)) == another
    assert decks.keep("Aunt's", CONTENT, deck) == deck
    decks.drop(deck)
    gone = ("", "That deck is not here any more. Save it as a new one.")
    assert decks.all() == {} and refusal(decks.keep, "Aunt's", CONTENT, deck) == gone


def test_boards_and_decks_lie_apart(journal: Journal) -> None:
    boards, decks = Boards(journal), Decks(journal)
    board, deck = boards.keep("Ours", PRACTICE), decks.keep("Ours", CONTENT)
    decks.drop(board)
    boards.drop(deck)
    assert list(boards.all()) == [board] and list(decks.all()) == [deck]


@pytest.mark.parametrize(("content", "rule", "sentence"), BAD.values(), ids=BAD)
def test_a_deck_with_a_fault_is_refused_and_nothing_changes(
    journal: Journal, content: object, rule: str, sentence: str
) -> None:
    decks = Decks(journal)
    deck = decks.keep("Ours", CONTENT)
    before = decks.all()
    for at in ("", deck):
        said = refusal(decks.keep, "New", content, at)
        assert said[0] == rule and said[1].startswith(sentence)
    assert decks.all() == before


def test_a_damaged_deck_in_the_journal_is_no_bar(journal: Journal) -> None:
    decks = Decks(journal)
    deck = decks.keep("Ours", CONTENT)
    journal.set_setting(DECKS.key("one"), "{")
    short = {"name": "X", "deck": changed(aids=0), "saved_ms": 1}
    journal.set_setting(DECKS.key("two"), json.dumps(short))
    assert list(decks.all()) == [deck]


# --- files ------------------------------------------------------------------------------------

WORDY = replace(
    OURS,
    plants=("Kräuter “groß”", *OURS.plants[1:]),
    cards=tuple(
        replace(card, plants=tuple(p.replace("kelp", "Kräuter “groß”") for p in card.plants))
        for card in OURS.cards
    ),
)


@pytest.mark.parametrize("deck", (OURS, SAMPLE, WORDY), ids=("ours", "sample", "wordy"))
def test_a_file_brings_the_same_deck_to_another_table(deck: Deck) -> None:
    text = written(Kept(deck.title, deck, 7))
    assert read(text) == deck == told(plain(deck))
    assert len(text) < FILE_MOST * 0.6
    assert text.count("\n") > 72  # to be mended by hand: a line for each card


def test_a_part_of_a_deck_is_read() -> None:
    part = replace(OURS, cards=OURS.cards[:3], starts=(), missions=(), ends=())
    assert read(written(Kept("", part, 0))) == part


GARBAGE = {
    "empty": "",
    "words": "Animal Splash",
    "cut": '{"cards": [{"animal": "cr',
    "a list": "[]",
    "another's": '{"splash_companion": "split board", "rows": []}',
    "brackets": "[" * FILE_MOST,
    "a long number": f'{{"cards": {"9" * 5000}}}',
    "half a letter": '{"cards": [], "title": "\\ud800"}',
    "long": " " * (FILE_MOST + 1),
}


@pytest.mark.parametrize("text", GARBAGE.values(), ids=GARBAGE)
def test_a_file_that_is_none_is_refused(text: str) -> None:
    rule, sentence = refusal(read, text)
    assert rule == "A-S10" and sentence.endswith(".")


def test_any_bytes_are_read_or_refused(journal: Journal) -> None:
    rng, whole = Random(1), written(Kept("Ours", OURS, 0))
    for _ in range(200):
        at = rng.randrange(len(whole))
        text = whole[:at] + rng.choice(["", "\\", '"', "crab", "-", "\u2660"]) + whole[at + 1 :]
        try:
            deck = read(text)
        except Refused as refused:
            assert refused.rule == "A-S10"
        else:
            assert isinstance(faults(deck), tuple)
