"""SPLIT on the pages, over HTTP: plays of two taps, whole games, what is hidden, undo, replay."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import companion
from companion.games.split.cards import RANKS, SUITS
from companion.games.split.practice import PRACTICE
from companion.referee import buttons
from companion.referee.walking import AtHand
from companion.runtime import Companion
from tests.browser.split_moments import ON_FOUR, ON_KING, OPEN, SPLIT_MOMENTS, place
from tests.games.split_table import (
    CHECKERED,
    CLUB,
    DIAMOND,
    FOUR,
    HEART,
    KING,
    NO_MATCH,
    SPADE,
    card,
)
from tests.web.house import Phone, begin, headline, question
from tests.web.test_child_http import is_child

TEMPLATES = Path(companion.__file__).parent / "games/split/pages"
BOARD = [entry for row in PRACTICE for entry in row.split()]
Seated = Callable[[int], Phone]


def board_of(page: str) -> list[str]:
    """The board that a page draws, space by space."""
    drawn = re.findall(r'<use href="#((?:sp|chip)-\w*)" x="\d+" y="\d+" width="94"', page)
    return [str(one) for one in drawn]


# --- taps -------------------------------------------------------------------------------------


def test_a_card_that_was_turned_up_is_a_rank_and_a_suit(referee: Phone, seat: Seated) -> None:
    SPLIT_MOMENTS["turning"](referee)
    asked = question(seat(2).get("/seat")[1])
    ranks = re.findall(r'aria-label="([^"]+), all suits"', asked)
    assert tuple(ranks) == RANKS
    assert 'aria-label="7 of clubs"' in asked and 'aria-label="red joker"' in asked
    assert re.search(r'value="3" [^>]*aria-label="Place 4" checked', asked)  # the next one stands
    assert seat(2).answer("turned", card=card(CLUB, FOUR))["reply"] == "counts"
    assert referee.state()["view"]["places"][3]["open"][0]["card"] == card(CLUB, FOUR)


def test_where_the_only_card_lies_that_is_not_told_is_said(referee: Phone, seat: Seated) -> None:
    """No page asks for its place, and after a perfect match nobody may remember it."""
    SPLIT_MOMENTS["turning"](referee)
    cy = seat(2)
    for one in OPEN[4:]:
        assert "Which card was turned up?" in question(cy.get("/seat")[1])
        referee.answer("turned", place=OPEN.index(one), card=one)
    for page in (cy.get("/seat")[1], referee.get("/referee")[1]):
        assert "Which card was turned up at place 4?" in question(page)


def test_a_play_is_two_taps_the_covered_card_and_one_of_six(referee: Phone, seat: Seated) -> None:
    SPLIT_MOMENTS["turn"](referee)
    asked = question(seat(1).get("/seat")[1])
    tabs = re.findall(r'aria-label="(Place \d+: on the [^"]+)"', asked)
    assert (len(tabs), tabs[0]) == (10, "Place 1: on the 4 of spades")
    told = [json.loads(picks) for picks in re.findall(r"data-picks='(\{[^']*card[^']*\})'", asked)]
    upon = [picks["card"] for picks in told if picks["on"] == ON_FOUR]
    assert upon == [*(card(suit, FOUR) for suit in range(len(SUITS))), 52, 53]
    assert seat(1).answer("play", on=ON_FOUR, card=upon[1])["reply"] == "counts"


def test_where_a_card_goes_is_asked_alike_for_one_card_and_for_two(
    referee: Phone, seat: Seated
) -> None:
    """Beside a card that lies alone nothing is covered."""
    for moment in ("turn", "wild"):
        SPLIT_MOMENTS[moment](referee)
        asked = question(seat(1).get("/seat")[1])
        assert "Tap where your card goes." in asked
    assert "you want to cover" not in asked


def test_nobody_is_asked_for_a_card_before_any_lies_open(referee: Phone, seat: Seated) -> None:
    """Which, and where? That has no answer yet, and no match would be told in its place."""
    SPLIT_MOMENTS["waiting"](referee)
    referee.answer("start", "deal")
    ben = seat(1)
    assert [ask["topic"] for ask in ben.state()["asks"] if ask["must"]] == ["turned"]
    assert not any(one["owes"] for one in ben.state()["seats"])
    wall = Phone(referee.port).get("/")[1]
    assert ">10 cards</text>" in wall and "10 more" not in wall
    referee.answer("turned", card=card(SPADE, FOUR))
    assert [ask["topic"] for ask in ben.state()["asks"] if ask["must"]] == ["turned", "turn"]
    assert ">9 more</text>" in Phone(referee.port).get("/")[1]


def test_what_chips_are_due_is_said_with_the_question_on_every_page(
    referee: Phone, seat: Seated
) -> None:
    """Also on the referee's page: who tells for somebody else has to see on which suits."""
    for moment, suits in (("chip", "spades, clubs"), ("remove", "hearts")):
        SPLIT_MOMENTS[moment](referee)
        turn = referee.state()["view"]["turn"]
        mine = seat(turn).get("/seat")[1]
        is_child(referee, turn)
        for page in (mine, referee.get("/referee")[1]):
            assert f'aria-label="{suits}"' in question(page).partition('class="split-due"')[2]
        above, _, _ = seat(turn).get("/seat")[1].partition('class="card question"')
        assert f'aria-label="{suits}"' in above.partition("data-above")[2]
        is_child(referee, turn, False)


def test_a_chip_that_lies_stays_as_clear_as_it_is_where_spaces_light_up(
    referee: Phone, seat: Seated
) -> None:
    SPLIT_MOMENTS["lit"](referee)
    place(referee)
    asked = question(seat(1).get("/seat")[1])
    assert len(re.findall('class="space taken chip newest"', asked)) == 1
    style = (TEMPLATES / "style.css").read_text()
    assert ".split-spaces:has(.lit) .space:not(.lit, .chip) > svg" in style


def test_either_card_of_a_match_can_be_covered(referee: Phone, seat: Seated) -> None:
    SPLIT_MOMENTS["wild"](referee)
    asked = question(seat(1).get("/seat")[1])
    for words in ("cover the 4 of spades", "cover the 4 of hearts", "cover the red joker"):
        assert words in asked
    assert "Over the 4 of spades, with the 4 of hearts:" in asked


def test_a_card_of_which_both_halves_are_out_cannot_be_tapped(referee: Phone, seat: Seated) -> None:
    SPLIT_MOMENTS["turning"](referee)
    button = 'aria-label="4 of spades">'
    assert button in question(seat(2).get("/seat")[1])
    referee.answer("turned", card=card(SPADE, FOUR))  # the other half of it
    assert button not in question(seat(2).get("/seat")[1])


def test_only_who_is_in_turn_is_asked_for_a_card_and_the_team_for_a_chip(
    referee: Phone, seat: Seated
) -> None:
    SPLIT_MOMENTS["turn"](referee)
    ben, dee = seat(1), seat(3)
    asked = {ask["topic"]: ask["mine"] for ask in dee.state()["asks"] if ask["must"]}
    assert asked == {"turn": False}
    ben.answer("play", on=ON_FOUR, card=card(CLUB, FOUR))
    asked = {ask["topic"]: ask["mine"] for ask in dee.state()["asks"] if ask["must"]}
    assert asked == {"chip": True}


def test_spaces_light_up_on_request_only(referee: Phone, seat: Seated) -> None:
    SPLIT_MOMENTS["chip"](referee)
    ben = seat(1)
    assert "space lit" not in ben.get("/seat")[1]
    assert len(re.findall(r'class="pick space', ben.get("/seat")[1])) == len(BOARD)
    ben.answer("light", "chip")
    lit = referee.state()["view"]["lit"]
    assert {*lit} == {n for n, suits in enumerate(BOARD) if {*suits} & {*"SC"}}
    assert len(re.findall("pick space lit", ben.get("/seat")[1])) == len(lit)


def test_a_joker_asks_how_it_is_meant(referee: Phone, seat: Seated) -> None:
    SPLIT_MOMENTS["reading"](referee)
    asked = question(seat(0).get("/seat")[1])
    assert "Strong: a chip on hearts and one on diamonds" in asked
    assert "Perfect: two chips on hearts" in asked
    assert 'data-key="perfect:1"' in asked


def test_only_an_opponent_s_chip_can_be_taken_off(referee: Phone, seat: Seated) -> None:
    SPLIT_MOMENTS["remove"](referee)
    chips = referee.state()["view"]["chips"]
    asked = question(seat(0).get("/seat")[1])
    spaces = [int(n) for n in re.findall(r'name="pick-[^"]*-remove-space" value="(\d+)"', asked)]
    assert spaces == [n for n, chip in enumerate(chips) if chip == "green"]


def test_who_has_won_is_put_right_in_words_and_not_as_a_score(referee: Phone) -> None:
    """A game has one winner: nobody has a win more or fewer."""
    for moment, said in (("turn", {"a win"}), ("over", {"a win", "no win"})):
        SPLIT_MOMENTS[moment](referee)
        pen = next(ask for ask in referee.state()["asks"] if ask["topic"] == "crayon")
        assert pen["text"] == "Has somebody won, or not?"
        slots = [slot for choice in pen["choices"] for slot in choice["slots"]]
        assert {*next(s["names"] for s in slots if s["field"] == "points")} == said


def test_a_hand_is_looked_at_by_the_table_or_card_by_card(referee: Phone, seat: Seated) -> None:
    SPLIT_MOMENTS["claim"](referee)
    asked = question(seat(3).get("/seat")[1])
    assert "No: new cards" in asked and "Yes: the turn is over" in asked
    halves = {int(n) for n in re.findall(r'type="checkbox"[^>]*value="(\d+)"', asked)}
    options = next(
        slot["options"]
        for ask in seat(3).state()["asks"]
        for choice in ask["choices"]
        for slot in choice["slots"]
        if choice["key"] == "cards"
    )
    assert halves == {*options}
    assert 'data-least="7" data-most="7"' in asked


def others_claim(referee: Phone) -> None:
    """Three hands are shown, and somebody sees a match in each."""
    for _ in range(3):
        referee.answer("claim", "turn")
        referee.answer("yes", "claim")


def test_of_a_hand_that_was_shown_only_the_new_card_is_to_be_picked(referee: Phone) -> None:
    """H-C2: what everybody has seen is not asked a second time."""
    SPLIT_MOMENTS["turn"](referee)
    referee.answer("claim", "turn")
    referee.answer("cards", "claim", cards=[*NO_MATCH[:6], 2 * card(HEART, FOUR)])
    others_claim(referee)
    referee.answer("play", on=ON_FOUR, card=card(HEART, FOUR))
    place(referee)
    others_claim(referee)
    referee.answer("claim", "turn")
    asked = question(referee.get("/referee")[1])
    picked = re.findall(r'type="checkbox"[^>]*value="(\d+)"[^>]*checked', asked)
    assert {*map(int, picked)} == {*NO_MATCH[:6]}


@pytest.mark.parametrize(
    ("moment", "pressed"),
    [
        ("waiting", {"start": "start"}),
        ("claim", {"yes": "yes", "no": "no"}),
        ("again", {"no": "no"}),
    ],
)
def test_table_buttons_answer_where_a_question_is_yes_or_no(
    house: Companion, referee: Phone, moment: str, pressed: dict[str, str]
) -> None:
    SPLIT_MOMENTS[moment](referee)
    musts = tuple(open_ for open_ in house.referee.picture.open if open_.ask.must)
    for button, key in pressed.items():
        answer = buttons.press(button, AtHand(musts), None, seat_buttons=True).answer
        assert answer is not None and answer.key == key


# --- what is hidden ---------------------------------------------------------------------------


@pytest.mark.parametrize("moment", ["chip", "built", "remove", "over"])
def test_no_live_page_says_what_a_chip_hides(referee: Phone, seat: Seated, moment: str) -> None:
    SPLIT_MOMENTS[moment](referee)
    view = referee.state()["view"]
    hidden = [n for n, chip in enumerate(view["chips"]) if chip]
    assert all(view["spaces"][n] == "" for n in hidden)
    for phone, path in ((referee, "/"), (referee, "/referee"), (seat(2), "/seat")):
        drawn = board_of(phone.get(path)[1])
        assert all(drawn[n].startswith("chip-") for n in hidden if drawn), path
    told = json.dumps(referee.state())
    assert not any(row in told for row in PRACTICE)
    assert '"board"' not in told.replace('"topic": "board"', "")


def test_the_past_of_a_game_at_hand_hides_it_too(referee: Phone) -> None:
    SPLIT_MOMENTS["built"](referee)
    state = referee.state()
    hidden = [n for n, chip in enumerate(state["view"]["chips"]) if chip]
    game = state["game"]["id"]
    before = board_of(referee.get(f"/replay/{game}?at=12")[1])
    assert [before[n] for n in hidden] == ["sp-"] * len(hidden)
    assert before[0] == "sp-HC"
    chip = next(line["seq"] for line in state["said"] if " chip on " in line["text"])
    amended = referee.get(f"/amend/{chip}")[1]
    free = re.findall(r'value="(\d+)" data-name="[^"]*" aria-label="([^"]*)"', amended)
    assert free and not [words for n, words in free if int(n) in hidden and "s," in words]
    assert all(words.count(",") == 1 for n, words in free if int(n) in hidden)


def test_a_game_of_the_past_hides_nothing(referee: Phone) -> None:
    SPLIT_MOMENTS["built"](referee)
    game = referee.state()["game"]["id"]
    begin(referee, "Ana", "Ben", kind="split", variant="refereed")
    assert board_of(referee.get(f"/replay/{game}?at=12")[1]) == [f"sp-{suits}" for suits in BOARD]


def test_the_path_that_won_is_drawn(referee: Phone) -> None:
    SPLIT_MOMENTS["over"](referee)
    page = referee.get("/")[1]
    points = re.findall(r'<polyline class="b-path" points="([^"]+)"', page)[0].split()
    assert points[0] == "450,50" and points[-1] == "450,950" and len(points) == 10
    assert "Ana and Maximiliane win!" in headline(page)
    assert referee.answer("correct", "crayon", seat=1, points=1)["reply"] == "counts"
    page = referee.get("/")[1]
    assert "the table says so" in page and "the last chip wins" not in page


def test_a_chip_is_taken_back_and_a_play_put_right(referee: Phone, seat: Seated) -> None:
    SPLIT_MOMENTS["lit"](referee)
    ben = seat(1)
    ben.answer("place", "chip", space=1)
    undo = ben.state()["undo"]
    assert undo["text"] == "Ben places a green chip on row 1, space 2"
    assert ben.post("/api/undo", {"tell": "0" * 32, "of": undo["seq"]})[1]["reply"] == "counts"
    assert referee.state()["view"]["chips"][1] == ""
    play = next(line["seq"] for line in referee.state()["said"] if "plays the 4" in line["text"])
    amending = referee.get(f"/amend/{play}")[1]
    # the table as it was then: the four lay alone
    assert "Place 1: on the 4 of spades" in amending


# --- before the game --------------------------------------------------------------------------


def test_two_three_four_or_six_may_play(referee: Phone) -> None:
    page = referee.get("/new")[1]
    assert "2, 3, 4 or 6 people" in page
    told = {"kind": "split", "people": ["Ana", "Ben", "Cy", "Dee", "Eve"], "options": {}}
    assert referee.post("/api/game", told)[1]["reply"] == "refused"
    assert "data-never='[5]'" in page


def test_the_practice_board_says_what_it_is(referee: Phone, seat: Seated) -> None:
    SPLIT_MOMENTS["turn"](referee)
    assert "practice board," in referee.get("/")[1]
    assert "Practice board, not the printed one" in seat(2).get("/seat")[1]
    begin(referee, "Ana", "Ben", kind="split", board=list(PRACTICE), variant="refereed")
    assert "practice board" not in referee.get("/")[1]


def test_everything_has_its_picture() -> None:
    drawn = {*re.findall(r'<symbol id="([^"]+)"', (TEMPLATES / "sprite.html").read_text())}
    assert {f"suit-{n}" for n in range(len(SUITS))} <= drawn
    assert {f"sp-{suits}" for suits in BOARD} <= drawn


def test_who_has_played_is_told_to_draw_until_the_next_one_plays(
    referee: Phone, seat: Seated
) -> None:
    """Nobody taps it: it stands on that phone, on the wall, and above the next one's question."""
    SPLIT_MOMENTS["turn"](referee)
    referee.answer("play", on=ON_FOUR, card=card(HEART, FOUR))
    place(referee)
    ana, ben, cy = seat(0), seat(1), seat(2)
    assert "Draw a card" in ben.get("/seat")[1]
    assert not any("Draw a card" in one.get("/seat")[1] for one in (ana, cy))
    assert "Ben draws a card." in question(cy.get("/seat")[1])
    wall = Phone(referee.port).get("/")[1]
    assert "Ben draws a card." in wall
    assert re.search(r"<h2 data-said[^>]*>Ben places a green chip", wall), "which stays the news"
    is_child(referee, 1)
    page = ben.get("/seat")[1]
    assert "Draw a card" in page and "turn</h2>" not in page
    is_child(referee, 1, False)
    referee.answer("play", on=ON_KING, card=card(DIAMOND, KING))
    assert "Draw a card" not in ben.get("/seat")[1]


def test_nobody_is_told_to_draw_in_a_light_game(referee: Phone, seat: Seated) -> None:
    """The table sees to its cards by itself (H-S10)."""
    SPLIT_MOMENTS["light"](referee)
    referee.answer("weak", "turn")
    referee.answer("place", "chip", space=0)
    for one in (seat(1), seat(2), Phone(referee.port)):
        page = one.get("/" if one.cookie == "" else "/seat")[1]
        assert "Draw a card" not in page and "draws a card" not in page


def test_no_more_chips_are_drawn_than_a_side_has_left(referee: Phone, seat: Seated) -> None:
    """A match counts all the same, and a chip comes off for it (H-Q10)."""
    SPLIT_MOMENTS["turn"](referee)
    for space in CHECKERED[1][:44]:
        referee.answer("lies", "board", space=space, seat=1)
    referee.answer("play", on=ON_FOUR, card=card(CLUB, FOUR))
    assert 'aria-label="1 green chip"' in question(seat(1).get("/seat")[1])
    place(referee)
    referee.answer("lies", "board", space=CHECKERED[0][0], seat=0)
    referee.answer("claim", "turn")
    referee.answer("yes", "claim")
    assert referee.state()["view"]["turn"] == 3
    referee.answer("play", on=ON_KING, card=card(HEART, KING))
    asked = question(seat(3).get("/seat")[1])
    due = asked.partition('class="split-due"')[2].partition("</p>")[0]
    assert "a chip comes off" in due and "then" not in due and "green" not in due
