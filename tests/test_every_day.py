"""Of what takes browsers a sample is tried: which is by the word alone, and in time each is."""

from pathlib import Path

import pytest

from tests.every_day import ALWAYS, OF, SAMPLED, sample

TESTS = Path(__file__).resolve().parent
SCREENS = [f"tests/browser/test_a.py::test_{name}[{case}]" for name in "abc" for case in range(9)]
PAIRS = [f"tests/engines/test_c.py::test_{n}[{case}]" for n in range(30) for case in "ab"]
SCREENS += [f"tests/engines/test_b.py::test_{n}" for n in range(60)]
RULES = [f"tests/games/test_split.py::test_{n}" for n in range(20)]
FIRST = [f"tests/{file}::test_it[{n}]" for file in ALWAYS for n in range(6)]


def test_without_a_word_all_is_tried() -> None:
    assert sample(SCREENS + RULES, "") == {*SCREENS, *RULES}


def test_rules_and_what_everybody_sees_first_are_tried_each_time() -> None:
    assert sample(SCREENS + RULES + FIRST, "815faae1") >= {*RULES, *FIRST}


def test_a_word_tries_the_same_in_whatever_order_they_come() -> None:
    assert sample(SCREENS, "815faae1") == sample(SCREENS[::-1], "815faae1")


def test_of_each_test_a_share_of_its_cases_is_tried() -> None:
    tried = sample(SCREENS, "815faae1")
    for name in "abc":
        assert len([test for test in tried if f"::test_{name}[" in test]) == 9 / OF


def test_of_two_cases_one_is_tried() -> None:
    tried = sample(PAIRS, "815faae1")
    assert all(len({f"{pair[:-3]}[{case}]" for case in "ab"} & tried) == 1 for pair in PAIRS)
    assert 10 < len([test for test in tried if "[a]" in test]) < 20


@pytest.mark.parametrize("test", [SCREENS[0], SCREENS[8], SCREENS[-1]])
def test_in_time_each_is_tried_and_each_is_left_out(test: str) -> None:
    tried = [test in sample(SCREENS, f"{word:08x}") for word in range(60)]
    assert 60 / OF / 2 < sum(tried) < 60 / OF * 2


@pytest.mark.parametrize("part", [*SAMPLED, *ALWAYS])
def test_what_is_named_is_there(part: str) -> None:
    assert (TESTS / part).exists()
