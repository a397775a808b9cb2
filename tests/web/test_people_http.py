"""People over HTTP: renamed, merged and forgotten, by the referee, at the machine, by command."""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion import cli
from companion.games import GAMES
from companion.journal import Journal, served
from companion.journal.backup import BACKUPS, back_up
from companion.journal.people import People
from companion.journal.restore import restore
from companion.journal.settings import entered
from companion.names import unmarked
from companion.places import JOURNAL_FILE
from companion.runtime import Companion
from companion.web import guard, peer
from tests.entered import CARDS
from tests.journal.names import files_with
from tests.web.house import Phone, begin, referee_phone, running, seated, wins

PEOPLE = ("Ana", "Ben", "Cy", "Dee")
SURE = {"sure": True}
ALL_PAGES = ("/", "/seat", "/referee", "/new", "/people", "/me", "/history", "/api/state")


@pytest.fixture
def referee(own: Companion) -> Phone:
    return referee_phone(own, "127.0.9.1")


@pytest.fixture
def family(own: Companion, referee: Phone) -> Iterator[dict[str, Phone]]:
    """A phone for each at the table."""
    begin(referee, *PEOPLE)
    yield {name: seated(own, referee, n, f"127.0.8.{n + 1}") for n, name in enumerate(PEOPLE)}


def number(own: Companion, name: str) -> int:
    found = People(own.referee.journal).named(name)
    assert found is not None
    return found.number


def names(phone: Phone) -> list[str]:
    return [one["name"] for one in phone.state()["seats"]]


def command(own: Companion, *words: object) -> Any:
    state = own.referee.journal.path.parent
    return CliRunner().invoke(cli.main, list(map(str, (*words, "--state", state))))


# --- renamed and merged -----------------------------------------------------------------------


def test_somebody_is_called_otherwise_everywhere(
    own: Companion, referee: Phone, family: dict[str, Phone]
) -> None:
    ana, ben = number(own, "Ana"), number(own, "Ben")
    assert referee.post("/api/rename", {"person": ana, "name": " Anna  B "})[0] == 200
    assert names(referee) == ["Anna B", *PEOPLE[1:]]
    assert family["Ana"].state()["you"]["person"]["name"] == "Anna B"
    for name, word in (("anna b", "Somebody is called Anna\u00a0B already"), ("A guest", "mean")):
        status, said = referee.post("/api/rename", {"person": ben, "name": name})
        assert status == 409 and word in said["say"]
    for name in ("", "x" * 300, " "):
        assert referee.post("/api/rename", {"person": ana, "name": name})[0] == 400
    assert referee.post("/api/rename", {"person": 999, "name": "Zoë"})[0] == 410
    assert names(referee) == ["Anna B", *PEOPLE[1:]]


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_that_was_never_dealt_is_none_of_anybody_s(
    own: Companion, referee: Phone, kind: str
) -> None:
    """As past games, the evening and every figure have it; what is on now counts."""
    who = PEOPLE[: max(GAMES[kind].seats[0], 3)]
    for _ in range(2):
        begin(referee, *who, kind=kind)
        assert referee.get("/people")[1].count(">1 game, last here") == len(who)
    begin(referee, *PEOPLE[1:])
    assert referee.get("/people")[1].count(">no game yet, last here") == 1
    wins(referee, 0)
    begin(referee, *PEOPLE[1:])
    assert "2 games, last here" in referee.get("/people")[1]


def test_a_double_is_one_person_from_now_on(
    own: Companion, referee: Phone, family: dict[str, Phone]
) -> None:
    begin(referee, "Anna", *PEOPLE[1:])
    double, ana = number(own, "Ana"), number(own, "Anna")
    merge = {"person": double, "into": ana, **SURE}
    assert family["Ana"].state()["you"]["seat"] is None
    assert referee.post("/api/merge", merge)[0] == 200
    assert family["Ana"].state()["you"]["seat"] == 0
    assert referee.post("/api/merge", merge)[0] == 410, "there is one by now"
    begin(referee, *PEOPLE)
    double = number(own, "Ana")
    begin(referee, "Anna", "Ana", *PEOPLE[1:])
    status, said = referee.post("/api/merge", {"person": double, "into": ana, **SURE})
    assert status == 409 and "both sit in the game that is on" in said["say"]
    status, said = referee.post("/api/merge", {"person": ana, "into": ana, **SURE})
    assert status == 409 and "one person already" in said["say"]
    assert referee.post("/api/merge", {"person": double, "into": ana, "sure": False})[0] == 400
    assert names(referee) == ["Anna", "Ana", *PEOPLE[1:]]
    referee.post("/api/good_night", SURE)
    assert referee.post("/api/merge", {"person": double, "into": ana, **SURE})[0] == 200


def test_who_both_sit_in_the_game_that_is_on_are_not_offered_to_be_one(
    own: Companion, referee: Phone, family: dict[str, Phone]
) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    ana, dee = number(own, "Ana"), number(own, "Dee")

    def others(of: int) -> list[str]:
        page = referee.get("/people")[1]
        form = re.findall(f'data-merge="{of}".*?</form>', page, flags=re.DOTALL)
        return re.findall(r"<option[^>]*>([^<]*)<", "".join(form))

    assert (others(ana), sorted(others(dee))) == (["Dee"], ["Ana", "Ben", "Cy"])
    assert "while they sit in one game" in referee.get("/people")[1]
    referee.post("/api/good_night", SURE)
    assert sorted(others(ana)) == ["Ben", "Cy", "Dee"]
    assert "while they sit in one game" not in referee.get("/people")[1]


# --- forgotten --------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", GAMES)
def test_somebody_is_forgotten_in_the_middle_of_a_turn(
    kind: str,
    own: Companion,
    referee: Phone,
    family: dict[str, Phone],
    capfd: pytest.CaptureFixture[str],
) -> None:
    """The game goes on with a guest, whom the referee answers for, and somebody may sit down."""
    begin(referee, *PEOPLE, kind=kind)
    asked = referee.state()["asks"][0]
    ana = family["Ana"]
    assert ana.state()["you"]["seat"] == 0
    assert ana.post("/api/me", {"look": "wave"}) == (200, {"ok": True, "say": ""})
    live = ana.live("seat")
    live.until("state")
    assert referee.post("/api/forget", {"person": number(own, "Ana"), **SURE})[1]["ok"]
    while (event := live.next()) is not None:
        assert event.name != "state" or "Ana" not in event.data["html"]
    live.close()
    assert ana.state()["you"]["role"] == "nobody" and ana.get("/me")[0] == 403
    assert names(referee) == ["A guest", *PEOPLE[1:]]
    for path in ALL_PAGES:
        assert "Ana" not in referee.get(path)[1], path
    assert [one["id"] for one in referee.state()["asks"]][0] == asked["id"], "the game is as it was"

    zoe = Phone(own.address.port, source="127.0.8.9")
    assert zoe.post("/api/redeem", {"t": own.access.sessions.invite(None)})[0] == 200
    assert referee.state()["seats"][0]["shape"] != "wave", "the look went with the name"
    assert zoe.post("/api/me", {"name": "Zoë", "look": "wave"})[1] == {"ok": True, "say": ""}
    assert zoe.post("/api/play", {"yes": True})[0] == 200
    (comer,) = referee.state()["comers"]
    assert 0 in [place["seat"] for place in comer["places"]]
    sits = {"tell": "s" * 32, "person": comer["person"], "seat": 0}
    assert referee.post("/api/sit", sits)[1]["reply"] == "counts"
    assert names(referee) == ["Zoë", *PEOPLE[1:]] and zoe.state()["you"]["seat"] == 0
    assert not any(name in "".join(capfd.readouterr()) for name in ("Zoë", *PEOPLE)), "a log"


def test_who_is_forgotten_is_so_once(own: Companion, referee: Phone) -> None:
    begin(referee, *PEOPLE)
    ana = {"person": number(own, "Ana"), **SURE}
    assert referee.post("/api/forget", {**ana, "sure": False})[0] == 400
    assert names(referee) == [*PEOPLE]
    assert referee.post("/api/forget", ana) == (200, {"ok": True, "say": ""})
    status, said = referee.post("/api/forget", ana)
    assert status == 410 and "not known here any more" in said["say"]
    assert "Ana" not in referee.get("/people")[1] and "Ben" in referee.get("/people")[1]


def test_a_referee_who_is_forgotten_leads_no_more(own: Companion, referee: Phone) -> None:
    assert referee.post("/api/me", {"name": "Ana"})[0] == 200
    assert (
        f'data-forget="{number(own, "Ana")}" data-name="Ana" data-own' in referee.get("/people")[1]
    )
    assert referee.post("/api/forget", {"person": number(own, "Ana"), **SURE})[0] == 200
    assert referee.get("/referee")[0] == 403
    assert own.access.sessions.has_led(), "no wall shows the link because of that"


def test_again_is_without_who_was_forgotten(own: Companion, referee: Phone) -> None:
    begin(referee, *PEOPLE)
    while not referee.state()["view"]["over"]:
        referee.answer("correct", "crayon", seat=1, points=2)
    referee.post("/api/forget", {"person": number(own, "Ana"), **SURE})
    assert referee.post("/api/again", {"tell": "a" * 32})[1]["reply"] == "counts"
    assert names(referee) == [*PEOPLE[1:]]
    assert "A guest" in unmarked(referee.get("/history")[1])


def test_damaged_files_are_named_with_a_tap_to_delete(own: Companion, referee: Phone) -> None:
    file = own.referee.journal.path.with_name("journal.sqlite.damaged-20260101-101010")
    file.write_text("Ana")
    assert f'data-file="{file.name}"' in referee.get("/people")[1]
    for other in ("journal.sqlite", "../referee.key", "referee.key"):
        assert referee.post("/api/drop_file", {"file": other})[0] == 410
    assert referee.post("/api/drop_file", {"file": file.name})[0] == 200 and not file.exists()
    assert file.name not in referee.get("/people")[1]


def test_a_start_goes_on_with_a_forgetting_that_was_cut_short(
    own: Companion, referee: Phone, tmp_path: Path
) -> None:
    begin(referee, "Žofie", *PEOPLE)
    back_up(own.referee.journal.path, tmp_path / BACKUPS, "1")
    People(own.referee.journal).forget(number(own, "Žofie"))
    own.close()
    assert files_with(tmp_path, "Žofie") != []
    with closing(running(tmp_path)) as again:
        assert files_with(tmp_path, "Žofie") == []
        assert again.referee.picture.trouble == ()


def test_a_deck_that_is_called_after_somebody_is_in_no_game_by_that_name(
    own: Companion, referee: Phone, tmp_path: Path
) -> None:
    told = {"name": "Žofies 72", "content": {**CARDS, "title": "Žofies 72"}}
    deck = referee.post("/api/decks", told)[1]["deck"]
    told = {"kind": "animal_splash", "people": ["Žofie", "Ben"], "deck": deck, "sure": True}
    assert referee.post("/api/game", told)[1]["reply"] == "counts"
    assert own.referee.picture.setup is not None and own.referee.picture.setup.deck.title == ""
    assert referee.post("/api/forget", {"person": number(own, "Žofie"), **SURE})[1]["ok"]
    assert "A guests 72" in referee.get("/decks")[1]
    own.close()
    assert files_with(tmp_path, "Žofie") == []


def test_a_deck_that_is_called_by_a_name_of_before_is_shown_with_one_tap(
    own: Companion, referee: Phone, tmp_path: Path
) -> None:
    """Nobody can know that a nickname, or the name before a new one, is somebody's."""
    begin(referee, *PEOPLE)
    assert "Boards and decks" not in referee.get("/people")[1]
    decks = []
    for name in ("Žofies 72", "Deck 1"):
        told = {"name": name, "content": {**CARDS, "title": name}}
        decks.append(referee.post("/api/decks", told)[1]["deck"])
    journal = own.referee.journal.path
    backups, stick = journal.parent / BACKUPS, tmp_path.with_name(f"{tmp_path.name}-stick")
    for folder in (backups, stick):
        old = back_up(journal, folder, "1")
    page = Phone(own.address.port).get("/people")[1]
    assert "Žofies 72" in page and f'data-plain="{decks[0]}"' in page
    said = command(own, "forget", "Ana", "--yes").output
    assert "Žofies 72" in said and "/people" in said
    told = {"of": "deck", "id": decks[0]}
    assert referee.post("/api/plain_name", {**told, "of": "people"})[0] == 410
    assert referee.post("/api/plain_name", {**told, "id": "nothing"})[0] == 410
    assert referee.post("/api/plain_name", told) == (200, {"ok": True, "name": "Deck 2"})
    assert "Deck 2" in referee.get("/decks")[1] and "Žofie" not in referee.get("/decks")[1]
    assert referee.get(f"/api/decks/{decks[0]}")[0] == 200, "it can be played with as before"
    assert files_with(backups, "Žofie") == []
    own.close()
    assert files_with(tmp_path, "Žofie") == []
    restore(old, journal, backups, "2")  # from a stick, where it is called as it was
    assert files_with(stick, "Žofie") and files_with(tmp_path, "Žofie") == []
    with closing(Journal.for_reading(journal)) as found:
        assert "Deck 2" in found.setting(entered("deck").key(decks[0]))


# --- who may, and by command ------------------------------------------------------------------


def test_it_is_for_the_referee_and_whoever_stands_at_the_machine(
    own: Companion, referee: Phone, family: dict[str, Phone]
) -> None:
    ben = {"person": number(own, "Ben"), **SURE}
    stranger = Phone(own.address.port, source="127.0.8.200")
    for phone in (stranger, family["Ben"]):
        assert phone.get("/people")[0] == 403 and phone.post("/api/forget", ben)[0] == 403
    machine = Phone(own.address.port)
    assert "Ben" in machine.get("/people")[1]
    assert machine.post("/api/forget", ben, Origin="http://elsewhere")[0] == 403
    assert machine.post("/api/forget", ben)[0] == 200
    assert names(referee) == ["Ana", "A guest", *PEOPLE[2:]]


def test_whoever_stands_there_may_come_by_the_address_that_phones_use(
    own: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "is_person", peer.is_person)
    own.address.find_ip = lambda: "127.0.8.20"
    stranger = Phone(own.address.port, source="127.0.8.200")
    machine = Phone(own.address.port, source="127.0.8.20")
    assert [phone.get("/people")[0] for phone in (stranger, machine)] == [403, 200]


def test_the_commands_reach_a_table_that_runs(own: Companion, referee: Phone) -> None:
    begin(referee, *PEOPLE)
    people = command(own, "people").output.splitlines()
    assert sorted(line.split("  ")[1] for line in people) == [*PEOPLE]
    assert command(own, "rename", "ana", "Anna").output == "Ana is called Anna now.\n"
    assert names(referee) == ["Anna", *PEOPLE[1:]]
    refused = command(own, "rename", "Ben", "Anna")
    assert refused.exit_code == 1 and "Somebody is called Anna already" in refused.output
    refused = command(own, "merge", "Ben", "Cy", "--yes")
    assert refused.exit_code == 1 and "both sit" in refused.output
    done = command(own, "forget", number(own, "Ben"), "--yes")
    assert done.exit_code == 0 and "Ben is forgotten" in done.output
    assert names(referee) == ["Anna", "A guest", "Cy", "Dee"]
    refused = command(own, "forget", "Ben", "--yes")
    assert refused.exit_code == 1 and "companion people" in refused.output
    served.file_of(own.referee.journal.path).unlink()
    away = command(own, "forget", "Cy", "--yes")
    assert away.exit_code == 1 and "does not answer. Open /people" in away.output
    assert names(referee)[2] == "Cy"


def test_the_commands_ask_the_table_that_keeps_the_journal_and_no_other(
    own: Companion, referee: Phone, family: dict[str, Phone], tmp_path: Path
) -> None:
    """One at the port of the configuration has other people by the same numbers."""
    state = own.referee.journal.path.parent
    config = tmp_path / "companion.toml"
    with closing(running(tmp_path / "other")) as other:
        config.write_text(f"[web]\nport = {other.address.port}\n[[pads]]\ntouch = 5\n")
        begin(referee_phone(other), "Eva", "Finn", "Gus", "Hal")
        for words in (("rename", "Ben", "Benny"), ("forget", "Dee", "--yes")):
            assert command(own, *words, "--config", config).exit_code == 0
        assert names(referee) == ["Ana", "Benny", "Cy", "A guest"]
        assert names(Phone(other.address.port)) == ["Eva", "Finn", "Gus", "Hal"]
        said = command(own, "url", "--config", config).output
        assert f"The table:    {own.address.url}" in said
    own.close()
    assert served.told(state / JOURNAL_FILE) is None, "at its end it takes that back"


def test_the_commands_do_it_themselves_where_no_table_runs(own: Companion, referee: Phone) -> None:
    begin(referee, *PEOPLE)
    own.close()
    left = CliRunner().invoke(
        cli.main, ["forget", "Ana", "--state", str(own.referee.journal.path.parent)], input="n\n"
    )
    assert left.exit_code == 1 and "Nothing was changed" in left.output
    assert command(own, "rename", "Dee", "Dora").exit_code == 0
    assert command(own, "forget", "Ana", "--yes").exit_code == 0
    assert command(own, "rename", "Ben", "x" * 300).exit_code == 1
    people = command(own, "people").output.splitlines()
    assert sorted(line.split("  ")[1] for line in people) == ["Ben", "Cy", "Dora"]
    damaged = own.referee.journal.path.with_name("journal.sqlite.damaged-1")
    damaged.write_text("Ana")
    assert damaged.name in command(own, "forget", "Cy", "--yes").output
