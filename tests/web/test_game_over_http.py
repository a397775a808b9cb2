"""A whole game of SPLASH! over real HTTP, on pretend pins: phones, sensors, journal and rules."""

from contextlib import closing
from pathlib import Path

from companion.referee.buttons import FALLING_HAND_US
from companion.runtime import Companion
from tests.web.house import Phone, leader, referee_phone, running, seated, until


def grab_all(own: Companion, phone: Phone, pads: tuple[int, ...], gap_ms: int) -> None:
    """A scramble: one hand after another, `gap_ms` apart."""
    now = a_moment_ago(own)
    for place, pad in enumerate(pads):
        phone.grab(pad, now + place * gap_ms * 1000)
    until(lambda: _with_order(phone, len(pads)), "every touch")


def a_moment_ago(own: Companion) -> int:
    """A stamp that is past, but later than the table's own start and the last scramble."""
    start = own.referee.clock.now_us()
    until(lambda: own.referee.clock.now_us() > max(start, 250_000) + 250_000)
    return own.referee.clock.now_us() - 240_000


def play_round(own: Companion, referee: Phone, without: int) -> None:
    """Deal, grab, and one tap: who is left without says "good grab" too."""
    assert referee.answer("start", "deal")["reply"] == "counts"
    pads = tuple(referee.state()["view"]["in_play"])
    grab_all(own, referee, pads, 84)
    assert referee.answer(f"seat:{without}", "holders")["reply"] == "counts"
    referee.home(*pads)


def test_three_play_a_whole_game_and_one_wins(own: Companion) -> None:
    referee = leader(own, "Ana", "Ben", "Cy")
    without = [2, 1, 2, 1, 2, 1, 2, 1]  # Ana holds a dolphin every time
    while referee.phase() != "over":
        if referee.phase() == "bonus":
            referee.answer("no", "bonus")
        else:
            play_round(own, referee, without.pop())
    view = referee.state()["view"]
    assert view["winner"] == 0
    assert view["letters"][0] == 6
    assert "Ana wins SPLASH!" in referee.state()["said"][0]["text"]
    page = seated(own, referee, 0, "127.0.9.1").get("/seat")[1]
    assert page.index("I had four") > page.index("has won"), "nobody is led to it"


def test_photo_finish_names_the_first_by_its_stamp(own: Companion) -> None:
    referee = leader(own, "Ana", "Ben", "Cy", "Dee")
    referee.answer("start", "deal")
    now = a_moment_ago(own)
    referee.grab(2, now + 84_000)  # arrives first, was second
    referee.grab(0, now)
    state = until(lambda: _with_order(referee, 2), "both touches")
    assert [entry["pad"] for entry in state["view"]["order"]] == [0, 2]
    assert (
        state["view"]["finish"] == "Red was first, about 84\u00a0ms before Green."
    )  # a pad may be 20 ms late


def _with_order(phone: Phone, touches: int) -> dict | None:
    state = phone.state()
    return state if len(state["view"]["order"]) == touches else None


def test_claims_alone_settle_a_round(own: Companion) -> None:
    referee = leader(own, "Ana", "Ben", "Cy")
    ana, ben = seated(own, referee, 0), seated(own, referee, 1)
    ana.answer("start", "deal")
    grab_all(own, ana, (0, 1), 100)
    assert ana.answer("pad:0", "claim")["reply"] == "counts"
    assert ana.state()["asks"][0]["lead"].startswith("Ana was first")
    assert ben.answer("pad:1", "claim")["reply"] == "counts"
    assert ana.state()["view"]["letters"] == [1, 1, 0]


def test_a_foul_gives_letters_to_the_others_and_the_round_goes_on(own: Companion) -> None:
    referee = leader(own, "Ana", "Ben", "Cy")
    referee.answer("start", "deal")
    grab_all(own, referee, (1,), 0)
    referee.answer("no", "verdict")
    referee.answer("touched", "foul", touchers=[1])
    assert referee.state()["view"]["letters"] == [1, 0, 1]
    referee.home(1)
    until(lambda: referee.phase() == "live", "the round going on")
    assert referee.state()["view"]["round"] == 1


def test_first_touch_silences_the_caller(own: Companion) -> None:
    referee = leader(own, "Ana", "Ben", "Cy")
    referee.answer("start", "deal")
    assert until(lambda: own.caller.running)
    referee.sim("touch", pad=0)
    assert not own.caller.running


def test_two_phones_answering_count_once_and_a_late_one_is_told_kindly(
    own: Companion,
) -> None:
    referee = leader(own, "Ana", "Ben", "Cy")
    ana, ben = seated(own, referee, 0), seated(own, referee, 1)
    deal = ana.state()["asks"][0]["id"]
    assert ana.tell(deal, "start", {}, tell="aa")["reply"] == "counts"
    assert ana.tell(deal, "start", {}, tell="aa")["reply"] == "counts"
    late = ben.tell(deal, "start", {})
    assert late["reply"] == "already"
    assert late["say"].startswith("Ana was quicker.")
    assert ben.state()["view"]["round"] == 1


def test_undo_redo_and_a_restart_keep_everything(tmp_path: Path) -> None:
    house = running(tmp_path)
    referee = leader(house, "Ana", "Ben", "Cy")
    play_round(house, referee, without=2)
    scored = referee.state()["view"]["letters"]
    undo = referee.state()["undo"]["seq"]
    assert referee.post("/api/undo", {"tell": "x", "of": undo})[1]["reply"] == "counts"
    assert referee.state()["view"]["letters"] == [0, 0, 0]
    before = referee.state()
    house.close()
    with closing(running(tmp_path)) as again:
        referee.port = again.address.port
        referee = referee_phone(again)
        after = referee.state()
        assert after["view"] == before["view"]
        assert after["undo"]["seq"] == before["undo"]["seq"]
        redo = after["redo"]["seq"]
        assert referee.post("/api/redo", {"tell": "y", "of": redo})[1]["reply"] == "counts"
        assert referee.state()["view"]["letters"] == scored


def test_table_buttons_alone_play_a_round(own: Companion) -> None:
    referee = leader(own, "Ana", "Ben", "Cy")
    press(own, referee, "start")
    until(lambda: referee.phase() == "live")
    grab_all(own, referee, (0, 1), 100)
    press(own, referee, "yes")
    until(lambda: referee.phase() == "holders")
    press(own, referee, "seat:2")
    until(lambda: referee.phase() == "scored")
    assert referee.state()["view"]["letters"] == [1, 1, 0]


def press(own: Companion, phone: Phone, button: str) -> None:
    """A finger that comes down after it has read the question."""
    asked = own.referee.clock.now_us()
    until(lambda: own.referee.clock.now_us() > asked + FALLING_HAND_US)
    phone.sim("press", button=button)
    phone.sim("let_go", button=button)
