"""Decks over HTTP: saved, carried as a file, made one of two parts, played with."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.decks import FILE_MOST, Decks, Kept, plain, read, written
from companion.games.animal_splash.deck import Deck
from companion.games.animal_splash.sample import SAMPLE
from companion.runtime import Companion
from companion.web.decks import BODY_MOST
from companion.web.guard import BODY_MOST as POST_MOST
from tests.web.house import Phone, begin, unchanged
from tests.web.test_bad_input import is_refused

OURS = replace(SAMPLE, title="Ours", aids=1, cards=SAMPLE.cards[:39], sample=False)
CONTENT = plain(OURS)
SHORT = {**CONTENT, "aids": 0}
NONE = replace(OURS, cards=(), starts=(), missions=(), ends=(), aids=0)


def file_of(deck: Deck) -> str:
    return written(Kept(deck.title, deck, 0))


@pytest.fixture
def decks(house: Companion, referee: Phone) -> Iterator[Decks]:
    """The decks of the house: none is there when the test is done."""
    begin(referee, "Ana", "Ben", "Cy")
    kept = Decks(house.referee.journal)
    yield kept
    for deck in kept.all():
        kept.drop(deck)


def saved(referee: Phone, name: str = "Ours") -> str:
    status, said = referee.post("/api/decks", {"name": name, "content": CONTENT})
    assert status == 200, said
    return str(said["deck"])


def test_a_deck_is_saved_comes_as_a_file_and_goes(decks: Decks, referee: Phone) -> None:
    deck = saved(referee)
    status, text = referee.get(f"/api/decks/{deck}")
    assert (status, read(text)) == (200, OURS)
    called = f"attachment; filename=animal-splash-deck-{deck}.json"
    assert referee.headers["Content-Disposition"] == called
    assert referee.post("/api/read_deck", {"file": text}) == (200, {"content": CONTENT})
    assert "Ours" in referee.get("/decks")[1]
    again = {"deck": deck, "name": "Theirs", "content": CONTENT}
    assert referee.post("/api/decks", again) == (200, {"deck": deck, "name": "Theirs"})
    assert referee.post("/api/drop_deck", {"deck": deck}) == (200, {"ok": True})
    assert referee.get(f"/decks/{deck}")[0] == referee.get(f"/api/decks/{deck}")[0] == 404


@pytest.mark.parametrize(
    ("told", "words", "rule"),
    [
        ({"name": "X", "content": SHORT}, "A deck has 72 cards; this one has 71.", "A-S10"),
        ({"name": "X", "content": {**CONTENT, "animals": []}}, "There are 5 animals", "A-R12"),
        ({"name": "X", "content": [1]}, "That is no deck", "A-S10"),
        ({"name": "X"}, "That is no deck", "A-S10"),
        ({"name": "x" * 21, "content": CONTENT}, "1 to 20 letters", ""),
        ({"name": "Ours", "content": plain(SAMPLE)}, "another deck", ""),
        ({"name": "X", "content": CONTENT, "deck": "00000000"}, "not here any more", ""),
        ({"name": "X", "content": CONTENT, "more": 1}, "not known here", ""),
    ],
)
def test_what_is_no_deck_is_refused(
    decks: Decks, house: Companion, referee: Phone, told: Any, words: str, rule: str
) -> None:
    saved(referee)
    before = decks.all()
    with unchanged(house, referee):
        answer = referee.post("/api/decks", told)
    assert words in is_refused(answer, 400)
    assert answer[1]["rule"] == rule
    assert decks.all() == before


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (file_of(replace(OURS, aids=0)), "this one has 71"),
        ('{"evenings": 7}', "no cards in it"),
        ("\u2660\u2665", "no cards in it"),
        ("[" * FILE_MOST, "no cards in it"),
        (" " * (FILE_MOST + 1), "too long"),
    ],
)
def test_a_file_that_is_no_deck_is_refused_with_its_rule(
    decks: Decks, house: Companion, referee: Phone, text: str, words: str
) -> None:
    with unchanged(house, referee):
        answer = referee.post("/api/read_deck", {"file": text})
    assert words in is_refused(answer, 400)
    assert answer[1]["rule"] == "A-S10"
    assert decks.all() == {}


def test_only_a_deck_may_be_long_and_only_the_referee_sends_one(
    decks: Decks, referee: Phone, seat: Callable[[int], Phone]
) -> None:
    long = {"name": "X", "content": "x" * POST_MOST}
    assert "no deck" in is_refused(referee.post("/api/decks", long), 400)
    is_refused(referee.post("/api/boards", long), 413)
    is_refused(referee.post("/api/decks", {"name": "x" * BODY_MOST}), 413)
    deck, ana = saved(referee), seat(0)
    assert ana.get(f"/decks/{deck}")[0] == ana.get(f"/api/decks/{deck}")[0] == 403
    assert ana.post("/api/drop_deck", {"deck": deck})[0] == 403
    assert list(decks.all()) == [deck]


# --- two parts --------------------------------------------------------------------------------


def counted(cards: Any) -> Counter[str]:
    return Counter(json.dumps(card, sort_keys=True) for card in cards)


def merged(referee: Phone, here: Deck, part: Deck) -> tuple[int, Any]:
    return referee.post("/api/merge_decks", {"content": plain(here), "file": file_of(part)})


def test_two_parts_are_one_deck(referee: Phone) -> None:
    one = replace(OURS, cards=OURS.cards[:20], missions=())
    other = replace(OURS, cards=OURS.cards[18:], ends=())
    status, said = merged(referee, one, other)
    assert status == 200
    for sort in ("cards", "starts", "missions", "ends"):
        assert counted(said["content"][sort]) == counted(CONTENT[sort])


def test_words_of_an_empty_deck_are_only_to_begin_with(referee: Phone) -> None:
    other = replace(OURS, animals=("shark", *OURS.animals[1:]))
    assert merged(referee, NONE, other)[1]["content"]["animals"][0] == "shark"
    assert len(merged(referee, OURS, other)[1]["content"]["animals"]) == 6


def test_parts_that_contradict_each_other_are_refused(referee: Phone) -> None:
    other = replace(NONE, starts=(replace(OURS.starts[0], oxygen=3),))
    answer = merged(referee, OURS, other)
    assert "Start card 1 is not the same in both files." in is_refused(answer, 400)
    is_refused(referee.post("/api/merge_decks", {"content": 7, "file": file_of(OURS)}), 400)
    is_refused(referee.post("/api/merge_decks", {"content": CONTENT, "file": "{"}), 400)


# --- a game with it ---------------------------------------------------------------------------


def playing(referee: Phone, deck: Any, kind: str = "animal_splash") -> tuple[int, Any]:
    more = {"variant": "full"} if kind == "animal_splash" else {}
    told = {"kind": kind, "people": ["Ana", "Ben", "Cy"], "deck": deck, **more}
    return referee.post("/api/game", told)


def test_a_game_is_played_with_a_deck_of_the_house(
    decks: Decks, house: Companion, referee: Phone
) -> None:
    deck = saved(referee)
    assert playing(referee, deck)[1]["reply"] == "counts"
    assert house.referee.picture.setup.deck == OURS
    decks.drop(deck)
    assert referee.get("/")[0] == 200  # it is in the game's own setup


@pytest.mark.parametrize("deck", ["00000000", "", 7, ["x"]])
def test_a_deck_that_is_not_there_begins_no_game(
    house: Companion, referee: Phone, deck: Any
) -> None:
    with unchanged(house, referee):
        is_refused(playing(referee, deck), 400)


def test_a_deck_is_for_a_game_that_has_one(decks: Decks, referee: Phone) -> None:
    is_refused(playing(referee, saved(referee), "dolphin_splash"), 200)


def test_a_begin_page_offers_every_deck_and_the_sample(decks: Decks, referee: Phone) -> None:
    deck = saved(referee, "Grandma's & ours")
    page = referee.get("/new")[1]
    assert f'<option value="{deck}">Grandma&#39;s &amp; ours</option>' in page
    assert "Sample cards, not the printed ones" in page
