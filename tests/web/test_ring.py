"""What stands between the dolphins says no more than the pads do."""

import re

from companion.access import Session
from companion.games.dolphin_splash import rules
from companion.journal import GameRow
from companion.names import unmarked
from companion.referee.picture import PadNow, Picture
from companion.runtime import Companion
from companion.web.drawing import ms
from companion.words import Pad
from tests.games.test_dolphin_splash_doubt import played
from tests.web.house import app_of
from tests.web.sheets import names, sheet

STRANGER = Session("nobody", None, "tonight")
EVENINGS, OF_EACH = 6, 3
PADS = tuple(PadNow(Pad(n), "home") for n in range(5))
BEAT = re.compile(r'<g class="beat.*?</g>', re.DOTALL)
TAG = re.compile(r'<text class="(?:d-note|warn)"[^>]*>([^<]*)</text>')


def grabbed() -> list[Picture]:
    """Rounds in which some pads felt a hand, and some may not be believed."""
    seen: dict[object, int] = {}
    found = []
    for seed in range(EVENINGS):
        table = played(seed)
        setup = table.state.setup
        row = GameRow(1, "dolphin_splash", "{}", 0, None)
        state = rules.start(setup)
        for fact in table.facts:
            state = rules.judge(state, fact).state
            view = rules.view(state)
            if not view.order or view.phase not in ("grab", "holders", "bonus"):
                continue
            sure = [mark for mark in view.order if not mark.suspect]
            kind = (len(sure), len(view.order), bool(view.unheard), view.order[0].close)
            seen[kind] = seen.get(kind, 0) + 1
            if seen[kind] <= OF_EACH:
                named = names(rules, setup)
                found.append(Picture(1, 1, 0, row, setup, rules, state, (), pads=PADS, names=named))
    return found


def test_the_ring_says_a_time_only_between_two_that_were_felt(house: Companion) -> None:
    app, doubted = app_of(house), 0
    with app.test_request_context():
        for picture in grabbed():
            view = rules.view(picture.state)
            sure = [mark for mark in view.order if not mark.suspect]
            html = sheet(app, picture, "wall", STRANGER)
            beat, notes = BEAT.search(html), TAG.findall(html)
            assert beat is not None
            said = " ".join(re.sub(r"<[^>]*>", " ", beat.group()).split())
            close = bool(sure) and sure[0].close
            if len(sure) > 1 and not close:
                mark = "?" if view.unheard else ""
                assert said == unmarked(f"first{mark} by {ms(sure[1].after_us)}")
                assert f"+{ms(sure[1].after_us)}" in notes
            elif sure and not close:
                assert said == ("first?" if view.unheard else "grab!")
            else:
                assert said == ("too close" if close else "not sure")
            doubted += len(sure) < len(view.order)
    assert doubted > 9


def test_a_finish_is_read_out_without_times_that_nobody_knows(house: Companion) -> None:
    app = app_of(house)
    with app.test_request_context():
        for picture in grabbed():
            doubts = sum(mark.suspect for mark in rules.view(picture.state).order)
            html = sheet(app, picture, "wall", STRANGER)
            line = re.search(r'class="time-line"[^>]*aria-label="([^"]*)"', html)
            assert line is None or line[1].count("not sure") == doubts
            assert line is None or "0:" not in line[1]
