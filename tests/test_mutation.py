"""What `tools/mutants` makes of its counts, what it changes, and who is asked to notice."""

import sys
from functools import cache, partial
from pathlib import Path
from types import ModuleType

import pytest

from tests.mutants.__main__ import PARTS, span
from tests.mutants.sample import Mutant, explained, says_something
from tests.mutants.seen import BUDGET_S, Seen, class_at, forget, named_at

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize(
    ("times", "of", "low", "high"),
    [(0, 0, 0.0, 1.0), (0, 20, 0.0, 0.161), (3, 20, 0.052, 0.360), (20, 20, 0.839, 1.0)],
)
def test_a_share_has_its_span(times: int, of: int, low: float, high: float) -> None:
    found = span(times, of)
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.001)
    assert found.low - 1e-9 <= found.share <= found.high + 1e-9


@pytest.mark.parametrize("part", PARTS)
def test_each_part_and_its_tests_are_there(part: str) -> None:
    changed, tests = PARTS[part]
    for place in (changed, *tests.split()):
        assert (ROOT / place).exists()


TEXT = """\
from functools import cache
Fact = Asked | Told
@cache
def found(one: int | None = 1 | 2) -> int | str:
    here: int | None = 3 | 4
    assert here > 5
    zip(one, here, strict=True)
    return one is here
"""


@pytest.mark.parametrize(
    ("operator", "what", "says"),
    [
        ("ReplaceBinaryOperator_BitOr_Add", "Asked | Told", False),
        ("RemoveDecorator", "@cache", False),
        ("ReplaceBinaryOperator_BitOr_Add", "int | None = 1", False),
        ("ReplaceBinaryOperator_BitOr_Add", "1 | 2", True),
        ("ReplaceBinaryOperator_BitOr_Add", "int | str", False),
        ("ReplaceBinaryOperator_BitOr_Add", "3 | 4", True),
        ("ReplaceComparisonOperator_Gt_Lt", "here > 5", False),
        ("ReplaceTrueWithFalse", "True)", False),
        ("ReplaceComparisonOperator_Is_Eq", "one is here", False),
        ("ReplaceComparisonOperator_Is_IsNot", "one is here", True),
    ],
)
def test_what_says_nothing_of_tests_is_left_out(operator: str, what: str, says: bool) -> None:
    before, _, _ = TEXT.partition(what)
    at = (before.count("\n") + 1, len(before) - before.rfind("\n") - 1)
    assert says_something(TEXT, f"core/{operator}", at) is says


def test_who_runs_a_line_is_asked_first_and_no_longer_than_the_budget() -> None:
    path = "companion/journal/mark.py"
    line = next(
        n
        for n, line in enumerate((ROOT / path).read_text().splitlines(), 1)
        if line.startswith("    return")
    )
    mutant = Mutant(path, line, "core/NumberReplacer", 0, (line, 4), (line, 5))
    took_s = {"a::1": 1.0, "a::2": 2.0, "b::1": 0.5, "b::2": BUDGET_S, "c::1": 0.1, "b::3": 0.1}
    seen = Seen(took_s, failed=["b::3"], lines={path: {line: ["a::2", "b::1"]}})
    assert seen.tests_for(mutant) == ["b::1", "a::2", "a::1"]
    nobody = Seen(took_s, lines={path: {line: [""]}})
    assert set(nobody.tests_for(mutant)) == {"a::1", "a::2", "b::1", "b::3", "c::1"}


@pytest.mark.parametrize(
    ("path", "said", "name"),
    [
        ("companion/games/party_splash/robot/party.py", "    4: (0, 2, 1)", "IN_THE_BOX"),
        ("companion/games/twisted_fish/robot/hands.py", "    zings: float", "zings"),
        ("companion/journal/rows.py", "class Row:", "Row"),
    ],
)
def test_a_line_gives_a_name(path: str, said: str, name: str) -> None:
    lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
    line = next(n for n, text in enumerate(lines, 1) if text.startswith(said))
    assert named_at(path, line) == {name}


def test_what_is_read_at_the_start_is_tried_by_who_runs_a_line_with_its_name() -> None:
    path = "companion/games/party_splash/robot/party.py"
    lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
    first, *_, user = (n for n, text in enumerate(lines, 1) if "IN_THE_BOX" in text)
    ran = {first: [""], user: ["b::2"], len(lines): ["a::1"]}
    seen = Seen({"a::1": 0.1, "b::1": 0.1, "b::2": 9.0}, lines={path: ran})
    mutant = Mutant(path, first, "core/NumberReplacer", 0, (first, 5), (first, 6))
    assert seen.tests_for(mutant) == ["b::2", "b::1"]


def test_what_a_table_is_made_of_is_tried_by_who_uses_the_table() -> None:
    path = "companion/games/animal_splash/groups.py"
    lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
    part = next(n for n, text in enumerate(lines, 1) if text.startswith("ON_KIND"))
    whole, user, *_ = (n for n, text in enumerate(lines, 1) if "ON_ANIMAL" in text)
    assert "ON_KIND" in lines[whole - 1] and "ON_KIND" not in lines[user - 1]
    page = "companion/games/animal_splash/pages/new.html"
    ran = {path: {whole: [""], user: ["b::1"]}, page: {1: ["a::1"]}}
    seen = Seen({"a::1": 0.1, "b::1": 9.0}, lines=ran)
    mutant = Mutant(path, part, "core/NumberReplacer", 0, (part, 5), (part, 6))
    assert seen.tests_for(mutant) == ["b::1"]


def test_a_table_is_tried_by_tests_that_speak_of_it_themselves() -> None:
    path = "companion/games/twisted_fish/drawing.py"
    lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
    line = next(n for n, text in enumerate(lines, 1) if text.startswith("PLACES"))
    speaks, other = "tests/games/test_drawing.py", "tests/games/test_sounds.py"
    assert "PLACES" in (ROOT / speaks).read_text(encoding="utf-8")
    seen = Seen({f"{other}::1": 0.1, f"{speaks}::1": 9.0}, lines={path: {line: [""]}})
    mutant = Mutant(path, line, "core/NumberReplacer", 0, (line, 5), (line, 6))
    assert seen.tests_for(mutant) == [f"{speaks}::1"]


def test_who_is_explained_is_there_and_few_are() -> None:
    assert 0 < len(explained()) <= 20
    for (path, operator, line), why in explained().items():
        assert line in map(str.strip, (ROOT / path).read_text(encoding="utf-8").splitlines()), path
        assert operator[0].isupper() and why


def test_a_field_is_tried_by_tests_that_speak_of_its_class() -> None:
    path = "companion/games/animal_splash/robot/family.py"
    lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
    line = next(n for n, text in enumerate(lines, 1) if text.startswith("    far: float"))
    speaks, other = "tests/robots/test_tempers.py", "tests/games/test_sounds.py"
    assert class_at(path, line) == {"Temper"} and not class_at(path, 1)
    seen = Seen({f"{other}::1": 0.1, f"{speaks}::1": 9.0}, lines={path: {line: [""]}})
    mutant = Mutant(path, line, "core/NumberReplacer", 0, (line, 5), (line, 6))
    assert seen.tests_for(mutant) == [f"{speaks}::1"]


def test_what_a_part_knows_by_heart_hides_no_line_from_who_watches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked = []
    for name in ("part.rules", "other"):
        module = ModuleType(name)
        vars(module)["found"] = cache(partial(looked.append, name))
        monkeypatch.setitem(sys.modules, name, module)
    for _ in range(2):
        forget("part")
        for name in ("part.rules", "other"):
            vars(sys.modules[name])["found"]()
    assert looked == ["part.rules", "other", "part.rules"]
