"""What the doctor says of a board with real pins: to whom, and while some of them are held."""

import json
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.faults.evening import ROOT, referee_of
from tests.gpio_vm.daemon import COMMAND, companion, environment
from tests.gpio_vm.lines import PATIENCE_S, held

NOBODY, GPIO = 65534, 997  # a user, and the group that a Pi's system gives the pins to
OURS, THEIRS, FREE = 17, 23, 24
CHIP = Path("/dev/gpiochip0")
Findings = dict[str, list[dict[str, str]]]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Findings]]:
    """The doctor's findings by what they are about, told to a user inside and one outside the
    group and to root, while a companion and another program hold a line each. All at once, to
    save time.
    """
    folder = tmp_path_factory.mktemp("doctor")
    running, asked = folder / "running.toml", folder / "asked.toml"
    running.write_text(f"[[pads]]\ntouch = {OURS}\n")
    asked.write_text(f"[[pads]]\ntouch = {OURS}\n[buttons]\nstart = {THEIRS}\nyes = {FREE}\n")
    for closed in (folder, *folder.parents[:2]):  # pytest's are for its own user alone
        closed.chmod(0o755)
    with ExitStack() as parts:
        parts.enter_context(open_to_the_group())
        parts.enter_context(held(THEIRS, "thermometer"))
        house = parts.enter_context(companion(tmp_path_factory.mktemp("state"), config=running))
        referee_of(house)
        doctors = {
            "insider": ask(folder / "insider", asked, extra_groups=(GPIO,)),
            "outsider": ask(folder / "outsider", asked, extra_groups=()),
            "root": ask(folder / "root", asked, extra_groups=(), user=0),
        }
        said = {name: doctor.communicate(timeout=PATIENCE_S)[0] for name, doctor in doctors.items()}
        yield {name: by_about(json.loads(text)) for name, text in said.items()}


def ask(
    state: Path, config: Path, extra_groups: tuple[int, ...], user: int = NOBODY
) -> "subprocess.Popen[str]":
    """A doctor at work for a user who is in these groups."""
    env = environment(state)
    for folder in (state, state / "pipes"):
        folder.chmod(0o777)
    return subprocess.Popen(
        [*COMMAND, "doctor", "--json", "--state", str(state), "--config", str(config)],
        cwd=ROOT,
        env=env,
        stdout=subprocess.PIPE,
        text=True,
        user=user,
        group=user,
        extra_groups=extra_groups,
    )


@contextmanager
def open_to_the_group() -> Iterator[None]:
    """The pins belong to the group gpio, as on a Pi."""
    mode = CHIP.stat().st_mode
    os.chown(CHIP, 0, GPIO)
    CHIP.chmod(0o660)
    yield
    os.chown(CHIP, 0, 0)
    CHIP.chmod(mode)


def by_about(findings: list[dict[str, str]]) -> Findings:
    """The findings of each thing that was looked at."""
    kept: Findings = {}
    for finding in findings:
        kept.setdefault(finding["about"], []).append(finding)
    return kept


def test_it_finds_a_whole_lgpio_and_the_chip(told: dict[str, Findings]) -> None:
    (lgpio,), (chip,) = told["insider"]["lgpio"], told["insider"]["gpiochip"]
    assert lgpio["standing"] == chip["standing"] == "ok"
    assert "touches get the kernel's own time" in lgpio["sentence"]


def test_it_names_the_lines_that_are_taken_and_who_says_to_hold_them(
    told: dict[str, Findings],
) -> None:
    """lgpio gives every line the same name, "lg": of another user's companion no more is known."""
    ours, theirs = sorted(told["insider"]["Pins"], key=lambda finding: finding["sentence"])
    assert ours["sentence"].startswith(f"GPIO {OURS} is held by a program that uses lgpio.")
    assert theirs["sentence"].startswith(f"GPIO {THEIRS} is held by thermometer.")
    assert "ok" not in (ours["standing"], theirs["standing"])
    assert "perhaps another companion" in ours["remedy"]


def test_root_is_told_for_sure_whose_each_line_is(told: dict[str, Findings]) -> None:
    ours, theirs = sorted(told["root"]["Pins"], key=lambda finding: finding["sentence"])
    start, end = f"GPIO {OURS} is held by the companion that keeps ", r"/journal\.sqlite \((.*)\)\."
    found = re.fullmatch(f"{start}/.*{end}", ours["sentence"])
    assert found and f"kill {found[1].removeprefix('process ')}" in ours["remedy"]
    assert theirs["sentence"].startswith(f"GPIO {THEIRS} is held by ")
    assert theirs["sentence"].endswith(f" (process {os.getpid()}), as thermometer.")
    assert "companion" not in theirs["remedy"]


def test_a_user_outside_the_group_is_told_to_join_it(told: dict[str, Findings]) -> None:
    (chip,) = told["outsider"]["gpiochip"]
    assert chip["standing"] != "ok"
    assert "usermod --append --groups gpio" in chip["remedy"]
    assert "Pins" not in told["outsider"]
