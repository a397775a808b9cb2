"""How days are said, and which evening a moment belongs to."""

from datetime import datetime

import pytest

from companion import days


def ms(said: str) -> int:
    return round(datetime.fromisoformat(said).timestamp() * 1000)


def test_a_day_and_an_hour_are_said_as_people_say_them() -> None:
    assert days.day(ms("2026-11-05T20:15")) == "5 November 2026"
    assert days.hour(ms("2026-11-05T08:05")) == "08:05"


@pytest.mark.parametrize(
    ("moment", "evening"),
    [("2026-11-05T23:59", 5), ("2026-11-06T05:59", 5), ("2026-11-06T06:00", 6)],
)
def test_an_evening_goes_on_after_midnight(moment: str, evening: int) -> None:
    assert days.evening(ms(moment)).day == evening


def test_the_day_is_said_where_it_changes() -> None:
    thursday, friday = ms("2026-11-05T20:15"), ms("2026-11-06T20:15")
    assert days.turns([]) == () and days.turns([thursday, thursday + 1]) == ("", "")
    assert days.turns([thursday, ms("2026-11-06T00:10")]) == ("", ""), "one evening"
    said = days.turns([friday, friday, thursday, thursday])
    assert said == ("6 November 2026", "", "5 November 2026", "")
