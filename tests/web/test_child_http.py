"""A small child's seat in every game: the one question and its answers, and nothing else."""

import re
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest

from companion.games import GAMES
from companion.runtime import Companion
from tests.browser.animal_moments import ANIMAL_MOMENTS
from tests.browser.fish_moments import FISH_MOMENTS
from tests.browser.moments import MOMENTS
from tests.browser.party_moments import PARTY_MOMENTS
from tests.browser.split_moments import SPLIT_MOMENTS
from tests.web.house import Phone, until

Seated = Callable[[int], Phone]
Moment = Callable[[Companion, Phone], None]


def of_phone(moment: Callable[[Phone], None]) -> Moment:
    return lambda house, referee: moment(referee)


ASKED: dict[str, Moment] = {
    **{f"splash {name}": MOMENTS[name] for name in ("waiting", "foul", "bonus")},
    **{
        f"animal {name}": ANIMAL_MOMENTS[name]
        for name in (
            "light_placing",
            "light_surfacing",
            "light_counting",
            "full_picking",
            "full_vote",
        )
    },
    **{f"fish {name}": of_phone(FISH_MOMENTS[name]) for name in ("turn", "asked", "fishing")},
    **{f"split {name}": of_phone(SPLIT_MOMENTS[name]) for name in ("turn", "chip", "light")},
    **{
        f"party {name}": of_phone(PARTY_MOMENTS[name])
        for name in ("waiting", "turn", "splashed", "dying", "balloon")
    },
}
RULE_ID = re.compile(r"\b[A-Z]+-[A-Z]{1,2}\d")
TO_TAP = {"button", "a", "input", "summary", "select"}


class Seen(HTMLParser):
    """What there is to tap on a page, its headings, and all of its words."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.taps: list[tuple[str, dict[str, str]]] = []
        self.classes: set[str] = set()
        self.words = ""
        self.is_alone = "data-alone" in page
        self.feed(page.partition('<main id="live"')[2].partition("</main>")[0])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        self.classes.update(told.get("class", "").split())
        if tag in TO_TAP:
            self.taps.append((tag, told))

    def handle_data(self, data: str) -> None:
        self.words += f" {data.strip()}"

    @property
    def others(self) -> list[str]:
        """What can be tapped, and is neither an answer nor part of how one is found."""
        frame = ("data-ask", "data-read", "data-whole")
        return [
            f"{tag} {told}"
            for tag, told in self.taps
            if tag not in ("input", "summary")  # they are ticked, or opened, to answer
            and not (self.is_alone and "book" in told.get("class", ""))  # a style hides it
            and not any(name in told for name in frame)
            and told.get("id") != "sound"
        ]

    @property
    def asked(self) -> set[str]:
        """The questions that are answered by what is tapped."""
        return {told["data-ask"] for _, told in self.taps if "data-ask" in told}


def alone(referee: Phone, seat: Seated) -> tuple[Phone, dict[str, Any]]:
    """The phone of who is asked, a small child from now on, and the question."""
    state = referee.state()
    asks = sorted(
        (ask for ask in state["asks"] if ask["must"] and ask["seats"]),
        key=lambda ask: len(ask["seats"]),
    )
    number = asks[0]["seats"][0]
    phone = seat(number)
    is_child(referee, number)
    return phone, asks[0]


def shown_letters(referee: Phone) -> list[int]:
    letters: list[int] = referee.state()["view"]["letters"]
    return letters


def is_child(referee: Phone, seat: int, child: bool = True) -> None:
    """The referee ticks it, in the list of phones."""
    phones = referee.state()["phones"]
    person = next(phone["person"] for phone in phones if phone["seat"] == seat)
    told = referee.post("/api/child", {"person": person, "child": child})
    assert told == (200, {"ok": True})


@pytest.mark.parametrize("moment", ASKED)
def test_a_child_is_shown_the_one_question_and_nothing_else(
    moment: str, house: Companion, referee: Phone, seat: Seated
) -> None:
    ASKED[moment](house, referee)
    phone, ask = alone(referee, seat)
    seen = Seen(phone.get("/seat")[1])
    assert ask["text"] in seen.words
    assert seen.asked == {ask["id"]}
    assert not seen.others
    assert not {"said", "row", "rows", "rule"} & seen.classes
    assert not RULE_ID.search(seen.words)


@pytest.mark.parametrize("moment", ASKED)
def test_a_small_child_goes_on_when_who_is_before_it_is_done(
    moment: str, house: Companion, referee: Phone, seat: Seated
) -> None:
    """F-S9: who reads may ask while another one is at the pond; a child would end that unseen."""
    ASKED[moment](house, referee)
    state = referee.state()
    turns = [
        ask for ask in state["asks"] if ask["must"] and 0 < len(ask["seats"]) < len(state["seats"])
    ]
    for later in (ask for ask in turns if ask["topic"] != turns[0]["topic"]):
        phone = seat(later["seats"][0])
        assert later["id"] in Seen(phone.get("/seat")[1]).asked
        is_child(referee, later["seats"][0])
        page = phone.get("/seat")[1]
        assert not Seen(page).asked and 'data-turn=""' in page
        assert f"{turns[0]['waiting_for']}'s turn" in Seen(page).words
        referee.answer(turns[0]["choices"][0]["key"], turns[0]["topic"])
        assert Seen(phone.get("/seat")[1]).asked
    assert moment != "fish fishing" or len(turns) > 1


def test_no_pearl_is_no_picture_of_one(house: Companion, referee: Phone, seat: Seated) -> None:
    """Who reads no numbers yet goes by the picture below them."""
    ASKED["animal light_surfacing"](house, referee)
    phone, _ = alone(referee, seat)
    tiles = re.findall(r'<b>(\d)</b>.*?href="#(as-[\w-]+)"', phone.get("/seat")[1])
    assert dict(tiles) == {"0": "as-no-oxygen", **dict.fromkeys("1234", "as-pearl")}


def test_every_game_is_looked_at() -> None:
    assert len({moment.split()[0] for moment in ASKED}) == len(GAMES)


def test_whose_turn_it_is_is_all_that_another_s_question_says(
    house: Companion, referee: Phone, seat: Seated
) -> None:
    ANIMAL_MOMENTS["light_diving"](house, referee)
    phone = seat(1)
    is_child(referee, 1)
    seen = Seen(phone.get("/seat")[1])
    assert "Ana's turn" in seen.words
    assert not seen.asked and not seen.others


def test_a_child_takes_back_its_own_word_alone(
    house: Companion, referee: Phone, seat: Seated
) -> None:
    ANIMAL_MOMENTS["light_placing"](house, referee)
    ana, ben = seat(0), seat(1)
    is_child(referee, 0)
    is_child(referee, 1)
    ana.answer("place", "dive", oxygen=1)
    assert "Oops!" in Seen(ana.get("/seat")[1]).words
    assert "data-undo" not in ben.get("/seat")[1]


def test_a_child_sees_its_letters_between_rounds(
    house: Companion, referee: Phone, seat: Seated
) -> None:
    MOMENTS["scored"](house, referee)
    phone = seat(0)
    is_child(referee, 0)
    have = shown_letters(referee)[0]
    page = phone.get("/seat")[1].rpartition("data-ask=")[2]
    assert page.count('class="box full') == have > 0, "after the question"
    assert phone.answer("start", "deal")["reply"] == "counts"
    assert "box full" not in phone.get("/seat")[1], "now it looks at its cards"


def test_a_claim_goes_before_what_everybody_is_asked(
    house: Companion, referee: Phone, seat: Seated
) -> None:
    """And when it is claimed, what everybody is asked is there to answer."""
    MOMENTS["holders"](house, referee)
    phone = seat(0)
    is_child(referee, 0)
    assert "Which dolphin is yours?" in Seen(phone.get("/seat")[1]).words
    phone.answer("pad:2", "claim")
    seen = Seen(phone.get("/seat")[1])
    assert "Which dolphin is yours?" not in seen.words
    assert "Who is left without a dolphin?" in seen.words


def test_who_has_no_dolphin_says_so_and_is_asked_what_comes_then(
    house: Companion, referee: Phone, seat: Seated
) -> None:
    MOMENTS["holders"](house, referee)
    phone = seat(0)
    is_child(referee, 0)
    page = phone.get("/seat")[1].partition("data-unless-none")[2]
    first, _, second = page.partition("data-if-none")
    assert "I have none" in first and "data-none" in first
    assert "Who is left without a dolphin?" in second
    assert "data-none-undo" in second, "a small thumb slips"
    phone.answer("pad:2", "claim")
    assert "data-none" not in phone.get("/seat")[1]


def test_a_child_is_asked_whether_another_phone_is_its_own(
    house: Companion, referee: Phone, seat: Seated, stranger: Phone
) -> None:
    MOMENTS["waiting"](house, referee)
    ana = seat(0)
    is_child(referee, 0)
    stranger.post("/api/redeem", {"t": house.access.sessions.invite(None)})
    assert stranger.post("/api/me", {"name": "Ana"})[0] == 409
    seen = Seen(ana.get("/seat")[1])
    assert "I am Ana, too" in seen.words and not seen.asked
    (claim,) = ana.state()["claims"]
    assert ana.post("/api/vouch", {"claim": claim["id"], "yes": True})[0] == 200
    house.evening.look()
    until(lambda: "Ana has one more phone now" in referee.get("/")[1], "the words on the wall")


def test_after_a_restart_whoever_sits_lets_pass_go_on(
    house: Companion, referee: Phone, seat: Seated, stranger: Phone
) -> None:
    MOMENTS["live"](house, referee)
    ana, ben = seat(0), seat(1)
    is_child(referee, 1)
    stranger.post("/api/redeem", {"t": house.access.sessions.invite(None)})
    for phone in (ana, ben):
        house.referee.pause(True)  # as it is after a restart
        assert "PASS is paused" in Seen(phone.get("/seat")[1]).words
        for told in ({"paused": True}, {"tempo": "calm"}):
            assert phone.post("/api/caller", told)[0] == 403
        assert stranger.post("/api/caller", {"paused": False})[0] == 403, "who sits nowhere"
        assert phone.post("/api/caller", {"paused": False})[1]["reply"] == "counts"
        assert "PASS is paused" not in Seen(phone.get("/seat")[1]).words
        assert not referee.state()["caller"]["paused"]


def test_a_child_is_told_who_won(house: Companion, referee: Phone, seat: Seated) -> None:
    MOMENTS["over"](house, referee)
    phone = seat(0)
    is_child(referee, 0)
    seen = Seen(phone.get("/seat")[1])
    assert "win!" in seen.words or "wins!" in seen.words
    assert not seen.asked and not seen.others


def test_the_referee_s_tick_counts_at_once(house: Companion, referee: Phone, seat: Seated) -> None:
    MOMENTS["waiting"](house, referee)
    ana = seat(0)
    is_child(referee, 0, False)
    assert "rows" in Seen(ana.get("/seat")[1]).classes
    live = ana.live("seat")
    live.until("beat")
    is_child(referee, 0)
    while live.next():
        pass  # it ends, and comes anew
    live.close()
    again = ana.live("seat")
    assert "Read it to me" in again.until("state").data["html"]
    again.close()
