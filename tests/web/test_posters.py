"""Whose evenings a kept poster tells is said where somebody is forgotten, until it is gone."""

from click.testing import CliRunner

from companion.cli import main
from companion.days import day
from companion.runtime import Companion
from tests.web.house import Phone, referee_phone, win

SURE = {"sure": True}


def test_a_poster_that_was_kept_is_named_until_it_is_gone(own: Companion) -> None:
    referee, phone = referee_phone(own, "127.0.9.1"), Phone(own.address.port, source="127.0.8.1")
    assert phone.post("/api/keep_poster", SURE)[0] == 410
    win(referee, 0)
    assert referee.post("/api/good_night", SURE)[0] == 200
    assert "Posters that somebody kept" not in referee.get("/people")[1]
    for _ in range(2):
        assert phone.post("/api/keep_poster", SURE)[0] == 200
    (when,) = own.access.household.posters()
    page = referee.get("/people")[1]
    assert page.count(f'data-poster="{when}"') == 1
    assert f"posters that somebody saved or printed: of {day(when)}</li>" in page
    state = own.referee.journal.path.parent
    words = ("forget", "--yes", "Cy", "--state", str(state))
    said = CliRunner().invoke(main, words)
    assert said.exit_code == 0 and f"the poster of {day(when)}" in said.output, said.output
    assert phone.post("/api/drop_poster", {"when": when})[0] == 403
    assert referee.post("/api/drop_poster", {"when": when})[0] == 200
    assert referee.post("/api/drop_poster", {"when": when})[0] == 410
    assert "data-poster" not in referee.get("/people")[1]
