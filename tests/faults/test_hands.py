"""A companion that is killed with hands out: each comes back to its phone, and nothing is told."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.hands.store import FILE
from tests.faults.evening import evening, referee_of
from tests.web.house import Phone, begin, until

pytestmark = pytest.mark.long

PEOPLE = ("Ana", "Ben", "Cy")


def hand_of(phone: Phone) -> Any:
    """What this phone shows of its hand, once it shows one."""

    def shown() -> Any:
        status, told = phone.get("/api/hand")
        return status == 200 and json.loads(told)["playing"] and json.loads(told)

    return until(shown, "a hand")


def at_seat(referee: Phone, seat: int) -> Phone:
    """A phone that the referee lets in there."""
    phone = Phone(referee.port, source=f"127.0.9.{seat + 1}")
    status, knock = phone.post("/api/knock", {"seat": seat})
    assert status == 200, knock
    referee.post("/api/let_in", {"knock": knock["knock"], "yes": True})
    assert f'"seat":{seat}' in phone.get("/api/whoami")[1]
    return phone


def test_hands_come_back_to_their_phones_after_a_kill_in_mid_game(tmp_path: Path) -> None:
    with evening(tmp_path) as house:
        referee = referee_of(house)
        begin(referee, *PEOPLE, cards="phones", waits_for_choice=False)
        phones = [at_seat(referee, seat) for seat in range(len(PEOPLE))]
        referee.answer("start")
        first = [hand_of(phone) for phone in phones]
        until(lambda: hand_of(phones[0])["turn"] != first[0]["turn"], "PASS, and other cards")
        referee.post("/api/caller", {"paused": True})
        calls = referee.state()["caller"]["calls"]
        turn = first[1]["turn"] + calls
        until(lambda: hand_of(phones[1])["turn"] == turn, "what was called is passed")
        assert phones[1].post("/api/hand", {"card": 2, "turn": turn})[1]["ok"]
        before = [hand_of(phone) for phone in phones]
        assert before[1]["chosen"] == 2
        house.kill()
        house.wait()
    lot = json.loads((tmp_path / FILE).read_bytes().partition(b"\n")[2])  # after its sum
    with evening(tmp_path) as house:
        referee = referee_of(house)
        for phone in phones:
            phone.port = referee.port
        for was, now in zip(before, map(hand_of, phones), strict=True):
            assert {key: now[key] for key in ("cards", "chosen", "turn", "four")} == {
                key: was[key] for key in ("cards", "chosen", "turn", "four")
            }
        house.kill()
        house.wait()
    others = [path for path in tmp_path.rglob("*") if path.is_file() and path.name != FILE]
    for secret in (lot["seed"], lot["salt"]):
        said = [path for path in others if secret.encode() in path.read_bytes()]
        assert not said
