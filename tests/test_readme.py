"""What the documents promise is there: commands, options, targets, files and pins."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import click
import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("companion", "docs", "hardware", "firmware", "systemd", "tests", "tools", "bench", ".ci")
OPERATIONS = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
FENCE = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def documents() -> list[Path]:
    """All our Markdown: the top, and the folders a builder reads."""
    folders = ("docs", "hardware", "firmware", "systemd")
    deep = [path for folder in folders for path in (ROOT / folder).rglob("*.md")]
    return sorted([*ROOT.glob("*.md"), *deep])


def code(document: Path) -> Iterator[str]:
    """Every line of a code block and every `span` of the document."""
    text = document.read_text(encoding="utf-8")
    for block in FENCE.findall(text):
        yield from block.splitlines()
    yield from re.findall(r"`([^`\n]+)`", FENCE.sub("", text))


def spans() -> list[tuple[str, str]]:
    return [
        (path.relative_to(ROOT).as_posix(), span) for path in documents() for span in code(path)
    ]


def targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


def commands() -> dict[str, set[str]]:
    """The command line's commands and the options each takes."""
    from companion.cli import main

    context = click.Context(main)
    found = {name: main.get_command(context, name) for name in main.list_commands(context)}
    return {
        name: {opt for param in command.params for opt in param.opts} | {"--help"}
        for name, command in found.items()
        if command is not None
    }


# --- the README -------------------------------------------------------------------------------


def test_the_two_commands_open_the_readme() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    first = FENCE.search(text)
    assert first and first.start() < 100
    assert [line.split("#")[0].strip() for line in first[1].splitlines()] == [
        "make play",
        "make test",
    ]


def test_the_machine_runs_the_readme_s_test_command() -> None:
    script = ROOT / ".ci" / "run"
    assert re.search(r"^(exec )?make test( |$)", script.read_text("utf-8"), re.MULTILINE)
    assert script.stat().st_mode & 0o111


# --- what all documents say -------------------------------------------------------------------


def test_every_make_target_is_there() -> None:
    missing = [
        (document, target)
        for document, span in spans()
        for target in re.findall(r"(?:^|\s)make ([a-z][a-z-]*)", span)
        if target not in targets()
    ]
    assert not missing


def test_every_command_and_option_is_there() -> None:
    known = commands()
    missing = [
        (document, span)
        for document, span in spans()
        for name, rest in re.findall(r"(?:^|[\s/])companion ([a-z-]+)([^#;|&]*)", span)
        if name not in known or not set(re.findall(r"--[a-z-]+", rest)) <= known[name]
    ]
    assert not missing


def test_every_command_has_a_row() -> None:
    rows = re.findall(r"^\| (`companion .*?) \|", OPERATIONS, re.MULTILINE)
    assert set(re.findall(r"companion ([a-z-]+)", " ".join(rows))) == set(commands())


def test_every_setting_has_a_row() -> None:
    from companion.table import config

    sections = {"pads": config.PadConfig} | {
        name: getattr(config, f"{name.title()}Config")
        for name in ("table", "buttons", "buzzer", "board", "web", "caller", "journal", "evening")
    }
    told = {
        (section, setting)
        for section, setting in re.findall(
            r"^\| `\[+(\w+)\]+` `(\w+)` \|", OPERATIONS, re.MULTILINE
        )
    }
    asked = {(name, of.name) for name, section in sections.items() for of in fields(section)}
    assert told == asked - {("board", "record")}  # that is an option: --record


def test_every_path_is_there() -> None:
    missing = [
        (document, path)
        for document, span in spans()
        for path in paths(span)
        if not any(ROOT.glob(path))
    ]
    assert not missing


def test_every_document_is_named_in_another() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in documents()}
    alone = [
        path.relative_to(ROOT).as_posix()
        for path in texts
        if path.parent != ROOT and not path.is_symlink()
        if not any(path.name in text for other, text in texts.items() if other != path)
    ]
    assert not alone


def test_every_link_leads_somewhere() -> None:
    missing = [
        (document.name, target)
        for document in documents()
        for target in re.findall(
            r"\]\((?!https?://|#|mailto:)([^)#]+)", document.read_text("utf-8")
        )
        if not (document.parent / target).exists()
    ]
    assert not missing


def paths(span: str) -> Iterator[str]:
    """The project's paths in a span, with <names> as wildcards."""
    for word in re.findall(r"[\w./<>*-]+", span):
        if word.split("/")[0] in FOLDERS and "/" in word or re.fullmatch(r"[A-Z]+\.md", word):
            yield re.sub(r"<\w+>", "*", word).rstrip("/.")


@pytest.mark.parametrize(
    ("span", "found"),
    [
        ("companion/games/<game>.py", ["companion/games/*.py"]),
        ("sh tools/play, docs/", ["tools/play", "docs"]),
        ("CHANGELOG.md", ["CHANGELOG.md"]),
        ("companion run --state DIR", []),
        ("~/splash/bin/companion", []),
    ],
)
def test_paths_are_seen_in_a_span(span: str, found: list[str]) -> None:
    assert list(paths(span)) == found


# --- what is installed ------------------------------------------------------------------------


def test_pip_is_asked_for_what_the_project_says() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["scripts"] == {"companion": "companion.cli:main"}
    assert {"pi", "wiring", "dev"} <= set(project["optional-dependencies"])
