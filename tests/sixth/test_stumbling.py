"""A family's game that fails while it is played: a sentence with file and line, and it goes on."""

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from companion import held_game, more_games, new_game
from companion.annotations import fits
from companion.frozen import replace
from companion.games import GAMES
from companion.hands.keeper import Keeper
from companion.hands.passing import Passing
from companion.hands.store import Store
from companion.web.wire import LIVE_PAGES
from companion.words import Ask, Choice, Ruling, Slot, Text, Unsealed
from tests.demo.stage import stage
from tests.test_new_game import forget
from tests.web.house import until
from tests.web.walk import Table, at_a_table, drawn, over, told_apart

pytestmark = pytest.mark.long

KIND = "high_card"
BEN = 1
IF_BEN = "    if state.points[1] == 1:\n"
ASKED = "    everybody = _everybody(state)\n    pen"
SEEN = "    over = state.phase is Phase.OVER\n    return View("
SCORED = "    scored = replace(state, points=_plus"
STUBBORN = """    left = 2 * (seat == 1)
    while left:
        try:
            while True:
                pass
        except BaseException:
            left -= 1
"""
RULED = 'Ruling("H-R2", text, (seat,))'


def asked(gives: str) -> tuple[str, str]:
    """The questions, once Ben has a point."""
    own = f"    everybody = _everybody(state)\n{IF_BEN}        return {gives}\n    pen"
    return ASKED, own


def picked(slot: str, fact: str = "Highest(NOBODY)") -> tuple[str, str]:
    """A question with one answer that takes one pick."""
    choice = f"Choice('x', Text('x'), {fact}, ({slot},))"
    return asked(f"(Ask(Text('?'), everybody, ({choice},)),)")


# What fails once Ben has a point, which a first look does not find: (old, new).
WHILE_PLAYED = {
    "judge raises": (SCORED, "    assert seat != 1, 'no Ben'\n" + SCORED),
    "judge divides": (SCORED, "    1 // (seat - 1)\n" + SCORED),
    "judge gives nothing": (SCORED, "    if seat == 1:\n        return None\n" + SCORED),
    "judge gives a state": (SCORED, "    if seat == 1:\n        return state\n" + SCORED),
    "a ruling without a name": ('"{seat} has the', '"{seat}" + "{who}" * seat + " has the'),
    "a ruling of a brace": ('"{seat} has the', '"{" * seat + "{seat} has the'),
    "a ruling of words": (RULED, 'Ruling("H-R2", text if seat != 1 else "x", (seat,))'),
    "a sign of a number": (RULED, 'Ruling("H-R2", text, (seat,), 7 * seat or "")'),
    "asks raises": asked("1 // 0"),
    "asks gives nothing": asked("None"),
    "asks gives one": asked("Ask(Text('?'), (), ())"),
    "asks words": asked("(Ask('?', (), ()),)"),
    "asks without a name": asked("(Ask(Text('{who}'), (), ()),)"),
    "asks for no field": picked("one_of('who', everybody)"),
    "asks for no fact": picked("one_of('seat', everybody)", fact="state"),
    "asks what is no seat": picked("one_of('seat', ('x',))"),
    "asks the same twice": picked("one_of('seat', (*everybody, Seat(0)))"),
    "asks with two answers of one name": asked(
        "(Ask(Text('?'), everybody, (_deals(), replace(_deals(), label=Text('No')))),)"
    ),
    "asks with too few words": picked("replace(one_of('seat', everybody), labels=(Text('x'),))"),
    "judge never ends": (SCORED, "    while seat == 1:\n        pass\n" + SCORED),
    "judge waits": (SCORED, "    __import__('time').sleep(seat * 60)\n" + SCORED),
    "judge will not be ended": (SCORED, f"{STUBBORN}{SCORED}"),
    "judge ends the program": (SCORED, "    if seat == 1:\n        raise SystemExit(3)\n" + SCORED),
    "a ruling that fills the wall": ('"{seat} has the', '"{seat}" + "x" * 3000 * seat + " has the'),
    "a ruling of half a letter": ('"{seat} has the', '"{seat}" + "\\ud83d" * seat + " has the'),
    "asks never ends": asked("tuple(everybody for _ in iter(int, 1))"),
    "asks too much": asked("(Ask(Text('?' * 999), everybody, ()),) * 999"),
    "asks half a letter": asked("(Ask(Text('\\ud83d'), everybody, ()),)"),
    "a ruling by half a letter": (RULED, RULED.replace('"H-R2"', '"H" + "\\ud83d" * seat')),
    "refuses by half a letter": (
        SCORED,
        "    if seat == 1:\n        raise Refused('\\ud83d', Text('No'))\n" + SCORED,
    ),
    "view never ends": (SEEN, f"{IF_BEN}        all(iter(lambda: True, False))\n" + SEEN),
    "view of too much": (
        "points=state.points,",
        "points=state.points * 99_999 ** state.points[1],",
    ),
    "view raises": (SEEN, f"{IF_BEN}        raise KeyError\n" + SEEN),
    "view raises for a seat": (SEEN, f"{IF_BEN}        1 // (seat is None)\n" + SEEN),
    "view gives nothing": (SEEN, f"{IF_BEN}        return None\n" + SEEN),
    "view of words": ("round=state.round,", "round='x' if state.points[1] else state.round,"),
    "view of a seat that no table has": (
        "present=_everybody(state),",
        "present=(*_everybody(state), *(Seat(9),) * state.points[1]),",
    ),
    "view of a winner nobody knows": (
        "winners=_winners(state),",
        "winners=(Seat(9),) if state.points[1] else (),",
    ),
    "view of a stage": ("stage=state.phase.value,", "stage='x' if state.points[1] else 'live',"),
}
AT_THE_START = ("judge raises", "view never ends")  # what lasts, and what may be the machine
PAGES = {  # what is in parts of its pages, each part once a table
    "raise": {
        "score.html": "{{ no_such_name }}",
        "line.html": "{{ 1 // (snap.view.points[1] - 1) }}",
        "hero.html": "{{ 1|no_such_filter }}",
        "icon.html": '{% include "no" ~ "where.html" %}',
    },
    "never end": {
        "sprite.html": '{% include "games/high_card/sprite.html" %}',
        "score.html": "{% for n in range(10 ** 9) %}{% endfor %}",
        "table.html": "{% for n in range(10 ** 9) %}x{% endfor %}",
    },
}


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Path]:
    """A folder with one new game; the shelf is as it was afterwards."""
    before = set(GAMES)
    list(new_game.write(KIND, tmp_path / "games"))
    yield tmp_path / "games"
    forget(before)


def mended(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text, old
    path.write_text(text.replace(old, new), encoding="utf-8")


def begun(table: Table) -> None:
    told = {"kind": KIND, "people": ["Ana", "Ben"], "options": {}}
    assert table.post("game", **told, sure=True, tell=table.room.tap())["reply"] == "counts"


@contextmanager
def read(games: Path, folder: Path, in_haste: Callable[[], None] = lambda: None) -> Iterator[Table]:
    """A table with this folder's game, of which nothing is said as it is read."""
    assert more_games.add(games) == ()
    in_haste()
    with at_a_table(folder) as table:
        yield table


@contextmanager
def played(*where: Any) -> Iterator[Table]:
    """The same, where that game is begun."""
    with read(*where) as table:
        begun(table)
        yield table


def told(table: Table, key: str, **picks: int) -> Any:
    """One answer, as a page tells it."""
    asked = next(a for a in table.room.open if any(c.key == key for c in a.ask.choices))
    return table.post("answer", tell=table.room.tap(), ask=asked.id, key=key, picks=picks)


def looked_at(table: Table) -> None:
    """No page of the game at hand is a fault."""
    row = table.room.referee.picture.game
    for path in table.paths(row.game if row else 1, KIND):
        table.get("simulated", "referee", path)
    for app in table.apps:
        for page in LIVE_PAGES:
            table.get(app, "seat", f"/api/fragment?page={page}")


def another_begins(table: Table) -> None:
    other = {"kind": "split", "people": ["Ana", "Ben"], "options": {}}
    said = table.post("game", **other, sure=True, tell=table.room.tap())
    assert said["reply"] == "counts", said
    row = table.room.referee.picture.game
    assert row is not None and row.kind == "split"


def led_to(games: Path, sentence: str) -> None:
    """It names the game, and a file and a line in there."""
    found = re.search(r"\((\S+), line (\d+)\)", sentence)
    assert "High Card" in sentence and found, sentence
    assert Path(found[1]).is_relative_to(games) and int(found[2]) > 0


@pytest.mark.parametrize(("old", "new"), WHILE_PLAYED.values(), ids=WHILE_PLAYED)
def test_what_fails_while_it_is_played_does_not_count(
    games: Path, tmp_path: Path, in_haste: Callable[[], None], old: str, new: str
) -> None:
    mended(games / KIND / "rules.py", old, new)
    with played(games, tmp_path, in_haste) as table:
        assert told(table, "start")["reply"] == "counts"
        before, seq = table.room.referee.picture.state, table.room.journal.last_seq()
        said = told(table, "highest", seat=BEN)
        assert said["reply"] == "refused"
        led_to(games, said["say"])
        assert table.room.journal.last_seq() == seq
        assert table.room.referee.picture.state == before, "so all pages are as they were"
        assert told(table, "highest", seat=0)["reply"] == "counts", "all else may be told"
        another_begins(table)


def test_the_same_question_to_two_people_says_to_whom(games: Path, tmp_path: Path) -> None:
    """A secret is asked of everybody in the same words; the referee may answer for any of them."""
    choice = "Choice('x', Text('x'), Highest(seat))"
    each = f"Ask(Text('What is it?'), (seat,), ({choice},), topic='look')"
    mended(games / KIND / "rules.py", *asked(f"tuple({each} for seat in everybody)"))
    with played(games, tmp_path) as table:
        assert told(table, "start")["reply"] == "counts"
        assert told(table, "highest", seat=BEN)["reply"] == "counts"
        page = drawn(table.get("simulated", "referee", "/api/fragment?page=referee"))
        assert "Ana: What is it?" in page and "Ben: What is it?" in page
        assert told(table, "x")["reply"] == "refused", "the cards are not out"
        table.look(1, KIND)
        seq = table.room.referee.picture.seq
        own = drawn(table.get("simulated", "seat", "/api/fragment?page=seat"))
        assert "What is it?" in own and "Ana: What is it?" not in own
        told_apart(drawn(table.get("simulated", "referee", f"/amend/{seq}")))


def test_half_a_letter_is_no_part_of_a_question_or_a_ruling() -> None:
    slot = Slot("seat", (0,))
    choice = Choice("key", Text("x"), None, (slot,))
    ask = Ask(Text("?"), (), (choice,))
    half = "\ud83d"
    for whole, names in ((slot, ("field", "of")), (choice, ("key", "tone", "sure"))):
        for name in names:
            assert fits(whole, type(whole))
            assert not fits(replace(whole, **{name: half}), type(whole))
    for name in ("rule", "sign"):
        assert not fits(replace(Ruling("H-R2", Text("x")), **{name: half}), Ruling)
    assert fits(ask, Ask) and not fits(replace(ask, topic=half), Ask)


@pytest.mark.parametrize("fails", AT_THE_START)
def test_a_game_that_was_changed_since_does_not_stop_the_start(
    games: Path, tmp_path: Path, in_haste: Callable[[], None], fails: str
) -> None:
    before = set(GAMES)
    with played(games, tmp_path) as table:
        assert (
            told(table, "start")["reply"] == told(table, "highest", seat=BEN)["reply"] == "counts"
        )
        (tmp_path / "past.kept").unlink(missing_ok=True)
    forget(before)
    mended(games / KIND / "rules.py", *WHILE_PLAYED[fails])
    with read(games, tmp_path, in_haste) as table:
        looked_at(table)
        another_begins(table)


# What fails as it is made, which a first look does not find: of which class, and when.
MADE = {
    "a setup that raises": ("Setup", "1 // (self.points - 7)"),
    "a setup without an end": ("Setup", "all(iter(lambda: self.points == 7, False))"),
    "a setup that ends the program": ("Setup", "assert self.points != 7 or exit(3)"),
    "a fact that raises": ("Highest", "1 // (self.seat - 2)"),
    "a fact without an end": ("Highest", "all(iter(lambda: self.seat == 2, False))"),
}


def made(games: Path, name: str, does: str) -> None:
    """Let things of this class do something as they are made."""
    facts = games / KIND / "facts.py"
    mended(facts, "from companion.frozen import dataclass", "from dataclasses import dataclass")
    last = {"Setup": "  # that win\n", "Highest": "    seat: Seat\n"}[name]
    mended(facts, last, f"{last}\n    def __post_init__(self) -> None:\n        {does}\n")


@pytest.mark.parametrize(("name", "does"), MADE.values(), ids=MADE)
def test_what_fails_as_it_is_made_does_not_count(
    games: Path, tmp_path: Path, in_haste: Callable[[], None], name: str, does: str
) -> None:
    before, points, seat = set(GAMES), 7 if name == "Setup" else 3, 2 if name == "Highest" else 0
    four = {"kind": KIND, "people": ["Ana", "Ben", "Cy", "Dee"], "options": {"points": points}}
    with read(games, tmp_path) as table:
        assert table.post("game", **four, sure=True, tell=table.room.tap())["reply"] == "counts"
        assert told(table, "start")["reply"] == told(table, "highest", seat=seat)["reply"]
        (tmp_path / "past.kept").unlink(missing_ok=True)
    forget(before)
    made(games, name, does)
    with read(games, tmp_path, in_haste) as table:
        led_to(games, " ".join(table.room.referee.picture.trouble))
        for path in ("/history", "/game/1", "/replay/1"):
            table.get("simulated", "referee", path)
        seq = table.room.journal.last_seq()
        said = table.post("game", **four, sure=True, tell=table.room.tap())
        if said["reply"] == "counts":
            told(table, "start")
            seq = table.room.journal.last_seq()
            said = told(table, "highest", seat=seat)
        assert said["reply"] == "refused" and table.room.journal.last_seq() == seq
        led_to(games, said["say"])
        another_begins(table)


def test_a_game_that_keeps_the_table_waiting_is_asked_no_more(
    games: Path,
    tmp_path: Path,
    in_haste: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(held_game, "PATIENCE_S", 0.2)
    monkeypatch.setattr(held_game, "USUAL_S", 0.01)
    mended(games / KIND / "rules.py", *WHILE_PLAYED["judge never ends"])
    with played(games, tmp_path, in_haste) as table:
        assert told(table, "start")["reply"] == "counts"
        said = [told(table, "highest", seat=BEN) for _ in range(4)]
        assert {one["reply"] for one in said} == {"refused"}
        assert "it takes too long." in said[0]["say"] and held_game.STUCK in said[-1]["say"]
        for one in said:
            led_to(games, one["say"])
        assert held_game.STUCK in told(table, "highest", seat=0)["say"]
        looked_at(table)
        another_begins(table)


def test_a_game_whose_folder_is_gone_rests_in_the_journal(games: Path, tmp_path: Path) -> None:
    before = set(GAMES)
    with played(games, tmp_path) as table:
        over(table)
        begun(table)
        assert told(table, "start")["reply"] == "counts"
        paths = table.paths(1, "split")
    forget(before)
    with at_a_table(tmp_path) as table:
        assert f"does not know {KIND}, game 2." in " ".join(table.room.referee.picture.trouble)
        for path in paths:
            table.get("simulated", "referee", path)
        for path in ("/game/1", "/replay/1", "/api/replay/1", "/api/replay/1/decided"):
            page = table.get("simulated", "referee", path).get_data(as_text=True)
            assert f"does not know {KIND}, game 1." in page and "--games FOLDER" in page
        another_begins(table)
        assert table.room.referee.picture.trouble == ()
    with read(games, tmp_path) as table:
        assert "High Card" in table.get("simulated", "referee", "/history").get_data(as_text=True)


# What was changed between two evenings so that it cannot read what it told before: old, new, ...
FORGETS = {
    "an option is called otherwise": (
        "points: Ann",
        "win: Ann",
        '"points"',
        '"win"',
        "p.points",
        "p.win",
    ),
    "less may be chosen": ("1, 20)", "1, 2)", "= 3  #", "= 2  #"),
    # Longer: what is as large as it was in the same second is not compiled anew.
    "a fact is called otherwise": ("Dealt", "Handed"),
    "a fact says it otherwise": (
        "    seat: Seat\n",
        "    who: Seat\n",
        'one_of("seat"',
        'one_of("who"',
    ),
}


@pytest.mark.parametrize("changes", FORGETS.values(), ids=FORGETS)
def test_a_game_that_cannot_read_its_own_past_says_what_to_give_back(
    games: Path, tmp_path: Path, changes: tuple[str, ...]
) -> None:
    before = set(GAMES)
    with played(games, tmp_path) as table:
        assert told(table, "start")["reply"] == "counts"
        assert told(table, "highest", seat=BEN)["reply"] == "counts"
    forget(before)
    for file in ("__init__.py", "facts.py", "rules.py", "robot/__init__.py"):
        path = games / KIND / file
        text = path.read_text(encoding="utf-8")
        for old, new in zip(changes[::2], changes[1::2], strict=True):
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")
    with read(games, tmp_path) as table:
        page = table.get("simulated", "referee", "/game/1").get_data(as_text=True)
        for said in (unescape(page), " ".join(table.room.referee.picture.trouble)):
            assert "Game 1 " in said and "facts.py" in said, said
            assert re.search(r"does not know: (its (Setup|facts)|highest)\b", said), said
        another_begins(table)


def test_a_setup_that_it_fails_at_is_refused(games: Path, tmp_path: Path) -> None:
    mended(
        games / KIND / "rules.py",
        "    return State(setup,",
        "    1 // (3 - setup.seats)\n    return State(setup,",
    )
    with read(games, tmp_path) as table:
        three = {"kind": KIND, "people": ["Ana", "Ben", "Cy"], "options": {}}
        said = table.post("game", **three, sure=True, tell=table.room.tap())
        assert said["reply"] == "refused"
        led_to(games, said["say"])
        begun(table)


@pytest.mark.parametrize("texts", PAGES.values(), ids=PAGES)
def test_parts_of_pages_that_fail_are_left_out(
    games: Path, tmp_path: Path, in_haste: Callable[[], None], texts: dict[str, str]
) -> None:
    for part, text in texts.items():
        (games / KIND / "pages" / part).write_text(text, encoding="utf-8")
    with played(games, tmp_path, in_haste) as table:
        told(table, "start")
        told(table, "highest", seat=BEN)
        looked_at(table)
        over(table)
        looked_at(table)
        table.room.referee.step()
        for part in texts:
            (said,) = [t for t in table.room.referee.picture.trouble if f"its {part}:" in t]
            led_to(games, said)
            assert "where.html" not in texts[part] or 'no template "nowhere.html"' in said
        another_begins(table)


def test_what_all_do_while_nothing_is_asked_is_said_on_seats(games: Path, tmp_path: Path) -> None:
    rules = games / KIND / "rules.py"
    mended(rules, *asked("()"))
    mended(
        rules,
        "    told: int  # facts that counted so far\n    pres",
        "    hint: Text | None\n    told: int\n    pres",
    )
    mended(
        rules,
        "        told=state.told,\n",
        "        told=state.told,\n        hint=Text('Hum a tune!'),\n",
    )
    with played(games, tmp_path) as table:
        assert told(table, "start")["reply"] == "counts"
        seat = "/api/fragment?page=seat"
        assert "Hum a tune!" not in drawn(table.get("simulated", "seat", seat))
        assert told(table, "highest", seat=BEN)["reply"] == "counts"
        assert "Hum a tune!" in drawn(table.get("simulated", "seat", seat))


@pytest.mark.parametrize("all_win", [False, True])
def test_who_wins_without_a_placing_has_won_everywhere(
    games: Path, tmp_path: Path, all_win: bool
) -> None:
    """As who plays together and counts nothing: else files and the poster say that nobody did."""
    rules = games / KIND / "rules.py"
    mended(rules, "placing=placing(_standings(state)) if over else ()", "placing=()")
    if all_win:
        mended(rules, "winners=_winners(state)", "winners=_everybody(state) if over else ()")
    with played(games, tmp_path) as table:
        for _ in range(3):
            assert told(table, "start")["reply"] == told(table, "highest", seat=BEN)["reply"]
        table.room.settle()
        csv = table.get("simulated", "referee", "/results.csv").get_data(as_text=True)
        assert [line.split(",")[8] for line in csv.splitlines()[1:3]] == (
            ["yes", "yes"] if all_win else ["no", "yes"]
        )
        assert [line.split(",")[6] for line in csv.splitlines()[1:3]] == (
            ["1", "1"] if all_win else ["2", "1"]
        )


def test_a_finish_that_is_not_drawn_leaves_the_wall_its_words(games: Path, tmp_path: Path) -> None:
    rules = games / KIND / "rules.py"
    told_so_far = "    told: int  # facts that counted so far\n    pres"
    mended(rules, told_so_far, told_so_far.replace("    pres", "    highlight: str\n    pres"))
    shown = "        told=state.told,\n"
    mended(rules, shown, shown + "        highlight='finish' if state.told else '',\n")
    with played(games, tmp_path) as table:
        assert told(table, "start")["reply"] == "counts"
        for _ in range(2):
            assert told(table, "highest", seat=BEN)["reply"] == "counts"
            assert "Ben has the" in unescape(drawn(table.get("simulated", "", "/")))
            told(table, "start")
        told(table, "highest", seat=BEN)
        table.room.settle()
        assert "Play again? Tap " in unescape(drawn(table.get("simulated", "", "/")))


def test_what_families_enter_for_it_may_fail(games: Path, tmp_path: Path) -> None:
    first, facts = games / KIND / "__init__.py", games / KIND / "facts.py"
    mended(first, "from companion.games.game import", IMPORTS)
    mended(
        first, "    seats=(2, 6),", "    seats=(2, 6),\n    takes=(HATS,),\n    recalls='lately',"
    )
    mended(facts, "    points: Ann", "    hat: tuple[str, ...] = ()\n    points: Ann")
    (games / KIND / "pages" / "hat.html").write_text("{{ nope }}", encoding="utf-8")
    lately = "def lately(setup):\n    return None if setup is None else 1 // 0\n"
    (games / KIND / "lately.py").write_text(lately, encoding="utf-8")
    with played(games, tmp_path) as table:
        assert table.get("simulated", "referee", "/new").status_code == 200
        own = table.get("simulated", "referee", "/hats/new")
        assert own.status_code == 409
        assert "cannot draw its hat.html: " in own.get_data(as_text=True)
        said = table.post("hats", name="Blue", hats=["blue"])
        assert said["reply"] == "refused"
        led_to(games, said["say"])
        another_begins(table)


def test_what_it_says_of_a_new_game_may_fail(games: Path, tmp_path: Path) -> None:
    """`fresh`, which a game may have: that one does not begin, and the word says why."""
    rules = games / KIND / "rules.py"
    rules.write_text(f"{rules.read_text('utf-8')}\n\ndef fresh(setup):\n    1 // 0\n", "utf-8")
    with read(games, tmp_path) as table:
        told = {"kind": KIND, "people": ["Ana", "Ben"], "options": {}, "sure": True}
        said = table.post("game", **told)
        assert said["reply"] == "refused"
        led_to(games, said["say"])
        another_begins(table)


IMPORTS = """from companion.games.game import Content

HATS = Content(
    word="hat", many="hats", form=tuple[str, ...], checked=lambda hats: 1 // 0, blank=(),
    part="hats", rule="H-R1", mark="high card hat", letters=99, title="Hats", why="", enter="A hat",
    editor="hat.html", entries=1,
)

from companion.games.game import"""

ROBOTS = {
    "a hand": ("cards = self.rng.sample", "1 // 0\n            cards = self.rng.sample"),
    "a hand without an end": (
        "cards = self.rng.sample",
        "while cards is self:\n                pass\n            cards = self.rng.sample",
    ),
    "a family": ("    return Answering(", "    1 // 0\n    return Answering("),
    "an answer": (
        "    return Answering(",
        "    class Odd(Answering):\n        answer = lambda *of: 3\n    return Odd(",
    ),
    "one for nobody": ("players=(3, 4)", "players=(1,)"),
}


@pytest.mark.parametrize(("old", "new"), ROBOTS.values(), ids=ROBOTS)
def test_robots_that_fail_leave_the_table_to_others(
    games: Path, tmp_path: Path, old: str, new: str
) -> None:
    mended(games / KIND / "robot" / "__init__.py", old, new)
    assert more_games.add(games) == ()
    with stage(tmp_path / "state", kinds=(KIND, "split")) as demo:
        referee, seen = demo.companion.referee, set[str]()

        def others_play() -> bool:
            seen.update(referee.picture.trouble)
            return referee.picture.game is not None and referee.picture.game.kind == "split"

        until(others_play, "another game")
        assert seen, "all screens said why"


STATS = (
    "def race(of):\n    {0}\n\n\ndef figures(of):\n    {0}\n\n\n"
    "def records(of):\n    {0}\n\n\ndef table(of, facts):\n    {0}\n"
)
MODULES = {
    "stats.py": STATS.format("1 // 0"),
    "stats.py without an end": STATS.format("all(iter(lambda: True, False))"),
    "highlights.py": "def highlights(of):\n    1 // 0\n",
    "book.py": "from companion.games.book import Book\n\n"
    "BOOK = Book('x', beside=lambda *of: 1 // 0)\n",
}


@pytest.mark.parametrize(("name", "text"), MODULES.items(), ids=MODULES)
def test_what_tells_of_a_game_that_is_over_may_fail(
    games: Path, tmp_path: Path, in_haste: Callable[[], None], name: str, text: str
) -> None:
    (games / KIND / "sheets.py").unlink()
    (games / KIND / name.split()[0]).write_text(text, encoding="utf-8")
    with played(games, tmp_path, in_haste) as table:
        told(table, "start")
        over(table)
        looked_at(table)
        table.post("good_night")
        looked_at(table)
        another_begins(table)


MEETS = """from threading import Barrier

there = Barrier(2)


def meet() -> int:
    there.wait(60)
    return 1 // 0
"""


def test_two_phones_may_meet_a_part_that_fails_in_one_moment(games: Path, tmp_path: Path) -> None:
    (games / KIND / "drawing.py").write_text(MEETS, encoding="utf-8")
    page = games / KIND / "pages" / "score.html"
    page.write_text(f"{{{{ declared.{KIND}.drawing.meet() }}}}", encoding="utf-8")
    with read(games, tmp_path) as table, ThreadPoolExecutor(2) as phones:
        begun(table)
        asked = [
            phones.submit(table.get, "simulated", who, f"/api/fragment?page={page}")
            for who, page in (("seat", "seat"), ("referee", "referee"))
        ]
        assert [one.result().status_code for one in asked] == [200, 200]


HANDS = """def holds(state):
    return (0, 1)


def plays(state):
    return state.phase.value == "live"


def robots(state):
    return {}


def word(state, hands):
    return None


dealt = said = deck = passed = discard = four = word
touched_us = patience_us = reached = has_dolphin = hands_fly = word
"""
STATE = (
    "    seal: str = ''\n    shown: bool = False\n    touches: tuple = ()\n    claims: tuple = ()\n"
)
DEALS = {  # what of its hands.py is not as it should be; the last one deals for ever
    "raises": ("return (0, 1)", "return 1 // 0"),
    "gives nothing": ("    return {}", "    return None"),
    "without an end": ("return (0, 1)", "return all(iter(lambda: True, False))"),
    "deals for ever": ("return None", "return None"),
}


def with_hands(games: Path, old: str, new: str) -> None:
    told = "    told: int = 0  # facts that counted so far\n\n\ndef start"
    mended(games / KIND / "rules.py", told, told.replace("\n\n\n", f"\n{STATE}\n\n"))
    points = "    points: Ann"
    facts = games / KIND / "facts.py"
    mended(facts, points, f"    waits_for_choice: bool = False\n{points}")
    mended(facts, "Corrected, Seat, Text", "Corrected, Sealed, Seat, Text, Unsealed")
    mended(
        facts,
        "Fact = Dealt | Highest | Corrected",
        "Fact = Dealt | Highest | Corrected | Sealed | Unsealed",
    )
    (games / KIND / "hands.py").write_text(HANDS.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize(("old", "new"), DEALS.values(), ids=DEALS)
def test_hands_on_phones_that_fail_leave_the_table_to_others(
    games: Path, tmp_path: Path, in_haste: Callable[[], None], old: str, new: str
) -> None:
    with_hands(games, old, new)
    with read(games, tmp_path, in_haste) as table:
        referee = table.room.referee
        begun(table)
        passing = Passing(Keeper(referee, Store(tmp_path / "hands.private")), referee)
        try:
            assert told(table, "start")["reply"] == "counts"
            rows = table.room.journal.last_seq()
            passing.start()

            def is_said() -> bool:
                referee.step()
                said = " ".join(referee.picture.trouble)
                return old == new or ("High Card" in said and "hands.py, line" in said)

            until(is_said, "all screens say so")
            assert passing.alive() and table.room.journal.last_seq() == rows
            another_begins(table)
            late = Unsealed("0" * 64, "", "", (), ())
            assert referee.tell("", late, "table").kind == "asked_again", "it is another game's"
        finally:
            passing.close()


def test_hands_on_phones_that_lack_something_are_left_out(games: Path) -> None:
    with_hands(games, "def plays", "def plays_not")
    (sentence,) = more_games.add(games)
    assert 'should have a function "plays".' in sentence and "hands.py, line 1" in sentence
    mended(games / KIND / "facts.py", " | Sealed | Unsealed", "")
    (games / KIND / "hands.py").write_text(HANDS, encoding="utf-8")
    (sentence,) = more_games.add(games)
    assert "its Fact should have Sealed" in sentence
    (games / KIND / "hands.py").write_text("1 // 0\n", encoding="utf-8")
    (sentence,) = more_games.add(games)
    assert "ZeroDivisionError" in sentence and "hands.py, line 1" in sentence


SPRITES = {
    "no XML": "<svg><symbol id=x><br></symbol></svg>",
    "no symbols": "{{ 1 // 0 }}",
    "half of one": '<svg><symbol id="high_card-x"><use href="#nowhere"/><path d="M',
}


@pytest.mark.parametrize("text", SPRITES.values(), ids=SPRITES)
def test_drawings_that_fail_leave_the_sheets_of_all_others(
    games: Path, tmp_path: Path, text: str
) -> None:
    pages = games / KIND / "pages"
    (pages / "sprite.html").write_text(text, encoding="utf-8")
    (pages / "style.css").write_text("}}{{ @media ;; .high_card-points {fill", encoding="utf-8")
    with read(games, tmp_path) as table:
        for kind, game in list(GAMES.items()):
            sheet = game.sheets[0]
            side = table.get("simulated", "", f"/sheets/{kind}/{sheet.key}/1.svg")
            assert side.status_code == 200, kind


SHEET = """from companion.sheets.paper import Leaf, Oblong, PrintSheet, Sprite

MARK = {}
SHEETS = (PrintSheet("pad", "Pad", "To print.", lambda paper: (Leaf((MARK,)),)),)
"""
USED = '<symbol id="high_card-{}"><use href="#high_card-{}"/><use href="#high_card-{}"/></symbol>'
LAST = '<symbol id="high_card-{}">{}</symbol>'
MARKS = {  # what is on a sheet, and with it in its sprite.html
    "a drawing that is not there": ('Sprite("nowhere", 9, 9, 9, 9)', 0, "nowhere"),
    "a drawing of one that is not there": ('Sprite("high_card-0", 9, 9, 9, 9)', 1, "nowhere"),
    "a drawing at no place": ('Sprite("leaf", "a", 9, 9, 9)', 0, "str"),
    "a drawing beyond all paper": ('Oblong(float("nan"), 9, 9, 9)', 0, "nan"),
    "a drawing without an edge": ('Sprite("leaf", 9, 9, float("inf"), 9)', 0, "inf"),
    "no drawing": ("3", 0, ""),
    "drawings without an end": ('Sprite("high_card-0", 9, 9, 9, 9)', 40, "too long"),
}


@pytest.mark.parametrize(("drawn", "symbols", "why"), MARKS.values(), ids=MARKS)
def test_a_sheet_that_cannot_be_drawn_says_why(
    games: Path, tmp_path: Path, in_haste: Callable[[], None], drawn: str, symbols: int, why: str
) -> None:
    (games / KIND / "sheets.py").write_text(SHEET.format(drawn), encoding="utf-8")
    used = "".join(USED.format(n, n + 1, n + 1) for n in range(symbols))
    used += LAST.format(symbols, "" if symbols > 9 else '<use href="#nowhere"/>')
    (games / KIND / "pages" / "sprite.html").write_text(f"<svg>{used}</svg>", encoding="utf-8")
    assert more_games.add(games) == ()
    # What an editor leaves there while the table runs is not in the way of the sentence.
    (games / KIND / ".#sheets.py").symlink_to("somebody@somewhere.1234")
    (games / KIND / "book.py").write_bytes(b"\xff")
    in_haste()
    with at_a_table(tmp_path) as table:
        side = table.get("simulated", "", f"/sheets/{KIND}/pad/1.svg")
        assert side.status_code == 409
        said = side.get_data(as_text=True)
        led_to(games, said)
        assert why in said
        table.room.referee.step()
        led_to(games, " ".join(table.room.referee.picture.trouble))
        assert table.get("simulated", "", f"/sheets/{KIND}/pad").status_code == 200
        assert table.get("simulated", "", "/sheets/split/chips/1.svg").status_code == 200


def test_an_editors_mark_in_its_pages_is_no_style(games: Path, tmp_path: Path) -> None:
    (games / KIND / "pages" / ".#style.css").symlink_to("somebody@somewhere.1234")
    (games / KIND / "pages" / "gone.css").mkdir()
    with played(games, tmp_path) as table:
        looked_at(table)
