"""Scripts, styles and drawings are asked for once: they are called after all their bytes."""

import os
import re
from pathlib import Path

import pytest

from companion.runtime import Companion
from companion.web.edition import FOR_EVER, LOOK_S, Edition
from tests.web.house import Clock, Phone

NAMED = re.compile(r'(?:src|href)="(/static/[^"]+\.(?:js|css|svg))"')
PAGES = ("/", "/join", "/tabletop", "/referee", "/new", "/history", "/rules/split", "/boards/new")


@pytest.mark.parametrize("page", PAGES)
def test_whatever_a_page_names_is_kept_for_ever(referee: Phone, page: str) -> None:
    named = NAMED.findall(referee.get(page)[1])
    assert len(named) > 3
    for path in named:
        assert referee.get(path)[0] == 200, path
        assert referee.headers["Cache-Control"] == FOR_EVER, path


def test_another_edition_and_none_are_what_is_there_now_and_asked_for_again(
    stranger: Phone,
) -> None:
    text = stranger.get("/static/live.js")[1]
    for old in ("/static/e00000000/live.js", "/static/live.js"):
        assert stranger.get(old) == (200, text)
        assert stranger.headers["Cache-Control"] == "no-cache"
    named = next(p for p in NAMED.findall(stranger.get("/")[1]) if p.endswith("/live.js"))
    assert stranger.get(named) == (200, text)


def test_what_modules_name_is_of_their_own_edition(stranger: Phone) -> None:
    """Or the same module would be there twice."""
    named = next(p for p in NAMED.findall(stranger.get("/")[1]) if p.endswith("/live.js"))
    found = re.findall(r'from "([^"]+)"', stranger.get(named)[1])
    assert found and all(one.startswith(".") for one in found)


def test_the_manifest_keeps_its_name(stranger: Phone) -> None:
    """A phone's home screen knows the table by it."""
    assert 'href="/static/manifest.webmanifest"' in stranger.get("/")[1]


@pytest.mark.parametrize("path", ["e00000000/../app.py", "e00000000/games/split/rules.py", "e1/x"])
def test_an_edition_opens_no_other_file(house: Companion, stranger: Phone, path: str) -> None:
    assert stranger.get(f"/static/{path}")[0] == 404


@pytest.mark.parametrize("what", ["size", "same size", "new", "gone"])
def test_any_change_is_another_edition_within_a_second(tmp_path: Path, what: str) -> None:
    (tmp_path / "a.css").write_text("red")
    (tmp_path / "b.js").write_text("one")
    clock = Clock()
    edition = Edition([tmp_path], clock)
    before = edition.name
    assert re.fullmatch("e[0-9a-f]{8}", before)
    changes = {"size": "green", "same size": "sea", "new": "red", "gone": "red"}
    (tmp_path / "a.css").write_text(changes[what])
    os.utime(tmp_path / "a.css", ns=(1, 1))  # a clock may tick more slowly than a test writes
    if what == "new":
        (tmp_path / "c.css").touch()
    if what == "gone":
        (tmp_path / "b.js").unlink()
    assert edition.name == before  # it is not looked for at every page
    clock.now_s += LOOK_S
    assert edition.name != before
    (tmp_path / "notes.txt").touch()
    now = edition.name
    clock.now_s += LOOK_S
    assert edition.name == now
