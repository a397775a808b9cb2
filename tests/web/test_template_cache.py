"""Compiled templates are kept between starts, and never in the way."""

import errno
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from companion.web import template_cache
from companion.web.template_cache import TemplateCache

PAGE = "Hello {{ name }}"


def drawn(folder: Path, page: str = PAGE) -> str:
    """A page as a new process draws it."""
    pages = Environment(loader=DictLoader({"page": page}), bytecode_cache=TemplateCache(folder))
    return pages.get_template("page").render(name="Ana")


def kept(folder: Path) -> list[Path]:
    return list(folder.glob("*.jinja"))


def test_what_was_compiled_is_not_compiled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert drawn(tmp_path / "c") == "Hello Ana"
    assert len(kept(tmp_path / "c")) == 1
    monkeypatch.setattr(Environment, "compile", None)
    assert drawn(tmp_path / "c") == "Hello Ana"


def test_another_text_is_compiled_anew(tmp_path: Path) -> None:
    drawn(tmp_path)
    assert drawn(tmp_path, "Bye {{ name }}") == "Bye Ana"


def test_what_was_written_in_another_way_is_compiled_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn(tmp_path)
    (file,) = kept(tmp_path)
    now = file.read_bytes()
    monkeypatch.setattr(template_cache, "HOW", 1)
    assert drawn(tmp_path) == "Hello Ana"
    assert file.read_bytes() != now


@pytest.mark.parametrize("keep", [0, 3, 40, -1])
def test_half_a_file_is_compiled_anew(tmp_path: Path, keep: int) -> None:
    drawn(tmp_path)
    (file,) = kept(tmp_path)
    whole = file.read_bytes()
    file.write_bytes(whole[:keep] + bytes(len(whole[keep:])))
    assert drawn(tmp_path) == "Hello Ana"
    assert file.read_bytes() == whole


def test_a_full_disk_is_not_in_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, content: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert drawn(tmp_path) == "Hello Ana"


def test_a_folder_that_cannot_be_made_is_not_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert drawn(tmp_path / "file" / "c") == "Hello Ana"


def test_nobody_else_may_enter_the_folder(tmp_path: Path) -> None:
    drawn(tmp_path / "c")
    assert (tmp_path / "c").stat().st_mode & 0o077 == 0
