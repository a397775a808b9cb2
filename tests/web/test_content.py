"""What families enter, over HTTP: saved, carried as a file, played with; never on a live page."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from companion import more_games, own_pages
from companion.codec import terse
from companion.games import GAMES
from companion.games.animal_splash.content import DECKS
from companion.games.animal_splash.deck import Deck
from companion.library import Library, read, written
from companion.runtime import Companion
from companion.web.guard import BODY_MOST
from tests.entered import BAD, CARDS, DECK, SORTS, Sort
from tests.games.decks import SPARE, largest
from tests.lamps import GAME as SIXTH
from tests.web.house import Phone, app_of, begin, unchanged
from tests.web.test_bad_input import is_refused, is_sentence

BOARD = SORTS["board"]
NONE = replace(DECK, cards=(), starts=(), missions=(), ends=(), aids=0)


@pytest.fixture(scope="module", autouse=True)
def sixth_game() -> Iterator[None]:
    """A game that the frame has never heard of has all of this, too."""
    GAMES[SIXTH.kind] = SIXTH
    yield
    del GAMES[SIXTH.kind]


class Shelf:
    """What a house has entered of one sort, as the referee's phone sees it."""

    def __init__(self, house: Companion, referee: Phone, sort: Sort) -> None:
        self.sort, self.word, self.many = sort, sort.content.word, sort.content.many
        self.library, self._referee = Library(house.referee.journal, sort.content), referee

    def keep(self, name: object, data: object, **more: object) -> tuple[int, Any]:
        told = {"name": name, self.sort.content.told: data, **more}
        return self._referee.post(f"/api/{self.many}", told)

    def saved(self, name: str = "Ours", data: object = None) -> str:
        status, said = self.keep(name, data or self.sort.ours)
        assert status == 200, said
        return str(said[self.word])

    def play(self, at: object, kind: str = "", **more: object) -> tuple[int, Any]:
        kind = kind or self.sort.kind
        told = {"people": ["Ana", "Ben", "Cy"], "sure": True, "kind": kind, self.word: at}
        way = {"variant": "full"} if kind == "animal_splash" else {}
        return self._referee.post("/api/game", {**told, **way, **more})


@pytest.fixture(params=SORTS.values(), ids=SORTS)
def shelf(request: pytest.FixtureRequest, house: Companion, referee: Phone) -> Iterator[Shelf]:
    """None of it lies on the table, and none is there when the test is done."""
    yield from emptied(Shelf(house, referee, request.param))


@pytest.fixture
def boards(house: Companion, referee: Phone) -> Iterator[Shelf]:
    yield from emptied(Shelf(house, referee, BOARD))


def emptied(shelf: Shelf) -> Iterator[Shelf]:
    begin(shelf._referee, "Ana", "Ben", "Cy")
    yield shelf
    for at in shelf.library.all():
        shelf.library.drop(at)


def test_it_is_saved_comes_as_a_file_and_goes(shelf: Shelf, referee: Phone) -> None:
    sort, word, many = shelf.sort, shelf.word, shelf.many
    at = shelf.saved()
    assert "Ours" in referee.get(f"/{many}")[1]
    status, text = referee.get(f"/api/{many}/{at}")
    assert (status, read(sort.content, text)) == (200, ("Ours", sort.value()))
    called = f"{sort.content.mark.replace(' ', '-')}-{at}.json"
    assert referee.headers["Content-Disposition"] == f"attachment; filename={called}"
    named = {} if sort.content.is_titled else {"name": "Ours"}
    said = {**named, sort.content.told: sort.ours}
    assert referee.post(f"/api/read_{word}", {"file": text}) == (200, said)
    status, said = shelf.keep("Theirs", sort.theirs, **{word: at})
    assert status == 200 and said == {word: at, "name": "Theirs", "version": said["version"]}
    assert referee.post(f"/api/drop_{word}", {word: at}) == (200, {"ok": True})
    assert "Theirs" not in referee.get(f"/{many}")[1]
    assert referee.get(f"/{many}/{at}")[0] == 404
    status, text = referee.get(f"/api/{many}/{at}")
    assert status == 404 and is_sentence(json.loads(text)["say"])


@pytest.mark.parametrize(("word", "data", "rule", "sentence"), BAD)
def test_what_has_a_fault_is_refused_with_its_rule(
    house: Companion, referee: Phone, word: str, data: object, rule: str, sentence: str
) -> None:
    shelf = Shelf(house, referee, SORTS[word])
    file = data if shelf.sort.content.is_titled else {shelf.sort.content.part: data}
    with unchanged(house, referee):
        saved = shelf.keep("X", data)
        opened = referee.post(f"/api/read_{word}", {"file": json.dumps(file)})
    assert is_refused(saved, 400).startswith(sentence) and saved[1]["rule"] == rule
    assert is_refused(opened, 400) and opened[1]["rule"]
    assert shelf.library.all() == {}


@pytest.mark.parametrize(
    ("name", "more", "words"),
    [
        ("", {}, "1 to 20 letters"),
        ("x" * 21, {}, "1 to 20 letters"),
        (None, {}, "should be a text"),
        ("ours", {}, "There is another"),
        ("X", {"version": ""}, "version should be a text"),
        ("X", {"more": 1}, "not known here"),
    ],
)
def test_what_is_not_told_well_is_refused(
    shelf: Shelf, house: Companion, referee: Phone, name: object, more: dict[str, Any], words: str
) -> None:
    shelf.saved()
    before = shelf.library.all()
    told = {shelf.word if field == "at" else field: value for field, value in more.items()}
    with unchanged(house, referee):
        answer = shelf.keep(name, shelf.sort.theirs, **told)
    assert words in is_refused(answer, 400) and answer[1]["rule"] == ""
    assert shelf.library.all() == before


def test_nobody_saves_over_what_was_changed_or_taken_away_meanwhile(
    shelf: Shelf, house: Companion, referee: Phone
) -> None:
    word, sort = shelf.word, shelf.sort
    _, ours = shelf.keep("Ours", sort.ours)
    opened = {word: ours[word], "version": ours["version"]}
    assert shelf.keep("Ours", sort.theirs, **opened)[0] == 200
    before = shelf.library.all()
    with unchanged(house, referee):
        answer = shelf.keep("Mine", sort.ours, **opened)
    assert "Give yours a new name" in is_refused(answer, 409)
    assert shelf.library.all() == before
    shelf.library.drop(ours[word])
    with unchanged(house, referee):
        answer = shelf.keep("Mine", sort.ours, **opened)
    assert "was taken away" in is_refused(answer, 404)
    assert shelf.library.all() == {}


@pytest.mark.parametrize("text", ['{"evenings": 7}', "\u2660\u2665", "[" * 4096, ""])
def test_a_file_that_is_none_is_refused(shelf: Shelf, referee: Phone, text: str) -> None:
    content = shelf.sort.content
    words = f"no {content.part} in it" if text else f"has {content.letters} letters at most"
    text = text or " " * (content.letters + 1)
    answer = referee.post(f"/api/read_{shelf.word}", {"file": text})
    assert words in is_refused(answer, 400) and answer[1]["rule"] == content.rule


def test_only_the_referee_sees_it_and_nothing_huge_is_read(
    shelf: Shelf, referee: Phone, seat: Callable[[int], Phone]
) -> None:
    most = max(BODY_MOST, 3 * shelf.sort.content.letters)
    is_refused(referee.post(f"/api/read_{shelf.word}", {"file": "x" * most}), 413)
    is_refused(shelf.keep("x" * most, None), 413)
    at, ana = shelf.saved(), seat(0)
    assert ana.get(f"/{shelf.many}/{at}")[0] == ana.get(f"/api/{shelf.many}/{at}")[0] == 403
    assert ana.post(f"/api/drop_{shelf.word}", {shelf.word: at})[0] == 403
    assert list(shelf.library.all()) == [at]


def test_only_what_is_long_may_be(house: Companion, referee: Phone) -> None:
    long = "x" * BODY_MOST
    assert "no deck" in is_refused(Shelf(house, referee, SORTS["deck"]).keep("X", long), 400)
    is_refused(Shelf(house, referee, BOARD).keep("X", long), 413)


def test_the_largest_deck_of_pictures_fits_as_a_browser_sends_it(
    house: Companion, referee: Phone
) -> None:
    """Four bytes a letter, in a file that is a text in JSON."""
    deck = largest("\U0001f419", 0, SPARE, 0, 0)
    sent = {"name": deck.title, "content": terse(deck)}
    status, said = referee.post("/api/decks", json.dumps(sent, ensure_ascii=False).encode())
    assert status == 200, said
    text = referee.get(f"/api/decks/{said['deck']}")[1]
    file = json.dumps({"file": text}, ensure_ascii=False).encode()
    status, read_again = referee.post("/api/read_deck", file)
    assert (status, read_again) == (200, {"content": terse(deck)})
    Library(house.referee.journal, DECKS).drop(said["deck"])


def test_it_is_on_its_pages_and_written_down(shelf: Shelf, referee: Phone) -> None:
    word, many, at = shelf.word, shelf.many, shelf.saved("Grandma's & ours")
    assert shelf.sort.content.enter in referee.get(f"/{many}")[1]
    assert referee.get(f"/{many}/new")[0] == 200
    assert "Grandma&#39;s &amp; ours" in referee.get(f"/{many}/{at}")[1]
    document = json.loads(referee.get("/api/openapi.json")[1])
    posts = (f"/api/{many}", f"/api/read_{word}", f"/api/drop_{word}")
    assert {f"/api/{many}/{{{word}}}", *posts} <= document["paths"].keys()


# --- a game with it ---------------------------------------------------------------------------


def test_a_game_is_played_with_it(shelf: Shelf, house: Companion, referee: Phone) -> None:
    at = shelf.saved()
    assert shelf.play(at)[1]["reply"] == "counts"
    # What a family calls it is a name, and stays on the shelf.
    assert getattr(house.referee.picture.setup, shelf.word) == shelf.sort.value("")
    assert not referee.state()["view"].get("practice")
    shelf.library.drop(at)
    assert referee.answer("start", "deal")["reply"] == "counts"  # it is in the game's own setup


def test_without_a_board_it_is_the_practice_board_and_says_so(referee: Phone) -> None:
    begin(referee, "Ana", "Ben", kind="split", variant="refereed")
    assert referee.state()["view"]["practice"]


@pytest.mark.parametrize("at", ["00000000", "", 7, ["x"]])
def test_what_is_not_there_begins_no_game(
    shelf: Shelf, house: Companion, referee: Phone, at: object
) -> None:
    with unchanged(house, referee):
        is_refused(shelf.play(at), 400)


def test_it_is_for_a_game_that_has_it(shelf: Shelf) -> None:
    is_refused(shelf.play(shelf.saved(), "dolphin_splash"), 200)


def test_a_begin_page_offers_all_that_is_there(shelf: Shelf, referee: Phone) -> None:
    at = shelf.saved("Grandma's & ours")
    page = referee.get("/new")[1]
    assert f'<option value="{at}">Grandma&#39;s &amp; ours</option>' in page
    assert "Sample cards, not the printed ones" in page
    assert not any(row in page for row in BOARD.ours)


PAGES = ("/", "/seat", "/referee", "/history", "/rules/split", "/new", "/boards")
LIVE = ("wall", "seat", "referee", "tabletop", "join")


def test_a_board_on_the_table_is_on_no_page_but_by_its_free_spaces(
    boards: Shelf, referee: Phone
) -> None:
    """H-Q21: what is under a chip can be seen nowhere, and the rows of a board go to no screen."""
    boards.play(boards.saved())
    referee.answer("start", "deal")
    referee.answer("lies", "board", space=0, seat=0)
    number = referee.state()["game"]["id"]
    assert referee.state()["view"]["spaces"][0] == ""
    seen = [referee.get(path)[1] for path in (*PAGES, f"/game/{number}", f"/replay/{number}")]
    seen += [referee.get(f"/api/fragment?page={page}")[1] for page in LIVE]
    seen += [referee.get("/api/state")[1], referee.get(f"/api/replay/{number}")[1]]
    assert not any(row in text for row in BOARD.ours for text in seen)


def test_nobody_looks_under_chips_in_the_editor(boards: Shelf, referee: Phone) -> None:
    board, other = boards.saved(), boards.saved("Another", BOARD.theirs)
    boards.play(board)
    status, page = referee.get(f"/boards/{board}")
    assert (status, "nobody looks under the chips" in page) == (409, True)
    status, text = referee.get(f"/api/boards/{board}")
    assert (status, json.loads(text)["rule"]) == (409, "H-Q21")
    assert not any(row in page or row in text for row in BOARD.ours)
    assert referee.get(f"/boards/{other}")[0] == 200
    assert referee.get(f"/boards/{board}?sure=yes")[0] == 200  # the table has the last word
    assert referee.get(f"/api/boards/{board}?sure=yes")[0] == 200
    referee.answer("correct", "crayon", seat=0, points=1)
    assert referee.state()["view"]["over"]
    assert referee.get(f"/boards/{board}")[0] == 200


# --- two parts --------------------------------------------------------------------------------


def counted(cards: Any) -> Counter[str]:
    return Counter(json.dumps(card, sort_keys=True) for card in cards)


def merged(referee: Phone, here: Deck, part: Deck) -> tuple[int, Any]:
    told = {"content": terse(here), "file": written(DECKS, part)}
    return referee.post("/api/merge_decks", told)


def test_two_parts_are_one_deck(referee: Phone) -> None:
    one = replace(DECK, cards=DECK.cards[:20], missions=())
    other = replace(DECK, cards=DECK.cards[18:], ends=())
    status, said = merged(referee, one, other)
    assert status == 200
    for sort in ("cards", "starts", "missions", "ends"):
        assert counted(said["content"][sort]) == counted(CARDS[sort])


def test_words_of_an_empty_deck_are_only_to_begin_with(referee: Phone) -> None:
    other = replace(DECK, animals=("shark", *DECK.animals[1:]))
    assert merged(referee, NONE, other)[1]["content"]["animals"][0] == "shark"
    assert len(merged(referee, DECK, other)[1]["content"]["animals"]) == 6


def test_parts_that_contradict_each_other_are_refused(referee: Phone) -> None:
    other = replace(NONE, starts=(replace(DECK.starts[0], oxygen=3),))
    answer = merged(referee, DECK, other)
    assert "Start card 1 is not the same in both files." in is_refused(answer, 400)
    for told in ({"content": 7, "file": written(DECKS, DECK)}, {"content": CARDS, "file": "{"}):
        is_refused(referee.post("/api/merge_decks", told), 400)


# --- a game that declares it badly --------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "setup", "page", "said"),
    [
        ("board", "board", "lamp.html", "another game takes a board already."),
        ("lamp", "bulb", "lamp.html", 'its Setup should have "lamp".'),
        ("lamp", "lamp", "other.html", "it has no pages/lamp.html."),
    ],
)
def test_a_game_that_says_it_badly_is_left_out(
    tmp_path: Path, word: str, setup: str, page: str, said: str
) -> None:
    folder = tmp_path / "bulbs"
    (folder / "pages").mkdir(parents=True)
    (folder / "pages" / page).touch()
    lines = (
        "from dataclasses import replace",
        "from tests.lamps import GAME, LAMPS",
        f'lamps = replace(LAMPS, word="{word}")',
        "GAME = replace(GAME, kind='bulbs', package=__name__, takes=(lamps,))",
    )
    facts = (
        "from dataclasses import make_dataclass",
        f"Setup = make_dataclass('Setup', [('seats', int), ('{setup}', object)])",
    )
    (folder / "facts.py").write_text("\n".join(facts), encoding="utf-8")
    (folder / "rules.py").write_text("from tests.lamps.rules import *", encoding="utf-8")
    (folder / "__init__.py").write_text("\n".join(lines), encoding="utf-8")
    with patch.dict(GAMES, clear=False):
        GAMES.pop(SIXTH.kind)
        (sentence,) = more_games.add(tmp_path)
    assert sentence == (f"The game bulbs was left out: {said} ({folder / '__init__.py'}, line 3)")


def test_every_address_of_the_table_is_one_that_no_family_s_content_can_have(
    house: Companion,
) -> None:
    """Two at one address would keep the table from starting; a new page says its word there."""
    app = app_of(house)
    paths = [str(rule).strip("/").split("/") for rule in app.url_map.iter_rules()]
    first = {path[1] if path[0] == "api" else path[0] for path in paths} | set(app.blueprints)
    entered = [content for game in GAMES.values() for content in game.takes]
    own = {content.many for content in entered} | {f"merge_{content.many}" for content in entered}
    own |= {f"{what}_{content.word}" for content in entered for what in ("read", "drop")}
    assert {word for word in first - own if word.isidentifier()} == own_pages.ADDRESSES
