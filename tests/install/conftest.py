"""The package that was built, later ones made from it, and clean machines to install them on."""

import os
import re
import shutil
import subprocess
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion import __version__
from tests.install import online
from tests.install.machine import NAME, ROOT, Machine

ROOTS = ROOT / "build" / "roots"
Remake = Callable[..., Path]


@pytest.fixture(scope="session")
def deb() -> Path:
    """The package as tools/deb built it."""
    built = ROOT / "dist" / f"{NAME}_{__version__}_all.deb"
    assert built.exists(), f"{built} is missing. Say make test-install, which packs it."
    return built


@pytest.fixture
def remade(deb: Path, tmp_path: Path) -> Remake:
    """A package of another version, or name, with some files written over."""

    def remake(version: str, name: str = NAME, **files: str) -> Path:
        tree = tmp_path / f"{name}-{version}"
        subprocess.run(["dpkg-deb", "--raw-extract", deb, tree], check=True)
        control = tree / "DEBIAN" / "control"
        text = re.sub(r"(?m)^Version: .*", f"Version: {version}", control.read_text("utf-8"))
        control.write_text(re.sub(r"(?m)^Package: .*", f"Package: {name}", text), "utf-8")
        program = tree / "usr/lib" / NAME / "companion/__init__.py"
        said = re.sub(r'"\d[^"]*"', f'"{version}"', program.read_text("utf-8"))
        program.write_text(said, "utf-8")
        for path, content in files.items():
            (tree / path).write_text(content, "utf-8")
        made = tmp_path / f"{name}_{version}_all.deb"
        subprocess.run(
            ["dpkg-deb", "--root-owner-group", "-Zgzip", "--build", tree, made],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        shutil.rmtree(tree)
        return made

    return remake


@pytest.fixture(params=["bookworm", "trixie"])
def suite(request: pytest.FixtureRequest) -> str:
    """Debian 12, and Debian 13."""
    return str(request.param)


@pytest.fixture(scope="session")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Path]]:
    """Unpacked clean Debians by name, never written into."""
    folder = tmp_path_factory.mktemp("clean")

    def unpacked(name: str) -> Path:
        tar, root = ROOTS / f"{name}.tar", folder / name
        assert tar.exists(), f"{tar} is missing. Say make test-install, which makes it."
        if not root.exists():
            root.mkdir()
            into = f"--directory={root}"
            subprocess.run(["tar", "--extract", f"--file={tar}", into], check=True)
        return root

    yield unpacked
    shutil.rmtree(folder)


@pytest.fixture
def machine(suite: str, clean: Callable[[str], Path], tmp_path: Path) -> Iterator[Machine]:
    """A clean Debian with systemd, off."""
    with copy_of(clean(f"{suite}-systemd"), tmp_path) as root:
        yield from used(Machine(root, has_systemd=True))


@pytest.fixture
def bare(suite: str, clean: Callable[[str], Path], tmp_path: Path) -> Iterator[Machine]:
    """A clean Debian without systemd, off."""
    with copy_of(clean(f"{suite}-bare"), tmp_path) as root:
        yield from used(Machine(root, has_systemd=False))


@pytest.fixture
def family(suite: str, clean: Callable[[str], Path], tmp_path: Path) -> Iterator[Machine]:
    """A clean Debian with git, make and python3 that is online, off; and what is committed here."""
    with copy_of(clean(f"{suite}-git"), tmp_path) as root:
        published = root / "srv" / "splash-companion.git"
        subprocess.run(["git", "clone", "--quiet", "--bare", ROOT, published], check=True)
        yield from used(Machine(root, has_systemd=False, settings=online.environment()))


def made(name: str, packages: str, *words: str) -> str:
    """A clean Debian 13 with these packages is made once, which takes minutes; its name."""
    name = f"{name}-{zlib.crc32(' '.join((packages, *words)).encode()):08x}"
    tar = ROOTS / f"{name}.tar"
    if not tar.exists():
        how = ["--quiet", "--format=tar", "--variant=minbase", *words, f"--include={packages}"]
        part = tar.with_name(f"{name}.{os.getpid()}.part.tar")  # another may make one, too
        subprocess.run(["mmdebstrap", *how, "trixie", part, *mirror()], check=True)
        part.rename(tar)
    return name


def mirror() -> list[str]:
    """Where this machine has its own Debian from; elsewhere mmdebstrap knows a place."""
    form = "$(LABEL) $(REPO_URI)"
    asked = ["apt-get", "indextargets", "--format", form, "Created-By: Packages"]
    told = subprocess.run(asked, capture_output=True, text=True).stdout
    return [line.split()[1] for line in told.splitlines() if line.startswith("Debian ")][:1]


def used(machine: Machine) -> Iterator[Machine]:
    """It is switched off at the end."""
    try:
        yield machine
    finally:
        machine.switch_off()


@contextmanager
def copy_of(lower: Path, folder: Path) -> Iterator[Path]:
    """A copy that may be written into: laid over it where the kernel can, which takes no time."""
    root, upper, work = (folder / name for name in ("root", "upper", "work"))
    for path in (root, upper, work):
        path.mkdir()
    layers = f"lowerdir={lower},upperdir={upper},workdir={work}"
    mount = ["mount", "-t", "overlay", "-o", layers, "overlay", str(root)]
    mounted = subprocess.run(mount, capture_output=True).returncode == 0
    try:
        if not mounted:  # as in a container that is itself laid over something
            subprocess.run(["cp", "--archive", f"{lower}/.", root], check=True)
        yield root
    finally:
        if mounted:
            subprocess.run(["umount", root], check=True)
        for path in (root, upper, work):
            shutil.rmtree(path)
