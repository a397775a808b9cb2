"""Which tests mirror a file, and one short run of them: what `tools/quick` does.

Knows no file by name: it goes by where tests lie and what they are called, and else by what they
say. Browsers, and files that say of themselves that they are `long`, are named, not started.
"""

import re
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
HOUSE = "tests/test_house.py"
OF_ALL_GAMES = ("tests/games/test_contract.py", "tests/games/test_transcripts.py")
SLOW = re.compile(r"^tests/(browser|gpio_vm|install|firmware)/|_soak\.py$|test_mutants\.py$")
LONG = "\npytestmark = pytest.mark.long\n"  # what such a file says
FOUND_MOST = 3  # of tests that only speak of a file


@dataclass(frozen=True)
class Mirror:
    """The tests of one file; `game` is whose part of the tests of all games it is."""

    tests: tuple[str, ...]
    slow: tuple[str, ...] = ()
    game: str = ""


@cache
def mirror(path: str) -> Mirror:
    """What is to be run when this file of the project changed."""
    file = PurePosixPath(path)
    game = _game(file)
    found: tuple[str, ...] = (path,) if path in all_tests() else ()
    for look in (_named_like, _speaking_of, _through, _of_the_room):
        if not any(map(is_quick, found)):
            found += look(file)
    if game and file.suffix == ".py":
        found += tuple(test for test in OF_ALL_GAMES if test in all_tests())
    found = tuple(dict.fromkeys(found))
    slow = tuple(test for test in found if not is_quick(test))
    return Mirror(tuple(filter(is_quick, found)), slow, game)


@cache
def games() -> tuple[str, ...]:
    """Every game that has a folder."""
    return tuple(sorted(p.parent.name for p in ROOT.glob("companion/games/*/__init__.py")))


@cache
def all_tests() -> tuple[str, ...]:
    """Every file of tests, by its path in the project."""
    return tuple(sorted(str(p.relative_to(ROOT)) for p in ROOT.glob("tests/**/test_*.py")))


def _game(file: PurePosixPath) -> str:
    """The game that a file belongs to, by its folder or its name; or none."""
    if file.parts[0] != "companion":
        return ""
    own = [game for game in games() if game in file.parts or file.stem.lstrip("_") == game]
    return own[0] if own else ""


def is_quick(test: str) -> bool:
    return not SLOW.search(test) and LONG not in _text(test)


@cache
def _named_like(file: PurePosixPath) -> tuple[str, ...]:
    """companion/table/caller.py: test_caller.py, test_caller_....py of that room, and the like."""
    if file.parts[0] != "companion":
        return ()
    game = _game(file)
    inner = (*file.parts[1:-1], "" if file.stem == "__init__" else file.stem.strip("_"))
    words = [word for word in inner if word and word not in ("templates", "static", "pages")]
    names = {game, file.stem} if game else {"_".join(words[-n:]) for n in (1, 2) if len(words) >= n}
    room = words[0] if len(words) > 1 else "*"
    if game and "robots" not in file.parts:
        room = "games" if file.suffix == ".py" else "web"
    pattern = re.compile(rf"test_({'|'.join(map(re.escape, names))})(_\w+)?\.py")
    rooms = {"tests", f"tests/{room}", f"tests/{room}/{game}"}
    if file.suffix != ".py":
        rooms.add("tests/browser")
    parted = ((test, *test.rpartition("/")) for test in all_tests())
    return tuple(
        test
        for test, folder, _, name in parted
        if (room == "*" or folder in rooms) and pattern.fullmatch(name)
    )


def _speaking_of(file: PurePosixPath) -> tuple[str, ...]:
    """The tests that name a file most often: a module by its dotted name, others by their own."""
    said = _called(file)
    word = re.compile(rf"(?<![\w.]){re.escape(said)}(?!\w)")
    texts = {test: _text(test) for test in all_tests() if test != "tests/test_quick.py"}
    counts = {test: len(word.findall(text)) for test, text in texts.items() if said in text}
    speaking = sorted((test for test in counts if counts[test]), key=lambda t: (-counts[t], t))
    return tuple(speaking[:FOUND_MOST])


def _through(file: PurePosixPath) -> tuple[str, ...]:
    """The tests of the modules that use this one."""
    if file.parts[0] != "companion" or file.suffix != ".py":
        return ()
    said = _called(file)
    line = re.compile(rf"^(from|import) {re.escape(said)}\b", re.MULTILINE)
    users = [path for path in _modules() if said in _text(path) and line.search(_text(path))]
    found = [test for path in users for test in _named_like(PurePosixPath(path))]
    return tuple(dict.fromkeys(found))[:FOUND_MOST]


def _of_the_room(file: PurePosixPath) -> tuple[str, ...]:
    """A part that no test names: what tests its room as a whole."""
    room = file.parts[1] if len(file.parts) > 2 else ""
    names = [f"tests/{room}/test_{room}.py"]
    names += [f"tests/test_{name}.py" for name in (room, file.parts[0])]
    if file.parts[:2] == ("companion", "web") and file.suffix in (".py", ".html"):
        names.append("tests/web/test_pages.py")
    return tuple(name for name in names if name in all_tests())


def _called(file: PurePosixPath) -> str:
    if file.suffix != ".py":
        return file.name if file.suffix else str(file)  # "test" alone is no name of tools/test
    dotted = file.with_suffix("").parts
    return ".".join(dotted[:-1] if dotted[-1] == "__init__" else dotted)


@cache
def _modules() -> tuple[str, ...]:
    return tuple(sorted(str(p.relative_to(ROOT)) for p in ROOT.glob("companion/**/*.py")))


@cache
def _text(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


# --- the run ----------------------------------------------------------------------------------


def changed() -> list[str]:
    """What git says is changed or new."""
    asked = (["diff", "HEAD", "--name-only"], ["ls-files", "--others", "--exclude-standard"])
    said = [
        subprocess.run(["git", *ask], cwd=ROOT, capture_output=True, text=True) for ask in asked
    ]
    return [line for one in said for line in one.stdout.splitlines()]


def commands(paths: Iterable[str]) -> tuple[list[list[str]], list[str]]:
    """What to run for these files, the quick first; and sentences about what is not run."""
    there = [path for path in dict.fromkeys(paths) if (ROOT / path).is_file()]
    notes, tests, own = [], [], []
    for path in there:
        found = mirror(path)
        tests += found.tests
        own += [found.game] if found.game else []
        if not found.tests:
            notes.append(f"No quick test mirrors {path}.")
        if found.slow:
            notes.append(f"Slower, for {path}: tools/test {' '.join(found.slow)}")
    python = [path for path in there if path.endswith(".py")]
    run = []
    if python:
        run += [["ruff", "check", *python], ["ruff", "format", "--check", *python]]
    if any(path.startswith(("companion/", "bench/")) for path in python):
        run.append(["mypy"])
    tests = [*dict.fromkeys([*tests, HOUSE])]
    pytest = ["pytest", "-q", "-n", "2" if own else "0", *tests]
    if own and set(tests) & set(OF_ALL_GAMES):
        others = " and ".join(f"not {Path(test).stem}" for test in OF_ALL_GAMES)
        pytest += ["-k", " or ".join([f"({others})", *dict.fromkeys(own)])]
    return [*run, pytest], notes


def main(paths: list[str]) -> int:
    """Run all at once; 0 if all is well."""
    began_s = time.monotonic()
    inside = [str((Path.cwd() / path).resolve().relative_to(ROOT)) for path in paths]
    run, notes = commands(inside or changed())
    tools = Path(sys.executable).parent
    pipe = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    started = [
        (words, subprocess.Popen([tools / words[0], *words[1:]], cwd=ROOT, **pipe))  # type: ignore[call-overload]
        for words in run
    ]
    failed = 0
    for words, process in started:
        said, _ = process.communicate()
        failed += process.returncode != 0
        print(f"== {' '.join(words)}", said.rstrip(), sep="\n", flush=True)
    print(*notes, f"{time.monotonic() - began_s:.0f} s", sep="\n")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
