"""A new game is written, played and left out as docs/your-game.md says."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import more_games, new_game
from companion.games import GAMES
from companion.words import CompanionError
from tests.test_cli import companion
from tests.web.house import begin, referee_phone, running

ROOT = Path(__file__).resolve().parent.parent
GUIDE = ROOT / "docs" / "your-game.md"
NAME = "high_card"
PAGES = ("/", "/seat", "/referee", "/tabletop", "/history", "/game/1", "/replay/1", "/new", "/join")


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Path]:
    """A folder with one new game; the shelf is as it was afterwards."""
    before, loaded = dict(GAMES), set(sys.modules)
    companion("new-game", NAME, "--games", tmp_path / "my-games")
    yield tmp_path / "my-games"
    for kind in GAMES.keys() - before.keys():
        del GAMES[kind]
    for name in [name for name in sys.modules if name.startswith(f"companion.games.{NAME}")]:
        if name not in loaded:
            del sys.modules[name]


def steps() -> list[str]:
    """The commands of the guide, in order."""
    return re.findall(r"^```sh\n(.+)\n```$", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)


def test_the_guide_writes_plays_and_tests(games: Path, tmp_path: Path) -> None:
    write, play, test = steps()
    assert write == f"companion new-game {NAME} --games my-games"
    assert play == "companion run --simulated --games my-games"
    assert test == f"python -m pytest my-games/{NAME}"
    held = {path.name for path in (games / NAME).iterdir()}
    assert held == {"__init__.py", "rules.py", "rules.md", "pages", f"test_{NAME}.py"}
    command = [
        sys.executable,
        *test.split()[1:],
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:randomly",
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_it_plays_on_every_page(games: Path, tmp_path: Path) -> None:
    assert more_games.add(games) == ()
    house = running(tmp_path / "state")
    try:
        referee = referee_phone(house)
        begin(referee, "Ana", "Ben", kind=NAME)
        for _ in range(3):
            assert referee.answer("start", "deal")["reply"] == "counts"
            assert referee.answer("highest", seat=1)["reply"] == "counts"
        assert referee.state()["view"]["winners"] == [1]
        for page in PAGES:
            assert referee.get(page)[0] in (200, 302), page
        assert "Ben wins!" in referee.get("/")[1]
    finally:
        house.close()


def test_what_it_leaves_out_is_left_out(games: Path) -> None:
    for path in (games / NAME / "pages").iterdir():
        path.unlink()
    (games / NAME / "rules.md").unlink()
    assert more_games.add(games) == ()


BAD = {
    "no such name": ("__init__.py", "GAME = Game(", "GAMES = Game(", "GAME"),
    "no field": ("__init__.py", '    title="High Card",\n', "", "title"),
    "another kind": ("__init__.py", f'kind="{NAME}"', 'kind="chess"', f'kind="{NAME}"'),
    "no Python": ("rules.py", "def start(", "def start((", "rules.py"),
    "a view without": ("rules.py", "        winners=list(_winners(state)),\n", "", "winners"),
    "a view of more": ("rules.py", "        over=over,\n", "        over=1,\n", '"over"'),
    "an unknown rule": ("rules.md", "| H-R2 |", "| H-R9 |", "rules.md has no rule H-R2"),
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
    assert more_games.add(games) == ()
    (sentence,) = more_games.add(games)
    assert "there is a game of that kind already" in sentence


def test_no_folder_is_a_sentence(tmp_path: Path) -> None:
    (sentence,) = more_games.add(tmp_path / "nowhere")
    assert "There is no folder" in sentence


@pytest.mark.parametrize("name", ["High", "1st", "class", "a-b", "", "split", "../up"])
def test_a_name_that_cannot_be_is_a_sentence(tmp_path: Path, name: str) -> None:
    with pytest.raises(CompanionError):
        list(new_game.write(name, tmp_path))
    assert not any(tmp_path.iterdir())


def test_a_folder_that_is_there_is_left_alone(games: Path) -> None:
    with pytest.raises(CompanionError, match="is there already"):
        list(new_game.write(NAME, games))


def test_in_a_clone_it_goes_among_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "companion"
    (package / "games").mkdir(parents=True)
    (tmp_path / "tests" / "games").mkdir(parents=True)
    ours = ROOT / "companion" / "games" / "__init__.py"
    (package / "games" / "__init__.py").write_text(ours.read_text(encoding="utf-8"))
    monkeypatch.setattr(new_game, "HERE", package)
    written = [path.relative_to(tmp_path).as_posix() for path in new_game.write(NAME, None)]
    assert f"companion/games/{NAME}/rules.py" in written
    assert f"tests/games/test_{NAME}.py" in written
    shelf = (package / "games" / "__init__.py").read_text(encoding="utf-8").splitlines()
    assert f"from companion.games.{NAME} import GAME as HIGH_CARD" in shelf
    assert shelf[shelf.index(")") - 1] == "    HIGH_CARD,"
    assert shelf.count(")") == 1 and len(shelf) == len(ours.read_text("utf-8").splitlines()) + 2
