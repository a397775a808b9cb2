"""Which tests mirror a file, and one short run of them: what `tools/quick` does.

Goes by where tests lie and what they are called, and else by what they say. Of what all games are
walked through it takes one game's part. Browsers, and files that say of themselves that they are
`long`, are named, not started.
"""

import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
HOUSE = "tests/test_house.py"
OWN = "tests/test_quick.py"  # speaks of many files, and tests none
WALKED = ("tests/web/test_every_game.py", "tests/web/test_idle.py")
TEMPLATES = tuple(f"tests/web/test_{name}.py" for name in ("pages", "contract", "facts"))
OF_ALL_GAMES = {  # by how a game's file ends: tests of which each game has a part
    ".py": ("tests/games/test_contract.py", "tests/games/test_transcripts.py"),
    ".html": (*WALKED, *TEMPLATES),
    ".css": WALKED,
}
OF_ALL_PAGES = {  # by how any file of pages ends
    ".html": TEMPLATES,
    ".css": ("tests/web/test_styles.py",),
    ".js": ("tests/web/test_scripts.py",),
}
SLOW = re.compile(r"^tests/(browser|gpio_vm|install|firmware)/|_soak\.py$|test_mutants\.py$")
IMPORT = re.compile(r"^\s*from ([\w.]+) import (\([^)]*|.*)", re.MULTILINE)
LONG = re.compile(r"^pytestmark = .*\bpytest\.mark\.long\b", re.MULTILINE)
FOUND_MOST = 3  # of tests that only speak of a file


@dataclass(frozen=True)
class Mirror:
    """The tests of one file, and the `parts` that `game` has in tests of all games."""

    tests: tuple[str, ...]
    slow: tuple[str, ...] = ()
    game: str = ""
    parts: tuple[str, ...] = ()


@cache
def mirror(path: str) -> Mirror:
    """What is to be run when this file of the project changed."""
    file = PurePosixPath(path)
    game = _game(file)
    found: tuple[str, ...] = (path,) if path in all_tests() else ()
    # A robot is none of its game's rows.
    named = _speaking_of(file) if "robot" in file.parts else _named_like(file)
    found += named or _named_like(file)
    if not any(map(is_quick, found)):
        found += _of_the_room(file) + (_speaking_of(file) or _through(file))
    parts = OF_ALL_GAMES.get(file.suffix, ()) if game else ()
    found += tuple(t for t in OF_ALL_PAGES.get(file.suffix, ()) if t not in parts)
    found = tuple(test for test in dict.fromkeys(found) if test in all_tests())
    slow = tuple(test for test in found if not is_quick(test))
    return Mirror(tuple(filter(is_quick, found)), slow, game, parts)


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
    return not SLOW.search(test) and not LONG.search(_text(test))


@cache
def _named_like(file: PurePosixPath) -> tuple[str, ...]:
    """companion/table/caller.py: test_caller.py, test_caller_....py of that room, and the like."""
    if file.parts[0] != "companion":
        return ()
    game = _game(file)
    inner = (*file.parts[1:-1], "" if file.stem == "__init__" else file.stem.strip("_"))
    words = [word for word in inner if word and word not in ("templates", "static", "pages")]
    names = {"_".join(words[-n:]) for n in (1, 2) if len(words) >= n}
    room = words[0] if len(words) > 1 else "*"
    if game:
        names = {game} if "pages" in file.parts else {game, file.stem, f"{file.stem}s"}
        room = "games" if file.suffix == ".py" else "web"
    pattern = re.compile(rf"test_({'|'.join(map(re.escape, names))})(_\w+)?\.py")
    rooms = {"tests", f"tests/{room}"} | ({f"tests/{file.stem}"} if game else set())
    if file.suffix != ".py":
        rooms.add("tests/browser")
    parted = ((test, *test.rpartition("/")) for test in all_tests())
    return tuple(
        test
        for test, folder, _, name in parted
        if (room == "*" or folder in rooms) and pattern.fullmatch(name)
    )


def _speaking_of(file: PurePosixPath) -> tuple[str, ...]:
    """The tests that name a file, those of its room and those that do so most often first. What is
    only named takes the place of none that is started."""
    room = f"tests/{file.parts[1]}/" if len(file.parts) > 2 else "tests/"
    counts = {test: _said(file, test) for test in all_tests() if test != OWN}
    speaking = [test for test in counts if counts[test]]
    speaking.sort(key=lambda test: (not test.startswith(room), -counts[test], test))
    started = [test for test in speaking if is_quick(test)][:FOUND_MOST]
    return (*started, *[test for test in speaking[:FOUND_MOST] if test not in started])


def _through(file: PurePosixPath) -> tuple[str, ...]:
    """The tests of the modules that use this one."""
    if file.parts[0] != "companion" or file.suffix != ".py":
        return ()
    users = [path for path in _modules() if _said(file, path)]
    found = [test for path in users for test in _named_like(PurePosixPath(path))]
    return tuple(dict.fromkeys(found))[:FOUND_MOST]


def _of_the_room(file: PurePosixPath) -> tuple[str, ...]:
    """A part that no test names: what tests its room as a whole."""
    room = file.parts[1] if len(file.parts) > 2 else ""
    names = [f"tests/{room}/test_{room}.py"]
    names += [f"tests/test_{name}.py" for name in (room, file.parts[0])]
    if file.parts[:2] == ("companion", "web") and file.suffix == ".py":
        names.append("tests/web/test_pages.py")
    return tuple(name for name in names if name in all_tests())


def _said(file: PurePosixPath, path: str) -> int:
    """How often another names a file."""
    name = _called(file)
    if file.suffix == ".py":
        return _imported(path)[name]
    if name not in _text(path):
        return 0
    return len(re.findall(rf"(?<![\w.]){re.escape(name)}(?!\w)", _text(path)))


@cache
def _called(file: PurePosixPath) -> str:
    """A module's dotted name, and what else no other file of the product is called."""
    if file.suffix == ".py":
        parts = file.with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    alone = file.suffix and len([*ROOT.glob(f"companion/**/{file.name}")]) < 2
    return file.name if alone else str(file)  # "test" alone is no name of tools/test


@cache
def _imported(path: str) -> Counter[str]:
    """The dotted names that a file says, with all that is before each dot; and what it imports."""
    said: list[str] = re.findall(r"\b(?:companion|tests|bench)(?:\.\w+)+", _text(path))
    found = Counter(
        ".".join(parts[:n])
        for name in said
        for parts in [name.split(".")]
        for n in range(2, len(parts) + 1)
    )
    for room, names in IMPORT.findall(_text(path)):
        found.update(f"{room}.{name}" for name in re.findall(r"\w+", names))
    return found


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
    """What to run for these files, and sentences about what is not run."""
    real = (os.path.relpath((ROOT / path).resolve(), ROOT) for path in paths)
    inside = [one for path in dict.fromkeys(real) for one in _files(path)]
    there = [path for path in dict.fromkeys(inside) if (ROOT / path).is_file()]
    found = {path: mirror(path) for path in there}
    notes = [f"{path} is not there." for path in inside if path not in found]
    for path, one in found.items():
        if not one.tests + one.parts:
            notes.append(f"No quick test mirrors {path}.")
        if one.slow:
            notes.append(f"Slower, for {path}: tools/test {' '.join(one.slow)}")
    own = [*dict.fromkeys(one.game for one in found.values() if one.game)]
    which = " or ".join(own)
    also = f", and all else that plays {' and '.join(own)}: tools/test -k '{which}'" if own else ""
    notes.append(f"Left to make test: whatever only meets these files on its way{also}")
    python = [path for path in there if path.endswith(".py")]
    run = []
    if python:
        run += [["ruff", "check", *python], ["ruff", "format", "--check", *python]]
    if any(path.startswith(("companion/", "bench/")) for path in python):
        run.append(["mypy"])
    whole = dict.fromkeys(test for one in found.values() for test in one.tests)
    parts = dict.fromkeys(t for one in found.values() for t in one.parts if t not in whole)
    # Each a program of its own, and all at once: a second processor has something to do.
    for tests in ([HOUSE], [test for test in whole if test != HOUSE]):
        run += [["pytest", "-q", "-n", "0", *tests]] if tests else []
    run += [["pytest", "-q", "-n", "0", *parts, "-k", which]] if parts else []
    return run, notes


def _files(path: str) -> list[str]:
    """All that is in a folder, but for what a program left there; of anything else itself."""
    if not (ROOT / path).is_dir():
        return [path]
    left = ("__pycache__", ".")
    found = (one.relative_to(ROOT) for one in sorted((ROOT / path).rglob("*")) if one.is_file())
    return [str(one) for one in found if not any(part.startswith(left) for part in one.parts)]


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
