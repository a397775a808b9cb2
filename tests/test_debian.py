"""The Debian package's own files: what it packs is what the project asks for, and they agree."""

import os
import re
import subprocess
import tomllib
from hashlib import sha256
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from companion.journal import backup
from companion.journal import file as journal_file
from tests.test_systemd import NAME, setting

ROOT = Path(__file__).resolve().parent.parent
DEBIAN = ROOT / "systemd" / "debian"
SCRIPTS = ("preinst", "postinst", "prerm", "postrm")
NEVER_USED = {"setuptools"}  # colorzero names it


def pins() -> dict[str, str]:
    """The packed packages, each with its version."""
    text = (DEBIAN / "vendored.txt").read_text(encoding="utf-8")
    lines = re.findall(r"(?m)^([a-z0-9]+)==(\S+) --hash=sha256:[0-9a-f]{64}$", text)
    assert len(lines) == len([line for line in text.splitlines() if not line.startswith("#")])
    return dict(lines)


def wanted(lines: list[str]) -> list[Requirement]:
    """What a package needs on a Pi, without its extras."""
    found = [Requirement(line) for line in lines]
    return [one for one in found if one.marker is None or one.marker.evaluate({"extra": ""})]


def script(name: str) -> str:
    return (DEBIAN / name).read_text(encoding="utf-8")


OF_KIOSK = tuple(f"kiosk/{name}" for name in ("postinst", "prerm", "postrm"))


def test_what_the_project_needs_is_packed_and_nothing_else() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    open_, seen = wanted(project["dependencies"]), set()
    while open_:
        one = open_.pop()
        name = canonicalize_name(one.name)
        if name in NEVER_USED:
            continue
        assert name in pins() and pins()[name] in one.specifier, f"{one} is not packed"
        if name not in seen:
            seen.add(name)
            open_ += wanted(requires(name) or [])
    assert seen == set(pins())


def test_every_script_of_others_is_as_it_came_and_is_audited_with_the_packages() -> None:
    lines = (ROOT / "tools" / "scripts.txt").read_text(encoding="utf-8").splitlines()
    listed = [line.split() for line in lines if not line.startswith("#")]
    there = {*ROOT.glob("companion/**/vendor/*.js"), *ROOT.glob("tests/vendor/*.js")}
    assert there == {ROOT / file for _, _, _, file in listed} != set()
    for name, version, sum_, file in listed:
        assert sum_ == f"sha256:{sha256((ROOT / file).read_bytes()).hexdigest()}", name
        assert re.fullmatch(r"\d+\.\d+\.\d+", version), name
    audit = (ROOT / "tools" / "audit").read_text(encoding="utf-8")
    assert "systemd/debian/vendored.txt" in audit and "tools/scripts.txt" in audit


@pytest.mark.parametrize("name", SCRIPTS + OF_KIOSK)
def test_the_scripts_are_scripts(name: str) -> None:
    text = script(name)
    done = subprocess.run(["sh", "-n"], input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert text.startswith("#!/bin/sh\n") and "\nset -e\n" in text


def test_before_it_comes_the_same_files_are_read_as_by_the_service() -> None:
    files = re.findall(r"--config (\S+)", setting("ExecStart"))
    assert re.findall(r"(?m)^    (/\S+\.toml)", script("preinst")) == files
    assert f"STATE=/var/lib/{setting('StateDirectory')}\n" in script("preinst")
    assert "@FORMAT@" in script("preinst") and "@BACKUP@\n" in script("preinst")


def test_the_text_that_it_carries_does_not_end_early() -> None:
    (end,) = re.findall(r"<<'(\S+)'", script("preinst"))
    assert end not in Path(backup.__file__).read_text(encoding="utf-8").splitlines()
    assert journal_file.VERSION > 0


def test_the_user_is_the_same_where_there_is_no_systemd() -> None:
    users = (ROOT / "systemd" / f"{NAME}.sysusers.conf").read_text(encoding="utf-8")
    words = script("postinst")
    groups = re.findall(rf"(?m)^m {NAME} (\S+)", users)
    assert f"--groups {','.join(groups)} " in words
    comment, _ = re.findall(r'(?m)^u \S+ - ("[^"]+")', users)  # the other one wants a screen
    assert f"--comment {comment}" in words and f"STATE=/var/lib/{NAME}\n" in words


def test_a_purge_takes_what_the_others_make() -> None:
    text = script("postrm")
    assert re.findall(r"(?m)^(?:STATE|MADE_GPIO)=(\S+)", text) == re.findall(
        r"(?m)^(?:STATE|MADE_GPIO)=(\S+)", script("postinst")
    )
    units = sorted(path.name for path in (ROOT / "systemd").glob(f"{NAME}*.service"))
    units.remove(f"{NAME}.avahi.service")
    for begun_by_others in ("stick@", "network"):  # never switched on: who puts one in, a word
        units.remove(f"{NAME}-{begun_by_others}.service")
    units = sorted([*units, f"{NAME}-network.socket"])
    kiosk = f"{NAME}-kiosk.service"
    by_itself = [unit for unit in units if unit != kiosk]
    for name, wanted in (("postinst", by_itself), ("postrm", units)):
        (looped,) = re.findall(r"for unit in (.*); do", script(name))
        assert sorted(looped.split()) == wanted
    assert re.findall(r"for user in (.*); do", text) == [f"{NAME} {NAME}-kiosk"]


def test_every_packed_package_s_makers_are_named() -> None:
    text = script("copyright")
    modules = {"pyserial": "serial"}
    for name in pins():
        assert f"usr/lib/{NAME}/{modules.get(name, name)}/*\n" in text


def test_only_who_wants_a_wall_on_the_machine_s_own_screen_gets_a_browser() -> None:
    for name, wants in (("control", False), ("kiosk/control", True)):
        asked = " ".join(re.findall(r"(?m)^(?:Depends|Recommends|Suggests): (.*)", script(name)))
        assert ("chromium" in asked, "cage" in asked) == (wants, wants)
    assert f"{NAME} (>= @VERSION@)" in script("kiosk/control")


@pytest.mark.parametrize(
    ("on_card", "said"), [(["0.9"], "0.9"), (["0.9", "1.0"], ""), (["1.0"], ""), ([], "")]
)
def test_an_older_one_on_the_card_is_left_alone_and_says_the_way_back(
    tmp_path: Path, on_card: list[str], said: str
) -> None:
    card, tools = tmp_path / "card", tmp_path / "tools"
    for folder in (card, tools):
        folder.mkdir()
    here = tools / "dpkg-query"
    here.write_text("#!/bin/sh\necho 'installed 1.0'\n", encoding="utf-8")
    here.chmod(0o755)
    for version in on_card:
        control = tmp_path / version / "DEBIAN" / "control"
        control.parent.mkdir(parents=True)
        control.write_text(
            f"Package: {NAME}\nVersion: {version}\nArchitecture: all\n"
            "Maintainer: Us <us@splash-companion.invalid>\nDescription: ours\n",
            encoding="utf-8",
        )
        file = card / f"{NAME}_{version}_all.deb"
        words = ["dpkg-deb", "--build", str(tmp_path / version), str(file)]
        subprocess.run(words, check=True, capture_output=True)
    done = subprocess.run(
        ["sh", str(ROOT / "systemd" / f"{NAME}-update"), str(card)],
        env={**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "DPKG_ROOT": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    told = f"{NAME}_{said}_all.deb is older than Splash Companion 1.0" if said else ""
    assert told in done.stdout and bool(done.stdout) == bool(said)
    assert ("apt-get install --allow-downgrades" in done.stdout) == bool(said)
