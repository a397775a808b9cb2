"""One pad on trial: each thing that can be wrong with it is red, with its remedy, and it alone."""

import pytest

from companion.doctor.acceptance import TAPS, PadAccepted, Sheet
from companion.doctor.finding import Standing
from companion.doctor.one_pad import HAND_ON, HEAVY, Step, Trace, judged, trace_of
from tests.test_cli import companion

GOOD = {
    Step.EMPTY: Trace(60.0, 1.0),
    Step.HAND: Trace(97.0, 3.0),
    Step.AWAY: Trace(60.5, 1.0),
    Step.GONE: Trace(38.0, 1.0),
    Step.BACK: Trace(62.0, 1.0),
}


def test_a_good_pad_is_told_nothing_to_do() -> None:
    assert tuple(GOOD) == HAND_ON
    found = list(judged("Red", GOOD, [Trace(97.0, 4.0)]))
    assert all(finding.standing is Standing.OK and not finding.remedy for finding in found)


@pytest.mark.parametrize(
    ("step", "trace", "said"),
    [
        (Step.EMPTY, Trace(HEAVY + 1, 1.0), "more than 45\u00a0pF"),
        (Step.HAND, Trace(66.0, 1.0), "too little to be felt"),
        (Step.EMPTY, Trace(60.0, 9.0), "with nobody near: too much"),
        (Step.HAND, Trace(97.0, 25.0), "under a hand: too much"),
        (Step.AWAY, Trace(70.0, 1.0), "Once the hand is gone"),
        (Step.BACK, Trace(38.0, 1.0), "Once the dolphin is back"),
        (Step.BACK, Trace(80.0, 1.0), "more than before"),
    ],
)
def test_what_is_wrong_is_red_with_its_remedy(step: Step, trace: Trace, said: str) -> None:
    looks = dict(GOOD)
    if (step, said[:4]) == (Step.EMPTY, "more"):  # a heavy pad is heavy all along
        looks = {each: Trace(look.mean + HEAVY - 59, look.swing) for each, look in GOOD.items()}
    looks[step] = trace
    red = [one for one in judged("Red", looks, ()) if one.standing is Standing.BROKEN]
    assert len(red) == 1 and said in red[0].sentence and red[0].remedy


@pytest.mark.parametrize("grip", [0.0, 1.0, 3.7, 8.0])
def test_a_faint_hand_is_one_fault_and_no_charger(grip: float) -> None:
    """Copper under tape: what a hand adds is no measure of noise there."""
    looks = {**GOOD, Step.HAND: Trace(60.0 + grip, 2.0)}
    looks[Step.EMPTY] = Trace(60.0, 2.0)
    red = [one for one in judged("Red", looks, [Trace(60.0 + grip, 3.0)]) if one.remedy]
    assert len(red) == 1 and "too little to be felt" in red[0].sentence


def test_a_charger_is_named_by_its_number() -> None:
    found = list(judged("Red", GOOD, [Trace(97.0, 4.0), Trace(97.0, 30.0)]))
    assert [one.sentence for one in found if one.standing is Standing.BROKEN] == [
        "It trembles by 16\u00a0pF under a hand, with charger 2: too much to say who was first."
    ]


def test_a_pad_that_is_full_needs_no_more_looks() -> None:
    (found,) = judged("Red", {Step.EMPTY: trace_of([127] * 5)}, ())
    assert found.standing is Standing.BROKEN and "full all the time" in found.sentence
    assert "too long" in found.remedy, "a pad of 70 pF looks the same"


def line(felt: int = TAPS, sharp: int = TAPS, others: int = 0, weighs: float = 60.0) -> PadAccepted:
    return PadAccepted("<Red>", Trace(weighs, 1.0), felt, sharp, 150, others)


@pytest.mark.parametrize(
    "bad", [line(felt=9), line(sharp=9), line(others=1), line(weighs=HEAVY + 1)]
)
def test_a_line_is_good_only_when_all_of_it_is(bad: PadAccepted) -> None:
    assert line().is_good and not bad.is_good
    assert Sheet("00000000", True, (line(),)).is_good
    assert not Sheet("00000000", True, (line(), bad)).is_good
    assert not Sheet("00000000", False, (line(),)).is_good
    page = Sheet("00000000", True, (bad,)).page("1 May 2026")
    assert "look again" in page and "&lt;Red&gt;" in page and "☑" in page


@pytest.mark.parametrize("words", [("--pad", 0), ("--accept", "sheet.html")])
def test_nobody_at_the_terminal_is_a_sentence(words: tuple[object, ...]) -> None:
    result = companion("doctor", *words)
    assert result.exit_code == 1 and "say it in a terminal" in result.stderr
