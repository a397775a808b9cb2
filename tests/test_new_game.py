"""A new game is written, played and left out as docs/your-game.md says."""

import errno
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from companion import more_games, new_game
from companion.games import GAMES
from companion.words import CompanionError
from tests.test_cli import companion
from tests.test_house import own_files
from tests.web.house import Phone, begin, referee_phone, running, until

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parent.parent
GUIDE = ROOT / "docs" / "your-game.md"
NAME, TITLE = "high_card", "High Card"
KIND_LINE = 9
SAYS = {  # the guide's commands in their order, and something of what each says
    "new-game": f"Wrote my-games/{NAME}/rules.py",
    "run": "The table is simulated",
    "demo": "Robots play until",
    "games": f"{NAME}  {TITLE}, 2 to 6 players",
    "schema": f"{NAME} setup",
    "export": '{"kind":"highest","seat":1}',
    "replay": "Seat 2 wins! [H-R3]",
    "-m": "10 passed",
}
GOES_TO = (
    f"companion/games/{NAME}/robot/__init__.py",
    "companion/games/__init__.py",
    f"docs/rules/{NAME}.md",
    f"tests/games/test_{NAME}.py",
)
# Of the tests in a clone those that hold any game, and of each what is about this one; with every
# page and command it is walked through as it is before it is written (test_every_game.py).
HELD = ("games", "web", "demo", "robots", "journal", "test_frame.py", "test_house.py")
HELD += ("test_cli.py", "test_by_hand.py")
OF_GAMES = re.compile(r"\b(GAMES|RULES)\b")  # what such a file goes by
OWN = f"({NAME} and not test_every_game) or test_frame or test_house or every_folder"
OWN += " or those_that_are_kept"
PAGES = ("/", "/seat", "/referee", "/tabletop", "/history", "/game/1", "/replay/1", "/new", "/join")


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Path]:
    """A folder with one new game; the shelf is as it was afterwards."""
    before = set(GAMES)
    companion("new-game", NAME, "--games", tmp_path / "my-games")
    yield tmp_path / "my-games"
    forget(before)


def steps() -> list[list[str]]:
    """The commands of the guide, in order."""
    blocks = re.findall(r"^```sh\n(.+?)\n```$", GUIDE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return [line.split() for block in blocks for line in block.splitlines()]


def shell(words: list[str], folder: Path) -> str:
    """What a command of the guide says, typed in a folder; told to stop where it would go on."""
    program = {"companion": ["-m", "companion.cli"], "python": []}[words[0]]
    more: list[str] = []
    if words[1] in ("run", "demo"):
        more = ["--port", "0", "--host", "127.0.0.1"]
    if words[1] in ("run", "export"):
        more += ["--state", str(folder / "state")]
    with subprocess.Popen(
        [sys.executable, *program, *words[1:], *more],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "TMPDIR": str(folder), "PYTEST_ADDOPTS": "-p no:cacheprovider"},
    ) as running:
        assert running.stdout is not None
        said = ""
        while words[1] in ("run", "demo") and "Ctrl+C" not in said and running.poll() is None:
            said += running.stdout.readline()
        if "Ctrl+C" in said:
            (port, key), *_ = re.findall(r"http://\S+:(\d+)/join#t=(\S+)", said)
            phone = Phone(int(port))
            if words[1] == "run":
                assert phone.post("/api/redeem", {"t": key})[0] == 200
                won(phone)
            until(lambda: TITLE in phone.get("/")[1], "its title on the wall")
            running.send_signal(signal.SIGTERM)
        said += running.stdout.read()
    assert running.returncode == 0, said
    return said


def test_every_command_of_the_guide_does_what_it_says(tmp_path: Path) -> None:
    told = steps()
    clone = ["companion", "new-game", NAME]
    assert told.pop() == clone, "that is done below"
    assert [words[1] for words in told] == list(SAYS)
    for words in told:
        typed, _, to = " ".join(words).partition(" > ")
        said = shell(typed.split(), tmp_path)
        assert SAYS[words[1]] in said, said
        if to:
            (tmp_path / to).write_text(said, encoding="utf-8")
    rows = re.findall(r"^\| `([\w./]+?)/?` \|(.*)", GUIDE.read_text("utf-8"), re.MULTILINE)
    may_lack = {name for name, does in rows if "may be left out" in does}
    games = tmp_path / "my-games" / NAME
    there = {path.name for path in games.iterdir() if path.name != "__pycache__"}
    assert there | may_lack == {name for name, _ in rows}


def test_the_guide_has_every_part_of_a_page_that_a_game_may_bring() -> None:
    pages = ROOT / "companion" / "web" / "templates"
    asked = "".join(page.read_text("utf-8") for page in pages.glob("*.html"))
    parts = re.findall(r'"games/" ~ [\w.]+ ~ "/(\w+\.html)"', asked)
    table = [line for line in GUIDE.read_text("utf-8").splitlines() if line.startswith("| ")]
    assert set(parts) == set(re.findall(r"`(\w+\.html)`", "".join(table))) - {"rules.md"}


def won(referee: Phone) -> None:
    """Ben wins, told by the referee's phone, and every page shows it."""
    begin(referee, "Ana", "Ben", kind=NAME)
    for _ in range(3):
        assert referee.answer("start", "deal")["reply"] == "counts"
        assert referee.answer("highest", seat=1)["reply"] == "counts"
    assert referee.state()["view"]["winners"] == [1]
    for page in PAGES:
        assert referee.get(page)[0] in (200, 302), page
    assert re.search(r'id="hero">.*Ben</span>\s*</span> <span>has won!', referee.get("/")[1])
    assert "Ben wins!" in referee.get("/")[1] and f'"{NAME}"' in referee.get("/api/openapi.json")[1]


def forget(before: set[str]) -> None:
    """Take games off the shelf."""
    for kind in GAMES.keys() - before:
        del GAMES[kind]
        own = f"companion.games.{kind}"
        for name in [name for name in sys.modules if f"{name}.".startswith(f"{own}.")]:
            del sys.modules[name]


def test_what_it_leaves_out_is_left_out(games: Path, tmp_path: Path) -> None:
    for part in ("pages", "robot"):
        shutil.rmtree(games / NAME / part)
    for file in ("rules.md", "book.py", "sheets.py"):
        (games / NAME / file).unlink()
    assert more_games.add(games) == ()
    house = running(tmp_path / "state")
    try:
        won(referee_phone(house))
        assert Phone(house.address.port).get(f"/rules/{NAME}")[0] == 200
    finally:
        house.close()


BAD = {
    "no name": ("__init__.py", "GAME = Game(", "GAMES = Game(", "GAME"),
    "no field": ("__init__.py", '    title="High Card",\n', "", "title"),
    "half a letter": ("__init__.py", 'title="High Card"', 'title="\\ud83d"', r"as str: '\ud83d'"),
    "another kind": ("__init__.py", f'kind="{NAME}"', 'kind="chess"', f'kind="{NAME}"'),
    "no Python": ("rules.py", "def start(", "def start((", "rules.py"),
    "a view at the end": ("rules.py", "placing(_standings(state)) if", "None if", '"placing"'),
    "a stage of its own": (
        "rules.py",
        "stage=state.phase",
        'stage="dancing",#',
        "there are between",
    ),
    "a judge that fails": ("rules.py", "_plus(state, seat, 1)", "_plus(seat, 1)", "_plus"),
    "a view without": ("rules.py", "        winners=_winners(state),\n", "", "winners"),
    "a view of another sort": ("rules.py", "View(CommonView):", "View:", "a CommonView"),
    "a view of more": ("rules.py", "        over=over,\n", "        over=1,\n", '"over"'),
    "a number that is none": ("rules.py", "round=state.round,", 'round="1",', '"round" is int'),
    "a list of another": ("rules.py", "points=state.points", "points=(None,)", '"points" is'),
    "an unknown rule": ("rules.py", '"H-R2", Text("Deal', '"H-R9", Text("Deal', "has no rule H-R9"),
    "a rule of the page": ("rules.md", "## Where", "| H-R9 | New. |\n\n## Where", "called H-R9"),
    "a sound of the table": (
        "__init__.py",
        "GAME = Game(",
        "from companion.sounds import COMMON\n\nGAME = Game(\n    sounds=(COMMON[0],),",
        "is there already",
    ),
    "robots without a name": ("robot/__init__.py", "ROBOTS: Final", "FEW: Final", "ROBOTS"),
    "robots that fail": ("robot/__init__.py", "CARDS = 52", "CARDS = FEW", "FEW"),
    "a sheet that fails": ("sheets.py", 'PadColumn("Name")', "PadColumn()", "'head'"),
    "a sheet without a row": ("sheets.py", "* GAME.seats[1]", "* 0", "ZeroDivision"),
    "a state that fails": ("rules.py", "    return State(setup", "    return Stat(setup", "Stat"),
}


@pytest.mark.parametrize(("file", "old", "new", "said"), BAD.values(), ids=BAD)
def test_a_broken_game_is_left_out_with_its_sentence(
    games: Path, file: str, old: str, new: str, said: str
) -> None:
    companion("new-game", "well", "--games", games)
    path = games / NAME / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    (sentence,) = more_games.add(games)
    assert sentence.startswith(f"The game {NAME} was left out: ") and said in sentence
    found = re.search(r"\((\S+), line (\d+)\)$", sentence)
    assert found and Path(found[1]).is_relative_to(games) and int(found[2]) > 0
    assert NAME not in GAMES and "well" in GAMES


def test_two_games_of_one_kind_are_one(games: Path) -> None:
    shutil.copytree(games / NAME, games / "twin")
    shutil.copytree(games / NAME, games.parent / "others" / NAME)
    (sentence,) = more_games.add(games)
    first = games / "twin" / "__init__.py"
    assert sentence.endswith(f'its GAME should say kind="twin". ({first}, line {KIND_LINE})')
    assert len(more_games.add(games)) == 1, "what is there already is there"
    (sentence,) = more_games.add(games.parent / "others")
    assert "there is a game of that kind already" in sentence
    assert sentence.endswith(f"others/{NAME}/__init__.py, line {KIND_LINE})")


@pytest.mark.parametrize("said", ["games", "config"])
def test_commands_know_the_games_of_a_folder(games: Path, tmp_path: Path, said: str) -> None:
    config = tmp_path / "companion.toml"
    config.write_text('[table]\nsensor = "tablet"\ngames = "my-games"\n', encoding="utf-8")
    given = ("--games", games) if said == "games" else ("--config", config)
    head = {"game": NAME, "setup": {"seats": 2}}
    facts = ({"kind": "dealt"}, {"kind": "highest", "seat": 1})
    paper = tmp_path / "game.jsonl"
    paper.write_text("\n".join(map(json.dumps, (head, *facts))), encoding="utf-8")
    told = {
        ("games",): f"{NAME}  {TITLE}, 2 to 6 players",
        ("schema", NAME): f"{NAME} fact",
        ("replay", paper): "Seat 2 has the highest card. [H-R2]",
        ("replay", paper, "--json"): '"round": 1',
    }
    for words, words_said in told.items():
        before = set(GAMES)
        assert words_said in companion(*words, *given).stdout, words
        forget(before)
    (games / NAME / "rules.py").write_text("no Python")
    for words in told:
        result = companion(*words, *given)
        assert f"The game {NAME} was left out: " in result.stderr
        assert f"{NAME}/rules.py, line 1)" in result.stderr
        assert result.exit_code == (1 if words[0] == "games" else 2) and "split" in result.output
    result = companion("doctor", "--json", "--state", tmp_path, *given)
    (found,) = (one for one in json.loads(result.stdout) if one["about"] == "Games")
    assert found["standing"] == "warning" and found["remedy"]
    assert found["sentence"].startswith(f"The game {NAME} was left out: ")
    assert found["sentence"].endswith(f"{NAME}/rules.py, line 1)")


def test_a_game_that_was_left_out_is_on_the_machines_page_and_in_the_report(
    games: Path, tmp_path: Path
) -> None:
    (games / NAME / "rules.py").write_text("no Python")
    (said,) = more_games.add(games)
    house = running(tmp_path / "state")
    try:
        referee = referee_phone(house)
        assert said not in unescape(referee.get("/machine")[1])
        house.referee.note_trouble("games", said)
        page = unescape(referee.get("/machine")[1])
        assert f"<p>{said}</p>" in page and "All is well" not in page
    finally:
        house.close()
    report = tmp_path / "report.zip"
    given = ("--state", tmp_path / "state", "--games", games)
    assert companion("diagnose", report, *given).exit_code == 0
    with ZipFile(report) as file:
        found = json.loads(file.read("doctor.json"))
    assert said in [one["sentence"] for one in found if one["about"] == "Games"]


def test_a_demo_of_it_wants_robots(games: Path, tmp_path: Path) -> None:
    given = ("--games", games, "--state", tmp_path / "demo")
    result = companion("demo", "--game", "chess", *given)
    assert result.exit_code == 2 and f"split, party_splash, animal_splash, {NAME}" in result.stderr
    shutil.rmtree(games / NAME / "robot")
    forget(set(GAMES) - {NAME})
    result = companion("demo", "--game", NAME, *given)
    assert result.exit_code == 1 and f"There are no robots of {NAME}." in result.stderr


def test_a_fault_is_the_sentence_of_its_tests(games: Path) -> None:
    page = games / NAME / "rules.md"
    page.write_text(page.read_text("utf-8").replace("| H-R2 |", "| H-R9 |"), encoding="utf-8")
    tests = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", games / NAME]
    done = subprocess.run(tests, cwd=games, capture_output=True, text=True)
    (sentence,) = more_games.add(games)
    assert done.returncode == 4 and done.stderr == f"ERROR: {sentence}\n\n"


def test_whoever_stands_elsewhere_has_a_folder_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = (ROOT / GOES_TO[1]).read_text("utf-8")
    monkeypatch.chdir(tmp_path)
    said = companion("new-game", NAME).stdout
    assert f"Wrote my-games/{NAME}/rules.py" in said and "run --simulated --games my-games" in said
    assert (ROOT / GOES_TO[1]).read_text("utf-8") == shelf, "though it is a clone that writes it"
    assert {path.name for path in tmp_path.iterdir()} == {"my-games"}
    before = set(GAMES)
    assert more_games.add(tmp_path / "my-games") == () and NAME in GAMES
    forget(before)
    for inside in (ROOT, ROOT / "docs"):
        assert new_game.place(inside) is None


def test_no_folder_is_a_sentence(tmp_path: Path) -> None:
    (sentence,) = more_games.add(tmp_path / "nowhere")
    assert "There is no folder" in sentence


def test_a_folder_that_this_user_may_not_read_leaves_the_table_and_the_other_games(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a service's may not what lies in somebody's home. Root may all, so a name does it here."""
    (sentence,) = more_games.add(Path("x" * 300))
    assert "cannot be read (File name too long)" in sentence and "home folder" in sentence
    (games / "locked").mkdir()
    may = Path.is_file

    def is_file(path: Path) -> bool:
        if path.parent.name == "locked":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return may(path)

    monkeypatch.setattr(Path, "is_file", is_file)
    (sentence,) = more_games.add(games)
    assert sentence.startswith("The game locked was left out") and NAME in GAMES


@pytest.mark.parametrize(
    "name",
    ["High", "1st", "class", "a-b", "", "split", "new_game", "../up", "json", "companion"]
    + ["games", "type", "match", "common", "a" * (new_game.LETTERS_MOST + 1)],
)
def test_a_name_that_cannot_be_is_a_sentence(tmp_path: Path, name: str) -> None:
    with pytest.raises(CompanionError):
        list(new_game.write(name, tmp_path))
    assert not any(tmp_path.iterdir())


def test_where_there_is_no_room_for_a_game_nothing_of_it_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written, write_text = [], Path.write_text

    def full(path: Path, *text: str, **more: str) -> int:
        if len(written) == 3:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        written.append(path)
        return write_text(path, *text, **more)

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(CompanionError, match=r"No space left on device\. .*--games FOLDER"):
        list(new_game.write(NAME, tmp_path))
    assert written and not list(tmp_path.iterdir())


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As much of a clone as a game is written into."""
    shelf = made_in(tmp_path / "companion/games/__init__.py")
    shelf.write_bytes((ROOT / "companion/games/__init__.py").read_bytes())
    for folder in ("tests/games", "docs/rules"):
        (tmp_path / folder).mkdir(parents=True)
    monkeypatch.setattr(new_game, "HERE", tmp_path / "companion")
    return tmp_path


def files(folder: Path) -> dict[Path, bytes]:
    return {one: one.read_bytes() for one in folder.rglob("*") if not one.is_dir()}


@pytest.mark.parametrize("left", range(14))
def test_what_fails_halfway_in_a_clone_leaves_it_as_it_was(
    clone: Path, monkeypatch: pytest.MonkeyPatch, left: int
) -> None:
    before, change = files(clone), iter(range(left))

    def until_full(does: Callable[..., Any]) -> Callable[..., Any]:
        def done(*words: Any, **more: Any) -> Any:
            if next(change, None) is None:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return does(*words, **more)

        return done

    for name in ("write_text", "symlink_to", "replace"):
        monkeypatch.setattr(Path, name, until_full(getattr(Path, name)))
    with pytest.raises(CompanionError, match="No space left on device"):
        list(new_game.write(NAME, None))
    assert files(clone) == before


@pytest.mark.parametrize("there", [f"tests/games/test_{NAME}.py", f"docs/rules/{NAME}.md"])
def test_nothing_in_a_clone_is_written_over(clone: Path, there: str) -> None:
    (clone / there).write_text("Ours.", "utf-8")
    before = files(clone)
    with pytest.raises(CompanionError, match="is there already"):
        list(new_game.write(NAME, None))
    assert files(clone) == before


def test_a_place_that_can_hold_no_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", "utf-8")
    with pytest.raises(CompanionError, match="Not a directory.*--games FOLDER"):
        list(new_game.write(NAME, tmp_path / "file"))


def test_a_folder_that_is_there_is_left_alone(games: Path) -> None:
    with pytest.raises(CompanionError, match="is there already"):
        list(new_game.write(NAME, games))


@pytest.mark.parametrize(
    ("file", "text", "says"),
    [
        ("judge.py", "no Python", "invalid syntax."),
        ("judge.py", "import nothing.there", "No module named 'nothing'."),
        ("judge.py", "\n\n1 / 0", "ZeroDivisionError: division by zero."),
        ("__init__.py", "", "cannot import name 'GAME' from 'companion.games.{kind}' ({folder})."),
    ],
)
def test_one_of_our_own_that_cannot_be_read_is_a_sentence(
    tmp_path: Path, file: str, text: str, says: str
) -> None:
    shutil.copytree(ROOT / "companion", tmp_path / "companion", symlinks=True)
    kind = next(iter(GAMES))
    path = tmp_path / "companion" / "games" / kind / file
    path.write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "companion.cli", "run"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    found = re.fullmatch(
        r"One of our games cannot be played: (.+) \((.+), line (\d+)\)\n", done.stderr
    )
    assert found, done.stderr
    assert (done.returncode, done.stdout) == (2, "")
    assert found[1] == says.format(kind=kind, folder=path)
    led = path if text else tmp_path / "companion" / "games" / "__init__.py"
    assert Path(found[2]) == led and int(found[3]) >= text.count("\n") + 1


def made_in(path: Path) -> Path:
    """This path, in a folder that is there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def test_in_a_clone_it_is_held_to_what_all_games_keep(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    for path in own_files():
        if path.parts[0] != "docs" or path.suffix == ".md":
            (clone / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / path, clone / path, follow_symlinks=False)
    for code in (one for part in ("companion", "tests") for one in (ROOT / part).rglob("*.pyc")):
        shutil.copy2(code, made_in(clone / code.relative_to(ROOT)))  # nothing is compiled again
    command = [sys.executable, "-m", "companion.cli", *steps()[-1][1:]]
    written = subprocess.run(command, cwd=clone, capture_output=True, text=True, check=True).stdout
    there = set(re.findall(r"^Wrote (.+)$", written, re.MULTILINE))
    assert {str(clone / path) for path in GOES_TO} <= there
    tests = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-k", OWN]
    roots = [clone / "tests" / one for one in HELD]
    files = (file for root in roots for file in (root, *sorted(root.glob("test_*.py"))))
    held = [file for file in files if file.is_file() and OF_GAMES.search(file.read_text("utf-8"))]
    own = {**os.environ, "TMPDIR": str(tmp_path)}  # what others run clears their own leavings
    done = subprocess.run([*tests, *held], cwd=clone, env=own, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert int(re.findall(r"(\d+) passed", done.stdout)[0]) > 100
    ruff = [Path(sys.executable).parent / "ruff"]
    for words in (["check"], ["format", "--check"]):
        done = subprocess.run([*ruff, *words, "."], cwd=clone, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout
