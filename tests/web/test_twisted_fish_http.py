"""Twisted Fish on the pages, over HTTP: asks of two taps, whole rounds, undo, amending, replay."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import companion
from companion.games.twisted_fish.cards import FISH, KINDS, ZINGERS
from companion.runtime import Companion
from tests.web.house import Phone, begin, seated

TEMPLATES = Path(companion.__file__).parent / "games/twisted_fish/pages"
PURPLE_HAMMERHEAD = 11 * 5 + 4
PURPLE_EEL = 8 * 5 + 4


@pytest.fixture
def fish(referee: Phone) -> Phone:
    """The referee's phone; Ana, Ben and Cy have been dealt their cards, and Ben begins."""
    begin(referee, "Ana", "Ben", "Cy", kind="twisted_fish", variant="refereed")
    referee.answer("start", "deal")
    return referee


Seated = Callable[[int], Phone]


def test_an_ask_is_two_taps(fish: Phone, seat: Seated) -> None:
    ben, cy = seat(1), seat(2)
    assert ben.answer("ask", "ask", card=PURPLE_HAMMERHEAD)["reply"] == "counts"
    view = fish.state()["view"]
    assert (view["ask"]["asker"], view["ask"]["target"]) == (1, 2)  # the neighbour stands
    assert cy.answer("yes")["reply"] == "counts"
    assert fish.state()["view"]["counts"] == [8, 9, 7]


def test_the_asker_s_page_has_all_65_cards_one_tap_away(fish: Phone, seat: Seated) -> None:
    page = seat(1).get("/seat")[1]
    question = re.findall(r'<section class="card question".*?</section>', page, flags=re.DOTALL)[0]
    taps = re.findall(r'data-pick=\'{"card": (\d+)}\' aria-label="([^"]+)"', question)
    assert len(taps) == FISH
    assert dict(taps)[str(PURPLE_HAMMERHEAD)] == "purple hammerhead"


def test_kinds_asked_for_lately_lie_open_on_top(fish: Phone, seat: Seated) -> None:
    ben, cy = seat(1), seat(2)
    ben.answer("ask", "ask", card=PURPLE_HAMMERHEAD)
    cy.answer("yes")
    page = ben.get("/seat")[1]
    rows = re.findall(r'<div class="fish-colours" role="group" aria-label="([^"]+)"', page)
    assert rows[0] == "hammerhead"


def test_who_plays_a_zinger_is_not_offered_himself(fish: Phone, seat: Seated) -> None:
    zinger = next(ask for ask in seat(0).state()["asks"] if ask["topic"] == "zinger")
    target = next(slot for slot in zinger["choices"][0]["slots"] if slot["field"] == "target")
    assert (target["options"], target["names"]) == ([1, 2], ["Ben", "Cy"])
    everybody = next(ask for ask in fish.state()["asks"] if ask["topic"] == "zinger")
    target = next(slot for slot in everybody["choices"][0]["slots"] if slot["field"] == "target")
    assert target["options"] == [0, 1, 2]


def test_a_whopper_comes_with_its_evidence(fish: Phone, seat: Seated) -> None:
    fish.answer("ask", "ask", card=PURPLE_EEL)
    fish.answer("no", "answer")
    fish.answer("start", "fishing")
    fish.answer("dead_pass")
    fish.answer("ask", "ask", target=2, card=PURPLE_EEL)
    fish.answer("yes", "answer")
    for page in (fish.get("/referee")[1], seat(0).get("/seat")[1], fish.get("/")[1]):
        assert "Whopper! Cy said no to the purple eel at " in page
    assert fish.answer("yes", "whopper")["reply"] == "counts"
    assert fish.state()["view"]["liars"] == [2]


def test_the_wall_says_nothing_twice(fish: Phone) -> None:
    fish.answer("ask", "ask", card=PURPLE_EEL)
    asked = _band(fish)
    assert asked.count("Ben asks Cy for the purple eel.") == 1
    assert "Yes or no?" in asked
    fish.answer("no", "answer")
    fish.answer("start", "fishing")
    fish.answer("dead_pass")
    fish.answer("ask", "ask", target=2, card=PURPLE_EEL)
    fish.answer("yes", "answer")
    assert _band(fish).count("Whopper! Cy said no to the purple eel at ") == 1


def _band(phone: Phone) -> str:
    """What the wall says below."""
    [band] = re.findall(r'<section class="wall-band.*?</section>', phone.get("/")[1], re.DOTALL)
    return str(band)


def test_leftovers_are_counted_by_value(fish: Phone) -> None:
    fish.answer("agree")
    slots = [
        (slot["field"], slot["names"])
        for ask in fish.state()["asks"]
        for choice in ask["choices"]
        for slot in choice["slots"]
        if choice["key"] == "values" and ask["text"].startswith("Ana")
    ]
    assert [field for field, _ in slots] == ["sharks", "tens", "fives", "zingers"]
    assert slots[0][1] == ["0", "1", "2", "3", "4", "5"]  # how many there are has no sign
    for _ in range(3):
        assert fish.answer("values", sharks=0, tens=0, fives=8, zingers=0)["reply"] == "counts"
    assert fish.state()["view"]["totals"] == [-40, -40, -40]


def test_an_ask_is_taken_back_and_put_right(fish: Phone) -> None:
    fish.answer("ask", "ask", card=PURPLE_HAMMERHEAD)
    seq = fish.state()["undo"]["seq"]
    fish.answer("no", "answer")
    assert fish.get(f"/amend/{seq}")[0] == 409  # all see it when the referee looks back
    fish.post("/api/record", {"open": True})
    amending = fish.get(f"/amend/{seq}")[1]
    assert "purple hammerhead" in amending
    assert "data-pick=" in amending
    newest = fish.state()["undo"]["seq"]
    assert fish.post("/api/undo", {"tell": "0" * 32, "of": newest})[1]["reply"] == "counts"
    assert fish.phase() == "asked"
    questions = [ask["topic"] for ask in fish.state()["asks"]]
    assert "answer" in questions


def test_a_king_is_who_won_the_game(fish: Phone) -> None:
    for _ in range(17):
        fish.answer("correct", "crayon", seat=1, points=25)
    fish.answer("agree")
    for _ in range(3):
        fish.answer("values", sharks=0, tens=0, fives=8, zingers=0)
    assert fish.phase() == "scored"  # 425 and 40 in hand are less than 400
    assert "Being played now" in fish.get("/history")[1]
    fish.answer("correct", "crayon", seat=1, points=25)
    assert fish.phase() == "over"
    assert "Ben won" in fish.get("/history")[1]
    for path in ("/", "/referee", f"/game/{fish.state()['game']['id']}"):
        assert re.search(r"Ben(</\w+>)? is King!", fish.get(path)[1])


def test_the_scorecard_is_filled_in_seat_by_seat(referee: Phone) -> None:
    begin(referee, "Ana", "Ben", "Cy", kind="twisted_fish", variant="scorecard")
    referee.answer("start", "deal")
    nothing = dict.fromkeys(("left_sharks", "left_tens", "left_fives", "zingers", "diver"), 0)
    said = referee.answer("tally", sharks=1, tens=0, fives=0, **nothing)
    assert said["reply"] == "counts"
    wall = re.sub(r"<[^>]+>", "", referee.get("/")[1])
    assert wall.count("+75 this round") == 1  # seen before the others told theirs
    for _ in range(2):
        referee.answer("tally", sharks=0, tens=0, fives=0, **nothing)
    assert referee.state()["view"]["totals"] == [75, 0, 0]
    assert "Play the round" not in referee.get("/")[1]


def test_anybody_tells_the_line_of_who_has_left(referee: Phone, seat: Seated) -> None:
    """F-S10: whoever has told their own is asked for it."""
    begin(referee, "Ana", "Ben", "Cy", "Dee", kind="twisted_fish", variant="scorecard")
    referee.answer("start", "deal")
    assert referee.answer("leave", "seatings", seat=0)["reply"] == "counts"
    nothing = dict.fromkeys(("left_sharks", "left_tens", "left_fives", "zingers", "diver"), 0)
    for name in ("Ben", "Ana"):
        assert f"what has {name} got?" in seat(1).get("/seat")[1]
        assert seat(1).answer("tally", sharks=0, tens=0, fives=1, **nothing)["reply"] == "counts"
    assert referee.state()["view"]["owing"] == [2, 3]


def test_two_play_where_the_house_allows_it(referee: Phone) -> None:
    told = {"kind": "twisted_fish", "people": ["Ana", "Ben"], "options": {}}
    assert referee.post("/api/game", told)[1]["reply"] == "refused"
    begin(referee, "Ana", "Ben", kind="twisted_fish", two_players=True, variant="refereed")
    page = referee.get("/new")[1]
    assert 'data-few="two_players" data-enough="3"' in page


def test_everything_has_its_picture() -> None:
    drawn = re.findall(r'<symbol id="([^"]+)"', (TEMPLATES / "sprite.html").read_text())
    assert {f"fish-{n}" for n in range(len(KINDS))} <= {*drawn}
    assert {f"zinger-{FISH + n}" for n in range(len(ZINGERS))} <= {*drawn}


def test_what_all_are_asked_names_nobody(house: Companion, referee: Phone) -> None:
    """On screens that all see; who has told waits for the others, not for the first of them."""
    begin(referee, "Ana", "Ben", "Cy", kind="twisted_fish", variant="scorecard")
    referee.answer("start", "deal")
    assert {ask["of_all"] for ask in referee.state()["asks"] if ask["must"]} == {
        "After the round: what has everybody got?"
    }
    wall = referee.get("/")[1]
    assert "After the round: what has everybody got?" in wall and "what has Ana got?" not in wall
    # Before anybody has told, the round may still be played: nobody is waited for.
    assert "your answer?" not in wall
    assert not any(seat["owes"] for seat in referee.state()["seats"])
    ana = seated(house, referee, 0)
    ana.answer("tally")
    assert "Ben and Cy: your turn" in ana.get("/seat")[1]
    assert referee.get("/")[1].count("your answer?") == 2
    referee.answer("tally")
    assert "what has Cy got?" in referee.get("/")[1]
