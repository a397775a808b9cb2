"""The one file: it plays with Python alone, also where a system has nothing of POSIX."""

import ast
import errno
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import pytest
from playwright.sync_api import Browser, Page, expect

from companion import alone, one_file
from companion.access.door import PICTURES, TAPS
from companion.web.render import qr
from tests.browser.screens import PATIENCE_MS, count_taps, loads, phone, seen, tap, taps, wall
from tests.faults.evening import referee_of
from tests.test_debian import pins
from tests.web.house import PATIENCE_S, Phone, TabletPage, begin, let_in_as_table, until

# A slow machine and slow hands: until the file plays, from a code to a page, a name of four
# letters, each tap, each page, and from the deal to the first PASS, which waits a beat for who has
# chosen none.
STARTS_S, SCAN_S, NAME_S, TAP_S, PAGE_S, PASS_S = 10, 10, 10, 3, 1, 6
ROOT = Path(__file__).resolve().parent.parent
# What a system without POSIX does not have: modules, and what is in others.
ABSENT = """
import os, signal, socket, sys
for module in "fcntl grp posix_ipc pty pwd resource syslog termios tty".split():
    sys.modules[module] = None
absent = {
    os: "O_CLOEXEC O_DIRECTORY O_NOFOLLOW chown fchmod fchown fdatasync fork getegid geteuid getgid"
        " getloadavg getuid killpg mkfifo nice posix_fadvise pread preadv pwrite pwritev"
        " sched_getaffinity sched_setaffinity setsid statvfs sync sysconf uname wait4",
    signal: "SIGALRM SIGCHLD SIGHUP SIGKILL SIGPIPE SIGQUIT SIGUSR1 SIGUSR2 alarm pthread_sigmask"
        " setitimer",
    socket: "AF_UNIX",
}
for module, names in absent.items():
    for name in names.split():
        vars(module).pop(name, None)

def socketpair():  # as the standard library makes one there
    with socket.create_server(("127.0.0.1", 0)) as server:
        return socket.create_connection(server.getsockname()), server.accept()[0]

socket.socketpair = socketpair
"""


CALLED = {"pyserial": "serial"}  # packages whose folder has another name
WHAT = ("run", "--table", "tablet", "--host", "127.0.0.1", "--port", "0", "--state")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file as it is packed, with this environment's packages in place of fetched ones."""
    made = tmp_path_factory.mktemp("made")
    packages, tree = Path(click.__file__).parent.parent, made / "tree"
    ignored = shutil.ignore_patterns("__pycache__", "*.so")
    shutil.copytree(ROOT / "companion", tree / "companion", ignore=ignored)
    for name in (CALLED.get(name, name) for name in pins()):
        shutil.copytree(packages / name, tree / name, ignore=ignored)
    shutil.copy(one_file.__file__, tree / "__main__.py")
    return packed(tree, made / "splash-companion.pyz")


def packed(tree: Path, name: Path) -> Path:
    words = [sys.executable, str(ROOT / "tools" / "zipped.py"), str(tree), str(name), "1700000000"]
    subprocess.run(words, check=True)
    return name


@contextmanager
def started(file: Path, state: Path) -> Iterator["subprocess.Popen[str]"]:
    """The file on a machine with Python alone; nothing of this project is on its path."""
    home = file.parent
    (home / "absent").mkdir(exist_ok=True)
    (home / "absent" / "sitecustomize.py").write_text(ABSENT)
    env = {"PATH": os.environ["PATH"], "HOME": str(home), "PYTHONPATH": str(home / "absent")}
    command = [sys._base_executable, str(file), *WHAT, str(state)]  # type: ignore[attr-defined]
    with subprocess.Popen(
        command, cwd=home, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as house:
        try:
            yield house
        finally:
            house.kill()


def test_it_plays_where_there_is_nothing_of_posix(file: Path, tmp_path: Path) -> None:
    """A whole round: a drawn dolphin is felt, judged, and in the journal after a restart."""
    with started(file, tmp_path) as house:
        referee = referee_of(house)
        page = TabletPage(Phone(referee.port, source="127.0.5.1"))
        let_in_as_table(page.phone, referee)
        begin(referee, "Ana", "Ben", "Cy")
        page.answer("start", "live")
        page.tell(("down", "pad:1", 0))
        until(lambda: referee.phase() == "grab", "a grab")
        page.answer("yes", "holders")
        page.answer("seat:2", "scored")
    with started(file, tmp_path) as house:
        assert referee_of(house).state()["view"]["letters"] == [1, 1, 0]


@pytest.mark.parametrize("by_the_clock", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_from_the_file_to_pass_with_three_phones_and_nothing_else(
    file: Path, tmp_path: Path, screens: Browser, by_the_clock: bool
) -> None:
    """At most 3 taps and a name on each phone, and under 60 s by hands of that pace."""
    began_s = time.monotonic()
    with started(file, tmp_path) as house:
        assert house.stdout is not None
        own = next(line for line in house.stdout if line.startswith("The referee:")).split()[-1]
        port = int(own.split(":")[2].split("/")[0])
        big = wall(screens, port)
        big.goto(f"http://localhost:{port}/")
        seen(big, "Play now, without anything")
        code = code_of(big, own)
        phones = {name: phone(screens, port) for name in ("Ana", "Ben", "Cy")}
        for name, page in phones.items():
            count_taps(page)
            scanned = (own if name == "Ana" else code).partition("/join")[2]
            page.goto(f"http://127.0.0.1:{port}/join{scanned}")
            page.wait_for_url("**/me")
            page.get_by_label("My name", exact=True).fill(name)
            tap(page, "That's me")
            page.wait_for_url("**/seat")
        host, *others = phones.values()
        expect(host.locator(".who-is-in .name")).to_have_text(list(phones), timeout=PATIENCE_MS)
        host.get_by_role("link", name="Pocket Dolphins").click()
        host.wait_for_url("**/seat")
        tap(host, "Deal the cards")
        for page in others:
            page.locator("#card-1:enabled").click()
        expect(big.locator("#count")).to_have_text(re.compile("[1-9]"), timeout=PATIENCE_MS)
        took_s = time.monotonic() - began_s
        counted = [taps(page) for page in phones.values()]
        assert counted == [3, 2, 2]
        opened = max(loads(page) for page in phones.values())
        assert STARTS_S + SCAN_S + NAME_S + max(counted) * TAP_S + opened * PAGE_S + PASS_S < 60
        assert not by_the_clock or took_s < 60
        for page in (big, *phones.values()):
            assert page.problems == []  # type: ignore[attr-defined]
            page.context.close()


def code_of(big: Page, own: str) -> str:
    """Where the wall's code leads; the one below, beside how a game begins, is the referee's."""
    shown = big.locator(".lobby-door .picture svg")
    expect(shown).to_have_count(TAPS, timeout=PATIENCE_MS)
    pictures = [one.get_attribute("aria-label") or "" for one in shown.all()]
    drawn = [one.inner_html() for one in big.locator(".lobby-door .qr, .leads .qr").all()]
    tapped = ".".join(str(PICTURES.index(name)) for name in pictures)
    code = f"{own.partition('join')[0]}join#p={tapped}"
    assert [path_of(one) for one in drawn] == [path_of(qr(code)), path_of(qr(own))]
    return code


def path_of(drawing: str) -> str:
    """What a code says, as its drawing."""
    return drawing.rpartition(' d="')[2].partition('"')[0]


def test_two_of_one_folder_are_refused_there_too(file: Path, tmp_path: Path) -> None:
    with started(file, tmp_path) as first:
        referee_of(first)
        with started(file, tmp_path) as second:
            _, said = second.communicate(timeout=PATIENCE_S)
            assert "Another companion already keeps the journal" in said
            assert second.returncode == 1


def test_the_same_folder_gives_the_same_bytes(file: Path) -> None:
    again = packed(file.parent / "tree", file.with_name("again.pyz"))
    assert again.read_bytes() == file.read_bytes()


def test_it_is_unpacked_once(file: Path, tmp_path: Path) -> None:
    place = Path(one_file.unpacked(str(file), str(tmp_path / "kept")))
    assert (place / "companion" / "web" / "templates" / "wall.html").is_file()
    (place / "seen").touch()
    assert one_file.unpacked(str(file), str(tmp_path / "kept")) == str(place)
    assert (place / "seen").exists() and len(list(place.parent.iterdir())) == 1
    # A plug that was pulled leaves files without their content; who tidies a cache takes some.
    told = place / "companion" / "say.py"
    told.write_text("")
    assert one_file.unpacked(str(file), str(tmp_path / "kept")) == str(place)
    assert told.stat().st_size and not (place / "seen").exists()
    told.unlink()
    assert one_file.unpacked(str(file), str(tmp_path / "kept")) == str(place)
    assert told.exists() and len(list(place.parent.iterdir())) == 1


def test_where_there_is_no_room_nothing_of_it_stays(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(packed: zipfile.ZipFile, place: str) -> None:
        (Path(place) / "half").touch()
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(zipfile.ZipFile, "extractall", full)
    with pytest.raises(SystemExit, match="No space left on device.. Make room there"):
        one_file.unpacked(str(file), str(tmp_path / "kept"))
    assert not any((tmp_path / "kept").iterdir())


def test_a_folder_that_cannot_be_written_to_is_no_hindrance(file: Path, tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("a file is in the way")
    place = Path(one_file.unpacked(str(file), str(tmp_path / "kept")))
    assert (place / "companion").is_dir()
    shutil.rmtree(place)


def test_where_there_is_no_home_nothing_is_left_in_the_folder_at_hand(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "beside")  # no whole path: it does not count
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    monkeypatch.chdir(tmp_path)
    place = Path(one_file.unpacked(str(file), one_file.kept_in()))
    assert (place / "companion").is_dir()
    shutil.rmtree(place)
    assert not list(tmp_path.iterdir())


def test_an_old_python_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer, and this is Python 3\.9"):
        one_file.main()


def test_what_an_old_python_reads_is_what_it_can_read() -> None:
    """The first file's words, and how they are put together, are those of Python 3.4."""
    ast.parse(Path(one_file.__file__).read_text("utf-8"), feature_version=(3, 4))


def test_without_words_it_plays_where_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        monkeypatch.setattr(alone, "PORT", taken.getsockname()[1])
        monkeypatch.setattr(alone, "has_screen", lambda: False)
        usual = ["run", "--table", "tablet", "--port"]
        assert alone.usual_words() == [*usual, str(alone.PORT)]
        taken.listen()
        assert alone.usual_words() == [*usual, "0"]
        monkeypatch.setattr(alone, "has_screen", lambda: True)
        assert alone.usual_words()[-1] == "--open"
