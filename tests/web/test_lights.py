"""Where no phone is here the wall says what buttons do; a phone that comes takes over."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.frozen import replace
from companion.referee.buttons import FALLING_HAND_US
from companion.referee.walking import AtHand
from companion.runtime import Companion
from companion.web.lights import keys_shown
from tests.web.house import Phone, begin, leader, referee_phone, until

LATER_S = 600


@pytest.fixture
def wall(own: Companion, addresses: Iterator[str]) -> Phone:
    """Somebody who only looks on."""
    return Phone(own.address.port, source=next(addresses))


def lights(wall: Phone) -> dict[str, Any] | None:
    """What the wall says of the buttons."""
    found: dict[str, Any] | None = wall.state()["lights"]
    return found


def lit(wall: Phone) -> str:
    """The one answer that YES takes."""
    shown = lights(wall)
    assert shown is not None
    (label,) = (light["label"] for light in shown["lights"] if light["lit"])
    return str(label)


def press(house: Companion, button: str) -> None:
    """A finger that comes down after it has read the question."""
    asked, seen = house.referee.clock.now_us(), house.referee.picture.version
    until(lambda: house.referee.clock.now_us() > asked + FALLING_HAND_US)
    assert house.hands is not None
    house.hands.press(button)
    house.hands.let_go(button)
    until(lambda: house.referee.picture.version > seen)


def leave(house: Companion, monkeypatch: pytest.MonkeyPatch) -> None:
    """All phones that were in are at home."""
    sessions, evening = house.access.sessions, house.evening
    now_s, wall_ms = sessions._now_s, evening._wall_ms
    monkeypatch.setattr(sessions, "_now_s", lambda: now_s() + LATER_S)
    monkeypatch.setattr(evening, "_wall_ms", lambda: wall_ms() + 1000 * LATER_S)
    evening.show()


def test_without_a_phone_the_wall_leads_and_a_phone_takes_over(
    own: Companion, wall: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    referee = leader(own, "Ana", "Ben", "Cy", "Dee", kind="party_splash")
    assert lights(wall) is None
    leave(own, monkeypatch)
    until(lambda: lights(wall) is not None)
    first = lit(wall)
    press(own, "no")
    assert lit(wall) != first
    asks = referee.state()["asks"]  # a phone is here again, and quicker
    asked = next(ask["id"] for ask in asks if ask["topic"] == "attendee")
    own.evening.look()
    assert referee.tell(asked, "comes", {"attendee": 3})["reply"] == "counts"
    assert lights(wall) is None
    for button in ("no", "yes", "yes"):  # a group, and the first one of it
        press(own, button)
    assert own.referee.picture.undo is not None and own.referee.picture.undo.by == "buttons"


def test_what_a_button_answers_is_said_on_the_wall(
    own: Companion, wall: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert wall.state()["keys"] == ["start"], "between games it opens the door"
    begin(referee_phone(own), "Ana", "Ben", "Cy", kind="dolphin_splash")
    leave(own, monkeypatch)
    until(lambda: lights(wall) is not None)
    shown = lights(wall)
    assert shown is not None
    assert [key["key"] for key in shown["keys"]] == ["start", "no"]
    assert shown["keys"][0]["label"] == "Dealt: start the round"
    assert wall.state()["keys"] == ["start"], "NO leads to what else there is: nobody is asked that"
    picture = own.referee.picture
    paused = replace(picture, caller=replace(picture.caller, paused=True))
    assert keys_shown(paused) == ("start",)
    assert keys_shown(replace(paused, caller=picture.caller, review="referee")) == ("yes",)
    assert keys_shown(replace(picture, asked=AtHand(()))) == (), "hands are on dolphins"
    assert keys_shown(replace(picture, asked=AtHand(()), again=True)) == ("start",)


def test_where_robots_play_nobody_is_led(
    among_robots: Companion, addresses: Iterator[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    leave(among_robots, monkeypatch)
    phone = Phone(among_robots.address.port, source=next(addresses))
    assert phone.state()["game"] is not None and lights(phone) is None
