"""Nothing flashes more than three times a second: neither PASS at its fastest nor a style."""

import re
from pathlib import Path

import companion
from companion.table.tempo import SLIDER_LEAST_MS, TEMPOS

ROOT = Path(companion.__file__).parent
FLASHES_MOST = 3  # in a second
FOR_EVER = re.compile(r"\binfinite\b|\biterations\b|<animate|iteration-count", re.IGNORECASE)


def test_pass_at_its_fastest_pulses_at_most_three_times_a_second() -> None:
    fastest_ms = min(SLIDER_LEAST_MS, *(tempo.last_ms for tempo in TEMPOS.values()))
    assert fastest_ms * FLASHES_MOST >= 1000


def test_no_style_and_no_script_moves_more_than_once() -> None:
    files = [path for end in ("css", "js", "html", "svg") for path in ROOT.rglob(f"*.{end}")]
    ours = [path for path in files if "vendor" not in path.parts]
    assert len(ours) > 100
    assert [path.name for path in ours if FOR_EVER.search(path.read_text(encoding="utf-8"))] == []
