"""A demo as visitors find it: robots that play for ever, and seats for whoever comes."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.words import Pad, Seat
from tests.demo.stage import Stage, letters_of, stage
from tests.web.house import Phone, referee_phone, until

SLOW = 8  # a table at which somebody sits and does something over HTTP


@pytest.fixture
def calm(tmp_path: Path) -> Iterator[Stage]:
    """A demo slow enough to sit in."""
    with stage(tmp_path, SLOW) as running:
        yield running


def hand_of(phone: Phone) -> dict[str, Any]:
    status, text = phone.get("/api/hand")
    assert status == 200, text
    hand: dict[str, Any] = json.loads(text)
    return hand


def phase(demo: Stage) -> str:
    return demo.companion.referee.picture.view.phase


def test_robots_play_on_and_on_and_the_score_is_the_true_one(tmp_path: Path) -> None:
    with stage(tmp_path) as demo:
        until(lambda: len(demo.ended) == 2, "two games")
        for family, view in demo.ended:
            assert list(view.letters) == letters_of(family)
            assert view.winner == family.over()[0]
        first, second = demo.companion.referee.journal.games()[:2]
        assert first.kind == second.kind == "dolphin_splash"
        told = [row.by for row in demo.companion.referee.journal.rows(second.game)]
        assert {"robot", "sim"} <= set(told) and "referee" not in told
        assert demo.companion.referee.picture.trouble == ()


def test_a_seat_s_hand_is_for_its_own_phone_alone(calm: Stage) -> None:
    ana, ben = calm.guest(0), calm.guest(1)

    def shown_as_held(phone: Phone, seat: int) -> bool:
        shown = hand_of(phone)
        with calm.board.lock:
            held, turn = calm.family._round().hands[Seat(seat)], calm.family.turn
            return bool(shown["turn"] == turn and shown["cards"] == held)

    until(lambda: phase(calm) == "live", "the deal")
    until(lambda: shown_as_held(ana, 0), "Ana's own cards")
    until(lambda: shown_as_held(ben, 1), "Ben's own cards")
    stranger = Phone(calm.companion.address.port)
    assert stranger.get("/api/hand")[0] == 403
    assert stranger.post("/api/hand", {"card": 0, "turn": 1})[0] == 403
    referee = referee_phone(calm.companion)
    assert referee.get("/api/hand")[0] == 404
    assert referee.post("/api/hand", {"card": 0, "turn": 1})[0] == 404
    for page in ("wall", "join", "tabletop", "seat"):
        assert "data-card" not in stranger.get(f"/api/fragment?page={page}")[1]


def test_the_card_that_was_tapped_goes_at_the_next_pass(calm: Stage) -> None:
    ana = calm.guest(0)

    def chosen() -> dict[str, Any] | None:
        hand = hand_of(ana)
        if not hand["passing"]:
            return None
        goes = ana.post("/api/hand", {"card": 3, "turn": hand["turn"]})[1]["ok"]
        return hand_of(ana) if goes else None

    hand = until(chosen, "a choice in time")
    assert hand["chosen"] == 3 and 'aria-pressed="true"' in hand["html"]
    later = until(lambda: (now := hand_of(ana))["turn"] > hand["turn"] and now, "the next PASS")
    assert later["chosen"] is None
    late = ana.post("/api/hand", {"card": 3, "turn": hand["turn"]})[1]
    assert late == {"ok": False, "say": "That card has gone already."}


def test_who_has_four_of_a_kind_and_grabs_is_first(calm: Stage) -> None:
    ana = calm.guest(0)
    until(lambda: calm.plays(0) and phase(calm) == "live", "a round")

    def letters() -> int:
        return int(ana.state()["view"]["letters"][0])

    before = letters()

    def grabbed() -> bool:
        nonlocal before
        until(lambda: phase(calm) == "live", "a round")
        before = letters()
        with calm.board.lock:
            now = calm.family.round
            if now is None or now.touched or phase(calm) != "live":
                return False
            for seat in now.hands:
                now.hands[seat] = [0, 1, 2, 3]
            now.hands[Seat(0)] = [2, 2, 2, 2]
        said = ana.post("/api/sim", {**ana.hand("touch"), "pad": 1})[1]
        return bool(said["ok"])

    until(grabbed, "a grab in time")
    order = until(lambda: ana.state()["view"]["order"], "the grab")
    assert order[0]["pad"] == 1
    second = ana.post("/api/sim", {**ana.hand("touch"), "pad": 2})[1]
    assert second == {"ok": False, "say": ""}, "one dolphin each"
    # The end of a round is soon over; a letter stays.
    until(lambda: letters() > before, "the letter of who holds a dolphin")


def test_visitors_cannot_break_the_table(calm: Stage) -> None:
    ana = calm.guest(0)
    for told in (
        {"do": "unplug", "pad": 0, "on": True},
        {"do": "noise", "pad": 0, "on": True},
        {"do": "bounce", "ms": 20},
        {"do": "press", "button": "start"},
        {"do": "home", "pad": 0},
    ):
        told = {**ana.hand(told["do"]), **told}
        assert ana.post("/api/sim", told) == (200, {"ok": False, "say": ""}), told
    assert ana.post("/api/good_night", {"sure": True})[0] == 403


def test_who_is_silent_is_played_for_until_the_next_tap(tmp_path: Path) -> None:
    with stage(tmp_path) as demo:
        ana = demo.guest(0)
        until(lambda: demo.plays(0), "the seat")
        until(lambda: not demo.plays(0), "the robot")
        assert hand_of(ana)["cards"] == [] and "I play on" in hand_of(ana)["html"]
        ana.post("/api/hand", {"card": 0, "turn": 0})
        until(lambda: demo.plays(0), "the seat, back again")


def test_a_taken_seat_is_not_given_away_and_nobody_becomes_the_referee(calm: Stage) -> None:
    calm.guest(0)
    other = Phone(calm.companion.address.port, source="127.0.0.9")
    until(lambda: calm.plays(0), "the seat")
    other.post("/api/knock", {"seat": 0})
    until(lambda: json.loads(other.get("/api/knock")[1])["state"] == "no", "a no")
    other.post("/api/knock", {"role": "referee"})
    calm.guest(1)  # who came later and is in
    assert json.loads(other.get("/api/knock")[1])["state"] == "waiting"


def test_a_hand_on_a_dolphin_between_rounds_is_no_harm(calm: Stage) -> None:
    """However fast their time flies: between two rounds nobody moves while the board is locked."""

    def harmless() -> bool:
        with calm.board.lock:
            return phase(calm) == "waiting" and calm.board.reach(Seat(0), "touch", Pad(0))

    until(harmless, "a hand between rounds")
