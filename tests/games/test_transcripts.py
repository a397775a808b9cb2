"""Every game on paper in tests/transcripts/ replays as it is written."""

from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from companion.games.dolphin_splash import rules as dolphin_splash
from tests.games.shelf import RULES
from tests.games.transcripts import replay

PAPERS = Path(__file__).resolve().parents[1] / "transcripts"
FILES = [(name, path) for name in RULES for path in sorted((PAPERS / name).glob("*.txt"))]
ON_PAPER = tuple(dict.fromkeys(name for name, _ in FILES))  # a new game has none yet


def words_of(name: str) -> ModuleType:
    return import_module(f"tests.games.words_{name}")


@pytest.mark.parametrize(
    ("name", "path"), FILES, ids=[f"{name}-{path.stem}" for name, path in FILES]
)
def test_the_paper_is_right(name: str, path: Path) -> None:
    replay(path, RULES[name], words_of(name))


def test_words_and_papers_go_together() -> None:
    worded = {path.stem.removeprefix("words_") for path in Path(__file__).parent.glob("words_*.py")}
    assert worded == {path.name for path in PAPERS.iterdir()} == {*ON_PAPER}


LIES = (
    "Ana deals\n> Ana deals.\n",
    "Ana deals\n",
    "Ana leaves\n> Ana leaves; the letters stay on the pad. [D-S1]\n",
    "without: Cy\n",
    "pen: Ana +2\n> 2 letters more for Ana: the table says so. [D-S7]\n"
    "> score: Ana 1, Ben 0, Cy 0\n",
    "pen: Ana +2\n> 2 letters more for Ana: the table says so. [D-S7]\n> asks: nothing\n",
    "a herring flies\n",
)


@pytest.mark.parametrize("lie", LIES)
def test_a_paper_that_is_wrong_is_seen(lie: str, tmp_path: Path) -> None:
    paper = tmp_path / "lie.txt"
    paper.write_text(f"players: Ana, Ben, Cy\n\n{lie}", encoding="utf-8")
    with pytest.raises(AssertionError):
        replay(paper, dolphin_splash, words_of("dolphin_splash"))
