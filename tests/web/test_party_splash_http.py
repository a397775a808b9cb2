"""The squirt-gun party on the pages, over HTTP: turns of few taps, hits, whole parties, secrets."""

import json
import re
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

import pytest

import companion
from companion.games.party_splash.cards import (
    ATTENDEES,
    ICONS,
    NAMES,
    ROLES,
    SAMPLE,
    Card,
    Role,
)
from companion.journal import Journal
from companion.journal.people import People
from companion.places import JOURNAL_FILE
from companion.referee import buttons
from companion.referee.walking import AtHand
from companion.runtime import Companion
from tests.browser.party_moments import ANA, BEN, DEE, EVE, MAX, PARTY_MOMENTS, PEOPLE
from tests.web.house import Phone, begin, referee_phone, running
from tests.web.test_child_http import is_child

TEMPLATES = Path(companion.__file__).parent / "games/party_splash/pages"
Seated = Callable[[int], Phone]


def question(page: str) -> str:
    """The card of the question that a page asks."""
    return page.partition('class="card question"')[2].partition('id="pool-card"')[0]


def taps(part: str, key: str) -> list[int]:
    """The seats or cards that one tap tells, of all answers with this key."""
    told = re.findall(rf"data-key=\"{key}\" data-picks?='\{{\"\w+\": (\d+)\}}'", part)
    return [int(one) for one in told]


# --- taps -------------------------------------------------------------------------------------


def test_a_guest_is_one_tap_with_the_power_in_a_line(referee: Phone, seat: Seated) -> None:
    PARTY_MOMENTS["waiting"](referee)
    asked = question(seat(MAX).get("/seat")[1])
    assert taps(asked, "comes") == [*range(len(ATTENDEES))]
    for name in ATTENDEES:
        assert name.replace("'", "&#39;") in asked
    drawn = re.findall(r"data-chance='(\[.*?\])'", asked)[0]
    assert [pick["attendee"] for pick in json.loads(drawn)] == [*range(len(ATTENDEES))]
    assert seat(MAX).answer("comes", attendee=3)["reply"] == "counts"
    assert taps(question(seat(DEE).get("/seat")[1]), "comes") == [
        n for n in range(len(ATTENDEES)) if n != 3
    ]


def test_who_comes_by_chance_sees_as_whom_on_the_own_phone_a_child_too(
    referee: Phone, seat: Seated
) -> None:
    """The invitation lies on the table, and has to be found."""
    PARTY_MOMENTS["waiting"](referee)
    phones = {who: seat(who) for who in (ANA, BEN)}
    is_child(referee, BEN)
    for who, phone in phones.items():
        assert "party-own" not in phone.get("/seat")[1]
        assert phone.answer("comes", attendee=who + 1)["reply"] == "counts"
        own = phone.get("/seat")[1].partition("party-own")[2].partition("</section>")[0]
        assert ATTENDEES[who + 1] in own
    is_child(referee, BEN, False)  # as the other tests find him


def test_a_turn_shows_who_is_in_reach_and_what_can_be_played(referee: Phone, seat: Seated) -> None:
    PARTY_MOMENTS["turn"](referee)
    ana = seat(ANA)
    asked = question(ana.get("/seat")[1])
    assert taps(asked, "splash") == [BEN, EVE]  # the neighbours, with the Dinky shooter
    assert "1 away" in asked and "2 away" not in asked.split("party-tiles")[0]
    assert {*taps(asked, "card")} == {*range(len(Card))} - {
        Card.SPLASH, Card.MISS, Card.CLAW, Card.SLIP, Card.BALL, Card.TIME_OUT
    }  # fmt: skip
    assert taps(asked, "time_out") == [BEN, MAX, DEE, EVE]
    ana.answer("card", "turn", card=20)
    assert taps(question(ana.get("/seat")[1]), "splash") == [BEN, MAX, DEE, EVE]


def test_what_is_dealt_is_said_before_the_deal(referee: Phone, seat: Seated) -> None:
    PARTY_MOMENTS["invited"](referee)
    dealt = "Balloons: 1 Birthday kid, 1 Best Friend, 2 Classmates, 1 Sibling. Cards: one for each"
    for page in (referee.get("/")[1], referee.get("/referee")[1], seat(BEN).get("/seat")[1]):
        assert dealt in page


def test_that_something_was_noted_is_no_news_for_long(referee: Phone, seat: Seated) -> None:
    PARTY_MOMENTS["turn"](referee)
    seat(ANA).answer("card", "turn", card=20)
    seat(ANA).answer("done", "turn")
    referee.answer("yes", "shed")
    said = [line["text"] for line in seat(BEN).state()["said"]]
    assert said[:2] == ["Ben draws 2.", "Ana discards 1."]
    assert not [line for line in said if line.startswith("Noted")]


def test_the_splash_of_a_turn_is_used_once(referee: Phone, seat: Seated) -> None:
    PARTY_MOMENTS["used"](referee)
    asked = question(seat(ANA).get("/seat")[1])
    assert "The Splash of this turn is used." in asked
    assert taps(asked, "splash") == []
    assert 'data-key="done"' in asked


def test_a_hit_is_a_short_dialogue_on_the_phone_of_whom_it_hits(
    referee: Phone, seat: Seated
) -> None:
    PARTY_MOMENTS["splashed"](referee)
    page = seat(BEN).get("/seat")[1]
    asked = question(page)
    assert "Ana splashes Ben." in asked and "Ben, what do you do?" in asked
    assert "party-asked" in page
    for flip in ("hat", "power"):
        assert len(taps(asked, flip)) == len(ICONS)
    assert 'data-key="miss"' in asked and 'data-key="take"' in asked
    assert "Other answers" not in asked
    assert [ask["mine"] for ask in seat(ANA).state()["asks"] if ask["must"]] == [False]


def test_nested_answers_are_walked_one_question_at_a_time(referee: Phone) -> None:
    PARTY_MOMENTS["hose"](referee)
    asked = []
    while referee.phase() == "shot":
        [must] = [ask for ask in referee.state()["asks"] if ask["must"]]
        asked.append(must["seats"][0])
        referee.answer("take", "shot")
    assert asked == [BEN, MAX, DEE, EVE]
    assert [kid["towels"] for kid in referee.state()["view"]["circle"].values()] == [5, 3, 2, 3, 3]


def test_what_is_forced_comes_first(referee: Phone, seat: Seated) -> None:
    PARTY_MOMENTS["balloon"](referee)
    asked = question(seat(BEN).get("/seat")[1])
    assert "Ben flips for the Water Balloon." in asked
    assert len(taps(asked, "flip")) == len(ICONS)
    referee.answer("flip", icon=3)
    assert "Ben flips for the Time Out." in question(seat(BEN).get("/seat")[1])


@pytest.mark.parametrize(
    ("moment", "pressed", "key"), [("bucket", "yes", "yes"), ("bucket", "no", "no"),
                                   ("ball", "no", "no"), ("shed", "yes", "yes")]
)  # fmt: skip
def test_table_buttons_answer_where_a_question_is_yes_or_no(
    house: Companion, referee: Phone, moment: str, pressed: str, key: str
) -> None:
    PARTY_MOMENTS[moment](referee)
    musts = tuple(open_ for open_ in house.referee.picture.open if open_.ask.must)
    answer = buttons.press(pressed, AtHand(musts), None, seat_buttons=True).answer
    assert answer is not None and answer.key == key


# --- what is hidden ---------------------------------------------------------------------------


@pytest.mark.parametrize("moment", ["turn", "hose", "dying", "shed", "eight"])
def test_no_page_and_no_row_knows_a_balloon_that_was_not_shown(
    house: Companion, referee: Phone, moment: str
) -> None:
    PARTY_MOMENTS[moment](referee)
    kids = referee.state()["view"]["circle"].values()
    shown = {kid["seat"]: kid["role"] for kid in kids if kid["role"] is not None}
    soaked = {kid["seat"] for kid in kids if kid["soaked"]}
    assert {*shown} == soaked | {ANA}
    game = referee.state()["game"]["id"]
    rows = house.referee.journal.rows(game)
    told = [role for row in rows for role in re.findall(r'"role": ?(\d)', row.facts)]
    assert len(told) == len(soaked)


def test_who_is_soaked_is_told_with_the_balloon(referee: Phone) -> None:
    PARTY_MOMENTS["soaked"](referee)
    assert referee.state()["view"]["circle"][str(DEE)]["role"] == Role.CLASSMATE
    wall = referee.get("/")[1]
    assert "Dee as Kimmy: out, Classmate." in wall
    assert "Dee is soaked: Classmate!" in wall


def test_after_the_party_balloons_may_be_shown_so_that_all_winners_are_known(
    referee: Phone, seat: Seated
) -> None:
    PARTY_MOMENTS["over"](referee)
    assert referee.state()["view"]["winners"] == [DEE]
    page = seat(BEN).get("/seat")[1]
    assert "The Classmates win!" in page and "Show your balloons!" in page
    seat(BEN).answer("balloon", role=int(Role.CLASSMATE))
    assert referee.state()["view"]["winners"] == [BEN, DEE]
    assert "Show your balloons!" not in seat(BEN).get("/seat")[1]


def test_a_hit_is_taken_back_and_a_turn_put_right(referee: Phone, seat: Seated) -> None:
    PARTY_MOMENTS["splashed"](referee)
    undo = referee.state()["undo"]
    assert undo["text"] == "Ana splashes Ben"
    told = {"tell": "0" * 32, "of": undo["seq"]}
    assert seat(ANA).post("/api/undo", told)[0] == 403, "the referee said so for her"
    assert referee.post("/api/undo", told)[1]["reply"] == "counts"
    assert referee.phase() == "play"
    gun = next(line["seq"] for line in referee.state()["said"] if "gun" in line["text"])
    amending = referee.get(f"/amend/{gun}")[1]
    assert taps(amending, "splash") == [EVE]  # as it was before the gun; Ben has a Skateboard
    would = f"/amend/{gun}?a=%5B%5D"
    assert "Then it would be so:" in referee.get(would)[1]


# --- before the party -------------------------------------------------------------------------


def test_a_deck_is_entered_once_and_stands_for_the_next_party(referee: Phone) -> None:
    gun = {"card": 18, "copies": 3, "range": 4, "name": "Soaker"}
    begin(referee, *PEOPLE, kind="party_splash", deck=[gun])
    assert referee.state()["view"]["names"][18] == "Soaker"
    assert referee.state()["view"]["sample"]
    begin(referee, "Ana", "Ben", "Cy", kind="twisted_fish", variant="refereed")
    page = referee.get("/new")[1]
    assert "Your deck: partly the sample" in page
    row = re.findall(r'<fieldset class="party-print"[^>]*data-kept.*?</fieldset>', page, re.DOTALL)
    told = dict(re.findall(r'data-cell="(\w+)" value="(\w*)"', row[0]))
    assert len(row) == 1 and (told["range"], told["name"]) == ("4", "Soaker")
    begin(referee, *PEOPLE, kind="party_splash", deck=[asdict(card) for card in SAMPLE])
    assert not referee.state()["view"]["sample"]
    assert "Your deck: all of it is your own" in referee.get("/new")[1]


DRY = [{"card": 2, "copies": 60}]  # sixty Chips


@pytest.mark.parametrize(
    ("deck", "said"),
    [
        (DRY, "Chips and Pizza bring back 64. Put in more Splash cards, or fewer Chips and Pizza."),
        ([{"card": 18, "copies": 3, "range": 1, "name": "W" * 500}], "write up to 24 letters."),
    ],
)
def test_a_deck_that_no_table_can_end_or_show_is_refused(
    referee: Phone, deck: object, said: str
) -> None:
    before = referee.state()["game"]
    told = {"kind": "party_splash", "people": PEOPLE, "options": {"deck": deck}, "sure": True}
    _, reply = referee.post("/api/game", told)
    assert reply["reply"] == "refused" and said in reply["say"]
    assert referee.state()["game"] == before


def test_a_party_that_was_begun_with_such_a_deck_is_played_on(tmp_path: Path) -> None:
    """Older tables took it: nobody's evening is lost."""
    journal = Journal(tmp_path / JOURNAL_FILE, "boot")
    people = [People(journal).number(name, 0) for name in PEOPLE]
    setup = {"kind": "setup", "seats": len(PEOPLE), "deck": [{"kind": "print", **DRY[0]}]}
    journal.begin_game("party_splash", json.dumps(setup), people, 0)
    journal.close()
    with closing(running(tmp_path)) as house:
        assert referee_phone(house).state()["view"]["phase"] == "waiting"


def test_the_sample_deck_says_what_it_is(referee: Phone, seat: Seated) -> None:
    PARTY_MOMENTS["turn"](referee)
    assert "sample deck" in referee.get("/")[1]
    assert "Sample deck, not your printed one." in seat(BEN).get("/seat")[1]


def test_everything_has_its_picture() -> None:
    sprite = (TEMPLATES / "sprite.html").read_text()
    drawn = {*re.findall(r'<symbol id="party-([^"{]+)"', sprite)}
    assert {str(n) for n in range(Card.OZ)} | {f"role-{n}" for n in range(len(ROLES))} <= drawn
    assert len(NAMES) == Card.OZ + 1
